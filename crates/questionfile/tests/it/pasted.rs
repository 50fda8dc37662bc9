//! Pasted lists: every row of the collected ones, and lists as people have long been pasting them.

use quad_questionfile::{Format, Kind, Row, State};

use crate::harness::{only, question, read_as, ready, refused, repaired, right};

fn rows(text: &str) -> Vec<Row> {
    read_as(Format::Text, text).rows
}

fn one(text: &str) -> Row {
    only(Format::Text, text)
}

fn texts(row: &Row) -> (&str, Vec<&str>) {
    let question = question(row);
    (&question.text, question.options.iter().map(String::as_str).collect())
}

/// Two questions in every dress that the browser's reader understood.
#[test]
fn lists_in_every_dress_are_the_same_two_questions() {
    for text in [
        "1. Capital of France?\nA) Lyon\nB) Paris\nC) Nice\nD) Lille\nAnswer: B\n\n2. Which is prime?\nA) 4\nB) 6\nC) 7\nD) 9\nAnswer: C",
        "Q1) Capital of France?\na. Lyon\nb. Paris\nc. Nice\nd. Lille\nAns: b\nQ2) Which is prime?\na. 4\nb. 6\nc. 7\nd. 9\nAns: c",
        "1. Capital of France?\nA) Lyon B) Paris C) Nice D) Lille\nAnswer: Paris\n2. Which is prime? (a) 4 (b) 6 (c) 7 (d) 9\nCorrect answer: (c)",
        "1. Capital of France?\nA) Lyon   B) Paris\nC) Nice   D) Lille\nAnswer: B\n2. Which is prime?\nA) 4  B) 6\nC) 7  D) 9\nAnswer: C",
        "1. Capital of France?\nA) Lyon\n*B) Paris\nC) Nice\nD) Lille\n\n2. Which is prime?\nA) 4\nB) 6\nC) 7 *\nD) 9",
        "Capital of France?\nLyon\nParis\nNice\nLille\nAnswer: Paris\n\nWhich is prime?\n4\n6\n*7\n9",
        "Capital of France?\nLyon\n*Paris\nNice\nLille\n\nWhich is prime?\n4\n6\n*7\n9",
        "Q1. Capital of France?\n1) Lyon\n2) Paris\n3) Nice\n4) Lille\nAnswer: 2\nQ2. Which is prime?\n1) 4\n2) 6\n3) 7\n4) 9\nAnswer: 7",
        "**1. Capital of France?**\n\nA) Lyon\nB) Paris\nC) Nice\nD) Lille\n\n**Answer: B) Paris**\nExplanation: it is.\n\n**2. Which is prime?**\n\nA) 4\nB) 6\nC) 7\nD) 9\n\n**Answer:** C",
        "1.\u{a0}Capital of France?\r\n\tA) Lyon\r\n\tB) Paris\r\n\tC) Nice\r\n\tD) Lille\r\nAnswer: B\r\n2. Which is prime?\r\nA) 4\r\nB) 6\r\nC) 7\r\nD) 9\r\nAnswer: C\r\n",
        "Question 1\nCapital of France?\nA: Lyon\nB: Paris\nC: Nice\nD: Lille\nThe correct answer is B.\nQuestion 2\nWhich is prime?\nA: 4\nB: 6\nC: 7\nD: 9\nThe correct answer is C.",
        "1. Capital of France?\n(a) Lyon\n(b) Paris\n(c) Nice\n(d) Lille   Ans: (b)\n2. Which is prime? [Ans: C]\n(a) 4\n(b) 6\n(c) 7\n(d) 9",
        "1. Capital of France?\nA) Lyon\nB) Paris\nC) Nice\nD) Lille\n2. Which is prime?\nA) 4\nB) 6\nC) 7\nD) 9\nAnswer Key\n1. B\n2. C",
        "1. Capital of France?\nA) Lyon\nB) Paris\nC) Nice\nD) Lille\n2. Which is prime?\nA) 4\nB) 6\nC) 7\nD) 9\nAnswers: 1-B, 2-C",
        "1. Capital of France?\nA) Lyon\nB) Paris\nC) Nice\nD) Lille\n2. Which is prime?\nA) 4\nB) 6\nC) 7\nD) 9\n\nKey:\n1 B 2 C",
        "A1B01 (B) [97.1]\nCapital of France?\nA. Lyon\nB. Paris\nC. Nice\nD. Lille\n~~\n\nA1B02 (C)\nWhich is prime?\nA. 4\nB. 6\nC. 7\nD. 9\n~~",
        "Capital of France?\n- [ ] Lyon\n- [x] Paris\n- [ ] Nice\n- [ ] Lille\n\nWhich is prime?\n- [ ] 4\n- [ ] 6\n- [x] 7\n- [ ] 9",
        "Capital of France?\na) Lyon\n^b) Paris\nc) Nice\nd) Lille\n\nWhich is prime?\na) 4\nb) 6\nc) 7 ✓\nd) 9",
        "१. Capital of France?\n(A) Lyon\n(B) Paris\n(C) Nice\n(D) Lille\nउत्तर: (B)\n२. Which is prime?\n(A) 4\n(B) 6\n(C) 7\n(D) 9\nउत्तर: C",
    ] {
        let rows = rows(text);
        assert_eq!(rows.len(), 2, "{text}\n{rows:#?}");
        for row in &rows {
            ready(row);
        }
        assert_eq!(texts(&rows[0]), ("Capital of France?", vec!["Lyon", "Paris", "Nice", "Lille"]), "{text}");
        assert_eq!(texts(&rows[1]), ("Which is prime?", vec!["4", "6", "7", "9"]), "{text}");
        assert_eq!((right(&rows[0]), right(&rows[1])), (vec!["Paris"], vec!["7"]), "{text}");
    }
}

