//! Stories of notifications: the inbox and its live topic, devices, what is pushed, who chose what, and the moments at
//! which people are told.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures::future::join_all;
use quad_db::FromRow;
use quad_db::sql;
use quad_kernel::clock::Time;
use quad_kernel::ids::{SessionId, UserId};
use quad_people::accounts::{self, NewPerson};
use quad_people::notify::{self, About, Notice, Recipient, Subscription};
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::push_service::{Phone, PushService, claims};
use crate::harness::{Answer, Browser, PASSWORD, Reach, TestApp, until};
use crate::{on_both_engines, plain_stories};

on_both_engines!(racing_the_same_once, several_processes_have_one_key, racing_subscriptions_against_a_reset,);

plain_stories!(
    the_same_once_tells_once,
    what_is_rolled_back_is_told_to_nobody,
    an_inbox_is_paged_read_and_emptied,
    nobody_sees_or_changes_another_inbox,
    the_inbox_is_live,
    a_push_arrives_encrypted_and_signed,
    a_push_is_kept_as_long_as_it_is_news,
    a_reminder_is_pushed_at_once_and_not_after_the_start,
    gone_devices_are_forgotten_and_failures_come_later,
    a_device_refused_again_and_again_is_forgotten,
    an_outage_forgets_no_device,
    a_reset_forgets_all_devices,
    another_password_forgets_other_devices,
    a_device_goes_with_its_session,
    a_log_in_keeps_what_its_browser_had,
    addresses_near_us_are_refused,
    strange_subscriptions_are_refused,
    ten_devices_and_the_last_to_log_in,
    a_log_in_brings_its_device,
    preferences_decide_push_and_mail,
    a_mail_is_stopped_by_its_own_address,
    a_mail_that_waits_when_it_is_stopped_is_not_sent,
    no_address_that_stops_mails_is_logged,
    a_test_reaches_ones_own_devices,
    old_and_many_are_swept,
    leaving_takes_everything,
    one_data_has_inbox_choices_and_devices,
    a_contest_made_public_is_told_to_everybody_once,
    results_are_told_to_participants_once,
    corrections_come_to_the_inbox_too,
    an_enquiry_is_in_every_administrators_inbox,
    many_devices_are_served_at_once,
    pushing_stops_with_the_server,
);

fn user(browser: &Browser) -> UserId {
    UserId::parse(&browser.id).expect("an id")
}

fn recipient(browser: &Browser) -> Recipient {
    let id = user(browser);
    Recipient { id, name: "Ada".to_owned(), address: format!("{}@meridian.example", browser.id) }
}

fn notice(title: &str) -> Notice {
    Notice {
        about: About::Announcement,
        title: title.to_owned(),
        body: "Come along.".to_owned(),
        url: "/clubs".to_owned(),
    }
}

/// Tells people something, in a transaction of its own.
async fn tell(t: &TestApp, once: &str, to: &[&Browser], what: &Notice) {
    let to: Vec<Recipient> = to.iter().map(|browser| recipient(browser)).collect();
    let mut tx = t.app.db.begin().await.expect("begun");
    notify::deliver(&mut tx, t.app.clock.now(), once, &to, what).await.expect("told");
    tx.commit().await.expect("committed");
    notify::after_commit(&t.app, &to.iter().map(|one| one.id).collect::<Vec<_>>());
}

async fn inbox(who: &Browser) -> Value {
    who.get("/notifications").await.expect(200)
}

fn titles(inbox: &Value) -> Vec<&str> {
    inbox["notifications"].as_array().expect("a list").iter().filter_map(|one| one["title"].as_str()).collect()
}

fn subscription(endpoint: &str, phone: &Phone) -> Value {
    json!({"endpoint": endpoint, "expirationTime": null, "keys": {"p256dh": phone.p256dh(), "auth": phone.auth_text()}})
}

async fn subscribe(who: &Browser, endpoint: &str, phone: &Phone) -> Answer {
    who.put("/push/subscription", subscription(endpoint, phone)).await
}

async fn count(t: &TestApp, from: &str) -> i64 {
    sql(format!("SELECT count(*) AS value FROM {from}")).value(&t.app.db).await.expect("counted").expect("a number")
}

/// A push service that this application sends to.
fn push_service(t: &TestApp) -> PushService {
    let service = PushService::start();
    // No machine stands still as long; who is silent for as long here is let go by the story.
    t.push_by(Reach::of(&service).patient_for(Duration::from_mins(1)));
    service
}

async fn the_same_once_tells_once(t: TestApp) {
    let (ada, bo) = (t.person("ada").await, t.person("bo").await);
    tell(&t, "announcement:1", &[&ada], &notice("First")).await;
    tell(&t, "announcement:1", &[&ada, &bo, &bo], &notice("First again")).await;
    tell(&t, "announcement:2", &[&ada], &notice("Second")).await;
    assert_eq!(titles(&inbox(&ada).await), ["Second", "First"]);
    assert_eq!(titles(&inbox(&bo).await), ["First again"]);
    // What is too long or leads elsewhere is mended.
    let strange = Notice {
        title: "x".repeat(500),
        body: "y".repeat(5000),
        url: "https://evil.example/".to_owned(),
        ..notice("")
    };
    tell(&t, "announcement:3", &[&bo], &strange).await;
    let one = &inbox(&bo).await["notifications"][0];
    let length = |key: &str| one[key].as_str().map(|text| text.chars().count());
    assert_eq!((length("title"), length("body"), &one["url"]), (Some(120), Some(1000), &json!("/notifications")));
}

async fn racing_the_same_once(t: TestApp) {
    let people = join_all(["ada", "bo", "cy"].map(|name| t.person(name))).await;
    let to: Vec<&Browser> = people.iter().collect();
    let back: Vec<&Browser> = people.iter().rev().collect();
    join_all((0..20).map(|number| {
        let (t, to) = (&t, if number % 2 == 0 { &to } else { &back });
        async move { tell(t, "announcement:1", to, &notice("Once")).await }
    }))
    .await;
    for one in &people {
        assert_eq!(titles(&inbox(one).await), ["Once"]);
    }
}

async fn what_is_rolled_back_is_told_to_nobody(t: TestApp) {
    let service = push_service(&t);
    let ada = t.person("ada").await;
    subscribe(&ada, &service.endpoint("ok/1"), &Phone::number(1)).await.expect(200);
    let mut tx = t.app.db.begin().await.expect("begun");
    notify::deliver(&mut tx, t.app.clock.now(), "x", &[recipient(&ada)], &notice("Never")).await.expect("told");
    drop(tx);
    t.run_jobs().await;
    assert_eq!(inbox(&ada).await["total"], 0);
    assert!(service.heard().is_empty());
}

