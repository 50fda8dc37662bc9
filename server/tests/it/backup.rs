//! Stories of backups: made while people go on, put back on either engine, and never in the way of what is there.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;
use std::time::Duration;

use quad::integrity_check;
use quad_db::FromRow;
use quad_db::scratch::{self, Scratch};
use quad_db::{Db, Engine, sql};
use quad_operations::backups::{self, MissingPictures, Target};
use quad_people::pictures;
use quad_services::config::{Flags, load_from};
use tokio::sync::Mutex;
use tokio::task::JoinSet;

use crate::harness::{TestApp, made, postgres_server};
use crate::on_both_engines;

on_both_engines!(
    what_is_put_back_is_what_was_there,
    under_load_nothing_acknowledged_is_missing,
    only_an_empty_place_is_filled,
    there_is_one_at_a_time,
    a_picture_let_go_meanwhile_is_in_it,
    by_the_clock_the_newest_are_kept,
    those_that_cannot_be_read_again_do_not_pile_up,
    a_backup_of_each_release_still_goes_back,
);

fn silent(_: &str) {}

async fn backed_up(t: &TestApp, file: &Path) -> backups::Manifest {
    backups::make(&t.app.db, &t.app.pictures, &t.app.clock, file, &silent).await.expect("a backup")
}

fn media_in(folder: &Path) -> pictures::Media {
    let place = format!("file:{}", folder.join("media").display());
    let settings = load_from(&Flags::default(), |name| (name == "QUAD_MEDIA_URL").then(|| place.clone()));
    pictures::Media::new(&settings.expect("settings"))
}

/// Somewhere empty on an engine, and what has to be held while it is used; nothing without a PostgreSQL server.
async fn empty(engine: Engine, folder: &Path) -> Option<(Target, Option<Scratch>)> {
    match engine {
        Engine::Sqlite => Some((Target::File(folder.join("quad.db")), None)),
        Engine::Postgres => {
            let scratch = scratch::postgres(&postgres_server()?).await.expect("a fresh database");
            let db = Db::open_to_fill(&scratch.url, &scratch::options()).await.expect("the database");
            Some((Target::Server(db, folder.to_owned()), Some(scratch)))
        }
    }
}

async fn put_back(file: &Path, target: Target, folder: &Path) -> Db {
    let media = media_in(folder);
    let (db, _) = backups::restore(file, target, &media, &silent).await.expect("put back");
    let findings = integrity_check::check(&db, Some(&media), true).await.expect("asked");
    let (said, holds) = integrity_check::report(&findings);
    assert!(holds, "{said}");
    db
}

#[derive(FromRow)]
struct Text {
    value: String,
}

/// Every row of the database in a backup, as text; but for the backup's own lease and the moments of migrations.
async fn contents(file: &Path) -> BTreeMap<String, Vec<String>> {
    let folder = tempfile::tempdir().expect("a folder");
    let unpacked = zstd::Decoder::new(std::fs::File::open(file).expect("the backup")).expect("packed");
    tar::Archive::new(unpacked).unpack(folder.path()).expect("unpacked");
    let db = Db::open_file(&folder.path().join("quad.db")).await.expect("the database");
    let mut all = BTreeMap::new();
    for (table, _) in db.rows().await.expect("tables") {
        if table == "seaql_migrations" {
            continue;
        }
        let columns = format!(
            "SELECT group_concat('quote(\"' || name || '\")', ' || '','' || ') AS value FROM pragma_table_info('{table}')"
        );
        let columns: String = sql(columns).value(&db).await.expect("columns").expect("columns");
        let kept = if table == "marks" { " WHERE name <> 'backup'" } else { "" };
        let rows = sql(format!("SELECT {columns} AS value FROM \"{table}\"{kept} ORDER BY 1"));
        let rows: Vec<Text> = rows.all(&db).await.expect("rows");
        all.insert(table, rows.into_iter().map(|row| row.value).collect());
    }
    db.close().await;
    all
}

