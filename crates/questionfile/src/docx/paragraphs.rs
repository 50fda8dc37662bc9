//! Paragraphs of Word. Text with its breaks and tabs, powers and indices, formulas as a line, pictures by their relation;
//! what was deleted while changes were tracked stays out. A paragraph is marked where all of its text is.

use std::fmt::Write as _;

use super::numbering::Numbering;
use super::symbol_fonts;
use crate::normalise::is_visible;
use crate::table::{Cell, Line};
use crate::xml::{Element, Node};

/// A paragraph.
#[derive(Debug, Default, Clone)]
pub struct Paragraph {
    /// As it is printed, its number included.
    pub text: String,
    /// All of it is bold, underlined, highlighted or of a colour of its own.
    pub marked: bool,
    /// Relations of its pictures.
    pub pictures: Vec<String>,
    /// It held a formula.
    pub lost_formula: bool,
    /// The font of a symbol that is not known.
    pub lost_symbol: Option<String>,
}

/// A part of the body.
#[derive(Debug)]
pub enum Part {
    /// A paragraph.
    Paragraph(Paragraph),
    /// A table's rows.
    Table(Vec<Line>),
}

/// The list that a style gives.
fn list_of_style<'a>(styles: Option<&'a Element>, style: &str) -> Option<(&'a str, usize)> {
    let found = styles?.deep("style").into_iter().find(|found| found.attribute("styleId") == Some(style))?;
    list(found.child("pPr")?)
}

fn list(properties: &Element) -> Option<(&str, usize)> {
    let found = properties.child("numPr")?;
    let id = found.child("numId")?.attribute("val")?;
    let level =
        found.child("ilvl").and_then(|level| level.attribute("val")).and_then(|level| level.parse().ok()).unwrap_or(0);
    (id != "0").then_some((id, level))
}

/// The body's parts in their order.
pub fn parts(document: &Element, mut numbering: Numbering, styles: Option<&Element>) -> Vec<Part> {
    let mut parts = Vec::new();
    if let Some(body) = document.child("document").and_then(|found| found.child("body")) {
        gather(body, &mut numbering, styles, &mut parts);
    }
    parts
}

fn gather(element: &Element, numbering: &mut Numbering, styles: Option<&Element>, parts: &mut Vec<Part>) {
    for child in element.elements() {
        match child.name.as_str() {
            "p" => parts.push(Part::Paragraph(paragraph(child, numbering, styles))),
            "tbl" => parts.push(Part::Table(table(child, numbering, styles))),
            "sdt" | "sdtContent" | "ins" | "customXml" | "smartTag" => gather(child, numbering, styles, parts),
            _ => {}
        }
    }
}

fn table(element: &Element, numbering: &mut Numbering, styles: Option<&Element>) -> Vec<Line> {
    let mut lines = Vec::new();
    for (at, row) in element.all("tr").enumerate() {
        let mut cells = Vec::new();
        for cell in row.all("tc") {
            let mut inner = Vec::new();
            gather(cell, numbering, styles, &mut inner);
            let texts = inner.into_iter().map(|part| match part {
                Part::Paragraph(paragraph) => paragraph.text,
                Part::Table(lines) => {
                    lines.into_iter().flat_map(|line| line.cells).map(|cell| cell.text).collect::<Vec<_>>().join(" ")
                }
            });
            cells.push(Cell::text(texts.collect::<Vec<_>>().join("\n").trim().to_owned()));
        }
        lines.push(Line { number: at + 1, cells });
    }
    lines
}

fn paragraph(element: &Element, numbering: &mut Numbering, styles: Option<&Element>) -> Paragraph {
    let mut found = Runs { marked: true, ..Runs::default() };
    runs(element, &mut found);
    let properties = element.child("pPr");
    let style = properties.and_then(|found| found.child("pStyle")).and_then(|style| style.attribute("val"));
    let own = properties.and_then(list).or_else(|| style.and_then(|style| list_of_style(styles, style)));
    let visible = is_visible(&found.text);
    let number = match own {
        // An empty paragraph of a list has a number in Word as well; nobody means a question by it.
        Some((list, level)) if visible || !found.pictures.is_empty() => numbering.next(list, level),
        _ => String::new(),
    };
    Paragraph {
        text: format!("{number}{}", found.text),
        marked: visible && found.marked,
        pictures: found.pictures,
        lost_formula: found.formula,
        lost_symbol: found.lost_symbol,
    }
}

