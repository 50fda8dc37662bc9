//! Harness of the stories: the whole application over real HTTP, on either engine, with a clock that stands
//! still, a seeded random source and mail that goes to memory.
//!
//! A story is an `async fn name(t: TestApp)`; `on_both_engines!(name, …)` makes two tests of it, and `plain_stories!(name, …)`
//! one, with a twin for `cargo xtask test --everything`. PostgreSQL takes part
//! when `QUAD_TEST_POSTGRES` names a server (`cargo xtask test` starts one and sets it); there every story is played by two
//! processes behind a proxy, the story's own and one more (second_process.rs).

mod balancer;
mod browser;
mod bucket;
mod clubs;
mod cluster;
mod contests;
mod events;
mod form;
mod lag;
mod log;
mod people;
mod pgbouncer;
mod polls;
pub mod ports;
mod process;
pub mod proxy;
// A push service and phones; the library's own stories use them, too.
mod contest_room;
#[path = "../../../../crates/push/tests/it/stand_in.rs"]
#[expect(dead_code, reason = "shared with another program")]
pub mod push_service;
mod second_process;
pub mod statements;
// A store of pictures; the library's own stories use it, too.
mod payment_provider;
#[path = "../../../../crates/blobs/tests/s3_server/mod.rs"]
mod s3_server;
#[path = "../../../../crates/quizgen/tests/it/stand_in.rs"]
#[expect(dead_code, reason = "shared with another program")]
pub mod stand_in;
mod stream;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Once};
use std::time::{Duration, Instant};

pub use balancer::Balancer;
pub use browser::{Answer, Browser};
pub use bucket::{Environment, lent};
pub use clubs::{inbox, membership_of, titles};
pub use cluster::{Cluster, Wire, is_root, owner};
pub use contest_room::{Heard, Room};
pub use contests::{Made, question};
pub use form::{Form, made};
pub use lag::Lag;
use log::{Log, log};
pub use payment_provider::{Ordered, Till, Told, dispute_event, event, http, payment, refund_event};
pub use people::PASSWORD;
pub use pgbouncer::PgBouncer;
pub use process::{Process, program};
use prometheus_client::encoding::text::encode_registry;
use quad::app::{App, Waits};
use quad::{jobs, router};
use quad_cluster::peers;
use quad_db::MigrationList;
use quad_db::scratch::{self, Scratch};
use quad_db::{Db, OpenOptions};
use quad_http::server;
use quad_kernel::clock::{Clock, Time};
use quad_kernel::ids::Random;
use quad_mail::{Mailer, Message};
use quad_migrations::Migrations;
use quad_operations::operations;
use quad_services::config::{Flags, Settings, load_from};
pub use s3_server::{BUCKET, Instead, KEY_ID, Keeps, S3Server, SECRET};
pub use second_process::Reach;
use second_process::{Apart, Life, Word};
pub use stream::EventStream;
use tempfile::TempDir;

/// Where every story's clock stands at first: a Friday evening in Kolkata.
pub const EVENING: &str = "2026-11-20T12:30:00.000Z";

/// A running application: one process on SQLite; on PostgreSQL two on one database, behind a proxy that sends each request
/// to the next of them.
pub struct TestApp {
    /// The only process, or the first.
    pub app: App,
    /// Where browsers go.
    pub base: String,
    second: Option<Second>,
    /// Whose turn it is to run the jobs.
    turn: AtomicUsize,
    scratch: Arc<Scratch>,
}

/// The other of two processes.
struct Second {
    apart: Apart,
    /// Pictures of both.
    _media: TempDir,
    _proxy: Balancer,
}

/// Makes a SQLite and a PostgreSQL test of each story named.
#[macro_export]
macro_rules! on_both_engines {
    ($($story:ident),+ $(,)?) => { $($crate::story!($story, postgres);)+ };
}

