//! Leaderboard of a contest: everybody's rank, built from the counters of the attempts and cached ([`LeaderboardCache`]).
//! Until the last answer is in, a board is kept for a second, or for ten times as long as it took to build. Then it is built
//! once more, is final, and is kept until nobody has looked at it for half an hour. It is dropped
//! - in every process after a correction (`correct_question.rs`), and after a person on it is renamed or deletes the account
//!   (`update_profile.rs` and `delete_account.rs` of profile): [`LeaderboardCache::invalidate`];
//! - when the contest, cached for a second, counts more corrections or writes that came too late (`stragglers`) than the board;
//! - when `person_changes` names a person who stands on it otherwise ([`LeaderboardCache::look_again`], called by
//!   `server/src/invalidation.rs`): the process that renamed the person may have died before it told the others.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::io;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use moka::Expiry;
use moka::policy::EvictionPolicy;
use quad_db::DbError;

use crate::ContestsState;
use crate::contests::{self, Contest, MarkScheme, MarkedQuestions, Marking, Marks, Question};
use quad_cluster::cache::{self, Bounds, Cache, Cached};
use quad_cluster::peers::Peers;
use quad_http::auth::Member;
use quad_http::precompressed::Tail;
use quad_kernel::clock::Time;
use quad_kernel::error::{Error, MISSING, Result};
use quad_kernel::ids::{ContestId, UserId};
use quad_kernel::page::Page;

use super::mark_texts::MarkTexts;
use super::model::SUBMIT_GRACE;
use super::scoring::{Counters, Score, rank_by};
use super::store::Entrant;
use super::{messages, store};

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
    /// The last answer was in when it began to be built: nothing moves any more.
    pub is_final: bool,
    /// What its marks are; where papers differ, by a correction, of the one that gives most.
    pub paper: PaperMarks,
    /// The same of each paper, by its number.
    papers: BTreeMap<u32, PaperMarks>,
    texts: MarkTexts,
    after: After,
    by_user: HashMap<UserId, u32>,
    /// How many have so many right answers.
    by_correct: Vec<u32>,
    built_in: Duration,
    /// No other board that this process built has it.
    number: u64,
}

/// What the marks of a contest depend on besides the answers.
#[derive(Clone, Copy, Debug)]
pub struct PaperMarks {
    /// What answers give.
    pub scheme: MarkScheme,
    /// How many questions there are.
    questions: u32,
    /// How many of them give other marks, are starred, or may have several right options.
    pub marked: MarkedQuestions,
    /// How many of them count for nobody, by a correction.
    void: u32,
    /// How much more or less right answers to the others give than the scheme says.
    extra: Marks,
}

impl PaperMarks {
    /// Those of each paper of a contest, by its number: of one that everybody has, 0.
    async fn read(app: &ContestsState, contest: &Contest) -> Result<BTreeMap<u32, Self>, DbError> {
        let scheme = contest.rules.marks;
        let usual = Self::usual(contest);
        if scheme.is_plain() || (contest.corrections, contest.own_marks) == (0, 0) {
            return Ok(BTreeMap::from([(0, usual)]));
        }
        let all = contests::questions(&app.db, contest.id).await?;
        if contest.draw.is_none() {
            return Ok(BTreeMap::from([(0, usual.of(&all))]));
        }
        let of_paper = |(variant, numbers): (u32, BTreeSet<i32>)| {
            (variant, usual.of(all.iter().filter(|question| numbers.contains(&question.no))))
        };
        Ok(contests::papers(&app.db, contest.id).await?.into_iter().map(of_paper).collect())
    }

    /// Where no question gives other marks than the contest.
    fn usual(contest: &Contest) -> Self {
        let (scheme, questions) = (contest.rules.marks, contest.questions_each());
        Self { scheme, questions, marked: contest.marked_questions(), void: 0, extra: Marks::ZERO }
    }

