//! Backup creation: writes the database as it is at one moment, then the pictures it shows, into one file.

use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use quad_db::{Db, Engine, Schema};
use tokio::sync::mpsc;

use quad_kernel::clock::Clock;
use quad_migrations::Migrations;
use quad_people::pictures::{self, Copied, StoredVariant};

use super::archive::Writer;
use super::model::{DATABASE, MANIFEST, Manifest, PICTURES};
use super::{Tell, folder_of, workshop};

/// So many pictures are named when they are missing.
const NAMED: usize = 10;
/// How often the lease is renewed; it holds several times as long.
const BEAT: Duration = Duration::from_secs(20);

/// Why there is none now: nothing is wrong, and it is for another time.
#[derive(Debug, thiserror::Error)]
#[error("another backup is being made; one that died is forgotten after two minutes")]
pub struct BackupUnderway;

/// Why there is none: what it would hold is not all there.
#[derive(Debug, thiserror::Error)]
#[error("no backup was made, because pictures that are shown could not be copied: {0}")]
pub struct IncompleteBackup(String);

/// What becomes of a backup when a picture is shown that its store does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingPictures {
    /// There is no backup: one without them would push out those that have them.
    Refused,
    /// It is made without them. Only what is missing in a store that is there: never what is there and is something else.
    Accepted,
}

/// Makes a backup of a database that is in use and of the pictures it shows.
///
/// # Errors
/// [`BackupUnderway`] beside another one; [`IncompleteBackup`] without a picture; else what went wrong.
pub async fn make(
    db: &Db,
    media: &pictures::Media,
    clock: &Clock,
    file: &Path,
    tell: &Tell<'_>,
) -> anyhow::Result<Manifest> {
    make_unless(std::future::pending(), db, media, clock, file, MissingPictures::Refused, tell).await
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
    missing: MissingPictures,
    tell: &Tell<'_>,
) -> anyhow::Result<Manifest> {
    if file.exists() {
        bail!("{} is there already: a backup overwrites nothing", file.display());
    }
    if !pictures::begin_backup(db, clock.now()).await? {
        bail!(BackupUnderway);
    }
    // From then on the file appears whoever waits for it, and a stop comes too late.
    let is_decided = AtomicBool::new(false);
    let making = async {
        tokio::select! {
            made = make_alone(db, media, clock, file, missing, tell, &is_decided) => made,
            never = keep_lease(db, clock) => match never {},
        }
    };
    let mut making = Box::pin(making);
    let made = tokio::select! {
        made = &mut making => made,
        () = stopped => if is_decided.load(Ordering::Relaxed) {
            making.await
        } else {
            Err(anyhow!("stopped: no backup was made"))
        },
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
async fn looked_into(file: &Path) -> anyhow::Result<(Schema, Vec<(String, i64)>, Vec<StoredVariant>)> {
    let copy = Db::open_file(file).await?;
    let looked = async {
        let schema = copy.schema::<Migrations>().await?;
        Ok((schema, copy.rows().await?, pictures::variants_shown(&copy).await?))
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
    missing: MissingPictures,
    tell: &Tell<'_>,
    is_decided: &AtomicBool,
) -> anyhow::Result<Manifest> {
    // Beside the file, because there is room for it.
    let folder = workshop(folder_of(file), ".quad-backup-")?;
    let copy = folder.path().join(DATABASE);
    let (began, now) = (Instant::now(), clock.now());
    db.copy_into::<Migrations>(&copy).await.context("the database could not be copied")?;
    let (schema, rows, shown) = looked_into(&copy).await?;
    let size = std::fs::metadata(&copy)?.len();
    tell(&format!("database: {} in {:.1} s", megabytes(size), began.elapsed().as_secs_f32()));
    let engine = match db.engine() {
        Engine::Sqlite => "sqlite",
        Engine::Postgres => "postgres",
    };
    let manifest = Manifest::new(now, engine, schema.applied, rows.into_iter().collect(), shown.len());
    let size = pack(media, &manifest, copy, Shown { variants: shown, missing }, file, tell, is_decided).await?;
    tell(&format!("{}: {} in {:.1} s", file.display(), megabytes(size), began.elapsed().as_secs_f32()));
    Ok(manifest)
}

/// The pictures of a backup.
struct Shown {
    variants: Vec<StoredVariant>,
    missing: MissingPictures,
}

/// Packs it all. The archive is written by a thread of its own; pictures come from their store meanwhile, a few ahead.
async fn pack(
    media: &pictures::Media,
    manifest: &Manifest,
    copy: PathBuf,
    shown: Shown,
    file: &Path,
    tell: &Tell<'_>,
    is_decided: &AtomicBool,
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
    let gathered = gather(media, shown, sender, tell).await;
    if let Err(error) = gathered {
        // Nothing of it is left when the caller is told.
        drop(decided);
        let _ = writing.await;
        return Err(error);
    }
    // A receiver that is gone has failed, which is told below.
    is_decided.store(true, Ordering::Relaxed);
    let _ = decided.send(());
    writing.await?
}

/// Reads the pictures, compared with what was put in their store, and hands them to the thread that writes.
async fn gather(
    media: &pictures::Media,
    shown: Shown,
    sender: mpsc::Sender<(String, Vec<u8>)>,
    tell: &Tell<'_>,
) -> anyhow::Result<()> {
    let refused = shown.missing == MissingPictures::Refused;
    let (all, mut missing, mut wrong) = (shown.variants.len(), Vec::new(), Vec::new());
    for (at, variant) in shown.variants.into_iter().enumerate() {
        match media.copy(&variant).await.map_err(|error| IncompleteBackup(format!("{}: {error:#}", variant.name)))? {
            Copied::Missing => missing.push(variant.name),
            Copied::Wrong => wrong.push(variant.name),
            Copied::Whole(bytes) => {
                // A closed channel means that writing failed, and it says why.
                if sender.send((variant.name, bytes)).await.is_err() {
                    return Ok(());
                }
            }
        }
        if refused && wrong.len() + missing.len() > NAMED {
            break;
        }
        if (at + 1) % 1000 == 0 || at + 1 == all {
            tell(&format!("pictures: {} of {all} files", at + 1));
        }
    }
    let said = format!("the store does not have {}; see quad check", named(&missing));
    let without = "quad backup --accept-missing-pictures makes one without them";
    if !wrong.is_empty() {
        let damaged = format!(
            "the store has something else than was put there for {}. Where that is what is left of them, delete these files, and they \
             count as missing",
            named(&wrong)
        );
        let lacking = if missing.is_empty() { String::new() } else { format!("{said}. ") };
        bail!(IncompleteBackup(format!("{lacking}{damaged}: {without}")));
    }
    if !missing.is_empty() {
        if refused {
            bail!(IncompleteBackup(format!("{said}. {without}")));
        }
        tracing::warn!(
            missing = missing.len(),
            "a backup is made without pictures that are shown, as it was asked for"
        );
        tell(&format!("{said}. The backup is made without them, as you asked"));
    }
    Ok(())
}

/// The first few names, and how many there are.
fn named(names: &[String]) -> String {
    let first = names.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(NAMED) {
        0 => first,
        _ => format!("{first} and others"),
    }
}

/// A size as people read it.
pub(super) fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}
