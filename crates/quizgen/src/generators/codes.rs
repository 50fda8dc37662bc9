//! Codes and directions: letters coded by a rule, directions walked, Roman numerals.

use rand::RngExt;
use rand::rngs::StdRng;

use super::draft_parts::{Generator, draft, numbers, pick};
use crate::draft::{Difficulty, Draft};

pub(super) static GENERATOR: Generator = Generator {
    topics: &["Coding and directions", "Logical reasoning"],
    synonyms: &[],
    parts: &[(&["roman numerals"], &["roman"])],
    make,
};

const WORDS: [&str; 24] = [
    "TIGER", "RIVER", "CLOUD", "MANGO", "PLANT", "CHAIR", "STONE", "LIGHT", "OCEAN", "TRAIN", "BREAD", "HOUSE",
    "MUSIC", "PAPER", "SMILE", "GRAPE", "WATER", "NIGHT", "EARTH", "PHONE", "LEMON", "TOWER", "QUILT", "JOLLY",
];

fn make(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    match level {
        Difficulty::Easy => match rng.random_range(0..5) {
            0 => roman(rng, level),
            1..=2 => coded(rng, level, 1),
            _ => there_and_across(rng, level),
        },
        Difficulty::Medium => match rng.random_range(0..3) {
            0 => walk(rng, level, 1),
            _ => coded(rng, level, 2),
        },
        Difficulty::Hard => match rng.random_range(0..2) {
            0 => walk(rng, level, 4),
            _ => coded(rng, level, 3),
        },
    }
}

fn roman_of(mut number: i64) -> String {
    const SIGNS: [(i64, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    let mut text = String::new();
    for (value, sign) in SIGNS {
        while number >= value {
            text.push_str(sign);
            number -= value;
        }
    }
    text
}

/// What each place of a number is in Roman numerals.
fn spelt(number: i64) -> String {
    let places = [1000, 100, 10, 1].map(|place| number / place % if place == 1000 { 1000 } else { 10 } * place);
    let said: Vec<String> =
        places.iter().filter(|value| **value > 0).map(|value| format!("{value} is {}", roman_of(*value))).collect();
    format!("{}.", said.join(", "))
}

fn roman(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let number: i64 = rng.random_range(14..2030);
    if rng.random_bool(0.5) {
        let mistakes = numbers(rng, number, &[number + 2, number - 2, number + 10, number + 100], 1);
        draft(
            level,
            format!("Which number is {} in Roman numerals?", roman_of(number)),
            number,
            mistakes,
            spelt(number),
        )
    } else {
        let mistakes = [number + 1, number - 1, number + 10, number - 10, number + 5].map(roman_of);
        draft(level, format!("How is {number} written in Roman numerals?"), roman_of(number), mistakes, spelt(number))
    }
}

fn shifted(word: &str, by: impl Fn(usize) -> i64) -> String {
    let letter = |at: usize, c: u8| char::from(b'A' + (i64::from(c - b'A') + by(at)).rem_euclid(26) as u8);
    word.bytes().enumerate().map(|(at, c)| letter(at, c)).collect()
}

/// What is done to a word, and in words.
type Rule<'a> = (&'a dyn Fn(&str) -> String, String);

/// By one of so many rules, the plainest first.
fn coded(rng: &mut StdRng, level: Difficulty, kinds: usize) -> Option<Draft> {
    let (model, word) = (*pick(rng, &WORDS), *pick(rng, &WORDS));
    if model == word {
        return None;
    }
    let by: i64 = rng.random_range(1..6);
    let back = |text: String| text.chars().rev().collect::<String>();
    let rules: [Rule<'_>; 3] = [
        (&|w: &str| shifted(w, |_| by), format!("Each letter moves {by} forward.")),
        (
            &|w: &str| shifted(w, |at| if at % 2 == 0 { by } else { -by }),
            format!("Letters move {by} forward and back in turn."),
        ),
        (
            &|w: &str| back(shifted(w, |_| by)),
            format!("Each letter moves {by} forward, and the word is read backwards."),
        ),
    ];
    let (rule, why) = &rules[rng.random_range(kinds / 3..kinds)];
    let right = rule(word);
    let mistakes = [
        shifted(word, |_| by),
        shifted(word, |_| -by),
        shifted(word, |_| by + 1),
        back(word.to_owned()),
        shifted(word, |at| at as i64),
    ];
    draft(
        level,
        format!("If {model} is coded as {}, how is {word} coded by the same rule?", rule(model)),
        right,
        mistakes,
        why.clone(),
    )
}

/// Out, across, and all the way back: only the way across is left.
fn there_and_across(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (out, across): (i64, i64) = (rng.random_range(2..20), rng.random_range(2..20));
    let [right, ahead, back] =
        *pick(rng, &[["east", "north", "west"], ["west", "south", "east"], ["north", "east", "south"]]);
    let question = format!(
        "Somebody walks {out} km {right}, then {across} km {ahead}, then {out} km {back}. How far from the start is that in a straight line?"
    );
    let mistakes = numbers(rng, across, &[out, out + across, 2 * out + across, (out - across).abs()], 1);
    draft(
        level,
        question,
        format!("{across} km"),
        mistakes.into_iter().map(|n| format!("{n} km")),
        format!("The ways {right} and {back} cancel; {across} km {ahead} are left."),
    )
}

/// With sides up to so many times those of a small right triangle.
fn walk(rng: &mut StdRng, level: Difficulty, largest: i64) -> Option<Draft> {
    const TRIPLES: [(i64, i64, i64); 4] = [(3, 4, 5), (5, 12, 13), (8, 15, 17), (7, 24, 25)];
    let (east, north, away) = *pick(rng, &TRIPLES);
    let (by, more): (i64, i64) = (rng.random_range(1..=largest), rng.random_range(2..10));
    let (east, north, away) = (east * by, north * by, away * by);
    let [right, ahead, back] =
        *pick(rng, &[["east", "north", "west"], ["west", "south", "east"], ["north", "east", "south"]]);
    let question = format!(
        "Somebody walks {} km {right}, then {north} km {ahead}, then {more} km {back}. How far from the start is that in a straight line?",
        east + more
    );
    let mistakes = numbers(rng, away, &[east + north, east + north + 2 * more, north + more, east + more], 1);
    draft(
        level,
        question,
        format!("{away} km"),
        mistakes.into_iter().map(|n| format!("{n} km")),
        format!("{east} km one way and {north} km across: {east}² + {north}² = {away}²."),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roman_numerals_and_shifts_are_right() {
        assert_eq!(
            [4, 9, 14, 40, 90, 400, 1994, 2026].map(roman_of),
            ["IV", "IX", "XIV", "XL", "XC", "CD", "MCMXCIV", "MMXXVI"]
        );
        assert_eq!(shifted("XYZ", |_| 3), "ABC");
        assert_eq!(shifted("ABC", |_| -1), "ZAB");
    }
}
