//! Regrading store: all SQL on `corrections` and `correction_moves` (except the batch in `store_batches.rs`), and the
//! statement that counts all scores of a contest anew.

use quad_db::FromRow;
use quad_db::{DbError, Source, Tx, sql};
use serde_json::json;

use crate::contests::{self, Kind, Marking, Marks, Question, options_of, texts_of};
use quad_kernel::clock::Time;
use quad_kernel::ids::{ContestId, CorrectionId, QuestionId, UserId};

use super::correction::{
    Correction, CorrectionRecipient, CorrectionToApply, QuestionMarking, QuestionName, RecipientPlace,
};
use super::regrading::AnswerCounts;
use super::{store_batches, store_typed};

#[derive(FromRow)]
struct AnswerCountsRow {
    attempts: i64,
    answers: i64,
}

/// How many attempts and answers a contest has.
pub(super) async fn answer_counts(source: &impl Source, contest: ContestId) -> Result<AnswerCounts, DbError> {
    let row: Option<AnswerCountsRow> = sql(
        "SELECT (SELECT COUNT(*) FROM attempts WHERE contest_id = $1) AS attempts,
            (SELECT COUNT(*) FROM attempts a JOIN answers n ON n.attempt_id = a.id WHERE a.contest_id = $1) AS answers",
    )
    .arg(contest)
    .one(source)
    .await?;
    Ok(row.map_or(AnswerCounts { attempts: 0, answers: 0 }, |row| AnswerCounts {
        attempts: row.attempts,
        answers: row.answers,
    }))
}

/// How many have a paper with such a question.
pub(super) async fn had(source: &impl Source, contest: ContestId, question_no: i32) -> Result<u32, DbError> {
    let many: Option<i64> = sql("SELECT COUNT(*) AS value FROM attempts a
         JOIN contest_papers p ON p.contest_id = a.contest_id AND p.variant = a.variant
         WHERE a.contest_id = $1 AND p.question_no = $2")
    .arg(contest)
    .arg(question_no)
    .value(source)
    .await?;
    Ok(many.unwrap_or_default() as u32)
}

/// Counts right, wrong and the time of all attempts at a contest anew, from nothing but the answers and how the questions are
/// marked now. Returns how many changed.
pub(super) async fn recount(tx: &mut Tx, contest: ContestId) -> Result<u64, DbError> {
    let questions = contests::questions(&*tx, contest).await?;
    // Without marks of their own and other kinds nothing depends on the scheme.
    let scheme = if questions.iter().any(|question| question.marks.are_own() || question.depends_on_scheme()) {
        contests::find(&*tx, contest).await?.map(|contest| contest.rules.marks)
    } else {
        None
    };
    let mut changed = 0;
    for worths in store_typed::worths_of(&*tx, contest, scheme.unwrap_or_default(), &questions).await? {
        changed += store_batches::recount(tx, contest, &worths).await?;
    }
    Ok(changed)
}

/// Appends to the log. The caller holds the contest, so the number is the next.
pub(super) async fn insert(tx: &mut Tx, new: &CorrectionToApply<'_>, scores: u32, ranks: u32) -> Result<(), DbError> {
    sql("INSERT INTO corrections (id, contest_id, no, question_id, made_by, marking_before, accepted_before, marking_after,
            accepted_after, reason, scores, ranks, created_at, texts_before, texts_after)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)")
    .arg(new.id)
    .arg(new.contest.id)
    .arg(new.contest.corrections as i32 + 1)
    .arg(new.before.id)
    .arg(new.by)
    .arg(new.before.marking.number())
    .arg(i32::from(new.before.accepted))
    .arg(new.after.marking.number())
    .arg(i32::from(new.after.accepted))
    .arg(new.reason)
    .arg(scores as i32)
    .arg(ranks as i32)
    .arg(new.at)
    .arg(texts(new.before))
    .arg(texts(new.after))
    .run(tx)
    .await?;
    Ok(())
}

/// What is right in words where the answer is typed, as the log keeps it: a question knows only what is right now.
fn texts(question: &Question) -> Option<String> {
    question.typed.as_ref().map(|key| json!(key.shown()).to_string())
}

const LOGGED: &str =
    "SELECT r.id, r.contest_id, r.question_id, q.kind, q.text, q.option_1, q.option_2, q.option_3, q.option_4,
        q.option_5, q.option_6, q.option_7, q.option_8,
        (SELECT COUNT(*) FROM questions p WHERE p.contest_id = q.contest_id AND p.no <= q.no) AS question_number, q.no AS question_no,
        r.marking_before, r.accepted_before, r.texts_before, r.marking_after, r.accepted_after, r.texts_after, r.reason, u.full_name AS made_by_name,
        r.scores, r.ranks, r.created_at
     FROM corrections r JOIN questions q ON q.id = r.question_id JOIN users u ON u.id = r.made_by";

