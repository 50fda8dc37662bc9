//! Contest list: the parameters that a request for a list may have, and what the list shows.

use std::collections::{HashMap, HashSet};

use futures::{StreamExt, TryStreamExt, stream};

use crate::ContestsState;
use crate::contests::{Contest, ContestIndex, Entry, MarkScheme, Status};
use quad_http::auth::Member;
use quad_kernel::clock::Time;
use quad_kernel::error::{Error, Rejection, Result};
use quad_kernel::ids::ContestId;
use quad_kernel::page::Page;
use quad_kernel::validation;

use super::store_lists::{self, ListedContest, Part};
use super::{leaderboard, messages};

/// Up to so many participants a rank is counted in the database.
const COUNTED: i32 = 1_000;
/// Boards one list builds at the same time; other requests need connections, too.
const BUILT_AT_ONCE: usize = 2;

/// In which order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Newest made first.
    New,
    /// What matters now first: running, coming, past.
    Now,
}

/// A page of a board or of the list; the plain form of a call names none and shows everything.
pub fn page(number: Option<u32>, size: Option<u32>) -> Result<Option<Page>, Rejection> {
    let is_plain = number.is_none() && size.is_none();
    if is_plain { Ok(None) } else { Page::parse(number, size, 30, 500).map(Some) }
}

/// What is asked for, checked.
#[derive(Clone, Debug)]
pub struct ListAsked {
    /// Those that stand so, or all.
    pub status: Option<Status>,
    /// Words to look for in title and description, as [`quad_text::search_words`] makes them.
    pub words: Vec<String>,
    /// One page, or all.
    pub page: Option<Page>,
    /// In which order.
    pub order: Order,
}

impl ListAsked {
    /// Checks what arrived.
    pub fn parse(
        status: Option<&str>,
        search: Option<&str>,
        order: Option<&str>,
        page: Option<Page>,
    ) -> Result<Self, Rejection> {
        let status = match status.unwrap_or_default() {
            "" | "all" => None,
            "upcoming" => Some(Status::Upcoming),
            "active" => Some(Status::Active),
            "completed" => Some(Status::Ended),
            _ => return Err(messages::STRANGE_STATUS),
        };
        let order = match order.unwrap_or_default() {
            "" | "new" => Order::New,
            "now" => Order::Now,
            _ => return Err(messages::STRANGE_SORT),
        };
        let search = validation::line("q", "Search", search.unwrap_or_default(), 0, 100)?;
        Ok(Self { status, words: quad_text::search_words(&search), page, order })
    }
}

/// How many contests of a list stand where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Before their start.
    pub upcoming: usize,
    /// Running.
    pub active: usize,
    /// Over.
    pub completed: usize,
}

impl Counts {
    /// How many stand so, or all.
    pub fn of(self, status: Option<Status>) -> usize {
        match status {
            None => self.upcoming + self.active + self.completed,
            Some(Status::Upcoming) => self.upcoming,
            Some(Status::Active) => self.active,
            Some(Status::Ended) => self.completed,
        }
    }

    fn add(&mut self, status: Status) {
        *match status {
            Status::Upcoming => &mut self.upcoming,
            Status::Active => &mut self.active,
            Status::Ended => &mut self.completed,
        } += 1;
    }
}

/// What is listed for a person: what is public, and what they were let into (`guest_of`). The counts are of all pages and
/// every status.
pub fn choose<'a>(
    index: &'a ContestIndex,
    guest_of: &HashSet<ContestId>,
    asked: &ListAsked,
    now: Time,
) -> (Counts, Vec<&'a Entry>) {
    let is_listed = |contest: &Contest| contest.is_public || guest_of.contains(&contest.id);
    let says = |entry: &Entry| asked.words.iter().all(|word| entry.matches(word));
    let [upcoming, active, completed] = if asked.words.is_empty() { index.public_counts(now) } else { [0; 3] };
    let mut counts = Counts { upcoming, active, completed };
    if !asked.words.is_empty() || !guest_of.is_empty() {
        let uncounted = |contest: &Contest| !asked.words.is_empty() || !contest.is_public;
        for entry in index.newest().filter(|entry| uncounted(&entry.contest) && is_listed(&entry.contest)) {
            if says(entry) {
                counts.add(entry.contest.status(now));
            }
        }
    }
    let is_asked = |entry: &&Entry| {
        let stands = asked.status.is_none_or(|status| entry.contest.status(now) == status);
        stands && is_listed(&entry.contest) && says(entry)
    };
    let (skip, take) = asked.page.map_or((0, usize::MAX), |page| (page.skip() as usize, page.size as usize));
    let page = match asked.order {
        Order::New => index.newest().filter(is_asked).skip(skip).take(take).collect(),
        Order::Now => index.running_first(now).filter(is_asked).skip(skip).take(take).collect(),
    };
    (counts, page)
}

/// The ranks of a person in those contests of a list that they joined and whose boards stand open.
///
/// A list may show many, whose boards nobody else looks at any more. Where few took part the rank is counted, for all such
/// contests of one mark scheme by one statement; the boards of the others are built, some at a time, and kept for everybody.
pub async fn ranks(app: &ContestsState, who: &Member, listed: &[ListedContest]) -> Result<HashMap<ContestId, u32>> {
    let is_ranked =
        |listed: &&ListedContest| listed.joined_at.is_some() && leaderboard::is_open(app, listed.closes_at());
    let ranked = |is_small: bool| {
        let sized = listed.iter().filter(is_ranked).filter(move |listed| (listed.participants <= COUNTED) == is_small);
        sized.map(|listed| (listed.id, listed.rules.marks)).collect::<Vec<(ContestId, MarkScheme)>>()
    };
    let mut ranks = store_lists::ranks(&app.db, who.id, &ranked(true)).await?;
    let built = stream::iter(ranked(false)).map(|(contest, _)| async move {
        let board = leaderboard::view(app, who, contest).await?.board;
        Ok::<_, Error>((contest, board.row_of(who.id).map(|row| row.rank)))
    });
    let built: Vec<_> = built.buffer_unordered(BUILT_AT_ONCE).try_collect().await?;
    ranks.extend(built.into_iter().filter_map(|(contest, rank)| Some((contest, rank?))));
    Ok(ranks)
}

/// Contests of a page with a person's part in each, one of [`store_lists::parts`].
pub async fn with_parts(app: &ContestsState, page: &[&Entry], parts: &[Part]) -> Result<Vec<ListedContest>> {
    let mut listed: Vec<ListedContest> = page.iter().map(|entry| ListedContest::new(&entry.contest)).collect();
    let at: HashMap<ContestId, usize> = page.iter().zip(0..).map(|(entry, at)| (entry.contest.id, at)).collect();
    let mut attempts = HashMap::new();
    for (part, at) in parts.iter().filter_map(|part| Some((part, *at.get(&part.contest_id)?))) {
        if let Some(attempt) = part.attempt_id {
            attempts.insert(attempt, at);
            listed[at].joined_at = part.joined_at;
            listed[at].submitted_at = part.submitted_at;
            listed[at].own_ends_at = part.ends_at;
        } else {
            listed[at].invited = true;
        }
    }
    let ids: Vec<i64> = attempts.keys().copied().collect();
    for given in store_lists::given(&app.db, &ids).await? {
        if let Some(at) = attempts.get(&given.id) {
            listed[*at].answered = given.answered;
            listed[*at].participants = given.participants;
        }
    }
    Ok(listed)
}
