//! Sandbox model: orders, payments and webhooks of the sandbox, and what each failure that a payer may choose does.
//! Pure.

use std::time::Duration;

use quad_kernel::clock::Time;
use quad_kernel::error::Rejection;
use quad_kernel::ids::Random;

use super::messages;

const LEAST_PAISE: i64 = 100;
const MOST_PAISE: i64 = 50_000_000;
const MOST_NOTES: usize = 15;
const LONGEST_NOTE: usize = 256;
const LONGEST_WAIT: i64 = 86_400;

/// An order that may be made; checked.
#[derive(Clone, Debug)]
pub(super) struct NewOrder {
    pub amount_paise: i64,
    pub receipt: Option<String>,
    /// JSON: an object of texts, or an empty list.
    pub notes: String,
}

impl NewOrder {
    /// Checks what was asked for.
    pub fn parse(
        amount_paise: i64,
        currency: &str,
        receipt: Option<String>,
        notes: &[(String, String)],
    ) -> Result<Self, Rejection> {
        if !(LEAST_PAISE..=MOST_PAISE).contains(&amount_paise) {
            return Err(bad("amount", messages::AMOUNT));
        }
        if currency != "INR" {
            return Err(bad("currency", messages::CURRENCY));
        }
        if receipt.as_ref().is_some_and(|text| text.chars().count() > 40 || text.chars().any(char::is_control)) {
            return Err(bad("receipt", messages::RECEIPT));
        }
        let long = |text: &String| text.chars().count() > LONGEST_NOTE;
        if notes.len() > MOST_NOTES || notes.iter().any(|(name, text)| long(name) || long(text)) {
            return Err(bad("notes", messages::NOTES));
        }
        let notes = if notes.is_empty() {
            "[]".to_owned()
        } else {
            let map = notes.iter().map(|(name, text)| (name.clone(), text.clone().into()));
            serde_json::Value::Object(map.collect()).to_string()
        };
        Ok(Self { amount_paise, receipt, notes })
    }
}

/// A refusal of one input, in the provider's code.
pub(super) fn bad(field: &'static str, say: &'static str) -> Rejection {
    Rejection { code: "BAD_REQUEST_ERROR", ..Rejection::invalid(field, say) }
}

/// An order.
#[derive(Clone, Debug)]
pub(super) struct Order {
    pub id: String,
    pub amount_paise: i64,
    pub receipt: Option<String>,
    pub notes: String,
    pub attempts: i32,
    pub created_at: Time,
}

/// A payment or the try of one.
#[derive(Clone, Debug)]
pub(super) struct Payment {
    pub id: String,
    pub order_id: String,
    pub charge: Charge,
    /// Taken from then on; none: declined.
    pub capture_at: Option<Time>,
    /// Of the charge, given back.
    pub refunded: i64,
    pub created_at: Time,
}

/// What is charged for an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Charge {
    /// In the smallest units of `currency` (ISO 4217).
    pub amount: i64,
    pub currency: String,
    /// Borne by the customer, tax included.
    pub fee: Option<i64>,
    pub tax: Option<i64>,
    /// What a foreign amount is worth in paise.
    pub base_paise: Option<i64>,
    pub offer_id: Option<String>,
}

/// What is charged where it is not the order's amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Amount {
    Asked,
    /// A fee on top that the customer bears.
    WithFee,
    /// Less, by an offer.
    Offer,
    /// Dollars.
    Foreign,
}

impl Amount {
    const ALL: [(&'static str, Self); 4] =
        [("asked", Self::Asked), ("with_fee", Self::WithFee), ("offer", Self::Offer), ("foreign", Self::Foreign)];

    fn parse(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == word).map(|(_, amount)| *amount)
    }

    /// The charge for an order of so many paise.
    pub fn of(self, paise: i64) -> Charge {
        let asked = Charge {
            amount: paise,
            currency: "INR".to_owned(),
            fee: None,
            tax: None,
            base_paise: None,
            offer_id: None,
        };
        match self {
            Self::Asked => asked,
            Self::WithFee => {
                // Two per cent, and 18 % tax on it.
                let fee = (paise / 50).max(1);
                let tax = fee * 18 / 100;
                Charge { amount: paise + fee + tax, fee: Some(fee + tax), tax: Some(tax), ..asked }
            }
            Self::Offer => {
                Charge { amount: paise - paise / 10, offer_id: Some("offer_QuadSandbox000".to_owned()), ..asked }
            }
            Self::Foreign => {
                Charge { amount: (paise / 80).max(1), currency: "USD".to_owned(), base_paise: Some(paise), ..asked }
            }
        }
    }
}

/// How far a payment came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Authorized,
    Captured,
    Refunded,
    Failed,
}

impl State {
    /// The provider's word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Authorized => "authorized",
            Self::Captured => "captured",
            Self::Refunded => "refunded",
            Self::Failed => "failed",
        }
    }
}

