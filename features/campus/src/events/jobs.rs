//! Event jobs: notify registrants, a page of people at a time, remind them, and keep an event's title right in inboxes. Each notice carries a key that names
//! its occasion, so that a job that runs twice tells nobody twice.

use std::time::Duration;

use quad_db::{DbError, Tx};
use quad_jobs::{Job, JobEnd, Registry};
use serde::{Deserialize, Serialize};

use quad_kernel::clock::Time;
use quad_kernel::ids::{AnnouncementId, EventId, UserId};
use quad_people::PeopleState;
use quad_people::accounts;
use quad_people::notify::{self, About, Notice, RECIPIENTS_PER_PAGE, RecipientCursor};

use crate::clubs;

use super::model::Event;
use super::registrant_news::Tell;
use super::{messages, store, store_registrations};

const AN_HOUR: Duration = Duration::from_hours(1);
const A_DAY: Duration = Duration::from_hours(24);
/// The day-ahead reminder is not sent in the last four hours before the start: that of the hour would follow soon.
const DAY_AHEAD_LEAST_LEAD: Duration = Duration::from_hours(4);

/// Adds this feature's kinds of jobs.
pub fn jobs(registry: &mut Registry<PeopleState>) {
    *registry = std::mem::take(registry)
        .register::<TellRegistrants>()
        .register::<TellPromoted>()
        .register::<DeliverEventMessage>()
        .register::<TellRenamed>()
        .every::<Remind>(Duration::from_mins(1), || Remind {});
}

/// Tells everybody registered for an event of a change, a cancellation or its coming start; a page of people each run.
#[derive(Serialize, Deserialize)]
pub(super) struct TellRegistrants {
    event: String,
    what: String,
    /// The event's revision, or the start it reminds of.
    stamp: i64,
    after: RecipientCursor,
}

impl TellRegistrants {
    pub fn new(event: EventId, what: Tell, stamp: i64) -> Self {
        Self { event: event.to_string(), what: what.word().to_owned(), stamp, after: RecipientCursor::default() }
    }
}

/// Whether what a job wants to tell is still so.
fn still_holds(event: &Event, what: Tell, stamp: i64) -> bool {
    match what {
        Tell::Cancelled => event.cancelled_at.is_some(),
        Tell::DayAhead | Tell::HourAhead => event.cancelled_at.is_none() && event.when.starts_at == Some(Time(stamp)),
        // What it says is how the event stands by then.
        Tell::Changed | Tell::Promoted | Tell::MorePlaces | Tell::FreePlace => event.cancelled_at.is_none(),
    }
}

fn notice(app: &PeopleState, event: &Event, what: Tell, now: Time) -> Notice {
    let (title, body) = messages::told(
        what,
        &event.title,
        event.when.starts_at,
        &event.location,
        event.reason.as_deref().unwrap_or_default(),
        app.settings.time_zone,
        now,
    );
    Notice { about: About::Event, title, body, url: format!("/event/{}", event.id) }
}

/// How long it is news: a reminder until the start, and that it does not take place, too; anything else until the end.
fn news_until(event: &Event, what: Tell, now: Time) -> Option<Time> {
    let until = if what.is_reminder() || what == Tell::Cancelled { event.when.starts_at } else { event.when.over_at() };
    until.filter(|until| now < *until)
}

impl Job for TellRegistrants {
    type App = PeopleState;
    const KIND: &'static str = "events.tell_registrants";

