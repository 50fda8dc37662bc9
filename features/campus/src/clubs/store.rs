//! Club store: all SQL on clubs, and on which events are a club's. Memberships are in `store_members.rs`, what is said and sent
//! in `store_messages.rs`.

use quad_db::FromRow;
use quad_db::{DbError, Source, Sql, Tx, each_like, places, sql};
use serde::{Deserialize, Serialize};

use quad_kernel::clock::Time;
use quad_kernel::ids::{ClubId, EventId, MembershipId, PictureKey, UserId};
use quad_kernel::page::Page;

use super::model::{Card, Club, Details, Link, Membership, Office};

const COLUMNS: &str = "c.id, c.short_name, c.name, c.description, c.colour, c.links, c.picture, c.created_at";

#[derive(FromRow)]
struct ClubRow {
    id: ClubId,
    short_name: String,
    name: String,
    description: String,
    colour: Option<String>,
    links: String,
    picture: Option<PictureKey>,
    created_at: Time,
}

impl From<ClubRow> for Club {
    fn from(row: ClubRow) -> Self {
        // Only what we wrote is in the column.
        let links: Vec<LinkText> = serde_json::from_str(&row.links).unwrap_or_default();
        Self {
            id: row.id,
            short_name: row.short_name,
            name: row.name,
            description: row.description,
            colour: row.colour,
            links: links.into_iter().map(|link| Link { label: link.label, url: link.url }).collect(),
            picture: row.picture,
            created_at: row.created_at,
        }
    }
}

/// A link as it stands in its column.
#[derive(Serialize, Deserialize)]
struct LinkText {
    label: String,
    url: String,
}

fn links_text(links: &[Link]) -> String {
    let links: Vec<LinkText> =
        links.iter().map(|link| LinkText { label: link.label.clone(), url: link.url.clone() }).collect();
    serde_json::to_string(&links).unwrap_or_else(|_| "[]".to_owned())
}

/// What a card has besides the club's own columns.
#[derive(FromRow)]
struct CardRow {
    id: ClubId,
    short_name: String,
    name: String,
    description: String,
    colour: Option<String>,
    links: String,
    picture: Option<PictureKey>,
    created_at: Time,
    members: i64,
    events: i64,
    ratings: i64,
    stars: i64,
    own_id: Option<MembershipId>,
    own_user: Option<UserId>,
    office: Option<String>,
    appointed: Option<bool>,
    applied_at: Option<Time>,
    joined_at: Option<Time>,
}

impl From<CardRow> for Card {
    fn from(row: CardRow) -> Self {
        let own = match (row.own_id, row.own_user, row.applied_at) {
            (Some(id), Some(user), Some(applied_at)) => Some(Membership {
                id,
                club: row.id,
                user,
                office: office(row.office.as_deref().unwrap_or_default()),
                appointed: row.appointed.unwrap_or_default(),
                applied_at,
                joined_at: row.joined_at,
            }),
            _ => None,
        };
        Self {
            club: ClubRow {
                id: row.id,
                short_name: row.short_name,
                name: row.name,
                description: row.description,
                colour: row.colour,
                links: row.links,
                picture: row.picture,
                created_at: row.created_at,
            }
            .into(),
            members: row.members,
            events: row.events,
            ratings: row.ratings,
            stars: row.stars,
            own,
        }
    }
}

/// Only words of ours are stored.
pub(super) fn office(word: &str) -> Office {
    Office::parse(word).unwrap_or(Office::Member)
}

/// A club by its short name, which is upper-case.
pub(super) async fn find_by_name(source: &impl Source, name: &str) -> Result<Option<Club>, DbError> {
    let row = sql(format!("SELECT {COLUMNS} FROM clubs c WHERE c.short_name = $1")).arg(name);
    Ok(row.one::<ClubRow>(source).await?.map(Club::from))
}

/// A club by its id.
pub(super) async fn find(source: &impl Source, id: ClubId) -> Result<Option<Club>, DbError> {
    let row = sql(format!("SELECT {COLUMNS} FROM clubs c WHERE c.id = $1")).arg(id);
    Ok(row.one::<ClubRow>(source).await?.map(Club::from))
}

