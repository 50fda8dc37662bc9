//! *answers*: how many durable answers a second, beside the bare framework and beside Express; how long one takes at a part
//! of that rate; the same on a slow disk. At the end the database must hold exactly what was acknowledged.

use std::sync::Arc;

use quad_db::Engine;
use quad_load::Arrivals;
use quad_testbed::process::Server;

use crate::bench::{Bench, Measured, sample};
use crate::book::Unit;
use crate::campus::{Campus, Plan};
use crate::homes::Home;
use crate::requests::Answers;
use crate::store;

const NAME: &str = "answers";
/// Parts of the peak at which latencies are looked at.
const PARTS: [(f64, &str); 2] = [(0.25, "25 %"), (0.50, "50 %")];
/// Connections on the slow disk.
const SLOW: [usize; 2] = [64, 256];

pub async fn run(bench: &mut Bench) -> anyhow::Result<()> {
    let per_round = bench.scale.connections.len() + PARTS.len();
    // One contest per measurement, and one for the sample that the bare framework repeats.
    let campus = campus(bench, 1 + bench.rounds * per_round);
    let mut rigs = Vec::new();
    for home in bench.homes_of(&campus).await? {
        rigs.push(rig(bench, home, false).await?);
    }
    let bare = bench.bare_like(&rigs[0].quad, &[sample(&Answers::new(&campus, 0), 0)], &[]).await?;
    rigs[0].acknowledged += 1;
    let mut contest = 1;
    for _ in 0..bench.rounds {
        for rig in &mut rigs {
            rig.peak = 0.0;
        }
        for lanes in bench.scale.connections {
            closed(bench, &campus, &mut rigs, &bare, *lanes, contest).await?;
            contest += 1;
        }
        for part in PARTS {
            for rig in &mut rigs {
                open(bench, &campus, rig, part, contest).await?;
            }
            contest += 1;
        }
    }
    for rig in rigs {
        check(bench, rig).await?;
    }
    slow(bench).await
}

fn campus(bench: &Bench, contests: usize) -> Arc<Campus> {
    let (people, questions) = (bench.scale.people, bench.scale.questions);
    let contests = vec![(questions, people, false); contests];
    Arc::new(Campus::new(&Plan { people, contests, ..Plan::default() }))
}

/// The servers on one engine, each with a database of its own.
struct Rig {
    home: Home,
    quad: Server,
    express: Option<(Home, Server)>,
    /// What Quad said is durable.
    acknowledged: u64,
    /// What Express did.
    by_express: u64,
    /// The highest rate of the round.
    peak: f64,
}

async fn rig(bench: &mut Bench, home: Home, is_slow: bool) -> anyhow::Result<Rig> {
    let express = match bench.copy_for_express(&home).await? {
        Some(copy) => bench.programs.express(&copy.url, is_slow)?.map(|server| (copy, server)),
        None => None,
    };
    let quad = bench.programs.quad(&home.url, &home.folder, is_slow)?;
    Ok(Rig { home, quad, express, acknowledged: 0, by_express: 0, peak: 0.0 })
}

async fn peak(
    bench: &mut Bench,
    server: &Server,
    lanes: usize,
    answers: Answers,
    what: &str,
) -> anyhow::Result<Measured> {
    let measured = bench.peak(server, lanes, answers.clone()).await?.clean(what)?;
    anyhow::ensure!(!answers.ran_out(), "{what}: there were fewer questions than it could answer");
    Ok(measured)
}

async fn closed(
    bench: &mut Bench,
    campus: &Arc<Campus>,
    rigs: &mut [Rig],
    bare: &Server,
    lanes: usize,
    contest: usize,
) -> anyhow::Result<()> {
    let alone = bench.peak(bare, lanes, Answers::new(campus, contest)).await?.clean("bare")?;
    let alone = noted(bench, &format!("bare framework @{lanes}"), &alone);
    for rig in rigs {
        let name = rig.home.name();
        bench.fetch_papers(&rig.quad, campus, contest).await?;
        let quad = peak(bench, &rig.quad, lanes, Answers::new(campus, contest), "Quad").await?;
        rig.acknowledged += quad.report.done;
        let rate = noted(bench, &format!("{name} @{lanes}"), &quad);
        rig.peak = rig.peak.max(rate);
        bench.book.note(NAME, format!("{name} @{lanes}, of bare"), Unit::Ratio, rate / alone);
        if let Some((_, express)) = &rig.express {
            let measured = peak(bench, express, lanes, Answers::new(campus, contest), "Express").await?;
            rig.by_express += measured.report.done;
            let theirs = noted(bench, &format!("Express on {name} @{lanes}"), &measured);
            bench.book.note(NAME, format!("{name} @{lanes}, times Express"), Unit::Ratio, rate / theirs);
        }
    }
    Ok(())
}

