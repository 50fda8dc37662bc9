//! GIFT, as Moodle defines it and as people write it. Blocks are parted by blank lines; comments and category lines are
//! taken out of a block first, then title, format, answers. What gift-pegjs and Moodle read differently is said.
//!
//! `scan` finds braces and escapes, `answers` reads what is between the braces.

mod answers;
mod scan;

use crate::model::{Question, Row};
use crate::normalise::{first_words, is_visible};

/// Blocks that may be joined where a blank line stands between braces.
const JOINED: usize = 12;

/// Said in a comment where only all right options together earn the marks: GIFT has no word for it.
pub const ALL_OR_NOTHING: &str = "[scoring:all]";

/// Lines of the file between blank ones.
#[derive(Debug, Clone, Default)]
struct Block {
    line: usize,
    /// With their numbers.
    lines: Vec<(usize, String)>,
}

impl Block {
    fn text(&self) -> String {
        self.lines.iter().map(|(_, line)| line.as_str()).collect::<Vec<_>>().join("\n")
    }
}

/// Reads a text.
pub fn read(text: &str) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut category = None;
    let mut about = Vec::new();
    let blocks = blocks_of(text);
    let mut at = 0;
    while at < blocks.len() {
        let mut block = blocks[at].clone();
        at += 1;
        let (had_category, comments) = take_lines(&mut block, &mut category);
        about.extend(comments);
        if block.lines.is_empty() {
            continue;
        }
        let mut joined = false;
        let mut depth = scan::depth(&block.text());
        if depth > 0 {
            let ahead = blocks.iter().skip(at).take(JOINED).position(|next| {
                let more = scan::depth(&next.text());
                // Another question opens braces of its own.
                more < 0 && scan::opens(&next.text()) == 0
            });
            if let Some(ahead) =
                ahead.filter(|ahead| blocks[at..at + ahead].iter().all(|next| scan::opens(&next.text()) == 0))
            {
                for next in &blocks[at..=at + ahead] {
                    let mut next = next.clone();
                    about.extend(take_lines(&mut next, &mut category).1);
                    block.lines.extend(next.lines);
                }
                at += ahead + 1;
                joined = true;
                depth = 0;
            }
        }
        let mut row = question(&block, std::mem::take(&mut about), category.as_deref(), depth > 0);
        if had_category && row.question.is_some() {
            row.repair("A blank line is missing behind the category.");
        }
        if joined {
            row.repair("Blank lines inside the braces were left out.");
        }
        rows.push(row);
    }
    rows
}

fn blocks_of(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut block = Block::default();
    for (at, line) in text.lines().enumerate() {
        if is_visible(line) {
            if block.lines.is_empty() {
                block.line = at + 1;
            }
            block.lines.push((at + 1, line.to_owned()));
        } else if !block.lines.is_empty() {
            blocks.push(std::mem::take(&mut block));
        }
    }
    if !block.lines.is_empty() {
        blocks.push(block);
    }
    blocks
}

/// Takes comments and the category out of a block: whether it had a category, and the comments.
fn take_lines(block: &mut Block, category: &mut Option<String>) -> (bool, Vec<String>) {
    let (mut had, mut comments) = (false, Vec::new());
    block.lines.retain(|(_, line)| {
        let text = line.trim_start();
        if text.starts_with("//") {
            comments.push(text.trim_start_matches('/').trim().to_owned());
            return false;
        }
        let Some(path) = text.strip_prefix("$CATEGORY:") else { return true };
        *category = Some(category_path(path)).filter(|path| !path.is_empty());
        had = true;
        false
    });
    if let Some((line, _)) = block.lines.first() {
        block.line = *line;
    }
    (had && !block.lines.is_empty(), comments)
}

