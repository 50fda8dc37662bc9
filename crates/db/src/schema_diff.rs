//! Schema diff: whether a database has the tables, columns and keys that its migrations make. An engine goes on well without a
//! unique index that somebody dropped, until two are first.
//!
//! The migrations are asked themselves, in an empty SQLite file beside; what is compared are names of columns, which both engines
//! have in common.

use std::collections::BTreeSet;
use std::path::Path;

use crate::migrate::MigrationList;
use crate::row::FromRow;

use crate::error::DbError;
use crate::open::{Db, Engine};
use crate::sql::sql;

#[derive(FromRow)]
struct ColumnRow {
    owner: String,
    name: String,
}

#[derive(FromRow)]
struct KeyRow {
    owner: String,
    /// Tells one index from another.
    key: String,
    is_unique: bool,
    /// Nothing for an expression.
    name: Option<String>,
}

/// A table's index: whether it is unique, and its columns in order.
type Key = (String, bool, Vec<String>);

struct Shape {
    columns: BTreeSet<(String, String)>,
    keys: BTreeSet<Key>,
}

impl Db {
    /// What this database lacks of the schema that its migrations make, in words; nothing when all is there. `beside` is an
    /// empty folder to make that schema in.
    ///
    /// # Errors
    /// As any reading statement.
    pub async fn lacks<M: MigrationList>(&self, beside: &Path) -> Result<Vec<String>, DbError> {
        let file = beside.join("schema.db");
        let made = Self::open_file(&file).await?;
        let wanted = async {
            made.take_steps::<M>(usize::MAX).await?;
            made.shape().await
        }
        .await;
        made.close_file(&file).await;
        let (wanted, found) = (wanted?, self.shape().await?);
        let tables: BTreeSet<&String> = found.columns.iter().map(|(table, _)| table).collect();
        let mut lacks: Vec<String> = Vec::new();
        for (table, column) in wanted.columns.difference(&found.columns) {
            let said = if tables.contains(table) {
                format!("no column {table}.{column}")
            } else {
                format!("no table {table}")
            };
            if lacks.last() != Some(&said) {
                lacks.push(said);
            }
        }
        for (table, is_unique, columns) in wanted.keys.difference(&found.keys) {
            if tables.contains(table) {
                let kind = if *is_unique { "unique index" } else { "index" };
                lacks.push(format!("no {kind} on {table} ({})", columns.join(", ")));
            }
        }
        Ok(lacks)
    }

    /// The names of all tables that the migrations make, also of those that a later one takes away again. `beside` is a folder to make
    /// them in, where nobody else does.
    pub(crate) async fn tables_of<M: MigrationList>(beside: &Path) -> Result<BTreeSet<String>, DbError> {
        let file = beside.join("steps.db");
        // Of one that was killed here.
        for left in ["steps.db", "steps.db-wal", "steps.db-shm"] {
            let _ = std::fs::remove_file(beside.join(left));
        }
        let made = Self::open_file(&file).await?;
        let asked = async {
            let mut names = BTreeSet::new();
            for _ in M::steps() {
                made.take_steps::<M>(1).await?;
                names.extend(made.shape().await?.columns.into_iter().map(|(table, _)| table));
            }
            Ok(names)
        }
        .await;
        made.close_file(&file).await;
        // Whatever is left of it is in a folder that goes.
        let _ = std::fs::remove_file(&file);
        asked
    }

    async fn shape(&self) -> Result<Shape, DbError> {
        let (columns, keys) = match self.engine {
            Engine::Sqlite => (
                "SELECT m.name AS owner, p.name FROM sqlite_schema m JOIN pragma_table_info(m.name) p
                 WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
                // A primary key of whole numbers has no index of its own, and is one all the same.
                "SELECT owner, key, is_unique, name FROM (
                    SELECT m.name AS owner, l.name AS key, l.\"unique\" AS is_unique, i.name, i.seqno AS place
                    FROM sqlite_schema m JOIN pragma_index_list(m.name) l JOIN pragma_index_info(l.name) i
                    WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
                    UNION ALL SELECT m.name, '', TRUE, p.name, p.pk FROM sqlite_schema m JOIN pragma_table_info(m.name) p
                    WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND p.pk > 0
                 ) ORDER BY owner, key, place",
            ),
            Engine::Postgres => (
                "SELECT CAST(c.relname AS text) AS owner, CAST(a.attname AS text) AS name
                 FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
                 WHERE c.relkind = 'r' AND c.relnamespace = CAST(quote_ident(current_schema()) AS regnamespace)",
                "SELECT CAST(c.relname AS text) AS owner, CAST(i.indexrelid AS text) AS key, i.indisunique AS is_unique,
                    CAST(a.attname AS text) AS name
                 FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
                    CROSS JOIN LATERAL unnest(CAST(i.indkey AS smallint[])) WITH ORDINALITY AS k (number, place)
                    LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number
                 WHERE c.relnamespace = CAST(quote_ident(current_schema()) AS regnamespace) AND i.indisvalid
                 ORDER BY i.indexrelid, k.place",
            ),
        };
        let columns: Vec<ColumnRow> = sql(columns).all(self).await?;
        let mut keys_found: Vec<(String, Key)> = Vec::new();
        for KeyRow { owner, key, is_unique, name } in sql(keys).all::<KeyRow>(self).await? {
            let name = name.unwrap_or_else(|| "an expression".into());
            match keys_found.last_mut() {
                Some((last, (table, _, columns))) if *last == key && *table == owner => columns.push(name),
                _ => keys_found.push((key, (owner, is_unique, vec![name]))),
            }
        }
        Ok(Shape {
            columns: columns.into_iter().map(|row| (row.owner, row.name)).collect(),
            keys: keys_found.into_iter().map(|(_, key)| key).collect(),
        })
    }
}
