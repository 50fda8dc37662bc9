//! Stories of restarts under a service manager that keeps the listening socket (systemd): no connection is refused, no
//! request fails, nothing acknowledged is lost; what such a manager is told,
//! and an orderly end from the first moment on.

use std::net::TcpListener;
use std::os::unix::net::UnixDatagram;
use std::process::Command;
use std::time::Duration;

use quad_db::scratch::{self, Scratch};
use tokio::time::sleep;

use crate::harness::{Process, Room, postgres_server};

const RESTARTS: usize = 20;

async fn no_request_fails(database: Scratch) {
    let folder = tempfile::tempdir().expect("a folder");
    let environment = [("QUAD_DATABASE_URL", database.url.as_str()), ("QUAD_BILLING", "off")];
    // As a service manager holds it, from before the first process until after the last.
    let socket = TcpListener::bind("127.0.0.1:0").expect("a port");
    let mut server = Process::activated(&socket, folder.path(), &environment);
    let room = Room::open(&server.base, 16, 40).await;
    let load = room.begin(&server.base, Duration::from_millis(1_500));
    for _ in 0..RESTARTS {
        sleep(Duration::from_millis(300)).await;
        assert!(server.stop().await.success());
        server = Process::activated(&socket, folder.path(), &environment);
    }
    sleep(Duration::from_millis(300)).await;
    let told = load.end().await;
    for outcome in &told.outcomes {
        assert_eq!(outcome.status, 200, "after {:?}: {}", outcome.took, outcome.said);
    }
    assert!(told.outcomes.len() > RESTARTS * 4, "{} requests are no load", told.outcomes.len());
    assert!(told.repeated <= 3, "{} requests met a connection at its end", told.repeated);
    room.nothing_is_lost(&server.base, &told).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_request_fails_sqlite() {
    no_request_fails(scratch::sqlite().expect("a folder")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_request_fails_postgres() {
    if let Some(server) = postgres_server() {
        no_request_fails(scratch::postgres(&server).await.expect("a fresh database")).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_reads_that_it_has_begun_may_stop_it() {
    let folder = tempfile::tempdir().expect("a folder");
    for _ in 0..10 {
        let server = Process::start(folder.path(), &[("QUAD_BILLING", "off")]);
        let ended = server.stop().await;
        assert!(ended.success(), "{ended}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_service_manager_is_told() {
    let base = tempfile::tempdir().expect("a folder");
    let path = base.path().join("notify");
    let manager = UnixDatagram::bind(&path).expect("a socket");
    manager.set_read_timeout(Some(Duration::from_secs(20))).expect("a limit");
    let mut said = [0; 256];
    let mut next = || {
        let length = manager.recv(&mut said).expect("a word in time");
        String::from_utf8_lossy(&said[..length]).trim().to_owned()
    };
    let environment = [("NOTIFY_SOCKET", path.to_str().expect("a path")), ("WATCHDOG_USEC", "600000")];
    let server = Process::start(&base.path().join("data"), &environment);
    let mut words = vec![next(), next(), next(), next()];
    words.retain(|word| word != "WATCHDOG=1");
    assert_eq!(words, ["READY=1"], "and signs of life besides");
    assert!(server.stop().await.success());
    let mut last = next();
    while last == "WATCHDOG=1" {
        last = next();
    }
    assert_eq!(last, "STOPPING=1");
}

#[test]
fn what_cannot_be_served_is_refused() {
    let base = tempfile::tempdir().expect("a folder");
    for (sockets, says) in [("2", "one can be served"), ("1", "cannot be used")] {
        // Descriptor 3 is a file here, no socket.
        let run = Command::new("/bin/sh")
            .args(["-c", "exec 3</dev/null; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_quad"), "serve", "--data-dir"])
            .arg(base.path())
            .env_clear()
            .env("LISTEN_FDS", sockets)
            .output()
            .expect("the binary runs");
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(!run.status.success() && said.contains(says), "{sockets}: {said}");
    }
}
