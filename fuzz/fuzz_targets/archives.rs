//! Fuzz target `cargo fuzz run archives`: what is tried, and what must hold, is in src/archives.rs.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../src/archives.rs"]
mod archives;

fuzz_target!(|data: &[u8]| archives::try_one(data));
