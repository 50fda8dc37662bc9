//! Stories of personal time: minutes of one's own, time that organisers give and take, clocks that stand still, and attempts that are open
//! again. Whatever counts goes by the own end, and where nobody's time was touched nothing is new.

use futures::future::join_all;
use quad_db::sql;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, Browser, Made, PASSWORD, TestApp};
use crate::kinds::{broken, list, text};
use crate::marks::rules_of;
use crate::{on_both_engines, plain_stories};

on_both_engines!(
    minutes_begin_with_the_join_and_end_with_the_contest,
    results_wait_for_the_last_end,
    a_pause_moves_every_end_by_exactly_its_length,
    who_has_handed_in_goes_on_when_let_in_again,
    rooms_hear_of_their_end,
    racing_pauses_and_resumes_move_each_end_once,
    racing_reopenings_reopen_once,
    where_nobodys_time_is_touched_nothing_is_new,
    own_ends_move_with_the_window,
);
plain_stories!(
    an_answer_in_the_grace_of_the_own_end_is_late_until_there_is_more_time,
    time_is_given_by_share_and_taken_back_to_what_was_used,
    nothing_moves_before_the_start_and_once_results_are_open,
    what_cannot_be_is_refused_under_its_name,
    the_same_press_gives_time_once,
    accounts_keep_and_forget_their_times,
);

fn time_of(made: &Made) -> String {
    format!("/contests/{}/time", made.id)
}

async fn join(who: &Browser, made: &Made) -> Value {
    let said = who.post("/complete", json!({"contestId": made.id, "intent": "join", "kinds": 6})).await.expect(200);
    said["attempt"].clone()
}

async fn hand_in(who: &Browser, made: &Made) {
    who.post("/complete", json!({"contestId": made.id, "intent": "submit", "kinds": 6})).await.expect(200);
}

async fn attempt(who: &Browser, made: &Made) -> Value {
    who.get(&format!("/contests/{}/attempt", made.id)).await.expect(200)
}

async fn ends_at(who: &Browser, made: &Made) -> String {
    text(&attempt(who, made).await["endsAt"])
}

async fn change(owner: &Browser, made: &Made, mut body: Value) -> Answer {
    body["reason"] = json!("The network was down");
    owner.post(&time_of(made), body).await
}

/// A contest of an hour with three questions.
async fn contest(t: &TestApp, owner: &Browser, minutes: Option<u32>) -> Made {
    let made = t.running(owner, 3).await;
    if let Some(minutes) = minutes {
        owner.put(&rules_of(&made), json!({"minutes": minutes})).await.expect(200);
    }
    made
}

async fn delete_account(who: &Browser) {
    who.ask(Method::DELETE, "/account", Some(json!({"password": PASSWORD})), &[]).await.expect(200);
}

async fn count(t: &TestApp, what: &str) -> i64 {
    let text = format!("SELECT COUNT(*) AS value FROM {what}");
    sql(text).value::<i64>(&t.app.db).await.expect("counted").unwrap_or_default()
}

async fn late(t: &TestApp) -> i64 {
    let text = "SELECT CAST(SUM(late) AS BIGINT) AS value FROM attempts";
    sql(text).value::<i64>(&t.app.db).await.expect("counted").unwrap_or_default()
}

