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

use crate::error::{DbError, UnfitSession};
use crate::row::FromRow;
use crate::value::quoted;

/// Empties a session of what somebody left in it who had it before, where a pooler empties none (`server_reset_query`): prepared
/// statements with the names of ours, locks.
pub(crate) const EMPTY: &str = "DEALLOCATE ALL; SELECT pg_advisory_unlock_all()";

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
pub(crate) const TO_SCHEMA_OF_TABLES: &str = "SELECT set_config('search_path', quote_ident(path.name) || ', ' || current_setting('search_path'), FALSE)
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
pub(crate) struct OtherSchema {
    schema: String,
    /// Otherwise the path may lead there and the role sees nothing.
    may_use: bool,
    role: String,
    /// Of the database.
    name: String,
}

impl OtherSchema {
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
pub(crate) const REPLACED: [&str; 13] = [
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
    elsewhere: Option<OtherSchema>,
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
    let elsewhere = elsewhere.map(|(schema, may_use, role, name)| OtherSchema { schema, may_use, role, name });
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

#[cfg(test)]
mod tests {
    use super::*;

    fn found(standby: bool, encoding: &str, homeless: bool) -> Fitness {
        let schema = (!homeless).then(|| "public".to_owned());
        let (name, owner, replication) = ("quad".into(), "clerk".into(), "origin".into());
        Fitness { standby, encoding: encoding.into(), name, owner, schema, replication, ..Fitness::default() }
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
            let elsewhere = Some(OtherSchema { schema, may_use, role, name });
            unfit(&Fitness { elsewhere, ..found(false, "UTF8", true) }).expect("refused")
        };
        let said = hidden(true);
        assert!(said.contains("ALTER ROLE clerk IN DATABASE campus SET search_path = quad,"), "{said}");
        assert!(!said.contains("GRANT") && hidden(false).contains("GRANT USAGE ON SCHEMA quad TO clerk"), "{said}");
    }
}
