//! All rows of one database in another: out of PostgreSQL into a SQLite file, and out of such a file into PostgreSQL.
//!
//! Both sides have the same schema, made by the same migrations; it is PostgreSQL's catalogue that says what is a UUID and what
//! are bytes. Rows travel as PostgreSQL's own COPY text, table by table, without ever being all in memory. Keys and indexes
//! are made after the rows, which is several times as quick and proves them. It knows no table.

use std::path::Path;

use futures::TryStreamExt;
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor, PgConnection, Row, SqliteConnection};

use crate::error::DbError;
use crate::lines::{self, Rows};
use crate::tables::{self, Table};

/// Bytes gathered before they are sent to PostgreSQL.
const GATHERED: usize = 256 * 1024;

/// Writes all rows PostgreSQL has at one moment into a SQLite file whose tables are made.
pub(crate) async fn into_file(server: &PgConnectOptions, file: &Path) -> Result<(), DbError> {
    let mut from = PgConnection::connect_with(server).await?;
    let mut to = open_file(file).await?;
    // One moment for all tables, and for the numbers that are given next.
    from.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
    let tables = tables::of_postgres(&mut from).await?;
    to.execute("BEGIN").await?;
    let again = tables::without_indexes(&mut to).await?;
    for table in &tables {
        to.execute(AssertSqlSafe(format!("DELETE FROM \"{}\"", table.name))).await?;
        insert_all(&mut from, &mut to, table).await?;
        if let Some(column) = &table.counter {
            let given = tables::given_by_postgres(&mut from, &table.name, column).await?;
            tables::go_on_in_sqlite(&mut to, &table.name, given).await?;
        }
    }
    for text in again {
        to.execute(AssertSqlSafe(text)).await?;
    }
    to.execute("COMMIT").await?;
    to.close().await?;
    Ok(from.close().await?)
}

async fn insert_all(from: &mut PgConnection, to: &mut SqliteConnection, table: &Table) -> Result<(), DbError> {
    let order = if table.key.is_empty() { String::new() } else { format!(" ORDER BY {}", table.key_names()) };
    let copy = format!("COPY (SELECT {} FROM \"{}\"{order}) TO STDOUT", table.names(), table.name);
    let mut rows = Rows::new(table);
    let mut waiting: Vec<u8> = Vec::new();
    let mut stream = from.copy_out_raw(&copy).await?;
    while let Some(bytes) = stream.try_next().await? {
        if let Some(lines) = lines::whole(&mut waiting, &bytes) {
            rows.add(&lines, to).await?;
        }
    }
    drop(stream);
    rows.insert(to).await
}

/// Replaces all rows of a PostgreSQL database whose tables are made by those of a SQLite file, or none.
pub(crate) async fn out_of_file(file: &Path, server: &PgConnectOptions) -> Result<(), DbError> {
    let mut from = open_file(file).await?;
    let mut to = PgConnection::connect_with(server).await?;
    to.execute("BEGIN").await?;
    to.execute("SET LOCAL maintenance_work_mem = '256MB'").await?;
    let tables = tables::of_postgres(&mut to).await?;
    let again = tables::without_keys(&mut to).await?;
    for table in &tables {
        to.execute(AssertSqlSafe(format!("TRUNCATE \"{}\"", table.name))).await?;
    }
    for table in &tables {
        let sent = send_all(&mut from, &mut to, table).await?;
        let there: i64 = sqlx::query_scalar(AssertSqlSafe(format!("SELECT COUNT(*) FROM \"{}\"", table.name)))
            .fetch_one(&mut from)
            .await?;
        if i64::try_from(sent) != Ok(there) {
            return Err(DbError::Unusable(format!("{}: {sent} of {there} rows arrived", table.name)));
        }
        if let Some(column) = &table.counter {
            let given = tables::given_by_sqlite(&mut from, &table.name).await?;
            tables::go_on_in_postgres(&mut to, &table.name, column, given).await?;
        }
    }
    for text in again {
        to.execute(AssertSqlSafe(text)).await?;
    }
    to.execute("COMMIT").await?;
    to.execute("ANALYZE").await?;
    to.close().await?;
    Ok(from.close().await?)
}

async fn send_all(from: &mut SqliteConnection, to: &mut PgConnection, table: &Table) -> Result<u64, DbError> {
    let mut copy = to.copy_in_raw(&format!("COPY \"{}\" ({}) FROM STDIN", table.name, table.names())).await?;
    let mut gathered = Vec::with_capacity(GATHERED * 2);
    let mut rows = sqlx::query(AssertSqlSafe(lines::statement(table))).fetch(&mut *from);
    while let Some(row) = rows.try_next().await? {
        gathered.extend_from_slice(row.try_get::<&str, _>(0)?.as_bytes());
        if gathered.len() >= GATHERED {
            copy.send(gathered.as_slice()).await?;
            gathered.clear();
        }
    }
    drop(rows);
    copy.send(gathered.as_slice()).await?;
    Ok(copy.finish().await?)
}

/// A file that nobody else has open, and that is made again when something goes wrong: nothing needs to be durable.
async fn open_file(file: &Path) -> Result<SqliteConnection, DbError> {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .foreign_keys(false)
        .journal_mode(SqliteJournalMode::Off)
        .synchronous(SqliteSynchronous::Off)
        .pragma("cache_size", "-200000")
        .pragma("temp_store", "memory")
        .statement_cache_capacity(8)
        .disable_statement_logging();
    Ok(options.connect().await?)
}
