//! Batch store: SQL that writes a batch in one statement, for the answer writer and for corrections. The
//! two engines spell "a list of rows as one parameter" differently (`json_each`, `unnest`); those spellings stand side
//! by side here and nowhere else.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use quad_db::FromRow;
use quad_db::{DbError, Engine, Source, Sql, Tx, sql, sql_of};
use serde_json::json;

use crate::contests::{MarkScheme, Marks};
use quad_kernel::clock::Time;
use quad_kernel::ids::{ContestId, CorrectionId, UserId};

use super::model::{DemoAttempt, GradedAnswer, Join, StoredAnswer};
use super::regrading::Move;
use super::scoring::{Counters, Score, Worth, Worths};
use super::store::{KeyRow, of_paper};
use super::store_typed::{COUNTED, rows_of_right};

/// An attempt that has just begun.
#[derive(Debug, FromRow)]
pub struct StartedAttempt {
    /// Its narrow key.
    pub id: i64,
    /// At which contest.
    pub contest_id: ContestId,
    /// Whose.
    pub user_id: UserId,
}

/// Begins attempts and returns those that are new. Who may not see a contest, or has an attempt already, gets no row; nor
/// does anybody of a contest that is gone.
pub async fn insert_attempts(tx: &mut Tx, joins: &[Join]) -> Result<Vec<StartedAttempt>, DbError> {
    let statement = match tx.engine() {
        Engine::Sqlite => sql_of(
            Engine::Sqlite,
            "INSERT INTO attempts (contest_id, user_id, joined_at)
             SELECT c.id, unhex(j.value ->> 1), j.value ->> 2 FROM json_each($1) j JOIN contests c ON c.id = unhex(j.value ->> 0)
             WHERE c.is_public OR j.value ->> 3
                OR EXISTS (SELECT 1 FROM contest_guests g WHERE g.contest_id = c.id AND g.user_id = unhex(j.value ->> 1))
             ON CONFLICT DO NOTHING RETURNING id, contest_id, user_id",
        )
        .arg(json_rows(joins, |join, out| {
            let (contest, user) = (join.contest.0.simple(), join.user.0.simple());
            let (at, admin) = (join.at.0, i32::from(join.sees_all));
            write_to(out, format_args!("[\"{contest}\",\"{user}\",{at},{admin}]"));
        })),
        Engine::Postgres => sql_of(
            Engine::Postgres,
            "INSERT INTO attempts (contest_id, user_id, joined_at)
             SELECT c.id, j.user_id, j.joined_at
             FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::boolean[]) j (contest_id, user_id, joined_at, sees_all)
             JOIN contests c ON c.id = j.contest_id
             WHERE c.is_public OR j.sees_all
                OR EXISTS (SELECT 1 FROM contest_guests g WHERE g.contest_id = c.id AND g.user_id = j.user_id)
             ORDER BY 1, 2
             ON CONFLICT DO NOTHING RETURNING id, contest_id, user_id",
        )
        .arg(joins.iter().map(|join| join.contest.0).collect::<Vec<_>>())
        .arg(joins.iter().map(|join| join.user.0).collect::<Vec<_>>())
        .arg(joins.iter().map(|join| join.at.0).collect::<Vec<_>>())
        .arg(joins.iter().map(|join| join.sees_all).collect::<Vec<_>>()),
    };
    statement.all(&*tx).await
}

/// Notes at which papers attempts are that have just begun.
pub async fn set_variants(tx: &mut Tx, variants: &[(i64, u32)]) -> Result<(), DbError> {
    let statement = match tx.engine() {
        Engine::Sqlite => sql_of(
            Engine::Sqlite,
            "UPDATE attempts SET variant = d.variant
             FROM (SELECT value ->> 0 AS id, value ->> 1 AS variant FROM json_each($1)) d WHERE attempts.id = d.id",
        )
        .arg(json_rows(variants, |(id, variant), out| write_to(out, format_args!("[{id},{variant}]")))),
        Engine::Postgres => sql_of(
            Engine::Postgres,
            "UPDATE attempts SET variant = d.variant FROM unnest($1::bigint[], $2::int[]) d (id, variant) WHERE attempts.id = d.id",
        )
        .arg(variants.iter().map(|row| row.0).collect::<Vec<_>>())
        .arg(variants.iter().map(|row| row.1 as i32).collect::<Vec<_>>()),
    };
    statement.run(tx).await?;
    Ok(())
}

