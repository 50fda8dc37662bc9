//! Store of answer changes: all SQL on `answer_changes`, and on `answers` where they may be changed. Whoever writes holds the rows of the
//! attempts first ([`lock_open`]), so that what is read after it stays so until the commit.

use std::collections::{HashMap, HashSet};

use quad_db::FromRow;
use quad_db::{DbError, Engine, Source, Tx, sql, sql_of};
use serde_json::json;

use quad_kernel::clock::Time;

use super::answer_changes::{Change, Moved, StandingBefore};
use super::model::{StandingAnswer, StoredAnswer};
use super::store::KeyRow;

/// Of these attempts, in the order of their ids, those that are open; they are held until the commit. One that somebody else has locked is
/// not among them.
pub(super) async fn lock_open(tx: &Tx, attempts: &[i64]) -> Result<HashSet<i64>, DbError> {
    #[derive(FromRow)]
    struct Row {
        id: i64,
    }
    let statement = match tx.engine() {
        Engine::Sqlite => sql_of(
            Engine::Sqlite,
            "SELECT a.id FROM json_each($1) j JOIN attempts a ON a.id = j.value AND a.submitted_at IS NULL",
        )
        .arg(json!(attempts).to_string()),
        Engine::Postgres => sql_of(
            Engine::Postgres,
            "SELECT id FROM attempts WHERE id = ANY($1::bigint[]) AND submitted_at IS NULL ORDER BY id FOR UPDATE SKIP LOCKED",
        )
        .arg(attempts.to_vec()),
    };
    let rows: Vec<Row> = statement.all(tx).await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

#[derive(FromRow)]
struct FoundRow {
    attempt_id: i64,
    question_no: i32,
    closed: bool,
    seq: Option<i64>,
    chosen: Option<i32>,
    typed: Option<String>,
}

/// What stands at these questions of attempts; nothing of an attempt that is gone.
pub(super) async fn found(
    source: &impl Source,
    keys: &[(i64, i32)],
) -> Result<HashMap<(i64, i32), StandingBefore>, DbError> {
    let engine = source.connection().1;
    let statement = match engine {
        Engine::Sqlite => sql_of(
            Engine::Sqlite,
            "SELECT a.id AS attempt_id, j.value ->> 1 AS question_no, a.submitted_at IS NOT NULL AS closed, s.seq, n.chosen, n.typed
             FROM json_each($1) j JOIN attempts a ON a.id = j.value ->> 0
             LEFT JOIN answer_changes s ON s.attempt_id = a.id AND s.question_no = j.value ->> 1
             LEFT JOIN answers n ON n.attempt_id = a.id AND n.question_no = j.value ->> 1",
        )
        .arg(json!(keys).to_string()),
        Engine::Postgres => sql_of(
            Engine::Postgres,
            "SELECT a.id AS attempt_id, j.question_no, a.submitted_at IS NOT NULL AS closed, s.seq, n.chosen, n.typed
             FROM unnest($1::bigint[], $2::int[]) j (attempt_id, question_no) JOIN attempts a ON a.id = j.attempt_id
             LEFT JOIN answer_changes s ON s.attempt_id = a.id AND s.question_no = j.question_no
             LEFT JOIN answers n ON n.attempt_id = a.id AND n.question_no = j.question_no",
        )
        .arg(keys.iter().map(|key| key.0).collect::<Vec<_>>())
        .arg(keys.iter().map(|key| key.1).collect::<Vec<_>>()),
    };
    let rows: Vec<FoundRow> = statement.all(source).await?;
    let found = |row: FoundRow| {
        let answer = row.chosen.map(|chosen| StoredAnswer { chosen: chosen as u8, typed: row.typed });
        let standing = StandingAnswer { seq: row.seq.unwrap_or_default(), answer };
        ((row.attempt_id, row.question_no), StandingBefore { is_closed: row.closed, standing })
    };
    Ok(rows.into_iter().map(found).collect())
}

/// Raises the numbers that stand to those of these changes, one for each question, where theirs are higher. Returns the keys of those
/// that have won.
pub(super) async fn raise(tx: &mut Tx, changes: &[&Change]) -> Result<HashSet<(i64, i32)>, DbError> {
    let statement = match tx.engine() {
        Engine::Sqlite => {
            let rows: Vec<_> =
                changes.iter().map(|change| json!([change.attempt, change.question_no, change.seq])).collect();
            sql_of(
                Engine::Sqlite,
                "INSERT INTO answer_changes (attempt_id, question_no, seq)
                 SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each($1)
                 WHERE true ON CONFLICT (attempt_id, question_no) DO UPDATE SET seq = excluded.seq
                    WHERE excluded.seq > answer_changes.seq
                 RETURNING attempt_id, question_no",
            )
            .arg(json!(rows).to_string())
        }
        Engine::Postgres => sql_of(
            Engine::Postgres,
            "INSERT INTO answer_changes (attempt_id, question_no, seq)
             SELECT * FROM unnest($1::bigint[], $2::int[], $3::bigint[]) j (attempt_id, question_no, seq) ORDER BY 1, 2
             ON CONFLICT (attempt_id, question_no) DO UPDATE SET seq = excluded.seq WHERE excluded.seq > answer_changes.seq
             RETURNING attempt_id, question_no",
        )
        .arg(changes.iter().map(|change| change.attempt).collect::<Vec<_>>())
        .arg(changes.iter().map(|change| change.question_no).collect::<Vec<_>>())
        .arg(changes.iter().map(|change| change.seq).collect::<Vec<_>>()),
    };
    let rows: Vec<KeyRow> = statement.all(&*tx).await?;
    Ok(rows.into_iter().map(KeyRow::key).collect())
}

/// Writes what has won in place of what stood: an answer, or none.
pub(super) async fn put(tx: &mut Tx, winners: &[&Change]) -> Result<(), DbError> {
    let cleared: Vec<(i64, i32)> =
        winners.iter().filter(|change| change.given.is_none()).map(|change| change.key()).collect();
    if !cleared.is_empty() {
        clear(tx, &cleared).await?;
    }
    let given = winners.iter().filter_map(|change| Some((change, change.given.as_ref()?)));
    let rows: Vec<_> = given
        .map(|(change, given)| {
            json!({"attempt_id": change.attempt, "question_no": change.question_no, "chosen": given.chosen,
                "answered_at": change.at.0, "typed": given.typed.as_ref().map(|typed| typed.text())})
        })
        .collect();
    if rows.is_empty() {
        return Ok(());
    }
    let text = match tx.engine() {
        Engine::Sqlite => {
            "INSERT INTO answers (attempt_id, question_no, chosen, answered_at, typed)
             SELECT value ->> 'attempt_id', value ->> 'question_no', value ->> 'chosen', value ->> 'answered_at', value ->> 'typed'
             FROM json_each($1)
             WHERE true ON CONFLICT (attempt_id, question_no)
                DO UPDATE SET chosen = excluded.chosen, answered_at = excluded.answered_at, typed = excluded.typed"
        }
        Engine::Postgres => {
            "INSERT INTO answers (attempt_id, question_no, chosen, answered_at, typed)
             SELECT attempt_id, question_no, chosen, answered_at, typed FROM json_to_recordset(CAST($1 AS json))
                j (attempt_id bigint, question_no int, chosen int, answered_at bigint, typed text)
             ORDER BY 1, 2 ON CONFLICT (attempt_id, question_no)
                DO UPDATE SET chosen = excluded.chosen, answered_at = excluded.answered_at, typed = excluded.typed"
        }
    };
    sql_of(tx.engine(), text).arg(json!(rows).to_string()).run(tx).await?;
    Ok(())
}

async fn clear(tx: &mut Tx, keys: &[(i64, i32)]) -> Result<(), DbError> {
    let statement = match tx.engine() {
        Engine::Sqlite => sql_of(
            Engine::Sqlite,
            "DELETE FROM answers WHERE (attempt_id, question_no) IN (SELECT value ->> 0, value ->> 1 FROM json_each($1))",
        )
        .arg(json!(keys).to_string()),
        Engine::Postgres => sql_of(
            Engine::Postgres,
            "DELETE FROM answers n USING unnest($1::bigint[], $2::int[]) j (attempt_id, question_no)
             WHERE n.attempt_id = j.attempt_id AND n.question_no = j.question_no",
        )
        .arg(keys.iter().map(|key| key.0).collect::<Vec<_>>())
        .arg(keys.iter().map(|key| key.1).collect::<Vec<_>>()),
    };
    statement.run(tx).await?;
    Ok(())
}

/// Moves the counters of attempts by what stands instead of what stood. The last answer and the late ones are looked up: the last one may
/// have been cleared. While answers come in every key decides, so that each answer counts.
pub(super) async fn count(tx: &mut Tx, moved: &[(i64, Moved)]) -> Result<(), DbError> {
    let rows: Vec<_> = moved
        .iter()
        .map(|(attempt, Moved { correct, wrong, partly, extra, starred })| {
            json!({"id": attempt, "correct": correct, "wrong": wrong, "partly": partly, "extra": extra, "starred": starred})
        })
        .collect();
    let rows_of = match tx.engine() {
        Engine::Sqlite => {
            "(SELECT value ->> 'id' AS id, value ->> 'correct' AS correct, value ->> 'wrong' AS wrong, value ->> 'partly' AS partly,
                value ->> 'extra' AS extra, value ->> 'starred' AS starred FROM json_each($1)) d"
        }
        Engine::Postgres => {
            "json_to_recordset(CAST($1 AS json)) d (id bigint, correct int, wrong int, partly int, extra bigint, starred int)"
        }
    };
    sql_of(
        tx.engine(),
        format!(
            "UPDATE attempts SET correct = attempts.correct + d.correct, wrong = attempts.wrong + d.wrong,
                partly = attempts.partly + d.partly, extra_marks = attempts.extra_marks + d.extra,
                starred = attempts.starred + d.starred,
                last_answer_at = (SELECT MAX(n.answered_at) FROM answers n WHERE n.attempt_id = attempts.id),
                late = (SELECT COUNT(*) FROM answers n JOIN contests c ON c.id = attempts.contest_id
                    WHERE n.attempt_id = attempts.id AND n.answered_at >= COALESCE(attempts.ends_at, c.ends_at)
                        AND (c.paused_at IS NULL OR c.paused_at >= COALESCE(attempts.ends_at, c.ends_at)))
             FROM {rows_of} WHERE attempts.id = d.id"
        ),
    )
    .arg(json!(rows).to_string())
    .run(tx)
    .await?;
    Ok(())
}

