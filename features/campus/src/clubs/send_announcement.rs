//! Announcements: who may send one to whom. It is kept and answered at once; a job carries it to the people.

use quad_db::{DbError, Source, Tx};

use quad_http::auth::Member;
use quad_kernel::calendar_day::CalendarDay;
use quad_kernel::clock::Time;
use quad_kernel::error::Result;
use quad_kernel::ids::{AnnouncementId, ClubId, EventId, UserId};
use quad_people::PeopleState;
use quad_people::accounts;
use quad_people::audit::{self, Act, Actor, OfClub};
use quad_services::background::enqueue;

use super::jobs::DeliverAnnouncement;
use super::model::{Audience, Club, NewAnnouncement, validate_body};
use super::{managers, messages, store_messages};

/// Announcements of one club on a day, messages to those registered for its events among them; of the platform as well.
const A_DAY: i64 = 20;
/// Messages to those registered for one event on a day.
const OF_ONE_EVENT: i64 = 5;

/// Sends an announcement: to everybody by ADMIN, to a club's members by whoever manages it. `named` is the club the caller
/// named; without one it is the only one the caller manages, and nobody's for what goes to all.
pub async fn announce(
    app: &PeopleState,
    who: &Member,
    named: Option<&str>,
    new: &NewAnnouncement,
) -> Result<AnnouncementId> {
    if new.audience == Audience::All && !who.is_admin {
        return Err(messages::ALL_IS_FOR_ADMIN.into());
    }
    let named = named.map(str::trim).filter(|name| !name.is_empty());
    let club = match (new.audience, named) {
        (Audience::All, None) => None,
        _ => Some(managers::club_named_or_own(&app.db, who, named).await?),
    };
    if let Some(club) = &club {
        managers::manager_of(&app.db, who, club.id).await?;
    }
    send(app, who, club.as_ref(), new).await
}

async fn send(app: &PeopleState, who: &Member, club: Option<&Club>, new: &NewAnnouncement) -> Result<AnnouncementId> {
    let now = app.clock.now();
    let id = AnnouncementId::new(now, &app.random);
    let mut tx = app.db.begin().await?;
    accounts::lock(&mut tx, who.id).await?;
    if let Some(club) = club {
        managers::lock(&mut tx, club.id).await?;
        managers::manager_of(&tx, who, club.id).await?;
    }
    match (new.audience, club) {
        (Audience::All, _) => {
            let act = Act::AllAnnounced(new.title.clone());
            audit::note(&mut tx, now, Actor::Admin(who.id), None, &act).await?;
        }
        (_, Some(club)) => {
            let act = Act::ClubAnnounced(OfClub { club: club.short_name.clone(), what: new.title.clone() });
            managers::audit_as_admin(&mut tx, now, who, club.id, None, &act).await?;
        }
        (_, None) => {}
    }
    let club = club.map(|club| club.id);
    limit(&tx, club, CalendarDay::of(now, app.settings.time_zone), now).await?;
    store_messages::insert_announcement(&mut tx, id, club, who.id, new, now).await?;
    enqueue(&mut tx, now, &DeliverAnnouncement::begin(id)).await?;
    tx.commit().await?;
    app.wake.wake();
    Ok(id)
}

/// Refuses what would be more in a club's name than people read on a day.
async fn limit(tx: &Tx, club: Option<ClubId>, day: CalendarDay, now: Time) -> Result<()> {
    if store_messages::announcements_since(tx, club, day.begins_at).await? >= A_DAY {
        return Err(messages::TOO_MANY_ANNOUNCEMENTS.retry_after(day.seconds_left(now)).into());
    }
    Ok(())
}

/// A message to those registered for an event, as its club sends it.
#[derive(Debug)]
pub struct EventMessage<'a> {
    /// Whose event it is. Its row is held, and the author manages it.
    pub club: ClubId,
    /// Which event.
    pub event: EventId,
    /// The event's title.
    pub title: &'a str,
    /// What the author wrote, checked.
    pub body: &'a str,
    /// Who wrote it.
    pub author: UserId,
}

/// Reads what somebody wants to tell those registered for an event: 1 to 1,000 characters.
pub fn event_message_body(body: &str) -> Result<String> {
    Ok(validate_body(body)?)
}

/// Keeps a message to those registered for an event among what was sent in the club's name; the event's job carries it to them.
pub async fn note_event_message(
    tx: &mut Tx,
    app: &PeopleState,
    now: Time,
    new: &EventMessage<'_>,
) -> Result<AnnouncementId> {
    let day = CalendarDay::of(now, app.settings.time_zone);
    limit(tx, Some(new.club), day, now).await?;
    if store_messages::messages_since(tx, new.event, day.begins_at).await? >= OF_ONE_EVENT {
        return Err(messages::TOO_MANY_EVENT_MESSAGES.retry_after(day.seconds_left(now)).into());
    }
    let id = AnnouncementId::new(now, &app.random);
    let kept =
        NewAnnouncement { audience: Audience::Registered, title: new.title.to_owned(), body: new.body.to_owned() };
    store_messages::insert_announcement(tx, id, Some(new.club), new.author, &kept, now).await?;
    store_messages::set_event(tx, id, new.event).await?;
    Ok(id)
}

/// What is told of a kept message: its text; nothing when it is gone.
pub async fn event_message(source: &impl Source, id: AnnouncementId) -> Result<Option<String>, DbError> {
    Ok(store_messages::announcement(source, id).await?.map(|sent| sent.body))
}

/// Counts people whom a message has reached; `done_at` when these were the last. False when they were counted before.
pub async fn count_reached(
    tx: &mut Tx,
    id: AnnouncementId,
    before: i32,
    told: i32,
    done_at: Option<Time>,
) -> Result<bool, DbError> {
    store_messages::add_told_if_next(tx, id, before, told, done_at).await
}
