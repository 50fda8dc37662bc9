//! Club feedback of members: once per club and once per event, changed as often as one likes.

use quad_http::auth::Member;
use quad_kernel::error::{MISSING, Result};
use quad_people::PeopleState;
use quad_people::accounts;

use super::model::{Club, NewFeedback};
use super::{managers, messages, store, store_members, store_messages};

/// Takes feedback of a member.
pub async fn give(app: &PeopleState, who: &Member, club: &Club, new: &NewFeedback) -> Result<()> {
    let mut tx = app.db.begin().await?;
    // Who is just leaving the club, or the account, is either gone already or has said it before.
    accounts::lock(&mut tx, who.id).await?;
    managers::lock(&mut tx, club.id).await?;
    if store_members::of(&tx, club.id, who.id).await?.is_none_or(|own| own.joined_at.is_none()) {
        return Err(messages::NOT_MEMBER.into());
    }
    let now = app.clock.now();
    if let Some(event) = new.event {
        let begins_at = store::beginning_of(&tx, club.id, event).await?.ok_or(MISSING)?;
        if begins_at.is_none_or(|begins_at| begins_at > now) {
            return Err(messages::NOT_BEGUN.into());
        }
    }
    if !store_messages::insert_feedback(&mut tx, club.id, who.id, new, now).await? {
        return Err(messages::ALREADY_GIVEN.into());
    }
    Ok(tx.commit().await?)
}

/// Changes one's own feedback, as a member.
pub async fn change(app: &PeopleState, who: &Member, club: &Club, new: &NewFeedback) -> Result<()> {
    if !managers::is_member(&app.db, who.id, club.id).await? {
        return Err(messages::NOT_MEMBER.into());
    }
    let mut tx = app.db.begin().await?;
    if !store_messages::change_feedback(&mut tx, club.id, who.id, new, app.clock.now()).await? {
        return Err(MISSING.into());
    }
    Ok(tx.commit().await?)
}
