//! System status, as administrators see it: processes, disk space, backups, errors.

use std::path::{Path, PathBuf};

use quad_jobs::{Filter, State};

use crate::backups::{self, Run};
use quad_contests::ContestsState;
use quad_kernel::clock::Time;
use quad_kernel::error::{Error, Result};
use quad_people::pictures;

use super::model::{ErrorLine, Place, Process, due_after};
use super::store;

/// So many lines are shown.
const LINES: i64 = 50;

/// All of it.
pub(super) struct System {
    pub now: Time,
    /// This process among them.
    pub origin: String,
    pub processes: Vec<Process>,
    pub engine: &'static str,
    pub database_bytes: i64,
    /// Bytes of SQLite's log that wait for a reader to end; none when all is well.
    pub log_held_bytes: u64,
    pub pictures: i64,
    pub picture_bytes: i64,
    pub rooms: Vec<Room>,
    pub backup: BackupStatus,
    pub errors: Vec<(ErrorLine, Option<Place>)>,
}

/// A place on a disk of the machine that answers.
pub(super) struct Room {
    pub holds: &'static str,
    pub folder: PathBuf,
    /// None where the machine does not say.
    pub free: Option<u64>,
}

/// How it stands with backups.
pub(super) struct BackupStatus {
    pub folder: PathBuf,
    /// They are made by the clock.
    pub by_the_clock: bool,
    pub newest: Option<Run>,
    /// The last try, where it made none.
    pub failed: Option<Run>,
    pub due_at: Option<Time>,
    /// One was asked for and has not ended.
    pub under_way: bool,
}

/// Looks at everything.
pub(super) async fn read(app: &ContestsState) -> Result<System> {
    let (pictures, picture_bytes) = pictures::stored_totals(&app.db).await?;
    let backup = backup(app).await?;
    let folders = folders(app, &backup.folder);
    let (now, mut processes) = (app.clock.now(), store::processes(&app.db).await?);
    // Those that are gone come last.
    processes.sort_by_key(|process| !process.runs(now));
    // A disk may be slow to answer.
    let rooms = tokio::task::spawn_blocking(|| folders.into_iter().map(room).collect()).await;
    Ok(System {
        now,
        origin: app.peers.origin().to_owned(),
        processes,
        engine: match app.db.engine() {
            quad_db::Engine::Sqlite => "SQLite",
            quad_db::Engine::Postgres => "PostgreSQL",
        },
        database_bytes: store::size(&app.db).await?,
        log_held_bytes: app.db.health().log_held,
        pictures,
        picture_bytes,
        rooms: rooms.map_err(|error| Error::Internal(error.into()))?,
        backup,
        errors: store::lines(&app.db, LINES).await?,
    })
}

fn folders(app: &ContestsState, backups: &Path) -> Vec<(&'static str, PathBuf)> {
    let mut all = vec![("data", app.settings.data_dir.clone()), ("backups", backups.to_owned())];
    if let Some(pictures) = app.pictures.folder() {
        all.push(("pictures", pictures.to_owned()));
    }
    all
}

fn room((holds, folder): (&'static str, PathBuf)) -> Room {
    // What is not there yet will be made where its folder is.
    let there = folder.ancestors().find(|folder| folder.exists()).unwrap_or(Path::new("/"));
    let free = rustix::fs::statvfs(there).ok().map(|found| found.f_bavail.saturating_mul(found.f_frsize));
    Room { holds, folder, free }
}

async fn backup(app: &ContestsState) -> Result<BackupStatus> {
    let newest = backups::newest_made(&app.db).await?;
    let last = backups::newest_run(&app.db).await?;
    let mut under_way = 0;
    for state in [State::Waiting, State::Running] {
        let asked = Filter { state: Some(state), kind: Some(backups::KIND.to_owned()) };
        under_way += quad_jobs::count(&app.db, &asked).await?;
    }
    let every = app.settings.backs_up_every();
    let begun = backups::newest_by_the_clock(&app.db).await?;
    let now = app.clock.now();
    let paused_until = backups::paused_until(&app.db, now).await?.unwrap_or(now);
    Ok(BackupStatus {
        folder: app.settings.backup_folder(),
        by_the_clock: every.is_some(),
        failed: last.filter(|run| run.why.is_some()),
        due_at: every.map(|every| due_after(begun, every, now).max(paused_until)),
        newest,
        under_way: under_way > 0,
    })
}
