//! JSON of the sandbox, in Razorpay's shapes: requests, and orders, payments, lists, events and errors going out.

use std::collections::BTreeMap;

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use quad_kernel::clock::Time;
use quad_kernel::error::{Error, Rejection};

use super::messages;
use super::model::{Delivery, NewOrder, Order, Payment, State, WebhookEvent, Wish};

/// `POST /v1/orders`
#[derive(Deserialize)]
pub(super) struct OrderIn {
    amount: i64,
    currency: String,
    #[serde(default)]
    receipt: Option<String>,
    #[serde(default)]
    notes: Notes,
}

/// An object of texts; where there are none, an empty list.
#[derive(Deserialize)]
#[serde(untagged)]
enum Notes {
    Named(BTreeMap<String, String>),
    None([(); 0]),
}

impl Default for Notes {
    fn default() -> Self {
        Self::None([])
    }
}

impl OrderIn {
    pub fn parse(self) -> Result<NewOrder, Rejection> {
        let notes: Vec<_> = match self.notes {
            Notes::Named(notes) => notes.into_iter().collect(),
            Notes::None(_) => Vec::new(),
        };
        NewOrder::parse(self.amount, &self.currency, self.receipt, &notes)
    }
}

/// `POST /checkout/pay`
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PayIn {
    pub order: String,
    outcome: String,
    /// What is charged where it is not what was asked.
    #[serde(default)]
    amount: Option<String>,
    #[serde(default)]
    delay_seconds: Option<i64>,
    #[serde(default)]
    late_seconds: Option<i64>,
    #[serde(default)]
    webhook: Option<String>,
    /// The checkout page's own affair: it does not tell the page that opened it.
    #[serde(default)]
    #[expect(dead_code, reason = "taken and checked, so that a mistyped value is told")]
    drop_callback: Option<bool>,
}

impl PayIn {
    pub fn wish(&self) -> Result<Wish, Rejection> {
        let (amount, webhook) = (self.amount.as_deref(), self.webhook.as_deref());
        Wish::parse(&self.outcome, amount, webhook, self.delay_seconds, self.late_seconds)
    }
}

/// `POST /v1/payments/{id}/capture`
#[derive(Deserialize)]
pub(super) struct CaptureIn {
    pub amount: i64,
    pub currency: String,
}

/// `POST /v1/payments/{id}/refund`
#[derive(Deserialize)]
pub(super) struct RefundIn {
    pub amount: i64,
}

/// What the browser gets after a payment, and takes to the seller.
#[derive(Serialize)]
#[expect(clippy::struct_field_names, reason = "Razorpay's names")]
pub(super) struct PaidOut {
    pub razorpay_payment_id: String,
    pub razorpay_order_id: String,
    pub razorpay_signature: String,
}

fn seconds(time: Time) -> i64 {
    time.0.div_euclid(1000)
}

/// An order.
pub(super) fn order(order: &Order, is_paid: bool) -> Value {
    let paid = if is_paid { order.amount_paise } else { 0 };
    let status = match (is_paid, order.attempts) {
        (true, _) => "paid",
        (false, 0) => "created",
        (false, _) => "attempted",
    };
    json!({
        "id": order.id, "entity": "order", "amount": order.amount_paise, "amount_paid": paid,
        "amount_due": order.amount_paise - paid, "currency": "INR", "receipt": order.receipt, "offer_id": null,
        "status": status, "attempts": order.attempts,
        "notes": serde_json::from_str::<Value>(&order.notes).unwrap_or_else(|_| json!([])),
        "created_at": seconds(order.created_at),
    })
}

/// What the checkout page shows of an order; no more, because everybody who knows its id may ask.
pub(super) fn order_shown(order: &Order, is_paid: bool) -> Value {
    json!({"id": order.id, "amount": order.amount_paise, "currency": "INR", "paid": is_paid})
}

/// A payment.
pub(super) fn payment(payment: &Payment, state: State, notes: &str) -> Value {
    let failed = state == State::Failed;
    let charge = &payment.charge;
    let mut shown = json!({
        "id": payment.id, "entity": "payment", "amount": charge.amount, "currency": charge.currency,
        "status": state.word(), "order_id": payment.order_id, "invoice_id": null,
        "international": charge.base_paise.is_some(), "method": "netbanking", "amount_refunded": payment.refunded,
        "refund_status": (payment.refunded > 0).then_some("full"),
        "captured": matches!(state, State::Captured | State::Refunded),
        "description": "Test payment – no money moves", "card_id": null, "bank": "SANDBOX", "wallet": null, "vpa": null,
        "email": null, "contact": null, "notes": serde_json::from_str::<Value>(notes).unwrap_or_else(|_| json!([])),
        "fee": charge.fee, "tax": charge.tax,
        "error_code": failed.then_some("BAD_REQUEST_ERROR"), "error_description": failed.then_some(messages::DECLINED),
        "error_source": failed.then_some("customer"), "error_step": failed.then_some("payment_authentication"),
        "error_reason": failed.then_some("payment_failed"),
        "acquirer_data": {"bank_transaction_id": null}, "created_at": seconds(payment.created_at),
    });
    if charge.fee.is_some() {
        shown["fee_bearer"] = json!("customer");
    }
    if let Some(worth) = charge.base_paise {
        shown["base_amount"] = json!(worth);
        shown["base_currency"] = json!("INR");
    }
    if let Some(offer) = &charge.offer_id {
        shown["offer_id"] = json!(offer);
    }
    shown
}

