//! Algebra: linear and quadratic equations, systems, exponents, logarithms.

use rand::RngExt;
use rand::rngs::StdRng;

use super::draft_parts::{Generator, draft, numbers, pick};
use crate::draft::{Difficulty, Draft};

pub(super) static GENERATOR: Generator = Generator {
    topics: &["Algebra"],
    synonyms: &["equations", "polynomials"],
    parts: &[
        (&["linear equations"], &["x"]),
        (&["quadratic equations", "quadratics"], &["x²", "roots"]),
        (&["logarithms", "logs"], &["log"]),
        (&["exponents", "powers"], &["^", "power"]),
    ],
    make,
};

fn make(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    match level {
        Difficulty::Easy => match rng.random_range(0..2) {
            0 => linear(rng, level),
            _ => exponents(rng, level),
        },
        Difficulty::Medium => match rng.random_range(0..3) {
            0 => system(rng, level),
            1 => roots(rng, level),
            _ => logarithm(rng, level),
        },
        Difficulty::Hard => match rng.random_range(0..2) {
            0 => sum_of_squares(rng, level),
            _ => remainder(rng, level),
        },
    }
}

fn linear(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (a, x, b): (i64, i64, i64) = (rng.random_range(2..12), rng.random_range(-9..13), rng.random_range(1..30));
    let c = a * x + b;
    let mistakes = numbers(rng, x, &[(c + b) / a, c - b, -x], -100);
    let why = format!("Take {b} from both sides: {a}x = {}. Divide by {a}.", c - b);
    draft(level, format!("Solve for x: {a}x + {b} = {c}"), x, mistakes, why)
}

fn exponents(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (m, n): (i64, i64) = (rng.random_range(2..9), rng.random_range(2..9));
    let letter = pick(rng, &["a", "x", "y", "t"]);
    let (question, answer, others, why) = match rng.random_range(0..3) {
        0 => (
            format!("{letter}^{m} × {letter}^{n}"),
            m + n,
            [m * n, m - n, m + n + 1],
            "Exponents add when powers of one base are multiplied.",
        ),
        1 => (
            format!("({letter}^{m})^{n}"),
            m * n,
            [m + n, m * n + n, m.pow(2)],
            "Exponents multiply when a power is raised to a power.",
        ),
        _ => (
            format!("{letter}^{} ÷ {letter}^{n}", m + n),
            m,
            [m + 2 * n, (m + n) * n, m + 1],
            "Exponents are subtracted when powers of one base are divided.",
        ),
    };
    let close = [answer + 2, answer - 1, answer + 3, answer + 4];
    let mistakes = others.into_iter().chain(close).map(|power| format!("{letter}^{power}"));
    draft(level, format!("Simplify: {question}"), format!("{letter}^{answer}"), mistakes, why)
}

fn system(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (x, y): (i64, i64) = (rng.random_range(-6..10), rng.random_range(-6..10));
    let (a, b): (i64, i64) = (rng.random_range(2..6), rng.random_range(2..6));
    if x == y {
        return None;
    }
    let pair = |x: i64, y: i64| format!("x = {x}, y = {y}");
    let mistakes = [pair(y, x), pair(-x, y), pair(x, -y), pair(x + 1, y - 1), pair(x - 1, y + 1)];
    let minus = |n: i64| if n < 0 { format!("− {}", -n) } else { format!("+ {n}") };
    let question = format!(
        "Solve: x + y = {} and {a}x {} = {}",
        x + y,
        minus(-b).replace(&b.to_string(), &format!("{b}y")),
        a * x - b * y
    );
    let why = format!("Put y = {} − x into the second equation.", x + y);
    draft(level, question, pair(x, y), mistakes, why)
}

fn roots(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (p, q): (i64, i64) = (rng.random_range(-9..10), rng.random_range(-9..10));
    if p >= q || p == 0 || q == 0 || p == -q {
        return None;
    }
    let pair = |a: i64, b: i64| if a < b { format!("{a} and {b}") } else { format!("{b} and {a}") };
    let mistakes = [pair(-p, -q), pair(p, -q), pair(-p, q), pair(p + 1, q), pair(p, q + 1), pair(p - 1, q)];
    let question = format!("What are the roots of {} = 0?", quadratic(p, q));
    let why = format!("Their sum is {} and their product is {}.", p + q, p * q);
    draft(level, question, pair(p, q), mistakes, why)
}

/// `x² − 5x + 6` from its roots.
fn quadratic(p: i64, q: i64) -> String {
    let sign = |n: i64| if n < 0 { "−" } else { "+" };
    let (sum, product) = (-(p + q), p * q);
    let middle = match sum.abs() {
        0 => String::new(),
        1 => format!(" {} x", sign(sum)),
        many => format!(" {} {many}x", sign(sum)),
    };
    format!("x²{middle} {} {}", sign(product), product.abs())
}

fn logarithm(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let base: i64 = *pick(rng, &[2, 3, 4, 5, 6, 7, 10]);
    let power: u32 = rng.random_range(2..if base == 2 { 11 } else { 5 });
    let value = base.pow(power);
    let mistakes = numbers(rng, i64::from(power), &[value / base, base, i64::from(power) + 1], 1);
    let why = format!("{base}^{power} = {value}.");
    draft(level, format!("What is the logarithm of {value} to the base {base}?"), power, mistakes, why)
}

fn sum_of_squares(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (sum, product): (i64, i64) = (rng.random_range(5..20), rng.random_range(1..24));
    let answer = sum * sum - 2 * product;
    let mistakes =
        numbers(rng, answer, &[sum * sum, sum * sum + 2 * product, sum * sum - product, sum * sum - 4 * product], 0);
    let question = format!("The roots of x² − {sum}x + {product} = 0 are α and β. What is α² + β²?");
    let why = format!("(α + β)² − 2αβ = {sum}² − 2 × {product}.");
    draft(level, question, answer, mistakes, why)
}

fn remainder(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (a, b, c, at): (i64, i64, i64, i64) =
        (rng.random_range(1..5), rng.random_range(1..8), rng.random_range(1..15), rng.random_range(2..5));
    let value = |x: i64| a * x * x * x - b * x + c;
    let answer = value(at);
    let mistakes = numbers(rng, answer, &[value(-at), c, value(at) - c, value(at + 1)], -2000);
    let first = if a == 1 { String::new() } else { a.to_string() };
    let second = if b == 1 { String::new() } else { b.to_string() };
    let question = format!("What is the remainder when {first}x³ − {second}x + {c} is divided by x − {at}?");
    let why = format!("By the remainder theorem it is the value at x = {at}.");
    draft(level, question, answer, mistakes, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quadratic_is_written_as_people_write_it() {
        assert_eq!(quadratic(2, 3), "x² − 5x + 6");
        assert_eq!(quadratic(-1, 2), "x² − x − 2");
        assert_eq!(quadratic(-4, 3), "x² + x − 12");
    }
}