async fn what_is_put_back_is_what_was_there(t: TestApp) {
    quad::demo::seed(&t.app).await.expect("filled").expect("log-ins");
    t.run_jobs().await;
    let ada = t.organiser("ada").await;
    let odd = "a\\b\\N\tc\nd\r\n\u{1}é😀'\"--";
    let mut tx = t.app.db.begin().await.expect("begun");
    sql("UPDATE users SET full_name = $1 WHERE email = 'ada@meridian.example'")
        .arg(odd)
        .run(&mut tx)
        .await
        .expect("odd");
    tx.commit().await.expect("committed");
    drop(ada);
    let base = tempfile::tempdir().expect("a folder");
    let file = base.path().join("first.tar.zst");
    let manifest = backed_up(&t, &file).await;
    assert!(manifest.rows["answers"] > 0 && manifest.pictures > 0, "{manifest:?}");
    assert_eq!(backups::verify(&file, &silent).await.expect("whole"), manifest);
    let was = contents(&file).await;
    assert!(was["users"].iter().any(|row| row.contains('😀')));
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let folder = base.path().join(format!("{engine:?}"));
        std::fs::create_dir(&folder).expect("a folder");
        let Some((target, _held)) = empty(engine, &folder).await else { continue };
        let db = put_back(&file, target, &folder).await;
        assert_eq!(db.engine(), engine);
        // A second backup holds the same.
        let again = base.path().join(format!("{engine:?}.tar.zst"));
        t.pass(300);
        backups::make(&db, &media_in(&folder), &t.app.clock, &again, &silent).await.expect("a backup");
        let is = contents(&again).await;
        for (table, rows) in &was {
            assert_eq!(rows, &is[table], "{table} on {engine:?}");
        }
        // What counts by itself goes on where it was.
        let mut tx = db.begin().await.expect("begun");
        let next = sql("INSERT INTO credit_entries (user_id, contests, polls, reason, created_at)
            SELECT id, 0, 0, 'x', 1 FROM users WHERE email = 'ada@meridian.example' RETURNING id AS value");
        let next: i64 = next.value(&tx).await.expect("written").expect("a number");
        tx.commit().await.expect("committed");
        tx = db.begin().await.expect("begun");
        let most: Option<i64> = sql("SELECT MAX(id) AS value FROM credit_entries").value(&tx).await.expect("read");
        assert_eq!(Some(next), most);
        drop(tx);
        db.close().await;
    }
    let left: BTreeSet<String> = names_in(base.path());
    assert!(left.iter().all(|name| !name.starts_with('.') && !name.contains("part")), "{left:?}");
}

fn names_in(folder: &Path) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder).expect("the folder");
    entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
}

#[derive(FromRow)]
struct Given {
    user_id: quad_kernel::ids::UserId,
    question_no: i32,
}

async fn under_load_nothing_acknowledged_is_missing(t: TestApp) {
    const QUESTIONS: usize = 60;
    let owner = t.organiser("owner").await;
    let contest = Arc::new(t.running(&owner, QUESTIONS).await);
    let crowd = t.crowd(12).await;
    let acknowledged = Arc::new(Mutex::new(BTreeSet::new()));
    let stop = Arc::new(AtomicBool::new(false));
    let mut students = JoinSet::new();
    for student in crowd {
        let (contest, acknowledged, stop) = (Arc::clone(&contest), Arc::clone(&acknowledged), Arc::clone(&stop));
        students.spawn(async move {
            student.join(&contest).await;
            for number in 0..QUESTIONS {
                if stop.load(Ordering::SeqCst) {
                    break;
                }
                student.answer(&contest, number, ["A", "B", "C", "D"][number % 4]).await.expect(200);
                acknowledged.lock().await.insert((student.id.clone(), number as i32 + 1));
            }
        });
    }
    while acknowledged.lock().await.len() < 60 {
        // Then it looks again.
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let base = tempfile::tempdir().expect("a folder");
    let file = base.path().join("x.tar.zst");
    let before = acknowledged.lock().await.clone();
    backed_up(&t, &file).await;
    stop.store(true, Ordering::SeqCst);
    students.join_all().await;
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let folder = base.path().join(format!("{engine:?}"));
        std::fs::create_dir(&folder).expect("a folder");
        let Some((target, _held)) = empty(engine, &folder).await else { continue };
        let db = put_back(&file, target, &folder).await;
        let given: Vec<Given> =
            sql("SELECT a.user_id, n.question_no FROM answers n JOIN attempts a ON a.id = n.attempt_id")
                .all(&db)
                .await
                .expect("answers");
        let given: BTreeSet<(String, i32)> =
            given.into_iter().map(|row| (row.user_id.to_string(), row.question_no)).collect();
        let missing: Vec<_> = before.difference(&given).collect();
        assert!(before.len() >= 60 && missing.is_empty(), "{missing:?}");
        db.close().await;
    }
}

