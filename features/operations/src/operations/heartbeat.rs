//! Heartbeat: each process writes down now and then that it runs, so that an administrator sees all of them.

use std::time::Duration;

use tokio::time::sleep;

use quad_contests::ContestsState;
use quad_kernel::clock::Time;
use quad_kernel::error::Result;

use super::model::Process;
use super::store;

const EVERY: Duration = Duration::from_secs(30);
/// A process that was killed is shown for so long.
const SHOWN: Duration = Duration::from_hours(24);

/// Says that this process runs until it stops, and then that it does not.
pub async fn send_heartbeats(app: ContestsState, does: &'static str) {
    let began_at = app.clock.now();
    loop {
        if let Err(error) = send_heartbeat(&app, does, began_at).await {
            tracing::debug!(?error, "this process could not say that it runs");
        }
        if app.stop.run_until_cancelled(sleep(EVERY)).await.is_none() {
            break;
        }
    }
    // One that could not say so is not seen any more.
    let _ = end_heartbeat(&app).await;
}

/// Says that this process runs at this moment.
pub async fn send_heartbeat(app: &ContestsState, does: &str, began_at: Time) -> Result<()> {
    let now = app.clock.now();
    let process = Process {
        origin: app.peers.origin().to_owned(),
        does: does.to_owned(),
        host: host(),
        pid: i64::from(std::process::id()),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        began_at,
        seen_at: now,
    };
    let mut tx = app.db.begin().await?;
    store::beat(&mut tx, &process).await?;
    store::forget_unseen(&mut tx, now.minus(SHOWN)).await?;
    tx.commit().await?;
    Ok(())
}

/// What this machine calls itself.
fn host() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

async fn end_heartbeat(app: &ContestsState) -> Result<()> {
    let mut tx = app.db.begin().await?;
    store::end_heartbeat(&mut tx, app.peers.origin()).await?;
    tx.commit().await?;
    Ok(())
}
