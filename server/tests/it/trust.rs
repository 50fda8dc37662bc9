//! Stories that docs/asvs.md points at and no feature owns: what every answer says of its text, what the log says of whoever
//! is refused, what an error tells, and that a password is taken as it was typed.

use quad_db::sql;
use reqwest::{Client, Method};
use serde_json::{Value, json};

use crate::harness::{Answer, TestApp};
use crate::on_both_engines;

on_both_engines!(
    every_text_says_its_charset,
    trace_is_answered_by_nobody,
    whoever_is_refused_is_in_the_log,
    a_broken_database_tells_nothing_of_itself,
    a_password_is_taken_as_it_was_typed,
);

fn client() -> Client {
    Client::builder().no_proxy().build().expect("a client")
}

async fn ask(t: &TestApp, method: Method, path: &str) -> Answer {
    let asked = client().request(method, format!("{}{path}", t.base));
    Answer::of(asked.send().await.expect("an answer")).await
}

async fn every_text_says_its_charset(t: TestApp) {
    let asha = t.manager("asha", "HOBBY").await;
    let event = t.event(&asha, "Open day", None).await;
    let mut seen = Vec::new();
    for path in
        ["/", "/login", "/pricing", "/nowhere", "/theme.js", "/robots.txt", "/favicon.svg", "/healthz", "/readyz"]
    {
        seen.push((path.to_owned(), ask(&t, Method::GET, path).await));
    }
    let page = String::from_utf8_lossy(&seen[0].1.bytes).into_owned();
    let assets: Vec<&str> = page.split('"').filter(|part| part.starts_with("/assets/")).collect();
    assert!(
        assets.iter().any(|path| path.contains(".js")) && assets.iter().any(|path| path.contains(".css")),
        "{page}"
    );
    for path in assets {
        seen.push((path.to_owned(), ask(&t, Method::GET, path).await));
    }
    for path in ["participants.csv", "calendar.ics"] {
        let path = format!("/events/{event}/{path}");
        let answer = asha.get(&path).await;
        assert_eq!(answer.status, 200, "{path}");
        seen.push((path, answer));
    }
    let mut texts = 0;
    for (path, answer) in seen {
        let kind = answer.headers["content-type"].to_str().expect("text").to_owned();
        if kind.starts_with("text/") || kind.contains("xml") {
            texts += 1;
            assert!(kind.ends_with("; charset=utf-8"), "{path}: {kind}");
        }
    }
    assert!(texts >= 12, "{texts} texts were compared");
}

async fn trace_is_answered_by_nobody(t: TestApp) {
    for path in ["/", "/api/site", "/api/login", "/healthz", "/sandbox/checkout.js"] {
        let asked = client().request(Method::TRACE, format!("{}{path}", t.base)).header("x-told-back", "heron-5512");
        let answer = Answer::of(asked.send().await.expect("an answer")).await;
        assert_eq!(answer.status, 405, "{path}");
        assert!(!String::from_utf8_lossy(&answer.bytes).contains("heron-5512"), "{path}");
    }
}

