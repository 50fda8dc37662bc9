//! Database handle: opening, reading from it, beginning a transaction.
//!
//! SQLite gets many readers and exactly one writer connection, so that writers of this process queue fairly instead of
//! meeting "database is locked"; `BEGIN IMMEDIATE` does the same between processes (the command line next to a running
//! server). PostgreSQL gets one pool for both.

use std::future::ready;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use futures::future::BoxFuture;
use sqlx::pool::PoolConnectionMetadata;
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection as _, PgConnection, Postgres, Sqlite, SqliteConnection, Transaction};
use tokio::sync::Mutex;
use tokio::time::timeout;

use crate::error::{DbError, is_unopenable};
use crate::mounts::refuse_mounted_file;
use crate::query_counter::{Count, Counter};
use crate::session::{self, TablesSchema};
use crate::sqlite_file::{self, OpenFile, lock_beside};
use crate::watch::{Has, Watch, answered};
use crate::write_state::WriteState;

/// Connections have so long to end when the database is closed.
const CLOSING: Duration = Duration::from_secs(10);
/// What a connection keeps of the file, in the words of `PRAGMA cache_size`: 16 and 4 MB. There is one writer and there
/// are several readers, and what a reader does not keep is in the system's memory, once for all of them.
const WRITER_MEMORY: &str = "-16000";
const READER_MEMORY: &str = "-4000";
/// So long SQLite's log grows, in pages of 4 KiB, before a commit carries all of it into the file by itself: when nobody did
/// it before (checkpoint.rs).
const LOG_AT_MOST: &str = "32000";
/// So much of the disk, in bytes, the log keeps when it begins anew after it was longer.
const LOG_KEPT: &str = "134217728";
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
    /// How long a writer to SQLite waits for its turn in this process, and for the file while another process has it.
    pub turn: Duration,
}

impl Default for OpenOptions {
    fn default() -> Self {
        Self { connections: 8, patience: Duration::from_millis(1800), turn: Duration::from_secs(10) }
    }
}

/// An open database. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Db {
    pub(crate) engine: Engine,
    /// Replaced after the database was away (health_monitor.rs).
    pools: Arc<RwLock<Pools>>,
    options: OpenOptions,
    pub(crate) lock: MigrationLock,
    pub(crate) counter: Arc<Counter>,
    pub(crate) write_state: Arc<WriteState>,
    pub(crate) watch: Option<Arc<Watch>>,
    /// Bytes of SQLite's log that cannot be carried into the file (checkpoint.rs).
    pub(crate) log_held: Arc<AtomicU64>,
}

/// The same one twice on PostgreSQL.
#[derive(Clone, Debug)]
struct Pools {
    read: Pool,
    write: Pool,
}

/// Connections to either engine.
#[derive(Clone, Debug)]
pub enum Pool {
    /// To a file.
    Sqlite(SqlitePool),
    /// To a server.
    Postgres(PgPool),
}

