//! JSON of Razorpay, and the few fields of it that matter. Unknown fields and unknown states are taken: the provider
//! adds some from time to time. Each field is read by itself: one in a shape nobody expects counts as absent and makes
//! neither its payment nor the list around it unreadable.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// `order_…`
    pub id: String,
    /// What is to be paid.
    pub amount_paise: i64,
    /// `INR`
    pub currency: String,
    /// The seller's own number.
    pub receipt: Option<String>,
    /// `created`, `attempted` or `paid`; empty when it is not told.
    pub status: String,
}

impl<'de> Deserialize<'de> for Order {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let told = object(Value::deserialize(deserializer)?)?;
        let needed = |name| text(&told, name).ok_or_else(|| D::Error::missing_field(name));
        Ok(Self {
            id: needed("id")?,
            amount_paise: amount(&told, "amount").ok_or_else(|| D::Error::missing_field("amount"))?,
            currency: needed("currency")?,
            receipt: text(&told, "receipt"),
            status: text(&told, "status").unwrap_or_default(),
        })
    }
}

/// A payment, or the try of one. A field in a shape nobody expects counts as absent; [`Payment::is_clear`] says whether
/// what matters is there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Payment {
    /// `pay_…`; empty when it cannot be read.
    pub id: String,
    /// The order it is for, if it is for one.
    pub order_id: Option<String>,
    /// What was paid, in the smallest units of `currency`. A whole number, `900`, `900.0` or `"900"`, and nothing else.
    pub amount_paise: Option<i64>,
    /// `INR`, or what an international payer was charged in.
    pub currency: Option<String>,
    /// How far it came.
    pub status: PaymentStatus,
    /// Whether the money was taken at all: a refunded payment may have been released without it.
    pub captured: Option<bool>,
    /// The provider's fee, tax included.
    pub fee: Option<i64>,
    /// The tax on the fee.
    pub tax: Option<i64>,
    /// `customer`: the fee was added to the amount; `platform`: it is taken from the seller.
    pub fee_bearer: Option<String>,
    /// What a foreign amount is worth, in the smallest units of `base_currency`.
    pub base_amount: Option<i64>,
    /// The currency of `base_amount`.
    pub base_currency: Option<String>,
    /// The offer that lowered the amount.
    pub offer_id: Option<String>,
}

impl Payment {
    /// Whether one can say of it which payment it is, how much was paid, and how far it came.
    pub fn is_clear(&self) -> bool {
        !self.id.is_empty()
            && self.amount_paise.is_some()
            && self.currency.is_some()
            && self.status != PaymentStatus::Other
    }

    /// Whether its money was taken, and was not given back as far as one can tell.
    pub fn is_taken(&self) -> bool {
        self.status == PaymentStatus::Captured || (self.status == PaymentStatus::Other && self.captured == Some(true))
    }

    /// Reads what can be read; of what is no object, nothing.
    pub(crate) fn read(told: &Value) -> Self {
        let Value::Object(told) = told else { return Self::default() };
        Self {
            id: text(told, "id").unwrap_or_default(),
            order_id: text(told, "order_id"),
            amount_paise: amount(told, "amount"),
            currency: text(told, "currency"),
            status: text(told, "status").map_or(PaymentStatus::Other, |word| PaymentStatus::parse(&word)),
            captured: flag(told, "captured"),
            fee: number(told, "fee"),
            tax: number(told, "tax"),
            fee_bearer: text(told, "fee_bearer"),
            base_amount: number(told, "base_amount"),
            base_currency: text(told, "base_currency"),
            offer_id: text(told, "offer_id"),
        }
    }
}

impl<'de> Deserialize<'de> for Payment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self::read(&Value::Object(object(Value::deserialize(deserializer)?)?)))
    }
}

/// Money on its way back to the payer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refund {
    /// `rfnd_…`
    pub id: String,
    /// The payment it gives back a part of.
    pub payment_id: String,
    /// How much of it, unless that cannot be read.
    pub amount_paise: Option<i64>,
    /// How far it came.
    pub status: RefundStatus,
}

