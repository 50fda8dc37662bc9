//! Search and order. What is searched and sorted is kept beside a row as these functions make it, so that both databases find and
//! order alike: SQLite knows the case of ASCII only, and PostgreSQL's order is that of its host.
//!
//! A change of these rules, or of the Unicode data they follow, needs a step that makes the columns anew (`crates/migrations`).

use icu_collator::options::CollatorOptions;
use icu_collator::{CollatorBorrowed, CollatorPreferences};

use crate::fold::fold;

/// What is searched of a row: its texts folded, each on a line of its own, so that no words are found across two of them.
#[must_use]
pub fn search_text(parts: &[&str]) -> String {
    parts.iter().map(|part| searched(part)).collect::<Vec<_>>().join("\n")
}

/// Beginnings of names that stand apart in one list and not in another: O'Brien, D'Souza.
const BEGINNINGS: [&str; 2] = ["o", "d"];

/// Folded, and without apostrophes, nor the blank that stands in place of one: people type O'Brien as obrien or o brien. Whether
/// it is a beginning depends on the word after it alone, so that a part of a text is found in the whole.
pub(crate) fn searched(text: &str) -> String {
    let folded = fold(text).replace('\'', "");
    let mut joined = String::with_capacity(folded.len());
    let mut words = folded.split(' ').peekable();
    while let Some(word) = words.next() {
        joined.push_str(word);
        let is_beginning = |next: &&str| BEGINNINGS.contains(&word) && next.starts_with(char::is_alphabetic);
        if words.peek().is_some_and(|next| !is_beginning(next)) {
            joined.push(' ');
        }
    }
    joined
}

/// The words of a search as a pattern for `LIKE … ESCAPE '!'` on what [`search_text`] made; their own wildcards mean themselves.
#[must_use]
pub fn search_pattern(words: &str) -> String {
    format!("%{}%", searched(words).replace('!', "!!").replace('%', "!%").replace('_', "!_"))
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
