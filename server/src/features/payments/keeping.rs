//! A person's purchases, refunds and ledger, whole, for the download of one's own data.

use quad_db::Source;

use crate::kernel::clock::Time;
use crate::kernel::fail::Outcome;
use crate::kernel::ids::UserId;

use super::wire::{KeptPayments, PurchaseOut};
use super::{store, store_orders};

/// Everything kept here about a person.
pub async fn kept(source: &impl Source, user: UserId, now: Time) -> Outcome<KeptPayments> {
    let orders = store_orders::all_of(source, user).await?;
    let refunds = store_orders::refunds_of(source, &orders).await?;
    let balance = store::balance(source, user).await?;
    let ledger = store::all_entries(source, user).await?;
    Ok(KeptPayments::new(balance, PurchaseOut::list(orders, refunds, now), ledger))
}
