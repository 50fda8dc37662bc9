//! Parts of a text: where text, code and maths begin and end. Runs over a text from left to right; what is left open is text.

use std::borrow::Cow;
use std::ops::Range;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Text,
    Code,
    CodeBlock,
    Maths { display: bool },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part<'a> {
    pub kind: Kind,
    /// Without the marks around it.
    pub source: &'a str,
    /// Characters of the text before the source.
    pub place: usize,
}

/// The parts of a text. Where code begins and ends is as in web/src/lib/codeBlocks.ts.
pub fn parts(text: &str) -> Vec<Part<'_>> {
    let mut found = Found { text, parts: Vec::new(), at: 0, place: 0 };
    let mut from = 0;
    for Fence { before, inside, after } in fences(text) {
        inline(&mut found, from, before);
        let block = text.get(inside.clone()).unwrap_or_default();
        found.push(Kind::CodeBlock, inside.start, inside.start + block.trim_end_matches(['\r', '\n']).len());
        from = after;
    }
    inline(&mut found, from, text.len());
    found.parts
}

/// A block of code: where its first line begins, its lines, and where its last line ends.
struct Fence {
    before: usize,
    inside: Range<usize>,
    after: usize,
}

/// The blocks of code. One that begins and never ends is none, nor is one in which another begins by name.
fn fences(text: &str) -> Vec<Fence> {
    let mut fences = Vec::new();
    let mut open: Option<(usize, usize, usize)> = None;
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        let start = end;
        end += line.len();
        let Some((marks, is_named)) = fence_marks(line) else { continue };
        match open {
            Some((many, ..)) if marks < many => {}
            Some((_, before, first)) if !is_named => {
                fences.push(Fence { before, inside: first..start, after: end });
                open = None;
            }
            _ => open = Some((marks, start, end)),
        }
    }
    fences
}

/// How many backticks, three or more, stand on a line of their own, and whether a word is behind them.
fn fence_marks(line: &str) -> Option<(usize, bool)> {
    let line = line.trim_end().trim_start_matches([' ', '\t']);
    let name = line.trim_start_matches('`');
    let marks = line.len() - name.len();
    let name = name.trim_start_matches([' ', '\t']);
    let is_word = !name.contains(|char: char| char == '`' || char.is_whitespace());
    (marks >= 3 && is_word).then_some((marks, !name.is_empty()))
}

struct Found<'a> {
    text: &'a str,
    parts: Vec<Part<'a>>,
    /// Bytes, and characters, of the text up to the last part's beginning.
    at: usize,
    place: usize,
}

impl Found<'_> {
    fn push(&mut self, kind: Kind, from: usize, to: usize) {
        let Some(source) = self.text.get(from..to).filter(|source| !source.is_empty()) else { return };
        self.place += self.text.get(self.at..from).map_or(0, |before| before.chars().count());
        self.at = from;
        self.parts.push(Part { kind, source, place: self.place });
    }
}

/// Text, code and maths between two fences.
fn inline(found: &mut Found<'_>, start: usize, end: usize) {
    let text = found.text.get(..end).unwrap_or_default();
    let (mut from, mut at) = (start, start);
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let marks = rest.len() - rest.trim_start_matches('`').len();
        let closed = if marks > 0 {
            code(rest, marks).map(|length| (Kind::Code, marks, length))
        } else if let Some(inside) = rest.strip_prefix("$$") {
            display(inside).map(|length| (Kind::Maths { display: true }, 2, length))
        } else if let Some(inside) = rest.strip_prefix('$') {
            in_line(inside).map(|length| (Kind::Maths { display: false }, 1, length))
        } else {
            None
        };
        if let Some((kind, around, length)) = closed {
            found.push(Kind::Text, from, at);
            found.push(kind, at + around, at + around + length);
            from = at + around + length + around;
            at = from;
        } else {
            let dollars = rest.len() - rest.trim_start_matches('$').len();
            let first = rest.chars().next().map_or(1, char::len_utf8);
            at += if rest.starts_with(r"\$") { 2 } else { marks.max(dollars).max(first) };
        }
    }
    found.push(Kind::Text, from, end);
}

/// Length of the code before as many marks as it began with, in the same line.
fn code(rest: &str, marks: usize) -> Option<usize> {
    let inside = rest.get(marks..)?.split('\n').next()?;
    let mut at = 0;
    while let Some(next) = inside.get(at..)?.find('`') {
        at += next;
        let run = inside.get(at..)?;
        let length = run.len() - run.trim_start_matches('`').len();
        if length == marks {
            return (at > 0).then_some(at);
        }
        at += length;
    }
    None
}

/// Length of a formula before the `$` that closes it.
fn in_line(inside: &str) -> Option<usize> {
    let inside = paragraph(inside);
    if inside.starts_with(char::is_whitespace) {
        return None;
    }
    let at = closing(inside, "$")?;
    let (formula, after) = (inside.get(..at)?, inside.get(at + 1..)?);
    let is_closed = !formula.ends_with(char::is_whitespace) && !after.starts_with(char::is_numeric);
    (is_closed && !formula.is_empty()).then_some(at)
}

/// Length of a formula before the `$$` that closes it.
fn display(inside: &str) -> Option<usize> {
    let at = closing(paragraph(inside), "$$")?;
    (!inside.get(..at)?.trim().is_empty()).then_some(at)
}

/// Bytes before the first mark that no backslash stands before.
fn closing(inside: &str, mark: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, char) in inside.char_indices() {
        if !escaped && inside.get(at..)?.starts_with(mark) {
            return Some(at);
        }
        escaped = char == '\\' && !escaped;
    }
    None
}

/// What stands before the next line without a visible character.
fn paragraph(text: &str) -> &str {
    let mut end = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        if number > 0 && line.trim().is_empty() {
            break;
        }
        end += line.len();
    }
    text.get(..end).unwrap_or(text)
}

/// Text as it is read: `\$` is a dollar.
pub fn unescaped(text: &str) -> Cow<'_, str> {
    if text.contains(r"\$") { Cow::Owned(text.replace(r"\$", "$")) } else { Cow::Borrowed(text) }
}
