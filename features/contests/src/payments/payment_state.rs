//! Payment state: what the provider told of an order, and what follows from it: who paid, how much is back with the
//! payer, what an administrator must decide, and what the buyer is told.
//!
//! The provider repeats its messages, loses some and sends them in any order. So each message is joined to what is known:
//! a payment only moves forward (failed may still become authorized, as Razorpay's late authorisation does), and the
//! verdict is computed anew from all of it. Pure; `the_order_of_messages_does_not_matter` tries random orders.

use std::collections::BTreeSet;

use quad_kernel::clock::Time;

/// How far a payment came; only forward.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    Begun,
    Failed,
    /// The bank has set the money aside.
    Authorized,
    /// The bank has let go of it again; it was never taken.
    Released,
    Captured,
    /// All of it was given back after it was taken.
    Refunded,
}

impl Stage {
    const ALL: [Self; 6] =
        [Self::Begun, Self::Failed, Self::Authorized, Self::Released, Self::Captured, Self::Refunded];

    /// As it is stored.
    pub fn number(self) -> i32 {
        self as i32
    }

    /// Reads what [`Stage::number`] wrote.
    pub fn of(number: i32) -> Self {
        usize::try_from(number).ok().and_then(|at| Self::ALL.get(at)).copied().unwrap_or(Self::Begun)
    }

    /// As it is told.
    pub fn word(self) -> &'static str {
        match self {
            Self::Begun => "begun",
            Self::Failed => "failed",
            Self::Authorized => "authorized",
            Self::Released => "released",
            Self::Captured => "captured",
            Self::Refunded => "refunded",
        }
    }
}

/// What was charged, as the provider says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Charge {
    /// In the smallest units of `currency` (ISO 4217).
    pub amount: i64,
    pub currency: String,
    /// Tax included.
    pub fee: Option<i64>,
    pub tax: Option<i64>,
    pub fee_bearer: Option<String>,
    pub base_amount: Option<i64>,
    pub base_currency: Option<String>,
    pub offer_id: Option<String>,
}

impl Charge {
    /// So many paise and nothing else.
    pub fn exactly(paise: i64) -> Self {
        Self {
            amount: paise,
            currency: "INR".to_owned(),
            fee: None,
            tax: None,
            fee_bearer: None,
            base_amount: None,
            base_currency: None,
            offer_id: None,
        }
    }

    /// What cannot be read, or is not told whole: it pays nothing by itself, and an administrator decides. The amount is kept
    /// where that is told, else it is 0.
    pub fn unclear(amount: i64) -> Self {
        Self { currency: String::new(), ..Self::exactly(amount.max(0)) }
    }

    /// Whether the provider said how much of which currency.
    pub fn is_clear(&self) -> bool {
        !self.currency.is_empty()
    }

    /// Whether the seller gets the order's amount: it was charged, or it was charged with a fee on top that the provider
    /// says the customer bears. Razorpay's `fee` includes its tax; an account that reports them apart is taken, too.
    pub fn pays(&self, order_paise: i64) -> bool {
        if self.currency != "INR" {
            return false;
        }
        let fee = self.fee.unwrap_or_default().max(0);
        let tax = self.tax.unwrap_or_default().max(0);
        let is_with_fee = self.fee_bearer.as_deref() == Some("customer")
            && [Some(fee), fee.checked_add(tax)]
                .into_iter()
                .flatten()
                .any(|on_top| on_top > 0 && order_paise.checked_add(on_top) == Some(self.amount));
        self.amount == order_paise || is_with_fee
    }

    /// What was paid, in paise. A foreign amount is what the provider says it is worth; where it does not say, it stands
    /// for the order's amount.
    pub fn worth(&self, order_paise: i64) -> i64 {
        if self.currency == "INR" {
            return self.amount.max(0);
        }
        match (self.base_amount, self.base_currency.as_deref()) {
            (Some(paise), Some("INR")) if paise > 0 => paise,
            _ => order_paise,
        }
    }

    /// The fee that the customer paid on top of what the seller gets, in paise.
    fn borne(&self) -> i64 {
        let is_borne = self.currency == "INR" && self.fee_bearer.as_deref() == Some("customer");
        self.fee.filter(|fee| is_borne && (0..self.amount).contains(fee)).unwrap_or_default()
    }

    /// When so much is back with the payer, all of it is, in the smallest units of its currency: the fee that the customer bore
    /// may stay with the provider.
    pub fn whole(&self, order_paise: i64) -> i64 {
        if self.pays(order_paise) { order_paise } else { self.amount.max(0) - self.borne() }
    }

    /// The same in paise.
    pub fn whole_paise(&self, order_paise: i64) -> i64 {
        self.paise_of(self.whole(order_paise), order_paise)
    }

