//! Quad: quiz contests and clubs for a campus. This crate is the product; `main.rs` only calls it.

mod alone;
pub mod app;
pub mod backups;
pub mod checking;
pub mod cli;
pub mod config;
pub mod demo;
pub mod doctor;
pub mod edge;
pub mod features;
pub mod flight_check;
pub mod hearing;
#[cfg(feature = "hooks")]
mod hooks;
pub mod jobs;
pub mod kernel;
pub mod live;
pub mod metrics;
pub mod migrations;
pub mod neighbours;
pub mod router;
mod running;
pub mod topics;
pub mod transferring;
