//! Background work of accounts: mails, the codes that are asked for, and sweeping.
//!
//! `SendMail` carries links, so its payload is shown nowhere and it has no `Debug`. Codes are in no job: `MailResetCode` makes
//! one when its turn has come. A mail may be sent twice after a crash; the newest code is the one that counts.

use std::time::Duration;

use quad_db::Tx;
use quad_jobs::{Job, JobEnd, JobsError, Registry};
use quad_mail::{MailError, Message};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::kernel::clock::Time;
use crate::kernel::fail::{Fail, Outcome};

use super::words::Letter;
use super::{resetting, store_changes, store_limits, store_registrations, store_sessions};

/// Adds this feature's kinds of jobs.
pub fn jobs(registry: &mut Registry<App>) {
    *registry = std::mem::take(registry)
        .register::<SendMail>()
        .register::<SendResetCode>()
        .register::<MailResetCode>()
        .every::<Sweep>(Duration::from_hours(1), || Sweep {});
}

/// Sends one mail.
#[derive(Serialize, Deserialize)]
pub(super) struct SendMail {
    to: String,
    subject: String,
    text: String,
}

impl SendMail {
    pub fn new(to: &str, letter: Letter) -> Self {
        Self { to: to.to_owned(), subject: letter.subject, text: letter.text }
    }
}

impl Job for SendMail {
    type App = App;
    const KIND: &'static str = "accounts.send_mail";

    async fn run(self, app: &App, _: u32) -> Result<(), JobEnd> {
        send(app, Message { to: self.to, subject: self.subject, text: self.text }).await
    }
}

async fn send(app: &App, message: Message) -> Result<(), JobEnd> {
    match app.mail.send(&message, app.clock.now().0).await {
        Ok(()) => Ok(()),
        Err(MailError::Refused { why, .. }) => Err(JobEnd::give_up(why)),
        Err(MailError::Later { why, .. }) => Err(JobEnd::later(why)),
    }
}

/// Has a code mailed if the address has an account. Whether it has is found out here and not in the request, so that the
/// request takes the same time for every address.
#[derive(Serialize, Deserialize)]
pub(super) struct SendResetCode {
    pub email: String,
    /// Who asked: the hash of the browser's cookie, in hex.
    #[serde(default)]
    pub browser: String,
    /// Where from.
    #[serde(default)]
    pub place: String,
}

impl Job for SendResetCode {
    type App = App;
    const KIND: &'static str = "accounts.send_reset_code";

    fn dedupe_key(&self) -> Option<String> {
        Some(hex::encode(super::model::email_key(&format!("reset job of {}", self.browser), &self.email)))
    }

    async fn run(self, app: &App, _: u32) -> Result<(), JobEnd> {
        resetting::take(app, &self).await.map_err(later)
    }
}

/// Makes a code and mails it. Of a kind of its own, so that no line of other mails is before it.
#[derive(Serialize, Deserialize)]
pub(super) struct MailResetCode {
    pub email: String,
    /// Whose it is: the hash of the browser's cookie, in hex.
    pub browser: String,
}

impl Job for MailResetCode {
    type App = App;
    const KIND: &'static str = "accounts.mail_reset_code";

    fn dedupe_key(&self) -> Option<String> {
        Some(hex::encode(super::model::email_key(&format!("reset mail of {}", self.browser), &self.email)))
    }

    async fn run(self, app: &App, _: u32) -> Result<(), JobEnd> {
        let Some(Letter { subject, text }) = resetting::make_code(app, &self).await.map_err(later)? else {
            return Ok(());
        };
        send(app, Message { to: self.email, subject, text }).await
    }
}

fn later(fail: Fail) -> JobEnd {
    match fail {
        Fail::Refused(refusal) => JobEnd::later(refusal.say),
        Fail::Broken(cause) => JobEnd::later(format!("{cause:#}")),
    }
}

/// Deletes what no longer counts.
#[derive(Serialize, Deserialize)]
struct Sweep {}

impl Job for Sweep {
    type App = App;
    const KIND: &'static str = "accounts.sweep";

    async fn run(self, app: &App, _: u32) -> Result<(), JobEnd> {
        let now = app.clock.now();
        let mut tx = app.db.begin().await?;
        store_sessions::sweep(&mut tx, now).await?;
        store_limits::sweep(&mut tx, now).await?;
        store_registrations::sweep(&mut tx, now).await?;
        store_changes::sweep(&mut tx).await?;
        tx.commit().await?;
        Ok(())
    }
}

/// Takes mails to an address, and the wish for a code, out of the queue. What a worker has in hand is sent.
pub(super) async fn drop_mails_to(tx: &mut Tx, email: &str) -> Outcome<()> {
    // All payloads begin with the address.
    let quoted = serde_json::to_string(email).map_err(|error| Fail::Broken(error.into()))?;
    quad_jobs::drop_beginning(tx, SendMail::KIND, &format!("{{\"to\":{quoted},")).await?;
    for kind in [SendResetCode::KIND, MailResetCode::KIND] {
        quad_jobs::drop_beginning(tx, kind, &format!("{{\"email\":{quoted}")).await?;
    }
    Ok(())
}

/// Enqueues in the caller's transaction.
pub(super) async fn enqueue<J: Job>(tx: &mut Tx, now: Time, job: &J) -> Outcome<()> {
    quad_jobs::enqueue(tx, now.0, job).await.map_err(|error| match error {
        JobsError::Db(error) => error.into(),
        error @ JobsError::Payload(_) => Fail::Broken(error.into()),
    })
}