async fn whoever_is_refused_is_in_the_log(t: TestApp) {
    let log = t.log();
    let ada = t.person("ada").await;
    let guessed = json!({"email": "ada@meridian.example", "passWord": "not-hers-5512"});
    let mut wanted = vec![("/api/login", 200, None, None)];
    for (path, status, code, answer) in [
        ("/api/login", 401, "wrong_credentials", t.browser().post("/login", guessed).await),
        ("/api/isadmin", 401, "logged_out", t.browser().get("/isadmin").await),
        (
            "/api/isadmin",
            403,
            "identity_mismatch",
            ada.ask(Method::GET, "/isadmin", None, &[("x-user-id", "somebody-else")]).await,
        ),
        (
            "/api/user/vote",
            403,
            "cross_site",
            ada.ask(Method::POST, "/user/vote", Some(json!({})), &[("sec-fetch-site", "cross-site")]).await,
        ),
        ("/api/system", 404, "missing", ada.get("/system").await),
        ("/api/no%0d%0aFORGED%1b[31m", 404, "missing", ask(&t, Method::GET, "/api/no%0d%0aFORGED%1b[31m").await),
    ] {
        let id = answer.headers["x-request-id"].to_str().expect("text").to_owned();
        assert_eq!(answer.status.as_u16(), status, "{path}: {}", answer.body);
        assert_eq!(answer.body["code"], code, "{path}: {}", answer.body);
        wanted.push((path, status, Some(id), Some(code)));
    }
    let text = log.text();
    for (path, status, id, code) in wanted {
        let line = text.lines().find(|line| {
            line.contains(&format!("path=\"{path}\""))
                && line.contains(&format!("status={status}"))
                && id.as_ref().is_none_or(|id| line.contains(id.as_str()))
                && code.map_or(!line.contains("code="), |code| line.contains(&format!("code=\"{code}\"")))
        });
        let line = line.unwrap_or_else(|| panic!("no line of {path} with {status}"));
        // UTC, by its letter.
        let at = line.split_whitespace().next().unwrap_or_default();
        assert!(at.ends_with('Z') && at.contains('T'), "{line}");
    }
    assert!(!text.lines().any(|line| line.starts_with("FORGED")) && !text.contains('\u{1b}'));
}

async fn a_broken_database_tells_nothing_of_itself(t: TestApp) {
    let log = t.log();
    let root = t.admin("root").await;
    let mut tx = t.app.db.begin().await.expect("begun");
    sql("ALTER TABLE enquiries RENAME TO enquiries_gone").run(&mut tx).await.expect("renamed");
    tx.commit().await.expect("committed");
    let told = root.get("/enquiries").await;
    let said = String::from_utf8_lossy(&told.bytes).to_lowercase();
    let body = told.refused(500, "broken");
    for inside in ["enquiries", "select", "sql", "table", "column", "relation", ".rs", "panick"] {
        assert!(!said.contains(inside), "{inside} in {said}");
    }
    let id = body["request_id"].as_str().expect("an id");
    let text = log.text();
    let line = text.lines().find(|line| line.contains("request broke") && line.contains(id)).expect("a line");
    assert!(line.contains("ERROR") && line.contains("enquiries"), "{line}");
    // Writing fails closed, and others go on.
    let written = json!({"name": "Ada Rao", "email": "ada@elsewhere.example", "topic": "contact", "message": "When is the open day?"});
    t.browser().post("/enquiries", written).await.refused(500, "broken");
    t.run_jobs().await;
    assert_eq!(t.mails().await.len(), 0);
    root.get("/isadmin").await.expect(200);
}

async fn a_password_is_taken_as_it_was_typed(t: TestApp) {
    let log_in = async |email: &str, password: &str| {
        t.browser().post("/login", json!({"email": email, "passWord": password})).await.status.as_u16()
    };
    let long = "Copper Lantern ".repeat(68); // 1,020 bytes
    for (name, password) in
        [("edges", "  Violet Kettle ninety-1 "), ("long", long.as_str()), ("नदी", "पासवर्ड-नदी-पहाड़")]
    {
        let email = format!("{}@meridian.example", if name.is_ascii() { name } else { "river" });
        let asked: Value = json!({"fullName": "Ada Rao", "email": email, "contact": "9000000001", "role": "USER",
            "passWord": password, "contestgiven": [], "Batch": 2026});
        t.browser().post("/register", asked).await.expect(201);
        assert_eq!(log_in(&email, password).await, 200, "{name}");
        let cut: String = password.chars().take(password.chars().count() - 1).collect();
        let others = [password.trim().to_owned(), password.to_lowercase(), cut];
        for other in others.iter().filter(|other| *other != password) {
            assert_eq!(log_in(&email, other).await, 401, "{name}");
        }
    }
}