/// Several clubs, by name; unknown ids are left out.
pub(super) async fn find_many(source: &impl Source, ids: &[ClubId]) -> Result<Vec<Club>, DbError> {
    let mut clubs = Vec::with_capacity(ids.len());
    for chunk in ids.chunks(500) {
        let text = format!(
            "SELECT {COLUMNS} FROM clubs c WHERE c.id IN ({}) ORDER BY c.sort_key, c.id",
            places(1..=chunk.len())
        );
        let statement = chunk.iter().fold(sql(text), |statement, id| statement.arg(*id));
        clubs.extend(statement.all::<ClubRow>(source).await?.into_iter().map(Club::from));
    }
    Ok(clubs)
}

/// The clubs somebody manages, the latest first.
pub(super) async fn managed_by(source: &impl Source, user: UserId) -> Result<Vec<Club>, DbError> {
    let rows = sql(format!(
        "SELECT {COLUMNS} FROM clubs c JOIN memberships m ON m.club_id = c.id
         WHERE m.user_id = $1 AND m.joined_at IS NOT NULL AND (m.appointed OR m.office = 'president')
         ORDER BY m.joined_at DESC, c.short_name"
    ))
    .arg(user)
    .all::<ClubRow>(source)
    .await?;
    Ok(rows.into_iter().map(Club::from).collect())
}

/// Cards of the clubs that `rest` selects, as `$1` sees them.
fn cards(rest: &str) -> String {
    format!(
        "SELECT {COLUMNS},
            (SELECT COUNT(*) FROM memberships m WHERE m.club_id = c.id AND m.joined_at IS NOT NULL) AS members,
            (SELECT COUNT(*) FROM club_events e WHERE e.club_id = c.id) AS events,
            (SELECT COUNT(*) FROM club_feedback f WHERE f.club_id = c.id) AS ratings,
            (SELECT CAST(COALESCE(SUM(f.rating), 0) AS BIGINT) FROM club_feedback f WHERE f.club_id = c.id) AS stars,
            y.id AS own_id, y.user_id AS own_user, y.office, y.appointed, y.applied_at, y.joined_at
         FROM clubs c LEFT JOIN memberships y ON y.club_id = c.id AND y.user_id = $1 {rest}"
    )
}

fn reader_id(reader: Option<UserId>) -> UserId {
    reader.unwrap_or(UserId(uuid::Uuid::nil()))
}

/// A club as somebody sees it.
pub(super) async fn card(source: &impl Source, id: ClubId, reader: Option<UserId>) -> Result<Option<Card>, DbError> {
    let row = sql(cards("WHERE c.id = $2")).arg(reader_id(reader)).arg(id);
    Ok(row.one::<CardRow>(source).await?.map(Card::from))
}

/// The clubs somebody is in or has applied to, by name.
pub(super) async fn cards_of(source: &impl Source, user: UserId) -> Result<Vec<Card>, DbError> {
    let rows = sql(cards("WHERE y.id IS NOT NULL ORDER BY c.sort_key, c.id")).arg(user).all::<CardRow>(source).await?;
    Ok(rows.into_iter().map(Card::from).collect())
}

/// The clubs that match a search; its patterns follow `$1`.
fn matching(search: Option<&str>) -> String {
    sought(search, "c.search_text", 2)
}

/// A page of all clubs that match, by name.
pub(super) async fn page(
    source: &impl Source,
    reader: Option<UserId>,
    search: Option<&str>,
    page: Page,
) -> Result<Vec<Card>, DbError> {
    let rest =
        format!("WHERE {} ORDER BY c.sort_key, c.id LIMIT {} OFFSET {}", matching(search), page.size, page.skip());
    let statement = searching(sql(cards(&rest)).arg(reader_id(reader)), search);
    Ok(statement.all::<CardRow>(source).await?.into_iter().map(Card::from).collect())
}

/// How many clubs match.
pub(super) async fn count(source: &impl Source, search: Option<&str>) -> Result<i64, DbError> {
    let text = format!("SELECT COUNT(*) AS value FROM clubs c WHERE $1 = 0 AND {}", matching(search));
    let statement = sql(text).arg(0_i64);
    Ok(searching(statement, search).value(source).await?.unwrap_or_default())
}

/// The condition that each word of a search stands in a column, with the first of its patterns at this place.
pub(super) fn sought(search: Option<&str>, column: &str, first: usize) -> String {
    each_like(&[column], first, quad_text::search_patterns(search.unwrap_or_default()).len())
}

