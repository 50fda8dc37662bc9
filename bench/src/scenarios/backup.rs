//! *backup*: years of contests, about 1 GiB. A backup is made beside answers, put back into an empty folder and checked; and the
//! database moves to PostgreSQL. What had been acknowledged before the backup began must be in it.
//!
//! Backing up, putting back and moving are done by this program, by the same code as `quad backup`, `restore` and `transfer`.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context;
use quad::integrity_check;
use quad_db::{Db, Engine, OpenOptions};
use quad_kernel::clock::Clock;
use quad_load::Arrivals;
use quad_migrations::Migrations;
use quad_operations::backups::{self, Target};
use quad_people::pictures::Media;
use quad_services::config::{Flags, load_from};

use crate::bench::Bench;
use crate::book::Unit;
use crate::campus::{Campus, Plan};
use crate::homes::Home;
use crate::requests::Answers;
use crate::store;

const NAME: &str = "backup";
const MIB: f64 = 1024.0 * 1024.0;
/// Questions of an old contest.
const QUESTIONS: usize = 20;

pub async fn run(bench: &mut Bench) -> anyhow::Result<()> {
    let (people, old) = (bench.scale.people, bench.scale.kept_contests);
    let mut contests = vec![(QUESTIONS, people, true); old];
    // Each round has a contest for answers alone and one for answers beside the backup.
    contests.extend(vec![(bench.scale.questions, people, false); 2 * bench.rounds]);
    let campus = Arc::new(Campus::new(&Plan { people, contests, ..Plan::default() }));
    let home = bench.homes.make(Engine::Sqlite, &campus).await?;
    let db = home.open().await?;
    let (size, (rows, _)) = (store::size(&db).await?, store::answers(&db).await?);
    db.close().await;
    bench.book.note(NAME, "the database", Unit::Mib, size as f64 / MIB);
    bench.book.note(NAME, "answers in it", Unit::Count, rows as f64);
    let mut restored = None;
    for round in 0..bench.rounds {
        let folder = bench.homes.folder().join(format!("restored-{round}"));
        std::fs::create_dir(&folder)?;
        let file = folder.join("campus.quad");
        let acknowledged = make(bench, &campus, &home, old + 2 * round, &file).await?;
        restore(bench, &file, &folder, acknowledged).await?;
        restore_into_server(bench, &file, &folder, acknowledged).await?;
        std::fs::remove_file(&file)?;
        if let Some(before) = restored.replace(folder) {
            std::fs::remove_dir_all(before)?;
        }
    }
    let restored = restored.context("no round")?;
    transfer(bench, &restored).await?;
    Ok(std::fs::remove_dir_all(restored)?)
}

/// Makes a backup while answers come, and says how many answers had been acknowledged before.
async fn make(
    bench: &mut Bench,
    campus: &Arc<Campus>,
    home: &Home,
    contest: usize,
    file: &Path,
) -> anyhow::Result<u64> {
    let quad = bench.programs.quad(&home.url, &home.folder, false)?;
    let (rate, lanes, measure) = (bench.scale.beside, bench.scale.open, bench.scale.measure);
    bench.fetch_papers(&quad, campus, contest).await?;
    let arrivals = Arrivals::at_random(rate, measure, contest as u64);
    let quiet = bench.steady(&quad, lanes, arrivals, Answers::new(campus, contest)).await?;
    bench.note_errors(NAME, "answers alone", &quiet)?;
    bench.book.millis(NAME, "answers alone, p99", quiet.p99());
    let db = home.open().await?;
    let (acknowledged, _) = store::answers(&db).await?;

    bench.fetch_papers(&quad, campus, contest + 1).await?;
    let arrivals = Arrivals::at_random(rate, measure, contest as u64 + 1);
    let (media, clock, began) = (media(&home.folder)?, Clock::System, Instant::now());
    let making = async {
        let made = backups::make(&db, &media, &clock, file, &|_| ()).await;
        (made, began.elapsed())
    };
    let answering = bench.steady(&quad, lanes, arrivals, Answers::new(campus, contest + 1));
    let ((made, took), beside) = tokio::join!(making, answering);
    db.close().await;
    let (_, beside) = (made?, beside?);
    bench.note_errors(NAME, "answers beside it", &beside)?;
    bench.book.millis(NAME, "answers beside it, p99", beside.p99());
    bench.book.millis(NAME, "made", took);
    bench.book.note(NAME, "its file", Unit::Mib, std::fs::metadata(file)?.len() as f64 / MIB);
    quad.stop()?;
    Ok(acknowledged)
}

