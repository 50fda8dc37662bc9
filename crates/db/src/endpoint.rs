//! Endpoint of a transfer: a connection of its own to either engine, held so that nobody else writes there meanwhile. Here are
//! the few things that the engines do differently; what is done with them is transfer.rs and compare_databases.rs.

use std::path::Path;
use std::str::FromStr;
use std::time::{Duration, Instant};

use futures::TryStreamExt;
use sqlx::postgres::{PgConnectOptions, PgRow};
use sqlx::sqlite::{SqliteJournalMode, SqliteLockingMode, SqliteRow, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor, FromRow, PgConnection, Row, SqliteConnection};

use crate::catalog::{self, Kind, Table};
use crate::copy_format::{self, Rows, Value};
use crate::error::DbError;
use crate::open::{Engine, FILLING, SERVING};
use crate::session;
use crate::sqlite_file;
use crate::value::quoted;

/// As what a transfer shows up on a PostgreSQL server.
const APPLICATION: &str = "quad transfer";
/// Held in the target, so that two transfers or restores into one never run at once.
const ADVISORY_KEY: i64 = 0x5155_4144_5452;
/// How long whoever had it before may take to let go: a process that was killed is noticed by the server a little later.
const PATIENCE: Duration = Duration::from_secs(10);
const IN_USE: &str = "a server or another command has it open; stop that first";
/// PostgreSQL's word for a lock that was not to be had in time.
const LOCKED: &str = "55P03";

/// One end.
pub(crate) enum Endpoint {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

/// The name of a database without user and password, the same however a file's path was written.
pub(crate) fn name(url: &str) -> Result<String, DbError> {
    Ok(match Engine::of(url)? {
        Engine::Sqlite => {
            let file = sqlite_file::path_of(url)?;
            let whole = file.canonicalize().unwrap_or(file);
            format!("sqlite://{}", whole.display())
        }
        Engine::Postgres => {
            let options = PgConnectOptions::from_str(url)?;
            let host = options.get_socket().map_or(options.get_host().to_owned(), |path| path.display().to_string());
            let database = options.get_database().unwrap_or(options.get_username());
            format!("postgres://{host}:{}/{database}", options.get_port())
        }
    })
}

/// The file of a SQLite address.
pub(crate) fn file_of(url: &str) -> Result<Option<std::path::PathBuf>, DbError> {
    Ok(match Engine::of(url)? {
        Engine::Sqlite => Some(sqlite_file::path_of(url)?),
        Engine::Postgres => None,
    })
}

impl Endpoint {
    /// To read from, all of it of one moment. Nobody can write there until this ends.
    pub(crate) async fn source(url: &str) -> Result<Self, DbError> {
        match Engine::of(url)? {
            Engine::Sqlite => sqlite(url).await,
            Engine::Postgres => {
                let mut connection = postgres(url).await?;
                alone(&mut connection).await?;
                connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
                connection.execute("SET LOCAL lock_timeout = '5s'").await?;
                let names: Vec<String> = sqlx::query_scalar(
                    "SELECT format('%I', relname) FROM pg_class
                     WHERE relkind = 'r' AND relnamespace = CAST(quote_ident(current_schema()) AS regnamespace) ORDER BY oid",
                )
                .fetch_all(&mut connection)
                .await?;
                let lock = format!("LOCK TABLE {} IN SHARE MODE", names.join(", "));
                connection.execute(AssertSqlSafe(lock)).await.map_err(|error| match &error {
                    sqlx::Error::Database(said) if said.code().as_deref() == Some(LOCKED) => in_use(),
                    _ => error.into(),
                })?;
                Ok(Self::Postgres(connection))
            }
        }
    }

    /// To write to. No other transfer can until this ends.
    pub(crate) async fn target(url: &str) -> Result<Self, DbError> {
        match Engine::of(url)? {
            Engine::Sqlite => {
                if let Some(file) = file_of(url)? {
                    make_private(&file).map_err(|error| {
                        DbError::Unusable(format!("the file {} cannot be made: {error}", file.display()))
                    })?;
                }
                sqlite(url).await
            }
            Engine::Postgres => {
                let mut connection = postgres(url).await?;
                session::refuse_unfit(&mut connection).await?;
                fill_alone(&mut connection).await?;
                Ok(Self::Postgres(connection))
            }
        }
    }

    fn engine(&self) -> Engine {
        match self {
            Self::Sqlite(_) => Engine::Sqlite,
            Self::Postgres(_) => Engine::Postgres,
        }
    }

    /// Runs statements without parameters.
    pub(crate) async fn run(&mut self, text: String) -> Result<(), DbError> {
        match self {
            Self::Sqlite(connection) => connection.execute(AssertSqlSafe(text)).await.map(|_| ())?,
            Self::Postgres(connection) => connection.execute(AssertSqlSafe(text)).await.map(|_| ())?,
        }
        Ok(())
    }