async fn minutes_begin_with_the_join_and_end_with_the_contest(t: TestApp) {
    let (rohan, ada, bo) = (t.organiser("rohan").await, t.person("ada").await, t.person("bo").await);
    let made = contest(&t, &rohan, Some(20)).await;
    // Whoever comes late reads the minutes before pressing Join.
    assert_eq!(ada.get(&rules_of(&made)).await.expect(200)["minutes"], 20);
    assert_eq!(ada.get(&format!("/contest/{}", made.id)).await.expect(200)["minutes"], 20);
    assert_eq!((&attempt(&ada, &made).await["minutes"], attempt(&ada, &made).await.get("endsAt")), (&json!(20), None));
    // A client that knows no own time is told so, and has not joined.
    for kinds in [Value::Null, json!(5)] {
        let body = json!({"contestId": made.id, "intent": "join", "kinds": kinds});
        ada.post("/complete", body).await.refused(409, "needs_newer_client");
    }
    ada.get(&format!("/post/getContestById/{}", made.id)).await.refused(409, "needs_newer_client");
    let begun = join(&ada, &made).await;
    assert_eq!(text(&begun["endsAt"]), t.moment(1200));
    assert_eq!(begun, attempt(&ada, &made).await);
    ada.answer(&made, 0, "A").await.expect(200);
    let refused = rohan.put(&rules_of(&made), json!({"minutes": 30})).await.refused(409, "contest_frozen");
    assert_eq!(refused["field"], "minutes");
    t.pass(3000);
    assert_eq!(text(&join(&bo, &made).await["endsAt"]), t.moment(600), "with the contest at the latest");
    // The own time is over: as after the end of the contest.
    assert_eq!(attempt(&ada, &made).await["submitted"], true);
    assert_eq!(ada.get(&format!("/contest/{}", made.id)).await.expect(200)["completed"], true);
    ada.answer(&made, 1, "A").await.refused(403, "contest_ended");
    ada.answer(&made, 0, "A").await.expect(200);
    ada.post("/complete", json!({"contestId": made.id, "intent": "submit", "kinds": 6}))
        .await
        .refused(403, "contest_ended");
    ada.results(&made).await.refused(403, "results_too_early");
    bo.answer(&made, 0, "B").await.expect(200);
    t.pass(602);
    assert_eq!(list(&ada.results(&made).await.expect(200)["results"]).len(), 2);
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

async fn an_answer_in_the_grace_of_the_own_end_is_late_until_there_is_more_time(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan, Some(20)).await;
    join(&ada, &made).await;
    t.pass(1201);
    ada.answer(&made, 0, "A").await.expect(200);
    assert_eq!(late(&t).await, 1);
    assert_eq!(broken(&t).await, Vec::<String>::new());
    // The phone did not know yet.
    let said = change(&rohan, &made, json!({"action": "extend", "minutes": 1, "people": "all"})).await.expect(200);
    assert_eq!((&said["changed"], text(&said["ends"][0]["endsAt"])), (&json!(1), t.moment(59)));
    assert_eq!(late(&t).await, 0);
    t.pass(30);
    ada.answer(&made, 1, "A").await.expect(200);
    t.pass(31);
    ada.answer(&made, 2, "A").await.refused(403, "contest_ended");
    assert_eq!((late(&t).await, broken(&t).await), (0, Vec::new()));
}

