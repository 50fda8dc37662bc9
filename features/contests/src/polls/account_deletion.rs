//! Account deletion in polls: the person's polls in which nobody has voted are deleted. The others stay and say nothing
//! about their owner; votes stay too.

use quad_db::Tx;

use crate::ContestsState;
use quad_kernel::error::Result;
use quad_kernel::ids::{PollId, UserId};
use quad_live::Topic;

use super::store;

/// Returns which polls went, for [`forget`] after the commit.
pub async fn delete_account(tx: &mut Tx, owner: UserId) -> Result<Vec<PollId>> {
    Ok(store::delete_unvoted_of(tx, owner).await?)
}

/// Tells those who follow them that polls are gone.
pub fn forget(app: &ContestsState, deleted: &[PollId]) {
    for id in deleted {
        app.live.publish(Topic::Poll(*id));
    }
    if !deleted.is_empty() {
        app.live.publish(Topic::Polls);
    }
}
