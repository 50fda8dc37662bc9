//! Losses: what a written file does not hold of its questions, and what the formats ask to find that out.

use serde::Serialize;

use crate::model::{Kind, Question, Row};
use crate::normalise::is_visible;

/// A file and what it does not hold.
#[derive(Debug, Clone, PartialEq)]
pub struct Written {
    /// The file.
    pub bytes: Vec<u8>,
    /// In the order of the questions.
    pub losses: Vec<Loss>,
}

/// What the file does not hold of a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Loss {
    /// The question, from 0.
    pub question: usize,
    /// The question is not in the file at all.
    pub left_out: bool,
    /// What is missing, or why.
    pub what: String,
}

impl Loss {
    pub(super) fn part(question: usize, what: impl Into<String>) -> Self {
        Self { question, left_out: false, what: what.into() }
    }

    pub(super) fn whole(question: usize, why: impl Into<String>) -> Self {
        Self { question, left_out: true, what: why.into() }
    }
}

/// A question of a text format: its text and what that lacks, or why it cannot be written.
pub(super) type Piece = Result<(String, Vec<String>), String>;

/// Whether what was read back is the question that was written, but for what the format lacks.
pub(super) fn comes_back(question: &Question, rows: &[Row]) -> bool {
    let [row] = rows else { return false };
    let Some(read) = &row.question else { return false };
    // The row was not judged yet: whether two options look alike is not the format's business.
    let taken = !matches!(row.state, crate::model::State::Refused | crate::model::State::Skipped);
    let key = |question: &Question| {
        (
            question.kind,
            question.text.clone(),
            question.options.clone(),
            question.right.clone(),
            question.value.clone(),
            question.tolerance.clone(),
        )
    };
    let explanation = question.explanation.as_deref().filter(|text| is_visible(text));
    taken
        && key(question) == key(read)
        && question.accepted == read.accepted
        && explanation == read.explanation.as_deref()
}

/// Whether a question is a statement that is true or false.
pub(super) fn is_truth(question: &Question) -> bool {
    question.kind == Kind::Single
        && question.options == ["True", "False"]
        && question.right.len() == 1
        && question.weights.is_none()
}

/// What many formats lack.
pub(super) fn lacks(question: &Question, holds: &[&str]) -> Vec<String> {
    let all = [
        ("pictures", !question.pictures.is_empty()),
        ("marks", question.marks.is_some()),
        ("shuffle", question.shuffle.is_some()),
        ("explanation", question.explanation.is_some()),
        ("feedback", !question.feedback.is_empty()),
        ("category", question.category.is_some()),
        ("tags", !question.tags.is_empty()),
        ("difficulty", question.difficulty.is_some()),
        ("title", question.title.is_some()),
        ("id", question.id.is_some()),
        ("weights", question.weights.is_some()),
        ("draft", question.draft),
        ("unit", question.unit.is_some()),
    ];
    all.into_iter()
        .filter(|(name, there)| *there && !holds.contains(name))
        .map(|(name, _)| format!("not in the file: {name}"))
        .collect()
}

/// Percents of Moodle's list, in either sign.
const PERCENTS: [f64; 21] = [
    100.0, 90.0, 83.33333, 80.0, 75.0, 70.0, 66.66667, 60.0, 50.0, 40.0, 33.33333, 30.0, 25.0, 20.0, 16.66667,
    14.28571, 12.5, 11.11111, 10.0, 5.0, 0.0,
];

/// The percents of a choice for Moodle: its weights, or equal shares of what is right.
pub(super) fn percents(question: &Question) -> Result<Vec<f64>, String> {
    let share = 100.0 / question.right.len().max(1) as f64;
    let equal = |at: usize| if question.right.contains(&at) { share } else { 0.0 };
    let weights = question.weights.clone().unwrap_or_else(|| (0..question.options.len()).map(equal).collect());
    let listed = |weight: f64| {
        PERCENTS
            .iter()
            .copied()
            .find(|known| (known - weight.abs()).abs() < 0.00002)
            .map(|known| known.copysign(weight))
    };
    weights
        .iter()
        .map(|weight| {
            listed(*weight).ok_or_else(|| format!("Moodle has no option worth {} %.", crate::numbers::shown(*weight)))
        })
        .collect()
}
