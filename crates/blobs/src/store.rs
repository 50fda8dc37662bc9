//! Blob store: a place for bytes under names: a folder, an S3-compatible store, or memory for tests.
//!
//! Names are lower-case letters, digits, `-`, `.` and `/`; nothing of a sender's goes into them. Bytes under a name never
//! change, so a second `put` of the same is no harm. Behind it is the object_store library; this is the part of it used.

use std::path::{Path as FilePath, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bytes::Bytes;
use futures::stream::{self, BoxStream, StreamExt, TryStreamExt};
use object_store::aws::AmazonS3Builder;
use object_store::client::{HttpClient, HttpConnector};
use object_store::local::LocalFileSystem;
use object_store::memory::InMemory;
use object_store::path::Path;
use object_store::prefix::PrefixStore;
use object_store::{ClientOptions, ObjectStore, ObjectStoreExt, RetryConfig};
use reqwest::Url;
use thiserror::Error;

/// A store; a cheap handle.
#[derive(Clone, Debug)]
pub struct Store {
    objects: Arc<dyn ObjectStore>,
    kind: Kind,
    /// Something was there when it was looked at last.
    was_filled: Arc<AtomicBool>,
}

/// What has to be there before something can be missing in it.
#[derive(Clone, Debug)]
enum Kind {
    Folder(PathBuf),
    Bucket,
    Memory,
}

/// The beginning of names that are kept for a moment to try the store, and make it no less empty.
pub const PROBE: &str = "probe-";

async fn folder_is_filled(folder: &FilePath) -> std::io::Result<bool> {
    let mut entries = tokio::fs::read_dir(folder).await?;
    while let Some(entry) = entries.next_entry().await? {
        // The system's own, at the root of a file system.
        let name = entry.file_name();
        if name != "lost+found" && !is_probe(&name.to_string_lossy()) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn is_probe(name: &str) -> bool {
    name.starts_with(PROBE)
}

/// Where the bytes are to be, as an operator says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A folder, made when it is missing.
    Folder(PathBuf),
    /// A bucket, and what stands before each name in it (may be empty).
    S3 {
        /// Its name.
        bucket: String,
        /// Without slashes at its ends.
        prefix: String,
    },
    /// This process, until it ends.
    Memory,
}

/// How to reach an S3-compatible store.
#[derive(Clone, Default)]
pub struct S3 {
    /// Base address, for stores that are not Amazon's; empty for Amazon's.
    pub endpoint: String,
    /// Region; `us-east-1` when empty.
    pub region: String,
    /// Key id; empty: whatever the machine is allowed to (an instance's role).
    pub key_id: String,
    /// The secret that belongs to it.
    pub secret: String,
}

/// Something in the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Its name.
    pub name: String,
    /// How many bytes.
    pub size: u64,
    /// When it was put there, in milliseconds since 1970 UTC by the store's clock.
    pub put_at_ms: i64,
}

/// Why the store did not.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The setting cannot be read.
    #[error("{0}")]
    Setting(String),
    /// The store is away or refuses.
    #[error("the store of pictures does not answer as it should")]
    Away(#[source] object_store::Error),
}

impl StoreError {
    fn gone(folder: &FilePath, cause: &std::io::Error) -> Self {
        let source = format!("the folder {} is gone: {cause}", folder.display()).into();
        Self::Away(object_store::Error::Generic { store: "folder", source })
    }

    /// What an S3-compatible store calls its refusal, such as `NoSuchBucket`.
    pub fn refusal(&self) -> Option<String> {
        let Self::Away(error) = self else { return None };
        let said = error.to_string();
        let (code, _) = said.split_once("<Code>")?.1.split_once("</Code>")?;
        Some(code.to_owned())
    }
}

impl From<object_store::Error> for StoreError {
    fn from(error: object_store::Error) -> Self {
        Self::Away(error)
    }
}

impl Place {
    /// Reads `file:FOLDER`, `file:///FOLDER`, `s3://BUCKET/PREFIX` or `memory:`; an empty text is the folder given.
    ///
    /// # Errors
    /// [`StoreError::Setting`] for a text of another form, and for an address without a folder or a bucket.
    pub fn parse(text: &str, default: &FilePath) -> Result<Self, StoreError> {
        let text = text.trim();
        let wrong = |say: &str| Err(StoreError::Setting(say.to_owned()));
        if text.is_empty() {
            return Ok(Self::Folder(default.to_owned()));
        }
        if text == "memory:" {
            return Ok(Self::Memory);
        }
        if let Some(folder) = text.strip_prefix("file:") {
            let folder = folder.strip_prefix("//").unwrap_or(folder);
            return if folder.is_empty() { wrong("names no folder") } else { Ok(Self::Folder(folder.into())) };
        }
        if !text.starts_with("s3://") {
            return wrong("must start with file: or s3://");
        }
        let Ok(url) = Url::parse(text) else { return wrong("cannot be read") };
        if !url.username().is_empty() || url.password().is_some() || url.query().is_some() || url.fragment().is_some() {
            return wrong("is s3://BUCKET/PREFIX alone; keys, region and endpoint have settings of their own");
        }
        match url.host_str() {
            None | Some("") => wrong("names no bucket"),
            Some(bucket) => Ok(Self::S3 { bucket: bucket.to_owned(), prefix: url.path().trim_matches('/').to_owned() }),
        }
    }
}

impl Store {
    /// Opens a store. A folder is made; an S3 store is not asked yet, see [`Store::check`].
    ///
    /// # Errors
    /// [`StoreError::Setting`] when the folder cannot be made; [`StoreError::Away`] when the library refuses the
    /// settings.
    pub fn open(place: &Place, s3: &S3) -> Result<Self, StoreError> {
        let (objects, kind): (Arc<dyn ObjectStore>, Kind) = match place {
            Place::Memory => (Arc::new(InMemory::new()), Kind::Memory),
            Place::Folder(folder) => {
                std::fs::create_dir_all(folder).map_err(|error| {
                    StoreError::Setting(format!("the folder {} cannot be made: {error}", folder.display()))
                })?;
                let objects = LocalFileSystem::new_with_prefix(folder)?.with_fsync(true);
                (Arc::new(objects), Kind::Folder(folder.clone()))
            }
            Place::S3 { bucket, prefix } => {
                let store = s3_builder(bucket, s3).build()?;
                let objects: Arc<dyn ObjectStore> = if prefix.is_empty() {
                    Arc::new(store)
                } else {
                    Arc::new(PrefixStore::new(store, Path::from(prefix.as_str())))
                };
                (objects, Kind::Bucket)
            }
        };
        Ok(Self { objects, kind, was_filled: Arc::default() })
    }

    /// Keeps bytes under a name; they are there for good when this returns. A folder that is gone is not made anew: its disk
    /// may come back, and would hide what was put meanwhile.
    ///
    /// # Errors
    /// [`StoreError`] when the store is away, refuses, or its folder is gone; then nothing is known to be kept.
    pub async fn put(&self, name: &str, bytes: Vec<u8>) -> Result<(), StoreError> {
        self.is_there().await?;
        self.objects.put(&Path::from(name), bytes.into()).await?;
        Ok(())
    }

    /// The bytes under a name; nothing only when the store is there and says that it has none. The bytes are what came: a page
    /// of a proxy is none the less bytes, so whoever knows what was put compares.
    ///
    /// # Errors
    /// [`StoreError`] when the store is away or refuses, also where it only seems to say that the name is not there.
    pub async fn get(&self, name: &str) -> Result<Option<Bytes>, StoreError> {
        match self.objects.get(&Path::from(name)).await {
            Ok(found) => Ok(Some(found.bytes().await?)),
            Err(error) => self.is_missing(error).await.map(|()| None),
        }
    }

    /// Lets go of a name; a name that is not there is fine.
    ///
    /// # Errors
    /// [`StoreError`] when the store is away or refuses; the bytes may still be there.
    pub async fn delete(&self, name: &str) -> Result<(), StoreError> {
        match self.objects.delete(&Path::from(name)).await {
            Ok(()) => Ok(()),
            Err(error) => self.is_missing(error).await,
        }
    }

    /// Whether an error says that one name has nothing, in a store that is there. "Not found" is also what is said of a bucket
    /// or a folder that is gone, and by servers that are no store at all.
    async fn is_missing(&self, error: object_store::Error) -> Result<(), StoreError> {
        if !matches!(error, object_store::Error::NotFound { .. }) {
            return Err(error.into());
        }
        match self.kind {
            Kind::Folder(_) => self.is_there().await,
            Kind::Memory => Ok(()),
            Kind::Bucket => {
                let error = StoreError::Away(error);
                if error.refusal().as_deref() == Some("NoSuchKey") { Ok(()) } else { Err(error) }
            }
        }
    }

    /// Whether a folder is there; the others are asked by whatever is done with them.
    async fn is_there(&self) -> Result<(), StoreError> {
        let Kind::Folder(folder) = &self.kind else { return Ok(()) };
        tokio::fs::read_dir(folder).await.map(drop).map_err(|error| StoreError::gone(folder, &error))
    }

    /// Whether the place has nothing at all in it. A folder not even a folder that lost its last file: what a disk leaves that is not
    /// mounted, or another one that is new, and what a new installation begins with. A bucket nothing below the prefix: another bucket
    /// or a mistyped prefix is as empty as a new one. A key that may not list cannot tell, and its bucket is taken for filled.
    ///
    /// # Errors
    /// [`StoreError`] when the folder is gone, or the bucket does not answer or refuses.
    pub async fn is_hollow(&self) -> Result<bool, StoreError> {
        let is_filled = match &self.kind {
            Kind::Memory => true,
            Kind::Bucket => self.bucket_is_filled().await?,
            Kind::Folder(folder) => folder_is_filled(folder).await.map_err(|error| StoreError::gone(folder, &error))?,
        };
        self.was_filled.store(is_filled, Ordering::Relaxed);
        Ok(!is_filled)
    }

    /// As [`Store::is_hollow`], for what asks before each `put`: a bucket in which something was seen is not listed again, which
    /// would be up to a thousand names each time. A folder is looked at again: its disk may have been taken away.
    ///
    /// # Errors
    /// As [`Store::is_hollow`]: [`StoreError`] when the store cannot be asked.
    pub async fn may_be_hollow(&self) -> Result<bool, StoreError> {
        if self.is_bucket() && self.was_filled.load(Ordering::Relaxed) { Ok(false) } else { self.is_hollow().await }
    }

    async fn bucket_is_filled(&self) -> Result<bool, StoreError> {
        let others = self.list().try_filter(|found| std::future::ready(!is_probe(&found.name)));
        match others.boxed().try_next().await {
            Ok(found) => Ok(found.is_some()),
            Err(error) if error.refusal().as_deref() == Some("AccessDenied") => Ok(true),
            Err(error) => Err(error),
        }
    }

    /// Whether it is a bucket: for what an operator is told of it.
    pub fn is_bucket(&self) -> bool {
        matches!(self.kind, Kind::Bucket)
    }

    /// Everything there is, in no particular order, read bit by bit.
    ///
    /// # Errors
    /// Each item may be a [`StoreError`], the first one when the store is away or its folder is gone.
    pub fn list(&self) -> BoxStream<'static, Result<Stored, StoreError>> {
        let (store, objects) = (self.clone(), self.objects.clone());
        let listed = objects
            .list(None)
            .map_ok(|found| Stored {
                name: found.location.to_string(),
                size: found.size,
                put_at_ms: found.last_modified.timestamp_millis(),
            })
            .map_err(StoreError::from);
        // The library takes a folder that is gone for an empty one.
        let there = stream::once(async move { store.is_there().await.map(|()| listed) });
        there.try_flatten().boxed()
    }

    /// Whether there is nothing in it.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be listed.
    pub async fn is_empty(&self) -> Result<bool, StoreError> {
        Ok(self.list().take(1).try_collect::<Vec<_>>().await?.is_empty())
    }

    /// Whether bytes can be kept, read and let go under a name that nothing else has; it begins with [`PROBE`].
    ///
    /// # Errors
    /// [`StoreError`] when one of the three steps fails, or other bytes come back than were put.
    pub async fn probe(&self, name: &str) -> Result<(), StoreError> {
        self.put(name, name.as_bytes().to_vec()).await?;
        let read = self.get(name).await;
        // Also when it could not be read.
        let gone = self.delete(name).await;
        let same = read?.is_some_and(|bytes| bytes == name.as_bytes());
        gone?;
        if same { Ok(()) } else { Err(StoreError::Setting("what was just kept is not there when it is read".into())) }
    }

    /// Whether the store answers: for start-up.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be listed.
    pub async fn check(&self) -> Result<(), StoreError> {
        self.list().take(1).try_collect::<Vec<_>>().await.map(|_| ())
    }
}

