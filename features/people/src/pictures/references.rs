//! Reference counting of pictures: counts who shows a picture, in the transaction of whoever shows it.

use std::collections::BTreeMap;

use quad_db::{DbError, Tx};

use quad_kernel::clock::Time;
use quad_kernel::error::Result;
use quad_kernel::ids::PictureKey;
use quad_services::background::enqueue;

use super::jobs::Drop;
use super::{messages, store};

/// One more row shows the picture. Refused when it is gone or just going.
pub async fn add_reference(tx: &mut Tx, key: &PictureKey) -> Result<()> {
    if store::raise_uses_unless_going(tx, key).await? { Ok(()) } else { Err(messages::GONE.into()) }
}

/// A row shows another picture, or none, or shows one now. Both counts change in the order of keys, so that two people who
/// swap their pictures cannot wait for each other.
pub async fn swap(tx: &mut Tx, now: Time, before: Option<&PictureKey>, after: Option<&PictureKey>) -> Result<()> {
    // The same once more: held before it is released, so that it does not go in between.
    let new_first = after <= before;
    if let Some(after) = after.filter(|_| new_first) {
        add_reference(tx, after).await?;
    }
    if let Some(before) = before {
        release(tx, now, before).await?;
    }
    if let Some(after) = after.filter(|_| !new_first) {
        add_reference(tx, after).await?;
    }
    Ok(())
}

/// Rows show pictures otherwise: so many more of each, or fewer. In the order of keys, as a map has them.
pub async fn change(tx: &mut Tx, now: Time, uses: &BTreeMap<PictureKey, i32>) -> Result<()> {
    for (key, more) in uses {
        for _ in 0..*more {
            add_reference(tx, key).await?;
        }
        for _ in *more..0 {
            release(tx, now, key).await?;
        }
    }
    Ok(())
}

/// One row less shows it. With the last one a job deletes it.
pub async fn release(tx: &mut Tx, now: Time, key: &PictureKey) -> Result<(), DbError> {
    if store::lower_uses(tx, key).await? == Some(0) {
        enqueue(tx, now, &Drop::new(key)).await?;
    }
    Ok(())
}
