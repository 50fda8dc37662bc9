//! Answer keys. Finds the options that a key names: by letter, by letter and text, by text, by number, several of them.
//! A key that fits two ways is asked about, one that names nothing is refused: never does it pick the likelier.

use crate::label::{self, Scheme};
use crate::normalise::{as_read, as_seen, trimmed};
use crate::numbers::{self, western_digits};

/// What stands before the options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Labels {
    /// Letters of one row, by their places: what is missing in the file is missing here.
    Letters(Scheme, Vec<usize>),
    /// Numbers, from 0.
    Numbers(Vec<usize>),
    /// Nothing.
    None,
}

/// What a key names.
#[derive(Debug, PartialEq, Eq)]
pub struct Found {
    /// From 0, at least one.
    pub right: Vec<usize>,
    /// What was understood beyond the plain.
    pub note: Option<String>,
}

impl Found {
    fn plain(at: usize) -> Self {
        Self { right: vec![at], note: None }
    }
}

/// The options a key names, or why there is none.
///
/// # Errors
/// A sentence for the author: the key is empty, names no option, or may mean several.
pub fn resolve(key: &str, options: &[String], labels: &Labels) -> Result<Found, String> {
    let key = trimmed(key).trim_matches(['"', '“', '”', '*', '_']).trim();
    let bare = unwrapped(key);
    if bare.is_empty() {
        return Err("The key is empty.".to_owned());
    }
    let said = by_text(key, options).or_else(|| by_text(bare, options));
    let by_label = label_index(bare, labels);
    match (by_label, said) {
        (Named::Option(at), Some(text)) if !matches!(labels, Labels::Letters(..)) && text != [at] => {
            return Err(format!(
                "The key “{key}” is a number of an option and the text of another. Which one is meant?"
            ));
        }
        (Named::Option(at), _) => return Ok(Found::plain(at)),
        (_, Some(text)) if text.len() == 1 => return Ok(Found { right: text, note: None }),
        (_, Some(_)) => return Err(format!("The key “{key}” is the text of several options. Which one is meant?")),
        (Named::Missing, None) => return Err(format!("The key “{key}” names no option.")),
        (Named::Nothing, None) => {}
    }
    if let Some(found) = letter_and_text(bare, options, labels) {
        return found;
    }
    if let Some(found) = several(bare, options, labels) {
        return found;
    }
    if let Some(at) = by_position(bare, options.len(), labels) {
        let note = format!("The key “{key}” was read as option {} in order.", at + 1);
        return Ok(Found { right: vec![at], note: Some(note) });
    }
    Err(format!("The key “{key}” names no option."))
}

/// Without brackets, `Option` and a full stop around it.
fn unwrapped(key: &str) -> &str {
    let mut bare = trimmed(key);
    loop {
        let before = bare;
        for word in ["option", "choice", "विकल्प"] {
            let head = bare.get(..word.len()).filter(|head| head.eq_ignore_ascii_case(word));
            if let Some(rest) =
                head.and_then(|_| bare.get(word.len()..)).filter(|rest| rest.starts_with([' ', '(', ':']))
            {
                bare = rest.trim_start_matches([' ', ':']);
            }
        }
        if bare.chars().count() > 1 {
            bare = bare
                .strip_suffix(['.', ')', ']', ':', ';', ',', '）', '．', '।'])
                .filter(|rest| !rest.contains(['(', '[']))
                .unwrap_or(bare);
            let inner = bare.strip_prefix(['(', '[', '（']);
            bare = match inner {
                Some(inner) if !inner.contains([')', ']', '）']) => inner,
                Some(inner) => {
                    inner.strip_suffix([')', ']', '）']).filter(|rest| !rest.contains([')', ']', '）'])).unwrap_or(bare)
                }
                None => bare,
            };
        }
        bare = bare.trim();
        if bare == before {
            return bare;
        }
    }
}

/// What a text is as a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Named {
    /// No label.
    Nothing,
    /// The label of no option.
    Missing,
    /// The label of an option.
    Option(usize),
}

impl Named {
    fn of(place: Option<usize>) -> Self {
        place.map_or(Self::Missing, Self::Option)
    }

    fn option(self) -> Option<usize> {
        match self {
            Self::Option(at) => Some(at),
            Self::Nothing | Self::Missing => None,
        }
    }
}