/// Adds the words of a search as patterns.
pub(super) fn searching(statement: Sql, search: Option<&str>) -> Sql {
    statement.args(quad_text::search_patterns(search.unwrap_or_default()))
}

fn search_text(short_name: &str, details: &Details) -> String {
    quad_text::search_text(&[short_name, details.name.as_str(), details.description.as_str()])
}

/// Founds a club. False when its short name is taken: the unique key decides.
pub(super) async fn insert(
    tx: &mut Tx,
    id: ClubId,
    short_name: &str,
    details: &Details,
    now: Time,
) -> Result<bool, DbError> {
    let rows =
        sql("INSERT INTO clubs (id, short_name, name, description, colour, links, created_at, search_text, sort_key)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (short_name) DO NOTHING")
        .arg(id)
        .arg(short_name)
        .arg(details.name.as_str())
        .arg(details.description.as_str())
        .arg(details.colour.clone())
        .arg(links_text(&details.links))
        .arg(now)
        .arg(search_text(short_name, details))
        .arg(quad_text::sort_key(&details.name))
        .run(tx)
        .await?;
    Ok(rows == 1)
}

/// Writes the details anew. False when there is no such club.
pub(super) async fn set_details(tx: &mut Tx, club: &Club, details: &Details) -> Result<bool, DbError> {
    let rows = sql("UPDATE clubs SET name = $2, description = $3, colour = $4, links = $5,
             search_text = $6, sort_key = $7 WHERE id = $1")
    .arg(club.id)
    .arg(details.name.as_str())
    .arg(details.description.as_str())
    .arg(details.colour.clone())
    .arg(links_text(&details.links))
    .arg(search_text(&club.short_name, details))
    .arg(quad_text::sort_key(&details.name))
    .run(tx)
    .await?;
    Ok(rows == 1)
}

/// Sets another picture, or none. The caller holds the club.
pub(super) async fn set_picture(tx: &mut Tx, id: ClubId, picture: Option<&PictureKey>) -> Result<(), DbError> {
    sql("UPDATE clubs SET picture = $2 WHERE id = $1").arg(id).arg(picture.cloned()).run(tx).await?;
    Ok(())
}

/// Holds a club's row until the transaction ends: whatever changes who is in it waits. False when there is none.
pub(super) async fn lock(tx: &mut Tx, id: ClubId) -> Result<bool, DbError> {
    Ok(sql("UPDATE clubs SET created_at = created_at WHERE id = $1").arg(id).run(tx).await? == 1)
}

/// Deletes a club with whatever hangs on it. The caller holds it and has looked that it may go.
pub(super) async fn delete(tx: &mut Tx, id: ClubId) -> Result<(), DbError> {
    sql("DELETE FROM clubs WHERE id = $1").arg(id).run(tx).await?;
    Ok(())
}

/// Whether a club has events.
pub(super) async fn has_events(source: &impl Source, id: ClubId) -> Result<bool, DbError> {
    let events: Option<i64> =
        sql("SELECT COUNT(*) AS value FROM club_events WHERE club_id = $1").arg(id).value(source).await?;
    Ok(events.unwrap_or_default() > 0)
}

/// Notes an event of a club, or that it begins at another time.
pub(super) async fn note_event(
    tx: &mut Tx,
    club: ClubId,
    event: EventId,
    begins_at: Option<Time>,
) -> Result<(), DbError> {
    sql("INSERT INTO club_events (event_id, club_id, begins_at) VALUES ($1, $2, $3)
         ON CONFLICT (event_id) DO UPDATE SET begins_at = excluded.begins_at")
    .arg(event)
    .arg(club)
    .arg(begins_at)
    .run(tx)
    .await?;
    Ok(())
}

/// When an event of a club begins, as far as that is known; nothing for another club's.
pub(super) async fn beginning_of(
    source: &impl Source,
    club: ClubId,
    event: EventId,
) -> Result<Option<Option<Time>>, DbError> {
    #[derive(FromRow)]
    struct Noted {
        begins_at: Option<Time>,
    }
    let noted: Option<Noted> = sql("SELECT begins_at FROM club_events WHERE event_id = $1 AND club_id = $2")
        .arg(event)
        .arg(club)
        .one(source)
        .await?;
    Ok(noted.map(|noted| noted.begins_at))
}
