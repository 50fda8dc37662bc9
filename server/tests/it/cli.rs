//! The command line as an operator types it, against the real binary and a folder of its own.

use std::io::{BufRead, BufReader, Lines};
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::harness::{Browser, PASSWORD, PATIENCE, is_root, made, until};

pub fn quad(folder: &Path, words: &[&str]) -> (bool, String) {
    quad_with(folder, &[], words)
}

/// With settings in the environment.
pub fn quad_with(folder: &Path, environment: &[(&str, &str)], words: &[&str]) -> (bool, String) {
    let run = Command::new(env!("CARGO_BIN_EXE_quad"))
        .args(words)
        .arg("--data-dir")
        .arg(folder)
        .env_clear()
        .envs(environment.iter().copied())
        .output()
        .expect("the binary runs");
    let said = format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    (run.status.success(), said)
}

#[test]
fn a_mistyped_folder_does_not_become_an_installation() {
    let base = tempfile::tempdir().expect("a folder");
    let typo = base.path().join("quad-dta");
    for words in [
        vec!["admin", "promote", "ada@meridian.example"],
        vec!["admin", "demote", "ada@meridian.example"],
        vec!["admin", "grant", "ada@meridian.example", "--contests", "1"],
        vec!["admin", "sessions", "ada@meridian.example"],
        vec!["admin", "reset-code", "ada@meridian.example"],
    ] {
        let (done, said) = quad(&typo, &words);
        assert!(!done && said.contains("there is no Quad database"), "{words:?}: {said}");
    }
    assert!(!typo.exists());
}

#[test]
fn the_first_administrator_is_made_on_the_host() {
    let base = tempfile::tempdir().expect("a folder");
    let folder = base.path().join("data");
    let (done, said) = quad(&folder, &["admin", "create", "ada@meridian.example", "Ada Rao"]);
    assert!(done, "{said}");
    for words in [
        vec!["admin", "promote", "ada@meridian.example"],
        vec!["admin", "grant", "ada@meridian.example", "--contests", "2", "--polls", "1"],
        vec!["admin", "reset-code", "ada@meridian.example"],
        vec!["admin", "sessions", "ada@meridian.example", "--end"],
        vec!["migrate"],
    ] {
        let (done, said) = quad(&folder, &words);
        assert!(done, "{words:?}: {said}");
    }
    let (done, said) = quad(&folder, &["admin", "promote", "nobody@meridian.example"]);
    assert!(!done && said.contains("No account has this e-mail address"), "{said}");
    for number in ["-3", "100001"] {
        let (done, said) = quad(&folder, &["admin", "grant", "ada@meridian.example", "--contests", number]);
        assert!(!done && said.contains(&format!("{number} is not in 0..=100000")), "{said}");
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&folder).expect("the folder").permissions().mode();
        assert_eq!(mode & 0o077, 0, "password hashes are in it");
    }
}

async fn registered(address: &str) -> Browser {
    let ada = Browser::coming_again(address);
    let person = json!({"fullName": "Ada Rao", "email": "ada@meridian.example", "contact": "9000000001", "role": "USER",
        "passWord": "violet-harbour-42", "contestgiven": [], "Batch": 2026});
    ada.post("/register", person).await.expect(201);
    ada
}