    /// With what these questions are worth.
    fn of<'a>(self, questions: impl IntoIterator<Item = &'a Question>) -> Self {
        let (void, counted): (Vec<_>, Vec<_>) =
            questions.into_iter().partition(|question| question.marking == Marking::Void);
        let extra = counted.into_iter().map(|question| Counters::extra_of_right(self.scheme, question)).sum();
        Self { void: void.len() as u32, extra, ..self }
    }

    /// Whether they are those of a contest as it is now: until somebody joins, its owner may change them.
    fn are_of(&self, contest: &Contest) -> bool {
        (self.scheme, self.questions, self.marked)
            == (contest.rules.marks, contest.questions_each(), contest.marked_questions())
    }

    /// Whether several options of a question may be right, so that answers may be right in part.
    pub fn has_several(&self) -> bool {
        self.marked.several > 0
    }

    /// What all answers right give.
    pub fn most(&self) -> Marks {
        self.scheme.total(self.questions.saturating_sub(self.void), 0, self.extra)
    }
}

/// What had happened when a board began to be built.
#[derive(Clone, Copy, Debug)]
struct After {
    /// Corrections of the contest.
    corrections: u32,
    /// Writes to it that came too late for a board.
    stragglers: u32,
}

impl Board {
    fn new(
        entrants: Vec<Entrant>,
        (paper, papers): (PaperMarks, BTreeMap<u32, PaperMarks>),
        is_final: bool,
        after: After,
        began: Instant,
        number: u64,
    ) -> Self {
        let late = entrants.iter().map(|entrant| entrant.late).sum();
        let mut rows: Vec<Row> = entrants
            .into_iter()
            .map(|Entrant { score, full_name, email, .. }| Row { rank: 0, score, full_name, email })
            .collect();
        rank_by(paper.scheme, &mut rows, |row| row.score, |row, rank| row.rank = rank);
        let by_user = rows.iter().zip(0..).map(|(row, at)| (row.score.user, at)).collect();
        let most = rows.iter().map(|row| row.score.correct).max().unwrap_or_default();
        let mut by_correct = vec![0; most as usize + 1];
        for row in &rows {
            by_correct[row.score.correct as usize] += 1;
        }
        let is_plain = paper.scheme.is_plain();
        let mosts = papers.values().map(PaperMarks::most);
        let totals = rows.iter().map(|row| row.score.marks).chain([paper.most()]).chain(mosts);
        let texts = MarkTexts::of(totals.filter(|_| !is_plain));
        Self {
            rows,
            late,
            is_final,
            paper,
            papers,
            texts,
            after,
            by_user,
            by_correct,
            built_in: began.elapsed(),
            number,
        }
    }

    /// A person's row.
    pub fn row_of(&self, user: UserId) -> Option<&Row> {
        self.by_user.get(&user).map(|at| &self.rows[*at as usize])
    }

    /// What all answers right give at such a paper.
    pub fn most_of(&self, variant: u32) -> Marks {
        self.papers.get(&variant).unwrap_or(&self.paper).most()
    }