/// Notes a peak and returns it.
fn noted(bench: &mut Bench, what: &str, measured: &Measured) -> f64 {
    let rate = measured.report.per_second();
    bench.book.note(NAME, what, Unit::PerSecond, rate);
    bench.book.note(NAME, format!("{what}, processor time each"), Unit::Micros, measured.micros_each());
    rate
}

async fn open(
    bench: &mut Bench,
    campus: &Arc<Campus>,
    rig: &mut Rig,
    (part, percent): (f64, &str),
    contest: usize,
) -> anyhow::Result<()> {
    let name = rig.home.name();
    bench.fetch_papers(&rig.quad, campus, contest).await?;
    let arrivals = Arrivals::at_random(rig.peak * part, bench.scale.measure, contest as u64);
    let (lanes, answers) = (bench.scale.open, Answers::new(campus, contest));
    let measured = bench.steady(&rig.quad, lanes, arrivals, answers).await?;
    rig.acknowledged += measured.report.done;
    let label = format!("{name} at {percent} of peak");
    bench.book.note(NAME, format!("{label}, done"), Unit::PerSecond, measured.report.per_second());
    bench.note_errors(NAME, &label, &measured)?;
    bench.book.millis(NAME, format!("{label}, median"), measured.report.latencies.quantile(0.5));
    bench.book.millis(NAME, format!("{label}, p99"), measured.p99());
    bench.book.millis(NAME, format!("{label}, p99 of our own lateness"), measured.report.lag.quantile(0.99));
    Ok(())
}

/// Compares what was acknowledged with what is stored.
async fn check(bench: &mut Bench, rig: Rig) -> anyhow::Result<()> {
    let name = rig.home.name();
    drop(rig.quad);
    let mut all = vec![(name.to_owned(), rig.home, rig.acknowledged)];
    if let Some((home, server)) = rig.express {
        drop(server);
        all.push((format!("Express on {name}"), home, rig.by_express));
    }
    for (name, home, acknowledged) in all {
        let db = home.open().await?;
        let (stored, counted) = store::answers(&db).await?;
        db.close().await;
        let off = acknowledged.abs_diff(stored) + stored.abs_diff(counted);
        bench.book.note(NAME, format!("{name}: acknowledged"), Unit::Count, acknowledged as f64);
        bench.book.note(NAME, format!("{name}: lost or doubled"), Unit::Count, off as f64);
    }
    Ok(())
}

/// Every fsync takes five milliseconds longer; SQLite only, because PostgreSQL's files are not ours to slow down.
async fn slow(bench: &mut Bench) -> anyhow::Result<()> {
    if bench.programs.slow_disk.is_none() {
        bench.book.leave_out("answers on a slow disk: there is no C compiler to build the brake with");
        return Ok(());
    }
    let lanes: Vec<usize> = SLOW.into_iter().filter(|lanes| bench.scale.connections.contains(lanes)).collect();
    let lanes = if lanes.is_empty() { bench.scale.connections.to_vec() } else { lanes };
    let campus = campus(bench, bench.rounds * lanes.len());
    let home = bench.homes.make(Engine::Sqlite, &campus).await?;
    let rig = rig(bench, home, true).await?;
    let mut contest = 0;
    for _ in 0..bench.rounds {
        for lanes in &lanes {
            bench.fetch_papers(&rig.quad, &campus, contest).await?;
            let quad = peak(bench, &rig.quad, *lanes, Answers::new(&campus, contest), "Quad on a slow disk").await?;
            let (label, ours) = (format!("slow disk, SQLite @{lanes}"), quad.report.per_second());
            bench.book.note(NAME, label.clone(), Unit::PerSecond, ours);
            if let Some((_, express)) = &rig.express {
                let measured = peak(bench, express, *lanes, Answers::new(&campus, contest), "Express").await?;
                let theirs = measured.report.per_second();
                bench.book.note(NAME, format!("slow disk, Express @{lanes}"), Unit::PerSecond, theirs);
                bench.book.note(NAME, format!("{label}, times Express"), Unit::Ratio, ours / theirs);
            }
            contest += 1;
        }
    }
    Ok(())
}
