//! Health monitor: tells within two seconds that PostgreSQL cannot be had any more, and within two that it can again.
//!
//! A statement on a connection whose packets go nowhere would wait for a quarter of an hour, and a limit on each statement
//! would break off slow ones that are well. So the question is put to the server, not to the statement: after a quarter of a second
//! in which nothing was answered, a connection of its own asks for an answer. None within a second means that the database
//! is away; whatever waits for it ends as [`crate::DbError::Away`] at once, and what comes later does not begin to wait. When it
//! answers again, the pool is a new one: connections of the old one may be dead without knowing it, and hold their places.
//!
//! A pooler in between may be told to share sessions while Quad serves; then prepared statements are mixed up, and what is answered may
//! answer something else. Once a second, and at once where a statement speaks for it, two connections are asked for the number of their
//! session: it must stay, and be two. Until it does the database is away.
//!
//! Also once a second it is asked whether the tables are still where they were, and each new connection whether it can be worked on at all
//! (session.rs, [`TablesSchema`]). Where it cannot the database is away, with the cause in the log.
//!
//! A server that answers and lets nobody in (another password, no connection left) is away for whoever needs a new connection, unless one
//! of ours is free and works. What has a connection goes on.
//!
//! An outage is one line in the log at its beginning, one a minute, and one at its end with how many were refused; whoever
//! refuses them logs nothing ([`crate::DbError::is_told`]). SQLite is a file and is not watched.

use std::convert::Infallible;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, PgConnection};
use tokio::time::{sleep, timeout};

use crate::error::{Absence, Absent, absence_of};
use crate::open::{Db, MigrationLock};
use crate::session::{self, TablesSchema};
use crate::watch::silent;

/// Between two looks. The worst case is two of them and an answer that does not come: whoever waits is told within two
/// seconds.
const LOOK_EVERY: Duration = Duration::from_millis(250);
/// Between two looks whether sessions are shared.
const COMPARE_EVERY: Duration = Duration::from_secs(1);
/// Each try to get in is a line in the server's own log.
const TRY_EVERY: Duration = Duration::from_secs(1);
/// No answer within this is none.
const ANSWER: Duration = Duration::from_secs(1);
/// What an old pool may take to close; what hangs in it ends by itself.
const OLD_POOL: Duration = Duration::from_millis(100);
/// Between two lines about an outage that lasts.
const STILL: Duration = Duration::from_mins(1);

impl Line {
    async fn to(server: &PgConnectOptions, tables_schema: &TablesSchema) -> Result<Self, sqlx::Error> {
        let mut connection = session::connect_to(server, tables_schema).await?;
        let session = session::pid_of(&mut connection).await?;
        Ok(Self { connection, session })
    }

    async fn session(&mut self, tables_schema: &TablesSchema) -> Result<i32, sqlx::Error> {
        tables_schema.pid_of(&mut self.connection).await
    }
}

fn shared() -> sqlx::Error {
    sqlx::Error::Protocol(session::SHARES.into())
}

/// How the database can be had.
#[derive(Clone, Copy, Debug)]
enum Entry {
    /// By whoever wants to.
    Open,
    /// On the connections that are there.
    OnlyInside,
}

/// An outage.
struct Outage {
    since: Instant,
    told_at: Instant,
    refused: u64,
    /// At some time nothing was answered, or sessions were shared: connections may be dead, or not what they were.
    needs_new_pool: bool,
}

/// The monitor's own connection, and the number of its session.
struct Line {
    connection: PgConnection,
    session: i32,
}

/// Says that the database is away, and why. People are refused: an administrator who looks later is to find it
/// (operations/error_log.rs keeps errors).
fn tell_away(kind: Absence, cause: &str) {
    match kind {
        Absence::Silent => {
            tracing::error!(cause, "the database does not answer; until it does, what needs it is refused");
        }
        Absence::Refusing => {
            tracing::error!(cause, "the database refuses our log-in; until it does not, what needs it is refused");
        }
        Absence::Shared => {
            tracing::error!(cause, "until it does not, what needs the database is refused");
        }
        Absence::Unfit => {
            tracing::error!(
                cause,
                "what Quad relies on in the database was changed; until it is set right, what needs it is refused"
            );
        }
        Absence::Full => {
            tracing::error!(
                cause,
                "the database has no connection left for us; until it has, what needs one is refused"
            );
        }
    }
}

