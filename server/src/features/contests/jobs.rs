//! Background work of contests: sweeping.

use std::time::Duration;

use quad_jobs::{Job, JobEnd, Registry};
use serde::{Deserialize, Serialize};

use crate::app::App;

use super::store_inviting;

/// Adds this feature's kinds of jobs.
pub fn jobs(registry: &mut Registry<App>) {
    *registry = std::mem::take(registry).every::<Sweep>(Duration::from_hours(1), || Sweep {});
}

/// Deletes counts of minutes past.
#[derive(Serialize, Deserialize)]
struct Sweep {}

impl Job for Sweep {
    type App = App;
    const KIND: &'static str = "contests.sweep";

    async fn run(self, app: &App, _: u32) -> Result<(), JobEnd> {
        let mut tx = app.db.begin().await?;
        store_inviting::sweep_looks(&mut tx, app.clock.now()).await?;
        tx.commit().await?;
        Ok(())
    }
}
