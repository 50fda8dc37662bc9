//! Whole polls with their votes, with any window and age, for the demo campus.

use quad_db::Tx;

use crate::kernel::clock::Time;
use crate::kernel::fail::Outcome;
use crate::kernel::ids::{PollId, Random, UserId};

use super::model::NewPoll;
use super::store;

/// Writes a poll: `votes` per option, cast by as many `voters`.
pub async fn insert_for_demo(
    tx: &mut Tx,
    random: &Random,
    owner: UserId,
    new: &NewPoll,
    votes: &[i32],
    voters: &[UserId],
    made_at: Time,
) -> Outcome<PollId> {
    let id = PollId::new(made_at, random);
    store::insert(tx, id, owner, new, votes, made_at).await?;
    for voter in voters {
        store::insert_voter(tx, id, *voter).await?;
    }
    Ok(id)
}
