//! The specification's names for contests and questions; they live here and nowhere else inside.
//!
//! Quirks absorbed: questions arrive with capital or small `Question`/`Options`/`Answer`; the owner's id in bodies and
//! headers is compared elsewhere and ignored here.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::kernel::clock::Time;
use crate::kernel::fail::{Outcome, Refusal};
use crate::kernel::ids::{ContestId, QuestionId, UserId};

use super::model::{Contest, Details, NewContest, NewQuestion, Question, Window};
use super::words;

/// A contest to be made.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateContestIn {
    /// 1 to 200 characters.
    #[serde(default)]
    pub title: String,
    /// Up to 5,000 characters.
    #[serde(default)]
    pub description: String,
    /// RFC 3339 with a zone.
    #[serde(default)]
    pub start_date: String,
    /// RFC 3339 with a zone, after the start and after now.
    #[serde(default)]
    pub end_date: String,
    /// Listed for everybody; false when absent.
    #[serde(default)]
    pub is_public: bool,
    /// Participants may see their answers beside the right ones after the end; false when absent.
    #[serde(default)]
    pub answers_shown: bool,
    /// Ignored: questions are added one by one.
    #[serde(default, rename = "QuestionSet")]
    #[schema(value_type = Vec<String>)]
    #[expect(dead_code, reason = "part of the specification's request; read over")]
    question_set: serde::de::IgnoredAny,
}

impl CreateContestIn {
    /// Checks it against the clock.
    pub fn parse(&self, now: Time) -> Result<NewContest, Refusal> {
        let (start, end) = (&self.start_date, &self.end_date);
        NewContest::parse(&self.title, &self.description, start, end, self.is_public, self.answers_shown, now)
    }
}

/// New words for a contest.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DetailsIn {
    /// 1 to 200 characters.
    #[serde(default)]
    pub title: String,
    /// Up to 5,000 characters.
    #[serde(default)]
    pub description: String,
    /// Participants may see their answers beside the right ones after the end; stays as it is when absent.
    #[serde(default)]
    pub answers_shown: Option<bool>,
}

impl TryFrom<DetailsIn> for Details {
    type Error = Refusal;

    fn try_from(sent: DetailsIn) -> Result<Self, Refusal> {
        Self::parse(&sent.title, &sent.description)
    }
}

/// The wanted visibility.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MakePublicIn {
    /// What the contest shall be from now on.
    pub is_public: bool,
    /// Which contest.
    pub contest_id: String,
}

/// A new window.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangeTimeIn {
    /// Which contest.
    pub contest_id: String,
    /// RFC 3339 with a zone.
    #[serde(default)]
    pub start_date: String,
    /// RFC 3339 with a zone.
    #[serde(default)]
    pub end_date: String,
}

impl ChangeTimeIn {
    /// Checks it against the clock.
    pub fn window(&self, now: Time) -> Result<Window, Refusal> {
        Window::parse(&self.start_date, &self.end_date, now)
    }
}

/// A question as an organiser sends it.
#[derive(Debug, Deserialize, ToSchema)]
pub struct QuestionIn {
    /// 1 to 2,000 characters.
    #[serde(default, rename = "Question", alias = "question")]
    pub question: String,
    /// Exactly four, distinct, 1 to 500 characters each.
    #[serde(default, rename = "Options", alias = "options")]
    pub options: Vec<String>,
    /// The text of the right option.
    #[serde(default, rename = "Answer", alias = "answer")]
    pub answer: String,
    /// Easy, Medium or other.
    #[serde(default)]
    pub difficulty: Option<String>,
}

impl TryFrom<QuestionIn> for NewQuestion {
    type Error = Refusal;

    fn try_from(sent: QuestionIn) -> Result<Self, Refusal> {
        Self::parse(&sent.question, &sent.options, &sent.answer, sent.difficulty.as_deref())
    }
}

/// A question for a contest named beside it.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AddQuestionIn {
    /// Which contest.
    #[serde(rename = "contestId")]
    pub contest_id: String,
    /// The question.
    #[serde(flatten)]
    pub question: QuestionIn,
}

/// Several questions, taken all or none.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AddQuestionsIn {
    /// 1 to 100.
    pub questions: Vec<QuestionIn>,
}

impl TryFrom<AddQuestionsIn> for Vec<NewQuestion> {
    type Error = Refusal;

    fn try_from(sent: AddQuestionsIn) -> Result<Self, Refusal> {
        match sent.questions.len() {
            0 => return Err(words::NO_QUESTIONS),
            1..=100 => {}
            _ => return Err(words::MANY_QUESTIONS),
        }
        let numbered = sent.questions.into_iter().enumerate();
        numbered.map(|(at, one)| one.try_into().map_err(|refusal| words::in_question(at + 1, refusal))).collect()
    }
}

/// A contest as its owner's lists show it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnContestOut {
    /// Its id.
    #[serde(rename = "_id")]
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its description, maybe empty.
    pub description: String,
    /// RFC 3339.
    pub start_date: String,
    /// RFC 3339.
    pub end_date: String,
    /// Listed for everybody.
    pub is_public: bool,
    /// Participants may see their answers beside the right ones after the end.
    pub answers_shown: bool,
    /// Ids of its questions, in order.
    #[serde(rename = "QuestionSet")]
    pub question_set: Vec<String>,
    /// How many questions.
    pub question_count: u32,
    /// How many people joined.
    pub participants: u32,
    /// Somebody joined: the questions cannot change any more.
    pub frozen: bool,
    /// RFC 3339.
    pub created_at: String,
}

