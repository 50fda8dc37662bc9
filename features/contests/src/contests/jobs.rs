//! Contest jobs: announce a contest that became public to everybody, tell those who know of one that its time was changed or that
//! it was called off, keep what they read of it right when it is renamed or made private, and sweep.

use futures::FutureExt;
use quad_db::{DbError, Tx};
use quad_jobs::{Job, JobEnd, Registry};
use serde::{Deserialize, Serialize};

use crate::ContestsState;
use quad_kernel::clock::Time;
use quad_kernel::ids::{ContestId, UserId};
use quad_people::accounts;
use quad_people::notify::{self, RECIPIENTS_PER_PAGE, RecipientCursor};
use quad_services::background;

use super::draw::DEALT_BEFORE;
use super::model::Window;
use super::{contest_cache, contest_notices, store, store_draw, store_invitations};

/// Changes of a contest's time that people are told of. After these their inboxes are put right without a word: one creation
/// must not do for as many notices to everybody as somebody likes.
const MOVES_TOLD: i32 = 10;

/// Adds this feature's kinds of jobs.
pub fn jobs(registry: &mut Registry<ContestsState>) {
    let kinds = std::mem::take(registry).register::<Announce>().register::<TellMoved>().register::<TellCalledOff>();
    let kinds = kinds.register::<DealPapers>().register::<TellRenamed>().register::<TakeBack>();
    let sweep: background::Sweep = |tx, now| store_invitations::sweep_looks(tx, now).boxed();
    *registry = background::sweeper(kinds, "contests.sweep", |app| app, sweep);
}

/// Tells everybody but its owner of a public contest, a page of people at a time, once per contest. One that has no question
/// or is nearly over waits for its first question, or for more time, which both put this job into the queue again.
#[derive(Serialize, Deserialize)]
pub(super) struct Announce {
    contest: String,
    /// The last one told.
    after: RecipientCursor,
}

impl Announce {
    pub fn new(contest: ContestId) -> Self {
        Self { contest: contest.to_string(), after: RecipientCursor::default() }
    }
}

impl Job for Announce {
    type App = ContestsState;
    const KIND: &'static str = "contests.announce";

    fn dedupe_key(&self) -> Option<String> {
        Some(format!("{} {}", self.contest, self.after))
    }

    async fn run(self, app: &ContestsState, _: u32) -> Result<(), JobEnd> {
        let id = ContestId::parse(&self.contest).ok_or_else(|| JobEnd::give_up("not an id"))?;
        let now = app.clock.now();
        let mut tx = app.db.begin().await?;
        // Deleted, private again or over meanwhile: there is nothing to take.
        let contest = store::find(&tx, id).await?.filter(|contest| contest.is_public && now < contest.ends_at);
        let Some(contest) = contest else { return Ok(()) };
        let is_first = self.after.is_start();
        if is_first && !(contest.is_worth_announcing(now) && store::take_unannounced(&mut tx, id, now).await?) {
            return Ok(());
        }
        let mut people = accounts::recipients_after(&tx, self.after.after()?, RECIPIENTS_PER_PAGE).await?;
        let page: Vec<UserId> = people.iter().map(|person| person.id).collect();
        people.retain(|person| person.id != contest.owner);
        let notice = contest_notices::announced(&contest, app.settings.time_zone);
        notify::deliver_until(&mut tx, now, &announced_once(id), &people, &notice, Some(contest.ends_at)).await?;
        if !is_still_there(&tx, id).await? {
            return Ok(());
        }
        let next = |after| Self { after, ..self };
        if !notify::enqueue_next_page(&mut tx, now, &page, next).await? && !is_first {
            store::note_announced(&mut tx, id, now).await?;
        }
        tx.commit().await?;
        let told: Vec<UserId> = people.iter().map(|person| person.id).collect();
        notify::after_commit(app, &told);
        Ok(())
    }
}

/// Tells whoever knows of a contest, a page of people at a time, that its time was changed: those who had been told of
/// another time, and those who saw one on the page, unless it is the same again.
#[derive(Serialize, Deserialize)]
pub(super) struct TellMoved {
    contest: String,
    /// The window before the first change that is not told yet, in milliseconds.
    starts_at: i64,
    ends_at: i64,
    /// The last one told.
    after: RecipientCursor,
}

impl TellMoved {
    pub fn new(contest: ContestId, before: Window) -> Self {
        let (starts_at, ends_at) = (before.starts_at.0, before.ends_at.0);
        Self { contest: contest.to_string(), starts_at, ends_at, after: RecipientCursor::default() }
    }
}