async fn an_inbox_is_paged_read_and_emptied(t: TestApp) {
    let ada = t.person("ada").await;
    assert_eq!(inbox(&ada).await, json!({"success": true, "notifications": [], "total": 0, "unread": 0}));
    for number in 0..5 {
        tell(&t, &format!("announcement:{number}"), &[&ada], &notice(&format!("Number {number}"))).await;
        t.pass(1);
    }
    let said = inbox(&ada).await;
    let newest = &said["notifications"][0];
    assert_eq!(
        *newest,
        json!({"id": newest["id"], "about": "announcement", "title": "Number 4", "body": "Come along.", "url": "/clubs",
            "createdAt": t.moment(-1), "readAt": null})
    );
    assert_eq!((&said["total"], &said["unread"]), (&json!(5), &json!(5)));
    let page = ada.get("/notifications?page=2&size=2").await.expect(200);
    assert_eq!((titles(&page), &page["total"]), (vec!["Number 2", "Number 1"], &json!(5)));
    let id = |place: usize| said["notifications"][place]["id"].as_str().expect("an id").to_owned();
    let body = json!({"ids": [id(0), id(1), "99999999", "nonsense"]});
    assert_eq!(ada.post("/notifications/read", body.clone()).await.expect(200)["message"], "Marked as read");
    let read_at = t.moment(0);
    t.pass(60);
    ada.post("/notifications/read", body).await.expect(200);
    let now = inbox(&ada).await;
    assert_eq!((&now["unread"], &now["notifications"][0]["readAt"]), (&json!(3), &json!(read_at)), "read once");
    let unread = ada.get("/notifications?unread=true&size=2").await.expect(200);
    assert_eq!((titles(&unread), &unread["total"]), (vec!["Number 2", "Number 1"], &json!(3)));
    ada.post("/notifications/read", json!({"all": true})).await.expect(200);
    assert_eq!(inbox(&ada).await["unread"], 0);
    ada.delete(&format!("/notifications/{}", id(0))).await.expect(200);
    ada.delete(&format!("/notifications/{}", id(0))).await.refused(404, "missing");
    assert_eq!(titles(&inbox(&ada).await), ["Number 3", "Number 2", "Number 1", "Number 0"]);
    for strange in ["?page=0", "?size=0", "?size=101", "?page=x", "?unread=maybe"] {
        ada.get(&format!("/notifications{strange}")).await.refused(400, "invalid");
    }
    for strange in [json!({}), json!({"ids": []}), json!({"ids": vec!["1"; 501]}), json!({"ids": "1"}), json!([])] {
        ada.post("/notifications/read", strange).await.refused(400, "invalid");
    }
    for strange in ["x", "-1", "1.0", "%00", "99999999999999999999", "0"] {
        ada.delete(&format!("/notifications/{strange}")).await.refused(404, "missing");
    }
}

async fn nobody_sees_or_changes_another_inbox(t: TestApp) {
    let (ada, bo, root) = (t.person("ada").await, t.person("bo").await, t.admin("root").await);
    tell(&t, "announcement:1", &[&ada], &notice("For Ada")).await;
    let id = inbox(&ada).await["notifications"][0]["id"].as_str().expect("an id").to_owned();
    for other in [&bo, &root] {
        assert_eq!(inbox(other).await["total"], 0);
        other.delete(&format!("/notifications/{id}")).await.refused(404, "missing");
        other.post("/notifications/read", json!({"ids": [id]})).await.expect(200);
        other.post("/notifications/read", json!({"all": true})).await.expect(200);
    }
    assert_eq!(inbox(&ada).await["unread"], 1);
    let guest = t.browser();
    for answer in [
        guest.get("/notifications").await,
        guest.get("/notifications/preferences").await,
        guest.post("/notifications/read", json!({"all": true})).await,
        guest.delete(&format!("/notifications/{id}")).await,
        guest.post("/push/test", json!({})).await,
        subscribe(&guest, "https://push.example.net/x", &Phone::number(1)).await,
    ] {
        answer.refused(401, "logged_out");
    }
}

async fn the_inbox_is_live(t: TestApp) {
    let (ada, bo) = (t.person("ada").await, t.person("bo").await);
    let (mut hers, mut his) = (ada.follow(&["inbox", "polls"]).await, bo.follow(&["inbox"]).await);
    assert_eq!(hers.event_called("inbox").await, json!({"topic": "inbox", "unread": 0, "latest": null}));
    his.quiet().await;
    hers.quiet().await;
    tell(&t, "announcement:1", &[&ada], &notice("Hello")).await;
    let said = hers.event_called("inbox").await;
    assert_eq!((&said["unread"], &said["latest"]["title"]), (&json!(1), &json!("Hello")));
    ada.post("/notifications/read", json!({"all": true})).await.expect(200);
    assert_eq!(hers.event_called("inbox").await["unread"], 0);
    assert!(his.is_silent(Duration::from_millis(500)).await, "another's inbox says nothing");
    // There is no name for another's.
    for strange in [format!("inbox:{}", ada.id), "inbox:".to_owned(), "INBOX".to_owned()] {
        bo.get(&format!("/live?topics={strange}")).await.refused(400, "invalid");
    }
}

async fn several_processes_have_one_key(t: TestApp) {
    let beside = t.beside(77).await;
    let (here, there) = (t.browser(), beside.browser());
    let (one, two) = tokio::join!(here.get("/push/key"), there.get("/push/key"));
    let (one, two) = (one.expect(200), two.expect(200));
    assert_eq!(one, two);
    let key = one["key"].as_str().expect("a key");
    assert!(key.len() == 87 && !key.contains(['+', '/', '=']), "{key}");
    assert_eq!(count(&t, "push_keys").await, 1);
}

async fn a_push_arrives_encrypted_and_signed(t: TestApp) {
    let service = push_service(&t);
    let ada = t.person("ada").await;
    let (phone, other) = (Phone::number(1), Phone::number(2));
    let said = subscribe(&ada, &service.endpoint("ok/phone"), &phone).await.expect(200);
    assert_eq!(said["success"], true);
    let what = Notice { title: "Drama night".to_owned(), body: "Tonight, नाटक!".to_owned(), ..notice("") };
    tell(&t, "announcement:1", &[&ada], &what).await;
    assert!(service.heard().is_empty(), "never in the request");
    t.run_jobs().await;
    let heard = service.heard();
    assert_eq!((heard.len(), heard[0].path.as_str()), (1, "/ok/phone"));
    assert_eq!(other.read(&heard[0].body), None);
    let text = phone.read(&heard[0].body).expect("for this phone");
    let id = inbox(&ada).await["notifications"][0]["id"].clone();
    assert_eq!(
        serde_json::from_slice::<Value>(&text).expect("JSON"),
        json!({"title": "Drama night", "body": "Tonight, नाटक!", "url": "/clubs", "tag": id})
    );
    let (claims, key) = claims(&heard[0]);
    assert_eq!(key, t.browser().get("/push/key").await.expect(200)["key"], "the key the browser subscribed with");
    assert_eq!(claims["aud"], service.endpoint("").trim_end_matches('/'));
    assert_eq!(claims["exp"].as_i64(), Some(t.app.clock.now().0 / 1000 + 12 * 3600));
    assert_eq!(claims.get("sub"), None, "no contact is set, and none is made up: {claims}");
    t.pass(3600);
    t.run_jobs().await;
    assert_eq!(service.heard().len(), 1, "once");
    assert_eq!(count(&t, "push_deliveries").await, 0);
}

/// Tells people something that is news for so many seconds.
async fn tell_until(t: &TestApp, once: &str, to: &[&Browser], seconds: i64) {
    let to: Vec<Recipient> = to.iter().map(|browser| recipient(browser)).collect();
    let now = t.app.clock.now();
    let until = Some(Time(now.0 + seconds * 1000));
    let mut tx = t.app.db.begin().await.expect("begun");
    notify::deliver_until(&mut tx, now, once, &to, &notice(once), until).await.expect("told");
    tx.commit().await.expect("committed");
    notify::after_commit(&t.app, &to.iter().map(|one| one.id).collect::<Vec<_>>());
}

