//! Stories of workers apart from servers: who runs jobs, and that each is run once.

use std::collections::HashMap;
use std::path::Path;
use std::time::{Duration, Instant};

use quad_db::scratch;
use serde_json::json;

use crate::harness::{Browser, PASSWORD, Process, postgres_server};

const PEOPLE: usize = 12;

/// Mails written below a folder, by whom they are to.
fn mails(folder: &Path) -> HashMap<String, usize> {
    let mut found = HashMap::new();
    for entry in std::fs::read_dir(folder.join("outbox")).into_iter().flatten().flatten() {
        let text = std::fs::read_to_string(entry.path()).unwrap_or_default();
        if let Some(to) = text.lines().find_map(|line| line.strip_prefix("To: ")) {
            *found.entry(to.trim().to_owned()).or_default() += 1;
        }
    }
    found
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_and_two_workers_run_each_job_once() {
    let Some(server) = postgres_server() else { return };
    let _ = rustls::crypto::ring::default_provider().install_default();
    let database = scratch::postgres(&server).await.expect("a fresh database");
    let base = tempfile::tempdir().expect("a folder");
    let folder = |name: &str| base.path().join(name);
    let environment = [("QUAD_DATABASE_URL", database.url.as_str())];
    let serve = ["serve", "--no-jobs", "--listen", "127.0.0.1:0"];
    let servers = [
        Process::started(&serve, &folder("server-a"), &environment),
        Process::started(&serve, &folder("server-b"), &environment),
    ];
    let email = |number: usize| format!("person{number}@meridian.example");
    for number in 0..PEOPLE {
        let person = json!({"fullName": "Some Person", "email": email(number), "contact": "9000000001", "role": "USER",
            "passWord": PASSWORD, "contestgiven": [], "Batch": 2026});
        Browser::coming_again(&servers[number % 2].base).post("/register", person).await.expect(201);
    }
    // Half of the jobs wait already when the workers come, the others come while they work.
    let ask = async |number: usize| {
        let asked = json!({"email": email(number), "newPassword": "orchid-lantern-77"});
        Browser::coming_again(&servers[number % 2].base).post("/resetpassword", asked).await.expect(202);
    };
    for number in 0..PEOPLE / 2 {
        ask(number).await;
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    for name in ["server-a", "server-b"] {
        assert!(mails(&folder(name)).is_empty(), "a server without jobs ran one");
    }
    let workers = [
        Process::started(&["worker"], &folder("worker-a"), &environment),
        Process::started(&["worker"], &folder("worker-b"), &environment),
    ];
    for number in PEOPLE / 2..PEOPLE {
        ask(number).await;
    }
    let all = || {
        let mut all: HashMap<String, usize> = HashMap::new();
        for name in ["worker-a", "worker-b"] {
            for (to, many) in mails(&folder(name)) {
                *all.entry(to).or_default() += many;
            }
        }
        all
    };
    let began = Instant::now();
    while all().len() < PEOPLE {
        assert!(began.elapsed() < Duration::from_mins(1), "{:?}", all());
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    // What would be run twice would be by now.
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert!(all().values().all(|many| *many == 1), "{:?}", all());
    for name in ["server-a", "server-b"] {
        assert!(mails(&folder(name)).is_empty(), "a server without jobs ran one");
    }
    for process in workers.into_iter().chain(servers) {
        assert!(process.stop().await.success());
    }
}

#[test]
fn on_sqlite_one_process_does_all() {
    let base = tempfile::tempdir().expect("a folder");
    for words in [vec!["worker"], vec!["serve", "--no-jobs", "--listen", "127.0.0.1:0"]] {
        let run = std::process::Command::new(env!("CARGO_BIN_EXE_quad"))
            .args(&words)
            .arg("--data-dir")
            .arg(base.path())
            .env_clear()
            .output()
            .expect("the binary runs");
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(!run.status.success() && said.contains("needs PostgreSQL"), "{words:?}: {said}");
    }
}
