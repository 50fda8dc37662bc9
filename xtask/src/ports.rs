//! Ports for programs that can only be told one. A port that the system hands out goes to the next who asks, or who connects, once it
//! is given back: these lie below those, and each process has its own. The harness of the stories does the same above them
//! (server/tests/it/harness/ports.rs). A program that says where it listens is told port 0 instead.

use std::net::{Ipv4Addr, TcpListener};
use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::{Result, bail};

const FIRST: u16 = 10_000;
/// The stories' begin here.
const END: u16 = 12_000;
/// As many as a run takes, and more.
const OF_A_PROCESS: u32 = 16;

static TAKEN: AtomicU32 = AtomicU32::new(0);

/// A port of 127.0.0.1 that nobody listens at, and that this process has not had before.
pub fn free() -> Result<u16> {
    let own = std::process::id().wrapping_mul(OF_A_PROCESS);
    for _ in FIRST..END {
        let number = own.wrapping_add(TAKEN.fetch_add(1, Ordering::Relaxed));
        let port = FIRST + u16::try_from(number % u32::from(END - FIRST))?;
        // Somebody who is no test may have it.
        if TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok() {
            return Ok(port);
        }
    }
    bail!("no port from {FIRST} to {END} is free")
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn a_port_is_nobody_elses_and_none_that_the_system_hands_out() {
        let one = free().unwrap();
        let other = free().unwrap();
        assert!(one != other && (FIRST..END).contains(&one), "{one}, {other}");
        if let Ok(range) = fs::read_to_string("/proc/sys/net/ipv4/ip_local_port_range") {
            let first: u16 = range.split_whitespace().next().unwrap().parse().unwrap();
            assert!(first >= END, "the system hands out ports from {first}");
        }
    }

    /// A port that was asked for and given back is handed to somebody else before it is used.
    #[test]
    fn the_workshop_gives_back_no_port_to_use_it_later() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        for entry in fs::read_dir(folder).unwrap().flatten().filter(|entry| entry.path().is_file()) {
            let text = fs::read_to_string(entry.path()).unwrap();
            let product = text.split("#[cfg(test)]").next().unwrap();
            let is_given_back =
                product.contains(":0\")?.local_addr()") || product.contains("LOCALHOST, 0))?.local_addr()");
            assert!(!is_given_back, "{}", entry.path().display());
        }
    }
}
