//! Attempt log: the one writer of joins, answers and submissions.
//!
//! Whatever is waiting, up to a bound, goes into **one transaction with one statement per table**; after its commit each
//! caller gets its own verdict. That is what makes a durable answer cheap (docs/decisions/005). There is no linger
//! timer: while one batch commits, the next gathers. The queue is bounded: full means "try again", and the browser's
//! outbox does. Uniqueness is decided by the database inside the batch, so several processes may write at once. Who follows
//! a contest hears after the commit that its counts moved, and who has handed in, or changed an answer, hears it in every window.
//!
//! On PostgreSQL somebody else may have the row of an attempt locked. The batch goes on without what is for that attempt, which is
//! deferred and tried with each further batch. Joins, which change rows of contests, have a writer of their own there.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use quad_db::{Db, DbError, Engine, Tx};
use tokio::sync::{mpsc, oneshot};
use tokio_util::task::TaskTracker;

use crate::contests::{self, Frozen};
use quad_cluster::peers::Peers;
use quad_kernel::activity::Activity;
use quad_kernel::clock::{Clock, Time};
use quad_kernel::error::{Error, GIVEN_UP, Rejection, Result, UNAVAILABLE, UNWRITABLE};
use quad_kernel::ids::{ContestId, UserId};
use quad_live::{Hub, Topic};
use quad_metrics::Answers;

use super::answer_changes::{self, Change, ChangeVerdict};
use super::attempt_cache::{AttemptCache, CachedAttempt};
use super::model::{GradedAnswer, Join, SUBMIT_GRACE, StoredAnswer};
use super::store_batches::Unwritten;
use super::{store_batches, store_changes, store_regrading, store_time, store_typed};

/// Entries of one transaction at most.
const BATCH: usize = 1_000;
/// A batch that PostgreSQL gives up is written so often again, unless it has waited so long for locks: people wait for it.
const GIVEN_UP_TRIES: usize = 4;
const GIVEN_UP_WITHIN: Duration = Duration::from_secs(4);
/// Entries for an attempt that somebody else has locked wait this long for it, as transactions do. Where no further batch comes,
/// they are tried again after the first of these pauses, which doubles up to the second.
const LOCKED_WITHIN: Duration = Duration::from_secs(4);
const FIRST_PAUSE: Duration = Duration::from_millis(10);
const LONGEST_PAUSE: Duration = Duration::from_millis(160);
/// What is written later than this after it arrived says so with the contest: the board may have been built without it
/// ([`SUBMIT_GRACE`] after the last moment at which it could arrive). The rest of that time is the commit's.
const WRITTEN_WITHIN: Duration = Duration::from_secs(SUBMIT_GRACE.as_secs() / 2);

/// What became of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Durable now.
    Taken,
    /// This very answer was durable already.
    SameAgain,
    /// Another one is stored.
    OtherStored(StoredAnswer),
    /// The attempt was submitted before.
    Closed,
}

/// An attempt that is handed in.
#[derive(Clone, Copy, Debug)]
pub struct Submission {
    /// Which.
    pub attempt: i64,
    /// At which contest.
    pub contest: ContestId,
    /// Whose.
    pub user: UserId,
    /// When.
    pub at: Time,
    /// Before the end. Then the person's other windows must be told; at the end all of them know.
    pub is_early: bool,
}

#[derive(Debug)]
enum Entry {
    Join(Join, Arc<CachedAttempt>, oneshot::Sender<Result<bool>>),
    Answer(GradedAnswer, Arc<CachedAttempt>, oneshot::Sender<Result<Verdict>>),
    Change(Change, Arc<CachedAttempt>, oneshot::Sender<Result<ChangeVerdict>>),
    Submit(Submission, Arc<CachedAttempt>, oneshot::Sender<Result<()>>),
}

