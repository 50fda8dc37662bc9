//! Start of the application: opens its database and brings it up to date, puts the parts together and starts the long-lived ones.
//! It is done once by the command line and once per test.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use anyhow::Context;
use quad_cluster::peers::Peers;
use quad_contests::{ContestsState, attempts};
use quad_db::{Db, OpenOptions};
use quad_http::uploads::Uploads;
use quad_kernel::activity::Activity;
use quad_kernel::clock::Clock;
use quad_kernel::ids::Random;
use quad_live::Hub;
use quad_mail::Mailer;
use quad_metrics::Metrics;
use quad_migrations::Migrations;
use quad_operations::{backups, data_folder};
use quad_people::{PeopleState, accounts};
use quad_services::config::Settings;
use quad_services::{self as services, Services};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::app::{App, Waits};
use crate::first_steps::FirstSteps;
use crate::{doctor, invalidation, topics};

/// The copy of a SQLite database before this version changed its schema.
const BEFORE: &str = concat!("before-", env!("CARGO_PKG_VERSION"), ".db");

/// The database, brought up to date, and the number of steps that took.
pub async fn open(settings: &Settings) -> anyhow::Result<(Db, usize)> {
    data_folder::make_private(&settings.data_dir)
        .with_context(|| format!("cannot make the data folder {}", settings.data_dir.display()))?;
    if let Some(database) = settings.database_file() {
        backups::refuse_half_restored(&database)?;
    }
    let options = OpenOptions { connections: settings.database_connections, ..OpenOptions::default() };
    let db = Db::open(&settings.database(), &options).await.context("cannot open the database")?;
    let before = settings.database_file().map(|file| file.with_file_name(BEFORE));
    let migrated = db.migrate_keeping::<Migrations>(before.as_deref()).await;
    if migrated.is_err() {
        doctor::refuse_unwritable(&db).await?;
    }
    Ok((db, migrated.context("cannot bring the database up to date")?))
}

impl App {
    /// The application on its database, which is brought up to date.
    pub(crate) async fn start(settings: Settings, clock: Clock) -> anyhow::Result<Self> {
        let (db, _) = open(&settings).await?;
        let outbox = settings.data_dir.join("outbox");
        let smtp = Some(settings.smtp_url.reveal()).filter(|url| !url.is_empty());
        let mail = Mailer::from_url(smtp, &settings.mail_from, &outbox).context("smtp_url")?;
        let mail = mail.with_host(settings.public_host());
        Ok(Self::build(settings, db, clock, Random::System, mail))
    }

    /// Puts the parts together and starts the long-lived ones.
    pub fn build(settings: Settings, db: Db, clock: Clock, random: Random, mail: Mailer) -> Self {
        Self::build_with(settings, db, clock, random, mail, Waits::default())
    }

    /// The same with other waits.
    pub fn build_with(settings: Settings, db: Db, clock: Clock, random: Random, mail: Mailer, waits: Waits) -> Self {
        let tasks = TaskTracker::new();
        let stop = CancellationToken::new();
        let origin = hex::encode(random.bytes::<8>());
        let grace = Duration::from_secs(settings.answer_grace_seconds.into());
        let peers = Peers::new(db.clone(), origin.clone(), waits.peers);
        let attempt_cache = attempts::AttemptCache::new(db.clone(), clock.clone(), &peers);
        let read = topics::reader(&db, &attempt_cache, &clock, grace);
        let live = Hub::new(db.clone(), read, tasks.clone(), stop.clone(), settings.live_streams, origin, waits.counts);
        let services = Services::from(services::Inner {
            uploads: Uploads::new(&settings.data_dir),
            listening: OnceLock::new(),
            live,
            peers,
            metrics: Arc::new(Metrics::new()),
            activity: Activity::default(),
            wake: quad_jobs::Wake::new(),
            stop,
            tasks,
            settings,
            db,
            clock,
            random,
            mail,
        });
        let state = ContestsState::new(PeopleState::new(services), attempt_cache);
        let app = Self { state, first_steps: FirstSteps::default() };
        app.spawn(accounts::hear_changes(app.people.clone(), invalidation::people_changed(&app)));
        app.spawn(app.passwords.clone().rest(app.stop.clone()));
        app.spawn(invalidation::hear(app.clone()));
        app.spawn(topics::end_with_their_sessions(app.clone(), waits.ended_sessions));
        app.spawn(topics::turn_with_the_clock(app.clone()));
        app
    }
}
