//! Stories of questions' pictures: who may put them there and who gets them, that nobody does before the start, and that they go with
//! what shows them. What is a picture and what is none is told in crates/blobs.

use futures::future::join_all;
use quad::integrity_check;
use quad_db::sql;
use quad_operations::backups::{self, Target};
use quad_people::pictures;
use quad_services::config::Settings;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, Browser, Form, Made, PASSWORD, TestApp, made};
use crate::kinds::{broken, list, options, questions_of, text};
use crate::{on_both_engines, plain_stories};

on_both_engines!(
    pictures_are_written_and_stay,
    only_those_who_may_see_the_question_get_its_picture,
    pictures_go_with_what_shows_them,
    they_are_in_a_backup,
    racing_rewrites_leave_one_set,
);
plain_stories!(
    what_cannot_be_is_refused,
    where_the_answer_is_typed_no_option_has_one,
    only_the_owner_puts_pictures_there_and_nobody_after_a_join,
    a_picture_has_no_public_address,
    a_picture_is_handed_out_in_two_widths,
    a_phone_loads_only_so_much,
    paper_review_and_analysis_show_them,
    only_a_client_that_shows_pictures_is_let_in,
    what_no_question_shows_is_swept,
    a_picture_stays_with_its_option,
);

/// A file that differs from those of other numbers.
fn file(number: u32) -> Vec<u8> {
    made::png(&made::quadrants(600 + number, 300))
}

async fn upload(who: &Browser, made: &Made, bytes: &[u8]) -> Answer {
    let form = Form::new().file("image", "pulley.png", bytes);
    who.send_form(Method::POST, &format!("/contests/{}/pictures", made.id), form).await
}

/// The id of a picture that was just uploaded.
async fn uploaded(who: &Browser, made: &Made, number: u32) -> String {
    text(&upload(who, made, &file(number)).await.expect(201)["picture"]["id"])
}

/// Question `number` of four options with such pictures.
fn sent(number: usize, pictures: Value) -> Value {
    let mut sent =
        json!({"kind": "single", "text": format!("Question {number}?"), "options": options(number, 4), "right": [0]});
    sent["pictures"] = pictures;
    sent
}

fn on(id: &str, option: Option<u32>) -> Value {
    json!({"id": id, "alt": "A pulley with two weights", "option": option})
}

/// A contest without questions.
async fn contest(t: &TestApp, owner: &Browser, start: i64, end: i64) -> Made {
    t.contest(owner, start, end, true, 0, 0).await
}

/// Adds question 0 with such pictures to it.
async fn with_question(owner: &Browser, mut made: Made, pictures: Value) -> Made {
    let said = owner.post(&questions_of(&made), json!({"questions": [sent(0, pictures)]})).await.expect(201);
    made.questions = list(&said["questions"]).iter().map(|one| text(&one["_id"])).collect();
    made
}

async fn rewrite(who: &Browser, made: &Made, body: Value) -> Answer {
    who.put(&format!("/contests/{}/questions/{}", made.id, made.questions[0]), body).await
}

/// The pictures of question 0, as its owner reads them.
async fn shown(owner: &Browser, made: &Made) -> Value {
    owner.get(&format!("/post/{}", made.id)).await.expect(200)["contest"]["QuestionSet"][0]["pictures"].clone()
}

fn ids(pictures: &Value) -> Vec<String> {
    list(pictures).iter().map(|one| text(&one["id"])).collect()
}

fn path(made: &Made, id: &str, width: u32) -> String {
    format!("/contests/{}/pictures/{id}/{width}", made.id)
}

async fn status(who: &Browser, made: &Made, id: &str) -> u16 {
    who.get(&path(made, id, 480)).await.status.as_u16()
}

async fn join(who: &Browser, made: &Made) {
    who.post("/complete", json!({"contestId": made.id, "intent": "join", "kinds": 4})).await.expect(200);
}

async fn count(t: &TestApp, from: &str) -> i64 {
    sql(format!("SELECT count(*) AS value FROM {from}")).value(&t.app.db).await.expect("counted").expect("a number")
}

