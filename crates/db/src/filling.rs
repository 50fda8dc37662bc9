//! A PostgreSQL database filled with the rows of a SQLite file, in as little time as both can.
//!
//! Several connections take COPY text at once, each a table; keys and indexes are made after the rows, which is several times
//! as quick and proves them. So it is no single transaction: a mark in the database says that it is not whole until the
//! commit that makes the keys, and nobody uses it meanwhile (migrate.rs). Only that commit waits for the disk, and it makes all
//! that came before durable.
//!
//! A table's rows come in one transaction, which empties it first: only then PostgreSQL takes them as frozen, visible to
//! everybody. The foreign keys are proven out of the indexes alone because of that, in a quarter of the time.
//! One connection for the largest table is the price.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor, PgConnection};
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;

use crate::error::DbError;
use crate::open::{Db, MigrationLock};
use crate::pouring;
use crate::side::{fill_alone, quoted};
use crate::tables::{self, STEPS, Table, UNDER_WAY};

/// In the mark, the kind of a row that says who fills.
pub(crate) const RESTORE: &str = "restore";
/// Connections that take rows. More than processors do not help, and a server has others to serve.
const LANES: std::ops::RangeInclusive<usize> = 2..=4;
/// Chunks of lines on their way between reading and sending.
const AHEAD: usize = 8;

impl Db {
    /// Whether rows were being put into this database by [`Db::fill_from`] and that did not end.
    ///
    /// # Errors
    /// As any reading statement.
    pub async fn is_half_filled(&self) -> Result<bool, DbError> {
        Ok(self.half().await? == Some(true))
    }

    /// Takes all tables away that [`Db::fill_from`] has left half filled, and nothing else.
    ///
    /// # Errors
    /// [`DbError::Unusable`] while somebody fills it still.
    pub async fn clear_half_filled(&self) -> Result<(), DbError> {
        let MigrationLock::Advisory(server) = &self.lock else { return Ok(()) };
        let mut own = connected(server).await?;
        fill_alone(&mut own).await?;
        let tables: Vec<String> =
            sqlx::query_scalar(AssertSqlSafe(format!("SELECT name FROM {UNDER_WAY} WHERE kind = 'table'")))
                .fetch_all(&mut own)
                .await?;
        let names: Vec<String> = tables.iter().map(|name| format!("\"{name}\"")).collect();
        let all = [names, vec![STEPS.to_owned(), UNDER_WAY.to_owned()]].concat();
        own.execute(AssertSqlSafe(format!("DROP TABLE IF EXISTS {} CASCADE", all.join(", ")))).await?;
        Ok(own.close().await?)
    }
}

async fn connected(server: &PgConnectOptions) -> Result<PgConnection, DbError> {
    Ok(server.clone().disable_statement_logging().connect().await?)
}

/// Replaces all rows of a PostgreSQL database whose tables are made by those of a SQLite file. Cut off, it leaves the mark.
pub(crate) async fn out_of_file(file: &Path, server: &PgConnectOptions) -> Result<(), DbError> {
    let mut own = connected(server).await?;
    fill_alone(&mut own).await?;
    let tables = Arc::new(tables::of_postgres(&mut own).await?);
    let (of_file, list) = (file.to_owned(), Arc::clone(&tables));
    // A table of somebody else is noticed here, while nothing has been touched.
    let counts =
        spawn_blocking(move || pouring::counts(&of_file, &list)).await.map_err(|error| broken_off(&error))??;
    let again = begin(&mut own, &tables).await?;
    // The largest first: the others fit beside it.
    let mut order: Vec<(usize, i64)> = counts.into_iter().enumerate().filter(|(_, rows)| *rows > 0).collect();
    order.sort_by_key(|(_, rows)| -rows);
    let next = AtomicUsize::new(0);
    let lanes = std::thread::available_parallelism().map_or(2, usize::from).clamp(*LANES.start(), *LANES.end());
    let lanes = (0..lanes).map(|_| lane(file, server, &tables, &order, &next));
    futures::future::try_join_all(lanes).await?;
    end(&mut own, &tables, file, again).await?;
    own.execute("ANALYZE").await?;
    Ok(own.close().await?)
}

fn broken_off(error: &tokio::task::JoinError) -> DbError {
    DbError::Unusable(format!("reading the copy of the database broke off: {error}"))
}

