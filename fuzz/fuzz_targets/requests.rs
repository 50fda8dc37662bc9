//! Fuzz target `cargo fuzz run requests`: what is tried, and what must hold, is in src/requests.rs.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../src/requests.rs"]
mod requests;

fuzz_target!(|data: &[u8]| requests::try_one(data));
