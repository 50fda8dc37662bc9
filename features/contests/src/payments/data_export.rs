//! Data export of payments: all of a person's purchases, refunds and ledger entries.

use quad_db::Source;

use quad_kernel::clock::Time;
use quad_kernel::error::Result;
use quad_kernel::ids::{OrderId, UserId};

use super::wire::{KeptPayments, PurchaseOut};
use super::{store, store_cases, store_orders, store_payments};

/// Everything kept here about a person.
pub async fn export_data(source: &impl Source, user: UserId, now: Time) -> Result<KeptPayments> {
    let orders = store_orders::all_of(source, user).await?;
    let refunds = store_orders::refunds_of(source, &orders).await?;
    let balance = store::balance(source, user).await?;
    let ledger = store::all_entries(source, user).await?;
    let ids: Vec<OrderId> = orders.iter().map(|order| order.id).collect();
    let charges = store_payments::payments_of(source, &ids).await?.into_iter().map(|(_, charge)| charge).collect();
    let cases = store_cases::of_orders(source, &ids).await?;
    Ok(KeptPayments::new(balance, PurchaseOut::list(orders, refunds, now), ledger, charges, cases))
}
