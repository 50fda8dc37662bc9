//! Rust tests: cargo-nextest over the workspace, with what the tests are told in their environment.
//!
//! What failed is tried once more, alone, when the others are done; if it passes then, it is told as flaky (flaky_tests.rs). Where the
//! first verdict counts (first_verdicts.rs) nothing is. The gate also looks at the processor time of each test (test_times.rs).

use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};

use crate::postgres::TemporaryServer;
use crate::tally::{self, FailedTest, Tally};
use crate::test_parts;
use crate::workspace::Workspace;
use crate::{build, change, first_verdicts, flaky_tests, prerequisites, process, test_times};

/// Names a PostgreSQL server to the stories.
pub const POSTGRES: &str = "QUAD_TEST_POSTGRES";
/// Tells the stories that nothing may be passed over for want of a program that the run installs.
const WHOLE: &str = "QUAD_TEST_WHOLE";
/// Names the folder in which the stories collect the statements they run.
const STATEMENTS: &str = "QUAD_TEST_STATEMENTS";
/// Names to the properties what they draw their cases from.
const SEED: &str = "PROPTEST_RNG_SEED";

/// Which tenth of the table of authorisation the gate asks.
const TENTH: &str = "QUAD_TEST_TENTH";
/// Features of which it asks every call, with commas between them.
const FEATURES: &str = "QUAD_TEST_FEATURES";

/// What properties draw their cases from. A failure names it.
pub struct Seed(String);

impl Seed {
    /// The same cases in each run of the gate.
    fn of_gate() -> Self {
        Self("20261128".to_owned())
    }

    /// New cases each time; those of an earlier run when somebody names its seed.
    pub fn drawn() -> Self {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self(std::env::var(SEED).unwrap_or_else(|_| since_1970.as_micros().to_string()))
    }

    pub fn put(&self, command: &mut Command) {
        command.env(SEED, &self.0);
    }

    /// A failure with the seed in its text.
    pub fn named(&self, verdict: Result<()>) -> Result<()> {
        verdict.with_context(|| format!("with {SEED}={}", self.0))
    }
}

/// What the tests are told. Nothing of it comes from outside: a run is the same wherever it is started.
#[derive(Default)]
pub struct Environment {
    set: Vec<(String, String)>,
}

impl Environment {
    /// For SQLite alone.
    pub fn plain() -> Self {
        Self::default()
    }

    pub fn with(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.set.push((name.into(), value.into()));
        self
    }

    pub fn with_postgres(self, server: &TemporaryServer) -> Self {
        self.with(POSTGRES, server.url()).with(WHOLE, "1")
    }

    /// Has the stories collect their statements.
    pub fn with_statements(self, workspace: &Workspace) -> Self {
        self.with(STATEMENTS, workspace.target.join("statements").to_string_lossy())
    }

    fn put(&self, command: &mut Command) {
        for name in [POSTGRES, WHOLE, STATEMENTS] {
            command.env_remove(name);
        }
        command.envs(self.set.iter().map(|(name, value)| (name, value)));
    }
}

/// The tests of the gate: the default filter of `.config/nextest.toml`.
pub fn gate(workspace: &Workspace, environment: &Environment) -> Result<(Result<()>, Tally)> {
    let folder = workspace.target.join("statements");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder)?;
    let times = test_times::Times::begin(workspace)?;
    let tenth = change::tenth(workspace);
    let features = change::features(workspace).into_iter().collect::<Vec<_>>().join(",");
    println!("Of the table of authorisation: tenth {tenth}, and every call of these features: [{features}]");
    let run = || {
        let mut command = nextest(workspace, environment, &build::GATE)?;
        command.env(TENTH, tenth.to_string()).env(FEATURES, &features);
        times.measure(&mut command);
        Ok(command)
    };
    let (verdict, tally) = twice(workspace, None, &Seed::of_gate(), run)?;
    Ok((verdict.and(times.judged()), tally))
}

/// The tests that an expression of nextest's selects.
pub fn selected(workspace: &Workspace, environment: &Environment, filter: &str) -> Result<(Result<()>, Tally)> {
    twice(workspace, Some(filter), &Seed::drawn(), || nextest(workspace, environment, &["--workspace"]))
}

