//! Putting a backup back, into an empty place only. Everything is proven before the database appears under its name: a restore that
//! fails, or is cut off, leaves no database behind that looks like one.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, bail, ensure};
use futures::stream::{self, StreamExt, TryStreamExt};
use quad_db::{Db, Engine};
use tokio::sync::mpsc;

use crate::features::{accounts, pictures};
use crate::migrations::Migrations;

use super::archive::{self, Sink, sync_folder_of, write_file};
use super::model::Manifest;
use super::verifying::counted;
use super::{Tell, folder_of, known_steps, plainly, workshop};

/// Pictures that are put into their store at the same time: each waits for the disk.
const AT_ONCE: usize = 8;

/// Where the database goes.
pub enum Target {
    /// A SQLite file, which must not be there.
    File(PathBuf),
    /// An open PostgreSQL database that nobody has an account in, and a folder to unpack in.
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

/// Puts a backup back and answers the database, open and up to date.
pub async fn restore(
    file: &Path,
    target: Target,
    media: &pictures::Media,
    tell: &Tell<'_>,
) -> anyhow::Result<(Db, Manifest)> {
    ensure!(file.exists(), "there is no {}", file.display());
    refuse_unless_empty(&target, media).await?;
    let folder = match &target {
        Target::File(database) => folder_of(database),
        Target::Server(_, folder) => folder,
    };
    // In the same file system, so that it can be moved to its place.
    let folder = workshop(folder, ".quad-restore-")?;
    let unpacked = folder.path().join("quad.db");
    let put = Mutex::new(Vec::new());
    let restored = async {
        let manifest = unpack(file, &unpacked, media, &put).await?;
        tell(&manifest.told());
        tell("every byte is what was written");
        counted(&unpacked, &manifest).await?;
        let db = place(&unpacked, target).await?;
        tell("the database is in its place");
        Ok((db, manifest))
    }
    .await;
    if restored.is_err() {
        let put = put.into_inner().unwrap_or_else(PoisonError::into_inner);
        media.remove(put).await;
    }
    restored
}

async fn refuse_unless_empty(target: &Target, media: &pictures::Media) -> anyhow::Result<()> {
    match target {
        Target::File(database) => {
            for name in [database.clone(), database.with_extension("db-wal")] {
                if name.exists() {
                    bail!("{} is there already: a backup is put back into an empty folder only", name.display());
                }
            }
        }
        Target::Server(db, _) => {
            let schema = db.schema::<Migrations>().await?;
            schema.refuse_newer()?;
            if !schema.applied.is_empty() {
                db.migrate::<Migrations>().await?;
                let people = accounts::count(db).await?;
                ensure!(
                    people == 0,
                    "{people} people have accounts in this database: a backup is put back into an empty one only"
                );
            } else if !db.rows().await?.is_empty() {
                bail!(
                    "there are tables in this database that are not Quad's: a backup is put back into an empty one only"
                );
            }
        }
    }
    ensure!(
        media.is_empty().await.map_err(plainly)?,
        "there are pictures in the store of media_url already: a backup is put back into an empty one only"
    );
    Ok(())
}

/// Reads the archive to its end; pictures go into their store as they come.
async fn unpack(
    file: &Path,
    database: &Path,
    media: &pictures::Media,
    put: &Mutex<Vec<String>>,
) -> anyhow::Result<Manifest> {
    let (sender, receiver) = mpsc::channel(AT_ONCE);
    let (file, mut sink) = (file.to_owned(), Unpack { database: database.to_owned(), pictures: sender });
    let reading = tokio::task::spawn_blocking(move || archive::read(&file, &known_steps(), &mut sink));
    let pictures = stream::unfold(receiver, async |mut receiver| Some((receiver.recv().await?, receiver)));
    let stored = pictures
        .map(Ok)
        .try_for_each_concurrent(AT_ONCE, async |(name, bytes): (String, Vec<u8>)| {
            put.lock().unwrap_or_else(PoisonError::into_inner).push(name.clone());
            media.write(&name, bytes).await.map_err(plainly)
        })
        .await;
    let manifest = reading.await?;
    // A store that fails ends the reading; its own reason says more.
    stored?;
    manifest
}

/// Gives the database its place and brings its schema up to date.
async fn place(unpacked: &Path, target: Target) -> anyhow::Result<Db> {
    match target {
        Target::File(database) => {
            std::fs::rename(unpacked, &database).with_context(|| format!("cannot write {}", database.display()))?;
            sync_folder_of(&database)?;
            let db = Db::open_file(&database).await?;
            db.migrate::<Migrations>().await?;
            Ok(db)
        }
        Target::Server(db, _) => {
            debug_assert_eq!(db.engine(), Engine::Postgres);
            // An older backup is brought up to date as the file it is.
            let copy = Db::open_file(unpacked).await?;
            copy.migrate::<Migrations>().await?;
            copy.close_file(unpacked).await;
            db.migrate::<Migrations>().await?;
            db.fill_from(unpacked).await.context("the rows could not be put into the database")?;
            Ok(db)
        }
    }
}
