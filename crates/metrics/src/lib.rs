//! Metrics: what this process counts of itself, for `/metrics` (`server/src/exposition.rs` says where that is read).
//!
//! What happens often is counted by handles made beforehand: an atomic, or a short lock for a histogram, and no look-up by
//! label. What can be asked is not counted but asked when it is read. No label says anything about a person: routes are
//! templates, kinds of jobs are those of the code. It knows no feature; features and the edge count with it.

mod requests;

use std::borrow::Cow;
use std::time::{Duration, Instant};

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
pub use requests::Requests;

/// Seconds; from an answer out of memory to a provider's draft.
const SECONDS: [f64; 14] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];
/// Entries of a group commit, which has a thousand at most.
const ENTRIES: [f64; 10] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0];
/// Seconds of a job.
const LONG: [f64; 8] = [0.01, 0.05, 0.25, 1.0, 5.0, 15.0, 60.0, 300.0];

type Label = (&'static str, Cow<'static, str>);
type Counters<const LABELS: usize> = Family<[Label; LABELS], Counter>;
type Timings<const LABELS: usize> = Family<[Label; LABELS], Histogram, fn() -> Histogram>;

/// All that is counted.
#[derive(Debug)]
pub struct Metrics {
    began: Instant,
    registry: Registry,
    requests: Counters<3>,
    latencies: Timings<2>,
    unavailable: Counter,
    /// The one writer of answers.
    pub answers: Answers,
    job_seconds: Timings<1>,
    jobs_ended: Counters<2>,
}

/// What the writer of answers does. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Answers {
    /// Durable now.
    pub taken: Counter,
    /// Durable before.
    pub same_again: Counter,
    /// Another one was there, or the attempt was handed in.
    pub refused: Counter,
    /// Not written: the queue was full, or the database away.
    pub unavailable: Counter,
    /// Answers, joins and submissions of one transaction.
    pub batch_entries: Histogram,
    /// From its beginning to its commit.
    pub batch_seconds: Histogram,
}

impl Default for Metrics {
    fn default() -> Self {
        Self::new()
    }
}

impl Metrics {
    /// Everything at zero.
    pub fn new() -> Self {
        let mut registry = Registry::with_prefix("quad");
        let requests = Counters::default();
        registry.register("http_requests", "Requests answered, by route and class of status", requests.clone());
        let latencies = Timings::new_with_constructor(|| Histogram::new(SECONDS));
        let help = "From a request's head to its answer's; of a live stream, to its beginning";
        registry.register("http_request_duration_seconds", help, latencies.clone());
        let unavailable = Counter::default();
        registry.register("http_unavailable", "Requests answered with 503", unavailable.clone());
        let answers = Answers::registered(&mut registry);
        let job_seconds = Timings::new_with_constructor(|| Histogram::new(LONG));
        registry.register("job_duration_seconds", "Runs of background jobs, by kind", job_seconds.clone());
        let jobs_ended = Counters::default();
        registry.register("job_runs", "Runs of background jobs, by kind and end", jobs_ended.clone());
        Self { began: Instant::now(), registry, requests, latencies, unavailable, answers, job_seconds, jobs_ended }
    }

    /// What is counted, to be written out.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// How long this process has been counting.
    pub fn uptime(&self) -> Duration {
        self.began.elapsed()
    }

    /// A run of a job has ended.
    pub fn job_ended(&self, kind: &str, took: Duration, end: &'static str) {
        let kind = || ("kind", Cow::Owned(kind.to_owned()));
        self.job_seconds.get_or_create_owned(&[kind()]).observe(took.as_secs_f64());
        self.jobs_ended.get_or_create_owned(&[kind(), ("end", end.into())]).inc();
    }
}

impl Answers {
    fn registered(registry: &mut Registry) -> Self {
        let verdicts = Counters::<1>::default();
        registry.register("answers", "Answers to questions, by what became of them", verdicts.clone());
        let verdict = |name: &'static str| verdicts.get_or_create_owned(&[("verdict", name.into())]);
        let batch_entries = Histogram::new(ENTRIES);
        let help = "Answers, joins and submissions written in one transaction";
        registry.register("answer_batch_entries", help, batch_entries.clone());
        let batch_seconds = Histogram::new(SECONDS);
        registry.register("answer_batch_duration_seconds", "From its beginning to its commit", batch_seconds.clone());
        Self {
            taken: verdict("taken"),
            same_again: verdict("same_again"),
            refused: verdict("refused"),
            unavailable: verdict("unavailable"),
            batch_entries,
            batch_seconds,
        }
    }
}