#[derive(FromRow)]
struct LoggedRow {
    id: CorrectionId,
    contest_id: ContestId,
    question_id: QuestionId,
    kind: String,
    text: String,
    option_1: String,
    option_2: String,
    option_3: String,
    option_4: String,
    option_5: String,
    option_6: String,
    option_7: String,
    option_8: String,
    question_number: i64,
    question_no: i32,
    marking_before: i32,
    accepted_before: i32,
    texts_before: Option<String>,
    marking_after: i32,
    accepted_after: i32,
    texts_after: Option<String>,
    reason: String,
    made_by_name: String,
    scores: i32,
    ranks: i32,
    created_at: Time,
}

impl From<LoggedRow> for Correction {
    fn from(row: LoggedRow) -> Self {
        let options = options_of([
            row.option_1,
            row.option_2,
            row.option_3,
            row.option_4,
            row.option_5,
            row.option_6,
            row.option_7,
            row.option_8,
        ]);
        let marked = |marking, accepted, texts: Option<String>| QuestionMarking {
            marking: Marking::from_number(marking),
            accepted: texts.map_or_else(
                || texts_of(&options, accepted as u8),
                |texts| serde_json::from_str(&texts).unwrap_or_default(),
            ),
        };
        Self {
            id: row.id,
            contest: row.contest_id,
            question_id: row.question_id,
            question_number: row.question_number as u32,
            question_no: row.question_no,
            called: QuestionName::default(),
            kind: Kind::from_word(&row.kind).unwrap_or_default(),
            before: marked(row.marking_before, row.accepted_before, row.texts_before),
            after: marked(row.marking_after, row.accepted_after, row.texts_after),
            question: row.text,
            reason: row.reason,
            by: row.made_by_name,
            scores: row.scores as u32,
            ranks: row.ranks as u32,
            created_at: row.created_at,
        }
    }
}

/// A contest's corrections, newest first.
pub(super) async fn log(source: &impl Source, contest: ContestId) -> Result<Vec<Correction>, DbError> {
    let rows: Vec<LoggedRow> =
        sql(format!("{LOGGED} WHERE r.contest_id = $1 ORDER BY r.no DESC")).arg(contest).all(source).await?;
    Ok(rows.into_iter().map(Correction::from).collect())
}

/// One correction.
pub(super) async fn find(source: &impl Source, id: CorrectionId) -> Result<Option<Correction>, DbError> {
    let row: Option<LoggedRow> = sql(format!("{LOGGED} WHERE r.id = $1")).arg(id).one(source).await?;
    Ok(row.map(Correction::from))
}

#[derive(FromRow)]
struct UserRow {
    user_id: UserId,
}

/// Takes up to `most` of those whom a correction moved and who have not been told; nobody is taken twice.
pub(super) async fn take_untold(
    tx: &mut Tx,
    correction: CorrectionId,
    most: i64,
    now: Time,
) -> Result<Vec<UserId>, DbError> {
    let rows: Vec<UserRow> =
        sql("UPDATE correction_moves SET told_at = $2 WHERE correction_id = $1 AND told_at IS NULL
           AND user_id IN (SELECT m.user_id FROM correction_moves m
                           WHERE m.correction_id = $1 AND m.told_at IS NULL ORDER BY m.user_id LIMIT $3)
         RETURNING user_id")
        .arg(correction)
        .arg(now)
        .arg(most)
        .all(&*tx)
        .await?;
    Ok(rows.into_iter().map(|row| row.user_id).collect())
}

#[derive(FromRow)]
struct ToldRow {
    email: String,
    full_name: String,
    rank_before: i32,
    correct_before: i32,
    wrong_before: i32,
    marks_before: Option<i64>,
    rank_after: i32,
    correct_after: i32,
    wrong_after: i32,
    marks_after: Option<i64>,
}

/// What somebody who moved is told; nothing once the account is deleted.
pub(super) async fn told(
    source: &impl Source,
    correction: CorrectionId,
    user: UserId,
) -> Result<Option<CorrectionRecipient>, DbError> {
    let row: Option<ToldRow> = sql("SELECT u.email, u.full_name, m.rank_before, m.correct_before, m.wrong_before,
            m.marks_before, m.rank_after, m.correct_after, m.wrong_after, m.marks_after
         FROM correction_moves m JOIN users u ON u.id = m.user_id
         WHERE m.correction_id = $1 AND m.user_id = $2 AND u.deleted_at IS NULL")
    .arg(correction)
    .arg(user)
    .one(source)
    .await?;
    let place = |rank, correct, wrong, marks: Option<i64>| RecipientPlace {
        rank: rank as u32,
        correct: correct as u32,
        wrong: wrong as u32,
        marks: marks.map(Marks::from_units),
    };
    Ok(row.map(|row: ToldRow| CorrectionRecipient {
        before: place(row.rank_before, row.correct_before, row.wrong_before, row.marks_before),
        after: place(row.rank_after, row.correct_after, row.wrong_after, row.marks_after),
        email: row.email,
        full_name: row.full_name,
    }))
}
