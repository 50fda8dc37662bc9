//! Join and submit: the specification's one call `POST /complete` for both, and the read that belongs to it and changes
//! nothing.

use std::sync::Arc;

use crate::ContestsState;
use crate::contests::{self, Contest, Status};
use quad_http::auth::Member;
use quad_kernel::clock::Time;
use quad_kernel::error::{MISDIRECTED, MISSING, Rejection, Result};
use quad_kernel::ids::ContestId;

use super::attempt_cache::{CachedAttempt, OwnAttempt};
use super::attempt_log::Submission;
use super::messages;
use super::model::{Attempt, Intent, Join, Step, check_client_support, next_step};
use super::personal_time::own_end;

/// What became of it.
#[derive(Debug)]
pub struct JoinOutcome {
    /// The attempt counts as submitted.
    pub complete: bool,
    /// What to say.
    pub say: &'static str,
    /// The contest and the attempt, when the person has joined it just now.
    pub begun: Option<(Arc<Contest>, Arc<CachedAttempt>)>,
}

impl JoinOutcome {
    fn said(complete: bool, say: &'static str) -> Self {
        Self { complete, say, begun: None }
    }
}

/// Joins, goes on or submits. Whoever says which attempt they mean has joined already, and gets nothing of another one. Who says
/// by which rule of marks they agree to join (`shown`, empty for none) joins by no other. A client that cannot show the questions
/// (`kinds`) does none of it.
pub async fn complete(
    app: &ContestsState,
    who: &Member,
    id: ContestId,
    intent: Intent,
    meant: Option<i64>,
    shown: Option<&str>,
    kinds: Option<u32>,
) -> Result<JoinOutcome> {
    let contest = app.contest_cache.get(app, id).await?;
    if let Err(refusal) = check_client_support(contest.feature_level(), kinds) {
        // Not before it is known that they may know of it.
        visible(app, who, id).await?;
        return Err(refusal.into());
    }
    let now = app.clock.now();
    // Everybody joins in the same second. So nothing is asked about the person first: the write itself finds out whether
    // they may and whether they have joined before.
    let mut tried = meant.is_none()
        && intent != Intent::Submit
        && may_begin(&contest, who, now).is_ok()
        && !app.attempt_cache.knows(id, who.id).await;
    if tried && shown.is_some_and(|shown| shown != contest.marks_shown().unwrap_or_default()) {
        // Whoever has joined, perhaps on another device, goes on.
        if app.attempt_cache.own(id, who.id).await?.is_none() {
            return Err(messages::RULES_CHANGED.into());
        }
        tried = false;
    }
    if tried {
        let join = Join { contest: id, user: who.id, at: now, sees_all: who.is_admin };
        let part = app.attempt_cache.joining(id, who.id, contest.question_count).await;
        let joined = app.attempt_log.join(join, Arc::clone(&part)).await;
        if !matches!(joined, Ok(true)) {
            app.attempt_cache.not_joined(id, who.id).await;
        }
        if joined? {
            // From now on the questions cannot change.
            app.contest_cache.invalidate_unfrozen(id).await;
            return Ok(JoinOutcome { begun: Some((contest, part)), ..JoinOutcome::said(false, messages::JOINED) });
        }
    }
    let attempt = app.attempt_cache.own(id, who.id).await?.map(|own| own.attempt);
    // Not let in: private, or deleted meanwhile, with or without its owner's account.
    if attempt.is_none() && (tried || !contests::is_open_to(app, &contest, who).await?) {
        return Err(MISSING.into());
    }
    if meant.is_some() && attempt.as_ref().map(|attempt| attempt.id) != meant {
        return Err(MISDIRECTED.into());
    }
    let ends_at = end_of(app, &contest, attempt.as_ref()).await?;
    match next_step(intent, attempt.as_ref(), ends_at, now) {
        Step::Begin => {
            may_begin(&contest, who, now)?;
            Err(MISSING.into())
        }
        Step::GoOn => Ok(JoinOutcome::said(false, messages::STILL_OPEN)),
        Step::Complete => Ok(JoinOutcome::said(true, messages::ALREADY_COMPLETE)),
        Step::HandIn => {
            let attempt = attempt.ok_or(messages::NOT_JOINED)?;
            let is_early = now < ends_at;
            let submission = Submission { attempt: attempt.id, contest: id, user: who.id, at: now, is_early };
            let (_, part) = app.attempt_cache.find(id, who.id).await?.ok_or(messages::NOT_JOINED)?;
            app.attempt_log.submit(submission, part).await?;
            Ok(JoinOutcome::said(true, messages::SUBMITTED))
        }
        Step::NotJoined => Err(messages::NOT_JOINED.into()),
        Step::Ended => Err(messages::ENDED.into()),
    }
}

/// Whether a contest can be joined, as far as the contest itself says.
fn may_begin(contest: &Contest, who: &Member, now: Time) -> Result<(), Rejection> {
    if contest.owner == who.id {
        return Err(messages::OWN_CONTEST);
    }
    // Whoever may read the key stands on no board.
    if who.is_admin {
        return Err(messages::READS_KEYS);
    }
    if contest.status(now) != Status::Active {
        return Err(messages::NOT_ACTIVE);
    }
    if contest.question_count == 0 {
        return Err(messages::NO_QUESTIONS);
    }
    Ok(())
}

/// Whether the person's attempt counts as submitted.
pub async fn is_complete(app: &ContestsState, who: &Member, id: ContestId) -> Result<bool> {
    let (contest, own) = visible(app, who, id).await?;
    let attempt = own.map(|own| own.attempt);
    let ends_at = end_of(app, &contest, attempt.as_ref()).await?;
    Ok(attempt.is_some_and(|attempt| attempt.is_complete(ends_at, app.clock.now())))
}

/// Until when answers of somebody are in time: to the end of the own time, or where there is no attempt of the contest's.
pub async fn end_of(app: &ContestsState, contest: &Contest, attempt: Option<&Attempt>) -> Result<Time> {
    Ok(match attempt {
        Some(attempt) => own_end(app, contest, attempt.id, attempt.joined_at).await?.counts_until(),
        None => contest.ends_at,
    })
}

/// A contest the person may see, and their attempt.
pub async fn visible(app: &ContestsState, who: &Member, id: ContestId) -> Result<(Arc<Contest>, Option<OwnAttempt>)> {
    let contest = app.contest_cache.get(app, id).await?;
    // Everybody looks once more before the start, when nobody can have joined.
    let is_before = contest.participants == 0 && contest.status(app.clock.now()) == Status::Upcoming;
    let own = if is_before { None } else { app.attempt_cache.own(id, who.id).await? };
    if own.is_none() && !contests::is_open_to(app, &contest, who).await? {
        return Err(MISSING.into());
    }
    Ok((contest, own))
}

/// The contest whose paper the person may have, and which paper: joined, and from the start on. Costs no statement once both are known.
pub async fn on_paper(app: &ContestsState, who: &Member, id: ContestId) -> Result<(Arc<Contest>, u32)> {
    let contest = app.contest_cache.get(app, id).await?;
    let Some((_, part)) = app.attempt_cache.find(id, who.id).await? else {
        let may_see = contests::is_open_to(app, &contest, who).await?;
        return Err(if may_see { messages::NOT_JOINED } else { MISSING }.into());
    };
    if contest.status(app.clock.now()) == Status::Upcoming {
        return Err(messages::NOT_STARTED.into());
    }
    Ok((contest, part.variant()))
}
