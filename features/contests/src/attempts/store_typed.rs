//! Typed answers store: SQL on what was typed at questions of the kinds `number` and `text`. Whether a text is right no statement can
//! say, so it is asked about each text once, and the statements that count are told which are right.

use std::collections::{BTreeSet, HashMap, HashSet};

use quad_db::FromRow;
use quad_db::{DbError, Engine, Source, Tx, packed, sql, sql_of};
use serde_json::json;

use crate::contests::{self, MarkScheme, Question};
use quad_kernel::ids::{ContestId, UserId};

use super::model::GradedAnswer;
use super::scoring::{Worths, worths};
use super::store::{AnswerSheet, KeyRow, SHEET, of_paper};

/// As what an answer `n` is counted, beside a table `right_typed` of question and text of each that is right. SQLite looks a text up in
/// the list by an index; joined beside attempts without answers it would go through all of it.
pub(super) const COUNTED: &str =
    "CASE WHEN (n.question_no || ':' || n.typed) IN (SELECT answer FROM right_typed) THEN 2 ELSE n.chosen END";

/// A text that was typed at a question, and how often.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub(super) struct TypedCount {
    pub question_no: i32,
    pub typed: String,
    pub times: i64,
}

impl TypedCount {
    /// As [`COUNTED`] looks for it.
    fn key(&self) -> String {
        format!("{}:{}", self.question_no, self.typed)
    }
}

/// What was typed at the questions of a contest, each text once; nothing is asked where no answer is typed.
pub(super) async fn typed_counts(
    source: &impl Source,
    contest: ContestId,
    questions: &[Question],
) -> Result<Vec<TypedCount>, DbError> {
    if !questions.iter().any(|question| question.kind.is_typed()) {
        return Ok(Vec::new());
    }
    sql("SELECT n.question_no, n.typed, COUNT(*) AS times FROM attempts a JOIN answers n ON n.attempt_id = a.id
         WHERE a.contest_id = $1 AND n.typed IS NOT NULL GROUP BY n.question_no, n.typed ORDER BY n.question_no, n.typed")
    .arg(contest)
    .all(source)
    .await
}

/// Of these texts those that are right, as [`COUNTED`] looks for them; none where no answer is typed.
pub(super) fn right_ones(questions: &[Question], typed: &[TypedCount]) -> Option<Vec<String>> {
    let keys: HashMap<i32, _> = questions
        .iter()
        .filter(|question| question.kind.is_typed())
        .map(|question| (question.no, question.typed.as_ref()))
        .collect();
    let is_right =
        |one: &&TypedCount| keys.get(&one.question_no).copied().flatten().is_some_and(|key| key.accepts(&one.typed));
    (!keys.is_empty()).then(|| typed.iter().filter(is_right).map(TypedCount::key).collect())
}

/// What there is to add up at a contest, with what was typed there: once for everybody, or where each person has a part of the questions,
/// for each paper.
pub(super) async fn worths_of(
    source: &impl Source,
    contest: ContestId,
    scheme: MarkScheme,
    questions: &[Question],
) -> Result<Vec<Worths>, DbError> {
    let typed = typed_counts(source, contest, questions).await?;
    let right_typed = right_ones(questions, &typed);
    let papers = contests::papers(source, contest).await?;
    if papers.is_empty() {
        return Ok(vec![Worths { right_typed, ..worths(scheme, questions) }]);
    }
    let of_paper = |(variant, numbers): (&u32, &BTreeSet<i32>)| {
        let own: Vec<Question> = questions.iter().filter(|question| numbers.contains(&question.no)).cloned().collect();
        Worths { right_typed: right_typed.clone(), variant: Some(*variant), ..worths(scheme, &own) }
    };
    Ok(papers.iter().map(of_paper).collect())
}

/// A table `right_typed` of the texts that are right, which are a list in JSON.
pub(super) fn rows_of_right(engine: Engine, argument: usize) -> String {
    match engine {
        Engine::Sqlite => format!("SELECT value AS answer FROM json_each(${argument})"),
        Engine::Postgres => {
            format!("SELECT answer FROM json_array_elements_text(CAST(${argument} AS json)) t (answer)")
        }
    }
}

/// Writes answers that were typed, as [`insert_answers`](super::store_batches::insert_answers) does with those that were chosen.
pub(super) async fn insert_typed(tx: &mut Tx, rows: &[GradedAnswer]) -> Result<HashSet<(i64, i32)>, DbError> {
    let typed = |row: &GradedAnswer| row.typed.as_ref().map(|typed| typed.text().to_owned());
    let statement = match tx.engine() {
        Engine::Sqlite => {
            let all: Vec<_> = rows
                .iter()
                .map(|row| json!([row.attempt, row.question_no, row.chosen, row.at.0, typed(row)]))
                .collect();
            sql_of(
                Engine::Sqlite,
                "INSERT INTO answers (attempt_id, question_no, chosen, answered_at, typed)
                 SELECT a.id, j.value ->> 1, j.value ->> 2, j.value ->> 3, j.value ->> 4
                 FROM json_each($1) j JOIN attempts a ON a.id = j.value ->> 0 AND a.submitted_at IS NULL
                 WHERE true ON CONFLICT DO NOTHING RETURNING attempt_id, question_no",
            )
            .arg(json!(all).to_string())
        }
        Engine::Postgres => {
            let all: Vec<_> = rows
                .iter()
                .map(|row| {
                    json!({"attempt_id": row.attempt, "question_no": row.question_no, "chosen": row.chosen,
                        "answered_at": row.at.0, "typed": typed(row)})
                })
                .collect();
            sql_of(
                Engine::Postgres,
                "WITH a AS MATERIALIZED (
                    SELECT id FROM attempts WHERE id = ANY($1::bigint[]) AND submitted_at IS NULL ORDER BY id FOR UPDATE SKIP LOCKED)
                 INSERT INTO answers (attempt_id, question_no, chosen, answered_at, typed)
                 SELECT a.id, j.question_no, j.chosen, j.answered_at, j.typed
                 FROM json_to_recordset(CAST($2 AS json))
                    j (attempt_id bigint, question_no int, chosen int, answered_at bigint, typed text)
                 JOIN a ON a.id = j.attempt_id
                 ORDER BY 1, 2
                 ON CONFLICT DO NOTHING RETURNING attempt_id, question_no",
            )
            .arg(rows.iter().map(|row| row.attempt).collect::<Vec<_>>())
            .arg(json!(all).to_string())
        }
    };
    let rows: Vec<KeyRow> = statement.all(&*tx).await?;
    Ok(rows.into_iter().map(KeyRow::key).collect())
}

