//! Scratch databases: a fresh, empty database per test, on either engine.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use sqlx::{Connection, PgConnection};

use crate::error::DbError;
use crate::open::OpenOptions;

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

/// As a database is opened where no verdict may hang on how long the machine stands still.
pub fn options() -> OpenOptions {
    let long = Duration::from_mins(1);
    OpenOptions { patience: long, turn: long, ..OpenOptions::default() }
}

/// A fresh SQLite file.
///
/// # Errors
/// [`DbError::Unusable`] when no temporary folder can be made.
pub fn sqlite() -> Result<Scratch, DbError> {
    let folder = tempfile::tempdir().map_err(|error| DbError::Unusable(error.to_string()))?;
    let url = format!("sqlite://{}", folder.path().join("quad.db").display());
    Ok(Scratch { url, place: Place::Folder { _folder: folder } })
}

/// A fresh database on the PostgreSQL server whose maintenance database is `server` (`postgres://user@host:port/postgres`).
///
/// # Errors
/// [`DbError`] of connecting and creating.
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

/// A fresh database on a PostgreSQL server with what `fill` puts there. The first of a program who asks has it filled, all
/// others get a copy: the schema's twenty steps cost more than most tests. Another `version` of the program has another one.
///
/// # Errors
/// [`DbError`] of connecting and creating, and what `fill` returns.
pub async fn postgres_filled(
    server: &str,
    program: &str,
    version: &str,
    fill: impl AsyncFnOnce(&str) -> Result<(), DbError>,
) -> Result<Scratch, DbError> {
    let (template, unfinished) = (format!("template_{program}_{version}"), format!("unfinished_{program}"));
    let (base, _) = server.rsplit_once('/').unwrap_or((server, ""));
    let mut connection = PgConnection::connect(server).await?;
    // Who finds it there does not wait for the lock, which ends with the connection, whatever becomes of this task.
    if !is_there(&mut connection, &template).await? {
        sqlx::query("SELECT pg_advisory_lock(hashtext($1))").bind(&unfinished).execute(&mut connection).await?;
        if !is_there(&mut connection, &template).await? {
            remove_like(&mut connection, &format!("template_{program}_")).await?;
            remove_like(&mut connection, &unfinished).await?;
            execute(&mut connection, format!("CREATE DATABASE {unfinished}")).await?;
            fill(&format!("{base}/{unfinished}")).await?;
            execute(&mut connection, format!("ALTER DATABASE {unfinished} RENAME TO {template}")).await?;
        }
    }
    connection.close().await?;
    copy(&format!("{base}/{template}"), Some(server)).await
}

async fn is_there(connection: &mut PgConnection, database: &str) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM pg_database WHERE datname = $1)")
        .bind(database)
        .fetch_one(connection)
        .await
}

/// Those of other versions and of one that was cut off: a server that is kept from run to run would fill with them.
async fn remove_like(connection: &mut PgConnection, beginning: &str) -> Result<(), sqlx::Error> {
    let names: Vec<String> = sqlx::query_scalar("SELECT datname FROM pg_database WHERE starts_with(datname, $1)")
        .bind(beginning)
        .fetch_all(&mut *connection)
        .await?;
    for name in names {
        execute(connection, format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")).await?;
    }
    Ok(())
}

async fn execute(connection: &mut PgConnection, statement: String) -> Result<(), sqlx::Error> {
    sqlx::query(sqlx::AssertSqlSafe(statement)).execute(connection).await.map(drop)
}

/// A copy of a database that nobody is connected to: `url` is what [`Scratch::url`] says, `server` that of [`postgres`].
///
/// # Errors
/// [`DbError::Unusable`] when the file cannot be copied, or a PostgreSQL database comes without a `server`; any other
/// [`DbError`] of creating.
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
    // Of a process of the same number that was killed.
    execute(&mut connection, format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")).await?;
    execute(&mut connection, format!("CREATE DATABASE {name} TEMPLATE {source}")).await?;
    connection.close().await?;
    let (base, _) = server.rsplit_once('/').unwrap_or((server, ""));
    Ok(Scratch { url: format!("{base}/{name}"), place: Place::Server { server: server.to_owned(), name } })
}
