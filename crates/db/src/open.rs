//! Opening a database, reading from it, beginning a transaction.
//!
//! SQLite gets many readers and exactly one writer connection, so that writers of this process queue fairly instead of
//! meeting "database is locked"; `BEGIN IMMEDIATE` does the same between processes (the command line next to a running
//! server). PostgreSQL gets one pool for both.

use std::future::ready;
use std::path::Path;
use std::str::FromStr;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use sea_orm::{
    DatabaseConnection, DatabaseTransaction, SqliteTransactionMode, SqlxPostgresConnector, SqlxSqliteConnector,
    TransactionOptions, TransactionTrait,
};
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection as _, Executor as _, PgConnection, SqliteConnection};
use tokio::time::timeout;

use crate::count::{Count, Counter};
use crate::error::DbError;
use crate::planted;
use crate::refusing::Refusing;
use crate::watching::{Has, Watch, answered};

/// Connections have so long to end when the database is closed.
const CLOSING: Duration = Duration::from_secs(10);
/// What a connection keeps of the file, in the words of `PRAGMA cache_size`: 16 and 4 MB. There is one writer and there
/// are several readers, and what a reader does not keep is in the system's memory, once for all of them.
const WRITER_MEMORY: &str = "-16000";
const READER_MEMORY: &str = "-4000";
/// So long SQLite's log grows, in pages of 4 KiB, before a commit carries all of it into the file by itself: when nobody did
/// it before (checkpointing.rs).
const LOG_AT_MOST: &str = "32000";
/// What PostgreSQL is told on each connection. A plan is kept for as long as the connection: one that reads a
/// table from end to end, right for the ten rows of yesterday, was used while a hundred thousand answers came. And no
/// statement of ours is worth compiling. In one message, and not when connecting: a pooler in between refuses that.
/// docs/decisions/016.
///
/// And a transaction in which nothing was said for three seconds ends. Otherwise one whose process was cut off, or hangs, keeps its rows
/// until the server's system notices, by default after two hours, and whoever wants the same rows waits as long: the first
/// answer that is sent again holds up all others. Between two statements of ours is nothing slow.
const SESSION: &str = "SET enable_seqscan = off; SET jit = off; SET idle_in_transaction_session_timeout = 3000";
/// Before 3.51.3 a checkpoint racing a WAL reset could corrupt the file.
const OLDEST_SQLITE: (u32, u32, u32) = (3, 51, 3);

/// Which engine a database runs on. For the few words that differ; never for whole statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// One file, one process that writes.
    Sqlite,
    /// A server, several processes.
    Postgres,
}

impl Engine {
    /// By an address; the address is not repeated in the error, because a password may be in it.
    pub(crate) fn of(url: &str) -> Result<Self, DbError> {
        if url.starts_with("sqlite:") {
            Ok(Self::Sqlite)
        } else if url.starts_with("postgres:") || url.starts_with("postgresql:") {
            Ok(Self::Postgres)
        } else {
            Err(DbError::Unusable("the database address must start with sqlite: or postgres:".into()))
        }
    }
}

/// As what a Quad shows up on a PostgreSQL server, whatever it does there but for transfers and restores.
pub(crate) const SERVING: &str = "quad";

/// As what a restore does.
pub(crate) const FILLING: &str = "quad restore";

/// How large the pools are and how long a request waits for a connection.
#[derive(Clone, Debug)]
pub struct OpenOptions {
    /// Connections of the pool (PostgreSQL), reading connections (SQLite).
    pub connections: u32,
    /// Waiting longer than this for a connection is [`DbError::Away`]. Short of two seconds, within which people are told.
    pub patience: Duration,
}

impl Default for OpenOptions {
    fn default() -> Self {
        Self { connections: 8, patience: Duration::from_millis(1800) }
    }
}

/// An open database. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Db {
    pub(crate) engine: Engine,
    /// Replaced after the database was away (watching.rs).
    pools: Arc<RwLock<Pools>>,
    options: OpenOptions,
    pub(crate) lock: MigrationLock,
    pub(crate) counter: Arc<Counter>,
    pub(crate) refusing: Arc<Refusing>,
    pub(crate) watch: Option<Arc<Watch>>,
}

/// The same one twice on PostgreSQL.
#[derive(Clone, Debug)]
struct Pools {
    read: DatabaseConnection,
    write: DatabaseConnection,
}

/// How a database fares at a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Health {
    /// Connections that are open; on SQLite the readers and the writer.
    pub connections: u32,
    /// Those of them that do nothing.
    pub idle: u32,
    /// How often it did not answer, since this was opened.
    pub times_away: u64,
}

/// What keeps two processes from migrating at once.
#[derive(Clone, Debug)]
pub(crate) enum MigrationLock {
    /// A lock file beside the database file.
    File(std::path::PathBuf),
    /// An advisory lock held on a connection of its own to this server.
    Advisory(Box<PgConnectOptions>),
}

