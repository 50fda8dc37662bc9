//! *files*: the process may open only a few files more than it has, and many clients want in, and say nothing. Whoever is in
//! is served, and the silent make room for newcomers: they do not go by themselves.

use std::time::Duration;

use anyhow::Context;
use quad_db::Engine;
use quad_load::Process;
use rustix::process::{Pid, Resource, Rlimit, prlimit};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use super::Torture;
use crate::crowd::Crowd;
use crate::report::{Told, quickness};

/// Files it may open more.
const MORE: usize = 16;
/// A newcomer is answered this soon, behind all of them in the line.
const SOON: Duration = Duration::from_secs(30);

pub async fn strike(torture: &mut Torture, engine: Engine) -> anyhow::Result<Told> {
    let (scale, seed) = (torture.scale, torture.seed);
    let mut stand = torture.stand(engine).await?;
    stand.start()?;
    let crowd = Crowd::begin(&stand, scale.lanes, seed);
    sleep(scale.while_well).await;
    let open = Process::of(stand.pid()?).usage()?.open_files;
    let pid = Pid::from_raw(i32::try_from(stand.pid()?)?).context("no process")?;
    let most = Some((open + MORE) as u64);
    prlimit(Some(pid), Resource::Nofile, Rlimit { current: most, maximum: most })?;
    let mut clients = Vec::new();
    for _ in 0..MORE + scale.hostile {
        // The system takes them in until its queue is full, whether the server does or not.
        clients.extend(timeout(Duration::from_secs(1), TcpStream::connect(stand.address)).await?.ok());
    }
    let full = stand.journal.now();
    let is_locked_out = stand.answers_again(Duration::from_millis(300)).await.is_none();
    let back = stand.answers_again(SOON).await;
    let emptied = stand.journal.now();
    drop(clients);
    sleep(scale.while_well).await;
    crowd.end().await?;
    stand.kill();
    let entries = stand.journal.entries()?;
    let (served, p99) = quickness(&entries, full, emptied);
    let mut told = Told::of(&entries, stand.check().await?);
    told.recovers(back, "the silent had come");
    told.demand(is_locked_out, "the fault was not felt: a newcomer was answered");
    told.demand(served > 0, "whoever was in was not served meanwhile");
    told.notes.push(format!("meanwhile {served} requests of those who were in, p99 {} ms", p99.as_millis()));
    Ok(told)
}
