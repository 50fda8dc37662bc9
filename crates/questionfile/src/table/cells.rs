//! Cells of a table, and the rows they stand in.

use crate::normalise::is_visible;

/// What kind of value a cell holds.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A text, or nothing.
    Text,
    /// A number.
    Number(f64),
    /// A date or a time.
    Date,
    /// An error, or a formula without a stored value: what to say of it.
    Broken(String),
}

/// A cell.
#[derive(Debug, Clone)]
pub struct Cell {
    /// As it is shown.
    pub text: String,
    /// What is behind it.
    pub value: Value,
    /// Shown in another way in the spreadsheet than here.
    pub reshaped: bool,
}

impl Cell {
    /// A cell of text.
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), value: Value::Text, reshaped: false }
    }

    /// Whether somebody sees anything in it.
    pub fn is_empty(&self) -> bool {
        !is_visible(&self.text) && !matches!(self.value, Value::Broken(_))
    }
}

/// A row of cells.
#[derive(Debug, Clone)]
pub struct Line {
    /// From 1.
    pub number: usize,
    /// From the first column on.
    pub cells: Vec<Cell>,
}

impl Line {
    pub(super) fn cell(&self, column: usize) -> Option<&Cell> {
        self.cells.get(column).filter(|cell| !cell.is_empty())
    }
}

/// Where a row and a column are in the file: a line, or the name of a cell.
pub(super) type Place<'a> = &'a dyn Fn(usize, usize) -> (Option<usize>, Option<String>);
