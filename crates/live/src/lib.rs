//! Live hub: who follows which topic, and what they are sent when it changes.
//!
//! A topic has one newest frame and no queue. Whoever reads slowly skips what was in between and gets the newest, so that a
//! follower costs the same however slow it is. [`Hub::publish`] only says *that* something changed, after the commit; the
//! frame is read from the database (`topics`), encoded once for all followers, and at most four times a second per topic
//! (a contest once, and its counts as often as its owner says). What a topic says may also change by the clock alone: the frame says until when it holds.
//! With several processes on one PostgreSQL only the topic's name travels between them, and each reads for itself.
//! What was missed while the database was away is read when it is back. It knows no feature.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::Bytes;
use futures::future::BoxFuture;
use futures::stream::{BoxStream, SelectAll};
use futures::{Stream, StreamExt, stream};
use quad_db::{Db, DbError, Engine};
use tokio::sync::watch;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use quad_cluster::peers::{CHANNEL, back_off};
use quad_kernel::clock::Time;
use quad_kernel::ids::{ContestId, EventId, PollId, SessionId, UserId};

/// Between two frames of one topic.
const PACE: Duration = Duration::from_millis(250);
/// The same of a contest: thousands follow it while thousands join.
const CONTEST_PACE: Duration = Duration::from_secs(1);
/// Between two messages to the other processes.
const TELL_PACE: Duration = Duration::from_millis(100);
/// Streams one person may have open: windows and devices, not programs.
const PER_PERSON: usize = 8;

/// Something that can be followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// The tally of one poll.
    Poll(PollId),
    /// Which polls there are.
    Polls,
    /// Where one contest stands, and how many take part.
    Contest(ContestId),
    /// Which contests there are, and when.
    Contests,
    /// How one event of a club stands: its places, and whether and when it takes place.
    Event(EventId),
    /// Which events there are, and when.
    Events,
    /// Somebody's own part in a contest. Only that person follows it, by the name `attempt:<contest>`.
    Attempt(ContestId, UserId),
    /// Somebody's own inbox. Only that person follows it, by the name `inbox`.
    Inbox(UserId),
}

impl Topic {
    /// Reads what [`Display`](fmt::Display) wrote.
    pub fn parse(text: &str) -> Option<Self> {
        match text.split_once(':') {
            Some(("poll", id)) => PollId::parse(id).map(Self::Poll),
            Some(("contest", id)) => ContestId::parse(id).map(Self::Contest),
            Some(("event", id)) => EventId::parse(id).map(Self::Event),
            Some(("inbox", user)) => UserId::parse(user).map(Self::Inbox),
            Some(("attempt", rest)) => {
                let (contest, user) = rest.split_once(':')?;
                Some(Self::Attempt(ContestId::parse(contest)?, UserId::parse(user)?))
            }
            None if text == "polls" => Some(Self::Polls),
            None if text == "contests" => Some(Self::Contests),
            None if text == "events" => Some(Self::Events),
            _ => None,
        }
    }

    /// Says only that something changed, in the same words each time; the others say what, and nothing when it is the same.
    fn is_hint(self) -> bool {
        matches!(self, Self::Polls | Self::Contests | Self::Events)
    }

    fn pace(self) -> Duration {
        if matches!(self, Self::Contest(_)) { CONTEST_PACE } else { PACE }
    }
}

impl fmt::Display for Topic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Poll(id) => write!(f, "poll:{id}"),
            Self::Polls => f.write_str("polls"),
            Self::Contest(id) => write!(f, "contest:{id}"),
            Self::Contests => f.write_str("contests"),
            Self::Event(id) => write!(f, "event:{id}"),
            Self::Events => f.write_str("events"),
            Self::Attempt(contest, user) => write!(f, "attempt:{contest}:{user}"),
            Self::Inbox(user) => write!(f, "inbox:{user}"),
        }
    }
}

/// What followers are sent: a name and JSON.
#[derive(Clone, Debug)]
pub struct Event {
    /// The event's name.
    pub name: &'static str,
    /// JSON on one line.
    pub data: String,
    /// Not for everybody who may follow the topic: each follower's [`Guard`] is asked before it is handed on.
    pub guarded: bool,
    /// When it holds by the clock; none when only a change can end it.
    pub holds: Option<Holds>,
}

