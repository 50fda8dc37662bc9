//! The house the stories play in: the whole application over real HTTP, on either engine, with a clock that stands
//! still, a seeded random source and mail that goes to memory.
//!
//! A story is an `async fn name(t: TestApp)`; `on_both_engines!(name, …)` makes two tests of it. PostgreSQL takes part
//! when `QUAD_TEST_POSTGRES` names a server (`cargo xtask test` starts one and sets it).

mod browser;
mod bucket;
mod clubs;
mod cluster;
mod contests;
mod events;
mod form;
mod log;
mod people;
mod polls;
mod process;
pub mod proxy;
// A push service and phones; the library's own stories use them, too.
#[path = "../../../../crates/push/tests/it/stand_in.rs"]
#[expect(dead_code, reason = "shared with another program")]
pub mod push_service;
mod room;
// A store of pictures; the library's own stories use it, too.
#[path = "../../../../crates/blobs/tests/s3_server/mod.rs"]
mod s3_server;
#[path = "../../../../crates/quizgen/tests/it/stand_in.rs"]
#[expect(dead_code, reason = "shared with another program")]
pub mod stand_in;
mod stream;
mod till;

use std::sync::{Arc, Once};

pub use browser::{Answer, Browser};
pub use bucket::{Environment, lent};
pub use clubs::{inbox, membership_of, titles};
pub use cluster::{Cluster, Wire};
pub use contests::{Made, question};
pub use form::{Form, made};
pub use log::log;
pub use people::PASSWORD;
pub use process::Process;
use quad::app::App;
use quad::config::{Flags, Settings, load_from};
use quad::edge::serving;
use quad::kernel::clock::{Clock, Time};
use quad::kernel::ids::Random;
use quad::migrations::Migrations;
use quad::{jobs, router};
use quad_db::scratch::{self, Scratch};
use quad_db::{Db, OpenOptions};
use quad_mail::{Mailer, Message};
pub use room::{Heard, Room};
pub use s3_server::{BUCKET, KEY_ID, S3Server, SECRET};
pub use till::{Ordered, Till, Told, event, http, payment};

/// Where every story's clock stands at first: a Friday evening in Kolkata.
pub const EVENING: &str = "2026-11-20T12:30:00.000Z";

/// A running application.
pub struct TestApp {
    pub app: App,
    pub base: String,
    scratch: Arc<Scratch>,
}

/// Makes a SQLite and a PostgreSQL test of each story named.
#[macro_export]
macro_rules! on_both_engines {
    ($($story:ident),+ $(,)?) => {
        $(mod $story {
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                super::$story($crate::harness::TestApp::on_sqlite().await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                if let Some(t) = $crate::harness::TestApp::on_postgres().await {
                    super::$story(t).await;
                }
            }
        })+
    };
}

/// The PostgreSQL server the tests may use, if any.
#[expect(clippy::disallowed_methods, reason = "the test runner says where PostgreSQL is")]
pub fn postgres_server() -> Option<String> {
    std::env::var("QUAD_TEST_POSTGRES").ok()
}

impl TestApp {
    pub async fn on_sqlite() -> Self {
        Self::with(scratch::sqlite().expect("a folder for the database"), &[], 1).await
    }

    pub async fn on_postgres() -> Option<Self> {
        let server = postgres_server()?;
        Some(Self::with(scratch::postgres(&server).await.expect("a fresh database"), &[], 1).await)
    }

    /// The same engine again with other settings (`("QUAD_BILLING", "off")`) or another seed, on a database of its own.
    pub async fn another(&self, environment: &[(&str, &str)], seed: u64) -> Self {
        let scratch = match self.app.db.engine() {
            quad_db::Engine::Sqlite => scratch::sqlite().expect("a folder for the database"),
            quad_db::Engine::Postgres => {
                scratch::postgres(&postgres_server().expect("server")).await.expect("a fresh database")
            }
        };
        Self::with(scratch, environment, seed).await
    }

    /// Another process on the same database.
    pub async fn beside(&self, seed: u64) -> Self {
        self.beside_with(&[], seed).await
    }

    /// Another process on the same database, with other settings.
    pub async fn beside_with(&self, environment: &[(&str, &str)], seed: u64) -> Self {
        Self::with(Arc::clone(&self.scratch), environment, seed).await
    }

    async fn with(scratch: impl Into<Arc<Scratch>>, environment: &[(&str, &str)], seed: u64) -> Self {
        static TLS: Once = Once::new();
        TLS.call_once(|| {
            let _ = rustls::crypto::ring::default_provider().install_default();
        });
        let scratch = scratch.into();
        let settings = settings(environment);
        let options = OpenOptions { connections: 4, patience: std::time::Duration::from_secs(30) };
        let db = Db::open(&scratch.url, &options).await.expect("the database opens");
        db.migrate::<Migrations>().await.expect("the schema is made");
        let clock = Clock::fixed(time(EVENING));
        // A story that gives QUAD_SMTP_URL brings its own post office.
        let mail = match settings.smtp_url.reveal() {
            "" => Mailer::memory(),
            url => Mailer::from_url(Some(url), &settings.mail_from, &settings.data_dir).expect("a mail server"),
        };
        let app = App::build(settings, db, clock, Random::seeded(seed), mail);
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("address");
        app.listens_on(address);
        let base = format!("http://{address}");
        app.spawn(serving::serve(listener, router::build(&app), app.stop.clone().cancelled_owned()));
        Self { app, base, scratch }
    }

    /// Moves the clock to a moment.
    pub fn at(&self, moment: &str) {
        self.app.clock.set(time(moment));
    }

    /// Moves the clock on.
    pub fn pass(&self, seconds: i64) {
        self.app.clock.set(Time(self.app.clock.now().0 + seconds * 1000));
    }

    /// The clock's moment plus some seconds, as the wire says it.
    pub fn moment(&self, seconds_from_now: i64) -> String {
        Time(self.app.clock.now().0 + seconds_from_now * 1000).to_rfc3339()
    }

    /// Runs all background jobs that are due.
    pub async fn run_jobs(&self) {
        jobs::worker(&self.app).run_due().await.expect("the jobs run");
    }

    /// Mails sent so far (after running the jobs), oldest first.
    pub async fn mails(&self) -> Vec<Message> {
        self.run_jobs().await;
        self.app.mail.kept()
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

fn time(moment: &str) -> Time {
    Time::parse_rfc3339(moment).expect("a moment")
}

fn settings(environment: &[(&str, &str)]) -> Settings {
    let fixed = [
        ("QUAD_INSTITUTE_NAME", "Meridian Institute of Technology"),
        ("QUAD_INSTITUTE_DOMAINS", "meridian.example"),
        ("QUAD_DATA_DIR", "/nonexistent-quad-test"),
        // Each process its own: stories of several give them a folder.
        ("QUAD_MEDIA_URL", "memory:"),
    ];
    load_from(&Flags::default(), |name| {
        environment.iter().chain(&fixed).find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
    })
    .expect("settings")
}
