//! Stories of `/metrics`: what is counted, that it is nobody's but the operator's, and that no person is in it.

use serde_json::json;

use crate::harness::ports::free_port;
use crate::harness::{Browser, PASSWORD, Process, Room, TestApp, until};
use crate::on_both_engines;

pub async fn read(address: &str) -> String {
    read_as(address, "application/openmetrics-text; version=1.0.0", "application/openmetrics-text; version=1.0.0").await
}

/// Asked so, and of which type it is then.
async fn read_as(address: &str, accept: &str, kind: &str) -> String {
    let client = reqwest::Client::builder().build().expect("a client");
    let asked = client.get(format!("http://{address}/metrics")).header("accept", accept);
    let answer = asked.send().await.expect("an answer");
    assert_eq!(answer.status().as_u16(), 200);
    let said = answer.headers()["content-type"].to_str().expect("a type").to_owned();
    assert!(said.starts_with(kind), "{said}");
    answer.text().await.expect("a text")
}

/// The older format: every sample belongs to the family that is described above it.
fn each_sample_is_described(text: &str) {
    let (mut family, mut kind) = ("", "");
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("# TYPE ") {
            let (name, of) = rest.split_once(' ').expect("a type");
            (family, kind) = (name, of);
            assert!(["counter", "gauge", "histogram"].contains(&of), "{line}");
        } else if let Some(rest) = line.strip_prefix("# HELP ") {
            family = rest.split(' ').next().expect("a name");
        } else {
            assert!(!line.is_empty() && !line.starts_with('#'), "{line}");
            let name = line.split(['{', ' ']).next().expect("a name");
            let part = name.strip_prefix(family).unwrap_or_else(|| panic!("{line} under {family}"));
            let is_its = part.is_empty() || kind == "histogram" && ["_bucket", "_sum", "_count"].contains(&part);
            assert!(is_its, "{line} under {family}, a {kind}");
        }
    }
}

/// The value of a line that begins so.
fn value(text: &str, line: &str) -> f64 {
    let found = text.lines().find_map(|one| one.strip_prefix(line));
    let found = found.unwrap_or_else(|| panic!("{line} is not in {text}"));
    found.trim().parse().expect("a number")
}

async fn what_happens_is_counted(t: TestApp) {
    let folder = tempfile::tempdir().expect("a folder");
    let metrics = free_port().to_string();
    let environment = [("QUAD_DATABASE_URL", t.url()), ("QUAD_BILLING", "off"), ("QUAD_METRICS_LISTEN", &metrics)];
    let server = Process::start(folder.path(), &environment);
    let room = Room::open(&server.base, 2, 3).await;
    let (ada, bob) = (&room.students[0].browser, &room.students[1].browser);
    for number in 0..3 {
        ada.answer(&room.contest, number, "A").await.expect(200);
    }
    ada.answer(&room.contest, 0, "A").await.expect(200);
    ada.answer(&room.contest, 0, "B").await.refused(409, "already_answered");
    bob.answer(&room.contest, 1, "C").await.expect(200);
    Browser::new(&server.base).get("/nothing/here").await.expect(404);
    let mut stream = bob.follow(&["polls"]).await;
    stream.event_called("polls").await;
    ada.post("/resetpassword", json!({"email": "student0@meridian.example", "newPassword": PASSWORD}))
        .await
        .expect(202);
    let mut text = String::new();
    until("the job is done", async || {
        text = read(&metrics).await;
        text.contains("quad_job_runs_total{kind=\"accounts.mail_reset_code\",end=\"done\"} 1")
    })
    .await;
    for (line, wanted) in [
        ("quad_http_requests_total{method=\"POST\",route=\"/api/post/answer\",status=\"2xx\"}", 5.0),
        ("quad_http_requests_total{method=\"POST\",route=\"/api/post/answer\",status=\"4xx\"}", 1.0),
        ("quad_http_request_duration_seconds_count{method=\"POST\",route=\"/api/post/answer\"}", 6.0),
        ("quad_http_requests_total{method=\"GET\",route=\"/api/*\",status=\"4xx\"}", 1.0),
        ("quad_answers_total{verdict=\"taken\"}", 4.0),
        ("quad_answers_total{verdict=\"same_again\"}", 1.0),
        ("quad_answers_total{verdict=\"refused\"}", 1.0),
        ("quad_http_unavailable_total", 0.0),
        ("quad_live_streams", 1.0),
        ("quad_database_away_total", 0.0),
        ("quad_answer_queue", 0.0),
        ("quad_login_queue", 0.0),
        ("quad_jobs_parked", 0.0),
        ("quad_job_runs_total{kind=\"accounts.mail_reset_code\",end=\"done\"}", 1.0),
    ] {
        assert!((value(&text, line) - wanted).abs() < f64::EPSILON, "{line}: {}", value(&text, line));
    }
    // A busy database may be read again, and then there are two.
    assert!(value(&text, "quad_live_events_total") >= 1.0);
    // Joins are entries of batches, too.
    assert!(value(&text, "quad_answer_batch_entries_sum") >= 6.0);
    for line in ["quad_uptime_seconds", "quad_database_connections", "process_cpu_seconds_total", "process_open_fds"] {
        assert!(value(&text, line) > 0.0, "{line}");
    }
    assert!(value(&text, "process_resident_memory_bytes") > 1e6);
    assert!(text.contains(concat!("quad_build_info{version=\"", env!("CARGO_PKG_VERSION"), "\"} 1")));
    assert!(text.ends_with("# EOF\n"));
    for accept in ["*/*", "text/plain; version=0.0.4"] {
        let older = read_as(&metrics, accept, "text/plain; version=0.0.4").await;
        each_sample_is_described(&older);
        let line = "quad_answers_total{verdict=\"taken\"}";
        assert!((value(&older, line) - value(&text, line)).abs() < f64::EPSILON, "{older}");
    }
    for private in ["student0", "meridian", "Friday", &ada.id, &room.contest.id, &room.contest.questions[0]] {
        assert!(!text.contains(private), "{private}");
    }
    // People do not get to it.
    let public = reqwest::get(format!("{}/metrics", server.base)).await.expect("an answer");
    assert_eq!(public.status().as_u16(), 404);
    assert!(server.stop().await.success());
}

on_both_engines!(what_happens_is_counted);

#[test]
fn an_address_that_is_taken_stops_the_start() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    let folder = tempfile::tempdir().expect("a folder");
    let run = std::process::Command::new(env!("CARGO_BIN_EXE_quad"))
        .args(["serve", "--listen", "127.0.0.1:0", "--data-dir"])
        .arg(folder.path())
        .env_clear()
        .env("QUAD_METRICS_LISTEN", &address)
        .output()
        .expect("the binary runs");
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(!run.status.success() && said.contains("metrics_listen"), "{said}");
}
