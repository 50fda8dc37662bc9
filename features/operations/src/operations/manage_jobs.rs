//! Job management: runs a parked job again, drops one, and asks for a backup. One guarded statement decides; what it
//! found is looked up only to say why nothing was done.

use quad_jobs::State;

use crate::backups;
use quad_contests::ContestsState;
use quad_kernel::error::{MISSING, Result};
use quad_kernel::ids::UserId;
use quad_people::audit::{self, Act, Actor};

use super::messages;

/// Has a backup made soon.
pub async fn back_up(app: &ContestsState, by: UserId) -> Result<()> {
    let mut tx = app.db.begin().await?;
    let now = app.clock.now();
    backups::ask(&mut tx, now).await?;
    audit::note(&mut tx, now, Actor::Admin(by), None, &Act::BackupAsked).await?;
    tx.commit().await?;
    app.wake.wake();
    tracing::info!("an administrator asked for a backup");
    Ok(())
}

/// Lets a parked job run again now.
pub async fn retry(app: &ContestsState, by: UserId, id: i64) -> Result<()> {
    let mut tx = app.db.begin().await?;
    let (now, job) = (app.clock.now(), quad_jobs::find(&tx, id).await?.ok_or(MISSING)?);
    if !quad_jobs::retry(&mut tx, now.0, id).await? {
        quad_jobs::find(&tx, id).await?.ok_or(MISSING)?;
        return Err(messages::NOT_PARKED.into());
    }
    audit::note(&mut tx, now, Actor::Admin(by), None, &Act::JobsRetried(job.kind, 1)).await?;
    tx.commit().await?;
    app.wake.wake();
    tracing::info!(job = id, "an administrator lets a parked job run again");
    Ok(())
}

/// Deletes a job that waits or is parked.
pub async fn drop_job(app: &ContestsState, by: UserId, id: i64) -> Result<()> {
    let mut tx = app.db.begin().await?;
    let dropped = quad_jobs::find(&tx, id).await?.ok_or(MISSING)?;
    if !quad_jobs::drop_untimed(&mut tx, id).await? {
        let job = quad_jobs::find(&tx, id).await?.ok_or(MISSING)?;
        return Err(if job.state == State::Running { messages::RUNNING } else { messages::TIMED }.into());
    }
    audit::note(&mut tx, app.clock.now(), Actor::Admin(by), None, &Act::JobsDropped(dropped.kind, 1)).await?;
    tx.commit().await?;
    tracing::info!(job = id, "an administrator dropped a job");
    Ok(())
}
