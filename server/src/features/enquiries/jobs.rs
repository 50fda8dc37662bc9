//! Background work of enquiries: one mail per administrator, so that one mailbox that refuses does not cost the others
//! theirs, and sweeping. A mail may come twice after a crash.

use std::time::Duration;

use quad_db::Tx;
use quad_jobs::{Job, JobEnd, JobsError, Registry};
use quad_mail::{MailError, Message};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::kernel::clock::Time;
use crate::kernel::fail::{Fail, Outcome};
use crate::kernel::ids::EnquiryId;

use super::{store, words};

/// Adds this feature's kinds of jobs.
pub fn jobs(registry: &mut Registry<App>) {
    *registry = std::mem::take(registry).register::<SendEnquiry>().every::<Sweep>(Duration::from_hours(1), || Sweep {});
}

/// Mails an enquiry to one administrator.
#[derive(Serialize, Deserialize)]
pub(super) struct SendEnquiry {
    enquiry: String,
    to: String,
}

impl SendEnquiry {
    pub fn new(enquiry: EnquiryId, to: &str) -> Self {
        Self { enquiry: enquiry.to_string(), to: to.to_owned() }
    }
}

impl Job for SendEnquiry {
    type App = App;
    const KIND: &'static str = "enquiries.send";

    async fn run(self, app: &App, _: u32) -> Result<(), JobEnd> {
        let id = EnquiryId::parse(&self.enquiry).ok_or_else(|| JobEnd::give_up("not an id"))?;
        // Deleted meanwhile: nobody waits for it.
        let Some(enquiry) = store::find(&app.db, id).await? else { return Ok(()) };
        let letter = words::letter(&app.settings, &enquiry);
        let message = Message { to: self.to, subject: letter.subject, text: letter.text };
        match app.mail.send(&message, app.clock.now().0).await {
            Ok(()) => Ok(()),
            Err(MailError::Refused { why, .. }) => Err(JobEnd::give_up(why)),
            Err(MailError::Later { why, .. }) => Err(JobEnd::later(why)),
        }
    }
}

/// Deletes counts of hours past.
#[derive(Serialize, Deserialize)]
struct Sweep {}

impl Job for Sweep {
    type App = App;
    const KIND: &'static str = "enquiries.sweep";

    async fn run(self, app: &App, _: u32) -> Result<(), JobEnd> {
        let mut tx = app.db.begin().await?;
        store::sweep(&mut tx, app.clock.now()).await?;
        tx.commit().await?;
        Ok(())
    }
}

/// Enqueues in the caller's transaction.
pub(super) async fn enqueue<J: Job>(tx: &mut Tx, now: Time, job: &J) -> Outcome<()> {
    quad_jobs::enqueue(tx, now.0, job).await.map_err(|error| match error {
        JobsError::Db(error) => error.into(),
        error @ JobsError::Payload(_) => Fail::Broken(error.into()),
    })
}
