//! Event store: all SQL on `events`, `event_forms` and `event_places`; registrations are in `store_registrations.rs`.
//!
//! Whoever changes an event or its counts holds its row first ([`lock`]); registering needs no look before, its one
//! statement decides.

use std::collections::HashMap;

use quad_db::FromRow;
use quad_db::{DbError, Source, Sql, Tx, each_like, sql};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use quad_kernel::clock::Time;
use quad_kernel::ids::{ClubId, EventId, PictureKey, UserId};

use super::form::{Field, FieldKind, Form};
use super::model::{
    CalendarOf, Details, Event, EventFilter, EventQuery, EventSummary, KEEPS_PLACE, Part, Places, Settled, When,
    moves_up,
};

#[derive(FromRow)]
struct EventRow {
    id: EventId,
    club_id: ClubId,
    club_short: String,
    club_name: String,
    title: String,
    description: String,
    location: String,
    starts_at: Option<Time>,
    ends_at: Option<Time>,
    picture: Option<PictureKey>,
    picture_url: Option<String>,
    capacity: Option<i32>,
    registered: i32,
    waiting: i32,
    form_version: i32,
    definition: String,
    closed: bool,
    cancelled_at: Option<Time>,
    reason: Option<String>,
    revision: i32,
    created_at: Time,
    changed_at: Time,
    own_state: Option<i32>,
    own_position: Option<i64>,
}

/// A field as it is kept.
#[derive(Serialize, Deserialize)]
struct FieldKept {
    name: String,
    label: String,
    kind: String,
    required: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    options: Vec<String>,
}

impl From<EventRow> for Event {
    fn from(row: EventRow) -> Self {
        Self {
            id: row.id,
            club: row.club_id,
            club_short: row.club_short,
            club_name: row.club_name,
            title: row.title,
            description: row.description,
            location: row.location,
            when: When { starts_at: row.starts_at, ends_at: row.ends_at },
            picture: row.picture,
            picture_url: row.picture_url,
            capacity: row.capacity,
            places: Places { registered: row.registered, waiting: row.waiting },
            form_version: row.form_version,
            form: form_from(&row.definition),
            closed: row.closed,
            cancelled_at: row.cancelled_at,
            reason: row.reason,
            revision: row.revision,
            created_at: row.created_at,
            changed_at: row.changed_at,
            you: row.own_state.map(|state| part(state, row.own_position.unwrap_or_default())),
        }
    }
}

pub(super) fn part(state: i32, position: i64) -> Part {
    match state {
        0 => Part::Registered,
        1 => Part::Waiting(position),
        _ => Part::Cancelled,
    }
}

/// What we wrote can be read; anything else is an empty form.
pub(super) fn form_from(definition: &str) -> Form {
    let fields: Vec<FieldKept> = serde_json::from_str(definition).unwrap_or_default();
    let fields = fields.into_iter().map(|field| Field {
        kind: FieldKind::from_word(&field.kind).unwrap_or(FieldKind::Text),
        name: field.name,
        label: field.label,
        required: field.required,
        options: field.options,
    });
    Form { fields: fields.collect() }
}

/// Whether a form's definition can be read.
pub(super) fn is_form(definition: &str) -> bool {
    serde_json::from_str::<Vec<FieldKept>>(definition).is_ok()
}

fn definition_of(form: &Form) -> String {
    let fields = form.fields.iter().map(|field| FieldKept {
        name: field.name.clone(),
        label: field.label.clone(),
        kind: field.kind.word().to_owned(),
        required: field.required,
        options: field.options.clone(),
    });
    // Texts and lists of ours always become JSON.
    serde_json::to_string(&fields.collect::<Vec<_>>()).unwrap_or_default()
}

/// Events as `$1` sees them; nobody when it is the nil id.
const EVENTS: &str = "SELECT e.id, e.club_id, c.short_name AS club_short, c.name AS club_name, e.title, e.description,
        e.location, e.starts_at, e.ends_at, e.picture, e.picture_url, e.capacity_set AS capacity, e.registered, e.waiting, e.form_version,
        f.definition, e.closed, e.cancelled_at, e.reason, e.revision, e.created_at, e.changed_at, r.state AS own_state,
        CASE WHEN r.state = 1 THEN (SELECT COUNT(*) FROM event_registrations w
            WHERE w.event_id = e.id AND w.state = 1 AND w.no <= r.no) END AS own_position
     FROM events e JOIN clubs c ON c.id = e.club_id
        JOIN event_forms f ON f.event_id = e.id AND f.version = e.form_version
        LEFT JOIN event_registrations r ON r.event_id = e.id AND r.user_id = $1";

