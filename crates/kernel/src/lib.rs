//! Kernel: ids, time, errors and how they are answered, checks of input. No I/O; of ours it knows the database's errors and columns.

pub mod activity;
pub mod calendar_day;
pub mod clock;
pub mod error;
pub mod ids;
pub mod invariant;
pub mod mail;
pub mod page;
pub mod problem;
pub mod retry;
pub mod validation;
