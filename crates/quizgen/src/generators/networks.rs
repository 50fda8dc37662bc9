//! Networks: IPv4 subnets and transmission times.

use std::net::Ipv4Addr;

use rand::RngExt;
use rand::rngs::StdRng;

use super::draft_parts::{Generator, draft, numbers, pick};
use crate::draft::{Difficulty, Draft};

pub(super) static GENERATOR: Generator = Generator {
    topics: &["Subnetting", "Computer networks"],
    synonyms: &["subnets", "subnet masks", "ip addressing", "ip addresses", "cidr", "ipv4", "ipv4 addressing"],
    parts: &[],
    make,
};

fn make(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let prefix: u32 = match level {
        Difficulty::Easy => rng.random_range(16..31),
        _ => rng.random_range(17..30),
    };
    let [second, third, fourth]: [u8; 3] = [rng.random(), rng.random(), rng.random()];
    let first = *pick(rng, &[10_u8, 172, 192]);
    let address = u32::from(Ipv4Addr::new(first, if first == 192 { 168 } else { second }, third, fourth));
    let mask = u32::MAX << (32 - prefix);
    let said = |bits: u32| Ipv4Addr::from(bits).to_string();
    match level {
        Difficulty::Easy if rng.random_bool(0.4) => {
            let near = [prefix + 1, prefix - 1, prefix + 2, prefix - 2].map(|p| said(u32::MAX << (32 - p)));
            let question = format!("Which mask belongs to the network of {} with the prefix /{prefix}?", said(address));
            draft(level, question, said(mask), near, format!("{prefix} ones followed by {} zeros.", 32 - prefix))
        }
        Difficulty::Easy => hosts_of(rng, level, address & mask, prefix),
        Difficulty::Medium if rng.random_bool(0.25) => hosts_of(rng, level, address & mask, prefix),
        Difficulty::Medium => {
            let wrong_mask = |p: u32| said(address & (u32::MAX << (32 - p)));
            let mistakes = [
                said(address | !mask),
                wrong_mask(prefix - 1),
                wrong_mask(prefix + 1),
                wrong_mask(24),
                wrong_mask(16),
                said((address & mask) + 1),
                said((address & mask).wrapping_sub(!mask + 1)),
            ];
            let question = format!("To which network does {}/{prefix} belong?", said(address));
            draft(level, question, said(address & mask), mistakes, format!("The mask is {}.", said(mask)))
        }
        Difficulty::Hard => {
            let last = address | !mask;
            let (word, answer) = if rng.random_bool(0.5) {
                ("broadcast address", last)
            } else {
                ("last address a host can have", last - 1)
            };
            let mistakes = [
                said(last),
                said(last - 1),
                said(address & mask),
                said(last.wrapping_add(!mask + 1)),
                said((address & mask) + 1),
                said(address | 0xFF),
            ];
            let question = format!("What is the {word} in the network of {}/{prefix}?", said(address));
            draft(
                level,
                question,
                said(answer),
                mistakes,
                match word {
                    "broadcast address" => format!("All {} host bits are one in it.", 32 - prefix),
                    _ => format!(
                        "It is one below the broadcast address, in which all {} host bits are one.",
                        32 - prefix
                    ),
                },
            )
        }
    }
}

fn hosts_of(rng: &mut StdRng, level: Difficulty, network: u32, prefix: u32) -> Option<Draft> {
    let hosts = (1_i64 << (32 - prefix)) - 2;
    let mistakes = numbers(rng, hosts, &[hosts + 2, hosts + 1, i64::midpoint(hosts, 2) - 2, (hosts + 2) * 2 - 2], 1);
    let question =
        format!("How many hosts can have an address in the IPv4 network {}/{prefix}?", Ipv4Addr::from(network));
    draft(
        level,
        question,
        hosts,
        mistakes,
        format!("2^{} addresses, without the network's and the broadcast address.", 32 - prefix),
    )
}
