//! Session settings. What each connection of Quad to PostgreSQL sets for itself, whatever the role, the database or the server
//! sets, because statements rely on it: commits that wait for the disk, READ COMMITTED, no time limits but Quad's own.
//!
//! They are set by statements, and not while connecting: a pooler in between refuses what it does not know there. Where commits wait
//! for nothing they wait for this server's disk (`local`), and not for a standby that nobody asked for; `on` and stricter
//! commits (`remote_apply`, `remote_write`) stay as they are; so does a role that may
//! only read, which is refused with words (`DbError::Unwritable`): providers set that when a disk is full.

use std::str::FromStr;
use std::sync::OnceLock;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPool};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor, PgConnection, Row};
use tokio::time::timeout;

use crate::endpoint::quoted;
use crate::error::DbError;
use crate::open::{Db, MigrationLock};
use crate::row::FromRow;

/// Empties a session of what somebody left in it who had it before, where a pooler empties none (`server_reset_query`): prepared
/// statements with the names of ours, locks.
const EMPTY: &str = "DEALLOCATE ALL; SELECT pg_advisory_unlock_all()";

/// Limits that others set, the first of them before anything else: it may be of a millisecond. Then what [`EMPTY`] says, and how
/// transactions begin. `enable_seqscan`: a plan is kept for as long as the connection, and one that reads
/// a table from end to end, right for the ten rows of yesterday, was used while a hundred thousand answers came. `jit`: no
/// statement of ours is worth compiling (docs/decisions/016). The last three decide how texts are read and written.
const SETTINGS: &str = "SET statement_timeout = 0; DEALLOCATE ALL; SELECT pg_advisory_unlock_all();
    SET default_transaction_isolation = 'read committed'; SET default_transaction_deferrable = off;
    SET enable_seqscan = off; SET jit = off;
    SET bytea_output = 'hex'; SET standard_conforming_strings = on; SET quote_all_identifiers = off";

/// A transaction of a server in which nothing was said for three seconds ends. Otherwise one whose process was cut off, or hangs, keeps
/// its rows until the server's system notices, by default after two hours, and whoever wants the same rows waits as long: the
/// first answer that is sent again holds up all others. Between two statements of ours is nothing slow.
///
/// A lock that somebody else keeps, such as of a session that was forgotten after `LOCK TABLE`, is waited for as long as people wait:
/// then the transaction is given up and tried again, and in the end whoever asked is told to come again.
const SERVING: &str = "SET idle_in_transaction_session_timeout = 3000; SET lock_timeout = 4000";

/// A command reads a file for minutes between two statements.
const WORKING: &str = "SET idle_in_transaction_session_timeout = 0; SET lock_timeout = 0";

/// Limits that not every version has, and commits. What is set by the session holds also when the server's file changes meanwhile.
const BY_VALUE: &str = "SELECT set_config(name, '0', FALSE) FROM pg_settings
        WHERE name IN ('idle_session_timeout', 'transaction_timeout')
    UNION ALL SELECT set_config(name, CASE setting WHEN 'off' THEN 'local' ELSE setting END, FALSE) FROM pg_settings
        WHERE name = 'synchronous_commit'";

/// The schema of the tables first. Those are found wherever `search_path` leads, but what asks the catalogue asks for the current
/// schema, and that may be another: one with the role's name that was made later comes before `public`. Where there are none
/// yet they are made in the current schema. A list of steps alone may be some other program's.
const TO_SCHEMA_OF_TABLES: &str = "SELECT set_config('search_path', quote_ident(path.name) || ', ' || current_setting('search_path'), FALSE)
    FROM unnest(current_schemas(FALSE)) WITH ORDINALITY AS path (name, place) JOIN pg_namespace AS n ON n.nspname = path.name
    WHERE 2 = (SELECT COUNT(*) FROM pg_class AS c
        WHERE c.relnamespace = n.oid AND c.relkind = 'r' AND c.relname IN ('seaql_migrations', 'attempts'))
    ORDER BY path.place LIMIT 1";

