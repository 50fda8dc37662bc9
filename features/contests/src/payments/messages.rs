//! Messages of payments: success texts, refusals, and the mails to the buyer.

use chrono_tz::Tz;

use quad_kernel::clock::Time;
use quad_kernel::error::{Kind, Rejection};
use quad_kernel::mail::Mail;
use quad_people::notify::{About, Notice};
use quad_services::config::Settings;

use super::model::{
    Balance, CaseDetails, Decision, EnteredRefund, Offer, Period, Purchase, UnfitDecision, receipt_number,
};
use super::payment_state::{CaseKind, Charge, SeenPayment};

pub const NO_CONTEST_CREDIT: Rejection = Rejection::new(
    Kind::Forbidden,
    "no_contest_credit",
    "You have no contest creations left. Choose a plan to get more.",
);
pub const NO_POLL_CREDIT: Rejection =
    Rejection::new(Kind::Forbidden, "no_poll_credit", "You have no poll creations left. Choose a plan to get more.");
pub const DAILY_LIMIT: Rejection = Rejection::new(
    Kind::TooMany,
    "daily_limit",
    "You have created as many as one day allows. Please continue tomorrow.",
);
pub const NOTHING_TO_GRANT: Rejection =
    Rejection::new(Kind::Invalid, "invalid", "Say how many: --contests N, --polls N, or both.");
pub const TOO_MANY_TO_GRANT: Rejection = Rejection::new(
    Kind::Invalid,
    "invalid",
    "That is more than a person can use: at most 100,000 at a time and in all.",
);

pub const STRANGE_AMOUNT: &str = "The amount is not the price of any plan";
pub const NOT_SOLD: Rejection =
    Rejection::new(Kind::Forbidden, "not_sold", "Nothing is sold here: everybody may create contests and polls.");
pub const TOO_MANY_ORDERS: Rejection = Rejection::new(
    Kind::TooMany,
    "too_many",
    "You have begun many payments within the last hour without finishing them. Please wait before you begin another.",
)
.retry_after(3600);
pub const PAYMENT_UNAVAILABLE: Rejection = Rejection::new(
    Kind::Unavailable,
    "payment_unavailable",
    "The payment provider cannot be reached right now. Nothing was paid; please try again in a moment.",
)
.retry_after(15);
pub const CHECK_UNAVAILABLE: Rejection = Rejection::new(
    Kind::Unavailable,
    "payment_unavailable",
    "The payment provider cannot be reached right now. We keep asking: what was paid will be added.",
)
.retry_after(15);
pub const CHECK_UNREADABLE: Rejection = Rejection::new(
    Kind::Unavailable,
    "payment_unavailable",
    "The payment provider's answer about this order cannot be read. We keep asking: what was paid will be added.",
)
.retry_after(15);
pub const NOT_VERIFIED: Rejection = Rejection::new(Kind::Invalid, "not_verified", "Payment verification failed");
pub const ON_ITS_WAY: &str = "Payment verified. Your plan's creations come as soon as the money is taken.";
pub const VERIFIED: &str = "Payment verified. Your plan's creations have been added.";

pub const NOT_PAID: Rejection = Rejection::new(Kind::Conflict, "conflict", "This order has not been paid.");
pub const REFUND_KNOWN: Rejection =
    Rejection::new(Kind::Conflict, "conflict", "A refund with this reference has already been entered for this order.");
/// `is_mailed`: whether a mail server is set up.
pub fn refunded(is_mailed: bool) -> &'static str {
    if is_mailed {
        "The refund is entered, and the buyer is told by mail."
    } else {
        "The refund is entered. The buyer sees it with the purchase: this site sends no mail."
    }
}
/// Why a refund stands in the list that nobody entered.
pub const RETURNED: &str = "Given back at the payment provider";
pub const CASE_CLOSED: Rejection = Rejection::new(Kind::Conflict, "conflict", "This case has been closed already.");
pub const CASE_PAID: Rejection = Rejection::new(
    Kind::Conflict,
    "conflict",
    "This order is paid by another payment: this one can only be given back.",
);
pub const CASE_CHOICE: Rejection =
    Rejection::new(Kind::Conflict, "conflict", "This case cannot be decided in that way.");
