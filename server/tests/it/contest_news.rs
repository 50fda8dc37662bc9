//! Stories of what people are told of contests: when a public one is announced, and that its time was changed.

use quad_db::sql;
use quad_kernel::ids::UserId;
use quad_people::accounts::{self, NewPerson};
use serde_json::{Value, json};

use crate::harness::push_service::{Phone, PushService};
use crate::harness::{Browser, Made, PASSWORD, Reach, TestApp, question};
use crate::{on_both_engines, plain_stories};

on_both_engines!(
    a_changed_time_is_told_to_everybody_who_was_told,
    a_changed_time_of_a_private_contest_is_told_to_those_inside,
    a_changed_time_is_told_page_by_page,
    a_deleted_contest_is_called_off,
    a_deleted_contest_is_called_off_page_by_page,
    no_inbox_keeps_an_earlier_title,
    an_earlier_title_goes_page_by_page,
    what_was_told_of_a_contest_made_private_is_taken_back,
);
plain_stories!(
    a_contest_without_a_question_is_announced_with_its_first,
    a_contest_nearly_over_is_announced_when_it_has_time,
    several_changes_within_a_minute_are_told_once,
    each_later_change_takes_the_place_of_the_one_before,
    whoever_took_the_line_away_is_told_too,
    what_changed_while_private_is_told_when_public_again,
    the_eleventh_time_public_is_told_to_nobody,
    the_eleventh_change_is_told_to_nobody,
    an_early_end_is_told,
    a_changed_time_reaches_devices_and_mailboxes,
);

const NEW: &str = "New contest: Friday Quiz";
const MOVED: &str = "New time: Friday Quiz";

async fn inbox(who: &Browser) -> Value {
    who.get("/notifications").await.expect(200)
}

/// Title and text of everything in somebody's inbox, newest first.
async fn lines(who: &Browser) -> Vec<(String, String)> {
    let said = inbox(who).await;
    let word = |one: &Value, key: &str| one[key].as_str().expect("a text").to_owned();
    let list = said["notifications"].as_array().expect("a list");
    list.iter().map(|one| (word(one, "title"), word(one, "body"))).collect()
}

async fn titles(who: &Browser) -> Vec<String> {
    lines(who).await.into_iter().map(|(title, _)| title).collect()
}

/// Moves a contest: seconds from now to start and end.
async fn reschedule(t: &TestApp, owner: &Browser, contest: &Made, start: i64, end: i64) {
    let window = json!({"contestId": contest.id, "startDate": t.moment(start), "endDate": t.moment(end)});
    owner.post("/changetime", window).await.expect(200);
}

async fn publish(owner: &Browser, contest: &Made, is_public: bool) {
    owner.post("/post/makepublic", json!({"contestId": contest.id, "isPublic": is_public})).await.expect(200);
}

/// A minute later, when whatever waits for second thoughts is done.
async fn a_minute_later(t: &TestApp) {
    t.pass(61);
    t.run_jobs().await;
}

/// A contest from 7 to 8 in the evening, an hour from now, that everybody was told of.
async fn announced(t: &TestApp, owner: &Browser) -> Made {
    let made = t.contest(owner, 3600, 7200, true, 1, 0).await;
    a_minute_later(t).await;
    made
}

fn owned(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(title, body)| ((*title).to_owned(), (*body).to_owned())).collect()
}

