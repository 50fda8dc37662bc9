//! Scale of a run: as large as the goals say, a tenth of it for a look, or next to nothing for the tests.

use std::time::Duration;

/// The sizes of all scenarios.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// What it is called.
    pub name: &'static str,
    /// How long one measurement takes.
    pub measure: Duration,
    /// Connections of the closed loops.
    pub connections: &'static [usize],
    /// Connections of the open loops.
    pub open: usize,
    /// People who answer.
    pub people: usize,
    /// Questions of the contests they answer.
    pub questions: usize,
    /// How soon everybody joins.
    pub joining: Duration,
    /// People on the board of the end.
    pub board: usize,
    /// Contests in the list.
    pub contests: usize,
    /// Streams held open, and for how long.
    pub streams: usize,
    /// How long the streams are watched.
    pub watching: Duration,
    /// Participants of the contests whose cost is compared.
    pub growth: &'static [usize],
    /// Answers per second there.
    pub growth_rate: f64,
    /// Answers per second beside the log-ins.
    pub beside: f64,
    /// Log-ins per second.
    pub log_ins: f64,
    /// How long both go on.
    pub logging_in: Duration,
    /// People who log in at a contest's start.
    pub rushing: usize,
    /// Within so long.
    pub rush: Duration,
    /// Pages of 4 KB that make a database large.
    pub filling: usize,
    /// Contests of years ago in a database that does not fit into the memory; everybody answered everything.
    pub old_contests: usize,
    /// Contests of years ago in a database that is backed up; everybody answered everything.
    pub kept_contests: usize,
    /// People who answer when the power is cut.
    pub cut_people: usize,
    /// What they send.
    pub cut_requests: usize,
    /// How often the power is cut.
    pub cuts: usize,
}

/// As the goals say.
pub const FULL: Scale = Scale {
    name: "full",
    measure: Duration::from_secs(3),
    connections: &[64, 256, 1000],
    open: 1000,
    people: 5_000,
    questions: 200,
    joining: Duration::from_secs(5),
    board: 100_000,
    contests: 10_000,
    streams: 10_000,
    watching: Duration::from_secs(20),
    growth: &[1_000, 10_000, 100_000],
    growth_rate: 10_000.0,
    beside: 4_000.0,
    log_ins: 83.0,
    logging_in: Duration::from_secs(20),
    rushing: 5_000,
    rush: Duration::from_mins(1),
    filling: 230_000,
    old_contests: 20,
    kept_contests: 350,
    cut_people: 1_000,
    cut_requests: 20_000,
    cuts: 100,
};

/// For a look.
pub const QUICK: Scale = Scale {
    name: "quick",
    measure: Duration::from_secs(1),
    joining: Duration::from_secs(5),
    board: 20_000,
    streams: 2_000,
    watching: Duration::from_secs(6),
    growth: &[1_000, 10_000],
    logging_in: Duration::from_secs(6),
    rushing: 1_000,
    rush: Duration::from_secs(12),
    filling: 20_000,
    old_contests: 4,
    kept_contests: 20,
    cut_requests: 8_000,
    cuts: 20,
    ..FULL
};

/// For the tests, which judge counts and never times.
pub const SMOKE: Scale = Scale {
    name: "smoke",
    measure: Duration::from_millis(150),
    connections: &[4],
    open: 8,
    people: 20,
    questions: 200,
    joining: Duration::from_millis(200),
    board: 50,
    contests: 60,
    streams: 10,
    watching: Duration::from_millis(1_200),
    growth: &[10, 20],
    growth_rate: 300.0,
    beside: 200.0,
    log_ins: 10.0,
    logging_in: Duration::from_millis(500),
    rushing: 30,
    rush: Duration::from_millis(500),
    filling: 20,
    old_contests: 2,
    kept_contests: 2,
    cut_people: 40,
    cut_requests: 1_500,
    cuts: 6,
};