/// What the writer works with.
#[derive(Debug)]
pub struct Writer {
    /// Where to.
    pub db: Db,
    /// Now.
    pub clock: Clock,
    /// Who follows.
    pub live: Hub,
    /// What is counted.
    pub metrics: Answers,
    /// Given with each batch.
    pub activity: Activity,
    /// What is remembered of those who joined here.
    pub attempt_cache: AttemptCache,
    /// Who may remember what is written here as it was.
    pub peers: Peers,
    /// Where those are told.
    pub tasks: TaskTracker,
}

/// The way in. Cheap to clone.
#[derive(Clone, Debug)]
pub struct AttemptLog {
    queue: mpsc::Sender<Entry>,
    /// Of joins, where they have a writer of their own.
    joins: Option<mpsc::Sender<Entry>>,
    metrics: Answers,
    stop: tokio_util::sync::CancellationToken,
}

impl AttemptLog {
    /// The way in for `room` entries that wait, and the writer to run beside the requests. It gives the activity.
    pub fn new(writer: Writer, room: usize) -> (Self, impl Future<Output = ()> + Send + 'static) {
        let (queue, waiting) = mpsc::channel(room);
        let (joins, joining) = match writer.db.engine() {
            // One connection writes, whoever asks.
            Engine::Sqlite => (None, None),
            Engine::Postgres => {
                let (joins, joining) = mpsc::channel(room);
                (Some(joins), Some(joining))
            }
        };
        let stop = tokio_util::sync::CancellationToken::new();
        let stopped = stop.clone();
        let metrics = writer.metrics.clone();
        let writing = async move {
            let join = async {
                if let Some(joining) = joining {
                    writer.run(joining, &stopped).await;
                }
            };
            tokio::join!(writer.run(waiting, &stopped), join);
        };
        (Self { queue, joins, metrics, stop }, writing)
    }

    /// Lets nothing more in and ends the writer after what is waiting.
    pub fn close(&self) {
        self.stop.cancel();
    }

    /// Entries that wait for the writer.
    pub fn waiting(&self) -> u32 {
        let waiting = |queue: &mpsc::Sender<Entry>| (queue.max_capacity() - queue.capacity()) as u32;
        waiting(&self.queue) + self.joins.as_ref().map_or(0, waiting)
    }

    /// Begins an attempt; not when there is one already, when the contest is gone, or when it is private and the person none
    /// of its own.
    pub async fn join(&self, join: Join, part: Arc<CachedAttempt>) -> Result<bool> {
        let (reply, verdict) = oneshot::channel();
        Self::enter(self.joins.as_ref().unwrap_or(&self.queue), Entry::Join(join, part, reply))?;
        verdict.await.map_err(|_| UNAVAILABLE)?
    }

    /// Writes an answer durably, or says why not.
    pub async fn answer(&self, graded: GradedAnswer, part: Arc<CachedAttempt>) -> Result<Verdict> {
        let (reply, verdict) = oneshot::channel();
        let entered = Self::enter(&self.queue, Entry::Answer(graded, part, reply)).inspect_err(|_| {
            self.metrics.unavailable.inc();
        });
        entered?;
        verdict.await.map_err(|_| UNAVAILABLE)?
    }

    /// Writes a change of an answer durably, or says what stands instead.
    pub async fn change(&self, change: Change, part: Arc<CachedAttempt>) -> Result<ChangeVerdict> {
        let (reply, verdict) = oneshot::channel();
        let entered = Self::enter(&self.queue, Entry::Change(change, part, reply)).inspect_err(|_| {
            self.metrics.unavailable.inc();
        });
        entered?;
        verdict.await.map_err(|_| UNAVAILABLE)?
    }

    /// Hands an attempt in; the first time counts.
    pub async fn submit(&self, submission: Submission, part: Arc<CachedAttempt>) -> Result<()> {
        let (reply, verdict) = oneshot::channel();
        Self::enter(&self.queue, Entry::Submit(submission, part, reply))?;
        verdict.await.map_err(|_| UNAVAILABLE)?
    }