/// What was answered or cleared in an attempt, by question.
#[derive(Debug, FromRow)]
pub(super) struct SheetRow {
    pub question_no: i32,
    pub seq: i64,
    pub chosen: Option<i32>,
    pub typed: Option<String>,
}

/// What stands in an attempt with its numbers: in one look, so that they belong together.
pub(super) async fn sheet(source: &impl Source, attempt: i64) -> Result<Vec<SheetRow>, DbError> {
    sql("SELECT s.question_no, s.seq, n.chosen, n.typed FROM answer_changes s
         LEFT JOIN answers n ON n.attempt_id = s.attempt_id AND n.question_no = s.question_no
         WHERE s.attempt_id = $1 ORDER BY s.question_no")
    .arg(attempt)
    .all(source)
    .await
}

/// A further base for a device of an attempt: where the clock is, counted from a second before the join as the first base is, and of another
/// remainder than the last 1,023, so that no two devices give one number to two changes. However often a device asks, it does not get ahead
/// of the clock: its earlier change would win over a later one of another device.
pub(super) async fn next_base(tx: &mut Tx, attempt: i64, now: Time) -> Result<Option<i64>, DbError> {
    sql("UPDATE attempts SET seq_base = 1024 * (CASE WHEN $2 - joined_at + 1000 > seq_base / 1024 THEN $2 - joined_at + 1000
            ELSE seq_base / 1024 + 1 END) + (seq_base % 1024 + 1) % 1024
         WHERE id = $1 RETURNING seq_base AS value")
    .arg(attempt)
    .arg(now)
    .value(&*tx)
    .await
}

/// The base that an attempt has handed out last.
pub(super) async fn last_base(source: &impl Source, attempt: i64) -> Result<Option<i64>, DbError> {
    sql("SELECT seq_base AS value FROM attempts WHERE id = $1").arg(attempt).value(source).await
}