    /// What a part of it is in paise. Rupees stay what they are; of a foreign amount it is the share of its worth, and all
    /// of it is all of that.
    pub fn paise_of(&self, part: i64, order_paise: i64) -> i64 {
        let total = self.amount.max(0);
        let part = part.clamp(0, total);
        if self.currency == "INR" || total == 0 {
            return part;
        }
        let worth = self.worth(order_paise);
        let paise = i128::from(worth) * i128::from(part) / i128::from(total);
        i64::try_from(paise).unwrap_or(worth)
    }
}

/// A payment of an order as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SeenPayment {
    pub id: String,
    pub stage: Stage,
    pub charge: Charge,
    /// An administrator took it as the order's payment though the amount differs.
    pub is_accepted: bool,
    /// The provider would not capture it for us.
    pub is_refused: bool,
    pub seen_at: Time,
}

impl SeenPayment {
    /// Both, whichever came first. The charge is that of the message that says most for the payer: it tells of money that
    /// was taken, it pays the order, it is clear. Before any money is taken it is that of the message that came furthest; then
    /// the stage does not decide, for the joined one may be that of a message with another charge. What is beside the amount,
    /// but for a fee that the customer bore, is no news.
    #[must_use]
    pub fn joined(self, other: Self, order_paise: i64) -> Self {
        let weight = |of: &Self| {
            let charge = &of.charge;
            let (is_taken, pays) = (of.is_taken(), charge.pays(order_paise));
            let stage = (!is_taken).then_some(of.stage);
            let how_much = (charge.amount, charge.currency.clone(), charge.borne());
            (is_taken, is_taken && pays, is_taken && charge.is_clear(), stage, charge.is_clear(), pays, how_much)
        };
        let charge = if weight(&other) > weight(&self) { other.charge } else { self.charge };
        Self {
            id: self.id,
            stage: self.stage.max(other.stage),
            charge,
            is_accepted: self.is_accepted || other.is_accepted,
            is_refused: self.is_refused || other.is_refused,
            seen_at: self.seen_at.min(other.seen_at),
        }
    }

    /// Whether its money was taken, whatever became of it.
    pub fn is_taken(&self) -> bool {
        self.stage >= Stage::Captured
    }

    fn fits(&self, order_paise: i64) -> bool {
        self.is_accepted || self.charge.pays(order_paise)
    }
}

/// How money goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReturnKind {
    Refund,
    /// The payer's bank asks for it.
    Dispute,
}

impl ReturnKind {
    /// As it is stored.
    pub fn word(self) -> &'static str {
        match self {
            Self::Refund => "refund",
            Self::Dispute => "dispute",
        }
    }

    /// Reads what [`ReturnKind::word`] wrote.
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Refund, Self::Dispute].into_iter().find(|kind| kind.word() == word)
    }
}

/// How far a refund or a dispute came; only forward.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ReturnStage {
    Open,
    Closed,
    /// The seller keeps the money.
    Won,
    /// The money is gone: refunded, or the dispute is lost.
    Done,
    /// The refund came back.
    Failed,
}

impl ReturnStage {
    const ALL: [Self; 5] = [Self::Open, Self::Closed, Self::Won, Self::Done, Self::Failed];

    /// As it is stored.
    pub fn number(self) -> i32 {
        self as i32
    }

    /// Reads what [`ReturnStage::number`] wrote.
    pub fn of(number: i32) -> Self {
        usize::try_from(number).ok().and_then(|at| Self::ALL.get(at)).copied().unwrap_or(Self::Open)
    }
}

/// A refund or a dispute as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SeenReturn {
    pub id: String,
    pub payment_id: String,
    pub kind: ReturnKind,
    pub stage: ReturnStage,
    /// In the smallest units of the payment's currency; 0 while no message said how much in a way that can be read.
    pub amount: i64,
    pub seen_at: Time,
}

impl SeenReturn {
    /// Both, whichever came first.
    #[must_use]
    pub fn joined(self, other: &Self) -> Self {
        let weight = |of: &Self| (of.amount != 0, of.stage, of.amount);
        let amount = if weight(other) > weight(&self) { other.amount } else { self.amount };
        Self { stage: self.stage.max(other.stage), amount, seen_at: self.seen_at.min(other.seen_at), ..self }
    }
}

/// A refund that an administrator entered by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EnteredRefund {
    pub reference: Option<String>,
    pub paise: i64,
    pub at: Time,
}

/// What a case is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum CaseKind {
    /// Captured money that paid nothing.
    Payment,
    /// Money set aside that cannot be captured by us.
    Authorized,
    RefundFailed,
    Dispute,
    /// The payer's bank took the money back.
    DisputeLost,
    /// All the money is back with the payer, who has used some of the creations.
    Spent,
    /// Money that paid an order whose buyer had deleted the account.
    Gone,
}

