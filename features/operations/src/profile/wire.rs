//! JSON of the profile's calls. The specification's `fullname`, `contestgiven`, `count`, `poll` and `Batch` are used
//! nowhere else inside.

use serde::Serialize;
use utoipa::ToSchema;

use quad_campus::clubs::KeptClubs;
use quad_campus::enquiries::KeptEnquiry;
use quad_campus::events::KeptEvents;
use quad_campus::galleries::KeptGalleries;
use quad_contests::attempts::{KeptAttempt, MarksOut, OrdersOut};
use quad_contests::contests::{AcceptedInvitation, Contest, ContestRules, OwnMarksOut, Question, RuleWordsOut};
use quad_contests::payments::{Balance, KeptPayments};
use quad_contests::polls::KeptPolls;
use quad_kernel::clock::Time;
use quad_kernel::ids::{ContestId, SessionId};
use quad_people::accounts::{Account, KeptAccount};
use quad_people::audit::KeptAct;
use quad_people::notify::KeptNotifications;
use quad_people::pictures::PictureOut;

/// Whether somebody is logged in, and who.
#[derive(Serialize, ToSchema)]
pub(super) struct LogInCheckOut {
    /// False for a guest.
    pub success: bool,
    /// Missing for a guest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user: Option<UserOut>,
}

/// The person asking.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct UserOut {
    #[serde(rename = "_id")]
    id: String,
    full_name: String,
    email: String,
    contact: String,
    /// The strongest role word.
    role: String,
    /// All role words, strongest first.
    roles: Vec<String>,
    #[serde(rename = "Batch")]
    batch: i32,
    contest_credits: i32,
    poll_credits: i32,
    /// The person's own picture, or null.
    picture: Option<PictureOut>,
}

impl UserOut {
    pub fn new(account: Account, balance: Balance, picture: Option<PictureOut>) -> Self {
        Self {
            id: account.id.to_string(),
            full_name: account.full_name,
            email: account.email,
            contact: account.contact,
            role: account.roles.first().cloned().unwrap_or_default(),
            roles: account.roles,
            batch: account.batch,
            contest_credits: balance.contests,
            poll_credits: balance.polls,
            picture,
        }
    }
}

/// A person's page.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ProfileOut {
    #[serde(rename = "_id")]
    id: String,
    #[serde(rename = "fullname")]
    full_name: String,
    email: String,
    contact: String,
    /// Ids of the contests joined, latest first.
    #[serde(rename = "contestgiven")]
    contests_joined: Vec<String>,
    /// The strongest role word.
    role: String,
    /// Contest creations left.
    count: i32,
    /// Poll creations left.
    poll: i32,
    #[serde(rename = "Batch")]
    batch: i32,
    created_at: String,
    /// The person's own picture, or null.
    picture: Option<PictureOut>,
}

impl ProfileOut {
    pub fn new(account: Account, balance: Balance, joined: &[ContestId], picture: Option<PictureOut>) -> Self {
        Self {
            id: account.id.to_string(),
            full_name: account.full_name,
            email: account.email,
            contact: account.contact,
            contests_joined: joined.iter().map(ToString::to_string).collect(),
            role: account.roles.into_iter().next().unwrap_or_default(),
            count: balance.contests,
            poll: balance.polls,
            batch: account.batch,
            created_at: account.created_at.to_rfc3339(),
            picture,
        }
    }
}

/// The account as it is now.
#[derive(Serialize, ToSchema)]
pub(super) struct AccountSavedOut {
    /// Always true.
    pub success: bool,
    /// For people.
    pub message: String,
    pub user: UserOut,
}

/// Everything kept about a person. Only described by this type: data_export.rs writes it piece by piece.
#[derive(Serialize, ToSchema)]
pub(super) struct DataOut {
    #[serde(flatten)]
    head: DataHeadOut,
    /// Contests the person wrote, with their keys.
    contests: Vec<DataContestOut>,
    /// Contests the person joined, latest first.
    attempts: Vec<DataAttemptOut>,
}

