//! *between*: people answer with the web client's own outbox, in Chromium, through a middlebox that answers with other people's
//! pages, swallows, cuts, exchanges, delays and doubles what goes through it, over all packaged proxies; the servers behind them
//! are killed meanwhile, and contests end. Then the network is good again, and the database is compared with what was shown.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use quad_db::Engine;
use quad_kernel::clock::{Clock, Time};
use quad_kernel::ids::Random;
use quad_testbed::campus::{Campus, Plan};
use quad_testbed::homes::Home;
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use super::Torture;
use crate::between::browser::{self, Browser};
use crate::between::comparison::{Stored, compare};
use crate::between::middlebox::Middlebox;
use crate::between::people::People;
use crate::between::proxies::{self, Proxy};
use crate::between::quads::Quads;
use crate::checker::{Found, GRACE_MS, Places, broken_rules};
use crate::report::Told;
use crate::store;

/// Questions of each contest that ends.
const QUESTIONS_OF_ENDING: usize = 6;
/// One contest ends after the other.
const ENDS_EVERY: Duration = Duration::from_secs(20);
/// Of a thousand calls so many are disturbed, and in a storm.
const ROUGH: u64 = 250;
const STORM: u64 = 950;
/// Of ten kills so many come with a storm.
const STORMS: u64 = 4;
/// How long everything is well between two kills, at least; a storm lasts as long as that.
const BETWEEN_KILLS: Duration = Duration::from_secs(4);
/// The network becomes good when all but one of so many answers are given.
const GIVEN_MEANWHILE: usize = 10;
/// Nobody begins any more after this.
const LONGEST: Duration = Duration::from_mins(30);
/// Somebody has given an answer by then, or nobody ever will.
const BEGINS_WITHIN: Duration = Duration::from_mins(2);
/// Once the network is good: the longest pause of the outbox, its patience, a contest that ends, and what the last people have
/// still to give. Of ten thousand answers that wait, browsers on two processors send less than a hundred a second.
const EMPTY_WITHIN: Duration = Duration::from_mins(8);
const WEB: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../web");
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/between/vite.config.ts");

/// Why it cannot be on this machine; nothing when it can.
pub fn lacks() -> Option<&'static str> {
    if browser::find().is_none() {
        return Some("Chromium is not installed");
    }
    if !Path::new(WEB).join("node_modules/vite").exists() {
        return Some("the packages of web/ are not installed");
    }
    proxies::ALL.iter().all(|kind| kind.program().is_none()).then_some("no proxy is installed")
}

pub async fn strike(torture: &mut Torture, engine: Engine) -> anyhow::Result<Told> {
    let (scale, seed) = (torture.scale.between, torture.seed);
    let ending = (scale.lasts.as_secs() / ENDS_EVERY.as_secs()) as usize;
    let mut contests = vec![(scale.questions, scale.people, false)];
    contests.extend(std::iter::repeat_n((QUESTIONS_OF_ENDING, scale.people, false), ending));
    let campus = Arc::new(Campus::new(&Plan { people: scale.people, contests, ..Plan::default() }));
    let home = torture.homes.make(engine, &campus).await?;
    let folder = home.folder.join("between");
    let page = build_page(&folder.join("page"))?;
    let quads = Arc::new(Quads::new(&torture.programs, &home)?);
    let mut proxies = Vec::new();
    for kind in proxies::ALL {
        if let Some(program) = kind.program() {
            proxies.push(Proxy::start(kind, &program, &quads.addresses)?);
        }
    }
    let names = proxies.iter().map(|proxy| proxy.kind.name()).collect::<Vec<_>>().join(", ");
    let (began, count) = (Clock::System.now(), proxies.len());
    let ends = set_ends(&home.open().await?, &campus, began).await?;
    for which in 0..quads.addresses.len() {
        quads.start(which)?;
    }
    let people = Arc::new(People::new(&campus, ends, seed));
    let middlebox = Middlebox::start(Arc::clone(&people), proxies, page, seed).await?;
    let mut browsers = Vec::new();
    let chromium = browser::find().context("Chromium is not installed")?;
    let hall = format!("http://hall.localhost:{}/?seats={}", middlebox.address.port(), scale.seats);
    for number in 0..scale.browsers {
        browsers.push(Browser::open(&chromium, &folder.join(format!("browser-{number}")), &hall)?);
    }
    let kills = rage(&middlebox, &quads, &people, &mut browsers, scale.people, seed).await?;
    let waited = people.progress();
    let recovery = recover(&middlebox, &people).await;
    let took = Clock::System.now().millis_since(began) / 1_000;
    drop(browsers);
    quads.kill_all();
    let mut told = look(&home, &campus, &people).await?;
    told.recovery = recovery;
    told.demand(recovery.is_some(), format!("outboxes are not empty {EMPTY_WITHIN:?} after the network was good"));
    told.demand(kills > 0 && told.done > 0, "nobody was killed, or nothing was shown as saved");
    let (calls, counts) = middlebox.counts();
    if torture.scale.waits_for_cuts {
        let is_whole = counts.iter().all(|(_, count)| *count > 0) && told.refused > 0;
        told.demand(is_whole, "a disturbance never happened, or nothing came too late");
        told.demand(count == proxies::ALL.len(), "not all proxies took part");
    }
    let each: Vec<String> = counts.iter().map(|(words, count)| format!("{words} {count}")).collect();
    told.notes.push(format!("{took} s behind {names}; {calls} calls: {}", each.join(", ")));
    told.notes.push(format!(
        "{kills} kills; of {} answers given {} waited when the network was good again; {} came after the end of their \
         contest, and were shown so",
        waited.given, waited.waiting, told.refused
    ));
    Ok(told)
}

