//! Stories of pictures: taking them safely, handing them out, keeping them as long as somebody shows them. What is a picture
//! and what is none is told in crates/blobs.

use std::time::Duration;

use futures::future::join_all;
use quad_db::sql;
use quad_kernel::ids::PictureKey;
use quad_operations::backups;
use quad_people::pictures as feature;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Browser, Form, PASSWORD, S3Server, TestApp, made, until};
use crate::{on_both_engines, plain_stories};

on_both_engines!(racing_uploads_against_deletions, racing_changes_leave_one_picture,);

plain_stories!(
    a_person_shows_a_picture_of_oneself,
    media_is_public_and_immutable,
    a_folder_that_is_gone_is_no_missing_picture,
    bad_files_are_refused_and_nothing_changes,
    bad_forms_are_refused,
    a_photos_place_does_not_survive,
    the_same_picture_is_kept_once,
    a_picture_goes_with_its_last_use,
    what_nobody_shows_is_swept,
    bytes_without_a_row_have_a_week,
    a_picture_that_is_going_is_not_held,
    two_deletions_of_one_picture_delete_it_once,
    a_deletion_that_died_is_finished,
    a_full_queue_is_503,
    the_own_picture_goes_with_the_account,
    the_own_data_names_the_picture,
);

/// A picture that differs from those of other numbers.
fn picture(number: u32) -> Vec<u8> {
    made::png(&made::quadrants(400 + number, 300))
}

fn key(user: &Value) -> String {
    user["picture"]["key"].as_str().expect("a picture").to_owned()
}

async fn media(browser: &Browser, key: &str) -> u16 {
    browser.get(&format!("/media/{key}")).await.status.as_u16()
}

async fn rows(t: &TestApp) -> i64 {
    sql("SELECT count(*) AS value FROM pictures").value(&t.app.db).await.expect("counting").unwrap_or_default()
}

async fn a_person_shows_a_picture_of_oneself(t: TestApp) {
    let ada = t.person("ada").await;
    assert_eq!(ada.get("/checklogged").await.expect(200)["user"]["picture"], Value::Null);
    let photo = made::jpeg(&made::quadrants(1500, 1000));
    let said = ada.set_picture("me.jpg", &photo).await.expect(200);
    assert_eq!((&said["success"], &said["message"]), (&json!(true), &json!("Your picture is up to date")));
    let shown = said["user"]["picture"].clone();
    let key = shown["key"].as_str().expect("a key");
    assert_eq!(
        shown,
        json!({"url": t.app.settings.page(&format!("/api/media/{key}")), "key": key, "width": 1500, "height": 1000,
            "widths": [320, 640, 1280, 1500]})
    );
    assert_eq!(ada.get("/checklogged").await.expect(200)["user"], said["user"]);
    assert_eq!(ada.get(&format!("/getuser/{}", ada.id)).await.expect(200)["picture"], shown);
    for width in [320, 640, 1280, 1500] {
        let bytes = t.browser().get(&format!("/media/{key}/{width}")).await;
        assert_eq!(bytes.status, 200);
        let read = image::load_from_memory_with_format(&bytes.bytes, image::ImageFormat::WebP).expect("WebP");
        assert_eq!(read.width(), width);
    }
    let said = ada.delete("/account/picture").await.expect(200);
    assert_eq!((&said["message"], &said["user"]["picture"]), (&json!("Your picture is removed"), &Value::Null));
    ada.delete("/account/picture").await.expect(200);
    t.browser().delete("/account/picture").await.refused(401, "logged_out");
    t.browser().set_picture("me.jpg", &photo).await.refused(401, "logged_out");
}