/// A running transaction. Dropping it rolls back.
#[derive(Debug)]
pub struct Tx {
    pub(crate) inner: DatabaseTransaction,
    pub(crate) engine: Engine,
    pub(crate) counter: Arc<Counter>,
    pub(crate) refusing: Arc<Refusing>,
    pub(crate) watch: Option<Arc<Watch>>,
}

impl Tx {
    /// Makes everything durable. Only after this may anything be acknowledged.
    pub async fn commit(self) -> Result<(), DbError> {
        self.refusing.noted(answered(self.watch.as_deref(), Has::Connection, self.inner.commit()).await)
    }

    /// The engine this transaction runs on.
    pub fn engine(&self) -> Engine {
        self.engine
    }
}

impl Db {
    /// Opens `sqlite://PATH` (made when missing) or `postgres://…`.
    ///
    /// # Errors
    /// [`DbError::Unusable`] for another scheme or a SQLite with known corruption; [`DbError::Away`] when unreachable.
    pub async fn open(url: &str, options: &OpenOptions) -> Result<Self, DbError> {
        match Engine::of(url)? {
            Engine::Sqlite => Self::open_sqlite(url, options).await,
            Engine::Postgres => Self::open_postgres(url, options, SERVING).await,
        }
    }

    /// Opens a PostgreSQL database to put a backup into ([`Db::begin_filling`]): nobody takes this for a Quad that uses it.
    ///
    /// # Errors
    /// As [`Db::open`].
    pub async fn open_to_fill(url: &str, options: &OpenOptions) -> Result<Self, DbError> {
        Self::open_postgres(url, options, FILLING).await
    }

    async fn open_sqlite(url: &str, options: &OpenOptions) -> Result<Self, DbError> {
        let base = SqliteConnectOptions::from_str(url)?
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(if planted::is("synchronous-normal") {
                SqliteSynchronous::Normal
            } else {
                SqliteSynchronous::Full
            })
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(10))
            .statement_cache_capacity(256)
            .pragma("temp_store", "memory")
            .pragma("cache_size", WRITER_MEMORY)
            .pragma("wal_autocheckpoint", LOG_AT_MOST);
        let file = base.get_filename().to_path_buf();
        let writer = SqlitePoolOptions::new()
            .max_connections(1)
            .min_connections(1)
            .before_acquire(|writer, _| Box::pin(ready(Ok(is_free(writer)))))
            .acquire_timeout(Duration::from_secs(10))
            .idle_timeout(None)
            .max_lifetime(None)
            .connect_with(base.clone())
            .await
            .map_err(|error| held(error.into(), &file))
            .map_err(|error| match error {
                // Reading does so, too: the log beside it is shared by all who have it open.
                DbError::Unwritable(cause) => DbError::Unusable(format!(
                    "{} or its folder cannot be written ({cause}): run this as the user that runs Quad, on a disk with room",
                    file.display()
                )),
                other => other,
            })?;
        let version: String = sqlx::query_scalar("SELECT sqlite_version()").fetch_one(&writer).await?;
        refuse_old_sqlite(&version)?;
        let readers = SqlitePoolOptions::new()
            .max_connections(options.connections.max(1))
            .acquire_timeout(options.patience)
            .idle_timeout(None)
            .max_lifetime(None)
            .connect_with(base.pragma("query_only", "on").pragma("cache_size", READER_MEMORY))
            .await?;
        Ok(Self {
            engine: Engine::Sqlite,
            pools: Arc::new(RwLock::new(Pools {
                read: SqlxSqliteConnector::from_sqlx_sqlite_pool(readers),
                write: SqlxSqliteConnector::from_sqlx_sqlite_pool(writer),
            })),
            options: options.clone(),
            lock: MigrationLock::File(file.with_extension("migrate-lock")),
            counter: Arc::default(),
            refusing: Arc::default(),
            watch: None,
        })
    }

    async fn open_postgres(url: &str, options: &OpenOptions, name: &str) -> Result<Self, DbError> {
        let connect = PgConnectOptions::from_str(url)?.application_name(name).statement_cache_capacity(256);
        let pool = match postgres_pool(options).connect_with(connect.clone()).await {
            Err(sqlx::Error::PoolTimedOut) => return Err(why_away(&connect, options.patience).await),
            opened => opened?,
        };
        Ok(Self {
            engine: Engine::Postgres,
            pools: Arc::new(RwLock::new(Pools::of(pool))),
            options: options.clone(),
            lock: MigrationLock::Advisory(Box::new(connect)),
            counter: Arc::default(),
            refusing: Arc::default(),
            watch: Some(Arc::default()),
        })
    }

    /// Where reading statements go.
    pub(crate) fn readers(&self) -> DatabaseConnection {
        self.pools.read().unwrap_or_else(PoisonError::into_inner).read.clone()
    }

    /// Where transactions begin.
    pub(crate) fn writer(&self) -> DatabaseConnection {
        self.pools.read().unwrap_or_else(PoisonError::into_inner).write.clone()
    }

    /// Puts a new pool in the place of PostgreSQL's, which is answered.
    pub(crate) fn renew(&self) -> DatabaseConnection {
        let mut pools = self.pools.write().unwrap_or_else(PoisonError::into_inner);
        if let MigrationLock::Advisory(server) = &self.lock {
            let new = Pools::of(postgres_pool(&self.options).connect_lazy_with(server.as_ref().clone()));
            return std::mem::replace(&mut *pools, new).write;
        }
        pools.write.clone()
    }

    /// The engine behind this database.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// Begins a writing transaction. On SQLite this takes the only writer: do nothing slow before [`Tx::commit`].
    pub async fn begin(&self) -> Result<Tx, DbError> {
        let options = TransactionOptions {
            sqlite_transaction_mode: (self.engine == Engine::Sqlite).then_some(SqliteTransactionMode::Immediate),
            ..TransactionOptions::default()
        };
        let writer = self.writer();
        let begun = answered(self.watch.as_deref(), Has::Nothing, writer.begin_with_options(options)).await;
        let inner = self.refusing.noted(begun)?;
        self.counter.transaction();
        Ok(Tx {
            inner,
            engine: self.engine,
            counter: Arc::clone(&self.counter),
            refusing: Arc::clone(&self.refusing),
            watch: self.watch.clone(),
        })
    }

    /// How much work this handle and its clones have given the database so far.
    pub fn count(&self) -> Count {
        self.counter.now()
    }

    /// Asks the database for an answer, any answer.
    pub async fn ping(&self) -> Result<(), DbError> {
        let readers = self.readers();
        answered(self.watch.as_deref(), Has::Nothing, readers.ping()).await
    }

    /// How it fares.
    pub fn health(&self) -> Health {
        let (connections, idle) = match self.engine {
            Engine::Sqlite => {
                let (readers, writer) = (self.readers(), self.writer());
                let pools = [readers.get_sqlite_connection_pool(), writer.get_sqlite_connection_pool()];
                (pools.iter().map(|pool| pool.size()).sum(), pools.iter().map(|pool| pool.num_idle()).sum::<usize>())
            }
            Engine::Postgres => {
                let writer = self.writer();
                let pool = writer.get_postgres_connection_pool();
                (pool.size(), pool.num_idle())
            }
        };
        let times_away = self.watch.as_ref().map_or(0, |watch| watch.times_away());
        Health { connections, idle: idle as u32, times_away }
    }

    /// Closes all connections, after what is in hand has ended. What hangs is left.
    pub async fn close(&self) {
        for connection in [self.readers(), self.writer()] {
            match timeout(CLOSING, connection.close()).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => tracing::warn!(%error, "closing the database failed"),
                Err(_) => tracing::warn!("connections to the database hang and were left"),
            }
        }
    }
}

