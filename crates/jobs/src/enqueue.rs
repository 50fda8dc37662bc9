//! Enqueueing: puts a job into the table, inside the caller's transaction.

use quad_db::{DbError, Tx, sql};

use crate::job::{Job, JobsError};

/// Adds a job that is due at once. It exists only if the caller's transaction commits.
///
/// # Errors
/// [`JobsError::Payload`] when the job cannot be written as JSON; [`JobsError`] of the database.
pub async fn enqueue<J: Job>(tx: &mut Tx, now_ms: i64, job: &J) -> Result<(), JobsError> {
    enqueue_at(tx, now_ms, now_ms, job).await
}

/// Adds a job that is due at `run_at_ms`. Where a twin (same kind, same key) waits already, nothing is added; the twin
/// moves forward if it would have run later and has not failed yet.
///
/// # Errors
/// As [`enqueue`].
pub async fn enqueue_at<J: Job>(tx: &mut Tx, now_ms: i64, run_at_ms: i64, job: &J) -> Result<(), JobsError> {
    let payload = serde_json::to_string(job).map_err(JobsError::Payload)?;
    insert(tx, now_ms, run_at_ms, J::KIND, payload, job.dedupe_key()).await?;
    Ok(())
}

/// The update on conflict is not only for the time: it locks the waiting twin, so that no worker can claim it before
/// this transaction commits. With DO NOTHING, PostgreSQL could run the twin on the data from before this transaction.
async fn insert(
    tx: &mut Tx,
    now_ms: i64,
    run_at_ms: i64,
    kind: &str,
    payload: String,
    key: Option<String>,
) -> Result<(), DbError> {
    sql("INSERT INTO jobs (kind, payload, dedupe_key, run_at, created_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (kind, dedupe_key) WHERE state = 0 DO UPDATE SET run_at =
             CASE WHEN jobs.tries = 0 AND jobs.run_at > excluded.run_at THEN excluded.run_at ELSE jobs.run_at END")
    .arg(kind)
    .arg(payload)
    .arg(key)
    .arg(run_at_ms)
    .arg(now_ms)
    .run(tx)
    .await?;
    Ok(())
}

/// The key under which the one waiting row of a timed job is found.
pub(crate) const TIMED_KEY: &str = "@every";

/// Makes sure that a timed job waits for `run_at_ms`. A row that already waits stays as it is, unless it waits for
/// longer than two intervals (`latest_ms`): then the interval was made shorter since.
pub(crate) async fn ensure_timed(
    tx: &mut Tx,
    now_ms: i64,
    run_at_ms: i64,
    latest_ms: i64,
    kind: &str,
    payload: String,
) -> Result<(), DbError> {
    sql("INSERT INTO jobs (kind, payload, dedupe_key, run_at, created_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (kind, dedupe_key) WHERE state = 0 DO UPDATE SET run_at = excluded.run_at
         WHERE jobs.run_at > $6")
    .arg(kind)
    .arg(payload)
    .arg(TIMED_KEY)
    .arg(run_at_ms)
    .arg(now_ms)
    .arg(latest_ms)
    .run(tx)
    .await?;
    Ok(())
}