/// Sets the mark and takes rows and keys away, in one transaction. Answers the statements that make the keys again.
async fn begin(own: &mut PgConnection, tables: &[Table]) -> Result<Vec<String>, DbError> {
    own.execute("BEGIN").await?;
    // `source` is what quad transfer says when it meets this.
    let mut marks =
        vec![format!("('{RESTORE}', '', 0)"), "('source', 'a backup that is being put back', 0)".to_owned()];
    marks.extend(tables.iter().map(|table| format!("('table', {}, 0)", quoted(&table.name))));
    own.execute(AssertSqlSafe(format!(
        "CREATE TABLE {UNDER_WAY} (kind TEXT NOT NULL, name TEXT NOT NULL, said TEXT, rows BIGINT NOT NULL);
         INSERT INTO {UNDER_WAY} (kind, name, rows) VALUES {}",
        marks.join(", ")
    )))
    .await?;
    let again = tables::without_keys(own).await?;
    let names: Vec<String> = tables.iter().map(|table| format!("\"{}\"", table.name)).collect();
    own.execute(AssertSqlSafe(format!("TRUNCATE {}", names.join(", ")))).await?;
    own.execute("COMMIT").await?;
    Ok(again)
}

/// Makes the keys, has what counts by itself go on where it was, and takes the mark away: all of it, or nothing.
async fn end(own: &mut PgConnection, tables: &[Table], file: &Path, again: Vec<String>) -> Result<(), DbError> {
    let given = given(tables, file).await?;
    // More memory made sorting dearer, not cheaper. Looking into a hash for each row is four times as dear as going along
    // two indexes, and the planner, which knows nothing of these tables yet, takes it.
    own.execute("BEGIN; SET LOCAL maintenance_work_mem = '64MB'; SET LOCAL enable_hashjoin = off").await?;
    for text in again {
        own.execute(AssertSqlSafe(text)).await?;
    }
    for (table, given) in tables.iter().zip(given) {
        if let Some(column) = &table.counter {
            tables::go_on_in_postgres(own, &table.name, column, given).await?;
        }
    }
    own.execute(AssertSqlSafe(format!("DROP TABLE {UNDER_WAY}; COMMIT"))).await?;
    Ok(())
}

/// The last number each table's counting column has given.
async fn given(tables: &[Table], file: &Path) -> Result<Vec<i64>, DbError> {
    let mut from = crate::carrying::open_file(file).await?;
    let mut all = Vec::with_capacity(tables.len());
    for table in tables {
        let given = match table.counter {
            Some(_) => tables::given_by_sqlite(&mut from, &table.name).await?,
            None => 0,
        };
        all.push(given);
    }
    from.close().await?;
    Ok(all)
}

/// Takes tables as long as there are any, and sees to it that all their rows arrive.
async fn lane(
    file: &Path,
    server: &PgConnectOptions,
    tables: &Arc<Vec<Table>>,
    order: &[(usize, i64)],
    next: &AtomicUsize,
) -> Result<(), DbError> {
    let mut to = connected(server).await?;
    to.execute("SET synchronous_commit = off").await?;
    while let Some((at, there)) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
        let arrived = carry(file.to_owned(), &mut to, Arc::clone(tables), *at).await?;
        if i64::try_from(arrived) != Ok(*there) {
            return Err(DbError::Unusable(format!("{}: {arrived} of {there} rows arrived", tables[*at].name)));
        }
    }
    Ok(to.close().await?)
}

async fn carry(file: PathBuf, to: &mut PgConnection, tables: Arc<Vec<Table>>, at: usize) -> Result<u64, DbError> {
    let table = &tables[at];
    // It is empty already; frozen rows are taken by the transaction alone that emptied it.
    to.execute(AssertSqlSafe(format!("BEGIN; TRUNCATE \"{}\"", table.name))).await?;
    let mut copy = to.copy_in_raw(&format!("COPY \"{}\" ({}) FROM STDIN (FREEZE)", table.name, table.names())).await?;
    let (sender, mut lines) = mpsc::channel::<Vec<u8>>(AHEAD);
    let list = Arc::clone(&tables);
    let reading = spawn_blocking(move || pouring::pour(&pouring::open(&file)?, &list[at], &sender));
    while let Some(chunk) = lines.recv().await {
        copy.send(chunk).await?;
    }
    match reading.await.map_err(|error| broken_off(&error))? {
        Ok(()) => {
            let rows = copy.finish().await?;
            to.execute("COMMIT").await?;
            Ok(rows)
        }
        Err(error) => {
            copy.abort("the rows could not be read").await?;
            Err(error)
        }
    }
}
