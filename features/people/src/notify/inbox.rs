//! Inbox: reading notices, marking them as read, removing them, preferences; and what the inbox's live topic says.

use quad_db::{DbError, Source, Tx};

use crate::PeopleState;
use quad_http::auth::Member;
use quad_kernel::clock::Time;
use quad_kernel::error::{LOGGED_OUT, MISSING, Result};
use quad_kernel::ids::UserId;

use super::model::{Preference, ReadSelection};
use super::wire::InboxOut;
use super::{deliver_notice, store};

/// What the live topic of somebody's inbox says now.
pub async fn live_inbox(source: &impl Source, user: UserId) -> Result<InboxOut, DbError> {
    let counts = store::counts(source, user).await?;
    Ok(InboxOut::new(counts.unread, store::latest(source, user).await?))
}

/// Marks notifications of the person asking as read. Those of others count as not there.
pub(super) async fn mark_read(app: &PeopleState, who: &Member, which: &ReadSelection) -> Result<()> {
    let mut tx = app.db.begin().await?;
    let changed = store::mark_read(&mut tx, who.id, which, app.clock.now()).await?;
    tx.commit().await?;
    if changed > 0 {
        deliver_notice::after_commit(app, &[who.id]);
    }
    Ok(())
}

/// Everything in somebody's inbox has been read at a moment, for the demo campus.
pub async fn read_for_demo(tx: &mut Tx, user: UserId, at: Time) -> Result<()> {
    store::mark_read(tx, user, &ReadSelection::All, at).await?;
    Ok(())
}

/// Takes a notification out of the inbox of the person asking.
pub(super) async fn delete(app: &PeopleState, who: &Member, id: i64) -> Result<()> {
    let mut tx = app.db.begin().await?;
    if !store::delete(&mut tx, who.id, id).await? {
        return Err(MISSING.into());
    }
    tx.commit().await?;
    deliver_notice::after_commit(app, &[who.id]);
    Ok(())
}

/// Keeps what the person asking chose.
pub(super) async fn choose(app: &PeopleState, who: &Member, chosen: &[Preference]) -> Result<()> {
    let mut tx = app.db.begin().await?;
    // Somebody who is just deleting the account must leave no choice behind.
    if !store::lock_person(&mut tx, who.id).await? {
        return Err(LOGGED_OUT.into());
    }
    for preference in chosen {
        store::set_preference(&mut tx, who.id, *preference).await?;
    }
    tx.commit().await?;
    Ok(())
}