#[test]
fn a_letter_counts_bullets_and_says_so() {
    let rows = rows(
        "1. Capital of France?\n- Lyon\n- Paris\n- Nice\n- Lille\nAnswer: B\n\n2. Which is prime?\n• 4\n• 6\n• 7 (correct)\n• 9",
    );
    repaired(&rows[0], "option 2 in order");
    ready(&rows[1]);
    assert_eq!((right(&rows[0]), right(&rows[1])), (vec!["Paris"], vec!["7"]));
}

#[test]
fn a_page_line_is_no_option_and_is_said() {
    for page in ["Page 3 of 12", "page 3", "- Page 3 -", "3 | Page", "पृष्ठ 3"] {
        let row = one(&format!("1. Q?\nA) 1\nB) 2\n{page}\nC) 3\nD) 4\nAnswer: B"));
        repaired(&row, page);
        assert_eq!((texts(&row).1, right(&row)), (vec!["1", "2", "3", "4"], vec!["2"]));
    }
}

#[test]
fn an_answer_line_before_the_options_is_text() {
    let row = one(
        "1. Complete:\nAnswer: a reply to a question is called\nA) response\nB) query\nC) quiz\nD) test\nAnswer: A",
    );
    ready(&row);
    assert_eq!(
        texts(&row),
        ("Complete:\nAnswer: a reply to a question is called", vec!["response", "query", "quiz", "test"])
    );
    assert_eq!(right(&row), ["response"]);
}

#[test]
fn options_that_look_alike_are_refused_or_asked_about() {
    refused(&one("1. Which?\nA) yes\nB) Yes\nC) no\nD) No\nAnswer: A"), "Are both meant?");
    refused(&one("1. Which?\nA) Bogot\u{e1}\nB) Bogota\u{301}\nC) Lima\nD) Quito\nAnswer: C"), "are the same");
    refused(&one("1. Which?\nA) Lima\nB) Li\u{200b}ma\nC) Rome\nAnswer: C"), "are the same");
}

