//! Hostile input at every call of the OpenAPI document, as a guest and as a signed-in person: always a refusal with a
//! message, never a 5xx, and nothing of anybody's changes.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Browser, TestApp};
use crate::plain_stories;

plain_stories!(
    bad_bodies_are_refused,
    bad_ids_are_nobodys,
    wrong_methods_and_addresses_are_told,
    headers_of_strangers_change_nothing,
    the_product_has_no_pages_for_tests
);

struct Call {
    method: Method,
    path: String,
    has_body: bool,
    /// The body is a form with files, not JSON.
    takes_files: bool,
}

/// All calls, with `id` in every place of the path.
fn calls(id: &str) -> Vec<Call> {
    let document = serde_json::to_value(quad::router::document()).expect("JSON");
    let mut calls = Vec::new();
    for (path, operations) in document["paths"].as_object().expect("paths") {
        for (method, operation) in operations.as_object().expect("operations") {
            let mut filled = path.clone();
            while let Some((from, to)) = filled.find('{').zip(filled.find('}')) {
                filled.replace_range(from..=to, id);
            }
            let method = method.to_uppercase().parse().expect("a method");
            let body = operation.get("requestBody");
            let takes_files = body.is_some_and(|body| body["content"].get("multipart/form-data").is_some());
            calls.push(Call { method, path: filled, has_body: body.is_some(), takes_files });
        }
    }
    assert!(calls.len() > 30);
    calls
}

/// What a person sees of their own things; must be the same before and after.
async fn belongings(who: &Browser) -> Vec<Value> {
    let mut seen = Vec::new();
    for path in ["/checklogged", "/post/getcontest", "/post/getallcontest", "/contest/my-contests"] {
        let mut answer = who.get(path).await.expect(200);
        // Each process has a name of its own for the list as it stands.
        answer.as_object_mut().map(|list| list.remove("edition"));
        seen.push(answer);
    }
    for contest in seen[1]["contests"].as_array().expect("a list").clone() {
        seen.push(who.get(&format!("/post/{}", contest["_id"].as_str().expect("id"))).await.expect(200));
    }
    seen
}

fn refused(call: &Call, what: &str, answer: &crate::harness::Answer) {
    let status = answer.status.as_u16();
    assert!((400..500).contains(&status), "{} {} with {what}: {status}", call.method, call.path);
    assert!(
        answer.body["message"].as_str().is_some_and(|say| !say.is_empty()),
        "{} {} with {what}: {status} without a message: {}",
        call.method,
        call.path,
        String::from_utf8_lossy(&answer.bytes)
    );
}

