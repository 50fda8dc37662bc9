//! *login-rush*: everybody logs in from one address within a minute, each from a browser nobody knows, every tenth after one or
//! two typing errors, and at the same address somebody sprays passwords: in turns one over all accounts, another one for each,
//! and many over five accounts whose owners are elsewhere. Is everybody in, how soon, and how many guesses were looked at? And
//! how long does a page of contests take meanwhile for those who are in?
//!
//! Whoever is asked to come back does so as the page does: after what `Retry-After` says, a quarter more or less. Once with Quad
//! as it comes, with one slot for hashing, and once with a slot for each processor.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::anyhow;
use quad_load::{Arrivals, Connection, Latencies, Request};
use quad_people::accounts::Passwords;
use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::{sleep, sleep_until};

use crate::bench::{Bench, PATIENCE};
use crate::book::Unit;
use crate::campus::{Campus, PASSWORD, Plan};
use crate::homes::Home;
use crate::requests::{self, Alike, anybody};

const NAME: &str = "login-rush";
/// Whoever is not in by then is not any more.
const GIVES_UP: Duration = Duration::from_mins(4);
/// Typing it again takes a moment.
const RETYPING: Duration = Duration::from_secs(2);
/// People who do not come, and whose accounts are hammered.
const ELSEWHERE: usize = 5;
/// The sprayer's connections, and how long each rests after a reply.
const SPRAYERS: u64 = 4;
const RESTS: Duration = Duration::from_millis(40);

/// Pages of contests asked for in a second, by people who are in, on so many connections.
const LOOKS: f64 = 50.0;
const LANES: usize = 32;
const CONTESTS: usize = 30;
const REGULARS: usize = 1_000;

pub async fn run(bench: &mut Bench) -> anyhow::Result<()> {
    let hash = Passwords::new(1, 1).hash(PASSWORD.to_owned()).await.map_err(|fail| anyhow!("{fail:?}"))?;
    let people = bench.scale.rushing + ELSEWHERE;
    let contests = vec![(3, 1, false); CONTESTS];
    let plan = Plan { people, contests, password_hash: Some(hash), ..Plan::default() };
    let campus = Arc::new(Campus::new(&plan));
    quad_load::raise_open_files()?;
    let processors = std::thread::available_parallelism()?.get();
    for round in 0..bench.rounds {
        for home in bench.homes_of(&campus).await? {
            rush(bench, &campus, &home, home.name(), round).await?;
        }
        for home in bench.homes_of(&campus).await? {
            std::fs::write(home.folder.join("quad.toml"), format!("login_slots = {processors}\n"))?;
            rush(bench, &campus, &home, &format!("{}, a slot for each processor", home.name()), round).await?;
        }
    }
    Ok(())
}

/// What became of somebody.
struct Came {
    /// From the first try until in; nothing for who gave up.
    took: Option<Duration>,
    mistyped: bool,
    /// Asked to come back because the line was full, and because of failures.
    busy: u32,
    slowed: u32,
}

async fn rush(bench: &mut Bench, campus: &Arc<Campus>, home: &Home, label: &str, round: usize) -> anyhow::Result<()> {
    let quad = bench.programs.quad(&home.url, &home.folder, false)?;
    let looking = || Alike::new(campus, REGULARS.min(campus.people.len()), vec![anybody(requests::contests())]);
    let quiet = Arrivals::at_random(LOOKS, bench.scale.measure, round as u64);
    let quiet = bench.steady(&quad, LANES, quiet, looking()).await?;
    bench.note_errors(NAME, &format!("{label}: pages of contests, quiet"), &quiet)?;
    bench.book.millis(NAME, format!("{label}: pages of contests' p99, quiet"), quiet.p99());
    let sprayer = Sprayer::default();
    let begun = Instant::now();
    let mut spraying = JoinSet::new();
    for lane in 0..SPRAYERS {
        spraying.spawn(spray(quad.address, Arc::clone(campus), lane, sprayer.clone()));
    }
    let arrivals = Arrivals::within(bench.scale.rushing, bench.scale.rush, round as u64 + 1);
    let mut coming = JoinSet::new();
    for (number, moment) in arrivals.moments().iter().copied().enumerate() {
        let (address, email) = (quad.address, campus.people[number].email.clone());
        coming.spawn(async move {
            sleep_until((begun + moment).into()).await;
            come(address, &email, number).await
        });
    }
    let beside = Arrivals::at_random(LOOKS, bench.scale.rush, round as u64 + 1);
    let all_came = async { (coming.join_all().await, begun.elapsed()) };
    let (beside, (came, all_in)) = tokio::join!(bench.steady(&quad, LANES, beside, looking()), all_came);
    spraying.shutdown().await;
    let beside = beside?;
    bench.note_errors(NAME, &format!("{label}: pages of contests, in the rush"), &beside)?;
    bench.book.millis(NAME, format!("{label}: pages of contests' p99, in the rush"), beside.p99());
    note(bench, label, &came, all_in, &sprayer);
    Ok(())
}

