//! Store of personal time: all SQL on `time_changes` and `time_change_people`, and on the ends of attempts. Whoever moves ends holds the
//! contest first, so that of two at once the second finds what the first has done.

use quad_db::FromRow;
use quad_db::{DbError, Engine, Source, Sql, Tx, sql, sql_of};
use serde_json::json;

use crate::contests::Contest;
use quad_kernel::clock::Time;
use quad_kernel::ids::{ContestId, TimeChangeId, UserId};

use super::time_change::{MovedEnd, TimeAction, TimeChange, Whose};

/// When an attempt ends; `$2` is the contest's end.
const END: &str = "COALESCE(attempts.ends_at, $2)";

/// When an attempt ends, where that is not with the contest.
pub(super) async fn end(source: &impl Source, attempt: i64) -> Result<Option<Time>, DbError> {
    sql("SELECT ends_at AS value FROM attempts WHERE id = $1 AND ends_at IS NOT NULL").arg(attempt).value(source).await
}

/// Notes when attempts end that have just begun.
pub(super) async fn set_first_ends(tx: &mut Tx, ends: &[(i64, Time)]) -> Result<(), DbError> {
    let statement = match tx.engine() {
        Engine::Sqlite => {
            let rows: Vec<_> = ends.iter().map(|(id, end)| json!([id, end.0])).collect();
            sql_of(
                Engine::Sqlite,
                "UPDATE attempts SET ends_at = d.ends_at
                 FROM (SELECT value ->> 0 AS id, value ->> 1 AS ends_at FROM json_each($1)) d WHERE attempts.id = d.id",
            )
            .arg(json!(rows).to_string())
        }
        Engine::Postgres => sql_of(
            Engine::Postgres,
            "UPDATE attempts SET ends_at = d.ends_at FROM unnest($1::bigint[], $2::bigint[]) d (id, ends_at)
             WHERE attempts.id = d.id",
        )
        .arg(ends.iter().map(|row| row.0).collect::<Vec<_>>())
        .arg(ends.iter().map(|row| row.1.0).collect::<Vec<_>>()),
    };
    statement.run(tx).await?;
    Ok(())
}

#[derive(FromRow)]
struct MovedRow {
    id: i64,
    user_id: UserId,
    joined_at: Time,
    ends_at: Time,
}

impl From<MovedRow> for MovedEnd {
    fn from(row: MovedRow) -> Self {
        Self { attempt: row.id, user: row.user_id, joined_at: row.joined_at, ends_at: row.ends_at }
    }
}

/// Moves ends to `new`, where `which` holds. Answers that were late and now are not are not counted as late any more.
fn move_ends(new: &str, also: &str, which: &str) -> String {
    format!(
        "UPDATE attempts SET ends_at = {new}{also},
            late = CASE WHEN late = 0 THEN 0 ELSE (SELECT COUNT(*) FROM answers n
                WHERE n.attempt_id = attempts.id AND n.answered_at >= {new}) END
         WHERE contest_id = $1 AND {which}"
    )
}

/// A statement about these people, whose ids are its argument after `args` others.
fn about(engine: Engine, text: &str, whose: &Whose, args: usize, with: impl FnOnce(Sql) -> Sql) -> Sql {
    const RETURNING: &str = "RETURNING id, user_id, joined_at, ends_at";
    let place = args + 1;
    match (whose, engine) {
        (Whose::Everybody, _) => with(sql(format!("{text} {RETURNING}"))),
        (Whose::Named(people), Engine::Sqlite) => {
            let ids: Vec<String> = people.iter().map(|user| user.0.simple().to_string()).collect();
            let text = format!("{text} AND user_id IN (SELECT unhex(value) FROM json_each(${place})) {RETURNING}");
            with(sql_of(Engine::Sqlite, text)).arg(json!(ids).to_string())
        }
        (Whose::Named(people), Engine::Postgres) => {
            let text = format!("{text} AND user_id = ANY(${place}::uuid[]) {RETURNING}");
            with(sql_of(Engine::Postgres, text)).arg(people.iter().map(|user| user.0).collect::<Vec<_>>())
        }
    }
}

async fn moved(tx: &Tx, statement: Sql) -> Result<Vec<MovedEnd>, DbError> {
    let rows: Vec<MovedRow> = statement.all(tx).await?;
    let mut ends: Vec<MovedEnd> = rows.into_iter().map(MovedEnd::from).collect();
    ends.sort_unstable_by_key(|end| end.user);
    Ok(ends)
}