fn s3_builder(bucket: &str, s3: &S3) -> AmazonS3Builder {
    let region = if s3.region.is_empty() { "us-east-1" } else { &s3.region };
    // What has waited for the whole of a timeout (`Connector`) is not tried again.
    let retries = RetryConfig { max_retries: 3, retry_timeout: Duration::from_secs(8), ..RetryConfig::default() };
    let mut builder = AmazonS3Builder::new()
        .with_bucket_name(bucket)
        .with_region(region)
        .with_client_options(ClientOptions::new().with_allow_http(s3.endpoint.starts_with("http://")))
        .with_http_connector(Connector)
        .with_retry(retries);
    if !s3.endpoint.is_empty() {
        builder = builder.with_endpoint(s3.endpoint.as_str()).with_virtual_hosted_style_request(false);
    }
    if !s3.key_id.is_empty() {
        builder = builder.with_access_key_id(s3.key_id.as_str()).with_secret_access_key(s3.secret.as_str());
    }
    builder
}

/// The connections to a bucket. The library's own follow where an answer leads; these go where the operator said, and nowhere else.
#[derive(Debug)]
struct Connector;

impl HttpConnector for Connector {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        // A person waits for the picture: a store that is away, or takes the request and says nothing, is told within seconds,
        // not after minutes of trying.
        let client = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .timeout(Duration::from_secs(10))
            .connect_timeout(Duration::from_secs(5))
            // The length of what comes is that of the object.
            .no_gzip()
            .no_brotli()
            .no_zstd()
            .no_deflate()
            .build();
        let client = client.map_err(|error| object_store::Error::Generic { store: "S3", source: Box::new(error) })?;
        Ok(HttpClient::new(client))
    }
}

