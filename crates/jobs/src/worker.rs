//! Worker: runs jobs, claims what is due, a few at a time and fewer of one kind, and notes how each ended.
//!
//! A worker never logs a payload. It polls, and is woken by [`Wake`] when this process knows that a job was committed;
//! the queue itself cannot know when the caller's transaction commits.

use std::any::Any;
use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use quad_db::{Db, DbError};
use tokio::sync::Notify;
use tokio::task::{Id, JoinSet};
use tokio::time::Instant;

use crate::backoff;
use crate::claim::{self, ClaimedJob, LEASE_GRACE};
use crate::completion::{self, NoteOutcome};
use crate::enqueue::{self, TIMED_KEY};
use crate::job::{JobEnd, JobsError};
use crate::registry::Registry;

/// Milliseconds since 1970 UTC, from the application's clock, so that tests can fix it.
pub type MillisClock = Arc<dyn Fn() -> i64 + Send + Sync>;

/// Told how a run ended: the kind of job, how long it took, and `done`, `later` or `parked`.
pub type Ends = Arc<dyn Fn(&str, Duration, &'static str) + Send + Sync>;

/// How often the timed jobs are looked after, should an administrator have dropped one.
const LOOK_AFTER_TIMED: Duration = Duration::from_mins(1);
/// The pause after the database refused, instead of asking it twice a second.
const AFTER_TROUBLE: Duration = Duration::from_secs(5);

/// Tells a worker of this process that a job was committed. Make it first and give a copy to whoever enqueues.
#[derive(Clone, Debug, Default)]
pub struct Wake(Arc<Notify>);

impl Wake {
    /// A handle no worker listens to yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Look now. Call it after the commit; forgetting it costs at most one poll.
    pub fn wake(&self) {
        self.0.notify_one();
    }
}

/// Runs the jobs of a [`Registry`].
pub struct Worker<A> {
    runner: Arc<JobRunner<A>>,
    ends: Ends,
    wake: Wake,
    at_once: usize,
    of_a_kind: usize,
    poll: Duration,
}

impl<A: Clone + Send + Sync + 'static> Worker<A> {
    /// A worker with six jobs at once, two of a kind, looking twice a second.
    pub fn new(db: Db, registry: Registry<A>, app: A, clock: MillisClock) -> Self {
        let runner = JobRunner { db, registry, app, clock };
        let ends: Ends = Arc::new(|_, _, _| {});
        let poll = Duration::from_millis(500);
        Self { runner: Arc::new(runner), ends, wake: Wake::new(), at_once: 6, of_a_kind: 2, poll }
    }

    /// How many jobs it runs at once, and how many of them of one kind: should all of that kind wait for somebody who does
    /// not answer, the others go on.
    #[must_use]
    pub fn at_once(mut self, jobs: usize, of_a_kind: usize) -> Self {
        self.at_once = jobs.max(1);
        self.of_a_kind = of_a_kind.max(1);
        self
    }

    /// How often it looks without being woken.
    #[must_use]
    pub fn poll_every(mut self, pause: Duration) -> Self {
        self.poll = pause;
        self
    }

    /// Listens to a handle that was made before the worker.
    #[must_use]
    pub fn woken_by(mut self, wake: Wake) -> Self {
        self.wake = wake;
        self
    }

    /// Tells somebody how each run ended, for counting.
    #[must_use]
    pub fn told_of_ends(mut self, ends: Ends) -> Self {
        self.ends = ends;
        self
    }

    /// The handle that wakes this worker.
    pub fn wake_handle(&self) -> Wake {
        self.wake.clone()
    }

    /// Runs jobs until `shutdown`, then finishes those in hand.
    pub async fn run(&self, shutdown: impl Future<Output = ()> + Send) {
        let mut shutdown = std::pin::pin!(shutdown);
        let mut in_hand = InHand::default();
        let mut looked_after_timed = None::<Instant>;
        loop {
            let pause = match self.fill(&mut in_hand, &mut looked_after_timed).await {
                Ok(()) => self.poll,
                Err(error) => {
                    tracing::warn!(error = %chain(&error), "the job queue cannot use the database; trying again");
                    AFTER_TROUBLE
                }
            };
            let room = in_hand.tasks.len() < self.at_once;
            tokio::select! {
                biased;
                () = &mut shutdown => break,
                () = in_hand.one_ends(), if !in_hand.tasks.is_empty() => {}
                () = self.wake.0.notified(), if room => {}
                () = tokio::time::sleep(pause), if room => {}
            }
        }
        if !in_hand.tasks.is_empty() {
            tracing::info!(jobs = in_hand.tasks.len(), "finishing the jobs in hand");
        }
        while in_hand.tasks.join_next().await.is_some() {}
    }

    async fn fill(&self, in_hand: &mut InHand, looked: &mut Option<Instant>) -> Result<(), JobsError> {
        if looked.is_none_or(|at| at.elapsed() >= LOOK_AFTER_TIMED) {
            self.runner.ensure_timed().await?;
            *looked = Some(Instant::now());
        }
        while in_hand.tasks.len() < self.at_once {
            let Some(job) = self.runner.claim(&in_hand.enough(self.of_a_kind)).await? else { break };
            let runner = Arc::clone(&self.runner);
            let ends = Arc::clone(&self.ends);
            let kind = job.kind.clone();
            let task = in_hand.tasks.spawn(async move { runner.run(job, &ends).await });
            in_hand.kinds.insert(task.id(), kind);
        }
        Ok(())
    }

    /// Runs everything due now, one after the other, until nothing is due; returns how many runs that were.
    /// For tests and commands; a job put back for a time that has already come runs again.
    ///
    /// # Errors
    /// When the database refuses; how a job ends is no error.
    pub async fn run_due(&self) -> Result<u64, JobsError> {
        self.runner.ensure_timed().await?;
        let mut runs = 0;
        while let Some(job) = self.runner.claim(&[]).await? {
            self.runner.run(job, &self.ends).await;
            runs += 1;
        }
        Ok(runs)
    }
}

