//! Open and closed loops: what runs report about servers that are well, slow, stalled, refusing and gone.

use std::sync::Arc;
use std::time::Duration;

use quad_load::{Arrivals, Reply, Request, Until, Work, closed_loop, connections, open_loop};
use tokio::sync::Mutex;

use super::server::{Answer, ok, serve};

const WITHIN: Duration = Duration::from_mins(1);

fn millis(count: u64) -> Duration {
    Duration::from_millis(count)
}

fn plain(_: usize, request: &mut Vec<u8>) {
    request.extend_from_slice(&Request::get("/").bytes());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_arrival_is_sent_once_and_counted() {
    let numbers = Arc::new(std::sync::Mutex::new(Vec::new()));
    let seen = Arc::clone(&numbers);
    let server = serve(move |_, request| {
        let path = request.split(' ').nth(1).unwrap()[1..].parse::<usize>().unwrap();
        seen.lock().unwrap().push(path);
        async { ok("x") }
    })
    .await;
    let numbered = |number: usize, request: &mut Vec<u8>| {
        request.extend_from_slice(&Request::get(&format!("/{number}")).bytes());
    };
    let run =
        open_loop(Arrivals::at_rate(4_000.0, millis(250)), connections(server.at, 20, WITHIN), WITHIN, numbered).await;
    assert_eq!((run.report.done, run.report.ended(), run.report.latencies.count()), (1_000, 1_000, 1_000));
    assert!(run.report.is_clean() && run.report.took >= millis(249), "{:?}", run.report);
    assert_eq!(run.report.late + run.report.lag.count(), 1_000, "each was late or had a free connection");

    let again =
        closed_loop(run.connections, Until::Count(500), move |n: usize, r: &mut Vec<u8>| numbered(1_000 + n, r)).await;
    assert_eq!((again.report.done, again.connections.len()), (500, 20));
    assert!(again.connections.iter().all(|connection| connection.opened() == 1));
    let mut numbers = numbers.lock().unwrap().clone();
    numbers.sort_unstable();
    assert_eq!(numbers, (0..1_500).collect::<Vec<_>>());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_open_loop_counts_the_queueing_that_a_closed_one_hides() {
    // One request at a time, 4 ms each: 250 a second at most. 500 a second arrive.
    let desk = Arc::new(Mutex::new(()));
    let server = serve(move |_, _| {
        let desk = Arc::clone(&desk);
        async move {
            let _mine = desk.lock().await;
            // What each request takes.
            tokio::time::sleep(Duration::from_millis(4)).await;
            ok("x")
        }
    })
    .await;
    let closed = closed_loop(connections(server.at, 1, WITHIN), Until::Count(50), plain).await.report;
    let open =
        open_loop(Arrivals::at_rate(500.0, millis(200)), connections(server.at, 1, WITHIN), WITHIN, plain).await.report;
    assert_eq!((closed.done, open.done), (50, 100));
    assert!(open.late > 50, "most had to wait for the connection: {open:?}");
    // The last of 100 arrives at 198 ms and is answered at 400 ms at the earliest; the middle one at 98 and 200 ms.
    assert!(open.latencies.max() >= millis(190), "{open:?}");
    assert!(open.latencies.quantile(0.5) >= millis(90), "{open:?}");
    assert_eq!(closed.late, 0, "who asks again when the answer is there never waits for the connection: {closed:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stall_shows_in_the_report() {
    // 300 arrivals in 300 ms, each answered at once, but for one stall of 200 ms.
    let server = serve(|number, _| async move {
        if number == 20 {
            // The stall.
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        ok("x")
    })
    .await;
    let run =
        open_loop(Arrivals::at_rate(1_000.0, millis(300)), connections(server.at, 1, WITHIN), WITHIN, plain).await;
    let report = run.report;
    assert_eq!(report.done, 300);
    assert!(report.late >= 150, "{report:?}");
    // One slow reply of 300 is below p99; those who waited behind it are not.
    assert!(report.latencies.quantile(0.8) >= millis(80), "{report:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_never_answered_is_among_the_latencies() {
    let server = serve(|_, _| std::future::pending::<Answer>()).await;
    let lanes = connections(server.at, 2, millis(150));
    let report = open_loop(Arrivals::at_rate(100.0, millis(100)), lanes, millis(200), plain).await.report;
    assert_eq!((report.done, report.ended()), (0, 10), "{report:?}");
    assert!(report.failed["timeout"] >= 2 && report.unsent >= 1, "{report:?}");
    assert!(report.latencies.count() == 10 && report.latencies.quantile(0.5) >= millis(140), "{report:?}");
    assert!(!report.is_clean());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_count_as_behind_by_their_own_moment() {
    // The run is given up at 140 ms, and every answer comes after that: done in the end, and behind all the same.
    let slow = serve(|_, _| async {
        // Longer than the run has patience.
        tokio::time::sleep(Duration::from_millis(250)).await;
        ok("x")
    })
    .await;
    let arrivals = || Arrivals::at_rate(100.0, millis(50));
    let report = open_loop(arrivals(), connections(slow.at, 5, WITHIN), millis(100), plain).await.report;
    assert_eq!((report.ended(), report.done_meanwhile, report.behind), (5, 0, 5), "{report:?}");
    assert!(report.asking == millis(40) && report.took >= report.asking, "{report:?}");
    // The same with patience: late, not behind.
    let report = open_loop(arrivals(), connections(slow.at, 5, WITHIN), WITHIN, plain).await.report;
    assert_eq!((report.done, report.done_meanwhile, report.behind), (5, 0, 0), "{report:?}");
}

#[tokio::test]
async fn refusals_are_counted_by_status_and_judged_by_the_work() {
    struct Judged;
    impl Work for Judged {
        fn write(&self, number: usize, request: &mut Vec<u8>) {
            plain(number, request);
        }
        fn accept(&self, _: usize, reply: &Reply<'_>) -> bool {
            reply.body == b"right"
        }
    }
    let server = serve(|number, _| async move {
        match number % 4 {
            0 => Answer("HTTP/1.1 503 Busy\r\ncontent-length: 0\r\n\r\n".into(), false),
            1 => ok("wrong"),
            _ => ok("right"),
        }
    })
    .await;
    let run = closed_loop(connections(server.at, 4, WITHIN), Until::Count(100), Judged).await;
    assert_eq!((run.report.done, run.report.refused_count()), (50, 50));
    assert_eq!((run.report.refused[&503], run.report.refused[&200]), (25, 25));
    assert_eq!(run.report.latencies.count(), 50);

    let mut both = run.report.clone();
    both.merge(&run.report);
    assert_eq!((both.done, both.refused[&503], both.ended()), (100, 50, 200));
}

#[tokio::test]
async fn a_closed_loop_ends_in_time() {
    let server = serve(|_, _| async { ok("x") }).await;
    let run = closed_loop(connections(server.at, 3, WITHIN), Until::For(millis(100)), plain).await;
    assert!(run.report.done > 0 && run.report.took >= millis(100) && run.report.per_second() > 0.0);
}