/// Makes a SQLite test of each story named, and a PostgreSQL test that runs with `cargo xtask test --everything` alone: for
/// stories in which neither a race nor a cache of two processes nor the database itself is the subject. That their statements
/// mean something to PostgreSQL is seen in every run (statements.rs).
#[macro_export]
macro_rules! plain_stories {
    ($($story:ident),+ $(,)?) => { $($crate::story!($story, postgres_twin);)+ };
}

/// Both tests of a story; the second is called so.
#[macro_export]
macro_rules! story {
    ($story:ident, $second:ident) => {
        mod $story {
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                super::$story($crate::harness::TestApp::on_sqlite().await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $second() {
                if let Some(t) = $crate::harness::TestApp::on_postgres().await {
                    super::$story(t).await;
                }
            }
        }
    };
}

/// The PostgreSQL server the tests may use, if any.
#[expect(clippy::disallowed_methods, reason = "the test runner says where PostgreSQL is")]
pub fn postgres_server() -> Option<String> {
    std::env::var("QUAD_TEST_POSTGRES").ok()
}

impl TestApp {
    pub async fn on_sqlite() -> Self {
        Self::one(scratch::sqlite().expect("a folder for the database"), &[], 1).await
    }

    pub async fn on_postgres() -> Option<Self> {
        let server = postgres_server()?;
        Some(Self::two(migrated(&server).await, &[], 1).await)
    }

    /// The same engine again with other settings (`("QUAD_BILLING", "off")`) or another seed, on a database of its own.
    pub async fn another(&self, environment: &[(&str, &str)], seed: u64) -> Self {
        let scratch = self.fresh().await;
        match self.app.db.engine() {
            quad_db::Engine::Sqlite => Self::one(scratch, environment, seed).await,
            quad_db::Engine::Postgres => Self::two(scratch, environment, seed).await,
        }
    }

    /// The same as one process on both engines: for stories of what belongs to a process, its bounds, its counts, its end.
    pub async fn alone(&self, environment: &[(&str, &str)], seed: u64) -> Self {
        Self::one(self.fresh().await, environment, seed).await
    }

    /// The same with other waits than those of most stories.
    pub async fn alone_with(&self, waits: Waits, seed: u64) -> Self {
        Self::one_with(self.fresh().await, &[], seed, FEW, waits).await
    }

    /// The same engine again, with so many connections to a database of its own that a hundred requests at once meet there
    /// instead of waiting in line for a connection.
    pub async fn wide(&self) -> Self {
        let scratch = self.fresh().await;
        match self.app.db.engine() {
            quad_db::Engine::Sqlite => Self::one_with(scratch, &[], 1, WIDE, waits()).await,
            quad_db::Engine::Postgres => Self::two_with(scratch, &[], 1, WIDE).await,
        }
    }

    /// One process on a copy of this one's database, which must be closed.
    pub async fn copied(&self, environment: &[(&str, &str)], seed: u64) -> Self {
        let copy = scratch::copy(self.url(), postgres_server().as_deref()).await.expect("a copy of the database");
        Self::one(copy, environment, seed).await
    }

    /// An empty database on the same engine.
    async fn fresh(&self) -> Scratch {
        match self.app.db.engine() {
            quad_db::Engine::Sqlite => scratch::sqlite().expect("a folder for the database"),
            quad_db::Engine::Postgres => migrated(&postgres_server().expect("server")).await,
        }
    }

    /// The same engine with a database that an older program made and `fill` wrote to: this one takes it over. `Older` are
    /// the steps of the schema that the older one knew.
    pub async fn upgraded<Older: MigrationList>(
        &self,
        environment: &[(&str, &str)],
        seed: u64,
        fill: impl AsyncFnOnce(&Db),
    ) -> Self {
        let scratch = match self.app.db.engine() {
            quad_db::Engine::Sqlite => scratch::sqlite(),
            quad_db::Engine::Postgres => scratch::postgres(&postgres_server().expect("server")).await,
        };
        let scratch = scratch.expect("an empty database");
        let db = Db::open(&scratch.url, &scratch::options()).await.expect("the database opens");
        db.migrate::<Older>().await.expect("the older schema is made");
        fill(&db).await;
        db.close().await;
        match self.app.db.engine() {
            quad_db::Engine::Sqlite => Self::one(scratch, environment, seed).await,
            quad_db::Engine::Postgres => Self::two(scratch, environment, seed).await,
        }
    }

    /// Another process on the same database.
    pub async fn beside(&self, seed: u64) -> Self {
        self.beside_with(&[], seed).await
    }

    /// Another process on the same database, with other settings.
    pub async fn beside_with(&self, environment: &[(&str, &str)], seed: u64) -> Self {
        Self::one(Arc::clone(&self.scratch), environment, seed).await
    }

    async fn one(scratch: impl Into<Arc<Scratch>>, environment: &[(&str, &str)], seed: u64) -> Self {
        Self::one_with(scratch, environment, seed, FEW, waits()).await
    }

    async fn one_with(
        scratch: impl Into<Arc<Scratch>>,
        environment: &[(&str, &str)],
        seed: u64,
        connections: u32,
        waits: Waits,
    ) -> Self {
        let (scratch, clock) = (scratch.into(), Clock::fixed(time(EVENING)));
        let settings = settings(environment);
        let mail = mailer(&settings);
        let (app, base) = process(settings, &scratch.url, clock, seed, mail, connections, waits).await;
        Self { app, base, second: None, turn: AtomicUsize::new(0), scratch }
    }

    /// Two processes, told of one clock and with one post office, as two machines have them.
    async fn two(scratch: Scratch, environment: &[(&str, &str)], seed: u64) -> Self {
        Self::two_with(scratch, environment, seed, FEW).await
    }

    async fn two_with(scratch: Scratch, environment: &[(&str, &str)], seed: u64, connections: u32) -> Self {
        let clock = Clock::fixed(time(EVENING));
        let media = tempfile::tempdir().expect("a folder for pictures");
        let place = format!("file:{}", media.path().display());
        let environment = [environment, &[("QUAD_MEDIA_URL", place.as_str())]].concat();
        let apart = Apart::start();
        let life = Life {
            environment: environment.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect(),
            url: scratch.url.clone(),
            now: clock.now().0,
            seed: seed + SECOND,
            connections,
            log: log::place(),
        };
        let settings = settings(&environment);
        let mail = mailer(&settings);
        let ((app, here), there) = tokio::join!(
            process(settings, &scratch.url, clock, seed, mail, connections, waits()),
            apart.ask_and_wait::<String>(Word::Begin(life)),
        );
        both_listen(&app).await;
        let proxy = Balancer::before(&[&here, &there]).await;
        let base = proxy.base.clone();
        let second = Some(Second { apart, _media: media, _proxy: proxy });
        Self { app, base, second, turn: AtomicUsize::new(0), scratch: Arc::new(scratch) }
    }

    fn apart(&self) -> Option<&Apart> {
        self.second.as_ref().map(|second| &second.apart)
    }

    /// How many processes there are.
    pub fn processes(&self) -> usize {
        if self.second.is_some() { 2 } else { 1 }
    }

    /// Everything the processes log from now on.
    pub fn log(&self) -> &'static Log {
        let log = log();
        if let Some(apart) = self.apart() {
            apart.ask::<()>(Word::Log(log.place.clone()));
        }
        log
    }

    /// All processes begin to stop.
    pub fn stop(&self) {
        self.app.stop.cancel();
        if let Some(apart) = self.apart() {
            apart.ask::<()>(Word::Stop);
        }
    }

    /// Ends all processes in order.
    pub async fn close(&self) {
        self.app.close().await;
        if let Some(apart) = self.apart() {
            apart.ask_and_wait::<()>(Word::Close).await;
        }
    }

    /// Joins, answers and submissions that batches of this process were made of so far.
    pub fn batch_entries(&self) -> usize {
        let mut text = String::new();
        encode_registry(&mut text, self.app.metrics.registry()).expect("written out");
        let sum = text.lines().find_map(|line| line.strip_prefix("quad_answer_batch_entries_sum ")).expect("a sum");
        sum.parse::<f64>().expect("a number") as usize
    }

    /// Joins, answers and submissions that have come to be written so far: with the writer, and in the line before it. How
    /// many of them the writer took at once is chance.
    pub fn entered(&self) -> usize {
        // In this order nobody is counted twice who goes on to the writer meanwhile.
        self.batch_entries() + self.app.attempt_log.waiting() as usize
    }

    /// Moves the clock to a moment.
    pub fn at(&self, moment: &str) {
        self.set_clock(time(moment));
    }

    /// Moves the clock on.
    pub fn pass(&self, seconds: i64) {
        self.set_clock(Time(self.app.clock.now().0 + seconds * 1000));
    }

    fn set_clock(&self, moment: Time) {
        self.app.clock.set(moment);
        if let Some(apart) = self.apart() {
            apart.ask::<()>(Word::Clock(moment.0));
        }
    }

    /// The clock's moment plus some seconds, as the wire says it.
    pub fn moment(&self, seconds_from_now: i64) -> String {
        Time(self.app.clock.now().0 + seconds_from_now * 1000).to_rfc3339()
    }

    /// Runs all background jobs that are due: in turns in either process.
    pub async fn run_jobs(&self) {
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        match self.apart() {
            Some(apart) if turn % 2 == 1 => {
                for mail in apart.run_jobs().await {
                    self.app.mail.send(&mail, 0).await.expect("kept");
                }
            }
            _ => {
                jobs::worker(&self.app).run_due().await.expect("the jobs run");
            }
        }
    }

    /// Mails sent so far (after running the jobs), oldest first.
    pub async fn mails(&self) -> Vec<Message> {
        self.run_jobs().await;
        self.app.mail.kept()
    }

    /// Pushes of all processes go that way.
    pub fn push_by(&self, reach: Reach) {
        self.app.push.reach_by(reach.options());
        if let Some(apart) = self.apart() {
            apart.ask::<()>(Word::PushBy(reach));
        }
    }

    /// All processes say that they run.
    pub async fn send_heartbeat(&self, does: &'static str, began: Time) {
        operations::send_heartbeat(&self.app, does, began).await.expect("seen");
        if let Some(apart) = self.apart() {
            apart.ask_and_wait::<()>(Word::BeSeen(does.to_owned(), began.0)).await;
        }
    }

    /// Passwords hashed so far.
    pub fn hashes_done(&self) -> u64 {
        self.app.passwords.work_done() + self.apart().map_or(0, |apart| apart.ask::<u64>(Word::HashesDone))
    }

    /// The database's address.
    pub fn url(&self) -> &str {
        &self.scratch.url
    }

    /// A browser without cookies.
    pub fn browser(&self) -> Browser {
        Browser::new(&self.base)
    }
}