async fn media_is_public_and_immutable(t: TestApp) {
    let ada = t.person("ada").await;
    let key = key(&ada.set_picture("me.png", &picture(1)).await.expect(200)["user"]);
    let guest = t.browser();
    for path in [format!("/media/{key}"), format!("/media/{key}/401")] {
        let said = guest.get(&path).await;
        let header = |name: &str| said.headers.get(name).map(|value| value.to_str().expect("text").to_owned());
        assert_eq!(said.status, 200);
        assert_eq!(header("content-type").as_deref(), Some("image/webp"));
        assert_eq!(header("cache-control").as_deref(), Some("public, max-age=31536000, immutable"));
        assert_eq!(header("x-content-type-options").as_deref(), Some("nosniff"));
        assert_eq!(header("content-security-policy").as_deref(), Some("default-src 'none'; sandbox"));
        let tag = header("etag").expect("a tag");
        assert_eq!(tag, format!("\"{key}-401\""));
        assert_eq!(header("content-length"), Some(said.bytes.len().to_string()));
        let again = guest.ask(Method::GET, &path, None, &[("if-none-match", &format!("\"x\", W/{tag}"))]).await;
        assert_eq!((again.status.as_u16(), again.bytes.len()), (304, 0));
        let head = guest.ask(Method::HEAD, &path, None, &[]).await;
        assert_eq!((head.status.as_u16(), head.bytes.len()), (200, 0));
        assert_eq!(head.headers.get("content-length"), said.headers.get("content-length"));
    }
    for path in [
        "/media/00000000000000000000000000000000".to_owned(),
        "/media/00000000000000000000000000000000/320".to_owned(),
        format!("/media/{key}/321"),
        format!("/media/{key}/-1"),
        format!("/media/{key}/x"),
        format!("/media/{}", key.to_uppercase()),
        format!("/media/{}", &key[1..]),
        "/media/..%2f..%2fquad.db".to_owned(),
        "/media/%00".to_owned(),
    ] {
        let said = guest.get(&path).await;
        assert!(said.headers.get("cache-control").is_some_and(|value| value == "no-store"), "{path}");
        said.refused(404, "missing");
    }
}

/// A disk that is not mounted leaves its folder empty, or none: what is put there would be hidden when it comes back.
async fn a_folder_that_is_gone_is_no_missing_picture(t: TestApp) {
    let base = tempfile::tempdir().expect("a folder");
    let (folder, disk) = (base.path().join("media"), base.path().join("disk"));
    let place = format!("file:{}", folder.display());
    let t = t.alone(&[("QUAD_MEDIA_URL", place.as_str())], 2).await;
    let (ada, ben) = (t.person("ada").await, t.person("ben").await);
    let shown = key(&ada.set_picture("a.png", &picture(1)).await.expect(200)["user"]);
    let paths = ["", "/320", "/401"].map(|width| format!("/media/{shown}{width}"));
    let away = async |what: &str| {
        for path in &paths {
            let told = ada.get(path).await;
            assert!(told.headers.contains_key("retry-after"), "{what}: {told:?}");
            told.refused(503, "unavailable");
        }
        ben.set_picture("b.png", &picture(2)).await.refused(503, "unavailable");
        let file = base.path().join("x.tar.zst");
        let made = backups::make(&t.app.db, &t.app.pictures, &t.app.clock, &file, &|_| ()).await;
        let said = made.expect_err(what);
        assert!(said.is::<backups::IncompleteBackup>(), "{what}: {said:#}");
        assert!(!file.exists(), "{what}");
    };
    std::fs::rename(&folder, &disk).expect("unmounted");
    away("gone").await;
    assert!(!folder.exists(), "nobody makes it anew");
    std::fs::create_dir(&folder).expect("the place of the mount");
    away("empty").await;
    assert!(walk(&folder).is_empty(), "nothing is put there");
    std::fs::remove_dir(&folder).expect("still empty");
    std::fs::rename(&disk, &folder).expect("mounted");
    for path in &paths {
        assert_eq!(ada.get(path).await.status, 200);
    }
    ben.set_picture("b.png", &picture(2)).await.expect(200);
    // One that is missing beside others really is.
    let lost = walk(&folder).into_iter().find(|file| file.ends_with(format!("{shown}-320.webp"))).expect("its file");
    std::fs::remove_file(lost).expect("it was there");
    ada.get(&paths[1]).await.refused(404, "missing");
    assert_eq!(ada.get(&paths[2]).await.status, 200);
}

