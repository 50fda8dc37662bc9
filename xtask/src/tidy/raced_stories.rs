//! Raced stories: what several do at once is tried on both engines in every run, because the database decides it. A story that is
//! named after a race stands in `on_both_engines!`; `plain_stories!` leaves PostgreSQL to `cargo xtask test --everything`.

use super::{Finding, Source};

const PLAIN: &str = "plain_stories!(";

/// Beginnings of the names of races.
const RACES: [&str; 2] = ["racing_", "race_"];

pub fn on_both_engines(source: &Source) -> Vec<Finding> {
    if !source.path.starts_with("server/tests/it/") {
        return Vec::new();
    }
    let lines = source.text.lines().enumerate();
    let mut is_listed = false;
    let mut found = Vec::new();
    for (at, line) in lines {
        let line = line.trim();
        if line.starts_with(PLAIN) {
            is_listed = true;
        }
        let names = line.strip_prefix(PLAIN).unwrap_or(line).split([',', ')']).map(str::trim);
        let races = names.filter(|name| RACES.iter().any(|race| name.starts_with(race)));
        found.extend(races.filter(|_| is_listed).map(|name| {
            source
                .finding(at + 1, format!("`{name}` is a race: name it in on_both_engines!, PostgreSQL decides it too"))
        }));
        if line.ends_with(");") {
            is_listed = false;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<usize> {
        on_both_engines(&Source::new("server/tests/it/a.rs", text)).iter().map(|finding| finding.line).collect()
    }

    #[test]
    fn a_race_among_plain_stories_is_refused() {
        assert_eq!(found("plain_stories!(\n    it_goes,\n    racing_two_of_them,\n);\n"), [3]);
        assert_eq!(found("plain_stories!(racing_two_of_them);\n"), [1]);
    }

    #[test]
    fn on_both_engines_and_elsewhere_it_may_stand() {
        assert!(
            found("on_both_engines!(\n    racing_two_of_them,\n);\n\nplain_stories!(\n    it_goes,\n);\n").is_empty()
        );
        assert!(found("plain_stories!(it_goes);\n\nasync fn racing_two_of_them(t: TestApp) {\n    race(\n").is_empty());
    }
}
