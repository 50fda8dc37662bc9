//! Fuzz target `cargo fuzz run pictures`: what is tried, and what must hold, is in src/pictures.rs.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../src/pictures.rs"]
mod pictures;

fuzz_target!(|data: &[u8]| pictures::try_one(data));
