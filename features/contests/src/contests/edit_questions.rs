//! Question editing: writing, rewriting and removing questions. Each decides in its own transaction that nobody has joined yet.

use crate::ContestsState;
use quad_http::auth::Member;
use quad_kernel::error::{MISSING, Result};
use quad_kernel::ids::{ContestId, QuestionId};

use super::model::{Marking, NewQuestion, Question};
use super::{edit_contest, messages, store};

/// Adds questions, all or none.
pub async fn add_questions(
    app: &ContestsState,
    who: &Member,
    contest: ContestId,
    new: &[NewQuestion],
) -> Result<Vec<Question>> {
    edit_contest::own(app, who, contest).await?;
    let now = app.clock.now();
    let mut written = Vec::with_capacity(new.len());
    let mut tx = app.db.begin().await?;
    let Some(numbers) = store::reserve_question_numbers(&mut tx, contest, new.len() as u32).await? else {
        let frozen = store::find(&tx, contest).await?.ok_or(MISSING)?.frozen_at.is_some();
        return Err(if frozen { messages::FROZEN } else { messages::FULL }.into());
    };
    for (no, question) in (numbers.first..).zip(new) {
        let id = QuestionId::new(now, &app.random);
        store::insert_question(&mut tx, contest, id, no, question, now).await?;
        written.push(written_as(id, no, question));
    }
    // Until it had one, there was nothing to tell anybody of.
    if numbers.is_public && numbers.question_count == new.len() as i32 {
        edit_contest::announce_soon(&mut tx, now, contest).await?;
    }
    tx.commit().await?;
    app.contest_cache.invalidate(contest).await;
    Ok(written)
}

/// Rewrites a question.
pub async fn rewrite(
    app: &ContestsState,
    who: &Member,
    contest: ContestId,
    id: QuestionId,
    new: &NewQuestion,
) -> Result<Question> {
    edit_contest::own(app, who, contest).await?;
    let old =
        store::questions(&app.db, contest).await?.into_iter().find(|question| question.id == id).ok_or(MISSING)?;
    let mut tx = app.db.begin().await?;
    if store::hold_unfrozen(&mut tx, contest, 0).await? == 0 {
        return Err(messages::FROZEN.into());
    }
    if store::update_question(&mut tx, contest, id, new).await? == 0 {
        return Err(MISSING.into());
    }
    tx.commit().await?;
    let mut written = Question { difficulty: old.difficulty, ..written_as(id, old.no, new) };
    if new.explanation.is_none() {
        written.explanation = old.explanation;
    }
    Ok(written)
}

/// Removes a question.
pub async fn remove(app: &ContestsState, who: &Member, contest: ContestId, id: QuestionId) -> Result<()> {
    edit_contest::own(app, who, contest).await?;
    let mut tx = app.db.begin().await?;
    if store::hold_unfrozen(&mut tx, contest, 1).await? == 0 {
        return Err(messages::FROZEN.into());
    }
    if store::delete_question(&mut tx, contest, id).await? == 0 {
        return Err(MISSING.into());
    }
    tx.commit().await?;
    app.contest_cache.invalidate(contest).await;
    Ok(())
}

fn written_as(id: QuestionId, no: i32, new: &NewQuestion) -> Question {
    Question {
        id,
        no,
        text: new.text.clone(),
        options: new.options.clone(),
        accepted: new.accepted(),
        marking: Marking::Key,
        difficulty: new.difficulty.clone(),
        explanation: new.explanation.clone().filter(|text| !text.is_empty()),
    }
}
