//! GIFT: rows 1 to 24 of the collected inputs, each in more than one dress.

use quad_questionfile::{Format, Kind, Row, State};

use crate::harness::{only, question, read_as, ready, refused, repaired, right};

fn one(text: &str) -> Row {
    only(Format::Gift, text)
}

#[test]
fn row_1_and_2_true_or_false_with_feedback() {
    for (text, key, feedback) in [
        ("Is rain wet? {T#look again#yes}", "True", ["yes", "look again"]),
        ("Is fire cold? {F#look again#yes}", "False", ["look again", "yes"]),
        ("Is rain wet? { true # look again # yes }", "True", ["yes", "look again"]),
    ] {
        let row = one(text);
        ready(&row);
        assert_eq!(right(&row), [key]);
        assert_eq!(question(&row).feedback, feedback);
    }
}

#[test]
fn row_4_one_right_option() {
    let row = one("Which? {=tea ~milk ~ghee}");
    ready(&row);
    assert_eq!((question(&row).kind, right(&row)), (Kind::Single, vec!["tea"]));
    assert_eq!(right(&one("Which? {~milk =tea}")), ["tea"]);
}

#[test]
fn row_5_and_6_several_with_weights() {
    let row = one("Which two? {~%50%tea ~%50%chai ~%-100%sand}");
    ready(&row);
    assert_eq!((question(&row).kind, right(&row)), (Kind::Several, vec!["tea", "chai"]));
    assert_eq!(question(&row).weights.as_deref(), Some(&[50.0, 50.0, -100.0][..]));
    for text in ["Which three? {~%33%a ~%33%b ~%34%c ~%-50%d}", "Which three? {~%33.3%a ~%33,3%b ~%33.33%c ~%-50%d}"] {
        let row = one(text);
        repaired(&row, "33.33333");
        assert_eq!(question(&row).weights.as_deref(), Some(&[33.33333, 33.33333, 33.33333, -50.0][..]));
    }
    refused(&one("Which? {~a ~b}"), "Which one is right?");
    refused(&one("Which? {~%50%a ~b}"), "add up to 50");
}

#[test]
fn row_7_an_equals_sign_inside_is_asked_about() {
    for text in ["Which? {=y = 2 ~none}", "Which? {=tea =chai ~sand}"] {
        let row = one(text);
        refused(&row, "Which one is right?");
        assert!(right(&row).is_empty());
    }
}

#[test]
fn row_8_and_9_escapes_and_colons() {
    let row = one("Which prints x\\=1? {=x\\=1 ~x}");
    ready(&row);
    assert_eq!((question(&row).text.as_str(), right(&row)), ("Which prints x=1?", vec!["x=1"]));
    let row = one("When does it open: 9 or 10? {=10:30 ~9:15}");
    ready(&row);
    assert_eq!(question(&row).options, ["10:30", "9:15"]);
}

#[test]
fn row_11_and_12_new_lines_and_maths() {
    let row = one("What is $\\nabla f$? {=gradient ~norm}");
    repaired(&row, "maths");
    assert_eq!(question(&row).text, "What is $\\nabla f$?");
    let row = one("What is \\(a \\neq b\\)? {=\\(\\nu\\) ~norm}");
    assert_eq!((question(&row).text.as_str(), right(&row)), ("What is \\(a \\neq b\\)?", vec!["\\(\\nu\\)"]));
    let row = one("One\\ntwo? {T}");
    ready(&row);
    assert_eq!(question(&row).text, "One\ntwo?");
}

#[test]
fn row_13_a_gap_in_the_middle() {
    let row = one("Sky is {=blue}, not red.");
    ready(&row);
    assert_eq!((question(&row).kind, question(&row).text.as_str()), (Kind::Text, "Sky is _____, not red."));
    assert_eq!(question(&row).accepted, ["blue"]);
    assert_eq!(question(&one("The {=blue ~red} sky.")).text, "The _____ sky.");
}

