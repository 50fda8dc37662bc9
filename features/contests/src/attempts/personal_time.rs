//! Personal time: when the time of one person in a contest ends, and how much more somebody is given. `attempts.ends_at` is the one field
//! that decides it; where it is empty the time ends with the contest, so that a contest without such times writes and reads nothing for
//! them (docs/decisions/045).

use serde_json::Value;

use crate::ContestsState;
use crate::contests::Contest;
use quad_kernel::clock::Time;
use quad_kernel::error::{Rejection, Result};

use super::time_change::{TimeAction, Whose};
use super::{messages, store_time};

/// The most minutes that are given or taken at once, either way: a day.
const MOST_MINUTES: i64 = 24 * 60;
/// The most percent.
const MOST_PERCENT: u32 = 300;

/// When somebody's time ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnEnd {
    /// The first moment after it, if the clocks go on from now.
    pub at: Time,
    /// The clocks stand still, and there was time left.
    pub is_paused: bool,
}

impl OwnEnd {
    /// An end in a contest whose clocks stand still since a moment, or go.
    pub fn new(at: Time, paused_at: Option<Time>) -> Self {
        Self { at, is_paused: paused_at.is_some_and(|paused| paused < at) }
    }

    /// Until when answers are in time: while the clocks stand still the end does not come.
    pub fn counts_until(self) -> Time {
        if self.is_paused { Time(i64::MAX) } else { self.at }
    }
}

/// When the time of somebody ends who has joined. Costs a statement only where an organiser has moved an end of this contest: otherwise it
/// follows from the join, as it was written then.
pub async fn own_end(app: &ContestsState, contest: &Contest, attempt: i64, joined_at: Time) -> Result<OwnEnd> {
    let usual = contest.rules.usual_end(contest.ends_at, joined_at);
    let at = match contest.last_ends_at {
        None => usual,
        Some(_) => store_time::end(&app.db, attempt).await?.unwrap_or(contest.ends_at),
    };
    Ok(OwnEnd::new(at, contest.paused_at))
}

/// How much somebody is given, or where it is less than nothing, taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExtraTime {
    /// So many minutes.
    Minutes(i64),
    /// So much of the time that the contest gives.
    Percent(u32),
    /// Compensatory time: 20 minutes for each hour, in fives.
    Compensatory,
}

impl ExtraTime {
    /// Reads it as it is sent: `5`, `-5`, `"25%"`, `"ugc"`.
    pub fn read(sent: &Value) -> Result<Self, Rejection> {
        let strange = || Rejection::invalid("minutes", messages::STRANGE_EXTRA_TIME);
        let minutes = |minutes: i64| {
            let is_fine = minutes != 0 && (-MOST_MINUTES..=MOST_MINUTES).contains(&minutes);
            is_fine.then_some(Self::Minutes(minutes)).ok_or_else(strange)
        };
        if let Some(number) = sent.as_i64() {
            return minutes(number);
        }
        let text = sent.as_str().ok_or_else(strange)?.trim();
        if text.eq_ignore_ascii_case("ugc") {
            return Ok(Self::Compensatory);
        }
        match text.strip_suffix('%') {
            Some(percent) => {
                let percent = percent.trim_end().parse().ok().filter(|percent| (1..=MOST_PERCENT).contains(percent));
                percent.map(Self::Percent).ok_or_else(strange)
            }
            None => text.parse().map_err(|_| strange()).and_then(minutes),
        }
    }

    /// The minutes that it comes to where the contest gives so many.
    pub fn minutes_of(self, given: u32) -> Result<i64, Rejection> {
        let minutes = match self {
            Self::Minutes(minutes) => minutes,
            Self::Percent(percent) => {
                (i64::from(given) * i64::from(percent)).div_euclid(100)
                    + i64::from(!(given * percent).is_multiple_of(100))
            }
            Self::Compensatory => i64::from(compensatory(given)),
        };
        if minutes > MOST_MINUTES {
            Err(Rejection::invalid("minutes", messages::STRANGE_EXTRA_TIME))
        } else {
            Ok(minutes)
        }
    }
}

