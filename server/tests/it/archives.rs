//! Stories of the other ways to keep a database, as docs/operating/back-up.md tells them: PostgreSQL's base backup with an archive of
//! its log, brought back to a moment before an accident; and Litestream, which follows the SQLite file into a bucket. Each
//! under students who answer, and with the loss of everything that was not carried elsewhere.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use quad_db::{Db, FromValue, scratch, sql};
use tokio::time::sleep;

use crate::cli::quad_with;
use crate::harness::{BUCKET, Cluster, KEY_ID, Process, Room, S3Server, SECRET, proxy};
use crate::operator_guide::{blocks, page};

async fn open(url: &str) -> Db {
    Db::open(url, &scratch::options()).await.expect("the database")
}

async fn asked<T: FromValue>(db: &Db, statement: &str) -> T {
    sql(statement.to_owned()).value(db).await.expect(statement).expect(statement)
}

/// A block of settings of the page that has a word in it, with the place of the archive.
fn settings_with(word: &str, archive: &Path) -> String {
    let found = blocks(&page(), "ini").into_iter().find(|block| block.contains(word));
    let text = found.unwrap_or_else(|| panic!("no block with {word}"));
    assert!(text.contains("/srv/archive"), "{text}");
    format!("\n{}\n", text.replace("/srv/archive", &archive.display().to_string()))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_archive_of_postgresql_goes_back_to_a_moment() {
    let archive_of = |folder: &Path| folder.join("archive");
    let Some(cluster) = Cluster::start_with(|folder| settings_with("archive_command", &archive_of(folder))) else {
        return;
    };
    let archive = archive_of(cluster.folder());
    cluster.program("/bin/mkdir", &["archive"]);
    let folder = tempfile::tempdir().expect("a folder");
    let url = cluster.url();
    let environment = [("QUAD_DATABASE_URL", url.as_str()), ("QUAD_BILLING", "off")];
    let server = Process::start(folder.path(), &environment);
    let room = Room::open(&server.base, 12, 40).await;
    let load = room.begin(&server.base, Duration::ZERO);
    sleep(Duration::from_millis(500)).await;
    let written = blocks(&page(), "").into_iter().find(|block| block.starts_with("pg_basebackup ")).expect("a command");
    let command = written.replace("/srv/archive", &archive.display().to_string());
    cluster.program("/bin/sh", &["-ec", &command]);
    // The next week's finds a place as well.
    cluster.program("/bin/sh", &["-ec", &command.replace("date ", "date -d 'next week' ")]);
    sleep(Duration::from_secs(1)).await;
    let heard = load.end().await;
    assert!(heard.acknowledged.len() > 100, "{} answers are no load", heard.acknowledged.len());
    // After a crash PostgreSQL may have forgotten that a segment was archived: it is handed over once more, and those after it follow.
    cluster.stop("immediate");
    let again = "cd data/pg_wal/archive_status && for one in *0?.done; do mv \"$one\" \"${one%.done}.ready\"; done";
    cluster.program("/bin/sh", &["-ec", again]);
    cluster.go_on();
    // A week later nobody wants the first one any more, nor what only that one needed.
    let kept = || {
        let paths = std::fs::read_dir(&archive).expect("a folder").flatten().map(|entry| entry.path());
        let (mut bases, mut pieces): (Vec<_>, Vec<_>) = paths.partition(|path| path.is_dir());
        pieces.retain(|path| path.extension().is_none());
        bases.sort();
        pieces.sort();
        (bases, pieces)
    };
    let (bases, before) = kept();
    assert_eq!(bases.len(), 2, "{bases:?}");
    cluster.program("/bin/rm", &["-r", &bases[0].display().to_string()]);
    let base = bases[1].display().to_string();
    let written =
        blocks(&page(), "").into_iter().find(|block| block.contains("pg_archivecleanup ")).expect("a command");
    cluster.program("/bin/sh", &["-ec", &written.replace("/srv/archive", &archive.display().to_string())]);
    let (_, after) = kept();
    let gone: Vec<_> = before.iter().filter(|path| !after.contains(path)).collect();
    assert!(!gone.is_empty() && gone.iter().all(|path| **path < after[0]), "{before:?}, then {after:?}");

    // What was acknowledged stands before this moment; the accident after it.
    let db = open(&url).await;
    let moment: String = asked(&db, "SELECT CAST(clock_timestamp() AS TEXT) AS value").await;
    sleep(Duration::from_millis(1_100)).await;
    let mut tx = db.begin().await.expect("begun");
    sql("DELETE FROM answers").run(&mut tx).await.expect("an accident");
    tx.commit().await.expect("committed");
    let last: String = asked(&db, "SELECT pg_walfile_name(pg_switch_wal()) AS value").await;
    let began = Instant::now();
    while !archive.join(&last).exists() {
        assert!(began.elapsed() < Duration::from_mins(1), "{last} is not archived");
        sleep(Duration::from_millis(50)).await;
    }
    db.close().await;
    drop(server);
    // The machine is gone, and all that was on it.
    cluster.stop("immediate");
    std::fs::remove_dir_all(cluster.folder().join("data")).expect("lost");

    cluster.program("/bin/mv", &[&base, "data"]);
    let until = settings_with("recovery_target_time", &archive);
    let named = blocks(&page(), "ini").into_iter().find_map(|block| {
        let line = block.lines().find_map(|line| line.strip_prefix("recovery_target_time = '").map(str::to_owned))?;
        line.split('\'').next().map(str::to_owned)
    });
    cluster.set(&until.replace(&named.expect("a moment on the page"), &moment));
    cluster.program("/usr/bin/touch", &["data/recovery.signal"]);
    cluster.go_on();
    let db = open(&url).await;
    while asked::<bool>(&db, "SELECT pg_is_in_recovery() AS value").await {
        assert!(began.elapsed() < Duration::from_secs(90), "it goes on reading");
        sleep(Duration::from_millis(100)).await;
    }
    db.close().await;
    let (sound, said) = quad_with(folder.path(), &environment, &["check"]);
    assert!(sound && said.contains("rules hold."), "{said}");
    let server = Process::start(folder.path(), &environment);
    room.nothing_is_lost(&server.base, &heard).await;
    assert!(server.stop().await.success());
}

/// Litestream where the test runner says it is, or in PATH.
#[expect(clippy::disallowed_methods, reason = "the test runner says where it is")]
fn litestream() -> Option<String> {
    let named = std::env::var("QUAD_TEST_LITESTREAM").ok();
    let there = |program: &String| Command::new(program).arg("version").output().is_ok_and(|run| run.status.success());
    let found = named.or_else(|| Some("litestream".to_owned())).filter(there);
    if found.is_none() {
        let _ = std::io::Write::write_all(&mut std::io::stderr(), b"passed over: litestream is not installed\n");
    }
    found
}

/// A program that ends with the story.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn litestream_follows_into_a_bucket() {
    let Some(program) = litestream() else { return };
    let store = S3Server::start().await;
    let base = tempfile::tempdir().expect("a folder");
    let (old, new) = (base.path().join("old"), base.path().join("new"));
    let environment = [("QUAD_BILLING", "off")];
    let server = Process::start(&old, &environment);
    let database = old.join("quad.db").display().to_string();
    let config = proxy::with(
        proxy::packaged("litestream/litestream.yml"),
        &[
            ("/var/lib/quad/quad.db", database.clone()),
            ("bucket: quad-database", format!("bucket: {BUCKET}")),
            ("https://s3.campus.example", store.endpoint()),
        ],
    );
    let file = base.path().join("litestream.yml");
    std::fs::write(&file, config).expect("written");
    let command = |words: &[&str]| {
        let mut command = Command::new(&program);
        let config = file.display().to_string();
        command.arg(words[0]).args(["-config", &config]).args(&words[1..]).env_clear();
        command.env("LITESTREAM_ACCESS_KEY_ID", KEY_ID).env("LITESTREAM_SECRET_ACCESS_KEY", SECRET);
        command.env("HOME", base.path()).stdin(Stdio::null());
        command
    };
    let log = std::fs::File::create(base.path().join("log")).expect("a file");
    let follows = command(&["replicate"]).stdout(log.try_clone().expect("a file")).stderr(log).spawn();
    let follows = Running(follows.expect("it runs"));
    let room = Room::open(&server.base, 12, 40).await;
    let load = room.begin(&server.base, Duration::ZERO);
    sleep(Duration::from_secs(3)).await;
    let heard = load.end().await;
    let stored = open(&format!("sqlite://{database}")).await;
    let answers: i64 = asked(&stored, "SELECT count(*) AS value FROM answers").await;
    assert!(answers > 100, "{answers} answers are no load");
    stored.close().await;

    // Until the last of it has been carried, while both run.
    let (began, mut turn) = (Instant::now(), 0);
    let restored = loop {
        turn += 1;
        let place = base.path().join(format!("restored-{turn}.db")).display().to_string();
        let run = command(&["restore", "-o", &place, &database]).output().expect("it runs");
        let said = String::from_utf8_lossy(&run.stderr).into_owned() + &String::from_utf8_lossy(&run.stdout);
        if run.status.success() {
            let db = open(&format!("sqlite://{place}")).await;
            let carried: i64 = asked(&db, "SELECT count(*) AS value FROM answers").await;
            db.close().await;
            if carried == answers {
                break place;
            }
        }
        let log = std::fs::read_to_string(base.path().join("log")).unwrap_or_default();
        assert!(began.elapsed() < Duration::from_secs(40), "{said}\n{log}");
        sleep(Duration::from_millis(500)).await;
    };
    drop((server, follows));
    std::fs::remove_dir_all(&old).expect("lost");

    std::fs::create_dir(&new).expect("a folder");
    std::fs::rename(&restored, new.join("quad.db")).expect("put there");
    let (sound, said) = quad_with(&new, &environment, &["check", "--thorough"]);
    assert!(sound && said.contains("rules hold."), "{said}");
    let server = Process::start(&new, &environment);
    room.nothing_is_lost(&server.base, &heard).await;
    assert!(server.stop().await.success());
}
