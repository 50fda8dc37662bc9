//! `test --everything`: the gate and all parts (test_parts.rs), one after the other. What passed is kept in the target folder by commit,
//! so that a run goes on where it stopped. The run ends in a table, which `--write` puts into docs/trust.md.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use crate::steps::Steps;
use crate::tally::{self, Tally};
use crate::test_parts::{self, Part, Work};
use crate::trust_table::TRUST_PAGE;
use crate::workspace::{self, Workspace};
use crate::{browser_tests, flaky_tests, gate, prerequisites, process, release_check, rust_tests, web};

const BEGIN: &str = "<!-- everything: written by `cargo xtask test --everything --write` -->\n";
const END: &str = "<!-- everything: end -->\n";
const HEAD: &str = "| part | guards | command | tests | time | commit | date |\n|---|---|---|--:|--:|---|---|\n";

/// Minutes: npm's packages and the web client, on a slow network.
const PREPARATION: u64 = 15;

#[derive(Clone, Copy)]
pub struct Wishes {
    /// Leave out what passed of the same commit.
    pub resume: bool,
    pub write: bool,
    pub keep_going: bool,
}

/// What a part came to, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Outcome {
    tally: Tally,
    seconds: u64,
    commit: String,
    date: String,
}

impl Outcome {
    fn kept(&self) -> String {
        let Self { tally, seconds, commit, date } = self;
        format!("{} {} {seconds} {commit} {date}\n", tally.passed, tally.failed)
    }

    /// Nothing if it is not what [`Outcome::kept`] wrote.
    fn of(kept: &str) -> Option<Self> {
        let mut words = kept.split_whitespace();
        let tally = Tally { passed: words.next()?.parse().ok()?, failed: words.next()?.parse().ok()? };
        let seconds = words.next()?.parse().ok()?;
        Some(Self { tally, seconds, commit: words.next()?.to_owned(), date: words.next()?.to_owned() })
    }

    fn has_passed(&self) -> bool {
        self.tally.failed == 0
    }
}

pub fn run(workspace: &Workspace, parts: &[Part], wishes: Wishes) -> Result<ExitCode> {
    let commit = tested(workspace);
    let is_clean = !commit.ends_with("-dirty");
    ensure!(
        is_clean || !wishes.write,
        "there are changes that are not committed: what is written has to be of a commit"
    );
    let folder = folder(workspace, &commit);
    let (mut outcomes, mut all_passed, mut is_prepared) = (Vec::new(), true, false);
    for part in parts {
        let kept = folder.join(part.name);
        let before = fs::read_to_string(&kept).ok().and_then(|text| Outcome::of(&text));
        if let Some(outcome) = before.filter(|outcome| wishes.resume && is_clean && outcome.has_passed()) {
            println!("── part {}: passed before, of the same commit", part.name);
            outcomes.push((part, outcome));
            continue;
        }
        println!("\n══ part {}: {}", part.name, part.guards);
        let is_gate = matches!(part.work, Work::Gate);
        if !is_gate && !is_prepared {
            // What all parts share is not counted into the first one's time.
            let mut steps = Steps::new(false, None);
            if steps.check("what every part needs", PREPARATION, || prepare(workspace)).is_err() {
                return Ok(steps.finish());
            }
            is_prepared = true;
        }
        let (started, date) = (Instant::now(), workspace::today()?);
        let (tally, has_passed) = one(workspace, part, wishes.keep_going);
        is_prepared |= is_gate && has_passed;
        let outcome = Outcome { tally, seconds: started.elapsed().as_secs(), commit: commit.clone(), date };
        all_passed &= has_passed;
        keep(workspace, part.name, &outcome)?;
        outcomes.push((part, outcome));
        if process::interrupted() || !(has_passed || wishes.keep_going) {
            break;
        }
    }
    flaky_tests::finish(workspace);
    show(workspace, &outcomes, wishes.write)?;
    let sum = outcomes.iter().fold(Tally::default(), |mut sum, (_, outcome)| {
        sum += outcome.tally;
        sum
    });
    println!("{} passed, {} failed", sum.passed, sum.failed);
    Ok(match (all_passed, process::interrupted()) {
        (_, true) => ExitCode::from(130),
        (true, _) => ExitCode::SUCCESS,
        (false, _) => ExitCode::FAILURE,
    })
}

/// The outcomes as a table, in docs/trust.md too if that is wished.
fn show(workspace: &Workspace, outcomes: &[(&Part, Outcome)], writes: bool) -> Result<()> {
    println!("\n{HEAD}{}", outcomes.iter().map(|(part, outcome)| row(part, outcome)).collect::<String>());
    if writes {
        let page = workspace.root.join(TRUST_PAGE);
        let text = fs::read_to_string(&page).with_context(|| format!("reading {TRUST_PAGE}"))?;
        fs::write(&page, put(&text, outcomes, &machine())?).with_context(|| format!("writing {TRUST_PAGE}"))?;
        println!("The rows that passed are written into {TRUST_PAGE}.");
    }
    Ok(())
}

