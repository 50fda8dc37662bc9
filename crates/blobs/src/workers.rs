//! Worker pool for pictures: so many at the same time, so many waiting, the rest is told to come back.
//!
//! Each picture in work may take the memory the README tells, so their number is the bound of it. A decoder that panics
//! costs its own picture and nothing else.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::sync::Arc;

use thiserror::Error;
use tokio::sync::Semaphore;

use crate::picture::{MAX_BYTES, Prepared, Unfit, WIDTHS, prepare_in};

/// The pool; a cheap handle.
#[derive(Clone, Debug)]
pub struct Workers {
    slots: Arc<Semaphore>,
    line: Arc<Semaphore>,
}

/// Why there is no picture.
#[derive(Debug, Error)]
pub enum NotPrepared {
    /// It is none we take.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// All workers are busy and the queue is full.
    #[error("too many pictures are being worked on")]
    Busy,
    /// The sent bytes could not be read back.
    #[error("the file sent could not be read")]
    Broken(#[source] std::io::Error),
}

impl Workers {
    /// `slots` pictures at the same time, at most `queue` more waiting.
    pub fn new(slots: usize, queue: usize) -> Self {
        let slots = slots.clamp(1, Semaphore::MAX_PERMITS / 2);
        Self {
            slots: Arc::new(Semaphore::new(slots)),
            line: Arc::new(Semaphore::new(slots.saturating_add(queue).min(Semaphore::MAX_PERMITS))),
        }
    }

    /// Makes a picture of a file, read from its beginning, in the usual widths.
    ///
    /// # Errors
    /// As [`Workers::prepare_in`].
    pub async fn prepare(&self, file: File) -> Result<Prepared, NotPrepared> {
        self.prepare_in(file, &WIDTHS).await
    }

    /// The same in other widths, smallest first.
    ///
    /// # Errors
    /// [`NotPrepared::Busy`] when too many wait already, a file that cannot be read, or why the picture is [`Unfit`].
    pub async fn prepare_in(&self, file: File, widths: &'static [u32]) -> Result<Prepared, NotPrepared> {
        let place = Arc::clone(&self.line).try_acquire_owned().map_err(|_| NotPrepared::Busy)?;
        let slot = Arc::clone(&self.slots).acquire_owned().await.map_err(|_| NotPrepared::Busy)?;
        // Place and slot go along: a sender who hangs up does not free them while the thread still works.
        let work = tokio::task::spawn_blocking(move || {
            let prepared = read(file).and_then(|bytes| prepare_in(&bytes, widths).map_err(NotPrepared::Unfit));
            drop((place, slot));
            prepared
        });
        work.await.unwrap_or(Err(NotPrepared::Unfit(Unfit::Unreadable)))
    }
}

fn read(mut file: File) -> Result<Vec<u8>, NotPrepared> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0)).map_err(NotPrepared::Broken)?;
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(NotPrepared::Broken)?;
    Ok(bytes)
}
