//! Contests and questions as the inside knows them, and their pure rules.

use std::time::Duration;

use crate::kernel::checks;
use crate::kernel::clock::Time;
use crate::kernel::fail::Refusal;
use crate::kernel::ids::{ContestId, QuestionId, UserId};

use super::words;

/// Options of every question.
pub const OPTIONS: usize = 4;
/// Questions of one contest at most.
pub const MAX_QUESTIONS: u32 = 200;
/// A window may lie this far ahead or back.
const FAR: Duration = Duration::from_hours(3 * 366 * 24);

/// Where a contest stands, by the clock alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Before the start.
    Upcoming,
    /// From the start until just before the end.
    Active,
    /// From the end on.
    Ended,
}

/// A contest.
#[derive(Clone, Debug)]
pub struct Contest {
    /// Its id.
    pub id: ContestId,
    /// Who wrote it.
    pub owner: UserId,
    /// 1 to 200 characters.
    pub title: String,
    /// Up to 5,000 characters, maybe none.
    pub description: String,
    /// The first moment of the window.
    pub starts_at: Time,
    /// The first moment after the window.
    pub ends_at: Time,
    /// Listed for everybody.
    pub is_public: bool,
    /// Participants may see their answers beside the right ones once it is over.
    pub answers_shown: bool,
    /// The first join; questions cannot change after it.
    pub frozen_at: Option<Time>,
    /// Number of questions.
    pub question_count: u32,
    /// Number of people who joined.
    pub participants: u32,
    /// When it was made.
    pub created_at: Time,
}

impl Contest {
    /// Where it stands at a moment.
    pub fn status(&self, now: Time) -> Status {
        status(self.starts_at, self.ends_at, now)
    }

    /// Whether somebody who has not joined may open it.
    pub fn is_open_to(&self, user: UserId, is_admin: bool) -> bool {
        self.is_public || self.owner == user || is_admin
    }
}

/// Where a window stands at a moment: `start ≤ t < end` is active.
pub fn status(starts_at: Time, ends_at: Time, now: Time) -> Status {
    if now < starts_at {
        Status::Upcoming
    } else if now >= ends_at {
        Status::Ended
    } else {
        Status::Active
    }
}

/// The words of a contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Details {
    /// 1 to 200 characters.
    pub title: String,
    /// Up to 5,000 characters, maybe none.
    pub description: String,
}

impl Details {
    /// Checks title and description.
    pub fn parse(title: &str, description: &str) -> Result<Self, Refusal> {
        Ok(Self {
            title: checks::line("title", "Title", title, 1, 200)?,
            description: checks::text("description", "Description", description, 0, 5000)?,
        })
    }
}

/// When a contest runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The first moment.
    pub starts_at: Time,
    /// The first moment after.
    pub ends_at: Time,
}

impl Window {
    /// Checks a window: the end is strictly after the start and both are within three years of now.
    pub fn parse(start: &str, end: &str, now: Time) -> Result<Self, Refusal> {
        let starts_at = checks::moment("startDate", "Start date", start)?;
        let ends_at = checks::moment("endDate", "End date", end)?;
        if ends_at <= starts_at {
            return Err(words::END_BEFORE_START.with("field", "endDate"));
        }
        if starts_at < now.minus(FAR) || ends_at > now.plus(FAR) {
            return Err(words::TOO_FAR);
        }
        Ok(Self { starts_at, ends_at })
    }

    /// Whether a contest with the window `old` may get this one at `now`; `joined` says that somebody takes part.
    pub fn may_replace(self, old: Self, now: Time, joined: bool) -> Result<(), Refusal> {
        if now >= old.ends_at {
            return Err(words::TIME_AFTER_END);
        }
        if self.ends_at <= now {
            return Err(words::END_IN_PAST);
        }
        if joined && self.starts_at > now.max(old.starts_at) {
            return Err(words::START_AFTER_JOINS);
        }
        Ok(())
    }
}

/// A contest to be made.
#[derive(Clone, Debug)]
pub struct NewContest {
    /// Its words.
    pub details: Details,
    /// When it runs.
    pub window: Window,
    /// Listed for everybody from the beginning.
    pub is_public: bool,
    /// Participants may see their answers beside the right ones once it is over.
    pub answers_shown: bool,
}

impl NewContest {
    /// Checks all of it. A start in the past is fine, an end in the past is not.
    pub fn parse(
        title: &str,
        description: &str,
        start: &str,
        end: &str,
        is_public: bool,
        answers_shown: bool,
        now: Time,
    ) -> Result<Self, Refusal> {
        let details = Details::parse(title, description)?;
        let window = Window::parse(start, end, now)?;
        if window.ends_at <= now {
            return Err(words::END_IN_PAST);
        }
        Ok(Self { details, window, is_public, answers_shown })
    }
}

/// A question with its key. Never given to participants; what they see is made in attempts/papers.rs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Its id.
    pub id: QuestionId,
    /// Order within the contest, and the narrow key of its answers.
    pub no: i32,
    /// What is asked.
    pub text: String,
    /// A to D.
    pub options: [String; OPTIONS],
    /// Bit n is set when option n counts as right; one bit unless a correction said otherwise.
    pub accepted: u8,
    /// Easy, Medium, Hard or other.
    pub difficulty: Option<String>,
}

impl Question {
    /// The option shown as the answer: the first accepted.
    pub fn answer(&self) -> &str {
        let first = (0..OPTIONS).find(|option| self.accepts(*option)).unwrap_or(0);
        &self.options[first]
    }

    /// Whether an option counts as right.
    pub fn accepts(&self, option: usize) -> bool {
        self.accepted & (1 << option) != 0
    }
}

