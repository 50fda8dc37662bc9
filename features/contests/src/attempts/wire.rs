//! JSON of attempts: the specification's names, which are used nowhere else inside.
//!
//! No type in this file that a participant receives before the end has a field for the right answer.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::contests::{
    self, ChangeRule, Contest, ContestPictures, ContestRules, Draw, MarkScheme, MarkedQuestions, Marking, Marks, Maths,
    PaperOrder, Question, QuestionMarksOut, QuestionPictureOut, RuleWordsOut, Status, TypedKey,
};
use quad_http::body::UnreadNames;
use quad_http::precompressed::Tail;
use quad_kernel::clock::Time;
use quad_kernel::error::{MISDIRECTED, MISSING, Rejection, Result};
use quad_kernel::ids::{ContestId, QuestionId, UserId};
use quad_kernel::page::Page;

use super::answer_review::ReviewedQuestion;
use super::contest_list::{self, Counts, ListAsked};
use super::correct_question::{Log, Preview};
use super::correction::{Correction, QuestionMarking, QuestionName};
use super::fairness::{Fairness, OptionPlaces, Positions};
use super::fairness_counts::Facility;
use super::item_analysis::{Doubt, Finding};
use super::leaderboard::{Board, PageCache, Row};
use super::mark_texts::MarkTexts;
use super::messages;
use super::model::{
    AnswerInput, Answered, Attempt, ChangeSheet, Changed, FIRST_BASE, Intent, NewAnswer, StandingAnswer, StoredAnswer,
};
use super::papers_fairness::VariantsOut;
use super::participant_answers::ParticipantAnswers;
use super::question_stats::Analysis;
use super::regrading::{NewCorrection, Place, RequestedMarking};
use super::scoring::{self, Mark};
use super::store::{OwnPart, Standing};
use super::store_lists::ListedContest;
use super::typed_clusters::Cluster;

/// Which part of the contests to list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ListIn {
    /// upcoming, active or completed; all when absent.
    pub status: Option<String>,
    /// Words to look for in title and description.
    pub q: Option<String>,
    /// new (default) or now: running, coming, past.
    pub sort: Option<String>,
    /// From 1; without page and size everything is listed.
    pub page: Option<u32>,
    /// 1 to 500, 30 when only a page is given.
    pub size: Option<u32>,
    /// Without the ids of the questions, which are most of a page and which no list shows.
    pub brief: Option<bool>,
}

impl TryFrom<ListIn> for ListAsked {
    type Error = Rejection;

    fn try_from(sent: ListIn) -> Result<Self, Rejection> {
        let page = contest_list::page(sent.page, sent.size)?;
        Self::parse(sent.status.as_deref(), sent.q.as_deref(), sent.sort.as_deref(), page)
    }
}

/// A part of a board.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PageIn {
    /// From 1; without page and size everything is listed.
    pub page: Option<u32>,
    /// 1 to 500, 30 when only a page is given.
    pub size: Option<u32>,
}

/// What a client can show.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct KindsIn {
    /// 1: also single questions of other than four options; 2: also questions with several right options; 3: also those whose answer is
    /// typed; 4: also those with pictures; 5: also changes answers where they may be changed. A contest that needs more than what is said
    /// is 409 `needs_newer_client`.
    pub kinds: Option<u32>,
}

/// How a paper is asked for.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PaperIn {
    /// Before it is known whether the caller may have it: then nothing (204) is no failure.
    pub early: Option<bool>,
}

/// A contest as lists show it to the asking person.
#[expect(clippy::struct_excessive_bools, reason = "the wire's flags, each its own fact")]
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListedContestOut {
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
    /// What its owner set.
    #[serde(flatten)]
    pub rules: ContestRules,
    /// Ids of its questions; the length is the count, and so of some of them where each person gets a part. Absent in a brief list.
    #[serde(rename = "QuestionSet", skip_serializing_if = "Option::is_none")]
    pub question_set: Option<Vec<String>>,
    /// How many questions.
    pub question_count: u32,
    /// How many people joined.
    pub participants: u32,
    /// The asking person joined.
    pub joined: bool,
    /// The asking person's attempt counts as submitted.
    pub completed: bool,
    /// How many answers the asking person gave.
    pub answered: u32,
    /// The asking person's rank once results are open.
    pub rank: Option<u32>,
    /// The asking person wrote it.
    pub own: bool,
    /// The asking person accepted an invitation to it.
    pub invited: bool,
}

impl ListedContestOut {
    /// A listed contest; `questions` unless it is brief, `rank` where results are open.
    pub fn new(
        listed: &ListedContest,
        questions: Option<&[QuestionId]>,
        rank: Option<u32>,
        asking: UserId,
        now: Time,
    ) -> Self {
        let joined = listed.joined_at.is_some();
        let each = listed.draw.as_ref().map(Draw::questions);
        let shown = each.map_or(usize::MAX, |each| each as usize);
        Self {
            id: listed.id.to_string(),
            title: listed.title.clone(),
            description: listed.description.clone(),
            start_date: listed.starts_at.to_rfc3339(),
            end_date: listed.ends_at.to_rfc3339(),
            is_public: listed.is_public,
            rules: listed.rules,
            question_set: questions.map(|ids| ids.iter().take(shown).map(ToString::to_string).collect()),
            question_count: each.unwrap_or(listed.question_count as u32),
            participants: listed.participants as u32,
            joined,
            completed: listed.is_complete(now),
            answered: listed.answered as u32,
            rank,
            own: listed.owner_id == asking,
            invited: listed.invited,
        }
    }
}

/// How many of the listed contests stand where.
#[derive(Debug, Serialize, ToSchema)]
pub struct CountsOut {
    /// All of them.
    pub all: u32,
    /// Before their start.
    pub upcoming: u32,
    /// Running.
    pub active: u32,
    /// Over.
    pub completed: u32,
}

impl From<Counts> for CountsOut {
    fn from(counts: Counts) -> Self {
        Self {
            all: counts.of(None) as u32,
            upcoming: counts.upcoming as u32,
            active: counts.active as u32,
            completed: counts.completed as u32,
        }
    }
}

/// The contests listed for the asking person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContestListOut {
    /// Always true.
    pub success: bool,
    /// The page asked for, or all.
    pub contests: Vec<ListedContestOut>,
    /// How many match in all.
    pub total: u32,
    /// For the tabs.
    pub counts: CountsOut,
    /// Names the list as it stands; the live topic `contests` tells the newest.
    pub edition: String,
    /// The server's clock.
    pub server_now: String,
}

/// A contest's head.
#[expect(clippy::struct_excessive_bools, reason = "the wire's flags, each its own fact")]
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContestHeadOut {
    /// Its id.
    #[serde(rename = "_id")]
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its start.
    pub date: String,
    /// Its description, maybe empty.
    pub description: String,
    /// RFC 3339.
    pub start_date: String,
    /// RFC 3339.
    pub end_date: String,
    /// Listed for everybody.
    pub is_public: bool,
    /// What its owner set.
    #[serde(flatten)]
    pub rules: ContestRules,
    /// The rules in words, where it has marks.
    #[serde(flatten)]
    pub words: RuleWordsOut,
    /// How many questions.
    pub question_count: u32,
    /// Each person gets a part of the questions, and that is how many; absent where everybody gets all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawn: Option<bool>,
    /// How many people joined.
    pub participants: u32,
    /// The asking person joined.
    pub joined: bool,
    /// The asking person's attempt counts as submitted.
    pub completed: bool,
    /// How many answers the asking person gave.
    pub answered: u32,
    /// The board stands open for everybody who may see the contest.
    pub results_open: bool,
    /// The asking person wrote it.
    pub own: bool,
    /// Decides the order in which this person sees questions and options, where the contest mixes them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// The server's clock.
    pub server_now: String,
}

