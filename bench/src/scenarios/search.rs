//! *search*: how long one waits for what one looks for, in each list that has a search: people, a club's members, an event's
//! participants, events, clubs, polls and contests, by whole names, beginnings and numbers, in several scripts.
//!
//! A search fits each word anywhere in the folded text, so it reads the whole list: what it costs grows with the list.

use std::fmt::Write;
use std::sync::Arc;

use quad_kernel::clock::Clock;
use quad_load::Request;
use serde_json::Value;

use crate::bench::{Bench, ask, sample};
use crate::book::Unit;
use crate::campus::{Campus, Plan};
use crate::requests::{Alike, anybody};
use crate::store_search::{self, CLUB, Much};

const NAME: &str = "search";
/// Searches under way at once.
const AT_ONCE: usize = 4;
/// Different words that are looked for in each list.
const DIFFERENT: usize = 60;

pub async fn run(bench: &mut Bench) -> anyhow::Result<()> {
    let (people, contests) = (bench.scale.board, bench.scale.contests);
    let plan = Plan {
        people: 1,
        contests: (0..contests).map(|number| (1, 0, number % 2 == 0)).collect(),
        polls: contests / 10,
        ..Plan::default()
    };
    let campus = Arc::new(Campus::new(&plan));
    let much = Much { people, events: contests / 5, clubs: contests / 20 };
    let mut rigs = Vec::new();
    for home in bench.homes_of(&campus).await? {
        let db = home.open().await?;
        let event = store_search::fill(&db, campus.people[0].id, much, Clock::System.now()).await?;
        db.close().await;
        let quad = bench.programs.quad(&home.url, &home.folder, false)?;
        rigs.push((home, quad, event.to_string()));
    }
    bench.book.note(NAME, "people", Unit::Count, people as f64);
    for _ in 0..bench.rounds {
        for (home, quad, event) in &rigs {
            for List { what, path, words } in lists(event, much, contests) {
                let calls = words.iter().map(|words| anybody(Request::get(&format!("{path}{}", escaped(words)))));
                let work = Alike::new(&campus, 1, calls.collect());
                let label = format!("{}: {what}", home.name());
                // The first is there for certain; whoever finds nothing has not done the work.
                let (status, body) = ask(quad.address, &sample(&work, 0)).await?;
                let said: Value = serde_json::from_slice(&body).unwrap_or_default();
                let found = said["total"].as_i64().unwrap_or_default();
                anyhow::ensure!(status == 200 && found > 0, "{label}: {status}, {found} found by {:?}", words[0]);
                let measured = bench.peak(quad, AT_ONCE, work).await?.clean(&label)?;
                bench.book.note(NAME, format!("{label}, found by the first words"), Unit::Count, found as f64);
                bench.book.note(NAME, format!("{label}, searches"), Unit::Count, measured.report.done as f64);
                bench.book.millis(NAME, format!("{label}, p50"), measured.report.latencies.quantile(0.5));
                bench.book.millis(NAME, format!("{label}, p99"), measured.p99());
                bench.book.note(NAME, format!("{label}, processor time"), Unit::Micros, measured.micros_each());
            }
        }
    }
    Ok(())
}

/// A list with a search.
struct List {
    what: &'static str,
    /// Up to the words.
    path: String,
    words: Vec<String>,
}

fn lists(event: &str, much: Much, contests: usize) -> [List; 7] {
    let names = || looked_for(much.people, store_search::name);
    let titles = |many: usize| looked_for(many, store_search::title);
    let list = |what, path: &str, words| List { what, path: path.to_owned(), words };
    [
        list("people", "/api/people?size=25&search=", names()),
        list("members", &format!("/api/clubs/{CLUB}/members?size=50&q="), names()),
        list("participants", &format!("/api/events/{event}/participants?size=50&q="), names()),
        list("events", "/api/events?size=24&q=", titles(much.events)),
        list("clubs", "/api/clubs?size=24&q=", titles(much.clubs)),
        list("polls", "/api/polls?size=30&q=", titles(contests / 10)),
        list(
            "contests",
            "/api/post/getallcontest?page=1&size=30&sort=now&brief=true&q=",
            looked_for(contests, |number| format!("Contest {number}")),
        ),
    ]
}

/// Words that find one of many, words that find a part of them, and such as find nothing, in turns.
fn looked_for(many: usize, called: impl Fn(usize) -> String) -> Vec<String> {
    let one = |number: usize| {
        let whole = called(number * 7_919 % many.max(1));
        match number % 4 {
            0 => whole,
            1 => whole.split(' ').next().unwrap_or_default().to_uppercase(),
            2 => whole.chars().skip(1).take(4).collect::<String>().trim().to_owned(),
            _ => format!("{whole} nobody"),
        }
    };
    (0..DIFFERENT).map(one).collect()
}

/// Text as an address holds it.
fn escaped(text: &str) -> String {
    text.bytes().fold(String::new(), |mut escaped, byte| {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => escaped.push(char::from(byte)),
            other => {
                let _ = write!(escaped, "%{other:02X}");
            }
        }
        escaped
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_whole_cut_and_of_nobody_and_fit_into_an_address() {
        let words = looked_for(1_000, store_search::name);
        assert_eq!(words.len(), DIFFERENT);
        assert_eq!(words[0], store_search::name(0));
        assert!(words.iter().all(|words| !words.is_empty() && words.chars().count() <= 100), "{words:?}");
        assert_eq!(looked_for(0, store_search::title).len(), DIFFERENT);
        assert_eq!(escaped("Zoë & 1"), "Zo%C3%AB%20%26%201");
    }
}