/// The jobs a worker runs, and their kinds.
#[derive(Default)]
struct InHand {
    tasks: JoinSet<()>,
    kinds: HashMap<Id, String>,
}

impl InHand {
    /// The kinds of which it has so many.
    fn enough(&self, of_a_kind: usize) -> Vec<&str> {
        let mut counts = HashMap::<&str, usize>::new();
        for kind in self.kinds.values() {
            *counts.entry(kind).or_default() += 1;
        }
        counts.into_iter().filter(|(_, count)| *count >= of_a_kind).map(|(kind, _)| kind).collect()
    }

    /// Returns when one has ended, however it did.
    async fn one_ends(&mut self) {
        let ended = self.tasks.join_next_with_id().await;
        let id = ended.map(|ended| ended.map_or_else(|error| error.id(), |(id, ())| id));
        self.kinds.retain(|of, _| Some(*of) != id);
    }
}

/// Claims jobs and runs them, with what every job needs.
struct JobRunner<A> {
    db: Db,
    registry: Registry<A>,
    app: A,
    clock: MillisClock,
}

impl<A: Clone + Send + Sync + 'static> JobRunner<A> {
    fn now(&self) -> i64 {
        (self.clock)()
    }

    /// Sees to it that each timed job waits in the table. Only the first start of the first process adds anything.
    async fn ensure_timed(&self) -> Result<(), JobsError> {
        if self.registry.kinds.values().all(|kind| kind.timed.is_none()) {
            return Ok(());
        }
        let now = self.now();
        let mut tx = self.db.begin().await?;
        // In one order in every process: two that begin together would wait for each other otherwise.
        for (name, kind) in &self.registry.kinds {
            if let Some(timed) = &kind.timed {
                let payload = (timed.make)().map_err(JobsError::Payload)?;
                let next = backoff::next_boundary(now, timed.interval);
                let latest = now.saturating_add(backoff::millis(timed.interval).saturating_mul(2));
                enqueue::ensure_timed(&mut tx, now, next, latest, name, payload).await?;
            }
        }
        tx.commit().await?;
        Ok(())
    }

    /// The next due job of another kind than those of which there are `enough` in hand, or nothing. Jobs that cannot be run
    /// are parked on the way.
    async fn claim(&self, enough: &[&str]) -> Result<Option<ClaimedJob>, JobsError> {
        loop {
            let now = self.now();
            if !claim::anything_due(&self.db, now, enough).await? {
                return Ok(None);
            }
            let mut tx = self.db.begin().await?;
            let first_lease = now.saturating_add(backoff::millis(LEASE_GRACE));
            let Some(mut job) = claim::claim(&mut tx, now, first_lease, enough).await? else { return Ok(None) };
            let runnable = self.admit(&mut tx, &mut job, now).await?;
            tx.commit().await?;
            match runnable {
                Ok(()) => return Ok(Some(job)),
                Err(why) => {
                    tracing::error!(job = job.id, kind = %job.kind, tries = job.tries, %why, "job parked");
                }
            }
        }
    }

    /// Decides, in the transaction of the claim, whether the job can run; parks it otherwise.
    ///
    /// A timed job's next turn is added here too: there is never a moment without a waiting row, so no other process,
    /// with a clock a little behind, can add the same turn again.
    async fn admit(
        &self,
        tx: &mut quad_db::Tx,
        job: &mut ClaimedJob,
        now: i64,
    ) -> Result<Result<(), String>, JobsError> {
        let Some(kind) = self.registry.kinds.get(job.kind.as_str()) else {
            let why = "this version knows no such kind of job".to_owned();
            completion::parked(tx, job, &why).await?;
            return Ok(Err(why));
        };
        if let Some(timed) = kind.timed.as_ref().filter(|_| job.dedupe_key.as_deref() == Some(TIMED_KEY)) {
            let payload = (timed.make)().map_err(JobsError::Payload)?;
            let next = backoff::next_boundary(now, timed.interval);
            enqueue::ensure_timed(tx, now, next, i64::MAX, &job.kind, payload).await?;
        }
        if u32::try_from(job.tries).unwrap_or(u32::MAX) > kind.max_tries {
            let why = "its worker died each time it ran".to_owned();
            completion::parked(tx, job, &why).await?;
            return Ok(Err(why));
        }
        let lease = now.saturating_add(backoff::millis(kind.max_time.saturating_add(LEASE_GRACE)));
        claim::set_lease(tx, job, lease).await?;
        Ok(Ok(()))
    }

    async fn run(&self, job: ClaimedJob, ends: &Ends) {
        let Some(kind) = self.registry.kinds.get(job.kind.as_str()) else { return };
        let tried = u32::try_from(job.tries.saturating_sub(1)).unwrap_or(0);
        let began = Instant::now();
        // Building the future may panic as well as polling it, so both are inside.
        let work = AssertUnwindSafe(async { (kind.start)(job.payload.clone(), self.app.clone(), tried).await });
        let end = match tokio::time::timeout(kind.max_time, work.catch_unwind()).await {
            Ok(Ok(end)) => end,
            Ok(Err(panic)) => Err(JobEnd::later(format!("panicked: {}", said(panic.as_ref())))),
            Err(_) => Err(JobEnd::later(format!("took longer than {} s", kind.max_time.as_secs_f32()))),
        };
        let took = began.elapsed();
        let is_last = job.is_last_try(kind.max_tries);
        let end = if is_last { given_up(&job, end) } else { end };
        ends(&job.kind, took, word(&end));
        self.note(&job, end).await;
    }

    /// Writes down how it ended. The database may be busy or away for a moment, and an unwritten end means another run,
    /// so it is worth some patience; after that the lease runs out and the job is due again.
    async fn note(&self, job: &ClaimedJob, end: Result<(), JobEnd>) {
        let mut pause = Duration::from_millis(100);
        for _ in 0..6 {
            match self.note_once(job, &end).await {
                Ok(NoteOutcome::Yes) => return tell(job, &end),
                Ok(NoteOutcome::ClaimLost) => {
                    tracing::warn!(job = job.id, kind = %job.kind, tries = job.tries, "the claim ran out before the job ended");
                    return;
                }
                Err(error) => {
                    tracing::warn!(job = job.id, kind = %job.kind, error = %chain(&error), "the end of a job could not be written down");
                    tokio::time::sleep(pause).await;
                    pause *= 3;
                }
            }
        }
        tracing::error!(job = job.id, kind = %job.kind, tries = job.tries, "the end of a job is lost; it will run again");
    }

    async fn note_once(&self, job: &ClaimedJob, end: &Result<(), JobEnd>) -> Result<NoteOutcome, DbError> {
        match end {
            Ok(()) => completion::done(&self.db, job).await,
            Err(JobEnd::Later { after, why }) => {
                let pause = after.map_or_else(|| backoff::pause_ms(job.id, job.tries), backoff::millis);
                completion::later(&self.db, job, self.now().saturating_add(pause), why).await
            }
            Err(JobEnd::GiveUp { why }) => {
                let mut tx = self.db.begin().await?;
                let noted = completion::parked(&mut tx, job, why).await?;
                tx.commit().await?;
                Ok(noted)
            }
        }
    }
}

