//! Counting: permutations, combinations, sets, graphs.

use rand::RngExt;
use rand::rngs::StdRng;

use super::draft_parts::{Generator, draft, numbers, pick};
use crate::draft::{Difficulty, Draft};

pub(super) static GENERATOR: Generator = Generator {
    topics: &["Permutations and combinations", "Discrete mathematics", "Quantitative aptitude"],
    synonyms: &["combinatorics", "counting", "permutations", "combinations"],
    parts: &[],
    make,
};

fn permutations(n: i64, k: i64) -> i64 {
    (0..k).map(|at| n - at).product()
}

fn combinations(n: i64, k: i64) -> i64 {
    (0..k).fold(1, |so_far, at| so_far * (n - at) / (at + 1))
}

#[expect(clippy::too_many_lines, reason = "six kinds of question, one after the other")]
fn make(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (n, k): (i64, i64) = (rng.random_range(5..13), rng.random_range(2..5));
    match level {
        Difficulty::Easy if rng.random_bool(0.5) => {
            let answer = combinations(n, k);
            let mistakes =
                numbers(rng, answer, &[permutations(n, k), n * k, n.pow(k as u32), combinations(n, k - 1)], 1);
            let whom = pick(rng, &["students", "players", "members", "books"]);
            draft(
                level,
                format!("In how many ways can {k} of {n} {whom} be chosen, if the order does not matter?"),
                answer,
                mistakes,
                format!("C({n}, {k})."),
            )
        }
        Difficulty::Easy => {
            let answer = permutations(n, k);
            let mistakes =
                numbers(rng, answer, &[combinations(n, k), n.pow(k as u32), n * k, permutations(n, k - 1)], 1);
            draft(
                level,
                format!("In how many orders can {k} of {n} runners take the first {k} places?"),
                answer,
                mistakes,
                format!("{n} × {} × … ({k} factors).", n - 1),
            )
        }
        Difficulty::Medium if rng.random_bool(0.5) => {
            let (a, b, both): (i64, i64, i64) =
                (rng.random_range(20..60), rng.random_range(20..60), rng.random_range(5..20));
            let none: i64 = rng.random_range(3..20);
            let all = a + b - both + none;
            let mistakes = numbers(rng, none, &[all - a - b, both, all - a, none + both], 0);
            let question = format!(
                "Of {all} students {a} play chess, {b} play carrom and {both} play both. How many play neither?"
            );
            draft(level, question, none, mistakes, format!("{all} − ({a} + {b} − {both})."))
        }
        Difficulty::Medium => {
            let answer = n * (n - 1) / 2;
            let mistakes = numbers(rng, answer, &[n * (n - 1), n * n, n * (n + 1) / 2, 2 * n], 1);
            let what = pick(
                rng,
                &[
                    ("people shake hands, each with each once. How many handshakes are there?", "A group of"),
                    ("vertices has how many edges?", "A complete graph with"),
                    ("teams play each other once. How many matches are there?", "In a league"),
                ],
            );
            draft(level, format!("{} {n} {}", what.1, what.0), answer, mistakes, format!("{n} × {} / 2.", n - 1))
        }
        Difficulty::Hard if rng.random_bool(0.5) => {
            let words = [
                "BANANA",
                "LEVEL",
                "COFFEE",
                "SUCCESS",
                "APPLE",
                "LETTER",
                "MISSISSIPPI",
                "CHEESE",
                "PEPPER",
                "BALLOON",
                "COMMITTEE",
                "ENGINEER",
                "ARRANGE",
                "KOLKATA",
                "PARALLEL",
                "TOTTER",
                "BUBBLE",
                "GOOGLE",
                "INDIA",
                "ASSESS",
                "MALAYALAM",
                "BOOKKEEPER",
                "DIVIDED",
                "SEVEN",
            ];
            let word = *pick(rng, &words);
            let answer = arrangements(word);
            let all: i64 = (1..=word.len() as i64).product();
            let mistakes = numbers(rng, answer, &[all, all / 2, answer * 2, answer / 2], 1);
            draft(
                level,
                format!("In how many different orders can the letters of {word} be written?"),
                answer,
                mistakes,
                "All orders of the letters, divided by the orders in which equal letters can change places.",
            )
        }
        Difficulty::Hard => {
            let (men, women): (i64, i64) = (rng.random_range(4..9), rng.random_range(3..8));
            let size: i64 = rng.random_range(3..5);
            let answer = combinations(men + women, size) - combinations(men, size);
            let mistakes = numbers(
                rng,
                answer,
                &[
                    combinations(men + women, size),
                    women * combinations(men + women - 1, size - 1),
                    combinations(women, size),
                    women * combinations(men, size - 1),
                ],
                1,
            );
            let question = format!(
                "A committee of {size} is chosen from {men} men and {women} women. In how many ways, if at least one woman is in it?"
            );
            draft(level, question, answer, mistakes, format!("C({}, {size}) − C({men}, {size}).", men + women))
        }
    }
}

fn arrangements(word: &str) -> i64 {
    let mut ways: i64 = (1..=word.len() as i64).product();
    let mut letters: Vec<char> = word.chars().collect();
    letters.sort_unstable();
    for run in letters.chunk_by(|a, b| a == b) {
        ways /= (1..=run.len() as i64).product::<i64>();
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_right() {
        assert_eq!((permutations(5, 2), combinations(5, 2), combinations(10, 3)), (20, 10, 120));
        assert_eq!((arrangements("BANANA"), arrangements("MISSISSIPPI"), arrangements("LEVEL")), (60, 34_650, 30));
    }
}
