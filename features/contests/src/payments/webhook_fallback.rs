//! Webhook fallback: asks the provider when a webhook does not say enough, because it cannot be read or because it
//! tells of a refund that names no order. Nothing is kept for later: while the provider is away the webhook is refused,
//! and the provider sends it again. What asking cannot settle is told to administrators. A refusal for good was
//! rejected: a provider whose webhooks fail for a day stops all of them.

use quad_pay::{PayError, Payment, Razorpay};
use serde_json::Value;

use crate::ContestsState;
use quad_kernel::error::{Result, UNAVAILABLE};
use quad_people::accounts;
use quad_people::notify::{self, Notice};

use super::find_order::{order_of, order_of_payment};
use super::model::{Purchase, is_provider_id};
use super::reconciliation::{ProviderAnswer, ask};
use super::settle_payment::{Fact, of_refund, settle};
use super::{messages, provider, store_orders};

/// What a genuine webhook that cannot be read is about, as far as it says so in the usual places. Only what looks like ids
/// gets into the log.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct WebhookIds {
    event: Option<String>,
    payment: Option<String>,
    order: Option<String>,
}

impl WebhookIds {
    /// The name of the event.
    pub fn event(&self) -> Option<&str> {
        self.event.as_deref()
    }

    pub fn payment(&self) -> Option<&str> {
        self.payment.as_deref()
    }

    /// The provider's id of the order.
    pub fn order(&self) -> Option<&str> {
        self.order.as_deref()
    }

    pub fn in_body(body: &[u8]) -> Self {
        let Ok(body) = serde_json::from_slice::<Value>(body) else { return Self::default() };
        let id_at = |places: &[&str]| {
            let mut texts = places.iter().filter_map(|place| body.pointer(place)?.as_str());
            texts.find(|text| is_provider_id(text)).map(str::to_owned)
        };
        let event = body.pointer("/event").and_then(Value::as_str);
        Self {
            // The dots of its name aside, it is written as an id is.
            event: event.filter(|name| is_provider_id(&name.replace('.', "_"))).map(str::to_owned),
            payment: id_at(&[
                "/payload/payment/entity/id",
                "/payload/refund/entity/payment_id",
                "/payload/dispute/entity/payment_id",
            ]),
            order: id_at(&["/payload/payment/entity/order_id", "/payload/order/entity/id"]),
        }
    }
}

/// Whose a webhook is.
enum Owner {
    Ours(Box<Purchase>),
    /// Of an order that is not here.
    Strange,
    /// It does not say, and neither does the provider.
    Unknown,
}

/// Asks about what a genuine webhook that cannot be read names.
pub(super) async fn ask_about(app: &ContestsState, razorpay: &Razorpay, named: &WebhookIds) -> Result<()> {
    let owner = owner(app, razorpay, named).await?;
    let is_settled = match &owner {
        Owner::Ours(order) => is_settled(app, razorpay, named, order).await?,
        Owner::Strange | Owner::Unknown => false,
    };
    let (event, payment_id, provider_order) = (named.event(), named.payment(), named.order());
    if is_settled {
        tracing::warn!(
            event,
            payment_id,
            provider_order,
            "a genuine webhook cannot be read; the provider was asked instead, and what it said is taken"
        );
    } else if matches!(owner, Owner::Strange) {
        tracing::error!(
            event,
            payment_id,
            provider_order,
            "a genuine webhook cannot be read and is dropped: its order is not known here; see to it in the payment provider's dashboard"
        );
    } else {
        tracing::error!(
            event,
            payment_id,
            provider_order,
            "a genuine webhook cannot be read, and asking the provider does not tell it all; administrators are told to see to it in the payment provider's dashboard"
        );
        let what = named.payment().or(named.order()).unwrap_or_default();
        // Once a day for each event of each payment.
        let day = app.clock.now().0.div_euclid(86_400_000);
        let once = format!("payment-unreadable:{}:{what}:{day}", named.event().unwrap_or_default());
        tell_administrators(app, &once, &messages::unreadable_notice(named.payment(), named.order())).await?;
    }
    Ok(())
}

async fn owner(app: &ContestsState, razorpay: &Razorpay, named: &WebhookIds) -> Result<Owner> {
    let known = match (named.order(), named.payment()) {
        (Some(id), _) => {
            let found = store_orders::find_by_provider_id(&app.db, id).await?;
            found.filter(|order| order.is_of_account(razorpay.key_id()))
        }
        (None, Some(payment)) => match order_of_payment(app, razorpay.key_id(), payment).await? {
            None => match found(razorpay, payment).await? {
                Some(payment) => order_of(app, razorpay.key_id(), &payment).await?,
                None => return Ok(Owner::Unknown),
            },
            known => known,
        },
        (None, None) => return Ok(Owner::Unknown),
    };
    Ok(known.map_or(Owner::Strange, |order| Owner::Ours(Box::new(order))))
}

