//! Stories of `quad transfer`, with the real binary: a campus moves between the engines in any direction, is cut off and goes
//! on, and nothing that differs stays unnoticed.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use quad::integrity_check;
use quad_db::scratch::{self, Scratch};
use quad_db::{Db, Engine, sql};
use quad_kernel::clock::{Clock, Time};
use quad_migrations::Migrations;
use serde_json::json;

use crate::cli::serve;
use crate::harness::{Browser, PASSWORD, TestApp, postgres_server, program};
use crate::{on_both_engines, plain_stories};

on_both_engines!(
    a_campus_moves,
    a_small_campus_moves,
    cut_off_it_goes_on,
    what_cannot_be_moved_is_refused,
    no_password_is_told,
);
plain_stories!(a_row_changed_meanwhile_is_found, a_changed_row_is_found,);

/// Somewhere empty on an engine; nothing without a PostgreSQL server. The address has a password in it where it can.
async fn empty(engine: Engine) -> Option<Scratch> {
    let mut scratch = match engine {
        Engine::Sqlite => scratch::sqlite().expect("a folder"),
        Engine::Postgres => scratch::postgres(&postgres_server()?).await.expect("a fresh database"),
    };
    scratch.url = scratch.url.replacen('@', ":hunter22@", 1);
    Some(scratch)
}

fn command(from: &str, to: &str) -> Command {
    let mut command = Command::new(program());
    command.args(["transfer", "--from", from, "--to", to, "--data-dir", "/nonexistent-quad-test"]).env_clear();
    command
}

/// Whether it went well, and what it said.
fn transfer(from: &str, to: &str, more: &[&str]) -> (bool, String) {
    let run = command(from, to).args(more).output().expect("the binary runs");
    let said = format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(!said.contains("hunter22"), "{said}");
    (run.status.success(), said)
}

/// A server that ends with the story, however that ends.
struct Served(Child);

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// So many seconds from now, by the clock of the machine: the server is a process of its own.
fn moment(seconds: i64) -> String {
    Time(Clock::System.now().0 + seconds * 1000).to_rfc3339()
}

async fn open(url: &str) -> Db {
    Db::open(url, &scratch::options()).await.expect("the database")
}

async fn run(url: &str, statement: &str) {
    let db = open(url).await;
    let mut tx = db.begin().await.expect("begun");
    sql(statement.to_owned()).run(&mut tx).await.expect(statement);
    tx.commit().await.expect("committed");
    db.close().await;
}

async fn holds(url: &str) {
    let db = open(url).await;
    let schema = db.schema::<Migrations>().await.expect("nothing under way");
    assert!(schema.pending.is_empty() && schema.unknown.is_empty(), "{schema:?}");
    let (said, holds) = integrity_check::report(&integrity_check::check(&db, None, true).await.expect("asked"));
    assert!(holds, "{said}");
    db.close().await;
}

/// The demo campus and Ada, and nobody connected to it.
async fn campus(t: &TestApp) {
    quad::demo::seed(&t.app).await.expect("filled").expect("log-ins");
    t.organiser("ada").await;
    nobody_is_connected(t).await;
}

/// Ten people, and a contest that eight of them take.
async fn small_campus(t: &TestApp) {
    let ada = t.organiser("ada").await;
    let contest = t.running(&ada, 2).await;
    for number in 0..8 {
        let who = t.person(&format!("somebody{number}")).await;
        who.join(&contest).await;
        who.answer(&contest, 0, "A").await.expect(200);
    }
    nobody_is_connected(t).await;
}

/// All that is under way ends, and Ada gets an odd name.
async fn nobody_is_connected(t: &TestApp) {
    t.run_jobs().await;
    t.close().await;
    let odd = "UPDATE users SET full_name = $1 WHERE email = 'ada@meridian.example'";
    let db = open(t.url()).await;
    let mut tx = db.begin().await.expect("begun");
    sql(odd).arg("a\\b\\N\tc\nd\r\n\u{1}\u{8}\u{b}\u{c}é😀'\"--").run(&mut tx).await.expect("odd");
    tx.commit().await.expect("committed");
    db.close().await;
}

/// Some tables that take a while: keys of text, and of text and bytes.
async fn many_rows(t: &TestApp) {
    let numbers = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)";
    let bytes = match t.app.db.engine() {
        Engine::Sqlite => "CAST('h' || i AS BLOB)",
        Engine::Postgres => "CAST('h' || i AS BYTEA)",
    };
    run(t.url(), &format!("{numbers} INSERT INTO marks (name, made_at) SELECT 'It''s \\ ' || i, i FROM n")).await;
    let sprays = format!("{numbers} INSERT INTO login_sprays (address, email_hash, failed_at)");
    run(t.url(), &format!("{sprays} SELECT '10.0.0.' || (i % 3), {bytes}, i FROM n")).await;
}

async fn a_campus_moves(t: TestApp) {
    campus(&t).await;
    moves(&t).await;
}

