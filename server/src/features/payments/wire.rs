//! The shapes of payments' calls. `razorpay_…` and `contestnumber` end here; rupees become paise.

use std::collections::HashMap;

use quad_pay::Order;
#[cfg(not(feature = "planted"))]
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use crate::config::Billing;
use crate::edge::who::Member;
use crate::kernel::checks;
use crate::kernel::clock::Time;
use crate::kernel::fail::{Fail, Refusal};
use crate::kernel::ids::OrderId;

use super::model::{Balance, Entry, NewRefund, Offer, Page, Period, Plan, Purchase, Refund, Standing, receipt_number};
use super::store_orders::Sums;
use super::verifying::{Told, Verified};
use super::words;

/// What a checkout needs to know.
#[derive(Serialize, ToSchema)]
pub(super) struct KeyOut {
    pub success: bool,
    /// The seller's public key.
    pub key: String,
    /// No money moves: the bundled sandbox stands in for the provider.
    pub sandbox: bool,
    /// The address of the checkout script.
    pub checkout: String,
    pub billing: BillingOut,
}

/// Whether plans are sold.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = PaymentBilling)]
pub(super) enum BillingOut {
    On,
    Off,
}

impl From<Billing> for BillingOut {
    fn from(billing: Billing) -> Self {
        match billing {
            Billing::On => Self::On,
            Billing::Off => Self::Off,
        }
    }
}

/// A plan, named by its price.
#[derive(Deserialize, ToSchema)]
pub(super) struct OrderIn {
    /// Rupees: 9, 19 or 39 for a month, 86, 182 or 374 for a year; a number, or its digits as text.
    #[schema(value_type = f64)]
    amount: Value,
}

impl OrderIn {
    pub fn parse(&self) -> Result<Offer, Refusal> {
        let rupees = match &self.amount {
            Value::Number(number) => number.as_i64().or_else(|| {
                let number = number.as_f64().filter(|number| number.fract() == 0.0 && number.abs() < 1e9)?;
                Some(number as i64)
            }),
            Value::String(digits) => {
                let digits = digits.trim();
                let is_plain = digits.len() <= 9 && digits.bytes().all(|byte| byte.is_ascii_digit());
                is_plain.then(|| digits.parse().ok()).flatten()
            }
            _ => None,
        };
        rupees.and_then(Offer::for_rupees).ok_or_else(|| Refusal::invalid("amount", words::STRANGE_AMOUNT))
    }
}

/// The order to open the checkout with.
#[derive(Serialize, ToSchema)]
pub(super) struct OrderOut {
    success: bool,
    response: OrderedOut,
}

/// An order as the provider made it, and what it is for.
#[derive(Serialize, ToSchema)]
struct OrderedOut {
    /// The provider's id.
    id: String,
    /// Paise.
    amount: i64,
    currency: String,
    receipt: Option<String>,
    status: String,
    plan: PlanOut,
    period: PeriodOut,
    contests: i32,
    polls: i32,
    /// Our id.
    order: String,
}

impl OrderOut {
    pub fn new(id: OrderId, made: Order, offer: Offer) -> Self {
        let creations = offer.creations();
        Self {
            success: true,
            response: OrderedOut {
                id: made.id,
                amount: made.amount_paise,
                currency: made.currency,
                receipt: made.receipt,
                status: made.status,
                plan: offer.plan.into(),
                period: offer.period.into(),
                contests: creations.contests,
                polls: creations.polls,
                order: id.to_string(),
            },
        }
    }
}

/// What the provider's checkout told the browser.
#[derive(Deserialize, ToSchema)]
pub(super) struct VerificationIn {
    razorpay_payment_id: String,
    razorpay_order_id: String,
    razorpay_signature: String,
    /// Compared with the session's person.
    #[serde(default, rename = "userId")]
    #[schema(value_type = Option<String>)]
    user_id: Option<String>,
    /// Ignored: the order knows what was bought.
    #[serde(default, rename = "contestnumber")]
    #[schema(value_type = Option<i64>)]
    #[cfg_attr(not(feature = "planted"), expect(dead_code, reason = "read only to be dropped"))]
    contest_number: Claimed,
}

