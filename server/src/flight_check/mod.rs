//! `quad flight-check`: a rehearsal of a contest on this very installation, before there is one in earnest.
//!
//! 1. The own data is never opened: the rehearsal has a folder and a database of its own beside it, and both are gone
//!    afterwards, also after Ctrl-C (`cli::a_flight_check_says_go_and_leaves_nothing`, `cli::a_stopped_flight_check_leaves_nothing`).
//! 2. The server is this binary as a process of its own, with the settings of this installation that decide how it performs.
//! 3. Students come at moments decided before, and each latency is counted from the student's click (crates/load).
//! 4. In the end the server is killed, and the database must hold every acknowledged answer once, counted right
//!    (compare_answers.rs). One that is missing is NO-GO, whatever else was good.
//! 5. What a run cannot tell it says: when the load program was the limit, and where the system tells no usage.
//!
//! The rules of GO and what ends first are in model.rs. It refuses numbers for which memory or files do not suffice.

mod arguments;
mod campus;
mod compare_answers;
mod kinds;
mod model;
mod monitor;
mod report;
mod server;
mod setup;
mod store;
mod students;
mod wire;

pub use arguments::FlightCheckArgs;

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use quad_db::Db;
use quad_load::{Arrivals, Connection, Frames, Latencies, Report, Streams, Tally, Until, closed_loop, connections};
use tokio::task::JoinSet;

use crate::terminal;
use arguments::{ENDS_AFTER, LEAST};
use campus::{Campus, Person};
use compare_answers::{Told, balance};
use model::{Measured, millis, row};
use monitor::Watch;
use quad_contests::attempts::{self, SUBMIT_GRACE};
use quad_kernel::clock::Clock;
use quad_kernel::ids::ContestId;
use quad_operations::instance_lock::is_served;
use quad_services::config::Settings;
use report::Progress;
use server::Server;
use setup::{PASSWORD, Place};
use students::{Course, LAST_LOOK, PATIENCE, Student, TIME_IS_UP_WITHIN, Tallies, insist};

/// Log-ins of the sample, at most.
const LOG_INS: usize = 64;
/// Memory of both programs for one participant, to be on the safe side.
const BYTES_EACH: u64 = 128 * 1024;
/// Files of each program for one participant: a connection and a stream.
const FILES_EACH: u64 = 2;
/// Files of each program besides.
const FILES_BESIDES: u64 = 200;
/// Results open to the millisecond; people come a little later.
const TO_BE_SURE: Duration = Duration::from_millis(100);
/// The same people click at the same moments in every run.
const SEED: u64 = 2026;
const TICK: Duration = Duration::from_secs(1);
const LOOKING: &str = "last look";
const JOINING: &str = "join, first answers";
const ENDING: &str = "automatic end";
const OPENING: &str = "board";

/// Rehearses, prints the report, and returns whether it is GO. `stop` ends it early, and nothing is left behind.
pub async fn run(settings: &Settings, asked: &FlightCheckArgs, stop: impl Future<Output = ()>) -> anyhow::Result<bool> {
    refuse_what_cannot_be(asked)?;
    let cautions = cautions(settings);
    for caution in &cautions {
        terminal::say(&mut std::io::stderr(), caution);
    }
    let place = Place::make(settings).await?;
    let mut server = None;
    let rehearsed = tokio::select! {
        rehearsed = rehearse(settings, asked, &place, &mut server) => rehearsed,
        () = stop => Err(anyhow::anyhow!("the flight check was stopped")),
    };
    let killed = match &mut server {
        Some(server) => server.kill().await,
        None => Ok(()),
    };
    let engine = place.engine;
    place.remove().await?;
    let (measured, disk) = rehearsed?;
    killed?;
    let mut verdict = model::verdict(&measured);
    // What scrolled away before the report belongs beside GO.
    verdict.advice.extend(cautions);
    terminal::print(&report::report(&measured, &verdict, engine, &disk));
    Ok(verdict.go)
}

/// What makes the rehearsal say less than it seems to.
fn cautions(settings: &Settings) -> Vec<String> {
    let mut all = Vec::new();
    if !settings.data_dir.is_dir() {
        let place = settings.data_dir.display();
        all.push(format!(
            "There is no {place}: --data-dir is mistyped, or nothing is installed there yet. No quad.toml is read \
             there, and the disk is that of the nearest folder above."
        ));
    }
    if settings.database_file().is_some_and(|database| is_served(&database)) {
        all.push(
            "Quad is serving here at the same time: this rehearsal slows everybody who uses it, and they slow the rehearsal. Rehearse while nobody uses it."
                .to_owned(),
        );
    }
    all
}

