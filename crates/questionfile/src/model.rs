//! Import model: an import, its rows and questions. The fields are the shape in which the preview call answers; `right`
//! counts from 0. Pictures carry their bytes beside the shape, and a row its source, so that a refused one can be
//! handed back.

use serde::Serialize;

/// What a file holds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Import {
    /// The format it was read as.
    pub format: Format,
    /// In the file's order.
    pub rows: Vec<Row>,
    /// Rows by state.
    pub counts: Counts,
}

/// A file format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Questions as people type them.
    Text,
    /// Moodle's GIFT.
    Gift,
    /// Aiken.
    Aiken,
    /// Moodle XML.
    MoodleXml,
    /// CSV or TSV.
    Csv,
    /// A workbook.
    Xlsx,
    /// A Word document.
    Docx,
    /// QTI, one file or a package.
    Qti,
}

impl Format {
    /// Its name, as it stands in answers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Gift => "gift",
            Self::Aiken => "aiken",
            Self::MoodleXml => "moodle_xml",
            Self::Csv => "csv",
            Self::Xlsx => "xlsx",
            Self::Docx => "docx",
            Self::Qti => "qti",
        }
    }
}

/// One question of the file, or something in it that is none.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// Line in the file, from 1.
    pub line: Option<usize>,
    /// Cell or row of a spreadsheet, entry of an archive.
    pub cell: Option<String>,
    /// Whether it can be taken.
    pub state: State,
    /// What was repaired, or why it is refused. A refusal that ends in a question mark asks: the question is whole but for
    /// the answer to it.
    pub notes: Vec<String>,
    /// As far as it was read; without a key where that is in doubt.
    pub question: Option<Question>,
    /// The text it was read from, where the format is text.
    #[serde(skip)]
    pub source: String,
}

/// Whether a row can be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// As it is.
    Ready,
    /// With something mended, which the notes name.
    Repaired,
    /// Not before somebody mends or answers what the notes name.
    Refused,
    /// It is no question.
    Skipped,
}

/// Rows by state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// As they are.
    pub ready: usize,
    /// With something mended.
    pub repaired: usize,
    /// Not taken.
    pub refused: usize,
    /// No question.
    pub skipped: usize,
}

/// How a question is answered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// One option.
    #[default]
    Single,
    /// Several options.
    Several,
    /// A number.
    Number,
    /// A short text.
    Text,
}

/// A question.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Question {
    /// How it is answered.
    pub kind: Kind,
    /// What is asked; plain text, maths between `$…$` or `\(…\)`.
    pub text: String,
    /// What is offered; plain text.
    pub options: Vec<String>,
    /// Right options, from 0.
    pub right: Vec<usize>,
    /// Per cent of the marks for each option, added up and kept within 0 and 100.
    pub weights: Option<Vec<f64>>,
    /// The number that is right: a decimal, or as it was typed (`3/4`).
    pub value: Option<String>,
    /// How far from it is right, too; `2%` is a part of it.
    pub tolerance: Option<String>,
    /// What the number is counted in.
    pub unit: Option<String>,
    /// Texts that are right.
    pub accepted: Vec<String>,
    /// What it is worth.
    pub marks: Option<Marks>,
    /// Said to all after the answer.
    pub explanation: Option<String>,
    /// Said to those who chose an option; as many as options, or none.
    pub feedback: Vec<String>,
    /// Path of categories, joined by ` > `.
    pub category: Option<String>,
    /// Tags.
    pub tags: Vec<String>,
    /// Its pictures.
    pub pictures: Vec<Picture>,
    /// Easy, medium or hard, in the file's words.
    pub difficulty: Option<String>,
    /// Its name in the file.
    pub title: Option<String>,
    /// Its id in the file.
    pub id: Option<String>,
    /// Whether options are shuffled, where the file says so.
    pub shuffle: Option<bool>,
    /// The file marks it as hidden.
    pub draft: bool,
}

/// What a question is worth; decimals.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Marks {
    /// For the right answer.
    pub right: String,
    /// For a wrong answer; negative or none.
    pub wrong: Option<String>,
    /// For a part of it.
    pub partial: Option<String>,
}

/// A picture of a question.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Picture {
    /// Its file name.
    pub name: String,
    /// The option it belongs to; the question's text where there is none.
    pub option: Option<usize>,
    /// The file; empty where the name is all there is.
    #[serde(skip)]
    pub bytes: Vec<u8>,
}

/// Why a whole file cannot be read, in a sentence for its owner.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct FileError {
    message: String,
}

impl FileError {
    /// An error with this sentence.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }
}

impl Row {
    /// A row of a text file.
    pub(crate) fn at(line: usize) -> Self {
        let (cell, source) = (None, String::new());
        Self { line: Some(line), cell, state: State::Ready, notes: Vec::new(), question: None, source }
    }

    /// A row of an archive or a spreadsheet.
    pub(crate) fn in_cell(cell: impl Into<String>) -> Self {
        Self { line: None, cell: Some(cell.into()), ..Self::at(0) }
    }

    pub(crate) fn with(mut self, question: Question) -> Self {
        self.question = Some(question);
        self
    }

    /// Says what was mended. A note is said once.
    pub(crate) fn repair(&mut self, note: impl Into<String>) {
        let note = note.into();
        if self.state == State::Ready {
            self.state = State::Repaired;
        }
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Says why it cannot be taken. The reason stands before what was repaired.
    pub(crate) fn refuse(&mut self, reason: impl Into<String>) {
        let reason = reason.into();
        let first = self.state != State::Refused;
        self.state = State::Refused;
        if self.notes.contains(&reason) {
            return;
        }
        if first { self.notes.insert(0, reason) } else { self.notes.push(reason) }
    }

    pub(crate) fn skip(&mut self, reason: impl Into<String>) {
        self.state = State::Skipped;
        self.notes.push(reason.into());
    }

    /// Text that is not ASCII may be wrong where the encoding was not declared.
    pub(crate) fn question_from_other_encoding(&mut self, note: &str) {
        let Some(question) = &self.question else { return };
        let all = question.options.iter().chain(&question.accepted).chain([&question.text]);
        if self.state != State::Skipped && all.into_iter().any(|text| !text.is_ascii()) {
            self.repair(note);
        }
    }
}

impl Counts {
    pub(crate) fn of(rows: &[Row]) -> Self {
        let mut counts = Self::default();
        for row in rows {
            match row.state {
                State::Ready => counts.ready += 1,
                State::Repaired => counts.repaired += 1,
                State::Refused => counts.refused += 1,
                State::Skipped => counts.skipped += 1,
            }
        }
        counts
    }
}
