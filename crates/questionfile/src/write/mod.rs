//! Writers. Each writes what its format holds, and says for each question what it does not: a question that would come back
//! as another one is left out and listed. Question by question the text formats are read back before they are handed out.

mod aiken;
mod gift;
mod html;
mod losses;
mod moodle_xml;
mod plain_text;
mod qti;
mod table;
mod tags;

pub use self::losses::{Loss, Written};

use crate::model::{FileError, Format, Question};

use self::losses::Piece;

/// What can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// Plain text.
    Text,
    /// GIFT.
    Gift,
    /// Aiken.
    Aiken,
    /// Moodle XML.
    MoodleXml,
    /// CSV.
    Csv,
    /// A workbook.
    Xlsx,
    /// A QTI 2.1 package.
    Qti21,
    /// A QTI 3.0 package.
    Qti30,
}

/// Writes questions as a file.
///
/// # Errors
/// [`FileError`] when the table or the archive cannot be written. What the format cannot express is a [`Loss`].
pub fn write(questions: &[Question], target: Target) -> Result<Written, FileError> {
    let checked = |written, format| tags::checked(questions, written, format);
    match target {
        Target::Text => Ok(checked(text_file(questions, "\n\n", plain_text::question), Format::Text)),
        Target::Gift => Ok(checked(gift::file(questions), Format::Gift)),
        Target::Aiken => Ok(text_file(questions, "\n\n", aiken::question)),
        Target::MoodleXml => Ok(checked(moodle_xml::file(questions), Format::MoodleXml)),
        Target::Csv => Ok(checked(table::csv(questions)?, Format::Csv)),
        Target::Xlsx => Ok(checked(table::xlsx(questions)?, Format::Xlsx)),
        Target::Qti21 => qti::package(questions, qti::Version::Two),
        Target::Qti30 => qti::package(questions, qti::Version::Three),
    }
}

fn text_file(questions: &[Question], between: &str, piece: impl Fn(usize, &Question) -> Piece) -> Written {
    let (mut texts, mut losses) = (Vec::new(), Vec::new());
    for (at, question) in questions.iter().enumerate() {
        match piece(texts.len() + 1, question) {
            Ok((text, lost)) => {
                losses.extend(lost.into_iter().map(|what| Loss::part(at, what)));
                texts.push(text);
            }
            Err(why) => losses.push(Loss::whole(at, why)),
        }
    }
    let mut text = texts.join(between);
    if !text.is_empty() {
        text.push('\n');
    }
    Written { bytes: text.into_bytes(), losses }
}
