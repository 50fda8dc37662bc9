//! Elements of Moodle XML: their texts, reduced from what they are marked up with, and the pictures in them.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::html;
use crate::model::{Picture, Question, Row};
use crate::normalise::first_words;
use crate::numbers;
use crate::xml::Element;

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
