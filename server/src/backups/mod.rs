//! Backups: the database and the pictures of one moment in one file, made while people go on working, and put back.
//!
//! 1. Whatever was acknowledged before it began is in it; what is in it fits together
//!    (`backup::under_load_nothing_acknowledged_is_missing`).
//! 2. One form for both engines: the database in it is a SQLite file, so that it goes back onto either
//!    (`backup::what_is_put_back_is_what_was_there`, docs/decisions/011).
//! 3. A file that has its name is whole and durable; one that was changed or cut off anywhere is noticed
//!    (`whatever_is_changed_or_missing_is_noticed` in `archive.rs`).
//! 4. Putting back overwrites nothing (`backup::only_an_empty_place_is_filled`), and what fails leaves nothing.
//! 5. Never two at once, whoever asks: a lease in the database (`backup::there_is_one_at_a_time`). While it holds, no picture
//!    is deleted, so that each picture the database shows is found (`backup::a_picture_let_go_meanwhile_is_in_it`).
//! 6. By the clock, where `backup_every` says so; the newest `backup_keep` stay, and one that fails leaves them
//!    (`backup::by_the_clock_the_newest_are_kept`). Each is read again to its end, and how it went is written down for
//!    administrators, who may ask for one (`system::a_backup_is_made_when_asked_for`).

mod archive;
mod jobs;
mod making;
mod model;
mod restoring;
mod store;
mod verifying;

pub use jobs::{KIND, ask, jobs};
pub use making::make;
pub use model::{Manifest, newest_scheduled};
pub use restoring::{Target, restore};
pub use store::{Run, newest_made, newest_run};
pub use verifying::verify;

use std::path::Path;

use sea_orm_migration::MigratorTrait;

use crate::kernel::fail::Fail;
use crate::migrations::Migrations;

/// Says how far it is, in a line for the operator.
pub type Tell<'a> = dyn Fn(&str) + Send + Sync + 'a;

/// The steps of schema that this version knows.
fn known_steps() -> Vec<String> {
    Migrations::migrations().iter().map(|step| step.name().to_owned()).collect()
}

/// For the operator, a refusal is an error like others.
fn plainly(fail: Fail) -> anyhow::Error {
    match fail {
        Fail::Broken(cause) => cause,
        Fail::Refused(refusal) => anyhow::anyhow!("{}", refusal.say),
    }
}

/// The folder a file is in.
fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
