//! Password hashing pool: passwords are hashed (Argon2id, 19 MiB, t=2, p=1) by a bounded number of threads with a bounded queue
//! before them.
//!
//! A full queue refuses newcomers at once (503 with Retry-After) instead of stalling everybody: take a [`Ticket`] first,
//! before anything is written about the attempt. The threads are its own and stay, each with the memory it hashes in
//! (`password_hash.rs`) until nobody has come for a while: the runtime's blocking threads are many. Passwords are never logged and never leave this file but as hashes.
//!
//! Beside answers there are few slots, so that answers stay quick. When a whole campus logs in and no answer comes, there is
//! one for each processor until the line is gone.
//!
//! Browsers that are known to their account come first for the same slots, and have places of their own when the line is long:
//! who sends log-ins without a pause keeps strangers waiting, not the people who have been here. A few of an account are known
//! at a time, and among five hashes one is a stranger's: who collects known browsers keeps nobody waiting for long either.

use std::collections::HashMap;
use std::fmt;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::available_parallelism;
use std::time::Duration;

use argon2::Params;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{CustomizedPasswordHasher, PasswordVerifier};
use rayon::{ThreadPool, ThreadPoolBuilder};
use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use quad_kernel::activity::Activity;
use quad_kernel::error::{Error, Kind, Rejection, Result};
use quad_kernel::ids::{Random, UserId};

use super::model::{PASSWORD_BYTES, judge_password};
use super::password_hash::{self, Hasher};

const FULL: Rejection = Rejection::new(
    Kind::Unavailable,
    "unavailable",
    "Many people are logging in right now. Please try again in a few seconds.",
)
.retry_after(3);

/// A hash of nothing anybody knows, of the same cost as every other: what unknown addresses are checked against.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";

/// So many in line are a rush.
const RUSH: u32 = 64;
/// So many known browsers wait beside the line; further ones stand in it.
const BESIDE: usize = 500;
/// So many of one account are known at a time; its further ones are strangers.
const OF_AN_ACCOUNT: usize = 3;
/// So many known browsers stand before the slots, beside one stranger.
const KNOWN_AT_ONCE: usize = 4;
/// How long [`Slots::rest`] is.
const REST: Duration = Duration::from_secs(2);

/// The bounded pool.
#[derive(Clone)]
pub struct Passwords {
    slots: Arc<Slots>,
    line: Arc<Semaphore>,
    most: usize,
    /// Places of known browsers.
    beside: Arc<Semaphore>,
    /// How many of an account are known, where any is.
    of_accounts: Arc<Mutex<HashMap<UserId, usize>>>,
    /// One stranger at a time stands before the slots, so that a known browser finds one there at most; and a few known ones,
    /// so that a stranger does not find all of them.
    strangers: Arc<Semaphore>,
    known: Arc<Semaphore>,
    threads: Arc<ThreadPool>,
    /// Hashes protect nobody: in stories alone.
    worthless: Arc<AtomicBool>,
    work_done: Arc<AtomicU64>,
    /// Tickets so far.
    taken: Arc<AtomicU64>,
}

impl fmt::Debug for Passwords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Passwords").field("free_slots", &self.slots.free.available_permits()).finish_non_exhaustive()
    }
}

/// How many hash at the same time.
struct Slots {
    free: Arc<Semaphore>,
    /// Taken and free ones.
    open: AtomicUsize,
    usual: usize,
    rushing: usize,
    answers: Activity,
    /// After so long without an answer, hashing may have all processors; after so long without a log-in, the system its memory.
    rest: Duration,
}

/// Leave to hash.
struct Slot {
    pool: Passwords,
    permit: OwnedSemaphorePermit,
}

/// A place in the queue. Dropping it leaves the queue.
pub(super) struct Ticket {
    pool: Passwords,
    known: Option<Known>,
    _place: OwnedSemaphorePermit,
}

/// One of the few of an account that are first.
struct Known {
    of_accounts: Arc<Mutex<HashMap<UserId, usize>>>,
    user: UserId,
}

impl Drop for Known {
    fn drop(&mut self) {
        let mut of_accounts = self.of_accounts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(many) = of_accounts.get_mut(&self.user) {
            *many -= 1;
            if *many == 0 {
                of_accounts.remove(&self.user);
            }
        }
    }
}

