//! Blocks. Parts the lines of a pasted list into questions: by numbers, by what has been answered, by blank lines, by
//! letters that begin again. Numbers inside a question (statements, steps of a solution) do not part it.

use std::ops::Range;

use super::inline;
use super::line::{Line, Numbered};
use super::patterns::{PATTERNS, Patterns};
use crate::label::Label;
use crate::limits::LOOK_AHEAD;

/// What the lines of the question so far have been.
#[expect(clippy::struct_excessive_bools, reason = "each is one thing that has been seen, in any order")]
#[derive(Debug, Default)]
struct Seen {
    start: usize,
    number: Option<usize>,
    lines: usize,
    /// Lines that are neither options nor keys.
    loose: usize,
    run: Option<Label>,
    options: usize,
    last_option: usize,
    /// The next of numbers inside the question, in its style.
    list: Option<(usize, (bool, char))>,
    marked: bool,
    answered: bool,
    key_follows: bool,
    explains: bool,
    step: Option<usize>,
}

/// The questions' ranges of lines, in order and without gaps between.
pub fn split(lines: &[Line]) -> Vec<Range<usize>> {
    let mut blocks = Vec::new();
    let mut seen = Seen::default();
    for at in 0..lines.len() {
        let begins = if seen.lines == 0 { None } else { begins(&seen, lines, at) };
        if let Some(start) = begins {
            blocks.push(seen.start..start);
            seen = Seen { start, ..Seen::default() };
            for again in start..at {
                take(&mut seen, lines, again);
            }
        }
        take(&mut seen, lines, at);
    }
    if seen.start < lines.len() {
        blocks.push(seen.start..lines.len());
    }
    blocks
}

/// Where the next question begins, if this line belongs to it: here, or some lines before.
fn begins(seen: &Seen, lines: &[Line], at: usize) -> Option<usize> {
    let line = &lines[at];
    if line.code_and_key().is_some() && (seen.options >= 2 || seen.answered || line.gap) {
        return Some(at);
    }
    if seen.key_follows && line.explanation().is_none() {
        return None;
    }
    if is_answer(seen, lines, at) || line.explanation().is_some() || line.property().is_some() {
        return None;
    }
    let labels = line.labels();
    let next = |label: &Label| seen.run.is_some_and(|run| label.is_like(&run) && label.index == run.index + 1);
    if labels.iter().any(|(label, _)| next(label)) {
        return None;
    }
    if let Some((label, _)) = labels.iter().find(|(label, _)| label.index == 0) {
        let again = seen.run.is_some_and(|run| run.is_like(label)) && seen.options >= 2 && !seen.answered;
        if again {
            return Some(stem_before(seen, lines, at));
        }
        return (seen.answered && !seen.explains && leads_to_second(lines, at, label)).then_some(at);
    }
    if let Some(numbered) = line.numbered() {
        return number_begins(seen, lines, at, &numbered).then_some(at);
    }
    if line.question_word().is_some() {
        return Some(at);
    }
    let here = if seen.explains {
        line.gap && (seen.number.is_none() || is_heading(lines, at))
    } else if seen.answered {
        true
    } else if !line.gap {
        false
    } else if seen.options >= 2 {
        !leads_on(seen, lines, at)
    } else {
        seen.loose >= 3 && (seen.marked || !leads_to_letters(lines, at))
    };
    here.then_some(at)
}

fn number_begins(seen: &Seen, lines: &[Line], at: usize, numbered: &Numbered) -> bool {
    let (line, number) = (&lines[at], numbered.number);
    let follows = seen.number.is_some_and(|before| number == before + 1);
    if numbered.worded {
        return true;
    }
    if seen.explains {
        let is_step = seen.step == Some(number) || number == 1 && seen.number.is_some() && !line.gap;
        return !is_step || line.gap && follows;
    }
    if seen.answered || seen.options >= 2 {
        return true;
    }
    if seen.list == Some((number, numbered.style)) {
        return false;
    }
    if number == 1 && leads_to_two(lines, at, numbered) {
        return false;
    }
    follows || line.gap || seen.number.is_none()
}

/// A number 2 in the same style comes soon, before letters or an answer: a list inside the question.
fn leads_to_two(lines: &[Line], at: usize, first: &Numbered) -> bool {
    for line in lines.iter().skip(at + 1).take(LOOK_AHEAD) {
        if let Some(numbered) = line.numbered() {
            return numbered.number == 2 && numbered.style == first.style && !numbered.worded;
        }
        if line.gap || line.answer().is_some() || line.labels().iter().any(|(label, _)| label.index == 0) {
            return false;
        }
    }
    false
}

/// Letters begin before the next number or answer.
fn leads_to_letters(lines: &[Line], at: usize) -> bool {
    for (ahead, line) in lines.iter().enumerate().skip(at).take(LOOK_AHEAD) {
        if line.labels().iter().any(|(label, _)| label.index == 0 && leads_to_second(lines, ahead, label)) {
            return true;
        }
        if line.numbered().is_some() || line.answer().is_some() {
            return false;
        }
    }
    false
}

