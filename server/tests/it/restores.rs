//! Stories of restores that are cut off, with the real binary killed at each stage: the same command does it again, and takes away
//! nothing but its own half work.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use quad_db::scratch::{self, Scratch};
use quad_db::{Db, Engine, OpenOptions, sql};
use quad_operations::backups;
use quad_people::accounts;
use serde_json::json;
use tokio::task::JoinSet;

use crate::cli::quad_with;
use crate::harness::{Process, TestApp, postgres_server, program};
use crate::{on_both_engines, plain_stories};

on_both_engines!(cut_off_it_is_done_again, racing_a_restore_against_servers,);
plain_stories!(what_is_not_its_own_stays, what_was_placed_is_not_done_twice, a_backup_that_is_stopped_leaves_nothing,);

/// The demo campus with pictures, and rows that take a while.
async fn backup_of(t: &TestApp, folder: &Path) -> PathBuf {
    quad::demo::seed(&t.app).await.expect("filled").expect("log-ins");
    t.run_jobs().await;
    let mut tx = t.app.db.begin().await.expect("begun");
    let many = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
        INSERT INTO marks (name, made_at) SELECT 'mark ' || i, i FROM n";
    sql(many).run(&mut tx).await.expect("written");
    // It was served when it was backed up.
    let served = "INSERT INTO processes (origin, does, pid, version, began_at, seen_at) VALUES ('elsewhere', 'serve', 1, 'x', $1, $1)";
    sql(served).arg(t.app.clock.now()).run(&mut tx).await.expect("written");
    tx.commit().await.expect("committed");
    let file = folder.join("campus.tar.zst");
    backups::make(&t.app.db, &t.app.pictures, &t.app.clock, &file, &|_| ()).await.expect("a backup");
    file
}

/// An empty place on the story's engine: the data folder, its environment, and what has to be held meanwhile.
struct Place {
    folder: PathBuf,
    url: Option<String>,
    _held: Option<Scratch>,
}

impl Place {
    async fn empty(t: &TestApp, folder: PathBuf) -> Self {
        let held = match (t.app.db.engine(), postgres_server()) {
            (Engine::Postgres, Some(server)) => Some(scratch::postgres(&server).await.expect("a fresh database")),
            _ => None,
        };
        Self { folder, url: held.as_ref().map(|held| held.url.clone()), _held: held }
    }

    fn environment(&self) -> Vec<(&str, &str)> {
        self.url.as_deref().map(|url| ("QUAD_DATABASE_URL", url)).into_iter().collect()
    }

    fn restore(&self, file: &Path) -> (bool, String) {
        quad_with(&self.folder, &self.environment(), &["restore", file.to_str().expect("a path")])
    }

    /// What a restore works in.
    fn work(&self) -> PathBuf {
        self.folder.join(".quad-restore")
    }

    /// Whether something of its work is there; so many steps of the schema, in a server's database.
    async fn has_come(&self, at: &str, database: Option<&Db>) -> bool {
        let Some(db) = database.filter(|_| at.starts_with("step ")) else {
            return std::fs::metadata(self.work().join(at)).is_ok_and(|found| found.len() > 0);
        };
        // There is none to ask as long as there is no table of them.
        let begun =
            sql("SELECT CAST(COUNT(to_regclass('seaql_migrations')) AS BIGINT) AS value").value::<i64>(db).await;
        if begun.expect("asked") != Some(1) {
            return false;
        }
        let steps = sql("SELECT COUNT(*) AS value FROM seaql_migrations").value::<i64>(db).await;
        let step: i64 = at.trim_start_matches("step ").parse().expect("a number");
        steps.is_ok_and(|steps| steps >= Some(step))
    }

    /// The database of a server, as nobody who would be taken for a Quad.
    async fn looked_into(&self) -> Option<Db> {
        let options = OpenOptions { connections: 1, ..scratch::options() };
        Some(Db::open_to_fill(self.url.as_deref()?, &options).await.expect("opened"))
    }

    /// One as a process, not waited for.
    fn begin(&self, file: &Path) -> Command {
        let mut restore = Command::new(program());
        restore.args(["restore", "--no-check"]).arg(file).arg("--data-dir").arg(&self.folder);
        restore.env_clear().envs(self.environment());
        restore
    }

