//! Cache: values that are read from the database once and kept in memory until somebody changes them, in this process or in
//! another one on the same database.
//!
//! A cache is made with the tag of its invalidations, which it registers with the [`Peers`]: there is none that hears nothing.
//! Whoever changes what is cached calls [`Cache::invalidate`] after the commit and is answered when every process has dropped the
//! old value. A value that began to be read before the last invalidation of its key is never answered after it.
//!
//! Not in here: sessions, which are dropped by person (`accounts/session.rs`), attempts, which are written through
//! (`attempts/attempt_cache.rs`), and values that only age (`attempts/leaderboard.rs` for pages, `site/routes.rs`). The first two
//! register their tags themselves.

use std::fmt;
use std::hash::Hash;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures::FutureExt;
use moka::future::CacheBuilder;

use quad_kernel::error::Result;
use quad_kernel::ids::ContestId;

use super::peers::{Change, Peers};

/// Invalidations are remembered for longer than any value that was read before one is left unasked: a cache whose values end
/// by not being asked for must let them end sooner.
const REMEMBERED: Duration = Duration::from_hours(1);

/// A key that can be told to other processes.
pub trait CacheKey: Copy + Eq + Hash + fmt::Debug + fmt::Display + Send + Sync + 'static {
    /// Reads what `Display` wrote; of 8,000 bytes at most, without a comma and a space.
    fn parse(text: &str) -> Option<Self>;
}

impl CacheKey for ContestId {
    fn parse(text: &str) -> Option<Self> {
        Self::parse(text)
    }
}

/// A value, and how many invalidations had come before it was read.
#[derive(Clone, Debug)]
pub struct Cached<V> {
    /// What was read.
    pub value: V,
    read_after: u64,
}

/// Bounds in size and age.
pub type Bounds<K, V> = CacheBuilder<K, Cached<V>, moka::future::Cache<K, Cached<V>>>;

/// No bounds yet.
pub fn bounds<K: CacheKey, V: Clone + Send + Sync + 'static>() -> Bounds<K, V> {
    moka::future::Cache::builder()
}

/// A cache. Cheap to clone.
#[derive(Clone)]
pub struct Cache<K, V> {
    kept: Kept<K, V>,
    tag: &'static str,
    peers: Peers,
}

#[derive(Clone)]
struct Kept<K, V> {
    values: moka::future::Cache<K, Cached<V>>,
    /// Counts invalidations.
    count: Arc<AtomicU64>,
    /// The last of each key.
    last: moka::future::Cache<K, u64>,
}

impl<K, V> fmt::Debug for Cache<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cache").field("tag", &self.tag).finish_non_exhaustive()
    }
}

impl<K: CacheKey, V: Clone + Send + Sync + 'static> Cache<K, V> {
    /// An empty one, which hears invalidations of its tag from now on. `tag` is of small letters.
    pub fn new(peers: &Peers, tag: &'static str, bounds: Bounds<K, V>) -> Self {
        let last = moka::future::Cache::builder().time_to_live(REMEMBERED).build();
        let kept = Kept { values: bounds.build(), count: Arc::default(), last };
        let hears = kept.clone();
        peers.register(
            tag,
            Arc::new(move |key| {
                let (hears, key) = (hears.clone(), K::parse(key));
                async move {
                    if let Some(key) = key {
                        hears.invalidate(key).await;
                    }
                }
                .boxed()
            }),
        );
        Self { kept, tag, peers: peers.clone() }
    }

    /// The value of a key: the kept one, or what `read` reads; once, however many ask meanwhile.
    ///
    /// # Errors
    /// What `read` returns, to everybody who waited for it; nothing is kept then.
    pub async fn get<F: Future<Output = Result<V>> + Send>(&self, key: K, read: impl Fn() -> F) -> Result<V> {
        self.get_if(key, |_| true, read).await
    }

    /// The same of values that may be known to be old by other means. `read` must read one that is current.
    ///
    /// # Errors
    /// As [`Cache::get`].
    pub async fn get_if<F: Future<Output = Result<V>> + Send>(
        &self,
        key: K,
        is_current: impl Fn(&V) -> bool,
        read: impl Fn() -> F,
    ) -> Result<V> {
        let Kept { values, count, last } = &self.kept;
        loop {
            let cached = if let Some(cached) = values.get(&key).await {
                cached
            } else {
                let reading = async {
                    let read_after = count.load(Ordering::SeqCst);
                    read().await.map(|value| Cached { value, read_after })
                };
                values.try_get_with(key, reading).await.map_err(|failed| failed.shared())?
            };
            // Mostly nothing was invalidated since, and one look is enough.
            let is_newest = count.load(Ordering::SeqCst) == cached.read_after
                || last.get(&key).await.is_none_or(|last| last <= cached.read_after);
            if is_newest && is_current(&cached.value) {
                return Ok(cached.value);
            }
            values.invalidate(&key).await;
        }
    }

    /// The value of a key, if it is kept.
    pub async fn peek(&self, key: K) -> Option<V> {
        self.kept.values.get(&key).await.map(|cached| cached.value)
    }

    /// All that are kept.
    pub fn iter(&self) -> impl Iterator<Item = (K, V)> {
        self.kept.values.iter().map(|(key, cached)| (*key, cached.value))
    }

    /// Drops what is cached of these keys by whatever has the tag, here and in the other processes. Call it after the commit
    /// that changed them.
    pub async fn invalidate(&self, keys: &[K]) {
        let changes: Vec<Change> = keys.iter().map(|key| Change::new(self.tag, key)).collect();
        for change in &changes {
            self.peers.heard(change).await;
        }
        self.peers.tell(&changes).await;
    }

    /// Drops them in this cache alone: what others keep is known to be right, or they find out by the same means.
    pub async fn invalidate_here(&self, keys: &[K]) {
        for key in keys {
            self.kept.invalidate(*key).await;
        }
    }
}

