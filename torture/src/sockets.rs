//! Sockets as the system lists them: what the server's side still holds, also of those it has closed and the system has
//! not forgotten yet. IPv4, as everything here is.

use std::collections::HashMap;
use std::io;

/// The states in which the server's side holds something: established, and closing with something left to send or to hear.
const HELD: [&str; 5] = ["01", "04", "08", "09", "0B"];

/// The server's side of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Socket {
    /// Bytes that the other side has not taken.
    pub unsent: u64,
}

/// All connections of a server, by the port of the other side.
pub fn of(server: u16) -> io::Result<HashMap<u16, Socket>> {
    Ok(read(&std::fs::read_to_string("/proc/net/tcp")?, server))
}

fn read(list: &str, server: u16) -> HashMap<u16, Socket> {
    let port = |address: &str| u16::from_str_radix(address.rsplit_once(':')?.1, 16).ok();
    let one = |line: &str| {
        let mut words = line.split_whitespace().skip(1);
        let (own, other, state, queues) = (words.next()?, words.next()?, words.next()?, words.next()?);
        let unsent = u64::from_str_radix(queues.split_once(':')?.0, 16).ok()?;
        (port(own)? == server && HELD.contains(&state)).then_some((port(other)?, Socket { unsent }))
    };
    list.lines().filter_map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_systems_list_is_read() {
        let list = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1
   1: 0100007F:1F90 0100007F:C001 01 00020000:00000010 00:00000000 00000000     0        0 2
   2: 0100007F:1F90 0100007F:C002 04 00000100:00000000 00:00000000 00000000     0        0 0
   3: 0100007F:1F90 0100007F:C003 06 00000000:00000000 00:00000000 00000000     0        0 0
   4: 0100007F:C001 0100007F:1F90 01 00000007:00000000 00:00000000 00000000     0        0 3\n";
        let held = read(list, 8080);
        assert_eq!(held.len(), 2);
        assert_eq!((held[&0xC001].unsent, held[&0xC002].unsent), (0x20000, 0x100));
    }
}
