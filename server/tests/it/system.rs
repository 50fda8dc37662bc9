//! Stories of the installation as an administrator sees it: processes, room, backups, errors; and of a backup made when it
//! is asked for.

use quad_db::{Db, scratch, sql};
use quad_kernel::clock::Clock;
use quad_operations::backups::{self, Run};
use quad_operations::operations::{self, error_layer};
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tracing_subscriber::layer::SubscriberExt;

use crate::harness::{Browser, PASSWORD, Process, TestApp, made, until};
use crate::on_both_engines;

on_both_engines!(
    only_administrators_see_the_installation,
    every_process_is_shown_until_it_ends,
    room_is_told,
    a_backup_is_made_when_asked_for,
    a_backup_that_fails_says_why,
    errors_are_shown_and_no_more_than_the_newest,
);

async fn only_administrators_see_the_installation(t: TestApp) {
    let ada = t.organiser("ada").await;
    for (who, status, code) in [(&t.browser(), 401, "logged_out"), (&ada, 404, "missing")] {
        who.get("/system").await.refused(status, code);
        who.post("/system/backup", json!({})).await.refused(status, code);
    }
    assert_eq!(t.admin("dean").await.get("/system").await.expect(200)["success"], true);
}

async fn every_process_is_shown_until_it_ends(t: TestApp) {
    let dean = t.admin("dean").await;
    let began = t.app.clock.now();
    t.send_heartbeat("serve", began).await;
    t.pass(60);
    operations::send_heartbeat(&t.app, "serve", began).await.expect("seen");
    let seen = shown_to(&dean).await;
    assert_eq!(seen.len(), t.processes());
    for process in &seen {
        assert_eq!((&process["does"], &process["runs"]), (&json!("serve"), &json!(true)), "{process}");
        assert_eq!(process["version"], env!("CARGO_PKG_VERSION"));
        assert_eq!(process["beganAt"], began.to_rfc3339());
        assert!(process["host"].as_str().is_some_and(|host| !host.is_empty()), "{process}");
    }
    assert_eq!(seen.iter().filter(|process| process["answers"] == true).count(), 1);
    // What is killed says nothing any more, and is gone after a day.
    t.pass(20);
    assert_eq!(shown_to(&dean).await.iter().filter(|process| process["runs"] == true).count(), 1);
    t.pass(25 * 3600);
    // Its own session has ended meanwhile.
    let dean = t.log_in("dean").await;
    operations::send_heartbeat(&t.app, "serve", began).await.expect("seen");
    assert_eq!(dean.get("/system").await.expect(200)["processes"].as_array().map(Vec::len), Some(1));
    // One that began first and is gone comes last.
    let mut tx = t.app.db.begin().await.expect("begun");
    sql("INSERT INTO processes (origin, does, pid, version, began_at, seen_at)
         SELECT 'gone', 'worker', 7, version, began_at - 1, seen_at - 3600000 FROM processes")
    .run(&mut tx)
    .await
    .expect("written");
    tx.commit().await.expect("committed");
    let order: Vec<_> = shown_to(&dean).await.iter().map(|process| process["runs"].clone()).collect();
    assert_eq!(order, [true, false]);
    backups::forget_processes(&t.app.db).await.expect("forgotten");
    operations::send_heartbeat(&t.app, "serve", began).await.expect("seen");
    // One that ends in order leaves.
    let beside = t.beside(9).await;
    let mut known = JoinSet::new();
    known.spawn(operations::send_heartbeats(beside.app.state(), "worker"));
    let many = async || dean.get("/system").await.expect(200)["processes"].as_array().map(Vec::len);
    soon(async || many().await == Some(2)).await;
    beside.app.stop.cancel();
    known.join_next().await.expect("one").expect("it ended");
    assert_eq!(many().await, Some(1));
}

async fn shown_to(dean: &Browser) -> Vec<Value> {
    dean.get("/system").await.expect(200)["processes"].as_array().expect("a list").clone()
}

async fn soon(so: impl AsyncFn() -> bool) {
    until("it is told", async || so().await).await;
}

async fn room_is_told(t: TestApp) {
    let dean = t.admin("dean").await;
    let storage = async || dean.get("/system").await.expect(200)["storage"].clone();
    let before = storage().await;
    assert!(before["databaseBytes"].as_i64().is_some_and(|bytes| bytes > 100_000), "{before}");
    assert_eq!((&before["pictures"], &before["pictureBytes"]), (&json!(0), &json!(0)));
    dean.set_picture("dean.png", &made::png(&made::quadrants(40, 30))).await.expect(200);
    let after = storage().await;
    assert_eq!(after["pictures"], 1);
    assert!(after["pictureBytes"].as_i64().is_some_and(|bytes| bytes > 50), "{after}");
    let rooms = after["rooms"].as_array().expect("a list");
    assert!(rooms.len() >= 2 && rooms.iter().all(|room| room["freeBytes"].as_u64() > Some(0)), "{after}");
}

async fn asked_for(t: &TestApp, dean: &Browser) -> Value {
    dean.post("/system/backup", json!({})).await.expect(200);
    dean.post("/system/backup", json!({})).await.expect(200);
    assert_eq!(dean.get("/system").await.expect(200)["backup"]["underWay"], true);
    t.run_jobs().await;
    dean.get("/system").await.expect(200)["backup"].clone()
}

async fn a_backup_is_made_when_asked_for(t: TestApp) {
    let base = tempfile::tempdir().expect("a folder");
    let place = base.path().join("backups").display().to_string();
    let t = t.another(&[("QUAD_BACKUP_EVERY", "6h"), ("QUAD_BACKUP_DIR", &place)], 2).await;
    let dean = t.admin("dean").await;
    let none = dean.get("/system").await.expect(200)["backup"].clone();
    assert_eq!((&none["newest"], &none["failed"], &none["underWay"]), (&Value::Null, &Value::Null, &json!(false)));
    assert_eq!((&none["folder"], &none["dueAt"]), (&json!(place), &json!(t.moment(0))));
    let said = asked_for(&t, &dean).await;
    let names: Vec<_> = std::fs::read_dir(&place).expect("the folder").flatten().collect();
    assert_eq!(names.len(), 1, "asked for twice, made once");
    assert_eq!(said["newest"]["file"], names[0].file_name().to_str().expect("a name"));
    assert_eq!(said["newest"]["bytes"].as_u64(), Some(names[0].metadata().expect("a file").len()));
    assert_eq!((&said["newest"]["beganAt"], &said["dueAt"]), (&json!(t.moment(0)), &json!(t.moment(6 * 3600))));
    assert_eq!((&said["newest"]["verifiedAt"], &said["underWay"]), (&json!(t.moment(0)), &json!(false)));
    backups::verify(&names[0].path(), &|_| {}).await.expect("whole");
}

async fn a_backup_that_fails_says_why(t: TestApp) {
    let base = tempfile::tempdir().expect("a folder");
    let place = base.path().join("taken");
    std::fs::write(&place, "a file, no folder").expect("written");
    let t = t.another(&[("QUAD_BACKUP_DIR", &place.display().to_string())], 2).await;
    let dean = t.admin("dean").await;
    let said = asked_for(&t, &dean).await;
    assert_eq!((&said["newest"], &said["byTheClock"], &said["dueAt"]), (&Value::Null, &json!(false), &Value::Null));
    assert!(said["failed"]["why"].as_str().is_some_and(|why| why.contains("taken")), "{said}");
    let jobs = dean.get("/jobs?state=parked").await.expect(200);
    assert_eq!(jobs["jobs"][0]["kind"], "backups.make");
    assert!(jobs["jobs"][0]["lastError"].as_str().is_some_and(|why| why.contains("taken")), "{jobs}");
    // It goes on where there is a folder again.
    std::fs::remove_file(&place).expect("removed");
    assert!(asked_for(&t, &dean).await["newest"]["verifiedAt"].is_string());
    // Two within one second have one name, and nothing is overwritten.
    let said = asked_for(&t, &dean).await;
    assert!(said["failed"]["why"].as_str().is_some_and(|why| why.contains("there already")), "{said}");
    assert!(said["newest"]["verifiedAt"].is_string());
    // Hours of failures do not make the last that was made forgotten.
    let failed =
        Run { began_at: t.app.clock.now(), file: "x".into(), bytes: None, verified_at: None, why: Some("full".into()) };
    for _ in 0..60 {
        backups::note(&t.app.db, failed.clone()).await.expect("noted");
    }
    let later = dean.get("/system").await.expect(200)["backup"].clone();
    assert_eq!((&later["newest"], &later["failed"]["why"]), (&said["newest"], &json!("full")));
    // One made by hand is the newest, and changes nothing of when the next is due.
    let by_hand = Run { file: "/mnt/usb/exams.tar.zst".into(), bytes: Some(7), why: None, ..failed };
    backups::note(&t.app.db, by_hand).await.expect("noted");
    let later = dean.get("/system").await.expect(200)["backup"].clone();
    assert_eq!((&later["newest"]["file"], &later["failed"]), (&json!("/mnt/usb/exams.tar.zst"), &Value::Null));
}

async fn errors_are_shown_and_no_more_than_the_newest(t: TestApp) {
    let dean = t.admin("dean").await;
    let (layer, noticed) = error_layer(t.app.clock.clone());
    let mut keeping = JoinSet::new();
    keeping.spawn(operations::store_errors(t.app.state(), noticed));
    let log = tracing_subscriber::registry().with(layer);
    tracing::subscriber::with_default(log, || {
        tracing::warn!("not an error");
        tracing::error!(status = 503, why = "a \0 long tale", "the provider is away");
        tracing::error!("{}", "x".repeat(5_000));
    });
    let errors = async || dean.get("/system").await.expect(200)["errors"].as_array().expect("a list").clone();
    soon(async || errors().await.len() == 2).await;
    let shown = errors().await;
    assert_eq!(shown[1]["pid"], Value::Null, "who has not said yet that it runs");
    operations::send_heartbeat(&t.app, "serve", t.app.clock.now()).await.expect("seen");
    assert_eq!(errors().await[1]["pid"], std::process::id());
    assert_eq!(shown[1]["said"], "the provider is away status=503 why=a  long tale");
    assert_eq!((&shown[1]["at"], &shown[1]["place"]), (&json!(t.moment(0)), &json!("it::system")));
    assert!(shown[0]["said"].as_str().is_some_and(|said| said.len() < 1_600 && said.ends_with('…')));
    // A storm is not kept whole, and the newest are shown.
    let (layer, noticed) = error_layer(Clock::System);
    let log = tracing_subscriber::registry().with(layer);
    tracing::subscriber::with_default(log, || (0..1_000).for_each(|number| tracing::error!(number, "a storm")));
    keeping.spawn(operations::store_errors(t.app.state(), noticed));
    soon(async || errors().await.len() == 50).await;
    t.stop();
    while let Some(ended) = keeping.join_next().await {
        ended.expect("it ended");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_served_installation_shows_itself_and_its_errors() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let folder = tempfile::tempdir().expect("a folder");
    let server = Process::start(folder.path(), &[]);
    let who = Browser::coming_again(&server.base);
    let email = "dean@meridian.example";
    let person = json!({"fullName": "Devika Rao", "email": email, "contact": "9000000001", "role": "USER",
        "passWord": PASSWORD, "contestgiven": [], "Batch": 2026});
    who.post("/register", person).await.expect(201);
    let promoted = std::process::Command::new(env!("CARGO_BIN_EXE_quad"))
        .args(["admin", "promote", email, "--data-dir"])
        .arg(folder.path())
        .env_clear()
        .output()
        .expect("the binary runs");
    assert!(promoted.status.success());
    who.post("/login", json!({"email": email, "passWord": PASSWORD})).await.expect(200);
    // Something that no version wrote, and that cannot be read.
    let url = format!("sqlite://{}", folder.path().join("quad.db").display());
    let db = Db::open(&url, &scratch::options()).await.expect("the database");
    let mut tx = db.begin().await.expect("begun");
    sql("INSERT INTO jobs (kind, payload, run_at, created_at) VALUES ('enquiries.send', 'secret-words', 1, 1)")
        .run(&mut tx)
        .await
        .expect("written");
    tx.commit().await.expect("committed");
    db.close().await;
    let system = async || who.get("/system").await.expect(200);
    soon(async || !system().await["errors"].as_array().expect("a list").is_empty()).await;
    let seen = system().await;
    let said = seen["errors"][0]["said"].as_str().expect("words");
    assert!(said.starts_with("job parked") && said.contains("enquiries.send"), "{said}");
    assert!(!seen.to_string().contains("secret-words"));
    let processes = seen["processes"].as_array().expect("a list");
    assert_eq!(processes.len(), 1);
    assert_eq!((&processes[0]["does"], &processes[0]["answers"]), (&json!("serve"), &json!(true)));
    assert_eq!((&processes[0]["host"], &processes[0]["pid"]), (&seen["errors"][0]["host"], &seen["errors"][0]["pid"]));
    assert!(server.stop().await.success());
}