/// `Physics/Light//Sound` is Light/Sound under Physics; Moodle's own words before it go.
pub fn category_path(path: &str) -> String {
    let path = path.trim().replace("//", "\u{0}");
    let parts = path.split('/').map(|part| part.replace('\u{0}', "/").trim().to_owned());
    let own =
        |part: &String| !part.is_empty() && !matches!(part.as_str(), "$course$" | "$module$" | "$system$" | "top");
    parts.filter(own).collect::<Vec<_>>().join(" > ")
}

fn question(block: &Block, comments: Vec<String>, category: Option<&str>, unclosed: bool) -> Row {
    let mut row = Row::at(block.line);
    row.source = block.text();
    let mut question = Question { category: category.map(str::to_owned), ..Question::default() };
    let all_or_nothing = comments.iter().any(|comment| comment.contains(ALL_OR_NOTHING));
    for comment in comments {
        question.id = tagged(&comment, "id").into_iter().next_back().or(question.id);
        question.tags.extend(tagged(&comment, "tag"));
    }
    let text = block.text();
    let (title, rest) = title(text.trim());
    question.title = title;
    let (format, rest) = format_tag(rest);
    if unclosed {
        row.refuse(format!("The braces of the question in line {} are not closed.", block.line));
        question.text = scan::plain(rest, format).0;
        return row.with(question);
    }
    let Some((open, close)) = scan::answer_braces(rest) else {
        row.skip(format!("No question, a text: “{}”.", first_words(rest)));
        return row;
    };
    let (before, inside, after) = (&rest[..open], &rest[open + 1..close], &rest[close + 1..]);
    let (stem, mended) = scan::plain(before, format);
    let (tail, mended_too) = scan::plain(after, format);
    if mended || mended_too {
        row.repair("A backslash before n was kept: it begins a word of maths.");
    }
    question.text = if is_visible(&tail) { format!("{} _____{}", stem.trim_end(), spaced(&tail)) } else { stem };
    if inside.trim().is_empty() {
        row.skip(format!("An essay without a key, which cannot be marked: “{}”.", first_words(&question.text)));
        return row;
    }
    if let Some(lost) = scan::lost(before, format) {
        row.repair(lost);
    }
    answers::read(&mut row, &mut question, inside, format);
    if all_or_nothing {
        question.weights = None;
    }
    row.with(question)
}

/// A gap stands close to a full stop and apart from a word.
fn spaced(tail: &str) -> String {
    let tail = tail.trim();
    if tail.starts_with(|c: char| c.is_alphanumeric()) { format!(" {tail}") } else { tail.to_owned() }
}

/// `::Title::` at the start.
fn title(text: &str) -> (Option<String>, &str) {
    let Some(rest) = text.strip_prefix("::") else { return (None, text) };
    let mut escaped = false;
    for (at, c) in rest.char_indices() {
        if !escaped && rest[at..].starts_with("::") {
            let title = scan::plain(&rest[..at], scan::Markup::Plain).0;
            return (Some(title).filter(|title| is_visible(title)), rest[at + 2..].trim_start());
        }
        escaped = c == '\\' && !escaped;
    }
    (None, text)
}

/// `[html]` and its like at the start.
fn format_tag(text: &str) -> (scan::Markup, &str) {
    for (tag, markup) in scan::MARKUPS {
        if let Some(rest) = text.strip_prefix(tag) {
            return (markup, rest.trim_start());
        }
    }
    (scan::Markup::None, text)
}

/// The values of `[id:…]` or `[tag:…]`; `\]` is a bracket of the value, as in Moodle.
fn tagged(comment: &str, name: &str) -> Vec<String> {
    let open = format!("[{name}:");
    let mut found = Vec::new();
    let mut rest = comment;
    while let Some(at) = rest.find(&open) {
        rest = &rest[at + open.len()..];
        let mut ends = rest.match_indices(']').map(|(at, _)| at);
        let Some(end) = ends.find(|at| !rest[..*at].ends_with('\\')) else { break };
        found.push(rest[..end].replace("\\]", "]").trim().to_owned());
        rest = &rest[end..];
    }
    found.retain(|value| !value.is_empty());
    found
}
