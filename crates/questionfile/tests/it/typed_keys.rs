//! Typed keys: what a pasted question's answer line says. `pastedKeys.test.ts` of the web reads the same table, so that what a file
//! is told is what the paste window does.

use quad_questionfile::{Format, Kind, State};
use serde_json::Value;

use crate::harness::{only, question, refused, right};

fn strings(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

#[test]
fn keys_are_read_as_the_table_says() {
    let table: Vec<Value> = serde_json::from_str(include_str!("typed_keys.json")).expect("the table");
    assert!(table.len() > 50, "{}", table.len());
    for case in &table {
        let text = case["text"].as_str().expect("a text");
        let row = only(Format::Text, text);
        if case["refused"] == true {
            refused(&row, case["say"].as_str().unwrap_or_default());
            continue;
        }
        assert!(matches!(row.state, State::Ready | State::Repaired), "{row:#?}");
        let read = question(&row);
        if case["number"].is_array() {
            let said = |part: &Option<String>| part.clone().unwrap_or_default();
            let found = [said(&read.value), said(&read.tolerance), said(&read.unit)];
            assert_eq!(
                (read.kind, found.each_ref().map(String::as_str).to_vec()),
                (Kind::Number, strings(&case["number"]))
            );
        } else if case["texts"].is_array() {
            assert_eq!(
                (read.kind, strings(&case["texts"])),
                (Kind::Text, read.accepted.iter().map(String::as_str).collect::<Vec<_>>())
            );
        } else {
            assert_eq!(right(&row), strings(&case["right"]), "{text}");
        }
    }
}

/// The product refuses it as well, in the same words.
#[test]
fn a_formula_that_cannot_be_drawn_is_named_with_its_place() {
    let list = |text: &str, option: &str| format!("1. {text}\nA) {option}\nB) Paris\nC) Nice\nD) Lille\nAnswer: B");
    refused(&only(Format::Text, &list("What is $\\nope$?", "Lyon")), "Formula, character 10: ");
    refused(&only(Format::Text, &list("What is it?", "x $\\nope$")), "Formula in option A, character 4: ");
    let code = only(Format::Text, &list("What is `$\\nope$`?", "Lyon"));
    assert_eq!(code.state, State::Ready, "{code:#?}");
}

/// In every format a key that may be two numbers is refused.
#[test]
fn a_number_that_is_not_clear_is_refused_in_every_format() {
    let unclear = "“1,234” is not clear. Write 1234 or 1.234, without a comma.";
    refused(&only(Format::Gift, "How much? {#1,234}"), unclear);
    refused(&only(Format::Text, "1. How much?\nNumber: 1,234"), unclear);
}