async fn run(t: &TestApp, statement: &'static str) {
    let mut tx = t.app.db.begin().await.expect("begun");
    sql(statement).run(&mut tx).await.expect("done");
    tx.commit().await.expect("committed");
}

/// Every rule of `quad check`, the bytes in the store among them.
async fn holds(t: &TestApp) {
    let findings = integrity_check::check(&t.app.db, Some(&t.app.pictures), true).await.expect("asked");
    let (said, holds) = integrity_check::report(&findings);
    assert!(holds, "{said}");
}

async fn pictures_are_written_and_stay(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = contest(&t, &rohan, 3600, 7200).await;
    let (first, second) = (uploaded(&rohan, &made, 1).await, uploaded(&rohan, &made, 2).await);
    let made = with_question(&rohan, made, json!([on(&first, None), on(&second, Some(2))])).await;
    let address = |id: &str, width: u32| format!("/api{}", path(&made, id, width));
    let urls = |id: &str| json!({"480": address(id, 480), "1280": address(id, 1280)});
    let kept = shown(&rohan, &made).await;
    assert_eq!(
        kept,
        json!([
            {"id": first, "alt": "A pulley with two weights", "option": null, "width": 601, "height": 300, "urls": urls(&first)},
            {"id": second, "alt": "A pulley with two weights", "option": 2, "width": 602, "height": 300, "urls": urls(&second)},
        ])
    );
    // What a rewrite does not name stays, in whichever shape it is sent.
    let mut plain = sent(0, Value::Null);
    for name in [None, Some("pictures")] {
        if let Some(name) = name {
            plain.as_object_mut().expect("an object").remove(name);
        }
        assert_eq!(rewrite(&rohan, &made, plain.clone()).await.expect(200)["question"]["pictures"], kept);
    }
    let usual = json!({"Question": "Why?", "Options": options(0, 4), "Answer": "0-A"});
    rohan.put(&format!("/post/update/{}/{}", made.id, made.questions[0]), usual).await.expect(200);
    assert_eq!(shown(&rohan, &made).await, kept);
    // Another order, another place, other words.
    let mut other = on(&first, Some(0));
    other["alt"] = json!(" Two weights ");
    let said = rewrite(&rohan, &made, sent(0, json!([on(&second, None), other]))).await.expect(200);
    assert_eq!(ids(&said["question"]["pictures"]), [second.clone(), first.clone()]);
    assert_eq!(
        (&said["question"]["pictures"][1]["alt"], &said["question"]["pictures"][1]["option"]),
        (&json!("Two weights"), &json!(0))
    );
    holds(&t).await;
    // An option that has one cannot go without a word about it.
    let mut fewer = sent(0, json!([on(&second, Some(3))]));
    rewrite(&rohan, &made, fewer.clone()).await.expect(200);
    (fewer["options"], fewer["pictures"]) = (json!(options(0, 3)), Value::Null);
    let said = rewrite(&rohan, &made, fewer.clone()).await.refused(400, "invalid");
    assert_eq!(said["field"], "pictures");
    fewer["pictures"] = json!([]);
    assert_eq!(rewrite(&rohan, &made, fewer).await.expect(200)["question"].get("pictures"), None);
    t.run_jobs().await;
    assert_eq!((count(&t, "question_pictures").await, count(&t, "pictures WHERE uses > 0").await), (0, 0));
    holds(&t).await;
}