/// Runs nothing: each part as it last passed here, of this commit or of one before it.
pub fn kept(workspace: &Workspace, writes: bool) -> Result<ExitCode> {
    let parts = test_parts::all();
    let commits = fs::read_dir(workspace.target.join("everything")).into_iter().flatten().flatten();
    let is_of_this_tree = |folder: &PathBuf| {
        let commit = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        workspace.git(&["merge-base", "--is-ancestor", &commit, "HEAD"]).is_ok()
    };
    let folders: Vec<PathBuf> = commits.map(|entry| entry.path()).filter(is_of_this_tree).collect();
    let last = |part: &Part| {
        let read = |folder: &PathBuf| {
            let path = folder.join(part.name);
            let outcome = Outcome::of(&fs::read_to_string(&path).ok()?).filter(Outcome::has_passed)?;
            Some((path.metadata().and_then(|file| file.modified()).ok()?, outcome))
        };
        folders.iter().filter_map(read).max_by_key(|(at, _)| *at).map(|(_, outcome)| outcome)
    };
    let outcomes: Vec<_> = parts.iter().filter_map(|part| Some((part, last(part)?))).collect();
    show(workspace, &outcomes, writes)?;
    Ok(ExitCode::SUCCESS)
}

/// Where outcomes of a commit are kept, a file for each part.
fn folder(workspace: &Workspace, commit: &str) -> PathBuf {
    workspace.target.join("everything").join(commit)
}

/// Keeps an outcome, if the tree is still the commit that was tested.
fn keep(workspace: &Workspace, part: &str, outcome: &Outcome) -> Result<()> {
    if outcome.commit.ends_with("-dirty") || workspace.commit()? != outcome.commit {
        return Ok(());
    }
    let folder = folder(workspace, &outcome.commit);
    fs::create_dir_all(&folder).with_context(|| format!("making {}", folder.display()))?;
    fs::write(folder.join(part), outcome.kept()).with_context(|| format!("keeping {part} in {}", folder.display()))
}

/// The gate by itself. A whole one that passed is kept, so that `--everything` has no need to run it again on the same commit.
pub fn gate(workspace: &Workspace, keep_going: bool, is_fast: bool) -> Result<ExitCode> {
    let (started, date, commit) = (Instant::now(), workspace::today()?, tested(workspace));
    let mut steps = Steps::new(keep_going, Some(gate::LIMIT));
    // `Stopped` has been reported by the step; the closing lines come either way.
    let _ = gate::run(workspace, &mut steps, is_fast);
    if !is_fast && steps.all_passed() {
        let outcome = Outcome { tally: steps.sum(), seconds: started.elapsed().as_secs(), commit, date };
        keep(workspace, test_parts::GATE, &outcome)?;
    }
    flaky_tests::finish(workspace);
    Ok(steps.finish())
}

/// The commit that is tested. A tree without a repository, as an archive has it, is tested like one with changes: nothing is kept or
/// written of it.
fn tested(workspace: &Workspace) -> String {
    workspace.commit().unwrap_or_else(|_| "no-commit-dirty".to_owned())
}

/// What every part needs and the gate would have left: the packages of the web client and the browser tests, and the web client of this
/// tree, which lies inside the binary.
fn prepare(workspace: &Workspace) -> Result<()> {
    prerequisites::nextest(workspace)?;
    prerequisites::npm_packages(workspace, "web")?;
    prerequisites::npm_packages(workspace, "e2e")?;
    web::build(workspace)
}

/// Runs a part: what it counted, and whether it passed.
fn one(workspace: &Workspace, part: &Part, keep_going: bool) -> (Tally, bool) {
    let limit = Duration::from_mins(part.minutes);
    let mut steps = Steps::new(keep_going, Some(limit));
    // `Stopped` has been reported by the step.
    let _ = match part.work {
        Work::Gate => gate::run(workspace, &mut steps, false),
        Work::Rust(filter) => steps.tests(part.name, part.minutes, || {
            let (environment, _server) = test_parts::environment(workspace, part.needs)?;
            rust_tests::selected(workspace, &environment, filter)
        }),
        Work::Browser { project, workers } => steps.tests(part.name, part.minutes, || {
            let mut command = browser_tests::on_hooks(workspace)?;
            command.args(["--project", project, "--workers", workers]);
            rust_tests::counted(command, tally::of_playwright)
        }),
        Work::Engines => steps.tests(part.name, part.minutes, || {
            rust_tests::counted(browser_tests::engines(workspace)?, tally::of_playwright)
        }),
        Work::Release => release_check::steps(workspace, &mut steps, part.minutes),
    };
    let has_passed = steps.all_passed();
    (steps.sum(), has_passed)
}

