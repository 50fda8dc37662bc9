//! Named steps with their duration, the first failure that stops them (or not, with
//! `--keep-going`), and the closing line `N passed, N failed`.
//! A step that fails without naming a failed test (a lint, a build) counts as one failed.

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
}

/// A step failed and the rest is not to be run. It has been reported already.
pub struct Stopped;

impl Steps {
    pub fn new(keep_going: bool) -> Self {
        Self { keep_going, sum: Tally::default(), failed: Vec::new(), took: Vec::new(), started: Instant::now() }
    }

    /// A step that is right or wrong.
    pub fn check(&mut self, name: &str, work: impl FnOnce() -> Result<()>) -> Result<(), Stopped> {
        self.tests(name, || work().map(|()| (Ok(()), Tally::default())))
    }

    /// A step that counts tests: its verdict, and what it counted either way.
    pub fn tests(&mut self, name: &str, work: impl FnOnce() -> Result<(Result<()>, Tally)>) -> Result<(), Stopped> {
        println!("\n── {name}");
        let started = Instant::now();
        let (verdict, mut tally) = work().unwrap_or_else(|error| (Err(error), Tally::default()));
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
            (false, _) => ExitCode::FAILURE,
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
        let mut steps = Steps::new(false);
        assert!(steps.check("good", || Ok(())).is_ok());
        assert!(steps.check("bad", || bail!("broken")).is_err());
        assert_eq!((steps.sum, &steps.failed[..]), (Tally { passed: 0, failed: 1 }, &["bad".to_owned()][..]));
        assert_eq!(steps.finish(), ExitCode::FAILURE);
    }

    #[test]
    fn keep_going_goes_on_and_still_fails() {
        let mut steps = Steps::new(true);
        assert!(steps.tests("bad", || Ok((Err(Error::msg("x")), Tally { passed: 4, failed: 2 }))).is_ok());
        assert!(steps.tests("good", || Ok((Ok(()), Tally { passed: 3, failed: 0 }))).is_ok());
        assert_eq!(steps.sum, Tally { passed: 7, failed: 2 });
        assert_eq!(steps.finish(), ExitCode::FAILURE);
    }

    #[test]
    fn durations_read_well() {
        assert_eq!(seconds(Duration::from_millis(1234)), "1.2 s");
        assert_eq!(seconds(Duration::from_secs(125)), "2 min 05 s");
    }
}
