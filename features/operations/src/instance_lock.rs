//! Instance lock: a process that serves a SQLite database serves it alone. Another process would be heard by nobody who
//! follows live updates, and hear of no change itself. The operator's commands are short and take no lock.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use quad_db::lock_beside;

use crate::data_folder::make_private;

const LOCK: &str = "serving-lock";

/// So long a process may take to end while the next one begins.
const PATIENCE: Duration = Duration::from_secs(5);

/// The right to serve this database, until it is dropped or the process ends, however it ends. Waits for a server that ends
/// just now.
///
/// # Errors
/// Another process serves it.
pub async fn serve_alone(database: &Path) -> anyhow::Result<File> {
    if let Some(folder) = database.parent() {
        make_private(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    let place = lock_beside(database, LOCK);
    // Never cut: it has nothing in it, and may be another's.
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(&place);
    let file = file.with_context(|| format!("{} cannot be written", place.display()))?;
    let began = Instant::now();
    let mut told = false;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) if began.elapsed() < PATIENCE => {}
            Err(TryLockError::WouldBlock) => bail!(
                "another quad serves {}: with SQLite one process serves a database. Stop it, or move to PostgreSQL for several",
                database.display()
            ),
            Err(TryLockError::Error(error)) => {
                return Err(error).with_context(|| format!("cannot lock {}", place.display()));
            }
        }
        if !told {
            tracing::warn!(database = %database.display(), "another quad serves this database; waiting for it to end");
            told = true;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Whether a process serves this database, or restores into it, right now.
pub fn is_served(database: &Path) -> bool {
    // Nobody has ever served it where there is no such file.
    let lock = File::open(lock_beside(database, LOCK));
    lock.is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_next_one_waits_for_the_one_that_ends() {
        let folder = tempfile::tempdir().expect("a folder");
        let database = folder.path().join("data/quad.db");
        assert!(!is_served(&database));
        let first = serve_alone(&database).await.expect("alone");
        assert!(is_served(&database));
        let mut second = Box::pin(serve_alone(&database));
        assert!(futures::poll!(second.as_mut()).is_pending());
        drop(first);
        drop(second.await.expect("alone now"));
        assert!(!is_served(&database));
        let own = serve_alone(&database).await.expect("alone");
        for other in ["data/other.db", "data/quad.sqlite", "data/quad"] {
            serve_alone(&folder.path().join(other)).await.expect("another database");
        }
        std::fs::write(&database, "").expect("made");
        std::os::unix::fs::symlink(&database, folder.path().join("link.db")).expect("linked");
        assert!(is_served(&folder.path().join("link.db")), "the same file by another name");
        drop(own);
    }
}
