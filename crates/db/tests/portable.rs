//! Each rule of the database layer, proven on both engines with the same statements.
//! PostgreSQL takes part when `QUAD_TEST_POSTGRES` names a server (`postgres://user@host:port/postgres`).
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use quad_db::{
    Db, DbError, Derivation, DerivedColumn, Engine, FromRow, FromValue, MigrationList, OpenOptions, Step, Tx, scratch,
    sql,
};
use sqlx::{Connection as _, Executor as _, SqliteConnection};
use tokio::task::JoinSet;
use uuid::Uuid;

struct Bed {
    db: Db,
    scratch: scratch::Scratch,
}

impl Bed {
    async fn sqlite() -> Self {
        Self::on(scratch::sqlite().unwrap()).await
    }

    #[expect(clippy::disallowed_methods, reason = "tests are told about the server by the environment")]
    async fn postgres() -> Option<Self> {
        let server = std::env::var("QUAD_TEST_POSTGRES").ok()?;
        Some(Self::on(scratch::postgres(&server).await.unwrap()).await)
    }

    async fn on(scratch: scratch::Scratch) -> Self {
        let db = Db::open(&scratch.url, &scratch::options()).await.unwrap();
        Self { db, scratch }
    }

    async fn file(file: &std::path::Path) -> Db {
        Db::open_file(file).await.unwrap()
    }

    async fn migrated(self) -> Self {
        self.db.migrate::<First>().await.unwrap();
        self
    }

    /// The same, as somebody who wants it to himself.
    async fn opened_to_fill(self) -> Self {
        self.db.close().await;
        let db = Db::open_to_fill(&self.scratch.url, &scratch::options()).await.unwrap();
        Self { db, ..self }
    }

    async fn begin(&self) -> Tx {
        self.db.begin().await.unwrap()
    }

    async fn add_club(&self, id: i64, name: &str) -> Result<(), DbError> {
        let mut tx = self.begin().await;
        sql("INSERT INTO clubs (id, name, places) VALUES ($1, $2, 0)").arg(id).arg(name).run(&mut tx).await?;
        tx.commit().await
    }

    async fn clubs(&self) -> i64 {
        sql("SELECT count(*) AS value FROM clubs").value(&self.db).await.unwrap().unwrap()
    }
}

