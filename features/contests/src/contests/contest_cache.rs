//! Contest cache: contests kept for a second, so that the calls of a live contest do not each ask the database for the window.
//! Changes are seen at once, also those of another process (`crates/cluster/src/cache.rs`).

use std::sync::Arc;
use std::time::Duration;

use crate::ContestsState;
use quad_cluster::cache::{self, Cache};
use quad_cluster::peers::Peers;
use quad_kernel::error::{MISSING, Result};
use quad_kernel::ids::ContestId;
use quad_live::Topic;

use super::model::Contest;
use super::store;

/// Contests by id; nothing for one that is not there.
#[derive(Clone, Debug)]
pub struct ContestCache(Cache<ContestId, Option<Arc<Contest>>>);

impl ContestCache {
    /// An empty one.
    pub fn new(peers: &Peers) -> Self {
        let bounds = cache::bounds().max_capacity(10_000).time_to_live(Duration::from_secs(1));
        Self(Cache::new(peers, "contest", bounds))
    }

    /// A contest, at most a second old.
    pub async fn get(&self, app: &ContestsState, id: ContestId) -> Result<Arc<Contest>> {
        let read = || async { Ok(store::find(&app.db, id).await?.map(Arc::new)) };
        Ok(self.0.get(id, read).await?.ok_or(MISSING)?)
    }

    /// Drops a contest that is kept as it was before anybody had joined. Of the thousands who join in the first second only
    /// the first costs another look.
    pub async fn invalidate_unfrozen(&self, id: ContestId) {
        if self.0.peek(id).await.flatten().is_some_and(|contest| contest.frozen_at.is_none()) {
            self.invalidate(id).await;
        }
    }

    /// Drops a contest after it was changed, here and in the other processes.
    pub async fn invalidate(&self, id: ContestId) {
        self.0.invalidate(&[id]).await;
    }
}

/// After the commit: the contest is read anew, here and by those who follow it or the list.
pub async fn changed(app: &ContestsState, id: ContestId) {
    app.contest_cache.invalidate(id).await;
    app.live.publish(Topic::Contest(id));
    app.live.publish(Topic::Contests);
}