/// Tables of a Quad in a schema to which `search_path` does not lead, and that this role may read: a new Quad beside them would hide them.
/// Those that it may not read are another Quad's, with a role of its own.
pub(crate) const ELSEWHERE: &str =
    "SELECT quote_ident(n.nspname) AS schema, has_schema_privilege(n.oid, 'USAGE') AS may_use,
        quote_ident(session_user) AS role, quote_ident(current_database()) AS name
    FROM pg_namespace AS n
    WHERE to_regclass('seaql_migrations') IS NULL AND n.nspname <> ALL (current_schemas(FALSE))
        AND 2 = (SELECT COUNT(*) FROM pg_class AS c
            WHERE c.relnamespace = n.oid AND c.relkind = 'r' AND c.relname IN ('seaql_migrations', 'attempts')
                AND has_table_privilege(c.oid, 'SELECT'))
    ORDER BY n.nspname LIMIT 1";

/// What [`ELSEWHERE`] finds, as statements name it.
#[derive(FromRow)]
pub(crate) struct Elsewhere {
    schema: String,
    /// Otherwise the path may lead there and the role sees nothing.
    may_use: bool,
    role: String,
    /// Of the database.
    name: String,
}

impl Elsewhere {
    pub(crate) fn said(&self) -> String {
        let Self { schema, role, name, .. } = self;
        let use_it =
            if self.may_use { String::new() } else { format!("GRANT USAGE ON SCHEMA {schema} TO {role}, and ") };
        format!(
            "this database has the tables of a Quad in the schema {schema}, and search_path does not lead there: {use_it}ALTER ROLE {role} IN \
             DATABASE {name} SET search_path = {schema}, or ALTER DATABASE {name} SET search_path = {schema}. Nothing was changed. \
             A second Quad beside it takes another database"
        )
    }
}

/// Schema of the tables: the one in which they were found when they were brought up to date. Each session from then on goes there,
/// whatever has become of `search_path`, and none is used from which they are not seen, or in which foreign keys do not hold.
/// Nothing is known before that: what only looks at a database, and mends it, takes it as it is.
#[derive(Debug, Default)]
pub(crate) struct TablesSchema(OnceLock<Known>);

/// Statements about the schema.
#[derive(Debug)]
struct Known {
    schema: String,
    /// Goes there, and looks whether it can be worked in.
    settle: String,
    /// The session's number, and whether the tables are still there.
    look: String,
}

/// That a session is not fit to work in, and what to do.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct UnfitSession(String);

impl From<UnfitSession> for sqlx::Error {
    fn from(unfit: UnfitSession) -> Self {
        Self::Configuration(unfit.into())
    }
}

impl TablesSchema {
    /// Remembers where the tables are, by a session that sees them; nothing where there are none of Quad's.
    pub(crate) async fn remember(&self, connection: &mut PgConnection) -> Result<(), sqlx::Error> {
        if self.0.get().is_some() || connection.fetch_optional(TO_SCHEMA_OF_TABLES).await?.is_none() {
            return Ok(());
        }
        let here = "SELECT CAST(current_schema() AS text) AS name, quote_ident(current_schema()) AS schema";
        let row = connection.fetch_one(here).await?;
        let (name, schema): (String, String) = (row.try_get("name")?, row.try_get("schema")?);
        let is_there = format!(
            "EXISTS (SELECT 1 FROM pg_namespace AS n JOIN pg_class AS c ON c.relnamespace = n.oid
                WHERE n.nspname = {} AND c.relname = 'attempts' AND c.relkind = 'r' AND has_schema_privilege(n.oid, 'USAGE'))",
            quoted(&name)
        );
        let settle = format!(
            "SELECT set_config('search_path', concat_ws(', ', {}, NULLIF(current_setting('search_path'), '')), FALSE) AS path,
                {is_there} AS is_there, current_setting('session_replication_role') AS replication, quote_ident(current_user) AS role",
            quoted(&schema)
        );
        let look = format!("SELECT pg_backend_pid() AS pid, {is_there} AS is_there");
        // Two who remember at once have found the same.
        let _ = self.0.set(Known { schema, settle, look });
        Ok(())
    }

    /// The number of the process that answers, where the tables are still in their place.
    pub(crate) async fn pid_of(&self, connection: &mut PgConnection) -> Result<i32, sqlx::Error> {
        let Some(known) = self.0.get() else { return pid_of(connection).await };
        let row = connection.fetch_one(AssertSqlSafe(known.look.clone())).await?;
        if row.try_get("is_there")? { row.try_get("pid") } else { Err(known.gone()) }
    }
}

