//! CSV and XLSX: one row a question, every text as text. The key is written in the way that the reader finds to mean one
//! thing: a number, else a letter, else the word and the number. In CSV what a spreadsheet would run gets a guard.

use csv::WriterBuilder;
use rust_xlsxwriter::Workbook;

use super::losses::{Loss, Written, lacks};
use crate::label::{self, Scheme};
use crate::model::{FileError, Kind, Question};
use crate::numbers;
use crate::table::{Cell, guard, resolve_key};

const HOLDS: [&str; 7] = ["marks", "explanation", "category", "tags", "difficulty", "id", "weights"];

/// The rows of a table with their headings, and what they lack.
fn rows(questions: &[Question]) -> (Vec<Vec<String>>, Vec<Loss>) {
    let most = questions.iter().map(|question| question.options.len()).max().unwrap_or(0).clamp(4, 26);
    let mut head = vec!["Question".to_owned()];
    head.extend((0..most).map(|at| format!("Option {}", label::shown(Scheme::Latin, at))));
    head.extend(
        [
            "Correct answer",
            "Type",
            "Explanation",
            "Category",
            "Tags",
            "Difficulty",
            "Marks",
            "Tolerance",
            "Weights",
            "ID",
        ]
        .map(str::to_owned),
    );
    let (mut rows, mut losses) = (vec![head], Vec::new());
    for (at, question) in questions.iter().enumerate() {
        match row(question, most) {
            Ok(row) => {
                rows.push(row);
                losses.extend(lacks(question, &HOLDS).into_iter().map(|what| Loss::part(at, what)));
            }
            Err(why) => losses.push(Loss::whole(at, why)),
        }
    }
    (rows, losses)
}

fn row(question: &Question, most: usize) -> Result<Vec<String>, String> {
    let (key, kind) = match question.kind {
        Kind::Single => (key(question)?, "single"),
        Kind::Several => (key(question)?, "several"),
        Kind::Number => (question.value.clone().unwrap_or_default(), "number"),
        Kind::Text if question.accepted.iter().any(|text| text.contains(" | ")) => {
            return Err("A table would take “ | ” in an answer for the end of it.".to_owned());
        }
        Kind::Text => (question.accepted.join(" | "), "text"),
    };
    let mut row = vec![question.text.clone()];
    row.extend((0..most).map(|at| question.options.get(at).cloned().unwrap_or_default()));
    let weights = question
        .weights
        .as_ref()
        .map(|weights| weights.iter().map(|weight| numbers::shown(*weight)).collect::<Vec<_>>().join(";"));
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    row.extend([
        key,
        kind.to_owned(),
        text(&question.explanation),
        text(&question.category),
        question.tags.join(", "),
        text(&question.difficulty),
        question.marks.as_ref().map(|marks| marks.right.clone()).unwrap_or_default(),
        text(&question.tolerance),
        weights.unwrap_or_default(),
        text(&question.id),
    ]);
    Ok(row)
}

/// A key that can be read in one way only.
fn key(question: &Question) -> Result<String, String> {
    let places: Vec<usize> = (0..question.options.len()).collect();
    let joined = |shown: &dyn Fn(&usize) -> String| question.right.iter().map(shown).collect::<Vec<_>>().join(",");
    let tried = [
        joined(&|at| (at + 1).to_string()),
        joined(&|at| label::shown(Scheme::Latin, *at)),
        joined(&|at| format!("Option {}", at + 1)),
    ];
    let means_it = |key: &String| {
        resolve_key(&Cell::text(key.as_str()), &question.options, &places).is_ok_and(|right| right == question.right)
    };
    tried.into_iter().find(means_it).ok_or_else(|| "No key tells its options apart from their texts.".to_owned())
}

/// A CSV file with a byte order mark, by which spreadsheets know UTF-8.
///
/// # Errors
/// [`FileError`] when the table cannot be written.
pub fn csv(questions: &[Question]) -> Result<Written, FileError> {
    let (rows, losses) = rows(questions);
    let broken = |error: &dyn std::fmt::Display| FileError::new(format!("The table cannot be written: {error}."));
    let mut writer = WriterBuilder::new().from_writer("\u{feff}".as_bytes().to_vec());
    for row in &rows {
        writer.write_record(row.iter().map(|text| guard(text))).map_err(|error| broken(&error))?;
    }
    let bytes = writer.into_inner().map_err(|error| broken(&error))?;
    Ok(Written { bytes, losses })
}

/// A workbook of text cells.
///
/// # Errors
/// [`FileError`] when the workbook cannot be written, as with more rows than a sheet has.
pub fn xlsx(questions: &[Question]) -> Result<Written, FileError> {
    let (rows, losses) = rows(questions);
    let broken =
        |error: rust_xlsxwriter::XlsxError| FileError::new(format!("The workbook cannot be written: {error}."));
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    for (at, row) in rows.iter().enumerate() {
        for (column, text) in row.iter().enumerate().filter(|(_, text)| !text.is_empty()) {
            sheet.write_string(at as u32, column as u16, text.as_str()).map_err(broken)?;
        }
    }
    Ok(Written { bytes: book.save_to_buffer().map_err(broken)?, losses })
}