/// Gives time, or takes some, to those who have not handed in and whose time ends after `after`; nobody's ends before `clock`, which is what
/// they have used.
pub(super) async fn extend(
    tx: &mut Tx,
    contest: &Contest,
    whose: &Whose,
    millis: i64,
    (clock, after): (Time, Time),
) -> Result<Vec<MovedEnd>, DbError> {
    // Whoever joined while the clocks stood still has used nothing.
    let least = "(CASE WHEN attempts.joined_at > $4 THEN attempts.joined_at ELSE $4 END)";
    let new = format!("(CASE WHEN {END} + $3 < {least} THEN {least} ELSE {END} + $3 END)");
    let text = move_ends(&new, "", &format!("submitted_at IS NULL AND {END} > $5"));
    let statement = about(tx.engine(), &text, whose, 5, |statement| {
        statement.arg(contest.id).arg(contest.ends_at).arg(millis).arg(clock).arg(after)
    });
    moved(tx, statement).await
}

/// Takes back that people have handed in, and of those who are named, that their time is over; their time ends at `until` at the earliest.
/// Nobody is let in again who would have no time.
pub(super) async fn reopen(
    tx: &mut Tx,
    contest: &Contest,
    whose: &Whose,
    (clock, until): (Time, Time),
) -> Result<Vec<MovedEnd>, DbError> {
    let new = format!("(CASE WHEN {END} < $3 THEN $3 ELSE {END} END)");
    let is_over = match whose {
        Whose::Everybody => String::new(),
        Whose::Named(_) => format!(" OR {END} <= $4"),
    };
    let text = move_ends(&new, ", submitted_at = NULL", &format!("(submitted_at IS NOT NULL{is_over}) AND {new} > $4"));
    let statement = about(tx.engine(), &text, whose, 4, |statement| {
        statement.arg(contest.id).arg(contest.ends_at).arg(until).arg(clock)
    });
    moved(tx, statement).await
}

/// Stops the clocks of a contest; of two at once one does.
pub(super) async fn pause(tx: &mut Tx, contest: ContestId, now: Time) -> Result<bool, DbError> {
    let paused = sql("UPDATE contests SET paused_at = $2 WHERE id = $1 AND paused_at IS NULL").arg(contest).arg(now);
    Ok(paused.run(tx).await? == 1)
}

/// Those whose clocks go, or stand still since a moment.
pub(super) async fn running(source: &impl Source, contest: &Contest, clock: Time) -> Result<Vec<MovedEnd>, DbError> {
    let rows: Vec<MovedRow> = sql(format!(
        "SELECT id, user_id, joined_at, {END} AS ends_at FROM attempts
         WHERE contest_id = $1 AND submitted_at IS NULL AND {END} > $3 ORDER BY user_id"
    ))
    .arg(contest.id)
    .arg(contest.ends_at)
    .arg(clock)
    .all(source)
    .await?;
    Ok(rows.into_iter().map(MovedEnd::from).collect())
}

/// Lets the clocks of a contest go on that stand still since a moment; of two at once one does, and to the other it is none. Every end that
/// had not come moves by exactly that time, or by the part of it since the person joined.
pub(super) async fn resume(
    tx: &mut Tx,
    contest: &Contest,
    paused_at: Time,
    now: Time,
) -> Result<Option<Vec<MovedEnd>>, DbError> {
    let resumed = sql("UPDATE contests SET paused_at = NULL WHERE id = $1 AND paused_at = $2");
    if resumed.arg(contest.id).arg(paused_at).run(tx).await? != 1 {
        return Ok(None);
    }
    let new = format!("({END} + $3 - CASE WHEN attempts.joined_at > $4 THEN attempts.joined_at ELSE $4 END)");
    let text = move_ends(&new, "", &format!("submitted_at IS NULL AND {END} > $4"));
    let statement = about(tx.engine(), &text, &Whose::Everybody, 4, |statement| {
        statement.arg(contest.id).arg(contest.ends_at).arg(now).arg(paused_at)
    });
    Ok(Some(moved(tx, statement).await?))
}

/// Notes the last of all ends with the contest: results wait for it, and from now on each end is looked up.
pub(super) async fn note_last_end(tx: &mut Tx, contest: ContestId) -> Result<(), DbError> {
    sql("UPDATE contests SET last_ends_at = (SELECT MAX(a.ends_at) FROM attempts a WHERE a.contest_id = contests.id) WHERE id = $1")
        .arg(contest)
        .run(tx)
        .await?;
    Ok(())
}

/// A change of people's time as it is decided.
#[derive(Debug)]
pub(super) struct DecidedChange<'a> {
    pub id: TimeChangeId,
    pub contest: ContestId,
    pub by: UserId,
    pub action: TimeAction,
    pub millis: i64,
    pub reason: &'a str,
    pub at: Time,
}

