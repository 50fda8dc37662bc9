//! Peers: the other processes on the same PostgreSQL. One line to hear them all, and a way to tell them of a change *before* the
//! person who made it is answered, so that whoever asks next sees it, whichever process is asked.
//!
//! [`Peers::tell`] says what changed (NOTIFY), and waits until everybody who listens has said that the old is
//! forgotten. Nobody is waited for longer than [`Waits::answer`]: by then what is remembered is forgotten by itself. Who listens is
//! asked of the database, which knows the lines that live. On SQLite there is nobody. It knows no feature.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures::future::BoxFuture;
use quad_db::{Db, DbError, Listener};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// What all processes listen to; `crates/live` says its topics there, too.
pub const CHANNEL: &str = "quad_live";
const FIRST_WAIT: Duration = Duration::from_secs(1);
/// A database that was away is asked this soon after it is back.
const LONGEST_WAIT: Duration = Duration::from_secs(4);
/// A word may have 8,000 bytes.
const TOLD_AT_ONCE: usize = 90;
/// The lines of this product among those of others.
const NAMES: &str = "quad-";
const PING: &str = "ping";

/// How long others are waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waits {
    /// Nobody is waited for longer after a change. What is cached of contests and of people holds no longer than a second
    /// without a word.
    pub answer: Duration,
    /// After this long without a word it is asked whether the line still works.
    pub silence: Duration,
    /// An own word comes back within this.
    pub echo: Duration,
}

impl Default for Waits {
    fn default() -> Self {
        Self { answer: Duration::from_secs(1), silence: Duration::from_secs(30), echo: Duration::from_secs(15) }
    }
}

/// Whether a process serves this database at this moment; never on SQLite.
///
/// # Errors
/// As any reading statement.
pub async fn is_served(db: &Db) -> Result<bool, DbError> {
    Ok(!db.listeners(NAMES).await?.is_empty())
}

/// A change of something that other processes may have cached: a tag of those that are registered, and a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    tag: Cow<'static, str>,
    key: String,
}

impl Change {
    /// A change of what a key stands for.
    pub fn new(tag: &'static str, key: impl fmt::Display) -> Self {
        Self { tag: Cow::Borrowed(tag), key: key.to_string() }
    }

    fn parse(text: &str) -> Option<Self> {
        let (tag, key) = text.split_once(':')?;
        Some(Self { tag: Cow::Owned(tag.to_owned()), key: key.to_owned() })
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.tag, self.key)
    }
}

/// Drops what is cached of a key.
pub type Invalidate = Arc<dyn Fn(&str) -> BoxFuture<'static, ()> + Send + Sync>;

/// What came over the line.
#[derive(Debug)]
pub enum PeerMessage {
    /// Words may have been missed; from now on none is.
    Missed,
    /// From now on words are missed.
    Deaf,
    /// A word that is not about a change: the name of a live topic.
    Topic(String),
}

/// What is done about what was heard.
pub type Act = Arc<dyn Fn(PeerMessage) -> BoxFuture<'static, ()> + Send + Sync>;

/// The others. Cheap to clone.
#[derive(Clone)]
pub struct Peers(Arc<Inner>);

struct Inner {
    db: Db,
    /// Tells our own words from those of other processes.
    origin: String,
    waits: Waits,
    numbers: AtomicU64,
    /// Who waits to be told that a change was heard, by its number.
    asking: Mutex<HashMap<u64, mpsc::UnboundedSender<String>>>,
    /// Those who did not say so in time. They are waited for again when they do.
    silent: Mutex<HashSet<String>>,
    /// What hears of which changes.
    registered: Mutex<Vec<(&'static str, Invalidate)>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl fmt::Debug for Peers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Peers").field("origin", &self.0.origin).field("tags", &self.tags()).finish_non_exhaustive()
    }
}

/// The answers to a change, by its number: nobody waits for them any more when this is dropped.
struct PendingAnswers<'a>(&'a Inner, u64);

impl Drop for PendingAnswers<'_> {
    fn drop(&mut self) {
        lock(&self.0.asking).remove(&self.1);
    }
}

