//! *start*: what a participant's paper costs, and whether everybody gets it who joins within the same few seconds.
//!
//! Joining is measured with a connection per person that is opened when the person comes, as in life.

use std::sync::Arc;
use std::time::Duration;

use quad_load::{Arrivals, Request};
use quad_testbed::process::Server;

use crate::bench::{Bench, Measured, agree, sample};
use crate::book::Unit;
use crate::campus::{Campus, Plan};
use crate::door::Door;
use crate::homes::Home;
use crate::requests::{self, Alike, anybody};
use crate::store;

const NAME: &str = "start";
const QUESTIONS: usize = 30;
/// Those who fetch again and again in the closed loop; their sessions are known.
const REGULARS: usize = 1_000;

pub async fn run(bench: &mut Bench) -> anyhow::Result<()> {
    let people = bench.scale.people;
    // One that everybody has joined, and one to join per round.
    let mut contests = vec![(QUESTIONS, people, false)];
    contests.extend((0..bench.rounds).map(|_| (QUESTIONS, 0, false)));
    let campus = Arc::new(Campus::new(&Plan { people, contests, ..Plan::default() }));
    let mut rigs = Vec::new();
    for home in bench.homes_of(&campus).await? {
        let copy = bench.homes.copy(&home).await?;
        rigs.push(rig(bench, &campus, home, &copy).await?);
    }
    let lanes = bench.lanes();
    for round in 1..=bench.rounds {
        for rig in &rigs {
            closed(bench, &campus, rig, lanes).await?;
        }
        for rig in &rigs {
            everybody(bench, &campus, rig, round).await?;
        }
    }
    for rig in rigs {
        drop(rig.quad);
        let db = rig.home.open().await?;
        let (joined, wanted) = (store::attempts(&db).await?, (people * (1 + bench.rounds)) as u64);
        db.close().await;
        bench.book.note(NAME, format!("{}: joins lost", rig.home.name()), Unit::Count, wanted as f64 - joined as f64);
    }
    Ok(())
}

/// All servers on one engine.
struct Rig {
    home: Home,
    quad: Server,
    bare: Server,
    express: Option<Server>,
}

async fn rig(bench: &Bench, campus: &Arc<Campus>, home: Home, copy: &Home) -> anyhow::Result<Rig> {
    let quad = bench.programs.quad(&home.url, &home.folder, false)?;
    let paper = sample(&regulars(campus, requests::paper(&campus.contests[0])), 0);
    let bare = bench.bare_like(&quad, &[paper], &["--database", &copy.url]).await?;
    let express = bench.programs.express(&copy.url, false)?;
    if let Some(express) = &express {
        agree(&quad, express, &sample(&regulars(campus, requests::plain_paper(&campus.contests[0])), 0)).await?;
    }
    Ok(Rig { home, quad, bare, express })
}

fn regulars(campus: &Arc<Campus>, call: Request) -> Alike {
    Alike::new(campus, REGULARS.min(campus.people.len()), vec![anybody(call)])
}

async fn closed(bench: &mut Bench, campus: &Arc<Campus>, rig: &Rig, lanes: usize) -> anyhow::Result<()> {
    let name = rig.home.name();
    let papers = || regulars(campus, requests::paper(&campus.contests[0]));
    let from_sql = regulars(campus, Request::get(&format!("/from-sql/{}", campus.contests[0].id)));
    let bare = bench.peak(&rig.bare, lanes, papers()).await?.clean("bare")?;
    let quad = bench.peak(&rig.quad, lanes, papers()).await?.clean("Quad")?;
    let built = bench.peak(&rig.bare, lanes, from_sql).await?.clean("from SQL")?;
    let express = match &rig.express {
        Some(express) => Some(bench.peak(express, lanes, papers()).await?.clean("Express")?),
        None => None,
    };
    let rate = |measured: &Measured| measured.report.per_second();
    let book = &mut bench.book;
    book.note(NAME, format!("{name}: paper, bare framework"), Unit::PerSecond, rate(&bare));
    book.note(NAME, format!("{name}: paper"), Unit::PerSecond, rate(&quad));
    book.note(NAME, format!("{name}: paper built from SQL in Rust"), Unit::PerSecond, rate(&built));
    book.note(NAME, format!("{name}: paper, processor time"), Unit::Micros, quad.micros_each());
    book.note(NAME, format!("{name}: paper, of bare"), Unit::Ratio, rate(&quad) / rate(&bare));
    book.note(NAME, format!("{name}: paper, times from SQL"), Unit::Ratio, rate(&quad) / rate(&built));
    if let Some(express) = express {
        book.note(NAME, format!("{name}: paper, Express from SQL"), Unit::PerSecond, rate(&express));
        book.note(NAME, format!("{name}: paper, times Express"), Unit::Ratio, rate(&quad) / rate(&express));
    }
    Ok(())
}

/// Everybody joins within a few seconds, each over a new connection, and fetches the paper at once.
async fn everybody(bench: &mut Bench, campus: &Arc<Campus>, rig: &Rig, contest: usize) -> anyhow::Result<()> {
    let arrivals = Arrivals::within(campus.people.len(), bench.scale.joining, contest as u64);
    let door = Door::of(&rig.quad);
    let joining = door.everybody_joins(campus, contest, arrivals);
    let measured = bench.watched(&rig.quad, joining).await?;
    let name = rig.home.name();
    bench.book.note(NAME, format!("{name}: everybody joins, done"), Unit::Count, measured.report.done as f64);
    bench.book.note(NAME, format!("{name}: everybody joins, errors"), Unit::Count, measured.errors() as f64);
    bench.book.millis(NAME, format!("{name}: everybody joins, median"), measured.report.latencies.quantile(0.5));
    bench.book.millis(NAME, format!("{name}: everybody joins, p99"), measured.p99());
    // The connections of those who came have to be gone before the next measurement.
    tokio::time::sleep(Duration::from_millis(200)).await;
    Ok(())
}