#[test]
fn marks_are_taken_and_leave_nothing() {
    for (options, expected) in [
        ("## a wide network\nb\nc\nd", "a wide network"),
        ("a\nb ##\nc\nd", "b"),
        ("A) a\nB) b ##\nC) c\nD) d", "b"),
        ("A) ## a\nB) b\nC) c\nD) d", "a"),
        ("A) a\nB) ✓ b\nC) c\nD) d", "b"),
        ("A) a\nB) b (correct)\nC) c\nD) d", "b"),
        ("A) a\nB) b [Correct]\nC) c\nD) d", "b"),
        ("*A) a\nB) b\nC) c\nD) d", "a"),
        ("A) a\nB) **b**\nC) c\nD) d", "b"),
        ("A) a\n**B) b**\nC) c\nD) d", "b"),
        ("[ ] a\n[x] b\n[ ] c\n[ ] d", "b"),
        ("* [ ] a\n* [ ] b\n* [X] c\n* [ ] d", "c"),
    ] {
        let row = one(&format!("1. Which?\n{options}"));
        assert!(matches!(row.state, State::Ready | State::Repaired), "{row:#?}");
        let (text, options) = texts(&row);
        assert_eq!((text, right(&row)), ("Which?", vec![expected]), "{row:#?}");
        assert!(options.iter().all(|option| option.chars().all(|c| c.is_alphabetic() || c == ' ')), "{options:?}");
    }
    let row = one("1. Which two?\n*A) a\nB) b\n*C) c\nD) d");
    repaired(&row, "all of them are right");
    assert_eq!((question(&row).kind, right(&row)), (Kind::Several, vec!["a", "c"]));
}

#[test]
fn statements_stay_in_the_question() {
    for statements in [
        "1. Earth is round.\n2. Sun is hot.",
        "i) Earth is round.\nii) Sun is hot.",
        "(1) Earth is round.\n(2) Sun is hot.",
        "I. Earth is round.\nII. Sun is hot.",
    ] {
        let row = one(&format!(
            "1. Consider the following:\n{statements}\nWhich is correct?\nA) 1 only\nB) 2 only\nC) Both\nD) Neither\nAnswer: C"
        ));
        ready(&row);
        let expected = format!("Consider the following:\n{statements}\nWhich is correct?");
        assert_eq!(texts(&row), (expected.as_str(), vec!["1 only", "2 only", "Both", "Neither"]));
        assert_eq!(right(&row), ["Both"]);
    }
    let rows = rows(
        "1. Consider:\n1. a\n2. b\nWhich?\nA) 1 only\nB) 2 only\nAnswer: A\n2. Consider:\n1. a\n2. b\n3. c\nWhich?\nA) 1 only\nB) 2 only\nAnswer: B",
    );
    assert_eq!(rows.len(), 2, "{rows:#?}");
    assert_eq!((right(&rows[0]), right(&rows[1])), (vec!["1 only"], vec!["2 only"]));
}

#[test]
fn letter_and_text_must_agree() {
    let with = |answer: &str| one(&format!("1. Capital?\nA) Lyon\nB) Paris\nC) Nice\nD) Lille\n{answer}"));
    for answer in [
        "Answer: B (Paris)",
        "Answer: B - Paris",
        "Answer:\nB",
        "Answer: (B) Paris",
        "Ans. B",
        "Ans - B",
        "Answer B",
        "Correct option: B",
        "ANSWER = b",
        "Correct Answer: Option B",
        "Right answer: Paris",
        "answer is (b)",
        "Answer: B\u{200b}",
    ] {
        let row = with(answer);
        ready(&row);
        assert_eq!(right(&row), ["Paris"], "{answer}");
    }
    for answer in ["Answer: B (Nice)", "Answer: E", "Answer: B - Rome", "Answer: Rome", "Answer: 2", ""] {
        let row = with(answer);
        assert_eq!((row.state, right(&row)), (State::Refused, vec![]), "{answer} {row:#?}");
    }
    let row = with("Answer: A, C");
    repaired(&row, "several");
    assert_eq!((question(&row).kind, right(&row)), (Kind::Several, vec!["Lyon", "Nice"]));
    let row = with("Answer: B\nAnswer: C");
    refused(&row, "differ");
    let row = one("1. Capital?\n*A) Lyon\nB) Paris\nC) Nice ✓\nD) Lille\nAnswer: B");
    refused(&row, "differ");
}