impl Known {
    async fn settle(&self, connection: &mut PgConnection) -> Result<(), sqlx::Error> {
        let row = connection.fetch_one(AssertSqlSafe(self.settle.clone())).await?;
        let (replication, role): (String, String) = (row.try_get("replication")?, row.try_get("role")?);
        if !row.try_get::<bool, _>("is_there")? {
            return Err(self.gone());
        }
        without_keys(&replication, &role).map_or(Ok(()), |said| Err(UnfitSession(said).into()))
    }

    fn gone(&self) -> sqlx::Error {
        UnfitSession(format!(
            "the tables are no longer in the schema {0}, or this role may no longer use it (GRANT USAGE ON SCHEMA {0}); where they were moved \
             on purpose, restart Quad",
            self.schema
        ))
        .into()
    }
}

/// What to do about a session in which foreign keys do not hold.
fn without_keys(replication: &str, role: &str) -> Option<String> {
    (replication != "origin").then(|| {
        format!(
            "session_replication_role is {replication} for this role, database or server: foreign keys do not hold, and what is deleted leaves \
             its rows behind. ALTER ROLE {role} RESET session_replication_role, or ALTER DATABASE … RESET, and quad check"
        )
    })
}

/// What [`SETTINGS`] and its kin replace, as far as somebody may have set it.
const REPLACED: [&str; 13] = [
    "statement_timeout",
    "lock_timeout",
    "default_transaction_isolation",
    "default_transaction_deferrable",
    "enable_seqscan",
    "jit",
    "bytea_output",
    "standard_conforming_strings",
    "quote_all_identifiers",
    "idle_in_transaction_session_timeout",
    "idle_session_timeout",
    "transaction_timeout",
    "synchronous_commit",
];

/// Older ones lack what statements are written for.
const OLDEST: i32 = 120_000;

/// That a pooler is in a mode in which nothing can be relied on.
pub(crate) const SHARES: &str = "a pooler between Quad and PostgreSQL shares its sessions between transactions or statements, on \
    which Quad cannot work: set pool_mode = session for this database in pgbouncer.ini, or name PostgreSQL itself in database_url";

/// Longer than one answer of a pooler takes whose connections are all there.
const PROBE: Duration = Duration::from_secs(2);

/// How an address is connected to. `extra_float_digits` is nothing Quad needs, and the first thing PgBouncer refuses.
pub(crate) fn options(url: &str) -> Result<PgConnectOptions, sqlx::Error> {
    Ok(PgConnectOptions::from_str(url)?.extra_float_digits(None))
}

/// Makes the settings on a connection that serves.
pub(crate) async fn set_for_serving(
    connection: &mut PgConnection,
    tables_schema: &TablesSchema,
) -> Result<(), sqlx::Error> {
    set(connection, SERVING, tables_schema).await
}

async fn set(
    connection: &mut PgConnection,
    idle: &'static str,
    tables_schema: &TablesSchema,
) -> Result<(), sqlx::Error> {
    connection.execute(SETTINGS).await?;
    connection.execute(idle).await?;
    connection.execute(BY_VALUE).await?;
    match tables_schema.0.get() {
        Some(known) => known.settle(connection).await,
        None => connection.execute(TO_SCHEMA_OF_TABLES).await.map(drop),
    }
}

/// A connection of a command's own, with the settings made.
pub(crate) async fn connect(options: &PgConnectOptions) -> Result<PgConnection, sqlx::Error> {
    connect_to(options, &TablesSchema::default()).await
}

/// The same, to the tables of whoever serves already.
pub(crate) async fn connect_to(
    options: &PgConnectOptions,
    tables_schema: &TablesSchema,
) -> Result<PgConnection, sqlx::Error> {
    let mut connection = options.connect().await?;
    set(&mut connection, WORKING, tables_schema).await?;
    Ok(connection)
}