/// Added to the seed of the second process: two never draw the same.
const SECOND: u64 = 1_000_000;

/// Connections of a process to its database: of most stories, and of those where many requests are to meet there.
const FEW: u32 = 4;
const WIDE: u32 = 25;

/// Far longer than a machine stands still, where a verdict would hang on who answers in time; shorter than in earnest where
/// a story would do nothing but wait.
pub fn waits() -> Waits {
    Waits {
        peers: peers::Waits { answer: Duration::from_secs(30), ..peers::Waits::default() },
        counts: Duration::from_secs(2),
        // A stream ends because it is heard that its session ended.
        ended_sessions: Duration::from_hours(1),
    }
}

async fn process(
    settings: Settings,
    url: &str,
    clock: Clock,
    seed: u64,
    mail: Mailer,
    connections: u32,
    waits: Waits,
) -> (App, String) {
    static TLS: Once = Once::new();
    log::listen();
    TLS.call_once(|| {
        let _ = rustls::crypto::ring::default_provider().install_default();
    });
    let options = OpenOptions { connections, ..scratch::options() };
    let db = Db::open(url, &options).await.expect("the database opens");
    db.migrate::<Migrations>().await.expect("the schema is made");
    let app = App::build_with(settings, db, clock, Random::seeded(seed), mail, waits);
    hash_for_show(&app);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("address");
    app.listens_on(address);
    app.spawn(server::serve(listener, server::Owner::Quad, router::build(&app), app.stop.clone().cancelled_owned()));
    (app, format!("http://{address}"))
}