async fn only_an_empty_place_is_filled(t: TestApp) {
    let ada = t.person("ada").await;
    ada.set_picture("ada.png", &made::png(&made::quadrants(40, 30))).await.expect(200);
    let base = tempfile::tempdir().expect("a folder");
    let file = base.path().join("x.tar.zst");
    backed_up(&t, &file).await;
    let refused = backups::make(&t.app.db, &t.app.pictures, &t.app.clock, &file, &silent).await;
    assert!(refused.expect_err("no").to_string().contains("overwrites nothing"));
    let folder = base.path().join("data");
    std::fs::create_dir(&folder).expect("a folder");
    let engine = t.app.db.engine();
    let Some((target, _held)) = empty(engine, &folder).await else { return };
    let again = match &target {
        Target::File(database) => Target::File(database.clone()),
        Target::Server(db, folder) => Target::Server(db.clone(), folder.clone()),
    };
    let db = put_back(&file, target, &folder).await;
    let media = media_in(&folder);
    // The copy was made while a backup was at work; in the new place none is.
    let of_the_new = base.path().join("new.tar.zst");
    backups::make(&db, &media, &t.app.clock, &of_the_new, &silent).await.expect("a backup at once");
    // The database alone is reason enough: the pictures would go elsewhere.
    let elsewhere = base.path().join("elsewhere");
    std::fs::create_dir(&elsewhere).expect("a folder");
    let said = backups::restore(&file, again, &media_in(&elsewhere), &silent).await.map(|_| ()).expect_err("not empty");
    let said = said.to_string();
    assert!(said.contains("quad.db is there already") || said.contains("have accounts in this database"), "{said}");
    assert!(media_in(&elsewhere).is_empty().await.expect("asked"));
    // Pictures alone are reason enough.
    let other = base.path().join("other");
    std::fs::create_dir(&other).expect("a folder");
    let (target, _held) = empty(engine, &other).await.expect("a place");
    let said = backups::restore(&file, target, &media, &silent).await.map(|_| ()).expect_err("pictures").to_string();
    assert!(said.contains("pictures in the store"), "{said}");
    // One that is damaged leaves nothing.
    let mut bytes = std::fs::read(&file).expect("the backup");
    let middle = bytes.len() - 20;
    bytes[middle] ^= 1;
    let damaged = base.path().join("damaged.tar.zst");
    std::fs::write(&damaged, bytes).expect("written");
    let (target, _held) = empty(engine, &other).await.expect("a place");
    let said = backups::restore(&damaged, target, &media_in(&other), &silent).await.map(|_| ()).expect_err("damaged");
    assert!(format!("{said:#}").contains("damaged"), "{said:#}");
    assert!(!other.join("quad.db").exists());
    // The lock has nothing in it; to take it away would let two have it.
    let lock = (engine == Engine::Sqlite).then(|| "quad.serving-lock".to_owned());
    assert_eq!(names_in(&other), lock.into_iter().collect(), "not even an empty folder is left");
    assert!(backups::verify(&damaged, &silent).await.is_err());
    // Nor does one whose packing is sound, but which is not what was written.
    let mut plain = zstd::decode_all(std::fs::File::open(&file).expect("the backup")).expect("packed");
    let address = b"ada@meridian.example";
    let at = plain.windows(address.len()).position(|bytes| bytes == address).expect("her address");
    plain[at] = b'e';
    let changed = base.path().join("changed.tar.zst");
    std::fs::write(&changed, zstd::encode_all(plain.as_slice(), 1).expect("packed")).expect("written");
    let (target, _held) = empty(engine, &other).await.expect("a place");
    let said = backups::restore(&changed, target, &media_in(&other), &silent).await.map(|_| ()).expect_err("changed");
    assert!(format!("{said:#}").contains("is not what was written"), "{said:#}");
    assert!(!other.join("quad.db").exists() && media_in(&other).is_empty().await.expect("asked"));
    assert!(backups::verify(&changed, &silent).await.is_err());
    db.close().await;
}