async fn bad_files_are_refused_and_nothing_changes(t: TestApp) {
    let ada = t.person("ada").await;
    let before = ada.set_picture("me.png", &picture(1)).await.expect(200)["user"].clone();
    let whole = picture(2);
    let over = made::padded(&whole, 10_485_761);
    let mut exact = made::padded(&whole, 10_485_760);
    for (called, bytes, say) in [
        ("empty.png", &b""[..], "empty.png: the file is empty"),
        ("half.png", &whole[..whole.len() / 2], "half.png: the file is incomplete"),
        (
            "drawing.svg",
            b"<svg xmlns='http://www.w3.org/2000/svg'/>",
            "drawing.svg: not a PNG, JPEG, GIF or WebP picture",
        ),
        ("page.png", b"<!doctype html><script>alert(1)</script>", "page.png: not a PNG, JPEG, GIF or WebP picture"),
        (
            "bomb.png",
            &made::png_header(65_535, 65_535),
            "bomb.png: more than 40 megapixels, or a side longer than 16,383 pixels",
        ),
        ("over.png", &over, "over.png: larger than 10 MB"),
        ("../../evil\\name.gif", b"GIF89a", "name.gif: the file is"),
    ] {
        let said = ada.set_picture(called, bytes).await.refused(400, "invalid");
        let message = said["message"].as_str().expect("a sentence");
        assert!(message.starts_with(say), "{message}");
        assert_eq!(said["field"], "image");
    }
    assert_eq!(ada.get("/checklogged").await.expect(200)["user"], before);
    assert_eq!(rows(&t).await, 1, "what is refused leaves no row");
    let said = ada.set_picture("exact.png", &exact).await.expect(200);
    assert_eq!(said["user"]["picture"]["width"], 402);
    exact.push(b'x');
    ada.set_picture("exact.png", &exact).await.refused(400, "invalid");
}

async fn bad_forms_are_refused(t: TestApp) {
    let ada = t.person("ada").await;
    let put = |form: Form| ada.send_form(Method::PUT, "/account/picture", form);
    let (one, other) = (picture(1), picture(2));
    assert_eq!(put(Form::new()).await.refused(400, "invalid")["message"], "Please choose a picture");
    let text = Form::new().text("image", "no file");
    assert_eq!(put(text).await.refused(400, "invalid")["message"], "Please choose a picture");
    let two = Form::new().file("image", "a.png", &one).file("image", "b.png", &other);
    assert_eq!(put(two).await.refused(400, "invalid")["message"], "Send one picture at a time");
    let long = Form::new().text("note", &"x".repeat(33 * 1024)).file("image", "a.png", &one);
    put(long).await.refused(400, "invalid");
    let many = (0..40).fold(Form::new(), |form, number| form.text(&format!("n{number}"), "x"));
    put(many).await.refused(400, "invalid");
    ada.send_broken_form(Method::PUT, "/account/picture", Form::new().file("image", "a.png", &one))
        .await
        .refused(400, "invalid");
    let huge = Form::new().file("image", "a.png", &vec![0; 33 * 1024 * 1024]);
    put(huge).await.refused(413, "too_large");
    for kind in ["application/json", "image/png", "multipart/mixed; boundary=x"] {
        let said = ada.send_bytes(Method::PUT, "/account/picture", kind, one.clone()).await;
        said.refused(415, "unsupported_media_type");
    }
    let said = ada.send_bytes(Method::PUT, "/account/picture", "multipart/form-data", one.clone()).await;
    said.refused(400, "invalid");
    assert_eq!((rows(&t).await, ada.get("/checklogged").await.body["user"]["picture"].clone()), (0, Value::Null));
}

async fn a_photos_place_does_not_survive(t: TestApp) {
    let ada = t.person("ada").await;
    // Taken with the camera turned: shown upright, and where it was taken is told to nobody.
    let stored = made::stored_as(&made::quadrants(600, 800), 6);
    let photo = made::with_app1(&made::jpeg(&stored), &made::exif(6));
    assert!(photo.windows(9).any(|part| part == made::LATITUDE));
    let shown = ada.set_picture("me.jpg", &photo).await.expect(200)["user"]["picture"].clone();
    assert_eq!((&shown["width"], &shown["height"]), (&json!(600), &json!(800)));
    for width in shown["widths"].as_array().expect("widths") {
        let bytes = ada.get(&format!("/media/{}/{width}", shown["key"].as_str().expect("a key"))).await.bytes;
        for needle in [made::LATITUDE, b"PixelPhone", b"Exif", b"EXIF"] {
            assert!(!bytes.windows(needle.len()).any(|part| part == needle));
        }
    }
}