/// A label by itself.
fn label_index(text: &str, labels: &Labels) -> Named {
    try_label(text, labels).unwrap_or(Named::Nothing)
}

fn try_label(text: &str, labels: &Labels) -> Option<Named> {
    match labels {
        Labels::Letters(Scheme::Roman, places) => {
            let small = text.to_lowercase();
            let place = (0..10).find(|at| label::shown(Scheme::Roman, *at) == small)?;
            Some(Named::of(places.iter().position(|at| *at == place)))
        }
        Labels::Letters(scheme, places) => {
            let mut chars = text.chars();
            let (Some(c), None) = (chars.next(), chars.next()) else { return None };
            let (found, place, _) = label::letter(c)?;
            // Letters that look alike: a Latin key for Cyrillic options, and the other way round.
            if found != *scheme && !matches!((found, scheme), (Scheme::Devanagari, Scheme::DevanagariAbas)) {
                return None;
            }
            Some(Named::of(places.iter().position(|at| *at == place)))
        }
        Labels::Numbers(places) => {
            let number: usize = western_digits(text).parse().ok()?;
            let at = places.iter().position(|at| at + 1 == number);
            at.map(Named::Option)
        }
        Labels::None => None,
    }
}

/// All options with this text, most exactly first.
fn by_text(key: &str, options: &[String]) -> Option<Vec<usize>> {
    let all = |is: &dyn Fn(&String) -> bool| -> Option<Vec<usize>> {
        let found: Vec<usize> = (0..options.len()).filter(|at| is(&options[*at])).collect();
        (!found.is_empty()).then_some(found)
    };
    let (seen, read) = (as_seen(key), as_read(key));
    let bare = |text: &str| as_read(text).trim_end_matches(['.', ';', ',']).to_owned();
    let bare_key = bare(key);
    all(&|option| as_seen(option) == seen)
        .or_else(|| all(&|option| as_read(option) == read))
        .or_else(|| all(&|option| !bare_key.is_empty() && bare(option) == bare_key))
        .or_else(|| {
            let number = numbers::decimal(key)?.text;
            all(&|option| numbers::decimal(option).is_some_and(|found| found.text == number))
        })
}

/// `B) Paris`, `B (Paris)`, `B - Paris`, `(B) Paris`: both must agree.
fn letter_and_text(key: &str, options: &[String], labels: &Labels) -> Option<Result<Found, String>> {
    let open = key.strip_prefix(['(', '[', '（']).unwrap_or(key);
    let end = open.find(|c: char| !c.is_alphanumeric()).filter(|end| *end > 0)?;
    let (head, tail) = open.split_at(end);
    let at = match labels {
        Labels::None => position(head, options.len()),
        _ => match label_index(head, labels) {
            Named::Nothing => return None,
            named => named.option(),
        },
    };
    let sign = tail.trim_start().chars().next()?;
    let spaced = tail.starts_with(char::is_whitespace);
    if !matches!(label::narrow(sign), ')' | ']' | '.' | ':' | '-' | '\u{2013}' | '\u{2014}' | '(' | ',' | '=')
        && !spaced
    {
        return None;
    }
    let tail = tail.trim_start_matches(|c: char| {
        c.is_whitespace() || matches!(label::narrow(c), ')' | ']' | '.' | ':' | '-' | '\u{2013}' | '\u{2014}' | '=')
    });
    let text = match tail.strip_prefix(['(', '（']) {
        Some(inner) => inner.trim_end().strip_suffix([')', '）']).unwrap_or(inner),
        None => tail,
    };
    // `A, C` and `A and C` are several.
    if several(key, options, labels).is_some_and(|found| found.is_ok()) {
        return None;
    }
    let named = by_text(text, options);
    match (at, named) {
        (Some(at), Some(named)) if named.contains(&at) => Some(Ok(Found::plain(at))),
        (Some(_), Some(_)) => {
            Some(Err(format!("The key “{key}” names one option by its letter and another by its text.")))
        }
        (Some(at), None) if !matches!(labels, Labels::None) => {
            Some(Err(format!("The key “{key}” names option {} and says something else. Is that option right?", at + 1)))
        }
        (None, Some(named)) if named.len() == 1 && !matches!(labels, Labels::None) => {
            Some(Err(format!("The key “{key}” has the text of an option and a letter of none. Is that option right?")))
        }
        _ => None,
    }
}

