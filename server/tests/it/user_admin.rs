//! Stories of people for administrators: finding somebody, credits, the role of an organiser, sessions, reset codes, and the
//! list of what administrators did.

use quad_contests::payments;
use quad_db::sql;
use quad_mail::Message;
use quad_operations::operations::{Parked, parked_for_operator};
use quad_people::accounts::{self, PlatformRole};
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, Browser, PASSWORD, TestApp};
use crate::{on_both_engines, plain_stories};

on_both_engines!(people_are_found_by_name_and_address, every_act_is_in_the_audit_list, racing_takes_take_what_there_is,);
plain_stories!(
    only_administrators_find_people,
    a_person_is_shown_with_what_there_is,
    credits_are_given_and_taken,
    the_role_of_an_organiser_is_given_and_taken,
    nobody_becomes_admin_on_the_screens,
    the_own_password_confirms,
    sessions_are_ended,
    a_code_is_mailed_to_the_person_alone,
    either_of_two_codes_works_until_one_is_used,
    what_is_refused_is_not_in_the_audit_list,
    the_command_line_is_in_the_audit_list,
    a_deleted_person_stays_under_the_pseudonym,
    the_own_data_has_the_acts_about_oneself,
);

async fn change_credits(root: &Browser, of: &Browser, contests: i64, polls: i64) -> Answer {
    let asked = json!({"contests": contests, "polls": polls, "password": PASSWORD});
    root.post(&format!("/people/{}/credits", of.id), asked).await
}

async fn set_organiser(root: &Browser, of: &Browser, organiser: bool) -> Answer {
    root.put(&format!("/people/{}/organiser", of.id), json!({"organiser": organiser, "password": PASSWORD})).await
}

async fn end_sessions(root: &Browser, of: &Browser, password: &str) -> Answer {
    let path = format!("/people/{}/sessions", of.id);
    root.ask(Method::DELETE, &path, Some(json!({"password": password})), &[]).await
}

async fn send_code(root: &Browser, of: &Browser) -> Answer {
    root.post(&format!("/people/{}/reset-code", of.id), json!({})).await
}

/// Who, what and to whom, newest first.
async fn acts(root: &Browser, query: &str) -> Vec<(Option<String>, String, Option<String>)> {
    let said = root.get(&format!("/audit{query}")).await.expect(200);
    let name = |one: &Value| one["fullName"].as_str().map(str::to_owned);
    let line = |one: &Value| (name(&one["by"]), one["said"].as_str().expect("words").to_owned(), name(&one["about"]));
    said["entries"].as_array().expect("a list").iter().map(line).collect()
}

fn act(by: Option<&str>, said: &str, about: Option<&str>) -> (Option<String>, String, Option<String>) {
    (by.map(str::to_owned), said.to_owned(), about.map(str::to_owned))
}

async fn only_administrators_find_people(t: TestApp) {
    let ada = t.organiser("ada").await;
    for (who, status, code) in [(&t.browser(), 401, "logged_out"), (&ada, 404, "missing")] {
        who.get("/people").await.refused(status, code);
        who.get(&format!("/people/{}", ada.id)).await.refused(status, code);
        who.get("/audit").await.refused(status, code);
        change_credits(who, &ada, 1, 0).await.refused(status, code);
        set_organiser(who, &ada, true).await.refused(status, code);
        end_sessions(who, &ada, PASSWORD).await.refused(status, code);
        send_code(who, &ada).await.refused(status, code);
    }
}

/// Gives somebody another name than the stories' own.
async fn rename(who: &Browser, name: &str) {
    who.put("/account", json!({"fullName": name})).await.expect(200);
}

