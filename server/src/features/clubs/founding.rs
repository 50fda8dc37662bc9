//! Founding a club, changing what it says about itself, and deleting it: ADMIN's alone.

use crate::app::App;
use crate::features::{accounts, pictures};
use crate::kernel::fail::{MISSING, Outcome, UNAVAILABLE};
use crate::kernel::ids::{ClubId, UserId};

use super::model::{Card, Club, Details};
use super::telling::{self, Told};
use super::{managing, store, store_members, words};

/// Founds a club without members.
pub async fn found(app: &App, founder: UserId, short_name: &str, details: &Details) -> Outcome<Card> {
    let now = app.clock.now();
    let id = ClubId::new(now, &app.random);
    let mut tx = app.db.begin().await?;
    if !store::insert(&mut tx, id, short_name, details, now).await? {
        return Err(words::SHORT_NAME_TAKEN.into());
    }
    tx.commit().await?;
    seen(app, id, founder).await
}

/// Writes what a club says about itself anew.
pub async fn change(app: &App, reader: UserId, club: &Club, details: &Details) -> Outcome<Card> {
    let mut tx = app.db.begin().await?;
    if !store::set_details(&mut tx, club.id, details).await? {
        return Err(MISSING.into());
    }
    tx.commit().await?;
    seen(app, club.id, reader).await
}

async fn seen(app: &App, id: ClubId, reader: UserId) -> Outcome<Card> {
    store::card(&app.db, id, Some(reader)).await?.ok_or_else(|| MISSING.into())
}

/// Deletes a club that has no events and nobody in it but those who manage it; they are told, and applications go with it.
pub async fn delete(app: &App, club: &Club) -> Outcome<()> {
    let now = app.clock.now();
    let managing = store_members::administrators(&app.db, club.id).await?;
    let mut tx = app.db.begin().await?;
    // People are held before clubs, everywhere; so they are looked up before, and once more when they can no longer change.
    for person in &managing {
        accounts::hold(&mut tx, *person).await.map_err(|_| UNAVAILABLE)?;
    }
    managing::hold(&mut tx, club.id).await?;
    if store_members::administrators(&tx, club.id).await? != managing {
        return Err(UNAVAILABLE.into());
    }
    if store_members::count_not_managing(&tx, club.id).await? > 0 {
        return Err(words::HAS_MEMBERS.into());
    }
    if store::has_events(&tx, club.id).await? {
        return Err(words::HAS_EVENTS.into());
    }
    let picture = store::find(&tx, club.id).await?.and_then(|club| club.picture);
    store::delete(&mut tx, club.id).await?;
    pictures::swap(&mut tx, now, picture.as_ref(), None).await?;
    for person in &managing {
        accounts::take_role(&mut tx, *person, &club.short_name).await?;
    }
    let told = Told::about(club, words::closed(&club.name)).leading_to("/clubs");
    telling::tell(&mut tx, now, &format!("club:{}:closed", club.id), &managing, &told).await?;
    tx.commit().await?;
    for person in &managing {
        app.sessions.forget(app, *person).await;
    }
    telling::told(app, &managing);
    Ok(())
}
