//! The stories of the queue, each on both engines.
//! PostgreSQL takes part when `QUAD_TEST_POSTGRES` names a server (`postgres://user@host:port/postgres`).

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

mod admin;
mod enqueue;
mod harness;
mod run_jobs;
mod timed;
mod workers;
