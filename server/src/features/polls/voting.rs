//! Voting, and the tally for those who look on.

use quad_db::{DbError, Source, planted};

use crate::app::App;
use crate::edge::who::Member;
use crate::kernel::fail::{MISSING, Outcome, Refusal};
use crate::kernel::ids::PollId;
use crate::live::Topic;

use super::model::Poll;
use super::wire::TallyOut;
use super::{store, words};

/// Takes one vote: the tally and the voter's name on the list, both or neither. Answers the poll with it.
pub async fn vote(app: &App, who: &Member, id: PollId, option: i64) -> Outcome<Poll> {
    let option = i32::try_from(option).map_err(|_| strange_choice())?;
    let counted_first = planted::is("count-then-insert-vote")
        && store::find(&app.db, id, who.id).await?.is_some_and(|poll| !poll.voted);
    let mut tx = app.db.begin().await?;
    // Asked inside: whoever had to wait for the writer is not let in after the end.
    let now = app.clock.now();
    if !store::raise_if_active(&mut tx, id, option, now).await? {
        let poll = store::find(&tx, id, who.id).await?.ok_or(MISSING)?;
        return Err(words::closed(poll.status(now)).unwrap_or_else(strange_choice).into());
    }
    if planted::is("vote-in-the-log") {
        tracing::info!(user = %who.id, option, "voted");
    }
    if !store::insert_voter(&mut tx, id, who.id).await? && !counted_first {
        return Err(words::ALREADY_VOTED.into());
    }
    tx.commit().await?;
    app.live.publish(Topic::Poll(id));
    store::find(&app.db, id, who.id).await?.ok_or_else(|| MISSING.into())
}

fn strange_choice() -> Refusal {
    Refusal::invalid("index", words::STRANGE_CHOICE)
}

/// The numbers of a poll for its live topic; nothing when there is no such poll.
pub async fn live_tally(source: &impl Source, id: PollId) -> Result<Option<TallyOut>, DbError> {
    Ok(store::tally(source, id).await?.map(|tally| TallyOut::new(id, &tally)))
}
