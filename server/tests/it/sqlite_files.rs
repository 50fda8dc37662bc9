//! SQLite's files as an operator meets them: paths with odd letters, a folder that cannot be written, a log that a reader holds, jobs that
//! were given up.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use quad::doctor::Level;
use quad_db::{Db, scratch, sql};
use sqlx::{Connection as _, Executor as _, SqliteConnection};
use tokio::time::sleep;

use crate::cli::{quad, quad_with};
use crate::doctor::{examined, is};
use crate::harness::{Browser, PASSWORD, Process, TestApp, is_root, program, until};
use crate::on_both_engines;

on_both_engines!(parked_jobs_are_run_again_and_dropped_on_the_host);

/// Letters that mean something in an address, to SQLite or to a shell.
const NAMES: [&str; 8] = [
    "a%41b",
    "50%",
    "why?",
    "why?mode=ro",
    "number #1",
    "file:here",
    "it's \"quoted\"  back\\slash",
    "Größe ক a&b=c;d+e",
];

/// What is in a folder, by name.
fn inside(folder: &Path) -> Vec<String> {
    let mut all: Vec<String> = std::fs::read_dir(folder)
        .expect("a folder")
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    all.sort_unstable();
    all
}

/// Runs with a data folder as it is typed, from a folder.
fn typed_in(here: &Path, data: &OsStr, environment: &[(&str, &str)], words: &[&str]) -> (bool, String) {
    let run = Command::new(program())
        .args(words)
        .arg("--data-dir")
        .arg(data)
        .env_clear()
        .envs(environment.iter().copied())
        .current_dir(here)
        .output()
        .expect("the binary runs");
    (run.status.success(), format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr)))
}

/// An account is made, looked at, backed up and put back, in the folder that was named and in no other.
#[test]
fn each_path_opens_the_file_that_was_named() {
    for name in NAMES {
        let base = tempfile::tempdir().expect("a folder");
        let (done, said) =
            typed_in(base.path(), name.as_ref(), &[], &["admin", "create", "ada@meridian.example", "Ada"]);
        assert!(done, "{name}: {said}");
        assert_eq!(inside(base.path()), [name], "nothing else was made");
        assert!(base.path().join(name).join("quad.db").is_file(), "{name}");
        let backup = base.path().join(format!("{name}.tar.zst"));
        let backup = backup.to_str().expect("a path");
        for words in [&["check"][..], &["backup", backup], &["backup", "verify", backup]] {
            let (done, said) = quad(&base.path().join(name), words);
            assert!(done, "{name} {words:?}: {said}");
        }
        let other = base.path().join("other").join(name);
        let (done, said) = quad(&other, &["restore", backup]);
        assert!(done && other.join("quad.db").is_file(), "{name}: {said}");
        let (done, said) = quad(&other, &["admin", "sessions", "ada@meridian.example"]);
        assert!(done, "{name}: {said}");
    }
}

/// The same by `database_url`, and moved from one to the next.
#[test]
fn each_address_opens_the_file_that_was_named() {
    for name in NAMES {
        let base = tempfile::tempdir().expect("a folder");
        let (data, file) = (base.path().join("data"), base.path().join(name));
        let url = format!("sqlite://{}", file.display());
        let (done, said) = quad_with(&data, &[("QUAD_DATABASE_URL", &url)], &["migrate"]);
        if name == "why?mode=ro" {
            assert!(!done && said.contains("database_url"), "{said}");
            continue;
        }
        assert!(done && file.is_file(), "{name}: {said}");
        let target = format!("sqlite://{}", base.path().join(format!("{name}2")).display());
        let run = Command::new(program()).args(["transfer", "--from", &url, "--to", &target]).env_clear().output();
        let run = run.expect("the binary runs");
        assert!(run.status.success(), "{name}: {}", String::from_utf8_lossy(&run.stderr));
        let made: Vec<String> =
            inside(base.path()).into_iter().filter(|one| one != "data" && !one.contains("-lock")).collect();
        assert_eq!(made, [name.to_owned(), format!("{name}2")], "nothing else was made");
    }
    // One that an older Quad made under another name is not taken for missing.
    let base = tempfile::tempdir().expect("a folder");
    std::fs::write(base.path().join("my quad.db"), "").expect("written");
    let url = format!("sqlite://{}/my%20quad.db", base.path().display());
    let (done, said) = quad_with(&base.path().join("data"), &[("QUAD_DATABASE_URL", &url)], &["migrate"]);
    assert!(!done && said.contains("my quad.db: write that name as it is"), "{said}");
}

