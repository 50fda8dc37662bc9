//! Credit store: all SQL on `credit_balances`, `credit_entries` and `daily_creations`. Orders are in `store_orders.rs`.

use quad_db::FromRow;
use quad_db::{DbError, Source, Tx, sql};

use quad_kernel::clock::Time;
use quad_kernel::ids::UserId;
use quad_kernel::page::Page;

use super::model::{Balance, Creation, Entry};

/// For what was paid or spent before: no balance gets near it, and below it no sum leaves the column. Grants have a bound
/// of their own.
pub(super) const NO_LIMIT: i32 = 1_000_000_000;

#[derive(FromRow)]
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

/// Takes creations if so many are left; the guard decides between two clicks.
pub(super) async fn take_if_left(tx: &mut Tx, user: UserId, less: Balance) -> Result<bool, DbError> {
    let rows = sql("UPDATE credit_balances SET contests = contests - $2, polls = polls - $3
         WHERE user_id = $1 AND contests >= $2 AND polls >= $3")
    .arg(user)
    .arg(less.contests)
    .arg(less.polls)
    .run(tx)
    .await?;
    Ok(rows == 1)
}

/// Takes as many creations as are left, at most so many, and answers how many. The row is held before it is read.
pub(super) async fn take_up_to(tx: &mut Tx, user: UserId, most: Balance) -> Result<Balance, DbError> {
    sql("UPDATE credit_balances SET contests = contests WHERE user_id = $1").arg(user).run(tx).await?;
    let left = balance(&*tx, user).await?;
    let taken = Balance { contests: most.contests.min(left.contests), polls: most.polls.min(left.polls) };
    if taken != Balance::default() {
        take_if_left(tx, user, taken).await?;
    }
    Ok(taken)
}

/// Adds to the balance, which may not exist yet. Returns the new one, or nothing when it would pass `most`.
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

#[derive(FromRow)]
struct EntryRow {
    id: i64,
    contests: i32,
    polls: i32,
    reason: String,
    subject: Option<String>,
    created_at: Time,
}

impl From<EntryRow> for Entry {
    fn from(row: EntryRow) -> Self {
        Self {
            id: row.id,
            change: Balance { contests: row.contests, polls: row.polls },
            reason: row.reason,
            subject: row.subject,
            created_at: row.created_at,
        }
    }
}

const ENTRIES: &str = "SELECT id, contests, polls, reason, subject, created_at FROM credit_entries WHERE user_id = $1";

/// A page of a person's ledger, newest first, and how many lines it has.
pub(super) async fn entries(source: &impl Source, user: UserId, page: Page) -> Result<(Vec<Entry>, i64), DbError> {
    let rows = sql(format!("{ENTRIES} ORDER BY id DESC LIMIT {} OFFSET {}", page.size, page.skip()))
        .arg(user)
        .all::<EntryRow>(source)
        .await?;
    let total = sql("SELECT count(*) AS value FROM credit_entries WHERE user_id = $1").arg(user).value(source).await?;
    Ok((rows.into_iter().map(Entry::from).collect(), total.unwrap_or_default()))
}

/// A person's whole ledger, oldest first.
pub(super) async fn all_entries(source: &impl Source, user: UserId) -> Result<Vec<Entry>, DbError> {
    let rows = sql(format!("{ENTRIES} ORDER BY id")).arg(user).all::<EntryRow>(source).await?;
    Ok(rows.into_iter().map(Entry::from).collect())
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