/// The commands of docs/operating/commands.md that give roles and take them away, beside a running server.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_role_is_taken_away_on_the_host() {
    let base = tempfile::tempdir().expect("a folder");
    let folder = base.path().join("data");
    let (mut server, address) = serve(&folder, &[]);
    let ada = registered(&address).await;
    let does = |words: &[&str], told: &str| {
        let (done, said) = quad(&folder, words);
        assert!(done && said.contains(told), "{words:?}: {said}");
    };
    let refuses = |words: &[&str], told: &str| {
        let (done, said) = quad(&folder, words);
        assert!(!done && said.contains(told), "{words:?}: {said}");
    };
    let demote = ["admin", "demote", "Ada@meridian.example"];
    refuses(&demote, "ada@meridian.example does not have the role ADMIN.");
    does(&["admin", "promote", "ada@meridian.example"], "is now a platform administrator");
    let log_in = || ada.post("/login", json!({"email": "ada@meridian.example", "passWord": "violet-harbour-42"}));
    log_in().await.expect(200);
    refuses(&demote, "ada@meridian.example is the only platform administrator. Promote somebody else first.");
    ada.get("/system").await.expect(200);
    does(&["admin", "create", "bo@meridian.example", "Bo Rao"], "Password");
    does(&["admin", "promote", "bo@meridian.example"], "is now a platform administrator");
    does(&demote, "ada@meridian.example no longer has the role ADMIN. 1 sessions ended.");
    until("the session ends", async || ada.get("/isadmin").await.status == 401).await;
    log_in().await.expect(200);
    assert_eq!(ada.get("/isadmin").await.expect(200)["roles"], json!(["USER"]));
    does(&["admin", "grant", "ada@meridian.example", "--contests", "1"], "ada@meridian.example");
    let organiser = ["admin", "demote", "ada@meridian.example", "--role", "ORGANISER"];
    does(&organiser, "no longer has the role ORGANISER");
    refuses(&organiser, "ada@meridian.example does not have the role ORGANISER.");
    refuses(&["admin", "demote", "nobody@meridian.example"], "No account has this e-mail address");
    refuses(&["admin", "demote", "ada@meridian.example", "--role", "HOBBY"], "ADMIN, ORGANISER");
    server.kill().expect("the end");
    server.wait().expect("the end");
}

/// One sentence with the cause in it, once.
#[test]
fn a_server_that_is_not_there_is_told_with_the_reason() {
    let base = tempfile::tempdir().expect("a folder");
    let away = [("QUAD_DATABASE_URL", "postgres://app:hunter22@127.0.0.1:9/quad")];
    for words in [vec!["serve", "--listen", "127.0.0.1:0"], vec!["check"], vec!["migrate"], vec!["doctor"]] {
        let (done, said) = quad_with(base.path(), &away, &words);
        assert!(!done && said.matches("Connection refused").count() == 1, "{words:?}: {said}");
        assert!(said.contains("the database is not reachable") && !said.contains("hunter22"), "{said}");
    }
}

#[test]
fn a_check_says_what_holds_and_what_does_not() {
    let base = tempfile::tempdir().expect("a folder");
    let folder = base.path().join("data");
    let (done, said) = quad(&folder, &["check"]);
    assert!(!done && said.contains("there is no Quad database"), "{said}");
    let (done, said) = quad(&folder, &["admin", "create", "ada@meridian.example", "Ada Rao"]);
    assert!(done, "{said}");
    for words in [vec!["check"], vec!["check", "--thorough"]] {
        let (done, said) = quad(&folder, &words);
        assert!(done && said.contains("rules hold."), "{said}");
    }
    let url = format!("sqlite://{}", folder.join("quad.db").display());
    sqlite(&url, "UPDATE users SET email = 'Ada@Meridian.example'");
    let (done, said) = quad(&folder, &["check"]);
    assert!(!done && said.contains("BROKEN  one-account-per-address") && said.contains("1 of"), "{said}");
    sqlite(&url, "INSERT INTO seaql_migrations (version, applied_at) VALUES ('m9999_future', 0)");
    for words in [vec!["check"], vec!["migrate"], vec!["admin", "sessions", "ada@meridian.example"]] {
        let (done, said) = quad(&folder, &words);
        assert!(!done && said.contains("newer version") && said.contains("m9999_future"), "{words:?}: {said}");
    }
}