/// Refuses a server that is too old, and a pooler that shares sessions. `pool` must be able to give a connection.
pub(crate) async fn refuse_shared(pool: &PgPool, options: &PgConnectOptions) -> Result<(), DbError> {
    // It may have no connection left for this; then there is none to share, either.
    let Ok(Ok(mut own)) = timeout(PROBE, PgConnection::connect_with(options)).await else { return Ok(()) };
    let found = timeout(PROBE, is_shared(pool, &mut own)).await;
    let _ = timeout(PROBE, own.close()).await;
    match found {
        Ok(Ok(true)) => Err(DbError::Unusable(SHARES.into())),
        Ok(Err(DbError::Unusable(said))) => Err(DbError::Unusable(said)),
        // Slow, or gone: the next statement says so.
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Whether two connections are ever one session, or one connection two.
async fn is_shared(pool: &PgPool, own: &mut PgConnection) -> Result<bool, DbError> {
    let before = session_of(own).await?;
    let mut other = pool.acquire().await?;
    // PgBouncer ends what begins a transaction where statements are shared.
    if let Err(error) = other.execute("BEGIN").await {
        return if error.as_database_error().is_some() { Ok(true) } else { Err(error.into()) };
    }
    let shared = async {
        if session_of(&mut other).await? == before {
            return Ok(true);
        }
        Ok(session_of(own).await? != before)
    }
    .await;
    other.execute("ROLLBACK").await?;
    shared
}

/// The number of the process that answers.
pub(crate) async fn pid_of(connection: &mut PgConnection) -> Result<i32, sqlx::Error> {
    connection.fetch_one("SELECT pg_backend_pid() AS pid").await?.try_get("pid")
}

/// The same, of a server that is new enough; by a statement that needs no preparing, which a shared session may have forgotten.
async fn session_of(connection: &mut PgConnection) -> Result<i32, DbError> {
    let row = connection
        .fetch_one("SELECT pg_backend_pid() AS pid, CAST(current_setting('server_version_num') AS integer) AS version")
        .await?;
    let version: i32 = row.try_get("version")?;
    if version < OLDEST {
        return Err(DbError::Unusable(format!(
            "PostgreSQL {} is too old: Quad needs version 12 or newer",
            version / 10_000
        )));
    }
    Ok(row.try_get("pid")?)
}

/// What a database is to somebody who wants to make tables in it and serve.
#[derive(Default)]
struct Fitness {
    /// `session_replication_role`, by which foreign keys and what they delete are switched off.
    replication: String,
    /// Tables and sequences that the role may not use in every way that Quad does.
    forbidden: Vec<String>,
    role: String,
    /// As whom it logged in: another one where `SET role` is set for it.
    log_in: String,
    standby: bool,
    encoding: String,
    name: String,
    owner: String,
    /// Where the tables are or would be, as a statement names it; none where `search_path` leads nowhere.
    schema: Option<String>,
    /// Tables that are out of sight.
    elsewhere: Option<Elsewhere>,
}

/// Refuses a database in which Quad cannot work, before anything is made in it.
pub(crate) async fn refuse_unfit(connection: &mut PgConnection) -> Result<(), DbError> {
    let (standby, encoding, name, owner, schema, replication, role, log_in, forbidden) = sqlx::query_as(
        "SELECT pg_is_in_recovery() AS standby, CAST(getdatabaseencoding() AS text) AS encoding,
            CAST(datname AS text) AS name, CAST(pg_get_userbyid(datdba) AS text) AS owner, quote_ident(current_schema()) AS schema,
            current_setting('session_replication_role') AS replication, CAST(current_user AS text) AS role,
            CAST(session_user AS text) AS log_in,
            ARRAY(SELECT CAST(c.relname AS text) FROM pg_class AS c
                WHERE c.relowner = (SELECT relowner FROM pg_class WHERE oid = to_regclass('seaql_migrations'))
                    AND c.relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('seaql_migrations'))
                    AND NOT CASE
                    WHEN c.relkind = 'S' THEN has_sequence_privilege(c.oid, 'USAGE')
                    WHEN c.relkind = 'r' AND c.relname <> 'seaql_migrations' THEN has_table_privilege(c.oid, 'SELECT')
                        AND has_table_privilege(c.oid, 'INSERT') AND has_table_privilege(c.oid, 'UPDATE')
                        AND has_table_privilege(c.oid, 'DELETE')
                    WHEN c.relkind = 'r' THEN has_table_privilege(c.oid, 'SELECT')
                    ELSE TRUE END
                ORDER BY 1) AS forbidden
         FROM pg_database WHERE datname = current_database()",
    )
    .fetch_one(&mut *connection)
    .await?;
    let elsewhere: Option<(String, bool, String, String)> =
        sqlx::query_as(ELSEWHERE).fetch_optional(connection).await?;
    let elsewhere = elsewhere.map(|(schema, may_use, role, name)| Elsewhere { schema, may_use, role, name });
    match unfit(&Fitness { replication, forbidden, role, log_in, standby, encoding, name, owner, schema, elsewhere }) {
        Some(said) => Err(DbError::Unusable(said)),
        None => Ok(()),
    }
}

fn unfit(found: &Fitness) -> Option<String> {
    let Fitness { name, owner, encoding, .. } = found;
    if found.standby {
        return Some(
            "this PostgreSQL is a standby, which takes no writes: quad serve cannot start on it. Name the primary in \
             database_url, or promote this one"
                .into(),
        );
    }
    if encoding != "UTF8" {
        return Some(format!(
            "the database {name} is encoded in {encoding}, which cannot hold every text: Quad needs UTF8. Make one with \
             createdb -E UTF8 -T template0 -O {owner} {name}_utf8 and name that in database_url; quad transfer carries over what \
             is in this one"
        ));
    }
    if let Some(said) = without_keys(&found.replication, &found.role) {
        return Some(said);
    }
    if let Some(elsewhere) = &found.elsewhere {
        return Some(elsewhere.said());
    }
    if let Some(first) = found.forbidden.first() {
        let more =
            if found.forbidden.len() > 1 { format!(" and {} more", found.forbidden.len() - 1) } else { String::new() };
        let (role, schema) = (&found.role, found.schema.as_deref().unwrap_or("public"));
        let becomes = if *role == found.log_in {
            String::new()
        } else {
            format!(
                ", and {0} becomes that role with each session (ALTER ROLE {0} SET role): ALTER ROLE {0} RESET role makes it itself again",
                found.log_in
            )
        };
        return Some(format!(
            "the role {role} may not read and write {first}{more}{becomes}. As the owner of the tables: GRANT SELECT, INSERT, UPDATE, DELETE ON \
             ALL TABLES IN SCHEMA {schema} TO {role}; GRANT USAGE ON ALL SEQUENCES IN SCHEMA {schema} TO {role}; and for the tables of \
             later versions ALTER DEFAULT PRIVILEGES IN SCHEMA {schema} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {role}; \
             ALTER DEFAULT PRIVILEGES IN SCHEMA {schema} GRANT USAGE ON SEQUENCES TO {role}"
        ));
    }
    found.schema.is_none().then(|| {
        format!("no schema of search_path is in the database {name}: make it, or ALTER ROLE … RESET search_path")
    })
}

/// What an operator is told of a PostgreSQL server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Server {
    /// Such as `15.14`.
    pub version: String,
    /// Why nothing can be served from this database.
    pub unfit: Option<String>,
    /// Settings by which a crash of the machine destroys what is stored.
    pub unsafe_after_crash: Vec<&'static str>,
    /// Settings by which the server goes on over damage that it has found, and destroys or hides what is stored.
    pub hides_damage: Vec<&'static str>,
    /// Commits would not be waited for, had sessions not set that themselves.
    pub is_asynchronous: bool,
    /// Commits wait for standbys of these names, and not as many are connected.
    pub absent_standby: Option<String>,
    /// `archive_command` fails: since when, as text, and how often.
    pub failing_archiver: Option<(String, i64)>,
    /// Replication slots that nobody reads and for which the server's log is kept, as `NAME (NUMBER MB)`.
    pub idle_slots: Vec<String>,
    /// Tables that a crash empties.
    pub unlogged: Vec<String>,
    /// Tables of which policies hide rows from this role, or keep it from writing some.
    pub row_security: Vec<String>,
    /// Tables whose foreign keys are switched off.
    pub unchecked_keys: Vec<String>,
    /// Locks that others wait for, and transactions in which nothing is said, as `TABLE (process NUMBER, PROGRAM)`.
    pub held_locks: Vec<String>,
    /// Prepared transactions that nobody ends: they keep their locks, over a restart as well.
    pub prepared: Vec<String>,
    /// Collation: the version that indexes of texts were made by, and that of now, where they differ.
    pub collation_change: Option<(String, String)>,
    /// It may only read.
    pub read_only: bool,
    /// What role and database set that Quad's sessions replace, as `name = value`.
    pub replaced: Vec<String>,
    /// What else they set.
    pub kept: Vec<String>,
}