async fn bad_bodies_are_refused(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    t.running(&rohan, 2).await;
    let before = belongings(&rohan).await;
    let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    let bodies: Vec<(&str, Vec<u8>)> = vec![
        ("nothing", b"".to_vec()),
        ("a number", b"1".to_vec()),
        ("null", b"null".to_vec()),
        ("a list", b"[]".to_vec()),
        ("half an object", b"{\"contestId\":".to_vec()),
        ("text after the object", b"{} {}".to_vec()),
        ("bytes that are no text", vec![b'"', 0xff, 0xfe, b'"']),
        ("a lone surrogate", br#"{"email":"\ud800","title":"\ud800","contestId":"\ud800","ContestId":"\ud800","token":"\ud800"}"#.to_vec()),
        ("deep nesting", deep.into_bytes()),
        ("numbers for texts", br#"{"email":1,"passWord":1,"newPassword":1,"fullName":1,"title":1,"contestId":1,"ContestId":1,"token":1,"questions":1}"#.to_vec()),
        ("NUL in every text", br#"{"email":"a\u0000@b.c","passWord":"\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000","newPassword":"\u0000","fullName":"\u0000","contact":"\u0000","Batch":"\u0000","title":"\u0000","description":"\u0000","startDate":"\u0000","endDate":"\u0000","contestId":"\u0000","ContestId":"\u0000","QuestionId":"\u0000","Answer":"\u0000","Question":"\u0000","Options":["\u0000","a","b","c"],"token":"\u0000","isPublic":true,"questions":[{"Question":"\u0000"}],"questionId":"\u0000","marking":"key","accepted":["\u0000"],"reason":"\u0000","version":"\u0000"}"#.to_vec()),
        ("ten megabytes", vec![b' '; 10_000_000]),
    ];
    for who in [&t.browser(), &rohan] {
        for call in calls("00000000-0000-7000-8000-000000000000").iter().filter(|call| call.has_body) {
            for (what, body) in &bodies {
                // Ten megabytes are read the same way everywhere; a few calls show it.
                if *what == "ten megabytes"
                    && !matches!(call.path.as_str(), "/login" | "/post/answer" | "/post/createcontest")
                {
                    continue;
                }
                refused(
                    call,
                    what,
                    &who.send_bytes(call.method.clone(), &call.path, "application/json", body.clone()).await,
                );
            }
            let answer = who.send_bytes(call.method.clone(), &call.path, "text/plain", b"{}".to_vec()).await;
            refused(call, "another content type", &answer);
            if call.takes_files {
                for (what, body) in &bodies {
                    let kind = "multipart/form-data; boundary=x";
                    let answer = who.send_bytes(call.method.clone(), &call.path, kind, body.clone()).await;
                    refused(call, &format!("a form of {what}"), &answer);
                }
            }
        }
    }
    assert_eq!(belongings(&rohan).await, before);
}

async fn bad_ids_are_nobodys(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let before = belongings(&rohan).await;
    let long = "x".repeat(3000);
    let ids = [
        "0",
        "undefined",
        "null",
        "%00",
        "%ff",
        "%2e%2e%2f",
        "'--",
        "%F0%9F%92%A5",
        long.as_str(),
        "00000000-0000-7000-8000-00000000000g",
    ];
    for id in ids {
        for call in calls(id).iter().filter(|call| call.path.contains(id) && !call.has_body) {
            refused(call, "a strange id", &rohan.ask(call.method.clone(), &call.path, None, &[]).await);
        }
    }
    for call in calls("01a1f8ef-6140-7277-9208-019e6cd572a8").iter().filter(|call| call.path.contains("01a1")) {
        let body = call.has_body.then(|| {
            json!({"title": "T", "description": "", "Question": "Q", "Options": ["a", "b", "c", "d"], "Answer": "a",
                   "questions": [{"Question": "Q", "Options": ["a", "b", "c", "d"], "Answer": "a"}],
                   "questionId": "01a1f8ef-6140-7277-9208-019e6cd572a8", "marking": "void", "reason": "R", "version": "v", "open": true, "body": "B", "parts": [],
                   "choice": [0]})
        });
        let answer = rohan.ask(call.method.clone(), &call.path, body, &[]).await;
        refused(call, "an unknown id", &answer);
        // A form is read before its call is known, and a name that cannot be set is told to everybody alike, whatever there is.
        let status = answer.status.as_u16();
        let is_strange = answer.body["message"].as_str().is_some_and(|say| say.contains(" cannot be set "));
        let fine = matches!(status, 403 | 404) || (call.takes_files && status == 415) || (status == 400 && is_strange);
        assert!(fine, "{} {}: {}", call.method, call.path, answer.status);
    }
    assert_eq!(belongings(&rohan).await, before);
}

async fn wrong_methods_and_addresses_are_told(t: TestApp) {
    let guest = t.browser();
    guest.get("/nothing/here").await.refused(404, "missing");
    guest.get("/login").await.refused(405, "wrong_method");
    guest.delete("/checklogged").await.refused(405, "wrong_method");
    for query in ["?page=x", "?page=99999999999999999999", "?size=-1", "?q=%ff", "?status=%00"] {
        let rohan = t.browser();
        let answer = rohan.get(&format!("/post/getallcontest{query}")).await;
        assert!(answer.status.is_client_error(), "{query}");
    }
}

async fn headers_of_strangers_change_nothing(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = t.contest(&rohan, 60, 120, false, 0, 0).await;
    let body = json!({"isPublic": true, "contestId": made.id});
    for headers in [
        vec![("origin", "https://evil.example")],
        vec![("origin", "null")],
        vec![("sec-fetch-site", "cross-site")],
        vec![("sec-fetch-site", "same-site")],
        vec![("referer", "https://evil.example/page")],
    ] {
        rohan.ask(Method::POST, "/post/makepublic", Some(body.clone()), &headers).await.refused(403, "cross_site");
        rohan.ask(Method::GET, "/logout", None, &headers).await.refused(403, "cross_site");
    }
    assert_eq!(rohan.get("/post/getcontest").await.expect(200)["contests"][0]["isPublic"], false);
    // Cookies that are nobody's are the same as none.
    for cookie in ["quad_session=", "quad_session=x", "quad_session=%00", "quad_session=\"; a=b"] {
        t.browser().ask(Method::GET, "/post/getcontest", None, &[("cookie", cookie)]).await.refused(401, "logged_out");
    }
}

/// The browser tests' own pages are of another program (testbed/src/bin/quad_hooks.rs).
async fn the_product_has_no_pages_for_tests(t: TestApp) {
    for path in ["/test/clock", "/test/push"] {
        let said = t.browser().open_by_post(path, &json!({"seconds": 3600})).await;
        assert!(said.status().is_client_error(), "{path}: {}", said.status());
    }
}