async fn a_contest_without_a_question_is_announced_with_its_first(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let empty = t.contest(&rohan, 3600, 7200, true, 0, 0).await;
    a_minute_later(&t).await;
    assert!(titles(&ada).await.is_empty(), "there is nothing to answer");
    publish(&rohan, &empty, true).await;
    t.run_jobs().await;
    assert!(titles(&ada).await.is_empty(), "nor when it is made public");
    // Its first question, taken away again within the minute.
    let first = rohan.post("/post/addQuestion", question(&empty.id, 0, 0)).await.expect(201);
    let id = first["question"]["_id"].as_str().expect("an id");
    rohan.delete(&format!("/post/{}/{id}", empty.id)).await.expect(200);
    a_minute_later(&t).await;
    rohan.post("/post/addQuestion", question(&empty.id, 1, 0)).await.expect(201);
    t.run_jobs().await;
    assert!(titles(&ada).await.is_empty(), "its owner may still think better of it");
    a_minute_later(&t).await;
    assert_eq!(titles(&ada).await, [NEW]);
    rohan.post("/post/addQuestion", question(&empty.id, 2, 0)).await.expect(201);
    a_minute_later(&t).await;
    assert_eq!(titles(&ada).await, [NEW], "once");
    // A private one is not announced by its first question.
    let private = t.contest(&rohan, 3600, 7200, false, 1, 0).await;
    a_minute_later(&t).await;
    assert_eq!(titles(&ada).await, [NEW]);
    // Made public by mistake, and taken back within the minute.
    publish(&rohan, &private, true).await;
    t.run_jobs().await;
    publish(&rohan, &private, false).await;
    a_minute_later(&t).await;
    assert_eq!(titles(&ada).await, [NEW]);
    publish(&rohan, &private, true).await;
    a_minute_later(&t).await;
    assert_eq!(titles(&ada).await, [NEW, NEW]);
}

async fn a_contest_nearly_over_is_announced_when_it_has_time(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    // A minute left, after the minute of second thoughts.
    let short = t.contest(&rohan, 0, 120, true, 1, 0).await;
    a_minute_later(&t).await;
    publish(&rohan, &short, true).await;
    t.run_jobs().await;
    assert!(titles(&ada).await.is_empty(), "whoever came would be too late");
    reschedule(&t, &rohan, &short, 0, 3600).await;
    a_minute_later(&t).await;
    assert_eq!(titles(&ada).await, [NEW]);
    // A short one is announced as long as it is to come.
    t.contest(&rohan, 3600, 3660, true, 1, 0).await;
    a_minute_later(&t).await;
    assert_eq!(titles(&ada).await, [NEW, NEW]);
}

async fn a_changed_time_is_told_to_everybody_who_was_told(t: TestApp) {
    let (rohan, ada, bo) = (t.organiser("rohan").await, t.person("ada").await, t.person("bo").await);
    let made = announced(&t, &rohan).await;
    let old = "From Nov 20, 2026, 07:00 PM to Nov 20, 2026, 08:00 PM (Asia/Kolkata).";
    assert_eq!(lines(&bo).await, owned(&[(NEW, old)]));
    ada.post("/notifications/read", json!({"all": true})).await.expect(200);
    t.pass(1);
    let late = t.person("late").await;
    reschedule(&t, &rohan, &made, 24 * 3600 - 62, 25 * 3600 - 62).await;
    t.run_jobs().await;
    assert_eq!(titles(&ada).await, [NEW], "a minute for second thoughts");
    a_minute_later(&t).await;
    let new = "From Nov 21, 2026, 06:00 PM to Nov 21, 2026, 07:00 PM (Asia/Kolkata).";
    let now = "It now runs from Nov 21, 2026, 06:00 PM to Nov 21, 2026, 07:00 PM (Asia/Kolkata).";
    for who in [&ada, &bo] {
        assert_eq!(lines(who).await, owned(&[(MOVED, now), (NEW, new)]), "the old line is right again, too");
    }
    let said = inbox(&ada).await;
    let one = &said["notifications"][0];
    assert_eq!((&said["unread"], &one["about"]), (&json!(1), &json!("contest")));
    assert_eq!(one["url"], format!("/my-contests/{}", made.id));
    assert!(lines(&rohan).await.is_empty(), "not its owner");
    assert!(lines(&late).await.is_empty(), "nor whoever was told nothing");
    // The same again, as after a crash: nobody is told twice.
    publish(&rohan, &made, true).await;
    a_minute_later(&t).await;
    assert_eq!(titles(&bo).await, [MOVED, NEW]);
}