/// Appends to the log, with everybody whose end was moved.
pub(super) async fn insert(
    tx: &mut Tx,
    new: &DecidedChange<'_>,
    people: usize,
    moved: &[MovedEnd],
) -> Result<(), DbError> {
    sql("INSERT INTO time_changes (id, contest_id, made_by, action, millis, people, reason, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)")
    .arg(new.id)
    .arg(new.contest)
    .arg(new.by)
    .arg(new.action.word())
    .arg(new.millis)
    .arg(people as i32)
    .arg(new.reason)
    .arg(new.at)
    .run(tx)
    .await?;
    if moved.is_empty() {
        return Ok(());
    }
    let statement = match tx.engine() {
        Engine::Sqlite => {
            let rows: Vec<_> = moved.iter().map(|end| json!([end.attempt, end.ends_at.0])).collect();
            sql_of(
                Engine::Sqlite,
                "INSERT INTO time_change_people (change_id, attempt_id, ends_at)
                 SELECT $1, value ->> 0, value ->> 1 FROM json_each($2)",
            )
            .arg(new.id)
            .arg(json!(rows).to_string())
        }
        Engine::Postgres => sql_of(
            Engine::Postgres,
            "INSERT INTO time_change_people (change_id, attempt_id, ends_at)
             SELECT $1, d.* FROM unnest($2::bigint[], $3::bigint[]) d",
        )
        .arg(new.id)
        .arg(moved.iter().map(|end| end.attempt).collect::<Vec<_>>())
        .arg(moved.iter().map(|end| end.ends_at.0).collect::<Vec<_>>()),
    };
    statement.run(tx).await?;
    Ok(())
}

#[derive(FromRow)]
struct ChangeRow {
    action: String,
    millis: i64,
    people: i32,
    reason: String,
    made_by_name: String,
    created_at: Time,
    ends_at: Option<Time>,
}

/// The log of a contest, newest first.
pub(super) async fn log(source: &impl Source, contest: ContestId) -> Result<Vec<TimeChange>, DbError> {
    let statement =
        sql("SELECT t.action, t.millis, t.people, t.reason, u.full_name AS made_by_name, t.created_at, CAST(NULL AS BIGINT) AS ends_at
             FROM time_changes t JOIN users u ON u.id = t.made_by
             WHERE t.contest_id = $1 ORDER BY t.created_at DESC, t.id DESC");
    Ok(changes(statement.arg(contest).all(source).await?))
}

/// What of the log is about one attempt, newest first: what moved its end, and when all clocks were stopped since it began.
pub(super) async fn log_of(
    source: &impl Source,
    contest: ContestId,
    attempt: i64,
    joined_at: Time,
) -> Result<Vec<TimeChange>, DbError> {
    let statement =
        sql("SELECT t.action, t.millis, t.people, t.reason, u.full_name AS made_by_name, t.created_at, p.ends_at
             FROM time_changes t JOIN users u ON u.id = t.made_by
             LEFT JOIN time_change_people p ON p.change_id = t.id AND p.attempt_id = $2
             WHERE t.contest_id = $1 AND (p.attempt_id IS NOT NULL OR (t.action = 'pause' AND t.created_at >= $3))
             ORDER BY t.created_at DESC, t.id DESC");
    Ok(changes(statement.arg(contest).arg(attempt).arg(joined_at).all(source).await?))
}

fn changes(rows: Vec<ChangeRow>) -> Vec<TimeChange> {
    let change = |row: ChangeRow| TimeChange {
        action: TimeAction::read(&row.action).unwrap_or(TimeAction::Extend),
        millis: row.millis,
        people: row.people as u32,
        reason: row.reason,
        by: row.made_by_name,
        at: row.created_at,
        ends_at: row.ends_at,
    };
    rows.into_iter().map(change).collect()
}

/// Forgets what the log says of a person: the reasons that were about nobody else, and that it was about this person.
pub(super) async fn forget_person(tx: &mut Tx, user: UserId) -> Result<(), DbError> {
    sql(
        "UPDATE time_changes SET reason = '' WHERE people = 1 AND id IN
            (SELECT p.change_id FROM time_change_people p JOIN attempts a ON a.id = p.attempt_id WHERE a.user_id = $1)",
    )
    .arg(user)
    .run(tx)
    .await?;
    sql("DELETE FROM time_change_people WHERE attempt_id IN (SELECT id FROM attempts WHERE user_id = $1)")
        .arg(user)
        .run(tx)
        .await?;
    Ok(())
}

#[derive(FromRow)]
struct IdRow {
    id: ContestId,
}

/// A person's contests whose clocks stand still.
pub(super) async fn paused_of(source: &impl Source, owner: UserId) -> Result<Vec<ContestId>, DbError> {
    let rows: Vec<IdRow> = sql("SELECT id FROM contests WHERE owner_id = $1 AND paused_at IS NOT NULL ORDER BY id")
        .arg(owner)
        .all(source)
        .await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}