    fn enter(queue: &mpsc::Sender<Entry>, entry: Entry) -> Result<()> {
        queue.try_send(entry).map_err(|_| UNAVAILABLE.into())
    }
}

/// Sorted entries of one batch, each with its caller's place in it.
#[derive(Default)]
struct Batch {
    joins: Vec<(Join, Arc<CachedAttempt>, oneshot::Sender<Result<bool>>)>,
    answers: Vec<(GradedAnswer, Arc<CachedAttempt>, oneshot::Sender<Result<Verdict>>)>,
    changes: Vec<(Change, Arc<CachedAttempt>, oneshot::Sender<Result<ChangeVerdict>>)>,
    submissions: Vec<(Submission, Arc<CachedAttempt>, oneshot::Sender<Result<()>>)>,
}

/// What became of a batch.
struct Written {
    /// Narrow keys of the attempts that began.
    begun: BegunAttempts,
    /// One per answer, in their order; none for an attempt that somebody else has locked.
    verdicts: Vec<Option<Verdict>>,
    /// The same for changes.
    changed: Vec<Option<ChangeVerdict>>,
    /// Attempts that could not be handed in, because somebody else has them locked.
    not_handed_in: HashSet<i64>,
}

/// Entries for attempts that somebody else has locked.
struct Deferred {
    /// In the order in which they came.
    entries: Vec<Entry>,
    /// Since when their attempts are known to be locked.
    since: HashMap<i64, Instant>,
    /// Before they are tried again.
    pause: Duration,
}

impl Default for Deferred {
    fn default() -> Self {
        Self { entries: Vec::new(), since: HashMap::new(), pause: FIRST_PAUSE }
    }
}

/// A caller to whom something may be said when the other processes know of it.
enum Held {
    Answer(oneshot::Sender<Result<Verdict>>, Verdict),
    Change(oneshot::Sender<Result<ChangeVerdict>>, ChangeVerdict),
    Submit(oneshot::Sender<Result<()>>),
}

impl Held {
    /// A caller that is gone does not need its verdict.
    fn say(self) {
        match self {
            Self::Answer(reply, verdict) => drop(reply.send(Ok(verdict))),
            Self::Change(reply, verdict) => drop(reply.send(Ok(verdict))),
            Self::Submit(reply) => drop(reply.send(Ok(()))),
        }
    }
}

impl Writer {
    /// Writes what comes, until it is stopped; what was let in before the stop is still written.
    async fn run(&self, mut waiting: mpsc::Receiver<Entry>, stop: &tokio_util::sync::CancellationToken) {
        let mut batch = Vec::with_capacity(BATCH);
        let mut deferred = Deferred::default();
        loop {
            let taken = tokio::select! {
                taken = waiting.recv_many(&mut batch, BATCH) => taken,
                () = tokio::time::sleep(deferred.pause), if !deferred.entries.is_empty() => 0,
                () = stop.cancelled() => {
                    waiting.close();
                    waiting.recv_many(&mut batch, BATCH).await
                }
            };
            if taken == 0 {
                if deferred.entries.is_empty() {
                    return;
                }
                if waiting.is_closed() {
                    tokio::time::sleep(deferred.pause).await;
                }
            }
            self.activity.beat();
            // Each entry is counted once, with the batch that it came in.
            let (is_further, began) = (!batch.is_empty(), Instant::now());
            if is_further {
                self.metrics.batch_entries.observe(batch.len() as f64);
            }
            // The deferred ones came first.
            let mut entries = std::mem::take(&mut deferred.entries);
            entries.append(&mut batch);
            self.write(entries, &mut deferred).await;
            if is_further {
                self.metrics.batch_seconds.observe(began.elapsed().as_secs_f64());
            }
            deferred.pause =
                if deferred.entries.is_empty() { FIRST_PAUSE } else { LONGEST_PAUSE.min(deferred.pause * 2) };
        }
    }

