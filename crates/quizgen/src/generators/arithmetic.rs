//! Arithmetic: order of operations, percentages, divisors, fractions, powers.

use rand::RngExt;
use rand::rngs::StdRng;

use super::draft_parts::{Generator, decimal, draft, fraction, gcd, numbers, pick};
use crate::draft::{Difficulty, Draft};

pub(super) static GENERATOR: Generator = Generator {
    topics: &["Arithmetic", "Quantitative aptitude"],
    synonyms: &["maths", "mathematics", "basic maths"],
    parts: &[
        (&["fractions"], &["lowest terms"]),
        (&["hcf", "gcd", "highest common factor"], &[]),
        (&["lcm", "least common multiple"], &[]),
        (&["remainders", "divisibility"], &["remainder", "divi"]),
    ],
    make,
};

fn make(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    match level {
        Difficulty::Easy => match rng.random_range(0..3) {
            0 => order(rng, level),
            1 => percent(rng, level),
            _ => common_divisor(rng, level),
        },
        Difficulty::Medium => match rng.random_range(0..3) {
            0 => sum_of_fractions(rng, level),
            1 => common_multiple(rng, level),
            _ => change(rng, level),
        },
        Difficulty::Hard => match rng.random_range(0..3) {
            0 => remainder_of_power(rng, level),
            1 => divisors(rng, level),
            _ => two_changes(rng, level),
        },
    }
}

fn order(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (a, b, c) = (rng.random_range(2..30), rng.random_range(2..12), rng.random_range(2..12));
    let answer: i64 = a + b * c;
    let mistakes = numbers(rng, answer, &[(a + b) * c, a * b + c], 1);
    draft(level, format!("What is {a} + {b} × {c}?"), answer, mistakes, "Multiplication comes before addition.")
}

fn percent(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (share, hundreds) = (rng.random_range(1..20) * 5, rng.random_range(2..40) * 20);
    let answer: i64 = share * hundreds / 100;
    let mistakes = numbers(rng, answer, &[share * hundreds / 1000, answer * 2, hundreds - answer], 1);
    let why = format!("{hundreds} × {share} / 100 = {answer}.");
    draft(level, format!("What is {share} % of {hundreds}?"), answer, mistakes, why)
}

fn common_divisor(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let by = rng.random_range(2..16);
    let (a, b): (i64, i64) = (by * rng.random_range(2..9), by * rng.random_range(2..9));
    if a == b {
        return None;
    }
    let answer = gcd(a, b);
    let lcm = a / answer * b;
    let mistakes = numbers(rng, answer, &[lcm, answer * 2, a.min(b), (a - b).abs()], 1);
    let why = format!("{answer} divides both, and {} and {} share no divisor.", a / answer, b / answer);
    draft(level, format!("What is the highest common factor of {a} and {b}?"), answer, mistakes, why)
}

fn common_multiple(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (a, b): (i64, i64) = (rng.random_range(6..40), rng.random_range(6..40));
    let common = gcd(a, b);
    if common == 1 || a % b == 0 || b % a == 0 {
        return None;
    }
    let answer = a / common * b;
    let mistakes = numbers(rng, answer, &[a * b, common, answer * 2, a + b], 1);
    let why = format!("{a} × {b} divided by their highest common factor {common}.");
    draft(level, format!("What is the least common multiple of {a} and {b}?"), answer, mistakes, why)
}

fn sum_of_fractions(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (b, d): (i64, i64) = (rng.random_range(2..10), rng.random_range(2..10));
    let (a, c) = (rng.random_range(1..b), rng.random_range(1..d));
    if b == d || gcd(a, b) > 1 || gcd(c, d) > 1 {
        return None;
    }
    let answer = fraction(a * d + c * b, b * d);
    let mistakes = [
        fraction(a + c, b + d),
        fraction(a + c, b * d),
        fraction(a * c, b * d),
        fraction(a * d + c * b, b + d),
        fraction(a * d + c * b + 1, b * d),
    ];
    let why = format!("Over the common denominator: ({} + {})/{}.", a * d, c * b, b * d);
    draft(level, format!("What is {a}/{b} + {c}/{d} in lowest terms?"), answer, mistakes, why)
}

fn change(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let from = rng.random_range(2..20) * 20;
    let by = *pick(rng, &[5, 10, 15, 20, 25, 30, 40, 50]);
    let to: i64 = from + from * by / 100;
    if from * by % 100 != 0 {
        return None;
    }
    let wrong = (to - from) * 100 / to;
    let mistakes = [wrong, to - from, by + 5, by - 5, by * 2].into_iter().filter(|n| *n > 0).map(|n| format!("{n} %"));
    let why = format!("The change, {}, is measured against the old value {from}.", to - from);
    draft(
        level,
        format!("A value rises from {from} to {to}. By what percentage has it risen?"),
        format!("{by} %"),
        mistakes,
        why,
    )
}

fn two_changes(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (up, down): (i64, i64) = (*pick(rng, &[10, 20, 25, 30, 40, 50]), *pick(rng, &[10, 20, 25, 30, 40, 50]));
    // In hundredths of a percent, exactly.
    let exact = (100 + up) * (100 - down) - 10_000;
    let say = |hundredths: i64| {
        if hundredths == 0 {
            return "no change".to_owned();
        }
        let text = decimal(hundredths.abs() as f64 / 100.0, 2);
        format!("{text} % {}", if hundredths > 0 { "more" } else { "less" })
    };
    let mistakes = [(up - down) * 100, (up + down) * 100, -exact, exact + 500, exact - 500, exact - 1000];
    let why = format!(
        "1.{up:02} × {} = {}.",
        decimal((100 - down) as f64 / 100.0, 2),
        decimal((10_000 + exact) as f64 / 10_000.0, 4)
    );
    let question =
        format!("A price is raised by {up} % and then lowered by {down} %. How does it compare with the first price?");
    draft(level, question, say(exact), mistakes.into_iter().map(say), why)
}

fn remainder_of_power(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (base, power, by): (i64, u32, i64) =
        (rng.random_range(2..10), rng.random_range(5..40), rng.random_range(5..14));
    let answer = (0..power).fold(1, |so_far, _| so_far * base % by);
    let mut wrong: Vec<i64> = (0..by).filter(|n| *n != answer).collect();
    let first = base * i64::from(power) % by;
    wrong.sort_by_key(|n| ((n - first).abs(), *n));
    let mistakes = wrong.into_iter().take(5).map(|n| n.to_string());
    let why = format!("Multiplying by {base} and keeping the remainder each time, {power} times, ends at {answer}.");
    draft(level, format!("What is the remainder when {base}^{power} is divided by {by}?"), answer, mistakes, why)
}

fn divisors(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let number: i64 = rng.random_range(6..41) * *pick(rng, &[4, 6, 9, 10, 12]);
    let answer = (1..=number).filter(|by| number % by == 0).count() as i64;
    let mistakes = numbers(rng, answer, &[answer - 2, answer / 2, answer + 2], 2);
    let why = format!("From the exponents of its prime factors, each plus one, multiplied: {answer}.");
    draft(
        level,
        format!("How many positive divisors does {number} have, counting 1 and itself?"),
        answer,
        mistakes,
        why,
    )
}
