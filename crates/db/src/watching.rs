//! Knowing within two seconds that PostgreSQL does not answer any more, and within two that it is back.
//!
//! A statement on a connection whose packets go nowhere would wait for a quarter of an hour, and a limit on each statement
//! would break off slow ones that are well. So the question is put to the server, not to the statement: after half a second
//! in which nothing was answered, a connection of its own asks for an answer. None within a second means that the database
//! is away; whatever waits for it ends as [`DbError::Away`] at once, and what comes later does not begin to wait. When it
//! answers again, the pool is a new one: connections of the old one may be dead without knowing it, and hold their places.
//! SQLite is a file and is not watched.

use std::convert::Infallible;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use sea_orm::{DbErr, RuntimeErr};
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, PgConnection};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use crate::error::DbError;
use crate::open::{Db, MigrationLock};

/// Between two looks. The worst case is two of them and an answer that does not come: whoever waits is told within two
/// seconds.
const LOOK_EVERY: Duration = Duration::from_millis(250);
/// No answer within this is none.
const ANSWER: Duration = Duration::from_secs(1);
/// What an old pool may take to close; what hangs in it ends by itself.
const OLD_POOL: Duration = Duration::from_millis(100);

/// Whether the database answers.
#[derive(Debug, Default)]
pub struct Watch {
    away: watch::Sender<bool>,
    /// Statements that were answered: signs of life.
    answered: AtomicU64,
    times_away: AtomicU64,
}

impl Watch {
    fn is_away(&self) -> bool {
        *self.away.borrow()
    }

    pub(crate) async fn goes_away(&self) {
        // The sender is in our own hands.
        let _ = self.away.subscribe().wait_for(|away| *away).await;
    }

    pub(crate) fn times_away(&self) -> u64 {
        self.times_away.load(Ordering::Relaxed)
    }
}

/// What a statement answers, or that the database is away. Without a watch it waits as long as it takes.
pub(crate) async fn answered<T>(
    watch: Option<&Watch>,
    work: impl Future<Output = Result<T, DbErr>>,
) -> Result<T, DbError> {
    let Some(watch) = watch else { return Ok(work.await?) };
    if watch.is_away() {
        return Err(away());
    }
    tokio::select! {
        biased;
        done = work => {
            let done = done.map_err(DbError::from);
            if !matches!(done, Err(DbError::Away(_))) {
                watch.answered.fetch_add(1, Ordering::Relaxed);
            }
            done
        }
        () = watch.goes_away() => Err(away()),
    }
}

fn away() -> DbError {
    DbError::Away(DbErr::Conn(RuntimeErr::Internal("it did not answer, and was given up until it does".into())))
}

impl Db {
    /// Tends the database as long as this is polled, and never returns: looks whether PostgreSQL answers (without it
    /// statements wait as long as the system lets them), makes the checkpoints of SQLite.
    pub async fn tend(&self) -> Infallible {
        let (Some(watch), MigrationLock::Advisory(server)) = (self.watch.as_deref(), &self.lock) else {
            return self.carry_the_log().await;
        };
        let mut line = None;
        let mut away_since = None::<Instant>;
        let mut heard = 0;
        loop {
            sleep(LOOK_EVERY).await;
            let before = watch.answered.load(Ordering::Relaxed);
            if away_since.is_none() && before != heard {
                heard = before;
                continue;
            }
            let answers = timeout(ANSWER, ask(&mut line, server)).await.unwrap_or(false);
            if !answers {
                line = None;
            }
            // Others were answered while we waited: it is slow, or has no connection left for us.
            let answers = answers || (away_since.is_none() && watch.answered.load(Ordering::Relaxed) != before);
            match (answers, away_since) {
                (false, None) => {
                    tracing::warn!("the database does not answer; until it does, what needs it is refused");
                    away_since = Some(Instant::now());
                    watch.times_away.fetch_add(1, Ordering::Relaxed);
                    watch.away.send_replace(true);
                }
                (true, Some(since)) => {
                    let old = self.renew();
                    watch.away.send_replace(false);
                    away_since = None;
                    tracing::info!(away_ms = since.elapsed().as_millis() as u64, "the database answers again");
                    // Nobody waits for it: what cannot be closed now hangs, and has no place in the new one.
                    let _ = timeout(OLD_POOL, old.close()).await;
                }
                (true, None) | (false, Some(_)) => {}
            }
        }
    }

    /// Returns when the database goes away; never without a watch.
    pub async fn goes_away(&self) {
        match &self.watch {
            Some(watch) => watch.goes_away().await,
            None => std::future::pending().await,
        }
    }
}

/// Whether the server says anything sensible: that it has no connection left is also an answer.
async fn ask(line: &mut Option<PgConnection>, server: &PgConnectOptions) -> bool {
    if let Some(open) = line {
        if open.ping().await.is_ok() {
            return true;
        }
        *line = None;
    }
    match PgConnection::connect_with(server).await {
        Ok(open) => {
            *line = Some(open);
            true
        }
        // It is stopping, starting, or recovering.
        Err(sqlx::Error::Database(said)) => !said.code().is_some_and(|code| code.starts_with("57P")),
        Err(_) => false,
    }
}
