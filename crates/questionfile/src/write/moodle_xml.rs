//! Moodle XML: texts in CDATA, truths in lower case and always there, percents with five decimals, the category first, and
//! names with a number before them, since Moodle exports in the order of names.

use std::fmt::Write as _;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::gift::path;
use super::html;
use super::losses::{Loss, Written, is_truth, lacks, percents};
use crate::model::{Kind, Question};
use crate::normalise::first_words;

const HOLDS: [&str; 11] =
    ["pictures", "marks", "shuffle", "explanation", "feedback", "category", "tags", "title", "id", "weights", "draft"];

/// A file.
pub fn file(questions: &[Question]) -> Written {
    let mut xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<quiz>\n".to_owned();
    let mut losses = Vec::new();
    let mut category: Option<&str> = None;
    for (at, question) in questions.iter().enumerate() {
        match piece(at + 1, question) {
            Ok(piece) => {
                if question.category.as_deref() != category {
                    category = question.category.as_deref();
                    let path =
                        format!("$course$/{}", path(category).replacen("top", "", usize::from(category.is_none())));
                    let _ = writeln!(
                        xml,
                        "<question type=\"category\"><category><text>{}</text></category></question>",
                        cdata(&path.replace("$course$/", "$course$/top/"))
                    );
                }
                xml.push_str(&piece);
                losses.extend(lacks(question, &HOLDS).into_iter().map(|what| Loss::part(at, what)));
            }
            Err(why) => losses.push(Loss::whole(at, why)),
        }
    }
    xml.push_str("</quiz>\n");
    Written { bytes: xml.into_bytes(), losses }
}

fn cdata(text: &str) -> String {
    format!("<![CDATA[{}]]>", text.replace("]]>", "]]]]><![CDATA[>"))
}

/// What a text belongs to, for its pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Holder {
    /// The question's text.
    Stem,
    /// An option.
    Option(usize),
    /// A text without pictures.
    Other,
}

impl Holder {
    fn of(option: Option<usize>) -> Self {
        option.map_or(Self::Stem, Self::Option)
    }
}

/// An element with HTML and the pictures that belong to it.
fn texts(question: &Question, element: &str, attributes: &str, text: &str, holder: Holder) -> String {
    let (mut body, mut files) = (html::of(text), String::new());
    for picture in question.pictures.iter().filter(|picture| holder == Holder::of(picture.option)) {
        let name = picture.name.rsplit('/').next().unwrap_or_default();
        let encoded = name
            .bytes()
            .map(|byte| {
                if byte.is_ascii_alphanumeric() || b"._-".contains(&byte) {
                    char::from(byte).to_string()
                } else {
                    format!("%{byte:02X}")
                }
            })
            .collect::<Vec<_>>()
            .concat();
        let _ = write!(body, "<img src=\"@@PLUGINFILE@@/{encoded}\">");
        let _ = write!(
            files,
            "<file name=\"{}\" path=\"/\" encoding=\"base64\">{}</file>",
            html::attribute(name),
            STANDARD.encode(&picture.bytes)
        );
    }
    format!("<{element}{attributes} format=\"html\"><text>{}</text>{files}", cdata(&body))
}

fn piece(number: usize, question: &Question) -> Result<String, String> {
    let truth = is_truth(question);
    let kind = match question.kind {
        _ if truth => "truefalse",
        Kind::Single | Kind::Several => "multichoice",
        Kind::Text => "shortanswer",
        Kind::Number => "numerical",
    };
    let name = question.title.clone().unwrap_or_else(|| first_words(&question.text));
    let mut xml =
        format!("<question type=\"{kind}\">\n<name><text>{}</text></name>\n", cdata(&format!("{number:04} {name}")));
    let _ = writeln!(xml, "{}</questiontext>", texts(question, "questiontext", "", &question.text, Holder::Stem));
    let explanation = question.explanation.as_deref().unwrap_or_default();
    let _ = writeln!(xml, "{}</generalfeedback>", texts(question, "generalfeedback", "", explanation, Holder::Other));
    let marks = question.marks.as_ref().map_or("1", |marks| &marks.right);
    let _ = writeln!(
        xml,
        "<defaultgrade>{marks}</defaultgrade>\n<penalty>0</penalty>\n<hidden>{}</hidden>",
        u8::from(question.draft)
    );
    if let Some(id) = &question.id {
        let _ = writeln!(xml, "<idnumber>{}</idnumber>", cdata(id));
    }
    if kind == "multichoice" {
        let _ = writeln!(xml, "<single>{}</single>", question.kind == Kind::Single);
        let _ = writeln!(
            xml,
            "<shuffleanswers>{}</shuffleanswers>\n<answernumbering>abc</answernumbering>",
            question.shuffle == Some(true)
        );
        if question.kind == Kind::Several && question.weights.is_none() {
            // Moodle ignores what it does not know; its own types give a share for each right option.
            xml.push_str("<allornothing>1</allornothing>\n");
        }
    }
    answers(&mut xml, question, truth)?;
    if !question.tags.is_empty() {
        let tags = question.tags.iter().map(|tag| format!("<tag><text>{}</text></tag>", cdata(tag)));
        let tags = tags.collect::<Vec<_>>().concat();
        let _ = writeln!(xml, "<tags>{tags}</tags>");
    }
    xml.push_str("</question>\n");
    Ok(xml)
}

fn answers(xml: &mut String, question: &Question, truth: bool) -> Result<(), String> {
    let feedback = |at: usize| {
        let text = question.feedback.get(at).map(String::as_str).unwrap_or_default();
        format!("{}</feedback>", texts(question, "feedback", "", text, Holder::Other))
    };
    match question.kind {
        _ if truth => {
            for (at, word) in ["true", "false"].iter().enumerate() {
                let share = if question.right == [at] { 100 } else { 0 };
                let _ = writeln!(
                    xml,
                    "<answer fraction=\"{share}\" format=\"moodle_auto_format\"><text>{word}</text>{}</answer>",
                    feedback(at)
                );
            }
        }
        Kind::Single | Kind::Several => {
            for (at, percent) in percents(question)?.iter().enumerate() {
                let share = format!(" fraction=\"{}\"", crate::numbers::shown(*percent));
                let _ = writeln!(
                    xml,
                    "{}{}</answer>",
                    texts(question, "answer", &share, &question.options[at], Holder::Option(at)),
                    feedback(at)
                );
            }
        }
        Kind::Text => {
            for accepted in &question.accepted {
                let text = cdata(&accepted.replace('*', "\\*"));
                let _ = writeln!(xml, "<answer fraction=\"100\" format=\"plain_text\"><text>{text}</text></answer>");
            }
            xml.push_str("<usecase>0</usecase>\n");
        }
        Kind::Number => {
            let value = question.value.as_deref().unwrap_or_default();
            let tolerance = question.tolerance.as_deref().unwrap_or("0");
            let _ = writeln!(
                xml,
                "<answer fraction=\"100\" format=\"plain_text\"><text>{value}</text><tolerance>{tolerance}</tolerance></answer>"
            );
        }
    }
    Ok(())
}
