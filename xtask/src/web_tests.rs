//! Web tests: Vitest over the client's unit tests. Vitest itself tries nothing again: files with a test that failed run once more when
//! the others are done, with one worker; what passes then is told as flaky (flaky_tests.rs). Where the first verdict counts
//! (first_verdicts.rs) nothing is tried again.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::tally::{self, Tally};
use crate::workspace::Workspace;
use crate::{first_verdicts, flaky_tests, process};

/// A file below `web` that failed, and the names of its tests that did: none where it failed before its tests.
#[derive(Debug, PartialEq, Eq)]
struct FailedFile {
    path: String,
    tests: Vec<String>,
}

impl FailedFile {
    fn names(&self) -> Vec<String> {
        if self.tests.is_empty() {
            return vec![self.path.clone()];
        }
        self.tests.iter().map(|test| format!("{} › {test}", self.path)).collect()
    }
}

/// All of them.
pub fn run(workspace: &Workspace) -> Result<(Result<()>, Tally)> {
    let told = workspace.target.join("web-tests.json");
    twice(workspace, &told, || {
        let mut command = workspace.npm("web");
        command.args(["run", "--silent", "test", "--", "--reporter=default", "--reporter=json"]);
        command.arg(format!("--outputFile.json={}", told.display()));
        // A test that is marked `only` fails then, and no snapshot is written.
        command.env("CI", "true");
        command
    })
}

/// Runs all tests; of what failed, as Vitest writes it into the file `told`, the files run once more, alone.
fn twice(workspace: &Workspace, told: &Path, run: impl Fn() -> Command) -> Result<(Result<()>, Tally)> {
    let _ = fs::remove_file(told);
    let (verdict, printed) = process::shown_and_kept(run())?;
    let tally = tally::of_vitest(&printed);
    let verdict = verdict.and_then(|()| tally.map(|_| ()).context("the runner printed no count of its tests"));
    let tally = tally.unwrap_or_default();
    if verdict.is_ok() || process::is_over() || process::interrupted() {
        return Ok((verdict, tally));
    }
    let text = fs::read_to_string(told).unwrap_or_default();
    let failed = failed_files(&text, &workspace.root.join("web"));
    if !may_be_tried_again(&failed, tally, &printed) {
        return Ok((verdict, tally));
    }
    let names: Vec<String> = failed.iter().flat_map(FailedFile::names).collect();
    println!("\nTrying once more, alone: {}.", names.join(", "));
    let mut command = run();
    command.args(["--maxWorkers=1", "--no-file-parallelism"]).args(failed.iter().map(|file| &file.path));
    let (again, printed) = process::shown_and_kept(command)?;
    let second = tally::of_vitest(&printed).unwrap_or_default();
    if again.is_err() || second.passed < tally.failed.max(1) {
        return Ok((verdict, tally));
    }
    for name in names {
        flaky_tests::add(workspace, "web", &name)?;
    }
    Ok((Ok(()), Tally { passed: tally.passed + tally.failed, failed: 0 }))
}

/// What Vitest's reporter `json` wrote; nothing where it wrote none.
fn failed_files(text: &str, web: &Path) -> Vec<FailedFile> {
    let report: Value = serde_json::from_str(text).unwrap_or_default();
    let has_failed = |one: &&Value| one["status"] == "failed";
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let name = |test: &Value| {
        let words = test["fullName"].as_str().unwrap_or_default().split_whitespace();
        words.collect::<Vec<_>>().join(" ")
    };
    let files = list(&report["testResults"]);
    let failed = files.iter().filter(has_failed).map(|file| {
        let path = PathBuf::from(file["name"].as_str().unwrap_or_default());
        let path = path.strip_prefix(web).unwrap_or(&path).to_string_lossy().into_owned();
        FailedFile { path, tests: list(&file["assertionResults"]).iter().filter(has_failed).map(name).collect() }
    });
    failed.collect()
}

