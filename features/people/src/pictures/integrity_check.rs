//! Integrity check of pictures: whether the bytes of every picture that is shown are in the store, and are what was put
//! there.

use std::collections::HashMap;

use futures::TryStreamExt;
use quad_blobs::{Store, StoreError};
use quad_db::Db;

use quad_kernel::error::Result;

use super::media::Media;
use super::model::Picture;
use super::store;

/// What is wrong with pictures that somebody shows, the first few: variants that the store does not have, and pictures whose bytes are
/// others than were put there. The store is listed once, with sizes; to be thorough each is read
/// and compared with its digest. What seems wrong is looked at again: it may have been uploaded or let go meanwhile.
pub async fn wrong_bytes(db: &Db, media: &Media, thorough: bool, most: usize) -> Result<Vec<String>> {
    let used = store::used_with_sizes(db).await?;
    // Where nothing is shown nothing can be wrong: a folder that cannot be written need not have one for pictures.
    if used.is_empty() {
        return Ok(Vec::new());
    }
    let bytes = media.opened().await?;
    let listed = bytes.list().map_ok(|stored| (stored.name, stored.size)).try_collect().await;
    let there: HashMap<String, u64> = listed.map_err(|error: StoreError| anyhow::Error::new(error))?;
    let mut wrong = Vec::new();
    for (picture, size) in used {
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
    wrong: Vec<String>,
}

async fn look(bytes: &Store, picture: &Picture) -> Result<Found> {
    let mut found = Found { missing: Vec::new(), size: 0, wrong: Vec::new() };
    for variant in picture.variants() {
        match bytes.get(&variant.name).await.map_err(anyhow::Error::new)? {
            None => found.missing.push(variant.name),
            Some(read) => {
                found.size += read.len() as u64;
                if !variant.is(&read) {
                    found.wrong.push(variant.name);
                }
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
        self.wrong.iter().map(|name| format!("{name} is not the picture that was put there")).collect()
    }
}
