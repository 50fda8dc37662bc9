//! Job administration: what an administrator sees of jobs and may do with them (list, try again, drop). Payloads are
//! not shown; they may hold codes.

use quad_db::FromRow;
use quad_db::{DbError, Source, Tx, sql};

use crate::enqueue::TIMED_KEY;

/// Where a job stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// For its time to come.
    Waiting,
    /// In a worker's hands, or left by one that died until the lease ends.
    Running,
    /// Given up, with a reason; waits for a human.
    Parked,
}

impl State {
    fn number(self) -> i32 {
        match self {
            Self::Waiting => 0,
            Self::Running => 1,
            Self::Parked => 2,
        }
    }

    fn from_number(number: i32) -> Self {
        match number {
            0 => Self::Waiting,
            1 => Self::Running,
            _ => Self::Parked,
        }
    }
}

/// A job as an administrator sees it. Times are milliseconds since 1970 UTC.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are the columns of the table")]
pub struct Entry {
    pub id: i64,
    pub kind: String,
    pub state: State,
    pub run_at: i64,
    pub tries: i32,
    pub lease_until: Option<i64>,
    pub last_error: Option<String>,
    pub created_at: i64,
    /// A turn of a timed job; while it waits, it is the only one that does.
    pub is_timed: bool,
}

/// Which jobs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only these, or all.
    pub state: Option<State>,
    /// Only these, or all.
    pub kind: Option<String>,
}

#[derive(FromRow)]
struct Row {
    id: i64,
    kind: String,
    state: i32,
    run_at: i64,
    tries: i32,
    lease_until: Option<i64>,
    last_error: Option<String>,
    created_at: i64,
    dedupe_key: Option<String>,
}

impl From<Row> for Entry {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            kind: row.kind,
            state: State::from_number(row.state),
            run_at: row.run_at,
            tries: row.tries,
            lease_until: row.lease_until,
            last_error: row.last_error,
            created_at: row.created_at,
            is_timed: row.dedupe_key.as_deref() == Some(TIMED_KEY),
        }
    }
}

const COLUMNS: &str =
    "SELECT id, kind, state, run_at, tries, lease_until, last_error, created_at, dedupe_key FROM jobs";
/// A filter as $1 and $2.
const FILTERED: &str = "($1 = -1 OR state = $1) AND ($2 = '' OR kind = $2)";

/// The jobs of one state, or all; parked ones first, then by their time.
///
/// # Errors
/// [`DbError`] of the statement.
pub async fn list(source: &impl Source, state: Option<State>, limit: i64) -> Result<Vec<Entry>, DbError> {
    page(source, &Filter { state, kind: None }, limit, 0).await
}

/// A part of the jobs, in the same order.
///
/// # Errors
/// [`DbError`] of the statement.
pub async fn page(source: &impl Source, filter: &Filter, limit: i64, skip: i64) -> Result<Vec<Entry>, DbError> {
    let rows: Vec<Row> = sql(format!("{COLUMNS} WHERE {FILTERED} ORDER BY state DESC, run_at, id LIMIT $3 OFFSET $4"))
        .arg(filter.state.map_or(-1, State::number))
        .arg(filter.kind.as_deref().unwrap_or_default())
        .arg(limit)
        .arg(skip)
        .all(source)
        .await?;
    Ok(rows.into_iter().map(Entry::from).collect())
}

/// How many there are of these.
///
/// # Errors
/// [`DbError`] of the statement.
pub async fn count(source: &impl Source, filter: &Filter) -> Result<i64, DbError> {
    let many = sql(format!("SELECT count(*) AS value FROM jobs WHERE {FILTERED}"))
        .arg(filter.state.map_or(-1, State::number))
        .arg(filter.kind.as_deref().unwrap_or_default())
        .value(source)
        .await?;
    Ok(many.unwrap_or_default())
}

/// How many of a kind wait, counted up to `most`: for whoever takes no more than are soon done. Unlike [`count`] it reads no
/// other rows than these.
///
/// # Errors
/// [`DbError`] of the statement.
pub async fn waiting(source: &impl Source, kind: &str, most: i64) -> Result<i64, DbError> {
    let many = sql(
        "SELECT count(*) AS value FROM (SELECT 1 AS one FROM jobs WHERE kind = $1 AND state = 0 LIMIT $2) AS first",
    )
    .arg(kind)
    .arg(most)
    .value(source)
    .await?;
    Ok(many.unwrap_or_default())
}

/// One job.
///
/// # Errors
/// [`DbError`] of the statement.
pub async fn find(source: &impl Source, id: i64) -> Result<Option<Entry>, DbError> {
    let row: Option<Row> = sql(format!("{COLUMNS} WHERE id = $1")).arg(id).one(source).await?;
    Ok(row.map(Entry::from))
}

#[derive(FromRow)]
struct KindRow {
    kind: String,
}

