//! Demo seed of attempts: a finished attempt at a time, with the counters and the contest's numbers as if it had been
//! taken; where each person gets a part of the questions, of those on the own paper. And a correction of long ago, about which nobody is told any more.

use quad_db::Tx;

use crate::contests::{self, Draw, Marking, Question};
use quad_kernel::clock::Time;
use quad_kernel::error::{MISSING, Result};
use quad_kernel::ids::{ContestId, CorrectionId, Random, UserId};

use super::correct_question::apply_correction;
use super::correction::CorrectionToApply;
use super::model::DemoAttempt;
use super::{store_batches, store_regrading};

/// Writes the attempts of one contest.
pub async fn insert_for_demo(tx: &mut Tx, contest: ContestId, attempts: &[DemoAttempt]) -> Result<()> {
    let draw = contests::lock(tx, contest).await?.ok_or(MISSING)?.draw;
    if let Some(draw) = &draw {
        insert_on_papers(tx, contest, attempts, draw).await?;
    } else {
        for attempt in attempts {
            store_batches::insert_demo_attempt(tx, attempt).await?;
        }
    }
    if contests::questions(tx, contest)
        .await?
        .iter()
        .any(|question| question.marks.are_set() || question.depends_on_scheme())
    {
        store_regrading::recount(tx, contest).await?;
    }
    if let Some(first) = attempts.iter().map(|attempt| attempt.joined_at).min() {
        contests::freeze_at_join(tx, contest, attempts.len() as u32, first).await?;
    }
    Ok(())
}

/// Deals the papers, and writes of each attempt the answers to the own paper.
async fn insert_on_papers(tx: &mut Tx, contest: ContestId, attempts: &[DemoAttempt], draw: &Draw) -> Result<()> {
    contests::deal(tx, contest, draw).await?;
    let papers = contests::papers(&*tx, contest).await?;
    let mut variants = Vec::with_capacity(attempts.len());
    for attempt in attempts {
        let variant = draw.variant_of(attempt.user);
        let has = |no| papers.get(&variant).is_some_and(|paper| paper.contains(&no));
        let answers = attempt.answers.iter().filter(|answer| has(answer.question_no)).cloned().collect();
        let id = store_batches::insert_demo_attempt(tx, &DemoAttempt { answers, ..attempt.clone() }).await?;
        variants.extend(id.map(|id| (id, variant)));
    }
    store_batches::set_variants(tx, &variants).await?;
    Ok(())
}

/// A correction of a demo contest.
#[derive(Clone, Debug)]
pub struct DemoCorrection {
    /// Which contest.
    pub contest: ContestId,
    /// The question's number in it.
    pub question_no: i32,
    /// How it is marked since.
    pub marking: Marking,
    /// Why.
    pub reason: String,
    /// Who made it.
    pub by: UserId,
    /// When.
    pub at: Time,
}

/// Makes a correction; the key stays what it is.
pub async fn correct_for_demo(tx: &mut Tx, random: &Random, made: &DemoCorrection) -> Result<()> {
    let contest = contests::lock(tx, made.contest).await?.ok_or(MISSING)?;
    let questions = contests::questions(tx, made.contest).await?;
    let before = questions.into_iter().find(|question| question.no == made.question_no).ok_or(MISSING)?;
    let after = Question { marking: made.marking, ..before.clone() };
    let decided = CorrectionToApply {
        id: CorrectionId::new(made.at, random),
        contest: &contest,
        before: &before,
        after: &after,
        by: made.by,
        reason: &made.reason,
        at: made.at,
    };
    apply_correction(tx, &decided).await?;
    Ok(())
}