async fn what_cannot_be_is_refused(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let (made, other) = (contest(&t, &rohan, 3600, 7200).await, contest(&t, &rohan, 3600, 7200).await);
    let mut many = Vec::new();
    for number in 0..5 {
        many.push(uploaded(&rohan, &made, number).await);
    }
    let foreign = uploaded(&rohan, &other, 9).await;
    let made = with_question(&rohan, made, json!([])).await;
    let wordless = |alt: &str| json!([{"id": many[0], "alt": alt, "option": null}]);
    for (pictures, field) in [
        (json!(many.iter().map(|id| on(id, None)).collect::<Vec<_>>()), "pictures"),
        (json!([on(&many[0], Some(0)), on(&many[1], Some(0))]), "pictures.option"),
        (json!([on(&many[0], Some(4))]), "pictures.option"),
        (json!([on(&many[0], None), on(&many[0], Some(1))]), "pictures.id"),
        (json!([on(&foreign, None)]), "pictures.id"),
        (json!([on(&"0".repeat(32), None)]), "pictures.id"),
        (json!([on("../../quad.db", None)]), "pictures.id"),
        (json!([{"alt": "A pulley"}]), "pictures.id"),
        (json!([{"id": many[0]}]), "pictures.alt"),
        (wordless(" "), "pictures.alt"),
        (wordless("\u{200b}"), "pictures.alt"),
        (wordless(&"x".repeat(301)), "pictures.alt"),
        (json!("a.webp"), "body"),
        (json!(["a.webp"]), "body"),
        (json!([{"id": many[0], "alt": "A pulley", "option": -1}]), "body"),
        (json!([{"id": many[0], "alt": "A pulley", "option": "A"}]), "body"),
    ] {
        let said = rewrite(&rohan, &made, sent(0, pictures.clone())).await.refused(400, "invalid");
        assert_eq!(said["field"], field, "{pictures}");
        let two = json!({"questions": [sent(1, json!([])), sent(2, pictures)]});
        let said = rohan.post(&questions_of(&made), two).await.refused(400, "invalid");
        if field != "body" {
            assert!(text(&said["message"]).starts_with("Question 2 of those sent: "), "{said}");
        }
    }
    // Which of several it is, in the words of the form.
    let long = "x".repeat(301);
    let with = |option: Option<u32>| json!({"id": many[1], "alt": long, "option": option});
    for (pictures, which) in [
        (json!([with(None)]), ""),
        (json!([on(&many[0], None), with(None)]), "Picture 2: "),
        (json!([on(&many[0], None), with(Some(1))]), "Picture of option B: "),
    ] {
        let said = rewrite(&rohan, &made, sent(0, pictures)).await.refused(400, "invalid");
        let say = format!("{which}What the picture shows may have at most 300 characters");
        assert_eq!((&said["message"], &said["field"]), (&json!(say), &json!("pictures.alt")));
    }
    assert_eq!((count(&t, "questions").await, count(&t, "question_pictures").await), (1, 0));
    // Nobody would see anything of a line.
    for (width, height) in [(1280, 20), (20, 1280)] {
        let line = made::png(&made::quadrants(width, height));
        let said = upload(&rohan, &made, &line).await.refused(400, "invalid");
        let say = "pulley.png: more than 20 times as wide as high, or as high as wide. Cut out the part that matters.";
        assert_eq!((&said["message"], &said["field"]), (&json!(say), &json!("image")));
    }
}

async fn where_the_answer_is_typed_no_option_has_one(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = contest(&t, &rohan, 3600, 7200).await;
    let (first, second) = (uploaded(&rohan, &made, 1).await, uploaded(&rohan, &made, 2).await);
    let made = with_question(&rohan, made, json!([on(&first, None), on(&second, Some(1))])).await;
    let mut typed = json!({"kind": "text", "text": "What is it?", "options": [], "accepted": ["A pulley"]});
    let said = rewrite(&rohan, &made, typed.clone()).await.refused(400, "invalid");
    assert_eq!(said["field"], "pictures", "what its option shows would stand nowhere");
    typed["pictures"] = json!([on(&second, Some(0))]);
    let said = rewrite(&rohan, &made, typed.clone()).await.refused(400, "invalid");
    assert_eq!(said["field"], "pictures.option");
    typed["pictures"] = json!([on(&first, None)]);
    rewrite(&rohan, &made, typed).await.expect(200);
    assert_eq!(ids(&shown(&rohan, &made).await), [first]);
    assert_eq!(broken(&t).await, Vec::<String>::new());
    run(&t, "UPDATE question_pictures SET option_no = 0").await;
    assert_eq!(broken(&t).await, [format!("question-pictures: {}", made.id)]);
}