/// Tables that are not logged.
const UNLOGGED: &str = "SELECT CAST(relname AS text) FROM pg_class
    WHERE relpersistence = 'u' AND relkind IN ('r', 'p')
        AND relnamespace = CAST(quote_ident(current_schema()) AS regnamespace) ORDER BY relname";

/// Who reads the server's log: its name, and what commits make of it, which only some roles see.
const STANDBYS: &str = "SELECT CAST(application_name AS text), CAST(sync_state AS text) FROM pg_stat_replication";

/// The archiver, where its last failure is newer than its last success.
const FAILING_ARCHIVER: &str =
    "SELECT CAST(date_trunc('second', last_failed_time) AS text), CAST(failed_count AS bigint)
    FROM pg_stat_archiver
    WHERE current_setting('archive_mode') <> 'off' AND last_failed_time > COALESCE(last_archived_time, '-infinity')";

/// Slots that nobody reads, and how much of the log is kept for each.
const IDLE_SLOTS: &str = "SELECT slot_name || ' (' || CAST(round(pg_wal_lsn_diff(
        CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END, restart_lsn) / 1000000) AS text) || ' MB)'
    FROM pg_replication_slots WHERE NOT active AND restart_lsn IS NOT NULL ORDER BY slot_name";

/// Tables with policies that hold for this role, and those where a trigger of a foreign key is disabled.
const ROW_SECURITY_AND_UNCHECKED_KEYS: &str = "SELECT
    ARRAY(SELECT CAST(relname AS text) FROM pg_class
        WHERE relkind IN ('r', 'p') AND relnamespace = CAST(quote_ident(current_schema()) AS regnamespace) AND row_security_active(oid)
        ORDER BY relname) AS row_security,
    ARRAY(SELECT DISTINCT CAST(c.relname AS text) FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid
        WHERE t.tgisinternal AND t.tgenabled = 'D' AND c.relnamespace = CAST(quote_ident(current_schema()) AS regnamespace)
        ORDER BY 1) AS unchecked_keys";

