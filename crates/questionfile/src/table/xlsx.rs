//! XLSX by calamine, cell by cell: a sheet that claims to be huge costs nothing. Text and whole numbers are taken by their
//! type, percents, dates and padded numbers as they are shown; error cells and formulas without a stored value are marked.

use std::collections::{BTreeMap, HashSet};
use std::io::Cursor;

use calamine::{DataRef, ExcelDateTime, Reader, Xlsx, XlsxError};

use super::cells::{Cell, Line, Value};
use crate::archive::Archive;
use crate::limits;
use crate::model::FileError;

/// Columns that are read.
const COLUMNS: u32 = 200;
/// Characters of a format that is followed.
const LONGEST_FORMAT: usize = 30;
/// Sheets that are read.
const SHEETS: usize = 20;

/// The lines of all sheets, by their names.
///
/// # Errors
/// [`FileError`] when the workbook is broken or larger than the limits.
pub fn sheets(bytes: &[u8]) -> Result<Vec<(String, Vec<Line>)>, FileError> {
    Archive::open(bytes)?.measure()?;
    let broken = |error: XlsxError| FileError::new(format!("The workbook cannot be read: {error}."));
    let mut book = Xlsx::new(Cursor::new(bytes)).map_err(broken)?;
    let mut cells = 0;
    let mut found = Vec::new();
    for name in book.sheet_names().into_iter().take(SHEETS) {
        // A sheet of charts has no cells.
        let Ok(formulas) = formulas(&mut book, &name) else { continue };
        found.push((name.clone(), lines(&mut book, &name, &formulas, &mut cells)?));
    }
    Ok(found)
}

/// Cells with a formula and no stored value.
fn formulas(book: &mut Xlsx<Cursor<&[u8]>>, name: &str) -> Result<HashSet<(u32, u32)>, XlsxError> {
    let mut reader = book.worksheet_cells_reader(name)?;
    let mut found = HashSet::new();
    while let Some(cell) = reader.next_cell_with_formula_metadata()? {
        let is_empty = match &cell.value {
            DataRef::Empty => true,
            DataRef::String(text) => text.is_empty(),
            _ => false,
        };
        if cell.formula.is_some() && is_empty && found.len() < limits::CELLS {
            found.insert(cell.pos);
        }
    }
    Ok(found)
}

fn lines(
    book: &mut Xlsx<Cursor<&[u8]>>,
    name: &str,
    formulas: &HashSet<(u32, u32)>,
    count: &mut usize,
) -> Result<Vec<Line>, FileError> {
    let broken = |error: XlsxError| FileError::new(format!("The sheet “{name}” cannot be read: {error}."));
    let mut reader = book.worksheet_cells_reader(name).map_err(broken)?;
    let formats: Vec<String> = reader
        .styles()
        .iter()
        .map(|style| style.number_format.as_ref().map(|format| format.format_code.clone()).unwrap_or_default())
        .collect();
    let mut lines: BTreeMap<usize, Vec<Cell>> = BTreeMap::new();
    while let Some((cell, style)) = reader.next_cell_with_style_id().map_err(broken)? {
        let (row, column) = cell.get_position();
        let is_formula = formulas.contains(&(row, column));
        if column >= COLUMNS || matches!(cell.get_value(), DataRef::Empty) && !is_formula {
            continue;
        }
        *count += 1;
        if *count > limits::CELLS {
            return Err(FileError::new(format!("The workbook has more than {} cells.", limits::CELLS)));
        }
        let format = formats.get(style).map_or("", String::as_str);
        let read = if is_formula {
            broken_cell("holds a formula whose value is not stored: open and save the file in a spreadsheet")
        } else {
            of(cell.get_value(), format)
        };
        let number = row as usize + 1;
        let cells = lines.entry(number).or_default();
        while cells.len() <= column as usize {
            cells.push(Cell::text(""));
            *count += 1;
        }
        cells[column as usize] = read;
    }
    Ok(lines.into_iter().map(|(number, cells)| Line { number, cells }).collect())
}

fn broken_cell(what: &str) -> Cell {
    Cell { value: Value::Broken(what.to_owned()), ..Cell::text("") }
}

fn of(value: &DataRef<'_>, format: &str) -> Cell {
    match value {
        DataRef::Int(number) => shown(*number as f64, format),
        DataRef::Float(number) => shown(*number, format),
        DataRef::String(text) => Cell::text(text.as_str()),
        DataRef::SharedString(text) => Cell::text(*text),
        DataRef::Bool(truth) => Cell::text(if *truth { "TRUE" } else { "FALSE" }),
        DataRef::DateTime(date) => Cell { value: Value::Date, ..Cell::text(date_shown(*date, format)) },
        DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => {
            Cell { value: Value::Date, ..Cell::text(text.as_str()) }
        }
        DataRef::Error(error) => broken_cell(&format!("holds the error {error}")),
        DataRef::Empty => Cell::text(""),
    }
}