async fn the_same_picture_is_kept_once(t: TestApp) {
    let (ada, ben) = (t.person("ada").await, t.person("ben").await);
    let one = key(&ada.set_picture("a.png", &picture(1)).await.expect(200)["user"]);
    let other = key(&ben.set_picture("b.png", &picture(1)).await.expect(200)["user"]);
    assert_eq!((&one, rows(&t).await), (&other, 1));
    // The same again is no second use.
    ada.set_picture("a.png", &picture(1)).await.expect(200);
    let uses: Option<i32> = sql("SELECT uses AS value FROM pictures").value(&t.app.db).await.expect("reading");
    assert_eq!(uses, Some(2));
    ada.delete("/account/picture").await.expect(200);
    t.run_jobs().await;
    assert_eq!(media(&ada, &one).await, 200, "ben still shows it");
    ben.delete("/account/picture").await.expect(200);
    t.run_jobs().await;
    assert_eq!((media(&ada, &one).await, rows(&t).await), (404, 0));
}

async fn a_picture_goes_with_its_last_use(t: TestApp) {
    let ada = t.person("ada").await;
    let first = key(&ada.set_picture("a.png", &picture(1)).await.expect(200)["user"]);
    let second = key(&ada.set_picture("b.png", &picture(2)).await.expect(200)["user"]);
    t.run_jobs().await;
    assert_eq!((media(&ada, &first).await, media(&ada, &second).await), (404, 200));
    for width in [320, 401] {
        ada.get(&format!("/media/{first}/{width}")).await.refused(404, "missing");
    }
    // It can come back.
    assert_eq!(key(&ada.set_picture("a.png", &picture(1)).await.expect(200)["user"]), first);
    t.run_jobs().await;
    assert_eq!((media(&ada, &first).await, media(&ada, &second).await, rows(&t).await), (200, 404, 1));
}

async fn what_nobody_shows_is_swept(t: TestApp) {
    let folder = tempfile::tempdir().expect("a folder");
    let place = format!("file:{}", folder.path().display());
    let t = t.another(&[("QUAD_MEDIA_URL", &place)], 2).await;
    let ada = t.person("ada").await;
    let shown = key(&ada.set_picture("a.png", &picture(1)).await.expect(200)["user"]);
    // Uploaded and never shown: the process died, or the form was given up.
    let given_up = feature::store_for_demo(&t.app, picture(2)).await.expect("a picture").key.to_string();
    // Bytes without a row: a database put back from an older copy.
    let orphan = folder.path().join("0aa/0aa00000000000000000000000000000-320.webp");
    std::fs::create_dir_all(orphan.parent().expect("a folder")).expect("a folder");
    std::fs::write(&orphan, "x").expect("bytes");
    // Somebody else's file is left alone.
    let foreign = folder.path().join("README.txt");
    std::fs::write(&foreign, "x").expect("bytes");
    t.run_jobs().await;
    assert_eq!((media(&ada, &given_up).await, orphan.exists()), (200, true), "they have their time");
    t.pass(25 * 3600);
    t.run_jobs().await;
    let ada = t.log_in("ada").await;
    assert_eq!((media(&ada, &shown).await, media(&ada, &given_up).await), (200, 404));
    assert!(orphan.exists(), "a week from when it was first found");
    t.pass(7 * 24 * 3600 + 1);
    t.run_jobs().await;
    let ada = t.log_in("ada").await;
    assert_eq!((media(&ada, &shown).await, rows(&t).await), (200, 1));
    assert!(!orphan.exists() && foreign.exists());
    let files = walk(folder.path());
    assert_eq!(files.len(), 3, "two widths and a foreign file: {files:?}");
}

/// A database put back from the wrong copy knows nothing of newer pictures, however old they are. Within a week the right
/// copy finds them all, and what somebody uploads again meanwhile is a picture like others.
async fn bytes_without_a_row_have_a_week(t: TestApp) {
    let day = 24 * 3600;
    let (ada, ben) = (t.person("ada").await, t.person("ben").await);
    let first = key(&ada.set_picture("a.png", &picture(1)).await.expect(200)["user"]);
    let second = key(&ben.set_picture("b.png", &picture(2)).await.expect(200)["user"]);
    t.pass(30 * day);
    t.run_jobs().await;
    let mut tx = t.app.db.begin().await.expect("begin");
    sql("UPDATE users SET picture_key = NULL").run(&mut tx).await.expect("forgetting");
    sql("DELETE FROM pictures").run(&mut tx).await.expect("forgetting");
    tx.commit().await.expect("commit");
    for _ in 0..6 {
        t.run_jobs().await;
        t.pass(day);
    }
    assert_eq!((media(&ada, &first).await, media(&ada, &second).await), (200, 200), "the right copy would find them");
    let found = PictureKey::parse(&first).expect("a key");
    let mut tx = t.app.db.begin().await.expect("begin");
    assert!(feature::add_reference(&mut tx, &found).await.is_err(), "nobody knows it until it is uploaded again");
    drop(tx);
    let ada = t.log_in("ada").await;
    let shown = ada.set_picture("a.png", &picture(1)).await.expect(200)["user"]["picture"].clone();
    assert_eq!((&shown["key"], &shown["width"], &shown["height"]), (&json!(first), &json!(401), &json!(300)));
    t.pass(2 * day + 1);
    t.run_jobs().await;
    let ada = t.log_in("ada").await;
    for width in [320, 401] {
        assert_eq!(ada.get(&format!("/media/{first}/{width}")).await.status, 200, "it is shown again");
        assert_eq!(ada.get(&format!("/media/{second}/{width}")).await.status, 404);
    }
    assert_eq!(rows(&t).await, 1);
}

