//! Whole contests written at once, with any window and age, for the demo campus.

use quad_db::Tx;

use crate::kernel::clock::Time;
use crate::kernel::fail::Outcome;
use crate::kernel::ids::{ContestId, QuestionId, Random, UserId};

use super::model::{NewContest, NewQuestion};
use super::{store, words};

/// Writes a contest and its questions, numbered from 1.
pub async fn insert_for_demo(
    tx: &mut Tx,
    random: &Random,
    owner: UserId,
    new: &NewContest,
    questions: &[NewQuestion],
    made_at: Time,
) -> Outcome<ContestId> {
    let id = ContestId::new(made_at, random);
    store::insert(tx, id, owner, new, made_at).await?;
    let first = store::reserve_question_numbers(tx, id, questions.len() as u32).await?.ok_or(words::FULL)?;
    for (no, question) in (first..).zip(questions) {
        store::insert_question(tx, id, QuestionId::new(made_at, random), no, question, made_at).await?;
    }
    Ok(id)
}
