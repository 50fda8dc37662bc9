//! Sequences: the next term.

use rand::RngExt;
use rand::rngs::StdRng;

use super::draft_parts::{Generator, draft, numbers};
use crate::draft::{Difficulty, Draft};

pub(super) static GENERATOR: Generator = Generator {
    topics: &["Number series", "Logical reasoning", "Quantitative aptitude"],
    synonyms: &["sequences", "series", "number sequences", "sequences and series", "progressions", "number patterns"],
    parts: &[
        (&["arithmetic progression", "ap"], &["more than the one before", "less than the one before"]),
        (&["geometric progression", "gp"], &["times the one before"]),
    ],
    make,
};

fn make(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (terms, why) = match level {
        Difficulty::Easy => easy(rng),
        Difficulty::Medium => medium(rng),
        Difficulty::Hard => hard(rng),
    };
    let (answer, shown) = terms.split_last()?;
    let (last, before) = (*shown.last()?, shown[shown.len() - 2]);
    let mistakes =
        numbers(rng, *answer, &[2 * last - before, last + before, answer + (last - before), answer + 2], -10_000);
    let shown: Vec<String> = shown.iter().map(ToString::to_string).collect();
    draft(level, format!("Which number comes next? {}, …", shown.join(", ")), answer, mistakes, why)
}

fn easy(rng: &mut StdRng) -> (Vec<i64>, String) {
    let (first, step): (i64, i64) = (rng.random_range(1..30), rng.random_range(2..13));
    if rng.random_bool(0.6) {
        ((0..6).map(|n| first + n * step).collect(), format!("Each term is {step} more than the one before."))
    } else {
        let (first, by): (i64, i64) = (rng.random_range(1..8), rng.random_range(2..5));
        ((0..6).map(|n| first * by.pow(n)).collect(), format!("Each term is {by} times the one before."))
    }
}

fn medium(rng: &mut StdRng) -> (Vec<i64>, String) {
    let (a, b): (i64, i64) = (rng.random_range(1..10), rng.random_range(1..10));
    match rng.random_range(0..3) {
        0 => {
            let terms = (1..8).scan((a, b), |pair, _| {
                let term = pair.0;
                *pair = (pair.1, pair.0 + pair.1);
                Some(term)
            });
            (terms.collect(), "Each term is the sum of the two before.".into())
        }
        1 => ((a..a + 6).map(|n| n * n + b).collect(), format!("Squares of {a}, {}, …, plus {b}.", a + 1)),
        _ => (
            (0..6).scan(a, |term, n| Some(std::mem::replace(term, *term + b + 2 * n))).collect(),
            format!("The differences grow by 2, from {b}."),
        ),
    }
}

fn hard(rng: &mut StdRng) -> (Vec<i64>, String) {
    let (a, b, c): (i64, i64, i64) = (rng.random_range(1..10), rng.random_range(2..6), rng.random_range(1..10));
    match rng.random_range(0..3) {
        0 => {
            let terms = (0..7).map(|n| if n % 2 == 0 { a + b * (n / 2) } else { 40 + c - (b + 1) * (n / 2) });
            (terms.collect(), format!("Two series take turns: one rises by {b}, one falls by {}.", b + 1))
        }
        1 => (
            (0..6).scan(a, |term, _| Some(std::mem::replace(term, *term * b - c))).collect(),
            format!("Multiply by {b}, then take away {c}."),
        ),
        _ => ((a..a + 6).map(|n| n * n * n - b * n).collect(), format!("n³ − {b}n for n = {a}, {}, …", a + 1)),
    }
}
