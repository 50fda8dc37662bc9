//! Flaky tests: those that failed, were tried once more alone, and passed. Every runner writes their names into one file
//! (`QUAD_FLAKY`), the run ends with them, and `flaky.tsv` in the target folder keeps them with date and commit. A name that comes
//! three times is a defect to mend before anything else.

use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::workspace::{self, Workspace};

/// Names the file to the runners; a row is the kind of test, a tab, and the name.
const FILE: &str = "QUAD_FLAKY";

fn of_this_run(workspace: &Workspace) -> PathBuf {
    workspace.target.join("flaky-now.tsv")
}

/// A run begins: what the last one wrote goes.
pub fn begin(workspace: &Workspace) {
    let _ = fs::remove_file(of_this_run(workspace));
}

/// Tells a runner to try once more what failed, as it does for `CI`, and where to write which it was.
pub fn told(workspace: &Workspace, command: &mut Command) {
    command.env("CI", "true").env(FILE, of_this_run(workspace));
}

/// A test that passed when it was tried once more.
pub fn add(workspace: &Workspace, kind: &str, name: &str) -> Result<()> {
    let path = of_this_run(workspace);
    let mut file =
        OpenOptions::new().create(true).append(true).open(&path).context("opening the list of flaky tests")?;
    writeln!(file, "{kind}\t{name}").context("writing the list of flaky tests")
}

/// Ends a run: prints its names, and keeps them.
pub fn finish(workspace: &Workspace) {
    let Ok(rows) = fs::read_to_string(of_this_run(workspace)) else { return };
    let date = workspace::today().unwrap_or_default();
    let commit = workspace.commit().unwrap_or_default();
    let kept = workspace.target.join("flaky.tsv");
    let before = fs::read_to_string(&kept).unwrap_or_default();
    let (told, rows) = summary(&rows, &before, &date, &commit);
    print!("{told}");
    if let Err(error) = fs::write(&kept, before + &rows) {
        println!("{} could not be written: {error}", kept.display());
    }
}

/// What is printed of a run's rows, and the rows to keep.
fn summary(rows: &str, before: &str, date: &str, commit: &str) -> (String, String) {
    let (mut told, mut kept) = (String::new(), String::new());
    for (kind, name) in rows.lines().filter_map(|row| row.split_once('\t')) {
        let earlier = before.lines().filter(|row| row.ends_with(&format!("\t{kind}\t{name}"))).count();
        let again = if earlier > 0 { format!(", as {earlier} times before") } else { String::new() };
        let _ = writeln!(told, "Flaky: {name}{again}");
        let _ = writeln!(kept, "{date}\t{commit}\t{kind}\t{name}");
    }
    (told, kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_and_kept_with_date_and_commit() {
        let before = "2026-11-01\tabc\trust\tquad::it notify::x\n";
        let (told, kept) = summary("rust\tquad::it notify::x\nweb\ta.test.ts › b\n", before, "2026-11-02", "def");
        assert_eq!(told, "Flaky: quad::it notify::x, as 1 times before\nFlaky: a.test.ts › b\n");
        assert_eq!(kept, "2026-11-02\tdef\trust\tquad::it notify::x\n2026-11-02\tdef\tweb\ta.test.ts › b\n");
        assert_eq!(summary("", before, "", ""), (String::new(), String::new()));
    }
}
