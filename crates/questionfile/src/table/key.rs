//! Answer keys of a table: numbers `3` and `1,3`, letters, or texts of options. One that fits two ways is asked about;
//! a number out of range or a date is refused with the guess what the spreadsheet made of it.

use super::cells::{Cell, Value};
use crate::label;
use crate::normalise::{as_read, as_seen, trimmed};
use crate::numbers::western_digits;

/// The options a key names, as indexes into `options`; `places` are their columns.
///
/// # Errors
/// A sentence for the author: the key names no option, is a date, or may mean two.
pub fn resolve(key: &Cell, options: &[String], places: &[usize]) -> Result<Vec<usize>, String> {
    let shown = trimmed(&key.text);
    let by_text = texts(shown, options);
    if key.value == Value::Date {
        return by_text.ok_or_else(|| format!("The key is the date {shown}. Did the spreadsheet make it of something like 1-3? Which options are right?"));
    }
    let parts: Vec<&str> = shown
        .split([',', ';', '|', '&', '/', '+'])
        .flat_map(|part| part.split(" and "))
        .map(|part| part.trim().trim_matches(['(', ')', '.', '[', ']', ' ']))
        .filter(|part| !part.is_empty())
        .collect();
    let place = |found: usize| places.iter().position(|place| *place == found);
    let all = |index: &dyn Fn(&str) -> Option<usize>| -> Option<Vec<usize>> {
        let mut found = parts.iter().map(|part| index(part)).collect::<Option<Vec<usize>>>()?;
        found.sort_unstable();
        found.dedup();
        (!found.is_empty()).then_some(found)
    };
    let by_number = all(&|part| western_digits(strip_word(part)).parse::<usize>().ok()?.checked_sub(1).and_then(place));
    let by_letter = all(&|part| letter(strip_word(part)).and_then(place));
    let counted = by_number.or(by_letter);
    match (counted, by_text) {
        (Some(counted), Some(text)) if counted != text => {
            Err(format!("The key “{shown}” counts one option and is the text of another. Which one is right?"))
        }
        (Some(found), _) | (None, Some(found)) => Ok(found),
        (None, None) => Err(reason(key, shown, options.len())),
    }
}

/// `Option 3`, `Answer B`.
fn strip_word(part: &str) -> &str {
    let small = part.to_lowercase();
    let word = ["option ", "answer ", "choice ", "विकल्प "].iter().find(|word| small.starts_with(**word));
    word.and_then(|word| part.get(word.len()..)).map_or(part, str::trim)
}

fn letter(part: &str) -> Option<usize> {
    let mut chars = part.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) => label::letter(c).map(|(_, place, _)| place),
        _ => None,
    }
}

fn texts(key: &str, options: &[String]) -> Option<Vec<usize>> {
    let one = |key: &str| -> Option<usize> {
        let seen = as_seen(key);
        let exact: Vec<usize> = (0..options.len()).filter(|at| as_seen(&options[*at]) == seen).collect();
        let read = as_read(key);
        let alike: Vec<usize> = (0..options.len()).filter(|at| as_read(&options[*at]) == read).collect();
        match (exact.as_slice(), alike.as_slice()) {
            ([at], _) | ([], [at]) => Some(*at),
            _ => None,
        }
    };
    if let Some(at) = one(key) {
        return Some(vec![at]);
    }
    // Texts with a sign between; an option may hold a comma itself.
    [';', '|', ','].iter().find_map(|sign| {
        let mut found = key.split(*sign).map(one).collect::<Option<Vec<usize>>>()?;
        found.sort_unstable();
        found.dedup();
        (found.len() > 1).then_some(found)
    })
}

fn reason(key: &Cell, shown: &str, count: usize) -> String {
    let digits = western_digits(shown);
    if let Some((one, other)) = digits.split_once('.')
        && [one, other].iter().all(|part| part.parse::<usize>().is_ok_and(|part| part > 0 && part <= count))
    {
        return format!(
            "The key is the number {shown}. Did the spreadsheet make it of {one},{other}? Which options are right?"
        );
    }
    let each = digits.chars().all(|c| c.to_digit(10).is_some_and(|digit| digit > 0 && digit as usize <= count));
    if digits.len() > 1 && each && matches!(key.value, Value::Number(_) | Value::Text) {
        let parts: Vec<String> = digits.chars().map(String::from).collect();
        return format!(
            "The key {shown} is none of {count} options. Did the spreadsheet make it of {}? Which options are right?",
            parts.join(",")
        );
    }
    format!("The key “{shown}” names no option.")
}
