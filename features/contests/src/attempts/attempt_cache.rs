//! Attempt cache: the attempts that this process knows. It holds the narrow key of each, and for those that began here
//! everything that was acknowledged since. So a start costs one write and no read.
//!
//! What is remembered was written by this process alone. Another one that writes to an attempt which may still be remembered
//! says so before it answers ([`CachedAttempt::untold`], `crates/cluster/src/peers.rs`), and for a peer that does not hear, what is
//! remembered ends after a second. Whoever is in doubt (restarted, a write that failed, forgotten for room) asks the database.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures::FutureExt;
use moka::future::Cache;
use moka::policy::EvictionPolicy;
use quad_db::{Db, DbError, Engine, Source};

use quad_cluster::peers::{Change, Peers};
use quad_kernel::clock::{Clock, Time};
use quad_kernel::ids::{ContestId, UserId};

use super::model::{Attempt, GivenAnswer, StoredAnswer};
use super::store::{self, OwnPart};

/// Bytes of all attempts known. A hundred thousand of thirty questions take some 40 MB.
const MOST_BYTES: u64 = 64 * 1024 * 1024;
/// Of one without answers, with its place in the memory.
const BYTES_EACH: usize = 256;
const IDLE: Duration = Duration::from_hours(1);
/// Where others may write, an attempt is remembered for so long after its join, as everything is of which a word may be missed;
/// by the clock too, by which they judge whether it is still remembered: it may jump.
const UNHEARD: Duration = Duration::from_secs(1);
/// A join that took longer to be written is not remembered where others may write.
const WRITTEN_WITHIN: Duration = Duration::from_secs(2);
/// So long after its join a write to another's attempt is told: both times above, and seven seconds for clocks that differ.
const TOLD_WITHIN: Duration = Duration::from_secs(10);

/// The tag of writes to somebody's attempt, whose key is `CONTEST:USER`.
const PART: &str = "part";

/// The memory. Cheap to clone.
#[derive(Clone, Debug)]
pub struct AttemptCache {
    db: Db,
    clock: Clock,
    known: Cache<(ContestId, UserId), Arc<CachedAttempt>>,
    /// No word of the other processes is missed.
    hears: Arc<AtomicBool>,
}

/// One attempt, or one that is just being begun.
#[derive(Debug)]
pub struct CachedAttempt {
    contest: ContestId,
    user: UserId,
    /// Questions of the contest, where it is known.
    room: usize,
    state: Mutex<State>,
}

#[derive(Debug)]
enum State {
    /// It is being begun, if nobody has begun it elsewhere.
    Joining { forgotten: bool },
    /// For everything but the key the database is asked.
    Key { id: i64, joined_at: Time, variant: u32, told: bool },
    /// All of it.
    Whole { attempt: Attempt, choices: Vec<(u16, u8)>, until: Option<Until> },
}

/// When a memory ends: whichever comes first.
#[derive(Clone, Copy, Debug)]
struct Until {
    instant: Instant,
    by_clock: Time,
}

/// A person's attempt, and the answers as far as they are at hand.
#[derive(Debug)]
pub struct OwnAttempt {
    /// How it stands.
    pub attempt: Attempt,
    choices: Option<Vec<(i32, u8)>>,
}

impl OwnAttempt {
    /// The answers. What was typed is not remembered.
    pub async fn choices(self, source: &impl Source) -> Result<Vec<GivenAnswer>, DbError> {
        let given = |(question_no, chosen)| GivenAnswer { question_no, answer: StoredAnswer { chosen, typed: None } };
        match self.choices {
            Some(choices) => Ok(choices.into_iter().map(given).collect()),
            None => store::choices(source, self.attempt.id).await,
        }
    }
}

impl AttemptCache {
    /// Nothing remembered yet; what other processes write is heard.
    pub fn new(db: Db, clock: Clock, peers: &Peers) -> Self {
        let known = Cache::builder()
            .max_capacity(MOST_BYTES)
            .weigher(|_: &(ContestId, UserId), part: &Arc<CachedAttempt>| part.weight())
            // Whoever joins now is looked for next.
            .eviction_policy(EvictionPolicy::lru())
            .time_to_idle(IDLE);
        let cache = Self { db, clock, known: known.build(), hears: Arc::default() };
        let hears = cache.clone();
        peers.register(
            PART,
            Arc::new(move |ids| {
                let ids = ids
                    .split_once(':')
                    .and_then(|(contest, user)| Some((ContestId::parse(contest)?, UserId::parse(user)?)));
                let hears = hears.clone();
                async move {
                    if let Some((contest, user)) = ids {
                        hears.forget_here(contest, user).await;
                    }
                }
                .boxed()
            }),
        );
        cache
    }