impl Db {
    /// Tends the database as long as this is polled, and never returns: looks whether PostgreSQL can be had (without it
    /// statements wait as long as the system lets them), makes the checkpoints of SQLite.
    pub async fn monitor(&self) -> Infallible {
        let (Some(watch), MigrationLock::Advisory(server)) = (self.watch.as_deref(), &self.lock) else {
            return self.make_checkpoints().await;
        };
        let mut line = None::<Line>;
        let mut outage = None::<Outage>;
        let mut heard = 0;
        let mut compared_at = Instant::now();
        let mut pause = LOOK_EVERY;
        loop {
            sleep(pause).await;
            pause = LOOK_EVERY;
            let before = watch.answered.load(Ordering::Relaxed);
            let is_mixed_up = watch.is_mixed_up.swap(false, Ordering::Relaxed);
            let is_due = is_mixed_up || compared_at.elapsed() >= COMPARE_EVERY;
            if outage.is_none() && before != heard && !is_due {
                heard = before;
                watch.tell_refused();
                continue;
            }
            // That this line lives says nothing to somebody who could not get one. It must not hold the last one there is, either.
            let is_wanted = watch.refusals(|refused| std::mem::take(&mut refused.lately));
            if is_wanted {
                line = None;
            }
            let was_shared = outage.is_some() && watch.absence() == Some(Absence::Shared);
            compared_at = Instant::now();
            let mut seen = self.look(&mut line, server, &watch.tables_schema, is_mixed_up || was_shared).await;
            if seen.is_err() || is_wanted {
                line = None;
            }
            // Others were answered while we waited: it is slow.
            let is_known = matches!(&seen, Err(absent) if matches!(absent.kind, Absence::Shared | Absence::Unfit));
            if outage.is_none() && !is_known && watch.answered.load(Ordering::Relaxed) != before {
                heard = watch.answered.load(Ordering::Relaxed);
                seen = Ok(Entry::Open);
            }
            if matches!(&seen, Ok(Entry::OnlyInside))
                || seen.as_ref().is_err_and(|absent| absent.kind != Absence::Silent)
            {
                pause = TRY_EVERY;
            }
            match (seen, &mut outage) {
                (Err(absent), None) => {
                    let cause = absent.to_string();
                    tell_away(absent.kind, &cause);
                    let now = Instant::now();
                    let needs_new_pool = absent.kind.is_for_all();
                    outage = Some(Outage { since: now, told_at: now, refused: 0, needs_new_pool });
                    watch.times_away.fetch_add(1, Ordering::Relaxed);
                    watch.away.send_replace(Some(absent.kind));
                }
                (Err(absent), Some(outage)) => {
                    outage.needs_new_pool |= absent.kind.is_for_all();
                    watch.away.send_if_modified(|away| away.replace(absent.kind) != Some(absent.kind));
                    if outage.told_at.elapsed() >= STILL {
                        outage.told_at = Instant::now();
                        outage.refused += watch.take_refused().0;
                        let (away_s, refused) = (outage.since.elapsed().as_secs(), outage.refused);
                        tracing::warn!(away_s, refused, cause = absent.to_string(), "the database is still away");
                    }
                }
                (Ok(_), Some(over)) => {
                    let old = over.needs_new_pool.then(|| self.renew());
                    watch.away.send_replace(None);
                    let away_ms = over.since.elapsed().as_millis() as u64;
                    let refused = over.refused + watch.take_refused().0;
                    tracing::info!(away_ms, refused, "the database answers again");
                    outage = None;
                    if let Some(old) = old {
                        // Nobody waits for it: what cannot be closed now hangs, and has no place in the new one.
                        let _ = timeout(OLD_POOL, old.close()).await;
                    }
                }
                (Ok(_), None) => watch.tell_refused(),
            }
        }
    }

    /// Returns when nothing is answered any more; never without a watch.
    pub async fn goes_away(&self) {
        match &self.watch {
            Some(watch) => watch.goes_away().await,
            None => std::future::pending().await,
        }
    }

    /// Whether it can be had, within a second. `in_doubt`: something speaks for a pooler that shares sessions.
    async fn look(
        &self,
        line: &mut Option<Line>,
        server: &PgConnectOptions,
        tables_schema: &TablesSchema,
        in_doubt: bool,
    ) -> Result<Entry, Absent> {
        let looked = timeout(ANSWER, async {
            if let Some(open) = line {
                match self.compare(open, server, tables_schema, in_doubt).await {
                    Ok(true) => return Err(Absent { kind: Absence::Shared, cause: shared(), is_told: false }),
                    Ok(false) => return Ok(Entry::Open),
                    Err(_) => *line = None,
                }
            }
            let absent = match Line::to(server, tables_schema).await {
                Ok(mut open) => {
                    let is_shared =
                        in_doubt && self.compare(&mut open, server, tables_schema, true).await.unwrap_or(true);
                    *line = Some(open);
                    if !is_shared {
                        return Ok(Entry::Open);
                    }
                    Absent { kind: Absence::Shared, cause: shared(), is_told: false }
                }
                Err(error) => absence_of(error),
            };
            // It lets nobody in. One of ours may be inside.
            if !absent.kind.is_for_all() && self.has_one_inside().await { Ok(Entry::OnlyInside) } else { Err(absent) }
        });
        looked.await.unwrap_or_else(|_| {
            let cause = silent("no answer within a second");
            Err(Absent { kind: Absence::Silent, cause, is_told: false })
        })
    }

    /// Whether the line's session is another than it was, or somebody else's too. What a shared one was for last is what the next
    /// who asks gets, so an idle connection of the pool asks right after; where it is in doubt and none is idle, one that is made for it.
    async fn compare(
        &self,
        line: &mut Line,
        server: &PgConnectOptions,
        tables_schema: &TablesSchema,
        in_doubt: bool,
    ) -> Result<bool, sqlx::Error> {
        if line.session(tables_schema).await? != line.session {
            return Ok(true);
        }
        let idle = self.writer().postgres().and_then(|pool| pool.try_acquire());
        let other = match idle {
            Some(mut idle) => session::pid_of(&mut idle).await.ok(),
            None if in_doubt => {
                let mut own = Line::to(server, tables_schema).await?;
                let session = own.session(tables_schema).await?;
                let _ = own.connection.close().await;
                Some(session)
            }
            None => None,
        };
        Ok(other == Some(line.session) || line.session(tables_schema).await? != line.session)
    }

    /// Whether a connection of the pool is free and works.
    async fn has_one_inside(&self) -> bool {
        let Some(pool) = self.writer().postgres() else { return false };
        while let Some(mut idle) = pool.try_acquire() {
            if idle.ping().await.is_ok() {
                return true;
            }
            // Not given back: it is closed.
            drop(idle.detach());
        }
        false
    }
}
