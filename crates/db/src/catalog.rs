//! Catalogue: what tables a database has, how they hold their rows, and what must be taken away while they are filled: read
//! from the engines' own catalogues. It knows no table by name but the two that are never carried.

use std::collections::BTreeSet;

use sqlx::{AssertSqlSafe, Executor, PgConnection, SqliteConnection};

use crate::error::DbError;

/// Not carried: each side has its own, made by its migrations.
pub(crate) const STEPS: &str = "seaql_migrations";
/// Not carried: how far a transfer is (transfer.rs); in its target as long as it has not ended.
pub(crate) const UNDER_WAY: &str = "transfer_under_way";

/// What a column holds, as both engines keep it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Uuid,
    Bytes,
    Bool,
    Int,
    Text,
}

#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) name: String,
    pub(crate) columns: Vec<(String, Kind)>,
    /// Which columns are the primary key, in its order.
    pub(crate) key: Vec<usize>,
    /// The column that counts by itself, if any.
    pub(crate) counter: Option<String>,
}

impl Table {
    /// All columns, for a statement.
    pub(crate) fn names(&self) -> String {
        self.columns.iter().map(|(name, _)| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
    }

    /// The columns of the key, for a statement.
    pub(crate) fn key_names(&self) -> String {
        self.key.iter().map(|at| format!("\"{}\"", self.columns[*at].0)).collect::<Vec<_>>().join(", ")
    }
}

/// A table as it is read from a catalogue: which table, which column, its kind, whether it counts, its place in the key.
type Found = (String, String, Kind, bool, Option<i32>);

/// All tables of a PostgreSQL database that are carried, or `only` those of these names, parents before those that point to them as far as
/// their age says so.
pub(crate) async fn of_postgres(
    connection: &mut PgConnection,
    only: Option<&BTreeSet<String>>,
) -> Result<Vec<Table>, DbError> {
    let rows: Vec<(String, String, String, bool, Option<i32>)> = sqlx::query_as(
        "SELECT CAST(c.relname AS text), CAST(a.attname AS text), format_type(a.atttypid, NULL), a.attidentity <> '',
            array_position(CAST(k.conkey AS smallint[]), a.attnum)
         FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
            LEFT JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'p'
         WHERE c.relkind = 'r' AND c.relnamespace = CAST(quote_ident(current_schema()) AS regnamespace) AND c.relname NOT IN ($1, $2)
            AND (CAST($3 AS text[]) IS NULL OR CAST(c.relname AS text) = ANY(CAST($3 AS text[])))
         ORDER BY c.oid, a.attnum",
    )
    .bind(STEPS)
    .bind(UNDER_WAY)
    .bind(names(only))
    .fetch_all(connection)
    .await?;
    let known = |(table, column, kind, counts, place): (String, String, String, bool, Option<i32>)| {
        let kind = match kind.as_str() {
            "uuid" => Kind::Uuid,
            "bytea" => Kind::Bytes,
            "boolean" => Kind::Bool,
            "bigint" | "integer" | "smallint" => Kind::Int,
            "text" | "character varying" => Kind::Text,
            other => return Err(not_carried(&table, &column, other)),
        };
        Ok((table, column, kind, counts, place))
    };
    Ok(gathered(rows.into_iter().map(known).collect::<Result<_, _>>()?))
}

/// All tables of a SQLite database that are carried. SQLite does not say which bytes are a UUID, which matters to PostgreSQL only.
pub(crate) async fn of_sqlite(connection: &mut SqliteConnection) -> Result<Vec<Table>, DbError> {
    let rows: Vec<(String, String, String, i64, i64)> = sqlx::query_as(
        "SELECT m.name, p.name, lower(p.type), m.sql LIKE '%AUTOINCREMENT%' AND p.pk = 1, p.pk
         FROM sqlite_schema m JOIN pragma_table_info(m.name) p
         WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND m.name NOT IN ($1, $2)
         ORDER BY m.rowid, p.cid",
    )
    .bind(STEPS)
    .bind(UNDER_WAY)
    .fetch_all(connection)
    .await?;
    let known = |(table, column, kind, counts, place): (String, String, String, i64, i64)| {
        let kind = match kind.as_str() {
            "blob" | "uuid_text" => Kind::Bytes,
            "boolean" => Kind::Bool,
            "bigint" | "integer" | "smallint" => Kind::Int,
            "text" | "varchar" => Kind::Text,
            other => return Err(not_carried(&table, &column, other)),
        };
        Ok((table, column, kind, counts != 0, (place > 0).then_some(place as i32)))
    };
    Ok(gathered(rows.into_iter().map(known).collect::<Result<_, _>>()?))
}

fn names(only: Option<&BTreeSet<String>>) -> Option<Vec<String>> {
    only.map(|only| only.iter().cloned().collect())
}

fn not_carried(table: &str, column: &str, kind: &str) -> DbError {
    DbError::Unusable(format!("{table}.{column} is of a kind not carried: {kind}"))
}

/// Columns, in the order of their tables, as tables.
fn gathered(rows: Vec<Found>) -> Vec<Table> {
    let mut tables: Vec<Table> = Vec::new();
    let mut keys: Vec<Vec<(i32, usize)>> = Vec::new();
    for (table, column, kind, counts, place) in rows {
        if tables.last().is_none_or(|last| last.name != table) {
            tables.push(Table { name: table, columns: Vec::new(), key: Vec::new(), counter: None });
            keys.push(Vec::new());
        }
        if let (Some(last), Some(key)) = (tables.last_mut(), keys.last_mut()) {
            if counts {
                last.counter = Some(column.clone());
            }
            if let Some(place) = place {
                key.push((place, last.columns.len()));
            }
            last.columns.push((column, kind));
        }
    }
    for (table, mut key) in tables.iter_mut().zip(keys) {
        key.sort_unstable();
        table.key = key.into_iter().map(|(_, at)| at).collect();
    }
    tables
}

/// Takes all keys and indexes of a PostgreSQL database away, or `only` those of tables of these names, and returns the statements that make
/// them again, in an order that works.
pub(crate) async fn without_keys(
    to: &mut PgConnection,
    only: Option<&BTreeSet<String>>,
) -> Result<Vec<String>, DbError> {
    let constraints: Vec<(String, String)> = sqlx::query_as(
        "SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', CAST(conrelid AS regclass), conname),
            format('ALTER TABLE %s ADD CONSTRAINT %I %s', CAST(conrelid AS regclass), conname, pg_get_constraintdef(oid))
         FROM pg_constraint WHERE contype IN ('f', 'p', 'u') AND connamespace = CAST(quote_ident(current_schema()) AS regnamespace)
            AND (CAST($1 AS text[]) IS NULL
                OR conrelid IN (SELECT oid FROM pg_class WHERE CAST(relname AS text) = ANY(CAST($1 AS text[]))))
         ORDER BY contype = 'f' DESC, conname",
    )
    .bind(names(only))
    .fetch_all(&mut *to)
    .await?;
    // Those of constraints go with them.
    let indexes: Vec<(String, String)> = sqlx::query_as(
        "SELECT format('DROP INDEX %s', CAST(i.indexrelid AS regclass)), pg_get_indexdef(i.indexrelid)
         FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
         WHERE c.relnamespace = CAST(quote_ident(current_schema()) AS regnamespace)
            AND (CAST($1 AS text[]) IS NULL OR CAST(c.relname AS text) = ANY(CAST($1 AS text[])))
            AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u'))",
    )
    .bind(names(only))
    .fetch_all(&mut *to)
    .await?;
    let mut again = Vec::new();
    for (drop, make) in constraints.into_iter().chain(indexes) {
        to.execute(AssertSqlSafe(drop)).await?;
        again.push(make);
    }
    // Foreign keys came first and need the keys they point to.
    again.reverse();
    Ok(again)
}

/// Takes the indexes of a SQLite database away that can be, and returns the statements that make them again. The keys
/// themselves are part of their tables and stay.
pub(crate) async fn without_indexes(to: &mut SqliteConnection) -> Result<Vec<String>, DbError> {
    let indexes: Vec<(String, String)> =
        sqlx::query_as("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
            .fetch_all(&mut *to)
            .await?;
    let mut again = Vec::new();
    for (name, text) in indexes {
        to.execute(AssertSqlSafe(format!("DROP INDEX \"{name}\""))).await?;
        again.push(text);
    }
    Ok(again)
}

/// The last number a counting column of PostgreSQL has given; 0 when none.
pub(crate) async fn given_by_postgres(
    connection: &mut PgConnection,
    table: &str,
    column: &str,
) -> Result<i64, DbError> {
    let sequence: String = sqlx::query_scalar("SELECT pg_get_serial_sequence($1, $2)")
        .bind(table)
        .bind(column)
        .fetch_one(&mut *connection)
        .await?;
    // A role that only counts may not read the sequence itself. Newer versions have nothing to say to whoever may neither.
    let given: Option<i64> = sqlx::query_scalar(
        "SELECT CASE WHEN has_sequence_privilege($1, 'USAGE') OR has_sequence_privilege($1, 'SELECT')
            THEN COALESCE(pg_sequence_last_value(CAST($1 AS regclass)), 0) END",
    )
    .bind(&sequence)
    .fetch_one(connection)
    .await?;
    given.ok_or_else(|| DbError::Unusable(format!("this role may not read the counter {sequence}: GRANT USAGE ON it")))
}

/// Has a counting column of PostgreSQL go on after a number.
pub(crate) async fn go_on_in_postgres(
    connection: &mut PgConnection,
    table: &str,
    column: &str,
    given: i64,
) -> Result<(), DbError> {
    sqlx::query("SELECT setval(pg_get_serial_sequence($1, $2), GREATEST($3, 1), $3 > 0)")
        .bind(table)
        .bind(column)
        .bind(given)
        .execute(connection)
        .await?;
    Ok(())
}

/// The last number the counting column of a SQLite table has given; 0 when none.
pub(crate) async fn given_by_sqlite(connection: &mut SqliteConnection, table: &str) -> Result<i64, DbError> {
    let given: Option<i64> = sqlx::query_scalar("SELECT seq FROM sqlite_sequence WHERE name = $1")
        .bind(table)
        .fetch_optional(connection)
        .await?;
    Ok(given.unwrap_or(0))
}

/// Has the counting column of a SQLite table go on after a number.
pub(crate) async fn go_on_in_sqlite(connection: &mut SqliteConnection, table: &str, given: i64) -> Result<(), DbError> {
    sqlx::query("DELETE FROM sqlite_sequence WHERE name = $1").bind(table).execute(&mut *connection).await?;
    sqlx::query("INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)")
        .bind(table)
        .bind(given)
        .execute(connection)
        .await?;
    Ok(())
}