    /// Whether a person is known to have joined.
    pub async fn knows(&self, contest: ContestId, user: UserId) -> bool {
        self.known.get(&(contest, user)).await.is_some_and(|part| part.id().is_some())
    }

    /// The attempt that a person is about to begin, of so many questions. Ask before the write: what others write to it is
    /// heard from now on.
    pub async fn joining(&self, contest: ContestId, user: UserId, questions: u32) -> Arc<CachedAttempt> {
        let state = Mutex::new(State::Joining { forgotten: false });
        let part = Arc::new(CachedAttempt { contest, user, room: questions as usize, state });
        self.known.get_with((contest, user), async { part }).await
    }

    /// Forgets what was about to begin and has not.
    pub async fn not_joined(&self, contest: ContestId, user: UserId) {
        let key = (contest, user);
        if self.known.get(&key).await.is_some_and(|part| part.id().is_none()) {
            self.known.invalidate(&key).await;
        }
    }

    /// The narrow key of a person's attempt, if they have joined, and what is known of it. Costs a statement when this
    /// process has not heard of it.
    pub async fn find(&self, contest: ContestId, user: UserId) -> Result<Option<(i64, Arc<CachedAttempt>)>, DbError> {
        if let Some(part) = self.known.get(&(contest, user)).await
            && let Some(id) = part.id()
        {
            return Ok(Some((id, part)));
        }
        let Some(attempt) = store::attempt(&self.db, contest, user).await? else { return Ok(None) };
        Ok(Some((attempt.id, self.keep(contest, user, attempt).await)))
    }

    /// Keeps the key of an attempt that was read.
    async fn keep(
        &self,
        contest: ContestId,
        user: UserId,
        Attempt { id, joined_at, variant, .. }: Attempt,
    ) -> Arc<CachedAttempt> {
        let state = Mutex::new(State::Key { id, joined_at, variant, told: false });
        let part = Arc::new(CachedAttempt { contest, user, room: 0, state });
        self.known.insert((contest, user), Arc::clone(&part)).await;
        part
    }

    /// Whether a person has joined.
    pub async fn has_joined(&self, contest: ContestId, user: UserId) -> Result<bool, DbError> {
        Ok(self.find(contest, user).await?.is_some())
    }

    /// How a person's attempt stands, if they have joined: as remembered, or as the database has it.
    pub async fn own(&self, contest: ContestId, user: UserId) -> Result<Option<OwnAttempt>, DbError> {
        if let Some(own) = self.remembered(contest, user).await {
            return Ok(Some(own));
        }
        let Some(attempt) = store::attempt(&self.db, contest, user).await? else { return Ok(None) };
        if !self.knows(contest, user).await {
            self.keep(contest, user, attempt).await;
        }
        Ok(Some(OwnAttempt { attempt, choices: (attempt.answered == 0).then(Vec::new) }))
    }

    /// What a person's windows hear of the attempt; nothing without one. Of an attempt whose answers were changed nothing is remembered.
    pub(super) async fn own_part(&self, contest: ContestId, user: UserId) -> Result<Option<OwnPart>, DbError> {
        match self.remembered(contest, user).await {
            Some(own) => {
                Ok(Some(OwnPart { is_handed_in: own.attempt.submitted_at.is_some(), changed: None, ends_at: None }))
            }
            None => store::own_part(&self.db, contest, user).await,
        }
    }

    async fn remembered(&self, contest: ContestId, user: UserId) -> Option<OwnAttempt> {
        self.known.get(&(contest, user)).await?.own(self.clock.now())
    }

    /// Forgets an attempt to which another process has written.
    pub async fn forget_here(&self, contest: ContestId, user: UserId) {
        if let Some(part) = self.known.get(&(contest, user)).await {
            part.forget();
        }
    }

