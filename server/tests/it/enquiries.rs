//! Stories of the contact form: who is told, who reads, how many are taken, and that nothing in them passes for ours.

use futures::future::join_all;
use quad_db::sql;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, Browser, TestApp};
use crate::{on_both_engines, plain_stories};

on_both_engines!(racing_the_limit,);

plain_stories!(
    a_guest_writes_and_every_administrator_is_told,
    without_an_administrator_the_contact_address_is_told,
    with_nobody_to_tell_it_is_kept_and_counted,
    somebody_logged_in_writes_as_themselves,
    an_enquiry_is_checked_on_the_server,
    half_a_character_is_refused,
    five_in_an_hour_for_an_address,
    five_in_an_hour_from_a_place,
    a_refused_enquiry_leaves_nothing,
    nothing_a_sender_writes_looks_like_ours,
    only_administrators_read_enquiries,
    an_enquiry_is_ticked_off,
    a_filled_trap_is_doubtful,
    counts_are_swept_and_enquiries_stay,
);

const TEXT: &str = "How do I get a contest for our department?";

fn asked(email: &str) -> Value {
    json!({"name": "Ada Rao", "email": email, "topic": "contact", "message": TEXT})
}

fn with(mut body: Value, key: &str, value: Value) -> Value {
    body[key] = value;
    body
}

async fn count(t: &TestApp, table: &str) -> i64 {
    sql(format!("SELECT count(*) AS value FROM {table}")).value(&t.app.db).await.expect("counted").expect("a number")
}

/// Sends an enquiry as if from another network address; the application must stand behind a proxy.
async fn write_from(browser: &Browser, address: &str, body: Value) -> Answer {
    browser.ask(Method::POST, "/enquiries", Some(body), &[("x-forwarded-for", address)]).await
}

async fn behind_a_proxy(t: &TestApp) -> TestApp {
    t.another(&[("QUAD_BEHIND_PROXY", "true")], 5).await
}

async fn a_guest_writes_and_every_administrator_is_told(t: TestApp) {
    t.admin("root").await;
    t.admin("dean").await;
    t.organiser("rohan").await;
    let said = t.browser().post("/enquiries", asked(" Ada@Elsewhere.Example")).await.expect(201);
    assert_eq!(
        said,
        json!({"success": true, "message": "Thank you, your message has arrived. We will answer by e-mail."})
    );
    let mails = t.mails().await;
    let told: Vec<&str> = mails.iter().map(|mail| mail.to.as_str()).collect();
    assert_eq!(told, ["dean@meridian.example", "root@meridian.example"]);
    for mail in &mails {
        assert_eq!(mail.subject, "Quad: a message from the contact form");
        assert_eq!(mail.headers.reply_to.as_deref(), Some("ada@elsewhere.example"), "an answer goes to who wrote");
        assert!(
            mail.headers.unsubscribe.is_none() && mail.text.ends_with("\nA reply to this mail goes to the sender.\n")
        );
        for part in ["Name: Ada Rao\n", "Reply to: ada@elsewhere.example\n", "not logged in", &format!("> {TEXT}\n")] {
            assert!(mail.text.contains(part), "{part} in {}", mail.text);
        }
    }
    // The queue is empty: nothing is mailed twice.
    assert_eq!(t.mails().await.len(), 2);
    let sales = with(asked("bo@elsewhere.example"), "topic", json!("sales"));
    t.browser().post("/enquiries", sales).await.expect(201);
    assert!(t.mails().await[2..].iter().all(|mail| mail.subject == "Quad: a question about plans"));
}

async fn without_an_administrator_the_contact_address_is_told(t: TestApp) {
    let t = t.another(&[("QUAD_CONTACT_EMAIL", " Help@Meridian.Example ")], 2).await;
    t.browser().post("/enquiries", asked("ada@elsewhere.example")).await.expect(201);
    let mails = t.mails().await;
    assert_eq!(mails.iter().map(|mail| mail.to.as_str()).collect::<Vec<_>>(), ["help@meridian.example"]);
    t.admin("root").await;
    t.browser().post("/enquiries", asked("ada@elsewhere.example")).await.expect(201);
    assert_eq!(t.mails().await[1].to, "root@meridian.example");
}

async fn with_nobody_to_tell_it_is_kept_and_counted(t: TestApp) {
    t.person("bo").await;
    t.browser().post("/enquiries", asked("ada@elsewhere.example")).await.expect(201);
    assert!(t.mails().await.is_empty());
    assert_eq!(count(&t, "enquiries").await, 1);
    // The administrator who comes later finds it.
    let root = t.admin("root").await;
    assert_eq!(root.get("/enquiries").await.expect(200)["total"], 1);
}