async fn a_changed_time_of_a_private_contest_is_told_to_those_inside(t: TestApp) {
    let (rohan, ada, bo, cleo) =
        (t.organiser("rohan").await, t.person("ada").await, t.person("bo").await, t.person("cleo").await);
    let made = t.contest(&rohan, 0, 3600, true, 1, 0).await;
    // Before anybody was told of it; who joined stays.
    bo.join(&made).await;
    publish(&rohan, &made, false).await;
    let link = rohan.post(&format!("/contests/{}/invitation", made.id), json!(null)).await.expect(201);
    ada.post("/invitation/accept", json!({"token": link["invitation"]["token"]})).await.expect(200);
    a_minute_later(&t).await;
    assert!(titles(&ada).await.is_empty());
    reschedule(&t, &rohan, &made, -61, 5400 - 61).await;
    a_minute_later(&t).await;
    let now = "It now runs from Nov 20, 2026, 06:00 PM to Nov 20, 2026, 07:30 PM (Asia/Kolkata).";
    for who in [&ada, &bo] {
        assert_eq!(lines(who).await, owned(&[(MOVED, now)]));
    }
    assert!(titles(&cleo).await.is_empty(), "who knows nothing of it");
    // Back again is another change for those who were told of the first.
    reschedule(&t, &rohan, &made, -122, 3600 - 122).await;
    a_minute_later(&t).await;
    let back = "It now runs from Nov 20, 2026, 06:00 PM to Nov 20, 2026, 07:00 PM (Asia/Kolkata).";
    assert_eq!(lines(&ada).await, owned(&[(MOVED, back)]));
}

/// People without a browser.
async fn crowd(t: &TestApp, people: usize) {
    let now = t.app.clock.now();
    let person = |number: usize| NewPerson {
        id: UserId::new(now, &t.app.random),
        email: format!("p{number}@meridian.example"),
        full_name: format!("Person {number}"),
        contact: "9000000001".to_owned(),
        batch: 2026,
        password_hash: "!".to_owned(),
        created_at: now,
    };
    let rows: Vec<NewPerson> = (0..people).map(person).collect();
    let mut tx = t.app.db.begin().await.expect("begun");
    accounts::insert_many_for_demo(&mut tx, &rows).await.expect("people");
    tx.commit().await.expect("committed");
}

async fn count(t: &TestApp, body: &str) -> i64 {
    let many = sql("SELECT count(*) AS value FROM notifications WHERE body LIKE $1").arg(body.to_owned());
    many.value(&t.app.db).await.expect("counted").expect("a number")
}

async fn a_changed_time_is_told_page_by_page(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    crowd(&t, 1100).await;
    let made = announced(&t, &rohan).await;
    assert_eq!(count(&t, "From Nov 20, 2026, 07:00 PM%").await, 1100);
    reschedule(&t, &rohan, &made, 24 * 3600 - 61, 25 * 3600 - 61).await;
    a_minute_later(&t).await;
    assert_eq!(count(&t, "From Nov 21, 2026, 06:00 PM%").await, 1100);
    assert_eq!(count(&t, "It now runs from Nov 21, 2026, 06:00 PM%").await, 1100);
    assert_eq!(count(&t, "%").await, 2200);
}

const CALLED_OFF: &str = "Called off: Friday Quiz";
const NO_MORE: &str = "This contest was deleted and does not take place.";

