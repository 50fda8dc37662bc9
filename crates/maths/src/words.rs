//! Words in formulas. The converter makes a variable of each character, so that a vowel sign of Devanagari stands apart from its
//! consonant, and letters of Arabic or Hebrew stand apart and in the wrong order. Such a word is found and left to `\text`.

use crate::reduce::is_row;
use crate::tree::{Element, Node};

/// The byte at which a word of the source begins that the element has in pieces, and the word.
pub fn torn<'a>(element: &Element, source: &'a str) -> Option<(usize, &'a str)> {
    let mut leaves = Vec::new();
    let sign = first_torn(element, &mut leaves)?;
    let words = || source.match_indices(sign).map(|(at, _)| word_at(source, at));
    // The same sign may stand before in a word that is whole.
    words().find(|(_, word)| !leaves.iter().any(|leaf| leaf.contains(word))).or_else(|| words().next_back())
}

/// The first character that does not stand with its word, and all texts of the element.
fn first_torn(element: &Element, leaves: &mut Vec<String>) -> Option<char> {
    let mut found = None;
    let mut joins = false;
    for child in &element.children {
        let Node::Element(child) = child else { continue };
        let inside = first_torn(child, leaves);
        let is_variable = matches!(child.name, "mi" | "mn" | "msub" | "msup" | "msubsup");
        let first = if is_variable { child.text().chars().next() } else { None };
        let is_joined = is_row(element.name) && first.is_some_and(is_right_to_left);
        let torn = first.filter(|first| quad_text::is_mark(*first) || (joins && is_joined));
        joins = is_joined;
        found = found.or(inside).or(torn);
    }
    if element.children.iter().all(|child| matches!(child, Node::Text(_))) {
        leaves.push(element.text());
    }
    found
}

/// Letters of scripts from Hebrew to Arabic.
fn is_right_to_left(char: char) -> bool {
    char.is_alphabetic() && matches!(char, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
}

/// The word around a byte, and where it begins.
fn word_at(source: &str, at: usize) -> (usize, &str) {
    let (before, after) = source.split_at(at);
    let begin = before.trim_end_matches(is_of_word).len();
    let end = at + (after.len() - after.trim_start_matches(is_of_word).len());
    (begin, source.get(begin..end).unwrap_or_default())
}

/// Letters beyond ASCII, which are commands, and the signs on them.
fn is_of_word(char: char) -> bool {
    !char.is_ascii() && (char.is_alphabetic() || quad_text::is_mark(char) || quad_text::is_invisible(char))
}
