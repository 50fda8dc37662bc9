//! Watch: whether the database can be had, as the health monitor found it, and who was refused meanwhile. Every statement asks it
//! before and while it waits.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::watch;

use crate::error::{Absence, Absent, DbError, is_outdated};
use crate::session::TablesSchema;

/// Between two lines about people who were refused though the database is there.
const TELL_EVERY: Duration = Duration::from_secs(10);

/// Whether the database can be had.
#[derive(Debug, Default)]
pub struct Watch {
    pub(crate) away: watch::Sender<Option<Absence>>,
    /// Statements that were answered: signs of life.
    pub(crate) answered: AtomicU64,
    pub(crate) times_away: AtomicU64,
    /// A statement met a session that was not its own.
    pub(crate) is_mixed_up: AtomicBool,
    refused: Mutex<Refused>,
    /// Where the tables are.
    pub(crate) tables_schema: TablesSchema,
    /// When a statement was met that a change of a table had outdated. Connections that are older may have it, too.
    outdated_at: Mutex<Option<Instant>>,
}

/// Those of whom the log does not know yet.
#[derive(Debug, Default)]
pub(crate) struct Refused {
    count: u64,
    /// What the first of them met.
    why: String,
    /// Since the last look.
    pub(crate) lately: bool,
    told_at: Option<Instant>,
}

/// What a statement has when it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Has {
    /// Nothing: it needs a connection.
    Nothing,
    /// A transaction's connection.
    Connection,
}

impl Watch {
    pub(crate) fn absence(&self) -> Option<Absence> {
        *self.away.borrow()
    }

    /// Returns when nothing is answered any more.
    pub(crate) async fn goes_away(&self) {
        // The sender is in our own hands.
        let _ = self.away.subscribe().wait_for(|away| away.is_some_and(Absence::is_for_all)).await;
    }

    pub(crate) fn times_away(&self) -> u64 {
        self.times_away.load(Ordering::Relaxed)
    }

    pub(crate) fn refusals<T>(&self, change: impl FnOnce(&mut Refused) -> T) -> T {
        change(&mut self.refused.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Counts somebody who did not get the database, and says that this will be told.
    fn told(&self, mut absent: Absent) -> DbError {
        if absent.kind == Absence::Shared {
            self.is_mixed_up.store(true, Ordering::Relaxed);
        }
        self.refusals(|refused| {
            if refused.count == 0 {
                refused.why = absent.to_string();
            }
            refused.count += 1;
            refused.lately = true;
        });
        absent.is_told = true;
        DbError::Away(absent)
    }

    fn refuse(&self, kind: Absence) -> DbError {
        let cause = silent("given up until it is back");
        self.told(Absent { kind, cause, is_told: true })
    }

    /// Remembers that what connections have prepared by now is not to be relied on.
    pub(crate) fn note_outdated(&self) {
        *self.outdated_at.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    /// Whether a connection of this age has prepared its statements since.
    pub(crate) fn is_current(&self, age: Duration) -> bool {
        let outdated_at = *self.outdated_at.lock().unwrap_or_else(PoisonError::into_inner);
        outdated_at.is_none_or(|outdated_at| age < outdated_at.elapsed())
    }

    /// How many were refused since the log told of it.
    pub(crate) fn take_refused(&self) -> (u64, String) {
        self.refusals(|refused| {
            refused.told_at = Some(Instant::now());
            (std::mem::take(&mut refused.count), std::mem::take(&mut refused.why))
        })
    }

    /// Tells of those who were refused by a database that is there, now and then.
    pub(crate) fn tell_refused(&self) {
        let is_due = self.refusals(|refused| {
            refused.count > 0 && refused.told_at.is_none_or(|told_at| told_at.elapsed() >= TELL_EVERY)
        });
        if is_due {
            let (refused, cause) = self.take_refused();
            tracing::warn!(refused, cause, "the database is there, and was not to be had");
        }
    }
}

/// What a statement answers, or that the database is away. Without a watch it waits as long as it takes.
pub(crate) async fn answered<T>(
    watch: Option<&Watch>,
    has: Has,
    work: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, DbError> {
    let Some(watch) = watch else { return Ok(work.await?) };
    if let Some(absence) = watch.absence().filter(|absence| absence.is_for_all() || has == Has::Nothing) {
        return Err(watch.refuse(absence));
    }
    tokio::select! {
        biased;
        done = work => match done.map_err(DbError::from) {
            Err(DbError::Away(absent)) => Err(watch.told(absent)),
            done => {
                if matches!(&done, Err(DbError::GivenUp(error)) if is_outdated(error)) {
                    watch.note_outdated();
                }
                watch.answered.fetch_add(1, Ordering::Relaxed);
                done
            }
        },
        () = watch.goes_away() => Err(watch.refuse(watch.absence().unwrap_or(Absence::Silent))),
    }
}

/// That nothing was answered, and what is made of it.
pub(crate) fn silent(why: &'static str) -> sqlx::Error {
    sqlx::Error::Io(std::io::Error::new(std::io::ErrorKind::TimedOut, why))
}
