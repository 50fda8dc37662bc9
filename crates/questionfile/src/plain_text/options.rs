//! Options of one block: a row of letters, else a row of numbers, else boxes, bullets or plain lines. The last row of
//! letters before the answer is the options; rows before it are statements of the question.

use super::inline;
use super::line::Line;
use super::marks::{self, Marked};
use super::patterns::{PATTERNS, Patterns};
use crate::key::Labels;
use crate::label::Label;
use crate::normalise::as_seen;
use crate::numbers;

/// What was found.
#[derive(Debug, Default)]
pub struct Options {
    /// In their order.
    pub texts: Vec<Marked>,
    /// What stands before them.
    pub labels: Option<Labels>,
    /// Lines of the stem, by index; the last may be cut.
    pub stem_lines: usize,
    /// What stands before the options in their own line.
    pub stem_end: Option<String>,
    /// Lines after the options that belong to nothing.
    pub left: Vec<String>,
    /// What was understood beyond the plain.
    pub notes: Vec<String>,
    /// Why somebody has to look.
    pub doubt: Option<String>,
}

/// Finds the options in the lines of a block before its answer.
pub fn find(lines: &[Line]) -> Options {
    lettered(lines).or_else(|| numbered(lines)).unwrap_or_else(|| unlettered(lines))
}

/// The last line with a row of letters, and where in it the row begins.
fn last_row(lines: &[Line]) -> Option<(usize, Option<usize>, Label)> {
    for at in (0..lines.len()).rev() {
        let line = &lines[at];
        for (label, rest) in line.labels().into_iter().filter(|(label, _)| label.index == 0) {
            let below =
                || lines[at + 1..].iter().any(|line| line.labels().iter().any(|(next, _)| is_second(next, &label)));
            if !inline::following(&rest, &label).is_empty() || below() {
                return Some((at, None, label));
            }
        }
        if let Some(row) = inline::row(&line.text) {
            return Some((at, Some(row[0].start), row[0].label));
        }
        // `Which? A) x` above `B) y`.
        let second = lines.get(at + 1).and_then(|next| next.labels().into_iter().find(|(label, _)| label.index == 1));
        if let Some((second, _)) = second {
            let first = Label { index: 0, ..second };
            let found = inline::from(&line.text, &first, 0).into_iter().next();
            if let Some(found) = found {
                return Some((at, Some(found.start), first));
            }
        }
    }
    None
}

fn is_second(next: &Label, first: &Label) -> bool {
    next.scheme == first.scheme && next.index == 1 && next.upper == first.upper
}

fn lettered(lines: &[Line]) -> Option<Options> {
    let (at, cut, first) = last_row(lines)?;
    let mut found = Options { stem_lines: at, ..Options::default() };
    let mut places: Vec<usize> = Vec::new();
    let mut last: Option<Label> = None;
    let mut lone = 0;
    for (here, line) in lines.iter().enumerate().skip(at) {
        let text = match cut.filter(|_| here == at) {
            Some(start) => {
                found.stem_end = Some(line.text[..start].trim().to_owned());
                Line { text: line.text[start..].to_owned(), ..line.clone() }
            }
            None => line.clone(),
        };
        let labels = text.labels();
        let alike = |label: &&(Label, String)| label.0.scheme == first.scheme && label.0.upper == first.upper;
        let expected = last.map_or(0, |label: Label| label.index + 1);
        let next = labels.iter().filter(alike).find(|(label, _)| label.index == expected);
        let like = labels.iter().find(|(label, _)| label.is_like(&first) && label.index != expected);
        if let Some((label, rest)) = next {
            let below = lines[here + 1..]
                .iter()
                .any(|line| line.labels().iter().any(|(after, _)| after.is_like(label) && after.index == expected + 1));
            let more = if below { Vec::new() } else { inline::following(rest, label) };
            let more: Vec<_> =
                more.into_iter().filter(|inline| lone == 0 || rest[..inline.start].ends_with("  ")).collect();
            let mut start = 0;
            let mut label = *label;
            let mut marks = String::new();
            lone = if more.is_empty() { lone + 1 } else { 0 };
            for inline in &more {
                push(&mut found, &mut places, label, &marks, &rest[start..inline.start], line.is_set_apart());
                if inline.doubtful {
                    found.doubt = Some(format!(
                        "The letter {} stands twice in one line. Where does option {} begin?",
                        inline.label.shown(),
                        inline.label.shown()
                    ));
                }
                (start, label, marks) = (inline.text, inline.label, inline.marks.clone());
            }
            push(&mut found, &mut places, label, &marks, &rest[start..], line.is_set_apart());
            last = Some(label);
        } else if let Some((label, rest)) = like {
            let doubt = if label.index < expected {
                format!("The letter {} stands twice. Which options are meant?", label.shown())
            } else {
                format!("The letter before {} is missing. Which options are meant?", label.shown())
            };
            if label.index > expected + 1 && found.texts.len() >= 2 {
                append(&mut found, &line.text);
            } else {
                found.doubt.get_or_insert(doubt);
                push(&mut found, &mut places, *label, "", rest, line.is_set_apart());
                last = Some(*label);
            }
        } else if line.gap && here > at {
            found.left.push(line.text.clone());
        } else if found.left.is_empty() {
            append(&mut found, &line.text);
        } else {
            found.left.push(line.text.clone());
        }
    }
    found.labels = Some(Labels::Letters(first.scheme, places));
    (found.texts.len() >= 2).then_some(found)
}