/// The commands of docs/operating/back-up.md, beside a running server.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_is_made_while_serving_and_put_back() {
    let base = tempfile::tempdir().expect("a folder");
    let folder = base.path().join("data");
    let (mut server, address) = serve(&folder, &[]);
    let ada = registered(&address).await;
    let file = base.path().join("friday.tar.zst");
    let name = file.to_str().expect("a path");
    let (done, said) = quad(&folder, &["backup", name]);
    assert!(done && said.contains("rows in") && said.contains("database: "), "{said}");
    // Administrators see it on their page.
    let (done, said) = quad(&folder, &["admin", "promote", "ada@meridian.example"]);
    assert!(done, "{said}");
    ada.post("/login", json!({"email": "ada@meridian.example", "passWord": "violet-harbour-42"})).await.expect(200);
    let seen = ada.get("/system").await.expect(200)["backup"]["newest"].clone();
    let bytes = std::fs::metadata(&file).expect("the backup").len();
    assert_eq!((&seen["file"], &seen["bytes"]), (&json!(name), &json!(bytes)));
    server.kill().expect("the end");
    server.wait().expect("the end");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(
            std::fs::metadata(&file).expect("the backup").permissions().mode() & 0o077,
            0,
            "it is its owner's alone"
        );
    }
    let (done, said) = quad(&folder, &["backup", "verify", name]);
    assert!(done && said.contains("every byte is what was written"), "{said}");
    let (done, said) = quad(&folder, &["restore", name]);
    assert!(!done && said.contains("is there already"), "{said}");
    let new = base.path().join("data-new");
    let (done, said) = quad(&new, &["restore", name]);
    assert!(done && said.contains("rules hold."), "{said}");
    let (mut server, address) = serve(&new, &[]);
    let ada = Browser::coming_again(&address);
    ada.post("/login", json!({"email": "ada@meridian.example", "passWord": "violet-harbour-42"})).await.expect(200);
    server.kill().expect("the end");
    server.wait().expect("the end");
    // Pictures that cannot be kept are told with the reason, before anything is put anywhere.
    let closed = [("QUAD_MEDIA_URL", "file:/proc/pictures")];
    let third = base.path().join("closed");
    let (done, said) = quad_with(&third, &closed, &["restore", name]);
    assert!(!done && said.contains("media_url") && !said.contains("try again"), "{said}");
    assert!(!third.join("quad.db").exists());
    for words in [vec!["restore", "nowhere.tar.zst"], vec!["backup", "verify", "nowhere.tar.zst"], vec!["backup"]] {
        let (done, _) = quad(&base.path().join("third"), &words);
        assert!(!done, "{words:?}");
    }
}

/// Another process would be heard by nobody who follows live updates.
#[test]
fn a_sqlite_database_is_served_by_one_process() {
    let base = tempfile::tempdir().expect("a folder");
    let folder = base.path().join("data");
    let (mut server, _) = serve(&folder, &[]);
    let (done, said) = quad(&folder, &["serve", "--listen", "127.0.0.1:0"]);
    assert!(!done && said.contains("another quad serves"), "{said}");
    let (done, said) = quad(&folder, &["admin", "create", "ada@meridian.example", "Ada Rao"]);
    assert!(done, "{said}");
    // However it ended, the next one serves.
    server.kill().expect("the end");
    server.wait().expect("the end");
    let (mut next, address) = serve(&folder, &[]);
    assert!(address.starts_with("http://"), "{address}");
    next.kill().expect("the end");
    next.wait().expect("the end");
}

/// As docs/operating/upgrade.md says: a database that lacks a step is copied before it is taken.
#[test]
fn before_an_upgrade_a_copy_is_kept() {
    let base = tempfile::tempdir().expect("a folder");
    let folder = base.path().join("data");
    let (done, said) = quad(&folder, &["admin", "create", "ada@meridian.example", "Ada Rao"]);
    assert!(done, "{said}");
    let url = format!("sqlite://{}", folder.join("quad.db").display());
    // The newest step is undone.
    sqlite(&url, "ALTER TABLE contests DROP COLUMN stragglers");
    sqlite(&url, "DELETE FROM seaql_migrations WHERE version = 'm0020_stragglers'");
    let (done, said) = quad(&folder, &["check"]);
    assert!(!done && said.contains("not up to date"), "{said}");
    let (done, said) = quad(&folder, &["migrate"]);
    assert!(done && said.contains("1 migration steps applied"), "{said}");
    let copy = folder.join(concat!("before-", env!("CARGO_PKG_VERSION"), ".db"));
    let bytes = std::fs::read(&copy).expect("the copy");
    assert!(bytes.starts_with(b"SQLite format 3"));
    // Put in its place it is what it was.
    std::fs::rename(&copy, folder.join("quad.db")).expect("moved");
    for name in ["quad.db-wal", "quad.db-shm"] {
        let _ = std::fs::remove_file(folder.join(name));
    }
    let (done, said) = quad(&folder, &["check"]);
    assert!(!done && said.contains("1 steps are missing"), "{said}");
}

