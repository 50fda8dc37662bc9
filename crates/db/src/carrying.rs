//! All rows of one database in another: out of PostgreSQL into a SQLite file, and out of such a file into PostgreSQL.
//!
//! Both sides have the same schema, made by the same migrations; it is PostgreSQL's catalogue that says what is a UUID and what
//! are bytes. Rows travel as PostgreSQL's own COPY text, table by table, without ever being all in memory. Keys and indexes
//! are made after the rows, which is several times as quick and proves them. It knows no table.

use std::path::Path;

use futures::TryStreamExt;
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor, PgConnection, Row, SqliteConnection};

use crate::error::DbError;

/// Parameters of one INSERT: below SQLite's bound, and few enough to stay in a processor's cache.
const PARAMETERS: usize = 2_000;
/// Bytes gathered before they are sent to PostgreSQL.
const GATHERED: usize = 256 * 1024;
/// Not carried: each side has its own, made by its migrations.
const STEPS: &str = "seaql_migrations";

/// What a column holds, as both engines keep it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Uuid,
    Bytes,
    Bool,
    Int,
    Text,
}

#[derive(Debug)]
struct Table {
    name: String,
    columns: Vec<(String, Kind)>,
    /// Columns of the primary key, in its order.
    key: Vec<String>,
    /// The column that counts by itself, if any.
    counter: Option<String>,
}

impl Table {
    fn names(&self) -> String {
        self.columns.iter().map(|(name, _)| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
    }

    /// Rows of a SQLite table as lines of COPY's text.
    fn lines(&self) -> String {
        let column = |(name, kind): &(String, Kind)| {
            let text = match kind {
                Kind::Uuid => format!("hex(\"{name}\")"),
                Kind::Bytes => format!("'\\\\x' || hex(\"{name}\")"),
                Kind::Bool | Kind::Int => format!("\"{name}\""),
                Kind::Text => format!(
                    "replace(replace(replace(replace(\"{name}\", '\\', '\\\\'), char(9), '\\t'), char(10), '\\n'), char(13), '\\r')"
                ),
            };
            // hex(NULL) is empty, not NULL.
            format!("CASE WHEN \"{name}\" IS NULL THEN '\\N' ELSE {text} END")
        };
        let columns: Vec<String> = self.columns.iter().map(column).collect();
        format!("SELECT {} || char(10) FROM \"{}\"", columns.join(" || char(9) || "), self.name)
    }
}

/// Writes all rows PostgreSQL has at one moment into a SQLite file whose tables are made.
pub(crate) async fn into_file(server: &PgConnectOptions, file: &Path) -> Result<(), DbError> {
    let mut from = PgConnection::connect_with(server).await?;
    let mut to = open_file(file).await?;
    // One moment for all tables, and for the numbers that are given next.
    from.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
    let tables = tables(&mut from).await?;
    let indexes: Vec<(String, String)> =
        sqlx::query_as("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
            .fetch_all(&mut to)
            .await?;
    to.execute("BEGIN").await?;
    for (name, _) in &indexes {
        to.execute(AssertSqlSafe(format!("DROP INDEX \"{name}\""))).await?;
    }
    for table in &tables {
        to.execute(AssertSqlSafe(format!("DELETE FROM \"{}\"", table.name))).await?;
        insert_all(&mut from, &mut to, table).await?;
        if let Some(column) = &table.counter {
            let given = last_given(&mut from, &table.name, column).await?;
            sqlx::query("DELETE FROM sqlite_sequence WHERE name = $1").bind(&table.name).execute(&mut to).await?;
            sqlx::query("INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)")
                .bind(&table.name)
                .bind(given)
                .execute(&mut to)
                .await?;
        }
    }
    for (_, text) in indexes {
        to.execute(AssertSqlSafe(text)).await?;
    }
    to.execute("COMMIT").await?;
    to.close().await?;
    Ok(from.close().await?)
}

async fn insert_all(from: &mut PgConnection, to: &mut SqliteConnection, table: &Table) -> Result<(), DbError> {
    let order = if table.key.is_empty() { String::new() } else { format!(" ORDER BY {}", table.key.join(", ")) };
    let copy = format!("COPY (SELECT {} FROM \"{}\"{order}) TO STDOUT", table.names(), table.name);
    let mut rows = Rows::new(table);
    let mut rest: Vec<u8> = Vec::new();
    let mut stream = from.copy_out_raw(&copy).await?;
    while let Some(bytes) = stream.try_next().await? {
        rest.extend_from_slice(&bytes);
        let Some(end) = rest.iter().rposition(|byte| *byte == b'\n') else { continue };
        for line in rest[..end].split(|byte| *byte == b'\n') {
            rows.add(line)?;
            if rows.is_full() {
                rows.insert(to).await?;
            }
        }
        rest.drain(..=end);
    }
    drop(stream);
    rows.insert(to).await
}

/// Rows that wait to be inserted together.
struct Rows<'a> {
    table: &'a Table,
    most: usize,
    count: usize,
    values: Vec<Value>,
}

enum Value {
    Null,
    Int(i64),
    Text(String),
    Bytes(Vec<u8>),
}

impl<'a> Rows<'a> {
    fn new(table: &'a Table) -> Self {
        let most = (PARAMETERS / table.columns.len().max(1)).max(1);
        Self { table, most, count: 0, values: Vec::new() }
    }

