//! Account deletion in notifications: a person's inbox, preferences and devices are deleted, and so are mails not sent
//! yet.

use quad_db::Tx;

use quad_kernel::error::Result;
use quad_kernel::ids::UserId;

use super::{jobs, store};

/// Deletes inbox, devices and choices of somebody whose account ends. What is on its way to a push service finds nothing more.
pub async fn delete_account(tx: &mut Tx, user: UserId) -> Result<()> {
    jobs::drop_mails_to(tx, user).await?;
    Ok(store::delete_all_of(tx, user).await?)
}
