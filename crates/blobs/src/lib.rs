//! Blob store: pictures made safe to show, and a place for their bytes.
//!
//! [`picture`] turns what somebody sent into WebP of a few widths, or says why not; [`Workers`] does that for several
//! senders with bounded memory; [`Store`] keeps the bytes in a folder, an S3-compatible store or memory. It knows nothing of
//! the product. What is refused and how much memory a picture may take stands in the README.

mod jpeg;
pub mod picture;
mod pixels;
mod store;
mod unfit;
mod workers;

pub use picture::{Prepared, Unfit, Variant};
pub use store::{PROBE, Place, S3, Store, StoreError, Stored};
pub use workers::{NotPrepared, Workers};
