//! Restore into PostgreSQL: a database filled with the rows of a SQLite file, in as little time as both can.
//!
//! Several connections take COPY text at once, each a table; keys and indexes are made after the rows, which is several times
//! as quick and proves them. So it is no single transaction: a mark in the database says that it is not whole, from before the
//! first table until the commit that makes the keys, and nobody uses it meanwhile (migrate.rs). Only that commit waits for
//! the disk, and it makes all that came before durable.
//!
//! A table's rows come in one transaction, which empties it first: only then PostgreSQL takes them as frozen, visible to
//! everybody. The foreign keys are proven out of the indexes alone because of that, in a quarter of the time.
//! One connection for the largest table is the price.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::migrate::{MigrationList, RESTORE};
use sqlx::postgres::{PgConnectOptions, PgDatabaseError};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor, PgConnection};
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;

use crate::catalog::{self, STEPS, Table, UNDER_WAY};
use crate::endpoint::{alone, fill_alone};
use crate::error::DbError;
use crate::open::{Db, Engine, MigrationLock};
use crate::pg_to_sqlite;
use crate::session;
use crate::sql::sql;
use crate::sqlite_rows;
use crate::value::quoted;

/// Connections that take rows. More than processors do not help, and a server has others to serve.
const LANES: std::ops::RangeInclusive<usize> = 2..=4;
/// PostgreSQL's word for what cannot go because something else needs it.
const NEEDED: &str = "2BP01";
/// Chunks of lines on their way between reading and sending.
const AHEAD: usize = 8;

/// A PostgreSQL database that rows are put into. Its mark keeps every Quad from beginning with it until they are all there, also when
/// this is cut off, until the next [`Db::begin_filling`] takes away what this one made.
pub struct PgRestore {
    db: Db,
    server: PgConnectOptions,
    /// Has the lock, for as long as it is open.
    own: PgConnection,
}

impl Db {
    /// Whether rows were being put into this database by [`PgRestore::fill`] and that did not end.
    ///
    /// # Errors
    /// As any reading statement.
    pub async fn is_half_filled(&self) -> Result<bool, DbError> {
        Ok(self.half().await? == Some(true))
    }

    /// What [`PgRestore::fill`] was last told to write down in this database, at its end.
    ///
    /// # Errors
    /// As any reading statement.
    pub async fn filled_by(&self) -> Result<Option<String>, DbError> {
        if self.engine() == Engine::Sqlite {
            return Ok(None);
        }
        let noted = format!("SELECT obj_description(to_regclass('{STEPS}'), 'pg_class') AS value");
        Ok(sql(noted).value::<Option<String>>(self).await?.flatten())
    }

    /// Has a PostgreSQL database, opened by [`Db::open_to_fill`], to itself, and takes away what one that was cut off has made.
    ///
    /// # Errors
    /// [`DbError::Unusable`] on SQLite, where the file itself is the database; while somebody else fills this one, or a Quad uses
    /// it; and when it is the target of a transfer that has not ended.
    pub async fn begin_filling(&self) -> Result<PgRestore, DbError> {
        let MigrationLock::Advisory(server) = &self.lock else {
            return Err(DbError::Unusable("a SQLite database is its file: move it there".into()));
        };
        let mut own = connected(server).await?;
        session::refuse_unfit(&mut own).await?;
        fill_alone(&mut own).await?;
        // Whoever uses it is not to notice anything.
        alone(&mut own).await?;
        if self.is_half_filled().await? {
            clear(&mut own, &format!("DELETE FROM {UNDER_WAY} WHERE kind = 'table'")).await?;
        } else {
            self.refuse_half().await?;
            mark(&mut own).await?;
        }
        let mut filling = PgRestore { db: self.clone(), server: server.as_ref().clone(), own };
        // Who began before the mark was there has not seen it.
        if let Err(error) = alone(&mut filling.own).await {
            filling.give_up().await?;
            return Err(error);
        }
        Ok(filling)
    }
}

