//! Contests: payments, contests, attempts and polls, in import order; and the crate's state.

pub mod sandbox;

pub mod payments;

pub mod contests;

pub mod attempts;

pub mod polls;

use std::ops::Deref;
use std::sync::Arc;

use axum::extract::FromRef;
use quad_http::uploads::Uploads;
use quad_kernel::clock::Clock;
use quad_people::PeopleState;

/// A cheap handle on what the features of contests work with, people's state and the services included.
#[derive(Clone, Debug)]
pub struct ContestsState(Arc<Inner>);

/// What the features of contests work with beside people's state.
#[derive(Debug)]
pub struct Inner {
    /// What people's features work with.
    pub people: PeopleState,
    /// The payment sandbox's keys and its way to send webhooks.
    pub sandbox: sandbox::Sandbox,
    /// Where money is taken; used outside transactions only.
    pub provider: payments::Provider,
    /// Where questions are drafted; used outside transactions only.
    pub quizgen: contests::QuestionDrafter,
    /// Contests as they stand, remembered for a second.
    pub contest_cache: contests::ContestCache,
    /// All of them, for lists.
    pub contest_list_cache: contests::ContestListCache,
    /// What is drawn for the formulas of texts.
    pub maths_cache: contests::MathsCache,
    /// Papers of contests being taken.
    pub paper_cache: attempts::PaperCache,
    /// Attempts known, and what is remembered of them.
    pub attempt_cache: attempts::AttemptCache,
    /// The one writer of joins and answers.
    pub attempt_log: attempts::AttemptLog,
    /// Result boards.
    pub leaderboard_cache: attempts::LeaderboardCache,
}

impl ContestsState {
    /// What the features of contests work with, on people's state. The cache of attempts is older: what is followed live is read
    /// through it.
    pub fn new(people: PeopleState, attempt_cache: attempts::AttemptCache) -> Self {
        let (settings, peers) = (&people.settings, &people.peers);
        let writer = attempts::Writer {
            db: people.db.clone(),
            clock: people.clock.clone(),
            live: people.live.clone(),
            metrics: people.metrics.answers.clone(),
            activity: people.activity.clone(),
            attempt_cache: attempt_cache.clone(),
            peers: peers.clone(),
            tasks: people.tasks.clone(),
        };
        let (attempt_log, writer) = attempts::AttemptLog::new(writer, settings.answer_queue);
        people.spawn(writer);
        Self(Arc::new(Inner {
            sandbox: sandbox::Sandbox::new(),
            provider: payments::Provider::new(),
            quizgen: contests::QuestionDrafter::new(settings, attempts::is_taking),
            contest_cache: contests::ContestCache::new(peers),
            contest_list_cache: contests::ContestListCache::new(peers),
            maths_cache: contests::MathsCache::default(),
            paper_cache: attempts::PaperCache::new(peers),
            attempt_cache,
            attempt_log,
            leaderboard_cache: attempts::LeaderboardCache::new(peers),
            people,
        }))
    }
}

impl Deref for ContestsState {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl Deref for Inner {
    type Target = PeopleState;

    fn deref(&self) -> &PeopleState {
        &self.people
    }
}

impl FromRef<ContestsState> for Clock {
    fn from_ref(app: &ContestsState) -> Self {
        app.clock.clone()
    }
}

impl FromRef<ContestsState> for Uploads {
    fn from_ref(app: &ContestsState) -> Self {
        app.uploads.clone()
    }
}
