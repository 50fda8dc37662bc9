//! Backups: the database and the pictures of one moment in one file, made while people go on working; and restores.
//!
//! 1. Whatever was acknowledged before it began is in it; what is in it fits together
//!    (`backup::under_load_nothing_acknowledged_is_missing`).
//! 2. One form for both engines: the database in it is a SQLite file, so that it goes back onto either
//!    (`backup::what_is_put_back_is_what_was_there`, docs/decisions/011).
//! 3. A file that has its name is whole and durable; one that was changed or cut off anywhere is noticed
//!    (`whatever_is_changed_or_missing_is_noticed` in `archive.rs`).
//! 4. Putting back overwrites nothing (`backup::only_an_empty_place_is_filled`), and what fails leaves nothing, also where the
//!    store of pictures does not keep what it is given (`buckets::a_backup_takes_them_along`). What is cut off is taken away by
//!    the same command given again (`restores::cut_off_it_is_done_again`). Nobody uses the place meanwhile
//!    (`restores::racing_a_restore_against_servers`).
//! 5. Never two at once, whoever asks: a lease in the database (`backup::there_is_one_at_a_time`). While it holds, no picture
//!    is deleted, so that each picture the database shows is found (`backup::a_picture_let_go_meanwhile_is_in_it`). Where one is
//!    missing, or its store hands out something else, there is no backup, and earlier ones stay
//!    (`buckets::a_backup_that_lacks_a_picture_fails_and_replaces_nothing`).
//! 6. By the clock, where `backup_every` says so; the newest `backup_keep` stay, and one that fails leaves them
//!    (`backup::by_the_clock_the_newest_are_kept`). Each is read again to its end, and how it went is written down for
//!    administrators, who may ask for one (`system::a_backup_is_made_when_asked_for`). One made by hand is written down as well.
//! 7. Of those that were made and cannot be read again one is kept, and the pause before the next grows up to a day, so that they do not
//!    fill the disk (`backup::those_that_cannot_be_read_again_do_not_pile_up`).

mod archive;
mod create_backup;
mod jobs;
mod model;
mod restore_backup;
mod restore_folder;
mod store;
mod verify_backup;

pub use create_backup::{BackupUnderway, IncompleteBackup, MissingPictures, make, make_unless};
pub use jobs::{KIND, ask, jobs, paused_until};
pub use model::{Manifest, Scheduled};
pub use restore_backup::{Target, restore};
pub use restore_folder::refuse_half_restored;
pub use store::{Run, forget_processes, newest_by_the_clock, newest_made, newest_run};
pub use verify_backup::verify;

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use anyhow::Context;
use quad_db::MigrationList as _;
use quad_db::{Db, DbError};

use quad_migrations::Migrations;

/// Says how far it is, in a line for the operator.
pub type Tell<'a> = dyn Fn(&str) + Send + Sync + 'a;

/// Writes down how a backup went, for administrators.
///
/// # Errors
/// [`DbError`] of the database.
pub async fn note(db: &Db, run: Run) -> Result<(), DbError> {
    let mut tx = db.begin().await?;
    store::note(&mut tx, run).await?;
    tx.commit().await
}

/// The steps of schema that this version knows.
fn known_steps() -> Vec<String> {
    Migrations::steps().iter().map(|step| step.name.to_owned()).collect()
}

/// The folder a file is in.
fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Longer than any backup takes: what has not been touched since was left by one that was killed.
const ABANDONED_AFTER: Duration = Duration::from_hours(24);

/// A folder inside `folder` to pack in, gone when dropped: in the same file system as what comes of it, and for
/// nobody else to look into. What others left there that were killed is removed.
fn workshop(folder: &Path, prefix: &str) -> anyhow::Result<tempfile::TempDir> {
    sweep(folder, prefix);
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    builder.tempdir_in(folder).with_context(|| format!("cannot write to {}", folder.display()))
}

#[expect(clippy::disallowed_methods, reason = "files are dated by the system's clock")]
fn sweep(folder: &Path, prefix: &str) {
    let touched = |path: &Path| fs::metadata(path).and_then(|found| found.modified());
    let inside = |path: &Path| fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path());
    for left in inside(folder).filter(|path| path.file_name().is_some_and(|name| starts(name, prefix))) {
        let newest = inside(&left).chain([left.clone()]).filter_map(|path| touched(&path).ok()).max();
        let age = newest.and_then(|newest| SystemTime::now().duration_since(newest).ok());
        if age.is_some_and(|age| age > ABANDONED_AFTER) {
            match fs::remove_dir_all(&left) {
                Ok(()) => tracing::info!(folder = %left.display(), "removed what a killed backup left"),
                Err(error) => {
                    tracing::warn!(folder = %left.display(), %error, "what a killed backup left stays");
                }
            }
        }
    }
}

fn starts(name: &std::ffi::OsStr, prefix: &str) -> bool {
    name.to_str().is_some_and(|name| name.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::disallowed_methods, reason = "files are dated by the system's clock")]
    fn what_a_killed_one_left_is_removed_when_it_is_old() {
        let folder = tempfile::tempdir().expect("a folder");
        let make = |name: &str, hours: u64| {
            let path = folder.path().join(name);
            fs::create_dir(&path).expect("made");
            fs::write(path.join("quad.db"), "hashes").expect("written");
            let then = SystemTime::now() - Duration::from_hours(hours);
            for one in [path.join("quad.db"), path.clone()] {
                fs::File::open(one).and_then(|file| file.set_modified(then)).expect("dated");
            }
            path
        };
        let (old, young, other) = (make(".quad-backup-a", 25), make(".quad-backup-b", 23), make("pictures", 99));
        let own = workshop(folder.path(), ".quad-backup-").expect("made");
        assert_eq!([&old, &young, &other].map(|path| path.exists()), [false, true, true]);
        #[cfg(unix)]
        {
            let mode = std::os::unix::fs::PermissionsExt::mode(&fs::metadata(own.path()).expect("there").permissions());
            assert_eq!(mode & 0o777, 0o700);
        }
        drop(own);
    }
}
