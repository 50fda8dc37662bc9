//! A participant's answers, for the contest's owner and ADMIN: what somebody chose at each question, and when, beside what is right; with
//! what decides the order in which that person saw it all.

use std::collections::HashMap;

use crate::ContestsState;
use crate::contests::{self, Contest, Question};
use quad_http::auth::Member;
use quad_kernel::clock::Time;
use quad_kernel::error::{MISSING, Result};
use quad_kernel::ids::{ContestId, UserId};

use super::answer_review::ReviewedQuestion;
use super::model::{Attempt, StoredAnswer};
use super::store;
use super::store::BoardPerson;

/// What somebody answered.
pub struct ParticipantAnswers {
    pub contest: Contest,
    pub person: BoardPerson,
    pub attempt: Attempt,
    /// In order, each with its number in the contest and the moment of its answer.
    pub questions: Vec<(u32, ReviewedQuestion, Option<Time>)>,
}

/// The answers of a participant; to everybody but the contest's owner and ADMIN they do not exist.
pub async fn participant_answers(
    app: &ContestsState,
    who: &Member,
    id: ContestId,
    user: UserId,
) -> Result<ParticipantAnswers> {
    let contest = contests::find(&app.db, id).await?.ok_or(MISSING)?;
    if contest.owner != who.id && !who.is_admin {
        return Err(MISSING.into());
    }
    let attempt = store::attempt(&app.db, id, user).await?.ok_or(MISSING)?;
    let person = store::shown_as(&app.db, &[user]).await?.pop().ok_or(MISSING)?;
    let given = store::given(&app.db, attempt.id).await?;
    let mut answers: HashMap<i32, (StoredAnswer, Time)> = given
        .into_iter()
        .map(|one| (one.question_no, (StoredAnswer { chosen: one.chosen as u8, typed: one.typed }, one.answered_at)))
        .collect();
    let pictures = contests::pictures_of(&app.db, &contest).await?;
    let mut numbered: Vec<(u32, Question)> = (1..).zip(contests::questions(&app.db, id).await?).collect();
    if attempt.variant > 0 {
        let paper = contests::papers(&app.db, id).await?.remove(&attempt.variant).unwrap_or_default();
        numbered.retain(|(_, question)| paper.contains(&question.no));
    }
    let mut questions = Vec::new();
    for (number, question) in numbered {
        let maths = app.maths_cache.of_question(&question).await;
        let (answer, at) = answers.remove(&question.no).unzip();
        questions.push((number, ReviewedQuestion::new(question, maths, answer, contest.rules.marks, &pictures), at));
    }
    Ok(ParticipantAnswers { contest, person, attempt, questions })
}
