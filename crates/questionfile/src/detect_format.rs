//! Format recognition. By the bytes of a container, else by what stands in the text; the file's name only decides where
//! the text may be two things.

use crate::archive::Archive;
use crate::decode;
use crate::docx;
use crate::model::{FileError, Format};
use crate::qti;
use crate::table;

/// Lines that are looked at.
const LINES: usize = 2_000;

/// The format of a file or of a pasted text.
///
/// # Errors
/// [`FileError`] for formats that are not read (PDF, Office before 2007), and for bytes that are no text.
pub fn detect(bytes: &[u8], name: Option<&str>) -> Result<Format, FileError> {
    let ending = name.and_then(|name| name.rsplit_once('.')).map(|(_, ending)| ending.to_ascii_lowercase());
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") {
        return of_archive(bytes);
    }
    if bytes.starts_with(&[0xd0, 0xcf, 0x11, 0xe0]) {
        return Err(FileError::new("This is a file of Office before 2007. Save it as .docx or .xlsx."));
    }
    if bytes.starts_with(b"%PDF") {
        return Err(FileError::new("PDF files are not taken. Copy the text out of it, or save it as .docx."));
    }
    let text = decode::decode(bytes)?.text;
    let head = text.trim_start();
    if head.starts_with("<?xml")
        || head.starts_with('<') && (ending.as_deref() == Some("xml") || xml_root(head).is_some())
    {
        return match xml_root(head) {
            Some(name) if qti::is_root(&name) => Ok(Format::Qti),
            Some(name) if matches!(name.as_str(), "quiz" | "questions" | "question") => Ok(Format::MoodleXml),
            _ => Err(FileError::new("This XML is neither a Moodle quiz nor QTI.")),
        };
    }
    Ok(match ending.as_deref() {
        Some("gift") => Format::Gift,
        Some("aiken") => Format::Aiken,
        Some("csv" | "tsv") => Format::Csv,
        _ => of_text(&text),
    })
}

fn of_archive(bytes: &[u8]) -> Result<Format, FileError> {
    let archive = Archive::open(bytes)?;
    if archive.has(docx::DOCUMENT) {
        return Ok(Format::Docx);
    }
    if archive.names().iter().any(|name| name.starts_with("xl/")) {
        return Ok(Format::Xlsx);
    }
    if archive.names().iter().any(|name| name.to_lowercase().ends_with(".xml")) {
        return Ok(Format::Qti);
    }
    Err(FileError::new("The archive is no Word document, no workbook and no QTI package."))
}

/// The local name of the first element, in small letters.
fn xml_root(text: &str) -> Option<String> {
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix("!--") {
            rest = after.split_once("-->")?.1;
        } else if rest.starts_with(|c: char| c.is_alphabetic()) {
            let name: String =
                rest.chars().take(60).take_while(|c| c.is_alphanumeric() || matches!(c, ':' | '-' | '_')).collect();
            let local = name.rsplit(':').next().unwrap_or_default().to_lowercase();
            let known = qti::is_root(&local) || matches!(local.as_str(), "quiz" | "questions" | "question");
            return (known || text.starts_with("<?xml")).then_some(local);
        }
    }
    None
}

fn of_text(text: &str) -> Format {
    if is_gift(text) {
        Format::Gift
    } else if is_aiken(text) {
        Format::Aiken
    } else if table::is_table(text) {
        Format::Csv
    } else {
        Format::Text
    }
}

/// Braces that hold answers, a category or a title.
fn is_gift(text: &str) -> bool {
    let mut lines = text.lines().take(LINES).map(str::trim_start);
    let told = lines.any(|line| line.starts_with("$CATEGORY:") || line.starts_with("::") && line[2..].contains("::"));
    let answers = text.match_indices('{').take(200).any(|(at, _)| {
        let inside = text[at + 1..].trim_start();
        let truth =
            ["T}", "F}", "TRUE}", "FALSE}", "true}", "false}", "T#", "F#"].iter().any(|word| inside.starts_with(word));
        let number = inside.strip_prefix('#').is_some_and(|rest| {
            rest.trim_start().starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '=' | '.'))
        });
        inside.starts_with(['=', '~']) && inside.contains('}') || truth || number
    });
    told || answers
}

/// `ANSWER: B` in capitals below options: what others write as `Answer:` is read as plain text as well.
fn is_aiken(text: &str) -> bool {
    let is_key = |line: &str| {
        line.trim_end()
            .strip_prefix("ANSWER: ")
            .is_some_and(|key| key.len() == 1 && key.chars().all(|c| c.is_ascii_uppercase()))
    };
    let lettered = |line: &str| {
        let mut chars = line.chars();
        chars.next().is_some_and(|c| c.is_ascii_uppercase())
            && matches!(chars.next(), Some(')' | '.'))
            && chars.next() == Some(' ')
    };
    let mut numbered = false;
    let mut keys = 0;
    let mut options = 0;
    for line in text.lines().take(LINES) {
        keys += usize::from(is_key(line));
        options += usize::from(lettered(line));
        let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
        numbered |= rest.len() < line.len() && rest.starts_with(['.', ')']);
    }
    keys > 0 && options >= 2 * keys && !numbered
}
