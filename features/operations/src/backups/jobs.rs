//! Backup jobs: backups by the clock, and those an administrator asks for. A look every few minutes, because that is cheap and
//! finds what is due after a pause as well; whether one is due is decided by the names of the files, so that an emptied folder
//! is filled again. What was made and cannot be read again is kept once, and the pause before the next try grows.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use quad_db::{Db, DbError, Tx};
use quad_jobs::{Job, JobEnd, Registry};
use serde::{Deserialize, Serialize};

use quad_contests::ContestsState;
use quad_kernel::clock::Time;
use quad_kernel::error::Result;
use quad_services::background::enqueue;
use quad_services::config::BACKUP_LOOK;

use super::create_backup::BackupUnderway;
use super::model::{Scheduled, UNPROVEN, pause_after, scheduled_name};
use super::store::{self, Run};
use super::{Manifest, Tell, create_backup, folder_of, note, verify};

/// Two of these outlast the lease of one that died.
const AGAIN: Duration = Duration::from_mins(1);
/// How often it is looked, and so the pause after a failure.
const LOOK: Duration = BACKUP_LOOK;

/// Adds this kind of job.
pub fn jobs(registry: &mut Registry<ContestsState>) {
    *registry = std::mem::take(registry).every::<Look>(LOOK, || Look {}).register::<BackUp>();
}

/// Makes a backup when one is due.
#[derive(Serialize, Deserialize)]
struct Look {}

impl Job for Look {
    type App = ContestsState;
    const KIND: &'static str = "backups.look";
    const MAX_TIME: Duration = Duration::from_hours(6);

    async fn run(self, app: &ContestsState, _: u32) -> Result<(), JobEnd> {
        let Some(every) = app.settings.backs_up_every() else { return Ok(()) };
        let folder = app.settings.backup_folder();
        // The next turn is the next try: one that failed needs no further row in the queue.
        if let Err(error) = make_if_due(app, &folder, every).await {
            let why = format!("{error:#}");
            if error.is::<BackupUnderway>() {
                tracing::info!(why, "the scheduled backup waits for the next look");
                return Ok(());
            }
            tracing::error!(folder = %folder.display(), why, "the scheduled backup failed; earlier ones are as they were");
        }
        Ok(())
    }
}

/// Makes a backup because an administrator asked for it.
#[derive(Serialize, Deserialize)]
struct BackUp {}

/// What [`ask`] puts into the queue.
pub const KIND: &str = BackUp::KIND;

/// Has a backup made soon. Two that wait are one.
pub async fn ask(tx: &mut Tx, now: Time) -> Result<()> {
    Ok(enqueue(tx, now, &BackUp {}).await?)
}

impl Job for BackUp {
    type App = ContestsState;
    const KIND: &'static str = "backups.make";
    const MAX_TIME: Duration = Duration::from_hours(6);

    fn dedupe_key(&self) -> Option<String> {
        Some("one".to_owned())
    }

    async fn run(self, app: &ContestsState, _: u32) -> Result<(), JobEnd> {
        // Whoever asked sees why on the page and asks again.
        make_and_prove(app, &app.settings.backup_folder()).await.map_err(|error| {
            let why = format!("{error:#}");
            if error.is::<BackupUnderway>() { JobEnd::later_after(AGAIN, why) } else { JobEnd::give_up(why) }
        })
    }
}

async fn make_if_due(app: &ContestsState, folder: &Path, every: Duration) -> anyhow::Result<()> {
    let now = app.clock.now();
    // A folder that cannot be made or read is told with the backup that is not made.
    let there = Scheduled::in_folder(folder, now).unwrap_or_default();
    if there.newest().is_some_and(|(_, at)| at > now.minus(every)) {
        return Ok(());
    }
    if paused_until(&app.db, now).await?.is_some() {
        return Ok(());
    }
    make_and_prove(app, folder).await
}

/// Until when the clock makes no backup, because those before were made and could not be read again; nothing where it does not wait.
///
/// # Errors
/// [`DbError`] of the database.
pub async fn paused_until(db: &Db, now: Time) -> Result<Option<Time>, DbError> {
    let unproven = store::unproven_in_a_row(db).await?;
    let until = unproven.newest_at.map(|at| (at, at.plus(pause_after(unproven.count, LOOK))));
    // One of a moment to come is of a clock that was wrong.
    Ok(until.filter(|(at, until)| (*at..*until).contains(&now)).map(|(_, until)| until))
}