/// Who keeps others waiting since two seconds, whatever it is that they wait for: of those in a row only the first, and none that is a
/// prepared transaction (0), which has no process. And who has changed or locked something and says nothing since five: answers do not
/// wait for it, so that nobody would be seen to. What goes on in a moment is no finding.
const HELD_LOCKS: &str = "WITH waits AS MATERIALIZED (
        SELECT pid, pg_blocking_pids(pid) AS blockers FROM pg_stat_activity
        WHERE wait_event_type = 'Lock' AND datname = current_database() AND query_start < clock_timestamp() - INTERVAL '2 seconds'),
    kept AS (
        SELECT blocker, (SELECT CAST(CAST(wanted.relation AS regclass) AS text) FROM pg_locks AS wanted
            WHERE wanted.pid = waits.pid AND wanted.relation IS NOT NULL
                AND wanted.database = (SELECT oid FROM pg_database WHERE datname = current_database())
                AND (NOT wanted.granted OR wanted.locktype = 'tuple') ORDER BY wanted.granted LIMIT 1) AS what
        FROM waits CROSS JOIN LATERAL unnest(waits.blockers) AS blocking (blocker)
        WHERE blocker <> 0 AND blocker NOT IN (SELECT pid FROM waits)
        UNION ALL SELECT pid, NULL FROM pg_stat_activity
        WHERE state LIKE 'idle in transaction%' AND backend_xid IS NOT NULL AND datname = current_database()
            AND state_change < clock_timestamp() - INTERVAL '5 seconds')
    SELECT COALESCE(MIN(what), 'some rows') || ' (process ' || blocker
        || COALESCE(', ' || NULLIF(MIN(who.application_name), ''), '') || ')'
    FROM kept LEFT JOIN pg_stat_activity AS who ON who.pid = blocker GROUP BY blocker ORDER BY blocker";

/// Prepared transactions that were not ended within five seconds.
const PREPARED: &str = "SELECT quote_literal(gid) FROM pg_prepared_xacts
    WHERE database = current_database() AND prepared < clock_timestamp() - INTERVAL '5 seconds' ORDER BY prepared";

/// Whether commits wait for more standbys of these names than are connected. `names` is `synchronous_standby_names`: `s1, s2`,
/// `FIRST 2 (s1, s2, s3)`, `ANY 1 (*)`. A standby is known by what commits make of it, or else by its name.
fn wait_in_vain(names: &str, connected: &[(String, Option<String>)]) -> bool {
    let names = names.trim();
    if names.is_empty() {
        return false;
    }
    let (how, list) = match names.split_once('(') {
        Some((how, list)) => (how, list.trim_end().trim_end_matches(')')),
        None => ("1", names),
    };
    let wanted = how.split_whitespace().last().and_then(|number| number.parse::<usize>().ok()).unwrap_or(1);
    let list: Vec<&str> = list.split(',').map(|name| name.trim().trim_matches('"')).collect();
    let is_one = |name: &str, state: Option<&str>| match state {
        Some(state) => matches!(state, "sync" | "quorum"),
        None => list.iter().any(|known| *known == "*" || known.eq_ignore_ascii_case(name)),
    };
    connected.iter().filter(|(name, state)| is_one(name, state.as_deref())).count() < wanted
}

