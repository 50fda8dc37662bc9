//! Trust table: the rows of `trust`, how their numbers are found in what the parts print, and its place in
//! docs/trust.md. A number that nobody printed is a row that fails; none is ever typed.

use std::fmt::{self, Write};

use anyhow::{Context, Result};

/// A row, and when its two numbers are right.
pub struct Row {
    pub name: &'static str,
    /// What the two numbers are.
    pub counts: &'static str,
    /// How a line begins that tells them: the first two numbers after it. Lines of several engines or parts are added up, and
    /// what a line says behind a ` · ` is said in the row.
    heads: &'static [&'static str],
    is_right: fn(u64, u64) -> bool,
    /// Less than this is not right however well it went: a look, or a part that did not take place.
    least: Least,
}

/// What a whole run comes to at least.
pub struct Least {
    /// Lines that tell numbers: engines, targets, parts.
    lines: usize,
    /// Of what was tried.
    tried: u64,
    /// Which number of a line says that: the first, or the third where two say what went wrong.
    told_by: usize,
}

const fn least(lines: usize, tried: u64) -> Least {
    Least { lines, tried, told_by: 0 }
}

const NONE_WRONG: fn(u64, u64) -> bool = |tried, wrong| tried > 0 && wrong == 0;
const ALL: fn(u64, u64) -> bool = |those, all| those == all && all > 0;

/// The rows in the order of the table, by the part that measures them.
pub static ROWS: [(&str, Row); 14] = [
    (
        "authorisation",
        Row {
            name: "Calls × people × objects",
            counts: "cells checked / wrong",
            heads: &["trust: authorisation cells: "],
            is_right: NONE_WRONG,
            least: least(2, 5_000),
        },
    ),
    (
        "claims",
        Row {
            name: "Somebody else's id or rights, another website",
            counts: "requests / that changed something",
            heads: &["trust: claims: "],
            is_right: NONE_WRONG,
            least: least(4, 100_000),
        },
    ),
    (
        "input",
        Row {
            name: "Bad input",
            counts: "tried / answered 5xx",
            heads: &["trust: bad inputs: "],
            is_right: NONE_WRONG,
            // Of them a line for each target of fuzzing, and one of schemathesis.
            least: least(6, 50_000),
        },
    ),
    (
        "models",
        Row {
            name: "Made-up sequences against a model of the rules",
            counts: "sequences / answered otherwise",
            heads: &["trust: sequences: "],
            is_right: NONE_WRONG,
            least: least(2, 1_000),
        },
    ),
    (
        "races",
        Row {
            name: "Races",
            counts: "trials / violations",
            heads: &["races: "],
            is_right: NONE_WRONG,
            least: least(2, 100),
        },
    ),
    (
        "rush",
        Row {
            name: "Log-ins from one address, beside a sprayer there",
            counts: "in / not in, or guessed; a minute for the last one was wished",
            heads: &["trust: log-ins: "],
            is_right: NONE_WRONG,
            least: least(4, 20_000),
        },
    ),
    (
        "faults",
        Row {
            name: "Faults",
            counts: "survived / of",
            heads: &["faults survived: ", "faults survived "],
            is_right: ALL,
            least: least(1, 24),
        },
    ),
    (
        "faults",
        Row {
            name: "Acknowledged answers, joins and votes",
            counts: "lost / doubled",
            heads: &["lost: "],
            is_right: |lost, doubled| lost == 0 && doubled == 0,
            least: Least { told_by: 2, ..least(1, 100_000) },
        },
    ),
    (
        "between",
        Row {
            name: "Answers through a hostile network",
            counts: "shown as saved / missing, doubled, under another person; given before the end / not there",
            heads: &["trust: hostile network: "],
            is_right: NONE_WRONG,
            // One of not there is a fault that was not survived.
            least: least(2, 100_000),
        },
    ),
    (
        "planted",
        Row {
            name: "Planted bugs",
            counts: "caught / of",
            heads: &["planted bugs caught: ", "planted bugs caught "],
            is_right: ALL,
            least: least(1, 52),
        },
    ),
    (
        "xss",
        Row {
            name: "Script planted in texts",
            counts: "planted / executed",
            heads: &["trust: scripts in texts: "],
            is_right: NONE_WRONG,
            least: least(2, 500),
        },
    ),
    (
        "release",
        Row {
            name: "The release binary in a browser: main job, weight, pages",
            counts: "passed / failed",
            heads: &["trust: release binary in a browser: "],
            is_right: NONE_WRONG,
            least: least(1, 15),
        },
    ),
    (
        "supply",
        Row {
            name: "Libraries: licences, sources, forbidden ones",
            counts: "looked at / refused",
            heads: &["trust: libraries: "],
            is_right: NONE_WRONG,
            least: least(1, 300),
        },
    ),
    (
        "asvs",
        Row {
            name: "OWASP ASVS 5.0, levels 1 and 2",
            counts: "items with evidence / applicable",
            heads: &["ASVS: "],
            is_right: |those, all| those > 0 && those <= all,
            least: least(1, 150),
        },
    ),
];

