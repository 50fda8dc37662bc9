//! Items of QTI 2.x and 3.0 with one choice or one text entry. The response template decides whether the mapping or the
//! correct response is the key; rules that set nothing mean the correct response. `minChoices` is not a rule for people.

use std::fmt::Write as _;

use super::media::Media;
use crate::html;
use crate::model::{Kind, Marks, Question, Row};
use crate::normalise::first_words;
use crate::numbers;
use crate::xml::{Element, Node, escaped};

/// What belongs to an answer and is never shown with the question.
const HIDDEN: [&str; 5] = ["rubricblock", "feedbackblock", "feedbackinline", "modalfeedback", "stylesheet"];

/// Reads an item.
pub fn read(item: &Element, media: &mut Media<'_, '_>) -> Row {
    let mut row = Row::at(item.line);
    let mut question = Question {
        title: item.attribute("title").map(str::to_owned).filter(|title| !title.is_empty()),
        ..Question::default()
    };
    question.id = item.attribute("identifier").map(str::to_owned);
    let Some(body) = item.child("itembody") else {
        row.refuse("The item has no body.");
        return row.with(question);
    };
    let mut interactions: Vec<&Element> = Vec::new();
    body.visit(&mut |element| {
        if element.name.ends_with("interaction") {
            interactions.push(element);
        }
    });
    let html = shown(body);
    question.text = media.text(&mut row, &mut question, &html, None);
    // An entry on a line of its own below the text is no gap in it.
    if let Some(length) = question.text.strip_suffix("\n_____").map(str::len) {
        question.text.truncate(length);
    }
    let [asked] = interactions.as_slice() else {
        if interactions.is_empty() {
            row.skip(format!("No question, a text: “{}”.", first_words(&question.text)));
            return row;
        }
        row.refuse(format!("The item asks {} things at once, which is not taken.", interactions.len()));
        return row.with(question);
    };
    let id = asked.attribute("responseidentifier").unwrap_or("RESPONSE");
    let declaration = item.all("responsedeclaration").find(|found| found.attribute("identifier") == Some(id));
    match (asked.name.as_str(), declaration) {
        ("extendedtextinteraction" | "uploadinteraction" | "drawinginteraction", _) => {
            row.skip(format!("“{}” has no key.", first_words(&question.text)));
            return row;
        }
        ("choiceinteraction" | "inlinechoiceinteraction", Some(declaration)) => {
            choice(&mut row, &mut question, (item, asked, declaration), media);
        }
        ("textentryinteraction", Some(declaration)) => entry(&mut row, &mut question, item, declaration),
        (_, None) => row.refuse("The item does not declare its response."),
        (other, _) => row.refuse(format!("Items with a {other} are not taken.")),
    }
    let explanations = item
        .all("modalfeedback")
        .filter(|found| found.attribute("identifier").is_none_or(|id| !id.starts_with("option_")));
    let texts: Vec<String> =
        explanations.map(|found| media.text(&mut row, &mut Question::default(), &shown(found), None)).collect();
    question.explanation = Some(texts.join("\n")).filter(|text| !text.is_empty());
    row.with(question)
}

/// HTML without the interaction, feedback and rubrics; an entry within a line is a gap.
fn shown(element: &Element) -> String {
    let mut html = String::new();
    for node in &element.children {
        match node {
            Node::Text(text) => html.push_str(&escaped(text)),
            Node::Element(child) if HIDDEN.contains(&child.name.as_str()) => {}
            Node::Element(child)
                if matches!(child.name.as_str(), "textentryinteraction" | "inlinechoiceinteraction") =>
            {
                html.push_str(" _____ ");
            }
            Node::Element(child) if child.name.ends_with("interaction") => {
                if let Some(prompt) = child.child("prompt") {
                    let _ = write!(html, "<div>{}</div>", shown(prompt));
                }
            }
            Node::Element(child) if child.name == "math" => {
                let _ = write!(html, "<math>{}</math>", child.inner_html());
            }
            // Words of QTI around a text, such as 3.0's content body.
            Node::Element(child) if !html::is_known(&child.name) => html.push_str(&shown(child)),
            Node::Element(child) => {
                let name = if child.name == "object" { "img" } else { child.name.as_str() };
                let source = child.attribute("src").or_else(|| child.attribute("data"));
                let source = source.map(|source| format!(" src=\"{}\"", escaped(source).replace('"', "&quot;")));
                let source = source.unwrap_or_default();
                let inner = shown(child);
                // A closing tag would be a second line break.
                let _ = if inner.is_empty() {
                    write!(html, "<{name}{source}/>")
                } else {
                    write!(html, "<{name}{source}>{inner}</{name}>")
                };
            }
        }
    }
    html
}

