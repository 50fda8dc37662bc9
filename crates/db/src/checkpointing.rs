//! Checkpoints of SQLite beside the writer.
//!
//! By itself SQLite lets the commit that fills the log's thousandth page carry all of them into the file, and every write
//! waits meanwhile; each connection is told to wait much longer with that (open.rs). Here a reading connection carries what
//! is there while the writer goes on, and the writer only the little that came meanwhile: then everything is carried, and
//! the next write begins the log anew. Were it never to be asked, the log would grow for ever under steady writing.

use std::convert::Infallible;
use std::time::Duration;

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

impl Db {
    /// On SQLite, takes over the checkpoints as long as this is polled.
    pub(crate) async fn carry_the_log(&self) -> Infallible {
        loop {
            let Err(error) = self.carry_as_needed().await;
            // Nothing is lost: the writer does it when the log is long enough.
            tracing::warn!(?error, "a checkpoint failed");
            sleep(LOOK_AGAIN).await;
        }
    }

    async fn carry_as_needed(&self) -> Result<Infallible, DbError> {
        let (readers, writer) = (self.readers(), self.writer());
        let (reader, writer) = (readers.get_sqlite_connection_pool(), writer.get_sqlite_connection_pool());
        loop {
            sleep(LOOK_EVERY).await;
            let (length, carried) = log(reader, "NOOP").await?;
            if length < WORTH_IT || carried == length {
                continue;
            }
            let (length, carried) = log(reader, "PASSIVE").await?;
            // Less than all: a reader still needs an older state, and the writer could do no more.
            if carried < length || length < WORTH_IT {
                continue;
            }
            log(writer, "PASSIVE").await?;
        }
    }
}

/// Pages in the log, and how many of them are in the file as well.
async fn log(connection: &SqlitePool, how: &str) -> Result<(i64, i64), DbError> {
    let asked = sqlx::AssertSqlSafe(format!("PRAGMA wal_checkpoint({how})"));
    let (_, length, carried): (i64, i64, i64) = sqlx::query_as(asked).fetch_one(connection).await?;
    Ok((length, carried))
}