impl Payment {
    /// A state is a function of the clock: nothing runs when a payment is taken.
    pub fn state(&self, now: Time) -> State {
        match self.capture_at {
            None => State::Failed,
            Some(at) if at <= now && self.refunded >= self.charge.amount => State::Refunded,
            Some(at) if at <= now => State::Captured,
            Some(_) => State::Authorized,
        }
    }
}

/// What a webhook tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WebhookEvent {
    Captured,
    OrderPaid,
    Authorized,
    Refunded,
    Failed,
}

impl WebhookEvent {
    const ALL: [Self; 5] = [Self::Captured, Self::OrderPaid, Self::Authorized, Self::Refunded, Self::Failed];

    /// The provider's name of it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Captured => "payment.captured",
            Self::OrderPaid => "order.paid",
            Self::Authorized => "payment.authorized",
            Self::Refunded => "refund.processed",
            Self::Failed => "payment.failed",
        }
    }

    /// Reads what [`WebhookEvent::word`] wrote.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|event| event.word() == word)
    }
}

/// How the webhook fares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Once,
    Twice,
    Late,
    OutOfOrder,
    Never,
}

impl Fate {
    const ALL: [(&'static str, Self); 5] = [
        ("once", Self::Once),
        ("twice", Self::Twice),
        ("late", Self::Late),
        ("out_of_order", Self::OutOfOrder),
        ("never", Self::Never),
    ];

    fn parse(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == word).map(|(_, fate)| *fate)
    }
}

/// What whoever pays wants to happen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wish {
    pub pays: bool,
    pub amount: Amount,
    /// The bank sets the money aside, and nobody takes it unless it is captured.
    is_held: bool,
    delay: Duration,
    late: Duration,
    fate: Fate,
}

/// When money is taken that is only set aside: the end of the year 9999.
const NEVER: Time = Time(253_402_300_799_000);

impl Wish {
    /// Checks what was chosen; what is not said goes well.
    pub fn parse(
        outcome: &str,
        amount: Option<&str>,
        webhook: Option<&str>,
        delay_seconds: Option<i64>,
        late_seconds: Option<i64>,
    ) -> Result<Self, Rejection> {
        let (pays, is_held) = match outcome {
            "pay" => (true, false),
            "authorize" => (true, true),
            "decline" => (false, false),
            _ => return Err(bad("outcome", messages::OUTCOME)),
        };
        let amount = Amount::parse(amount.unwrap_or("asked")).ok_or_else(|| bad("amount", messages::CHARGED))?;
        let fate = Fate::parse(webhook.unwrap_or("once")).ok_or_else(|| bad("webhook", messages::WEBHOOK))?;
        let seconds = |field, asked: Option<i64>| match asked.unwrap_or(0) {
            seconds @ 0..=LONGEST_WAIT => Ok(Duration::from_secs(seconds as u64)),
            _ => Err(bad(field, messages::SECONDS)),
        };
        let (delay, late) = (seconds("delaySeconds", delay_seconds)?, seconds("lateSeconds", late_seconds)?);
        Ok(Self { pays, amount, is_held, delay, late, fate })
    }

    /// When the money is taken; never for a declined try.
    pub fn capture_at(&self, now: Time) -> Option<Time> {
        self.pays.then(|| if self.is_held { NEVER } else { now.plus(self.delay) })
    }

    /// Whether an earlier, declined try must be made up, so that its webhook can come after the payment's.
    pub fn tells_of_an_earlier_try(&self) -> bool {
        self.pays && !self.is_held && self.fate == Fate::OutOfOrder
    }

    /// When the webhooks are due, and the events of each envelope; those in one envelope go one after the other.
    pub fn webhooks(&self, now: Time) -> (Time, Vec<Vec<WebhookEvent>>) {
        let wait = if self.fate == Fate::Late { self.late } else { Duration::ZERO };
        let due = self.capture_at(now).filter(|_| !self.is_held).unwrap_or(now).plus(wait);
        let event = match (self.pays, self.is_held) {
            (true, true) => WebhookEvent::Authorized,
            (true, false) => WebhookEvent::Captured,
            (false, _) => WebhookEvent::Failed,
        };
        let envelopes = match self.fate {
            Fate::Never => Vec::new(),
            Fate::Twice => vec![vec![event], vec![event]],
            Fate::OutOfOrder if self.pays && !self.is_held => {
                vec![vec![WebhookEvent::OrderPaid, WebhookEvent::Captured, WebhookEvent::Failed]]
            }
            Fate::Once | Fate::Late | Fate::OutOfOrder => vec![vec![event]],
        };
        (due, envelopes)
    }
}

/// A webhook to be sent.
#[derive(Clone, Debug)]
pub(super) struct Delivery {
    pub event_id: String,
    pub event: WebhookEvent,
    pub payment: Payment,
    pub is_sent: bool,
}

