//! Job: the trait of a job, and how a run of it may end. The table is in `enqueue.rs`, `claim.rs` and `completion.rs`.

use std::time::Duration;

use quad_db::DbError;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Of a kind that says nothing else.
pub(crate) const MAX_TRIES: u32 = 10;
pub(crate) const MAX_TIME: Duration = Duration::from_mins(1);

/// A piece of work that outlives the request, and the process, that asked for it.
///
/// It runs **at least once**: after a crash between the work and the note that it is done, it runs again. Write `run` so
/// that a second run changes nothing (unique keys, guarded updates), and test it by running it twice in a row.
pub trait Job: Serialize + DeserializeOwned + Send + 'static {
    /// What a job may use while it runs; the same type for all jobs of one [`crate::Registry`].
    type App: Clone + Send + Sync + 'static;
    /// Its name in the table. Never rename one while rows of it may wait.
    const KIND: &'static str;
    /// After this many runs that ended in [`JobEnd::Later`], it is parked.
    const MAX_TRIES: u32 = MAX_TRIES;
    /// A run longer than this is broken off and counts as [`JobEnd::Later`].
    const MAX_TIME: Duration = MAX_TIME;

    /// Two waiting jobs of this kind with the same key are one: the second is not added, the payload of the first stays.
    /// A job that is already running does not count, since it may have read the data before the change.
    fn dedupe_key(&self) -> Option<String> {
        None
    }

    /// Does the work. `tried` says how often it was started before (0 at first).
    fn run(self, app: &Self::App, tried: u32) -> impl Future<Output = Result<(), JobEnd>> + Send;
}

/// How a run ends when the work is not done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JobEnd {
    /// Try again, after the given time or after the queue's own growing pause.
    Later {
        /// Wait exactly this long; `None` lets the queue decide.
        after: Option<Duration>,
        /// For the log and the administrators' page. No secrets.
        why: String,
    },
    /// Trying again cannot help: park it at once.
    GiveUp {
        /// For the log and the administrators' page. No secrets.
        why: String,
    },
}

impl JobEnd {
    /// Again later, in the queue's own time.
    pub fn later(why: impl Into<String>) -> Self {
        Self::Later { after: None, why: why.into() }
    }

    /// Again, after exactly this long.
    pub fn later_after(after: Duration, why: impl Into<String>) -> Self {
        Self::Later { after: Some(after), why: why.into() }
    }

    /// Never again without a human.
    pub fn give_up(why: impl Into<String>) -> Self {
        Self::GiveUp { why: why.into() }
    }
}

/// Every error (`std` errors, `anyhow`, plain text) means *again later*, with its whole chain as the reason.
impl<E: Into<Box<dyn std::error::Error + Send + Sync>>> From<E> for JobEnd {
    fn from(error: E) -> Self {
        let error = error.into();
        let mut why = error.to_string();
        let mut cause = error.source();
        while let Some(inner) = cause {
            why.push_str(": ");
            why.push_str(&inner.to_string());
            cause = inner.source();
        }
        Self::Later { after: None, why }
    }
}

/// What can go wrong with the queue itself.
#[derive(Debug, thiserror::Error)]
pub enum JobsError {
    /// The job could not be written as JSON.
    #[error("the job cannot be written as JSON")]
    Payload(#[source] serde_json::Error),
    /// The database refused or is away.
    #[error("the job queue could not use the database")]
    Db(#[from] DbError),
}
