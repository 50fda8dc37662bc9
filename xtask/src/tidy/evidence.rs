//! Evidence that SECURITY.md, docs/threats.md and docs/asvs.md name has to exist: the file, the test or word in it, the
//! heading. And docs/asvs.md has to be complete: each requirement of level 1 and 2 once, nothing met without a place,
//! what is not met said at its top. Whether the evidence shows what it is said to show, people judge.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Result, bail};

use super::Finding;

const ASVS: &str = "docs/asvs.md";
const DOCUMENTS: [&str; 3] = ["SECURITY.md", "docs/threats.md", ASVS];
/// Requirements of level 1 and of level 2 in ASVS 5.0.0.
const REQUIREMENTS: [usize; 2] = [70, 183];

/// Where a code span is a place of this tree: it begins with one of these.
const FOLDERS: [&str; 13] = [
    "bench/",
    "crates/",
    "docs/",
    "e2e/",
    "features/",
    "fuzz/",
    "packaging/",
    "server/",
    "testbed/",
    "tests/",
    "torture/",
    "web/",
    "xtask/",
];
/// Files of the root that are evidence.
const ROOT: [&str; 5] = ["SECURITY.md", "Cargo.toml", "Cargo.lock", "config.example.toml", "deny.toml"];

/// What docs/asvs.md comes to.
#[derive(Debug, PartialEq, Eq)]
pub struct Asvs {
    /// Requirements that apply here.
    pub applicable: usize,
    /// Of those, met ones whose evidence exists, all of it.
    pub with_evidence: usize,
}

/// Counts the items of docs/asvs.md. Fails when the page is not whole.
pub fn asvs(root: &Path) -> Result<Asvs> {
    let text = fs::read_to_string(root.join(ASVS))?;
    let rows = rows(&text);
    if let Some(Finding { line, what, .. }) = whole(&text, &rows).first() {
        bail!("{ASVS}:{line}: {what}");
    }
    let applicable = rows.iter().filter(|row| row.state != "n/a").count();
    let is_shown = |row: &&Row| row.state == "met" && places(row.evidence).all(|place| gone(root, place).is_none());
    Ok(Asvs { applicable, with_evidence: rows.iter().filter(is_shown).count() })
}

pub fn findings(root: &Path) -> Vec<Finding> {
    let mut all = Vec::new();
    for document in DOCUMENTS {
        let Ok(text) = fs::read_to_string(root.join(document)) else {
            all.push(finding(document, 1, "this page is missing"));
            continue;
        };
        for (number, line) in text.lines().enumerate() {
            let missing = places(line).filter_map(|place| gone(root, place));
            all.extend(missing.map(|what| finding(document, number + 1, what)));
        }
        if document == ASVS {
            all.extend(whole(&text, &rows(&text)));
        }
    }
    all
}

fn finding(path: &str, line: usize, what: impl Into<String>) -> Finding {
    Finding { path: path.to_owned(), line, what: what.into() }
}

/// Code spans that name a place: `server/tests/it/x.rs::a_story`, `docs/x.md#heading`, `deny.toml`.
fn places(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2).filter(|span| {
        let file = span.split(['#', ':']).next().unwrap_or_default();
        ROOT.contains(&file) || (FOLDERS.iter().any(|folder| file.starts_with(folder)) && !file.contains(' '))
    })
}

/// What is wrong with a place, if anything.
fn gone(root: &Path, place: &str) -> Option<String> {
    let (file, name) = place.split_once("::").or_else(|| place.split_once('#')).unwrap_or((place, ""));
    let path = root.join(file);
    if name.is_empty() {
        return (!path.exists()).then(|| format!("there is no {file}"));
    }
    let Ok(text) = fs::read_to_string(&path) else { return Some(format!("there is no {file}")) };
    let is_there = match file.rsplit('.').next().unwrap_or_default() {
        "md" => headings(&text).any(|slug| slug == name),
        "rs" => declares(&text, &["fn", "struct", "enum", "const", "static", "type"], name),
        "ts" | "tsx" => {
            declares(&text, &["function", "const", "class"], name)
                || ['\'', '"', '`'].iter().any(|quote| text.contains(&format!("{quote}{name}{quote}")))
        }
        _ => text.contains(name),
    };
    (!is_there).then(|| format!("{file} has no `{name}`"))
}

fn declares(text: &str, words: &[&str], name: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.any(|line| {
        let parts = line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|part| !part.is_empty());
        let parts: Vec<&str> = parts.collect();
        parts.windows(2).any(|pair| words.contains(&pair[0]) && pair[1] == name)
    })
}

/// The addresses of a page's headings, as GitHub makes them.
fn headings(text: &str) -> impl Iterator<Item = String> {
    let titles = text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    titles.map(|title| {
        let kept = title.to_lowercase().replace(' ', "-");
        kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).collect()
    })
}

struct Row<'a> {
    line: usize,
    id: &'a str,
    level: &'a str,
    state: &'a str,
    evidence: &'a str,
}

