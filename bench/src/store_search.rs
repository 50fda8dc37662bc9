//! SQL statements of the search scenario: a campus in which there is much to find. Nothing here is measured.

use quad_db::{Db, DbError, Tx, sql};
use quad_kernel::clock::Time;
use quad_kernel::ids::{ClubId, EventId, Random, UserId};
use quad_people::accounts::{self, NewPerson};
use serde_json::json;

/// Milliseconds of a day.
const DAY: i64 = 86_400_000;
/// The club that everybody is in; every campus has it.
pub const CLUB: &str = "HOBBY";

const GIVEN: [&str; 12] =
    ["Ananya", "Rohan", "Ārambh", "Zoë", "Łukasz", "Fatima", "प्रिया", "अर्जुन", "শ্রেয়া", "கார்த்திக்", "ਹਰਪ੍ਰੀਤ", "زینب"];
const FAMILY: [&str; 12] = [
    "Sharma",
    "Iyer",
    "D’Souza",
    "Chattopadhyay",
    "Müller",
    "Khan",
    "शर्मा",
    "त्रिवेदी",
    "মুখোপাধ্যায়",
    "கிருஷ்ணன்",
    "ਸਿੰਘ",
    "صدیقی",
];

/// The name of one of many people: in twelve scripts and spellings, told apart by a number.
pub fn name(number: usize) -> String {
    let (given, family) = (GIVEN[number % 12], FAMILY[(number / 12) % 12]);
    format!("{given} {family} {number}")
}

/// The title of one of many events, clubs, polls or contests.
pub fn title(number: usize) -> String {
    const WHAT: [&str; 8] = [
        "Chess evening",
        "Ārambh Utsav",
        "Robotics workshop",
        "Ökologie walk",
        "नाटक रात",
        "Film club",
        "Quiz night",
        "Football",
    ];
    format!("{} {number}", WHAT[number % 8])
}

/// How much there is to find.
#[derive(Clone, Copy, Debug)]
pub struct Much {
    /// People, all of them in one club and registered for one event.
    pub people: usize,
    /// Events, all of that club.
    pub events: usize,
    /// Clubs besides.
    pub clubs: usize,
}

/// Fills a campus whose only person is to be its administrator, and returns the event that everybody is registered for.
pub async fn fill(db: &Db, admin: UserId, much: Much, now: Time) -> Result<EventId, DbError> {
    let random = Random::seeded(31);
    let mut tx = db.begin().await?;
    sql("INSERT INTO roles (user_id, role, granted_at) VALUES ($1, 'ADMIN', $2)")
        .arg(admin)
        .arg(now)
        .run(&mut tx)
        .await?;
    let person = |number: usize| NewPerson {
        id: UserId::new(now, &random),
        email: format!("person{number}@campus.example"),
        full_name: name(number),
        contact: "9000000001".to_owned(),
        batch: 2026,
        password_hash: "!".to_owned(),
        created_at: now,
    };
    let people: Vec<NewPerson> = (0..much.people).map(person).collect();
    accounts::insert_many_for_demo(&mut tx, &people).await?;
    sql("INSERT INTO memberships (id, club_id, user_id, office, appointed, applied_at, joined_at)
         SELECT u.id, c.id, u.id, 'member', FALSE, $1, $1 FROM users u, clubs c WHERE c.short_name = $2")
    .arg(now)
    .arg(CLUB)
    .run(&mut tx)
    .await?;
    for number in 0..much.clubs {
        club(&mut tx, ClubId::new(now, &random), number, now).await?;
    }
    let mut crowded = EventId::new(now, &random);
    for number in 0..much.events.max(1) {
        crowded = EventId::new(now, &random);
        event(&mut tx, crowded, admin, number, now).await?;
    }
    sql("INSERT INTO event_registrations (id, event_id, user_id, state, no, form_version, answers, registered_at)
         SELECT u.id, $1, u.id, 0, ROW_NUMBER() OVER (ORDER BY u.id), 1, '{}', $2 FROM users u")
    .arg(crowded)
    .arg(now)
    .run(&mut tx)
    .await?;
    sql("UPDATE events SET registered = (SELECT COUNT(*) FROM users), next_no = (SELECT COUNT(*) FROM users)
         WHERE id = $1")
    .arg(crowded)
    .run(&mut tx)
    .await?;
    let polls: Vec<PollRow> = sql("SELECT id FROM polls ORDER BY id").all(&tx).await?;
    for (number, poll) in polls.iter().enumerate() {
        sql("UPDATE polls SET title = $2, search_text = $3 WHERE id = $1")
            .arg(poll.id)
            .arg(title(number))
            .arg(quad_text::search_text(&[&title(number), "Bench"]))
            .run(&mut tx)
            .await?;
    }
    sql("ANALYZE").run(&mut tx).await?;
    tx.commit().await?;
    Ok(crowded)
}

#[derive(Debug, quad_db::FromRow)]
struct PollRow {
    id: uuid::Uuid,
}

async fn club(tx: &mut Tx, id: ClubId, number: usize, now: Time) -> Result<(), DbError> {
    let (short_name, name) = (format!("CLUB{number}"), title(number));
    sql("INSERT INTO clubs (id, short_name, name, description, links, created_at, search_text, sort_key)
         VALUES ($1, $2, $3, '', '[]', $4, $5, $6)")
    .arg(id)
    .arg(short_name.as_str())
    .arg(name.as_str())
    .arg(now)
    .arg(quad_text::search_text(&[&short_name, &name]))
    .arg(quad_text::sort_key(&name))
    .run(tx)
    .await?;
    Ok(())
}

/// An event at a place of its own, so far ahead that nobody is reminded of it meanwhile.
async fn event(tx: &mut Tx, id: EventId, by: UserId, number: usize, now: Time) -> Result<(), DbError> {
    let (title, location) = (title(number), format!("Hall {number}"));
    let starts_at = Time(now.0 + 3 * DAY + number as i64 * 60_000);
    sql("INSERT INTO events (id, club_id, created_by, title, description, location, place, starts_at, over_at,
             form_version, closed, created_at, changed_at, search_text)
         SELECT $1, c.id, $2, $3, '', $4, $5, $6, $7, 1, FALSE, $8, $8, $9 FROM clubs c WHERE c.short_name = $10")
    .arg(id)
    .arg(by)
    .arg(title.as_str())
    .arg(location.as_str())
    .arg(location.to_lowercase())
    .arg(starts_at)
    .arg(Time(starts_at.0 + DAY))
    .arg(now)
    .arg(quad_text::search_text(&[&title, &location]))
    .arg(CLUB)
    .run(tx)
    .await?;
    sql("INSERT INTO event_forms (event_id, version, definition, created_at) VALUES ($1, 1, $2, $3)")
        .arg(id)
        .arg(json!([]).to_string())
        .arg(now)
        .run(tx)
        .await?;
    sql("INSERT INTO club_events (event_id, club_id, begins_at) SELECT $1, c.id, $2 FROM clubs c WHERE c.short_name = $3")
        .arg(id)
        .arg(starts_at)
        .arg(CLUB)
        .run(tx)
        .await?;
    Ok(())
}
