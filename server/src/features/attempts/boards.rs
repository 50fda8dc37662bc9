//! Result boards: everybody's rank, built once from the counters when a contest is over and kept in memory.

use std::collections::HashMap;
use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use moka::Expiry;
use moka::future::Cache;

use crate::app::App;
use crate::edge::packed::Tail;
use crate::edge::who::Member;
use crate::features::contests::{self, Contest};
use crate::kernel::clock::Time;
use crate::kernel::fail::{Fail, MISSING, Outcome};
use crate::kernel::ids::{ContestId, UserId};
use crate::neighbours::Change;

use super::listing::Page;
use super::model::{SUBMIT_GRACE, Score, rank_by};
use super::store::Entrant;
use super::{store, words};

/// A row of a board.
#[derive(Debug)]
pub struct Row {
    /// 1 for the best; equal scores share one.
    pub rank: u32,
    /// What the rank comes from.
    pub score: Score,
    /// Display name.
    pub full_name: String,
    /// Address; shown to the owner, ADMIN and on one's own row only. None of somebody whose account is deleted.
    pub email: Option<String>,
}

/// A ranked contest.
#[derive(Debug)]
pub struct Board {
    /// Best first.
    pub rows: Vec<Row>,
    /// Answers taken within the grace after the end.
    pub late: u32,
    /// How many changes of people were known when it began to be built.
    changes_known: u64,
    by_user: HashMap<UserId, u32>,
    /// How many have so many right answers.
    by_correct: Vec<u32>,
    built_in: Duration,
    pages: Mutex<HashMap<Page, Arc<Tail>>>,
}

impl Board {
    fn new(entrants: Vec<Entrant>, changes_known: u64, began: Instant) -> Self {
        let late = entrants.iter().map(|entrant| entrant.late).sum();
        let mut rows: Vec<Row> = entrants
            .into_iter()
            .map(|Entrant { score, full_name, email, .. }| Row { rank: 0, score, full_name, email })
            .collect();
        rank_by(&mut rows, |row| row.score, |row, rank| row.rank = rank);
        let by_user = rows.iter().zip(0..).map(|(row, at)| (row.score.user, at)).collect();
        let most = rows.iter().map(|row| row.score.correct).max().unwrap_or_default();
        let mut by_correct = vec![0; most as usize + 1];
        for row in &rows {
            by_correct[row.score.correct as usize] += 1;
        }
        Self { rows, late, changes_known, by_user, by_correct, built_in: began.elapsed(), pages: Mutex::default() }
    }

    /// A person's row.
    pub fn row_of(&self, user: UserId) -> Option<&Row> {
        self.by_user.get(&user).map(|at| &self.rows[*at as usize])
    }

    /// The rows of a page, or all.
    pub fn page(&self, page: Option<Page>) -> &[Row] {
        &self.rows[self.span(page)]
    }

    /// Where the rows of a page are, or all.
    pub fn span(&self, page: Option<Page>) -> Range<usize> {
        let Some(page) = page else { return 0..self.rows.len() };
        let first = self.rows.len().min(page.skip() as usize);
        first..self.rows.len().min(first + page.size as usize)
    }

    /// Whether a person's row is on a page.
    pub fn shows(&self, page: Page, user: UserId) -> bool {
        self.by_user.get(&user).is_some_and(|at| self.span(Some(page)).contains(&(*at as usize)))
    }

    /// A page as everybody sees it who is not on it: made by the first who asks, kept for the others.
    pub fn kept_page(&self, page: Page, make: impl FnOnce(&[Row]) -> io::Result<Tail>) -> io::Result<Arc<Tail>> {
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = pages.get(&page) {
            return Ok(Arc::clone(kept));
        }
        if pages.len() >= MOST_PAGES {
            pages.clear();
        }
        let made = Arc::new(make(self.page(Some(page)))?);
        pages.insert(page, Arc::clone(&made));
        Ok(made)
    }

    /// How many participants have how many right answers, from 0 to `questions`.
    pub fn histogram(&self, questions: u32) -> Vec<u32> {
        let mut counts = vec![0; questions as usize + 1];
        for (correct, people) in self.by_correct.iter().enumerate() {
            counts[correct.min(questions as usize)] += people;
        }
        counts
    }

    /// The share of participants ranked below a row, in whole percent; none when alone.
    pub fn better_than_percent(&self, row: &Row) -> Option<u32> {
        let below = self.rows.len() - self.rows.partition_point(|other| other.rank <= row.rank);
        (self.rows.len() > 1).then(|| (below * 100 / (self.rows.len() - 1)) as u32)
    }
}

/// Which board: a contest's, after so many corrections. A process that learns of a correction made by another asks for
/// another board.
type Key = (ContestId, u32);

/// Boards kept in memory.
#[derive(Clone, Debug)]
pub struct Boards {
    ended: Cache<Key, Arc<Board>>,
    live: Cache<Key, Arc<Board>>,
    /// Counts changes of people on boards.
    changes: Arc<AtomicU64>,
    /// The last of them per contest, for longer than a board older than it can be kept.
    changed: Cache<ContestId, u64>,
}

/// How long a board that nothing can move any more is kept; a name changed by another process shows after this.
const KEPT: Duration = Duration::from_mins(1);
/// How long one that still moves is kept.
const KEPT_LIVE: Duration = Duration::from_secs(1);
/// So many times longer than it took to build, so that looking at a huge one costs a fraction of a core.
const TIMES_ITS_COST: u32 = 10;
/// Rows of all boards kept of one kind: some 300 bytes each.
const MOST_ROWS: u64 = 400_000;
/// Pages of one board kept as text: some 50 KB for a hundred rows.
const MOST_PAGES: usize = 64;
/// From so many participants on, a board is read by two connections at once.
const MANY: u32 = 20_000;

