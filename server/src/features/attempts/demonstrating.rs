//! Whole attempts written at once, for the demo campus: the counters and the contest's numbers as if lived through.

use quad_db::Tx;

use crate::features::contests;
use crate::kernel::clock::Time;
use crate::kernel::fail::Outcome;
use crate::kernel::ids::{ContestId, UserId};

use super::store_batches;

/// One answer of a demo attempt.
#[derive(Clone, Debug)]
pub struct DemoAnswer {
    /// The question's number in the contest.
    pub question_no: i32,
    /// The option, from 0.
    pub choice: i32,
    /// Whether it is right.
    pub correct: bool,
    /// When it was given.
    pub at: Time,
}

/// A demo attempt with all its answers.
#[derive(Clone, Debug)]
pub struct DemoAttempt {
    /// Which contest.
    pub contest: ContestId,
    /// Who.
    pub user: UserId,
    /// When they joined.
    pub joined_at: Time,
    /// When they submitted, if so.
    pub submitted_at: Option<Time>,
    /// What they answered.
    pub answers: Vec<DemoAnswer>,
}

/// Writes the attempts of one contest.
pub async fn insert_for_demo(tx: &mut Tx, contest: ContestId, attempts: &[DemoAttempt]) -> Outcome<()> {
    for attempt in attempts {
        store_batches::insert_demo_attempt(tx, attempt).await?;
    }
    if let Some(first) = attempts.iter().map(|attempt| attempt.joined_at).min() {
        contests::frozen_by_joins(tx, contest, attempts.len() as u32, first).await?;
    }
    Ok(())
}