async fn a_push_is_kept_as_long_as_it_is_news(t: TestApp) {
    let service = push_service(&t);
    let (ada, bo) = (t.person("ada").await, t.person("bo").await);
    subscribe(&ada, &service.endpoint("ok/1"), &Phone::number(1)).await.expect(200);
    subscribe(&bo, &service.endpoint("ok/2"), &Phone::number(2)).await.expect(200);
    tell(&t, "plain", &[&ada, &bo], &notice("plain")).await;
    for (once, seconds) in [("soon", 600), ("tonight", 18_000), ("next week", 604_800)] {
        tell_until(&t, once, &[&ada], seconds).await;
    }
    t.run_jobs().await;
    let heard = service.heard();
    let mut told: Vec<_> = heard
        .iter()
        .map(|one| (one.headers["ttl"].parse::<u64>().expect("seconds"), one.headers["urgency"].as_str()))
        .collect();
    told.sort_unstable();
    assert_eq!(told, [(600, "high"), (18_000, "normal"), (86_400, "normal"), (86_400, "normal"), (86_400, "normal")]);
    // One topic for each notice, and a repeat has the same.
    let topics: std::collections::HashSet<&str> = heard.iter().map(|one| one.headers["topic"].as_str()).collect();
    assert_eq!((heard.len(), topics.len()), (5, 4));
    assert!(topics.iter().all(|topic| topic.len() == 32 && !topic.contains('+')), "{topics:?}");
    // What waits longer than it is news is not sent.
    tell_until(&t, "gone", &[&ada], 60).await;
    t.pass(60);
    t.run_jobs().await;
    assert_eq!(service.heard().len(), 5 + 1, "at the very moment it still is");
    tell_until(&t, "gone too", &[&ada], 60).await;
    t.pass(61);
    t.run_jobs().await;
    assert_eq!(service.heard().len(), 6);
    assert_eq!(inbox(&ada).await["total"], 6, "the inbox has it all the same");
}

async fn a_reminder_is_pushed_at_once_and_not_after_the_start(t: TestApp) {
    let service = push_service(&t);
    let (meera, ada) = (t.manager("meera", "HOBBY").await, t.person("ada").await);
    subscribe(&ada, &service.endpoint("ok/1"), &Phone::number(1)).await.expect(200);
    let made = meera.post("/event", t.event_asked("Chess", 7200)).await.expect(201);
    ada.register_for(made["event"]["_id"].as_str().expect("an id")).await.expect(201);
    t.pass(3700);
    for _ in 0..3 {
        t.run_jobs().await;
        t.pass(60);
    }
    let heard = service.heard();
    let last = heard.last().expect("a push");
    let kept: u64 = last.headers["ttl"].parse().expect("seconds");
    assert!((3380..=3500).contains(&kept), "until the start: {kept}");
    assert_eq!(last.headers["urgency"], "high");
}

async fn gone_devices_are_forgotten_and_failures_come_later(t: TestApp) {
    let service = push_service(&t);
    let ada = t.person("ada").await;
    let phone = Phone::number(1);
    for path in ["ok/1", "gone/1", "missing/1", "busy/1", "broken/1", "torn/1", "bad/1"] {
        subscribe(&ada, &service.endpoint(path), &phone).await.expect(200);
    }
    tell(&t, "announcement:1", &[&ada], &notice("Hello")).await;
    t.run_jobs().await;
    let tried = |path: &str| service.heard().iter().filter(|one| one.path == format!("/{path}")).count();
    assert_eq!(["ok/1", "gone/1", "busy/1", "broken/1", "torn/1", "bad/1"].map(tried), [1; 6]);
    // What is gone is forgotten; what will never be taken is given up; the others are tried later.
    assert_eq!((count(&t, "push_subscriptions").await, count(&t, "push_deliveries").await), (5, 3));
    t.pass(31);
    t.run_jobs().await;
    assert_eq!(["ok/1", "busy/1", "broken/1", "torn/1", "bad/1"].map(tried), [1, 1, 2, 2, 1], "busy asked for 90 s");
    t.pass(60);
    t.run_jobs().await;
    assert_eq!(tried("busy/1"), 2);
    // Not for ever: what is a day old is no news.
    for _ in 0..12 {
        t.pass(6 * 3600);
        t.run_jobs().await;
    }
    assert_eq!(count(&t, "push_deliveries").await, 0);
    assert!(tried("broken/1") <= 6, "{}", tried("broken/1"));
    assert_eq!(count(&t, "jobs WHERE kind = 'notify.push'").await, 0, "nothing due, nothing waits");
}

async fn a_device_refused_again_and_again_is_forgotten(t: TestApp) {
    let service = push_service(&t);
    let ada = t.person("ada").await;
    subscribe(&ada, &service.endpoint("bad/1"), &Phone::number(1)).await.expect(200);
    for number in 0..5 {
        assert_eq!(count(&t, "push_subscriptions").await, 1, "{number}");
        tell(&t, &format!("announcement:{number}"), &[&ada], &notice("Hello")).await;
        t.run_jobs().await;
    }
    assert_eq!(count(&t, "push_subscriptions").await, 0);
    assert_eq!(inbox(&ada).await["total"], 5, "the inbox has all");
}

async fn an_outage_forgets_no_device(t: TestApp) {
    let service = PushService::start();
    // Every name leads near us, as behind a resolver of ours that is not what it should be.
    t.push_by(Reach::forbidden(&service));
    let ada = t.person("ada").await;
    for path in ["ok/1", "ok/2"] {
        subscribe(&ada, &service.endpoint(path), &Phone::number(1)).await.expect(200);
    }
    for number in 0..6 {
        tell(&t, &format!("near:{number}"), &[&ada], &notice("Hello")).await;
        t.run_jobs().await;
    }
    assert_eq!((count(&t, "push_deliveries").await, count(&t, "push_subscriptions").await), (0, 2), "given up");
    // Down for more than a day.
    for number in 0..6 {
        tell(&t, &format!("old:{number}"), &[&ada], &notice("Hello")).await;
    }
    t.pass(25 * 3600);
    t.run_jobs().await;
    assert_eq!((count(&t, "push_deliveries").await, count(&t, "push_subscriptions").await), (0, 2), "too old");
    assert!(service.heard().is_empty());
    // Nobody takes anything, however often it is tried.
    let t = t.another(&[], 8).await;
    t.push_by(Reach::of(&service).patient_for(Duration::from_millis(200)));
    let bo = t.person("bo").await;
    for path in ["broken/1", "hang/1", "moved/1"] {
        subscribe(&bo, &service.endpoint(path), &Phone::number(1)).await.expect(200);
    }
    for number in 0..6 {
        tell(&t, &format!("announcement:{number}"), &[&bo], &notice("Hello")).await;
    }
    for _ in 0..8 {
        t.run_jobs().await;
        t.pass(3 * 3600);
    }
    assert_eq!((count(&t, "push_deliveries").await, count(&t, "push_subscriptions").await), (0, 3), "six tries");
}

/// The address of a device, by a name.
fn at(name: &str) -> String {
    format!("https://push.example.net/{name}")
}

/// The names of the devices kept, whoever's they are.
async fn kept(t: &TestApp) -> Vec<String> {
    #[derive(FromRow)]
    struct Row {
        endpoint: String,
    }
    let rows: Vec<Row> =
        sql("SELECT endpoint FROM push_subscriptions ORDER BY endpoint").all(&t.app.db).await.expect("read");
    rows.into_iter().map(|row| row.endpoint.rsplit('/').next().unwrap_or_default().to_owned()).collect()
}

const NEW_PASSWORD: &str = "copper-lantern-77";

