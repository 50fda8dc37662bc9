//! First steps store: one statement, which reads the clubs' tables.

use quad_db::FromRow;
use quad_db::{DbError, Source, sql};

#[derive(FromRow)]
struct ClubRow {
    short_name: String,
}

/// Short names of the clubs that nobody but ADMIN manages.
pub(super) async fn clubs_without_administrator(source: &impl Source) -> Result<Vec<String>, DbError> {
    let rows: Vec<ClubRow> = sql("SELECT c.short_name FROM clubs c WHERE NOT EXISTS (SELECT 1 FROM memberships m
            WHERE m.club_id = c.id AND (m.appointed OR m.office = 'president')) ORDER BY c.short_name")
    .all(source)
    .await?;
    Ok(rows.into_iter().map(|row| row.short_name).collect())
}