async fn only_the_owner_puts_pictures_there_and_nobody_after_a_join(t: TestApp) {
    let (rohan, meera) = (t.organiser("rohan").await, t.organiser("meera").await);
    let (dean, ada) = (t.admin("dean").await, t.person("ada").await);
    let made = t.running(&rohan, 1).await;
    for (who, status, code) in
        [(&meera, 403, "not_owner"), (&dean, 403, "not_owner"), (&t.browser(), 401, "logged_out")]
    {
        upload(who, &made, &file(1)).await.refused(status, code);
    }
    let private = t.contest(&rohan, 3600, 7200, false, 0, 0).await;
    upload(&meera, &private, &file(1)).await.refused(404, "missing");
    let said = upload(&rohan, &made, b"<html>").await.refused(400, "invalid");
    assert_eq!(
        (&said["field"], &said["message"]),
        (&json!("image"), &json!("pulley.png: not a PNG, JPEG, GIF or WebP picture"))
    );
    let two = Form::new().file("image", "a.png", &file(1)).file("image", "b.png", &file(2));
    rohan.send_form(Method::POST, &format!("/contests/{}/pictures", made.id), two).await.refused(400, "invalid");
    uploaded(&rohan, &made, 1).await;
    ada.join(&made).await;
    upload(&rohan, &made, &file(2)).await.refused(409, "contest_frozen");
    assert_eq!(count(&t, "pictures").await, 1);
}

async fn only_those_who_may_see_the_question_get_its_picture(t: TestApp) {
    let (rohan, meera) = (t.organiser("rohan").await, t.organiser("meera").await);
    let (dean, ada, bo, guest) = (t.admin("dean").await, t.person("ada").await, t.person("bo").await, t.browser());
    let made = contest(&t, &rohan, 600, 1800).await;
    let id = uploaded(&rohan, &made, 1).await;
    let made = with_question(&rohan, made, json!([on(&id, None)])).await;
    let running = contest(&t, &rohan, 0, 3600).await;
    let running = with_question(&rohan, running, json!([])).await;
    join(&ada, &running).await;
    let everybody = async || {
        let mut all = Vec::new();
        for who in [&rohan, &dean, &meera, &ada, &bo, &guest] {
            all.push(status(who, &made, &id).await);
        }
        all
    };
    assert_eq!(everybody().await, [200, 200, 404, 404, 404, 401], "before the start");
    // By the address of a contest that they have joined.
    assert_eq!((status(&ada, &running, &id).await, status(&rohan, &running, &id).await), (404, 404));
    let said = ada.get(&path(&made, &id, 480)).await;
    assert!(said.headers.get("cache-control").is_some_and(|value| value == "no-store"), "nobody keeps the refusal");
    t.pass(601);
    assert_eq!(everybody().await, [200, 200, 404, 404, 404, 401], "nobody has joined");
    join(&ada, &made).await;
    assert_eq!(everybody().await, [200, 200, 404, 200, 404, 401], "whoever joined");
    t.pass(1220);
    assert_eq!(everybody().await, [200, 200, 404, 404, 404, 401], "its owner does not show answers");
    rohan.put(&format!("/contests/{}", made.id), json!({"answersShown": true})).await.expect(200);
    assert_eq!(everybody().await, [200, 200, 404, 200, 404, 401], "the review is open");
}

async fn a_picture_has_no_public_address(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let (made, other) = (contest(&t, &rohan, 3600, 7200).await, contest(&t, &rohan, 3600, 7200).await);
    let (id, again) = (uploaded(&rohan, &made, 1).await, uploaded(&rohan, &made, 1).await);
    let elsewhere = uploaded(&rohan, &other, 1).await;
    assert!(id != again && id != elsewhere && again != elsewhere, "the same file, and nothing in common");
    let made = with_question(&rohan, made, json!([on(&id, None)])).await;
    for path in [format!("/media/{id}"), format!("/media/{id}/480"), format!("/media/{id}/601")] {
        rohan.get(&path).await.refused(404, "missing");
    }
    // Nor has whoever shows the same picture to everybody anything of it.
    let ada = t.person("ada").await;
    let public = ada.set_picture("me.png", &file(1)).await.expect(200)["user"]["picture"]["key"].clone();
    assert_ne!(public, json!(id));
    rohan.get(&path(&made, &text(&public), 480)).await.refused(404, "missing");
}

