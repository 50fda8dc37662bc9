//! *growth*: what an answer costs in processor time as contests grow, at the same rate for all sizes. Everybody has a session
//! of their own and takes turns, so that the largest contest asks for each session anew. PostgreSQL's own processes count.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use quad_db::Engine;
use quad_load::{Arrivals, Process};

use crate::bench::Bench;
use crate::book::Unit;
use crate::campus::{Campus, Plan};
use crate::homes::{Home, name_of};
use crate::plot;
use crate::requests::Answers;

const NAME: &str = "growth";

pub async fn run(bench: &mut Bench) -> anyhow::Result<()> {
    let sizes = bench.scale.growth;
    let most = sizes.last().copied().unwrap_or(1);
    let mut costs: BTreeMap<(&str, usize), Vec<f64>> = BTreeMap::new();
    let mut homes = Vec::new();
    for size in sizes {
        // As many answers for all sizes, so that in the largest everybody gives one; and some to spare.
        let questions = most / size + 1;
        let contests = vec![(questions, *size, false); bench.rounds];
        let campus = Arc::new(Campus::new(&Plan { people: *size, contests, ..Plan::default() }));
        for home in bench.homes_of(&campus).await? {
            homes.push((*size, Arc::clone(&campus), home));
        }
    }
    for round in 0..bench.rounds {
        for (size, campus, home) in &homes {
            let cost = cost(bench, campus, home, round).await?;
            let label = format!("{}: {size} participants", home.name());
            bench.book.note(NAME, label, Unit::Micros, cost);
            costs.entry((home.name(), *size)).or_default().push(cost);
        }
        for engine in bench.homes.engines() {
            let name = name_of(engine);
            let of = |size: usize| costs.get(&(name, size)).and_then(|all| all.get(round)).copied().unwrap_or(f64::NAN);
            let ratio = of(most) / of(sizes[0]);
            bench.book.note(NAME, format!("{name}: most by fewest people"), Unit::Ratio, ratio);
        }
    }
    if let Some(path) = &bench.plot {
        std::fs::write(path, plot::growth(&costs))?;
    }
    Ok(())
}

/// Microseconds of processor for an answer.
async fn cost(bench: &mut Bench, campus: &Arc<Campus>, home: &Home, contest: usize) -> anyhow::Result<f64> {
    let scale = bench.scale;
    let quad = bench.programs.quad(&home.url, &home.folder, false)?;
    bench.fetch_papers(&quad, campus, contest).await?;
    let most = scale.growth.last().copied().unwrap_or(1) as f64;
    let arrivals = Arrivals::at_rate(scale.growth_rate, Duration::from_secs_f64(most / scale.growth_rate));
    let before = database_cpu(home);
    let measured = bench.steady(&quad, scale.open, arrivals, Answers::new(campus, contest)).await?;
    let database = database_cpu(home).saturating_sub(before);
    let people = campus.people.len();
    bench.book.note(NAME, format!("{}: answers", home.name()), Unit::Count, measured.report.done as f64);
    bench.note_errors(NAME, &format!("{}: {people} participants", home.name()), &measured)?;
    Ok(measured.micros_each() + database.as_secs_f64() * 1e6 / measured.report.done as f64)
}

/// What PostgreSQL's processes for this database have spent; SQLite's work is the server's own.
pub(super) fn database_cpu(home: &Home) -> Duration {
    let Some((_, database)) = home.url.rsplit_once('/').filter(|_| home.engine == Engine::Postgres) else {
        return Duration::ZERO;
    };
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let ours = pids.filter(|pid| {
        let title = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let title = String::from_utf8_lossy(&title);
        title.starts_with("postgres:") && title.split([' ', '\0']).any(|word| word == database)
    });
    ours.filter_map(|pid| Process::of(pid).cpu().ok()).sum()
}
