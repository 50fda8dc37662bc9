//! Stories of one's own account: changing it, taking its data along, deleting it.

use std::sync::atomic::{AtomicBool, Ordering};

use futures::future::join_all;
use quad_contests::payments;
use quad_db::sql;
use quad_people::accounts;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::push_service::Phone;
use crate::harness::{Answer, Browser, PASSWORD, TestApp, Till, question, stagger};
use crate::{on_both_engines, plain_stories};

on_both_engines!(
    racing_changes_of_different_fields_both_hold,
    racing_password_changes_make_one,
    racing_administrators_leave_one,
    racing_a_deletion_against_everything,
    racing_a_deletion_against_changes_of_an_event,
    racing_deletions_make_one,
    racing_a_first_join_against_its_owners_deletion,
);

plain_stories!(
    a_person_changes_the_own_account,
    an_account_is_changed_under_the_rules_of_registration,
    a_changed_name_shows_on_boards,
    another_password_ends_all_other_sessions,
    a_password_is_changed_under_the_rules_of_registration,
    wrong_passwords_of_somebody_logged_in_are_counted,
    the_data_has_exactly_these_keys,
    the_data_tells_nothing_before_the_end,
    the_data_is_the_persons_alone,
    deleting_an_account,
    only_the_password_deletes,
    the_same_address_gets_a_fresh_account,
    results_stand_under_a_pseudonym,
    contests_nobody_joined_go_and_the_others_stay,
    polls_nobody_voted_in_go_and_votes_stay,
    creations_left_are_lost_by_the_ledger,
    purchases_stay_under_the_pseudonym,
    enquiries_stay_under_the_pseudonym,
    mails_that_wait_are_dropped,
    the_last_administrator_stays,
);

const NEW_PASSWORD: &str = "copper-lantern-77";

async fn log_in(browser: &Browser, name: &str, password: &str) -> Answer {
    let email = format!("{name}@meridian.example");
    browser.post("/login", json!({"email": email, "passWord": password})).await
}

async fn end_account(who: &Browser, password: &str) -> Answer {
    who.ask(Method::DELETE, "/account", Some(json!({"password": password})), &[]).await
}

async fn change_password(who: &Browser, current: &str, password: &str) -> Answer {
    who.put("/account/password", json!({"current": current, "password": password})).await
}

async fn count(t: &TestApp, from: &str) -> i64 {
    sql(format!("SELECT count(*) AS value FROM {from}")).value(&t.app.db).await.expect("counted").expect("a number")
}

async fn text(t: &TestApp, what: &str) -> String {
    sql(format!("SELECT {what}")).value(&t.app.db).await.expect("read").expect("a row")
}

fn is_pseudonym(name: &Value) -> bool {
    name.as_str()
        .and_then(|name| name.strip_prefix("Former student "))
        .is_some_and(|letters| letters.len() == 4 && letters.bytes().all(|c| c.is_ascii_uppercase()))
}

async fn a_person_changes_the_own_account(t: TestApp) {
    let ada = t.person("ada").await;
    let said =
        ada.put("/account", json!({"fullName": " Ada M. Rao ", "contact": "+91 98765-43210", "Batch": "२०२७"})).await;
    assert_eq!(
        said.expect(200),
        json!({"success": true, "message": "Your account is up to date", "user": {"_id": ada.id, "fullName": "Ada M. Rao",
            "email": "ada@meridian.example", "contact": "+91 98765-43210", "role": "USER", "roles": ["USER"], "Batch": 2027,
            "contestCredits": 0, "pollCredits": 0, "picture": null}})
    );
    let said =
        ada.put("/account", json!({"contact": 9_000_000_002_u64, "fullName": null, "email": "x@y.z", "role": "ADMIN"}));
    let user = said.await.expect(200)["user"].clone();
    assert_eq!((&user["fullName"], &user["contact"]), (&json!("Ada M. Rao"), &json!("9000000002")));
    assert_eq!(
        (&user["email"], &user["role"]),
        (&json!("ada@meridian.example"), &json!("USER")),
        "nothing else changes"
    );
    assert_eq!(ada.get("/checklogged").await.expect(200)["user"], user);
    // The session knows the new name at once: it is compared with what is sent along.
    let hello = json!({"name": "Ada M. Rao", "topic": "contact", "message": "Hello from my new name"});
    ada.post("/enquiries", hello).await.expect(201);
}

async fn an_account_is_changed_under_the_rules_of_registration(t: TestApp) {
    let ada = t.person("ada").await;
    let before = ada.get("/checklogged").await.expect(200);
    for (body, field) in [
        (json!({"fullName": "  "}), "fullName"),
        (json!({"fullName": "a\u{0}b"}), "fullName"),
        (json!({"fullName": "x".repeat(101)}), "fullName"),
        (json!({"contact": "123456"}), "contact"),
        (json!({"contact": ""}), "contact"),
        (json!({"Batch": 1949}), "Batch"),
        (json!({"Batch": 2028}), "Batch"),
        (json!({"Batch": "soon"}), "Batch"),
        (json!({"fullName": "Ada R", "Batch": 1}), "Batch"),
        (json!({}), "fullName"),
        (json!({"fullName": null}), "fullName"),
    ] {
        assert_eq!(ada.put("/account", body.clone()).await.refused(400, "invalid")["field"], field, "{body}");
    }
    for name in ["batch", "fullname", "Contact", "year", "fullName "] {
        let said = ada.put("/account", json!({"contact": "9000000009", name: "2026"})).await.refused(400, "invalid");
        let says = format!("“{}” cannot be set here. You can set fullName, contact, Batch.", name.trim());
        assert_eq!(said["message"], says);
    }
    assert_eq!(ada.get("/checklogged").await.expect(200), before);
    t.browser().put("/account", json!({"fullName": "Ada"})).await.refused(401, "logged_out");
    let headers = [("x-user-id", "01a1f8ef-6140-7277-9208-019e6cd572a8")];
    let foreign = ada.ask(Method::PUT, "/account", Some(json!({"fullName": "Ada"})), &headers).await;
    foreign.refused(403, "identity_mismatch");
}