/// Writes answers of open attempts that have none yet, and returns the keys of those written. What is for an attempt that somebody else
/// has locked is not written ([`unwritten`] says so): it would keep all others waiting. `FOR UPDATE` is what the key of an answer
/// conflicts with, so that nothing after it waits for whoever has written an answer there and does not commit.
pub async fn insert_answers(tx: &mut Tx, rows: &[GradedAnswer]) -> Result<HashSet<(i64, i32)>, DbError> {
    let statement = match tx.engine() {
        Engine::Sqlite => sql_of(
            Engine::Sqlite,
            "INSERT INTO answers (attempt_id, question_no, chosen, answered_at)
             SELECT a.id, j.value ->> 1, j.value ->> 2, j.value ->> 3
             FROM json_each($1) j JOIN attempts a ON a.id = j.value ->> 0 AND a.submitted_at IS NULL
             WHERE true ON CONFLICT DO NOTHING RETURNING attempt_id, question_no",
        )
        .arg(json_rows(rows, |row, out| {
            write_to(out, format_args!("[{},{},{},{}]", row.attempt, row.question_no, row.chosen, row.at.0));
        })),
        Engine::Postgres => sql_of(
            Engine::Postgres,
            "WITH a AS MATERIALIZED (
                SELECT id FROM attempts WHERE id = ANY($1::bigint[]) AND submitted_at IS NULL ORDER BY id FOR UPDATE SKIP LOCKED)
             INSERT INTO answers (attempt_id, question_no, chosen, answered_at)
             SELECT a.id, j.question_no, j.chosen, j.answered_at
             FROM unnest($1::bigint[], $2::int[], $3::int[], $4::bigint[]) j (attempt_id, question_no, chosen, answered_at)
             JOIN a ON a.id = j.attempt_id
             ORDER BY 1, 2
             ON CONFLICT DO NOTHING RETURNING attempt_id, question_no",
        )
        .arg(rows.iter().map(|row| row.attempt).collect::<Vec<_>>())
        .arg(rows.iter().map(|row| row.question_no).collect::<Vec<_>>())
        .arg(rows.iter().map(|row| i32::from(row.chosen)).collect::<Vec<_>>())
        .arg(rows.iter().map(|row| row.at.0).collect::<Vec<_>>()),
    };
    let rows: Vec<KeyRow> = statement.all(&*tx).await?;
    Ok(rows.into_iter().map(KeyRow::key).collect())
}

const MOVE_COUNTERS: &str =
    "correct = attempts.correct + d.correct, wrong = attempts.wrong + d.wrong, late = attempts.late + d.late,
         partly = attempts.partly + d.partly, extra_marks = attempts.extra_marks + d.extra, starred = attempts.starred + d.starred,
         last_answer_at = CASE WHEN attempts.last_answer_at > d.last THEN attempts.last_answer_at ELSE d.last END";

