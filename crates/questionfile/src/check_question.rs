//! Question check: rules that hold in any format. They ask for a key inside its options, options that people can tell
//! apart, limits. A question that breaks one is refused, or asked about where it may be meant. What an answer earns is
//! here, too.

use std::collections::HashMap;

use crate::label::{self, Scheme};
use crate::limits;
use crate::model::{Kind, Question, Row, State};
use crate::normalise::{as_read, as_seen, is_visible, trimmed};

/// Tidies the texts of a row and refuses what cannot be asked.
pub fn check(row: &mut Row) {
    let Some(mut question) = row.question.take() else { return };
    tidy(&mut question);
    if row.state != State::Skipped {
        for reason in reasons(&question) {
            row.refuse(reason);
        }
    }
    if row.state == State::Refused && row.source.is_empty() {
        row.source.clone_from(&question.text);
    }
    row.question = Some(question);
}

fn tidy(question: &mut Question) {
    let clean = |text: &mut String| {
        let kept: String = text.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect();
        trimmed(&kept).clone_into(text);
    };
    clean(&mut question.text);
    question.options.iter_mut().chain(&mut question.accepted).chain(&mut question.feedback).for_each(clean);
    question.explanation.as_mut().into_iter().for_each(clean);
    question.explanation = question.explanation.take().filter(|text| is_visible(text));
    if question.feedback.iter().all(String::is_empty) {
        question.feedback.clear();
    }
    question.right.sort_unstable();
    question.right.dedup();
}

fn reasons(question: &Question) -> Vec<String> {
    let mut reasons = Vec::new();
    let pictured = |option: Option<usize>| question.pictures.iter().any(|picture| picture.option == option);
    if !is_visible(&question.text) && !pictured(None) {
        reasons.push("The question has no text.".to_owned());
    }
    let explanation = question.explanation.as_deref().unwrap_or_default();
    if [question.text.as_str(), explanation].iter().any(|text| text.chars().count() > limits::TEXT_CHARS) {
        reasons.push(format!("A text is longer than {} characters.", limits::TEXT_CHARS));
    }
    maths(question, &mut reasons);
    match question.kind {
        Kind::Single | Kind::Several => choice(question, &pictured, &mut reasons),
        Kind::Number => {
            if question.value.is_none() {
                reasons.push("The number that is right is missing.".to_owned());
            }
        }
        Kind::Text => {
            if !question.accepted.iter().any(|text| is_visible(text)) {
                reasons.push("The text that is right is missing.".to_owned());
            }
            if question.accepted.iter().any(|text| text.chars().count() > limits::OPTION_CHARS) {
                reasons.push(format!("An answer is longer than {} characters.", limits::OPTION_CHARS));
            }
        }
    }
    reasons
}

/// Formulas that cannot be drawn, each with its text and place, in the product's words.
fn maths(question: &Question, reasons: &mut Vec<String>) {
    let options = question.options.iter().enumerate();
    let options = options.map(|(at, option)| (format!(" in option {}", label::shown(Scheme::Latin, at)), option));
    let explanation = question.explanation.iter().map(|text| (" in the explanation".to_owned(), text));
    for (within, text) in std::iter::once((String::new(), &question.text)).chain(options).chain(explanation) {
        if let Some(problem) = quad_maths::problems(text).first() {
            reasons.push(format!("Formula{within}, character {}: {}", problem.place + 1, problem.reason));
        }
    }
}

fn choice(question: &Question, pictured: &impl Fn(Option<usize>) -> bool, reasons: &mut Vec<String>) {
    let options = &question.options;
    if options.len() < 2 {
        let found = if options.is_empty() { "No options".to_owned() } else { "Only one option".to_owned() };
        reasons.push(format!("{found} found; a question needs at least two."));
        return;
    }
    if options.len() > limits::OPTIONS {
        reasons.push(format!("{} options found; {} is the limit.", options.len(), limits::OPTIONS));
        return;
    }
    for (at, option) in options.iter().enumerate() {
        if !is_visible(option) && !pictured(Some(at)) {
            reasons.push(format!("Option {} is empty.", at + 1));
        }
        if option.chars().count() > limits::OPTION_CHARS {
            reasons.push(format!("Option {} is longer than {} characters.", at + 1, limits::OPTION_CHARS));
        }
    }
    let plain = |at: &usize| is_visible(&options[*at]) && !pictured(Some(*at));
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut read: HashMap<String, usize> = HashMap::new();
    for at in (0..options.len()).filter(plain) {
        if let Some(same) = seen.insert(as_seen(&options[at]), at) {
            reasons.push(format!("Options {} and {} are the same: “{}”.", same + 1, at + 1, options[at]));
        } else if let Some(like) = read.insert(as_read(&options[at]), at) {
            let (one, other) = (&options[like], &options[at]);
            reasons.push(format!(
                "Options {} and {} nearly look the same: “{one}” and “{other}”. Are both meant?",
                like + 1,
                at + 1
            ));
        }
    }
    if question.right.iter().any(|at| *at >= options.len()) {
        reasons.push("The key names an option that is not there.".to_owned());
    } else if question.right.is_empty() && reasons.is_empty() {
        reasons.push("No option is marked as right. Which one is it?".to_owned());
    } else if question.kind == Kind::Single && question.right.len() > 1 {
        reasons
            .push("More than one option is marked as right, and only one may be chosen. Which one is it?".to_owned());
    }
}

/// What a set of chosen options earns, from 0 to 1.
pub fn worth(question: &Question, chosen: &[usize]) -> f64 {
    let Some(weights) = &question.weights else {
        let mut chosen = chosen.to_vec();
        chosen.sort_unstable();
        return if chosen == question.right { 1.0 } else { 0.0 };
    };
    let sum: f64 = chosen.iter().filter_map(|at| weights.get(*at)).sum();
    (sum / 100.0).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_is_refused_and_the_similar_asked_about() {
        let of = |options: &[&str]| {
            let options = options.iter().map(|text| (*text).to_owned()).collect();
            reasons(&Question { text: "Q?".to_owned(), options, right: vec![0], ..Question::default() })
        };
        assert!(of(&["yes", "no"]).is_empty());
        assert!(of(&["Bogot\u{e1}", "Bogota\u{301}"])[0].contains("are the same"));
        assert!(of(&["yes", "ye\u{200b}s"])[0].contains("are the same"));
        assert!(of(&["yes", "Yes"])[0].ends_with("Are both meant?"));
        assert!(of(&["x²", "x2"])[0].ends_with("Are both meant?"));
        assert_eq!(of(&["a", "\u{200b}"]), ["Option 2 is empty."]);
    }
}
