//! Payment model: plans and their prices, purchases, refunds, kinds of creations, and the day a creation counts for. Pure.

use std::time::Duration;

use chrono::Datelike;
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

use quad_kernel::clock::Time;
use quad_kernel::error::Rejection;
use quad_kernel::ids::{OrderId, UserId};
use quad_kernel::validation;

use super::payment_state::{CaseKind, Charge, Progress, SeenPayment};

/// How many creations a person has left, gets or gives back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Balance {
    /// Contests.
    pub contests: i32,
    /// Polls.
    pub polls: i32,
}

impl Balance {
    /// The same as a loss.
    #[must_use]
    pub fn taken(self) -> Self {
        Self { contests: -self.contests, polls: -self.polls }
    }
}

/// What is created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Creation {
    Contest,
    Poll,
}

impl Creation {
    /// The word kept in the table of daily creations.
    pub fn word(self) -> &'static str {
        match self {
            Self::Contest => "contest",
            Self::Poll => "poll",
        }
    }

    /// One credit of this kind.
    pub fn one(self) -> Balance {
        match self {
            Self::Contest => Balance { contests: 1, polls: 0 },
            Self::Poll => Balance { contests: 0, polls: 1 },
        }
    }

    /// Why a credit was spent, as the ledger says it.
    pub fn reason(self) -> &'static str {
        match self {
            Self::Contest => "contest created",
            Self::Poll => "poll created",
        }
    }
}

/// The day of `now` in the institute's zone, in days since 1970.
pub(super) fn day(now: Time, zone: Tz) -> i32 {
    const DAYS_FROM_CE_TO_1970: i32 = 719_163;
    now.utc().with_timezone(&zone).date_naive().num_days_from_ce() - DAYS_FROM_CE_TO_1970
}

/// What is sold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plan {
    Starter,
    Pro,
    Enterprise,
}

impl Plan {
    pub const ALL: [Self; 3] = [Self::Starter, Self::Pro, Self::Enterprise];

    /// As it is stored and sent.
    pub fn word(self) -> &'static str {
        match self {
            Self::Starter => "starter",
            Self::Pro => "pro",
            Self::Enterprise => "enterprise",
        }
    }

    /// As it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Starter => "Starter",
            Self::Pro => "Pro",
            Self::Enterprise => "Enterprise",
        }
    }

    fn monthly_rupees(self) -> i64 {
        match self {
            Self::Starter => 9,
            Self::Pro => 19,
            Self::Enterprise => 39,
        }
    }

    fn contests_a_month(self) -> i32 {
        match self {
            Self::Starter => 1,
            Self::Pro => 3,
            Self::Enterprise => 5,
        }
    }
}

/// For how long it is paid at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Period {
    Monthly,
    Annual,
}

impl Period {
    pub const ALL: [Self; 2] = [Self::Monthly, Self::Annual];

    /// As it is stored and sent.
    pub fn word(self) -> &'static str {
        match self {
            Self::Monthly => "monthly",
            Self::Annual => "annual",
        }
    }
}

/// A plan for a period; each of the six has a price of its own, by which it is ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Offer {
    pub plan: Plan,
    pub period: Period,
}

impl Offer {
    /// All six.
    pub fn all() -> impl Iterator<Item = Self> {
        Plan::ALL.into_iter().flat_map(|plan| Period::ALL.map(|period| Self { plan, period }))
    }

    /// The offer with this price.
    pub fn for_rupees(rupees: i64) -> Option<Self> {
        Self::all().find(|offer| offer.rupees() == rupees)
    }

    /// Reads what [`Plan::word`] and [`Period::word`] wrote.
    pub fn parse(plan: &str, period: &str) -> Option<Self> {
        Self::all().find(|offer| offer.plan.word() == plan && offer.period.word() == period)
    }

    /// Its price: a year costs twelve months less a fifth, rounded to whole rupees.
    pub fn rupees(self) -> i64 {
        let month = self.plan.monthly_rupees();
        match self.period {
            Period::Monthly => month,
            Period::Annual => (month * 8 * 12 + 5) / 10,
        }
    }

    /// The same as the provider counts.
    pub fn amount_paise(self) -> i64 {
        self.rupees() * 100
    }

