//! Job commands of the host's operator: parked jobs are listed, run again or dropped all at once, beside a running server or
//! while none runs. One guarded statement does it, as on the administrators' page (manage_jobs.rs).

use quad_jobs::{Filter, State};

use quad_contests::ContestsState;
use quad_kernel::clock::Time;
use quad_kernel::error::{MISSING, Result};
use quad_people::audit::{self, Act, Actor};

use super::messages;

/// So many are listed.
const LISTED: i64 = 200;

/// What becomes of the parked jobs that are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parked {
    /// They stay, and are told.
    List,
    /// They run again now.
    Retry,
    /// They are deleted.
    Drop,
}

/// `quad admin jobs`: the parked jobs, all, of one kind, or one by its number.
pub async fn parked_for_operator(
    app: &ContestsState,
    what: Parked,
    kind: Option<String>,
    id: Option<i64>,
) -> Result<String> {
    if let Some(kind) =
        kind.as_deref().filter(|kind| !messages::JOB_DESCRIPTIONS.iter().any(|(known, ..)| known == kind))
    {
        return Err(MISSING.saying(format!("There is no kind of job called {kind}.")).into());
    }
    if what == Parked::List {
        return list(app, kind, id).await;
    }
    let (now, named) = (app.clock.now(), kind.clone().unwrap_or_default());
    let which = quad_jobs::ParkedFilter { kind, id };
    let mut tx = app.db.begin().await?;
    let done = match what {
        Parked::Retry => quad_jobs::retry_parked(&mut tx, now.0, &which).await?,
        Parked::List | Parked::Drop => quad_jobs::drop_parked(&mut tx, &which).await?,
    };
    if let (0, Some(id)) = (done, id) {
        return Err(MISSING.saying(format!("No parked job has the number {id}.")).into());
    }
    if done > 0 {
        let act = if what == Parked::Retry { Act::JobsRetried(named, done) } else { Act::JobsDropped(named, done) };
        audit::note(&mut tx, now, Actor::CommandLine, None, &act).await?;
    }
    tx.commit().await?;
    app.wake.wake();
    Ok(match what {
        Parked::Retry => format!("{done} jobs run again. A running server takes them within a second."),
        Parked::List | Parked::Drop => format!("{done} jobs dropped."),
    })
}

async fn list(app: &ContestsState, kind: Option<String>, id: Option<i64>) -> Result<String> {
    let filter = Filter { state: Some(State::Parked), kind };
    let found = match id {
        Some(id) => {
            let one = quad_jobs::find(&app.db, id).await?.filter(|job| job.state == State::Parked);
            vec![one.ok_or_else(|| MISSING.saying(format!("No parked job has the number {id}.")))?]
        }
        None => quad_jobs::page(&app.db, &filter, LISTED, 0).await?,
    };
    if found.is_empty() {
        return Ok("No job is parked.".into());
    }
    let all = if id.is_some() { 1 } else { quad_jobs::count(&app.db, &filter).await? };
    let mut lines: Vec<String> = found
        .iter()
        .map(|job| {
            let (made, why) = (Time(job.created_at).to_rfc3339(), job.last_error.as_deref().unwrap_or("no reason"));
            format!("{}  {}, {} tries, made {made}: {why}", job.id, job.kind, job.tries)
        })
        .collect();
    let listed = found.len() as i64;
    if all > listed {
        lines.push(format!("and {} more", all - listed));
    }
    Ok(lines.join("\n"))
}
