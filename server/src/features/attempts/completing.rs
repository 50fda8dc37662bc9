//! Joining and submitting: the specification's one call `POST /complete` for both, and its pure read beside it.

use std::sync::Arc;

use crate::app::App;
use crate::edge::who::Member;
use crate::features::contests::{self, Contest, Status};
use crate::kernel::fail::{MISSING, Outcome};
use crate::kernel::ids::ContestId;

use super::attempt_log::Join;
use super::model::{Attempt, Intent, Step, next_step};
use super::{store, words};

/// Joins, goes on or submits, and answers whether the attempt is complete and what to say.
pub async fn complete(app: &App, who: &Member, id: ContestId, intent: Intent) -> Outcome<(bool, &'static str)> {
    let contest = app.windows.get(app, id).await?;
    let attempt = store::attempt(&app.db, id, who.id).await?;
    if attempt.is_none() && !contests::is_open_to(app, &contest, who).await? {
        return Err(MISSING.into());
    }
    let now = app.clock.now();
    match next_step(intent, attempt.as_ref(), contest.ends_at, now) {
        Step::Begin => {
            begin(app, who, &contest).await?;
            Ok((false, words::JOINED))
        }
        Step::GoOn => Ok((false, words::STILL_OPEN)),
        Step::Complete => Ok((true, words::ALREADY_COMPLETE)),
        Step::HandIn => {
            let attempt = attempt.ok_or(words::NOT_JOINED)?;
            app.attempt_log.submit(attempt.id, now).await?;
            Ok((true, words::SUBMITTED))
        }
        Step::NotJoined => Err(words::NOT_JOINED.into()),
        Step::Ended => Err(words::ENDED.into()),
    }
}

async fn begin(app: &App, who: &Member, contest: &Contest) -> Outcome<()> {
    if contest.owner == who.id {
        return Err(words::OWN_CONTEST.into());
    }
    let now = app.clock.now();
    if contest.status(now) != Status::Active {
        return Err(words::NOT_ACTIVE.into());
    }
    if contest.question_count == 0 {
        return Err(words::NO_QUESTIONS.into());
    }
    app.attempt_log.join(Join { contest: contest.id, user: who.id, at: now }).await?;
    // Somebody may have deleted the contest meanwhile, with or without its owner's account. Costs nothing: the next call
    // would ask for the attempt anyway.
    app.papers.attempt_id(app, contest.id, who.id).await?.ok_or(MISSING)?;
    if contest.frozen_at.is_none() {
        // From now on the questions cannot change, and the paper may be kept.
        app.windows.forget(contest.id).await;
    }
    Ok(())
}

/// Whether the person's attempt counts as submitted.
pub async fn is_complete(app: &App, who: &Member, id: ContestId) -> Outcome<bool> {
    let (contest, attempt) = visible(app, who, id).await?;
    Ok(attempt.is_some_and(|attempt| attempt.is_complete(contest.ends_at, app.clock.now())))
}

/// A contest the person may see, and their attempt.
pub async fn visible(app: &App, who: &Member, id: ContestId) -> Outcome<(Arc<Contest>, Option<Attempt>)> {
    let contest = app.windows.get(app, id).await?;
    let attempt = store::attempt(&app.db, id, who.id).await?;
    if attempt.is_none() && !contests::is_open_to(app, &contest, who).await? {
        return Err(MISSING.into());
    }
    Ok((contest, attempt))
}

/// The contest whose paper the person may have: joined, and from the start on. Costs no statement once both are known.
pub async fn on_paper(app: &App, who: &Member, id: ContestId) -> Outcome<Arc<Contest>> {
    let contest = app.windows.get(app, id).await?;
    if app.papers.attempt_id(app, id, who.id).await?.is_none() {
        let may_see = contests::is_open_to(app, &contest, who).await?;
        return Err(if may_see { words::NOT_JOINED } else { MISSING }.into());
    }
    if contest.status(app.clock.now()) == Status::Upcoming {
        return Err(words::NOT_STARTED.into());
    }
    Ok(contest)
}
