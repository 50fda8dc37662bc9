//! Joining and submitting: the specification's one call `POST /complete` for both, and its pure read beside it.

use std::sync::Arc;

use crate::app::App;
use crate::edge::who::Member;
use crate::features::contests::{self, Contest, Status};
use crate::kernel::clock::Time;
use crate::kernel::fail::{MISSING, Outcome, Refusal};
use crate::kernel::ids::ContestId;

use super::attempt_log::{Join, Submission};
use super::model::{Intent, Step, next_step};
use super::own_parts::Own;
use super::words;

/// What became of it.
#[derive(Debug)]
pub struct Done {
    /// The attempt counts as submitted.
    pub complete: bool,
    /// What to say.
    pub say: &'static str,
    /// The contest, when the person has joined it just now.
    pub begun: Option<Arc<Contest>>,
}

impl Done {
    fn said(complete: bool, say: &'static str) -> Self {
        Self { complete, say, begun: None }
    }
}

/// Joins, goes on or submits.
pub async fn complete(app: &App, who: &Member, id: ContestId, intent: Intent) -> Outcome<Done> {
    let contest = app.windows.get(app, id).await?;
    let now = app.clock.now();
    // Everybody joins in the same second. So nothing is asked about the person first: the write itself finds out whether
    // they may and whether they have joined before.
    let tried = intent != Intent::Submit && may_begin(&contest, who, now).is_ok() && !app.parts.knows(id, who.id).await;
    if tried {
        let join = Join { contest: id, user: who.id, at: now, sees_all: who.is_admin };
        let part = app.parts.joining(id, who.id, contest.question_count).await;
        let joined = app.attempt_log.join(join, part).await;
        if !matches!(joined, Ok(true)) {
            app.parts.not_joined(id, who.id).await;
        }
        if joined? {
            // From now on the questions cannot change.
            app.windows.forget_unfrozen(app, id).await;
            return Ok(Done { begun: Some(contest), ..Done::said(false, words::JOINED) });
        }
    }
    let attempt = app.parts.own(id, who.id).await?.map(|own| own.attempt);
    // Not let in: private, or deleted meanwhile, with or without its owner's account.
    if attempt.is_none() && (tried || !contests::is_open_to(app, &contest, who).await?) {
        return Err(MISSING.into());
    }
    match next_step(intent, attempt.as_ref(), contest.ends_at, now) {
        Step::Begin => {
            may_begin(&contest, who, now)?;
            Err(MISSING.into())
        }
        Step::GoOn => Ok(Done::said(false, words::STILL_OPEN)),
        Step::Complete => Ok(Done::said(true, words::ALREADY_COMPLETE)),
        Step::HandIn => {
            let attempt = attempt.ok_or(words::NOT_JOINED)?;
            let is_early = now < contest.ends_at;
            let submission = Submission { attempt: attempt.id, contest: id, user: who.id, at: now, is_early };
            let (_, part) = app.parts.find(id, who.id).await?.ok_or(words::NOT_JOINED)?;
            app.attempt_log.submit(submission, part).await?;
            Ok(Done::said(true, words::SUBMITTED))
        }
        Step::NotJoined => Err(words::NOT_JOINED.into()),
        Step::Ended => Err(words::ENDED.into()),
    }
}

/// Whether a contest can be joined, as far as the contest itself says.
fn may_begin(contest: &Contest, who: &Member, now: Time) -> Result<(), Refusal> {
    if contest.owner == who.id {
        return Err(words::OWN_CONTEST);
    }
    if contest.status(now) != Status::Active {
        return Err(words::NOT_ACTIVE);
    }
    if contest.question_count == 0 {
        return Err(words::NO_QUESTIONS);
    }
    Ok(())
}

/// Whether the person's attempt counts as submitted.
pub async fn is_complete(app: &App, who: &Member, id: ContestId) -> Outcome<bool> {
    let (contest, own) = visible(app, who, id).await?;
    Ok(own.is_some_and(|own| own.attempt.is_complete(contest.ends_at, app.clock.now())))
}

/// A contest the person may see, and their attempt.
pub async fn visible(app: &App, who: &Member, id: ContestId) -> Outcome<(Arc<Contest>, Option<Own>)> {
    let contest = app.windows.get(app, id).await?;
    // Everybody looks once more before the start, when nobody can have joined.
    let is_before = contest.frozen_at.is_none() && contest.status(app.clock.now()) == Status::Upcoming;
    let own = if is_before { None } else { app.parts.own(id, who.id).await? };
    if own.is_none() && !contests::is_open_to(app, &contest, who).await? {
        return Err(MISSING.into());
    }
    Ok((contest, own))
}

/// The contest whose paper the person may have: joined, and from the start on. Costs no statement once both are known.
pub async fn on_paper(app: &App, who: &Member, id: ContestId) -> Outcome<Arc<Contest>> {
    let contest = app.windows.get(app, id).await?;
    if !app.parts.has_joined(id, who.id).await? {
        let may_see = contests::is_open_to(app, &contest, who).await?;
        return Err(if may_see { words::NOT_JOINED } else { MISSING }.into());
    }
    if contest.status(app.clock.now()) == Status::Upcoming {
        return Err(words::NOT_STARTED.into());
    }
    Ok(contest)
}