async fn racing_changes_of_different_fields_both_hold(t: TestApp) {
    let ada = t.person("ada").await;
    for round in 0..10 {
        let (name, contact) = (format!("Ada {round}"), format!("900000010{round}"));
        let (one, two) = tokio::join!(
            ada.put("/account", json!({"fullName": name})),
            ada.put("/account", json!({"contact": contact}))
        );
        one.expect(200);
        two.expect(200);
        let user = ada.get("/checklogged").await.expect(200)["user"].clone();
        assert_eq!((&user["fullName"], &user["contact"]), (&json!(name), &json!(contact)));
    }
}

async fn a_changed_name_shows_on_boards(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = t.contest(&rohan, 0, 60, true, 1, 0).await;
    ada.join(&made).await;
    t.pass(90);
    assert_eq!(ada.results(&made).await.expect(200)["results"][0]["fullName"], "Ada Test");
    ada.put("/account", json!({"fullName": "Ada Rao"})).await.expect(200);
    assert_eq!(rohan.results(&made).await.expect(200)["results"][0]["fullName"], "Ada Rao");
}

async fn another_password_ends_all_other_sessions(t: TestApp) {
    let (here, there) = (t.person("ada").await, t.log_in("ada").await);
    // A code that was mailed before is void, too.
    here.post("/resetpassword", json!({"email": "ada@meridian.example", "newPassword": NEW_PASSWORD}))
        .await
        .expect(202);
    let mails = t.mails().await;
    let is_code = |word: &&str| word.len() == 6 && word.bytes().all(|c| c.is_ascii_digit());
    let code = mails.last().expect("a mail").text.split_whitespace().find(is_code).expect("a code").to_owned();

    let said = change_password(&here, PASSWORD, NEW_PASSWORD).await.expect(200);
    assert_eq!(
        said,
        json!({"success": true, "message": "Your password is changed; all your other devices are logged out"})
    );
    there.get("/sessions").await.refused(401, "logged_out");
    let sessions = here.get("/sessions").await.expect(200)["sessions"].clone();
    assert_eq!((sessions.as_array().map(Vec::len), &sessions[0]["current"]), (Some(1), &json!(true)));
    assert_eq!(count(&t, "known_devices").await, 1, "only the device at hand is still known");
    log_in(&t.browser(), "ada", PASSWORD).await.refused(401, "wrong_credentials");
    log_in(&t.browser(), "ada", NEW_PASSWORD).await.expect(200);
    let try_code = json!({"email": "ada@meridian.example", "newPassword": "marble-orchard-55", "code": code});
    here.post("/resetpassword", try_code).await.refused(400, "wrong_code");
    let told = t.mails().await.pop().expect("a mail");
    assert_eq!((told.to.as_str(), told.subject.as_str()), ("ada@meridian.example", "Quad: your password was changed"));
    assert!(told.text.contains("on its profile page"), "{}", told.text);
}

async fn a_password_is_changed_under_the_rules_of_registration(t: TestApp) {
    let ada = t.person("ada").await;
    for (password, field) in [
        (json!("seven77"), "password"),
        (json!("password1"), "password"),
        (json!("xx ADA xx 731"), "password"),
        (json!("x7".repeat(513)), "password"),
        (json!(PASSWORD), "password"),
        (json!(""), "password"),
        (json!(null), "password"),
    ] {
        let body = json!({"current": PASSWORD, "password": password});
        assert_eq!(ada.put("/account/password", body).await.refused(400, "invalid")["field"], field, "{password}");
    }
    let said = ada.put("/account/password", json!({"password": NEW_PASSWORD})).await.refused(400, "invalid");
    assert_eq!(said["field"], "current");
    t.browser()
        .put("/account/password", json!({"current": PASSWORD, "password": NEW_PASSWORD}))
        .await
        .refused(401, "logged_out");
    log_in(&t.browser(), "ada", PASSWORD).await.expect(200);
    assert!(t.mails().await.is_empty());
}

