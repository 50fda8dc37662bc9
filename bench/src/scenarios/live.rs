//! *live*: very many open event streams that follow one poll in which somebody votes every second: what that takes of the
//! processor, how much memory a stream holds, and how long a vote is on its way to everybody.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use quad_load::{Process, Streams, Watch};

use crate::bench::{Bench, PATIENCE, ask};
use crate::book::Unit;
use crate::campus::{Campus, Plan};
use crate::homes::Home;
use crate::requests;

const NAME: &str = "live";
/// Between two votes.
const PACE: Duration = Duration::from_secs(1);
/// Open files that are not streams.
const SPARE: usize = 500;

pub async fn run(bench: &mut Bench) -> anyhow::Result<()> {
    let possible = (quad_load::raise_open_files()? as usize).saturating_sub(SPARE);
    let streams = bench.scale.streams.min(possible);
    if streams < bench.scale.streams {
        bench.book.leave_out(format!("live: more than {streams} streams: this process may not open more files"));
    }
    // A poll per round, and voters enough.
    let votes = bench.scale.watching.as_secs() as usize + 2;
    let plan = Plan { people: streams.max(votes), polls: bench.rounds, ..Plan::default() };
    let campus = Arc::new(Campus::new(&plan));
    let homes = bench.homes_of(&campus).await?;
    for round in 0..bench.rounds {
        for home in &homes {
            watch(bench, &campus, home, round, streams).await?;
        }
    }
    Ok(())
}

async fn watch(
    bench: &mut Bench,
    campus: &Arc<Campus>,
    home: &Home,
    round: usize,
    streams: usize,
) -> anyhow::Result<()> {
    let (name, poll) = (home.name(), campus.polls[round].to_string());
    let quad = bench.programs.quad(&home.url, &home.folder, false)?;
    let process = Process::of(quad.pid());
    // The first stream of all makes what all share.
    let first = vec![requests::follow(&campus.people[0], &poll)];
    let first = Streams::open(quad.address, first, PATIENCE, None).await;
    let idle = process.usage()?;
    drop(first);

    let voted: Arc<Mutex<Option<Instant>>> = Arc::default();
    let since = Arc::clone(&voted);
    let age: Watch = Arc::new(move |_, event| {
        let voted = *since.lock().unwrap_or_else(PoisonError::into_inner);
        voted.filter(|_| event.contains("event: poll")).map(|voted| voted.elapsed())
    });
    let asking = campus.people[..streams].iter().map(|person| requests::follow(person, &poll)).collect();
    let open = Streams::open(quad.address, asking, PATIENCE, Some(age)).await;
    // What came at the opening is what was, no news.
    tokio::time::sleep(Duration::from_millis(500)).await;
    let before = open.frames();
    let (cpu, own) = (process.usage()?, Process::own().usage()?);
    let rounds = (bench.scale.watching.as_secs_f64() / PACE.as_secs_f64()).floor().max(1.0) as usize;
    let mut ticking = tokio::time::interval(PACE);
    for person in &campus.people[..rounds] {
        ticking.tick().await;
        *voted.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        let (status, _) = ask(quad.address, &requests::vote(person, &poll)).await?;
        anyhow::ensure!(status == 200, "a vote was refused: {status}");
    }
    ticking.tick().await;
    let (after, own_after) = (process.usage()?, Process::own().usage()?);
    let seen = open.close().await;

    let book = &mut bench.book;
    book.note(NAME, format!("{name}: streams"), Unit::Count, before.open as f64);
    let events = seen.events - before.events;
    book.note(NAME, format!("{name}: events missed"), Unit::Count, (rounds * streams) as f64 - events as f64);
    book.note(NAME, format!("{name}: processors"), Unit::Cores, after.cores_since(&cpu));
    let held = after.resident.saturating_sub(idle.resident) as f64 / 1024.0 / (streams as f64).max(1.0);
    book.note(NAME, format!("{name}: memory of a stream"), Unit::Kib, held);
    book.millis(NAME, format!("{name}: a vote to everybody, median"), seen.ages.quantile(0.5));
    book.millis(NAME, format!("{name}: a vote to everybody, p99"), seen.ages.quantile(0.99));
    book.note(NAME, format!("{name}: the load program's processors"), Unit::Cores, own_after.cores_since(&own));
    Ok(())
}
