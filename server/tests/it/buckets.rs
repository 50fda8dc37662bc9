//! Stories of pictures in a bucket of a real S3 server: how they live there, how they are backed up and put back, and what
//! happens while it refuses, is away, or takes requests and says nothing.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use quad::integrity_check;
use quad_db::scratch::{self, Scratch};
use quad_db::sql;
use quad_operations::backups::{self, MissingPictures};
use serde_json::{Value, json};

use crate::cli::quad_with;
use crate::harness::{
    Answer, BUCKET, Browser, Environment, Instead, Keeps, PASSWORD, PATIENCE, Process, S3Server, TestApp, lent, made,
    postgres_server,
};
use crate::on_both_engines;

on_both_engines!(
    a_picture_lives_in_the_bucket,
    who_is_refused_by_the_server_is_told,
    a_server_that_is_away_costs_the_pictures_alone_and_heals,
    a_server_that_says_nothing_holds_nobody_up,
    what_the_bucket_does_not_keep_is_not_taken,
    a_bucket_that_is_not_there_lacks_no_picture,
    an_empty_bucket_lacks_no_picture,
    what_is_no_picture_is_not_handed_out,
    a_backup_that_lacks_a_picture_fails_and_replaces_nothing,
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
    // The first one finds it empty, each process asks once more; where something was seen in it nobody does.
    for wide in 500..504 {
        t.person(&format!("ada{wide}"))
            .await
            .set_picture("a.png", &made::png(&made::quadrants(wide, 300)))
            .await
            .expect(200);
    }
    assert_eq!(store.listings(), 1 + t.processes());
    for width in [320, 400] {
        let shown = t.browser().get(&format!("/media/{key}/{width}")).await;
        assert_eq!(shown.status, 200);
        let read = image::load_from_memory_with_format(&shown.bytes, image::ImageFormat::WebP).expect("WebP");
        assert_eq!(read.width(), width);
    }
    let findings = integrity_check::check(&t.app.db, Some(&t.app.pictures), false).await.expect("asked");
    let (said, holds) = integrity_check::report(&findings);
    assert!(holds, "{said}");
    let others = store.names(BUCKET).len();
    ada.delete("/account/picture").await.expect(200);
    t.run_jobs().await;
    assert_eq!(store.names(BUCKET).len(), others - 2);
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
    let told = ada.get(&path).await;
    assert!(told.headers.contains_key("retry-after"), "{told:?}");
    told.refused(503, "unavailable");
    let other = made::png(&made::quadrants(300, 200));
    ben.set_picture("ben.png", &other).await.refused(503, "unavailable");
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
    let (path, over) = (format!("/media/{shown}/320"), AtomicBool::new(false));
    let waiting = async {
        let bytes = picture();
        let (shown, taken) = tokio::join!(ada.get(&path), ben.set_picture("ben.png", &bytes));
        shown.refused(503, "unavailable");
        taken.refused(503, "unavailable");
        over.store(true, Ordering::Relaxed);
    };
    // Meanwhile everything else is as quick as ever: it does not wait for them.
    let others = async {
        tokio::time::sleep(Duration::from_millis(500)).await;
        for _ in 0..3 {
            ada.get("/checklogged").await.expect(200);
        }
        assert!(!over.load(Ordering::Relaxed), "others waited as well");
    };
    let both = async { tokio::join!(waiting, others) };
    tokio::time::timeout(PATIENCE, both).await.expect("nobody waits for ever");
    store.be_silent(false);
    assert_eq!(ada.get(&path).await.status, 200);
    ben.set_picture("ben.png", &picture()).await.expect(200);
}

#[track_caller]
fn told_to_come_back(told: Answer) {
    assert!(told.headers.contains_key("retry-after"), "{told:?}");
    assert!(told.headers.get("cache-control").is_some_and(|value| value == "no-store"), "{told:?}");
    told.refused(503, "unavailable");
}

/// "Not found" is said of a bucket, too, and by whatever else answers at its address.
async fn what_the_bucket_does_not_keep_is_not_taken(t: TestApp) {
    let store = S3Server::start().await;
    let t = store.app(&t).await;
    let ada = t.person("ada").await;
    t.run_jobs().await;
    for keeps in [Keeps::Nothing, Keeps::Half, Keeps::Changed] {
        store.keep_instead(Some(keeps));
        ada.set_picture("ada.png", &picture()).await.refused(503, "unavailable");
        assert_eq!(ada.get("/checklogged").await.expect(200)["user"]["picture"], Value::Null);
    }
    store.keep_instead(None);
    let shown = key(&ada.set_picture("ada.png", &picture()).await.expect(200));
    assert_eq!(ada.get(&format!("/media/{shown}/320")).await.status, 200);
}