    /// Forgets attempts that were written to here past their writer, here and where they may be remembered. Call it after the commit, before
    /// anybody hears of it.
    pub(super) async fn changed(&self, peers: &Peers, contest: ContestId, changed: &[(UserId, Time)]) {
        let now = self.clock.now();
        for (user, _) in changed {
            self.forget_here(contest, *user).await;
        }
        let young = changed.iter().filter(|(_, joined_at)| now < joined_at.plus(TOLD_WITHIN));
        let told: Vec<Change> = young.map(|(user, _)| Change::new(PART, format_args!("{contest}:{user}"))).collect();
        if !told.is_empty() {
            peers.tell(&told).await;
        }
    }

    /// Words of the other processes are heard from now on, or are not; some may have been missed.
    pub fn hears(&self, hears: bool) {
        self.hears.store(hears, Ordering::SeqCst);
        self.known.iter().for_each(|(_, part)| part.forget());
    }

    /// Notes that an attempt was begun here, at such a paper. Call it after the commit, before anybody hears of it.
    pub(super) fn begun(&self, part: &CachedAttempt, (id, variant): (i64, u32), joined_at: Time, now: Time) {
        let others_write = self.db.engine() == Engine::Postgres;
        let is_unsure = now > joined_at.plus(WRITTEN_WITHIN) || !self.hears.load(Ordering::SeqCst);
        let mut state = part.state();
        let State::Joining { forgotten } = *state else { return };
        *state = if forgotten || (others_write && is_unsure) {
            // Nobody else remembers it.
            State::Key { id, joined_at, variant, told: true }
        } else {
            let until = others_write.then(|| Until { instant: Instant::now() + UNHEARD, by_clock: now.plus(UNHEARD) });
            let attempt = Attempt { id, joined_at, submitted_at: None, answered: 0, variant };
            State::Whole { attempt, choices: Vec::new(), until }
        };
    }
}

impl State {
    fn forget(&mut self) {
        match *self {
            Self::Joining { .. } => *self = Self::Joining { forgotten: true },
            Self::Key { .. } => {}
            // Whoever wrote to it besides has said so.
            Self::Whole { attempt: Attempt { id, joined_at, variant, .. }, .. } => {
                *self = Self::Key { id, joined_at, variant, told: true };
            }
        }
    }
}

impl CachedAttempt {
    /// Bytes it takes when all questions are answered.
    fn weight(&self) -> u32 {
        (BYTES_EACH + self.room * size_of::<(u16, u8)>()).try_into().unwrap_or(u32::MAX)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The attempt's narrow key; it never changes. None while it is being begun.
    pub fn id(&self) -> Option<i64> {
        match *self.state() {
            State::Joining { .. } => None,
            State::Key { id, .. } => Some(id),
            State::Whole { attempt, .. } => Some(attempt.id),
        }
    }

    /// When the person joined; it never changes. None while it is being begun.
    pub fn joined_at(&self) -> Option<Time> {
        match *self.state() {
            State::Joining { .. } => None,
            State::Key { joined_at, .. } => Some(joined_at),
            State::Whole { attempt, .. } => Some(attempt.joined_at),
        }
    }

    /// Which of the contest's papers it is about, from 1; it never changes. 0 where everybody gets all questions, and while it is being
    /// begun.
    pub fn variant(&self) -> u32 {
        match *self.state() {
            State::Joining { .. } => 0,
            State::Key { variant, .. } => variant,
            State::Whole { attempt, .. } => attempt.variant,
        }
    }

    /// Its state, which does not outlive its time.
    fn state_now(&self, now: Time) -> MutexGuard<'_, State> {
        let mut state = self.state();
        if let State::Whole { until: Some(until), .. } = *state
            && (Instant::now() >= until.instant || now >= until.by_clock)
        {
            state.forget();
        }
        state
    }

    fn own(&self, now: Time) -> Option<OwnAttempt> {
        let state = self.state_now(now);
        let State::Whole { attempt, choices, .. } = &*state else { return None };
        let choices = choices.iter().map(|(no, chosen)| (i32::from(*no), *chosen)).collect();
        Some(OwnAttempt { attempt: *attempt, choices: Some(choices) })
    }

    /// Asks the database from now on.
    pub(super) fn forget(&self) {
        self.state().forget();
    }

