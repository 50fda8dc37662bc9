//! Draft: a question that a person still has to read.

use serde::Deserialize;

/// How hard a question is meant to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Difficulty {
    /// Known after one lecture.
    Easy,
    /// Needs a step or two.
    Medium,
    /// Needs care.
    Hard,
}

impl Difficulty {
    /// All, from easy to hard.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];

    /// By its word, in any case.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| word.trim().eq_ignore_ascii_case(level.word()))
    }

    /// `easy`, `medium` or `hard`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        }
    }
}

/// A question with four options, one of them right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// Plain text; line breaks only in code.
    pub question: String,
    /// In the order they are shown.
    pub options: [String; 4],
    /// Equal to one option.
    pub answer: String,
    /// How hard.
    pub difficulty: Difficulty,
    /// Why the answer is right, or where it was found; for the person who reviews, never for participants.
    pub why: String,
}