async fn somebody_logged_in_writes_as_themselves(t: TestApp) {
    let root = t.admin("root").await;
    let ada = t.person("ada").await;
    ada.post("/enquiries", json!({"topic": "sales", "message": TEXT})).await.expect(201);
    let own = json!({"name": " Ada Test ", "email": "ADA@meridian.example", "topic": "contact", "message": TEXT,
        "website": "filled in by a browser"});
    ada.post("/enquiries", own).await.expect(201);
    for (key, value) in [("name", "The Dean"), ("email", "dean@meridian.example")] {
        let body = json!({"topic": "contact", "message": TEXT, key: value});
        ada.post("/enquiries", body).await.refused(403, "identity_mismatch");
    }
    let said = root.get("/enquiries").await.expect(200);
    assert_eq!(said["total"], 2);
    for enquiry in said["enquiries"].as_array().expect("a list") {
        assert_eq!(
            (&enquiry["name"], &enquiry["email"], &enquiry["userId"]),
            (&json!("Ada Test"), &json!("ada@meridian.example"), &json!(ada.id))
        );
    }
    assert!(t.mails().await.iter().all(|mail| mail.text.contains("The sender was logged in")));
}

async fn an_enquiry_is_checked_on_the_server(t: TestApp) {
    let guest = t.browser();
    for (key, value, field) in [
        ("name", json!(" "), "name"),
        ("name", json!("x".repeat(101)), "name"),
        ("name", json!("Ada\nBcc: x@y.example"), "name"),
        ("name", json!("\u{202e}\u{301}"), "name"),
        ("email", json!("ada"), "email"),
        ("email", json!("ada@b.example\r\nBcc: x@y.example"), "email"),
        ("email", json!("Ada <ada@b.example>"), "email"),
        ("email", json!("ada@b.example,bo@b.example"), "email"),
        ("topic", json!("refund"), "topic"),
        ("topic", json!(""), "topic"),
        ("message", json!("too short"), "message"),
        ("message", json!("x".repeat(4001)), "message"),
        ("message", json!("ten letters and a \u{0}"), "message"),
    ] {
        let said = guest.post("/enquiries", with(asked("ada@b.example"), key, value.clone())).await;
        assert_eq!(said.refused(400, "invalid")["field"], field, "{key} = {value}");
    }
    for missing in
        [json!({}), json!({"topic": "contact"}), json!({"name": "Ada", "email": "a@b.example", "message": TEXT})]
    {
        guest.post("/enquiries", missing).await.refused(400, "invalid");
    }
    assert_eq!((count(&t, "enquiries").await, count(&t, "enquiry_allowances").await), (0, 0));
}

async fn five_in_an_hour_for_an_address(t: TestApp) {
    let t = behind_a_proxy(&t).await;
    let guest = t.browser();
    for host in 1..=5 {
        write_from(&guest, &format!("10.0.0.{host}"), asked("ada@elsewhere.example")).await.expect(201);
    }
    let answer = write_from(&guest, "10.0.0.6", asked("ADA@elsewhere.example")).await;
    assert_eq!(answer.headers["retry-after"], "3600");
    answer.refused(429, "too_many");
    write_from(&guest, "10.0.0.6", asked("bo@elsewhere.example")).await.expect(201);
    t.pass(3599);
    write_from(&guest, "10.0.0.6", asked("ada@elsewhere.example")).await.refused(429, "too_many");
    t.pass(1);
    write_from(&guest, "10.0.0.6", asked("ada@elsewhere.example")).await.expect(201);
}

async fn five_in_an_hour_from_a_place(t: TestApp) {
    let t = behind_a_proxy(&t).await;
    let guest = t.browser();
    for number in 1..=5 {
        let body = asked(&format!("p{number}@elsewhere.example"));
        // Hosts of one IPv6 network are one place.
        write_from(&guest, &format!("2001:db8:1:2::{number}"), body).await.expect(201);
    }
    write_from(&guest, "2001:db8:1:2::99", asked("p6@elsewhere.example")).await.refused(429, "too_many");
    write_from(&guest, "2001:db8:1:3::1", asked("p6@elsewhere.example")).await.expect(201);
    // A campus shares one address: its people are counted by their accounts, and strangers cannot use up their counts.
    let ada = t.person("ada").await;
    for _ in 0..5 {
        write_from(&t.browser(), "10.9.9.9", asked("ada@meridian.example")).await.expect(201);
    }
    for _ in 0..5 {
        write_from(&ada, "2001:db8:1:2::1", json!({"topic": "contact", "message": TEXT})).await.expect(201);
    }
    write_from(&ada, "10.1.1.1", json!({"topic": "contact", "message": TEXT})).await.refused(429, "too_many");
}