/// The kinds of which there are jobs, by name.
///
/// # Errors
/// [`DbError`] of the statement.
pub async fn kinds(source: &impl Source) -> Result<Vec<String>, DbError> {
    let rows: Vec<KindRow> = sql("SELECT DISTINCT kind FROM jobs ORDER BY kind").all(source).await?;
    Ok(rows.into_iter().map(|row| row.kind).collect())
}

/// How many jobs stand where.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are the states")]
pub struct JobCounts {
    pub waiting: i64,
    pub running: i64,
    pub parked: i64,
}

#[derive(FromRow)]
struct CountRow {
    state: i32,
    many: i64,
}

/// How many jobs stand where, for the metrics and the administrators' page.
///
/// # Errors
/// [`DbError`] of the statement.
pub async fn counts(source: &impl Source) -> Result<JobCounts, DbError> {
    let rows: Vec<CountRow> = sql("SELECT state, count(*) AS many FROM jobs GROUP BY state").all(source).await?;
    let mut counts = JobCounts::default();
    for row in rows {
        match State::from_number(row.state) {
            State::Waiting => counts.waiting = row.many,
            State::Running => counts.running = row.many,
            State::Parked => counts.parked = row.many,
        }
    }
    Ok(counts)
}

/// Lets a parked job run again now, with its tries counted anew. Returns whether there was such a job.
/// It loses its key: a human asked for this one, whether or not a twin waits.
///
/// # Errors
/// [`DbError`] of the statement.
pub async fn retry(tx: &mut Tx, now_ms: i64, id: i64) -> Result<bool, DbError> {
    let rows = sql("UPDATE jobs SET state = 0, run_at = $2, tries = 0, dedupe_key = NULL WHERE id = $1 AND state = 2")
        .arg(id)
        .arg(now_ms)
        .run(tx)
        .await?;
    Ok(rows > 0)
}

/// Which of the parked jobs; all of them unless something is named.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ParkedFilter {
    /// Only these.
    pub kind: Option<String>,
    /// Only this one.
    pub id: Option<i64>,
}

/// A choice as $1 and $2.
const CHOSEN: &str = "state = 2 AND ($1 = '' OR kind = $1) AND ($2 = 0 OR id = $2)";

/// [`retry`] of all parked jobs that are chosen. Returns how many.
///
/// # Errors
/// [`DbError`] of the statement.
pub async fn retry_parked(tx: &mut Tx, now_ms: i64, which: &ParkedFilter) -> Result<u64, DbError> {
    sql(format!("UPDATE jobs SET state = 0, run_at = $3, tries = 0, dedupe_key = NULL WHERE {CHOSEN}"))
        .arg(which.kind.as_deref().unwrap_or_default())
        .arg(which.id.unwrap_or_default())
        .arg(now_ms)
        .run(tx)
        .await
}

/// Deletes all parked jobs that are chosen. Returns how many.
///
/// # Errors
/// [`DbError`] of the statement.
pub async fn drop_parked(tx: &mut Tx, which: &ParkedFilter) -> Result<u64, DbError> {
    sql(format!("DELETE FROM jobs WHERE {CHOSEN}"))
        .arg(which.kind.as_deref().unwrap_or_default())
        .arg(which.id.unwrap_or_default())
        .run(tx)
        .await
}

/// Deletes a job that waits or is parked; one that runs stays. Returns whether there was such a job.
///
/// # Errors
/// [`DbError`] of the statement.
pub async fn drop(tx: &mut Tx, id: i64) -> Result<bool, DbError> {
    let rows = sql("DELETE FROM jobs WHERE id = $1 AND state IN (0, 2)").arg(id).run(tx).await?;
    Ok(rows > 0)
}

/// The same, but the waiting turn of a timed job stays: without it nobody would know when it is due.
///
/// # Errors
/// [`DbError`] of the statement.
pub async fn drop_untimed(tx: &mut Tx, id: i64) -> Result<bool, DbError> {
    let rows = sql("DELETE FROM jobs WHERE id = $1 AND (state = 2 OR (state = 0 AND COALESCE(dedupe_key, '') <> $2))")
        .arg(id)
        .arg(TIMED_KEY)
        .run(tx)
        .await?;
    Ok(rows > 0)
}

/// Deletes the jobs of a kind whose payload begins with a text, where they wait or are parked: what was meant for somebody
/// who is gone. Fields stand in the payload in the order of the job's type. Returns how many.
///
/// # Errors
/// [`DbError`] of the statement.
pub async fn drop_beginning(tx: &mut Tx, kind: &str, payload: &str) -> Result<u64, DbError> {
    let length = i32::try_from(payload.chars().count()).unwrap_or(i32::MAX);
    sql("DELETE FROM jobs WHERE kind = $1 AND state IN (0, 2) AND substr(payload, 1, $2) = $3")
        .arg(kind)
        .arg(length)
        .arg(payload)
        .run(tx)
        .await
}
