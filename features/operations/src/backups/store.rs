//! Backup store: all SQL on `backup_runs`.

use quad_db::FromRow;
use quad_db::{Db, DbError, Source, Tx, sql};

use quad_kernel::clock::Time;

/// So many of the newest rows are kept.
const KEPT: i64 = 50;

/// How one backup went. One made by hand has its whole path for a name, one of ours only its file's, which begins with `quad-`.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Run {
    /// When it was begun.
    pub began_at: Time,
    /// Its name.
    pub file: String,
    /// Its size, if it was made.
    pub bytes: Option<i64>,
    /// When it was read again and found whole.
    pub verified_at: Option<Time>,
    /// What went wrong.
    pub why: Option<String>,
}

/// Writes down how a backup went, and forgets the oldest; never the newest that was made.
pub(super) async fn note(tx: &mut Tx, run: Run) -> Result<(), DbError> {
    sql("INSERT INTO backup_runs (began_at, file, bytes, verified_at, why) VALUES ($1, $2, $3, $4, $5)")
        .arg(run.began_at)
        .arg(run.file)
        .arg(run.bytes)
        .arg(run.verified_at)
        .arg(run.why)
        .run(tx)
        .await?;
    sql("DELETE FROM backup_runs WHERE no <= (SELECT MAX(no) FROM backup_runs) - $1
         AND no NOT IN (SELECT MAX(no) FROM backup_runs WHERE bytes IS NOT NULL AND why IS NULL GROUP BY file LIKE 'quad-%')")
    .arg(KEPT)
    .run(tx)
    .await?;
    Ok(())
}

/// Forgets all processes: a database that was put back knows those of the place it comes from.
pub async fn forget_processes(db: &Db) -> Result<(), DbError> {
    let mut tx = db.begin().await?;
    sql("DELETE FROM processes").run(&mut tx).await?;
    tx.commit().await
}

/// Forgets those that failed: a restored database knows of the one that was made from it only while it was at work.
pub(super) async fn forget_failures(db: &Db) -> Result<(), DbError> {
    let mut tx = db.begin().await?;
    sql("DELETE FROM backup_runs WHERE bytes IS NULL").run(&mut tx).await?;
    tx.commit().await
}

/// Backups in a row that were made and could not be read again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, FromRow)]
pub(super) struct UnprovenBackups {
    /// How many.
    pub count: i64,
    /// When the newest of them was begun.
    pub newest_at: Option<Time>,
}

/// Scheduled backups since the last that was read again to its end which could not be.
pub(super) async fn unproven_in_a_row(source: &impl Source) -> Result<UnprovenBackups, DbError> {
    let found = sql("SELECT CAST(COUNT(*) AS BIGINT) AS count, MAX(began_at) AS newest_at FROM backup_runs
         WHERE bytes IS NOT NULL AND why IS NOT NULL AND file LIKE 'quad-%'
            AND no > COALESCE((SELECT MAX(no) FROM backup_runs WHERE verified_at IS NOT NULL), 0)")
    .one(source)
    .await?;
    Ok(found.unwrap_or_default())
}

/// The newest, whether it went well or not.
pub async fn newest_run(source: &impl Source) -> Result<Option<Run>, DbError> {
    sql("SELECT began_at, file, bytes, verified_at, why FROM backup_runs ORDER BY no DESC LIMIT 1").one(source).await
}

/// When the newest was begun that was not made by hand.
pub async fn newest_by_the_clock(source: &impl Source) -> Result<Option<Time>, DbError> {
    sql("SELECT began_at AS value FROM backup_runs WHERE bytes IS NOT NULL AND why IS NULL AND file LIKE 'quad-%'
         ORDER BY no DESC LIMIT 1")
    .value(source)
    .await
}

/// The newest that was made and, where it was read again, found whole.
pub async fn newest_made(source: &impl Source) -> Result<Option<Run>, DbError> {
    sql("SELECT began_at, file, bytes, verified_at, why FROM backup_runs WHERE bytes IS NOT NULL AND why IS NULL
         ORDER BY no DESC LIMIT 1")
    .one(source)
    .await
}
