//! Profile: a person's own page, composed from all features. It shows the account, creations left and contests joined;
//! here a person changes the account, exports the own data and deletes the account.
//!
//! 1. Only oneself or ADMIN sees a person (`profile::only_oneself_or_an_administrator_sees_a_person`).
//! 2. No answer here holds a password's hash or a session (`profile::the_page_shows_what_the_specification_lists`).
//! 3. The log-in check answers 200 for guests too (`profile::the_log_in_check_never_fails`). It is here and not with
//!    accounts because it tells the credits left, which accounts may not know of.
//! 4. One's data holds no hash, no token, no key of a contest of others, and right or wrong only where the person may know
//!    it anyway (`account::the_data_has_exactly_these_keys`, `account::the_data_tells_nothing_before_the_end`).
//! 5. Deleting is one transaction over all features: nothing half, whatever happens at the same time
//!    (`account::racing_a_deletion_against_everything`). What stays, stays under a pseudonym, on boards in memory too
//!    (`account::results_stand_under_a_pseudonym`).

mod data_export;
mod delete_account;
mod messages;
mod profile_picture;
mod routes;
mod store;
mod update_profile;
mod wire;

pub use routes::routes;
