//! Scoring conditions of QTI 1.2: what they name, what they forbid, what they set or add, which feedback they show.

use crate::numbers;
use crate::xml::Element;

/// One `respcondition`.
#[derive(Debug, Clone, Default)]
pub struct Condition {
    /// Values that must be chosen or typed.
    pub named: Vec<String>,
    /// Values under `not`.
    pub refused: Vec<String>,
    /// It holds for one of the named ones, not for all.
    pub any: bool,
    /// Bounds of a number.
    pub range: Option<(String, String)>,
    /// What it sets or adds.
    pub score: f64,
    /// It adds.
    pub adds: bool,
    /// Feedback it shows.
    pub feedback: Vec<String>,
}

/// The conditions of an item, in their order.
pub fn conditions(item: &Element) -> Vec<Condition> {
    item.deep("respcondition").into_iter().map(condition).collect()
}

fn condition(element: &Element) -> Condition {
    let mut found = Condition::default();
    if let Some(variables) = element.child("conditionvar") {
        gather(variables, false, &mut found);
    }
    for set in element.all("setvar") {
        let value = numbers::decimal(&set.text()).map_or(0.0, |value| value.value());
        let action = set.attribute("action").unwrap_or("Set").to_lowercase();
        // A variable that counts something else than the score, as LMSs add them.
        let name = set.attribute("varname").unwrap_or("SCORE").to_lowercase();
        if name.contains("score") || name == "que_score" || name.is_empty() {
            found.score = if action == "subtract" { -value } else { value };
            found.adds = matches!(action.as_str(), "add" | "subtract");
        }
    }
    found.feedback =
        element.all("displayfeedback").filter_map(|show| show.attribute("linkrefid").map(str::to_owned)).collect();
    found
}

fn gather(element: &Element, negated: bool, found: &mut Condition) {
    for child in element.elements() {
        match child.name.as_str() {
            "not" => gather(child, !negated, found),
            "or" => {
                found.any |= !negated;
                gather(child, negated, found);
            }
            "varequal" | "varsubstring" => {
                let value = child.text().trim().to_owned();
                if negated { found.refused.push(value) } else { found.named.push(value) }
            }
            "vargte" | "vargt" if !negated => {
                child.text().trim().clone_into(&mut found.range.get_or_insert_default().0);
            }
            "varlte" | "varlt" if !negated => {
                child.text().trim().clone_into(&mut found.range.get_or_insert_default().1);
            }
            _ => gather(child, negated, found),
        }
    }
}

/// Right options and, where they differ from all or nothing, the weights.
pub type Key = (Vec<usize>, Option<Vec<f64>>);

/// The key of a choice.
///
/// # Errors
/// A sentence for the author: the key names no option, or several sets of options score differently.
pub fn key(ids: &[String], conditions: &[Condition], several: bool) -> Result<Key, String> {
    let place = |id: &String| {
        ids.iter().position(|found| found == id).ok_or_else(|| format!("The key names “{id}”, which is no option."))
    };
    let scoring: Vec<&Condition> =
        conditions.iter().filter(|condition| condition.score != 0.0 && !condition.named.is_empty()).collect();
    if scoring.iter().all(|condition| condition.score <= 0.0) {
        return Ok((Vec::new(), None));
    }
    if scoring.iter().any(|condition| condition.adds) || !several {
        return weighted(ids, &scoring, several, &place);
    }
    let positive: Vec<&&Condition> = scoring.iter().filter(|condition| condition.score > 0.0).collect();
    let [one] = positive.as_slice() else {
        return Err("The item scores several sets of options differently. Which options are right?".to_owned());
    };
    if one.any && one.named.len() > 1 {
        return Err("The item takes any one of several options. Which options are right?".to_owned());
    }
    let right = one.named.iter().map(place).collect::<Result<Vec<_>, _>>()?;
    Ok((right, None))
}

fn weighted(
    ids: &[String],
    scoring: &[&Condition],
    several: bool,
    place: &dyn Fn(&String) -> Result<usize, String>,
) -> Result<Key, String> {
    let mut values = vec![0.0; ids.len()];
    for condition in scoring {
        for id in &condition.named {
            values[place(id)?] = condition.score;
        }
    }
    let sum: f64 = values.iter().filter(|value| **value > 0.0).sum();
    let most = values.iter().copied().fold(0.0, f64::max);
    let full = if several { sum } else { most };
    let weights: Vec<f64> = values.iter().map(|value| numbers::snap(value / full * 100.0).0).collect();
    let right = (0..ids.len())
        .filter(|at| if several { values[*at] > 0.0 } else { (values[*at] - most).abs() < f64::EPSILON })
        .collect::<Vec<_>>();
    let plain = !several && right.len() == 1 && values.iter().filter(|value| **value != 0.0).count() == 1;
    Ok((right, (!plain).then_some(weights)))
}
