//! Temporary database: a database of one's own for a while, beside an existing one on the same PostgreSQL server. It
//! knows no table and touches nothing of the other database. SQLite needs none of this: there it is another file.

use sqlx::{Connection, Executor};

use crate::error::DbError;
use crate::session;

/// PostgreSQL's word for "this role may not".
const MAY_NOT: &str = "42501";

/// A database that was made, and is dropped by [`TempDatabase::remove`].
#[derive(Debug)]
pub struct TempDatabase {
    /// Address to open.
    pub url: String,
    server: String,
    name: String,
}

impl TempDatabase {
    /// Makes the database `name` on the server of `url`; nothing if the role of `url` may not make databases.
    ///
    /// # Errors
    /// [`DbError::Unusable`] for a name with other signs than a–z, 0–9 and `_`; any other [`DbError`] of connecting and
    /// creating.
    pub async fn make(url: &str, name: &str) -> Result<Option<Self>, DbError> {
        if !name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_') {
            return Err(DbError::Unusable("a database of this name is not made".into()));
        }
        let mut connection = session::connect(&session::options(url)?).await?;
        let made = sqlx::query(sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"))).execute(&mut connection).await;
        connection.close().await?;
        match made {
            Ok(_) => Ok(Some(Self { url: renamed(url, name), server: url.to_owned(), name: name.to_owned() })),
            Err(sqlx::Error::Database(said)) if said.code().as_deref() == Some(MAY_NOT) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Drops it, also when somebody is still connected.
    ///
    /// # Errors
    /// [`DbError`] of connecting and dropping; the database is then still there.
    pub async fn remove(self) -> Result<(), DbError> {
        let mut connection = session::connect(&session::options(&self.server)?).await?;
        // PostgreSQL 12 does not know WITH (FORCE).
        sqlx::query(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()",
        )
        .bind(&self.name)
        .execute(&mut connection)
        .await?;
        connection.execute(sqlx::AssertSqlSafe(format!("DROP DATABASE IF EXISTS {}", self.name))).await?;
        Ok(connection.close().await?)
    }
}

/// The same address with another database's name; everything else stays as it was written.
fn renamed(url: &str, name: &str) -> String {
    let (place, query) = url.split_once('?').unwrap_or((url, ""));
    let host = place.find("://").map_or(0, |at| at + 3);
    let server = place[host..].find('/').map_or(place, |slash| &place[..host + slash]);
    let kept: Vec<&str> = query.split('&').filter(|pair| !pair.is_empty() && !pair.starts_with("dbname=")).collect();
    let query = if kept.is_empty() { String::new() } else { format!("?{}", kept.join("&")) };
    format!("{server}/{name}{query}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_name_changes() {
        for (url, wanted) in [
            ("postgres://u:p%40@h:5432/quad", "postgres://u:p%40@h:5432/x"),
            ("postgres://h", "postgres://h/x"),
            ("postgresql://u@h/quad?sslmode=require&dbname=y", "postgresql://u@h/x?sslmode=require"),
            ("postgres:///?host=/run/postgresql&dbname=quad", "postgres:///x?host=/run/postgresql"),
        ] {
            assert_eq!(renamed(url, "x"), wanted);
        }
    }
}
