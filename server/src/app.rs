//! App: everything a request may use, built once by the command line and once per test. No globals.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::ops::Deref;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::extract::FromRef;
use quad_db::Db;
use quad_mail::Mailer;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::config::Settings;
use crate::edge::files::Uploads;
use crate::features::{accounts, attempts, contests, notify, payments, pictures, sandbox};
use crate::kernel::clock::Clock;
use crate::kernel::ids::Random;
use crate::kernel::pulse::Pulse;
use crate::live::Hub;
use crate::metrics::Metrics;
use crate::neighbours::Neighbours;
use crate::{hearing, topics};

/// A cheap handle on the parts.
#[derive(Clone, Debug)]
pub struct App(Arc<Parts>);

/// What the application is made of.
#[derive(Debug)]
pub struct Parts {
    /// Settings as loaded.
    pub settings: Settings,
    /// Both engines behind one door.
    pub db: Db,
    /// Now.
    pub clock: Clock,
    /// Randomness.
    pub random: Random,
    /// Outgoing mail; used by jobs only.
    pub mail: Mailer,
    /// Where uploads are put while they arrive, and how many may.
    pub uploads: Uploads,
    /// Where pictures are made and kept; used outside transactions only.
    pub pictures: pictures::Media,
    /// Hashing of passwords, bounded.
    pub passwords: accounts::Passwords,
    /// Log-ins of one account, one after the other.
    pub turns: accounts::Turns,
    /// Few log-ins with one password at a time.
    pub guesses: accounts::Turns,
    /// Living sessions, remembered.
    pub sessions: accounts::Sessions,
    /// Where this process can reach itself; known once it listens, see [`App::listens_on`].
    pub listening: OnceLock<SocketAddr>,
    /// The payment sandbox's keys and its way to send webhooks.
    pub sandbox: sandbox::Sandbox,
    /// Where money is taken; used outside transactions only.
    pub provider: payments::Provider,
    /// Where questions are drafted; used outside transactions only.
    pub quizgen: contests::Drafting,
    /// Contests as they stand, remembered for a second.
    pub windows: contests::Windows,
    /// All of them, for lists.
    pub catalogue: contests::Catalogue,
    /// Papers of contests being taken.
    pub papers: attempts::Papers,
    /// Attempts known, and what is remembered of them.
    pub parts: attempts::OwnParts,
    /// The one writer of joins and answers.
    pub attempt_log: attempts::AttemptLog,
    /// Result boards.
    pub boards: attempts::Boards,
    /// Who follows what live.
    pub live: Hub,
    /// The other processes on the same database.
    pub neighbours: Neighbours,
    /// What this process counts of itself.
    pub metrics: Arc<Metrics>,
    /// The way to push services; used by jobs only.
    pub push: notify::Pusher,
    /// Wakes the worker of this process, so that a job need not wait for its next look.
    pub wake: quad_jobs::Wake,
    /// Given when everything shall stop: streams end, the long-lived parts too.
    pub stop: CancellationToken,
    /// Work in the background that shutdown waits for.
    pub tasks: TaskTracker,
}

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl FromRef<App> for Clock {
    fn from_ref(app: &App) -> Self {
        app.clock.clone()
    }
}

impl FromRef<App> for Uploads {
    fn from_ref(app: &App) -> Self {
        app.uploads.clone()
    }
}

impl App {
    /// Puts the parts together and starts the long-lived ones.
    pub fn build(settings: Settings, db: Db, clock: Clock, random: Random, mail: Mailer) -> Self {
        let tasks = TaskTracker::new();
        let stop = CancellationToken::new();
        let origin = hex::encode(random.bytes::<8>());
        let grace = Duration::from_secs(settings.answer_grace_seconds.into());
        let neighbours = Neighbours::new(db.clone(), origin.clone());
        let parts = attempts::OwnParts::new(db.clone(), clock.clone());
        let read = topics::reader(&db, &parts, &clock, grace);
        let live = Hub::new(db.clone(), read, tasks.clone(), stop.clone(), settings.live_streams, origin);
        let metrics = Arc::new(Metrics::new());
        let pulse = Pulse::default();
        let writer = attempts::Writer {
            db: db.clone(),
            clock: clock.clone(),
            live: live.clone(),
            metrics: metrics.answers.clone(),
            pulse: pulse.clone(),
            parts: parts.clone(),
            neighbours: neighbours.clone(),
            tasks: tasks.clone(),
        };
        let (attempt_log, writer) = attempts::AttemptLog::new(writer, settings.answer_queue);
        let app = Self(Arc::new(Parts {
            uploads: Uploads::new(&settings.data_dir),
            pictures: pictures::Media::new(&settings),
            passwords: accounts::Passwords::beside(pulse, settings.login_slots, settings.login_queue),
            turns: accounts::Turns::of_accounts(),
            guesses: accounts::Turns::of_guesses(),
            sessions: accounts::Sessions::new(),
            listening: OnceLock::new(),
            sandbox: sandbox::Sandbox::new(),
            provider: payments::Provider::new(),
            quizgen: contests::Drafting::new(&settings, attempts::is_taking),
            windows: contests::Windows::new(),
            catalogue: contests::Catalogue::new(),
            papers: attempts::Papers::new(),
            parts,
            attempt_log,
            boards: attempts::Boards::new(),
            live,
            neighbours,
            metrics,
            push: notify::Pusher::new(),
            wake: quad_jobs::Wake::new(),
            stop,
            tasks,
            settings,
            db,
            clock,
            random,
            mail,
        }));
        app.spawn(writer);
        app.spawn(accounts::hear_changes(app.clone(), hearing::people_changed));
        app.spawn(app.passwords.clone().rest(app.stop.clone()));
        app.spawn(hearing::hear(app.clone()));
        app.spawn(topics::end_with_their_sessions(app.clone()));
        app.spawn(topics::turn_with_the_clock(app.clone()));
        app
    }

    /// Says where the application listens, once. An address that means "everywhere" cannot be called; this machine can.
    pub fn listens_on(&self, address: SocketAddr) {
        let ip = match address.ip() {
            ip if !ip.is_unspecified() => ip,
            IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        };
        // Set already: nobody listens twice.
        let _ = self.listening.set(SocketAddr::new(ip, address.port()));
    }

    /// Runs something beside the requests; shutdown waits for it.
    pub fn spawn<F>(&self, work: F)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        self.tasks.spawn(work);
    }

    /// Ends the long-lived parts after the last request, and closes the database.
    pub async fn close(&self) {
        self.stop.cancel();
        self.attempt_log.close();
        self.tasks.close();
        self.tasks.wait().await;
        self.db.close().await;
    }
}
