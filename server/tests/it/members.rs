//! Stories of members: applying, being let in, offices, powers and who holds them. `membership_table.txt` beside this file
//! says who may do what to whom.

use std::collections::HashMap;
use std::io::Read;

use futures::future::join_all;
use quad_db::FromRow;
use quad_db::sql;
use quad_kernel::clock::Time;
use quad_kernel::ids::{ClubId, MembershipId, UserId};
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, Browser, TestApp, inbox, membership_of, titles};
use crate::{on_both_engines, plain_stories};

on_both_engines!(
    racing_applications_make_one,
    racing_approvals_and_rejections_have_one_winner,
    racing_administrators_leave_one,
    racing_a_removal_against_an_upgrade,
);

plain_stories!(
    an_application_goes_its_way,
    a_rejected_person_may_apply_again,
    an_application_finds_admin_where_nobody_manages,
    whoever_manages_from_now_on_hears_what_waits,
    no_inbox_calls_a_club_by_an_earlier_name,
    the_table_is_what_happens,
    roles_follow_the_office,
    powers_end_at_once,
    the_last_administrator_stays,
    the_named_club_is_the_members_own,
    members_are_searched_filtered_and_paged,
    the_file_runs_no_formula,
    post_holders_stand_by_rank,
);

async fn approve(who: &Browser, id: &str) -> Answer {
    who.post(&format!("/member/approve/{id}"), json!({})).await
}

async fn remove(who: &Browser, id: &str) -> Answer {
    who.post(&format!("/member/remove/{id}"), json!({})).await
}

async fn upgrade(who: &Browser, id: &str, office: &str) -> Answer {
    who.post("/member/upgrade", json!({"memberId": id, "Role": office, "club": "HOBBY"})).await
}

async fn roles(who: &Browser) -> Value {
    who.get("/isadmin").await.expect(200)["roles"].clone()
}

async fn no_inbox_calls_a_club_by_an_earlier_name(t: TestApp) {
    let admin = t.admin("admin").await;
    let meera = t.administrator(&admin, "meera", "HOBBY").await;
    let (ada, id) = t.member(&meera, "ada", "HOBBY").await;
    upgrade(&meera, &id, "Treasurer").await.expect(200);
    meera.put("/clubs/HOBBY", json!({"name": "Makers"})).await.expect(200);
    t.run_jobs().await;
    assert_eq!(
        titles(&ada).await,
        ["Your role in Hobby Club", "Welcome to Hobby Club"],
        "a minute for second thoughts"
    );
    t.pass(61);
    t.run_jobs().await;
    assert_eq!(titles(&ada).await, ["Your role in Makers", "Welcome to Makers"]);
    assert_eq!(inbox(&ada).await[0]["body"], "You are now Treasurer of Makers.");
    assert!(titles(&meera).await.contains(&"You administer Makers".to_owned()));
}

