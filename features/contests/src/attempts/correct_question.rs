//! Correction of a question after the end: the preview of who would move, the correction itself, and the log of
//! corrections.
//!
//! A preview writes nothing. The correction itself is one transaction: the contest is held, the question changed, every
//! score counted anew from the answers, the log written and the mails put into the queue. It happens only if what was
//! looked at still stands. Until the last answers are in it is refused, so that no answer is graded by two keys.

use std::collections::HashMap;

use quad_db::{Source, Tx};

use crate::ContestsState;
use crate::contests::{self, Contest, MarkScheme, Marking, Question};
use quad_http::auth::Member;
use quad_kernel::error::{Error, MISSING, Rejection, Result};
use quad_kernel::ids::{ContestId, CorrectionId, QuestionId, UserId};
use quad_live::Topic;
use quad_people::accounts;
use quad_services::background::enqueue;

use super::correction::{Correction, CorrectionToApply};
use super::jobs::TellCorrection;
use super::own_numbers::Numbering;
use super::regrading::{Move, NewCorrection, RequestedMarking, moves, version};
use super::scoring::Score;
use super::{answer_review, leaderboard, messages, store, store_batches, store_regrading, store_typed};

/// What a correction would do.
#[derive(Debug)]
pub struct Preview {
    /// Names this preview when the correction is made.
    pub version: String,
    /// How many took part.
    pub participants: u32,
    /// How many of them had the question, where each person has a part of them; nobody else moves but in rank.
    pub had: Option<u32>,
    /// What answers give.
    pub scheme: MarkScheme,
    /// Whether a question is starred.
    pub has_stars: bool,
    /// Whether several options of a question may be right.
    pub has_several: bool,
    /// Everybody who would move, with their names.
    pub moves: Vec<(Move, String)>,
}

/// Who would move, for the contest's owner and ADMIN.
pub async fn preview(app: &ContestsState, who: &Member, id: ContestId, wanted: &RequestedMarking) -> Result<Preview> {
    let contest = contests::readable(app, who, id).await?;
    may_be_corrected(app, &contest)?;
    // First of all reads: what changes after this makes the preview stale.
    let stand = store_regrading::answer_counts(&app.db, id).await?;
    let mut questions = contests::questions(&app.db, id).await?;
    let question = questions.iter_mut().find(|question| question.id == wanted.question).ok_or(MISSING)?;
    let scheme = contest.rules.marks;
    let after = applied_exactly(wanted, question, scheme)?;
    *question = after.clone();
    let entrants = store::entrants(&app.db, id, scheme).await?;
    let scores: Vec<Score> = entrants.iter().map(|entrant| entrant.score).collect();
    // By the statement that the correction itself counts with.
    let mut new_scores = Vec::with_capacity(scores.len());
    for worths in store_typed::worths_of(&app.db, id, scheme, &questions).await? {
        new_scores.extend(store_batches::scores_by(&app.db, id, scheme, &worths).await?);
    }
    let had = if contest.draw.is_some() { Some(store_regrading::had(&app.db, id, after.no).await?) } else { None };
    let mut names: HashMap<UserId, String> =
        entrants.into_iter().map(|entrant| (entrant.score.user, entrant.full_name)).collect();
    let moves = moves(scheme, &scores, &new_scores).into_iter();
    Ok(Preview {
        version: version(&contest, stand, &after),
        participants: scores.len() as u32,
        had,
        scheme,
        has_stars: contest.starred > 0,
        has_several: contest.several_questions > 0,
        moves: moves.map(|one| (one, names.remove(&one.user).unwrap_or_default())).collect(),
    })
}