#[test]
fn a_name_that_is_no_text_is_refused() {
    let base = tempfile::tempdir().expect("a folder");
    let odd = OsStr::from_bytes(b"quad-\xff");
    let (done, said) = typed_in(base.path(), odd, &[], &["migrate"]);
    assert!(!done && said.contains("UTF-8"), "{said}");
    let mut command = Command::new(program());
    command.arg("migrate").env_clear().env("QUAD_DATA_DIR", odd).current_dir(base.path());
    let run = command.output().expect("the binary runs");
    assert!(!run.status.success() && String::from_utf8_lossy(&run.stderr).contains("QUAD_DATA_DIR"));
    assert_eq!(inside(base.path()), Vec::<String>::new());
}

/// The program without root's right to write where modes forbid it.
fn modestly(folder: &Path, words: &[&str]) -> (bool, String) {
    let mut command = if is_root() {
        let mut command = Command::new("setpriv");
        command.arg("--bounding-set=-dac_override,-dac_read_search").arg("--").arg(program());
        command
    } else {
        Command::new(program())
    };
    let run = command.args(words).arg("--data-dir").arg(folder).env_clear().env("PATH", "/usr/bin:/bin").output();
    let run = run.expect("the binary runs");
    (run.status.success(), format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr)))
}

fn close(folder: &Path, is_closed: bool) {
    let mode =
        |path: &Path, mode: u32| std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).expect("a mode");
    for name in inside(folder) {
        let enter = if folder.join(&name).is_dir() { 0o100 } else { 0 };
        mode(&folder.join(name), enter | if is_closed { 0o400 } else { 0o600 });
    }
    mode(folder, if is_closed { 0o500 } else { 0o700 });
}

/// A copy on a disk that is mounted to be read only is checked all the same; one whose log would have to be read first says so.
#[tokio::test]
async fn a_folder_that_cannot_be_written_is_looked_at() {
    let base = tempfile::tempdir().expect("a folder");
    let data = base.path().join("data");
    let (done, said) = quad(&data, &["admin", "create", "ada@meridian.example", "Ada"]);
    assert!(done, "{said}");
    close(&data, true);
    let before = inside(&data);
    let (sound, said) = modestly(&data, &["check"]);
    assert!(sound && said.contains("rules hold."), "{said}");
    let (_, said) = modestly(&data, &["doctor"]);
    assert!(said.contains("ok    database: SQLite, up to date") && said.contains("ok    database-files"), "{said}");
    assert!(said.contains("bad   data-folder") && said.contains("bad   database-file:"), "{said}");
    let (done, said) = modestly(&data, &["admin", "promote", "ada@meridian.example"]);
    assert!(!done && said.contains("cannot be written"), "{said}");
    assert_eq!(inside(&data), before, "nothing was made");
    close(&data, false);

    // Killed, so that the log has what is not in the file yet.
    let server = Process::start(&data, &[]);
    let bea = Browser::coming_again(&server.base);
    let asked = serde_json::json!({"fullName": "Bea", "email": "bea@meridian.example", "contact": "9000000001", "role": "USER",
        "passWord": PASSWORD, "contestgiven": [], "Batch": 2026});
    bea.post("/register", asked).await.expect(201);
    drop(server);
    close(&data, true);
    // It is sound, or the sentence says what to copy.
    let (sound, said) = modestly(&data, &["check"]);
    assert!(if sound { said.contains("rules hold.") } else { said.contains("copy both") }, "{said}");
    close(&data, false);
    let (sound, said) = quad(&data, &["check"]);
    assert!(sound, "{said}");
}

