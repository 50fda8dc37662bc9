//! Backup of pictures: lists them, reads their bytes, and sees to it that none is deleted while a backup is being made.
//!
//! A picture that the copied database shows may be let go by people before its bytes are copied. So a backup takes a lease
//! in the database, and whoever deletes pictures looks at it in the statement that takes one (`store::take_if_unused`); the hourly sweep
//! deletes what was spared. The lease also keeps backups apart.

use anyhow::Context;
use futures::TryStreamExt;
use quad_db::{Db, DbError, Source};

use quad_kernel::clock::Time;

use super::media::{Media, StoredBytes};
use super::store;
use super::verify_bytes::StoredVariant;

/// Pictures a quick look reads.
const SAMPLE: i64 = 3;
/// For the operator, who is told the cause as well.
const CANNOT_BE_READ: &str = "the store of pictures (media_url) cannot be read";

/// Takes the lease; false while another backup has it.
pub async fn begin_backup(db: &Db, now: Time) -> Result<bool, DbError> {
    let mut tx = db.begin().await?;
    let taken = store::take_backup_lease(&mut tx, now).await?;
    tx.commit().await?;
    Ok(taken)
}

/// Holds it longer.
pub async fn renew_backup(db: &Db, now: Time) -> Result<(), DbError> {
    let mut tx = db.begin().await?;
    store::renew_backup_lease(&mut tx, now).await?;
    tx.commit().await
}

/// Gives it back.
pub async fn end_backup(db: &Db) -> Result<(), DbError> {
    let mut tx = db.begin().await?;
    store::end_backup_lease(&mut tx).await?;
    tx.commit().await
}

/// Everything that is shown.
pub async fn variants_shown(source: &impl Source) -> Result<Vec<StoredVariant>, DbError> {
    let pictures = store::used(source).await?;
    Ok(pictures.iter().flat_map(|picture| picture.variants().collect::<Vec<_>>()).collect())
}

/// What is wrong with the pictures that were uploaded last, for a quick look at the store; nothing where nobody shows any.
pub async fn wrong_in_a_sample(db: &Db, media: &Media) -> anyhow::Result<Option<Vec<String>>> {
    let newest = store::newest_used(db, SAMPLE).await?;
    if newest.is_empty() {
        return Ok(None);
    }
    if media.folder().is_some_and(|folder| !folder.is_dir()) {
        anyhow::bail!("their folder is gone, though pictures are shown: is its disk mounted?");
    }
    let mut wrong = Vec::new();
    for variant in newest.iter().filter_map(|picture| picture.variants().next()) {
        match media.variant(&variant).await? {
            StoredBytes::Whole(_) => {}
            StoredBytes::Missing => wrong.push(format!("{} is missing", variant.name)),
            StoredBytes::Wrong { .. } => wrong.push(format!("{} is not what was put there", variant.name)),
        }
    }
    Ok(Some(wrong))
}

/// What a backup gets of a variant.
#[derive(Debug)]
pub enum Copied {
    /// What was put there.
    Whole(Vec<u8>),
    /// Something else.
    Wrong,
    /// The store is there and does not have it.
    Missing,
}

impl Media {
    /// The bytes of a variant, compared with what was put there.
    ///
    /// # Errors
    /// When the store cannot be read: nobody knows then what it has.
    pub async fn copy(&self, wanted: &StoredVariant) -> anyhow::Result<Copied> {
        Ok(match self.variant(wanted).await.context(CANNOT_BE_READ)? {
            StoredBytes::Whole(bytes) => Copied::Whole(bytes.to_vec()),
            StoredBytes::Wrong { .. } => Copied::Wrong,
            StoredBytes::Missing => Copied::Missing,
        })
    }

    /// The bytes of a name; nothing when the store has none.
    pub async fn read(&self, name: &str) -> anyhow::Result<Option<Vec<u8>>> {
        let found = self.opened().await?.get(name).await.context(CANNOT_BE_READ)?;
        Ok(found.map(|bytes| bytes.to_vec()))
    }

    /// Puts the bytes of a name, for good.
    pub async fn write(&self, name: &str, bytes: Vec<u8>) -> anyhow::Result<()> {
        self.opened().await?.put(name, bytes).await.context("a picture cannot be written to the store of media_url")
    }

    /// Takes names away again, as far as the store answers.
    pub async fn remove(&self, names: Vec<String>) {
        let Ok(store) = self.opened().await else { return };
        for name in names {
            if let Err(error) = store.delete(&name).await {
                tracing::warn!(name, %error, "a picture that was put back could not be taken away again");
            }
        }
    }

    /// All names in the store.
    pub async fn names(&self) -> anyhow::Result<Vec<String>> {
        self.opened().await?.list().map_ok(|stored| stored.name).try_collect().await.context(CANNOT_BE_READ)
    }

    /// Whether there is nothing in the store.
    pub async fn is_empty(&self) -> anyhow::Result<bool> {
        self.opened().await?.is_empty().await.context(CANNOT_BE_READ)
    }
}