async fn there_is_one_at_a_time(t: TestApp) {
    let base = tempfile::tempdir().expect("a folder");
    let file = base.path().join("x.tar.zst");
    assert!(pictures::begin_backup(&t.app.db, t.app.clock.now()).await.expect("asked"));
    let said = backups::make(&t.app.db, &t.app.pictures, &t.app.clock, &file, &silent).await.expect_err("no");
    assert!(said.to_string().contains("another backup is being made"), "{said:#}");
    // One that died gives way.
    t.pass(121);
    backed_up(&t, &file).await;
    std::fs::remove_file(&file).expect("the backup");
    // One that is stopped gives way at once, and leaves nothing; or it was too late for that, and the file is there.
    let media = &t.app.pictures;
    let mut times_too_late = 0;
    loop {
        // As soon as there is something of it.
        let stopped = std::future::poll_fn(|context| {
            if names_in(base.path()).is_empty() {
                context.waker().wake_by_ref();
                return Poll::Pending;
            }
            Poll::Ready(())
        });
        let missing = MissingPictures::Refused;
        let made = backups::make_unless(stopped, &t.app.db, media, &t.app.clock, &file, missing, &silent).await;
        if let Err(said) = made {
            assert!(said.to_string().contains("no backup was made"), "{said:#}");
            assert_eq!(names_in(base.path()), BTreeSet::new());
            break;
        }
        backups::verify(&file, &silent).await.expect("a whole backup");
        std::fs::remove_file(&file).expect("the backup");
        times_too_late += 1;
        assert!(times_too_late < 100, "it is never stopped");
    }
    backed_up(&t, &file).await;
    std::fs::remove_file(&file).expect("the backup");
    backed_up(&t, &file).await;
}

async fn a_picture_let_go_meanwhile_is_in_it(t: TestApp) {
    let ada = t.person("ada").await;
    let picture = made::png(&made::quadrants(40, 30));
    ada.set_picture("ada.png", &picture).await.expect(200);
    let shown = pictures::variants_shown(&t.app.db).await.expect("names");
    let names: Vec<String> = shown.into_iter().map(|variant| variant.name).collect();
    assert!(pictures::begin_backup(&t.app.db, t.app.clock.now()).await.expect("asked"));
    ada.set_picture("other.png", &made::png(&made::quadrants(60, 30))).await.expect(200);
    t.run_jobs().await;
    for name in &names {
        assert!(t.app.pictures.read(name).await.expect("asked").is_some(), "{name} is still there");
    }
    pictures::end_backup(&t.app.db).await.expect("ended");
    t.pass(26 * 3600);
    t.run_jobs().await;
    for name in &names {
        assert!(t.app.pictures.read(name).await.expect("asked").is_none(), "{name} was swept");
    }
}

async fn by_the_clock_the_newest_are_kept(t: TestApp) {
    let base = tempfile::tempdir().expect("a folder");
    let folder = base.path().join("backups");
    let place = folder.display().to_string();
    let set = [("QUAD_BACKUP_EVERY", "6h"), ("QUAD_BACKUP_DIR", place.as_str()), ("QUAD_BACKUP_KEEP", "2")];
    let t = t.another(&set, 2).await;
    let turn = async |seconds| {
        t.pass(seconds);
        t.run_jobs().await;
        names_in(&folder)
    };
    t.run_jobs().await;
    let first = turn(300).await;
    assert_eq!(first.len(), 1, "{first:?}");
    assert_eq!(turn(3600).await, first, "not before it is due");
    std::fs::write(folder.join("quad-before-exams.tar.zst"), "mine").expect("written");
    assert_eq!(turn(6 * 3600).await.len(), 3);
    let third = turn(6 * 3600 + 300).await;
    assert_eq!(third.len(), 3, "{third:?}");
    assert!(third.contains("quad-before-exams.tar.zst") && !third.is_superset(&first), "{third:?}");
    // While another one is being made it waits for that one's end, and that is no failure.
    t.pass(7 * 3600);
    assert!(pictures::begin_backup(&t.app.db, t.app.clock.now()).await.expect("asked"));
    t.run_jobs().await;
    assert_eq!(names_in(&folder), third);
    for name in third.iter().filter(|name| name.starts_with("quad-2")) {
        backups::verify(&folder.join(name), &silent).await.expect("whole");
    }
    let last = backups::newest_run(&t.app.db).await.expect("asked").expect("one");
    assert!(last.why.is_none(), "{last:?}");
    assert_ne!(turn(300).await, third, "the other one has died");
}