/// Makes a correction that was looked at.
pub async fn correct(app: &ContestsState, who: &Member, id: ContestId, new: &NewCorrection) -> Result<Correction> {
    contests::own(app, who, id).await?;
    let now = app.clock.now();
    let correction = CorrectionId::new(now, &app.random);
    let mut tx = app.db.begin().await?;
    accounts::lock(&mut tx, who.id).await?;
    let contest = contests::lock(&mut tx, id).await?.ok_or(MISSING)?;
    may_be_corrected(app, &contest)?;
    let before = question(&tx, id, new.wanted.question).await?;
    let after = applied_exactly(&new.wanted, &before, contest.rules.marks)?;
    let stand = store_regrading::answer_counts(&tx, id).await?;
    // Before whether it changes anything: of two who want the same, the second hears that there was a first.
    if version(&contest, stand, &after) != new.version {
        return Err(messages::PREVIEW_STALE.into());
    }
    if after == before {
        return Err(messages::NOTHING_CHANGES.into());
    }
    let decided = CorrectionToApply {
        id: correction,
        contest: &contest,
        before: &before,
        after: &after,
        by: who.id,
        reason: &new.reason,
        at: now,
    };
    let moved = apply_correction(&mut tx, &decided).await?;
    // Rank, marks, right and wrong are what a mail tells. Another part of the right options changes marks alone.
    let scheme = contest.rules.marks;
    let is_told = |one: &Move| one.is_counted() || one.is_ranked() || one.is_scored(scheme);
    let told: Vec<Move> = moved.into_iter().filter(is_told).collect();
    if !told.is_empty() {
        store_batches::insert_moves(&mut tx, correction, &told).await?;
        enqueue(&mut tx, now, &TellCorrection::new(correction)).await?;
    }
    let numbering = Numbering::of(&tx, &contest, who.id, true).await?;
    let made = store_regrading::find(&tx, correction).await?.map(|made| numbering.told(made));
    tx.commit().await?;
    app.contest_cache.invalidate(id).await;
    app.paper_cache.invalidate(id).await;
    app.leaderboard_cache.invalidate(&[id]).await;
    app.live.publish(Topic::Contest(id));
    made.ok_or_else(|| Error::Internal(anyhow::anyhow!("the correction just written is not there")))
}

/// The question as it would be. A key whose part would have to be rounded is refused.
fn applied_exactly(wanted: &RequestedMarking, question: &Question, scheme: MarkScheme) -> Result<Question, Rejection> {
    let after = wanted.applied_to(question)?;
    match after.inexact_part(scheme).filter(|_| wanted.marking == Marking::Key) {
        Some((whole, parts)) => Err(contests::inexact_part("accepted", whole, parts)),
        None => Ok(after),
    }
}

/// Marks the question, counts all scores anew and writes the log. Returns who moved.
pub(super) async fn apply_correction(tx: &mut Tx, decided: &CorrectionToApply<'_>) -> Result<Vec<Move>> {
    let (contest, scheme, after) = (decided.contest.id, decided.contest.rules.marks, decided.after);
    let old_scores = scores(tx, contest, scheme).await?;
    contests::update_marking(tx, contest, after).await?;
    store_regrading::recount(tx, contest).await?;
    let moved = moves(scheme, &old_scores, &scores(tx, contest, scheme).await?);
    let scores = moved.iter().filter(|one| one.is_scored(scheme)).count();
    let ranks = moved.iter().filter(|one| one.is_ranked()).count();
    store_regrading::insert(tx, decided, scores as u32, ranks as u32).await?;
    Ok(moved)
}

/// The corrections of a contest, and whether the asking person may know keys.
#[derive(Debug)]
pub struct Log {
    /// Newest first.
    pub corrections: Vec<Correction>,
    /// The owner and ADMIN may; others where the review tells them anyway.
    pub tells_keys: bool,
}

/// The log: for the contest's owner and ADMIN, and after the end for whoever sees the board.
pub async fn log(app: &ContestsState, who: &Member, id: ContestId) -> Result<Log> {
    let contest = contests::find(&app.db, id).await?.ok_or(MISSING)?;
    let sees_all = contest.owner == who.id || who.is_admin;
    if !sees_all {
        let joined = app.attempt_cache.has_joined(id, who.id).await?;
        if !joined && !contests::is_open_to(app, &contest, who).await? {
            return Err(MISSING.into());
        }
        if !leaderboard::is_open(app, contest.closes_at()) {
            return Err(messages::TOO_EARLY.into());
        }
    }
    let tells_keys = sees_all || answer_review::is_open(app, &contest);
    let corrections = store_regrading::log(&app.db, id).await?;
    if corrections.is_empty() {
        return Ok(Log { corrections, tells_keys });
    }
    let numbering = Numbering::of(&app.db, &contest, who.id, sees_all).await?;
    let corrections = corrections.into_iter().map(|one| numbering.told(one)).collect();
    Ok(Log { corrections, tells_keys })
}

fn may_be_corrected(app: &ContestsState, contest: &Contest) -> Result<(), Rejection> {
    if !leaderboard::is_settled(app, contest.closes_at()) {
        return Err(messages::CORRECTION_TOO_EARLY);
    }
    if contest.participants == 0 {
        return Err(messages::NOBODY_JOINED);
    }
    Ok(())
}

async fn question(source: &impl Source, contest: ContestId, id: QuestionId) -> Result<Question> {
    let questions = contests::questions(source, contest).await?;
    Ok(questions.into_iter().find(|question| question.id == id).ok_or(MISSING)?)
}

async fn scores(source: &impl Source, contest: ContestId, scheme: MarkScheme) -> Result<Vec<Score>> {
    Ok(store::entrants(source, contest, scheme).await?.into_iter().map(|entrant| entrant.score).collect())
}
