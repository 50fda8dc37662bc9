//! Exact number: a number as people type it, as a fraction. What may be meant in two ways is refused with both, never guessed.
//! `features/contests/src/contests/number_answers.txt` says what is read as what; answers in contests and files of questions are
//! read by it.

use std::borrow::Cow;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, Zero};

use crate::written_numbers::{Part, Written, are_digits, are_thousands, split_sign};

/// Characters of a number.
const MOST_CHARACTERS: usize = 40;
/// Powers of ten.
const FARTHEST_POWER: i32 = 30;

/// Why a text is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Unread {
    Nothing,
    TooLong,
    TooFar,
    Strange,
    /// A comma that may part thousands.
    Comma,
    /// What it may mean, in words.
    Unclear(String),
}

impl Unread {
    fn say(self, typed: &str) -> String {
        let typed = crate::shortened(typed, MOST_CHARACTERS);
        match self {
            Self::Nothing => "Please type a number.".to_owned(),
            Self::TooLong => format!("A number has at most {MOST_CHARACTERS} characters."),
            Self::TooFar => format!("A power of ten is between −{FARTHEST_POWER} and {FARTHEST_POWER}."),
            Self::Strange | Self::Comma => {
                format!("“{typed}” cannot be read as a number. Write it alone, without a unit: 2.5, -4, 3/4 or 1e3.")
            }
            Self::Unclear(meant) => format!("“{typed}” is not clear. Write {meant}."),
        }
    }
}

/// An exact number.
pub type Exact = BigRational;

/// A tolerance below 0.
pub const LESS_THAN_NOTHING: &str = "How far an answer may be off is 0 or more, such as 0.05 or 2%.";
/// A part that allows nothing.
pub const PART_IS_NOTHING: &str = "0% allows nothing. Leave it empty where only the exact number is right.";
/// A part of a value of 0.
pub const PART_OF_NOTHING: &str = "A part of 0 is 0. Write how far an answer may be off as a number, such as 0.05.";
/// A part that takes in 0 as well.
pub const PART_IS_ALL: &str =
    "With 100% or more, 0 would be right too. Write less than 100%, or a number such as 0.05.";

/// Why nobody means such a tolerance beside such a value: so much, or so many hundredths of it.
pub fn tolerance_problem(most: &Exact, is_part: bool, value: &Exact) -> Option<&'static str> {
    if most.is_negative() {
        return Some(LESS_THAN_NOTHING);
    }
    match is_part {
        true if most.is_zero() => Some(PART_IS_NOTHING),
        true if value.is_zero() => Some(PART_OF_NOTHING),
        true if *most >= BigRational::from(BigInt::from(100)) => Some(PART_IS_ALL),
        _ => None,
    }
}

/// Reads a number as somebody typed it, of a text that was [cleaned](crate::clean).
///
/// # Errors
/// A sentence for whoever typed it: it is no number, or may be two of them; it is too long, or its power of ten too far from 1.
pub fn exact_number(typed: &str) -> Result<BigRational, String> {
    exact(typed).map_err(|unread| unread.say(typed))
}

fn exact(typed: &str) -> Result<BigRational, Unread> {
    if typed.is_empty() {
        return Err(Unread::Nothing);
    }
    if typed.chars().count() > MOST_CHARACTERS {
        return Err(Unread::TooLong);
    }
    let plain = |c: char| match c {
        c if crate::is_blank(c) => ' ',
        '，' => ',',
        c => c,
    };
    let text: String = crate::ascii_number(typed).chars().map(plain).collect();
    let (number, power) = match text.split_once(['e', 'E']) {
        None => (text.as_str(), None),
        Some((number, power)) => (number, Some(read_power(power)?)),
    };
    let (sign, unsigned) = split_sign(number);
    let unsigned = unsigned.trim_start();
    let unsigned = without_thousands(unsigned).map_err(|unread| {
        if unread != Unread::Comma {
            return unread;
        }
        let [thousands, decimal] = ["", "."].map(|point| unsigned.replace(',', point));
        let power = &text[number.len()..];
        Unread::Unclear(format!("{sign}{thousands}{power} or {sign}{decimal}{power}, without a comma"))
    })?;
    let written = Written::read(&unsigned).filter(|_| !unsigned.starts_with(['+', '-'])).ok_or(Unread::Strange)?;
    let number = ratio(written).filter(|_| power.is_none() || !matches!(written.part, Part::Fraction(..)));
    let number = number.ok_or(Unread::Strange)? * ten_to(power.unwrap_or_default());
    Ok(if sign == "-" { -number } else { number })
}