async fn a_picture_is_handed_out_in_two_widths(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = contest(&t, &rohan, 3600, 7200).await;
    for (width, small, large) in [(2000, 480, 1280), (600, 480, 600), (300, 300, 300)] {
        let bytes = made::png(&made::quadrants(width, 200));
        let picture = upload(&rohan, &made, &bytes).await.expect(201)["picture"].clone();
        let id = text(&picture["id"]);
        assert_eq!(picture["width"], large);
        for (named, found) in [(480, small), (1280, large)] {
            let said = rohan.get(&path(&made, &id, named)).await;
            let header = |name: &str| said.headers.get(name).map(|value| value.to_str().expect("text").to_owned());
            assert_eq!((said.status.as_u16(), header("content-type").as_deref()), (200, Some("image/webp")));
            assert_eq!(header("cache-control").as_deref(), Some("private, max-age=2592000, immutable"));
            assert_eq!(header("x-content-type-options").as_deref(), Some("nosniff"));
            assert_eq!(header("content-security-policy").as_deref(), Some("default-src 'none'; sandbox"));
            assert_eq!(header("cross-origin-resource-policy").as_deref(), Some("same-origin"));
            let varies = |vary: &reqwest::header::HeaderValue| vary.to_str().is_ok_and(|vary| vary.contains("cookie"));
            assert!(said.headers.get_all("vary").iter().any(varies));
            let read = image::load_from_memory_with_format(&said.bytes, image::ImageFormat::WebP).expect("WebP");
            assert_eq!(read.width(), found, "{width}: {named}");
            let tag = header("etag").expect("a tag");
            let again = rohan.ask(Method::GET, &path(&made, &id, named), None, &[("if-none-match", &tag)]).await;
            assert_eq!((again.status.as_u16(), again.bytes.len()), (304, 0));
        }
        for strange in ["320", "0480", "481", "-1", "x", "1280.0"] {
            let path = format!("/contests/{}/pictures/{id}/{strange}", made.id);
            rohan.get(&path).await.refused(404, "missing");
        }
    }
    for strange in ["0".repeat(32), "x".to_owned(), "..%2f..%2fquad.db".to_owned()] {
        rohan.get(&path(&made, &strange, 480)).await.refused(404, "missing");
    }
}

async fn a_phone_loads_only_so_much(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = contest(&t, &rohan, 3600, 7200).await;
    let (first, second) = (uploaded(&rohan, &made, 1).await, uploaded(&rohan, &made, 2).await);
    run(&t, "UPDATE pictures SET small_bytes = 700000").await;
    let made = with_question(&rohan, made, json!([on(&first, None)])).await;
    let two = json!({"questions": [sent(1, json!([on(&second, None)]))]});
    let said = rohan.post(&questions_of(&made), two).await.refused(400, "invalid");
    assert_eq!(said["field"], "pictures");
    assert!(
        text(&said["message"])
            .starts_with("A phone would load 1.4 MB of pictures in this contest, and 0.9 MB is the most.")
    );
    // One that several questions show is loaded once.
    let same = json!({"questions": [sent(1, json!([on(&first, None)]))]});
    rohan.post(&questions_of(&made), same).await.expect(201);
    rewrite(&rohan, &made, sent(0, json!([on(&first, None), on(&second, None)]))).await.refused(400, "invalid");
    assert_eq!(ids(&shown(&rohan, &made).await), [first]);
}

