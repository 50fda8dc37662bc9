//! Creations left: what making a contest or a poll costs, and who was given how many.
//!
//! 1. With billing on, a creation costs one credit of its kind, spent in the transaction that creates; two clicks on the
//!    last credit make one thing (`credits::racing_the_last_credit_spends_it_once`).
//! 2. The ledger is append-only and the balance is its running sum (`credits::the_balance_is_the_sum_of_the_ledger`).
//! 3. Deleting gives back exactly what was spent on that contest, so a free one gives nothing
//!    (`credits::a_deleted_contest_gives_its_credit_back`).
//! 4. With billing off, creating is free up to a number per day in the institute's zone
//!    (`credits::with_billing_off_a_day_has_its_limit`).
//! 5. ADMIN creates without credits (`credits::an_administrator_spends_nothing`).
//! 6. Whoever is given creations becomes an ORGANISER (`credits::a_grant_makes_an_organiser`).
//!
//! Plans, orders and their verification are not here yet; they will end in [`grant`].

mod granting;
mod model;
mod spending;
mod store;
mod words;

pub use granting::{grant, grant_by_operator};
pub use model::Balance;
pub use spending::{give_back_contest, spend_contest, spend_poll};
pub use store::balance;
