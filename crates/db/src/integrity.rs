//! Database health: the engine's own integrity check, dangling references, its clock and its connection limit.

use crate::row::FromRow;

use crate::error::DbError;
use crate::open::{Db, Engine};
use crate::sql::sql;

#[derive(FromRow)]
struct Flaw {
    flaw: String,
}

#[derive(FromRow)]
struct Reference {
    name: String,
    child: String,
    parent: String,
    matches: String,
    is_set: String,
}

impl Db {
    /// What the engine finds wrong with its own files; nothing when all is well. SQLite reads every page and each row, and when
    /// it shall be thorough compares each index with its table, which takes five times as long. PostgreSQL tells of indexes it gave up, constraints nobody proved and pages whose
    /// checksum was wrong; reading all of it is its own `pg_amcheck`'s work.
    ///
    /// # Errors
    /// As any reading statement.
    pub async fn flaws(&self, thorough: bool, most: usize) -> Result<Vec<String>, DbError> {
        let text = match self.engine {
            Engine::Sqlite => {
                let check = if thorough { "integrity_check" } else { "quick_check" };
                format!("SELECT {check} AS flaw FROM pragma_{check} WHERE {check} <> 'ok' LIMIT {most}")
            }
            Engine::Postgres => format!(
                "SELECT * FROM (
                    SELECT 'the index ' || CAST(indexrelid AS regclass) || ' is not valid' AS flaw
                        FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
                        WHERE NOT i.indisvalid AND c.relnamespace = CAST(quote_ident(current_schema()) AS regnamespace)
                    UNION ALL SELECT 'the constraint ' || conname || ' is not proven'
                        FROM pg_constraint WHERE NOT convalidated AND connamespace = CAST(quote_ident(current_schema()) AS regnamespace)
                    UNION ALL SELECT checksum_failures || ' pages with a wrong checksum'
                        FROM pg_stat_database WHERE datname = current_database() AND checksum_failures > 0
                 ) flaws LIMIT {most}"
            ),
        };
        Ok(sql(text).all::<Flaw>(self).await?.into_iter().map(|row| row.flaw).collect())
    }

    /// The database's own clock, in milliseconds since 1970 UTC. On SQLite it is this machine's.
    ///
    /// # Errors
    /// As any reading statement.
    pub async fn clock_ms(&self) -> Result<i64, DbError> {
        let now = sql(match self.engine {
            Engine::Sqlite => "SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS value",
            Engine::Postgres => "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT) AS value",
        });
        Ok(now.value(self).await?.unwrap_or_default())
    }

    /// How many connections people other than its superusers may have in all, beside those of Quad or not: to the server, to the
    /// database, or as this role, whichever is less; nothing on SQLite.
    ///
    /// # Errors
    /// As any reading statement.
    pub async fn connections_allowed(&self) -> Result<Option<i64>, DbError> {
        if self.engine == Engine::Sqlite {
            return Ok(None);
        }
        sql("SELECT CAST(LEAST(
                CAST(current_setting('max_connections') AS BIGINT)
                    - CAST(current_setting('superuser_reserved_connections') AS BIGINT),
                (SELECT CAST(NULLIF(datconnlimit, -1) AS BIGINT) FROM pg_database WHERE datname = current_database()),
                (SELECT CAST(NULLIF(rolconnlimit, -1) AS BIGINT) FROM pg_roles WHERE rolname = current_user)
            ) AS BIGINT) AS value")
        .value(self)
        .await
    }

    /// Rows that point to a row that is not there, by the foreign keys the schema declares, as `table → table`. The engines
    /// see to it while they write; this looks whether it is so.
    ///
    /// # Errors
    /// As any reading statement.
    pub async fn dangling(&self, most: usize) -> Result<Vec<String>, DbError> {
        if self.engine == Engine::Sqlite {
            let text = format!(
                "SELECT \"table\" || COALESCE(' row ' || rowid, '') || ' → ' || parent AS flaw
                 FROM pragma_foreign_key_check LIMIT {most}"
            );
            return Ok(sql(text).all::<Flaw>(self).await?.into_iter().map(|row| row.flaw).collect());
        }
        let references: Vec<Reference> = sql("SELECT conname AS name, quote_ident(c.relname) AS child,
                quote_ident(p.relname) AS parent,
                string_agg('p.' || quote_ident(pa.attname) || ' = c.' || quote_ident(ca.attname), ' AND ') AS matches,
                string_agg('c.' || quote_ident(ca.attname) || ' IS NOT NULL', ' AND ') AS is_set
             FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class p ON p.oid = k.confrelid
                CROSS JOIN LATERAL unnest(k.conkey, k.confkey) AS pair (child_no, parent_no)
                JOIN pg_attribute ca ON ca.attrelid = c.oid AND ca.attnum = pair.child_no
                JOIN pg_attribute pa ON pa.attrelid = p.oid AND pa.attnum = pair.parent_no
             WHERE k.contype = 'f' AND k.connamespace = CAST(quote_ident(current_schema()) AS regnamespace)
             GROUP BY conname, c.relname, p.relname ORDER BY c.relname, conname")
        .all(self)
        .await?;
        let mut found = Vec::new();
        for Reference { name, child, parent, matches, is_set } in references {
            let text = format!(
                "SELECT '{child} → {parent} ({name})' AS flaw FROM {child} c
                 WHERE {is_set} AND NOT EXISTS (SELECT 1 FROM {parent} p WHERE {matches}) LIMIT {}",
                most - found.len()
            );
            found.extend(sql(text).all::<Flaw>(self).await?.into_iter().map(|row| row.flaw));
            if found.len() >= most {
                break;
            }
        }
        Ok(found)
    }
}
