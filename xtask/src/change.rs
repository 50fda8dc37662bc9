//! Change: what the gate asks of the table of authorisation (`server/tests/it/authorisation.rs`). A tenth of its calls, another one for
//! each commit; and every call of the features that the change touches, from where it left the main branch, or, on the main branch
//! itself, of its last day: what goes in together is rarely one commit.
//!
//! A tree without a repository, as an archive has it, has another tenth each day, and nothing is known of what it changes.

use std::collections::BTreeSet;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::workspace::Workspace;

/// Where changes go in.
const MAIN: &str = "origin/main";
/// Seconds before the last commit that count as the change on the main branch itself.
const DAY: i64 = 24 * 60 * 60;
/// Hexadecimal digits that make the number: of one digit, 0 to 5 would come twice as often as 6 to 9.
const DIGITS: usize = 15;

/// Which tenth.
pub fn tenth(workspace: &Workspace) -> u64 {
    let commit = workspace.git(&["rev-parse", "HEAD"]).ok();
    commit.and_then(|commit| number_of(&commit)).unwrap_or_else(days_since_1970) % 10
}

/// Another one for each commit, and the same for the same.
fn number_of(commit: &str) -> Option<u64> {
    u64::from_str_radix(commit.get(..DIGITS)?, 16).ok()
}

fn days_since_1970() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs() / (24 * 60 * 60)
}

/// The features that the change touches, by the names of their folders; changes included that are not committed.
pub fn features(workspace: &Workspace) -> BTreeSet<String> {
    let Some(base) = base(workspace) else { return BTreeSet::new() };
    let changed = workspace.git(&["diff", "--name-only", "--no-renames", &base, "--"]).unwrap_or_default();
    let new = workspace.git(&["ls-files", "--others", "--exclude-standard"]).unwrap_or_default();
    changed.lines().chain(new.lines()).filter_map(feature).map(str::to_owned).collect()
}

/// The commit before the change.
fn base(workspace: &Workspace) -> Option<String> {
    let head = workspace.git(&["rev-parse", "HEAD"]).ok()?;
    let left = workspace.git(&["merge-base", "HEAD", MAIN]).ok().filter(|left| *left != head);
    left.or_else(|| a_day_before(workspace)).or_else(|| workspace.git(&["rev-parse", "--verify", "HEAD~1"]).ok())
}

/// The last commit that is a day older than HEAD.
fn a_day_before(workspace: &Workspace) -> Option<String> {
    let made_at: i64 = workspace.git(&["show", "--no-patch", "--format=%ct", "HEAD"]).ok()?.trim().parse().ok()?;
    let before = format!("--before={}", made_at - DAY);
    workspace.git(&["rev-list", "--max-count=1", &before, "HEAD"]).ok().filter(|commit| !commit.is_empty())
}

/// `clubs` of `features/campus/src/clubs/routes.rs`.
fn feature(path: &str) -> Option<&str> {
    let mut folders = path.strip_prefix("features/")?.split('/');
    let (feature, _file) = (folders.nth(1).filter(|folder| *folder == "src").and(folders.next())?, folders.next()?);
    Some(feature)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::process::Command;

    use sha2::{Digest, Sha256};

    use super::*;

    fn git(folder: &Path, words: &str) {
        let mut command = Command::new("git");
        command.current_dir(folder).args([
            "-c",
            "user.name=A",
            "-c",
            "user.email=a@example",
            "-c",
            "commit.gpgsign=false",
        ]);
        let output = command.args(words.split(' ')).output().unwrap();
        assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
    }

    fn commit(folder: &Path, path: &str) {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "changed").unwrap();
        git(folder, "add --all");
        git(folder, "commit --quiet --message=x");
    }

    /// Makes the last commit one of so many hours after the first moment of 2026.
    fn date(folder: &Path, hours: i64) {
        let mut command = Command::new("git");
        command.current_dir(folder).env("GIT_COMMITTER_DATE", format!("{} +0000", 1_767_225_600 + hours * 3600));
        command.args(["-c", "user.name=A", "-c", "user.email=a@example", "-c", "commit.gpgsign=false"]);
        assert!(command.args(["commit", "--quiet", "--amend", "--no-edit"]).status().unwrap().success());
    }

    #[test]
    fn each_tenth_comes_as_often_as_any_other() {
        let mut times = [0_u32; 10];
        for number in 0..10_000_u32 {
            let commit = hex::encode(Sha256::digest(number.to_be_bytes()));
            times[usize::try_from(number_of(&commit).unwrap() % 10).unwrap()] += 1;
        }
        assert!(times.iter().all(|count| (850..1150).contains(count)), "{times:?}");
        assert_eq!(number_of("7c9ac20"), None);
    }

    #[test]
    fn a_tree_without_a_repository_has_another_tenth_each_day() {
        let folder = tempfile::tempdir().unwrap();
        let workspace = Workspace::of_folder(folder.path());
        let (before, tenth, after) = (days_since_1970() % 10, tenth(&workspace), days_since_1970() % 10);
        assert!(tenth == before || tenth == after, "{before} {tenth} {after}");
        assert!(features(&workspace).is_empty());
    }

    #[test]
    fn the_features_of_a_change_are_those_since_it_left_main() {
        let folder = tempfile::tempdir().unwrap();
        let (root, workspace) = (folder.path(), Workspace::of_folder(folder.path()));
        let names = || features(&workspace).into_iter().collect::<Vec<_>>().join(" ");
        git(root, "init --quiet");
        commit(root, "features/contests/src/polls/model.rs");
        assert_eq!(names(), "", "the first commit has none before it");
        git(root, "update-ref refs/remotes/origin/main HEAD");
        commit(root, "features/campus/src/clubs/store/rows.rs");
        commit(root, "features/contests/src/attempts/model.rs");
        commit(root, "features/people/src/lib.rs");
        commit(root, "docs/notes.md");
        assert_eq!(names(), "attempts clubs");
        fs::create_dir_all(root.join("features/people/src/notify")).unwrap();
        fs::write(root.join("features/people/src/notify/new.rs"), "").unwrap();
        assert_eq!(names(), "attempts clubs notify");
        commit(root, "features/campus/src/events/model.rs");
        git(root, "update-ref refs/remotes/origin/main HEAD");
        assert_eq!(names(), "events notify", "on a main branch that is no day old it is the last commit");
        fs::rename(root.join("features/contests/src/polls/model.rs"), root.join("docs/model.rs")).unwrap();
        git(root, "add --all");
        assert_eq!(names(), "events notify polls", "what left a feature changed it");
    }
    #[test]
    fn on_the_main_branch_the_features_are_those_of_its_last_day() {
        let folder = tempfile::tempdir().unwrap();
        let (root, workspace) = (folder.path(), Workspace::of_folder(folder.path()));
        git(root, "init --quiet");
        for (hours, path) in [
            (0, "features/contests/src/polls/model.rs"),
            (1, "features/campus/src/galleries/model.rs"),
            (20, "features/campus/src/clubs/model.rs"),
            (24, "features/contests/src/attempts/model.rs"),
            (25, "docs/notes.md"),
        ] {
            commit(root, path);
            date(root, hours);
        }
        git(root, "update-ref refs/remotes/origin/main HEAD");
        assert_eq!(features(&workspace).into_iter().collect::<Vec<_>>(), ["attempts", "clubs"]);
    }
}