async fn a_bucket_that_is_not_there_lacks_no_picture(t: TestApp) {
    let store = S3Server::start().await;
    let t = store.app(&t).await;
    let ada = t.person("ada").await;
    t.run_jobs().await;
    let shown = key(&ada.set_picture("ada.png", &picture()).await.expect(200));
    let paths = [format!("/media/{shown}"), format!("/media/{shown}/320")];
    let away = async || {
        for path in &paths {
            told_to_come_back(t.browser().get(path).await);
        }
    };
    store.lose_bucket(true);
    away().await;
    store.lose_bucket(false);
    for page in ["404 page not found", "<html><h1>Not Found</h1></html>", ""] {
        store.answer_instead(Some(Instead::Page(404, page)));
        away().await;
    }
    store.answer_instead(None);
    // Nobody forgets a picture because its bucket is away.
    store.lose_bucket(true);
    ada.delete("/account/picture").await.expect(200);
    t.run_jobs().await;
    store.lose_bucket(false);
    assert_eq!(store.names(BUCKET), names("", &shown));
    t.pass(15 * 60);
    t.run_jobs().await;
    assert_eq!(store.names(BUCKET), Vec::<String>::new());
    // One that really is missing, in a bucket that is there.
    let shown = key(&ada.set_picture("ada.png", &picture()).await.expect(200));
    store.lose(BUCKET, &names("", &shown)[0]);
    ada.get(&format!("/media/{shown}/320")).await.refused(404, "missing");
    assert_eq!(ada.get(&format!("/media/{shown}/400")).await.status, 200);
}

/// A mistyped prefix, or another bucket, is there and empty: nothing is missing in it, and nothing is put there.
async fn an_empty_bucket_lacks_no_picture(t: TestApp) {
    let store = S3Server::start().await;
    let t = t.another(&lent(&store.settings("pictures")), 2).await;
    let ada = t.person("ada").await;
    let shown = key(&ada.set_picture("ada.png", &picture()).await.expect(200));
    let kept = names("pictures/", &shown);
    assert_eq!(store.names(BUCKET), kept);
    let mistyped = store.settings("picture");
    let wrong = t.beside_with(&lent(&mistyped), 3).await;
    let ben = wrong.person("ben").await;
    for path in ["", "/320", "/400"].map(|width| format!("/media/{shown}{width}")) {
        told_to_come_back(wrong.browser().get(&path).await);
    }
    told_to_come_back(ben.set_picture("ben.png", &made::png(&made::quadrants(300, 200))).await);
    assert_eq!(store.names(BUCKET), kept, "nothing is put there");
    let base = crate::doctor::folder();
    let file = base.path().join("x.tar.zst");
    for missing in [MissingPictures::Refused, MissingPictures::Accepted] {
        let never = std::future::pending();
        let made =
            backups::make_unless(never, &wrong.app.db, &wrong.app.pictures, &wrong.app.clock, &file, missing, &|_| ());
        let said = made.await.expect_err("no picture can be known to be missing");
        assert!(said.is::<backups::IncompleteBackup>() && !file.exists(), "{said:#}");
    }
    let mut set = lent(&mistyped);
    set.push(("QUAD_DATABASE_URL", t.url()));
    let found = crate::doctor::examined(base.path(), &set).await;
    crate::doctor::is(&found, "pictures-shown", quad::doctor::Level::Bad, "nothing is below the prefix of media_url");
    // Lost for good, as the operator says by any object: what is missing is missing, and others are taken.
    store.plant(BUCKET, "picture/emptied", b"x");
    wrong.browser().get(&format!("/media/{shown}/320")).await.refused(404, "missing");
    ben.set_picture("ben.png", &made::png(&made::quadrants(300, 200))).await.expect(200);
}

/// What anything between Quad and its bucket may answer with 200.
/// What a store says that has the bucket in another region.
const ELSEWHERE: [Instead; 2] = [
    Instead::Refusal(301, "<Error><Code>PermanentRedirect</Code><Endpoint>s3.example</Endpoint></Error>"),
    Instead::Refusal(400, "<Error><Code>AuthorizationHeaderMalformed</Code><Region>eu-west-1</Region></Error>"),
];

const OTHERS: [Instead; 7] = [
    Instead::Page(200, "<!doctype html><title>Log in to the network</title>"),
    Instead::Page(200, ""),
    Instead::Page(200, "RIFF"),
    Instead::Beginning(1),
    Instead::Beginning(100),
    Instead::Changed,
    Instead::Part,
];