/// Which part of the declaration is the key.
fn uses_mapping(item: &Element, declaration: &Element) -> bool {
    let mapping = declaration.child("mapping").is_some_and(|mapping| mapping.elements().next().is_some());
    let Some(processing) = item.child("responseprocessing").filter(|_| mapping) else { return false };
    match processing.attribute("template") {
        Some(template) => {
            let last = template.rsplit('/').next().unwrap_or_default();
            last.trim_end_matches(".xml").to_lowercase().contains("map_response")
        }
        None => !processing.deep("mapresponse").is_empty(),
    }
}

fn correct(declaration: &Element) -> Vec<String> {
    let values = declaration.child("correctresponse").into_iter().flat_map(|found| found.all("value"));
    values.map(|value| value.text().trim().to_owned()).collect()
}

/// Values that rules of the item's own set a positive score for.
fn by_rules(item: &Element) -> Vec<String> {
    let mut values = Vec::new();
    for found in item.deep("responseif").into_iter().chain(item.deep("responseelseif")) {
        let positive = found.all("setoutcomevalue").any(|set| {
            set.attribute("identifier").is_some_and(|name| name.eq_ignore_ascii_case("SCORE"))
                && set
                    .deep("basevalue")
                    .iter()
                    .any(|value| numbers::decimal(&value.text()).is_some_and(|value| value.value() > 0.0))
        });
        let Some(test) = found.elements().next().filter(|_| positive) else { continue };
        if matches!(test.name.as_str(), "match" | "equal" | "stringmatch" | "member") {
            values.extend(test.all("basevalue").map(|value| value.text().trim().to_owned()));
        }
    }
    values
}

fn choice(
    row: &mut Row,
    question: &mut Question,
    (item, asked, declaration): (&Element, &Element, &Element),
    media: &mut Media<'_, '_>,
) {
    let mut labels = asked.deep("simplechoice");
    labels.extend(asked.deep("inlinechoice"));
    let ids: Vec<&str> = labels.iter().map(|label| label.attribute("identifier").unwrap_or_default()).collect();
    for (at, label) in labels.iter().enumerate() {
        let option = media.text(row, question, &shown(label), Some(at));
        question.options.push(option);
        let inline = label.deep("feedbackinline");
        let words: Vec<String> =
            inline.iter().map(|found| media.text(row, &mut Question::default(), &shown(found), None)).collect();
        question.feedback.push(words.join("\n"));
    }
    question.shuffle = asked.attribute("shuffle").map(|shuffle| shuffle.eq_ignore_ascii_case("true"));
    let multiple = declaration.attribute("cardinality").is_some_and(|found| matches!(found, "multiple" | "ordered"));
    let most = asked.attribute("maxchoices").and_then(|most| most.parse::<usize>().ok());
    if multiple && most.is_none() && asked.name == "choiceinteraction" {
        row.repair("The file does not say how many options may be chosen; several may.");
    }
    question.kind = if multiple && most != Some(1) { Kind::Several } else { Kind::Single };
    let place = |id: &str| ids.iter().position(|found| *found == id);
    let mut named = correct(declaration);
    if uses_mapping(item, declaration) {
        return mapped(row, question, declaration, &place);
    }
    let ruled = by_rules(item);
    if named.is_empty() {
        named = ruled;
    } else if !ruled.is_empty()
        && item.child("responseprocessing").is_some_and(|found| found.deep("correct").is_empty())
    {
        let mut both = (named.clone(), ruled);
        both.0.sort();
        both.1.sort();
        if both.0 != both.1 {
            row.refuse("The item's rules and its correct response differ. Which option is right?");
            return;
        }
    }
    for id in &named {
        match place(id) {
            Some(at) => question.right.push(at),
            None => row.refuse(format!("The key names “{}”, which is no option.", first_words(id))),
        }
    }
}

