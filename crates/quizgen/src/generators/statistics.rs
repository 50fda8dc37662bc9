//! Statistics: mean, median, mode, range, variance of short lists.

use rand::RngExt;
use rand::rngs::StdRng;

use super::draft_parts::{Generator, decimal, draft, numbers};
use crate::draft::{Difficulty, Draft};

pub(super) static GENERATOR: Generator = Generator {
    topics: &["Statistics", "Probability and statistics"],
    synonyms: &["stats", "descriptive statistics"],
    parts: &[
        (&["mean", "average"], &["mean", "average"]),
        (&["median"], &[]),
        (&["variance", "standard deviation"], &["variance"]),
        (&["mode"], &[]),
    ],
    make,
};

fn make(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    match level {
        Difficulty::Easy => match rng.random_range(0..2) {
            0 => mean(rng, level),
            _ => range(rng, level),
        },
        Difficulty::Medium => match rng.random_range(0..2) {
            0 => median(rng, level),
            _ => missing(rng, level),
        },
        Difficulty::Hard => match rng.random_range(0..2) {
            0 => variance(rng, level),
            _ => joined(rng, level),
        },
    }
}

fn list(rng: &mut StdRng, many: usize) -> Vec<i64> {
    (0..many).map(|_| rng.random_range(1..41)).collect()
}

fn said(list: &[i64]) -> String {
    list.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn mean(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let mut values = list(rng, 5);
    // The last one is moved so that the mean is whole.
    let over = values.iter().sum::<i64>() % 5;
    values[4] += 5 - over;
    let sum: i64 = values.iter().sum();
    let mut sorted = values.clone();
    sorted.sort_unstable();
    let answer = sum / 5;
    let mistakes = numbers(rng, answer, &[sorted[2], sum / 4, sum], 0);
    draft(
        level,
        format!("What is the mean of {}?", said(&values)),
        answer,
        mistakes,
        format!("The sum {sum} divided by 5."),
    )
}

fn range(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let values = list(rng, 6);
    let (least, most) = (*values.iter().min()?, *values.iter().max()?);
    let answer = most - least;
    let mistakes = numbers(rng, answer, &[most, least, most + least, (values[0] - values[5]).abs()], 0);
    draft(
        level,
        format!("What is the range of {}?", said(&values)),
        answer,
        mistakes,
        format!("Largest minus smallest: {most} − {least}."),
    )
}

fn median(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let many = rng.random_range(5..9);
    let values = list(rng, many);
    let mut sorted = values.clone();
    sorted.sort_unstable();
    let half = |list: &[i64]| {
        let at = list.len() / 2;
        if list.len() % 2 == 1 { list[at] as f64 } else { (list[at - 1] + list[at]) as f64 / 2.0 }
    };
    let (answer, unsorted) = (half(&sorted), half(&values));
    let mean = sorted.iter().sum::<i64>() as f64 / many as f64;
    let others = [
        unsorted,
        mean,
        sorted[many / 2 - 1] as f64,
        sorted[many / 2] as f64,
        answer + 1.0,
        answer - 1.0,
        answer + 2.0,
    ];
    let mistakes = others.into_iter().map(|value| decimal(value, 1));
    draft(
        level,
        format!("What is the median of {}?", said(&values)),
        decimal(answer, 1),
        mistakes,
        format!("In order: {}.", said(&sorted)),
    )
}

fn missing(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let values = list(rng, 4);
    let sum: i64 = values.iter().sum();
    let mean = sum / 4 + rng.random_range(1..8);
    let answer = mean * 5 - sum;
    let mistakes = numbers(rng, answer, &[mean, mean * 4 - sum, answer + mean], -50);
    let question = format!("The mean of {} and one more number is {mean}. What is that number?", said(&values));
    draft(level, question, answer, mistakes, format!("5 × {mean} − {sum}."))
}

fn variance(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    // Spreads around a whole mean that add up to nothing.
    let centre: i64 = rng.random_range(8..40);
    let (a, b): (i64, i64) = (rng.random_range(1..8), rng.random_range(0..8));
    let values = [centre - a, centre + b, centre, centre + a, centre - b];
    let squares = 2 * (a * a + b * b);
    let answer = squares as f64 / 5.0;
    let others =
        [squares as f64 / 4.0, answer.sqrt(), squares as f64, (a + b) as f64 * 2.0 / 5.0, answer + 1.0, answer + 2.0];
    let mistakes = others.into_iter().map(|value| decimal(value, 2));
    let question = format!("What is the population variance of {}?", said(&values));
    draft(
        level,
        question,
        decimal(answer, 2),
        mistakes,
        format!("The mean is {centre}; the squared distances add up to {squares}, divided by 5."),
    )
}

fn joined(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (n, m): (i64, i64) = (rng.random_range(2..9) * 5, rng.random_range(2..9) * 5);
    let (a, b): (i64, i64) = (rng.random_range(40..90), rng.random_range(40..90));
    if n == m || a == b {
        return None;
    }
    let answer = (n * a + m * b) as f64 / (n + m) as f64;
    // Two decimals must say it exactly.
    if (n * a + m * b) * 100 % (n + m) != 0 {
        return None;
    }
    let exact = decimal(answer, 2);
    let others =
        [(a + b) as f64 / 2.0, (n * b + m * a) as f64 / (n + m) as f64, answer + 1.0, answer - 1.0, answer + 2.0];
    let mistakes = others.into_iter().map(|value| decimal(value, 2));
    let question =
        format!("{n} students score {a} on average and {m} others {b}. What is the average of all {}?", n + m);
    draft(level, question, exact, mistakes, format!("({n} × {a} + {m} × {b}) / {}.", n + m))
}
