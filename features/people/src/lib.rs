//! People: pictures, notifications, the audit list and accounts, in import order; and the crate's state.

pub mod pictures;

pub mod notify;

pub mod audit;

pub mod accounts;

use std::ops::Deref;
use std::sync::Arc;

use axum::extract::FromRef;
use quad_http::uploads::Uploads;
use quad_kernel::clock::Clock;
use quad_services::Services;

/// A cheap handle on what people's features work with, the services included.
#[derive(Clone, Debug)]
pub struct PeopleState(Arc<Inner>);

/// What people's features work with beside the services.
#[derive(Debug)]
pub struct Inner {
    /// What every feature works with.
    pub services: Services,
    /// Where pictures are made and kept; used outside transactions only.
    pub pictures: pictures::Media,
    /// Hashing of passwords, bounded.
    pub passwords: accounts::Passwords,
    /// Log-ins of one account, one after the other.
    pub turns: accounts::LoginQueue,
    /// Few log-ins with one password at a time.
    pub guesses: accounts::LoginQueue,
    /// Living sessions, remembered.
    pub session_cache: accounts::SessionCache,
    /// The way to push services; used by jobs only.
    pub push: notify::Pusher,
}

impl PeopleState {
    /// What people's features work with, on these services.
    pub fn new(services: Services) -> Self {
        let settings = &services.settings;
        let activity = services.activity.clone();
        Self(Arc::new(Inner {
            pictures: pictures::Media::new(settings),
            passwords: accounts::Passwords::beside(activity, settings.login_slots, settings.login_queue),
            turns: accounts::LoginQueue::of_accounts(),
            guesses: accounts::LoginQueue::of_guesses(),
            session_cache: accounts::SessionCache::new(&services.peers),
            push: notify::Pusher::new(),
            services,
        }))
    }
}

impl Deref for PeopleState {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl Deref for Inner {
    type Target = Services;

    fn deref(&self) -> &Services {
        &self.services
    }
}

impl FromRef<PeopleState> for Clock {
    fn from_ref(app: &PeopleState) -> Self {
        app.clock.clone()
    }
}

impl FromRef<PeopleState> for Uploads {
    fn from_ref(app: &PeopleState) -> Self {
        app.uploads.clone()
    }
}