/// A file, its log, a lock or a folder that another user made, as a command that ran as root does: it is said with its name before anybody
/// is refused, and nothing is served that could take no change.
#[tokio::test]
async fn what_belongs_to_another_user_is_named_at_once() {
    let base = tempfile::tempdir().expect("a folder");
    let data = base.path().join("data");
    let (done, said) = quad(&data, &["admin", "create", "ada@meridian.example", "Ada"]);
    assert!(done, "{said}");
    let allow = |name: &str, mode: u32| {
        std::fs::set_permissions(data.join(name), PermissionsExt::from_mode(mode)).expect("a mode");
    };
    std::fs::write(data.join("quad.db-wal"), "").expect("a log");
    std::fs::create_dir_all(data.join("outbox")).expect("a folder");
    for (name, is_served) in
        [("quad.db", false), ("quad.db-wal", false), ("quad.migrate-lock", false), ("outbox", true)]
    {
        let mode = std::fs::metadata(data.join(name)).expect(name).permissions().mode() & 0o777;
        allow(name, mode & 0o500);
        let (_, said) = modestly(&data, &["doctor"]);
        assert!(said.contains("bad   ") && said.contains(name) && said.contains("chown -R"), "{name}: {said}");
        if !is_served {
            let (done, said) = modestly(&data, &["serve", "--listen", "127.0.0.1:0"]);
            assert!(!done && said.contains(name) && said.contains("chown -R"), "{name}: {said}");
        }
        allow(name, mode);
    }
    let (_, said) = modestly(&data, &["doctor"]);
    assert!(!said.contains("chown -R"), "{said}");
}

/// Pictures whose database was moved away or mistyped: the log says that another campus begins.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pictures_without_their_database_are_told() {
    const WORDS: &str = "there are pictures but no database";
    let base = tempfile::tempdir().expect("a folder");
    let (data, log) = (base.path().join("data"), base.path().join("log"));
    let served = async |expected: bool| {
        assert!(Process::logged(&data, &[], &log).stop().await.success());
        let said = std::fs::read_to_string(&log).expect("a log");
        assert_eq!(said.contains(WORDS), expected, "{said}");
    };
    // A new campus, and the same once more with a picture.
    served(false).await;
    std::fs::create_dir_all(data.join("media/ab")).expect("a folder");
    std::fs::write(data.join("media/ab/abcd"), b"a picture").expect("a file");
    served(false).await;
    std::fs::rename(data.join("quad.db"), base.path().join("elsewhere.db")).expect("moved");
    served(true).await;
    // It is there now.
    served(false).await;
}

/// The file alone is mounted, as into a container: nobody opens it, and nothing is put beside it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_is_mounted_by_itself_is_refused() {
    if !is_root() {
        return;
    }
    let base = tempfile::tempdir().expect("a folder");
    let (data, inside) = (base.path().join("data"), base.path().join("inside"));
    let (done, said) = quad(&data, &["migrate"]);
    assert!(done, "{said}");
    std::fs::create_dir(&inside).expect("a folder");
    std::fs::write(inside.join("quad.db"), "").expect("the place of the mount");
    for words in ["serve --listen 127.0.0.1:0", "check", "doctor"] {
        let run = Command::new("unshare")
            .args(["-m", "sh", "-c"])
            .arg(format!(
                "mount --bind \"$1\" \"$2/quad.db\" || exit 77; exec timeout 60 \"$0\" {words} --data-dir \"$2\""
            ))
            .arg(program())
            .arg(data.join("quad.db"))
            .arg(&inside)
            .env_clear()
            .env("PATH", "/usr/bin:/bin:/usr/sbin:/sbin")
            .output();
        let Ok(run) = run else { return };
        let said = format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
        // Not allowed here.
        if run.status.code() == Some(77) || said.starts_with("unshare: ") {
            return;
        }
        assert!(!run.status.success() && said.contains("is mounted by itself"), "{words}: {said}");
        assert!(!inside.join("quad.db-wal").exists(), "{words}");
    }
}

/// A data folder in memory is served, and the start and doctor say what becomes of it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_data_folder_that_forgets_is_told() {
    let memory = Path::new("/dev/shm");
    if quad_db::file_system_of(memory).is_none_or(|kind| kind != "tmpfs") {
        return;
    }
    let (data, disk) = (tempfile::tempdir_in(memory).expect("a folder"), tempfile::tempdir().expect("a folder"));
    let log = disk.path().join("log");
    assert!(Process::logged(data.path(), &[], &log).stop().await.success());
    let words = format!("{} is on tmpfs, which is memory", data.path().display());
    let said = std::fs::read_to_string(&log).expect("a log");
    assert!(said.contains(&words), "{said}");
    is(&examined(data.path(), &[]).await, "file-system", Level::Warn, &words);
}