    fn is_full(&self) -> bool {
        self.count == self.most
    }

    fn add(&mut self, line: &[u8]) -> Result<(), DbError> {
        let mut fields = line.split(|byte| *byte == b'\t');
        for (name, kind) in &self.table.columns {
            let field = fields.next().and_then(|field| value(field, *kind));
            let odd = || DbError::Unusable(format!("{}.{name} has a value that cannot be read", self.table.name));
            self.values.push(field.ok_or_else(odd)?);
        }
        self.count += 1;
        Ok(())
    }

    async fn insert(&mut self, to: &mut SqliteConnection) -> Result<(), DbError> {
        if self.count == 0 {
            return Ok(());
        }
        let row = format!("({})", vec!["?"; self.table.columns.len()].join(", "));
        let rows = vec![row; self.count].join(", ");
        let text = format!("INSERT INTO \"{}\" ({}) VALUES {rows}", self.table.name, self.table.names());
        let mut statement = sqlx::query(AssertSqlSafe(text));
        for value in self.values.drain(..) {
            statement = match value {
                Value::Null => statement.bind(None::<i64>),
                Value::Int(number) => statement.bind(number),
                Value::Text(text) => statement.bind(text),
                Value::Bytes(bytes) => statement.bind(bytes),
            };
        }
        statement.execute(to).await?;
        self.count = 0;
        Ok(())
    }
}

/// A field of COPY's text.
fn value(field: &[u8], kind: Kind) -> Option<Value> {
    if field == b"\\N" {
        return Some(Value::Null);
    }
    Some(match kind {
        Kind::Int => Value::Int(std::str::from_utf8(field).ok()?.parse().ok()?),
        Kind::Bool => Value::Int(i64::from(field == b"t")),
        Kind::Uuid => {
            let digits: Vec<u8> = field.iter().copied().filter(|byte| *byte != b'-').collect();
            Value::Bytes(hex::decode(digits).ok()?)
        }
        Kind::Bytes => Value::Bytes(hex::decode(field.strip_prefix(b"\\\\x")?).ok()?),
        Kind::Text => Value::Text(String::from_utf8(unescaped(field)).ok()?),
    })
}

fn unescaped(field: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(field.len());
    let mut bytes = field.iter().copied();
    while let Some(byte) = bytes.next() {
        text.push(match byte {
            b'\\' => match bytes.next() {
                Some(b'n') => b'\n',
                Some(b't') => b'\t',
                Some(b'r') => b'\r',
                Some(b'b') => 8,
                Some(b'f') => 12,
                Some(b'v') => 11,
                Some(other) => other,
                None => b'\\',
            },
            other => other,
        });
    }
    text
}

/// Replaces all rows of a PostgreSQL database whose tables are made by those of a SQLite file, or none.
pub(crate) async fn out_of_file(file: &Path, server: &PgConnectOptions) -> Result<(), DbError> {
    let mut from = open_file(file).await?;
    let mut to = PgConnection::connect_with(server).await?;
    to.execute("BEGIN").await?;
    to.execute("SET LOCAL maintenance_work_mem = '256MB'").await?;
    let tables = tables(&mut to).await?;
    let again = without_keys(&mut to).await?;
    for table in &tables {
        to.execute(AssertSqlSafe(format!("TRUNCATE \"{}\"", table.name))).await?;
    }
    for table in &tables {
        let sent = send_all(&mut from, &mut to, table).await?;
        let there: i64 = sqlx::query_scalar(AssertSqlSafe(format!("SELECT COUNT(*) FROM \"{}\"", table.name)))
            .fetch_one(&mut from)
            .await?;
        if i64::try_from(sent) != Ok(there) {
            return Err(DbError::Unusable(format!("{}: {sent} of {there} rows arrived", table.name)));
        }
        if let Some(column) = &table.counter {
            let given: Option<i64> = sqlx::query_scalar("SELECT seq FROM sqlite_sequence WHERE name = $1")
                .bind(&table.name)
                .fetch_optional(&mut from)
                .await?;
            let given = given.unwrap_or(0);
            sqlx::query("SELECT setval(pg_get_serial_sequence($1, $2), GREATEST($3, 1), $3 > 0)")
                .bind(&table.name)
                .bind(column)
                .bind(given)
                .execute(&mut to)
                .await?;
        }
    }
    for text in again {
        to.execute(AssertSqlSafe(text)).await?;
    }
    to.execute("COMMIT").await?;
    to.execute("ANALYZE").await?;
    to.close().await?;
    Ok(from.close().await?)
}

async fn send_all(from: &mut SqliteConnection, to: &mut PgConnection, table: &Table) -> Result<u64, DbError> {
    let mut copy = to.copy_in_raw(&format!("COPY \"{}\" ({}) FROM STDIN", table.name, table.names())).await?;
    let mut gathered = Vec::with_capacity(GATHERED * 2);
    let mut rows = sqlx::query(AssertSqlSafe(table.lines())).fetch(&mut *from);
    while let Some(row) = rows.try_next().await? {
        gathered.extend_from_slice(row.try_get::<&str, _>(0)?.as_bytes());
        if gathered.len() >= GATHERED {
            copy.send(gathered.as_slice()).await?;
            gathered.clear();
        }
    }
    drop(rows);
    copy.send(gathered.as_slice()).await?;
    Ok(copy.finish().await?)
}

/// Takes all keys and indexes away, and answers the statements that make them again, in an order that works.
async fn without_keys(to: &mut PgConnection) -> Result<Vec<String>, DbError> {
    let constraints: Vec<(String, String)> = sqlx::query_as(
        "SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', CAST(conrelid AS regclass), conname),
            format('ALTER TABLE %s ADD CONSTRAINT %I %s', CAST(conrelid AS regclass), conname, pg_get_constraintdef(oid))
         FROM pg_constraint WHERE contype IN ('f', 'p', 'u') AND connamespace = CAST(current_schema() AS regnamespace)
         ORDER BY contype = 'f' DESC, conname",
    )
    .fetch_all(&mut *to)
    .await?;
    // Those of constraints go with them.
    let indexes: Vec<(String, String)> = sqlx::query_as(
        "SELECT format('DROP INDEX %s', CAST(i.indexrelid AS regclass)), pg_get_indexdef(i.indexrelid)
         FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
         WHERE c.relnamespace = CAST(current_schema() AS regnamespace)
            AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u'))",
    )
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

/// All tables but the steps', parents before those that point to them as far as their age says so.
async fn tables(connection: &mut PgConnection) -> Result<Vec<Table>, DbError> {
    let rows: Vec<(String, String, String, bool, Option<i32>)> = sqlx::query_as(
        "SELECT CAST(c.relname AS text), CAST(a.attname AS text), format_type(a.atttypid, NULL), a.attidentity <> '',
            array_position(CAST(k.conkey AS smallint[]), a.attnum)
         FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
            LEFT JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'p'
         WHERE c.relkind = 'r' AND c.relnamespace = CAST(current_schema() AS regnamespace) AND c.relname <> $1
         ORDER BY c.oid, a.attnum",
    )
    .bind(STEPS)
    .fetch_all(connection)
    .await?;
    let mut tables: Vec<Table> = Vec::new();
    let mut keys: Vec<Vec<(i32, String)>> = Vec::new();
    for (table, column, kind, counts, place) in rows {
        let kind = match kind.as_str() {
            "uuid" => Kind::Uuid,
            "bytea" => Kind::Bytes,
            "boolean" => Kind::Bool,
            "bigint" | "integer" | "smallint" => Kind::Int,
            "text" | "character varying" => Kind::Text,
            other => return Err(DbError::Unusable(format!("{table}.{column} is of a kind not carried: {other}"))),
        };
        if tables.last().is_none_or(|last| last.name != table) {
            tables.push(Table { name: table, columns: Vec::new(), key: Vec::new(), counter: None });
            keys.push(Vec::new());
        }
        if let (Some(last), Some(key)) = (tables.last_mut(), keys.last_mut()) {
            if counts {
                last.counter = Some(column.clone());
            }
            if let Some(place) = place {
                key.push((place, format!("\"{column}\"")));
            }
            last.columns.push((column, kind));
        }
    }
    for (table, mut key) in tables.iter_mut().zip(keys) {
        key.sort_unstable();
        table.key = key.into_iter().map(|(_, column)| column).collect();
    }
    Ok(tables)
}

/// The last number a counting column has given; 0 when none.
async fn last_given(connection: &mut PgConnection, table: &str, column: &str) -> Result<i64, DbError> {
    let sequence: String = sqlx::query_scalar("SELECT pg_get_serial_sequence($1, $2)")
        .bind(table)
        .bind(column)
        .fetch_one(&mut *connection)
        .await?;
    let text = format!("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {sequence}");
    Ok(sqlx::query_scalar(AssertSqlSafe(text)).fetch_one(connection).await?)
}

/// A file that nobody else has open, and that is made again when something goes wrong: nothing needs to be durable.
async fn open_file(file: &Path) -> Result<SqliteConnection, DbError> {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .foreign_keys(false)
        .journal_mode(SqliteJournalMode::Off)
        .synchronous(SqliteSynchronous::Off)
        .pragma("cache_size", "-200000")
        .pragma("temp_store", "memory")
        .statement_cache_capacity(8)
        .disable_statement_logging();
    Ok(options.connect().await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_as_they_were() {
        assert!(matches!(value(b"\\N", Kind::Text), Some(Value::Null)));
        assert!(matches!(value(b"-7", Kind::Int), Some(Value::Int(-7))));
        assert!(matches!(value(b"t", Kind::Bool), Some(Value::Int(1))));
        assert!(matches!(value(b"\\\\x00ff", Kind::Bytes), Some(Value::Bytes(bytes)) if bytes == [0, 255]));
        assert!(matches!(value(b"a\\tb\\\\n\\nc", Kind::Text), Some(Value::Text(text)) if text == "a\tb\\n\nc"));
        assert!(value(b"x", Kind::Int).is_none() && value(b"zz", Kind::Uuid).is_none());
    }
}