fn reader_or_nobody(reader: Option<UserId>) -> UserId {
    reader.unwrap_or(UserId(Uuid::nil()))
}

/// An event as somebody sees it, or a guest.
pub(super) async fn find(source: &impl Source, id: EventId, reader: Option<UserId>) -> Result<Option<Event>, DbError> {
    let found: Option<EventRow> =
        sql(format!("{EVENTS} WHERE e.id = $2")).arg(reader_or_nobody(reader)).arg(id).one(source).await?;
    Ok(found.map(Event::from))
}

/// The events with a date that somebody's calendar shows, the earliest first: of all clubs, of one, or those that somebody has
/// a place at or waits for; none that began before `since`, and at most `most`.
pub(super) async fn for_calendar(
    source: &impl Source,
    whose: CalendarOf,
    since: Time,
    most: u32,
) -> Result<Vec<Event>, DbError> {
    let (reader, matching) = match whose {
        CalendarOf::Everybody => (UserId(Uuid::nil()), ""),
        CalendarOf::Club(_) => (UserId(Uuid::nil()), "AND e.club_id = $3"),
        CalendarOf::Person(user) => (user, "AND r.state IN (0, 1)"),
    };
    let text = format!("{EVENTS} WHERE e.starts_at >= $2 {matching} ORDER BY e.starts_at, e.id LIMIT {most}");
    let mut statement = sql(text).arg(reader).arg(since);
    if let CalendarOf::Club(club) = whose {
        statement = statement.arg(club);
    }
    let rows: Vec<EventRow> = statement.all(source).await?;
    Ok(rows.into_iter().map(Event::from).collect())
}

fn matching(wanted: &EventQuery, first_place: usize) -> String {
    let mut parts = Vec::new();
    let mut place = first_place;
    if wanted.club.is_some() {
        parts.push(format!(" AND e.club_id = ${place}"));
        place += 1;
    }
    if let Some(search) = &wanted.search {
        parts.push(format!(" AND {}", each_like(&["e.search_text"], place, quad_text::search_patterns(search).len())));
    }
    parts.concat()
}

fn with_wanted(mut statement: Sql, wanted: &EventQuery) -> Sql {
    if let Some(club) = wanted.club {
        statement = statement.arg(club);
    }
    statement.args(quad_text::search_patterns(wanted.search.as_deref().unwrap_or_default()))
}

/// A part of a list of events: those to come first, soonest first, then those that are over, latest first. What has no date
/// comes between.
pub(super) async fn page(
    source: &impl Source,
    reader: Option<UserId>,
    wanted: &EventQuery,
    now: Time,
) -> Result<Vec<Event>, DbError> {
    let which = match wanted.which {
        EventFilter::All => "",
        EventFilter::Upcoming => "AND (e.over_at IS NULL OR e.over_at > $2)",
        EventFilter::Past => "AND e.over_at <= $2",
    };
    let text = format!(
        "{EVENTS} WHERE $2 >= 0 {which} {}
         ORDER BY CASE WHEN e.over_at IS NULL THEN 1 WHEN e.over_at <= $2 THEN 2 ELSE 0 END,
            CASE WHEN e.over_at <= $2 THEN -e.starts_at ELSE e.starts_at END, e.created_at DESC, e.id
         LIMIT {} OFFSET {}",
        matching(wanted, 3),
        wanted.size,
        wanted.skip
    );
    let rows: Vec<EventRow> = with_wanted(sql(text).arg(reader_or_nobody(reader)).arg(now), wanted).all(source).await?;
    Ok(rows.into_iter().map(Event::from).collect())
}

