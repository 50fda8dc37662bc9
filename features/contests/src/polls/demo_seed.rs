//! Demo seed of polls: a poll at a time with its votes, with any window and age.

use quad_db::Tx;

use quad_kernel::clock::Time;
use quad_kernel::error::Result;
use quad_kernel::ids::{PollId, Random, UserId};

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
) -> Result<PollId> {
    let id = PollId::new(made_at, random);
    store::insert(tx, id, owner, new, votes, made_at).await?;
    for voter in voters {
        store::insert_voter(tx, id, *voter).await?;
    }
    Ok(id)
}
