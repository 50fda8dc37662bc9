//! Site information: what a browser needs to know of this installation before anybody logs in (names, domains, time
//! zone, billing, counts).
//!
//! 1. Public, and nothing in it is about a person (`site::everybody_may_read_what_this_installation_is`).
//! 2. The counts are real and at most ten seconds old (`site::the_counts_are_real`); no number is made up: a claim such
//!    as "50,000+ students" shows only where it is configured.

mod routes;
mod store;
mod wire;

pub use routes::routes;
pub use store::mark_as_demo;
