//! Contest list cache: all contests in memory, in the orders in which lists are read. Thousands open the list in the
//! minutes before a start, and a page must not look at every contest again for each of them.
//!
//! What is kept is at most a second old. Changes are seen at once, those of another process as soon as this one hears of
//! them, which whoever makes one waits for (`crates/cluster/src/cache.rs`).

use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use crate::ContestsState;
use quad_cluster::cache::{self, Cache, CacheKey};
use quad_cluster::peers::Peers;
use quad_kernel::clock::Time;
use quad_kernel::error::Result;
use quad_kernel::ids::QuestionId;

use super::model::Contest;
use super::store;

/// The list of all contests.
#[derive(Clone, Debug)]
pub struct ContestListCache(Cache<All, Arc<ContestIndex>>);

/// The only key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct All;

impl fmt::Display for All {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("all")
    }
}

impl CacheKey for All {
    /// Whichever contest has changed.
    fn parse(_: &str) -> Option<Self> {
        Some(Self)
    }
}

/// Contests as they were read.
#[derive(Debug)]
pub struct ContestIndex {
    /// Newest first.
    contests: Vec<Entry>,
    /// Places in `contests`, by start.
    by_start: Vec<u32>,
    /// Places in `contests`, by end.
    by_end: Vec<u32>,
    /// The starts and the ends of the public ones, in order.
    public_starts: Vec<Time>,
    public_ends: Vec<Time>,
    /// How often it had been told that there are others ([`Topic::Contests`](quad_live::Topic)) before it was read.
    told: u64,
}

/// A contest among the others.
#[derive(Debug)]
pub struct Entry {
    /// The contest.
    pub contest: Contest,
    /// Title and description as they are searched.
    searched: String,
    /// Read when the first page with it is asked for.
    questions: OnceLock<Vec<QuestionId>>,
}

impl Entry {
    fn new(contest: Contest) -> Self {
        let searched = quad_text::search_text(&[&contest.title, &contest.description]);
        Self { contest, searched, questions: OnceLock::new() }
    }

    /// Whether title or description has `text`, which [`quad_text::search_text`] made of what is looked for.
    pub fn matches(&self, text: &str) -> bool {
        self.searched.contains(text)
    }

    /// The ids of its questions, in order; [`ContestIndex::with_questions`] has to be asked for them before.
    pub fn questions(&self) -> &[QuestionId] {
        self.questions.get().map(Vec::as_slice).unwrap_or_default()
    }
}

impl ContestListCache {
    /// An empty one.
    pub fn new(peers: &Peers) -> Self {
        let bounds = cache::bounds().max_capacity(1).time_to_live(Duration::from_secs(1));
        Self(Cache::new(peers, "contest", bounds))
    }

    /// The contests, at most a second old and with every change this process knows of.
    pub async fn get(&self, app: &ContestsState) -> Result<Arc<ContestIndex>> {
        let told = app.live.contests_told();
        self.0.get_if(All, |index| index.told >= told, || read(app)).await
    }
}

async fn read(app: &ContestsState) -> Result<Arc<ContestIndex>> {
    let told = app.live.contests_told();
    let contests = store::all(&app.db).await?;
    Ok(Arc::new(ContestIndex::new(contests, told)))
}

impl ContestIndex {
    fn new(contests: Vec<Contest>, told: u64) -> Self {
        let contests: Vec<Entry> = contests.into_iter().map(Entry::new).collect();
        let of = |place: &u32| &contests[*place as usize].contest;
        let sorted = |by: fn(&Contest) -> Time| {
            let mut places: Vec<u32> = (0..contests.len() as u32).collect();
            places.sort_by_key(|place| (by(of(place)), of(place).id));
            let times = places.iter().map(of).filter(|contest| contest.is_public).map(by).collect();
            (places, times)
        };
        let (by_start, public_starts) = sorted(|contest| contest.starts_at);
        let (by_end, public_ends) = sorted(|contest| contest.ends_at);
        Self { contests, by_start, by_end, public_starts, public_ends, told }
    }

    /// All contests, newest first.
    pub fn newest(&self) -> impl Iterator<Item = &Entry> {
        self.contests.iter()
    }

    /// All contests, what matters now first: running ones by their end, then coming ones by their start, then past ones,
    /// latest first.
    pub fn running_first(&self, now: Time) -> impl Iterator<Item = &Entry> {
        let of = |place: &u32| &self.contests[*place as usize];
        let over = self.by_end.partition_point(|place| of(place).contest.ends_at <= now);
        let begun = self.by_start.partition_point(|place| of(place).contest.starts_at <= now);
        let running = self.by_end[over..].iter().map(of).filter(move |entry| entry.contest.starts_at <= now);
        running.chain(self.by_start[begun..].iter().map(of)).chain(self.by_end[..over].iter().rev().map(of))
    }

