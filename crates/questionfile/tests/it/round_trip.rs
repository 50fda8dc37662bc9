//! Round trips: what is written in a format is read back as the same questions, but for what the writer said it lacks.

use proptest::prelude::*;
use quad_questionfile::{Format, Kind, Marks, Question, State, Target, read, write};

const ALL: [Target; 8] = [
    Target::Text,
    Target::Gift,
    Target::Aiken,
    Target::MoodleXml,
    Target::Csv,
    Target::Xlsx,
    Target::Qti21,
    Target::Qti30,
];

fn words() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[a-zA-Z]{1,8}",
        1 => "[0-9]{1,4}",
        1 => Just("A) b".to_owned()),
        1 => Just("Answer: B".to_owned()),
        1 => Just("{x} = ~y # \\z: %50%".to_owned()),
        1 => Just("$\\frac{a}{b}$ \\n $\\nabla$".to_owned()),
        1 => Just("<b>bold</b> & &amp; ]]>".to_owned()),
        1 => Just("=SUM(A1) -1 +2 @x".to_owned()),
        1 => Just("प्रश्न (क) ½ x² “q”".to_owned()),
        1 => Just("\"a\", 'b'; c | d".to_owned()),
        1 => Just("[html] ::t:: // c".to_owned()),
    ];
    proptest::collection::vec(piece, 1..5).prop_map(|pieces| pieces.join(" "))
}

fn lines() -> impl Strategy<Value = String> {
    prop_oneof![3 => words(), 1 => (words(), words()).prop_map(|(one, other)| format!("{one}\n  {other}"))]
}

fn options() -> impl Strategy<Value = Vec<String>> {
    proptest::collection::vec(words(), 2..7).prop_map(|mut options| {
        for (at, option) in options.iter_mut().enumerate() {
            option.push_str(["", " b", " cc", " ddd", " eeee", " fffff", " gggggg"][at]);
        }
        options
    })
}

fn choice() -> impl Strategy<Value = Question> {
    (lines(), options(), any::<u32>(), any::<bool>(), proptest::option::of(words())).prop_map(
        |(text, options, dice, several, explanation)| {
            let count = options.len();
            let right: Vec<usize> =
                if several { (0..count).filter(|at| dice >> at & 1 == 1).collect() } else { Vec::new() };
            let (kind, right) =
                if right.len() > 1 { (Kind::Several, right) } else { (Kind::Single, vec![dice as usize % count]) };
            Question { kind, text, options, right, explanation, ..Question::default() }
        },
    )
}

fn question() -> impl Strategy<Value = Question> {
    let number =
        (lines(), -9999_i32..9999, proptest::option::of(1_u32..99)).prop_map(|(text, value, tolerance)| Question {
            kind: Kind::Number,
            text,
            value: Some(value.to_string()),
            tolerance: tolerance.map(|tolerance| format!("0.{tolerance:02}")),
            ..Question::default()
        });
    let text = (lines(), proptest::collection::vec(words(), 1..3)).prop_map(|(text, mut accepted)| {
        // The same twice comes back once.
        accepted.dedup();
        Question { kind: Kind::Text, text, accepted, ..Question::default() }
    });
    prop_oneof![4 => choice(), 1 => number, 1 => text]
}

/// What every format that takes a question holds of it.
fn core(question: &Question) -> Question {
    Question {
        kind: question.kind,
        text: question.text.clone(),
        options: question.options.clone(),
        right: question.right.clone(),
        value: question.value.clone(),
        tolerance: question.tolerance.clone(),
        accepted: question.accepted.clone(),
        weights: question.weights.clone(),
        ..Question::default()
    }
}