impl ContestHeadOut {
    /// A contest and the asking person's part in it, with whether that is complete.
    pub fn new(
        contest: &Contest,
        attempt: Option<(&Attempt, bool)>,
        asking: UserId,
        results_open: bool,
        now: Time,
    ) -> Self {
        Self {
            id: contest.id.to_string(),
            title: contest.title.clone(),
            date: contest.starts_at.to_rfc3339(),
            description: contest.description.clone(),
            start_date: contest.starts_at.to_rfc3339(),
            end_date: contest.ends_at.to_rfc3339(),
            is_public: contest.is_public,
            rules: contest.rules,
            words: contest.into(),
            question_count: contest.questions_each(),
            drawn: contest.draw.as_ref().map(|_| true),
            participants: contest.participants,
            joined: attempt.is_some(),
            completed: attempt.is_some_and(|(_, is_complete)| is_complete),
            answered: attempt.map_or(0, |(attempt, _)| attempt.answered),
            results_open,
            own: contest.owner == asking,
            seed: contest.rules.seed(contest.id, asking),
            server_now: now.to_rfc3339(),
        }
    }
}

/// POST /checkcomplete and POST /complete.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CompleteIn {
    /// Which contest.
    pub contest_id: String,
    /// Compared with the session's person, never believed.
    #[serde(default)]
    pub user_id: Option<String>,
    /// join or submit; without it the call means both, as the specification has it.
    #[serde(default)]
    pub intent: Option<String>,
    /// The attempt that is meant, once there is one.
    #[serde(default)]
    pub attempt: Option<String>,
    /// The rule of the marks as whoever joins was shown it, empty where there was none. Another one now is told (409
    /// `rules_changed`), and nobody has joined.
    #[serde(default)]
    pub marks_shown: Option<String>,
    /// Which questions the client can show: 1, also single ones of other than four options; 2, also those with several right options; 3,
    /// also those whose answer is typed; 4, also those with pictures; 5, that it also changes answers where they may be changed; 6, that it also knows
    /// a time of each person's own. A contest that needs more than what is said is told (409 `needs_newer_client`), and nobody has joined.
    #[serde(default)]
    pub kinds: Option<u32>,
}

impl CompleteIn {
    /// What is wanted.
    pub fn intent(&self) -> Result<Intent, Rejection> {
        match self.intent.as_deref() {
            None | Some("") => Ok(Intent::Unsaid),
            Some("join") => Ok(Intent::Join),
            Some("submit") => Ok(Intent::Submit),
            Some(_) => Err(messages::STRANGE_INTENT),
        }
    }
}

/// The attempt that a body says to belong to. What is none was written for nobody's.
pub fn attempt_id(sent: Option<&str>) -> Result<Option<i64>, Rejection> {
    sent.map(|text| text.parse().map_err(|_| MISDIRECTED)).transpose()
}

/// Whether the attempt is complete.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CompleteOut {
    /// The attempt counts as submitted.
    pub success: bool,
    /// For people.
    pub message: String,
    /// After a first join: the attempt that has begun, so that it need not be asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attempt: Option<AttemptOut>,
    /// The attempt that was meant, where the request said which.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attempt_id: Option<String>,
    /// The server's clock.
    pub server_now: String,
}

/// A question as a participant sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PaperQuestionOut {
    /// Its id.
    #[serde(rename = "_id")]
    pub id: String,
    /// single, several, number or text, where the specification has no such question; absent where it has: single, with four options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    /// What is asked.
    #[serde(rename = "Question")]
    pub question: String,
    /// Two to eight, which people call A to H; none where the answer is typed.
    #[serde(rename = "Options")]
    pub options: Vec<String>,
    /// What a number is counted in, shown beside the box; absent where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// What it gives, where that is not what the contest's rules say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marks: Option<QuestionMarksOut>,
    /// True where right answers to it are counted apart; absent elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub star: Option<bool>,
    /// Its pictures and those of its options; absent where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pictures: Vec<QuestionPictureOut>,
    /// Which options keep their places where the contest mixes them, from 0; absent where those do whose words speak of places.
    #[serde(rename = "fixedOptions", skip_serializing_if = "Option::is_none")]
    pub fixed_options: Option<Vec<u32>>,
}

impl PaperQuestionOut {
    /// A question of a contest with such a scheme and such pictures.
    pub(super) fn new(question: &Question, scheme: MarkScheme, pictures: &ContestPictures) -> Self {
        Self {
            id: question.id.to_string(),
            kind: question.kind_shown(),
            question: question.text.clone(),
            options: question.options.clone(),
            unit: question.typed.as_ref().and_then(TypedKey::as_number).and_then(|number| number.unit.clone()),
            marks: QuestionMarksOut::of(question, scheme),
            star: question.marks.star(),
            pictures: pictures.out(question.id),
            fixed_options: question.fixed_places(),
        }
    }
}

/// A question of a paper: beside what the specification's call tells of it, its maths.
#[derive(Debug, Serialize, ToSchema)]
pub struct DrawnQuestionOut {
    /// The question.
    #[serde(flatten)]
    pub question: PaperQuestionOut,
    /// What is drawn for the formulas of its texts, by what stands there: an array of an element's name, its attributes where it has any,
    /// and texts and elements in it. Absent where there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<std::collections::BTreeMap<String, serde_json::Value>>)]
    pub maths: Option<Maths>,
}

/// A paper: the same bytes for everybody who takes the contest.
#[derive(Debug, Serialize, ToSchema)]
pub struct PaperOut {
    /// The contest.
    #[serde(rename = "_id")]
    pub id: String,
    /// Its questions, in order.
    #[serde(rename = "QuestionSet")]
    pub question_set: Vec<DrawnQuestionOut>,
}

/// The participant's half that changes: own answers and the clock.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AttemptOut {
    /// Always true.
    pub success: bool,
    /// Its id, once joined; answers carry it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attempt: Option<String>,
    /// The asking person: a reply that was exchanged on its way is another's, and says so.
    pub user_id: String,
    /// The contest.
    pub contest_id: String,
    /// Its title.
    pub title: String,
    /// RFC 3339.
    pub start_date: String,
    /// RFC 3339.
    pub end_date: String,
    /// How many questions.
    pub question_count: u32,
    /// The rules in words, where the contest has marks.
    #[serde(flatten)]
    pub words: RuleWordsOut,
    /// The asking person joined.
    pub joined: bool,
    /// The attempt counts as submitted.
    pub submitted: bool,
    /// Question id to chosen text, or to what was typed; where several options were chosen, their texts with `; ` between.
    pub answered: BTreeMap<String, String>,
    /// Question id to the places of the chosen options, from 0, of questions of which several may be chosen; absent in a contest that
    /// has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choices: Option<BTreeMap<String, Vec<u32>>>,
    /// An answer still counts this long after the end.
    pub grace_seconds: u32,
    /// Decides the order in which this person sees questions and options, where the contest mixes them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// Which of the contest's papers this person has, from 1; absent where everybody gets all questions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<u32>,
    /// until_hand_in where answers may be changed; absent where the first one counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changing: Option<ChangeRule>,
    /// Where answers may be changed, from where this device numbers its changes (`seq`): base + 1024 × milliseconds since it got the base,
    /// each higher than the one before. Another one in each reply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seq_base: Option<i64>,
    /// Where answers may be changed, question id to the number of the change that stands, also where the answer was cleared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seqs: Option<BTreeMap<String, i64>>,
    /// Minutes that each person has from joining on; absent where all have the time of the contest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minutes: Option<u32>,
    /// RFC 3339: when the asking person's time ends, once joined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends_at: Option<String>,
    /// RFC 3339: since when all clocks stand still; absent while they go. The own end then moves by as long as they do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paused_at: Option<String>,
    /// What of the paper is mixed by it.
    #[serde(flatten)]
    pub orders: OrdersOut,
    /// The server's clock.
    pub server_now: String,
}

