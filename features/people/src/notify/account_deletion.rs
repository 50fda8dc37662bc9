//! Account deletion in notifications: a person's inbox, preferences and devices are deleted, and so are mails not sent
//! yet. What other people's inboxes say of the person has the pseudonym, or goes.

use quad_db::Tx;

use quad_kernel::error::Result;
use quad_kernel::ids::UserId;

use super::{jobs, notices_about, store};

/// Deletes inbox, devices and choices of somebody whose account ends. What is on its way to a push service finds nothing more.
/// Returns whose inboxes spoke of the person, for [`super::heard`] after the commit.
pub async fn delete_account(tx: &mut Tx, user: UserId, pseudonym: &str) -> Result<Vec<UserId>> {
    jobs::drop_mails_to(tx, user).await?;
    store::delete_all_of(tx, user).await?;
    Ok(notices_about::forget(tx, user, pseudonym).await?)
}