/// With a limit on the size of files that stands for a disk without room.
fn without_room(folder: &Path, words: &[&str]) -> String {
    let run = Command::new("/bin/sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 300; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_quad")])
        .args(words)
        .arg("--data-dir")
        .arg(folder)
        .env_clear()
        .output()
        .expect("a shell");
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(!run.status.success(), "{words:?}: {said}");
    said
}

#[test]
fn what_has_no_room_is_named_and_not_what_is_sound() {
    let base = tempfile::tempdir().expect("a folder");
    let (folder, new, file) = (base.path().join("data"), base.path().join("new"), base.path().join("x.tar.zst"));
    let (file, url) = (file.display().to_string(), format!("sqlite://{}", folder.join("quad.db").display()));
    assert!(quad(&folder, &["migrate"]).0);
    let said = without_room(&folder, &["backup", &file]);
    assert!(said.contains("cannot write") && said.contains(".quad-backup-"), "{said}");
    assert!(!said.contains("takes no writes"), "{said}");
    assert!(quad(&folder, &["backup", &file]).0, "another begins at once");
    let said = without_room(&new, &["restore", &file]);
    assert!(said.contains("cannot write") && said.contains(".quad-restore/quad.db"), "{said}");
    assert!(!said.contains("cannot be used"), "{said}");
    sqlite(&url, "ALTER TABLE processes DROP COLUMN host");
    sqlite(&url, "DELETE FROM seaql_migrations WHERE version = 'm0023_hosts'");
    let said = without_room(&folder, &["migrate"]);
    assert!(said.contains("cannot write") && said.contains("before-"), "{said}");
    let names: Vec<_> =
        std::fs::read_dir(&folder).expect("a folder").flatten().map(|entry| entry.file_name()).collect();
    assert!(names.iter().all(|name| !name.to_string_lossy().starts_with("before-")), "{names:?}");
    assert!(quad(&folder, &["check"]).1.contains("1 steps are missing"), "nothing was changed");
}

/// Who may read a database and not write beside it is told to be somebody else. Root may everything, so it is somebody else here.
#[test]
fn another_user_is_told_to_be_the_one_that_runs_quad() {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    // Where everybody may go.
    let base = tempfile::tempdir_in("/tmp").expect("a folder");
    let (folder, program) = (base.path().join("data"), base.path().join("quad"));
    assert!(quad(&folder, &["migrate"]).0);
    std::fs::copy(env!("CARGO_BIN_EXE_quad"), &program).expect("a copy that anybody may run");
    let open = |path: &Path, mode| std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).expect("opened");
    for (path, mode) in [(base.path(), 0o755), (&program, 0o755), (&folder, 0o555), (&folder.join("quad.db"), 0o444)] {
        open(path, mode);
    }
    let mut backup = Command::new(&program);
    backup.args(["backup", "/tmp/quad-never-made.tar.zst", "--data-dir"]).arg(&folder).env_clear();
    if is_root() {
        backup.uid(65_534).gid(65_534);
    }
    let run = backup.output().expect("it runs");
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(!run.status.success() && said.contains("run this as the user that runs Quad"), "{said}");
    open(&folder, 0o755);
}

/// Does something to a database that no command would do.
fn sqlite(url: &str, statement: &str) {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let db = quad_db::Db::open(url, &quad_db::scratch::options()).await.expect("the database");
        let mut tx = db.begin().await.expect("begun");
        quad_db::sql(statement.to_owned()).run(&mut tx).await.expect(statement);
        tx.commit().await.expect("committed");
        db.close().await;
    });
}

/// A server in a folder, with settings, and its address.
pub fn serve(folder: &Path, environment: &[(&str, &str)]) -> (Child, String) {
    serve_saying(folder, environment, Stdio::null())
}

