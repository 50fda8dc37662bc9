//! Stories of a PostgreSQL that goes away under students who answer: restarted again and again, or cut off by a network
//! that swallows what is sent. Whoever asks is told soon to come again, nothing acknowledged is lost, and when the database
//! is back everything is, without a restart of Quad.

use std::time::{Duration, Instant};

use quad_db::{Db, scratch, sql};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use crate::harness::ports::free_port;
use crate::harness::{Balancer, Browser, Cluster, Heard, Lag, Process, Room, Wire};
use crate::metrics::read;

const RESTARTS: usize = 20;
/// Told to come again within this; the first of an outage waits until it is noticed.
const SOON: Duration = Duration::from_secs(2);
/// Nobody waits longer for anything.
const LONGEST: Duration = Duration::from_secs(5);
/// Working again this soon after the database is back.
const HEALED: Duration = Duration::from_secs(5);
/// Contests of so many questions, and how long a student thinks: there are new answers, and joins, for a minute.
const CONTESTS: [usize; 3] = [40; 3];
const THINKS: Duration = Duration::from_millis(250);

/// A cut of half a minute, unless the runner has less time.
#[expect(clippy::disallowed_methods, reason = "the test runner may be in a hurry")]
fn cut_seconds() -> u64 {
    std::env::var("QUAD_TEST_CUT_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(30)
}

/// Of what `/metrics` says.
fn times_away(seen: &str) -> u32 {
    let count = seen.lines().find_map(|line| line.strip_prefix("quad_database_away_total "));
    count.map_or(0, |count| count.parse().expect("a number"))
}

fn served(folder: &std::path::Path, url: &str) -> Process {
    Process::start(folder, &[("QUAD_DATABASE_URL", url), ("QUAD_BILLING", "off")])
}

/// Every request was answered in time, with success or with the word to come again. `lag`: so much later for a busy machine.
fn all_were_told(heard: &Heard, lag: Duration) {
    for outcome in &heard.outcomes {
        let took = format!("{} after {:?}, on a machine {lag:?} late: {}", outcome.status, outcome.took, outcome.said);
        match outcome.status {
            200 => {}
            503 => {
                assert!(outcome.retry_after.is_some(), "{took}");
                assert!(outcome.took < SOON + lag, "{took}");
            }
            _ => panic!("{took}"),
        }
        assert!(outcome.took < LONGEST + lag, "{took}");
    }
}

/// Somebody's new answer was taken between these moments.
fn worked(heard: &Heard, from: Instant, until: Instant) -> bool {
    heard.taken_at.iter().any(|at| (from..=until).contains(at))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twenty_restarts_lose_no_answer() {
    let Some(cluster) = Cluster::start() else { return };
    let (here, there) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let logs = [here.path().join("log"), there.path().join("log")];
    let serve = |folder: &tempfile::TempDir, log: &std::path::Path| {
        let url = cluster.url();
        Process::logged(folder.path(), &[("QUAD_DATABASE_URL", url.as_str()), ("QUAD_BILLING", "off")], log)
    };
    let two = [serve(&here, &logs[0]), serve(&there, &logs[1])];
    let proxy = Balancer::before(&[&two[0].base, &two[1].base]).await;
    let room = Room::open_with(&proxy.base, 12, &CONTESTS).await;
    let (lag, load) = (Lag::of(&proxy.base), room.begin_steadily(&proxy.base, THINKS));
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
    sleep(HEALED + lag.so_far()).await;
    let heard = load.end().await;
    let lag = lag.end().await;
    let errors = logs.iter().map(|log| {
        let text = std::fs::read_to_string(log).expect("a log");
        let of_a_defect = |line: &&str| line.contains("ERROR") && !line.contains("; until it");
        text.lines().filter(of_a_defect).collect::<Vec<_>>().join("\n")
    });
    let broken = heard.outcomes.iter().find(|outcome| outcome.status == 500);
    let said = broken.map(|outcome| &outcome.said);
    assert!(said.is_none(), "{said:?}: {}", errors.collect::<Vec<_>>().join("\n"));
    all_were_told(&heard, lag);
    for back in backs {
        assert!(worked(&heard, back, back + HEALED + lag), "nothing new was taken within {HEALED:?} and {lag:?}");
    }
    assert!(heard.outcomes.iter().any(|outcome| outcome.status == 503), "it was never away");
    let (answers, joins) = (heard.taken_at.len(), heard.joined.len());
    assert!(answers > RESTARTS * 4 && joins > 0, "{answers} answers and {joins} joins are no load");
    room.nothing_is_lost(&proxy.base, &heard).await;
    for process in two {
        assert!(process.stop().await.success(), "it ends in order");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cut_line_is_noticed_and_mended() {
    let Some(cluster) = Cluster::start() else { return };
    let wire = Wire::to(cluster.at()).await;
    let folder = tempfile::tempdir().expect("a folder");
    let (url, metrics) = (format!("postgres://app@{}/postgres", wire.at), free_port().to_string());
    let environment = [("QUAD_DATABASE_URL", url.as_str()), ("QUAD_BILLING", "off"), ("QUAD_METRICS_LISTEN", &metrics)];
    let server = Process::start(folder.path(), &environment);
    let room = Room::open_with(&server.base, 12, &CONTESTS).await;
    let (lag, load) = (Lag::of(&server.base), room.begin_steadily(&server.base, THINKS));
    let begun = Instant::now();
    sleep(Duration::from_secs(2)).await;
    let before = times_away(&read(&metrics).await);
    sleep(lag.so_far()).await;
    wire.cut();
    let cut = Instant::now();
    let mut seen = String::new();
    while times_away(&seen) <= before && cut.elapsed() < LONGEST + lag.so_far() {
        sleep(Duration::from_millis(50)).await;
        seen = read(&metrics).await;
    }
    let noticed = Instant::now();
    // Who watches over it sees that, and is not kept waiting.
    seen = read(&metrics).await;
    let watched = noticed.elapsed();
    assert!(times_away(&seen) == before + 1 && !seen.contains("\nquad_jobs_waiting"), "{seen}");
    // What many wait for together is refused like all else.
    let site = Browser::new(&server.base).get("/site").await;
    assert!(site.headers.contains_key("retry-after"), "{site:?}");
    site.refused(503, "unavailable");
    sleep(Duration::from_secs(cut_seconds()).saturating_sub(cut.elapsed())).await;
    wire.mend();
    let mended = Instant::now();
    sleep(HEALED + lag.so_far() + Duration::from_secs(1)).await;
    let heard = load.end().await;
    let lag = lag.end().await;
    all_were_told(&heard, lag);
    assert!(noticed < cut + SOON + lag, "noticed after {:?}, on a machine {lag:?} late", noticed - cut);
    assert!(watched < Duration::from_secs(1) + lag, "{watched:?}, on a machine {lag:?} late");
    assert!(worked(&heard, begun, cut), "nothing new was taken before");
    assert!(worked(&heard, mended, mended + HEALED + lag), "nothing new was taken within {HEALED:?} and {lag:?}");
    // All the places of the pool are good again, though the old connections are dead still.
    let last: Vec<_> = heard.outcomes.iter().filter(|outcome| outcome.at > mended + HEALED + lag).collect();
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

/// Reads until this has come.
async fn read_until(line: &mut TcpStream, end: &str) -> String {
    let mut seen = Vec::new();
    while !String::from_utf8_lossy(&seen).contains(end) {
        let read = timeout(Duration::from_mins(1), line.read_buf(&mut seen)).await.expect("an answer");
        assert!(read.expect("the line holds") > 0, "closed after {}", String::from_utf8_lossy(&seen));
    }
    String::from_utf8(seen).expect("text")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_still_sending_is_told() {
    let Some(cluster) = Cluster::start() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let server = served(folder.path(), &cluster.url());
    let room = Room::open(&server.base, 1, 1).await;
    cluster.stop("fast");
    let at = server.base.trim_start_matches("http://");
    let cookie = &room.students[0].cookie;
    // Long enough that the system does not take all of it before anybody reads.
    let piece = " ".repeat(1024 * 1024);
    let length = 8 * piece.len();
    for asks_first in [false, true] {
        // Until what is remembered of the session is forgotten the answer may be another.
        let mut said = String::new();
        for _ in 0..100 {
            let mut line = TcpStream::connect(at).await.expect("a line");
            let expect = if asks_first { "expect: 100-continue\r\n" } else { "" };
            let head = format!(
                "POST /api/post/addQuestion HTTP/1.1\r\nhost: {at}\r\ncookie: {cookie}\r\n\
                 content-type: application/json\r\ncontent-length: {length}\r\n{expect}\r\n"
            );
            line.write_all(head.as_bytes()).await.expect("sent");
            if asks_first {
                read_until(&mut line, "100 Continue\r\n\r\n").await;
            }
            for _ in 0..8 {
                // The answer has been known for long.
                sleep(Duration::from_millis(50)).await;
                line.write_all(piece.as_bytes()).await.expect("it is still read");
            }
            said = read_until(&mut line, "}").await;
            if !said.starts_with("HTTP/1.1 413") {
                line.write_all(format!("GET /healthz HTTP/1.1\r\nhost: {at}\r\n\r\n").as_bytes()).await.expect("sent");
                assert!(read_until(&mut line, "ok").await.starts_with("HTTP/1.1 200"), "the line goes on");
                break;
            }
            sleep(Duration::from_millis(100)).await;
        }
        assert!(said.starts_with("HTTP/1.1 503") && said.contains("retry-after: "), "{said}");
    }
}

/// Ways not to let the role `quad` in; how each is undone, what `/readyz` says of it, and what the log.
const SHUT: [[&str; 4]; 4] = [
    [
        "ALTER ROLE quad PASSWORD 'two'",
        "ALTER ROLE quad PASSWORD 'one'",
        "the database refuses the log-in",
        "password authentication failed",
    ],
    [
        "ALTER ROLE quad NOLOGIN",
        "ALTER ROLE quad LOGIN",
        "the database refuses the log-in",
        "is not permitted to log in",
    ],
    [
        "ALTER DATABASE quad ALLOW_CONNECTIONS false",
        "ALTER DATABASE quad ALLOW_CONNECTIONS true",
        "the database refuses the log-in",
        "is not currently accepting connections",
    ],
    [
        "ALTER ROLE quad CONNECTION LIMIT 0",
        "ALTER ROLE quad CONNECTION LIMIT -1",
        "the database has no connection left",
        "too many connections for role",
    ],
];

async fn ready(base: &str) -> (u16, String) {
    let said = reqwest::get(format!("{base}/readyz")).await.expect("an answer");
    (said.status().as_u16(), said.text().await.expect("a text"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_not_let_in_says_so_and_heals() {
    let checked = "host all quad 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 trust\n";
    let Some(cluster) = Cluster::start_with(|folder| {
        std::fs::write(folder.join("who"), checked).expect("written");
        format!("hba_file = '{}'\n", folder.join("who").display())
    }) else {
        return;
    };
    let run = |texts: &[&str]| {
        let each = texts.iter().flat_map(|text| ["-c", text]);
        cluster.program("psql", &["-q", "-d", "postgres"].into_iter().chain(each).collect::<Vec<_>>());
    };
    run(&["CREATE ROLE quad LOGIN PASSWORD 'one'", "CREATE DATABASE quad OWNER quad"]);
    let folder = tempfile::tempdir().expect("a folder");
    let (url, log) = (format!("postgres://quad:one@{}/quad", cluster.at()), folder.path().join("log"));
    let server = Process::logged(folder.path(), &[("QUAD_DATABASE_URL", url.as_str()), ("QUAD_BILLING", "off")], &log);
    let room = Room::open(&server.base, 1, 1).await;
    let (lag, student) = (Lag::of(&server.base), &room.students[0].browser);
    let path = format!("/contests/{}/attempt", room.contest.id);
    let count = |part: &str| {
        let written = std::fs::read_to_string(&log).expect("the log");
        written.lines().filter(|line| line.contains(part)).count()
    };
    for (place, [shut, open, said, _]) in SHUT.into_iter().enumerate() {
        run(&[shut, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'quad'"]);
        let began = Instant::now();
        // By who watches over it, and not only by the first who was refused.
        while count("; until it") <= place || ready(&server.base).await != (503, said.to_owned()) {
            assert!(began.elapsed() < LONGEST + lag.so_far(), "{shut} is not noticed");
            sleep(Duration::from_millis(20)).await;
        }
        for _ in 0..5 {
            let asked = Instant::now();
            let answer = student.get(&path).await;
            assert!(answer.headers.contains_key("retry-after"), "{shut}: {answer:?}");
            answer.refused(503, "unavailable");
            assert!(
                asked.elapsed() < Duration::from_secs(1) + lag.so_far(),
                "{shut}: told after {:?}",
                asked.elapsed()
            );
        }
        run(&[open]);
        let opened = Instant::now();
        loop {
            let answer = student.get(&path).await;
            if answer.status.as_u16() == 200 {
                break;
            }
            answer.refused(503, "unavailable");
            assert!(opened.elapsed() < HEALED + lag.so_far(), "it did not heal after {open}");
            sleep(Duration::from_millis(20)).await;
        }
        assert_eq!(ready(&server.base).await, (200, "ready".to_owned()));
    }
    lag.end().await;
    let written = std::fs::read_to_string(&log).expect("the log");
    for [shut, _, _, reason] in SHUT {
        let lines = written.lines().filter(|line| line.contains(reason) && line.contains("; until it"));
        assert_eq!(lines.count(), 1, "{shut}: {written}");
    }
    assert_eq!((count("; until it"), count("the database answers again")), (SHUT.len(), SHUT.len()), "{written}");
    assert!(written.lines().all(|line| !line.contains("answers again") || line.contains("refused=")), "{written}");
    assert_eq!(count("database away"), 0, "one line for each refusal: {written}");
    // Whoever looks afterwards finds each of them among the errors.
    let db = Db::open(&url, &scratch::options()).await.expect("the database");
    let kept = async || {
        let lines = sql("SELECT count(*) AS value FROM error_lines WHERE said LIKE '%; until it%'");
        lines.value::<i64>(&db).await.expect("counted").expect("a number")
    };
    let began = Instant::now();
    while kept().await < SHUT.len() as i64 {
        assert!(began.elapsed() < Duration::from_secs(20), "an administrator is told of {} outages", kept().await);
        sleep(Duration::from_millis(50)).await;
    }
    db.close().await;
}
