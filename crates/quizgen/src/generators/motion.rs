//! Motion and work: time, speed, distance, work, pipes.

use rand::RngExt;
use rand::rngs::StdRng;

use super::draft_parts::{Generator, decimal, draft, many, numbers};
use crate::draft::{Difficulty, Draft};

pub(super) static GENERATOR: Generator = Generator {
    topics: &["Time, speed and work", "Quantitative aptitude"],
    synonyms: &["speed time and distance", "time speed and distance"],
    parts: &[
        (&["time and distance", "speed", "speed and distance"], &["km h", "how far"]),
        (&["trains"], &["train"]),
        (&["boats and streams", "boats"], &["boat"]),
        (&["average speed"], &["average speed"]),
    ],
    make,
};

fn make(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    match level {
        Difficulty::Easy => match rng.random_range(0..2) {
            0 => distance(rng, level),
            _ => together_from(rng, level),
        },
        Difficulty::Medium => match rng.random_range(0..2) {
            0 => train(rng, level),
            _ => together(rng, level),
        },
        Difficulty::Hard => match rng.random_range(0..2) {
            0 => there_and_back(rng, level),
            _ => boat(rng, level),
        },
    }
}

fn distance(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (speed, minutes): (i64, i64) = (rng.random_range(2..13) * 12, rng.random_range(2..13) * 15);
    let answer = speed * minutes / 60;
    let mistakes = numbers(rng, answer, &[speed * minutes / 100, speed + minutes, answer * 2, answer / 2], 1);
    let question = format!("How far does a car travel in {minutes} minutes at {speed} km/h?");
    draft(
        level,
        question,
        format!("{answer} km"),
        mistakes.into_iter().map(|n| format!("{n} km")),
        format!("{speed} × {minutes} / 60."),
    )
}

fn train(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (metres, seconds): (i64, i64) = (rng.random_range(2..7) * 5, rng.random_range(8..31));
    let all = metres * seconds;
    let bridge = rng.random_range(1..all / 20) * 10;
    let length = all - bridge;
    if length < 50 || bridge < 50 {
        return None;
    }
    let say = |n: f64| format!("{} s", decimal(n, 1));
    let (speed, right) = (metres * 18 / 5, seconds as f64);
    let others = [
        bridge as f64 / metres as f64,
        length as f64 / metres as f64,
        all as f64 / speed as f64,
        right + 2.0,
        right - 2.0,
    ];
    let question = format!(
        "A train {length} m long goes at {speed} km/h. How long does it take to cross a bridge of {bridge} m completely?"
    );
    draft(level, question, say(right), others.map(say), format!("{length} + {bridge} metres at {metres} m/s."))
}

fn together(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (a, b): (i64, i64) = (rng.random_range(3..41), rng.random_range(3..41));
    if a >= b || a * b % (a + b) != 0 {
        // Whole days are rare; halves are fine too.
        if a >= b || 2 * a * b % (a + b) != 0 {
            return together_from(rng, level);
        }
    }
    of_two(level, a, b)
}

/// Pairs that work out: 1/a + 1/b with a = k(k+1)·m, b = k·(k+1)²… taken from whole answers.
fn together_from(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (m, n, k): (i64, i64, i64) = (rng.random_range(1..5), rng.random_range(1..6), rng.random_range(1..5));
    if m >= n {
        return None;
    }
    // a = k·m·(m+n), b = k·n·(m+n): together they need k·m·n days.
    of_two(level, k * m * (m + n), k * n * (m + n))
}

fn of_two(level: Difficulty, a: i64, b: i64) -> Option<Draft> {
    let right = (a * b) as f64 / (a + b) as f64;
    let say = |n: f64| format!("{} days", decimal(n, 2));
    let others = [(a + b) as f64 / 2.0, (b - a) as f64, (a + b) as f64, right + 1.0, right + 2.0, right * 2.0];
    let question = format!("A alone needs {a} days for a job, B alone {b} days. How long do they need together?");
    let mistakes = others.into_iter().filter(|n| *n > 1.0).map(say);
    draft(level, question, say(right), mistakes, format!("1/{a} + 1/{b} of the job a day."))
}

#[expect(clippy::many_single_char_names, reason = "the letters of the formulas")]
fn there_and_back(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (a, b): (i64, i64) = (rng.random_range(3..20) * 4, rng.random_range(3..20) * 4);
    if a >= b || 2 * a * b % (a + b) != 0 {
        let (m, n, k): (i64, i64, i64) = (rng.random_range(1..5), rng.random_range(1..6), rng.random_range(2..7));
        return if m < n { averaged(level, k * m * (m + n), k * n * (m + n)) } else { None };
    }
    averaged(level, a, b)
}

fn averaged(level: Difficulty, a: i64, b: i64) -> Option<Draft> {
    let right = (2 * a * b) as f64 / (a + b) as f64;
    let say = |n: f64| format!("{} km/h", decimal(n, 1));
    let others = [(a + b) as f64 / 2.0, ((a * b) as f64).sqrt(), (b - a) as f64, right + 2.0, right - 2.0, right / 2.0];
    let question = format!(
        "A car goes from one town to another at {a} km/h and returns at {b} km/h. What is its average speed on the whole way?"
    );
    draft(level, question, say(right), others.map(say), "Twice the distance over the sum of the times: 2ab/(a + b).")
}

fn boat(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (still, stream): (i64, i64) = (rng.random_range(6..31), rng.random_range(1..6));
    let (up, down) = (still - stream, still + stream);
    let (hours_up, way) = (down, up * down);
    let mistakes = numbers(rng, stream, &[down - up, still, (up + down) / 4, stream * 2], 1);
    let question = format!(
        "A boat takes {} for {way} km downstream and {} for the same distance upstream. How fast is the stream?",
        many(up, "hour"),
        many(hours_up, "hour")
    );
    let why = format!("Down {down} km/h, up {up} km/h; half the difference is the stream's.");
    draft(level, question, format!("{stream} km/h"), mistakes.into_iter().map(|n| format!("{n} km/h")), why)
}
