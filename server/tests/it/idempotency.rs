//! Stories of calls that arrive twice: browsers and proxies send a POST again when a connection closes before its reply, and
//! people press again. With an `Idempotency-Key` it is made once, in whichever process it arrives, and each is answered what the
//! first was. And stories of the response mark, by which a client tells the reply to its own request from any other.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use futures::future::join_all;
use quad_db::sql;
use quad_kernel::ids::Random;
use reqwest::Method;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tokio::time::timeout;

use crate::harness::{Answer, Browser, Form, PASSWORD, TestApp, made, question};
use crate::on_both_engines;

on_both_engines!(
    a_change_sent_twice_is_made_once,
    racing_twenty_of_one_key,
    racing_one_key_at_two_processes,
    what_was_refused_can_be_tried_again_with_its_key,
    a_key_is_for_one_call_of_one_person,
    nobody_knows_how_a_call_of_a_dead_process_ended,
    whoever_comes_meanwhile_waits_for_the_answer,
    a_call_ends_though_nobody_waits_for_it,
    an_answer_is_kept_for_an_hour,
    one_person_fills_nothing,
    what_is_kept_is_readable_with_the_key_alone,
    a_log_in_is_made_each_time,
    calls_that_keys_do_not_concern,
    without_a_key_everything_is_as_before,
    an_answer_bears_the_mark_of_its_request,
);

/// A fresh key.
fn key(number: u64) -> String {
    let random = Random::seeded(number);
    uuid::Uuid::from_bytes(random.bytes()).to_string()
}

async fn send(who: &Browser, method: &Method, path: &str, body: &Value, key: &str) -> Answer {
    let body = (!body.is_null()).then(|| body.clone());
    who.ask(method.clone(), path, body, &[("idempotency-key", key)]).await
}

async fn post(who: &Browser, path: &str, body: &Value, key: &str) -> Answer {
    send(who, &Method::POST, path, body, key).await
}

async fn count(t: &TestApp, from: &str) -> i64 {
    sql(format!("SELECT count(*) AS value FROM {from}")).value(&t.app.db).await.expect("counted").expect("a number")
}

async fn change(t: &TestApp, statement: &'static str) {
    let mut tx = t.app.db.begin().await.expect("a transaction");
    assert!(sql(statement).run(&mut tx).await.expect("changed") > 0, "{statement}");
    tx.commit().await.expect("committed");
}

async fn contest_credits(who: &Browser) -> Value {
    who.get("/checklogged").await.expect(200)["user"]["contestCredits"].clone()
}

fn contest(t: &TestApp) -> Value {
    json!({"title": "Friday Quiz", "description": "Ten minutes", "isPublic": true, "QuestionSet": [],
        "startDate": t.moment(60), "endDate": t.moment(3600)})
}

fn account(name: &str) -> Value {
    json!({"fullName": "Ada Test", "email": format!("{name}@meridian.example"), "contact": "9000000001", "role": "USER",
        "passWord": PASSWORD, "contestgiven": [], "Batch": 2026})
}

fn enquiry() -> Value {
    json!({"name": "Ada", "email": "ada@elsewhere.example", "topic": "contact", "message": "When does it begin?"})
}

/// What is sent twice, by whom, and what there must be one of more afterwards.
type Change = (&'static str, Browser, Method, String, Value, u16, &'static str);

