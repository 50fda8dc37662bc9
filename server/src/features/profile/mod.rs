//! The person's own page, composed from the features above: account, creations left, contests joined.
//!
//! 1. Only oneself or ADMIN sees a person (`profile::only_oneself_or_an_administrator_sees_a_person`).
//! 2. No answer here holds a password's hash or a session (`profile::the_page_shows_what_the_specification_lists`).
//! 3. The log-in check answers 200 for guests too (`profile::the_log_in_check_never_fails`). It is here and not with
//!    accounts because it tells the credits left, which accounts may not know of.

mod routes;
mod store;
mod wire;

pub use routes::routes;
