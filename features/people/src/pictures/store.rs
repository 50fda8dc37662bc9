//! Picture store: all SQL on `pictures`.

use std::collections::HashMap;

use quad_db::FromRow;
use quad_db::{DbError, Source, Tx, places, sql};

use quad_kernel::clock::Time;
use quad_kernel::ids::PictureKey;
use uuid::Uuid;

use super::model::{BACKUP, FOUND, LEASE, Ownership, Picture, digests_text, parse_digests, parse_widths, widths_text};

/// Keys per statement, well below both engines' limits of parameters.
const CHUNK: usize = 500;

#[derive(FromRow)]
struct Row {
    key: PictureKey,
    width: i32,
    height: i32,
    widths: String,
    digests: String,
}

impl From<Row> for Picture {
    fn from(row: Row) -> Self {
        Self {
            key: row.key,
            width: row.width.unsigned_abs(),
            height: row.height.unsigned_abs(),
            widths: parse_widths(&row.widths),
            digests: parse_digests(&row.digests),
        }
    }
}

#[derive(FromRow)]
struct KeptRow {
    pictures: i64,
    bytes: i64,
}

/// How many pictures are kept, and how many bytes they take.
pub async fn stored_totals(source: &impl Source) -> Result<(i64, i64), DbError> {
    let row: Option<KeptRow> =
        sql("SELECT COUNT(*) AS pictures, CAST(COALESCE(SUM(bytes), 0) AS BIGINT) AS bytes FROM pictures")
            .one(source)
            .await?;
    Ok(row.map_or((0, 0), |row| (row.pictures, row.bytes)))
}

#[derive(FromRow)]
struct KeyRow {
    key: PictureKey,
}

/// Writes the row of an upload, or counts one more upload of a picture that is there; one that was only found is known
/// from now on. False while its bytes are being deleted. `sizes` are the bytes of its variants.
pub(super) async fn insert_or_touch_unless_going(
    tx: &mut Tx,
    picture: &Picture,
    sizes: &[i64],
    ownership: Ownership,
    now: Time,
) -> Result<bool, DbError> {
    let owner = match ownership {
        Ownership::Shared => None,
        Ownership::Private(owner) => Some(owner),
    };
    let rows = sql(
        "INSERT INTO pictures (key, width, height, widths, bytes, uses, pending, created_at, touched_at, digests, owner_id, small_bytes)
         VALUES ($1, $2, $3, $4, $5, 0, 1, $6, $6, $7, $8, $9)
         ON CONFLICT (key) DO UPDATE SET touched_at = excluded.touched_at, pending = pictures.pending + 1,
             width = excluded.width, height = excluded.height, widths = excluded.widths, bytes = excluded.bytes,
             digests = excluded.digests, found_at = NULL
         WHERE pictures.going_at IS NULL",
    )
    .arg(picture.key.clone())
    .arg(picture.width as i32)
    .arg(picture.height as i32)
    .arg(widths_text(&picture.widths))
    .arg(sizes.iter().sum::<i64>())
    .arg(now)
    .arg(digests_text(&picture.digests))
    .arg(owner)
    .arg(sizes.first().copied().filter(|_| owner.is_some()))
    .run(tx)
    .await?;
    Ok(rows == 1)
}

