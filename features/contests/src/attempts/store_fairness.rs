//! Fairness store: what everybody chose, with whose it is.

use quad_db::{Column, DbError, Engine, Source, packed};
use serde_json::json;
use uuid::Uuid;

use quad_kernel::ids::{ContestId, UserId};

use super::store::{AnswerSheet, SHEET, of_paper};
use super::store_typed::{COUNTED, rows_of_right};

/// What everybody who answered anything chose, in no particular order; of one paper alone where it is named. Where answers are typed, `right` are those that are right; they are
/// a wrong choice or a right one.
pub(super) async fn sheets_by_person(
    source: &impl Source,
    contest: ContestId,
    variant: Option<u32>,
    right: Option<&[String]>,
) -> Result<Vec<(UserId, AnswerSheet)>, DbError> {
    let engine = source.connection().1;
    let (table, chosen) = match right {
        Some(_) => (format!("WITH right_typed AS MATERIALIZED ({}) ", rows_of_right(engine, 2)), COUNTED),
        None => (String::new(), "n.chosen"),
    };
    let gather = match engine {
        Engine::Sqlite => format!("group_concat(n.question_no * 256 + {chosen})"),
        Engine::Postgres => format!("string_agg(CAST(n.question_no * 256 + {chosen} AS TEXT), ',')"),
    };
    let sheets = format!(
        "FROM ({table}SELECT a.user_id, {gather} AS answers FROM attempts a JOIN answers n ON n.attempt_id = a.id
            WHERE a.contest_id = $1{} GROUP BY a.id) s",
        of_paper(variant)
    );
    let statement = packed(engine, &[Column::Uuid("s.user_id"), SHEET], &sheets).arg(contest);
    let statement = right.into_iter().fold(statement, |statement, right| statement.arg(json!(right).to_string()));
    let rows: Vec<(Uuid, String)> = statement.unpack(source).await?;
    Ok(rows.into_iter().map(|(user, answers)| (UserId(user), AnswerSheet::from(answers))).collect())
}