/// A transaction on either engine.
#[derive(Debug)]
pub enum OpenTx {
    /// The only writer's.
    Sqlite(Transaction<'static, Sqlite>),
    /// On a connection of the pool.
    Postgres(Transaction<'static, Postgres>),
}

impl Pool {
    /// PostgreSQL's.
    pub(crate) fn postgres(self) -> Option<PgPool> {
        match self {
            Self::Sqlite(_) => None,
            Self::Postgres(pool) => Some(pool),
        }
    }

    /// SQLite's.
    pub(crate) fn sqlite(self) -> Option<SqlitePool> {
        match self {
            Self::Sqlite(pool) => Some(pool),
            Self::Postgres(_) => None,
        }
    }

    pub(crate) async fn close(&self) {
        match self {
            Self::Sqlite(pool) => pool.close().await,
            Self::Postgres(pool) => pool.close().await,
        }
    }

    async fn begin(&self) -> Result<OpenTx, sqlx::Error> {
        Ok(match self {
            Self::Sqlite(pool) => OpenTx::Sqlite(pool.begin_with("BEGIN IMMEDIATE").await?),
            Self::Postgres(pool) => OpenTx::Postgres(pool.begin().await?),
        })
    }

    async fn ping(&self) -> Result<(), sqlx::Error> {
        match self {
            Self::Sqlite(pool) => pool.acquire().await?.ping().await,
            Self::Postgres(pool) => pool.acquire().await?.ping().await,
        }
    }

    /// Connections that are open, and those of them that do nothing.
    fn connections(&self) -> (u32, usize) {
        match self {
            Self::Sqlite(pool) => (pool.size(), pool.num_idle()),
            Self::Postgres(pool) => (pool.size(), pool.num_idle()),
        }
    }
}

impl OpenTx {
    async fn commit(self) -> Result<(), sqlx::Error> {
        match self {
            Self::Sqlite(tx) => tx.commit().await,
            Self::Postgres(tx) => tx.commit().await,
        }
    }
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
    /// Bytes of SQLite's log that have not been carried into the file for a while, because somebody reads in one long transaction.
    pub log_held: u64,
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
    pub(crate) inner: Mutex<OpenTx>,
    pub(crate) engine: Engine,
    pub(crate) counter: Arc<Counter>,
    pub(crate) write_state: Arc<WriteState>,
    pub(crate) watch: Option<Arc<Watch>>,
}

impl Tx {
    /// Makes everything durable. Only after this may anything be acknowledged.
    ///
    /// # Errors
    /// [`DbError`]; then nothing may be acknowledged. After [`DbError::Away`] it is not known whether the commit took
    /// place.
    pub async fn commit(self) -> Result<(), DbError> {
        self.write_state.noted(self.write_state.in_place())?;
        let done = answered(self.watch.as_deref(), Has::Connection, self.inner.into_inner().commit()).await;
        // It may have been taken away meanwhile: what nobody will find is not acknowledged.
        self.write_state.noted(done.map_err(DbError::of_writing).and_then(|()| self.write_state.in_place()))
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
            Engine::Sqlite => Self::open_sqlite(&sqlite_file::path_of(url)?, options).await,
            Engine::Postgres => Self::open_postgres(url, options, SERVING).await,
        }
    }

    /// Opens a database that is there, to look at it: as [`Db::open`], and also a SQLite file on a disk or in a folder that cannot be
    /// written, as long as all of it is in the file. Then nothing can be written.
    ///
    /// # Errors
    /// As [`Db::open`]; [`DbError::Unusable`] when a part of what is stored is in the log beside a file that cannot be written.
    pub async fn open_to_read(url: &str, options: &OpenOptions) -> Result<Self, DbError> {
        let Engine::Sqlite = Engine::of(url)? else { return Self::open(url, options).await };
        let file = sqlite_file::path_of(url)?;
        sqlite_file::refuse_hard_links(&file)?;
        refuse_mounted_file(&file)?;
        let opened = Self::open_sqlite(&file, options).await;
        if opened.is_ok() || sqlite_file::unwritable(&file).is_none() {
            return opened;
        }
        let readers = SqlitePoolOptions::new()
            .max_connections(options.connections.max(1))
            .acquire_timeout(options.patience)
            .connect_with(sqlite_file::to_read(&file)?.pragma("query_only", "on").pragma("temp_store", "memory"));
        match readers.await {
            Ok(readers) => Ok(Self::of_sqlite(readers.clone(), readers, options, &file, Arc::default())),
            // Not even that: why it does not open has been said.
            Err(_) => opened,
        }
    }

    /// Opens a PostgreSQL database to put a backup into ([`Db::begin_filling`]): nobody takes this for a Quad that uses it.
    ///
    /// # Errors
    /// As [`Db::open`].
    pub async fn open_to_fill(url: &str, options: &OpenOptions) -> Result<Self, DbError> {
        Self::open_postgres(url, options, FILLING).await
    }

    pub(crate) async fn open_sqlite(file: &Path, options: &OpenOptions) -> Result<Self, DbError> {
        sqlite_file::refuse_hard_links(file)?;
        refuse_mounted_file(file)?;
        // SQLite would open it all the same, to read, and refuse the first change.
        if let Some(place) = sqlite_file::unwritable(file) {
            return Err(DbError::Unusable(sqlite_file::remedy(&place)));
        }
        let file = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
        let write_state = Arc::<WriteState>::default();
        let base = SqliteConnectOptions::new()
            .filename(&file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(options.turn)
            .statement_cache_capacity(256)
            .pragma("temp_store", "memory")
            // What is deleted is overwritten in the file, and not merely given free.
            .pragma("secure_delete", "on")
            .pragma("cache_size", WRITER_MEMORY)
            .pragma("wal_autocheckpoint", LOG_AT_MOST)
            .pragma("journal_size_limit", LOG_KEPT);
        let writer = SqlitePoolOptions::new()
            .max_connections(1)
            .min_connections(1)
            .before_acquire(|writer, _| Box::pin(ready(Ok(is_free(writer)))))
            .after_connect(only_to_the_same(&write_state))
            .acquire_timeout(options.turn)
            .idle_timeout(None)
            .max_lifetime(None)
            .connect_with(base.clone())
            .await
            .map_err(|error| held(error, &file))
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
        let mode: String = sqlx::query_scalar("PRAGMA journal_mode").fetch_one(&writer).await?;
        write_state.keep(OpenFile::new(&file, mode == "wal"));
        // From now on a file that is missing is not made anew, empty.
        let base = base.create_if_missing(false);
        writer.set_connect_options(base.clone());
        // All at once, for good: when a connection to another file that has come in the place of this one ends, SQLite takes the log of this
        // one away, because it knows of nobody else.
        let readers = SqlitePoolOptions::new()
            .max_connections(options.connections.max(1))
            .min_connections(options.connections.max(1))
            .after_connect(only_to_the_same(&write_state))
            .acquire_timeout(options.patience)
            .idle_timeout(None)
            .max_lifetime(None)
            .connect_with(base.pragma("query_only", "on").pragma("cache_size", READER_MEMORY))
            .await?;
        Ok(Self::of_sqlite(readers, writer, options, &file, write_state))
    }

    fn of_sqlite(
        readers: SqlitePool,
        writer: SqlitePool,
        options: &OpenOptions,
        file: &Path,
        write_state: Arc<WriteState>,
    ) -> Self {
        Self {
            engine: Engine::Sqlite,
            pools: Arc::new(RwLock::new(Pools { read: Pool::Sqlite(readers), write: Pool::Sqlite(writer) })),
            options: options.clone(),
            lock: MigrationLock::File(lock_beside(file, "migrate-lock")),
            counter: Arc::default(),
            write_state,
            watch: None,
            log_held: Arc::default(),
        }
    }

    async fn open_postgres(url: &str, options: &OpenOptions, name: &str) -> Result<Self, DbError> {
        let connect = session::options(url)?.application_name(name).statement_cache_capacity(256);
        let watch = Arc::<Watch>::default();
        let pool = match postgres_pool(options, &watch).connect_with(connect.clone()).await {
            Err(sqlx::Error::PoolTimedOut) => return Err(why_away(&connect, options.patience).await),
            opened => opened?,
        };
        session::refuse_shared(&pool, &connect).await?;
        Ok(Self {
            engine: Engine::Postgres,
            pools: Arc::new(RwLock::new(Pools::of(pool))),
            options: options.clone(),
            lock: MigrationLock::Advisory(Box::new(connect)),
            counter: Arc::default(),
            write_state: Arc::default(),
            watch: Some(watch),
            log_held: Arc::default(),
        })
    }

    /// Where reading statements go.
    pub(crate) fn readers(&self) -> Pool {
        self.pools.read().unwrap_or_else(PoisonError::into_inner).read.clone()
    }

    /// Where transactions begin.
    pub(crate) fn writer(&self) -> Pool {
        self.pools.read().unwrap_or_else(PoisonError::into_inner).write.clone()
    }

    /// Puts a new pool in the place of PostgreSQL's, which is answered.
    pub(crate) fn renew(&self) -> Pool {
        let mut pools = self.pools.write().unwrap_or_else(PoisonError::into_inner);
        if let (MigrationLock::Advisory(server), Some(watch)) = (&self.lock, &self.watch) {
            let new = Pools::of(postgres_pool(&self.options, watch).connect_lazy_with(server.as_ref().clone()));
            return std::mem::replace(&mut *pools, new).write;
        }
        pools.write.clone()
    }

    /// The engine behind this database.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// Begins a writing transaction. On SQLite this takes the only writer: do nothing slow before [`Tx::commit`].
    ///
    /// # Errors
    /// [`DbError::Away`] when no connection is free in time; any other [`DbError`] of its first statement.
    pub async fn begin(&self) -> Result<Tx, DbError> {
        let writer = self.writer();
        let begun = answered(self.watch.as_deref(), Has::Nothing, writer.begin()).await;
        let inner = self.write_state.noted(begun)?;
        self.counter.transaction();
        Ok(Tx {
            inner: Mutex::new(inner),
            engine: self.engine,
            counter: Arc::clone(&self.counter),
            write_state: Arc::clone(&self.write_state),
            watch: self.watch.clone(),
        })
    }

    /// Why nothing can be written into the file of a database, with the remedy; nothing where it can, and on PostgreSQL.
    pub fn unwritable_file(url: &str) -> Option<String> {
        let Ok(Engine::Sqlite) = Engine::of(url) else { return None };
        Some(sqlite_file::remedy(&sqlite_file::unwritable(&sqlite_file::path_of(url).ok()?)?))
    }

    /// How many connections are to be had at once, of so many; each waits this long. On SQLite all of them.
    pub async fn connections_at_once(&self, wanted: u32, patience: Duration) -> u32 {
        let MigrationLock::Advisory(server) = &self.lock else { return wanted };
        let tries = (0..wanted).map(|_| timeout(patience, session::connect(server)));
        let had: Vec<_> = futures::future::join_all(tries).await.into_iter().flatten().flatten().collect();
        let count = had.len() as u32;
        futures::future::join_all(had.into_iter().map(|one| timeout(patience, one.close()))).await;
        count
    }

    /// How much work this handle and its clones have given the database so far.
    pub fn count(&self) -> Count {
        self.counter.now()
    }

    /// Asks the database for an answer, any answer.
    ///
    /// # Errors
    /// [`DbError::Away`] when no answer comes in time; any other [`DbError`] the server answers with.
    pub async fn ping(&self) -> Result<(), DbError> {
        let readers = self.readers();
        answered(self.watch.as_deref(), Has::Nothing, readers.ping()).await
    }

    /// How it fares.
    pub fn health(&self) -> Health {
        let (mut connections, mut idle) = self.writer().connections();
        if self.engine == Engine::Sqlite {
            let (readers, idle_readers) = self.readers().connections();
            (connections, idle) = (connections + readers, idle + idle_readers);
        }
        let times_away = self.watch.as_ref().map_or(0, |watch| watch.times_away());
        let log_held = self.log_held.load(Ordering::Relaxed);
        Health { connections, idle: idle as u32, times_away, log_held }
    }

    /// Closes all connections, after what is in hand has ended. What hangs is left.
    pub async fn close(&self) {
        for pool in [self.readers(), self.writer()] {
            if timeout(CLOSING, pool.close()).await.is_err() {
                tracing::warn!("connections to the database hang and were left");
            }
        }
    }
}

impl Pools {
    fn of(pool: PgPool) -> Self {
        let pool = Pool::Postgres(pool);
        Self { read: pool.clone(), write: pool }
    }
}

/// Whether the writer has no transaction open, as far as sqlx knows. SQLite ends one by itself after an I/O error or on a full
/// disk; sqlx then cannot, and takes the next one for a part of it. A refusal within that would leave it open, and whatever
/// came after would be acknowledged and never committed. Such a connection is closed, and another opened.
fn is_free(writer: &SqliteConnection) -> bool {
    !writer.is_in_transaction()
}

/// For each new connection: none to another file than the others have open.
fn only_to_the_same(
    write_state: &Arc<WriteState>,
) -> impl Fn(&mut SqliteConnection, PoolConnectionMetadata) -> BoxFuture<'_, Result<(), sqlx::Error>> + use<> {
    let write_state = Arc::clone(write_state);
    move |_, _| {
        let is_the_same = write_state.in_place();
        Box::pin(ready(is_the_same.map_err(|error| sqlx::Error::Io(std::io::Error::other(error)))))
    }
}

/// A file does not go away: somebody else has all of it.
fn held(error: sqlx::Error, file: &Path) -> DbError {
    if is_unopenable(&error) {
        return DbError::Unusable(format!("{}: {error}", file.display()));
    }
    match DbError::from(error) {
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
    let asking = async {
        let mut connection = PgConnection::connect_with(server).await?;
        // What makes connections useless may be that a session's settings are refused.
        session::set_for_serving(&mut connection, &TablesSchema::default()).await
    };
    match timeout(patience, asking).await {
        Ok(Err(error)) => match DbError::from(error) {
            DbError::Away(why) => DbError::Away(why),
            other => DbError::Unusable(format!(
                "PostgreSQL, or a pooler before it, refuses the settings of a session: {}",
                reason(&other)
            )),
        },
        // It is slow, or has just come back.
        Ok(Ok(())) | Err(_) => sqlx::Error::PoolTimedOut.into(),
    }
}

/// The server's own sentence, where it said one.
fn reason(error: &DbError) -> String {
    let mut innermost: &dyn std::error::Error = error;
    while let Some(cause) = innermost.source() {
        innermost = cause;
    }
    innermost.to_string()
}

fn postgres_pool(options: &OpenOptions, watch: &Arc<Watch>) -> PgPoolOptions {
    let (made, taken) = (Arc::clone(watch), Arc::clone(watch));
    PgPoolOptions::new()
        .max_connections(options.connections.max(2))
        .acquire_timeout(options.patience)
        .before_acquire(move |_, so_far| Box::pin(ready(Ok(taken.is_current(so_far.age)))))
        .after_connect(move |connection, _| {
            let watch = Arc::clone(&made);
            Box::pin(async move { session::set_for_serving(connection, &watch.tables_schema).await })
        })
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