fn push(found: &mut Options, places: &mut Vec<usize>, label: Label, marks: &str, text: &str, bold: bool) {
    places.push(label.index);
    found.texts.push(marks::of(&format!("{marks}{}", text.trim()), bold));
}

/// A long option goes on in the next line.
fn append(found: &mut Options, text: &str) {
    if let Some(last) = found.texts.last_mut() {
        let bold = false;
        let more = marks::of(&format!("{} {text}", last.raw), bold);
        let mark = last.mark.max(more.mark);
        *last = Marked {
            mark,
            bare: if last.mark == more.mark { more.bare } else { format!("{} {text}", last.bare) },
            raw: more.raw,
        };
    }
}

/// `1) … 4)` below a question are its options.
fn numbered(lines: &[Line]) -> Option<Options> {
    let starts = (1..lines.len()).rev().find(|at| lines[*at].numbered().is_some_and(|found| found.number == 1))?;
    let style = lines[starts].numbered()?.style;
    let mut found = Options { stem_lines: starts, ..Options::default() };
    for line in &lines[starts..] {
        match line.numbered().filter(|numbered| numbered.style == style) {
            Some(numbered) if numbered.number == found.texts.len() + 1 => {
                found.texts.push(marks::of(&numbered.rest, line.is_set_apart()));
            }
            _ if line.gap => return None,
            _ => append(&mut found, &line.text),
        }
    }
    found.labels = Some(Labels::Numbers((0..found.texts.len()).collect()));
    (found.texts.len() >= 2).then_some(found)
}

fn unlettered(lines: &[Line]) -> Options {
    let is = |pattern: &Option<regex::Regex>, line: &Line| Patterns::fits(pattern.as_ref(), &line.text);
    let boxed = |line: &Line| is(&PATTERNS.checkbox, line);
    let bulleted = |line: &Line| is(&PATTERNS.bullet, line) || boxed(line);
    let mut found = Options { labels: Some(Labels::None), ..Options::default() };
    let first = lines.iter().skip(1).position(bulleted).map(|at| at + 1);
    if let Some(first) = first
        && lines.len() - first >= 2
        && lines[first..].iter().all(bulleted)
    {
        found.stem_lines = first;
        found.texts =
            lines[first..].iter().map(|line| marks::of(&unbulleted(&line.text), line.is_set_apart())).collect();
        let minus = lines[first..]
            .iter()
            .all(|line| line.text.starts_with(['-', '–']) && numbers::decimal(&line.text).is_some());
        if minus {
            found.notes.push("The signs before the numbers were read as bullets, not as minus.".to_owned());
        }
        return found;
    }
    found.stem_lines = plain_stem(lines, &mut found.notes);
    let minus = |text: &str| match numbers::decimal(text) {
        Some(number) if number.text.starts_with('-') => format!("−{}", &number.text[1..]),
        _ => text.to_owned(),
    };
    let plain = lines[found.stem_lines..].iter();
    let mut signed = false;
    found.texts = plain
        .map(|line| {
            let text = minus(&line.text);
            signed |= text != line.text;
            marks::of(&text, line.is_set_apart())
        })
        .collect();
    if signed {
        found.notes.push("A sign before a number was read as minus.".to_owned());
    }
    found
}

fn unbulleted(text: &str) -> String {
    let Some(groups) = Patterns::groups(PATTERNS.bullet.as_ref(), text) else { return text.to_owned() };
    if Patterns::fits(PATTERNS.checkbox.as_ref(), text) {
        return text.to_owned();
    }
    let rest = groups.get(1).map_or(text, |found| found.as_str());
    // A star is a mark; whether it is a bullet, the others tell.
    if text.starts_with('*') { format!("*{rest}") } else { rest.to_owned() }
}

/// How many lines are the question where the options have nothing before them.
fn plain_stem(lines: &[Line], notes: &mut Vec<String>) -> usize {
    let count = lines.len();
    if count < 3 {
        return count;
    }
    if let Some(gap) = (1..count).find(|at| lines[*at].gap)
        && count - gap >= 2
        && !lines[gap + 1..].iter().any(|line| line.gap)
        && count - gap <= 8
    {
        return gap;
    }
    if count <= 5 {
        return 1;
    }
    let asks = lines.iter().rposition(|line| line.text.ends_with(['?', ':', '？', '：'])).map(|at| at + 1);
    let is_code = |at: usize| {
        let least = lines[at..].iter().map(|line| line.indent).min().unwrap_or(0);
        lines[at..].iter().any(|line| line.indent > least || line.text.ends_with([';', '{', '}', ')', ':']))
    };
    if let Some(asks) = asks
        && (2..=8).contains(&(count - asks))
        && !is_code(asks)
    {
        if count - asks != 4 {
            notes.push(format!("No letters: the {} lines after the question were taken as its options.", count - asks));
        }
        return asks;
    }
    notes.push("No letters: the last four lines were taken as the options.".to_owned());
    count - 4
}

/// Whether two rows of options look alike.
pub fn same(one: &[String], other: &[String]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| as_seen(one) == as_seen(other))
}