/// Lets passwords cost nearly nothing: what hashing costs in earnest is tested where it is made (`accounts/passwords.rs`).
#[expect(clippy::disallowed_methods, reason = "the people of stories have nothing to protect")]
pub fn hash_for_show(app: &App) {
    app.passwords.hash_for_show();
}

/// A story that gives QUAD_SMTP_URL brings its own post office.
fn mailer(settings: &Settings) -> Mailer {
    match settings.smtp_url.reveal() {
        "" => Mailer::memory(),
        url => Mailer::from_url(Some(url), &settings.mail_from, &settings.data_dir).expect("a mail server"),
    }
}

/// A fresh PostgreSQL database with the schema of this program, which the first test that wants one makes for all.
async fn migrated(server: &str) -> Scratch {
    let program = std::env::current_exe().and_then(|program| program.metadata()).expect("this program");
    let built = program.modified().ok().and_then(|at| at.duration_since(std::time::UNIX_EPOCH).ok()).expect("a time");
    let version = format!("{:x}_{:x}", built.as_nanos(), program.len());
    let fill = async |url: &str| {
        let db = Db::open(url, &scratch::options()).await?;
        db.migrate::<Migrations>().await?;
        db.close().await;
        Ok(())
    };
    scratch::postgres_filled(server, "stories", &version, fill).await.expect("a fresh database")
}

