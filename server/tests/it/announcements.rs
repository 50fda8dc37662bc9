//! Stories of announcements: who may send to whom, and how they reach a thousand people page by page.

use futures::future::join_all;
use quad_db::sql;
use quad_kernel::ids::UserId;
use quad_people::accounts::{self, NewPerson};
use serde_json::{Value, json};

use crate::harness::{Browser, TestApp, inbox, titles};
use crate::plain_stories;

plain_stories!(
    an_announcement_reaches_the_members,
    to_everybody_is_admins,
    without_a_name_it_is_the_only_club,
    an_announcement_is_checked,
    a_day_has_its_limit,
    it_goes_page_by_page_and_tells_nobody_twice,
    whoever_left_meanwhile_hears_nothing,
);

const MEMBERS: &str = "/event/notifications/send/members";
const ALL: &str = "/event/notifications/send/all";

fn walk() -> Value {
    json!({"title": "Photo walk", "body": "Saturday at six, main gate."})
}

async fn an_announcement_reaches_the_members(t: TestApp) {
    let admin = t.admin("admin").await;
    let meera = t.administrator(&admin, "meera", "HOBBY").await;
    let (ada, _) = t.member(&meera, "ada", "HOBBY").await;
    let (noor, _) = t.member(&admin, "noor", "DRAMATIC").await;
    let applicant = t.person("ben").await;
    applicant.post("/member/join/HOBBY", json!({})).await.expect(201);
    let said = meera.post(MEMBERS, walk()).await.expect(202);
    assert_eq!((&said["success"], &said["message"]), (&json!(true), &json!("Notification sent successfully!")));
    assert!(!titles(&ada).await.contains(&"HOBBY: Photo walk".to_owned()), "it is a job's to carry it");
    t.run_jobs().await;
    for who in [&ada, &meera] {
        let told = inbox(who).await.remove(0);
        assert_eq!(
            (&told["about"], &told["title"], &told["body"], &told["url"]),
            (
                &json!("announcement"),
                &json!("HOBBY: Photo walk"),
                &json!("Saturday at six, main gate."),
                &json!("/club/HOBBY")
            )
        );
    }
    for who in [&noor, &applicant, &admin] {
        assert!(!titles(who).await.contains(&"HOBBY: Photo walk".to_owned()));
    }
    let listed = meera.get("/clubs/HOBBY/announcements").await.expect(200);
    assert_eq!(
        listed["announcements"][0],
        json!({"id": said["id"], "audience": "members", "title": "Photo walk", "body": "Saturday at six, main gate.",
            "createdAt": t.moment(0), "told": 2, "done": true})
    );
    assert_eq!(listed["total"], 1);
    ada.get("/clubs/HOBBY/announcements").await.refused(403, "not_club_administrator");
    t.browser().get("/clubs/HOBBY/announcements").await.refused(401, "logged_out");
}

async fn to_everybody_is_admins(t: TestApp) {
    let admin = t.admin("admin").await;
    let meera = t.administrator(&admin, "meera", "HOBBY").await;
    let (ada, ben) = (t.member(&meera, "ada", "HOBBY").await.0, t.person("ben").await);
    t.browser().post(ALL, walk()).await.refused(401, "logged_out");
    let said = meera.post(ALL, walk()).await.refused(403, "not_admin");
    assert!(said["message"].as_str().expect("a sentence").contains("members"), "it says what one may do instead");
    for who in [&ada, &ben] {
        who.post(ALL, walk()).await.refused(403, "not_admin");
        who.post(MEMBERS, walk()).await.refused(403, "not_club_administrator");
        let mut asked = walk();
        asked["club"] = json!("HOBBY");
        who.post(MEMBERS, asked).await.refused(403, "not_club_administrator");
    }
    admin.post(ALL, walk()).await.expect(202);
    t.run_jobs().await;
    for who in [&admin, &meera, &ada, &ben] {
        let told = inbox(who).await.remove(0);
        assert_eq!((&told["title"], &told["url"]), (&json!("Photo walk"), &json!("/notifications")));
    }
    let mut asked = walk();
    asked["club"] = json!("hobby");
    admin.post(ALL, asked).await.expect(202);
    t.run_jobs().await;
    assert_eq!(inbox(&ben).await[0]["url"], "/club/HOBBY");
}

async fn without_a_name_it_is_the_only_club(t: TestApp) {
    let admin = t.admin("admin").await;
    let meera = t.administrator(&admin, "meera", "HOBBY").await;
    admin.post(MEMBERS, walk()).await.refused(400, "invalid");
    admin.post("/clubs/DRAMATIC/administrators", json!({"email": "meera@meridian.example"})).await.expect(201);
    assert_eq!(meera.post(MEMBERS, walk()).await.refused(400, "invalid")["field"], "club");
    for club in ["hobby", "DRAMATIC"] {
        let mut asked = walk();
        asked["club"] = json!(club);
        meera.post(MEMBERS, asked.clone()).await.expect(202);
        admin.post(MEMBERS, asked).await.expect(202);
    }
    let mut asked = walk();
    asked["club"] = json!("NOTHING");
    meera.post(MEMBERS, asked).await.refused(404, "missing");
}

