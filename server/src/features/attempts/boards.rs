//! Result boards: everybody's rank, built once from the counters when a contest is over and kept in memory.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use moka::future::Cache;

use crate::app::App;
use crate::edge::who::Member;
use crate::features::contests::{self, Contest};
use crate::kernel::clock::Time;
use crate::kernel::fail::{MISSING, Outcome};
use crate::kernel::ids::{ContestId, UserId};

use super::model::{SUBMIT_GRACE, Score, rank};
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
    by_user: HashMap<UserId, usize>,
}

impl Board {
    /// A person's row.
    pub fn row_of(&self, user: UserId) -> Option<&Row> {
        self.by_user.get(&user).map(|at| &self.rows[*at])
    }

    /// How many participants have how many right answers, from 0 to `questions`.
    pub fn histogram(&self, questions: u32) -> Vec<u32> {
        let mut counts = vec![0; questions as usize + 1];
        for row in &self.rows {
            let last = counts.len() - 1;
            counts[(row.score.correct as usize).min(last)] += 1;
        }
        counts
    }

    /// The share of participants ranked below a row, in whole percent; none when alone.
    pub fn better_than_percent(&self, row: &Row) -> Option<u32> {
        let below = self.rows.iter().rev().take_while(|other| other.rank > row.rank).count();
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

impl Boards {
    /// None kept yet.
    #[expect(clippy::new_without_default, reason = "a part of App, made once")]
    pub fn new() -> Self {
        Self {
            ended: Cache::builder().max_capacity(200).time_to_live(KEPT).build(),
            live: Cache::builder().max_capacity(200).time_to_live(Duration::from_secs(1)).build(),
            changes: Arc::default(),
            changed: Cache::builder().time_to_live(2 * KEPT).build(),
        }
    }

    /// Builds the boards of these contests anew, also those that are being built right now: somebody on them has
    /// another name. Call it after the commit that changed it.
    pub async fn forget(&self, contests: &[ContestId]) {
        let change = self.changes.fetch_add(1, Ordering::SeqCst) + 1;
        for contest in contests {
            self.changed.insert(*contest, change).await;
        }
    }

    /// The board of a contest. Once nothing can move any more it is kept for a minute, until then for a second.
    pub async fn get(&self, app: &App, contest: &Contest) -> Outcome<Arc<Board>> {
        let kept = if is_settled(app, contest.ends_at) { &self.ended } else { &self.live };
        let key = (contest.id, contest.corrections);
        loop {
            let board = kept.try_get_with(key, self.build(app, contest.id)).await.map_err(|failed| failed.shared())?;
            if self.changed.get(&contest.id).await.is_none_or(|change| change <= board.changes_known) {
                return Ok(board);
            }
            kept.invalidate(&key).await;
        }
    }

    async fn build(&self, app: &App, contest: ContestId) -> Outcome<Arc<Board>> {
        let changes_known = self.changes.load(Ordering::SeqCst);
        let entrants = store::entrants(&app.db, contest).await?;
        let mut scores: Vec<Score> = entrants.iter().map(|entrant| entrant.score).collect();
        let ranks = rank(&mut scores);
        let late = entrants.iter().map(|entrant| entrant.late).sum();
        let mut people: HashMap<UserId, (String, Option<String>)> =
            entrants.into_iter().map(|entrant| (entrant.score.user, (entrant.full_name, entrant.email))).collect();
        let rows: Vec<Row> = scores
            .into_iter()
            .zip(ranks)
            .map(|(score, rank)| {
                let (full_name, email) = people.remove(&score.user).unwrap_or_default();
                Row { rank, score, full_name, email }
            })
            .collect();
        let by_user = rows.iter().enumerate().map(|(at, row)| (row.score.user, at)).collect();
        Ok(Arc::new(Board { rows, late, changes_known, by_user }))
    }
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
