//! SQL statements of the benchmark alone: the few questions asked afterwards, and those of the server that builds the
//! paper anew each time. Nothing here is measured.

use quad_db::{Db, DbError, Engine, sql};
use quad_kernel::clock::Time;

/// How many answers are stored, and how many the counters of the attempts say.
pub async fn answers(db: &Db) -> Result<(u64, u64), DbError> {
    let stored: Option<i64> = sql("SELECT COUNT(*) AS value FROM answers").value(db).await?;
    let counted: Option<i64> =
        sql("SELECT CAST(COALESCE(SUM(correct + wrong), 0) AS BIGINT) AS value FROM attempts").value(db).await?;
    Ok((stored.unwrap_or_default() as u64, counted.unwrap_or_default() as u64))
}

/// How many attempts there are.
pub async fn attempts(db: &Db) -> Result<u64, DbError> {
    let stored: Option<i64> = sql("SELECT COUNT(*) AS value FROM attempts").value(db).await?;
    Ok(stored.unwrap_or_default() as u64)
}

/// Makes somebody the owner of a contest.
pub async fn give(db: &Db, contest: uuid::Uuid, owner: uuid::Uuid) -> Result<(), DbError> {
    let mut tx = db.begin().await?;
    sql("UPDATE contests SET owner_id = $2 WHERE id = $1").arg(contest).arg(owner).run(&mut tx).await?;
    tx.commit().await
}

/// Ends all contests at this moment, in milliseconds.
pub async fn end_all(db: &Db, at: i64) -> Result<(), DbError> {
    let mut tx = db.begin().await?;
    sql("UPDATE contests SET ends_at = $1").arg(at).run(&mut tx).await?;
    tx.commit().await
}

/// Bytes of the database.
pub async fn size(db: &Db) -> Result<u64, DbError> {
    let text = match db.engine() {
        Engine::Sqlite => "SELECT page_count * page_size AS value FROM pragma_page_count(), pragma_page_size()",
        Engine::Postgres => "SELECT pg_database_size(current_database()) AS value",
    };
    let bytes: Option<i64> = sql(text).value(db).await?;
    Ok(bytes.unwrap_or_default() as u64)
}

/// A row of the paper for the server that builds it anew each time.
#[derive(Debug, quad_db::FromRow)]
pub struct QuestionRow {
    /// Its id.
    pub id: uuid::Uuid,
    /// What is asked.
    pub text: String,
    /// Its options.
    pub option_1: String,
    /// Its options.
    pub option_2: String,
    /// Its options.
    pub option_3: String,
    /// Its options.
    pub option_4: String,
}

/// Whose session a token's hash names.
pub async fn session_user(db: &Db, token_hash: Vec<u8>) -> Result<Option<uuid::Uuid>, DbError> {
    sql("SELECT s.user_id AS value FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = $1")
        .arg(token_hash)
        .value(db)
        .await
}

/// Whether a person has joined a running contest.
pub async fn has_joined(db: &Db, contest: uuid::Uuid, user: uuid::Uuid, now: Time) -> Result<bool, DbError> {
    let found: Option<i64> = sql("SELECT a.id AS value FROM attempts a JOIN contests c ON c.id = a.contest_id
             WHERE a.contest_id = $1 AND a.user_id = $2 AND c.starts_at <= $3")
    .arg(contest)
    .arg(user)
    .arg(now)
    .value(db)
    .await?;
    Ok(found.is_some())
}

/// The questions of a contest, in order.
pub async fn questions(db: &Db, contest: uuid::Uuid) -> Result<Vec<QuestionRow>, DbError> {
    sql("SELECT id, text, option_1, option_2, option_3, option_4 FROM questions WHERE contest_id = $1 ORDER BY no")
        .arg(contest)
        .all(db)
        .await
}