    async fn write(&self, entries: Vec<Entry>, deferred: &mut Deferred) {
        let mut batch = Batch::default();
        for entry in entries {
            match entry {
                Entry::Join(join, part, reply) => batch.joins.push((join, part, reply)),
                Entry::Answer(graded, part, reply) => batch.answers.push((graded, part, reply)),
                Entry::Change(change, part, reply) => batch.changes.push((change, part, reply)),
                Entry::Submit(submission, part, reply) => batch.submissions.push((submission, part, reply)),
            }
        }
        // Two processes may block each other on the same rows; PostgreSQL then gives one of them up, and again if it must.
        // Once more is enough when a contest is deleted between being looked up and being pointed to.
        let began = Instant::now();
        let mut written = write_once(&self.db, &self.clock, &batch).await;
        for _ in 0..GIVEN_UP_TRIES {
            match written {
                Err(DbError::GivenUp(_)) if began.elapsed() < GIVEN_UP_WITHIN => {
                    written = write_once(&self.db, &self.clock, &batch).await;
                }
                Err(DbError::Broken(_) | DbError::ForeignKey(_)) => {
                    written = write_once(&self.db, &self.clock, &batch).await;
                    break;
                }
                _ => break,
            }
        }
        match written {
            Ok(written) => self.say(batch, written, deferred),
            Err(error) => self.fail(batch, error),
        }
    }

    /// Remembers what was written, and says so to whom it belongs. What could not be written is deferred.
    fn say(&self, batch: Batch, Written { begun, verdicts, changed, not_handed_in }: Written, deferred: &mut Deferred) {
        let now = self.clock.now();
        for (join, part, _) in &batch.joins {
            if let Some(begun) = begun.get(&(join.contest, join.user)) {
                self.attempt_cache.begun(part, *begun, join.at, now);
            }
        }
        let (mut answers, mut locked) = (Vec::with_capacity(batch.answers.len()), Batch::default());
        for (answer, verdict) in batch.answers.into_iter().zip(verdicts) {
            match verdict {
                Some(verdict) => answers.push((answer, verdict)),
                None => locked.answers.push(answer),
            }
        }
        let mut changes = Vec::with_capacity(batch.changes.len());
        for (change, verdict) in batch.changes.into_iter().zip(changed) {
            match verdict {
                Some(verdict) => changes.push((change, verdict)),
                None => locked.changes.push(change),
            }
        }
        let (later, submissions): (Vec<_>, Vec<_>) =
            batch.submissions.into_iter().partition(|(submission, ..)| not_handed_in.contains(&submission.attempt));
        locked.submissions = later;
        self.defer(locked, deferred);
        for ((graded, part, _), verdict) in &answers {
            match verdict {
                // What is typed is long: the database keeps it.
                Verdict::Taken | Verdict::SameAgain | Verdict::OtherStored(_) if graded.typed.is_some() => {
                    part.forget();
                }
                Verdict::Taken | Verdict::SameAgain => part.answered(graded.question_no, graded.chosen, now),
                Verdict::OtherStored(stored) => part.answered(graded.question_no, stored.chosen, now),
                Verdict::Closed => {}
            }
        }
        // What changes is not remembered: the database keeps it.
        for ((_, part, _), _) in &changes {
            part.forget();
        }
        for (submission, part, _) in &submissions {
            part.handed_in(submission.at);
        }
        let joined = begun.keys().map(|(contest, _)| *contest);
        let counted: HashSet<ContestId> =
            joined.chain(submissions.iter().map(|(submission, ..)| submission.contest)).collect();
        for contest in counted {
            self.live.publish_counts(Topic::Contest(contest));
        }
        let early = submissions.iter().filter(|(submission, ..)| submission.is_early);
        let early = early.map(|(submission, ..)| (submission.contest, submission.user));
        let heard = changes.iter().filter(|(_, verdict)| *verdict == ChangeVerdict::Taken);
        let heard = heard.map(|((change, ..), _)| (change.contest, change.user));
        for (contest, user) in early.chain(heard).collect::<HashSet<_>>() {
            self.live.publish(Topic::Attempt(contest, user));
        }
        for (join, _, reply) in batch.joins {
            // As with the others: who is gone does not need it.
            let _ = reply.send(Ok(begun.contains_key(&(join.contest, join.user))));
        }
        let answers = answers.into_iter().map(|((_, part, reply), verdict)| {
            match verdict {
                Verdict::Taken => &self.metrics.taken,
                Verdict::SameAgain => &self.metrics.same_again,
                Verdict::OtherStored(_) | Verdict::Closed => &self.metrics.refused,
            }
            .inc();
            (part, Held::Answer(reply, verdict))
        });
        let changes = changes.into_iter().map(|((_, part, reply), verdict)| {
            match verdict {
                ChangeVerdict::Taken => &self.metrics.taken,
                ChangeVerdict::SameAgain => &self.metrics.same_again,
                ChangeVerdict::Outrun(_) | ChangeVerdict::Closed => &self.metrics.refused,
            }
            .inc();
            (part, Held::Change(reply, verdict))
        });
        let submissions = submissions.into_iter().map(|(_, part, reply)| (part, Held::Submit(reply)));
        self.release(answers.chain(changes).chain(submissions), now);
    }

