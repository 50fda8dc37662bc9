//! All statements on `attempts` and `answers`: reading here, lists in `store_lists.rs`, the writer's batches in
//! `store_batches.rs`.

use quad_db::{DbError, Source, sql};
use sea_orm::FromQueryResult;

use crate::kernel::clock::Time;
use crate::kernel::ids::{ContestId, UserId};

use super::model::{Attempt, Score};

#[derive(FromQueryResult)]
struct AttemptRow {
    id: i64,
    joined_at: Time,
    submitted_at: Option<Time>,
    correct: i32,
    wrong: i32,
    answered: i64,
}

impl From<AttemptRow> for Attempt {
    fn from(row: AttemptRow) -> Self {
        Self {
            id: row.id,
            joined_at: row.joined_at,
            submitted_at: row.submitted_at,
            correct: row.correct as u32,
            wrong: row.wrong as u32,
            answered: row.answered as u32,
        }
    }
}

/// A person's attempt at a contest.
pub async fn attempt(source: &impl Source, contest: ContestId, user: UserId) -> Result<Option<Attempt>, DbError> {
    let row: Option<AttemptRow> = sql("SELECT id, joined_at, submitted_at, correct, wrong,
                (SELECT COUNT(*) FROM answers n WHERE n.attempt_id = a.id) AS answered
         FROM attempts a WHERE contest_id = $1 AND user_id = $2")
    .arg(contest)
    .arg(user)
    .one(source)
    .await?;
    Ok(row.map(Attempt::from))
}

#[derive(FromQueryResult)]
struct ChoiceRow {
    question_no: i32,
    choice: i32,
}

/// The answers of an attempt: question number and option.
pub async fn choices(source: &impl Source, attempt: i64) -> Result<Vec<(i32, i32)>, DbError> {
    let rows: Vec<ChoiceRow> =
        sql("SELECT question_no, choice FROM answers WHERE attempt_id = $1 ORDER BY question_no")
            .arg(attempt)
            .all(source)
            .await?;
    Ok(rows.into_iter().map(|row| (row.question_no, row.choice)).collect())
}

/// An answer with its moment.
#[derive(Debug, FromQueryResult)]
pub(super) struct Given {
    pub question_no: i32,
    pub choice: i32,
    pub answered_at: Time,
}

/// The answers of an attempt with their moments.
pub(super) async fn given(source: &impl Source, attempt: i64) -> Result<Vec<Given>, DbError> {
    sql("SELECT question_no, choice, answered_at FROM answers WHERE attempt_id = $1 ORDER BY question_no")
        .arg(attempt)
        .all(source)
        .await
}

/// The stored option of one answer.
pub async fn choice(source: &impl Source, attempt: i64, question_no: i32) -> Result<Option<i32>, DbError> {
    sql("SELECT choice AS value FROM answers WHERE attempt_id = $1 AND question_no = $2")
        .arg(attempt)
        .arg(question_no)
        .value(source)
        .await
}

#[derive(FromQueryResult)]
struct ScoreRow {
    user_id: UserId,
    joined_at: Time,
    last_answer_at: Option<Time>,
    correct: i32,
    wrong: i32,
    late: i32,
    full_name: String,
    email: Option<String>,
}

/// A participant of a board before it is ranked.
#[derive(Debug)]
pub struct Entrant {
    /// What the rank depends on.
    pub score: Score,
    /// Display name.
    pub full_name: String,
    /// Address; none of somebody whose account is deleted.
    pub email: Option<String>,
    /// Answers within the grace after the end.
    pub late: u32,
}

/// Everybody who joined a contest.
pub async fn entrants(source: &impl Source, contest: ContestId) -> Result<Vec<Entrant>, DbError> {
    let rows: Vec<ScoreRow> =
        sql("SELECT a.user_id, a.joined_at, a.last_answer_at, a.correct, a.wrong, a.late, u.full_name,
                CASE WHEN u.deleted_at IS NULL THEN u.email END AS email
         FROM attempts a JOIN users u ON u.id = a.user_id WHERE a.contest_id = $1")
        .arg(contest)
        .all(source)
        .await?;
    Ok(rows
        .into_iter()
        .map(|row| Entrant {
            score: Score {
                user: row.user_id,
                correct: row.correct as u32,
                wrong: row.wrong as u32,
                duration_ms: row.last_answer_at.map_or(0, |last| last.millis_since(row.joined_at).max(0)),
            },
            full_name: row.full_name,
            email: row.email,
            late: row.late as u32,
        })
        .collect())
}

#[derive(FromQueryResult)]
struct ParticipantRow {
    user_id: UserId,
}

/// A page of those who took part in a contest, by id.
pub(super) async fn participants_after(
    source: &impl Source,
    contest: ContestId,
    after: Option<UserId>,
    limit: u32,
) -> Result<Vec<UserId>, DbError> {
    let text = "SELECT user_id FROM attempts WHERE contest_id = $1 AND user_id > $2 ORDER BY user_id";
    let rows: Vec<ParticipantRow> = sql(format!("{text} LIMIT {limit}"))
        .arg(contest)
        .arg(after.unwrap_or(UserId(uuid::Uuid::nil())))
        .all(source)
        .await?;
    Ok(rows.into_iter().map(|row| row.user_id).collect())
}

/// How often an option was chosen by one band of participants.
#[derive(Debug, FromQueryResult)]
pub struct ChoiceCount {
    /// The question's number.
    pub question_no: i32,
    /// The option, from 0.
    pub choice: i32,
    /// 2 for the best, 0 for the weakest, 1 between.
    pub band: i32,
    /// How often.
    pub times: i64,
}

/// Choices per question and option, apart for participants with at least `best` and at most `weakest` right answers.
pub async fn choice_counts(
    source: &impl Source,
    contest: ContestId,
    best: u32,
    weakest: u32,
) -> Result<Vec<ChoiceCount>, DbError> {
    sql("SELECT n.question_no, n.choice, CASE WHEN a.correct >= $2 THEN 2 WHEN a.correct <= $3 THEN 0 ELSE 1 END AS band,
                COUNT(*) AS times
         FROM attempts a JOIN answers n ON n.attempt_id = a.id
         WHERE a.contest_id = $1 GROUP BY 1, 2, 3")
    .arg(contest)
    .arg(best as i32)
    .arg(weakest as i32)
    .all(source)
    .await
}