#[derive(Default)]
struct Runs {
    text: String,
    marked: bool,
    pictures: Vec<String>,
    formula: bool,
    lost_symbol: Option<String>,
}

fn runs(element: &Element, found: &mut Runs) {
    for child in element.elements() {
        match child.name.as_str() {
            "r" => run(child, found),
            "hyperlink" | "ins" | "moveTo" | "smartTag" | "customXml" | "sdt" | "sdtContent" | "fldSimple" | "bdo"
            | "dir" => runs(child, found),
            "oMath" | "oMathPara" => {
                found.formula = true;
                formula(child, &mut found.text);
            }
            _ => {}
        }
    }
}

fn run(element: &Element, found: &mut Runs) {
    let properties = element.child("rPr");
    let has = |name: &str| {
        properties
            .and_then(|all| all.child(name))
            .is_some_and(|set| !matches!(set.attribute("val"), Some("0" | "false" | "none" | "auto" | "clear")))
    };
    let raised =
        properties.and_then(|all| all.child("vertAlign")).and_then(|set| set.attribute("val")).unwrap_or_default();
    if has("vanish") {
        return;
    }
    let font = properties.and_then(|all| all.child("rFonts")).and_then(|fonts| fonts.attribute("ascii"));
    let font = font.filter(|font| symbol_fonts::is_known(font));
    let mut text = String::new();
    for node in &element.children {
        let Node::Element(child) = node else { continue };
        match child.name.as_str() {
            "t" => match font {
                Some(font) => child.text().chars().for_each(|c| symbol(font, u32::from(c), &mut text, found)),
                None => text.push_str(&child.text()),
            },
            "sym" => {
                let place = child.attribute("char").and_then(|place| u32::from_str_radix(place, 16).ok());
                symbol(child.attribute("font").unwrap_or_default(), place.unwrap_or(0), &mut text, found);
            }
            // Of a text with its reading above it, the text.
            "ruby" => {
                if let Some(base) = child.child("rubyBase") {
                    let mut inner = Runs { marked: true, ..Runs::default() };
                    runs(base, &mut inner);
                    text.push_str(&inner.text);
                }
            }
            "tab" => text.push_str("  "),
            "br" | "cr" => text.push('\n'),
            "noBreakHyphen" => text.push('-'),
            "drawing" | "pict" | "object" => {
                let all = child.deep("blip").into_iter().filter_map(|blip| blip.attribute("embed"));
                let old = child.deep("imagedata").into_iter().filter_map(|image| image.attribute("id"));
                found.pictures.extend(all.chain(old).map(str::to_owned));
            }
            _ => {}
        }
    }
    if is_visible(&text) {
        found.marked &= has("b") || has("u") || has("highlight") || has("shd");
        if matches!(raised, "superscript" | "subscript") {
            let tag = if raised == "superscript" { "sup" } else { "sub" };
            text = crate::html::reduce(&format!("<{tag}>{}</{tag}>", crate::xml::escaped(&text)), false).text;
        }
    }
    found.text.push_str(&text);
}

fn symbol(font: &str, place: u32, text: &mut String, found: &mut Runs) {
    match symbol_fonts::character(font, place) {
        Some(sign) => text.push(sign),
        None => found.lost_symbol = Some(font.to_owned()),
    }
}

/// A formula as a line: fractions with a slash, powers and indices with their signs.
fn formula(element: &Element, text: &mut String) {
    let part = |name: &str| {
        let mut inner = String::new();
        if let Some(found) = element.child(name) {
            formula(found, &mut inner);
        }
        if inner.chars().count() > 1 { format!("({inner})") } else { inner }
    };
    match element.name.as_str() {
        "f" => {
            let _ = write!(text, "{}/{}", part("num"), part("den"));
        }
        "sSup" => {
            let _ = write!(text, "{}^{}", part("e"), part("sup"));
        }
        "sSub" => {
            let _ = write!(text, "{}_{}", part("e"), part("sub"));
        }
        "rad" => {
            let _ = write!(text, "√{}", part("e"));
        }
        "t" => text.push_str(&element.text()),
        "rPr" | "ctrlPr" => {}
        _ => element.elements().for_each(|child| formula(child, text)),
    }
}
