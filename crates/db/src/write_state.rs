//! Write state: whether the last writes were refused, and whether SQLite's file is still where it was opened. Who asks whether writes
//! are taken is answered by `read_only.rs`.

use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Instant;

use crate::error::DbError;
use crate::sqlite_file::OpenFile;

/// Whether the last writes were refused, and SQLite's file, which has to stay where it is.
#[derive(Debug, Default)]
pub(crate) struct WriteState {
    since: Mutex<Option<Instant>>,
    file: OnceLock<OpenFile>,
}

impl WriteState {
    /// What is written into this file counts only as long as its name leads to it.
    pub(crate) fn keep(&self, file: OpenFile) {
        // There is one file.
        let _ = self.file.set(file);
    }

    /// Whether SQLite's file is where it was opened; so is everything on PostgreSQL.
    pub(crate) fn in_place(&self) -> Result<(), DbError> {
        self.file.get().map_or(Ok(()), OpenFile::check)
    }

    /// Remembers a write that was refused, and hands its outcome on.
    pub(crate) fn noted<T>(&self, done: Result<T, DbError>) -> Result<T, DbError> {
        if matches!(done, Err(DbError::Unwritable(_))) {
            self.set(Some(Instant::now()));
        }
        done
    }

    pub(crate) fn since(&self) -> Option<Instant> {
        *self.since.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn set(&self, moment: Option<Instant>) {
        *self.since.lock().unwrap_or_else(PoisonError::into_inner) = moment;
    }
}
