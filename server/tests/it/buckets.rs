//! Stories of pictures in a bucket of a real S3 server: how they live there, how they are backed up and put back, and what
//! happens while it refuses, is away, or takes requests and says nothing.

use std::path::Path;
use std::time::{Duration, Instant};

use quad::checking;
use quad_db::scratch::{self, Scratch};
use serde_json::{Value, json};

use crate::cli::quad_with;
use crate::harness::{BUCKET, Browser, Environment, PASSWORD, Process, S3Server, TestApp, lent, made, postgres_server};
use crate::on_both_engines;

on_both_engines!(
    a_picture_lives_in_the_bucket,
    who_is_refused_by_the_server_is_told,
    a_server_that_is_away_costs_the_pictures_alone_and_heals,
    a_server_that_says_nothing_holds_nobody_up,
);

/// Kept in two widths.
fn picture() -> Vec<u8> {
    made::png(&made::quadrants(400, 300))
}

fn key(said: &Value) -> String {
    said["user"]["picture"]["key"].as_str().expect("a picture").to_owned()
}

fn names(prefix: &str, key: &str) -> Vec<String> {
    [320, 400].map(|width| format!("{prefix}{}/{key}-{width}.webp", &key[..3])).to_vec()
}

async fn a_picture_lives_in_the_bucket(t: TestApp) {
    let store = S3Server::start().await;
    let t = store.app(&t).await;
    let ada = t.person("ada").await;
    t.run_jobs().await;
    let key = key(&ada.set_picture("ada.png", &picture()).await.expect(200));
    assert_eq!(store.names(BUCKET), names("", &key));
    for width in [320, 400] {
        let shown = t.browser().get(&format!("/media/{key}/{width}")).await;
        assert_eq!(shown.status, 200);
        let read = image::load_from_memory_with_format(&shown.bytes, image::ImageFormat::WebP).expect("WebP");
        assert_eq!(read.width(), width);
    }
    let findings = checking::check(&t.app.db, Some(&t.app.pictures), false).await.expect("asked");
    let (said, holds) = checking::told(&findings);
    assert!(holds, "{said}");
    ada.delete("/account/picture").await.expect(200);
    t.run_jobs().await;
    assert_eq!(store.names(BUCKET), Vec::<String>::new());
    ada.get(&format!("/media/{key}/320")).await.refused(404, "missing");
}

async fn who_is_refused_by_the_server_is_told(t: TestApp) {
    let store = S3Server::start().await;
    for (name, value) in [("QUAD_MEDIA_S3_SECRET", "another"), ("QUAD_MEDIA_URL", "s3://nowhere")] {
        let mut wrong = store.settings("");
        wrong.iter_mut().filter(|(known, _)| *known == name).for_each(|(_, is)| value.clone_into(is));
        let t = t.another(&lent(&wrong), 2).await;
        let ada = t.person("ada").await;
        ada.set_picture("ada.png", &picture()).await.refused(503, "unavailable");
        assert_eq!(ada.get("/checklogged").await.expect(200)["user"]["picture"], Value::Null);
    }
    assert_eq!(store.names(BUCKET), Vec::<String>::new());
}

async fn a_server_that_is_away_costs_the_pictures_alone_and_heals(t: TestApp) {
    let mut store = S3Server::start().await;
    let t = store.app(&t).await;
    let (ada, ben) = (t.person("ada").await, t.person("ben").await);
    t.run_jobs().await;
    let shown = key(&ada.set_picture("ada.png", &picture()).await.expect(200));
    let path = format!("/media/{shown}/320");
    store.go_away().await;
    let began = Instant::now();
    let told = ada.get(&path).await;
    assert!(told.headers.contains_key("retry-after"), "{told:?}");
    told.refused(503, "unavailable");
    let other = made::png(&made::quadrants(300, 200));
    ben.set_picture("ben.png", &other).await.refused(503, "unavailable");
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    // Letting go of one is a matter of the database; its bytes wait.
    ada.delete("/account/picture").await.expect(200);
    t.run_jobs().await;
    assert_eq!(store.names(BUCKET), names("", &shown));
    store.come_back().await;
    assert_eq!(ada.get(&path).await.status, 200);
    // The job that found nobody comes again by itself.
    t.pass(15 * 60);
    t.run_jobs().await;
    assert_eq!(store.names(BUCKET), Vec::<String>::new());
    let shown = key(&ben.set_picture("ben.png", &other).await.expect(200));
    assert_eq!(ben.get(&format!("/media/{shown}/300")).await.status, 200);
}

