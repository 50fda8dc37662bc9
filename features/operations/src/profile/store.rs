//! Profile store: one statement, which reads the attempts' table.

use quad_db::FromRow;
use quad_db::{DbError, Source, sql};

use quad_kernel::ids::{ContestId, UserId};

#[derive(FromRow)]
struct JoinedRow {
    contest_id: ContestId,
}

/// Contests the person has joined, latest first.
pub(super) async fn contests_joined(source: &impl Source, user: UserId) -> Result<Vec<ContestId>, DbError> {
    let rows = sql("SELECT contest_id FROM attempts WHERE user_id = $1 ORDER BY joined_at DESC, id DESC")
        .arg(user)
        .all::<JoinedRow>(source)
        .await?;
    Ok(rows.into_iter().map(|row| row.contest_id).collect())
}