/// What a row came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    Right(Numbers),
    Wrong(Numbers),
    /// Too little was tried to say anything.
    Little(Numbers),
    /// Nobody printed it.
    Missing,
}

/// The numbers of a row, and what was said besides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    one: u64,
    two: u64,
    said: Vec<String>,
}

/// What one line tells: two numbers at least.
struct Line<'a> {
    numbers: Vec<u64>,
    said: Option<&'a str>,
}

impl Row {
    /// How its line begins.
    fn begins(&self) -> String {
        format!("| {} | {} | ", self.name, self.counts)
    }

    fn line(&self, found: &Found, measured: &str) -> String {
        let said = match found {
            Found::Right(numbers) => numbers.to_string(),
            Found::Wrong(numbers) => format!("**FAILED** {numbers}"),
            Found::Little(numbers) => format!("**too little** {numbers}"),
            Found::Missing => "**not measured**".to_owned(),
        };
        format!("{}{said} | {measured} |\n", self.begins())
    }

    /// Its numbers in what was printed; `ended_well` is whether everything that printed it did, `is_look` that little will do.
    pub fn found(&self, printed: &str, ended_well: bool, is_look: bool) -> Found {
        let lines: Vec<Line<'_>> =
            printed.lines().filter_map(|line| self.heads.iter().find_map(|head| after(line, head))).collect();
        if lines.is_empty() {
            return Found::Missing;
        }
        let sum = |at: usize| lines.iter().filter_map(|line| line.numbers.get(at)).sum::<u64>();
        let said = lines.iter().filter_map(|line| line.said).map(str::to_owned).collect();
        let numbers = Numbers { one: sum(0), two: sum(1), said };
        let tried = sum(self.least.told_by);
        if !ended_well || !(self.is_right)(numbers.one, numbers.two) {
            Found::Wrong(numbers)
        } else if !is_look && (lines.len() < self.least.lines || tried < self.least.tried) {
            Found::Little(numbers)
        } else {
            Found::Right(numbers)
        }
    }
}

/// What a line tells behind its head, which may follow what a test runner writes before it.
fn after<'a>(line: &'a str, head: &str) -> Option<Line<'a>> {
    let (before, rest) = line.split_once(head)?;
    // A quiet runner has written a sign for each test that has ended, and no new line.
    let is_after_signs = before.chars().all(|sign| matches!(sign, '.' | 'F' | 'i'));
    if !(is_after_signs || before.ends_with([' ', 'm'])) {
        return None;
    }
    let (rest, said) = rest.split_once(" · ").map_or((rest, None), |(rest, said)| (rest, Some(said.trim())));
    let digits = rest.split(|letter: char| !letter.is_ascii_digit()).filter(|digits| !digits.is_empty());
    let numbers: Vec<u64> = digits.map_while(|digits| digits.parse().ok()).collect();
    (numbers.len() >= 2).then_some(Line { numbers, said })
}

