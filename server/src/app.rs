//! App, the application's state: everything a request may use, put together from the states of the features by `start_app.rs`.
//! No globals.

use std::ops::Deref;
use std::time::Duration;

use quad_cluster::peers;
use quad_contests::ContestsState;

use crate::first_steps::FirstSteps;

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
    pub(super) state: ContestsState,
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