/// Memory and files for both programs, or a reason.
fn refuse_what_cannot_be(asked: &FlightCheckArgs) -> anyhow::Result<()> {
    let people = u64::from(asked.participants);
    if let Ok(free) = quad_load::available_memory()
        && free < people * BYTES_EACH
    {
        let (needed, free) = (people * BYTES_EACH / 1024 / 1024, free / 1024 / 1024);
        bail!("{people} participants and their server need about {needed} MiB of memory, {free} MiB are free");
    }
    let files = quad_load::raise_open_files().unwrap_or(u64::MAX);
    match too_few_files(people, files) {
        Some(why) => bail!(why),
        None => Ok(()),
    }
}

fn too_few_files(people: u64, files: u64) -> Option<String> {
    let needed = |people: u64| people * FILES_EACH + FILES_BESIDES;
    let most = files.saturating_sub(FILES_BESIDES) / FILES_EACH;
    let instead = if most >= LEAST as u64 {
        format!(", or rehearse with at most {most} participants")
    } else {
        format!(": even the fewest, {LEAST}, need {}", needed(LEAST as u64))
    };
    (files < needed(people)).then(|| {
        format!(
            "{people} participants need {} open files, {files} are allowed here: raise the hard limit (LimitNOFILE, \
             ulimit -Hn){instead}",
            needed(people)
        )
    })
}

/// The rehearsal itself: what was measured, and what the disk takes, in words.
async fn rehearse(
    settings: &Settings,
    asked: &FlightCheckArgs,
    place: &Place,
    slot: &mut Option<Server>,
) -> anyhow::Result<(Measured, String)> {
    let progress = Progress::new();
    let takes = model::takes(asked, settings.answer_grace_seconds);
    progress.phase(&format!("This takes about {takes}, and some time to prepare and to compare."));
    let free_memory = quad_load::available_memory().ok();
    progress.phase(&format!("Preparing {} students in a database of their own …", asked.participants));
    let (mut campus, disk) = prepare(settings, asked, place).await?;

    let server = slot.insert(Server::start(place.folder(), &place.settings_file()).await?);
    let stage = Stage { asked, at: server.at, watch: Watch::new(server.pid), progress };
    stage.watch.is_idle();
    let log_in = stage.log_ins(&campus, settings.login_slots).await;
    stage.progress.phase("Some of them take a small contest of all kinds of question …");
    let takers = kinds::take(stage.at, &campus).await.context("the contest of all kinds")?;
    let waiting = stage.waiting(&campus).await;
    let mut rows = vec![(row::LOG_IN, log_in), (row::WAITING, opened(waiting.frames()))];
    let people = std::mem::take(&mut campus.students);
    let course = Arc::new(Course {
        contest: campus.contest,
        questions: std::mem::take(&mut campus.questions).into(),
        think: Duration::from_secs_f64(asked.think),
        tallies: Tallies::default(),
        waiting,
        rooms: Streams::later(stage.at, of_all(&people, campus.contest, wire::live_in_room), PATIENCE),
    });
    let streams = of_all(&people, campus.contest, wire::live);
    let students = stage.contest(&course, people, server).await?;
    let (end, students, final_at) = stage.end(&course, students, &campus, settings).await?;
    rows.extend(rows_of(&course.tallies));
    rows.push((row::ROOM, opened(course.rooms.frames())));
    rows.push((row::END, end));
    let (students, results) = stage.results(&course, students, streams, final_at, server).await?;
    rows.push((row::BOARD, course.tallies.board.report()));
    rows.push((row::STANDING, course.tallies.standing.report()));
    rows.push((row::SETTLING, course.tallies.settling.report()));
    rows.push((row::RESULTS, opened(results)));
    let (spans, growth) = (stage.watch.spans(), stage.watch.growth());
    let board_of_kinds = kinds::board(stage.at, &campus).await.context("the contest of all kinds")?;

    stage.progress.phase("Killing the server, and comparing the database with what students were told …");
    server.kill().await?;
    let db = place.open(settings).await?;
    let stored = attempts::stored_after_rehearsal(&db, campus.contest).await?;
    let sheets = attempts::sheets_after_rehearsal(&db, campus.kinds).await?;
    db.close().await;
    let key: Vec<i32> = course.questions.iter().map(|asked| asked.right).collect();
    let told: Vec<Told> = students.iter().map(|student| student.told.clone()).collect();
    let measured = Measured {
        participants: asked.participants.into(),
        seconds_to_join: asked.seconds_to_join,
        think_s: asked.think,
        within: Duration::from_millis(asked.within.into()),
        cores: std::thread::available_parallelism().map_or(1.0, |cores| cores.get() as f64),
        log_ins_per_s: rows[0].1.per_second(),
        rows,
        spans,
        growth,
        free_memory,
        most_files: quad_load::raise_open_files().unwrap_or(u64::MAX),
        live_streams: settings.live_streams as u64,
        commit: disk.commits.quantile(0.5),
        on_postgres: place.is_on_postgres(),
        balance: balance(&told, &stored, &key),
        kinds: kinds::balance(&takers, &board_of_kinds, &sheets),
        stranded: students.iter().filter(|student| student.told.given.is_empty()).count() as u64,
        given_up: students.iter().map(|student| student.given_up).sum(),
    };
    Ok((measured, disk.words()))
}