/// A span of time: from when something was read until, by the clock alone, it says something else.
#[derive(Clone, Copy, Debug)]
pub struct Holds {
    /// When it was read.
    pub from: Time,
    /// The first moment at which it is not true any more.
    pub until: Time,
}

impl Event {
    /// An event for everybody, which only a change ends.
    pub fn new(name: &'static str, data: String) -> Self {
        Self { name, data, guarded: false, holds: None }
    }

    fn frame(&self) -> Frame {
        let bytes = format!("event: {}\ndata: {}\n\n", self.name, self.data).into();
        Frame { bytes, guarded: self.guarded }
    }
}

/// An encoded event.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Frame {
    bytes: Bytes,
    guarded: bool,
}

/// Reads what a topic says now. The text is the [`Hub::edition`] of the list of contests.
pub type Read = Box<dyn Fn(Topic, String) -> BoxFuture<'static, Result<Event, DbError>> + Send + Sync>;

/// Asked before the first guarded frame of a topic is handed to a follower: nothing when it may be, for good, or what to
/// say instead, once, as long as there are only guarded ones.
pub type Guard = Arc<dyn Fn(Topic) -> BoxFuture<'static, Option<Event>> + Send + Sync>;

/// Why nobody more can follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Full {
    /// This person has as many streams as one may.
    Person,
    /// This process has as many streams as are set.
    Process,
}

/// All topics followed in this process. Cheap to clone.
#[derive(Clone)]
pub struct Hub(Arc<Inner>);

struct Inner {
    db: Db,
    read: Read,
    tasks: TaskTracker,
    stop: CancellationToken,
    /// Tells our own messages from those of other processes.
    origin: String,
    most: usize,
    counts_pace: Duration,
    table: Mutex<Table>,
    outbox: Mutex<Outbox>,
    /// Topics whose counts were told a moment ago, and whether they changed since.
    gathering: Mutex<HashMap<Topic, bool>>,
    contests_told: AtomicU64,
    sent: AtomicU64,
}

#[derive(Default)]
struct Table {
    channels: HashMap<Topic, Arc<Channel>>,
    /// What is followed and turns by the clock alone.
    turns: HashMap<Topic, Holds>,
    streams: usize,
    people: HashMap<UserId, usize>,
    /// Streams per session, and what ends them.
    sessions: HashMap<SessionId, (usize, CancellationToken)>,
}

/// A topic that somebody follows.
struct Channel {
    newest: watch::Sender<Option<Frame>>,
    work: Mutex<Work>,
}

/// Whether a topic is being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Work {
    Idle,
    Busy,
    /// It changed while it was read.
    Again,
}

/// Topics to tell the other processes of.
#[derive(Default)]
struct Outbox {
    waiting: HashSet<Topic>,
    busy: bool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl fmt::Debug for Hub {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let table = lock(&self.0.table);
        f.debug_struct("Hub")
            .field("streams", &table.streams)
            .field("topics", &table.channels.len())
            .finish_non_exhaustive()
    }
}

impl Hub {
    /// Nobody follows anything yet. `most` streams are taken; all end when `stop` is given. `counts_pace` lies between two
    /// looks at counts that go up one by one for minutes: how many joined, and handed in.
    pub fn new(
        db: Db,
        read: Read,
        tasks: TaskTracker,
        stop: CancellationToken,
        most: usize,
        origin: String,
        counts_pace: Duration,
    ) -> Self {
        Self(Arc::new(Inner {
            db,
            read,
            tasks,
            stop,
            origin,
            most,
            counts_pace,
            table: Mutex::default(),
            outbox: Mutex::default(),
            gathering: Mutex::default(),
            contests_told: AtomicU64::new(0),
            sent: AtomicU64::new(0),
        }))
    }

    /// Says that a topic changed; its followers, in this process and in others, are sent what it says now. Call it after
    /// the commit. Costs next to nothing when nobody follows.
    pub fn publish(&self, topic: Topic) {
        self.0.refresh(topic);
        if self.0.db.engine() == Engine::Postgres {
            self.0.tell(topic);
        }
    }