fn walk(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { walk(&path) } else { vec![path] }).collect()
}

async fn a_picture_that_is_going_is_not_held(t: TestApp) {
    // The timed jobs get their first turns.
    t.run_jobs().await;
    let picture = feature::store_for_demo(&t.app, picture(1)).await.expect("a picture");
    let mut tx = t.app.db.begin().await.expect("begin");
    sql("UPDATE pictures SET going_at = 1").run(&mut tx).await.expect("marking");
    let refused = feature::add_reference(&mut tx, &picture.key).await.expect_err("it is going");
    assert!(matches!(refused, quad_kernel::error::Error::Rejected(refusal) if refusal.code == "picture_gone"));
    let nobodys = PictureKey::parse("00000000000000000000000000000000").expect("a key");
    assert!(feature::add_reference(&mut tx, &nobodys).await.is_err());
    tx.commit().await.expect("commit");
    // Half deleted by a process that died: the sweep finishes it, and a waiting upload begins anew.
    let sweep = async {
        t.pass(3600);
        t.run_jobs().await;
    };
    let (again, ()) = tokio::join!(feature::store_for_demo(&t.app, self::picture(1)), sweep);
    let again = again.expect("a picture");
    assert_eq!((again.key.clone(), media(&t.browser(), again.key.as_str()).await), (picture.key, 200));
}

/// People upload the same picture and let go of it at the same time, while the jobs delete: whoever shows it at the end has
/// its bytes, and when nobody does there are none.
async fn racing_uploads_against_deletions(t: TestApp) {
    let people: Vec<Browser> = join_all(["ada", "ben", "cleo", "dev"].map(|name| t.person(name))).await;
    let bytes = picture(1);
    for round in 0..6 {
        let deeds = people.iter().enumerate().map(async |(number, person)| {
            for _ in 0..3 {
                person.set_picture("a.png", &bytes).await.expect(200);
                if (number + round) % 2 == 0 {
                    person.delete("/account/picture").await.expect(200);
                }
            }
        });
        let jobs = async {
            for _ in 0..6 {
                t.run_jobs().await;
                // Jobs run now and then, among what people do.
                tokio::time::sleep(Duration::from_millis(15)).await;
            }
        };
        tokio::join!(join_all(deeds), jobs);
        t.run_jobs().await;
        for person in &people {
            let user = person.get("/checklogged").await.expect(200)["user"].clone();
            if !user["picture"].is_null() {
                assert_eq!(media(person, &key(&user)).await, 200, "round {round}");
            }
        }
        let uses: Option<i32> = sql("SELECT uses AS value FROM pictures").value(&t.app.db).await.expect("reading");
        let shown: Option<i64> = sql("SELECT count(*) AS value FROM users WHERE picture_key IS NOT NULL")
            .value(&t.app.db)
            .await
            .expect("counting");
        assert_eq!(i64::from(uses.unwrap_or_default()), shown.unwrap_or_default(), "round {round}");
    }
}

