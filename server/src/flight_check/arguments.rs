//! Arguments of the flight check: what it is asked for on the command line, within bounds.

use std::time::Duration;

use clap::Args;

/// Participants of a rehearsal.
pub(super) const LEAST: i64 = 10;
const MOST: i64 = 100_000;
/// The owner ends the contest so long before it ends: the end must lie in the future when it arrives.
pub(super) const ENDS_AFTER: Duration = Duration::from_secs(2);

/// What is rehearsed.
#[derive(Args, Debug, Clone)]
pub struct FlightCheckArgs {
    /// How many students take part, 10 to 100,000; below 500 memory and open files are not told.
    #[arg(long, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(LEAST..=MOST))]
    pub(super) participants: u32,
    /// Seconds within which all of them join, and later open the board; the waiting room spreads the joins over 1.5. From 0.05 to 600.
    #[arg(long, default_value_t = 1.5, value_parser = seconds)]
    pub(super) seconds_to_join: f64,
    /// Questions of the contest, 1 to 100.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(super) questions: u32,
    /// Seconds a student thinks about a question, on average. From 0.05 to 600.
    #[arg(long, default_value_t = 5.0, value_parser = seconds)]
    pub(super) think: f64,
    /// Milliseconds within which 99 of 100 joins and answers must be acknowledged, 1 to 60,000; pages get twice as long, boards
    /// four times.
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=60_000))]
    pub(super) within: u32,
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    if (0.05..=600.0).contains(&seconds) { Ok(seconds) } else { Err("from 0.05 to 600".to_owned()) }
}
