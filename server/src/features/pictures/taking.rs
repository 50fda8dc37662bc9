//! Taking a picture: made safe, its row, its bytes. All of it outside of any transaction of the caller's.
//!
//! The row comes first and says that somebody is about to use it, so that nobody deletes the bytes that are being put. A
//! process that dies in between leaves a row without uses, which is swept after a day together with whatever bytes there are.

use std::time::Duration;

use quad_blobs::{NotPrepared, Prepared};
use sha2::{Digest, Sha256};

use crate::app::App;
use crate::edge::files::{Files, Upload};
use crate::kernel::fail::{Fail, Outcome, Refusal};
use crate::kernel::ids::PictureKey;

use super::model::{Picture, name};
use super::{media, store, words};

/// Somebody else may be deleting the same picture at this very moment: that long it is waited for.
const WAITS: u32 = 40;
const WAIT: Duration = Duration::from_millis(100);

/// The one file of a form that takes one.
pub fn only<const MOST: usize>(form: Files<MOST>) -> Outcome<Upload> {
    let several = !form.beyond.is_empty();
    let mut files = form.files.into_iter();
    match (files.next(), files.next()) {
        (Some(file), None) if !several => Ok(file),
        (None, _) => Err(Refusal::invalid("image", words::NO_FILE).into()),
        _ => Err(Refusal::invalid("image", words::ONE_FILE).into()),
    }
}

/// Takes an uploaded file: answers the picture, which is kept for a day and longer only where it is held. A refusal names
/// the file.
pub async fn take(app: &App, file: Upload) -> Outcome<Picture> {
    let named = file.name.clone();
    if file.too_large {
        return Err(words::not_taken(&named, words::TOO_LARGE).into());
    }
    let prepared = app.pictures.workers.prepare(file.file).await.map_err(|why| match why {
        NotPrepared::Unfit(why) => words::not_taken(&named, &why.to_string()).into(),
        NotPrepared::Busy => words::BUSY.into(),
        NotPrepared::Broken(cause) => Fail::Broken(cause.into()),
    })?;
    keep(app, prepared).await
}

/// Takes a picture that was made by code: the demo campus.
pub async fn store_for_demo(app: &App, bytes: Vec<u8>) -> Outcome<Picture> {
    let prepared = tokio::task::spawn_blocking(move || quad_blobs::picture::prepare(&bytes)).await;
    let prepared = prepared.map_err(anyhow::Error::from)?.map_err(anyhow::Error::from)?;
    keep(app, prepared).await
}

async fn keep(app: &App, prepared: Prepared) -> Outcome<Picture> {
    let bytes: usize = prepared.variants.iter().map(|variant| variant.bytes.len()).sum();
    let picture = Picture {
        key: key_of(prepared.largest()),
        width: prepared.width,
        height: prepared.height,
        widths: prepared.variants.iter().map(|variant| variant.width).collect(),
    };
    announce(app, &picture, bytes as i64).await?;
    let store = app.pictures.store().await?;
    for variant in prepared.variants {
        store.put(&name(&picture.key, variant.width), variant.bytes).await.map_err(|error| media::away(&error))?;
    }
    Ok(picture)
}

/// Writes the row that keeps the bytes.
async fn announce(app: &App, picture: &Picture, bytes: i64) -> Outcome<()> {
    for _ in 0..WAITS {
        let mut tx = app.db.begin().await?;
        let written = store::insert_or_touch_unless_going(&mut tx, picture, bytes, app.clock.now()).await?;
        tx.commit().await?;
        if written {
            return Ok(());
        }
        tokio::time::sleep(WAIT).await;
    }
    Err(words::BUSY.into())
}

/// The name of a picture: a hash of its largest variant.
pub(super) fn key_of(bytes: &[u8]) -> PictureKey {
    let mut half = [0; 16];
    half.copy_from_slice(&Sha256::digest(bytes)[..16]);
    PictureKey::of(half)
}