impl AttemptOut {
    /// An attempt with the end of the own time.
    #[must_use]
    pub fn ending(self, ends_at: Option<Time>) -> Self {
        Self { ends_at: ends_at.map(Time::to_rfc3339), ..self }
    }

    /// An attempt with what was answered in it.
    #[must_use]
    pub fn with(self, Answered { texts, places }: Answered) -> Self {
        Self { answered: texts, choices: places, ..self }
    }

    /// The same where answers may be changed.
    #[must_use]
    pub fn with_changes(self, ChangeSheet { answered, seqs, base }: ChangeSheet) -> Self {
        Self { seqs: Some(seqs), seq_base: Some(base), ..self.with(answered) }
    }

    /// An attempt that has just begun.
    pub fn begun(contest: &Contest, asking: UserId, id: Option<i64>, grace_seconds: u32, now: Time) -> Self {
        let changing = contest.rules.changing.unless_first();
        let begins = changing.filter(|_| id.is_some());
        Self {
            success: true,
            attempt: id.map(|id| id.to_string()),
            user_id: asking.to_string(),
            contest_id: contest.id.to_string(),
            title: contest.title.clone(),
            start_date: contest.starts_at.to_rfc3339(),
            end_date: contest.ends_at.to_rfc3339(),
            question_count: contest.questions_each(),
            words: contest.into(),
            joined: true,
            submitted: false,
            answered: BTreeMap::new(),
            choices: Answered::nothing(contest).places,
            grace_seconds,
            seed: contest.rules.seed(contest.id, asking),
            variant: None,
            changing,
            seq_base: begins.map(|_| FIRST_BASE),
            seqs: begins.map(|_| BTreeMap::new()),
            minutes: contest.rules.minutes,
            ends_at: None,
            paused_at: contest.paused_at.map(Time::to_rfc3339),
            orders: contest.rules.into(),
            server_now: now.to_rfc3339(),
        }
    }
}

/// What of a paper each person sees in an order of their own.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrdersOut {
    /// Shuffled; absent where everybody sees the questions as they were written.
    #[serde(skip_serializing_if = "PaperOrder::is_fixed")]
    #[schema(required = false)]
    pub question_order: PaperOrder,
    /// Shuffled; absent where everybody sees the options as they were written.
    #[serde(skip_serializing_if = "PaperOrder::is_fixed")]
    #[schema(required = false)]
    pub option_order: PaperOrder,
}

impl From<ContestRules> for OrdersOut {
    fn from(rules: ContestRules) -> Self {
        Self { question_order: rules.question_order, option_order: rules.option_order }
    }
}

/// What followers of a contest hear: the same for all of them, and without a clock, so that it stays the same until
/// something has changed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FollowedOut {
    /// `contest:` and its id.
    pub topic: String,
    /// upcoming, active or ended.
    pub status: String,
    /// RFC 3339.
    pub starts_at: String,
    /// RFC 3339.
    pub ends_at: String,
    /// Listed for everybody.
    pub is_public: bool,
    /// Somebody has joined, and so the paper stays as it is.
    pub frozen: bool,
    /// How many people joined.
    pub participants: u32,
    /// How many of them have handed in.
    pub submitted: u32,
    /// The board stands open for everybody who may see the contest.
    pub results_open: bool,
    /// How often its key was corrected since, and the board with it.
    pub corrections: u32,
    /// The rule of its marks in words, where it has marks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marks_shown: Option<String>,
    /// until_hand_in where answers may be changed; absent where the first one counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changing: Option<ChangeRule>,
    /// Minutes that each person has; absent where all have the time of the contest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minutes: Option<u32>,
    /// RFC 3339: since when all clocks stand still; absent while they go.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paused_at: Option<String>,
}

impl FollowedOut {
    pub(super) fn new(id: ContestId, standing: &Standing, now: Time, results_open: bool) -> Self {
        let status = match contests::status(standing.starts_at, standing.ends_at, now) {
            Status::Upcoming => "upcoming",
            Status::Active => "active",
            Status::Ended => "ended",
        };
        let marked = MarkedQuestions::counted(standing.own_marks, standing.starred, standing.several_questions)
            .drawn(standing.drawn);
        Self {
            topic: format!("contest:{id}"),
            status: status.to_owned(),
            starts_at: standing.starts_at.to_rfc3339(),
            ends_at: standing.ends_at.to_rfc3339(),
            is_public: standing.is_public,
            frozen: standing.frozen,
            participants: standing.participants as u32,
            submitted: standing.submitted as u32,
            results_open,
            corrections: standing.corrections as u32,
            marks_shown: standing.rules.marks.shown(marked),
            changing: standing.rules.changing.unless_first(),
            minutes: standing.rules.minutes,
            paused_at: standing.paused_at.map(Time::to_rfc3339),
        }
    }
}

/// `attempt`: the own part in a contest has changed.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnPartOut {
    /// `attempt:` and the contest's id.
    pub topic: String,
    /// The person has joined.
    pub joined: bool,
    /// The person has handed in; at the end everybody has, without a word of it here.
    pub submitted: bool,
    /// The sum of the numbers of the changes that stand, and so another text with each answer that was changed, given or cleared, where
    /// answers may be changed; absent before and elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed: Option<String>,
    /// RFC 3339: when the own time ends, where that may be another moment than the end of the contest.
    #[serde(rename = "endsAt", skip_serializing_if = "Option::is_none")]
    pub ends_at: Option<String>,
}

impl OwnPartOut {
    pub(super) fn new(contest: ContestId, part: Option<OwnPart>) -> Self {
        let topic = format!("attempt:{contest}");
        let OwnPart { is_handed_in, changed, ends_at } = part.unwrap_or_default();
        Self {
            topic,
            joined: part.is_some(),
            submitted: is_handed_in,
            changed: changed.map(|sum| sum.to_string()),
            ends_at: ends_at.map(Time::to_rfc3339),
        }
    }
}

/// A contest with its paper, as the specification's one call has it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TakenContestOut {
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
    /// Its questions; empty before the start and before joining.
    #[serde(rename = "QuestionSet")]
    #[schema(value_type = Vec<PaperQuestionOut>)]
    pub question_set: Arc<[PaperQuestionOut]>,
}

/// Answer of GET /post/getContestById/{id}.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TakenContestAnswer {
    /// Always true.
    pub success: bool,
    /// The contest.
    pub contest: TakenContestOut,
    /// The asking person joined.
    pub joined: bool,
    /// The attempt counts as submitted.
    pub submitted: bool,
    /// Question id to chosen text, or to what was typed; where several options were chosen, their texts with `; ` between.
    pub answered: BTreeMap<String, String>,
    /// Question id to the places of the chosen options, from 0, of questions of which several may be chosen; absent in a contest that
    /// has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choices: Option<BTreeMap<String, Vec<u32>>>,
    /// The server's clock.
    pub server_now: String,
}

/// An answer.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct AnswerIn {
    /// Compared with the session's person, never believed.
    #[serde(default)]
    pub user_id: Option<String>,
    /// Which contest.
    pub contest_id: String,
    /// Which question.
    pub question_id: String,
    /// The text of the chosen option.
    pub answer: String,
    /// The attempt it is given in; the reply then says what it is about.
    #[serde(default, rename = "attempt")]
    pub attempt: Option<String>,
}

impl TryFrom<AnswerIn> for NewAnswer {
    type Error = quad_kernel::error::Error;

    fn try_from(sent: AnswerIn) -> Result<Self> {
        Ok(Self {
            contest: contest_id(&sent.contest_id)?,
            question: QuestionId::parse(&sent.question_id).ok_or(messages::NO_SUCH_QUESTION)?,
            choice: AnswerInput::OptionText(sent.answer),
            attempt: attempt_id(sent.attempt.as_deref())?,
            seq: None,
        })
    }
}