/// How long the disk takes.
struct Disk {
    syncs: Latencies,
    commits: Latencies,
}

impl Disk {
    fn words(&self) -> String {
        let both = |all: &Latencies| format!("{} (p99 {})", millis(all.quantile(0.5)), millis(all.quantile(0.99)));
        let (syncs, commits) = (both(&self.syncs), both(&self.commits));
        format!("Disk: 4 KiB written for good take {syncs}, a small commit at the same time {commits}")
    }
}

/// The database with everybody in it, closed again, and what writing costs.
async fn prepare(settings: &Settings, asked: &FlightCheckArgs, place: &Place) -> anyhow::Result<(Campus, Disk)> {
    let db = place.open(settings).await?;
    let campus = setup::populate(&db, asked.participants as usize, asked.questions as usize).await?;
    let disk = disk(&db, place.folder().join("disk")).await?;
    db.close().await;
    Ok((campus, disk))
}

/// What the phases share.
struct Stage<'a> {
    asked: &'a FlightCheckArgs,
    at: SocketAddr,
    watch: Watch,
    progress: Progress,
}

impl Stage<'_> {
    /// Real log-ins, as many at once as keep the hashing busy.
    async fn log_ins(&self, campus: &Campus, slots: usize) -> Report {
        self.progress.phase("Log-ins, as many as the processor hashes …");
        self.watch.begin();
        let sample = campus.students.iter().take(LOG_INS);
        let requests: Vec<Vec<u8>> = sample.map(|student| wire::log_in(&student.email, PASSWORD)).collect();
        let count = requests.len();
        let lanes = connections(self.at, (2 * slots).min(count), PATIENCE);
        let work = move |number: usize, request: &mut Vec<u8>| request.extend_from_slice(&requests[number % count]);
        let report = closed_loop(lanes, Until::Count(count), work).await.report;
        self.watch.end_of_rush("log in");
        self.watch.is_logged_in();
        report
    }

    /// Everybody has the list of contests open.
    async fn waiting(&self, campus: &Campus) -> Streams {
        self.progress.phase("Everybody waits for the start, with live updates open …");
        let requests = of_all(&campus.students, campus.contest, wire::live);
        let waiting = Streams::open(self.at, requests, PATIENCE, None).await;
        self.watch.end_of_rush("wait");
        waiting
    }

    /// From the last looks before the start to the last one's handing in.
    async fn contest(
        &self,
        course: &Arc<Course>,
        people: Vec<Person>,
        server: &mut Server,
    ) -> anyhow::Result<Vec<Student>> {
        let FlightCheckArgs { seconds_to_join, questions, .. } = self.asked;
        let takes = model::words(model::answering(self.asked));
        self.progress.phase(&format!(
            "They join within {seconds_to_join} s, and answer {questions} {}, which takes about {takes} …",
            if *questions == 1 { "question" } else { "questions" }
        ));
        let (count, join_within) = (people.len(), Duration::from_secs_f64(*seconds_to_join));
        let pages = connections(self.at, count, PATIENCE);
        let clicks = Arrivals::within(count, join_within, SEED);
        let looks = Arrivals::within(count, LAST_LOOK.1.saturating_sub(LAST_LOOK.0), SEED + 2);
        let opens_at = Instant::now();
        let began = opens_at + LAST_LOOK.1;
        let mut taking = JoinSet::new();
        let moments = looks.moments().iter().zip(clicks.moments());
        for (number, ((person, page), (look, click))) in people.into_iter().zip(pages).zip(moments).enumerate() {
            let student = Student::new(number, person, page);
            taking.spawn(student.take(Arc::clone(course), opens_at + *look, began + *click));
        }
        tokio::time::sleep_until(began.into()).await;
        self.watch.end_of(LOOKING);
        let mut students = Vec::with_capacity(count);
        let mut tick = tokio::time::interval(TICK);
        let all_clicked = tokio::time::sleep(join_within);
        tokio::pin!(all_clicked);
        let mut joining = true;
        while !taking.is_empty() {
            tokio::select! {
                Some(student) = taking.join_next() => students.push(student?),
                () = &mut all_clicked, if joining => {
                    joining = false;
                    self.watch.end_of(JOINING);
                }
                _ = tick.tick() => {
                    server.check()?;
                    self.progress.now(&taken(course, count, &self.watch));
                }
            }
        }
        self.watch.end_of(if joining { JOINING } else { "answer, hand in" });
        Ok(students)
    }

    /// The owner moves the end to now, and for whoever is still in the room the clock ends it; returns when the results are
    /// open, and says when they are final.
    async fn end(
        &self,
        course: &Arc<Course>,
        students: Vec<Student>,
        campus: &Campus,
        settings: &Settings,
    ) -> anyhow::Result<(Report, Vec<Student>, Instant)> {
        self.progress.phase("The owner ends the contest, in which half of them still are; everybody opens the board …");
        let (tally, clock) = (Tally::new(), Clock::System);
        let ends_at = clock.now().plus(ENDS_AFTER);
        let request = wire::change_time(&campus.owner.cookie, campus.contest, campus.starts_at, ends_at);
        let mut page = Connection::new(self.at, PATIENCE);
        if !insist(&mut page, &request, Instant::now(), &tally).await {
            bail!("the owner could not end the contest: {:?}", tally.report());
        }
        self.watch.begin();
        let over_at = Instant::now() + Duration::from_millis(ends_at.millis_since(clock.now()).max(0) as u64);
        let looks = Arrivals::within(students.len(), TIME_IS_UP_WITHIN, SEED + 3);
        let mut ending = JoinSet::new();
        for (student, look) in students.into_iter().zip(looks.moments()) {
            ending.spawn(student.time_is_up(Arc::clone(course), over_at + *look));
        }
        let students = ending.join_all().await;
        self.watch.end_of(ENDING);
        let open_at = ends_at.plus(Duration::from_secs(settings.answer_grace_seconds.into()) + TO_BE_SURE);
        let left = open_at.millis_since(clock.now()).max(0) as u64;
        tokio::time::sleep(Duration::from_millis(left)).await;
        Ok((tally.report(), students, Instant::now() + SUBMIT_GRACE))
    }

    /// Everybody opens the results, with live updates again, and keeps them open until they are final.
    async fn results(
        &self,
        course: &Arc<Course>,
        students: Vec<Student>,
        streams: Vec<Vec<u8>>,
        final_at: Instant,
        server: &mut Server,
    ) -> anyhow::Result<(Vec<Student>, Frames)> {
        self.watch.begin();
        let (count, at) = (students.len(), self.at);
        let mut following = JoinSet::from_iter([Streams::open(at, streams, PATIENCE, None)]);
        let open_within = Duration::from_secs_f64(self.asked.seconds_to_join);
        let clicks = Arrivals::within(count, open_within, SEED + 1);
        let began = Instant::now();
        let mut looking = JoinSet::new();
        for (student, click) in students.into_iter().zip(clicks.moments()) {
            looking.spawn(student.open_board(Arc::clone(course), began + *click, final_at));
        }
        let mut students = Vec::with_capacity(count);
        let mut tick = tokio::time::interval(TICK);
        let all_clicked = tokio::time::sleep(open_within);
        tokio::pin!(all_clicked);
        let mut opening = true;
        while !looking.is_empty() {
            tokio::select! {
                Some(student) = looking.join_next() => students.push(student?),
                () = &mut all_clicked, if opening => {
                    opening = false;
                    self.watch.end_of(OPENING);
                }
                _ = tick.tick() => {
                    server.check()?;
                    self.progress.now(&format!("{} of {count} boards are open", course.tallies.board.ended()));
                }
            }
        }
        let streams = following.join_next().await.context("the streams")??;
        self.watch.end_of(if opening { OPENING } else { "board, until final" });
        self.progress.end();
        server.check()?;
        Ok((students, streams.close().await))
    }
}

