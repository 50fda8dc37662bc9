//! Feedback of members: once per club and once per event, changed as often as one likes.

use crate::app::App;
use crate::edge::who::Member;
use crate::features::accounts;
use crate::kernel::fail::{MISSING, Outcome};

use super::model::{Club, NewFeedback};
use super::{managing, store, store_members, store_saying, words};

/// Takes feedback of a member.
pub async fn give(app: &App, who: &Member, club: &Club, new: &NewFeedback) -> Outcome<()> {
    let mut tx = app.db.begin().await?;
    // Who is just leaving the club, or the account, is either gone already or has said it before.
    accounts::hold(&mut tx, who.id).await?;
    managing::hold(&mut tx, club.id).await?;
    if store_members::of(&tx, club.id, who.id).await?.is_none_or(|own| own.joined_at.is_none()) {
        return Err(words::NOT_MEMBER.into());
    }
    let now = app.clock.now();
    if let Some(event) = new.event {
        let begins_at = store::beginning_of(&tx, club.id, event).await?.ok_or(MISSING)?;
        if begins_at.is_none_or(|begins_at| begins_at > now) {
            return Err(words::NOT_BEGUN.into());
        }
    }
    if !store_saying::insert_feedback(&mut tx, club.id, who.id, new, now).await? {
        return Err(words::ALREADY_GIVEN.into());
    }
    Ok(tx.commit().await?)
}

/// Changes one's own feedback, as a member.
pub async fn change(app: &App, who: &Member, club: &Club, new: &NewFeedback) -> Outcome<()> {
    if !managing::is_member(&app.db, who.id, club.id).await? {
        return Err(words::NOT_MEMBER.into());
    }
    let mut tx = app.db.begin().await?;
    if !store_saying::change_feedback(&mut tx, club.id, who.id, new, app.clock.now()).await? {
        return Err(MISSING.into());
    }
    Ok(tx.commit().await?)
}
