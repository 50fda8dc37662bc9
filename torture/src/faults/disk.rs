//! *write-errors*, *sync-errors* and *disk-full*: the calls by which SQLite reaches its files fail for a while, and are whole
//! again, while the same process goes on.

use std::time::Duration;

use quad_db::Engine;
use quad_testbed::preload::faults::{EIO, Number};
use tokio::time::sleep;

use super::Torture;
use crate::crowd::Crowd;
use crate::report::Told;

/// Writes again this soon after the disk is whole, without a restart.
const SOON: Duration = Duration::from_secs(5);
/// Bytes that are left when the disk begins to be full.
const LEFT: i64 = 64 * 1024;

pub async fn fail_writes(torture: &mut Torture, engine: Engine) -> anyhow::Result<Told> {
    strike(torture, engine, Number::Write, EIO).await
}

pub async fn fail_syncs(torture: &mut Torture, engine: Engine) -> anyhow::Result<Told> {
    strike(torture, engine, Number::Sync, EIO).await
}

pub async fn fill(torture: &mut Torture, engine: Engine) -> anyhow::Result<Told> {
    strike(torture, engine, Number::Space, LEFT).await
}

async fn strike(torture: &mut Torture, engine: Engine, number: Number, value: i64) -> anyhow::Result<Told> {
    let (scale, seed) = (torture.scale, torture.seed);
    let mut stand = torture.stand(engine).await?;
    stand.start()?;
    let crowd = Crowd::begin(&stand, scale.lanes, seed);
    let mut backs = Vec::new();
    let mut restarts = 0;
    for _ in 0..scale.blows.div_ceil(3) {
        sleep(scale.while_well).await;
        stand.faults()?.set(number, value)?;
        sleep(scale.while_ill).await;
        stand.faults()?.heal()?;
        let healed = stand.journal.now();
        if stand.has_ended() {
            restarts += 1;
            stand.start()?;
        }
        backs.push(stand.recovered(healed, SOON).await?);
    }
    sleep(scale.while_well).await;
    crowd.end().await?;
    // What was acknowledged must not lie in the memory of the process alone.
    stand.kill();
    let mut told = Told::of(&stand.journal.entries()?, stand.check().await?);
    for back in backs {
        told.recovers(back, "the disk was whole again");
    }
    told.demand(told.failed > 0, "the fault was not felt: nothing failed");
    told.demand(restarts == 0, format!("the process ended {restarts} times"));
    Ok(told)
}
