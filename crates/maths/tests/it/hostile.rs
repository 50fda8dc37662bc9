//! Texts by chance: half-broken formulas, markup, digits, whatever scripts. Nothing stops the crate, and only the list gets out.

use proptest::prelude::*;
use quad_maths::{ELEMENTS, Element, Node, OUTPUT, Piece, pieces};

/// Bits of formulas, whole and broken.
const BITS: [&str; 40] = [
    "x",
    "1",
    "२",
    "{",
    "}",
    "^",
    "_",
    "&",
    "\\\\",
    "\\frac",
    "\\sqrt",
    "\\sqrt[",
    "]",
    "\\left(",
    "\\right)",
    "\\begin{matrix}",
    "\\end{matrix}",
    "\\begin{cases}",
    "\\end{cases}",
    "\\text{",
    "\\textbf{a}",
    "\\mathrm{",
    "\\sum",
    "\\int",
    "'",
    "\\hat",
    "\\overline{",
    "\\underbrace{",
    "<script>",
    "&lt;",
    "\"",
    "\\href{javascript:x}{y}",
    "\\operatorname{<b>}",
    "दू",
    " ",
    "\\tag{<i>}",
    "\\not",
    "\\limits",
    "\\hline",
    "\\begin{array}{c|c}",
];

fn check(element: &Element) {
    let Some((_, allowed)) = ELEMENTS.into_iter().find(|(name, _)| *name == element.name) else {
        panic!("{} is no element of the list", element.name)
    };
    for (name, _) in &element.attributes {
        assert!(allowed.contains(name), "{name} of {}", element.name);
    }
    for child in &element.children {
        if let Node::Element(child) = child {
            check(child);
        }
    }
}

fn check_all(text: &str) {
    let characters = text.chars().count();
    for piece in pieces(text) {
        let Piece::Maths { source, maths, .. } = piece else { continue };
        match maths {
            Ok(maths) => {
                check(&maths);
                let written = maths.to_string();
                assert!(written.len() <= OUTPUT && !written.contains("<script"), "{source}: {written}");
            }
            Err(problem) => {
                assert!(problem.place <= characters && problem.reason.ends_with('.'), "{source}: {problem:?}");
            }
        }
    }
}

proptest! {
    #[test]
    fn half_broken_formulas(bits in prop::collection::vec(prop::sample::select(&BITS[..]), 0..40)) {
        check_all(&format!("${}$", bits.concat()));
    }

    #[test]
    fn whatever_is_typed(text in "(\\PC|[$\\\\{}`\n^_&]){0,200}") {
        check_all(&text);
    }
}
