//! Whether the bytes of what is shown are where they should be.

use std::collections::HashSet;

use futures::TryStreamExt;
use quad_blobs::StoreError;
use quad_db::Db;

use crate::kernel::fail::Outcome;

use super::media::Media;
use super::store;

/// Names of variants that somebody shows and the store does not have, the first few. The store is listed once; what is missing
/// then is looked at again, because it may have been uploaded or let go meanwhile.
pub async fn missing_bytes(db: &Db, media: &Media, most: usize) -> Outcome<Vec<String>> {
    let bytes = media.store().await?;
    let there: HashSet<String> = bytes
        .list()
        .map_ok(|stored| stored.name)
        .try_collect()
        .await
        .map_err(|error: StoreError| anyhow::Error::new(error))?;
    let mut missing = Vec::new();
    for picture in store::used(db).await? {
        for name in picture.names().filter(|name| !there.contains(name)) {
            let found = bytes.get(&name).await.map_err(anyhow::Error::new)?.is_some();
            if !found && store::is_used(db, &picture.key).await? {
                missing.push(name);
            }
            if missing.len() == most {
                return Ok(missing);
            }
        }
    }
    Ok(missing)
}