/// An answer to a question named beside it.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ChoiceIn {
    /// The chosen options by their places, from 0: exactly one of a single question, one or more of several.
    #[serde(default)]
    pub choice: Option<Vec<u32>>,
    /// What is typed at a number or a text, in place of `choice`: `9.81`, `3/4`, `-1.5e3`, or 1 to 200 characters.
    #[serde(default)]
    pub value: Option<String>,
    /// Clears the answer, in place of `choice` and `value`, where answers may be changed.
    #[serde(default)]
    pub clear: Option<bool>,
    /// The number of this change, from 1 to 9007199254740991, where answers may be changed: of all changes of the question the one with
    /// the highest stands. Read over where the first answer counts.
    #[serde(default)]
    #[schema(value_type = Option<i64>)]
    pub seq: Option<serde_json::Value>,
    /// The attempt it is given in; the reply then says what it is about.
    #[serde(default)]
    pub attempt: Option<String>,
}

impl ChoiceIn {
    /// The answer to a question of a contest.
    pub fn about(self, contest: &str, question: &str) -> Result<NewAnswer> {
        let contest = contest_id(contest)?;
        let question = QuestionId::parse(question).ok_or(messages::NO_SUCH_QUESTION)?;
        let attempt = attempt_id(self.attempt.as_deref())?;
        let choice = match (self.choice, self.value) {
            (None, None) if self.clear == Some(true) => AnswerInput::Cleared,
            _ if self.clear == Some(true) => return Err(messages::CLEARED_ALONE.with("field", "clear").into()),
            (Some(_), Some(_)) => return Err(messages::CHOICE_OR_VALUE.with("field", "value").into()),
            (None, Some(typed)) => AnswerInput::TypedText(typed),
            (places, None) => AnswerInput::OptionIndexes(places.unwrap_or_default()),
        };
        Ok(NewAnswer { contest, question, choice, attempt, seq: self.seq })
    }
}

/// An answer was made durable. Never says whether it is right.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnswerOut {
    /// Always true.
    pub success: bool,
    /// For people.
    pub message: String,
    /// It is on disk. False where answers may be changed and another change of this question stands, which is no refusal.
    pub saved: bool,
    /// Where answers may be changed, the number of the change that stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seq: Option<i64>,
    /// What stands instead, where `saved` is false: null where the answer was cleared.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<StandingAnswerOut>)]
    #[expect(clippy::option_option, reason = "null is told, too: the answer was cleared")]
    pub answer: Option<Option<StandingAnswerOut>>,
    /// The attempt it is stored in, where the answer said which.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attempt: Option<String>,
    /// The question it is stored for, beside that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question_id: Option<String>,
    /// The server's clock.
    pub server_now: String,
}

impl AnswerOut {
    /// An answer that was taken; `change` where answers may be changed.
    pub fn new(change: Option<Changed>, now: Time) -> Self {
        let taken = Self {
            success: true,
            message: messages::ANSWER_TAKEN.to_owned(),
            saved: true,
            seq: None,
            answer: None,
            attempt: None,
            question_id: None,
            server_now: now.to_rfc3339(),
        };
        match change {
            None => taken,
            Some(Changed { outrun_by: Some(StandingAnswer { seq, answer }), .. }) => Self {
                message: messages::LATER_ANSWER_STANDS.to_owned(),
                saved: false,
                seq: Some(seq),
                answer: Some(answer.map(StandingAnswerOut::from)),
                ..taken
            },
            Some(Changed { seq, clears: true, .. }) => {
                Self { message: messages::ANSWER_CLEARED.to_owned(), seq: Some(seq), ..taken }
            }
            Some(Changed { seq, .. }) => Self { seq: Some(seq), ..taken },
        }
    }
}

/// The answer that stands at a question: one of both.
#[derive(Debug, Serialize, ToSchema)]
pub struct StandingAnswerOut {
    /// The places of the chosen options, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<Vec<u32>>,
    /// What was typed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
}

impl From<StoredAnswer> for StandingAnswerOut {
    fn from(StoredAnswer { chosen, typed }: StoredAnswer) -> Self {
        let choice = typed.is_none().then(|| contests::places_of(chosen).collect());
        Self { choice, value: typed }
    }
}

/// Whose results.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct ResultsIn {
    /// Which contest.
    pub contest_id: String,
}

/// Marks of somebody; all of it is absent in a contest without marks.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MarksOut {
    /// Exactly: `7`, `-1/3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marks: Option<String>,
    /// For people: `7`, `−⅓`, `1.05`. Two totals that stand beside each other read alike only if they are the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marks_text: Option<String>,
    /// With four decimals, for spreadsheets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marks_decimal: Option<String>,
    /// In units of 1/10,080 mark.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marks10080: Option<i64>,
}

impl MarksOut {
    /// Marks by a scheme, and their text beside others.
    fn new(scheme: MarkScheme, marks: Marks, text: impl FnOnce() -> String) -> Self {
        if scheme.is_plain() {
            return Self::default();
        }
        Self { marks_text: Some(text()), ..Self::exact(marks) }
    }

    fn exact(marks: Marks) -> Self {
        Self {
            marks: Some(marks.exact()),
            marks_text: None,
            marks_decimal: Some(marks.decimal()),
            marks10080: Some(marks.units()),
        }
    }
}

/// Marks that stand beside no others, where there are any.
impl From<Option<Marks>> for MarksOut {
    fn from(marks: Option<Marks>) -> Self {
        marks.map_or_else(Self::default, |marks| Self { marks_text: Some(marks.shown()), ..Self::exact(marks) })
    }
}

/// What the marks of a board are; absent in a contest without marks.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BoardMarksOut {
    /// The rule in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marks_shown: Option<String>,
    /// What all answers right give, without the questions that count for nobody; for people, written as the totals are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most_marks: Option<String>,
}

impl From<&Board> for BoardMarksOut {
    fn from(board: &Board) -> Self {
        Self::of(board, board.paper.most())
    }
}

impl BoardMarksOut {
    /// What they are to somebody with such a paper.
    pub fn of_paper(board: &Board, variant: u32) -> Self {
        Self::of(board, board.most_of(variant))
    }

    fn of(board: &Board, most: Marks) -> Self {
        let marks_shown = board.paper.scheme.shown(board.paper.marked);
        Self { most_marks: marks_shown.as_ref().map(|_| board.text(most)), marks_shown }
    }
}

/// A row of a board.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResultRowOut {
    /// 1 for the best; equal scores share one.
    pub rank: u32,
    /// Display name.
    pub full_name: String,
    /// For the owner, ADMIN and on one's own row; null for others.
    pub email: Option<String>,
    /// Address of a picture, if there is one.
    pub profile_image: Option<String>,
    /// Right answers.
    pub correct_answer_count: u32,
    /// Wrong answers.
    pub wrong_answer_count: u32,
    /// Both together, and those that are right in part.
    pub total_answered: u32,
    /// Answers that are right in part, where the contest has questions with several right options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partly_answer_count: Option<u32>,
    /// What they give, where the contest has marks.
    #[serde(flatten)]
    pub marks: MarksOut,
    /// Right answers to starred questions, where the contest has some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub starred: Option<u32>,
    /// Whose row.
    pub user_id: String,
    /// Milliseconds from joining to the last answer to a question that its key decides.
    pub duration_ms: i64,
}