async fn reset_code(t: &TestApp) -> String {
    let said = accounts::reset_code_for_operator(&t.app, "ada@meridian.example").await.expect("a code");
    let line = said.lines().next().expect("a line");
    line.split_once(": ").expect("a code").1.replace(' ', "")
}

async fn reset(t: &TestApp, code: &str) -> Answer {
    let asked = json!({"email": "ada@meridian.example", "newPassword": NEW_PASSWORD, "code": code});
    t.browser().post("/resetpassword", asked).await
}

async fn a_reset_forgets_all_devices(t: TestApp) {
    let (ada, thief, bo) = (t.person("ada").await, t.log_in("ada").await, t.person("bo").await);
    for (who, name) in [(&ada, "hers"), (&thief, "his"), (&bo, "bo")] {
        subscribe(who, &at(name), &Phone::number(1)).await.expect(200);
    }
    tell(&t, "a:1", &[&ada], &notice("On its way")).await;
    reset(&t, &reset_code(&t).await).await.expect(200);
    assert_eq!(kept(&t).await, ["bo"]);
    assert_eq!(count(&t, "push_deliveries").await, 0, "what was on its way, too");
    subscribe(&thief, &at("again"), &Phone::number(1)).await.refused(401, "logged_out");
    // The operator's way.
    subscribe(&bo, &at("more"), &Phone::number(1)).await.expect(200);
    let said = accounts::sessions_for_operator(&t.app, "bo@meridian.example", true).await;
    assert!(said.is_ok_and(|said| said.starts_with("1 sessions ended")));
    assert_eq!(kept(&t).await, Vec::<String>::new());
}

async fn another_password_forgets_other_devices(t: TestApp) {
    let (ada, thief) = (t.person("ada").await, t.log_in("ada").await);
    for (who, name) in [(&ada, "hers"), (&thief, "his")] {
        subscribe(who, &at(name), &Phone::number(1)).await.expect(200);
    }
    ada.put("/account/password", json!({"current": "wrong-harbour-42", "password": NEW_PASSWORD})).await.expect(403);
    assert_eq!(kept(&t).await, ["hers", "his"]);
    ada.put("/account/password", json!({"current": PASSWORD, "password": NEW_PASSWORD})).await.expect(200);
    assert_eq!(kept(&t).await, ["hers"]);
}

async fn a_device_goes_with_its_session(t: TestApp) {
    let (ada, phone, tablet) = (t.person("ada").await, t.log_in("ada").await, t.log_in("ada").await);
    let bo = t.person("bo").await;
    for (who, name) in [(&ada, "desk"), (&phone, "phone"), (&tablet, "tablet"), (&bo, "bo")] {
        subscribe(who, &at(name), &Phone::number(1)).await.expect(200);
    }
    // A client that knows only /logout.
    phone.get("/logout").await.expect(200);
    assert_eq!(kept(&t).await, ["bo", "desk", "tablet"]);
    let said = tablet.get("/sessions").await.expect(200);
    let all = said["sessions"].as_array().expect("a list");
    let own = all.iter().find(|one| one["current"] == true).expect("its own")["id"].as_str().expect("an id").to_owned();
    bo.delete(&format!("/sessions/{own}")).await.refused(404, "missing");
    assert_eq!(kept(&t).await, ["bo", "desk", "tablet"]);
    ada.delete(&format!("/sessions/{own}")).await.expect(200);
    assert_eq!(kept(&t).await, ["bo", "desk"]);
    let again = t.log_in("ada").await;
    subscribe(&again, &at("again"), &Phone::number(1)).await.expect(200);
    assert_eq!(ada.delete("/sessions").await.expect(200)["ended"], 1);
    assert_eq!(kept(&t).await, ["bo", "desk"]);
    // A session that only grew old ended nothing: nobody wanted that.
    t.pass(40 * 24 * 3600);
    t.run_jobs().await;
    t.pass(3601);
    t.run_jobs().await;
    assert_eq!(count(&t, "sessions").await, 0);
    assert_eq!(kept(&t).await, ["bo", "desk"]);
    t.log_in("ada").await.delete("/sessions").await.expect(200);
    assert_eq!(kept(&t).await, ["bo"], "but it is one of the others");
}

async fn a_log_in_keeps_what_its_browser_had(t: TestApp) {
    let (ada, _) = (t.person("ada").await, t.person("bo").await);
    subscribe(&ada, &at("desk"), &Phone::number(1)).await.expect(200);
    let log_in = |name: &str| json!({"email": format!("{name}@meridian.example"), "passWord": PASSWORD});
    ada.post("/login", log_in("ada")).await.expect(200);
    assert_eq!(kept(&t).await, ["desk"], "the same person at the same browser");
    ada.delete("/sessions").await.expect(200);
    assert_eq!(kept(&t).await, ["desk"], "it is this session's now");
    ada.post("/login", log_in("bo")).await.expect(200);
    assert_eq!(kept(&t).await, Vec::<String>::new(), "somebody else sits there now");
}

/// Whoever knew the old password brings devices without a pause, here and at another process, while the owner resets it.
async fn racing_subscriptions_against_a_reset(t: TestApp) {
    let ada = t.person("ada").await;
    let (thief, phone) = (t.log_in("ada").await, Phone::number(1));
    drop(ada);
    let brought = AtomicUsize::new(0);
    let bring = async |way: usize| {
        for number in 0..300 {
            let answer = subscribe(&thief, &at(&format!("{way}-{number}")), &phone).await;
            if answer.status == 401 {
                return;
            }
            answer.expect(200);
            brought.fetch_add(1, Ordering::SeqCst);
        }
        panic!("the session never ended");
    };
    let code = reset_code(&t).await;
    let resetting = async {
        until("some came before", async || brought.load(Ordering::SeqCst) > 0).await;
        reset(&t, &code).await.expect(200);
    };
    tokio::join!(bring(1), bring(2), bring(3), resetting);
    assert_eq!(kept(&t).await, Vec::<String>::new());
}

async fn addresses_near_us_are_refused(t: TestApp) {
    let service = PushService::start();
    // Names lead to this machine, and nothing near us is permitted.
    t.push_by(Reach::forbidden(&service));
    let ada = t.person("ada").await;
    let phone = Phone::number(1);
    for near in [
        "https://127.0.0.1/x",
        "https://127.1/x",
        "https://localhost/x",
        "https://[::1]/x",
        "https://10.0.0.1/x",
        "https://169.254.169.254/latest/meta-data",
        "https://metadata.google.internal/x",
        "https://printer/x",
        "http://push.example.net/x",
        "https://me:secret@push.example.net/x",
        "https://push.example.net:22/x",
        "ftp://push.example.net/x",
        "",
    ] {
        let said = subscribe(&ada, near, &phone).await.refused(400, "invalid");
        assert_eq!(said["field"], "endpoint", "{near}");
    }
    assert_eq!(count(&t, "push_subscriptions").await, 0);
    // A name says nothing of where it leads; that is seen when connecting.
    subscribe(&ada, &service.endpoint("ok/1"), &phone).await.expect(200);
    tell(&t, "announcement:1", &[&ada], &notice("Hello")).await;
    t.run_jobs().await;
    assert!(service.heard().is_empty(), "nobody knocked");
    assert_eq!(count(&t, "push_deliveries").await, 0, "given up");
}

