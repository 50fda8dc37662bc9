//! Mail folder: messages as `.eml` files that any mail program opens. Whole or not there: written beside and renamed.

use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use lettre::message::Mailbox;

use crate::mail::{Carrier, MailError, Message, letter};

/// A folder that takes the messages of an installation without a mail server.
#[derive(Clone)]
pub struct Folder {
    path: PathBuf,
    from: Mailbox,
    host: Option<String>,
}

impl Folder {
    pub(crate) fn new(path: PathBuf, from: Mailbox) -> Self {
        Self { path, from, host: None }
    }

    pub(crate) fn with_host(mut self, host: Option<String>) -> Self {
        self.host = host;
        self
    }

    /// Where the files are.
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) async fn send(&self, message: &Message, now_ms: i64, number: u64) -> Result<(), MailError> {
        let letter = letter(message, &self.from, self.host.as_deref(), now_ms, number, Carrier::File)?.formatted();
        let folder = self.path.clone();
        let written = tokio::task::spawn_blocking(move || write(&folder, now_ms, number, &letter))
            .await
            .map_err(|error| MailError::later(error.to_string()))?
            .map_err(|error| MailError::later(format!("the outbox folder: {error}")))?;
        tracing::info!(path = %written.display(), "mail written to the outbox folder");
        Ok(())
    }
}

/// The name begins with the time, so that names sort like the messages; process and number keep two of one millisecond apart.
fn write(folder: &Path, now_ms: i64, number: u64, letter: &[u8]) -> io::Result<PathBuf> {
    // The texts hold codes: for the owner's eyes only.
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let stem = format!("{now_ms:014}-{:07}-{number:06}", std::process::id());
    let beside = folder.join(format!(".{stem}.part"));
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&beside)?;
    let written = file.write_all(letter).and_then(|()| file.sync_all()).and_then(|()| {
        let name = free_name(folder, &stem);
        fs::rename(&beside, &name).map(|()| name)
    });
    if written.is_err() {
        // The first error is the one to tell.
        let _ = fs::remove_file(&beside);
    }
    written
}

/// A process that got the number of an earlier one, under a fixed clock, must not write over its messages.
fn free_name(folder: &Path, stem: &str) -> PathBuf {
    let mut name = folder.join(format!("{stem}.eml"));
    let mut copy = 1;
    while name.exists() {
        copy += 1;
        name = folder.join(format!("{stem}-{copy}.eml"));
    }
    name
}