/// Moves the counters of the attempts by answers that were just written.
pub async fn count_answers(tx: &mut Tx, fresh: &[GradedAnswer]) -> Result<(), DbError> {
    struct Sum {
        attempt: i64,
        correct: i32,
        wrong: i32,
        partly: i32,
        late: i32,
        last: i64,
        extra: i64,
        starred: i32,
    }
    let none = |attempt| Sum { attempt, correct: 0, wrong: 0, partly: 0, late: 0, last: 0, extra: 0, starred: 0 };
    let mut sums: Vec<Sum> = Vec::new();
    // `fresh` comes sorted by attempt.
    for answer in fresh {
        if sums.last().is_none_or(|sum| sum.attempt != answer.attempt) {
            sums.push(none(answer.attempt));
        }
        if let Some(sum) = sums.last_mut() {
            let Counters { correct, wrong, partly, extra, starred } = answer.counted;
            sum.correct += correct as i32;
            sum.wrong += wrong as i32;
            sum.partly += partly as i32;
            sum.late += i32::from(answer.late);
            sum.last = sum.last.max(answer.at.0);
            sum.extra += extra.units();
            sum.starred += starred as i32;
        }
    }
    let statement = match tx.engine() {
        Engine::Sqlite => sql_of(
            Engine::Sqlite,
            format!(
                "UPDATE attempts SET {MOVE_COUNTERS} FROM (SELECT value ->> 0 AS id, value ->> 1 AS correct, value ->> 2 AS wrong,
             value ->> 3 AS late, value ->> 4 AS last, value ->> 5 AS extra, value ->> 6 AS starred, value ->> 7 AS partly FROM json_each($1)) d
             WHERE attempts.id = d.id"
            ),
        )
        .arg(json_rows(&sums, |sum, out| {
            let Sum { attempt, correct, wrong, partly, late, last, extra, starred } = sum;
            write_to(out, format_args!("[{attempt},{correct},{wrong},{late},{last},{extra},{starred},{partly}]"));
        })),
        Engine::Postgres => sql_of(
            Engine::Postgres,
            format!(
                "UPDATE attempts SET {MOVE_COUNTERS}
             FROM unnest($1::bigint[], $2::int[], $3::int[], $4::int[], $5::bigint[], $6::bigint[], $7::int[], $8::int[])
             d (id, correct, wrong, late, last, extra, starred, partly) WHERE attempts.id = d.id"
            ),
        )
        .arg(sums.iter().map(|sum| sum.attempt).collect::<Vec<_>>())
        .arg(sums.iter().map(|sum| sum.correct).collect::<Vec<_>>())
        .arg(sums.iter().map(|sum| sum.wrong).collect::<Vec<_>>())
        .arg(sums.iter().map(|sum| sum.late).collect::<Vec<_>>())
        .arg(sums.iter().map(|sum| sum.last).collect::<Vec<_>>())
        .arg(sums.iter().map(|sum| sum.extra).collect::<Vec<_>>())
        .arg(sums.iter().map(|sum| sum.starred).collect::<Vec<_>>())
        .arg(sums.iter().map(|sum| sum.partly).collect::<Vec<_>>()),
    };
    statement.run(tx).await?;
    Ok(())
}

/// Counts right, wrong, what goes beyond them and the last answer that counts of all attempts at a contest, or at one of its papers, anew:
/// adds up what the answers are worth. Returns how many changed.
pub async fn recount(tx: &mut Tx, contest: ContestId, worths: &Worths) -> Result<u64, DbError> {
    let update = "UPDATE attempts SET correct = s.correct, wrong = s.wrong, partly = s.partly, extra_marks = s.extra,
            starred = s.starred, last_answer_at = s.last
         FROM sums s
         WHERE attempts.id = s.id AND (attempts.correct <> s.correct OR attempts.wrong <> s.wrong OR attempts.partly <> s.partly
            OR attempts.extra_marks <> s.extra OR attempts.starred <> s.starred
            OR attempts.last_answer_at IS DISTINCT FROM s.last)";
    sums(tx.engine(), contest, worths, update).run(tx).await
}

#[derive(FromRow)]
struct SumRow {
    user_id: UserId,
    joined_at: Time,
    correct: i32,
    wrong: i32,
    partly: i32,
    extra: i64,
    starred: i32,
    last: Option<Time>,
}

/// The scores by such a scheme of what [`recount`] would count, and changes nothing.
pub async fn scores_by(
    source: &impl Source,
    contest: ContestId,
    scheme: MarkScheme,
    worths: &Worths,
) -> Result<Vec<Score>, DbError> {
    let select = "SELECT user_id, joined_at, correct, wrong, partly, extra, starred, last FROM sums";
    let rows: Vec<SumRow> = sums(source.connection().1, contest, worths, select).all(source).await?;
    let score = |row: SumRow| {
        let counted = Counters {
            correct: row.correct as u32,
            wrong: row.wrong as u32,
            partly: row.partly as u32,
            extra: Marks::from_units(row.extra),
            starred: row.starred as u32,
        };
        Score::new(scheme, row.user_id, counted, row.joined_at, row.last)
    };
    Ok(rows.into_iter().map(score).collect())
}

/// Attempts at a contest, in words, that count other own marks, stars or answers right in part than [`recount`] would. Where answers
/// are typed, right and wrong ones too: no other statement can tell them apart.
pub async fn miscounted(source: &impl Source, contest: ContestId, worths: &Worths) -> Result<Vec<String>, DbError> {
    let typed = if worths.right_typed.is_some() { "OR a.correct <> s.correct OR a.wrong <> s.wrong" } else { "" };
    let select = format!(
        "SELECT 'attempt ' || a.id || ' of ' || COALESCE(u.email, '?') || ' in ' || c.title AS offender
         FROM sums s JOIN attempts a ON a.id = s.id JOIN contests c ON c.id = a.contest_id LEFT JOIN users u ON u.id = a.user_id
         WHERE a.extra_marks <> s.extra OR a.starred <> s.starred OR a.partly <> s.partly {typed} ORDER BY a.id"
    );
    let rows: Vec<OffenderRow> = sums(source.connection().1, contest, worths, &select).all(source).await?;
    Ok(rows.into_iter().map(|row| row.offender).collect())
}