fn comes_back(questions: &[Question], target: Target) -> usize {
    let written = write(questions, target).expect("written");
    let left: Vec<usize> = written.losses.iter().filter(|loss| loss.left_out).map(|loss| loss.question).collect();
    let expected: Vec<Question> =
        questions.iter().enumerate().filter(|(at, _)| !left.contains(at)).map(|(_, question)| core(question)).collect();
    if expected.is_empty() {
        return 0;
    }
    let shown = String::from_utf8_lossy(&written.bytes).into_owned();
    let import = read(&written.bytes, None, None).unwrap_or_else(|error| panic!("{target:?}: {error}\n{shown}"));
    let found: Vec<Question> = import
        .rows
        .iter()
        .filter(|row| row.state != State::Skipped)
        .filter_map(|row| row.question.as_ref())
        .map(core)
        .collect();
    assert_eq!(found, expected, "{target:?}\n{shown}");
    for row in &import.rows {
        assert_ne!(row.state, State::Skipped, "{target:?} {row:?}\n{shown}");
        let asked = row.notes.iter().any(|note| note.contains("Are both meant?"));
        assert!(row.state != State::Refused || asked, "{target:?} {row:?}\n{shown}");
    }
    expected.len()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn five_hundred_sets_survive_every_format(questions in proptest::collection::vec(question(), 1..4)) {
        for target in ALL {
            comes_back(&questions, target);
        }
    }
}

fn tagged() -> impl Strategy<Value = Question> {
    let piece = prop_oneof![
        3 => words(),
        1 => Just("units, constants; old".to_owned()),
        1 => Just("a]b [tag:c] \\".to_owned()),
        1 => Just("two\nlines".to_owned()),
    ];
    (choice(), proptest::collection::vec(piece, 0..4)).prop_map(|(question, tags)| Question { tags, ..question })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn tags_come_back_from_every_format_or_are_said_to_be_lost(questions in proptest::collection::vec(tagged(), 1..4)) {
        for target in ALL {
            let written = write(&questions, target).expect("written");
            let is_lost = |at: usize| {
                written.losses.iter().any(|loss| loss.question == at && (loss.left_out || loss.what.ends_with(": tags")))
            };
            let left_out = |at: usize| written.losses.iter().any(|loss| loss.question == at && loss.left_out);
            let kept: Vec<usize> = (0..questions.len()).filter(|at| !left_out(*at)).collect();
            if kept.is_empty() {
                continue;
            }
            let format = match target {
                Target::Text => Format::Text,
                Target::Gift => Format::Gift,
                Target::Aiken => Format::Aiken,
                Target::MoodleXml => Format::MoodleXml,
                Target::Csv => Format::Csv,
                Target::Xlsx => Format::Xlsx,
                Target::Qti21 | Target::Qti30 => Format::Qti,
            };
            let import = read(&written.bytes, None, Some(format)).expect("read");
            let rows = import.rows.iter().filter(|row| row.state != State::Skipped);
            for (at, row) in kept.into_iter().zip(rows) {
                let found = row.question.as_ref().map(|question| question.tags.clone());
                assert!(is_lost(at) || found.as_ref() == Some(&questions[at].tags), "{target:?} {at}: {found:?}");
            }
        }
    }
}

/// Where a format has a place for tags, nothing of those that people write is lost.
#[test]
fn tags_are_held_where_the_format_has_a_place_for_them() {
    let tags = ["optics", "wave motion", "तरंग", "NEET 2026"].map(str::to_owned).to_vec();
    let question = Question {
        text: "Which is a capital?".to_owned(),
        options: ["Lyon", "Paris"].map(String::from).into(),
        right: vec![1],
        tags,
        ..Question::default()
    };
    for target in ALL {
        let written = write(std::slice::from_ref(&question), target).expect("written");
        let is_lost = written.losses.iter().any(|loss| loss.what.ends_with(": tags"));
        let has_no_place = matches!(target, Target::Aiken | Target::Qti21 | Target::Qti30);
        assert_eq!(is_lost, has_no_place, "{target:?}: {:?}", written.losses);
    }
    // A bracket stands in a tag as Moodle writes it; a list with commas cannot hold a comma, and says so.
    let strange = Question { tags: vec!["a]b".to_owned(), "c, d".to_owned()], ..question };
    for (target, holds) in
        [(Target::Gift, true), (Target::MoodleXml, true), (Target::Csv, false), (Target::Text, false)]
    {
        let written = write(std::slice::from_ref(&strange), target).expect("written");
        assert_eq!(written.losses.is_empty(), holds, "{target:?}: {:?}", written.losses);
    }
}