impl ResultRowOut {
    /// A row of a board, with its address for those who may see it.
    pub fn new(board: &Board, row: &Row, with_address: bool) -> Self {
        let marks = row.score.marks;
        Self {
            rank: row.rank,
            full_name: row.full_name.clone(),
            email: row.email.clone().filter(|_| with_address),
            profile_image: None,
            correct_answer_count: row.score.correct,
            wrong_answer_count: row.score.wrong,
            total_answered: row.score.correct + row.score.wrong + row.score.partly,
            partly_answer_count: board.paper.has_several().then_some(row.score.partly),
            marks: MarksOut::new(board.paper.scheme, marks, || board.text(marks)),
            starred: (board.paper.marked.starred > 0).then_some(row.score.starred),
            user_id: row.score.user.to_string(),
            duration_ms: row.score.duration_ms,
        }
    }

    /// Rows as JSON, separated by commas: the inside of a list.
    fn texts(board: &Board, rows: &[Row], with_address: impl Fn(&Row) -> bool) -> String {
        let shown: Vec<Self> = rows.iter().map(|row| Self::new(board, row, with_address(row))).collect();
        // Numbers and texts of ours always become JSON.
        let text = serde_json::to_string(&shown).unwrap_or_default();
        text.trim_start_matches('[').trim_end_matches(']').to_owned()
    }
}

/// The part of the results that the specification also expects nested.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResultsPart {
    /// Best first.
    pub results: Vec<ResultRowOut>,
    /// How many joined.
    pub total_participants: u32,
}

/// The results of a contest.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResultsOut {
    /// Always true.
    pub success: bool,
    /// The server's clock. What follows is the same for many, and kept as bytes.
    pub server_now: String,
    /// Best first.
    pub results: Vec<ResultRowOut>,
    /// How many joined.
    pub total_participants: u32,
    /// Nothing moves any more.
    pub r#final: bool,
    /// What its marks are, where the contest has marks.
    #[serde(flatten)]
    pub marks: BoardMarksOut,
    /// The same once more: clients of the specification read it here.
    pub data: ResultsPart,
}

impl ResultsOut {
    /// A page as everybody sees it who is not on it: its beginning, which tells the clock, and the rest, which is kept with
    /// the board.
    pub async fn kept(pages: &PageCache, board: &Board, page: Page, now: Time) -> Result<(String, Arc<Tail>)> {
        let [head, between, end] = Self::frame(board, now);
        let rest = pages.get(board, page, |rows| {
            let rows = ResultRowOut::texts(board, rows, |_| false);
            Tail::new(format!("[{rows}]{between}[{rows}]{end}"))
        });
        Ok((head, rest.await?))
    }

    /// Rows as a person sees them.
    pub fn whole(board: &Board, page: Option<Page>, (asking, sees_all): (UserId, bool), now: Time) -> String {
        let [head, between, end] = Self::frame(board, now);
        let rows = ResultRowOut::texts(board, board.page(page), |row| sees_all || row.score.user == asking);
        format!("{head}[{rows}]{between}[{rows}]{end}")
    }

    /// The same in pieces, so that a long list is written while it is sent.
    pub fn pieces(
        board: Arc<Board>,
        page: Option<Page>,
        (asking, sees_all): (UserId, bool),
        now: Time,
    ) -> impl Iterator<Item = String> + Send {
        let [head, between, end] = Self::frame(&board, now);
        let list = move || {
            let (board, shown) = (Arc::clone(&board), board.span(page));
            let pieces = shown.clone().step_by(PIECE).map(move |at| {
                let rows = &board.rows[at..shown.end.min(at + PIECE)];
                let text = ResultRowOut::texts(&board, rows, |row| sees_all || row.score.user == asking);
                if at == shown.start { text } else { format!(",{text}") }
            });
            ["[".to_owned()].into_iter().chain(pieces).chain(["]".to_owned()])
        };
        [head].into_iter().chain(list.clone()()).chain([between]).chain(list()).chain([end])
    }

    /// What stands around the two lists of rows: before the first, between them, after the second.
    fn frame(board: &Board, now: Time) -> [String; 3] {
        let total_participants = board.rows.len() as u32;
        let empty = Self {
            success: true,
            server_now: now.to_rfc3339(),
            results: Vec::new(),
            total_participants,
            r#final: board.is_final,
            marks: board.into(),
            data: ResultsPart { results: Vec::new(), total_participants },
        };
        // Numbers and texts of ours always become JSON, and no other list is in it.
        let frame = serde_json::to_string(&empty).unwrap_or_default();
        let mut parts = frame.split("[]").map(str::to_owned);
        std::array::from_fn(|_| parts.next().unwrap_or_default())
    }
}

/// Rows made at once.
const PIECE: usize = 500;

/// How one did, and how everybody did.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StandingOut {
    /// Always true.
    pub success: bool,
    /// The asking person's row, if they took part.
    pub you: Option<ResultRowOut>,
    /// The share of the others ranked below, in whole percent.
    pub better_than_percent: Option<u32>,
    /// How many participants have 0, 1, 2 … right answers.
    pub histogram: Vec<u32>,
    /// How many questions.
    pub question_count: u32,
    /// How many joined.
    pub total_participants: u32,
    /// Nothing moves any more.
    pub r#final: bool,
    /// What the marks are, where the contest has marks.
    #[serde(flatten)]
    pub marks: BoardMarksOut,
    /// The asking person sees everything: the owner, or ADMIN.
    pub sees_all: bool,
}

/// An option and how often it was chosen.
#[derive(Debug, Serialize, ToSchema)]
pub struct OptionCountOut {
    /// Its text.
    pub text: String,
    /// It counts as right.
    pub correct: bool,
    /// How often it was chosen; where several options may be chosen, by how many people.
    pub count: u32,
}

/// One answer, however it was typed.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClusterOut {
    /// As it was typed most often.
    pub text: String,
    /// How it was typed, the most frequent first: at most 10.
    pub spellings: Vec<String>,
    /// How many gave it.
    pub count: u32,
    /// It is right by the key.
    pub accepted: bool,
}

impl From<Cluster> for ClusterOut {
    fn from(Cluster { text, spellings, count, is_accepted }: Cluster) -> Self {
        Self { text, spellings, count, accepted: is_accepted }
    }
}

/// How a question did; for the contest's owner and ADMIN only.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuestionAnalysisOut {
    /// Its id.
    #[serde(rename = "_id")]
    pub id: String,
    /// several, number or text; absent where one option is chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    /// What is asked.
    #[serde(rename = "Question")]
    pub question: String,
    /// In their order, with how often each was chosen; none where the answer is typed.
    #[serde(rename = "Options")]
    pub options: Vec<OptionCountOut>,
    /// What was typed, gathered by equal numbers and texts that fold alike, the most frequent first: at most 200. Absent where options
    /// are chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clusters: Option<Vec<ClusterOut>>,
    /// How many typed something that is in none of these; absent where options are chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other_answers: Option<u32>,
    /// What is right in words, where the answer is typed; absent elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted: Option<Vec<String>>,
    /// How many of those who took part had it, where each person has a part of the questions; absent where all did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub had: Option<u32>,
    /// How many answered it.
    pub answered: u32,
    /// How many of those have the mark.
    pub correct_count: u32,
    /// How many of those are right in part, where several options may be right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partly_count: Option<u32>,
    /// What it gives, where that is not what the contest's rules say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marks: Option<QuestionMarksOut>,
    /// True where right answers to it are counted apart; absent elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub star: Option<bool>,
    /// key, everyone, answered or void; key unless the question was corrected.
    pub marking: String,
    /// The correlation of its marks with those for all other questions, -1 to 1, among those who answered it; null where fewer
    /// than ten did, and where everybody has the same mark.
    pub discrimination: Option<f64>,
    /// What the discrimination means: told, doubtful (the key is likely to be wrong), few (fewer than ten answered), alike (everybody has
    /// the same mark) or close (the scores for the other questions lie too close together); null where the key does not decide.
    pub finding: Option<String>,
    /// Why the key is doubted; null unless it is.
    pub doubt: Option<DoubtOut>,
    /// What is drawn for the formulas of its texts, by what stands there; absent where there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<std::collections::BTreeMap<String, serde_json::Value>>)]
    pub maths: Option<Maths>,
    /// Its pictures and those of its options; absent where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pictures: Vec<QuestionPictureOut>,
}