/// What is claimed to be bought: dropped unread, but where trusting it is planted.
#[cfg(not(feature = "planted"))]
type Claimed = IgnoredAny;
#[cfg(feature = "planted")]
type Claimed = Value;

impl VerificationIn {
    pub fn parse(self, who: &Member) -> Result<Told, Fail> {
        who.must_be(self.user_id.as_deref())?;
        Ok(Told {
            provider_order_id: self.razorpay_order_id,
            payment_id: self.razorpay_payment_id,
            signature: self.razorpay_signature,
            #[cfg(feature = "planted")]
            claimed: self.contest_number.as_i64().and_then(|number| number.try_into().ok()),
        })
    }
}

/// The payment is genuine.
#[derive(Serialize, ToSchema)]
pub(super) struct VerifiedOut {
    success: bool,
    message: String,
    /// Our id of the order.
    order: String,
    /// The creations are there, now or since before; false while the money is not taken yet: ask for the order again.
    credited: bool,
}

impl From<Verified> for VerifiedOut {
    fn from(verified: Verified) -> Self {
        let message = if verified.is_credited { words::VERIFIED } else { words::ON_ITS_WAY };
        Self {
            success: true,
            message: message.to_owned(),
            order: verified.order.to_string(),
            credited: verified.is_credited,
        }
    }
}

/// Taken.
#[derive(Serialize, ToSchema)]
pub(super) struct HeardOut {
    pub success: bool,
}

/// A plan.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = PlanName)]
pub(super) enum PlanOut {
    Starter,
    Pro,
    Enterprise,
}

impl From<Plan> for PlanOut {
    fn from(plan: Plan) -> Self {
        match plan {
            Plan::Starter => Self::Starter,
            Plan::Pro => Self::Pro,
            Plan::Enterprise => Self::Enterprise,
        }
    }
}

/// For how long it is paid.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = PlanPeriod)]
pub(super) enum PeriodOut {
    Monthly,
    Annual,
}

impl From<Period> for PeriodOut {
    fn from(period: Period) -> Self {
        match period {
            Period::Monthly => Self::Monthly,
            Period::Annual => Self::Annual,
        }
    }
}

/// How an order stands.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PurchaseState)]
pub(super) enum StateOut {
    Waiting,
    Paid,
    Refunded,
    PartlyRefunded,
    Expired,
}

impl From<Standing> for StateOut {
    fn from(standing: Standing) -> Self {
        match standing {
            Standing::Waiting => Self::Waiting,
            Standing::Paid => Self::Paid,
            Standing::Refunded => Self::Refunded,
            Standing::PartlyRefunded => Self::PartlyRefunded,
            Standing::Expired => Self::Expired,
        }
    }
}

/// An order of a plan, paid or not.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PurchaseOut)]
pub struct PurchaseOut {
    /// Our id.
    id: String,
    provider_order_id: String,
    payment_id: Option<String>,
    plan: PlanOut,
    period: PeriodOut,
    amount_paise: i64,
    currency: String,
    contests: i32,
    polls: i32,
    state: StateOut,
    /// A test payment: no money moved.
    sandbox: bool,
    /// `Q-000001`; null until it is paid.
    receipt_no: Option<String>,
    created_at: String,
    paid_at: Option<String>,
    refunded_paise: i64,
    refunds: Vec<RefundOut>,
    buyer: BuyerOut,
}

/// Who ordered.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BuyerOut {
    id: String,
    full_name: String,
    email: String,
}

/// Money given back, and creations taken back with it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RefundOut {
    amount_paise: i64,
    contests: i32,
    polls: i32,
    reason: String,
    /// The provider's or the bank's number of it.
    reference: Option<String>,
    created_at: String,
}

