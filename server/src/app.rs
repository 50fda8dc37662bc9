//! App: everything a request may use, built once by the command line and once per test. No globals.

use std::ops::Deref;
use std::sync::Arc;

use axum::extract::FromRef;
use quad_db::Db;
use quad_mail::Mailer;
use tokio_util::task::TaskTracker;

use crate::config::Settings;
use crate::features::{accounts, attempts, contests};
use crate::kernel::clock::Clock;
use crate::kernel::ids::Random;

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
    /// Hashing of passwords, bounded.
    pub passwords: accounts::Passwords,
    /// Living sessions, remembered for seconds.
    pub sessions: accounts::Sessions,
    /// Contests as they stand, remembered for a second.
    pub windows: contests::Windows,
    /// Papers of contests being taken, and attempts known.
    pub papers: attempts::Papers,
    /// The one writer of joins and answers.
    pub attempt_log: attempts::AttemptLog,
    /// Result boards of ended contests.
    pub boards: attempts::Boards,
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

impl App {
    /// Puts the parts together and starts the long-lived ones.
    pub fn build(settings: Settings, db: Db, clock: Clock, random: Random, mail: Mailer) -> Self {
        let tasks = TaskTracker::new();
        let (attempt_log, writer) = attempts::AttemptLog::new(db.clone());
        let app = Self(Arc::new(Parts {
            passwords: accounts::Passwords::new(settings.login_slots, settings.login_queue),
            sessions: accounts::Sessions::new(),
            windows: contests::Windows::new(),
            papers: attempts::Papers::new(),
            attempt_log,
            boards: attempts::Boards::new(),
            tasks,
            settings,
            db,
            clock,
            random,
            mail,
        }));
        app.spawn(writer);
        app
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
        self.attempt_log.close();
        self.tasks.close();
        self.tasks.wait().await;
        self.db.close().await;
    }
}