    /// Says to callers what became of what they sent; where another process may remember an attempt otherwise, not before it has heard.
    fn release(&self, callers: impl Iterator<Item = (Arc<CachedAttempt>, Held)>, now: Time) {
        let (mut untold, mut held) = (Vec::new(), Vec::new());
        for (part, one) in callers {
            if let Some(change) = part.untold(now) {
                untold.push(change);
                held.push((part, one));
            } else {
                one.say();
            }
        }
        if held.is_empty() {
            return;
        }
        let peers = self.peers.clone();
        self.tasks.spawn(async move {
            peers.tell(&untold).await;
            for (part, one) in held {
                part.told();
                one.say();
            }
        });
    }

    /// Has entries wait for attempts that somebody else has locked, and tells those to come again that have waited for long, or are too many.
    fn defer(&self, locked: Batch, deferred: &mut Deferred) {
        let attempts: HashSet<i64> = locked.attempts().collect();
        deferred.since.retain(|attempt, _| attempts.contains(attempt));
        let now = Instant::now();
        for attempt in attempts {
            deferred.since.entry(attempt).or_insert(now);
        }
        let mut room = BATCH;
        let mut may_wait = |attempt: i64| {
            let is_young = deferred.since.get(&attempt).is_none_or(|since| now.duration_since(*since) < LOCKED_WITHIN);
            room = room.saturating_sub(1);
            is_young && room > 0
        };
        let mut refused = Batch::default();
        for (graded, part, reply) in locked.answers {
            if may_wait(graded.attempt) {
                deferred.entries.push(Entry::Answer(graded, part, reply));
            } else {
                refused.answers.push((graded, part, reply));
            }
        }
        for (change, part, reply) in locked.changes {
            if may_wait(change.attempt) {
                deferred.entries.push(Entry::Change(change, part, reply));
            } else {
                refused.changes.push((change, part, reply));
            }
        }
        for (submission, part, reply) in locked.submissions {
            if may_wait(submission.attempt) {
                deferred.entries.push(Entry::Submit(submission, part, reply));
            } else {
                refused.submissions.push((submission, part, reply));
            }
        }
        let told = refused.attempts().collect::<HashSet<_>>().len();
        if told > 0 {
            tracing::warn!(attempts = told, "somebody else has the rows of attempts locked; quad doctor names who");
            self.refuse(refused, Some(&GIVEN_UP));
        }
    }