async fn wrong_passwords_of_somebody_logged_in_are_counted(t: TestApp) {
    let ada = t.person("ada").await;
    for _ in 0..3 {
        let said = change_password(&ada, "not-this-one-either", NEW_PASSWORD).await.refused(403, "wrong_password");
        assert_eq!(said["field"], "current");
    }
    for _ in 0..2 {
        assert_eq!(end_account(&ada, "not-this-one-either").await.refused(403, "wrong_password")["field"], "password");
    }
    let slowed = change_password(&ada, PASSWORD, NEW_PASSWORD).await;
    assert!(slowed.headers.contains_key("retry-after"));
    slowed.refused(429, "slow_down");
    end_account(&ada, PASSWORD).await.refused(429, "slow_down");
    // Apart from log-ins: neither slows the other.
    log_in(&t.browser(), "ada", PASSWORD).await.expect(200);
    t.pass(61);
    change_password(&ada, PASSWORD, NEW_PASSWORD).await.expect(200);
    // And a success takes the count away.
    change_password(&ada, "not-this-one-either", PASSWORD).await.refused(403, "wrong_password");
    change_password(&ada, NEW_PASSWORD, PASSWORD).await.expect(200);
    // A burst is counted before it is looked at.
    let burst = join_all((0..30).map(|number| {
        let ada = ada.clone();
        async move { change_password(&ada, &format!("guess-number-{number}"), NEW_PASSWORD).await.status }
    }));
    assert_eq!(burst.await.iter().filter(|status| **status == 403).count(), 5);
}

async fn racing_password_changes_make_one(t: TestApp) {
    let ada = t.person("ada").await;
    let new = ["copper-lantern-77", "marble-orchard-55", "velvet-compass-31", "silver-thicket-64"];
    let done = join_all(new.iter().map(|password| change_password(&ada, PASSWORD, password))).await;
    let won: Vec<&str> =
        new.iter().zip(&done).filter(|(_, said)| said.status == 200).map(|(password, _)| *password).collect();
    assert_eq!(won.len(), 1, "one change counts");
    for said in done.into_iter().filter(|said| said.status != 200) {
        said.refused(403, "wrong_password");
    }
    log_in(&t.browser(), "ada", won[0]).await.expect(200);
    assert_eq!(t.mails().await.len(), 1);
}