impl PgRestore {
    /// Makes the tables, and replaces all their rows by those of a SQLite file whose schema is up to date, in a folder where nobody else
    /// makes files. `noted` is what [`Db::filled_by`] says from then on. One that fails is to be given up.
    ///
    /// # Errors
    /// As any writing statement; [`DbError::Unusable`] when a table is not Quad's.
    pub async fn fill<M: MigrationList>(&mut self, file: &Path, noted: &str) -> Result<(), DbError> {
        let (server, own) = (&self.server, &mut self.own);
        let ours = Db::tables_of::<M>(file.parent().unwrap_or(Path::new("."))).await?;
        let there = tables_there(own).await?;
        if let Some(other) = there.iter().find(|name| !ours.contains(*name)) {
            return Err(DbError::Unusable(format!(
                "there is a table in this database that is not Quad's: {other}. It is left as it is: move it to another schema or \
                database, or name a database that is Quad's alone"
            )));
        }
        if self.db.steps::<M>().await?.applied.is_empty() {
            // All that any step makes, before the first: some of it lasts for a few steps only. What others make from now on
            // is not among it.
            note_tables(own, ours.iter().filter(|name| !there.contains(*name))).await?;
        }
        self.db.migrate_as_it_is::<M>(None).await?;
        let tables = Arc::new(catalog::of_postgres(own, Some(&ours)).await?);
        let (of_file, list) = (file.to_owned(), Arc::clone(&tables));
        let counts = spawn_blocking(move || sqlite_rows::counts(&of_file, &list))
            .await
            .map_err(|error| broken_off(&error))??;
        let again = begin(own, &tables, &ours).await?;
        // The largest first: the others fit beside it.
        let mut order: Vec<(usize, i64)> = counts.into_iter().enumerate().filter(|(_, rows)| *rows > 0).collect();
        order.sort_by_key(|(_, rows)| -rows);
        let next = AtomicUsize::new(0);
        let lanes = std::thread::available_parallelism().map_or(2, usize::from).clamp(*LANES.start(), *LANES.end());
        let lanes = (0..lanes).map(|_| lane(file, server, &tables, &order, &next));
        futures::future::try_join_all(lanes).await?;
        end(own, &tables, file, again, noted).await?;
        own.execute("ANALYZE").await?;
        Ok(())
    }

    /// Takes away what this has made, and lets others have the database.
    ///
    /// # Errors
    /// As any writing statement; the mark stays then.
    pub async fn give_up(self) -> Result<(), DbError> {
        // A transaction that failed goes with its connection, the lock with it.
        drop(self.own);
        let mut own = connected(&self.server).await?;
        fill_alone(&mut own).await?;
        if self.db.is_half_filled().await? {
            clear(&mut own, &format!("DROP TABLE {UNDER_WAY}")).await?;
        }
        Ok(own.close().await?)
    }
}

async fn connected(server: &PgConnectOptions) -> Result<PgConnection, DbError> {
    let mut own = session::connect(&server.clone().disable_statement_logging()).await?;
    // A long statement of one that was killed ends soon, where the server can: since version 14, and not on every system.
    let _ = own.execute("SET client_connection_check_interval = '2s'").await;
    Ok(own)
}

/// Says in the database that it is not whole.
async fn mark(own: &mut PgConnection) -> Result<(), DbError> {
    // `source` is what quad transfer says when it meets this.
    own.execute(AssertSqlSafe(format!(
        "BEGIN;
         CREATE TABLE {UNDER_WAY} (kind TEXT NOT NULL, name TEXT NOT NULL, said TEXT, rows BIGINT NOT NULL);
         INSERT INTO {UNDER_WAY} (kind, name, rows)
         VALUES ('{RESTORE}', '', 0), ('source', 'a backup that is being put back', 0);
         COMMIT"
    )))
    .await?;
    Ok(())
}

/// The names of the tables of the schema that no extension has brought, but for the steps and the mark.
async fn tables_there(own: &mut PgConnection) -> Result<BTreeSet<String>, DbError> {
    let names: Vec<String> = sqlx::query_scalar(AssertSqlSafe(format!(
        "SELECT CAST(relname AS text) FROM pg_class
         WHERE relkind IN ('r', 'p') AND relnamespace = CAST(quote_ident(current_schema()) AS regnamespace)
            AND relname NOT IN ('{STEPS}', '{UNDER_WAY}')
            AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = pg_class.oid AND d.deptype = 'e')"
    )))
    .fetch_all(own)
    .await?;
    Ok(names.into_iter().collect())
}

