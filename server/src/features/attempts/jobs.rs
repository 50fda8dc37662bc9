//! Background work of attempts: telling those whose score or rank a correction changed. One mail per person, so that one mailbox
//! that refuses does not cost the others theirs. A mail may come twice after a crash.

use quad_db::Tx;
use quad_jobs::{Job, JobEnd, JobsError, Registry};
use quad_mail::{MailError, Message};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::features::contests;
use crate::kernel::clock::Time;
use crate::kernel::fail::{Fail, Outcome};
use crate::kernel::ids::{CorrectionId, UserId};

use super::{reviewing, store_correcting, words};

/// Mails put into the queue in one transaction.
const AT_ONCE: usize = 200;

/// Adds this feature's kinds of jobs.
pub fn jobs(registry: &mut Registry<App>) {
    *registry = std::mem::take(registry).register::<TellCorrection>().register::<SendCorrection>();
}

/// Puts the mails about a correction into the queue; who was put in once is not again.
#[derive(Serialize, Deserialize)]
pub(super) struct TellCorrection {
    correction: String,
}

impl TellCorrection {
    pub fn new(correction: CorrectionId) -> Self {
        Self { correction: correction.to_string() }
    }
}

impl Job for TellCorrection {
    type App = App;
    const KIND: &'static str = "attempts.tell_correction";

    async fn run(self, app: &App, _: u32) -> Result<(), JobEnd> {
        let id = CorrectionId::parse(&self.correction).ok_or_else(|| JobEnd::give_up("not an id"))?;
        loop {
            let now = app.clock.now();
            let mut tx = app.db.begin().await?;
            let people = store_correcting::take_untold(&mut tx, id, AT_ONCE as i64, now).await?;
            for user in &people {
                quad_jobs::enqueue(&mut tx, now.0, &SendCorrection::new(id, *user)).await?;
            }
            tx.commit().await?;
            if people.len() < AT_ONCE {
                return Ok(());
            }
        }
    }
}

/// Mails one person that a correction changed the own result, and why.
#[derive(Serialize, Deserialize)]
pub(super) struct SendCorrection {
    correction: String,
    user: String,
}

impl SendCorrection {
    fn new(correction: CorrectionId, user: UserId) -> Self {
        Self { correction: correction.to_string(), user: user.to_string() }
    }
}

impl Job for SendCorrection {
    type App = App;
    const KIND: &'static str = "attempts.send_correction";

    async fn run(self, app: &App, _: u32) -> Result<(), JobEnd> {
        let ids = CorrectionId::parse(&self.correction).zip(UserId::parse(&self.user));
        let (id, user) = ids.ok_or_else(|| JobEnd::give_up("not an id"))?;
        // An account that was deleted meanwhile is told nothing.
        let Some(told) = store_correcting::told(&app.db, id, user).await? else { return Ok(()) };
        let correction = store_correcting::find(&app.db, id).await?;
        let correction = correction.ok_or_else(|| JobEnd::give_up("no such correction"))?;
        let contest = contests::find(&app.db, correction.contest).await?;
        let contest = contest.ok_or_else(|| JobEnd::give_up("no such contest"))?;
        let letter = words::correction_letter(
            &app.settings,
            &correction,
            &contest.title,
            &told,
            reviewing::is_open(app, &contest),
        );
        let message = Message { to: told.email, subject: letter.subject, text: letter.text };
        match app.mail.send(&message, app.clock.now().0).await {
            Ok(()) => Ok(()),
            Err(MailError::Refused { why, .. }) => Err(JobEnd::give_up(why)),
            Err(MailError::Later { why, .. }) => Err(JobEnd::later(why)),
        }
    }
}

/// Enqueues in the caller's transaction.
pub(super) async fn enqueue<J: Job>(tx: &mut Tx, now: Time, job: &J) -> Outcome<()> {
    quad_jobs::enqueue(tx, now.0, job).await.map_err(|error| match error {
        JobsError::Db(error) => error.into(),
        error @ JobsError::Payload(_) => Fail::Broken(error.into()),
    })
}