async fn a_change_sent_twice_is_made_once(t: TestApp) {
    let owner = t.organiser("olga").await;
    let manager = t.manager("meera", "HOBBY").await;
    let (ada, guest) = (t.person("ada").await, t.browser());
    let quiz = t.contest(&owner, 60, 3600, true, 0, 0).await;
    let event = t.event(&manager, "Origami evening", None).await;
    let mut walk = t.event_asked("Photo walk", 172_800);
    walk["location"] = json!("");
    let told = json!({"title": "Photo walk", "body": "Saturday at six, main gate."});
    let polled = t.poll_asked("Where to?", 0, 3600, &["Hills", "Lake"]);
    let passwords = json!({"current": PASSWORD, "password": "a-second-harbour-43"});
    let changes: Vec<Change> = vec![
        ("a contest", owner.clone(), Method::POST, "/post/createcontest".into(), contest(&t), 201, "contests"),
        (
            "a question",
            owner.clone(),
            Method::POST,
            "/post/addQuestion".into(),
            question(&quiz.id, 0, 0),
            201,
            "questions",
        ),
        ("a poll", owner.clone(), Method::POST, "/voting/create".into(), polled, 201, "polls"),
        ("an event", manager.clone(), Method::POST, "/event".into(), walk, 201, "events"),
        (
            "an announcement",
            manager,
            Method::POST,
            "/event/notifications/send/members".into(),
            told,
            202,
            "announcements",
        ),
        ("an enquiry", guest.clone(), Method::POST, "/enquiries".into(), enquiry(), 201, "enquiries"),
        (
            "a question to a club",
            ada.clone(),
            Method::POST,
            "/clubs/HOBBY/question".into(),
            json!({"text": "When do you meet?"}),
            201,
            "club_questions",
        ),
        (
            "a registration for an event",
            ada.clone(),
            Method::POST,
            format!("/event/registerto/{event}"),
            json!({"team": "Cranes"}),
            201,
            "event_registrations",
        ),
        ("an application", ada.clone(), Method::POST, "/member/join/HOBBY".into(), json!({}), 201, "memberships"),
        ("an account", guest, Method::POST, "/register".into(), account("bo"), 201, "users"),
        ("a password", ada.clone(), Method::PUT, "/account/password".into(), passwords, 200, ""),
        ("a call without a body", ada.clone(), Method::DELETE, "/sessions".into(), Value::Null, 200, ""),
    ];
    let credits = (contest_credits(&owner).await, count(&t, "credit_entries").await);
    for (number, (what, who, method, path, body, status, table)) in changes.into_iter().enumerate() {
        let key = key(number as u64);
        let before = if table.is_empty() { 0 } else { count(&t, table).await };
        let first = send(&who, &method, &path, &body, &key).await;
        let first = (first.headers["content-type"].clone(), first.expect(status));
        for _ in 0..3 {
            let again = send(&who, &method, &path, &body, &key).await;
            assert_eq!((again.headers["content-type"].clone(), again.expect(status)), first, "{what}");
        }
        if !table.is_empty() {
            assert_eq!(count(&t, table).await, before + 1, "{what}");
        }
    }
    assert_eq!(contest_credits(&owner).await.as_i64(), credits.0.as_i64().map(|before| before - 1));
    assert_eq!(count(&t, "credit_entries").await, credits.1 + 2, "one for the contest, one for the poll");
    // Whose reply was lost with the account is told that it is gone, by the cookie that names nobody any more.
    let goodbye = json!({"password": "a-second-harbour-43"});
    let cookie = cookie_of(&t, "ada", "a-second-harbour-43").await;
    let bare = Browser::over(reqwest::Client::builder().build().expect("a client"), &t.base);
    let leave = async || {
        let headers = [("idempotency-key", "0b0f4a5e-6b7c-4d8e-9f00-112233445566"), ("cookie", cookie.as_str())];
        bare.ask(Method::DELETE, "/account", Some(goodbye.clone()), &headers).await.expect(200)
    };
    let first = leave().await;
    assert_eq!(leave().await, first);
    assert_eq!(count(&t, "users WHERE deleted_at IS NOT NULL").await, 1);
}

/// The cookies of a fresh log-in, as a browser sends them that never reads an answer.
async fn cookie_of(t: &TestApp, name: &str, password: &str) -> String {
    let asked = json!({"email": format!("{name}@meridian.example"), "passWord": password});
    let said = t.browser().post("/login", asked).await;
    let lines = said.headers.get_all("set-cookie").iter().map(|line| line.to_str().expect("text"));
    let pairs: Vec<&str> = lines.filter_map(|line| line.split(';').next()).collect();
    assert_eq!(said.status, 200);
    pairs.join("; ")
}