impl Peers {
    /// Nobody is heard yet. `origin` is this process's own, of letters and digits.
    pub fn new(db: Db, origin: String, waits: Waits) -> Self {
        Self(Arc::new(Inner {
            db,
            origin,
            waits,
            numbers: AtomicU64::new(0),
            asking: Mutex::default(),
            silent: Mutex::default(),
            registered: Mutex::default(),
        }))
    }

    /// How this process calls itself to the others.
    pub fn origin(&self) -> &str {
        &self.0.origin
    }

    /// Has changes of a tag that others tell do this with the key. Once for each thing that is cached, before the first word.
    pub fn register(&self, tag: &'static str, invalidate: Invalidate) {
        lock(&self.0.registered).push((tag, invalidate));
    }

    /// The tags that something is registered for, in order.
    pub fn tags(&self) -> Vec<&'static str> {
        let mut tags: Vec<&str> = lock(&self.0.registered).iter().map(|(tag, _)| *tag).collect();
        tags.sort_unstable();
        tags.dedup();
        tags
    }

    /// Drops what this process has cached of something that was changed, here or elsewhere.
    pub(super) async fn heard(&self, change: &Change) {
        let all = lock(&self.0.registered).clone();
        for (_, invalidate) in all.iter().filter(|(tag, _)| *tag == change.tag) {
            invalidate(&change.key).await;
        }
    }

    /// Returns when the other processes have forgotten what changed, or after [`Waits::answer`]. Call it after the commit, and
    /// after what is remembered here was forgotten.
    pub async fn tell(&self, changes: &[Change]) {
        for some in changes.chunks(TOLD_AT_ONCE) {
            if let Err(error) = self.tell_some(some).await {
                warn("other processes could not be told of a change", error);
            }
        }
    }

    async fn tell_some(&self, changes: &[Change]) -> Result<(), DbError> {
        let mut others: HashSet<String> = self.0.db.listeners(NAMES).await?.into_iter().collect();
        others.remove(&self.own_name());
        if others.is_empty() {
            return Ok(());
        }
        let number = self.0.numbers.fetch_add(1, Ordering::Relaxed);
        let (sender, mut answers) = mpsc::unbounded_channel();
        lock(&self.0.asking).insert(number, sender);
        let _pending = PendingAnswers(&self.0, number);
        let texts: Vec<String> = changes.iter().map(ToString::to_string).collect();
        let word = format!("{} change {number} {}", self.0.origin, texts.join(","));
        self.0.db.notify(CHANNEL, &[word]).await?;
        others.retain(|name| !lock(&self.0.silent).contains(name));
        let all_answered = async {
            while !others.is_empty() {
                let Some(name) = answers.recv().await else { return };
                others.remove(&name);
            }
        };
        if timeout(self.0.waits.answer, all_answered).await.is_err() {
            tracing::debug!(others = others.len(), "not heard by everybody in time");
            lock(&self.0.silent).extend(others);
        }
        Ok(())
    }

    fn own_name(&self) -> String {
        format!("{NAMES}{}", self.0.origin)
    }

    /// Hears the others until `stop`. What has to wait for the database is done in `tasks`, so that it holds up no word.
    pub async fn hear(self, act: Act, tasks: TaskTracker, stop: CancellationToken) {
        let mut failures = 0;
        loop {
            let error = match self.0.db.listen(CHANNEL, &self.own_name()).await {
                Ok(Some(mut line)) => {
                    failures = 0;
                    // Nobody listened until now.
                    act(PeerMessage::Missed).await;
                    let Some(ended) = stop.run_until_cancelled(self.hear_line(&mut line, &act, &tasks)).await else {
                        return;
                    };
                    act(PeerMessage::Deaf).await;
                    ended.err()
                }
                Ok(None) => return,
                Err(error) => Some(error),
            };
            if let Some(error) = error {
                warn("changes of other processes are not heard", error);
            }
            if stop.run_until_cancelled(sleep(back_off(failures))).await.is_none() {
                return;
            }
            failures += 1;
        }
    }

    /// Returns when the line does not work any more.
    async fn hear_line(&self, line: &mut Listener, act: &Act, tasks: &TaskTracker) -> Result<(), DbError> {
        loop {
            let silence = tokio::select! {
                heard = timeout(self.0.waits.silence, line.next()) => heard,
                // The line may be dead without a word, and is made anew.
                () = self.0.db.goes_away() => return Ok(()),
            };
            let heard = if let Ok(heard) = silence {
                heard?
            } else {
                // A line that died without a word looks like silence: say something and hear it.
                self.0.db.notify(CHANNEL, &[format!("{} {PING}", self.0.origin)]).await?;
                match timeout(self.0.waits.echo, line.next()).await {
                    Ok(heard) => heard?,
                    Err(_) => return Ok(()),
                }
            };
            let Some(text) = heard else {
                act(PeerMessage::Missed).await;
                continue;
            };
            match text.splitn(4, ' ').collect::<Vec<_>>()[..] {
                [origin, ..] if origin == self.0.origin => {}
                [origin, "change", number, what] => {
                    let changes: Vec<Change> = what.split(',').filter_map(Change::parse).collect();
                    tasks.spawn(self.clone().forget(changes, format!("{origin} {number}")));
                }
                [origin, "heard", asked, number] => self.answered(origin, asked, number),
                [_, topic] => act(PeerMessage::Topic(topic.to_owned())).await,
                _ => {}
            }
        }
    }

    /// Forgets what another changed, and says so.
    async fn forget(self, changes: Vec<Change>, asked: String) {
        for change in changes {
            self.heard(&change).await;
        }
        if let Err(error) = self.0.db.notify(CHANNEL, &[format!("{} heard {asked}", self.0.origin)]).await {
            warn("another process could not be told that its change was heard", error);
        }
    }

    fn answered(&self, origin: &str, asked: &str, number: &str) {
        let name = format!("{NAMES}{origin}");
        lock(&self.0.silent).remove(&name);
        if asked == self.0.origin
            && let Ok(number) = number.parse()
            && let Some(asking) = lock(&self.0.asking).get(&number)
        {
            // Whoever asked may have given up.
            let _ = asking.send(name);
        }
    }
}

