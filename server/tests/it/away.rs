//! Stories of a PostgreSQL that goes away under students who answer: restarted again and again, or cut off by a network
//! that swallows what is sent. Whoever asks is told soon to come again, nothing acknowledged is lost, and when the database
//! is back everything is, without a restart of Quad.

use std::time::{Duration, Instant};

use tokio::time::sleep;

use crate::harness::{Browser, Cluster, Heard, Process, Room, Wire};
use crate::metrics::{free, read};

const RESTARTS: usize = 20;
/// Told to come again within this; the first of an outage waits until it is noticed.
const SOON: Duration = Duration::from_secs(2);
/// Nobody waits longer for anything.
const LONGEST: Duration = Duration::from_secs(5);
/// Working again this soon after the database is back.
const HEALED: Duration = Duration::from_secs(5);

/// A cut of half a minute, unless the runner has less time.
#[expect(clippy::disallowed_methods, reason = "the test runner may be in a hurry")]
fn cut_seconds() -> u64 {
    std::env::var("QUAD_TEST_CUT_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(30)
}

fn served(folder: &std::path::Path, url: &str) -> Process {
    Process::start(folder, &[("QUAD_DATABASE_URL", url), ("QUAD_BILLING", "off")])
}

/// Every request was answered in time, with success or with the word to come again.
fn all_were_told(heard: &Heard) {
    for outcome in &heard.outcomes {
        match outcome.status {
            200 => {}
            503 => {
                assert!(outcome.retry_after.is_some(), "{}", outcome.said);
                assert!(outcome.took < SOON, "told to come again after {:?}", outcome.took);
            }
            status => panic!("{status} after {:?}: {}", outcome.took, outcome.said),
        }
        assert!(outcome.took < LONGEST, "{} after {:?}", outcome.status, outcome.took);
    }
}

/// Somebody was answered with success between these moments.
fn worked(heard: &Heard, from: Instant, until: Instant) -> bool {
    heard
        .outcomes
        .iter()
        .any(|outcome| outcome.status == 200 && outcome.at >= from && outcome.at + outcome.took <= until)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twenty_restarts_lose_no_answer() {
    let Some(cluster) = Cluster::start() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let server = served(folder.path(), &cluster.url());
    let room = Room::open(&server.base, 12, 40).await;
    let load = room.begin(&server.base, Duration::ZERO);
    let mut backs = Vec::new();
    for restart in 0..RESTARTS {
        sleep(Duration::from_millis(250)).await;
        // In turns an orderly end, and a crash.
        cluster.stop(if restart % 2 == 0 { "fast" } else { "immediate" });
        // Sometimes for so short that nobody notices by looking.
        sleep(Duration::from_millis(restart as u64 % 3 * 500)).await;
        cluster.go_on();
        let back = Instant::now();
        sleep(Duration::from_millis(700)).await;
        backs.push(back);
    }
    sleep(HEALED).await;
    let heard = load.end().await;
    all_were_told(&heard);
    for back in backs {
        assert!(worked(&heard, back, back + HEALED), "nothing worked within {HEALED:?}");
    }
    assert!(heard.outcomes.iter().any(|outcome| outcome.status == 503), "it was never away");
    assert!(heard.acknowledged.len() > RESTARTS * 12, "{} answers are no load", heard.acknowledged.len());
    room.nothing_is_lost(&server.base, &heard).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cut_line_is_noticed_and_mended() {
    let Some(cluster) = Cluster::start() else { return };
    let wire = Wire::to(cluster.at()).await;
    let folder = tempfile::tempdir().expect("a folder");
    let (url, metrics) = (format!("postgres://app@{}/postgres", wire.at), free());
    let environment = [("QUAD_DATABASE_URL", url.as_str()), ("QUAD_BILLING", "off"), ("QUAD_METRICS_LISTEN", &metrics)];
    let server = Process::start(folder.path(), &environment);
    let room = Room::open(&server.base, 12, 40).await;
    let load = room.begin(&server.base, Duration::ZERO);
    let begun = Instant::now();
    sleep(Duration::from_secs(2)).await;
    wire.cut();
    let cut = Instant::now();
    sleep(SOON + Duration::from_millis(100)).await;
    // Who watches over it sees that, and is not kept waiting.
    let asked = Instant::now();
    let seen = read(&metrics).await;
    assert!(asked.elapsed() < Duration::from_secs(1), "{:?}", asked.elapsed());
    assert!(seen.contains("\nquad_database_away_total 1\n") && !seen.contains("\nquad_jobs_waiting"), "{seen}");
    // What many wait for together is refused like all else.
    let site = Browser::new(&server.base).get("/site").await;
    assert!(site.headers.contains_key("retry-after"), "{site:?}");
    site.refused(503, "unavailable");
    sleep(Duration::from_secs(cut_seconds()).saturating_sub(cut.elapsed())).await;
    wire.mend();
    let mended = Instant::now();
    sleep(HEALED + Duration::from_secs(1)).await;
    let heard = load.end().await;
    all_were_told(&heard);
    assert!(worked(&heard, begun, cut) && worked(&heard, mended, mended + HEALED));
    // All the places of the pool are good again, though the old connections are dead still.
    let last: Vec<_> = heard.outcomes.iter().filter(|outcome| outcome.at > mended + HEALED).collect();
    assert!(!last.is_empty() && last.iter().all(|outcome| outcome.status == 200), "it did not heal wholly");
    room.nothing_is_lost(&server.base, &heard).await;
    assert!(server.stop().await.success(), "it ends in order");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stop_while_it_is_away_ends() {
    let Some(cluster) = Cluster::start() else { return };
    let wire = Wire::to(cluster.at()).await;
    let folder = tempfile::tempdir().expect("a folder");
    let server = served(folder.path(), &format!("postgres://app@{}/postgres", wire.at));
    let room = Room::open(&server.base, 4, 4).await;
    let load = room.begin(&server.base, Duration::ZERO);
    sleep(Duration::from_millis(300)).await;
    wire.cut();
    let began = Instant::now();
    assert!(server.stop().await.success());
    assert!(began.elapsed() < Duration::from_secs(45), "{:?}", began.elapsed());
    load.end().await;
}
