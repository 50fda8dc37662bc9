//! Server report: what an operator is told of a PostgreSQL server: its version, what makes it unfit or unsafe, who is in the way,
//! and what role and database set. Asked for on a connection that has none of the settings of Quad's sessions.

use sqlx::{Connection, Executor, PgConnection};

use crate::error::DbError;
use crate::open::{Db, MigrationLock};
use crate::session::{EMPTY, REPLACED, TO_SCHEMA_OF_TABLES, refuse_unfit};

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
}
