//! *burst*: everybody sends ten answers in the last seconds of a contest, on a disk whose every fsync takes 25 ms longer; on
//! PostgreSQL, whose files a library before the server's does not reach, its every commit sleeps as long before it is flushed.
//! Whoever is told that the server is busy comes again, as a browser does. In the end each answer that was first sent before
//! the end of the contest is taken, and these are half of all at least; the board is what was taken.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use quad_db::Engine;
use quad_kernel::clock::{Clock, Time};
use quad_kernel::ids::Random;
use quad_load::{Connection, Request};
use quad_testbed::campus::Plan;
use quad_testbed::preload::faults::Number;
use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::Torture;
use crate::crowd;
use crate::journal::{Became, Deed, Entry};
use crate::report::{Told, quickness};
use crate::stand::Stand;
use crate::store;

const ANSWERS_EACH: usize = 10;
const DELAY: Duration = Duration::from_millis(25);
/// The contest ends so long after the start of the server, and the burst begins so long before its end.
const UNTIL_THE_END: Duration = Duration::from_secs(8);
const BEFORE_THE_END: Duration = Duration::from_secs(4);
/// Of a hundred answers so many are sent before the end, or the machine was too slow for a burst: each waits for the one before.
const IN_TIME: usize = 50;
const PATIENCE: Duration = Duration::from_secs(30);
/// The grace, and the time until the board is final.
const FINAL: Duration = Duration::from_secs(16);

pub async fn strike(torture: &mut Torture, engine: Engine) -> anyhow::Result<Told> {
    let people = torture.scale.burst;
    let seed = torture.seed;
    let plan = Plan { people, contests: vec![(ANSWERS_EACH, people, false)], polls: 1, ..Plan::default() };
    let mut stand = Stand::build(&torture.programs, &mut torture.homes, engine, &plan, false).await?;
    let now: Time = Clock::System.now();
    let ends = now.plus(UNTIL_THE_END);
    let db = stand.home.open().await?;
    store::set_window(&db, stand.campus.contests[0].id, now.minus(Duration::from_mins(90)), ends).await?;
    db.close().await;
    if engine == Engine::Postgres {
        stand.home.slow_commits(DELAY.as_millis() as u32).await?;
    }
    stand.start()?;
    if engine == Engine::Sqlite {
        stand.faults()?.set(Number::Delay, DELAY.as_millis() as i64)?;
    }
    let until_burst = ends.minus(BEFORE_THE_END).millis_since(Clock::System.now()).max(0);
    sleep(Duration::from_millis(until_burst as u64)).await;
    let began = stand.journal.now();
    let end = began + Duration::from_millis(ends.millis_since(Clock::System.now()).max(0) as u64);
    let mut everybody = JoinSet::new();
    for who in 0..people {
        let (campus, journal, address) = (Arc::clone(&stand.campus), Arc::clone(&stand.journal), stand.address);
        let random = Random::seeded(seed.wrapping_mul(1_000_000).wrapping_add(who as u64));
        everybody.spawn(async move {
            let mut line = Connection::new(address, PATIENCE);
            for question in 0..ANSWERS_EACH {
                let deed = Deed::Answer(0, question, (who + question) % 4);
                crowd::send_until_settled(&mut line, &journal, &campus, who, deed, &random).await?;
            }
            anyhow::Ok(())
        });
    }
    while let Some(done) = everybody.join_next().await {
        done??;
    }
    let over = stand.journal.now();
    let entries = stand.journal.entries()?;
    // On the disk as slow as before.
    let next = stand.takes(0, Deed::Vote(0, 0), PATIENCE).await?;
    let left = ends.plus(FINAL).millis_since(Clock::System.now()).max(0);
    sleep(Duration::from_millis(left as u64)).await;
    let counted = board(&stand).await?;
    stand.kill();
    let mut told = Told::of(&entries, stand.check().await?);
    let (_, p99) = quickness(&entries, began, over);
    let told_of_end = entries.iter().filter(|entry| entry.became() == Became::Refused).count();
    let answers = entries.iter().filter(|entry| entry.became() == Became::Done).count();
    told.recovers(next, "the burst");
    told.demand(next.is_none_or(|took| took >= DELAY), format!("the disk was not slow: a vote took {next:?}"));
    told.demand(counted == answers, format!("the board counts {counted} answers, {answers} were taken"));
    told.demand(told.unknown == 0, "somebody had no reply");
    let sent = people * ANSWERS_EACH;
    let again = entries.len() - sent;
    let (in_time, taken) = sent_before(&entries, end);
    told.demand(taken == in_time, format!("{taken} of {in_time} answers sent before the end were taken"));
    // Of how quick the machine is the quick one among the tests judges nothing.
    let is_quick_enough = !torture.scale.waits_for_cuts || in_time * 100 >= sent * IN_TIME;
    told.demand(is_quick_enough, format!("{in_time} of {sent} answers were sent before the end"));
    told.notes.push(format!(
        "{in_time} of {sent} answers sent before the end and {taken} of these taken, {told_of_end} told that the contest is \
         over, all in {} ms, p99 {} ms, {again} sent again, a vote afterwards took {} ms",
        over.saturating_sub(began).as_millis(),
        p99.as_millis(),
        next.unwrap_or_default().as_millis()
    ));
    Ok(told)
}

/// How many answers were first sent before a moment of the journal, and how many of these were taken in the end.
fn sent_before(entries: &[Entry], end: Duration) -> (usize, usize) {
    let mut answers = BTreeMap::new();
    for entry in entries {
        if let Deed::Answer(_, question, _) = entry.deed {
            let (_, taken) = answers.entry((entry.who, question)).or_insert((entry.sent < end, false));
            *taken |= entry.became() == Became::Done;
        }
    }
    let in_time = answers.values().filter(|(in_time, _)| *in_time);
    (in_time.clone().count(), in_time.filter(|(_, taken)| *taken).count())
}

/// How many answers the board counts.
async fn board(stand: &Stand<'_>) -> anyhow::Result<usize> {
    let body = json!({"ContestId": stand.campus.contests[0].id.to_string()}).to_string();
    let request = Request::post("/api/post/results").cookie(&stand.campus.people[0].cookie).json(body).bytes();
    let mut line = Connection::new(stand.address, PATIENCE);
    let reply = line.send(&request).await?;
    let said: serde_json::Value = serde_json::from_slice(reply.body)?;
    let rows = said["results"].as_array().map(Vec::as_slice).unwrap_or_default();
    Ok(rows.iter().filter_map(|row| row["totalAnswered"].as_u64()).sum::<u64>() as usize)
}
