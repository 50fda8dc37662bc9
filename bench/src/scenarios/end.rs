//! *end*: the contest is over and everybody opens the board. The first page is timed alone, by a server that has just been
//! started and has never seen the board; then pages and own rows are asked for as fast as they go.
//!
//! Asked for plainly and as a browser asks (compressed); by people whose sessions are known, and by everybody once. Express
//! computes the ranking by SQL each time.

use std::sync::Arc;
use std::time::Instant;

use quad_load::Request;
use quad_testbed::process::Server;

use crate::bench::{Bench, Measured, agree, ask, sample};
use crate::book::Unit;
use crate::campus::{Campus, Plan};
use crate::homes::Home;
use crate::requests::{self, Alike, anybody, as_browser};

const NAME: &str = "end";
/// Answers of everybody.
const QUESTIONS: usize = 20;
const REGULARS: usize = 1_000;
/// Connections to Express: a page of the largest board takes it a good part of a second, and more would only wait.
const EXPRESS_LANES: usize = 4;

pub async fn run(bench: &mut Bench) -> anyhow::Result<()> {
    let people = bench.scale.board;
    let plan = Plan { people, contests: vec![(QUESTIONS, people, true)], ..Plan::default() };
    let campus = Arc::new(Campus::new(&plan));
    let mut homes = Vec::new();
    for home in bench.homes_of(&campus).await? {
        let copy = bench.copy_for_express(&home).await?;
        homes.push((home, copy));
    }
    for _ in 0..bench.rounds {
        for (home, copy) in &homes {
            round(bench, &campus, home, copy.as_ref()).await?;
        }
    }
    Ok(())
}

async fn round(bench: &mut Bench, campus: &Arc<Campus>, home: &Home, copy: Option<&Home>) -> anyhow::Result<()> {
    let (name, contest) = (home.name(), &campus.contests[0]);
    let quad = bench.programs.quad(&home.url, &home.folder, false)?;
    // Somebody who looks at something else first, so that opening connections is not what is timed.
    let head = Request::get(&format!("/api/contest/{}", contest.id)).cookie(&campus.people[0].cookie).bytes();
    let (status, _) = ask(quad.address, &head).await?;
    anyhow::ensure!(status == 200, "the contest is not shown: {status}");
    let first = sample(&Alike::new(campus, 1, vec![anybody(requests::board(contest))]), 0);
    let started = Instant::now();
    let (status, page) = ask(quad.address, &first).await?;
    let took = started.elapsed();
    anyhow::ensure!(status == 200, "the board is not shown: {status}");
    let shown: serde_json::Value = serde_json::from_slice(&page)?;
    let on_board = shown["totalParticipants"].as_u64().unwrap_or_default();
    bench.book.note(NAME, format!("{name}: people on the board"), Unit::Count, on_board as f64);
    bench.book.millis(NAME, format!("{name}: first page after the end"), took);

    let calls = |compressed: bool| {
        let both = [requests::board(contest), requests::standing(contest)];
        both.map(|call| anybody(if compressed { as_browser(call) } else { call })).to_vec()
    };
    let regulars = REGULARS.min(campus.people.len());
    for (what, compressed) in [("pages", false), ("pages compressed", true)] {
        let work = || Alike::new(campus, regulars, calls(compressed));
        let bare = bench.bare_like(&quad, &[sample(&work(), 0), sample(&work(), 1)], &[]).await?;
        let ours = compare(bench, &format!("{name}: {what}"), &quad, &bare, work).await?;
        bench.book.note(NAME, format!("{name}: {what}, processor time"), Unit::Micros, ours.micros_each());
        if let Some(copy) = copy.filter(|_| !compressed) {
            beside_express(bench, home, &quad, &ours, copy, work()).await?;
        }
    }
    let everybody = Alike::new(campus, campus.people.len(), calls(false));
    let lanes = bench.lanes();
    let once = bench.peak(&quad, lanes, everybody).await?;
    bench.book.note(NAME, format!("{name}: pages, everybody once"), Unit::PerSecond, once.report.per_second());
    bench.note_errors(NAME, &format!("{name}: pages, everybody once"), &once)?;
    Ok(())
}

/// The same pages from Express, the first of which is timed alone.
async fn beside_express(
    bench: &mut Bench,
    home: &Home,
    quad: &Server,
    ours: &Measured,
    copy: &Home,
    work: Alike,
) -> anyhow::Result<()> {
    let Some(express) = bench.programs.express(&copy.url, false)? else { return Ok(()) };
    let name = home.name();
    let (page, standing) = (sample(&work, 0), sample(&work, 1));
    // This also opens its database, so that only the page is timed.
    agree(quad, &express, &standing).await?;
    let started = Instant::now();
    let (status, _) = ask(express.address, &page).await?;
    let took = started.elapsed();
    anyhow::ensure!(status == 200, "the board is not shown by Express: {status}");
    agree(quad, &express, &page).await?;
    bench.book.millis(NAME, format!("{name}: first page, Express"), took);
    let theirs = bench.peak(&express, EXPRESS_LANES, work).await?.clean("Express")?;
    let (ours, theirs) = (ours.report.per_second(), theirs.report.per_second());
    bench.book.note(NAME, format!("{name}: pages, Express from SQL"), Unit::PerSecond, theirs);
    bench.book.note(NAME, format!("{name}: pages, times Express"), Unit::Ratio, ours / theirs);
    Ok(())
}

/// A rate beside the bare framework's.
async fn compare(
    bench: &mut Bench,
    what: &str,
    quad: &Server,
    bare: &Server,
    work: impl Fn() -> Alike,
) -> anyhow::Result<Measured> {
    let lanes = bench.lanes();
    let alone = bench.peak(bare, lanes, work()).await?.clean("bare")?;
    let ours = bench.peak(quad, lanes, work()).await?;
    let (alone, rate) = (alone.report.per_second(), ours.report.per_second());
    bench.book.note(NAME, format!("{what}, bare framework"), Unit::PerSecond, alone);
    bench.book.note(NAME, what, Unit::PerSecond, rate);
    bench.note_errors(NAME, what, &ours)?;
    bench.book.note(NAME, format!("{what}, of bare"), Unit::Ratio, rate / alone);
    Ok(ours)
}