async fn racing_twenty_of_one_key(t: TestApp) {
    let t = t.wide().await;
    let owner = t.organiser("olga").await;
    let manager = t.manager("meera", "HOBBY").await;
    let before = contest_credits(&owner).await.as_i64().expect("a number");
    let told = json!({"title": "Photo walk", "body": "Saturday at six, main gate."});
    for (round, (who, path, body, status, table)) in [
        (&owner, "/post/createcontest", contest(&t), 201, "contests"),
        (&manager, "/event/notifications/send/members", told, 202, "announcements"),
        (&t.browser(), "/enquiries", enquiry(), 201, "enquiries"),
        (&t.browser(), "/register", account("bo"), 201, "users WHERE email LIKE 'bo@%'"),
    ]
    .into_iter()
    .enumerate()
    {
        let key = key(round as u64);
        let said = join_all((0..20).map(|_| post(who, path, &body, &key))).await;
        let said: BTreeSet<String> = said.into_iter().map(|one| one.expect(status).to_string()).collect();
        assert_eq!(said.len(), 1, "{path}: {said:?}");
        assert_eq!(count(&t, table).await, 1, "{path}");
    }
    assert_eq!(contest_credits(&owner).await, before - 1);
    t.run_jobs().await;
    assert_eq!(count(&t, "notifications WHERE title = 'HOBBY: Photo walk'").await, 1, "each is told once");
}

async fn racing_one_key_at_two_processes(t: TestApp) {
    let owner = t.organiser("olga").await;
    let other = t.beside(7).await;
    let elsewhere = owner.at(&other.base);
    for round in 0..10 {
        let (key, asked) = (key(round), contest(&t));
        let (here, there) = tokio::join!(
            post(&owner, "/post/createcontest", &asked, &key),
            post(&elsewhere, "/post/createcontest", &asked, &key)
        );
        assert_eq!(here.expect(201), there.expect(201));
        assert_eq!(count(&t, "contests").await, round as i64 + 1);
    }
    other.close().await;
}

async fn what_was_refused_can_be_tried_again_with_its_key(t: TestApp) {
    let ada = t.person("ada").await;
    let (key, asked) = (key(1), contest(&t));
    // Refused by each way there is, at once and one after the other: the next is judged anew.
    let said = join_all((0..12).map(|_| post(&ada, "/post/createcontest", &asked, &key))).await;
    for one in said {
        one.refused(403, "no_contest_credit");
    }
    assert_eq!(count(&t, "idempotency_keys").await, 0);
    assert!(quad_contests::payments::grant_by_operator(&t.app, "ada@meridian.example", 1, 0).await.is_ok(), "granted");
    let first = post(&ada, "/post/createcontest", &asked, &key).await.expect(201);
    assert_eq!(post(&ada, "/post/createcontest", &asked, &key).await.expect(201), first);
    // What is refused for its body may come with another one.
    let key = self::key(2);
    post(&ada, "/clubs/HOBBY/question", &json!({"text": ""}), &key).await.refused(400, "invalid");
    post(&ada, "/clubs/HOBBY/question", &json!({"text": "When do you meet?"}), &key).await.expect(201);
    // Whoever is logged out, or whose body is another's, used nothing up.
    let key = self::key(3);
    let other = t.person("bo").await;
    let question = |by: &Browser| json!({"sentBy": by.id, "text": "When do you meet?"});
    post(&t.browser(), "/clubs/HOBBY/question", &question(&ada), &key).await.expect(401);
    post(&ada, "/clubs/HOBBY/question", &question(&other), &key).await.refused(421, "misdirected");
    post(&ada, "/clubs/HOBBY/question", &question(&ada), &key).await.expect(201);
    assert_eq!(count(&t, "club_questions").await, 2);
}

