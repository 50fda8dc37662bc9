//! Calculus: derivatives, integrals, limits, tangents of polynomials.

use rand::RngExt;
use rand::rngs::StdRng;

use super::draft_parts::{Generator, draft, fraction, numbers};
use crate::draft::{Difficulty, Draft};

pub(super) static GENERATOR: Generator = Generator { topics: &["Calculus"], synonyms: &[], parts: &[], make };

fn make(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    match level {
        Difficulty::Easy => power_rule(rng, level),
        Difficulty::Medium => match rng.random_range(0..3) {
            0 => slope(rng, level),
            1 => limit(rng, level),
            _ => integral(rng, level),
        },
        Difficulty::Hard => match rng.random_range(0..2) {
            0 => extremum(rng, level),
            _ => area(rng, level),
        },
    }
}

/// `3x²`, `x`, `7`.
fn term(factor: i64, power: i64) -> String {
    let front = if factor == 1 && power > 0 { String::new() } else { factor.to_string() };
    match power {
        0 => front,
        1 => format!("{front}x"),
        2 => format!("{front}x²"),
        3 => format!("{front}x³"),
        _ => format!("{front}x^{power}"),
    }
}

fn power_rule(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (a, n, b): (i64, i64, i64) = (rng.random_range(2..9), rng.random_range(2..7), rng.random_range(1..10));
    let say = |factor: i64, power: i64, rest: String| format!("{}{rest}", term(factor, power));
    let rest = format!(" + {b}");
    let mistakes = [
        say(a * n, n, rest.clone()),
        say(a, n - 1, rest.clone()),
        say(a * n, n - 1, format!(" + {b}x")),
        say(a * (n - 1), n - 1, rest.clone()),
        say(a * n, n - 1, String::new()),
    ];
    let question = format!("What is the derivative of {} + {} + {}?", term(a, n), term(b, 1), rng.random_range(2..20));
    draft(
        level,
        question,
        say(a * n, n - 1, rest),
        mistakes,
        "Multiply by the exponent and lower it by one; a constant goes.",
    )
}

fn slope(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (a, b, at): (i64, i64, i64) = (rng.random_range(1..6), rng.random_range(1..12), rng.random_range(1..7));
    let answer = 2 * a * at + b;
    let mistakes = numbers(rng, answer, &[a * at * at + b * at, 2 * a * at, a * at + b], -50);
    let question = format!("What is the slope of y = {} + {} at x = {at}?", term(a, 2), term(b, 1));
    draft(level, question, answer, mistakes, format!("y' = {} + {b}.", term(2 * a, 1)))
}

fn limit(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (a, b): (i64, i64) = (rng.random_range(1..13), rng.random_range(1..13));
    let answer = a + b;
    // (x − a)(x + b) / (x − a)
    let (middle, last) = (b - a, a * b);
    let middle = match middle {
        0 => String::new(),
        1 => " + x".into(),
        -1 => " − x".into(),
        n if n > 0 => format!(" + {n}x"),
        n => format!(" − {}x", -n),
    };
    let mistakes = ["0".to_owned(), "1".to_owned(), (a - b).to_string(), "it does not exist".to_owned(), a.to_string()];
    let question = format!("What is the limit of (x²{middle} − {last}) / (x − {a}) as x approaches {a}?");
    draft(level, question, answer, mistakes, format!("The numerator is (x − {a})(x + {b})."))
}

fn integral(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (a, n): (i64, i64) = (rng.random_range(1..9), rng.random_range(1..4));
    let (from, to): (i64, i64) = (rng.random_range(0..3), rng.random_range(3..6));
    let value = |x: i64| a * x.pow(n as u32 + 1);
    let answer = fraction(value(to) - value(from), n + 1);
    let mistakes = [
        fraction(value(to) + value(from), n + 1),
        fraction(value(to) - value(from), n),
        (value(to) - value(from)).to_string(),
        fraction(value(to) - value(from) + n + 1, n + 1),
        fraction(a * n * (to.pow(n as u32) - from.pow(n as u32)), 1),
    ];
    let question = format!("What is the integral of {} from {from} to {to}?", term(a, n));
    draft(level, question, answer, mistakes, format!("An antiderivative is {}/{}.", term(a, n + 1), n + 1))
}

fn extremum(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (a, at, c): (i64, i64, i64) = (rng.random_range(1..6), rng.random_range(1..8), rng.random_range(-20..40));
    // a(x − at)² + c, opened
    let (b, d) = (2 * a * at, a * at * at + c);
    let last = if d < 0 { format!(" − {}", -d) } else { format!(" + {d}") };
    let mistakes = numbers(rng, c, &[d, at, -c, d - b], -300);
    let question = format!("What is the least value of {} − {}{last}?", term(a, 2), term(b, 1));
    draft(level, question, c, mistakes, format!("The derivative is zero at x = {at}."))
}

fn area(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (k, m): (i64, i64) = (rng.random_range(1..13), rng.random_range(1..5));
    // Between y = m·x² and y = m·k·x: m·k³/6.
    let say = |above: i64, below: i64| fraction(above, below);
    let cube = m * k * k * k;
    let mistakes = [say(cube, 3), say(cube, 2), say(5 * cube, 6), say(cube, 12), say(cube + 6, 6)];
    let question = format!("What is the area between y = {} and y = {}?", term(m, 2), term(m * k, 1));
    draft(level, question, say(cube, 6), mistakes, format!("They meet at 0 and {k}; integrate the difference."))
}
