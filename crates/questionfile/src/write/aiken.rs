//! Aiken: one right option, a question and options of one line each. All else is left out, since Moodle reads nothing else.

use std::fmt::Write as _;

use super::losses::{Piece, comes_back, lacks};
use crate::aiken::read;
use crate::label::{self, Scheme};
use crate::model::{Kind, Question};

/// One question.
pub fn question(_: usize, question: &Question) -> Piece {
    if question.kind != Kind::Single || question.right.len() != 1 {
        return Err("Aiken holds questions with one right option only.".to_owned());
    }
    if question.text.contains('\n') || question.options.iter().any(|option| option.contains('\n')) {
        return Err("Aiken holds questions and options of one line only.".to_owned());
    }
    let letter = |at: usize| label::shown(Scheme::Latin, at);
    let mut text = question.text.clone();
    for (at, option) in question.options.iter().enumerate() {
        let _ = write!(text, "\n{}) {option}", letter(at));
    }
    let _ = write!(text, "\nANSWER: {}", letter(question.right[0]));
    let without = Question { explanation: None, ..question.clone() };
    if !comes_back(&without, &read(&text)) {
        return Err("Aiken would not be read back as the same question.".to_owned());
    }
    Ok((text, lacks(question, &[])))
}