impl CaseKind {
    const ALL: [Self; 7] = [
        Self::Payment,
        Self::Authorized,
        Self::RefundFailed,
        Self::Dispute,
        Self::DisputeLost,
        Self::Spent,
        Self::Gone,
    ];

    /// As it is stored and sent.
    pub fn word(self) -> &'static str {
        match self {
            Self::Payment => "payment",
            Self::Authorized => "authorized",
            Self::RefundFailed => "refund_failed",
            Self::Dispute => "dispute",
            Self::DisputeLost => "dispute_lost",
            Self::Spent => "spent",
            Self::Gone => "gone",
        }
    }

    /// Reads what [`CaseKind::word`] wrote.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

/// How far the payment of an unpaid order came, for its buyer; of a paid order, what became of the money that is not what
/// paid it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// The bank has set the money aside.
    Authorized,
    /// Money came and an administrator looks at it.
    Review,
    /// Money on its way back did not reach its payer, and an administrator looks at it.
    RefundFailed,
    /// Nothing of it is with us any more, or it is on its way back.
    Returned,
    /// An administrator has looked at it and did neither: it counts for nothing, and what became of it is not said here.
    Closed,
    /// The last try did not go through.
    Declined,
}

impl Progress {
    /// As it is stored and sent.
    pub fn word(self) -> &'static str {
        match self {
            Self::Authorized => "authorized",
            Self::Review => "review",
            Self::RefundFailed => "refund_failed",
            Self::Returned => "returned",
            Self::Closed => "closed",
            Self::Declined => "declined",
        }
    }

    /// Reads what [`Progress::word`] wrote.
    pub fn parse(word: &str) -> Option<Self> {
        let all = [Self::Authorized, Self::Review, Self::RefundFailed, Self::Returned, Self::Closed, Self::Declined];
        all.into_iter().find(|one| one.word() == word)
    }
}

/// Everything known of an order's payments.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    pub payments: Vec<SeenPayment>,
    pub returns: Vec<SeenReturn>,
    pub entered: Vec<EnteredRefund>,
}

/// What follows from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    /// The payment that counts as the order's.
    pub paid_by: Option<String>,
    /// Of that payment, what is back with the payer and nobody entered by hand.
    pub returned_paise: i64,
    pub cases: BTreeSet<(CaseKind, String)>,
    pub progress: Option<Progress>,
}

impl Facts {
    /// Joins a message about a payment to what is known. Says whether that is news.
    pub fn hear_payment(&mut self, new: SeenPayment, order_paise: i64) -> bool {
        let Some(known) = self.payments.iter_mut().find(|known| known.id == new.id) else {
            self.payments.push(new);
            return true;
        };
        let joined = known.clone().joined(new, order_paise);
        let is_news = joined != *known;
        *known = joined;
        is_news
    }

    /// Joins a message about a refund or a dispute to what is known. Says whether that is news.
    pub fn hear_return(&mut self, new: SeenReturn) -> bool {
        let Some(known) = self.returns.iter_mut().find(|known| known.id == new.id) else {
            self.returns.push(new);
            return true;
        };
        let joined = known.clone().joined(&new);
        let is_news = joined != *known;
        *known = joined;
        is_news
    }

    /// What follows. `credited` is the payment the order is credited for, if it is.
    pub fn verdict(&self, order_paise: i64, credited: Option<&str>) -> Verdict {
        // Of several payments that fit, the one of which most is left counts; the one that counts already wins a tie, so
        // that a receipt keeps its payment.
        let counts = self.payments.iter().filter(|payment| payment.is_taken() && payment.fits(order_paise));
        let paid = counts.min_by_key(|payment| {
            let back = payment.charge.paise_of(self.back_of(payment, order_paise), order_paise);
            let is_all_back = self.is_all_back(payment, order_paise);
            (is_all_back, back, credited != Some(payment.id.as_str()), &payment.id)
        });
        let returned_paise = paid.map_or(0, |payment| self.returned_of(payment, order_paise));
        let paid_by = paid.map(|payment| payment.id.clone());
        let mut cases = BTreeSet::new();
        for payment in &self.payments {
            if payment.is_taken() && Some(&payment.id) != paid_by.as_ref() && !self.is_all_back(payment, order_paise) {
                cases.insert((CaseKind::Payment, payment.id.clone()));
            }
            let is_stuck = payment.is_refused || !payment.fits(order_paise);
            if payment.stage == Stage::Authorized && paid_by.is_none() && is_stuck {
                cases.insert((CaseKind::Authorized, payment.id.clone()));
            }
        }
        // A refund that failed is nobody's concern any more once all the money is back in another way.
        let is_over = |one: &SeenReturn| {
            self.payments.iter().find(|payment| payment.id == one.payment_id).is_some_and(|payment| {
                if Some(&payment.id) != paid_by.as_ref() {
                    return self.is_all_back(payment, order_paise);
                }
                let whole = payment.charge.whole_paise(order_paise);
                whole > 0 && returned_paise.saturating_add(self.entered_paise()) >= whole
            })
        };
        for one in &self.returns {
            match (one.kind, one.stage) {
                (ReturnKind::Refund, ReturnStage::Failed) if is_over(one) => false,
                (ReturnKind::Refund, ReturnStage::Failed) => cases.insert((CaseKind::RefundFailed, one.id.clone())),
                (ReturnKind::Dispute, ReturnStage::Open) => cases.insert((CaseKind::Dispute, one.id.clone())),
                (ReturnKind::Dispute, ReturnStage::Done) => cases.insert((CaseKind::DisputeLost, one.id.clone())),
                _ => false,
            };
        }
        let progress = self.progress(&cases, paid_by.as_deref());
        Verdict { paid_by, returned_paise, cases, progress }
    }

