//! Attempt jobs: tell participants, in the inbox and by mail, that results are ready, or that a correction changed their score or
//! rank. Mails go to those who chose mails about results, one for each person: a mailbox that refuses costs nobody else theirs. A
//! mail may come twice after a crash.

use std::time::Duration;

use quad_db::Tx;
use quad_jobs::{Job, JobEnd, Registry};
use serde::{Deserialize, Serialize};

use crate::ContestsState;
use crate::contests;
use quad_kernel::clock::Time;
use quad_kernel::ids::{ContestId, CorrectionId, UserId};
use quad_people::accounts;
use quad_people::notify::{self, About, RECIPIENTS_PER_PAGE, RecipientCursor};
use quad_services::background;

use super::own_numbers::Numbering;
use super::{answer_review, leaderboard, messages, store, store_regrading};

/// Mails put into the queue in one transaction.
const AT_ONCE: usize = 200;
/// How long results are news.
const NEWS: Duration = Duration::from_hours(24);

/// Adds this feature's kinds of jobs.
pub fn jobs(registry: &mut Registry<ContestsState>) {
    *registry = std::mem::take(registry)
        .register::<TellCorrection>()
        .register::<SendCorrection>()
        .register::<TellResults>()
        .every::<AnnounceResults>(Duration::from_mins(1), || AnnounceResults {});
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
    type App = ContestsState;
    const KIND: &'static str = "attempts.tell_correction";

    async fn run(self, app: &ContestsState, _: u32) -> Result<(), JobEnd> {
        let id = CorrectionId::parse(&self.correction).ok_or_else(|| JobEnd::give_up("not an id"))?;
        loop {
            let now = app.clock.now();
            let mut tx = app.db.begin().await?;
            let people = store_regrading::take_untold(&mut tx, id, AT_ONCE as i64, now).await?;
            let wanting = notify::who_wants_mail(&tx, About::Results, &people).await?;
            for user in people.iter().filter(|user| wanting.contains(user)) {
                quad_jobs::enqueue(&mut tx, now.0, &SendCorrection::new(id, *user)).await?;
            }
            tell_in_inbox(&mut tx, now, id, &people).await?;
            tx.commit().await?;
            notify::after_commit(app, &people);
            if people.len() < AT_ONCE {
                return Ok(());
            }
        }
    }
}

/// The same in their inboxes. A mail of its own goes to those who chose mails about results, so none is made of the notice.
async fn tell_in_inbox(tx: &mut Tx, now: Time, id: CorrectionId, people: &[UserId]) -> Result<(), JobEnd> {
    let Some(correction) = store_regrading::find(&*tx, id).await? else { return Ok(()) };
    let Some(contest) = contests::find(&*tx, correction.contest).await? else { return Ok(()) };
    let mut people = accounts::recipients(&*tx, people).await?;
    for person in &mut people {
        person.address.clear();
    }
    let notice = messages::correction_notice(&correction, &contest);
    Ok(notify::deliver(tx, now, &format!("correction:{id}"), &people, &notice).await?)
}

/// Looks for contests whose board has opened and lets their participants be told, once per contest. Whatever ended more
/// than a day ago, while nobody looked, is no news.
#[derive(Serialize, Deserialize)]
struct AnnounceResults {}

impl Job for AnnounceResults {
    type App = ContestsState;
    const KIND: &'static str = "attempts.announce_results";

    async fn run(self, app: &ContestsState, _: u32) -> Result<(), JobEnd> {
        let now = app.clock.now();
        let until = now.minus(leaderboard::grace(app));
        let mut tx = app.db.begin().await?;
        for contest in contests::take_results_untold(&mut tx, until.minus(NEWS), until, now).await? {
            quad_jobs::enqueue(&mut tx, now.0, &TellResults::new(contest)).await?;
        }
        tx.commit().await?;
        Ok(())
    }
}

/// Tells the participants of a contest that results are ready, a page of people at a time.
#[derive(Serialize, Deserialize)]
struct TellResults {
    contest: String,
    /// The last one told.
    after: RecipientCursor,
}

impl TellResults {
    fn new(contest: ContestId) -> Self {
        Self { contest: contest.to_string(), after: RecipientCursor::default() }
    }
}

impl Job for TellResults {
    type App = ContestsState;
    const KIND: &'static str = "attempts.tell_results";

    fn dedupe_key(&self) -> Option<String> {
        Some(format!("{} {}", self.contest, self.after))
    }

    async fn run(self, app: &ContestsState, _: u32) -> Result<(), JobEnd> {
        let id = ContestId::parse(&self.contest).ok_or_else(|| JobEnd::give_up("not an id"))?;
        let now = app.clock.now();
        let mut tx = app.db.begin().await?;
        let Some(contest) = contests::find(&tx, id).await? else { return Ok(()) };
        let people = store::participants_after(&tx, id, self.after.after()?, RECIPIENTS_PER_PAGE).await?;
        let recipients = accounts::recipients(&tx, &people).await?;
        let notice = messages::results_notice(&contest);
        notify::deliver(&mut tx, now, &format!("results:{id}"), &recipients, &notice).await?;
        notify::enqueue_next_page(&mut tx, now, &people, |after| Self { after, ..self }).await?;
        tx.commit().await?;
        notify::after_commit(app, &people);
        Ok(())
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
    type App = ContestsState;
    const KIND: &'static str = "attempts.send_correction";
    const MAX_TIME: Duration = background::MAIL_TIME;

    async fn run(self, app: &ContestsState, _: u32) -> Result<(), JobEnd> {
        let ids = CorrectionId::parse(&self.correction).zip(UserId::parse(&self.user));
        let (id, user) = ids.ok_or_else(|| JobEnd::give_up("not an id"))?;
        // An account that was deleted meanwhile is told nothing.
        let Some(told) = store_regrading::told(&app.db, id, user).await? else { return Ok(()) };
        let correction = store_regrading::find(&app.db, id).await?;
        let correction = correction.ok_or_else(|| JobEnd::give_up("no such correction"))?;
        let contest = contests::find(&app.db, correction.contest).await?;
        let contest = contest.ok_or_else(|| JobEnd::give_up("no such contest"))?;
        // Stopped while it waited: not sent.
        let wanted = notify::wanted_mail(app, user, About::Results).await.map_err(background::try_later)?;
        let Some(wanted) = wanted else { return Ok(()) };
        let tells_keys = answer_review::is_open(app, &contest);
        let correction = Numbering::of(&app.db, &contest, user, false).await?.told(correction);
        let mut mail = messages::correction_mail(&app.settings, &correction, &contest, &told, tells_keys);
        mail.text.push('\n');
        mail.text.push_str(&wanted.end);
        background::send_mail_with::<Self>(app, &told.email, mail, wanted.headers).await
    }
}
