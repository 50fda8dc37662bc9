//! Moodle XML. One `question` after the other under `quiz`; a category holds for all that follow. What cannot be taken is
//! listed by its type and name. `answers` reads keys and weights, this file texts, pictures and the rest.

mod answers;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::gift;
use crate::html;
use crate::model::{FileError, Marks, Picture, Question, Row};
use crate::normalise::{first_words, is_visible};
use crate::numbers;
use crate::xml::{self, Element};

/// Types with a key that are read.
const TYPES: [&str; 5] = ["multichoice", "multichoiceset", "truefalse", "shortanswer", "numerical"];

/// Reads a document.
pub fn read(text: &str) -> Result<Vec<Row>, FileError> {
    let tree = xml::parse(text)?;
    let root = tree.child("quiz").or_else(|| tree.child("questions")).unwrap_or(&tree);
    let mut rows = Vec::new();
    let mut category = None;
    for element in root.all("question") {
        let kind = element.attribute("type").unwrap_or("multichoice").trim().to_lowercase();
        if kind == "category" {
            let path = element.child("category").map(|found| content(found).0);
            category = path.map(|path| gift::category_path(&path)).filter(|path| !path.is_empty());
            continue;
        }
        rows.push(question(element, &kind, category.clone()));
    }
    if rows.is_empty() {
        return Err(FileError::new("The XML holds no <question> of a Moodle quiz."));
    }
    Ok(rows)
}

fn question(element: &Element, kind: &str, category: Option<String>) -> Row {
    let mut row = Row::at(element.line);
    let mut question = Question { category, ..Question::default() };
    question.title = element.child("name").map(|found| content(found).0).filter(|name| is_visible(name));
    let name = question.title.clone().unwrap_or_default();
    question.text =
        element.child("questiontext").map(|found| text(&mut row, &mut question, found, None)).unwrap_or_default();
    let shown = if name.is_empty() { first_words(&question.text) } else { first_words(&name) };
    if matches!(kind, "description" | "essay") {
        row.skip(format!("“{shown}” is of type {kind}, which has no key."));
        return row;
    }
    if !TYPES.contains(&kind) {
        row.refuse(format!("“{shown}” is of type {kind}, which is not taken."));
        return row.with(question);
    }
    let explanation = element.child("generalfeedback").map(|found| text(&mut row, &mut question, found, None));
    question.explanation = explanation.filter(|text| is_visible(text));
    question.id = value(element, "idnumber").filter(|id| !id.is_empty());
    question.draft = value(element, "hidden").is_some_and(|hidden| hidden == "1");
    question.tags = element
        .child("tags")
        .into_iter()
        .flat_map(|tags| tags.all("tag"))
        .map(|tag| content(tag).0)
        .filter(|tag| is_visible(tag))
        .collect();
    question.shuffle = Some(flag(element, "shuffleanswers").unwrap_or(false));
    question.marks = marks(element);
    answers::read(&mut row, &mut question, element, kind);
    if !name.is_empty() && row.state == crate::model::State::Refused {
        let first = format!("“{}”: {}", first_words(&name), row.notes[0]);
        row.notes[0] = first;
    }
    row.with(question)
}

fn marks(element: &Element) -> Option<Marks> {
    let right = numbers::decimal(&value(element, "defaultgrade")?)?;
    let right = numbers::plain(&right.text);
    (right != "1").then(|| Marks { right, ..Marks::default() })
}

/// A child's text, without blanks around it.
pub(super) fn value(element: &Element, name: &str) -> Option<String> {
    element.child(name).map(|found| content(found).0.trim().to_owned())
}

/// `true`, `1`, `false`, `0` in any case.
pub(super) fn flag(element: &Element, name: &str) -> Option<bool> {
    match value(element, name)?.to_lowercase().as_str() {
        "true" | "1" => Some(true),
        "false" | "0" => Some(false),
        _ => None,
    }
}

/// The text of an element or of the `text` in it, and whether it held elements where only text belongs.
pub(super) fn content(element: &Element) -> (String, bool) {
    let inner = element.child("text").unwrap_or(element);
    let held = inner.elements().any(|child| child.name != "file");
    (if held { inner.inner_html() } else { inner.text() }, held)
}

/// A text of a question, reduced from what it is marked up with; its pictures go to the question.
pub(super) fn text(row: &mut Row, question: &mut Question, element: &Element, option: Option<usize>) -> String {
    let (raw, held) = content(element);
    if held {
        row.repair("Tags that were not escaped were read as HTML.");
    }
    let format = element.attribute("format").unwrap_or("html").to_lowercase();
    let is_html = held || matches!(format.as_str(), "html" | "moodle_auto_format" | "moodle" | "1" | "0");
    if !is_html {
        return raw.trim().to_owned();
    }
    let reduced = html::reduce(&raw, format == "moodle_auto_format");
    if let Some(lost) = reduced.lost() {
        row.repair(lost);
    }
    for source in &reduced.pictures {
        picture(row, question, element, source, option);
    }
    reduced.text
}

fn picture(row: &mut Row, question: &mut Question, element: &Element, source: &str, option: Option<usize>) {
    let Some(path) = source.strip_prefix("@@PLUGINFILE@@/") else {
        if let Some((head, data)) = source.split_once(";base64,")
            && head.starts_with("data:image/")
            && let Ok(bytes) = STANDARD.decode(data.trim())
        {
            let name = format!("picture.{}", head.trim_start_matches("data:image/"));
            question.pictures.push(Picture { name, option, bytes });
        } else {
            row.repair(format!("A picture on another server was left out: {}.", first_words(source)));
        }
        return;
    };
    let name = numbers::percent_decoded(path);
    let name = name.rsplit('/').next().unwrap_or(&name).to_owned();
    let named = |file: &&Element| file.attribute("name").is_some_and(|found| found == name);
    let file = element.all("file").find(named);
    let bytes = file.and_then(|file| STANDARD.decode(file.text().split_whitespace().collect::<String>()).ok());
    match bytes {
        Some(bytes) => question.pictures.push(Picture { name, option, bytes }),
        None => row.repair(format!("The picture “{name}” is missing in the file.")),
    }
}
