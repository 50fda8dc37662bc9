//! Question editing: writing, rewriting and removing questions. Each decides in its own transaction that nobody has joined yet,
//! that a question with marks of its own or a star stands in a contest with marks, and that a part of its right options can be given
//! for exactly.

use quad_db::Tx;

use crate::ContestsState;
use quad_http::auth::Member;
use quad_kernel::clock::Time;
use quad_kernel::error::{Error, MISSING, Rejection, Result};
use quad_kernel::ids::{ContestId, QuestionId};
use quad_live::Topic;

use super::mark_scheme::MarkedQuestions;
use super::model::{Marking, NewQuestion, Question};
use super::question_marks::QuestionMarks;
use super::question_pictures::QuestionPicture;
use super::rules::ContestRules;
use super::{access, edit_contest, edit_draw, edit_pictures, messages, store, store_pictures};

/// Adds questions, all or none.
pub async fn add_questions(
    app: &ContestsState,
    who: &Member,
    contest: ContestId,
    new: &[NewQuestion],
) -> Result<Vec<Question>> {
    access::own(app, who, contest).await?;
    let now = app.clock.now();
    let mut written = Vec::with_capacity(new.len());
    let mut tx = app.db.begin().await?;
    let Some(numbers) = store::reserve_question_numbers(&mut tx, contest, new.len()).await? else {
        return Err(edit_draw::why_frozen(&tx, contest).await?.unwrap_or(messages::FULL).into());
    };
    for ((number, no), question) in (1..).zip(numbers.first..).zip(new) {
        let named = |refusal| messages::of_those_sent(number, new.len(), refusal);
        let marks = question.marks.over(QuestionMarks::default()).of_kind(question.kind);
        may_stand(marks, numbers.rules).map_err(named)?;
        let question = written_as(QuestionId::new(now, &app.random), no, question, marks, None);
        parts_exactly(&question, numbers.rules).map_err(named)?;
        written.push(question);
    }
    for (question, new) in written.iter().zip(new) {
        store::insert_question(&mut tx, contest, question.id, question.no, new, now).await?;
    }
    let before = MarkedQuestions::counted(numbers.own_marks, numbers.starred, numbers.several_questions);
    let mut after = before;
    if written.iter().any(|question| question.marks.are_set() || question.is_extended()) {
        after = store::count_special_questions(&mut tx, contest, numbers.rules.marks).await?;
    }
    show_pictures(&mut tx, now, contest, &written, new).await?;
    edit_draw::may_still_stand(&tx, contest, numbers.draw.as_ref(), numbers.rules).await?;
    // Until it had one, there was nothing to tell anybody of.
    if numbers.is_public && numbers.question_count == new.len() as i32 {
        edit_contest::announce_soon(&mut tx, now, contest).await?;
    }
    tx.commit().await?;
    app.contest_cache.invalidate(contest).await;
    tell_rule(app, contest, numbers.rules, before, after);
    Ok(written)
}

/// Puts pictures on new questions; of several, a refusal names the one.
async fn show_pictures(
    tx: &mut Tx,
    now: Time,
    contest: ContestId,
    written: &[Question],
    new: &[NewQuestion],
) -> Result<()> {
    let pictures = new.iter().map(|new| new.pictures.as_deref().unwrap_or_default());
    let mut has_some = false;
    for (number, (question, pictures)) in (1..).zip(written.iter().zip(pictures)).filter(|(_, both)| !both.1.is_empty())
    {
        has_some = true;
        let shown = edit_pictures::replace(tx, now, (contest, question.id), &[], pictures).await;
        shown.map_err(|error| match error {
            Error::Rejected(refusal) => messages::of_those_sent(number, new.len(), refusal).into(),
            other @ Error::Internal(_) => other,
        })?;
    }
    if has_some { edit_pictures::recount_pictures(tx, contest).await } else { Ok(()) }
}