pub const ELSEWHERE: &str = "The payment belongs to another account at the payment provider";
pub const CASE_ELSEWHERE: Rejection = Rejection::new(
    Kind::Conflict,
    "conflict",
    "The payment belongs to another account at the payment provider: give it back in that account's dashboard.",
);
pub const STRANGE_STATE: &str = "The state is open or all";

impl From<UnfitDecision> for Rejection {
    fn from(unfit: UnfitDecision) -> Self {
        match unfit {
            UnfitDecision::StrangeDecision => Self::invalid("decision", "The decision is credit, refund or done"),
            UnfitDecision::NegativeRefund(field) => Self::invalid(field, "A refund cannot be negative"),
            UnfitDecision::RefundOfNothing => {
                Self::invalid("amountPaise", "Say what is given back: money, creations, or both")
            }
            UnfitDecision::Text(refusal) => refusal,
        }
    }
}

/// What a decision is answered with. Whoever deleted the account sees nothing any more.
pub fn decided(decision: Decision, has_buyer: bool) -> &'static str {
    match decision {
        Decision::Refund if !has_buyer => "The payment provider is told to give the payment back.",
        Decision::Credit => "The payment counts, and the buyer has the creations.",
        Decision::Refund => "The payment provider is told to give the payment back, and the buyer sees it.",
        Decision::Done | Decision::Settled => "The case is closed.",
    }
}

pub fn granted(email: &str, contests: i32, polls: i32) -> String {
    format!("{email} now has {contests} contest and {polls} poll creations left, and is an organiser.")
}

/// More is to be given back than is left of the order; names the first field that is too much.
pub fn refund_too_much(paise: i64, contests: i32, polls: i32, asked: (i64, Balance)) -> Rejection {
    let (asked_paise, asked) = asked;
    if asked_paise > paise {
        Rejection::invalid("amountPaise", format!("At most {} of this order can still be given back", rupees(paise)))
    } else if asked.contests > contests {
        Rejection::invalid("contests", format!("At most {contests} contest creations of this order can still be taken"))
    } else {
        Rejection::invalid("polls", format!("At most {polls} poll creations of this order can still be taken"))
    }
}

/// The buyer has used what is to be taken back.
pub fn credits_spent(left: Balance) -> Rejection {
    let mut refusal = Rejection::new(Kind::Conflict, "credits_spent", "");
    refusal.say = format!(
        "The buyer has used some of these creations: {} and {} are left to take back.",
        counted(left.contests, "contest creation"),
        counted(left.polls, "poll creation")
    )
    .into();
    refusal.with("contests", left.contests.to_string()).with("polls", left.polls.to_string())
}

/// An administrator wants to take more than there is.
pub fn not_so_many_left(left: Balance) -> Rejection {
    let say = format!(
        "There are not that many left to take, only {} and {}.",
        counted(left.contests, "contest creation"),
        counted(left.polls, "poll creation")
    );
    Rejection::new(Kind::Conflict, "not_so_many_left", "")
        .saying(say)
        .with("contests", left.contests.to_string())
        .with("polls", left.polls.to_string())
}

/// "₹182" or "₹12.50".
pub fn rupees(paise: i64) -> String {
    match paise % 100 {
        0 => format!("₹{}", paise / 100),
        rest => format!("₹{}.{rest:02}", paise / 100),
    }
}

