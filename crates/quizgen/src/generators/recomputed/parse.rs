//! Parser of numbers, lists and polynomials in questions and options.

use std::collections::BTreeMap;

use super::Judge;

/// What stands in the gaps (`¤`) of a form, if the text has that form.
pub fn gaps<'a>(text: &'a str, form: &str) -> Option<Vec<&'a str>> {
    let mut pieces = form.split('¤');
    let mut rest = text.strip_prefix(pieces.next()?)?;
    let mut found = Vec::new();
    let pieces: Vec<&str> = pieces.collect();
    for (at, piece) in pieces.iter().enumerate() {
        if at + 1 == pieces.len() {
            found.push(rest.strip_suffix(piece)?);
        } else {
            let (gap, after) = rest.split_once(piece)?;
            found.push(gap);
            rest = after;
        }
    }
    Some(found)
}

/// A whole number, with either minus and with commas.
pub fn whole(text: &str) -> Option<i64> {
    text.replace('−', "-").replace(',', "").parse().ok()
}

/// The same, when every gap holds a whole number.
pub fn wholes(text: &str, form: &str) -> Option<Vec<i64>> {
    gaps(text, form)?.into_iter().map(whole).collect()
}

/// Whole numbers with something between them.
pub fn list(text: &str, between: &str) -> Option<Vec<i64>> {
    text.split(between).map(whole).collect()
}

/// `12,500`, `-3/4`, `2.75`.
pub fn value(text: &str) -> Option<f64> {
    let text = text.replace('−', "-").replace(',', "");
    match text.split_once('/') {
        Some((above, below)) => Some(above.parse::<f64>().ok()? / below.parse::<f64>().ok()?),
        None => text.parse().ok(),
    }
}

pub fn same(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * b.abs().max(1.0)
}

/// A number, before a unit maybe.
pub fn is(right: f64, unit: &'static str) -> Judge {
    Box::new(move |option| option.strip_suffix(unit).and_then(value).is_some_and(|number| same(number, right)))
}

/// The same for whole numbers.
pub fn counts(right: i64) -> Judge {
    is(right as f64, "")
}

/// A number that was rounded to so many places.
pub fn rounds(right: f64, places: i32, unit: &'static str) -> Judge {
    let slack = 0.500_001 * 10_f64.powi(-places);
    let near = move |number: f64| (number - right).abs() <= slack;
    Box::new(move |option| option.strip_suffix(unit).and_then(value).is_some_and(near))
}

/// Rupees.
pub fn rupees(right: f64) -> Judge {
    let number = |option: &str| value(option.strip_prefix('₹')?);
    Box::new(move |option| number(option).is_some_and(|number| (number - right).abs() < 0.005))
}

/// This very text.
pub fn reads(right: String) -> Judge {
    Box::new(move |option| option == right)
}

/// Factors by power: `3x² − x + 4`.
pub type Polynomial = BTreeMap<i64, i64>;

pub fn polynomial(text: &str) -> Option<Polynomial> {
    let mut found = Polynomial::new();
    let mut sign = 1;
    for word in text.split(' ') {
        match word {
            "+" => sign = 1,
            "−" => sign = -1,
            _ => {
                let (factor, power) = match word.split_once('x') {
                    None => (word, 0),
                    Some((factor, "")) => (factor, 1),
                    Some((factor, "²")) => (factor, 2),
                    Some((factor, "³")) => (factor, 3),
                    Some((factor, power)) => (factor, whole(power.strip_prefix('^')?)?),
                };
                let factor = if factor.is_empty() { 1 } else { whole(factor)? };
                *found.entry(power).or_default() += sign * factor;
            }
        }
    }
    found.retain(|_, factor| *factor != 0);
    Some(found)
}

pub fn at(polynomial: &Polynomial, x: f64) -> f64 {
    polynomial.iter().map(|(power, factor)| *factor as f64 * x.powi(*power as i32)).sum()
}

/// Simpson's rule: exact up to the third power.
pub fn integral(f: impl Fn(f64) -> f64, from: f64, to: f64) -> f64 {
    (to - from) / 6.0 * (f(from) + 4.0 * f(f64::midpoint(from, to)) + f(to))
}

#[test]
fn forms_and_numbers_are_read() {
    assert_eq!(gaps("Solve for x: 3x + 4 = 10", "Solve for x: ¤x + ¤ = ¤"), Some(vec!["3", "4", "10"]));
    assert_eq!(wholes("What is −3 + 1,000?", "What is ¤ + ¤?"), Some(vec![-3, 1000]));
    assert_eq!(gaps("What is 3?", "Who is ¤?"), None);
    assert_eq!(value("-3/4"), Some(-0.75));
    let read = polynomial("2x³ − x + 4").expect("a polynomial");
    assert!(same(at(&read, 2.0), 18.0));
    assert!(same(integral(|x| x * x * x, 0.0, 2.0), 4.0));
}