const HEAD: &str = "| | | | measured |\n|---|---|---|---|\n";

/// The table of what was measured now; `measured` says when and of which commit.
pub fn table(found: &[(&Row, Found)], measured: &str) -> String {
    found.iter().fold(HEAD.to_owned(), |text, (row, found)| text + &row.line(found, measured))
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} / {}", grouped(self.one), grouped(self.two))?;
        self.said.iter().try_for_each(|said| write!(f, "; {said}"))
    }
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

/// The page that has the table.
pub const TRUST_PAGE: &str = "docs/trust.md";
const BEGIN: &str = "<!-- trust: written by `cargo xtask trust --write` -->\n";
const END: &str = "<!-- trust: end -->";

/// The page with what was measured now between its two marks, and of the other rows what stood there before.
pub fn put(page: &str, found: &[(&Row, Found)], measured: &str) -> Result<String> {
    let (before, kept, after) =
        around(page).with_context(|| format!("{TRUST_PAGE} has no marks for the table of trust"))?;
    let (mut table, mut missing) = (HEAD.to_owned(), Vec::new());
    for (_, row) in &ROWS {
        if let Some((_, found)) = found.iter().find(|(one, _)| one.name == row.name) {
            table += &row.line(found, measured);
        } else if let Some(line) = kept.lines().find(|line| line.starts_with(&row.begins())) {
            let _ = writeln!(table, "{line}");
        } else {
            missing.push(row.name);
        }
    }
    if !missing.is_empty() {
        let _ = writeln!(table, "\nNot measured yet: {}.", missing.join(", "));
    }
    Ok(format!("{before}{BEGIN}{table}{END}{after}"))
}

