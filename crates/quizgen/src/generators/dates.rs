//! Dates: weekdays, leap years, days between dates, angles of a clock.

use rand::RngExt;
use rand::rngs::StdRng;

use super::draft_parts::{Generator, decimal, draft, many, numbers, pick};
use crate::draft::{Difficulty, Draft};

pub(super) static GENERATOR: Generator = Generator {
    topics: &["Calendar and clocks", "Logical reasoning"],
    synonyms: &[],
    parts: &[
        (&["calendar", "dates", "weekdays"], &["day", "leap"]),
        (&["clocks"], &["clock"]),
        (&["leap years"], &["leap"]),
    ],
    make,
};

const WEEK: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const MONTHS: [(&str, i64); 12] = [
    ("January", 31),
    ("February", 28),
    ("March", 31),
    ("April", 30),
    ("May", 31),
    ("June", 30),
    ("July", 31),
    ("August", 31),
    ("September", 30),
    ("October", 31),
    ("November", 30),
    ("December", 31),
];

fn make(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    match level {
        Difficulty::Easy => later_day(rng, level),
        Difficulty::Medium => match rng.random_range(0..2) {
            0 => between(rng, level),
            _ => leap_years(rng, level),
        },
        Difficulty::Hard => match rng.random_range(0..2) {
            0 => weekday(rng, level),
            _ => angle(rng, level),
        },
    }
}

fn other_days(rng: &mut StdRng, right: usize) -> Vec<String> {
    let nearest = if rng.random_bool(0.5) { [1, 6, 2, 5, 3, 4] } else { [6, 1, 5, 2, 4, 3] };
    nearest.iter().map(|by| WEEK[(right + by) % 7].to_owned()).collect()
}

fn later_day(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (today, days): (usize, usize) = (rng.random_range(0..7), rng.random_range(8..120));
    let back = rng.random_bool(0.3);
    let right = if back { (today + 7 * 20 - days) % 7 } else { (today + days) % 7 };
    let question = if back {
        format!("Today is {}. Which day was it {days} days ago?", WEEK[today])
    } else {
        format!("Today is {}. Which day will it be in {days} days?", WEEK[today])
    };
    draft(
        level,
        question,
        WEEK[right],
        other_days(rng, right),
        format!("{days} days are {} and {}.", many(days as i64 / 7, "week"), many(days as i64 % 7, "day")),
    )
}

fn between(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (from, to): (usize, usize) = (rng.random_range(0..11), rng.random_range(1..12));
    if from >= to {
        return None;
    }
    let (first, last) = (rng.random_range(1..29_i64), rng.random_range(1..29_i64));
    let answer = MONTHS[from..to].iter().map(|(_, days)| days).sum::<i64>() + last - first;
    let mistakes =
        numbers(rng, answer, &[answer + 1, answer - 1, (to - from) as i64 * 30 + last - first, answer + 2], 1);
    let question = format!(
        "In a year that is no leap year, how many days after {first} {} is {last} {}?",
        MONTHS[from].0, MONTHS[to].0
    );
    draft(level, question, answer, mistakes, "Add the days of the months between, and the difference of the days.")
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn leap_years(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let from: i64 = rng.random_range(1850..2090);
    let to = from + rng.random_range(15..130);
    let answer = (from..=to).filter(|year| is_leap(*year)).count() as i64;
    let by_four = (from..=to).filter(|year| year % 4 == 0).count() as i64;
    let mistakes = numbers(rng, answer, &[by_four, (to - from) / 4, answer + 1, answer - 1], 1);
    let question = format!("How many leap years are there from {from} to {to}, both counted (Gregorian calendar)?");
    draft(
        level,
        question,
        answer,
        mistakes,
        "Every fourth year, but of the full centuries only those divisible by 400.",
    )
}

/// Days since Monday, 1 January 1900.
fn days_since_1900(year: i64, month: usize, day: i64) -> i64 {
    let years: i64 = (1900..year).map(|y| if is_leap(y) { 366 } else { 365 }).sum();
    let months: i64 = MONTHS[..month].iter().map(|(_, days)| days).sum();
    years + months + i64::from(month > 1 && is_leap(year)) + day - 1
}

fn weekday(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (year, month): (i64, usize) = (rng.random_range(1947..2060), rng.random_range(0..12));
    let day = rng.random_range(1..=MONTHS[month].1);
    let right = (days_since_1900(year, month, day) % 7) as usize;
    let question = format!("Which day of the week is {day} {} {year} (Gregorian calendar)?", MONTHS[month].0);
    draft(
        level,
        question,
        WEEK[right],
        other_days(rng, right),
        "Count the odd days: one for each ordinary year, two for each leap year.",
    )
}

fn angle(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (hour, minute): (i64, i64) = (rng.random_range(1..13), rng.random_range(0..12) * 5);
    let hands = |hour_hand: f64| {
        let apart = (hour_hand - minute as f64 * 6.0).rem_euclid(360.0);
        if apart > 180.0 { 360.0 - apart } else { apart }
    };
    let right = hands((hour % 12) as f64 * 30.0 + minute as f64 / 2.0);
    let stiff = hands((hour % 12) as f64 * 30.0);
    let others = [
        stiff,
        right + 7.5,
        (right - 7.5).abs(),
        180.0 - right,
        right + 15.0,
        *pick(rng, &[right + 30.0, right + 22.5]),
    ];
    let mistakes =
        others.into_iter().filter(|angle| (0.0..=180.0).contains(angle)).map(|angle| format!("{}°", decimal(angle, 1)));
    let question = format!("What is the smaller angle between the hands of a clock at {hour}:{minute:02}?");
    draft(
        level,
        question,
        format!("{}°", decimal(right, 1)),
        mistakes,
        "The hour hand moves half a degree a minute, the minute hand six.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_days() {
        let day = |year, month, day| WEEK[(days_since_1900(year, month, day) % 7) as usize];
        assert_eq!(day(1947, 7, 15), "Friday");
        assert_eq!(day(2000, 0, 1), "Saturday");
        assert_eq!(day(2024, 1, 29), "Thursday");
        assert_eq!(day(2026, 10, 20), "Friday");
        assert!(is_leap(2000) && is_leap(2024) && !is_leap(1900) && !is_leap(2023));
    }
}
