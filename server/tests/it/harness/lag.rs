//! Lag: how slow the machine is while a story runs. Whoever promises an answer within two seconds promises it for a
//! machine that gets round to it; compilers and browsers beside a story take the processors from the server and from
//! the story alike.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use quad_load::{Connection, Request};
use tokio::task::JoinHandle;
use tokio::time::sleep;

/// Between two looks.
const EVERY: Duration = Duration::from_millis(50);
/// No machine is as slow.
const PATIENCE: Duration = Duration::from_mins(1);

/// Asks again and again for what costs a server nothing and needs no database.
pub struct Lag {
    over: Arc<AtomicBool>,
    longest_ms: Arc<AtomicU64>,
    looks: JoinHandle<()>,
}

impl Lag {
    /// Begins to look, at the server or at the proxy before it.
    pub fn of(base: &str) -> Self {
        let at: SocketAddr = base.trim_start_matches("http://").parse().expect("an address");
        let (over, longest_ms) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
        let (ended, longest) = (Arc::clone(&over), Arc::clone(&longest_ms));
        #[expect(clippy::disallowed_methods, reason = "it ends with the story")]
        let looks = tokio::spawn(async move {
            let mut line = Connection::new(at, PATIENCE);
            let request = Request::get("/healthz").bytes();
            while !ended.load(Ordering::Relaxed) {
                let began = Instant::now();
                sleep(EVERY).await;
                assert_eq!(line.send(&request).await.expect("a reply").status, 200);
                let late = began.elapsed().saturating_sub(EVERY);
                longest.fetch_max(late.as_millis() as u64, Ordering::Relaxed);
            }
        });
        Self { over, longest_ms, looks }
    }

    /// How much longer than on an idle machine anything may have taken so far: a few turns at the processors, each as long as
    /// in the slowest look. A look has three (the story's timer, the server, the story again), a refusal at most twice as
    /// many (the timers of whoever watches the database come first).
    pub fn so_far(&self) -> Duration {
        Duration::from_millis(self.longest_ms.load(Ordering::Relaxed)) * 2
    }

    /// The same in the end.
    pub async fn end(self) -> Duration {
        self.over.store(true, Ordering::Relaxed);
        let (longest_ms, looks) = (self.longest_ms, self.looks);
        looks.await.expect("looked to the end");
        Duration::from_millis(longest_ms.load(Ordering::Relaxed)) * 2
    }
}
