//! Open and closed loops, the two kinds of runs. An open loop sends at moments decided before, whatever the server
//! does: people come like that, and latencies are measured with it. A closed loop sends the next request when the last
//! is answered: that finds the peak rate, and its latencies say little.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::{Arrivals, Connection, Reply, Report, Tally};

/// More exact than this costs more than it tells.
const SHORTEST_STEP: Duration = Duration::from_micros(50);
/// Looks this often whether the run was given up.
const LONGEST_STEP: Duration = Duration::from_millis(100);

/// What is sent, and what counts as done.
pub trait Work: Send + Sync + 'static {
    /// Writes the request with this number into the empty buffer.
    fn write(&self, number: usize, request: &mut Vec<u8>);

    /// Looks at the reply, and says whether it is the wanted one.
    fn accept(&self, _number: usize, reply: &Reply<'_>) -> bool {
        reply.is_success()
    }
}

impl<F: Fn(usize, &mut Vec<u8>) + Send + Sync + 'static> Work for F {
    fn write(&self, number: usize, request: &mut Vec<u8>) {
        self(number, request);
    }
}

/// What a run gives back.
#[derive(Debug)]
pub struct Run {
    /// The counts.
    pub report: Report,
    /// The connections, still open, for the next run.
    pub connections: Vec<Connection>,
}

/// How long a closed loop goes on.
#[derive(Debug, Clone, Copy)]
pub enum Until {
    /// That long.
    For(Duration),
    /// That many requests.
    Count(usize),
}

/// Sends each request at its moment, over whichever connection is free; number `n` goes at the `n`th moment. Each
/// latency is counted from the intended moment, so whoever waits for a free connection is late, and that counts.
///
/// What is not sent `grace` after the last moment is given up and reported as such. What is under way then is waited for, and
/// is done if it is answered; [`Report::behind`] says how many were not answered by that moment.
pub async fn open_loop(arrivals: Arrivals, connections: Vec<Connection>, grace: Duration, work: impl Work) -> Run {
    let moments = arrivals.into_moments();
    let started = Instant::now();
    let asking = moments.last().copied().unwrap_or_default();
    let give_up = started + asking + grace;
    let lanes = connections.len();
    let course = Arc::new(Course {
        moments,
        started,
        give_up,
        next: AtomicUsize::new(0),
        due: Semaphore::new(0),
        tally: Tally::of_course(started + asking, give_up),
        work,
    });
    let mut running = JoinSet::new();
    for connection in connections {
        running.spawn(Arc::clone(&course).lane(connection));
    }
    // It can only fail when the runtime ends; then the lanes end too.
    let _ = tokio::task::spawn_blocking({
        let course = Arc::clone(&course);
        move || course.pace()
    })
    .await;
    // One more for each lane, to be told by that there is nothing left.
    course.due.add_permits(lanes);
    let connections = all_of(running).await;
    let mut report = course.tally.report();
    report.took = started.elapsed();
    report.asking = asking;
    Run { report, connections }
}

struct Course<W> {
    moments: Vec<Duration>,
    started: Instant,
    give_up: Instant,
    next: AtomicUsize,
    /// As many permits as arrivals are due and not taken.
    due: Semaphore,
    tally: Tally,
    work: W,
}

impl<W: Work> Course<W> {
    /// Lets arrivals become due, each at its moment. It has a thread of its own, because the runtime's timer knows whole
    /// milliseconds only: 20,000 requests a second would be bursts of twenty.
    fn pace(self: Arc<Self>) {
        let mut released = 0;
        while let Some(next) = self.moments.get(released) {
            let left = next.saturating_sub(self.started.elapsed());
            if !left.is_zero() {
                std::thread::sleep(left.clamp(SHORTEST_STEP, LONGEST_STEP));
            }
            if Arc::strong_count(&self) == 1 {
                return; // Nobody waits for this run any more.
            }
            let now = self.started.elapsed();
            let due = self.moments[released..].partition_point(|moment| *moment <= now);
            self.due.add_permits(due);
            released += due;
        }
    }

    /// One connection's way through the arrivals.
    async fn lane(self: Arc<Self>, mut connection: Connection) -> Connection {
        let mut request = Vec::new();
        loop {
            // Lanes that wait are served first; a permit without waiting means that all lanes were busy.
            let waited_for_us = match self.due.try_acquire() {
                Ok(permit) => {
                    permit.forget();
                    true
                }
                Err(_) => match self.due.acquire().await {
                    Ok(permit) => {
                        permit.forget();
                        false
                    }
                    Err(_) => return connection,
                },
            };
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(moment) = self.moments.get(number) else { return connection };
            let intended = self.started + *moment;
            let now = Instant::now();
            if now > self.give_up {
                self.tally.unsent(intended);
                continue;
            }
            if waited_for_us {
                self.tally.late();
            } else {
                self.tally.lag(now.saturating_duration_since(intended));
            }
            one(&self.work, number, intended, &mut connection, &mut request, &self.tally).await;
        }
    }
}

/// Sends the next request on each connection as soon as the last is answered.
pub async fn closed_loop(connections: Vec<Connection>, until: Until, work: impl Work) -> Run {
    let started = Instant::now();
    let (end, count) = match until {
        Until::For(time) => (Some(started + time), usize::MAX),
        Until::Count(count) => (None, count),
    };
    let shared = Arc::new((AtomicUsize::new(0), Tally::new(), work));
    let mut running = JoinSet::new();
    for mut connection in connections {
        let shared = Arc::clone(&shared);
        running.spawn(async move {
            let (next, tally, work) = &*shared;
            let mut request = Vec::new();
            loop {
                let intended = Instant::now();
                if end.is_some_and(|end| intended >= end) {
                    return connection;
                }
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= count {
                    return connection;
                }
                one(work, number, intended, &mut connection, &mut request, tally).await;
            }
        });
    }
    let connections = all_of(running).await;
    let mut report = shared.1.report();
    report.took = started.elapsed();
    Run { report, connections }
}

/// One request and its count.
async fn one<W: Work>(
    work: &W,
    number: usize,
    intended: Instant,
    connection: &mut Connection,
    request: &mut Vec<u8>,
    tally: &Tally,
) {
    request.clear();
    work.write(number, request);
    match connection.send(request).await {
        Ok(reply) if work.accept(number, &reply) => tally.done(intended),
        Ok(reply) => tally.refused(reply.status),
        Err(failure) => tally.failed(intended, &failure),
    }
}

async fn all_of(mut running: JoinSet<Connection>) -> Vec<Connection> {
    let mut all = Vec::with_capacity(running.len());
    while let Some(ended) = running.join_next().await {
        match ended {
            Ok(connection) => all.push(connection),
            Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
            Err(_) => {}
        }
    }
    all
}