async fn strange_subscriptions_are_refused(t: TestApp) {
    let ada = t.person("ada").await;
    let phone = Phone::number(1);
    let good = subscription("https://push.example.net/x", &phone);
    let with = |pointer: &str, value: Value| {
        let mut body = good.clone();
        *body.pointer_mut(pointer).expect("there") = value;
        body
    };
    for strange in [
        json!({}),
        json!([]),
        with("/endpoint", json!(7)),
        with("/endpoint", json!(format!("https://push.example.net/{}", "x".repeat(2100)))),
        with("/keys", json!(null)),
        with("/keys/p256dh", json!("")),
        with("/keys/p256dh", json!("AAAA")),
        with("/keys/p256dh", json!(format!("B{}", "A".repeat(86)))),
        with("/keys/auth", json!("AAAA")),
        with("/keys/auth", json!("\u{0}")),
    ] {
        ada.put("/push/subscription", strange).await.refused(400, "invalid");
    }
    // Whatever a name may hold in its path is kept and forgotten in one spelling.
    let odd = "https://push.example.net/a b\u{0}ü";
    subscribe(&ada, odd, &phone).await.expect(200);
    ada.ask(Method::DELETE, "/push/subscription", Some(json!({"endpoint": odd})), &[]).await.expect(200);
    for nobodys in [odd, "https://push.example.net/other", "", "nonsense"] {
        let asked = Some(json!({"endpoint": nobodys}));
        ada.ask(Method::DELETE, "/push/subscription", asked, &[]).await.refused(404, "missing");
    }
}

async fn devices(who: &Browser) -> Vec<Value> {
    let said = who.get("/notifications/preferences").await.expect(200);
    said["devices"].as_array().expect("a list").clone()
}

async fn ten_devices_and_the_last_to_log_in(t: TestApp) {
    let (ada, bo) = (t.person("ada").await, t.person("bo").await);
    let phone = Phone::number(1);
    for number in 0..12 {
        subscribe(&ada, &format!("https://push.example.net/{number}"), &phone).await.expect(200);
    }
    let hers = devices(&ada).await;
    assert_eq!(hers.len(), 10);
    assert_eq!(
        (&hers[0]["endpoint"], &hers[9]["endpoint"]),
        (&json!("https://push.example.net/11"), &json!("https://push.example.net/2")),
        "the oldest go"
    );
    assert_eq!((&hers[0]["label"], &hers[0]["createdAt"]), (&json!("Unknown device"), &json!(t.moment(0))));
    // The same again is no second one.
    subscribe(&ada, "https://push.example.net/11", &Phone::number(2)).await.expect(200);
    assert_eq!(devices(&ada).await.len(), 10);
    // Somebody else at the same browser.
    subscribe(&bo, "https://push.example.net/11", &Phone::number(2)).await.expect(200);
    assert_eq!((devices(&ada).await.len(), devices(&bo).await.len()), (9, 1));
    let hers = json!({"endpoint": "https://push.example.net/10"});
    bo.ask(Method::DELETE, "/push/subscription", Some(hers), &[]).await.refused(404, "missing");
    assert_eq!(devices(&ada).await.len(), 9);
}

async fn a_log_in_brings_its_device(t: TestApp) {
    let ada = t.person("ada").await;
    let phone = Phone::number(1);
    let log_in = |subscription: Value| {
        let browser = t.browser();
        async move {
            let asked =
                json!({"email": "ada@meridian.example", "passWord": PASSWORD, "pushsubscription": subscription});
            browser.post("/login", asked).await
        }
    };
    log_in(subscription("https://push.example.net/1", &phone)).await.expect(200);
    log_in(json!(subscription("https://push.example.net/2", &phone).to_string())).await.expect(200);
    assert_eq!(devices(&ada).await.len(), 2);
    // Nothing sent here fails a log-in.
    for strange in [
        json!(null),
        json!(7),
        json!("x"),
        json!([1, [2, [3]]]),
        json!({"endpoint": {"deep": []}}),
        json!({"endpoint": "https://127.0.0.1/x", "keys": {"p256dh": phone.p256dh(), "auth": phone.auth_text()}}),
        json!({"endpoint": "https://push.example.net/3\u{0}", "keys": {"p256dh": "x", "auth": "\u{0}"}}),
        subscription("https://push.example.net/1\u{0}x", &phone),
    ] {
        log_in(strange).await.expect(200);
    }
    assert_eq!(devices(&ada).await.len(), 3);
    // A failed log-in keeps nothing.
    let asked = json!({"email": "ada@meridian.example", "passWord": "wrong-harbour-42",
        "pushsubscription": subscription("https://push.example.net/4", &phone)});
    t.browser().post("/login", asked).await.refused(401, "wrong_credentials");
    assert_eq!(devices(&ada).await.len(), 3);
}

async fn preferences_decide_push_and_mail(t: TestApp) {
    let service = push_service(&t);
    let ada = t.person("ada").await;
    subscribe(&ada, &service.endpoint("ok/1"), &Phone::number(1)).await.expect(200);
    let said = ada.get("/notifications/preferences").await.expect(200);
    let usual = |about: &str| json!({"about": about, "push": true, "mail": false});
    let kinds = ["announcement", "membership", "contest", "results", "event", "club", "platform"];
    assert_eq!(said["preferences"], json!(kinds.map(usual)));
    let chosen = json!({"preferences": [{"about": "announcement", "push": false, "mail": true}]});
    let said = ada.put("/notifications/preferences", chosen).await.expect(200);
    assert_eq!(said["preferences"][0], json!({"about": "announcement", "push": false, "mail": true}));
    assert_eq!(said["preferences"][1], usual("membership"));
    tell(&t, "a:1", &[&ada], &notice("By mail")).await;
    tell(&t, "m:1", &[&ada], &Notice { about: About::Membership, ..notice("By push") }).await;
    // The same again mails and pushes nothing.
    tell(&t, "a:1", &[&ada], &notice("By mail")).await;
    let mails = t.mails().await;
    let mails: Vec<_> = mails.iter().filter(|mail| mail.subject.contains("By ")).collect();
    assert_eq!((mails.len(), mails[0].subject.as_str()), (1, "Quad: By mail"));
    assert!(mails[0].to.contains(&ada.id) && mails[0].text.contains("/clubs"), "{}", mails[0].text);
    assert!(
        mails[0].text.contains("\n\n> By mail\n> \n> Come along.\n\n"),
        "what others wrote is marked: {}",
        mails[0].text
    );
    let pushed: Vec<_> = service.heard().iter().filter_map(|one| Phone::number(1).read(&one.body)).collect();
    assert_eq!(pushed.len(), 1);
    assert!(String::from_utf8_lossy(&pushed[0]).contains("By push"));
    assert_eq!(inbox(&ada).await["total"], 2, "the inbox always has it");
    let many = vec![json!({"about": "club", "push": true, "mail": true}); 8];
    for strange in [
        json!({}),
        json!({"preferences": [{"about": "everything", "push": true, "mail": true}]}),
        json!({"preferences": [{"about": "club", "push": "yes", "mail": true}]}),
        json!({"preferences": many}),
    ] {
        ada.put("/notifications/preferences", strange).await.refused(400, "invalid");
    }
    ada.put("/notifications/preferences", json!({"preferences": []})).await.expect(200);
}

/// Lets somebody be mailed about these kinds.
async fn wants_mails(who: &Browser, kinds: &[&str]) {
    let chosen: Vec<Value> = kinds.iter().map(|about| json!({"about": about, "push": true, "mail": true})).collect();
    who.put("/notifications/preferences", json!({"preferences": chosen})).await.expect(200);
}

/// What the newest mail says stops such, as a path below the calls' base.
async fn stop_path(t: &TestApp) -> String {
    let mail = t.mails().await.pop().expect("a mail");
    let address = mail.headers.unsubscribe.expect("an address");
    assert!(mail.text.ends_with(&format!(": {address}\n")), "{}", mail.text);
    address.split_once("/api").expect("of ours").1.to_owned()
}

