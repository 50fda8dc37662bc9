//! Lists of contests with the asking person's own part in each.

use quad_db::{DbError, Source, Sql, sql};
use sea_orm::FromQueryResult;

use super::listing::{ListAsked, Order, Shelf};
use crate::kernel::clock::Time;
use crate::kernel::ids::{ContestId, UserId};

/// A contest of a list.
#[derive(Debug, FromQueryResult)]
pub struct Listed {
    /// Its id.
    pub id: ContestId,
    /// Who wrote it.
    pub owner_id: UserId,
    /// Its title.
    pub title: String,
    /// Its description.
    pub description: String,
    /// The first moment of its window.
    pub starts_at: Time,
    /// The first moment after.
    pub ends_at: Time,
    /// Listed for everybody.
    pub is_public: bool,
    /// Answers may be read again after the end.
    pub answers_shown: bool,
    /// Number of questions.
    pub question_count: i32,
    /// Number of people who joined.
    pub participants: i32,
    /// When the asking person joined, if so.
    pub joined_at: Option<Time>,
    /// When the asking person submitted, if so.
    pub submitted_at: Option<Time>,
    /// Answers the asking person gave.
    pub answered: i64,
    /// The asking person accepted an invitation.
    pub invited: bool,
}

/// The asking person is `$1` everywhere here.
const COLUMNS: &str =
    "c.id, c.owner_id, c.title, c.description, c.starts_at, c.ends_at, c.is_public, c.answers_shown, c.question_count,
    c.participants, a.joined_at, a.submitted_at, (SELECT COUNT(*) FROM answers n WHERE n.attempt_id = a.id) AS answered,
    EXISTS (SELECT 1 FROM contest_guests g WHERE g.contest_id = c.id AND g.user_id = $1) AS invited";

/// What is listed for the asking person: what is public, and what they were let into.
const LISTED: &str = "(c.is_public = TRUE OR c.id IN (SELECT g.contest_id FROM contest_guests g WHERE g.user_id = $1))";

/// How many listed contests stand where.
#[derive(Debug, FromQueryResult)]
pub struct Counts {
    /// All of them.
    pub total: i64,
    /// Before their start.
    pub upcoming: i64,
    /// Running.
    pub active: i64,
    /// Over.
    pub completed: i64,
}

/// Counts the contests listed for a person that match the search.
pub async fn count_by_status(
    source: &impl Source,
    user: UserId,
    search: Option<&str>,
    now: Time,
) -> Result<Counts, DbError> {
    let text = format!(
        "SELECT COUNT(*) AS total,
            COALESCE(SUM(CASE WHEN c.starts_at > $2 THEN 1 ELSE 0 END), 0) AS upcoming,
            COALESCE(SUM(CASE WHEN c.starts_at <= $2 AND c.ends_at > $2 THEN 1 ELSE 0 END), 0) AS active,
            COALESCE(SUM(CASE WHEN c.ends_at <= $2 THEN 1 ELSE 0 END), 0) AS completed
         FROM contests c WHERE {LISTED} {}",
        matching(search, 3)
    );
    let counts: Option<Counts> = searching(sql(text).arg(user).arg(now), search).one(source).await?;
    Ok(counts.unwrap_or(Counts { total: 0, upcoming: 0, active: 0, completed: 0 }))
}

/// A page of the contests listed for a person, with the asking person's part in each.
pub async fn page(source: &impl Source, user: UserId, asked: &ListAsked, now: Time) -> Result<Vec<Listed>, DbError> {
    let shelf = match asked.shelf {
        None => "",
        Some(Shelf::Upcoming) => "AND c.starts_at > $2",
        Some(Shelf::Active) => "AND c.starts_at <= $2 AND c.ends_at > $2",
        Some(Shelf::Completed) => "AND c.ends_at <= $2",
    };
    let order = match asked.order {
        Order::New => "c.created_at DESC, c.id DESC",
        // Running ones by their end, then coming ones by their start, then past ones, latest first.
        Order::Now => {
            "CASE WHEN c.ends_at <= $2 THEN 2 WHEN c.starts_at > $2 THEN 1 ELSE 0 END,
             CASE WHEN c.ends_at <= $2 THEN -c.ends_at WHEN c.starts_at > $2 THEN c.starts_at ELSE c.ends_at END, c.id"
        }
    };
    let page = asked.page.map(|page| format!("LIMIT {} OFFSET {}", page.size, page.skip())).unwrap_or_default();
    let text = format!(
        "SELECT {COLUMNS} FROM contests c LEFT JOIN attempts a ON a.contest_id = c.id AND a.user_id = $1
         WHERE {LISTED} AND $2 >= 0 {shelf} {} ORDER BY {order} {page}",
        matching(asked.search.as_deref(), 3)
    );
    searching(sql(text).arg(user).arg(now), asked.search.as_deref()).all(source).await
}

/// Contests a person has joined, latest first.
pub async fn joined_by(source: &impl Source, user: UserId) -> Result<Vec<Listed>, DbError> {
    sql(format!(
        "SELECT {COLUMNS} FROM attempts a JOIN contests c ON c.id = a.contest_id WHERE a.user_id = $1
         ORDER BY a.joined_at DESC, a.id DESC"
    ))
    .arg(user)
    .all(source)
    .await
}

fn matching(search: Option<&str>, place: u32) -> String {
    search
        .map(|_| {
            format!("AND (LOWER(c.title) LIKE ${place} ESCAPE '!' OR LOWER(c.description) LIKE ${place} ESCAPE '!')")
        })
        .unwrap_or_default()
}

/// The search text as a pattern; its own wildcards mean themselves.
fn searching(statement: Sql, search: Option<&str>) -> Sql {
    match search {
        None => statement,
        Some(text) => {
            let literal = text.to_lowercase().replace('!', "!!").replace('%', "!%").replace('_', "!_");
            statement.arg(format!("%{literal}%"))
        }
    }
}
