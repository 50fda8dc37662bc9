//! Window of a contest of the demo campus: near enough to be met, on times that people plan.

use chrono_tz::Tz;
use quad_contests::contests;
use quad_kernel::clock::Time;

use super::content::ContestText;

/// Offsets are minutes from now. What lies a day or more away is put on that day's evening, as people plan; what is soon
/// starts on a quarter of an hour; what is running runs.
pub fn window(text: &ContestText, at: usize, zone: Tz, now: Time) -> contests::Window {
    const QUARTER: i64 = 15 * 60_000;
    const DAY: i64 = 24 * 60;
    let length = (text.ends - text.starts) * 60_000;
    let meant = now.0 + text.starts * 60_000;
    let starts_at = if text.status == "active" {
        meant
    } else if text.starts.abs() < DAY {
        (meant.div_euclid(QUARTER) + 1) * QUARTER
    } else {
        let day = Time(meant).utc().with_timezone(&zone).date_naive();
        let evening = [(17, 30), (18, 0), (18, 30), (19, 0)][at % 4];
        let start =
            day.and_hms_opt(evening.0, evening.1, 0).and_then(|start| start.and_local_timezone(zone).earliest());
        start.map_or(meant, |start| start.timestamp_millis())
    };
    contests::Window { starts_at: Time(starts_at), ends_at: Time(starts_at + length) }
}
