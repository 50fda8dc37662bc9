//! File names: a Rust file, and a TypeScript file of the browser tests, is a noun of the field or a verb and its object, never an
//! "-ing" word that says an act without what it is done to. So is a type of the product. A name that several features have means
//! the same in each. The web client has a rule of its own in `web/src/names.test.ts`.

use std::collections::BTreeMap;

use super::tokens::Token;
use super::{Finding, Source, has_extension};

/// Words that end like acts and are nouns of the field.
const NOUNS: [&str; 7] = ["counting", "hashing", "numbering", "packaging", "regrading", "scoring", "string"];

/// Types that end like acts and are nouns of the field.
const TYPE_NOUNS: [&str; 5] = ["Billing", "Finding", "Marking", "Numbering", "Standing"];

/// What a feature may have besides files of its own name; each means the same wherever it is.
const ROLES: [&str; 14] = [
    "mod",
    "routes",
    "wire",
    "model",
    "store",
    "messages",
    "jobs",
    "store_invariants",
    "data_export",
    "account_deletion",
    "demo_seed",
    "integrity_check",
    "update_profile",
    "backup",
];

pub fn not_bare_acts(source: &Source) -> Option<Finding> {
    let name = source.path.strip_suffix(".rs").or_else(|| {
        let is_ours = ["e2e/", "torture/"].iter().any(|folder| source.path.starts_with(folder));
        source.path.strip_suffix(".ts").filter(|_| is_ours)
    })?;
    let act = name.split('/').find_map(|part| {
        let mut words = part.split('.').next().unwrap_or(part).split(['_', '-']);
        [words.clone().next(), words.next_back()].into_iter().flatten().find(|word| is_act(word))
    })?;
    let wanted = "a noun of the field (`leaderboard.rs`) or a verb and its object (`submit_answer.rs`)";
    Some(source.finding(1, format!("`{act}` says an act without its object: name the file by {wanted}")))
}

fn is_act(word: &str) -> bool {
    word.len() > 5 && word.ends_with("ing") && !NOUNS.contains(&word)
}

pub fn no_bare_act_types(source: &Source) -> Vec<Finding> {
    if !source.is_shipped() {
        return Vec::new();
    }
    let judge = |pair: &[Token]| {
        let [keyword, name] = pair else { return None };
        keyword.word().filter(|word| ["struct", "enum"].contains(word))?;
        let act = name.word().filter(|word| is_act_type(word))?;
        let what = format!("`{act}` says an act without its object: name the type by what it holds (`AttemptCache`)");
        Some(source.finding(name.line, what))
    };
    source.tokens.windows(2).filter_map(judge).collect()
}

fn is_act_type(name: &str) -> bool {
    let is_one_word = !name.chars().skip(1).any(char::is_uppercase);
    is_one_word && name.len() > 5 && name.ends_with("ing") && !TYPE_NOUNS.contains(&name)
}

pub fn one_meaning(sources: &[Source]) -> Vec<Finding> {
    let mut first: BTreeMap<&str, (&str, &Source)> = BTreeMap::new();
    let mut all = Vec::new();
    for source in sources.iter().filter(|source| has_extension(&source.path, &["rs"])) {
        let Some((feature, file)) = source.feature() else { continue };
        let Some(name) = file.strip_suffix(".rs").filter(|name| !ROLES.contains(name)) else { continue };
        match first.get(name) {
            Some((other, _)) if *other != feature => {
                all.push(source.finding(1, format!("`{other}` has a file `{file}` as well: one name has one meaning")));
            }
            Some(_) => {}
            None => drop(first.insert(name, (feature, source))),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_refused(path: &str) -> bool {
        not_bare_acts(&Source::new(path, "//! A file for a test.\n")).is_some()
    }

    #[test]
    fn acts_without_an_object_are_refused() {
        for bad in [
            "features/contests/src/polls/voting.rs",
            "server/src/checking/mod.rs",
            "server/src/backing_up.rs",
            "e2e/specs/confirming.spec.ts",
            "e2e/pages/leaving-early.ts",
        ] {
            assert!(is_refused(bad), "{bad}");
        }
        for good in [
            "features/contests/src/polls/submit_vote.rs",
            "xtask/src/string.rs",
            "server/tests/it/packaging.rs",
            "e2e/specs/layout-shift.spec.ts",
        ] {
            assert!(!is_refused(good), "{good}");
        }
        assert!(!is_refused("web/src/lib/testing.ts"), "the web client's rule is its own");
    }

    #[test]
    fn types_that_are_bare_acts_are_refused() {
        let of = |path: &str, text: &str| no_bare_act_types(&Source::new(path, text)).len();
        let product = "crates/db/src/read_only.rs";
        for (text, found) in [
            ("pub(crate) struct Refusing {}", 1),
            ("struct Asking<'a>(&'a str);\nenum Filling { Rows }", 2),
            ("pub struct Lacking(String);", 1),
            ("pub enum Marking { Key }\npub struct Finding;", 0),
            ("struct WriteState;\nstruct PendingAnswers;\nstruct SharedString;", 0),
            ("struct Rest;\nimpl Rest { const BEING: u8 = 0; }\nenum Status { Running }", 0),
        ] {
            assert_eq!(of(product, text), found, "{text}");
        }
        for path in ["server/src/serve.rs", "features/contests/src/polls/create_poll.rs"] {
            assert_eq!(of(path, "struct Running;"), 1, "{path}");
        }
        for path in ["server/tests/it/archives.rs", "crates/db/tests/portable.rs", "xtask/src/process.rs"] {
            assert_eq!(of(path, "struct Running;"), 0, "{path}");
        }
    }

    #[test]
    fn a_name_means_one_thing() {
        let of = |paths: &[&str]| {
            let sources: Vec<_> = paths.iter().map(|path| Source::new(path, "//! A file for a test.\n")).collect();
            one_meaning(&sources).len()
        };
        let [polls, clubs] = ["polls", "clubs"].map(|name| format!("features/campus/src/{name}/questions.rs"));
        assert_eq!(of(&[&polls, &clubs]), 1);
        assert_eq!(of(&["features/contests/src/polls/store.rs", "features/campus/src/clubs/store.rs"]), 0);
    }
}