#[test]
fn dates_and_negative_numbers_are_options() {
    let row = one(
        "When did India become a republic?\n15-Aug-1947\n26-Jan-1950\n2-Oct-1869\n26-Nov-1949\nAnswer: 26-Jan-1950",
    );
    ready(&row);
    assert_eq!(texts(&row).1, ["15-Aug-1947", "26-Jan-1950", "2-Oct-1869", "26-Nov-1949"]);
    assert_eq!(right(&row), ["26-Jan-1950"]);
    let row = one("x² = 4 and x < 0?\n- 2\n2\n- 8\n8\nAnswer: - 2");
    repaired(&row, "minus");
    assert_eq!((texts(&row).1, right(&row)), (vec!["−2", "2", "−8", "8"], vec!["−2"]));
    let row = one("1. x?\nA) -2\nB) 2\nC) -8\nD) 8\nAnswer: A");
    ready(&row);
    assert_eq!(right(&row), ["-2"]);
    let row = one("1. Pi?\nA) 3.14\nB) 2.71\nC) 1.41\nD) 10:30\nAnswer: 3.14");
    assert_eq!(texts(&row).1, ["3.14", "2.71", "1.41", "10:30"]);
}

#[test]
fn letters_of_other_scripts_are_letters() {
    for (text, expected) in [
        ("1. भारत की राजधानी?\n(क) मुंबई\n(ख) दिल्ली\n(ग) पुणे\n(घ) आगरा\nउत्तर: (ख)", "दिल्ली"),
        ("प्रश्न 1. राजधानी?\n(अ) मुंबई\n(ब) दिल्ली\n(स) पुणे\n(द) आगरा\nसही उत्तर: (ब)", "दिल्ली"),
        ("1. Столица?\nА) Тула\nБ) Москва\nВ) Тверь\nГ) Омск\nОтвет: Б", "Москва"),
        ("１．首都は？\nＡ．大阪\nＢ．東京\nＣ．京都\nＤ．神戸\n答え：Ｂ", "東京"),
        ("問1. 首都は？\nア．大阪\nイ．東京\nウ．京都\nエ．神戸\n正解：イ", "東京"),
    ] {
        let row = one(text);
        ready(&row);
        assert_eq!((question(&row).options.len(), right(&row)), (4, vec![expected]), "{text}");
    }
}

#[test]
fn a_letter_at_the_start_outranks_one_inside() {
    let row = one("1. Who?\nA) Tagore\nB) Sir C. V. Raman\nC) Bose\nD) Saha\nAnswer: B");
    ready(&row);
    assert_eq!(
        (texts(&row).1, right(&row)),
        (vec!["Tagore", "Sir C. V. Raman", "Bose", "Saha"], vec!["Sir C. V. Raman"])
    );
    let row = one("1. Who?\nA. Tagore\nB. Sir C. V. Raman\nAnswer: B");
    assert_eq!(texts(&row).1, ["Tagore", "Sir C. V. Raman"]);
    let row = one("1. Who?\nA) Tagore\nB) Sir C. V. Raman\nAnswer: B");
    assert_eq!(texts(&row).1, ["Tagore", "Sir C. V. Raman"]);
}

#[test]
fn a_solution_is_the_explanation() {
    let rows = rows(
        "1. Which?\nA) this\nB) that\nAnswer: B\nSolution:\nBecause of A) this and\nB) that.\n2. Next?\nA) x\nB) y\nAnswer: A\nExplanation: It is.\n\n3. Third?\nA) x\nB) y\nAnswer: B. Explanation: so.",
    );
    assert_eq!(rows.len(), 3, "{rows:#?}");
    let explained = |row: &Row| question(row).explanation.clone();
    assert_eq!(explained(&rows[0]).as_deref(), Some("Because of A) this and\nB) that."));
    assert_eq!((texts(&rows[0]), right(&rows[0])), (("Which?", vec!["this", "that"]), vec!["that"]));
    assert_eq!((explained(&rows[1]).as_deref(), explained(&rows[2]).as_deref()), (Some("It is."), Some("so.")));
    let rows = self::rows(
        "1. Which?\nA) this\nB) that\nAnswer: B\nSolution:\n1. First add.\n2. Then divide.\n2. Next?\nA) x\nB) y\nAnswer: A",
    );
    assert_eq!(rows.len(), 2, "{rows:#?}");
    assert_eq!(question(&rows[1]).text, "Next?");
}

