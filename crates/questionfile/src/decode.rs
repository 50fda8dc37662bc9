//! Text encoding. UTF-8 with or without byte order mark, UTF-16 with one, what an XML declaration names, else
//! Windows-1252 with a note on every question it may have changed. U+FFFD is never put in: bytes that fit nothing are
//! refused with their line.

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE, WINDOWS_1252};

use crate::model::FileError;

/// A text and what has to be said of it.
#[derive(Debug)]
pub struct Decoded {
    /// With line feeds alone.
    pub text: String,
    /// Where the encoding is a guess.
    pub note: Option<String>,
}

/// Bytes to text.
///
/// # Errors
/// [`FileError`] when the bytes are not valid in the encoding they claim, or hold zero bytes.
pub fn decode(bytes: &[u8]) -> Result<Decoded, FileError> {
    let (text, note) = match bytes {
        [0xef, 0xbb, 0xbf, rest @ ..] => (utf8_or(rest, None)?, None),
        [0xff, 0xfe, rest @ ..] => (strict(UTF_16LE, rest)?, None),
        [0xfe, 0xff, rest @ ..] => (strict(UTF_16BE, rest)?, None),
        _ if bytes.contains(&0) => {
            return Err(FileError::new("This is not a text: it holds zero bytes. Save it as UTF-8 text."));
        }
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => (text.to_owned(), None),
            Err(_) => match declared(bytes) {
                Some(encoding) => (strict(encoding, bytes)?, None),
                None => (utf8_or(bytes, Some(WINDOWS_1252))?, Some(offered())),
            },
        },
    };
    Ok(Decoded { text: lines_of(&text), note })
}

fn offered() -> String {
    "The file is not UTF-8; it was read as Windows-1252. Check the letters with accents.".to_owned()
}

fn utf8_or(bytes: &[u8], other: Option<&'static Encoding>) -> Result<String, FileError> {
    let wrong = match std::str::from_utf8(bytes) {
        Ok(text) => return Ok(text.to_owned()),
        Err(error) => error.valid_up_to(),
    };
    // Windows-1252 leaves five bytes without a character.
    let undefined = |byte: &u8| matches!(byte, 0x81 | 0x8d | 0x8f | 0x90 | 0x9d);
    match other {
        Some(encoding) if !bytes.iter().any(undefined) => strict(encoding, bytes),
        _ => {
            let line = bytes.iter().take(wrong).filter(|byte| **byte == b'\n').count() + 1;
            Err(FileError::new(format!("Line {line} holds bytes that are not UTF-8. Save the file as UTF-8.")))
        }
    }
}

fn strict(encoding: &'static Encoding, bytes: &[u8]) -> Result<String, FileError> {
    let text = encoding.decode_without_bom_handling_and_without_replacement(bytes);
    text.map(std::borrow::Cow::into_owned)
        .ok_or_else(|| FileError::new(format!("The file is not valid {}. Save it as UTF-8.", encoding.name())))
}

/// The encoding an XML declaration names.
fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = bytes.get(..bytes.len().min(200))?;
    let head = head.strip_prefix(b"<?xml")?;
    let text = String::from_utf8_lossy(head.split(|byte| *byte == b'>').next()?).into_owned();
    let (_, name) = text.split_once("encoding")?;
    let name = name.trim_start().strip_prefix('=')?.trim_start();
    let quote = name.chars().next()?;
    Encoding::for_label(name.get(1..)?.split(quote).next()?.as_bytes()).filter(|found| found.name() != "UTF-8")
}

/// CRLF and CR become LF; control characters that no text has go.
fn lines_of(text: &str) -> String {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n");
    let kept = |c: &char| !c.is_control() || matches!(c, '\n' | '\t');
    text.chars()
        .map(|c| if matches!(c, '\r' | '\u{2028}' | '\u{2029}' | '\u{b}' | '\u{c}' | '\u{85}') { '\n' } else { c })
        .filter(kept)
        .collect()
}
