//! Operations model: which jobs an administrator looks at, and what each kind is for; processes, errors, and when a backup is
//! due.

use std::time::Duration;

use quad_kernel::clock::Time;

use super::messages;

/// What a kind of job is for, and what it means to drop one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct JobDescription {
    pub does: &'static str,
    pub dropped: &'static str,
}

impl JobDescription {
    /// Of a kind by its name in the queue.
    pub fn of(kind: &str) -> Self {
        let known = messages::JOB_DESCRIPTIONS.iter().find(|(name, _, _)| *name == kind);
        known.map_or(Self { does: messages::UNKNOWN_DOES, dropped: messages::UNKNOWN_DROPPED }, |(_, does, dropped)| {
            Self { does, dropped }
        })
    }
}

/// Characters of an error that are kept.
pub(super) const MOST_SAID: usize = 1_500;
/// A process that runs is seen twice in this time.
const SEEN: Duration = Duration::from_secs(75);

/// A process that runs, or did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Process {
    pub origin: String,
    pub does: String,
    /// The machine's name; empty where it does not say, or was not asked yet.
    pub host: String,
    pub pid: i64,
    pub version: String,
    pub began_at: Time,
    pub seen_at: Time,
}

impl Process {
    /// Whether it was seen as lately as one that runs is.
    pub fn runs(&self, now: Time) -> bool {
        now < self.seen_at.plus(SEEN)
    }
}

/// Where a process runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub host: String,
    pub pid: i64,
}

/// A line of the log that tells of an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorLine {
    /// When.
    pub at: Time,
    /// The part of the program.
    pub place: String,
    /// What it said.
    pub said: String,
}

/// When the next backup is due: at once when there is none, never before now.
pub(super) fn due_after(newest: Option<Time>, every: Duration, now: Time) -> Time {
    newest.map_or(now, |newest| newest.plus(every).max(now))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backup_is_due_after_its_time_or_now() {
        let (now, hour) = (Time(10_000_000), Duration::from_hours(1));
        assert_eq!(due_after(None, hour, now), now);
        assert_eq!(due_after(Some(Time(9_000_000)), hour, now), Time(12_600_000));
        assert_eq!(due_after(Some(Time(1)), hour, now), now);
    }

    #[test]
    fn who_is_not_seen_does_not_run() {
        let process = |seen_at| Process {
            origin: String::new(),
            does: "serve".into(),
            host: String::new(),
            pid: 1,
            version: String::new(),
            began_at: Time(0),
            seen_at: Time(seen_at),
        };
        assert!(process(0).runs(Time(74_999)) && !process(0).runs(Time(75_000)));
    }
}
