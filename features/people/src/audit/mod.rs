//! Audit: what administrators did and to whom, also from the command line, for ADMIN to read.
//!
//! Rules, each with the story that proves it (`server/tests/it/user_admin.rs`):
//! 1. An entry is written in the transaction of the act, so that there is none without the other
//!    (`every_act_is_in_the_audit_list`, `what_is_refused_is_not_in_the_audit_list`,
//!    `audit::what_has_no_effect_is_not_listed`).
//! 2. What the command line does is written down too (`the_command_line_is_in_the_audit_list`).
//!    What an administrator does to what is others' by the power of ADMIN is, too; what the own office in a club or one's own
//!    poll allows is no administrator's act (`audit::power_over_what_is_others_is_listed`,
//!    `audit::an_office_in_the_club_is_no_power_of_admin`).
//! 3. Entries are added and never changed. No password, code or address is in them; people are named as they are called now,
//!    deleted ones by their pseudonym (`a_deleted_person_stays_under_the_pseudonym`).
//! 4. The list is ADMIN's (`only_administrators_find_people`); everybody gets what is about oneself with the own data
//!    (`the_own_data_has_the_acts_about_oneself`).
//!
//! Other features call [`note`]; what they did is an [`Act`]. One act is a decision that holds until it is taken back
//! ([`is_registration_kept_open`]).

mod data_export;
mod messages;
mod model;
mod routes;
mod store;
mod store_invariants;
mod wire;

pub use data_export::export_data;
pub use model::{Act, Actor, OfClub};
pub use routes::routes;
pub use store::{is_registration_kept_open, note};
pub use store_invariants::INVARIANTS;
pub use wire::KeptAct;
