//! Answers of a GIFT question: what stands between its braces. `=` begins an answer wherever it stands unescaped, so that
//! `=y = 2` is asked about; percents are weights only right behind `~`, and behind `=` in short answers.

use super::scan::{self, Markup};
use crate::model::{Kind, Question, Row};
use crate::numbers::{self, percent};

/// One answer.
#[derive(Debug)]
struct Answer<'a> {
    sign: char,
    weight: Option<&'a str>,
    text: &'a str,
    feedback: Option<&'a str>,
}

/// Reads what is between the braces.
pub fn read(row: &mut Row, question: &mut Question, inside: &str, markup: Markup) {
    let (inside, general) = match split_at(inside, "####") {
        Some((inside, general)) => (inside, Some(general)),
        None => (inside, None),
    };
    question.explanation = general.map(|text| scan::plain(text, markup).0);
    let inside = inside.trim();
    if let Some(numeric) = inside.strip_prefix('#') {
        return number(row, question, numeric, markup);
    }
    if truth(question, inside, markup) {
        return;
    }
    let mut answers = answers(inside);
    if answers.is_empty() && !inside.is_empty() && !inside.contains('\n') {
        let (text, feedback) = split_at(inside, "#").map_or((inside, None), |(text, rest)| (text.trim(), Some(rest)));
        row.repair(format!("“{text}” has no = before it; it was read as the answer that is right."));
        answers.push(Answer { sign: '=', weight: None, text, feedback });
    }
    if answers.is_empty() {
        row.refuse(format!(
            "The braces hold no answer that begins with = or ~: “{}”.",
            crate::normalise::first_words(inside)
        ));
        return;
    }
    if answers.iter().all(|answer| answer.sign == '=') {
        if answers.len() > 1 && answers.iter().all(|answer| answer.text.contains("->")) {
            row.refuse("Matching questions are not taken.");
            return;
        }
        return short(row, question, &answers);
    }
    choice(row, question, &answers, markup);
}

/// `{T#wrong#right}`.
fn truth(question: &mut Question, inside: &str, markup: Markup) -> bool {
    let (word, feedback) = split_at(inside, "#").map_or((inside, None), |(word, rest)| (word, Some(rest)));
    let right = match word.trim().to_ascii_uppercase().as_str() {
        "T" | "TRUE" => 0,
        "F" | "FALSE" => 1,
        _ => return false,
    };
    question.options = vec!["True".to_owned(), "False".to_owned()];
    question.right = vec![right];
    if let Some(feedback) = feedback {
        let (wrong, good) = split_at(feedback, "#").unwrap_or((feedback, ""));
        question.feedback = vec![String::new(), String::new()];
        question.feedback[1 - right] = scan::plain(wrong, markup).0;
        question.feedback[right] = scan::plain(good, markup).0;
    }
    true
}

/// Cuts at the first unescaped occurrence.
fn split_at<'a>(text: &'a str, sign: &str) -> Option<(&'a str, &'a str)> {
    let (at, _) = scan::signs(text).find(|(at, _)| text[*at..].starts_with(sign))?;
    Some((&text[..at], &text[at + sign.len()..]))
}

fn answers(inside: &str) -> Vec<Answer<'_>> {
    let starts: Vec<(usize, char)> = scan::signs(inside).filter(|(_, c)| matches!(c, '=' | '~')).collect();
    let mut found = Vec::with_capacity(starts.len());
    for (at, (start, sign)) in starts.iter().enumerate() {
        let end = starts.get(at + 1).map_or(inside.len(), |(end, _)| *end);
        let mut text = inside[start + 1..end].trim();
        let mut weight = None;
        if let Some(rest) = text.strip_prefix('%')
            && let Some((value, rest)) = rest.split_once('%')
            && value.len() <= 12
            && numbers::decimal(value).is_some()
        {
            (weight, text) = (Some(value), rest.trim());
        }
        let (text, feedback) =
            split_at(text, "#").map_or((text, None), |(text, feedback)| (text.trim(), Some(feedback)));
        found.push(Answer { sign: *sign, weight, text, feedback });
    }
    found
}

/// An answer may carry a format tag of its own.
fn text_of(text: &str, markup: Markup) -> (String, bool) {
    for (tag, own) in scan::MARKUPS {
        if let Some(rest) = text.strip_prefix(tag) {
            return scan::plain(rest, own);
        }
    }
    scan::plain(text, markup)
}

