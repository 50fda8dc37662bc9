//! Stories against a tiny server in the test: what the numbers say when a server is slow, stalls, closes or talks strangely.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

mod connections;
mod loops;
mod secure;
mod server;
mod streams;
mod usage;
