//! Latency histogram: durations in microseconds, exact to three digits. One of more than ten minutes counts as ten
//! minutes. A histogram takes about 70 KiB however many durations it has, and several can be merged into one.

use std::fmt;
use std::time::Duration;

use hdrhistogram::Histogram;

/// Ten minutes.
const LONGEST_US: u64 = 600_000_000;

/// How long things took.
#[derive(Clone)]
pub struct Latencies(Histogram<u32>);

impl Latencies {
    /// None yet.
    #[expect(clippy::expect_used, reason = "these bounds are constants, and each test makes one")]
    pub fn new() -> Self {
        Self(Histogram::new_with_bounds(1, LONGEST_US, 3).expect("the library takes these bounds"))
    }

    /// One more.
    pub fn record(&mut self, took: Duration) {
        let micros = u64::try_from(took.as_micros()).unwrap_or(LONGEST_US);
        self.0.saturating_record(micros.clamp(1, LONGEST_US));
    }

    /// Adds all durations of another.
    pub fn merge(&mut self, other: &Self) {
        // Both have the same bounds, so nothing can be out of them.
        let _ = self.0.add(&other.0);
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.0.len()
    }

    /// What this part of them (0.5, 0.99) stayed within; zero when there are none.
    pub fn quantile(&self, part: f64) -> Duration {
        if self.0.is_empty() { Duration::ZERO } else { Duration::from_micros(self.0.value_at_quantile(part)) }
    }

    /// The longest.
    pub fn max(&self) -> Duration {
        self.quantile(1.0)
    }

    /// The mean.
    pub fn mean(&self) -> Duration {
        Duration::from_secs_f64(self.0.mean() / 1e6)
    }
}

impl Default for Latencies {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Latencies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (half, most) = (self.quantile(0.5), self.quantile(0.99));
        write!(f, "{} (p50 {half:?}, p99 {most:?}, max {:?})", self.count(), self.max())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_right_to_three_digits() {
        let mut all = Latencies::new();
        for millis in 1..=1_000 {
            all.record(Duration::from_millis(millis));
        }
        for (part, millis) in [(0.5, 500.0), (0.99, 990.0), (1.0, 1_000.0)] {
            let told = all.quantile(part).as_secs_f64() * 1e3;
            assert!((told - millis).abs() <= millis * 0.001 + 1.0, "{part}: {told}");
        }
        assert_eq!(all.count(), 1_000);
    }

    #[test]
    fn the_strange_ones_count_too() {
        let mut all = Latencies::new();
        assert_eq!((all.max(), all.mean()), (Duration::ZERO, Duration::ZERO));
        all.record(Duration::ZERO);
        all.record(Duration::MAX);
        assert_eq!(all.count(), 2);
        assert!(all.max() >= Duration::from_secs(599));
    }

    #[test]
    fn merged_ones_are_all_there() {
        let (mut one, mut other) = (Latencies::new(), Latencies::new());
        one.record(Duration::from_millis(1));
        other.record(Duration::from_secs(2));
        one.merge(&other);
        assert_eq!(one.count(), 2);
        assert!(one.max() >= Duration::from_millis(1_990));
    }
}
