//! Steps of a test run, with their names, durations and time limits, the first failure that stops them (or not, with
//! `--keep-going`), and the closing line `N passed, N failed`. A step that fails without naming a failed test (a lint,
//! a build) counts as one failed. A step that reaches its limit, or that of the whole run, is ended and has failed.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Error, Result};

use crate::process;
use crate::tally::Tally;

pub struct Steps {
    keep_going: bool,
    sum: Tally,
    failed: Vec<String>,
    /// Name and time of each step, in order.
    took: Vec<String>,
    started: Instant,
    /// When the whole run is over.
    end: Option<Instant>,
    suspects: Vec<Kept>,
}

/// What an earlier run left and this one builds on. It may be damaged where a step fails; `.ci/run` knows which by the exit code.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// Of cargo, in the target folder.
    Artifacts = 3,
    /// Of npm, in `node_modules`.
    Packages = 4,
}

/// A step failed and the rest is not to be run. It has been reported already.
pub struct Stopped;

impl Steps {
    /// Steps that end after `whole` at the latest, if there is such a limit.
    pub fn new(keep_going: bool, whole: Option<Duration>) -> Self {
        let started = Instant::now();
        let end = whole.map(|whole| started + whole);
        Self {
            keep_going,
            sum: Tally::default(),
            failed: Vec::new(),
            took: Vec::new(),
            started,
            end,
            suspects: Vec::new(),
        }
    }

    /// A step that is right or wrong, with the minutes it may take.
    pub fn check(&mut self, name: &str, minutes: u64, work: impl FnOnce() -> Result<()>) -> Result<(), Stopped> {
        self.tests(name, minutes, || work().map(|()| (Ok(()), Tally::default())))
    }

    /// A step that counts tests: its verdict, and what it counted either way.
    pub fn tests(
        &mut self,
        name: &str,
        minutes: u64,
        work: impl FnOnce() -> Result<(Result<()>, Tally)>,
    ) -> Result<(), Stopped> {
        println!("\n── {name}");
        let started = Instant::now();
        let limit = started + Duration::from_mins(minutes);
        process::limit(Some(self.end.map_or(limit, |end| end.min(limit))));
        let (verdict, mut tally) = work().unwrap_or_else(|error| (Err(error), Tally::default()));
        process::limit(None);
        let took = seconds(started.elapsed());
        self.took.push(format!("{name} {took}"));
        match verdict {
            Ok(()) if tally.failed == 0 => {
                self.sum += tally;
                println!("── {name}: ok, {took}");
                Ok(())
            }
            verdict => {
                tally.failed = tally.failed.max(1);
                self.sum += tally;
                self.failed.push(name.to_owned());
                let why = verdict.err().unwrap_or_else(|| Error::msg("tests failed"));
                println!("── {name}: FAILED after {took}: {why:#}");
                if self.keep_going && !process::interrupted() { Ok(()) } else { Err(Stopped) }
            }
        }
    }

    pub fn all_passed(&self) -> bool {
        self.failed.is_empty()
    }

    /// What all steps counted.
    pub fn sum(&self) -> Tally {
        self.sum
    }

    /// A check that may fail because what an earlier run left is damaged: the exit code says so.
    pub fn build(
        &mut self,
        name: &str,
        minutes: u64,
        kept: Kept,
        work: impl FnOnce() -> Result<()>,
    ) -> Result<(), Stopped> {
        let done = self.check(name, minutes, work);
        if done.is_err() || self.failed.last().is_some_and(|last| last == name) {
            self.suspect(kept);
        }
        done
    }

    /// What failed may have failed because of this.
    pub fn suspect(&mut self, kept: Kept) {
        self.suspects.push(kept);
    }

    /// The last lines of the run, and the exit code.
    pub fn finish(self) -> ExitCode {
        println!("\nTook {}: {}.", seconds(self.started.elapsed()), self.took.join(", "));
        if !self.failed.is_empty() {
            println!("Failed: {}.", self.failed.join(", "));
        }
        println!("{} passed, {} failed", self.sum.passed, self.sum.failed);
        match (self.failed.is_empty(), process::interrupted()) {
            (_, true) => ExitCode::from(130),
            (true, _) => ExitCode::SUCCESS,
            // Whoever throws the artifacts away throws everything away.
            (false, _) => match self.suspects.iter().min_by_key(|kept| **kept as u8) {
                Some(kept) => ExitCode::from(*kept as u8),
                None => ExitCode::FAILURE,
            },
        }
    }
}

fn seconds(time: Duration) -> String {
    match time.as_secs() {
        0..100 => format!("{:.1} s", time.as_secs_f64()),
        whole => format!("{} min {:02} s", whole / 60, whole % 60),
    }
}

#[cfg(test)]
mod tests {
    use anyhow::bail;

    use super::*;

    #[test]
    fn the_first_failure_stops() {
        let mut steps = Steps::new(false, None);
        assert!(steps.check("good", 1, || Ok(())).is_ok());
        assert!(steps.check("bad", 1, || bail!("broken")).is_err());
        assert_eq!((steps.sum, &steps.failed[..]), (Tally { passed: 0, failed: 1 }, &["bad".to_owned()][..]));
        assert_eq!(steps.finish(), ExitCode::FAILURE);
    }

    #[test]
    fn keep_going_goes_on_and_still_fails() {
        let mut steps = Steps::new(true, None);
        assert!(steps.tests("bad", 1, || Ok((Err(Error::msg("x")), Tally { passed: 4, failed: 2 }))).is_ok());
        assert!(steps.tests("good", 1, || Ok((Ok(()), Tally { passed: 3, failed: 0 }))).is_ok());
        assert_eq!(steps.sum, Tally { passed: 7, failed: 2 });
        assert_eq!(steps.finish(), ExitCode::FAILURE);
    }

    #[test]
    fn the_exit_code_says_what_may_be_damaged() {
        let code = |kinds: &[Kept], keep_going| {
            let mut steps = Steps::new(keep_going, None);
            for kept in kinds {
                let _ = steps.build("bad", 1, *kept, || bail!("broken"));
            }
            steps.finish()
        };
        for keep_going in [false, true] {
            assert_eq!(code(&[Kept::Artifacts], keep_going), ExitCode::from(3));
            assert_eq!(code(&[Kept::Packages], keep_going), ExitCode::from(4));
            assert_eq!(code(&[Kept::Packages, Kept::Artifacts], keep_going), ExitCode::from(3));
        }
        let mut steps = Steps::new(false, None);
        assert!(steps.build("good", 1, Kept::Artifacts, || Ok(())).is_ok());
        assert!(steps.check("bad", 1, || bail!("broken")).is_err());
        assert_eq!(steps.finish(), ExitCode::FAILURE);
    }

    #[test]
    fn what_reaches_a_limit_is_ended_and_named() {
        let sleep = || {
            let mut command = std::process::Command::new("sleep");
            command.arg("600");
            process::run(command)
        };
        let mut steps = Steps::new(true, Some(Duration::from_millis(300)));
        assert!(steps.check("too long", 60, sleep).is_ok());
        assert!(steps.check("after the end", 60, sleep).is_ok());
        assert_eq!(steps.failed, ["too long", "after the end"]);
        assert!(steps.started.elapsed() < Duration::from_mins(5));
    }

    #[test]
    fn durations_read_well() {
        assert_eq!(seconds(Duration::from_millis(1234)), "1.2 s");
        assert_eq!(seconds(Duration::from_secs(125)), "2 min 05 s");
    }
}
