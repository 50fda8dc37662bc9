//! Media: the blob store of pictures and the worker pool that converts them, this feature's part of `PeopleState`.
//!
//! The store is opened when it is first used, so that an application that never sees a picture makes no folder for them;
//! `quad serve` asks for it at start-up, so that a wrong setting is told at once. A store that is away costs the pictures and
//! nothing else.

use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use axum::body::Bytes;
use moka::future::Cache;
use quad_blobs::{Place, S3, Store, StoreError, Workers};
use tokio::sync::OnceCell;
use uuid::Uuid;

use quad_kernel::error::{Error, Result};
use quad_kernel::ids::PictureKey;
use quad_services::config::Settings;

use super::messages;
use super::verify_bytes::StoredVariant;

/// How many pictures may wait for each that is worked on.
const QUEUE: usize = 50;
/// Bytes of pictures apart that are kept in memory, and for how long after they were read.
const APART_BYTES: u64 = 64 * 1024 * 1024;
const APART_AGE: Duration = Duration::from_mins(10);
/// How long the start waits for the store's answer.
const START: Duration = Duration::from_secs(5);
const AWAY: &str =
    "media_url: the store of pictures does not answer. Until it does, pictures are neither shown nor taken";

/// What the store did not keep.
pub(super) const UNKEPT: &str = "the store of media_url says that it keeps a picture and does not: what was just put there is \
    missing or is something else";
/// Why an empty store is not believed.
pub(super) fn hollow(store: &Store) -> &'static str {
    if store.is_bucket() {
        "nothing is below the prefix of media_url in its bucket, though pictures are shown: is it the bucket and the prefix of before? \
         If they are lost for good, put any object there"
    } else {
        "its folder is empty, though pictures are shown: is its disk mounted? If they are lost for good, make any file in the folder"
    }
}

/// Where pictures are made and kept.
#[derive(Debug)]
pub struct Media {
    place: Place,
    s3: S3,
    store: OnceCell<Store>,
    pub(super) workers: Workers,
    /// Variants of pictures apart, which a whole hall asks for in the same minute: by owner, key and width. They never change.
    apart: Cache<(Uuid, PictureKey, u32), Bytes>,
}

impl Media {
    /// As the settings say.
    pub fn new(settings: &Settings) -> Self {
        let place = settings.media_place().unwrap_or(Place::Folder(settings.data_dir.join("media")));
        Self {
            place,
            s3: settings.media_s3(),
            store: OnceCell::new(),
            workers: Workers::new(settings.picture_workers, settings.picture_workers.saturating_mul(QUEUE)),
            apart: Cache::builder()
                .max_capacity(APART_BYTES)
                .weigher(|_, bytes: &Bytes| u32::try_from(bytes.len()).unwrap_or(u32::MAX))
                .time_to_live(APART_AGE)
                .build(),
        }
    }

    /// The store, opened; what is wrong with it is for the log, not for people.
    pub(super) async fn store(&self) -> Result<&Store> {
        self.opened().await.map_err(|error| away(&error))
    }

    /// The store, opened; what is wrong with it is for the operator.
    pub(super) async fn opened(&self) -> anyhow::Result<&Store> {
        let open = || async {
            let (place, s3) = (self.place.clone(), self.s3.clone());
            // Opening a folder asks the disk.
            let opened = tokio::task::spawn_blocking(move || Store::open(&place, &s3)).await?;
            opened.context("the store of pictures (media_url) cannot be opened")
        };
        self.store.get_or_try_init(open).await
    }

    /// The folder they are in, unless they are elsewhere.
    pub fn folder(&self) -> Option<&Path> {
        match &self.place {
            Place::Folder(folder) => Some(folder),
            Place::S3 { .. } | Place::Memory => None,
        }
    }

    /// The bytes of a variant that a row says was kept; nothing only where the store is there and does not have it. What
    /// comes back is none of the bytes unless it is what was put.
    pub(super) async fn variant(&self, wanted: &StoredVariant) -> anyhow::Result<StoredBytes> {
        let store = self.opened().await?;
        match store.get(&wanted.name).await? {
            Some(bytes) if wanted.is(&bytes) => Ok(StoredBytes::Whole(bytes)),
            Some(bytes) => Ok(StoredBytes::Wrong { size: bytes.len() }),
            None if store.is_hollow().await? => anyhow::bail!(hollow(store)),
            None => Ok(StoredBytes::Missing),
        }
    }

    /// A variant of a picture apart: as it is kept in memory, or as `read` reads it; once, however many ask meanwhile.
    pub(super) async fn private_variant<F: Future<Output = Result<Bytes>> + Send>(
        &self,
        (owner, key, width): (Uuid, &PictureKey, u32),
        read: F,
    ) -> Result<Bytes> {
        self.apart.try_get_with((owner, key.clone(), width), read).await.map_err(|failed| failed.shared())
    }

    /// Keeps, reads and lets go of something under a name that no picture has.
    pub async fn probe(&self, name: &str) -> anyhow::Result<()> {
        Ok(Store::open(&self.place, &self.s3)?.probe(name).await?)
    }

    /// Opens the store and asks it something, for the operator. A setting that cannot work is an error; a store that is away
    /// may come back, so it is only said.
    pub async fn check(&self) -> Result<(), StoreError> {
        // Opened apart: what is kept speaks to people who wait for a picture.
        let asked = async { Store::open(&self.place, &self.s3)?.check().await };
        match tokio::time::timeout(START, asked).await {
            Ok(Ok(())) => {}
            Ok(Err(error @ StoreError::Setting(_))) => return Err(error),
            Ok(Err(error)) => tracing::warn!(?error, "{AWAY}"),
            Err(_) => tracing::warn!("{AWAY}"),
        }
        Ok(())
    }
}

/// What a store has where a variant should be.
#[derive(Debug)]
pub(super) enum StoredBytes {
    Whole(Bytes),
    /// Something else, such as a page of a proxy, or half of it.
    Wrong {
        size: usize,
    },
    Missing,
}

/// A store that does not answer is a "try again", and the log says why.
pub(super) fn away(cause: &dyn std::fmt::Debug) -> Error {
    tracing::warn!(?cause, "the store of pictures does not answer");
    messages::STORE_AWAY.into()
}
