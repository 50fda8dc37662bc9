//! Word. A document becomes lines of plain text with the numbers that Word would print, and goes through the reader of plain
//! text; tables with headings go through the reader of tables. What is bold, underlined or highlighted marks the right
//! option where nothing else does: that is said at each question, since it is the file's habit and not a rule.

mod numbering;
mod paragraphs;
mod symbol_fonts;

use self::numbering::Numbering;
use self::paragraphs::{Paragraph, Part};
use crate::archive::Archive;
use crate::decode;
use crate::model::{FileError, Picture, Row};
use crate::plain_text;
use crate::table;
use crate::xml::{self, Element};

/// The main part of a document.
pub const DOCUMENT: &str = "word/document.xml";

/// Reads a document.
///
/// # Errors
/// [`FileError`] when the archive or its XML is broken, or it is no Word document.
pub fn read(bytes: &[u8]) -> Result<Vec<Row>, FileError> {
    let mut archive = Archive::open(bytes)?;
    let document = part(&mut archive, DOCUMENT)?.ok_or_else(|| FileError::new("The file is no Word document."))?;
    let numbering = match part(&mut archive, "word/numbering.xml")? {
        Some(tree) => Numbering::of(&tree),
        None => Numbering::default(),
    };
    let styles = part(&mut archive, "word/styles.xml")?;
    let links = part(&mut archive, "word/_rels/document.xml.rels")?.map(|tree| targets(&tree)).unwrap_or_default();
    let parts = paragraphs::parts(&document, numbering, styles.as_ref());
    let mut rows = Vec::new();
    let mut text: Vec<Paragraph> = Vec::new();
    for part in parts {
        match part {
            Part::Paragraph(paragraph) => text.push(paragraph),
            Part::Table(lines) => match table::read_lines(&lines) {
                Some(found) => {
                    rows.extend(from_text(&mut archive, &links, &std::mem::take(&mut text))?);
                    rows.extend(found);
                }
                // A table without headings is layout: its cells are read one after the other.
                None => text.extend(
                    lines
                        .into_iter()
                        .flat_map(|line| line.cells)
                        .map(|cell| Paragraph { text: cell.text, ..Paragraph::default() }),
                ),
            },
        }
    }
    rows.extend(from_text(&mut archive, &links, &text)?);
    Ok(rows)
}

fn part(archive: &mut Archive<'_>, name: &str) -> Result<Option<Element>, FileError> {
    let Some(bytes) = archive.read(name)? else { return Ok(None) };
    xml::parse(&decode::decode(&bytes)?.text).map(Some)
}

/// Ids of relations and what they lead to.
fn targets(tree: &Element) -> Vec<(String, String)> {
    let all = tree.deep("Relationship");
    all.iter()
        .filter_map(|found| Some((found.attribute("Id")?.to_owned(), found.attribute("Target")?.to_owned())))
        .collect()
}

fn from_text(
    archive: &mut Archive<'_>,
    links: &[(String, String)],
    paragraphs: &[Paragraph],
) -> Result<Vec<Row>, FileError> {
    if paragraphs.is_empty() {
        return Ok(Vec::new());
    }
    let mut text = String::new();
    let mut lines: Vec<(usize, usize)> = Vec::new();
    let mut line = 1;
    for (at, paragraph) in paragraphs.iter().enumerate() {
        lines.push((line, at));
        text.push_str(&paragraph.text);
        text.push('\n');
        line += paragraph.text.matches('\n').count() + 1;
    }
    let marked: Vec<usize> = lines.iter().filter(|(_, at)| paragraphs[*at].marked).map(|(line, _)| *line).collect();
    let mut rows = plain_text::read_marked(&text, &marked);
    // Each picture belongs to the last question that begins at or before its line.
    let starts: Vec<usize> = rows.iter().map(|row| row.line.unwrap_or(0)).collect();
    for (line, at) in &lines {
        for relation in &paragraphs[*at].pictures {
            let Some(place) = starts.iter().rposition(|start| start <= line) else { continue };
            let row = &mut rows[place];
            let target =
                links.iter().find(|(id, _)| id == relation).map(|(_, target)| target.as_str()).unwrap_or_default();
            let path = if target.starts_with('/') {
                target.trim_start_matches('/').to_owned()
            } else {
                format!("word/{target}")
            };
            let name = target.rsplit('/').next().unwrap_or_default().to_owned();
            match archive.read(&path)? {
                Some(bytes) => {
                    if let Some(question) = row.question.as_mut() {
                        question.pictures.push(Picture { name, option: None, bytes });
                    }
                }
                None => row.repair("A picture is missing in the file."),
            }
        }
        if paragraphs[*at].lost_formula
            && let Some(place) = starts.iter().rposition(|start| start <= line)
        {
            rows[place].repair("A formula was read as a line of text: check it.");
        }
        if let Some(font) = &paragraphs[*at].lost_symbol
            && let Some(place) = starts.iter().rposition(|start| start <= line)
        {
            rows[place].repair(format!("A symbol of the font {font} was left out."));
        }
    }
    Ok(rows)
}
