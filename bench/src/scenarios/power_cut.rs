//! *power-cut*: is every answer and every join still there that was acknowledged before the power went?
//!
//! Quad runs on SQLite while a library before the C library writes down what it does to its files. Afterwards the recording is
//! played on a disk in memory (`disk.rs`) whose power is cut at random moments, half of them right after an acknowledgement,
//! in each way a disk can lose what was not synced. Quad is started on what is left, and its database asked. That this can
//! fail shows a disk that lies about its syncs.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context;
use quad::integrity_check;
use quad_db::{Db, Engine, OpenOptions};
use quad_kernel::ids::Random;
use quad_load::{Reply, Request, Until, Work, closed_loop, connections};

use crate::bench::{Bench, Measured, PATIENCE, ask};
use crate::book::Unit;
use crate::campus::{Campus, Plan};
use crate::disk::{self, Disk, Files, Kept};
use crate::recorder::{Deed, Recording};
use crate::requests::{self, Answers};

const NAME: &str = "power-cut";
const QUESTIONS: usize = 60;
/// Every so manieth request is a join, as long as there is somebody left.
const JOIN_EACH: usize = 8;
/// A cut in each way.
const WAYS: [Kept; 3] = [Kept::Nothing, Kept::Some, Kept::Everything];
/// Contests of the campus: the one that is answered, and the one that is joined meanwhile.
const ANSWERED: usize = 0;
const JOINED: usize = 1;

pub async fn run(bench: &mut Bench) -> anyhow::Result<()> {
    if bench.programs.recorder.is_none() {
        bench.book.leave_out("power-cut: there is no C compiler to build the recorder with");
        return Ok(());
    }
    for round in 0..bench.rounds {
        self::round(bench, round as u64).await?;
    }
    Ok(())
}

async fn round(bench: &mut Bench, round: u64) -> anyhow::Result<()> {
    let people = bench.scale.cut_people;
    let contests = vec![(QUESTIONS, people, false), (QUESTIONS, 0, false)];
    let campus = Arc::new(Campus::new(&Plan { people, contests, ..Plan::default() }));
    let home = bench.homes.make(Engine::Sqlite, &campus).await?;
    let before = disk::look(&home.folder)?;
    let log = bench.homes.folder().join(format!("recording-{round}"));
    let deeds = Deeds {
        answers: Answers::new(&campus, ANSWERED),
        campus: Arc::clone(&campus),
        log: log.clone(),
        heard: Arc::default(),
    };
    let heard = Arc::clone(&deeds.heard);
    let quad = bench.programs.quad_recorded(&home.url, &home.folder, &log)?;
    bench.fetch_papers(&quad, &campus, ANSWERED).await?;
    let open = connections(quad.address, bench.lanes(), PATIENCE);
    let count = bench.scale.cut_requests;
    let measured =
        bench.watched(&quad, async move { closed_loop(open, Until::Count(count), deeds).await.report }).await?;
    let Measured { report, .. } = measured.clean("answers and joins")?;
    quad.stop()?;

    let heard = std::mem::take(&mut *heard.lock().unwrap_or_else(PoisonError::into_inner));
    anyhow::ensure!(heard.len() as u64 == report.done, "not every acknowledgement was noted");
    let recording = Recording::read(&log)?;
    let deeds = recording.deeds()?;
    compare(&before, &deeds, &disk::look(&home.folder)?)?;
    let (syncs, checkpoints) = syncs(&deeds);
    bench.book.note(NAME, "SQLite: acknowledged", Unit::Count, heard.len() as f64);
    bench.book.note(NAME, "SQLite: syncs meanwhile", Unit::Count, syncs as f64);
    bench.book.note(NAME, "SQLite: of them of the database's own file", Unit::Count, checkpoints as f64);
    let hour = Hour { campus, heard, before, deeds, random: Random::seeded(round) };
    let honest = hour.cut(bench, bench.scale.cuts, false).await?;
    bench.book.note(NAME, "SQLite: cuts", Unit::Count, honest.cuts as f64);
    bench.book.note(NAME, "SQLite: acknowledged before the cuts", Unit::Count, honest.acknowledged as f64);
    bench.book.note(NAME, "SQLite: lost, changed or doubled", Unit::Count, honest.wrong as f64);
    bench.book.note(NAME, "SQLite: cuts that left it unsound", Unit::Count, honest.unsound as f64);
    let lied = hour.cut(bench, bench.scale.cuts.div_ceil(4), true).await?;
    bench.book.note(NAME, "a disk that lies: cuts", Unit::Count, lied.cuts as f64);
    bench.book.note(NAME, "a disk that lies: cuts with something lost or unsound", Unit::Count, lied.spoilt as f64);
    std::fs::remove_file(log)?;
    Ok(())
}

