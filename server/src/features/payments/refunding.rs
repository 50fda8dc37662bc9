//! Refunds: an administrator has given money back at the provider and enters it here; what the buyer has left of the
//! creations is taken back with it. One transaction, decided by guards.

use crate::app::App;
use crate::edge::who::Member;
use crate::kernel::fail::{Fail, MISSING, Outcome};
use crate::kernel::ids::OrderId;

use super::jobs::{SendRefund, enqueue};
use super::model::{Balance, NewRefund};
use super::{store, store_orders, words};

/// Enters a refund.
pub(super) async fn refund(app: &App, by: &Member, id: OrderId, new: &NewRefund) -> Outcome<()> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    if !store_orders::refund_if_left(&mut tx, id, new).await? {
        drop(tx);
        return Err(why_not(app, id, new).await?);
    }
    let buyer = store_orders::find(&tx, id).await?.ok_or(MISSING)?.buyer.id;
    let Some(number) = store_orders::insert_refund(&mut tx, id, by.id, new, now).await? else {
        return Err(words::REFUND_KNOWN.into());
    };
    if new.creations != Balance::default() {
        if !store::take_if_left(&mut tx, buyer, new.creations).await? {
            let left = store::balance(&tx, buyer).await?;
            return Err(words::credits_spent(left).into());
        }
        store::note(&mut tx, buyer, new.creations.taken(), "refunded", Some(&id.to_string()), now).await?;
    }
    enqueue(&mut tx, now, &SendRefund::new(number)).await?;
    tx.commit().await?;
    tracing::info!(order = %id, by = %by.id, amount_paise = new.amount_paise, "a refund was entered");
    Ok(())
}

/// The guard said no; says why, by the order as it stands now.
async fn why_not(app: &App, id: OrderId, new: &NewRefund) -> Outcome<Fail> {
    let order = store_orders::find(&app.db, id).await?.ok_or(MISSING)?;
    if order.paid.is_none() {
        return Ok(words::NOT_PAID.into());
    }
    let paise = order.amount_paise - order.refunded_paise;
    let contests = order.creations.contests - order.taken.contests;
    let polls = order.creations.polls - order.taken.polls;
    Ok(words::refund_too_much(paise, contests, polls, (new.amount_paise, new.creations)).into())
}