/// One request for everybody.
fn of_all(people: &[Person], contest: ContestId, request: fn(&str, ContestId) -> Vec<u8>) -> Vec<Vec<u8>> {
    people.iter().map(|person| request(&person.cookie, contest)).collect()
}

fn rows_of(tallies: &Tallies) -> [(&'static str, Report); 8] {
    [
        (row::LAST_LOOK, tallies.last_look.report()),
        (row::JOIN, tallies.join.report()),
        (row::PAPER, tallies.paper.report()),
        (row::ATTEMPT, tallies.attempt.report()),
        (row::START, tallies.start.report()),
        (row::ANSWER, tallies.answer.report()),
        (row::LOOK, tallies.look.report()),
        (row::HAND_IN, tallies.hand_in.report()),
    ]
}

/// How far they are.
fn taken(course: &Course, people: usize, watch: &Watch) -> String {
    let started = course.tallies.start.ended();
    let (answers, of) = (course.tallies.answer.ended(), people * course.questions.len());
    let memory = watch.memory().map_or_else(String::new, |bytes| format!(", server {} MiB", bytes / 1024 / 1024));
    format!("{started} of {people} started, {answers} of {of} answers{memory}")
}

/// Streams as a row of the table.
fn opened(frames: Frames) -> Report {
    Report {
        done: frames.opening.count(),
        refused: frames.refused,
        failed: frames.failed,
        latencies: frames.opening,
        ..Report::default()
    }
}

/// Writes that are tried, and for how long at most.
const WRITES: i64 = 200;
const AT_MOST: Duration = Duration::from_secs(3);

/// What writing for good costs: 4 KiB in the middle of a file, as a database writes its log, and in turns with it a small
/// commit of the database. A disk may be ten times as slow in one second as in the next; taken one after the other, the two
/// would say nothing of each other.
async fn disk(db: &Db, file: PathBuf) -> anyhow::Result<Disk> {
    let made = tokio::task::spawn_blocking(move || {
        std::fs::write(&file, vec![7; WRITES as usize * 4096])?;
        let file = File::options().write(true).open(&file)?;
        file.sync_all().map(|()| Arc::new(file))
    });
    let file = made.await?.context("writing to the disk")?;
    let (mut syncs, mut commits, began) = (Latencies::new(), Latencies::new(), Instant::now());
    store::make_table(db).await?;
    for number in 0..WRITES {
        let file = Arc::clone(&file);
        let write = tokio::task::spawn_blocking(move || sync(&file, number as u64 * 4096));
        syncs.record(write.await?.context("writing to the disk")?);
        commits.record(store::commit(db, number).await?);
        if began.elapsed() > AT_MOST {
            break;
        }
    }
    store::drop_table(db).await?;
    Ok(Disk { syncs, commits })
}

/// Writes 4 KiB for good.
fn sync(mut file: &File, at: u64) -> std::io::Result<Duration> {
    let started = Instant::now();
    file.seek(SeekFrom::Start(at))?;
    file.write_all(&[8; 4096])?;
    file.sync_data()?;
    Ok(started.elapsed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_few_files_are_refused_with_what_would_do() {
        assert_eq!(too_few_files(40, 280), None);
        let why = too_few_files(40, 279).expect("one too few");
        assert!(why.contains("need 280 open files, 279 are") && why.ends_with("at most 39 participants"), "{why}");
        assert!(too_few_files(40, 220).is_some_and(|why| why.ends_with("at most 10 participants")));
        for files in [219, 120, 0] {
            let why = too_few_files(10, files).expect("too few");
            assert!(!why.contains("at most") && why.ends_with("even the fewest, 10, need 220"), "{why}");
        }
    }
}
