//! *races*: many people vote and answer four times in the same moment, each time for another option. One of the four is
//! taken, the others are told that it was, and the tally is as many votes as there are voters. Then all hand in and answer
//! once more: none of that is taken.

use std::sync::Arc;

use quad_db::Engine;
use quad_load::Connection;
use tokio::sync::Barrier;
use tokio::task::JoinSet;

use super::Torture;
use crate::crowd::{PATIENCE, send};
use crate::journal::{Became, Deed, Entry};
use crate::report::Told;
use crate::stand::Stand;

/// Options of every question and poll: one for each try.
const TRIES: usize = 4;
/// People in one moment, at most: a connection for each try.
const AT_ONCE: usize = 100;

pub async fn strike(torture: &mut Torture, engine: Engine) -> anyhow::Result<Told> {
    let blows = torture.scale.blows;
    let mut stand = torture.stand(engine).await?;
    stand.start()?;
    let people = stand.campus.people.len().min(AT_ONCE);
    at_once(&stand, people, |_| Deed::Join(0)).await?;
    for poll in 0..stand.campus.polls.len() {
        at_once(&stand, people, |option| Deed::Vote(poll, option)).await?;
    }
    let questions = blows.min(stand.campus.contests[0].questions.len() - 1);
    for question in 0..questions {
        at_once(&stand, people, |option| Deed::Answer(0, question, option)).await?;
    }
    at_once(&stand, people, |_| Deed::Submit(0)).await?;
    at_once(&stand, people, |option| Deed::Answer(0, questions, option)).await?;
    let next = stand.takes(0, Deed::Join(1), PATIENCE).await?;
    stand.kill();
    let entries = stand.journal.entries()?;
    let mut told = Told::of(&entries, stand.check().await?);
    told.recovers(next, "the last race");
    told.demand(told.failed + told.unknown == 0, "not everybody was told what became of it");
    let (too_late, once): (Vec<_>, Vec<_>) = races(&entries).into_iter().partition(|race| race.is_too_late);
    let taken_once = once.iter().filter(|race| race.taken == 1).count();
    told.demand(taken_once == once.len(), format!("in {} races not one of four was taken", once.len() - taken_once));
    let taken = too_late.iter().filter(|race| race.taken > 0).count();
    told.demand(taken == 0, format!("{taken} people answered after they had handed in"));
    told.notes.push(format!("{} races of {TRIES}, {people} in the same moment", once.len() + too_late.len()));
    Ok(told)
}

/// What somebody tried several times in one moment.
#[derive(Default)]
struct Race {
    /// How many of the tries were taken.
    taken: usize,
    /// An answer of somebody who had handed in.
    is_too_late: bool,
}

fn races(entries: &[Entry]) -> Vec<Race> {
    let mut races = std::collections::BTreeMap::<(bool, usize, usize), Race>::new();
    let mut handed_in = std::collections::BTreeSet::new();
    // In the order in which they were sent; nobody answers while somebody hands in.
    for entry in entries {
        if matches!(entry.deed, Deed::Submit(_)) && entry.became() == Became::Done {
            handed_in.insert(entry.who);
        }
        let about = match entry.deed {
            Deed::Vote(poll, _) => (false, poll, entry.who),
            Deed::Answer(_, question, _) => (true, question, entry.who),
            _ => continue,
        };
        let race = races.entry(about).or_default();
        race.taken += usize::from(entry.became() == Became::Done);
        race.is_too_late |= about.0 && handed_in.contains(&entry.who);
    }
    races.into_values().collect()
}

/// Everybody does it as often as there are options, on lines of their own, when all lines are open.
async fn at_once(stand: &Stand<'_>, people: usize, deed: impl Fn(usize) -> Deed) -> anyhow::Result<()> {
    let all = Arc::new(Barrier::new(people * TRIES));
    let mut tries = JoinSet::new();
    for number in 0..people * TRIES {
        let (who, deed) = (number / TRIES, deed(number % TRIES));
        let (campus, journal) = (Arc::clone(&stand.campus), Arc::clone(&stand.journal));
        let (all, mut line) = (Arc::clone(&all), Connection::new(stand.address, PATIENCE));
        tries.spawn(async move {
            // One that could not be opened is opened by the first request, or fails with it.
            let _ = line.open().await;
            all.wait().await;
            send(&mut line, &journal, &campus, who, deed).await
        });
    }
    while let Some(tried) = tries.join_next().await {
        tried??;
    }
    Ok(())
}