impl<K: CacheKey, V: Clone + Send + Sync + 'static> Kept<K, V> {
    async fn invalidate(&self, key: K) {
        let number = self.count.fetch_add(1, Ordering::SeqCst) + 1;
        self.last.insert(key, number).await;
        self.values.invalidate(&key).await;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use quad_db::{Db, scratch};
    use tokio::sync::Notify;
    use uuid::Uuid;

    use super::*;
    use crate::peers::Waits;

    async fn made() -> (Cache<ContestId, u32>, Peers, scratch::Scratch) {
        let scratch = scratch::sqlite().expect("a folder");
        let db = Db::open(&scratch.url, &scratch::options()).await.expect("it opens");
        let peers = Peers::new(db, "test".to_owned(), Waits::default());
        (Cache::new(&peers, "number", bounds().max_capacity(10)), peers, scratch)
    }

    const KEY: ContestId = ContestId(Uuid::from_u128(7));
    const OTHER: ContestId = ContestId(Uuid::from_u128(8));

    #[tokio::test]
    async fn it_reads_once_until_the_key_is_invalidated() {
        let (cache, ..) = made().await;
        let reads = Mutex::new(0);
        let read = || async {
            let mut reads = reads.lock().unwrap();
            *reads += 1;
            Ok(*reads)
        };
        let (one, two) = tokio::join!(cache.get(KEY, read), cache.get(KEY, read));
        assert_eq!((one.unwrap(), two.unwrap()), (1, 1));
        cache.invalidate(&[OTHER]).await;
        assert_eq!(cache.get(KEY, read).await.unwrap(), 1, "another key");
        cache.invalidate(&[KEY]).await;
        assert_eq!(cache.peek(KEY).await, None);
        assert_eq!(cache.get(KEY, read).await.unwrap(), 2);
        assert_eq!(cache.get_if(KEY, |value| *value > 2, read).await.unwrap(), 3, "known to be old");
    }

    #[tokio::test]
    async fn what_was_read_before_an_invalidation_is_not_answered_after_it() {
        let (cache, ..) = made().await;
        let (begun, go) = (Notify::new(), Notify::new());
        let stored = Mutex::new(1);
        let read = || async {
            let value = *stored.lock().unwrap();
            if value == 1 {
                begun.notify_one();
                go.notified().await;
            }
            Ok(value)
        };
        let change = async {
            begun.notified().await;
            *stored.lock().unwrap() = 2;
            cache.invalidate(&[KEY]).await;
            go.notify_one();
        };
        let (value, ()) = tokio::join!(cache.get(KEY, read), change);
        assert_eq!(value.unwrap(), 2);
        assert_eq!(cache.get(KEY, || async { unreachable!("kept") }).await.unwrap(), 2);
    }

    #[tokio::test]
    async fn what_another_process_says_is_heard_by_the_tag() {
        let (cache, peers, _scratch) = made().await;
        cache.get(KEY, || async { Ok(1) }).await.unwrap();
        peers.heard(&Change::new("number", OTHER)).await;
        peers.heard(&Change::new("letter", KEY)).await;
        peers.heard(&Change::new("number", "nonsense")).await;
        assert_eq!(cache.peek(KEY).await, Some(1));
        peers.heard(&Change::new("number", KEY)).await;
        assert_eq!(cache.peek(KEY).await, None);
        assert_eq!(peers.tags(), ["number"]);
    }
}