async fn a_key_is_for_one_call_of_one_person(t: TestApp) {
    let (owner, other) = (t.organiser("olga").await, t.organiser("rohan").await);
    let (key, asked) = (key(1), contest(&t));
    let made = post(&owner, "/post/createcontest", &asked, &key).await.expect(201);
    let (contests, mut another) = (count(&t, "contests").await, asked.clone());
    another["title"] = json!("Another Quiz");
    let known = made["contest"]["_id"].as_str().expect("an id");
    for (who, path, body) in [
        (&other, "/post/createcontest", &asked),
        (&t.browser(), "/post/createcontest", &asked),
        (&t.log_in("olga").await, "/post/createcontest", &asked),
        (&owner, "/post/createcontest", &another),
        (&owner, "/post/createcontest?x=1", &asked),
        (&owner, "/voting/create", &asked),
    ] {
        let said = post(who, path, body, &key).await.refused(409, "key_reused").to_string();
        assert!(!said.contains(known) && !said.contains("Quiz"), "{said}");
    }
    send(&owner, &Method::PUT, "/post/createcontest", &asked, &key).await.refused(409, "key_reused");
    assert_eq!(count(&t, "contests").await, contests);
    // The same key in other letters is the same.
    assert_eq!(post(&owner, "/post/createcontest", &asked, &key.to_uppercase()).await.expect(201), made);
    // What is no key is refused: whoever sends one relies on it.
    for none in ["", "x", "1", &key[1..], &format!("{{{key}}}"), &key.replace('-', ""), &format!("{key}{key}")] {
        post(&owner, "/post/createcontest", &asked, none).await.refused(400, "invalid");
    }
    let two = [("idempotency-key", key.as_str()), ("idempotency-key", key.as_str())];
    owner.ask(Method::POST, "/post/createcontest", Some(asked), &two).await.refused(400, "invalid");
    assert_eq!(count(&t, "contests").await, contests);
}

async fn nobody_knows_how_a_call_of_a_dead_process_ended(t: TestApp) {
    let owner = t.organiser("olga").await;
    let (key, asked) = (key(1), contest(&t));
    post(&owner, "/post/createcontest", &asked, &key).await.expect(201);
    // As it is when the process dies before it has written down what it answers.
    change(&t, "UPDATE idempotency_keys SET status = NULL, answer = NULL").await;
    t.pass(61);
    let said = post(&owner, "/post/createcontest", &asked, &key).await.refused(409, "unsure");
    let words = "This may have been done before the connection broke. Look before you do it again.";
    assert_eq!(said["message"], words);
    assert_eq!(count(&t, "contests").await, 1, "nothing is done");
    // Whoever has looked does it again, by the same button.
    post(&owner, "/post/createcontest", &asked, &key).await.expect(201);
    assert_eq!(count(&t, "contests").await, 2);
    // An answer that is too large to keep is as good as unknown.
    let quiz = t.contest(&owner, 60, 3600, true, 0, 0).await;
    let many: Vec<Value> = (0..100)
        .map(|number| {
            let mut question = question(&quiz.id, number, 0);
            question["Question"] = json!(format!("{number} {}", "long ".repeat(180)));
            question
        })
        .collect();
    let (path, asked, key) = (format!("/contests/{}/questions", quiz.id), json!({"questions": many}), self::key(2));
    let said = post(&owner, &path, &asked, &key).await;
    assert!(said.bytes.len() > 64 * 1024, "{}", said.bytes.len());
    said.expect(201);
    post(&owner, &path, &asked, &key).await.refused(409, "unsure");
    assert_eq!(count(&t, "questions").await, 100);
}

