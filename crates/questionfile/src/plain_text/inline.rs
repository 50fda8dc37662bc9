//! Options within one line: `A) Lyon B) Paris`. Only the next letter in the same clothes counts, so that the initials in
//! "Sir C. V. Raman" stay words.

use super::line::marks_before;
use crate::label::{self, Label, Scheme};

/// Candidates for the first of a row that are tried.
const TRIES: usize = 8;

/// A label inside a line.
#[derive(Debug, Clone)]
pub struct Inline {
    /// Where it begins, its marks included.
    pub start: usize,
    /// Where its text begins.
    pub text: usize,
    /// The label.
    pub label: Label,
    /// Marks before it.
    pub marks: String,
    /// The same label stands again before the next one: it may be a word.
    pub doubtful: bool,
}

/// The labels that go on from `last` within a text.
pub fn following(text: &str, last: &Label) -> Vec<Inline> {
    from(text, last, last.index + 1)
}

/// The labels from a place on, in the clothes of one, within a text.
pub fn from(text: &str, last: &Label, mut next: usize) -> Vec<Inline> {
    let mut found: Vec<Inline> = Vec::new();
    for start in word_starts(text) {
        let Some(inline) = label_at(text, start, |label| label.is_like(last) && label.index + 1 >= next) else {
            continue;
        };
        if inline.label.index == next {
            found.push(inline);
            next += 1;
        } else if inline.label.index + 1 == next
            && let Some(previous) = found.last_mut()
        {
            previous.doubtful = true;
        }
    }
    found
}

/// A whole row of options within a line that begins with something else or with the first of them.
pub fn row(text: &str) -> Option<Vec<Inline>> {
    let mut tries = 0;
    for start in word_starts(text) {
        let Some(first) = label_at(text, start, |label| label.index == 0 && label.scheme != Scheme::Digit) else {
            continue;
        };
        tries += 1;
        let mut all = vec![first];
        let (from, label) = (all[0].text, all[0].label);
        all.extend(following(&text[from..], &label).into_iter().map(|mut inline| {
            inline.start += from;
            inline.text += from;
            inline
        }));
        let enough = if matches!(label.close, '.' | '-' | ':' | '\u{2013}') { 3 } else { 2 };
        if all.len() >= enough {
            return Some(all);
        }
        if tries == TRIES {
            break;
        }
    }
    None
}

fn word_starts(text: &str) -> impl Iterator<Item = usize> {
    let mut blank = true;
    text.char_indices().filter_map(move |(at, c)| {
        let starts = blank && !c.is_whitespace();
        blank = c.is_whitespace();
        starts.then_some(at)
    })
}

fn label_at(text: &str, start: usize, fits: impl Fn(&Label) -> bool) -> Option<Inline> {
    let here = &text[start..];
    let (marks, rest) = marks_before(here);
    let (label, after) = label::at_start(rest).into_iter().find(|(label, _)| fits(label))?;
    let text = text.len() - after.len();
    Some(Inline { start, text, label, marks: marks.to_owned(), doubtful: false })
}
