//! Fuzz target `cargo fuzz run words`: what is tried, and what must hold, is in src/words.rs.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../src/words.rs"]
mod words;

fuzz_target!(|data: &[u8]| words::try_one(data));