fn nextest(workspace: &Workspace, environment: &Environment, packages: &[&str]) -> Result<Command> {
    let mut command = workspace.cargo();
    // By its own name: one that was installed beside the target folder is no subcommand that cargo finds.
    let program = prerequisites::nextest(workspace)?;
    if let Some(folder) = program.parent() {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = [folder.to_owned()].into_iter().chain(std::env::split_paths(&path));
        command.env("PATH", std::env::join_paths(folders).context("a folder with a plain name")?);
    }
    command.args(["nextest", "run", "--no-fail-fast"]).args(packages).args(build::TARGETS);
    environment.put(&mut command);
    Ok(command)
}

/// Runs the tests that `filter` selects (none: the default filter); what failed runs once more, alone. They fail if one of them fails
/// twice, or one whose first verdict counts.
fn twice(
    workspace: &Workspace,
    filter: Option<&str>,
    seed: &Seed,
    run: impl Fn() -> Result<Command>,
) -> Result<(Result<()>, Tally)> {
    let run = || -> Result<Command> {
        let mut command = run()?;
        seed.put(&mut command);
        Ok(command)
    };
    // nextest takes each of these once: the second run has another filter, not one more.
    let only = |filter: &str| -> Result<Command> {
        let mut command = run()?;
        command.args(["--ignore-default-filter", "--filterset", filter]);
        Ok(command)
    };
    let (verdict, printed) = process::shown_and_kept(filter.map_or_else(&run, &only)?)?;
    let tally = tally::of_nextest(&printed);
    let verdict = verdict.and_then(|()| tally.map(|_| ()).context("the runner printed no count of its tests"));
    let tally = tally.unwrap_or_default();
    let failed = tally::failed_of_nextest(&printed);
    let verdict = seed.named(verdict);
    if verdict.is_ok() || process::is_over() || process::interrupted() || !may_be_tried_again(&failed, tally) {
        return Ok((verdict, tally));
    }
    println!("\nTrying once more, alone: {}.", names(&failed).join(", "));
    let mut command = only(&exactly(&failed))?;
    command.args(["--test-threads", "1"]);
    let (again, printed) = process::shown_and_kept(command)?;
    let second = tally::of_nextest(&printed).unwrap_or_default();
    if again.is_err() || second.passed != tally.failed {
        return Ok((verdict, tally));
    }
    for name in names(&failed) {
        flaky_tests::add(workspace, "rust", &name)?;
    }
    Ok((Ok(()), Tally { passed: tally.passed + tally.failed, failed: 0 }))
}

fn may_be_tried_again(failed: &[FailedTest], tally: Tally) -> bool {
    // What was ended without a name is not known to be one that may be tried again.
    failed.len() as u64 == tally.failed
        && (1..=first_verdicts::MOST_TRIED_AGAIN).contains(&failed.len())
        && !failed.iter().any(first_verdicts::counts)
}

fn names(failed: &[FailedTest]) -> Vec<String> {
    failed.iter().map(|one| format!("{} {}", one.program, one.name)).collect()
}

fn exactly(failed: &[FailedTest]) -> String {
    let one = |test: &FailedTest| format!("(binary_id(={}) & test(={}))", test.program, test.name);
    failed.iter().map(one).collect::<Vec<_>>().join(" | ")
}

/// Prepares what the stories collected.
pub fn every_statement(workspace: &Workspace, environment: &Environment) -> Result<(Result<()>, Tally)> {
    let mut command = nextest(workspace, environment, &build::GATE)?;
    command.args(["--ignore-default-filter", "--run-ignored", "only", "--filterset", test_parts::STATEMENTS]);
    counted(command, tally::of_nextest)
}

