//! Ports for programs that bind them by themselves. A port that the system hands out is one that it hands to the next who asks, or
//! who connects, once it is given back: these lie below those (32768 and more), and each process of the tests has its own.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::atomic::{AtomicU32, Ordering};

const FIRST: u32 = 12_000;
const END: u32 = 32_000;
/// As many as a story takes, and more.
const OF_A_PROCESS: u32 = 20;

static TAKEN: AtomicU32 = AtomicU32::new(0);

/// A port of 127.0.0.1 that nobody listens at, and that is handed out to nobody else.
pub fn free_port() -> SocketAddr {
    let own = std::process::id() * OF_A_PROCESS;
    for _ in FIRST..END {
        let number = own.wrapping_add(TAKEN.fetch_add(1, Ordering::Relaxed));
        let port = u16::try_from(FIRST + number % (END - FIRST)).expect("a port");
        let at = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        // Somebody who is no test may have it.
        if TcpListener::bind(at).is_ok() {
            return at;
        }
    }
    panic!("no port is free");
}