/// A board that still moves is kept for longer the more it cost.
struct ByCost;

impl Expiry<Key, Arc<Board>> for ByCost {
    fn expire_after_create(&self, _: &Key, board: &Arc<Board>, _: Instant) -> Option<Duration> {
        Some(KEPT_LIVE.max(board.built_in * TIMES_ITS_COST))
    }
}

impl Boards {
    /// None kept yet.
    #[expect(clippy::new_without_default, reason = "a part of App, made once")]
    pub fn new() -> Self {
        let boards = || {
            Cache::builder()
                .max_capacity(MOST_ROWS)
                .weigher(|_: &Key, board: &Arc<Board>| board.rows.len().try_into().unwrap_or(u32::MAX).max(1_000))
        };
        Self {
            ended: boards().time_to_live(KEPT).build(),
            live: boards().expire_after(ByCost).build(),
            changes: Arc::default(),
            changed: Cache::builder().time_to_live(2 * KEPT).build(),
        }
    }

    /// Builds the boards of these contests anew, also those that are being built right now: somebody on them has
    /// another name. Call it after the commit that changed it.
    pub async fn forget(&self, app: &App, contests: &[ContestId]) {
        self.forget_here(contests).await;
        let changes: Vec<Change> = contests.iter().copied().map(Change::Board).collect();
        app.neighbours.tell(&changes).await;
    }

    /// The same in this process: another one has changed somebody on them.
    pub async fn forget_here(&self, contests: &[ContestId]) {
        let change = self.changes.fetch_add(1, Ordering::SeqCst) + 1;
        for contest in contests {
            self.changed.insert(*contest, change).await;
        }
    }

    /// The board of a contest. Once nothing can move any more it is kept for a minute, until then for a moment.
    pub async fn get(&self, app: &App, contest: &Contest) -> Outcome<Arc<Board>> {
        let kept = if is_settled(app, contest.ends_at) { &self.ended } else { &self.live };
        let key = (contest.id, contest.corrections);
        loop {
            let board = match kept.get(&key).await {
                Some(board) => board,
                // Thousands ask in the same second; one builds it.
                None => kept.try_get_with(key, self.build(app, contest)).await.map_err(|failed| failed.shared())?,
            };
            if self.changed.get(&contest.id).await.is_none_or(|change| change <= board.changes_known) {
                return Ok(board);
            }
            kept.invalidate(&key).await;
        }
    }

    async fn build(&self, app: &App, contest: &Contest) -> Outcome<Arc<Board>> {
        let (changes_known, began) = (self.changes.load(Ordering::SeqCst), Instant::now());
        let entrants = entrants(app, contest).await?;
        // Ranking a whole campus takes a while: not on a thread that answers wait for.
        let ranking = tokio::task::spawn_blocking(move || Arc::new(Board::new(entrants, changes_known, began)));
        ranking.await.map_err(|error| Fail::Broken(error.into()))
    }
}

async fn entrants(app: &App, contest: &Contest) -> Outcome<Vec<Entrant>> {
    if contest.participants >= MANY
        && let Some(middle) = store::participant_after(&app.db, contest.id, contest.participants / 2).await?
    {
        let (mut lower, upper) = tokio::try_join!(
            store::entrants_between(&app.db, contest.id, None, Some(middle)),
            store::entrants_between(&app.db, contest.id, Some(middle), None),
        )?;
        lower.extend(upper);
        return Ok(lower);
    }
    Ok(store::entrants(&app.db, contest.id).await?)
}

/// How long after the end an answer still counts.
pub fn grace(app: &App) -> Duration {
    Duration::from_secs(app.settings.answer_grace_seconds.into())
}

/// Whether a contest's board stands open for everybody who may see the contest.
pub fn is_open(app: &App, ends_at: Time) -> bool {
    app.clock.now() >= ends_at.plus(grace(app))
}

/// Whether the last answer is in the database: one within the grace may still be on its way shortly after it.
pub fn is_settled(app: &App, ends_at: Time) -> bool {
    app.clock.now() > ends_at.plus(grace(app) + SUBMIT_GRACE)
}

/// What a person may see of a contest's results.
#[derive(Debug)]
pub struct View {
    /// The contest.
    pub contest: Arc<Contest>,
    /// Its board.
    pub board: Arc<Board>,
    /// Nothing moves any more.
    pub is_final: bool,
    /// The owner or ADMIN, who see addresses.
    pub sees_all: bool,
}

/// A contest's results for a person: for those who may see the contest once it is over, for owner and ADMIN any time.
pub async fn view(app: &App, who: &Member, id: ContestId) -> Outcome<View> {
    let contest = app.windows.get(app, id).await?;
    let sees_all = contest.owner == who.id || who.is_admin;
    if !contests::is_open_to(app, &contest, who).await? && app.papers.attempt_id(app, id, who.id).await?.is_none() {
        return Err(MISSING.into());
    }
    let is_final = is_open(app, contest.ends_at);
    if !is_final && !sees_all {
        return Err(words::TOO_EARLY.into());
    }
    let board = app.boards.get(app, &contest).await?;
    Ok(View { contest, board, is_final, sees_all })
}
