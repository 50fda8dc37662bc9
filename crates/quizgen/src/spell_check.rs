//! Spell check: how many typing errors lie between a typed word and a topic's word, or none if it cannot be one. Short
//! words are near to many others, so they may differ in less; a word that means something of its own is no typing
//! error.

use std::collections::HashSet;
use std::sync::LazyLock;

use strsim::osa_distance;

use crate::bank::SHELVES;

/// How many errors lie between words that were typed and the words of a name; none when they are the same, or too far
/// from each other.
pub(crate) fn of_phrase(typed: &[&str], name: &[String]) -> Option<usize> {
    if typed.len() != name.len() {
        return None;
    }
    let costs = typed.iter().zip(name).map(|(typed, word)| if typed == word { Some(0) } else { of_word(typed, word) });
    costs.sum::<Option<usize>>().filter(|cost| *cost > 0)
}

/// The same for one word.
pub(crate) fn of_word(typed: &str, word: &str) -> Option<usize> {
    let (a, b): (Vec<char>, Vec<char>) = (typed.chars().collect(), word.chars().collect());
    // Hardly anybody misses the first letter, and "trust" is not Rust.
    if a.first() != b.first() || a.len().abs_diff(b.len()) > 2 || a.iter().any(char::is_ascii_digit) {
        return None;
    }
    let cost = osa_distance(typed, word);
    let (long, short) = (a.len().max(b.len()), a.len().min(b.len()));
    let is_moved = sorted(&a) == sorted(&b);
    let replaced: Vec<(char, char)> = if a.len() == b.len() {
        a.iter().copied().zip(b.iter().copied()).filter(|(x, y)| x != y).collect()
    } else {
        vec![]
    };
    let is_slip = match (short, cost) {
        (3, 1) => is_moved || (long == 4 && a.len() == 3 && lacks_a_vowel(&a, &b)),
        // Another letter makes another word, unless it is the next key.
        (4..=5, 1) => is_moved || replaced.iter().all(|(x, y)| are_neighbours(*x, *y)),
        (6.., 1) => true,
        (6..=7, 2) => is_moved || b.len() == a.len() + 2,
        (8.., 2) => is_moved || replaced.len() != 2,
        _ => false,
    };
    (is_slip && !is_a_word(typed)).then_some(cost)
}

fn sorted(word: &[char]) -> Vec<char> {
    let mut letters = word.to_vec();
    letters.sort_unstable();
    letters
}

fn lacks_a_vowel(typed: &[char], word: &[char]) -> bool {
    let lacks = |at: usize| [&word[..at], &word[at + 1..]].concat() == typed;
    (0..word.len()).any(|at| "aeiou".contains(word[at]) && lacks(at))
}

/// Next to each other on a keyboard.
fn are_neighbours(a: char, b: char) -> bool {
    const ROWS: [&str; 3] = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
    let place = |letter: char| ROWS.iter().enumerate().find_map(|(row, keys)| Some((row, keys.find(letter)?)));
    let (Some((row_a, at_a)), Some((row_b, at_b))) = (place(a), place(b)) else { return false };
    // Each row stands half a key to the right of the one above it.
    match row_a.abs_diff(row_b) {
        0 => at_a.abs_diff(at_b) == 1,
        1 => {
            let (upper, lower) = if row_a < row_b { (at_a, at_b) } else { (at_b, at_a) };
            upper == lower || upper == lower + 1
        }
        _ => false,
    }
}

/// Words that look like typing errors of names and are none.
const FALSE_FRIENDS: [&str; 47] = [
    "agronomy",
    "astrology",
    "autonomy",
    "backing",
    "baking",
    "barking",
    "bowling",
    "budge",
    "cheese",
    "conversation",
    "info",
    "pointing",
    "courting",
    "dunce",
    "ergonomics",
    "fiance",
    "gastronomy",
    "geology",
    "hokey",
    "hovels",
    "kennel",
    "kinetics",
    "matric",
    "menstruation",
    "moments",
    "policy",
    "polite",
    "pottery",
    "poultry",
    "printing",
    "psychics",
    "ruse",
    "rusty",
    "seed",
    "snorting",
    "sporting",
    "statues",
    "status",
    "stare",
    "strains",
    "tennant",
    "topics",
    "trails",
    "training",
    "tress",
    "types",
    "vestors",
];

/// A word of its own: one of those above, or one that stands in the bank.
pub(crate) fn is_a_word(typed: &str) -> bool {
    static WORDS: LazyLock<HashSet<String>> = LazyLock::new(|| {
        let entries = SHELVES.iter().flat_map(|shelf| &shelf.questions);
        let texts =
            entries.flat_map(|entry| [&entry.question, &entry.answer, &entry.why].into_iter().chain(&entry.wrong));
        texts.flat_map(|text| normal(text).split(' ').map(str::to_owned).collect::<Vec<_>>()).collect()
    });
    FALSE_FRIENDS.contains(&typed) || WORDS.contains(typed)
}

/// Lower case, words of letters, digits, `+` and `#` (C++, C#), one space between them.
pub(crate) fn normal(text: &str) -> String {
    let kept: String = text
        .replace('%', " percent ")
        .chars()
        .map(|c| if c.is_alphanumeric() || matches!(c, '+' | '#') { c } else { ' ' })
        .collect();
    kept.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_counted() {
        let table = [
            ("pythn", "python", Some(1)),
            ("pyhton", "python", Some(1)),
            ("phyton", "python", Some(2)),
            ("jva", "java", Some(1)),
            ("jaav", "java", Some(1)),
            ("jsva", "java", Some(1)),
            ("slq", "sql", Some(1)),
            ("sistems", "systems", Some(1)),
            ("chemstri", "chemistry", Some(2)),
            ("sql", "sqlite", None),
            ("lust", "rust", None),
            ("rest", "rust", None),
            ("rut", "rust", None),
            ("jazz", "java", None),
            ("spice", "space", None),
            ("physiology", "physics", None),
            ("python2", "python", None),
            ("", "java", None),
        ];
        for (typed, word, cost) in table {
            assert_eq!(of_word(typed, word), cost, "{typed} for {word}");
        }
        let name = ["operating".to_owned(), "systems".to_owned()];
        assert_eq!(of_phrase(&["operatng", "sistems"], &name), Some(2));
        assert_eq!(of_phrase(&["operating", "systems"], &name), None, "nothing is wrong");
        assert_eq!(of_phrase(&["operatng"], &name), None);
    }
}
