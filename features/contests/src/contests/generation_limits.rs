//! Generation limits: the days and months that they are counted by, in the institute's zone. Pure; the counting is
//! store_generation_limits.rs, the limits are settings.

use chrono::{DateTime, Datelike, Days, Months};
use chrono_tz::Tz;

use quad_kernel::calendar_day::midnight;
use quad_kernel::clock::Time;

/// A day or a month, and when the next one begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    /// Days since 1970, or months since the year 0.
    pub number: i32,
    /// The first moment after.
    pub ends_at: Time,
}

/// The day of a moment.
pub(super) fn day(now: Time, zone: Tz) -> Span {
    const DAYS_FROM_CE_TO_1970: i32 = 719_163;
    let date = local(now, zone).date_naive();
    let next = date.checked_add_days(Days::new(1)).unwrap_or(date);
    Span { number: date.num_days_from_ce() - DAYS_FROM_CE_TO_1970, ends_at: midnight(next, zone) }
}

/// The month of a moment.
pub(super) fn month(now: Time, zone: Tz) -> Span {
    let date = local(now, zone).date_naive();
    let first = date.with_day(1).unwrap_or(date);
    let next = first.checked_add_months(Months::new(1)).unwrap_or(first);
    Span { number: date.year() * 12 + date.month0() as i32, ends_at: midnight(next, zone) }
}

/// A moment as people in the zone say it: `21 November 2026, 00:00 (Asia/Kolkata)`.
pub(super) fn said(moment: Time, zone: Tz) -> String {
    format!("{} ({zone})", local(moment, zone).format("%-d %B %Y, %H:%M"))
}

fn local(moment: Time, zone: Tz) -> DateTime<Tz> {
    moment.utc().with_timezone(&zone)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(text: &str) -> Time {
        Time::parse_rfc3339(text).expect("a moment")
    }

    #[test]
    fn days_and_months_are_the_institutes() {
        let zone = Tz::Asia__Kolkata;
        let evening = day(time("2026-11-20T18:29:59.999Z"), zone);
        let night = day(time("2026-11-20T18:30:00Z"), zone);
        assert_eq!(evening.number + 1, night.number);
        assert_eq!(evening.ends_at, time("2026-11-20T18:30:00Z"));
        assert_eq!(night.ends_at, time("2026-11-21T18:30:00Z"));
        let last = month(time("2026-12-31T18:29:59Z"), zone);
        let first = month(time("2026-12-31T18:30:00Z"), zone);
        assert_eq!((last.number, first.number), (2026 * 12 + 11, 2027 * 12));
        assert_eq!(last.ends_at, time("2026-12-31T18:30:00Z"));
        assert_eq!(said(last.ends_at, zone), "1 January 2027, 00:00 (Asia/Kolkata)");
    }

    #[test]
    fn a_day_without_midnight_begins_after_it() {
        // Clocks in Beirut went from 00:00 to 01:00 on that day.
        let span = day(time("2024-03-30T12:00:00Z"), Tz::Asia__Beirut);
        assert_eq!(span.ends_at, time("2024-03-30T22:00:00Z"));
    }
}
