//! *live*: very many open event streams that follow one poll in which somebody votes every second: what that takes of the
//! processor, how much memory a stream holds, and how long a vote is on its way to everybody.
//!
//! Beside it the bare framework, which sends each stream the event that Quad sent, and Express on SQLite, which keeps its
//! listeners in memory: for a shorter time, because nothing in it depends on how long it lasts.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context;
use quad_load::{Process, Streams, Watch};
use quad_testbed::process::Server;

use crate::bench::{Bench, PATIENCE, ask};
use crate::book::Unit;
use crate::campus::{Campus, Plan};
use crate::requests;

const NAME: &str = "live";
/// How the events that matter begin.
const EVENT: &str = "event: poll";
/// Between two votes.
const PACE: Duration = Duration::from_secs(1);
/// Others are watched for so long at most.
const SHORTER: Duration = Duration::from_secs(6);
/// Open files that are not streams.
const SPARE: usize = 500;

/// What holding streams costs.
struct Cost {
    cores: f64,
    kibibytes: f64,
}

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
    let copy = match homes.first() {
        Some(home) => bench.copy_for_express(home).await?,
        None => None,
    };
    for (round, poll) in campus.polls.iter().enumerate() {
        let crowd = Crowd { campus: &campus, poll: poll.to_string(), streams };
        let mut ours = Vec::new();
        let mut bare = None;
        for home in &homes {
            let quad = bench.programs.quad(&home.url, &home.folder, false)?;
            ours.push((home.name(), crowd.watch(bench, home.name(), &quad, bench.scale.watching).await?));
            if bare.is_none() {
                let event = crowd.event(&quad).await.with_context(|| format!("round {round}"))?;
                bare = Some(bench.bare_like(&quad, &[], &["--event", &event]).await?);
            }
        }
        let short = bench.scale.watching.min(SHORTER);
        let mut others = Vec::new();
        if let Some(bare) = bare {
            others.push(("of bare", crowd.watch(bench, "bare framework", &bare, short).await?));
        }
        if let Some(copy) = &copy
            && let Some(express) = bench.programs.express(&copy.url, false)?
        {
            others.push(("of Express", crowd.watch(bench, "Express on SQLite", &express, short).await?));
        }
        for (name, ours) in &ours {
            for (what, other) in &others {
                compare(bench, name, what, ours, other);
            }
        }
    }
    Ok(())
}

/// Notes what of another's cost ours is, where that can be told.
fn compare(bench: &mut Bench, name: &str, what: &str, ours: &Cost, other: &Cost) {
    let both = [("processors", ours.cores, other.cores), ("memory of a stream", ours.kibibytes, other.kibibytes)];
    for (figure, ours, other) in both.into_iter().filter(|(.., other)| *other > 0.0) {
        bench.book.note(NAME, format!("{name}: {figure}, {what}"), Unit::Ratio, ours / other);
    }
}

/// Those who follow a poll.
struct Crowd<'a> {
    campus: &'a Campus,
    poll: String,
    streams: usize,
}

impl Crowd<'_> {
    /// What a server tells a stream of the poll.
    async fn event(&self, server: &Server) -> anyhow::Result<String> {
        let heard: Arc<Mutex<Option<String>>> = Arc::default();
        let hearing = Arc::clone(&heard);
        let listen: Watch = Arc::new(move |_, event| {
            let told = event.contains(EVENT).then(|| format!("{event}\n"));
            hearing.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(told?);
            None
        });
        let stream = vec![requests::follow(&self.campus.people[0], &self.poll)];
        let open = Streams::open(server.address, stream, PATIENCE, Some(listen)).await;
        let started = Instant::now();
        let event = loop {
            if let Some(event) = heard.lock().unwrap_or_else(PoisonError::into_inner).take() {
                break event;
            }
            anyhow::ensure!(started.elapsed() < PATIENCE, "a stream is told nothing");
            tokio::time::sleep(Duration::from_millis(10)).await;
        };
        open.close().await;
        Ok(event)
    }

    async fn watch(&self, bench: &mut Bench, label: &str, server: &Server, long: Duration) -> anyhow::Result<Cost> {
        let (campus, poll, streams) = (self.campus, &self.poll, self.streams);
        let process = Process::of(server.pid());
        // The first stream of all makes what all share.
        let first = vec![requests::follow(&campus.people[0], poll)];
        let first = Streams::open(server.address, first, PATIENCE, None).await;
        let idle = process.usage()?;
        drop(first);

        let voted: Arc<Mutex<Option<Instant>>> = Arc::default();
        let since = Arc::clone(&voted);
        let age: Watch = Arc::new(move |_, event| {
            let voted = *since.lock().unwrap_or_else(PoisonError::into_inner);
            voted.filter(|_| event.contains(EVENT)).map(|voted| voted.elapsed())
        });
        let asking = campus.people[..streams].iter().map(|person| requests::follow(person, poll)).collect();
        let open = Streams::open(server.address, asking, PATIENCE, Some(age)).await;
        // What came at the opening is what was, no news.
        tokio::time::sleep(Duration::from_millis(500)).await;
        let before = open.frames();
        let (cpu, own) = (process.usage()?, Process::own().usage()?);
        let votes = (long.as_secs_f64() / PACE.as_secs_f64()).floor().max(1.0) as usize;
        let mut ticking = tokio::time::interval(PACE);
        for person in &campus.people[..votes] {
            ticking.tick().await;
            *voted.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
            let (status, _) = ask(server.address, &requests::vote(person, poll)).await?;
            anyhow::ensure!(status == 200, "a vote was refused: {status}");
        }
        ticking.tick().await;
        let (after, own_after) = (process.usage()?, Process::own().usage()?);
        let seen = open.close().await;

        let cost = Cost {
            cores: after.cores_since(&cpu),
            kibibytes: after.resident.saturating_sub(idle.resident) as f64 / 1024.0 / (streams as f64).max(1.0),
        };
        let (book, events) = (&mut bench.book, seen.events - before.events);
        book.note(NAME, format!("{label}: streams"), Unit::Count, before.open as f64);
        book.note(NAME, format!("{label}: events missed"), Unit::Count, (votes * streams) as f64 - events as f64);
        book.note(NAME, format!("{label}: processors"), Unit::Cores, cost.cores);
        book.note(NAME, format!("{label}: memory of a stream"), Unit::Kib, cost.kibibytes);
        book.millis(NAME, format!("{label}: a vote to everybody, median"), seen.ages.quantile(0.5));
        book.millis(NAME, format!("{label}: a vote to everybody, p99"), seen.ages.quantile(0.99));
        let load = own_after.cores_since(&own);
        book.note(NAME, format!("{label}: the load program's processors"), Unit::Cores, load);
        Ok(cost)
    }
}
