//! Harness of the queue's stories: a fresh database on either engine, a clock to turn, jobs that do as they are told.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use quad_db::{Db, MigrationList, OpenOptions, Step, Tx, scratch};
use quad_jobs::{Entry, Job, JobCounts, JobEnd, MillisClock, Registry, Worker};
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;

/// Some moment in November 2026.
pub const START: i64 = 1_795_000_000_000;

/// Runs a story on SQLite, and on PostgreSQL where `QUAD_TEST_POSTGRES` names a server.
macro_rules! both_engines {
    ($($(#[$doc:meta])* async fn $name:ident($bed:ident: Bed) $body:block)+) => {$(
        mod $name {
            #[allow(clippy::allow_attributes, unused_imports, reason = "not every story needs every name")]
            use super::*;

            $(#[$doc])*
            async fn story($bed: Bed) $body

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn on_sqlite() {
                story(Bed::sqlite().await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn on_postgres() {
                if let Some(bed) = Bed::postgres().await {
                    story(bed).await;
                }
            }
        }
    )+};
}
pub(crate) use both_engines;

struct Migrator;

impl MigrationList for Migrator {
    fn steps() -> Vec<Step> {
        vec![quad_jobs::MIGRATION]
    }
}

pub struct Bed {
    pub db: Db,
    pub app: App,
    time: Arc<AtomicI64>,
    scratch: scratch::Scratch,
}

impl Bed {
    pub async fn sqlite() -> Self {
        Self::on(scratch::sqlite().unwrap()).await
    }

    #[expect(clippy::disallowed_methods, reason = "tests are told about the server by the environment")]
    pub async fn postgres() -> Option<Self> {
        let server = std::env::var("QUAD_TEST_POSTGRES").ok()?;
        Some(Self::on(scratch::postgres(&server).await.unwrap()).await)
    }

    async fn on(scratch: scratch::Scratch) -> Self {
        let db = Db::open(&scratch.url, &scratch::options()).await.unwrap();
        db.migrate::<Migrator>().await.unwrap();
        Self { db, app: App::default(), time: Arc::new(AtomicI64::new(START)), scratch }
    }

    /// Another process: its own connections to the same database.
    pub async fn opened_again(&self) -> Db {
        Db::open(&self.scratch.url, &OpenOptions { connections: 3, ..scratch::options() }).await.unwrap()
    }

    pub fn now(&self) -> i64 {
        self.time.load(Ordering::SeqCst)
    }

    pub fn pass(&self, span: Duration) {
        self.time.fetch_add(i64::try_from(span.as_millis()).unwrap(), Ordering::SeqCst);
    }

    pub fn clock(&self) -> MillisClock {
        let time = Arc::clone(&self.time);
        Arc::new(move || time.load(Ordering::SeqCst))
    }

    pub fn worker(&self) -> Worker<App> {
        Worker::new(self.db.clone(), registry(), self.app.clone(), self.clock())
    }

    pub async fn run_due(&self) -> u64 {
        self.worker().run_due().await.unwrap()
    }

    pub async fn enqueue<J: Job>(&self, job: &J) {
        let mut tx = self.db.begin().await.unwrap();
        quad_jobs::enqueue(&mut tx, self.now(), job).await.unwrap();
        tx.commit().await.unwrap();
    }

    pub async fn begin(&self) -> Tx {
        self.db.begin().await.unwrap()
    }

    pub async fn counts(&self) -> JobCounts {
        quad_jobs::counts(&self.db).await.unwrap()
    }

    pub async fn all(&self) -> Vec<Entry> {
        quad_jobs::list(&self.db, None, 1000).await.unwrap()
    }

    /// The only job there is.
    pub async fn only(&self) -> Entry {
        let mut all = self.all().await;
        assert_eq!(all.len(), 1, "{all:?}");
        all.remove(0)
    }

    /// Waits until something outside the test's own hand is true.
    pub async fn until(&self, what: &str, mut holds: impl AsyncFnMut(&Self) -> bool) {
        let began = Instant::now();
        while !holds(self).await {
            assert!(began.elapsed() < Duration::from_mins(1), "never happened: {what}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

/// What the jobs may use.
#[derive(Clone)]
pub struct App {
    runs: Arc<Mutex<Vec<String>>>,
    pub first_gate: Arc<Semaphore>,
    pub second_gate: Arc<Semaphore>,
}

impl Default for App {
    fn default() -> Self {
        Self { runs: Arc::default(), first_gate: Arc::new(Semaphore::new(0)), second_gate: Arc::new(Semaphore::new(0)) }
    }
}

impl App {
    pub fn runs(&self) -> Vec<String> {
        self.runs.lock().unwrap().clone()
    }

    fn ran(&self, what: impl Into<String>) {
        self.runs.lock().unwrap().push(what.into());
    }
}

pub fn registry() -> Registry<App> {
    Registry::new()
        .register::<Say>()
        .register::<Flaky>()
        .register::<Hopeless>()
        .register::<Bomb>()
        .register::<Slow>()
        .register::<Gated>()
}

/// Says its text.
#[derive(Serialize, Deserialize)]
pub struct Say {
    pub text: String,
}

pub fn say(text: impl Into<String>) -> Say {
    Say { text: text.into() }
}

impl Job for Say {
    type App = App;
    const KIND: &'static str = "say";

    async fn run(self, app: &App, _tried: u32) -> Result<(), JobEnd> {
        app.ran(self.text);
        Ok(())
    }
}

/// Fails as often as it is told, with an error of the standard kind; has a key if it is given one.
#[derive(Serialize, Deserialize)]
pub struct Flaky {
    pub name: String,
    pub fails: u32,
    pub key: Option<String>,
}

pub fn flaky(name: &str, fails: u32, key: Option<&str>) -> Flaky {
    Flaky { name: name.into(), fails, key: key.map(Into::into) }
}

impl Job for Flaky {
    type App = App;
    const KIND: &'static str = "flaky";
    const MAX_TRIES: u32 = 4;

    fn dedupe_key(&self) -> Option<String> {
        self.key.clone()
    }

    async fn run(self, app: &App, tried: u32) -> Result<(), JobEnd> {
        app.ran(format!("{} after {tried}", self.name));
        if tried < self.fails {
            Err(std::io::Error::other("the other side is busy"))?;
        }
        Ok(())
    }
}

/// Knows at once that it cannot.
#[derive(Serialize, Deserialize)]
pub struct Hopeless {
    pub secret: String,
}

impl Job for Hopeless {
    type App = App;
    const KIND: &'static str = "hopeless";

    async fn run(self, _app: &App, _tried: u32) -> Result<(), JobEnd> {
        Err(JobEnd::give_up("no such address"))
    }
}

/// Panics.
#[derive(Serialize, Deserialize)]
pub struct Bomb {
    pub secret: String,
}

impl Job for Bomb {
    type App = App;
    const KIND: &'static str = "bomb";
    const MAX_TRIES: u32 = 2;

    async fn run(self, _app: &App, tried: u32) -> Result<(), JobEnd> {
        panic!("boom number {tried}");
    }
}

/// Takes longer than it may.
#[derive(Serialize, Deserialize)]
pub struct Slow;

impl Job for Slow {
    type App = App;
    const KIND: &'static str = "slow";
    const MAX_TIME: Duration = Duration::from_millis(50);

    async fn run(self, _app: &App, _tried: u32) -> Result<(), JobEnd> {
        std::future::pending().await
    }
}

/// Waits for the first gate at the first try, for the second gate later.
#[derive(Serialize, Deserialize)]
pub struct Gated;

impl Job for Gated {
    type App = App;
    const KIND: &'static str = "gated";

    fn dedupe_key(&self) -> Option<String> {
        Some("gate".into())
    }

    async fn run(self, app: &App, tried: u32) -> Result<(), JobEnd> {
        app.ran(format!("gated {tried}"));
        let gate = if tried == 0 { &app.first_gate } else { &app.second_gate };
        gate.acquire().await?.forget();
        app.ran(format!("through {tried}"));
        Ok(())
    }
}

/// No worker of these tests knows it.
#[derive(Serialize, Deserialize)]
pub struct FromTheFuture;

impl Job for FromTheFuture {
    type App = App;
    const KIND: &'static str = "from_the_future";

    async fn run(self, _app: &App, _tried: u32) -> Result<(), JobEnd> {
        Ok(())
    }
}

/// Runs by the clock; fails while the gate is shut.
#[derive(Serialize, Deserialize)]
pub struct Tick;

impl Job for Tick {
    type App = App;
    const KIND: &'static str = "tick";
    const MAX_TRIES: u32 = 3;

    async fn run(self, app: &App, tried: u32) -> Result<(), JobEnd> {
        app.ran(format!("tick {tried}"));
        if app.second_gate.available_permits() > 0 {
            return Err(JobEnd::later_after(Duration::from_mins(1), "not now"));
        }
        Ok(())
    }
}
