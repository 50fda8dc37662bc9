//! Sleeping tests: a test of the gate waits for an event and moves the test clock; it never sleeps for a time after which something is
//! thought to have happened. What is left to the clock is the pause of a loop that looks again: a short literal, with the reason
//! beside it, so that neither a constant, a sum nor a helper hides how long it is. What must wait by the clock is in a part of
//! `--everything` (test_parts.rs, a browser test without `@gate`). Stand-ins of other servers are slow on purpose, and not looked at.

use std::collections::BTreeSet;
use std::slice;

use super::tokens::{Kind, Token};
use super::{Finding, Source, has_extension};
use crate::test_parts;

/// The longest pause between two looks, in milliseconds.
const LOOK: f64 = 250.0;

/// What every wait of a unit test of the web has, in milliseconds.
const PATIENCE: f64 = 15_000.0;

/// Parts of a path that make a file a stand-in or a harness.
const NOT_TESTS: [&str; 6] =
    ["/harness/", "harness.rs", "stand_in.rs", "s3_server/", "mail_server.rs", "tests/it/server.rs"];

/// Files that may, and why.
const EXPLAINED: [(&str, &str); 7] = [
    ("server/tests/it/races/track.rs", "comes again after a 503, as it is told to"),
    ("server/tests/it/idempotency.rs", "lets another call wait: less than it takes proves less and fails nothing"),
    ("server/tests/it/leaderboards.rs", "lets a feed look once: less than it takes costs reads that its bound allows"),
    ("server/tests/it/buckets.rs", "lets a store be away: less than it takes proves less and fails nothing"),
    (
        "crates/jobs/tests/it/timed.rs",
        "looks for what must not happen: less than it takes proves less and fails nothing",
    ),
    ("web/src/testClock.ts", "its timers are the test clock's, and refused where none runs"),
    ("e2e/specs/main-job.spec.ts", "waits out half a minute without a network in its part, and not in the gate"),
];

/// Tests of a part's module that its filter leaves to the gate.
const LEFT_TO_THE_GATE: [&str; 1] = ["server/tests/it/malformed.rs"];

const RUST: [&str; 5] = ["sleep", "sleep_ms", "sleep_until", "park_timeout", "interval"];
const TYPESCRIPT: [&str; 2] = ["setTimeout", "waitForTimeout"];

pub fn of_the_gate(source: &Source) -> Vec<Finding> {
    if EXPLAINED.iter().any(|(path, _)| *path == source.path) {
        return Vec::new();
    }
    if has_extension(&source.path, &["rs"]) { in_rust(source) } else { in_typescript(source) }
}

fn in_rust(source: &Source) -> Vec<Finding> {
    let is_part = test_parts::has_whole(&source.path) && !LEFT_TO_THE_GATE.contains(&source.path.as_str());
    if is_part || NOT_TESTS.iter().any(|part| source.path.contains(part)) {
        return Vec::new();
    }
    let tokens = &source.tokens;
    let tests = if source.path.contains("/tests/") {
        (0..tokens.len()).collect()
    } else {
        items_below(tokens, |words| words.contains(&"cfg") && words.contains(&"test") && !words.contains(&"not"))
    };
    // Time that stands still is moved by the runtime, and costs none.
    let paused = items_below(tokens, |words| words.contains(&"start_paused") && words.contains(&"true"));
    let mut found = Vec::new();
    for at in tests.into_iter().filter(|at| !paused.contains(at)) {
        let Some(name) = tokens[at].word().filter(|word| RUST.contains(word)) else { continue };
        let is_before = |mark| tokens.get(at + 1).is_some_and(|next: &Token| next.is(mark));
        let is_renamed = tokens.get(at + 1).and_then(Token::word) == Some("as");
        let is_defined = at > 0 && tokens[at - 1].word() == Some("fn");
        if is_renamed || is_before('(') && !is_defined {
            let long = is_renamed || duration(arguments(tokens, at + 1)).is_none_or(|millis| millis > LOOK);
            found.extend(finding(source, &tokens[at], name, long));
        }
    }
    found
}

