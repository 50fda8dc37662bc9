//! *kinds*: what a contest costs that has all that contests may have, beside one of the seed's kind: questions of all kinds, marks, answers
//! that may be changed, papers by a draw, pictures. Everybody joins within a few seconds and fetches paper and pictures as a phone does.
//!
//! Its questions are written by the calls of its owner, so that they are what the product makes of them.

use std::sync::Arc;
use std::time::Duration;

use quad_kernel::clock::Clock;
use quad_load::{Arrivals, Request};
use quad_testbed::process::Server;
use tokio::time::Instant;

use crate::bench::{Bench, Measured, ask, sample};
use crate::book::Unit;
use crate::campus::{Campus, Plan};
use crate::crowd::{Changes, Crowd};
use crate::homes::Home;
use crate::mixed_contest;
use crate::requests::{self, Alike, Answers, anybody};
use crate::store;

const NAME: &str = "kinds";
/// Those who fetch a picture again and again in the closed loop; their sessions are known.
const REGULARS: usize = 1_000;
/// So long ago the contests end in the end, in milliseconds: their grace is over.
const OVER: i64 = 60_000;

pub async fn run(bench: &mut Bench) -> anyhow::Result<()> {
    let (people, questions) = (bench.scale.people, bench.scale.questions);
    // Two for each round: one of the seed's kind, and one that its owner has yet to fill.
    let contests = (0..bench.rounds).flat_map(|_| [(questions, people, false), (0, 0, false)]).collect();
    let campus = Arc::new(Campus::new(&Plan { people, contests, ..Plan::default() }));
    let mut rigs = Vec::new();
    for home in bench.homes_of(&campus).await? {
        rigs.push(rig(bench, &campus, home).await?);
    }
    for round in 0..bench.rounds {
        for rig in &mut rigs {
            play(bench, &campus, rig, round).await?;
        }
    }
    for rig in rigs {
        boards(bench, &campus, rig).await?;
    }
    Ok(())
}

/// Quad on one engine.
struct Rig {
    home: Home,
    quad: Server,
    /// Answers that stand by all that was acknowledged.
    standing: u64,
}

/// Where the contests of a round are in the campus: the seed's kind, and the other.
const fn pair(round: usize) -> (usize, usize) {
    (2 * round, 2 * round + 1)
}

async fn rig(bench: &Bench, campus: &Campus, home: Home) -> anyhow::Result<Rig> {
    let owner = mixed_contest::owner(campus)?;
    let db = home.open().await?;
    for round in 0..bench.rounds {
        store::give(&db, campus.contests[pair(round).1].id.0, owner.id.0).await?;
    }
    db.close().await;
    let quad = bench.programs.quad(&home.url, &home.folder, false)?;
    for round in 0..bench.rounds {
        mixed_contest::fill(quad.address, owner, &campus.contests[pair(round).1]).await?;
    }
    Ok(Rig { home, quad, standing: 0 })
}

async fn play(bench: &mut Bench, campus: &Arc<Campus>, rig: &mut Rig, round: usize) -> anyhow::Result<()> {
    let crowd = everybody(bench, campus, rig, round).await?;
    picture(bench, campus, rig, &crowd).await?;
    let (seed, mixed) = pair(round);
    let (name, lanes) = (rig.home.name(), bench.lanes());
    bench.fetch_papers(&rig.quad, campus, seed).await?;
    let first = Answers::new(campus, seed);
    let firsts = bench.peak(&rig.quad, lanes, first.clone()).await?.clean("first answers")?;
    anyhow::ensure!(!first.ran_out(), "there were fewer questions than could be answered");
    let work = Changes::new(campus, mixed, &crowd)?;
    let different = work.different();
    let changes = bench.peak(&rig.quad, lanes, work).await?.clean("changes")?;
    rig.standing += firsts.report.done + changes.report.done.min(different);
    let rate = |measured: &Measured| measured.report.per_second();
    let book = &mut bench.book;
    book.note(NAME, format!("{name}: first answers"), Unit::PerSecond, rate(&firsts));
    book.note(NAME, format!("{name}: changes"), Unit::PerSecond, rate(&changes));
    book.note(NAME, format!("{name}: changes, processor time each"), Unit::Micros, changes.micros_each());
    book.note(NAME, format!("{name}: changes, of first answers"), Unit::Ratio, rate(&changes) / rate(&firsts));
    Ok(())
}

