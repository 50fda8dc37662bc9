//! Monitor of the flight check: looks at the server, at this program and at the whole machine once a second, and at the
//! ends of phases.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use quad_load::{Process, Usage, machine_busy};
use tokio::task::JoinSet;

use super::model::{Growth, Span};

const EVERY: Duration = Duration::from_secs(1);

/// One look.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    at: Instant,
    server: Usage,
    own: Duration,
    machine: Duration,
}

impl Look {
    /// Nothing where the system does not tell.
    fn at(server: Process) -> Option<Self> {
        let (own, machine) = (Process::own().cpu().ok()?, machine_busy().ok()?);
        Some(Self { at: Instant::now(), server: server.usage().ok()?, own, machine })
    }

    fn until(&self, later: &Self, what: &'static str, planned: bool) -> Span {
        let cpu = |from: Duration, to: Duration| to.saturating_sub(from).as_secs_f64();
        Span {
            what,
            planned,
            seconds: later.at.duration_since(self.at).as_secs_f64(),
            server: cpu(self.server.cpu, later.server.cpu),
            own: cpu(self.own, later.own),
            machine: cpu(self.machine, later.machine),
        }
    }
}

#[derive(Debug, Default)]
struct Seen {
    spans: Vec<Span>,
    last: Option<Look>,
    newest: Option<Look>,
    ticked: Option<Look>,
    idle: Option<Usage>,
    logged_in: Option<Usage>,
    most_files: usize,
    busiest: f64,
}

/// Looks until it is dropped.
#[derive(Debug)]
pub struct Watch {
    server: Process,
    seen: Arc<Mutex<Seen>>,
    _looking: JoinSet<()>,
}

impl Watch {
    pub fn new(pid: u32) -> Self {
        let (server, seen) = (Process::of(pid), Arc::new(Mutex::new(Seen::default())));
        let mut looking = JoinSet::new();
        let shared = Arc::clone(&seen);
        looking.spawn(async move {
            loop {
                take(server, &shared);
                tokio::time::sleep(EVERY).await;
            }
        });
        Self { server, seen, _looking: looking }
    }

    /// Ends a phase of planned moments: what was used since the last one ended stands under this name.
    pub fn end_of(&self, what: &'static str) {
        self.end(what, true);
    }

    /// Ends a phase that went as fast as it could.
    pub fn end_of_rush(&self, what: &'static str) {
        self.end(what, false);
    }

    fn end(&self, what: &'static str, planned: bool) {
        let now = take(self.server, &self.seen);
        let mut seen = lock(&self.seen);
        if let (Some(last), Some(now)) = (seen.last, now) {
            seen.spans.push(last.until(&now, what, planned));
        }
        seen.last = now;
    }

    /// Begins the next phase here: what was used since the last one belongs to none.
    pub fn begin(&self) {
        let now = take(self.server, &self.seen);
        let mut seen = lock(&self.seen);
        seen.last = now;
    }

    /// Notes what it takes when nobody is there.
    pub fn is_idle(&self) {
        let now = take(self.server, &self.seen);
        lock(&self.seen).idle = now.map(|now| now.server);
    }

    /// Notes what it takes after log-ins.
    pub fn is_logged_in(&self) {
        let now = take(self.server, &self.seen);
        lock(&self.seen).logged_in = now.map(|now| now.server);
    }

    pub fn spans(&self) -> Vec<Span> {
        lock(&self.seen).spans.clone()
    }

    pub fn growth(&self) -> Option<Growth> {
        take(self.server, &self.seen);
        let seen = lock(&self.seen);
        Some(Growth {
            idle: seen.idle?,
            logged_in: seen.logged_in?,
            end: seen.newest?.server,
            most_files: seen.most_files,
            busiest: seen.busiest,
        })
    }

    /// The server's memory, for a line of progress.
    pub fn memory(&self) -> Option<u64> {
        lock(&self.seen).newest.map(|look| look.server.resident)
    }
}

fn lock(seen: &Mutex<Seen>) -> MutexGuard<'_, Seen> {
    seen.lock().unwrap_or_else(PoisonError::into_inner)
}

fn take(server: Process, seen: &Mutex<Seen>) -> Option<Look> {
    let look = Look::at(server)?;
    let mut seen = lock(seen);
    seen.most_files = seen.most_files.max(look.server.open_files);
    seen.newest = Some(look);
    // Two looks close together would divide ticks by nothing.
    let earlier = seen.ticked.filter(|earlier| look.at.duration_since(earlier.at) < EVERY / 2);
    if earlier.is_none() {
        let busy = seen.ticked.map_or(0.0, |earlier| look.server.cores_since(&earlier.server));
        seen.busiest = seen.busiest.max(busy);
        seen.ticked = Some(look);
    }
    Some(look)
}