/// A set that is plain enough for every format: nothing of it may be left out where the format has the kind.
#[test]
fn plain_questions_are_left_out_nowhere() {
    let plain = |kind: Kind, right: Vec<usize>| Question {
        kind,
        text: "Which is a capital?".to_owned(),
        options: ["Lyon", "Paris", "Rome"].map(String::from).into(),
        right,
        ..Question::default()
    };
    let number = Question {
        kind: Kind::Number,
        text: "Pi?".to_owned(),
        value: Some("3.14".to_owned()),
        tolerance: Some("0.01".to_owned()),
        ..Question::default()
    };
    let text = Question {
        kind: Kind::Text,
        text: "Sky?".to_owned(),
        accepted: vec!["blue".to_owned(), "azure".to_owned()],
        ..Question::default()
    };
    let questions = [plain(Kind::Single, vec![1]), plain(Kind::Several, vec![1, 2]), number, text];
    for target in ALL {
        let expected = if target == Target::Aiken { 1 } else { 4 };
        assert_eq!(comes_back(&questions, target), expected, "{target:?}");
    }
}

#[test]
fn all_that_moodle_holds_comes_back() {
    let asked = Question {
        kind: Kind::Single,
        text: "Which?\n  two lines".to_owned(),
        options: ["a", "b", "c"].map(String::from).into(),
        right: vec![1],
        weights: Some(vec![33.33333, 100.0, -50.0]),
        feedback: ["no", "yes", "never"].map(String::from).into(),
        explanation: Some("So it is.".to_owned()),
        category: Some("Physics > Light/Sound".to_owned()),
        tags: vec!["easy".to_owned(), "new".to_owned()],
        marks: Some(Marks { right: "2.5".to_owned(), ..Marks::default() }),
        shuffle: Some(true),
        id: Some("p-1".to_owned()),
        draft: true,
        ..Question::default()
    };
    let truth = Question {
        text: "It is.".to_owned(),
        options: vec!["True".to_owned(), "False".to_owned()],
        right: vec![1],
        feedback: vec!["no".to_owned(), String::new()],
        ..Question::default()
    };
    let questions = [asked, truth];
    let written = write(&questions, Target::MoodleXml).expect("written");
    assert!(written.losses.is_empty(), "{:?}", written.losses);
    let import = read(&written.bytes, None, None).expect("read");
    let first = import.rows[0].question.clone().expect("a question");
    assert_eq!(first.title.as_deref(), Some("0001 Which? two lines"));
    assert_eq!(Question { title: None, ..first }, questions[0]);
    let gift = write(&questions, Target::Gift).expect("written");
    let import = read(&gift.bytes, None, None).expect("read");
    let first = import.rows[0].question.clone().expect("a question");
    let held = Question { marks: None, shuffle: None, draft: false, ..questions[0].clone() };
    assert_eq!(first, held);
    assert_eq!(import.rows[1].question.as_ref().map(|question| &question.feedback), Some(&questions[1].feedback));
    assert!(gift.losses.iter().any(|loss| loss.question == 0 && loss.what.contains("marks")), "{:?}", gift.losses);
}

#[test]
fn a_spreadsheet_runs_nothing_of_a_csv_file() {
    let options: Vec<String> = ["=1+1", "+91 98765 43210", "@x", "'=y"].map(String::from).into();
    let question = Question { text: "-x".to_owned(), options, right: vec![0], ..Question::default() };
    let written = write(std::slice::from_ref(&question), Target::Csv).expect("written");
    let text = String::from_utf8(written.bytes.clone()).expect("UTF-8");
    assert!(text.contains("'-x,'=1+1,+91 98765 43210,'@x,''=y,"), "{text}");
    assert_eq!(comes_back(&[question], Target::Csv), 1);
}
