//! Items of QTI 1.2, as Canvas, Common Cartridge and Respondus write them. The key comes from conditions that set a
//! positive score, never from those under `not` or those that only show a feedback; added values are weights.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::media::Media;
use super::rules::{self, Condition};
use crate::model::{Kind, Marks, Question, Row};
use crate::normalise::first_words;
use crate::numbers;
use crate::xml::{Element, Node, escaped};

/// Reads an item.
pub fn read(item: &Element, media: &mut Media<'_, '_>) -> Row {
    let mut row = Row::at(item.line);
    let title = item.attribute("title").map(str::to_owned).filter(|title| !title.is_empty());
    let mut question = Question { title, id: item.attribute("ident").map(str::to_owned), ..Question::default() };
    let about = metadata(item);
    let points = about.get("points_possible").and_then(|points| numbers::decimal(points));
    question.marks = points
        .map(|points| numbers::plain(&points.text))
        .filter(|points| points != "1")
        .map(|right| Marks { right, ..Marks::default() });
    let Some(presentation) = item.child("presentation") else {
        row.refuse("The item has no presentation.");
        return row.with(question);
    };
    let html = stem(presentation);
    question.text = media.text(&mut row, &mut question, &html, None);
    let mut asked: Vec<&Element> = Vec::new();
    presentation.visit(&mut |element| {
        if element.name.starts_with("response_") && element.name != "response_label" {
            asked.push(element);
        }
    });
    let kind = about.get("question_type").or_else(|| about.get("cc_profile")).map(String::as_str).unwrap_or_default();
    if kind.contains("essay") || kind.contains("file_upload") || kind.contains("text_only") || asked.is_empty() {
        row.skip(format!(
            "“{}” has no key ({}).",
            first_words(&question.text),
            if kind.is_empty() { "a text" } else { kind }
        ));
        return row;
    }
    let [asked] = asked.as_slice() else {
        row.refuse(format!("The item asks {} things at once ({kind}), which is not taken.", asked.len()));
        return row.with(question);
    };
    let conditions = rules::conditions(item);
    match asked.name.as_str() {
        "response_lid" => choice(&mut row, &mut question, item, (asked, &conditions), media),
        "response_str" | "response_num" => open(&mut row, &mut question, &conditions, kind.contains("numerical")),
        other => row.refuse(format!("Items of type {other} are not taken.")),
    }
    explanation(&mut row, &mut question, item, &conditions, media);
    row.with(question)
}

fn metadata(item: &Element) -> HashMap<String, String> {
    let fields = item.deep("qtimetadatafield");
    fields
        .iter()
        .filter_map(|field| {
            Some((
                field.child("fieldlabel")?.text().trim().to_owned(),
                field.child("fieldentry")?.text().trim().to_owned(),
            ))
        })
        .collect()
}

/// The HTML of what stands before the answers.
fn stem(presentation: &Element) -> String {
    let mut html = String::new();
    for element in presentation.elements() {
        match element.name.as_str() {
            "material" => html.push_str(&material(element)),
            "flow" | "flow_mat" => html.push_str(&stem(element)),
            _ => {}
        }
    }
    html
}

/// The HTML of a material.
fn material(element: &Element) -> String {
    let mut html = String::new();
    element.visit(&mut |found| match found.name.as_str() {
        "mattext" => {
            let kind = found.attribute("texttype").unwrap_or("text/plain");
            let holds = found.children.iter().any(|node| matches!(node, Node::Element(_)));
            html.push_str("<div>");
            let is_html = kind.eq_ignore_ascii_case("text/html") || kind.eq_ignore_ascii_case("text/xhtml");
            if holds {
                // Some write HTML as text between elements: escaped once it is HTML, in the elements it is text.
                html.push_str(&found.html_around_elements(is_html));
            } else if is_html {
                html.push_str(&found.text());
            } else {
                html.push_str(&escaped(&found.text()));
            }
            html.push_str("</div>");
        }
        "matimage" => {
            if let Some(source) = found.attribute("uri") {
                let _ = write!(html, "<img src=\"{}\">", escaped(source).replace('"', "&quot;"));
            }
        }
        _ => {}
    });
    html
}