async fn whoever_comes_meanwhile_waits_for_the_answer(t: TestApp) {
    let owner = t.organiser("olga").await;
    let (key, late, asked) = (key(1), key(2), contest(&t));
    let made = post(&owner, "/post/createcontest", &asked, &key).await.expect(201);
    t.pass(1);
    post(&owner, "/post/createcontest", &asked, &late).await.expect(201);
    // As it is while the calls are under way.
    change(&t, "UPDATE idempotency_keys SET status = NULL").await;
    let waits = async || {
        let began = Instant::now();
        let said = post(&owner, "/post/createcontest", &asked, &key).await;
        assert!(began.elapsed() >= Duration::from_millis(300), "{:?}", began.elapsed());
        assert_eq!(said.expect(201), made);
    };
    let ends = async || {
        tokio::time::sleep(Duration::from_millis(400)).await;
        // Others are refused at once.
        let mut another = asked.clone();
        another["title"] = json!("Another Quiz");
        post(&owner, "/post/createcontest", &another, &key).await.refused(409, "key_reused");
        let first = "UPDATE idempotency_keys SET status = 201
             WHERE claimed_at = (SELECT MIN(claimed_at) FROM idempotency_keys)";
        change(&t, first).await;
    };
    // Nobody waits for ever.
    let gives_up = async || {
        let said = post(&owner, "/post/createcontest", &asked, &late).await;
        assert!(said.headers.contains_key("retry-after"));
        said.refused(503, "unavailable");
    };
    tokio::join!(waits(), ends(), gives_up());
    assert_eq!(count(&t, "contests").await, 2);
}

/// A browser whose connection breaks, a bit later each time: before the request arrived, while it is carried out, after it.
async fn a_call_ends_though_nobody_waits_for_it(t: TestApp) {
    let owner = t.organiser("olga").await;
    let began = Instant::now();
    for round in 0..18_u64 {
        let (key, asked) = (key(round), contest(&t));
        let broken = t.log_in("olga").await;
        // The same cookies are asked with.
        let sent = post(&broken, "/post/createcontest", &asked, &key);
        let _ = timeout(Duration::from_micros(700 * round), sent).await;
        post(&broken, "/post/createcontest", &asked, &key).await.expect(201);
        assert_eq!(count(&t, "contests").await, round as i64 + 1, "round {round}");
    }
    assert_eq!(contest_credits(&owner).await, 2);
    assert!(began.elapsed() < Duration::from_mins(1), "nobody waited for a claim that nobody answers");
}

async fn an_answer_is_kept_for_an_hour(t: TestApp) {
    let ada = t.person("ada").await;
    let (key, asked) = (key(1), json!({"text": "When do you meet?"}));
    post(&ada, "/clubs/HOBBY/question", &asked, &key).await.expect(201);
    t.pass(3599);
    post(&ada, "/clubs/HOBBY/question", &asked, &key).await.expect(201);
    assert_eq!(count(&t, "club_questions").await, 1);
    // Then the key is free, also for something else, whether or not it was swept.
    t.pass(2);
    let other = json!({"text": "And where?"});
    post(&ada, "/clubs/HOBBY/question", &other, &key).await.expect(201);
    assert_eq!((count(&t, "club_questions").await, count(&t, "idempotency_keys").await), (2, 1));
    t.pass(3500);
    t.run_jobs().await;
    assert_eq!(count(&t, "idempotency_keys").await, 1, "it still counts");
    t.pass(3700);
    t.run_jobs().await;
    assert_eq!(count(&t, "idempotency_keys").await, 0);
}

async fn one_person_fills_nothing(t: TestApp) {
    let (ada, bo) = (t.person("ada").await, t.person("bo").await);
    let kept = post(&bo, "/clubs/HOBBY/question", &json!({"text": "When do you meet?"}), &key(1_000)).await.expect(201);
    for batch in 0..24 {
        let keys: Vec<String> = (0..10).map(|number| key(10 * batch + number)).collect();
        let sent = keys.iter().map(|key| send(&ada, &Method::DELETE, "/sessions", &Value::Null, key));
        for said in join_all(sent).await {
            said.expect(200);
        }
        t.pass(1);
    }
    let of_all = count(&t, "idempotency_keys").await;
    assert!((200..=211).contains(&of_all), "{of_all}");
    // The newest stay, and everybody else's.
    let again = post(&bo, "/clubs/HOBBY/question", &json!({"text": "When do you meet?"}), &key(1_000)).await;
    assert_eq!(again.expect(201), kept);
}

