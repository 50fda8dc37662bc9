//! Plain SQL with numbered parameters, the same text on both engines.
//!
//! A statement that changes something takes `&mut Tx`, so that nothing is written outside a transaction; a statement
//! that reads takes the database or a transaction.

use std::ops::RangeInclusive;

use sea_orm::{
    ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, FromQueryResult, QueryResult,
    Statement, Value,
};
use serde::de::DeserializeOwned;

use crate::error::DbError;
use crate::open::{Db, Engine, Tx};
use crate::watching::{Has, Watch, answered};

/// A statement and its parameters `$1 … $n`.
#[derive(Debug, Clone)]
pub struct Sql {
    text: String,
    args: Vec<Value>,
}

/// Starts a statement. Parameters are `$1 … $n` in the order of [`Sql::arg`].
pub fn sql(text: impl Into<String>) -> Sql {
    Sql { text: text.into(), args: Vec::new() }
}

/// Parameters in a row, `$2, $3, $4` for 2 to 4: for lists and rows of values.
pub fn places(numbers: RangeInclusive<usize>) -> String {
    numbers.map(|number| format!("${number}")).collect::<Vec<_>>().join(", ")
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
    sql(format!("SELECT CAST(COALESCE({gather}({row}({columns})), '[]') AS TEXT) AS value {rest}"))
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
    Pool(DatabaseConnection),
    /// Inside a transaction.
    Tx(&'a DatabaseTransaction),
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
        self.refusing.noted(done)
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
        self.refusing.noted(done)
    }
}

impl Sql {
    /// Adds the next parameter.
    #[must_use]
    pub fn arg(mut self, value: impl Into<Value>) -> Self {
        self.args.push(value.into());
        self
    }

    /// The statement's text, for the test that prepares every statement on both engines.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The first row, if any.
    pub async fn one<T: FromQueryResult>(self, source: &impl Source) -> Result<Option<T>, DbError> {
        let row = self.first(source).await?;
        Ok(row.map(|row| T::from_query_result(&row, "")).transpose()?)
    }

    /// All rows.
    pub async fn all<T: FromQueryResult>(self, source: &impl Source) -> Result<Vec<T>, DbError> {
        let (connection, engine) = source.connection();
        let statement = self.statement(engine);
        let rows = answered(source.watch(), connection.has(), async {
            match connection {
                Connection::Pool(pool) => pool.query_all_raw(statement).await,
                Connection::Tx(tx) => tx.query_all_raw(statement).await,
            }
        });
        let rows = source.noted(rows.await)?;
        Ok(rows.iter().map(|row| T::from_query_result(row, "")).collect::<Result<_, _>>()?)
    }

    /// The first column of the first row, if any; it must be called `value` in the statement.
    pub async fn value<T: sea_orm::TryGetable>(self, source: &impl Source) -> Result<Option<T>, DbError> {
        let row = self.first(source).await?;
        Ok(row.map(|row| row.try_get::<T>("", "value")).transpose()?)
    }

    /// Runs a writing statement and says how many rows it touched.
    pub async fn run(self, tx: &mut Tx) -> Result<u64, DbError> {
        let statement = self.statement(tx.engine);
        tx.counter.statement();
        let done = answered(tx.watch.as_deref(), Has::Connection, tx.inner.execute_raw(statement)).await;
        let done = tx.refusing.noted(done)?;
        Ok(done.rows_affected())
    }

    /// All rows of a statement made by [`packed`].
    ///
    /// # Errors
    /// [`DbError::Broken`] also when a row is not a `T`.
    pub async fn unpack<T: DeserializeOwned + Send + 'static>(self, source: &impl Source) -> Result<Vec<T>, DbError> {
        let Some(text) = self.value::<String>(source).await? else { return Ok(Vec::new()) };
        // Megabytes of text: not on a thread that others wait for.
        let read = tokio::task::spawn_blocking(move || serde_json::from_str(&text));
        let rows = read.await.map_err(|error| DbErr::Custom(error.to_string()))?;
        Ok(rows.map_err(|error| DbErr::Json(error.to_string()))?)
    }

    async fn first(self, source: &impl Source) -> Result<Option<QueryResult>, DbError> {
        let (connection, engine) = source.connection();
        let statement = self.statement(engine);
        let row = answered(source.watch(), connection.has(), async {
            match connection {
                Connection::Pool(pool) => pool.query_one_raw(statement).await,
                Connection::Tx(tx) => tx.query_one_raw(statement).await,
            }
        });
        source.noted(row.await)
    }

    fn statement(self, engine: Engine) -> Statement {
        let backend = match engine {
            Engine::Sqlite => DbBackend::Sqlite,
            Engine::Postgres => DbBackend::Postgres,
        };
        Statement::from_sql_and_values(backend, self.text, self.args)
    }
}
