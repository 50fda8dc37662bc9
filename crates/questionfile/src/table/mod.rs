//! Tables. Questions one a row, from CSV, TSV or XLSX: plain tables, Kahoot's and Wayground's templates. `csv` and `xlsx`
//! read cells, `headings` finds the columns, `row` reads a question and `key` its key.

mod cells;
mod csv;
mod headings;
mod key;
mod row;
mod xlsx;

pub use self::cells::{Cell, Line};
pub use self::csv::guard;
pub use self::key::resolve as resolve_key;

use crate::model::{FileError, Row};

use self::cells::Place;

/// Reads text with a delimiter.
///
/// # Errors
/// [`FileError`] when the table is broken or has no headings.
pub fn read_csv(text: &str) -> Result<Vec<Row>, FileError> {
    let lines = csv::lines(text)?;
    rows(&lines, &|number, _| (Some(number), None)).ok_or_else(no_headings)
}

/// Reads a workbook: the first sheet with headings.
///
/// # Errors
/// [`FileError`] when the workbook is broken or no sheet has headings.
pub fn read_xlsx(bytes: &[u8]) -> Result<Vec<Row>, FileError> {
    for (name, lines) in xlsx::sheets(bytes)? {
        let place = |number: usize, column: usize| (None, Some(format!("{name}!{}{number}", column_name(column))));
        if let Some(rows) = rows(&lines, &place) {
            return Ok(rows);
        }
    }
    Err(no_headings())
}

/// Reads lines that somebody else took out of a table.
pub fn read_lines(lines: &[Line]) -> Option<Vec<Row>> {
    rows(lines, &|number, _| (Some(number), None))
}

/// Whether a text is a table with headings.
pub fn is_table(text: &str) -> bool {
    let head: String = text.lines().take(headings::SEARCHED + 2).collect::<Vec<_>>().join("\n");
    csv::lines(&head).is_ok_and(|lines| headings::find(&lines).is_some())
}

fn no_headings() -> FileError {
    FileError::new(
        "No headings were found in the first twelve rows. Name the columns: Question, Option A, Option B, …, Correct answer.",
    )
}

fn rows(lines: &[Line], place: Place<'_>) -> Option<Vec<Row>> {
    let (head, columns) = headings::find(lines)?;
    let mut rows = Vec::new();
    let mut empty: Option<(usize, usize)> = None;
    for (at, line) in lines.iter().enumerate().skip(head + 1) {
        let asked = std::iter::once(&columns.question).chain(&columns.options).chain(&columns.key);
        if asked.into_iter().all(|column| line.cell(*column).is_none()) {
            // Lines that hold but a number are of a template; blank ones are nothing.
            if line.cells.iter().any(|cell| !cell.is_empty()) {
                empty = Some((empty.map_or(line.number, |(first, _)| first), line.number));
            }
            continue;
        }
        flush(&mut rows, &mut empty, place);
        let mut row = row::read(line, &columns, at == head + 1, place);
        (row.line, row.cell) = place(line.number, columns.question);
        rows.push(row);
    }
    flush(&mut rows, &mut empty, place);
    Some(rows)
}

fn flush(rows: &mut Vec<Row>, empty: &mut Option<(usize, usize)>, place: Place<'_>) {
    let Some((first, last)) = empty.take() else { return };
    let mut row = Row::at(first);
    (row.line, row.cell) = place(first, 0);
    row.skip(if first == last {
        format!("Row {first} has no question.")
    } else {
        format!("Rows {first} to {last} have no question.")
    });
    rows.push(row);
}

/// `A`, `Z`, `AA`.
pub fn column_name(column: usize) -> String {
    let mut name = String::new();
    let mut left = column + 1;
    while left > 0 {
        name.insert(0, char::from(b'A' + ((left - 1) % 26) as u8));
        left = (left - 1) / 26;
    }
    name
}
