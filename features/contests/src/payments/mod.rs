//! Payments: plans, orders, refunds, and the credits that making a contest or a poll costs.
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
//! 12. Captured money that differs from the order is credited when the provider says that the fee on top is the customer's
//!     (`payments::a_fee_on_top_is_credited`); all else is a case, once, for an administrator to credit or give back, and
//!     the buyer is told (`payments::other_amounts_become_cases`, `payments::racing_decisions_count_once`).
//! 13. What the provider tells of a payment, a refund or a dispute ends in the same state in whatever order it comes, and
//!     however often (`the_order_of_messages_does_not_matter` in `payment_state.rs`, `payments::events_in_any_order_agree`).
//! 14. Money set aside for exactly an order is captured, or its buyer is told that it goes back
//!     (`payments::what_is_set_aside_is_captured`, `payments::what_cannot_be_captured_is_told`).
//! 15. What was really paid and what really went back is kept and told, to the paisa; all is back when the seller has nothing
//!     left of it (`payments::what_was_paid_is_what_is_told`, `what_goes_back_counts_to_the_paisa` in `payment_state.rs`).
//!     A buyer is told of each payment that is looked at, goes back, does not arrive or counts after all, also of a paid order
//!     (`payments::a_second_payment_is_told_to_its_buyer`, `payments::a_refund_that_fails_is_told_at_each_turn`), and what is
//!     back in another way is no case any more (`payments::a_failed_refund_is_one_debt`).
//! 16. Money that comes after its buyer has deleted the account is a case
//!     (`payments::money_of_a_deleted_account_is_a_case`), and a case that is closed promises its buyer nothing
//!     (`payments::a_closed_case_is_told_neutrally`).
//! 17. What the provider tells is read field by field: what cannot be read hides nothing that can, and money in it is a case
//!     (`payments::an_odd_payment_hides_no_good_one`, `payments::odd_orders_do_not_hold_up_the_others`).
//!
//! The flow: `create_order` orders at the provider, `verify_payment` hears of payments, `reconciliation` asks about them,
//! and all end in `settle_payment`, which does what `payment_state` says. The provider is `crates/pay`; the sandbox that
//! stands in for it is a feature of its own and is reached over HTTP like the real one.

mod account_deletion;
mod buyer_news;
mod create_order;
mod data_export;
mod decide_case;
mod enter_refund;
mod failed_refunds;
mod find_order;
mod grant_credits;
mod jobs;
mod messages;
mod model;
mod payment_state;
mod provider;
mod reconciliation;
mod routes;
mod settle_payment;
mod spend_credits;
mod store;
mod store_account_deletion;
mod store_cases;
mod store_invariants;
mod store_orders;
mod store_payments;
mod verify_payment;
mod webhook_fallback;
mod wire;

pub use account_deletion::delete_account;
pub use data_export::export_data;
pub use grant_credits::{MOST, change_credits, grant, grant_by_operator};
pub use jobs::jobs;
pub use model::Balance;
pub use provider::{Provider, probe};
pub use routes::routes;
pub use spend_credits::{give_back_contest, give_back_poll, spend_contest, spend_poll};
pub use store::balance;
pub use store_invariants::INVARIANTS;
pub use wire::KeptPayments;