    fn fail(&self, batch: Batch, error: DbError) {
        let refusal = match error {
            DbError::Away(_) => Some(UNAVAILABLE),
            DbError::Unwritable(_) | DbError::Forbidden(_) => Some(UNWRITABLE),
            DbError::GivenUp(_) => Some(GIVEN_UP),
            _ => None,
        };
        if !error.is_told() {
            tracing::error!(
                cause = format!("{:#}", anyhow::Error::new(error)),
                "a batch of answers could not be written"
            );
        }
        self.refuse(batch, refusal.as_ref());
    }

    /// Tells the callers of a batch why it was not written; without a reason that something is broken.
    fn refuse(&self, batch: Batch, refusal: Option<&Rejection>) {
        let fail = || match refusal {
            Some(refusal) => refusal.clone().into(),
            None => Error::Internal(anyhow::anyhow!("the batch of this request failed")),
        };
        for (_, part, reply) in batch.joins {
            // It may have been written all the same.
            part.forget();
            let _ = reply.send(Err(fail()));
        }
        self.metrics.unavailable.inc_by((batch.answers.len() + batch.changes.len()) as u64);
        for (_, part, reply) in batch.answers {
            part.forget();
            let _ = reply.send(Err(fail()));
        }
        for (_, part, reply) in batch.changes {
            part.forget();
            let _ = reply.send(Err(fail()));
        }
        for (_, part, reply) in batch.submissions {
            part.forget();
            let _ = reply.send(Err(fail()));
        }
    }
}

impl Batch {
    /// Of answers, changes and submissions.
    fn attempts(&self) -> impl Iterator<Item = i64> {
        let answers = self.answers.iter().map(|(graded, ..)| graded.attempt);
        let answers = answers.chain(self.changes.iter().map(|(change, ..)| change.attempt));
        answers.chain(self.submissions.iter().map(|(submission, ..)| submission.attempt))
    }
}

async fn write_once(db: &Db, clock: &Clock, batch: &Batch) -> Result<Written, DbError> {
    let mut tx = db.begin().await?;
    let joins: Vec<Join> = batch.joins.iter().map(|(join, ..)| *join).collect();
    let begun = if joins.is_empty() { HashMap::new() } else { join_all(&mut tx, joins).await? };
    let answers: Vec<GradedAnswer> = batch.answers.iter().map(|(graded, ..)| graded.clone()).collect();
    let verdicts = if answers.is_empty() { Vec::new() } else { answer_all(&mut tx, &answers).await? };
    let changes: Vec<Change> = batch.changes.iter().map(|(change, ..)| change.clone()).collect();
    let changed = if changes.is_empty() { Vec::new() } else { change_all(&mut tx, &changes).await? };
    let mut not_handed_in = HashSet::new();
    if !batch.submissions.is_empty() {
        // Never before an answer that came first: it would find its attempt closed.
        let waits = answers.iter().zip(&verdicts).filter(|(_, verdict)| verdict.is_none());
        let mut waits: HashSet<i64> = waits.map(|(answer, _)| answer.attempt).collect();
        let changes_wait = changes.iter().zip(&changed).filter(|(_, verdict)| verdict.is_none());
        waits.extend(changes_wait.map(|(change, _)| change.attempt));
        let submissions = batch.submissions.iter().map(|(submission, ..)| (submission.attempt, submission.at));
        let submissions: Vec<(i64, Time)> = submissions.filter(|(attempt, _)| !waits.contains(attempt)).collect();
        if !submissions.is_empty() {
            not_handed_in = store_batches::submit_all(&mut tx, &submissions).await?;
        }
        not_handed_in.extend(waits);
    }
    let joins = batch.joins.iter().map(|(join, ..)| (join.contest, join.at));
    let written = answers.iter().zip(&verdicts).filter(|(_, verdict)| verdict.is_some());
    let arrived = joins.chain(written.map(|(answer, _)| (answer.contest, answer.at)));
    let written = changes.iter().zip(&changed).filter(|(_, verdict)| verdict.is_some());
    let arrived = arrived.chain(written.map(|(change, _)| (change.contest, change.at)));
    let now = clock.now();
    let stragglers: BTreeSet<ContestId> =
        arrived.filter(|(_, at)| now >= at.plus(WRITTEN_WITHIN)).map(|(contest, _)| contest).collect();
    for contest in stragglers {
        if contests::note_late_write(&mut tx, contest).await? {
            // Its answers may be graded by the key of before.
            store_regrading::recount(&mut tx, contest).await?;
        }
    }
    tx.commit().await?;
    Ok(Written { begun, verdicts, changed, not_handed_in })
}