async fn chosen(who: &Browser, about: &str) -> Value {
    let said = who.get("/notifications/preferences").await.expect(200);
    let all = said["preferences"].as_array().expect("a list").clone();
    all.into_iter().find(|one| one["about"] == about).expect("the kind")
}

async fn a_mail_is_stopped_by_its_own_address(t: TestApp) {
    let (ada, bo, guest) = (t.person("ada").await, t.person("bo").await, t.browser());
    for who in [&ada, &bo] {
        wants_mails(who, &["announcement", "results"]).await;
    }
    tell(&t, "a:1", &[&ada], &notice("First")).await;
    let path = stop_path(&t).await;
    assert!(path.starts_with("/unsubscribe/announcement/") && path.len() == "/unsubscribe/announcement/".len() + 64);
    // The same person's address is the same in each mail, another's is another.
    tell(&t, "a:2", &[&ada], &notice("Second")).await;
    assert_eq!(stop_path(&t).await, path);
    tell(&t, "a:2", &[&bo], &notice("Second")).await;
    assert_ne!(stop_path(&t).await, path);

    // Looking stops nothing: programs follow links.
    for _ in 0..2 {
        let page = guest.get(&path).await;
        assert_eq!(
            (page.status.as_u16(), &page.headers["content-type"]),
            (200, &"text/html; charset=utf-8".parse().expect("a value"))
        );
        let page = String::from_utf8(page.bytes).expect("text");
        assert!(
            page.contains("<form method=\"post\"><button>Send me no more mails about announcements</button></form>"),
            "{page}"
        );
        assert!(!page.contains("Ada") && !page.contains("script"), "it tells nothing about the person: {page}");
    }
    assert_eq!(guest.ask(Method::HEAD, &path, None, &[]).await.status, 200);
    assert_eq!(chosen(&ada, "announcement").await["mail"], true);

    // As mail programs send it, and as a browser sends the form; again changes nothing.
    for kind in ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"] {
        let said = guest.send_raw(&path, kind, b"List-Unsubscribe=One-Click".to_vec()).await;
        assert_eq!(said.status, 200, "{kind}");
        assert!(String::from_utf8_lossy(&said.bytes).contains("No more mails about announcements"));
        assert_eq!(chosen(&ada, "announcement").await, json!({"about": "announcement", "push": true, "mail": false}));
    }
    for (who, about) in [(&ada, "results"), (&bo, "announcement")] {
        assert_eq!(chosen(who, about).await["mail"], true, "nothing else is stopped");
    }
    let before = t.mails().await.len();
    tell(&t, "a:3", &[&ada, &bo], &notice("Third")).await;
    let mails = t.mails().await;
    assert_eq!(mails.len(), before + 1);
    assert!(mails[before].to.contains(&bo.id));
    // Chosen again, they come again.
    wants_mails(&ada, &["announcement"]).await;
    tell(&t, "a:4", &[&ada], &notice("Fourth")).await;
    assert_eq!(stop_path(&t).await, path);

    let token = path.rsplit('/').next().expect("a token");
    for strange in [
        format!("/unsubscribe/everything/{token}"),
        format!("/unsubscribe/announcement/{}", "0".repeat(64)),
        "/unsubscribe/announcement/0".to_owned(),
        "/unsubscribe/announcement/%00".to_owned(),
        format!("/unsubscribe/%F0%9F%98%80/{}", "f".repeat(5000)),
    ] {
        for method in [Method::GET, Method::POST] {
            guest.ask(method.clone(), &strange, None, &[]).await.refused(404, "missing");
            let said = guest.ask(method, &strange, None, &[("accept", "text/html,*/*;q=0.8")]).await;
            assert_eq!(said.status, 404, "{strange}");
            assert!(String::from_utf8_lossy(&said.bytes).contains("This link does not work"), "a page for people");
        }
    }
    assert_eq!(chosen(&ada, "announcement").await["mail"], true);
    // With the account the address is nobody's.
    ada.ask(Method::DELETE, "/account", Some(json!({"password": PASSWORD})), &[]).await.expect(200);
    assert_eq!(guest.get(&path).await.status, 404);
}

async fn a_mail_that_waits_when_it_is_stopped_is_not_sent(t: TestApp) {
    let ada = t.person("ada").await;
    wants_mails(&ada, &["announcement"]).await;
    tell(&t, "a:1", &[&ada], &notice("First")).await;
    let path = stop_path(&t).await;
    let before = t.mails().await.len();
    tell(&t, "a:2", &[&ada], &notice("Second")).await;
    assert_eq!(t.browser().ask(Method::POST, &path, None, &[]).await.status, 200);
    assert_eq!(t.mails().await.len(), before);
    assert_eq!(inbox(&ada).await["total"], 2, "the inbox has it");
}

async fn no_address_that_stops_mails_is_logged(t: TestApp) {
    let log = t.log();
    let ada = t.person("ada").await;
    wants_mails(&ada, &["announcement"]).await;
    tell(&t, "a:1", &[&ada], &notice("First")).await;
    let path = stop_path(&t).await;
    t.browser().get(&path).await;
    t.browser().ask(Method::POST, &path, None, &[]).await;
    let written = log.text();
    assert!(written.contains("/api/unsubscribe/***"), "the requests are there");
    assert!(!written.contains(path.rsplit('/').next().expect("a token")), "and the token is not");
}

async fn a_test_reaches_ones_own_devices(t: TestApp) {
    let service = push_service(&t);
    let (ada, bo) = (t.person("ada").await, t.person("bo").await);
    ada.post("/push/test", json!({})).await.refused(409, "no_device");
    assert_eq!(inbox(&ada).await["total"], 0);
    subscribe(&ada, &service.endpoint("ok/1"), &Phone::number(1)).await.expect(200);
    subscribe(&ada, &service.endpoint("ok/2"), &Phone::number(1)).await.expect(200);
    subscribe(&bo, &service.endpoint("ok/3"), &Phone::number(1)).await.expect(200);
    // Asked for by hand, whatever was chosen.
    let silent = json!({"preferences": [{"about": "platform", "push": false, "mail": false}]});
    ada.put("/notifications/preferences", silent).await.expect(200);
    ada.post("/push/test", json!({})).await.expect(202);
    let again = ada.post("/push/test", json!({})).await;
    assert!(again.headers.contains_key("retry-after"));
    again.refused(429, "too_many");
    t.run_jobs().await;
    let mut paths: Vec<String> = service.heard().into_iter().map(|one| one.path).collect();
    paths.sort();
    assert_eq!(paths, ["/ok/1", "/ok/2"]);
    t.pass(31);
    ada.post("/push/test", json!({})).await.expect(202);
    assert_eq!(inbox(&ada).await["total"], 2);
}

async fn old_and_many_are_swept(t: TestApp) {
    let (ada, bo) = (t.person("ada").await, t.person("bo").await);
    tell(&t, "old", &[&ada, &bo], &notice("Old")).await;
    t.pass(181 * 24 * 3600);
    // Half a year later everybody must log in again.
    let (ada, bo) = (t.log_in("ada").await, t.log_in("bo").await);
    let mut tx = t.app.db.begin().await.expect("begun");
    for number in 0..503 {
        let once = format!("announcement:{number}");
        let told = notice(&format!("Number {number}"));
        notify::deliver(&mut tx, t.app.clock.now(), &once, &[recipient(&ada)], &told).await.expect("told");
    }
    tx.commit().await.expect("committed");
    t.pass(3601);
    t.run_jobs().await;
    t.pass(3601);
    t.run_jobs().await;
    let said = t.log_in("ada").await.get("/notifications?size=100&page=5").await.expect(200);
    assert_eq!((said["total"].as_i64(), titles(&said).last().copied()), (Some(500), Some("Number 3")));
    assert_eq!(inbox(&bo).await["total"], 0);
    drop(ada);
}