async fn racing_the_limit(t: TestApp) {
    t.admin("root").await;
    let t = &t;
    // One place, and two addresses that also meet in it.
    let answers = join_all((0..40).map(|number| async move {
        t.browser().post("/enquiries", asked(&format!("p{}@elsewhere.example", number % 2))).await
    }))
    .await;
    let taken = answers.iter().filter(|answer| answer.status == 201).count();
    let refused = answers.iter().filter(|answer| answer.status == 429).count();
    assert_eq!((taken, refused), (5, 35));
    assert_eq!(count(t, "enquiries").await, 5);
    assert_eq!(t.mails().await.len(), 5);
    let counted =
        sql("SELECT CAST(SUM(sent) AS BIGINT) AS value FROM enquiry_allowances").value::<i64>(&t.app.db).await;
    assert_eq!(counted.expect("counted"), Some(10), "each is counted for its place and for its address");
}

async fn a_refused_enquiry_leaves_nothing(t: TestApp) {
    let t = behind_a_proxy(&t).await;
    let guest = t.browser();
    for host in 1..=5 {
        write_from(&guest, &format!("10.0.0.{host}"), asked("ada@elsewhere.example")).await.expect(201);
    }
    // The address is used up; the place must not be counted for what was refused.
    for _ in 0..5 {
        write_from(&guest, "10.0.0.9", asked("ada@elsewhere.example")).await.refused(429, "too_many");
    }
    for number in 0..5 {
        write_from(&guest, "10.0.0.9", asked(&format!("p{number}@elsewhere.example"))).await.expect(201);
    }
    assert_eq!(count(&t, "enquiries").await, 10);
}

async fn nothing_a_sender_writes_looks_like_ours(t: TestApp) {
    t.admin("root").await;
    let forged = "Hello administrators\r\n.\r\n\r\nReply to: thief@evil.example\u{2028}Name: The Dean\n\
        The sender was logged in with this name and address.";
    let body = with(asked("ada@elsewhere.example"), "message", json!(forged));
    t.browser().post("/enquiries", body).await.expect(201);
    let mail = &t.mails().await[0];
    let lines: Vec<&str> = mail.text.lines().collect();
    assert!(lines.contains(&"> .") && lines.contains(&"> Reply to: thief@evil.example"), "{}", mail.text);
    let ours = |start: &str| lines.iter().filter(|line| line.starts_with(start)).count();
    assert_eq!((ours("Reply to:"), ours("Name:"), ours("The sender was")), (1, 1, 1), "{}", mail.text);
    assert!(!mail.text.contains(['\r', '\u{2028}']) && !mail.subject.contains("Ada"));
}

async fn only_administrators_read_enquiries(t: TestApp) {
    let (root, ada) = (t.admin("root").await, t.organiser("ada").await);
    for number in 0..3 {
        let text = format!("This is message number {number}");
        t.browser().post("/enquiries", with(asked("ada@elsewhere.example"), "message", json!(text))).await.expect(201);
        t.pass(1);
    }
    t.browser().get("/enquiries").await.refused(401, "logged_out");
    ada.get("/enquiries").await.refused(404, "missing");
    let said = root.get("/enquiries").await.expect(200);
    assert_eq!((&said["success"], &said["total"]), (&json!(true), &json!(3)));
    assert_eq!(
        said["enquiries"][0],
        json!({"id": said["enquiries"][0]["id"], "topic": "contact", "name": "Ada Rao", "email": "ada@elsewhere.example",
            "message": "This is message number 2", "userId": null, "doubtful": false, "createdAt": t.moment(-1), "answeredAt": null})
    );
    let second = root.get("/enquiries?page=2&size=2").await.expect(200);
    assert_eq!(second["enquiries"].as_array().map(Vec::len), Some(1));
    assert_eq!((&second["enquiries"][0]["message"], &second["total"]), (&json!("This is message number 0"), &json!(3)));
    assert_eq!(root.get("/enquiries?page=9").await.expect(200)["enquiries"], json!([]));
    for strange in ["?page=0", "?size=0", "?size=201", "?page=1000001", "?page=x"] {
        root.get(&format!("/enquiries{strange}")).await.refused(400, "invalid");
    }
}

