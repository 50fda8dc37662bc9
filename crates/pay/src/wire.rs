//! Razorpay's JSON, and the few fields of it that matter. Unknown fields and unknown states are taken: the provider adds
//! some from time to time.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::error::WebhookError;

/// An order to be made, in rupees' hundredths.
#[derive(Clone, Debug)]
pub struct NewOrder {
    /// What is to be paid.
    pub amount_paise: i64,
    /// The seller's own number of it; at most 40 letters.
    pub receipt: String,
    /// Shown in the provider's dashboard; at most 15.
    pub notes: Vec<(String, String)>,
}

/// An order as the provider has it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Order {
    /// `order_…`
    pub id: String,
    /// What is to be paid.
    #[serde(rename = "amount")]
    pub amount_paise: i64,
    /// `INR`
    pub currency: String,
    /// The seller's own number.
    pub receipt: Option<String>,
    /// `created`, `attempted` or `paid`.
    pub status: String,
}

/// A payment, or the try of one.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Payment {
    /// `pay_…`
    pub id: String,
    /// The order it is for, if it is for one.
    pub order_id: Option<String>,
    /// What was paid.
    #[serde(rename = "amount")]
    pub amount_paise: i64,
    /// `INR`
    pub currency: String,
    /// How far it came.
    pub status: PaymentStatus,
}

/// How far a payment came. Only captured money is the seller's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PaymentStatus {
    /// Begun.
    Created,
    /// The bank has set it aside.
    Authorized,
    /// Taken.
    Captured,
    /// Given back, wholly.
    Refunded,
    /// Refused by the bank or the payer.
    Failed,
    /// A state this library does not know.
    #[serde(other)]
    Other,
}

/// What a webhook tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Webhook {
    /// Money was taken (`payment.captured`, `order.paid`).
    Captured(Payment),
    /// Anything else, by its name.
    Other(String),
}

/// The body of `POST /orders`.
#[derive(Serialize)]
pub struct OrderBody<'a> {
    amount: i64,
    currency: &'static str,
    receipt: &'a str,
    notes: Map<String, Value>,
}

impl<'a> OrderBody<'a> {
    pub fn of(asked: &'a NewOrder) -> Self {
        let notes = asked.notes.iter().map(|(name, text)| (name.clone(), Value::String(text.clone()))).collect();
        Self { amount: asked.amount_paise, currency: "INR", receipt: &asked.receipt, notes }
    }
}

/// A list.
#[derive(Deserialize)]
pub struct Collection<T> {
    pub items: Vec<T>,
}

/// `{"error":{"code":…,"description":…}}`
#[derive(Deserialize)]
pub struct Trouble {
    pub error: TroubleSaid,
}

#[derive(Deserialize)]
pub struct TroubleSaid {
    pub description: Option<String>,
}

#[derive(Deserialize)]
struct Event {
    event: String,
    payload: Option<Value>,
}

#[derive(Deserialize)]
struct Payload {
    payment: Wrapped,
}

#[derive(Deserialize)]
struct Wrapped {
    entity: Payment,
}

/// Reads a webhook whose signature was right.
pub fn webhook(body: &[u8]) -> Result<Webhook, WebhookError> {
    let event: Event = serde_json::from_slice(body).map_err(|_| WebhookError::Unreadable)?;
    if !matches!(event.event.as_str(), "payment.captured" | "order.paid") {
        return Ok(Webhook::Other(event.event));
    }
    let payload = event.payload.ok_or(WebhookError::Unreadable)?;
    let payload: Payload = serde_json::from_value(payload).map_err(|_| WebhookError::Unreadable)?;
    Ok(Webhook::Captured(payload.payment.entity))
}
