//! Ingest of a picture: makes what somebody sent safe, writes its row and puts its bytes into the store. None of it
//! runs in a transaction of the caller.
//!
//! The row comes first and says that somebody is about to use it, so that nobody deletes the bytes that are being put. A
//! process that dies in between leaves a row without uses, which is swept after a day together with whatever bytes there are.

use std::time::Duration;

use quad_blobs::picture::{FEW_WIDTHS, WIDTHS};
use quad_blobs::{NotPrepared, Prepared};

use crate::PeopleState;
use quad_http::uploads::{Files, Upload};
use quad_kernel::error::{Error, Rejection, Result};
use quad_kernel::ids::PictureKey;
use quad_kernel::retry::retried;
use uuid::Uuid;

use super::media::UNKEPT;
use super::model::{Ownership, Picture, key_of, name};
use super::{media, messages, store};

/// Somebody else may be deleting the same picture at this very moment: that long it is waited for.
const WAITS: u32 = 40;
const WAIT: Duration = Duration::from_millis(100);

/// How many times as wide as high a picture of one object may be, and as high as wide.
const MOST_TIMES: u32 = 20;

/// The one file of a form that takes one.
pub fn single_file<const MOST: usize>(form: Files<MOST>) -> Result<Upload> {
    let several = !form.beyond.is_empty();
    let mut files = form.files.into_iter();
    match (files.next(), files.next()) {
        (Some(file), None) if !several => Ok(file),
        (None, _) => Err(Rejection::invalid("image", messages::NO_FILE).into()),
        _ => Err(Rejection::invalid("image", messages::ONE_FILE).into()),
    }
}

/// Takes an uploaded file: returns the picture, which is kept for a day and longer only where it is held. A refusal names
/// the file.
pub async fn ingest(app: &PeopleState, file: Upload) -> Result<Picture> {
    let prepared = prepare(app, file, &WIDTHS).await?;
    keep(app, prepared, Ownership::Shared).await
}

/// Takes an uploaded file for one object alone, which shows it to whom it likes: its key is chance, so that whoever has the very picture
/// does not find it, and nobody gets it by the public address.
pub async fn ingest_private(app: &PeopleState, file: Upload, owner: Uuid) -> Result<Picture> {
    let named = file.name.clone();
    let prepared = prepare(app, file, &FEW_WIDTHS).await?;
    if is_a_line(prepared.width, prepared.height) {
        return Err(messages::not_taken(&named, messages::A_LINE).into());
    }
    keep(app, prepared, Ownership::Private(owner)).await
}

/// Whether nobody sees anything of it: in a frame it would be a line.
const fn is_a_line(width: u32, height: u32) -> bool {
    width > height.saturating_mul(MOST_TIMES) || height > width.saturating_mul(MOST_TIMES)
}

async fn prepare(app: &PeopleState, file: Upload, widths: &'static [u32]) -> Result<Prepared> {
    let named = file.name;
    if file.too_large {
        return Err(messages::not_taken(&named, messages::TOO_LARGE).into());
    }
    app.pictures.workers.prepare_in(file.file, widths).await.map_err(|why| match why {
        NotPrepared::Unfit(why) => messages::not_taken(&named, &why.to_string()).into(),
        NotPrepared::Busy => messages::BUSY.into(),
        NotPrepared::Broken(cause) => Error::Internal(cause.into()),
    })
}

/// Takes a picture that was made by code: the demo campus.
pub async fn store_for_demo(app: &PeopleState, bytes: Vec<u8>) -> Result<Picture> {
    let prepared = tokio::task::spawn_blocking(move || quad_blobs::picture::prepare(&bytes)).await;
    let prepared = prepared.map_err(anyhow::Error::from)?.map_err(anyhow::Error::from)?;
    keep(app, prepared, Ownership::Shared).await
}

/// The same for one object alone, as [`ingest_private`] does it.
pub async fn store_private_for_demo(app: &PeopleState, bytes: Vec<u8>, owner: Uuid) -> Result<Picture> {
    let prepared = tokio::task::spawn_blocking(move || quad_blobs::picture::prepare_in(&bytes, &FEW_WIDTHS)).await;
    let prepared = prepared.map_err(anyhow::Error::from)?.map_err(anyhow::Error::from)?;
    keep(app, prepared, Ownership::Private(owner)).await
}

async fn keep(app: &PeopleState, prepared: Prepared, ownership: Ownership) -> Result<Picture> {
    let key = match ownership {
        Ownership::Shared => key_of(prepared.largest()),
        Ownership::Private(_) => PictureKey::of(app.random.bytes()),
    };
    let sizes = prepared.variants.iter().map(|variant| variant.bytes.len() as i64).collect::<Vec<_>>();
    let picture = Picture {
        key,
        width: prepared.width,
        height: prepared.height,
        widths: prepared.variants.iter().map(|variant| variant.width).collect(),
        digests: prepared.variants.iter().map(|variant| key_of(&variant.bytes)).collect(),
    };
    let store = app.pictures.store().await?;
    // What is put where a disk should be mounted is hidden when the disk comes back, and what is put below a mistyped prefix when
    // it is put right.
    if store.may_be_hollow().await.map_err(|error| media::away(&error))? && store::is_any_used(&app.db).await? {
        return Err(media::away(&media::hollow(store)));
    }
    announce(app, &picture, &sizes, ownership).await?;
    for (variant, digest) in prepared.variants.into_iter().zip(&picture.digests) {
        let name = name(&picture.key, variant.width);
        store.put(&name, variant.bytes).await.map_err(|error| media::away(&error))?;
        // A store, or what stands before it, may say yes and keep nothing, a half, or another.
        let kept = store.get(&name).await.map_err(|error| media::away(&error))?;
        if kept.is_none_or(|bytes| key_of(&bytes) != *digest) {
            return Err(media::away(&UNKEPT));
        }
    }
    Ok(picture)
}

/// Writes the row that keeps the bytes.
async fn announce(app: &PeopleState, picture: &Picture, sizes: &[i64], ownership: Ownership) -> Result<()> {
    for _ in 0..WAITS {
        let write = async || {
            let mut tx = app.db.begin().await?;
            let written =
                store::insert_or_touch_unless_going(&mut tx, picture, sizes, ownership, app.clock.now()).await?;
            tx.commit().await?;
            Ok(written)
        };
        if retried(write).await? {
            return Ok(());
        }
        tokio::time::sleep(WAIT).await;
    }
    Err(messages::BUSY.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_be_a_line_is_told_from_a_picture() {
        for (width, height, line) in
            [(1280, 1, true), (1, 16_383, true), (1280, 63, true), (1280, 64, false), (30, 600, false), (1, 1, false)]
        {
            assert_eq!(is_a_line(width, height), line, "{width} × {height}");
        }
        assert!(!is_a_line(u32::MAX, u32::MAX));
    }
}