async fn paper_review_and_analysis_show_them(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan, 0, 60).await;
    rohan.put(&format!("/contests/{}", made.id), json!({"answersShown": true})).await.expect(200);
    let (first, second) = (uploaded(&rohan, &made, 1).await, uploaded(&rohan, &made, 2).await);
    let made = with_question(&rohan, made, json!([on(&first, None), on(&second, Some(1))])).await;
    rohan.post(&questions_of(&made), json!({"questions": [sent(1, json!([]))]})).await.expect(201);
    let mut wanted = shown(&rohan, &made).await;
    for one in wanted.as_array_mut().expect("a list") {
        one.as_object_mut().expect("an object").remove("id");
    }
    join(&ada, &made).await;
    let paper = ada.get(&format!("/contests/{}/paper", made.id)).await.expect(200);
    assert_eq!(paper["QuestionSet"][0]["pictures"], wanted);
    assert_eq!(paper["QuestionSet"][1].get("pictures"), None, "a plain question says nothing of pictures");
    let taken = ada.get(&format!("/post/getContestById/{}?kinds=4", made.id)).await.expect(200);
    assert_eq!(taken["contest"]["QuestionSet"], paper["QuestionSet"]);
    ada.answer(&made, 0, "A").await.expect(200);
    t.pass(75);
    for (who, part) in [(&ada, "review"), (&rohan, "analysis")] {
        let said = who.get(&format!("/contests/{}/{part}", made.id)).await.expect(200);
        assert_eq!(said["questions"][0]["pictures"], wanted, "{part}");
        assert_eq!(said["questions"][1].get("pictures"), None, "{part}");
    }
}

async fn only_a_client_that_shows_pictures_is_let_in(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan, 0, 3600).await;
    let id = uploaded(&rohan, &made, 1).await;
    let made = with_question(&rohan, made, json!([on(&id, Some(0))])).await;
    for kinds in [Value::Null, json!(1), json!(2), json!(3)] {
        let asked = json!({"contestId": made.id, "intent": "join", "kinds": kinds});
        ada.post("/complete", asked).await.refused(409, "needs_newer_client");
    }
    ada.get(&format!("/post/getContestById/{}?kinds=3", made.id)).await.refused(409, "needs_newer_client");
    ada.get(&format!("/post/getContestById/{}?kinds=4", made.id)).await.expect(200);
    // Without its last picture it is a contest like any other.
    rewrite(&rohan, &made, sent(0, json!([]))).await.expect(200);
    ada.join(&made).await;
}

async fn pictures_go_with_what_shows_them(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = contest(&t, &rohan, 3600, 7200).await;
    let id = uploaded(&rohan, &made, 1).await;
    let made = with_question(&rohan, made, json!([on(&id, None)])).await;
    let two = json!({"questions": [sent(1, json!([on(&id, Some(1))]))]});
    rohan.post(&questions_of(&made), two).await.expect(201);
    let uses = async || sql("SELECT uses AS value FROM pictures").value::<i32>(&t.app.db).await.expect("read");
    assert_eq!(uses().await, Some(2));
    rohan.delete(&format!("/post/{}/{}", made.id, made.questions[0])).await.expect(200);
    t.run_jobs().await;
    assert_eq!((uses().await, status(&rohan, &made, &id).await), (Some(1), 200), "the other question shows it");
    holds(&t).await;
    rohan.delete(&format!("/contests/{}", made.id)).await.expect(200);
    t.run_jobs().await;
    assert_eq!((uses().await, count(&t, "question_pictures").await), (None, 0));
    rohan.get(&path(&made, &id, 480)).await.refused(404, "missing");
    // An account that ends takes the contests along that nobody has joined, and leaves the others.
    let ada = t.person("ada").await;
    let (alone, shared) = (contest(&t, &rohan, 3600, 7200).await, contest(&t, &rohan, 0, 7200).await);
    let (first, second) = (uploaded(&rohan, &alone, 1).await, uploaded(&rohan, &shared, 2).await);
    with_question(&rohan, alone, json!([on(&first, None)])).await;
    let shared = with_question(&rohan, shared, json!([on(&second, None)])).await;
    join(&ada, &shared).await;
    rohan.ask(Method::DELETE, "/account", Some(json!({"password": PASSWORD})), &[]).await.expect(200);
    t.run_jobs().await;
    assert_eq!((uses().await, count(&t, "question_pictures").await), (Some(1), 1));
    assert_eq!(status(&ada, &shared, &second).await, 200);
    holds(&t).await;
}