async fn results_wait_for_the_last_end(t: TestApp) {
    let (rohan, ada, bo) = (t.organiser("rohan").await, t.person("ada").await, t.person("bo").await);
    let made = contest(&t, &rohan, None).await;
    for who in [&ada, &bo] {
        assert_eq!(text(&join(who, &made).await["endsAt"]), t.moment(3600));
    }
    let asked = json!({"action": "extend", "minutes": 5, "people": [ada.id]});
    let said = change(&rohan, &made, asked).await.expect(200);
    assert_eq!(said["ends"], json!([{"userId": ada.id, "endsAt": t.moment(3900)}]), "beyond the window");
    assert_eq!([ends_at(&ada, &made).await, ends_at(&bo, &made).await], [t.moment(3900), t.moment(3600)]);
    let taken = ada.get(&format!("/post/getContestById/{}", made.id)).await.expect(200);
    assert_eq!(text(&taken["contest"]["endDate"]), t.moment(3900), "for a client of the specification");
    t.pass(3602);
    bo.answer(&made, 0, "A").await.refused(403, "contest_ended");
    ada.answer(&made, 0, "A").await.expect(200);
    assert_eq!(attempt(&bo, &made).await["submitted"], true);
    assert_eq!(attempt(&ada, &made).await["submitted"], false);
    bo.results(&made).await.refused(403, "results_too_early");
    t.run_jobs().await;
    assert_eq!(count(&t, "contests WHERE results_told_at IS NOT NULL").await, 0, "nobody is told of results");
    t.pass(300);
    assert_eq!(list(&bo.results(&made).await.expect(200)["results"]).len(), 2);
    t.pass(60);
    t.run_jobs().await;
    assert_eq!(count(&t, "contests WHERE results_told_at IS NOT NULL").await, 1);
    // Each reads what was done with the own time, and the organiser all of it.
    let log = async |who: &Browser| who.get(&time_of(&made)).await.expect(200)["changes"].clone();
    let own = log(&ada).await;
    assert_eq!((&own[0]["millis"], &own[0]["reason"]), (&json!(300_000), &json!("The network was down")));
    assert_eq!((own[0].get("by"), own[0].get("people"), list(&log(&bo).await).len()), (None, None, 0));
    let all = log(&rohan).await;
    assert_eq!((&all[0]["action"], &all[0]["people"], all[0]["by"].is_string()), (&json!("extend"), &json!(1), true));
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

async fn time_is_given_by_share_and_taken_back_to_what_was_used(t: TestApp) {
    let (rohan, ada, bo) = (t.organiser("rohan").await, t.person("ada").await, t.person("bo").await);
    let made = contest(&t, &rohan, None).await;
    join(&ada, &made).await;
    join(&bo, &made).await;
    let mut end = 3600;
    for (minutes, more) in [(json!("ugc"), 1200), (json!("25%"), 900), (json!(-15), -900), (json!("10"), 600)] {
        let asked = json!({"action": "extend", "minutes": minutes, "people": [ada.id]});
        end += more;
        let said = change(&rohan, &made, asked).await.expect(200);
        assert_eq!(said["ends"], json!([{"userId": ada.id, "endsAt": t.moment(end)}]), "{minutes}");
    }
    t.pass(600);
    let asked = json!({"action": "extend", "minutes": -600, "people": "all"});
    let said = change(&rohan, &made, asked.clone()).await.expect(200);
    assert_eq!((&said["changed"], ends_at(&ada, &made).await), (&json!(2), t.moment(0)), "what was used stays");
    assert_eq!(
        change(&rohan, &made, asked).await.expect(200),
        json!({
        "success": true, "message": "Nobody's time is changed", "changed": 0, "ends": []})
    );
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

async fn a_pause_moves_every_end_by_exactly_its_length(t: TestApp) {
    let (rohan, ada, bo) = (t.organiser("rohan").await, t.person("ada").await, t.person("bo").await);
    let made = contest(&t, &rohan, None).await;
    join(&ada, &made).await;
    t.pass(3590);
    assert_eq!(change(&rohan, &made, json!({"action": "pause"})).await.expect(200)["changed"], 1);
    assert_eq!(text(&attempt(&ada, &made).await["pausedAt"]), t.moment(0));
    t.pass(5);
    join(&bo, &made).await;
    t.pass(56);
    // Long after the end of the window nothing is over: what a phone sends that heard of nothing counts.
    assert_eq!(attempt(&ada, &made).await["submitted"], false);
    ada.answer(&made, 0, "A").await.expect(200);
    assert_eq!((late(&t).await, broken(&t).await), (0, Vec::new()));
    ada.results(&made).await.refused(403, "results_too_early");
    let said = change(&rohan, &made, json!({"action": "resume"})).await.expect(200);
    assert_eq!(said["changed"], 2);
    assert_eq!(
        [ends_at(&ada, &made).await, ends_at(&bo, &made).await],
        [t.moment(10), t.moment(5)],
        "61,000 ms, and 56,000"
    );
    let log = rohan.get(&time_of(&made)).await.expect(200);
    assert_eq!((&log["pausedAt"], &log["changes"][0]["millis"]), (&Value::Null, &json!(61_000)));
    let own = ada.get(&time_of(&made)).await.expect(200)["changes"].clone();
    assert_eq!([&own[0]["action"], &own[1]["action"]], ["resume", "pause"]);
    t.pass(9);
    ada.answer(&made, 1, "A").await.expect(200);
    bo.answer(&made, 1, "A").await.refused(403, "contest_ended");
    t.pass(3);
    ada.answer(&made, 2, "A").await.refused(403, "contest_ended");
    ada.results(&made).await.expect(200);
    assert_eq!((late(&t).await, broken(&t).await), (0, Vec::new()));
}

async fn who_has_handed_in_goes_on_when_let_in_again(t: TestApp) {
    let (rohan, ada, bo) = (t.organiser("rohan").await, t.person("ada").await, t.person("bo").await);
    let made = contest(&t, &rohan, Some(20)).await;
    join(&ada, &made).await;
    join(&bo, &made).await;
    ada.answer(&made, 0, "A").await.expect(200);
    hand_in(&ada, &made).await;
    ada.answer(&made, 1, "A").await.refused(409, "already_submitted");
    let all = json!({"action": "reopen", "people": "all"});
    let said = change(&rohan, &made, all.clone()).await.expect(200);
    assert_eq!(said["ends"], json!([{"userId": ada.id, "endsAt": t.moment(1200)}]), "bo has not handed in");
    assert_eq!(attempt(&ada, &made).await["submitted"], false);
    ada.answer(&made, 1, "A").await.expect(200);
    hand_in(&ada, &made).await;
    // Once the time is over somebody who is named is given some; without it there is nothing to open.
    t.pass(1300);
    assert_eq!(change(&rohan, &made, all).await.expect(200)["changed"], 0);
    let named = json!({"action": "reopen", "people": [ada.id, bo.id], "minutes": 3});
    let said = change(&rohan, &made, named).await.expect(200);
    assert_eq!(said["changed"], 2);
    for who in [&ada, &bo] {
        assert_eq!(ends_at(who, &made).await, t.moment(180));
        who.answer(&made, 2, "B").await.expect(200);
    }
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

async fn rooms_hear_of_their_end(t: TestApp) {
    let (rohan, ada, bo) = (t.organiser("rohan").await, t.person("ada").await, t.person("bo").await);
    let made = contest(&t, &rohan, None).await;
    join(&ada, &made).await;
    join(&bo, &made).await;
    let (part, whole) = (format!("attempt:{}", made.id), format!("contest:{}", made.id));
    let mut room = ada.follow(&[&part]).await;
    let mut hall = bo.follow(&[&whole]).await;
    assert_eq!(room.event_called("attempt").await.get("endsAt"), None, "with the contest");
    assert_eq!(hall.event_called("contest").await.get("pausedAt"), None);
    change(&rohan, &made, json!({"action": "extend", "minutes": 5, "people": "all"})).await.expect(200);
    assert_eq!(text(&room.event_called("attempt").await["endsAt"]), t.moment(3900));
    change(&rohan, &made, json!({"action": "pause"})).await.expect(200);
    hall.until_contest("pausedAt", &json!(t.moment(0))).await;
    t.pass(61);
    change(&rohan, &made, json!({"action": "resume"})).await.expect(200);
    hall.until_contest("pausedAt", &Value::Null).await;
    assert_eq!(text(&room.event_called("attempt").await["endsAt"]), t.moment(3900));
}

async fn racing_pauses_and_resumes_move_each_end_once(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan, None).await;
    join(&ada, &made).await;
    for (action, code, pause) in [("pause", "already_paused", 61), ("resume", "not_paused", 0)] {
        let tries = (0..12).map(|_| change(&rohan, &made, json!({"action": action})));
        let said = join_all(tries).await;
        let (done, refused): (Vec<_>, Vec<_>) = said.into_iter().partition(|one| one.status.as_u16() == 200);
        assert_eq!(done.len(), 1, "{action}");
        for one in refused {
            one.refused(409, code);
        }
        t.pass(pause);
    }
    assert_eq!(ends_at(&ada, &made).await, t.moment(3600), "61 s on, and 61 s later");
    assert_eq!((count(&t, "time_changes").await, count(&t, "time_change_people").await), (2, 1));
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

async fn racing_reopenings_reopen_once(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan, Some(10)).await;
    join(&ada, &made).await;
    t.pass(700);
    let asked = json!({"action": "reopen", "people": [ada.id], "minutes": 5});
    let tries = (0..12).map(|_| change(&rohan, &made, asked.clone()));
    let changed: Vec<Value> =
        join_all(tries).await.into_iter().map(|said| said.expect(200)["changed"].clone()).collect();
    assert_eq!(changed.iter().filter(|changed| **changed == 1).count(), 1, "{changed:?}");
    assert_eq!(ends_at(&ada, &made).await, t.moment(300));
    assert_eq!(count(&t, "time_changes").await, 1);
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

async fn where_nobodys_time_is_touched_nothing_is_new(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan, None).await;
    ada.join(&made).await;
    ada.answer(&made, 0, "A").await.expect(200);
    assert_eq!(attempt(&ada, &made).await["endsAt"], attempt(&ada, &made).await["endDate"]);
    assert_eq!(count(&t, "attempts WHERE ends_at IS NOT NULL").await, 0);
    let mut said = String::new();
    for (who, path) in [
        (&ada, format!("/contest/{}", made.id)),
        (&ada, format!("/contests/{}/paper", made.id)),
        (&ada, format!("/post/getContestById/{}", made.id)),
        (&ada, "/post/getallcontest".to_owned()),
        (&ada, "/account/data".to_owned()),
        (&rohan, format!("/post/{}", made.id)),
    ] {
        said.push_str(&who.get(&path).await.expect(200).to_string());
    }
    for name in ["\"minutes\"", "pausedAt", "endsAt", "timeChanges"] {
        assert!(!said.contains(name), "{name}: {said}");
    }
    assert_eq!(rohan.get(&rules_of(&made)).await.expect(200)["minutes"], Value::Null);
}

async fn own_ends_move_with_the_window(t: TestApp) {
    let (rohan, ada, bo) = (t.organiser("rohan").await, t.person("ada").await, t.person("bo").await);
    let made = contest(&t, &rohan, Some(30)).await;
    join(&ada, &made).await;
    t.pass(2400);
    join(&bo, &made).await;
    assert_eq!(ends_at(&bo, &made).await, t.moment(1200), "cut");
    let asked = json!({"action": "extend", "minutes": 5, "people": [bo.id]});
    change(&rohan, &made, asked).await.expect(200);
    let window = async |seconds: i64| {
        rohan.put(&time_of(&made), json!({"endDate": t.moment(seconds)})).await.expect(200);
    };
    window(1500).await;
    assert_eq!(ends_at(&bo, &made).await, t.moment(1800), "cut later, and five minutes");
    window(3600).await;
    assert_eq!(ends_at(&bo, &made).await, t.moment(2100), "not cut any more");
    window(600).await;
    assert_eq!(ends_at(&bo, &made).await, t.moment(900));
    assert_eq!(attempt(&ada, &made).await["submitted"], true, "over long ago");
    assert_eq!(broken(&t).await, Vec::<String>::new());
    // Ended now, nobody has time.
    rohan.post(&format!("/contests/{}/end", made.id), json!({})).await.expect(200);
    assert_eq!(ends_at(&bo, &made).await, t.moment(0));
    t.pass(2);
    bo.answer(&made, 0, "A").await.refused(403, "contest_ended");
    bo.results(&made).await.expect(200);
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

async fn nothing_moves_before_the_start_and_once_results_are_open(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = t.contest(&rohan, 60, 120, true, 1, 0).await;
    let asks = [
        json!({"action": "extend", "minutes": 5, "people": "all"}),
        json!({"action": "pause"}),
        json!({"action": "reopen", "people": "all"}),
    ];
    for asked in &asks {
        change(&rohan, &made, asked.clone()).await.refused(409, "contest_not_started");
    }
    t.pass(60);
    join(&ada, &made).await;
    change(&rohan, &made, json!({"action": "resume"})).await.refused(409, "not_paused");
    t.pass(62);
    for asked in &asks {
        change(&rohan, &made, asked.clone()).await.refused(409, "results_open");
    }
    assert_eq!(count(&t, "time_changes").await, 0);
}

async fn what_cannot_be_is_refused_under_its_name(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan, None).await;
    join(&ada, &made).await;
    let all = |minutes: Value| json!({"action": "extend", "minutes": minutes, "people": "all"});
    for (strange, field) in [
        (json!({"action": "stop"}), "action"),
        (json!({"people": "all"}), "action"),
        (all(Value::Null), "minutes"),
        (all(json!(0)), "minutes"),
        (all(json!(2.5)), "minutes"),
        (all(json!("soon")), "minutes"),
        (all(json!(100_000)), "minutes"),
        (json!({"action": "pause", "minutes": 5}), "minutes"),
        (json!({"action": "pause", "people": [ada.id]}), "people"),
        (json!({"action": "reopen", "minutes": -5, "people": "all"}), "minutes"),
        (json!({"action": "reopen"}), "people"),
        (json!({"action": "extend", "minutes": 5, "people": "some"}), "people"),
        (json!({"action": "extend", "minutes": 5, "people": []}), "people"),
        (json!({"action": "extend", "minutes": 5, "people": ["ada"]}), "people"),
        (json!({"action": "extend", "minutes": 5, "people": "all", "minute": 5}), "body"),
    ] {
        let said = change(&rohan, &made, strange.clone()).await.refused(400, "invalid");
        assert_eq!(said["field"], field, "{strange}: {said}");
    }
    let silent = json!({"action": "extend", "minutes": 5, "people": "all", "reason": " "});
    assert_eq!(rohan.post(&time_of(&made), silent).await.refused(400, "invalid")["field"], "reason");
    // Somebody who is not there changes nothing.
    let stranger = json!({"action": "extend", "minutes": 5, "people": [rohan.id]});
    assert_eq!(change(&rohan, &made, stranger).await.expect(200)["changed"], 0);
    change(&ada, &made, all(json!(5))).await.refused(403, "not_owner");
    assert_eq!((count(&t, "time_changes").await, ends_at(&ada, &made).await), (0, t.moment(3600)));
}

async fn the_same_press_gives_time_once(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan, None).await;
    join(&ada, &made).await;
    let body = json!({"action": "extend", "minutes": 5, "people": "all", "reason": "Late"});
    let key = [("idempotency-key", "7f7c1d1e-3a86-4b8e-9d43-0b8a3a5c1f10")];
    for _ in 0..2 {
        let said = rohan.ask(Method::POST, &time_of(&made), Some(body.clone()), &key).await.expect(200);
        assert_eq!(said["changed"], 1);
    }
    assert_eq!(ends_at(&ada, &made).await, t.moment(3900));
}

async fn accounts_keep_and_forget_their_times(t: TestApp) {
    let (rohan, ada, bo) = (t.organiser("rohan").await, t.person("ada").await, t.person("bo").await);
    let made = contest(&t, &rohan, None).await;
    join(&ada, &made).await;
    join(&bo, &made).await;
    let own = json!({"action": "extend", "minutes": 5, "people": [ada.id]});
    change(&rohan, &made, own).await.expect(200);
    t.pass(1);
    change(&rohan, &made, json!({"action": "extend", "minutes": 5, "people": "all"})).await.expect(200);
    let kept = ada.get("/account/data").await.expect(200)["attempts"][0].clone();
    assert_eq!((text(&kept["endsAt"]), list(&kept["timeChanges"]).len()), (t.moment(4199), 2));
    delete_account(&ada).await;
    let reasons: Vec<String> =
        list(&rohan.get(&time_of(&made)).await.expect(200)["changes"]).iter().map(|one| text(&one["reason"])).collect();
    assert_eq!(reasons, ["The network was down", ""], "what was about ada alone is forgotten");
    assert_eq!(count(&t, "time_change_people").await, 1);
    // Nobody else would let the clocks go on.
    change(&rohan, &made, json!({"action": "pause"})).await.expect(200);
    t.pass(60);
    delete_account(&rohan).await;
    let told = attempt(&bo, &made).await;
    assert_eq!((told.get("pausedAt"), text(&told["endsAt"])), (None, t.moment(3899)));
    assert_eq!(broken(&t).await, Vec::<String>::new());
}
