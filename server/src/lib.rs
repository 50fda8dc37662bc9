//! Quad: quiz contests and clubs for a campus. This crate puts the features together and has the commands; `main.rs` only calls it.

pub mod app;
mod check_questions;
pub mod cli;
pub mod demo;
pub mod doctor;
mod exposition;
pub mod first_steps;
pub mod flight_check;
pub mod integrity_check;
mod invalidation;
pub mod jobs;
mod link_previews;
pub mod router;
mod serve;
mod start_app;
mod static_files;
mod terminal;
pub mod topics;
pub mod transfer;