/// Why a key is likely to be wrong: what the people who did best on the other questions chose.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DoubtOut {
    /// The option that they agree on, from 0.
    pub option: u32,
    /// How many they are: a quarter of those who answered, and whoever did as well as the last of them.
    pub strongest: u32,
    /// How many of them chose that option.
    pub chose: u32,
    /// How many of them chose what is in the key.
    pub chose_key: u32,
}

/// How the questions of a contest did.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnalysisOut {
    /// Always true.
    pub success: bool,
    /// How many joined.
    pub participants: u32,
    /// How many of them answered a question that counts.
    pub took_part: u32,
    /// How well the questions go together: Cronbach's alpha, at most 1; null where fewer than ten took part, and where all have the
    /// same score.
    pub reliability: Option<f64>,
    /// Answers taken within the grace after the end.
    pub late_answers: u32,
    /// In order.
    pub questions: Vec<QuestionAnalysisOut>,
}

fn finding_word(finding: Finding) -> &'static str {
    match finding {
        Finding::Few => "few",
        Finding::Alike => "alike",
        Finding::Close => "close",
        Finding::Told => "told",
        Finding::Doubtful(_) => "doubtful",
    }
}

impl From<Doubt> for DoubtOut {
    fn from(doubt: Doubt) -> Self {
        let Doubt { option, strongest, chose, chose_key } = doubt;
        Self { option: option as u32, strongest, chose, chose_key }
    }
}

impl From<Analysis> for AnalysisOut {
    fn from(analysis: Analysis) -> Self {
        let questions = analysis.questions.into_iter().map(|one| QuestionAnalysisOut {
            id: one.question.id.to_string(),
            options: (0..one.counts.len())
                .map(|option| OptionCountOut {
                    text: one.question.options[option].clone(),
                    correct: scoring::is_right(&one.question, option),
                    count: one.counts[option],
                })
                .collect(),
            kind: one.question.kind_unless_single(),
            other_answers: one.clusters.as_ref().map(|clusters| clusters.others),
            clusters: one.clusters.map(|clusters| clusters.told.into_iter().map(Into::into).collect()),
            accepted: one.question.typed.as_ref().map(TypedKey::shown),
            had: one.had,
            answered: one.answered,
            correct_count: one.correct,
            partly_count: one.question.kind.is_several().then_some(one.partly),
            marks: QuestionMarksOut::of(&one.question, one.scheme),
            star: one.question.marks.star(),
            marking: one.question.marking.word().to_owned(),
            discrimination: one.item_rest,
            finding: one.finding.map(|finding| finding_word(finding).to_owned()),
            doubt: match one.finding {
                Some(Finding::Doubtful(doubt)) => Some(doubt.into()),
                _ => None,
            },
            maths: one.maths,
            pictures: analysis.pictures.out(one.question.id),
            question: one.question.text,
        });
        Self {
            success: true,
            participants: analysis.participants,
            took_part: analysis.took_part,
            reliability: analysis.reliability,
            late_answers: analysis.late,
            questions: questions.collect(),
        }
    }
}

/// A question looked at again after the end: with [`MarkedOut`] the only type of this file that tells a participant what
/// is right.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReviewedQuestionOut {
    /// Its id.
    #[serde(rename = "_id")]
    pub id: String,
    /// several, number or text; absent where one option is chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    /// What is asked.
    #[serde(rename = "Question")]
    pub question: String,
    /// Two to eight, which people call A to H; none where the answer is typed.
    #[serde(rename = "Options")]
    pub options: Vec<String>,
    /// The text of the option the asking person chose; of several options their texts with `; ` between; what the person typed; null
    /// without an answer.
    pub chosen: Option<String>,
    /// The texts of the options in the key; one unless the question was corrected or several are right. Where the answer is typed, what
    /// is right in words: all texts, or one for a number, such as `9.81 ± 0.05 m/s²`.
    pub accepted: Vec<String>,
    /// The places of the options the asking person chose, from 0, where several may be right; absent elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<Vec<u32>>,
    /// The places of the options in the key, from 0, where several may be right; absent elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right: Option<Vec<u32>>,
    /// key, everyone (everybody has the mark, with or without an answer), answered (everybody who answered it has the mark) or void
    /// (it counts for nobody).
    pub marking: String,
    /// The asking person has the mark.
    pub correct: bool,
    /// True where the answer is right in part; absent elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partly: Option<bool>,
    /// What it gave the asking person, exactly, where the contest has marks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marks: Option<String>,
    /// The same for people: `+4`, `−⅓`, `0`.
    #[serde(rename = "marksText", skip_serializing_if = "Option::is_none")]
    pub marks_text: Option<String>,
    /// True where right answers to it are counted apart; absent elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub star: Option<bool>,
    /// Why the answer is right, where the organiser wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<String>,
    /// What is drawn for the formulas of its texts, by what stands there; absent where there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<std::collections::BTreeMap<String, serde_json::Value>>)]
    pub maths: Option<Maths>,
    /// Its pictures and those of its options; absent where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pictures: Vec<QuestionPictureOut>,
    /// Which options keep their places where the contest mixes them, from 0; absent where those do whose words speak of places.
    #[serde(rename = "fixedOptions", skip_serializing_if = "Option::is_none")]
    pub fixed_options: Option<Vec<u32>>,
}

impl From<ReviewedQuestion> for ReviewedQuestionOut {
    fn from(reviewed: ReviewedQuestion) -> Self {
        let ReviewedQuestion { question, answer, mark, marks, maths, pictures } = reviewed;
        let is_several = question.kind.is_several();
        let places = |bits| is_several.then(|| contests::places_of(bits).collect());
        let text = answer.as_ref().map(|answer| question.answer_text(answer.chosen, answer.typed.as_deref()));
        Self {
            id: question.id.to_string(),
            kind: question.kind_unless_single(),
            chosen: text.filter(|text| !text.is_empty()),
            accepted: question.key_texts(),
            choice: places(answer.map_or(0, |answer| answer.chosen)),
            right: places(question.accepted),
            marking: question.marking.word().to_owned(),
            correct: mark == Mark::Right,
            partly: (mark == Mark::Partly).then_some(true),
            marks: marks.map(Marks::exact),
            marks_text: marks.map(Marks::signed),
            star: question.marks.star(),
            fixed_options: question.fixed_places(),
            options: question.options,
            question: question.text,
            explanation: question.explanation,
            maths,
            pictures,
        }
    }
}

/// The asking person's answers beside the right ones.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewOut {
    /// Always true.
    pub success: bool,
    /// The contest and the asking person's part in it.
    pub contest: ContestHeadOut,
    /// In order.
    pub questions: Vec<ReviewedQuestionOut>,
    /// The asking person's row of the board.
    pub you: Option<ResultRowOut>,
    /// What all answers together gave, where the contest has marks.
    #[serde(flatten)]
    pub marks: MarksOut,
    /// The server's clock.
    pub server_now: String,
}

/// A question with what a participant answered, for the contest's owner and ADMIN.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ParticipantQuestionOut {
    /// The question with the answer, in which the participant stands for the asking person.
    #[serde(flatten)]
    pub question: ReviewedQuestionOut,
    /// Its number in the contest, from 1, where the participant has a part of its questions; elsewhere it is its place here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
    /// When it was answered, RFC 3339; null without an answer.
    pub answered_at: Option<String>,
}

