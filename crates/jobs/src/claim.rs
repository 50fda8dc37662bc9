//! Claim: takes the next due job: one guarded statement decides who gets it.

use std::time::Duration;

use quad_db::FromRow;
use quad_db::{Db, DbError, Engine, Tx, sql, sql_of};

/// How long beyond [`crate::Job::MAX_TIME`] a claim stands before another worker may take the job. It covers the note
/// that the job is done, and clocks of several machines that differ.
pub const LEASE_GRACE: Duration = Duration::from_secs(30);

/// A job in hand. `tries` and `lease_until` together are the proof of the claim: [`crate::completion`] writes nothing without.
#[derive(Debug, FromRow)]
pub(crate) struct ClaimedJob {
    pub id: i64,
    pub kind: String,
    pub payload: String,
    pub dedupe_key: Option<String>,
    pub tries: i32,
    pub lease_until: i64,
}

impl ClaimedJob {
    /// Whether there is no other try after this one.
    pub(crate) fn is_last_try(&self, max_tries: u32) -> bool {
        u32::try_from(self.tries).unwrap_or(u32::MAX) >= max_tries
    }
}

/// Whether a claim could succeed; asked of the readers, so that an idle worker never takes SQLite's only writer.
pub(crate) async fn anything_due(db: &Db, now_ms: i64, enough: &[&str]) -> Result<bool, DbError> {
    let text = format!("SELECT id AS value FROM jobs WHERE {} LIMIT 1", due(db.engine()));
    let found = sql_of(db.engine(), text).arg(now_ms).arg(json(enough)).value::<i64>(db).await?;
    Ok(found.is_some())
}

/// Takes the job that has been due longest, or one whose claim ran out because its worker died; none of the kinds of which
/// there are `enough` in hand.
/// Counting the try here, not at the end, lets a job that kills its process be parked in the end.
pub(crate) async fn claim(
    tx: &mut Tx,
    now_ms: i64,
    lease_until_ms: i64,
    enough: &[&str],
) -> Result<Option<ClaimedJob>, DbError> {
    // SQLite has one writer at a time and needs no word more; on PostgreSQL two workers must not wait for one row, and
    // unlocked, the row that both found is taken by both.
    let locked = match tx.engine() {
        Engine::Postgres => "FOR UPDATE SKIP LOCKED",
        Engine::Sqlite => "",
    };
    let text = format!(
        "UPDATE jobs SET state = 1, tries = tries + 1, lease_until = $3 WHERE id = (
             SELECT id FROM jobs WHERE {} ORDER BY run_at, id LIMIT 1 {locked}
         ) RETURNING id, kind, payload, dedupe_key, tries, lease_until",
        due(tx.engine()),
    );
    sql_of(tx.engine(), text).arg(now_ms).arg(json(enough)).arg(lease_until_ms).one(tx).await
}

/// Which rows are due at `$1` and of none of the kinds in `$2`.
fn due(engine: Engine) -> String {
    let kinds = match engine {
        Engine::Sqlite => "json_each($2)",
        Engine::Postgres => "json_array_elements_text(CAST($2 AS json)) AS kinds (value)",
    };
    format!(
        "((state = 0 AND run_at <= $1) OR (state = 1 AND lease_until <= $1)) AND kind NOT IN (SELECT value FROM {kinds})"
    )
}

fn json(kinds: &[&str]) -> String {
    serde_json::Value::from(kinds.to_vec()).to_string()
}

/// Sets the lease once the kind, and so the longest time a run may take, is known.
pub(crate) async fn set_lease(tx: &mut Tx, job: &mut ClaimedJob, lease_until_ms: i64) -> Result<(), DbError> {
    if job.lease_until != lease_until_ms {
        sql("UPDATE jobs SET lease_until = $2 WHERE id = $1").arg(job.id).arg(lease_until_ms).run(tx).await?;
        job.lease_until = lease_until_ms;
    }
    Ok(())
}
