//! A fresh, empty database per test, on either engine.

use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::{Connection, PgConnection};

use crate::error::DbError;

static COUNT: AtomicU32 = AtomicU32::new(0);

/// An empty database that nobody else uses, and that goes with this value: a whole run of the tests makes some thousand
/// of them, and all together they fill a disk.
#[derive(Debug)]
pub struct Scratch {
    /// Address to open.
    pub url: String,
    place: Place,
}

#[derive(Debug)]
enum Place {
    /// SQLite: removed by its own drop.
    Folder { _folder: tempfile::TempDir },
    /// PostgreSQL.
    Server { server: String, name: String },
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let Place::Server { server, name } = &self.place else { return };
        // A thread with a runtime of its own: this may run inside another runtime, which must not be blocked on, or
        // after its end. What is left behind is no test's failure: the server is a temporary one.
        std::thread::scope(|scope| {
            let removed = scope.spawn(|| {
                let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().ok()?;
                runtime.block_on(remove(server, name)).ok()
            });
            drop(removed.join());
        });
    }
}

/// Removes a database, and ends whoever is still connected to it.
async fn remove(server: &str, name: &str) -> Result<(), sqlx::Error> {
    let mut connection = PgConnection::connect(server).await?;
    sqlx::query(sqlx::AssertSqlSafe(format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")))
        .execute(&mut connection)
        .await?;
    connection.close().await
}

/// A fresh SQLite file.
pub fn sqlite() -> Result<Scratch, DbError> {
    let folder = tempfile::tempdir().map_err(|error| DbError::Unusable(error.to_string()))?;
    let url = format!("sqlite://{}", folder.path().join("quad.db").display());
    Ok(Scratch { url, place: Place::Folder { _folder: folder } })
}

/// A fresh database on the PostgreSQL server whose maintenance database is `server` (`postgres://user@host:port/postgres`).
pub async fn postgres(server: &str) -> Result<Scratch, DbError> {
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = format!("scratch_{}_{number}", std::process::id());
    let mut connection = PgConnection::connect(server).await?;
    sqlx::query(sqlx::AssertSqlSafe(format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")))
        .execute(&mut connection)
        .await?;
    sqlx::query(sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"))).execute(&mut connection).await?;
    connection.close().await?;
    let (base, _) = server.rsplit_once('/').unwrap_or((server, ""));
    Ok(Scratch { url: format!("{base}/{name}"), place: Place::Server { server: server.to_owned(), name } })
}

/// A copy of a database that nobody is connected to: `url` is what [`Scratch::url`] says, `server` that of [`postgres`].
pub async fn copy(url: &str, server: Option<&str>) -> Result<Scratch, DbError> {
    if let Some(file) = url.strip_prefix("sqlite://") {
        let copy = sqlite()?;
        let target = copy.url.trim_start_matches("sqlite://");
        std::fs::copy(file, target).map_err(|error| DbError::Unusable(error.to_string()))?;
        return Ok(copy);
    }
    let server = server.ok_or_else(|| DbError::Unusable("which server?".to_owned()))?;
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let (name, source) =
        (format!("scratch_{}_{number}", std::process::id()), url.rsplit('/').next().unwrap_or_default());
    let mut connection = PgConnection::connect(server).await?;
    sqlx::query(sqlx::AssertSqlSafe(format!("CREATE DATABASE {name} TEMPLATE {source}")))
        .execute(&mut connection)
        .await?;
    connection.close().await?;
    let (base, _) = server.rsplit_once('/').unwrap_or((server, ""));
    Ok(Scratch { url: format!("{base}/{name}"), place: Place::Server { server: server.to_owned(), name } })
}