/// The answers of a participant, for the contest's owner and ADMIN.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ParticipantAnswersOut {
    /// Always true.
    pub success: bool,
    /// Whose they are.
    pub user_id: String,
    /// Display name.
    pub full_name: String,
    /// RFC 3339.
    pub joined_at: String,
    /// RFC 3339; null where it was not handed in.
    pub submitted_at: Option<String>,
    /// Decides the order in which the participant saw questions and options, where the contest mixes them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// What of the paper is mixed by it.
    #[serde(flatten)]
    pub orders: OrdersOut,
    /// Which of the papers the participant has, from 1; absent where everybody gets all questions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<u32>,
    /// As they were written.
    pub questions: Vec<ParticipantQuestionOut>,
    /// The server's clock.
    pub server_now: String,
}

impl ParticipantAnswersOut {
    /// What somebody answered until now.
    pub fn new(answers: ParticipantAnswers, now: Time) -> Self {
        let ParticipantAnswers { contest, person, attempt, questions } = answers;
        let has_part = attempt.variant > 0;
        let questions = questions.into_iter().map(|(number, question, at)| ParticipantQuestionOut {
            question: question.into(),
            number: has_part.then_some(number),
            answered_at: at.map(Time::to_rfc3339),
        });
        Self {
            success: true,
            user_id: person.id.to_string(),
            seed: contest.rules.seed(contest.id, person.id),
            full_name: person.full_name,
            joined_at: attempt.joined_at.to_rfc3339(),
            submitted_at: attempt.submitted_at.map(Time::to_rfc3339),
            orders: contest.rules.into(),
            variant: has_part.then_some(attempt.variant),
            questions: questions.collect(),
            server_now: now.to_rfc3339(),
        }
    }
}

/// How often the questions in some places of the paper were right.
#[derive(Debug, Serialize, ToSchema)]
pub struct FacilityOut {
    /// The first of these places, from 1.
    pub from: u32,
    /// The last of them.
    pub to: u32,
    /// How many questions people had there.
    pub asked: u32,
    /// How many of them were right.
    pub right: u32,
    /// The share of these, from 0 to 1.
    pub share: f64,
}

impl From<&Facility> for FacilityOut {
    fn from(one: &Facility) -> Self {
        let Facility { from, to, asked, right } = *one;
        Self { from: from as u32 + 1, to: to as u32, asked, right, share: one.share() }
    }
}

/// Whether it mattered where a question stood, in a contest whose questions are mixed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PositionsOut {
    /// The early, the middle and the late third of the paper; empty where it has fewer than three questions.
    pub thirds: Vec<FacilityOut>,
    /// Each place.
    pub each: Vec<FacilityOut>,
    /// few (too few answers to say), chance (what there is can be chance), or beyond_chance: of the thirds.
    pub thirds_verdict: String,
    /// The same of the places one by one.
    pub verdict: String,
    /// What to think of, in words; null unless a verdict is beyond_chance.
    pub warning: Option<String>,
}

impl From<Positions> for PositionsOut {
    fn from(positions: Positions) -> Self {
        Self {
            warning: positions.warning(),
            thirds: positions.thirds.iter().map(Into::into).collect(),
            each: positions.each.iter().map(Into::into).collect(),
            thirds_verdict: positions.thirds_verdict.word().to_owned(),
            verdict: positions.verdict.word().to_owned(),
        }
    }
}

/// How often what stood in a place was chosen.
#[derive(Debug, Serialize, ToSchema)]
pub struct OptionPlaceOut {
    /// A to H.
    pub letter: String,
    /// How often.
    pub chosen: u32,
    /// Of all that were chosen, from 0 to 1.
    pub share: f64,
    /// How often it would be chosen if the place did not matter.
    pub expected: f64,
}

/// Whether it mattered where an option stood, in a contest whose options are mixed. Options that keep their places are left out.
#[derive(Debug, Serialize, ToSchema)]
pub struct OptionPlacesOut {
    /// Each place.
    pub places: Vec<OptionPlaceOut>,
    /// few, chance or beyond_chance.
    pub verdict: String,
    /// What to think of, in words; null unless the verdict is beyond_chance.
    pub warning: Option<String>,
}

impl From<OptionPlaces> for OptionPlacesOut {
    fn from(options: OptionPlaces) -> Self {
        let all = options.places.iter().map(|place| place.chosen).sum::<u32>().max(1);
        let places = ('A'..='H').zip(&options.places).map(|(letter, place)| OptionPlaceOut {
            letter: letter.to_string(),
            chosen: place.chosen,
            share: f64::from(place.chosen) / f64::from(all),
            expected: place.expected,
        });
        Self { places: places.collect(), verdict: options.verdict.word().to_owned(), warning: options.warning() }
    }
}

/// Whether it mattered in which order people saw the paper, for the contest's owner and ADMIN after the end.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FairnessOut {
    /// Always true.
    pub success: bool,
    /// How many answered a question that its key decides.
    pub took_part: u32,
    /// Where questions stood; null where everybody had them in the same order.
    pub positions: Option<PositionsOut>,
    /// Where options stood; null where everybody had them in the same order.
    pub options: Option<OptionPlacesOut>,
    /// The papers beside each other; absent where everybody had the same questions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variants: Option<VariantsOut>,
}

impl From<Fairness> for FairnessOut {
    fn from(fairness: Fairness) -> Self {
        Self {
            success: true,
            took_part: fairness.took_part,
            positions: fairness.positions.map(Into::into),
            options: fairness.options.map(Into::into),
            variants: fairness.variants,
        }
    }
}

/// How a question shall be marked.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MarkingIn {
    /// Which question.
    #[serde(default)]
    pub question_id: String,
    /// key, everyone (everybody who joined has the mark), answered (everybody who answered it has the mark) or void (it counts for
    /// nobody).
    #[serde(default)]
    pub marking: String,
    /// With key: the texts of the options that count as right, at least one; of several right options all of them; where a text is typed,
    /// all texts that are right. Ignored otherwise.
    #[serde(default)]
    pub accepted: Option<Vec<String>>,
    /// With key, where a number is typed: the number that is right. Ignored otherwise.
    #[serde(default)]
    pub value: Option<String>,
    /// Beside it, how far an answer may be off: `0.05`, or `2%` of the value; null where it may not.
    #[serde(default)]
    pub tolerance: Option<String>,
    #[serde(flatten)]
    #[schema(ignore)]
    others: UnreadNames,
}

/// What a correction names of how a question shall be marked.
const OF_MARKING: [&str; 5] = ["questionId", "marking", "accepted", "value", "tolerance"];

impl TryFrom<MarkingIn> for RequestedMarking {
    type Error = quad_kernel::error::Error;

    fn try_from(sent: MarkingIn) -> Result<Self> {
        // A tolerance misspelt would be none.
        sent.others.refuse_but(&[], &OF_MARKING)?;
        let marking = Marking::from_word(&sent.marking).ok_or(messages::STRANGE_MARKING.with("field", "marking"))?;
        if sent.question_id.is_empty() {
            return Err(messages::NO_QUESTION_NAMED.with("field", "questionId").into());
        }
        let question = QuestionId::parse(&sent.question_id).ok_or(MISSING)?;
        let accepted = sent.accepted.unwrap_or_default();
        Ok(Self { question, marking, accepted, value: sent.value, tolerance: sent.tolerance })
    }
}

/// A correction that was looked at before.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CorrectionIn {
    /// Which question.
    #[serde(default)]
    pub question_id: String,
    /// As in the preview.
    #[serde(default)]
    pub marking: String,
    /// As in the preview.
    #[serde(default)]
    pub accepted: Option<Vec<String>>,
    /// As in the preview.
    #[serde(default)]
    pub value: Option<String>,
    /// As in the preview.
    #[serde(default)]
    pub tolerance: Option<String>,
    /// Why, 1 to 500 characters. Participants read it.
    #[serde(default)]
    pub reason: String,
    /// Of the preview.
    #[serde(default)]
    pub version: String,
    #[serde(flatten)]
    #[schema(ignore)]
    others: UnreadNames,
}

