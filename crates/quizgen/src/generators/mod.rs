//! Question generators: each picks numbers, computes the answer, and offers the results of typical mistakes as the
//! wrong options. Nothing here is looked up, so nothing can be out of date. A generator may give up on an unlucky draw
//! (`None`).

mod algebra;
mod arithmetic;
mod calculus;
mod codes;
mod complexity;
mod counting;
mod dates;
mod geometry;
mod linear;
mod logic;
mod money;
mod motion;
mod networks;
mod number_bases;
mod probability;
#[cfg(test)]
mod recomputed;
mod science;
mod sequences;
mod sql;
mod statistics;
mod structures;
mod traces;
mod units;

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

/// All of them.
pub(crate) static ALL: &[&Generator] = &[
    &arithmetic::GENERATOR,
    &algebra::GENERATOR,
    &number_bases::GENERATOR,
    &logic::GENERATOR,
    &complexity::GENERATOR,
    &units::GENERATOR,
    &probability::GENERATOR,
    &statistics::GENERATOR,
    &dates::GENERATOR,
    &sequences::GENERATOR,
    &sql::GENERATOR,
    &traces::PYTHON,
    &traces::C,
    &traces::JAVASCRIPT,
    &geometry::GENERATOR,
    &money::GENERATOR,
    &motion::GENERATOR,
    &networks::GENERATOR,
    &calculus::GENERATOR,
    &linear::GENERATOR,
    &counting::GENERATOR,
    &science::PHYSICS,
    &science::ELECTRONICS,
    &science::CHEMISTRY,
    &structures::GENERATOR,
    &structures::SORTING,
    &codes::GENERATOR,
];

/// Puts a draft together: the first three mistakes that differ from the answer and from each other.
fn draft(
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
fn numbers(rng: &mut StdRng, answer: i64, mistakes: &[i64], least: i64) -> Vec<String> {
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
fn many(number: i64, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

/// One of a list.
fn pick<'a, T>(rng: &mut StdRng, list: &'a [T]) -> &'a T {
    &list[rng.random_range(0..list.len())]
}

/// Greatest common divisor.
fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

/// A fraction in lowest terms, the sign in front: `3/4`, `-1/2`, `5`.
fn fraction(above: i64, below: i64) -> String {
    let by = gcd(above, below).max(1) * below.signum();
    let (above, below) = (above / by, below / by);
    if below == 1 { above.to_string() } else { format!("{above}/{below}") }
}

/// A number with `places` decimals, without zeros at the end.
fn decimal(value: f64, places: usize) -> String {
    let text = format!("{value:.places$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::checker::{Known, check};

    #[test]
    fn every_generator_makes_good_drafts_of_every_difficulty() {
        for generator in ALL {
            let name = generator.topics[0];
            for level in Difficulty::ALL {
                let mut rng = StdRng::seed_from_u64(7);
                let mut made = HashSet::new();
                let mut lucky = 0;
                for _ in 0..400 {
                    let Some(draft) = (generator.make)(&mut rng, level) else { continue };
                    lucky += 1;
                    assert_eq!(check(&draft, &Known::default()), Ok(()), "{name}: {draft:?}");
                    assert_eq!(draft.options[0], draft.answer);
                    assert_eq!(draft.difficulty, level, "{name}");
                    assert!(!draft.why.is_empty(), "{name}: {}", draft.question);
                    made.insert(draft.question);
                }
                assert!(lucky >= 200, "{name}, {}: only {lucky} of 400 draws gave a draft", level.word());
                assert!(made.len() >= 20, "{name}, {}: only {} different questions", level.word(), made.len());
            }
        }
    }

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
