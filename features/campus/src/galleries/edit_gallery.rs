//! Gallery editing: changing the caption, removing a picture, deleting the gallery.

use quad_db::Tx;

use crate::clubs;
use quad_http::auth::Member;
use quad_kernel::clock::Time;
use quad_kernel::error::{MISSING, Rejection, Result};
use quad_kernel::ids::{GalleryId, PictureKey};
use quad_people::PeopleState;
use quad_people::audit::{Act, OfClub};
use quad_people::pictures;

use super::model::{Caption, Gallery};
use super::{messages, store};

/// A gallery by its own id or its event's, for somebody who manages its club.
pub async fn managed(app: &PeopleState, who: &Member, id: &str) -> Result<Gallery> {
    let id = uuid::Uuid::try_parse(id).map_err(|_| MISSING)?;
    let gallery = store::find(&app.db, id).await?.ok_or(MISSING)?;
    clubs::manager_of(&app.db, who, gallery.club).await?;
    Ok(gallery)
}

/// Writes down what somebody does to a gallery, with the title it has, by the power of ADMIN alone.
pub(super) async fn audit_as_admin(
    tx: &mut Tx,
    now: Time,
    who: &Member,
    gallery: GalleryId,
    act: impl FnOnce(OfClub) -> Act,
) -> Result<()> {
    if !who.is_admin {
        return Ok(());
    }
    let found = store::find(&*tx, gallery.0).await?.ok_or(MISSING)?;
    let club = clubs::club_by_name(&*tx, &found.club.to_string()).await?;
    let act = act(OfClub { club: club.short_name, what: found.caption.title });
    clubs::audit_as_admin(tx, now, who, found.club, None, &act).await
}

/// Gives a gallery another title or description, as `change` makes them of those that it has then.
pub async fn rename(
    app: &PeopleState,
    who: &Member,
    id: &str,
    change: impl Fn(&Caption) -> Result<Caption, Rejection>,
) -> Result<Gallery> {
    let gallery = managed(app, who, id).await?;
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    clubs::lock(&mut tx, gallery.club).await?;
    clubs::manager_of(&tx, who, gallery.club).await?;
    let before = store::find(&tx, gallery.id.0).await?.ok_or(MISSING)?.caption;
    let caption = change(&before)?;
    if !store::set_caption(&mut tx, gallery.id, &caption).await? {
        return Err(MISSING.into());
    }
    if before != caption {
        audit_as_admin(&mut tx, now, who, gallery.id, Act::GalleryChanged).await?;
    }
    tx.commit().await?;
    Ok(Gallery { caption, ..gallery })
}

/// Removes the picture at a place of a gallery, if it is the one the person saw there.
pub async fn remove_picture(
    app: &PeopleState,
    who: &Member,
    id: &str,
    place: usize,
    seen: Option<PictureKey>,
) -> Result<Gallery> {
    let gallery = managed(app, who, id).await?;
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    clubs::lock(&mut tx, gallery.club).await?;
    clubs::manager_of(&tx, who, gallery.club).await?;
    store::lock_of_event(&mut tx, gallery.event).await?.ok_or(MISSING)?;
    let mut left = store::keys(&tx, gallery.id).await?;
    let Some(seen) = seen.filter(|seen| left.get(place) == Some(seen)) else { return Err(messages::CHANGED.into()) };
    store::remove(&mut tx, gallery.id, &seen).await?;
    pictures::release(&mut tx, now, &seen).await?;
    audit_as_admin(&mut tx, now, who, gallery.id, Act::GalleryChanged).await?;
    tx.commit().await?;
    left.remove(place);
    Ok(Gallery { pictures: left, ..gallery })
}

/// Deletes a gallery with its pictures.
pub async fn delete(app: &PeopleState, who: &Member, id: &str) -> Result<()> {
    let gallery = managed(app, who, id).await?;
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    clubs::lock(&mut tx, gallery.club).await?;
    clubs::manager_of(&tx, who, gallery.club).await?;
    store::lock_of_event(&mut tx, gallery.event).await?.ok_or(MISSING)?;
    audit_as_admin(&mut tx, now, who, gallery.id, Act::GalleryDeleted).await?;
    let mut shown = store::delete(&mut tx, gallery.id).await?;
    shown.sort();
    for key in &shown {
        pictures::release(&mut tx, now, key).await?;
    }
    tx.commit().await?;
    Ok(())
}
