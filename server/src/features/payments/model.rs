//! Kinds of creations, balances, and the day a creation counts for. Pure.

use chrono::Datelike;
use chrono_tz::Tz;

use crate::kernel::clock::Time;

/// How many creations a person has left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Balance {
    /// Contests.
    pub contests: i32,
    /// Polls.
    pub polls: i32,
}

/// What is created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Creation {
    Contest,
    Poll,
}

impl Creation {
    /// The word kept in the table of daily creations.
    pub fn word(self) -> &'static str {
        match self {
            Self::Contest => "contest",
            Self::Poll => "poll",
        }
    }

    /// One credit of this kind.
    pub fn one(self) -> Balance {
        match self {
            Self::Contest => Balance { contests: 1, polls: 0 },
            Self::Poll => Balance { contests: 0, polls: 1 },
        }
    }

    /// Why a credit was spent, as the ledger says it.
    pub fn reason(self) -> &'static str {
        match self {
            Self::Contest => "contest created",
            Self::Poll => "poll created",
        }
    }
}

/// The day of `now` in the institute's zone, in days since 1970.
pub(super) fn day(now: Time, zone: Tz) -> i32 {
    const DAYS_FROM_CE_TO_1970: i32 = 719_163;
    now.utc().with_timezone(&zone).date_naive().num_days_from_ce() - DAYS_FROM_CE_TO_1970
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_begins_at_the_institutes_midnight() {
        let at = |text| Time::parse_rfc3339(text).expect("time");
        assert_eq!(day(Time(0), Tz::UTC), 0);
        let before = day(at("2026-11-20T23:59:59+05:30"), Tz::Asia__Kolkata);
        assert_eq!(day(at("2026-11-21T00:00:00+05:30"), Tz::Asia__Kolkata), before + 1);
        assert_eq!(day(at("2026-11-20T18:29:59Z"), Tz::Asia__Kolkata), before);
    }
}
