//! *clock*: the clock of the day is an hour wrong for a while, forwards and backwards, under a server that goes on. One
//! contest began half an hour ago and ends in half an hour: it takes nothing meanwhile, and everything afterwards.

use std::time::Duration;

use quad_db::Engine;
use quad_kernel::clock::{Clock, Time};
use quad_testbed::preload::faults::Number;
use tokio::time::sleep;

use super::Torture;
use crate::crowd::Crowd;
use crate::journal::{Became, Deed, Entry};
use crate::report::Told;
use crate::store;

const HOUR_MS: i64 = 3_600_000;
const HALF: Duration = Duration::from_mins(30);
/// The contest with the narrow window.
const NARROW: usize = 0;
/// Requests that were on their way at the jump, and what is remembered of a window.
const SETTLED: Duration = Duration::from_millis(1_500);
const SOON: Duration = Duration::from_secs(5);

pub async fn strike(torture: &mut Torture, engine: Engine) -> anyhow::Result<Told> {
    let (scale, seed) = (torture.scale, torture.seed);
    let mut stand = torture.stand(engine).await?;
    let now: Time = Clock::System.now();
    let db = stand.home.open().await?;
    store::set_window(&db, stand.campus.contests[NARROW].id, now.minus(HALF), now.plus(HALF)).await?;
    db.close().await;
    stand.start()?;
    let crowd = Crowd::begin(&stand, scale.lanes, seed);
    let (mut wrong_times, mut backs) = (Vec::new(), Vec::new());
    for jump in 0..scale.blows.div_ceil(3).max(2) {
        sleep(scale.while_well.max(SETTLED)).await;
        stand.faults()?.set(Number::Shift, if jump % 2 == 0 { HOUR_MS } else { -HOUR_MS })?;
        let from = stand.journal.now() + SETTLED;
        sleep(SETTLED + scale.while_ill).await;
        wrong_times.push((from, stand.journal.now()));
        stand.faults()?.heal()?;
        backs.push(stand.recovered(stand.journal.now(), SOON).await?);
    }
    sleep(scale.while_well + SETTLED).await;
    crowd.end().await?;
    stand.kill();
    let entries = stand.journal.entries()?;
    let mut told = Told::of(&entries, stand.check().await?);
    for back in backs {
        told.recovers(back, "the clock was right again");
    }
    let is_narrow = |entry: &Entry| matches!(entry.deed, Deed::Join(NARROW) | Deed::Answer(NARROW, ..));
    let meanwhile = |entry: &Entry| wrong_times.iter().any(|(from, until)| (*from..*until).contains(&entry.sent));
    let refused = entries.iter().filter(|entry| is_narrow(entry) && meanwhile(entry));
    let refused = refused.filter(|entry| entry.became() == Became::Refused).count();
    let last = wrong_times.last().map_or(Duration::ZERO, |(_, until)| *until);
    let after = |entry: &Entry| entry.sent > last && is_narrow(entry) && entry.became() == Became::Done;
    told.demand(refused > 0, "the fault was not felt: the narrow contest refused nothing");
    told.demand(entries.iter().any(after), "the narrow contest took nothing afterwards");
    told.notes.push(format!("{} jumps of an hour; meanwhile the narrow contest refused {refused}", wrong_times.len()));
    Ok(told)
}
