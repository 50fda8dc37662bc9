//! *log-in*: what hashing passwords does to those who are answering meanwhile: the answers' latency at a steady rate, quiet
//! and beside a steady stream of log-ins, and how many log-ins are answered while they come.
//!
//! Beside it the hash alone (the bare framework: it repeats the reply to an answer, and the one to a log-in after a hash), and
//! Express on SQLite, which takes as many log-ins but half as many answers as it can.

use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use quad_load::{Arrivals, Report, connections, open_loop};
use quad_people::accounts::Passwords;
use quad_testbed::process::Server;

use crate::bench::{Bench, Measured, PATIENCE, agree, sample};
use crate::book::Unit;
use crate::campus::{Campus, PASSWORD, Plan};
use crate::homes::Home;
use crate::requests::{Answers, log_in};

const NAME: &str = "log-in";
/// Connections of those who log in.
const LANES: usize = 256;
/// Log-ins not answered this long after the last one came are behind.
const BEHIND: Duration = Duration::from_secs(3);
/// Contests of a round: quiet, beside log-ins, and for the peak of Express.
const PER_ROUND: usize = 3;
/// Others are asked for a shorter time than Quad.
const SHORTER: u32 = 2;
const ALONE: &str = "the hash alone";
const EXPRESS: &str = "Express on SQLite";

pub async fn run(bench: &mut Bench) -> anyhow::Result<()> {
    let hash = Passwords::new(1, 1).hash(PASSWORD.to_owned()).await.map_err(|fail| anyhow!("{fail:?}"))?;
    let people = bench.scale.people;
    let contests = vec![(bench.scale.questions, people, false); PER_ROUND * bench.rounds];
    let plan = Plan { people, contests, password_hash: Some(hash), ..Plan::default() };
    let campus = Arc::new(Campus::new(&plan));
    let homes = bench.homes_of(&campus).await?;
    let copy = match homes.first() {
        Some(home) => bench.copy_for_express(home).await?,
        None => None,
    };
    for round in 0..bench.rounds {
        let mut ours = Vec::new();
        for home in &homes {
            ours.push((home, quad(bench, &campus, home, PER_ROUND * round).await?));
        }
        let alone = alone(bench, &campus, &homes[0], PER_ROUND * round).await?;
        let theirs = match &copy {
            Some(copy) => express(bench, &campus, &homes[0], copy, PER_ROUND * round).await?,
            None => None,
        };
        let others = [("of the hash alone", Some(alone)), ("times Express", theirs)];
        for (home, ours) in ours {
            for (what, other) in
                others.into_iter().filter_map(|(what, other)| Some((what, other.filter(|other| *other > 0.0)?)))
            {
                let label = format!("{}: log-ins while they came, {what}", home.name());
                bench.book.note(NAME, label, Unit::Ratio, ours / other);
            }
        }
    }
    Ok(())
}

async fn quad(bench: &mut Bench, campus: &Arc<Campus>, home: &Home, contest: usize) -> anyhow::Result<f64> {
    let quad = bench.programs.quad(&home.url, &home.folder, false)?;
    for contest in [contest, contest + 1] {
        bench.fetch_papers(&quad, campus, contest).await?;
    }
    let (rate, span) = (bench.scale.beside, bench.scale.logging_in);
    quiet_and_beside(bench, home.name(), &quad, campus, contest, (rate, span)).await
}

/// The framework with nothing but the hash.
async fn alone(bench: &mut Bench, campus: &Arc<Campus>, home: &Home, contest: usize) -> anyhow::Result<f64> {
    let quad = bench.programs.quad(&home.url, &home.folder, false)?;
    let replies = [sample(&Answers::new(campus, contest), 0), log_in(&campus.people[0])];
    let bare = bench.bare_like(&quad, &replies, &["--hashes"]).await?;
    drop(quad);
    let (rate, span) = (bench.scale.beside, bench.scale.logging_in / SHORTER);
    quiet_and_beside(bench, ALONE, &bare, campus, contest, (rate, span)).await
}