/// Shown and let go of twice, a picture is deleted by two jobs at once. While the second is held up by the store, somebody
/// shows it again: what that upload puts is not deleted.
async fn two_deletions_of_one_picture_delete_it_once(t: TestApp) {
    let delays = [Duration::from_millis(400), Duration::from_millis(1500)];
    let store = S3Server::start().await;
    store.delay_deletions(&delays);
    let t = store.app(&t).await;
    let (ada, ben) = (t.person("ada").await, t.person("ben").await);
    // The timed jobs get their first turns.
    t.run_jobs().await;
    for _ in 0..2 {
        ada.set_picture("a.png", &picture(1)).await.expect(200);
        ada.delete("/account/picture").await.expect(200);
    }
    let begun = async || {
        until("the first deletion", async || store.delays_left() < delays.len()).await;
    };
    let other = async {
        begun().await;
        t.run_jobs().await;
    };
    let again = async {
        begun().await;
        key(&ben.set_picture("b.png", &picture(1)).await.expect(200)["user"])
    };
    let ((), (), shown) = tokio::join!(t.run_jobs(), other, again);
    for _ in 0..3 {
        for width in [320, 401] {
            assert_eq!(ben.get(&format!("/media/{shown}/{width}")).await.status, 200, "ben shows it");
        }
        t.pass(700);
        t.run_jobs().await;
    }
    assert_eq!((rows(&t).await, store.delays_left()), (1, 0));
}

/// A process that dies while it deletes leaves the picture to others, ten minutes later.
async fn a_deletion_that_died_is_finished(t: TestApp) {
    let ada = t.person("ada").await;
    t.run_jobs().await;
    let gone = key(&ada.set_picture("a.png", &picture(1)).await.expect(200)["user"]);
    ada.delete("/account/picture").await.expect(200);
    let mut tx = t.app.db.begin().await.expect("begin");
    sql("UPDATE pictures SET going_at = $1").arg(t.app.clock.now()).run(&mut tx).await.expect("marking");
    tx.commit().await.expect("commit");
    t.run_jobs().await;
    assert_eq!((rows(&t).await, media(&ada, &gone).await), (1, 200), "somebody else is at it");
    t.pass(9 * 60);
    t.run_jobs().await;
    assert_eq!(rows(&t).await, 1);
    // The job that was put off comes back within minutes, and the sweep within the hour.
    t.pass(6 * 60);
    t.run_jobs().await;
    assert_eq!((rows(&t).await, media(&ada, &gone).await), (0, 404));
}

async fn racing_changes_leave_one_picture(t: TestApp) {
    let ada = t.person("ada").await;
    let pictures: Vec<Vec<u8>> = (1..=5).map(picture).collect();
    join_all(pictures.iter().map(async |bytes| {
        ada.set_picture("a.png", bytes).await.expect(200);
    }))
    .await;
    t.run_jobs().await;
    let user = ada.get("/checklogged").await.expect(200)["user"].clone();
    assert_eq!((rows(&t).await, media(&ada, &key(&user)).await), (1, 200));
}

async fn a_full_queue_is_503(t: TestApp) {
    let t = t.alone(&[("QUAD_PICTURE_WORKERS", "1")], 2).await;
    let ada = t.person("ada").await;
    // They arrive quicker than one worker makes pictures of them, and fifty may wait.
    let photo = made::jpeg(&made::quadrants(800, 600));
    let answers = join_all((0..100).map(|_| ada.set_picture("a.jpg", &photo))).await;
    let statuses: Vec<u16> = answers.iter().map(|answer| answer.status.as_u16()).collect();
    assert!(statuses.iter().all(|status| matches!(status, 200 | 503)), "{statuses:?}");
    assert!(statuses.contains(&200) && statuses.contains(&503), "{statuses:?}");
    for refused in answers.into_iter().filter(|answer| answer.status == 503) {
        assert!(refused.headers.contains_key("retry-after"));
        refused.refused(503, "unavailable");
    }
    ada.set_picture("a.jpg", &photo).await.expect(200);
}

async fn the_own_picture_goes_with_the_account(t: TestApp) {
    let (ada, ben) = (t.person("ada").await, t.person("ben").await);
    let own = key(&ada.set_picture("a.png", &picture(1)).await.expect(200)["user"]);
    let other = key(&ben.set_picture("b.png", &picture(2)).await.expect(200)["user"]);
    ada.ask(Method::DELETE, "/account", Some(json!({"password": PASSWORD})), &[]).await.expect(200);
    t.run_jobs().await;
    assert_eq!((media(&ben, &own).await, media(&ben, &other).await, rows(&t).await), (404, 200, 1));
}

async fn the_own_data_names_the_picture(t: TestApp) {
    let ada = t.person("ada").await;
    assert_eq!(ada.get("/account/data").await.expect(200)["account"]["picture"], Value::Null);
    let key = key(&ada.set_picture("a.png", &picture(1)).await.expect(200)["user"]);
    let data = ada.get("/account/data").await.expect(200);
    assert_eq!(data["account"]["picture"], format!("/api/media/{key}"));
}
