//! Attempt model: what an attempt, an answer and a row to be written are, and pure rules about the states of an attempt and
//! about when an answer counts.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use crate::contests::{Contest, FeatureLevel, TypedAnswer};
use quad_kernel::clock::Time;
use quad_kernel::error::Rejection;
use quad_kernel::ids::{ContestId, QuestionId, UserId};

use super::messages;
use super::scoring::Counters;

/// Submitting is accepted this long after the end.
pub const SUBMIT_GRACE: Duration = Duration::from_secs(10);

/// A person's part in a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// Narrow key.
    pub id: i64,
    /// When the person joined.
    pub joined_at: Time,
    /// When the person submitted, if so.
    pub submitted_at: Option<Time>,
    /// Answers given, whatever a correction made of them.
    pub answered: u32,
    /// Which of the contest's papers it is about, from 1; 0 where everybody gets all questions.
    pub variant: u32,
}

impl Attempt {
    /// Whether it counts as submitted: by the person, or by the end of the person's time.
    pub fn is_complete(&self, ends_at: Time, now: Time) -> bool {
        self.submitted_at.is_some() || now >= ends_at
    }
}

/// What the person wants with POST /complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    /// Take part, or go on.
    Join,
    /// Hand in.
    Submit,
    /// Not said: the specification's one call for both.
    Unsaid,
}

/// What POST /complete does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Begin an attempt.
    Begin,
    /// Nothing: the attempt is open and stays so.
    GoOn,
    /// Hand the attempt in.
    HandIn,
    /// Nothing: it is complete.
    Complete,
    /// Refused: there is nothing to submit.
    NotJoined,
    /// Refused: too late to submit.
    Ended,
}

/// Decides what to do. Without an intent an attempt that has no answer yet is never handed in, so that a double click
/// on Join loses nothing.
pub fn next_step(intent: Intent, attempt: Option<&Attempt>, ends_at: Time, now: Time) -> Step {
    let Some(attempt) = attempt else {
        return if intent == Intent::Submit { Step::NotJoined } else { Step::Begin };
    };
    if attempt.submitted_at.is_some() {
        return Step::Complete;
    }
    let in_time = now < ends_at.plus(SUBMIT_GRACE);
    match intent {
        Intent::Submit if in_time => Step::HandIn,
        Intent::Submit => Step::Ended,
        Intent::Join | Intent::Unsaid
            if now >= ends_at && !(intent == Intent::Unsaid && in_time && attempt.answered > 0) =>
        {
            Step::Complete
        }
        Intent::Unsaid if attempt.answered > 0 => Step::HandIn,
        Intent::Join | Intent::Unsaid => Step::GoOn,
    }
}

/// Whether a client can show the questions of a contest, some of which may be newer than the specification, and change answers where they
/// may be changed: never half a paper.
pub fn check_client_support(needed: FeatureLevel, kinds: Option<u32>) -> Result<(), Rejection> {
    if kinds.unwrap_or_default() >= needed.number() {
        return Ok(());
    }
    Err(match needed {
        FeatureLevel::PersonalTime => messages::NEEDS_CLIENT_WITH_OWN_TIME,
        FeatureLevel::AnswerChanges => messages::NEEDS_CLIENT_THAT_CHANGES,
        _ => messages::NEEDS_NEWER_CLIENT,
    })
}

/// An answer as somebody sends it.
#[derive(Clone, Debug)]
pub enum AnswerInput {
    /// The option with this text.
    OptionText(String),
    /// The options at these places, from 0.
    OptionIndexes(Vec<u32>),
    /// This text or number, which was typed.
    TypedText(String),
    /// Nothing any more: the answer is cleared.
    Cleared,
}

/// An answer as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredAnswer {
    /// The chosen options, a bit for each; where it was typed, that there is one.
    pub chosen: u8,
    /// What was typed, where something was.
    pub typed: Option<String>,
}

impl StoredAnswer {
    /// Whether another answer is the same: the same options, an equal number, or a text that folds alike.
    pub fn is_alike(&self, chosen: u8, typed: Option<&TypedAnswer>) -> bool {
        match (typed, &self.typed) {
            (Some(typed), Some(stored)) => typed.is_alike(stored),
            (None, None) => chosen == self.chosen,
            _ => false,
        }
    }
}

/// An answer that somebody gave to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenAnswer {
    /// The question's number in the contest.
    pub question_no: i32,
    /// What it is.
    pub answer: StoredAnswer,
}

