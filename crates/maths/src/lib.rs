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
mod pieces;
mod problem;
mod reduce;
mod tree;
mod words;

pub use bounds::{DEPTH, LENGTH};
pub use convert::FORMULAS;
pub use formulas::{Drawn, Formulas, formulas};
pub use pieces::{Piece, pieces, problems};
pub use problem::Problem;
pub use reduce::{ELEMENTS, OUTPUT};
pub use tree::{Element, Node};
