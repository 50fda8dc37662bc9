//! Data export of attempts: a person's own choices, and right or wrong only where the person may know it anyway.

use std::collections::HashMap;

use crate::ContestsState;
use crate::contests::{self, ChangeRule, Contest, Marks};
use quad_kernel::clock::Time;
use quad_kernel::error::Result;
use quad_kernel::ids::{ContestId, UserId};

use super::own_numbers::Numbering;
use super::scoring::{self, Mark};
use super::{answer_review, leaderboard, personal_time, store, store_changes, store_time};

/// An attempt as its person may keep it.
#[derive(Debug)]
pub struct KeptAttempt {
    /// At which contest.
    pub contest: Contest,
    /// When the person joined.
    pub joined_at: Time,
    /// When the person submitted, if so.
    pub submitted_at: Option<Time>,
    /// Right and wrong answers, once results are open.
    pub score: Option<(u32, u32)>,
    /// Answers that are right in part, beside them, where several options of a question may be right.
    pub partly: Option<u32>,
    /// What they give, beside them, where the contest has marks.
    pub marks: Option<Marks>,
    /// Right answers to starred questions, beside them, where the contest has starred ones.
    pub starred: Option<u32>,
    /// Which of the papers the person had, where each gets a part of the questions.
    pub variant: Option<u32>,
    /// Decides the order in which the person saw the paper, where the contest mixes it.
    pub seed: Option<String>,
    /// In the order of the paper.
    pub answers: Vec<KeptAnswer>,
    /// The numbers of the changes that stand, of each question that was answered or cleared, where answers may be changed.
    pub changes: Vec<KeptChange>,
    /// When the person's time ends, where that is not with the contest.
    pub ends_at: Option<Time>,
    /// What organisers did with the person's time, newest first.
    pub time_changes: Vec<KeptTimeChange>,
}

/// A change of the person's time as the person may keep it.
#[derive(Debug)]
pub struct KeptTimeChange {
    /// What was done, in the word of the wire.
    pub action: &'static str,
    /// Milliseconds given or taken; of resuming how long the clocks stood.
    pub millis: i64,
    /// Why.
    pub reason: String,
    /// When.
    pub at: Time,
    /// Where it moved the end.
    pub ends_at: Option<Time>,
}

/// A change of an answer as its person may keep it.
#[derive(Debug)]
pub struct KeptChange {
    /// What was asked.
    pub question: String,
    /// Its number.
    pub seq: i64,
    /// Nothing stands there any more.
    pub is_cleared: bool,
}

/// An answer as its person may keep it.
#[derive(Debug)]
pub struct KeptAnswer {
    /// What was asked.
    pub question: String,
    /// The number that it had for the person, where that is another than in the contest.
    pub number: Option<u32>,
    /// The options chosen, or what was typed.
    pub chosen: String,
    /// When.
    pub at: Time,
    /// Whether it was right, where the review tells it; nothing of a question that counts for nobody.
    pub correct: Option<bool>,
    /// It was right in part, and that is told.
    pub is_partly: bool,
}

fn told(mark: Mark) -> Option<bool> {
    match mark {
        Mark::Right => Some(true),
        Mark::Wrong | Mark::Partly => Some(false),
        Mark::None => None,
    }
}

/// What is kept about a person's attempt at a contest, if there is one.
pub async fn export_data(app: &ContestsState, user: UserId, id: ContestId) -> Result<Option<KeptAttempt>> {
    let Some(attempt) = store::attempt(&app.db, id, user).await? else { return Ok(None) };
    let Some(contest) = contests::find(&app.db, id).await? else { return Ok(None) };
    let (tells_right, scheme) = (answer_review::is_open(app, &contest), contest.rules.marks);
    let questions = contests::questions(&app.db, id).await?;
    let by_no: HashMap<i32, &contests::Question> = questions.iter().map(|question| (question.no, question)).collect();
    let numbers: HashMap<i32, u32> = questions.iter().map(|question| question.no).zip(1..).collect();
    let numbering = Numbering::of(&app.db, &contest, user, false).await?;
    let given = store::given(&app.db, attempt.id).await?;
    let answers = given.iter().filter_map(|given| {
        let (question, chosen) = (by_no.get(&given.question_no)?, given.chosen as u8);
        let typed = given.typed.as_deref();
        let mark = tells_right.then(|| scoring::mark(scheme, question, Some(question.counted(chosen, typed))));
        Some(KeptAnswer {
            question: question.text.clone(),
            number: numbering.own_number(question.no, numbers.get(&question.no).copied().unwrap_or_default()),
            chosen: Some(question.answer_text(chosen, typed)).filter(|text| !text.is_empty())?,
            at: given.answered_at,
            correct: mark.and_then(told),
            is_partly: mark == Some(Mark::Partly),
        })
    });
    let changes = match contest.rules.changing {
        ChangeRule::First => Vec::new(),
        ChangeRule::UntilHandIn => store_changes::sheet(&app.db, attempt.id).await?,
    };
    let changes = changes.into_iter().filter_map(|row| {
        let question = by_no.get(&row.question_no)?.text.clone();
        Some(KeptChange { question, seq: row.seq, is_cleared: row.chosen.is_none() })
    });
    let times = if contest.has_personal_ends() {
        store_time::log_of(&app.db, id, attempt.id, attempt.joined_at).await?
    } else {
        Vec::new()
    };
    let time_changes = times.into_iter().map(|change| KeptTimeChange {
        action: change.action.word(),
        millis: change.millis,
        reason: change.reason,
        at: change.at,
        ends_at: change.ends_at,
    });
    let end = personal_time::own_end(app, &contest, attempt.id, attempt.joined_at).await?;
    let is_told = leaderboard::is_open(app, contest.closes_at());
    let counted = if is_told { Some(store::score(&app.db, attempt.id).await?) } else { None };
    Ok(Some(KeptAttempt {
        joined_at: attempt.joined_at,
        submitted_at: attempt.submitted_at,
        score: counted.map(|counted| (counted.correct, counted.wrong)),
        partly: counted.filter(|_| contest.several_questions > 0).map(|counted| counted.partly),
        marks: counted.filter(|_| !scheme.is_plain()).map(|counted| counted.marks(scheme)),
        starred: counted.filter(|_| contest.starred > 0).map(|counted| counted.starred),
        variant: Some(attempt.variant).filter(|variant| *variant > 0),
        seed: contest.rules.seed(contest.id, user),
        answers: answers.collect(),
        changes: changes.collect(),
        ends_at: Some(end.at).filter(|at| *at != contest.ends_at),
        time_changes: time_changes.collect(),
        contest,
    }))
}
