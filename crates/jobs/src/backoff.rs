//! Backoff: how long to wait before a job runs again: pure arithmetic, no clock and no random source.

use std::time::Duration;

const FIRST: i64 = 5_000;
const LONGEST: i64 = 3_600_000;

/// The pause in milliseconds after the `tries`-th run: 5 s doubled each time up to an hour, moved by up to a quarter
/// either way, so that jobs that failed together do not come back together. The move depends on the job's id and on
/// the try only: a test can foretell it.
pub(crate) fn pause_ms(id: i64, tries: i32) -> i64 {
    let doublings = u32::try_from(tries.saturating_sub(1)).unwrap_or(0).min(20);
    let base = (FIRST << doublings).min(LONGEST);
    let spread = base / 2;
    let point = scramble(id.cast_unsigned() ^ (u64::from(doublings) << 48)) % spread.cast_unsigned();
    base - spread / 2 + point.cast_signed()
}

/// The first multiple of `interval` after `now`: the same for every process, whenever it started.
pub(crate) fn next_boundary(now_ms: i64, interval: Duration) -> i64 {
    let step = millis(interval).max(1);
    now_ms.div_euclid(step).saturating_add(1).saturating_mul(step)
}

pub(crate) fn millis(span: Duration) -> i64 {
    i64::try_from(span.as_millis()).unwrap_or(i64::MAX)
}

/// SplitMix64's last step: neighbours in, strangers out.
fn scramble(seed: u64) -> u64 {
    let mut x = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_and_stay_within_a_quarter_of_the_doubled_base() {
        for id in 1..500 {
            for tries in 1..15 {
                let base = (5_000_i64 << (tries - 1)).min(LONGEST);
                let pause = pause_ms(id, tries);
                assert!(pause >= base - base / 4 && pause <= base + base / 4, "job {id} try {tries}: {pause}");
            }
        }
    }

    #[test]
    fn jobs_that_failed_together_come_back_apart() {
        let mut pauses: Vec<i64> = (1..=100).map(|id| pause_ms(id, 3)).collect();
        pauses.sort_unstable();
        pauses.dedup();
        assert!(pauses.len() > 90, "{} different pauses of 100", pauses.len());
        assert_eq!(pause_ms(7, 2), pause_ms(7, 2), "the same job and try always pause the same");
    }

    #[test]
    fn strange_counts_do_no_harm() {
        for tries in [i32::MIN, -1, 0, i32::MAX] {
            assert!(pause_ms(i64::MIN, tries) > 0);
        }
    }

    #[test]
    fn boundaries_are_shared_multiples() {
        let minute = Duration::from_mins(1);
        assert_eq!(next_boundary(0, minute), 60_000);
        assert_eq!(next_boundary(59_999, minute), 60_000);
        assert_eq!(next_boundary(60_000, minute), 120_000);
        assert_eq!(next_boundary(-1, minute), 0);
    }
}