async fn what_is_no_picture_is_not_handed_out(t: TestApp) {
    let store = S3Server::start().await;
    let t = store.app(&t).await;
    let (ada, ben) = (t.person("ada").await, t.person("ben").await);
    let shown = key(&ada.set_picture("ada.png", &picture()).await.expect(200));
    let other = key(&ben.set_picture("ben.png", &made::png(&made::quadrants(400, 200))).await.expect(200));
    let paths = ["", "/320", "/400"].map(|width| format!("/media/{shown}{width}"));
    for instead in OTHERS {
        store.answer_instead(Some(instead));
        for path in &paths {
            told_to_come_back(t.browser().get(path).await);
        }
    }
    for instead in ELSEWHERE {
        store.answer_instead(Some(instead));
        for path in &paths {
            told_to_come_back(t.browser().get(path).await);
        }
        told_to_come_back(ada.set_picture("ada.png", &made::png(&made::quadrants(400, 100))).await);
    }
    store.answer_instead(None);
    // Another picture, of the same width.
    for (own, others) in names("", &shown).iter().zip(names("", &other)) {
        let (right, wrong) = (store.bytes(BUCKET, own), store.bytes(BUCKET, &others));
        store.plant(BUCKET, own, &wrong);
        let width = own.rsplit_once('-').expect("a width").1.trim_end_matches(".webp");
        told_to_come_back(t.browser().get(&format!("/media/{shown}/{width}")).await);
        store.plant(BUCKET, own, &right);
    }
    for path in &paths {
        let said = t.browser().get(path).await;
        assert_eq!((said.status.as_u16(), said.headers["content-type"].as_bytes()), (200, &b"image/webp"[..]));
    }
    // One that an earlier version kept has no digests but its key: of its other widths the form decides.
    let mut tx = t.app.db.begin().await.expect("begin");
    sql("UPDATE pictures SET digests = ''").run(&mut tx).await.expect("forgetting");
    tx.commit().await.expect("commit");
    for instead in [OTHERS[0], OTHERS[2], OTHERS[4], OTHERS[6]] {
        store.answer_instead(Some(instead));
        for path in &paths {
            told_to_come_back(t.browser().get(path).await);
        }
    }
    store.answer_instead(None);
    for path in &paths {
        assert_eq!(t.browser().get(path).await.status, 200);
    }
}

fn files_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder").flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

async fn a_backup_that_lacks_a_picture_fails_and_replaces_nothing(t: TestApp) {
    let store = S3Server::start().await;
    let base = tempfile::tempdir().expect("a folder");
    let place = base.path().display().to_string();
    let mut set = store.settings("");
    set.extend([
        ("QUAD_BACKUP_EVERY", "6h".to_owned()),
        ("QUAD_BACKUP_DIR", place),
        ("QUAD_BACKUP_KEEP", "2".to_owned()),
    ]);
    let t = t.another(&lent(&set), 2).await;
    let ada = t.person("ada").await;
    let shown = key(&ada.set_picture("ada.png", &picture()).await.expect(200));
    let lost = &names("", &shown)[0];
    let turn = async || {
        t.pass(6 * 3600 + 300);
        t.run_jobs().await;
        files_in(base.path())
    };
    t.run_jobs().await;
    turn().await;
    let good = turn().await;
    assert_eq!(good.len(), 2, "{good:?}");
    // By the clock, whatever is wrong with the store: both good ones stay, and how it went is told.
    let fails = async |what: &str, name: &str| {
        assert_eq!(turn().await, good, "{what}");
        let run = backups::newest_run(&t.app.db).await.expect("asked").expect("one");
        assert!(run.bytes.is_none() && run.why.as_ref().is_some_and(|why| why.contains(name)), "{what}: {run:?}");
    };
    store.lose_bucket(true);
    fails("no bucket", "NoSuchBucket").await;
    store.lose_bucket(false);
    for instead in OTHERS {
        store.answer_instead(Some(instead));
        fails(&format!("{instead:?}"), &shown).await;
    }
    // What is not the picture is never taken for one that is missing.
    let by_hand = base.path().join("by-hand");
    let make = async |missing: MissingPictures| {
        let (media, clock) = (&t.app.pictures, &t.app.clock);
        let never = std::future::pending();
        backups::make_unless(never, &t.app.db, media, clock, &by_hand, missing, &|_| ()).await
    };
    let said = make(MissingPictures::Accepted).await.expect_err("something else");
    assert!(said.is::<backups::IncompleteBackup>() && said.to_string().contains("something else"), "{said:#}");
    store.answer_instead(None);
    let bytes = store.bytes(BUCKET, lost);
    store.lose(BUCKET, lost);
    fails("one is missing", lost).await;
    let said = make(MissingPictures::Refused).await.expect_err("one is missing");
    assert!(said.to_string().contains(lost) && said.to_string().contains("--accept-missing-pictures"), "{said:#}");
    assert_eq!(files_in(base.path()), good, "nothing is left of it");
    make(MissingPictures::Accepted).await.expect("as it was asked for");
    backups::verify(&by_hand, &|_| ()).await.expect("it is whole");
    std::fs::remove_file(&by_hand).expect("made");
    // Both kinds in one message, with what can be done.
    let damaged = &names("", &shown)[1];
    let whole = store.bytes(BUCKET, damaged);
    store.plant(BUCKET, damaged, b"half of it");
    for asked in [MissingPictures::Refused, MissingPictures::Accepted] {
        let said = make(asked).await.expect_err("one is damaged").to_string();
        assert!(
            [lost, damaged, "delete these files", "--accept-missing-pictures"].iter().all(|part| said.contains(*part)),
            "{said}"
        );
    }
    store.plant(BUCKET, damaged, &whole);
    store.plant(BUCKET, lost, &bytes);
    let next = turn().await;
    assert!(next.len() == 2 && next != good, "{next:?}");
    assert_eq!(backups::newest_run(&t.app.db).await.expect("asked").expect("one").why, None);
}

