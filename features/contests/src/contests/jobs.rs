//! Contest jobs: announce a contest that became public to everybody, and sweep.

use futures::FutureExt;
use quad_jobs::{Job, JobEnd, Registry};
use serde::{Deserialize, Serialize};

use crate::ContestsState;
use quad_kernel::ids::{ContestId, UserId};
use quad_people::accounts;
use quad_people::notify::{self, Recipient};
use quad_services::background;

use super::{messages, store, store_invitations};

/// People told in one transaction.
const PAGE: u32 = 500;

/// Adds this feature's kinds of jobs.
pub fn jobs(registry: &mut Registry<ContestsState>) {
    let kinds = std::mem::take(registry).register::<Announce>();
    let sweep: background::Sweep = |tx, now| store_invitations::sweep_looks(tx, now).boxed();
    *registry = background::sweeper(kinds, "contests.sweep", |app| app, sweep);
}

/// Tells everybody but its owner of a public contest, a page of people at a time, once per contest. One that has no question
/// or is nearly over waits for its first question, or for more time, which both put this job into the queue again.
#[derive(Serialize, Deserialize)]
pub(super) struct Announce {
    contest: String,
    /// The last one told.
    after: Option<String>,
}

impl Announce {
    pub fn new(contest: ContestId) -> Self {
        Self { contest: contest.to_string(), after: None }
    }
}

impl Job for Announce {
    type App = ContestsState;
    const KIND: &'static str = "contests.announce";

    fn dedupe_key(&self) -> Option<String> {
        Some(format!("{} {}", self.contest, self.after.as_deref().unwrap_or_default()))
    }

    async fn run(self, app: &ContestsState, _: u32) -> Result<(), JobEnd> {
        let id = ContestId::parse(&self.contest).ok_or_else(|| JobEnd::give_up("not an id"))?;
        let after = self.after.as_deref().and_then(UserId::parse);
        let now = app.clock.now();
        let mut tx = app.db.begin().await?;
        // Deleted, private again or over meanwhile: there is nothing to take.
        let contest = store::find(&tx, id).await?.filter(|contest| contest.is_public && now < contest.ends_at);
        let Some(contest) = contest else { return Ok(()) };
        let is_first = after.is_none();
        if is_first && !(contest.is_worth_announcing(now) && store::take_unannounced(&mut tx, id, now).await?) {
            return Ok(());
        }
        let mut people = accounts::recipients_after(&tx, after, PAGE).await?;
        let last = people.last().map(|person| person.id);
        let is_full = people.len() == PAGE as usize;
        people.retain(|person| person.id != contest.owner);
        let notice = messages::announced(&contest, app.settings.time_zone);
        notify::deliver(&mut tx, now, &format!("contest:{id}"), &people, &notice).await?;
        if let Some(last) = last.filter(|_| is_full) {
            let next = Self { contest: self.contest, after: Some(last.to_string()) };
            quad_jobs::enqueue(&mut tx, now.0, &next).await?;
        }
        tx.commit().await?;
        let told: Vec<UserId> = people.iter().map(|Recipient { id, .. }| *id).collect();
        notify::after_commit(app, &told);
        Ok(())
    }
}
