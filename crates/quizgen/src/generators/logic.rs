//! Logic: Boolean expressions, their value, how often they hold, gates, De Morgan.

use rand::RngExt;
use rand::rngs::StdRng;

use super::draft_parts::{Generator, draft, numbers, pick};
use crate::draft::{Difficulty, Draft};

pub(super) static GENERATOR: Generator = Generator {
    topics: &["Boolean logic", "Digital logic", "Discrete mathematics"],
    synonyms: &["boolean algebra", "propositional logic", "propositional calculus", "boolean expressions"],
    parts: &[(&["truth tables"], &["true"]), (&["de morgan", "de morgan's law", "de morgan laws"], &["equals not"])],
    make,
};

fn make(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    match level {
        Difficulty::Easy => gate(rng, level),
        Difficulty::Medium => match rng.random_range(0..2) {
            0 => de_morgan(rng, level),
            _ => count(rng, level, 2),
        },
        Difficulty::Hard => count(rng, level, 3),
    }
}

type Gate = (&'static str, fn(bool, bool) -> bool);

const GATES: [Gate; 6] = [
    ("AND", |a, b| a && b),
    ("OR", |a, b| a || b),
    ("NAND", |a, b| !(a && b)),
    ("NOR", |a, b| !(a || b)),
    ("XOR", |a, b| a ^ b),
    ("XNOR", |a, b| a == b),
];

fn gate(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (first, second) = (*pick(rng, &GATES), *pick(rng, &GATES));
    let [a, b, c]: [bool; 3] = [rng.random(), rng.random(), rng.random()];
    let (inner, bit) = (first.1(a, b), |value: bool| u8::from(value));
    let outer = second.1(inner, c);
    let pair = |inner: bool, outer: bool| format!("({}, {})", bit(inner), bit(outer));
    let question = format!(
        "A = {}, B = {}, C = {}. P = A {} B and Q = P {} C. What is (P, Q)?",
        bit(a),
        bit(b),
        bit(c),
        first.0,
        second.0
    );
    let mistakes = [pair(inner, !outer), pair(!inner, outer), pair(!inner, !outer)];
    let why = format!(
        "{} {} {} = {}, then {} {} {} = {}.",
        bit(a),
        first.0,
        bit(b),
        bit(inner),
        bit(inner),
        second.0,
        bit(c),
        bit(outer)
    );
    draft(level, question, pair(inner, outer), mistakes, why)
}

fn de_morgan(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let letters = pick(rng, &[["A", "B"], ["P", "Q"], ["X", "Y"], ["R", "S"], ["M", "N"]]);
    let (first_not, second_not, is_and): (bool, bool, bool) = (rng.random(), rng.random(), rng.random());
    let word = |is_not: bool, letter: &str| if is_not { format!("NOT {letter}") } else { letter.to_owned() };
    let join = |and: bool| if and { "AND" } else { "OR" };
    let [x, y] = letters;
    let say = |a: bool, and: bool, b: bool| format!("{} {} {}", word(a, x), join(and), word(b, y));
    let question = format!("Which expression equals NOT ({})?", say(first_not, is_and, second_not));
    let answer = say(!first_not, !is_and, !second_not);
    let mistakes = [
        say(!first_not, is_and, !second_not),
        say(first_not, !is_and, second_not),
        say(first_not, !is_and, !second_not),
    ];
    draft(level, question, answer, mistakes, "De Morgan: negate both parts and exchange AND and OR.")
}

/// A random expression over the first `letters` of A, B, C, written with brackets, and in how many rows it is true.
fn count(rng: &mut StdRng, level: Difficulty, letters: usize) -> Option<Draft> {
    let names = ["A", "B", "C"];
    let gates: Vec<Gate> = (0..letters).map(|_| *pick(rng, &GATES)).collect();
    let nots: Vec<bool> = (0..=letters).map(|_| rng.random_bool(0.3)).collect();
    let leaf = |at: usize| format!("{}{}", if nots[at] { "NOT " } else { "" }, names[at % letters]);
    let mut text = leaf(0);
    for (at, gate) in gates.iter().enumerate() {
        let right = leaf(at + 1);
        text = if at == 0 { format!("{text} {} {right}", gate.0) } else { format!("({text}) {} {right}", gate.0) };
    }
    let rows = 1_usize << letters;
    let holds = |row: usize| {
        let value = |at: usize| (row >> (at % letters) & 1 == 1) ^ nots[at];
        gates.iter().enumerate().fold(value(0), |so_far, (at, gate)| gate.1(so_far, value(at + 1)))
    };
    let answer = (0..rows).filter(|row| holds(*row)).count() as i64;
    let mistakes = numbers(rng, answer, &[rows as i64 - answer], 0);
    let most = rows as i64;
    let mistakes = mistakes.into_iter().filter(|text| text.parse::<i64>().is_ok_and(|n| n <= most));
    let question = format!("For how many of the {rows} possible inputs is this true: {text}?");
    draft(level, question, answer, mistakes, format!("Writing out all {rows} rows of the truth table gives {answer}."))
}
