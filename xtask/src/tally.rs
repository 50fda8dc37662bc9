//! Tally of tests: how many passed and failed, read from the output of nextest, vitest and playwright. A runner that
//! prints no count it understands gives `None`, and the step then fails: silence is not success.

use std::ops::AddAssign;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub passed: u64,
    pub failed: u64,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
    }
}

impl Tally {
    fn sum(found: impl Iterator<Item = Self>) -> Option<Self> {
        found.fold(None, |sum, next| {
            let mut sum = sum.unwrap_or_default();
            sum += next;
            Some(sum)
        })
    }

    /// Adds the count of `<number> <word>` if the word is one of the runner's for it.
    fn count(&mut self, number: u64, word: &str) {
        match word {
            "passed" | "flaky" => self.passed += number,
            "failed" | "timed" | "exec" | "interrupted" => self.failed += number,
            _ => {}
        }
    }
}

/// `Summary [   1.060s] 9 tests run: 8 passed (1 slow), 1 failed, 1 timed out, 0 skipped`
pub fn of_nextest(printed: &str) -> Option<Tally> {
    Tally::sum(plain_lines(printed).filter_map(|line| {
        let counts = line.trim_start().strip_prefix("Summary [")?.split_once(" run: ")?.1.to_owned();
        Some(pairs(counts.split(", ")))
    }))
}

/// A test that failed: its program as nextest calls it, and its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedTest {
    pub program: String,
    pub name: String,
}

/// The tests that nextest names below its summary: `FAIL [   0.007s] (1/1) quad::it notify::pushes::sqlite`, or another word
/// such as `TIMEOUT` or `SIGABRT`.
pub fn failed_of_nextest(printed: &str) -> Vec<FailedTest> {
    let lines = plain_lines(printed).skip_while(|line| !line.trim_start().starts_with("Summary ["));
    let named = lines.filter_map(|line| {
        let (word, rest) = line.trim_start().split_once(" [")?;
        let is_verdict = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'-');
        let rest = rest.split_once(']')?.1.trim_start();
        let rest = if rest.starts_with('(') { rest.split_once(')')?.1.trim_start() } else { rest };
        let (program, name) = rest.split_once(' ')?;
        let is_failure = is_verdict && !["PASS", "SLOW", "LEAK", "SKIP", "FLAKY"].contains(&word);
        is_failure.then(|| FailedTest { program: program.to_owned(), name: name.trim().to_owned() })
    });
    named.collect()
}

/// `Tests  1 failed | 11 passed (12)`; not the line about test files.
pub fn of_vitest(printed: &str) -> Option<Tally> {
    Tally::sum(plain_lines(printed).filter_map(|line| {
        let counts = line.trim_start().strip_prefix("Tests  ")?.to_owned();
        Some(pairs(counts.split('|')))
    }))
}

/// `Errors  1 error`: something was thrown outside of every test.
pub fn has_errors_of_vitest(printed: &str) -> bool {
    plain_lines(printed).any(|line| line.trim_start().starts_with("Errors  "))
}

/// Lines of their own: `12 passed (34.5s)`, `1 failed`, `2 flaky`, `1 interrupted`.
pub fn of_playwright(printed: &str) -> Option<Tally> {
    Tally::sum(plain_lines(printed).filter_map(|line| {
        let (number, rest) = line.strip_prefix("  ")?.split_once(' ')?;
        let word = rest.split(' ').next()?;
        let mut tally = Tally::default();
        tally.count(number.parse().ok()?, word);
        (tally != Tally::default()).then_some(tally)
    }))
}

fn pairs<'a>(parts: impl Iterator<Item = &'a str>) -> Tally {
    let mut tally = Tally::default();
    for part in parts {
        let mut words = part.split_whitespace();
        if let (Some(Ok(number)), Some(word)) = (words.next().map(str::parse), words.next()) {
            tally.count(number, word);
        }
    }
    tally
}

/// The lines without colours (escape sequences `ESC [ … letter`).
fn plain_lines(printed: &str) -> impl Iterator<Item = String> {
    printed.lines().map(|line| {
        let mut pieces = line.split('\u{1b}');
        let mut plain = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            let end = piece.find(|letter: char| letter.is_ascii_alphabetic()).map_or(piece.len(), |at| at + 1);
            plain.push_str(&piece[end..]);
        }
        plain
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(passed: u64, failed: u64) -> Tally {
        Tally { passed, failed }
    }

    #[test]
    fn nextest_counts_time_outs_as_failed() {
        let printed = "     Summary [   1.060s] 9/12 tests run: 7 passed (1 slow), 1 failed, 1 timed out, 4 skipped";
        assert_eq!(of_nextest(printed), Some(counts(7, 2)));
        let coloured = "\u{1b}[32;1m     Summary\u{1b}[0m [   0.1s] \u{1b}[1m1\u{1b}[0m test run: \u{1b}[1m1\u{1b}[0m passed, 0 skipped";
        assert_eq!(of_nextest(coloured), Some(counts(1, 0)));
    }

    #[test]
    fn nextest_names_what_failed_below_its_summary() {
        let printed = "        FAIL [   0.005s] (2/3) quad::it notify::a::sqlite\n     Summary [   1.0s] 4 tests run: 1 passed, 2 failed, 1 timed out\n\
             \u{1b}[31m        FAIL\u{1b}[0m [   0.005s] (2/3) quad::it notify::a::sqlite\n     SIGABRT [   0.1s] (3/3) quad-push b\n     \
             TIMEOUT [  60.0s] quad::it c\n        PASS [   0.1s] quad::it d\nerror: test run failed\n";
        let named: Vec<_> = failed_of_nextest(printed).into_iter().map(|one| (one.program, one.name)).collect();
        let wanted = [("quad::it", "notify::a::sqlite"), ("quad-push", "b"), ("quad::it", "c")];
        assert_eq!(named, wanted.map(|(program, name)| (program.to_owned(), name.to_owned())));
    }

    #[test]
    fn vitest_counts_tests_not_files() {
        let printed =
            " Test Files  1 failed | 2 passed (3)\n      Tests  1 failed | 11 passed | 2 skipped (14)\n   Start at  1";
        assert_eq!(of_vitest(printed), Some(counts(11, 1)));
        assert_eq!(of_vitest("Tests  4 passed (4)"), Some(counts(4, 0)));
        assert!(
            has_errors_of_vitest("      Tests  4 passed (4)\n     Errors  1 error\n") && !has_errors_of_vitest(printed)
        );
    }

    #[test]
    fn playwright_sums_its_closing_lines() {
        let printed = "Running 4 tests using 2 workers\n  1 failed\n    [c] › a.spec.ts:3:1 › x\n  1 flaky\n  12 passed (34.5s)\n";
        assert_eq!(of_playwright(printed), Some(counts(13, 1)));
        assert_eq!(of_playwright("Error: No tests found\n"), None);
    }
}
