//! Parameters of statements: one value that either engine takes.

use sqlx::postgres::PgArguments;
use sqlx::sqlite::SqliteArguments;
use sqlx::{Arguments as _, Error};
use uuid::Uuid;

/// What is bound to a `$1`. `None` is NULL; PostgreSQL is told the type all the same.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// BOOLEAN.
    Bool(Option<bool>),
    /// SMALLINT.
    Small(Option<i16>),
    /// INTEGER.
    Int(Option<i32>),
    /// BIGINT.
    Big(Option<i64>),
    /// DOUBLE PRECISION.
    Double(Option<f64>),
    /// TEXT.
    Text(Option<String>),
    /// BYTEA, BLOB on SQLite.
    Bytes(Option<Vec<u8>>),
    /// UUID, its 16 bytes on SQLite.
    Uuid(Option<Uuid>),
    /// BOOLEAN[], which only PostgreSQL has.
    Bools(Option<Vec<bool>>),
    /// INTEGER[], which only PostgreSQL has.
    Ints(Option<Vec<i32>>),
    /// BIGINT[], which only PostgreSQL has.
    Bigs(Option<Vec<i64>>),
    /// UUID[], which only PostgreSQL has.
    Uuids(Option<Vec<Uuid>>),
}

impl Value {
    /// The type's name on PostgreSQL.
    pub(crate) fn type_name(&self) -> &'static str {
        match self {
            Self::Bool(_) => "BOOL",
            Self::Small(_) => "INT2",
            Self::Int(_) => "INT4",
            Self::Big(_) => "INT8",
            Self::Double(_) => "FLOAT8",
            Self::Text(_) => "TEXT",
            Self::Bytes(_) => "BYTEA",
            Self::Uuid(_) => "UUID",
            Self::Bools(_) => "BOOL_ARRAY",
            Self::Ints(_) => "INT4_ARRAY",
            Self::Bigs(_) => "INT8_ARRAY",
            Self::Uuids(_) => "UUID_ARRAY",
        }
    }
}

/// What can be bound: also an id, or another type of one's own around a plain value.
pub trait IntoValue {
    /// Nothing, in the type that is bound otherwise.
    const NULL: Value;

    /// The value to bind.
    fn into_value(self) -> Value;
}

impl<T: IntoValue> IntoValue for Option<T> {
    const NULL: Value = T::NULL;

    fn into_value(self) -> Value {
        self.map_or(Self::NULL, T::into_value)
    }
}

/// Has a tuple struct of one field, such as an id, be bound and read as the plain value in it.
#[macro_export]
macro_rules! newtype_column {
    ($name:ident, $plain:ty) => {
        impl $crate::FromValue for $name {
            const TYPE: $crate::ColumnType = <$plain as $crate::FromValue>::TYPE;

            fn from_column(row: &$crate::Row, name: &str) -> ::std::result::Result<Self, $crate::DbError> {
                <$plain as $crate::FromValue>::from_column(row, name).map(Self)
            }
        }

        impl $crate::IntoValue for $name {
            const NULL: $crate::Value = <$plain as $crate::IntoValue>::NULL;

            fn into_value(self) -> $crate::Value {
                $crate::IntoValue::into_value(self.0)
            }
        }
    };
}

/// Has a type that serde knows be kept as JSON in a column of text.
#[macro_export]
macro_rules! json_column {
    ($name:ty) => {
        impl $crate::FromValue for $name {
            const TYPE: $crate::ColumnType = $crate::ColumnType::Text;

            fn from_column(row: &$crate::Row, name: &str) -> ::std::result::Result<Self, $crate::DbError> {
                row.json(name)
            }
        }

        impl $crate::IntoValue for $name {
            const NULL: $crate::Value = $crate::Value::Text(None);

            fn into_value(self) -> $crate::Value {
                $crate::IntoValue::into_value(::serde_json::json!(self).to_string())
            }
        }
    };
}

macro_rules! into_value {
    ($($rust:ty => $kind:ident),* $(,)?) => {$(
        impl IntoValue for $rust {
            const NULL: Value = Value::$kind(None);

            fn into_value(self) -> Value {
                Value::$kind(Some(self.into()))
            }
        }
    )*};
}

into_value! {
    bool => Bool,
    i16 => Small,
    i32 => Int,
    i64 => Big,
    u32 => Big,
    f64 => Double,
    String => Text,
    &str => Text,
    Vec<u8> => Bytes,
    &[u8] => Bytes,
    Uuid => Uuid,
    Vec<bool> => Bools,
    Vec<i32> => Ints,
    Vec<i64> => Bigs,
    Vec<Uuid> => Uuids,
}

/// A text, as the statements of both engines write it.
pub(crate) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// All of them, in their order.
///
/// # Errors
/// What cannot be encoded, as a list.
pub(crate) fn for_sqlite(values: Vec<Value>) -> Result<SqliteArguments, Error> {
    let mut arguments = SqliteArguments::default();
    for value in values {
        match value {
            Value::Bool(value) => arguments.add(value),
            Value::Small(value) => arguments.add(value),
            Value::Int(value) => arguments.add(value),
            Value::Big(value) => arguments.add(value),
            Value::Double(value) => arguments.add(value),
            Value::Text(value) => arguments.add(value),
            Value::Bytes(value) => arguments.add(value),
            Value::Uuid(value) => arguments.add(value),
            Value::Bools(_) | Value::Ints(_) | Value::Bigs(_) | Value::Uuids(_) => Err("SQLite has no arrays".into()),
        }
        .map_err(Error::Encode)?;
    }
    Ok(arguments)
}

/// All of them, in their order.
///
/// # Errors
/// What cannot be encoded, as a text longer than the engine's limit.
pub(crate) fn for_postgres(values: Vec<Value>) -> Result<PgArguments, Error> {
    let mut arguments = PgArguments::default();
    for value in values {
        match value {
            Value::Bool(value) => arguments.add(value),
            Value::Small(value) => arguments.add(value),
            Value::Int(value) => arguments.add(value),
            Value::Big(value) => arguments.add(value),
            Value::Double(value) => arguments.add(value),
            Value::Text(value) => arguments.add(value),
            Value::Bytes(value) => arguments.add(value),
            Value::Uuid(value) => arguments.add(value),
            Value::Bools(value) => arguments.add(value),
            Value::Ints(value) => arguments.add(value),
            Value::Bigs(value) => arguments.add(value),
            Value::Uuids(value) => arguments.add(value),
        }
        .map_err(Error::Encode)?;
    }
    Ok(arguments)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_cannot_end_early() {
        assert_eq!(quoted("it's '; DROP"), "'it''s ''; DROP'");
    }
}
