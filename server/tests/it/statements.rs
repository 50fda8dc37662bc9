//! Every statement on both engines: what the stories of a run asked of one engine is prepared on the other, too, with the
//! types that are bound and read; and each place of the source that makes a statement was reached by a story.
//!
//! It comes after all other stories (`cargo xtask test`), which collect the statements (harness/statements.rs).

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use quad_contests::attempts;

use quad_db::Db;
use quad_db::scratch::{self, Scratch};
use quad_jobs::ParkedFilter;
use quad_kernel::ids::ContestId;
use quad_migrations::Migrations;
use quad_people::pictures;
use sqlx::postgres::{PgConnection, PgTypeInfo};
use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, Column as _, Connection as _, Executor as _, SqlSafeStr as _, Statement as _};
use sqlx::{Postgres, Type, TypeInfo as _};

use crate::harness::statements::{self, Statement};
use crate::harness::{TestApp, postgres_server};
use crate::on_both_engines;

/// Places that no story reaches in a process that collects: the file, and how the place begins.
const ELSEWHERE: [(&str, &str); 3] = [
    // `quad flight-check` on either engine (`cli::a_flight_check_*`), in a process of its own.
    ("server/src/flight_check/store.rs", "sql(text.to_owned())"),
    ("server/src/flight_check/store.rs", r#"sql("INSERT INTO flight_check_commits"#),
    // A board of twenty thousand people, which only the benchmark has.
    ("features/contests/src/attempts/store.rs", r#"sql(format!("SELECT user_id AS value FROM attempts"#),
];

on_both_engines!(what_only_commands_ask);

/// What commands ask in a process of their own, asked here.
async fn what_only_commands_ask(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = t.contest(&rohan, 0, 60, true, 1, 0).await;
    ada.join(&made).await;
    ada.answer(&made, 0, "A").await.expect(200);
    let db = &t.app.db;
    let stored = attempts::stored_after_rehearsal(db, ContestId::parse(&made.id).expect("an id")).await.expect("asked");
    assert_eq!((stored[0].correct, stored[0].answers.as_slice()), (1, &[(1, 0)][..]));
    let sheets = attempts::sheets_after_rehearsal(db, ContestId::parse(&made.id).expect("an id")).await.expect("asked");
    assert_eq!(sheets.iter().map(|one| &one.answer).collect::<Vec<_>>(), [&(1, None)]);
    pictures::renew_backup(db, t.app.clock.now()).await.expect("asked");
    let mut tx = db.begin().await.expect("begun");
    let none = ParkedFilter { kind: Some("nothing".to_owned()), id: None };
    assert_eq!(quad_jobs::retry_parked(&mut tx, 0, &none).await.expect("asked"), 0);
    assert_eq!(quad_jobs::drop_parked(&mut tx, &none).await.expect("asked"), 0);
    assert!(!quad_jobs::drop(&mut tx, 0).await.expect("asked"));
    tx.commit().await.expect("committed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs what all other stories collect"]
async fn every_statement_is_prepared_on_both_engines() {
    let collected = statements::collected(&statements::folder().expect("QUAD_TEST_STATEMENTS names the folder"));
    assert!(collected.len() > 500, "only {} statements were collected", collected.len());
    let mut faults = BTreeSet::new();
    let file = migrated(scratch::sqlite().expect("a folder")).await;
    let mut sqlite = SqliteConnection::connect(&file.url).await.expect("connected");
    let database = migrated(scratch::postgres(&postgres_server().expect("server")).await.expect("a database")).await;
    let mut postgres = PgConnection::connect(&database.url).await.expect("connected");
    for one in &collected {
        if one.only != "Some(Postgres)" {
            let text = AssertSqlSafe(one.text.clone()).into_sql_str();
            if let Err(error) = (&mut sqlite).prepare(text).await {
                faults.insert(format!("{}: SQLite: {error}: {}", one.at, one.text));
            }
        }
        if one.only != "Some(Sqlite)" {
            for fault in faults_on_postgres(&mut postgres, one).await {
                faults.insert(format!("{}: PostgreSQL: {fault}: {}", one.at, one.text));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.into_iter().collect::<Vec<_>>().join("\n"));
}

#[test]
#[ignore = "needs what all other stories collect"]
fn every_place_that_makes_a_statement_is_reached_by_a_story() {
    let collected = statements::collected(&statements::folder().expect("QUAD_TEST_STATEMENTS names the folder"));
    let mut reached: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for one in &collected {
        let line = one.at.rsplit_once(':').expect("a column").0.to_owned();
        reached.entry(line).or_default().insert(&one.engine);
    }
    let mut missed = Vec::new();
    let sources = places();
    assert!(sources.len() > 400, "only {} places were found", sources.len());
    for (place, engines) in sources {
        let found = reached.get(&place).cloned().unwrap_or_default();
        let is_enough =
            if engines.is_empty() { !found.is_empty() } else { engines.iter().all(|one| found.contains(one)) };
        if !is_enough {
            missed.push(format!("{place}: reached on {found:?}, must be on {engines:?}"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

async fn migrated(scratch: Scratch) -> Scratch {
    let db = Db::open(&scratch.url, &scratch::options()).await.expect("the database opens");
    db.migrate::<Migrations>().await.expect("the schema is made");
    db.close().await;
    scratch
}

/// What PostgreSQL says to the text with the types that are bound, and which columns have another type than is read.
async fn faults_on_postgres(postgres: &mut PgConnection, one: &Statement) -> Vec<String> {
    let types: Vec<PgTypeInfo> = words(&one.parameters).map(type_of).collect();
    let text = AssertSqlSafe(one.text.clone()).into_sql_str();
    let prepared = match postgres.prepare_with(text, &types).await {
        Ok(prepared) => prepared,
        Err(error) => return vec![error.to_string()],
    };
    let mut faults = Vec::new();
    let mut read = words(&one.columns);
    while let (Some(name), Some(wanted)) = (read.next(), read.next()) {
        let Some(column) = prepared.columns().iter().find(|column| column.name() == name) else {
            faults.push(format!("no column {name}"));
            continue;
        };
        let is = column.type_info().name().to_owned();
        if is != wanted.to_uppercase() && !(wanted == "Text" && ["VARCHAR", "NAME", "CHAR"].contains(&is.as_str())) {
            faults.push(format!("{name} is read as {wanted} and is {is}"));
        }
    }
    faults
}

/// The words of a list as Debug writes it, such as `[("name", Int8)]`.
fn words(list: &str) -> impl Iterator<Item = &str> {
    list.split(|letter: char| "[](), \"".contains(letter)).filter(|word| !word.is_empty())
}

fn type_of(name: &str) -> PgTypeInfo {
    match name {
        "BOOL" => <bool as Type<Postgres>>::type_info(),
        "INT2" => <i16 as Type<Postgres>>::type_info(),
        "INT4" => <i32 as Type<Postgres>>::type_info(),
        "INT8" => <i64 as Type<Postgres>>::type_info(),
        "FLOAT8" => <f64 as Type<Postgres>>::type_info(),
        "TEXT" => <String as Type<Postgres>>::type_info(),
        "BYTEA" => <Vec<u8> as Type<Postgres>>::type_info(),
        "UUID" => <uuid::Uuid as Type<Postgres>>::type_info(),
        "BOOL_ARRAY" => <Vec<bool> as Type<Postgres>>::type_info(),
        "INT4_ARRAY" => <Vec<i32> as Type<Postgres>>::type_info(),
        "INT8_ARRAY" => <Vec<i64> as Type<Postgres>>::type_info(),
        "UUID_ARRAY" => <Vec<uuid::Uuid> as Type<Postgres>>::type_info(),
        other => panic!("{other} is no type that is bound"),
    }
}

/// Where statements are made, as `FILE:LINE`, and the engines whose words stand there; none where the words are of both.
fn places() -> Vec<(String, Vec<&'static str>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    let mut files = Vec::new();
    for folder in statements::PLACES {
        sources(&root.join(folder), &mut files);
    }
    let mut places = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a source");
        let product = text.split("#[cfg(test)]").next().unwrap_or_default();
        let name = file.strip_prefix(root).expect("in the workspace").display().to_string();
        let next = product.lines().skip(1).chain([""]);
        for ((line, next), number) in product.lines().zip(next).zip(1..) {
            let is_elsewhere = |(file, start): &(&str, &str)| name == *file && line.trim_start().starts_with(start);
            if line.trim_start().starts_with("//") || ELSEWHERE.iter().any(is_elsewhere) {
                continue;
            }
            // The engine may stand on a line of its own.
            let line = &if line.ends_with("sql_of(") { line.to_owned() + next.trim_start() } else { line.to_owned() };
            let engines = if calls(line, "sql_of(Engine::Sqlite") {
                vec!["Sqlite"]
            } else if calls(line, "sql_of(Engine::Postgres") {
                vec!["Postgres"]
            } else if calls(line, "sql_of(") || calls(line, "packed(") {
                vec!["Sqlite", "Postgres"]
            } else if calls(line, "sql(") {
                Vec::new()
            } else {
                continue;
            };
            places.push((format!("{name}:{number}"), engines));
        }
    }
    places
}

/// Whether a line has the call, and not one whose name ends so.
fn calls(line: &str, call: &str) -> bool {
    line.match_indices(call).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|letter| letter.is_alphanumeric() || letter == '_') && !line[..at].ends_with("fn ")
    })
}

fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in folder.read_dir().expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, files);
        } else if path.extension().is_some_and(|end| end == "rs") {
            files.push(path);
        }
    }
}