fn rows(text: &str) -> Vec<Row<'_>> {
    let numbered = text.lines().enumerate().filter(|(_, line)| line.starts_with("| V"));
    let read = numbered.map(|(number, line)| {
        let mut cells = line.trim_matches('|').splitn(5, '|').map(str::trim);
        let mut cell = || cells.next().unwrap_or_default();
        let (id, level, _, state, evidence) = (cell(), cell(), cell(), cell(), cell());
        Row { line: number + 1, id, level, state, evidence }
    });
    read.collect()
}

/// What the page of the standard lacks.
fn whole(text: &str, rows: &[Row]) -> Vec<Finding> {
    let mut all = Vec::new();
    let mut seen = BTreeSet::new();
    let told: BTreeSet<&str> = text.lines().filter_map(|line| line.strip_prefix("- V")?.split(' ').next()).collect();
    let mut open = BTreeSet::new();
    for row in rows {
        let mut say = |what: String| all.push(finding(ASVS, row.line, what));
        if !seen.insert(row.id) {
            say(format!("{} stands here twice", row.id));
        }
        match row.state {
            "met" if places(row.evidence).next().is_none() => say(format!("{} is met, but where?", row.id)),
            "not met" | "n/a" if row.evidence.is_empty() => say(format!("{}: why?", row.id)),
            "met" | "n/a" => {}
            "not met" => {
                open.insert(row.id.trim_start_matches('V'));
            }
            other => say(format!("{}: `{other}` is no state", row.id)),
        }
    }
    for (level, wanted) in ["1", "2"].iter().zip(REQUIREMENTS) {
        let found = rows.iter().filter(|row| row.level == *level).count();
        if found != wanted {
            all.push(finding(ASVS, 1, format!("{found} requirements of level {level}, the standard has {wanted}")));
        }
    }
    if told != open {
        let differ: Vec<_> = told.symmetric_difference(&open).copied().collect();
        all.push(finding(ASVS, 1, format!("said at the top or not met, but not both: {}", differ.join(", "))));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let plant = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        plant("server/tests/it/x.rs", "async fn a_story(t: TestApp) {\n    // fn told_only\n    another();\n}\n");
        plant("e2e/specs/x.spec.ts", "test('what one’s own does', async () => {})\nexport function safe(x) {}\n");
        plant("docs/x.md", "# Page\n\n## What is kept, and how\n");
        folder
    }

    #[test]
    fn a_place_is_there_or_said_to_be_gone() {
        let tree = tree();
        let is_there = |place: &str| gone(tree.path(), place).is_none();
        for place in [
            "server/tests/it/x.rs",
            "server/tests/it/x.rs::a_story",
            "e2e/specs/x.spec.ts::what one’s own does",
            "e2e/specs/x.spec.ts::safe",
            "docs/x.md#what-is-kept-and-how",
        ] {
            assert!(is_there(place), "{place}");
        }
        for place in [
            "server/tests/it/y.rs",
            "server/tests/it/y.rs::a_story",
            "server/tests/it/x.rs::a_stor",
            "server/tests/it/x.rs::another",
            "server/tests/it/x.rs::told_only",
            "e2e/specs/x.spec.ts::what one’s own",
            "docs/x.md#what-is-kept",
        ] {
            assert!(!is_there(place), "{place}");
        }
    }

    #[test]
    fn places_are_told_from_other_code() {
        let line =
            "`server/a.rs::b`, `quad doctor`, `GET /logout`, `docs/a.md#b`, `deny.toml`, `a.toml`, `Cargo.toml::x`";
        assert_eq!(places(line).collect::<Vec<_>>(), ["server/a.rs::b", "docs/a.md#b", "deny.toml", "Cargo.toml::x"]);
    }

    #[test]
    fn a_page_that_is_not_whole_is_noticed() {
        let told = |text: &str| -> Vec<String> {
            whole(text, &rows(text))
                .into_iter()
                .map(|finding| finding.what)
                .filter(|what| !what.contains("level"))
                .collect()
        };
        let row = |id: &str, state: &str, evidence: &str| format!("| {id} | 1 | x | {state} | {evidence} |\n");
        assert!(told(&row("V1.1.1", "met", "`server/a.rs::b`")).is_empty());
        assert!(told(&row("V1.1.1", "n/a", "no XML")).is_empty());
        assert!(told(&format!("- V1.1.1 (level 1)\n{}", row("V1.1.1", "not met", "because"))).is_empty());
        assert_eq!(told(&row("V1.1.1", "met", "surely")), ["V1.1.1 is met, but where?"]);
        assert_eq!(told(&row("V1.1.1", "n/a", "")), ["V1.1.1: why?"]);
        assert_eq!(told(&row("V1.1.1", "nearly", "x")), ["V1.1.1: `nearly` is no state"]);
        assert_eq!(told(&row("V1.1.1", "n/a", "x").repeat(2)), ["V1.1.1 stands here twice"]);
        assert_eq!(told(&row("V1.1.1", "not met", "x")), ["said at the top or not met, but not both: 1.1.1"]);
        let few = row("V1.1.1", "n/a", "x");
        assert_eq!(whole(&few, &rows(&few))[0].what, "1 requirements of level 1, the standard has 70");
    }
}