/// Weights of the mapping, in per cent of its upper bound or of what its positive values add up to.
fn mapped(row: &mut Row, question: &mut Question, declaration: &Element, place: &dyn Fn(&str) -> Option<usize>) {
    let Some(mapping) = declaration.child("mapping") else { return };
    let number =
        |element: &Element, name: &str| element.attribute(name).and_then(numbers::decimal).map(|found| found.value());
    let mut values = vec![number(mapping, "defaultvalue").unwrap_or(0.0); question.options.len()];
    for entry in mapping.all("mapentry") {
        let Some(at) = entry.attribute("mapkey").and_then(place) else {
            row.refuse("The mapping names an option that is not there.");
            return;
        };
        values[at] = number(entry, "mappedvalue").unwrap_or(0.0);
    }
    let positive = values.iter().filter(|value| **value > 0.0);
    let sum: f64 = if question.kind == Kind::Several { positive.sum() } else { positive.copied().fold(0.0, f64::max) };
    let full = number(mapping, "upperbound").filter(|bound| *bound > 0.0).unwrap_or(sum);
    if full <= 0.0 {
        return;
    }
    question.right = if question.kind == Kind::Several {
        (0..values.len()).filter(|at| values[*at] > 0.0).collect()
    } else {
        (0..values.len()).filter(|at| values[*at] >= full).collect()
    };
    if number(mapping, "lowerbound").is_some_and(|bound| bound < 0.0) {
        row.repair("Less than nothing can be earned in the file; here the least is 0.");
    }
    question.weights = Some(values.iter().map(|value| (value / full * 10_000_000.0).round() / 100_000.0).collect());
    let marks = numbers::shown(full);
    question.marks = (marks != "1").then(|| Marks { right: marks, ..Marks::default() });
}

fn entry(row: &mut Row, question: &mut Question, item: &Element, declaration: &Element) {
    let mut texts = correct(declaration);
    if texts.is_empty() {
        texts = by_rules(item);
    }
    let base = declaration.attribute("basetype").unwrap_or("string");
    if matches!(base, "float" | "integer") {
        question.kind = Kind::Number;
        question.value = texts.first().and_then(|text| numbers::decimal(text)).map(|value| value.text);
        let equal = item.deep("equal");
        let tolerance = equal
            .iter()
            .find(|found| found.attribute("tolerancemode") == Some("absolute"))
            .and_then(|found| found.attribute("tolerance"));
        question.tolerance = tolerance
            .and_then(|text| numbers::decimal(text.split_whitespace().next()?))
            .filter(|value| value.value() != 0.0)
            .map(|value| value.text);
        if equal.iter().any(|found| found.attribute("tolerancemode") == Some("relative")) {
            row.refuse("A relative tolerance is not taken. How far may the number be off?");
        }
        return;
    }
    question.kind = Kind::Text;
    if let Some(mapping) = declaration.child("mapping") {
        let value = |entry: &&Element| {
            entry.attribute("mappedvalue").and_then(numbers::decimal).map_or(0.0, |found| found.value())
        };
        let most = mapping.all("mapentry").map(|entry| value(&entry)).fold(0.0, f64::max);
        for entry in mapping.all("mapentry").filter(|entry| value(entry) >= most && most > 0.0) {
            let text = entry.attribute("mapkey").unwrap_or_default().to_owned();
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
    }
    question.accepted = texts;
}
