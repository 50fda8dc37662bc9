//! JSON of operations' calls.

use quad_jobs::{Entry, Filter, JobCounts, State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use quad_kernel::clock::Time;
use quad_kernel::error::{MISSING, Rejection, Result};
use quad_kernel::page::Page;

use super::messages;
use super::model::JobDescription;

/// Which jobs.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct JobsIn {
    /// `waiting`, `running` or `parked`; all when absent.
    state: Option<String>,
    /// One kind by its name.
    kind: Option<String>,
    /// From 1.
    page: Option<u32>,
    /// 1 to 200; 50 when nothing is said.
    size: Option<u32>,
}

impl JobsIn {
    pub fn parse(self) -> Result<(Filter, Page), Rejection> {
        let state = match self.state.as_deref().unwrap_or_default() {
            "" => None,
            "waiting" => Some(State::Waiting),
            "running" => Some(State::Running),
            "parked" => Some(State::Parked),
            _ => return Err(Rejection::invalid("state", messages::STRANGE_STATE)),
        };
        // A NUL is in no name, and one of the engines cannot be asked for it.
        let kind = self.kind.filter(|kind| !kind.is_empty()).map(|kind| kind.replace('\0', "?"));
        Ok((Filter { state, kind }, Page::parse(self.page, self.size, 50, 200)?))
    }
}

/// Reads an id out of an address.
pub(super) fn job_id(text: &str) -> Result<i64> {
    let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    Ok(is_plain.then(|| text.parse().ok()).flatten().ok_or(MISSING)?)
}

/// Jobs: parked ones first, then running, then waiting, each by their time.
#[derive(Serialize, ToSchema)]
pub(super) struct JobsOut {
    success: bool,
    jobs: Vec<JobOut>,
    /// How many there are, of those asked for.
    total: i64,
    counts: JobCountsOut,
    /// The kinds of which there are jobs.
    kinds: Vec<String>,
}

/// How many jobs stand where.
#[derive(Serialize, ToSchema)]
struct JobCountsOut {
    waiting: i64,
    running: i64,
    parked: i64,
}

/// Where a job stands.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum JobStateOut {
    Waiting,
    Running,
    Parked,
}

/// A job. What it carries is not shown.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct JobOut {
    id: String,
    /// Its name in the queue.
    kind: String,
    /// What it does, for people.
    does: &'static str,
    state: JobStateOut,
    /// How often it was started.
    tries: i32,
    /// When it is or was due.
    run_at: String,
    created_at: String,
    /// Why it did not end well the last time.
    last_error: Option<String>,
    /// The next turn of a job that runs by the clock.
    timed: bool,
    /// It is parked.
    may_retry: bool,
    /// It is parked, or waits and is not timed.
    may_drop: bool,
    /// What it means to drop it, for people.
    dropping: &'static str,
}

impl From<Entry> for JobOut {
    fn from(job: Entry) -> Self {
        let JobDescription { does, dropped } = JobDescription::of(&job.kind);
        let is_parked = job.state == State::Parked;
        Self {
            id: job.id.to_string(),
            kind: job.kind,
            does,
            may_retry: is_parked,
            may_drop: is_parked || (job.state == State::Waiting && !job.is_timed),
            state: match job.state {
                State::Waiting => JobStateOut::Waiting,
                State::Running => JobStateOut::Running,
                State::Parked => JobStateOut::Parked,
            },
            tries: job.tries,
            run_at: Time(job.run_at).to_rfc3339(),
            created_at: Time(job.created_at).to_rfc3339(),
            last_error: job.last_error,
            timed: job.is_timed,
            dropping: dropped,
        }
    }
}

impl JobsOut {
    pub fn new(page: Vec<Entry>, total: i64, counts: JobCounts, kinds: Vec<String>) -> Self {
        Self {
            success: true,
            jobs: page.into_iter().map(JobOut::from).collect(),
            total,
            counts: JobCountsOut { waiting: counts.waiting, running: counts.running, parked: counts.parked },
            kinds,
        }
    }
}
