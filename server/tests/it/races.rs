//! Stories of many requests at the same moment: for each rule that something is there once, or at most so many times, a
//! race that tries to break it. `races/rules.txt` says for every unique key of the schema, and for every limit, which race
//! that is, or why there is none. The gate runs each race with forty requests, a test for each feature; a part of `--everything` runs all
//! with a hundred. `QUAD_RACE_ROUNDS` (1) is how often each is run there; `QUAD_RACES` names the only ones to run.

mod clubs;
mod contests;
mod events;
mod money;
mod notifications;
mod people;
mod polls;
mod rules;
pub mod track;

use std::collections::BTreeSet;
use std::panic::AssertUnwindSafe;
use std::time::Instant;

use futures::FutureExt;

use crate::harness::TestApp;
use crate::on_both_engines;
use track::{LARGE, Race, Rounds, SMALL, Track, with_field};

on_both_engines!(a_hundred_at_once_break_no_rule, every_unique_key_is_raced_or_excused);

/// A test for each list of races, of the size that the gate has.
macro_rules! few_at_once {
    ($($feature:ident),+) => {
        mod few_at_once {
            use super::{TestApp, SMALL, hold};
            use $crate::on_both_engines;

            on_both_engines!($($feature),+);
            $(async fn $feature(t: TestApp) {
                hold(&t, super::$feature::RACES.to_vec(), SMALL, 1).await;
            })+
        }
    };
}

few_at_once!(notifications, people, money, contests, polls, clubs, events);

/// All of them. Those of an empty database come first.
fn all() -> Vec<Race> {
    [notifications::RACES, people::RACES, money::RACES, contests::RACES, polls::RACES, clubs::RACES, events::RACES]
        .concat()
}

/// A number or a list that whoever runs this has set.
#[expect(clippy::disallowed_methods, reason = "asked for by whoever runs it")]
fn wish(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

async fn a_hundred_at_once_break_no_rule(t: TestApp) {
    let only: Option<Vec<String>> = wish("QUAD_RACES").map(|list| list.split(',').map(str::to_owned).collect());
    let rounds: usize = wish("QUAD_RACE_ROUNDS").map_or(1, |number| number.parse().expect("a number"));
    let is_chosen = |race: &Race| only.as_ref().is_none_or(|only| only.iter().any(|name| name == race.name));
    hold(&t, all().into_iter().filter(is_chosen).collect(), LARGE, rounds).await;
}

/// Runs races, each so often, on one database: every one of them has to hold.
async fn hold(t: &TestApp, races: Vec<Race>, size: usize, rounds: usize) {
    let begun = Instant::now();
    let engine = t.app.db.engine();
    let (mut trials, mut wrong, mut took) = (0, Vec::new(), Vec::new());
    let run = async {
        let track = Track::open(t).await;
        for race in races {
            let started = Instant::now();
            let most = match race.rounds {
                Rounds::One => 1,
                Rounds::Any => rounds,
            };
            for round in 0..most {
                // One that cannot even be run is a violation as well, and the others are run all the same.
                let ran = AssertUnwindSafe((race.run)(&track, round)).catch_unwind().await;
                let found = ran.map_or_else(|_| vec!["it could not be run".to_owned()], |verdict| verdict.wrong);
                trials += 1;
                wrong
                    .extend(found.into_iter().map(|what| format!("{} ({engine:?}, round {round}): {what}", race.name)));
            }
            took.push((started.elapsed().as_millis(), race.name));
        }
    };
    Box::pin(with_field(size, run)).await;
    let said = format!("races: {trials} trials, {} violations", wrong.len());
    took.sort_unstable_by(|one, other| other.cmp(one));
    took.truncate(5);
    say(&format!(
        "{said} ({size} requests each, {engine:?}, {:.1} s, longest {took:?} ms)",
        begun.elapsed().as_secs_f64()
    ));
    assert!(wrong.is_empty(), "{said}\n{}", wrong.join("\n"));
    assert!(trials >= 1, "there is no such race");
}

/// Read when it is needed: whoever mends it need not build anew.
const RULES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/races/rules.txt");

async fn every_unique_key_is_raced_or_excused(t: TestApp) {
    let written = rules::read(&std::fs::read_to_string(RULES).expect("the rules"));
    let there = rules::of_the_schema(&t.app.db).await;
    assert!(there.len() > 70, "{there:?}");
    let listed: BTreeSet<String> =
        written.iter().filter(|rule| !rule.is_limit()).map(|rule| rule.name.clone()).collect();
    let unknown: Vec<_> = listed.difference(&there).collect();
    let missing: Vec<_> = there.difference(&listed).collect();
    assert!(
        missing.is_empty() && unknown.is_empty(),
        "not in rules.txt: {missing:#?}; not in the schema: {unknown:#?}"
    );
    let races: BTreeSet<&str> = all().iter().map(|race| race.name).collect();
    let mut named = BTreeSet::new();
    for rule in &written {
        for race in &rule.races {
            assert!(races.contains(race.as_str()) || rules::is_a_story(race), "{}: there is no {race}", rule.name);
            named.insert(race.as_str());
        }
        assert!(!rule.races.is_empty() || rule.reason.len() > 10, "{}: neither a race nor a reason", rule.name);
    }
    let idle: Vec<_> = races.iter().filter(|race| !named.contains(*race)).collect();
    assert!(idle.is_empty(), "races of no rule: {idle:?}");
}

#[expect(clippy::disallowed_macros, reason = "numbers for whoever runs this with --nocapture")]
fn say(text: &str) {
    println!("{text}");
}
