//! Aiken: rows 25 to 32 of the collected inputs.

use quad_questionfile::{Format, Kind, Row, State};

use crate::harness::{only, question, read_as, ready, refused, repaired, right};

fn one(text: &str) -> Row {
    only(Format::Aiken, text)
}

#[test]
fn row_25_as_moodle_wants_it() {
    for text in ["Which?\nA) one\nB) two\nANSWER: B", "Which?\nA. one\nB. two\nANSWER: B\n"] {
        let row = one(text);
        ready(&row);
        assert_eq!(right(&row), ["two"]);
    }
}

#[test]
fn row_26_as_people_write_it() {
    for text in [
        "Which?\na) one\nb) two\nAnswer: b",
        "Which?\n(A) one\n(B) two\nanswer : B",
        "Which?\nA: one\nB: two\nANSWER: B",
        "Which?\n\nA) one\n\nB) two\n\nAnswer: (B)",
    ] {
        let row = one(text);
        repaired(&row, "Moodle");
        assert_eq!(right(&row), ["two"], "{text}");
    }
}

#[test]
fn row_28_the_key_names_the_letter_in_the_file() {
    refused(&one("Which?\nA) one\nB) two\nANSWER: D"), "names no option");
    assert_eq!(right(&one("Which?\nA) one\nB) two\nD) four\nANSWER: D")), ["four"]);
}

#[test]
fn row_29_several_lines() {
    let row = one("Look at this.\nWhich?\nA) one\nB) two\nANSWER: A");
    repaired(&row, "several lines");
    assert_eq!(question(&row).text, "Look at this.\nWhich?");
    let row = one("Which?\nA) one\nand more\nB) two\nANSWER: A");
    assert_eq!(right(&row), ["one and more"]);
}

#[test]
fn row_30_several_keys() {
    let row = one("Which are right?\nA. one\nB. two\nC. three\nANSWER: A, C");
    repaired(&row, "several");
    assert_eq!((question(&row).kind, right(&row)), (Kind::Several, vec!["one", "three"]));
}

#[test]
fn row_31_signs_stand_for_themselves() {
    let row = one("Is a < b & c?\nA) <b>yes</b>\nB) no\nANSWER: A");
    ready(&row);
    assert_eq!((question(&row).text.as_str(), right(&row)), ("Is a < b & c?", vec!["<b>yes</b>"]));
}

#[test]
fn row_32_a_missing_answer_costs_no_other_question() {
    let rows = read_as(
        Format::Aiken,
        "One?\nA) 1\nB) 2\nANSWER: A\n\nTwo?\nA) 1\nB) 2\n\nThree?\nA) 1\nB) 2\nANSWER: B\n\nFour?\nA) 1\nB) 2",
    )
    .rows;
    let states: Vec<_> = rows.iter().map(|row| (row.line, row.state)).collect();
    assert_eq!(
        states,
        [(Some(1), State::Ready), (Some(6), State::Refused), (Some(10), State::Ready), (Some(15), State::Refused)],
        "{rows:#?}"
    );
    refused(&rows[1], "ANSWER is missing");
}
