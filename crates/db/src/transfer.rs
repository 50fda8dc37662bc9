//! Transfer: a whole database into another, on either engine: `quad transfer`.
//!
//! Rows go over in batches, by their key. How far it is stands in the target, in a table of its own, and is written in the
//! transaction that adds the rows, so that a transfer which was cut off anywhere goes on where it stood. As long as that table
//! is there nobody may use the target (`Db::schema` refuses it). Keys and indexes are made after the rows, which is several
//! times as quick and proves them; then all rows of both sides are compared (compare_databases.rs), and only then the table goes.
//!
//! It refuses a source that somebody has open, and a target that holds anything else. It knows no table.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use crate::migrate::MigrationList;

use crate::catalog::{Kind, Table, UNDER_WAY};
use crate::compare_databases::{Compared, compared};
use crate::copy_format::values;
use crate::endpoint::{Endpoint, file_of, name};
use crate::error::DbError;
use crate::open::{Db, OpenOptions};
use crate::value::quoted;

/// Rows added at a time at first.
const FIRST_BATCH: usize = 1_000;
/// A batch with fewer bytes than this is followed by one of twice as many rows. It bounds what a cut costs and what is in
/// memory. To PostgreSQL the end of each batch waits for the network's late word that its rows have arrived (sqlx 0.9.0
/// leaves Nagle's rule on): 40 ms, which for 1,000 short rows was most of the time.
const SMALL_BATCH: usize = 2 * 1024 * 1024;
/// How often a long table says how far it is.
const BEAT: Duration = Duration::from_secs(2);

/// Says how far it is.
type Tell<'a> = dyn Fn(&str) + Send + Sync + 'a;

/// Copies all rows of one database into another, empty one, or goes on with that. What it answers was compared: when a table
/// differs, the target stays unusable.
///
/// # Errors
/// [`DbError::Unusable`] with a sentence for the operator: a source in use or of another version, a target that is not empty.
pub async fn transfer<M: MigrationList>(from: &str, to: &str, tell: &Tell<'_>) -> Result<Vec<Compared>, DbError> {
    let (source_name, target_name) = (name(from)?, name(to)?);
    if source_name == target_name {
        return Err(DbError::Unusable("source and target are the same database".into()));
    }
    let mut source = of_this_version::<M>(from, "source").await?;
    let mut target = begun::<M>(to, &source_name).await?;
    let tables = agreed(source.tables().await?, &target.tables().await?)?;
    copy(&mut source, &mut target, &tables, tell).await?;
    tell("comparing both sides");
    let found = compared(&mut source, &mut target, &tables, tell).await?;
    if found.iter().all(Compared::is_equal) {
        target.settle().await?;
        target.run(format!("DROP TABLE {UNDER_WAY}")).await?;
    }
    target.close().await?;
    source.close().await?;
    Ok(found)
}

/// Only compares, and changes neither.
///
/// # Errors
/// As [`transfer`].
pub async fn compare<M: MigrationList>(from: &str, to: &str, tell: &Tell<'_>) -> Result<Vec<Compared>, DbError> {
    let mut source = of_this_version::<M>(from, "source").await?;
    let mut target = of_this_version::<M>(to, "target").await?;
    let tables = agreed(source.tables().await?, &target.tables().await?)?;
    let found = compared(&mut source, &mut target, &tables, tell).await?;
    target.close().await?;
    source.close().await?;
    Ok(found)
}

/// A database to read, with the schema this version knows.
async fn of_this_version<M: MigrationList>(url: &str, which: &str) -> Result<Endpoint, DbError> {
    if let Some(file) = file_of(url)?.filter(|file| !file.exists()) {
        return Err(DbError::Unusable(format!("the {which} is not there: there is no file {}", file.display())));
    }
    let db = Db::open(url, &OpenOptions { connections: 2, ..OpenOptions::default() }).await.map_err(at(which))?;
    let schema = db.schema::<M>().await;
    db.close().await;
    let schema = schema.map_err(at(which))?;
    schema.refuse_newer().map_err(at(which))?;
    if schema.applied.is_empty() {
        return Err(DbError::Unusable(format!("the {which} is no database of Quad: its tables are missing")));
    }
    if !schema.pending.is_empty() {
        let steps = schema.pending.len();
        return Err(DbError::Unusable(format!(
            "the {which} is not up to date ({steps} steps are missing): quad migrate for it first"
        )));
    }
    Endpoint::source(url).await.map_err(at(which))
}

/// Says of which side an error is, where it is a sentence.
fn at(which: &str) -> impl Fn(DbError) -> DbError {
    move |error| match error {
        DbError::Unusable(said) => DbError::Unusable(format!("the {which}: {said}")),
        other => other,
    }
}

