//! Refund entry: an administrator has given money back at the provider and enters it here; what the buyer has left of
//! the creations is taken back with it. One transaction, decided by guards.

use crate::ContestsState;
use quad_http::auth::Member;
use quad_kernel::error::{Error, MISSING, Result};
use quad_kernel::ids::OrderId;
use quad_people::audit::{self, Act, Actor};
use quad_services::background::enqueue;

use super::model::{Balance, NewRefund, SendRefund};
use super::settle_payment::{follow_entry, held};
use super::{messages, store, store_orders};

/// Enters a refund.
pub(super) async fn refund(app: &ContestsState, by: &Member, id: OrderId, new: &NewRefund) -> Result<()> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    if !store_orders::refund_if_left(&mut tx, id, new).await? {
        drop(tx);
        return Err(why_not(app, id, new).await?);
    }
    // What the provider told of counts already.
    if let Some(reference) = &new.reference
        && store_orders::is_told(&tx, id, reference).await?
    {
        return Err(messages::REFUND_KNOWN.into());
    }
    let buyer = store_orders::find(&tx, id).await?.ok_or(MISSING)?.buyer.id;
    let Some(number) = store_orders::insert_refund(&mut tx, id, by.id, new, now).await? else {
        return Err(messages::REFUND_KNOWN.into());
    };
    if new.creations != Balance::default() {
        if !store::take_if_left(&mut tx, buyer, new.creations).await? {
            let left = store::balance(&tx, buyer).await?;
            return Err(messages::credits_spent(left).into());
        }
        store::note(&mut tx, buyer, new.creations.taken(), "refunded", Some(&id.to_string()), now).await?;
    }
    let (order, known) = held(&mut tx, id).await?;
    follow_entry(&mut tx, now, &order, &known).await?;
    enqueue(&mut tx, now, &SendRefund::new(number)).await?;
    let act = Act::RefundEntered(new.amount_paise);
    audit::note(&mut tx, now, Actor::Admin(by.id), Some(buyer), &act).await?;
    tx.commit().await?;
    tracing::info!(order = %id, by = %by.id, amount_paise = new.amount_paise, "a refund was entered");
    Ok(())
}

/// The guard said no; says why, by the order as it stands now.
async fn why_not(app: &ContestsState, id: OrderId, new: &NewRefund) -> Result<Error> {
    let order = store_orders::find(&app.db, id).await?.ok_or(MISSING)?;
    if order.paid.is_none() {
        return Ok(messages::NOT_PAID.into());
    }
    let paise = order.paid_paise() - order.refunded_paise;
    let contests = order.creations.contests - order.taken.contests;
    let polls = order.creations.polls - order.taken.polls;
    Ok(messages::refund_too_much(paise, contests, polls, (new.amount_paise, new.creations)).into())
}
