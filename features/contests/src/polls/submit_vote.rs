//! Vote submission, and the tally for those who watch.

use quad_db::{DbError, Source};

use crate::ContestsState;
use quad_http::auth::Member;
use quad_kernel::error::{MISSING, Rejection, Result};
use quad_kernel::ids::PollId;
use quad_kernel::retry::retried;
use quad_live::Topic;

use super::model::{Poll, Status};
use super::wire::TallyOut;
use super::{messages, store};

/// Takes one vote: the tally and the voter's name on the list, both or neither. Returns the poll with it.
pub async fn vote(app: &ContestsState, who: &Member, id: PollId, option: i64) -> Result<Poll> {
    let option = i32::try_from(option).map_err(|_| strange_choice())?;
    retried(|| take(app, who, id, option)).await?;
    app.live.publish(Topic::Poll(id));
    store::find(&app.db, id, who.id).await?.ok_or_else(|| MISSING.into())
}

async fn take(app: &ContestsState, who: &Member, id: PollId, option: i32) -> Result<()> {
    let mut tx = app.db.begin().await?;
    // Asked inside: whoever had to wait for the writer is not let in after the end.
    let now = app.clock.now();
    if !store::raise_if_active(&mut tx, id, option, now).await? {
        let poll = store::find(&tx, id, who.id).await?.ok_or(MISSING)?;
        return Err(match poll.status(now) {
            Status::Upcoming => messages::NOT_STARTED.into(),
            Status::Active => strange_choice().into(),
            Status::Ended => messages::ENDED.into(),
        });
    }
    if !store::insert_voter(&mut tx, id, who.id).await? {
        return Err(messages::ALREADY_VOTED.into());
    }
    Ok(tx.commit().await?)
}

fn strange_choice() -> Rejection {
    Rejection::invalid("index", messages::STRANGE_CHOICE)
}

/// The numbers of a poll for its live topic; nothing when there is no such poll.
pub async fn live_tally(source: &impl Source, id: PollId) -> Result<Option<TallyOut>, DbError> {
    Ok(store::tally(source, id).await?.map(|tally| TallyOut::new(id, &tally)))
}
