//! Answer submission: takes one answer.

use crate::ContestsState;
use crate::contests;
use quad_http::auth::Member;
use quad_kernel::clock::Time;
use quad_kernel::error::{MISDIRECTED, MISSING, Result};

use super::attempt_log::Verdict;
use super::change_answer::{AnswerTarget, change};
use super::leaderboard::grace;
use super::model::{AcceptedAnswer, Arrival, GradedAnswer, NewAnswer, arrival};
use super::personal_time::own_end;
use super::{messages, store};

/// Takes an answer, or says why not. The log decides duplicates and closed attempts in the same transaction that makes
/// the answer durable, so two clicks cannot both win. `arrived` is when the body was complete.
pub async fn answer(app: &ContestsState, who: &Member, new: &NewAnswer, arrived: Time) -> Result<AcceptedAnswer> {
    let contest = app.contest_cache.get(app, new.contest).await?;
    let Some((attempt, part)) = app.attempt_cache.find(contest.id, who.id).await? else {
        let may_see = contests::is_open_to(app, &contest, who).await?;
        return Err(if may_see { messages::NOT_JOINED } else { MISSING }.into());
    };
    if new.attempt.is_some_and(|sent| sent != attempt) {
        return Err(MISDIRECTED.into());
    }
    let ends_at = match part.joined_at().filter(|_| contest.has_personal_ends()) {
        Some(joined_at) => own_end(app, &contest, attempt, joined_at).await?.counts_until(),
        None => contest.ends_at,
    };
    let arrival = arrival(contest.starts_at, ends_at, grace(app), arrived);
    if arrival == Arrival::Early {
        return Err(messages::NOT_STARTED.into());
    }
    let paper = app.paper_cache.paper(app, &contest, part.variant()).await?;
    // The paper knows it for certain: it is made after the first join.
    if paper.changing.is_allowed() {
        let entered = AnswerTarget { contest, user: who.id, attempt, part, arrival, arrived };
        return change(app, new, entered, paper).await;
    }
    let choice = paper.grade(new.question, &new.choice)?;
    let verdict = if arrival == Arrival::TooLate {
        // A browser that never saw its acknowledgement asks again, maybe an hour later; what is stored is stored.
        match store::stored(&app.db, attempt, choice.question_no).await? {
            Some(stored) if stored.is_alike(choice.chosen, choice.typed.as_deref()) => Verdict::SameAgain,
            Some(stored) => Verdict::OtherStored(stored),
            None => return Err(messages::ENDED.into()),
        }
    } else {
        let graded = GradedAnswer {
            contest: contest.id,
            attempt,
            question_no: choice.question_no,
            chosen: choice.chosen,
            typed: choice.typed,
            counted: choice.counted,
            at: arrived,
            late: arrival == Arrival::Late,
        };
        app.attempt_log.answer(graded, part).await?
    };
    match verdict {
        Verdict::Taken | Verdict::SameAgain => Ok(AcceptedAnswer { attempt, change: None }),
        Verdict::OtherStored(stored) => Err(messages::already_answered(&paper.text_of(new.question, &stored)).into()),
        Verdict::Closed => Err(messages::ALREADY_SUBMITTED.into()),
    }
}