impl From<Refund> for RefundOut {
    fn from(refund: Refund) -> Self {
        Self {
            amount_paise: refund.amount_paise,
            contests: refund.creations.contests,
            polls: refund.creations.polls,
            reason: refund.reason,
            reference: refund.reference,
            created_at: refund.created_at.to_rfc3339(),
        }
    }
}

/// Refunds by order.
pub(super) type Refunds = HashMap<OrderId, Vec<Refund>>;

impl PurchaseOut {
    pub(super) fn new(purchase: Purchase, refunds: &mut Refunds, now: Time) -> Self {
        let refunds = refunds.remove(&purchase.id).unwrap_or_default();
        let (state, sandbox) = (purchase.standing(now).into(), purchase.is_test());
        let (payment_id, receipt_no, paid_at) = match purchase.paid {
            Some(paid) => (Some(paid.payment_id), Some(receipt_number(paid.receipt_no)), Some(paid.at.to_rfc3339())),
            None => (None, None, None),
        };
        Self {
            id: purchase.id.to_string(),
            provider_order_id: purchase.provider_order_id,
            payment_id,
            plan: purchase.offer.plan.into(),
            period: purchase.offer.period.into(),
            amount_paise: purchase.amount_paise,
            currency: "INR".to_owned(),
            contests: purchase.creations.contests,
            polls: purchase.creations.polls,
            state,
            sandbox,
            receipt_no,
            created_at: purchase.created_at.to_rfc3339(),
            paid_at,
            refunded_paise: purchase.refunded_paise,
            refunds: refunds.into_iter().map(RefundOut::from).collect(),
            buyer: BuyerOut {
                id: purchase.buyer.id.to_string(),
                full_name: purchase.buyer.full_name,
                email: purchase.buyer.email,
            },
        }
    }

    pub(super) fn list(purchases: Vec<Purchase>, mut refunds: Refunds, now: Time) -> Vec<Self> {
        purchases.into_iter().map(|purchase| Self::new(purchase, &mut refunds, now)).collect()
    }
}

/// One purchase.
#[derive(Serialize, ToSchema)]
pub(super) struct PurchaseAnswer {
    pub success: bool,
    pub order: PurchaseOut,
}

/// One's purchases, newest first.
#[derive(Serialize, ToSchema)]
pub(super) struct PurchasesOut {
    pub success: bool,
    pub orders: Vec<PurchaseOut>,
    /// How many there are in all.
    pub total: i64,
}

/// All paid orders, latest payment first.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SalesOut {
    success: bool,
    sales: Vec<PurchaseOut>,
    /// How many match.
    total: i64,
    /// Paid with those that match. Test payments are summed only while the installation has no real keys.
    paid_paise: i64,
    /// Of it given back.
    refunded_paise: i64,
}

impl SalesOut {
    pub fn new(sales: Vec<PurchaseOut>, sums: &Sums) -> Self {
        Self {
            success: true,
            sales,
            total: sums.total,
            paid_paise: sums.paid_paise,
            refunded_paise: sums.refunded_paise,
        }
    }
}

/// A refund that was made at the provider.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RefundIn {
    /// Money given back; 0 when none was.
    amount_paise: i64,
    /// Contest creations taken back.
    contests: i32,
    /// Poll creations taken back.
    polls: i32,
    /// 1 to 200 characters; the buyer reads it.
    reason: String,
    /// The provider's or the bank's number of it; the same twice for one order is refused.
    #[serde(default)]
    reference: Option<String>,
}

impl RefundIn {
    pub fn parse(&self) -> Result<NewRefund, Refusal> {
        NewRefund::parse(self.amount_paise, self.contests, self.polls, &self.reason, self.reference.as_deref())
    }
}

/// The refund is entered.
#[derive(Serialize, ToSchema)]
pub(super) struct RefundedOut {
    pub success: bool,
    pub message: String,
    pub order: PurchaseOut,
}

