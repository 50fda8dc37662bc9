//! Account deletion in notifications: a person's inbox, preferences and devices are deleted, and so are mails not sent
//! yet.

use quad_db::Tx;

use quad_kernel::error::Result;
use quad_kernel::ids::UserId;

use super::{jobs, store};

/// Deletes inbox, devices and choices of somebody who leaves. What is on its way to a push service finds nothing more.
pub async fn leave(tx: &mut Tx, user: UserId) -> Result<()> {
    jobs::drop_mails_to(tx, user).await?;
    Ok(store::leave(tx, user).await?)
}