/// What was the last try is not put off again.
fn given_up(job: &ClaimedJob, end: Result<(), JobEnd>) -> Result<(), JobEnd> {
    end.map_err(|end| match end {
        JobEnd::Later { why, .. } => JobEnd::GiveUp { why: format!("gave up after {} tries: {why}", job.tries) },
        end @ JobEnd::GiveUp { .. } => end,
    })
}

fn word(end: &Result<(), JobEnd>) -> &'static str {
    match end {
        Ok(()) => "done",
        Err(JobEnd::Later { .. }) => "later",
        Err(JobEnd::GiveUp { .. }) => "parked",
    }
}

fn tell(job: &ClaimedJob, end: &Result<(), JobEnd>) {
    let ClaimedJob { id, kind, tries, .. } = job;
    match end {
        Ok(()) => tracing::debug!(job = id, %kind, tries, "job done"),
        Err(JobEnd::Later { why, .. }) => tracing::warn!(job = id, %kind, tries, %why, "job put off"),
        Err(JobEnd::GiveUp { why }) => tracing::error!(job = id, %kind, tries, %why, "job parked"),
    }
}

/// What a panic said, if it said anything readable.
fn said(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&'static str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("without a word")
}

/// An error with its causes, in one line.
fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        text.push_str(": ");
        text.push_str(&inner.to_string());
        cause = inner.source();
    }
    text
}
