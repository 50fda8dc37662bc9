//! User change feed: tells this process within a second what others change about people, on either engine.
//!
//! Whoever changes a role, a name or a session writes the person's id into `person_changes` in the same transaction
//! (`store*.rs`). Every process looks for new rows twice a second and forgets those people, so that a session can be
//! remembered for minutes and an answer costs no look-up, however many people answer. A process that cannot look (the
//! database is away) remembers for seconds only (`session.rs`). Later features hear of the same people (`invalidation.rs`).

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::future::BoxFuture;
use quad_db::DbError;

use crate::PeopleState;
use quad_kernel::ids::UserId;

use super::store_change_feed;

const LOOK_EVERY: Duration = Duration::from_millis(500);
/// A number is taken before its row can be seen: a transaction that took a smaller one may commit later, but not this much.
const LONGEST_TRANSACTION: Duration = Duration::from_mins(1);

/// What others do about people of whom something has changed. It is done again until it succeeds.
pub type ActOnPeople = Arc<dyn Fn(Vec<UserId>) -> BoxFuture<'static, Result<(), DbError>> + Send + Sync>;

/// Hears what changes, for as long as the application runs. `others` hear of each change at once, and again a minute later:
/// what was being read while it was made is there by then.
pub async fn hear_changes(app: PeopleState, others: ActOnPeople) {
    let mut heard = Heard::default();
    while app.stop.run_until_cancelled(tokio::time::sleep(LOOK_EVERY)).await.is_some() {
        if let Err(error) = heard.look(&app, &others).await {
            tracing::debug!(cause = format!("{:#}", anyhow::Error::new(error)), "changes of people not heard");
        }
    }
}

/// Which rows were seen.
#[derive(Default)]
struct Heard {
    /// Up to here nothing new can come; unknown at first.
    all_until: Option<i64>,
    /// After that: seen, and when.
    since: BTreeMap<i64, (Instant, UserId)>,
    /// Of whom the others are still to hear.
    untold: HashSet<UserId>,
}

impl Heard {
    async fn look(&mut self, app: &PeopleState, others: &ActOnPeople) -> Result<(), DbError> {
        let began = Instant::now();
        let Some(all_until) = self.all_until else {
            // What is remembered already was read within the last moments, at a time when it was kept for seconds.
            self.all_until = Some(store_change_feed::newest(&app.db).await? - store_change_feed::KEPT);
            return Ok(());
        };
        let mut changed = HashSet::new();
        for (no, user) in store_change_feed::after(&app.db, all_until).await? {
            if self.since.insert(no, (began, user)).is_none() {
                changed.insert(user);
            }
        }
        if !changed.is_empty() {
            app.session_cache.forget_all(&changed);
        }
        self.untold.extend(changed);
        self.since.retain(|no, (seen, user)| {
            let is_old = began.duration_since(*seen) > LONGEST_TRANSACTION;
            if is_old {
                self.all_until = self.all_until.max(Some(*no));
                self.untold.insert(*user);
            }
            !is_old
        });
        app.session_cache.heard_changes(began);
        if !self.untold.is_empty() {
            others(self.untold.iter().copied().collect()).await?;
            self.untold.clear();
        }
        Ok(())
    }
}