async fn an_announcement_is_checked(t: TestApp) {
    let admin = t.admin("admin").await;
    let meera = t.administrator(&admin, "meera", "HOBBY").await;
    for (title, body) in
        [("", "B"), ("  ", "B"), ("T", ""), ("T", " \n "), (&"x".repeat(121), "B"), ("T", &"x".repeat(1001))]
    {
        meera.post(MEMBERS, json!({"title": title, "body": body})).await.refused(400, "invalid");
    }
    meera.post(MEMBERS, json!({"title": "two\nlines", "body": "B"})).await.refused(400, "invalid");
    for path in
        ["/event/notifications/send/everybody", "/event/notifications/send/ALL", "/event/notifications/send/%00"]
    {
        meera.post(path, walk()).await.refused(404, "missing");
    }
    t.run_jobs().await;
    assert_eq!(meera.get("/clubs/HOBBY/announcements").await.expect(200)["total"], 0);
}

async fn a_day_has_its_limit(t: TestApp) {
    let admin = t.admin("admin").await;
    let meera = t.administrator(&admin, "meera", "HOBBY").await;
    let answers = join_all((0..25).map(|_| meera.post(MEMBERS, walk()))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 202).count(), 20);
    meera.post(MEMBERS, walk()).await.refused(429, "too_many");
    let mut asked = walk();
    asked["club"] = json!("DRAMATIC");
    admin.post(MEMBERS, asked).await.expect(202);
    t.pass(24 * 3600);
    t.log_in("meera").await.post(MEMBERS, walk()).await.expect(202);
}

/// Puts people and members in, without the work of registering a thousand.
async fn crowd(t: &TestApp, count: u32) -> Vec<UserId> {
    let now = t.app.clock.now();
    let people: Vec<NewPerson> = (0..count)
        .map(|number| NewPerson {
            id: UserId::new(now, &t.app.random),
            email: format!("crowd{number}@meridian.example"),
            full_name: format!("Crowd {number}"),
            contact: "9000000001".to_owned(),
            batch: 2026,
            password_hash: "!".to_owned(),
            created_at: now,
        })
        .collect();
    let mut tx = t.app.db.begin().await.expect("a transaction");
    accounts::insert_many_for_demo(&mut tx, &people).await.expect("inserted");
    for person in &people {
        sql("INSERT INTO memberships (id, club_id, user_id, office, appointed, applied_at, joined_at)
             SELECT $1, id, $2, 'member', FALSE, $3, $3 FROM clubs WHERE short_name = 'HOBBY'")
        .arg(UserId::new(now, &t.app.random))
        .arg(person.id)
        .arg(now)
        .run(&mut tx)
        .await
        .expect("a member");
    }
    tx.commit().await.expect("committed");
    people.iter().map(|person| person.id).collect()
}

async fn count(t: &TestApp, text: &str) -> i64 {
    sql(text.to_owned()).value(&t.app.db).await.expect("a count").unwrap_or_default()
}

async fn it_goes_page_by_page_and_tells_nobody_twice(t: TestApp) {
    let admin = t.admin("admin").await;
    let meera: Browser = t.administrator(&admin, "meera", "HOBBY").await;
    crowd(&t, 1199).await;
    let told = "SELECT COUNT(*) AS value FROM notifications WHERE kind = 'announcement'";
    let people = "SELECT COUNT(DISTINCT user_id) AS value FROM notifications WHERE kind = 'announcement'";
    meera.post(MEMBERS, walk()).await.expect(202);
    // The first page's job, once more: as after a crash between its commit and its note.
    let first: String = sql("SELECT payload AS value FROM jobs WHERE kind = 'clubs.fan_out'")
        .value(&t.app.db)
        .await
        .expect("a job")
        .expect("a payload");
    t.run_jobs().await;
    assert_eq!((count(&t, told).await, count(&t, people).await), (1200, 1200));
    let sent = meera.get("/clubs/HOBBY/announcements").await.expect(200)["announcements"][0].clone();
    assert_eq!((&sent["told"], &sent["done"]), (&json!(1200), &json!(true)));
    let mut tx = t.app.db.begin().await.expect("a transaction");
    sql(
        "INSERT INTO jobs (kind, payload, state, run_at, tries, created_at) VALUES ('clubs.fan_out', $1, 0, $2, 0, $2)",
    )
    .arg(first)
    .arg(t.app.clock.now())
    .run(&mut tx)
    .await
    .expect("again");
    tx.commit().await.expect("committed");
    t.run_jobs().await;
    assert_eq!((count(&t, told).await, count(&t, people).await), (1200, 1200));
    let sent = meera.get("/clubs/HOBBY/announcements").await.expect(200)["announcements"][0].clone();
    assert_eq!(sent["told"], 1200);
}

async fn whoever_left_meanwhile_hears_nothing(t: TestApp) {
    let admin = t.admin("admin").await;
    let meera = t.administrator(&admin, "meera", "HOBBY").await;
    let (ada, _) = t.member(&meera, "ada", "HOBBY").await;
    meera.post(MEMBERS, walk()).await.expect(202);
    ada.delete("/clubs/HOBBY/membership").await.expect(200);
    t.run_jobs().await;
    assert!(!titles(&ada).await.contains(&"HOBBY: Photo walk".to_owned()));
    assert_eq!(titles(&meera).await[0], "HOBBY: Photo walk");
}
