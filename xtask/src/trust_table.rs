//! The table of `trust`: its rows, how their numbers are found in what the parts print, and its place in README.md.
//! A number that nobody printed is a row that fails; none is ever typed.

use std::fmt::Write;

use anyhow::{Context, Result};

/// A row, and when its two numbers are right.
pub struct Row {
    pub name: &'static str,
    /// What the two numbers are.
    pub counts: &'static str,
    /// How a line begins that tells them: the first two numbers after it. Lines of several engines or parts are added up.
    heads: &'static [&'static str],
    is_right: fn(u64, u64) -> bool,
}

const NONE_WRONG: fn(u64, u64) -> bool = |tried, wrong| tried > 0 && wrong == 0;
const ALL: fn(u64, u64) -> bool = |those, all| those == all && all > 0;

/// The rows in the order of the table, by the part that measures them.
pub static ROWS: [(&str, Row); 8] = [
    (
        "authorisation",
        Row {
            name: "Calls × people × objects",
            counts: "cells checked / wrong",
            heads: &["trust: authorisation cells: "],
            is_right: NONE_WRONG,
        },
    ),
    (
        "input",
        Row {
            name: "Bad input",
            counts: "tried / answered 5xx",
            heads: &["trust: bad inputs: "],
            is_right: NONE_WRONG,
        },
    ),
    ("races", Row { name: "Races", counts: "trials / violations", heads: &["races: "], is_right: NONE_WRONG }),
    (
        "faults",
        Row {
            name: "Faults",
            counts: "survived / of",
            heads: &["faults survived: ", "faults survived "],
            is_right: ALL,
        },
    ),
    (
        "faults",
        Row {
            name: "Acknowledged answers, joins and votes",
            counts: "lost / doubled",
            heads: &["lost: "],
            is_right: |lost, doubled| lost == 0 && doubled == 0,
        },
    ),
    (
        "planted",
        Row {
            name: "Planted bugs",
            counts: "caught / of",
            heads: &["planted bugs caught: ", "planted bugs caught "],
            is_right: ALL,
        },
    ),
    (
        "xss",
        Row {
            name: "Script planted in texts",
            counts: "planted / executed",
            heads: &["trust: scripts in texts: "],
            is_right: NONE_WRONG,
        },
    ),
    (
        "asvs",
        Row {
            name: "OWASP ASVS 5.0, levels 1 and 2",
            counts: "items with evidence / applicable",
            heads: &["ASVS: "],
            is_right: |those, all| those > 0 && those <= all,
        },
    ),
];

/// What a row came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    Right(u64, u64),
    Wrong(u64, u64),
    /// Nobody printed it.
    Missing,
}

impl Row {
    /// Its numbers in what was printed; `ended_well` is whether everything that printed it did.
    pub fn found(&self, printed: &str, ended_well: bool) -> Found {
        let numbers = printed.lines().filter_map(|line| self.heads.iter().find_map(|head| after(line, head)));
        let sum = numbers.fold(None, |sum: Option<(u64, u64)>, (one, two)| {
            let (before, also) = sum.unwrap_or_default();
            Some((before + one, also + two))
        });
        match sum {
            None => Found::Missing,
            Some((one, two)) if ended_well && (self.is_right)(one, two) => Found::Right(one, two),
            Some((one, two)) => Found::Wrong(one, two),
        }
    }
}

