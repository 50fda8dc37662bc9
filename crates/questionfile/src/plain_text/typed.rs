//! Typed key: what the answer line of a question without options says, a number with its tolerance and unit (`9.81 ± 0.05 m/s²`) or
//! texts (`Mysuru / Mysore`). The paste window's `pastedTyped.ts` reads the same; `tests/it/typed_keys.json` is read by both.

use super::patterns::{PATTERNS, Patterns};
use crate::model::{Kind, Question};
use crate::numbers;

/// Characters of a number with its sign and blanks.
const LONGEST_NUMBER: usize = 60;
/// Characters of a unit.
const LONGEST_UNIT: usize = 20;
/// Texts that are right, and the characters of each.
const MOST_TEXTS: usize = 20;
const LONGEST_TEXT: usize = 200;

/// A number, how far from it is right, and what it is counted in, as they were typed.
#[derive(Debug, PartialEq, Eq)]
struct Number<'a> {
    value: &'a str,
    tolerance: Option<(&'a str, bool)>,
    unit: &'a str,
}

/// Whether a key may as well name an option that is missing: `B`, `A, C`.
pub fn is_of_options(key: &str) -> bool {
    Patterns::fits(PATTERNS.of_options.as_ref(), key)
}

/// Takes what a key says into the question; `said` is the kind that stands before it.
///
/// # Errors
/// A sentence for the author: it is no number, or may be two; too many texts, or one that is too long.
pub fn take(question: &mut Question, said: Option<Kind>, key: &str) -> Result<(), String> {
    let key = key.trim();
    let number = if said == Some(Kind::Text) { None } else { number_meant(key, said == Some(Kind::Number)) };
    if let Some(number) = number {
        return take_number(question, &number);
    }
    if said == Some(Kind::Number) || said.is_none() && Patterns::fits(PATTERNS.only_digits.as_ref(), key) {
        question.kind = Kind::Number;
        return Err(unread(key));
    }
    question.kind = Kind::Text;
    let between = PATTERNS.between_texts.as_ref();
    let texts: Vec<&str> = between.map_or_else(|| vec![key], |between| between.split(key).collect());
    question.accepted = texts.iter().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()).collect();
    if question.accepted.len() > MOST_TEXTS {
        return Err(format!("A question has at most {MOST_TEXTS} accepted answers."));
    }
    if question.accepted.iter().any(|text| text.chars().count() > LONGEST_TEXT) {
        return Err(format!("A right answer may have at most {LONGEST_TEXT} characters."));
    }
    Ok(())
}

fn take_number(question: &mut Question, Number { value, tolerance, unit }: &Number<'_>) -> Result<(), String> {
    question.kind = Kind::Number;
    let exact = numbers::exact(value)?;
    question.value = Some(numbers::kept(value));
    question.unit = Some((*unit).to_owned()).filter(|unit| !unit.is_empty());
    if let Some((amount, is_part)) = tolerance {
        let most = numbers::exact(amount)?;
        if let Some(wrong) = quad_text::tolerance_problem(&most, *is_part, &exact) {
            return Err(wrong.to_owned());
        }
        let amount = numbers::kept(amount);
        question.tolerance = Some(if *is_part { format!("{amount}%") } else { amount });
    }
    Ok(())
}

/// Why a key that should be a number is none: what the number's reader says of the part before `±`, or of the one behind.
fn unread(key: &str) -> String {
    let (value, tolerance) = margin(key);
    let wrong = numbers::exact(value).err();
    let wrong = wrong.or_else(|| numbers::exact(tolerance?.trim_end_matches(['%', ' '])).err());
    wrong.unwrap_or_else(|| format!("“{}” is not a number.", quad_text::shortened(key, LONGEST_NUMBER)))
}

/// What stands before `±` and behind it.
fn margin(text: &str) -> (&str, Option<&str>) {
    let parts = Patterns::groups(PATTERNS.margin.as_ref(), text);
    let parts = parts.and_then(|groups| Some((groups.get(1)?.as_str(), groups.get(2)?.as_str())));
    parts.map_or((text, None), |(before, behind)| (before, Some(behind)))
}

/// A number with its tolerance and unit; of units that are not usual only where `any` may be meant, or a tolerance is said.
fn number_meant(text: &str, any: bool) -> Option<Number<'_>> {
    let (before, behind) = margin(text);
    let (value, rest) = leading_number(before)?;
    let short = |unit: &str| unit.chars().count() <= LONGEST_UNIT;
    let Some(behind) = behind else {
        let is_one = rest.is_empty() || any || Patterns::fits(PATTERNS.unit.as_ref(), rest);
        return (is_one && short(rest)).then_some(Number { value, tolerance: None, unit: rest });
    };
    let (amount, after) = leading_number(behind)?;
    let (is_part, unit) = after.strip_prefix('%').map_or((false, after), |unit| (true, unit.trim()));
    if !unit.is_empty() && !rest.is_empty() && unit != rest {
        return None;
    }
    let unit = if unit.is_empty() { rest } else { unit };
    short(unit).then_some(Number { value, tolerance: Some((amount, is_part)), unit })
}

/// The longest number that a text begins with, and what is behind it. Digits behind it are part of it, and powers: `1857-1858`, `1e999`.
fn leading_number(text: &str) -> Option<(&str, &str)> {
    let ends = text.char_indices().map(|(at, c)| at + c.len_utf8()).take(LONGEST_NUMBER);
    let ends: Vec<usize> = ends.collect();
    ends.into_iter().rev().find_map(|end| {
        let (number, rest) = (text[..end].trim(), text[end..].trim());
        let goes_on = rest.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '/' | '-'))
            || rest
                .strip_prefix(['e', 'E'])
                .is_some_and(|power| power.trim_start_matches(['+', '-']).starts_with(|c: char| c.is_ascii_digit()));
        (!goes_on && numbers::exact(number).is_ok()).then_some((number, rest))
    })
}