async fn people_are_found_by_name_and_address(t: TestApp) {
    let root = t.admin("root").await;
    let (elodie, asa, priya) = (t.person("elodie").await, t.person("asa").await, t.person("priya").await);
    rename(&elodie, "Élodie Ström").await;
    rename(&asa, "ÅSA 100%_Strom").await;
    rename(&priya, "प्रिया राव").await;
    let found = async |search: &str| -> Vec<String> {
        let search = search.bytes().fold(String::new(), |all, byte| format!("{all}%{byte:02x}"));
        let said = root.get(&format!("/people?search={search}")).await.expect(200);
        let people = said["people"].as_array().expect("a list");
        assert_eq!(said["total"], people.len());
        people.iter().map(|one| one["fullName"].as_str().expect("a name").to_owned()).collect()
    };
    for search in ["élodie", "ELODIE", "strom elodie", "  Elo  ", "elodie@MERIDIAN.example"] {
        assert_eq!(found(search).await, ["Élodie Ström"], "{search}");
    }
    assert_eq!(found("STRÖM").await, ["ÅSA 100%_Strom", "Élodie Ström"], "by name, without accents");
    assert_eq!(found("100%_").await, ["ÅSA 100%_Strom"], "signs of patterns are signs");
    assert_eq!(found("राव").await, ["प्रिया राव"]);
    assert_eq!(found("nobody at all\0").await, Vec::<String>::new());
    assert_eq!(found("").await.len(), 4, "everybody");
    let page = root.get("/people?size=1&page=2").await.expect(200);
    assert_eq!((&page["total"], page["people"].as_array().map(Vec::len)), (&json!(4), Some(1)));
    let one = root.get("/people?search=priya").await.expect(200)["people"][0].clone();
    assert_eq!(
        one,
        json!({"_id": priya.id, "fullName": "प्रिया राव", "email": "priya@meridian.example", "Batch": 2026, "roles": [],
            "createdAt": t.moment(0)})
    );
    let admin = root.get("/people?search=root").await.expect(200)["people"][0]["roles"].clone();
    assert_eq!(admin, json!(["ADMIN"]));
    let long = "x".repeat(101);
    for strange in ["?page=0", "?size=0", "?size=101", "?page=x", &format!("?search={long}")] {
        root.get(&format!("/people{strange}")).await.refused(400, "invalid");
    }
}

async fn a_person_is_shown_with_what_there_is(t: TestApp) {
    let root = t.admin("root").await;
    let ada = t.organiser("ada").await;
    let contest = t.running(&ada, 1).await;
    t.running(&ada, 1).await;
    let bo = t.administrator(&root, "bo", "HOBBY").await;
    bo.join(&contest).await;
    t.log_in("bo").await;
    let said = root.get(&format!("/people/{}", bo.id)).await.expect(200)["person"].clone();
    assert_eq!(
        (&said["fullName"], &said["email"], &said["contact"], &said["Batch"]),
        (&json!("Bo Test"), &json!("bo@meridian.example"), &json!("9000000001"), &json!(2026))
    );
    assert_eq!(said["roles"], json!(["HOBBY", "USER"]));
    assert_eq!(
        said["clubs"],
        json!([{"club": "HOBBY", "name": said["clubs"][0]["name"], "status": "member", "administers": true}])
    );
    assert_eq!((&said["contestsMade"], &said["contestsJoined"], &said["pollsMade"]), (&json!(0), &json!(1), &json!(0)));
    assert_eq!(said["sessions"].as_array().map(Vec::len), Some(2));
    let said = root.get(&format!("/people/{}", ada.id)).await.expect(200)["person"].clone();
    assert_eq!(
        (&said["contestsMade"], &said["contestCredits"], &said["pollCredits"]),
        (&json!(2), &json!(18), &json!(20))
    );
    for nobody in ["nobody", "%00", "00000000-0000-7000-8000-000000000000"] {
        root.get(&format!("/people/{nobody}")).await.refused(404, "missing");
        let code = json!({"contests": 1, "password": PASSWORD});
        root.post(&format!("/people/{nobody}/credits"), code).await.refused(404, "missing");
        root.post(&format!("/people/{nobody}/reset-code"), json!({})).await.refused(404, "missing");
    }
}

