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
/// and compared with its digest. What seems wrong is looked at again: it may have been uploaded or let go meanwhile. A store that
/// cannot be read is what is wrong, then, in the operator's words; an error is the database's.
pub async fn wrong_bytes(db: &Db, media: &Media, thorough: bool, most: usize) -> Result<Vec<String>> {
    let used = store::used_with_sizes(db).await?;
    // Where nothing is shown nothing can be wrong: a folder that cannot be written need not have one for pictures.
    if used.is_empty() {
        return Ok(Vec::new());
    }
    let (bytes, there) = match listed(media).await {
        Ok(store) => store,
        Err(why) => return Ok(vec![unreadable(&why)]),
    };
    let mut wrong = Vec::new();
    for (picture, size) in used {
        let sizes: Option<u64> = picture.names().map(|name| there.get(&name)).sum();
        if sizes == Some(size) && !thorough {
            continue;
        }
        let found = match look(bytes, &picture).await {
            Ok(found) => found,
            Err(why) => {
                wrong.push(unreadable(&why.into()));
                break;
            }
        };
        // The size as it is now: another upload of the same may have written it anew.
        if let Some(size) = store::size_if_used(db, &picture.key).await? {
            wrong.extend(found.wrong(&picture, size));
        }
        if wrong.len() >= most {
            break;
        }
    }
    wrong.truncate(most);
    Ok(wrong)
}

/// The store, and the size of each variant it has.
async fn listed(media: &Media) -> anyhow::Result<(&Store, HashMap<String, u64>)> {
    let bytes = media.opened().await?;
    let there = bytes.list().map_ok(|stored| (stored.name, stored.size)).try_collect().await?;
    Ok((bytes, there))
}

fn unreadable(why: &anyhow::Error) -> String {
    format!("their store could not be read: {why:#}")
}

/// What the store has of a picture.
struct Found {
    missing: Vec<String>,
    size: u64,
    wrong: Vec<String>,
}

async fn look(bytes: &Store, picture: &Picture) -> Result<Found, StoreError> {
    let mut found = Found { missing: Vec::new(), size: 0, wrong: Vec::new() };
    for variant in picture.variants() {
        match bytes.get(&variant.name).await? {
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
