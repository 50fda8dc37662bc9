//! Registration store: all SQL on `event_registrations`.
//!
//! The order of registrations is the event's own number, given under its row; so is whether there was a place. A
//! registration's state changes only while its event's row is held.

use quad_db::FromRow;
use quad_db::{DbError, Source, Sql, Tx, each_like, places, sql};
use uuid::Uuid;

use quad_kernel::clock::Time;
use quad_kernel::ids::{EventId, UserId};

use super::form::{Answers, Form};
use super::model::{Part, Participant, ParticipantQuery, Registration, Sort};
use super::store::{form_from, part};

fn answers_from(text: &str) -> Answers {
    serde_json::from_str(text).unwrap_or_default()
}

fn answers_text(answers: &Answers) -> String {
    // Texts of ours always become JSON.
    serde_json::to_string(answers).unwrap_or_default()
}

/// The number a registration got, and whether it waits.
pub(super) struct NewNumber {
    pub no: i32,
    /// The place on the waiting list, from 1; nothing with a place.
    pub waits: Option<i32>,
}

/// Takes the next place, or the next on the waiting list, if the event takes registrations with this form at `now`. One
/// statement decides; a row's constraint keeps that nobody waits while there is a place.
pub(super) async fn take_place_if_open(
    tx: &mut Tx,
    event: EventId,
    form_version: i32,
    now: Time,
) -> Result<Option<NewNumber>, DbError> {
    #[derive(FromRow)]
    struct Row {
        no: i32,
        waiting: i32,
    }
    let row: Option<Row> = sql("UPDATE events SET next_no = next_no + 1,
            registered = registered + CASE WHEN capacity IS NULL OR registered < capacity THEN 1 ELSE 0 END,
            waiting = waiting + CASE WHEN capacity IS NULL OR registered < capacity THEN 0 ELSE 1 END
         WHERE id = $1 AND form_version = $2 AND NOT closed AND cancelled_at IS NULL
            AND (over_at IS NULL OR over_at > $3)
         RETURNING next_no AS no, waiting")
    .arg(event)
    .arg(form_version)
    .arg(now)
    .one(&*tx)
    .await?;
    Ok(row.map(|row| NewNumber { no: row.no, waits: (row.waiting > 0).then_some(row.waiting) }))
}

/// A registration to be written.
pub(super) struct NewRegistration<'a> {
    pub id: Uuid,
    pub event: EventId,
    pub user: UserId,
    pub waits: bool,
    pub no: i32,
    pub form_version: i32,
    pub answers: &'a Answers,
    pub at: Time,
}