/// What somebody answered, by the ids of the questions.
#[derive(Debug, Default)]
pub struct Answered {
    /// The chosen texts.
    pub texts: BTreeMap<String, String>,
    /// The places of the chosen options where several may be chosen; none where no question of the contest is such a one.
    pub places: Option<BTreeMap<String, Vec<u32>>>,
}

impl Answered {
    /// Nothing yet, of a contest.
    pub fn nothing(contest: &Contest) -> Self {
        Self { texts: BTreeMap::new(), places: (contest.several_questions > 0).then(BTreeMap::new) }
    }
}

/// The base that comes with the join, from where a device numbers its changes. The column of the attempt begins with it, so that handing it
/// out writes nothing.
pub const FIRST_BASE: i64 = 1_024_001;

/// What stands at a question whose answer may be changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StandingAnswer {
    /// The number of the change that it came with; 0 where there was none.
    pub seq: i64,
    /// None where it was cleared, and where nothing was answered.
    pub answer: Option<StoredAnswer>,
}

/// What became of a change that was not refused.
#[derive(Debug)]
pub struct Changed {
    /// What was sent.
    pub seq: i64,
    /// What was sent clears the answer.
    pub clears: bool,
    /// What stands instead, where another one does.
    pub outrun_by: Option<StandingAnswer>,
}

/// What became of an answer that was not refused.
#[derive(Debug)]
pub struct AcceptedAnswer {
    /// The attempt it is stored in.
    pub attempt: i64,
    /// Where answers may be changed.
    pub change: Option<Changed>,
}

/// What a device has to know of an attempt in which answers may be changed.
#[derive(Debug)]
pub struct ChangeSheet {
    /// What stands.
    pub answered: Answered,
    /// The numbers of the changes that stand, by question.
    pub seqs: BTreeMap<String, i64>,
    /// From where the device counts on.
    pub base: i64,
}

/// An answer as it arrived.
#[derive(Clone, Debug)]
pub struct NewAnswer {
    /// Which contest.
    pub contest: ContestId,
    /// Which question.
    pub question: QuestionId,
    /// What was chosen or typed.
    pub choice: AnswerInput,
    /// The attempt it was given in, where the sender says so.
    pub attempt: Option<i64>,
    /// The number of the change, as it was sent.
    pub seq: Option<Value>,
}

/// A person joining a contest. The caller has checked that it is running; the statement lets in whoever may see it.
#[derive(Clone, Copy, Debug)]
pub struct Join {
    /// Which contest.
    pub contest: ContestId,
    /// Who.
    pub user: UserId,
    /// When.
    pub at: Time,
    /// ADMIN, to whom private contests are open, too.
    pub sees_all: bool,
}

/// A graded answer.
#[derive(Clone, Debug)]
pub struct GradedAnswer {
    /// At which contest.
    pub contest: ContestId,
    /// Whose.
    pub attempt: i64,
    /// Which question, by its number in the contest.
    pub question_no: i32,
    /// Which options, a bit for each, as stored.
    pub chosen: u8,
    /// What was typed, where something was.
    pub typed: Option<Arc<TypedAnswer>>,
    /// What it is counted as.
    pub counted: Counters,
    /// When its body was complete.
    pub at: Time,
    /// Within the grace after the end.
    pub late: bool,
}

impl GradedAnswer {
    /// As the database keeps it.
    pub(super) fn as_stored(&self) -> StoredAnswer {
        StoredAnswer { chosen: self.chosen, typed: self.typed.as_ref().map(|typed| typed.text().to_owned()) }
    }
}

/// One answer of a demo attempt.
#[derive(Clone, Debug)]
pub struct DemoAnswer {
    /// The question's number in the contest.
    pub question_no: i32,
    /// The options chosen, a bit for each; the first where the answer is typed.
    pub chosen: u8,
    /// What was typed, where it is.
    pub typed: Option<String>,
    /// Whether it is right.
    pub correct: bool,
    /// When it was given.
    pub at: Time,
}

/// A demo attempt with all its answers.
#[derive(Clone, Debug)]
pub struct DemoAttempt {
    /// Which contest.
    pub contest: ContestId,
    /// Who.
    pub user: UserId,
    /// When they joined.
    pub joined_at: Time,
    /// When they submitted, if so.
    pub submitted_at: Option<Time>,
    /// What they answered.
    pub answers: Vec<DemoAnswer>,
}

