//! Integrity check of marks: whether what attempts count of questions' own marks, of stars and of answers right in part is what their
//! answers give. The marks of a contest stand in its rules, which a statement cannot read; so the answers are added up as a correction
//! does it.

use quad_db::{Db, DbError};

use crate::contests::{self, TypedAnswer};

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

/// What was typed and cannot have been an answer: no number where one is asked for, a text of which nothing is seen, or one that was
/// not kept as it is read; the first few, in words.
pub async fn unreadable_answers(db: &Db, most: usize) -> Result<Vec<String>, DbError> {
    let mut found = Vec::new();
    for contest in contests::with_marked_questions(db).await? {
        if found.len() >= most || contest.typed_questions == 0 {
            continue;
        }
        let questions = contests::questions(db, contest.id).await?;
        for given in store_typed::typed_counts(db, contest.id, &questions).await? {
            let question = questions.iter().find(|question| question.no == given.question_no);
            // What was typed where an option is chosen breaks another rule.
            let Some(question) = question.filter(|question| question.kind.is_typed()) else { continue };
            let read = TypedAnswer::parse(question.kind, &given.typed);
            if read.is_err() || read.is_ok_and(|answer| answer.text() != given.typed) {
                found.push(format!("an answer to question {} of {}", question.no, contest.title));
            }
        }
    }
    found.truncate(most);
    Ok(found)
}
