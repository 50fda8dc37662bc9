//! Row of a table as a question. Options are read by their columns, so that a key counts the columns even where one of them
//! is empty; cells that a spreadsheet broke refuse their row with their address.

use super::cells::{Cell, Line, Place, Value};
use super::headings::Columns;
use super::key;
use crate::model::{Kind, Marks, Picture, Question, Row};
use crate::normalise::{as_read, first_words};
use crate::numbers;
use crate::plain_text::truth;

/// Reads a row. `first` says that it stands right below the headings, where Wayground explains them.
pub fn read(line: &Line, columns: &Columns, first: bool, place: Place<'_>) -> Row {
    let mut row = Row::at(line.number);
    let mut question = Question::default();
    let text =
        |column: Option<usize>| column.and_then(|column| line.cell(column)).map(|cell| cell.text.trim().to_owned());
    question.text = text(Some(columns.question)).unwrap_or_default();
    if first && is_help(&question.text) {
        row.skip("The template's explanation of its columns.");
        return row;
    }
    refuse_broken(&mut row, line, columns, place);
    question.explanation = text(columns.explanation);
    question.category = text(columns.category);
    question.difficulty = text(columns.difficulty);
    question.id = text(columns.id);
    question.tags = text(columns.tags)
        .map(|tags| tags.split([',', ';']).map(|tag| tag.trim().to_owned()).filter(|tag| !tag.is_empty()).collect())
        .unwrap_or_default();
    question.marks = marks(&mut row, text(columns.marks));
    question.pictures.extend(text(columns.picture).map(|name| Picture { name, ..Picture::default() }));
    if !question.pictures.is_empty() {
        row.repair("A picture is named by its address and not in the file: add it by hand.");
    }
    let given: Vec<(usize, &Cell)> =
        columns.options.iter().enumerate().filter_map(|(at, column)| Some((at, line.cell(*column)?))).collect();
    let places: Vec<usize> = given.iter().map(|(at, _)| *at).collect();
    let options: Vec<String> = given.iter().map(|(_, cell)| cell.text.trim().to_owned()).collect();
    if given.iter().any(|(_, cell)| cell.reshaped) {
        row.repair("A cell is shown in a format of its own in the spreadsheet; its plain value was taken.");
    }
    let key = columns.key.and_then(|column| line.cell(column));
    let kind = text(columns.kind).map(|kind| as_read(&kind)).unwrap_or_default();
    let refused = row.state == crate::model::State::Refused;
    match kind.as_str() {
        "open-ended" | "open ended" | "poll" | "draw" | "essay" | "survey" | "drawing" | "video response"
        | "audio response" => {
            row.skip(format!("“{}” is of type {kind}, which has no key.", first_words(&question.text)));
        }
        "fill-in-the-blank" | "fill in the blank" | "text" | "short answer" | "fill-in" => {
            question.kind = Kind::Text;
            question.accepted = match key {
                Some(key) if options.is_empty() => key.text.split(" | ").map(|text| text.trim().to_owned()).collect(),
                _ => options,
            };
        }
        "number" | "numeric" | "numerical" => number(&mut row, &mut question, key, text(columns.tolerance)),
        _ if options.is_empty() => no_options(&mut row, &mut question, columns, key),
        _ => {
            question.kind = if matches!(kind.as_str(), "several" | "checkbox" | "multiple select" | "multiple response")
            {
                Kind::Several
            } else {
                Kind::Single
            };
            question.options = options;
            match key.filter(|_| !refused) {
                None => {}
                Some(key) => match key::resolve(key, &question.options, &places) {
                    Ok(right) => {
                        if right.len() > 1 {
                            question.kind = Kind::Several;
                        }
                        question.right = right;
                    }
                    Err(reason) => row.refuse(reason),
                },
            }
            weights(&mut row, &mut question, text(columns.weights));
        }
    }
    row.with(question)
}

fn is_help(text: &str) -> bool {
    let read = as_read(text);
    read.starts_with("text of the question") || read.contains("(required)")
}

fn refuse_broken(row: &mut Row, line: &Line, columns: &Columns, place: Place<'_>) {
    let read =
        std::iter::once(&columns.question).chain(&columns.options).chain(&columns.key).chain(&columns.explanation);
    for column in read {
        if let Some(Value::Broken(what)) = line.cells.get(*column).map(|cell| &cell.value) {
            let at = place(line.number, *column).1.unwrap_or_default();
            row.refuse(format!("Cell {at} {what}."));
        }
    }
}

fn marks(row: &mut Row, text: Option<String>) -> Option<Marks> {
    let text = text?;
    let Some(right) = numbers::decimal(&text) else {
        row.repair(format!("The marks “{text}” are not a number and were left out."));
        return None;
    };
    Some(Marks { right: numbers::plain(&right.text), ..Marks::default() })
}

fn weights(row: &mut Row, question: &mut Question, text: Option<String>) {
    let Some(text) = text else { return };
    let weights: Option<Vec<f64>> =
        text.split(';').map(|part| numbers::percent(part).map(|(weight, _)| weight)).collect();
    match weights.filter(|weights| weights.len() == question.options.len()) {
        Some(weights) => question.weights = Some(weights),
        None => row.refuse(format!("The weights “{text}” are not one percent for each option.")),
    }
}

fn number(row: &mut Row, question: &mut Question, key: Option<&Cell>, tolerance: Option<String>) {
    question.kind = Kind::Number;
    let Some(key) = key else { return };
    let parts = key.text.split_once('±');
    let (value, tolerance) =
        parts.map_or((key.text.as_str(), tolerance), |(value, tolerance)| (value, Some(tolerance.to_owned())));
    if let Some(say) = numbers::unclear(value) {
        return row.refuse(say);
    }
    match numbers::decimal(value) {
        Some(value) => question.value = Some(value.text),
        None => row.refuse(format!("“{}” is not a number.", key.text)),
    }
    if let Some(tolerance) = tolerance {
        match numbers::decimal(&tolerance) {
            Some(found) => question.tolerance = Some(found.text),
            None => row.refuse(format!("The tolerance “{tolerance}” is not a number.")),
        }
    }
}

/// A statement that is true or false, or a table of short answers.
fn no_options(row: &mut Row, question: &mut Question, columns: &Columns, key: Option<&Cell>) {
    let Some(key) = key else { return };
    if let Some(right) = truth(&key.text) {
        question.options = vec!["True".to_owned(), "False".to_owned()];
        question.right = vec![usize::from(!right)];
        row.repair("No options and a key that says true or false: read as a true or false question.");
    } else if columns.options.is_empty() {
        question.kind = Kind::Text;
        question.accepted = vec![key.text.trim().to_owned()];
        row.repair("The table has no columns for options: read as short answers.");
    }
}