fn choice(
    row: &mut Row,
    question: &mut Question,
    item: &Element,
    (asked, conditions): (&Element, &[Condition]),
    media: &mut Media<'_, '_>,
) {
    let labels = asked.deep("response_label");
    let ids: Vec<String> = labels.iter().map(|label| label.attribute("ident").unwrap_or_default().to_owned()).collect();
    for (at, label) in labels.iter().enumerate() {
        let html: String = label.deep("material").iter().map(|found| material(found)).collect();
        let option = media.text(row, question, &html, Some(at));
        question.options.push(option);
    }
    question.shuffle = asked
        .deep("render_choice")
        .first()
        .and_then(|found| found.attribute("shuffle"))
        .map(|shuffle| shuffle.eq_ignore_ascii_case("yes"));
    let several = asked.attribute("rcardinality").is_some_and(|found| found.eq_ignore_ascii_case("multiple"));
    question.kind = if several { Kind::Several } else { Kind::Single };
    question.feedback = ids.iter().map(|id| feedback_of(row, item, conditions, id, media)).collect();
    match rules::key(&ids, conditions, several) {
        Ok((right, weights)) => (question.right, question.weights) = (right, weights),
        Err(reason) => row.refuse(reason),
    }
}

/// The feedback that is shown for one option alone.
fn feedback_of(row: &mut Row, item: &Element, conditions: &[Condition], id: &str, media: &mut Media<'_, '_>) -> String {
    let shown = conditions.iter().find(|condition| {
        condition.named == [id]
            && condition.refused.is_empty()
            && condition.feedback.iter().any(|name| !is_general(name))
    });
    let names = shown.map(|condition| condition.feedback.clone()).unwrap_or_default();
    names
        .iter()
        .filter(|name| !is_general(name))
        .map(|name| feedback(row, item, name, media))
        .collect::<Vec<_>>()
        .join("\n")
}

fn is_general(name: &str) -> bool {
    matches!(name, "general_fb" | "correct_fb" | "general_incorrect_fb" | "general_correct_fb")
}

fn feedback(row: &mut Row, item: &Element, name: &str, media: &mut Media<'_, '_>) -> String {
    let found = item.all("itemfeedback").find(|found| found.attribute("ident") == Some(name));
    let html = found
        .map(|found| found.deep("material").iter().map(|found| material(found)).collect::<String>())
        .unwrap_or_default();
    media.text(row, &mut Question::default(), &html, None)
}

fn explanation(
    row: &mut Row,
    question: &mut Question,
    item: &Element,
    conditions: &[Condition],
    media: &mut Media<'_, '_>,
) {
    let general =
        conditions.iter().flat_map(|condition| &condition.feedback).find(|name| name.as_str() == "general_fb");
    let text = general.map(|name| feedback(row, item, name, media)).unwrap_or_default();
    question.explanation = Some(text).filter(|text| !text.is_empty());
}

/// A short text or a number.
fn open(row: &mut Row, question: &mut Question, conditions: &[Condition], numerical: bool) {
    let scoring: Vec<&Condition> = conditions.iter().filter(|condition| condition.score > 0.0).collect();
    let mut texts: Vec<String> = Vec::new();
    for condition in &scoring {
        texts.extend(condition.named.iter().filter(|text| !texts.contains(text)).cloned().collect::<Vec<_>>());
    }
    let range = scoring.iter().find_map(|condition| condition.range.clone());
    if !numerical && range.is_none() {
        question.kind = Kind::Text;
        question.accepted = texts;
        return;
    }
    question.kind = Kind::Number;
    let value = texts.first().and_then(|text| numbers::decimal(text)).map(|value| value.text);
    match (range, value) {
        (Some((low, high)), value) => {
            let (Some(low), Some(high)) = (numbers::decimal(&low), numbers::decimal(&high)) else {
                return row.refuse("The range of the number is not made of numbers.");
            };
            let (middle, tolerance) = numbers::middle(&low.text, &high.text);
            if let Some(value) = &value
                && (numbers::decimal(value).map_or(0.0, |found| found.value()) - middle.parse().unwrap_or(0.0_f64))
                    .abs()
                    > 1e-9
            {
                row.repair(format!("The number is {value} and the range is not even around it; the range was taken."));
            }
            (question.value, question.tolerance) = (Some(middle), Some(tolerance).filter(|tolerance| tolerance != "0"));
        }
        (None, Some(value)) => question.value = Some(value),
        (None, None) => {}
    }
    if texts.len() > 1 {
        row.repair("Of several numbers the first was taken.");
    }
}