    /// What one gets for it: as many polls as contests.
    pub fn creations(self) -> Balance {
        let number = match self.period {
            Period::Monthly => self.plan.contests_a_month(),
            Period::Annual => self.plan.contests_a_month() * 12,
        };
        Balance { contests: number, polls: number }
    }
}

/// An order of a plan, paid or not, and who ordered it.
#[derive(Clone, Debug)]
pub(super) struct Purchase {
    pub id: OrderId,
    pub buyer: Buyer,
    pub key_id: String,
    pub provider_order_id: String,
    pub offer: Offer,
    pub amount_paise: i64,
    pub creations: Balance,
    pub created_at: Time,
    pub paid: Option<Paid>,
    pub refunded_paise: i64,
    /// Creations taken back with refunds.
    pub taken: Balance,
    /// The part of both that follows from what the provider told.
    pub returned: Returned,
    /// How far the payment of an unpaid order came.
    pub progress: Option<Progress>,
}

/// What is back with the buyer without anybody entering it here, and the creations taken with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Returned {
    pub paise: i64,
    pub creations: Balance,
}

/// Who ordered.
#[derive(Clone, Debug)]
pub(super) struct Buyer {
    pub id: UserId,
    pub full_name: String,
    /// Empty once the account is deleted.
    pub email: String,
}

impl Buyer {
    /// Whether the account has been deleted: nobody can use what is bought for it.
    pub fn is_gone(&self) -> bool {
        self.email.is_empty()
    }
}

/// The payment that was credited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Paid {
    pub at: Time,
    pub payment_id: String,
    pub receipt_no: i64,
    /// What was charged: not always the order's amount.
    pub charge: Charge,
}

/// Something of an order that an administrator must look at.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub id: i64,
    pub order: OrderId,
    pub kind: CaseKind,
    /// The provider's id of what it is about.
    pub subject: String,
    pub opened_at: Time,
    pub closed: Option<Closed>,
    /// Why the provider did not do what was decided.
    pub trouble: Option<String>,
}

/// How a case ended.
#[derive(Clone, Debug)]
pub(super) struct Closed {
    pub at: Time,
    pub decision: Decision,
    pub reason: Option<String>,
}

/// What was decided about a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    /// The payment counts as the order's.
    Credit,
    /// The provider is told to give it back.
    Refund,
    /// Somebody did what was to do outside of Quad.
    Done,
    /// It is no case any more; nobody decided.
    Settled,
}

impl Decision {
    const ALL: [Self; 4] = [Self::Credit, Self::Refund, Self::Done, Self::Settled];

    /// As it is stored and sent.
    pub fn word(self) -> &'static str {
        match self {
            Self::Credit => "credit",
            Self::Refund => "refund",
            Self::Done => "done",
            Self::Settled => "settled",
        }
    }

    /// Reads what [`Decision::word`] wrote.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|decision| decision.word() == word)
    }
}

impl Case {
    /// What may be decided, of a case about this payment. Only an unpaid order of somebody who is still there can take a
    /// payment; only what has a name and an amount can be given back from here.
    pub fn choices(&self, order: &Purchase, payment: Option<&SeenPayment>) -> &'static [Decision] {
        let is_named = self.subject != UNNAMED;
        let can_go_back = is_named && payment.is_some_and(|payment| payment.charge.amount > 0);
        match self.kind {
            CaseKind::Payment if is_named && order.paid.is_none() && !order.buyer.is_gone() => {
                if can_go_back {
                    &[Decision::Credit, Decision::Refund, Decision::Done]
                } else {
                    &[Decision::Credit, Decision::Done]
                }
            }
            CaseKind::Payment | CaseKind::Gone if can_go_back => &[Decision::Refund, Decision::Done],
            CaseKind::Payment
            | CaseKind::Gone
            | CaseKind::Authorized
            | CaseKind::RefundFailed
            | CaseKind::Dispute
            | CaseKind::DisputeLost
            | CaseKind::Spent => &[Decision::Done],
        }
    }
}

/// A case with what one must know to decide it.
pub(super) struct CaseDetails {
    pub case: Case,
    pub order: Purchase,
    /// The payment it is about, if it is about one.
    pub payment: Option<SeenPayment>,
    /// What of it is about money going back, in the smallest units of the payment's currency.
    pub amount: Option<i64>,
    /// Another refund of this payment that is on its way, likewise.
    pub on_its_way: Option<i64>,
}

