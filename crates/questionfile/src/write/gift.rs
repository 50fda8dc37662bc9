//! GIFT as Moodle and gift-pegjs both read it: one blank line between questions and none inside, every sign escaped, HTML
//! named as such, percents with five decimals. A share that only all right options earn is said in a comment.

use std::fmt::Write as _;

use super::html;
use super::losses::{Loss, Written, comes_back, is_truth, lacks, percents};
use crate::gift::{ALL_OR_NOTHING, read};
use crate::model::{Kind, Question};

/// A file.
pub fn file(questions: &[Question]) -> Written {
    let (mut text, mut losses) = (String::new(), Vec::new());
    let mut category: Option<&str> = None;
    for (at, question) in questions.iter().enumerate() {
        match piece(question) {
            Ok(piece) => {
                if question.category.as_deref() != category {
                    category = question.category.as_deref();
                    let _ = write!(text, "$CATEGORY: {}\n\n", path(category));
                }
                text.push_str(&piece);
                text.push_str("\n\n");
                losses.extend(
                    lacks(question, &["explanation", "feedback", "category", "tags", "title", "id", "weights"])
                        .into_iter()
                        .map(|what| Loss::part(at, what)),
                );
            }
            Err(why) => losses.push(Loss::whole(at, why)),
        }
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    Written { bytes: text.into_bytes(), losses }
}

/// `Physics/Light//Sound`.
pub fn path(category: Option<&str>) -> String {
    let parts = category.into_iter().flat_map(|category| category.split(" > "));
    let path = parts.map(|part| part.trim().replace('/', "//").replace('\n', " ")).collect::<Vec<_>>().join("/");
    if path.is_empty() { "top".to_owned() } else { path }
}

fn escaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | ':' | '#' | '=' | '~' | '{' | '}' => {
                plain.push('\\');
                plain.push(c);
            }
            '\n' => plain.push_str("\\n"),
            c => plain.push(c),
        }
    }
    plain
}

/// An option: what would be read as a percent or a format tag gets the format before it.
fn option(text: &str) -> String {
    let tag = if text.starts_with(['%', '[']) { "[html]" } else { "" };
    format!("{tag}{}", escaped(&html::of(text)))
}

fn feedback(question: &Question, at: usize) -> String {
    question
        .feedback
        .get(at)
        .filter(|text| !text.is_empty())
        .map(|text| format!("#{}", escaped(&html::of(text))))
        .unwrap_or_default()
}

fn piece(question: &Question) -> Result<String, String> {
    let mut text = String::new();
    let mut about: Vec<String> = question.id.iter().map(|id| format!("[id:{id}]")).collect();
    about.extend(question.tags.iter().map(|tag| format!("[tag:{}]", tag.replace(']', "\\]"))));
    if question.kind == Kind::Several && question.weights.is_none() {
        about.push(ALL_OR_NOTHING.to_owned());
    }
    if !about.is_empty() {
        let _ = writeln!(text, "// {}", about.join(" ").replace('\n', " "));
    }
    if let Some(title) = &question.title {
        let _ = write!(text, "::{}::", escaped(&title.replace('\n', " ")));
    }
    let _ = write!(text, "[html]{} {{", escaped(&html::of(&question.text)));
    match question.kind {
        Kind::Text => {
            for accepted in &question.accepted {
                if accepted.contains("->") {
                    return Err("GIFT takes “->” for a matching question.".to_owned());
                }
                let _ = write!(text, "=%100%{} ", escaped(&accepted.replace('*', "\u{0}")).replace('\u{0}', "\\*"));
            }
        }
        Kind::Number => {
            let tolerance = question.tolerance.as_ref().map(|tolerance| format!(":{tolerance}")).unwrap_or_default();
            let _ = write!(text, "#{}{tolerance}", question.value.as_deref().unwrap_or_default());
        }
        _ if is_truth(question) => {
            let right = question.right[0];
            text.push_str(if right == 0 { "T" } else { "F" });
            let (wrong, good) = (feedback(question, 1 - right), feedback(question, right));
            if !wrong.is_empty() || !good.is_empty() {
                let _ = write!(text, "{}{good}", if wrong.is_empty() { "#" } else { &wrong });
            }
        }
        Kind::Single if question.weights.is_none() => {
            for (at, words) in question.options.iter().enumerate() {
                let sign = if question.right.contains(&at) { '=' } else { '~' };
                let _ = write!(text, "{sign}{}{} ", option(words), feedback(question, at));
            }
        }
        Kind::Single | Kind::Several => {
            let percents = percents(question)?;
            for (at, words) in question.options.iter().enumerate() {
                let full = question.kind == Kind::Single && question.right.contains(&at);
                let share = if full { "=".to_owned() } else { format!("~%{}%", crate::numbers::shown(percents[at])) };
                let _ = write!(text, "{share}{}{} ", option(words), feedback(question, at));
            }
        }
    }
    text.truncate(text.trim_end_matches(' ').len());
    if let Some(explanation) = &question.explanation {
        let _ = write!(text, "####{}", escaped(&html::of(explanation)));
    }
    text.push('}');
    if !comes_back(question, &read(&text)) {
        return Err("GIFT would not be read back as the same question.".to_owned());
    }
    Ok(text)
}