    /// Says that of a topic only counts changed. The first time they are told at once, and what changes within
    /// the counts' pace of it in one frame: while a hall joins or hands in, a follower gets a few frames and not one a second.
    pub fn publish_counts(&self, topic: Topic) {
        {
            let mut gathering = lock(&self.0.gathering);
            if let Some(changed) = gathering.get_mut(&topic) {
                *changed = true;
                return;
            }
            gathering.insert(topic, false);
        }
        self.publish(topic);
        let hub = self.clone();
        self.0.tasks.spawn(async move { hub.gather(topic).await });
    }

    /// Tells counts as long as they change.
    async fn gather(self, topic: Topic) {
        while self.0.pause(self.0.counts_pace).await {
            {
                let mut gathering = lock(&self.0.gathering);
                match gathering.get_mut(&topic) {
                    Some(changed) if *changed => *changed = false,
                    _ => {
                        gathering.remove(&topic);
                        return;
                    }
                }
            }
            self.publish(topic);
        }
    }

    /// Another process says that a topic changed.
    pub fn heard(&self, name: &str) {
        if let Some(topic) = Topic::parse(name) {
            self.0.refresh(topic);
        }
    }

    /// Reads everything anew that is followed here: changes may have been missed.
    pub fn refresh_all(&self) {
        let topics: Vec<Topic> = lock(&self.0.table).channels.keys().copied().collect();
        for topic in topics {
            self.0.refresh(topic);
        }
    }

    /// How often [`Topic::Contests`] changed, here or, as far as this process heard of it, in another.
    pub fn contests_told(&self) -> u64 {
        self.0.contests_told.load(Ordering::SeqCst)
    }

    /// Names the list of contests as it stands, as far as this process heard: another name, perhaps another list.
    pub fn edition(&self) -> String {
        self.0.edition()
    }

    /// Looks at the clock: what a topic says by now is not true any more is read anew. To be called again and again.
    pub fn turn(&self, now: Time) {
        let due: Vec<Topic> = {
            let mut table = lock(&self.0.table);
            // A clock that was set back has left the span, too.
            let due = |holds: &Holds| now < holds.from || now >= holds.until;
            let topics =
                table.turns.iter().filter(|(_, holds)| due(holds)).map(|(topic, _)| *topic).collect::<Vec<_>>();
            for topic in &topics {
                table.turns.remove(topic);
            }
            topics
        };
        for topic in due {
            self.0.refresh(topic);
        }
    }

    /// Follows topics for a session, until that session or this process ends. `guard` answers for the person.
    ///
    /// # Errors
    /// [`Full::Process`] when this process has as many streams as it may, [`Full::Person`] when this person has.
    pub fn follow(
        &self,
        user: UserId,
        session: SessionId,
        topics: &[Topic],
        guard: &Guard,
    ) -> Result<TopicStream, Full> {
        let mut frames = SelectAll::new();
        let ended = {
            let mut table = lock(&self.0.table);
            if table.streams >= self.0.most {
                return Err(Full::Process);
            }
            let own = table.people.entry(user).or_default();
            if *own >= PER_PERSON {
                return Err(Full::Person);
            }
            *own += 1;
            table.streams += 1;
            for topic in topics {
                let channel = table.channels.entry(*topic).or_insert_with(Channel::new);
                frames.push(newest_of(*topic, channel.newest.subscribe(), Arc::clone(guard)));
            }
            let (streams, ended) = table.sessions.entry(session).or_insert_with(|| (0, self.0.stop.child_token()));
            *streams += 1;
            ended.clone()
        };
        for topic in topics {
            self.0.read_first(*topic);
        }
        Ok(TopicStream { hub: self.clone(), user, session, topics: topics.into(), frames: Some(frames), ended })
    }

    /// Open streams.
    pub fn streams(&self) -> u32 {
        lock(&self.0.table).streams as u32
    }

    /// Events handed to streams so far.
    pub fn sent(&self) -> u64 {
        self.0.sent.load(Ordering::Relaxed)
    }