/// The target, with tables in it, and the mark that says from where it is filled.
async fn begun<M: MigrationList>(url: &str, source: &str) -> Result<Endpoint, DbError> {
    let mut side = Endpoint::target(url).await.map_err(at("target"))?;
    let names = side.names().await?;
    if let Some(first) = names.first().filter(|_| !names.iter().any(|name| name == UNDER_WAY)) {
        return Err(DbError::Unusable(format!(
            "the target is not empty (there is {first} in it): a transfer goes into an empty database only. Nothing was changed"
        )));
    }
    if names.is_empty() {
        // Before anything else, so that a cut while the tables are made is no riddle.
        side.run(format!(
            "BEGIN; CREATE TABLE {UNDER_WAY} (kind TEXT NOT NULL, name TEXT NOT NULL, said TEXT, rows BIGINT NOT NULL);
             INSERT INTO {UNDER_WAY} (kind, name, rows) VALUES ('source', {}, 0); COMMIT",
            quoted(source)
        ))
        .await?;
    }
    let progress = Progress::read(&mut side).await?;
    if progress.source.as_deref() != Some(source) {
        let other = progress.source.unwrap_or_else(|| "nowhere".into());
        return Err(DbError::Unusable(format!(
            "the target holds a part of {other}, which is another source: end that transfer, or empty the target first"
        )));
    }
    // The steps need the database to themselves.
    side.close().await?;
    let db = Db::open(url, &OpenOptions { connections: 2, ..OpenOptions::default() }).await?;
    let ready = async {
        if progress.tables.is_empty() {
            return db.migrate_as_it_is::<M>(None).await;
        }
        let schema = db.steps::<M>().await?;
        if schema.pending.is_empty() && schema.unknown.is_empty() {
            return Ok(0);
        }
        Err(DbError::Unusable(
            "the transfer was begun by another version of Quad: use that one, or empty the target first".into(),
        ))
    }
    .await;
    db.close().await;
    ready.map_err(at("target"))?;
    Endpoint::target(url).await.map_err(at("target"))
}

/// Both must have the same tables. Returns the source's, which have their keys; that bytes are a UUID PostgreSQL alone knows.
fn agreed(mut source: Vec<Table>, target: &[Table]) -> Result<Vec<Table>, DbError> {
    let kinds = |tables: &[Table]| {
        let columns = tables.iter().flat_map(|table| table.columns.iter().map(|column| (table.name.clone(), column)));
        columns.map(|(table, (column, kind))| ((table, column.clone()), *kind)).collect::<HashMap<_, _>>()
    };
    let (ours, theirs) = (kinds(&source), kinds(target));
    let elsewhere = ours.keys().find(|name| !theirs.contains_key(*name));
    if let Some((table, column)) = elsewhere.or_else(|| theirs.keys().find(|name| !ours.contains_key(*name))) {
        return Err(DbError::Unusable(format!(
            "only one of source and target has {table}.{column}. A table that is not Quad's is to be moved to another schema or \
            database first; a target that lacks one of Quad's is to be emptied"
        )));
    }
    for table in &mut source {
        if table.key.is_empty() {
            return Err(DbError::Unusable(format!("the table {} has no key to go by", table.name)));
        }
        for (column, kind) in &mut table.columns {
            if theirs.get(&(table.name.clone(), column.clone())) == Some(&Kind::Uuid) {
                *kind = Kind::Uuid;
            }
        }
    }
    Ok(source)
}

/// How far it is, as it stands in the target.
#[derive(Default)]
struct Progress {
    source: Option<String>,
    /// Whether the keys are made again.
    keyed: bool,
    /// Statements that make keys and indexes again, in their order.
    again: Vec<String>,
    /// Per table: whether all its rows are there, the key of the last that is, how many.
    tables: HashMap<String, (bool, Option<String>, i64)>,
}

impl Progress {
    async fn read(target: &mut Endpoint) -> Result<Self, DbError> {
        let mut progress = Self::default();
        let text = format!("SELECT kind, name, said, rows FROM {UNDER_WAY} ORDER BY kind, rows");
        for (kind, name, said, rows) in target.read::<(String, String, Option<String>, i64)>(text).await? {
            match kind.as_str() {
                "source" => progress.source = Some(name),
                "keyed" => progress.keyed = true,
                "again" => progress.again.extend(said),
                kind => {
                    progress.tables.insert(name, (kind == "done", said, rows));
                }
            }
        }
        Ok(progress)
    }
}

async fn copy(source: &mut Endpoint, target: &mut Endpoint, tables: &[Table], tell: &Tell<'_>) -> Result<(), DbError> {
    let mut progress = Progress::read(target).await?;
    if progress.tables.is_empty() {
        prepare(target, tables).await?;
        progress = Progress::read(target).await?;
    } else {
        let done = progress.tables.values().filter(|(done, ..)| *done).count();
        tell(&format!("going on: {done} of {} tables are there", tables.len()));
    }
    for table in tables {
        match progress.tables.get(&table.name) {
            Some((false, after, rows)) => copy_table(source, target, table, after.clone(), *rows, tell).await?,
            Some((true, ..)) => {}
            None => return Err(DbError::Unusable(format!("the target does not know the table {}", table.name))),
        }
    }
    if !progress.keyed {
        tell("making keys and indexes");
        make_keys(source, target, tables, progress.again).await?;
    }
    if let Some(found) = target.dangling().await? {
        return Err(DbError::Unusable(format!(
            "a row points to one that is not there: {found}; quad check the source"
        )));
    }
    Ok(())
}

