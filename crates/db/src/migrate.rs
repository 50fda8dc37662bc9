//! Migrations under a lock. SeaORM takes none: several processes booting on one empty database crashed each other.

use std::fs::File;
use std::path::{Path, PathBuf};

use sea_orm::FromQueryResult;
use sea_orm_migration::MigratorTrait;
use sqlx::{Connection, PgConnection};

use crate::error::DbError;
use crate::filling::RESTORE;
use crate::open::{Db, Engine, MigrationLock};
use crate::planted;
use crate::sql::sql;
use crate::tables::UNDER_WAY;

/// Any fixed number will do, as long as every version of Quad uses the same one.
const ADVISORY_KEY: i64 = 0x5155_4144;

/// How far a database's schema is, measured by the steps this binary knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schema {
    /// Steps it has, in their order; empty for an empty database.
    pub applied: Vec<String>,
    /// Steps it still needs.
    pub pending: Vec<String>,
    /// Steps it has that this binary does not know: a newer one wrote it.
    pub unknown: Vec<String>,
}

impl Schema {
    /// Refuses a database that a newer binary wrote: what this one writes might break rules it does not know.
    ///
    /// # Errors
    /// [`DbError::Unusable`] with a sentence for the operator.
    pub fn refuse_newer(&self) -> Result<(), DbError> {
        let Some(first) = self.unknown.first() else { return Ok(()) };
        Err(DbError::Unusable(format!(
            "a newer version has written this database (it has the step {first}, which this version does not know). \
            Nothing was changed. Use that version, or go back to a backup made before it"
        )))
    }
}

#[derive(FromQueryResult)]
struct StepRow {
    version: String,
}

impl Db {
    /// How far the schema is. Changes nothing.
    ///
    /// # Errors
    /// [`DbError::Unusable`] when a transfer or a restore into this database has not ended; otherwise as any reading statement.
    pub async fn schema<M: MigratorTrait>(&self) -> Result<Schema, DbError> {
        self.refuse_half().await?;
        self.steps::<M>().await
    }

    /// Refuses the target of a transfer or a restore that has not ended: it lacks rows and keys.
    pub(crate) async fn refuse_half(&self) -> Result<(), DbError> {
        let said = match self.half().await? {
            None => return Ok(()),
            Some(true) => {
                "a backup was being put back into this database and that has not ended, so it is not whole. Run the same \
                quad restore again: it begins anew. Or empty this database"
            }
            Some(false) => {
                "a transfer into this database has not ended, so it is not whole. Run the same quad transfer again: it \
                goes on where it stopped. Or empty this database"
            }
        };
        Err(DbError::Unusable(said.into()))
    }

    /// Whether this is the target of something that has not ended: of a restore (true), or of a transfer.
    pub(crate) async fn half(&self) -> Result<Option<bool>, DbError> {
        let mark = sql(match self.engine {
            Engine::Sqlite => format!("SELECT COUNT(*) AS value FROM sqlite_schema WHERE name = '{UNDER_WAY}'"),
            Engine::Postgres => format!("SELECT CAST(COUNT(to_regclass('{UNDER_WAY}')) AS BIGINT) AS value"),
        });
        if mark.value::<i64>(self).await? == Some(0) {
            return Ok(None);
        }
        let restore = sql(format!("SELECT COUNT(*) AS value FROM {UNDER_WAY} WHERE kind = '{RESTORE}'"));
        Ok(Some(restore.value::<i64>(self).await? != Some(0)))
    }

    /// [`Db::schema`], whether or not a transfer has ended.
    pub(crate) async fn steps<M: MigratorTrait>(&self) -> Result<Schema, DbError> {
        let begun = sql(match self.engine {
            Engine::Sqlite => "SELECT COUNT(*) AS value FROM sqlite_schema WHERE name = 'seaql_migrations'",
            Engine::Postgres => "SELECT CAST(COUNT(to_regclass('seaql_migrations')) AS BIGINT) AS value",
        });
        let applied: Vec<String> = if begun.value::<i64>(self).await? == Some(0) {
            Vec::new()
        } else {
            let rows = sql("SELECT version FROM seaql_migrations ORDER BY version").all::<StepRow>(self).await?;
            rows.into_iter().map(|row| row.version).collect()
        };
        let known: Vec<String> = M::migrations().iter().map(|step| step.name().to_owned()).collect();
        let unknown = applied.iter().filter(|name| !known.contains(name)).cloned().collect();
        let (applied, pending) = known.into_iter().partition(|name| applied.contains(name));
        Ok(Schema { applied, pending, unknown })
    }

