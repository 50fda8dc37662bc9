//! Flight check store: one small durable commit on this installation's database, in a table of its own that is dropped
//! afterwards.

use std::time::{Duration, Instant};

use quad_db::{Db, DbError, sql};

async fn run(db: &Db, text: &str) -> Result<(), DbError> {
    let mut tx = db.begin().await?;
    sql(text.to_owned()).run(&mut tx).await?;
    tx.commit().await
}

/// Before the first commit.
pub async fn make_table(db: &Db) -> Result<(), DbError> {
    run(db, "CREATE TABLE flight_check_commits (number BIGINT NOT NULL)").await
}

/// How long a commit takes.
pub async fn commit(db: &Db, number: i64) -> Result<Duration, DbError> {
    let started = Instant::now();
    let mut tx = db.begin().await?;
    sql("INSERT INTO flight_check_commits (number) VALUES ($1)").arg(number).run(&mut tx).await?;
    tx.commit().await?;
    Ok(started.elapsed())
}

/// After the last one.
pub async fn drop_table(db: &Db) -> Result<(), DbError> {
    run(db, "DROP TABLE flight_check_commits").await
}
