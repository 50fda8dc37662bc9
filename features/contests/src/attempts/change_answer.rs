//! Answer change: takes a change of an answer or its clearing, where answers may be changed until they are handed in, and hands out the
//! numbers that devices count from.

use std::sync::Arc;

use crate::ContestsState;
use crate::contests::Contest;
use quad_kernel::clock::Time;
use quad_kernel::error::Result;
use quad_kernel::ids::UserId;

use super::answer_changes::{Change, ChangeVerdict, seq};
use super::attempt_cache::{CachedAttempt, OwnAttempt};
use super::model::{AcceptedAnswer, AnswerInput, Arrival, ChangeSheet, Changed, GivenAnswer, NewAnswer, StoredAnswer};
use super::paper_cache::Paper;
use super::personal_time::own_end;
use super::{messages, store_changes};

/// Into which attempt an answer goes, and when it came.
#[derive(Debug)]
pub(super) struct AnswerTarget {
    /// Of which contest.
    pub contest: Arc<Contest>,
    /// Whose.
    pub user: UserId,
    /// Its narrow key.
    pub attempt: i64,
    /// What is known of it.
    pub part: Arc<CachedAttempt>,
    /// Seen from the window.
    pub arrival: Arrival,
    /// When its body was complete.
    pub arrived: Time,
}

/// Takes a change, or says why not. The log decides which change of a question stands, in the transaction that makes it durable.
pub(super) async fn change(
    app: &ContestsState,
    new: &NewAnswer,
    entered: AnswerTarget,
    paper: Arc<Paper>,
) -> Result<AcceptedAnswer> {
    let AnswerTarget { contest, user, attempt, part, arrival, arrived } = entered;
    let (question_no, given) = match &new.choice {
        // A client of the specification, which cannot change it any more.
        AnswerInput::OptionText(_) => return Err(messages::NEEDS_CLIENT_THAT_CHANGES.into()),
        AnswerInput::Cleared => (paper.number_of(new.question)?, None),
        chosen => {
            let choice = paper.grade(new.question, chosen)?;
            (choice.question_no, Some(choice))
        }
    };
    let seq = seq(new.seq.as_ref())?;
    let clears = given.is_none();
    let change = Change { contest: contest.id, user, attempt, question_no, seq, given, at: arrived, paper };
    let verdict = if arrival == Arrival::TooLate {
        // A browser that never saw its acknowledgement asks again, maybe an hour later; what is stored is stored.
        let mut found = store_changes::found(&app.db, &[change.key()]).await?;
        let standing = found.remove(&change.key()).unwrap_or_default().standing;
        change.too_late(&standing).ok_or(messages::ENDED)?
    } else {
        app.attempt_log.change(change, part).await?
    };
    let outrun_by = match verdict {
        ChangeVerdict::Taken | ChangeVerdict::SameAgain => None,
        ChangeVerdict::Outrun(standing) => Some(standing),
        ChangeVerdict::Closed => return Err(messages::ALREADY_SUBMITTED.into()),
    };
    Ok(AcceptedAnswer { attempt, change: Some(Changed { seq, clears, outrun_by }) })
}

/// What stands in an attempt, and a base for the device that asks. Nothing is handed out of an attempt that is complete.
pub(super) async fn sheet(app: &ContestsState, contest: &Contest, own: &OwnAttempt, now: Time) -> Result<ChangeSheet> {
    let attempt = own.attempt.id;
    let ends_at = own_end(app, contest, attempt, own.attempt.joined_at).await?.counts_until();
    let base = if own.attempt.is_complete(ends_at, now) {
        store_changes::last_base(&app.db, attempt).await?
    } else {
        let mut tx = app.db.begin().await?;
        let base = store_changes::next_base(&mut tx, attempt, now).await?;
        tx.commit().await?;
        base
    };
    let rows = store_changes::sheet(&app.db, attempt).await?;
    let paper = app.paper_cache.paper(app, contest, own.attempt.variant).await?;
    let ids = paper.ids();
    let seqs = rows.iter().filter_map(|row| Some((ids.get(&row.question_no)?.to_string(), row.seq))).collect();
    let given = rows.into_iter().filter_map(|row| {
        let answer = StoredAnswer { chosen: row.chosen? as u8, typed: row.typed };
        Some(GivenAnswer { question_no: row.question_no, answer })
    });
    let answered = paper.chosen(&given.collect::<Vec<_>>());
    Ok(ChangeSheet { answered, seqs, base: base.unwrap_or_default() })
}