    /// Reads rows, as a tuple of the columns each.
    pub(crate) async fn read<T>(&mut self, text: String) -> Result<Vec<T>, DbError>
    where
        T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        Ok(match self {
            Self::Sqlite(connection) => sqlx::query_as(AssertSqlSafe(text)).fetch_all(connection).await?,
            Self::Postgres(connection) => sqlx::query_as(AssertSqlSafe(text)).fetch_all(connection).await?,
        })
    }

    /// The names of whatever is in the database.
    pub(crate) async fn names(&mut self) -> Result<Vec<String>, DbError> {
        let text = match self.engine() {
            Engine::Sqlite => {
                "SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid"
            }
            Engine::Postgres => {
                // What an extension brought is the server's.
                "SELECT CAST(relname AS text) FROM pg_class c
                 WHERE relnamespace = CAST(quote_ident(current_schema()) AS regnamespace)
                    AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
                 ORDER BY relkind = 'r' DESC, oid"
            }
        };
        Ok(self.read::<(String,)>(text.to_owned()).await?.into_iter().map(|(name,)| name).collect())
    }

    pub(crate) async fn tables(&mut self) -> Result<Vec<Table>, DbError> {
        match self {
            Self::Sqlite(connection) => catalog::of_sqlite(connection).await,
            Self::Postgres(connection) => catalog::of_postgres(connection, None).await,
        }
    }

