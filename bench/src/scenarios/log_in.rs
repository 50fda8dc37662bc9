//! *log-in*: what hashing passwords does to those who are answering meanwhile: the answers' latency at a steady rate, quiet
//! and beside a steady stream of log-ins, and whether the log-ins keep up.

use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use quad::features::accounts::Passwords;
use quad_load::{Arrivals, Report, connections, open_loop};

use crate::bench::{Bench, PATIENCE};
use crate::book::Unit;
use crate::campus::{Campus, PASSWORD, Plan};
use crate::homes::Home;
use crate::requests::{Answers, log_in};

const NAME: &str = "log-in";
/// Connections of those who log in.
const LANES: usize = 256;
/// Log-ins not answered this long after the last one came are behind.
const BEHIND: Duration = Duration::from_secs(3);

pub async fn run(bench: &mut Bench) -> anyhow::Result<()> {
    let hash = Passwords::new(1, 1).hash(PASSWORD.to_owned()).await.map_err(|fail| anyhow!("{fail:?}"))?;
    let people = bench.scale.people;
    let contests = vec![(bench.scale.questions, people, false); 2 * bench.rounds];
    let plan = Plan { people, contests, password_hash: Some(hash), ..Plan::default() };
    let campus = Arc::new(Campus::new(&plan));
    let homes = bench.homes_of(&campus).await?;
    for round in 0..bench.rounds {
        for home in &homes {
            quiet_and_beside(bench, &campus, home, 2 * round).await?;
        }
    }
    Ok(())
}

async fn quiet_and_beside(bench: &mut Bench, campus: &Arc<Campus>, home: &Home, contest: usize) -> anyhow::Result<()> {
    let (name, scale) = (home.name(), bench.scale);
    let quad = bench.programs.quad(&home.url, &home.folder, false)?;
    let arrivals = |seed: usize| Arrivals::at_random(scale.beside, scale.logging_in, seed as u64);
    bench.fetch_papers(&quad, campus, contest).await?;
    let quiet = bench.steady(&quad, scale.open, arrivals(contest), Answers::new(campus, contest)).await?;
    bench.note_errors(NAME, &format!("{name}: answers, quiet"), &quiet)?;

    bench.fetch_papers(&quad, campus, contest + 1).await?;
    let log_ins = Arrivals::at_rate(scale.log_ins, scale.logging_in);
    let (people, lanes) = (Arc::clone(campus), connections(quad.address, LANES, PATIENCE));
    let asking = move |number: usize, request: &mut Vec<u8>| {
        request.extend_from_slice(&log_in(&people.people[number % people.people.len()]));
    };
    // Beside the other loop, until both have ended.
    let logging_in = async { open_loop(log_ins, lanes, BEHIND, asking).await.report };
    let answers = Answers::new(campus, contest + 1);
    let answering = bench.steady(&quad, scale.open, arrivals(contest + 1), answers);
    let (logged, beside): (Report, _) = tokio::join!(logging_in, answering);
    let beside = beside?;
    bench.note_errors(NAME, &format!("{name}: answers, beside log-ins"), &beside)?;

    let book = &mut bench.book;
    book.note(NAME, format!("{name}: log-ins done"), Unit::Count, logged.done as f64);
    book.note(NAME, format!("{name}: log-ins behind"), Unit::Count, (logged.ended() - logged.done) as f64);
    book.millis(NAME, format!("{name}: a log-in, median"), logged.latencies.quantile(0.5));
    book.millis(NAME, format!("{name}: a log-in, p99"), logged.latencies.quantile(0.99));
    book.millis(NAME, format!("{name}: answers' p99, quiet"), quiet.p99());
    book.millis(NAME, format!("{name}: answers' p99, beside log-ins"), beside.p99());
    let times = beside.p99().as_secs_f64() / quiet.p99().as_secs_f64().max(1e-6);
    book.note(NAME, format!("{name}: answers' p99, times quiet"), Unit::Ratio, times);
    Ok(())
}
