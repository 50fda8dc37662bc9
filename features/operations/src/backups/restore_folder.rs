//! Restore folder: where a restore works, and what one that was cut off has left: so that the same command, given again, takes
//! away its own half work and nothing else.
//!
//! `.quad-restore` beside the database holds the unpacked database, the names of the pictures put into their store so far, and, once
//! everything is proven, which backup is being put in its place. A lock in it keeps two apart.

use std::collections::BTreeSet;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, bail, ensure};
use serde::{Deserialize, Serialize};

use quad_people::pictures::Media;

use super::archive::sync_folder_of;
use super::model::{DATABASE, Manifest};

const NAME: &str = ".quad-restore";
/// Which backup is being put in its place.
const PLACING: &str = "placing";
/// Its presence says that the folder of pictures was not there before.
const FOLDER_IS_NEW: &str = "media-is-new";

/// A database is not begun where one is being put back, or was to be.
///
/// # Errors
/// A restore is at work beside where the database will be, or was cut off there.
pub fn refuse_half_restored(database: &Path) -> anyhow::Result<()> {
    let place = database.with_file_name(NAME);
    ensure!(
        database.exists() || !place.exists(),
        "a restore is at work here or was cut off: type the same quad restore again, or take {} away to begin without it",
        place.display()
    );
    Ok(())
}

/// Which backup is put in its place, and by which restore.
#[derive(Debug, Serialize, Deserialize)]
pub struct Placement {
    pub manifest: Manifest,
    /// Chosen anew by each restore; a database in a server that it filled says so.
    pub by: String,
}

/// The folder, as long as this restore has it.
pub struct Workplace {
    path: PathBuf,
    pictures: Mutex<File>,
    /// What was there already is kept until it has been dealt with.
    is_ours: bool,
    _alone: File,
}

impl Workplace {
    /// Takes the folder, or the one that a restore which was cut off has left.
    pub fn take(beside: &Path, media: &Media) -> anyhow::Result<Self> {
        let path = beside.join(NAME);
        let cannot = || format!("cannot write to {}", beside.display());
        let was_there = path.is_dir();
        if !was_there {
            let mut builder = DirBuilder::new();
            #[cfg(unix)]
            std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
            builder.create(&path).with_context(cannot)?;
        }
        let lock = OpenOptions::new().append(true).create(true).open(path.join("lock")).with_context(cannot)?;
        if lock.try_lock().is_err() {
            bail!("another restore is at work in {}", beside.display());
        }
        if !was_there && media.folder().is_some_and(|folder| !folder.exists()) {
            File::create(path.join(FOLDER_IS_NEW)).with_context(cannot)?;
        }
        let pictures = OpenOptions::new().append(true).create(true).open(path.join("pictures")).with_context(cannot)?;
        Ok(Self { path, pictures: Mutex::new(pictures), is_ours: !was_there, _alone: lock })
    }

    /// Where the database is unpacked to.
    pub fn database(&self) -> PathBuf {
        self.path.join(DATABASE)
    }

    /// Writes down that a picture is about to be put into its store. A line without an end is never read: the kill came first.
    pub fn note_picture(&self, name: &str) -> anyhow::Result<()> {
        let mut pictures = self.pictures.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(pictures.write_all(format!("{name}\n").as_bytes())?)
    }

    /// Writes down, for good, that this backup is whole and proven and goes to its place now.
    pub fn note_placement(&self, now: &Placement) -> anyhow::Result<()> {
        let placing = self.path.join(PLACING);
        let mut file = File::create(&placing)?;
        file.write_all(&serde_json::to_vec(now)?)?;
        file.sync_all()?;
        Ok(sync_folder_of(&placing)?)
    }

    /// What one that was cut off was putting in its place.
    pub fn noted_placement(&self) -> Option<Placement> {
        serde_json::from_slice(&fs::read(self.path.join(PLACING)).ok()?).ok()
    }

    /// Takes away what one that was cut off has left, here and in the store; the target was looked at before. A store with anything
    /// else in it is left as it is.
    pub async fn clear(&mut self, media: &Media) -> anyhow::Result<()> {
        if !self.is_ours {
            let noted = self.noted()?;
            let there = media.names().await?;
            if let Some(other) = there.iter().find(|name| !noted.contains(*name)) {
                bail!(
                    "in the store of media_url is {other}, which the restore that was cut off did not put there: a backup is put \
                    back into an empty one only"
                );
            }
            // Their folder stays: the store is open, and takes nothing where it is gone.
            media.remove(noted.into_iter().collect()).await;
            for file in [self.database(), self.path.join(PLACING)] {
                match fs::remove_file(&file) {
                    Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error.into()),
                    _ => {}
                }
            }
            self.pictures.lock().unwrap_or_else(PoisonError::into_inner).set_len(0)?;
            self.is_ours = true;
        }
        Ok(())
    }

    /// Takes the pictures that are written down out of their store, and the folder they were in when it was made for them.
    pub async fn take_pictures_away(&self, media: &Media) -> anyhow::Result<()> {
        media.remove(self.noted()?.into_iter().collect()).await;
        if let Some(folder) = media.folder().filter(|_| self.path.join(FOLDER_IS_NEW).exists()) {
            remove_empty(folder);
        }
        Ok(())
    }

    fn noted(&self) -> anyhow::Result<BTreeSet<String>> {
        let text = fs::read_to_string(self.path.join("pictures"))?;
        Ok(text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n')).map(str::to_owned).collect())
    }

    /// Of what was put in its place the note goes last: one that is killed here is not begun anew.
    fn remove(&self) -> std::io::Result<()> {
        for entry in fs::read_dir(&self.path)?.flatten().filter(|entry| entry.file_name() != PLACING) {
            fs::remove_file(entry.path())?;
        }
        fs::remove_dir_all(&self.path)
    }

    /// What was left is no concern any more: the folder goes with this.
    pub fn is_done(&mut self) {
        self.is_ours = true;
    }
}

impl Drop for Workplace {
    fn drop(&mut self) {
        if self.is_ours
            && let Err(error) = self.remove()
        {
            tracing::warn!(folder = %self.path.display(), %error, "the folder of a restore stays");
        }
    }
}

/// Removes a folder if nothing but empty folders is in it, and otherwise those.
fn remove_empty(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            remove_empty(&entry.path());
        }
    }
    // One with something in it refuses.
    let _ = fs::remove_dir(folder);
}
