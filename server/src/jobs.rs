//! Job registry of the application: each kind of background job and each timed one. The queue itself is crates/jobs.

use std::sync::Arc;

use quad_campus::{clubs, enquiries, events};
use quad_contests::{ContestsState, attempts, contests, payments, sandbox};
use quad_jobs::{Registry, Worker};
use quad_operations::backups;
use quad_people::{PeopleState, accounts, notify, pictures};

use crate::app::App;

/// Everything the worker can run.
pub fn registry() -> Registry<App> {
    let mut people = Registry::<PeopleState>::new();
    pictures::jobs(&mut people);
    notify::jobs(&mut people);
    accounts::jobs(&mut people);
    clubs::jobs(&mut people);
    events::jobs(&mut people);
    enquiries::jobs(&mut people);
    let mut contest = Registry::<ContestsState>::new();
    payments::jobs(&mut contest);
    contests::jobs(&mut contest);
    attempts::jobs(&mut contest);
    sandbox::jobs(&mut contest);
    backups::jobs(&mut contest);
    Registry::new().include(people, |app: &App| app.people.clone()).include(contest, App::state)
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