/// Runs a story on SQLite, and on PostgreSQL where a server is named.
macro_rules! both_engines {
    ($($(#[$doc:meta])* async fn $name:ident($bed:ident: Bed) $body:block)+) => {$(
        mod $name {
            #[allow(clippy::allow_attributes, clippy::wildcard_imports, unused_imports, reason = "not every story needs every name")]
            use super::*;

            $(#[$doc])*
            async fn story($bed: Bed) $body

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn on_sqlite() {
                story(Bed::sqlite().await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn on_postgres() {
                if let Some(bed) = Bed::postgres().await {
                    story(bed).await;
                }
            }
        }
    )+};
}

/// The schema of these tests, in the portable words of migrations.
struct First;

impl MigrationList for First {
    fn steps() -> Vec<Step> {
        vec![CLUBS]
    }
}

/// What a newer version would bring.
struct Second;

impl MigrationList for Second {
    fn steps() -> Vec<Step> {
        vec![CLUBS, EXTRA]
    }
}

const CLUBS: Step = Step {
    name: "0001_clubs",
    text: "CREATE TABLE clubs (id BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL, places BIGINT NOT NULL);
        CREATE UNIQUE INDEX clubs_name ON clubs (name);
        CREATE TABLE things (
            id {uuid} NOT NULL PRIMARY KEY, number BIGINT, small INTEGER, flag BOOLEAN, word TEXT, bytes {bytes}, other {uuid},
            club_id BIGINT REFERENCES clubs (id)
        )",
    derived: &[],
};

const EXTRA: Step = Step { name: "0002_extra", text: "CREATE TABLE extra (id BIGINT PRIMARY KEY)", derived: &[] };

/// A table that is there for a while only, and on PostgreSQL no end.
struct Passing;

impl MigrationList for Passing {
    fn steps() -> Vec<Step> {
        vec![CLUBS, EXTRA, WITHOUT_EXTRA]
    }
}

/// Columns that Rust makes of others.
struct Derived;

impl MigrationList for Derived {
    fn steps() -> Vec<Step> {
        vec![CLUBS, WITH_DERIVED]
    }
}

const WITH_DERIVED: Step = Step {
    name: "0002_derived",
    text:
        "UPDATE things SET word = '' WHERE word IS NULL; ALTER TABLE things ADD COLUMN shouted TEXT NOT NULL DEFAULT '';
        ALTER TABLE things ADD COLUMN turned {bytes} NOT NULL DEFAULT {hex}'';
        ALTER TABLE things ADD COLUMN counted INTEGER NOT NULL DEFAULT 0",
    derived: &[
        DerivedColumn {
            table: "things",
            from: &["word", "word"],
            into: "shouted",
            by: Derivation::Text(|texts| texts.join("+").to_uppercase()),
        },
        DerivedColumn {
            table: "things",
            from: &["word"],
            into: "turned",
            by: Derivation::Bytes(|texts| texts.concat().bytes().rev().collect()),
        },
        DerivedColumn {
            table: "things",
            from: &["word", "(SELECT CAST(COUNT(*) AS TEXT) FROM things others)"],
            into: "counted",
            by: Derivation::Number(|texts| texts[0].len() as i32 + texts[1].parse::<i32>().unwrap_or_default()),
        },
    ],
};

/// PostgreSQL makes no UUID of eight bits.
const WITHOUT_EXTRA: Step =
    Step { name: "0003_without_extra", text: "DROP TABLE extra; SELECT CAST(X'00' AS {uuid})", derived: &[] };

/// Half of it works.
struct Broken;

impl MigrationList for Broken {
    fn steps() -> Vec<Step> {
        vec![CLUBS, HALF_WAY]
    }
}

const HALF_WAY: Step = Step {
    name: "0002_half_way",
    text: "CREATE TABLE half (id BIGINT PRIMARY KEY); CREATE TABLE clubs (id BIGINT PRIMARY KEY)",
    derived: &[],
};

#[derive(Debug, Clone, PartialEq, FromRow)]
struct Thing {
    id: Uuid,
    number: Option<i64>,
    small: Option<i32>,
    flag: Option<bool>,
    word: Option<String>,
    bytes: Option<Vec<u8>>,
    other: Option<Uuid>,
}

#[derive(Debug, PartialEq, FromRow)]
struct Numbers {
    first: i64,
    second: i64,
    third: i64,
}

async fn store(tx: &mut Tx, thing: &Thing) -> Result<u64, DbError> {
    let thing = thing.clone();
    sql("INSERT INTO things (id, number, small, flag, word, bytes, other) VALUES ($1, $2, $3, $4, $5, $6, $7)")
        .arg(thing.id)
        .arg(thing.number)
        .arg(thing.small)
        .arg(thing.flag)
        .arg(thing.word)
        .arg(thing.bytes)
        .arg(thing.other)
        .run(tx)
        .await
}

both_engines! {
    async fn values_come_back_as_they_went_in(bed: Bed) {
        let bed = bed.migrated().await;
        let full = Thing {
            id: Uuid::from_u128(0x0193_4a5b_6c7d_7e8f_9012_3456_789a_bcde),
            number: Some(i64::MIN),
            small: Some(i32::MAX),
            flag: Some(true),
            word: Some("O'Brien; DROP TABLE \"things\" -- $1 ? ÄÖ 数学 🎓\n".into()),
            bytes: Some(vec![0, 255, 0, 39]),
            other: Some(Uuid::nil()),
        };
        let bare = Thing {
            id: Uuid::max(), number: None, small: None, flag: None, word: None, bytes: None, other: None,
        };
        let edge = Thing {
            id: Uuid::from_u128(7), number: Some(i64::MAX), small: Some(i32::MIN), flag: Some(false),
            word: Some(String::new()), bytes: Some(Vec::new()), other: Some(Uuid::max()),
        };
        let mut tx = bed.begin().await;
        for thing in [&full, &bare, &edge] {
            assert_eq!(store(&mut tx, thing).await.unwrap(), 1);
        }
        for thing in [&full, &bare, &edge] {
            let found = sql("SELECT * FROM things WHERE id = $1").arg(thing.id).one::<Thing>(&tx).await.unwrap();
            assert_eq!(found.as_ref(), Some(thing), "inside the transaction");
        }
        tx.commit().await.unwrap();
        let all = sql("SELECT * FROM things ORDER BY id").all::<Thing>(&bed.db).await.unwrap();
        assert_eq!(all, [edge, full, bare], "through the readers, in the order of the id");
        let flagged = sql("SELECT count(*) AS value FROM things WHERE flag = $1").arg(true);
        assert_eq!(flagged.value::<i64>(&bed.db).await.unwrap(), Some(1));
        let literal = sql("SELECT count(*) AS value FROM things WHERE flag = FALSE");
        assert_eq!(literal.value::<i64>(&bed.db).await.unwrap(), Some(1));
        let missing = sql("SELECT * FROM things WHERE id = $1").arg(Uuid::from_u128(8));
        assert_eq!(missing.one::<Thing>(&bed.db).await.unwrap(), None);
    }

    async fn null_is_no_zero_and_no_empty_text(bed: Bed) {
        async fn refused<T: FromValue + std::fmt::Debug>(bed: &Bed, kind: &str) {
            let kind = match bed.db.engine() {
                Engine::Sqlite => "BLOB",
                Engine::Postgres => kind,
            };
            let asked = || sql(format!("SELECT CAST(NULL AS {kind}) AS value"));
            let found = asked().value::<T>(&bed.db).await;
            assert!(matches!(found, Err(DbError::Broken(_))), "{kind}: {found:?}");
            let found = asked().value::<Option<T>>(&bed.db).await;
            assert!(matches!(found, Ok(Some(None))), "{kind}: {found:?}");
        }
        refused::<bool>(&bed, "BOOLEAN").await;
        refused::<i16>(&bed, "SMALLINT").await;
        refused::<i32>(&bed, "INTEGER").await;
        refused::<i64>(&bed, "BIGINT").await;
        refused::<f64>(&bed, "DOUBLE PRECISION").await;
        refused::<String>(&bed, "TEXT").await;
        refused::<Vec<u8>>(&bed, "BYTEA").await;
        refused::<Uuid>(&bed, "UUID").await;
        let row = sql("SELECT CAST(1 AS BIGINT) AS first, CAST(NULL AS BIGINT) AS second, CAST(3 AS BIGINT) AS third");
        assert!(matches!(row.one::<Numbers>(&bed.db).await, Err(DbError::Broken(_))));
        let fewer = sql("SELECT CAST(1 AS BIGINT) AS first, CAST(3 AS BIGINT) AS third");
        assert!(matches!(fewer.one::<Numbers>(&bed.db).await, Err(DbError::Broken(_))));
    }

    async fn parameters_are_numbered_not_counted(bed: Bed) {
        let repeated = "SELECT CAST($2 AS BIGINT) AS first, CAST($1 AS BIGINT) AS second, CAST($2 AS BIGINT) AS third";
        let found = sql(repeated).arg(1_i64).arg(2_i64).one::<Numbers>(&bed.db).await.unwrap();
        assert_eq!(found, Some(Numbers { first: 2, second: 1, third: 2 }));
        let mut many = sql("SELECT CAST($11 AS BIGINT) AS first, CAST($1 AS BIGINT) AS second, CAST($10 AS BIGINT) AS third
            WHERE $2 + $3 + $4 + $5 + $6 + $7 + $8 + $9 > 0");
        for number in 1..=11_i64 {
            many = many.arg(number);
        }
        let found = many.one::<Numbers>(&bed.db).await.unwrap();
        assert_eq!(found, Some(Numbers { first: 11, second: 1, third: 10 }), "ten is not one and a nought");
    }

    async fn a_writing_statement_says_how_many_rows(bed: Bed) {
        let bed = bed.migrated().await;
        let mut tx = bed.begin().await;
        let three = sql("INSERT INTO clubs (id, name, places) VALUES (1, 'a', 1), (2, 'b', 1), (3, 'c', 0)");
        assert_eq!(three.run(&mut tx).await.unwrap(), 3);
        assert_eq!(sql("UPDATE clubs SET places = 5 WHERE places = 1").run(&mut tx).await.unwrap(), 2);
        assert_eq!(sql("UPDATE clubs SET places = 5 WHERE id = 9").run(&mut tx).await.unwrap(), 0);
        assert_eq!(sql("DELETE FROM clubs").run(&mut tx).await.unwrap(), 3);
        tx.commit().await.unwrap();
    }

    async fn upserts_and_returning_work_in_one_text(bed: Bed) {
        let bed = bed.migrated().await;
        let upsert = || sql("INSERT INTO clubs (id, name, places) VALUES ($1, $2, 1)
            ON CONFLICT (name) DO UPDATE SET places = clubs.places + 1 RETURNING places AS value").arg(1_i64).arg("chess");
        let nothing = || sql("INSERT INTO clubs (id, name, places) VALUES ($1, $2, 1)
            ON CONFLICT (name) DO NOTHING RETURNING id AS value").arg(2_i64).arg("chess");
        let tx = bed.begin().await;
        assert_eq!(upsert().value::<i64>(&tx).await.unwrap(), Some(1));
        assert_eq!(upsert().value::<i64>(&tx).await.unwrap(), Some(2));
        assert_eq!(nothing().value::<i64>(&tx).await.unwrap(), None, "the transaction goes on");
        tx.commit().await.unwrap();
        assert_eq!(bed.clubs().await, 1);
    }

    async fn a_taken_unique_key_is_told_by_type(bed: Bed) {
        let bed = bed.migrated().await;
        bed.add_club(1, "chess").await.unwrap();
        assert!(matches!(bed.add_club(2, "chess").await, Err(DbError::Unique(_))));
        assert!(matches!(bed.add_club(1, "go").await, Err(DbError::Unique(_))), "a primary key too");
        let tx = bed.begin().await;
        let returning = sql("INSERT INTO clubs (id, name, places) VALUES (3, 'chess', 0) RETURNING id AS value");
        assert!(matches!(returning.value::<i64>(&tx).await, Err(DbError::Unique(_))), "and with RETURNING");
    }

    async fn a_missing_parent_is_told_by_type(bed: Bed) {
        let bed = bed.migrated().await;
        let orphan = |club: i64| sql("INSERT INTO things (id, club_id) VALUES ($1, $2)").arg(Uuid::from_u128(1)).arg(club);
        let mut tx = bed.begin().await;
        assert!(matches!(orphan(1).run(&mut tx).await, Err(DbError::ForeignKey(_))));
        drop(tx);
        bed.add_club(1, "chess").await.unwrap();
        let mut tx = bed.begin().await;
        orphan(1).run(&mut tx).await.unwrap();
        tx.commit().await.unwrap();
        let mut tx = bed.begin().await;
        assert!(matches!(sql("DELETE FROM clubs").run(&mut tx).await, Err(DbError::ForeignKey(_))));
    }

    async fn other_mistakes_are_broken_not_away(bed: Bed) {
        let mistakes = ["SELECT nonsense", "SELEC 1", "SELECT count(*) AS value FROM nowhere"];
        for text in mistakes {
            let failed = sql(text).value::<i64>(&bed.db).await;
            assert!(matches!(failed, Err(DbError::Broken(_))), "{text}: {failed:?}");
        }
        let none = sql("SELECT CAST(NULL AS BIGINT) AS value").value::<i64>(&bed.db).await;
        assert!(matches!(none, Err(DbError::Broken(_))), "a NULL where none was expected: {none:?}");
        let none = sql("SELECT CAST(NULL AS BIGINT) AS value").value::<Option<i64>>(&bed.db).await.unwrap();
        assert_eq!(none, Some(None));
    }

    async fn a_dropped_transaction_leaves_nothing(bed: Bed) {
        let bed = bed.migrated().await;
        for _ in 0..20 {
            let mut tx = bed.begin().await;
            sql("INSERT INTO clubs (id, name, places) VALUES (1, 'chess', 0)").run(&mut tx).await.unwrap();
            drop(tx);
        }
        assert_eq!(bed.clubs().await, 0);
        bed.add_club(1, "chess").await.unwrap();
        assert_eq!(bed.clubs().await, 1, "and the writer is free again");
    }

    async fn readers_see_only_what_is_committed(bed: Bed) {
        let bed = bed.migrated().await;
        let mut tx = bed.begin().await;
        sql("INSERT INTO clubs (id, name, places) VALUES (1, 'chess', 0)").run(&mut tx).await.unwrap();
        assert_eq!(bed.clubs().await, 0, "and reading does not wait for the writer");
        tx.commit().await.unwrap();
        assert_eq!(bed.clubs().await, 1);
    }

    async fn work_is_counted(bed: Bed) {
        let bed = bed.migrated().await;
        let before = bed.db.count();
        let mut tx = bed.begin().await;
        sql("INSERT INTO clubs (id, name, places) VALUES (1, 'chess', 0)").run(&mut tx).await.unwrap();
        sql("SELECT count(*) AS value FROM clubs").value::<i64>(&tx).await.unwrap();
        tx.commit().await.unwrap();
        bed.clubs().await;
        let done = bed.db.clone().count().since(before);
        assert_eq!((done.reads, done.transactions, done.statements), (1, 1, 2));
    }

    async fn racing_read_then_write_transactions_all_pass(bed: Bed) {
        let bed = bed.migrated().await;
        bed.add_club(1, "chess").await.unwrap();
        // SQLite's writers queue at BEGIN IMMEDIATE; PostgreSQL locks the row that was read.
        let lock = match bed.db.engine() {
            Engine::Sqlite => "",
            Engine::Postgres => " FOR UPDATE",
        };
        // Twice the same database, as two processes would have it.
        let processes = [
            Db::open(&bed.scratch.url, &scratch::options()).await.unwrap(),
            Db::open(&bed.scratch.url, &scratch::options()).await.unwrap(),
        ];
        let mut writers = JoinSet::new();
        for number in 0..64 {
            let db = processes[number % 2].clone();
            writers.spawn(async move {
                let mut tx = db.begin().await?;
                let read = sql(format!("SELECT places AS value FROM clubs WHERE id = 1{lock}"));
                let places: i64 = read.value(&tx).await?.unwrap_or_default();
                tokio::task::yield_now().await;
                sql("UPDATE clubs SET places = $1 WHERE id = 1").arg(places + 1).run(&mut tx).await?;
                tx.commit().await
            });
        }
        while let Some(ended) = writers.join_next().await {
            ended.unwrap().unwrap();
        }
        let places = sql("SELECT places AS value FROM clubs").value::<i64>(&bed.db).await.unwrap();
        assert_eq!(places, Some(64));
    }

    async fn racing_guarded_updates_have_one_winner(bed: Bed) {
        let bed = bed.migrated().await;
        bed.add_club(1, "chess").await.unwrap();
        let mut tx = bed.begin().await;
        sql("UPDATE clubs SET places = 1").run(&mut tx).await.unwrap();
        tx.commit().await.unwrap();
        let mut racers = JoinSet::new();
        for _ in 0..16 {
            let db = bed.db.clone();
            racers.spawn(async move {
                let tx = db.begin().await?;
                let spend = "UPDATE clubs SET places = places - 1 WHERE id = $1 AND places > 0 RETURNING places AS value";
                let left = sql(spend).arg(1_i64).value::<i64>(&tx).await?;
                tx.commit().await?;
                Ok::<_, DbError>(left)
            });
        }
        let mut winners = Vec::new();
        while let Some(ended) = racers.join_next().await {
            winners.extend(ended.unwrap().unwrap());
        }
        assert_eq!(winners, [0]);
    }

    async fn a_step_derives_columns_for_all_rows_of_before(bed: Bed) {
        #[derive(FromRow)]
        struct Row {
            word: String,
            shouted: String,
            turned: Vec<u8>,
            counted: i32,
        }
        bed.db.migrate::<First>().await.unwrap();
        // More than are read at once, a page and a half.
        let mut tx = bed.begin().await;
        for number in 0..750_u128 {
            let word = format!("ärger {number}");
            sql("INSERT INTO things (id, word) VALUES ($1, $2)").arg(Uuid::from_u128(number + 1)).arg(word).run(&mut tx).await.unwrap();
        }
        tx.commit().await.unwrap();
        assert_eq!(bed.db.migrate::<Derived>().await.unwrap(), 1);
        let rows: Vec<Row> = sql("SELECT word, shouted, turned, counted FROM things").all(&bed.db).await.unwrap();
        assert_eq!(rows.len(), 750);
        for Row { word, shouted, turned, counted } in rows {
            let upper = word.to_uppercase();
            assert_eq!(shouted, format!("{upper}+{upper}"));
            assert_eq!(turned, word.bytes().rev().collect::<Vec<u8>>());
            assert_eq!(counted as usize, word.len() + 750);
        }
    }

    async fn eight_openers_migrate_once(bed: Bed) {
        let mut openers = JoinSet::new();
        let all = Arc::new(tokio::sync::Barrier::new(8));
        for _ in 0..8 {
            let (url, all) = (bed.scratch.url.clone(), Arc::clone(&all));
            openers.spawn(async move {
                let db = Db::open(&url, &OpenOptions { connections: 2, ..scratch::options() }).await?;
                // In one moment, or the first is done before the last is there.
                all.wait().await;
                let steps = db.migrate::<Second>().await?;
                db.close().await;
                Ok::<_, DbError>(steps)
            });
        }
        let mut steps = Vec::new();
        while let Some(ended) = openers.join_next().await {
            steps.push(ended.unwrap().unwrap());
        }
        steps.sort_unstable();
        assert_eq!(steps, [0, 0, 0, 0, 0, 0, 0, 2]);
        bed.add_club(1, "chess").await.unwrap();
    }

    async fn migrating_goes_on_where_it_stood(bed: Bed) {
        assert_eq!(bed.db.migrate::<First>().await.unwrap(), 1);
        assert_eq!(bed.db.migrate::<First>().await.unwrap(), 0);
        assert_eq!(bed.db.migrate::<Second>().await.unwrap(), 1);
    }

    async fn a_newer_schema_is_refused_and_untouched(bed: Bed) {
        bed.db.migrate::<Second>().await.unwrap();
        let refused = bed.db.migrate::<First>().await;
        assert!(matches!(&refused, Err(DbError::Unusable(why)) if why.contains("newer version")), "{refused:?}");
        assert_eq!(bed.db.migrate::<Second>().await.unwrap(), 0, "the lock is free, nothing was undone");
    }

    async fn how_far_the_schema_is_can_be_asked(bed: Bed) {
        let names = |steps: &[&str]| steps.iter().map(|step| (*step).to_owned()).collect::<Vec<_>>();
        let empty = bed.db.schema::<First>().await.unwrap();
        assert_eq!((empty.applied, empty.pending), (vec![], names(&["0001_clubs"])));
        bed.db.migrate::<First>().await.unwrap();
        let older = bed.db.schema::<Second>().await.unwrap();
        assert_eq!((older.applied.len(), older.pending.len(), older.unknown.len()), (1, 1, 0));
        bed.db.migrate::<Second>().await.unwrap();
        let newer = bed.db.schema::<First>().await.unwrap();
        assert_eq!((newer.applied.len(), newer.unknown.len()), (1, 1));
        assert!(newer.refuse_newer().unwrap_err().to_string().contains(&newer.unknown[0]));
    }

    async fn before_an_upgrade_a_copy_is_kept(bed: Bed) {
        let folder = tempfile::tempdir().unwrap();
        let before = folder.path().join("before-2.0.db");
        bed.db.migrate_keeping::<First>(Some(&before)).await.unwrap();
        assert!(!before.exists(), "there was nothing to keep");
        bed.add_club(1, "a").await.unwrap();
        bed.db.migrate_keeping::<Broken>(Some(&before)).await.unwrap_err();
        bed.add_club(2, "b").await.unwrap();
        bed.db.migrate_keeping::<Second>(Some(&before)).await.unwrap();
        bed.db.migrate_keeping::<Second>(Some(&before)).await.unwrap();
        let left = std::fs::read_dir(folder.path()).unwrap().count();
        if bed.db.engine() == Engine::Postgres {
            assert_eq!(left, 0);
            return;
        }
        assert_eq!(left, 2, "one for each time that something was to be done");
        for (file, clubs) in [(before, 1), (folder.path().join("before-2.0.2.db"), 2)] {
            let copy = Bed::file(&file).await;
            assert_eq!((copy.rows().await.unwrap()[0].clone(), copy.schema::<First>().await.unwrap().unknown.len()), (("clubs".to_owned(), clubs), 0));
        }
    }

    /// Rows with every kind of value go out of a database into a file; on PostgreSQL also back in, keys and all.
    async fn a_database_goes_into_a_file_and_back(bed: Bed) {
        let bed = bed.migrated().await;
        let odd = "a\\b\\N\tc\nd\r\u{1}é😀'\"";
        bed.add_club(1, odd).await.unwrap();
        bed.add_club(7, "plain").await.unwrap();
        let mut tx = bed.begin().await;
        sql("INSERT INTO things (id, number, small, flag, word, bytes, other, club_id) VALUES ($1, $2, 7, TRUE, '', $3, $1, 7)")
            .arg(Uuid::from_u128(1))
            .arg(i64::MIN)
            .arg(vec![0_u8, 92, 9, 10, 255])
            .run(&mut tx)
            .await
            .unwrap();
        sql("INSERT INTO things (id, flag) VALUES ($1, FALSE)").arg(Uuid::from_u128(2)).run(&mut tx).await.unwrap();
        tx.commit().await.unwrap();
        let odd_thing = "SELECT COUNT(*) AS value FROM things WHERE id = $1 AND number = $2 AND small = 7 AND flag AND word = ''
            AND bytes = $3 AND other = $1 AND club_id = 7";
        let odd_thing = sql(odd_thing).arg(Uuid::from_u128(1)).arg(i64::MIN).arg(vec![0_u8, 92, 9, 10, 255]);
        let bare_thing = sql("SELECT COUNT(*) AS value FROM things WHERE id = $1 AND NOT flag AND number IS NULL AND small IS NULL
            AND word IS NULL AND bytes IS NULL AND other IS NULL AND club_id IS NULL")
        .arg(Uuid::from_u128(2));
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("copy.db");
        bed.db.copy_into::<First>(&file).await.unwrap();
        assert!(matches!(bed.db.copy_into::<First>(&file).await, Err(DbError::Unusable(_))), "it overwrites nothing");
        #[cfg(unix)]
        {
            let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&file).unwrap().permissions());
            assert_eq!(mode & 0o777, 0o600, "password hashes are in it");
        }
        let copy = Bed::file(&file).await;
        assert_eq!(copy.rows().await.unwrap(), bed.db.rows().await.unwrap());
        let name = sql("SELECT name AS value FROM clubs WHERE id = 1");
        assert_eq!(name.clone().value::<String>(&copy).await.unwrap().as_deref(), Some(odd));
        for thing in [&odd_thing, &bare_thing] {
            assert_eq!(thing.clone().value::<i64>(&copy).await.unwrap(), Some(1), "{thing:?}");
        }
        copy.close_file(&file).await;
        if bed.db.engine() == Engine::Sqlite {
            assert!(bed.db.begin_filling().await.is_err(), "there the file is the database");
            return;
        }
        bed.add_club(8, "later").await.unwrap();
        let bed = bed.opened_to_fill().await;
        assert_eq!(bed.db.filled_by().await.unwrap(), None);
        let mut filling = bed.db.begin_filling().await.unwrap();
        filling.fill::<First>(&file, "it's me").await.unwrap();
        assert!(!bed.db.is_half_filled().await.unwrap());
        assert_eq!(bed.db.filled_by().await.unwrap().as_deref(), Some("it's me"));
        assert_eq!((name.value::<String>(&bed.db).await.unwrap().as_deref(), bed.clubs().await), (Some(odd), 2));
        for thing in [odd_thing, bare_thing] {
            assert_eq!(thing.clone().value::<i64>(&bed.db).await.unwrap(), Some(1), "{thing:?}");
        }
        assert!(matches!(bed.add_club(9, "plain").await, Err(DbError::Unique(_))), "keys are there again");
        assert_eq!(bed.db.flaws(true, 10).await.unwrap(), Vec::<String>::new());
    }

    /// A file whose rows no key allows: what was filled is refused, and goes when it is given up or begun anew.
    async fn what_is_filled_half_is_refused_and_cleared(bed: Bed) {
        let bed = bed.migrated().await;
        if bed.db.engine() == Engine::Sqlite {
            assert!(!bed.db.is_half_filled().await.unwrap());
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("copy.db");
        bed.db.copy_into::<First>(&file).await.unwrap();
        let url = format!("sqlite://{}", file.display());
        let mut careless = SqliteConnection::connect(&url).await.unwrap();
        for text in ["PRAGMA foreign_keys = OFF", "INSERT INTO things (id, flag, club_id) VALUES (X'00000000000000000000000000000001', 1, 77)"] {
            careless.execute(text).await.unwrap();
        }
        careless.close().await.unwrap();
        let bed = bed.opened_to_fill().await;
        let mut filling = bed.db.begin_filling().await.unwrap();
        filling.fill::<First>(&file, "first").await.unwrap_err();
        drop(filling);
        assert!(bed.db.is_half_filled().await.unwrap());
        let said = bed.db.schema::<First>().await.unwrap_err().to_string();
        assert!(said.contains("quad restore"), "{said}");
        // Another table is somebody else's.
        let mut tx = bed.begin().await;
        sql("CREATE TABLE elsewhere (id BIGINT PRIMARY KEY)").run(&mut tx).await.unwrap();
        tx.commit().await.unwrap();
        // So is what needs one of the tables: it does not go along.
        let run = async |text: &str| {
            let mut tx = bed.begin().await;
            sql(text.to_owned()).run(&mut tx).await.unwrap();
            tx.commit().await.unwrap();
        };
        run("CREATE SCHEMA bi").await;
        run("CREATE VIEW bi.people AS SELECT id FROM clubs").await;
        let said = bed.db.begin_filling().await.map(|_| ()).unwrap_err().to_string();
        assert!(said.contains("view bi.people depends on"), "{said}");
        assert!(bed.db.is_half_filled().await.unwrap());
        run("DROP VIEW bi.people").await;
        let all = async || bed.db.rows().await.unwrap().into_iter().map(|(table, _)| table).collect::<Vec<_>>();
        let mut filling = bed.db.begin_filling().await.unwrap();
        assert_eq!(all().await, ["elsewhere", "transfer_under_way"], "begun anew");
        assert!(matches!(bed.db.migrate::<First>().await, Err(DbError::Unusable(_))), "nobody else begins");
        let said = filling.fill::<First>(&file, "second").await.unwrap_err().to_string();
        assert!(said.contains("not Quad's: elsewhere"), "{said}");
        filling.give_up().await.unwrap();
        assert_eq!(all().await, ["elsewhere"]);
        assert_eq!(bed.db.filled_by().await.unwrap(), None);
        run("DROP TABLE elsewhere").await;
        // Cut off between two steps, what the first had made and a later one takes away goes as well, and nothing that others
        // made since.
        let mut filling = bed.db.begin_filling().await.unwrap();
        filling.fill::<Passing>(&file, "half-way").await.unwrap_err();
        drop(filling);
        assert!(all().await.contains(&"extra".to_owned()), "{:?}", all().await);
        run("CREATE TABLE elsewhere (id BIGINT PRIMARY KEY, worth NUMERIC)").await;
        bed.db.begin_filling().await.unwrap().give_up().await.unwrap();
        assert_eq!(all().await, ["elsewhere"]);
        // Tables that were there before stay when nothing was done to them.
        run("DROP TABLE elsewhere").await;
        bed.db.migrate::<First>().await.unwrap();
        run("CREATE TABLE elsewhere (id BIGINT PRIMARY KEY)").await;
        let there = all().await;
        let mut filling = bed.db.begin_filling().await.unwrap();
        assert!(filling.fill::<First>(&file, "third").await.unwrap_err().to_string().contains("elsewhere"));
        filling.give_up().await.unwrap();
        assert_eq!(all().await, there, "nothing was touched");
        assert!(!bed.db.is_half_filled().await.unwrap());
        // A copy is made of what is Quad's.
        let copy = folder.path().join("of-ours.db");
        bed.db.copy_into::<First>(&copy).await.unwrap();
    }

    async fn a_sound_database_has_no_flaws(bed: Bed) {
        let bed = bed.migrated().await;
        bed.add_club(1, "a").await.unwrap();
        for thorough in [false, true] {
            assert_eq!(bed.db.flaws(thorough, 10).await.unwrap(), Vec::<String>::new());
        }
        assert_eq!(bed.db.dangling(10).await.unwrap(), Vec::<String>::new());
    }

    /// SQLite's default is no transaction around a step, so each step asks for one.
    async fn a_step_that_fails_half_way_leaves_no_half(bed: Bed) {
        bed.db.migrate::<First>().await.unwrap();
        bed.db.migrate::<Broken>().await.unwrap_err();
        let half = sql("SELECT count(*) AS value FROM half").value::<i64>(&bed.db).await;
        assert!(half.is_err(), "the first half was kept: {half:?}");
        assert_eq!(bed.db.migrate::<First>().await.unwrap(), 0, "and the database is as usable as before");
    }

    /// PostgreSQL sums BIGINT into NUMERIC, which is no i64: say which type is meant.
    async fn sums_are_cast(bed: Bed) {
        let bed = bed.migrated().await;
        bed.add_club(1, "a").await.unwrap();
        let sum = "SELECT CAST(COALESCE(SUM(places), 0) AS BIGINT) AS value FROM clubs WHERE id = $1";
        assert_eq!(sql(sum).arg(1_i64).value::<i64>(&bed.db).await.unwrap(), Some(0));
        assert_eq!(sql(sum).arg(9_i64).value::<i64>(&bed.db).await.unwrap(), Some(0), "of no rows");
    }

    /// NULL sorts first on SQLite and last on PostgreSQL: say which is meant.
    async fn the_place_of_null_is_said(bed: Bed) {
        let bed = bed.migrated().await;
        let mut tx = bed.begin().await;
        sql("INSERT INTO things (id, number) VALUES ($1, NULL), ($2, 2), ($3, 1)")
            .arg(Uuid::from_u128(1)).arg(Uuid::from_u128(2)).arg(Uuid::from_u128(3)).run(&mut tx).await.unwrap();
        let order = sql("SELECT * FROM things ORDER BY number NULLS LAST").all::<Thing>(&tx).await.unwrap();
        let numbers: Vec<_> = order.into_iter().map(|thing| thing.number).collect();
        assert_eq!(numbers, [Some(1), Some(2), None]);
    }

    /// LIKE ignores case on SQLite and heeds it on PostgreSQL: fold both sides; wildcards of the asker are escaped.
    async fn searching_text_ignores_case_on_both(bed: Bed) {
        let bed = bed.migrated().await;
        bed.add_club(1, "Chess 100%").await.unwrap();
        let find = |part: &'static str| sql("SELECT count(*) AS value FROM clubs WHERE lower(name) LIKE lower($1) ESCAPE '\\'").arg(part);
        for (part, hits) in [("CHESS%", 1), ("%100\\%", 1), ("chess_100_", 1), ("chess\\_%", 0)] {
            assert_eq!(find(part).value::<i64>(&bed.db).await.unwrap(), Some(hits), "{part}");
        }
    }

    /// Many rows in one parameter: the words differ, so they stand side by side.
    async fn a_list_travels_in_one_parameter(bed: Bed) {
        let list = match bed.db.engine() {
            Engine::Sqlite => "SELECT value FROM json_each($1)",
            Engine::Postgres => "SELECT CAST(item AS BIGINT) AS value FROM json_array_elements_text(CAST($1 AS json)) AS items (item)",
        };
        let sum = sql(format!("SELECT CAST(SUM(value) AS BIGINT) AS value FROM ({list}) AS list"));
        let sum = sum.arg("[1, 20, 9007199254740993]").value::<i64>(&bed.db).await.unwrap();
        assert_eq!(sum, Some(9_007_199_254_741_014), "beyond what a float can hold");
    }
}

#[derive(Debug, PartialEq, FromRow)]
struct Pragmas {
    journal: String,
    synchronous: i64,
    keys: i64,
    read_only: i64,
}

const PRAGMAS: &str = "SELECT journal_mode AS journal, synchronous, foreign_keys AS keys, query_only AS read_only
    FROM pragma_journal_mode, pragma_synchronous, pragma_foreign_keys, pragma_query_only";

#[tokio::test]
async fn sqlite_is_durable_and_strict_on_every_connection() {
    let bed = Bed::sqlite().await;
    let expected = |read_only| Pragmas { journal: "wal".into(), synchronous: 2, keys: 1, read_only };
    let tx = bed.begin().await;
    assert_eq!(sql(PRAGMAS).one(&tx).await.unwrap(), Some(expected(0)), "the writer");
    drop(tx);
    let ask = || async { sql(PRAGMAS).one::<Pragmas>(&bed.db).await.unwrap() };
    for reader in futures::future::join_all((0..16).map(|_| ask())).await {
        assert_eq!(reader, Some(expected(1)), "a reader");
    }
}

/// What is deleted leaves no bytes in the unused space of the file: in a row, in an index, on a page that is given free.
#[tokio::test]
async fn what_is_deleted_from_sqlite_is_overwritten() {
    const SECRET: &str = "ada@meridian.example";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("quad.db");
    let db = Bed::file(&file).await;
    let mut tx = db.begin().await.unwrap();
    for text in ["CREATE TABLE people (id INTEGER PRIMARY KEY, email TEXT)", "CREATE INDEX by_email ON people (email)"]
    {
        sql(text).run(&mut tx).await.unwrap();
    }
    for id in 1..=400_i64 {
        let email = if id % 2 == 0 { format!("{SECRET} {}", "x".repeat(300)) } else { SECRET.to_owned() };
        sql("INSERT INTO people (id, email) VALUES ($1, $2)").arg(id).arg(email).run(&mut tx).await.unwrap();
    }
    sql("INSERT INTO people (id, email) VALUES (1000, 'who stays')").run(&mut tx).await.unwrap();
    tx.commit().await.unwrap();
    db.close().await;
    let holds = |text: &str| std::fs::read(&file).unwrap().windows(text.len()).any(|part| part == text.as_bytes());
    assert!(holds(SECRET));
    let db = Bed::file(&file).await;
    let mut tx = db.begin().await.unwrap();
    sql("DELETE FROM people WHERE id < 1000").run(&mut tx).await.unwrap();
    tx.commit().await.unwrap();
    db.close().await;
    assert!(!holds(SECRET) && holds("who stays"));
}

/// After an I/O error or on a full disk SQLite has rolled back by itself, of which the library that holds the connection
/// knows nothing: everything afterwards would be told to be committed and lie in a transaction that never ends.
#[tokio::test]
async fn what_sqlite_rolled_back_by_itself_does_not_hold_the_next() {
    let bed = Bed::sqlite().await.migrated().await;
    bed.add_club(1, "CHESS").await.unwrap();
    let mut broken = bed.begin().await;
    let again = sql("INSERT OR ROLLBACK INTO clubs (id, name, places) VALUES (1, 'CHESS', 0)").run(&mut broken).await;
    assert!(again.is_err());
    drop(broken);
    let replaced = bed.begin().await;
    assert_eq!(log_at_most(&replaced).await, 32_000, "the new writer leaves checkpoints to others as well");
    drop(replaced);
    // Somebody is refused meanwhile, so that nothing of theirs is committed.
    let mut refused = bed.begin().await;
    sql("INSERT INTO clubs (id, name, places) VALUES (2, 'DRAMA', 0)").run(&mut refused).await.unwrap();
    drop(refused);
    bed.add_club(3, "HOBBY").await.unwrap();
    assert_eq!(bed.clubs().await, 2, "readers see what is committed");
    bed.db.close().await;
    let anew = Db::open(&bed.scratch.url, &scratch::options()).await.unwrap();
    let names: Option<i64> = sql("SELECT SUM(id) AS value FROM clubs").value(&anew).await.unwrap();
    assert_eq!(names, Some(4));
}

/// Pages of the log with which a commit of this connection carries them by itself.
async fn log_at_most(tx: &Tx) -> i64 {
    #[derive(FromRow)]
    struct Setting {
        wal_autocheckpoint: i64,
    }
    sql("PRAGMA wal_autocheckpoint").one::<Setting>(tx).await.unwrap().unwrap().wal_autocheckpoint
}

/// More statements over all of a large file than it has connections: as `quad restore` asks in the end.
#[tokio::test]
async fn whoever_reads_all_of_a_file_waits_for_its_turn() {
    let folder = tempfile::tempdir().unwrap();
    let db = Db::open_file(&folder.path().join("copy.db")).await.unwrap();
    let counting = async |rows: i64| {
        let all = "SELECT COUNT(*) AS value FROM (WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < $1)
            SELECT n FROM c)";
        sql(all).arg(rows).value::<i64>(&db).await.unwrap()
    };
    let began = std::time::Instant::now();
    counting(200_000).await;
    // Longer than anybody who serves people waits for a connection.
    let longer = OpenOptions::default().patience.as_secs_f64() * 1.2 / began.elapsed().as_secs_f64().max(1e-3);
    let rows = (200_000.0 * longer) as i64;
    let all = futures::future::join_all((0..5).map(|_| counting(rows))).await;
    assert!(all.iter().all(|counted| *counted == Some(rows)), "{all:?}");
    db.close().await;
}

#[derive(FromRow)]
struct CompileOption {
    name: String,
}

/// `.cargo/config.toml` has it built without the two locks that all connections would share.
#[tokio::test]
async fn connections_of_sqlite_do_not_wait_for_each_others_memory() {
    let bed = Bed::sqlite().await;
    let options: Vec<CompileOption> =
        sql("SELECT compile_options AS name FROM pragma_compile_options").all(&bed.db).await.unwrap();
    let has = |name: &str| options.iter().any(|option| option.name == name);
    assert!(has("DEFAULT_MEMSTATUS=0") && !has("ENABLE_MEMORY_MANAGEMENT"));
}

/// A statement is planned when it is first used, perhaps on an empty table, and the plan is kept while thousands of rows
/// come: it must use the key from the start (decision 016).
#[tokio::test]
async fn postgres_finds_by_the_key_also_in_a_table_that_was_empty() {
    let Some(bed) = Bed::postgres().await else { return };
    let mut tx = bed.begin().await;
    for text in ["CREATE TABLE grows (id BIGINT PRIMARY KEY, no BIGINT NOT NULL)", "ANALYZE grows"] {
        sql(text).run(&mut tx).await.unwrap();
    }
    for moment in ["empty", "full"] {
        // PostgreSQL keeps a plan from the sixth time on.
        for id in 1..=10_i64 {
            let found: Option<i64> =
                sql("SELECT no AS value FROM grows WHERE id = $1").arg(id).value(&tx).await.unwrap();
            assert_eq!(found, (moment == "full").then_some(id), "{moment}");
        }
        if moment == "empty" {
            sql("INSERT INTO grows SELECT n, n FROM generate_series(1, 5000) n").run(&mut tx).await.unwrap();
        }
    }
    let read: Option<i64> = sql("SELECT seq_tup_read AS value FROM pg_stat_xact_user_tables WHERE relname = 'grows'")
        .value(&tx)
        .await
        .unwrap();
    assert_eq!(read, Some(0), "rows read that nobody asked for");
}

#[tokio::test]
async fn readers_of_sqlite_cannot_write() {
    let bed = Bed::sqlite().await.migrated().await;
    let sneaky = sql("INSERT INTO clubs (id, name, places) VALUES (1, 'chess', 0) RETURNING id AS value");
    assert!(matches!(sneaky.value::<i64>(&bed.db).await, Err(DbError::Broken(_))));
    assert_eq!(bed.clubs().await, 0);
}

#[tokio::test]
async fn a_full_pool_is_away_and_recovers() {
    let Some(bed) = Bed::postgres().await else { return };
    // The two that there are must be had in time, by a slow machine as well.
    let mut held = None;
    for patience in [100, 1_000, 10_000].map(Duration::from_millis) {
        let options = OpenOptions { connections: 2, patience, ..scratch::options() };
        let Ok(small) = Db::open(&bed.scratch.url, &options).await else { continue };
        if let (Ok(first), Ok(second)) = (small.begin().await, small.begin().await) {
            held = Some((small, first, second));
            break;
        }
    }
    let (small, first, second) = held.expect("two connections");
    assert!(matches!(small.begin().await, Err(DbError::Away(_))));
    let read = sql("SELECT count(*) AS value FROM pg_class").value::<i64>(&small).await;
    assert!(matches!(read, Err(DbError::Away(_))), "{read:?}");
    drop((first, second));
    // Rolling back takes as long as the server takes.
    let freed = async {
        loop {
            if let Ok(tx) = small.begin().await {
                return tx.commit().await;
            }
        }
    };
    tokio::time::timeout(Duration::from_mins(1), freed).await.expect("a connection comes free").unwrap();
}

/// As one of a process whose network was cut: PostgreSQL hears nothing of its end for hours.
#[tokio::test]
async fn a_transaction_that_nobody_goes_on_with_ends() {
    let Some(bed) = Bed::postgres().await else { return };
    let bed = bed.migrated().await;
    let mut left = bed.begin().await;
    sql("INSERT INTO clubs (id, name, places) VALUES (1, 'chess', 0)").run(&mut left).await.unwrap();
    let other = tokio::time::timeout(Duration::from_mins(1), bed.add_club(1, "go"));
    other.await.expect("it waits for one that is over").unwrap();
    assert!(matches!(left.commit().await, Err(DbError::Away(_))));
    assert_eq!(bed.clubs().await, 1);
}

/// Two that wait for each other, a lock that is not to be had, a statement that somebody ends: each is a "try again", and no defect.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_given_up_is_told_by_type() {
    let Some(bed) = Bed::postgres().await else { return };
    let bed = bed.migrated().await;
    bed.add_club(1, "chess").await.unwrap();
    bed.add_club(2, "go").await.unwrap();
    let raise = |id: i64| sql("UPDATE clubs SET places = places + 1 WHERE id = $1").arg(id);
    let (mut one, mut other) = (bed.begin().await, bed.begin().await);
    raise(1).run(&mut one).await.unwrap();
    raise(2).run(&mut other).await.unwrap();
    let (first, second) = tokio::join!(raise(2).run(&mut one), raise(1).run(&mut other));
    let given_up = [&first, &second].into_iter().filter(|done| matches!(done, Err(DbError::GivenUp(_)))).count();
    assert_eq!(given_up, 1, "{first:?} {second:?}");
    drop((one, other));

    let mut holder = bed.begin().await;
    raise(1).run(&mut holder).await.unwrap();
    let mut hurried = bed.begin().await;
    sql("SET LOCAL lock_timeout = 10").run(&mut hurried).await.unwrap();
    let failed = raise(1).run(&mut hurried).await;
    assert!(matches!(failed, Err(DbError::GivenUp(_))), "{failed:?}");
    drop((holder, hurried));

    let ended = sql("SELECT CAST(pg_cancel_backend(pg_backend_pid()) AS TEXT) AS value").value::<String>(&bed.db).await;
    assert!(matches!(ended, Err(DbError::GivenUp(_))), "{ended:?}");
}

/// A role that may use the tables and make none.
#[tokio::test]
async fn nothing_is_made_where_nothing_is_missing() {
    let Some(bed) = Bed::postgres().await else { return };
    let bed = bed.migrated().await;
    let name = bed.scratch.url.rsplit('/').next().unwrap().to_owned();
    let role = format!("clerk_{name}");
    for text in [
        format!("CREATE ROLE {role} LOGIN"),
        "REVOKE CREATE ON SCHEMA public FROM PUBLIC".to_owned(),
        format!("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {role}"),
    ] {
        let mut tx = bed.begin().await;
        sql(text).run(&mut tx).await.unwrap();
        tx.commit().await.unwrap();
    }
    let own = bed.scratch.url.split_once("://").unwrap().1.split_once('@').unwrap().1.to_owned();
    let clerk = Db::open(&format!("postgres://{role}@{own}"), &scratch::options()).await.unwrap();
    assert_eq!(clerk.migrate::<First>().await.unwrap(), 0);
    clerk.close().await;
    let mut tx = bed.begin().await;
    sql("DELETE FROM seaql_migrations WHERE version = (SELECT MAX(version) FROM seaql_migrations)")
        .run(&mut tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    let clerk = Db::open(&format!("postgres://{role}@{own}"), &scratch::options()).await.unwrap();
    let refused = clerk.migrate::<First>().await.unwrap_err();
    clerk.close().await;
    let said = format!("GRANT CREATE ON SCHEMA public TO {role}");
    assert!(matches!(&refused, DbError::Unusable(why) if why.contains(&said)), "{refused:?}");
    for text in [format!("DROP OWNED BY {role}"), format!("DROP ROLE {role}")] {
        let mut tx = bed.begin().await;
        sql(text).run(&mut tx).await.unwrap();
        tx.commit().await.unwrap();
    }
}

#[tokio::test]
async fn a_server_that_is_not_there_is_away() {
    let options = OpenOptions { patience: Duration::from_millis(300), ..OpenOptions::default() };
    let failed = Db::open("postgres://nobody@127.0.0.1:9/nothing", &options).await;
    assert!(matches!(failed, Err(DbError::Away(_))), "{failed:?}");
}

/// As a transfer has the files it reads and writes.
#[tokio::test]
async fn a_file_that_another_has_to_itself_is_told_as_that() {
    let scratch = scratch::sqlite().unwrap();
    Db::open(&scratch.url, &scratch::options()).await.unwrap().close().await;
    let file = scratch.url.trim_start_matches("sqlite://");
    let other = rusqlite::Connection::open(file).unwrap();
    other.execute_batch("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; CREATE TABLE mine (no INTEGER)").unwrap();
    let hasty = OpenOptions { turn: Duration::from_millis(100), ..scratch::options() };
    let said = Db::open(&scratch.url, &hasty).await.unwrap_err().to_string();
    assert!(said.contains("to itself") && said.contains(file), "{said}");
}

#[tokio::test]
async fn another_address_is_refused_without_being_repeated() {
    let failed = Db::open("mysql://root:secret@localhost/quad", &scratch::options()).await.unwrap_err();
    assert!(matches!(failed, DbError::Unusable(_)));
    assert!(!format!("{failed:?}").contains("secret"));
}

#[tokio::test]
async fn what_is_told_is_heard() {
    let alone = Bed::sqlite().await;
    assert!(alone.db.listen("changes", "portable-alone").await.unwrap().is_none());
    alone.db.notify("changes", &["nobody".to_owned()]).await.unwrap();
    let Some(bed) = Bed::postgres().await else { return };
    let other = Db::open(&bed.scratch.url, &scratch::options()).await.unwrap();
    let mut line = bed.db.listen("changes", "portable-1").await.unwrap().expect("a line");
    other.notify("elsewhere", &["not for us".to_owned()]).await.unwrap();
    other.notify("changes", &["one".to_owned(), "two".to_owned()]).await.unwrap();
    assert_eq!(line.next().await.unwrap().as_deref(), Some("one"));
    assert_eq!(line.next().await.unwrap().as_deref(), Some("two"));
    // Dropped while waiting, nothing is lost.
    assert!(tokio::time::timeout(Duration::from_millis(50), line.next()).await.is_err());
    bed.db.notify("changes", &["three".to_owned()]).await.unwrap();
    assert_eq!(line.next().await.unwrap().as_deref(), Some("three"));
    let ended = sql("SELECT COUNT(pg_terminate_backend(pid)) AS value FROM pg_stat_activity
         WHERE datname = current_database() AND query LIKE 'LISTEN%'");
    assert_eq!(ended.value::<i64>(&other).await.unwrap(), Some(1));
    // It says that something may have been missed, or that it must be made anew.
    let lost = line.next().await;
    assert!(matches!(lost, Ok(None) | Err(_)), "{lost:?}");
}

#[tokio::test]
async fn a_database_beside_comes_and_goes() {
    let Some(bed) = Bed::postgres().await else { return };
    let name = format!("beside_{}", std::process::id());
    let beside = quad_db::TempDatabase::make(&bed.scratch.url, &name).await.unwrap().unwrap();
    let db = Db::open(&beside.url, &scratch::options()).await.unwrap();
    db.migrate::<First>().await.unwrap();
    assert!(quad_db::TempDatabase::make(&bed.scratch.url, &name).await.is_err(), "the name is taken");
    assert!(quad_db::TempDatabase::make(&bed.scratch.url, "x; y").await.is_err());
    let url = beside.url.clone();
    beside.remove().await.unwrap();
    assert!(Db::open(&url, &scratch::options()).await.is_err(), "gone, although somebody was connected");

    // Whoever may not make databases is told so, not failed.
    let mut tx = bed.begin().await;
    sql(format!("CREATE ROLE {name} LOGIN")).run(&mut tx).await.unwrap();
    tx.commit().await.unwrap();
    let (_, host) = bed.scratch.url.rsplit_once('@').unwrap();
    let made = quad_db::TempDatabase::make(&format!("postgres://{name}@{host}"), &format!("{name}_more")).await;
    let mut tx = bed.begin().await;
    sql(format!("DROP ROLE {name}")).run(&mut tx).await.unwrap();
    tx.commit().await.unwrap();
    assert!(made.unwrap().is_none());
}

/// A whole run of the tests makes some thousand databases; left behind, they filled a disk.
#[tokio::test]
#[expect(clippy::disallowed_methods, reason = "tests are told about the server by the environment")]
async fn a_scratch_database_goes_with_its_value() {
    let Ok(server) = std::env::var("QUAD_TEST_POSTGRES") else { return };
    let scratch = scratch::postgres(&server).await.unwrap();
    let name = scratch.url.rsplit('/').next().unwrap().to_owned();
    let still_open = Db::open(&scratch.url, &scratch::options()).await.unwrap();
    drop(scratch);

    let maintenance = Db::open(&server, &scratch::options()).await.unwrap();
    let left: Option<i64> = sql("SELECT count(*) AS value FROM pg_database WHERE datname = $1")
        .arg(name)
        .value(&maintenance)
        .await
        .unwrap();
    assert_eq!(left, Some(0));
    drop(still_open);
}

/// Each story gets a copy of one database with the schema.
#[tokio::test]
#[expect(clippy::disallowed_methods, reason = "tests are told about the server by the environment")]
async fn racing_for_a_filled_database_fills_it_once() {
    let Ok(server) = std::env::var("QUAD_TEST_POSTGRES") else { return };
    let fills = Arc::new(AtomicU32::new(0));
    for version in ["one", "two"] {
        let mut asked = JoinSet::new();
        for _ in 0..5 {
            let (server, fills) = (server.clone(), Arc::clone(&fills));
            asked.spawn(async move {
                let fill = async |url: &str| {
                    fills.fetch_add(1, Ordering::SeqCst);
                    let db = Db::open(url, &scratch::options()).await?;
                    db.migrate::<First>().await?;
                    db.close().await;
                    Ok(())
                };
                scratch::postgres_filled(&server, "portable", version, fill).await.unwrap()
            });
        }
        for (number, scratch) in asked.join_all().await.into_iter().enumerate() {
            let bed = Bed::on(scratch).await;
            assert_eq!(bed.clubs().await, 0);
            bed.add_club(number as i64, "Chess").await.unwrap();
        }
    }
    assert_eq!(fills.load(Ordering::SeqCst), 2);
    let maintenance = Db::open(&server, &scratch::options()).await.unwrap();
    let left: Option<i64> =
        sql("SELECT count(*) AS value FROM pg_database WHERE starts_with(datname, 'template_portable_')")
            .value(&maintenance)
            .await
            .unwrap();
    assert_eq!(left, Some(1), "those of other versions are gone");
}

/// Pages in SQLite's log, and how many of them are in the file as well.
async fn log(db: &Db) -> (i64, i64) {
    #[derive(FromRow)]
    struct Log {
        log: i64,
        checkpointed: i64,
    }
    let log: Log = sql("PRAGMA wal_checkpoint(NOOP)").one(db).await.unwrap().unwrap();
    (log.log, log.checkpointed)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_is_carried_while_somebody_writes_without_a_pause() {
    let bed = Bed::sqlite().await.migrated().await;
    let mut tx = bed.begin().await;
    sql("PRAGMA wal_autocheckpoint = 0").run(&mut tx).await.unwrap();
    for number in 0..100 {
        bed_row(&mut tx, number, &"long".repeat(12_000)).await;
    }
    tx.commit().await.unwrap();
    let (length, carried) = log(&bed.db).await;
    assert!(length > 1_000 && carried == 0, "{length} {carried}");

    let mut number = 100;
    let begun_anew = tokio::time::timeout(Duration::from_mins(1), async {
        loop {
            let mut tx = bed.begin().await;
            bed_row(&mut tx, number, "short").await;
            tx.commit().await.unwrap();
            number += 1;
            if log(&bed.db).await.0 < 500 {
                return;
            }
        }
    });
    tokio::select! {
        never = bed.db.monitor() => match never {},
        begun = begun_anew => begun.expect("the log begins anew"),
    }
    assert_eq!(bed.clubs().await, number);
}

async fn bed_row(tx: &mut Tx, number: i64, text: &str) {
    let name = format!("{number} {text}");
    sql("INSERT INTO clubs (id, name, places) VALUES ($1, $2, 0)").arg(number).arg(name).run(tx).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_of_another_program_is_left_as_it_is() {
    let bed = Bed::on(scratch::sqlite().unwrap()).await;
    let mut tx = bed.db.begin().await.unwrap();
    sql("CREATE TABLE recipes (id BIGINT)").run(&mut tx).await.unwrap();
    tx.commit().await.unwrap();
    for said in [bed.db.schema::<First>().await.map(drop), bed.db.migrate::<First>().await.map(drop)] {
        let said = said.unwrap_err().to_string();
        assert!(said.contains("another program's") && said.contains("recipes"), "{said}");
    }
    let tables = sql("SELECT COUNT(*) AS value FROM sqlite_schema").value::<i64>(&bed.db).await.unwrap();
    assert_eq!(tables, Some(1), "nothing was made in it");
}

/// In PostgreSQL a table of somebody else is one in the schema where Quad's would be made, and none that an extension has brought.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_schema_of_another_program_is_left_as_it_is() {
    let Some(bed) = Bed::postgres().await else { return };
    let run = async |text: &str| {
        let mut tx = bed.begin().await;
        sql(text.to_owned()).run(&mut tx).await.unwrap();
        tx.commit().await.unwrap();
    };
    run("CREATE SCHEMA other").await;
    run("CREATE TABLE other.stocks (id BIGINT)").await;
    run("CREATE TABLE recipes (id BIGINT)").await;
    for said in [bed.db.schema::<First>().await.map(drop), bed.db.migrate::<First>().await.map(drop)] {
        let said = said.unwrap_err().to_string();
        assert!(said.contains("another program's: it has a table recipes in the schema public"), "{said}");
        assert!(said.contains("CREATE SCHEMA quad AUTHORIZATION") && said.contains("SET search_path = quad"), "{said}");
    }
    let tables: Vec<String> = bed.db.rows().await.unwrap().into_iter().map(|(table, _)| table).collect();
    assert_eq!(tables, ["recipes"], "nothing was made in it");
    run("ALTER EXTENSION plpgsql ADD TABLE recipes").await;
    assert_eq!(bed.db.migrate::<First>().await.unwrap(), 1);
    // What comes later beside Quad's is theirs.
    run("CREATE TABLE ledger (id BIGINT)").await;
    assert_eq!(bed.db.migrate::<Second>().await.unwrap(), 1);
}

/// A statement that was prepared before a column became another type's is prepared anew: reading goes on, and a transaction is one to
/// try again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_column_of_another_type_is_read_all_the_same() {
    let Some(bed) = Bed::postgres().await else { return };
    let bed = bed.migrated().await;
    bed.add_club(1, "chess").await.unwrap();
    let reads = async |times: usize| {
        let all = (0..times)
            .map(|_| sql("SELECT name AS value FROM clubs WHERE id = $1").arg(1_i64).value::<String>(&bed.db));
        futures::future::join_all(all).await
    };
    let in_a_transaction = async || {
        let tx = bed.begin().await;
        let name = sql("SELECT name AS value FROM clubs WHERE id = $1").arg(1_i64).value::<String>(&tx).await;
        tx.commit().await.unwrap();
        name
    };
    for becomes in ["VARCHAR(300)", "TEXT"] {
        for answer in reads(32).await {
            assert_eq!(answer.unwrap().as_deref(), Some("chess"));
        }
        assert_eq!(in_a_transaction().await.unwrap().as_deref(), Some("chess"));
        let mut other = sqlx::PgConnection::connect(&bed.scratch.url).await.unwrap();
        other
            .execute(sqlx::AssertSqlSafe(format!("ALTER TABLE clubs ALTER COLUMN name TYPE {becomes}")))
            .await
            .unwrap();
        other.close().await.unwrap();
        if becomes == "TEXT" {
            assert!(matches!(in_a_transaction().await, Err(DbError::GivenUp(_))));
            assert_eq!(in_a_transaction().await.unwrap().as_deref(), Some("chess"));
        }
        for answer in reads(32).await {
            assert_eq!(answer.unwrap().as_deref(), Some("chess"));
        }
    }
}