/// The short parts of it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DataHeadOut {
    /// When this document was made.
    made_at: String,
    account: DataAccountOut,
    roles: Vec<DataRoleOut>,
    /// Living log-ins.
    sessions: Vec<DataSessionOut>,
    /// Browsers that have logged in before; only when each was last seen is kept in words.
    devices: Vec<DataDeviceOut>,
    /// Purchases, and the ledger of creations; its sum is what is left.
    payments: KeptPayments,
    /// Polls written and voted in; what a vote was for is kept nowhere.
    polls: KeptPolls,
    enquiries: Vec<DataEnquiryOut>,
    /// Contests whose invitation the person accepted, latest first.
    invitations: Vec<DataInvitationOut>,
    /// Inbox, choices and devices.
    notifications: KeptNotifications,
    /// Memberships, feedback, questions, and what the person sent to many.
    clubs: KeptClubs,
    /// Events the person made, and registrations.
    events: KeptEvents,
    /// Galleries the person made.
    galleries: KeptGalleries,
    /// What administrators did about the person, and what the person did as one, oldest first.
    admin_acts: Vec<KeptAct>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DataInvitationOut {
    contest_id: String,
    title: String,
    accepted_at: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DataAccountOut {
    id: String,
    full_name: String,
    email: String,
    contact: String,
    batch: i32,
    created_at: String,
    /// When the address was confirmed.
    confirmed_at: Option<String>,
    /// Address of the person's own picture.
    picture: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DataRoleOut {
    role: String,
    granted_at: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DataSessionOut {
    /// The one this document was asked for with.
    current: bool,
    device: String,
    address: String,
    created_at: String,
    last_seen_at: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DataDeviceOut {
    last_seen_at: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DataEnquiryOut {
    topic: String,
    name: String,
    email: String,
    message: String,
    created_at: String,
}

impl DataHeadOut {
    pub fn new(
        now: Time,
        account: Account,
        kept: KeptAccount,
        current: SessionId,
        payments: KeptPayments,
        polls: KeptPolls,
        enquiries: Vec<KeptEnquiry>,
    ) -> Self {
        let roles = kept.roles.into_iter().map(|(role, at)| DataRoleOut { role, granted_at: at.to_rfc3339() });
        let sessions = kept.sessions.into_iter().map(|one| DataSessionOut {
            current: one.id == current,
            device: one.device,
            address: one.address,
            created_at: one.created_at.to_rfc3339(),
            last_seen_at: one.last_seen_at.to_rfc3339(),
        });
        let devices = kept.devices.iter().map(|seen| DataDeviceOut { last_seen_at: seen.to_rfc3339() });
        let enquiries = enquiries.into_iter().map(|one| DataEnquiryOut {
            topic: one.topic.to_owned(),
            name: one.name,
            email: one.email,
            message: one.message,
            created_at: one.at.to_rfc3339(),
        });
        Self {
            made_at: now.to_rfc3339(),
            account: DataAccountOut {
                id: account.id.to_string(),
                full_name: account.full_name,
                email: account.email,
                contact: account.contact,
                batch: account.batch,
                created_at: account.created_at.to_rfc3339(),
                confirmed_at: kept.confirmed_at.map(Time::to_rfc3339),
                picture: account.picture.map(|key| format!("/api/media/{key}")),
            },
            roles: roles.collect(),
            sessions: sessions.collect(),
            devices: devices.collect(),
            payments,
            polls,
            enquiries: enquiries.collect(),
            invitations: Vec::new(),
            notifications: KeptNotifications::default(),
            clubs: KeptClubs::default(),
            events: KeptEvents::default(),
            galleries: KeptGalleries::default(),
            admin_acts: Vec::new(),
        }
    }

    /// The same with administrators' acts.
    pub fn with_admin_acts(self, admin_acts: Vec<KeptAct>) -> Self {
        Self { admin_acts, ..self }
    }

    /// The same with what the person was told.
    pub fn with_notifications(self, notifications: KeptNotifications) -> Self {
        Self { notifications, ..self }
    }

    /// The same with the galleries the person made.
    pub fn with_galleries(self, galleries: KeptGalleries) -> Self {
        Self { galleries, ..self }
    }

    /// The same with the person's events.
    pub fn with_events(self, events: KeptEvents) -> Self {
        Self { events, ..self }
    }

    /// The same with the person's clubs.
    pub fn with_clubs(self, clubs: KeptClubs) -> Self {
        Self { clubs, ..self }
    }

    /// The same with the invitations the person accepted.
    pub fn invited_to(self, invitations: Vec<AcceptedInvitation>) -> Self {
        let invitations = invitations.into_iter().map(|one| DataInvitationOut {
            contest_id: one.contest.to_string(),
            title: one.title,
            accepted_at: one.accepted_at.to_rfc3339(),
        });
        Self { invitations: invitations.collect(), ..self }
    }
}

/// A contest the person wrote.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DataContestOut {
    id: String,
    title: String,
    description: String,
    start_date: String,
    end_date: String,
    is_public: bool,
    #[serde(flatten)]
    rules: ContestRules,
    participants: u32,
    created_at: String,
    questions: Vec<DataQuestionOut>,
}

#[derive(Serialize, ToSchema)]
struct DataQuestionOut {
    /// several, number or text; absent where one option is chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    question: String,
    options: Vec<String>,
    /// The texts of the options in the key; where the answer is typed, what is right in words.
    accepted: Vec<String>,
    /// key, everyone, answered or void; key unless the question was corrected.
    marking: &'static str,
    difficulty: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<String>,
    /// What of its marks is its own, where something is.
    #[serde(skip_serializing_if = "Option::is_none")]
    marks: Option<OwnMarksOut>,
    /// True where right answers to it are counted apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    star: Option<bool>,
    /// The places of the options that stay where they are, from 0, where the person said so.
    #[serde(rename = "fixedOptions", skip_serializing_if = "Option::is_none")]
    fixed_options: Option<Vec<u32>>,
}

impl DataContestOut {
    pub fn new(contest: &Contest, questions: Vec<Question>) -> Self {
        let questions = questions.into_iter().map(|question| DataQuestionOut {
            kind: question.kind_unless_single(),
            accepted: question.key_texts(),
            marking: question.marking.word(),
            fixed_options: question.fixed_places(),
            options: question.options,
            question: question.text,
            difficulty: question.difficulty,
            explanation: question.explanation,
            marks: OwnMarksOut::of(question.marks),
            star: question.marks.star(),
        });
        Self {
            id: contest.id.to_string(),
            title: contest.title.clone(),
            description: contest.description.clone(),
            start_date: contest.starts_at.to_rfc3339(),
            end_date: contest.ends_at.to_rfc3339(),
            is_public: contest.is_public,
            rules: contest.rules,
            participants: contest.participants,
            created_at: contest.created_at.to_rfc3339(),
            questions: questions.collect(),
        }
    }
}

/// A contest the person joined.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DataAttemptOut {
    contest_id: String,
    title: String,
    start_date: String,
    end_date: String,
    joined_at: String,
    submitted_at: Option<String>,
    /// Right answers, once results are open.
    correct_answer_count: Option<u32>,
    /// Wrong answers, once results are open.
    wrong_answer_count: Option<u32>,
    /// Answers that are right in part, once results are open, where the contest has questions with several right options.
    #[serde(skip_serializing_if = "Option::is_none")]
    partly_answer_count: Option<u32>,
    /// What they give, once results are open, where the contest has marks.
    #[serde(flatten)]
    marks: MarksOut,
    /// The rules in words, where the contest has marks.
    #[serde(flatten)]
    words: RuleWordsOut,
    /// Right answers to starred questions, once results are open, where the contest has some.
    #[serde(skip_serializing_if = "Option::is_none")]
    starred: Option<u32>,
    /// Which of the papers the person had, from 1, where each gets a part of the questions.
    #[serde(skip_serializing_if = "Option::is_none")]
    variant: Option<u32>,
    /// What of the paper was mixed for the person.
    #[serde(flatten)]
    orders: OrdersOut,
    /// Decides the order in which the person saw it, where it was mixed.
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<String>,
    answers: Vec<DataAnswerOut>,
    /// Where answers may be changed, the changes that stand; absent elsewhere.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    changes: Vec<DataChangeOut>,
    /// When the own time ends, where that is not with the contest.
    #[serde(skip_serializing_if = "Option::is_none")]
    ends_at: Option<String>,
    /// What organisers did with the own time; absent where nothing was.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    time_changes: Vec<DataTimeChangeOut>,
}

/// What an organiser did with the own time in a contest.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DataTimeChangeOut {
    /// extend, pause, resume or reopen.
    action: String,
    /// Milliseconds given or taken; of resume how long the clocks stood still.
    millis: i64,
    reason: String,
    at: String,
    /// Where it moved the own end.
    #[serde(skip_serializing_if = "Option::is_none")]
    ends_at: Option<String>,
}

/// The last change of an answer.
#[derive(Serialize, ToSchema)]
struct DataChangeOut {
    question: String,
    /// Its number, which grows with the time since the person joined.
    seq: i64,
    /// The answer was cleared.
    cleared: bool,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DataAnswerOut {
    question: String,
    /// The number that it had for the person, who had a part of the questions or saw them in another order; absent elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<u32>,
    chosen: String,
    answered_at: String,
    /// Whether it was right; null before the end, where the contest's owner does not show it, and where it counts for nobody.
    correct: Option<bool>,
    /// True where it was right in part, and `correct` says false.
    #[serde(skip_serializing_if = "Option::is_none")]
    partly: Option<bool>,
}

impl From<KeptAttempt> for DataAttemptOut {
    fn from(kept: KeptAttempt) -> Self {
        let answers = kept.answers.into_iter().map(|answer| DataAnswerOut {
            question: answer.question,
            number: answer.number,
            chosen: answer.chosen,
            answered_at: answer.at.to_rfc3339(),
            correct: answer.correct,
            partly: answer.is_partly.then_some(true),
        });
        let changes = kept.changes.into_iter().map(|change| DataChangeOut {
            question: change.question,
            seq: change.seq,
            cleared: change.is_cleared,
        });
        let time_changes = kept.time_changes.into_iter().map(|change| DataTimeChangeOut {
            action: change.action.to_owned(),
            millis: change.millis,
            reason: change.reason,
            at: change.at.to_rfc3339(),
            ends_at: change.ends_at.map(Time::to_rfc3339),
        });
        Self {
            contest_id: kept.contest.id.to_string(),
            start_date: kept.contest.starts_at.to_rfc3339(),
            end_date: kept.contest.ends_at.to_rfc3339(),
            words: (&kept.contest).into(),
            orders: kept.contest.rules.into(),
            title: kept.contest.title,
            joined_at: kept.joined_at.to_rfc3339(),
            submitted_at: kept.submitted_at.map(Time::to_rfc3339),
            correct_answer_count: kept.score.map(|(correct, _)| correct),
            wrong_answer_count: kept.score.map(|(_, wrong)| wrong),
            partly_answer_count: kept.partly,
            marks: kept.marks.into(),
            starred: kept.starred,
            variant: kept.variant,
            seed: kept.seed,
            answers: answers.collect(),
            changes: changes.collect(),
            ends_at: kept.ends_at.map(Time::to_rfc3339),
            time_changes: time_changes.collect(),
        }
    }
}
