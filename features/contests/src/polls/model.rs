//! Poll model: polls as the inside knows them, and their pure rules.

use std::time::Duration;

use quad_kernel::clock::Time;
use quad_kernel::error::Rejection;
use quad_kernel::ids::{PollId, UserId};
use quad_kernel::page::Page;
use quad_kernel::validation;

use super::messages;

pub(super) const MIN_OPTIONS: usize = 2;
pub(super) const MAX_OPTIONS: usize = 10;
/// A poll may lie this far ahead or back.
const FAR: Duration = Duration::from_hours(3 * 366 * 24);

/// Where a poll stands, by the clock alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// Before the start.
    Upcoming,
    /// From the start until just before the end.
    Active,
    /// From the end on.
    Ended,
}

impl Status {
    /// `start ≤ t < end` is active.
    pub fn at(starts_at: Time, ends_at: Time, now: Time) -> Self {
        if now < starts_at {
            Self::Upcoming
        } else if now >= ends_at {
            Self::Ended
        } else {
            Self::Active
        }
    }
}

/// An option and how many voted for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PollOption {
    pub text: String,
    pub votes: i64,
}

/// A poll as one person sees it. Never who voted for what: nobody can know.
#[derive(Clone, Debug)]
pub(super) struct Poll {
    pub id: PollId,
    pub owner: UserId,
    pub title: String,
    pub organization: String,
    pub starts_at: Time,
    pub ends_at: Time,
    pub created_at: Time,
    pub options: Vec<PollOption>,
    /// The person asking has voted.
    pub voted: bool,
}

impl Poll {
    /// How many have voted.
    pub fn voters(&self) -> i64 {
        self.options.iter().map(|option| option.votes).sum()
    }

    pub fn status(&self, now: Time) -> Status {
        Status::at(self.starts_at, self.ends_at, now)
    }
}

/// The numbers of a poll, for everybody who looks on.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    pub starts_at: Time,
    pub ends_at: Time,
    pub votes: Vec<i64>,
}

/// A poll to be made; checked.
#[derive(Clone, Debug)]
pub struct NewPoll {
    pub(super) title: String,
    pub(super) organization: String,
    pub(super) starts_at: Time,
    pub(super) ends_at: Time,
    pub(super) options: Vec<String>,
}

impl NewPoll {
    /// Checks all of it. A start in the past is fine, an end in the past is not.
    pub fn parse(
        title: &str,
        organization: &str,
        starts_at: &str,
        ends_at: &str,
        options: &[&str],
        now: Time,
    ) -> Result<Self, Rejection> {
        let title = validation::line("title", "Poll title", title, 1, 200)?;
        let organization = validation::line("organization", "Organization name", organization, 1, 100)?;
        let starts_at = validation::moment("startsAt", "Start time", starts_at)?;
        let ends_at = validation::moment("endsAt", "End time", ends_at)?;
        if ends_at <= starts_at {
            return Err(Rejection::invalid("endsAt", messages::END_BEFORE_START));
        }
        if ends_at <= now {
            return Err(Rejection::invalid("endsAt", messages::END_IN_PAST));
        }
        if starts_at < now.minus(FAR) || ends_at > now.plus(FAR) {
            return Err(Rejection::invalid("endsAt", messages::TOO_FAR));
        }
        Ok(Self { title, organization, starts_at, ends_at, options: parse_options(options)? })
    }

    /// The demo's, with any window.
    pub fn for_demo(title: &str, organization: &str, starts_at: Time, ends_at: Time, options: &[String]) -> Self {
        let (title, organization) = (title.to_owned(), organization.to_owned());
        Self { title, organization, starts_at, ends_at, options: options.to_vec() }
    }
}

fn parse_options(options: &[&str]) -> Result<Vec<String>, Rejection> {
    if !(MIN_OPTIONS..=MAX_OPTIONS).contains(&options.len()) {
        return Err(Rejection::invalid("options", messages::OPTIONS_COUNT));
    }
    let mut clean = Vec::with_capacity(options.len());
    for (number, option) in (1..).zip(options) {
        if !quad_text::is_visible(option) {
            return Err(Rejection::invalid("options", messages::empty_option(number)));
        }
        clean.push(validation::line("options", &messages::option(number), option, 1, 200)?);
    }
    let looks: Vec<String> = clean.iter().map(|option| quad_text::likeness_of_names(option)).collect();
    for (at, look) in looks.iter().enumerate() {
        let first = looks.iter().position(|other| other == look).unwrap_or(at);
        if first < at {
            return Err(Rejection::invalid("options", messages::same_option(first + 1, at + 1)));
        }
    }
    Ok(clean)
}

/// In which order a list comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// Newest made first.
    New,
    /// What matters now first: running ones by their end, coming ones by their start, past ones latest first.
    Now,
}