/// In whose shape a question is rewritten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RewriteCall {
    /// In the specification's, by somebody who was shown four options and one right one, and may know of nothing else.
    OfSpecification,
    /// In Quad's own, by somebody who was shown all there is.
    OfKind,
}

impl RewriteCall {
    /// Nothing is lost unseen: what is not named stays, but for the kind, the options and the key.
    fn may_rewrite(self, old: &Question) -> Result<(), Rejection> {
        let is_lost = self == Self::OfSpecification && old.is_extended();
        if is_lost { Err(messages::QUESTION_NEEDS_NEWER_CLIENT) } else { Ok(()) }
    }
}

/// Why the call of the specification cannot rewrite a question, whatever it sends; for the contest's owner alone.
pub async fn why_not_in_specification(
    app: &ContestsState,
    who: &Member,
    contest: ContestId,
    id: QuestionId,
) -> Result<Option<Rejection>> {
    let is_own = store::find(&app.db, contest).await?.is_some_and(|contest| contest.owner == who.id);
    if !is_own {
        return Ok(None);
    }
    let all = store::questions(&app.db, contest).await?;
    let old = all.iter().find(|question| question.id == id);
    Ok(old.and_then(|old| RewriteCall::OfSpecification.may_rewrite(old).err()))
}

/// Rewrites a question. What of difficulty, explanation, marks, star and pictures is not named stays: all is read while the contest is held, so
/// that nothing is put back that another has just changed.
pub async fn rewrite(
    app: &ContestsState,
    who: &Member,
    contest: ContestId,
    id: QuestionId,
    new: &NewQuestion,
    call: RewriteCall,
) -> Result<Question> {
    access::own(app, who, contest).await?;
    let mut tx = app.db.begin().await?;
    let held = store::lock_unfrozen(&mut tx, contest, 0).await?;
    let all = store::questions(&tx, contest).await?;
    let old = all.into_iter().find(|question| question.id == id).ok_or(MISSING)?;
    let Some(held) = held else { return Err(frozen(&tx, contest).await?.into()) };
    call.may_rewrite(&old)?;
    let marks = new.marks.over(old.marks).of_kind(new.kind);
    may_stand(marks, held.rules)?;
    let mut written = written_as(id, old.no, new, marks, old.fixed_options);
    parts_exactly(&written, held.rules)?;
    store::update_question(&mut tx, contest, new, &written).await?;
    let has_other_pictures = show_other_pictures(&mut tx, app.clock.now(), contest, &old, new).await?;
    edit_draw::may_still_stand(&tx, contest, held.draw.as_ref(), held.rules).await?;
    if marks == old.marks && new.kind == old.kind && new.feature_level() == old.feature_level() {
        tx.commit().await?;
        if has_other_pictures {
            app.contest_cache.invalidate(contest).await;
        }
    } else {
        let before = MarkedQuestions::counted(held.own_marks, held.starred, held.several_questions);
        let after = store::count_special_questions(&mut tx, contest, held.rules.marks).await?;
        tx.commit().await?;
        app.contest_cache.invalidate(contest).await;
        tell_rule(app, contest, held.rules, before, after);
    }
    if new.difficulty.is_none() {
        written.difficulty = old.difficulty;
    }
    if new.explanation.is_none() {
        written.explanation = old.explanation;
    }
    if new.tags.is_none() {
        written.tags = old.tags;
    }
    Ok(written)
}

/// Puts the pictures on a question that it is rewritten with, and returns whether it named any. Those that stay need their options.
async fn show_other_pictures(
    tx: &mut Tx,
    now: Time,
    contest: ContestId,
    old: &Question,
    new: &NewQuestion,
) -> Result<bool> {
    let before = store_pictures::of_question(&*tx, old.id).await?;
    let Some(asked) = &new.pictures else {
        // Where another option stands now, its picture would show that one.
        let is_another = |at: usize| new.options.get(at) != old.options.get(at);
        let is_left_over = |picture: &QuestionPicture| picture.option.is_some_and(|option| is_another(option.into()));
        if before.iter().any(is_left_over) {
            return Err(Rejection::invalid("pictures", messages::PICTURE_LEFT_OVER).into());
        }
        return Ok(false);
    };
    edit_pictures::replace(tx, now, (contest, old.id), &before, asked).await?;
    edit_pictures::recount_pictures(tx, contest).await?;
    Ok(true)
}

