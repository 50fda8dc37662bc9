//! *burst*: everybody sends ten answers in the last seconds of a contest, on SQLite on a disk whose every fsync takes 25 ms
//! longer. Each is taken or told why not, and the board is what was taken.

use std::sync::Arc;
use std::time::Duration;

use quad::kernel::clock::{Clock, Time};
use quad_db::Engine;
use quad_load::{Connection, Request};
use quad_stage::campus::Plan;
use quad_stage::preload::faults::Number;
use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::Torture;
use crate::crowd;
use crate::journal::{Became, Deed};
use crate::report::{Told, quickness};
use crate::stand::Stand;
use crate::store;

const ANSWERS_EACH: usize = 10;
const DELAY_MS: i64 = 25;
/// The contest ends so long after the start of the server, and the burst begins so long before its end.
const UNTIL_THE_END: Duration = Duration::from_secs(6);
const BEFORE_THE_END: Duration = Duration::from_secs(2);
const PATIENCE: Duration = Duration::from_secs(30);
/// The grace, and the time until the board is final.
const FINAL: Duration = Duration::from_secs(16);

pub async fn strike(torture: &mut Torture, engine: Engine) -> anyhow::Result<Told> {
    let people = torture.scale.burst;
    let plan = Plan { people, contests: vec![(ANSWERS_EACH, people, false)], polls: 1, ..Plan::default() };
    let mut stand = Stand::build(&torture.programs, &mut torture.homes, engine, &plan, false).await?;
    let now: Time = Clock::System.now();
    let ends = now.plus(UNTIL_THE_END);
    let db = stand.home.open().await?;
    store::set_window(&db, stand.campus.contests[0].id, now.minus(Duration::from_mins(90)), ends).await?;
    db.close().await;
    stand.start()?;
    if engine == Engine::Sqlite {
        stand.faults()?.set(Number::Delay, DELAY_MS)?;
    }
    let until_burst = ends.minus(BEFORE_THE_END).millis_since(Clock::System.now()).max(0);
    sleep(Duration::from_millis(until_burst as u64)).await;
    let began = stand.journal.now();
    let mut everybody = JoinSet::new();
    for who in 0..people {
        let (campus, journal, address) = (Arc::clone(&stand.campus), Arc::clone(&stand.journal), stand.address);
        everybody.spawn(async move {
            let mut line = Connection::new(address, PATIENCE);
            for question in 0..ANSWERS_EACH {
                let deed = Deed::Answer(0, question, (who + question) % 4);
                crowd::send(&mut line, &journal, &campus, who, deed).await?;
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
    told.demand(counted == answers, format!("the board counts {counted} answers, {answers} were taken"));
    told.demand(told.unknown == 0, "somebody had no reply");
    told.demand(answers > 0, "nothing was taken");
    told.notes.push(format!(
        "{} answers in {} ms, p99 {} ms, {told_of_end} told that the contest is over",
        entries.len(),
        over.saturating_sub(began).as_millis(),
        p99.as_millis()
    ));
    Ok(told)
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
