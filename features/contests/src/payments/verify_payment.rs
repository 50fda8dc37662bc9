//! Payment verification: what the buyer's browser and the provider's webhook tell of a payment. They are believed for
//! their signature only.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use quad_pay::{Payment, Webhook, WebhookError};

use crate::ContestsState;
use quad_http::auth::Member;
use quad_kernel::error::{MISSING, Result};
use quad_kernel::ids::OrderId;

use super::find_order::{order_of, order_of_payment};
use super::model::is_provider_id;
use super::payment_state::SeenReturn;
use super::reconciliation::ask_in_turn;
use super::settle_payment::{Fact, of_dispute, of_refund, seen, settle, unclear};
use super::webhook_fallback::{WebhookIds, ask_about, found, tell_administrators};
use super::{messages, store_orders};

/// Payments of unknown orders that are remembered as told.
const MOST_TOLD: usize = 1000;

/// What the browser brings back from the checkout.
#[derive(Debug)]
pub(super) struct CheckoutReply {
    pub provider_order_id: String,
    pub payment_id: String,
    pub signature: String,
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
pub(super) async fn verify(app: &ContestsState, who: &Member, told: &CheckoutReply) -> Result<Verified> {
    if !is_provider_id(&told.provider_order_id) {
        return Err(MISSING.into());
    }
    let razorpay = app.provider.get(app).await?;
    let order = store_orders::find_by_provider_id(&app.db, &told.provider_order_id).await?;
    let order =
        order.filter(|order| order.buyer.id == who.id && order.is_of_account(razorpay.key_id())).ok_or(MISSING)?;
    let is_signed = razorpay.payment_signature_ok(&order.provider_order_id, &told.payment_id, &told.signature);
    if !is_signed {
        tracing::warn!(order = %order.id, "a payment verification had a wrong signature");
        return Err(messages::NOT_VERIFIED.into());
    }
    if order.paid.as_ref().is_some_and(|paid| paid.payment_id == told.payment_id) {
        return Ok(Verified { order: order.id, is_credited: true });
    }
    // At most once in three seconds: a genuine signature, repeated, must not have the provider asked without end. A paid
    // order is asked about, too: this may be a second payment of it.
    ask_in_turn(app, &order).await?;
    let order = store_orders::find(&app.db, order.id).await?.ok_or(MISSING)?;
    Ok(Verified { order: order.id, is_credited: order.paid.is_some() })
}

/// Takes a webhook. Whatever is genuine is taken, so that the provider does not send it for ever; only one for which the provider
/// has to be asked, and is away, is to come again.
pub(super) async fn receive_webhook(app: &ContestsState, body: &[u8], signature: &str) -> Result<()> {
    let razorpay = app.provider.get(app).await?;
    let heard = match razorpay.read_webhook(body, signature) {
        Ok(Webhook::Other(event)) => {
            tracing::debug!(event, "a webhook that changes nothing");
            return Ok(());
        }
        Ok(heard) => heard,
        Err(WebhookError::Unreadable) => return ask_about(app, razorpay, &WebhookIds::in_body(body)).await,
        Err(WebhookError::BadSignature) => {
            tracing::warn!("a webhook had a wrong signature; is razorpay_webhook_secret the one of the dashboard?");
            return Err(messages::NOT_VERIFIED.into());
        }
    };
    let now = app.clock.now();
    let (mut payment, back) = match heard {
        Webhook::Payment(payment) => (Some(payment), None),
        Webhook::Refund(refund, payment) => {
            log_unless_told(refund.amount_paise, &refund.id);
            (payment, Some(of_refund(&refund, now)))
        }
        Webhook::Dispute(dispute, payment) => {
            log_unless_told(dispute.amount_paise, &dispute.id);
            (payment, Some(of_dispute(&dispute, now)))
        }
        Webhook::Other(_) => return Ok(()),
    };
    let is_odd = back.as_ref().is_some_and(|back| {
        !is_provider_id(&back.id) || payment.as_ref().is_some_and(|payment| payment.id != back.payment_id)
    });
    let mut order = match (&payment, &back) {
        _ if is_odd => None,
        (Some(payment), _) => order_of(app, razorpay.key_id(), payment).await?,
        (None, Some(back)) => order_of_payment(app, razorpay.key_id(), &back.payment_id).await?,
        (None, None) => None,
    };
    // It came before the payment was told of: the provider knows whose it is.
    if order.is_none() && !is_odd && payment.as_ref().is_none_or(|payment| payment.order_id.is_none()) {
        let id = back.as_ref().map(|back| &back.payment_id).or(payment.as_ref().map(|payment| &payment.id));
        if let Some(asked) = found(razorpay, id.map_or("", String::as_str)).await? {
            order = order_of(app, razorpay.key_id(), &asked).await?;
            payment = Some(asked);
        }
    }
    let Some(order) = order else {
        return unknown(app, payment.as_ref(), back.as_ref()).await;
    };
    let mut told = Vec::new();
    if let Some(payment) = &payment {
        if is_provider_id(&payment.id) {
            told.push(seen(payment, now));
        } else {
            told.extend(unclear(payment, &order, now));
        }
    }
    told.extend(back.map(Fact::Return));
    settle(app, &order, &told).await
}

/// Tells the operator of money on its way back of which nobody here knows how much.
fn log_unless_told(amount: Option<i64>, id: &str) {
    if amount.is_none() {
        let id = Some(id).filter(|id| is_provider_id(id));
        tracing::error!(
            id,
            "the amount of a refund or a dispute cannot be read; see to it in the payment provider's dashboard"
        );
    }
}

/// Tells operator and administrators of a payment whose order is not here. Money that was taken is somebody's: after an older backup was
/// restored, the buyer's.
async fn unknown(app: &ContestsState, payment: Option<&Payment>, back: Option<&SeenReturn>) -> Result<()> {
    let provider_order = payment.and_then(|payment| payment.order_id.as_deref()).filter(|id| is_provider_id(id));
    let id = payment.map(|payment| &payment.id).or_else(|| back.map(|back| &back.payment_id));
    let payment_id = id.map(String::as_str).filter(|id| is_provider_id(id));
    if let Some(payment) = payment.filter(|payment| payment.is_taken()) {
        // The provider tells it again and again for a day, and of a refund, too: it is said once.
        if is_first(&payment.id) {
            tracing::error!(
                payment_id,
                provider_order,
                amount = payment.amount_paise,
                "captured money is for an order that is not known here; administrators are told to see to it in the payment provider's dashboard"
            );
        }
        let charged = payment.amount_paise.zip(payment.currency.as_deref());
        let notice = messages::unknown_order_notice(payment_id, provider_order, charged);
        let once = format!("payment-unknown:{}", payment_id.unwrap_or_default());
        return tell_administrators(app, &once, &notice).await;
    }
    tracing::warn!(payment_id, provider_order, "a webhook speaks of an order that is not ours");
    Ok(())
}

/// Whether this process has not spoken of a payment yet, as far back as it remembers.
fn is_first(payment: &str) -> bool {
    static TOLD: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let mut told = TOLD.lock().unwrap_or_else(PoisonError::into_inner);
    if told.len() >= MOST_TOLD {
        told.clear();
    }
    told.insert(payment.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_of_an_unknown_order_is_told_once() {
        let told = |payment: &str| (0..20).filter(|_| is_first(payment)).count();
        assert_eq!((told("pay_told_1"), told("pay_told_2")), (1, 1));
        // However much came since, it stays within bounds.
        for number in 0..=MOST_TOLD {
            is_first(&format!("pay_told_many_{number}"));
        }
        assert_eq!(told("pay_told_3"), 1);
    }
}
