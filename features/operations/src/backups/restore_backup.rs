//! Restore of a backup, into an empty place only. Everything is proven before the database appears under its name, also that
//! the store of pictures hands out what it was given: a restore that fails, or is cut off, leaves no database behind that looks
//! like one. What one that was cut off has left is taken away by the next (restore_folder.rs).

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, bail, ensure};
use futures::stream::{self, StreamExt, TryStreamExt};
use quad_db::{Db, PgRestore};
use sha2::{Digest, Sha256};
use tokio::sync::mpsc;

use crate::instance_lock::serve_alone;
use quad_kernel::ids::Random;
use quad_migrations::Migrations;
use quad_people::pictures;

use super::archive::{self, Sink, sync_folder_of, write_file};
use super::model::Manifest;
use super::restore_folder::{Placement, Workplace};
use super::verify_backup::counted;
use super::{Tell, folder_of, known_steps, store};

/// Pictures that are put into their store at the same time: each waits for the disk.
const AT_ONCE: usize = 8;

/// Where the database goes.
pub enum Target {
    /// A SQLite file, which must not be there.
    File(PathBuf),
    /// A PostgreSQL database that nobody has an account in, from [`Db::open_to_fill`], and a folder to unpack in.
    Server(Db, PathBuf),
}

struct Unpack {
    database: PathBuf,
    pictures: mpsc::Sender<(String, Vec<u8>)>,
}

impl Sink for Unpack {
    fn manifest(&mut self, _: &Manifest) -> anyhow::Result<()> {
        Ok(())
    }

    fn database(&mut self, content: &mut dyn Read) -> anyhow::Result<()> {
        write_file(&self.database, content)
    }

    fn picture(&mut self, name: &str, content: &mut dyn Read) -> anyhow::Result<()> {
        let mut bytes = Vec::new();
        content.read_to_end(&mut bytes)?;
        self.pictures.blocking_send((name.to_owned(), bytes)).context("the store of pictures does not take them")
    }
}

/// Puts a backup back and returns the database, open and up to date.
pub async fn restore(
    file: &Path,
    target: Target,
    media: &pictures::Media,
    tell: &Tell<'_>,
) -> anyhow::Result<(Db, Manifest)> {
    ensure!(file.exists(), "there is no {}", file.display());
    let folder = match &target {
        Target::File(database) => folder_of(database),
        Target::Server(_, folder) => folder,
    };
    // A server that began meanwhile would write into its own new database until this one takes its name.
    let _alone = match &target {
        Target::File(database) if !database.exists() => Some(serve_alone(database).await?),
        Target::File(_) | Target::Server(..) => None,
    };
    // In the same file system, so that it can be moved to its place.
    let mut work = Workplace::take(folder, media)?;
    if let Some(placed) = was_placed(file, &target, &work).await? {
        tell(&placed.describe());
        tell("the restore that was cut off had put the database in its place");
        let db = opened(target).await?;
        work.is_done();
        return Ok((db, placed));
    }
    refuse_unless_empty(&target).await?;
    work.clear(media).await?;
    ensure!(
        media.is_empty().await?,
        "there are pictures in the store of media_url already: a backup is put back into an empty one only"
    );
    let mut filling = None;
    let restored = async {
        if let Target::Server(db, _) = &target {
            filling = Some(db.begin_filling().await?);
            // Somebody may have registered since it was looked at.
            refuse_people(&db.rows().await?)?;
        }
        let (manifest, put) = unpack(file, media, &work).await?;
        tell(&manifest.describe());
        read_back(media, put).await?;
        tell("every byte is what was written");
        counted(&work.database(), &manifest).await?;
        let placement = Placement { manifest, by: hex::encode(Random::System.bytes::<16>()) };
        work.note_placement(&placement)?;
        let db = place(&work.database(), target, &mut filling, &placement).await?;
        tell("the database is in its place");
        Ok((db, placement.manifest))
    }
    .await;
    if restored.is_err() {
        if let Some(filling) = filling
            && let Err(error) = filling.give_up().await
        {
            tracing::warn!(%error, "the database stays half filled, until quad restore is run again");
        }
        work.take_pictures_away(media).await?;
    }
    restored
}

/// What one that was cut off had put in its place, when that is the same backup: it was all but over.
async fn was_placed(file: &Path, target: &Target, work: &Workplace) -> anyhow::Result<Option<Manifest>> {
    let Some(placement) = work.noted_placement() else { return Ok(None) };
    let is_there = match target {
        Target::File(database) => database.exists(),
        // Whatever is in it may have come since: the database says itself who filled it.
        Target::Server(db, _) => db.filled_by().await?.as_ref() == Some(&placement.by),
    };
    if !is_there {
        return Ok(None);
    }
    let file = file.to_owned();
    let asked = tokio::task::spawn_blocking(move || archive::manifest(&file, &known_steps())).await??;
    Ok(Some(placement.manifest).filter(|manifest| *manifest == asked))
}

