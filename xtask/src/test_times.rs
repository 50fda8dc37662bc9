//! Test times: processor time of each Rust test of the gate, its child processes included. The run ends with the ten
//! slowest; one that takes more than twenty seconds fails it: such a test belongs to a part of `--everything`. The
//! clock on the wall says more about the machine than about the test, so it is not asked; and a processor that others
//! use as well may be half as quick.
//!
//! cargo-nextest starts each test by way of `xtask measure` (a target runner of cargo's), which writes one row.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

use crate::workspace::Workspace;

/// Names the file to `xtask measure`.
const FILE: &str = "QUAD_TEST_TIMES";
/// How cargo is told of a runner for programs of this machine.
const RUNNER: &str = "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER";

const TOLD: usize = 10;
/// Four times what a story of the gate should take, for the slowest machine it is to pass on.
const MOST: Duration = Duration::from_secs(20);

/// It takes as long as the change is wide: up to the whole table of authorisation on one engine.
const AS_THE_CHANGE: &str = "authorisation::every_call_of_what_the_change_touches";

/// The times of a run.
pub struct Times {
    file: PathBuf,
    /// `xtask` where cargo puts it: the program that runs may have been replaced meanwhile by a build of the same.
    program: PathBuf,
}

impl Times {
    pub fn begin(workspace: &Workspace) -> Result<Self> {
        let file = workspace.target.join("test-times.tsv");
        let _ = fs::remove_file(&file);
        fs::write(&file, "").context("making the list of test times")?;
        Ok(Self { file, program: workspace.target.join("debug/xtask") })
    }

    /// Has the tests of a command measured. On another machine than x86-64 Linux cargo does not ask for the runner, and nothing is.
    pub fn measure(&self, command: &mut Command) {
        // cargo takes the runner apart at its blanks.
        let program = self.program.display().to_string();
        if self.program.is_file() && !program.contains(' ') {
            command.env(RUNNER, format!("{program} measure")).env(FILE, &self.file);
        }
    }

    /// Prints the slowest; an error names those that are too slow.
    pub fn judged(&self) -> Result<()> {
        let rows = fs::read_to_string(&self.file).unwrap_or_default();
        let (told, too_slow) = summary(&rows);
        print!("{told}");
        ensure!(
            too_slow.is_empty(),
            "more than {} s of processor: {}; a story of the gate takes under five (CONTRIBUTING.md says where it belongs)",
            MOST.as_secs(),
            too_slow.join(", ")
        );
        Ok(())
    }
}

/// What is printed of the rows, and the names of those that take too long.
fn summary(rows: &str) -> (String, Vec<String>) {
    let mut times: Vec<(Duration, &str)> = rows
        .lines()
        .filter_map(|row| row.split_once('\t'))
        .filter_map(|(millis, name)| Some((Duration::from_millis(millis.parse().ok()?), name)))
        .collect();
    times.sort_by(|one, other| other.cmp(one));
    let all: Duration = times.iter().map(|(took, _)| *took).sum();
    let mut told = String::new();
    if !times.is_empty() {
        let _ = writeln!(told, "\nProcessor time of {} tests: {} s. The slowest:", times.len(), all.as_secs());
    }
    for (took, name) in times.iter().take(TOLD) {
        let _ = writeln!(told, "{:>7.1} s  {name}", took.as_secs_f64());
    }
    let is_too_slow = |(took, name): &&(Duration, &str)| *took > MOST && !name.ends_with(AS_THE_CHANGE);
    let too_slow = times.iter().filter(is_too_slow).map(|(_, name)| (*name).to_owned()).collect();
    (told, too_slow)
}

/// `xtask measure PROGRAM ARGUMENTS…`: runs a test, and writes how much processor it took.
pub fn measure(words: &[OsString]) -> Result<ExitCode> {
    let (program, arguments) = words.split_first().context("a program to run")?;
    let status = Command::new(program).args(arguments).status().context("starting a test")?;
    // A runner of tests also asks for the list of them.
    if let (Some(file), true) = (std::env::var_os(FILE), arguments.iter().any(|word| word == "--exact")) {
        let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
        let millis = (usage.user_time() + usage.system_time()).num_milliseconds();
        let program = PathBuf::from(program).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let program = program.rsplit_once('-').map_or(program.as_str(), |(name, _)| name);
        let name = arguments.iter().find(|word| !word.to_string_lossy().starts_with("--"));
        let name = name.map(|name| name.to_string_lossy()).unwrap_or_default();
        let mut file = OpenOptions::new().append(true).open(file).context("opening the list of test times")?;
        // One write a row, so that rows of tests beside each other do not mix.
        file.write_all(format!("{millis}\t{program} {name}\n").as_bytes())?;
    }
    let code = status.code().or_else(|| status.signal().map(|signal| 128 + signal)).unwrap_or(1);
    Ok(ExitCode::from(u8::try_from(code).unwrap_or(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slowest_come_first_and_what_is_too_slow_is_named() {
        let rows: Vec<String> = (1..=12).map(|number| format!("{}\tit story_{number}\n", number * 1800)).collect();
        let (told, too_slow) = summary(&rows.concat());
        assert!(told.contains("12 tests: 140 s"), "{told}");
        assert_eq!(told.lines().nth(2), Some("   21.6 s  it story_12"));
        assert_eq!(told.lines().count(), 2 + TOLD);
        assert_eq!(too_slow, ["it story_12"]);
        assert_eq!(summary(""), (String::new(), Vec::new()));
    }

    #[test]
    fn what_asks_by_the_width_of_a_change_may_take_longer() {
        let (told, too_slow) = summary(&format!("90000\tit {AS_THE_CHANGE}\n"));
        assert!(told.contains(AS_THE_CHANGE) && too_slow.is_empty(), "{told}");
        let (_, name) = AS_THE_CHANGE.split_once("::").unwrap();
        let stories = include_str!("../../server/tests/it/authorisation.rs");
        assert!(stories.contains(&format!("async fn {name}()")));
    }
}