async fn what_is_kept_is_readable_with_the_key_alone(t: TestApp) {
    let owner = t.organiser("olga").await;
    post(&owner, "/post/createcontest", &contest(&t), &key(1)).await.expect(201);
    post(&t.browser(), "/register", &account("bo"), &key(2)).await.expect(201);
    let stored: Vec<Vec<u8>> = {
        let mut all = Vec::new();
        for column in ["key_hash", "fingerprint", "owner", "claim", "answer"] {
            for offset in 0..2_i64 {
                let one =
                    sql(format!("SELECT {column} AS value FROM idempotency_keys ORDER BY key_hash LIMIT 1 OFFSET $1"));
                all.push(one.arg(offset).value::<Vec<u8>>(&t.app.db).await.expect("read").expect("there"));
            }
        }
        all
    };
    let cookie = cookie_of(&t, "olga", PASSWORD).await;
    let secret = cookie.split(['=', ';']).nth(1).expect("a value").to_owned();
    for word in ["Friday Quiz", "success", "bo@", PASSWORD, &secret, &key(1), &key(2)] {
        let is_in = |bytes: &Vec<u8>| bytes.windows(word.len()).any(|part| part == word.as_bytes());
        assert!(!stored.iter().any(is_in), "{word}");
    }
    // Guests' are nobody's, and no digest is of the body alone.
    let (asked, plain) = (serde_json::to_vec(&account("bo")).expect("JSON"), contest(&t));
    for body in [asked, serde_json::to_vec(&plain).expect("JSON")] {
        let digest = Sha256::digest(&body).to_vec();
        assert!(!stored.contains(&digest));
    }
}

async fn a_log_in_is_made_each_time(t: TestApp) {
    t.person("ada").await;
    let asked = json!({"email": "ada@meridian.example", "passWord": PASSWORD});
    let (browser, sessions) = (t.browser(), count(&t, "sessions").await);
    let mut cookies = BTreeSet::new();
    for _ in 0..2 {
        // A log-in without its cookie would be none.
        let said = post(&t.browser(), "/login", &asked, &key(1)).await;
        assert_eq!(said.status, 200);
        cookies.insert(said.headers["set-cookie"].to_str().expect("text").to_owned());
    }
    assert_eq!((cookies.len(), count(&t, "sessions").await), (2, sessions + 2));
    post(&browser, "/login", &asked, &key(1)).await.expect(200);
    browser.get("/sessions").await.expect(200);
    assert_eq!(count(&t, "idempotency_keys").await, 0);
}

async fn calls_that_keys_do_not_concern(t: TestApp) {
    let ada = t.person("ada").await;
    let headers = [("idempotency-key", "no key at all")];
    ada.ask(Method::GET, "/sessions", None, &headers).await.expect(200);
    // Another website's call is refused before anybody looks at a key.
    let foreign = [("idempotency-key", "no key at all"), ("origin", "https://evil.example")];
    ada.ask(Method::POST, "/clubs/HOBBY/question", Some(json!({"text": "?"})), &foreign)
        .await
        .refused(403, "cross_site");
    ada.ask(Method::DELETE, "/nothing/here", None, &[("idempotency-key", &key(1))]).await.refused(404, "missing");
    // Larger than any call takes.
    let large = json!({"text": "x".repeat(300_000)});
    post(&ada, "/clubs/HOBBY/question", &large, &key(1)).await.refused(413, "too_large");
    let photo = made::png(&made::quadrants(64, 64));
    ada.send_form(Method::PUT, "/account/picture", Form::new().file("image", "me.png", &photo)).await.expect(200);
    assert_eq!(count(&t, "idempotency_keys").await, 0);
}

async fn without_a_key_everything_is_as_before(t: TestApp) {
    let owner = t.organiser("olga").await;
    for _ in 0..2 {
        owner.post("/post/createcontest", contest(&t)).await.expect(201);
        owner.post("/clubs/HOBBY/question", json!({"text": "When do you meet?"})).await.expect(201);
    }
    assert_eq!((count(&t, "contests").await, count(&t, "club_questions").await), (2, 2));
    assert_eq!(count(&t, "idempotency_keys").await, 0);
}