#[derive(FromRow)]
struct OffenderRow {
    offender: String,
}

/// A statement that begins with what the answers of all attempts at a contest add up to.
fn sums(engine: Engine, contest: ContestId, worths: &Worths, then: &str) -> Sql {
    // Of what is typed the right answers are named; as a choice they are the second, and all others the first.
    let (right_typed, chosen) = match &worths.right_typed {
        None => (String::new(), "n.chosen"),
        Some(_) => (format!("right_typed AS MATERIALIZED ({}),", rows_of_right(engine, worths_end(engine))), COUNTED),
    };
    let of_paper = of_paper(worths.variant);
    // One number for question and choice: SQLite makes itself an index of one column. The options have eight bits.
    let with = |rows: &str, groups: &str| {
        format!(
            "WITH {right_typed} worths AS MATERIALIZED ({rows}), sums AS (
                SELECT a.id, a.user_id, a.joined_at,
                    CAST(CAST($2 AS INTEGER) + COALESCE(SUM(w.correct), 0) AS INTEGER) AS correct,
                    CAST(CAST($3 AS INTEGER) + COALESCE(SUM(w.wrong), 0) AS INTEGER) AS wrong,
                    CAST(CAST($4 AS BIGINT) + COALESCE(SUM(w.extra), 0) AS BIGINT) AS extra,
                    CAST(CAST($5 AS INTEGER) + COALESCE(SUM(w.starred), 0) AS INTEGER) AS starred,
                    CAST(COALESCE(SUM(w.partly), 0) AS INTEGER) AS partly,
                    MAX(CASE WHEN w.key IS NOT NULL THEN n.answered_at END) AS last
                FROM attempts a
                LEFT JOIN answers n ON n.attempt_id = a.id
                LEFT JOIN worths w ON w.key = n.question_no * 256 + {chosen}
                WHERE a.contest_id = $1{of_paper} GROUP BY {groups})
             {then}"
        )
    };
    let rows = &worths.choices;
    let statement = match engine {
        Engine::Sqlite => {
            let rows_of_json =
                "SELECT value ->> 0 AS key, value ->> 1 AS correct, value ->> 2 AS wrong, value ->> 3 AS extra,
                value ->> 4 AS starred, value ->> 5 AS partly FROM json_each($6)";
            let json = json_rows(rows, |one, out| {
                let Worth { correct, wrong, partly, extra, starred, .. } = one;
                write_to(out, format_args!("[{},{correct},{wrong},{extra},{starred},{partly}]", one.key()));
            });
            let statement = sql_of(Engine::Sqlite, with(rows_of_json, "a.id"));
            let statement = statement.arg(contest).arg(worths.correct).arg(worths.wrong);
            statement.arg(worths.extra).arg(worths.starred).arg(json)
        }
        Engine::Postgres => {
            let rows_of_arrays =
                "SELECT * FROM unnest($6::int[], $7::int[], $8::int[], $9::bigint[], $10::int[], $11::int[])
                w (key, correct, wrong, extra, starred, partly)";
            let column = |of: fn(&Worth) -> i32| rows.iter().map(of).collect::<Vec<_>>();
            let statement = sql_of(Engine::Postgres, with(rows_of_arrays, "a.id, a.user_id, a.joined_at"));
            let statement = statement.arg(contest).arg(worths.correct).arg(worths.wrong);
            let statement = statement.arg(worths.extra).arg(worths.starred);
            statement
                .arg(column(Worth::key))
                .arg(column(|one| one.correct))
                .arg(column(|one| one.wrong))
                .arg(rows.iter().map(|one| one.extra).collect::<Vec<i64>>())
                .arg(column(|one| one.starred))
                .arg(column(|one| one.partly))
        }
    };
    match &worths.right_typed {
        None => statement,
        Some(right) => statement.arg(json!(right).to_string()),
    }
}

/// The place of the argument behind those of the worths.
const fn worths_end(engine: Engine) -> usize {
    match engine {
        Engine::Sqlite => 7,
        Engine::Postgres => 12,
    }
}

