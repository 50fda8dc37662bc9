//! Tally: what became of the requests. A request that failed took time too: it stands among the latencies with the time
//! until it was given up, so that a server that stalls cannot look quick. A refusal is counted, not timed.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::{Failure, Latencies, Reply};

/// Counts that tasks share.
#[derive(Debug, Default)]
pub struct Tally {
    report: Mutex<Report>,
    course: Option<Deadlines>,
}

/// The two moments an open loop is judged by.
#[derive(Debug, Clone, Copy)]
struct Deadlines {
    /// The last request was due.
    last_due: Instant,
    /// Whatever is not answered by now is behind.
    give_up: Instant,
}

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
    /// Answered as wanted before the last one was due: what the server managed while requests still came. Zero for a closed
    /// loop, as are the next two.
    pub done_meanwhile: u64,
    /// Not answered as wanted when the run was given up, by the moment of the answer: what was answered later, and all that
    /// was refused, failed or unsent.
    pub behind: u64,
    /// From the start to the moment at which the last one was due.
    pub asking: Duration,
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

    /// Nothing yet of an open loop whose last request is due at `last_due`, and which is given up at `give_up`.
    pub(crate) fn of_course(last_due: Instant, give_up: Instant) -> Self {
        Self { report: Mutex::default(), course: Some(Deadlines { last_due, give_up }) }
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
        self.done_at(intended, Instant::now());
    }

    fn done_at(&self, intended: Instant, now: Instant) {
        let mut report = self.lock();
        report.done += 1;
        report.latencies.record(now.saturating_duration_since(intended));
        if let Some(course) = self.course {
            report.done_meanwhile += u64::from(now <= course.last_due);
            report.behind += u64::from(now > course.give_up);
        }
    }

    /// Counts one that was answered otherwise.
    pub fn refused(&self, status: u16) {
        let mut report = self.lock();
        *report.refused.entry(status).or_default() += 1;
        report.behind += u64::from(self.course.is_some());
    }

    /// Counts one that was not answered.
    pub fn failed(&self, intended: Instant, failure: &Failure) {
        let took = intended.elapsed();
        let mut report = self.lock();
        *report.failed.entry(failure.word()).or_default() += 1;
        report.behind += u64::from(self.course.is_some());
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
        report.behind += u64::from(self.course.is_some());
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
        self.report.lock().unwrap_or_else(PoisonError::into_inner)
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

    /// Done per second while requests still came. What was waiting by then and was done later is left out: with it, and the
    /// time of the run without it, a server that is behind would look quicker than it is.
    pub fn per_second_meanwhile(&self) -> f64 {
        self.done_meanwhile as f64 / self.asking.as_secs_f64().max(1e-6)
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
        self.done_meanwhile += other.done_meanwhile;
        self.behind += other.behind;
        self.asking = self.asking.max(other.asking);
        self.latencies.merge(&other.latencies);
        self.lag.merge(&other.lag);
        self.took = self.took.max(other.took);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_answered_after_the_last_came_is_not_done_meanwhile() {
        let (start, second) = (Instant::now(), Duration::from_secs(1));
        // One a second for 20 s, given up 3 s later; the server needs 2 s for each.
        let (last_due, give_up) = (start + 20 * second, start + 23 * second);
        let tally = Tally::of_course(last_due, give_up);
        for number in 0..=20 {
            tally.done_at(start + number * second, start + (number + 1) * 2 * second);
        }
        tally.refused(503);
        tally.failed(start, &Failure::Timeout);
        tally.unsent(start);
        let report = Report { asking: 20 * second, took: 42 * second, ..tally.report() };
        // By 20 s, ten are done; the one at 22 s is late but in time; those from 24 s to 42 s are behind.
        assert_eq!((report.done, report.done_meanwhile, report.behind), (21, 10, 10 + 3));
        assert!((report.per_second_meanwhile() - 0.5).abs() < 1e-9 && (report.per_second() - 0.5).abs() < 1e-9);
        let mut both = report.clone();
        both.merge(&report);
        assert_eq!((both.done_meanwhile, both.behind, both.asking), (20, 26, 20 * second));
    }

    #[test]
    fn a_loop_without_a_course_is_never_behind() {
        let tally = Tally::new();
        tally.done(Instant::now());
        tally.refused(503);
        assert_eq!((tally.report().done, tally.report().done_meanwhile, tally.report().behind), (1, 0, 0));
    }
}
