//! PostgreSQL to SQLite: all rows of a PostgreSQL database into a SQLite file; out of such a file they go in
//! restore_into_pg.rs.
//!
//! Both sides have the same schema, made by the same migrations; it is PostgreSQL's catalogue that says what is a UUID and what
//! are bytes. Rows travel as PostgreSQL's own COPY text, table by table, without ever being all in memory. Indexes
//! are made after the rows, which is several times as quick. It knows no table.

use std::collections::BTreeSet;
use std::path::Path;

use futures::TryStreamExt;
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor, PgConnection, SqliteConnection};

use crate::catalog::{self, Table};
use crate::copy_format::{self, Rows};
use crate::error::DbError;
use crate::session::{self, TablesSchema};

/// Writes all rows PostgreSQL has at one moment into a SQLite file whose tables are made.
pub(crate) async fn into_file(
    server: &PgConnectOptions,
    tables_schema: &TablesSchema,
    file: &Path,
) -> Result<(), DbError> {
    let mut from = session::connect_to(server, tables_schema).await?;
    let mut to = open_file(file).await?;
    // One moment for all tables, and for the numbers that are given next.
    from.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
    // A table that others made beside them is not a copy's.
    let ours: Vec<String> =
        sqlx::query_scalar("SELECT name FROM sqlite_schema WHERE type = 'table'").fetch_all(&mut to).await?;
    let ours: BTreeSet<String> = ours.into_iter().collect();
    let tables = catalog::of_postgres(&mut from, Some(&ours)).await?;
    refuse_missing(&catalog::of_sqlite(&mut to).await?, &tables)?;
    to.execute("BEGIN").await?;
    let again = catalog::without_indexes(&mut to).await?;
    for table in &tables {
        to.execute(AssertSqlSafe(format!("DELETE FROM \"{}\"", table.name))).await?;
        insert_all(&mut from, &mut to, table).await?;
        if let Some(column) = &table.counter {
            let given = catalog::given_by_postgres(&mut from, &table.name, column).await?;
            catalog::go_on_in_sqlite(&mut to, &table.name, given).await?;
        }
    }
    for text in again {
        to.execute(AssertSqlSafe(text)).await?;
    }
    to.execute("COMMIT").await?;
    to.close().await?;
    Ok(from.close().await?)
}

/// A copy without a table that it has a place for would look whole to everybody who reads it.
fn refuse_missing(places: &[Table], found: &[Table]) -> Result<(), DbError> {
    let found: BTreeSet<&str> = found.iter().map(|table| table.name.as_str()).collect();
    let missing: Vec<&str> =
        places.iter().map(|table| table.name.as_str()).filter(|name| !found.contains(name)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(DbError::Unusable(format!(
        "the current schema of this database lacks {} of Quad's tables, {} among them: nothing is copied. search_path has to lead to \
         the schema they are in",
        missing.len(),
        missing[0]
    )))
}

async fn insert_all(from: &mut PgConnection, to: &mut SqliteConnection, table: &Table) -> Result<(), DbError> {
    let order = if table.key.is_empty() { String::new() } else { format!(" ORDER BY {}", table.key_names()) };
    let copy = format!("COPY (SELECT {} FROM \"{}\"{order}) TO STDOUT", table.names(), table.name);
    let mut rows = Rows::new(table);
    let mut waiting: Vec<u8> = Vec::new();
    let mut stream = from.copy_out_raw(&copy).await?;
    while let Some(bytes) = stream.try_next().await? {
        if let Some(lines) = copy_format::whole(&mut waiting, &bytes) {
            rows.add(&lines, to).await?;
        }
    }
    drop(stream);
    rows.insert(to).await
}

/// A file that nobody else has open, and that is made again when something goes wrong: nothing needs to be durable.
pub(crate) async fn open_file(file: &Path) -> Result<SqliteConnection, DbError> {
    let options = SqliteConnectOptions::new()
        .filename(std::path::absolute(file).unwrap_or_else(|_| file.to_owned()))
        .foreign_keys(false)
        .journal_mode(SqliteJournalMode::Off)
        .synchronous(SqliteSynchronous::Off)
        .pragma("cache_size", "-200000")
        .pragma("temp_store", "memory")
        .statement_cache_capacity(8)
        .disable_statement_logging();
    Ok(options.connect().await?)
}
