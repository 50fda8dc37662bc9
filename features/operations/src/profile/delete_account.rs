//! Account deletion: every feature's part in one transaction, then the caches in memory.
//!
//! The account's row comes first and is held until the end, so that whatever is made in the person's name at the same
//! time is either there to be dealt with or refused. Answers and joins under way stay and count: they belong to the
//! results, which stand under the pseudonym.

use quad_campus::{clubs, enquiries, events};
use quad_contests::ContestsState;
use quad_contests::{attempts, contests, payments, polls};
use quad_http::auth::Member;
use quad_kernel::error::Result;
use quad_kernel::ids::{ContestId, EventId, PollId, UserId};
use quad_kernel::retry::retried;
use quad_people::{accounts, notify};

use super::store;

/// Ends the account of the person who knows its password.
pub async fn delete(app: &ContestsState, who: &Member, password: String) -> Result<()> {
    let proof = accounts::prove(app, who, "password", password).await?;
    // Somebody joining a contest of the person's may hold what this waits for, and wait for what this holds; PostgreSQL then
    // ends one of the two.
    let DeletedParts { contest_ids, poll_ids, event_ids, readers } = retried(|| all_parts(app, who, &proof)).await?;
    app.session_cache.forget(app, who.id).await;
    contests::forget(app, &contest_ids).await;
    polls::forget(app, &poll_ids);
    events::publish(app, &event_ids);
    notify::heard(app, readers);
    app.leaderboard_cache.invalidate(&store::contests_joined(&app.db, who.id).await?).await;
    Ok(())
}

/// What an account took along.
struct DeletedParts {
    contest_ids: Vec<ContestId>,
    poll_ids: Vec<PollId>,
    /// In which it had a place or waited.
    event_ids: Vec<EventId>,
    /// Whose inboxes spoke of it.
    readers: Vec<UserId>,
}

async fn all_parts(app: &ContestsState, who: &Member, proof: &accounts::Proof) -> Result<DeletedParts> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    let pseudonym = accounts::delete_account(&mut tx, &app.settings, &app.random, who, proof, now).await?;
    let readers = notify::delete_account(&mut tx, who.id, &pseudonym).await?;
    payments::delete_account(&mut tx, who.id, now).await?;
    let mut contest_ids = contests::delete_account(&mut tx, now, who.id).await?;
    contest_ids.extend(attempts::delete_account(&mut tx, now, who.id).await?);
    let poll_ids = polls::delete_account(&mut tx, who.id).await?;
    // In the order that everybody holds them.
    clubs::delete_account(&mut tx, who.id).await?;
    let event_ids = events::delete_account(&mut tx, who.id, now).await?;
    enquiries::delete_account(&mut tx, who.id, &pseudonym).await?;
    tx.commit().await?;
    Ok(DeletedParts { contest_ids, poll_ids, event_ids, readers })
}