async fn a_server_that_says_nothing_holds_nobody_up(t: TestApp) {
    let store = S3Server::start().await;
    let t = store.app(&t).await;
    let (ada, ben) = (t.person("ada").await, t.person("ben").await);
    let shown = key(&ada.set_picture("ada.png", &picture()).await.expect(200));
    store.be_silent(true);
    let began = Instant::now();
    let path = format!("/media/{shown}/320");
    let waiting = async {
        let bytes = picture();
        let (shown, taken) = tokio::join!(ada.get(&path), ben.set_picture("ben.png", &bytes));
        shown.refused(503, "unavailable");
        taken.refused(503, "unavailable");
    };
    // Meanwhile everything else is as quick as ever.
    let others = async {
        tokio::time::sleep(Duration::from_millis(500)).await;
        let asked = Instant::now();
        ada.get("/checklogged").await.expect(200);
        assert!(asked.elapsed() < Duration::from_secs(5), "{:?}", asked.elapsed());
    };
    tokio::join!(waiting, others);
    assert!(began.elapsed() < Duration::from_secs(15), "{:?}", began.elapsed());
    store.be_silent(false);
    assert_eq!(ada.get(&path).await.status, 200);
    ben.set_picture("ben.png", &picture()).await.expect(200);
}

/// Settings with a database and pictures in a bucket.
fn settings(database: &Scratch, store: &S3Server, prefix: &str) -> Environment {
    let mut settings = store.settings(prefix);
    settings.push(("QUAD_DATABASE_URL", database.url.clone()));
    settings
}

async fn registered(server: &Process) -> Browser {
    let ada = Browser::new(&server.base);
    let person = json!({"fullName": "Ada Rao", "email": "ada@meridian.example", "contact": "9000000001", "role": "USER",
        "passWord": PASSWORD, "contestgiven": [], "Batch": 2026});
    ada.post("/register", person).await.expect(201);
    ada.post("/login", json!({"email": "ada@meridian.example", "passWord": PASSWORD})).await.expect(200);
    ada
}

/// The commands of docs/operating.md with a bucket, beside a running server: backed up, proven, put back into an empty
/// bucket and a fresh database, and there is the picture.
async fn a_backup_takes_them_along(from: Scratch, to: Scratch) {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut store = S3Server::start().await;
    let base = tempfile::tempdir().expect("a folder");
    let (old, new) = (settings(&from, &store, "old"), settings(&to, &store, "new"));
    let (old_folder, new_folder) = (base.path().join("old"), base.path().join("new"));
    let server = Process::start(&old_folder, &lent(&old));
    let ada = registered(&server).await;
    let key = key(&ada.set_picture("ada.png", &picture()).await.expect(200));
    let was = ada.get(&format!("/media/{key}/400")).await.bytes;

    let file = base.path().join("friday.tar.zst");
    let name = file.to_str().expect("a path");
    let done = |folder: &Path, environment: &Environment, words: &[&str], says: &str| {
        let (done, said) = quad_with(folder, &lent(environment), words);
        assert!(done && said.contains(says), "{words:?}: {said}");
    };
    let refused = |folder: &Path, environment: &Environment, words: &[&str], says: &str| {
        let (done, said) = quad_with(folder, &lent(environment), words);
        assert!(!done && said.contains(says), "{words:?}: {said}");
    };
    store.go_away().await;
    refused(&old_folder, &old, &["backup", name], "pictures");
    assert!(!file.exists(), "half a backup is none");
    store.come_back().await;
    done(&old_folder, &old, &["backup", name], "2 files of pictures");
    done(&old_folder, &old, &["backup", "verify", name], "every byte is what was written");
    done(&old_folder, &old, &["check"], "rules hold.");
    // Neither into the pictures of another, nor half.
    let mut mixed = new.clone();
    mixed.iter_mut().filter(|(known, _)| *known == "QUAD_MEDIA_URL").for_each(|(_, is)| is.clone_from(&old[0].1));
    refused(&new_folder, &mixed, &["restore", name], "pictures in the store");
    assert_eq!(store.names(BUCKET), names("old/", &key));
    done(&new_folder, &new, &["restore", name], "rules hold.");
    assert_eq!(store.names(BUCKET), [names("new/", &key), names("old/", &key)].concat());
    assert!(server.stop().await.success());

    let server = Process::start(&new_folder, &lent(&new));
    let shown = Browser::new(&server.base).get(&format!("/media/{key}/400")).await;
    assert!(shown.status == 200 && shown.bytes == was, "{}", shown.status);
    done(&new_folder, &new, &["doctor"], "ok    pictures: one was kept, read and let go");
    // What is missing in the bucket is named.
    store.lose(BUCKET, &names("new/", &key)[0]);
    refused(&new_folder, &new, &["check"], "BROKEN  ");
    assert!(server.stop().await.success());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_takes_them_along_sqlite() {
    // A file is made with the first use: until then the place of a restore is empty.
    let fresh = || scratch::sqlite().expect("a folder");
    a_backup_takes_them_along(fresh(), fresh()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_takes_them_along_postgres() {
    let Some(server) = postgres_server() else { return };
    let fresh = async || scratch::postgres(&server).await.expect("a fresh database");
    a_backup_takes_them_along(fresh().await, fresh().await).await;
}
