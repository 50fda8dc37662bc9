//! Errors: what can go wrong in a statement, sorted by what a caller does about it.

use sqlx::Error;
use sqlx::error::ErrorKind;
use sqlx::postgres::{PgDatabaseError, PgSeverity};

/// A failed statement or connection.
///
/// Constraint names are not told: SQLite gives none, so code that branched on one would work on one engine only.
#[derive(Debug, thiserror::Error)]
pub enum DbError {
    /// A unique key refused the row: somebody else was first.
    #[error("a unique key refused the row")]
    Unique(#[source] Error),
    /// A row this one points to does not exist (any more).
    #[error("a foreign key refused the row")]
    ForeignKey(#[source] Error),
    /// No connection: the database is away, or every connection is in use for too long. Trying again later is right.
    #[error("{}", .0.kind.headline())]
    Away(#[source] Absent),
    /// Another transaction was in the way, and this one was given up for it, or for a limit, or a table was changed under it. Trying again
    /// at once is right.
    #[error("the database gave a transaction up")]
    GivenUp(#[source] Error),
    /// It answers and takes no writes: its disk is full, or it is read-only. Reading goes on.
    #[error("the database takes no writes")]
    Unwritable(#[source] Error),
    /// PostgreSQL's role may not do this: its rights were changed, or a new table's were not given.
    #[error("the database's role may not do this")]
    Forbidden(#[source] Error),
    /// Anything else; a defect of ours or of the database.
    #[error("the database refused a statement")]
    Broken(#[source] Error),
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
    /// A pooler in between gives several connections one session: what is answered may be the answer to something else.
    Shared,
    /// What a session relies on was changed while Quad serves: the tables are out of sight, foreign keys do not hold.
    Unfit,
}

impl Absence {
    /// What an operator reads first.
    fn headline(self) -> &'static str {
        match self {
            Self::Full => "the database has no connection left for this",
            Self::Silent | Self::Refusing | Self::Shared => "the database is not reachable",
            Self::Unfit => "the database is not what it was at the start",
        }
    }

    /// Whether nothing can be asked, also on connections that are there.
    pub(crate) fn is_for_all(self) -> bool {
        matches!(self, Self::Silent | Self::Shared | Self::Unfit)
    }
}

/// That no connection is to be had, and what was said.
#[derive(Debug, thiserror::Error)]
#[error("{}", words(.cause))]
pub struct Absent {
    /// Why, as far as is known.
    pub kind: Absence,
    pub(crate) cause: Error,
    pub(crate) is_told: bool,
}

impl DbError {
    /// Whether the watch over the database tells the log of this (health_monitor.rs), so that nobody else has to.
    pub fn is_told(&self) -> bool {
        matches!(self, Self::Away(absent) if absent.is_told)
    }

    /// What a writing connection says of a file that became read-only: SQLite's 8, which a reader of ours says of a mistake.
    pub(crate) fn of_writing(self) -> Self {
        match self {
            Self::Broken(error) if code(&error).as_deref() == Some("8") => Self::Unwritable(error),
            other => other,
        }
    }

    /// Whether this handle was closed, as at the end of the process.
    pub(crate) fn is_closed(&self) -> bool {
        matches!(self, Self::Away(Absent { cause: Error::PoolClosed, .. }))
    }

    /// Whether a limit of time ended the statement, or the session: in a transaction that did nothing (25P03), that lasted too
    /// long (25P04), or between two (57P05).
    pub fn is_out_of_time(&self) -> bool {
        match self {
            Self::GivenUp(_) => true,
            Self::Away(Absent { cause, .. }) => matches!(code(cause).as_deref(), Some("25P03" | "25P04" | "57P05")),
            _ => false,
        }
    }

    /// Whether the role may not do this (PostgreSQL's 42501).
    pub(crate) fn is_forbidden(&self) -> bool {
        matches!(self, Self::Forbidden(_))
    }
}

impl From<Error> for DbError {
    fn from(error: Error) -> Self {
        match error.as_database_error().map(sqlx::error::DatabaseError::kind) {
            Some(ErrorKind::UniqueViolation) => return Self::Unique(error),
            Some(ErrorKind::ForeignKeyViolation) => return Self::ForeignKey(error),
            _ => {}
        }
        if is_away(&error) {
            Self::Away(Absent { kind: kind_of(&error), cause: error, is_told: false })
        } else if is_unwritable(&error) {
            Self::Unwritable(error)
        } else if matches!(code(&error).as_deref(), Some("40001" | "40P01" | "55P03" | "57014")) || is_outdated(&error)
        {
            // A serialization failure, a deadlock, a lock that was not to be had, a statement that was ended.
            Self::GivenUp(error)
        } else if code(&error).as_deref() == Some("42501") {
            Self::Forbidden(error)
        } else {
            Self::Broken(error)
        }
    }
}

/// What was said, without a word of the library's before a sentence of ours.
fn words(cause: &Error) -> String {
    unfit_session(cause).map_or_else(|| cause.to_string(), ToString::to_string)
}

/// That a session is not fit to work in, and what to do.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct UnfitSession(pub String);

impl From<UnfitSession> for Error {
    fn from(unfit: UnfitSession) -> Self {
        Self::Configuration(unfit.into())
    }
}

fn unfit_session(error: &Error) -> Option<&UnfitSession> {
    let Error::Configuration(cause) = error else { return None };
    cause.downcast_ref()
}

/// Whether a statement was prepared before a column that it reads became another type's: the connection goes on refusing it. The code
/// (0A000) has many other reasons; the words depend on the server's language.
pub(crate) fn is_outdated(error: &Error) -> bool {
    let Error::Database(said) = error else { return false };
    let said = said.try_downcast_ref::<PgDatabaseError>();
    said.is_some_and(|said| said.code() == "0A000" && said.routine() == Some("RevalidateCachedQuery"))
}

/// What the engine calls it.
fn code(error: &Error) -> Option<String> {
    error.as_database_error()?.code().map(std::borrow::Cow::into_owned)
}

fn is_unwritable(error: &Error) -> bool {
    // 25006: a PostgreSQL that may only read; 53100: its disk is full. SQLite: 13 the disk is full, 778, 1034 and 4874 the file cannot be
    // written, synced or have its memory grow, 8 in the lower half and something above it why it may only be read. 8 alone is
    // a reader of ours that tried to write, which is a mistake.
    match code(error).as_deref() {
        Some("25006" | "53100" | "13" | "778" | "1034" | "4874") => true,
        Some(code) => code.parse::<u32>().is_ok_and(|code| (0x100..10_000).contains(&code) && code & 0xff == 8),
        None => false,
    }
}

fn is_away(error: &Error) -> bool {
    match error {
        // The last two: what was answered is not what was asked for, as where a server ends or begins in the middle of it.
        Error::Io(_)
        | Error::PoolTimedOut
        | Error::PoolClosed
        | Error::Tls(_)
        | Error::BeginFailed
        | Error::Protocol(_) => true,
        Error::Configuration(_) => unfit_session(error).is_some(),
        // 57P01–57P03: PostgreSQL is shutting down or starting; 5 and 6: SQLite is busy or locked.
        Error::Database(said) => {
            is_fatal(error)
                || is_mixed_up(said.code().as_deref())
                || is_unopenable(error)
                || matches!(said.code().as_deref(), Some("57P01" | "57P02" | "57P03" | "5" | "6" | "517"))
        }
        _ => false,
    }
}

/// What a session says that is not the one it was: a prepared statement is there already, or is not, or is another, whose parameters
/// these are not. sqlx gives none of them cause.
fn is_mixed_up(code: Option<&str>) -> bool {
    matches!(code, Some("42P05" | "26000" | "08P01" | "22P03"))
}

/// Whether SQLite's file cannot be opened (14 in the lower half): it was there at the start.
pub(crate) fn is_unopenable(error: &Error) -> bool {
    let is_sqlite = error.as_database_error().is_some_and(|said| said.try_downcast_ref::<PgDatabaseError>().is_none());
    is_sqlite && code(error).and_then(|code| code.parse::<u32>().ok()).is_some_and(|code| code & 0xff == 14)
}

/// Whether PostgreSQL refuses or ends a connection with this, for whatever reason: a password, a role or a database that is not there, too many
/// connections, a transaction that was left alone for too long (open.rs).
fn is_fatal(error: &Error) -> bool {
    let Error::Database(said) = error else { return false };
    let said = said.try_downcast_ref::<PgDatabaseError>();
    said.is_some_and(|said| matches!(said.severity(), PgSeverity::Fatal | PgSeverity::Panic))
}

fn kind_of(error: &Error) -> Absence {
    if unfit_session(error).is_some() {
        return Absence::Unfit;
    }
    let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code).unwrap_or_default();
    match &*code {
        "53300" => Absence::Full,
        // It is stopping, starting, recovering; or has ended a transaction.
        code if code.starts_with("57P") || code == "25P03" => Absence::Silent,
        _ if is_fatal(error) => Absence::Refusing,
        code if is_mixed_up(Some(code)) => Absence::Shared,
        _ => Absence::Silent,
    }
}

/// What it means when a connection could not be made.
pub(crate) fn absence_of(error: Error) -> Absent {
    Absent { kind: kind_of(&error), cause: error, is_told: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connection_in_an_unexpected_state_is_none() {
        for error in [Error::BeginFailed, Error::Protocol("an unexpected message".into())] {
            assert!(matches!(DbError::from(error), DbError::Away(absent) if absent.kind == Absence::Silent));
        }
        assert!(matches!(DbError::from(Error::RowNotFound), DbError::Broken(_)));
    }
}
