//! Store of questions' pictures: all SQL on `question_pictures`. Whoever changes it holds the contest's row first, and the pictures last.

use std::collections::HashMap;

use quad_db::{DbError, FromRow, Source, Tx, sql};

use quad_kernel::ids::{ContestId, PictureKey, QuestionId};

use super::model::Contest;
use super::question_pictures::{ContestPictures, QuestionPicture};

#[derive(FromRow)]
struct Row {
    question_id: QuestionId,
    option_no: Option<i32>,
    picture_key: PictureKey,
    alt: String,
    width: i32,
    height: i32,
    small_bytes: i64,
}

impl From<Row> for QuestionPicture {
    fn from(row: Row) -> Self {
        Self {
            key: row.picture_key,
            alt: row.alt,
            option: row.option_no.map(|option| option as u8),
            width: row.width.unsigned_abs(),
            height: row.height.unsigned_abs(),
            small_bytes: row.small_bytes,
        }
    }
}

/// The pictures of a contest's questions.
pub(super) async fn pictures(source: &impl Source, contest: ContestId) -> Result<ContestPictures, DbError> {
    let rows: Vec<Row> = sql("SELECT question_id, option_no, picture_key, alt, width, height, small_bytes
         FROM question_pictures WHERE contest_id = $1 ORDER BY question_id, no")
    .arg(contest)
    .all(source)
    .await?;
    let mut by_question: HashMap<QuestionId, Vec<QuestionPicture>> = HashMap::new();
    for row in rows {
        by_question.entry(row.question_id).or_default().push(row.into());
    }
    Ok(ContestPictures { contest, by_question })
}

/// The same of a contest that may be remembered from earlier: one that surely has none is not asked about.
pub async fn pictures_of(source: &impl Source, contest: &Contest) -> Result<ContestPictures, DbError> {
    if contest.has_no_pictures_for_good() {
        return Ok(ContestPictures::none(contest.id));
    }
    pictures(source, contest.id).await
}

/// The pictures of a question.
pub(super) async fn of_question(source: &impl Source, question: QuestionId) -> Result<Vec<QuestionPicture>, DbError> {
    let rows: Vec<Row> = sql("SELECT question_id, option_no, picture_key, alt, width, height, small_bytes
         FROM question_pictures WHERE question_id = $1 ORDER BY no")
    .arg(question)
    .all(source)
    .await?;
    Ok(rows.into_iter().map(QuestionPicture::from).collect())
}

/// Takes all pictures off a question.
pub(super) async fn delete_of_question(tx: &mut Tx, question: QuestionId) -> Result<(), DbError> {
    sql("DELETE FROM question_pictures WHERE question_id = $1").arg(question).run(tx).await?;
    Ok(())
}

/// Takes all pictures off a contest's questions.
pub(super) async fn delete_of_contest(tx: &mut Tx, contest: ContestId) -> Result<(), DbError> {
    sql("DELETE FROM question_pictures WHERE contest_id = $1").arg(contest).run(tx).await?;
    Ok(())
}

/// Puts a picture on a question.
pub(super) async fn insert(
    tx: &mut Tx,
    contest: ContestId,
    question: QuestionId,
    no: i32,
    picture: &QuestionPicture,
) -> Result<(), DbError> {
    sql("INSERT INTO question_pictures
             (question_id, no, contest_id, option_no, picture_key, alt, width, height, small_bytes)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)")
    .arg(question)
    .arg(no)
    .arg(contest)
    .arg(picture.option.map(i32::from))
    .arg(picture.key.clone())
    .arg(picture.alt.as_str())
    .arg(picture.width as i32)
    .arg(picture.height as i32)
    .arg(picture.small_bytes)
    .run(tx)
    .await?;
    Ok(())
}

/// Counts anew how many questions of a contest have pictures.
pub(super) async fn count_pictured(tx: &mut Tx, contest: ContestId) -> Result<(), DbError> {
    sql("UPDATE contests SET pictured_questions =
             (SELECT COUNT(DISTINCT p.question_id) FROM question_pictures p WHERE p.contest_id = $1)
         WHERE id = $1")
    .arg(contest)
    .run(tx)
    .await?;
    Ok(())
}

/// What a phone loads of all pictures of a contest, each once.
pub(super) async fn bytes_on_a_phone(source: &impl Source, contest: ContestId) -> Result<i64, DbError> {
    let bytes = sql("SELECT CAST(COALESCE(SUM(small_bytes), 0) AS BIGINT) AS value
         FROM (SELECT DISTINCT picture_key, small_bytes FROM question_pictures WHERE contest_id = $1) shown")
    .arg(contest)
    .value(source)
    .await?;
    Ok(bytes.unwrap_or_default())
}
