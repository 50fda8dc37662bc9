//! Arrivals: the moments at which requests are meant to go, decided before the first one does. Nothing the server does
//! can move them.

use std::time::Duration;

/// Moments counted from the start of a run, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrivals(Vec<Duration>);

impl Arrivals {
    /// These moments.
    pub fn at(mut moments: Vec<Duration>) -> Self {
        moments.sort_unstable();
        Self(moments)
    }

    /// One after the other in equal steps, for that long.
    pub fn at_rate(per_second: f64, lasting: Duration) -> Self {
        let step = 1.0 / per_second.max(1e-6);
        let count = (lasting.as_secs_f64() / step).floor() as u32;
        Self((0..count).map(|number| Duration::from_secs_f64(f64::from(number) * step)).collect())
    }

    /// As many as come of themselves at this rate, independently of each other (a Poisson process).
    pub fn at_random(per_second: f64, lasting: Duration, seed: u64) -> Self {
        let (mut moments, mut dice, mut now) = (Vec::new(), Dice::new(seed), 0.0);
        loop {
            now += -(1.0 - dice.roll()).ln() / per_second.max(1e-6);
            if now >= lasting.as_secs_f64() {
                return Self(moments);
            }
            moments.push(Duration::from_secs_f64(now));
        }
    }

    /// That many, each at some moment within this time.
    pub fn within(count: usize, time: Duration, seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        Self::at((0..count).map(|_| time.mul_f64(dice.roll())).collect())
    }

    /// The moments.
    pub fn moments(&self) -> &[Duration] {
        &self.0
    }

    pub(crate) fn into_moments(self) -> Vec<Duration> {
        self.0
    }
}

/// SplitMix64: the same seed gives the same run, on every machine and with every version of every library.
struct Dice(u64);

impl Dice {
    fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// From 0 up to, but not 1.
    fn roll(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_kept() {
        let second = Duration::from_secs(1);
        let steady = Arrivals::at_rate(1_000.0, second);
        assert_eq!(steady.moments().len(), 1_000);
        assert_eq!(steady.moments()[500], Duration::from_millis(500));
        let random = Arrivals::at_random(1_000.0, 10 * second, 7);
        assert!((9_500..10_500).contains(&random.moments().len()), "{}", random.moments().len());
        assert!(random.moments().is_sorted());
    }

    #[test]
    fn a_seed_gives_the_same_run() {
        let time = Duration::from_secs(5);
        let one = Arrivals::within(5_000, time, 1);
        assert_eq!(one, Arrivals::within(5_000, time, 1));
        assert_ne!(one, Arrivals::within(5_000, time, 2));
        assert!(one.moments().is_sorted() && one.moments().iter().all(|moment| *moment < time));
        let early = one.moments().iter().filter(|moment| **moment < time / 2).count();
        assert!((2_300..2_700).contains(&early), "{early}");
    }
}