/// What was given back of a payment.
pub(super) fn refund(payment: &Payment, now: Time) -> Value {
    json!({
        "id": payment.id.replacen("pay_", "rfnd_", 1), "entity": "refund", "amount": payment.charge.amount,
        "currency": payment.charge.currency, "payment_id": payment.id, "notes": [], "receipt": null,
        "acquirer_data": {"arn": null}, "created_at": seconds(now), "batch_id": null, "status": "processed",
        "speed_processed": "normal", "speed_requested": "normal",
    })
}

/// A list.
pub(super) fn collection(items: &[Value]) -> Value {
    json!({"entity": "collection", "count": items.len(), "items": items})
}

/// The body of a webhook.
pub(super) fn event(delivery: &Delivery, about: &Order, now: Time) -> Value {
    let state = match delivery.event {
        WebhookEvent::Failed => State::Failed,
        WebhookEvent::Authorized => State::Authorized,
        WebhookEvent::Refunded => State::Refunded,
        WebhookEvent::Captured | WebhookEvent::OrderPaid => State::Captured,
    };
    let mut payload = json!({"payment": {"entity": payment(&delivery.payment, state, &about.notes)}});
    let mut contains = vec!["payment"];
    if delivery.event == WebhookEvent::OrderPaid {
        contains.push("order");
        payload["order"] = json!({"entity": order(about, true)});
    }
    if delivery.event == WebhookEvent::Refunded {
        contains.insert(0, "refund");
        payload["refund"] = json!({"entity": refund(&delivery.payment, now)});
    }
    json!({
        "entity": "event", "account_id": "acc_QuadSandbox000", "event": delivery.event.word(), "contains": contains,
        "payload": payload, "created_at": seconds(now),
    })
}

/// A no in Razorpay's shape.
#[derive(Debug)]
pub(super) enum Trouble {
    No(Rejection),
    Broken(Error),
}

/// What the sandbox answers.
pub(super) type Answer = Result<Json<Value>, Trouble>;

impl From<Error> for Trouble {
    fn from(fail: Error) -> Self {
        match fail {
            Error::Rejected(refusal) => Self::No(refusal),
            broken @ Error::Internal(_) => Self::Broken(broken),
        }
    }
}

impl From<Rejection> for Trouble {
    fn from(refusal: Rejection) -> Self {
        Self::No(refusal)
    }
}

impl From<quad_db::DbError> for Trouble {
    fn from(error: quad_db::DbError) -> Self {
        Error::from(error).into()
    }
}

impl IntoResponse for Trouble {
    fn into_response(self) -> Response {
        match self {
            Self::No(refusal) => {
                let status = refusal.kind.status();
                let field = refusal.more.iter().find(|(name, _)| *name == "field").map(|(_, field)| field.as_str());
                (status, Json(error(status, &refusal.say, field))).into_response()
            }
            // Logged there, and told in one neutral sentence.
            Self::Broken(fail) => fail.into_response(),
        }
    }
}

fn error(status: StatusCode, description: &str, field: Option<&str>) -> Value {
    let code = if status.is_server_error() { "SERVER_ERROR" } else { "BAD_REQUEST_ERROR" };
    let mut error = json!({"code": code, "description": description, "source": "business",
        "step": "payment_initiation", "reason": "input_validation_failed", "metadata": {}});
    if let Some(field) = field {
        error["field"] = json!(field);
    }
    json!({"error": error})
}

/// The answer to a try that was declined as wished.
pub(super) fn declined(payment: &Payment) -> Response {
    let body = json!({"error": {
        "code": "BAD_REQUEST_ERROR", "description": messages::DECLINED, "source": "customer",
        "step": "payment_authentication", "reason": "payment_failed",
        "metadata": {"order_id": payment.order_id, "payment_id": payment.id},
    }});
    (StatusCode::BAD_REQUEST, Json(body)).into_response()
}
