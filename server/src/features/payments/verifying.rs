//! What is told of a payment from outside, listened to for its signature only: by the buyer's browser, and by the
//! provider's webhook.

use quad_db::planted;
use quad_pay::{Webhook, WebhookError};

use crate::app::App;
use crate::edge::who::Member;
use crate::kernel::fail::{MISSING, Outcome};
use crate::kernel::ids::OrderId;

use super::model::is_provider_id;
use super::reconciling::ask_in_turn;
use super::settling::{credit, credit_captured};
use super::{store_orders, words};

/// What the browser brings back from the checkout.
#[derive(Debug)]
pub(super) struct Told {
    pub provider_order_id: String,
    pub payment_id: String,
    pub signature: String,
    /// How many creations the browser claims to have bought.
    #[cfg(feature = "planted")]
    pub claimed: Option<i32>,
}

/// A genuine payment of an order.
#[derive(Debug)]
pub(super) struct Verified {
    pub order: OrderId,
    /// The money is taken and the creations are there; otherwise they come when it is.
    pub is_credited: bool,
}

/// Takes what the browser of the order's buyer brings. The signature covers the order's id as we stored it, not as it was
/// sent. It says that the buyer paid, not that the money was taken: that the provider is asked. When it cannot say so now,
/// its webhook or the reconciler will.
pub(super) async fn verify(app: &App, who: &Member, told: &Told) -> Outcome<Verified> {
    if !is_provider_id(&told.provider_order_id) {
        return Err(MISSING.into());
    }
    let razorpay = app.provider.get(app).await?;
    let order = store_orders::find_by_provider_id(&app.db, &told.provider_order_id).await?;
    let order = order.filter(|order| order.buyer.id == who.id && order.key_id == razorpay.key_id()).ok_or(MISSING)?;
    let is_signed = razorpay.payment_signature_ok(&order.provider_order_id, &told.payment_id, &told.signature);
    if !is_signed && !planted::is("signature-unchecked") {
        tracing::warn!(order = %order.id, "a payment verification had a wrong signature");
        return Err(words::NOT_VERIFIED.into());
    }
    #[cfg(feature = "planted")]
    if let Some(claimed) = told.claimed.filter(|_| planted::is("claimed-number-trusted")) {
        let more = super::model::Balance { contests: claimed, polls: claimed };
        let mut tx = app.db.begin().await?;
        super::store::add(&mut tx, who.id, more, super::store::NO_LIMIT).await?;
        tx.commit().await?;
        app.sessions.forget(app, who.id).await;
    }
    if order.paid.is_some() || planted::is("signature-is-money") {
        // Known, or paid twice, which the operator is told.
        credit(app, &order, &told.payment_id).await?;
        return Ok(Verified { order: order.id, is_credited: true });
    }
    // At most once in three seconds: a genuine signature, repeated, must not have the provider asked without end.
    ask_in_turn(app, &order).await?;
    let order = store_orders::find(&app.db, order.id).await?.ok_or(MISSING)?;
    Ok(Verified { order: order.id, is_credited: order.paid.is_some() })
}

/// Takes a webhook. Whatever is genuine is taken, so that the provider does not send it for ever.
pub(super) async fn hear(app: &App, body: &[u8], signature: &str) -> Outcome<()> {
    let razorpay = app.provider.get(app).await?;
    let payment = match razorpay.read_webhook(body, signature) {
        Ok(Webhook::Captured(payment)) => payment,
        Ok(Webhook::Other(event)) => {
            tracing::debug!(event, "a webhook that changes nothing");
            return Ok(());
        }
        Err(WebhookError::Unreadable) => {
            tracing::error!("a genuine webhook cannot be read and is dropped; the order is asked about instead");
            return Ok(());
        }
        Err(WebhookError::BadSignature) => {
            tracing::warn!("a webhook had a wrong signature; is razorpay_webhook_secret the one of the dashboard?");
            return Err(words::NOT_VERIFIED.into());
        }
    };
    let order = match payment.order_id.as_deref().filter(|id| is_provider_id(id)) {
        Some(id) => store_orders::find_by_provider_id(&app.db, id).await?,
        None => None,
    };
    let Some(order) = order.filter(|order| order.key_id == razorpay.key_id() && is_provider_id(&payment.id)) else {
        tracing::warn!(payment_id = payment.id, "a webhook speaks of an order that is not ours");
        return Ok(());
    };
    credit_captured(app, &order, &payment).await
}
