//! Read-only state: a database answers but takes no writes: a full disk, a PostgreSQL that became a standby, a SQLite file that is no longer
//! where it was opened.
//!
//! The write that fails says so, and it is remembered; whoever asks later is told without a write of their own. Once a second
//! at most a question tries a write that changes nothing, and so the memory ends by itself.

use std::time::{Duration, Instant};

use crate::error::DbError;
use crate::open::{Db, Engine};
use crate::sql::sql;

/// Between two tries.
const TRY_EVERY: Duration = Duration::from_secs(1);

impl Db {
    /// Whether writes are taken, as far as anybody knows. Costs nothing as long as none was refused.
    ///
    /// # Errors
    /// [`DbError::Unwritable`] while they are refused; otherwise as any statement.
    pub async fn takes_writes(&self) -> Result<(), DbError> {
        let Some(last) = self.write_state.since() else { return Ok(()) };
        if last.elapsed() < TRY_EVERY {
            return Err(refused("a write was refused a moment ago"));
        }
        // Whoever asks meanwhile is told what is known.
        self.write_state.set(Some(Instant::now()));
        self.write_nothing().await?;
        self.write_state.set(None);
        tracing::info!("the database takes writes again");
        Ok(())
    }

    /// A write that reaches the disk and changes nothing.
    async fn write_nothing(&self) -> Result<(), DbError> {
        let mut tx = self.begin().await?;
        match self.engine {
            Engine::Sqlite => {
                let version: Option<i64> =
                    sql("SELECT user_version AS value FROM pragma_user_version").value(&tx).await?;
                sql(format!("PRAGMA user_version = {}", version.unwrap_or_default())).run(&mut tx).await?;
            }
            Engine::Postgres => {
                // The message itself would be taken by a session that may only read.
                let read_only =
                    sql("SELECT current_setting('transaction_read_only') AS value").value::<String>(&tx).await?;
                if read_only.as_deref() == Some("on") {
                    return Err(refused("the server takes no writes"));
                }
                sql("SELECT CAST(pg_logical_emit_message(TRUE, 'quad', '') AS TEXT) AS value")
                    .value::<String>(&tx)
                    .await?;
            }
        }
        tx.commit().await
    }
}

fn refused(why: &'static str) -> DbError {
    DbError::Unwritable(sqlx::Error::Io(std::io::Error::new(std::io::ErrorKind::ReadOnlyFilesystem, why)))
}
