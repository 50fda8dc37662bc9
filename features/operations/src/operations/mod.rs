//! Operations: background jobs and the state of the installation, for the platform's administrators.
//!
//! Rules, each with the story that proves it (`server/tests/it/operations.rs`):
//! 1. Only ADMIN; to everybody else these calls do not exist (`only_administrators_see_jobs`).
//! 2. Waiting, running and parked jobs with the reason of the last failure; what a job carries is not shown, it may hold
//!    codes and addresses (`jobs_are_listed_without_what_they_carry`).
//! 3. A parked job can be tried again, once per click (`a_parked_job_runs_again`).
//! 4. A waiting or parked job can be dropped, after being told what that means. One in hand cannot, and neither can the next
//!    turn of a timed one (`a_job_is_dropped_unless_it_runs_or_is_timed`).
//!
//! 5. The installation: processes, room, backups and the newest errors of the log; a backup is made when asked for
//!    (`server/tests/it/system.rs`).
//!
//! The queue itself is crates/jobs; what each kind does stands in the features.

mod error_log;
mod heartbeat;
mod job_commands;
mod manage_jobs;
mod messages;
mod model;
mod routes;
mod store;
mod system_status;
mod wire;
mod wire_system;

pub use error_log::{ErrorLayer, ErrorLines, error_layer, store_errors};
pub use heartbeat::{send_heartbeat, send_heartbeats};
pub use job_commands::{Parked, parked_for_operator};
pub use routes::routes;