/// When an answer arrived, seen from the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// Before the start.
    Early,
    /// Within the window.
    InTime,
    /// After the end, within the grace: counts, and is marked.
    Late,
    /// After the grace.
    TooLate,
}

/// Judges the moment an answer's body was complete.
pub fn arrival(starts_at: Time, ends_at: Time, grace: Duration, arrived: Time) -> Arrival {
    if arrived < starts_at {
        Arrival::Early
    } else if arrived < ends_at {
        Arrival::InTime
    } else if arrived < ends_at.plus(grace) {
        Arrival::Late
    } else {
        Arrival::TooLate
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempt(answered: u32, submitted: bool) -> Attempt {
        Attempt { id: 1, joined_at: Time(0), submitted_at: submitted.then_some(Time(5)), answered, variant: 0 }
    }

    #[test]
    fn complete_means_join_and_submit() {
        let (ends, during, after, long_after) = (Time(100_000), Time(50_000), Time(105_000), Time(110_000));
        let step = |intent, attempt: Option<Attempt>, now| next_step(intent, attempt.as_ref(), ends, now);
        assert_eq!(step(Intent::Unsaid, None, during), Step::Begin);
        assert_eq!(step(Intent::Join, None, during), Step::Begin);
        assert_eq!(step(Intent::Submit, None, during), Step::NotJoined);
        assert_eq!(step(Intent::Join, Some(attempt(3, false)), during), Step::GoOn);
        assert_eq!(step(Intent::Unsaid, Some(attempt(0, false)), during), Step::GoOn, "double click on Join");
        assert_eq!(step(Intent::Unsaid, Some(attempt(1, false)), during), Step::HandIn);
        assert_eq!(step(Intent::Submit, Some(attempt(0, false)), during), Step::HandIn);
        assert_eq!(step(Intent::Join, Some(attempt(1, true)), during), Step::Complete);
        assert_eq!(step(Intent::Submit, Some(attempt(1, true)), long_after), Step::Complete);
        assert_eq!(step(Intent::Submit, Some(attempt(1, false)), after), Step::HandIn);
        assert_eq!(step(Intent::Submit, Some(attempt(1, false)), long_after), Step::Ended);
        assert_eq!(step(Intent::Unsaid, Some(attempt(1, false)), after), Step::HandIn);
        assert_eq!(step(Intent::Unsaid, Some(attempt(1, false)), long_after), Step::Complete);
        assert_eq!(step(Intent::Join, Some(attempt(1, false)), after), Step::Complete);
    }

    #[test]
    fn a_client_that_says_nothing_shows_what_the_specification_has() {
        let shown = |needed, kinds| check_client_support(needed, kinds).is_ok();
        for (kinds, other_numbers, several, typed, pictures, changes) in [
            (None, false, false, false, false, false),
            (Some(0), false, false, false, false, false),
            (Some(1), true, false, false, false, false),
            (Some(2), true, true, false, false, false),
            (Some(3), true, true, true, false, false),
            (Some(4), true, true, true, true, false),
            (Some(5), true, true, true, true, true),
            (Some(u32::MAX), true, true, true, true, true),
        ] {
            let levels = [
                FeatureLevel::Baseline,
                FeatureLevel::OptionCounts,
                FeatureLevel::SeveralRight,
                FeatureLevel::TypedAnswers,
                FeatureLevel::Pictures,
            ];
            let all = levels.map(|needed| shown(needed, kinds));
            assert_eq!(all, [true, other_numbers, several, typed, pictures], "{kinds:?}");
            assert_eq!(shown(FeatureLevel::AnswerChanges, kinds), changes, "{kinds:?}");
            assert_eq!(shown(FeatureLevel::PersonalTime, kinds), kinds >= Some(6), "{kinds:?}");
        }
    }

    #[test]
    fn the_grace_is_after_the_end_only() {
        let judge = |t| arrival(Time(1000), Time(2000), Duration::from_secs(2), Time(t));
        assert_eq!(judge(999), Arrival::Early);
        assert_eq!(judge(1000), Arrival::InTime);
        assert_eq!(judge(1999), Arrival::InTime);
        assert_eq!(judge(2000), Arrival::Late);
        assert_eq!(judge(3999), Arrival::Late);
        assert_eq!(judge(4000), Arrival::TooLate);
    }
}