/// The first two numbers of a line behind its head, which may follow what a test runner writes before it.
fn after(line: &str, head: &str) -> Option<(u64, u64)> {
    let (before, rest) = line.split_once(head)?;
    // A quiet runner has written a sign for each test that has ended, and no new line.
    let is_after_signs = before.chars().all(|sign| matches!(sign, '.' | 'F' | 'i'));
    if !(is_after_signs || before.ends_with([' ', 'm'])) {
        return None;
    }
    let mut numbers = rest.split(|letter: char| !letter.is_ascii_digit()).filter(|digits| !digits.is_empty());
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

/// The table as README.md has it; `told` says when and of what.
pub fn table(found: &[(&Row, Found)], told: &str) -> String {
    let mut text = String::from("| | | |\n|---|---|---|\n");
    for (row, found) in found {
        let said = match found {
            Found::Right(one, two) => format!("{} / {}", grouped(*one), grouped(*two)),
            Found::Wrong(one, two) => format!("**FAILED** {} / {}", grouped(*one), grouped(*two)),
            Found::Missing => "**not measured**".to_owned(),
        };
        let _ = writeln!(text, "| {} | {} | {said} |", row.name, row.counts);
    }
    format!("{text}\n{told}\n")
}

/// `12,345`
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

const BEGIN: &str = "<!-- trust: written by `cargo xtask trust --write` -->\n";
const END: &str = "<!-- trust: end -->";

/// README.md with this table between its two marks.
pub fn put(readme: &str, table: &str) -> Result<String> {
    let (before, after) = around(readme).context("README.md has no place for the table of trust")?;
    Ok(format!("{before}{BEGIN}{table}{END}{after}"))
}

fn around(readme: &str) -> Option<(&str, &str)> {
    let (before, rest) = readme.split_once(BEGIN)?;
    Some((before, rest.split_once(END)?.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(part: &str) -> &'static Row {
        &ROWS.iter().find(|(of, _)| *of == part).expect("a part").1
    }

    #[test]
    fn numbers_are_found_where_they_are_printed() {
        let printed = "test a ... trust: authorisation cells: 4872 / 0\nother\ntrust: authorisation cells: 4872 / 0\n";
        assert_eq!(row("authorisation").found(printed, true), Found::Right(9_744, 0));
        assert_eq!(row("authorisation").found(printed, false), Found::Wrong(9_744, 0), "who printed it failed");
        assert_eq!(
            row("races").found("races: 120 trials, 0 violations (100 requests each)", true),
            Found::Right(120, 0)
        );
        assert_eq!(row("races").found("races: 120 trials, 1 violations", true), Found::Wrong(120, 1));
        let both = "races: 54 trials, 0 violations\n...races: 54 trials, 1 violations\n.";
        assert_eq!(row("races").found(both, true), Found::Wrong(108, 1), "behind the signs of tests that ended");
        assert_eq!(row("races").found("races: 0 trials, 0 violations", true), Found::Wrong(0, 0), "nothing was tried");
        assert_eq!(row("races").found("braces: 1 trial, or 0", true), Found::Missing, "another word");
        assert_eq!(row("races").found("nothing of it", true), Found::Missing);
        assert_eq!(row("faults").found("faults survived: 19/19\nlost: 0, doubled: 0", true), Found::Right(19, 19));
        assert_eq!(row("faults").found("faults survived 18/19", true), Found::Wrong(18, 19));
        let lost = &ROWS[4].1;
        assert_eq!(lost.found("kill: seed 1, ok 3, lost 0\nlost: 0, doubled: 0", true), Found::Right(0, 0));
        assert_eq!(lost.found("lost: 1, doubled: 0", true), Found::Wrong(1, 0));
        assert_eq!(row("planted").found("planted bugs caught: 24/24", true), Found::Right(24, 24));
        assert_eq!(row("asvs").found("ASVS: 152 of 199 applicable items with evidence", true), Found::Right(152, 199));
    }

    #[test]
    fn a_table_says_what_failed_and_what_is_missing() {
        let found =
            [(row("races"), Found::Right(12_345, 0)), (row("xss"), Found::Wrong(1, 2)), (row("asvs"), Found::Missing)];
        let told = table(&found, "measured");
        assert!(told.contains("| Races | trials / violations | 12,345 / 0 |\n"), "{told}");
        assert!(told.contains("| **FAILED** 1 / 2 |\n") && told.contains("| **not measured** |\n"), "{told}");
        assert!(told.ends_with("|\n\nmeasured\n"), "{told}");
    }

    #[test]
    fn the_table_is_put_between_its_marks() {
        let readme = format!("# Quad\n\n{BEGIN}old\n{END}\nmore\n");
        let once = put(&readme, "new\n").expect("a place");
        assert_eq!(once, format!("# Quad\n\n{BEGIN}new\n{END}\nmore\n"));
        assert_eq!(put(&once, "new\n").expect("a place"), once);
        assert!(put("# Quad\n", "new\n").is_err());
    }

    /// README.md has the table as it was printed, or says that it was not measured: every row in its place, two numbers each.
    #[test]
    fn the_readme_has_the_shape_of_the_table() {
        let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md")).expect("README.md");
        let (_, rest) = readme.split_once(BEGIN).expect("the table's beginning");
        let (kept, _) = rest.split_once(END).expect("the table's end");
        if kept.starts_with("Not measured yet") {
            return;
        }
        let rows: Vec<&str> = kept.lines().filter(|line| line.starts_with("| ") && *line != "| | | |").collect();
        assert_eq!(rows.len(), ROWS.len(), "{kept}");
        for (line, (_, row)) in rows.iter().zip(&ROWS) {
            let numbers = line.strip_prefix(&format!("| {} | {} | ", row.name, row.counts)).expect(row.name);
            let numbers = numbers.trim_end_matches(" |").replace(',', "");
            assert!(after(&format!("x {numbers}"), "x ").is_some_and(|(one, two)| (row.is_right)(one, two)), "{line}");
        }
    }
}