/// How long to wait after so many failures.
pub fn back_off(failures: u32) -> Duration {
    FIRST_WAIT.saturating_mul(1 << failures.min(8)).min(LONGEST_WAIT)
}

fn warn(what: &'static str, error: DbError) {
    if error.is_told() {
        return;
    }
    tracing::warn!(cause = format!("{:#}", anyhow::Error::new(error)), "{what}");
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use quad_db::scratch;

    use super::*;

    #[test]
    fn a_change_is_read_as_it_was_written() {
        for change in [Change::new("contest", "01a1f8ef"), Change::new("part", "01a1f8ef:9208")] {
            assert_eq!(Change::parse(&change.to_string()), Some(change));
        }
        assert_eq!(Change::parse("contest"), None);
    }

    /// What is cached without a word is believed for a second (`attempt_cache.rs`, `session.rs`): waiting longer buys nothing.
    #[test]
    fn nobody_is_waited_for_longer_than_a_second() {
        assert_eq!(Waits::default().answer, Duration::from_secs(1));
    }

    #[tokio::test]
    async fn who_does_not_answer_is_waited_for_once() {
        let Some(server) = postgres_server() else { return };
        let scratch = scratch::postgres(&server).await.expect("a database");
        let db = Db::open(&scratch.url, &scratch::options()).await.expect("it opens");
        let _mute = db.listen(CHANNEL, "quad-mute").await.expect("it listens").expect("a line");
        let waits = Waits { answer: Duration::from_millis(1500), ..Waits::default() };
        let peers = Peers::new(db.clone(), "own".to_owned(), waits);
        let told = async || {
            let began = Instant::now();
            peers.tell(&[Change::new("number", 7)]).await;
            began.elapsed()
        };
        assert!(told().await >= waits.answer);
        let mut later = Vec::new();
        for _ in 0..10 {
            later.push(told().await);
        }
        assert!(later.iter().any(|took| *took < waits.answer), "{later:?}");
        // Whoever answers at last is waited for again.
        peers.answered("mute", "own", "0");
        assert!(told().await >= waits.answer);
        db.close().await;
    }

    #[expect(clippy::disallowed_methods, reason = "the test runner says where PostgreSQL is")]
    fn postgres_server() -> Option<String> {
        std::env::var("QUAD_TEST_POSTGRES").ok()
    }
}
