//! Web Push (RFC 8030, 8291, 8292) from the server's side. It knows nothing of the product.
//!
//! An address comes from a stranger, so: https to a public name only, judged again when connecting, no redirects, little
//! time, little read. What a push service says becomes one of four verdicts; what to do about them is the caller's.

mod client;
mod endpoint;
mod keys;
mod resolver;
mod sender;

pub use client::{BadSetting, Client, Device, Message, Options, Urgency, Verdict};
pub use endpoint::{BadEndpoint, Endpoint, is_public};
pub use keys::{Keys, is_public_key};
