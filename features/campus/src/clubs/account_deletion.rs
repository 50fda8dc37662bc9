//! Account deletion in clubs: memberships, offices, feedback and questions of the person are deleted. Announcements
//! that the person sent stay. A club may be left without an administrator; ADMIN appoints another.

use quad_db::Tx;

use quad_kernel::error::Result;
use quad_kernel::ids::UserId;

use super::{store, store_members, store_messages};

/// Takes somebody whose account ends out of all clubs. Each is held first, in one order, so that what is decided about a club's
/// administrators at the same time is decided with or without this one.
pub async fn delete_account(tx: &mut Tx, user: UserId) -> Result<()> {
    let mut places = store_members::all_of(&*tx, user).await?;
    places.sort_by_key(|place| place.club);
    for place in &places {
        store::lock(tx, place.club).await?;
    }
    store_members::delete_all_of(tx, user).await?;
    Ok(store_messages::delete_said_by(tx, user).await?)
}
