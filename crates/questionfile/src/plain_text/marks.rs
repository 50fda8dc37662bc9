//! Marks of the right option (answer key): stars, ticks, `##`, `^`, boxes, `(correct)`, bold. A star may belong to a
//! text (`char *`), a tick does not; what all options have is a bullet and says nothing.

use super::patterns::{PATTERNS, Patterns};

/// How sure a mark is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// None.
    None,
    /// Its looks: bold, underlined, highlighted.
    Looks,
    /// A star or a caret.
    Weak,
    /// Anything else.
    Strong,
}

/// An option as it stands, and without its mark.
#[derive(Debug, Clone)]
pub struct Marked {
    /// As it stands.
    pub raw: String,
    /// Without the mark.
    pub bare: String,
    /// The mark.
    pub mark: Mark,
}

/// Reads the marks of one option. `bold` says that all of it was bold.
pub fn of(raw: &str, bold: bool) -> Marked {
    let raw = raw.trim();
    if let Some(groups) = Patterns::groups(PATTERNS.checkbox.as_ref(), raw) {
        let is_set = groups.get(1).is_some_and(|found| !found.as_str().trim().is_empty());
        let bare = groups.get(2).map_or("", |found| found.as_str()).to_owned();
        return Marked { raw: bare.clone(), bare, mark: if is_set { Mark::Strong } else { Mark::None } };
    }
    let (mut bare, mut mark) = (raw, if bold { Mark::Looks } else { Mark::None });
    if let Some(groups) = Patterns::groups(PATTERNS.mark_before.as_ref(), bare)
        && let Some((group, found)) = (1..=4).find_map(|group| Some((group, groups.get(group)?)))
    {
        bare = bare[found.end()..].trim_start();
        if group == 4 {
            bare = bare.trim_start_matches('#').trim_start();
        }
        mark = mark.max(if group == 1 || group == 3 { Mark::Weak } else { Mark::Strong });
    }
    if let Some(groups) = Patterns::groups(PATTERNS.mark_after.as_ref(), bare)
        && let (Some(all), false) = (groups.get(0), groups.get(0).is_some_and(|all| all.start() == 0))
        && !bare.ends_with("**")
    {
        bare = &bare[..all.start()];
        mark = mark.max(if groups.get(1).is_some() { Mark::Weak } else { Mark::Strong });
    }
    Marked { raw: raw.to_owned(), bare: bare.trim().to_owned(), mark }
}

/// The marked ones, unless all are.
pub fn right(options: &[Marked]) -> Vec<usize> {
    let most = options.iter().map(|option| option.mark).max().unwrap_or(Mark::None);
    let right: Vec<usize> = (0..options.len()).filter(|at| most != Mark::None && options[*at].mark == most).collect();
    if right.len() == options.len() { Vec::new() } else { right }
}

/// Without marks.
pub fn bare(options: &[Marked]) -> Vec<String> {
    options.iter().map(|option| option.bare.clone()).collect()
}

/// With weak marks as part of the texts, unless all have one.
pub fn raw(options: &[Marked]) -> Vec<String> {
    let all = options.iter().all(|option| option.mark == Mark::Weak);
    let text =
        |option: &Marked| if all || option.mark == Mark::Strong { option.bare.clone() } else { option.raw.clone() };
    options.iter().map(text).collect()
}