impl std::fmt::Debug for S3 {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("S3").field("endpoint", &self.endpoint).field("region", &self.region).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read() {
        let parse = |text: &str| Place::parse(text, FilePath::new("data/media"));
        let s3 = |bucket: &str, prefix: &str| Place::S3 { bucket: bucket.to_owned(), prefix: prefix.to_owned() };
        assert_eq!(parse("").expect("default"), Place::Folder("data/media".into()));
        assert_eq!(parse("file:pictures").expect("relative"), Place::Folder("pictures".into()));
        assert_eq!(parse(" file:///srv/pictures ").expect("absolute"), Place::Folder("/srv/pictures".into()));
        assert_eq!(parse("file:/srv/pictures").expect("absolute"), Place::Folder("/srv/pictures".into()));
        assert_eq!(parse("s3://campus").expect("bucket"), s3("campus", ""));
        assert_eq!(parse("s3://campus/quad/pictures/").expect("prefix"), s3("campus", "quad/pictures"));
        for (text, say) in [
            ("pictures", "start with"),
            ("http://x/y", "start with"),
            ("file:", "no folder"),
            ("s3://", "no bucket"),
            ("s3://key:secret@campus", "settings of their own"),
            ("s3://campus?region=x", "settings of their own"),
        ] {
            let said = parse(text).expect_err(text).to_string();
            assert!(said.contains(say) && !said.contains("secret"), "{text}: {said}");
        }
    }
}