/// Runs a runner of tests; one that prints no count fails.
pub fn counted(command: Command, read: fn(&str) -> Option<Tally>) -> Result<(Result<()>, Tally)> {
    let (verdict, printed) = process::shown_and_kept(command)?;
    let tally = read(&printed);
    let verdict = verdict.and_then(|()| tally.map(|_| ()).context("the runner printed no count of its tests"));
    Ok((verdict, tally.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed(names: &[&str]) -> Vec<FailedTest> {
        names.iter().map(|name| FailedTest { program: "quad::it".to_owned(), name: (*name).to_owned() }).collect()
    }

    #[test]
    fn few_failures_are_tried_again_and_promises_never() {
        let may = |names: &[&str]| may_be_tried_again(&failed(names), Tally { passed: 9, failed: names.len() as u64 });
        assert!(may(&["notify::a::sqlite", "live::b::sqlite"]));
        for name in [
            "races::money::postgres",
            "events::racing_for_places::sqlite",
            "payments::a::sqlite",
            "several_processes::killing_the_first_loses_nothing",
            "corrections::two_corrections_at_once_make_one::sqlite",
            "members::the_table_is_what_happens::sqlite",
            "hostile::a::sqlite",
            "idempotency::a::sqlite",
            "a_module_that_nobody_has_classed::a",
        ] {
            assert!(!may(&["notify::a::sqlite", name]), "{name}");
        }
        assert!(!may(&["notify::a::sqlite"; 6]));
        assert!(!may(&[]));
        let unnamed = Tally { passed: 9, failed: 2 };
        assert!(!may_be_tried_again(&failed(&["notify::a::sqlite"]), unnamed));
    }

    /// A runner as strict as nextest about what stands twice; its test fails the first time and passes alone.
    #[cfg(unix)]
    #[test]
    fn what_failed_is_tried_again_alone_by_its_own_filter() {
        const RUNNER: &str = r#"
            [ "$(printf '%s\n' "$@" | grep -c '^--filterset$')" -le 1 ] || exit 9
            [ "$(printf '%s\n' "$@" | grep -c '^--ignore-default-filter$')" -le 1 ] || exit 9
            case "$*" in
                *"(binary_id(=quad::it) & test(=notify::a))"*--test-threads*) echo " Summary [ 1s] 1 test run: 1 passed, 4 skipped" ;;
                *) echo " Summary [ 1s] 5 tests run: 4 passed, 1 failed, 0 skipped"; echo " FAIL [ 1s] (1/5) quad::it notify::a"; exit 1 ;;
            esac"#;
        let folder = tempfile::tempdir().expect("a folder");
        let mut workspace = Workspace::find().expect("the workspace");
        folder.path().clone_into(&mut workspace.target);
        for filter in [None, Some("test(/^notify::/)")] {
            let run = || {
                let mut command = Command::new("sh");
                command.args(["-c", RUNNER, "runner"]);
                Ok(command)
            };
            let (verdict, tally) = twice(&workspace, filter, &Seed::of_gate(), run).expect("the runner starts");
            verdict.unwrap_or_else(|error| panic!("{filter:?}: {error:#}"));
            assert_eq!((tally.passed, tally.failed), (5, 0), "{filter:?}");
        }
        let flaky = std::fs::read_to_string(folder.path().join("flaky-now.tsv")).expect("the list");
        assert_eq!(flaky, "rust\tquad::it notify::a\n".repeat(2));
    }

    /// A runner whose test fails by what it was told to draw from.
    #[cfg(unix)]
    #[test]
    fn a_failure_names_its_seed() {
        let workspace = Workspace::of_folder(tempfile::tempdir().expect("a folder").path());
        let seed = Seed::drawn();
        assert!(seed.0.parse::<u64>().is_ok_and(|number| number > 0), "{}", seed.0);
        let run = || {
            let mut command = Command::new("sh");
            command.args([
                "-c",
                "echo \" Summary [ 1s] 2 tests run: 1 passed, 1 failed\"; exit \"${PROPTEST_RNG_SEED:+7}\"",
            ]);
            Ok(command)
        };
        let (verdict, _) = twice(&workspace, Some("all()"), &seed, run).expect("the runner starts");
        let told = format!("{:#}", verdict.expect_err("it failed"));
        assert!(told.contains(&format!("PROPTEST_RNG_SEED={}", seed.0)) && told.contains("exit status: 7"), "{told}");
    }

    #[test]
    fn names_become_an_expression() {
        let filter = exactly(&failed(&["a::b", "c"]));
        assert_eq!(filter, "(binary_id(=quad::it) & test(=a::b)) | (binary_id(=quad::it) & test(=c))");
    }
}