    /// How many public contests are coming, running and over.
    pub fn public_counts(&self, now: Time) -> [usize; 3] {
        let begun = self.public_starts.partition_point(|start| *start <= now);
        let over = self.public_ends.partition_point(|end| *end <= now);
        [self.public_starts.len() - begun, begun - over, over]
    }

    /// Lets the questions of these be known.
    pub async fn with_questions(&self, app: &ContestsState, entries: &[&Entry]) -> Result<()> {
        let unknown: Vec<&&Entry> = entries.iter().filter(|entry| entry.questions.get().is_none()).collect();
        if unknown.is_empty() {
            return Ok(());
        }
        let ids: Vec<_> = unknown.iter().map(|entry| entry.contest.id).collect();
        let mut found = store::question_ids(&app.db, &ids).await?;
        for entry in unknown {
            // Somebody else may have been quicker.
            let _ = entry.questions.set(found.remove(&entry.contest.id).unwrap_or_default());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::super::model::Status;
    use super::*;
    use crate::contests::rules::ContestRules;
    use quad_kernel::ids::{ContestId, UserId};

    fn contest(at: i64, from: i64, length: i64, is_public: bool) -> Contest {
        Contest {
            id: ContestId(Uuid::from_u128(at as u128)),
            owner: UserId(Uuid::nil()),
            title: String::new(),
            description: String::new(),
            starts_at: Time(from),
            ends_at: Time(from + length),
            last_ends_at: None,
            paused_at: None,
            is_public,
            rules: ContestRules::default(),
            draw: None,
            frozen_at: None,
            question_count: 0,
            own_marks: 0,
            starred: 0,
            extended_questions: 0,
            several_questions: 0,
            typed_questions: 0,
            pictured_questions: 0,
            participants: 0,
            corrections: 0,
            stragglers: 0,
            created_at: Time(at),
        }
    }

    /// As in every other search: what a keyboard lacks, and what nobody types, makes no difference.
    #[test]
    fn a_search_finds_what_is_written_otherwise() {
        let titled = |title: &str| Contest { title: title.to_owned(), ..contest(1, 0, 1, true) };
        for (title, typed) in [
            ("The O\u{2019}Brien cup", "obrien"),
            ("The O'Brien cup", "o\u{2bc}brien"),
            ("The OBrien cup", "o'brien"),
            ("M\u{fc}ller\u{2013}Cup", "muller-cup"),
            ("Quiz \u{968}", "QUIZ 2"),
        ] {
            let looked_for = quad_text::search_text(&[typed]);
            assert!(Entry::new(titled(title)).matches(&looked_for), "{typed} in {title}");
            let described = Contest { description: title.to_owned(), ..titled("Another") };
            assert!(Entry::new(described).matches(&looked_for), "{typed} below {title}");
        }
        assert!(!Entry::new(titled("The O\u{2019}Brien cup")).matches(&quad_text::search_text(&["bryan"])));
    }

    proptest! {
        /// The orders are those of sorting everything for each request, and everything is counted once.
        #[test]
        fn orders_and_counts_are_those_of_looking_at_every_contest(
            made in proptest::collection::vec((0..50_i64, 1..50_i64, any::<bool>()), 0..40), now in 0..110_i64,
        ) {
            let contests: Vec<Contest> =
                made.iter().zip(0..).map(|((from, length, public), at)| contest(at, *from, *length, *public)).collect();
            let index = ContestIndex::new(contests.clone(), 0);
            let now = Time(now);
            let rank = |contest: &Contest| match contest.status(now) {
                Status::Active => (0, contest.ends_at.0),
                Status::Upcoming => (1, contest.starts_at.0),
                Status::Ended => (2, -contest.ends_at.0),
            };
            let mut expected: Vec<_> = contests.iter().map(rank).collect();
            expected.sort_unstable();
            let seen: Vec<_> = index.running_first(now).map(|entry| rank(&entry.contest)).collect();
            prop_assert_eq!(seen, expected);
            let count = |status| contests.iter().filter(|one| one.is_public && one.status(now) == status).count();
            let counted = [Status::Upcoming, Status::Active, Status::Ended].map(count);
            prop_assert_eq!(index.public_counts(now), counted);
        }
    }
}