/// Why an answer was not written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unwritten {
    /// Another one, or the same, is stored.
    Stored(StoredAnswer),
    /// None is, and the attempt is open: somebody else has it locked.
    Locked,
}

/// Why answers of these keys were not written; nothing of an attempt that is closed or gone.
pub async fn unwritten(tx: &Tx, keys: &[(i64, i32)]) -> Result<HashMap<(i64, i32), Unwritten>, DbError> {
    #[derive(FromRow)]
    struct Row {
        attempt_id: i64,
        question_no: i32,
        chosen: Option<i32>,
        typed: Option<String>,
    }
    let statement = match tx.engine() {
        Engine::Sqlite => sql_of(
            Engine::Sqlite,
            "SELECT a.id AS attempt_id, j.value ->> 1 AS question_no, n.chosen, n.typed FROM json_each($1) j
             JOIN attempts a ON a.id = j.value ->> 0
             LEFT JOIN answers n ON n.attempt_id = a.id AND n.question_no = j.value ->> 1
             WHERE n.chosen IS NOT NULL OR a.submitted_at IS NULL",
        )
        .arg(json_rows(keys, |(attempt, no), out| write_to(out, format_args!("[{attempt},{no}]")))),
        Engine::Postgres => sql_of(
            Engine::Postgres,
            "SELECT a.id AS attempt_id, j.question_no, n.chosen, n.typed FROM unnest($1::bigint[], $2::int[]) j (attempt_id, question_no)
             JOIN attempts a ON a.id = j.attempt_id
             LEFT JOIN answers n ON n.attempt_id = a.id AND n.question_no = j.question_no
             WHERE n.chosen IS NOT NULL OR a.submitted_at IS NULL",
        )
        .arg(keys.iter().map(|key| key.0).collect::<Vec<_>>())
        .arg(keys.iter().map(|key| key.1).collect::<Vec<_>>()),
    };
    let rows: Vec<Row> = statement.all(tx).await?;
    let why = |row: Row| {
        let stored = |chosen| Unwritten::Stored(StoredAnswer { chosen: chosen as u8, typed: row.typed });
        row.chosen.map_or(Unwritten::Locked, stored)
    };
    Ok(rows.into_iter().map(|row| ((row.attempt_id, row.question_no), why(row))).collect())
}

/// Hands attempts in; an attempt handed in before keeps its moment. Returns those that somebody else has locked: they are as they were.
pub async fn submit_all(tx: &mut Tx, submissions: &[(i64, Time)]) -> Result<HashSet<i64>, DbError> {
    #[derive(FromRow)]
    struct Row {
        id: i64,
    }
    let statement: Sql = match tx.engine() {
        Engine::Sqlite => sql_of(
            Engine::Sqlite,
            "UPDATE attempts SET submitted_at = COALESCE(submitted_at, d.at)
             FROM (SELECT value ->> 0 AS id, value ->> 1 AS at FROM json_each($1)) d WHERE attempts.id = d.id RETURNING id",
        )
        .arg(json_rows(submissions, |(attempt, at), out| write_to(out, format_args!("[{attempt},{}]", at.0)))),
        Engine::Postgres => sql_of(
            Engine::Postgres,
            "WITH a AS MATERIALIZED (SELECT id FROM attempts WHERE id = ANY($1::bigint[]) ORDER BY id FOR UPDATE SKIP LOCKED)
             UPDATE attempts SET submitted_at = COALESCE(submitted_at, d.at)
             FROM a JOIN unnest($1::bigint[], $2::bigint[]) d (id, at) ON d.id = a.id
             WHERE attempts.id = a.id RETURNING attempts.id AS id",
        )
        .arg(submissions.iter().map(|row| row.0).collect::<Vec<_>>())
        .arg(submissions.iter().map(|row| row.1.0).collect::<Vec<_>>()),
    };
    let done: Vec<Row> = statement.all(&*tx).await?;
    let done: HashSet<i64> = done.into_iter().map(|row| row.id).collect();
    let rest: Vec<i64> = submissions.iter().map(|row| row.0).filter(|id| !done.contains(id)).collect();
    // On SQLite nobody else has a row, and what is missing is gone.
    if rest.is_empty() || tx.engine() == Engine::Sqlite {
        return Ok(HashSet::new());
    }
    let statement = sql_of(Engine::Postgres, "SELECT id FROM attempts WHERE id = ANY($1::bigint[])").arg(rest);
    let locked: Vec<Row> = statement.all(&*tx).await?;
    Ok(locked.into_iter().map(|row| row.id).collect())
}