    async fn run(self, app: &PeopleState, _: u32) -> Result<(), JobEnd> {
        let id = EventId::parse(&self.event).ok_or_else(|| JobEnd::give_up("not an id"))?;
        let what = Tell::from_word(&self.what).ok_or_else(|| JobEnd::give_up("unknown word"))?;
        let after = self.after.after()?;
        let Some(event) = store::find(&app.db, id, None).await? else { return Ok(()) };
        let now = app.clock.now();
        // A reminder that comes after the start reminds nobody, and that of the day not shortly before that of the hour.
        let late = match what {
            Tell::DayAhead => now.plus(DAY_AHEAD_LEAST_LEAD).0 >= self.stamp,
            Tell::HourAhead => now.0 >= self.stamp,
            Tell::Changed | Tell::Cancelled | Tell::Promoted | Tell::MorePlaces | Tell::FreePlace => false,
        };
        if late || !still_holds(&event, what, self.stamp) {
            return Ok(());
        }
        let people =
            store_registrations::user_ids_after(&app.db, id, !what.is_reminder(), after, RECIPIENTS_PER_PAGE).await?;
        let to = accounts::recipients(&app.db, &people).await?;
        let once = format!("event:{id}:{}:{}", what.word(), self.stamp);
        let mut tx = app.db.begin().await?;
        if matches!(what, Tell::Changed | Tell::Cancelled) {
            mend_lines(app, &mut tx, &event, &people, &once, now).await?;
        }
        let until = news_until(&event, what, now);
        notify::deliver_until(&mut tx, now, &once, &to, &notice(app, &event, what, now), until).await?;
        notify::enqueue_next_page(&mut tx, now, &people, |after| Self { after, ..self }).await?;
        tx.commit().await?;
        notify::after_commit(app, &people);
        Ok(())
    }
}

/// Leaves no line in these inboxes that names another time or place than the event has now: reminders and news of earlier changes
/// give way to the news under `once`, and whoever was told of a place reads where and when it is. Of a cancelled event nothing
/// is coming up.
async fn mend_lines(
    app: &PeopleState,
    tx: &mut Tx,
    event: &Event,
    people: &[UserId],
    once: &str,
    now: Time,
) -> Result<(), DbError> {
    let id = event.id;
    // A reminder of the very time and place is right.
    let right = notice(app, event, Tell::HourAhead, now).body;
    let stays = if event.cancelled_at.is_none() { right.as_str() } else { "" };
    for earlier in [Tell::DayAhead, Tell::HourAhead, Tell::Changed] {
        notify::take_back(tx, people, &format!("event:{id}:{}:", earlier.word()), (once, stays)).await?;
    }
    if event.cancelled_at.is_none() {
        for why in [Tell::Promoted, Tell::MorePlaces, Tell::FreePlace] {
            let told = notice(app, event, why, now);
            let (once, text) = (format!("event:{id}:promoted:"), messages::why_a_place(why));
            notify::put_right(tx, people, (once.as_str(), text), &told, news_until(event, why, now)).await?;
        }
    }
    Ok(())
}

/// Tells those who moved up from the waiting list.
#[derive(Serialize, Deserialize)]
pub(super) struct TellPromoted {
    event: String,
    /// How many had registered when they moved up; who registers anew may move up again.
    stamp: i32,
    users: Vec<String>,
    /// Why there was a place; without a word somebody gave it up.
    #[serde(default)]
    why: Option<String>,
}

impl TellPromoted {
    pub fn new(event: EventId, stamp: i32, users: &[UserId], why: Tell) -> Self {
        let users = users.iter().map(ToString::to_string).collect();
        Self { event: event.to_string(), stamp, users, why: Some(why.word().to_owned()) }
    }
}

impl Job for TellPromoted {
    type App = PeopleState;
    const KIND: &'static str = "events.tell_promoted";

    async fn run(self, app: &PeopleState, _: u32) -> Result<(), JobEnd> {
        let id = EventId::parse(&self.event).ok_or_else(|| JobEnd::give_up("not an id"))?;
        let Some(event) = store::find(&app.db, id, None).await? else { return Ok(()) };
        let what = self.why.as_deref().and_then(Tell::from_word).unwrap_or(Tell::Promoted);
        if !still_holds(&event, what, 0) {
            return Ok(());
        }
        let people: Vec<UserId> = self.users.iter().filter_map(|user| UserId::parse(user)).collect();
        // Whoever cancelled meanwhile has no place.
        let people = store_registrations::with_place_among(&app.db, id, &people).await?;
        let to = accounts::recipients(&app.db, &people).await?;
        let now = app.clock.now();
        let once = format!("event:{id}:promoted:{}", self.stamp);
        let mut tx = app.db.begin().await?;
        let until = news_until(&event, what, now);
        notify::deliver_until(&mut tx, now, &once, &to, &notice(app, &event, what, now), until).await?;
        tx.commit().await?;
        notify::after_commit(app, &people);
        Ok(())
    }
}

