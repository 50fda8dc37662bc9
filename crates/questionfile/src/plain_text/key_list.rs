//! Answer keys at the end of a list or of its section: `1. A 2. B`, `Answers: 1-A, 2-B`. Their lines are taken out of what
//! people see, and each key goes to the question with its number, or with its place where questions have no numbers.

use super::line::Line;
use super::patterns::{PATTERNS, Patterns};

/// A key at the end of a section.
#[derive(Debug)]
pub struct KeyList {
    /// Index among the kept lines before which it stood.
    pub before: usize,
    /// Its line in the file.
    pub line: usize,
    /// Number and letter.
    pub keys: Vec<(usize, String)>,
}

/// Takes the keys out of the lines.
pub fn take_out(lines: &[Line]) -> (Vec<Line>, Vec<KeyList>) {
    let mut kept: Vec<Line> = Vec::with_capacity(lines.len());
    let mut lists = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        match list_at(lines, at) {
            Some((keys, end)) if !kept.is_empty() => {
                lists.push(KeyList { before: kept.len(), line: lines[at].number, keys });
                at = end;
                if let Some(next) = lines.get(at) {
                    kept.push(Line { gap: true, ..next.clone() });
                    at += 1;
                }
            }
            _ => {
                kept.push(lines[at].clone());
                at += 1;
            }
        }
    }
    (kept, lists)
}

/// The keys that begin at a line, and the line after them.
fn list_at(lines: &[Line], at: usize) -> Option<(Vec<(usize, String)>, usize)> {
    let line = &lines[at];
    let headed = Patterns::fits(PATTERNS.key_heading.as_ref(), line.plain());
    let mut keys = Vec::new();
    let mut end = at + 1;
    if !headed {
        match line.answer() {
            Some(answer) => keys = pairs(&answer.key)?,
            // Without a word for it: a paragraph of its own in which numbers rise from 1.
            None if line.gap => keys = pairs(&line.text)?,
            None => return None,
        }
        if line.answer().is_some() && keys.len() < 2 {
            return None;
        }
    }
    while let Some(next) = lines.get(end)
        && let Some(more) = pairs(&next.text)
    {
        keys.extend(more);
        end += 1;
    }
    let rises = keys.windows(2).all(|pair| pair[0].0 < pair[1].0);
    let said = headed || line.answer().is_some();
    let sound = if said { !keys.is_empty() } else { rises && keys.len() >= 3 && keys[0].0 == 1 && end == lines.len() };
    sound.then_some((keys, end))
}

/// Numbers with letters, where the text is nothing else.
fn pairs(text: &str) -> Option<Vec<(usize, String)>> {
    if !Patterns::fits(PATTERNS.key_line.as_ref(), text) {
        return None;
    }
    let found = PATTERNS.key_pair.as_ref()?.captures_iter(text);
    found.map(|groups| Some((groups.get(1)?.as_str().parse().ok()?, groups.get(2)?.as_str().to_owned()))).collect()
}
