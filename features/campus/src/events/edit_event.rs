//! Event editing by a club's managers: create, change and call off an event, open and close its registration.
//!
//! Order of locks: people, clubs, events, places, registrations. A place is held before it is looked at, so of two who
//! want the same hour there one waits and then is told of the other.

use std::time::Duration;

use chrono_tz::Tz;
use quad_db::Tx;

use crate::clubs;
use quad_http::auth::Member;
use quad_http::uploads::Upload;
use quad_kernel::clock::Time;
use quad_kernel::error::{MISSING, Rejection, Result};
use quad_kernel::ids::{EventId, PictureKey, UserId};
use quad_kernel::retry::retried;
use quad_people::PeopleState;
use quad_people::audit::{Act, OfClub};
use quad_people::{accounts, notify, pictures};
use quad_services::background::{enqueue, enqueue_at};

use super::jobs::{TellPromoted, TellRegistrants, TellRenamed};
use super::model::{Details, Event, Places};
use super::no_room::is_no_room;
use super::registrant_news::Tell;
use super::{event_updates, messages, model, store, store_registrations};

/// A change that nobody left with.
const NOBODY: Places = Places { registered: 0, waiting: 0 };
/// A new start told this shortly before, or a day before, is its own reminder.
const HOUR_AHEAD_TOLD: Duration = Duration::from_mins(90);
const A_DAY: Duration = Duration::from_hours(24);

/// Makes an event of the club named, or of the only one the person manages.
pub async fn create(app: &PeopleState, who: &Member, club: Option<&str>, new: &Details) -> Result<Event> {
    let id = retried(|| insert(app, who, club, new)).await?;
    event_updates::publish_change(app, id);
    find(app, id, who.id).await
}

async fn insert(app: &PeopleState, who: &Member, club: Option<&str>, new: &Details) -> Result<EventId> {
    let named = clubs::club_named_or_own(&app.db, who, club).await?;
    let club = named.id;
    let now = app.clock.now();
    let id = EventId::new(now, &app.random);
    let mut tx = app.db.begin().await?;
    // Somebody who is just deleting the account must leave no event behind, and whoever just lost the office makes none.
    accounts::lock(&mut tx, who.id).await?;
    clubs::lock(&mut tx, club).await?;
    clubs::manager_of(&tx, who, club).await?;
    book(&mut tx, new, None, app.settings.time_zone).await?;
    store::insert(&mut tx, id, club, who.id, new, now).await?;
    clubs::event_noted(&mut tx, club, id, new.when.starts_at).await?;
    let act = Act::EventMade(OfClub { club: named.short_name, what: new.title.clone() });
    clubs::audit_as_admin(&mut tx, now, who, club, None, &act).await?;
    tx.commit().await?;
    tracing::info!(event = %id, "event made");
    Ok(id)
}

/// Holds the place of an event and refuses it when another is there at that time. Without a place or a date there is nothing
/// to collide with.
async fn book(tx: &mut Tx, new: &Details, own: Option<EventId>, zone: Tz) -> Result<()> {
    let place = model::place(&new.location);
    let (Some(from), Some(to)) = (new.when.starts_at, new.when.keeps_place_until()) else { return Ok(()) };
    if place.is_empty() || is_no_room(&new.location) {
        return Ok(());
    }
    store::lock_place(tx, &place).await?;
    match store::place_conflict(tx, &place, from, to, own).await? {
        None => Ok(()),
        Some(other) => {
            let refusal = messages::slot_taken(&other.title, &other.club, other.starts_at, other.until, zone);
            Err(refusal.with("field", "location").into())
        }
    }
}

async fn find(app: &PeopleState, id: EventId, reader: UserId) -> Result<Event> {
    store::find(&app.db, id, Some(reader)).await?.ok_or_else(|| MISSING.into())
}

/// An event, held until the transaction ends, for somebody who manages its club.
pub(super) async fn held(tx: &mut Tx, who: &Member, id: EventId) -> Result<(store::LockedEvent, Event)> {
    let club = store::brief(&*tx, id).await?.ok_or(MISSING)?.club;
    clubs::lock(tx, club).await?;
    clubs::manager_of(&*tx, who, club).await?;
    let held = store::lock(tx, id).await?.ok_or(MISSING)?;
    let event = store::find(&*tx, id, Some(who.id)).await?.ok_or(MISSING)?;
    Ok((held, event))
}

