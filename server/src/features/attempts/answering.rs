//! Taking one answer.

use quad_db::planted;

use crate::app::App;
use crate::edge::who::Member;
use crate::features::contests;
use crate::kernel::clock::Time;
use crate::kernel::fail::{MISSING, Outcome};

use super::attempt_log::{Graded, Verdict};
use super::boards::grace;
use super::model::{Arrival, NewAnswer, arrival};
use super::{store, words};

/// Takes an answer, or says why not. The log decides duplicates and closed attempts in the same transaction that makes
/// the answer durable, so two clicks cannot both win. `arrived` is when the body was complete.
pub async fn answer(app: &App, who: &Member, new: &NewAnswer, arrived: Time) -> Outcome<()> {
    let contest = app.windows.get(app, new.contest).await?;
    let Some((attempt, part)) = app.parts.find(contest.id, who.id).await? else {
        let may_see = contests::is_open_to(app, &contest, who).await?;
        return Err(if may_see { words::NOT_JOINED } else { MISSING }.into());
    };
    let ends_at = if planted::is("no-end") { Time(i64::MAX / 2) } else { contest.ends_at };
    let arrival = arrival(contest.starts_at, ends_at, grace(app), arrived);
    if arrival == Arrival::Early {
        return Err(words::NOT_STARTED.into());
    }
    let paper = app.papers.paper(app, &contest).await?;
    let choice = paper.grade(new.question, &new.choice)?;
    let verdict = if arrival == Arrival::TooLate {
        // A browser that never saw its acknowledgement asks again, maybe an hour later; what is stored is stored.
        match store::choice(&app.db, attempt, choice.question_no).await? {
            Some(stored) if stored == choice.option => Verdict::SameAgain,
            Some(stored) => Verdict::Other(stored),
            None => return Err(words::ENDED.into()),
        }
    } else {
        let graded = Graded {
            contest: contest.id,
            attempt,
            question_no: choice.question_no,
            choice: choice.option,
            correct: choice.correct,
            at: arrived,
            late: arrival == Arrival::Late,
        };
        app.attempt_log.answer(graded, part).await?
    };
    match verdict {
        Verdict::Taken | Verdict::SameAgain => Ok(()),
        Verdict::Other(stored) => Err(words::already_answered(paper.option_text(new.question, stored)).into()),
        Verdict::Closed => Err(words::ALREADY_SUBMITTED.into()),
    }
}
