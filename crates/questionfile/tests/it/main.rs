//! Question files as people have them, read through the crate's public door.
#![expect(clippy::expect_used, reason = "a test that cannot go on should say where")]

mod aiken;
mod docx;
mod gift;
mod harness;
mod hostile;
mod moodle_xml;
mod mutated;
mod pasted;
mod qti;
mod round_trip;
mod tables;
mod typed_keys;