/// A new name of the provider's kind: a word and `length` letters and digits.
pub(super) fn name(random: &Random, word: &str, length: usize) -> String {
    const LETTERS: &[u8; 62] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    let letters = (0..length).map(|_| char::from(LETTERS[random.below(62) as usize]));
    word.chars().chain(letters).collect()
}

/// Whether this can be one of our ids at all; anything else need not be looked for.
pub(super) fn is_id(text: &str) -> bool {
    text.len() <= 40 && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Time = Time(1_000_000);

    fn wish(outcome: &str, webhook: &str, delay: i64, late: i64) -> Wish {
        Wish::parse(outcome, None, Some(webhook), Some(delay), Some(late)).expect("a wish")
    }

    #[test]
    fn misfortunes_become_webhooks() {
        use WebhookEvent::{Authorized, Captured, Failed, OrderPaid};
        for (asked, due, envelopes) in [
            (wish("pay", "once", 0, 9), 0, vec![vec![Captured]]),
            (wish("pay", "once", 5, 9), 5, vec![vec![Captured]]),
            (wish("pay", "twice", 0, 0), 0, vec![vec![Captured], vec![Captured]]),
            (wish("pay", "late", 5, 60), 65, vec![vec![Captured]]),
            (wish("pay", "out_of_order", 0, 0), 0, vec![vec![OrderPaid, Captured, Failed]]),
            (wish("pay", "never", 0, 0), 0, vec![]),
            (wish("authorize", "once", 5, 0), 0, vec![vec![Authorized]]),
            (wish("authorize", "out_of_order", 0, 0), 0, vec![vec![Authorized]]),
            (wish("decline", "once", 5, 0), 0, vec![vec![Failed]]),
            (wish("decline", "late", 5, 7), 7, vec![vec![Failed]]),
            (wish("decline", "out_of_order", 0, 0), 0, vec![vec![Failed]]),
        ] {
            assert_eq!(asked.webhooks(NOW), (NOW.plus(Duration::from_secs(due)), envelopes), "{asked:?}");
        }
    }

    #[test]
    fn strange_wishes_are_refused() {
        assert!(Wish::parse("pay", None, None, None, None).is_ok());
        for amount in ["", "half", "ASKED"] {
            assert!(Wish::parse("pay", Some(amount), None, None, None).is_err(), "{amount}");
        }
        for (outcome, webhook, delay, late) in [
            ("", "once", 0, 0),
            ("PAY", "once", 0, 0),
            ("pay", "thrice", 0, 0),
            ("pay", "once", -1, 0),
            ("pay", "once", 0, 86_401),
            ("pay", "once", i64::MAX, 0),
        ] {
            assert!(Wish::parse(outcome, None, Some(webhook), Some(delay), Some(late)).is_err(), "{outcome} {webhook}");
        }
    }

    #[test]
    fn a_payment_is_taken_by_the_clock() {
        let mut payment = Payment {
            id: "pay_1".into(),
            order_id: "order_1".into(),
            charge: Amount::Asked.of(900),
            capture_at: Some(NOW),
            refunded: 0,
            created_at: NOW,
        };
        assert_eq!(payment.state(Time(NOW.0 - 1)), State::Authorized);
        assert_eq!(payment.state(NOW), State::Captured);
        payment.refunded = 900;
        assert_eq!(payment.state(NOW), State::Refunded);
        payment.capture_at = None;
        assert_eq!(payment.state(NOW), State::Failed);
    }

    #[test]
    fn other_amounts_are_what_they_say() {
        let told = |amount: Amount| {
            let charge = amount.of(37_400);
            (charge.amount, charge.currency, charge.fee, charge.base_paise, charge.offer_id.is_some())
        };
        assert_eq!(told(Amount::Asked), (37_400, "INR".into(), None, None, false));
        assert_eq!(told(Amount::WithFee), (38_282, "INR".into(), Some(882), None, false));
        assert_eq!(told(Amount::Offer), (33_660, "INR".into(), None, None, true));
        assert_eq!(told(Amount::Foreign), (467, "USD".into(), None, Some(37_400), false));
    }

    #[test]
    fn orders_are_checked() {
        let notes = |count: usize| (0..count).map(|n| (n.to_string(), "x".to_owned())).collect::<Vec<_>>();
        assert_eq!(NewOrder::parse(900, "INR", None, &[]).expect("fine").notes, "[]");
        assert_eq!(NewOrder::parse(900, "INR", None, &notes(1)).expect("fine").notes, r#"{"0":"x"}"#);
        for (amount, currency, receipt, count) in [
            (99, "INR", None, 0),
            (i64::MIN, "INR", None, 0),
            (50_000_001, "INR", None, 0),
            (900, "USD", None, 0),
            (900, "INR", Some("x".repeat(41)), 0),
            (900, "INR", Some("a\0".to_owned()), 0),
            (900, "INR", None, 16),
        ] {
            assert!(NewOrder::parse(amount, currency, receipt, &notes(count)).is_err(), "{amount} {currency} {count}");
        }
    }
}
