//! Job management: runs a parked job again, drops one, and asks for a backup. One guarded statement decides; what it
//! found is looked up only to say why nothing was done.

use quad_jobs::State;

use crate::backups;
use quad_contests::ContestsState;
use quad_kernel::error::{MISSING, Result};

use super::messages;

/// Has a backup made soon.
pub async fn back_up(app: &ContestsState) -> Result<()> {
    let mut tx = app.db.begin().await?;
    backups::ask(&mut tx, app.clock.now()).await?;
    tx.commit().await?;
    app.wake.wake();
    tracing::info!("an administrator asked for a backup");
    Ok(())
}

/// Lets a parked job run again now.
pub async fn retry(app: &ContestsState, id: i64) -> Result<()> {
    let mut tx = app.db.begin().await?;
    if !quad_jobs::retry(&mut tx, app.clock.now().0, id).await? {
        quad_jobs::find(&tx, id).await?.ok_or(MISSING)?;
        return Err(messages::NOT_PARKED.into());
    }
    tx.commit().await?;
    app.wake.wake();
    tracing::info!(job = id, "an administrator lets a parked job run again");
    Ok(())
}

/// Deletes a job that waits or is parked.
pub async fn drop_job(app: &ContestsState, id: i64) -> Result<()> {
    let mut tx = app.db.begin().await?;
    if !quad_jobs::drop_untimed(&mut tx, id).await? {
        let job = quad_jobs::find(&tx, id).await?.ok_or(MISSING)?;
        return Err(if job.state == State::Running { messages::RUNNING } else { messages::TIMED }.into());
    }
    tx.commit().await?;
    tracing::info!(job = id, "an administrator dropped a job");
    Ok(())
}