async fn an_application_goes_its_way(t: TestApp) {
    let admin = t.admin("admin").await;
    let meera = t.administrator(&admin, "meera", "HOBBY").await;
    let (ada, ben) = (t.person("ada").await, t.person("ben").await);
    t.browser().post("/member/join/HOBBY", json!({})).await.refused(401, "logged_out");
    ada.post("/member/join/NOTHING", json!({})).await.refused(404, "missing");
    let said = ada.post("/member/join/hobby", json!({})).await.expect(201);
    assert_eq!((&said["success"], &said["state"]), (&json!(true), &json!("pending")));
    assert!(said["message"].is_string());
    let again = ada.post("/member/join/HOBBY", json!({})).await.refused(409, "already_applied");
    assert_eq!(again["state"], "pending");
    // Nobody but the person concerned is ever told.
    let told_before = inbox(&meera).await.len();
    let all = meera.get("/member/allmembers/HOBBY").await.expect(200);
    let row = all["data"].as_array().expect("a list").last().expect("an application").clone();
    let id = row["_id"].as_str().expect("an id").to_owned();
    assert_eq!(
        row,
        json!({"_id": id, "UserId": {"_id": ada.id, "fullName": "Ada Test", "email": "ada@meridian.example",
                "contact": "9000000001", "batch": "2026", "Batch": 2026},
            "Status": "Pending", "Role": null, "administrator": false, "appointed": false, "createdAt": t.moment(0),
            "joinedAt": null})
    );
    t.pass(60);
    let said = approve(&meera, &id).await.expect(200);
    assert_eq!(said["success"], true);
    assert_eq!(
        (&said["member"]["Status"], &said["member"]["Role"], &said["member"]["joinedAt"]),
        (&json!("Member"), &json!("Member"), &json!(t.moment(0)))
    );
    approve(&meera, &id).await.refused(409, "not_pending");
    let again = ada.post("/member/join/HOBBY", json!({})).await.refused(409, "already_member");
    assert_eq!(again["state"], "member");
    let told = inbox(&ada).await;
    assert_eq!(told.len(), 1);
    assert_eq!(
        (&told[0]["about"], &told[0]["title"], &told[0]["url"]),
        (&json!("membership"), &json!("Welcome to Hobby Club"), &json!("/club/HOBBY"))
    );
    assert_eq!(upgrade(&meera, &id, "Treasurer").await.expect(200)["member"]["Role"], "Treasurer");
    assert_eq!(titles(&ada).await[0], "Your role in Hobby Club");
    upgrade(&meera, &id, "Treasurer").await.expect(200);
    assert_eq!(inbox(&ada).await.len(), 2, "the same office again is no news");
    let said = remove(&meera, &id).await.expect(200);
    assert_eq!((&said["success"], said["message"].is_string()), (&json!(true), true));
    remove(&meera, &id).await.refused(404, "missing");
    assert_eq!(titles(&ada).await[0], "You are no longer a member of Hobby Club");
    assert_eq!(inbox(&meera).await.len(), told_before);
    assert_eq!(inbox(&ben).await.len(), 0);
    // Leaving and withdrawing are one's own doing: nobody is told.
    t.applied(&ada, &meera, "HOBBY").await;
    ada.delete("/clubs/HOBBY/membership").await.expect(200);
    ada.delete("/clubs/HOBBY/membership").await.refused(404, "missing");
    let id = t.applied(&ada, &meera, "HOBBY").await;
    approve(&meera, &id).await.expect(200);
    let told = inbox(&ada).await.len();
    ada.delete("/clubs/hobby/membership").await.expect(200);
    assert_eq!((inbox(&ada).await.len(), inbox(&meera).await.len()), (told, told_before));
}

async fn a_rejected_person_may_apply_again(t: TestApp) {
    let admin = t.admin("admin").await;
    let ada = t.person("ada").await;
    let id = t.applied(&ada, &admin, "HOBBY").await;
    admin.post(&format!("/member/reject/{id}"), json!({})).await.expect(200);
    admin.post(&format!("/member/reject/{id}"), json!({})).await.refused(404, "missing");
    assert_eq!(titles(&ada).await, ["Your application to Hobby Club"]);
    let again = t.applied(&ada, &admin, "HOBBY").await;
    assert_ne!(again, id);
    approve(&admin, &again).await.expect(200);
    admin.post(&format!("/member/reject/{again}"), json!({})).await.refused(409, "not_pending");
}

async fn an_application_finds_admin_where_nobody_manages(t: TestApp) {
    let (admin, ada) = (t.admin("admin").await, t.person("ada").await);
    let said = ada.post("/member/join/HOBBY", json!({})).await.expect(201);
    assert_eq!(
        said["message"],
        "Your application was sent. The club has no administrators at the moment; the platform administrator will look at it."
    );
    ada.post("/member/join/HOBBY", json!({})).await.refused(409, "already_applied");
    let told = inbox(&admin).await;
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(
        (&told[0]["title"], &told[0]["url"]),
        (&json!("An application to Hobby Club"), &json!("/club/HOBBY?tab=members"))
    );
    assert!(told[0]["body"].as_str().is_some_and(|body| body.contains("Ada Test <ada@meridian.example>")), "{told:?}");
    assert!(inbox(&ada).await.is_empty());
    // Where somebody manages the club they see it in the list, and nobody is told.
    t.administrator(&admin, "meera", "DRAMATIC").await;
    let said = ada.post("/member/join/DRAMATIC", json!({})).await.expect(201);
    assert_eq!(said["message"], "Your application was sent. The club's administrators will look at it.");
    assert_eq!(inbox(&admin).await.len(), 1);
}