async fn credits_are_given_and_taken(t: TestApp) {
    let (root, ada) = (t.admin("root").await, t.person("ada").await);
    let said = change_credits(&root, &ada, 3, 1).await.expect(200);
    assert_eq!(
        said,
        json!({"success": true, "message": "Now 3 contest creations and 1 poll creation are left.", "contestCredits": 3,
            "pollCredits": 1})
    );
    assert_eq!(ada.get("/isadmin").await.expect(200)["role"], "ORGANISER");
    let said = change_credits(&root, &ada, -2, 4).await.expect(200);
    assert_eq!((&said["contestCredits"], &said["pollCredits"]), (&json!(1), &json!(5)));
    let misspelt = json!({"contests": 1, "pols": 1, "password": PASSWORD});
    let refused = root.post(&format!("/people/{}/credits", ada.id), misspelt).await.refused(400, "invalid");
    assert_eq!(refused["message"], "“pols” cannot be set here. You can set contests, polls, password.");
    let refused = change_credits(&root, &ada, -2, 0).await.refused(409, "not_so_many_left");
    assert_eq!(
        refused["message"],
        "There are not that many left to take, only 1 contest creation and 5 poll creations."
    );
    // All or nothing.
    change_credits(&root, &ada, 7, -6).await.refused(409, "not_so_many_left");
    let ledger = ada.get("/payment/credits").await.expect(200);
    let lines: Vec<_> =
        ledger["entries"].as_array().expect("a ledger").iter().map(|one| one["reason"].clone()).collect();
    assert_eq!(lines, [json!("granted"), json!("taken back"), json!("granted")]);
    for (contests, polls) in [(0, 0), (100_001, 0), (0, -100_001), (i64::from(i32::MIN), 0), (i64::MAX, 0)] {
        let answer = change_credits(&root, &ada, contests, polls).await;
        assert_eq!(answer.status, 400, "{contests} {polls}");
    }
    for most in [100_001, 1_000_000_000_000, -i64::MAX] {
        let refused = change_credits(&root, &ada, 0, most).await.refused(400, "invalid");
        assert_eq!(refused["message"], "At most 100,000 creations can be given or taken at a time", "{most}");
    }
    change_credits(&root, &ada, 100_000, 0).await.refused(400, "invalid");
}

async fn racing_takes_take_what_there_is(t: TestApp) {
    let (root, ada) = (t.admin("root").await, t.person("ada").await);
    change_credits(&root, &ada, 3, 0).await.expect(200);
    let taken = futures::future::join_all((0..5).map(|_| change_credits(&root, &ada, -1, 0))).await;
    assert_eq!(taken.iter().filter(|one| one.status == 200).count(), 3);
    assert_eq!(acts(&root, &format!("?person={}", ada.id)).await.len(), 4, "what was done, and no more");
}

async fn the_role_of_an_organiser_is_given_and_taken(t: TestApp) {
    let (root, ada) = (t.admin("root").await, t.person("ada").await);
    set_organiser(&root, &ada, true).await.expect(200);
    set_organiser(&root, &ada, true).await.expect(200);
    assert_eq!(ada.get("/isadmin").await.expect(200)["roles"], json!(["ORGANISER", "USER"]));
    let said = set_organiser(&root, &ada, false).await.expect(200);
    assert_eq!(said["message"], "The person is no longer an organiser; 1 session ended.");
    ada.get("/isadmin").await.refused(401, "logged_out");
    set_organiser(&root, &ada, false).await.refused(404, "missing");
    assert_eq!(acts(&root, &format!("?person={}", ada.id)).await.len(), 2, "having it already is no act");
}

async fn nobody_becomes_admin_on_the_screens(t: TestApp) {
    let (root, ada) = (t.admin("root").await, t.person("ada").await);
    let body = json!({"organiser": true, "role": "ADMIN", "roles": ["ADMIN"], "password": PASSWORD});
    root.put(&format!("/people/{}/organiser", ada.id), body).await.expect(200);
    assert_eq!(ada.get("/isadmin").await.expect(200)["role"], "ORGANISER");
    // The calls have no way to say it; and the functions below them refuse.
    let who = quad_http::auth::Member(std::sync::Arc::new(quad_http::auth::Person {
        id: quad_kernel::ids::UserId::parse(&root.id).expect("an id"),
        session: quad_kernel::ids::SessionId::new(t.app.clock.now(), &t.app.random),
        full_name: String::new(),
        email: String::new(),
        is_admin: true,
        is_organiser: false,
        offices: Vec::new(),
    }));
    let user = quad_kernel::ids::UserId::parse(&ada.id).expect("an id");
    let by = accounts::Authority::Session(&who);
    assert!(accounts::give_platform_role(&t.app, by, user, PlatformRole::Admin).await.is_err());
    let other = t.admin("other").await;
    let user = quad_kernel::ids::UserId::parse(&other.id).expect("an id");
    assert!(accounts::take_platform_role(&t.app, by, user, PlatformRole::Admin).await.is_err());
    assert_eq!(other.get("/isadmin").await.expect(200)["role"], "ADMIN");
    // Whoever was demoted a moment ago does nothing with a session that is still remembered.
    accounts::demote(&t.app, "root@meridian.example", PlatformRole::Admin).await.expect("demoted");
    assert!(accounts::end_sessions(&t.app, by, user).await.is_err());
    other.get("/isadmin").await.expect(200);
}

