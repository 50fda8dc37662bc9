//! Invitations: sharing a contest by link, making, replacing and revoking the link, looking at it, accepting it.
//!
//! Whoever accepted sees a private contest like a public one, for good. A link that was replaced or revoked is dead for
//! whoever comes later. Everything that changes a link, or lets somebody in by one, holds the contest's row first.

use quad_db::Tx;

use crate::ContestsState;
use quad_http::auth::Member;
use quad_kernel::clock::Time;
use quad_kernel::error::{MISSING, Result};
use quad_kernel::ids::ContestId;
use quad_people::accounts;

use super::model::{Invitation, InvitedTo, Token};
use super::{access, messages, store, store_invitations};

/// A contest's living link, for its owner and ADMIN.
pub async fn shown(app: &ContestsState, who: &Member, id: ContestId) -> Result<Option<Invitation>> {
    access::readable(app, who, id).await?;
    Ok(store_invitations::of_contest(&app.db, id).await?)
}

/// Makes a link; the one until now dies.
pub async fn make(app: &ContestsState, who: &Member, id: ContestId) -> Result<Option<Invitation>> {
    access::own(app, who, id).await?;
    let token = Token::new(&app.random);
    let mut tx = app.db.begin().await?;
    // Somebody who is just deleting the account must leave no link behind.
    accounts::lock(&mut tx, who.id).await?;
    store::lock(&mut tx, id).await?.ok_or(MISSING)?;
    store_invitations::put(&mut tx, id, &token, app.clock.now()).await?;
    let made = store_invitations::of_contest(&tx, id).await?;
    tx.commit().await?;
    Ok(made)
}

/// Takes the link away, if there is one; whoever accepted stays.
pub async fn revoke(app: &ContestsState, who: &Member, id: ContestId) -> Result<()> {
    access::own(app, who, id).await?;
    let mut tx = app.db.begin().await?;
    store::lock(&mut tx, id).await?.ok_or(MISSING)?;
    store_invitations::revoke(&mut tx, id).await?;
    tx.commit().await?;
    Ok(())
}

/// What a link leads to, for whoever has it. The looks of guests are not counted: behind one address may be a campus, and 128 random
/// bits are not guessed.
pub async fn preview(app: &ContestsState, who: Option<&Member>, token: &str) -> Result<InvitedTo> {
    let token = match who {
        Some(who) => count_look(app, who, token).await?,
        None => Token::parse(token).ok_or(messages::DEAD_LINK)?,
    };
    let found = store_invitations::invited_to(&app.db, &token, who.map(|who| who.id)).await?;
    Ok(found.ok_or(messages::DEAD_LINK)?)
}

/// Comes in by a link. Coming in again changes nothing; the owner is in already and becomes no guest.
pub async fn accept(app: &ContestsState, who: &Member, token: &str) -> Result<InvitedTo> {
    let token = count_look(app, who, token).await?;
    let found = store_invitations::invited_to(&app.db, &token, Some(who.id)).await?.ok_or(messages::DEAD_LINK)?;
    if found.owner == who.id || found.accepted {
        return Ok(found);
    }
    let mut tx = app.db.begin().await?;
    let came = let_in(&mut tx, who, &token, found.contest, app.clock.now()).await?;
    tx.commit().await?;
    Ok(InvitedTo { accepted: true, ..came })
}

/// Decides in the caller's transaction: from the moment the contest is held its link neither dies nor is replaced.
async fn let_in(tx: &mut Tx, who: &Member, token: &Token, contest: ContestId, now: Time) -> Result<InvitedTo> {
    accounts::lock(tx, who.id).await?;
    store::lock(tx, contest).await?.ok_or(messages::DEAD_LINK)?;
    let found = store_invitations::invited_to(tx, token, Some(who.id)).await?.ok_or(messages::DEAD_LINK)?;
    store_invitations::let_in(tx, contest, who.id, now).await?;
    Ok(found)
}

/// Counts that somebody looks at a link, before it is looked up: a burst of guesses is counted like a line of them.
async fn count_look(app: &ContestsState, who: &Member, token: &str) -> Result<Token> {
    let token = Token::parse(token).ok_or(messages::DEAD_LINK)?;
    let mut tx = app.db.begin().await?;
    let allowed = store_invitations::allow_look(&mut tx, who.id, app.clock.now()).await?;
    tx.commit().await?;
    if allowed { Ok(token) } else { Err(messages::MANY_LOOKS.into()) }
}
