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
//!
//! Account deletion calls `delete_account` of eight features (`delete_account.rs`):
//!
//! | feature | goes | stays |
//! |---|---|---|
//! | accounts | name, address, number, year, password, picture, roles, sessions, known devices, codes, waiting mails | the row, under a pseudonym |
//! | notify | inbox, choices, devices, waiting mails | nothing |
//! | payments | creations left, counts per day | ledger, orders, payments, cases |
//! | contests | contests nobody joined, links of the others, being a guest, counts per day | contests somebody joined |
//! | polls | polls nobody voted in | polls with votes, and the own votes |
//! | clubs | memberships, offices, feedback, questions | announcements sent |
//! | events | registrations for what is to come, answers of past ones | rows of past registrations, events |
//! | enquiries | name and address | messages, under the pseudonym |
//!
//! The audit list has no `delete_account`: its entries stay and name the pseudonym. Attempts have none: they stay and count, and boards are built anew with the pseudonym. Galleries have none either:
//! their pictures belong to the club, and `created_by` points at the row with the pseudonym.

mod data_export;
mod delete_account;
mod messages;
mod profile_picture;
mod routes;
mod store;
mod update_profile;
mod wire;

pub use routes::routes;