/// A line of the ledger of creations.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CreditEntryOut {
    id: i64,
    /// Contest creations: gained, or lost when negative.
    contests: i32,
    /// Poll creations likewise.
    polls: i32,
    /// `granted`, `bought`, `refunded`, `contest created`, `contest deleted`, …
    reason: String,
    /// The id of what it is about: the order, the contest, the poll.
    subject: Option<String>,
    created_at: String,
}

impl From<Entry> for CreditEntryOut {
    fn from(entry: Entry) -> Self {
        Self {
            id: entry.id,
            contests: entry.change.contests,
            polls: entry.change.polls,
            reason: entry.reason,
            subject: entry.subject,
            created_at: entry.created_at.to_rfc3339(),
        }
    }
}

/// One's creations left, and how they came and went, newest first.
#[derive(Serialize, ToSchema)]
pub(super) struct CreditsOut {
    success: bool,
    /// Contest creations left.
    contests: i32,
    /// Poll creations left.
    polls: i32,
    entries: Vec<CreditEntryOut>,
    /// How many lines there are in all.
    total: i64,
}

impl CreditsOut {
    pub fn new(balance: Balance, entries: Vec<Entry>, total: i64) -> Self {
        Self {
            success: true,
            contests: balance.contests,
            polls: balance.polls,
            entries: entries.into_iter().map(CreditEntryOut::from).collect(),
            total,
        }
    }
}

/// Everything kept about a person's purchases and creations, for the download of one's own data.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeptPayments {
    contest_creations_left: i32,
    poll_creations_left: i32,
    /// Newest first.
    orders: Vec<PurchaseOut>,
    /// Oldest first.
    ledger: Vec<CreditEntryOut>,
}

impl KeptPayments {
    pub(super) fn new(balance: Balance, orders: Vec<PurchaseOut>, ledger: Vec<Entry>) -> Self {
        Self {
            contest_creations_left: balance.contests,
            poll_creations_left: balance.polls,
            orders,
            ledger: ledger.into_iter().map(CreditEntryOut::from).collect(),
        }
    }
}

/// Which part of a list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PageIn {
    /// From 1.
    page: Option<u32>,
    /// 1 to 200; 30 when nothing is said.
    size: Option<u32>,
}

impl PageIn {
    pub fn parse(&self) -> Result<Page, Refusal> {
        Page::parse(self.page, self.size)
    }
}

/// Which part of the sales.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct SalesIn {
    /// Part of the buyer's name or address, of the provider's id of order or payment, or a receipt's number.
    q: Option<String>,
    /// From 1.
    page: Option<u32>,
    /// 1 to 200; 30 when nothing is said.
    size: Option<u32>,
}

impl SalesIn {
    pub fn parse(&self) -> Result<(Option<String>, Page), Refusal> {
        let search = checks::line("q", "The search", self.q.as_deref().unwrap_or_default(), 0, 100)?;
        Ok((Some(search).filter(|text| !text.is_empty()), Page::parse(self.page, self.size)?))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_amount_is_a_number_or_its_digits() {
        let offer = |amount: Value| OrderIn { amount }.parse().ok().map(Offer::rupees);
        for good in [json!(19), json!(19.0), json!("19"), json!(" 19 "), json!("019")] {
            assert_eq!(offer(good.clone()), Some(19), "{good}");
        }
        for bad in [
            json!(null),
            json!(true),
            json!([19]),
            json!({}),
            json!(""),
            json!("19.0"),
            json!("+19"),
            json!("-19"),
            json!("₹19"),
            json!(19.5),
            json!(1e300),
            json!(-9),
            json!(0),
            json!(1900),
            json!("99999999999999999999"),
            json!(u64::MAX),
            json!("1\u{0}9"),
            json!("१९"),
        ] {
            assert_eq!(offer(bad.clone()), None, "{bad}");
        }
    }
}