async fn the_own_password_confirms(t: TestApp) {
    let (root, ada) = (t.admin("root").await, t.person("ada").await);
    let path = format!("/people/{}", ada.id);
    for password in [json!(null), json!("")] {
        root.post(&format!("{path}/credits"), json!({"contests": 1, "password": password}))
            .await
            .refused(400, "invalid");
        let body = json!({"organiser": true, "password": password});
        root.put(&format!("{path}/organiser"), body).await.refused(400, "invalid");
    }
    let said = end_sessions(&root, &ada, "copper-lantern-77").await.refused(403, "wrong_password");
    assert_eq!(said["field"], "password");
    let guess = json!({"contests": 1, "password": "copper-lantern-77"});
    for _ in 0..4 {
        root.post(&format!("{path}/credits"), guess.clone()).await.refused(403, "wrong_password");
    }
    root.post(&format!("{path}/credits"), guess).await.refused(429, "slow_down");
    ada.get("/isadmin").await.expect(200);
    assert_eq!(root.get("/audit").await.expect(200)["total"], 1, "the promotion alone");
}

async fn sessions_are_ended(t: TestApp) {
    let (root, ada) = (t.admin("root").await, t.person("ada").await);
    let there = t.log_in("ada").await;
    assert_eq!(end_sessions(&root, &ada, PASSWORD).await.expect(200)["message"], "2 sessions ended.");
    for browser in [&ada, &there] {
        browser.get("/isadmin").await.refused(401, "logged_out");
    }
    assert_eq!(end_sessions(&root, &ada, PASSWORD).await.expect(200)["message"], "No session was open.");
    end_sessions(&root, &root, PASSWORD).await.refused(409, "own_sessions");
}

async fn a_code_is_mailed_to_the_person_alone(t: TestApp) {
    let (root, ada) = (t.admin("root").await, t.person("ada").await);
    let answer = send_code(&root, &ada).await;
    let said = answer.expect(200);
    assert!(said["message"].as_str().is_some_and(|text| text.contains("ada@meridian.example")), "{said}");
    let code = code_of(&t, SENT).await;
    assert_eq!(code.len(), 15, "twelve digits in threes");
    assert!(!said.to_string().contains(&code), "who sends it does not see it");
    // In any browser, also one that never asked.
    try_code(&t.browser(), &code).await.expect(200);
    ada.get("/isadmin").await.refused(401, "logged_out");
    for _ in 0..9 {
        send_code(&root, &ada).await.expect(200);
    }
    send_code(&root, &ada).await.refused(429, "too_many");
    t.pass(3601);
    send_code(&t.log_in("root").await, &ada).await.expect(200);
}

async fn either_of_two_codes_works_until_one_is_used(t: TestApp) {
    let (root, ada) = (t.admin("root").await, t.person("ada").await);
    let here = t.browser();
    // Either is used, in whichever order they were mailed; with it the other is void.
    for (asks_first, uses_own) in [(true, true), (true, false), (false, true), (false, false)] {
        if asks_first {
            ask_for_code(&here).await;
            t.run_jobs().await;
        }
        send_code(&root, &ada).await.expect(200);
        t.run_jobs().await;
        if !asks_first {
            ask_for_code(&here).await;
        }
        let (own, sent) = (code_of(&t, OWN).await, code_of(&t, SENT).await);
        let (used, other) = if uses_own { (own, sent) } else { (sent, own) };
        try_code(&here, &used).await.expect(200);
        try_code(&here, &other).await.refused(400, "wrong_code");
    }
    // Of those that administrators had sent the newest works, and the person's own beside it.
    t.pass(3601);
    let root = t.log_in("root").await;
    ask_for_code(&here).await;
    let own = code_of(&t, OWN).await;
    send_code(&root, &ada).await.expect(200);
    let old = code_of(&t, SENT).await;
    send_code(&root, &ada).await.expect(200);
    let new = code_of(&t, SENT).await;
    try_code(&here, &old).await.refused(400, "wrong_code");
    // Each for its own ten minutes.
    t.pass(300);
    ask_for_code(&here).await;
    let own_again = code_of(&t, OWN).await;
    try_code(&here, &own).await.refused(400, "wrong_code");
    t.pass(301);
    try_code(&here, &new).await.refused(400, "wrong_code");
    try_code(&here, &own_again).await.expect(200);
    // Whoever is sent one is told to ask for the other, and reads what becomes of the two.
    let mails = t.mails().await;
    let told = &mails.iter().rfind(|mail| mail.text.contains(SENT)).expect("a mail").text;
    assert!(told.contains("either works, until one of them is used"), "{told}");
    assert!(told.contains("only the newest works"), "{told}");
    let told = &mails.iter().rfind(|mail| mail.text.contains(OWN)).expect("a mail").text;
    assert!(told.contains("that one works as well, until either of them is used"), "{told}");
}

