//! Mailer: chooses between the three ways to send, by one setting.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use lettre::Address;
use lettre::message::Mailbox;

use crate::folder::Folder;
use crate::mail::{BadSetting, MailError, Message};
use crate::smtp::{ServerReport, Smtp};

/// Sends messages in one of three ways. Cheap to clone.
#[derive(Clone)]
pub enum Mailer {
    /// To a mail server.
    Smtp(Smtp),
    /// Into files, one per message: an installation without a mail server, and everything started for a trial.
    Folder(Folder),
    /// Into a list that tests read.
    Memory(Arc<Mutex<Vec<Message>>>),
}

/// The way only: addresses of servers may hold passwords, and kept messages hold codes.
impl std::fmt::Debug for Mailer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Smtp(_) => "Mailer::Smtp",
            Self::Folder(_) => "Mailer::Folder",
            Self::Memory(_) => "Mailer::Memory",
        })
    }
}

impl Mailer {
    /// SMTP when there is an address (`smtp://user:password@host:port`, `smtps://…`, `?tls=`: see the README),
    /// otherwise files in `outbox`. `from` is `name@host` or `Some Name <name@host>`.
    ///
    /// # Errors
    /// When the setting cannot be understood. No connection is tried.
    pub fn from_url(url: Option<&str>, from: &str, outbox: &Path) -> Result<Self, BadSetting> {
        let from = sender(from)?;
        match url.map(str::trim).filter(|url| !url.is_empty()) {
            Some(url) => Ok(Self::Smtp(Smtp::from_url(url, from)?)),
            None => Ok(Self::Folder(Folder::new(outbox.to_owned(), from))),
        }
    }

    /// With the name others know this installation by: said when a mail server is greeted, and part of each message's id. A
    /// bare name or an address does not name it to others.
    #[must_use]
    pub fn with_host(self, host: Option<String>) -> Self {
        match self {
            Self::Smtp(smtp) => Self::Smtp(smtp.with_host(host)),
            Self::Folder(folder) => Self::Folder(folder.with_host(host)),
            Self::Memory(kept) => Self::Memory(kept),
        }
    }

    /// A mailer for tests; what it was given is read with [`Mailer::kept`].
    pub fn memory() -> Self {
        Self::Memory(Arc::default())
    }

    /// Whether messages leave this machine: true for SMTP only.
    pub fn is_configured(&self) -> bool {
        matches!(self, Self::Smtp(_))
    }

    /// The messages in memory, oldest first; none for the other ways.
    pub fn kept(&self) -> Vec<Message> {
        match self {
            Self::Memory(kept) => kept.lock().unwrap_or_else(PoisonError::into_inner).clone(),
            Self::Smtp(_) | Self::Folder(_) => Vec::new(),
        }
    }

    /// Greets the mail server, logs in where there is a log-in, names our sender and these recipients, and takes it back:
    /// nothing is sent. Returns how the server is spoken to; nothing for the other ways, which have nobody to ask.
    ///
    /// # Errors
    /// As sending would fail; a recipient that is refused for itself is no error.
    pub async fn probe(&self, recipients: &[String]) -> Result<Option<ServerReport>, MailError> {
        match self {
            Self::Smtp(smtp) => smtp.probe(recipients).await.map(Some),
            Self::Folder(_) | Self::Memory(_) => Ok(None),
        }
    }

    /// Whether a mail to this address can leave this machine: one with letters beyond ASCII before the `@` needs a mail server
    /// that offers SMTPUTF8, which is asked then. Files take every address.
    ///
    /// # Errors
    /// When the server does not answer.
    pub async fn takes(&self, address: &str) -> Result<bool, MailError> {
        match self {
            Self::Smtp(smtp) => smtp.takes(address).await,
            Self::Folder(_) | Self::Memory(_) => Ok(true),
        }
    }

    /// Sends one message; done means the server, the file or the list has it. It can come twice if the caller's process
    /// dies between this and noting it.
    ///
    /// # Errors
    /// [`MailError::Refused`] when trying again cannot help, otherwise [`MailError::Later`].
    pub async fn send(&self, message: &Message, now_ms: i64) -> Result<(), MailError> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        match self {
            Self::Smtp(smtp) => Box::pin(smtp.send(message, now_ms, number)).await,
            Self::Folder(folder) => folder.send(message, now_ms, number).await,
            Self::Memory(kept) => {
                kept.lock().unwrap_or_else(PoisonError::into_inner).push(message.clone());
                Ok(())
            }
        }
    }
}

/// Reads `name@host` or `Some Name <name@host>`.
fn sender(from: &str) -> Result<Mailbox, BadSetting> {
    from.parse().map_err(|error| {
        let address = from.trim().strip_suffix('>').and_then(|from| from.rsplit_once('<'));
        let is_the_name = address.is_some_and(|(_, address)| address.trim().parse::<Address>().is_ok());
        BadSetting(if is_the_name {
            "the sender's name cannot be used: one with a comma or another sign in it stands in quotes, as in \
             \"Quad, Campus\" <quad@campus.example>"
                .to_owned()
        } else {
            format!("the sender's address cannot be used: {error}; it should look like quad@campus.example")
        })
    })
}