/// All keys of a document, as paths; lists count as one.
fn keys(of: &Value, at: &str, found: &mut Vec<String>) {
    match of {
        Value::Object(members) => {
            for (key, value) in members {
                let path = if at.is_empty() { key.clone() } else { format!("{at}.{key}") };
                found.push(path.clone());
                keys(value, &path, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| keys(item, at, found)),
        _ => {}
    }
}

async fn the_data_has_exactly_these_keys(t: TestApp) {
    let (ada, bo) = (t.organiser("ada").await, t.organiser("bo").await);
    let own = t.running(&ada, 1).await;
    let joined = t.running(&bo, 2).await;
    ada.join(&joined).await;
    ada.answer(&joined, 0, "A").await.expect(200);
    let hello = json!({"topic": "sales", "message": "What does the Pro plan cost?"});
    ada.post("/enquiries", hello).await.expect(201);
    let link = bo.post(&format!("/contests/{}/invitation", joined.id), json!(null)).await.expect(201);
    ada.post("/invitation/accept", json!({"token": link["invitation"]["token"]})).await.expect(200);
    let answer = ada.get("/account/data").await;
    let header = |name: &str| answer.headers[name].to_str().expect("text").to_owned();
    assert_eq!(header("content-disposition"), "attachment; filename=\"quad-data-2026-11-20.json\"");
    assert_eq!((header("cache-control").as_str(), header("content-type").as_str()), ("no-store", "application/json"));
    let data = answer.expect(200);
    let mut found = Vec::new();
    keys(&data, "", &mut found);
    found.sort_unstable();
    found.dedup();
    let expected = "account account.batch account.confirmedAt account.contact account.createdAt account.email account.fullName \
        account.id account.picture adminActs adminActs.aboutYou adminActs.at adminActs.by adminActs.said attempts attempts.answers attempts.answers.answeredAt attempts.answers.chosen attempts.answers.correct \
        attempts.answers.question attempts.contestId attempts.correctAnswerCount attempts.endDate attempts.joinedAt \
        attempts.startDate attempts.submittedAt attempts.title attempts.wrongAnswerCount clubs clubs.announcements clubs.feedback \
        clubs.memberships clubs.questions contests contests.answersShown \
        contests.createdAt contests.description contests.endDate contests.id contests.isPublic contests.participants \
        contests.questions contests.questions.accepted contests.questions.difficulty contests.questions.marking contests.questions.options \
        contests.questions.question contests.startDate contests.title devices devices.lastSeenAt enquiries enquiries.createdAt enquiries.email \
        enquiries.message enquiries.name enquiries.topic events events.calendarAddressMadeAt events.created events.registrations galleries galleries.made invitations invitations.acceptedAt invitations.contestId \
        invitations.title madeAt notifications notifications.devices notifications.inbox notifications.preferences \
        notifications.preferences.about notifications.preferences.mail notifications.preferences.push payments payments.cases payments.charges payments.contestCreationsLeft payments.ledger \
        payments.ledger.contests payments.ledger.createdAt payments.ledger.id payments.ledger.polls payments.ledger.reason \
        payments.ledger.subject payments.orders payments.pollCreationsLeft polls polls.created polls.votedIn roles roles.grantedAt roles.role sessions sessions.address \
        sessions.createdAt sessions.current sessions.device sessions.lastSeenAt";
    assert_eq!(found, expected.split_whitespace().collect::<Vec<_>>());
    assert_eq!(
        data["contests"],
        json!([{"id": own.id, "title": "Friday Quiz", "description": "Ten minutes", "startDate": t.moment(0),
            "endDate": t.moment(3600), "isPublic": true, "answersShown": false, "participants": 0, "createdAt": t.moment(0),
            "questions": [{"question": "Question 0?", "options": ["0-A", "0-B", "0-C", "0-D"], "accepted": ["0-A"],
                "marking": "key", "difficulty": null}]}])
    );
    assert_eq!(
        data["attempts"],
        json!([{"contestId": joined.id, "title": "Friday Quiz", "startDate": t.moment(0), "endDate": t.moment(3600),
            "joinedAt": t.moment(0), "submittedAt": null, "correctAnswerCount": null, "wrongAnswerCount": null,
            "answers": [{"question": "Question 0?", "chosen": "0-A", "answeredAt": t.moment(0), "correct": null}]}])
    );
    let spent: Vec<_> =
        data["payments"]["ledger"].as_array().expect("a list").iter().map(|one| &one["contests"]).collect();
    assert_eq!((spent, &data["payments"]["contestCreationsLeft"]), (vec![&json!(20), &json!(-1)], &json!(19)));
    assert_eq!(data["sessions"][0]["current"], true);
    assert_eq!(data["roles"][0]["role"], "ORGANISER");
}

async fn the_data_tells_nothing_before_the_end(t: TestApp) {
    let (ada, bo) = (t.person("ada").await, t.organiser("bo").await);
    let made = t.contest(&bo, 0, 60, true, 2, 0).await;
    ada.join(&made).await;
    ada.answer(&made, 0, "A").await.expect(200);
    ada.answer(&made, 1, "B").await.expect(200);
    let attempt = async || ada.get("/account/data").await.expect(200)["attempts"][0].clone();
    let told = |attempt: &Value| {
        let correct: Vec<Value> =
            attempt["answers"].as_array().expect("a list").iter().map(|one| one["correct"].clone()).collect();
        (attempt["correctAnswerCount"].clone(), json!(correct))
    };
    t.pass(61);
    assert_eq!(told(&attempt().await), (json!(null), json!([null, null])), "within the grace nothing is told");
    t.pass(1);
    assert_eq!(told(&attempt().await), (json!(1), json!([null, null])), "what the board tells, and no more");
    let shown = json!({"title": "Friday Quiz", "description": "", "answersShown": true});
    bo.put(&format!("/contests/{}", made.id), shown).await.expect(200);
    assert_eq!(told(&attempt().await), (json!(1), json!([true, false])));
}

async fn the_data_is_the_persons_alone(t: TestApp) {
    let (ada, bo) = (t.person("ada").await, t.organiser("bo").await);
    let made = t.running(&bo, 1).await;
    for who in [&ada, &t.person("chitra").await] {
        who.join(&made).await;
        who.answer(&made, 0, "C").await.expect(200);
    }
    // Somebody who is not logged in types Ada's address: that is not Ada's.
    let typed =
        json!({"name": "Ada", "email": "ada@meridian.example", "topic": "contact", "message": "I am somebody else"});
    t.browser().post("/enquiries", typed).await.expect(201);
    let bytes = ada.get("/account/data").await.bytes;
    let document = String::from_utf8(bytes).expect("text");
    for foreign in ["argon2", "bo@meridian", "chitra", "accepted", "somebody else", "hash", "token"] {
        assert!(!document.contains(foreign), "{foreign}");
    }
    t.browser().get("/account/data").await.refused(401, "logged_out");
}

async fn deleting_an_account(t: TestApp) {
    let (ada, there) = (t.organiser("ada").await, t.log_in("ada").await);
    let root = t.admin("root").await;
    let answer = end_account(&ada, PASSWORD).await;
    let cookie = answer.headers["set-cookie"].to_str().expect("text").to_owned();
    assert!(cookie.starts_with("quad_session=;") && cookie.contains("Max-Age=0"), "{cookie}");
    let said = answer.expect(200);
    assert_eq!(
        said,
        json!({"success": true, "message": "Your account is deleted. Your results stay under a pseudonym."})
    );
    assert_eq!(ada.get("/checklogged").await.expect(200), json!({"success": false}));
    there.get("/sessions").await.refused(401, "logged_out");
    log_in(&t.browser(), "ada", PASSWORD).await.refused(401, "wrong_credentials");
    root.get(&format!("/getuser/{}", ada.id)).await.refused(404, "missing");
    assert_eq!(
        count(&t, "users WHERE deleted_at IS NOT NULL AND contact = '' AND password_hash = '!' AND batch = 0").await,
        1
    );
    assert_eq!(text(&t, "email AS value FROM users WHERE deleted_at IS NOT NULL").await, format!("deleted:{}", ada.id));
    for table in ["sessions", "known_devices", "roles", "reset_codes", "daily_creations"] {
        assert_eq!(
            count(&t, &format!("{table} JOIN users ON users.id = user_id WHERE deleted_at IS NOT NULL")).await,
            0,
            "{table}"
        );
    }
    assert_eq!(root.get("/site").await.expect(200)["counts"]["students"], 1);
    let told = t.mails().await.pop().expect("a mail");
    assert_eq!((told.to.as_str(), told.subject.as_str()), ("ada@meridian.example", "Quad: your account is deleted"));
    // Nothing that comes later wakes the tombstone.
    assert!(payments::grant_by_operator(&t.app, "ada@meridian.example", 1, 1).await.is_err());
    assert!(accounts::promote(&t.app, "ada@meridian.example").await.is_err());
    let strange = json!({"email": format!("deleted:{}", ada.id), "passWord": "!"});
    t.browser().post("/login", strange).await.refused(401, "wrong_credentials");
}

async fn only_the_password_deletes(t: TestApp) {
    let ada = t.person("ada").await;
    end_account(&ada, "not-this-one-either").await.refused(403, "wrong_password");
    ada.delete("/account").await.refused(415, "unsupported_media_type");
    let empty = ada.ask(Method::DELETE, "/account", Some(json!({})), &[]).await.refused(400, "invalid");
    assert_eq!(empty["field"], "password");
    let body = || Some(json!({"password": PASSWORD}));
    for header in [("origin", "https://evil.example"), ("sec-fetch-site", "cross-site")] {
        ada.ask(Method::DELETE, "/account", body(), &[header]).await.refused(403, "cross_site");
    }
    let headers = [("x-user-id", "01a1f8ef-6140-7277-9208-019e6cd572a8")];
    ada.ask(Method::DELETE, "/account", body(), &headers).await.refused(403, "identity_mismatch");
    t.browser().ask(Method::DELETE, "/account", body(), &[]).await.refused(401, "logged_out");
    assert_eq!(ada.get("/checklogged").await.expect(200)["success"], true);
    let origin = t.base.clone();
    let own = [("origin", origin.as_str()), ("sec-fetch-site", "same-origin"), ("x-user-id", ada.id.as_str())];
    ada.ask(Method::DELETE, "/account", body(), &own).await.expect(200);
}

async fn the_same_address_gets_a_fresh_account(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.organiser("ada").await);
    let made = t.running(&rohan, 1).await;
    ada.join(&made).await;
    end_account(&ada, PASSWORD).await.expect(200);
    let again = t.person("ada").await;
    assert_ne!(again.id, ada.id);
    let said = again.get(&format!("/getuser/{}", again.id)).await.expect(200);
    assert_eq!((&said["contestgiven"], &said["count"], &said["role"]), (&json!([]), &json!(0), &json!("USER")));
    // The old browser's cookie is nobody's, and the same contest can be taken anew.
    ada.get("/sessions").await.refused(401, "logged_out");
    again.join(&made).await;
    assert_eq!(rohan.results(&made).await.expect(200)["totalParticipants"], 2);
}

async fn results_stand_under_a_pseudonym(t: TestApp) {
    let (rohan, ada, bo) = (t.organiser("rohan").await, t.person("ada").await, t.person("bo").await);
    let over = t.contest(&rohan, 0, 60, true, 2, 0).await;
    for who in [&ada, &bo] {
        who.join(&over).await;
    }
    ada.answer(&over, 0, "A").await.expect(200);
    t.pass(90);
    let running = t.contest(&rohan, 0, 600, true, 2, 0).await;
    ada.join(&running).await;
    ada.answer(&running, 0, "A").await.expect(200);
    // Both boards are in memory before.
    let before = rohan.results(&over).await.expect(200);
    assert_eq!(before["results"][0]["fullName"], "Ada Test");
    rohan.results(&running).await.expect(200);

    end_account(&ada, PASSWORD).await.expect(200);
    let after = rohan.results(&over).await.expect(200);
    let row = &after["results"][0];
    assert!(is_pseudonym(&row["fullName"]), "{row}");
    assert_eq!((&row["email"], &row["rank"], &row["correctAnswerCount"]), (&json!(null), &json!(1), &json!(1)));
    assert_eq!(after["results"][1], before["results"][1], "nobody else moves");
    let live = rohan.results(&running).await.expect(200);
    assert_eq!((&live["totalParticipants"], is_pseudonym(&live["results"][0]["fullName"])), (&json!(1), true));
    t.pass(700);
    let ended = bo.results(&running).await.expect(200);
    assert_eq!(ended["results"][0]["correctAnswerCount"], 1, "the open attempt counts");
    assert_eq!(rohan.get(&format!("/contests/{}/analysis", over.id)).await.expect(200)["participants"], 2);
}

async fn contests_nobody_joined_go_and_the_others_stay(t: TestApp) {
    let (ada, bo) = (t.organiser("ada").await, t.person("bo").await);
    let alone = t.running(&ada, 1).await;
    let shared = t.running(&ada, 2).await;
    bo.join(&shared).await;
    // Both are remembered before.
    for contest in [&alone, &shared] {
        bo.get(&format!("/contest/{}", contest.id)).await.expect(200);
    }
    end_account(&ada, PASSWORD).await.expect(200);
    bo.get(&format!("/contest/{}", alone.id)).await.refused(404, "missing");
    assert_eq!(count(&t, "questions").await, 2);
    bo.answer(&shared, 0, "A").await.expect(200);
    bo.submit(&shared).await;
    t.pass(3700);
    assert_eq!(bo.results(&shared).await.expect(200)["results"][0]["correctAnswerCount"], 1);
}

async fn creations_left_are_lost_by_the_ledger(t: TestApp) {
    let ada = t.organiser("ada").await;
    t.running(&ada, 0).await;
    end_account(&ada, PASSWORD).await.expect(200);
    assert_eq!(count(&t, "credit_balances WHERE contests = 0 AND polls = 0").await, 1);
    let sums = "CAST(COALESCE(SUM(contests), 0) AS BIGINT) AS value FROM credit_entries";
    let sum: Option<i64> = sql(format!("SELECT {sums}")).value(&t.app.db).await.expect("read");
    assert_eq!(sum, Some(0), "the balance is the sum of the ledger");
    assert_eq!(
        count(&t, "credit_entries WHERE reason = 'account deleted' AND contests = -19 AND polls = -20").await,
        1
    );
}

async fn purchases_stay_under_the_pseudonym(t: TestApp) {
    let (ada, root) = (t.person("ada").await, t.admin("root").await);
    let till = Till::sandbox(t).await;
    let (paid, begun) = (till.order(&ada, 19).await, till.order(&ada, 9).await);
    till.verify(&ada, &till.pay(&paid).await).await.expect(200);
    let receipt = till.purchase(&ada, &paid).await["receiptNo"].clone();
    end_account(&ada, PASSWORD).await.expect(200);
    // What was under way is paid all the same.
    till.pay(&begun).await;
    till.reconcile_after(60).await;
    let sales = root.get("/payment/sales").await.expect(200)["sales"].clone();
    assert_eq!((&sales[0]["id"], &sales[1]["id"]), (&json!(begun.order), &json!(paid.order)));
    for sale in sales.as_array().expect("a list") {
        assert!(is_pseudonym(&sale["buyer"]["fullName"]), "{sale}");
        assert_eq!(sale["buyer"]["email"], "", "{sale}");
    }
    assert_eq!(sales[1]["receiptNo"], receipt);
    let refund = json!({"amountPaise": 900, "contests": 0, "polls": 0, "reason": "The account is gone"});
    root.post(&format!("/payment/orders/{}/refunds", begun.order), refund).await.expect(201);
    let mails: Vec<(String, String)> = till.mails().await.into_iter().map(|mail| (mail.to, mail.subject)).collect();
    let farewell = ("ada@meridian.example".to_owned(), "Quad: your account is deleted".to_owned());
    assert_eq!(mails, [farewell], "neither receipts nor refunds are mailed to nobody");
}

async fn enquiries_stay_under_the_pseudonym(t: TestApp) {
    let (ada, root) = (t.person("ada").await, t.admin("root").await);
    ada.post("/enquiries", json!({"topic": "contact", "message": "The lawn is too green"})).await.expect(201);
    end_account(&ada, PASSWORD).await.expect(200);
    let said = root.get("/enquiries").await.expect(200)["enquiries"][0].clone();
    assert!(is_pseudonym(&said["name"]), "{said}");
    assert_eq!((&said["email"], &said["message"]), (&json!(""), &json!("The lawn is too green")));
    // The mail about it waited until now.
    let mails = t.mails().await;
    let told = mails.iter().find(|mail| mail.to == "root@meridian.example").expect("a mail");
    assert!(told.text.contains("no answer is possible") && !told.text.contains("ada"), "{}", told.text);
}

async fn mails_that_wait_are_dropped(t: TestApp) {
    let (ada, adam) = (t.person("ada").await, t.person("adam").await);
    for who in [&ada, &adam] {
        change_password(who, PASSWORD, NEW_PASSWORD).await.expect(200);
    }
    for email in ["ada@meridian.example", "adam@meridian.example"] {
        t.browser().post("/resetpassword", json!({"email": email, "newPassword": PASSWORD})).await.expect(202);
    }
    assert_eq!(count(&t, "jobs WHERE kind LIKE 'accounts.send%'").await, 4);
    end_account(&ada, NEW_PASSWORD).await.expect(200);
    let mails: Vec<(String, String)> = t.mails().await.into_iter().map(|mail| (mail.to, mail.subject)).collect();
    let to_ada: Vec<&str> =
        mails.iter().filter(|(to, _)| to == "ada@meridian.example").map(|(_, subject)| subject.as_str()).collect();
    assert_eq!(to_ada, ["Quad: your account is deleted"]);
    assert_eq!(mails.len(), 3, "others get theirs: {mails:?}");
    assert_eq!(count(&t, "jobs WHERE payload LIKE '%ada@%'").await, 0);
}

async fn the_last_administrator_stays(t: TestApp) {
    let root = t.admin("root").await;
    let said = end_account(&root, PASSWORD).await.refused(409, "last_admin");
    assert!(said["message"].as_str().expect("text").contains("only platform administrator"));
    assert_eq!(root.get("/isadmin").await.expect(200)["role"], "ADMIN", "nothing has happened");
    let second = t.admin("second").await;
    end_account(&root, PASSWORD).await.expect(200);
    end_account(&second, PASSWORD).await.refused(409, "last_admin");
}

async fn polls_nobody_voted_in_go_and_votes_stay(t: TestApp) {
    let (bo, ada) = (t.organiser("bo").await, t.person("ada").await);
    let (unseen, voted) = (t.poll(&bo, &["Yes", "No"]).await, t.poll(&bo, &["Yes", "No"]).await);
    ada.vote(&voted, 1).await.expect(200);
    bo.vote(&voted, 0).await.expect(200);
    end_account(&bo, PASSWORD).await.expect(200);
    ada.get(&format!("/polls/{unseen}")).await.refused(404, "missing");
    assert_eq!(ada.tally(&voted).await, (vec![1, 1], 2));
    assert_eq!(count(&t, "poll_options").await, 2, "the options went with their poll");
    let listed = ada.get("/polls").await.expect(200);
    assert_eq!((&listed["total"], &listed["polls"][0]["id"]), (&json!(1), &json!(voted)));
}

async fn racing_administrators_leave_one(t: TestApp) {
    let mut all = Vec::new();
    for number in 0..4 {
        all.push(t.admin(&format!("root{number}")).await);
    }
    let done = join_all(all.iter().map(|who| end_account(who, PASSWORD))).await;
    assert_eq!(done.iter().filter(|said| said.status == 200).count(), 3);
    done.into_iter().find(|said| said.status != 200).expect("one stays").refused(409, "last_admin");
    assert_eq!(count(&t, "roles WHERE role = 'ADMIN'").await, 1);
}

/// Does something again and again until the session is gone; returns what was said.
async fn until_logged_out(ask: impl AsyncFn(usize) -> Answer) -> Vec<Answer> {
    let mut said = Vec::new();
    for number in 0..500 {
        said.push(ask(number).await);
        // An enquiry of somebody who is not logged in lacks a name.
        if matches!(said[number].status.as_u16(), 400 | 401) {
            break;
        }
    }
    said
}

/// A person deletes the account while the same person answers, joins, creates, writes, renames, applies, asks, rates,
/// registers, organises and chooses elsewhere, without a pause. Whatever was acknowledged is there, nothing is in the old
/// name, and no contest is nobody's.
async fn racing_a_deletion_against_everything(t: TestApp) {
    let t = t.another(&[("QUAD_BILLING", "off"), ("QUAD_CREATIONS_PER_DAY", "5000")], 9).await;
    let rohan = t.person("rohan").await;
    let root = t.admin("root").await;
    let event = |title: &str| {
        let mut asked = t.event_asked(title, 86_400);
        (asked["location"], asked["club"]) = (json!(""), json!("HOBBY"));
        asked
    };
    let made = root.post("/event", event("The walk")).await.expect(201);
    let walk = made["event"]["_id"].as_str().expect("an id").to_owned();
    let mut organised = 0;
    for round in 0..4 {
        let (joined, other) = (t.running(&rohan, 60).await, t.running(&rohan, 1).await);
        let ada = t.person("ada").await;
        ada.join(&joined).await;
        let office = json!({"email": "ada@meridian.example"});
        root.post("/clubs/HOBBY/administrators", office).await.expect(201);
        let device = |number: usize| {
            let phone = Phone::number(1);
            let endpoint = format!("https://push.example.net/{round}/{number}");
            json!({"endpoint": endpoint, "keys": {"p256dh": phone.p256dh(), "auth": phone.auth_text()}})
        };
        let choice = json!({"preferences": [{"about": "club", "push": false, "mail": true}]});
        let question = json!({"text": "When do you meet?"});
        let contest = json!({"title": "Ada's own", "description": "", "startDate": t.moment(0), "endDate": t.moment(60),
            "isPublic": true, "QuestionSet": []});
        let hello = json!({"topic": "contact", "message": "Written at the last moment"});
        let join = json!({"contestId": other.id, "intent": "join"});
        let poll = t.poll_asked("Ada's own", 0, 60, &["Yes", "No"]);
        let (ended, answered, made, wrote, renamed, second, asked, others) = tokio::join!(
            end_account(&ada, PASSWORD),
            until_logged_out(async |number| ada.answer(&joined, number % 60, "A").await),
            until_logged_out(async |_| ada.post("/post/createcontest", contest.clone()).await),
            until_logged_out(async |_| ada.post("/enquiries", hello.clone()).await),
            until_logged_out(async |_| ada.put("/account", json!({"fullName": "Ada Renamed"})).await),
            until_logged_out(async |_| ada.post("/complete", join.clone()).await),
            until_logged_out(async |_| ada.post("/voting/create", poll.clone()).await),
            async {
                tokio::join!(
                    until_logged_out(async |_| ada.post("/member/join/DRAMATIC", json!({})).await),
                    until_logged_out(async |_| ada.post("/clubs/DRAMATIC/question", question.clone()).await),
                    until_logged_out(async |_| ada.post("/clubs/HOBBY/feedback", json!({"rating": 5})).await),
                    until_logged_out(async |number| ada.put("/push/subscription", device(number)).await),
                    until_logged_out(async |_| ada.put("/notifications/preferences", choice.clone()).await),
                    until_logged_out(async |_| ada.register_for(&walk).await),
                    until_logged_out(async |_| ada.post("/event", event("Ada's own")).await),
                )
            },
        );
        let (applied, questions, rated, subscribed, chosen, registered, events) = others;
        organised += events.iter().filter(|one| one.status == 201).count();
        for said in [applied, questions, rated, subscribed, chosen, registered, events].iter().flatten() {
            // 409: once is enough. 429: after ten questions.
            let (text, status) = (String::from_utf8_lossy(&said.bytes), said.status.as_u16());
            assert!(matches!(status, 200 | 201 | 401 | 409 | 429), "round {round}: {status} {text}");
        }
        ended.expect(200);
        for said in answered.iter().chain(&made).chain(&wrote).chain(&renamed).chain(&second).chain(&asked) {
            // 429: after five enquiries.
            let text = String::from_utf8_lossy(&said.bytes);
            assert!(
                matches!(said.status.as_u16(), 200 | 201 | 400 | 401 | 429),
                "round {round}: {} {text}",
                said.status
            );
        }
        let acknowledged = |said: &[Answer]| said.iter().filter(|one| one.status == 200).count();
        let row = rohan.results(&joined).await.expect(200)["results"][0].clone();
        assert_eq!(
            (&row["totalAnswered"], is_pseudonym(&row["fullName"])),
            (&json!(acknowledged(&answered).min(60)), true)
        );
        let joins = rohan.results(&other).await.expect(200)["totalParticipants"].clone();
        assert_eq!(joins, json!(acknowledged(&second).min(1)), "round {round}: an acknowledged join is there");
    }
    for of_a_person in [
        "memberships",
        "club_questions",
        "club_feedback",
        "push_subscriptions",
        "notify_preferences",
        "event_registrations",
    ] {
        assert_eq!(count(&t, of_a_person).await, 0, "{of_a_person}");
    }
    let kept =
        count(&t, "events JOIN users ON users.id = created_by WHERE title = 'Ada''s own' AND deleted_at > 0").await;
    assert_eq!(kept, organised as i64, "a club's event stays, under the pseudonym");
    assert_eq!(count(&t, "contests WHERE title = 'Ada''s own'").await, 0, "no contest is nobody's");
    assert_eq!(count(&t, "polls").await, 0, "no poll is nobody's");
    assert_eq!(count(&t, "users WHERE full_name LIKE 'Ada%' OR email LIKE 'ada%'").await, 0);
    assert_eq!(count(&t, "enquiries WHERE name LIKE 'Ada%' OR email LIKE 'ada%'").await, 0);
    assert_eq!(count(&t, "sessions JOIN users ON users.id = user_id WHERE deleted_at IS NOT NULL").await, 0);
    assert_eq!(root.get("/site").await.expect(200)["counts"]["students"], 2);
}

/// Whoever leaves goes out of clubs and events; whoever changes an event holds its club first. Both in one order, so nobody
/// waits in a circle.
async fn racing_a_deletion_against_changes_of_an_event(t: TestApp) {
    let meera = t.manager("meera", "HOBBY").await;
    let id = t.event(&meera, "Chess", Some(2)).await;
    for _ in 0..6 {
        let (ada, _) = t.member(&meera, "ada", "HOBBY").await;
        ada.register_for(&id).await.expect(201);
        let is_over = AtomicBool::new(false);
        let change = async |later: i64| {
            while !is_over.load(Ordering::SeqCst) {
                let mut asked = t.event_asked("Chess", 86_400 + later);
                (asked["location"], asked["capacity"]) = (json!(""), json!(2));
                meera.put(&format!("/events/{id}"), asked).await.expect(200);
            }
        };
        let leave = async {
            let ended = end_account(&ada, PASSWORD).await;
            is_over.store(true, Ordering::SeqCst);
            ended
        };
        let (ended, ..) = tokio::join!(leave, change(0), change(60), change(120), change(180));
        ended.expect(200);
    }
    assert_eq!(count(&t, "event_registrations").await, 0);
    assert_eq!(meera.event(&id).await["registered"], 0);
}

async fn racing_deletions_make_one(t: TestApp) {
    let (ada, phone) = (t.organiser("ada").await, t.log_in("ada").await);
    let done = join_all((0..4).map(|number| end_account(if number % 2 == 0 { &ada } else { &phone }, PASSWORD))).await;
    assert_eq!(done.iter().filter(|said| said.status == 200).count(), 1);
    assert!(done.iter().all(|said| matches!(said.status.as_u16(), 200 | 401 | 403)));
    assert_eq!(count(&t, "users").await, 1);
    assert_eq!(t.mails().await.len(), 1);
    assert_eq!(count(&t, "credit_entries WHERE reason = 'account deleted'").await, 1);
}

/// Either the join comes first and the contest stays, or the contest goes and nobody has joined it.
async fn racing_a_first_join_against_its_owners_deletion(t: TestApp) {
    let students = join_all(["bo", "chitra", "dev"].map(|name| t.person(name))).await;
    for round in 0..8 {
        let owner = t.organiser(&format!("owner{round}")).await;
        let made = t.contest(&owner, 0, 600, true, 1, 0).await;
        owner.post("/post/addQuestion", question(&made.id, 1, 0)).await.expect(201);
        let join = json!({"contestId": made.id, "intent": "join"});
        // The deletion looks at the password first: the joins come spread over that time.
        let joins = join_all(students.iter().enumerate().map(|(place, who)| {
            let join = join.clone();
            async move {
                stagger(place as u64 * 12 + round * 3).await;
                who.post("/complete", join).await
            }
        }));
        let (ended, joined) = tokio::join!(end_account(&owner, PASSWORD), joins);
        ended.expect(200);
        let of_contest =
            format!("contests JOIN users ON users.id = owner_id WHERE users.email = 'deleted:{}'", owner.id);
        let stays = count(&t, &of_contest).await;
        let taken = joined.iter().filter(|said| said.status == 200).count();
        assert!(joined.iter().all(|said| matches!(said.status.as_u16(), 200 | 404)), "round {round}");
        for (who, said) in students.iter().zip(&joined).filter(|(_, said)| said.status == 200) {
            let attempt = who.get(&format!("/contests/{}/attempt", made.id)).await.expect(200);
            assert_eq!(attempt["joined"], true, "round {round}: {:?}", said.status);
        }
        assert_eq!(stays, i64::from(taken > 0), "round {round}: a contest stays if and only if somebody is in it");
        if taken == 0 {
            students[0].get(&format!("/contest/{}", made.id)).await.refused(404, "missing");
        }
    }
}
