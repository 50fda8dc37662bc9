//! Numbering of Word. Numbers and letters of lists are not in the text but in `numbering.xml`; they are counted here as Word
//! counts them, so that an automatic list reads like a typed one.

use std::collections::HashMap;

use crate::label::{self, Scheme};
use crate::xml::Element;

/// Levels of a list.
const LEVELS: usize = 9;

/// One level of a list.
#[derive(Debug, Clone, Default)]
struct Level {
    format: String,
    /// `%1.` and the like.
    text: String,
    start: usize,
}

/// The lists of a document.
#[derive(Debug, Default)]
pub struct Numbering {
    abstracts: HashMap<String, Vec<Level>>,
    /// Number of a list to its description.
    lists: HashMap<String, (String, Vec<(usize, usize)>)>,
    counts: HashMap<String, [usize; LEVELS]>,
}

impl Numbering {
    /// Reads the lists.
    pub fn of(tree: &Element) -> Self {
        let mut numbering = Self::default();
        for found in tree.deep("abstractNum") {
            let mut levels = vec![Level::default(); LEVELS];
            for level in found.all("lvl") {
                let Some(at) = value(level, "ilvl").filter(|at| *at < LEVELS) else { continue };
                levels[at] = Level {
                    format: child(level, "numFmt").unwrap_or_default().to_owned(),
                    text: child(level, "lvlText").unwrap_or_default().to_owned(),
                    start: child(level, "start").and_then(|start| start.parse().ok()).unwrap_or(1),
                };
            }
            numbering.abstracts.insert(found.attribute("abstractNumId").unwrap_or_default().to_owned(), levels);
        }
        for found in tree.deep("num") {
            let id = found.attribute("numId").unwrap_or_default().to_owned();
            let of = child(found, "abstractNumId").unwrap_or_default().to_owned();
            let overrides = found
                .all("lvlOverride")
                .filter_map(|over| Some((value(over, "ilvl")?, child(over, "startOverride")?.parse().ok()?)));
            numbering.lists.insert(id, (of, overrides.collect()));
        }
        numbering
    }

    /// What Word prints before the next paragraph of a list, with a blank behind it.
    pub fn next(&mut self, list: &str, level: usize) -> String {
        let Some((of, overrides)) = self.lists.get(list) else { return String::new() };
        let Some(levels) = self.abstracts.get(of).filter(|_| level < LEVELS) else { return String::new() };
        // Lists of one description go on counting unless one begins anew.
        let key = if overrides.is_empty() { format!("a{of}") } else { format!("n{list}") };
        let counts = self.counts.entry(key).or_insert([usize::MAX; LEVELS]);
        let start = overrides.iter().find(|(at, _)| *at == level).map_or(levels[level].start, |(_, start)| *start);
        counts[level] = if counts[level] == usize::MAX { start } else { counts[level].saturating_add(1) };
        for deeper in &mut counts[level + 1..] {
            *deeper = usize::MAX;
        }
        if matches!(levels[level].format.as_str(), "bullet" | "none" | "") {
            return if levels[level].format == "bullet" { "• ".to_owned() } else { String::new() };
        }
        let mut text = levels[level].text.clone();
        for (at, format) in levels.iter().enumerate().take(level + 1) {
            let count = if counts[at] == usize::MAX { format.start } else { counts[at] };
            text = text.replace(&format!("%{}", at + 1), &shown(&format.format, count));
        }
        if text.is_empty() { text } else { format!("{text} ") }
    }
}

/// A count in a format.
fn shown(format: &str, count: usize) -> String {
    let place = count.saturating_sub(1);
    match format {
        "upperLetter" => label::shown(Scheme::Latin, place),
        "lowerLetter" => label::shown(Scheme::Latin, place).to_lowercase(),
        "upperRoman" => label::shown(Scheme::Roman, place).to_uppercase(),
        "lowerRoman" => label::shown(Scheme::Roman, place),
        "russianUpper" => label::shown(Scheme::Cyrillic, place),
        "hindiConsonants" => label::shown(Scheme::Devanagari, place),
        _ => count.to_string(),
    }
}

fn value(element: &Element, name: &str) -> Option<usize> {
    element.attribute(name)?.parse().ok()
}

fn child<'a>(element: &'a Element, name: &str) -> Option<&'a str> {
    element.child(name)?.attribute("val")
}