    /// Begins one and kills it when something of its work is there; whether it was before its end.
    async fn cut_off(&self, file: &Path, at: &str) -> bool {
        let silent = self.begin(file).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let (mut restore, database) = (silent.expect("the binary runs"), self.looked_into().await);
        while !self.has_come(at, database.as_ref()).await {
            if restore.try_wait().expect("a process").is_some() {
                return false;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        restore.kill().expect("killed");
        !restore.wait().expect("the end").success()
    }
}

async fn cut_off_it_is_done_again(t: TestApp) {
    let base = tempfile::tempdir().expect("a folder");
    let file = backup_of(&t, base.path()).await;
    let is_server = t.app.db.engine() == Engine::Postgres;
    let steps = ["step 1", "step 4", "step 9", "step 15"];
    let stages = ["quad.db", "pictures", "placing"].into_iter().chain(steps.into_iter().filter(|_| is_server));
    for at in stages {
        let place = Place::empty(&t, base.path().join(at)).await;
        // Of the steps each is another stage.
        let (mut cuts, most) = (0, if at.starts_with("step ") { 1 } else { 3 });
        while cuts < most && place.cut_off(&file, at).await {
            cuts += 1;
        }
        // Between the last note and the end is next to nothing on SQLite.
        assert!(cuts > 0 || (at == "placing" && !is_server), "it was never cut off at {at}");
        if cuts < most {
            let (done, said) = quad_with(&place.folder, &place.environment(), &["check"]);
            assert!(done, "{at}: {said}");
            continue;
        }
        // A file that has its name is whole.
        let is_placed = place.folder.join("quad.db").exists();
        for command in [&["check"][..], &["migrate"], &["admin", "create", "a@b.example", "A B"]] {
            if is_placed {
                break;
            }
            let (done, said) = quad_with(&place.folder, &place.environment(), command);
            let names_it =
                if is_server { "Run the same quad restore again" } else { "a restore is at work here or was cut off" };
            assert!(!done && (said.contains(names_it) || command[0] == "check"), "{at}: {command:?}: {said}");
        }
        let (done, said) = place.restore(&file);
        assert!(done && said.contains("rules hold."), "{at}: {said}");
        assert!(!place.work().exists(), "nothing is left of the work");
        assert_eq!(held(&place).await.1, 200_000, "{at}");
    }
}

/// Of what is made in an empty folder; PostgreSQL has its own mark (`cut_off_it_is_done_again`).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_folder_is_served_or_restored_into_and_not_both() {
    let t = TestApp::on_sqlite().await;
    let base = tempfile::tempdir().expect("a folder");
    let file = backup_of(&t, base.path()).await;
    let folder = base.path().join("new");
    std::fs::create_dir(&folder).expect("made");
    let place = Place { folder: folder.clone(), url: None, _held: None };
    let serving = std::fs::File::create(folder.join("quad.serving-lock")).expect("made");
    serving.lock().expect("locked");
    let (is_done, said) = place.restore(&file);
    assert!(!is_done && said.contains("another quad serves"), "{said}");
    assert!(!folder.join("quad.db").exists() && !place.work().exists(), "{said}");
    drop(serving);

    std::fs::create_dir(place.work()).expect("made");
    for command in [&["migrate"][..], &["serve", "--listen", "127.0.0.1:0"], &["admin", "create", "a@b.example", "A B"]]
    {
        let (is_done, said) = quad_with(&folder, &[], command);
        assert!(!is_done && said.contains("a restore is at work here or was cut off"), "{command:?}: {said}");
        assert!(!folder.join("quad.db").exists(), "{command:?}");
    }
    let (is_done, said) = place.restore(&file);
    assert!(is_done, "{said}");
    let (is_done, said) = quad_with(&folder, &[], &["migrate"]);
    assert!(is_done, "{said}");
}

/// What a place's database holds: people, and marks of the backup. Who served it elsewhere is forgotten.
async fn held(place: &Place) -> (i64, i64) {
    let options = OpenOptions { connections: 1, ..scratch::options() };
    let file = format!("sqlite://{}", place.folder.join("quad.db").display());
    let db = Db::open(place.url.as_deref().unwrap_or(&file), &options).await.expect("opened");
    let count = async |from: &str| {
        let asked = sql(format!("SELECT count(*) AS value FROM {from}"));
        asked.value::<i64>(&db).await.expect("counted").expect("a number")
    };
    let all = (count("users").await, count("marks WHERE name LIKE 'mark %'").await);
    assert_eq!(count("processes WHERE origin = 'elsewhere'").await, 0, "it is not served there");
    db.close().await;
    all
}

/// Whether a server that was refused says that somebody else has the folder.
fn says_who_was_first(said: &str) -> bool {
    let words = ["another quad serves", "a restore is at work here or was cut off", "Run the same quad restore again"];
    words.iter().any(|words| said.contains(words))
}

/// Programs as an operator types them, with nobody to keep them apart: three servers are tried while a restore is at work,
/// and all four at once. One of them has the folder, the others wait for it or are refused in words, and what was restored
/// is there after all servers have ended. In a server's database several may serve, and then nothing is restored.
async fn racing_a_restore_against_servers(t: TestApp) {
    let is_server = t.app.db.engine() == Engine::Postgres;
    let base = tempfile::tempdir().expect("a folder");
    let file = backup_of(&t, base.path()).await;
    let whole = (accounts::count(&t.app.db).await.expect("counted"), 200_000);
    for (round, is_under_way) in [true, true, false, false, false].into_iter().enumerate() {
        let folder = base.path().join(format!("round{round}"));
        let place = Place::empty(&t, folder.clone()).await;
        let restore = place.begin(&file).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let mut restore = restore.expect("the binary runs");
        while is_under_way && !place.has_come("quad.db", None).await && restore.try_wait().expect("a process").is_none()
        {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        let mut tries = JoinSet::new();
        for _ in 0..3 {
            let (folder, url) = (folder.clone(), place.url.clone());
            tries.spawn_blocking(move || {
                let environment: Vec<_> = url.iter().map(|url| ("QUAD_DATABASE_URL", url.as_str())).collect();
                Process::tried(&folder, &environment)
            });
        }
        let restored = tokio::task::spawn_blocking(move || restore.wait_with_output().expect("its end"));
        let mut serving = Vec::new();
        while let Some(tried) = tries.join_next().await {
            match tried.expect("tried") {
                Ok(server) => serving.push(server),
                Err(said) => assert!(says_who_was_first(&said), "round {round}: {said}"),
            }
        }
        let restored = restored.await.expect("waited for");
        assert!(is_server || serving.len() <= 1, "round {round}: {} servers in one folder", serving.len());
        for server in serving {
            assert!(server.stop().await.success(), "round {round}");
        }
        let said = String::from_utf8_lossy(&restored.stderr);
        if restored.status.success() {
            assert_eq!(held(&place).await, whole, "round {round}");
        } else {
            let words = ["another quad serves", "is there already", "a server or another command has it open"];
            let is_refused = words.iter().any(|words| said.contains(words));
            assert!(is_refused && !is_under_way, "round {round}: {said}");
            assert_eq!(held(&place).await, (0, 0), "round {round}: nothing of the backup");
        }
        let (is_done, said) = quad_with(&folder, &place.environment(), &["check"]);
        assert!(is_done, "round {round}: {said}");
        assert!(!place.work().exists(), "round {round}: nothing is left of the work");
    }
}

fn pictures_in(folder: &Path) -> usize {
    let inside = std::fs::read_dir(folder).into_iter().flatten().flatten();
    inside.map(|entry| if entry.path().is_dir() { pictures_in(&entry.path()) } else { 1 }).sum()
}

async fn what_is_not_its_own_stays(t: TestApp) {
    let base = tempfile::tempdir().expect("a folder");
    let file = backup_of(&t, base.path()).await;
    let place = Place::empty(&t, base.path().join("data")).await;
    assert!(place.cut_off(&file, "pictures").await);
    let media = place.folder.join("media");
    let other = media.join("0ff").join("0ff-1.webp");
    std::fs::create_dir_all(other.parent().expect("a folder")).expect("a folder");
    std::fs::write(&other, "somebody else's").expect("written");
    let there = pictures_in(&media);
    let (done, said) = place.restore(&file);
    assert!(!done && said.contains("0ff/0ff-1.webp"), "{said}");
    assert_eq!(pictures_in(&media), there, "nothing was taken away");
    std::fs::remove_file(&other).expect("removed");
    let (done, said) = place.restore(&file);
    assert!(done && said.contains("rules hold."), "{said}");
    if t.app.db.engine() == Engine::Sqlite {
        return;
    }
    // Nor is anything put beside a table that was there before.
    let place = Place::empty(&t, base.path().join("taken")).await;
    let mut tx = place.looked_into().await.expect("a server's").begin().await.expect("begun");
    sql("CREATE TABLE mine (id INT)").run(&mut tx).await.expect("made");
    tx.commit().await.expect("committed");
    let (done, said) = place.restore(&file);
    assert!(!done && said.contains("another program's: it has a table mine"), "{said}");
    // So does a table that somebody made in the database meanwhile.
    let place = Place::empty(&t, base.path().join("other")).await;
    assert!(place.cut_off(&file, "step 4").await);
    let db = place.looked_into().await.expect("a server's");
    let run = async |text: &str| {
        let mut tx = db.begin().await.expect("begun");
        sql(text.to_owned()).run(&mut tx).await.expect(text);
        tx.commit().await.expect("committed");
    };
    run("CREATE TABLE ledger (id INT PRIMARY KEY, worth NUMERIC)").await;
    run("INSERT INTO ledger VALUES (1, 2.5)").await;
    let (done, said) = place.restore(&file);
    assert!(!done && said.contains("not Quad's: ledger"), "{said}");
    let kept = sql("SELECT count(*) AS value FROM ledger").value::<i64>(&db).await;
    assert_eq!(kept.expect("it is there"), Some(1));
    run("CREATE SCHEMA elsewhere").await;
    run("ALTER TABLE ledger SET SCHEMA elsewhere").await;
    let (done, said) = place.restore(&file);
    assert!(done && said.contains("rules hold."), "{said}");
    assert_eq!(held(&place).await.1, 200_000);
}

async fn a_backup_that_is_stopped_leaves_nothing(t: TestApp) {
    let base = tempfile::tempdir().expect("a folder");
    let file = backup_of(&t, base.path()).await;
    let place = Place::empty(&t, base.path().join("data")).await;
    let (done, said) = place.restore(&file);
    assert!(done, "{said}");
    let folder = base.path().join("backups");
    std::fs::create_dir(&folder).expect("a folder");
    let there =
        || std::fs::read_dir(&folder).expect("a folder").flatten().map(|entry| entry.path()).collect::<Vec<_>>();
    let again = folder.join("again.tar.zst");
    let words = ["backup", again.to_str().expect("a path")];
    let mut stopped = false;
    for _ in 0..10 {
        let mut backup = Command::new(program());
        backup.args(words).arg("--data-dir").arg(&place.folder).env_clear().envs(place.environment());
        let mut backup = backup.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the binary runs");
        while there().is_empty() && backup.try_wait().expect("a process").is_none() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        let told = Command::new("kill").args(["-TERM", &backup.id().to_string()]).status();
        assert!(told.expect("kill runs").success());
        stopped = backup.wait().expect("the end").code() == Some(1);
        if stopped {
            break;
        }
        // It had ended before.
        std::fs::remove_file(&again).expect("a backup");
    }
    assert!(stopped, "it was never stopped in the midst");
    assert_eq!(there(), Vec::<PathBuf>::new());
    let (done, said) = quad_with(&place.folder, &place.environment(), &words);
    assert!(done, "another begins at once: {said}");
}

async fn what_was_placed_is_not_done_twice(t: TestApp) {
    let base = tempfile::tempdir().expect("a folder");
    let file = backup_of(&t, base.path()).await;
    let place = Place::empty(&t, base.path().join("data")).await;
    let (done, said) = place.restore(&file);
    assert!(done, "{said}");
    // As if it had been killed between the last two steps.
    let mut manifest = backups::verify(&file, &|_| ()).await.expect("whole");
    let by = match place.looked_into().await {
        Some(db) => db.filled_by().await.expect("read").expect("who filled it"),
        None => "nobody".to_owned(),
    };
    let noted = |manifest: &backups::Manifest, by: &str| {
        std::fs::create_dir_all(place.work()).expect("a folder");
        let placing = json!({"manifest": manifest, "by": by});
        std::fs::write(place.work().join("placing"), placing.to_string()).expect("written");
    };
    noted(&manifest, &by);
    let (done, said) = place.restore(&file);
    assert!(done && said.contains("had put the database in its place") && said.contains("rules hold."), "{said}");
    assert!(!place.work().exists());
    // Another backup is another matter.
    let made_at = std::mem::replace(&mut manifest.made_at, "2026-01-01T00:00:00.000Z".to_owned());
    noted(&manifest, &by);
    let (done, said) = place.restore(&file);
    assert!(!done && said.contains("only"), "{said}");
    // So is a database that another one filled, or that somebody emptied and began anew: on a server the file says nothing of it.
    if place.url.is_some() {
        manifest.made_at = made_at;
        noted(&manifest, "another");
        let (done, said) = place.restore(&file);
        assert!(!done && said.contains("have accounts in this database"), "{said}");
    }
}
