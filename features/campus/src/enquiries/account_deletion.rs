//! Account deletion in enquiries: those sent while logged in stay under the pseudonym, without an address. Whoever typed
//! an address without being logged in may have been anybody.

use quad_db::Tx;

use quad_kernel::error::Result;
use quad_kernel::ids::UserId;

use super::store;

/// Puts the pseudonym in place of the sender's name and takes the address away; the messages stay.
pub async fn delete_account(tx: &mut Tx, user: UserId, pseudonym: &str) -> Result<()> {
    Ok(store::rename_sender(tx, user, pseudonym).await?)
}