/// The narrow keys of attempts that have just begun, and which papers they are about.
type BegunAttempts = HashMap<(ContestId, UserId), (i64, u32)>;

async fn join_all(tx: &mut Tx, mut joins: Vec<Join>) -> Result<BegunAttempts, DbError> {
    // One order for all processes, so that none waits for another in a circle.
    joins.sort_unstable_by_key(|join| (join.contest, join.user, join.at));
    joins.dedup_by_key(|join| (join.contest, join.user));
    let mut newcomers: HashMap<ContestId, u32> = HashMap::new();
    let begun = store_batches::insert_attempts(tx, &joins).await?;
    for attempt in &begun {
        *newcomers.entry(attempt.contest_id).or_default() += 1;
    }
    let mut contests: Vec<_> = newcomers.into_iter().collect();
    contests.sort_unstable();
    let mut all: BegunAttempts =
        begun.into_iter().map(|attempt| ((attempt.contest_id, attempt.user_id), (attempt.id, 0))).collect();
    for (contest, joined) in contests {
        let at = joins.iter().find(|join| join.contest == contest).map_or(Time(0), |join| join.at);
        // Only now blueprint, minutes and window cannot change any more, whatever was known of the contest before.
        let Some(frozen) = contests::freeze_at_join(tx, contest, joined, at).await? else { continue };
        if frozen.rules.minutes.is_some() {
            let begun =
                all.iter().filter(|((joined, _), _)| *joined == contest).map(|((_, user), (id, _))| (*user, *id));
            store_time::set_first_ends(tx, &first_ends(&frozen, &joins, contest, begun)).await?;
        }
        let Some(draw) = frozen.draw else { continue };
        contests::deal(tx, contest, &draw).await?;
        for ((_, user), (_, variant)) in all.iter_mut().filter(|((joined, _), _)| *joined == contest) {
            *variant = draw.variant_of(*user);
        }
    }
    let mut drawn: Vec<(i64, u32)> = all.values().copied().filter(|(_, variant)| *variant > 0).collect();
    if !drawn.is_empty() {
        drawn.sort_unstable();
        store_batches::set_variants(tx, &drawn).await?;
    }
    Ok(all)
}

/// When the time of each of those ends who have just joined a contest in which each person has minutes of their own, by the attempt.
fn first_ends(
    frozen: &Frozen,
    joins: &[Join],
    contest: ContestId,
    begun: impl Iterator<Item = (UserId, i64)>,
) -> Vec<(i64, Time)> {
    let joined: HashMap<UserId, Time> =
        joins.iter().filter(|join| join.contest == contest).map(|join| (join.user, join.at)).collect();
    let end = |(user, id)| Some((id, frozen.rules.usual_end(frozen.ends_at, *joined.get(&user)?)));
    let mut ends: Vec<(i64, Time)> = begun.filter_map(end).collect();
    ends.sort_unstable();
    ends
}

