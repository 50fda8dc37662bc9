//! The one way money becomes creations. The browser's verification, the webhook, the reconciler and the buyer's own
//! question all end here, as often as they like: the order is credited once.

use quad_db::{Tx, planted};
use quad_pay::{Payment, PaymentStatus};

use crate::app::App;
use crate::features::accounts;
use crate::kernel::clock::Time;
use crate::kernel::fail::Outcome;

use super::jobs::{SendReceipt, enqueue};
use super::model::Purchase;
use super::{store, store_orders};

/// What the ledger says of a purchase.
pub(super) const BOUGHT: &str = "bought";

/// How a payment met its order.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Settled {
    /// Credited just now.
    Credited,
    /// Credited before, for the same payment.
    Known,
    /// Credited before, for the payment named: this one was too much.
    PaidTwice(String),
}

/// Credits an order that this payment paid, unless it is credited.
pub(super) async fn settle(tx: &mut Tx, now: Time, order: &Purchase, payment_id: &str) -> Outcome<Settled> {
    if !store_orders::pay_if_unpaid(tx, order.id, payment_id, now).await? && !planted::is("credited-again") {
        let first = store_orders::payment_of(tx, order.id).await?.unwrap_or_default();
        return Ok(if first == payment_id { Settled::Known } else { Settled::PaidTwice(first) });
    }
    store_orders::number_receipt(tx, order.id).await?;
    accounts::grant_role(tx, now, order.buyer.id, "ORGANISER").await?;
    // What was paid for is never cut: a balance beyond the bound of grants still takes it.
    let balance = store::add(tx, order.buyer.id, order.creations, store::NO_LIMIT).await?;
    if balance.is_none() {
        return Err(anyhow::anyhow!("order {} was paid and the balance cannot take its creations", order.id).into());
    }
    store::note(tx, order.buyer.id, order.creations, BOUGHT, Some(&order.id.to_string()), now).await?;
    store_orders::allow_again(tx, order.buyer.id, order.created_at).await?;
    enqueue(tx, now, &SendReceipt::new(order.id)).await?;
    Ok(Settled::Credited)
}

/// [`settle`] in a transaction of its own. `payment_id` must be proven to have paid this order.
pub(super) async fn credit(app: &App, order: &Purchase, payment_id: &str) -> Outcome<()> {
    // A repetition needs no transaction; whoever comes at the same time is decided inside.
    if order.paid.as_ref().is_some_and(|paid| paid.payment_id == payment_id) {
        return Ok(());
    }
    let mut tx = app.db.begin().await?;
    match settle(&mut tx, app.clock.now(), order, payment_id).await? {
        Settled::Credited => {
            tx.commit().await?;
            app.sessions.forget(app, order.buyer.id).await;
            tracing::info!(order = %order.id, payment_id, "a plan was paid");
        }
        Settled::Known => {}
        Settled::PaidTwice(first) => tracing::error!(
            order = %order.id,
            provider_order = order.provider_order_id,
            credited = first,
            too_much = payment_id,
            "an order was paid twice; the second payment is not credited: give it back at the provider"
        ),
    }
    Ok(())
}

/// Credits what the provider itself says of a payment, if the money is taken and is what was asked.
pub(super) async fn credit_captured(app: &App, order: &Purchase, payment: &Payment) -> Outcome<()> {
    if payment.status != PaymentStatus::Captured && !planted::is("promised-is-paid") {
        return Ok(());
    }
    let is_right = payment.amount_paise == order.amount_paise && payment.currency == "INR";
    if !is_right && !planted::is("amount-unchecked") {
        tracing::error!(
            order = %order.id,
            provider_order = order.provider_order_id,
            payment_id = payment.id,
            expected_paise = order.amount_paise,
            amount_paise = payment.amount_paise,
            currency = payment.currency,
            "a payment is not what was asked for and is not credited: look at it at the provider"
        );
        return Ok(());
    }
    credit(app, order, &payment.id).await
}
