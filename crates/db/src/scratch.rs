//! A fresh, empty database per test, on either engine.

use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::{Connection, PgConnection};

use crate::error::DbError;

static COUNT: AtomicU32 = AtomicU32::new(0);

/// An empty database that nobody else uses. A SQLite file goes with this value; a PostgreSQL database goes with the
/// temporary server the tests run on.
#[derive(Debug)]
pub struct Scratch {
    /// Address to open.
    pub url: String,
    _folder: Option<tempfile::TempDir>,
}

/// A fresh SQLite file.
pub fn sqlite() -> Result<Scratch, DbError> {
    let folder = tempfile::tempdir().map_err(|error| DbError::Unusable(error.to_string()))?;
    let url = format!("sqlite://{}", folder.path().join("quad.db").display());
    Ok(Scratch { url, _folder: Some(folder) })
}

/// A fresh database on the PostgreSQL server whose maintenance database is `server` (`postgres://user@host:port/postgres`).
pub async fn postgres(server: &str) -> Result<Scratch, DbError> {
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = format!("scratch_{}_{number}", std::process::id());
    let mut connection = PgConnection::connect(server).await?;
    sqlx::query(sqlx::AssertSqlSafe(format!("DROP DATABASE IF EXISTS {name}"))).execute(&mut connection).await?;
    sqlx::query(sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"))).execute(&mut connection).await?;
    connection.close().await?;
    let (base, _) = server.rsplit_once('/').unwrap_or((server, ""));
    Ok(Scratch { url: format!("{base}/{name}"), _folder: None })
}
