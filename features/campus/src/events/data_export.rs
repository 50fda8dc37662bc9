//! Data export of events: the events a person made, every registration of theirs with its answers, and when the address of
//! their calendar was made. Of the address only a hash is kept.

use quad_db::Source;

use quad_kernel::error::Result;
use quad_kernel::ids::UserId;

use super::wire::KeptEvents;
use super::{store, store_calendar_addresses, store_registrations};

pub(super) use super::store::MadeRow as KeptEvent;
pub(super) use super::store_registrations::OwnRow as KeptRegistration;

/// Everything kept about a person here.
pub async fn export_data(source: &impl Source, user: UserId) -> Result<KeptEvents> {
    let registrations = store_registrations::all_of_person(source, user).await?;
    let address_made_at = store_calendar_addresses::made_at(source, user).await?;
    Ok(KeptEvents::new(store::made_by(source, user).await?, registrations, address_made_at))
}