async fn they_are_in_a_backup(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = contest(&t, &rohan, 3600, 7200).await;
    let id = uploaded(&rohan, &made, 1).await;
    with_question(&rohan, made, json!([on(&id, None)])).await;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("campus.tar.zst");
    backups::make(&t.app.db, &t.app.pictures, &t.app.clock, &file, &|_| ()).await.expect("a backup");
    // Put back into SQLite, from whichever engine it was made.
    let media_url = format!("file:{}", folder.path().join("media").display());
    let media = pictures::Media::new(&Settings { media_url, ..Settings::clone(&t.app.settings) });
    let target = Target::File(folder.path().join("quad.db"));
    let (db, _) = backups::restore(&file, target, &media, &|_| ()).await.expect("put back");
    let findings = integrity_check::check(&db, Some(&media), true).await.expect("asked");
    let (said, holds) = integrity_check::report(&findings);
    assert!(holds, "{said}");
    let kept: Option<String> =
        sql("SELECT picture_key AS value FROM question_pictures").value(&db).await.expect("read");
    assert_eq!(kept, Some(id));
    db.close().await;
}

async fn what_no_question_shows_is_swept(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = contest(&t, &rohan, 60 * 3600, 61 * 3600).await;
    let (kept, given_up) = (uploaded(&rohan, &made, 1).await, uploaded(&rohan, &made, 2).await);
    let made = with_question(&rohan, made, json!([on(&kept, None)])).await;
    t.run_jobs().await;
    t.pass(25 * 3600);
    t.run_jobs().await;
    let rohan = t.log_in("rohan").await;
    assert_eq!((status(&rohan, &made, &kept).await, count(&t, "pictures").await), (200, 1));
    let said = rewrite(&rohan, &made, sent(0, json!([on(&given_up, None)]))).await.refused(400, "invalid");
    assert_eq!(said["message"], "This contest has no such picture. Please upload it again.");
}

async fn a_picture_stays_with_its_option(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = contest(&t, &rohan, 600, 1800).await;
    let id = uploaded(&rohan, &made, 1).await;
    let made = with_question(&rohan, made, json!([on(&id, Some(1))])).await;
    let before = shown(&rohan, &made).await;
    let with = |options: &[String]| json!({"kind": "single", "text": "Again?", "options": options, "right": [0]});
    let as_it_was = options(0, 4);
    // Removed before it, in another order, reworded.
    let mut fewer = as_it_was.clone();
    fewer.remove(0);
    let mut turned = as_it_was.clone();
    turned.swap(0, 1);
    let mut reworded = as_it_was.clone();
    reworded[1].push('!');
    for options in [&fewer, &turned, &reworded] {
        let said = rewrite(&rohan, &made, with(options)).await.refused(400, "invalid");
        assert_eq!(said["field"], "pictures", "{options:?}");
        assert_eq!(shown(&rohan, &made).await, before, "{options:?}");
    }
    let mut other = as_it_was.clone();
    other[3].push('!');
    for options in [&as_it_was, &other] {
        rewrite(&rohan, &made, with(options)).await.expect(200);
        assert_eq!(shown(&rohan, &made).await, before, "{options:?}");
    }
}

async fn racing_rewrites_leave_one_set(t: TestApp) {
    let t = t.wide().await;
    let rohan = t.organiser("rohan").await;
    let made = contest(&t, &rohan, 3600, 7200).await;
    let mut all = Vec::new();
    for number in 0..4 {
        all.push(uploaded(&rohan, &made, number).await);
    }
    let made = with_question(&rohan, made, json!([])).await;
    let tries = (0..24).map(|number| {
        let pictures = json!([on(&all[number % 4], None), on(&all[(number + 1) % 4], Some(0))]);
        rewrite(&rohan, &made, sent(0, pictures))
    });
    for said in join_all(tries).await {
        said.expect(200);
    }
    assert_eq!(ids(&shown(&rohan, &made).await).len(), 2);
    assert_eq!((count(&t, "question_pictures").await, count(&t, "pictures WHERE uses = 1").await), (2, 2));
    t.run_jobs().await;
    holds(&t).await;
}
