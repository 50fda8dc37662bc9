//! LISTEN and NOTIFY: tells the other processes on the same PostgreSQL that something has changed.
//!
//! On SQLite one process serves, so there is nobody to tell and nothing to hear. A text may get lost while the connection
//! is away; [`Listener::next`] says so, and whoever listens reads everything anew.

use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgListener, PgPoolOptions};

use crate::error::DbError;
use crate::open::{Db, MigrationLock};
use crate::session;
use crate::watch::{Has, answered};

/// A connection of its own that hears what is told on one channel.
pub struct Listener(PgListener);

impl std::fmt::Debug for Listener {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Listener").finish_non_exhaustive()
    }
}

impl Db {
    /// Tells all who listen on a channel some short texts. Call it after the commit.
    ///
    /// # Errors
    /// [`DbError::Away`] when the database is not reachable; the texts are then told to nobody.
    pub async fn notify(&self, channel: &str, texts: &[String]) -> Result<(), DbError> {
        let Some(pool) = self.writer().postgres() else { return Ok(()) };
        let told = sqlx::query("SELECT pg_notify($1, text) FROM unnest($2::text[]) AS text")
            .bind(channel)
            .bind(texts)
            .execute(&pool);
        answered(self.watch.as_deref(), Has::Nothing, told).await?;
        Ok(())
    }

    /// The names under which somebody listens to this database at this moment, those that begin so; none on SQLite.
    ///
    /// # Errors
    /// [`DbError::Away`] when the database is not reachable.
    pub async fn listeners(&self, beginning: &str) -> Result<Vec<String>, DbError> {
        let Some(pool) = self.writer().postgres() else { return Ok(Vec::new()) };
        // A pooler may add where the client is (PgBouncer's application_name_add_host): " - 10.0.0.7:50656".
        let asked = "SELECT split_part(application_name, ' - ', 1) FROM pg_stat_activity
             WHERE datname = current_database() AND starts_with(application_name, $1)";
        let names = sqlx::query_scalar(asked).bind(beginning).fetch_all(&pool);
        answered(self.watch.as_deref(), Has::Nothing, names).await
    }

    /// Begins to listen on a channel under a name ([`Db::listeners`]); nothing on SQLite.
    ///
    /// # Errors
    /// [`DbError::Away`] when the database is not reachable.
    pub async fn listen(&self, channel: &str, name: &str) -> Result<Option<Listener>, DbError> {
        let (MigrationLock::Advisory(server), Some(watch)) = (&self.lock, &self.watch) else { return Ok(None) };
        let watch = Arc::clone(watch);
        // A pool of one, so that listening takes no connection from the statements.
        let own = PgPoolOptions::new()
            .max_connections(1)
            .max_lifetime(None)
            .idle_timeout(None)
            .acquire_timeout(Duration::from_secs(5))
            .after_connect(move |connection, _| {
                let watch = Arc::clone(&watch);
                Box::pin(async move { session::set_for_serving(connection, &watch.tables_schema).await })
            })
            .connect_lazy_with(server.as_ref().clone().application_name(name));
        let listening = async {
            let mut listener = PgListener::connect_with(&own).await?;
            listener.ignore_pool_close_event(true);
            listener.listen(channel).await?;
            Ok(Some(Listener(listener)))
        };
        answered(self.watch.as_deref(), Has::Nothing, listening).await
    }
}

impl Listener {
    /// Waits for the next text; nothing means that the connection was lost and is there again, so that texts may have been
    /// missed. May be dropped while waiting; no text is lost by that.
    ///
    /// # Errors
    /// [`DbError::Away`] when the connection is lost and cannot be made again: listen anew.
    pub async fn next(&mut self) -> Result<Option<String>, DbError> {
        Ok(self.0.try_recv().await?.map(|heard| heard.payload().to_owned()))
    }
}