/// Why a decision or a refund cannot be taken as an administrator asked for it; worded in `messages.rs`.
#[derive(Debug)]
pub(super) enum UnfitDecision {
    StrangeDecision,
    /// The field that is below nothing.
    NegativeRefund(&'static str),
    RefundOfNothing,
    Text(Rejection),
}

impl From<Rejection> for UnfitDecision {
    fn from(refusal: Rejection) -> Self {
        Self::Text(refusal)
    }
}

/// A decision about a case; checked.
#[derive(Clone, Debug)]
pub(super) struct NewDecision {
    pub decision: Decision,
    pub reason: String,
}

impl NewDecision {
    /// Checks what does not depend on the case.
    pub fn parse(decision: &str, reason: &str) -> Result<Self, UnfitDecision> {
        let decision = Decision::parse(decision)
            .filter(|decision| *decision != Decision::Settled)
            .ok_or(UnfitDecision::StrangeDecision)?;
        Ok(Self { decision, reason: validation::line("reason", "The reason", reason, 1, 200)? })
    }
}

/// How an order stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OrderState {
    Waiting,
    Paid,
    PartlyRefunded,
    Refunded,
    Expired,
}

impl Purchase {
    /// How it stands now. An expired order is asked about for another week, and a late payment is still credited.
    pub fn standing(&self, now: Time) -> OrderState {
        match (&self.paid, self.refunded_paise) {
            (None, _) if !self.is_fresh(now) => OrderState::Expired,
            (None, _) => OrderState::Waiting,
            (Some(_), 0) => OrderState::Paid,
            (Some(paid), back) if back >= paid.charge.whole_paise(self.amount_paise) => OrderState::Refunded,
            (Some(_), _) => OrderState::PartlyRefunded,
        }
    }

    /// What was paid, in paise; of an unpaid order, what is asked.
    pub fn paid_paise(&self) -> i64 {
        self.paid.as_ref().map_or(self.amount_paise, |paid| paid.charge.worth(self.amount_paise))
    }

    /// Whether somebody may still be about to pay it.
    pub fn is_fresh(&self, now: Time) -> bool {
        now.millis_since(self.created_at) <= PAYABLE_FOR.as_millis() as i64
    }

    /// Whether it was made in the account of this key: see [`is_one_account`].
    pub fn is_of_account(&self, key_id: &str) -> bool {
        is_one_account(&self.key_id, key_id)
    }

    /// Whether no money moved: the provider's keys for trying things out begin like this, and so do the sandbox's.
    pub fn is_test(&self) -> bool {
        is_test_key(&self.key_id)
    }
}

/// See [`Purchase::is_test`].
pub(super) fn is_test_key(key_id: &str) -> bool {
    key_id.starts_with(TEST_KEYS)
}

/// Whether two keys belong to one account at the provider, as far as can be known. Keys for money are exchanged now and then, and what was
/// ordered with an earlier one is paid all the same; a webhook's signature proves the account. Keys for trying things out may be the
/// sandbox's or the provider's.
pub(super) fn is_one_account(one: &str, other: &str) -> bool {
    one == other || !is_test_key(one) && !is_test_key(other)
}

/// [`is_one_account`] as the database says it of an order `o` and the key `$1`.
pub(super) const ONE_ACCOUNT: &str =
    "(o.key_id = $1 OR $1 NOT LIKE 'rzp!_test!_%' ESCAPE '!' AND o.key_id NOT LIKE 'rzp!_test!_%' ESCAPE '!')";

/// How the key ids of test accounts begin.
pub(super) const TEST_KEYS: &str = "rzp_test_";

/// "Q-000042".
pub(super) fn receipt_number(number: i64) -> String {
    format!("Q-{number:06}")
}

/// Stands for the id of a payment whose own cannot be read. No id of the provider's is this.
pub(super) const UNNAMED: &str = "unnamed";

