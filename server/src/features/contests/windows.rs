//! Contests remembered for a second, so that the calls of a live contest do not each ask the database for the window.
//! Changes are seen at once, also those of another process: whoever makes one is answered when it was heard
//! (`neighbours.rs`), or after that second.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use moka::future::Cache;

use crate::app::App;
use crate::kernel::fail::{MISSING, Outcome};
use crate::kernel::ids::ContestId;
use crate::neighbours::Change;

use super::model::Contest;
use super::store;

/// The memory.
#[derive(Clone, Debug)]
pub struct Windows {
    known: Cache<ContestId, Arc<Known>>,
    /// Counts what was forgotten.
    forgettings: Arc<AtomicU64>,
    /// The last of them per contest, for longer than a look can take: one that began before it must not be kept after it.
    forgotten: Cache<ContestId, u64>,
}

/// A contest as it was read, and how much had been forgotten before.
#[derive(Debug)]
struct Known {
    contest: Option<Arc<Contest>>,
    forgettings: u64,
}

impl Windows {
    /// An empty one.
    #[expect(clippy::new_without_default, reason = "a part of App, made once")]
    pub fn new() -> Self {
        Self {
            known: Cache::builder().max_capacity(10_000).time_to_live(Duration::from_secs(1)).build(),
            forgettings: Arc::default(),
            forgotten: Cache::builder().time_to_live(Duration::from_secs(30)).build(),
        }
    }

    /// A contest, at most a second old.
    pub async fn get(&self, app: &App, id: ContestId) -> Outcome<Arc<Contest>> {
        loop {
            // What is known costs a look; only the first of many who ask for something new makes it.
            let known = match self.known.get(&id).await {
                Some(known) => known,
                None => self.known.try_get_with(id, self.read(app, id)).await.map_err(|failed| failed.shared())?,
            };
            // Mostly nothing was forgotten since, and one look is enough.
            let is_newest = self.forgettings.load(Ordering::SeqCst) == known.forgettings;
            if !is_newest && self.forgotten.get(&id).await.is_some_and(|forgotten| forgotten > known.forgettings) {
                self.known.invalidate(&id).await;
                continue;
            }
            return Ok(known.contest.clone().ok_or(MISSING)?);
        }
    }

    async fn read(&self, app: &App, id: ContestId) -> Outcome<Arc<Known>> {
        let forgettings = self.forgettings.load(Ordering::SeqCst);
        let contest = store::find(&app.db, id).await?.map(Arc::new);
        Ok(Arc::new(Known { contest, forgettings }))
    }

    /// Forgets a contest that is remembered as it was before anybody had joined. Of the thousands who join in the first
    /// second only the first costs another look.
    pub async fn forget_unfrozen(&self, app: &App, id: ContestId) {
        let known = self.known.get(&id).await;
        if known.is_some_and(|known| known.contest.as_ref().is_some_and(|contest| contest.frozen_at.is_none())) {
            self.forget(app, id).await;
        }
    }

    /// Grows when a contest is forgotten.
    pub(super) fn changes(&self) -> u64 {
        self.forgettings.load(Ordering::SeqCst)
    }

    /// Forgets a contest after it was changed, here and in the other processes.
    pub async fn forget(&self, app: &App, id: ContestId) {
        self.forget_here(id).await;
        app.neighbours.tell(&[Change::Contest(id)]).await;
    }

    /// Forgets a contest that another process has changed.
    pub async fn forget_here(&self, id: ContestId) {
        let forgetting = self.forgettings.fetch_add(1, Ordering::SeqCst) + 1;
        self.forgotten.insert(id, forgetting).await;
        self.known.invalidate(&id).await;
    }
}
