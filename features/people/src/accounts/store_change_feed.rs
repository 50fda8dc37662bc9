//! Store of the user change feed: all SQL on `person_changes`.

use quad_db::FromRow;
use quad_db::{DbError, Source, Tx, sql};

use quad_kernel::ids::UserId;

/// So many of the newest rows are kept.
pub const KEPT: i64 = 10_000;

/// Says that a person's roles, name or sessions change with this transaction.
pub(super) async fn note(tx: &mut Tx, user: UserId) -> Result<(), DbError> {
    sql("INSERT INTO person_changes (user_id) VALUES ($1)").arg(user).run(tx).await?;
    Ok(())
}

/// The newest number; 0 without any.
pub(super) async fn newest(source: &impl Source) -> Result<i64, DbError> {
    let newest: Option<Option<i64>> = sql("SELECT MAX(no) AS value FROM person_changes").value(source).await?;
    Ok(newest.flatten().unwrap_or_default())
}

#[derive(FromRow)]
struct ChangeRow {
    no: i64,
    user_id: UserId,
}

/// What came after a number.
pub(super) async fn after(source: &impl Source, no: i64) -> Result<Vec<(i64, UserId)>, DbError> {
    let rows: Vec<ChangeRow> =
        sql("SELECT no, user_id FROM person_changes WHERE no > $1 ORDER BY no").arg(no).all(source).await?;
    Ok(rows.into_iter().map(|row| (row.no, row.user_id)).collect())
}

/// Deletes all but the newest.
pub(super) async fn sweep(tx: &mut Tx) -> Result<(), DbError> {
    sql("DELETE FROM person_changes WHERE no <= (SELECT MAX(no) FROM person_changes) - $1").arg(KEPT).run(tx).await?;
    Ok(())
}
