//! Copy of a database: all of it as one SQLite file, whichever engine it is on, and back.
//!
//! SQLite's own file is the one form both engines meet in: it is written quickly, put back by moving it to its place, and
//! can be read without Quad. PostgreSQL's rows go into one (pg_to_sqlite.rs) and out of one (restore_into_pg.rs).

use std::path::Path;
use std::time::Duration;

use crate::migrate::MigrationList;
use crate::row::FromRow;
use crate::sqlite_file::lock_beside;
use sqlx::{Connection, SqliteConnection};

use crate::endpoint::make_private;
use crate::error::DbError;
use crate::open::{Db, Engine, MigrationLock, OpenOptions, Pool};
use crate::pg_to_sqlite;
use crate::session::TablesSchema;
use crate::sql::sql;

#[derive(FromRow)]
struct Name {
    name: String,
}

impl Db {
    /// Writes everything as it is at one moment into a new SQLite file with the same schema, while others go on reading and writing. The
    /// schema must be up to date. The file is not yet forced to the disk.
    ///
    /// Only its owner may read the file.
    ///
    /// SQLite does it by `VACUUM INTO`, one reading transaction that holds up no writer. Its backup interface was rejected:
    /// it begins anew whenever another process writes, and would never end on a busy evening.
    ///
    /// # Errors
    /// [`DbError::Unusable`] when a file is there already; otherwise as any reading statement.
    pub async fn copy_into<M: MigrationList>(&self, file: &Path) -> Result<(), DbError> {
        if file.exists() {
            return Err(DbError::Unusable(format!("{} is there already", file.display())));
        }
        // SQLite fills an empty file like none.
        make_private(file).map_err(|error| DbError::Unusable(format!("cannot make {}: {error}", file.display())))?;
        self.write_copy::<M>(file).await.map_err(|error| match error {
            // It is not the database that takes none.
            DbError::Unwritable(cause) => DbError::Unusable(format!("cannot write {}: {cause}", file.display())),
            other => other,
        })
    }

    async fn write_copy<M: MigrationList>(&self, file: &Path) -> Result<(), DbError> {
        match (&self.lock, self.writer()) {
            (_, Pool::Sqlite(writer)) => {
                // The readers may not write, not even another file.
                let mut own = SqliteConnection::connect_with(writer.connect_options().as_ref()).await?;
                // The whole path: what begins with file: is an address.
                let whole = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
                let done = sqlx::query("VACUUM INTO $1").bind(whole.display().to_string()).execute(&mut own).await;
                own.close().await?;
                done?;
            }
            (MigrationLock::Advisory(server), Pool::Postgres(_)) => {
                let copy = Self::open_file(file).await?;
                // Migrating may copy, and copying migrates: boxed, because the compiler cannot see that it ends.
                Box::pin(copy.migrate::<M>()).await?;
                copy.close_file(file).await;
                let nowhere = TablesSchema::default();
                let tables_schema = self.watch.as_ref().map_or(&nowhere, |watch| &watch.tables_schema);
                pg_to_sqlite::into_file(server, tables_schema, file).await?;
            }
            (MigrationLock::File(_), Pool::Postgres(_)) => {}
        }
        Ok(())
    }

    /// How many rows each table has, by name.
    ///
    /// # Errors
    /// As any reading statement.
    pub async fn rows(&self) -> Result<Vec<(String, i64)>, DbError> {
        let names = sql(match self.engine {
            Engine::Sqlite => {
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name"
            }
            Engine::Postgres => {
                "SELECT CAST(relname AS text) AS name FROM pg_class WHERE relkind = 'r'
                 AND relnamespace = CAST(quote_ident(current_schema()) AS regnamespace) ORDER BY 1"
            }
        });
        let mut counts = Vec::new();
        for Name { name } in names.all(self).await? {
            let count = sql(format!("SELECT COUNT(*) AS value FROM \"{name}\"")).value(self).await?;
            counts.push((name, count.unwrap_or_default()));
        }
        counts.sort_unstable();
        Ok(counts)
    }

    /// Opens a SQLite file that is a copy, not the database of a running Quad. Statements over all of it may take minutes, and
    /// the next one waits for them.
    ///
    /// # Errors
    /// As [`Db::open`].
    pub async fn open_file(file: &Path) -> Result<Self, DbError> {
        let options = OpenOptions { connections: 3, patience: Duration::from_hours(1), ..OpenOptions::default() };
        Self::open_sqlite(file, &options).await
    }

    /// Closes a copy and leaves nothing beside it.
    pub async fn close_file(self, file: &Path) {
        self.close().await;
        // Made by migrating; it may not be there.
        let _ = std::fs::remove_file(lock_beside(file, "migrate-lock"));
    }
}