async fn an_answer_bears_the_mark_of_its_request(t: TestApp) {
    let manager = t.manager("meera", "HOBBY").await;
    let guest = t.browser();
    let said = manager.set_picture("me.png", &made::png(&made::quadrants(400, 300))).await.expect(200);
    let picture = format!("/media/{}", said["user"]["picture"]["key"].as_str().expect("a key"));
    let tag = guest.get(&picture).await.headers["etag"].to_str().expect("text").to_owned();
    let longest = "a".repeat(64);
    let question = Some(json!({"text": "When do you meet?"}));
    let large = Some(json!({"text": "x".repeat(300_000)}));
    let own = key(9);
    for id in ["0b0f4a5e-6b7c-4d8e-9f00-112233445566", "A", "-", longest.as_str()] {
        for (status, who, method, path, body, more) in [
            (200, &manager, "GET", "/sessions", &None, ("x-none", "")),
            (201, &manager, "POST", "/clubs/HOBBY/question", &question, ("idempotency-key", own.as_str())),
            (200, &guest, "HEAD", "/site", &None, ("x-none", "")),
            (304, &guest, "GET", picture.as_str(), &None, ("if-none-match", tag.as_str())),
            (200, &manager, "GET", "/clubs/HOBBY/members.csv", &None, ("x-none", "")),
            (200, &manager, "GET", "/account/data", &None, ("x-none", "")),
            (400, &manager, "POST", "/clubs/HOBBY/question", &question, ("idempotency-key", "x")),
            (401, &guest, "GET", "/sessions", &None, ("x-none", "")),
            (403, &manager, "POST", "/clubs/HOBBY/question", &question, ("origin", "https://evil.example")),
            (404, &guest, "GET", "/nothing/here", &None, ("x-none", "")),
            (404, &guest, "GET", "", &None, ("x-none", "")),
            (405, &guest, "GET", "/login", &None, ("x-none", "")),
            (413, &manager, "POST", "/clubs/HOBBY/question", &large, ("x-none", "")),
            (415, &manager, "DELETE", "/account", &None, ("x-none", "")),
        ] {
            let method: Method = method.parse().expect("a method");
            let said = who.ask(method.clone(), path, body.clone(), &[("x-quad-call", id), more]).await;
            assert_eq!(said.status, status, "{method} {path}");
            let marks: Vec<_> = said.headers.get_all("x-quad").iter().collect();
            assert_eq!(marks, [id], "{method} {path}: {status}");
        }
        let client = reqwest::Client::builder().build().expect("a client");
        let ready = client.get(format!("{}/readyz", t.base)).header("x-quad-call", id).send().await.expect("an answer");
        assert_eq!(ready.headers()["x-quad"], id);
        // A page is nobody's reply to a call.
        let page = client.get(format!("{}/healthz", t.base)).header("x-quad-call", id).send().await.expect("an answer");
        assert_eq!(page.headers().get("x-quad"), None);
        let stream = client.get(format!("{}/api/live?topics=polls", t.base)).header("x-quad-call", id);
        assert_eq!(stream.send().await.expect("an answer").headers()["x-quad"], id, "a stream");
    }
    let long = "a".repeat(65);
    let spoiled = ["", " ", "a b", "a_b", "a,b", "<b>", "é", "a\tb", "\u{1f600}", long.as_str()];
    for id in spoiled {
        let said = guest.ask(Method::GET, "/site", None, &[("x-quad-call", id)]).await;
        assert_eq!(said.headers["x-quad"], "1", "{id:?}");
    }
    let two = [("x-quad-call", "one"), ("x-quad-call", "one")];
    assert_eq!(guest.ask(Method::GET, "/site", None, &two).await.headers["x-quad"], "1");
    assert_eq!(guest.get("/site").await.headers["x-quad"], "1");
}
