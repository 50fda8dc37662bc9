//! *memory*: what the server holds when it has just started and when very many connections are answering, and how soon it is
//! ready on a large database that the system has dropped from its memory.

use std::sync::Arc;
use std::time::{Duration, Instant};

use quad_db::Engine;
use quad_load::{Process, Request};

use crate::bench::{Bench, ask};
use crate::book::Unit;
use crate::campus::{Campus, Plan};
use crate::homes::{Home, name_of};
use crate::requests::Answers;
use crate::{machine, store};

const NAME: &str = "memory";
const MIB: f64 = 1024.0 * 1024.0;
/// People of the large database.
const PEOPLE: usize = 10_000;

pub async fn run(bench: &mut Bench) -> anyhow::Result<()> {
    let people = bench.scale.people;
    let contests = vec![(bench.scale.questions, people, false); bench.rounds];
    let campus = Arc::new(Campus::new(&Plan { people, contests, ..Plan::default() }));
    let homes = bench.homes_of(&campus).await?;
    for round in 0..bench.rounds {
        for home in &homes {
            holding(bench, &campus, home, round).await?;
        }
    }
    cold(bench).await
}

async fn holding(bench: &mut Bench, campus: &Arc<Campus>, home: &Home, contest: usize) -> anyhow::Result<()> {
    let name = home.name();
    let quad = bench.programs.quad(&home.url, &home.folder, false)?;
    let process = Process::of(quad.pid());
    let (status, _) = ask(quad.address, &Request::get("/readyz").bytes()).await?;
    anyhow::ensure!(status == 200, "not ready: {status}");
    // The worker has had its first look, the allocator its first rest.
    tokio::time::sleep(bench.scale.measure.min(Duration::from_secs(2))).await;
    let idle = process.usage()?;
    bench.fetch_papers(&quad, campus, contest).await?;
    let lanes = bench.scale.connections.last().copied().unwrap_or(1);
    let measured = bench.peak(&quad, lanes, Answers::new(campus, contest)).await?.clean("answers")?;
    let after = process.usage()?;
    bench.book.note(NAME, format!("{name}: idle"), Unit::Mib, idle.resident as f64 / MIB);
    bench.book.note(NAME, format!("{name}: answering"), Unit::Mib, after.peak as f64 / MIB);
    bench.book.note(NAME, format!("{name}: connections answering"), Unit::Count, lanes as f64);
    bench.book.note(NAME, format!("{name}: answers meanwhile"), Unit::Count, measured.report.done as f64);
    Ok(())
}

async fn cold(bench: &mut Bench) -> anyhow::Result<()> {
    let people = PEOPLE.min(bench.scale.board);
    let contests = vec![(20, people, true)];
    let campus = Campus::new(&Plan { people, contests, filling: bench.scale.filling, ..Plan::default() });
    let homes = bench.homes_of(&campus).await?;
    for home in &homes {
        let db = home.open().await?;
        let size = store::size(&db).await?;
        db.close().await;
        bench.book.note(NAME, format!("{}: a large database", home.name()), Unit::Mib, size as f64 / MIB);
    }
    for _ in 0..bench.rounds {
        for home in &homes {
            if home.engine == Engine::Sqlite {
                machine::forget_file(&home.folder.join("quad.db"))?;
            }
            let started = Instant::now();
            let quad = bench.programs.quad(&home.url, &home.folder, false)?;
            let (status, _) = ask(quad.address, &Request::get("/readyz").bytes()).await?;
            let took = started.elapsed();
            anyhow::ensure!(status == 200, "not ready: {status}");
            bench.book.millis(NAME, format!("{}: cold start", name_of(home.engine)), took);
        }
    }
    Ok(())
}