/// Collation version: that of the system's sorting rules when the database was made, and that of now, where they differ. PostgreSQL
/// keeps it since 15.
async fn collation_change(connection: &mut PgConnection) -> Result<Option<(String, String)>, DbError> {
    let knows: bool = sqlx::query_scalar("SELECT CAST(current_setting('server_version_num') AS integer) >= 150000")
        .fetch_one(&mut *connection)
        .await?;
    if !knows {
        return Ok(None);
    }
    Ok(sqlx::query_as(
        "SELECT datcollversion, pg_database_collation_actual_version(oid) FROM pg_database
         WHERE datname = current_database() AND datcollversion <> pg_database_collation_actual_version(oid)",
    )
    .fetch_optional(connection)
    .await?)
}

impl Db {
    /// What the server is and what others have set on it, without what Quad's sessions set; nothing on SQLite.
    ///
    /// # Errors
    /// As any reading statement.
    pub async fn server(&self) -> Result<Option<Server>, DbError> {
        let MigrationLock::Advisory(options) = &self.lock else { return Ok(None) };
        let mut bare = PgConnection::connect_with(options).await?;
        bare.execute(EMPTY).await?;
        // A standby knows no SERIALIZABLE, whatever the role says.
        bare.execute("BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY").await?;
        // Name, value, and whether role or database sets it.
        let settings: Vec<(String, String, bool)> = sqlx::query_as(
            "SELECT name, setting, source IN ('global', 'database', 'user', 'database user') FROM pg_settings
             WHERE source IN ('global', 'database', 'user', 'database user')
                OR name IN ('fsync', 'full_page_writes', 'synchronous_commit', 'synchronous_standby_names',
                    'default_transaction_read_only', 'server_version', 'data_sync_retry', 'zero_damaged_pages',
                    'ignore_checksum_failure')
             ORDER BY name",
        )
        .fetch_all(&mut bare)
        .await?;
        // What follows looks where the tables are, which need not be where new ones would be made.
        bare.execute(TO_SCHEMA_OF_TABLES).await?;
        let unlogged = sqlx::query_scalar(UNLOGGED).fetch_all(&mut bare).await?;
        let standbys: Vec<(String, Option<String>)> = sqlx::query_as(STANDBYS).fetch_all(&mut bare).await?;
        let failing_archiver = sqlx::query_as(FAILING_ARCHIVER).fetch_optional(&mut bare).await?;
        let idle_slots = sqlx::query_scalar(IDLE_SLOTS).fetch_all(&mut bare).await?;
        let (row_security, unchecked_keys) =
            sqlx::query_as(ROW_SECURITY_AND_UNCHECKED_KEYS).fetch_one(&mut bare).await?;
        let held_locks = sqlx::query_scalar(HELD_LOCKS).fetch_all(&mut bare).await?;
        let prepared = sqlx::query_scalar(PREPARED).fetch_all(&mut bare).await?;
        let collation_change = collation_change(&mut bare).await?;
        let unfit = match refuse_unfit(&mut bare).await {
            Err(DbError::Unusable(said)) => Some(said),
            Err(error) => return Err(error),
            Ok(()) => None,
        };
        bare.close().await?;
        let is = |asked: &str, value: &str| settings.iter().any(|(name, is, _)| name == asked && is == value);
        let value = |asked: &str| settings.iter().find(|(name, ..)| name == asked).map_or("", |(_, is, _)| is);
        let version = value("server_version");
        let standby_names = value("synchronous_standby_names");
        // A commit that waits for this disk alone waits for no standby.
        let waits_for_standbys = !is("synchronous_commit", "local") && !is("synchronous_commit", "off");
        let own = |is_replaced: bool| {
            let all = settings.iter().filter(|(.., is_own)| *is_own);
            let wanted = all.filter(|(name, ..)| REPLACED.contains(&name.as_str()) == is_replaced);
            wanted.map(|(name, is, _)| format!("{name} = {is}")).collect()
        };
        Ok(Some(Server {
            version: version.split(' ').next().unwrap_or_default().to_owned(),
            unfit,
            unsafe_after_crash: ["fsync", "full_page_writes"].into_iter().filter(|name| is(name, "off")).collect(),
            is_asynchronous: is("synchronous_commit", "off"),
            hides_damage: ["data_sync_retry", "zero_damaged_pages", "ignore_checksum_failure"]
                .into_iter()
                .filter(|name| is(name, "on"))
                .collect(),
            absent_standby: (waits_for_standbys && wait_in_vain(standby_names, &standbys))
                .then(|| standby_names.to_owned()),
            failing_archiver,
            idle_slots,
            unlogged,
            row_security,
            unchecked_keys,
            held_locks,
            prepared,
            collation_change,
            read_only: is("default_transaction_read_only", "on"),
            replaced: own(true),
            kept: own(false),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(standby: bool, encoding: &str, homeless: bool) -> Fitness {
        let schema = (!homeless).then(|| "public".to_owned());
        let (name, owner, replication) = ("quad".into(), "clerk".into(), "origin".into());
        Fitness { standby, encoding: encoding.into(), name, owner, schema, replication, ..Fitness::default() }
    }

    #[test]
    fn a_commit_waits_in_vain_without_enough_standbys_of_the_name() {
        let seen = |list: &[(&str, Option<&str>)]| -> Vec<(String, Option<String>)> {
            list.iter().map(|(name, state)| ((*name).to_owned(), state.map(str::to_owned))).collect()
        };
        let other = seen(&[("other", Some("async"))]);
        let one = seen(&[("s1", Some("sync")), ("s2", Some("potential"))]);
        for (names, connected, waits) in [
            ("", &other, false),
            ("s1", &seen(&[]), true),
            ("s1", &other, true),
            ("s1, s2", &one, false),
            ("FIRST 1 (s1, s2)", &one, false),
            ("FIRST 2 (s1, s2)", &one, true),
            ("2 (s1,s2)", &one, true),
            ("ANY 2 (s1, s2, s3)", &seen(&[("s1", Some("quorum")), ("s2", Some("quorum"))]), false),
            ("*", &seen(&[("backup", Some("async"))]), true),
            // A role that is not shown what they are knows their names.
            ("\"S1\", s2", &seen(&[("s1", None)]), false),
            ("s1", &seen(&[("other", None)]), true),
            ("ANY 2 (*)", &seen(&[("a", None), ("b", None)]), false),
        ] {
            assert_eq!(wait_in_vain(names, connected), waits, "{names:?} {connected:?}");
        }
    }

    #[test]
    fn what_is_unfit_says_what_to_do() {
        assert_eq!(unfit(&found(false, "UTF8", false)), None);
        assert!(unfit(&found(true, "UTF8", false)).is_some_and(|said| said.contains("standby")));
        let unsafe_after_crash =
            Fitness { replication: "replica".into(), role: "clerk".into(), ..found(false, "UTF8", false) };
        let said = unfit(&unsafe_after_crash).expect("refused");
        assert!(said.contains("ALTER ROLE clerk RESET session_replication_role"), "{said}");
        let forbidden = vec!["answers".to_owned(), "polls".to_owned()];
        let said = unfit(&Fitness { forbidden, role: "clerk".into(), ..found(false, "UTF8", false) }).expect("refused");
        assert!(said.contains("answers and 1 more") && said.contains("ALTER DEFAULT PRIVILEGES"), "{said}");
        let said = unfit(&found(false, "LATIN1", false)).expect("refused");
        assert!(said.contains("createdb -E UTF8 -T template0 -O clerk quad_utf8"), "{said}");
        assert!(unfit(&found(false, "UTF8", true)).is_some_and(|said| said.contains("search_path")));
        let hidden = |may_use| {
            let [schema, role, name] = ["quad", "clerk", "campus"].map(str::to_owned);
            let elsewhere = Some(Elsewhere { schema, may_use, role, name });
            unfit(&Fitness { elsewhere, ..found(false, "UTF8", true) }).expect("refused")
        };
        let said = hidden(true);
        assert!(said.contains("ALTER ROLE clerk IN DATABASE campus SET search_path = quad,"), "{said}");
        assert!(!said.contains("GRANT") && hidden(false).contains("GRANT USAGE ON SCHEMA quad TO clerk"), "{said}");
    }
}