/// Everybody but the owner joins within a few seconds, each over a new connection, and leafs through the paper.
async fn everybody(bench: &mut Bench, campus: &Arc<Campus>, rig: &Rig, round: usize) -> anyhow::Result<Arc<Crowd>> {
    let people = mixed_contest::joining(campus);
    let arrivals = Arrivals::within(people, bench.scale.joining, round as u64);
    // A phone waits up to 4 s for the pictures of the next question (useNextPictures.ts), where everybody comes within 5 s.
    let crowd = Arc::new(Crowd::new(campus, pair(round).1, bench.scale.joining.mul_f64(0.8)));
    bench.watched(&rig.quad, crowd.come(rig.quad.address, &arrivals)).await?;
    let (papers, first, pictures) = (crowd.papers.report(), crowd.first.report(), crowd.pictures.report());
    let not_done = (people as u64).saturating_sub(papers.done) + (pictures.ended() - pictures.done);
    let name = rig.home.name();
    let book = &mut bench.book;
    book.note(NAME, format!("{name}: everybody joins, done"), Unit::Count, papers.done as f64);
    book.note(NAME, format!("{name}: everybody joins, errors"), Unit::Count, not_done as f64);
    book.note(NAME, format!("{name}: papers in hand"), Unit::Count, crowd.variants() as f64);
    for (what, report) in [("paper", &papers), ("first question with its pictures", &first)] {
        book.millis(NAME, format!("{name}: until the {what}, median"), report.latencies.quantile(0.5));
        book.millis(NAME, format!("{name}: until the {what}, p99"), report.latencies.quantile(0.99));
        book.millis(NAME, format!("{name}: until the {what}, longest"), report.latencies.max());
    }
    book.note(NAME, format!("{name}: pictures fetched"), Unit::Count, pictures.done as f64);
    book.millis(NAME, format!("{name}: a picture meanwhile, p99"), pictures.latencies.quantile(0.99));
    book.note(NAME, format!("{name}: bytes of a phone, most"), Unit::Count, crowd.most_bytes() as f64);
    // The connections of those who came have to be gone before the next measurement.
    tokio::time::sleep(Duration::from_millis(200)).await;
    Ok(crowd)
}

/// One picture again and again, beside the bare framework.
async fn picture(bench: &mut Bench, campus: &Arc<Campus>, rig: &Rig, crowd: &Crowd) -> anyhow::Result<()> {
    let call = Request::get(&crowd.any_picture()?);
    let regulars = REGULARS.min(mixed_contest::joining(campus));
    let work = || Alike::new(campus, regulars, vec![anybody(call.clone())]);
    let lanes = bench.lanes();
    let bare = bench.bare_like(&rig.quad, &[sample(&work(), 0)], &[]).await?;
    let alone = bench.peak(&bare, lanes, work()).await?.clean("bare")?.report.per_second();
    let ours = bench.peak(&rig.quad, lanes, work()).await?.clean("Quad")?.report.per_second();
    let name = rig.home.name();
    bench.book.note(NAME, format!("{name}: a picture, bare framework"), Unit::PerSecond, alone);
    bench.book.note(NAME, format!("{name}: a picture"), Unit::PerSecond, ours);
    bench.book.note(NAME, format!("{name}: a picture, of bare"), Unit::Ratio, ours / alone);
    Ok(())
}

/// What is stored is compared with what was acknowledged; then all is over, and the first page of each board is timed alone, by a server
/// that has just been started.
async fn boards(bench: &mut Bench, campus: &Arc<Campus>, rig: Rig) -> anyhow::Result<()> {
    let Rig { home, quad, standing } = rig;
    drop(quad);
    let name = home.name();
    let db = home.open().await?;
    let (stored, _) = store::answers(&db).await?;
    store::end_all(&db, Clock::System.now().0 - OVER).await?;
    db.close().await;
    bench.book.note(NAME, format!("{name}: answers that stand"), Unit::Count, standing as f64);
    bench.book.note(NAME, format!("{name}: lost or doubled"), Unit::Count, standing.abs_diff(stored) as f64);
    let quad = bench.programs.quad(&home.url, &home.folder, false)?;
    for round in 0..bench.rounds {
        let (seed, mixed) = pair(round);
        for (kind, at) in [("the seed's contest", seed), ("this contest", mixed)] {
            let contest = &campus.contests[at];
            let who = &campus.people[0];
            // Somebody who looks at its head first, so that opening connections is not what is timed.
            let head = Request::get(&format!("/api/contest/{}", contest.id)).cookie(&who.cookie).bytes();
            let (status, _) = ask(quad.address, &head).await?;
            anyhow::ensure!(status == 200, "the contest is not shown: {status}");
            let page = sample(&Alike::new(campus, 1, vec![anybody(requests::board(contest))]), 0);
            let started = Instant::now();
            let (status, said) = ask(quad.address, &page).await?;
            let took = started.elapsed();
            anyhow::ensure!(status == 200, "the board is not shown: {status} {}", String::from_utf8_lossy(&said));
            let shown: serde_json::Value = serde_json::from_slice(&said)?;
            let there = shown["totalParticipants"].as_u64().unwrap_or_default();
            bench.book.note(NAME, format!("{name}: people on the board of {kind}"), Unit::Count, there as f64);
            bench.book.millis(NAME, format!("{name}: first page of {kind}"), took);
        }
    }
    Ok(())
}
