//! Payment client for Razorpay's Orders API, as much of it as selling something needs: make an order, ask for its
//! payments, take money that a bank has set aside, give money back, and check the two signatures, the browser's and the
//! webhook's.
//!
//! It refuses to follow redirects, to wait longer than ten seconds, to read more than a mebibyte, and to name a secret
//! in an error or in `Debug`. What is bought, and whether it is credited, is the caller's: it knows no product.

mod client;
mod error;
mod signature;
mod wire;

pub use client::{Keys, Razorpay};
pub use error::{BadSetting, PayError, WebhookError};
pub use signature::sign;
pub use wire::{Dispute, DisputeStatus, NewOrder, Order, Payment, PaymentStatus, Refund, RefundStatus, Webhook};
