//! Site store: the counts, and the mark of a demo database.

use quad_db::FromRow;
use quad_db::{DbError, Source, Tx, sql};

use quad_kernel::clock::Time;

/// How much there is.
#[derive(Clone, Copy, Debug, FromRow)]
pub(super) struct SiteCounts {
    pub students: i64,
    pub contests: i64,
    pub answers: i64,
    pub demo: i64,
}

/// Counts people with a working account, public contests, and answers (by the attempts' counters: counting the answers
/// themselves would read the largest table there is).
pub(super) async fn counts(source: &impl Source) -> Result<SiteCounts, DbError> {
    let found =
        sql("SELECT (SELECT count(*) FROM users WHERE confirmed_at IS NOT NULL AND deleted_at IS NULL) AS students,
                (SELECT count(*) FROM contests WHERE is_public) AS contests,
                (SELECT CAST(COALESCE(SUM(correct + wrong), 0) AS BIGINT) FROM attempts) AS answers,
                (SELECT count(*) FROM marks WHERE name = 'demo') AS demo")
        .one(source)
        .await?;
    Ok(found.unwrap_or(SiteCounts { students: 0, contests: 0, answers: 0, demo: 0 }))
}

/// Notes that this database holds the demo campus.
pub async fn mark_as_demo(tx: &mut Tx, now: Time) -> Result<(), DbError> {
    sql("INSERT INTO marks (name, made_at) VALUES ('demo', $1) ON CONFLICT (name) DO NOTHING").arg(now).run(tx).await?;
    Ok(())
}