/// Adds to the mark which tables go with it.
async fn note_tables(own: &mut PgConnection, names: impl Iterator<Item = &String>) -> Result<(), DbError> {
    let rows: Vec<String> = names.map(|name| format!("('table', {}, 0)", quoted(name))).collect();
    if rows.is_empty() {
        return Ok(());
    }
    let note = format!("INSERT INTO {UNDER_WAY} (kind, name, rows) VALUES {}", rows.join(", "));
    own.execute(AssertSqlSafe(note)).await?;
    Ok(())
}

/// Takes away the tables that are noted in the mark: none, as long as none was touched. What others have made that needs one of them is
/// not taken along. In the same moment the mark goes, or is as it was at first.
async fn clear(own: &mut PgConnection, mark: &str) -> Result<(), DbError> {
    let noted: Vec<String> =
        sqlx::query_scalar(AssertSqlSafe(format!("SELECT name FROM {UNDER_WAY} WHERE kind = 'table'")))
            .fetch_all(&mut *own)
            .await?;
    let there = tables_there(own).await?;
    let mut all: BTreeSet<String> =
        noted.iter().filter(|name| there.contains(*name)).map(|name| format!("\"{name}\"")).collect();
    all.insert(STEPS.to_owned());
    let all: Vec<String> = all.into_iter().collect();
    let drop = if noted.is_empty() { String::new() } else { format!("DROP TABLE IF EXISTS {};", all.join(", ")) };
    let dropped = own.execute(AssertSqlSafe(format!("BEGIN; {drop} {mark}; COMMIT"))).await;
    dropped.map_err(|error| match &error {
        sqlx::Error::Database(said) if said.code().as_deref() == Some(NEEDED) => {
            let needs = said.try_downcast_ref::<PgDatabaseError>().and_then(PgDatabaseError::detail).unwrap_or_default();
            DbError::Unusable(format!(
                "a restore was cut off in this database, and what it left cannot be taken away ({}). Nothing was changed. Take \
                away what needs it, or name another database",
                needs.replace('\n', "; ")
            ))
        }
        _ => error.into(),
    })?;
    Ok(())
}

fn broken_off(error: &tokio::task::JoinError) -> DbError {
    DbError::Unusable(format!("reading the copy of the database broke off: {error}"))
}

/// Takes rows and keys away. Returns the statements that make the keys again.
async fn begin(own: &mut PgConnection, tables: &[Table], ours: &BTreeSet<String>) -> Result<Vec<String>, DbError> {
    own.execute("BEGIN").await?;
    note_tables(own, tables.iter().map(|table| &table.name)).await?;
    let again = catalog::without_keys(own, Some(ours)).await?;
    let names: Vec<String> = tables.iter().map(|table| format!("\"{}\"", table.name)).collect();
    own.execute(AssertSqlSafe(format!("TRUNCATE {}", names.join(", ")))).await?;
    own.execute("COMMIT").await?;
    Ok(again)
}

/// Makes the keys, has what counts by itself go on where it was, and takes the mark away: all of it, or nothing.
async fn end(
    own: &mut PgConnection,
    tables: &[Table],
    file: &Path,
    again: Vec<String>,
    noted: &str,
) -> Result<(), DbError> {
    let given = given(tables, file).await?;
    // More memory made sorting dearer, not cheaper. Looking into a hash for each row is four times as dear as going along
    // two indexes, and the planner, which knows nothing of these tables yet, takes it.
    own.execute("BEGIN; SET LOCAL maintenance_work_mem = '64MB'; SET LOCAL enable_hashjoin = off").await?;
    for text in again {
        own.execute(AssertSqlSafe(text)).await?;
    }
    for (table, given) in tables.iter().zip(given) {
        if let Some(column) = &table.counter {
            catalog::go_on_in_postgres(own, &table.name, column, given).await?;
        }
    }
    let noted = quoted(noted);
    own.execute(AssertSqlSafe(format!("COMMENT ON TABLE {STEPS} IS {noted}; DROP TABLE {UNDER_WAY}; COMMIT"))).await?;
    Ok(())
}

/// The last number each table's counting column has given.
async fn given(tables: &[Table], file: &Path) -> Result<Vec<i64>, DbError> {
    let mut from = pg_to_sqlite::open_file(file).await?;
    let mut all = Vec::with_capacity(tables.len());
    for table in tables {
        let given = match table.counter {
            Some(_) => catalog::given_by_sqlite(&mut from, &table.name).await?,
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
    let reading = spawn_blocking(move || sqlite_rows::pour(&sqlite_rows::open(&file)?, &list[at], &sender));
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