/// Removes a question.
pub async fn remove(app: &ContestsState, who: &Member, contest: ContestId, id: QuestionId) -> Result<()> {
    access::own(app, who, contest).await?;
    let mut tx = app.db.begin().await?;
    let Some(held) = store::lock_unfrozen(&mut tx, contest, 1).await? else {
        return Err(frozen(&tx, contest).await?.into());
    };
    // Only a question of this contest: the pictures of another's are nobody's business here.
    let shown = store_pictures::pictures(&tx, contest).await?;
    let pictures = shown.by_question.get(&id).map(Vec::as_slice).unwrap_or_default();
    if !pictures.is_empty() {
        edit_pictures::replace(&mut tx, app.clock.now(), (contest, id), pictures, &[]).await?;
        edit_pictures::recount_pictures(&mut tx, contest).await?;
    }
    if store::delete_question(&mut tx, contest, id).await? == 0 {
        return Err(MISSING.into());
    }
    edit_draw::may_still_stand(&tx, contest, held.draw.as_ref(), held.rules).await?;
    let before = MarkedQuestions::counted(held.own_marks, held.starred, held.several_questions);
    let mut after = before;
    if before != MarkedQuestions::default() || held.newer_questions > 0 {
        after = store::count_special_questions(&mut tx, contest, held.rules.marks).await?;
    }
    tx.commit().await?;
    app.contest_cache.invalidate(contest).await;
    tell_rule(app, contest, held.rules, before, after);
    Ok(())
}

/// Why the questions of a contest cannot change.
async fn frozen(tx: &Tx, contest: ContestId) -> Result<Rejection> {
    Ok(edit_draw::why_frozen(tx, contest).await?.unwrap_or(messages::FROZEN))
}

/// Only in a contest with marks can a question have marks of its own, or a star.
fn may_stand(marks: QuestionMarks, rules: ContestRules) -> Result<(), Rejection> {
    if rules.marks.is_plain() && marks.are_set() {
        let field = if marks.are_own() { "marks" } else { "star" };
        return Err(Rejection::invalid(field, messages::CONTEST_WITHOUT_MARKS));
    }
    Ok(())
}

/// A part of the right options gives a whole number of units, or the question cannot stand.
fn parts_exactly(question: &Question, rules: ContestRules) -> Result<(), Rejection> {
    let inexact = question.inexact_part(rules.marks);
    inexact.map_or(Ok(()), |(whole, parts)| Err(messages::inexact_part("marks", whole, parts)))
}

/// Tells those who follow the contest when its rule reads otherwise: with the first question that gives other marks, is
/// starred or may have several right options, and without the last.
fn tell_rule(
    app: &ContestsState,
    contest: ContestId,
    rules: ContestRules,
    before: MarkedQuestions,
    after: MarkedQuestions,
) {
    if before != after && rules.marks.shown(before) != rules.marks.shown(after) {
        app.live.publish(Topic::Contest(contest));
    }
}

fn written_as(
    id: QuestionId,
    no: i32,
    new: &NewQuestion,
    marks: QuestionMarks,
    fixed_until_now: Option<u8>,
) -> Question {
    Question {
        id,
        no,
        kind: new.kind,
        text: new.text.clone(),
        options: new.options.clone(),
        accepted: new.accepted,
        typed: new.typed.clone(),
        marking: Marking::Key,
        difficulty: new.difficulty.clone().filter(|word| !word.is_empty()),
        explanation: new.explanation.clone().filter(|text| !text.is_empty()),
        marks,
        fixed_options: new.fixed.over(fixed_until_now, new.options.len()),
        tags: new.tags.clone().unwrap_or_default(),
    }
}
