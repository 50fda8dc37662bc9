//! Plain text: number, letters, answer line. A question that the reader would take for another one is left out.

use std::fmt::Write as _;

use super::losses::{Piece, comes_back, lacks};
use crate::label::{self, Scheme};
use crate::model::{Kind, Question};
use crate::plain_text::read;

/// One question.
pub fn question(number: usize, question: &Question) -> Piece {
    let mut text = format!("{number}. {}", question.text);
    let letter = |at: &usize| label::shown(Scheme::Latin, *at);
    match question.kind {
        Kind::Single | Kind::Several => {
            for (at, option) in question.options.iter().enumerate() {
                let _ = write!(text, "\n{}) {option}", letter(&at));
            }
            let letters: Vec<String> = question.right.iter().map(letter).collect();
            let _ = write!(text, "\nAnswer: {}", letters.join(", "));
        }
        Kind::Text => {
            let _ = write!(text, "\nShort answer: {}", question.accepted.join(" / "));
        }
        Kind::Number => {
            let tolerance = question.tolerance.as_ref().map(|tolerance| format!(" ± {tolerance}")).unwrap_or_default();
            let unit = question.unit.as_ref().map(|unit| format!(" {unit}")).unwrap_or_default();
            let _ = write!(text, "\nNumber: {}{tolerance}{unit}", question.value.as_deref().unwrap_or_default());
        }
    }
    if let Some(explanation) = &question.explanation {
        let _ = write!(text, "\nExplanation: {explanation}");
    }
    let marks = question.marks.as_ref().map(|marks| marks.right.clone());
    let tags = Some(question.tags.join(", ")).filter(|tags| !tags.is_empty());
    for (word, value) in
        [("Difficulty", &question.difficulty), ("Category", &question.category), ("Tags", &tags), ("Marks", &marks)]
    {
        if let Some(value) = value {
            let _ = write!(text, "\n{word}: {value}");
        }
    }
    if !comes_back(question, &read(&text)) {
        return Err("Plain text would not be read back as the same question.".to_owned());
    }
    Ok((text, lacks(question, &["explanation", "difficulty", "category", "tags", "marks", "unit"])))
}
