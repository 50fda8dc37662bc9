//! Plain SQL with numbered parameters, the same text on both engines.
//!
//! A statement that changes something takes `&mut Tx`, so that nothing is written outside a transaction; a statement
//! that reads takes the database or a transaction.

use sea_orm::{ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, FromQueryResult, Statement, Value};

use crate::error::DbError;
use crate::open::{Db, Engine, Tx};

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

/// Where a reading statement runs: the database's readers, or inside a transaction.
pub trait Source: Sync {
    /// The connection to ask, and its engine.
    fn connection(&self) -> (Connection<'_>, Engine);
}

/// A borrowed connection of either kind.
#[derive(Debug, Clone, Copy)]
pub enum Connection<'a> {
    /// From the readers' pool.
    Pool(&'a DatabaseConnection),
    /// Inside a transaction.
    Tx(&'a DatabaseTransaction),
}

impl Source for Db {
    fn connection(&self) -> (Connection<'_>, Engine) {
        (Connection::Pool(&self.read), self.engine)
    }
}

impl Source for Tx {
    fn connection(&self) -> (Connection<'_>, Engine) {
        (Connection::Tx(&self.inner), self.engine)
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
        let (connection, engine) = source.connection();
        let statement = self.statement(engine);
        let row = match connection {
            Connection::Pool(pool) => pool.query_one_raw(statement).await?,
            Connection::Tx(tx) => tx.query_one_raw(statement).await?,
        };
        Ok(row.map(|row| T::from_query_result(&row, "")).transpose()?)
    }

    /// All rows.
    pub async fn all<T: FromQueryResult>(self, source: &impl Source) -> Result<Vec<T>, DbError> {
        let (connection, engine) = source.connection();
        let statement = self.statement(engine);
        let rows = match connection {
            Connection::Pool(pool) => pool.query_all_raw(statement).await?,
            Connection::Tx(tx) => tx.query_all_raw(statement).await?,
        };
        Ok(rows.iter().map(|row| T::from_query_result(row, "")).collect::<Result<_, _>>()?)
    }

    /// The first column of the first row, if any; it must be called `value` in the statement.
    pub async fn value<T: sea_orm::TryGetable>(self, source: &impl Source) -> Result<Option<T>, DbError> {
        let (connection, engine) = source.connection();
        let statement = self.statement(engine);
        let row = match connection {
            Connection::Pool(pool) => pool.query_one_raw(statement).await?,
            Connection::Tx(tx) => tx.query_one_raw(statement).await?,
        };
        Ok(row.map(|row| row.try_get::<T>("", "value")).transpose()?)
    }

    /// Runs a writing statement and says how many rows it touched.
    pub async fn run(self, tx: &mut Tx) -> Result<u64, DbError> {
        let statement = self.statement(tx.engine);
        Ok(tx.inner.execute_raw(statement).await?.rows_affected())
    }

    fn statement(self, engine: Engine) -> Statement {
        let backend = match engine {
            Engine::Sqlite => DbBackend::Sqlite,
            Engine::Postgres => DbBackend::Postgres,
        };
        Statement::from_sql_and_values(backend, self.text, self.args)
    }
}
