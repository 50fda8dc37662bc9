//! SQL statements: plain SQL with numbered parameters, the same text on both engines.
//!
//! A statement that changes something takes `&mut Tx`, so that nothing is written outside a transaction; a statement
//! that reads takes the database or a transaction.
//!
//! Each statement that runs is an event of the target [`STATEMENTS`] at the level TRACE: where it stands in the source, its text,
//! the types of its parameters and of the columns that are read; no value. The tests collect these events, and prepare every
//! statement on both engines.

use std::borrow::Cow;
use std::ops::RangeInclusive;
use std::panic::Location;

use serde::de::DeserializeOwned;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, Postgres, SqlSafeStr as _, SqlStr, Sqlite};
use tokio::sync::Mutex;

use crate::error::{self, DbError};
use crate::open::{Db, Engine, OpenTx, Pool, Tx};
use crate::row::{ColumnType, FromRow, FromValue, Row};
use crate::value::{IntoValue, Value, for_postgres, for_sqlite};
use crate::watch::{Has, Watch, answered};

/// The target of the events that tell statements.
pub const STATEMENTS: &str = "quad_db::statements";

/// A statement and its parameters `$1 … $n`.
#[derive(Debug, Clone)]
pub struct Sql {
    text: Cow<'static, str>,
    args: Vec<Value>,
    /// Where it stands in the source.
    at: &'static Location<'static>,
    /// The only engine that understands it.
    only: Option<Engine>,
}

/// Starts a statement that both engines understand. Parameters are `$1 … $n` in the order of [`Sql::arg`].
#[track_caller]
pub fn sql(text: impl Into<Cow<'static, str>>) -> Sql {
    Sql { text: text.into(), args: Vec::new(), at: Location::caller(), only: None }
}

/// Starts a statement in the words of one engine.
#[track_caller]
pub fn sql_of(engine: Engine, text: impl Into<Cow<'static, str>>) -> Sql {
    Sql { text: text.into(), args: Vec::new(), at: Location::caller(), only: Some(engine) }
}

/// Parameters in a row, `$2, $3, $4` for 2 to 4: for lists and rows of values.
pub fn places(numbers: RangeInclusive<usize>) -> String {
    numbers.map(|number| format!("${number}")).collect::<Vec<_>>().join(", ")
}

/// Condition of a search: each of so many patterns, from the parameter `first` on, fits one of these texts. Always true without
/// patterns. Their wildcards are escaped by `!`.
pub fn each_like(texts: &[&str], first: usize, patterns: usize) -> String {
    let fits =
        |at: usize| texts.iter().map(|text| format!("{text} LIKE ${at} ESCAPE '!'")).collect::<Vec<_>>().join(" OR ");
    let each: Vec<String> = (first..first + patterns).map(|at| format!("({})", fits(at))).collect();
    if each.is_empty() { "1 = 1".to_owned() } else { each.join(" AND ") }
}

