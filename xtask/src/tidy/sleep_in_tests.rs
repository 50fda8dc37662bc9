//! Sleeping tests: a test of the gate waits for an event and moves the test clock; it never sleeps for a time after which something is
//! thought to have happened. A pause of a loop that looks again is short. What must wait by the clock is in a part of `--everything`
//! (test_parts.rs). Stand-ins of other servers are slow on purpose, and not looked at.

use super::{Finding, Source, has_extension};
use crate::test_parts;

/// The longest pause between two looks, in milliseconds.
const LOOK: u64 = 250;

/// Parts of a path that make a file a stand-in or a harness.
const NOT_TESTS: [&str; 6] =
    ["/harness/", "harness.rs", "stand_in.rs", "s3_server/", "mail_server.rs", "tests/it/server.rs"];

/// Files that may, and why.
const EXPLAINED: [(&str, &str); 5] = [
    ("server/tests/it/races/track.rs", "comes again after a 503, as it is told to"),
    ("server/tests/it/idempotency.rs", "lets another call wait: less than it takes proves less and fails nothing"),
    ("server/tests/it/leaderboards.rs", "lets a feed look once: less than it takes costs reads that its bound allows"),
    ("server/tests/it/buckets.rs", "lets a store be away: less than it takes proves less and fails nothing"),
    (
        "crates/jobs/tests/it/timed.rs",
        "looks for what must not happen: less than it takes proves less and fails nothing",
    ),
];

pub fn of_the_gate(source: &Source) -> Vec<Finding> {
    let is_test = source.path.contains("/tests/") && has_extension(&source.path, &["rs"]);
    let is_stand_in = NOT_TESTS.iter().any(|part| source.path.contains(part));
    let is_explained = EXPLAINED.iter().any(|(path, _)| *path == source.path);
    if !is_test || is_stand_in || is_explained || test_parts::has_whole(&source.path) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (at, token) in source.tokens.iter().enumerate() {
        if token.word() == Some("sleep") && source.tokens.get(at + 1).is_some_and(|next| next.is('(')) {
            let words =
                source.tokens[at + 2..].iter().take_while(|token| !token.is(';')).filter_map(|token| token.word());
            if is_long(&words.collect::<Vec<_>>()) {
                let what =
                    "sleeps by the clock: wait for the event, move the test clock, or belong to a part of --everything";
                found.push(source.finding(token.line, what));
            }
        }
    }
    found
}

/// A pause of seconds, of more than [`LOOK`], or of a constant.
fn is_long(words: &[&str]) -> bool {
    let number = |word: &str| word.replace('_', "").parse::<u64>().ok();
    let after = |name: &str| words.iter().position(|word| *word == name).and_then(|at| words.get(at + 1));
    let is_constant = words.first().is_some_and(|word| word.chars().all(|sign| sign.is_uppercase() || sign == '_'));
    let is_seconds = words.iter().any(|word| ["from_secs", "from_mins"].contains(word));
    let millis = after("from_millis").and_then(|word| number(word));
    is_constant || is_seconds || millis.is_some_and(|millis| millis > LOOK)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(file: &str, text: &str) -> usize {
        of_the_gate(&Source::new(file, text)).len()
    }

    #[test]
    fn a_test_of_the_gate_does_not_sleep() {
        let gate = "server/tests/it/polls.rs";
        assert_eq!(count(gate, "async fn a() { tokio::time::sleep(Duration::from_millis(1_200)).await; }"), 1);
        assert_eq!(count(gate, "async fn a() { sleep(Duration::from_secs(1)).await; }"), 1);
        assert_eq!(count(gate, "async fn a() { sleep(PAUSE).await; }"), 1);
        assert_eq!(count(gate, "async fn a() { while !done() { sleep(Duration::from_millis(20)).await; } }"), 0);
        assert_eq!(count(gate, "async fn a() { sleep(Duration::from_millis(round * 7)).await; }"), 0);
    }

    #[test]
    fn parts_and_stand_ins_may() {
        let long = "async fn a() { sleep(Duration::from_secs(2)).await; }";
        assert_eq!(count("server/tests/it/proxies.rs", long), 0);
        assert_eq!(count("server/tests/it/restores.rs", long), 0);
        assert_eq!(count("crates/push/tests/it/stand_in.rs", long), 0);
        assert_eq!(count("crates/live/src/lib.rs", long), 0);
        assert_eq!(count("crates/push/tests/it/main.rs", long), 1);
    }
}