#[test]
fn two_to_eight_options_are_taken() {
    let letters = ["A", "B", "C", "D", "E", "F", "G", "H"];
    for count in 2..=8 {
        let options: Vec<_> = letters[..count].iter().map(|letter| format!("{letter}) option {letter}\n")).collect();
        let row = one(&format!("1. Which?\n{}Answer: B", options.concat()));
        ready(&row);
        assert_eq!(question(&row).options.len(), count);
    }
}

#[test]
fn a_question_without_a_key_is_refused_alone() {
    let rows = rows(
        "1. One?\nA) 1\nB) 2\nC) 3\n2. Two?\nA) 1\nB) 2\nC) 3\nD) 4\nAnswer: B\n3. Three?\n4. Four?\nA) 1\nB) 2\nAnswer: A",
    );
    assert_eq!(
        rows.iter().map(|row| (row.line, row.state)).collect::<Vec<_>>(),
        [(Some(1), State::Refused), (Some(5), State::Ready), (Some(11), State::Refused), (Some(12), State::Ready),]
    );
    refused(&rows[0], "Which one is it?");
    refused(&rows[2], "No options");
}

#[test]
fn programs_keep_their_shape_and_their_stars() {
    let row = one("1. A pointer to char is\nA) char\nB) char *\nC) *char\nD) char &\nAnswer: B");
    ready(&row);
    assert_eq!((texts(&row).1, right(&row)), (vec!["char", "char *", "*char", "char &"], vec!["char *"]));
    let row = one(
        "1. What does it print?\n   for i in x:\n\tif i:\n            print(i)\n   A) 1\n   B) 2\n   C) 3\n   D) 4\n   Answer: 2",
    );
    assert_eq!(texts(&row), ("What does it print?\nfor i in x:\n if i:\n         print(i)", vec!["1", "2", "3", "4"]));
    let row = one(
        "1. What does this print?\nint a = 3;\nprintf(\"%d\", a++);\nA) 3, because the value\nis read first\nB) 4\nC) nothing\nD) an error\nAnswer: A\nDifficulty: Medium",
    );
    assert_eq!(right(&row), ["3, because the value is read first"]);
    assert_eq!(question(&row).difficulty.as_deref(), Some("Medium"));
}

#[test]
fn a_missing_or_repeated_letter_is_asked_about() {
    refused(&one("1. Which?\nA) a\nB) b\nD) d\nAnswer: D"), "is missing");
    refused(&one("1. Which?\nA) a\nB) b\nB) c\nD) d\nAnswer: B"), "stands twice");
}

#[test]
fn headings_are_no_questions() {
    let rows =
        rows("Physics Quiz\n\nSection A\n1. One?\nA) 1\nB) 2\nAnswer: A\n\nSection B\n2. Two?\nA) 1\nB) 2\nAnswer: B");
    let taken: Vec<_> = rows.iter().filter(|row| row.state == State::Ready).map(|row| texts(row).0).collect();
    assert_eq!(taken, ["One?", "Two?"], "{rows:#?}");
    assert!(rows.iter().all(|row| matches!(row.state, State::Ready | State::Skipped)), "{rows:#?}");
}

#[test]
fn a_key_by_number_of_a_section_goes_to_its_section() {
    let rows = rows(
        "1. One?\nA) 1\nB) 2\n2. Two?\nA) 1\nB) 2\nAnswers:\n1. A\n2. B\n1. Three?\nA) 3\nB) 4\n2. Four?\nA) 3\nB) 4\nAnswers:\n1. B\n2. A",
    );
    assert_eq!(rows.iter().flat_map(right).collect::<Vec<_>>(), ["1", "2", "4", "3"], "{rows:#?}");
}

#[test]
fn nothing_comes_out_of_nothing() {
    assert!(rows(" \n\n").is_empty());
    assert!(rows("").is_empty());
}

#[test]
fn true_and_false_need_no_options() {
    for (answer, expected) in [("True", "True"), ("F", "False"), ("false", "False")] {
        let row = one(&format!("1. The sun is hot.\nAnswer: {answer}"));
        repaired(&row, "true or false");
        assert_eq!(right(&row), [expected]);
    }
}
