//! Demo seed of galleries, which asks nobody for permission.

use quad_db::{DbError, Tx};

use quad_kernel::clock::Time;
use quad_kernel::error::Result;
use quad_kernel::ids::{ClubId, EventId, GalleryId, PictureKey, Random, UserId};
use quad_people::pictures;

use super::model::Caption;
use super::store;

/// A gallery to put in.
#[derive(Debug)]
pub struct DemoGallery {
    /// Whose.
    pub club: ClubId,
    /// Of which event.
    pub event: EventId,
    /// Its title.
    pub title: String,
    /// About it.
    pub description: String,
    /// Who made it.
    pub by: UserId,
    /// When.
    pub created_at: Time,
    /// What it shows, in this order; all different.
    pub pictures: Vec<PictureKey>,
}

/// Puts a gallery in.
pub async fn insert_for_demo(tx: &mut Tx, random: &Random, new: &DemoGallery) -> Result<()> {
    let id = GalleryId::new(new.created_at, random);
    let caption = Caption { title: new.title.clone(), description: new.description.clone() };
    store::insert_if_none(tx, id, new.club, new.event, &caption, new.by, new.created_at).await?;
    add(tx, id, &new.pictures).await?;
    for key in &new.pictures {
        pictures::add_reference(tx, key).await?;
    }
    Ok(())
}

async fn add(tx: &mut Tx, id: GalleryId, keys: &[PictureKey]) -> Result<(), DbError> {
    for (no, key) in (0_i32..).zip(keys) {
        store::add_unless_there(tx, id, no, key).await?;
    }
    store::count_added(tx, id, keys.len() as i32).await
}
