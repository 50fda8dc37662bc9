//! Live updates of a contest: its state and its number of participants, sent to everybody who follows it. The text is
//! the same for all followers: it depends on no person and no answer and holds no clock, and it changes when the
//! contest does and when its time comes. Also here: live updates of a person's own attempt (begun, an answer changed, handed in)
//! to that person's browsers.

use std::time::Duration;

use futures::FutureExt;
use futures::future::BoxFuture;
use quad_db::{DbError, Source};

use crate::ContestsState;
use crate::contests;
use quad_http::auth::Member;
use quad_kernel::clock::Time;
use quad_kernel::error::{Error, MISSING, Result};
use quad_kernel::ids::{ContestId, UserId};
use quad_live::Holds;

use super::attempt_cache::AttemptCache;
use super::leaderboard::grace;
use super::store;
use super::wire::{FollowedOut, OwnPartOut};

/// What is said of a contest now.
#[derive(Debug)]
pub struct ContestUpdate {
    /// The text.
    pub said: FollowedOut,
    /// Whether a follower must be one of those a private contest is open to.
    pub is_guarded: bool,
    /// Until when the clock leaves it true.
    pub holds: Option<Holds>,
}

/// Where a contest stands at a moment; nothing when there is no such contest.
pub async fn followed(
    source: &impl Source,
    id: ContestId,
    now: Time,
    grace: Duration,
) -> Result<Option<ContestUpdate>, DbError> {
    let Some(standing) = store::standing(source, id).await? else { return Ok(None) };
    let opens_at = contests::closes_at(standing.ends_at, standing.last_ends_at, standing.paused_at).plus(grace);
    let turns = [standing.starts_at, standing.ends_at, opens_at];
    Ok(Some(ContestUpdate {
        is_guarded: !standing.is_public,
        holds: turns.into_iter().find(|turn| *turn > now).map(|until| Holds { from: now, until }),
        said: FollowedOut::new(id, &standing, now, now >= opens_at),
    }))
}

/// A person's own part in a contest, as that person's windows are told it: none as well where there is no such contest.
pub async fn live_attempt(
    attempt_cache: &AttemptCache,
    contest: ContestId,
    user: UserId,
) -> Result<OwnPartOut, DbError> {
    Ok(OwnPartOut::new(contest, attempt_cache.own_part(contest, user).await?))
}

/// Whether somebody is in the middle of a contest: joined, not handed in, and not over with its grace.
pub fn is_taking(app: ContestsState, person: UserId) -> BoxFuture<'static, Result<bool>> {
    async move {
        let over = app.clock.now().minus(grace(&app));
        Ok(store::has_open(&app.db, person, over).await?)
    }
    .boxed()
}

/// Whether a contest is open to a person even while it is private: owner, ADMIN, guests, and those who joined.
pub async fn belongs_to(app: &ContestsState, who: &Member, id: ContestId) -> Result<bool> {
    let contest = match app.contest_cache.get(app, id).await {
        Ok(contest) => contest,
        Err(Error::Rejected(refusal)) if refusal == MISSING => return Ok(false),
        Err(failed) => return Err(failed),
    };
    Ok(app.attempt_cache.has_joined(id, who.id).await? || contests::is_insider(app, &contest, who).await?)
}