/// Reads what stands behind the `e`.
fn read_power(text: &str) -> Result<i32, Unread> {
    let (sign, digits) = split_sign(text);
    if !are_digits(digits) {
        return Err(Unread::Strange);
    }
    let power: i32 = digits.parse().map_err(|_| Unread::TooFar)?;
    if power > FARTHEST_POWER {
        return Err(Unread::TooFar);
    }
    Ok(if sign == "-" { -power } else { power })
}

fn ratio(Written { whole, part, .. }: Written<'_>) -> Option<BigRational> {
    let number = |digits: &str| digits.parse::<BigInt>().ok();
    let whole = BigRational::from(if whole.is_empty() { BigInt::zero() } else { number(whole)? });
    Some(match part {
        Part::None | Part::Decimals("") => whole,
        Part::Decimals(part) => whole + BigRational::from(number(part)?) * ten_to(-(part.len() as i32)),
        Part::Fraction(above, below) => whole + BigRational::new(number(above)?, number(below)?),
    })
}

fn ten_to(power: i32) -> BigRational {
    let ten = BigRational::from(BigInt::from(10).pow(power.unsigned_abs()));
    if power < 0 { ten.recip() } else { ten }
}

/// What stands between the digits of a number.
const SIGNS: [char; 4] = [' ', ',', '.', '٬'];

/// A number of digits, blanks, commas and points without what parts its thousands, and with a point for its decimals; other texts as
/// they are. Where only one meaning is possible it is that one: of several commas or points each parts thousands, and so does the
/// first of two different signs. A single comma before three digits may be either; a point is the decimal one.
fn without_thousands(text: &str) -> Result<Cow<'_, str>, Unread> {
    if let Some((whole, above)) = text.split_once('/').and_then(|(above, _)| above.trim_end().split_once(' ')) {
        let above = above.trim_start();
        // 1 234/567 may be one and a fraction, or a thousand divided.
        if are_thousands(&[whole, above], false) {
            return Err(Unread::Unclear("it as one fraction, without a blank".to_owned()));
        }
    }
    if text.chars().any(|c| !c.is_ascii_digit() && !SIGNS.contains(&c)) || !text.contains(SIGNS) {
        return Ok(text.into());
    }
    let many = |sign: char| text.matches(sign).count();
    let (blanks, commas, points, arabic) = (many(' '), many(','), many('.'), many('٬'));
    let decimal_at = match (commas, points) {
        _ if blanks > 0 && arabic > 0 => return Err(Unread::Strange),
        // Blanks or the Arabic sign part the thousands, so that the other sign is the decimal one.
        _ if blanks + arabic > 0 => {
            if commas + points > 1 {
                return Err(Unread::Strange);
            }
            text.find([',', '.'])
        }
        (0, 0 | 1) => return Ok(text.into()),
        (1, 0) => {
            let groups: Vec<&str> = text.split(',').collect();
            return if are_thousands(&groups, false) { Err(Unread::Comma) } else { Ok(text.into()) };
        }
        (_, 0) | (0, _) => None,
        (_, 1) if text.find('.') > text.rfind(',') => text.find('.'),
        (1, _) if text.find(',') > text.rfind('.') => text.find(','),
        _ => return Err(Unread::Strange),
    };
    let (whole, decimals) = decimal_at.map_or((text, None), |at| (&text[..at], Some(&text[at + 1..])));
    let groups: Vec<&str> = whole.split(SIGNS).collect();
    let is_one = are_thousands(&groups, whole.contains([',', '٬'])) && decimals.is_none_or(are_digits);
    if !is_one {
        return Err(Unread::Strange);
    }
    let whole = groups.concat();
    Ok(decimals.map_or_else(|| whole.clone(), |decimals| format!("{whole}.{decimals}")).into())
}
