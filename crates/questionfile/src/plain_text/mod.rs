//! Plain text. Reads questions as people type and paste them: numbered or not, with letters, bullets, boxes or nothing
//! before the options, the key at the question, in its lines or at the end. What is not a whole question is listed with
//! the reason. `line` reads lines, `blocks` parts questions, `options`, `marks` and `question` read one.

mod blocks;
mod inline;
mod key_list;
mod line;
mod marks;
mod options;
mod patterns;
mod question;
mod typed;

pub use question::truth;

use self::key_list::KeyList;
use self::line::Line;
use crate::model::{Row, State};
use crate::normalise::first_words;

/// Reads a text.
pub fn read(text: &str) -> Vec<Row> {
    read_marked(text, &[])
}

/// Reads a text of which some lines are marked by their looks: bold, underlined, highlighted.
pub fn read_marked(text: &str, marked: &[usize]) -> Vec<Row> {
    let (mut lines, pages) = line::lines_of(text);
    for line in &mut lines {
        line.looks |= marked.binary_search(&line.number).is_ok();
    }
    let (lines, lists) = key_list::take_out(&lines);
    let blocks = blocks::split(&lines);
    let mut used = vec![Vec::new(); lists.len()];
    let mut rows: Vec<Row> = Vec::with_capacity(blocks.len());
    let mut place = 0;
    let mut section = 0;
    for block in blocks {
        let lines = &lines[block.clone()];
        let list = lists.iter().position(|list| block.start < list.before);
        if list.is_none_or(|list| list != section) {
            (section, place) = (list.unwrap_or(usize::MAX), 0);
        }
        let number = lines[0].numbered().map(|numbered| numbered.number);
        let key = list.and_then(|list| key_of(&lists[list], number, place));
        let mut row = question::read(lines, key.as_ref().map(|(_, key)| key.as_str()));
        if row.state != State::Skipped {
            place += 1;
            if let (Some(list), Some((number, _))) = (list, key) {
                used[list].push(number);
            }
        }
        note_pages(&mut row, lines, &pages);
        rows.push(row);
    }
    for (list, used) in lists.iter().zip(used) {
        rows.extend(unused(list, &used));
    }
    rows.sort_by_key(|row| row.line);
    rows
}

fn key_of(list: &KeyList, number: Option<usize>, place: usize) -> Option<(usize, String)> {
    let number = number.unwrap_or(place + 1);
    let mut keys = list.keys.iter().filter(|(of, _)| *of == number);
    // A key that stands twice is none.
    keys.next().filter(|key| keys.all(|other| other.1 == key.1)).cloned()
}

/// Keys that belong to no question.
fn unused(list: &KeyList, used: &[usize]) -> Option<Row> {
    let left: Vec<String> =
        list.keys.iter().filter(|(of, _)| !used.contains(of)).map(|(of, key)| format!("{of}-{key}")).collect();
    if left.is_empty() {
        return None;
    }
    let mut row = Row::at(list.line);
    row.skip(format!("Keys without a question: {}.", first_words(&left.join(", "))));
    Some(row)
}

fn note_pages(row: &mut Row, lines: &[Line], pages: &[(usize, String)]) {
    let (Some(first), Some(last)) = (lines.first(), lines.last()) else { return };
    for (_, page) in pages.iter().filter(|(line, _)| (first.number..last.number).contains(line)) {
        let note = format!("Left out a page line: “{}”.", first_words(page));
        if row.state == State::Skipped { row.notes.push(note) } else { row.repair(note) }
    }
}
