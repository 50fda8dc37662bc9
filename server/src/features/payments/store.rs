//! All statements on `credit_balances`, `credit_entries` and `daily_creations`.

use quad_db::{DbError, Source, Tx, sql};
use sea_orm::FromQueryResult;

use crate::kernel::clock::Time;
use crate::kernel::ids::UserId;

use super::model::{Balance, Creation};

#[derive(FromQueryResult)]
struct BalanceRow {
    contests: i32,
    polls: i32,
}

/// How many creations a person has left.
pub async fn balance(source: &impl Source, user: UserId) -> Result<Balance, DbError> {
    let row = sql("SELECT contests, polls FROM credit_balances WHERE user_id = $1")
        .arg(user)
        .one::<BalanceRow>(source)
        .await?;
    Ok(row.map(|row| Balance { contests: row.contests, polls: row.polls }).unwrap_or_default())
}

/// Takes one credit if there is one; the guard decides between two clicks.
pub(super) async fn take_one_if_any(tx: &mut Tx, user: UserId, kind: Creation) -> Result<bool, DbError> {
    let one = kind.one();
    let rows = sql("UPDATE credit_balances SET contests = contests - $2, polls = polls - $3
         WHERE user_id = $1 AND contests >= $2 AND polls >= $3")
    .arg(user)
    .arg(one.contests)
    .arg(one.polls)
    .run(tx)
    .await?;
    Ok(rows == 1)
}

/// Adds to the balance, which may not exist yet. Answers the new one, or nothing when it would pass `most`.
pub(super) async fn add(tx: &mut Tx, user: UserId, more: Balance, most: i32) -> Result<Option<Balance>, DbError> {
    let row = sql("INSERT INTO credit_balances (user_id, contests, polls) VALUES ($1, $2, $3)
         ON CONFLICT (user_id) DO UPDATE SET
             contests = credit_balances.contests + excluded.contests, polls = credit_balances.polls + excluded.polls
         WHERE credit_balances.contests + excluded.contests <= $4 AND credit_balances.polls + excluded.polls <= $4
         RETURNING contests, polls")
    .arg(user)
    .arg(more.contests)
    .arg(more.polls)
    .arg(most)
    .one::<BalanceRow>(tx)
    .await?;
    Ok(row.map(|row| Balance { contests: row.contests, polls: row.polls }))
}

/// Appends to the ledger.
pub(super) async fn note(
    tx: &mut Tx,
    user: UserId,
    change: Balance,
    reason: &str,
    subject: Option<&str>,
    now: Time,
) -> Result<(), DbError> {
    sql("INSERT INTO credit_entries (user_id, contests, polls, reason, subject, created_at) VALUES ($1, $2, $3, $4, $5, $6)")
        .arg(user)
        .arg(change.contests)
        .arg(change.polls)
        .arg(reason)
        .arg(subject.map(str::to_owned))
        .arg(now)
        .run(tx)
        .await?;
    Ok(())
}

/// What is still spent on a subject (a positive number), by the ledger.
pub(super) async fn spent_on(tx: &Tx, user: UserId, subject: &str) -> Result<Balance, DbError> {
    let row = sql("SELECT CAST(COALESCE(-SUM(contests), 0) AS INTEGER) AS contests,
                CAST(COALESCE(-SUM(polls), 0) AS INTEGER) AS polls
         FROM credit_entries WHERE user_id = $1 AND subject = $2")
    .arg(user)
    .arg(subject)
    .one::<BalanceRow>(tx)
    .await?;
    Ok(row.map(|row| Balance { contests: row.contests, polls: row.polls }).unwrap_or_default())
}

/// Counts one more for the day unless the day is full; one statement, so that two clicks cannot both be the last.
pub(super) async fn count_if_below(
    tx: &mut Tx,
    user: UserId,
    day: i32,
    kind: Creation,
    limit: i32,
) -> Result<bool, DbError> {
    if limit < 1 {
        return Ok(false);
    }
    let rows = sql("INSERT INTO daily_creations (user_id, day, kind, made) VALUES ($1, $2, $3, 1)
         ON CONFLICT (user_id, day, kind) DO UPDATE SET made = daily_creations.made + 1 WHERE daily_creations.made < $4")
    .arg(user)
    .arg(day)
    .arg(kind.word())
    .arg(limit)
    .run(tx)
    .await?;
    Ok(rows == 1)
}
