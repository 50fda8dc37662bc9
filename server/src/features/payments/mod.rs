//! Plans bought, and creations left: what making a contest or a poll costs, who was given how many, and for which money.
//!
//! 1. With billing on, a creation costs one credit of its kind, spent in the transaction that creates; two clicks on the
//!    last credit make one thing (`credits::racing_the_last_credit_spends_it_once`).
//! 2. The ledger is append-only and the balance is its running sum (`credits::the_balance_is_the_sum_of_the_ledger`).
//! 3. Deleting gives back exactly what was spent on that contest, so a free one gives nothing
//!    (`credits::a_deleted_contest_gives_its_credit_back`).
//! 4. With billing off, creating is free up to a number per day in the institute's zone
//!    (`credits::with_billing_off_a_day_has_its_limit`), and nothing is sold (`payments::with_billing_off_nothing_is_sold`).
//! 5. ADMIN creates without credits (`credits::an_administrator_spends_nothing`).
//! 6. Whoever is given creations or buys a plan becomes an ORGANISER (`credits::a_grant_makes_an_organiser`,
//!    `payments::each_plan_gives_what_it_says`).
//! 7. A plan is named by its price; the order keeps what it gives (`payments::each_plan_gives_what_it_says`,
//!    `payments::only_the_plans_prices_are_taken`).
//! 8. Money is believed when the provider says that it was taken, in a signed webhook or asked: a forged, tampered, swapped
//!    or foreign verification credits nothing (`payments::a_tampered_verification_credits_nothing`), nor does a wrong
//!    amount (`payments::a_wrong_amount_is_not_credited`) or money only promised
//!    (`payments::a_payment_is_credited_when_the_money_is_taken`).
//! 9. Captured money is credited exactly once, whatever is repeated, raced, lost or late
//!    (`payments::racing_verifications_and_webhooks_credit_once`, `payments::webhooks_credit_in_any_order`,
//!    `payments::the_reconciler_finds_what_nobody_told`, and with processes killed: `payments_faults`).
//! 10. Refunds are negative entries, never more than was bought or is left (`payments::refunds_take_back_what_is_left`,
//!     `payments::racing_refunds_give_back_once`).
//! 11. When an account ends, what is left is lost, with an entry of the ledger; the ledger itself stays
//!     (`account::creations_left_are_lost_by_the_ledger`).
//!
//! The flow: `buying` orders at the provider, `verifying` hears of payments, `reconciling` asks about them, and all end in
//! `settling`. The provider is `crates/pay`; the sandbox that stands in for it is a feature of its own and is reached over
//! HTTP like the real one.

mod buying;
mod granting;
mod jobs;
mod keeping;
mod leaving;
mod model;
mod provider;
mod reconciling;
mod refunding;
mod routes;
mod settling;
mod spending;
mod store;
mod store_invariants;
mod store_leaving;
mod store_orders;
mod verifying;
mod wire;
mod words;

pub use granting::{MOST, grant, grant_by_operator};
pub use jobs::jobs;
pub use keeping::kept;
pub use leaving::leave;
pub use model::Balance;
pub use provider::{Provider, probe};
pub use routes::routes;
pub use spending::{give_back_contest, give_back_poll, spend_contest, spend_poll};
pub use store::balance;
pub use store_invariants::INVARIANTS;
pub use wire::KeptPayments;