impl Refund {
    /// Nothing where it cannot be told which refund it is, or of which payment.
    pub(crate) fn read(told: &Value, of: Option<&Payment>) -> Option<Self> {
        let told = told.as_object()?;
        Some(Self {
            id: text(told, "id")?,
            payment_id: text(told, "payment_id").or_else(|| Some(of?.id.clone()))?,
            amount_paise: amount(told, "amount"),
            status: text(told, "status").map_or(RefundStatus::Other, |word| RefundStatus::parse(&word)),
        })
    }
}

impl<'de> Deserialize<'de> for Refund {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let told = Value::deserialize(deserializer)?;
        Self::read(&told, None).ok_or_else(|| D::Error::custom("a refund without its id or its payment's"))
    }
}

/// How far a refund came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefundStatus {
    /// On its way.
    Pending,
    /// With the payer's bank.
    Processed,
    /// It came back to the seller.
    Failed,
    /// A state this library does not know.
    Other,
}

impl RefundStatus {
    fn parse(word: &str) -> Self {
        match word {
            "pending" => Self::Pending,
            "processed" => Self::Processed,
            "failed" => Self::Failed,
            _ => Self::Other,
        }
    }
}

/// A payer or a bank that wants the money back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dispute {
    /// `disp_…`
    pub id: String,
    /// The payment it is about.
    pub payment_id: String,
    /// How much of it, unless that cannot be read.
    pub amount_paise: Option<i64>,
    /// How far it came.
    pub status: DisputeStatus,
}

impl Dispute {
    /// Nothing where it cannot be told which dispute it is, or about which payment.
    fn read(told: &Value, about: Option<&Payment>) -> Option<Self> {
        let told = told.as_object()?;
        Some(Self {
            id: text(told, "id")?,
            payment_id: text(told, "payment_id").or_else(|| Some(about?.id.clone()))?,
            amount_paise: amount(told, "amount"),
            status: text(told, "status").map_or(DisputeStatus::Other, |word| DisputeStatus::parse(&word)),
        })
    }
}

/// How far a dispute came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DisputeStatus {
    /// Begun; the seller may answer.
    Open,
    /// The bank looks at the answer.
    UnderReview,
    /// The seller keeps the money.
    Won,
    /// The money was taken from the seller.
    Lost,
    /// Ended without a winner.
    Closed,
    /// A state this library does not know.
    Other,
}

impl DisputeStatus {
    fn parse(word: &str) -> Self {
        match word {
            "open" => Self::Open,
            "under_review" => Self::UnderReview,
            "won" => Self::Won,
            "lost" => Self::Lost,
            "closed" => Self::Closed,
            _ => Self::Other,
        }
    }
}

/// How far a payment came. Only captured money is the seller's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
    #[default]
    Other,
}

impl PaymentStatus {
    fn parse(word: &str) -> Self {
        match word {
            "created" => Self::Created,
            "authorized" => Self::Authorized,
            "captured" => Self::Captured,
            "refunded" => Self::Refunded,
            "failed" => Self::Failed,
            _ => Self::Other,
        }
    }
}

/// What a webhook tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Webhook {
    /// How a payment stands (`payment.authorized`, `payment.captured`, `payment.failed`, `order.paid`). Its id or its order's
    /// is there.
    Payment(Payment),
    /// How a refund stands (`refund.…`), and the payment it is of, if that can be read.
    Refund(Refund, Option<Payment>),
    /// How a dispute stands (`payment.dispute.…`), and the payment it is about, if that can be read.
    Dispute(Dispute, Option<Payment>),
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

/// The body of `POST /payments/{id}/capture`.
#[derive(Serialize)]
pub struct CaptureBody<'a> {
    pub amount: i64,
    pub currency: &'a str,
}

/// The body of `POST /payments/{id}/refund`.
#[derive(Serialize)]
pub struct RefundBody {
    pub amount: i64,
}

/// A list; what is in it is read one by one.
#[derive(Deserialize)]
pub struct Collection {
    pub items: Vec<Value>,
}

/// `{"error":{"code":…,"description":…}}`
#[derive(Deserialize)]
pub struct ErrorReply {
    pub error: ErrorDetails,
}