async fn leaving_takes_everything(t: TestApp) {
    let (ada, bo) = (t.person("ada").await, t.person("bo").await);
    let mail = json!({"preferences": [{"about": "announcement", "push": true, "mail": true}]});
    for (who, path) in [(&ada, "1"), (&bo, "2")] {
        subscribe(who, &format!("https://push.example.net/{path}"), &Phone::number(1)).await.expect(200);
        who.put("/notifications/preferences", mail.clone()).await.expect(200);
    }
    tell(&t, "a:1", &[&ada, &bo], &notice("Hello")).await;
    let recipient = recipient(&ada);
    ada.ask(Method::DELETE, "/account", Some(json!({"password": PASSWORD})), &[]).await.expect(200);
    for table in ["notifications", "push_subscriptions", "notify_preferences", "push_deliveries"] {
        assert_eq!(count(&t, table).await, 1, "{table}");
    }
    assert_eq!(count(&t, "jobs WHERE kind = 'notify.send_mail'").await, 1, "the waiting mail is Bo's");
    // Whoever still has the name on a list tells nobody.
    let mut tx = t.app.db.begin().await.expect("begun");
    notify::deliver(&mut tx, t.app.clock.now(), "a:2", &[recipient], &notice("Too late")).await.expect("told");
    tx.commit().await.expect("committed");
    assert_eq!(count(&t, "notifications").await, 1);
}

async fn one_data_has_inbox_choices_and_devices(t: TestApp) {
    let (ada, bo) = (t.person("ada").await, t.person("bo").await);
    subscribe(&ada, "https://push.example.net/1", &Phone::number(1)).await.expect(200);
    tell(&t, "a:1", &[&ada], &notice("For Ada")).await;
    tell(&t, "a:1", &[&bo], &notice("For Bo")).await;
    let answer = ada.get("/account/data").await;
    let text = String::from_utf8_lossy(&answer.bytes).into_owned();
    let kept = &answer.expect(200)["notifications"];
    assert_eq!(kept["inbox"][0]["title"], "For Ada");
    assert_eq!(kept["devices"][0]["endpoint"], "https://push.example.net/1");
    assert_eq!(kept["preferences"].as_array().map(Vec::len), Some(7));
    assert!(!text.contains("For Bo") && !text.contains(&Phone::number(1).auth_text()), "no secret, nobody else's");
}

async fn a_contest_made_public_is_told_to_everybody_once(t: TestApp) {
    let (rohan, ada, bo) = (t.organiser("rohan").await, t.person("ada").await, t.person("bo").await);
    let private = t.contest(&rohan, 3600, 7200, false, 1, 0).await;
    let public = t.contest(&rohan, 3600, 7200, true, 1, 0).await;
    t.run_jobs().await;
    assert_eq!(inbox(&ada).await["total"], 0, "a new public contest is told a minute later");
    t.pass(61);
    t.run_jobs().await;
    let one = inbox(&ada).await["notifications"][0].clone();
    assert_eq!((&one["title"], &one["about"]), (&json!("New contest: Friday Quiz"), &json!("contest")));
    assert_eq!(one["url"], format!("/my-contests/{}", public.id));
    assert_eq!(one["body"], "From Nov 20, 2026, 07:00 PM to Nov 20, 2026, 08:00 PM (Asia/Kolkata).");
    assert_eq!((&inbox(&bo).await["total"], &inbox(&rohan).await["total"]), (&json!(1), &json!(0)), "not its owner");
    for wanted in [true, false, true, true] {
        rohan.post("/post/makepublic", json!({"contestId": private.id, "isPublic": wanted})).await.expect(200);
        rohan.post("/post/makepublic", json!({"contestId": public.id, "isPublic": wanted})).await.expect(200);
        t.run_jobs().await;
    }
    assert_eq!(inbox(&ada).await["total"], 1, "whoever pressed by mistake can take it back");
    t.pass(61);
    t.run_jobs().await;
    assert_eq!(inbox(&ada).await["total"], 2, "each contest once");
    // Made private before anybody was told, or deleted: nobody is told.
    let shy = t.contest(&rohan, 3600, 7200, true, 1, 0).await;
    rohan.post("/post/makepublic", json!({"contestId": shy.id, "isPublic": false})).await.expect(200);
    let gone = t.contest(&rohan, 3600, 7200, true, 1, 0).await;
    rohan.delete(&format!("/contests/{}", gone.id)).await.expect(200);
    t.pass(61);
    t.run_jobs().await;
    assert_eq!(inbox(&ada).await["total"], 2);
}

async fn results_are_told_to_participants_once(t: TestApp) {
    let (rohan, ada, bo) = (t.organiser("rohan").await, t.person("ada").await, t.person("bo").await);
    let contest = t.running(&rohan, 1).await;
    ada.join(&contest).await;
    t.pass(61);
    t.run_jobs().await;
    // The end, and its grace.
    t.pass(3540);
    t.run_jobs().await;
    assert_eq!(inbox(&ada).await["notifications"][0]["about"], "contest");
    for _ in 0..3 {
        t.pass(60);
        t.run_jobs().await;
    }
    let said = inbox(&ada).await;
    assert_eq!(titles(&said), ["Results are ready: Friday Quiz", "New contest: Friday Quiz"]);
    assert_eq!(said["notifications"][0]["url"], format!("/result?contest={}", contest.id));
    ada.post("/post/results", json!({"ContestId": contest.id})).await.expect(200);
    assert_eq!(titles(&inbox(&bo).await), ["New contest: Friday Quiz"], "who did not take part");
    assert_eq!(inbox(&rohan).await["total"], 0);
    // One that ended long ago, while nobody looked, is no news.
    let old = t.running(&rohan, 1).await;
    bo.join(&old).await;
    t.pass(3 * 24 * 3600);
    t.run_jobs().await;
    t.pass(60);
    t.run_jobs().await;
    let bo = t.log_in("bo").await;
    assert!(!titles(&inbox(&bo).await).iter().any(|title| title.starts_with("Results")));
}

async fn corrections_come_to_the_inbox_too(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let chosen = json!({"preferences": [{"about": "results", "push": true, "mail": true}]});
    ada.put("/notifications/preferences", chosen).await.expect(200);
    let contest = t.running(&rohan, 1).await;
    ada.join(&contest).await;
    ada.answer(&contest, 0, "B").await.expect(200);
    t.pass(3700);
    let wanted = json!({"questionId": contest.questions[0], "marking": "everyone"});
    let preview =
        rohan.post(&format!("/contests/{}/corrections/preview", contest.id), wanted.clone()).await.expect(200);
    let mut body = wanted;
    body["version"] = preview["version"].clone();
    body["reason"] = json!("Two options were right");
    rohan.post(&format!("/contests/{}/corrections", contest.id), body).await.expect(201);
    let mails = t.mails().await;
    let about: Vec<_> = mails.iter().filter(|mail| mail.subject.contains("corrected")).collect();
    assert_eq!(about.len(), 1, "one mail, not two");
    let said = inbox(&ada).await;
    let one = &said["notifications"][0];
    assert_eq!(
        (&one["title"], &one["body"]),
        (&json!("Your result of “Friday Quiz” was corrected"), &json!("Question 1: Two options were right"))
    );
}

