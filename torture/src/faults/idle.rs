//! *idle*: thousands of connections that say nothing beside people who work. That they are closed after half a
//! minute is not waited for (`crates/http/src/server.rs` has tests of that).

use std::time::Duration;

use anyhow::ensure;
use quad_db::Engine;
use quad_load::{Process, connections, open_all};
use tokio::time::sleep;

use super::Torture;
use crate::crowd::Crowd;
use crate::report::{Told, quickness};

const QUICK: Duration = Duration::from_secs(1);

pub async fn strike(torture: &mut Torture, engine: Engine) -> anyhow::Result<Told> {
    let (scale, seed) = (torture.scale, torture.seed);
    let mut stand = torture.stand(engine).await?;
    stand.start()?;
    let crowd = Crowd::begin(&stand, scale.lanes, seed);
    sleep(scale.while_well).await;
    let process = Process::of(stand.pid()?);
    let (before, began) = (process.usage()?, stand.journal.now());
    // This process needs as many files as the server.
    let room = quad_load::raise_open_files()?.saturating_sub(500) as usize;
    ensure!(scale.idle <= room, "{} files may be open here, which is too few for {} connections", room, scale.idle);
    let mut silent = connections(stand.address, scale.idle, Duration::from_secs(20));
    open_all(&mut silent).await?;
    sleep(scale.while_ill).await;
    let (after, over) = (process.usage()?, stand.journal.now());
    let back = stand.answers_again(Duration::from_secs(5)).await;
    let count = silent.len();
    drop(silent);
    crowd.end().await?;
    stand.kill();
    let entries = stand.journal.entries()?;
    let (served, p99) = quickness(&entries, began, over);
    let mut told = Told::of(&entries, stand.check().await?);
    told.recovers(back, "the silent had come");
    told.demand(served > 0 && p99 < QUICK, format!("honest p99 {} ms", p99.as_millis()));
    told.notes.push(format!(
        "{count} silent connections, {} KiB each; honest p99 {} ms meanwhile",
        after.resident.saturating_sub(before.resident) / 1024 / count.max(1) as u64,
        p99.as_millis()
    ));
    Ok(told)
}