/// A column of a [`packed`] statement.
#[derive(Debug, Clone, Copy)]
pub enum Column {
    /// A number, a text or nothing.
    Plain(&'static str),
    /// A UUID.
    Uuid(&'static str),
}

/// A statement that answers all its rows as one JSON text, to be read with [`Sql::unpack`]: `SELECT` these columns, and then
/// `rest` (`FROM …`). Row by row, a hundred thousand rows cost several times what the database needs to find them.
#[track_caller]
pub fn packed(engine: Engine, columns: &[Column], rest: &str) -> Sql {
    let (gather, row) = match engine {
        Engine::Sqlite => ("json_group_array", "json_array"),
        Engine::Postgres => ("json_agg", "json_build_array"),
    };
    let columns: Vec<String> = columns
        .iter()
        .map(|column| match (column, engine) {
            (Column::Uuid(name), Engine::Sqlite) => format!("hex({name})"),
            (Column::Uuid(name) | Column::Plain(name), _) => (*name).to_owned(),
        })
        .collect();
    let columns = columns.join(", ");
    sql_of(engine, format!("SELECT CAST(COALESCE({gather}({row}({columns})), '[]') AS TEXT) AS value {rest}"))
}

/// Where a reading statement runs: the database's readers, or inside a transaction.
pub trait Source: Sync {
    /// The connection to ask, and its engine. Called once per statement, which is counted.
    fn connection(&self) -> (Connection<'_>, Engine);

    /// What tells that no answer will come.
    fn watch(&self) -> Option<&Watch>;

    /// Remembers that writes are refused: a statement may write and answer rows.
    fn noted<T>(&self, done: Result<T, DbError>) -> Result<T, DbError>;
}

/// A connection of either kind.
#[derive(Debug)]
pub enum Connection<'a> {
    /// From the readers' pool.
    Pool(Pool),
    /// Inside a transaction, which does one thing at a time.
    Tx(&'a Mutex<OpenTx>),
}

impl Connection<'_> {
    fn has(&self) -> Has {
        match self {
            Self::Pool(_) => Has::Nothing,
            Self::Tx(_) => Has::Connection,
        }
    }
}

impl Source for Db {
    fn connection(&self) -> (Connection<'_>, Engine) {
        self.counter.read();
        (Connection::Pool(self.readers()), self.engine)
    }

    fn watch(&self) -> Option<&Watch> {
        self.watch.as_deref()
    }

    fn noted<T>(&self, done: Result<T, DbError>) -> Result<T, DbError> {
        self.write_state.noted(done)
    }
}

impl Source for Tx {
    fn connection(&self) -> (Connection<'_>, Engine) {
        self.counter.statement();
        (Connection::Tx(&self.inner), self.engine)
    }

    fn watch(&self) -> Option<&Watch> {
        self.watch.as_deref()
    }

    fn noted<T>(&self, done: Result<T, DbError>) -> Result<T, DbError> {
        self.write_state.noted(done.map_err(DbError::of_writing))
    }
}

impl Sql {
    /// Adds the next parameter.
    #[must_use]
    pub fn arg(mut self, value: impl IntoValue) -> Self {
        self.args.push(value.into_value());
        self
    }

    /// Adds the next parameters.
    #[must_use]
    pub fn args(mut self, values: impl IntoIterator<Item = impl IntoValue>) -> Self {
        self.args.extend(values.into_iter().map(IntoValue::into_value));
        self
    }

    fn parameter_types(&self) -> Vec<&'static str> {
        self.args.iter().map(Value::type_name).collect()
    }

    /// Tells that it runs.
    fn tell(&self, engine: Engine, columns: &[(&str, ColumnType)]) {
        tracing::trace!(
            target: STATEMENTS,
            at = %self.at,
            engine = ?engine,
            only = ?self.only,
            statement = &*self.text,
            parameters = ?self.parameter_types(),
            columns = ?columns,
        );
    }

    /// The first row, if any.
    ///
    /// # Errors
    /// [`DbError`] of the statement, also when a column does not have the type that `T` names.
    pub async fn one<T: FromRow>(self, source: &impl Source) -> Result<Option<T>, DbError> {
        let row = self.first(source, T::COLUMNS).await?;
        row.map(|row| T::from_row(&row)).transpose()
    }

    /// All rows.
    ///
    /// # Errors
    /// [`DbError`] of the statement, also when a column does not have the type that `T` names.
    pub async fn all<T: FromRow>(self, source: &impl Source) -> Result<Vec<T>, DbError> {
        let (connection, engine) = source.connection();
        self.tell(engine, T::COLUMNS);
        let rows = answered(source.watch(), connection.has(), async {
            Ok(match connection {
                Connection::Pool(Pool::Sqlite(pool)) => of_sqlite(self.for_sqlite()?.fetch_all(&pool).await?),
                Connection::Pool(Pool::Postgres(pool)) => {
                    let again = self.clone();
                    let rows = match self.for_postgres()?.fetch_all(&pool).await {
                        Err(error) if is_outdated(&error, source.watch()) => {
                            again.for_postgres()?.fetch_all(&pool).await?
                        }
                        rows => rows?,
                    };
                    of_postgres(rows)
                }
                Connection::Tx(tx) => match &mut *tx.lock().await {
                    OpenTx::Sqlite(tx) => of_sqlite(self.for_sqlite()?.fetch_all(&mut **tx).await?),
                    OpenTx::Postgres(tx) => of_postgres(self.for_postgres()?.fetch_all(&mut **tx).await?),
                },
            })
        });
        let rows: Vec<Row> = source.noted(rows.await)?;
        rows.iter().map(T::from_row).collect()
    }

    /// The first column of the first row, if any; it must be called `value` in the statement.
    ///
    /// # Errors
    /// [`DbError`] of the statement, also when the column is not of this type.
    pub async fn value<T: FromValue>(self, source: &impl Source) -> Result<Option<T>, DbError> {
        let row = self.first(source, &[("value", T::TYPE)]).await?;
        row.map(|row| row.get("value")).transpose()
    }

    /// Runs a writing statement and says how many rows it touched.
    ///
    /// # Errors
    /// [`DbError`] of the statement: see there which are worth another try.
    pub async fn run(self, tx: &mut Tx) -> Result<u64, DbError> {
        tx.counter.statement();
        self.tell(tx.engine, &[]);
        let (watch, inner) = (tx.watch.as_deref(), tx.inner.get_mut());
        let done = answered(watch, Has::Connection, async {
            Ok(match inner {
                OpenTx::Sqlite(tx) => self.for_sqlite()?.execute(&mut **tx).await?.rows_affected(),
                OpenTx::Postgres(tx) => self.for_postgres()?.execute(&mut **tx).await?.rows_affected(),
            })
        });
        tx.write_state.noted(done.await.map_err(DbError::of_writing))
    }

    /// All rows of a statement made by [`packed`].
    ///
    /// # Errors
    /// [`DbError::Broken`] also when a row is not a `T`.
    pub async fn unpack<T: DeserializeOwned + Send + 'static>(self, source: &impl Source) -> Result<Vec<T>, DbError> {
        let Some(text) = self.value::<String>(source).await? else { return Ok(Vec::new()) };
        // Megabytes of text: not on a thread that others wait for.
        let read = tokio::task::spawn_blocking(move || serde_json::from_str(&text));
        let rows = read.await.map_err(|error| sqlx::Error::Decode(error.into()))?;
        Ok(rows.map_err(|error| sqlx::Error::Decode(error.into()))?)
    }