/// The second letter follows the first soon.
fn leads_to_second(lines: &[Line], at: usize, first: &Label) -> bool {
    let second = |label: &Label| label.is_like(first) && label.index == 1;
    if !inline::following(&lines[at].text, first).is_empty() {
        return true;
    }
    for line in lines.iter().skip(at + 1).take(LOOK_AHEAD) {
        if line.labels().iter().any(|(label, _)| second(label)) {
            return true;
        }
        if line.numbered().is_some_and(|numbered| numbered.worded) {
            return false;
        }
    }
    false
}

/// The next letter comes before the next blank line.
fn leads_on(seen: &Seen, lines: &[Line], at: usize) -> bool {
    let Some(run) = seen.run else { return false };
    let ahead = lines.iter().skip(at + 1).take(LOOK_AHEAD).take_while(|line| !line.gap && line.numbered().is_none());
    ahead
        .into_iter()
        .any(|line| line.labels().iter().any(|(label, _)| label.is_like(&run) && label.index == run.index + 1))
}

/// A short line before a numbered one.
fn is_heading(lines: &[Line], at: usize) -> bool {
    let short = lines[at].text.chars().count() <= 60 && !lines[at].text.ends_with(['.', ':', '?']);
    short && lines.get(at + 1).is_some_and(|next| next.numbered().is_some())
}

/// Where the text begins that belongs to options which begin at `at`: after the last blank line, else after the last option.
fn stem_before(seen: &Seen, lines: &[Line], at: usize) -> usize {
    let first = seen.last_option + 1;
    let parted = (first..at).find(|before| lines[*before].gap);
    parted.unwrap_or(first).min(at)
}

/// Whether an answer line answers here: not where options only follow.
fn is_answer(seen: &Seen, lines: &[Line], at: usize) -> bool {
    if lines[at].answer().is_none() {
        return false;
    }
    seen.options >= 2 || seen.answered || !letters_are_next(lines, at)
}

/// Options with letters begin within the next three lines.
pub fn letters_are_next(lines: &[Line], at: usize) -> bool {
    for (ahead, line) in lines.iter().enumerate().skip(at + 1).take(3) {
        if line.labels().iter().any(|(label, _)| label.index == 0 && leads_to_second(lines, ahead, label)) {
            return true;
        }
        if line.gap || line.numbered().is_some() || line.answer().is_some() {
            return false;
        }
    }
    false
}

fn take(seen: &mut Seen, lines: &[Line], at: usize) {
    let line = &lines[at];
    let first = seen.lines == 0;
    seen.lines += 1;
    if seen.key_follows {
        (seen.key_follows, seen.answered) = (false, true);
        return;
    }
    if !first && is_answer(seen, lines, at) {
        seen.key_follows = line.answer().is_some_and(|answer| answer.key.is_empty());
        (seen.answered, seen.explains) = (!seen.key_follows, false);
        return;
    }
    if !first && line.explanation().is_some() {
        (seen.explains, seen.step) = (true, None);
        return;
    }
    if line.property().is_some() && !first {
        return;
    }
    let numbered = line.numbered();
    if seen.explains {
        if let Some(numbered) = numbered {
            seen.step = Some(numbered.number + 1);
        }
        return;
    }
    if let Some(numbered) = &numbered {
        if first {
            seen.number = Some(numbered.number);
        } else {
            seen.list = Some((numbered.number + 1, numbered.style));
        }
    }
    let words =
        if first { numbered.map_or_else(|| line.text.clone(), |numbered| numbered.rest) } else { line.text.clone() };
    if let Some(row) = inline::row(&words)
        && let Some(last) = row.last()
    {
        (seen.run, seen.options, seen.last_option) = (Some(last.label), row.len(), at);
        return;
    }
    let labels = line.labels();
    let next = |label: &Label| seen.run.is_some_and(|run| label.is_like(&run) && label.index == run.index + 1);
    let found =
        labels.iter().find(|(label, _)| next(label)).or_else(|| labels.iter().find(|(label, _)| label.index == 0));
    if let Some((label, rest)) = found {
        seen.options = if next(label) { seen.options + 1 } else { 1 };
        let more = inline::following(rest, label);
        seen.options += more.len();
        seen.run = Some(more.last().map_or(*label, |inline| inline.label));
        seen.last_option = at;
        return;
    }
    seen.marked |= Patterns::fits(PATTERNS.checkbox.as_ref(), &line.text)
        || Patterns::fits(PATTERNS.mark_before.as_ref(), &line.text)
        || Patterns::fits(PATTERNS.mark_after.as_ref(), &line.text)
        || Patterns::fits(PATTERNS.bullet.as_ref(), &line.text);
    seen.loose += 1;
}
