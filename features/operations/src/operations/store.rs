//! Operations store: all SQL on processes, on lines of the error log and on the size of the database.

use quad_db::FromRow;
use quad_db::{Db, DbError, Engine, Source, Tx, sql, sql_of};

use quad_kernel::clock::Time;

use super::model::{ErrorLine, Place, Process};

/// So many of the newest lines are kept.
const LINES_KEPT: i64 = 200;

#[derive(FromRow)]
struct ProcessRow {
    origin: String,
    does: String,
    host: String,
    pid: i64,
    version: String,
    began_at: Time,
    seen_at: Time,
}

impl From<ProcessRow> for Process {
    fn from(row: ProcessRow) -> Self {
        let ProcessRow { origin, does, host, pid, version, began_at, seen_at } = row;
        Self { origin, does, host, pid, version, began_at, seen_at }
    }
}

#[derive(FromRow)]
struct LineRow {
    at: Time,
    place: String,
    said: String,
    /// None of a process that is not known any more.
    host: Option<String>,
    pid: Option<i64>,
}

/// Says that a process runs.
pub(super) async fn beat(tx: &mut Tx, process: &Process) -> Result<(), DbError> {
    sql("INSERT INTO processes (origin, does, host, pid, version, began_at, seen_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (origin) DO UPDATE SET seen_at = excluded.seen_at")
    .arg(process.origin.clone())
    .arg(process.does.clone())
    .arg(process.host.clone())
    .arg(process.pid)
    .arg(process.version.clone())
    .arg(process.began_at)
    .arg(process.seen_at)
    .run(tx)
    .await?;
    Ok(())
}

/// A process ends: it is not shown any more.
pub(super) async fn end_heartbeat(tx: &mut Tx, origin: &str) -> Result<(), DbError> {
    sql("DELETE FROM processes WHERE origin = $1").arg(origin).run(tx).await?;
    Ok(())
}

/// Forgets those that have not been seen since.
pub(super) async fn forget_unseen(tx: &mut Tx, since: Time) -> Result<(), DbError> {
    sql("DELETE FROM processes WHERE seen_at < $1").arg(since).run(tx).await?;
    Ok(())
}

/// All that are known, the oldest first.
pub(super) async fn processes(source: &impl Source) -> Result<Vec<Process>, DbError> {
    let rows: Vec<ProcessRow> =
        sql("SELECT origin, does, host, pid, version, began_at, seen_at FROM processes ORDER BY began_at, origin")
            .all(source)
            .await?;
    Ok(rows.into_iter().map(Process::from).collect())
}

/// Keeps a line, and forgets the oldest.
pub(super) async fn keep_line(tx: &mut Tx, origin: &str, line: &ErrorLine) -> Result<(), DbError> {
    sql("INSERT INTO error_lines (at, origin, place, said) VALUES ($1, $2, $3, $4)")
        .arg(line.at)
        .arg(origin)
        .arg(line.place.clone())
        .arg(line.said.clone())
        .run(tx)
        .await?;
    sql("DELETE FROM error_lines WHERE no <= (SELECT MAX(no) FROM error_lines) - $1").arg(LINES_KEPT).run(tx).await?;
    Ok(())
}

/// The newest lines first, and whose each is.
pub(super) async fn lines(source: &impl Source, most: i64) -> Result<Vec<(ErrorLine, Option<Place>)>, DbError> {
    let rows: Vec<LineRow> = sql("SELECT l.at, l.place, l.said, p.host, p.pid
         FROM error_lines l LEFT JOIN processes p ON p.origin = l.origin ORDER BY l.no DESC LIMIT $1")
    .arg(most)
    .all(source)
    .await?;
    let line = |LineRow { at, place, said, host, pid }| {
        let of = host.zip(pid).map(|(host, pid)| Place { host, pid });
        (ErrorLine { at, place, said }, of)
    };
    Ok(rows.into_iter().map(line).collect())
}

#[derive(FromRow)]
struct SizeRow {
    bytes: i64,
}

/// Bytes the database takes.
pub(super) async fn size(db: &Db) -> Result<i64, DbError> {
    let asked = match db.engine() {
        Engine::Sqlite => "SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()",
        Engine::Postgres => "SELECT pg_database_size(current_database()) AS bytes",
    };
    let row: Option<SizeRow> = sql_of(db.engine(), asked).one(db).await?;
    Ok(row.map_or(0, |row| row.bytes))
}
