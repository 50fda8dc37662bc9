//! What can go wrong in a statement, sorted by what a caller does about it.

use sea_orm::{DbErr, RuntimeErr, SqlErr};
use sqlx::postgres::{PgDatabaseError, PgSeverity};

/// A failed statement or connection.
///
/// Constraint names are not told: SQLite gives none, so code that branched on one would work on one engine only.
#[derive(Debug, thiserror::Error)]
pub enum DbError {
    /// A unique key refused the row: somebody else was first.
    #[error("a unique key refused the row")]
    Unique(#[source] DbErr),
    /// A row this one points to does not exist (any more).
    #[error("a foreign key refused the row")]
    ForeignKey(#[source] DbErr),
    /// No connection: the database is away, or every connection is in use for too long. Trying again later is right.
    #[error("the database is not reachable")]
    Away(#[source] Absent),
    /// It answers and takes no writes: its disk is full, or it is read-only. Reading goes on.
    #[error("the database takes no writes")]
    Unwritable(#[source] DbErr),
    /// Anything else; a defect of ours or of the database.
    #[error("the database refused a statement")]
    Broken(#[source] DbErr),
    /// The database cannot be used as it is: too old, too new, or not openable.
    #[error("{0}")]
    Unusable(String),
}

/// Why no connection is to be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absence {
    /// Nothing was answered in time, or the server is stopping or starting.
    Silent,
    /// The server answers and lets us not in: another password, no such role, no such database.
    Refusing,
    /// The server has no connection left for us.
    Full,
}

/// That no connection is to be had, and what was said.
#[derive(Debug, thiserror::Error)]
#[error("{cause}")]
pub struct Absent {
    /// Why, as far as is known.
    pub kind: Absence,
    pub(crate) cause: DbErr,
    pub(crate) is_told: bool,
}

impl DbError {
    /// Whether the watch over the database tells the log of this (watching.rs), so that nobody else has to.
    pub fn is_told(&self) -> bool {
        matches!(self, Self::Away(absent) if absent.is_told)
    }
}

impl From<DbErr> for DbError {
    fn from(error: DbErr) -> Self {
        match error.sql_err() {
            Some(SqlErr::UniqueConstraintViolation(_)) => return Self::Unique(error),
            Some(SqlErr::ForeignKeyConstraintViolation(_)) => return Self::ForeignKey(error),
            _ => {}
        }
        if is_away(&error) {
            let kind = cause(&error).map_or(Absence::Silent, kind_of);
            Self::Away(Absent { kind, cause: error, is_told: false })
        } else if is_unwritable(&error) {
            Self::Unwritable(error)
        } else {
            Self::Broken(error)
        }
    }
}

impl From<sqlx::Error> for DbError {
    fn from(error: sqlx::Error) -> Self {
        DbErr::Conn(RuntimeErr::SqlxError(error.into())).into()
    }
}

fn cause(error: &DbErr) -> Option<&sqlx::Error> {
    match error {
        DbErr::Conn(RuntimeErr::SqlxError(cause))
        | DbErr::Exec(RuntimeErr::SqlxError(cause))
        | DbErr::Query(RuntimeErr::SqlxError(cause)) => Some(cause.as_ref()),
        _ => None,
    }
}

fn is_unwritable(error: &DbErr) -> bool {
    let Some(sqlx::Error::Database(said)) = cause(error) else { return false };
    // 25006: a PostgreSQL that may only read; 53100: its disk is full. SQLite: 13 the disk is full, 778, 1034 and 4874 the file cannot be
    // written, synced or have its memory grow, 8 in the lower half and something above it why it may only be read. 8 alone is
    // a reader of ours that tried to write, which is a mistake.
    match said.code().as_deref() {
        Some("25006" | "53100" | "13" | "778" | "1034" | "4874") => true,
        Some(code) => code.parse::<u32>().is_ok_and(|code| (0x100..10_000).contains(&code) && code & 0xff == 8),
        None => false,
    }
}

fn is_away(error: &DbErr) -> bool {
    match error {
        DbErr::ConnectionAcquire(_) => true,
        DbErr::Conn(RuntimeErr::SqlxError(cause))
        | DbErr::Exec(RuntimeErr::SqlxError(cause))
        | DbErr::Query(RuntimeErr::SqlxError(cause)) => match cause.as_ref() {
            // The last two: what was answered is not what was asked for, as where a server ends or begins in the middle of it.
            sqlx::Error::Io(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed
            | sqlx::Error::Tls(_)
            | sqlx::Error::BeginFailed
            | sqlx::Error::Protocol(_) => true,
            // 57P01–57P03: PostgreSQL is shutting down or starting; 5 and 6: SQLite is busy or locked.
            sqlx::Error::Database(said) => {
                is_fatal(cause)
                    || matches!(said.code().as_deref(), Some("57P01" | "57P02" | "57P03" | "5" | "6" | "517"))
            }
            _ => false,
        },
        _ => false,
    }
}

/// Whether PostgreSQL refuses or ends a connection with this, for whatever reason: a password, a role or a database that is not there, too many
/// connections, a transaction that was left alone for too long (open.rs).
fn is_fatal(error: &sqlx::Error) -> bool {
    let sqlx::Error::Database(said) = error else { return false };
    let said = said.try_downcast_ref::<PgDatabaseError>();
    said.is_some_and(|said| matches!(said.severity(), PgSeverity::Fatal | PgSeverity::Panic))
}

fn kind_of(error: &sqlx::Error) -> Absence {
    let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code).unwrap_or_default();
    match &*code {
        "53300" => Absence::Full,
        // It is stopping, starting, recovering; or has ended a transaction.
        code if code.starts_with("57P") || code == "25P03" => Absence::Silent,
        _ if is_fatal(error) => Absence::Refusing,
        _ => Absence::Silent,
    }
}

/// What it means when a connection could not be made.
pub(crate) fn absence_of(error: sqlx::Error) -> Absent {
    Absent { kind: kind_of(&error), cause: DbErr::Conn(RuntimeErr::SqlxError(error.into())), is_told: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connection_in_an_unexpected_state_is_none() {
        for error in [sqlx::Error::BeginFailed, sqlx::Error::Protocol("an unexpected message".into())] {
            assert!(matches!(DbError::from(error), DbError::Away(absent) if absent.kind == Absence::Silent));
        }
        assert!(matches!(DbError::from(sqlx::Error::RowNotFound), DbError::Broken(_)));
    }
}