/// Compensatory time as the UGC has it: 20 minutes for each hour, in proportion, at least 5, and in fives.
pub fn compensatory(minutes: u32) -> u32 {
    // A third, upwards to the next five.
    minutes.div_ceil(15).max(1) * 5
}

/// How many minutes a contest gives each person who joins in time: the own ones, or its whole window.
pub fn minutes_given(contest: &Contest) -> u32 {
    let window = contest.ends_at.millis_since(contest.starts_at).max(0) as u64;
    let window = window.div_ceil(60_000).min(u64::from(u32::MAX) / 400) as u32;
    contest.rules.minutes.map_or(window, |minutes| minutes.min(window))
}

/// What an organiser asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTimeChange {
    /// What.
    pub action: TimeAction,
    /// How much, where time is given.
    pub extra: Option<ExtraTime>,
    /// To whom.
    pub whose: Whose,
    /// Why, in the organiser's words.
    pub reason: String,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn compensatory_time_is_as_the_table_says() {
        for (given, extra) in [(1, 5), (15, 5), (16, 10), (20, 10), (30, 10), (45, 15), (60, 20), (90, 30), (180, 60)] {
            assert_eq!(compensatory(given), extra, "{given}");
        }
    }

    proptest! {
        #[test]
        fn compensatory_time_is_a_third_in_fives_and_never_less(minutes in 1_u32..10_000) {
            let extra = compensatory(minutes);
            prop_assert_eq!(extra % 5, 0);
            prop_assert!(extra >= 5 && extra * 3 >= minutes);
            // Five less would be too little, but for the least there is.
            prop_assert!(extra == 5 || (extra - 5) * 3 < minutes);
            prop_assert!(compensatory(minutes + 1) >= extra);
        }
    }

    #[test]
    fn extra_time_is_read_as_it_is_written() {
        for (sent, read) in [
            (json!(5), ExtraTime::Minutes(5)),
            (json!(-5), ExtraTime::Minutes(-5)),
            (json!("20"), ExtraTime::Minutes(20)),
            (json!("25%"), ExtraTime::Percent(25)),
            (json!(" 25 % "), ExtraTime::Percent(25)),
            (json!("ugc"), ExtraTime::Compensatory),
            (json!("UGC"), ExtraTime::Compensatory),
        ] {
            assert_eq!(ExtraTime::read(&sent), Ok(read), "{sent}");
        }
        for strange in [
            json!(0),
            json!(1441),
            json!(-1441),
            json!(2.5),
            json!(""),
            json!("%"),
            json!("0%"),
            json!("301%"),
            json!("-5%"),
            json!("an hour"),
            json!(true),
            json!(null),
            json!([5]),
            json!(u64::MAX),
        ] {
            assert!(ExtraTime::read(&strange).is_err(), "{strange}");
        }
    }

    #[test]
    fn a_share_is_of_what_the_contest_gives_and_whole_minutes() {
        for (extra, given, minutes) in [
            (ExtraTime::Percent(25), 60, 15),
            (ExtraTime::Percent(25), 45, 12),
            (ExtraTime::Percent(100), 30, 30),
            (ExtraTime::Compensatory, 90, 30),
            (ExtraTime::Minutes(-7), 90, -7),
        ] {
            assert_eq!(extra.minutes_of(given), Ok(minutes), "{extra:?} of {given}");
        }
        assert!(ExtraTime::Percent(300).minutes_of(1_000).is_err(), "more than a day");
    }

    #[test]
    fn while_the_clocks_stand_still_no_end_comes_that_had_not_come() {
        let end = |paused: Option<i64>| OwnEnd::new(Time(100), paused.map(Time)).counts_until();
        assert_eq!([end(None), end(Some(100)), end(Some(150))], [Time(100); 3]);
        assert_eq!(end(Some(99)), Time(i64::MAX));
    }
}
