//! App, the application's state: everything a request may use, put together from the states of the features, built once
//! by the command line and once per test. No globals.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use quad_cluster::peers::{self, Peers};
use quad_contests::{ContestsState, attempts};
use quad_db::Db;
use quad_http::uploads::Uploads;
use quad_kernel::activity::Activity;
use quad_kernel::clock::Clock;
use quad_kernel::ids::Random;
use quad_live::Hub;
use quad_mail::Mailer;
use quad_metrics::Metrics;
use quad_people::{PeopleState, accounts};
use quad_services::config::Settings;
use quad_services::{self as services, Services};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::first_steps::FirstSteps;
use crate::{invalidation, topics};

/// Between two looks at counts that go up one by one for minutes: how many joined, and handed in.
const COUNTS_PACE: Duration = Duration::from_secs(10);

/// How long the application waits for others, and how often it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waits {
    /// For the other processes on the same database.
    pub peers: peers::Waits,
    /// Between two looks at counts that are followed live.
    pub counts: Duration,
    /// How soon the streams of a session end that another process ended.
    pub ended_sessions: Duration,
}

impl Default for Waits {
    fn default() -> Self {
        Self { peers: peers::Waits::default(), counts: COUNTS_PACE, ended_sessions: Duration::from_secs(10) }
    }
}

/// A cheap handle on everything.
#[derive(Clone, Debug)]
pub struct App {
    state: ContestsState,
    /// What is known of the first steps.
    pub first_steps: FirstSteps,
}

impl Deref for App {
    type Target = ContestsState;

    fn deref(&self) -> &ContestsState {
        &self.state
    }
}

impl App {
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

    /// The same without what only the whole application has.
    pub fn state(&self) -> ContestsState {
        self.state.clone()
    }

    /// Ends the long-lived tasks after the last request, and closes the database.
    pub async fn close(&self) {
        self.stop.cancel();
        self.attempt_log.close();
        self.tasks.close();
        self.tasks.wait().await;
        self.db.close().await;
    }
}