/// In the gate.
async fn a_small_campus_moves(t: TestApp) {
    small_campus(&t).await;
    moves(&t).await;
}

/// To each engine.
async fn moves(t: &TestApp) {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let Some(target) = empty(engine).await else { continue };
        let (done, said) = transfer(t.url(), &target.url, &[]);
        assert!(done && said.contains("the same on both sides") && said.contains("ok       answers: "), "{said}");
        let (done, said) = transfer(&target.url, t.url(), &["--compare"]);
        assert!(done && said.contains("the same on both sides."), "{said}");
        holds(&target.url).await;
        // It is served, and what counts by itself goes on where it was.
        let folder = tempfile::tempdir().expect("a folder");
        let (server, address) = serve(folder.path(), &[("QUAD_DATABASE_URL", &target.url)]);
        let server = Served(server);
        let ada = Browser::new(&address);
        ada.post("/login", json!({"email": "ada@meridian.example", "passWord": PASSWORD})).await.expect(200);
        let contests = ada.get("/post/getallcontest").await.expect(200);
        assert!(contests.to_string().contains("QuestionSet"), "{contests}");
        let asked = json!({"title": "Moved", "description": "Elsewhere", "isPublic": true, "QuestionSet": [],
            "startDate": moment(3600), "endDate": moment(7200)});
        ada.post("/post/createcontest", asked).await.expect(201);
        drop(server);
        holds(&target.url).await;
        // Once moved, the place is taken.
        let (done, said) = transfer(t.url(), &target.url, &[]);
        assert!(!done && said.contains("not empty"), "{said}");
    }
}

/// How far a transfer that was cut off has come.
#[derive(Debug, PartialEq, Eq)]
enum Carried {
    /// It had not begun.
    Nothing,
    Rows(i64),
    /// It had ended, though its process had not.
    All,
}

async fn carried(url: &str) -> Carried {
    let db = open(url).await;
    let said = db.schema::<Migrations>().await;
    let rows = "SELECT CAST(COALESCE(SUM(rows), 0) AS BIGINT) AS value FROM transfer_under_way WHERE kind IN ('table', 'done')";
    let carried = match said {
        Ok(schema) if schema.applied.is_empty() => Carried::Nothing,
        Ok(_) => Carried::All,
        Err(error) => {
            assert!(error.to_string().contains("has not ended"), "{error}");
            assert!(db.migrate::<Migrations>().await.is_err(), "it is not for use");
            Carried::Rows(sql(rows).value(&db).await.expect("read").expect("a sum"))
        }
    };
    db.close().await;
    carried
}

async fn cut_off_it_goes_on(t: TestApp) {
    campus(&t).await;
    many_rows(&t).await;
    let other = t.another(&[], 2).await;
    other.close().await;
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let Some(target) = empty(engine).await else { continue };
        let mut states = Vec::new();
        for turn in 1.. {
            assert!(turn < 100, "it does not come to its end: {states:?}");
            let mut child = command(t.url(), &target.url)
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("the binary runs");
            let mut ended = None;
            for _ in 0..turn {
                // Each turn lets it run a little longer.
                tokio::time::sleep(Duration::from_millis(40)).await;
                ended = child.try_wait().expect("a process");
                if ended.is_some() {
                    break;
                }
            }
            if let Some(ended) = ended {
                assert!(ended.success(), "turn {turn}, after {states:?}");
                break;
            }
            child.kill().expect("killed");
            child.wait().expect("the end");
            let carried = carried(&target.url).await;
            if carried == Carried::All {
                break;
            }
            if let Carried::Rows(rows) = carried {
                assert!(states.last().is_none_or(|before| *before <= rows), "it went back: {states:?}, {rows}");
                states.push(rows);
                if states.len() == 1 {
                    let (done, said) = transfer(other.url(), &target.url, &[]);
                    assert!(!done && said.contains("another source"), "{said}");
                }
            }
        }
        states.dedup();
        assert!(states.len() >= 3, "it was cut off at several points: {states:?}");
        let (done, said) = transfer(t.url(), &target.url, &["--compare"]);
        assert!(done && said.contains("ok       marks: 2000"), "{said}");
        holds(&target.url).await;
    }
}

async fn a_row_changed_meanwhile_is_found(t: TestApp) {
    campus(&t).await;
    many_rows(&t).await;
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let Some(target) = empty(engine).await else { continue };
        let mut child = command(t.url(), &target.url)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        let mut said = BufReader::new(child.stderr.take().expect("its progress")).lines();
        assert!(said.any(|line| line.expect("a line").starts_with("users: ")), "it carried them");
        child.kill().expect("killed");
        child.wait().expect("the end");
        run(&target.url, "UPDATE users SET contact = '9000000009' WHERE email = 'ada@meridian.example'").await;
        for _ in 0..2 {
            let (done, said) = transfer(t.url(), &target.url, &[]);
            assert!(!done && said.contains("DIFFERS  users: ") && said.contains("stays unusable"), "{said}");
            assert_eq!(said.matches("DIFFERS").count(), 1, "{said}");
            assert!(matches!(carried(&target.url).await, Carried::Rows(_)));
        }
    }
}