/// Carries a message of the organisers to all who have a place; a page of people each run.
#[derive(Serialize, Deserialize)]
pub(super) struct DeliverEventMessage {
    event: String,
    message: String,
    /// The last person told.
    after: RecipientCursor,
    /// How many were told before: what makes a page that ran already recognisable.
    told: i32,
}

impl DeliverEventMessage {
    /// From the first person on.
    pub fn begin(event: EventId, message: AnnouncementId) -> Self {
        Self { event: event.to_string(), message: message.to_string(), after: RecipientCursor::default(), told: 0 }
    }
}

impl Job for DeliverEventMessage {
    type App = PeopleState;
    const KIND: &'static str = "events.carry_message";

    async fn run(self, app: &PeopleState, _: u32) -> Result<(), JobEnd> {
        let id = EventId::parse(&self.event).ok_or_else(|| JobEnd::give_up("not an id"))?;
        let message = AnnouncementId::parse(&self.message).ok_or_else(|| JobEnd::give_up("not an id"))?;
        let after = self.after.after()?;
        let Some(event) = store::find(&app.db, id, None).await? else { return Ok(()) };
        let Some(body) = clubs::event_message(&app.db, message).await? else { return Ok(()) };
        let people = store_registrations::user_ids_after(&app.db, id, false, after, RECIPIENTS_PER_PAGE).await?;
        let to = accounts::recipients(&app.db, &people).await?;
        let next = RecipientCursor::past(&people);
        let now = app.clock.now();
        let count = people.len() as i32;
        let mut tx = app.db.begin().await?;
        if !clubs::count_reached(&mut tx, message, self.told, count, next.is_none().then_some(now)).await? {
            return Ok(());
        }
        let title = messages::message_about(&event.title);
        let notice = Notice { about: About::Event, title, body, url: format!("/event/{id}") };
        notify::deliver(&mut tx, now, &format!("announcement:{message}"), &to, &notice).await?;
        if let Some(after) = next {
            quad_jobs::enqueue(&mut tx, now.0, &Self { after, told: self.told + count, ..self }).await?;
        }
        tx.commit().await?;
        notify::after_commit(app, &people);
        Ok(())
    }
}

/// Gives what registrants were told of an event its title of today, some lines at a time.
#[derive(Serialize, Deserialize)]
pub(super) struct TellRenamed {
    event: String,
    /// Its title before.
    before: String,
    /// The last line that was looked at.
    after: i64,
}

impl TellRenamed {
    pub fn new(event: EventId, before: &str) -> Self {
        Self { event: event.to_string(), before: before.to_owned(), after: 0 }
    }
}

impl Job for TellRenamed {
    type App = PeopleState;
    const KIND: &'static str = "events.tell_renamed";

    async fn run(self, app: &PeopleState, _: u32) -> Result<(), JobEnd> {
        let id = EventId::parse(&self.event).ok_or_else(|| JobEnd::give_up("not an id"))?;
        let Some(event) = store::find(&app.db, id, None).await? else { return Ok(()) };
        let pages = [format!("/event/{id}")];
        let renamed = notify::Renamed { pages: &pages, before: &self.before, now: &event.title };
        if let Some(after) = notify::rename(app, renamed, self.after).await? {
            let mut tx = app.db.begin().await?;
            quad_jobs::enqueue(&mut tx, app.clock.now().0, &Self { after, ..self }).await?;
            tx.commit().await?;
        }
        Ok(())
    }
}

/// Looks for events that start within a day or an hour, and enqueues the reminders; each start once.
#[derive(Serialize, Deserialize)]
struct Remind {}

impl Job for Remind {
    type App = PeopleState;
    const KIND: &'static str = "events.remind";

    async fn run(self, app: &PeopleState, _: u32) -> Result<(), JobEnd> {
        let now = app.clock.now();
        let mut tx = app.db.begin().await?;
        for (what, after, until) in [
            (Tell::HourAhead, now, now.plus(AN_HOUR)),
            (Tell::DayAhead, now.plus(DAY_AHEAD_LEAST_LEAD), now.plus(A_DAY)),
        ] {
            for (id, start) in store::take_to_remind(&mut tx, what == Tell::HourAhead, after, until).await? {
                quad_jobs::enqueue(&mut tx, now.0, &TellRegistrants::new(id, what, start.0)).await?;
            }
        }
        tx.commit().await?;
        Ok(())
    }
}