async fn whoever_manages_from_now_on_hears_what_waits(t: TestApp) {
    let told = async |who: &Browser| {
        let newest = inbox(who).await.swap_remove(0);
        (newest["body"].as_str().expect("a text").to_owned(), newest["url"].as_str().expect("an address").to_owned())
    };
    // Appointed, where nobody waits.
    let meera = t.manager("meera", "HOBBY").await;
    let (body, url) = told(&meera).await;
    assert!(body.ends_with("galleries and notifications.") && url == "/club/HOBBY", "{body} {url}");
    // By an office: one waits.
    let (ada, adas) = t.member(&meera, "ada", "HOBBY").await;
    let bob = t.person("bob").await;
    t.applied(&bob, &meera, "HOBBY").await;
    upgrade(&meera, &adas, "President").await.expect(200);
    let (body, url) = told(&ada).await;
    assert!(body.ends_with(". One application waits for your decision."), "{body}");
    assert_eq!(url, "/club/HOBBY?tab=members");
    // An office that manages nothing hears of none.
    let (eve, eves) = t.member(&meera, "eve", "HOBBY").await;
    upgrade(&meera, &eves, "Treasurer").await.expect(200);
    assert!(told(&eve).await.0.ends_with(" of Hobby Club."));
    // Appointed, where two wait.
    let kim = t.person("kim").await;
    t.applied(&kim, &meera, "HOBBY").await;
    let asha = t.manager("asha", "HOBBY").await;
    let (body, url) = told(&asha).await;
    assert!(body.ends_with("2 applications wait for your decision."), "{body}");
    assert_eq!(url, "/club/HOBBY?tab=members");
}

async fn racing_applications_make_one(t: TestApp) {
    let (admin, ada) = (t.admin("admin").await, t.person("ada").await);
    let answers = join_all((0..20).map(|_| ada.post("/member/join/HOBBY", json!({})))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1);
    assert_eq!(answers.iter().filter(|answer| answer.status == 409).count(), 19);
    assert_eq!(admin.get("/clubs/HOBBY/members").await.expect(200)["counts"]["pending"], 1);
}

async fn racing_approvals_and_rejections_have_one_winner(t: TestApp) {
    let admin = t.admin("admin").await;
    let meera = t.administrator(&admin, "meera", "HOBBY").await;
    for round in 0..5 {
        let ada = t.person(&format!("ada{round}")).await;
        let id = t.applied(&ada, &meera, "HOBBY").await;
        let (yes, no) = (format!("/member/approve/{id}"), format!("/member/reject/{id}"));
        let answers = join_all((0..8).map(|number| {
            let who = if number % 2 == 0 { &admin } else { &meera };
            who.post(if number % 3 == 0 { &no } else { &yes }, json!({}))
        }))
        .await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
        let lost = answers.iter().filter(|answer| matches!(answer.status.as_u16(), 404 | 409)).count();
        assert_eq!(lost, 7, "the others were told so");
        assert_eq!(inbox(&ada).await.len(), 1, "one decision, one notice");
    }
}

async fn roles_follow_the_office(t: TestApp) {
    let admin = t.admin("admin").await;
    let meera = t.administrator(&admin, "meera", "HOBBY").await;
    assert_eq!(roles(&meera).await, json!(["HOBBY", "USER"]));
    let (ada, id) = t.member(&meera, "ada", "HOBBY").await;
    assert_eq!(roles(&ada).await, json!(["USER"]));
    for (office, words) in [
        ("Treasurer", json!(["USER"])),
        ("President", json!(["HOBBY", "USER"])),
        ("joint secretary", json!(["USER"])),
        ("PRESIDENT", json!(["HOBBY", "USER"])),
    ] {
        upgrade(&meera, &id, office).await.expect(200);
        assert_eq!(roles(&ada).await, words, "{office}");
    }
    // Several offices: `role` is the latest, `roles` are all.
    t.pass(60);
    admin.post("/clubs/DRAMATIC/administrators", json!({"email": " ADA@meridian.example "})).await.expect(201);
    assert_eq!(roles(&ada).await, json!(["DRAMATIC", "HOBBY", "USER"]));
    assert_eq!(ada.get("/checklogged").await.expect(200)["user"]["role"], "DRAMATIC");
    assert_eq!(t.log_in("ada").await.get("/isadmin").await.expect(200)["role"], "DRAMATIC");
    admin.delete(&format!("/clubs/HOBBY/administrators/{}", ada.id)).await.expect(200);
    assert_eq!(roles(&ada).await, json!(["DRAMATIC", "USER"]));
    let place = membership_of(&meera, "HOBBY", &ada.id).await;
    assert_eq!(place, Some(id), "whoever is dismissed stays a member");
    admin
        .post("/clubs/HOBBY/administrators", json!({"email": "nobody@meridian.example"}))
        .await
        .refused(404, "missing");
    admin.post("/clubs/HOBBY/administrators", json!({"email": "no address"})).await.refused(400, "invalid");
    // ADMIN stays the strongest.
    admin.post("/clubs/HOBBY/administrators", json!({"email": "admin@meridian.example"})).await.expect(201);
    assert_eq!(roles(&admin).await, json!(["ADMIN", "HOBBY", "USER"]));
}

