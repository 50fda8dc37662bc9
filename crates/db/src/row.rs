//! Rows: what a statement answers, read into structs by the names of the columns, alike on both engines.

use sqlx::error::UnexpectedNullError;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{Error, Row as _, ValueRef as _};
use uuid::Uuid;

pub use quad_db_macros::FromRow;

use crate::error::DbError;

/// A row of either engine.
#[derive(Debug)]
pub enum Row {
    /// Of a file.
    Sqlite(SqliteRow),
    /// Of a server.
    Postgres(PgRow),
}

/// The type of a column that is read, by its name on PostgreSQL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnType {
    /// BOOL.
    Bool,
    /// INT2.
    Int2,
    /// INT4.
    Int4,
    /// INT8.
    Int8,
    /// FLOAT8.
    Float8,
    /// TEXT.
    Text,
    /// BYTEA.
    Bytea,
    /// UUID.
    Uuid,
}

/// What a row is read into: `#[derive(FromRow)]` on a struct reads each field from the column of its name.
pub trait FromRow: Sized {
    /// The columns by name.
    const COLUMNS: &'static [(&'static str, ColumnType)];

    /// Reads a row.
    ///
    /// # Errors
    /// [`DbError::Broken`] when a column is missing, of another type, or NULL where the field is no `Option`.
    fn from_row(row: &Row) -> Result<Self, DbError>;
}

/// What a column is read into.
pub trait FromValue: Sized {
    /// The column's type.
    const TYPE: ColumnType;

    /// Reads the column of a name.
    ///
    /// # Errors
    /// As [`FromRow::from_row`].
    fn from_column(row: &Row, name: &str) -> Result<Self, DbError>;
}

impl Row {
    /// The column of a name.
    ///
    /// # Errors
    /// As [`FromRow::from_row`].
    pub fn get<T: FromValue>(&self, name: &str) -> Result<T, DbError> {
        T::from_column(self, name)
    }

    /// A column of text as the JSON in it.
    ///
    /// # Errors
    /// As [`FromRow::from_row`], and when it is no JSON of this type.
    pub fn json<T: serde::de::DeserializeOwned>(&self, name: &str) -> Result<T, DbError> {
        let text: String = self.get(name)?;
        let other = |error| Error::ColumnDecode { index: name.to_owned(), source: Box::new(error) };
        Ok(serde_json::from_str(&text).map_err(other)?)
    }

    fn is_null(&self, name: &str) -> Result<bool, Error> {
        Ok(match self {
            Self::Sqlite(row) => row.try_get_raw(name)?.is_null(),
            Self::Postgres(row) => row.try_get_raw(name)?.is_null(),
        })
    }
}

impl<T: FromValue> FromValue for Option<T> {
    const TYPE: ColumnType = T::TYPE;

    fn from_column(row: &Row, name: &str) -> Result<Self, DbError> {
        if row.is_null(name)? { Ok(None) } else { T::from_column(row, name).map(Some) }
    }
}

macro_rules! from_value {
    ($($rust:ty => $kind:ident),* $(,)?) => {$(
        impl FromValue for $rust {
            const TYPE: ColumnType = ColumnType::$kind;

            fn from_column(row: &Row, name: &str) -> Result<Self, DbError> {
                // As an option: SQLite's decoders read NULL as 0 and as an empty text.
                let value: Option<Self> = match row {
                    Row::Sqlite(row) => row.try_get(name)?,
                    Row::Postgres(row) => row.try_get(name)?,
                };
                let null = || Error::ColumnDecode { index: name.to_owned(), source: Box::new(UnexpectedNullError) };
                value.ok_or_else(|| null().into())
            }
        }
    )*};
}

from_value! {
    bool => Bool,
    i16 => Int2,
    i32 => Int4,
    i64 => Int8,
    f64 => Float8,
    String => Text,
    Vec<u8> => Bytea,
    Uuid => Uuid,
}
