//! Backups by the clock. A look every few minutes, because that is cheap and finds what is due after a pause as well; whether one is due is
//! decided by the names of the files, so that an emptied folder is filled again.

use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use quad_jobs::{Job, JobEnd, Registry};
use serde::{Deserialize, Serialize};

use crate::app::App;

use super::making;
use super::model::{newest, scheduled_name, superfluous};

/// How often it is looked, and so the pause after a failure.
const LOOK: Duration = Duration::from_mins(5);

/// Adds this kind of job.
pub fn jobs(registry: &mut Registry<App>) {
    *registry = std::mem::take(registry).every::<Look>(LOOK, || Look {});
}

/// Makes a backup when one is due.
#[derive(Serialize, Deserialize)]
struct Look {}

impl Job for Look {
    type App = App;
    const KIND: &'static str = "backups.look";
    const MAX_TIME: Duration = Duration::from_hours(6);

    async fn run(self, app: &App, _: u32) -> Result<(), JobEnd> {
        let Some(every) = app.settings.backs_up_every() else { return Ok(()) };
        let folder = app.settings.backup_folder();
        // The next turn is the next try: one that failed needs no further row in the queue.
        if let Err(error) = make_if_due(app, &folder, every).await {
            let why = format!("{error:#}");
            tracing::error!(folder = %folder.display(), why, "the scheduled backup failed; earlier ones are as they were");
        }
        Ok(())
    }
}

async fn make_if_due(app: &App, folder: &Path, every: Duration) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let now = app.clock.now();
    // The name of one made now, but for its age: what is not older is new enough.
    let due = scheduled_name(now.minus(every));
    let names = names_in(folder)?;
    if newest(&names).is_some_and(|name| *name > due) {
        return Ok(());
    }
    let file = folder.join(scheduled_name(now));
    let tell = |text: &str| tracing::debug!(text, "backup");
    let manifest = making::make(&app.db, &app.pictures, &app.clock, &file, &tell).await?;
    tracing::info!(file = %file.display(), rows = manifest.rows.values().sum::<i64>(), "a scheduled backup was made");
    for name in superfluous(&names_in(folder)?, app.settings.backup_keep) {
        std::fs::remove_file(folder.join(&name)).with_context(|| format!("cannot delete {name}"))?;
    }
    Ok(())
}

fn names_in(folder: &Path) -> anyhow::Result<Vec<String>> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    Ok(entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect())
}
