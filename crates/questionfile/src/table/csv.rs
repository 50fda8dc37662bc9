//! CSV and TSV. Every field is a text: no number, date or truth is guessed. The delimiter is the one that parts the heading
//! line into the most fields.

use csv::ReaderBuilder;

use super::cells::{Cell, Line};
use super::headings;
use crate::limits;
use crate::model::FileError;

/// The lines of a text.
///
/// # Errors
/// [`FileError`] when the table is broken, or has more cells than [`limits::CELLS`].
pub fn lines(text: &str) -> Result<Vec<Line>, FileError> {
    // Excel names the delimiter in a line of its own.
    let (text, told, skipped) = match text.strip_prefix("sep=").and_then(|rest| rest.split_once('\n')) {
        Some((sign, rest)) if sign.len() == 1 => (rest, sign.bytes().next(), 1),
        _ => (text, None, 0),
    };
    let delimiter = told.unwrap_or_else(|| delimiter(text));
    let mut reader =
        ReaderBuilder::new().has_headers(false).flexible(true).delimiter(delimiter).from_reader(text.as_bytes());
    let mut lines = Vec::new();
    let mut cells = 0;
    for record in reader.records() {
        let record = record.map_err(|error| FileError::new(format!("The table is broken: {error}.")))?;
        let number = record.position().map_or(0, csv::Position::line) as usize + skipped;
        cells += record.len();
        if cells > limits::CELLS {
            return Err(FileError::new(format!("The table has more than {} cells.", limits::CELLS)));
        }
        lines.push(Line { number, cells: record.iter().map(|text| Cell::text(unguarded(text))).collect() });
    }
    Ok(lines)
}

fn delimiter(text: &str) -> u8 {
    let mut best = (0, b',');
    for line in text.lines().take(headings::SEARCHED) {
        for sign in [b',', b';', b'\t', b'|'] {
            let fields = line.split(char::from(sign));
            let known = fields.filter(|field| headings::is_known(field.trim().trim_matches('"'))).count();
            if known > best.0 {
                best = (known, sign);
            }
        }
    }
    best.1
}

/// What a spreadsheet would run as a formula.
fn would_run(text: &str) -> bool {
    text.trim_start_matches('\'').starts_with(['=', '+', '-', '@', '\t', '\r'])
}

/// A text as a CSV file holds it: with an apostrophe before what would run, but for numbers and telephone numbers.
pub fn guard(text: &str) -> String {
    let plain = text.chars().all(|c| c.is_ascii_digit() || matches!(c, '+' | '-' | '.' | ',' | ' ' | '(' | ')' | '/'));
    let digits = text.chars().any(|c| c.is_ascii_digit());
    if would_run(text) && !(plain && digits) { format!("'{text}") } else { text.to_owned() }
}

/// The text without such an apostrophe.
fn unguarded(text: &str) -> &str {
    text.strip_prefix('\'').filter(|_| would_run(text)).unwrap_or(text)
}
