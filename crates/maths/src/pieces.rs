//! Pieces of a text: plain text, code and formulas, these converted.

use std::borrow::Cow;

use crate::convert;
use crate::parts;
use crate::problem::Problem;
use crate::tree::Element;

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
