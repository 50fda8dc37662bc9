//! Contests remembered for a second, so that the calls of a live contest do not each ask the database for the window.
//! Changes made by this process are seen at once, those of another within that second.

use std::sync::Arc;
use std::time::Duration;

use moka::future::Cache;

use crate::app::App;
use crate::kernel::fail::{Fail, MISSING, Outcome};
use crate::kernel::ids::ContestId;

use super::model::Contest;
use super::store;

/// The memory.
#[derive(Clone, Debug)]
pub struct Windows(Cache<ContestId, Option<Arc<Contest>>>);

impl Windows {
    /// An empty one.
    #[expect(clippy::new_without_default, reason = "a part of App, made once")]
    pub fn new() -> Self {
        Self(Cache::builder().max_capacity(10_000).time_to_live(Duration::from_secs(1)).build())
    }

    /// A contest, at most a second old.
    pub async fn get(&self, app: &App, id: ContestId) -> Outcome<Arc<Contest>> {
        let found = self
            .0
            .try_get_with(id, async {
                store::find(&app.db, id).await.map(|found| found.map(Arc::new)).map_err(Fail::from)
            })
            .await;
        match found {
            Ok(Some(contest)) => Ok(contest),
            Ok(None) => Err(MISSING.into()),
            Err(failed) => Err(failed.shared()),
        }
    }

    /// Forgets a contest after it was changed.
    pub async fn forget(&self, id: ContestId) {
        self.0.invalidate(&id).await;
    }
}