/// What a list is asked for, checked.
#[derive(Clone, Debug)]
pub(super) struct PollFilter {
    pub status: Option<Status>,
    pub search: Option<String>,
    pub page: Page,
    pub order: Order,
}

impl PollFilter {
    /// Checks what arrived.
    pub fn parse(status: Option<&str>, search: Option<&str>, page: Page) -> Result<Self, Rejection> {
        let status = match status.unwrap_or_default() {
            "" | "all" => None,
            "upcoming" => Some(Status::Upcoming),
            "active" => Some(Status::Active),
            "ended" => Some(Status::Ended),
            _ => return Err(Rejection::invalid("status", messages::STRANGE_STATUS)),
        };
        let search = validation::line("q", "Search", search.unwrap_or_default(), 0, 100)?;
        Ok(Self { status, search: (!search.is_empty()).then_some(search), page, order: Order::Now })
    }
}

/// How many polls stand where.
#[derive(Clone, Copy, Debug)]
pub(super) struct PollCounts {
    pub all: i64,
    pub upcoming: i64,
    pub active: i64,
    pub ended: i64,
}

impl PollCounts {
    pub fn of(self, status: Option<Status>) -> i64 {
        match status {
            None => self.all,
            Some(Status::Upcoming) => self.upcoming,
            Some(Status::Active) => self.active,
            Some(Status::Ended) => self.ended,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const NOW: Time = Time(1_800_000_000_000);

    fn at(seconds: i64) -> String {
        Time(NOW.0 + seconds * 1000).to_rfc3339()
    }

    fn say(title: &str, organization: &str, start: &str, end: &str, options: &[&str]) -> String {
        NewPoll::parse(title, organization, start, end, options, NOW).expect_err("refused").say.into_owned()
    }

    #[test]
    fn the_window_is_half_open() {
        let status = |now| Status::at(Time(10), Time(20), Time(now));
        assert_eq!([9, 10, 19, 20].map(status), [Status::Upcoming, Status::Active, Status::Active, Status::Ended]);
    }

    #[test]
    fn a_poll_is_checked() {
        let two = ["Yes", "No"];
        let good = NewPoll::parse(" Lunch? ", " Mess ", &at(-5), &at(5), &[" Yes ", "No"], NOW).expect("good");
        assert_eq!((good.title.as_str(), good.organization.as_str()), ("Lunch?", "Mess"));
        assert_eq!(good.options, two);
        assert_eq!(say(" ", "M", &at(0), &at(5), &two), "Poll title is required");
        assert_eq!(say("T", "", &at(0), &at(5), &two), "Organization name is required");
        assert_eq!(say("T", "M", "", &at(5), &two), "Start time is required");
        assert_eq!(say("T", "M", &at(0), " ", &two), "End time is required");
        for end in [5, 4] {
            assert_eq!(say("T", "M", &at(5), &at(end), &two), "End time must be after start time");
        }
        assert_eq!(say("T", "M", &at(-5), &at(0), &two), "The end must be in the future");
        assert_eq!(say("T", "M", &at(0), &at(5), &["Yes", "  "]), "Option 2 cannot be empty");
        assert_eq!(say("T", "M", &at(0), &at(5), &["Yes", "No", " yES "]), "Options 1 and 3 are the same");
        for twin in ["Don\u{2019}t  know", "DON'T KNOW", "\u{200e}Don\u{2bc}t know", "Ｄon't know"] {
            let told = say("T", "M", &at(0), &at(5), &["Don't know", "No", twin]);
            assert_eq!(told, "Options 1 and 3 are the same", "{twin:?}");
        }
        assert!(NewPoll::parse("T", "M", &at(0), &at(5), &["2\u{2075}", "25"], NOW).is_ok());
        assert_eq!(say("T", "M", &at(0), &at(5), &["Yes", "\u{301}"]), "Option 2 cannot be empty");
        let many = ["x"; 11];
        for options in [&many[..1], &many[..]] {
            assert_eq!(say("T", "M", &at(0), &at(5), options), "A poll has 2 to 10 options");
        }
        let long = "x".repeat(201);
        assert!(NewPoll::parse("T", "M", &at(0), &at(5), &["Yes", &long], NOW).is_err());
        assert!(NewPoll::parse("T", "M", &at(0), "9999-01-01T00:00:00Z", &two, NOW).is_err());
    }

    proptest! {
        #[test]
        fn whatever_passes_has_distinct_options(options in prop::collection::vec("[aA bB]{0,3}", 0..12)) {
            let options: Vec<&str> = options.iter().map(String::as_str).collect();
            if let Ok(poll) = NewPoll::parse("T", "M", &at(0), &at(5), &options, NOW) {
                let distinct: std::collections::HashSet<_> = poll.options.iter().map(|text| text.to_lowercase()).collect();
                prop_assert_eq!(distinct.len(), options.len());
                prop_assert!((2..=10).contains(&distinct.len()) && !distinct.contains(""));
            }
        }
    }
}
