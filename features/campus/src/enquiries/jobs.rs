//! Enquiry jobs: one mail per administrator, so that one mailbox that refuses does not cost the others theirs, and sweeping. A
//! mail may come twice after a crash.

use std::time::Duration;

use futures::FutureExt;
use quad_jobs::{Job, JobEnd, Registry};
use serde::{Deserialize, Serialize};

use quad_kernel::ids::EnquiryId;
use quad_people::PeopleState;
use quad_services::background::{self, Headers};

use super::{messages, store};

/// Adds this feature's kinds of jobs.
pub fn jobs(registry: &mut Registry<PeopleState>) {
    let kinds = std::mem::take(registry).register::<SendEnquiry>();
    *registry = background::sweeper(kinds, "enquiries.sweep", |app| app, |tx, now| store::sweep(tx, now).boxed());
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
    type App = PeopleState;
    const KIND: &'static str = "enquiries.send";
    const MAX_TIME: Duration = background::MAIL_TIME;

    async fn run(self, app: &PeopleState, _: u32) -> Result<(), JobEnd> {
        let id = EnquiryId::parse(&self.enquiry).ok_or_else(|| JobEnd::give_up("not an id"))?;
        // Deleted meanwhile: nobody waits for it.
        let Some(enquiry) = store::find(&app.db, id).await? else { return Ok(()) };
        let mail = messages::mail(&app.settings, &enquiry);
        let reply_to = Some(enquiry.sender.email).filter(|address| !address.is_empty());
        background::send_mail_with::<Self>(app, &self.to, mail, Headers { reply_to, ..Headers::default() }).await
    }
}