/// Another program reads in one transaction while much is written: log, `/operations`, metrics and doctor say so, and that it is over.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_that_a_reader_holds_is_told() {
    const ENOUGH: Duration = Duration::from_mins(1);
    let base = tempfile::tempdir().expect("a folder");
    let (data, log) = (base.path().join("data"), base.path().join("log"));
    let server = Process::logged(&data, &[], &log);
    let mut dean = Browser::coming_again(&server.base);
    let asked = serde_json::json!({"fullName": "Dean", "email": "dean@meridian.example", "contact": "9000000001", "role": "USER",
        "passWord": PASSWORD, "contestgiven": [], "Batch": 2026});
    dean.post("/register", asked).await.expect(201);
    let (done, said) = quad(&data, &["admin", "promote", "dean@meridian.example"]);
    assert!(done, "{said}");
    let said = dean
        .post("/login", serde_json::json!({"email": "dean@meridian.example", "passWord": PASSWORD}))
        .await
        .expect(200);
    said["_id"].as_str().expect("an id").clone_into(&mut dean.id);
    let held = async || dean.get("/system").await.expect(200)["storage"]["logHeldBytes"].as_i64().expect("a number");
    assert_eq!(held().await, 0);

    let file = data.join("quad.db");
    let url = format!("sqlite://{}", file.display());
    let mut reader = SqliteConnection::connect(&url).await.expect("opened");
    reader.execute("BEGIN").await.expect("begun");
    reader.execute("SELECT COUNT(*) FROM users").await.expect("read");
    let other = Db::open(&url, &scratch::options()).await.expect("opened");
    let mut tx = other.begin().await.expect("begun");
    sql("CREATE TABLE scratch (bytes BLOB)").run(&mut tx).await.expect("made");
    tx.commit().await.expect("committed");
    for _ in 0..10 {
        let mut tx = other.begin().await.expect("begun");
        sql("INSERT INTO scratch VALUES (zeroblob(16000000))").run(&mut tx).await.expect("written");
        tx.commit().await.expect("committed");
    }
    let began = Instant::now();
    while held().await < 64_000_000 {
        assert!(began.elapsed() < ENOUGH, "nothing is told");
        // Then it looks again.
        sleep(Duration::from_millis(200)).await;
    }
    let told = std::fs::read_to_string(&log).expect("a log");
    assert!(told.contains("one long transaction") && told.contains("fuser"), "{told}");
    let found = examined(&data, &[]).await;
    is(&found, "database-log", Level::Warn, "one long transaction");

    reader.execute("ROLLBACK").await.expect("ended");
    reader.close().await.expect("closed");
    let began = Instant::now();
    let wal = data.join("quad.db-wal");
    // The next write begins the log anew, and gives the room back.
    while held().await > 0 || wal.metadata().expect("a log").len() > 135_000_000 {
        assert!(began.elapsed() < ENOUGH, "it is told for ever");
        let mut tx = other.begin().await.expect("begun");
        sql("INSERT INTO scratch VALUES (zeroblob(10))").run(&mut tx).await.expect("written");
        tx.commit().await.expect("committed");
        // Then it looks again.
        sleep(Duration::from_millis(200)).await;
    }
    other.close().await;
    is(&examined(&data, &[]).await, "database-log", Level::Ok, "");
    assert!(server.stop().await.success());
}

#[tokio::test]
async fn no_answer_is_taken_while_the_file_is_away() {
    let t = TestApp::on_sqlite().await;
    let (owner, ananya) = (t.organiser("olga").await, t.person("ananya").await);
    let contest = t.running(&owner, 2).await;
    ananya.join(&contest).await;
    ananya.answer(&contest, 0, "A").await.expect(200);
    let file = Path::new(t.url().trim_start_matches("sqlite://"));
    let elsewhere = file.with_extension("moved");
    let ready = async || {
        let said = reqwest::get(format!("{}/readyz", t.base)).await.expect("an answer");
        (said.status().as_u16(), said.text().await.expect("text"))
    };
    assert_eq!(ready().await.0, 200);

    std::fs::rename(file, &elsewhere).expect("moved");
    assert_eq!(ananya.answer(&contest, 1, "B").await.status, 503);
    assert_eq!(ready().await, (503, "the database takes no writes".to_owned()));
    assert!(!file.exists(), "no empty file is made in its place");
    std::fs::rename(&elsewhere, file).expect("moved back");
    until("ready again", async || ready().await.0 == 200).await;
    ananya.answer(&contest, 1, "B").await.expect(200);

    let kept = ananya.get(&format!("/contests/{}/attempt", contest.id)).await.expect(200);
    assert_eq!(kept["answered"].as_object().expect("answers").len(), 2);
}