/// Writes what is chosen in one statement, and what is typed, where something is, in another.
async fn insert_all(tx: &mut Tx, rows: &[GradedAnswer]) -> Result<HashSet<(i64, i32)>, DbError> {
    if !rows.iter().any(|row| row.typed.is_some()) {
        return store_batches::insert_answers(tx, rows).await;
    }
    let (typed, chosen): (Vec<GradedAnswer>, Vec<GradedAnswer>) =
        rows.iter().cloned().partition(|row| row.typed.is_some());
    let mut taken = store_typed::insert_typed(tx, &typed).await?;
    if !chosen.is_empty() {
        taken.extend(store_batches::insert_answers(tx, &chosen).await?);
    }
    Ok(taken)
}

/// A verdict for each answer; none for an attempt that somebody else has locked.
async fn answer_all(tx: &mut Tx, answers: &[GradedAnswer]) -> Result<Vec<Option<Verdict>>, DbError> {
    // The first of several answers to one question within the batch is the one that is offered to the database.
    let mut offered: HashMap<(i64, i32), usize> = HashMap::with_capacity(answers.len());
    for (at, answer) in answers.iter().enumerate() {
        offered.entry((answer.attempt, answer.question_no)).or_insert(at);
    }
    let mut rows: Vec<GradedAnswer> = offered.values().map(|at| answers[*at].clone()).collect();
    rows.sort_unstable_by_key(|row| (row.attempt, row.question_no));
    let taken = insert_all(tx, &rows).await?;
    let fresh: Vec<GradedAnswer> =
        rows.iter().filter(|row| taken.contains(&(row.attempt, row.question_no))).cloned().collect();
    if !fresh.is_empty() {
        store_batches::count_answers(tx, &fresh).await?;
    }
    let rest: Vec<(i64, i32)> =
        rows.iter().map(|row| (row.attempt, row.question_no)).filter(|key| !taken.contains(key)).collect();
    let stored = if rest.is_empty() { HashMap::new() } else { store_batches::unwritten(tx, &rest).await? };
    Ok(answers
        .iter()
        .enumerate()
        .map(|(at, answer)| {
            let key = (answer.attempt, answer.question_no);
            let stored = if taken.contains(&key) {
                let first = offered[&key];
                if first == at {
                    return Some(Verdict::Taken);
                }
                answers[first].as_stored()
            } else {
                match stored.get(&key) {
                    Some(Unwritten::Stored(stored)) => stored.clone(),
                    Some(Unwritten::Locked) => return None,
                    None => return Some(Verdict::Closed),
                }
            };
            let is_same = stored.is_alike(answer.chosen, answer.typed.as_deref());
            Some(if is_same { Verdict::SameAgain } else { Verdict::OtherStored(stored) })
        })
        .collect())
}

/// A verdict for each change; none for an attempt that somebody else has locked.
async fn change_all(tx: &mut Tx, changes: &[Change]) -> Result<Vec<Option<ChangeVerdict>>, DbError> {
    let attempts: BTreeSet<i64> = changes.iter().map(|change| change.attempt).collect();
    let open = store_changes::lock_open(tx, &attempts.into_iter().collect::<Vec<_>>()).await?;
    let offered = answer_changes::offered(changes);
    let keys: Vec<(i64, i32)> = offered.iter().map(|change| change.key()).collect();
    let found = store_changes::found(&*tx, &keys).await?;
    let offered: Vec<&Change> = offered.into_iter().filter(|change| open.contains(&change.attempt)).collect();
    let raised = if offered.is_empty() { HashSet::new() } else { store_changes::raise(tx, &offered).await? };
    let winners: Vec<&Change> = offered.into_iter().filter(|change| raised.contains(&change.key())).collect();
    if !winners.is_empty() {
        store_changes::put(tx, &winners).await?;
        store_changes::count(tx, &answer_changes::moved(&winners, &found)).await?;
    }
    let won = winners.into_iter().map(|change| (change.key(), change)).collect();
    Ok(answer_changes::verdicts(changes, &found, &won, |attempt| open.contains(&attempt)))
}
