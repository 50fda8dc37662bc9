//! Enquiries: what people write with the contact form. Contact Sales is the same form with another topic.
//!
//! Rules, each with the story that proves it (`server/tests/it/enquiries.rs`):
//! 1. Everybody may write; every ADMIN gets it by mail, and without an ADMIN the configured contact address
//!    (`a_guest_writes_and_every_administrator_is_told`, `without_an_administrator_the_contact_address_is_told`).
//! 2. Stored and mailed in one transaction; with nobody to tell it is stored all the same, and counted in the log
//!    (`with_nobody_to_tell_it_is_kept_and_counted`).
//! 3. Who is logged in writes under the own name and address; another one sent along is refused
//!    (`somebody_logged_in_writes_as_themselves`).
//! 4. Five in an hour for one e-mail address and from one network address, decided by one statement
//!    (`five_in_an_hour_for_an_address`, `five_in_an_hour_from_a_place`, `racing_the_limit`). Who is logged in is counted
//!    by the account alone: a campus shares one address, and a stranger must not use up somebody's count.
//! 5. Nothing a sender writes becomes part of a mail's head, or looks like our words in it
//!    (`nothing_a_sender_writes_looks_like_ours`).
//! 6. Only ADMIN reads them (`only_administrators_read_enquiries`) and ticks them off (`an_enquiry_is_ticked_off`); they come
//!    to the administrators' inboxes, too (`notify::an_enquiry_is_in_every_administrators_inbox`).
//! 7. With a filled trap field, which a password manager may have done, an enquiry is kept and marked, and not mailed
//!    (`a_filled_trap_is_doubtful`).
//! 8. When an account ends, its enquiries stay under the pseudonym, without an address
//!    (`account::enquiries_stay_under_the_pseudonym`).

mod account_deletion;
mod data_export;
mod jobs;
mod messages;
mod model;
mod routes;
mod store;
mod submit_enquiry;
mod wire;

pub use account_deletion::delete_account;
pub use data_export::{KeptEnquiry, export_data};
pub use jobs::jobs;
pub use routes::routes;