/// Notes whom a correction moved, from where to where.
pub async fn insert_moves(tx: &mut Tx, correction: CorrectionId, moves: &[Move]) -> Result<(), DbError> {
    const COLUMNS: &str =
        "correction_id, user_id, rank_before, correct_before, wrong_before, marks_before, rank_after, correct_after, wrong_after,
            marks_after";
    let statement = match tx.engine() {
        Engine::Sqlite => sql_of(
            Engine::Sqlite,
            format!(
                "INSERT INTO correction_moves ({COLUMNS}) SELECT $1, unhex(j.value ->> 0), j.value ->> 1, j.value ->> 2,
             j.value ->> 3, j.value ->> 4, j.value ->> 5, j.value ->> 6, j.value ->> 7, j.value ->> 8 FROM json_each($2) j"
            ),
        )
        .arg(correction)
        .arg(json_rows(moves, |one, out| {
            let (user, from, to) = (one.user.0.simple(), one.before, one.after);
            write_to(
                out,
                format_args!(
                    "[\"{user}\",{},{},{},{},{},{},{},{}]",
                    from.rank,
                    from.correct,
                    from.wrong,
                    from.marks.units(),
                    to.rank,
                    to.correct,
                    to.wrong,
                    to.marks.units()
                ),
            );
        })),
        Engine::Postgres => {
            let numbers = |of: fn(&Move) -> u32| moves.iter().map(|one| of(one) as i32).collect::<Vec<_>>();
            sql_of(
                Engine::Postgres,
                format!(
                    "INSERT INTO correction_moves ({COLUMNS}) SELECT $1, m.* FROM
                 unnest($2::uuid[], $3::int[], $4::int[], $5::int[], $6::bigint[], $7::int[], $8::int[], $9::int[], $10::bigint[]) m"
                ),
            )
            .arg(correction)
            .arg(moves.iter().map(|one| one.user.0).collect::<Vec<_>>())
            .arg(numbers(|one| one.before.rank))
            .arg(numbers(|one| one.before.correct))
            .arg(numbers(|one| one.before.wrong))
            .arg(moves.iter().map(|one| one.before.marks.units()).collect::<Vec<_>>())
            .arg(numbers(|one| one.after.rank))
            .arg(numbers(|one| one.after.correct))
            .arg(numbers(|one| one.after.wrong))
            .arg(moves.iter().map(|one| one.after.marks.units()).collect::<Vec<_>>())
        }
    };
    statement.run(tx).await?;
    Ok(())
}

fn write_to(out: &mut String, row: std::fmt::Arguments<'_>) {
    // Writing to a String cannot fail.
    let _ = out.write_fmt(row);
}

/// `[row,row,…]`; the rows are numbers and hexadecimal digits only, so nothing needs escaping.
fn json_rows<T>(rows: &[T], mut write: impl FnMut(&T, &mut String)) -> String {
    let mut out = String::with_capacity(rows.len() * 40 + 2);
    out.push('[');
    for (at, row) in rows.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        write(row, &mut out);
    }
    out.push(']');
    out
}

/// Writes a whole attempt at once, with its answers; for the demo campus.
pub async fn insert_demo_attempt(tx: &mut Tx, attempt: &DemoAttempt) -> Result<Option<i64>, DbError> {
    let tally = |want: bool| attempt.answers.iter().filter(|answer| answer.correct == want).count() as i32;
    let id: Option<i64> =
        sql("INSERT INTO attempts (contest_id, user_id, joined_at, submitted_at, correct, wrong, last_answer_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id AS value")
        .arg(attempt.contest)
        .arg(attempt.user)
        .arg(attempt.joined_at)
        .arg(attempt.submitted_at)
        .arg(tally(true))
        .arg(tally(false))
        .arg(attempt.answers.iter().map(|answer| answer.at).max())
        .value(&*tx)
        .await?;
    for answer in &attempt.answers {
        sql("INSERT INTO answers (attempt_id, question_no, chosen, answered_at, typed) VALUES ($1, $2, $3, $4, $5)")
            .arg(id)
            .arg(answer.question_no)
            .arg(i32::from(answer.chosen))
            .arg(answer.at)
            .arg(answer.typed.as_deref())
            .run(tx)
            .await?;
    }
    Ok(id)
}