async fn a_deleted_contest_is_called_off(t: TestApp) {
    let (rohan, ada, bo) = (t.organiser("rohan").await, t.person("ada").await, t.person("bo").await);
    let (made, other) = (announced(&t, &rohan).await, announced(&t, &rohan).await);
    reschedule(&t, &rohan, &made, 7200, 10800).await;
    a_minute_later(&t).await;
    assert_eq!(titles(&ada).await, [MOVED, NEW, NEW]);
    // Whoever took the first line away has the news alone.
    let id = inbox(&bo).await["notifications"][2]["id"].as_str().expect("an id").to_owned();
    bo.delete(&format!("/notifications/{id}")).await.expect(200);
    ada.post("/notifications/read", json!({"all": true})).await.expect(200);
    rohan.delete(&format!("/contests/{}", made.id)).await.expect(200);
    t.run_jobs().await;
    assert_eq!(titles(&ada).await, [NEW, CALLED_OFF], "one line for it, in the place it had");
    assert_eq!(titles(&bo).await, [CALLED_OFF, NEW]);
    for (who, at) in [(&ada, 1), (&bo, 0)] {
        let said = inbox(who).await;
        let line = &said["notifications"][at];
        assert_eq!(
            (&line["body"], &line["url"], &line["about"]),
            (&json!(NO_MORE), &json!("/contest"), &json!("contest"))
        );
    }
    assert_eq!(inbox(&ada).await["unread"], 0, "no news for whoever has read it");
    // One whose time came is over for those who did not come.
    t.pass(3 * 3600);
    rohan.delete(&format!("/contests/{}", other.id)).await.expect(200);
    t.run_jobs().await;
    assert_eq!(titles(&ada).await, [CALLED_OFF]);
    // With the account of its owner.
    let last = announced(&t, &rohan).await;
    assert_eq!(titles(&ada).await, [NEW, CALLED_OFF]);
    rohan.ask(reqwest::Method::DELETE, "/account", Some(json!({"password": PASSWORD})), &[]).await.expect(200);
    t.run_jobs().await;
    ada.get(&format!("/contest/{}", last.id)).await.refused(404, "missing");
    assert_eq!(titles(&ada).await, [CALLED_OFF, CALLED_OFF]);
    // Nothing that stands in an inbox leads nowhere.
    for line in inbox(&ada).await["notifications"].as_array().expect("a list") {
        assert_eq!(line["url"], "/contest");
    }
}

async fn a_deleted_contest_is_called_off_page_by_page(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    crowd(&t, 1100).await;
    let made = announced(&t, &rohan).await;
    rohan.delete(&format!("/contests/{}", made.id)).await.expect(200);
    t.run_jobs().await;
    assert_eq!((count(&t, NO_MORE).await, count(&t, "%").await), (1100, 1100));
}

async fn rename(owner: &Browser, contest: &Made, title: &str) {
    owner.put(&format!("/contests/{}", contest.id), json!({"title": title})).await.expect(200);
}

async fn no_inbox_keeps_an_earlier_title(t: TestApp) {
    let (rohan, ada, bo) = (t.organiser("rohan").await, t.person("ada").await, t.person("bo").await);
    let (made, other) = (announced(&t, &rohan).await, announced(&t, &rohan).await);
    reschedule(&t, &rohan, &made, 600, 1200).await;
    a_minute_later(&t).await;
    ada.post("/notifications/read", json!({"all": true})).await.expect(200);
    rename(&rohan, &made, "Saturday Quiz").await;
    t.run_jobs().await;
    assert_eq!(titles(&ada).await, [MOVED, NEW, NEW], "a minute for second thoughts");
    // Twice within it.
    rename(&rohan, &made, "Sunday Quiz: 50% off_\u{201c}today\u{201d}").await;
    a_minute_later(&t).await;
    let of_today = |words: &str| format!("{words}: Sunday Quiz: 50% off_\u{201c}today\u{201d}");
    for who in [&ada, &bo] {
        assert_eq!(titles(who).await, [of_today("New time"), NEW.to_owned(), of_today("New contest")]);
    }
    assert_eq!(inbox(&ada).await["unread"], 0, "no news for whoever has read it");
    // Results and corrections, too.
    rename(&rohan, &made, "Friday Quiz").await;
    t.pass(600);
    ada.join(&made).await;
    t.pass(700);
    for _ in 0..3 {
        t.run_jobs().await;
        t.pass(60);
    }
    assert_eq!(titles(&ada).await, ["Results are ready: Friday Quiz", MOVED, NEW, NEW]);
    rename(&rohan, &made, "Over Quiz").await;
    a_minute_later(&t).await;
    assert_eq!(
        titles(&ada).await,
        ["Results are ready: Over Quiz", "New time: Over Quiz", NEW, "New contest: Over Quiz"],
        "and nothing of {}",
        other.id
    );
}

async fn an_earlier_title_goes_page_by_page(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    crowd(&t, 1100).await;
    let made = announced(&t, &rohan).await;
    rename(&rohan, &made, "Saturday Quiz").await;
    a_minute_later(&t).await;
    let many = sql("SELECT count(*) AS value FROM notifications WHERE title = $1").arg("New contest: Saturday Quiz");
    let many: Option<i64> = many.value(&t.app.db).await.expect("counted");
    assert_eq!((many, count(&t, "%").await), (Some(1100), 1100));
}