/// A question to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewQuestion {
    /// 1 to 2,000 characters.
    pub text: String,
    /// Four distinct ones, 1 to 500 characters.
    pub options: [String; OPTIONS],
    /// Index of the right one.
    pub answer: usize,
    /// At most 20 characters.
    pub difficulty: Option<String>,
}

impl NewQuestion {
    /// Checks a question as it arrives: four distinct non-empty options, the answer one of them.
    pub fn parse(text: &str, options: &[String], answer: &str, difficulty: Option<&str>) -> Result<Self, Refusal> {
        if text.trim().is_empty() {
            return Err(words::NO_QUESTION_TEXT.with("field", "Question"));
        }
        let text = checks::text("Question", "Question", text, 1, 2000)?;
        if options.len() != OPTIONS {
            return Err(words::FOUR_OPTIONS.with("field", "Options"));
        }
        if options.iter().any(|option| option.trim().is_empty()) {
            return Err(words::EMPTY_OPTION.with("field", "Options"));
        }
        let clean: Result<Vec<String>, Refusal> =
            options.iter().map(|option| checks::text("Options", "Option", option, 1, 500)).collect();
        let Ok(options) = <[String; OPTIONS]>::try_from(clean?) else {
            return Err(words::FOUR_OPTIONS.with("field", "Options"));
        };
        if (0..OPTIONS).any(|one| options[..one].contains(&options[one])) {
            return Err(words::SAME_OPTIONS.with("field", "Options"));
        }
        let answer = answer.trim().replace("\r\n", "\n");
        if answer.is_empty() {
            return Err(words::NO_ANSWER.with("field", "Answer"));
        }
        let Some(answer) = options.iter().position(|option| *option == answer) else {
            return Err(words::FOREIGN_ANSWER.with("field", "Answer"));
        };
        let difficulty = match difficulty.map(str::trim) {
            None | Some("") => None,
            Some(word) => Some(checks::line("difficulty", "Difficulty", word, 1, 20)?),
        };
        Ok(Self { text, options, answer, difficulty })
    }

    /// The key as stored.
    pub fn accepted(&self) -> u8 {
        1 << self.answer
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const NOW: Time = Time(1_800_000_000_000);

    fn window(from_now_s: i64, to_s: i64) -> Window {
        Window { starts_at: Time(NOW.0 + from_now_s * 1000), ends_at: Time(NOW.0 + to_s * 1000) }
    }

    #[test]
    fn the_window_is_half_open() {
        let (start, end) = (Time(10), Time(20));
        assert_eq!(status(start, end, Time(9)), Status::Upcoming);
        assert_eq!(status(start, end, Time(10)), Status::Active);
        assert_eq!(status(start, end, Time(19)), Status::Active);
        assert_eq!(status(start, end, Time(20)), Status::Ended);
    }

    #[test]
    fn the_end_is_strictly_after_the_start() {
        let at = |s: i64| Time(NOW.0 + s * 1000).to_rfc3339();
        assert!(Window::parse(&at(0), &at(1), NOW).is_ok());
        for (start, end) in [(at(5), at(5)), (at(6), at(5))] {
            assert_eq!(Window::parse(&start, &end, NOW).expect_err("refused").say, "End date must be after start date");
        }
        assert!(Window::parse("1970-01-01T00:00:00Z", &at(5), NOW).is_err());
        assert!(Window::parse(&at(0), "9999-01-01T00:00:00Z", NOW).is_err());
    }

    #[test]
    fn a_running_contest_keeps_running() {
        let running = window(-60, 60);
        assert!(window(-60, 120).may_replace(running, NOW, true).is_ok());
        assert!(window(-90, 1).may_replace(running, NOW, true).is_ok());
        assert!(window(-60, 0).may_replace(running, NOW, false).is_err(), "end before now");
        assert!(window(30, 90).may_replace(running, NOW, true).is_err(), "start moved away under participants");
        assert!(window(30, 90).may_replace(running, NOW, false).is_ok(), "nobody is in yet");
        assert!(window(30, 90).may_replace(window(-90, -30), NOW, false).is_err(), "over is over");
        assert!(window(90, 180).may_replace(window(60, 120), NOW, false).is_ok(), "upcoming");
    }

    fn options(four: [&str; 4]) -> Vec<String> {
        four.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_question_is_checked() {
        let good = NewQuestion::parse(" Why? ", &options(["a", " b", "c", "A"]), "b", Some("Easy")).expect("good");
        assert_eq!((good.text.as_str(), good.answer, good.accepted()), ("Why?", 1, 0b0010));
        for (text, four, answer, say) in [
            ("  ", ["a", "b", "c", "d"], "a", "Please enter a question"),
            ("Why?", ["a", " ", "c", "d"], "a", "All options must have values"),
            ("Why?", ["a", "b", "c", "d"], "", "Please select an answer"),
            ("Why?", ["a", "b", "c", "d"], "e", "The answer must match one of the options exactly"),
            ("Why?", ["a", "b", "a ", "d"], "a", "The four options must be different from each other"),
        ] {
            assert_eq!(NewQuestion::parse(text, &options(four), answer, None).expect_err("refused").say, say);
        }
        assert!(NewQuestion::parse("Why?", &options(["a", "b", "c", "d"])[..3], "a", None).is_err());
    }

    proptest! {
        #[test]
        fn whatever_passes_has_one_right_option(four in prop::collection::vec("[a-c]{0,2} ?", 0..6), answer in "[a-c]{0,2}") {
            if let Ok(question) = NewQuestion::parse("Q", &four, &answer, None) {
                let distinct: std::collections::HashSet<_> = question.options.iter().collect();
                prop_assert_eq!(distinct.len(), OPTIONS);
                prop_assert_eq!(&question.options[question.answer], &answer);
                prop_assert_eq!(question.accepted().count_ones(), 1);
            }
        }
    }
}
