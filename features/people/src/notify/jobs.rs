//! Notification jobs: send pushes, one mail per notice and person, and sweep.

use std::time::Duration;

use futures::FutureExt;
use quad_db::{DbError, Tx};
use quad_jobs::{Job, JobEnd, Registry};

use crate::PeopleState;
use quad_kernel::ids::UserId;
use quad_services::background;

use super::model::{MailNotice, Push};
use super::{messages, stop_mails, store, web_push};

/// How long an inbox remembers, and how much.
const KEPT: Duration = Duration::from_hours(180 * 24);
const MOST: i64 = 500;

/// Adds this feature's kinds of jobs.
pub fn jobs(registry: &mut Registry<PeopleState>) {
    let kinds = std::mem::take(registry).register::<Push>().register::<MailNotice>();
    let sweep: background::Sweep = |tx, now| store::sweep(tx, now.minus(KEPT), MOST).boxed();
    *registry = background::sweeper(kinds, "notify.sweep", |app| app, sweep);
}

impl Job for Push {
    type App = PeopleState;
    const KIND: &'static str = "notify.push";

    fn dedupe_key(&self) -> Option<String> {
        Some("push".to_owned())
    }

    /// Noting may fail for a while before what is in hand is given back.
    const MAX_TIME: Duration = web_push::LEASE;

    async fn run(self, app: &PeopleState, _: u32) -> Result<(), JobEnd> {
        web_push::run(app).await
    }
}

impl Job for MailNotice {
    type App = PeopleState;
    const KIND: &'static str = "notify.send_mail";
    const MAX_TIME: Duration = background::MAIL_TIME;

    async fn run(self, app: &PeopleState, _: u32) -> Result<(), JobEnd> {
        // Taken out of the inbox meanwhile, or the account is deleted: nobody waits for it.
        let Some(told) = store::find(&app.db, self.notification).await? else { return Ok(()) };
        let user = UserId::parse(&self.user).ok_or_else(|| JobEnd::give_up("not an id"))?;
        // Stopped while it waited: not sent.
        let Some(wanted) = stop_mails::wanted_mail(app, user, told.about).await.map_err(background::try_later)? else {
            return Ok(());
        };
        let mail = messages::mail(&app.settings, &self.name, &told, &wanted.end);
        background::send_mail_with::<Self>(app, &self.to, mail, wanted.headers).await
    }
}

/// Takes the mails to somebody out of the queue. What a worker has in hand finds no notification any more.
pub(super) async fn drop_mails_to(tx: &mut Tx, user: UserId) -> Result<(), DbError> {
    quad_jobs::drop_beginning(tx, MailNotice::KIND, &format!("{{\"user\":\"{user}\",")).await?;
    Ok(())
}
