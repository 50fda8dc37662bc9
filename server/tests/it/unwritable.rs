//! Stories of a database that answers and takes no writes: a full disk, a PostgreSQL that may only be read. What would be written is
//! refused in words and with the time to come again, reading goes on, and all heals by itself. And of a disk that is mounted to be read only.

use std::io::Write;
use std::path::Path;
use std::process::Command;

use quad_db::{Engine, sql};
use serde_json::json;
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection};

use crate::cli::quad;
use crate::harness::{Answer, Browser, TestApp, is_root, program, until};
use crate::on_both_engines;

on_both_engines!(writes_are_refused_until_they_are_taken_again, a_full_disk_below_postgresql_is_told_the_same_way);

/// On PostgreSQL: runs each on one connection, so that what is set holds for what follows.
async fn run(t: &TestApp, texts: &[&str]) {
    let mut own = PgConnection::connect(t.url()).await.expect("opened");
    for text in texts {
        own.execute(AssertSqlSafe(*text)).await.expect(text);
    }
    own.close().await.expect("closed");
}

/// Has the database take writes, or none that need room.
async fn take_writes(t: &TestApp, does: bool) {
    match t.app.db.engine() {
        Engine::Sqlite => {
            // As large as it is, as if the disk were full.
            let pages = if does { 1_000_000 } else { 1 };
            let mut tx = t.app.db.begin().await.expect("begun");
            sql(format!("PRAGMA max_page_count = {pages}")).run(&mut tx).await.expect("bounded");
            tx.commit().await.expect("committed");
        }
        Engine::Postgres => {
            let name = t.url().rsplit('/').next().expect("a name").split('?').next().expect("a name");
            let setting = if does { "off" } else { "on" };
            run(
                t,
                &[
                    "SET default_transaction_read_only = off",
                    &format!("ALTER DATABASE \"{name}\" SET default_transaction_read_only = {setting}"),
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                        WHERE datname = current_database() AND pid <> pg_backend_pid()",
                ],
            )
            .await;
        }
    }
}

async fn create(t: &TestApp, owner: &Browser, number: usize) -> Answer {
    let asked = json!({"title": format!("Contest {number}"), "description": "words ".repeat(800), "isPublic": true,
        "QuestionSet": [], "startDate": t.moment(3600), "endDate": t.moment(7200)});
    owner.post("/post/createcontest", asked).await
}

/// What `/readyz` says.
async fn ready(t: &TestApp) -> (u16, String) {
    let said = reqwest::get(format!("{}/readyz", t.base)).await.expect("an answer");
    (said.status().as_u16(), said.text().await.expect("a text"))
}

async fn writes_are_refused_until_they_are_taken_again(t: TestApp) {
    let t = t.alone(&[("QUAD_BILLING", "off"), ("QUAD_CREATIONS_PER_DAY", "10000")], 2).await;
    let ada = t.person("ada").await;
    create(&t, &ada, 0).await.expect(201);
    assert_eq!(ready(&t).await, (200, "ready".to_owned()));
    take_writes(&t, false).await;
    // PostgreSQL closed the connections, and the first to meet one that is closed may be asked to come again for that.
    let (mut refused, mut number) = (None, 0);
    until("a write is refused", async || {
        number += 1;
        let answer = create(&t, &ada, number).await;
        let is_so = answer.body["message"].as_str().unwrap_or_default().contains("cannot save anything");
        refused = is_so.then_some(answer);
        is_so
    })
    .await;
    let refused = refused.expect("a write that was refused");
    assert!(refused.headers.contains_key("retry-after"));
    refused.refused(503, "unavailable");
    assert_eq!(ready(&t).await, (503, "the database takes no writes".to_owned()));
    ada.get("/post/getcontest").await.expect(200);
    take_writes(&t, true).await;
    until("it heals", async || ready(&t).await.0 == 200).await;
    create(&t, &ada, 5000).await.expect(201);
}

/// The server says so in the words it has when a table cannot grow (53100), as a trigger of ours does here.
async fn a_full_disk_below_postgresql_is_told_the_same_way(t: TestApp) {
    if t.app.db.engine() == Engine::Sqlite {
        return;
    }
    let t = t.alone(&[("QUAD_BILLING", "off")], 2).await;
    let ada = t.person("ada").await;
    run(
        &t,
        &[
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$",
            "CREATE TRIGGER full_disk BEFORE INSERT ON contests EXECUTE FUNCTION full_disk()",
        ],
    )
    .await;
    let refused = create(&t, &ada, 1).await;
    assert!(refused.headers.contains_key("retry-after"));
    assert!(refused.body["message"].as_str().unwrap_or_default().contains("cannot save anything"), "{}", refused.body);
    refused.refused(503, "unavailable");
    ada.get("/post/getcontest").await.expect(200);
    run(&t, &["DROP TRIGGER full_disk ON contests", "DROP FUNCTION full_disk"]).await;
    create(&t, &ada, 2).await.expect(201);
}

/// The program, while its data folder is mounted to be read only: for it alone, in a mount namespace.
fn on_a_read_only_mount(data: &Path, words: &[&str]) -> (bool, String) {
    let mut command = Command::new("unshare");
    if !is_root() {
        command.arg("--map-root-user");
    }
    command.args([
        "--mount",
        "sh",
        "-euc",
        "mount --bind \"$0\" \"$0\" && mount -o remount,bind,ro \"$0\" && exec \"$@\" --data-dir \"$0\"",
    ]);
    let run =
        command.arg(data).arg(program()).args(words).env_clear().env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin").output();
    let run = run.expect("unshare");
    (run.status.success(), format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr)))
}

/// A copy of a campus on a disk that is mounted to be read only is checked and looked at as it is; changes are refused in words.
#[test]
fn a_disk_mounted_to_be_read_only_is_looked_at() {
    let base = tempfile::tempdir().expect("a folder");
    let data = base.path().join("data");
    let (done, said) = quad(&data, &["admin", "create", "ada@meridian.example", "Ada"]);
    assert!(done, "{said}");
    let (sound, said) = on_a_read_only_mount(&data, &["check"]);
    if said.contains("unshare: ") || said.contains("mount: ") {
        #[expect(clippy::disallowed_methods, reason = "set by the parts, where root runs the tests")]
        let is_whole = std::env::var_os("QUAD_TEST_WHOLE").is_some();
        assert!(!is_whole, "{said}");
        let _ = writeln!(std::io::stderr(), "passed over, because nothing can be mounted here: {said}");
        return;
    }
    assert!(sound && said.contains("rules hold."), "{said}");
    let (_, said) = on_a_read_only_mount(&data, &["doctor"]);
    assert!(said.contains("ok    database: SQLite, up to date"), "{said}");
    assert!(said.contains("bad   data-folder") && said.contains("bad   database-file:"), "{said}");
    assert!(said.contains("mounted to be read only") && !said.contains("chown"), "{said}");
    for words in [&["admin", "promote", "ada@meridian.example"] as &[&str], &["serve", "--listen", "127.0.0.1:0"]] {
        let (done, said) = on_a_read_only_mount(&data, words);
        assert!(
            !done && said.contains("cannot be written") && said.to_lowercase().contains("read"),
            "{words:?}: {said}"
        );
    }
    let (sound, said) = quad(&data, &["check"]);
    assert!(sound, "{said}");
}