/// Writes a registration, over a cancelled one if there is; says no when the person is registered already.
pub(super) async fn insert(tx: &mut Tx, new: &NewRegistration<'_>) -> Result<bool, DbError> {
    let rows =
        sql("INSERT INTO event_registrations (id, event_id, user_id, state, no, form_version, answers, registered_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (event_id, user_id) DO UPDATE SET state = excluded.state, no = excluded.no,
            form_version = excluded.form_version, answers = excluded.answers, registered_at = excluded.registered_at
         WHERE event_registrations.state = 2")
        .arg(new.id)
        .arg(new.event)
        .arg(new.user)
        .arg(i32::from(new.waits))
        .arg(new.no)
        .arg(new.form_version)
        .arg(answers_text(new.answers))
        .arg(new.at)
        .run(tx)
        .await?;
    Ok(rows == 1)
}

/// Somebody's registration, with the form it was made with.
pub(super) async fn of_person(
    source: &impl Source,
    event: EventId,
    user: UserId,
) -> Result<Option<Registration>, DbError> {
    #[derive(FromRow)]
    struct Row {
        state: i32,
        position: i64,
        form_version: i32,
        definition: Option<String>,
        answers: String,
        registered_at: Time,
    }
    let row: Option<Row> = sql("SELECT r.state, r.form_version, f.definition, r.answers, r.registered_at,
            (SELECT COUNT(*) FROM event_registrations w WHERE w.event_id = r.event_id AND w.state = 1 AND w.no <= r.no)
                AS position
         FROM event_registrations r
            LEFT JOIN event_forms f ON f.event_id = r.event_id AND f.version = r.form_version
         WHERE r.event_id = $1 AND r.user_id = $2")
    .arg(event)
    .arg(user)
    .one(source)
    .await?;
    Ok(row.map(|row| Registration {
        part: part(row.state, row.position),
        form_version: row.form_version,
        form: row.definition.as_deref().map(form_from).unwrap_or_default(),
        answers: answers_from(&row.answers),
        registered_at: row.registered_at,
    }))
}

/// Writes other answers to the same form. Says no when the person is not registered with it any more.
pub(super) async fn set_answers(
    tx: &mut Tx,
    event: EventId,
    user: UserId,
    form_version: i32,
    answers: &Answers,
) -> Result<bool, DbError> {
    let rows = sql("UPDATE event_registrations SET answers = $4
         WHERE event_id = $1 AND user_id = $2 AND form_version = $3 AND state <> 2")
    .arg(event)
    .arg(user)
    .arg(form_version)
    .arg(answers_text(answers))
    .run(tx)
    .await?;
    Ok(rows == 1)
}

/// Whether somebody has a place or waits, of a held event; nothing when neither.
pub(super) async fn living_part(tx: &Tx, event: EventId, user: UserId) -> Result<Option<Part>, DbError> {
    let state: Option<i32> =
        sql("SELECT state AS value FROM event_registrations WHERE event_id = $1 AND user_id = $2 AND state <> 2")
            .arg(event)
            .arg(user)
            .value(tx)
            .await?;
    Ok(state.map(|state| part(state, 0)))
}

/// Cancels somebody's registration at a held event. The answers go with it.
pub(super) async fn cancel(tx: &mut Tx, event: EventId, user: UserId) -> Result<(), DbError> {
    sql("UPDATE event_registrations SET state = 2, answers = '{}' WHERE event_id = $1 AND user_id = $2")
        .arg(event)
        .arg(user)
        .run(tx)
        .await?;
    Ok(())
}

/// Gives the first `count` who wait at a held event a place, and says who they are.
pub(super) async fn promote(tx: &mut Tx, event: EventId, count: i32) -> Result<Vec<UserId>, DbError> {
    #[derive(FromRow)]
    struct Row {
        user_id: UserId,
    }
    let rows: Vec<Row> = sql(format!(
        "UPDATE event_registrations SET state = 0 WHERE id IN
            (SELECT id FROM event_registrations WHERE event_id = $1 AND state = 1 ORDER BY no LIMIT {count})
         RETURNING user_id"
    ))
    .arg(event)
    .all(&*tx)
    .await?;
    Ok(rows.into_iter().map(|row| row.user_id).collect())
}

/// The next registrants after one, by id; with or without those who wait.
pub(super) async fn user_ids_after(
    source: &impl Source,
    event: EventId,
    with_waiting: bool,
    after: Option<UserId>,
    count: u32,
) -> Result<Vec<UserId>, DbError> {
    #[derive(FromRow)]
    struct Row {
        user_id: UserId,
    }
    let most = i32::from(with_waiting);
    let rows: Vec<Row> = sql(format!(
        "SELECT user_id FROM event_registrations WHERE event_id = $1 AND state <= $2 AND user_id > $3
         ORDER BY user_id LIMIT {count}"
    ))
    .arg(event)
    .arg(most)
    .arg(after.unwrap_or(UserId(Uuid::nil())))
    .all(source)
    .await?;
    Ok(rows.into_iter().map(|row| row.user_id).collect())
}

/// Those of some people (at most 500) who have a place at an event.
pub(super) async fn with_place_among(
    source: &impl Source,
    event: EventId,
    people: &[UserId],
) -> Result<Vec<UserId>, DbError> {
    #[derive(FromRow)]
    struct Row {
        user_id: UserId,
    }
    if people.is_empty() {
        return Ok(Vec::new());
    }
    let text = format!(
        "SELECT user_id FROM event_registrations WHERE event_id = $1 AND state = 0 AND user_id IN ({})",
        places(2..=people.len() + 1)
    );
    let rows: Vec<Row> =
        people.iter().fold(sql(text).arg(event), |statement, user| statement.arg(*user)).all(source).await?;
    Ok(rows.into_iter().map(|row| row.user_id).collect())
}

#[derive(FromRow)]
struct ParticipantRow {
    id: Uuid,
    user_id: UserId,
    full_name: String,
    email: String,
    batch: i32,
    contact: String,
    state: i32,
    position: i64,
    form_version: i32,
    answers: String,
    registered_at: Time,
}

impl From<ParticipantRow> for Participant {
    fn from(row: ParticipantRow) -> Self {
        // Whoever deleted the account has an address that is none.
        let email = if row.email.starts_with("deleted:") { String::new() } else { row.email };
        Self {
            id: row.id.hyphenated().to_string(),
            user: row.user_id,
            full_name: row.full_name,
            email,
            batch: row.batch,
            contact: row.contact,
            part: part(row.state, row.position),
            form_version: row.form_version,
            answers: answers_from(&row.answers),
            registered_at: row.registered_at,
        }
    }
}

/// Who has a place or waits; `$1` is the event.
const PEOPLE: &str = "FROM event_registrations r JOIN users u ON u.id = r.user_id";

/// The place of those who wait on their list. Only they are numbered: numbering everybody with a place cost a search among
/// 100,000 of them eight times what finding them does.
const WAITING: &str = "LEFT JOIN (SELECT id, ROW_NUMBER() OVER (ORDER BY no) AS position FROM event_registrations
            WHERE event_id = $1 AND state = 1) w ON w.id = r.id";

fn people_matching(wanted: &ParticipantQuery) -> String {
    let state = match wanted.waiting {
        None => "r.state <> 2",
        Some(false) => "r.state = 0",
        Some(true) => "r.state = 1",
    };
    let patterns = quad_text::search_patterns(wanted.search.as_deref().unwrap_or_default());
    format!("WHERE r.event_id = $1 AND {state} AND {}", each_like(&["u.search_text"], 2, patterns.len()))
}

fn with_search(statement: Sql, wanted: &ParticipantQuery) -> Sql {
    statement.args(quad_text::search_patterns(wanted.search.as_deref().unwrap_or_default()))
}

/// Participants as they are asked for.
pub(super) async fn participants(
    source: &impl Source,
    event: EventId,
    wanted: &ParticipantQuery,
) -> Result<Vec<Participant>, DbError> {
    let order = match wanted.sort {
        Sort::Arrival => "r.no",
        Sort::NameUp => "u.sort_key, r.no",
        Sort::NameDown => "u.sort_key DESC, r.no",
        Sort::BatchUp => "u.batch, r.no",
        Sort::BatchDown => "u.batch DESC, r.no",
    };
    let limit = wanted.page.map(|page| format!("LIMIT {} OFFSET {}", page.size, page.skip())).unwrap_or_default();
    let text = format!(
        "SELECT r.id, r.user_id, u.full_name, u.email, u.batch, u.contact, r.state,
            COALESCE(w.position, 0) AS position, r.form_version, r.answers, r.registered_at
         {PEOPLE} {WAITING} {} ORDER BY {order} {limit}",
        people_matching(wanted)
    );
    let rows: Vec<ParticipantRow> = with_search(sql(text).arg(event), wanted).all(source).await?;
    Ok(rows.into_iter().map(Participant::from).collect())
}

/// How many participants match.
pub(super) async fn count(source: &impl Source, event: EventId, wanted: &ParticipantQuery) -> Result<i64, DbError> {
    let text = format!("SELECT COUNT(*) AS value {PEOPLE} {}", people_matching(wanted));
    Ok(with_search(sql(text).arg(event), wanted).value(source).await?.unwrap_or_default())
}

/// All versions of an event's form, newest first.
pub(super) async fn forms(source: &impl Source, event: EventId) -> Result<Vec<(i32, Form)>, DbError> {
    #[derive(FromRow)]
    struct Row {
        version: i32,
        definition: String,
    }
    let rows: Vec<Row> = sql("SELECT version, definition FROM event_forms WHERE event_id = $1 ORDER BY version DESC")
        .arg(event)
        .all(source)
        .await?;
    Ok(rows.iter().map(|row| (row.version, form_from(&row.definition))).collect())
}

/// A registration as its person may keep it.
#[derive(FromRow)]
pub(super) struct OwnRow {
    pub event_id: EventId,
    pub title: String,
    pub club: String,
    pub state: i32,
    pub definition: Option<String>,
    pub answers: String,
    pub registered_at: Time,
}

impl OwnRow {
    /// The form that was answered; none where nobody has a registration with it any more.
    pub fn form(&self) -> Form {
        self.definition.as_deref().map(form_from).unwrap_or_default()
    }

    pub fn answers(&self) -> Answers {
        answers_from(&self.answers)
    }

    pub fn part(&self) -> Part {
        part(self.state, 0)
    }
}

/// Somebody's registrations, oldest first, cancelled ones too.
pub(super) async fn all_of_person(source: &impl Source, user: UserId) -> Result<Vec<OwnRow>, DbError> {
    sql("SELECT r.event_id, e.title, c.name AS club, r.state, f.definition, r.answers, r.registered_at
         FROM event_registrations r
            JOIN events e ON e.id = r.event_id JOIN clubs c ON c.id = e.club_id
            LEFT JOIN event_forms f ON f.event_id = r.event_id AND f.version = r.form_version
         WHERE r.user_id = $1 ORDER BY r.registered_at, r.id")
    .arg(user)
    .all(source)
    .await
}

/// The events somebody has a registration at, in the order their rows are held.
pub(super) async fn events_of(source: &impl Source, user: UserId) -> Result<Vec<EventId>, DbError> {
    #[derive(FromRow)]
    struct Row {
        event_id: EventId,
    }
    let rows: Vec<Row> = sql("SELECT event_id FROM event_registrations WHERE user_id = $1 ORDER BY event_id")
        .arg(user)
        .all(source)
        .await?;
    Ok(rows.into_iter().map(|row| row.event_id).collect())
}

/// Deletes somebody's registration at a held event.
pub(super) async fn delete(tx: &mut Tx, event: EventId, user: UserId) -> Result<(), DbError> {
    sql("DELETE FROM event_registrations WHERE event_id = $1 AND user_id = $2").arg(event).arg(user).run(tx).await?;
    Ok(())
}

/// Empties the answers of somebody's registration.
pub(super) async fn forget_answers(tx: &mut Tx, event: EventId, user: UserId) -> Result<(), DbError> {
    sql("UPDATE event_registrations SET answers = '{}' WHERE event_id = $1 AND user_id = $2")
        .arg(event)
        .arg(user)
        .run(tx)
        .await?;
    Ok(())
}

/// Rows read at a time by [`unreadable_registrations`].
const AT_A_TIME: usize = 5_000;

/// Forms whose definition cannot be read, in words.
pub(super) async fn unreadable_forms(source: &impl Source) -> Result<Vec<String>, DbError> {
    #[derive(FromRow)]
    struct Row {
        title: Option<String>,
        version: i32,
        definition: String,
    }
    let rows: Vec<Row> =
        sql("SELECT e.title, f.version, f.definition FROM event_forms f LEFT JOIN events e ON e.id = f.event_id")
            .all(source)
            .await?;
    let unreadable = rows.into_iter().filter(|row| !super::store::is_form(&row.definition));
    Ok(unreadable.map(|row| format!("form {} of {}", row.version, row.title.unwrap_or_default())).collect())
}

/// Some registrations, looked through.
pub(super) struct LookedThrough {
    /// Those whose answers cannot be read, in words.
    pub unreadable: Vec<String>,
    /// The last one; nothing after the end.
    pub last: Option<Uuid>,
}

/// Looks through the registrations after one of them.
pub(super) async fn unreadable_registrations(
    source: &impl Source,
    after: Option<Uuid>,
) -> Result<LookedThrough, DbError> {
    #[derive(FromRow)]
    struct Row {
        id: Uuid,
        title: Option<String>,
        email: Option<String>,
        answers: String,
    }
    let rows: Vec<Row> = sql(format!(
        "SELECT r.id, e.title, u.email, r.answers FROM event_registrations r
            LEFT JOIN events e ON e.id = r.event_id LEFT JOIN users u ON u.id = r.user_id
         WHERE r.id > $1 ORDER BY r.id LIMIT {AT_A_TIME}"
    ))
    .arg(after.unwrap_or_default())
    .all(source)
    .await?;
    let last = rows.last().map(|row| row.id);
    let unreadable = rows.into_iter().filter(|row| serde_json::from_str::<Answers>(&row.answers).is_err());
    let told =
        |row: Row| format!("registration of {} for {}", row.email.unwrap_or_default(), row.title.unwrap_or_default());
    Ok(LookedThrough { unreadable: unreadable.map(told).collect(), last })
}
