//! Migrations under a lock. SeaORM takes none: several processes booting on one empty database crashed each other.

use std::fs::File;

use sea_orm_migration::MigratorTrait;

use crate::error::DbError;
use crate::open::{Db, MigrationLock};

/// Any fixed number will do, as long as every version of Quad uses the same one.
const ADVISORY_KEY: i64 = 0x5155_4144;

impl Db {
    /// Brings the schema up to date and answers how many steps that took.
    ///
    /// # Errors
    /// [`DbError::Broken`] when the database was written by a newer Quad (a migration this binary does not have).
    pub async fn migrate<M: MigratorTrait>(&self) -> Result<usize, DbError> {
        match &self.lock {
            MigrationLock::File(path) => {
                let file = File::create(path)
                    .map_err(|error| DbError::Unusable(format!("cannot write beside the database file: {error}")))?;
                let file = tokio::task::spawn_blocking(move || file.lock().map(|()| file))
                    .await
                    .map_err(|error| DbError::Unusable(error.to_string()))?
                    .map_err(|error| DbError::Unusable(format!("cannot lock the database for migration: {error}")))?;
                let done = self.migrate_locked::<M>().await;
                drop(file);
                done
            }
            MigrationLock::Advisory(pool) => {
                let mut holder = pool.acquire().await?.detach();
                sqlx::query("SELECT pg_advisory_lock($1)").bind(ADVISORY_KEY).execute(&mut holder).await?;
                let done = self.migrate_locked::<M>().await;
                // Closing the connection lets go of the lock, whatever happened.
                sqlx::Connection::close(holder).await?;
                done
            }
        }
    }

    async fn migrate_locked<M: MigratorTrait>(&self) -> Result<usize, DbError> {
        let waiting = M::get_pending_migrations(&self.write).await?.len();
        M::up(&self.write, None).await?;
        Ok(waiting)
    }
}
