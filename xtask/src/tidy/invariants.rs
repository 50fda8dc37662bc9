//! Guards of docs/invariants.md: each row names one, and each test, story or file that a row names exists. A story has to be in
//! the module that it is named with. Whether the test guards what the row says, people judge.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::{Finding, Source};

const PAGE: &str = "docs/invariants.md";

/// Where each function of the Rust sources is, by its name.
type Functions<'a> = BTreeMap<&'a str, Vec<&'a str>>;

pub fn findings(root: &Path, names: &[String], sources: &[Source]) -> Vec<Finding> {
    match fs::read_to_string(root.join(PAGE)) {
        Ok(page) => judged(&page, names, &functions(sources)),
        Err(_) => vec![finding(1, "this page is missing")],
    }
}

fn judged(page: &str, names: &[String], functions: &Functions) -> Vec<Finding> {
    let rows = page.lines().enumerate().filter(|(_, line)| line.starts_with("| ") && *line != "| invariant | guard |");
    let mut all = Vec::new();
    for (number, line) in rows {
        let guard = line.trim_end_matches(" |").rsplit(" | ").next().unwrap_or_default();
        let named: Vec<&str> = guard.split('`').skip(1).step_by(2).collect();
        if named.is_empty() {
            all.push(finding(number + 1, "no test or file guards this"));
        }
        let gone = named.into_iter().filter(|span| !is_there(span, names, functions));
        all.extend(gone.map(|span| finding(number + 1, format!("there is no `{span}`"))));
    }
    all
}

fn finding(line: usize, what: impl Into<String>) -> Finding {
    Finding { path: PAGE.to_owned(), line, what: what.into() }
}

/// `attempts::first_answer_wins`, `leaderboards::*`, `http/csv.rs`, `crates/db/tests`, `a_backup_holds_*`. Commands and types are not judged.
fn is_there(span: &str, names: &[String], functions: &Functions) -> bool {
    if span.contains(' ') || span.starts_with('&') {
        return true;
    }
    if span.contains(['/', '.']) {
        return names.iter().any(|name| is_at(name, span));
    }
    let (module, name) = span.split_once("::").map_or((None, span), |(module, name)| (Some(module), name));
    let name = name.rsplit("::").next().unwrap_or(name);
    let is_of_module = |path: &&str| {
        module.is_none_or(|module| path.ends_with(&format!("/{module}.rs")) || path.contains(&format!("/{module}/")))
    };
    match name.strip_suffix('*') {
        Some(beginning) => {
            functions.iter().any(|(name, at)| name.starts_with(beginning) && at.iter().any(&is_of_module))
        }
        None => functions.get(name).is_some_and(|at| at.iter().any(is_of_module)),
    }
}

/// A file or folder by the end of its path or all of it.
fn is_at(name: &str, place: &str) -> bool {
    format!("/{name}/").contains(&format!("/{place}/"))
}

fn functions(sources: &[Source]) -> Functions<'_> {
    let mut functions = Functions::new();
    for source in sources.iter().filter(|source| Path::new(&source.path).extension().is_some_and(|kind| kind == "rs")) {
        for line in source.text.lines().map(str::trim_start).filter(|line| !line.starts_with("//")) {
            let Some((_, after)) = line.split_once("fn ") else { continue };
            let end = after.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(after.len());
            functions.entry(&after[..end]).or_default().push(&source.path);
        }
    }
    functions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guard_that_is_gone_is_named() {
        let sources = [
            Source::new(
                "server/tests/it/leaderboards.rs",
                "async fn a_full_queue_refuses(t: TestApp) {}\n// fn only_told()\n",
            ),
            Source::new("crates/db/tests/portable.rs", "#[test]\nfn readers_cannot_write() {}\n"),
        ];
        let names: Vec<String> = sources.iter().map(|source| source.path.clone()).collect();
        let told = |guard: &str| {
            let page = format!("# Invariants\n\n| invariant | guard |\n|---|---|\n| It holds. | {guard} |\n");
            let found = judged(&page, &names, &functions(&sources));
            found.into_iter().map(|finding| (finding.line, finding.what)).collect::<Vec<_>>()
        };
        for good in [
            "`leaderboards::a_full_queue_refuses`, `leaderboards::*`, by hand `cargo xtask torture`",
            "`leaderboards::a_full_*`",
            "`readers_cannot_write` in `crates/db/tests`",
            "`readers_cannot_write` in `tests/portable.rs`",
        ] {
            assert_eq!(told(good), [], "{good}");
        }
        for bad in [
            "leaderboards::readers_cannot_write",
            "only_told",
            "crates/db/te",
            "attempts::*",
            "leaderboards::an_empty_*",
        ] {
            assert_eq!(told(&format!("`{bad}`")), [(5, format!("there is no `{bad}`"))]);
        }
        assert_eq!(told("somebody looks"), [(5, "no test or file guards this".to_owned())]);
    }
}
