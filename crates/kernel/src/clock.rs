//! Time: one type for a moment, one source for "now".
//!
//! A moment is whole milliseconds since 1970 UTC. It is stored as BIGINT on both engines (sortable, comparable and
//! subtractable in SQL with one text, see docs/decisions/002) and crosses the edge as RFC 3339 with milliseconds.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use chrono::{DateTime, SecondsFormat, Utc};
use chrono_tz::Tz;

/// Seconds of a day, of UTC.
const A_DAY: i64 = 86_400;

/// A moment, in milliseconds since 1970 UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(pub i64);

quad_db::newtype_column!(Time, i64);

impl Time {
    /// RFC 3339 UTC with milliseconds, the one form that leaves the server.
    pub fn to_rfc3339(self) -> String {
        self.utc().to_rfc3339_opts(SecondsFormat::Millis, true)
    }

    /// Reads RFC 3339 with a zone; years 1970 to 9999. A leap second, which RFC 3339 allows at 23:59:60 UTC and nowhere else, is the
    /// last millisecond of its minute: milliseconds since 1970 have no number for it, and the next minute may be the next day.
    pub fn parse_rfc3339(text: &str) -> Option<Self> {
        let at = DateTime::parse_from_rfc3339(text.trim()).ok()?;
        // Chrono keeps a leap second as 1000 milliseconds and more of the second before it, and takes it at the end of any minute.
        if at.timestamp_subsec_millis() > 999 && at.timestamp().rem_euclid(A_DAY) != A_DAY - 1 {
            return None;
        }
        let millis = at.timestamp() * 1000 + i64::from(at.timestamp_subsec_millis().min(999));
        (0..=253_402_300_799_999).contains(&millis).then_some(Self(millis))
    }

    /// The same moment as chrono says it.
    pub fn utc(self) -> DateTime<Utc> {
        DateTime::from_timestamp_millis(self.0).unwrap_or_default()
    }

    /// As people read it on an institute's clock, and as every screen shows it: `Nov 20, 2026, 06:00 PM`.
    pub fn shown(self, zone: Tz) -> String {
        self.utc().with_timezone(&zone).format("%b %-d, %Y, %I:%M %p").to_string()
    }

    /// This moment and a span later.
    #[must_use]
    pub fn plus(self, span: Duration) -> Self {
        Self(self.0.saturating_add(span.as_millis() as i64))
    }

    /// This moment and a span earlier.
    #[must_use]
    pub fn minus(self, span: Duration) -> Self {
        Self(self.0.saturating_sub(span.as_millis() as i64))
    }

    /// Milliseconds from `earlier` to here; negative when `earlier` is later.
    pub fn millis_since(self, earlier: Self) -> i64 {
        self.0 - earlier.0
    }
}

/// Where "now" comes from. Tests fix it.
#[derive(Clone, Debug)]
pub enum Clock {
    /// The machine's clock.
    System,
    /// Stands still until told otherwise.
    Fixed(Arc<AtomicI64>),
    /// The machine's clock and some milliseconds more.
    Shifted(Arc<AtomicI64>),
}

impl Clock {
    /// A clock that stands at `time`.
    pub fn fixed(time: Time) -> Self {
        Self::Fixed(Arc::new(AtomicI64::new(time.0)))
    }

    /// The present moment.
    pub fn now(&self) -> Time {
        match self {
            Self::System => machine_now(),
            Self::Fixed(millis) => Time(millis.load(Ordering::SeqCst)),
            Self::Shifted(millis) => Time(machine_now().0 + millis.load(Ordering::SeqCst)),
        }
    }

    /// Moves a fixed clock; the system's cannot be moved.
    pub fn set(&self, time: Time) {
        if let Self::Fixed(millis) = self {
            millis.store(time.0, Ordering::SeqCst);
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "the one place that asks the machine")]
fn machine_now() -> Time {
    Time(Utc::now().timestamp_millis())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_time_needs_a_zone() {
        assert_eq!(Time::parse_rfc3339("1970-01-01T00:00:01Z"), Some(Time(1000)));
        assert_eq!(Time::parse_rfc3339("1970-01-01T05:30:01+05:30"), Some(Time(1000)));
        assert_eq!(Time::parse_rfc3339("1970-01-01T00:00:01"), None);
        assert_eq!(Time::parse_rfc3339("0001-01-01T00:00:00Z"), None);
    }

    #[test]
    fn a_leap_second_stays_in_its_minute() {
        let last = Time::parse_rfc3339("2026-12-31T23:59:59.999Z");
        assert!(last.is_some());
        for text in ["2026-12-31T23:59:60Z", "2026-12-31T23:59:60.5Z", "2027-01-01T05:29:60+05:30"] {
            assert_eq!(Time::parse_rfc3339(text), last, "{text}");
        }
        // Where no leap second can be there is no such time.
        for text in [
            "2026-11-20T18:00:60Z",
            "2026-11-20T18:00:60.5Z",
            "2026-12-31T23:58:60Z",
            "2026-12-31T22:59:60Z",
            "2026-12-31T23:59:60+05:30",
            "2026-12-31T23:59:61Z",
        ] {
            assert_eq!(Time::parse_rfc3339(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_leaves_can_come_back(millis in 0_i64..253_402_300_799_999) {
            let text = Time(millis).to_rfc3339();
            prop_assert_eq!(Time::parse_rfc3339(&text), Some(Time(millis)));
            prop_assert!(text.ends_with('Z') && text.contains('.'));
        }
    }
}
