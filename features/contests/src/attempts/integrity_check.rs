//! Integrity check of marks: whether what attempts count of questions' own marks, of stars and of answers right in part is what their
//! answers give. The marks of a contest stand in its rules, which a statement cannot read; so the answers are added up as a correction
//! does it.

use quad_db::{Db, DbError};

use crate::contests;

use super::{store, store_batches, store_typed};

/// Attempts that count otherwise than their answers say, contests without marks of whose questions some have them, and contests that
/// count others than give other marks; the first few, in words.
pub async fn miscounted_marks(db: &Db, most: usize) -> Result<Vec<String>, DbError> {
    let mut found = store::unmarked_with_extra(db, most).await?;
    for contest in contests::with_marked_questions(db).await? {
        if found.len() >= most {
            break;
        }
        let scheme = contest.rules.marks;
        let questions = contests::questions(db, contest.id).await?;
        if scheme.is_plain() && questions.iter().any(|question| question.marks.are_set()) {
            found.push(format!("contest {}", contest.title));
        }
        let differing = questions.iter().filter(|one| one.marks.differ_from(scheme, one.kind)).count();
        if differing != contest.own_marks as usize {
            found.push(format!("contest {}", contest.title));
        }
        for worths in store_typed::worths_of(db, contest.id, scheme, &questions).await? {
            found.extend(store_batches::miscounted(db, contest.id, &worths).await?);
        }
    }
    found.truncate(most);
    Ok(found)
}
