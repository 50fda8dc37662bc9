//! Formulas to MathML, by math-core. It runs on a thread with a stack of its own size: what `bounds.rs` lets pass nests 170 levels
//! at most, of up to 200 KB each in a build without optimisation. Memory is used for the levels that are there.

use std::thread;

use math_core::{LatexError, LatexToMathML, MathCoreConfig, MathDisplay};

use crate::bounds;
use crate::parts::{Kind, Part};
use crate::problem::Problem;
use crate::reduce::reduced;
use crate::tree::Element;
use crate::words::torn;

/// Formulas of a text that are converted.
pub const FORMULAS: usize = 200;

const STACK: usize = 64 << 20;

/// Each formula among the parts, in their order.
pub fn all(parts: &[Part<'_>]) -> Vec<Result<Element, Problem>> {
    let formulas: Vec<_> = parts
        .iter()
        .filter_map(|part| match part.kind {
            Kind::Maths { display } => Some((part, display)),
            _ => None,
        })
        .collect();
    if formulas.is_empty() {
        return Vec::new();
    }
    let fail = |reason: &str| {
        let problem = |(part, _): &(&Part<'_>, bool)| Err(Problem { place: part.place, reason: reason.to_owned() });
        formulas.iter().map(problem).collect()
    };
    thread::scope(|scope| {
        let work = || {
            let Ok(converter) = LatexToMathML::new(MathCoreConfig::default()) else { return Vec::new() };
            let one = |(number, (part, display)): (usize, &(&Part<'_>, bool))| {
                if number < FORMULAS {
                    one(&converter, part, *display)
                } else {
                    Err(Problem { place: part.place, reason: format!("A text has at most {FORMULAS} formulas.") })
                }
            };
            formulas.iter().enumerate().map(one).collect()
        };
        match thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work) {
            Ok(worker) => worker.join().unwrap_or_else(|_| fail("This formula cannot be converted.")),
            Err(_) => fail("The server is too busy to convert formulas. Try again."),
        }
    })
}

fn one(converter: &LatexToMathML, part: &Part<'_>, display: bool) -> Result<Element, Problem> {
    let problem = |byte: usize, reason: String| {
        let before = part.source.char_indices().take_while(|(at, _)| *at < byte).count();
        Problem { place: part.place + before, reason }
    };
    bounds::check(part.source).map_err(|(byte, reason)| problem(byte, reason))?;
    let shown = if display { MathDisplay::Block } else { MathDisplay::Inline };
    let converted = converter
        .convert_with_local_state(part.source, shown)
        .map_err(|error| problem(error.0.start, reason(&error, part.source)))?;
    let element = reduced(&converted.mathml)
        .map_err(|refused| problem(place_of(refused.command, part.source), refused.reason))?;
    match torn(&element, part.source) {
        Some((at, word)) => {
            Err(problem(at, format!(r"Write “{word}” as a text, \text{{{word}}}: a formula tears it apart.")))
        }
        None => Ok(element),
    }
}

/// Where a formula first has one of the commands.
fn place_of(commands: &[&str], source: &str) -> usize {
    commands.iter().filter_map(|command| source.find(command)).min().unwrap_or(0)
}

/// What the converter found, for somebody who has never read its manual.
fn reason(error: &LatexError, source: &str) -> String {
    let named = source.get(error.0.clone()).unwrap_or_default().trim();
    match error.label() {
        "unknown command" => format!("{named} is not known here."),
        "unknown environment" => {
            let name = source.get(error.0.clone()).unwrap_or_default();
            format!(r"\begin{{{}}} is not known here.", name.trim_matches(['{', '}']))
        }
        "a group was never closed" => closed_by(error),
        "no matching opening for this" => format!("Nothing is open that {named} could close."),
        "expected an argument here" => "Something is missing here: a command has nothing to work on.".to_owned(),
        "expected a delimiter here" => {
            r"A bracket is missing here: \left and \right stand before one, or before a dot for none.".to_owned()
        }
        "expected a different environment name here" => r"\begin and \end must name the same.".to_owned(),
        "cannot be used here" if named == "&" => {
            r"& belongs in tables, as in \begin{matrix}. Write \& for the sign itself.".to_owned()
        }
        "unexpected bound" => "An index or power follows upon ^ or _ without anything between.".to_owned(),
        "duplicate" => {
            "A second index, or a second power, at the same place: put braces around what belongs together.".to_owned()
        }
        "unexpected macro parameter" => r"Write \# for the sign #.".to_owned(),
        "unknown color" => "Colours are not known here.".to_owned(),
        "internal error" | "limit exceeded" => "This formula cannot be converted.".to_owned(),
        _ => error.error_message(),
    }
}

/// What was never closed. The place is the formula's end.
fn closed_by(error: &LatexError) -> String {
    let message = error.error_message();
    let closing = message.split('"').nth(1).unwrap_or("}");
    format!("{closing} is missing at the end.")
}
