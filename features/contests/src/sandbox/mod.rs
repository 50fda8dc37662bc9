//! Payment sandbox: a payment provider of our own for installations without keys. No money moves, and every screen of
//! it says so. To the rest of Quad it is a provider like the real one, reached over HTTP by its base address and keys.
//!
//! Rules, each with the story that proves it (`server/tests/it/sandbox.rs`):
//! 1. It speaks Razorpay's shapes, errors too (`it_speaks_razorpays_shapes`, `errors_have_razorpays_shape`), behind keys
//!    that were made once for this installation and are shared by its processes (`wrong_keys_are_refused`,
//!    `a_restart_keeps_keys_and_state`).
//! 2. One payment per order counts, decided by a unique key (`racing_fifty_payments`).
//! 3. Whoever pays may choose what goes wrong: declined, taken later or never, another amount, webhook twice, late, in the
//!    wrong order or never (`a_declined_payment_takes_nothing`, `a_payment_may_be_taken_later`,
//!    `other_amounts_are_charged_as_chosen`, `what_is_set_aside_is_captured_once`, `webhooks_go_as_chosen`).
//! 4. Webhooks are jobs: they go out after the commit that causes them, signed, and again until they are answered
//!    (`an_unanswered_webhook_is_sent_again`).
//! 5. With real keys set it does not exist (`with_real_keys_it_is_not_there`).
//! 6. No secret leaves it (`no_key_is_told_or_logged`); bad input is a 4xx (`bad_input_is_refused`).
//! 7. Its checkout page may be framed by our own pages only (`the_checkout_page_may_be_framed_by_us_alone`).

mod checkout_page;
mod jobs;
mod keys;
mod messages;
mod model;
mod payments;
mod routes;
mod store;
mod store_invariants;
mod wire;

pub use jobs::jobs;
pub use keys::{Sandbox, shared_keys};
pub use routes::routes;
pub use store_invariants::INVARIANTS;