    async fn first(self, source: &impl Source, columns: &[(&str, ColumnType)]) -> Result<Option<Row>, DbError> {
        let (connection, engine) = source.connection();
        self.tell(engine, columns);
        let row = answered(source.watch(), connection.has(), async {
            Ok(match connection {
                Connection::Pool(Pool::Sqlite(pool)) => {
                    self.for_sqlite()?.fetch_optional(&pool).await?.map(Row::Sqlite)
                }
                Connection::Pool(Pool::Postgres(pool)) => {
                    let again = self.clone();
                    let row = match self.for_postgres()?.fetch_optional(&pool).await {
                        Err(error) if is_outdated(&error, source.watch()) => {
                            again.for_postgres()?.fetch_optional(&pool).await?
                        }
                        row => row?,
                    };
                    row.map(Row::Postgres)
                }
                Connection::Tx(tx) => match &mut *tx.lock().await {
                    OpenTx::Sqlite(tx) => self.for_sqlite()?.fetch_optional(&mut **tx).await?.map(Row::Sqlite),
                    OpenTx::Postgres(tx) => self.for_postgres()?.fetch_optional(&mut **tx).await?.map(Row::Postgres),
                },
            })
        });
        source.noted(row.await)
    }

    fn for_sqlite(self) -> Result<Query<Sqlite>, sqlx::Error> {
        Ok(sqlx::query_with(safe(self.text), for_sqlite(self.args)?))
    }

    fn for_postgres(self) -> Result<Query<Postgres>, sqlx::Error> {
        Ok(sqlx::query_with(safe(self.text), for_postgres(self.args)?))
    }
}

/// Whether a table was changed since the statement was prepared. Then the next connection has not prepared it yet.
fn is_outdated(error: &sqlx::Error, watch: Option<&Watch>) -> bool {
    let is_outdated = error::is_outdated(error);
    if let (true, Some(watch)) = (is_outdated, watch) {
        watch.note_outdated();
    }
    is_outdated
}

type Query<Database> = sqlx::query::Query<'static, Database, <Database as sqlx::Database>::Arguments>;

/// Our own text; what people wrote is bound (`cargo xtask tidy` looks at how texts are put together).
fn safe(text: Cow<'static, str>) -> SqlStr {
    match text {
        Cow::Borrowed(text) => text.into_sql_str(),
        Cow::Owned(text) => AssertSqlSafe(text).into_sql_str(),
    }
}

fn of_sqlite(rows: Vec<SqliteRow>) -> Vec<Row> {
    rows.into_iter().map(Row::Sqlite).collect()
}

fn of_postgres(rows: Vec<PgRow>) -> Vec<Row> {
    rows.into_iter().map(Row::Postgres).collect()
}
