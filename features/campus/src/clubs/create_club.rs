//! Club creation and deletion, which are ADMIN's alone.

use quad_kernel::error::{MISSING, Result, UNAVAILABLE};
use quad_kernel::ids::{ClubId, UserId};
use quad_kernel::retry::retried;
use quad_people::PeopleState;
use quad_people::audit::{self, Act, Actor};
use quad_people::{accounts, pictures};
use quad_services::background;

use super::jobs::RemoveClubNotices;
use super::model::{Card, Club, Details};
use super::notifications::{self, ClubNotice};
use super::{managers, messages, store, store_members};

/// Founds a club without members.
pub async fn create(app: &PeopleState, founder: UserId, short_name: &str, details: &Details) -> Result<Card> {
    let id = retried(|| insert(app, founder, short_name, details)).await?;
    seen(app, id, founder).await
}

async fn insert(app: &PeopleState, founder: UserId, short_name: &str, details: &Details) -> Result<ClubId> {
    let now = app.clock.now();
    let id = ClubId::new(now, &app.random);
    let mut tx = app.db.begin().await?;
    if !store::insert(&mut tx, id, short_name, details, now).await? {
        return Err(messages::SHORT_NAME_TAKEN.into());
    }
    let act = Act::ClubFounded(short_name.to_owned());
    audit::note(&mut tx, now, Actor::Admin(founder), None, &act).await?;
    tx.commit().await?;
    Ok(id)
}

async fn seen(app: &PeopleState, id: ClubId, reader: UserId) -> Result<Card> {
    store::card(&app.db, id, Some(reader)).await?.ok_or_else(|| MISSING.into())
}

/// Deletes a club that has no events and nobody in it but those who manage it; they are told, and applications go with it.
pub async fn delete(app: &PeopleState, by: UserId, club: &Club) -> Result<()> {
    let now = app.clock.now();
    let managing = store_members::administrators(&app.db, club.id).await?;
    let mut tx = app.db.begin().await?;
    // People are held before clubs, everywhere; so they are looked up before, and once more when they can no longer change.
    for person in &managing {
        accounts::lock(&mut tx, *person).await.map_err(|_| UNAVAILABLE)?;
    }
    managers::lock(&mut tx, club.id).await?;
    if store_members::administrators(&tx, club.id).await? != managing {
        return Err(UNAVAILABLE.into());
    }
    if store_members::count_not_managing(&tx, club.id).await? > 0 {
        return Err(messages::HAS_MEMBERS.into());
    }
    if store::has_events(&tx, club.id).await? {
        return Err(messages::HAS_EVENTS.into());
    }
    let picture = store::find(&tx, club.id).await?.and_then(|club| club.picture);
    store::delete(&mut tx, club.id).await?;
    background::enqueue(&mut tx, now, &RemoveClubNotices::new(&club.short_name, now)).await?;
    pictures::swap(&mut tx, now, picture.as_ref(), None).await?;
    for person in &managing {
        accounts::take_role(&mut tx, *person, &club.short_name).await?;
    }
    let act = Act::ClubDeleted(club.short_name.clone());
    audit::note(&mut tx, now, Actor::Admin(by), None, &act).await?;
    let told = ClubNotice::about(club, messages::closed(&club.name)).leading_to("/clubs");
    notifications::tell(&mut tx, now, &format!("club:{}:closed", club.id), &managing, &told).await?;
    tx.commit().await?;
    for person in &managing {
        app.session_cache.forget(app, *person).await;
    }
    notifications::told(app, &managing);
    Ok(())
}
