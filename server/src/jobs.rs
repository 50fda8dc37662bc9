//! Table of contents: each kind of background job and each timed one. The queue itself is crates/jobs.

use std::sync::Arc;

use quad_jobs::{Registry, Worker};

use crate::app::App;
use crate::backups;
use crate::features::{accounts, attempts, clubs, contests, enquiries, events, notify, payments, pictures, sandbox};

/// Everything the worker can run.
pub fn registry() -> Registry<App> {
    let mut registry = Registry::new();
    pictures::jobs(&mut registry);
    notify::jobs(&mut registry);
    accounts::jobs(&mut registry);
    payments::jobs(&mut registry);
    contests::jobs(&mut registry);
    attempts::jobs(&mut registry);
    clubs::jobs(&mut registry);
    events::jobs(&mut registry);
    enquiries::jobs(&mut registry);
    sandbox::jobs(&mut registry);
    backups::jobs(&mut registry);
    registry
}

/// How many jobs run at once, and of a kind. Seven kinds mail: should the mail server say nothing, all they may have in hand
/// leaves room for the others.
const AT_ONCE: usize = 16;
const OF_A_KIND: usize = 2;

/// A worker on the application's database and clock.
pub fn worker(app: &App) -> Worker<App> {
    let clock = app.clock.clone();
    let metrics = Arc::clone(&app.metrics);
    Worker::new(app.db.clone(), registry(), app.clone(), Arc::new(move || clock.now().0))
        .at_once(AT_ONCE, OF_A_KIND)
        .woken_by(app.wake.clone())
        .told_of_ends(Arc::new(move |kind, took, end| metrics.job_ended(kind, took, end)))
}
