//! Findings of the doctor as the first steps have them: kept for a minute, and looked for again in the background.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use quad_kernel::clock::Time;
use quad_services::Services;

use crate::doctor::{self, Finding};

/// How long what was found of services holds.
const HOLDS: Duration = Duration::from_mins(1);

/// What the doctor found of services lately, of this process.
#[derive(Clone, Debug, Default)]
pub struct FirstSteps(Arc<Mutex<Looked>>);

#[derive(Debug, Default)]
struct Looked {
    at: Option<Time>,
    /// When the newest backup was begun that there was when it was looked.
    backup: Option<Time>,
    is_looking: bool,
    found: Vec<Finding>,
}

impl FirstSteps {
    /// What is known; looks again in the background when that is old, or of before the newest `backup`.
    pub(super) fn found(&self, services: &Services, backup: Option<Time>) -> Vec<Finding> {
        let now = services.clock.now();
        let mut looked = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_of_before = looked.backup != backup;
        if is_of_before {
            looked.found.retain(|one| !one.name.starts_with("backup"));
        }
        let is_fresh = !is_of_before && looked.at.is_some_and(|at| at <= now && now <= at.plus(HOLDS));
        if !is_fresh && !looked.is_looking {
            looked.is_looking = true;
            let (this, services) = (self.clone(), services.clone());
            let tasks = services.tasks.clone();
            tasks.spawn(async move {
                let found = doctor::examine_setup(&services.settings, &services.clock, doctor::PATIENCE);
                let found = services.stop.run_until_cancelled(found).await;
                let mut looked = this.0.lock().unwrap_or_else(PoisonError::into_inner);
                looked.is_looking = false;
                if let Some(found) = found {
                    (looked.at, looked.backup) = (Some(services.clock.now()), backup);
                    looked.found = found;
                }
            });
        }
        looked.found.clone()
    }
}
