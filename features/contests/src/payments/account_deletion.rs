//! Account deletion in payments: creations that are left are lost, by an entry of the ledger like every other change.

use quad_db::Tx;

use quad_kernel::clock::Time;
use quad_kernel::error::Result;
use quad_kernel::ids::UserId;

use super::model::Balance;
use super::{store, store_account_deletion};

/// Takes what is left. The ledger stays: purchases must add up after their buyer is gone.
pub async fn delete_account(tx: &mut Tx, user: UserId, now: Time) -> Result<()> {
    let left = store_account_deletion::take_all(tx, user).await?;
    if left != Balance::default() {
        let lost = Balance { contests: -left.contests, polls: -left.polls };
        store::note(tx, user, lost, "account deleted", None, now).await?;
    }
    store_account_deletion::forget_days(tx, user).await?;
    Ok(())
}