    /// Hands out rows of a table as lines, one after the other. `rest` is what follows the table in the statement.
    pub(crate) async fn lines(
        &mut self,
        table: &Table,
        rest: &str,
        mut take: impl FnMut(&[u8]) -> Result<(), DbError>,
    ) -> Result<(), DbError> {
        match self {
            Self::Sqlite(connection) => {
                let text = format!("{} {rest}", copy_format::statement(table));
                let mut rows = sqlx::query(AssertSqlSafe(text)).persistent(false).fetch(connection);
                while let Some(row) = rows.try_next().await? {
                    let line: &str = row.try_get(0)?;
                    take(line.strip_suffix('\n').unwrap_or(line).as_bytes())?;
                }
            }
            Self::Postgres(connection) => {
                let copy = format!("COPY (SELECT {} FROM \"{}\" {rest}) TO STDOUT", table.names(), table.name);
                let mut waiting = Vec::new();
                let mut stream = connection.copy_out_raw(&copy).await?;
                while let Some(bytes) = stream.try_next().await? {
                    if let Some(lines) = copy_format::whole(&mut waiting, &bytes) {
                        lines.split(|byte| *byte == b'\n').try_for_each(&mut take)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Adds rows to a table, each a line with its end.
    pub(crate) async fn put(&mut self, table: &Table, lines: &[u8]) -> Result<(), DbError> {
        match self {
            Self::Sqlite(connection) => {
                let mut rows = Rows::new(table);
                rows.add(lines.strip_suffix(b"\n").unwrap_or(lines), connection).await?;
                rows.insert(connection).await
            }
            Self::Postgres(connection) => {
                let text = format!("COPY \"{}\" ({}) FROM STDIN", table.name, table.names());
                let mut copy = connection.copy_in_raw(&text).await?;
                copy.send(lines).await?;
                copy.finish().await?;
                Ok(())
            }
        }
    }

    /// Takes away what makes filling slow, and returns the statements that make it again.
    pub(crate) async fn without_keys(&mut self) -> Result<Vec<String>, DbError> {
        match self {
            Self::Sqlite(connection) => catalog::without_indexes(connection).await,
            Self::Postgres(connection) => catalog::without_keys(connection, None).await,
        }
    }

    /// The last number a table's counting column has given.
    pub(crate) async fn given(&mut self, table: &Table, column: &str) -> Result<i64, DbError> {
        match self {
            Self::Sqlite(connection) => catalog::given_by_sqlite(connection, &table.name).await,
            Self::Postgres(connection) => catalog::given_by_postgres(connection, &table.name, column).await,
        }
    }

    /// Has a table's counting column go on after a number.
    pub(crate) async fn go_on(&mut self, table: &Table, column: &str, given: i64) -> Result<(), DbError> {
        match self {
            Self::Sqlite(connection) => catalog::go_on_in_sqlite(connection, &table.name, given).await,
            Self::Postgres(connection) => catalog::go_on_in_postgres(connection, &table.name, column, given).await,
        }
    }

    /// Names a row that points to one that is not there, if any. PostgreSQL finds that when it makes the keys again.
    pub(crate) async fn dangling(&mut self) -> Result<Option<String>, DbError> {
        if self.engine() == Engine::Postgres {
            return Ok(None);
        }
        let text = "SELECT \"table\" || ' → ' || parent FROM pragma_foreign_key_check LIMIT 1";
        Ok(self.read::<(String,)>(text.to_owned()).await?.pop().map(|(found,)| found))
    }

    /// Has the planner know what is in the tables, and all of it be durable. Outside a transaction.
    pub(crate) async fn settle(&mut self) -> Result<(), DbError> {
        self.run(match self.engine() {
            Engine::Sqlite => "PRAGMA synchronous = FULL".to_owned(),
            Engine::Postgres => "ANALYZE".to_owned(),
        })
        .await
    }

    pub(crate) async fn close(self) -> Result<(), DbError> {
        match self {
            Self::Sqlite(connection) => connection.close().await?,
            Self::Postgres(connection) => connection.close().await?,
        }
        Ok(())
    }

    /// A value, as this engine's statements write it.
    pub(crate) fn literal(&self, value: &Value, kind: Kind) -> String {
        match (value, self.engine()) {
            (Value::Null, _) => "NULL".to_owned(),
            (Value::Int(number), _) if kind == Kind::Bool => (if *number == 0 { "FALSE" } else { "TRUE" }).to_owned(),
            (Value::Int(number), _) => number.to_string(),
            (Value::Text(text), _) => quoted(text),
            (Value::Bytes(bytes), Engine::Sqlite) => format!("X'{}'", hex::encode(bytes)),
            (Value::Bytes(bytes), Engine::Postgres) if kind == Kind::Uuid => {
                format!("CAST('{}' AS uuid)", hex::encode(bytes))
            }
            (Value::Bytes(bytes), Engine::Postgres) => format!("CAST('\\x{}' AS bytea)", hex::encode(bytes)),
        }
    }
}

/// The file alone: others could not even read it.
async fn sqlite(url: &str) -> Result<Endpoint, DbError> {
    let options = sqlite_file::options(url)?
        .create_if_missing(false)
        .locking_mode(SqliteLockingMode::Exclusive)
        .journal_mode(SqliteJournalMode::Wal)
        // What is committed cannot be half after a power cut, at most gone: then it is carried again.
        .synchronous(SqliteSynchronous::Normal)
        .foreign_keys(false)
        .busy_timeout(Duration::from_secs(2))
        .pragma("secure_delete", "on")
        .pragma("cache_size", "-64000")
        .pragma("temp_store", "memory")
        .disable_statement_logging();
    let held = async {
        let mut connection = options.connect().await?;
        // The lock comes with the first look at the file.
        connection.execute("SELECT COUNT(*) FROM sqlite_schema").await?;
        Ok(connection)
    };
    held.await.map(Endpoint::Sqlite).map_err(|error: sqlx::Error| match DbError::from(error) {
        DbError::Away(_) => in_use(),
        other => other,
    })
}

async fn postgres(url: &str) -> Result<PgConnection, DbError> {
    let options = session::options(url)?.application_name(APPLICATION).disable_statement_logging();
    Ok(session::connect(&options).await?)
}

/// Waits until nobody else fills this database. Nobody else can until the connection ends.
pub(crate) async fn fill_alone(connection: &mut PgConnection) -> Result<(), DbError> {
    let began = Instant::now();
    loop {
        let got: bool = sqlx::query_scalar("SELECT pg_try_advisory_lock($1)")
            .bind(ADVISORY_KEY)
            .fetch_one(&mut *connection)
            .await?;
        if got {
            return Ok(());
        }
        wait(began).await?;
    }
}

/// Waits until no Quad is connected to this database: one that has just been stopped is there for a moment still. So is a statement
/// of a restore that was killed; one that only waits for its turn does nothing.
pub(crate) async fn alone(connection: &mut PgConnection) -> Result<(), DbError> {
    let began = Instant::now();
    loop {
        // A pooler may add where the client is, as listen.rs has it.
        let others: i64 = sqlx::query_scalar(
            "SELECT COUNT(*) FROM pg_stat_activity, split_part(application_name, ' - ', 1) AS name
             WHERE datname = current_database() AND pid <> pg_backend_pid()
                AND (name = $1 OR (name = $2 AND state IS DISTINCT FROM 'idle'))",
        )
        .bind(SERVING)
        .bind(FILLING)
        .fetch_one(&mut *connection)
        .await?;
        if others == 0 {
            return Ok(());
        }
        wait(began).await?;
    }
}

async fn wait(began: Instant) -> Result<(), DbError> {
    if began.elapsed() > PATIENCE {
        return Err(in_use());
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    Ok(())
}

fn in_use() -> DbError {
    DbError::Unusable(IN_USE.into())
}

/// A file that is its owner's alone, if there is none yet: password hashes will be in it.
///
/// # Errors
/// When the file cannot be created or opened for writing.
pub fn make_private(file: &Path) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_no_password_in_it() {
        let named = |url: &str| name(url).expect("a name");
        assert_eq!(named("postgres://u:hunter22@h:5433/quad"), "postgres://h:5433/quad");
        assert_eq!(named("postgresql://u:hunter22@h"), "postgres://h:5432/u");
        assert!(
            named("postgres:///quad?host=/run/postgresql&password=hunter22").starts_with("postgres:///run/postgresql:")
        );
        assert_eq!(named("sqlite:///nowhere/quad.db"), "sqlite:///nowhere/quad.db");
        assert!(name("mysql://u:hunter22@h/quad").is_err_and(|said| !format!("{said:?}").contains("hunter22")));
    }
}