/// What stands before the table, in it, and after it.
fn around(page: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = page.split_once(BEGIN)?;
    let (kept, after) = rest.split_once(END)?;
    Some((before, kept, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(part: &str) -> &'static Row {
        &ROWS.iter().find(|(of, _)| *of == part).expect("a part").1
    }

    fn numbers(one: u64, two: u64) -> Numbers {
        Numbers { one, two, said: Vec::new() }
    }

    /// In a look, where little will do.
    fn look(row: &Row, printed: &str) -> Found {
        row.found(printed, true, true)
    }

    #[test]
    fn numbers_are_found_where_they_are_printed() {
        let printed = "test a ... trust: authorisation cells: 4872 / 0\nother\ntrust: authorisation cells: 4872 / 0\n";
        assert_eq!(row("authorisation").found(printed, true, false), Found::Right(numbers(9_744, 0)));
        assert_eq!(
            row("authorisation").found(printed, false, false),
            Found::Wrong(numbers(9_744, 0)),
            "who printed it failed"
        );
        let right = |one, two| Found::Right(numbers(one, two));
        let wrong = |one, two| Found::Wrong(numbers(one, two));
        let races = row("races");
        assert_eq!(look(races, "races: 120 trials, 0 violations (100 requests each)"), right(120, 0));
        assert_eq!(look(races, "races: 120 trials, 1 violations"), wrong(120, 1));
        let both = "races: 54 trials, 0 violations\n...races: 54 trials, 1 violations\n.";
        assert_eq!(look(races, both), wrong(108, 1), "behind the signs of tests that ended");
        assert_eq!(look(races, "races: 0 trials, 0 violations"), wrong(0, 0), "nothing was tried");
        assert_eq!(look(races, "braces: 1 trial, or 0"), Found::Missing, "another word");
        assert_eq!(look(races, "nothing of it"), Found::Missing);
        assert_eq!(
            look(row("faults"), "faults survived: 19/19\nlost: 0, doubled: 0, of 5 acknowledged"),
            right(19, 19)
        );
        assert_eq!(look(row("faults"), "faults survived 18/19"), wrong(18, 19));
        let lost = the_lost();
        assert_eq!(look(lost, "kill: seed 1, ok 3, lost 0\nlost: 0, doubled: 0, of 5 acknowledged"), right(0, 0));
        assert_eq!(look(lost, "lost: 1, doubled: 0, of 5 acknowledged"), wrong(1, 0));
        assert_eq!(look(row("planted"), "planted bugs caught: 24/24"), right(24, 24));
        assert_eq!(look(row("asvs"), "ASVS: 152 of 199 applicable items with evidence"), right(152, 199));
    }

    fn the_lost() -> &'static Row {
        &ROWS.iter().find(|(_, row)| row.counts == "lost / doubled").expect("a row").1
    }

    /// Every row has a floor, in lines and in what was tried; only a look passes below.
    #[test]
    fn a_row_is_not_right_when_little_was_tried() {
        for (_, row) in &ROWS {
            assert!(row.least.lines > 0 && row.least.tried > 0, "{}", row.name);
        }
        let one = "races: 600 trials, 0 violations";
        assert_eq!(row("races").found(one, true, false), Found::Little(numbers(600, 0)), "one engine of two");
        assert_eq!(look(row("races"), one), Found::Right(numbers(600, 0)));
        let few = "races: 49 trials, 0 violations\nraces: 50 trials, 0 violations";
        assert_eq!(row("races").found(few, true, false), Found::Little(numbers(99, 0)));
        let enough = "races: 50 trials, 0 violations\nraces: 50 trials, 0 violations";
        assert_eq!(row("races").found(enough, true, false), Found::Right(numbers(100, 0)));
        let lost = |of: u64| the_lost().found(&format!("lost: 0, doubled: 0, of {of} acknowledged"), true, false);
        assert_eq!(lost(99_999), Found::Little(numbers(0, 0)));
        assert_eq!(lost(100_000), Found::Right(numbers(0, 0)));
        assert_eq!(the_lost().found("lost: 0, doubled: 0", true, false), Found::Little(numbers(0, 0)), "of how many?");
        let less = "planted bugs caught: 51/51";
        assert_eq!(row("planted").found(less, true, false), Found::Little(numbers(51, 51)), "a bug was left out");
    }

    #[test]
    fn what_a_line_says_besides_is_in_its_row() {
        let printed = "trust: log-ins: 5000 / 0 · SQLite: 76 s\ntrust: log-ins: 5000 / 0 · PostgreSQL: 80 s\n";
        let found = look(row("rush"), printed);
        let told = table(&[(row("rush"), found)], "measured");
        assert!(told.contains("| 10,000 / 0; SQLite: 76 s; PostgreSQL: 80 s |"), "{told}");
    }

    #[test]
    fn a_hostile_network_is_told_by_the_torture() {
        let (_, row) = ROWS.iter().find(|(_, row)| row.heads == ["trust: hostile network: "]).expect("a row");
        let line = |saved: u32, wrong: u32| {
            format!(
                "between: seed 1, ok 0\n  trust: hostile network: {saved} / {wrong} · given before the end 9, not there 0\n"
            )
        };
        let both = format!("{}{}", line(51_000, 0), line(52_000, 0));
        let Found::Right(numbers) = row.found(&both, true, false) else { panic!("{both}") };
        assert_eq!((numbers.one, numbers.two), (103_000, 0));
        assert_eq!(numbers.said[0], "given before the end 9, not there 0");
        assert!(matches!(row.found(&line(250_000, 0), true, false), Found::Little(_)), "one engine of two");
        assert!(matches!(row.found(&line(250_000, 1), true, true), Found::Wrong(_)));
    }

    #[test]
    fn a_table_says_what_failed_and_what_is_missing() {
        let found = [
            (row("races"), Found::Right(numbers(12_345, 0))),
            (row("xss"), Found::Wrong(numbers(1, 2))),
            (row("models"), Found::Little(numbers(3, 0))),
            (row("asvs"), Found::Missing),
        ];
        let told = table(&found, "measured");
        assert!(told.contains("| Races | trials / violations | 12,345 / 0 | measured |\n"), "{told}");
        for said in ["**FAILED** 1 / 2", "**not measured**", "**too little** 3 / 0"] {
            assert!(told.contains(&format!("| {said} | measured |\n")), "{told}");
        }
    }

    #[test]
    fn the_table_is_put_between_its_marks() {
        let page = format!("# Trust\n\n{BEGIN}old\n{END}\nmore\n");
        let found = [(row("races"), Found::Right(numbers(100, 0)))];
        let once = put(&page, &found, "today, 1234567").expect("a place");
        let races = "| Races | trials / violations | 100 / 0 | today, 1234567 |\n";
        assert!(
            once.starts_with(&format!("# Trust\n\n{BEGIN}{HEAD}{races}\nNot measured yet: Calls × people")),
            "{once}"
        );
        assert!(once.ends_with(&format!("levels 1 and 2.\n{END}\nmore\n")) && !once.contains("Races,"), "{once}");
        assert_eq!(put(&once, &found, "today, 1234567").expect("a place"), once);
        assert!(put("# Trust\n", &found, "today").is_err());
    }

    #[test]
    fn a_row_that_is_not_measured_now_stays_as_it_was() {
        let all: Vec<_> = ROWS.iter().map(|(_, row)| (row, Found::Right(numbers(7, 0)))).collect();
        let page = put(&format!("{BEGIN}{END}"), &all, "then, 1").expect("a place");
        assert!(!page.contains("Not measured yet"), "{page}");
        let later = put(&page, &[(row("races"), Found::Right(numbers(9, 0)))], "now, 2").expect("a place");
        assert_eq!(later, page.replace("violations | 7 / 0 | then, 1", "violations | 9 / 0 | now, 2"));
    }

    /// docs/trust.md has the table as it was printed: rows of ours in their order, two right numbers each and no less than the row
    /// demands, and of rows that came since it says that they were not measured.
    #[test]
    fn the_trust_page_has_the_shape_of_the_table() {
        let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/trust.md")).expect(TRUST_PAGE);
        let (_, rest) = page.split_once(BEGIN).expect("the table's beginning");
        let (kept, _) = rest.split_once(END).expect("the table's end");
        let mut lines = kept.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| | ")).peekable();
        let not_measured = kept.lines().find_map(|line| line.strip_prefix("Not measured yet: ")).unwrap_or_default();
        for (_, row) in &ROWS {
            let begins = format!("| {} | {} | ", row.name, row.counts);
            if let Some(numbers) = lines.peek().and_then(|line| line.strip_prefix(&begins)) {
                let (numbers, measured) = numbers.trim_end_matches(" |").rsplit_once(" | ").expect("when");
                assert!(measured.starts_with("20") && measured.contains(", "), "{begins}{measured}");
                let numbers = format!("x {}", numbers.replace(',', ""));
                let line = after(&numbers, "x ").expect("two numbers");
                assert!((row.is_right)(line.numbers[0], line.numbers[1]), "{begins}{numbers}");
                // Where a third number says how much was tried, the table does not have it.
                let tried = line.numbers.get(row.least.told_by).filter(|_| row.least.told_by < 2);
                let is_enough = tried.is_none_or(|tried| *tried >= row.least.tried);
                assert!(
                    is_enough,
                    "less than the {} that the row demands, measure it anew: {begins}{numbers}",
                    row.least.tried
                );
                lines.next();
            } else {
                assert!(not_measured.contains(row.name), "neither in the table nor said to be missing: {}", row.name);
            }
        }
        assert_eq!(lines.next(), None, "a row that is not ours");
    }
}