#[tokio::test]
async fn a_file_that_is_away_is_noticed_where_nobody_writes() {
    let base = tempfile::tempdir().expect("a folder");
    let (data, log) = (base.path().join("data"), base.path().join("log"));
    let server = Process::logged(&data, &[], &log);
    let _ = rustls::crypto::ring::default_provider().install_default();
    let ready = async || reqwest::get(format!("{}/readyz", server.base)).await.expect("an answer").status();
    assert_eq!(ready().await, 200);
    let (file, elsewhere) = (data.join("quad.db"), data.join("elsewhere"));
    std::fs::rename(&file, &elsewhere).expect("moved");
    until("not ready", async || ready().await == 503).await;
    until("told", async || std::fs::read_to_string(&log).expect("a log").contains("the database's file is lost")).await;
    assert!(!file.exists(), "no empty file is made in its place");
    std::fs::rename(&elsewhere, &file).expect("moved back");
    until("ready again", async || ready().await == 200).await;
    assert!(server.stop().await.success());
}

async fn parked_jobs_are_run_again_and_dropped_on_the_host(t: TestApp) {
    let folder = tempfile::tempdir().expect("a folder");
    let set = [("QUAD_DATABASE_URL", t.url())];
    let admin = |words: &[&str]| quad_with(folder.path(), &set, &[&["admin", "jobs"][..], words].concat());
    assert!(admin(&[]).1.contains("No job is parked."));
    let mut tx = t.app.db.begin().await.expect("begun");
    for (id, kind, state) in [
        (901, "notify.send_mail", 2),
        (902, "notify.send_mail", 2),
        (903, "enquiries.send", 2),
        (904, "enquiries.send", 0),
    ] {
        let text = format!(
            "INSERT INTO jobs (id, kind, payload, state, run_at, tries, last_error, created_at)
             VALUES ({id}, '{kind}', '{{}}', {state}, 99999999999999, 10, 'no such mailbox', 0)"
        );
        sql(text).run(&mut tx).await.expect("written");
    }
    tx.commit().await.expect("committed");
    let states = async || {
        let mut found = Vec::new();
        for id in 901_i64..905 {
            let asked = sql("SELECT state AS value FROM jobs WHERE id = $1").arg(id);
            found.push(asked.value::<i32>(&t.app.db).await.expect("asked"));
        }
        found
    };
    let (done, said) = admin(&[]);
    assert!(done && said.contains("901  notify.send_mail, 10 tries") && said.contains("no such mailbox"), "{said}");
    assert!(said.contains("903  enquiries.send") && !said.contains("904"), "{said}");
    for (words, why) in [
        (&["--retry", "--drop"][..], "cannot be used with"),
        (&["--id", "0"], "0 is not in 1.."),
        (&["--id", "904"], "No parked job has the number 904"),
        (&["--id", "904", "--drop"], "No parked job has the number 904"),
        (&["--kind", "mail"], "There is no kind of job called mail"),
    ] {
        let (done, said) = admin(words);
        assert!(!done && said.contains(why), "{words:?}: {said}");
    }
    assert_eq!(states().await, [Some(2), Some(2), Some(2), Some(0)], "nothing was done");
    let (done, said) = admin(&["--id", "902", "--drop"]);
    assert!(done && said.contains("1 jobs dropped."), "{said}");
    assert_eq!(states().await, [Some(2), None, Some(2), Some(0)]);
    let (done, said) = admin(&["--kind", "notify.send_mail", "--retry"]);
    assert!(done && said.contains("1 jobs run again."), "{said}");
    assert_eq!(states().await, [Some(0), None, Some(2), Some(0)]);
    assert!(admin(&["--retry"]).1.contains("1 jobs run again."));
    assert_eq!(states().await, [Some(0), None, Some(0), Some(0)]);
}