impl Pools {
    fn of(pool: PgPool) -> Self {
        let pool = SqlxPostgresConnector::from_sqlx_postgres_pool(pool);
        Self { read: pool.clone(), write: pool }
    }
}

/// Whether the writer has no transaction open, as far as sqlx knows. SQLite ends one by itself after an I/O error or on a full
/// disk; sqlx then cannot, and takes the next one for a part of it. A refusal within that would leave it open, and whatever
/// came after would be acknowledged and never committed. Such a connection is closed, and another opened.
fn is_free(writer: &SqliteConnection) -> bool {
    !writer.is_in_transaction() || planted::is("forget-io-errors")
}

/// A file does not go away: somebody else has all of it.
fn held(error: DbError, file: &Path) -> DbError {
    match error {
        DbError::Away(_) => DbError::Unusable(format!(
            "another command has {} to itself, such as a transfer: wait for its end",
            file.display()
        )),
        DbError::Broken(why) => DbError::Unusable(format!("{}: {why}", file.display())),
        other => other,
    }
}

/// The pool tries again until its patience ends, and forgets why it had to. One more attempt says it.
async fn why_away(server: &PgConnectOptions, patience: Duration) -> DbError {
    match timeout(patience, PgConnection::connect_with(server)).await {
        Ok(Err(error)) => error.into(),
        // It is slow, or has just come back.
        Ok(Ok(_)) | Err(_) => sqlx::Error::PoolTimedOut.into(),
    }
}

fn postgres_pool(options: &OpenOptions) -> PgPoolOptions {
    PgPoolOptions::new().max_connections(options.connections.max(2)).acquire_timeout(options.patience).after_connect(
        |connection, _| {
            Box::pin(async move {
                connection.execute(SESSION).await?;
                Ok(())
            })
        },
    )
}

fn refuse_old_sqlite(version: &str) -> Result<(), DbError> {
    let mut parts = version.split('.').map(|part| part.parse::<u32>().unwrap_or(0));
    let found = (parts.next().unwrap_or(0), parts.next().unwrap_or(0), parts.next().unwrap_or(0));
    if found < OLDEST_SQLITE {
        return Err(DbError::Unusable(format!(
            "SQLite {version} can corrupt a database in WAL mode; 3.51.3 or newer is needed"
        )));
    }
    Ok(())
}
