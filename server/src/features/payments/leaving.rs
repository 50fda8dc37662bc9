//! What happens when an account ends: creations left are lost, by an entry of the ledger like every other change.

use quad_db::Tx;

use crate::kernel::clock::Time;
use crate::kernel::fail::Outcome;
use crate::kernel::ids::UserId;

use super::model::Balance;
use super::{store, store_leaving};

/// Takes what is left. The ledger stays: purchases must add up after their buyer is gone.
pub async fn leave(tx: &mut Tx, user: UserId, now: Time) -> Outcome<()> {
    let left = store_leaving::take_all(tx, user).await?;
    if left != Balance::default() {
        let lost = Balance { contests: -left.contests, polls: -left.polls };
        store::note(tx, user, lost, "account deleted", None, now).await?;
    }
    store_leaving::forget_days(tx, user).await?;
    Ok(())
}