    fn progress(&self, cases: &BTreeSet<(CaseKind, String)>, paid_by: Option<&str>) -> Option<Progress> {
        let has = |wanted: CaseKind| cases.iter().any(|(kind, _)| *kind == wanted);
        if has(CaseKind::Payment) {
            return Some(Progress::Review);
        }
        if has(CaseKind::RefundFailed) {
            return Some(Progress::RefundFailed);
        }
        if paid_by.is_some() {
            let mut others = self.payments.iter().filter(|payment| Some(payment.id.as_str()) != paid_by);
            return others.any(SeenPayment::is_taken).then_some(Progress::Returned);
        }
        let furthest = self.payments.iter().map(|payment| payment.stage);
        if furthest.clone().any(|stage| stage == Stage::Authorized) {
            return Some(Progress::Authorized);
        }
        match furthest.max()? {
            Stage::Released | Stage::Captured | Stage::Refunded => Some(Progress::Returned),
            Stage::Failed => Some(Progress::Declined),
            Stage::Begun | Stage::Authorized => None,
        }
    }

    /// The payment to take from its bank: it fits, nobody has paid yet, and we were not refused before.
    pub fn to_capture(&self, order_paise: i64, seen_before: Time) -> Option<&SeenPayment> {
        if self.payments.iter().any(SeenPayment::is_taken) {
            return None;
        }
        self.payments.iter().find(|payment| {
            payment.stage == Stage::Authorized
                && payment.fits(order_paise)
                && !payment.is_refused
                && payment.seen_at <= seen_before
        })
    }

    /// Money that went back of a payment, each part in the smallest units of its currency.
    fn backs_of(&self, payment: &SeenPayment, order_paise: i64) -> Vec<Back<'_>> {
        let of_it = || self.returns.iter().filter(|one| one.payment_id == payment.id);
        let total = payment.charge.amount.max(0);
        let mut backs: Vec<Back<'_>> = of_it()
            .filter(|one| one.stage == ReturnStage::Done)
            .map(|one| Back { id: &one.id, amount: one.amount.clamp(0, total), at: one.seen_at })
            .collect();
        // The payment says that all of it is back, and no message said how.
        let is_told =
            |one: &SeenReturn| one.kind == ReturnKind::Refund && (one.amount > 0 || one.stage == ReturnStage::Failed);
        if payment.stage == Stage::Refunded && !of_it().any(is_told) {
            backs.push(Back { id: "", amount: payment.charge.whole(order_paise), at: payment.seen_at });
        }
        backs
    }

    /// How much of a payment went back, in the smallest units of its currency.
    pub fn back_of(&self, payment: &SeenPayment, order_paise: i64) -> i64 {
        let backs = self.backs_of(payment, order_paise);
        let back = backs.iter().fold(0_i64, |sum, back| sum.saturating_add(back.amount));
        back.min(payment.charge.amount.max(0))
    }

    /// What is left of a payment to give back, in the smallest units of its currency.
    pub fn left_of(&self, payment: &SeenPayment, order_paise: i64) -> i64 {
        if self.is_all_back(payment, order_paise) {
            return 0;
        }
        payment.charge.amount.max(0) - self.back_of(payment, order_paise)
    }

    /// Whether all of a payment is back that the seller got.
    pub fn is_all_back(&self, payment: &SeenPayment, order_paise: i64) -> bool {
        // How much it was is not known, and the provider says that it is refunded, all of it.
        if !payment.charge.is_clear() && payment.charge.amount == 0 {
            return payment.stage == Stage::Refunded;
        }
        payment.charge.amount > 0 && self.back_of(payment, order_paise) >= payment.charge.whole(order_paise)
    }

    /// What is back of the payment that counts, in paise, without what an administrator has entered: by the provider's number
    /// of it, or, where none was given, by the same amount entered before.
    fn returned_of(&self, payment: &SeenPayment, order_paise: i64) -> i64 {
        let mut unnamed: Vec<&EnteredRefund> = self.entered.iter().filter(|one| one.reference.is_none()).collect();
        let (mut gone, mut returned) = (0_i64, 0);
        let mut backs = self.backs_of(payment, order_paise);
        backs.sort_by_key(|back| (back.at, back.id));
        for back in backs {
            // What each part adds to the sum: the parts of a foreign amount are never more or less than all of it.
            let before = payment.charge.paise_of(gone, order_paise);
            gone = gone.saturating_add(back.amount);
            let paise = payment.charge.paise_of(gone, order_paise) - before;
            if self.entered.iter().any(|one| one.reference.as_deref() == Some(back.id)) {
                continue;
            }
            match unnamed.iter().position(|one| one.paise == paise && one.at <= back.at) {
                Some(at) => {
                    unnamed.remove(at);
                }
                None => returned += paise,
            }
        }
        returned.min(payment.charge.worth(order_paise) - self.entered_paise()).max(0)
    }

    /// What an administrator has entered by hand.
    fn entered_paise(&self) -> i64 {
        self.entered.iter().map(|one| one.paise).sum()
    }
}