impl OwnContestOut {
    /// A contest and the ids of its questions.
    pub fn new(contest: &Contest, questions: &[QuestionId]) -> Self {
        Self {
            id: contest.id.to_string(),
            title: contest.title.clone(),
            description: contest.description.clone(),
            start_date: contest.starts_at.to_rfc3339(),
            end_date: contest.ends_at.to_rfc3339(),
            is_public: contest.is_public,
            answers_shown: contest.answers_shown,
            question_set: questions.iter().map(ToString::to_string).collect(),
            question_count: contest.question_count,
            participants: contest.participants,
            frozen: contest.frozen_at.is_some(),
            created_at: contest.created_at.to_rfc3339(),
        }
    }
}

/// The caller's own contests.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnContestsOut {
    /// Always true.
    pub success: bool,
    /// Newest first.
    pub contests: Vec<OwnContestOut>,
    /// The server's clock.
    pub server_now: String,
}

/// A contest that was made or changed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContestSavedOut {
    /// Always true.
    pub success: bool,
    /// For people.
    pub message: String,
    /// As it is now.
    pub contest: OwnContestOut,
    /// The server's clock.
    pub server_now: String,
}

/// The visibility as it is now.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MadePublicOut {
    /// Always true.
    pub success: bool,
    /// For people.
    pub message: String,
    /// As it is now.
    pub is_public: bool,
}

/// A question with its key, for the contest's owner and ADMIN only.
#[derive(Debug, Serialize, ToSchema)]
pub struct KeyedQuestionOut {
    /// Its id.
    #[serde(rename = "_id")]
    pub id: String,
    /// What is asked.
    #[serde(rename = "Question")]
    pub question: String,
    /// A to D.
    #[serde(rename = "Options")]
    pub options: Vec<String>,
    /// The text of the right option.
    #[serde(rename = "Answer")]
    pub answer: String,
    /// Easy, Medium or other.
    pub difficulty: Option<String>,
    /// The contest it belongs to.
    #[serde(rename = "contestId")]
    pub contest_id: String,
}

impl KeyedQuestionOut {
    /// A question of a contest.
    pub fn new(contest: ContestId, question: &Question) -> Self {
        Self {
            id: question.id.to_string(),
            question: question.text.clone(),
            options: question.options.to_vec(),
            answer: question.answer().to_owned(),
            difficulty: question.difficulty.clone(),
            contest_id: contest.to_string(),
        }
    }
}

/// A contest with its keys.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "the wire's flags, each its own fact")]
pub struct KeyedContestOut {
    /// Its id.
    #[serde(rename = "_id")]
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its description, maybe empty.
    pub description: String,
    /// RFC 3339.
    pub start_date: String,
    /// RFC 3339.
    pub end_date: String,
    /// Listed for everybody.
    pub is_public: bool,
    /// Participants may see their answers beside the right ones after the end.
    pub answers_shown: bool,
    /// Somebody joined: the questions cannot change any more.
    pub frozen: bool,
    /// The caller wrote it.
    pub own: bool,
    /// How many people joined.
    pub participants: u32,
    /// Its questions with their keys, in order.
    #[serde(rename = "QuestionSet")]
    pub question_set: Vec<KeyedQuestionOut>,
}

impl KeyedContestOut {
    /// A contest and its questions, as `reader` may see them.
    pub fn new(contest: &Contest, questions: &[Question], reader: UserId) -> Self {
        Self {
            id: contest.id.to_string(),
            title: contest.title.clone(),
            description: contest.description.clone(),
            start_date: contest.starts_at.to_rfc3339(),
            end_date: contest.ends_at.to_rfc3339(),
            is_public: contest.is_public,
            answers_shown: contest.answers_shown,
            frozen: contest.frozen_at.is_some(),
            own: contest.owner == reader,
            participants: contest.participants,
            question_set: questions.iter().map(|question| KeyedQuestionOut::new(contest.id, question)).collect(),
        }
    }
}

/// Answer of GET /post/{contestId}.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeyedContestAnswer {
    /// Always true.
    pub success: bool,
    /// The contest with its keys.
    pub contest: KeyedContestOut,
    /// The server's clock.
    pub server_now: String,
}

/// A question that was written.
#[derive(Debug, Serialize, ToSchema)]
pub struct QuestionSavedOut {
    /// Always true.
    pub success: bool,
    /// For people.
    pub message: String,
    /// As it is now.
    pub question: KeyedQuestionOut,
}

/// Questions that were written.
#[derive(Debug, Serialize, ToSchema)]
pub struct QuestionsSavedOut {
    /// Always true.
    pub success: bool,
    /// For people.
    pub message: String,
    /// In order.
    pub questions: Vec<KeyedQuestionOut>,
}

/// Reads a contest's id; anything that is none is nobody's contest.
pub fn contest_id(text: &str) -> Outcome<ContestId> {
    ContestId::parse(text).ok_or_else(|| crate::kernel::fail::MISSING.into())
}

/// Reads a question's id.
pub fn question_id(text: &str) -> Outcome<QuestionId> {
    QuestionId::parse(text).ok_or_else(|| crate::kernel::fail::MISSING.into())
}