/// `A, C`, `A and C`, `AC`, texts with commas between.
fn several(key: &str, options: &[String], labels: &Labels) -> Option<Result<Found, String>> {
    let parts: Vec<&str> = key
        .split([',', ';', '&', '/', '+', '、'])
        .flat_map(|part| part.split(" and "))
        .flat_map(|part| part.split(" और "))
        .flat_map(|part| part.split(" и "))
        .map(unwrapped)
        .filter(|part| !part.is_empty())
        .collect();
    let index = |part: &str| match labels {
        Labels::None => position(part, options.len()),
        _ => label_index(part, labels).option(),
    };
    let mut parts: Vec<String> = parts.into_iter().map(str::to_owned).collect();
    if parts.len() == 1 {
        let word = &parts[0];
        let spaced: Vec<&str> = word.split_whitespace().collect();
        if spaced.len() > 1 && spaced.iter().all(|part| part.chars().count() == 1) {
            parts = spaced.into_iter().map(str::to_owned).collect();
        } else if matches!(labels, Labels::Letters(..))
            && word.chars().count() <= 8
            && word.chars().all(char::is_uppercase)
        {
            parts = word.chars().map(String::from).collect();
        }
    }
    if parts.len() < 2 {
        return None;
    }
    let by_label: Option<Vec<usize>> = parts.iter().map(|part| index(part)).collect();
    let by_text =
        || parts.iter().map(|part| by_text(part, options).filter(|all| all.len() == 1).map(|all| all[0])).collect();
    let mut right: Vec<usize> = by_label.or_else(by_text)?;
    right.sort_unstable();
    right.dedup();
    if right.len() < 2 {
        return None;
    }
    Some(Ok(Found { right, note: Some(format!("The key “{key}” names several options: all of them are right.")) }))
}

/// A letter or a number as place in the row of the options.
fn position(text: &str, count: usize) -> Option<usize> {
    let mut chars = text.chars();
    let place = match (chars.next(), chars.next()) {
        (Some(c), None) if label::letter(c).is_some() => label::letter(c)?.1,
        _ => western_digits(text).parse::<usize>().ok()?.checked_sub(1)?,
    };
    (place < count).then_some(place)
}

/// Where nothing stands before the options, a letter or a number counts them.
fn by_position(text: &str, count: usize, labels: &Labels) -> Option<usize> {
    match labels {
        Labels::None => position(text, count),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_names_an_option_or_is_refused() {
        let options: Vec<String> = ["Lyon", "Paris", "Nice", "Lille"].map(String::from).into();
        let letters = Labels::Letters(Scheme::Latin, vec![0, 1, 2, 3]);
        let right = |key: &str| resolve(key, &options, &letters).map(|found| found.right);
        for key in [
            "B",
            "b",
            "(B)",
            "B.",
            "Option B",
            "B) Paris",
            "B (Paris)",
            "B - Paris",
            "B: Paris",
            "paris",
            "Paris.",
            "[b]",
            "(B) Paris",
            "Ｂ",
            "option (b)",
            "B\u{200b}",
        ] {
            assert_eq!(right(key), Ok(vec![1]), "{key}");
        }
        for key in ["A, C", "A and C", "AC", "A & C", "Lyon, Nice", "A; C", "(A), (C)", "A C"] {
            assert_eq!(right(key), Ok(vec![0, 2]), "{key}");
        }
        for key in ["E", "5", "", "B (Nice)", "B because it is", "Rome", "E) Paris", "A, E", "B - Rome", "2"] {
            assert!(right(key).is_err(), "{key}: {:?}", right(key));
        }
        let numbers: Vec<String> = ["4", "1", "7", "9"].map(String::from).into();
        assert!(resolve("4", &numbers, &Labels::Numbers(vec![0, 1, 2, 3])).is_err());
        assert_eq!(resolve("7", &numbers, &Labels::Numbers(vec![0, 1, 2, 3])).map(|found| found.right), Ok(vec![2]));
        assert_eq!(resolve("C", &numbers, &Labels::None).map(|found| found.right), Ok(vec![2]));
    }
}
