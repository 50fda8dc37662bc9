//! Fuzz target `cargo fuzz run outside`: what is tried, and what must hold, is in src/outside.rs.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../src/outside.rs"]
mod outside;

fuzz_target!(|data: &[u8]| outside::try_one(data));
