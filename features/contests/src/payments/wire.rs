//! JSON of payments' calls. The specification's `razorpay_…` and `contestnumber` are used nowhere else inside; rupees
//! become paise.

use std::collections::HashMap;

use quad_pay::Order;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use quad_http::auth::Member;
use quad_http::body::UnreadNames;
use quad_http::query;
use quad_kernel::clock::Time;
use quad_kernel::error::{Error, Rejection};
use quad_kernel::ids::OrderId;
use quad_kernel::page::Page;
use quad_kernel::validation;
use quad_services::config::Billing;

use super::messages;
use super::model::{
    Balance, Case, CaseDetails, EnteredRefund, Entry, NewDecision, NewRefund, Offer, OrderState, Period, Plan,
    Purchase, receipt_number,
};
use super::payment_state::{Progress, SeenPayment};
use super::store_orders::SalesTotals;
use super::verify_payment::{CheckoutReply, Verified};

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
    /// Rupees: 9, 19 or 39 for a monthly pack, 86, 182 or 374 for an annual one; a number, or its digits as text.
    #[schema(value_type = f64)]
    amount: Value,
}

impl OrderIn {
    pub fn parse(&self) -> Result<Offer, Rejection> {
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
        rupees.and_then(Offer::for_rupees).ok_or_else(|| Rejection::invalid("amount", messages::STRANGE_AMOUNT))
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
    #[expect(dead_code, reason = "read only to be dropped")]
    contest_number: IgnoredAny,
}

impl VerificationIn {
    pub fn parse(self, who: &Member) -> Result<CheckoutReply, Error> {
        who.must_be(self.user_id.as_deref())?;
        Ok(CheckoutReply {
            provider_order_id: self.razorpay_order_id,
            payment_id: self.razorpay_payment_id,
            signature: self.razorpay_signature,
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
        let message = if verified.is_credited { messages::VERIFIED } else { messages::ON_ITS_WAY };
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

impl From<OrderState> for StateOut {
    fn from(standing: OrderState) -> Self {
        match standing {
            OrderState::Waiting => Self::Waiting,
            OrderState::Paid => Self::Paid,
            OrderState::Refunded => Self::Refunded,
            OrderState::PartlyRefunded => Self::PartlyRefunded,
            OrderState::Expired => Self::Expired,
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
    /// What was really paid: not always the plan's price. While the order is unpaid, what is asked.
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
    /// What really went back.
    refunded_paise: i64,
    refunds: Vec<RefundOut>,
    buyer: BuyerOut,
    /// How far the payment of an unpaid order came; of a paid one, what became of money that came or went back besides. Not
    /// there while there is nothing to say.
    #[serde(skip_serializing_if = "Option::is_none")]
    progress: Option<ProgressOut>,
}

/// How far the payment of an unpaid order came, or what became of money besides the payment of a paid one: then it is
/// `review`, `refund_failed`, `returned` or `closed`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PaymentProgress)]
pub(super) enum ProgressOut {
    /// The bank has set the money aside; it is not taken yet.
    Authorized,
    /// It came, differs from what was asked or is not needed, and an administrator looks at it.
    Review,
    /// Money on its way back did not reach the buyer, and an administrator looks at it.
    RefundFailed,
    /// It went back, or is on its way back.
    Returned,
    /// It counts for nothing, and an administrator has closed the matter.
    Closed,
    /// The last try did not go through.
    Declined,
}

impl From<Progress> for ProgressOut {
    fn from(progress: Progress) -> Self {
        match progress {
            Progress::Authorized => Self::Authorized,
            Progress::Review => Self::Review,
            Progress::RefundFailed => Self::RefundFailed,
            Progress::Returned => Self::Returned,
            Progress::Closed => Self::Closed,
            Progress::Declined => Self::Declined,
        }
    }
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

impl From<EnteredRefund> for RefundOut {
    fn from(refund: EnteredRefund) -> Self {
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
pub(super) type Refunds = HashMap<OrderId, Vec<EnteredRefund>>;

impl PurchaseOut {
    pub(super) fn new(purchase: Purchase, refunds: &mut Refunds, now: Time) -> Self {
        let refunds = refunds.remove(&purchase.id).unwrap_or_default();
        let (state, sandbox) = (purchase.standing(now).into(), purchase.is_test());
        let progress = purchase.progress.map(ProgressOut::from);
        let amount_paise = purchase.paid_paise();
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
            amount_paise,
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
            progress,
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
    /// Really paid with those that match. Test payments are summed only while the installation has no real keys.
    paid_paise: i64,
    /// Of it given back.
    refunded_paise: i64,
}

impl SalesOut {
    pub fn new(sales: Vec<PurchaseOut>, sums: &SalesTotals) -> Self {
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
    #[serde(flatten)]
    #[schema(ignore)]
    others: UnreadNames,
}

impl RefundIn {
    pub fn parse(&self) -> Result<NewRefund, Rejection> {
        self.others.refuse_but(&[], &["amountPaise", "contests", "polls", "reason", "reference"])?;
        Ok(NewRefund::parse(self.amount_paise, self.contests, self.polls, &self.reason, self.reference.as_deref())?)
    }
}

/// The refund is entered.
#[derive(Serialize, ToSchema)]
pub(super) struct RefundedOut {
    pub success: bool,
    pub message: String,
    pub order: PurchaseOut,
}

/// What was charged, as the provider says it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ChargeOut {
    payment_id: String,
    /// In the smallest units of `currency` (ISO 4217); 0 when it cannot be read.
    amount: i64,
    /// Empty when the provider did not say in a way that can be read what was paid.
    currency: String,
    /// `begun`, `failed`, `authorized`, `released`, `captured` or `refunded`.
    stage: &'static str,
    /// Tax included.
    fee: Option<i64>,
    /// `customer`: the fee is in the amount.
    fee_bearer: Option<String>,
    /// What a foreign amount is worth.
    base_amount: Option<i64>,
    base_currency: Option<String>,
    offer_id: Option<String>,
    seen_at: String,
}

impl From<SeenPayment> for ChargeOut {
    fn from(seen: SeenPayment) -> Self {
        Self {
            payment_id: seen.id,
            amount: seen.charge.amount,
            currency: seen.charge.currency,
            stage: seen.stage.word(),
            fee: seen.charge.fee,
            fee_bearer: seen.charge.fee_bearer,
            base_amount: seen.charge.base_amount,
            base_currency: seen.charge.base_currency,
            offer_id: seen.charge.offer_id,
            seen_at: seen.seen_at.to_rfc3339(),
        }
    }
}

/// Something of an order that an administrator must look at.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PaymentCaseOut {
    id: i64,
    /// `payment`, `authorized`, `refund_failed`, `dispute`, `dispute_lost`, `spent` or `gone`.
    kind: &'static str,
    /// The provider's id of what it is about.
    subject: String,
    /// What happened, in a sentence.
    says: String,
    /// What is to be done about it.
    advice: &'static str,
    /// What may be decided while it is open: of `credit`, `refund` and `done`.
    choices: Vec<&'static str>,
    opened_at: String,
    closed_at: Option<String>,
    /// `credit`, `refund`, `done`, or `settled` when nobody had to decide.
    decision: Option<&'static str>,
    reason: Option<String>,
    /// Why the provider did not do what was decided before.
    trouble: Option<String>,
    payment: Option<ChargeOut>,
    order: PurchaseOut,
}

impl PaymentCaseOut {
    pub fn new(shown: CaseDetails, refunds: &mut Refunds, now: Time) -> Self {
        let (says, advice) = messages::case_text(&shown);
        let CaseDetails { case, order, payment, .. } = shown;
        let choices = if case.closed.is_none() { case.choices(&order, payment.as_ref()) } else { &[] };
        Self {
            id: case.id,
            kind: case.kind.word(),
            subject: case.subject,
            says,
            advice,
            choices: choices.iter().map(|choice| choice.word()).collect(),
            opened_at: case.opened_at.to_rfc3339(),
            closed_at: case.closed.as_ref().map(|closed| closed.at.to_rfc3339()),
            decision: case.closed.as_ref().map(|closed| closed.decision.word()),
            reason: case.closed.and_then(|closed| closed.reason),
            trouble: case.trouble,
            payment: payment.map(ChargeOut::from),
            order: PurchaseOut::new(order, refunds, now),
        }
    }
}

impl PaymentCaseOut {
    /// Whether its buyer still has an account.
    pub fn has_buyer(&self) -> bool {
        !self.order.buyer.email.is_empty()
    }
}

/// Cases: open ones with the oldest first, or all with the newest first.
#[derive(Serialize, ToSchema)]
pub(super) struct PaymentCasesOut {
    pub success: bool,
    pub cases: Vec<PaymentCaseOut>,
    /// How many match.
    pub total: i64,
    /// How many are open.
    pub open: i64,
}

/// Which cases.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct CasesIn {
    /// `open` or `all`; open ones when nothing is said.
    state: Option<String>,
    /// From 1.
    page: Option<u32>,
    /// 1 to 200; 30 when nothing is said.
    size: Option<u32>,
}

impl CasesIn {
    pub fn parse(&self) -> Result<(bool, Page), Rejection> {
        let is_open = match self.state.as_deref() {
            None | Some("open") => true,
            Some("all") => false,
            Some(_) => return Err(Rejection::invalid("state", messages::STRANGE_STATE)),
        };
        Ok((is_open, Page::parse(self.page, self.size, 30, 200)?))
    }
}

/// A decision about a case.
#[derive(Deserialize, ToSchema)]
pub(super) struct DecisionIn {
    /// `credit`, `refund` or `done`, of the choices the case offers.
    decision: String,
    /// 1 to 200 characters; kept with the case.
    reason: String,
}

impl DecisionIn {
    pub fn parse(&self) -> Result<NewDecision, Rejection> {
        Ok(NewDecision::parse(&self.decision, &self.reason)?)
    }
}

/// The case as it is now.
#[derive(Serialize, ToSchema)]
pub(super) struct DecidedOut {
    pub success: bool,
    pub message: String,
    pub case: PaymentCaseOut,
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
    /// What the payment provider told of one's payments, oldest first.
    charges: Vec<ChargeOut>,
    /// What an administrator had to look at, oldest first.
    cases: Vec<KeptCase>,
}

/// A case, for the download of one's own data.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = KeptPaymentCase)]
struct KeptCase {
    order: String,
    kind: &'static str,
    subject: String,
    opened_at: String,
    closed_at: Option<String>,
    decision: Option<&'static str>,
    reason: Option<String>,
}

impl From<Case> for KeptCase {
    fn from(case: Case) -> Self {
        Self {
            order: case.order.to_string(),
            kind: case.kind.word(),
            subject: case.subject,
            opened_at: case.opened_at.to_rfc3339(),
            closed_at: case.closed.as_ref().map(|closed| closed.at.to_rfc3339()),
            decision: case.closed.as_ref().map(|closed| closed.decision.word()),
            reason: case.closed.and_then(|closed| closed.reason),
        }
    }
}

impl KeptPayments {
    pub(super) fn new(
        balance: Balance,
        orders: Vec<PurchaseOut>,
        ledger: Vec<Entry>,
        charges: Vec<SeenPayment>,
        cases: Vec<Case>,
    ) -> Self {
        Self {
            charges: charges.into_iter().map(ChargeOut::from).collect(),
            cases: cases.into_iter().map(KeptCase::from).collect(),
            contest_creations_left: balance.contests,
            poll_creations_left: balance.polls,
            orders,
            ledger: ledger.into_iter().map(CreditEntryOut::from).collect(),
        }
    }
}

/// Which part of a list.
pub(super) type PageIn = query::PageIn<30, 200>;

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
    pub fn parse(&self) -> Result<(Option<String>, Page), Rejection> {
        let search = validation::line("q", "The search", self.q.as_deref().unwrap_or_default(), 0, 100)?;
        Ok((Some(search).filter(|text| !text.is_empty()), Page::parse(self.page, self.size, 30, 200)?))
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
