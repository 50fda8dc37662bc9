//! What payments says: answers, refusals, and the mails to the buyer.

use chrono_tz::Tz;

use crate::config::Settings;
use crate::kernel::clock::Time;
use crate::kernel::fail::{Kind, Refusal};

use super::model::{Balance, Offer, Period, Purchase, Refund, receipt_number};

pub const NO_CONTEST_CREDIT: Refusal = Refusal::new(
    Kind::Forbidden,
    "no_contest_credit",
    "You have no contest creations left. Choose a plan to get more.",
);
pub const NO_POLL_CREDIT: Refusal =
    Refusal::new(Kind::Forbidden, "no_poll_credit", "You have no poll creations left. Choose a plan to get more.");
pub const DAILY_LIMIT: Refusal =
    Refusal::new(Kind::TooMany, "daily_limit", "You have created as many as one day allows. Please continue tomorrow.");
pub const NOTHING_TO_GRANT: Refusal =
    Refusal::new(Kind::Invalid, "invalid", "Say how many: --contests N, --polls N, or both.");
pub const TOO_MANY_TO_GRANT: Refusal =
    Refusal::new(Kind::Invalid, "invalid", "That is more than a person can use: at most 100,000 at a time and in all.");

pub const STRANGE_AMOUNT: &str = "The amount is none of the plans' prices";
pub const NOT_SOLD: Refusal =
    Refusal::new(Kind::Forbidden, "not_sold", "Nothing is sold here: everybody may create contests and polls.");
pub const TOO_MANY_ORDERS: Refusal = Refusal::new(
    Kind::TooMany,
    "too_many",
    "You have begun many payments within the last hour without finishing them. Please wait before you begin another.",
)
.retry_after(3600);
pub const PAYMENT_UNAVAILABLE: Refusal = Refusal::new(
    Kind::Unavailable,
    "payment_unavailable",
    "The payment provider cannot be reached right now. Nothing was paid; please try again in a moment.",
)
.retry_after(15);
pub const CHECK_UNAVAILABLE: Refusal = Refusal::new(
    Kind::Unavailable,
    "payment_unavailable",
    "The payment provider cannot be reached right now. We keep asking: what was paid will be added.",
)
.retry_after(15);
pub const NOT_VERIFIED: Refusal = Refusal::new(Kind::Invalid, "not_verified", "Payment verification failed");
pub const ON_ITS_WAY: &str = "Payment verified. Your plan's creations come as soon as the money is taken.";
pub const VERIFIED: &str = "Payment verified. Your plan's creations have been added.";

pub const REFUND_NEGATIVE: &str = "A refund cannot be negative";
pub const REFUND_OF_NOTHING: &str = "Say what is given back: money, creations, or both";
pub const NOT_PAID: Refusal = Refusal::new(Kind::Conflict, "conflict", "This order has not been paid.");
pub const REFUND_KNOWN: Refusal =
    Refusal::new(Kind::Conflict, "conflict", "A refund with this reference has been entered for this order already.");
pub const REFUNDED: &str = "The refund is entered, and the buyer is told by mail.";
pub const STRANGE_PAGE: &str = "Pages count from 1 and hold 1 to 200 rows";

pub fn granted(email: &str, contests: i32, polls: i32) -> String {
    format!("{email} now has {contests} contest and {polls} poll creations left, and is an organiser.")
}

/// More is to be given back than is left of the order; names the first field that is too much.
pub fn refund_too_much(paise: i64, contests: i32, polls: i32, asked: (i64, Balance)) -> Refusal {
    let (asked_paise, asked) = asked;
    if asked_paise > paise {
        Refusal::invalid("amountPaise", format!("At most {} of this order can still be given back", rupees(paise)))
    } else if asked.contests > contests {
        Refusal::invalid("contests", format!("At most {contests} contest creations of this order can still be taken"))
    } else {
        Refusal::invalid("polls", format!("At most {polls} poll creations of this order can still be taken"))
    }
}

/// The buyer has used what is to be taken back.
pub fn credits_spent(left: Balance) -> Refusal {
    let mut refusal = Refusal::new(Kind::Conflict, "credits_spent", "");
    refusal.say = format!(
        "The buyer has used some of these creations: {} and {} are left to take back.",
        counted(left.contests, "contest creation"),
        counted(left.polls, "poll creation")
    )
    .into();
    refusal.with("contests", left.contests.to_string()).with("polls", left.polls.to_string())
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
        Period::Monthly => "one month",
        Period::Annual => "one year",
    };
    format!("{}, {period}", offer.plan.name())
}

fn date(time: Time, zone: Tz) -> String {
    format!("{} ({zone})", time.utc().with_timezone(&zone).format("%-d %B %Y, %H:%M"))
}

/// Stands wherever a test payment shows.
const TEST: &str = "Test payment – no money moves.";

/// A mail: its subject and its text.
pub struct Letter {
    pub subject: String,
    pub text: String,
}

/// The receipt. Nothing when the order is not paid.
pub fn receipt_letter(settings: &Settings, purchase: &Purchase) -> Option<Letter> {
    let paid = purchase.paid.as_ref()?;
    let name = &settings.display_name;
    let number = receipt_number(paid.receipt_no);
    let (mark, subject_mark) =
        if purchase.is_test() { (format!("{TEST}\n\n"), " (test payment)") } else { (String::new(), "") };
    Some(Letter {
        subject: format!("{name}: receipt {number}{subject_mark}"),
        text: format!(
            "Hello {},\n\nthank you for your purchase at {name}, {}. Your creations are ready to use.\n\n{mark}\
             Receipt: {number}\nDate: {}\nPlan: {}\nYou get: {}\nPaid: {}\nPayment: {}\nOrder: {}\n\n\
             To print: {}\nAll your purchases: {}\n",
            purchase.buyer.full_name,
            settings.institute_name,
            date(paid.at, settings.time_zone),
            plan(purchase.offer),
            creations(purchase.creations),
            rupees(purchase.amount_paise),
            paid.payment_id,
            purchase.provider_order_id,
            settings.page(&format!("/receipt/{}", purchase.id)),
            settings.page("/purchases"),
        ),
    })
}

/// What was given back. The reason is the administrator's own words.
pub fn refund_letter(settings: &Settings, purchase: &Purchase, refund: &Refund) -> Letter {
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
    Letter {
        subject: format!("{name}: refund for receipt {number}"),
        text: format!(
            "Hello {},\n\na refund was entered for your purchase at {name}, {}.\n\n{mark}Receipt: {number}\nDate: {}\n\
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
    fn one_is_one() {
        assert_eq!(creations(Balance { contests: 1, polls: 12 }), "1 contest creation and 12 poll creations");
    }
}