fn serve_saying(folder: &Path, environment: &[(&str, &str)], log: Stdio) -> (Child, String) {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut server = Command::new(env!("CARGO_BIN_EXE_quad"))
        .args(["serve", "--listen", "127.0.0.1:0", "--data-dir"])
        .arg(folder)
        .env_clear()
        .envs(environment.iter().copied())
        .stdout(Stdio::piped())
        .stderr(log)
        .spawn()
        .expect("the binary runs");
    let mut said = String::new();
    BufReader::new(server.stdout.take().expect("its output")).read_line(&mut said).expect("a line");
    let address = said.trim().rsplit(' ').next().expect("an address").to_owned();
    (server, address)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_that_cannot_be_written_costs_the_log_alone() {
    let base = tempfile::tempdir().expect("a folder");
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a device that is full");
    let (reader, without_reader) = std::io::pipe().expect("a pipe");
    drop(reader);
    for log in [Stdio::from(full), Stdio::from(without_reader)] {
        let (mut server, address) = serve_saying(&base.path().join("data"), &[("QUAD_LOG_FILTER", "info")], log);
        let guest = Browser::coming_again(&address);
        guest.get("/site").await.expect(200);
        guest.get("/site").await.expect(200);
        server.kill().expect("the end");
        server.wait().expect("the end");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_that_is_away_costs_the_pictures_alone() {
    let base = tempfile::tempdir().expect("a folder");
    let away = [
        ("QUAD_MEDIA_URL", "s3://campus/quad"),
        ("QUAD_MEDIA_S3_ENDPOINT", "http://127.0.0.1:9"),
        ("QUAD_MEDIA_S3_KEY_ID", "key"),
        ("QUAD_MEDIA_S3_SECRET", "secret"),
    ];
    let (mut server, address) = serve(&base.path().join("data"), &away);
    let ada = Browser::coming_again(&address);
    let person = json!({"fullName": "Ada Rao", "email": "ada@meridian.example", "contact": "9000000001", "role": "USER",
        "passWord": PASSWORD, "contestgiven": [], "Batch": 2026});
    ada.post("/register", person).await.expect(201);
    ada.post("/login", json!({"email": "ada@meridian.example", "passWord": PASSWORD})).await.expect(200);
    let picture = made::png(&made::quadrants(40, 30));
    ada.set_picture("me.png", &picture).await.refused(503, "unavailable");
    // What was never put there is missing, wherever the store is.
    ada.get("/media/00000000000000000000000000000000/320").await.refused(404, "missing");
    server.kill().expect("the end");
    server.wait().expect("the end");
    // What can never work stops the start instead.
    let file = base.path().join("file");
    std::fs::write(&file, "x").expect("a file");
    let run = Command::new(env!("CARGO_BIN_EXE_quad"))
        .args(["serve", "--listen", "127.0.0.1:0", "--data-dir"])
        .arg(base.path().join("other"))
        .env_clear()
        .env("QUAD_MEDIA_URL", format!("file:{}", file.join("media").display()))
        .output()
        .expect("the binary runs");
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(!run.status.success() && said.contains("media_url"), "{said}");
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_open_stream_does_not_hold_up_the_end() {
    let base = tempfile::tempdir().expect("a folder");
    let log = base.path().join("log");
    let file = std::fs::File::create(&log).expect("a file");
    let (mut server, address) =
        serve_saying(&base.path().join("data"), &[("QUAD_LOG_FILTER", "info")], Stdio::from(file));
    let ada = registered(&address).await;
    ada.post("/login", json!({"email": "ada@meridian.example", "passWord": "violet-harbour-42"})).await.expect(200);
    let mut stream = ada.follow(&["polls"]).await;
    stream.event_called("polls").await;
    let began = Instant::now();
    let told = Command::new("kill").args(["-TERM", &server.id().to_string()]).status().expect("a signal");
    assert!(told.success());
    stream.ended().await;
    let ended = loop {
        if let Some(ended) = server.try_wait().expect("a process") {
            break ended;
        }
        assert!(began.elapsed() < PATIENCE, "it does not end");
        // Then it looks again.
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    assert!(ended.success());
    // Who is still there when the time for a goodbye is over is in the log.
    let said = std::fs::read_to_string(log).expect("a log");
    assert!(!said.is_empty() && !said.contains("given up at the stop"), "{said}");
}

/// What stands in a folder, and how long each file is.
fn standing_in(folder: &Path) -> Vec<(String, u64)> {
    let entry = |entry: std::io::Result<std::fs::DirEntry>| {
        let entry = entry.expect("an entry");
        (entry.file_name().to_string_lossy().into_owned(), entry.metadata().expect("a file").len())
    };
    let mut found: Vec<_> = std::fs::read_dir(folder).expect("the folder").map(entry).collect();
    found.sort();
    found
}

/// Forty students, quickly. On a machine with other work to do, being slow is no defect.
const FORTY: [&str; 11] = [
    "flight-check",
    "--participants",
    "40",
    "--seconds-to-join",
    "1",
    "--questions",
    "5",
    "--think",
    "0.1",
    "--within",
    "15000",
];

fn says_go(said: &str) {
    assert!(said.contains("\nGO\n") && said.contains("40 students took a contest"), "{said}");
    let balance = "Answers: 200 acknowledged, 200 stored, 0 lost, 0 doubled, 0 changed, 0 counted wrong";
    assert!(said.contains(balance), "{said}");
    let kinds = "All kinds of question: 180 acknowledged, 0 lost or changed, 0 graded otherwise than by hand";
    assert!(said.contains(kinds), "{said}");
    let row = |name: &str| {
        let line = said.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{name}: {said}"));
        let counts = line[22..].split_whitespace().take(3).map(|count| count.parse::<u64>().expect("a count"));
        counts.collect::<Vec<_>>()
    };
    for (name, done) in [
        ("log in (sample)", 40),
        ("live stream, waiting", 40),
        ("last look at contest", 40),
        ("join", 40),
        ("questions", 40),
        ("start, all three", 40),
        ("answer", 200),
        // Every other one is in the room when the time is up.
        ("own answers again", 20),
        ("hand in", 40),
        ("owner ends it", 1),
        ("board", 40),
        ("own standing", 40),
        ("both, until final", 160),
    ] {
        assert_eq!(row(name), [done, 0, 0], "{name}: {said}");
    }
    // Whoever is quicker than the stream of the room comes without it.
    let rooms = row("live stream, answering");
    assert!(rooms[0] > 0 && rooms[1..] == [0, 0], "{said}");
    assert!(said.contains("40 participants are too few to say how many the machine holds"), "{said}");
}

/// Ten, so that only what came out is asked, and not how quickly: whatever of contests changes may spoil the rehearsal.
#[test]
fn ten_students_of_a_flight_check_answer_all_kinds() {
    let base = tempfile::tempdir().expect("a folder");
    let mut ten = FORTY;
    (ten[2], ten[6], ten[10]) = ("10", "1", "60000");
    let (_, said) = quad(base.path(), &ten);
    let kinds = "All kinds of question: 46 acknowledged, 0 lost or changed, 0 graded otherwise than by hand";
    assert!(said.contains(kinds) && !said.contains("did not come out"), "{said}");
    let balance = "Answers: 10 acknowledged, 10 stored, 0 lost, 0 doubled, 0 changed, 0 counted wrong";
    assert!(said.contains(balance), "{said}");
}

#[test]
fn a_flight_check_says_go_and_leaves_nothing() {
    let base = tempfile::tempdir().expect("a folder");
    let folder = base.path().join("data");
    let (done, said) = quad(&folder, &["admin", "create", "ada@meridian.example", "Ada Rao"]);
    assert!(done, "{said}");
    let (before, database) = (standing_in(&folder), std::fs::read(folder.join("quad.db")).expect("a database"));
    let (done, said) = quad(&folder, &FORTY);
    assert!(done, "{said}");
    says_go(&said);
    assert!(said.contains("Database: SQLite, as this installation"), "{said}");
    assert_eq!(standing_in(&folder), before);
    assert!(std::fs::read(folder.join("quad.db")).expect("a database") == database, "the own data was touched");

    // What is good enough is the operator's; a millisecond is not to be had.
    let strict = FORTY.map(|word| if word == "15000" { "1" } else { word });
    // As a Quad that serves here holds it.
    let lock = folder.join("quad.serving-lock");
    let held = std::fs::File::create(&lock).expect("a file");
    held.try_lock().expect("nobody serves yet");
    let (done, said) = quad(&folder, &strict);
    drop(held);
    std::fs::remove_file(lock).expect("removed");
    assert!(!said.contains("There is no"), "{said}");
    assert!(said.contains("\n- Quad is serving here") && said.matches("Quad is serving here").count() == 2, "{said}");
    assert!(!done && said.contains("\nNO-GO\n") && said.contains("1 of 100 waited longer"), "{said}");
    assert_eq!(standing_in(&folder), before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flight_check_beside_postgresql_leaves_nothing() {
    let Some(server) = crate::harness::postgres_server() else { return };
    let scratch = quad_db::scratch::postgres(&server).await.expect("a fresh database");
    let db = quad_db::Db::open(&scratch.url, &quad_db::scratch::options()).await.expect("the database");
    let rehearsals = async || {
        let found =
            quad_db::sql("SELECT count(*) AS value FROM pg_database WHERE datname LIKE 'quad\\_flight\\_check\\_%'");
        found.value::<i64>(&db).await.expect("a count")
    };
    let before = rehearsals().await;
    let base = tempfile::tempdir().expect("a folder");
    let run = Command::new(env!("CARGO_BIN_EXE_quad"))
        .args(FORTY)
        .arg("--data-dir")
        .arg(base.path())
        .env_clear()
        .env("QUAD_DATABASE_URL", &scratch.url)
        .output()
        .expect("the binary runs");
    let said = format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success() && said.contains("Database: PostgreSQL, a database of its own"), "{said}");
    says_go(&said);
    assert_eq!(rehearsals().await, before, "its database is gone");
    let tables = quad_db::sql("SELECT count(*) AS value FROM pg_tables WHERE schemaname = 'public'");
    assert_eq!(tables.value::<i64>(&db).await.expect("a count"), Some(0), "the own database was touched");
    assert!(standing_in(base.path()).is_empty());
}

/// A long rehearsal at which the students are joining, and what else it says.
#[cfg(target_os = "linux")]
fn begun(folder: &Path) -> (Child, Lines<BufReader<ChildStderr>>) {
    let mut check = Command::new(env!("CARGO_BIN_EXE_quad"))
        .args(["flight-check", "--participants", "40", "--think", "60", "--data-dir"])
        .arg(folder)
        .env_clear()
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut said = BufReader::new(check.stderr.take().expect("its progress")).lines();
    assert!(said.any(|line| line.expect("a line").contains("They join")), "it began");
    (check, said)
}

#[cfg(target_os = "linux")]
#[test]
fn a_stopped_flight_check_leaves_nothing() {
    let base = tempfile::tempdir().expect("a folder");
    let (mut check, said) = begun(base.path());
    let of_it = || processes_of(base.path());
    assert_eq!((of_it(), standing_in(base.path()).len()), (2, 1), "itself, its server, its folder");
    Command::new("kill").args(["-INT", &check.id().to_string()]).status().expect("a signal");
    let rest: Vec<_> = said.map_while(Result::ok).collect();
    assert!(!check.wait().expect("the end").success());
    assert!(rest.iter().any(|line| line.contains("was stopped")), "{rest:?}");
    assert_eq!((of_it(), standing_in(base.path()).len()), (0, 0));
}

/// How many processes name a folder in their command line.
#[cfg(target_os = "linux")]
fn processes_of(folder: &Path) -> usize {
    let commands = std::fs::read_dir("/proc").expect("processes").flatten();
    let commands = commands.filter_map(|process| std::fs::read(process.path().join("cmdline")).ok());
    let folder = folder.to_str().expect("a path");
    commands.filter(|command| String::from_utf8_lossy(command).contains(folder)).count()
}

/// As docs/operating/capacity.md says: its folder is left, and nothing runs.
#[cfg(target_os = "linux")]
#[test]
fn the_server_of_a_killed_flight_check_ends() {
    let base = tempfile::tempdir().expect("a folder");
    let (mut check, _said) = begun(base.path());
    assert_eq!(processes_of(base.path()), 2, "itself and its server");
    check.kill().expect("killed");
    check.wait().expect("the end");
    let until = Instant::now() + PATIENCE;
    while processes_of(base.path()) > 0 {
        assert!(Instant::now() < until, "its server still runs");
        // Then it looks again.
        std::thread::sleep(Duration::from_millis(50));
    }
    let left = standing_in(base.path());
    assert!(left.len() == 1 && left[0].0.starts_with("flight-check-"), "{left:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_flight_check_with_too_few_files_says_what_would_do() {
    let base = tempfile::tempdir().expect("a folder");
    let run = Command::new("sh")
        .args(["-c", "ulimit -n 120 && exec \"$0\" flight-check --participants 10 --data-dir \"$1\""])
        .arg(env!("CARGO_BIN_EXE_quad"))
        .arg(base.path())
        .env_clear()
        .output()
        .expect("a shell");
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(!run.status.success() && said.contains("10 participants need 220 open files, 120 are allowed"), "{said}");
    assert!(!said.contains("at most"), "{said}");
    assert!(standing_in(base.path()).is_empty());
}

#[test]
fn a_flight_check_before_anything_is_installed_says_so() {
    let base = tempfile::tempdir().expect("a folder");
    let (done, said) = quad(&base.path().join("typo"), &FORTY);
    assert!(
        done && said.contains("\n- There is no") && said.matches("typo: --data-dir is mistyped").count() == 2,
        "{said}"
    );
    assert!(standing_in(base.path()).is_empty());
}

#[test]
fn a_flight_check_refuses_what_makes_no_sense() {
    let base = tempfile::tempdir().expect("a folder");
    for words in [
        ["flight-check", "--participants", "9"],
        ["flight-check", "--participants", "100001"],
        ["flight-check", "--participants=40", "--think=0"],
    ] {
        let (done, _) = quad(base.path(), &words);
        assert!(!done, "{words:?}");
    }
    assert!(standing_in(base.path()).is_empty());
}

#[test]
fn a_file_of_questions_is_checked_without_an_installation() {
    let base = tempfile::tempdir().expect("a folder");
    let folder = base.path().join("data");
    let good = base.path().join("good.txt");
    std::fs::write(&good, "1. Capital of France?\nA) Lyon\nB) Paris\nAnswer: B\n").expect("a file");
    let (done, said) = quad(&folder, &["questions", "check", &good.display().to_string()]);
    assert!(done, "{said}");
    assert!(said.contains("line 1") && said.contains("ready") && said.contains("Capital of France?"), "{said}");
    assert!(said.ends_with("text: 1 ready, 0 repaired, 0 refused, 0 skipped\n"), "{said}");
    let bad = base.path().join("bad.gift");
    std::fs::write(&bad, "Is it? {T}\n\nWhich? {~a ~b}\n").expect("a file");
    let (done, said) = quad(&folder, &["questions", "check", &bad.display().to_string()]);
    assert!(!done && said.contains("line 3") && said.contains("Which one is right?"), "{said}");
    assert!(said.contains("gift: 1 ready, 0 repaired, 1 refused, 0 skipped"), "{said}");
    let (done, said) = quad(&folder, &["questions", "check", &bad.display().to_string(), "--json"]);
    let table: serde_json::Value = serde_json::from_str(&said).expect("JSON");
    assert!(!done && table["rows"][1]["state"] == "refused" && table["counts"]["ready"] == 1, "{said}");
    let (done, said) = quad(&folder, &["questions", "check", &base.path().join("none.txt").display().to_string()]);
    assert!(!done && said.contains("cannot open"), "{said}");
    assert!(!folder.exists(), "nothing is installed by it");
}
