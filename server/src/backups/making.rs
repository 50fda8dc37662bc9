//! Making a backup: the database as it is at one moment, then the pictures it shows, into one file.

use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use quad_db::{Db, Engine, Schema};
use tokio::sync::mpsc;

use crate::features::pictures;
use crate::kernel::clock::Clock;
use crate::migrations::Migrations;

use super::archive::Writer;
use super::model::{DATABASE, MANIFEST, Manifest, PICTURES};
use super::{Tell, folder_of, workshop};

/// How often the lease is renewed; it holds several times as long.
const BEAT: Duration = Duration::from_secs(20);

/// Why there is none now: nothing is wrong, and it is for another time.
#[derive(Debug, thiserror::Error)]
#[error("another backup is being made; one that died is forgotten after two minutes")]
pub struct Underway;

/// Makes a backup of a database that is in use and of the pictures it shows.
///
/// # Errors
/// [`Underway`] beside another one; else what went wrong.
pub async fn make(
    db: &Db,
    media: &pictures::Media,
    clock: &Clock,
    file: &Path,
    tell: &Tell<'_>,
) -> anyhow::Result<Manifest> {
    make_unless(std::future::pending(), db, media, clock, file, tell).await
}

/// [`make`], given up in order when somebody stops it: nothing of it stays, and another may begin at once.
///
/// # Errors
/// As [`make`]; that it was stopped.
pub async fn make_unless(
    stopped: impl Future<Output = ()>,
    db: &Db,
    media: &pictures::Media,
    clock: &Clock,
    file: &Path,
    tell: &Tell<'_>,
) -> anyhow::Result<Manifest> {
    if file.exists() {
        bail!("{} is there already: a backup overwrites nothing", file.display());
    }
    if !pictures::begin_backup(db, clock.now()).await? {
        bail!(Underway);
    }
    let made = tokio::select! {
        made = make_alone(db, media, clock, file, tell) => made,
        never = keep_lease(db, clock) => match never {},
        () = stopped => Err(anyhow!("stopped: no backup was made")),
    };
    if let Err(error) = pictures::end_backup(db).await {
        tracing::warn!(%error, "the lease of a backup could not be given back; it ends by itself");
    }
    made
}

/// Renews the lease as long as nobody ends it.
async fn keep_lease(db: &Db, clock: &Clock) -> Infallible {
    loop {
        tokio::time::sleep(BEAT).await;
        if let Err(error) = pictures::renew_backup(db, clock.now()).await {
            tracing::warn!(%error, "the lease of a backup could not be renewed");
        }
    }
}

/// What a copy says of itself: its steps, its rows, the pictures it shows.
async fn looked_into(file: &Path) -> anyhow::Result<(Schema, Vec<(String, i64)>, Vec<String>)> {
    let copy = Db::open_file(file).await?;
    let looked = async {
        let schema = copy.schema::<Migrations>().await?;
        Ok((schema, copy.rows().await?, pictures::names_shown(&copy).await?))
    }
    .await;
    copy.close_file(file).await;
    looked
}

async fn make_alone(
    db: &Db,
    media: &pictures::Media,
    clock: &Clock,
    file: &Path,
    tell: &Tell<'_>,
) -> anyhow::Result<Manifest> {
    // Beside the file, because there is room for it.
    let folder = workshop(folder_of(file), ".quad-backup-")?;
    let copy = folder.path().join(DATABASE);
    let (began, now) = (Instant::now(), clock.now());
    db.copy_into::<Migrations>(&copy).await.context("the database could not be copied")?;
    let (schema, rows, names) = looked_into(&copy).await?;
    let size = std::fs::metadata(&copy)?.len();
    tell(&format!("database: {} in {:.1} s", megabytes(size), began.elapsed().as_secs_f32()));
    let engine = match db.engine() {
        Engine::Sqlite => "sqlite",
        Engine::Postgres => "postgres",
    };
    let manifest = Manifest::new(now, engine, schema.applied, rows.into_iter().collect(), names.len());
    let size = pack(media, &manifest, copy, names, file, tell).await?;
    tell(&format!("{}: {} in {:.1} s", file.display(), megabytes(size), began.elapsed().as_secs_f32()));
    Ok(manifest)
}

/// Packs it all. The archive is written by a thread of its own; pictures come from their store meanwhile, a few ahead.
async fn pack(
    media: &pictures::Media,
    manifest: &Manifest,
    copy: PathBuf,
    names: Vec<String>,
    file: &Path,
    tell: &Tell<'_>,
) -> anyhow::Result<u64> {
    let (sender, mut receiver) = mpsc::channel::<(String, Vec<u8>)>(16);
    let (head, file) = (serde_json::to_vec_pretty(manifest)?, file.to_owned());
    let (decided, whole) = tokio::sync::oneshot::channel::<()>();
    let writing = tokio::task::spawn_blocking(move || -> anyhow::Result<u64> {
        let mut writer = Writer::begin(&file)?;
        writer.add(MANIFEST, head.len() as u64, head.as_slice())?;
        writer.add_file(DATABASE, &copy)?;
        while let Some((name, bytes)) = receiver.blocking_recv() {
            writer.add(&format!("{PICTURES}{name}"), bytes.len() as u64, bytes.as_slice())?;
        }
        // Whoever reads the pictures may have failed, which closes the channel just as the end does.
        whole.blocking_recv().context("the pictures could not all be read")?;
        writer.finish()
    });
    let (all, mut missing) = (names.len(), 0);
    for (at, name) in names.into_iter().enumerate() {
        if let Some(bytes) = media.read(&name).await? {
            // A closed channel means that writing failed, and it says why.
            if sender.send((name, bytes)).await.is_err() {
                break;
            }
        } else {
            missing += 1;
        }
        if (at + 1) % 1000 == 0 || at + 1 == all {
            tell(&format!("pictures: {} of {all} files", at + 1));
        }
    }
    if missing > 0 {
        // It would be worse to have no backup at all.
        tracing::warn!(
            missing,
            "pictures that are shown are not in their store, and so not in the backup; see quad check"
        );
        tell(&format!("{missing} files of pictures are missing in the store"));
    }
    drop(sender);
    // A receiver that is gone has failed, which is told below.
    let _ = decided.send(());
    writing.await?
}

/// A size as people read it.
pub(super) fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}