/// Opens the database and compares it with what everybody saw.
async fn look(home: &Home, campus: &Campus, people: &People) -> anyhow::Result<Told> {
    let db = home.open().await?;
    let (stored, strays) = stored(&db, campus).await?;
    let late = store::out_of_time(&db, GRACE_MS).await?;
    let broken = broken_rules(&db).await?;
    db.close().await;
    let compared = compare(&people.begun(), stored);
    let (lost, doubled) = (compared.missing.count, compared.doubled.count + compared.foreign.count);
    let found = Found { acknowledged: compared.saved, lost, doubled, said: broken };
    let mut told = Told { done: compared.saved, refused: compared.not_counted, ..Told::of(&[], found) };
    for (what, wrong) in compared.wrongs() {
        told.demand(wrong.count == 0, format!("{what}: {}, as {}", wrong.count, wrong.told.join("; ")));
    }
    told.demand(strays == 0, format!("{strays} answers are of nobody"));
    told.demand(late == 0, format!("{late} answers are dated outside the window of their contest"));
    told.notes.push(format!(
        "trust: hostile network: {} / {} · {}: given before the end {}, not there {}",
        compared.saved,
        lost + doubled,
        home.name(),
        compared.given,
        compared.not_there.count
    ));
    Ok(told)
}

/// The script of a person's page, out of the sources of the web client and by its own build.
fn build_page(folder: &Path) -> anyhow::Result<Vec<u8>> {
    let mut command = Command::new("node");
    command.args(["node_modules/vite/bin/vite.js", "build", "--logLevel", "error", "--config", PAGE, "--outDir"]);
    let output = command.arg(folder).current_dir(WEB).output().context("cannot start node")?;
    let said = || String::from_utf8_lossy(&output.stderr).into_owned();
    anyhow::ensure!(output.status.success(), "the page of the people cannot be built: {}", said());
    Ok(std::fs::read(folder.join("person.js"))?)
}

/// The first contest goes on for long; the others end one after the other.
async fn set_ends(db: &quad_db::Db, campus: &Campus, began: Time) -> anyhow::Result<Vec<Time>> {
    let mut ends = Vec::with_capacity(campus.contests.len());
    for (number, contest) in campus.contests.iter().enumerate() {
        let end =
            if number == 0 { began.plus(Duration::from_hours(6)) } else { began.plus(ENDS_EVERY * number as u32) };
        store::set_window(db, contest.id, began.minus(Duration::from_mins(90)), end).await?;
        ends.push(end);
    }
    db.close().await;
    Ok(ends)
}

/// Disturbs and kills until nearly everything is given; says how many kills there were.
async fn rage(
    middlebox: &Middlebox,
    quads: &Arc<Quads>,
    people: &People,
    browsers: &mut [Browser],
    everybody: usize,
    seed: u64,
) -> anyhow::Result<usize> {
    let (random, began) = (Random::seeded(seed.wrapping_add(1)), Instant::now());
    let mut kills = 0;
    middlebox.disturb(ROUGH);
    while began.elapsed() < LONGEST {
        let progress = people.progress();
        if progress.begun == everybody && progress.to_give * GIVEN_MEANWHILE < progress.given {
            break;
        }
        let has_begun = progress.given > 0 || began.elapsed() < BEGINS_WITHIN;
        anyhow::ensure!(has_begun, "{BEGINS_WITHIN:?} have passed, and nobody could give an answer");
        sleep(BETWEEN_KILLS + Duration::from_millis(random.below(6_000))).await;
        anyhow::ensure!(!browsers.iter_mut().any(Browser::has_ended), "Chromium has ended by itself");
        let which = random.below(quads.addresses.len() as u64) as usize;
        let all = random.below(4) == 0;
        let down: Vec<usize> = if all { (0..quads.addresses.len()).collect() } else { vec![which] };
        for which in &down {
            quads.kill(*which);
        }
        kills += 1;
        sleep(Duration::from_millis(random.below(1_500))).await;
        for which in down {
            let quads = Arc::clone(quads);
            spawn_blocking(move || quads.start(which)).await??;
        }
        if random.below(10) < STORMS {
            middlebox.disturb(STORM);
            sleep(BETWEEN_KILLS).await;
            middlebox.disturb(ROUGH);
        }
    }
    Ok(kills)
}

/// Lets the network be good, and says after how long nothing waited any more.
async fn recover(middlebox: &Middlebox, people: &People) -> Option<Duration> {
    middlebox.close();
    middlebox.disturb(0);
    let began = Instant::now();
    while began.elapsed() < EMPTY_WITHIN {
        if people.are_done(Clock::System.now()) {
            return Some(began.elapsed());
        }
        sleep(Duration::from_millis(250)).await;
    }
    None
}

/// The answers in the database by places, and how many are of nobody.
async fn stored(db: &quad_db::Db, campus: &Campus) -> anyhow::Result<(Vec<Stored>, usize)> {
    let (places, mut stored, mut strays) = (Places::of(campus), Vec::new(), 0);
    for row in store::answers(db).await? {
        let (question, option) = row.places();
        match places.of_answer(&row) {
            Some((contest, who)) => stored.push(Stored { contest, who, question, option, at: row.answered_at }),
            None => strays += 1,
        }
    }
    Ok((stored, strays))
}
