//! *several*: what an answer costs Quad and what it costs PostgreSQL, with one process and with two before one database, and
//! that none is lost or doubled between them. On two cores two processes cannot be faster than one: what is asked for is
//! the costs, from which docs/scale.md reckons how many machines carry what.

use std::sync::Arc;

use quad_db::Engine;
use quad_load::{Process, Until, closed_loop, connections, open_all};
use quad_testbed::process::Server;

use super::growth::database_cpu;
use crate::bench::{Bench, Measured, PATIENCE};
use crate::book::Unit;
use crate::campus::{Campus, Plan};
use crate::homes::Home;
use crate::requests::Answers;
use crate::store;

const NAME: &str = "several";
/// Processes before one database.
const PROCESSES: [usize; 2] = [1, 2];

pub async fn run(bench: &mut Bench) -> anyhow::Result<()> {
    if !bench.homes.engines().contains(&Engine::Postgres) {
        bench.book.leave_out("several processes: they need PostgreSQL");
        return Ok(());
    }
    let (people, questions) = (bench.scale.people, bench.scale.questions);
    let contests = vec![(questions, people, false); bench.rounds * PROCESSES.len()];
    let campus = Arc::new(Campus::new(&Plan { people, contests, ..Plan::default() }));
    let home = bench.homes.make(Engine::Postgres, &campus).await?;
    let mut acknowledged = 0;
    for round in 0..bench.rounds {
        for (place, count) in PROCESSES.into_iter().enumerate() {
            acknowledged += measure(bench, &campus, &home, count, round * PROCESSES.len() + place).await?;
        }
    }
    let db = home.open().await?;
    let (stored, counted) = store::answers(&db).await?;
    db.close().await;
    let off = acknowledged.abs_diff(stored) + stored.abs_diff(counted);
    bench.book.note(NAME, "acknowledged", Unit::Count, acknowledged as f64);
    bench.book.note(NAME, "lost or doubled", Unit::Count, off as f64);
    Ok(())
}

/// The peak of so many processes that share the connections; returns what was acknowledged.
async fn measure(
    bench: &mut Bench,
    campus: &Arc<Campus>,
    home: &Home,
    count: usize,
    contest: usize,
) -> anyhow::Result<u64> {
    let mut servers: Vec<Server> = Vec::new();
    for _ in 0..count {
        servers.push(bench.programs.quad(&home.url, &home.folder, false)?);
    }
    let mut open = Vec::new();
    for server in &servers {
        bench.fetch_papers(server, campus, contest).await?;
        open.extend(connections(server.address, bench.lanes() / count, PATIENCE));
    }
    open_all(&mut open).await?;
    let (span, answers) = (bench.scale.measure, Answers::new(campus, contest));
    let others = &servers[1..];
    let before = (cpu_of(others)?, database_cpu(home));
    let work = answers.clone();
    let first = bench
        .watched(&servers[0], async move { closed_loop(open, Until::For(span), work).await.report })
        .await?
        .clean("Quad")?;
    let database = database_cpu(home).saturating_sub(before.1);
    let cpu = first.cpu + cpu_of(others)?.saturating_sub(before.0);
    anyhow::ensure!(!answers.ran_out(), "there were fewer questions than could be answered");

    let measured = Measured { cpu, ..first };
    let done = measured.report.done;
    let label = if count == 1 { "one process".to_owned() } else { format!("{count} processes") };
    bench.book.note(NAME, label.clone(), Unit::PerSecond, measured.report.per_second());
    bench.book.note(NAME, format!("{label}: Quad's processor time each"), Unit::Micros, measured.micros_each());
    let theirs = database.as_secs_f64() * 1e6 / done as f64;
    bench.book.note(NAME, format!("{label}: PostgreSQL's processor time each"), Unit::Micros, theirs);
    Ok(done)
}

fn cpu_of(servers: &[Server]) -> anyhow::Result<std::time::Duration> {
    let mut all = std::time::Duration::ZERO;
    for server in servers {
        all += Process::of(server.pid()).cpu()?;
    }
    Ok(all)
}