#[derive(Deserialize)]
pub struct ErrorDetails {
    pub description: Option<String>,
}

fn object<E: serde::de::Error>(told: Value) -> Result<Map<String, Value>, E> {
    match told {
        Value::Object(told) => Ok(told),
        _ => Err(E::custom("not an object")),
    }
}

/// A text that says something.
fn text(told: &Map<String, Value>, name: &str) -> Option<String> {
    told.get(name)?.as_str().filter(|text| !text.is_empty()).map(str::to_owned)
}

/// A whole number, also where it is written `900.0`.
fn number(told: &Map<String, Value>, name: &str) -> Option<i64> {
    /// Beyond it a floating number is not the whole number it was written as.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let told = told.get(name)?;
    told.as_i64().or_else(|| {
        let number = told.as_f64().filter(|number| number.fract() == 0.0 && number.abs() < EXACT)?;
        Some(number as i64)
    })
}

/// A whole number, also as its digits. Not used for fees: they decide whether more than was asked is taken as paid.
fn amount(told: &Map<String, Value>, name: &str) -> Option<i64> {
    number(told, name).or_else(|| {
        let digits = told.get(name)?.as_str()?;
        let is_plain = digits.len() <= 15 && digits.bytes().all(|byte| byte.is_ascii_digit());
        is_plain.then(|| digits.parse().ok()).flatten()
    })
}

fn flag(told: &Map<String, Value>, name: &str) -> Option<bool> {
    match told.get(name)? {
        Value::Bool(is_so) => Some(*is_so),
        Value::String(word) => word.parse().ok(),
        Value::Number(number) => match number.as_i64()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        },
        _ => None,
    }
}

/// Reads a webhook whose signature was right. An entity that says nothing of its state, or nothing that is known, is in the
/// one that the event is named after, except a payment whose state has a name of its own.
///
/// # Errors
/// [`WebhookError::Unreadable`] when it is no JSON, names no event, or has not what its event needs.
pub fn webhook(body: &[u8]) -> Result<Webhook, WebhookError> {
    let event: Value = serde_json::from_slice(body).map_err(|_| WebhookError::Unreadable)?;
    let name = event.get("event").and_then(Value::as_str).ok_or(WebhookError::Unreadable)?;
    let entity = |what: &str| event.pointer(&format!("/payload/{what}/entity"));
    let payment = entity("payment").map(Payment::read);
    let named = payment.clone().filter(|payment| !payment.id.is_empty());
    if let Some(what) = name.strip_prefix("payment.dispute.") {
        let told = entity("dispute").and_then(|told| Dispute::read(told, named.as_ref()));
        let mut dispute = told.ok_or(WebhookError::Unreadable)?;
        if dispute.status == DisputeStatus::Other {
            dispute.status = DisputeStatus::parse(what);
        }
        return Ok(Webhook::Dispute(dispute, named));
    }
    match name {
        "payment.authorized" | "payment.captured" | "payment.failed" | "order.paid" => {
            let is_named = |payment: &Payment| !payment.id.is_empty() || payment.order_id.is_some();
            let mut payment = payment.filter(is_named).ok_or(WebhookError::Unreadable)?;
            let says_state = entity("payment").is_some_and(|told| told.get("status").is_some_and(Value::is_string));
            if !says_state {
                payment.status = match name {
                    "payment.authorized" => PaymentStatus::Authorized,
                    "payment.failed" => PaymentStatus::Failed,
                    _ => PaymentStatus::Captured,
                };
            }
            Ok(Webhook::Payment(payment))
        }
        "refund.created" | "refund.processed" | "refund.failed" | "refund.speed_changed" => {
            let told = entity("refund").and_then(|told| Refund::read(told, named.as_ref()));
            let mut refund = told.ok_or(WebhookError::Unreadable)?;
            if refund.status == RefundStatus::Other {
                refund.status = match name {
                    "refund.processed" => RefundStatus::Processed,
                    "refund.failed" => RefundStatus::Failed,
                    _ => RefundStatus::Pending,
                };
            }
            Ok(Webhook::Refund(refund, named))
        }
        _ => Ok(Webhook::Other(name.to_owned())),
    }
}