async fn what_was_told_of_a_contest_made_private_is_taken_back(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let (ada, bo, cleo) = (t.person("ada").await, t.person("bo").await, t.person("cleo").await);
    let made = t.contest(&rohan, 0, 7200, true, 1, 0).await;
    a_minute_later(&t).await;
    reschedule(&t, &rohan, &made, -61, 9000).await;
    a_minute_later(&t).await;
    ada.join(&made).await;
    for who in [&ada, &bo, &cleo] {
        assert_eq!(titles(who).await, [MOVED, NEW]);
    }
    publish(&rohan, &made, false).await;
    t.run_jobs().await;
    assert_eq!(titles(&cleo).await, [MOVED, NEW], "a minute for second thoughts");
    publish(&rohan, &made, true).await;
    a_minute_later(&t).await;
    assert_eq!(titles(&cleo).await, [MOVED, NEW], "taken back within the minute");
    publish(&rohan, &made, false).await;
    let link = rohan.post(&format!("/contests/{}/invitation", made.id), json!(null)).await.expect(201);
    bo.post("/invitation/accept", json!({"token": link["invitation"]["token"]})).await.expect(200);
    a_minute_later(&t).await;
    cleo.get(&format!("/contest/{}", made.id)).await.refused(404, "missing");
    assert!(titles(&cleo).await.is_empty(), "a link that leads nowhere");
    for who in [&ada, &bo] {
        assert_eq!(titles(who).await, [MOVED, NEW], "who is inside sees it");
    }
    publish(&rohan, &made, true).await;
    a_minute_later(&t).await;
    assert_eq!(titles(&cleo).await, [NEW], "told again");
    for who in [&ada, &bo] {
        assert_eq!(titles(who).await, [MOVED, NEW], "and nobody twice");
    }
}

async fn several_changes_within_a_minute_are_told_once(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = announced(&t, &rohan).await;
    reschedule(&t, &rohan, &made, 3 * 3600, 4 * 3600).await;
    t.pass(30);
    t.run_jobs().await;
    reschedule(&t, &rohan, &made, 5 * 3600 - 91, 6 * 3600 - 91).await;
    a_minute_later(&t).await;
    let now = "It now runs from Nov 20, 2026, 11:00 PM to Nov 21, 2026, 12:00 AM (Asia/Kolkata).";
    assert_eq!(lines(&ada).await[0].1, now);
    a_minute_later(&t).await;
    assert_eq!(titles(&ada).await, [MOVED, NEW]);
    // There and back again within the minute is no change.
    let before = inbox(&ada).await;
    reschedule(&t, &rohan, &made, 3 * 3600, 4 * 3600).await;
    let window = json!({"contestId": made.id, "startDate": "2026-11-20T17:30:00Z", "endDate": "2026-11-20T18:30:00Z"});
    rohan.post("/changetime", window).await.expect(200);
    a_minute_later(&t).await;
    assert_eq!(inbox(&ada).await, before);
    // One that moves before it is announced is announced with the time that it has by then.
    let second = t.contest(&rohan, 3600, 7200, true, 1, 0).await;
    reschedule(&t, &rohan, &second, 7200, 10800).await;
    a_minute_later(&t).await;
    a_minute_later(&t).await;
    assert_eq!(titles(&ada).await, [NEW, MOVED, NEW]);
}

async fn each_later_change_takes_the_place_of_the_one_before(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = announced(&t, &rohan).await;
    for hours in [5, 6, 5] {
        reschedule(&t, &rohan, &made, hours * 3600, hours * 3600 + 1800).await;
        a_minute_later(&t).await;
        let told = lines(&ada).await;
        assert_eq!(titles(&ada).await, [MOVED, NEW], "the time in between stands nowhere");
        assert_eq!(told[0].1, format!("It now runs f{}", &told[1].1[1..]), "both say the same");
        assert_eq!(inbox(&ada).await["notifications"][0]["readAt"], json!(null));
        ada.post("/notifications/read", json!({"all": true})).await.expect(200);
    }
}