async fn powers_end_at_once(t: TestApp) {
    let admin = t.admin("admin").await;
    let meera = t.administrator(&admin, "meera", "HOBBY").await;
    let noor = t.administrator(&admin, "noor", "HOBBY").await;
    let (_, id) = t.member(&meera, "ada", "HOBBY").await;
    let noors = membership_of(&meera, "HOBBY", &noor.id).await.expect("a member");
    noor.get("/member/allmembers/HOBBY").await.expect(200);
    // Another process removes her; this one must not believe what it remembers.
    let beside = t.beside(2).await;
    remove(&meera.at(&beside.base), &noors).await.expect(200);
    noor.get("/member/allmembers/HOBBY").await.refused(403, "not_club_administrator");
    upgrade(&noor, &id, "President").await.refused(403, "not_club_administrator");
    let sent = json!({"title": "Bye", "body": "All", "club": "HOBBY"});
    noor.post("/event/notifications/send/members", sent).await.refused(403, "not_club_administrator");
}

async fn the_last_administrator_stays(t: TestApp) {
    let admin = t.admin("admin").await;
    let meera = t.administrator(&admin, "meera", "HOBBY").await;
    let meeras = membership_of(&meera, "HOBBY", &meera.id).await.expect("a member");
    let powers = format!("/clubs/HOBBY/administrators/{}", meera.id);
    for who in [&meera, &admin] {
        remove(who, &meeras).await.refused(409, "last_administrator");
    }
    meera.delete("/clubs/HOBBY/membership").await.refused(409, "last_administrator");
    admin.delete(&powers).await.refused(409, "last_administrator");
    // As President she cannot step down either.
    upgrade(&meera, &meeras, "President").await.expect(200);
    for office in ["Secretary", "Treasurer", "Member"] {
        upgrade(&meera, &meeras, office).await.refused(409, "last_administrator");
        upgrade(&admin, &meeras, office).await.refused(409, "last_administrator");
    }
    let (ada, adas) = t.member(&meera, "ada", "HOBBY").await;
    meera.delete("/clubs/HOBBY/membership").await.refused(409, "last_administrator");
    upgrade(&meera, &adas, "President").await.expect(200);
    meera.delete("/clubs/HOBBY/membership").await.expect(200);
    assert_eq!(roles(&meera).await, json!(["USER"]));
    for office in ["Secretary", "Member"] {
        upgrade(&ada, &adas, office).await.refused(409, "last_administrator");
    }
    ada.delete("/clubs/HOBBY/membership").await.refused(409, "last_administrator");
    assert_eq!(roles(&ada).await, json!(["HOBBY", "USER"]));
}