/// What stands in the mail of a code that a person asked for, and in that of one that an administrator had sent.
const OWN: &str = "Your code to set a new password";
const SENT: &str = "had this code sent to you";

/// The code of the newest such mail to ada.
async fn code_of(t: &TestApp, says: &str) -> String {
    let mails = t.mails().await;
    let mine = |mail: &&Message| mail.to == "ada@meridian.example" && mail.text.contains(says);
    let mail = mails.iter().rfind(mine).expect("a mail");
    let is_code = |line: &&str| line.len() >= 6 && line.chars().all(|c| c.is_ascii_digit() || c == ' ');
    mail.text.lines().map(str::trim).find(is_code).expect("a code").to_owned()
}

async fn ask_for_code(browser: &Browser) {
    let wish = json!({"email": "ada@meridian.example", "newPassword": "copper-lantern-77"});
    browser.post("/resetpassword", wish).await.expect(202);
}

async fn try_code(browser: &Browser, code: &str) -> Answer {
    let body = json!({"email": "ada@meridian.example", "newPassword": "copper-lantern-77", "code": code});
    browser.post("/resetpassword", body).await
}

async fn every_act_is_in_the_audit_list(t: TestApp) {
    let (root, ada) = (t.admin("root").await, t.person("ada").await);
    change_credits(&root, &ada, 3, 1).await.expect(200);
    change_credits(&root, &ada, -1, 0).await.expect(200);
    set_organiser(&root, &ada, false).await.expect(200);
    set_organiser(&root, &ada, true).await.expect(200);
    let again = t.log_in("ada").await;
    end_sessions(&root, &again, PASSWORD).await.expect(200);
    send_code(&root, &ada).await.expect(200);
    root.post("/clubs/HOBBY/administrators", json!({"email": "ada@meridian.example"})).await.expect(201);
    t.administrator(&root, "bo", "HOBBY").await;
    root.delete(&format!("/clubs/HOBBY/administrators/{}", ada.id)).await.expect(200);
    root.post("/system/backup", json!({})).await.expect(200);
    let (by, of) = (Some("Root Test"), Some("Ada Test"));
    let expected = [
        act(by, "Asked for a backup", None),
        act(by, "Dismissed an administrator of HOBBY", of),
        act(by, "Appointed an administrator of HOBBY", Some("Bo Test")),
        act(by, "Appointed an administrator of HOBBY", of),
        act(by, "Had a reset code made without mailing it", of),
        act(by, "Ended 1 session", of),
        act(by, "Gave the role ORGANISER", of),
        act(by, "Took the role ORGANISER", of),
        act(by, "Took 1 contest creation", of),
        act(by, "Gave 3 contest creations and 1 poll creation", of),
        act(None, "Gave the role ADMIN", by),
    ];
    assert_eq!(acts(&root, "").await, expected);
    let about_ada: Vec<_> = expected.iter().filter(|(_, _, about)| about.as_deref() == of).cloned().collect();
    assert_eq!(acts(&root, &format!("?person={}", ada.id)).await, about_ada);
    assert_eq!(
        acts(&root, &format!("?person={}", root.id)).await,
        expected,
        "what somebody did, and what was done to them"
    );
    let page = root.get("/audit?size=2&page=2").await.expect(200);
    assert_eq!(
        (&page["total"], &page["entries"][0]["said"]),
        (&json!(11), &json!("Appointed an administrator of HOBBY"))
    );
    assert_eq!(page["entries"][0]["at"], t.moment(0));
    for strange in ["?person=x", "?person=%00", "?page=0", "?size=201"] {
        root.get(&format!("/audit{strange}")).await.refused(400, "invalid");
    }
    assert_eq!(acts(&root, "?person=00000000-0000-7000-8000-000000000000").await, Vec::new());
}