/// Somebody on a new browser.
async fn come(address: SocketAddr, email: &str, number: usize) -> Came {
    let begun = Instant::now();
    let mistakes = if number % 10 == 7 { 1 + number / 10 % 2 } else { 0 };
    let mut came = Came { took: None, mistyped: mistakes > 0, busy: 0, slowed: 0 };
    let (mut line, mut left) = (Connection::new(address, PATIENCE), mistakes);
    while begun.elapsed() < GIVES_UP {
        let password = if left > 0 { format!("{PASSWORD}{number}") } else { PASSWORD.to_owned() };
        let Ok(reply) = line.send(&log_in(email, &password)).await else {
            sleep(RETYPING).await;
            continue;
        };
        let again = reply.head("retry-after").and_then(|seconds| seconds.parse::<f64>().ok());
        match reply.status {
            200 => {
                came.took = Some(begun.elapsed());
                break;
            }
            401 => left = left.saturating_sub(1),
            503 => came.busy += 1,
            _ => came.slowed += 1,
        }
        // A quarter more or less, by the person's number.
        let spread = 0.75 + (number % 50) as f64 / 100.0;
        sleep(again.map_or(RETYPING, |seconds| Duration::from_secs_f64(seconds * spread))).await;
    }
    came
}

fn log_in(email: &str, password: &str) -> Vec<u8> {
    Request::post("/api/login").json(json!({"email": email, "passWord": password}).to_string()).bytes()
}

/// What the sprayer got.
#[derive(Clone, Default)]
struct Sprayer {
    tried: Arc<AtomicU64>,
    looked_at: Arc<AtomicU64>,
    right: Arc<AtomicU64>,
}

async fn spray(address: SocketAddr, campus: Arc<Campus>, lane: u64, sprayer: Sprayer) {
    let (people, mut line) = (campus.people.len() - ELSEWHERE, Connection::new(address, PATIENCE));
    for turn in 0_usize.. {
        let number = turn * SPRAYERS as usize + lane as usize;
        let (whom, password) = match turn % 3 {
            0 => (number % people, "harvest-moon-2026".to_owned()),
            1 => (number % people, format!("guess-number-{number}")),
            _ => (people + number % ELSEWHERE, format!("guess-number-{number}")),
        };
        if let Ok(reply) = line.send(&log_in(&campus.people[whom].email, &password)).await {
            sprayer.tried.fetch_add(1, Ordering::Relaxed);
            sprayer.looked_at.fetch_add(u64::from(matches!(reply.status, 200 | 401)), Ordering::Relaxed);
            sprayer.right.fetch_add(u64::from(reply.status == 200), Ordering::Relaxed);
        }
        sleep(RESTS).await;
    }
}

fn note(bench: &mut Bench, label: &str, came: &[Came], all_in: Duration, sprayer: &Sprayer) {
    let mut took = Latencies::new();
    came.iter().filter(|one| !one.mistyped).filter_map(|one| one.took).for_each(|time| took.record(time));
    let is_in = came.iter().filter(|one| one.took.is_some()).count();
    let slowed = came.iter().filter(|one| one.slowed > 0 && !one.mistyped).count();
    let busy: u32 = came.iter().map(|one| one.busy).sum();
    let book = &mut bench.book;
    book.note(NAME, format!("{label}: came"), Unit::Count, came.len() as f64);
    book.note(NAME, format!("{label}: in"), Unit::Count, is_in as f64);
    book.note(NAME, format!("{label}: never in"), Unit::Count, (came.len() - is_in) as f64);
    book.note(NAME, format!("{label}: slowed though they mistyped nothing"), Unit::Count, slowed as f64);
    book.note(NAME, format!("{label}: asked to come back, the line being full"), Unit::Count, f64::from(busy));
    book.millis(NAME, format!("{label}: the last one in, after the first came"), all_in);
    book.millis(NAME, format!("{label}: until in, median"), took.quantile(0.5));
    book.millis(NAME, format!("{label}: until in, p99"), took.quantile(0.99));
    let bad = came.len() - is_in + sprayer.right.load(Ordering::Relaxed) as usize;
    // Behind the sign stands what the table of `cargo xtask trust` says besides.
    crate::say(&format!("trust: log-ins: {is_in} / {bad} · {label}: {:.0} s", all_in.as_secs_f64()));
    let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed) as f64;
    book.note(NAME, format!("{label}: the sprayer's tries"), Unit::Count, count(&sprayer.tried));
    book.note(NAME, format!("{label}: the sprayer's tries looked at"), Unit::Count, count(&sprayer.looked_at));
    book.note(NAME, format!("{label}: the sprayer's right guesses"), Unit::Count, count(&sprayer.right));
}
