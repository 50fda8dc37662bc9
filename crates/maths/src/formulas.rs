//! Formulas of a text, as a client is told of them: what stands in the text, and what is drawn in its place. The key is the text
//! itself, dollars included. A client that looks for the keys from left to right finds the formulas that this crate found.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use crate::parts::{Kind, parts};
use crate::pieces::{Piece, pieces};
use crate::problem::Problem;
use crate::tree::Element;

/// A backslash and a dollar.
const ESCAPED: &str = r"\$";

/// What is drawn in place of a part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Drawn {
    /// The element `math`.
    Formula(Element),
    /// A dollar, before which a backslash stood.
    Dollar,
}

/// An array of a name, attributes where there are any, and what stands in the element.
impl Serialize for Drawn {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Formula(element) => element.serialize(to),
            Self::Dollar => to.serialize_str("$"),
        }
    }
}

/// The formulas of a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Formulas {
    /// What is drawn, by what stands in the text; lines end there by `\n` alone.
    pub drawn: BTreeMap<String, Drawn>,
    /// What cannot be drawn, in its order: it stays as it stands.
    pub problems: Vec<Problem>,
    /// Bytes of what is drawn, as MathML.
    pub bytes: usize,
}

/// The formulas of a text. Without one it has nothing to say of backslashes either: they mean something in programs.
pub fn formulas(text: &str) -> Formulas {
    let mut formulas = Formulas::default();
    // One would begin and end by a dollar.
    if text.matches('$').nth(1).is_none() {
        return formulas;
    }
    let mut is_maths = false;
    for piece in pieces(text) {
        let Piece::Maths { source, display, maths } = piece else { continue };
        is_maths = true;
        match maths {
            Ok(element) => {
                let dollars = if display { "$$" } else { "$" };
                let key = format!("{dollars}{source}{dollars}").replace("\r\n", "\n");
                let bytes = element.to_string().len();
                if formulas.drawn.insert(key, Drawn::Formula(element)).is_none() {
                    formulas.bytes += bytes;
                }
            }
            Err(problem) => formulas.problems.push(problem),
        }
    }
    if has_escaped(text) && (is_maths || has_maths(&text.replace(ESCAPED, "$"))) {
        formulas.drawn.insert(ESCAPED.to_owned(), Drawn::Dollar);
    }
    formulas
}

fn has_escaped(text: &str) -> bool {
    parts(text).iter().any(|part| part.kind == Kind::Text && part.source.contains(ESCAPED))
}

fn has_maths(text: &str) -> bool {
    parts(text).iter().any(|part| matches!(part.kind, Kind::Maths { .. }))
}
