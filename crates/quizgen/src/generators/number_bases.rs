//! Number bases: binary, octal, hexadecimal, two's complement.

use rand::RngExt;
use rand::rngs::StdRng;

use super::draft_parts::{Generator, draft, numbers};
use crate::draft::{Difficulty, Draft};

pub(super) static GENERATOR: Generator = Generator {
    topics: &["Number systems", "Digital logic", "Computer architecture"],
    synonyms: &["number bases", "base conversion", "number conversion"],
    parts: &[
        (&["binary", "binary numbers", "binary number system"], &["binary"]),
        (&["hexadecimal", "hex"], &["hexadecimal"]),
        (&["octal"], &[]),
        (&["twos complement", "two's complement"], &["two s complement"]),
    ],
    make,
};

fn make(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    match level {
        Difficulty::Easy => match rng.random_range(0..2) {
            0 => to_decimal(rng, level),
            _ => to_binary(rng, level),
        },
        Difficulty::Medium => match rng.random_range(0..3) {
            0 => hexadecimal(rng, level),
            1 => binary_sum(rng, level),
            _ => octal(rng, level),
        },
        Difficulty::Hard => match rng.random_range(0..2) {
            0 => complement(rng, level),
            _ => read_complement(rng, level),
        },
    }
}

fn to_decimal(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let value: i64 = rng.random_range(9..64);
    let turned: i64 = format!("{value:b}").chars().rev().fold(0, |so_far, bit| so_far * 2 + i64::from(bit == '1'));
    let mistakes = numbers(rng, value, &[turned, value * 2, value ^ 2], 1);
    draft(
        level,
        format!("Which decimal number is binary {value:b}?"),
        value,
        mistakes,
        "Each place is worth twice the one to its right.",
    )
}

fn to_binary(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let value: i64 = rng.random_range(9..64);
    let mistakes = [value ^ 1, value ^ 2, value ^ 4, value + 2].map(|other| format!("{other:b}"));
    draft(
        level,
        format!("How is decimal {value} written in binary?"),
        format!("{value:b}"),
        mistakes,
        format!("Its ones stand for powers of two that add up to {value}."),
    )
}

fn hexadecimal(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let value: i64 = rng.random_range(17..256);
    if rng.random_bool(0.5) {
        let (high, low) = (value / 16, value % 16);
        let mistakes = numbers(rng, value, &[low * 16 + high, high * 10 + low, value + 16], 1);
        let why = format!("{high} × 16 + {low}.");
        draft(level, format!("Which decimal number is hexadecimal {value:X}?"), value, mistakes, why)
    } else {
        let mistakes = [value ^ 1, value ^ 16, value + 16, value + 1, value ^ 8].map(|other| format!("{other:X}"));
        draft(
            level,
            format!("How is binary {value:08b} written in hexadecimal?"),
            format!("{value:X}"),
            mistakes,
            "Four bits make one hexadecimal digit.",
        )
    }
}

fn octal(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let value: i64 = rng.random_range(65..512);
    let mistakes =
        [format!("{value:X}"), format!("{:o}", value + 8), format!("{:o}", value ^ 1), format!("{:o}", value ^ 64)];
    draft(
        level,
        format!("How is decimal {value} written in octal?"),
        format!("{value:o}"),
        mistakes,
        "Divide by 8 again and again and read the remainders backwards.",
    )
}

fn binary_sum(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (a, b): (i64, i64) = (rng.random_range(5..32), rng.random_range(5..32));
    let sum = a + b;
    let mistakes = [a ^ b, a | b, sum + 1, sum - 1, sum + 2].map(|other| format!("{other:b}"));
    let why = format!("{a} + {b} = {sum}; the carry of 1 + 1 goes one place to the left.");
    draft(level, format!("What is binary {a:b} + {b:b}?"), format!("{sum:b}"), mistakes, why)
}

fn complement(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let value: u8 = rng.random_range(3..120);
    let bits = |byte: u8| format!("{byte:08b}");
    let mistakes = [bits(!value), bits(value | 0x80), bits(value.wrapping_neg() ^ 2), bits(value.wrapping_neg() ^ 8)];
    let why = format!("Turn every bit of {value:08b} over and add one.");
    draft(
        level,
        format!("How is −{value} stored in 8-bit two's complement?"),
        bits(value.wrapping_neg()),
        mistakes,
        why,
    )
}

fn read_complement(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let byte: u8 = rng.random_range(0x80..=0xFE);
    let value = i64::from(byte.cast_signed());
    let mistakes = numbers(rng, value, &[i64::from(byte), -i64::from(byte & 0x7F), -i64::from(!byte)], -128);
    let why = format!("The first bit is worth −128: {byte} − 256 = {value}.");
    draft(level, format!("Which number is {byte:08b} in 8-bit two's complement?"), value, mistakes, why)
}