impl Job for TellMoved {
    type App = ContestsState;
    const KIND: &'static str = "contests.tell_moved";

    /// Of several changes one waits, the first, with the window before them all.
    fn dedupe_key(&self) -> Option<String> {
        Some(format!("{} {}", self.contest, self.after))
    }

    async fn run(self, app: &ContestsState, _: u32) -> Result<(), JobEnd> {
        let id = ContestId::parse(&self.contest).ok_or_else(|| JobEnd::give_up("not an id"))?;
        let before = Window { starts_at: Time(self.starts_at), ends_at: Time(self.ends_at) };
        let (now, zone) = (app.clock.now(), app.settings.time_zone);
        let mut tx = app.db.begin().await?;
        // Over and expected to be: nobody can come too late or too early any more.
        let contest = store::find(&tx, id).await?.filter(|contest| now < contest.ends_at.max(before.ends_at));
        let Some(contest) = contest else { return Ok(()) };
        let is_moved = contest_notices::hours(before, zone) != contest_notices::hours(contest.window(), zone);
        let people = store::who_know_of_after(&tx, id, self.after.after()?, RECIPIENTS_PER_PAGE).await?;
        let change = notify::Change {
            once: announced_once(id),
            told: contest_notices::announced(&contest, zone),
            news: contest_notices::moved(&contest, now, zone),
            is_for_all: is_moved,
            until: Some(contest.ends_at.max(before.ends_at)),
            is_quiet: store::moves_told(&tx, id).await? >= MOVES_TOLD,
        };
        let recipients = accounts::recipients(&tx, &people).await?;
        let changed = notify::deliver_change(&mut tx, now, &recipients, &change).await?;
        if !is_still_there(&tx, id).await? {
            return Ok(());
        }
        let next = |after| Self { after, ..self };
        if !notify::enqueue_next_page(&mut tx, now, &people, next).await? && is_moved {
            store::count_move_told(&mut tx, id).await?;
        }
        tx.commit().await?;
        notify::after_commit(app, &changed);
        Ok(())
    }
}

/// Puts right what people were told of a contest that was deleted, a page of people at a time: they read that it does not take
/// place, or, where it was over, nothing any more.
#[derive(Serialize, Deserialize)]
pub(super) struct TellCalledOff {
    contest: String,
    title: String,
    /// Its end, in milliseconds.
    ends_at: i64,
    /// The last one whose inbox was looked at.
    after: RecipientCursor,
}

impl TellCalledOff {
    pub fn new(contest: ContestId, told: store::ToldContest) -> Self {
        Self {
            contest: contest.to_string(),
            title: told.title,
            ends_at: told.ends_at.0,
            after: RecipientCursor::default(),
        }
    }
}

impl Job for TellCalledOff {
    type App = ContestsState;
    const KIND: &'static str = "contests.tell_called_off";

    fn dedupe_key(&self) -> Option<String> {
        Some(format!("{} {}", self.contest, self.after))
    }

    async fn run(self, app: &ContestsState, _: u32) -> Result<(), JobEnd> {
        let id = ContestId::parse(&self.contest).ok_or_else(|| JobEnd::give_up("not an id"))?;
        let now = app.clock.now();
        let mut tx = app.db.begin().await?;
        let people = accounts::recipients_after(&tx, self.after.after()?, RECIPIENTS_PER_PAGE).await?;
        let people: Vec<UserId> = people.into_iter().map(|person| person.id).collect();
        let notice = (now.0 < self.ends_at).then(|| contest_notices::called_off(&self.title));
        let changed = notify::call_off(&mut tx, &people, &announced_once(id), notice.as_ref()).await?;
        notify::enqueue_next_page(&mut tx, now, &people, |after| Self { after, ..self }).await?;
        tx.commit().await?;
        notify::after_commit(app, &changed);
        Ok(())
    }
}

/// Gives what people were told of a contest its title of today, some lines at a time.
#[derive(Serialize, Deserialize)]
pub(super) struct TellRenamed {
    contest: String,
    /// Its title before.
    before: String,
    /// The last line that was looked at.
    after: i64,
}

impl TellRenamed {
    pub fn new(contest: ContestId, before: &str) -> Self {
        Self { contest: contest.to_string(), before: before.to_owned(), after: 0 }
    }
}

impl Job for TellRenamed {
    type App = ContestsState;
    const KIND: &'static str = "contests.tell_renamed";