/// Whether the provider says of an order what the webhook would have said. Of disputes it is not asked.
async fn is_settled(app: &ContestsState, razorpay: &Razorpay, named: &WebhookIds, order: &Purchase) -> Result<bool> {
    match ask(app, order).await? {
        ProviderAnswer::Answered => {}
        ProviderAnswer::Refused | ProviderAnswer::Unreadable => return Ok(false),
        ProviderAnswer::Away => return Err(UNAVAILABLE.into()),
    }
    let event = named.event().unwrap_or_default();
    match named.payment() {
        _ if event.starts_with("payment.dispute.") => Ok(false),
        Some(payment) if event.starts_with("refund.") => hear_refunds(app, razorpay, order, payment).await,
        None if event.starts_with("refund.") => Ok(false),
        _ => Ok(true),
    }
}

/// Joins the refunds of a payment; returns whether all of them could be read.
async fn hear_refunds(app: &ContestsState, razorpay: &Razorpay, order: &Purchase, payment: &str) -> Result<bool> {
    let listed = match razorpay.refunds_of(payment).await {
        Ok(listed) => listed,
        Err(error) => return unanswered(&error, "list the refunds of a payment").map(|()| false),
    };
    let now = app.clock.now();
    let clear = |refund: &&quad_pay::Refund| refund.amount_paise.is_some();
    let read: Vec<Fact> =
        listed.iter().flatten().filter(clear).map(|refund| Fact::Return(of_refund(refund, now))).collect();
    settle(app, order, &read).await?;
    Ok(!listed.is_empty() && read.len() == listed.len())
}

/// A payment as the provider shows it, where it knows one.
pub(super) async fn found(razorpay: &Razorpay, payment: &str) -> Result<Option<Payment>> {
    match razorpay.payment(payment).await {
        Ok(payment) => Ok(Some(payment)),
        Err(PayError::Refused { why, .. }) => {
            tracing::debug!(payment, why, "the provider knows no such payment");
            Ok(None)
        }
        Err(error) => unanswered(&error, "ask about a payment").map(|()| None),
    }
}

/// No answer: while the provider is away the webhook is to come again.
fn unanswered(error: &PayError, doing: &'static str) -> Result<()> {
    provider::log_trouble(error, doing);
    if matches!(error, PayError::Later { .. }) { Err(UNAVAILABLE.into()) } else { Ok(()) }
}

/// Tells administrators of money that none of our orders explains, once.
pub(super) async fn tell_administrators(app: &ContestsState, once: &str, notice: &Notice) -> Result<()> {
    let mut tx = app.db.begin().await?;
    let administrators = accounts::administrators(&tx).await?;
    notify::deliver(&mut tx, app.clock.now(), once, &administrators, notice).await?;
    tx.commit().await?;
    notify::after_commit(app, &administrators.iter().map(|person| person.id).collect::<Vec<_>>());
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_cannot_be_read_is_named() {
        let named = |body: Value| WebhookIds::in_body(body.to_string().as_bytes());
        let of = |event: &str, payment: Option<&str>, order: Option<&str>| WebhookIds {
            event: Some(event.to_owned()),
            payment: payment.map(str::to_owned),
            order: order.map(str::to_owned),
        };
        let payment = json!({"entity": {"id": "pay_1", "order_id": "order_1", "amount": "lots"}});
        let body = json!({"event": "payment.captured", "payload": {"payment": payment}});
        assert_eq!(named(body), of("payment.captured", Some("pay_1"), Some("order_1")));
        let refund = json!({"entity": {"id": "rfnd_1", "payment_id": "pay_2"}});
        let body = json!({"event": "refund.processed", "payload": {"refund": refund, "payment": {"entity": null}}});
        assert_eq!(named(body), of("refund.processed", Some("pay_2"), None));
        let body = json!({"event": "order.paid", "payload": {"order": {"entity": {"id": "order_2"}}}});
        assert_eq!(named(body), of("order.paid", None, Some("order_2")));
        // What is no id is not written down.
        let payment = json!({"entity": {"id": "pay\nERROR", "order_id": ["order_1"]}});
        let body = json!({"event": "a\nb", "payload": {"payment": payment}});
        assert_eq!(named(body), WebhookIds::default());
        for strange in [&b""[..], b"[]", b"null", b"{", b"\xff"] {
            assert_eq!(WebhookIds::in_body(strange), WebhookIds::default());
        }
    }
}