async fn a_changed_row_is_found(t: TestApp) {
    campus(&t).await;
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let Some(target) = empty(engine).await else { continue };
        let (done, said) = transfer(t.url(), &target.url, &[]);
        assert!(done, "{said}");
        for (statement, table) in [
            ("UPDATE answers SET chosen = 15 - chosen WHERE question_no = 1", "answers"),
            ("UPDATE contests SET is_public = NOT is_public", "contests"),
            ("DELETE FROM poll_votes", "poll_votes"),
            ("INSERT INTO marks (name, made_at) VALUES ('one more', 1)", "marks"),
            ("UPDATE users SET deleted_at = 0 WHERE email = 'ada@meridian.example'", "users"),
        ] {
            run(&target.url, statement).await;
            let (done, said) = transfer(t.url(), &target.url, &["--compare"]);
            assert!(!done && said.contains(&format!("DIFFERS  {table}: ")), "{statement}: {said}");
        }
        let (_, said) = transfer(t.url(), &target.url, &["--compare"]);
        assert!(said.contains("5 of "), "only what was changed: {said}");
    }
}

async fn what_cannot_be_moved_is_refused(t: TestApp) {
    let Some(target) = empty(t.app.db.engine()).await else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let refused = |from: &str, to: &str, word: &str| {
        let (done, said) = transfer(from, to, &[]);
        assert!(!done && said.contains(word), "{word}: {said}");
    };
    refused(t.url(), &target.url, "has it open");
    let other = t.another(&[], 2).await;
    other.app.close().await;
    t.close().await;
    refused(t.url(), other.url(), "not empty");
    refused(t.url(), t.url(), "the same database");
    let missing = folder.path().join("none.db");
    refused(&format!("sqlite://{}", missing.display()), &target.url, "there is no file");
    assert!(!missing.exists(), "nothing was made");
    refused("/nonexistent-quad-folder", &target.url, "there is no folder");
    refused("mysql://app:hunter22@127.0.0.1/quad", &target.url, "must start with sqlite: or postgres:");
    refused(t.url(), "postgres://app:hunter22@127.0.0.1:9/quad", "not reachable");
    refused(t.url(), "sqlite:///nonexistent-quad-folder/quad.db", "cannot be made");
    let strange = folder.path().join("strange.db");
    std::fs::write(&strange, "This is a letter and no database, whatever its name says. ".repeat(20)).expect("written");
    refused(&format!("sqlite://{}", strange.display()), &target.url, "database");
    // PostgreSQL keeps no NUL: told with the table, not left out.
    if let (Engine::Sqlite, Some(server)) = (t.app.db.engine(), empty(Engine::Postgres).await) {
        run(t.url(), "INSERT INTO marks (name, made_at) VALUES ('a' || char(0) || 'b', 1)").await;
        refused(t.url(), &server.url, "marks: the target refuses a row");
        run(t.url(), "DELETE FROM marks").await;
        let (done, said) = transfer(t.url(), &server.url, &[]);
        assert!(done, "{said}");
    }
    run(t.url(), "DELETE FROM seaql_migrations WHERE version = 'm0019_system'").await;
    refused(t.url(), &target.url, "not up to date");
    run(other.url(), "INSERT INTO seaql_migrations (version, applied_at) VALUES ('m9999_future', 0)").await;
    refused(other.url(), &target.url, "newer version");
    // None of it left anything in the target.
    let db = open(&target.url).await;
    assert!(db.rows().await.expect("asked").is_empty());
    db.close().await;
}

async fn no_password_is_told(t: TestApp) {
    t.organiser("ada").await;
    t.close().await;
    let Some(target) = empty(t.app.db.engine()).await else { return };
    let from = t.url().replacen('@', ":hunter22@", 1);
    let run = command(&from, &target.url).env("QUAD_LOG_FILTER", "debug").output().expect("the binary runs");
    let said = format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success() && !said.contains("hunter22"), "{said}");
    for wrong in
        ["postgres://app:hunter22@127.0.0.1:9/x", "postgres://app:hunter22@127.0.0.1:port/x", "pg://a:hunter22@h/x"]
    {
        let (done, _) = transfer(wrong, &target.url, &[]);
        assert!(!done);
        let (done, _) = transfer(&from, wrong, &[]);
        assert!(!done);
    }
    // A folder's settings keep it off the command line.
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("quad.toml"), format!("database_url = {:?}", target.url)).expect("written");
    let (done, said) = transfer(&from, folder.path().to_str().expect("a path"), &["--compare"]);
    assert!(done && said.contains("the same on both sides."), "{said}");
}
