//! Account jobs: mails, the reset codes that people ask for, and sweeping.
//!
//! `SendMail` carries links, so its payload is shown nowhere and it has no `Debug`. Codes are in no job: `MailResetCode` makes
//! one when its turn has come. A mail may be sent twice after a crash; the newest code is the one that counts.

use std::time::Duration;

use futures::FutureExt;
use quad_db::{DbError, Tx};
use quad_jobs::{Job, JobEnd, Registry};

use crate::PeopleState;
use quad_http::idempotency;
use quad_kernel::clock::Time;
use quad_kernel::error::{Error, Result};
use quad_kernel::mail::Mail;
use quad_kernel::retry::retried;
use quad_services::background::{self, MAIL_TIME, send_mail, try_later};

use super::model::{MailResetCode, SendMail, SendResetCode, email_key};
use super::{password_reset, store_change_feed, store_limits, store_sessions, store_sign_ups};

/// Adds this feature's kinds of jobs.
pub fn jobs(registry: &mut Registry<PeopleState>) {
    let kinds = std::mem::take(registry).register::<SendMail>().register::<SendResetCode>().register::<MailResetCode>();
    *registry = background::sweeper(kinds, "accounts.sweep", |app| app, |tx, now| sweep(tx, now).boxed());
}

/// Deletes what no longer counts.
async fn sweep(tx: &mut Tx, now: Time) -> Result<(), DbError> {
    store_sessions::sweep(tx, now).await?;
    store_limits::sweep(tx, now).await?;
    store_sign_ups::sweep(tx, now).await?;
    store_change_feed::sweep(tx).await?;
    idempotency::sweep(tx, now).await
}

impl Job for SendMail {
    type App = PeopleState;
    const KIND: &'static str = "accounts.send_mail";
    const MAX_TIME: Duration = MAIL_TIME;

    async fn run(self, app: &PeopleState, _: u32) -> Result<(), JobEnd> {
        send_mail::<Self>(app, &self.to, Mail { subject: self.subject, text: self.text }).await
    }
}

impl Job for SendResetCode {
    type App = PeopleState;
    const KIND: &'static str = "accounts.send_reset_code";

    fn dedupe_key(&self) -> Option<String> {
        Some(hex::encode(email_key(&format!("reset job of {}", self.browser), &self.email)))
    }

    async fn run(self, app: &PeopleState, _: u32) -> Result<(), JobEnd> {
        retried(|| password_reset::take(app, &self)).await.map_err(try_later)
    }
}

impl Job for MailResetCode {
    type App = PeopleState;
    const KIND: &'static str = "accounts.mail_reset_code";
    const MAX_TIME: Duration = MAIL_TIME;

    fn dedupe_key(&self) -> Option<String> {
        Some(hex::encode(email_key(&format!("reset mail of {}", self.browser), &self.email)))
    }

    async fn run(self, app: &PeopleState, _: u32) -> Result<(), JobEnd> {
        let made = retried(|| password_reset::make_code(app, &self)).await.map_err(try_later)?;
        let Some(mail) = made else { return Ok(()) };
        send_mail::<Self>(app, &self.email, mail).await
    }
}

/// Takes mails to an address, and the wish for a code, out of the queue. What a worker has in hand is sent.
pub(super) async fn drop_mails_to(tx: &mut Tx, email: &str) -> Result<()> {
    // All payloads begin with the address.
    let quoted = serde_json::to_string(email).map_err(|error| Error::Internal(error.into()))?;
    quad_jobs::drop_beginning(tx, SendMail::KIND, &format!("{{\"to\":{quoted},")).await?;
    for kind in [SendResetCode::KIND, MailResetCode::KIND] {
        quad_jobs::drop_beginning(tx, kind, &format!("{{\"email\":{quoted}")).await?;
    }
    Ok(())
}