/// The parts whose folders differ from a commit, changes included that are not committed; the gate is always one of them.
pub fn touched(workspace: &Workspace, reference: &str) -> Result<Vec<Part>> {
    let changed = workspace.git(&["diff", "--name-only", "--no-renames", reference, "--"])?;
    let new = workspace.git(&["ls-files", "--others", "--exclude-standard"])?;
    let paths: Vec<&str> = changed.lines().chain(new.lines()).collect();
    let parts = test_parts::touched_by(&paths);
    let names: Vec<&str> = parts.iter().map(|part| part.name).collect();
    println!("{} files differ from {reference}: {}.", paths.len(), names.join(", "));
    Ok(parts)
}

fn row(part: &Part, outcome: &Outcome) -> String {
    let Outcome { tally, seconds, commit, date } = outcome;
    let failed = if outcome.has_passed() { String::new() } else { format!(", **{} failed**", tally.failed) };
    let Part { name, guards, .. } = part;
    let command = part.command();
    format!(
        "| {name} | {guards} | `{command}` | {}{failed} | {} min {:02} s | {commit} | {date} |\n",
        tally.passed,
        seconds / 60,
        seconds % 60
    )
}

/// The page with the rows that passed; rows of other parts stay.
fn put(page: &str, outcomes: &[(&Part, Outcome)], machine: &str) -> Result<String> {
    let marks = || format!("{TRUST_PAGE} has no marks for the table of --everything");
    let (before, rest) = page.split_once(BEGIN).with_context(marks)?;
    let (kept, after) = rest.split_once(END).with_context(marks)?;
    let (mut table, mut missing) = (HEAD.to_owned(), Vec::new());
    for part in test_parts::all() {
        let now = outcomes.iter().find(|(one, outcome)| one.name == part.name && outcome.has_passed());
        if let Some((_, outcome)) = now {
            table += &row(&part, outcome);
        } else if let Some(line) = kept.lines().find(|line| line.starts_with(&format!("| {} |", part.name))) {
            let _ = writeln!(table, "{line}");
        } else {
            missing.push(part.name);
        }
    }
    if !missing.is_empty() {
        let _ = writeln!(table, "\nNot run yet: {}.", missing.join(", "));
    }
    Ok(format!("{before}{BEGIN}{table}\nMachine of the last rows: {machine}.\n{END}{after}"))
}

/// Processors and memory, as Linux names them.
fn machine() -> String {
    let read = |path: &str| fs::read_to_string(PathBuf::from(path)).unwrap_or_default();
    let after = |text: &str, name: &str| {
        let line = text.lines().find(|line| line.starts_with(name)).and_then(|line| line.split_once(':'));
        line.map_or_else(|| "unknown".to_owned(), |(_, value)| value.trim().to_owned())
    };
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let memory = after(&read("/proc/meminfo"), "MemTotal");
    let gigabytes =
        memory.split(' ').next().and_then(|kilobytes| kilobytes.parse::<u64>().ok()).unwrap_or(0) / 1_000_000;
    format!("{processors} processors ({}), {gigabytes} GB", after(&read("/proc/cpuinfo"), "model name"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(failed: u64) -> Outcome {
        Outcome {
            tally: Tally { passed: 12, failed },
            seconds: 125,
            commit: "abc".to_owned(),
            date: "2026-11-28".to_owned(),
        }
    }

    #[test]
    fn what_is_kept_is_read_as_it_was() {
        assert_eq!(Outcome::of(&outcome(1).kept()), Some(outcome(1)));
        assert_eq!(Outcome::of("12 0 125"), None);
    }

    #[test]
    fn a_tree_without_a_repository_is_tested_and_not_kept() {
        let folder = tempfile::tempdir().unwrap();
        let workspace = Workspace::of_folder(folder.path());
        let outcome = Outcome { commit: tested(&workspace), ..outcome(0) };
        keep(&workspace, test_parts::GATE, &outcome).unwrap();
        assert!(!workspace.target.exists());
    }

    #[test]
    fn only_what_passed_is_written_and_other_rows_stay() {
        let parts = test_parts::all();
        let old = format!("| {} | old |\n", parts[1].name);
        let page = format!("above\n{BEGIN}{old}{END}below\n");
        let written = put(&page, &[(&parts[0], outcome(0)), (&parts[2], outcome(1))], "one").unwrap();
        assert!(written.starts_with("above\n") && written.ends_with("below\n"), "{written}");
        assert!(written.contains(&row(&parts[0], &outcome(0))) && written.contains("| 12 | 2 min 05 s | abc |"));
        assert!(written.contains(&old), "{written}");
        assert!(written.contains("Not run yet: ") && !written.contains("**1 failed**"), "{written}");
        assert!(put("a page without marks", &[], "one").is_err());
    }

    #[test]
    fn the_page_has_the_marks() {
        let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/trust.md")).unwrap();
        assert!(put(&page, &[], "one").is_ok());
    }
}
