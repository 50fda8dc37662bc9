//! Account deletion in events: the person's registrations for events to come are deleted, and the next on the waiting
//! list has the place. Of past events the row stays, under the pseudonym and without answers, because the event was attended.
//! The address of the person's calendar is deleted.

use quad_db::Tx;

use quad_kernel::clock::Time;
use quad_kernel::error::Result;
use quad_kernel::ids::{EventId, UserId};

use super::registrations::give_up;
use super::store_registrations as registrations;
use super::{store, store_calendar_addresses};

/// Takes the person out of all events, each of which is held first. Returns those whose places are others now, for
/// [`super::publish`] after the commit.
pub async fn delete_account(tx: &mut Tx, user: UserId, now: Time) -> Result<Vec<EventId>> {
    let mut changed = Vec::new();
    for id in registrations::events_of(&*tx, user).await? {
        let Some(held) = store::lock(tx, id).await? else { continue };
        match registrations::living_part(tx, id, user).await? {
            Some(_) if held.is_over(now) => registrations::forget_answers(tx, id, user).await?,
            Some(part) => {
                registrations::delete(tx, id, user).await?;
                give_up(tx, now, id, &held, part).await?;
                changed.push(id);
            }
            None => registrations::delete(tx, id, user).await?,
        }
    }
    store_calendar_addresses::delete(tx, user).await?;
    Ok(changed)
}
