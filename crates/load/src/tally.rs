//! What became of the requests. A request that failed took time too: it stands among the latencies with the time until
//! it was given up, so that a server that stalls cannot look quick. A refusal is counted, not timed.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::{Failure, Latencies, Reply};

/// Counts that tasks share.
#[derive(Debug, Default)]
pub struct Tally(Mutex<Report>);

/// What became of all of them.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// Answered as wanted.
    pub done: u64,
    /// Answered otherwise, by status.
    pub refused: BTreeMap<u16, u64>,
    /// Not answered, by reason.
    pub failed: BTreeMap<&'static str, u64>,
    /// Arrivals that found no free connection: the server was behind.
    pub late: u64,
    /// Arrivals that were never sent, because the run was over. They are among the latencies.
    pub unsent: u64,
    /// From the intended moment to the end of the reply; of what was done, failed and unsent.
    pub latencies: Latencies,
    /// From the intended moment to sending, where a connection was free: the load program's own lateness.
    pub lag: Latencies,
    /// How long the run took.
    pub took: Duration,
}

impl Tally {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Counts an outcome by its status; the latency is counted from `intended`.
    pub fn record(&self, intended: Instant, outcome: &Result<Reply<'_>, Failure>) {
        match outcome {
            Ok(reply) if reply.is_success() => self.done(intended),
            Ok(reply) => self.refused(reply.status),
            Err(failure) => self.failed(intended, failure),
        }
    }

    /// Counts one that was answered as wanted.
    pub fn done(&self, intended: Instant) {
        let took = intended.elapsed();
        let mut report = self.lock();
        report.done += 1;
        report.latencies.record(took);
    }

    /// Counts one that was answered otherwise.
    pub fn refused(&self, status: u16) {
        *self.lock().refused.entry(status).or_default() += 1;
    }

    /// Counts one that was not answered.
    pub fn failed(&self, intended: Instant, failure: &Failure) {
        let took = intended.elapsed();
        let mut report = self.lock();
        *report.failed.entry(failure.word()).or_default() += 1;
        report.latencies.record(took);
    }

    /// Counts an arrival that had to wait for a free connection.
    pub fn late(&self) {
        self.lock().late += 1;
    }

    /// Notes how late the load program itself was.
    pub fn lag(&self, lag: Duration) {
        self.lock().lag.record(lag);
    }

    /// Counts an arrival that was never sent.
    pub fn unsent(&self, intended: Instant) {
        let took = intended.elapsed();
        let mut report = self.lock();
        report.unsent += 1;
        report.latencies.record(took);
    }

    /// How many ended in any way, for a line of progress.
    pub fn ended(&self) -> u64 {
        self.lock().ended()
    }

    /// The counts so far.
    pub fn report(&self) -> Report {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, Report> {
        // A panic between two counts leaves counts; they are still worth telling.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Report {
    /// All that were refused.
    pub fn refused_count(&self) -> u64 {
        self.refused.values().sum()
    }

    /// All that failed.
    pub fn failed_count(&self) -> u64 {
        self.failed.values().sum()
    }

    /// All there were.
    pub fn ended(&self) -> u64 {
        self.done + self.refused_count() + self.failed_count() + self.unsent
    }

    /// Done, of all there were, per second of the run.
    pub fn per_second(&self) -> f64 {
        self.done as f64 / self.took.as_secs_f64().max(1e-6)
    }

    /// Whether each was answered as wanted.
    pub fn is_clean(&self) -> bool {
        self.done == self.ended()
    }

    /// Puts another run beside this one; the longer time stays.
    pub fn merge(&mut self, other: &Self) {
        self.done += other.done;
        for (status, count) in &other.refused {
            *self.refused.entry(*status).or_default() += count;
        }
        for (reason, count) in &other.failed {
            *self.failed.entry(reason).or_default() += count;
        }
        self.late += other.late;
        self.unsent += other.unsent;
        self.latencies.merge(&other.latencies);
        self.lag.merge(&other.lag);
        self.took = self.took.max(other.took);
    }
}
