//! Parts of a draft that the generators share: what a generator is, and how numbers, fractions and wrong options are made.

use std::collections::HashSet;
use std::fmt::Display;

use rand::RngExt;
use rand::rngs::StdRng;

use crate::draft::{Difficulty, Draft};

type Words = &'static [&'static str];

/// One kind of question.
pub(crate) struct Generator {
    /// Names of the topics it makes questions of; the first is its own.
    pub topics: &'static [&'static str],
    /// What else its own topic is called, lower case.
    pub synonyms: &'static [&'static str],
    /// Parts of its own topic: what each is called, and beginnings of words its questions have.
    pub parts: &'static [(Words, Words)],
    /// Makes one, in the order answer, mistakes; the library shuffles.
    pub make: fn(&mut StdRng, Difficulty) -> Option<Draft>,
}

/// Puts a draft together: the first three mistakes that differ from the answer and from each other.
pub(super) fn draft(
    level: Difficulty,
    question: impl Into<String>,
    answer: impl Display,
    mistakes: impl IntoIterator<Item = String>,
    why: impl Into<String>,
) -> Option<Draft> {
    let answer = format!("{answer}");
    let mut seen = HashSet::from([answer.to_lowercase()]);
    let mut wrong = mistakes.into_iter().filter(|mistake| seen.insert(mistake.to_lowercase()));
    let (a, b, c) = (wrong.next()?, wrong.next()?, wrong.next()?);
    Some(Draft {
        question: question.into(),
        options: [answer.clone(), a, b, c],
        answer,
        difficulty: level,
        why: why.into(),
    })
}

/// Whole numbers as texts, then numbers close by, in case the mistakes fall together. Never below `least`.
pub(super) fn numbers(rng: &mut StdRng, answer: i64, mistakes: &[i64], least: i64) -> Vec<String> {
    let step = if answer.abs() >= 200 { 10 } else { 1 };
    let turn = if rng.random_bool(0.5) { 1 } else { -1 };
    let close = [step, -step, 2 * step, -2 * step, 3 * step, -3 * step, 5 * step, -5 * step];
    mistakes
        .iter()
        .copied()
        .chain(close.iter().map(|by| answer + by * turn))
        .filter(|number| *number >= least)
        .map(|number| number.to_string())
        .collect()
}

/// `1 row`, `3 rows`.
pub(super) fn many(number: i64, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

/// One of a list.
pub(super) fn pick<'a, T>(rng: &mut StdRng, list: &'a [T]) -> &'a T {
    &list[rng.random_range(0..list.len())]
}

/// Greatest common divisor.
pub(super) fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

/// A fraction in lowest terms, the sign in front: `3/4`, `-1/2`, `5`.
pub(super) fn fraction(above: i64, below: i64) -> String {
    let by = gcd(above, below).max(1) * below.signum();
    let (above, below) = (above / by, below / by);
    if below == 1 { above.to_string() } else { format!("{above}/{below}") }
}

/// A number with `places` decimals, without zeros at the end.
pub(super) fn decimal(value: f64, places: usize) -> String {
    let text = format!("{value:.places$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_and_decimals_are_plain() {
        assert_eq!(fraction(6, 8), "3/4");
        assert_eq!(fraction(-3, -6), "1/2");
        assert_eq!(fraction(3, -6), "-1/2");
        assert_eq!(fraction(10, 5), "2");
        assert_eq!(fraction(0, 5), "0");
        assert_eq!(decimal(2.50, 2), "2.5");
        assert_eq!(decimal(100.0, 0), "100");
        assert_eq!(decimal(3.0, 2), "3");
    }
}
