//! Maths in texts. [`pieces`] tells plain text, code and maths apart, and makes MathML of each formula, of the elements and
//! attributes of [`ELEMENTS`] alone. What cannot be converted is a [`Problem`] with its place in the text and a sentence.
//! [`formulas`] is the same for a client: what it draws for which part of a text, so that it needs no rule of its own.
//! `web/src/ui/maths.css` draws what MathML Core leaves to styles: how columns are aligned, and lines.
//!
//! - `$…$` is a formula in the line, `$$…$$` one on its own. The first `$` stands before a visible character, the last one after
//!   one and not before a digit, and no empty line lies between: "$5 and $10" is text. `\$` is a dollar.
//! - Inline `code` and fenced code are left alone.
//! - The converter calls itself for what nests: `bounds.rs` refuses what would go deep before it is asked.

mod bounds;
mod convert;
mod formulas;
mod parts;
mod reduce;
mod tree;

use std::borrow::Cow;

pub use bounds::{DEPTH, LENGTH};
pub use convert::FORMULAS;
pub use formulas::{Drawn, Formulas, formulas};
pub use reduce::{ELEMENTS, OUTPUT};
pub use tree::{Element, Node};

/// A formula that cannot be converted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Problem {
    /// Characters of the whole text before it.
    pub place: usize,
    /// A sentence for whoever wrote it.
    pub reason: String,
}

/// A piece of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Plain text; `\$` is `$` by now.
    Text(Cow<'a, str>),
    /// Code in a line, without its marks.
    Code(&'a str),
    /// Lines of code, without the lines that fence them.
    CodeBlock(&'a str),
    /// A formula.
    Maths {
        /// What was typed, without its dollars.
        source: &'a str,
        /// On a line of its own.
        display: bool,
        /// The element `math`, or what is wrong.
        maths: Result<Element, Problem>,
    },
}

/// The pieces of a text in their order.
pub fn pieces<'a>(text: &'a str) -> Vec<Piece<'a>> {
    let parts = parts::parts(text);
    let mut converted = convert::all(&parts).into_iter();
    let piece = move |parts::Part { kind, source, .. }: parts::Part<'a>| match kind {
        parts::Kind::Text => Some(Piece::Text(parts::unescaped(source))),
        parts::Kind::Code => Some(Piece::Code(source)),
        parts::Kind::CodeBlock => Some(Piece::CodeBlock(source)),
        parts::Kind::Maths { display } => converted.next().map(|maths| Piece::Maths { source, display, maths }),
    };
    parts.into_iter().filter_map(piece).collect()
}

/// What is wrong with the formulas of a text, in their order.
pub fn problems(text: &str) -> Vec<Problem> {
    let problem = |piece| match piece {
        Piece::Maths { maths: Err(problem), .. } => Some(problem),
        _ => None,
    };
    pieces(text).into_iter().filter_map(problem).collect()
}
