//! SQL statements of the torture: what is in the database, read without the server; and contest windows set before it
//! starts.

use quad_db::FromRow;
use quad_db::{Db, DbError, sql};
use quad_kernel::clock::Time;
use quad_kernel::ids::{ContestId, UserId};
use uuid::Uuid;

/// An attempt.
#[derive(Debug, FromRow)]
pub struct AttemptRow {
    /// At which contest.
    pub contest_id: Uuid,
    /// Whose.
    pub user_id: Uuid,
    /// When it was handed in.
    pub submitted_at: Option<i64>,
}

/// All attempts.
pub async fn attempts(db: &Db) -> Result<Vec<AttemptRow>, DbError> {
    sql("SELECT contest_id, user_id, submitted_at FROM attempts").all(db).await
}

/// An answer.
#[derive(Debug, FromRow)]
pub struct AnswerRow {
    /// To which contest.
    pub contest_id: Uuid,
    /// Whose.
    pub user_id: Uuid,
    /// The question's number in its contest, from 1.
    pub question_no: i32,
    /// The chosen options, a bit for each; one here.
    pub chosen: i32,
    /// When it arrived.
    pub answered_at: i64,
}

impl AnswerRow {
    /// The question and the option, from 0. What is not one option is none that there is.
    pub fn places(&self) -> (usize, usize) {
        let is_one = self.chosen.count_ones() == 1;
        let option = if is_one { self.chosen.trailing_zeros() as usize } else { usize::MAX };
        ((self.question_no - 1).max(0) as usize, option)
    }
}

/// All answers.
pub async fn answers(db: &Db) -> Result<Vec<AnswerRow>, DbError> {
    sql("SELECT a.contest_id, a.user_id, n.question_no, n.chosen, n.answered_at
         FROM answers n JOIN attempts a ON a.id = n.attempt_id")
    .all(db)
    .await
}

/// Somebody who has voted.
#[derive(Debug, FromRow)]
pub struct VoterRow {
    /// In which poll.
    pub poll_id: Uuid,
    /// Who.
    pub user_id: Uuid,
}

/// All who have voted.
pub async fn voters(db: &Db) -> Result<Vec<VoterRow>, DbError> {
    sql("SELECT poll_id, user_id FROM poll_votes").all(db).await
}

/// An option of a poll.
#[derive(Debug, FromRow)]
pub struct OptionRow {
    /// Of which poll.
    pub poll_id: Uuid,
    /// Its number, from 0.
    pub no: i32,
    /// Its votes.
    pub votes: i32,
}

/// The tallies of all polls.
pub async fn tallies(db: &Db) -> Result<Vec<OptionRow>, DbError> {
    sql("SELECT poll_id, no, votes FROM poll_options").all(db).await
}

/// How many answers were written for a moment outside the window of their contest, its grace included.
pub async fn out_of_time(db: &Db, grace_ms: i64) -> Result<i64, DbError> {
    let found = sql("SELECT COUNT(*) AS value FROM answers n JOIN attempts a ON a.id = n.attempt_id
         JOIN contests c ON c.id = a.contest_id
         WHERE n.answered_at < c.starts_at OR n.answered_at > c.ends_at + $1")
    .arg(grace_ms)
    .value(db)
    .await?;
    Ok(found.unwrap_or_default())
}

/// How an order came out.
#[derive(Debug, FromRow)]
pub struct BoughtRow {
    /// The provider's id.
    pub provider_order_id: String,
    /// 1 when it counts as paid.
    pub paid: i32,
    /// How often its buyer was credited with something bought.
    pub credited: i64,
}

/// All orders.
pub async fn bought(db: &Db) -> Result<Vec<BoughtRow>, DbError> {
    sql("SELECT provider_order_id, CASE WHEN paid_at IS NULL THEN 0 ELSE 1 END AS paid,
             (SELECT COUNT(*) FROM credit_entries e WHERE e.user_id = o.user_id AND e.reason = 'bought') AS credited
         FROM payment_orders o")
    .all(db)
    .await
}

/// How many entries of the ledger say that something was bought, of whichever order.
pub async fn credits(db: &Db) -> Result<i64, DbError> {
    let credits = sql("SELECT COUNT(*) AS value FROM credit_entries WHERE reason = 'bought'").value(db).await?;
    Ok(credits.unwrap_or_default())
}

/// Makes somebody an administrator; before the server starts, which remembers roles.
pub async fn make_admin(db: &Db, who: UserId, now: Time) -> Result<(), DbError> {
    let mut tx = db.begin().await?;
    sql("INSERT INTO roles (user_id, role, granted_at) VALUES ($1, 'ADMIN', $2)")
        .arg(who)
        .arg(now)
        .run(&mut tx)
        .await?;
    tx.commit().await
}

/// The addresses of all devices that are told.
pub async fn devices(db: &Db) -> Result<Vec<String>, DbError> {
    #[derive(FromRow)]
    struct Row {
        endpoint: String,
    }
    let rows: Vec<Row> = sql("SELECT endpoint FROM push_subscriptions").all(db).await?;
    Ok(rows.into_iter().map(|row| row.endpoint).collect())
}

/// Moves the window of a contest; before the server starts, which remembers windows.
pub async fn set_window(db: &Db, contest: ContestId, starts: Time, ends: Time) -> Result<(), DbError> {
    let mut tx = db.begin().await?;
    sql("UPDATE contests SET starts_at = $2, ends_at = $3 WHERE id = $1")
        .arg(contest)
        .arg(starts)
        .arg(ends)
        .run(&mut tx)
        .await?;
    tx.commit().await
}