/// A row that its table does not allow goes into the copy of a SQLite database and is found when the backup is read again. On PostgreSQL
/// such a copy is not even made, so that the runs are written down here.
async fn those_that_cannot_be_read_again_do_not_pile_up(t: TestApp) {
    let base = tempfile::tempdir().expect("a folder");
    let folder = base.path().join("backups");
    let place = folder.display().to_string();
    let set = [("QUAD_BACKUP_EVERY", "6h"), ("QUAD_BACKUP_DIR", place.as_str()), ("QUAD_BACKUP_KEEP", "2")];
    let t = t.alone(&set, 2).await;
    let is_sqlite = t.app.db.engine() == Engine::Sqlite;
    let runs = async || {
        let count: Option<i64> =
            sql("SELECT COUNT(*) AS value FROM backup_runs").value(&t.app.db).await.expect("counted");
        count.expect("a number")
    };
    let spoil = async || {
        let statements: &[&str] = if is_sqlite {
            &[
                "PRAGMA ignore_check_constraints = on",
                "INSERT INTO push_keys (one, secret, created_at) VALUES (2, '', 1)",
                "PRAGMA ignore_check_constraints = off",
            ]
        } else {
            &[]
        };
        let mut tx = t.app.db.begin().await.expect("begun");
        for statement in statements {
            sql((*statement).to_owned()).run(&mut tx).await.expect(statement);
        }
        tx.commit().await.expect("committed");
        if !is_sqlite {
            let file = "quad-20260101-000000.tar.zst".to_owned();
            let why = Some("it was made, but cannot be read again".to_owned());
            let run = backups::Run { began_at: t.app.clock.now(), file, bytes: Some(9), verified_at: None, why };
            backups::note(&t.app.db, run).await.expect("noted");
        }
    };
    let turn = async |times: usize| {
        for _ in 0..times {
            t.pass(300);
            t.run_jobs().await;
        }
        if folder.exists() { names_in(&folder) } else { BTreeSet::new() }
    };
    t.run_jobs().await;
    spoil().await;
    if is_sqlite {
        let left = turn(24).await;
        assert!(left.len() == 1 && left.iter().all(|name| name.ends_with(".tar.zst.unproven")), "{left:?}");
        // After 10, 20 and 40 minutes, and the next after 80.
        let made = runs().await;
        assert!((3..=5).contains(&made), "{made} backups in two hours");
        // Mended, it waits out the pause, and the next one is good.
        let mut tx = t.app.db.begin().await.expect("begun");
        sql("DELETE FROM push_keys WHERE one = 2").run(&mut tx).await.expect("mended");
        tx.commit().await.expect("committed");
        let is_good = |name: &String| name.ends_with(".tar.zst");
        let mut left = left;
        for _ in 0..40 {
            left = turn(1).await;
            if left.iter().any(is_good) {
                break;
            }
        }
        assert!(left.len() == 2 && left.iter().any(is_good), "{left:?}");
        // After a good one the pauses begin anew.
        let made = runs().await;
        spoil().await;
        t.pass(6 * 3600);
        turn(3).await;
        assert_eq!(runs().await - made, 2, "the second after ten minutes");
    } else {
        assert_eq!(turn(1).await, BTreeSet::new(), "not after five minutes");
        let left = turn(2).await;
        assert_eq!(left.len(), 1, "{left:?}");
    }
}

/// Backups kept in the tree, one per release. How they are made stands in CONTRIBUTING.md.
async fn a_backup_of_each_release_still_goes_back(t: TestApp) {
    let fixtures = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures"));
    let names = names_in(&fixtures);
    assert!(names.contains(&format!("quad-{}.tar.zst", env!("CARGO_PKG_VERSION"))), "{names:?}");
    let base = tempfile::tempdir().expect("a folder");
    for name in names {
        let folder = base.path().join(&name);
        std::fs::create_dir(&folder).expect("a folder");
        let Some((target, _held)) = empty(t.app.db.engine(), &folder).await else { return };
        let db = put_back(&fixtures.join(&name), target, &folder).await;
        let schema = db.schema::<quad_migrations::Migrations>().await.expect("asked");
        assert!(schema.pending.is_empty(), "{name}: {schema:?}");
        db.close().await;
    }
}