/// Looks like an id the provider gives; nothing else is looked for.
pub(super) fn is_provider_id(text: &str) -> bool {
    (1..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// So long an unpaid order is shown as waiting, and money that is set aside for it is captured.
const PAYABLE_FOR: Duration = Duration::from_hours(5 * 24);
/// For so long the provider is asked about an unpaid order. Razorpay asks a silent bank for three days and gives back what
/// nobody captured after five working days, a week: within twelve days a payment is captured or gone.
const ASKED_FOR: Duration = Duration::from_hours(12 * 24);
/// So long the provider has to capture by itself what the bank has set aside.
pub(super) const CAPTURED_WITHIN: Duration = Duration::from_mins(5);
/// The first question, and the one after the provider was away.
pub(super) const FIRST_CHECK: Duration = Duration::from_secs(15);
/// While somebody may still be typing a card's number, a payment must show within a minute.
const AT_FIRST: Duration = Duration::from_mins(20);
const SHORTEST_PAUSE: i64 = 30_000;
const LONGEST_PAUSE: i64 = 6 * 3_600_000;

/// When the provider is asked again about an order that is unpaid now: every 30 s for 20 minutes, then after pauses that
/// double up to six hours, for twelve days.
pub(super) fn next_check(created_at: Time, now: Time) -> Option<Time> {
    let age = now.millis_since(created_at);
    if age > ASKED_FOR.as_millis() as i64 {
        return None;
    }
    let pause = (age - AT_FIRST.as_millis() as i64).clamp(SHORTEST_PAUSE, LONGEST_PAUSE);
    Some(Time(now.0 + pause))
}

/// Money given back by hand; checked.
#[derive(Clone, Debug)]
pub(super) struct NewRefund {
    pub amount_paise: i64,
    pub creations: Balance,
    pub reason: String,
    pub reference: Option<String>,
}

impl NewRefund {
    /// Checks what does not depend on the order.
    pub fn parse(
        amount_paise: i64,
        contests: i32,
        polls: i32,
        reason: &str,
        reference: Option<&str>,
    ) -> Result<Self, UnfitDecision> {
        let negative = [("amountPaise", amount_paise), ("contests", i64::from(contests)), ("polls", i64::from(polls))];
        if let Some((field, _)) = negative.into_iter().find(|(_, number)| *number < 0) {
            return Err(UnfitDecision::NegativeRefund(field));
        }
        if amount_paise == 0 && contests == 0 && polls == 0 {
            return Err(UnfitDecision::RefundOfNothing);
        }
        let reference = reference.map(str::trim).filter(|text| !text.is_empty());
        Ok(Self {
            amount_paise,
            creations: Balance { contests, polls },
            reason: validation::line("reason", "The reason", reason, 1, 200)?,
            reference: reference
                .map(|text| validation::line("reference", "The reference", text, 1, 100))
                .transpose()?,
        })
    }
}

/// A refund as it is stored.
#[derive(Clone, Debug)]
pub(super) struct EnteredRefund {
    pub order: OrderId,
    pub amount_paise: i64,
    pub creations: Balance,
    pub reason: String,
    pub reference: Option<String>,
    pub created_at: Time,
}

/// A line of the ledger.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub id: i64,
    pub change: Balance,
    pub reason: String,
    pub subject: Option<String>,
    pub created_at: Time,
}

/// Mails the receipt of an order.
#[derive(Serialize, Deserialize)]
pub(super) struct SendReceipt {
    pub order: String,
}

impl SendReceipt {
    pub fn new(order: OrderId) -> Self {
        Self { order: order.to_string() }
    }
}

/// Mails a refund.
#[derive(Serialize, Deserialize)]
pub(super) struct SendRefund {
    pub refund: i64,
}

impl SendRefund {
    pub fn new(refund: i64) -> Self {
        Self { refund }
    }
}

/// Has the provider give back a payment that paid nothing, or paid for somebody who is gone, as an administrator decided.
/// The provider gives nothing back twice: what a crash repeats is refused, and then the payment itself says that it is
/// refunded.
#[derive(Serialize, Deserialize)]
pub(super) struct RefundPayment {
    pub case: i64,
}

impl RefundPayment {
    pub fn new(case: i64) -> Self {
        Self { case }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_database_knows_test_keys_as_we_do() {
        let pattern = format!("NOT LIKE '{}%' ESCAPE '!'", TEST_KEYS.replace('_', "!_"));
        assert_eq!(ONE_ACCOUNT.matches(&pattern).count(), ONE_ACCOUNT.matches("LIKE").count());
    }

    #[test]
    fn a_day_begins_at_the_institutes_midnight() {
        let at = |text| Time::parse_rfc3339(text).expect("time");
        assert_eq!(day(Time(0), Tz::UTC), 0);
        let before = day(at("2026-11-20T23:59:59+05:30"), Tz::Asia__Kolkata);
        assert_eq!(day(at("2026-11-21T00:00:00+05:30"), Tz::Asia__Kolkata), before + 1);
        assert_eq!(day(at("2026-11-20T18:29:59Z"), Tz::Asia__Kolkata), before);
    }

    #[test]
    fn a_year_costs_twelve_months_less_a_fifth() {
        let mut listed = Vec::new();
        for offer in Offer::all() {
            if offer.period == Period::Annual {
                let exact = offer.plan.monthly_rupees() as f64 * 0.8 * 12.0;
                assert_eq!(offer.rupees(), exact.round() as i64);
            }
            let got = offer.creations();
            assert_eq!(got.contests, got.polls);
            listed.push((offer.plan.word(), offer.period.word(), offer.amount_paise(), got.contests));
        }
        assert_eq!(
            listed,
            [
                ("starter", "monthly", 900, 1),
                ("starter", "annual", 8_600, 12),
                ("pro", "monthly", 1_900, 3),
                ("pro", "annual", 18_200, 36),
                ("enterprise", "monthly", 3_900, 5),
                ("enterprise", "annual", 37_400, 60),
            ]
        );
    }

    #[test]
    fn a_price_names_its_offer() {
        for offer in Offer::all() {
            assert_eq!(Offer::for_rupees(offer.rupees()), Some(offer));
            assert_eq!(Offer::parse(offer.plan.word(), offer.period.word()), Some(offer));
        }
        for rupees in [i64::MIN, -9, 0, 1, 8, 10, 108, 900, i64::MAX] {
            assert_eq!(Offer::for_rupees(rupees), None, "{rupees}");
        }
    }

    #[test]
    fn the_provider_is_asked_often_at_first_and_never_for_ever() {
        let created = Time(1_000_000);
        let mut now = Time(created.0 + FIRST_CHECK.as_millis() as i64);
        let (mut times, mut last_pause) = (1, 0);
        while let Some(next) = next_check(created, now) {
            let pause = next.millis_since(now);
            assert!(pause >= last_pause, "pauses grow");
            assert!(pause <= 6 * 3_600_000);
            if now.millis_since(created) <= 20 * 60_000 {
                assert_eq!(pause, 30_000);
            }
            last_pause = pause;
            now = next;
            times += 1;
        }
        assert!(now.millis_since(created) > 12 * 86_400_000, "asked once more at the very end");
        assert!((85..120).contains(&times), "{times}");
    }

    #[test]
    fn a_refund_is_something_with_a_reason() {
        let parse = |paise, contests, polls| NewRefund::parse(paise, contests, polls, " Not used ", Some("  "));
        assert!(parse(100, 0, 0).is_ok_and(|refund| refund.reason == "Not used" && refund.reference.is_none()));
        assert!(parse(0, 1, 0).is_ok());
        for (paise, contests, polls) in [(0, 0, 0), (-1, 0, 0), (1, -1, 0), (1, 0, -1)] {
            assert!(parse(paise, contests, polls).is_err(), "{paise} {contests} {polls}");
        }
        assert!(NewRefund::parse(1, 0, 0, "  ", None).is_err());
        assert!(NewRefund::parse(1, 0, 0, "a\nb", None).is_err());
        assert!(NewRefund::parse(1, 0, 0, "fine", Some("a\0")).is_err());
    }

    #[test]
    fn a_decision_is_known_and_has_a_reason() {
        assert!(
            NewDecision::parse("credit", " The bank kept its fee ")
                .is_ok_and(|new| new.reason == "The bank kept its fee")
        );
        for (decision, reason) in [("credit", " "), ("settled", "x"), ("", "x"), ("Credit", "x"), ("refund", "a\nb")] {
            assert!(NewDecision::parse(decision, reason).is_err(), "{decision} {reason}");
        }
        assert!(NewDecision::parse("done", &"x".repeat(201)).is_err());
    }

    #[test]
    fn receipts_are_numbered() {
        assert_eq!(receipt_number(42), "Q-000042");
        assert_eq!(receipt_number(12_345_678), "Q-12345678");
    }
}