fn may_be_tried_again(failed: &[FailedFile], tally: Tally, printed: &str) -> bool {
    let tests: usize = failed.iter().map(|file| file.tests.len()).sum();
    // What is counted without a name, or thrown outside of a test, is not known to be one that may be tried again.
    tests as u64 == tally.failed
        && !tally::has_errors_of_vitest(printed)
        && (1..=first_verdicts::MOST_TRIED_AGAIN).contains(&failed.len())
        && tests <= first_verdicts::MOST_TRIED_AGAIN
        && !failed.iter().any(|file| first_verdicts::counts_on_web(&file.path))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(web: &Path, file: &str, test: &str) -> String {
        let name = web.join(file);
        let test = serde_json::json!({ "fullName": test, "status": "failed" });
        let steady = serde_json::json!({ "fullName": "steady", "status": "passed" });
        let file = serde_json::json!({ "name": name, "status": "failed", "assertionResults": [steady, test] });
        let other =
            serde_json::json!({ "name": web.join("src/b.test.ts"), "status": "passed", "assertionResults": [] });
        serde_json::json!({ "testResults": [file, other] }).to_string()
    }

    #[test]
    fn files_that_failed_are_named_with_their_tests() {
        let web = Path::new("/tree/web");
        let found = failed_files(&report(web, "src/a.test.ts", "on two\n  lines"), web);
        assert_eq!(found, [FailedFile { path: "src/a.test.ts".to_owned(), tests: vec!["on two lines".to_owned()] }]);
        assert_eq!(found[0].names(), ["src/a.test.ts › on two lines"]);
        assert_eq!(failed_files("", web), []);
        let unread =
            r#"{ "testResults": [{ "name": "/tree/web/src/c.test.ts", "status": "failed", "assertionResults": [] }] }"#;
        assert_eq!(failed_files(unread, web)[0].names(), ["src/c.test.ts"]);
    }

    /// Runs a runner whose test fails beside the others and passes alone with one worker; gives the verdict, and what was told.
    #[cfg(unix)]
    fn tried(file: &str, first: &str) -> (bool, Tally, String) {
        let folder = tempfile::tempdir().unwrap();
        let workspace = Workspace::of_folder(folder.path());
        fs::create_dir_all(&workspace.target).unwrap();
        let told = workspace.target.join("web-tests.json");
        let json = report(&workspace.root.join("web"), file, "a fails");
        let script = format!(
            "case \"$*\" in *'--maxWorkers=1 --no-file-parallelism {file}') echo ' Tests  2 passed (2)';;
             *) cp \"$0\" '{}'; printf ' Tests  1 failed | 8 passed (9)\\n{first}'; exit 1;; esac",
            told.display()
        );
        let kept = folder.path().join("kept.json");
        fs::write(&kept, json).unwrap();
        let run = || {
            let mut command = Command::new("sh");
            command.args(["-c", &script]).arg(&kept);
            command
        };
        let (verdict, tally) = twice(&workspace, &told, run).unwrap();
        (verdict.is_ok(), tally, fs::read_to_string(workspace.target.join("flaky-now.tsv")).unwrap_or_default())
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_failed_is_tried_again_alone_and_told() {
        let (passed, failed) = (Tally { passed: 9, failed: 0 }, Tally { passed: 8, failed: 1 });
        let flaky = "web\tsrc/ui/ui.test.tsx › a fails\n";
        assert_eq!(tried("src/ui/ui.test.tsx", ""), (true, passed, flaky.to_owned()));
        for file in [
            "src/features/attempts/outbox.test.ts",
            "src/features/payments/checkout.test.ts",
            "src/api/session.test.tsx",
        ] {
            assert_eq!(tried(file, ""), (false, failed, String::new()), "{file}");
        }
        // An error that no test threw may belong to any file.
        assert_eq!(tried("src/ui/ui.test.tsx", "     Errors  1 error\\n"), (false, failed, String::new()));
    }

    /// At once the machine is as busy as a moment before, and files whose first verdict counts would be tried again too.
    #[test]
    fn vitest_itself_tries_nothing_again() {
        let config = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../web/vite.config.ts")).unwrap();
        assert!(!config.contains("retry:"));
    }
}