fn in_typescript(source: &Source) -> Vec<Finding> {
    let path = source.path.as_str();
    let is_unit_test = path.contains(".test.") || path.starts_with("web/src/test");
    let is_story = path.starts_with("e2e/pages/") || path.starts_with("e2e/specs/") && source.text.contains("@gate");
    if !is_unit_test && !is_story {
        return Vec::new();
    }
    let tokens = &source.tokens;
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if token.text().is_some_and(|text| text.ends_with("timers/promises")) {
            found.extend(finding(source, token, "timers/promises", true));
        }
        if is_unit_test && token.word() == Some("timeout") && tokens.get(at + 1).is_some_and(|next| next.is(':')) {
            let is_short = tokens
                .get(at + 2)
                .is_some_and(|one| number(slice::from_ref(one)).is_some_and(|limit| limit < PATIENCE));
            let what = "gives up sooner than the general 15 s (testSetup.ts): a busy machine fails it";
            found.extend(is_short.then(|| source.finding(token.line, what)));
        }
        let Some(name) = token.word().filter(|word| TYPESCRIPT.contains(word)) else { continue };
        // `test.setTimeout` is a bound.
        let is_bound = at > 1 && tokens[at - 1].is('.') && tokens[at - 2].word() == Some("test");
        if is_bound || !tokens.get(at + 1).is_some_and(|next| next.is('(')) {
            continue;
        }
        let given = split(arguments(tokens, at + 1));
        let pause = match (name, given.as_slice()) {
            // The next turn of the loop, and no time.
            ("setTimeout", [_]) => continue,
            ("setTimeout", [_, pause]) | (_, [pause]) => number(pause),
            _ => None,
        };
        found.extend(finding(source, token, name, pause.is_none_or(|millis| millis > LOOK)));
    }
    found
}

fn finding(source: &Source, token: &Token, name: &str, is_long: bool) -> Option<Finding> {
    if is_long {
        let what = format!(
            "`{name}` sleeps by the clock: wait for the event, move the test clock, or belong to a part of --everything; \
             a pause between two looks is a literal of at most {LOOK} ms"
        );
        return Some(source.finding(token.line, what));
    }
    let what = format!("`{name}` without its reason: a comment beside or above it says why this test pauses");
    (!has_reason(source, token.line)).then(|| source.finding(token.line, what))
}

/// A comment on the line, or on the one above.
fn has_reason(source: &Source, line: usize) -> bool {
    let mut lines = source.text.lines().skip(line.saturating_sub(2));
    let above = if line > 1 { lines.next() } else { None };
    let is_comment = |text: &str| ["//", "/*", "*"].iter().any(|mark| text.trim_start().starts_with(mark));
    above.is_some_and(is_comment) || lines.next().is_some_and(|text| text.contains("// "))
}

/// The places of all tokens of items below an attribute whose words are so.
fn items_below(tokens: &[Token], is_wanted: impl Fn(&[&str]) -> bool) -> BTreeSet<usize> {
    let mut inside = BTreeSet::new();
    for at in 0..tokens.len() {
        if !tokens[at].is('#') || !tokens.get(at + 1).is_some_and(|next| next.is('[')) {
            continue;
        }
        let attribute = closed(tokens, at + 1);
        if !is_wanted(&tokens[at..attribute].iter().filter_map(Token::word).collect::<Vec<_>>()) {
            continue;
        }
        let body = (attribute..tokens.len()).find(|&at| tokens[at].is('{') || tokens[at].is(';'));
        if let Some(body) = body.filter(|&body| tokens[body].is('{')) {
            inside.extend(body..closed(tokens, body));
        }
    }
    inside
}

