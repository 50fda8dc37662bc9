//! SQL statements of the testbed: rows written in bulk, the same on both engines, databases made and removed, and the
//! few questions asked afterwards.
//!
//! Rows travel as one JSON parameter; what the two engines spell differently stands in [`Kind::read`].

use quad_db::{Db, DbError, Engine, Tx, sql};
use quad_kernel::ids::ContestId;
use serde_json::Value;

/// Rows of one statement.
const CHUNK: usize = 10_000;

/// What a column holds.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Text.
    Text,
    /// A whole number.
    Int,
    /// True or false.
    Bool,
    /// An id, as 32 hexadecimal digits.
    Uuid,
    /// Bytes, in hexadecimal.
    Bytes,
}

impl Kind {
    /// The `at`th value of a row `j.value` as this kind.
    fn read(self, engine: Engine, at: usize) -> String {
        let text = format!("(j.value ->> {at})");
        match (engine, self) {
            (Engine::Sqlite, Self::Uuid | Self::Bytes) => format!("unhex{text}"),
            (Engine::Sqlite, _) | (Engine::Postgres, Self::Text) => text,
            (Engine::Postgres, Self::Int) => format!("{text}::bigint"),
            (Engine::Postgres, Self::Bool) => format!("{text}::boolean"),
            (Engine::Postgres, Self::Uuid) => format!("{text}::uuid"),
            (Engine::Postgres, Self::Bytes) => format!("decode({text}, 'hex')"),
        }
    }
}

/// Writes rows, each a JSON array with a value per column.
pub async fn insert(tx: &mut Tx, table: &str, columns: &[(&str, Kind)], rows: &[Value]) -> Result<(), DbError> {
    let engine = tx.engine();
    let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
    let values: Vec<String> = columns.iter().enumerate().map(|(at, (_, kind))| kind.read(engine, at)).collect();
    let source = match engine {
        Engine::Sqlite => "json_each($1) j",
        Engine::Postgres => "json_array_elements($1::json) j(value)",
    };
    let text = format!("INSERT INTO {table} ({}) SELECT {} FROM {source}", names.join(", "), values.join(", "));
    for chunk in rows.chunks(CHUNK) {
        sql(text.clone()).arg(Value::from(chunk).to_string()).run(tx).await?;
    }
    Ok(())
}

/// Gives every attempt at a contest an answer to each of its questions, the first of them right: as many as its counter says.
pub async fn answer_everything(tx: &mut Tx, contest: ContestId) -> Result<u64, DbError> {
    sql("INSERT INTO answers (attempt_id, question_no, chosen, answered_at)
         SELECT a.id, q.no, 1 << (CASE WHEN q.no <= a.correct THEN q.no - 1 ELSE q.no END % 4), a.last_answer_at
         FROM attempts a JOIN questions q ON q.contest_id = a.contest_id
         WHERE a.contest_id = $1")
    .arg(contest)
    .run(tx)
    .await
}

/// Refreshes what the planner knows of the tables.
pub async fn analyse(tx: &mut Tx) -> Result<(), DbError> {
    sql("ANALYZE").run(tx).await?;
    Ok(())
}

/// An answer as it is stored: whose, to which question of the contest, and which option.
#[derive(Clone, Debug, quad_db::FromRow)]
pub struct AnswerRow {
    /// Whose.
    pub user_id: uuid::Uuid,
    /// The question's number in its contest, from 1.
    pub question_no: i32,
    /// The chosen options, a bit for each; one here.
    pub chosen: i32,
}

/// All answers to a contest.
pub async fn answers_to(db: &Db, contest: ContestId) -> Result<Vec<AnswerRow>, DbError> {
    sql("SELECT a.user_id, n.question_no, n.chosen FROM answers n JOIN attempts a ON a.id = n.attempt_id
         WHERE a.contest_id = $1")
    .arg(contest)
    .all(db)
    .await
}

/// Who has joined a contest; whoever had joined twice would be there twice.
pub async fn joined(db: &Db, contest: ContestId) -> Result<Vec<uuid::Uuid>, DbError> {
    let rows: Vec<JoinedRow> = sql("SELECT user_id FROM attempts WHERE contest_id = $1").arg(contest).all(db).await?;
    Ok(rows.into_iter().map(|row| row.user_id).collect())
}

#[derive(Debug, quad_db::FromRow)]
struct JoinedRow {
    user_id: uuid::Uuid,
}

/// Makes a database on a PostgreSQL server, maybe as a copy; `admin` is its maintenance database.
pub async fn create_database(admin: &Db, name: &str, template: Option<&str>) -> Result<(), DbError> {
    let template = template.map(|template| format!(" TEMPLATE {template}")).unwrap_or_default();
    // Not in a transaction: PostgreSQL makes databases outside of them only.
    let _: Option<i32> = sql(format!("CREATE DATABASE {name}{template}")).value(admin).await?;
    Ok(())
}

/// Removes such a database, whoever is still connected.
pub async fn drop_database(admin: &Db, name: &str) -> Result<(), DbError> {
    let _: Option<i32> = sql(format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")).value(admin).await?;
    Ok(())
}

/// From now on every commit of a new connection to a database takes so much longer, whoever else commits. Only a superuser
/// may ask for that.
pub async fn slow_commits(db: &Db, name: &str, delay_ms: u32) -> Result<(), DbError> {
    for (setting, value) in [("commit_delay", delay_ms * 1_000), ("commit_siblings", 0)] {
        let _: Option<i32> = sql(format!("ALTER DATABASE {name} SET {setting} = {value}")).value(db).await?;
    }
    Ok(())
}

/// Whether commits of a PostgreSQL server wait for its disk at all.
pub async fn commits_are_durable(db: &Db) -> Result<bool, DbError> {
    let found: Option<i32> = sql("SELECT CASE WHEN current_setting('fsync') = 'on'
             AND current_setting('synchronous_commit') <> 'off' THEN 1 ELSE 0 END AS value")
    .value(db)
    .await?;
    Ok(found == Some(1))
}

/// Databases whose name begins so.
pub async fn databases(admin: &Db, prefix: &str) -> Result<Vec<String>, DbError> {
    let names: Option<String> =
        sql("SELECT COALESCE(string_agg(datname, ','), '') AS value FROM pg_database WHERE starts_with(datname, $1)")
            .arg(prefix)
            .value(admin)
            .await?;
    Ok(names.unwrap_or_default().split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect())
}

/// What PostgreSQL is and whether its commits are durable, for the report.
pub async fn about_postgres(admin: &Db) -> Result<String, DbError> {
    let said: Option<String> =
        sql("SELECT 'PostgreSQL ' || current_setting('server_version') || ', fsync ' || current_setting('fsync')
                || ', synchronous_commit ' || current_setting('synchronous_commit') AS value")
        .value(admin)
        .await?;
    Ok(said.unwrap_or_default())
}
