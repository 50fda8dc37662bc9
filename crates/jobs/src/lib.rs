//! A durable job queue on the application's own database, SQLite or PostgreSQL.
//!
//! A job is enqueued in the caller's transaction: it exists if and only if that transaction commits. A worker claims it,
//! runs it, and deletes the row; a job that cannot be done is parked with its reason, never deleted silently.
//! A job may run more than once (a crash between doing and noting), so what it does must bear a repetition.
//! The payload is never logged and never listed: it may hold codes and addresses.

mod claiming;
mod desk;
mod ending;
mod enqueueing;
mod job;
mod migration;
mod pace;
mod registry;
mod worker;

pub use claiming::LEASE_GRACE;
pub use desk::{
    Counts, Entry, Filter, State, count, counts, drop, drop_beginning, drop_untimed, find, kinds, list, page, retry,
    waiting,
};
pub use enqueueing::{enqueue, enqueue_at};
pub use job::{Job, JobEnd, JobsError};
pub use migration::migration;
pub use registry::Registry;
pub use worker::{Clock, Ends, Wake, Worker};
