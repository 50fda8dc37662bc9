//! Checkpoints of SQLite beside the writer.
//!
//! By itself SQLite lets the commit that fills the log's thousandth page carry all of them into the file, and every write
//! waits meanwhile; each connection is told to wait much longer with that (open.rs). Here a reading connection carries what
//! is there while the writer goes on, and the writer only the little that came meanwhile: then everything is carried, and
//! the next write begins the log anew. Were it never to be asked, the log would grow for ever under steady writing.
//!
//! It does so while somebody reads in one transaction that does not end: no checkpoint goes past what a reader needs. That is
//! told, once and then at each doubling, and asked for by `Db::health`; the look is made here anyway. So is that for the file itself: of one that
//! was moved, replaced or deleted it is told, and nothing is carried into it.

use std::convert::Infallible;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use sqlx::sqlite::SqlitePool;
use tokio::time::sleep;

use crate::error::DbError;
use crate::open::Db;

/// Between two looks at the log.
const LOOK_EVERY: Duration = Duration::from_millis(250);
/// Before it is tried again after a failure: a full disk fills no log with complaints.
const LOOK_AGAIN: Duration = Duration::from_secs(30);
/// A log this long is carried over, in pages of 4 KiB: what SQLite itself takes unless told otherwise.
const WORTH_IT: i64 = 1000;
/// A log this long, 64 MiB, is no passing state when it stays so for [`HELD_FOR`].
const HELD: i64 = 16_384;
const HELD_FOR: Duration = Duration::from_secs(5);
const PAGE: i64 = 4096;

impl Db {
    /// On SQLite, takes over the checkpoints as long as this is polled.
    pub(crate) async fn make_checkpoints(&self) -> Infallible {
        let mut is_lost = false;
        loop {
            let Err(error) = self.carry_as_needed(&mut is_lost).await;
            if error.is_closed() {
                // The last connection carries what is left.
                return std::future::pending().await;
            }
            // Nothing is lost: the writer does it when the log is long enough.
            tracing::warn!(?error, "a checkpoint failed");
            sleep(LOOK_AGAIN).await;
        }
    }

    async fn carry_as_needed(&self, is_lost: &mut bool) -> Result<Infallible, DbError> {
        let (Some(reader), Some(writer)) = (self.readers().sqlite(), self.writer().sqlite()) else {
            return std::future::pending().await;
        };
        let mut held = Held::default();
        loop {
            sleep(LOOK_EVERY).await;
            if self.is_file_lost(is_lost) {
                continue;
            }
            let (length, carried) = log(&reader, "NOOP").await?;
            if length < WORTH_IT || carried == length {
                self.log_held.store(held.seen(0), Ordering::Relaxed);
                continue;
            }
            let (length, carried) = log(&reader, "PASSIVE").await?;
            // Less than all: a reader still needs an older state, and the writer could do no more.
            let left = if carried < length { length } else { 0 };
            self.log_held.store(held.seen(left), Ordering::Relaxed);
            if carried < length || length < WORTH_IT {
                continue;
            }
            log(&writer, "PASSIVE").await?;
        }
    }

    /// Whether the file is not where it was opened. It is told once, and `/readyz` says it from then on, with nothing written.
    fn is_file_lost(&self, was_lost: &mut bool) -> bool {
        let found = self.write_state.noted(self.write_state.in_place());
        match &found {
            Err(DbError::Unwritable(cause)) if !*was_lost => tracing::error!(%cause, "the database's file is lost"),
            Ok(()) if *was_lost => tracing::info!("the database's file is where it was opened"),
            _ => {}
        }
        *was_lost = found.is_err();
        *was_lost
    }

    /// Bytes of SQLite's log, when it is long and not all of it is in the file; otherwise, and on PostgreSQL, nothing.
    ///
    /// # Errors
    /// As any reading statement.
    pub async fn log_waiting(&self) -> Result<u64, DbError> {
        let Some(reader) = self.readers().sqlite() else { return Ok(0) };
        let (length, carried) = log(&reader, "NOOP").await?;
        Ok(if length >= HELD && carried < length { bytes(length) } else { 0 })
    }
}

/// A log that cannot be carried, since when, and how long it was when that was told.
#[derive(Default)]
struct Held {
    since: Option<Instant>,
    told: i64,
}

impl Held {
    /// Notes how many pages there are that cannot all be carried, and returns the bytes that are worth a word.
    fn seen(&mut self, length: i64) -> u64 {
        if length < HELD {
            if self.told > 0 {
                tracing::info!("the log of the database is carried into its file again");
            }
            *self = Self::default();
            return 0;
        }
        let since = *self.since.get_or_insert_with(Instant::now);
        if since.elapsed() < HELD_FOR {
            return 0;
        }
        if length >= self.told * 2 {
            self.told = length;
            tracing::warn!(
                megabytes = bytes(length) / 1_000_000,
                since_s = since.elapsed().as_secs(),
                "the log of the database grows and cannot be carried into its file: some program reads the database in one long \
                 transaction. Find it (fuser -v quad.db) and end it; a backup under way ends by itself"
            );
        }
        bytes(length)
    }
}

fn bytes(pages: i64) -> u64 {
    (pages * PAGE).unsigned_abs()
}

/// Pages in the log, and how many of them are in the file as well.
async fn log(connection: &SqlitePool, how: &str) -> Result<(i64, i64), DbError> {
    let asked = sqlx::AssertSqlSafe(format!("PRAGMA wal_checkpoint({how})"));
    let (_, length, carried): (i64, i64, i64) = sqlx::query_as(asked).fetch_one(connection).await?;
    Ok((length, carried))
}
