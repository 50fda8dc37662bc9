//! Calendar day: the institute's day around a moment. What is limited to so many a day is counted by it, so that "try again
//! tomorrow" is true.

use std::time::Duration;

use chrono::{Days, NaiveDate, NaiveTime, TimeZone};
use chrono_tz::Tz;

use crate::clock::Time;

/// A day of a zone's calendar; mostly 24 hours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CalendarDay {
    /// Its first moment.
    pub begins_at: Time,
    /// The first moment after it.
    pub ends_at: Time,
}

impl CalendarDay {
    /// The day of a moment.
    #[must_use]
    pub fn of(now: Time, zone: Tz) -> Self {
        let date = now.utc().with_timezone(&zone).date_naive();
        let next = date.checked_add_days(Days::new(1)).unwrap_or(date);
        Self { begins_at: midnight(date, zone), ends_at: midnight(next, zone) }
    }

    /// Whole seconds from a moment to the next day, rounded up; what `Retry-After` says.
    #[must_use]
    pub fn seconds_left(self, now: Time) -> u32 {
        u32::try_from(((self.ends_at.0 - now.0).max(0) + 999) / 1000).unwrap_or(u32::MAX)
    }
}

/// Where a day begins. Some zones put their clocks forward at midnight; then it begins an hour later.
#[must_use]
pub fn midnight(date: NaiveDate, zone: Tz) -> Time {
    let start = date.and_time(NaiveTime::MIN);
    let after = || zone.from_local_datetime(&(start + Duration::from_hours(1))).earliest();
    let moment = zone.from_local_datetime(&start).earliest().or_else(after);
    Time(moment.map_or_else(|| start.and_utc().timestamp_millis(), |moment| moment.timestamp_millis()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_the_institutes_and_says_the_true_wait() {
        let time = |text| Time::parse_rfc3339(text).expect("a moment");
        for (now, zone, begins, ends, left) in [
            (
                "2026-11-20T22:30:00+05:30",
                Tz::Asia__Kolkata,
                "2026-11-20T00:00:00+05:30",
                "2026-11-21T00:00:00+05:30",
                5400,
            ),
            (
                "2026-11-20T23:59:59.5+05:30",
                Tz::Asia__Kolkata,
                "2026-11-20T00:00:00+05:30",
                "2026-11-21T00:00:00+05:30",
                1,
            ),
            (
                "2026-11-21T00:00:00+05:30",
                Tz::Asia__Kolkata,
                "2026-11-21T00:00:00+05:30",
                "2026-11-22T00:00:00+05:30",
                86_400,
            ),
            // Days of 23 and 25 hours.
            (
                "2026-03-29T12:00:00+02:00",
                Tz::Europe__Berlin,
                "2026-03-29T00:00:00+01:00",
                "2026-03-30T00:00:00+02:00",
                43_200,
            ),
            (
                "2026-10-25T00:00:00+02:00",
                Tz::Europe__Berlin,
                "2026-10-25T00:00:00+02:00",
                "2026-10-26T00:00:00+01:00",
                90_000,
            ),
        ] {
            let day = CalendarDay::of(time(now), zone);
            assert_eq!(day, CalendarDay { begins_at: time(begins), ends_at: time(ends) }, "{now}");
            assert_eq!(day.seconds_left(time(now)), left, "{now}");
        }
    }
}
