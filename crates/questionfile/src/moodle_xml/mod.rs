//! Moodle XML. One `question` after the other under `quiz`; a category holds for all that follow. What cannot be taken is
//! listed by its type and name. `answers` reads keys and weights, `elements` texts and pictures, this file the rest.

mod answers;
mod elements;

use crate::gift;
use crate::model::{FileError, Marks, Question, Row};
use crate::normalise::{first_words, is_visible};
use crate::numbers;
use crate::xml::{self, Element};

use self::elements::{content, flag, text, value};

/// Types with a key that are read.
const TYPES: [&str; 5] = ["multichoice", "multichoiceset", "truefalse", "shortanswer", "numerical"];

/// Reads a document.
///
/// # Errors
/// [`FileError`] when the XML is broken or has no question.
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
