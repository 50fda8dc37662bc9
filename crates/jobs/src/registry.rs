//! Registry: which kinds of job there are, and which run by the clock. Built once, by the application.

use std::collections::BTreeMap;
use std::time::Duration;

use futures::FutureExt;
use futures::future::BoxFuture;
use serde_json::error::Category;

use crate::job::{Job, JobEnd, MAX_TIME, MAX_TRIES};

type Start<A> = Box<dyn Fn(String, A, u32) -> BoxFuture<'static, Result<(), JobEnd>> + Send + Sync>;
type Make = Box<dyn Fn() -> Result<String, serde_json::Error> + Send + Sync>;

/// A kind of job, with its type forgotten.
pub(crate) struct Kind<A> {
    pub max_tries: u32,
    pub max_time: Duration,
    pub start: Start<A>,
    pub timed: Option<Timed>,
}

/// A kind that runs by the clock.
pub(crate) struct Timed {
    pub interval: Duration,
    pub make: Make,
}

/// The kinds a worker knows. A row of any other kind is parked, not lost.
pub struct Registry<A> {
    pub(crate) kinds: BTreeMap<&'static str, Kind<A>>,
}

impl<A: Clone + Send + Sync + 'static> Default for Registry<A> {
    fn default() -> Self {
        Self::new()
    }
}

impl<A: Clone + Send + Sync + 'static> Registry<A> {
    /// No kinds yet.
    pub fn new() -> Self {
        Self { kinds: BTreeMap::new() }
    }

    /// The names of all kinds.
    pub fn kinds(&self) -> impl Iterator<Item = &'static str> {
        self.kinds.keys().copied()
    }

    /// Adds a kind of job.
    ///
    /// # Panics
    /// When two kinds have the same name: a defect that must stop the start.
    #[must_use]
    pub fn register<J: Job<App = A>>(mut self) -> Self {
        let start: Start<A> = Box::new(|payload, app, tried| {
            async move {
                let job: J = serde_json::from_str(&payload).map_err(|error| JobEnd::give_up(unreadable(&error)))?;
                job.run(&app, tried).await
            }
            .boxed()
        });
        let kind = Kind { max_tries: J::MAX_TRIES, max_time: J::MAX_TIME, start, timed: None };
        assert!(self.kinds.insert(J::KIND, kind).is_none(), "two kinds of job are called {}", J::KIND);
        self
    }

    /// Adds a kind of job that also runs at every multiple of `interval` since 1970: once, however many processes there
    /// are, and once after a pause in which none was running. Its own `dedupe_key` is not asked.
    ///
    /// # Panics
    /// As [`Registry::register`].
    #[must_use]
    pub fn every<J: Job<App = A>>(self, interval: Duration, make: impl Fn() -> J + Send + Sync + 'static) -> Self {
        let mut registry = self.register::<J>();
        if let Some(kind) = registry.kinds.get_mut(J::KIND) {
            kind.timed = Some(Timed { interval, make: Box::new(move || serde_json::to_string(&make())) });
        }
        registry
    }

    /// Adds a kind of job that has nothing to remember and runs by the clock alone, as [`Registry::every`] says.
    ///
    /// # Panics
    /// As [`Registry::register`].
    #[must_use]
    pub fn every_without_payload(
        mut self,
        name: &'static str,
        interval: Duration,
        run: impl Fn(A) -> BoxFuture<'static, Result<(), JobEnd>> + Send + Sync + 'static,
    ) -> Self {
        let timed = Some(Timed { interval, make: Box::new(|| Ok("{}".to_owned())) });
        let start: Start<A> = Box::new(move |_, app, _| run(app));
        let kind = Kind { max_tries: MAX_TRIES, max_time: MAX_TIME, start, timed };
        assert!(self.kinds.insert(name, kind).is_none(), "two kinds of job are called {name}");
        self
    }

    /// Adds the kinds of another registry, whose jobs work with a part of the application.
    ///
    /// # Panics
    /// As [`Registry::register`].
    #[must_use]
    pub fn include<B: 'static>(mut self, other: Registry<B>, part: fn(&A) -> B) -> Self {
        for (name, Kind { max_tries, max_time, start, timed }) in other.kinds {
            let start: Start<A> = Box::new(move |payload, app, tried| start(payload, part(&app), tried));
            let kind = Kind { max_tries, max_time, start, timed };
            assert!(self.kinds.insert(name, kind).is_none(), "two kinds of job are called {name}");
        }
        self
    }
}

/// Why a payload cannot be read, without quoting it: serde's own text repeats the value it stumbled over.
fn unreadable(error: &serde_json::Error) -> String {
    let what = match error.classify() {
        Category::Data => "does not fit this kind of job",
        Category::Syntax | Category::Eof | Category::Io => "is not JSON",
    };
    format!("the payload {what} (line {}, column {})", error.line(), error.column())
}
