//! What one small durable commit costs on this installation's database: a table of its own, gone afterwards.

use std::time::{Duration, Instant};

use quad_db::{Db, DbError, sql};
use quad_load::Latencies;

/// Commits that are tried, and for how long at most.
const COMMITS: i64 = 200;
const AT_MOST: Duration = Duration::from_secs(3);

/// How long commits take, one after the other.
pub async fn commits(db: &Db) -> Result<Latencies, DbError> {
    let mut tx = db.begin().await?;
    sql("CREATE TABLE flight_check_commits (number BIGINT NOT NULL)").run(&mut tx).await?;
    tx.commit().await?;
    let (mut all, began) = (Latencies::new(), Instant::now());
    for number in 0..COMMITS {
        let started = Instant::now();
        let mut tx = db.begin().await?;
        sql("INSERT INTO flight_check_commits (number) VALUES ($1)").arg(number).run(&mut tx).await?;
        tx.commit().await?;
        all.record(started.elapsed());
        if began.elapsed() > AT_MOST {
            break;
        }
    }
    let mut tx = db.begin().await?;
    sql("DROP TABLE flight_check_commits").run(&mut tx).await?;
    tx.commit().await?;
    Ok(all)
}