impl Passwords {
    /// `slots` hashes at the same time, at most `queue` more waiting.
    pub fn new(slots: usize, queue: usize) -> Self {
        Self::build(slots, slots, queue, Activity::default(), REST)
    }

    /// The same, and a slot for each processor while many wait and no answers come.
    pub fn beside(answers: Activity, slots: usize, queue: usize) -> Self {
        Self::build(slots, available_parallelism().map_or(1, NonZero::get), queue, answers, REST)
    }

    #[expect(
        clippy::expect_used,
        reason = "a system that gives no thread at the start has none for the runtime either"
    )]
    fn build(usual: usize, rushing: usize, queue: usize, answers: Activity, rest: Duration) -> Self {
        let usual = usual.max(1);
        let rushing = rushing.max(usual);
        let threads = ThreadPoolBuilder::new()
            .num_threads(rushing)
            .thread_name(|number| format!("passwords-{number}"))
            // Whoever waits hears of it as a failure of theirs.
            .panic_handler(|_| tracing::error!("hashing a password panicked"))
            .build()
            .expect("threads for passwords");
        let most = usual.saturating_add(queue).min(Semaphore::MAX_PERMITS);
        let free = Arc::new(Semaphore::new(usual));
        Self {
            slots: Arc::new(Slots { free, open: AtomicUsize::new(usual), usual, rushing, answers, rest }),
            line: Arc::new(Semaphore::new(most)),
            most,
            beside: Arc::new(Semaphore::new(BESIDE)),
            of_accounts: Arc::default(),
            strangers: Arc::new(Semaphore::new(1)),
            known: Arc::new(Semaphore::new(KNOWN_AT_ONCE)),
            threads: Arc::new(threads),
            worthless: Arc::default(),
            work_done: Arc::default(),
            taken: Arc::default(),
        }
    }

    /// From here on new hashes cost nearly nothing, to make and to compare with: for stories, whose people would take a third
    /// of their time. `clippy.toml` lets nothing else ask for it.
    pub fn hash_for_show(&self) {
        self.worthless.store(true, Ordering::Relaxed);
    }

    fn cost(&self) -> Params {
        let little = self.worthless.load(Ordering::Relaxed).then(|| Params::new(Params::MIN_M_COST, 1, 1, None).ok());
        little.flatten().unwrap_or_default()
    }

    /// Log-ins and the like that are in hand or wait for it.
    pub fn queue_length(&self) -> u32 {
        (self.standing() + BESIDE.saturating_sub(self.beside.available_permits())) as u32
    }

    /// Those in the line itself.
    fn standing(&self) -> usize {
        self.most.saturating_sub(self.line.available_permits())
    }

    /// Hashes computed or compared so far. A log-in costs one, whoever the address belongs to.
    pub fn work_done(&self) -> u64 {
        self.work_done.load(Ordering::Relaxed)
    }

    /// A place in the queue, or 503.
    pub(super) fn ticket(&self) -> Result<Ticket> {
        let place = Arc::clone(&self.line).try_acquire_owned().map_err(|_| FULL)?;
        Ok(self.handed(place, None))
    }

    /// The same for somebody whose browser is known to the account: first for a slot, and beside the line when that is long.
    pub(super) fn ticket_of_known(&self, user: UserId) -> Result<Ticket> {
        let Some(known) = self.known_of(user) else { return self.ticket() };
        if self.standing() <= RUSH as usize
            && let Ok(place) = Arc::clone(&self.line).try_acquire_owned()
        {
            return Ok(self.handed(place, Some(known)));
        }
        match Arc::clone(&self.beside).try_acquire_owned() {
            Ok(place) => Ok(self.handed(place, Some(known))),
            Err(_) => self.ticket(),
        }
    }

    /// Nothing when so many of that account are known already.
    fn known_of(&self, user: UserId) -> Option<Known> {
        let mut of_accounts = self.of_accounts.lock().unwrap_or_else(PoisonError::into_inner);
        let many = of_accounts.entry(user).or_default();
        if *many >= OF_AN_ACCOUNT {
            return None;
        }
        *many += 1;
        Some(Known { of_accounts: Arc::clone(&self.of_accounts), user })
    }

    fn handed(&self, place: OwnedSemaphorePermit, known: Option<Known>) -> Ticket {
        self.taken.fetch_add(1, Ordering::Relaxed);
        Ticket { pool: self.clone(), known, _place: place }
    }

    /// Gives the memory of hashes back to the system when nobody has come for a while, until `stop`.
    pub async fn rest(self, stop: CancellationToken) {
        let (mut seen, mut rested) = (0, 0);
        while stop.run_until_cancelled(sleep(self.slots.rest)).await.is_some() {
            let taken = self.taken.load(Ordering::Relaxed);
            if taken == seen && taken != rested && self.queue_length() == 0 {
                rested = taken;
                self.threads.spawn_broadcast(|_| password_hash::give_back());
            }
            seen = taken;
        }
    }

    /// The next free slot. More are opened when many wait and no answers come.
    async fn slot(&self, is_known: bool) -> Result<Slot> {
        let Slots { free, rushing, answers, rest, .. } = &*self.slots;
        if self.queue_length() > RUSH && answers.rests_for(*rest) {
            while self.slots.change(|open| (open < *rushing).then_some(open + 1)) {
                free.add_permits(1);
            }
        }
        let broken = |error: AcquireError| Error::Internal(error.into());
        let next = if is_known { &self.known } else { &self.strangers };
        let next = next.acquire().await.map_err(broken)?;
        let permit = Arc::clone(free).acquire_owned().await.map_err(broken)?;
        drop(next);
        Ok(Slot { pool: self.clone(), permit })
    }

    /// A hash of a password nobody judges: of the demo's people and of operators' random ones.
    pub async fn hash(&self, password: String) -> Result<String> {
        self.ticket()?.hash(&Random::System, password).await
    }
}