    /// The sessions with open streams.
    pub fn sessions(&self) -> Vec<SessionId> {
        lock(&self.0.table).sessions.keys().copied().collect()
    }

    /// Ends all streams of a session.
    pub fn end(&self, session: SessionId) {
        if let Some((_, ended)) = lock(&self.0.table).sessions.get(&session) {
            ended.cancel();
        }
    }
}

impl Channel {
    fn new() -> Arc<Self> {
        Arc::new(Self { newest: watch::Sender::new(None), work: Mutex::new(Work::Idle) })
    }

    /// Notes that the topic must be read; true when nobody does so yet.
    fn begin(&self) -> bool {
        let mut work = lock(&self.work);
        let idle = *work == Work::Idle;
        *work = if idle { Work::Busy } else { Work::Again };
        idle
    }

    /// After reading: true when it must be read once more.
    fn goes_on(&self) -> bool {
        let mut work = lock(&self.work);
        let again = *work == Work::Again;
        *work = if again { Work::Busy } else { Work::Idle };
        again
    }
}

impl Inner {
    fn edition(&self) -> String {
        format!("{}.{}", self.origin, self.contests_told.load(Ordering::SeqCst))
    }

    /// A topic changed, or may have.
    fn refresh(self: &Arc<Self>, topic: Topic) {
        if topic == Topic::Contests {
            self.contests_told.fetch_add(1, Ordering::SeqCst);
        }
        self.read_again(topic);
    }

    fn read_again(self: &Arc<Self>, topic: Topic) {
        let channel = lock(&self.table).channels.get(&topic).cloned();
        if let Some(channel) = channel.filter(|channel| channel.begin()) {
            self.tasks.spawn(keep_fresh(self.clone(), topic, channel));
        }
    }

    /// Reads a topic that nobody has read yet. Others wait for the same frame.
    fn read_first(self: &Arc<Self>, topic: Topic) {
        let channel = lock(&self.table).channels.get(&topic).cloned();
        let is_new = |channel: &Arc<Channel>| channel.newest.borrow().is_none() && *lock(&channel.work) == Work::Idle;
        if channel.as_ref().is_some_and(is_new) {
            self.read_again(topic);
        }
    }

    /// Remembers when a topic turns by the clock, as long as somebody follows it.
    fn note_turn(&self, topic: Topic, holds: Option<Holds>) {
        let mut table = lock(&self.table);
        match holds.filter(|_| table.channels.contains_key(&topic)) {
            Some(holds) => table.turns.insert(topic, holds),
            None => table.turns.remove(&topic),
        };
    }

    fn tell(self: &Arc<Self>, topic: Topic) {
        let mut outbox = lock(&self.outbox);
        outbox.waiting.insert(topic);
        if !outbox.busy {
            outbox.busy = true;
            self.tasks.spawn(tell_others(self.clone()));
        }
    }

    /// Waits, or says that everything stops.
    async fn pause(&self, span: Duration) -> bool {
        self.stop.run_until_cancelled(sleep(span)).await.is_some()
    }
}

/// Reads a topic while it changes, not faster than the pace. A database that is away is asked again until it is back.
async fn keep_fresh(hub: Arc<Inner>, topic: Topic, channel: Arc<Channel>) {
    let mut failures = 0;
    while channel.newest.receiver_count() > 0 {
        let mut pace = topic.pace();
        match (hub.read)(topic, hub.edition()).await {
            Ok(event) => {
                failures = 0;
                hub.note_turn(topic, event.holds);
                let frame = event.frame();
                channel.newest.send_if_modified(|newest| {
                    let differs = topic.is_hint() || newest.as_ref() != Some(&frame);
                    *newest = Some(frame);
                    differs
                });
            }
            Err(error) => {
                pace = back_off(failures);
                failures += 1;
                channel.begin();
                warn("a live topic could not be read", error);
            }
        }
        if !hub.pause(pace).await || !channel.goes_on() {
            return;
        }
    }
    // Nobody follows; whoever comes now finds a new channel.
}

fn warn(what: &'static str, error: DbError) {
    if error.is_told() {
        return;
    }
    tracing::warn!(cause = format!("{:#}", anyhow::Error::new(error)), "{what}");
}