async fn what_is_refused_is_not_in_the_audit_list(t: TestApp) {
    let (root, ada) = (t.admin("root").await, t.person("ada").await);
    let before = acts(&root, "").await;
    change_credits(&root, &ada, -1, 0).await.refused(409, "not_so_many_left");
    set_organiser(&root, &ada, false).await.refused(404, "missing");
    end_sessions(&root, &ada, "copper-lantern-77").await.refused(403, "wrong_password");
    root.delete(&format!("/clubs/HOBBY/administrators/{}", ada.id)).await.refused(404, "missing");
    root.post("/jobs/987654321/retry", json!({})).await.refused(404, "missing");
    assert_eq!(acts(&root, "").await, before);
}

async fn the_command_line_is_in_the_audit_list(t: TestApp) {
    let (root, _) = (t.admin("root").await, t.person("ada").await);
    let email = "ada@meridian.example";
    payments::grant_by_operator(&t.app, email, 2, 0).await.expect("granted");
    accounts::demote(&t.app, email, PlatformRole::Organiser).await.expect("demoted");
    t.log_in("ada").await;
    let said = accounts::reset_code_for_operator(&t.app, email).await.expect("a code");
    accounts::sessions_for_operator(&t.app, email, true).await.expect("ended");
    accounts::sessions_for_operator(&t.app, email, false).await.expect("looked");
    let made = accounts::create_by_operator(&t.app, "guest@elsewhere.example", "Guest Speaker").await.expect("made");
    let mut tx = t.app.db.begin().await.expect("begun");
    sql("INSERT INTO jobs (kind, payload, run_at, created_at) VALUES ('enquiries.send', 'unreadable', $1, $1)")
        .arg(t.app.clock.now())
        .run(&mut tx)
        .await
        .expect("written");
    tx.commit().await.expect("committed");
    t.run_jobs().await;
    parked_for_operator(&t.app, Parked::Drop, None, None).await.expect("dropped");
    let of = Some("Ada Test");
    assert_eq!(
        acts(&root, "").await,
        [
            act(None, "Dropped 1 job", None),
            act(None, "Made the account", Some("Guest Speaker")),
            act(None, "Ended 1 session", of),
            act(None, "Printed a reset code", of),
            act(None, "Took the role ORGANISER", of),
            act(None, "Gave 2 contest creations", of),
            act(None, "Gave the role ADMIN", Some("Root Test")),
        ]
    );
    // Nothing secret is kept, and no address.
    let told = root.get("/audit").await;
    let told = String::from_utf8_lossy(&told.bytes).into_owned();
    let code = said.split_once(": ").expect("a code").1.lines().next().expect("a line").to_owned();
    let password = made.rsplit(' ').next().expect("a password").to_owned();
    for secret in [code.as_str(), password.as_str(), email, PASSWORD] {
        assert!(!told.contains(secret), "{secret}");
    }
}

async fn a_deleted_person_stays_under_the_pseudonym(t: TestApp) {
    let (root, ada) = (t.admin("root").await, t.person("ada").await);
    change_credits(&root, &ada, 1, 0).await.expect(200);
    ada.ask(Method::DELETE, "/account", Some(json!({"password": PASSWORD})), &[]).await.expect(200);
    let said = root.get(&format!("/audit?person={}", ada.id)).await.expect(200);
    let about = &said["entries"][0]["about"];
    assert!(about["fullName"].as_str().is_some_and(|name| name.starts_with("Former student ")), "{about}");
    assert_eq!(about["deleted"], true);
    root.get(&format!("/people/{}", ada.id)).await.refused(404, "missing");
    assert_eq!(root.get("/people?search=former").await.expect(200)["total"], 0);
    change_credits(&root, &ada, 1, 0).await.refused(404, "missing");
    let checked = quad::integrity_check::check(&t.app.db, Some(&t.app.pictures), true).await.expect("asked");
    assert!(checked.iter().all(|finding| finding.offenders.is_empty()));
}

async fn the_own_data_has_the_acts_about_oneself(t: TestApp) {
    let (root, ada) = (t.admin("root").await, t.person("ada").await);
    change_credits(&root, &ada, 1, 0).await.expect(200);
    let data = ada.get("/account/data").await.expect(200);
    let given = json!({"at": t.moment(0), "by": "administrator", "aboutYou": true, "said": "Gave 1 contest creation"});
    assert_eq!(data["adminActs"], json!([given]));
    let data = root.get("/account/data").await.expect(200);
    let own: Vec<_> = data["adminActs"].as_array().expect("a list").iter().map(|one| one["by"].clone()).collect();
    assert_eq!(own, [json!("command line"), json!("you")]);
    assert!(!data["adminActs"].to_string().contains("Ada"), "others are not named");
}