async fn an_enquiry_is_in_every_administrators_inbox(t: TestApp) {
    let (root, dean, ada) = (t.admin("root").await, t.admin("dean").await, t.person("ada").await);
    let chosen = json!({"preferences": [{"about": "platform", "push": true, "mail": true}]});
    root.put("/notifications/preferences", chosen).await.expect(200);
    let asked = json!({"topic": "contact", "name": "Ada Rao", "email": "ada@elsewhere.example",
        "message": "Hello,\n\nwhen does\tthe term begin?"});
    t.browser().post("/enquiries", asked).await.expect(201);
    for who in [&root, &dean] {
        let said = inbox(who).await;
        let one = &said["notifications"][0];
        assert_eq!((&one["title"], &one["about"]), (&json!("A message from the contact form"), &json!("platform")));
        assert_eq!(one["body"], "Ada Rao wrote: “Hello, when does the term begin?”");
        assert_eq!(said["total"], 1);
    }
    assert_eq!(inbox(&ada).await["total"], 0);
    assert_eq!(t.mails().await.len(), 2, "the mail with all of it, once each");
}

/// People with ten devices each; `path` says what the push service answers to device number n.
async fn people_with_devices(
    t: &TestApp,
    service: &PushService,
    people: usize,
    path: fn(usize) -> &'static str,
) -> Vec<Recipient> {
    let now = t.app.clock.now();
    let phone = Phone::number(1);
    let ids: Vec<UserId> = (0..people).map(|_| UserId::new(now, &t.app.random)).collect();
    let rows: Vec<NewPerson> = ids.iter().enumerate().map(|(number, id)| person(*id, number, now)).collect();
    let mut tx = t.app.db.begin().await.expect("begun");
    accounts::insert_many_for_demo(&mut tx, &rows).await.expect("people");
    for (number, id) in ids.iter().enumerate() {
        for device in number * 10..number * 10 + 10 {
            let endpoint = service.endpoint(&format!("{}/{device}", path(device)));
            let one = Subscription::parse(&endpoint, &phone.p256dh(), &phone.auth_text(), "Chrome on Android");
            let session = SessionId::new(now, &t.app.random);
            notify::remember(&mut tx, now, *id, session, &one.expect("fine")).await.expect("kept");
        }
    }
    tx.commit().await.expect("committed");
    rows.into_iter().map(|row| Recipient { id: row.id, name: row.full_name, address: row.email }).collect()
}

fn person(id: UserId, number: usize, now: Time) -> NewPerson {
    NewPerson {
        id,
        email: format!("p{number}@meridian.example"),
        full_name: format!("Person {number}"),
        contact: "9000000001".to_owned(),
        batch: 2026,
        password_hash: "!".to_owned(),
        created_at: now,
    }
}

async fn many_devices_are_served_at_once(t: TestApp) {
    let service = push_service(&t);
    // A fifth is gone, one in a hundred hangs, the rest takes a tenth of a second.
    let people = people_with_devices(&t, &service, 50, |device| match device % 100 {
        0 => "hang",
        rest if rest % 5 == 1 => "gone",
        _ => "slow",
    })
    .await;
    let mut tx = t.app.db.begin().await.expect("begun");
    notify::deliver(&mut tx, t.app.clock.now(), "a:1", &people, &notice("Hello")).await.expect("told");
    tx.commit().await.expect("committed");
    assert_eq!(count(&t, "push_deliveries").await, 500);
    let sending = async {
        // A run takes no more after half a minute; the next one goes on.
        while count(&t, "push_deliveries WHERE tries = 0").await > 0 {
            t.run_jobs().await;
            t.pass(2);
        }
    };
    let reached = async || count(&t, "push_subscriptions WHERE last_ok IS NOT NULL").await;
    let looking = async {
        let began = Instant::now();
        // Those that hang hold up nobody: all others are through while they do.
        while service.heard().len() < 500 || reached().await < 395 {
            let (heard, reached) = (service.heard().len(), reached().await);
            assert!(began.elapsed() < Duration::from_mins(2), "{heard} were asked, {reached} reached");
            // Then it looks again.
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        service.let_go();
    };
    tokio::join!(sending, looking);
    assert_eq!(service.heard().len(), 500);
    assert_eq!((count(&t, "push_subscriptions").await, count(&t, "push_deliveries").await), (400, 5));
    assert_eq!(count(&t, "push_subscriptions WHERE last_ok IS NOT NULL").await, 395);
}

async fn pushing_stops_with_the_server(t: TestApp) {
    let service = push_service(&t);
    let people = people_with_devices(&t, &service, 1, |_| "ok").await;
    let mut tx = t.app.db.begin().await.expect("begun");
    notify::deliver(&mut tx, t.app.clock.now(), "a:1", &people, &notice("Hello")).await.expect("told");
    tx.commit().await.expect("committed");
    t.stop();
    t.run_jobs().await;
    assert!(service.heard().is_empty());
    assert_eq!(count(&t, "push_deliveries").await, 10, "another process goes on");
    assert_eq!(count(&t, "jobs WHERE kind = 'notify.push'").await, 1);
}

/// The measure; run by hand: `cargo nextest run --release -p quad --run-ignored only ten_thousand_devices`.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes a minute and a quiet machine"]
#[expect(clippy::disallowed_macros, reason = "what it measures is for a person to read")]
async fn ten_thousand_devices() {
    let t = TestApp::on_sqlite().await;
    let service = PushService::start();
    t.push_by(Reach::of(&service));
    let ada = t.person("ada").await;
    let people = people_with_devices(&t, &service, 1000, |device| match device % 100 {
        0 => "hang",
        rest if rest % 5 == 1 => "gone",
        _ => "ok",
    })
    .await;
    let before = waits(&ada, 600).await;
    let mut tx = t.app.db.begin().await.expect("begun");
    for page in people.chunks(500) {
        notify::deliver(&mut tx, t.app.clock.now(), "a:1", page, &notice("Hello")).await.expect("told");
    }
    tx.commit().await.expect("committed");
    let began = Instant::now();
    let (took, during) = tokio::join!(
        async {
            // A run ends after half a minute; the next one begins at once when the clock goes on.
            while count(&t, "push_deliveries WHERE tries = 0").await > 0 {
                t.run_jobs().await;
                t.pass(2);
            }
            began.elapsed()
        },
        waits(&ada, 600),
    );
    eprintln!("served in {took:?}; half, 90 and 99 of 100 requests within {during:?}, before it within {before:?}");
    assert!(took < Duration::from_mins(1), "{took:?}");
    // Sent among the requests, nine of ten took twice as long; the last of a hundred tells more of the machine.
    assert!(during[1] < before[1] * 3 / 2, "{during:?}, before it {before:?}");
    assert_eq!(count(&t, "push_subscriptions").await, 8000);
    assert_eq!(count(&t, "push_subscriptions WHERE last_ok IS NOT NULL").await, 7900);
}

/// The times within which half, nine of ten and 99 of 100 requests are answered.
async fn waits(who: &Browser, requests: usize) -> [Duration; 3] {
    let mut times = Vec::with_capacity(requests);
    for _ in 0..requests {
        let began = Instant::now();
        who.get("/notifications").await.expect(200);
        times.push(began.elapsed());
        // As somebody who goes on using the site.
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    times.sort();
    [50, 90, 99].map(|share| times[requests * share / 100])
}