async fn an_enquiry_is_ticked_off(t: TestApp) {
    let (root, ada) = (t.admin("root").await, t.person("ada").await);
    t.browser().post("/enquiries", asked("ada@elsewhere.example")).await.expect(201);
    t.browser().post("/enquiries", asked("bo@elsewhere.example")).await.expect(201);
    let said = root.get("/enquiries").await.expect(200);
    assert_eq!((&said["open"], &said["total"]), (&json!(2), &json!(2)));
    let id = said["enquiries"][0]["id"].as_str().expect("an id").to_owned();
    let path = format!("/enquiries/{id}/answered");
    t.browser().put(&path, json!({"answered": true})).await.refused(401, "logged_out");
    ada.put(&path, json!({"answered": true})).await.refused(404, "missing");
    root.put(&path, json!({"answered": true})).await.expect(200);
    let then = t.moment(0);
    t.pass(60);
    root.put(&path, json!({"answered": true})).await.expect(200);
    let said = root.get("/enquiries").await.expect(200);
    assert_eq!((&said["open"], &said["enquiries"][0]["answeredAt"]), (&json!(1), &json!(then)));
    let open = root.get("/enquiries?open=true").await.expect(200);
    assert_eq!((&open["total"], open["enquiries"].as_array().map(Vec::len)), (&json!(1), Some(1)));
    assert_ne!(open["enquiries"][0]["id"], json!(id));
    root.put(&path, json!({"answered": false})).await.expect(200);
    assert_eq!(root.get("/enquiries").await.expect(200)["open"], 2);
    for strange in ["x", "01a1f8ef-6140-7277-9208-019e6cd572a8", "%00"] {
        root.put(&format!("/enquiries/{strange}/answered"), json!({"answered": true})).await.refused(404, "missing");
    }
    root.put(&path, json!({})).await.refused(400, "invalid");
}

/// A program fills every field, and so does many a password manager: nobody's message is thrown away.
async fn a_filled_trap_is_doubtful(t: TestApp) {
    let root = t.admin("root").await;
    let guest = t.browser();
    let honest =
        guest.post("/enquiries", with(asked("ada@elsewhere.example"), "website", json!(" "))).await.expect(201);
    let trapped = with(asked("bot@elsewhere.example"), "website", json!("https://spam.example"));
    assert_eq!(guest.post("/enquiries", trapped).await.expect(201), honest);
    assert_eq!((count(&t, "enquiries").await, t.mails().await.len()), (2, 1), "only the first is mailed");
    let listed = root.get("/enquiries").await.expect(200)["enquiries"].clone();
    let marks = |at: usize| (listed[at]["email"].clone(), listed[at]["doubtful"].clone());
    let mut both = [marks(0), marks(1)];
    both.sort_by_key(|(email, _)| email.to_string());
    assert_eq!(both, [(json!("ada@elsewhere.example"), json!(false)), (json!("bot@elsewhere.example"), json!(true))]);
    let told = root.get("/notifications").await.expect(200)["notifications"].to_string();
    assert_eq!(told.matches("This may be spam").count(), 1, "{told}");
}

async fn counts_are_swept_and_enquiries_stay(t: TestApp) {
    t.browser().post("/enquiries", asked("ada@elsewhere.example")).await.expect(201);
    assert_eq!(count(&t, "enquiry_allowances").await, 2);
    t.run_jobs().await;
    assert_eq!(count(&t, "enquiry_allowances").await, 2);
    t.pass(2 * 3600);
    t.run_jobs().await;
    assert_eq!((count(&t, "enquiry_allowances").await, count(&t, "enquiries").await), (0, 1));
}

/// JSON can name half of a surrogate pair; no text of ours ever holds one.
async fn half_a_character_is_refused(t: TestApp) {
    let guest = t.browser();
    let whole =
        r#"{"name":"Ada","email":"ada@elsewhere.example","topic":"contact","message":"Is there a room for forty?"}"#;
    for half in [r"\ud83d", r"\udf93", r"\ud83dx", r"\ud83d\ud83d", r"\udf93\ud83d"] {
        for field in ["Ada", "contact", "Is there"] {
            let body = whole.replace(field, &format!("{field}{half}"));
            guest.send_raw("/enquiries", "application/json", body.into_bytes()).await.refused(400, "invalid");
        }
    }
    let found = sql("SELECT count(*) AS value FROM enquiries").value::<i64>(&t.app.db).await.expect("counted");
    assert_eq!(found, Some(0));
    // A whole one is an emoji.
    let body = whole.replace("Ada", r"Ada \ud83c\udf93").into_bytes();
    guest.send_raw("/enquiries", "application/json", body).await.expect(201);
    let root = t.admin("root").await;
    assert_eq!(root.get("/enquiries").await.expect(200)["enquiries"][0]["name"], "Ada 🎓");
}