/// Waits until both processes hear each other: one that has just begun is not waited for by those who change something.
async fn both_listen(app: &App) {
    listening(app, 2).await;
}

/// Waits until so many processes hear each other.
pub async fn listening(app: &App, processes: usize) {
    let began = Instant::now();
    while app.db.listeners("quad-").await.expect("asked").len() < processes {
        assert!(began.elapsed() < Duration::from_mins(2), "{processes} processes do not listen");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Longer than a machine stands still: what has not come by then does not come.
pub const PATIENCE: Duration = Duration::from_mins(1);

/// Waits until it is so.
pub async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let began = Instant::now();
    while !is_so().await {
        assert!(began.elapsed() < PATIENCE, "it never comes: {what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Begins so many milliseconds after the others of a race, for some of its rounds to meet the others' moment. One that does not
/// shows less and fails nothing.
pub async fn stagger(millis: u64) {
    assert!(millis <= 250, "a race begins in one breath");
    tokio::time::sleep(Duration::from_millis(millis)).await;
}

fn time(moment: &str) -> Time {
    Time::parse_rfc3339(moment).expect("a moment")
}

fn settings(environment: &[(&str, &str)]) -> Settings {
    let fixed = [
        ("QUAD_INSTITUTE_NAME", "Meridian Institute of Technology"),
        ("QUAD_INSTITUTE_DOMAINS", "meridian.example"),
        ("QUAD_DATA_DIR", "/nonexistent-quad-test"),
        // One process' own; two get a folder.
        ("QUAD_MEDIA_URL", "memory:"),
    ];
    load_from(&Flags::default(), |name| {
        environment.iter().chain(&fixed).find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
    })
    .expect("settings")
}