/// The end of what this bracket opens.
fn closed(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.kind {
            Kind::Mark('(' | '[' | '{') => depth += 1,
            Kind::Mark(')' | ']' | '}') => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    tokens.len()
}

fn arguments(tokens: &[Token], open: usize) -> &[Token] {
    &tokens[open + 1..closed(tokens, open).max(open + 1)]
}

/// Arguments, one by one.
fn split(arguments: &[Token]) -> Vec<&[Token]> {
    let mut depth = 0_i32;
    let is_between = |token: &Token| {
        match token.kind {
            Kind::Mark('(' | '[' | '{') => depth += 1,
            Kind::Mark(')' | ']' | '}') => depth -= 1,
            _ => {}
        }
        depth == 0 && token.is(',')
    };
    arguments.split(is_between).filter(|one| !one.is_empty()).collect()
}

/// The milliseconds of `Duration::from_millis(20)`, if it is nothing but that.
fn duration(argument: &[Token]) -> Option<f64> {
    let is_path = |token: &Token| token.word().is_some() || [':', '(', ')'].iter().any(|&mark| token.is(mark));
    let words: Vec<&str> = argument.iter().filter_map(Token::word).collect();
    let ([.., "Duration", unit, value], true) = (words.as_slice(), argument.iter().all(is_path)) else { return None };
    let value: f64 = value.replace('_', "").parse().ok()?;
    match *unit {
        "from_secs" => Some(value * 1000.0),
        "from_millis" => Some(value),
        "from_micros" => Some(value / 1000.0),
        _ => None,
    }
}

fn number(argument: &[Token]) -> Option<f64> {
    let [one] = argument else { return None };
    one.word()?.replace('_', "").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GATE: &str = "server/tests/it/polls.rs";

    fn count(file: &str, text: &str) -> usize {
        of_the_gate(&Source::new(file, text)).len()
    }

    #[test]
    fn a_test_of_the_gate_does_not_sleep() {
        for pause in [
            "tokio::time::sleep(Duration::from_millis(1_200)).await",
            "sleep(Duration::from_secs(1)).await",
            "sleep(Duration::from_millis(round * 7)).await",
            "sleep(Duration::from_millis(250) * 4).await",
            "sleep(Duration::from_secs_f64(0.1)).await",
            "sleep(2 * PAUSE).await",
            "sleep(PAUSE).await",
            "sleep(Self::PAUSE).await",
            "sleep(pause).await",
            "sleep(millis(900)).await",
            "tokio::time::sleep_until(then).await",
            "std::thread::sleep(if slow { PAUSE } else { Duration::from_millis(1) })",
            "tokio::time::interval(Duration::from_secs(1)).tick().await",
        ] {
            assert_eq!(count(GATE, &format!("async fn a() {{\n// So.\n{pause}; }}")), 1, "{pause}");
        }
        assert_eq!(count(GATE, "use tokio::time::sleep as pause;"), 1);
        assert_eq!(count(GATE, "use tokio::time::sleep;\nfn sleep(clock: &Clock) {}"), 0);
    }

    #[test]
    fn a_pause_between_two_looks_is_short_and_has_a_reason() {
        let pause = "tokio::time::sleep(Duration::from_millis(20)).await;";
        assert_eq!(count(GATE, &format!("while !done() {{\n    {pause}\n}}")), 1);
        assert_eq!(count(GATE, &format!("while !done() {{\n    // Until it looks again.\n    {pause}\n}}")), 0);
        assert_eq!(count(GATE, &format!("while !done() {{\n    {pause} // until it looks again\n}}")), 0);
    }

    #[test]
    fn modules_of_tests_are_looked_at_and_the_product_is_not() {
        let product = "async fn a() { sleep(Duration::from_secs(2)).await; }\n";
        let tests = format!("#[cfg(test)]\n#[expect(unused, reason = \"x\")]\nmod tests {{ {product} }}\n");
        assert_eq!(count("crates/live/src/lib.rs", product), 0);
        assert_eq!(count("crates/live/src/lib.rs", &format!("{product}{tests}{product}")), 1);
        assert_eq!(count("crates/live/src/lib.rs", &format!("#[cfg(not(test))]\n{product}")), 0);
        assert_eq!(count("crates/live/src/lib.rs", &format!("#[cfg(test)]\nuse x::y;\n{product}")), 0);
    }

    #[test]
    fn time_that_stands_still_is_nobodys() {
        let test = "async fn a() { sleep(Duration::from_secs(2)).await; }\n";
        let paused = format!("#[tokio::test(start_paused = true)]\n{test}");
        assert_eq!(count(GATE, &paused), 0);
        assert_eq!(count(GATE, &format!("{paused}#[tokio::test]\n{test}")), 1);
    }

    #[test]
    fn parts_and_stand_ins_may() {
        let long = "async fn a() { sleep(Duration::from_secs(2)).await; }";
        for path in ["server/tests/it/proxies.rs", "server/tests/it/restores.rs", "server/tests/it/malformed/raw.rs"] {
            assert_eq!(count(path, long), 0, "{path}");
        }
        assert_eq!(count("crates/push/tests/it/stand_in.rs", long), 0);
        assert_eq!(count("crates/push/tests/it/main.rs", long), 1);
        assert_eq!(count("e2e/specs/weight.spec.ts", "await page.waitForTimeout(1500)"), 0);
    }

    /// A part takes a module but for these: `test(/^malformed::/) - test(/^malformed::some_of/)`.
    #[test]
    fn what_a_part_leaves_to_the_gate_is_looked_at() {
        let filters = include_str!("../../../.config/nextest.toml");
        let left = filters.split("- test(/^").skip(1).filter_map(|rest| rest.split_once("::"));
        let mut files: Vec<_> = left.map(|(module, _)| format!("server/tests/it/{module}.rs")).collect();
        files.dedup();
        assert_eq!(files, LEFT_TO_THE_GATE);
        assert_eq!(count(&files[0], "async fn a() { sleep(Duration::from_secs(2)).await; }"), 1);
    }

    #[test]
    fn a_test_of_the_web_does_not_sleep() {
        let sleeps = |file: &str, code: &str| count(file, &format!("// So.\n{code}"));
        let (unit, story) = ("web/src/app/shell/Frame.test.tsx", "e2e/pages/corrections.ts");
        for code in [
            "const pause = (ms: number) => act(() => new Promise((resolve) => setTimeout(resolve, ms)))",
            "await new Promise((resolve) => setTimeout(resolve, 400))",
            "await new Promise((resolve) => window.setTimeout(resolve, 1e3))",
            "await new Promise((resolve) => setTimeout(resolve, 50 * round))",
            "await page.waitForTimeout(1500)",
            "await page.waitForTimeout(after)",
            "import { setTimeout as sleep } from 'node:timers/promises'",
        ] {
            assert_eq!((sleeps(unit, code), sleeps(story, code)), (1, 1), "{code}");
        }
        for code in [
            "await new Promise((resolve) => setTimeout(resolve, 50))",
            "await new Promise((resolve) => setTimeout(resolve))",
            "let timer: ReturnType<typeof setTimeout>",
            "test.setTimeout(600_000)",
        ] {
            assert_eq!((sleeps(unit, code), sleeps(story, code)), (0, 0), "{code}");
        }
        assert_eq!(count(unit, "await new Promise((resolve) => setTimeout(resolve, 50))"), 1);
        for (limit, is_refused) in [("5000", 1), ("1_000", 1), ("15_000", 0), ("PATIENCE", 0)] {
            let code = format!("await screen.findByRole('heading', {{}}, {{ timeout: {limit} }})");
            assert_eq!((sleeps(unit, &code), sleeps(story, &code)), (is_refused, 0), "{limit}");
        }
        let spec = "e2e/specs/attempts.spec.ts";
        let slow = "await page.waitForTimeout(2000)";
        assert_eq!((count(spec, slow), count(spec, &format!("test('x', {{ tag: '@gate' }}, … )\n{slow}"))), (0, 1));
        assert_eq!(count("web/src/ui/SearchBox.tsx", "setTimeout(look, 300)"), 0);
    }
}
