//! Search and order. What is searched and sorted is kept beside a row as these functions make it, so that both databases find and
//! order alike: SQLite knows the case of ASCII only, and PostgreSQL's order is that of its host.
//!
//! A search finds what has each of its words, in any order, as words or inside of them. Punctuation parts words, but dots,
//! hyphens and slashes inside a word of the text join its parts (Mary-Jane is kept as maryjane, which *mary jane* finds too),
//! and single letters join what follows: S. K. Iyer, S.K. Iyer and SK Iyer are found by each other's words. Between digits
//! punctuation stays, and so do addresses as they are. Other blanks join nothing: *sharao* does not find Asha Rao.
//!
//! A change of these rules, or of the Unicode data they follow, needs a step that makes the columns anew (`crates/migrations`).

use icu_collator::options::CollatorOptions;
use icu_collator::{CollatorBorrowed, CollatorPreferences};
use icu_properties::CodePointMapData;
use icu_properties::props::GeneralCategory;
use unicode_normalization::char::is_combining_mark;

use crate::fold::fold;

/// So many words of a search are looked for; the others make no difference.
const MOST_WORDS: usize = 12;

/// What is searched of a row: its texts folded, each on a line of its own, so that no words are found across two of them.
#[must_use]
pub fn search_text(parts: &[&str]) -> String {
    parts.iter().map(|part| searched(part)).collect::<Vec<_>>().join("\n")
}

/// A text as it is searched.
pub(crate) fn searched(text: &str) -> String {
    let text = fold(text);
    let mut kept = String::with_capacity(text.len());
    let mut last: Option<Part> = None;
    for part in parts(&text) {
        let is_joined = last.as_ref().is_some_and(|last| {
            part.follows == Follows::Joiner || last.is_letter() && part.text.starts_with(char::is_alphanumeric)
        });
        if !is_joined && last.is_some() {
            kept.push(' ');
        }
        kept.push_str(&part.text);
        last = Some(part);
    }
    // Initials before an `@` are also found without their dots.
    for (name, _) in text.split(' ').filter_map(|word| word.split_once('@')).filter(|(name, _)| name.contains(is_soft))
    {
        let name = searched(name);
        if !name.is_empty() {
            kept.push(' ');
            kept.push_str(&name);
        }
    }
    kept
}

/// The words that are looked for, each to be found in what [`search_text`] made; none where nothing is searched.
#[must_use]
pub fn search_words(typed: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut was_letter = false;
    for part in parts(&fold(typed)) {
        let is_letter = part.is_letter();
        match words.last_mut().filter(|_| is_letter && was_letter) {
            Some(initials) => initials.push_str(&part.text),
            None => words.push(part.text),
        }
        was_letter = is_letter;
    }
    // What is found with another word needs no search of its own.
    let is_said = |at: usize, word: &String| {
        words
            .iter()
            .enumerate()
            .any(|(other, longer)| at != other && longer.contains(word) && (longer != word || other < at))
    };
    let needed = words.iter().enumerate().filter(|(at, word)| !is_said(*at, word));
    needed.map(|(_, word)| word.clone()).take(MOST_WORDS).collect()
}

/// The words of a search as patterns for `LIKE … ESCAPE '!'`; their own wildcards mean themselves.
#[must_use]
pub fn search_patterns(typed: &str) -> Vec<String> {
    let escaped = |word: &String| word.replace('!', "!!").replace('%', "!%").replace('_', "!_");
    search_words(typed).iter().map(|word| format!("%{}%", escaped(word))).collect()
}

/// What stands between a part and the one before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Follows {
    /// A blank, or punctuation that parts words.
    Blank,
    /// Punctuation inside a word.
    Joiner,
}

/// A piece of a folded text without punctuation.
struct Part {
    text: String,
    follows: Follows,
}

impl Part {
    /// One letter, as an initial is.
    fn is_letter(&self) -> bool {
        let mut chars = self.text.chars();
        chars.next().is_some_and(|c| c.is_alphabetic() && !is_combining_mark(c)) && chars.all(is_combining_mark)
    }
}

fn parts(folded: &str) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for word in folded.split(' ') {
        if word.contains('@') {
            let text = word.trim_matches(|c| is_soft(c) || matches!(c, '<' | '>')).to_owned();
            parts.extend((!text.is_empty()).then_some(Part { text, follows: Follows::Blank }));
            continue;
        }
        let chars: Vec<char> = word.chars().filter(|c| !matches!(c, '\'' | '"')).collect();
        let (mut text, mut follows) = (String::new(), Follows::Blank);
        for (at, c) in chars.iter().copied().enumerate() {
            let is_digit = |at: Option<usize>| at.and_then(|at| chars.get(at)).is_some_and(char::is_ascii_digit);
            if !is_soft(c) || is_digit(at.checked_sub(1)) && is_digit(Some(at + 1)) {
                text.push(c);
                continue;
            }
            if !text.is_empty() {
                parts.push(Part { text: std::mem::take(&mut text), follows });
                follows = Follows::Joiner;
            }
            if !is_joiner(c) {
                follows = Follows::Blank;
            }
        }
        parts.extend((!text.is_empty()).then_some(Part { text, follows }));
    }
    parts
}

/// Punctuation that people leave out or type otherwise. Signs that say something by themselves stay, as in *C#*, *R&D* and *100%*.
fn is_soft(c: char) -> bool {
    let is_punctuation = matches!(
        CodePointMapData::<GeneralCategory>::new().get(c),
        GeneralCategory::DashPunctuation
            | GeneralCategory::OpenPunctuation
            | GeneralCategory::ClosePunctuation
            | GeneralCategory::InitialPunctuation
            | GeneralCategory::FinalPunctuation
            | GeneralCategory::OtherPunctuation
    );
    is_punctuation && !matches!(c, '#' | '%' | '&' | '*' | '@' | '\\')
}

fn is_joiner(c: char) -> bool {
    matches!(c, '.' | '/' | '\u{b7}')
        || CodePointMapData::<GeneralCategory>::new().get(c) == GeneralCategory::DashPunctuation
}

/// Bytes whose order is the order of names: that of the Unicode Collation Algorithm with CLDR's root table, where "Ä" stands with
/// "a" and capitals behind small letters.
#[must_use]
pub fn sort_key(name: &str) -> Vec<u8> {
    let mut key = Vec::with_capacity(name.len() * 2);
    // Made of what is compiled in: that takes some microseconds, and does not fail.
    if let Ok(collator) = CollatorBorrowed::try_new(CollatorPreferences::default(), CollatorOptions::default()) {
        let Ok(()) = collator.write_sort_key_to(name, &mut key);
    }
    key
}