impl TryFrom<CorrectionIn> for NewCorrection {
    type Error = quad_kernel::error::Error;

    fn try_from(sent: CorrectionIn) -> Result<Self> {
        let CorrectionIn { question_id, marking, accepted, value, tolerance, reason, version, others } = sent;
        others.refuse_but(&[], &[OF_MARKING.as_slice(), &["reason", "version"]].concat())?;
        let others = UnreadNames::default();
        let wanted = MarkingIn { question_id, marking, accepted, value, tolerance, others }.try_into()?;
        if version.is_empty() {
            return Err(messages::NO_VERSION.with("field", "version").into());
        }
        Ok(Self::parse(wanted, &reason, version)?)
    }
}

/// How many a correction moves.
#[derive(Debug, Serialize, ToSchema)]
pub struct CorrectionChangesOut {
    /// How many participants had the question, where each has a part of the questions: nobody else's score changes. Absent where all had it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub had: Option<u32>,
    /// How many took part.
    pub participants: u32,
    /// How many of them get another score.
    pub scores: u32,
    /// How many get another rank.
    pub ranks: u32,
}

/// Where somebody stands.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlaceOut {
    /// 1 for the best; equal scores share one.
    pub rank: u32,
    /// Right answers.
    pub correct: u32,
    /// Wrong answers.
    pub wrong: u32,
    /// Answers that are right in part, where the contest has questions with several right options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partly: Option<u32>,
    /// Milliseconds from joining to the last answer to a question that its key decides.
    pub duration_ms: i64,
    /// What the answers give, where the contest has marks.
    #[serde(flatten)]
    pub marks: MarksOut,
    /// Right answers to starred questions, where the contest has some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub starred: Option<u32>,
}

/// What of a contest decides which numbers a place has.
struct Shown {
    scheme: MarkScheme,
    has_stars: bool,
    has_several: bool,
}

impl PlaceOut {
    fn new(place: Place, contest: &Shown, texts: &MarkTexts) -> Self {
        let Place { rank, correct, wrong, partly, starred, duration_ms, marks } = place;
        Self {
            rank,
            correct,
            wrong,
            partly: contest.has_several.then_some(partly),
            duration_ms,
            marks: MarksOut::new(contest.scheme, marks, || texts.text(marks)),
            starred: contest.has_stars.then_some(starred),
        }
    }
}

/// Somebody whom a correction moves.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MovedOut {
    /// Who.
    pub user_id: String,
    /// Display name.
    pub full_name: String,
    /// From.
    pub before: PlaceOut,
    /// To.
    pub after: PlaceOut,
}

/// What a correction would do; for the contest's owner and ADMIN only.
#[derive(Debug, Serialize, ToSchema)]
pub struct CorrectionPreviewOut {
    /// Always true.
    pub success: bool,
    /// To be sent along when the correction is made.
    pub version: String,
    /// How many move.
    pub changes: CorrectionChangesOut,
    /// The first 200 of them: those whose rank changes, then those whose score does, then those of whom only the time does, each in
    /// the new order.
    pub moved: Vec<MovedOut>,
}

impl From<Preview> for CorrectionPreviewOut {
    fn from(preview: Preview) -> Self {
        let (scheme, shown) = (preview.scheme, preview.moves.len().min(200));
        let contest = Shown { scheme, has_stars: preview.has_stars, has_several: preview.has_several };
        let changes = CorrectionChangesOut {
            had: preview.had,
            participants: preview.participants,
            scores: preview.moves.iter().filter(|(one, _)| one.is_scored(scheme)).count() as u32,
            ranks: preview.moves.iter().filter(|(one, _)| one.is_ranked()).count() as u32,
        };
        let totals = preview.moves[..shown].iter().flat_map(|(one, _)| [one.before.marks, one.after.marks]);
        let texts = MarkTexts::of(totals);
        let moved = preview.moves.into_iter().take(shown).map(|(one, full_name)| MovedOut {
            user_id: one.user.to_string(),
            full_name,
            before: PlaceOut::new(one.before, &contest, &texts),
            after: PlaceOut::new(one.after, &contest, &texts),
        });
        Self { success: true, version: preview.version, changes, moved: moved.collect() }
    }
}

/// How a question is or was marked.
#[derive(Debug, Serialize, ToSchema)]
pub struct MarkedOut {
    /// key, everyone, answered or void.
    pub marking: String,
    /// The texts of the options in the key, or what is right in words where the answer is typed; null for participants of a contest
    /// whose owner does not show the right answers.
    pub accepted: Option<Vec<String>>,
}

impl MarkedOut {
    fn new(marked: QuestionMarking, tells_keys: bool) -> Self {
        Self { marking: marked.marking.word().to_owned(), accepted: tells_keys.then_some(marked.accepted) }
    }
}

/// A correction as the log has it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CorrectionOut {
    /// Its id.
    pub id: String,
    /// Which question.
    pub question_id: String,
    /// Its number in the contest, from 1.
    pub question_number: u32,
    /// The number that it had for whoever asks, who has a part of the questions or saw them in another order; absent elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own_number: Option<u32>,
    /// true where people have different papers, and whoever asks none that has it: no number says anything to them. Absent elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unnumbered: Option<bool>,
    /// Which papers have it, where people have different ones, for whoever sees all; absent elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub papers: Option<Vec<u32>>,
    /// Its kind, where the specification has no such question; absent elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    /// What was asked.
    pub question: String,
    /// How it was marked until then.
    pub before: MarkedOut,
    /// And from then on.
    pub after: MarkedOut,
    /// Why.
    pub reason: String,
    /// The name of whoever made it.
    pub by: String,
    /// How many participants got another score.
    pub scores: u32,
    /// How many got another rank.
    pub ranks: u32,
    /// RFC 3339.
    pub created_at: String,
}

impl CorrectionOut {
    /// A correction for somebody who may know keys, or may not.
    pub fn new(correction: Correction, tells_keys: bool) -> Self {
        let (own_number, unnumbered, papers) = match correction.called {
            QuestionName::Number => (None, None, None),
            QuestionName::OwnNumber(number) => (Some(number), None, None),
            QuestionName::Text => (None, Some(true), None),
            QuestionName::InPapers(papers) => (None, None, Some(papers)),
        };
        Self {
            id: correction.id.to_string(),
            question_id: correction.question_id.to_string(),
            question_number: correction.question_number,
            own_number,
            unnumbered,
            papers,
            kind: (!correction.kind.is_single()).then(|| correction.kind.word()),
            question: correction.question,
            before: MarkedOut::new(correction.before, tells_keys),
            after: MarkedOut::new(correction.after, tells_keys),
            reason: correction.reason,
            by: correction.by,
            scores: correction.scores,
            ranks: correction.ranks,
            created_at: correction.created_at.to_rfc3339(),
        }
    }
}

/// A correction was made.
#[derive(Debug, Serialize, ToSchema)]
pub struct CorrectionMadeOut {
    /// Always true.
    pub success: bool,
    /// For people.
    pub message: String,
    /// As the log has it.
    pub correction: CorrectionOut,
}

/// The corrections of a contest.
#[derive(Debug, Serialize, ToSchema)]
pub struct CorrectionsOut {
    /// Always true.
    pub success: bool,
    /// Newest first.
    pub corrections: Vec<CorrectionOut>,
}

impl From<Log> for CorrectionsOut {
    fn from(log: Log) -> Self {
        let corrections = log.corrections.into_iter().map(|one| CorrectionOut::new(one, log.tells_keys));
        Self { success: true, corrections: corrections.collect() }
    }
}

/// Reads a contest's id; anything that is none is nobody's contest.
pub fn contest_id(text: &str) -> Result<ContestId> {
    ContestId::parse(text).ok_or_else(|| MISSING.into())
}