/// Tells the other processes what changed. What cannot be told now is told later; nobody is told twice for no reason.
async fn tell_others(hub: Arc<Inner>) {
    let mut failures = 0;
    loop {
        let waiting = {
            let mut outbox = lock(&hub.outbox);
            outbox.busy = !outbox.waiting.is_empty();
            std::mem::take(&mut outbox.waiting)
        };
        if waiting.is_empty() {
            return;
        }
        let texts: Vec<String> = waiting.iter().map(|topic| format!("{} {topic}", hub.origin)).collect();
        let mut pace = TELL_PACE;
        match hub.db.notify(CHANNEL, &texts).await {
            Ok(()) => failures = 0,
            Err(error) => {
                pace = back_off(failures);
                failures += 1;
                lock(&hub.outbox).waiting.extend(waiting);
                warn("other processes could not be told of a change", error);
            }
        }
        if !hub.pause(pace).await && failures > 0 {
            return;
        }
    }
}

/// Where a follower stands with a topic.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    /// Not asked yet.
    Unasked,
    /// May see whatever comes.
    Entitled,
    /// Was told that there is nothing to see, and hears nothing as long as that is so.
    SentAway,
}

fn newest_of(topic: Topic, mut frames: watch::Receiver<Option<Frame>>, guard: Guard) -> BoxStream<'static, Bytes> {
    // What is there already comes first.
    frames.mark_changed();
    stream::unfold((frames, Standing::Unasked, guard), move |(mut frames, mut standing, guard)| async move {
        loop {
            frames.changed().await.ok()?;
            let newest = frames.borrow_and_update().clone();
            let Some(frame) = newest else { continue };
            match standing {
                Standing::SentAway if frame.guarded => continue,
                // What was not for this person has become everybody's.
                Standing::SentAway => standing = Standing::Unasked,
                Standing::Unasked if frame.guarded => {
                    if let Some(instead) = guard(topic).await {
                        return Some((instead.frame().bytes, (frames, Standing::SentAway, guard)));
                    }
                    standing = Standing::Entitled;
                }
                Standing::Unasked | Standing::Entitled => {}
            }
            return Some((frame.bytes, (frames, standing, guard)));
        }
    })
    .boxed()
}

/// One stream: what its topics say now, and again whenever they change.
pub struct TopicStream {
    hub: Hub,
    user: UserId,
    session: SessionId,
    topics: Box<[Topic]>,
    frames: Option<SelectAll<BoxStream<'static, Bytes>>>,
    ended: CancellationToken,
}

impl fmt::Debug for TopicStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TopicStream").field("topics", &self.topics).finish_non_exhaustive()
    }
}

impl TopicStream {
    /// The next frame; nothing when the session or the process has ended.
    pub async fn next(&mut self) -> Option<Bytes> {
        let frames = self.frames.as_mut()?;
        let frame = self.ended.run_until_cancelled(frames.next()).await.flatten();
        self.hub.0.sent.fetch_add(u64::from(frame.is_some()), Ordering::Relaxed);
        frame
    }

    /// The frames one after the other.
    pub fn into_stream(self) -> impl Stream<Item = Bytes> + Send {
        stream::unfold(self, |mut frames| async move { Some((frames.next().await?, frames)) })
    }
}

impl Drop for TopicStream {
    fn drop(&mut self) {
        let mut table = lock(&self.hub.0.table);
        // Under the lock, so that nobody subscribes to a channel that is about to go.
        self.frames = None;
        for topic in &self.topics {
            if table.channels.get(topic).is_some_and(|channel| channel.newest.receiver_count() == 0) {
                table.channels.remove(topic);
                table.turns.remove(topic);
            }
        }
        table.streams -= 1;
        if let Some(own) = table.people.get_mut(&self.user) {
            *own -= 1;
            if *own == 0 {
                table.people.remove(&self.user);
            }
        }
        if let Some((streams, _)) = table.sessions.get_mut(&self.session) {
            *streams -= 1;
            if *streams == 0 {
                table.sessions.remove(&self.session);
            }
        }
    }
}
