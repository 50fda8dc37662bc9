//! JSON of the system status.

use serde::Serialize;
use utoipa::ToSchema;

use crate::backups::Run;
use quad_kernel::clock::Time;

use super::model::{ErrorLine, Place, Process};
use super::system_status::{BackupStatus, Room, System};

/// The installation: what runs, how much room there is, how it stands with backups, what went wrong.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SystemOut {
    success: bool,
    server_now: String,
    processes: Vec<ProcessOut>,
    storage: StorageOut,
    backup: BackupOut,
    /// The newest first.
    errors: Vec<ErrorLineOut>,
}

/// A process that runs, or did a moment ago.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ProcessOut {
    id: String,
    /// `serve` or `worker`.
    does: String,
    /// The machine's name; empty where it is not known.
    host: String,
    pid: i64,
    version: String,
    began_at: String,
    seen_at: String,
    /// It was seen as lately as one that runs is.
    runs: bool,
    /// It gave this answer.
    answers: bool,
}

/// What is kept, and how much room is left.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StorageOut {
    engine: &'static str,
    database_bytes: i64,
    /// Of SQLite's log, when it has grown for a while because some program reads in one long transaction; otherwise 0.
    log_held_bytes: u64,
    pictures: i64,
    picture_bytes: i64,
    /// On the machine that gave this answer.
    rooms: Vec<RoomOut>,
}

/// A folder and the room on its disk.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RoomOut {
    /// `data`, `backups` or `pictures`.
    holds: &'static str,
    folder: String,
    /// None where the machine does not say.
    free_bytes: Option<u64>,
}

/// How it stands with backups.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BackupOut {
    folder: String,
    /// They are made by the clock.
    by_the_clock: bool,
    /// The newest that was made.
    newest: Option<BackupRunOut>,
    /// The last try, where it went wrong.
    failed: Option<BackupRunOut>,
    /// When the next one is due, by the clock.
    due_at: Option<String>,
    /// One was asked for and has not ended.
    under_way: bool,
}

/// How one backup went.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BackupRunOut {
    began_at: String,
    file: String,
    /// None when it was not made.
    bytes: Option<i64>,
    /// When it was read again and found whole.
    verified_at: Option<String>,
    /// What went wrong.
    why: Option<String>,
}

/// A line of the log that tells of an error.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ErrorLineOut {
    at: String,
    /// The part of the program.
    place: String,
    said: String,
    /// The machine and the process that said so, as long as it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    host: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pid: Option<i64>,
}

impl From<System> for SystemOut {
    fn from(system: System) -> Self {
        let System {
            now,
            origin,
            processes,
            engine,
            database_bytes,
            log_held_bytes,
            pictures,
            picture_bytes,
            rooms,
            backup,
            errors,
        } = system;
        Self {
            success: true,
            server_now: now.to_rfc3339(),
            processes: processes.into_iter().map(|process| ProcessOut::new(process, &origin, now)).collect(),
            storage: StorageOut {
                engine,
                database_bytes,
                log_held_bytes,
                pictures,
                picture_bytes,
                rooms: rooms.into_iter().map(RoomOut::from).collect(),
            },
            backup: backup.into(),
            errors: errors.into_iter().map(ErrorLineOut::from).collect(),
        }
    }
}

impl ProcessOut {
    fn new(process: Process, origin: &str, now: Time) -> Self {
        Self {
            runs: process.runs(now),
            answers: process.origin == origin,
            id: process.origin,
            does: process.does,
            host: process.host,
            pid: process.pid,
            version: process.version,
            began_at: process.began_at.to_rfc3339(),
            seen_at: process.seen_at.to_rfc3339(),
        }
    }
}

impl From<Room> for RoomOut {
    fn from(room: Room) -> Self {
        Self { holds: room.holds, folder: room.folder.display().to_string(), free_bytes: room.free }
    }
}

impl From<BackupStatus> for BackupOut {
    fn from(backup: BackupStatus) -> Self {
        Self {
            folder: backup.folder.display().to_string(),
            by_the_clock: backup.by_the_clock,
            newest: backup.newest.map(BackupRunOut::from),
            failed: backup.failed.map(BackupRunOut::from),
            due_at: backup.due_at.map(Time::to_rfc3339),
            under_way: backup.under_way,
        }
    }
}

impl From<Run> for BackupRunOut {
    fn from(run: Run) -> Self {
        Self {
            began_at: run.began_at.to_rfc3339(),
            file: run.file,
            bytes: run.bytes,
            verified_at: run.verified_at.map(Time::to_rfc3339),
            why: run.why,
        }
    }
}

impl From<(ErrorLine, Option<Place>)> for ErrorLineOut {
    fn from((line, of): (ErrorLine, Option<Place>)) -> Self {
        let (host, pid) = of.map(|of| (of.host, of.pid)).unzip();
        Self { at: line.at.to_rfc3339(), place: line.place, said: line.said, host, pid }
    }
}
