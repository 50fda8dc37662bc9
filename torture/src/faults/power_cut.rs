//! *power-cut*: what Quad does to its disk is written down, then played on a disk in memory whose power is cut at random
//! moments, half of them right after an acknowledgement, in each way a disk can lose what was not synced. Quad is started
//! on what is left, and its database compared with what had been acknowledged by then.

use std::time::Duration;

use quad_db::{Db, Engine, OpenOptions};
use quad_kernel::ids::Random;
use quad_testbed::disk::{self, Disk, Kept};
use quad_testbed::recorder::Recording;
use tokio::time::sleep;

use super::Torture;
use crate::checker::{self, Found};
use crate::crowd::Crowd;
use crate::journal::{Became, Entry};
use crate::report::Told;
use crate::stand::Stand;

const WAYS: [Kept; 3] = [Kept::Nothing, Kept::Some, Kept::Everything];

pub async fn strike(torture: &mut Torture) -> anyhow::Result<Told> {
    anyhow::ensure!(torture.programs.recorder.is_some(), "there is no C compiler to build the recorder with");
    let (scale, seed, plan) = (torture.scale, torture.seed, torture.plan());
    let random = Random::seeded(seed);
    let mut stand = Stand::build(&torture.programs, &mut torture.homes, Engine::Sqlite, &plan, true).await?;
    let before = disk::look(&stand.home.folder)?;
    stand.start()?;
    let crowd = Crowd::begin(&stand, scale.lanes, seed);
    sleep(scale.while_well * 4).await;
    crowd.end().await?;
    stand.stop()?;
    let entries = stand.journal.entries()?;
    let recording = Recording::read(stand.recording()?)?;
    let deeds = recording.deeds()?;
    let heard: Vec<u64> = acknowledgements(&entries).map(|(_, place)| place).collect();
    anyhow::ensure!(!heard.is_empty(), "nothing was acknowledged");
    let mut places: Vec<u64> = (0..scale.cuts)
        .map(|cut| {
            let any = |of: usize| random.below(of as u64) as usize;
            if cut % 2 == 0 { heard[any(heard.len())] } else { deeds[any(deeds.len())].0 }
        })
        .collect();
    places.sort_unstable();
    let mut all = Found::default();
    let mut slowest = None;
    let (mut disk, mut played) = (Disk::with(&before, false), 0);
    for place in &places {
        while deeds.get(played).is_some_and(|(end, _)| end <= place) {
            disk.play(deeds[played].1);
            played += 1;
        }
        for way in WAYS {
            let left = disk.after_power_cut(way, &random);
            let known = |entry: &Entry| entry.reply.is_some_and(|(.., noted)| noted <= *place);
            match look(&mut stand, &left, &entries, known).await {
                Ok((ready, found)) => {
                    slowest = slowest.max(Some(ready));
                    all.acknowledged += found.acknowledged;
                    all.lost += found.lost;
                    all.doubled += found.doubled;
                    all.said.extend(found.said.into_iter().map(|said| format!("{way:?} kept: {said}")));
                }
                Err(error) => all.said.push(format!("{way:?} kept: {error:#}")),
            }
        }
    }
    all.said.truncate(10);
    let mut told = Told::of(&entries, all);
    told.recovers(slowest, "the power was back");
    told.notes.push(format!(
        "{} cuts, each in {} ways, in {} deeds of the disk",
        places.len(),
        WAYS.len(),
        deeds.len()
    ));
    Ok(told)
}

/// Every acknowledgement, with how long the recording was when it was heard.
fn acknowledgements(entries: &[Entry]) -> impl Iterator<Item = (&Entry, u64)> {
    let done = entries.iter().filter(|entry| entry.became() == Became::Done);
    done.filter_map(|entry| entry.reply.map(|(.., place)| (entry, place)))
}

/// Starts Quad on what is left, and compares; and how long it took until Quad was ready.
async fn look(
    stand: &mut Stand<'_>,
    left: &disk::Files,
    entries: &[Entry],
    known: impl Fn(&Entry) -> bool,
) -> anyhow::Result<(Duration, Found)> {
    let folder = tempfile::tempdir()?;
    disk::write(left, folder.path())?;
    let url = format!("sqlite://{}", folder.path().join("quad.db").display());
    let ready = stand.rehearse(&url, folder.path()).await?;
    let db = Db::open(&url, &OpenOptions::default()).await?;
    let found = checker::check(&db, &stand.campus, entries, known).await;
    db.close().await;
    Ok((ready, found?))
}