/// Settings with a database and pictures in a bucket.
fn settings(database: &Scratch, store: &S3Server, prefix: &str) -> Environment {
    let mut settings = store.settings(prefix);
    settings.push(("QUAD_DATABASE_URL", database.url.clone()));
    settings
}

async fn registered(server: &Process) -> Browser {
    let ada = Browser::coming_again(&server.base);
    let person = json!({"fullName": "Ada Rao", "email": "ada@meridian.example", "contact": "9000000001", "role": "USER",
        "passWord": PASSWORD, "contestgiven": [], "Batch": 2026});
    ada.post("/register", person).await.expect(201);
    ada.post("/login", json!({"email": "ada@meridian.example", "passWord": PASSWORD})).await.expect(200);
    ada
}

/// The commands of docs/operating/back-up.md with a bucket, beside a running server: backed up, proven, put back into an empty
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
    // Into a store that says yes and does not keep what it is given: nothing of it stays, neither here nor there.
    for keeps in [Keeps::Nothing, Keeps::Half, Keeps::Changed, Keeps::TheFirst] {
        store.keep_instead(Some(keeps));
        for words in [&["restore", "--no-check", name][..], &["restore", name]] {
            let (done, said) = quad_with(&new_folder, &lent(&new), words);
            assert!(!done && said.contains("does not keep pictures"), "{keeps:?} {words:?}: {said}");
            assert!(!said.contains("every byte") && !said.contains("in its place"), "{keeps:?} {words:?}: {said}");
            assert_eq!(store.names(BUCKET), names("old/", &key), "{keeps:?} {words:?}");
            assert_eq!(files_in(&new_folder), Vec::<String>::new(), "{keeps:?} {words:?}");
            // Nor is there a database to be used.
            refused(&new_folder, &new, &["check"], "");
        }
    }
    store.keep_instead(None);
    // Neither into the pictures of another, nor half.
    let mut mixed = new.clone();
    mixed.iter_mut().filter(|(known, _)| *known == "QUAD_MEDIA_URL").for_each(|(_, is)| is.clone_from(&old[0].1));
    refused(&new_folder, &mixed, &["restore", name], "pictures in the store");
    assert_eq!(store.names(BUCKET), names("old/", &key));
    done(&new_folder, &new, &["restore", name], "rules hold.");
    assert_eq!(store.names(BUCKET), [names("new/", &key), names("old/", &key)].concat());
    assert!(server.stop().await.success());

    let server = Process::start(&new_folder, &lent(&new));
    let shown = Browser::coming_again(&server.base).get(&format!("/media/{key}/400")).await;
    assert!(shown.status == 200 && shown.bytes == was, "{}", shown.status);
    // But for the server of the stories, which forgets what a crash takes.
    let (_, said) = quad_with(&new_folder, &lent(&new), &["doctor"]);
    let bad: Vec<_> = said.lines().filter(|line| line.starts_with("bad ") && !line.contains(" durability: ")).collect();
    assert!(bad.is_empty() && said.contains("ok    pictures: one was written, read and deleted"), "{bad:?}: {said}");
    // What is missing in the bucket is named, and a backup without it made only when it is asked for.
    let lost = &names("", &key)[0];
    store.lose(BUCKET, &format!("new/{lost}"));
    refused(&new_folder, &new, &["check"], "BROKEN  ");
    let other = base.path().join("saturday.tar.zst");
    let name = other.to_str().expect("a path");
    refused(&new_folder, &new, &["backup", name], lost);
    assert!(!other.exists(), "half a backup is none");
    let (_, said) = quad_with(&new_folder, &lent(&new), &["doctor"]);
    assert!(said.contains("bad   last-backup: ") && said.contains("bad   pictures-shown: "), "{said}");
    done(&new_folder, &new, &["backup", "--accept-missing-pictures", name], "made ");
    done(&new_folder, &new, &["backup", "verify", name], "1 file of pictures was missing");
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
