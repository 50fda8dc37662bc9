//! *kill*: SIGKILL at random moments, and at once another process, as a service manager starts it.

use std::time::Duration;

use quad_db::Engine;
use quad_kernel::ids::Random;
use tokio::time::sleep;

use super::Torture;
use crate::crowd::Crowd;
use crate::report::Told;

/// Answers again after this, the start of the process included.
const SOON: Duration = Duration::from_secs(15);

pub async fn strike(torture: &mut Torture, engine: Engine) -> anyhow::Result<Told> {
    let (scale, seed) = (torture.scale, torture.seed);
    let random = Random::seeded(seed);
    let mut stand = torture.stand(engine).await?;
    stand.start()?;
    let crowd = Crowd::begin(&stand, scale.lanes, seed);
    let mut backs = Vec::new();
    for _ in 0..scale.blows {
        sleep(scale.while_well + Duration::from_millis(random.below(400))).await;
        stand.kill();
        let killed = stand.journal.now();
        stand.start()?;
        backs.push(stand.recovered(killed, SOON).await?);
    }
    sleep(scale.while_well).await;
    crowd.end().await?;
    stand.kill();
    let mut told = Told::of(&stand.journal.entries()?, stand.check().await?);
    for back in backs {
        told.recovers(back, "a kill");
    }
    told.demand(told.unknown > 0, "no request was under way at any of the kills");
    told.notes.push(format!("{} kills under way, and one at the end", scale.blows));
    Ok(told)
}