/// How many manage HOBBY, and how many have its role word: always the same.
async fn managing(t: &TestApp) -> (i64, i64) {
    let managing = sql("SELECT COUNT(*) AS value FROM memberships m JOIN clubs c ON c.id = m.club_id
        WHERE c.short_name = 'HOBBY' AND m.joined_at IS NOT NULL AND (m.appointed OR m.office = 'president')");
    let words = sql("SELECT COUNT(*) AS value FROM roles WHERE role = 'HOBBY'");
    let count =
        async |statement: quad_db::Sql| statement.value::<i64>(&t.app.db).await.expect("a count").unwrap_or_default();
    (count(managing).await, count(words).await)
}

async fn racing_administrators_leave_one(t: TestApp) {
    let admin = t.admin("admin").await;
    for round in 0..4 {
        let mut people = Vec::new();
        for number in 0..5 {
            let who = t.administrator(&admin, &format!("round{round}n{number}"), "HOBBY").await;
            let id = membership_of(&who, "HOBBY", &who.id).await.expect("a member");
            people.push((who, id));
        }
        // Everybody removes the next one, dismisses or leaves, at once.
        let answers = join_all((0..people.len()).map(|at| {
            let (who, _) = &people[at];
            let (other, id) = &people[(at + 1) % people.len()];
            let admin = &admin;
            async move {
                match at % 3 {
                    0 => remove(who, id).await,
                    1 => admin.delete(&format!("/clubs/HOBBY/administrators/{}", other.id)).await,
                    _ => who.delete("/clubs/HOBBY/membership").await,
                }
            }
        }))
        .await;
        assert!(answers.iter().all(|answer| matches!(answer.status.as_u16(), 200 | 403 | 404 | 409)));
        // And then each of them tries to go.
        join_all(people.iter().map(|(who, _)| who.delete("/clubs/HOBBY/membership"))).await;
        assert_eq!(managing(&t).await, (1, 1), "one stays, with the role word");
    }
}

async fn racing_a_removal_against_an_upgrade(t: TestApp) {
    let admin = t.admin("admin").await;
    let meera = t.administrator(&admin, "meera", "HOBBY").await;
    for round in 0..6 {
        let (ada, id) = t.member(&meera, &format!("ada{round}"), "HOBBY").await;
        let (up, gone) = tokio::join!(upgrade(&meera, &id, "President"), remove(&admin, &id));
        gone.expect(200);
        assert!(matches!(up.status.as_u16(), 200 | 404), "{}", up.status);
        assert_eq!(roles(&ada).await, json!(["USER"]), "no word without the office");
        assert_eq!(managing(&t).await, (1, 1));
    }
}

async fn the_named_club_is_the_members_own(t: TestApp) {
    let admin = t.admin("admin").await;
    let meera = t.administrator(&admin, "meera", "HOBBY").await;
    let noor = t.administrator(&admin, "noor", "DRAMATIC").await;
    let (_, id) = t.member(&noor, "ada", "DRAMATIC").await;
    for club in [json!("HOBBY"), json!("DRAMATIC"), json!(null)] {
        let asked = json!({"memberId": id, "Role": "President", "club": club});
        meera.post("/member/upgrade", asked).await.refused(403, "not_club_administrator");
    }
    let asked = json!({"memberId": id, "Role": "President", "club": "HOBBY"});
    noor.post("/member/upgrade", asked).await.refused(404, "missing");
    let asked = json!({"memberId": id, "Role": "Secretary", "club": "dramatic"});
    noor.post("/member/upgrade", asked).await.expect(200);
    for bad in [json!({}), json!({"memberId": "x", "Role": "Member"}), json!({"memberId": id})] {
        assert!(matches!(noor.post("/member/upgrade", bad).await.status.as_u16(), 400 | 404));
    }
    noor.post("/member/upgrade", json!({"memberId": noor.id, "Role": "Member"})).await.refused(404, "missing");
}

async fn members_are_searched_filtered_and_paged(t: TestApp) {
    let admin = t.admin("admin").await;
    let meera = t.administrator(&admin, "meera", "HOBBY").await;
    let (_, adas) = t.member(&meera, "ada", "HOBBY").await;
    let (_, bens) = t.member(&meera, "ben", "HOBBY").await;
    let carl = t.person("carl").await;
    t.applied(&carl, &meera, "HOBBY").await;
    upgrade(&meera, &bens, "Secretary").await.expect(200);
    upgrade(&meera, &adas, "Joint Secretary").await.expect(200);
    let ask = async |query: &str| meera.get(&format!("/clubs/HOBBY/members?{query}")).await.expect(200);
    let names = async |query: &str| -> Vec<String> {
        let rows = ask(query).await["members"].as_array().expect("a list").clone();
        rows.iter().map(|row| row["UserId"]["fullName"].as_str().expect("a name").to_owned()).collect()
    };
    assert_eq!(names("").await, ["Ben Test", "Ada Test", "Meera Test", "Carl Test"]);
    assert_eq!(ask("").await["counts"], json!({"total": 3, "pending": 1, "office": 2}));
    assert_eq!(names("status=pending").await, ["Carl Test"]);
    assert_eq!(names("status=active").await, ["Ben Test", "Ada Test", "Meera Test"]);
    assert_eq!(names("status=Member").await, ["Meera Test"]);
    assert_eq!(names("status=joint%20secretary").await, ["Ada Test"]);
    assert_eq!(names("q=ADA@").await, ["Ada Test"]);
    assert_eq!(names("q=test,%20ada").await, ["Ada Test"]);
    assert_eq!(names("q=test%20ada%20ben").await, Vec::<String>::new());
    assert_eq!(names("q=%25").await, Vec::<String>::new());
    assert_eq!(names("q=test&status=active&size=2&page=2").await, ["Meera Test"]);
    assert_eq!(ask("q=test&status=active&size=2&page=2").await["total"], 3);
    for bad in ["status=ADMIN", "status=x", "page=0", "size=101", "q=%00"] {
        meera.get(&format!("/clubs/HOBBY/members?{bad}")).await.refused(400, "invalid");
    }
}

async fn the_file_runs_no_formula(t: TestApp) {
    let admin = t.admin("admin").await;
    let meera = t.administrator(&admin, "meera", "HOBBY").await;
    t.pass(60);
    let (ada, _) = t.member(&meera, "ada", "HOBBY").await;
    ada.put("/account", json!({"fullName": "=HYPERLINK(\"https://x.example\")"})).await.expect(200);
    let file = meera.get("/clubs/hobby/members.csv").await;
    assert_eq!(file.status, 200);
    assert_eq!(file.headers["content-type"], "text/csv; charset=utf-8");
    assert_eq!(file.headers["content-disposition"], "attachment; filename=\"members-hobby.csv\"");
    let text = String::from_utf8(file.bytes).expect("UTF-8");
    let lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().collect();
    assert_eq!(
        lines[0],
        "\"#\",\"Name\",\"Email\",\"Batch\",\"Contact number\",\"Status\",\"Administrator\",\"Applied at\",\"Joined at\""
    );
    // The institute's time, to the minute.
    assert_eq!(
        lines[2],
        "\"2\",\"Meera Test\",\"meera@meridian.example\",\"2026\",\"9000000001\",\"Member\",\"yes\",\"2026-11-20 18:00\",\"2026-11-20 18:00\""
    );
    assert!(lines[1].starts_with("\"1\",\"'=HYPERLINK(\"\"https://x.example\"\")\","), "{}", lines[1]);
    assert_eq!(lines.len(), 3);
    let file = meera.get("/clubs/hobby/members.xlsx").await;
    assert_eq!(file.headers["content-disposition"], "attachment; filename=\"members-hobby.xlsx\"");
    let mut book = zip::ZipArchive::new(std::io::Cursor::new(file.bytes)).expect("a zip");
    let mut sheet = String::new();
    book.by_name("xl/worksheets/sheet1.xml").expect("a sheet").read_to_string(&mut sheet).expect("text");
    assert!(!sheet.contains("<f>") && sheet.matches("<row ").count() == 3, "{sheet}");
    ada.get("/clubs/hobby/members.xlsx").await.refused(403, "not_club_administrator");
}

async fn post_holders_stand_by_rank(t: TestApp) {
    let admin = t.admin("admin").await;
    let meera = t.administrator(&admin, "meera", "HOBBY").await;
    let offices = ["Treasurer", "Joint Secretary", "President", "Secretary", "Member"];
    for (number, office) in offices.iter().enumerate() {
        let (_, id) = t.member(&meera, &format!("person{number}"), "HOBBY").await;
        upgrade(&meera, &id, office).await.expect(200);
    }
    let seen = t.browser().get("/member/postholders/hobby").await.expect(200);
    let rows = seen["data"].as_array().expect("a list");
    let held: Vec<(&str, &str)> = rows
        .iter()
        .map(|row| (row["Role"].as_str().expect("a role"), row["UserId"]["fullName"].as_str().expect("a name")))
        .collect();
    assert_eq!(
        held,
        [
            ("President", "Person2 Test"),
            ("Secretary", "Person3 Test"),
            ("Joint Secretary", "Person1 Test"),
            ("Treasurer", "Person0 Test")
        ]
    );
    let text = seen.to_string();
    assert!(!text.contains('@') && !text.contains("9000000001"), "addresses and numbers are not everybody's");
}

/// Everybody of the table, and how to put them back where they stand.
struct Stage {
    browsers: HashMap<&'static str, Browser>,
    places: Vec<Place>,
    admin: Browser,
}

struct Place {
    /// `to` and the target's word, or the actor's word.
    who: &'static str,
    club: &'static str,
    id: MembershipId,
    user: UserId,
    office: &'static str,
    appointed: bool,
    joined: bool,
}

#[derive(FromRow)]
struct ClubRow {
    id: ClubId,
    short_name: String,
}

#[derive(FromRow)]
struct RoleRow {
    user_id: UserId,
    role: String,
}

#[derive(FromRow, PartialEq, Debug)]
struct PlaceRow {
    id: MembershipId,
    user_id: UserId,
    office: String,
    appointed: bool,
    joined_at: Option<Time>,
}

/// Who stands where before each request: word, club, office, appointed, joined.
const CAST: [(&str, &str, &str, bool, bool); 13] = [
    ("applicant", "HOBBY", "member", false, false),
    ("member", "HOBBY", "member", false, true),
    ("treasurer", "HOBBY", "treasurer", false, true),
    ("president", "HOBBY", "president", false, true),
    ("administrator", "HOBBY", "member", true, true),
    ("elsewhere", "DRAMATIC", "member", true, true),
    ("to-applicant", "HOBBY", "member", false, false),
    ("to-member", "HOBBY", "member", false, true),
    ("to-treasurer", "HOBBY", "treasurer", false, true),
    ("to-president", "HOBBY", "president", false, true),
    ("to-administrator", "HOBBY", "member", true, true),
    ("to-only-administrator", "TINY", "member", true, true),
    ("to-only-president", "SMALL", "president", false, true),
];

impl Stage {
    async fn set(t: &TestApp) -> Self {
        let admin = t.admin("admin").await;
        for name in ["TINY", "SMALL"] {
            admin.post("/clubs", json!({"name": name, "shortName": name})).await.expect(201);
        }
        let mut browsers = HashMap::from([("guest", t.browser()), ("ADMIN", admin.clone())]);
        browsers.insert("organiser", t.organiser("organiser").await);
        for name in ["stranger", "to-stranger"] {
            browsers.insert(name, t.person(name).await);
        }
        let mut places = Vec::new();
        for (who, club, office, appointed, joined) in CAST {
            let browser = t.person(who).await;
            let user = UserId::parse(&browser.id).expect("an id");
            let id = MembershipId::new(t.app.clock.now(), &t.app.random);
            places.push(Place { who, club, id, user, office, appointed, joined });
            browsers.insert(who, browser);
        }
        let stage = Self { browsers, places, admin };
        stage.reset(t).await;
        stage
    }

    /// Puts everybody where they stand.
    async fn reset(&self, t: &TestApp) {
        let now = t.app.clock.now();
        let clubs: Vec<ClubRow> = sql("SELECT id, short_name FROM clubs").all(&t.app.db).await.expect("clubs");
        let club = |name: &str| clubs.iter().find(|row| row.short_name == name).expect("a club").id;
        let mut tx = t.app.db.begin().await.expect("a transaction");
        sql("DELETE FROM memberships").run(&mut tx).await.expect("emptied");
        sql("DELETE FROM roles WHERE role NOT IN ('ADMIN', 'ORGANISER')").run(&mut tx).await.expect("emptied");
        for place in &self.places {
            sql("INSERT INTO memberships (id, club_id, user_id, office, appointed, applied_at, joined_at)
                 VALUES ($1, $2, $3, $4, $5, $6, $7)")
            .arg(place.id)
            .arg(club(place.club))
            .arg(place.user)
            .arg(place.office)
            .arg(place.appointed)
            .arg(now)
            .arg(place.joined.then_some(now))
            .run(&mut tx)
            .await
            .expect("placed");
            if place.appointed || place.office == "president" {
                sql("INSERT INTO roles (user_id, role, granted_at) VALUES ($1, $2, $3)")
                    .arg(place.user)
                    .arg(place.club)
                    .arg(now)
                    .run(&mut tx)
                    .await
                    .expect("a word");
            }
        }
        tx.commit().await.expect("committed");
    }

    fn place(&self, who: &str) -> Option<&Place> {
        self.places.iter().find(|place| place.who == who)
    }

    /// Makes the request of a cell.
    async fn ask(&self, call: &str, target: &str, actor: &str) -> Answer {
        let target = format!("to-{target}");
        let browser = &self.browsers[if actor == "itself" { target.as_str() } else { actor }];
        let place = self.place(&target);
        let (club, id) = place.map_or(("HOBBY", String::new()), |place| (place.club, place.id.to_string()));
        let person = self.browsers.get(target.as_str()).map(|browser| browser.id.clone()).unwrap_or_default();
        let (call, office) = call.split_once(':').unwrap_or((call, ""));
        let office = office.replace('_', " ");
        match call {
            "upgrade" => browser.post("/member/upgrade", json!({"memberId": id, "Role": office, "club": club})).await,
            "appoint" => {
                let asked = json!({"email": format!("{target}@meridian.example")});
                browser.post(&format!("/clubs/{club}/administrators"), asked).await
            }
            "dismiss" => browser.delete(&format!("/clubs/{club}/administrators/{person}")).await,
            "join" => browser.post(&format!("/member/join/{club}"), json!({})).await,
            "leave" => browser.delete(&format!("/clubs/{club}/membership")).await,
            "read" => browser.get(&format!("/member/allmembers/{club}")).await,
            "export" => browser.get(&format!("/clubs/{club}/members.csv")).await,
            simple => browser.ask(Method::POST, &format!("/member/{simple}/{id}"), Some(json!({})), &[]).await,
        }
    }

    /// What has become of a target, in the table's words.
    async fn found(&self, t: &TestApp, target: &str) -> String {
        let target = format!("to-{target}");
        let club = self.place(&target).map_or("HOBBY", |place| place.club);
        let person = UserId::parse(&self.browsers[target.as_str()].id).expect("an id");
        let all = self.admin.get(&format!("/member/allmembers/{club}")).await.expect(200);
        let rows = all["data"].as_array().expect("a list").clone();
        let Some(row) = rows.into_iter().find(|row| row["UserId"]["_id"] == person.to_string()) else {
            return "gone".to_owned();
        };
        let held = words(t).await.contains(&(person, club.to_owned()));
        assert_eq!(row["administrator"], held, "the word and the office go together: {row}");
        let office = row["Role"].as_str().unwrap_or("Pending").replace(' ', "_");
        if held { format!("{office}*") } else { office }
    }
}

/// All role words of everybody.
async fn words(t: &TestApp) -> Vec<(UserId, String)> {
    let rows: Vec<RoleRow> =
        sql("SELECT user_id, role FROM roles ORDER BY user_id, role").all(&t.app.db).await.expect("roles");
    rows.into_iter().map(|row| (row.user_id, row.role)).collect()
}

/// Those of the platform, which no call of a club may touch.
fn platform(words: &[(UserId, String)]) -> Vec<(UserId, String)> {
    words.iter().filter(|(_, word)| word == "ADMIN" || word == "ORGANISER").cloned().collect()
}

/// Who is what in which club.
async fn places(t: &TestApp) -> Vec<PlaceRow> {
    let text = "SELECT id, user_id, office, appointed, joined_at FROM memberships ORDER BY id";
    sql(text).all(&t.app.db).await.expect("memberships")
}

async fn the_table_is_what_happens(t: TestApp) {
    let stage = Stage::set(&t).await;
    let (base_words, base_places) = (words(&t).await, places(&t).await);
    assert_eq!((platform(&base_words).len(), base_places.len()), (2, CAST.len()));
    let table = include_str!("membership_table.txt");
    let mut lines = table.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let actors: Vec<&str> = lines.next().expect("a heading").split_whitespace().skip(3).collect();
    let mut wrong = Vec::new();
    let mut cells = 0;
    for line in lines {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [call, target, then, expected @ ..] = words.as_slice() else { panic!("a line of the table: {line}") };
        assert_eq!(expected.len(), actors.len(), "{line}");
        for (actor, expected) in actors.iter().zip(expected) {
            let answer = stage.ask(call, target, actor).await;
            let status = answer.status.as_u16().to_string();
            let now_words = self::words(&t).await;
            assert_eq!(
                platform(&now_words),
                platform(&base_words),
                "{call} {target} by {actor}: a role of the platform"
            );
            let changed = answer.status.is_success();
            if changed && *then != "." {
                let after = stage.found(&t, target).await;
                if after != *then {
                    wrong.push(format!("{call} {target} by {actor}: now {after} instead of {then}"));
                }
            } else if !changed && (now_words != base_words || places(&t).await != base_places) {
                wrong.push(format!("{call} {target} by {actor}: refused, and changed something"));
            }
            if status != *expected {
                wrong.push(format!("{call} {target} by {actor}: {status} instead of {expected}"));
            }
            if changed {
                stage.reset(&t).await;
            }
            cells += 1;
        }
    }
    assert!(wrong.is_empty(), "{} of {cells}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(cells > 900, "{cells} cells");
    // Somebody's word in the session is the one in the database.
    let president: &Browser = &stage.browsers["president"];
    t.app.session_cache.forget(&t.app, UserId::parse(&president.id).expect("an id")).await;
    assert_eq!(roles(president).await, json!(["HOBBY", "USER"]));
}
