//! *memory*: the process may not take more memory than it has, and large bodies come. Rust ends a process that cannot
//! allocate; then another is started, as a service manager does. Nothing acknowledged may be gone.

use std::time::Duration;

use anyhow::Context;
use quad_db::Engine;
use quad_load::Request;
use rustix::process::{Pid, Resource, Rlimit, prlimit};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::sleep;

use super::Torture;
use crate::crowd::Crowd;
use crate::report::Told;
use crate::stand::Stand;

/// Memory it may take more.
const MORE: u64 = 24 * 1024 * 1024;
/// Of each large body; a larger one is refused unread.
const BODY: usize = 250 * 1024;
const SOON: Duration = Duration::from_secs(15);

pub async fn strike(torture: &mut Torture, engine: Engine) -> anyhow::Result<Told> {
    let (scale, seed) = (torture.scale, torture.seed);
    let mut stand = torture.stand(engine).await?;
    stand.start()?;
    let crowd = Crowd::begin(&stand, scale.lanes, seed);
    let (mut ends, mut backs) = (0, Vec::new());
    for _ in 0..scale.blows.div_ceil(4) {
        sleep(scale.while_well).await;
        limit(&stand)?;
        let clients = besiege(&stand, scale.hostile.max(100) * 2).await;
        sleep(scale.while_ill).await;
        drop(clients);
        let over = stand.journal.now();
        // Whether it has ended or lives on in narrow rooms, the next one has room again.
        ends += usize::from(stand.has_ended());
        stand.kill();
        stand.start()?;
        backs.push(stand.recovered(over, SOON).await?);
    }
    sleep(scale.while_well).await;
    crowd.end().await?;
    stand.kill();
    let entries = stand.journal.entries()?;
    let mut told = Told::of(&entries, stand.check().await?);
    for back in backs {
        told.recovers(back, "there was memory again");
    }
    told.demand(told.failed + told.unknown > 0, "the fault was not felt: nothing failed");
    told.notes.push(format!(
        "{} times {} MiB more and no further; the process ended {ends} times",
        scale.blows.div_ceil(4),
        MORE >> 20
    ));
    Ok(told)
}

/// No more address space than it has, and a little.
fn limit(stand: &Stand<'_>) -> anyhow::Result<()> {
    let pid = stand.pid()?;
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmSize:")).context("its size")?;
    let kibibytes: u64 = line.trim().trim_end_matches("kB").trim().parse()?;
    let most = Some(kibibytes * 1024 + MORE);
    let pid = Pid::from_raw(i32::try_from(pid)?).context("no process")?;
    prlimit(Some(pid), Resource::As, Rlimit { current: most, maximum: most })?;
    Ok(())
}

/// Clients that send a large body, all but its last byte.
async fn besiege(stand: &Stand<'_>, count: usize) -> Vec<TcpStream> {
    let mut clients = Vec::new();
    for number in 0..count {
        let person = &stand.campus.people[number % stand.campus.people.len()];
        let bytes = Request::post("/api/complete").cookie(&person.cookie).json(" ".repeat(BODY)).bytes();
        let Ok(mut stream) = TcpStream::connect(stand.address).await else { continue };
        // A server that ends under it is what this is about.
        let sent = tokio::time::timeout(Duration::from_secs(1), stream.write_all(&bytes[..bytes.len() - 1])).await;
        if matches!(sent, Ok(Ok(()))) {
            clients.push(stream);
        }
    }
    clients
}