/// Puts it back into an empty folder, and asks whether everything holds, as `quad restore` does.
async fn restore(bench: &mut Bench, file: &Path, folder: &Path, acknowledged: u64) -> anyhow::Result<()> {
    let (media, began) = (media(folder)?, Instant::now());
    let target = Target::File(folder.join("quad.db"));
    let (db, _) = backups::restore(file, target, &media, &|_| ()).await?;
    bench.book.millis(NAME, "put back, every byte compared", began.elapsed());
    let lost = lost(&db, &media, acknowledged).await;
    bench.book.millis(NAME, "put back and checked", began.elapsed());
    db.close().await;
    bench.book.note(NAME, "acknowledged before it and not in it", Unit::Count, lost? as f64);
    Ok(())
}

/// The same into an empty database of PostgreSQL.
async fn restore_into_server(bench: &mut Bench, file: &Path, folder: &Path, acknowledged: u64) -> anyhow::Result<()> {
    if !bench.homes.engines().contains(&Engine::Postgres) {
        bench.book.leave_out("backup: putting back into PostgreSQL; none was named");
        return Ok(());
    }
    let scratch = bench.homes.bare_database().await?;
    let folder = folder.join("server");
    std::fs::create_dir(&folder)?;
    let media = media(&folder)?;
    let began = Instant::now();
    let db = Db::open_to_fill(&scratch.url, &OpenOptions::default()).await?;
    let (db, _) = backups::restore(file, Target::Server(db, folder), &media, &|_| ()).await?;
    bench.book.millis(NAME, "put back into PostgreSQL, every byte compared", began.elapsed());
    let lost = lost(&db, &media, acknowledged).await;
    db.close().await;
    bench.book.note(NAME, "acknowledged before it and not in PostgreSQL", Unit::Count, lost? as f64);
    Ok(())
}

/// Asks whether everything holds, and says how many answers are missing.
async fn lost(db: &Db, media: &Media, acknowledged: u64) -> anyhow::Result<u64> {
    let findings = integrity_check::check(db, Some(media), false).await.map_err(|fail| anyhow::anyhow!("{fail:?}"))?;
    let (told, holds) = integrity_check::report(&findings);
    anyhow::ensure!(holds, "{told}");
    let (stored, counted) = store::answers(db).await?;
    Ok(acknowledged.saturating_sub(stored) + stored.abs_diff(counted))
}

/// Moves what was put back to PostgreSQL; rows and sums of both sides are compared in it.
async fn transfer(bench: &mut Bench, folder: &Path) -> anyhow::Result<()> {
    if !bench.homes.engines().contains(&Engine::Postgres) {
        bench.book.leave_out("backup: moving to PostgreSQL; none was named");
        return Ok(());
    }
    let target = bench.homes.bare_database().await?;
    let (from, began) = (format!("sqlite://{}", folder.join("quad.db").display()), Instant::now());
    let compared = quad_db::transfer::<Migrations>(&from, &target.url, &|_| ()).await?;
    let took = began.elapsed();
    let rows: u64 = compared.iter().map(|one| one.target.rows).sum();
    bench.book.millis(NAME, "moved to PostgreSQL, compared", took);
    bench.book.note(NAME, "rows moved", Unit::Count, rows as f64);
    bench.book.note(NAME, "rows moved a second", Unit::PerSecond, rows as f64 / took.as_secs_f64());
    let differing = compared.iter().filter(|one| !one.is_equal()).count();
    bench.book.note(NAME, "tables that differ after moving", Unit::Count, differing as f64);
    Ok(())
}

fn media(folder: &Path) -> anyhow::Result<Media> {
    let flags = Flags { data_dir: Some(folder.to_owned()), ..Flags::default() };
    Ok(Media::new(&load_from(&flags, |_| None)?))
}
