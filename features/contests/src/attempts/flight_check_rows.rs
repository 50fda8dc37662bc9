//! Flight check rows: what the database holds of a contest, row by row. The flight check compares it with what students
//! were told. Rows are read by the thousand, so that a hundred thousand attempts need no memory at once beyond their
//! answers.

use std::collections::HashMap;

use quad_db::{DbError, Source};

use quad_kernel::ids::{ContestId, UserId};

use super::{store, store_typed};

/// Attempts of one reading.
const AT_ONCE: usize = 2_000;

/// An attempt as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredAttempt {
    /// Whose.
    pub user: UserId,
    /// Whether it was handed in.
    pub submitted: bool,
    /// The counters.
    pub correct: u32,
    /// The counters.
    pub wrong: u32,
    /// Question number (from 1) and option (from 0) of each answer.
    pub answers: Vec<(i32, i32)>,
}

/// Everything stored about a contest's attempts.
pub async fn stored_after_rehearsal(source: &impl Source, contest: ContestId) -> Result<Vec<StoredAttempt>, DbError> {
    let mut stored = Vec::new();
    for rows in store::counted(source, contest).await?.chunks(AT_ONCE) {
        let (Some(first), Some(last)) = (rows.first(), rows.last()) else { continue };
        let mut answers: HashMap<i64, Vec<(i32, i32)>> = HashMap::with_capacity(rows.len());
        for row in store::answers_between(source, contest, first.id, last.id).await? {
            answers.entry(row.attempt_id).or_default().push((row.question_no, option(row.chosen)));
        }
        stored.extend(rows.iter().map(|row| StoredAttempt {
            user: row.user_id,
            submitted: row.submitted_at.is_some(),
            correct: row.correct as u32,
            wrong: row.wrong as u32,
            answers: answers.remove(&row.id).unwrap_or_default(),
        }));
    }
    Ok(stored)
}

/// An answer of whatever kind, as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSheet {
    /// Whose.
    pub user: UserId,
    /// The question's number, from 1.
    pub question_no: i32,
    /// A bit for each option that was chosen, or the first and what was typed.
    pub answer: (i32, Option<String>),
}

/// All answers at a contest of any kinds, which few people took.
pub async fn sheets_after_rehearsal(source: &impl Source, contest: ContestId) -> Result<Vec<StoredSheet>, DbError> {
    let rows = store_typed::answers_of_any_kind(source, contest).await?;
    let sheet = |row: store_typed::AnyAnswerRow| StoredSheet {
        user: row.user_id,
        question_no: row.question_no,
        answer: (row.chosen, row.typed),
    };
    Ok(rows.into_iter().map(sheet).collect())
}

/// The one option of an answer, from 0; none that a student can have chosen where it is not one.
fn option(chosen: i32) -> i32 {
    if chosen.count_ones() == 1 { chosen.trailing_zeros() as i32 } else { -1 }
}