async fn express(
    bench: &mut Bench,
    campus: &Arc<Campus>,
    home: &Home,
    copy: &Home,
    contest: usize,
) -> anyhow::Result<Option<f64>> {
    let Some(express) = bench.programs.express(&copy.url, false)? else { return Ok(None) };
    let quad = bench.programs.quad(&home.url, &home.folder, false)?;
    agree(&quad, &express, &log_in(&campus.people[0])).await?;
    drop(quad);
    let answers = Answers::new(campus, contest + 2);
    let peak = bench.peak(&express, bench.lanes(), answers).await?.clean("Express")?.report.per_second();
    let (rate, span) = ((peak / 2.0).min(bench.scale.beside), bench.scale.logging_in / SHORTER);
    quiet_and_beside(bench, EXPRESS, &express, campus, contest, (rate, span)).await.map(Some)
}

/// Answers at a steady rate, then as many beside log-ins. Returns how many log-ins a second were answered while they came.
async fn quiet_and_beside(
    bench: &mut Bench,
    label: &str,
    server: &Server,
    campus: &Arc<Campus>,
    contest: usize,
    (rate, span): (f64, Duration),
) -> anyhow::Result<f64> {
    let scale = bench.scale;
    let arrivals = |seed: usize| Arrivals::at_random(rate, span, seed as u64);
    let quiet = bench.steady(server, scale.open, arrivals(contest), Answers::new(campus, contest)).await?;
    bench.note_errors(NAME, &format!("{label}: answers, quiet"), &quiet)?;

    let (people, lanes) = (Arc::clone(campus), connections(server.address, LANES, PATIENCE));
    let asking = move |number: usize, request: &mut Vec<u8>| {
        request.extend_from_slice(&log_in(&people.people[number % people.people.len()]));
    };
    let mut answering = connections(server.address, scale.open, PATIENCE);
    quad_load::open_all(&mut answering).await?;
    let (coming, answers) = (arrivals(contest + 1), Answers::new(campus, contest + 1));
    let mut logged = Report::default();
    // Watched until both have ended, because the last hashes come after the last answers.
    let both = async {
        let logging_in = open_loop(Arrivals::at_rate(scale.log_ins, span), lanes, BEHIND, asking);
        let (answered, logged_in) = tokio::join!(open_loop(coming, answering, BEHIND, answers), logging_in);
        logged = logged_in.report;
        answered.report
    };
    let beside = bench.watched(server, both).await?;
    bench.note_errors(NAME, &format!("{label}: answers, beside log-ins"), &beside)?;
    note(bench, label, &quiet, &beside, &logged);
    Ok(logged.per_second_meanwhile())
}

fn note(bench: &mut Bench, label: &str, quiet: &Measured, beside: &Measured, logged: &Report) {
    let book = &mut bench.book;
    let asked = logged.ended() as f64;
    let answers = beside.report.ended() as f64 / beside.report.asking.as_secs_f64().max(1e-6);
    book.note(NAME, format!("{label}: answers beside them"), Unit::PerSecond, answers);
    book.note(NAME, format!("{label}: log-ins asked"), Unit::Count, asked);
    book.note(NAME, format!("{label}: log-ins while they came"), Unit::PerSecond, logged.per_second_meanwhile());
    book.note(NAME, format!("{label}: log-ins behind"), Unit::Count, logged.behind as f64);
    book.note(NAME, format!("{label}: log-ins never done"), Unit::Count, asked - logged.done as f64);
    book.millis(NAME, format!("{label}: a log-in, median"), logged.latencies.quantile(0.5));
    book.millis(NAME, format!("{label}: a log-in, p99"), logged.latencies.quantile(0.99));
    // Both runs have as many answers, so what the second cost more is of the log-ins.
    let answers_cost = quiet.micros_each() * beside.report.done as f64;
    let each = (beside.cpu.as_secs_f64() * 1e3 - answers_cost / 1e3) / (logged.done as f64).max(1.0);
    book.note(NAME, format!("{label}: a log-in, processor time"), Unit::Millis, each.max(0.0));
    book.millis(NAME, format!("{label}: answers' p99, quiet"), quiet.p99());
    book.millis(NAME, format!("{label}: answers' p99, beside log-ins"), beside.p99());
    let times = beside.p99().as_secs_f64() / quiet.p99().as_secs_f64().max(1e-6);
    book.note(NAME, format!("{label}: answers' p99, times quiet"), Unit::Ratio, times);
}