/// A number as it is shown: percents, fixed decimals, padded numbers and powers of ten; others plainly, marked as reshaped.
fn shown(number: f64, format: &str) -> Cell {
    let positive = format.split(';').next().unwrap_or_default();
    let positive = if positive.len() > LONGEST_FORMAT { "?" } else { positive };
    let decimals = positive.split_once('.').map_or(0, |(_, digits)| digits.chars().take_while(|c| *c == '0').count());
    let plain = if number.fract() == 0.0 && number.abs() < 1e15 { format!("{number:.0}") } else { format!("{number}") };
    let is_digits = |text: &str| !text.is_empty() && text.chars().all(|c| c == '0');
    let whole = positive.split('.').next().unwrap_or_default();
    let fraction = positive.split_once('.').map_or("", |(_, digits)| digits);
    let (text, reshaped) = if let Some(text) = scientific(number, positive) {
        (text, false)
    } else if let Some(body) = positive.strip_suffix('%') {
        let known = body.split('.').all(|part| is_digits(part.trim_start_matches('#')));
        (format!("{:.decimals$}%", number * 100.0), !known)
    } else if positive.is_empty() || positive.eq_ignore_ascii_case("general") || positive == "@" {
        (plain, false)
    } else if is_digits(whole) && (is_digits(fraction) || !positive.contains('.')) {
        let width = whole.len() + if decimals > 0 { decimals + 1 } else { 0 } + usize::from(number < 0.0);
        (format!("{number:0width$.decimals$}"), false)
    } else {
        (plain, true)
    };
    Cell { text, value: Value::Number(number), reshaped }
}

/// A number with a power of ten, in a format like `0.00E+00`.
fn scientific(number: f64, format: &str) -> Option<String> {
    let (mantissa, power) = format.split_once(['E', 'e'])?;
    let (whole, decimals) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let (sign, width) = power.split_at_checked(1)?;
    let zeros = |text: &str| text.chars().all(|c| c == '0');
    if whole != "0" || !zeros(decimals) || !matches!(sign, "+" | "-") || width.is_empty() || !zeros(width) {
        return None;
    }
    let written = format!("{number:.*e}", decimals.len());
    let (digits, power) = written.split_once('e')?;
    let power: i32 = power.parse().ok()?;
    let sign = if power < 0 { "-" } else { sign.trim_start_matches('-') };
    Some(format!("{digits}E{sign}{:0width$}", power.abs(), width = width.len()))
}

/// A date in its format, as far as that is plain; else as year, month and day.
fn date_shown(date: ExcelDateTime, format: &str) -> String {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let (year, month, day, hour, minute, second, _) = date.to_ymd_hms_milli();
    let format: String = format.split(';').next().unwrap_or_default().replace(['\\', '"'], "").to_lowercase();
    let body = match format.rfind(']') {
        Some(end) if format.starts_with('[') => &format[end + 1..],
        _ => &format,
    };
    let mut text = String::new();
    let mut rest = body;
    let mut timed = false;
    let padded_year = format!("{:02}", year % 100);
    while let Some(c) = rest.chars().next() {
        let run = rest.chars().take_while(|next| *next == c).count();
        let name = MONTHS.get(usize::from(month).saturating_sub(1)).copied().unwrap_or_default();
        let padded = |value: u8| if run > 1 { format!("{value:02}") } else { value.to_string() };
        match c {
            'y' if run > 2 => text.push_str(&year.to_string()),
            'y' => text.push_str(&padded_year),
            'm' if timed => text.push_str(&padded(minute)),
            'm' if run == 3 => text.push_str(name.get(..3).unwrap_or_default()),
            'm' if run > 3 => text.push_str(name),
            'm' => text.push_str(&padded(month)),
            'd' if run < 3 => text.push_str(&padded(day)),
            'h' => text.push_str(&padded(hour)),
            's' => text.push_str(&padded(second)),
            '-' | '/' | '.' | ' ' | ',' | ':' => text.push_str(&rest[..run]),
            _ => return format!("{year:04}-{month:02}-{day:02}"),
        }
        timed = c == 'h' || timed && c == ':';
        rest = &rest[run * c.len_utf8()..];
    }
    if text.is_empty() { format!("{year:04}-{month:02}-{day:02}") } else { text }
}