/// How many events that match club and search are to come, and how many are over.
pub(super) async fn count(source: &impl Source, wanted: &EventQuery, now: Time) -> Result<(i64, i64), DbError> {
    #[derive(FromRow)]
    struct Counts {
        upcoming: i64,
        past: i64,
    }
    let text = format!(
        "SELECT CAST(COALESCE(SUM(CASE WHEN e.over_at <= $1 THEN 0 ELSE 1 END), 0) AS BIGINT) AS upcoming,
            CAST(COALESCE(SUM(CASE WHEN e.over_at <= $1 THEN 1 ELSE 0 END), 0) AS BIGINT) AS past
         FROM events e WHERE $1 >= 0 {}",
        matching(wanted, 2)
    );
    let counts: Option<Counts> = with_wanted(sql(text).arg(now), wanted).one(source).await?;
    Ok(counts.map(|counts| (counts.upcoming, counts.past)).unwrap_or_default())
}

/// Somebody else's hour at a place.
#[derive(FromRow)]
pub(super) struct PlaceConflict {
    pub title: String,
    pub club: String,
    pub starts_at: Time,
    /// Its end, or how long it keeps the place without one.
    pub until: Time,
}

/// Holds a place until the transaction ends: whoever wants it at the same moment waits here and then sees what was booked.
pub(super) async fn lock_place(tx: &mut Tx, place: &str) -> Result<(), DbError> {
    sql("INSERT INTO event_places (place) VALUES ($1) ON CONFLICT (place) DO UPDATE SET place = excluded.place")
        .arg(place)
        .run(tx)
        .await?;
    Ok(())
}

/// The first event but `own` that is at a place in the time given. The place must be held.
pub(super) async fn place_conflict(
    tx: &Tx,
    place: &str,
    from: Time,
    to: Time,
    own: Option<EventId>,
) -> Result<Option<PlaceConflict>, DbError> {
    sql(format!(
        "SELECT e.title, c.name AS club, e.starts_at, COALESCE(e.ends_at, e.starts_at + {keeps}) AS until
         FROM events e JOIN clubs c ON c.id = e.club_id
         WHERE e.place = $1 AND e.starts_at < $3 AND COALESCE(e.ends_at, e.starts_at + {keeps}) > $2
            AND e.cancelled_at IS NULL AND e.id <> $4
         ORDER BY e.starts_at, e.id LIMIT 1",
        keeps = KEEPS_PLACE.as_millis()
    ))
    .arg(place)
    .arg(from)
    .arg(to)
    .arg(own.unwrap_or(EventId(Uuid::nil())))
    .one(tx)
    .await
}

/// Writes an event and the first version of its form.
pub(super) async fn insert(
    tx: &mut Tx,
    id: EventId,
    club: ClubId,
    by: UserId,
    new: &Details,
    now: Time,
) -> Result<(), DbError> {
    sql(
        "INSERT INTO events (id, club_id, created_by, title, description, location, place, starts_at, ends_at, over_at,
            picture_url, capacity, capacity_set, form_version, closed, created_at, changed_at, search_text)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, 1, $13, $14, $14, $15)",
    )
    .arg(id)
    .arg(club)
    .arg(by)
    .arg(new.title.as_str())
    .arg(new.description.as_str())
    .arg(new.location.as_str())
    .arg(super::model::place(&new.location))
    .arg(new.when.starts_at)
    .arg(new.when.ends_at)
    .arg(new.when.over_at())
    .arg(new.picture_url.clone())
    .arg(new.capacity)
    .arg(false)
    .arg(now)
    .arg(search_text(new))
    .run(tx)
    .await?;
    insert_form(tx, id, 1, &new.form, now).await
}

fn search_text(details: &Details) -> String {
    quad_text::search_text(&[details.title.as_str(), details.location.as_str()])
}

async fn insert_form(tx: &mut Tx, id: EventId, version: i32, form: &Form, now: Time) -> Result<(), DbError> {
    sql("INSERT INTO event_forms (event_id, version, definition, created_at) VALUES ($1, $2, $3, $4)")
        .arg(id)
        .arg(version)
        .arg(definition_of(form))
        .arg(now)
        .run(tx)
        .await?;
    Ok(())
}

