//! Account deletion in contests: contests that nobody has joined are deleted. Joined ones stay, but their invitation
//! links are deleted; and the person is nobody's guest.

use quad_db::Tx;

use crate::ContestsState;
use quad_kernel::clock::Time;
use quad_kernel::error::Result;
use quad_kernel::ids::{ContestId, UserId};

use super::{contest_cache, edit_contest, store, store_generation_limits, store_invitations};

/// Deletes what goes with the account, and returns the contests deleted, which [`forget`] is told after the commit. The caller
/// holds the person's row.
pub async fn delete_account(tx: &mut Tx, now: Time, person: UserId) -> Result<Vec<ContestId>> {
    store_generation_limits::forget_days_of(tx, person).await?;
    for contest in store::lock_all_to_delete(tx, person).await? {
        edit_contest::before_deletion(tx, now, contest).await?;
    }
    let deleted = store::delete_unfrozen_of(tx, person).await?;
    store_invitations::delete_all_of(tx, person).await?;
    Ok(deleted)
}

/// Forgets contests that [`delete_account`] deleted.
pub async fn forget(app: &ContestsState, deleted: &[ContestId]) {
    for id in deleted {
        contest_cache::changed(app, *id).await;
    }
}
