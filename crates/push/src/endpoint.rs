//! Endpoint: a push address as a browser names it, which is user input: whoever subscribes decides where this server sends
//! requests to. Only https to a name is taken; the addresses the name stands for are judged when connecting, see `resolver.rs`.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use reqwest::Url;
use reqwest::Url as Address;

/// A push service's address for one browser; checked as far as it can be without asking anybody.
#[derive(Clone, PartialEq, Eq)]
pub struct Endpoint(Address);

/// Why an address is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadEndpoint {
    /// No address at all.
    #[error("it is no web address")]
    Unreadable,
    /// Another scheme.
    #[error("it does not begin with https://")]
    NotHttps,
    /// A name or a password before the host.
    #[error("it has a name or a password in it")]
    UserInfo,
    /// A number instead of a name. Push services have names, and a number could be anything near us.
    #[error("its host is a number instead of a name")]
    Number,
    /// A name that only stands for something inside: `localhost`, `printer`, `db.internal`.
    #[error("its host is not a name on the internet")]
    LocalName,
    /// A port that belongs to another service.
    #[error("its port belongs to another service")]
    Port,
}

/// Names that never leave a network (RFC 6761, 6762, 7686, 8375, 9476 and habit).
const INSIDE: [&str; 13] = [
    "localhost",
    "local",
    "internal",
    "intranet",
    "lan",
    "home",
    "corp",
    "private",
    "test",
    "invalid",
    "onion",
    "arpa",
    "alt",
];

impl Endpoint {
    /// Reads an address.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<Self, BadEndpoint> {
        let url = Url::parse(text.trim()).map_err(|_| BadEndpoint::Unreadable)?;
        if url.scheme() != "https" {
            return Err(BadEndpoint::NotHttps);
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(BadEndpoint::UserInfo);
        }
        let host = url.host_str().unwrap_or_default().trim_end_matches('.').to_owned();
        // The parser has already made numbers of 0x7f.1, 2130706433 and the like.
        if host.starts_with('[') || host.parse::<Ipv4Addr>().is_ok() {
            return Err(BadEndpoint::Number);
        }
        let Some((_, last)) = host.rsplit_once('.') else { return Err(BadEndpoint::LocalName) };
        if INSIDE.contains(&last) {
            return Err(BadEndpoint::LocalName);
        }
        match url.port() {
            None | Some(443 | 1024..) => Ok(Self(url)),
            Some(_) => Err(BadEndpoint::Port),
        }
    }

    /// The whole address.
    pub fn url(&self) -> &Address {
        &self.0
    }

    /// The same as text, in the one spelling it is kept in.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// The push service: name and port. What is bounded per service is bounded by this.
    pub fn origin(&self) -> String {
        self.0.origin().ascii_serialization()
    }
}

/// The path is a secret; the service is not.
impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Endpoint").field(&self.origin()).finish()
    }
}

/// Whether an address is out on the internet: not ours, not the machine's, not the network's, not everybody's.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => is_public_v4(v4),
        IpAddr::V6(v6) => is_public_v6(v6),
    }
}

fn is_public_v4(v4: Ipv4Addr) -> bool {
    let [a, b, c, _] = v4.octets();
    let special = v4.is_private()
        || v4.is_loopback()
        || v4.is_link_local()
        || v4.is_multicast()
        || v4.is_broadcast()
        || v4.is_documentation()
        || a == 0
        // Carriers' own (RFC 6598), protocol assignments, the old 6to4 relays, benchmarks, and what is reserved.
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0 && c == 0)
        || (a == 192 && b == 88 && c == 99)
        || (a == 198 && (b == 18 || b == 19))
        || a >= 240;
    !special
}

fn is_public_v6(v6: Ipv6Addr) -> bool {
    // What is a v4 address in other clothes is judged as that: mapped, compatible, translated (NAT64), 6to4.
    if let Some(v4) = v6.to_ipv4() {
        return is_public_v4(v4);
    }
    let parts = v6.segments();
    let inner = |high: u16, low: u16| {
        let ([one, two], [three, four]) = (high.to_be_bytes(), low.to_be_bytes());
        Ipv4Addr::new(one, two, three, four)
    };
    match (parts[0], parts[1]) {
        (0x0064, 0xff9b) => parts[2..6] == [0; 4] && is_public_v4(inner(parts[6], parts[7])),
        (0x2002, high) => is_public_v4(inner(high, parts[2])),
        // Teredo and the other special blocks of 2001::/23, documentation (both), ORCHID.
        (0x2001, 0..=0x01ff | 0x0db8) | (0x3fff, 0..=0x0fff) => false,
        // Everything else that is given out as global unicast begins with 2 or 3.
        (first, _) => (0x2000..0x4000).contains(&first),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn real_services_are_taken() {
        for good in [
            "https://fcm.googleapis.com/fcm/send/dX7:APA91b",
            "https://updates.push.services.mozilla.com/wpush/v2/gAAAA",
            "https://web.push.apple.com/QGz",
            "https://wns2-par02p.notify.windows.com/w/?token=BQYAAA%3d",
            "https://push.example.net:8443/x",
            "https://push.example.net:443/x",
            " https://push.example.net/x ",
        ] {
            assert!(Endpoint::parse(good).is_ok(), "{good}");
        }
        assert_eq!(
            Endpoint::parse("https://push.example.net:443/x").expect("fine").origin(),
            "https://push.example.net"
        );
    }

    #[test]
    fn strange_addresses_are_refused_by_their_reason() {
        use BadEndpoint::{LocalName, NotHttps, Number, Port, Unreadable, UserInfo};
        for (bad, why) in [
            ("", Unreadable),
            ("push.example.net/x", Unreadable),
            ("https://", Unreadable),
            ("http://push.example.net/x", NotHttps),
            ("file:///etc/passwd", NotHttps),
            ("gopher://push.example.net/", NotHttps),
            ("https://push.example.net@127.0.0.1/", UserInfo),
            ("https://:secret@push.example.net/", UserInfo),
            ("https://127.0.0.1/", Number),
            ("https://127.1/", Number),
            ("https://0x7f.0.0.1/", Number),
            ("https://2130706433/", Number),
            ("https://017700000001/", Number),
            ("https://8.8.8.8/", Number),
            ("https://127.0.0.1./", Number),
            ("https://[::1]/", Number),
            ("https://[::ffff:10.0.0.1]/", Number),
            ("https://localhost/", LocalName),
            ("https://LOCALHOST./", LocalName),
            ("https://quad.localhost/", LocalName),
            ("https://printer/", LocalName),
            ("https://metadata.google.internal/", LocalName),
            ("https://push.example.net:22/", Port),
            ("https://push.example.net:25/", Port),
            ("https://push.example.net:0/", Port),
        ] {
            assert_eq!(Endpoint::parse(bad), Err(why), "{bad}");
        }
    }

    #[test]
    fn only_the_internet_is_public() {
        for public in
            ["8.8.8.8", "100.63.255.255", "100.128.0.1", "172.32.0.1", "198.20.0.1", "2a00:1450::1", "2606:4700::1111"]
        {
            assert!(is_public(public.parse().expect("an address")), "{public}");
        }
        for near in [
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.255.255.254",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "239.255.255.255",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b::a00:1",
            "64:ff9b:1::808:808",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "2002:a00:1::1",
            "3fff::1",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "4000::1",
        ] {
            assert!(!is_public(near.parse().expect("an address")), "{near}");
        }
        // Public ones in other clothes stay public.
        for public in ["::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::1"] {
            assert!(is_public(public.parse().expect("an address")), "{public}");
        }
    }
}
