//! Opening a database, reading from it, beginning a transaction.
//!
//! SQLite gets many readers and exactly one writer connection, so that writers of this process queue fairly instead of
//! meeting "database is locked"; `BEGIN IMMEDIATE` does the same between processes (the command line next to a running
//! server). PostgreSQL gets one pool for both.

use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sea_orm::{
    DatabaseConnection, DatabaseTransaction, SqliteTransactionMode, SqlxPostgresConnector, SqlxSqliteConnector,
    TransactionOptions, TransactionTrait,
};
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};

use crate::count::{Count, Counter};
use crate::error::DbError;

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

/// How large the pools are and how long a request waits for a connection.
#[derive(Clone, Debug)]
pub struct OpenOptions {
    /// Connections of the pool (PostgreSQL), reading connections (SQLite).
    pub connections: u32,
    /// Waiting longer than this for a connection is [`DbError::Away`].
    pub patience: Duration,
}

impl Default for OpenOptions {
    fn default() -> Self {
        Self { connections: 8, patience: Duration::from_secs(2) }
    }
}

/// An open database. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Db {
    pub(crate) engine: Engine,
    pub(crate) read: DatabaseConnection,
    pub(crate) write: DatabaseConnection,
    pub(crate) lock: MigrationLock,
    pub(crate) counter: Arc<Counter>,
}

/// What keeps two processes from migrating at once.
#[derive(Clone, Debug)]
pub(crate) enum MigrationLock {
    /// A lock file beside the database file.
    File(std::path::PathBuf),
    /// An advisory lock held on a connection of its own.
    Advisory(PgPool),
}

/// A running transaction. Dropping it rolls back.
#[derive(Debug)]
pub struct Tx {
    pub(crate) inner: DatabaseTransaction,
    pub(crate) engine: Engine,
    pub(crate) counter: Arc<Counter>,
}

impl Tx {
    /// Makes everything durable. Only after this may anything be acknowledged.
    pub async fn commit(self) -> Result<(), DbError> {
        Ok(self.inner.commit().await?)
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
        if url.starts_with("sqlite:") {
            Self::open_sqlite(url, options).await
        } else if url.starts_with("postgres:") || url.starts_with("postgresql:") {
            Self::open_postgres(url, options).await
        } else {
            Err(DbError::Unusable("the database address must start with sqlite: or postgres:".into()))
        }
    }

    async fn open_sqlite(url: &str, options: &OpenOptions) -> Result<Self, DbError> {
        let base = SqliteConnectOptions::from_str(url)?
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(10))
            .statement_cache_capacity(256)
            .pragma("temp_store", "memory")
            .pragma("cache_size", "-16000");
        let file = base.get_filename().to_path_buf();
        let writer = SqlitePoolOptions::new()
            .max_connections(1)
            .min_connections(1)
            .acquire_timeout(Duration::from_secs(10))
            .idle_timeout(None)
            .max_lifetime(None)
            .connect_with(base.clone())
            .await?;
        let version: String = sqlx::query_scalar("SELECT sqlite_version()").fetch_one(&writer).await?;
        refuse_old_sqlite(&version)?;
        let readers = SqlitePoolOptions::new()
            .max_connections(options.connections.max(1))
            .acquire_timeout(options.patience)
            .idle_timeout(None)
            .max_lifetime(None)
            .connect_with(base.pragma("query_only", "on"))
            .await?;
        Ok(Self {
            engine: Engine::Sqlite,
            read: SqlxSqliteConnector::from_sqlx_sqlite_pool(readers),
            write: SqlxSqliteConnector::from_sqlx_sqlite_pool(writer),
            lock: MigrationLock::File(file.with_extension("migrate-lock")),
            counter: Arc::default(),
        })
    }

    async fn open_postgres(url: &str, options: &OpenOptions) -> Result<Self, DbError> {
        let connect = PgConnectOptions::from_str(url)?.application_name("quad").statement_cache_capacity(256);
        let pool = PgPoolOptions::new()
            .max_connections(options.connections.max(2))
            .acquire_timeout(options.patience)
            .connect_with(connect)
            .await?;
        let connection = SqlxPostgresConnector::from_sqlx_postgres_pool(pool.clone());
        Ok(Self {
            engine: Engine::Postgres,
            read: connection.clone(),
            write: connection,
            lock: MigrationLock::Advisory(pool),
            counter: Arc::default(),
        })
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
        let inner = self.write.begin_with_options(options).await?;
        self.counter.transaction();
        Ok(Tx { inner, engine: self.engine, counter: Arc::clone(&self.counter) })
    }

    /// How much work this handle and its clones have given the database so far.
    pub fn count(&self) -> Count {
        self.counter.now()
    }

    /// Asks the database for an answer, any answer.
    pub async fn ping(&self) -> Result<(), DbError> {
        Ok(self.read.ping().await?)
    }

    /// Closes all connections, after what is in hand has ended.
    pub async fn close(&self) {
        for connection in [&self.read, &self.write] {
            if let Err(error) = connection.clone().close().await {
                tracing::warn!(%error, "closing the database failed");
            }
        }
    }
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
