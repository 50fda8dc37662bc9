//! Answers of a Moodle question: fractions with point or comma, snapped to Moodle's list; one or several right; true and
//! false by their words; numbers with tolerance; short texts.

use super::elements::{content, flag, text};
use crate::model::{Kind, Question, Row};
use crate::normalise::is_visible;
use crate::numbers::{self, Decimal};
use crate::plain_text::truth;
use crate::xml::Element;

/// Reads the key.
pub fn read(row: &mut Row, question: &mut Question, element: &Element, kind: &str) {
    match kind {
        "truefalse" => true_or_false(row, question, element),
        "shortanswer" => short(row, question, element),
        "numerical" => number(row, question, element),
        _ => choice(row, question, element, kind == "multichoiceset"),
    }
}

/// The fraction of an answer in per cent.
fn fraction(row: &mut Row, answer: &Element) -> Option<f64> {
    let value = answer.attribute("fraction").unwrap_or("0");
    let Some((fraction, snapped)) = numbers::percent(value) else {
        row.refuse(format!("“{value}” is no fraction between −100 and 100."));
        return None;
    };
    if snapped {
        row.repair(format!("{value} % was read as {} %.", numbers::shown(fraction)));
    }
    Some(fraction)
}

fn choice(row: &mut Row, question: &mut Question, element: &Element, all_or_nothing: bool) {
    let mut weights = Vec::new();
    for (at, answer) in element.all("answer").enumerate() {
        let Some(fraction) = fraction(row, answer) else { return };
        weights.push(fraction);
        let option = text(row, question, answer, Some(at));
        question.options.push(option);
        let feedback = answer.child("feedback").map(|found| text(row, question, found, Some(at))).unwrap_or_default();
        question.feedback.push(feedback);
    }
    let full: Vec<usize> = (0..weights.len()).filter(|at| weights[*at] >= 100.0).collect();
    let positive: Vec<usize> = (0..weights.len()).filter(|at| weights[*at] > 0.0).collect();
    let sum: f64 = positive.iter().map(|at| weights[*at]).sum();
    let single = flag(element, "single");
    let several = all_or_nothing
        || match single {
            Some(single) => !single,
            None if full.is_empty() && (sum - 100.0).abs() < 1.0 => {
                row.repair("The file does not say that several options are right; the fractions say so.");
                true
            }
            None => false,
        };
    let plain = weights.iter().all(|weight| *weight == 0.0 || *weight >= 100.0);
    if several {
        question.kind = Kind::Several;
        if (sum - 100.0).abs() > 1.0 && !plain {
            row.refuse(format!("The fractions of the right options add up to {}, not to 100.", numbers::shown(sum)));
            return;
        }
        question.right = positive;
        // Moodle's all-or-nothing type says 100 at each right option.
        let all_or_nothing = all_or_nothing || flag(element, "allornothing") == Some(true);
        if !(all_or_nothing || plain && full.len() > 1) {
            question.weights = Some(weights);
        }
        return;
    }
    question.right = full;
    if question.right.is_empty() && !positive.is_empty() {
        row.refuse("No option has 100 %, and only one may be chosen. Which one is right?");
    }
    if !plain {
        question.weights = Some(weights);
    }
}

fn true_or_false(row: &mut Row, question: &mut Question, element: &Element) {
    question.options = vec!["True".to_owned(), "False".to_owned()];
    question.feedback = vec![String::new(), String::new()];
    question.shuffle = Some(false);
    let answers: Vec<&Element> = element.all("answer").collect();
    let mut worded = 0;
    for (at, answer) in answers.iter().enumerate() {
        let words = truth(&content(answer).0);
        worded += usize::from(words.is_some());
        let place = words.map_or(at, |is_true| usize::from(!is_true));
        let Some(fraction) = fraction(row, answer) else { return };
        if place > 1 {
            row.refuse("A true or false question has more than two answers.");
            return;
        }
        if fraction > 0.0 {
            question.right.push(place);
        }
        question.feedback[place] =
            answer.child("feedback").map(|found| text(row, question, found, None)).unwrap_or_default();
    }
    if worded < answers.len() && answers.len() == 2 {
        row.repair("Its answers are not called true and false; the first was taken for true.");
    } else if answers.len() != 2 {
        row.refuse("A true or false question needs two answers.");
    }
}

fn short(row: &mut Row, question: &mut Question, element: &Element) {
    question.kind = Kind::Text;
    for answer in element.all("answer") {
        let Some(fraction) = fraction(row, answer) else { return };
        let text = content(answer).0.trim().to_owned();
        if fraction >= 100.0 && text.contains('*') && !text.contains("\\*") {
            row.repair(format!("“{text}” has a *, which stands for any text in Moodle; here it stands for itself."));
        }
        if fraction >= 100.0 {
            question.accepted.push(text.replace("\\*", "*"));
        } else if fraction > 0.0 {
            row.repair(format!("“{text}” earns {} % in the file; it was left out.", numbers::shown(fraction)));
        }
    }
    if flag(element, "usecase") == Some(true) {
        row.repair("The file tells capitals from small letters; this is not taken over.");
    }
}

fn number(row: &mut Row, question: &mut Question, element: &Element) {
    question.kind = Kind::Number;
    let mut taken: Option<(Decimal, Option<Decimal>)> = None;
    let mut more = 0;
    for answer in element.all("answer") {
        let Some(fraction) = fraction(row, answer) else { return };
        let words = content(answer).0;
        if fraction < 100.0 {
            more += usize::from(fraction > 0.0);
            continue;
        }
        if let Some(say) = numbers::unclear(&words) {
            row.refuse(say);
            return;
        }
        let Some(value) = numbers::decimal(&words) else {
            row.refuse(format!("“{}” is not a number.", words.trim()));
            return;
        };
        let tolerance = answer.child("tolerance").map(|found| content(found).0).filter(|text| is_visible(text));
        let tolerance = match tolerance.as_deref().map(numbers::decimal) {
            Some(None) => {
                row.refuse(format!("The tolerance “{}” is not a number.", tolerance.unwrap_or_default().trim()));
                return;
            }
            Some(found) => found.filter(|found| found.value() != 0.0),
            None => None,
        };
        more += usize::from(taken.is_some());
        taken.get_or_insert((value, tolerance));
    }
    if more > 0 {
        row.repair("Of several numbers the first with all of the marks was taken.");
    }
    if element.child("units").is_some_and(|units| units.elements().next().is_some()) {
        row.repair("Units are not taken over: only the number counts.");
    }
    if let Some((value, tolerance)) = taken {
        if value.mended || tolerance.as_ref().is_some_and(|found| found.mended) {
            row.repair("Numbers with a comma or other digits were read as decimals.");
        }
        question.value = Some(value.text);
        question.tolerance = tolerance.map(|found| found.text);
    }
}
