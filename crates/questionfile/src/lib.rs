//! Question files. Reads questions out of what people keep them in (plain text, GIFT, Aiken, Moodle XML, spreadsheets,
//! Word, QTI) and writes them into such files again. It knows no product and stores nothing.
//!
//! One bad question never costs another: each question is a [`Row`] that says whether it is ready, what was repaired, or
//! why it is refused. It refuses whole files only where nothing in them can be read within the limits of [`limits`].
//! It never guesses which option is right.

mod aiken;
mod archive;
mod check_question;
mod decode;
mod detect_format;
mod docx;
mod gift;
mod html;
mod key;
mod label;
pub mod limits;
mod model;
mod moodle_xml;
mod normalise;
mod numbers;
mod plain_text;
mod qti;
mod table;
mod write;
mod xml;

pub use check_question::worth;
pub use detect_format::detect;
pub use model::{Counts, FileError, Format, Import, Kind, Marks, Picture, Question, Row, State};
pub use write::{Loss, Target, Written, write};

/// Reads a file or a pasted text. `name` is the file's name, if it has one; `format` overrides what is recognised.
///
/// # Errors
/// [`FileError`] when nothing of the file can be read: too large, broken, of no known format, or without questions. A
/// single bad question is a refused [`Row`].
pub fn read(bytes: &[u8], name: Option<&str>, format: Option<Format>) -> Result<Import, FileError> {
    if bytes.len() > limits::FILE_BYTES {
        return Err(FileError::new(format!(
            "The file is larger than {} MB. Split it into several files.",
            limits::FILE_BYTES >> 20
        )));
    }
    let format = match format {
        Some(format) => format,
        None => detect(bytes, name)?,
    };
    let rows = match format {
        Format::Xlsx => table::read_xlsx(bytes)?,
        Format::Docx => docx::read(bytes)?,
        Format::Qti => qti::read(bytes)?,
        _ => return read_text(bytes, format),
    };
    finish(format, rows, None)
}

fn read_text(bytes: &[u8], format: Format) -> Result<Import, FileError> {
    let decoded = decode::decode(bytes)?;
    let rows = match format {
        Format::Gift => gift::read(&decoded.text),
        Format::Aiken => aiken::read(&decoded.text),
        Format::MoodleXml => moodle_xml::read(&decoded.text)?,
        Format::Csv => table::read_csv(&decoded.text)?,
        _ => plain_text::read(&decoded.text),
    };
    finish(format, rows, decoded.note.as_deref())
}

fn finish(format: Format, mut rows: Vec<Row>, note: Option<&str>) -> Result<Import, FileError> {
    if rows.len() > limits::ROWS {
        return Err(FileError::new(format!(
            "The file has more than {} questions. Split it into several files.",
            limits::ROWS
        )));
    }
    for row in &mut rows {
        check_question::check(row);
        if let Some(note) = note {
            row.question_from_other_encoding(note);
        }
    }
    let counts = Counts::of(&rows);
    Ok(Import { format, rows, counts })
}