/// How often a file was synced, and how often that was the database itself: the end of a checkpoint.
fn syncs(deeds: &[(u64, Deed<'_>)]) -> (usize, usize) {
    let (mut all, mut own, mut database) = (0, 0, None);
    for (_, deed) in deeds {
        match deed {
            Deed::Open { file, name: "quad.db", .. } => database = Some(*file),
            Deed::Sync { file } => {
                all += 1;
                own += usize::from(database == Some(*file));
            }
            _ => {}
        }
    }
    (all, own)
}

/// What was written down must be what was done: else there is a way to write that the recorder does not know.
fn compare(before: &Files, deeds: &[(u64, Deed<'_>)], after: &Files) -> anyhow::Result<()> {
    let mut disk = Disk::with(before, false);
    for (_, deed) in deeds {
        disk.play(*deed);
    }
    let played = disk.after_power_cut(Kept::Everything, &Random::seeded(0));
    for name in ["quad.db", "quad.db-wal"] {
        let (played, found) = (played.get(name), after.get(name));
        anyhow::ensure!(played == found, "{name} is not what was written down");
    }
    Ok(())
}

/// Answers, and joins in between; each acknowledgement is noted with how long the recording was then.
struct Deeds {
    answers: Answers,
    campus: Arc<Campus>,
    log: PathBuf,
    heard: Arc<Mutex<Vec<(u64, What)>>>,
}

/// What was acknowledged, each with the people's and the question's place in the campus.
#[derive(Clone, Copy, Debug)]
enum What {
    Answer { person: usize, question: usize, option: usize },
    Join { person: usize },
}

impl Deeds {
    fn what(&self, number: usize) -> What {
        let joins = self.campus.people.len().min(number.div_ceil(JOIN_EACH));
        if number.is_multiple_of(JOIN_EACH) && number / JOIN_EACH < self.campus.people.len() {
            return What::Join { person: number / JOIN_EACH };
        }
        let (person, question, option) = self.answers.of(number - joins);
        What::Answer { person, question, option }
    }
}

impl Work for Deeds {
    fn write(&self, number: usize, request: &mut Vec<u8>) {
        match self.what(number) {
            What::Join { person } => {
                let (person, contest) = (&self.campus.people[person], &self.campus.contests[JOINED]);
                request.extend_from_slice(&requests::join(person, contest));
            }
            What::Answer { .. } => {
                let joins = self.campus.people.len().min(number.div_ceil(JOIN_EACH));
                self.answers.write(number - joins, request);
            }
        }
    }

    fn accept(&self, number: usize, reply: &Reply<'_>) -> bool {
        if reply.is_success() {
            let heard = (Recording::length_of(&self.log), self.what(number));
            self.heard.lock().unwrap_or_else(PoisonError::into_inner).push(heard);
        }
        reply.is_success()
    }
}

/// All that happened.
struct Hour<'a> {
    campus: Arc<Campus>,
    /// What was acknowledged, and at which place of the recording at the latest.
    heard: Vec<(u64, What)>,
    before: Files,
    deeds: Vec<(u64, Deed<'a>)>,
    random: Random,
}

/// What was found after cuts.
#[derive(Debug, Default)]
struct Found {
    cuts: usize,
    acknowledged: usize,
    wrong: usize,
    unsound: usize,
    /// Cuts after which anything was wrong or unsound.
    spoilt: usize,
}

impl Hour<'_> {
    /// Cuts the power so often, in each way, and looks at what is left.
    async fn cut(&self, bench: &mut Bench, cuts: usize, is_liar: bool) -> anyhow::Result<Found> {
        let mut disk = Disk::with(&self.before, is_liar);
        let (mut found, mut deeds) = (Found::default(), self.deeds.iter().peekable());
        for place in self.places(cuts)? {
            while let Some((_, deed)) = deeds.next_if(|(end, _)| *end <= place) {
                disk.play(*deed);
            }
            let acknowledged: Vec<What> =
                self.heard.iter().filter(|(heard, _)| *heard <= place).map(|(_, what)| *what).collect();
            for kept in WAYS {
                // Whoever only ends a program loses nothing, even on a disk that lies.
                if is_liar && kept == Kept::Everything {
                    continue;
                }
                let left = disk.after_power_cut(kept, &self.random);
                let wrong = self.look(bench, &left, &acknowledged).await;
                found.cuts += 1;
                found.acknowledged += acknowledged.len();
                found.spoilt += usize::from(!matches!(wrong, Ok(0)));
                match wrong {
                    Ok(wrong) => found.wrong += wrong,
                    Err(error) => {
                        found.unsound += 1;
                        if !is_liar {
                            crate::say(&format!("  a cut at {place}, {kept:?} kept: {error:#}"));
                        }
                    }
                }
            }
        }
        Ok(found)
    }

    /// Where the power is cut: half of the time right after somebody heard something, else anywhere from the first
    /// acknowledgement on.
    fn places(&self, cuts: usize) -> anyhow::Result<Vec<u64>> {
        let first = self.heard.iter().map(|(place, _)| *place).min().context("nothing was acknowledged")?;
        let from = self.deeds.partition_point(|(end, _)| *end < first);
        let mut places: Vec<u64> = (0..cuts)
            .map(|cut| {
                let any = |of: usize| self.random.below(of as u64) as usize;
                if cut % 2 == 0 {
                    self.heard[any(self.heard.len())].0
                } else {
                    self.deeds[from + any(self.deeds.len() - from)].0
                }
            })
            .collect();
        places.sort_unstable();
        Ok(places)
    }

    /// Starts Quad on what is left, and counts what is not there as it was acknowledged. It fails where the database cannot be
    /// used or breaks a rule of `quad check`.
    async fn look(&self, bench: &Bench, left: &Files, acknowledged: &[What]) -> anyhow::Result<usize> {
        let folder = tempfile::tempdir_in(bench.homes.folder())?;
        disk::write(left, folder.path())?;
        let url = format!("sqlite://{}", folder.path().join("quad.db").display());
        let quad = bench.programs.quad(&url, folder.path(), false)?;
        let (status, _) = ask(quad.address, &Request::get("/readyz").bytes()).await?;
        anyhow::ensure!(status == 200, "Quad is not ready: {status}");
        drop(quad);
        let db = Db::open(&url, &OpenOptions::default()).await?;
        let counted = self.count(&db, acknowledged).await;
        db.close().await;
        counted
    }

    async fn count(&self, db: &Db, acknowledged: &[What]) -> anyhow::Result<usize> {
        let findings = integrity_check::check(db, None, true).await.map_err(|fail| anyhow::anyhow!("{fail:?}"))?;
        let (told, holds) = integrity_check::report(&findings);
        anyhow::ensure!(holds, "{told}");
        let (answered, joined) = (&self.campus.contests[ANSWERED], &self.campus.contests[JOINED]);
        let rows = quad_testbed::store::answers_to(db, answered.id).await?;
        let joins = quad_testbed::store::joined(db, joined.id).await?;
        let stored: BTreeMap<(uuid::Uuid, i32), i32> =
            rows.iter().map(|row| ((row.user_id, row.question_no), row.chosen)).collect();
        let people: std::collections::BTreeSet<&uuid::Uuid> = joins.iter().collect();
        let doubled = rows.len() - stored.len() + joins.len() - people.len();
        let is_there = |what: &What| match *what {
            What::Answer { person, question, option } => {
                let key = (self.campus.people[person].id.0, question as i32 + 1);
                stored.get(&key) == Some(&(1 << option))
            }
            What::Join { person } => people.contains(&self.campus.people[person].id.0),
        };
        Ok(doubled + acknowledged.iter().filter(|what| !is_there(what)).count())
    }
}