/// Writes down what somebody does to an event by the power of ADMIN alone.
pub(super) async fn audit_as_admin(
    tx: &mut Tx,
    now: Time,
    who: &Member,
    event: &Event,
    act: impl FnOnce(OfClub) -> Act,
) -> Result<()> {
    let act = act(OfClub { club: event.club_short.clone(), what: event.title.clone() });
    clubs::audit_as_admin(tx, now, who, event.club, None, &act).await
}

/// Refuses who may not manage an event; for what is only read.
pub async fn managed(app: &PeopleState, who: &Member, id: EventId) -> Result<Event> {
    let event = find(app, id, who.id).await?;
    clubs::manager_of(&app.db, who, event.club).await?;
    Ok(event)
}

/// Writes an event anew, as `change` makes it of what it is then. Those registered keep their places and answers; who waits moves
/// up when there are free places, unless the event has begun or registration is closed; all are told when time or place differ.
pub async fn change(
    app: &PeopleState,
    who: &Member,
    id: EventId,
    change: impl Fn(&Event) -> Result<Details, Rejection>,
) -> Result<Event> {
    retried(|| update(app, who, id, &change)).await?;
    event_updates::publish_change(app, id);
    find(app, id, who.id).await
}

async fn update(
    app: &PeopleState,
    who: &Member,
    id: EventId,
    change: impl Fn(&Event) -> Result<Details, Rejection>,
) -> Result<()> {
    let mut tx = app.db.begin().await?;
    let now = app.clock.now();
    let (held, event) = held(&mut tx, who, id).await?;
    if event.cancelled_at.is_some() {
        return Err(messages::CANCELLED_ALREADY.into());
    }
    let new = &change(&event)?;
    book(&mut tx, new, Some(id), app.settings.time_zone).await?;
    let moves_up = model::moves_up(held.closed, new.when.starts_at, now);
    let settled = held.places().settle(NOBODY, new.capacity, moves_up);
    let shows = event.differs_from(new);
    store::update(&mut tx, id, new, settled, shows, now).await?;
    clubs::event_noted(&mut tx, event.club, id, new.when.starts_at).await?;
    let new_form = new.form != event.form;
    if new_form || event.says_other_than(new) {
        audit_as_admin(&mut tx, now, who, &event, Act::EventChanged).await?;
    }
    if event.title != new.title {
        let told = TellRenamed::new(id, &event.title);
        enqueue_at(&mut tx, now, now.plus(notify::AFTER_A_RENAME), &told).await?;
    }
    if new_form {
        store::replace_form(&mut tx, id, held.form_version, &new.form, now).await?;
    }
    let promoted = store_registrations::promote(&mut tx, id, settled.up).await?;
    let more = match (held.capacity_set, new.capacity) {
        (Some(before), Some(places)) => places > before,
        (before, places) => before.is_some() && places.is_none(),
    };
    let why = if more { Tell::MorePlaces } else { Tell::FreePlace };
    tell_promoted(&mut tx, now, id, held.next_no, &promoted, why).await?;
    let is_over = new.when.over_at().is_some_and(|end| end <= now);
    let anybody = settled.places.registered > 0 || settled.places.waiting > 0;
    if !is_over && event.moves_with(new) && anybody {
        let told = TellRegistrants::new(id, Tell::Changed, i64::from(event.revision) + 1);
        enqueue(&mut tx, now, &told).await?;
        // Those told of the new start now are not reminded of it in the next minutes.
        if event.when.starts_at != new.when.starts_at {
            let within = |span| new.when.starts_at.is_some_and(|start| start <= now.plus(span));
            store::note_reminded(&mut tx, id, within(A_DAY), within(HOUR_AHEAD_TOLD)).await?;
        }
    }
    tx.commit().await?;
    app.wake.wake();
    Ok(())
}

/// Enqueues what those are told who moved up from the waiting list, and why they did.
pub(super) async fn tell_promoted(
    tx: &mut Tx,
    now: Time,
    id: EventId,
    next_no: i32,
    promoted: &[UserId],
    why: Tell,
) -> Result<()> {
    for some in promoted.chunks(500) {
        enqueue(tx, now, &TellPromoted::new(id, next_no, some, why)).await?;
    }
    Ok(())
}

