//! A kill in the middle of answers: what was acknowledged before it is there afterwards. One of many; twenty of them, several processes
//! and outages of the database are in `restarts.rs`, `several_processes.rs` and `database_outages.rs`.

use std::time::{Duration, Instant};

use quad_db::scratch::{self, Scratch};
use tokio::time::sleep;

use crate::harness::{Process, Room, postgres_server};

const STUDENTS: usize = 8;
const QUESTIONS: usize = 20;

async fn what_was_acknowledged_outlives_a_kill(database: Scratch) {
    let folder = tempfile::tempdir().expect("a folder");
    let environment = [("QUAD_DATABASE_URL", database.url.as_str()), ("QUAD_BILLING", "off")];
    let server = Process::start(folder.path(), &environment);
    let room = Room::open(&server.base, STUDENTS, QUESTIONS).await;
    let load = room.begin(&server.base, Duration::ZERO);
    let began = Instant::now();
    // Half of all: each of the students is in the middle.
    while load.acknowledged() < STUDENTS * QUESTIONS / 2 {
        assert!(began.elapsed() < Duration::from_mins(2), "{} answers", load.acknowledged());
        // Then it looks again.
        sleep(Duration::from_millis(2)).await;
    }
    drop(server);
    let told = load.end().await;
    assert!(told.outcomes.iter().any(|outcome| outcome.status == 0), "nobody noticed the kill");
    let server = Process::start(folder.path(), &environment);
    room.nothing_is_lost(&server.base, &told).await;
    assert!(server.stop().await.success());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_outlives_a_kill_sqlite() {
    what_was_acknowledged_outlives_a_kill(scratch::sqlite().expect("a folder")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_outlives_a_kill_postgres() {
    if let Some(server) = postgres_server() {
        what_was_acknowledged_outlives_a_kill(scratch::postgres(&server).await.expect("a fresh database")).await;
    }
}