#[test]
fn row_14_to_16_numbers() {
    for (text, value, tolerance, mended) in [
        ("Pi? {#3,14:0,01}", "3.14", Some("0.01"), true),
        ("Pi? {#३.१४}", "3.14", None, true),
        ("Pi? {#3.14:0.01}", "3.14", Some("0.01"), false),
        ("Range? {#5..1}", "3", Some("2"), true),
        ("Range? {#1..5}", "3", Some("2"), false),
        ("Pi? {#=3.14:0.01#well done}", "3.14", Some("0.01"), false),
    ] {
        let row = one(text);
        assert_eq!(row.state, if mended { State::Repaired } else { State::Ready }, "{row:#?}");
        let question = question(&row);
        assert_eq!(
            (question.kind, question.value.as_deref(), question.tolerance.as_deref()),
            (Kind::Number, Some(value), tolerance)
        );
    }
    for text in ["Mass? {#5 kg}", "Mass? {#}", "Mass? {#five}", "Mass? {#1,000,000}", "Mass? {#3:-1}"] {
        refused(&one(text), "not a number");
    }
}

#[test]
fn row_18_a_category_takes_its_line_only() {
    let row = one("$CATEGORY: Physics/Light//Sound\nIs it fast? {T}");
    repaired(&row, "blank line");
    assert_eq!(question(&row).category.as_deref(), Some("Physics > Light/Sound"));
    let rows = read_as(Format::Gift, "$CATEGORY: $course$/top/Physics\n\nA? {T}\n\nB? {F}").rows;
    assert!(rows.iter().all(|row| question(row).category.as_deref() == Some("Physics")), "{rows:#?}");
}

#[test]
fn row_19_comments_carry_id_and_tags() {
    let row = one("// [id:p-1] [tag:easy]\nWhich? {\n=a\n// note\n~b\n}");
    ready(&row);
    let question = question(&row);
    assert_eq!((question.id.as_deref(), question.tags.as_slice()), (Some("p-1"), &["easy".to_owned()][..]));
    assert_eq!(question.options, ["a", "b"]);
}

#[test]
fn row_20_a_blank_line_in_braces_costs_no_other_question() {
    let rows = read_as(Format::Gift, "Which? {\n=a\n\n~b\n}\n\nNext? {T}").rows;
    repaired(&rows[0], "Blank lines");
    ready(&rows[1]);
    let rows = read_as(Format::Gift, "Which? {\n=a\n~b\n\nNext? {T}").rows;
    refused(&rows[0], "line 1");
    ready(&rows[1]);
}

#[test]
fn row_21_a_colour_code_is_no_feedback() {
    refused(&one("Colour? {=#00f ~red}"), "\\#");
    ready(&one("Colour? {=\\#00f ~red}"));
}

#[test]
fn row_23_text_and_essays_are_listed() {
    for text in ["Read this first", "Write an essay. {}"] {
        let row = one(text);
        assert_eq!(row.state, State::Skipped, "{row:#?}");
        assert!(row.notes[0].contains(text.trim_end_matches(" {}")), "{:?}", row.notes);
    }
}

#[test]
fn row_24_a_byte_order_mark_and_carriage_returns() {
    let row = one("\u{feff}::T:: Q? {T}\r\n");
    ready(&row);
    assert_eq!((question(&row).title.as_deref(), question(&row).text.as_str()), (Some("T"), "Q?"));
}

#[test]
fn braces_of_latex_before_the_answers() {
    let row = one("What is $\\frac{1}{2}$? {=0.5 ~2}");
    ready(&row);
    assert_eq!((question(&row).text.as_str(), right(&row)), ("What is $\\frac{1}{2}$?", vec!["0.5"]));
}

#[test]
fn formats_and_tags() {
    let row = one("[html]<p>Is <b>x</b> &lt; 2?</p> {=yes ~no}");
    repaired(&row, "bold");
    assert_eq!(question(&row).text, "Is x < 2?");
    let row = one("[plain]Is a <b> c? {=yes ~no}");
    ready(&row);
    assert_eq!(question(&row).text, "Is a <b> c?");
    let row = one("Which? {=tea#Right! ~milk#No. ####Tea it is.}");
    assert_eq!(
        (question(&row).explanation.as_deref(), &question(&row).feedback[..]),
        (Some("Tea it is."), &["Right!".to_owned(), "No.".to_owned()][..])
    );
}

#[test]
fn a_short_answer_without_its_sign_is_taken_and_said() {
    for text in ["The capital of France is {Paris}", "The capital of France is {Paris#well done} ."] {
        let row = one(text);
        repaired(&row, "has no = before it");
        assert_eq!((question(&row).kind, question(&row).accepted.as_slice()), (Kind::Text, &["Paris".to_owned()][..]));
    }
    refused(&one("Which? {\na) Lyon\nb) Paris\n}"), "no answer that begins with");
}
