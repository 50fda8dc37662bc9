//! Completion: notes how a run ended. Each note is guarded by the claim: a worker that lost its lease changes nothing.

use quad_db::{Db, DbError, Tx, sql};

use crate::claim::ClaimedJob;

/// Whether the note was written, or the claim had run out meanwhile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoteOutcome {
    Yes,
    ClaimLost,
}

impl From<u64> for NoteOutcome {
    fn from(rows: u64) -> Self {
        if rows == 0 { Self::ClaimLost } else { Self::Yes }
    }
}

/// Done: the row goes.
pub(crate) async fn done(db: &Db, job: &ClaimedJob) -> Result<NoteOutcome, DbError> {
    let mut tx = db.begin().await?;
    let rows = delete(&mut tx, job).await?;
    tx.commit().await?;
    Ok(rows.into())
}

/// Not to be tried again without a human: the row stays, with the reason.
pub(crate) async fn parked(tx: &mut Tx, job: &ClaimedJob, why: &str) -> Result<NoteOutcome, DbError> {
    let rows = sql("UPDATE jobs SET state = 2, lease_until = NULL, last_error = $4
         WHERE id = $1 AND state = 1 AND tries = $2 AND lease_until = $3")
    .arg(job.id)
    .arg(job.tries)
    .arg(job.lease_until)
    .arg(short(why))
    .run(tx)
    .await?;
    Ok(rows.into())
}

/// To be tried again at `run_at_ms`.
///
/// While this job ran, a twin with the same key may have begun to wait. Two waiting twins cannot be, and need not: the
/// waiting one inherits the count of tries and the earlier of the two times, and this row goes.
pub(crate) async fn later(db: &Db, job: &ClaimedJob, run_at_ms: i64, why: &str) -> Result<NoteOutcome, DbError> {
    let mut tx = db.begin().await?;
    let held = sql("UPDATE jobs SET last_error = $4 WHERE id = $1 AND state = 1 AND tries = $2 AND lease_until = $3")
        .arg(job.id)
        .arg(job.tries)
        .arg(job.lease_until)
        .arg(short(why))
        .run(&mut tx)
        .await?;
    if held == 0 {
        return Ok(NoteOutcome::ClaimLost);
    }
    if inherited_by_twin(&mut tx, job, run_at_ms, why).await? {
        delete(&mut tx, job).await?;
    } else {
        sql("UPDATE jobs SET state = 0, lease_until = NULL, run_at = $2 WHERE id = $1")
            .arg(job.id)
            .arg(run_at_ms)
            .run(&mut tx)
            .await?;
    }
    tx.commit().await?;
    Ok(NoteOutcome::Yes)
}

async fn inherited_by_twin(tx: &mut Tx, job: &ClaimedJob, run_at_ms: i64, why: &str) -> Result<bool, DbError> {
    let Some(key) = &job.dedupe_key else { return Ok(false) };
    let rows =
        sql("UPDATE jobs SET tries = $3, last_error = $5, run_at = CASE WHEN run_at > $4 THEN $4 ELSE run_at END
         WHERE kind = $1 AND dedupe_key = $2 AND state = 0")
        .arg(job.kind.as_str())
        .arg(key.as_str())
        .arg(job.tries)
        .arg(run_at_ms)
        .arg(short(why))
        .run(tx)
        .await?;
    Ok(rows > 0)
}

async fn delete(tx: &mut Tx, job: &ClaimedJob) -> Result<u64, DbError> {
    sql("DELETE FROM jobs WHERE id = $1 AND state = 1 AND tries = $2 AND lease_until = $3")
        .arg(job.id)
        .arg(job.tries)
        .arg(job.lease_until)
        .run(tx)
        .await
}

/// A reason is for reading; a whole page of an error answer is not.
fn short(why: &str) -> String {
    // PostgreSQL's text cannot hold a NUL.
    why.chars().filter(|&letter| letter != '\0').take(1000).collect()
}
