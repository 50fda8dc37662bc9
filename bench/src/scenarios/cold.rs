//! *cold*: a database that does not fit into the memory, against the same database in memory. Years of old contests lie in the
//! file; a server that has just been started shows the board of one of them, hands out papers to people it has not seen yet,
//! and takes answers.
//!
//! A stand-in: the system is told ten times a second to drop the file from its memory, so that what Quad does not keep itself
//! comes from the disk. Quad keeps what it always keeps. SQLite only, whose file is ours to drop.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::Context;
use quad_db::Engine;
use quad_load::{Arrivals, Request};
use quad_testbed::process::Server;

use crate::bench::{Bench, Measured, ask, sample};
use crate::book::Unit;
use crate::campus::{Campus, Plan};
use crate::homes::Home;
use crate::requests::{self, Alike, Answers, anybody};
use crate::{machine, store};

const NAME: &str = "cold";
const MIB: f64 = 1024.0 * 1024.0;
/// Questions of an old contest.
const QUESTIONS: usize = 20;
/// How often the file is dropped.
const EACH: Duration = Duration::from_millis(100);

pub async fn run(bench: &mut Bench) -> anyhow::Result<()> {
    let (people, old) = (bench.scale.people, bench.scale.old_contests);
    let mut contests = vec![(QUESTIONS, people, true); old];
    // Each way and round has a contest for the peak and one for a steady rate.
    contests.extend(vec![(bench.scale.questions, people, false); 4 * bench.rounds]);
    let filling = bench.scale.filling;
    let campus = Arc::new(Campus::new(&Plan { people, contests, filling, ..Plan::default() }));
    let home = bench.homes.make(Engine::Sqlite, &campus).await?;
    let db = home.open().await?;
    let size = store::size(&db).await?;
    db.close().await;
    bench.book.note(NAME, "the database", Unit::Mib, size as f64 / MIB);
    for round in 0..bench.rounds {
        let from = old + 4 * round;
        let warm = measure(bench, &campus, &home, round % old.max(1), from, false).await?;
        let cold = measure(bench, &campus, &home, round % old.max(1), from + 2, true).await?;
        for ((name, cold), (_, warm)) in cold.into_iter().zip(warm) {
            bench.book.note(NAME, format!("{name}, cold by warm"), Unit::Ratio, cold / warm);
        }
    }
    Ok(())
}

/// Measures with the file in the system's memory or out of it; what can be compared comes back.
async fn measure(
    bench: &mut Bench,
    campus: &Arc<Campus>,
    home: &Home,
    old: usize,
    contest: usize,
    is_cold: bool,
) -> anyhow::Result<Vec<(&'static str, f64)>> {
    let state = if is_cold { "cold" } else { "warm" };
    let file = home.folder.join("quad.db");
    machine::forget_file(&file)?;
    if !is_cold {
        std::io::copy(&mut std::fs::File::open(&file)?, &mut std::io::sink())?;
    }
    let quad = bench.programs.quad(&home.url, &home.folder, false)?;
    let dropping = is_cold.then(|| Dropping::start(&home.folder));
    let board = first_board(campus, &quad, old).await?;
    bench.book.millis(NAME, format!("{state}: first page of an old board"), board);

    let (people, lanes) = (campus.people.len(), bench.lanes());
    let papers = Alike::new(campus, people, vec![anybody(requests::paper(&campus.contests[contest]))]);
    let arrivals = Arrivals::within(people, bench.scale.joining, contest as u64);
    let papers = bench.steady(&quad, bench.scale.open, arrivals, papers).await?;
    note(bench, &format!("{state}: papers of people not seen yet"), &papers)?;

    let answers = Answers::new(campus, contest);
    let peak = bench.peak(&quad, lanes, answers.clone()).await?.clean("answers")?;
    anyhow::ensure!(!answers.ran_out(), "there were fewer questions than it could answer");
    let rate = peak.report.per_second();
    bench.book.note(NAME, format!("{state}: answers @{lanes}"), Unit::PerSecond, rate);
    let micros = peak.micros_each();
    bench.book.note(NAME, format!("{state}: answers @{lanes}, processor time each"), Unit::Micros, micros);

    bench.fetch_papers(&quad, campus, contest + 1).await?;
    let arrivals = Arrivals::at_random(bench.scale.beside, bench.scale.measure, contest as u64);
    let steady = bench.steady(&quad, bench.scale.open, arrivals, Answers::new(campus, contest + 1)).await?;
    note(bench, &format!("{state}: answers at a steady rate"), &steady)?;

    if let Some(dropping) = dropping {
        bench.book.note(NAME, "cold: the file was dropped so often", Unit::Count, dropping.end()? as f64);
    }
    let secs = |measured: &Measured| measured.p99().as_secs_f64();
    Ok(vec![
        ("first page of an old board", board.as_secs_f64()),
        ("papers, p99", secs(&papers)),
        ("answers, rate", rate),
        ("answers, processor time", micros),
        ("answers at a steady rate, p99", secs(&steady)),
    ])
}

/// The first page of a board that this server has not shown yet, to somebody who is on it.
async fn first_board(campus: &Arc<Campus>, quad: &Server, old: usize) -> anyhow::Result<Duration> {
    let (status, _) = ask(quad.address, &Request::get("/readyz").bytes()).await?;
    anyhow::ensure!(status == 200, "not ready: {status}");
    let board = sample(&Alike::new(campus, 1, vec![anybody(requests::board(&campus.contests[old]))]), 0);
    let started = Instant::now();
    let (status, _) = ask(quad.address, &board).await?;
    anyhow::ensure!(status == 200, "the board is not shown: {status}");
    Ok(started.elapsed())
}

fn note(bench: &mut Bench, label: &str, measured: &Measured) -> anyhow::Result<()> {
    bench.note_errors(NAME, label, measured)?;
    bench.book.millis(NAME, format!("{label}, median"), measured.report.latencies.quantile(0.5));
    bench.book.millis(NAME, format!("{label}, p99"), measured.p99());
    bench.book.note(NAME, format!("{label}, processor time each"), Unit::Micros, measured.micros_each());
    Ok(())
}

/// Drops the database's files from the system's memory again and again.
struct Dropping {
    thread: JoinHandle<std::io::Result<u64>>,
    end: Sender<()>,
}

impl Dropping {
    fn start(folder: &Path) -> Self {
        let files: Vec<PathBuf> = ["quad.db", "quad.db-wal"].map(|name| folder.join(name)).to_vec();
        let (end, ended) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            let mut times = 0;
            loop {
                for file in files.iter().filter(|file| file.exists()) {
                    machine::drop_pages(file)?;
                }
                times += 1;
                if ended.recv_timeout(EACH) != Err(RecvTimeoutError::Timeout) {
                    return Ok(times);
                }
            }
        });
        Self { thread, end }
    }

    /// How often it was.
    fn end(self) -> anyhow::Result<u64> {
        drop(self.end);
        Ok(self.thread.join().ok().context("dropping the file ended early")??)
    }
}