struct Back<'a> {
    id: &'a str,
    amount: i64,
    at: Time,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ORDER: i64 = 900;

    #[derive(Clone, Debug)]
    enum Message {
        Payment(SeenPayment),
        Return(SeenReturn),
    }

    fn payment(id: &str, stage: Stage, charge: Charge) -> Message {
        let (is_accepted, is_refused) = (false, false);
        Message::Payment(SeenPayment { id: id.into(), stage, charge, is_accepted, is_refused, seen_at: Time(1) })
    }

    fn back(id: &str, payment_id: &str, kind: ReturnKind, stage: ReturnStage, amount: i64) -> Message {
        let (id, payment_id) = (id.into(), payment_id.into());
        Message::Return(SeenReturn { id, payment_id, kind, stage, amount, seen_at: Time(1) })
    }

    /// Hears everything as the server does: the first payment that counts is credited, and stays so until less of it is
    /// left than of another.
    fn heard(messages: &[Message]) -> (Option<String>, Verdict) {
        let mut facts = Facts::default();
        let mut credited: Option<String> = None;
        for message in messages {
            match message.clone() {
                Message::Payment(one) => facts.hear_payment(one, ORDER),
                Message::Return(one) => facts.hear_return(one),
            };
            credited = facts.verdict(ORDER, credited.as_deref()).paid_by.or(credited);
        }
        let verdict = facts.verdict(ORDER, credited.as_deref());
        (credited, verdict)
    }

    #[test]
    fn a_charge_pays_when_the_seller_gets_the_orders_amount() {
        let with = |amount, fee, tax, bearer: Option<&str>, currency: &str| Charge {
            fee,
            tax,
            fee_bearer: bearer.map(str::to_owned),
            currency: currency.to_owned(),
            ..Charge::exactly(amount)
        };
        for (charge, pays) in [
            (with(900, None, None, None, "INR"), true),
            (with(900, Some(21), Some(3), Some("platform"), "INR"), true),
            (with(900, Some(21), Some(3), Some("customer"), "INR"), true),
            (with(921, Some(21), Some(3), Some("customer"), "INR"), true),
            (with(924, Some(21), Some(3), Some("customer"), "INR"), true),
            (with(921, Some(21), Some(3), None, "INR"), false),
            (with(921, Some(21), Some(3), Some("platform"), "INR"), false),
            (with(922, Some(21), Some(3), Some("customer"), "INR"), false),
            (with(879, Some(21), Some(3), Some("customer"), "INR"), false),
            (with(879, Some(-21), Some(0), Some("customer"), "INR"), false),
            (with(921, None, None, Some("customer"), "INR"), false),
            (with(900, None, None, None, "USD"), false),
            (with(900, None, None, None, "inr"), false),
            (with(i64::MAX, Some(i64::MAX), Some(i64::MAX), Some("customer"), "INR"), false),
            (with(-900, None, None, None, "INR"), false),
            (with(0, None, None, None, "INR"), false),
        ] {
            assert_eq!(charge.pays(ORDER), pays, "{charge:?}");
        }
    }

    type Story = (Vec<Message>, Option<&'static str>, i64, Vec<(CaseKind, String)>, Option<Progress>);

    fn ends(stories: Vec<Story>) {
        for (messages, paid_by, returned_paise, cases, progress) in stories {
            let paid_by = paid_by.map(str::to_owned);
            let expected = Verdict { paid_by, returned_paise, cases: cases.into_iter().collect(), progress };
            assert_eq!(heard(&messages).1, expected, "{messages:?}");
        }
    }

    #[test]
    fn each_story_ends_in_its_state() {
        use ReturnKind::Refund;
        use ReturnStage::Done;
        let good = || Charge::exactly(ORDER);
        let cheap = || Charge { offer_id: Some("offer_1".into()), ..Charge::exactly(800) };
        let paid = || payment("pay_1", Stage::Captured, good());
        let case = |kind, id: &str| vec![(kind, id.to_owned())];
        let stories = [
            (vec![payment("pay_1", Stage::Failed, good())], None, 0, vec![], Some(Progress::Declined)),
            (vec![payment("pay_1", Stage::Authorized, good())], None, 0, vec![], Some(Progress::Authorized)),
            (
                vec![payment("pay_1", Stage::Authorized, cheap())],
                None,
                0,
                case(CaseKind::Authorized, "pay_1"),
                Some(Progress::Authorized),
            ),
            (vec![payment("pay_1", Stage::Released, good())], None, 0, vec![], Some(Progress::Returned)),
            (vec![paid(), payment("pay_0", Stage::Failed, good())], Some("pay_1"), 0, vec![], None),
            (
                vec![payment("pay_1", Stage::Captured, cheap())],
                None,
                0,
                case(CaseKind::Payment, "pay_1"),
                Some(Progress::Review),
            ),
            (
                vec![payment("pay_1", Stage::Captured, cheap()), back("rfnd_1", "pay_1", Refund, Done, 800)],
                None,
                0,
                vec![],
                Some(Progress::Returned),
            ),
            (
                vec![paid(), payment("pay_2", Stage::Captured, good())],
                Some("pay_1"),
                0,
                case(CaseKind::Payment, "pay_2"),
                Some(Progress::Review),
            ),
            (
                vec![paid(), payment("pay_2", Stage::Captured, good()), back("rfnd_1", "pay_2", Refund, Done, 900)],
                Some("pay_1"),
                0,
                vec![],
                Some(Progress::Returned),
            ),
            (
                vec![payment("pay_1", Stage::Captured, Charge::unclear(900))],
                None,
                0,
                case(CaseKind::Payment, "pay_1"),
                Some(Progress::Review),
            ),
            (vec![payment("pay_1", Stage::Captured, Charge::unclear(0)), paid()], Some("pay_1"), 0, vec![], None),
            (
                vec![
                    payment("pay_1", Stage::Authorized, good()),
                    payment("pay_1", Stage::Captured, Charge::unclear(0)),
                ],
                None,
                0,
                case(CaseKind::Payment, "pay_1"),
                Some(Progress::Review),
            ),
            (vec![payment("pay_1", Stage::Refunded, Charge::unclear(0))], None, 0, vec![], Some(Progress::Returned)),
            (vec![paid(), back("rfnd_1", "pay_1", Refund, Done, 400)], Some("pay_1"), 400, vec![], None),
            (
                vec![paid(), back("a", "pay_1", Refund, Done, 400), back("b", "pay_1", Refund, Done, 500)],
                Some("pay_1"),
                900,
                vec![],
                None,
            ),
            (vec![payment("pay_1", Stage::Refunded, good())], Some("pay_1"), 900, vec![], None),
        ];
        ends(stories.into());
    }

    #[test]
    fn each_return_ends_in_its_state() {
        use ReturnKind::{Dispute, Refund};
        use ReturnStage::{Done, Open, Won};
        let paid = || payment("pay_1", Stage::Captured, Charge::exactly(ORDER));
        let case = |kind, id: &str| vec![(kind, id.to_owned())];
        let stories = [
            (
                vec![paid(), back("rfnd_1", "pay_1", Refund, ReturnStage::Failed, 900)],
                Some("pay_1"),
                0,
                case(CaseKind::RefundFailed, "rfnd_1"),
                Some(Progress::RefundFailed),
            ),
            (
                vec![
                    paid(),
                    back("rfnd_1", "pay_1", Refund, ReturnStage::Failed, 400),
                    back("rfnd_2", "pay_1", Refund, Done, 900),
                ],
                Some("pay_1"),
                900,
                vec![],
                None,
            ),
            (
                vec![paid(), back("disp_1", "pay_1", Dispute, Open, 900)],
                Some("pay_1"),
                0,
                case(CaseKind::Dispute, "disp_1"),
                None,
            ),
            (vec![paid(), back("disp_1", "pay_1", Dispute, Won, 900)], Some("pay_1"), 0, vec![], None),
            (
                vec![paid(), back("disp_1", "pay_1", Dispute, Done, 900)],
                Some("pay_1"),
                900,
                case(CaseKind::DisputeLost, "disp_1"),
                None,
            ),
        ];
        ends(stories.into());
    }

    #[test]
    fn a_stage_of_another_charge_does_not_choose_between_two_that_pay() {
        let fee = || Charge { fee: Some(21), fee_bearer: Some("customer".into()), ..Charge::exactly(ORDER + 21) };
        let cheap = payment("pay_1", Stage::Refunded, Charge::exactly(800));
        let with_fee = payment("pay_1", Stage::Captured, fee());
        let plain = payment("pay_1", Stage::Refunded, Charge::exactly(ORDER));
        let refund = back("rfnd_1", "pay_1", ReturnKind::Refund, ReturnStage::Done, 900);
        let one = heard(&[cheap.clone(), with_fee.clone(), plain.clone(), refund.clone()]);
        assert_eq!(heard(&[with_fee, refund, plain, cheap]), one);
    }

    #[test]
    fn before_money_is_taken_the_furthest_message_says_how_much() {
        let unclear = payment("pay_1", Stage::Authorized, Charge::unclear(ORDER));
        let early = payment("pay_1", Stage::Begun, Charge::exactly(ORDER));
        let failed = payment("pay_1", Stage::Failed, Charge::exactly(800));
        let one = heard(&[unclear.clone(), early.clone(), failed.clone()]);
        assert_eq!(one.1.cases, BTreeSet::from([(CaseKind::Authorized, "pay_1".to_owned())]));
        assert_eq!(heard(&[failed, early, unclear]), one);
    }

    #[test]
    fn what_was_entered_by_hand_counts_once() {
        let mut facts = Facts::default();
        for message in [
            payment("pay_1", Stage::Captured, Charge::exactly(ORDER)),
            back("rfnd_1", "pay_1", ReturnKind::Refund, ReturnStage::Done, 400),
        ] {
            match message {
                Message::Payment(one) => facts.hear_payment(one, ORDER),
                Message::Return(one) => facts.hear_return(one),
            };
        }
        for (reference, paise, at, returned) in [
            (Some("rfnd_1"), 400, 9, 0),
            (None, 400, 0, 0),
            (None, 400, 9, 400),
            (None, 300, 0, 400),
            (Some("rfnd_2"), 400, 0, 400),
            (None, 600, 9, 300),
        ] {
            let entered = vec![EnteredRefund { reference: reference.map(str::to_owned), paise, at: Time(at) }];
            let facts = Facts { entered, ..facts.clone() };
            assert_eq!(facts.verdict(ORDER, Some("pay_1")).returned_paise, returned, "{reference:?} {paise} {at}");
        }
    }

    #[test]
    fn all_is_back_with_or_without_the_fee_that_the_customer_bore() {
        let with = |amount, fee, bearer: Option<&str>| Charge {
            fee,
            fee_bearer: bearer.map(str::to_owned),
            ..Charge::exactly(amount)
        };
        for (charge, whole) in [
            (with(900, Some(21), None), 900),
            (with(924, Some(24), Some("customer")), 900),
            (with(924, Some(24), Some("platform")), 924),
            (with(1_000, Some(24), Some("customer")), 976),
            (with(900, Some(24), Some("customer")), 900),
            (with(800, None, None), 800),
            (with(10, Some(24), Some("customer")), 10),
        ] {
            assert_eq!(charge.whole(ORDER), whole, "{charge:?}");
            for (back, is_all) in [(whole - 1, false), (whole, true), (charge.amount, true)] {
                let (facts, verdict) = accepted(charge.clone(), &[back]);
                assert_eq!(verdict.returned_paise, back, "{charge:?}");
                assert_eq!(facts.is_all_back(&facts.payments[0], ORDER), is_all, "{back} of {charge:?}");
            }
        }
    }

    /// A payment that an administrator took as the order's, and parts of it that went back.
    fn accepted(charge: Charge, parts: &[i64]) -> (Facts, Verdict) {
        let (id, stage, seen_at) = ("pay_1".to_owned(), Stage::Captured, Time(1));
        let payment = SeenPayment { id, stage, charge, is_accepted: true, is_refused: false, seen_at };
        let mut facts = Facts { payments: vec![payment], ..Facts::default() };
        for (at, part) in parts.iter().enumerate() {
            let (kind, stage) = (ReturnKind::Refund, ReturnStage::Done);
            let (id, payment_id) = (format!("rfnd_{at}"), "pay_1".to_owned());
            facts.hear_return(SeenReturn { id, payment_id, kind, stage, amount: *part, seen_at });
        }
        let verdict = facts.verdict(ORDER, Some("pay_1"));
        (facts, verdict)
    }

    fn messages() -> impl Strategy<Value = Vec<Message>> {
        let charges = [
            Charge::exactly(ORDER),
            Charge { fee: Some(21), fee_bearer: Some("customer".into()), ..Charge::exactly(ORDER + 21) },
            Charge { offer_id: Some("offer_1".into()), ..Charge::exactly(800) },
            Charge { currency: "USD".into(), ..Charge::exactly(11) },
            Charge::unclear(ORDER),
            Charge::unclear(0),
        ];
        let ids = prop::sample::select(vec!["pay_1", "pay_2", "pay_3"]);
        let paid = (ids.clone(), prop::sample::select(Stage::ALL.to_vec()), 0_usize..6)
            .prop_map(move |(id, stage, at)| payment(id, stage, charges[at].clone()));
        let stages = prop::sample::select(ReturnStage::ALL.to_vec());
        let returned = (ids, 0_usize..4, prop::bool::ANY, stages, prop::sample::select(vec![0, 400, 500, 900]))
            .prop_map(|(id, number, is_refund, stage, amount)| {
                let (kind, word) = if is_refund { (ReturnKind::Refund, "rfnd") } else { (ReturnKind::Dispute, "disp") };
                back(&format!("{word}_{number}_{id}"), id, kind, stage, amount)
            });
        prop::collection::vec(prop_oneof![paid, returned], 0..12)
    }

    type Shape<'v> = (bool, i64, usize, Vec<&'v (CaseKind, String)>, Option<Progress>);

    /// What must not depend on the order: which of several payments that are alike was credited first may.
    fn shape(verdict: &Verdict) -> Shape<'_> {
        let payments = verdict.cases.iter().filter(|(kind, _)| *kind == CaseKind::Payment).count();
        let others = verdict.cases.iter().filter(|(kind, _)| *kind != CaseKind::Payment).collect();
        (verdict.paid_by.is_some(), verdict.returned_paise, payments, others, verdict.progress)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn the_order_of_messages_does_not_matter(
            (first, second) in messages().prop_flat_map(|all| {
                let twice: Vec<Message> = all.iter().chain(&all).cloned().collect();
                (Just(all), Just(twice).prop_shuffle())
            }),
        ) {
            let ((was, one), (is, other)) = (heard(&first), heard(&second));
            prop_assert_eq!(was.is_some(), is.is_some());
            prop_assert_eq!(shape(&one), shape(&other));
        }

        #[test]
        fn no_more_goes_back_than_was_paid(all in messages()) {
            let (credited, verdict) = heard(&all);
            prop_assert!((0..=ORDER + 21).contains(&verdict.returned_paise));
            prop_assert!(verdict.returned_paise == 0 || credited.is_some());
            let is_of_money = verdict.progress.is_none_or(|progress| {
                matches!(progress, Progress::Review | Progress::RefundFailed | Progress::Returned)
            });
            prop_assert!(verdict.paid_by.is_none() || is_of_money, "a paid order tells of no tries");
        }

        #[test]
        fn what_goes_back_counts_to_the_paisa(
            amount in 1_i64..5_000,
            fee in prop::option::of(0_i64..200),
            parts in prop::collection::vec(1_i64..2_000, 0..6),
        ) {
            let fee_bearer = fee.map(|_| "customer".to_owned());
            let (facts, verdict) = accepted(Charge { fee, fee_bearer, ..Charge::exactly(amount) }, &parts);
            let told: i64 = parts.iter().sum();
            prop_assert_eq!(verdict.returned_paise, told.min(amount));
            let borne = fee.filter(|fee| amount != ORDER && *fee < amount).unwrap_or(0);
            let charge = &facts.payments[0].charge;
            prop_assert!(charge.whole(ORDER) == amount - borne || charge.pays(ORDER));
            prop_assert_eq!(facts.is_all_back(&facts.payments[0], ORDER), told >= charge.whole(ORDER));
            prop_assert_eq!(facts.left_of(&facts.payments[0], ORDER) == 0, told >= charge.whole(ORDER));
        }

        #[test]
        fn the_parts_of_a_foreign_payment_are_all_of_it(
            worth in 1_i64..5_000,
            parts in prop::collection::vec(1_i64..50, 1..6),
        ) {
            let amount: i64 = parts.iter().sum();
            let base_currency = Some("INR".to_owned());
            let foreign = || Charge {
                currency: "USD".into(),
                base_amount: Some(worth),
                base_currency: base_currency.clone(),
                ..Charge::exactly(amount)
            };
            prop_assert_eq!(accepted(foreign(), &parts).1.returned_paise, worth);
            let but_one = accepted(foreign(), &parts[1..]).1.returned_paise;
            prop_assert!(but_one < worth, "a part is not all of it: {} of {}", but_one, worth);
        }
    }
}