/// Writes a row for bytes that have none, unless they have one by now; says whether it did.
pub(super) async fn insert_found(tx: &mut Tx, key: &PictureKey, widths: &[u32], now: Time) -> Result<bool, DbError> {
    let rows = sql("INSERT INTO pictures
             (key, width, height, widths, bytes, uses, pending, created_at, touched_at, found_at)
         VALUES ($1, $2, 0, $3, 0, 0, 0, $4, $4, $4) ON CONFLICT (key) DO NOTHING")
    .arg(key.clone())
    .arg(widths.iter().max().copied().unwrap_or_default() as i32)
    .arg(widths_text(widths))
    .arg(now)
    .run(tx)
    .await?;
    Ok(rows == 1)
}

/// One more use; false when there is no such picture, it is going or was only found.
pub(super) async fn raise_uses_unless_going(tx: &mut Tx, key: &PictureKey) -> Result<bool, DbError> {
    let rows = sql("UPDATE pictures SET uses = uses + 1, pending = CASE WHEN pending > 0 THEN pending - 1 ELSE 0 END
         WHERE key = $1 AND going_at IS NULL AND found_at IS NULL")
    .arg(key.clone())
    .run(tx)
    .await?;
    Ok(rows == 1)
}

/// One use less; how many are left.
pub(super) async fn lower_uses(tx: &mut Tx, key: &PictureKey) -> Result<Option<i32>, DbError> {
    sql("UPDATE pictures SET uses = uses - 1 WHERE key = $1 AND uses > 0 RETURNING uses AS value")
        .arg(key.clone())
        .value(tx)
        .await
}

/// Takes a picture to delete it, when nothing shows it and no upload of it is under way (began after the moment given).
/// Nothing is taken while a backup is being made. From then on it is the taker's alone: nobody else takes it for [`LEASE`], and nobody shows it any more.
pub(super) async fn take_if_unused(
    tx: &mut Tx,
    key: &PictureKey,
    begun_before: Time,
    now: Time,
) -> Result<Option<Picture>, DbError> {
    let row: Option<Row> = sql("UPDATE pictures SET going_at = $5
         WHERE key = $1 AND uses = 0
             AND ((going_at IS NULL AND (pending = 0 OR touched_at < $2) AND (found_at IS NULL OR found_at < $3))
                 OR going_at < $4)
             AND NOT EXISTS (SELECT 1 FROM marks WHERE name = 'backup' AND made_at > $6)
         RETURNING key, width, height, widths, digests")
    .arg(key.clone())
    .arg(begun_before)
    .arg(now.minus(FOUND))
    .arg(now.minus(LEASE))
    .arg(now)
    .arg(now.minus(BACKUP))
    .one(&*tx)
    .await?;
    Ok(row.map(Picture::from))
}

/// Notes that a backup is being made; false when another one was a moment ago.
pub(super) async fn take_backup_lease(tx: &mut Tx, now: Time) -> Result<bool, DbError> {
    let rows = sql("INSERT INTO marks (name, made_at) VALUES ('backup', $1)
         ON CONFLICT (name) DO UPDATE SET made_at = excluded.made_at WHERE marks.made_at <= $2")
    .arg(now)
    .arg(now.minus(BACKUP))
    .run(tx)
    .await?;
    Ok(rows == 1)
}

/// Notes that it still is.
pub(super) async fn renew_backup_lease(tx: &mut Tx, now: Time) -> Result<(), DbError> {
    sql("UPDATE marks SET made_at = $1 WHERE name = 'backup'").arg(now).run(tx).await?;
    Ok(())
}

/// Notes that none is.
pub(super) async fn end_backup_lease(tx: &mut Tx) -> Result<(), DbError> {
    sql("DELETE FROM marks WHERE name = 'backup'").run(tx).await?;
    Ok(())
}

/// Whether somebody has taken a picture to delete it.
pub(super) async fn is_going(source: &impl Source, key: &PictureKey) -> Result<bool, DbError> {
    let found: Option<i32> = sql("SELECT 1 AS value FROM pictures WHERE key = $1 AND going_at IS NOT NULL")
        .arg(key.clone())
        .value(source)
        .await?;
    Ok(found.is_some())
}

/// The end of a picture whose bytes are deleted, for whoever took it then.
pub(super) async fn delete_taken(tx: &mut Tx, key: &PictureKey, taken_at: Time) -> Result<(), DbError> {
    sql("DELETE FROM pictures WHERE key = $1 AND going_at = $2 AND uses = 0")
        .arg(key.clone())
        .arg(taken_at)
        .run(tx)
        .await?;
    Ok(())
}

/// Keys in order, of pictures nobody shows since before a moment, of those found long ago, and of those somebody took and
/// did not delete.
pub(super) async fn unused(
    source: &impl Source,
    before: Time,
    now: Time,
    after: &str,
    limit: i64,
) -> Result<Vec<PictureKey>, DbError> {
    let rows: Vec<KeyRow> = sql("SELECT key FROM pictures
         WHERE uses = 0 AND key > $4
             AND ((going_at IS NULL AND touched_at < $1 AND (found_at IS NULL OR found_at < $2)) OR going_at < $3)
         ORDER BY key LIMIT $5")
    .arg(before)
    .arg(now.minus(FOUND))
    .arg(now.minus(LEASE))
    .arg(after)
    .arg(limit)
    .all(source)
    .await?;
    Ok(rows.into_iter().map(|row| row.key).collect())
}

/// Everything that somebody shows, by key.
pub(super) async fn used(source: &impl Source) -> Result<Vec<Picture>, DbError> {
    let rows: Vec<Row> =
        sql("SELECT key, width, height, widths, digests FROM pictures WHERE uses > 0 ORDER BY key").all(source).await?;
    Ok(rows.into_iter().map(Picture::from).collect())
}

/// Everything that is shown, with the bytes that all variants have together.
pub(super) async fn used_with_sizes(source: &impl Source) -> Result<Vec<(Picture, u64)>, DbError> {
    #[derive(FromRow)]
    struct Sized {
        key: PictureKey,
        bytes: i64,
    }
    let sizes: Vec<Sized> = sql("SELECT key, bytes FROM pictures WHERE uses > 0").all(source).await?;
    let sizes: HashMap<PictureKey, u64> = sizes.into_iter().map(|row| (row.key, row.bytes as u64)).collect();
    let sized = |picture: Picture| sizes.get(&picture.key).map(|size| (picture.clone(), *size));
    Ok(used(source).await?.into_iter().filter_map(sized).collect())
}

/// The pictures somebody shows that were uploaded last.
pub(super) async fn newest_used(source: &impl Source, limit: i64) -> Result<Vec<Picture>, DbError> {
    let rows: Vec<Row> = sql("SELECT key, width, height, widths, digests FROM pictures WHERE uses > 0
         ORDER BY touched_at DESC, key LIMIT $1")
    .arg(limit)
    .all(source)
    .await?;
    Ok(rows.into_iter().map(Picture::from).collect())
}

/// Whether somebody shows a picture at all.
pub(super) async fn is_any_used(source: &impl Source) -> Result<bool, DbError> {
    let found: Option<i32> = sql("SELECT 1 AS value FROM pictures WHERE uses > 0 LIMIT 1").value(source).await?;
    Ok(found.is_some())
}

/// The bytes of a picture, if somebody shows it.
pub(super) async fn size_if_used(source: &impl Source, key: &PictureKey) -> Result<Option<u64>, DbError> {
    let found: Option<i64> =
        sql("SELECT bytes AS value FROM pictures WHERE key = $1 AND uses > 0").arg(key.clone()).value(source).await?;
    Ok(found.map(|bytes| bytes as u64))
}

/// A picture that may be shown to everybody.
pub async fn find(source: &impl Source, key: &PictureKey) -> Result<Option<Picture>, DbError> {
    let row: Option<Row> =
        sql("SELECT key, width, height, widths, digests FROM pictures WHERE key = $1 AND owner_id IS NULL")
            .arg(key.clone())
            .one(source)
            .await?;
    Ok(row.map(Picture::from))
}

#[derive(FromRow)]
struct ApartRow {
    key: PictureKey,
    width: i32,
    height: i32,
    widths: String,
    digests: String,
    small_bytes: i64,
}

/// A picture that one object alone shows, and the bytes of its smallest variant.
pub async fn find_private(
    source: &impl Source,
    owner: Uuid,
    key: &PictureKey,
) -> Result<Option<(Picture, i64)>, DbError> {
    let row: Option<ApartRow> =
        sql("SELECT key, width, height, widths, digests, small_bytes FROM pictures WHERE key = $1 AND owner_id = $2")
            .arg(key.clone())
            .arg(owner)
            .one(source)
            .await?;
    Ok(row.map(|row| {
        let ApartRow { key, width, height, widths, digests, small_bytes } = row;
        (Row { key, width, height, widths, digests }.into(), small_bytes)
    }))
}

/// How many pictures are kept for one object alone, those that it does not show yet among them.
pub async fn count_private(source: &impl Source, owner: Uuid) -> Result<i64, DbError> {
    let many = sql("SELECT COUNT(*) AS value FROM pictures WHERE owner_id = $1").arg(owner).value(source).await?;
    Ok(many.unwrap_or_default())
}

/// Pictures by their keys; unknown ones are left out.
pub async fn read_many(source: &impl Source, keys: &[PictureKey]) -> Result<HashMap<PictureKey, Picture>, DbError> {
    let mut pictures = HashMap::with_capacity(keys.len());
    for chunk in keys.chunks(CHUNK) {
        let mut statement = sql(format!(
            "SELECT key, width, height, widths, digests FROM pictures WHERE key IN ({})",
            places(1..=chunk.len())
        ));
        for key in chunk {
            statement = statement.arg(key.clone());
        }
        let rows: Vec<Row> = statement.all(source).await?;
        pictures.extend(rows.into_iter().map(Picture::from).map(|picture| (picture.key.clone(), picture)));
    }
    Ok(pictures)
}
