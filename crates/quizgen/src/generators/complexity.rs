//! Complexity: running times of loops and recursions.

use rand::RngExt;
use rand::rngs::StdRng;

use super::draft_parts::{Generator, draft, pick};
use crate::draft::{Difficulty, Draft};

pub(super) static GENERATOR: Generator = Generator {
    topics: &["Time complexity", "Algorithms"],
    synonyms: &[
        "complexity",
        "big o",
        "big o notation",
        "asymptotic analysis",
        "algorithm analysis",
        "analysis of algorithms",
        "asymptotic notation",
        "space and time complexity",
    ],
    parts: &[(&["master theorem"], &["t n"])],
    make,
};

/// How often one loop runs, as a power of n and a power of log n.
type Growth = (u32, u32);

/// A loop over `{v}` up to `{n}`, and its growth.
const LOOPS: [(&str, Growth); 6] = [
    ("for ({v} = 0; {v} < n; {v}++)", (1, 0)),
    ("for ({v} = n; {v} > 0; {v}--)", (1, 0)),
    ("for ({v} = 0; {v} < n; {v} += 2)", (1, 0)),
    ("for ({v} = 1; {v} < n; {v} *= 2)", (0, 1)),
    ("for ({v} = n; {v} > 1; {v} /= 2)", (0, 1)),
    ("for ({v} = 1; {v} < n; {v} *= 3)", (0, 1)),
];

fn say((n, log): Growth) -> String {
    let power = |base: &str, power: u32| match power {
        0 => None,
        1 => Some(base.to_owned()),
        2 => Some(format!("{base}²")),
        _ => Some(format!("{base}³")),
    };
    let log = match log {
        0 => None,
        1 => Some("log n".to_owned()),
        2 => Some("(log n)²".to_owned()),
        _ => Some("(log n)³".to_owned()),
    };
    let parts: Vec<String> = [power("n", n), log].into_iter().flatten().collect();
    if parts.is_empty() { "O(1)".to_owned() } else { format!("O({})", parts.join(" ")) }
}

fn make(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    match level {
        Difficulty::Easy => nested(rng, level, 1),
        Difficulty::Medium => match rng.random_range(0..2) {
            0 => nested(rng, level, 2),
            _ => in_a_row(rng, level),
        },
        Difficulty::Hard => match rng.random_range(0..2) {
            0 => nested(rng, level, 3),
            _ => recursion(rng, level),
        },
    }
}

fn nested(rng: &mut StdRng, level: Difficulty, depth: usize) -> Option<Draft> {
    let letters = *pick(rng, &[["i", "j", "k"], ["a", "b", "c"], ["x", "y", "z"], ["p", "q", "r"]]);
    let body = pick(rng, &["sum++;", "count++;", "work();", "total += 1;"]);
    let chosen: Vec<_> = (0..depth).map(|_| *pick(rng, &LOOPS)).collect();
    let growth = chosen.iter().fold((0, 0), |(n, log), (_, (more, more_log))| (n + more, log + more_log));
    let mut code = String::new();
    for ((text, _), letter) in chosen.iter().zip(letters) {
        code.push_str(&text.replace("{v}", letter));
        code.push(' ');
    }
    let question = format!("How often does the innermost line run, in order of growth?\n{code}{body}");
    let (n, log) = growth;
    let mistakes =
        [(n + 1, log), (n, log + 1), (n.saturating_sub(1), log), (n, 0), (log, n), (n + 1, 0), (0, log.max(1)), (0, 0)];
    let why = match (depth, growth) {
        (1, (1, _)) => "The variable takes a fixed step each time, so the number of turns grows as n.".to_owned(),
        (1, _) => "The variable is multiplied or divided each time, so the number of turns grows as log n.".to_owned(),
        _ => format!("Nested loops multiply: {}.", say(growth)),
    };
    draft(level, question, say(growth), mistakes.into_iter().filter(|(n, log)| *n < 4 && *log < 4).map(say), why)
}

fn in_a_row(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (first, second, inner) = (*pick(rng, &LOOPS), *pick(rng, &LOOPS), *pick(rng, &LOOPS));
    let [v, w, u] = *pick(rng, &[["i", "j", "k"], ["a", "b", "c"], ["x", "y", "z"]]);
    let lower = (second.1.0 + inner.1.0, second.1.1 + inner.1.1);
    let answer = lower.max(first.1);
    let code = format!(
        "{} step();\n{} {} step();",
        first.0.replace("{v}", v),
        second.0.replace("{v}", w),
        inner.0.replace("{v}", u)
    );
    let all = (first.1.0 + lower.0, first.1.1 + lower.1);
    let mistakes = [all, first.1.min(lower), (answer.0 + 1, 0), (answer.0, answer.1 + 1), (1, 0), (0, 1), (0, 2)];
    let question = format!("How often is step() called in all, in order of growth?\n{code}");
    let mistakes = mistakes.into_iter().filter(|(n, log)| *n < 4 && *log < 4).map(say);
    draft(
        level,
        question,
        say(answer),
        mistakes,
        "Parts one after the other add up, and the faster growing one decides.",
    )
}

fn recursion(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    // T(n) = a T(n/b) + n^k, by the master theorem; a is a power of b, so that the exponent is whole.
    let b: u32 = *pick(rng, &[2, 3, 4]);
    let exponent: u32 = rng.random_range(0..3);
    let (a, k): (u32, u32) = (b.pow(exponent), rng.random_range(0..3));
    let (growth, why) = match exponent.cmp(&k) {
        std::cmp::Ordering::Less => ((k, 0), "The work outside the calls grows faster."),
        std::cmp::Ordering::Equal => {
            ((k, 1), "Every level of the recursion costs the same, and there are log n levels.")
        }
        std::cmp::Ordering::Greater => ((exponent, 0), "The number of calls grows faster than the work outside them."),
    };
    let calls = if a == 1 { "T".to_owned() } else { format!("{a}T") };
    let extra = ["1", "n", "n²"][k as usize];
    let question = format!(
        "What is the order of growth of T(n) = {calls}(n/{b}) + {extra}, with T(1) = {}?",
        pick(rng, &["1", "2", "5", "10"])
    );
    let mistakes =
        [(k, 0), (k, 1), (exponent, 0), (exponent, 1), (exponent + k, 0), (growth.0 + 1, 0), (growth.0, growth.1 + 1)];
    draft(level, question, say(growth), mistakes.into_iter().filter(|(n, log)| *n < 4 && *log < 4).map(say), why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_reads_well() {
        assert_eq!(
            [(0, 0), (1, 0), (1, 1), (0, 2), (3, 0)].map(say),
            ["O(1)", "O(n)", "O(n log n)", "O((log n)²)", "O(n³)"]
        );
    }
}
