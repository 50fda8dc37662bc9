//! Formulas of school and engineering papers, what is a dollar, what is refused and where, and texts by chance.

mod formulas;
mod hostile;
mod refusals;
mod texts;

use quad_maths::{Element, Piece, Problem, pieces};

/// The only formula of a text.
pub fn formula(text: &str) -> Result<Element, Problem> {
    let maths = pieces(text).into_iter().filter_map(|piece| match piece {
        Piece::Maths { maths, .. } => Some(maths),
        _ => None,
    });
    let Ok([one]) = <[_; 1]>::try_from(maths.collect::<Vec<_>>()) else { panic!("one formula: {text}") };
    one
}
