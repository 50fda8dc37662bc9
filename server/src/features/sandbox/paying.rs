//! Making orders and paying them. A payment, the webhooks it causes and their jobs are one transaction.

use quad_db::Tx;
use quad_jobs::JobsError;

use crate::app::App;
use crate::kernel::clock::Time;
use crate::kernel::fail::{Fail, Outcome};
use crate::kernel::ids::Random;

use super::jobs::Deliver;
use super::model::{self, Event, NewOrder, Order, Payment, Wish};
use super::{store, words};

/// More tries than this of one order are no longer somebody paying.
const MOST_TRIES: i32 = 30;

/// Makes an order.
pub(super) async fn make_order(app: &App, new: &NewOrder) -> Outcome<Order> {
    let id = model::name(&app.random, "order_", 14);
    let mut tx = app.db.begin().await?;
    store::insert_order(&mut tx, &id, new, app.clock.now()).await?;
    let order = store::find_order(&tx, &id).await?;
    tx.commit().await?;
    order.ok_or_else(|| anyhow::anyhow!("an order vanished").into())
}

/// Finds an order by an id somebody sent.
pub(super) async fn find_order(app: &App, id: &str) -> Outcome<Order> {
    let found = if model::is_id(id) { store::find_order(&app.db, id).await? } else { None };
    found.ok_or_else(|| words::UNKNOWN_ID.into())
}

/// Pays an order, or fails to, as wished.
pub(super) async fn pay(app: &App, order: &Order, wish: Wish) -> Outcome<Payment> {
    let now = app.clock.now();
    let payment = Payment {
        id: model::name(&app.random, "pay_", 14),
        order_id: order.id.clone(),
        amount_paise: order.amount_paise,
        capture_at: wish.capture_at(now),
        created_at: now,
    };
    let mut tx = app.db.begin().await?;
    if !store::count_try_if_below(&mut tx, &order.id, MOST_TRIES).await? {
        return Err(words::TOO_MANY_TRIES.into());
    }
    if wish.pays {
        if !store::insert_payment_if_first(&mut tx, &payment).await? {
            return Err(words::ALREADY_PAID.into());
        }
    } else {
        // The order is held by the count above: nobody pays it between these two.
        if store::is_paid(&tx, &order.id).await? {
            return Err(words::ALREADY_PAID.into());
        }
        store::insert_declined(&mut tx, &payment).await?;
    }
    send_webhooks(&mut tx, &app.random, now, &payment, wish).await?;
    tx.commit().await?;
    Ok(payment)
}

async fn send_webhooks(tx: &mut Tx, random: &Random, now: Time, payment: &Payment, wish: Wish) -> Outcome<()> {
    let mut declined = payment.clone();
    if wish.tells_of_an_earlier_try() {
        declined.id = model::name(random, "pay_", 14);
        declined.created_at = Time(payment.created_at.0 - 1000);
        store::insert_declined(tx, &declined).await?;
    }
    let (due, envelopes) = wish.webhooks(now);
    // An event that is sent twice has one id.
    let ids = [Event::Captured, Event::OrderPaid, Event::Failed].map(|event| (event, model::name(random, "", 14)));
    for envelope in envelopes {
        let mut numbers = Vec::new();
        for event in envelope {
            let about = if event == Event::Failed { &declined.id } else { &payment.id };
            let id = ids.iter().find(|(known, _)| *known == event).map_or("", |(_, id)| id);
            numbers.extend(store::insert_delivery(tx, id, event, about, due).await?);
        }
        quad_jobs::enqueue_at(tx, now.0, due.0, &Deliver { numbers }).await.map_err(|error| match error {
            JobsError::Db(error) => error.into(),
            error @ JobsError::Payload(_) => Fail::Broken(error.into()),
        })?;
    }
    Ok(())
}