/// What a password came to beside a hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is not the one.
    Wrong,
    /// It is.
    Right,
    /// It is, and its hash is of what was typed: to be hashed anew.
    RightAsTyped,
}

impl Verdict {
    /// Whether it opens.
    #[must_use]
    pub fn is_right(self) -> bool {
        self != Self::Wrong
    }
}

impl Slots {
    fn change(&self, to: impl Fn(usize) -> Option<usize>) -> bool {
        self.open.try_update(Ordering::Relaxed, Ordering::Relaxed, to).is_ok()
    }
}

impl Drop for Slot {
    /// Frees it, or closes it when it was one for a rush that is over.
    fn drop(&mut self) {
        let Passwords { slots, .. } = &self.pool;
        let is_rush = self.pool.queue_length() as usize > slots.rushing && slots.answers.rests_for(slots.rest);
        if !is_rush && slots.change(|open| (open > slots.usual).then_some(open - 1)) {
            self.permit.split(1).into_iter().for_each(OwnedSemaphorePermit::forget);
        }
    }
}

impl Ticket {
    async fn work<T: Send + 'static>(&self, job: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        // The slot goes along: a caller who hangs up does not free it while the thread still works.
        let slot = self.pool.slot(self.known.is_some()).await?;
        let (sender, done) = oneshot::channel();
        self.pool.threads.spawn(move || {
            let result = job();
            drop(slot);
            // Whoever hung up does not want it.
            let _ = sender.send(result);
        });
        done.await.map_err(|error| Error::Internal(error.into()))
    }

    /// Whether this is the password; without a hash (nobody has that address) the answer is no, after the same work. Hashes of
    /// before passwords had one form are of what was typed: that is tried second, where it differs.
    pub async fn verify(&self, password: String, hash: Option<String>) -> Result<Verdict> {
        let done = Arc::clone(&self.pool.work_done);
        self.work(move || {
            let known = hash.as_deref().and_then(|hash| PasswordHash::new(hash).ok());
            let nobody = PasswordHash::new(NOBODY).ok();
            let Some(against) = known.as_ref().or(nobody.as_ref()) else { return Verdict::Wrong };
            let is_of = |form: &str| {
                let usable = PASSWORD_BYTES.contains(&form.len());
                let tried = if usable { form.as_bytes() } else { b"" };
                done.fetch_add(1, Ordering::Relaxed);
                Hasher.verify_password(tried, against).is_ok() && known.is_some() && usable
            };
            let one_form = quad_text::opaque(&password);
            if is_of(&one_form) {
                Verdict::Right
            } else if one_form != password && is_of(&password) {
                Verdict::RightAsTyped
            } else {
                Verdict::Wrong
            }
        })
        .await
    }

    /// Refuses an easily guessed password. `known` are names of the person, the institute and the installation.
    pub async fn judge(&self, field: &'static str, password: &str, email: &str, known: Vec<String>) -> Result<()> {
        let (password, email) = (quad_text::opaque(password), email.to_owned());
        let verdict = self.work(move || {
            let part = |c: char| !c.is_alphanumeric();
            // Whole as they are, whole without spaces, and word by word.
            let close: Vec<String> = known.iter().map(|name| name.replace(part, "")).collect();
            let whole = known.iter().chain(&close).map(String::as_str);
            let words = known.iter().chain([&email]).flat_map(|name| name.split(part));
            let known: Vec<&str> = whole.chain(words).filter(|word| word.len() > 2).collect();
            judge_password(field, &password, &email, &known)
        });
        verdict.await?.map_err(Error::Rejected)
    }

    /// The PHC string of a password, in its one form.
    pub async fn hash(&self, random: &Random, password: String) -> Result<String> {
        let password = quad_text::opaque(&password);
        let salt = random.bytes::<16>();
        let cost = self.pool.cost();
        let hash = self.work(move || {
            let hash = Hasher.hash_password_with_params(password.as_bytes(), &salt, cost);
            hash.map(|hash| hash.to_string())
        });
        hash.await?.map_err(|error| Error::Internal(anyhow::anyhow!("hashing failed: {error}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However slow the machine is, the last answer is not that old.
    const AN_HOUR: Duration = Duration::from_hours(1);

    #[tokio::test]
    async fn a_hash_says_its_cost_and_knows_its_password() {
        let pool = Passwords::new(1, 1);
        let hash = pool.hash("violet-kettle-91".into()).await.expect("hash");
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        let ticket = pool.ticket().expect("place");
        assert!(ticket.verify("violet-kettle-91".into(), Some(hash.clone())).await.expect("work").is_right());
        assert!(!ticket.verify("violet-kettle-92".into(), Some(hash)).await.expect("work").is_right());
        assert!(!ticket.verify("violet-kettle-91".into(), Some("!".into())).await.expect("work").is_right());
        assert!(!ticket.verify("x".repeat(2000), None).await.expect("work").is_right());
    }

    #[tokio::test]
    async fn a_password_is_the_same_however_a_keyboard_writes_it() {
        let pool = Passwords::new(1, 1);
        let ticket = pool.ticket().expect("place");
        let spellings = ["Zoe\u{308} am\u{a0}Fluss 91", "Zo\u{eb} am\u{3000}Fluss 91", "Zo\u{eb} am Fluss 91"];
        for hashed in spellings {
            let hash = pool.hash(hashed.into()).await.expect("hash");
            for typed in spellings {
                let verdict = ticket.verify(typed.into(), Some(hash.clone())).await.expect("work");
                assert_eq!(verdict, Verdict::Right, "{hashed:?} {typed:?}");
            }
        }
        // Of before: the hash is of what was typed, and only that opens it.
        let raw =
            Hasher.hash_password_with_params(spellings[0].as_bytes(), &[7; 16], Params::default()).expect("a hash");
        for (typed, came_to) in [(spellings[0], Verdict::RightAsTyped), (spellings[2], Verdict::Wrong)] {
            let verdict = ticket.verify(typed.into(), Some(raw.to_string())).await.expect("work");
            assert_eq!(verdict, came_to, "{typed:?}");
        }
    }

    #[test]
    fn nobodys_hash_costs_the_same() {
        let nobody = PasswordHash::new(NOBODY).expect("a PHC string");
        let (cost, usual) = (Params::try_from(&nobody).expect("parameters"), Params::default());
        assert_eq!((cost.m_cost(), cost.t_cost(), cost.p_cost()), (usual.m_cost(), usual.t_cost(), usual.p_cost()));
    }

    #[tokio::test]
    async fn the_memory_of_hashes_is_kept_from_one_to_the_next_and_given_back() {
        let pool = Passwords::build(1, 1, 2, Activity::default(), Duration::from_millis(50));
        let kept = || pool.threads.broadcast(|_| password_hash::kept()).into_iter().sum::<usize>();
        let waits = pool.ticket().expect("place");
        pool.hash("violet-kettle-91".into()).await.expect("hash");
        assert!(kept() >= 19 * 1024 * 1024, "{}", kept());
        drop(waits);
        let given_back = async {
            while kept() > 0 {
                // Then it looks again.
                sleep(Duration::from_millis(20)).await;
            }
        };
        let rests = async {
            tokio::select! {
                () = pool.clone().rest(CancellationToken::new()) => unreachable!("nobody stops it"),
                () = given_back => {}
            }
        };
        let is_over = tokio::time::timeout(Duration::from_mins(1), rests).await;
        assert!(is_over.is_ok(), "{} bytes are kept", kept());
    }

    #[tokio::test]
    async fn few_threads_hash_however_busy_the_others_are() {
        let pool = Passwords::new(2, 100);
        let mut threads = std::collections::HashSet::new();
        let (mut others, over) = (Vec::new(), CancellationToken::new());
        // Also where this test ends too early: its threads are waited for.
        let _ends = over.clone().drop_guard();
        for _ in 0..20 {
            let work = || std::thread::current().id();
            threads.insert(pool.ticket().expect("place").work(work).await.expect("done"));
            let (here, busy) = (tokio::runtime::Handle::current(), over.clone().cancelled_owned());
            others.push(tokio::task::spawn_blocking(move || here.block_on(busy)));
        }
        assert!(threads.len() <= 2, "{threads:?}");
        over.cancel();
        futures::future::join_all(others).await;
    }

    #[tokio::test]
    async fn a_known_browser_does_not_wait_behind_strangers() {
        let pool = Passwords::new(1, 20);
        let before = AtomicUsize::new(0);
        let strangers: Vec<_> = (0..21).map(|_| pool.ticket().expect("place")).collect();
        assert!(pool.ticket().is_err(), "the line is full");
        let known = pool.ticket_of_known(person(0)).expect("a place beside the line");
        let all = strangers.into_iter().map(async |one| {
            // What a hash takes.
            one.work(|| std::thread::sleep(Duration::from_millis(5))).await.expect("done");
            before.fetch_add(1, Ordering::SeqCst);
        });
        let one = async {
            known.work(|| ()).await.expect("done");
            before.load(Ordering::SeqCst)
        };
        // Polled last, when all of them wait: one has the slot, and one is next.
        let (_, before) = tokio::join!(futures::future::join_all(all), one);
        assert!(before <= 3, "behind {before} of 21");
        let places: Vec<_> = (0..=BESIDE + 21).map(|n| pool.ticket_of_known(person(n))).collect();
        assert!(places.iter().any(Result::is_err), "it has an end as well");
    }

    #[tokio::test]
    async fn a_stranger_does_not_wait_behind_all_known_browsers() {
        let pool = Passwords::new(1, 200);
        let before = AtomicUsize::new(0);
        let known = (0..100).map(|n| pool.ticket_of_known(person(n)).expect("place"));
        let all = known.collect::<Vec<_>>().into_iter().map(async |one| {
            // What a hash takes.
            one.work(|| std::thread::sleep(Duration::from_millis(2))).await.expect("done");
            before.fetch_add(1, Ordering::SeqCst);
        });
        let stranger = pool.ticket().expect("place");
        let one = async {
            stranger.work(|| ()).await.expect("done");
            before.load(Ordering::SeqCst)
        };
        let (_, before) = tokio::join!(futures::future::join_all(all), one);
        assert!(before <= KNOWN_AT_ONCE + 3, "behind {before} of 100");
    }

    #[tokio::test]
    async fn few_browsers_of_an_account_are_first() {
        let pool = Passwords::new(1, 200);
        let known = |tickets: &[Ticket]| tickets.iter().filter(|one| one.known.is_some()).count();
        let tickets: Vec<_> = (0..50).map(|_| pool.ticket_of_known(person(0)).expect("place")).collect();
        assert_eq!(known(&tickets), OF_AN_ACCOUNT);
        let another = pool.ticket_of_known(person(1)).expect("place");
        assert_eq!(known(&[another]), 1);
        drop(tickets);
        assert!(pool.ticket_of_known(person(0)).expect("place").known.is_some());
        assert!(pool.of_accounts.lock().expect("whole").is_empty(), "nobody is remembered");
    }

    fn person(n: usize) -> UserId {
        UserId::parse(&format!("00000000-0000-7000-8000-{n:012}")).expect("an id")
    }

    /// How many of a hundred that came at once were in hand at the same time, at most.
    async fn at_a_time(pool: &Passwords) -> usize {
        all_at_a_time((0..100).map(|_| pool.ticket().expect("place")).collect()).await
    }

    async fn all_at_a_time(tickets: Vec<Ticket>) -> usize {
        let (now, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let counts = Arc::new((now, most));
        let work = tickets.into_iter().map(|ticket| {
            let counts = Arc::clone(&counts);
            async move {
                let count = move || {
                    counts.1.fetch_max(counts.0.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    // What a hash takes.
                    std::thread::sleep(Duration::from_millis(5));
                    counts.0.fetch_sub(1, Ordering::SeqCst);
                };
                ticket.work(count).await
            }
        });
        futures::future::join_all(work).await.into_iter().for_each(|done| done.expect("done"));
        counts.1.load(Ordering::SeqCst)
    }

    #[tokio::test]
    async fn a_rush_has_more_slots_until_it_is_over_or_an_answer_comes() {
        let answers = Activity::default();
        let pool = Passwords::build(1, 3, 200, answers.clone(), AN_HOUR);
        assert_eq!(at_a_time(&pool).await, 3);
        for _ in 0..2 {
            pool.ticket().expect("place").work(|| ()).await.expect("done");
        }
        assert_eq!(pool.slots.open.load(Ordering::SeqCst), 1, "the rush is over");
        answers.beat();
        assert_eq!(at_a_time(&pool).await, 1);
    }

    #[tokio::test]
    async fn known_browsers_beside_the_line_are_a_rush_as_well() {
        let pool = Passwords::build(1, 3, 200, Activity::default(), AN_HOUR);
        let mut tickets: Vec<_> = (0..300).map(|n| pool.ticket_of_known(person(n)).expect("place")).collect();
        assert_eq!(pool.queue_length(), 300);
        // Those in the line have gone.
        tickets.drain(..=RUSH as usize);
        assert_eq!(all_at_a_time(tickets).await, 3);
    }

    #[tokio::test]
    async fn an_answer_ends_the_slots_of_a_rush() {
        let answers = Activity::default();
        let pool = Passwords::build(1, 3, 200, answers.clone(), AN_HOUR);
        let tickets: Vec<_> = (0..100).map(|_| pool.ticket().expect("place")).collect();
        let beat = move || answers.beat();
        let work = tickets.iter().map(|ticket| ticket.work(beat.clone()));
        futures::future::join_all(work).await.into_iter().for_each(|done| done.expect("done"));
        assert_eq!(pool.slots.open.load(Ordering::SeqCst), 1);
    }

    #[tokio::test]
    async fn work_that_panics_is_a_failure_and_the_next_is_done() {
        let pool = Passwords::new(1, 1);
        let ticket = pool.ticket().expect("place");
        assert!(matches!(ticket.work(|| panic!("planted")).await, Err::<(), _>(Error::Internal(_))));
        assert!(ticket.verify("x".into(), None).await.is_ok());
    }

    #[tokio::test]
    async fn a_full_queue_refuses_at_once() {
        let pool = Passwords::new(1, 2);
        let places: Vec<_> = (0..3).map(|_| pool.ticket().expect("place")).collect();
        assert!(
            matches!(pool.ticket(), Err(Error::Rejected(refusal)) if refusal.kind == Kind::Unavailable && refusal.retry_after.is_some())
        );
        drop(places);
        assert!(pool.ticket().is_ok());
    }
}