fn short(row: &mut Row, question: &mut Question, answers: &[Answer<'_>]) {
    question.kind = Kind::Text;
    for answer in answers {
        // Moodle compares short answers as plain text, whatever the question is written in; a bare * is any text there.
        let text = scan::plain(answer.text, Markup::Plain).0.replace("\\*", "*");
        match answer.weight.map(numbers::decimal) {
            Some(Some(weight)) if weight.value() < 100.0 => {
                row.repair(format!("“{text}” earns {} % in the file; it was left out.", weight.text));
            }
            _ => question.accepted.push(text),
        }
    }
    if answers.len() == 1 && answers[0].text.is_empty() && answers[0].feedback.is_some() {
        row.refuse("The right answer is empty: write \\# for a # that belongs to it.");
    }
}

fn choice(row: &mut Row, question: &mut Question, answers: &[Answer<'_>], markup: Markup) {
    let rights = answers.iter().filter(|answer| answer.sign == '=').count();
    let mut weights = Vec::new();
    let mut weighted = false;
    for (at, answer) in answers.iter().enumerate() {
        let (text, kept) = text_of(answer.text, markup);
        if kept {
            row.repair("A backslash before n was kept: it begins a word of maths.");
        }
        if text.is_empty() && answer.feedback.is_some() {
            row.refuse("An option is empty and has a feedback: write \\# for a # that belongs to it.");
        }
        question.options.push(text);
        question.feedback.push(answer.feedback.map(|text| scan::plain(text, markup).0).unwrap_or_default());
        let weight = match (answer.sign, answer.weight) {
            ('=', None) => 100.0,
            (sign, Some(value)) => {
                let Some((weight, snapped)) = percent(value) else {
                    row.refuse(format!("“{value}” is no percent between −100 and 100."));
                    return;
                };
                if snapped {
                    row.repair(format!("{value} % was read as {} %.", numbers::shown(weight)));
                }
                weighted = true;
                if sign == '=' { 100.0 } else { weight }
            }
            _ => 0.0,
        };
        weights.push(weight);
        if answer.sign == '=' {
            question.right.push(at);
        }
    }
    if rights > 1 {
        question.right.clear();
        row.refuse("Several answers begin with =. Does one of these signs belong to a text? Write \\= there; for several right options give each a percent: ~%50%. Which one is right?");
        return;
    }
    if rights == 0 {
        question.kind = Kind::Several;
        question.right = (0..weights.len()).filter(|at| weights[*at] > 0.0).collect();
        if question.right.is_empty() {
            row.refuse("No answer begins with = and none has a percent above 0. Which one is right?");
            return;
        }
        let sum: f64 = weights.iter().filter(|weight| **weight > 0.0).sum();
        if (sum - 100.0).abs() > 0.1 {
            row.refuse(format!(
                "The percents of the right options add up to {}, not to 100. Which options are right?",
                numbers::shown(sum)
            ));
            question.right.clear();
            return;
        }
    }
    if weighted {
        question.weights = Some(weights);
    }
}

/// `#3.14:0.01`, `#1..5`, `#=3:0.1#feedback`.
fn number(row: &mut Row, question: &mut Question, numeric: &str, markup: Markup) {
    question.kind = Kind::Number;
    let several = scan::signs(numeric).filter(|(_, c)| *c == '=').count();
    let plain = if several > 0 { answers(numeric) } else { Vec::new() };
    let best = plain.iter().find(|answer| {
        answer.weight.is_none_or(|weight| numbers::decimal(weight).is_some_and(|weight| weight.value() >= 100.0))
    });
    let (text, feedback) = match best {
        Some(best) => (best.text, best.feedback),
        None => split_at(numeric, "#").map_or((numeric.trim(), None), |(text, feedback)| (text.trim(), Some(feedback))),
    };
    if several > 1 {
        row.repair("Of several numbers the one with all of the marks was taken.");
    }
    if question.explanation.is_none() {
        question.explanation = feedback.map(|text| scan::plain(text, markup).0);
    }
    let refuse =
        |row: &mut Row| row.refuse(format!("“{text}” is not a number, not one with a tolerance, and not a range."));
    let said = |row: &mut Row, all: &[&numbers::Decimal]| {
        if all.iter().any(|number| number.mended) {
            row.repair("Numbers with a comma or other digits were read as decimals.");
        }
    };
    if let Some((low, high)) = text.split_once("..") {
        let (Some(low), Some(high)) = (numbers::decimal(low), numbers::decimal(high)) else { return refuse(row) };
        said(row, &[&low, &high]);
        let swapped = low.value() > high.value();
        if swapped {
            row.repair("The ends of the range were swapped.");
        }
        let (low, high) = if swapped { (high, low) } else { (low, high) };
        let (value, tolerance) = numbers::middle(&low.text, &high.text);
        (question.value, question.tolerance) = (Some(value), Some(tolerance));
        return;
    }
    let (value, tolerance) = text.split_once(':').map_or((text, None), |(value, tolerance)| (value, Some(tolerance)));
    if let Some(say) = numbers::unclear(value) {
        return row.refuse(say);
    }
    let Some(value) = numbers::decimal(value) else { return refuse(row) };
    said(row, &[&value]);
    question.value = Some(value.text);
    if let Some(tolerance) = tolerance {
        let Some(tolerance) = numbers::decimal(tolerance).filter(|number| number.value() >= 0.0) else {
            return refuse(row);
        };
        said(row, &[&tolerance]);
        question.tolerance = Some(tolerance.text);
    }
}
