//! Gallery store: all SQL on `galleries` and `gallery_pictures`.

use std::collections::HashMap;

use quad_db::FromRow;
use quad_db::{DbError, Source, Tx, sql};

use quad_kernel::clock::Time;
use quad_kernel::ids::{ClubId, EventId, GalleryId, PictureKey, UserId};

use super::model::{Caption, Gallery};

#[derive(FromRow)]
struct Row {
    id: GalleryId,
    club_id: ClubId,
    event_id: EventId,
    title: String,
    description: String,
    created_at: Time,
}

#[derive(FromRow)]
struct ShownRow {
    gallery_id: GalleryId,
    picture_key: PictureKey,
}

#[derive(FromRow)]
struct KeyRow {
    picture_key: PictureKey,
}

/// A gallery that is held, and how full it is.
#[derive(FromRow)]
pub(super) struct LockedGallery {
    pub id: GalleryId,
    pub pictures: i32,
    pub next_no: i32,
}

/// A gallery somebody made.
#[derive(FromRow)]
pub(super) struct MadeRow {
    pub id: GalleryId,
    pub title: String,
    pub created_at: Time,
}

const GALLERY: &str = "SELECT id, club_id, event_id, title, description, created_at FROM galleries";

/// A gallery by its own id or its event's.
pub(super) async fn find(source: &impl Source, id: uuid::Uuid) -> Result<Option<Gallery>, DbError> {
    let row: Option<Row> = sql(format!("{GALLERY} WHERE id = $1 OR event_id = $1")).arg(id).one(source).await?;
    let Some(row) = row else { return Ok(None) };
    let shown = keys(source, row.id).await?;
    Ok(Some(gallery(row, shown)))
}

/// A club's galleries, in no particular order.
pub(super) async fn of_club(source: &impl Source, club: ClubId) -> Result<Vec<Gallery>, DbError> {
    let rows: Vec<Row> = sql(format!("{GALLERY} WHERE club_id = $1")).arg(club).all(source).await?;
    let shown: Vec<ShownRow> = sql("SELECT p.gallery_id, p.picture_key FROM gallery_pictures p
         JOIN galleries g ON g.id = p.gallery_id WHERE g.club_id = $1 ORDER BY p.gallery_id, p.no")
    .arg(club)
    .all(source)
    .await?;
    let mut keys: HashMap<GalleryId, Vec<PictureKey>> = HashMap::new();
    for row in shown {
        keys.entry(row.gallery_id).or_default().push(row.picture_key);
    }
    Ok(rows
        .into_iter()
        .map(|row| {
            let shown = keys.remove(&row.id).unwrap_or_default();
            gallery(row, shown)
        })
        .collect())
}

fn gallery(row: Row, pictures: Vec<PictureKey>) -> Gallery {
    Gallery {
        id: row.id,
        club: row.club_id,
        event: row.event_id,
        caption: Caption { title: row.title, description: row.description },
        created_at: row.created_at,
        pictures,
    }
}

/// The keys of a gallery's pictures in their order.
pub(super) async fn keys(source: &impl Source, id: GalleryId) -> Result<Vec<PictureKey>, DbError> {
    let rows: Vec<KeyRow> =
        sql("SELECT picture_key FROM gallery_pictures WHERE gallery_id = $1 ORDER BY no").arg(id).all(source).await?;
    Ok(rows.into_iter().map(|row| row.picture_key).collect())
}

/// Makes the gallery of an event unless there is one; says whether it did.
pub(super) async fn insert_if_none(
    tx: &mut Tx,
    id: GalleryId,
    club: ClubId,
    event: EventId,
    caption: &Caption,
    by: UserId,
    now: Time,
) -> Result<bool, DbError> {
    let rows = sql(
        "INSERT INTO galleries (id, club_id, event_id, title, description, pictures, next_no, created_by, created_at)
         VALUES ($1, $2, $3, $4, $5, 0, 0, $6, $7) ON CONFLICT (event_id) DO NOTHING",
    )
    .arg(id)
    .arg(club)
    .arg(event)
    .arg(caption.title.as_str())
    .arg(caption.description.as_str())
    .arg(by)
    .arg(now)
    .run(tx)
    .await?;
    Ok(rows == 1)
}

/// Holds the gallery of an event until the transaction ends.
pub(super) async fn lock_of_event(tx: &mut Tx, event: EventId) -> Result<Option<LockedGallery>, DbError> {
    sql("UPDATE galleries SET pictures = pictures WHERE event_id = $1 RETURNING id, pictures, next_no")
        .arg(event)
        .one(&*tx)
        .await
}

/// Adds a picture at the end unless the gallery has it; says whether it did. The caller holds the gallery.
pub(super) async fn add_unless_there(tx: &mut Tx, id: GalleryId, no: i32, key: &PictureKey) -> Result<bool, DbError> {
    let rows = sql("INSERT INTO gallery_pictures (gallery_id, no, picture_key) VALUES ($1, $2, $3)
         ON CONFLICT (gallery_id, picture_key) DO NOTHING")
    .arg(id)
    .arg(no)
    .arg(key.clone())
    .run(tx)
    .await?;
    Ok(rows == 1)
}

/// Counts pictures that were added.
pub(super) async fn count_added(tx: &mut Tx, id: GalleryId, added: i32) -> Result<(), DbError> {
    sql("UPDATE galleries SET pictures = pictures + $2, next_no = next_no + $2 WHERE id = $1")
        .arg(id)
        .arg(added)
        .run(tx)
        .await?;
    Ok(())
}

/// Removes a picture. The caller holds the gallery.
pub(super) async fn remove(tx: &mut Tx, id: GalleryId, key: &PictureKey) -> Result<bool, DbError> {
    let rows = sql("DELETE FROM gallery_pictures WHERE gallery_id = $1 AND picture_key = $2")
        .arg(id)
        .arg(key.clone())
        .run(tx)
        .await?;
    sql("UPDATE galleries SET pictures = pictures - $2 WHERE id = $1").arg(id).arg(rows as i32).run(tx).await?;
    Ok(rows == 1)
}

/// Another title and description.
pub(super) async fn set_caption(tx: &mut Tx, id: GalleryId, caption: &Caption) -> Result<bool, DbError> {
    let rows = sql("UPDATE galleries SET title = $2, description = $3 WHERE id = $1")
        .arg(id)
        .arg(caption.title.as_str())
        .arg(caption.description.as_str())
        .run(tx)
        .await?;
    Ok(rows == 1)
}

/// Deletes a gallery and returns what it showed. The caller holds it.
pub(super) async fn delete(tx: &mut Tx, id: GalleryId) -> Result<Vec<PictureKey>, DbError> {
    let shown = keys(&*tx, id).await?;
    sql("DELETE FROM gallery_pictures WHERE gallery_id = $1").arg(id).run(tx).await?;
    sql("DELETE FROM galleries WHERE id = $1").arg(id).run(tx).await?;
    Ok(shown)
}

/// The galleries somebody made, oldest first.
pub(super) async fn made_by(source: &impl Source, user: UserId) -> Result<Vec<MadeRow>, DbError> {
    sql("SELECT id, title, created_at FROM galleries WHERE created_by = $1 ORDER BY created_at, id")
        .arg(user)
        .all(source)
        .await
}
