//! Change of people's time: an organiser gives some, stops all clocks and lets them go on, or lets somebody in again who has handed in; and
//! the log of it.
//!
//! Each is one transaction in which the contest is held, and acknowledged after its commit. Nothing of it once results stand open: whoever
//! has seen the board, or what is right, does not go on answering.

use quad_db::Tx;

use crate::ContestsState;
use crate::contests::{self, Contest};
use quad_http::auth::Member;
use quad_kernel::clock::Time;
use quad_kernel::error::{MISSING, Result};
use quad_kernel::ids::{ContestId, TimeChangeId, UserId};
use quad_live::Topic;
use quad_people::accounts;

use super::leaderboard::grace;
use super::personal_time::{NewTimeChange, minutes_given};
use super::store_time::DecidedChange;
use super::time_change::{MovedEnd, TimeAction, TimeChange, Whose};
use super::{messages, store_time};

/// Changes people's time, for the contest's owner. Returns whose, and when it ends now.
pub async fn change(app: &ContestsState, who: &Member, id: ContestId, new: &NewTimeChange) -> Result<Vec<MovedEnd>> {
    contests::own(app, who, id).await?;
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    // Somebody who is just deleting the account must not stand in the log.
    accounts::lock(&mut tx, who.id).await?;
    let contest = contests::lock(&mut tx, id).await?.ok_or(MISSING)?;
    if now < contest.starts_at {
        return Err(messages::TIME_BEFORE_START.into());
    }
    if now >= contest.closes_at().plus(grace(app)) {
        return Err(messages::TIME_AFTER_RESULTS.into());
    }
    let (millis, moved) = match new.action {
        TimeAction::Extend => extend(app, &mut tx, &contest, new, now).await?,
        TimeAction::Reopen => reopen(&mut tx, &contest, new, now).await?,
        TimeAction::Pause => {
            if !store_time::pause(&mut tx, id, now).await? {
                return Err(messages::ALREADY_PAUSED.into());
            }
            (0, store_time::running(&tx, &contest, now).await?)
        }
        TimeAction::Resume => {
            let paused_at = contest.paused_at.ok_or(messages::NOT_PAUSED)?;
            let moved = store_time::resume(&mut tx, &contest, paused_at, now).await?.ok_or(messages::NOT_PAUSED)?;
            (now.millis_since(paused_at), moved)
        }
    };
    let stops = new.action == TimeAction::Pause;
    if moved.is_empty() && !matches!(new.action, TimeAction::Pause | TimeAction::Resume) {
        return Ok(moved);
    }
    let decided = DecidedChange {
        id: TimeChangeId::new(now, &app.random),
        contest: id,
        by: who.id,
        action: new.action,
        millis,
        reason: &new.reason,
        at: now,
    };
    store_time::insert(&mut tx, &decided, moved.len(), if stops { &[] } else { &moved }).await?;
    if !stops && !moved.is_empty() {
        store_time::note_last_end(&mut tx, id).await?;
    }
    tx.commit().await?;
    tell(app, id, &moved, !stops).await;
    Ok(moved)
}

/// What the clocks say: now, or when they were stopped.
fn clock(contest: &Contest, now: Time) -> Time {
    contest.paused_at.unwrap_or(now)
}

async fn extend(
    app: &ContestsState,
    tx: &mut Tx,
    contest: &Contest,
    new: &NewTimeChange,
    now: Time,
) -> Result<(i64, Vec<MovedEnd>)> {
    let extra = new.extra.ok_or_else(|| messages::NO_MINUTES.with("field", "minutes"))?;
    let millis = extra.minutes_of(minutes_given(contest))? * 60_000;
    let clock = clock(contest, now);
    // Whoever is named gets it also where the time is just over; of all those who are at it, or whose last answers may still come.
    let after = match new.whose {
        _ if millis < 0 => clock,
        Whose::Named(_) => Time(clock.0 - millis),
        Whose::Everybody => clock.minus(grace(app)),
    };
    Ok((millis, store_time::extend(tx, contest, &new.whose, millis, (clock, after)).await?))
}

async fn reopen(tx: &mut Tx, contest: &Contest, new: &NewTimeChange, now: Time) -> Result<(i64, Vec<MovedEnd>)> {
    let millis = match new.extra {
        None => 0,
        Some(extra) => extra.minutes_of(minutes_given(contest))? * 60_000,
    };
    if millis < 0 {
        return Err(messages::NO_LESS_ON_REOPENING.with("field", "minutes").into());
    }
    let clock = clock(contest, now);
    let until = if millis > 0 { Time(clock.0 + millis) } else { Time(0) };
    Ok((millis, store_time::reopen(tx, contest, &new.whose, (clock, until)).await?))
}

/// After the commit: everybody looks at the contest anew, and those whose time it is hear where it ends.
async fn tell(app: &ContestsState, id: ContestId, moved: &[MovedEnd], moves: bool) {
    if moves {
        let changed: Vec<(UserId, Time)> = moved.iter().map(|end| (end.user, end.joined_at)).collect();
        app.attempt_cache.changed(&app.peers, id, &changed).await;
    }
    contests::contest_changed(app, id).await;
    if moves {
        for end in moved {
            app.live.publish(Topic::Attempt(id, end.user));
        }
    }
}

/// What was done with people's time, and since when the clocks stand still if they do.
#[derive(Debug)]
pub struct TimeLog {
    /// The contest.
    pub contest: Contest,
    /// Newest first.
    pub changes: Vec<TimeChange>,
    /// The owner and ADMIN, who see who did it and with how many.
    pub sees_all: bool,
}

/// The log: all of it for the contest's owner and ADMIN, and for whoever has joined what is about them.
pub async fn log(app: &ContestsState, who: &Member, id: ContestId) -> Result<TimeLog> {
    let contest = contests::find(&app.db, id).await?.ok_or(MISSING)?;
    if contest.owner == who.id || who.is_admin {
        let changes = store_time::log(&app.db, id).await?;
        return Ok(TimeLog { contest, changes, sees_all: true });
    }
    let Some(own) = app.attempt_cache.own(id, who.id).await? else {
        let may_see = contests::is_open_to(app, &contest, who).await?;
        return Err(if may_see { messages::NOT_JOINED } else { MISSING }.into());
    };
    let changes = store_time::log_of(&app.db, id, own.attempt.id, own.attempt.joined_at).await?;
    Ok(TimeLog { contest, changes, sees_all: false })
}

/// Account deletion: the log forgets the person, and contests of theirs whose clocks stand still go on, as nobody else would let them. Returns
/// those, to be forgotten after the commit.
pub async fn delete_account(tx: &mut Tx, now: Time, person: UserId) -> Result<Vec<ContestId>> {
    store_time::forget_person(tx, person).await?;
    let paused = store_time::paused_of(&*tx, person).await?;
    for id in &paused {
        let Some(contest) = contests::lock(tx, *id).await? else { continue };
        let Some(paused_at) = contest.paused_at else { continue };
        if store_time::resume(tx, &contest, paused_at, now).await?.is_some_and(|moved| !moved.is_empty()) {
            store_time::note_last_end(tx, *id).await?;
        }
    }
    Ok(paused)
}