async fn whoever_took_the_line_away_is_told_too(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = announced(&t, &rohan).await;
    let id = inbox(&ada).await["notifications"][0]["id"].as_str().expect("an id").to_owned();
    ada.delete(&format!("/notifications/{id}")).await.expect(200);
    reschedule(&t, &rohan, &made, 7200, 10800).await;
    a_minute_later(&t).await;
    assert_eq!(titles(&ada).await, [MOVED]);
}

async fn what_changed_while_private_is_told_when_public_again(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = announced(&t, &rohan).await;
    publish(&rohan, &made, false).await;
    reschedule(&t, &rohan, &made, 7200, 10800).await;
    a_minute_later(&t).await;
    assert!(titles(&ada).await.is_empty(), "she cannot see it");
    publish(&rohan, &made, true).await;
    a_minute_later(&t).await;
    let new = "From Nov 20, 2026, 08:01 PM to Nov 20, 2026, 09:01 PM (Asia/Kolkata).";
    assert_eq!(lines(&ada).await, owned(&[(NEW, new)]));
}

async fn the_eleventh_time_public_is_told_to_nobody(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = announced(&t, &rohan).await;
    for round in 1..13 {
        publish(&rohan, &made, false).await;
        a_minute_later(&t).await;
        assert!(titles(&ada).await.is_empty(), "{round}");
        publish(&rohan, &made, true).await;
        a_minute_later(&t).await;
        assert_eq!(titles(&ada).await.len(), usize::from(round <= 10), "{round}");
    }
}

async fn the_eleventh_change_is_told_to_nobody(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = announced(&t, &rohan).await;
    for hours in 2..13 {
        ada.post("/notifications/read", json!({"all": true})).await.expect(200);
        reschedule(&t, &rohan, &made, hours * 3600, hours * 3600 + 1800).await;
        a_minute_later(&t).await;
        let told = lines(&ada).await;
        assert_eq!((told.len(), told[0].1.as_str()), (2, format!("It now runs f{}", &told[1].1[1..]).as_str()));
        assert_eq!(inbox(&ada).await["unread"], json!(i32::from(hours < 12)), "{hours}");
    }
}

async fn an_early_end_is_told(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = t.contest(&rohan, 0, 7200, true, 1, 0).await;
    a_minute_later(&t).await;
    t.pass(1739);
    rohan.post(&format!("/contests/{}/end", made.id), json!({})).await.expect(200);
    a_minute_later(&t).await;
    assert_eq!(
        lines(&ada).await,
        owned(&[
            ("Ended early: Friday Quiz", "It ended on Nov 20, 2026, 06:30 PM (Asia/Kolkata)."),
            (NEW, "From Nov 20, 2026, 06:00 PM to Nov 20, 2026, 06:30 PM (Asia/Kolkata)."),
        ])
    );
}

async fn a_changed_time_reaches_devices_and_mailboxes(t: TestApp) {
    let service = PushService::start();
    t.push_by(Reach::of(&service));
    let (rohan, ada, bo) = (t.organiser("rohan").await, t.person("ada").await, t.person("bo").await);
    for (who, path) in [(&ada, "ok/1"), (&bo, "ok/2")] {
        let phone = Phone::number(1);
        let device = json!({"endpoint": service.endpoint(path), "expirationTime": null,
            "keys": {"p256dh": phone.p256dh(), "auth": phone.auth_text()}});
        who.put("/push/subscription", device).await.expect(200);
    }
    let chosen = json!({"preferences": [{"about": "contest", "push": false, "mail": true}]});
    ada.put("/notifications/preferences", chosen).await.expect(200);
    let made = announced(&t, &rohan).await;
    reschedule(&t, &rohan, &made, 7200, 10800).await;
    a_minute_later(&t).await;
    let mails = t.mails().await;
    let mails: Vec<&str> =
        mails.iter().map(|mail| mail.subject.as_str()).filter(|subject| subject.contains("Friday")).collect();
    assert_eq!(mails, ["Quad: New contest: Friday Quiz", "Quad: New time: Friday Quiz"], "Ada by mail");
    let pushed: Vec<String> = service.heard().into_iter().map(|one| one.path).collect();
    assert_eq!(pushed, ["/ok/2", "/ok/2"], "Bo by push");
}