    /// Brings the schema up to date and answers how many steps that took.
    ///
    /// # Errors
    /// [`DbError::Unusable`] when the database was written by a newer Quad (a migration this binary does not have).
    pub async fn migrate<M: MigratorTrait>(&self) -> Result<usize, DbError> {
        self.migrate_keeping::<M>(None).await
    }

    /// [`Db::migrate`], but before the first step on a SQLite database that has something in it, a copy of it is made: durable,
    /// at `before`, or where that is taken beside it with a number. PostgreSQL's copies are its operator's.
    ///
    /// # Errors
    /// As [`Db::migrate`]; without the copy no step is taken.
    pub async fn migrate_keeping<M: MigratorTrait>(&self, before: Option<&Path>) -> Result<usize, DbError> {
        self.refuse_half().await?;
        self.migrate_as_it_is::<M>(before).await
    }

    /// [`Db::migrate_keeping`], also in the target of a transfer.
    pub(crate) async fn migrate_as_it_is<M: MigratorTrait>(&self, before: Option<&Path>) -> Result<usize, DbError> {
        if planted::is("migrated-unlocked") {
            return self.migrate_locked::<M>(before).await;
        }
        match &self.lock {
            MigrationLock::File(path) => {
                let file = File::create(path)
                    .map_err(|error| DbError::Unusable(format!("cannot write beside the database file: {error}")))?;
                let file = tokio::task::spawn_blocking(move || file.lock().map(|()| file))
                    .await
                    .map_err(|error| DbError::Unusable(error.to_string()))?
                    .map_err(|error| DbError::Unusable(format!("cannot lock the database for migration: {error}")))?;
                let done = self.migrate_locked::<M>(before).await;
                drop(file);
                done
            }
            MigrationLock::Advisory(server) => {
                let mut holder = PgConnection::connect_with(server).await?;
                sqlx::query("SELECT pg_advisory_lock($1)").bind(ADVISORY_KEY).execute(&mut holder).await?;
                let done = self.migrate_locked::<M>(None).await;
                // Closing the connection lets go of the lock, whatever happened.
                holder.close().await?;
                done
            }
        }
    }

    async fn migrate_locked<M: MigratorTrait>(&self, before: Option<&Path>) -> Result<usize, DbError> {
        let schema = self.steps::<M>().await?;
        schema.refuse_newer()?;
        if let Some(before) = before.filter(|_| !schema.applied.is_empty() && !schema.pending.is_empty()) {
            let kept = self.keep_copy::<M>(before).await?;
            tracing::info!(copy = %kept.display(), steps = schema.pending.len(), "the database was copied; now it is brought up to date");
        }
        M::up(&self.writer(), None).await?;
        Ok(schema.pending.len())
    }

    /// Never over an earlier copy: after a migration that failed half-way, that one is the better.
    async fn keep_copy<M: MigratorTrait>(&self, wanted: &Path) -> Result<PathBuf, DbError> {
        let mut kept = wanted.to_owned();
        let mut number = 1;
        while kept.exists() {
            number += 1;
            kept = wanted.with_extension(format!("{number}.db"));
        }
        let part = wanted.with_extension("part");
        // Of one that was cut off.
        let _ = std::fs::remove_file(&part);
        if let Err(error) = self.copy_into::<M>(&part).await {
            let _ = std::fs::remove_file(&part);
            return Err(error);
        }
        let durable = || -> std::io::Result<()> {
            File::open(&part)?.sync_all()?;
            std::fs::rename(&part, &kept)?;
            #[cfg(unix)]
            File::open(kept.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")))?
                .sync_all()?;
            Ok(())
        };
        durable()
            .map_err(|error| DbError::Unusable(format!("cannot copy the database to {}: {error}", kept.display())))?;
        Ok(kept)
    }
}