/// As [`answer_sheets`](super::store::answer_sheets), of a contest with answers that are typed: these are a wrong choice or a right one.
pub(super) async fn answer_sheets(
    source: &impl Source,
    contest: ContestId,
    variant: Option<u32>,
    right: &[String],
) -> Result<Vec<AnswerSheet>, DbError> {
    let engine = source.connection().1;
    let gather = match engine {
        Engine::Sqlite => format!("group_concat(n.question_no * 256 + {COUNTED})"),
        Engine::Postgres => format!("string_agg(CAST(n.question_no * 256 + {COUNTED} AS TEXT), ',')"),
    };
    let sheets = format!(
        "FROM (WITH right_typed AS MATERIALIZED ({})
            SELECT {gather} AS answers FROM attempts a JOIN answers n ON n.attempt_id = a.id
            WHERE a.contest_id = $1{} GROUP BY a.id) s",
        rows_of_right(engine, 2),
        of_paper(variant)
    );
    packed(engine, &[SHEET], &sheets).arg(contest).arg(json!(right).to_string()).unpack(source).await
}

/// An answer with what was chosen or typed.
#[derive(FromRow)]
pub(super) struct AnyAnswerRow {
    pub user_id: UserId,
    pub question_no: i32,
    pub chosen: i32,
    pub typed: Option<String>,
}

/// All answers at a contest, whatever their kind.
pub(super) async fn answers_of_any_kind(
    source: &impl Source,
    contest: ContestId,
) -> Result<Vec<AnyAnswerRow>, DbError> {
    sql("SELECT a.user_id, n.question_no, n.chosen, n.typed FROM attempts a JOIN answers n ON n.attempt_id = a.id
         WHERE a.contest_id = $1 ORDER BY a.id, n.question_no")
    .arg(contest)
    .all(source)
    .await
}
