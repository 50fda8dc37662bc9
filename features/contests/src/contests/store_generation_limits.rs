//! Store of the generation limits: all SQL on `drafts_of_day` and `drafts_of_month`: reserving before the work, giving back
//! after it.

use quad_db::{DbError, Source, Tx, sql};

use quad_kernel::ids::UserId;

/// Counts `number` more for a person's day unless that passes the limit; one statement, so that two clicks cannot both
/// have the last.
pub(super) async fn reserve_day(tx: &mut Tx, user: UserId, day: i32, number: i32, limit: i32) -> Result<bool, DbError> {
    if number > limit {
        return Ok(false);
    }
    let rows = sql("INSERT INTO drafts_of_day (user_id, day, drafts) VALUES ($1, $2, $3)
         ON CONFLICT (user_id, day) DO UPDATE SET drafts = drafts_of_day.drafts + excluded.drafts
         WHERE drafts_of_day.drafts + excluded.drafts <= $4")
    .arg(user)
    .arg(day)
    .arg(number)
    .arg(limit)
    .run(tx)
    .await?;
    Ok(rows == 1)
}

/// The same for the installation's month.
pub(super) async fn reserve_month(tx: &mut Tx, month: i32, number: i32, limit: i32) -> Result<bool, DbError> {
    if number > limit {
        return Ok(false);
    }
    let rows = sql("INSERT INTO drafts_of_month (month, drafts) VALUES ($1, $2)
         ON CONFLICT (month) DO UPDATE SET drafts = drafts_of_month.drafts + excluded.drafts
         WHERE drafts_of_month.drafts + excluded.drafts <= $3")
    .arg(month)
    .arg(number)
    .arg(limit)
    .run(tx)
    .await?;
    Ok(rows == 1)
}

/// Gives back what was reserved and not delivered.
pub(super) async fn give_back_day(tx: &mut Tx, user: UserId, day: i32, number: i32) -> Result<(), DbError> {
    sql("UPDATE drafts_of_day SET drafts = drafts - $3 WHERE user_id = $1 AND day = $2 AND drafts >= $3")
        .arg(user)
        .arg(day)
        .arg(number)
        .run(tx)
        .await?;
    Ok(())
}

/// The same for the month.
pub(super) async fn give_back_month(tx: &mut Tx, month: i32, number: i32) -> Result<(), DbError> {
    sql("UPDATE drafts_of_month SET drafts = drafts - $2 WHERE month = $1 AND drafts >= $2")
        .arg(month)
        .arg(number)
        .run(tx)
        .await?;
    Ok(())
}

/// How many a person had on a day.
pub(super) async fn drafted_on(source: &impl Source, user: UserId, day: i32) -> Result<i32, DbError> {
    let found = sql("SELECT drafts AS value FROM drafts_of_day WHERE user_id = $1 AND day = $2")
        .arg(user)
        .arg(day)
        .value(source)
        .await?;
    Ok(found.unwrap_or_default())
}

/// How many a provider was asked for in a month.
pub(super) async fn drafted_in(source: &impl Source, month: i32) -> Result<i32, DbError> {
    let found = sql("SELECT drafts AS value FROM drafts_of_month WHERE month = $1").arg(month).value(source).await?;
    Ok(found.unwrap_or_default())
}

/// Forgets a person's days before one; nothing asks for them any more.
pub(super) async fn forget_days_before(tx: &mut Tx, user: UserId, day: i32) -> Result<(), DbError> {
    sql("DELETE FROM drafts_of_day WHERE user_id = $1 AND day < $2").arg(user).arg(day).run(tx).await?;
    Ok(())
}

/// Forgets all days of a person whose account ends.
pub(super) async fn forget_days_of(tx: &mut Tx, user: UserId) -> Result<(), DbError> {
    sql("DELETE FROM drafts_of_day WHERE user_id = $1").arg(user).run(tx).await?;
    Ok(())
}