/// An event whose row is held until the transaction ends.
#[derive(FromRow)]
pub(super) struct LockedEvent {
    pub registered: i32,
    pub waiting: i32,
    /// As its club set it.
    pub capacity_set: Option<i32>,
    pub next_no: i32,
    pub form_version: i32,
    pub closed: bool,
    pub cancelled_at: Option<Time>,
    pub starts_at: Option<Time>,
    pub over_at: Option<Time>,
    pub picture: Option<PictureKey>,
}

impl LockedEvent {
    pub fn places(&self) -> Places {
        Places { registered: self.registered, waiting: self.waiting }
    }

    pub fn is_over(&self, now: Time) -> bool {
        self.cancelled_at.is_some() || self.over_at.is_some_and(|end| end <= now)
    }

    /// Whether those who wait move up when a place is free.
    pub fn moves_up(&self, now: Time) -> bool {
        self.cancelled_at.is_none() && moves_up(self.closed, self.starts_at, now)
    }
}

/// Holds an event's row; nothing when there is none.
pub(super) async fn lock(tx: &mut Tx, id: EventId) -> Result<Option<LockedEvent>, DbError> {
    sql("UPDATE events SET next_no = next_no WHERE id = $1 RETURNING registered, waiting, capacity_set, next_no, form_version,
            closed, cancelled_at, starts_at, over_at, picture")
    .arg(id)
    .one(&*tx)
    .await
}

/// Writes what an event now is. Its row is held; places are settled by the caller.
pub(super) async fn update(
    tx: &mut Tx,
    id: EventId,
    new: &Details,
    settled: Settled,
    shows_in_calendars: bool,
    now: Time,
) -> Result<(), DbError> {
    sql("UPDATE events SET title = $2, description = $3, location = $4, place = $5, starts_at = $6, ends_at = $7,
            over_at = $8, picture_url = $9, capacity_set = $10, capacity = $11, registered = $12, waiting = $13,
            revision = revision + $14, changed_at = $15, search_text = $16 WHERE id = $1")
    .arg(id)
    .arg(new.title.as_str())
    .arg(new.description.as_str())
    .arg(new.location.as_str())
    .arg(super::model::place(&new.location))
    .arg(new.when.starts_at)
    .arg(new.when.ends_at)
    .arg(new.when.over_at())
    .arg(new.picture_url.clone())
    .arg(new.capacity)
    .arg(settled.capacity)
    .arg(settled.places.registered)
    .arg(settled.places.waiting)
    .arg(i32::from(shows_in_calendars))
    .arg(now)
    .arg(search_text(new))
    .run(tx)
    .await?;
    Ok(())
}

/// Writes the next version of a held event's form. The one until now goes when nobody has registered with it.
pub(super) async fn replace_form(tx: &mut Tx, id: EventId, old: i32, form: &Form, now: Time) -> Result<(), DbError> {
    insert_form(tx, id, old + 1, form, now).await?;
    sql("UPDATE events SET form_version = $2 WHERE id = $1").arg(id).arg(old + 1).run(tx).await?;
    sql("DELETE FROM event_forms WHERE event_id = $1 AND version = $2 AND NOT EXISTS
            (SELECT 1 FROM event_registrations r WHERE r.event_id = $1 AND r.form_version = $2 AND r.state <> 2)")
    .arg(id)
    .arg(old)
    .run(tx)
    .await?;
    Ok(())
}

/// Calls an event off, once. Says whether it was on.
pub(super) async fn cancel(tx: &mut Tx, id: EventId, reason: &str, now: Time) -> Result<bool, DbError> {
    let rows = sql("UPDATE events SET cancelled_at = $2, reason = $3, revision = revision + 1, changed_at = $2
         WHERE id = $1 AND cancelled_at IS NULL")
    .arg(id)
    .arg(now)
    .arg(reason)
    .run(tx)
    .await?;
    Ok(rows == 1)
}

/// Opens or closes registration, unless the event is off.
pub(super) async fn set_closed(tx: &mut Tx, id: EventId, closed: bool, now: Time) -> Result<bool, DbError> {
    let rows = sql("UPDATE events SET closed = $2, changed_at = $3 WHERE id = $1 AND cancelled_at IS NULL")
        .arg(id)
        .arg(closed)
        .arg(now)
        .run(tx)
        .await?;
    Ok(rows == 1)
}

/// Gives a held event another picture, or none.
pub(super) async fn set_picture(
    tx: &mut Tx,
    id: EventId,
    picture: Option<PictureKey>,
    now: Time,
) -> Result<(), DbError> {
    sql("UPDATE events SET picture = $2, changed_at = $3 WHERE id = $1").arg(id).arg(picture).arg(now).run(tx).await?;
    Ok(())
}

/// Writes the counts of a held event.
pub(super) async fn set_places(tx: &mut Tx, id: EventId, settled: Settled) -> Result<(), DbError> {
    sql("UPDATE events SET registered = $2, waiting = $3, capacity = $4 WHERE id = $1")
        .arg(id)
        .arg(settled.places.registered)
        .arg(settled.places.waiting)
        .arg(settled.capacity)
        .run(tx)
        .await?;
    Ok(())
}

/// Notes that registrants of a held event have just been told of its start: they need no reminder of the day, or of the
/// hour, for that start.
pub(super) async fn note_reminded(tx: &mut Tx, id: EventId, of_day: bool, of_hour: bool) -> Result<(), DbError> {
    sql("UPDATE events SET reminded_day = CASE WHEN $2 THEN starts_at ELSE reminded_day END,
            reminded_hour = CASE WHEN $3 THEN starts_at ELSE reminded_hour END WHERE id = $1")
    .arg(id)
    .arg(of_day)
    .arg(of_hour)
    .run(tx)
    .await?;
    Ok(())
}

/// Notes that registrants of events that start in a window are reminded now, and says which; each start once.
pub(super) async fn take_to_remind(
    tx: &mut Tx,
    hour_ahead: bool,
    after: Time,
    until: Time,
) -> Result<Vec<(EventId, Time)>, DbError> {
    #[derive(FromRow)]
    struct Row {
        id: EventId,
        starts_at: Time,
    }
    let column = if hour_ahead { "reminded_hour" } else { "reminded_day" };
    let rows: Vec<Row> = sql(format!(
        "UPDATE events SET {column} = starts_at WHERE starts_at > $1 AND starts_at <= $2 AND cancelled_at IS NULL
            AND ({column} IS NULL OR {column} <> starts_at) RETURNING id, starts_at"
    ))
    .arg(after)
    .arg(until)
    .all(&*tx)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.starts_at)).collect())
}

#[derive(FromRow)]
struct BriefRow {
    id: EventId,
    club_id: ClubId,
    title: String,
    location: String,
    starts_at: Option<Time>,
    ends_at: Option<Time>,
}

impl From<BriefRow> for EventSummary {
    fn from(row: BriefRow) -> Self {
        Self {
            id: row.id,
            club: row.club_id,
            title: row.title,
            location: row.location,
            when: When { starts_at: row.starts_at, ends_at: row.ends_at },
        }
    }
}

const BRIEF: &str = "SELECT id, club_id, title, location, starts_at, ends_at FROM events";

/// What others may know of an event.
pub async fn brief(source: &impl Source, id: EventId) -> Result<Option<EventSummary>, DbError> {
    let row: Option<BriefRow> = sql(format!("{BRIEF} WHERE id = $1")).arg(id).one(source).await?;
    Ok(row.map(EventSummary::from))
}

/// What others may know of a club's events, by id.
pub async fn briefs(source: &impl Source, club: ClubId) -> Result<HashMap<EventId, EventSummary>, DbError> {
    let rows: Vec<BriefRow> = sql(format!("{BRIEF} WHERE club_id = $1")).arg(club).all(source).await?;
    Ok(rows.into_iter().map(|row| (row.id, row.into())).collect())
}

/// An event that somebody made.
#[derive(FromRow)]
pub(super) struct MadeRow {
    pub id: EventId,
    pub title: String,
    pub club: String,
    pub created_at: Time,
}

/// The events somebody made, oldest first.
pub(super) async fn made_by(source: &impl Source, user: UserId) -> Result<Vec<MadeRow>, DbError> {
    sql("SELECT e.id, e.title, c.name AS club, e.created_at FROM events e JOIN clubs c ON c.id = e.club_id
         WHERE e.created_by = $1 ORDER BY e.created_at, e.id")
    .arg(user)
    .all(source)
    .await
}
