//! Notices that speak of a person, in other people's inboxes: what they call the person follows a change of the name, and goes
//! with the account. Which notice calls whom what is kept when it is delivered; every other notice names nobody.

use quad_db::{DbError, Tx};

use crate::PeopleState;
use quad_kernel::clock::Time;
use quad_kernel::ids::UserId;

use super::deliver_notice::{after_commit, deliver};
use super::model::{Notice, Recipient};
use super::store_notices_about as store;

/// Of whom a notice speaks, and how.
#[derive(Clone, Debug)]
pub struct Mention<'a> {
    /// The person.
    pub user: UserId,
    /// The name as it stands in the text.
    pub name: &'a str,
    /// The address behind it, where it stands there too (see [`named`]).
    pub address: Option<&'a str>,
    /// Whether the notice stays, under the pseudonym, when the account goes; else it goes with it.
    pub stays: bool,
}

/// A person with an address, as a notice calls them.
#[must_use]
pub fn named(name: &str, address: &str) -> String {
    format!("{name} <{address}>")
}

/// Puts a notice that speaks of somebody into the inboxes of `to`, as [`deliver`] does.
pub async fn deliver_about(
    tx: &mut Tx,
    now: Time,
    once: &str,
    to: &[Recipient],
    notice: &Notice,
    mention: &Mention<'_>,
) -> Result<(), DbError> {
    deliver(tx, now, once, to, notice).await?;
    let said = mention.address.map_or_else(|| mention.name.to_owned(), |address| named(mention.name, address));
    let readers: Vec<UserId> = to.iter().map(|recipient| recipient.id).collect();
    store::note(tx, once, &readers, mention.user, &said, mention.address.is_some(), mention.stays).await
}

/// Gives the notices that speak of somebody the name of now. Returns whose inboxes changed, for [`heard`].
pub async fn call(tx: &mut Tx, user: UserId, name: &str, address: &str) -> Result<Vec<UserId>, DbError> {
    let mut readers = store::rename(tx, user, false, name).await?;
    readers.extend(store::rename(tx, user, true, &named(name, address)).await?);
    Ok(readers)
}

/// Somebody's account goes: notices that are nothing without the person go as well, the others have the pseudonym.
pub(super) async fn forget(tx: &mut Tx, user: UserId, pseudonym: &str) -> Result<Vec<UserId>, DbError> {
    let mut readers = store::delete_going(tx, user).await?;
    for has_address in [false, true] {
        readers.extend(store::rename(tx, user, has_address, pseudonym).await?);
    }
    store::forget(tx, user).await?;
    Ok(readers)
}

/// After the commit: open screens look again.
pub fn heard(app: &PeopleState, mut readers: Vec<UserId>) {
    readers.sort_unstable();
    readers.dedup();
    after_commit(app, &readers);
}