/// Empties the tables of what the migrations put there, and takes their keys away until the rows are there.
async fn prepare(target: &mut Endpoint, tables: &[Table]) -> Result<(), DbError> {
    target.run("BEGIN".into()).await?;
    for (number, text) in target.without_keys().await?.iter().enumerate() {
        target
            .run(format!(
                "INSERT INTO {UNDER_WAY} (kind, name, said, rows) VALUES ('again', '', {}, {number})",
                quoted(text)
            ))
            .await?;
    }
    for table in tables {
        target
            .run(format!(
                "DELETE FROM \"{0}\"; INSERT INTO {UNDER_WAY} (kind, name, rows) VALUES ('table', {1}, 0)",
                table.name,
                quoted(&table.name)
            ))
            .await?;
    }
    target.run("COMMIT".into()).await
}

/// A batch of rows: their lines, how many, the key of the last.
#[derive(Default)]
struct Batch {
    lines: Vec<u8>,
    rows: usize,
    last: Option<String>,
}

async fn next(source: &mut Endpoint, table: &Table, after: Option<&str>, most: usize) -> Result<Batch, DbError> {
    let beyond = match after {
        Some(after) => format!("WHERE ({}) > ({})", table.key_names(), key_literals(source, table, after)?),
        None => String::new(),
    };
    let mut batch = Batch::default();
    let mut last = Vec::new();
    let rest = format!("{beyond} ORDER BY {} LIMIT {most}", table.key_names());
    source
        .lines(table, &rest, |line| {
            batch.lines.extend_from_slice(line);
            batch.lines.push(b'\n');
            batch.rows += 1;
            last.clear();
            last.extend_from_slice(line);
            Ok(())
        })
        .await?;
    if batch.rows > 0 {
        let fields: Vec<&[u8]> = last.split(|byte| *byte == b'\t').collect();
        let key: Vec<&[u8]> = table.key.iter().filter_map(|at| fields.get(*at).copied()).collect();
        batch.last = String::from_utf8(key.join(&b'\t')).ok();
    }
    Ok(batch)
}

/// A key as it was remembered, for a statement of the source.
fn key_literals(source: &Endpoint, table: &Table, after: &str) -> Result<String, DbError> {
    let columns = table.key.iter().map(|at| table.columns[*at].clone()).collect();
    let key = Table { name: table.name.clone(), columns, key: Vec::new(), counter: None };
    let values = values(&key, after.as_bytes())?;
    let literals = values.iter().zip(&key.columns).map(|(value, (_, kind))| source.literal(value, *kind));
    Ok(literals.collect::<Vec<_>>().join(", "))
}

async fn copy_table(
    source: &mut Endpoint,
    target: &mut Endpoint,
    table: &Table,
    mut after: Option<String>,
    mut rows: i64,
    tell: &Tell<'_>,
) -> Result<(), DbError> {
    let (mut told, mut most) = (Instant::now(), FIRST_BATCH);
    loop {
        let batch = next(source, table, after.as_deref(), most).await?;
        let is_last = batch.rows < most;
        if batch.lines.len() < SMALL_BATCH {
            most *= 2;
        }
        rows += batch.rows as i64;
        after = batch.last.or(after);
        target.run("BEGIN".into()).await?;
        if batch.rows > 0 {
            let put = target.put(table, &batch.lines).await;
            // The engine's own words do not always say where.
            put.inspect_err(|_| tell(&format!("{}: the target refuses a row", table.name)))?;
        }
        target
            .run(format!(
                "UPDATE {UNDER_WAY} SET kind = '{}', said = {}, rows = {rows} WHERE kind = 'table' AND name = {}",
                if is_last { "done" } else { "table" },
                after.as_deref().map_or("NULL".to_owned(), quoted),
                quoted(&table.name)
            ))
            .await?;
        target.run("COMMIT".into()).await?;
        if is_last {
            tell(&format!("{}: {rows} rows", table.name));
            return Ok(());
        }
        if told.elapsed() > BEAT {
            told = Instant::now();
            let all = source.read::<(i64,)>(format!("SELECT COUNT(*) FROM \"{}\"", table.name)).await?;
            tell(&format!("{}: {rows} of {} rows", table.name, all.first().map_or(0, |(all,)| *all)));
        }
    }
}

/// Makes keys and indexes again, and has what counts by itself go on where it was.
async fn make_keys(
    source: &mut Endpoint,
    target: &mut Endpoint,
    tables: &[Table],
    again: Vec<String>,
) -> Result<(), DbError> {
    target.run("BEGIN".into()).await?;
    for text in again {
        target.run(text).await?;
    }
    for table in tables {
        if let Some(column) = &table.counter {
            let given = source.given(table, column).await?;
            target.go_on(table, column, given).await?;
        }
    }
    target.run(format!("INSERT INTO {UNDER_WAY} (kind, name, rows) VALUES ('keyed', '', 0)")).await?;
    target.run("COMMIT".into()).await
}
