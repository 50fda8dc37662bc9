//! Gallery editing: changing the caption, removing a picture, deleting the gallery.

use crate::clubs;
use quad_http::auth::Member;
use quad_kernel::error::{MISSING, Result};
use quad_kernel::ids::PictureKey;
use quad_people::PeopleState;
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

/// Gives a gallery another title and description.
pub async fn rename(app: &PeopleState, who: &Member, id: &str, caption: Caption) -> Result<Gallery> {
    let gallery = managed(app, who, id).await?;
    let mut tx = app.db.begin().await?;
    clubs::hold(&mut tx, gallery.club).await?;
    clubs::manager_of(&tx, who, gallery.club).await?;
    if !store::set_caption(&mut tx, gallery.id, &caption).await? {
        return Err(MISSING.into());
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
    clubs::hold(&mut tx, gallery.club).await?;
    clubs::manager_of(&tx, who, gallery.club).await?;
    store::hold_of_event(&mut tx, gallery.event).await?.ok_or(MISSING)?;
    let mut left = store::keys(&tx, gallery.id).await?;
    let Some(seen) = seen.filter(|seen| left.get(place) == Some(seen)) else { return Err(messages::CHANGED.into()) };
    store::remove(&mut tx, gallery.id, &seen).await?;
    pictures::release(&mut tx, now, &seen).await?;
    tx.commit().await?;
    left.remove(place);
    Ok(Gallery { pictures: left, ..gallery })
}

/// Deletes a gallery with its pictures.
pub async fn delete(app: &PeopleState, who: &Member, id: &str) -> Result<()> {
    let gallery = managed(app, who, id).await?;
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    clubs::hold(&mut tx, gallery.club).await?;
    clubs::manager_of(&tx, who, gallery.club).await?;
    store::hold_of_event(&mut tx, gallery.event).await?.ok_or(MISSING)?;
    let mut shown = store::delete(&mut tx, gallery.id).await?;
    shown.sort();
    for key in &shown {
        pictures::release(&mut tx, now, key).await?;
    }
    tx.commit().await?;
    Ok(())
}
