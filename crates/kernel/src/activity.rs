//! Activity: when urgent work, such as answers, was last done. Work that can wait asks for it: password hashing takes
//! the whole machine only between contests.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The moment of the last beat. Cheap to clone; clones beat and feel the same one.
#[derive(Clone, Debug)]
pub struct Activity {
    began: Instant,
    /// Milliseconds after `began` and one more; none yet is 0.
    last: Arc<AtomicU64>,
}

impl Default for Activity {
    fn default() -> Self {
        Self { began: Instant::now(), last: Arc::default() }
    }
}

impl Activity {
    fn now(&self) -> u64 {
        self.began.elapsed().as_millis() as u64 + 1
    }

    /// It is at work.
    pub fn beat(&self) {
        self.last.fetch_max(self.now(), Ordering::Relaxed);
    }

    /// Whether it was not at work for that long.
    pub fn rests_for(&self, time: Duration) -> bool {
        let last = self.last.load(Ordering::Relaxed);
        last == 0 || Duration::from_millis(self.now().saturating_sub(last)) >= time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_rests_until_it_beats_and_some_time_after() {
        let activity = Activity::default();
        assert!(activity.rests_for(Duration::from_hours(1)), "it never beat");
        activity.clone().beat();
        assert!(!activity.rests_for(Duration::from_hours(1)));
        assert!(activity.rests_for(Duration::ZERO));
    }
}