    /// The text of a total on this board, or of the most there is to have: no other of them reads the same.
    pub fn text(&self, marks: Marks) -> String {
        self.texts.text(marks)
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

/// Boards kept in memory.
#[derive(Clone, Debug)]
pub struct LeaderboardCache {
    kept: Cache<ContestId, Arc<Board>>,
    /// Its pages.
    pub pages: PageCache,
    /// Boards built so far.
    built: Arc<AtomicU64>,
}

/// How long a board is kept at which nobody looks.
const IDLE: Duration = Duration::from_mins(30);
/// How long one that still moves is kept, whoever looks.
const KEPT_LIVE: Duration = Duration::from_secs(1);
/// So many times longer than it took to build, so that looking at a huge one costs a fraction of a core.
const TIMES_ITS_COST: u32 = 10;
/// Rows of all boards kept: some 300 bytes each.
const MOST_ROWS: u64 = 400_000;
/// Bytes of all pages kept as text, plain and compressed: some 60 KB for a hundred rows.
const MOST_PAGE_BYTES: u64 = 32 * 1024 * 1024;
/// From so many participants on, a board is read by two connections at once.
const MANY: u32 = 20_000;

/// A board that still moves is kept for longer the more it cost, also in the seconds after the end in which it stands open
/// and an answer may still be on its way. One that is final does not expire.
struct ByCost;

impl Expiry<ContestId, Cached<Arc<Board>>> for ByCost {
    fn expire_after_create(&self, _: &ContestId, board: &Cached<Arc<Board>>, _: Instant) -> Option<Duration> {
        kept_for(&board.value)
    }

    fn expire_after_update(
        &self,
        contest: &ContestId,
        board: &Cached<Arc<Board>>,
        at: Instant,
        _: Option<Duration>,
    ) -> Option<Duration> {
        self.expire_after_create(contest, board, at)
    }
}

/// How long a board is kept; one that is final, as long as somebody looks at it.
fn kept_for(board: &Board) -> Option<Duration> {
    (!board.is_final).then(|| KEPT_LIVE.max(board.built_in * TIMES_ITS_COST))
}

impl LeaderboardCache {
    /// None kept yet.
    pub fn new(peers: &Peers) -> Self {
        Self { kept: Cache::new(peers, "board", bounds()), pages: PageCache::new(), built: Arc::default() }
    }

    /// Builds the boards of these contests anew, also those that are being built right now: somebody on them has
    /// another name. Call it after the commit that changed it.
    pub async fn invalidate(&self, contests: &[ContestId]) {
        self.kept.invalidate(contests).await;
    }

    /// Builds those boards anew on which one of these people, of whom something has changed, does not stand as now. So a
    /// name is right within a second even when a process ended before it could say that it had changed it.
    pub async fn look_again(&self, app: &ContestsState, people: &[UserId]) -> Result<(), DbError> {
        let boards: Vec<(ContestId, Arc<Board>)> = self.kept.iter().collect();
        let is_shown = |user: &UserId| boards.iter().any(|(_, board)| board.row_of(*user).is_some());
        let shown: HashSet<UserId> = people.iter().copied().filter(is_shown).collect();
        if shown.is_empty() {
            return Ok(());
        }
        let now = store::shown_as(&app.db, &shown.into_iter().collect::<Vec<_>>()).await?;
        let differs = |board: &Board| {
            now.iter().any(|person| {
                let row = board.row_of(person.id);
                row.is_some_and(|row| row.full_name != person.full_name || row.email != person.email)
            })
        };
        let stale: Vec<ContestId> =
            boards.iter().filter(|(_, board)| differs(board)).map(|(contest, _)| *contest).collect();
        self.kept.invalidate_here(&stale).await;
        Ok(())
    }

    /// The board of a contest: built once when nothing can move any more, until then every moment.
    pub async fn get(&self, app: &ContestsState, contest: &Contest) -> Result<Arc<Board>> {
        let is_current = |board: &Arc<Board>| {
            let After { corrections, stragglers } = board.after;
            let is_newest = corrections >= contest.corrections && stragglers >= contest.stragglers;
            let is_of_paper = board.paper.are_of(contest);
            is_newest && is_of_paper && (board.is_final || !is_settled(app, contest.closes_at()))
        };
        // Thousands ask in the same second; one builds it.
        self.kept.get_if(contest.id, is_current, || self.build(app, contest)).await
    }

    async fn build(&self, app: &ContestsState, contest: &Contest) -> Result<Arc<Board>> {
        let began = Instant::now();
        let Contest { corrections, stragglers, .. } = *contest;
        let after = After { corrections, stragglers };
        let is_final = is_settled(app, contest.closes_at());
        let papers = PaperMarks::read(app, contest).await?;
        // Without papers nobody has joined.
        let usual = PaperMarks::usual(contest);
        let paper = papers.values().copied().max_by_key(PaperMarks::most).unwrap_or(usual);
        let entrants = entrants(app, contest).await?;
        // Ranking a whole campus takes a while: not on a thread that answers wait for.
        let number = self.built.fetch_add(1, Ordering::Relaxed);
        let rank = move || Arc::new(Board::new(entrants, (paper, papers), is_final, after, began, number));
        let ranking = tokio::task::spawn_blocking(rank);
        ranking.await.map_err(|error| Error::Internal(error.into()))
    }
}

fn bounds() -> Bounds<ContestId, Arc<Board>> {
    cache::bounds()
        .max_capacity(MOST_ROWS)
        .weigher(|_: &ContestId, board: &Cached<Arc<Board>>| {
            board.value.rows.len().try_into().unwrap_or(u32::MAX).max(1_000)
        })
        // The one just built is never the one that goes: whoever asks next would build it again.
        .eviction_policy(EvictionPolicy::lru())
        .time_to_idle(IDLE)
        .expire_after(ByCost)
}

/// Pages of boards as text, by the board's number. Nothing changes one: a board that is built anew has another number, and the
/// pages of one that is gone go for want of looks.
#[derive(Clone, Debug)]
pub struct PageCache(moka::future::Cache<(u64, Page), Arc<Tail>>);

impl PageCache {
    fn new() -> Self {
        let pages = moka::future::Cache::builder()
            .max_capacity(MOST_PAGE_BYTES)
            .weigher(|_: &(u64, Page), tail: &Arc<Tail>| tail.weight().try_into().unwrap_or(u32::MAX))
            .eviction_policy(EvictionPolicy::lru())
            .time_to_idle(IDLE);
        Self(pages.build())
    }

    /// A page of a board as everybody sees it who is not on it: made by who asks first, kept for the others.
    pub async fn get(
        &self,
        board: &Board,
        page: Page,
        make: impl FnOnce(&[Row]) -> io::Result<Tail>,
    ) -> Result<Arc<Tail>> {
        let made = async { make(board.page(Some(page))).map(Arc::new).map_err(|error| Error::Internal(error.into())) };
        self.0.try_get_with((board.number, page), made).await.map_err(|failed: Arc<Error>| failed.shared())
    }
}

async fn entrants(app: &ContestsState, contest: &Contest) -> Result<Vec<Entrant>> {
    let scheme = contest.rules.marks;
    if contest.participants >= MANY
        && let Some(middle) = store::participant_after(&app.db, contest.id, contest.participants / 2).await?
    {
        let (mut lower, upper) = tokio::try_join!(
            store::entrants_between(&app.db, contest.id, scheme, None, Some(middle)),
            store::entrants_between(&app.db, contest.id, scheme, Some(middle), None),
        )?;
        lower.extend(upper);
        return Ok(lower);
    }
    Ok(store::entrants(&app.db, contest.id, scheme).await?)
}

/// How long after the end an answer still counts.
pub fn grace(app: &ContestsState) -> Duration {
    Duration::from_secs(app.settings.answer_grace_seconds.into())
}

/// Whether a contest's board stands open for everybody who may see the contest; `ends_at` is when the last of them has no time left
/// ([`Contest::closes_at`]).
pub fn is_open(app: &ContestsState, ends_at: Time) -> bool {
    app.clock.now() >= ends_at.plus(grace(app))
}

/// Whether the last answer is in the database: one within the grace may still be on its way shortly after it. One that
/// takes longer says so itself (`attempt_log.rs`).
pub fn is_settled(app: &ContestsState, ends_at: Time) -> bool {
    app.clock.now() > ends_at.plus(grace(app) + SUBMIT_GRACE)
}

/// What a person may see of a contest's results.
#[derive(Debug)]
pub struct View {
    /// The contest.
    pub contest: Arc<Contest>,
    /// Its board. It stands open some seconds before it is final.
    pub board: Arc<Board>,
    /// The owner or ADMIN, who see addresses.
    pub sees_all: bool,
}

/// A contest's results for a person: for those who may see the contest once it is over, for owner and ADMIN any time.
pub async fn view(app: &ContestsState, who: &Member, id: ContestId) -> Result<View> {
    let contest = app.contest_cache.get(app, id).await?;
    let sees_all = contest.owner == who.id || who.is_admin;
    if !contests::is_open_to(app, &contest, who).await? && !app.attempt_cache.has_joined(id, who.id).await? {
        return Err(MISSING.into());
    }
    if !sees_all && !is_open(app, contest.closes_at()) {
        return Err(messages::TOO_EARLY.into());
    }
    let board = app.leaderboard_cache.get(app, &contest).await?;
    Ok(View { contest, board, sees_all })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contests::Preset;

    fn paper_of(scheme: MarkScheme, questions: u32) -> PaperMarks {
        let marked = MarkedQuestions::default();
        PaperMarks { scheme, questions, marked, void: 0, extra: Marks::ZERO }
    }

    fn board_of(is_final: bool, number: u64) -> Board {
        let scheme = MarkScheme::default();
        let paper = paper_of(scheme, 1);
        Board::new(
            Vec::new(),
            (paper, BTreeMap::new()),
            is_final,
            After { corrections: 0, stragglers: 0 },
            Instant::now(),
            number,
        )
    }

    fn board(number: u64) -> Board {
        board_of(true, number)
    }

    fn board_of_marks(right: Marks, questions: u32, people: &[u32]) -> Board {
        let scheme = MarkScheme { preset: Preset::Own, right, ..MarkScheme::default() };
        let paper = paper_of(scheme, questions);
        let entrant = |(user, correct): (u128, &u32)| {
            let user = UserId(uuid::Uuid::from_u128(user));
            let score = Score::new(scheme, user, Counters::usual(*correct, 0), Time(0), None);
            Entrant { score, full_name: String::new(), email: None, late: 0 }
        };
        let entrants = (1..).zip(people).map(entrant).collect();
        Board::new(entrants, (paper, BTreeMap::new()), true, After { corrections: 0, stragglers: 0 }, Instant::now(), 0)
    }

    /// Whoever has everything right reads as many marks as there are to have, whatever the amounts.
    #[test]
    fn the_most_marks_are_written_as_the_totals_are() {
        for (units, questions, totals, most) in [
            // 1.125, sevenths, and thirds, which are exact.
            (11_340, 3, &["3.38", "2.25", "0"][..], "3.38"),
            (1_440, 17, &["2.43", "0.29", "0"], "2.43"),
            (3_360, 4, &["1⅓", "⅔", "0"], "1⅓"),
            (10_080, 3, &["3", "2", "0"], "3"),
        ] {
            let board = board_of_marks(Marks::from_units(units), questions, &[questions, 2, 0]);
            let texts: Vec<String> = board.rows.iter().map(|row| board.text(row.score.marks)).collect();
            assert_eq!(texts, totals);
            assert_eq!(board.text(board.paper.most()), most);
        }
        // 199 of 200 times 1/840 reads as all 200 do with two decimals.
        let board = board_of_marks(Marks::from_units(12), 200, &[199]);
        assert_eq!(
            (board.text(board.rows[0].score.marks), board.text(board.paper.most())),
            ("199/840".into(), "5/21".into())
        );
    }

    fn page(number: u32) -> Page {
        Page { number, size: 30 }
    }

    #[test]
    fn time_alone_ends_no_final_board_that_is_looked_at() {
        let expires = |is_final| kept_for(&board_of(is_final, 0));
        assert_eq!(expires(true), None);
        assert!(expires(false).is_some_and(|after| after >= KEPT_LIVE));
        let policy = bounds().build().policy();
        assert_eq!((policy.time_to_live(), policy.time_to_idle()), (None, Some(IDLE)));
    }

    #[tokio::test]
    async fn a_page_is_made_once_for_each_board() {
        let (pages, old, new) = (PageCache::new(), board(1), board(2));
        let tail = |text: &str| Tail::new(text.to_owned());
        let kept = pages.get(&old, page(1), |_| tail("first")).await.unwrap();
        let again = pages.get(&old, page(1), |_| unreachable!("it is kept")).await.unwrap();
        let other = pages.get(&new, page(1), |_| tail("first")).await.unwrap();
        assert!(Arc::ptr_eq(&kept, &again) && !Arc::ptr_eq(&kept, &other));
    }

    #[tokio::test]
    async fn a_page_is_given_out_while_another_is_made() {
        let (pages, board) = (PageCache::new(), board(1));
        pages.get(&board, page(1), |_| Tail::new("first".to_owned())).await.unwrap();
        let (entered, begun) = std::sync::mpsc::channel();
        let (over, wait) = std::sync::mpsc::channel::<()>();
        let slow = tokio::task::spawn_blocking({
            let pages = pages.clone();
            move || {
                let board = self::board(1);
                let making = pages.get(&board, page(2), |_| {
                    entered.send(()).unwrap();
                    // Until the other page was given out.
                    wait.recv().unwrap();
                    Tail::new("second".to_owned())
                });
                futures::executor::block_on(making).unwrap();
            }
        });
        tokio::task::spawn_blocking(move || begun.recv().unwrap()).await.unwrap();
        pages.get(&board, page(1), |_| unreachable!("it is kept")).await.unwrap();
        over.send(()).unwrap();
        slow.await.unwrap();
    }

    #[tokio::test]
    async fn kept_pages_have_a_bound_in_bytes_whatever_boards_they_are_of() {
        let pages = PageCache::new();
        // As compressing is left out of what is asked here, a page of a mebibyte that says nothing.
        let long = || Tail::new("0".repeat(1024 * 1024));
        for number in 0..100 {
            pages.get(&board(number), page(1), |_| long()).await.unwrap();
        }
        pages.0.run_pending_tasks().await;
        let kept = pages.0.weighted_size();
        assert!((MOST_PAGE_BYTES / 2..=MOST_PAGE_BYTES).contains(&kept), "{kept}");
    }
}
