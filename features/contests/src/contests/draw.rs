//! Draw: a contest of which each person gets a part of the questions, by a blueprint such as "8 easy ones and 8 about optics". What a
//! blueprint says, what of it is refused without its questions, and whose paper is which; deal_papers.rs deals them.

use std::collections::BTreeSet;
use std::time::Duration;

use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use quad_kernel::error::Rejection;
use quad_kernel::ids::{Random, UserId};
use quad_kernel::validation;

use super::kind::MAX_QUESTIONS;
use super::messages;

/// Papers are dealt so long before the start, unless somebody joins before.
pub const DEALT_BEFORE: Duration = Duration::from_mins(1);
/// Papers of one contest at most.
pub const MOST_PAPERS: u32 = 16;
/// Parts of one blueprint at most.
pub const MOST_PARTS: usize = 20;
/// Tags of a question, or of a part, at most.
const MOST_TAGS: usize = 8;
/// Characters of a tag at most.
const LONG_TAG: usize = 30;

/// A part of a blueprint: so many of the questions that are as it says.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Part {
    /// Of this difficulty; of any where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<String>,
    /// With one of these tags; with any or none where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// How many of them each person gets.
    pub count: u32,
}

impl Part {
    /// Checks a part.
    pub fn parse(difficulty: Option<&str>, tags: &[String], count: i64) -> Result<Self, Rejection> {
        let difficulty = match difficulty {
            Some(word) if quad_text::is_visible(word) => {
                Some(validation::line("difficulty", "Difficulty", word, 1, 20)?)
            }
            _ => None,
        };
        let count = u32::try_from(count).ok().filter(|count| (1..=MAX_QUESTIONS).contains(count));
        let count = count.ok_or_else(|| Rejection::invalid("count", messages::DRAWN_COUNT))?;
        Ok(Self { difficulty, tags: parse_tags(tags)?, count })
    }

    /// Whether one of these tags is one of its own.
    pub(super) fn names_one_of(&self, tags: &[String]) -> bool {
        let named: BTreeSet<String> = self.tags.iter().map(|tag| folded(tag)).collect();
        tags.iter().any(|tag| named.contains(&folded(tag)))
    }

    /// What it asks for, however it is written.
    fn wish(&self) -> (Option<String>, BTreeSet<String>) {
        (self.difficulty.as_deref().map(folded), self.tags.iter().map(|tag| folded(tag)).collect())
    }

    /// For people: `easy, optics`, or that it is about all others.
    pub fn in_words(&self) -> String {
        let words: Vec<&str> = self.difficulty.iter().chain(&self.tags).map(String::as_str).collect();
        if words.is_empty() { "any".to_owned() } else { words.join(", ") }
    }
}

/// A blueprint, with how many papers are made by it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Draw {
    /// One or more.
    pub parts: Vec<Part>,
    /// 1 to [`MOST_PAPERS`].
    pub papers: u32,
    /// Decides what is dealt and whose it is; told to nobody.
    key: String,
}

impl Draw {
    /// Checks a blueprint as far as it can be without its questions.
    pub fn parse(parts: Vec<Part>, papers: i64, random: &Random) -> Result<Self, Rejection> {
        let papers = u32::try_from(papers).ok().filter(|papers| (1..=MOST_PAPERS).contains(papers));
        let papers = papers.ok_or_else(|| Rejection::invalid("papers", messages::DRAWN_PAPERS))?;
        if parts.len() > MOST_PARTS {
            return Err(Rejection::invalid("parts", messages::MANY_PARTS));
        }
        for (at, part) in parts.iter().enumerate() {
            if let Some(same) = parts[..at].iter().position(|other| other.wish() == part.wish()) {
                return Err(messages::same_parts(same + 1, at + 1));
            }
        }
        Ok(Self { parts, papers, key: hex::encode(random.bytes::<16>()) })
    }

    /// How many questions each person gets.
    pub fn questions(&self) -> u32 {
        self.parts.iter().map(|part| part.count).sum()
    }

    /// Which paper a person gets, from 1. It stays with the person, and nobody can tell it beforehand.
    pub fn variant_of(&self, user: UserId) -> u32 {
        let digest = self.digest(&user.to_string());
        let number = digest.iter().take(8).fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
        (number % u64::from(self.papers.max(1))) as u32 + 1
    }

    /// What decides by chance, the same for the same text.
    #[expect(clippy::expect_used, reason = "HMAC takes keys of every length; the error type is there for other MACs")]
    pub(super) fn digest(&self, text: &str) -> [u8; 32] {
        let mac = Hmac::<Sha256>::new_from_slice(self.key.as_bytes()).expect("a key of any length");
        mac.chain_update(text.as_bytes()).finalize().into_bytes().into()
    }
}

quad_db::json_column!(Draw);

/// How two words are compared: case makes no difference.
pub(super) fn folded(text: &str) -> String {
    quad_text::likeness_of_names(text)
}

/// Checks tags: of two that are alike the first is kept, and empty ones are none.
pub fn parse_tags(tags: &[String]) -> Result<Vec<String>, Rejection> {
    let mut kept: Vec<String> = Vec::new();
    for tag in tags.iter().filter(|tag| quad_text::is_visible(tag)) {
        let tag = validation::line("tags", "Tag", tag, 1, LONG_TAG)?;
        if !kept.iter().any(|other| folded(other) == folded(&tag)) {
            kept.push(tag);
        }
    }
    if kept.len() > MOST_TAGS {
        return Err(Rejection::invalid("tags", messages::MANY_TAGS));
    }
    Ok(kept)
}
