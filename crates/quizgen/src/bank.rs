//! Question bank: questions written for this project, one file a topic, inside the binary.

use std::sync::LazyLock;

use rust_embed::RustEmbed;
use serde::Deserialize;

use crate::draft::Difficulty;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/bank"]
struct Files;

/// A file of the bank.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Shelf {
    /// As people read it.
    pub topic: String,
    /// What means the same, lower case.
    pub synonyms: Vec<String>,
    /// What is narrower and has no shelf of its own.
    #[serde(default)]
    pub parts: Vec<Part>,
    pub questions: Vec<Entry>,
}

/// A part of a topic.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Part {
    /// Lower case.
    pub called: Vec<String>,
    /// Beginnings of words that a question about it has, beside what it is called.
    #[serde(default)]
    pub words: Vec<String>,
}

/// A question of the bank.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entry {
    pub difficulty: Difficulty,
    pub question: String,
    pub answer: String,
    pub wrong: [String; 3],
    pub why: String,
}

/// All shelves, by the name of their topic. A file that cannot be read is left out here and fails the tests.
pub(crate) static SHELVES: LazyLock<Vec<Shelf>> = LazyLock::new(|| {
    let mut shelves: Vec<Shelf> = Files::iter().filter_map(|name| read(&name).ok()).collect();
    shelves.sort_by(|a, b| a.topic.cmp(&b.topic));
    shelves
});

fn read(name: &str) -> Result<Shelf, String> {
    let file = Files::get(name).ok_or("gone")?;
    let text = std::str::from_utf8(&file.data).map_err(|error| format!("{name}: {error}"))?;
    toml::from_str(text).map_err(|error| format!("{name}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checker::{KnownQuestions, check};
    use crate::draft::Draft;

    #[test]
    fn every_file_can_be_read() {
        for name in Files::iter() {
            if let Err(why) = read(&name) {
                panic!("{why}");
            }
        }
    }

    #[test]
    fn the_bank_is_as_large_as_we_say() {
        let questions: usize = SHELVES.iter().map(|shelf| shelf.questions.len()).sum();
        assert!(SHELVES.len() >= 30, "{} topics", SHELVES.len());
        assert!(questions >= 600, "{questions} questions");
        for shelf in SHELVES.iter() {
            for difficulty in Difficulty::ALL {
                let many = shelf.questions.iter().filter(|entry| entry.difficulty == difficulty).count();
                assert!(many >= 3, "{} has {many} {} questions", shelf.topic, difficulty.word());
            }
        }
    }

    #[test]
    fn every_question_passes_the_checker_and_stands_once() {
        let mut known = KnownQuestions::default();
        for shelf in SHELVES.iter() {
            for entry in &shelf.questions {
                let [a, b, c] = entry.wrong.clone();
                let draft = Draft {
                    question: entry.question.clone(),
                    options: [entry.answer.clone(), a, b, c],
                    answer: entry.answer.clone(),
                    difficulty: entry.difficulty,
                    why: entry.why.clone(),
                };
                assert_eq!(check(&draft, &known), Ok(()), "{}: {}", shelf.topic, entry.question);
                assert!(!entry.why.trim().is_empty(), "{}: no reason", entry.question);
                known.add(&entry.question);
            }
        }
    }

    #[test]
    fn the_right_answer_is_not_told_by_its_length() {
        for shelf in SHELVES.iter() {
            let longest = shelf.questions.iter().filter(|entry| {
                let answer = entry.answer.chars().count();
                entry.wrong.iter().all(|wrong| wrong.chars().count() < answer)
            });
            let share = longest.count() * 100 / shelf.questions.len().max(1);
            assert!(share <= 40, "{}: the longest option is right in {share} % of the questions", shelf.topic);
        }
    }
}