async fn refuse_unless_empty(target: &Target) -> anyhow::Result<()> {
    match target {
        Target::File(database) => {
            for name in [database.clone(), database.with_extension("db-wal")] {
                if name.exists() {
                    bail!("{} is there already: a backup is put back into an empty folder only", name.display());
                }
            }
        }
        // The mark in it says that all there is was put there by a restore that did not end.
        Target::Server(db, _) if db.is_half_filled().await? => {}
        Target::Server(db, _) => {
            // First the tables: a Quad that begins just now makes them, and writes down that it did.
            let tables = db.rows().await?;
            let schema = db.schema::<Migrations>().await?;
            schema.refuse_newer()?;
            if !schema.applied.is_empty() {
                refuse_people(&tables)?;
            }
        }
    }
    Ok(())
}

fn refuse_people(tables: &[(String, i64)]) -> anyhow::Result<()> {
    // A Quad that begins just now has not come to that table yet.
    let people = tables.iter().find(|(table, _)| table == "users").map_or(0, |(_, people)| *people);
    ensure!(people == 0, "{people} people have accounts in this database: a backup is put back into an empty one only");
    Ok(())
}

/// A picture that was put into its store, and the digest of its bytes.
type Put = (String, [u8; 32]);

/// Reads the archive to its end; pictures go into their store as they come. Returns what was put there.
async fn unpack(file: &Path, media: &pictures::Media, work: &Workplace) -> anyhow::Result<(Manifest, Vec<Put>)> {
    let (sender, receiver) = mpsc::channel(AT_ONCE);
    let (file, mut sink) = (file.to_owned(), Unpack { database: work.database(), pictures: sender });
    let reading = tokio::task::spawn_blocking(move || archive::read(&file, &known_steps(), &mut sink));
    let pictures = stream::unfold(receiver, async |mut receiver| Some((receiver.recv().await?, receiver)));
    let put = Mutex::new(Vec::new());
    let stored = pictures
        .map(Ok)
        .try_for_each_concurrent(AT_ONCE, async |(name, bytes): (String, Vec<u8>)| {
            work.note_picture(&name)?;
            let digest = Sha256::digest(&bytes).into();
            media.write(&name, bytes).await?;
            put.lock().unwrap_or_else(PoisonError::into_inner).push((name, digest));
            Ok::<_, anyhow::Error>(())
        })
        .await;
    let manifest = reading.await?;
    // A store that fails ends the reading; its own reason says more.
    stored?;
    Ok((manifest?, put.into_inner().unwrap_or_else(PoisonError::into_inner)))
}

/// Reads each picture out of the store again: one that says yes may have kept nothing, a half, or another. After the last is
/// put, so that none was written over.
async fn read_back(media: &pictures::Media, put: Vec<Put>) -> anyhow::Result<()> {
    stream::iter(put)
        .map(Ok)
        .try_for_each_concurrent(AT_ONCE, async |(name, digest): Put| {
            let Some(bytes) = media.read(&name).await? else {
                bail!("the store of media_url does not keep pictures: {name} was put there and is missing");
            };
            ensure!(
                <[u8; 32]>::from(Sha256::digest(&bytes)) == digest,
                "the store of media_url does not keep pictures: {name} is not what was put there"
            );
            Ok(())
        })
        .await
}

/// Gives the database its place and brings its schema up to date.
async fn place(
    unpacked: &Path,
    target: Target,
    filling: &mut Option<PgRestore>,
    placement: &Placement,
) -> anyhow::Result<Db> {
    if let Some(filling) = filling {
        // An older backup is brought up to date as the file it is.
        let copy = Db::open_file(unpacked).await?;
        copy.migrate::<Migrations>().await?;
        copy.close_file(unpacked).await;
        let filled = filling.fill::<Migrations>(unpacked, &placement.by).await;
        filled.context("the rows could not be put into the database")?;
    } else if let Target::File(database) = &target {
        std::fs::rename(unpacked, database).with_context(|| format!("cannot write {}", database.display()))?;
        sync_folder_of(database)?;
    }
    opened(target).await
}

/// The database in its place, up to date, and without what is of the place it comes from: the backup that was at work, those
/// that failed, and who served.
async fn opened(target: Target) -> anyhow::Result<Db> {
    let db = match target {
        Target::File(database) => Db::open_file(&database).await?,
        Target::Server(db, _) => db,
    };
    db.migrate::<Migrations>().await?;
    pictures::end_backup(&db).await?;
    store::forget_failures(&db).await?;
    store::forget_processes(&db).await?;
    Ok(db)
}
