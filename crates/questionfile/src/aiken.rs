//! Aiken, as people write it: letters in either case and with other signs, stems and options of several lines, `Answer:`
//! in any spelling. The key names the letter in the file, not the place. Texts are plain: `<` and `&` stand for themselves.

use crate::key::{self, Labels};
use crate::label::{self, Label, Scheme};
use crate::model::{Kind, Question, Row};
use crate::normalise::{first_words, is_visible};

/// A question on the way.
#[derive(Debug, Default)]
struct Open {
    line: usize,
    stem: Vec<String>,
    options: Vec<String>,
    places: Vec<usize>,
    first: Option<Label>,
    source: Vec<String>,
    small: bool,
    long_option: bool,
    gap: bool,
}

/// Reads a text.
pub fn read(text: &str) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut open = Open::default();
    for (at, line) in text.lines().enumerate() {
        if !is_visible(line) {
            open.gap = true;
            continue;
        }
        let trimmed = line.trim();
        if let Some((key, exact)) = answer(trimmed).filter(|_| !open.options.is_empty()) {
            open.source.push(line.to_owned());
            rows.push(finished(std::mem::take(&mut open), Some((key, exact))));
            continue;
        }
        let label = option(trimmed, &open);
        if label.is_none() && open.options.len() >= 2 && open.gap {
            rows.push(finished(std::mem::take(&mut open), None));
        }
        if open.source.is_empty() {
            open.line = at + 1;
        }
        open.gap = false;
        open.source.push(line.to_owned());
        match label {
            Some((label, text)) => {
                open.first.get_or_insert(label);
                open.small |= !label.upper || !matches!((label.open, label.close), (None, ')' | '.'));
                open.places.push(label.index);
                open.options.push(text.to_owned());
            }
            None => match open.options.last_mut() {
                Some(last) => {
                    last.push(' ');
                    last.push_str(trimmed);
                    open.long_option = true;
                }
                None => open.stem.push(trimmed.to_owned()),
            },
        }
    }
    if !open.source.is_empty() {
        rows.push(finished(open, None));
    }
    rows
}

/// The key of an answer line, and whether Moodle reads it, too.
fn answer(line: &str) -> Option<(&str, bool)> {
    let head = line.get(..6).filter(|head| head.eq_ignore_ascii_case("answer"))?;
    let rest = line[6..].trim_start_matches(['s', 'S']).trim_start();
    let key = rest.strip_prefix([':', '=', '-', '：'])?.trim();
    let exact = head == "ANSWER"
        && line[6..].starts_with(": ")
        && key.len() == 1
        && key.chars().all(|c| c.is_ascii_uppercase());
    Some((key, exact))
}

/// An option's label: the first letter, or a later one in the same clothes.
fn option<'a>(line: &'a str, open: &Open) -> Option<(Label, &'a str)> {
    let (label, text) = label::at_start(line).into_iter().find(|(label, _)| label.scheme != Scheme::Roman)?;
    let fits = match (open.first, open.places.last()) {
        (Some(first), Some(last)) => {
            (label.scheme, label.upper) == (first.scheme, first.upper)
                && label.index > *last
                && (label.index == last + 1 || label.is_like(&first) && label.index <= last + 3)
        }
        _ => label.index == 0 && !open.stem.is_empty(),
    };
    fits.then_some((label, text))
}

fn finished(open: Open, key: Option<(&str, bool)>) -> Row {
    let mut row = Row::at(open.line);
    row.source = open.source.join("\n");
    let scheme = open.first.map_or(Scheme::Latin, |label| label.scheme);
    let mut question = Question { text: open.stem.join("\n"), options: open.options, ..Question::default() };
    if question.options.is_empty() && key.is_none() && !question.text.ends_with('?') {
        row.skip(format!("No question: “{}”.", first_words(&question.text)));
        return row.with(question);
    }
    if open.stem.len() > 1 {
        row.repair("The question has several lines; Moodle takes only the last.");
    }
    if open.long_option {
        row.repair("An option continues on the next line.");
    }
    if open.small || key.is_some_and(|(_, exact)| !exact) {
        row.repair("Letters and ANSWER are not written as Moodle wants them.");
    }
    match key {
        None => row.refuse("The line ANSWER is missing. Which option is right?"),
        Some((key, _)) => match key::resolve(key, &question.options, &Labels::Letters(scheme, open.places)) {
            Ok(found) => {
                found.note.into_iter().for_each(|note| row.repair(note));
                if found.right.len() > 1 {
                    question.kind = Kind::Several;
                }
                question.right = found.right;
            }
            Err(reason) => row.refuse(reason),
        },
    }
    row.with(question)
}