    /// Notes an answer that is stored, whose options were chosen. Call it after the commit, before anybody hears of it.
    pub(super) fn answered(&self, question_no: i32, chosen: u8, now: Time) {
        let Ok(no) = u16::try_from(question_no) else { return self.forget() };
        let mut state = self.state_now(now);
        let State::Whole { attempt, choices, .. } = &mut *state else { return };
        if let Err(place) = choices.binary_search_by_key(&no, |(no, _)| *no) {
            // Once, and as much as was weighed.
            choices.reserve_exact(self.room.saturating_sub(choices.len()));
            choices.insert(place, (no, chosen));
            attempt.answered = choices.len() as u32;
        }
    }

    /// Notes that it was handed in; the first time counts. Call it after the commit, before anybody hears of it.
    pub(super) fn handed_in(&self, at: Time) {
        if let State::Whole { attempt, .. } = &mut *self.state() {
            attempt.submitted_at.get_or_insert(at);
        }
    }

    /// What the others must be told of before what was just written here is answered: the process in which it began may
    /// remember it without that.
    pub(super) fn untold(&self, now: Time) -> Option<Change> {
        let is_fresh =
            matches!(*self.state(), State::Key { joined_at, told: false, .. } if now < joined_at.plus(TOLD_WITHIN));
        is_fresh.then(|| self.change())
    }

    fn change(&self) -> Change {
        Change::new(PART, format_args!("{}:{}", self.contest, self.user))
    }

    /// Notes that the other processes have forgotten it.
    pub(super) fn told(&self) {
        if let State::Key { told, .. } = &mut *self.state() {
            *told = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    const JOINED: Time = Time(1_000_000);

    fn part(room: usize, state: State) -> CachedAttempt {
        let (contest, user) = (ContestId(Uuid::nil()), UserId(Uuid::nil()));
        CachedAttempt { contest, user, room, state: Mutex::new(state) }
    }

    fn whole(room: usize, until: Option<Until>) -> CachedAttempt {
        let attempt = Attempt { id: 7, joined_at: JOINED, submitted_at: None, answered: 0, variant: 3 };
        part(room, State::Whole { attempt, choices: Vec::new(), until })
    }

    #[test]
    fn it_grows_with_what_is_acknowledged_and_not_beyond_its_weight() {
        let part = whole(40, None);
        for (no, choice) in [(3, 1), (1, 0), (3, 2)] {
            part.answered(no, choice, JOINED);
        }
        let own = part.own(JOINED).unwrap();
        assert_eq!((own.attempt.answered, own.choices), (2, Some(vec![(1, 0), (3, 1)])), "the first counts");
        (1..=40).for_each(|no| part.answered(no, 3, JOINED));
        part.handed_in(Time(5));
        part.handed_in(Time(9));
        let own = part.own(JOINED).unwrap();
        assert_eq!((own.attempt.answered, own.attempt.submitted_at), (40, Some(Time(5))));
        let state = part.state();
        let State::Whole { choices, .. } = &*state else { unreachable!("forgotten") };
        assert!(choices.capacity() * size_of::<(u16, u8)>() + BYTES_EACH <= part.weight() as usize);
    }

    #[test]
    fn what_is_forgotten_stays_so() {
        let part = whole(2, None);
        part.forget();
        part.answered(1, 1, JOINED);
        assert!(part.own(JOINED).is_none());
        assert_eq!((part.id(), part.untold(JOINED)), (Some(7), None), "nobody else remembers it");
        assert_eq!(part.variant(), 3);
    }

    #[test]
    fn where_others_write_it_ends_by_itself() {
        let later = Instant::now() + IDLE;
        let ends = |instant, by_clock| whole(2, Some(Until { instant, by_clock }));
        assert!(ends(later, JOINED.plus(UNHEARD)).own(JOINED).is_some());
        assert!(ends(Instant::now(), JOINED.plus(UNHEARD)).own(JOINED).is_none());
        let over = ends(later, JOINED.plus(UNHEARD));
        assert!(over.own(JOINED.plus(UNHEARD)).is_none(), "the clock has jumped");
        over.answered(1, 1, JOINED);
        assert_eq!(over.id(), Some(7));
    }

    #[test]
    fn anothers_is_told_while_it_is_new_until_it_was() {
        let part = part(0, State::Key { id: 7, joined_at: JOINED, variant: 0, told: false });
        assert_eq!(part.untold(JOINED), Some(part.change()));
        assert_eq!(part.untold(JOINED.plus(TOLD_WITHIN)), None);
        part.told();
        assert_eq!(part.untold(JOINED), None);
    }
}