fn counted(number: i32, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

fn creations(number: Balance) -> String {
    format!("{} and {}", counted(number.contests, "contest creation"), counted(number.polls, "poll creation"))
}

fn plan(offer: Offer) -> String {
    let period = match offer.period {
        Period::Monthly => "monthly pack",
        Period::Annual => "annual pack",
    };
    format!("{} ({period})", offer.plan.name())
}

fn date(time: Time, zone: Tz) -> String {
    format!("{} ({zone})", time.utc().with_timezone(&zone).format("%-d %B %Y, %H:%M"))
}

/// Stands wherever a test payment shows.
const TEST: &str = "Test payment – no money moves.";

/// Digits after the point (ISO 4217), where there are not two: amounts are told in the smallest unit of their currency.
const DIGITS: [(usize, &str); 3] = [
    (0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
    (3, "BHD IQD JOD KWD LYD OMR TND"),
    (4, "CLF UYW"),
];

/// An amount of any currency, as it is: "₹9", "USD 0.11", "JPY 1500".
pub fn money(amount: i64, currency: &str) -> String {
    if currency == "INR" && amount >= 0 {
        return rupees(amount);
    }
    let sign = if amount < 0 { "−" } else { "" };
    let digits =
        DIGITS.iter().find(|(_, names)| names.split(' ').any(|name| name == currency)).map_or(2, |(is, _)| *is);
    let (amount, whole) = (amount.unsigned_abs(), 10_u64.pow(digits as u32));
    let rest = if digits == 0 { String::new() } else { format!(".{:0digits$}", amount % whole) };
    format!("{currency} {sign}{}{rest}", amount / whole)
}

/// What a case is, and what is to be done about it; for administrators.
pub fn case_text(shown: &CaseDetails) -> (String, &'static str) {
    let CaseDetails { case, order, payment, amount, on_its_way } = shown;
    let payment = payment.as_ref();
    let asked = rupees(order.amount_paise);
    let charge = payment.map(|one| &one.charge).filter(|charge| charge.is_clear());
    let came = charge.map_or_else(|| "Money".to_owned(), |charge| money(charge.amount, &charge.currency));
    let currency = charge.map_or("INR", |charge| charge.currency.as_str());
    let back = money(amount.unwrap_or_default(), currency);
    match case.kind {
        CaseKind::Payment if payment.is_some_and(|one| !one.charge.is_clear()) => (
            format!(
                "The payment provider reported a payment for an order of {asked} in a form that cannot be read. Its money \
                 was taken."
            ),
            if order.paid.is_some() {
                "Look at the order in the payment provider's dashboard. Give back there what is too much, and close the case."
            } else {
                "Look at the order in the payment provider's dashboard. Credit the payment if it is right, or give it back \
                 there and close the case."
            },
        ),
        CaseKind::Payment => match &order.paid {
            Some(paid) if paid.payment_id != case.subject => {
                (format!("{came} was paid for an order that another payment had paid already."), "Give it back.")
            }
            None if order.buyer.is_gone() => (
                format!("{came} was paid where {asked} was asked, and the buyer has deleted the account."),
                "Give it back: nobody can use what it would buy.",
            ),
            _ => (
                format!("{came} was paid where {asked} was asked{}.", payment.map(why_other).unwrap_or_default()),
                "Credit it if the difference is all right, or give it back.",
            ),
        },
        CaseKind::Authorized => (
            format!("{came} is set aside by the buyer's bank for an order of {asked}, and was not captured."),
            "Capture it in the payment provider's dashboard, or let it go: the bank gives it back within days.",
        ),
        CaseKind::RefundFailed => {
            let what =
                if amount.unwrap_or_default() > 0 { format!("A refund of {back}") } else { "A refund".to_owned() };
            let paid = order.paid.as_ref().filter(|paid| payment.is_none_or(|one| one.id == paid.payment_id));
            let so_far = paid.map(|_| match order.refunded_paise {
                0 => format!(" Nothing of the {} paid is back with the buyer.", rupees(order.paid_paise())),
                paise => {
                    format!(" Of the {} paid, {} is back with the buyer.", rupees(order.paid_paise()), rupees(paise))
                }
            });
            let so_far = so_far.unwrap_or_default();
            let says = format!("{what} failed: the money came back to you.{so_far}");
            match on_its_way {
                Some(_) if case.closed.is_none() => (
                    format!("{says} Another refund is on its way."),
                    "Wait for that one. This case closes when the money is back.",
                ),
                _ => (
                    says,
                    "Give it back in another way, or once more in the payment provider's dashboard, unless it is back \
                     already. This case closes when the money is back.",
                ),
            }
        }
        CaseKind::Dispute => (
            format!("The buyer's bank disputes {back} of this payment."),
            "Answer in the payment provider's dashboard before its date. This case closes when the dispute is won.",
        ),
        CaseKind::DisputeLost => (
            format!("A dispute was lost: {back} went back to the buyer."),
            "Nothing more can be done about the money. The order shows it as given back.",
        ),
        CaseKind::Spent => (
            "All the money went back to the buyer, who had used some of the creations.".to_owned(),
            "What is left was taken back. Settle the rest with the buyer.",
        ),
        CaseKind::Gone => (
            format!("{came} was paid by a buyer who had deleted the account."),
            "Give it back: nobody can use what was bought.",
        ),
    }
}

fn why_other(payment: &SeenPayment) -> String {
    let charge = &payment.charge;
    if charge.currency != "INR" {
        let worth = charge.base_amount.zip(charge.base_currency.as_deref());
        return worth.map(|(amount, of)| format!(", worth {}", money(amount, of))).unwrap_or_default();
    }
    match (&charge.offer_id, charge.fee_bearer.as_deref(), charge.fee) {
        (Some(_), ..) => ", with an offer".to_owned(),
        (None, Some("customer"), Some(fee)) => format!(", a fee of {} included", rupees(fee.max(0))),
        _ => String::new(),
    }
}

/// What administrators' inboxes say of a new case. Nothing of the buyer's is in the title.
pub fn case_notice(kind: CaseKind, order: &Purchase) -> Notice {
    let title = match kind {
        CaseKind::Payment => "A payment needs your decision",
        CaseKind::Authorized => "A payment was not captured",
        CaseKind::RefundFailed => "A refund failed",
        CaseKind::Dispute => "A payment is disputed",
        CaseKind::DisputeLost => "A dispute was lost",
        CaseKind::Spent => "A refunded buyer had used creations",
        CaseKind::Gone => "Money came from a deleted account",
    };
    Notice {
        about: About::Platform,
        title: title.to_owned(),
        body: format!("{} of {}: the Sales page says what to do.", plan(order.offer), order.buyer.full_name),
        url: "/sales".to_owned(),
    }
}

/// What administrators' inboxes say of money that was taken for an order that is not here.
pub fn unknown_order_notice(payment: Option<&str>, order: Option<&str>, charged: Option<(i64, &str)>) -> Notice {
    let charged = charged.map_or_else(|| "A payment".to_owned(), |(amount, currency)| money(amount, currency));
    let payment = payment.map(|id| format!(" (payment {id})")).unwrap_or_default();
    let order = order.map_or_else(|| "an order".to_owned(), |id| format!("order {id}"));
    Notice {
        about: About::Platform,
        title: "Money came for an order that is not here".to_owned(),
        body: format!(
            "{charged}{payment} was paid for {order}, which Quad does not know: an older backup may have been restored, or \
             another program uses the same account of the payment provider. Look in the provider's dashboard whose it \
             is, and give the person the creations under Operations, People, or the money back in the dashboard."
        ),
        url: "/sales".to_owned(),
    }
}

/// What administrators' inboxes say when the provider told of money in a way that cannot be read, and asking it did not help.
pub fn unreadable_notice(payment: Option<&str>, order: Option<&str>) -> Notice {
    let of = match (payment, order) {
        (Some(payment), _) => format!(" of payment {payment}"),
        (None, Some(order)) => format!(" of order {order}"),
        (None, None) => String::new(),
    };
    Notice {
        about: About::Platform,
        title: "A message about money cannot be read".to_owned(),
        body: format!(
            "The payment provider sent a message{of} that cannot be read, and asking the provider did not explain it \
             fully: it may be a refund or a dispute. Look in its dashboard, and enter here by hand what went back."
        ),
        url: "/sales".to_owned(),
    }
}

/// " of ₹9"; nothing where it is not known.
fn of_money(amount: i64, charge: &Charge) -> String {
    if charge.is_clear() && amount > 0 { format!(" of {}", money(amount, &charge.currency)) } else { String::new() }
}

/// "payment of ₹9".
pub fn payment_of(charge: Option<&Charge>) -> String {
    format!("payment{}", charge.map(|charge| of_money(charge.amount, charge)).unwrap_or_default())
}

/// "refund of ₹5".
pub fn refund_of(refund: Option<(i64, &Charge)>) -> String {
    format!("refund{}", refund.map(|(amount, charge)| of_money(amount, charge)).unwrap_or_default())
}

/// What the buyer's inbox says when money came that an administrator must look at: not what was asked, or besides the
/// payment that paid the order.
pub fn came_notice(order: &Purchase, charge: &Charge, is_paid: bool) -> Notice {
    let (what, of) = (plan(order.offer), of_money(charge.amount, charge));
    if is_paid {
        let body = format!(
            "Another payment{of} for {what} has arrived, besides the one that paid for it. It adds nothing. An \
             administrator is looking into it, and you will be told the outcome."
        );
        return buyers_notice(order, "Another payment has arrived and is under review", &body);
    }
    let why = if charge.is_clear() {
        "its amount is not the one that was asked for"
    } else {
        "the payment provider's details of it cannot be read"
    };
    let body = format!(
        "A payment{of} for {what} has arrived, but {why}. An administrator decides whether it counts or goes back to \
         you. You need not pay again."
    );
    buyers_notice(order, "Your payment has arrived and is under review", &body)
}

/// What the buyer's inbox says when a payment that does not count goes back.
pub fn goes_back_notice(order: &Purchase, charge: &Charge, is_paid: bool) -> Notice {
    let (what, of) = (plan(order.offer), of_money(charge.amount, charge));
    let stays = if is_paid { " What you bought stays yours: another payment paid for it." } else { "" };
    let body = format!(
        "A payment{of} for {what} does not count. The money was given back, or is on its way to your bank.{stays}"
    );
    buyers_notice(order, "Your payment is being returned to you", &body)
}

/// What the buyer's inbox says when a bank let go of what it had set aside for an unpaid order.
pub fn released_notice(order: &Purchase) -> Notice {
    let what = plan(order.offer);
    let body =
        format!("The payment for {what} did not count. The money was given back, or is on its way to your bank.");
    buyers_notice(order, "Your payment is being returned to you", &body)
}

/// What the buyer's inbox says when money on its way back did not arrive.
pub fn not_returned_notice(order: &Purchase, amount: i64, charge: &Charge, is_restored: bool) -> Notice {
    let (what, of) = (plan(order.offer), of_money(amount, charge));
    let restored = if is_restored { " The creations that had been taken back with it are yours again." } else { "" };
    let body = format!(
        "A refund{of} for {what} did not go through: the money has not reached you. An administrator is looking into \
         it.{restored}"
    );
    buyers_notice(order, "A refund did not reach you", &body)
}

/// What the buyer's inbox says when a payment that was looked at pays the order after all.
pub fn counts_notice(order: &Purchase, charge: &Charge) -> Notice {
    let (what, of) = (plan(order.offer), of_money(charge.amount, charge));
    buyers_notice(
        order,
        "Your payment counts",
        &format!("The payment{of} that was under review counts: it pays for {what}."),
    )
}

/// What the buyer's inbox says when money of a paid order went back: how much now, or, where rupees were not what was paid,
/// how much in all.
pub fn returned_notice(order: &Purchase, paise: i64, foreign: Option<&str>, is_all: bool) -> Notice {
    let taken = if is_all { " The creations you had not used were taken back with it." } else { "" };
    let what = plan(order.offer);
    let body = match foreign {
        None => format!("{} of {what} was given back to you.{taken}", rupees(paise)),
        Some(all) => format!("In all, {all} of your payment for {what} has been given back to you.{taken}"),
    };
    buyers_notice(order, "Money was given back to you", &body)
}

/// What the buyer's inbox says when an administrator closed the case of a payment that counts for nothing, or of a refund
/// that failed. Why, and where
/// the money is, nobody here knows: the notice promises nothing.
pub fn closed_notice(settings: &Settings, order: &Purchase, what: &str) -> Notice {
    let whom = match settings.contact_email.trim() {
        "" => "us on the contact page",
        address => address,
    };
    let body = format!(
        "An administrator has looked at your {what} and closed the matter. If you have a question, write to {whom}."
    );
    buyers_notice(order, "Your payment was reviewed", &body)
}

fn buyers_notice(order: &Purchase, title: &str, body: &str) -> Notice {
    let mark = if order.is_test() { format!(" {TEST}") } else { String::new() };
    Notice {
        about: About::Platform,
        title: title.to_owned(),
        body: format!("{body}{mark}"),
        url: format!("/payment/success?order={}", order.id),
    }
}

/// What was paid: "₹15", "USD 0.11 (₹9)".
fn paid_text(purchase: &Purchase, charge: &Charge) -> String {
    let paid = rupees(purchase.paid_paise());
    if charge.currency == "INR" || !charge.is_clear() {
        paid
    } else {
        format!("{} ({paid})", money(charge.amount, &charge.currency))
    }
}

/// The receipt. Nothing when the order is not paid.
pub fn receipt_mail(settings: &Settings, purchase: &Purchase) -> Option<Mail> {
    let paid = purchase.paid.as_ref()?;
    let name = &settings.display_name;
    let number = receipt_number(paid.receipt_no);
    let (mark, subject_mark) =
        if purchase.is_test() { (format!("{TEST}\n\n"), " (test payment)") } else { (String::new(), "") };
    Some(Mail {
        subject: format!("{name}: receipt {number}{subject_mark}"),
        text: format!(
            "Hello {},\n\nThank you for your purchase at {name}, {}. Your creations are ready to use.\n\n{mark}\
             Receipt: {number}\nDate: {}\nPlan: {}\nYou get: {}\nPaid: {}\nPayment: {}\nOrder: {}\n\n\
             To print: {}\nAll your purchases: {}\n",
            purchase.buyer.full_name,
            settings.institute_name,
            date(paid.at, settings.time_zone),
            plan(purchase.offer),
            creations(purchase.creations),
            paid_text(purchase, &paid.charge),
            paid.payment_id,
            purchase.provider_order_id,
            settings.page(&format!("/receipt/{}", purchase.id)),
            settings.page("/purchases"),
        ),
    })
}

/// What was given back. The reason is the administrator's own words.
pub fn refund_mail(settings: &Settings, purchase: &Purchase, refund: &EnteredRefund) -> Mail {
    let name = &settings.display_name;
    let number = purchase.paid.as_ref().map(|paid| receipt_number(paid.receipt_no)).unwrap_or_default();
    let mark = if purchase.is_test() { format!("{TEST}\n\n") } else { String::new() };
    let money = match refund.amount_paise {
        0 => String::new(),
        paise => format!("Given back: {}\n", rupees(paise)),
    };
    let taken = match refund.creations {
        Balance { contests: 0, polls: 0 } => String::new(),
        taken => format!("Taken back: {}\n", creations(taken)),
    };
    let reference = refund.reference.as_ref().map(|text| format!("Reference: {text}\n")).unwrap_or_default();
    Mail {
        subject: format!("{name}: refund for receipt {number}"),
        text: format!(
            "Hello {},\n\nA refund was entered for your purchase at {name}, {}.\n\n{mark}Receipt: {number}\nDate: {}\n\
             Plan: {}\n{money}{taken}Reason: {}\n{reference}\nAll your purchases: {}\n",
            purchase.buyer.full_name,
            settings.institute_name,
            date(refund.created_at, settings.time_zone),
            plan(purchase.offer),
            refund.reason,
            settings.page("/purchases"),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_read_like_money() {
        assert_eq!((rupees(900), rupees(37_400)), ("₹9".to_owned(), "₹374".to_owned()));
        assert_eq!((rupees(1_250), rupees(5)), ("₹12.50".to_owned(), "₹0.05".to_owned()));
    }

    #[test]
    fn money_of_other_countries_keeps_its_name() {
        assert_eq!((money(900, "INR"), money(11, "USD")), ("₹9".to_owned(), "USD 0.11".to_owned()));
        assert_eq!((money(-5, "INR"), money(-12_34, "EUR")), ("INR −0.05".to_owned(), "EUR −12.34".to_owned()));
        assert_eq!(money(i64::MIN, "EUR"), "EUR −92233720368547758.08");
        assert_eq!((money(1_500, "JPY"), money(-7, "KRW")), ("JPY 1500".to_owned(), "KRW −7".to_owned()));
        assert_eq!((money(1_500, "KWD"), money(-1_005, "BHD")), ("KWD 1.500".to_owned(), "BHD −1.005".to_owned()));
        assert_eq!((money(12_345, "CLF"), money(0, "")), ("CLF 1.2345".to_owned(), " 0.00".to_owned()));
    }

    #[test]
    fn one_is_one() {
        assert_eq!(creations(Balance { contests: 1, polls: 12 }), "1 contest creation and 12 poll creations");
    }
}
