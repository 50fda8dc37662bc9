//! User admin store: statements over the tables of several features, about one person or a page of them.

use quad_db::FromRow;
use quad_db::{DbError, Source, places, sql};

use quad_kernel::clock::Time;
use quad_kernel::ids::UserId;

/// How much somebody made and joined.
#[derive(Debug, FromRow)]
pub(super) struct PersonCounts {
    pub contests_made: i64,
    pub contests_joined: i64,
    pub polls_made: i64,
}

/// Counts what a person made and joined.
pub(super) async fn activity(source: &impl Source, user: UserId) -> Result<PersonCounts, DbError> {
    let row: Option<PersonCounts> = sql("SELECT
            (SELECT count(*) FROM contests WHERE owner_id = $1) AS contests_made,
            (SELECT count(*) FROM attempts WHERE user_id = $1) AS contests_joined,
            (SELECT count(*) FROM polls WHERE owner_id = $1) AS polls_made")
    .arg(user)
    .one(source)
    .await?;
    Ok(row.unwrap_or(PersonCounts { contests_made: 0, contests_joined: 0, polls_made: 0 }))
}

/// A place in a club.
#[derive(Debug, FromRow)]
pub(super) struct ClubPlace {
    pub short_name: String,
    pub name: String,
    pub office: String,
    pub appointed: bool,
    pub joined_at: Option<Time>,
}

impl ClubPlace {
    /// Whether the person manages the club by it.
    pub fn manages(&self) -> bool {
        self.joined_at.is_some() && (self.appointed || self.office == "president")
    }
}

/// The clubs that a person is in or has applied to, by name.
pub(super) async fn clubs(source: &impl Source, user: UserId) -> Result<Vec<ClubPlace>, DbError> {
    sql("SELECT c.short_name, c.name, m.office, m.appointed, m.joined_at
         FROM memberships m JOIN clubs c ON c.id = m.club_id WHERE m.user_id = $1 ORDER BY c.sort_key, c.id")
    .arg(user)
    .all(source)
    .await
}

#[derive(FromRow)]
struct RoleRow {
    user_id: UserId,
    role: String,
}

/// The role words of these people, each person's latest first.
pub(super) async fn roles(source: &impl Source, users: &[UserId]) -> Result<Vec<(UserId, String)>, DbError> {
    if users.is_empty() {
        return Ok(Vec::new());
    }
    let text = format!(
        "SELECT user_id, role FROM roles WHERE user_id IN ({}) ORDER BY granted_at DESC, role",
        places(1..=users.len())
    );
    let rows: Vec<RoleRow> = users.iter().fold(sql(text), |statement, user| statement.arg(*user)).all(source).await?;
    Ok(rows.into_iter().map(|row| (row.user_id, row.role)).collect())
}
