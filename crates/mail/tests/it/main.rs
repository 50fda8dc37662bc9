//! The stories of mail: letters in a folder, letters to a small server of our own and to
//! Debian's, letters in memory.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

mod folder;
mod memory;
mod real_servers;
mod server;
mod smtp;

use quad_mail::{Headers, Message};

/// Saturday, 21 November 2026, 00:00 UTC.
const NOW: i64 = 1_795_219_200_000;

fn message(to: &str, subject: &str, text: &str) -> Message {
    Message { to: to.into(), subject: subject.into(), text: text.into(), headers: Headers::default() }
}
