//! Sandbox payments: orders, payments, captures of authorised money and refunds. A payment, the webhooks it causes and
//! their jobs are one transaction.

use quad_db::Tx;

use crate::ContestsState;
use quad_kernel::clock::Time;
use quad_kernel::error::Result;
use quad_kernel::ids::Random;
use quad_services::background;

use super::jobs::Deliver;
use super::model::{self, NewOrder, Order, Payment, WebhookEvent, Wish};
use super::{messages, store};

/// More tries than this of one order are no longer somebody paying.
const MOST_TRIES: i32 = 30;

/// Makes an order.
pub(super) async fn make_order(app: &ContestsState, new: &NewOrder) -> Result<Order> {
    let id = model::name(&app.random, "order_", 14);
    let mut tx = app.db.begin().await?;
    store::insert_order(&mut tx, &id, new, app.clock.now()).await?;
    let order = store::find_order(&tx, &id).await?;
    tx.commit().await?;
    order.ok_or_else(|| anyhow::anyhow!("an order vanished").into())
}

/// Finds an order by an id somebody sent.
pub(super) async fn find_order(app: &ContestsState, id: &str) -> Result<Order> {
    let found = if model::is_id(id) { store::find_order(&app.db, id).await? } else { None };
    found.ok_or_else(|| messages::UNKNOWN_ID.into())
}

/// Pays an order, or fails to, as wished.
pub(super) async fn pay(app: &ContestsState, order: &Order, wish: Wish) -> Result<Payment> {
    let now = app.clock.now();
    let payment = Payment {
        id: model::name(&app.random, "pay_", 14),
        order_id: order.id.clone(),
        charge: wish.amount.of(order.amount_paise),
        capture_at: wish.capture_at(now),
        refunded: 0,
        created_at: now,
    };
    let mut tx = app.db.begin().await?;
    if !store::count_try_if_below(&mut tx, &order.id, MOST_TRIES).await? {
        return Err(messages::TOO_MANY_TRIES.into());
    }
    if wish.pays {
        if !store::insert_payment_if_first(&mut tx, &payment).await? {
            return Err(messages::ALREADY_PAID.into());
        }
    } else {
        // The order is held by the count above: nobody pays it between these two.
        if store::is_paid(&tx, &order.id).await? {
            return Err(messages::ALREADY_PAID.into());
        }
        store::insert_declined(&mut tx, &payment).await?;
    }
    send_webhooks(&mut tx, &app.random, now, &payment, wish).await?;
    tx.commit().await?;
    Ok(payment)
}

async fn send_webhooks(tx: &mut Tx, random: &Random, now: Time, payment: &Payment, wish: Wish) -> Result<()> {
    let mut declined = payment.clone();
    if wish.tells_of_an_earlier_try() {
        declined.id = model::name(random, "pay_", 14);
        declined.created_at = Time(payment.created_at.0 - 1000);
        store::insert_declined(tx, &declined).await?;
    }
    let (due, envelopes) = wish.webhooks(now);
    // An event that is sent twice has one id.
    let ids = [WebhookEvent::Captured, WebhookEvent::OrderPaid, WebhookEvent::Authorized, WebhookEvent::Failed]
        .map(|event| (event, model::name(random, "", 14)));
    for envelope in envelopes {
        let mut numbers = Vec::new();
        for event in envelope {
            let about = if event == WebhookEvent::Failed { &declined.id } else { &payment.id };
            let id = ids.iter().find(|(known, _)| *known == event).map_or("", |(_, id)| id);
            numbers.extend(store::insert_delivery(tx, id, event, about, due).await?);
        }
        deliver_at(tx, now, due, numbers).await?;
    }
    Ok(())
}

async fn deliver_at(tx: &mut Tx, now: Time, due: Time, numbers: Vec<i64>) -> Result<()> {
    Ok(background::enqueue_at(tx, now, due, &Deliver { numbers }).await?)
}

/// Finds a payment by an id somebody sent.
pub(super) async fn find_payment(app: &ContestsState, id: &str) -> Result<Payment> {
    let found = if model::is_id(id) { store::find_payment(&app.db, id).await? } else { None };
    found.ok_or_else(|| messages::UNKNOWN_ID.into())
}

/// Takes money that is set aside, all of it.
pub(super) async fn capture(app: &ContestsState, payment: &Payment, amount: i64, currency: &str) -> Result<()> {
    let now = app.clock.now();
    if amount != payment.charge.amount || currency != payment.charge.currency {
        return Err(messages::CAPTURE_OTHER.into());
    }
    let mut tx = app.db.begin().await?;
    if !store::capture_if_held(&mut tx, &payment.id, now).await? {
        return Err(messages::NOT_TO_CAPTURE.into());
    }
    tell(&mut tx, &app.random, now, WebhookEvent::Captured, &payment.id).await?;
    tx.commit().await?;
    Ok(())
}

/// Gives back what is left of a payment, all of it.
pub(super) async fn refund(app: &ContestsState, payment: &Payment, amount: i64) -> Result<()> {
    let now = app.clock.now();
    if amount != payment.charge.amount {
        return Err(messages::REFUND_OTHER.into());
    }
    let mut tx = app.db.begin().await?;
    if !store::refund_if_captured(&mut tx, &payment.id, now).await? {
        return Err(messages::NOT_TO_REFUND.into());
    }
    tell(&mut tx, &app.random, now, WebhookEvent::Refunded, &payment.id).await?;
    tx.commit().await?;
    Ok(())
}

async fn tell(tx: &mut Tx, random: &Random, now: Time, event: WebhookEvent, payment: &str) -> Result<()> {
    let number = store::insert_delivery(tx, &model::name(random, "", 14), event, payment, now).await?;
    deliver_at(tx, now, now, number.into_iter().collect()).await
}
