//! Writing, rewriting and removing questions. Each decides in its own transaction that nobody has joined yet.

use crate::app::App;
use crate::edge::who::Member;
use crate::kernel::fail::{MISSING, Outcome};
use crate::kernel::ids::{ContestId, QuestionId};

use super::model::{Marking, NewQuestion, Question};
use super::{authoring, store, words};

/// Adds questions, all or none.
pub async fn add_questions(app: &App, who: &Member, contest: ContestId, new: &[NewQuestion]) -> Outcome<Vec<Question>> {
    authoring::own(app, who, contest).await?;
    let now = app.clock.now();
    let mut written = Vec::with_capacity(new.len());
    let mut tx = app.db.begin().await?;
    let Some(first) = store::reserve_question_numbers(&mut tx, contest, new.len() as u32).await? else {
        let frozen = store::find(&tx, contest).await?.ok_or(MISSING)?.frozen_at.is_some();
        return Err(if frozen { words::FROZEN } else { words::FULL }.into());
    };
    for (no, question) in (first..).zip(new) {
        let id = QuestionId::new(now, &app.random);
        store::insert_question(&mut tx, contest, id, no, question, now).await?;
        written.push(written_as(id, no, question));
    }
    tx.commit().await?;
    app.windows.forget(app, contest).await;
    Ok(written)
}

/// Rewrites a question.
pub async fn rewrite(
    app: &App,
    who: &Member,
    contest: ContestId,
    id: QuestionId,
    new: &NewQuestion,
) -> Outcome<Question> {
    authoring::own(app, who, contest).await?;
    let old =
        store::questions(&app.db, contest).await?.into_iter().find(|question| question.id == id).ok_or(MISSING)?;
    let mut tx = app.db.begin().await?;
    if store::hold_unfrozen(&mut tx, contest, 0).await? == 0 {
        return Err(words::FROZEN.into());
    }
    if store::update_question(&mut tx, contest, id, new).await? == 0 {
        return Err(MISSING.into());
    }
    tx.commit().await?;
    Ok(Question { difficulty: old.difficulty, ..written_as(id, old.no, new) })
}

/// Removes a question.
pub async fn remove(app: &App, who: &Member, contest: ContestId, id: QuestionId) -> Outcome<()> {
    authoring::own(app, who, contest).await?;
    let mut tx = app.db.begin().await?;
    if store::hold_unfrozen(&mut tx, contest, 1).await? == 0 {
        return Err(words::FROZEN.into());
    }
    if store::delete_question(&mut tx, contest, id).await? == 0 {
        return Err(MISSING.into());
    }
    tx.commit().await?;
    app.windows.forget(app, contest).await;
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
    }
}