fn make_folder(folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
}

/// Makes a backup, reads it again to its end, and writes down how it went. Only then earlier ones go.
async fn make_and_prove(app: &ContestsState, folder: &Path) -> anyhow::Result<()> {
    let began_at = app.clock.now();
    let name = scheduled_name(began_at);
    let file = folder.join(&name);
    let tell = |text: &str| tracing::debug!(text, "backup");
    let made = match make_folder(folder) {
        Ok(()) => create_backup::make(&app.db, &app.pictures, &app.clock, &file, &tell).await,
        Err(error) => Err(error),
    };
    if made.as_ref().is_err_and(anyhow::Error::is::<BackupUnderway>) {
        return made.map(drop);
    }
    let bytes = made.as_ref().ok().and_then(|_| file.metadata().ok()).map(|file| file.len() as i64);
    let ended = match made {
        Ok(_) => prove(&file, &tell).await,
        Err(error) => Err(error),
    };
    let run = Run {
        began_at,
        file: name,
        bytes,
        verified_at: ended.is_ok().then(|| app.clock.now()),
        why: ended.as_ref().err().map(|error| format!("{error:#}")),
    };
    note(&app.db, run).await?;
    let rows = ended?.rows.values().sum::<i64>();
    tracing::info!(file = %file.display(), rows, "a backup was made");
    let there =
        Scheduled::in_folder(folder, app.clock.now()).with_context(|| format!("cannot read {}", folder.display()))?;
    for name in there.superfluous(app.settings.backup_keep) {
        std::fs::remove_file(folder.join(name)).with_context(|| format!("cannot delete {name}"))?;
    }
    Ok(())
}

/// Reads a backup to its end. One that cannot be read gets another name: it is tried again later, and no good one goes for it. Only the
/// newest of these is kept, because each takes as much room as a good one.
async fn prove(file: &Path, tell: &Tell<'_>) -> anyhow::Result<Manifest> {
    let error = match verify(file, tell).await {
        Ok(manifest) => return Ok(manifest),
        Err(error) => error,
    };
    let mut aside = file.as_os_str().to_owned();
    aside.push(UNPROVEN);
    let aside = PathBuf::from(aside);
    std::fs::rename(file, &aside).with_context(|| format!("{error:#}; and {} cannot be renamed", file.display()))?;
    let folder = folder_of(&aside);
    for name in Scheduled::unproven_in(folder).unwrap_or_default() {
        let older = folder.join(name);
        if older != aside {
            std::fs::remove_file(&older)
                .with_context(|| format!("{error:#}; and {} cannot be deleted", older.display()))?;
        }
    }
    Err(error.context(format!(
        "it was made, but cannot be read again, and is called {} now. The pause before the next one grows with each that fails so, up \
         to a day; earlier ones that failed so were deleted",
        aside.display()
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_cannot_be_read_again_loses_its_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let now = Time(1_800_000_000_000);
        let file = folder.path().join(scheduled_name(now));
        std::fs::write(&file, "half a backup").expect("written");
        let there = || Scheduled::in_folder(folder.path(), now).expect("read").names.len();
        assert_eq!(there(), 1);
        let said = format!("{:#}", prove(&file, &|_| ()).await.expect_err("refused"));
        assert!(said.contains("cannot be read again") && said.contains(".unproven"), "{said}");
        assert_eq!(there(), 0);
        assert_eq!(std::fs::read_dir(folder.path()).expect("read").count(), 1, "it is kept");
        // The next takes its place; what an operator named stays.
        std::fs::write(folder.path().join("mine.unproven"), "mine").expect("written");
        let next = folder.path().join(scheduled_name(now.plus(LOOK)));
        std::fs::write(&next, "half a backup").expect("written");
        prove(&next, &|_| ()).await.expect_err("refused");
        let mut left: Vec<_> =
            std::fs::read_dir(folder.path()).expect("read").flatten().map(|entry| entry.file_name()).collect();
        left.sort();
        let kept = format!("{}.unproven", scheduled_name(now.plus(LOOK)));
        assert_eq!(left, ["mine.unproven".into(), std::ffi::OsString::from(kept)]);
    }
}
