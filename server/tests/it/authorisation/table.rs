//! Table of authorisation, `calls.txt`: read, compared with what happens, and written anew.
//!
//! A block per call: its method and path (and a word in brackets where a call has several blocks), what it sends, then a
//! line per object with a cell per actor. A cell is a status and maybe a letter, and the letter's line says what the
//! answer tells (`schema_diff.rs`).

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::world::ACTORS;

/// Letters of a block, in the order they are given.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";
/// Where a line of keys is broken.
const WIDTH: usize = 118;

/// What is sent along.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sends {
    Nothing,
    /// JSON, with placeholders.
    Json(String),
    /// A form: texts, and `@` for a picture.
    Form(Vec<(String, String)>),
    /// A text, and the signature beside it.
    Signed(String, String),
}

/// A call.
#[derive(Clone, Debug)]
pub struct Block {
    /// Lines of comment before it.
    pub comment: Vec<String>,
    pub method: String,
    pub path: String,
    /// Tells blocks of one call apart.
    pub word: Option<String>,
    pub asks: Option<String>,
    pub sends: Sends,
    /// The line of `sends` as it stands there.
    sends_text: Option<String>,
    pub lines: Vec<Line>,
}

/// An object of a call.
#[derive(Clone, Debug)]
pub struct Line {
    pub object: String,
    /// By actor.
    pub cells: Vec<Cell>,
}

/// What is expected, or was found.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    pub status: String,
    pub told: String,
}

impl Block {
    /// `GET /post/{contestId}`.
    pub fn call(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    /// With its word.
    pub fn title(&self) -> String {
        match &self.word {
            Some(word) => format!("{} ({word})", self.call()),
            None => self.call(),
        }
    }

    /// Whether it may change anything.
    pub fn writes(&self) -> bool {
        self.method != "GET"
    }
}

/// Reads the table.
pub fn read(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut comment = Vec::new();
    let mut letters: Vec<BTreeMap<char, String>> = Vec::new();
    let mut last = None;
    for line in text.lines() {
        if line.starts_with('#') || line.trim().is_empty() {
            comment.push(line.to_owned());
        } else if !line.starts_with(' ') {
            let (call, word) =
                line.split_once(" (").map_or((line, None), |(call, word)| (call, word.strip_suffix(')')));
            let (method, path) = call.split_once(' ').expect("a method and a path");
            blocks.push(Block {
                comment: std::mem::take(&mut comment),
                method: method.to_owned(),
                path: path.trim().to_owned(),
                word: word.map(str::to_owned),
                asks: None,
                sends: Sends::Nothing,
                sends_text: None,
                lines: Vec::new(),
            });
            letters.push(BTreeMap::new());
            last = None;
        } else {
            let (block, letters) = (blocks.last_mut().expect("a call"), letters.last_mut().expect("a call"));
            let words = line.trim();
            if line.starts_with("      ") {
                // A line of keys goes on.
                let letter = last.expect("a letter before it");
                let told: &mut String = letters.get_mut(&letter).expect("known");
                told.push(' ');
                told.push_str(words);
            } else if let Some(query) = words.strip_prefix("asks ") {
                block.asks = Some(query.trim().to_owned());
            } else if let Some(sent) = words.strip_prefix("sends ") {
                block.sends_text = Some(sent.trim().to_owned());
                block.sends = sends(sent.trim());
            } else if words.chars().nth(1) == Some(':') {
                let letter = words.chars().next().expect("a letter");
                letters.insert(letter, words[2..].trim().to_owned());
                last = Some(letter);
            } else if !words.starts_with("object ") {
                let mut words = words.split_whitespace();
                let object = words.next().expect("an object").to_owned();
                // The letters come after the lines: told is the letter until then.
                let cells: Vec<Cell> = words
                    .map(|word| Cell {
                        status: word.chars().filter(char::is_ascii_digit).collect(),
                        told: word.chars().filter(|letter| !letter.is_ascii_digit()).collect(),
                    })
                    .collect();
                assert!(cells.is_empty() || cells.len() == ACTORS.len(), "{}: {object}", block.title());
                block.lines.push(Line { object, cells });
            }
        }
    }
    for (block, letters) in blocks.iter_mut().zip(&letters) {
        for cell in block.lines.iter_mut().flat_map(|line| &mut line.cells) {
            if let Some(letter) = cell.told.chars().next() {
                cell.told.clone_from(letters.get(&letter).unwrap_or_else(|| panic!("no line for {letter}")));
            }
        }
    }
    blocks
}

fn sends(text: &str) -> Sends {
    if text.starts_with('{') {
        return Sends::Json(text.to_owned());
    }
    if let Some(fields) = text.strip_prefix("form ") {
        let fields = fields.split_whitespace().filter_map(|field| field.split_once('='));
        return Sends::Form(fields.map(|(name, value)| (name.to_owned(), value.to_owned())).collect());
    }
    let (body, signature) =
        text.strip_prefix("signed ").and_then(|rest| rest.split_once(' ')).expect("body, signature");
    Sends::Signed(body.to_owned(), signature.to_owned())
}

/// The table with other cells, as it is written.
pub fn write(blocks: &[Block], found: &[Vec<Vec<Cell>>], end: &str) -> String {
    let mut out = String::new();
    for (block, found) in blocks.iter().zip(found) {
        for line in &block.comment {
            writeln!(out, "{line}").expect("written");
        }
        writeln!(out, "{}", block.title()).expect("written");
        if let Some(asks) = &block.asks {
            writeln!(out, "  asks  {asks}").expect("written");
        }
        if let Some(sends) = &block.sends_text {
            writeln!(out, "  sends {sends}").expect("written");
        }
        let mut letters: Vec<&str> = Vec::new();
        let width = block.lines.iter().map(|line| line.object.len()).max().unwrap_or(0).max(10);
        let heading: Vec<String> = ACTORS.iter().map(|actor| format!("{actor:<10}")).collect();
        writeln!(out, "  {:<width$}  {}", "object", heading.concat().trim_end()).expect("written");
        for (line, cells) in block.lines.iter().zip(found) {
            let mut row = format!("  {:<width$}  ", line.object);
            for cell in cells {
                let mut word = cell.status.clone();
                if !cell.told.is_empty() {
                    let at = letters.iter().position(|known| *known == cell.told).unwrap_or_else(|| {
                        letters.push(&cell.told);
                        letters.len() - 1
                    });
                    word.push_str(&LETTERS[at..=at]);
                }
                write!(row, "{word:<10}").expect("written");
            }
            writeln!(out, "{}", row.trim_end()).expect("written");
        }
        for (letter, told) in LETTERS.chars().zip(&letters) {
            let mut row = format!("  {letter}:");
            for word in told.split(' ') {
                if row.len() + word.len() >= WIDTH {
                    writeln!(out, "{row}").expect("written");
                    "     ".clone_into(&mut row);
                }
                row.push(' ');
                row.push_str(word);
            }
            writeln!(out, "{row}").expect("written");
        }
    }
    out.push_str(end);
    out
}