/// Calls an event off, once and for good; everybody registered is told, with the reason.
pub async fn cancel(app: &PeopleState, who: &Member, id: EventId, reason: &str) -> Result<Event> {
    retried(|| call_off(app, who, id, reason)).await?;
    event_updates::publish_change(app, id);
    find(app, id, who.id).await
}

async fn call_off(app: &PeopleState, who: &Member, id: EventId, reason: &str) -> Result<()> {
    let mut tx = app.db.begin().await?;
    let now = app.clock.now();
    let (held, event) = held(&mut tx, who, id).await?;
    if held.is_over(now) {
        return Err(event.ended(now).unwrap_or(messages::OVER).into());
    }
    if !store::cancel(&mut tx, id, reason, now).await? {
        return Err(messages::CANCELLED_ALREADY.into());
    }
    clubs::event_noted(&mut tx, event.club, id, None).await?;
    audit_as_admin(&mut tx, now, who, &event, Act::EventCancelled).await?;
    if held.registered > 0 || held.waiting > 0 {
        let told = TellRegistrants::new(id, Tell::Cancelled, i64::from(event.revision) + 1);
        enqueue(&mut tx, now, &told).await?;
    }
    tx.commit().await?;
    app.wake.wake();
    tracing::info!(event = %id, "event cancelled");
    Ok(())
}

/// Opens or closes registration. Who is registered stays; who waits moves up when it is opened again and places are free.
pub async fn set_open(app: &PeopleState, who: &Member, id: EventId, open: bool) -> Result<Event> {
    retried(|| open_or_close(app, who, id, open)).await?;
    event_updates::publish_change(app, id);
    find(app, id, who.id).await
}

async fn open_or_close(app: &PeopleState, who: &Member, id: EventId, open: bool) -> Result<()> {
    let mut tx = app.db.begin().await?;
    let now = app.clock.now();
    let (held, event) = held(&mut tx, who, id).await?;
    if held.is_over(now) {
        return Err(event.ended(now).unwrap_or(messages::OVER).into());
    }
    if !store::set_closed(&mut tx, id, !open, now).await? {
        return Err(messages::CANCELLED_ALREADY.into());
    }
    if held.closed == open {
        audit_as_admin(&mut tx, now, who, &event, if open { Act::EventOpened } else { Act::EventClosed }).await?;
    }
    // Places that were given up while registration was closed belong to those who wait.
    let moves_up = model::moves_up(!open, held.starts_at, now);
    let settled = held.places().settle(NOBODY, held.capacity_set, moves_up);
    store::set_places(&mut tx, id, settled).await?;
    let promoted = store_registrations::promote(&mut tx, id, settled.up).await?;
    tell_promoted(&mut tx, now, id, held.next_no, &promoted, Tell::FreePlace).await?;
    tx.commit().await?;
    app.wake.wake();
    Ok(())
}

/// Gives an event an uploaded picture in place of the one until now.
pub async fn set_picture(app: &PeopleState, who: &Member, id: EventId, file: Upload) -> Result<Event> {
    managed(app, who, id).await?;
    let key = pictures::ingest(app, file).await?.key;
    exchange_picture(app, who, id, Some(key)).await
}

/// Takes an event's uploaded picture away.
pub async fn remove_picture(app: &PeopleState, who: &Member, id: EventId) -> Result<Event> {
    exchange_picture(app, who, id, None).await
}

async fn exchange_picture(app: &PeopleState, who: &Member, id: EventId, new: Option<PictureKey>) -> Result<Event> {
    let mut tx = app.db.begin().await?;
    let now = app.clock.now();
    let (held, event) = held(&mut tx, who, id).await?;
    if held.picture != new {
        audit_as_admin(&mut tx, now, who, &event, Act::EventChanged).await?;
    }
    if held.picture.is_some() || new.is_some() {
        pictures::swap(&mut tx, now, held.picture.as_ref(), new.as_ref()).await?;
        store::set_picture(&mut tx, id, new, now).await?;
    }
    tx.commit().await?;
    event_updates::publish_change(app, id);
    find(app, id, who.id).await
}