    async fn run(self, app: &ContestsState, _: u32) -> Result<(), JobEnd> {
        let id = ContestId::parse(&self.contest).ok_or_else(|| JobEnd::give_up("not an id"))?;
        let Some(contest) = store::find(&app.db, id).await? else { return Ok(()) };
        let pages = [format!("/my-contests/{id}"), format!("/result?contest={id}")];
        let renamed = notify::Renamed { pages: &pages, before: &self.before, now: &contest.title };
        if let Some(after) = notify::rename(app, renamed, self.after).await? {
            let mut tx = app.db.begin().await?;
            quad_jobs::enqueue(&mut tx, app.clock.now().0, &Self { after, ..self }).await?;
            tx.commit().await?;
        }
        Ok(())
    }
}

/// Takes what everybody was told of a contest that is private now out of the inboxes of those who cannot see it, a page of people
/// at a time. Once it is public again it is announced again.
#[derive(Serialize, Deserialize)]
pub(super) struct TakeBack {
    contest: String,
    /// The last one whose inbox was looked at.
    after: RecipientCursor,
}

impl TakeBack {
    pub fn new(contest: ContestId) -> Self {
        Self { contest: contest.to_string(), after: RecipientCursor::default() }
    }
}

impl Job for TakeBack {
    type App = ContestsState;
    const KIND: &'static str = "contests.take_back";

    fn dedupe_key(&self) -> Option<String> {
        Some(format!("{} {}", self.contest, self.after))
    }

    async fn run(self, app: &ContestsState, _: u32) -> Result<(), JobEnd> {
        let id = ContestId::parse(&self.contest).ok_or_else(|| JobEnd::give_up("not an id"))?;
        let after = self.after.after()?;
        let now = app.clock.now();
        let mut tx = app.db.begin().await?;
        // Deleted or public again meanwhile: nothing leads nowhere.
        if store::find(&tx, id).await?.is_none_or(|contest| contest.is_public) {
            return Ok(());
        }
        // Nobody was told of it.
        if after.is_none() && !store::take_back_announcement(&mut tx, id, MOVES_TOLD).await? {
            return Ok(());
        }
        let people = accounts::recipients_after(&tx, after, RECIPIENTS_PER_PAGE).await?;
        let people: Vec<UserId> = people.into_iter().map(|person| person.id).collect();
        let inside = store::inside_among(&tx, id, &people).await?;
        let outside: Vec<UserId> = people.iter().copied().filter(|person| !inside.contains(person)).collect();
        let changed = notify::call_off(&mut tx, &outside, &announced_once(id), None).await?;
        notify::enqueue_next_page(&mut tx, now, &people, |after| Self { after, ..self }).await?;
        tx.commit().await?;
        notify::after_commit(app, &changed);
        Ok(())
    }
}

/// Whether a contest was not deleted while people were being told of it: who was told a moment after that would keep the line.
async fn is_still_there(tx: &Tx, id: ContestId) -> Result<bool, DbError> {
    Ok(store::find(tx, id).await?.is_some())
}

/// The word under which everybody is told of a contest.
fn announced_once(contest: ContestId) -> String {
    format!("contest:{contest}")
}

/// Deals the papers of a contest a minute before its start, if nobody has joined it before. One that starts later by then has this job in the
/// queue again.
#[derive(Serialize, Deserialize)]
pub(super) struct DealPapers {
    contest: String,
    starts_at: i64,
}

impl DealPapers {
    pub fn new(contest: ContestId, window: Window) -> Self {
        Self { contest: contest.to_string(), starts_at: window.starts_at.0 }
    }
}

impl Job for DealPapers {
    type App = ContestsState;
    const KIND: &'static str = "contests.deal_papers";

    fn dedupe_key(&self) -> Option<String> {
        Some(format!("{} {}", self.contest, self.starts_at))
    }

    async fn run(self, app: &ContestsState, _: u32) -> Result<(), JobEnd> {
        let id = ContestId::parse(&self.contest).ok_or_else(|| JobEnd::give_up("not an id"))?;
        let now = app.clock.now();
        let mut tx = app.db.begin().await?;
        let Some(draw) = store_draw::freeze(&mut tx, id, now, now.plus(DEALT_BEFORE)).await? else { return Ok(()) };
        store_draw::deal(&mut tx, id, &draw).await?;
        tx.commit().await?;
        contest_cache::changed(app, id).await;
        Ok(())
    }
}
