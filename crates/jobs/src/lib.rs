//! Job queue: a durable one on the application's own database, SQLite or PostgreSQL.
//!
//! A job is enqueued in the caller's transaction: it exists if and only if that transaction commits. A worker claims it,
//! runs it, and deletes the row; a job that cannot be done is parked with its reason, never deleted silently.
//! A job may run more than once (a crash between doing and noting), so what it does must bear a repetition.
//! The payload is never logged and never listed: it may hold codes and addresses.

mod admin;
mod backoff;
mod claim;
mod completion;
mod enqueue;
mod job;
mod migration;
mod registry;
mod worker;

pub use admin::{
    Entry, Filter, JobCounts, ParkedFilter, State, count, counts, drop, drop_beginning, drop_parked, drop_untimed,
    find, kinds, list, page, retry, retry_parked, waiting,
};
pub use claim::LEASE_GRACE;
pub use enqueue::{enqueue, enqueue_at};
pub use job::{Job, JobEnd, JobsError};
pub use migration::MIGRATION;
pub use registry::Registry;
pub use worker::{Ends, MillisClock, Wake, Worker};
