//! Whether the bytes of what is shown are where they should be, and are what was put there.

use std::collections::HashMap;

use futures::TryStreamExt;
use quad_blobs::{Store, StoreError};
use quad_db::Db;

use crate::kernel::fail::Outcome;

use super::media::Media;
use super::model::Picture;
use super::store;
use super::taking::key_of;

/// What is wrong with pictures that somebody shows, the first few: variants that the store does not have, and pictures whose bytes are
/// others than were put there. The store is listed once, with sizes; to be thorough the largest variant of each is read, because its
/// hash is the picture's name. What seems wrong is looked at again: it may have been uploaded or let go meanwhile.
pub async fn wrong_bytes(db: &Db, media: &Media, thorough: bool, most: usize) -> Outcome<Vec<String>> {
    let bytes = media.store().await?;
    let listed = bytes.list().map_ok(|stored| (stored.name, stored.size)).try_collect().await;
    let there: HashMap<String, u64> = listed.map_err(|error: StoreError| anyhow::Error::new(error))?;
    let mut wrong = Vec::new();
    for (picture, size) in store::used_with_sizes(db).await? {
        let sizes: Option<u64> = picture.names().map(|name| there.get(&name)).sum();
        if sizes == Some(size) && !thorough {
            continue;
        }
        let found = look(bytes, &picture).await?;
        // The size as it is now: another upload of the same may have written it anew.
        if let Some(size) = store::size_if_used(db, &picture.key).await? {
            wrong.extend(found.wrong(&picture, size));
        }
        if wrong.len() >= most {
            wrong.truncate(most);
            break;
        }
    }
    Ok(wrong)
}

/// What the store has of a picture.
struct Found {
    missing: Vec<String>,
    size: u64,
    is_itself: bool,
}

async fn look(bytes: &Store, picture: &Picture) -> Outcome<Found> {
    let mut found = Found { missing: Vec::new(), size: 0, is_itself: true };
    for name in picture.names() {
        match bytes.get(&name).await.map_err(anyhow::Error::new)? {
            None => found.missing.push(name),
            Some(variant) => {
                found.size += variant.len() as u64;
                // The last one is the largest.
                found.is_itself = key_of(&variant) == picture.key;
            }
        }
    }
    Ok(found)
}

impl Found {
    fn wrong(self, picture: &Picture, size: u64) -> Vec<String> {
        if !self.missing.is_empty() {
            return self.missing.into_iter().map(|name| format!("{name} is missing")).collect();
        }
        if self.size != size {
            return vec![format!("{} has {} bytes instead of {size}", picture.key, self.size)];
        }
        if !self.is_itself {
            return vec![format!("{} is not the picture that was put there", picture.key)];
        }
        Vec::new()
    }
}
