//! Stories of contests in which answers may be changed until they are handed in: the change with the highest number stands, whatever
//! arrives when and from which device, everything that counts goes by it, and where the first answer counts nothing is new.

use std::time::Duration;

use futures::future::join_all;
use quad_db::{FromRow, sql};
use quad_kernel::ids::ContestId;
use serde_json::{Value, json};

use crate::harness::{Answer, Browser, Made, TestApp};
use crate::kinds::{broken, list, options, questions_of, text};
use crate::marks::rules_of;
use crate::{on_both_engines, plain_stories};

on_both_engines!(
    what_stands_is_told_and_counted,
    each_device_has_a_base_of_its_own,
    what_stood_at_the_end_counts,
    other_devices_hear_of_a_change,
    where_the_first_answer_counts_nothing_is_new,
    racing_changes_from_two_devices,
    racing_changes_against_handing_in,
);
plain_stories!(
    the_rule_is_set_and_frozen_by_the_first_join,
    only_a_client_that_changes_answers_is_let_in,
    what_cannot_be_is_refused_under_its_name,
    the_time_ends_with_the_last_answer_that_stands,
    an_answer_in_the_grace_is_late_until_it_is_cleared,
    an_attempt_handed_in_stays_as_it_is,
    the_data_of_an_account_has_the_changes,
    a_broken_change_is_found_by_the_check,
);

/// From where a device counts that has just joined.
const BASE: i64 = 1_024_001;

/// A single question, one of several right options, and a number. The first right one takes the answer A, A and B, or 9.81.
fn three() -> [Value; 3] {
    let several = json!({"kind": "several", "text": "Question 1?", "options": options(1, 4), "right": [0, 1]});
    let number = json!({"kind": "number", "text": "How fast?", "options": [], "right": [], "value": "9.81"});
    [json!({"kind": "single", "text": "Question 0?", "options": options(0, 4), "right": [0]}), several, number]
}

/// A contest of a minute with these three questions, in which a wrong answer takes a mark off and answers may be changed.
async fn contest(t: &TestApp, owner: &Browser) -> Made {
    let mut made = t.contest(owner, 0, 60, true, 0, 0).await;
    owner.put(&rules_of(&made), json!({"preset": "jee_main", "changing": "until_hand_in"})).await.expect(200);
    owner.put(&format!("/contests/{}", made.id), json!({"answersShown": true})).await.expect(200);
    let said = owner.post(&questions_of(&made), json!({"questions": three()})).await.expect(201);
    made.questions = list(&said["questions"]).iter().map(|one| text(&one["_id"])).collect();
    made
}

async fn try_join(who: &Browser, made: &Made, kinds: Value) -> Answer {
    who.post("/complete", json!({"contestId": made.id, "intent": "join", "kinds": kinds})).await
}

/// Joins with a client that changes answers; gives the attempt.
async fn join(who: &Browser, made: &Made) -> Value {
    try_join(who, made, json!(5)).await.expect(200)["attempt"].clone()
}

async fn hand_in(who: &Browser, made: &Made) {
    who.post("/complete", json!({"contestId": made.id, "intent": "submit", "kinds": 5})).await.expect(200);
}

/// Sends a change of question `number`, such as `{"choice": [1]}`, with a number.
async fn change(who: &Browser, made: &Made, number: usize, mut body: Value, seq: i64) -> Answer {
    body["seq"] = json!(seq);
    put(who, made, number, body).await
}

async fn put(who: &Browser, made: &Made, number: usize, body: Value) -> Answer {
    who.put(&format!("/contests/{}/answers/{}", made.id, made.questions[number]), body).await
}

async fn attempt(who: &Browser, made: &Made) -> Value {
    who.get(&format!("/contests/{}/attempt", made.id)).await.expect(200)
}

fn clear() -> Value {
    json!({"clear": true})
}

#[derive(Debug, PartialEq, Eq, FromRow)]
struct Counted {
    correct: i32,
    wrong: i32,
    partly: i32,
    extra_marks: i64,
    late: i32,
    took: Option<i64>,
}

/// What the only attempt at a contest counts.
async fn counted(t: &TestApp, made: &Made) -> Counted {
    let text = "SELECT correct, wrong, partly, extra_marks, late, last_answer_at - joined_at AS took FROM attempts
         WHERE contest_id = $1";
    let id = ContestId::parse(&made.id).expect("an id");
    sql(text).arg(id).one(&t.app.db).await.expect("read").expect("an attempt")
}

/// Right, wrong and right in part.
async fn tally(t: &TestApp, made: &Made) -> [i32; 3] {
    let Counted { correct, wrong, partly, .. } = counted(t, made).await;
    [correct, wrong, partly]
}

async fn count(t: &TestApp, from: &str) -> i64 {
    sql(format!("SELECT count(*) AS value FROM {from}")).value(&t.app.db).await.expect("counted").expect("a number")
}

/// Runs a statement past all rules.
async fn run(t: &TestApp, statement: &'static str) {
    let mut tx = t.app.db.begin().await.expect("begun");
    sql(statement).run(&mut tx).await.expect("done");
    tx.commit().await.expect("committed");
}

async fn the_rule_is_set_and_frozen_by_the_first_join(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = t.contest(&rohan, 0, 60, true, 1, 0).await;
    let (rules, details, head) = (rules_of(&made), format!("/contests/{}", made.id), format!("/contest/{}", made.id));
    assert_eq!(ada.get(&rules).await.expect(200)["changing"], "first");
    assert_eq!(ada.get(&head).await.expect(200).get("changing"), None, "what is usual is not said");
    for strange in [json!("always"), json!(true), json!({})] {
        let said = rohan.put(&rules, json!({"changing": strange})).await.refused(400, "invalid");
        assert!(said["message"].as_str().is_some_and(|say| say.contains("changing")), "{said}");
    }
    let said = rohan.put(&rules, json!({"changing": "until_hand_in"})).await.expect(200);
    assert_eq!(said["rules"]["changing"], "until_hand_in");
    assert_eq!(ada.get(&head).await.expect(200)["changing"], "until_hand_in");
    // What is not named has its default there, and stays as it is here.
    assert_eq!(rohan.put(&rules, json!({"preset": "cat"})).await.expect(200)["rules"]["changing"], "first");
    rohan.put(&details, json!({"changing": "until_hand_in"})).await.expect(200);
    rohan.put(&details, json!({"title": "Mock paper"})).await.expect(200);
    assert_eq!(ada.get(&rules).await.expect(200)["changing"], "until_hand_in");
    let topic = format!("contest:{}", made.id);
    assert_eq!(ada.follow(&[&topic]).await.event_called("contest").await["changing"], "until_hand_in");
    join(&ada, &made).await;
    let said = rohan.put(&details, json!({"changing": "first"})).await.refused(409, "contest_frozen");
    assert_eq!(said["field"], "changing");
    assert!(said["message"].as_str().is_some_and(|say| say.contains("whether answers may be changed")), "{said}");
    rohan.put(&details, json!({"changing": "until_hand_in"})).await.expect(200);
    // And the other way round.
    let other = t.contest(&rohan, 0, 60, true, 1, 0).await;
    ada.join(&other).await;
    let said = rohan.put(&rules_of(&other), json!({"changing": "until_hand_in"})).await;
    assert_eq!(said.refused(409, "contest_frozen")["field"], "changing");
}

async fn only_a_client_that_changes_answers_is_let_in(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = t.contest(&rohan, 0, 60, true, 1, 0).await;
    rohan.put(&rules_of(&made), json!({"changing": "until_hand_in"})).await.expect(200);
    let path = format!("/post/getContestById/{}", made.id);
    for kinds in [Value::Null, json!(0), json!(4)] {
        let said = try_join(&ada, &made, kinds).await.refused(409, "needs_newer_client");
        assert!(said["message"].as_str().is_some_and(|say| say.contains("Answers may be changed")), "{said}");
    }
    ada.get(&path).await.refused(409, "needs_newer_client");
    ada.get(&format!("{path}?kinds=4")).await.refused(409, "needs_newer_client");
    assert_eq!(count(&t, "attempts").await, 0, "nobody has joined");
    join(&ada, &made).await;
    ada.get(&path).await.refused(409, "needs_newer_client");
    ada.get(&format!("{path}?kinds=5")).await.expect(200);
    ada.get(&format!("/contests/{}/attempt?kinds=4", made.id)).await.refused(409, "needs_newer_client");
    ada.get(&format!("/contests/{}/attempt?kinds=5", made.id)).await.expect(200);
    ada.answer(&made, 0, "A").await.refused(409, "needs_newer_client");
    assert_eq!((count(&t, "answers").await, count(&t, "answer_changes").await), (0, 0));
    // A contest in which the first answer counts needs nobody newer.
    let usual = t.contest(&rohan, 0, 60, true, 1, 0).await;
    ada.join(&usual).await;
    ada.get(&format!("/contests/{}/attempt?kinds=0", usual.id)).await.expect(200);
}

async fn what_cannot_be_is_refused_under_its_name(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan).await;
    put(&ada, &made, 0, json!({"choice": [0], "seq": BASE})).await.refused(403, "not_joined");
    join(&ada, &made).await;
    for (number, body, field) in [
        (0, json!({"choice": [0]}), "seq"),
        (0, json!({"clear": true}), "seq"),
        (0, json!({"choice": [0], "seq": null}), "seq"),
        (0, json!({"choice": [0], "seq": 0}), "seq"),
        (0, json!({"choice": [0], "seq": -7}), "seq"),
        (0, json!({"choice": [0], "seq": 1.5}), "seq"),
        (0, json!({"choice": [0], "seq": "7"}), "seq"),
        (0, json!({"choice": [0], "seq": 9_007_199_254_740_992_i64}), "seq"),
        (0, json!({"choice": [4], "seq": BASE}), "choice"),
        (0, json!({"choice": [], "seq": BASE}), "choice"),
        (0, json!({"choice": [0], "value": "9.81", "seq": BASE}), "value"),
        (0, json!({"choice": [0], "clear": true, "seq": BASE}), "clear"),
        (2, json!({"value": "9.81", "clear": true, "seq": BASE}), "clear"),
        (2, json!({"value": "fast", "seq": BASE}), "value"),
        (2, json!({"choice": [0], "seq": BASE}), "choice"),
    ] {
        let said = put(&ada, &made, number, body.clone()).await.refused(400, "invalid");
        assert_eq!(said["field"], field, "{body}: {said}");
    }
    let nowhere = format!("/contests/{}/answers/{}", made.id, made.id);
    for body in [json!({"choice": [0], "seq": BASE}), json!({"clear": true, "seq": BASE})] {
        ada.put(&nowhere, body).await.refused(400, "invalid");
    }
    assert_eq!((count(&t, "answers").await, count(&t, "answer_changes").await), (0, 0), "nothing of it was kept");
    // The highest there is.
    let most = 9_007_199_254_740_991_i64;
    assert_eq!(change(&ada, &made, 0, json!({"choice": [0]}), most).await.expect(200)["seq"], most);
}

async fn what_stands_is_told_and_counted(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan).await;
    join(&ada, &made).await;
    let (first, second, third) = (made.questions[0].as_str(), made.questions[1].as_str(), made.questions[2].as_str());
    let saved = |said: Value, seq: i64| {
        assert_eq!((&said["saved"], &said["seq"], said.get("answer")), (&json!(true), &json!(seq), None), "{said}");
    };
    let outrun = |said: Value, seq: i64, answer: Value| {
        assert_eq!((&said["saved"], &said["seq"]), (&json!(false), &json!(seq)), "{said}");
        assert_eq!(said.get("answer"), Some(&answer), "{said}");
    };
    saved(change(&ada, &made, 0, json!({"choice": [0]}), BASE + 10).await.expect(200), BASE + 10);
    assert_eq!(tally(&t, &made).await, [1, 0, 0]);
    saved(change(&ada, &made, 0, json!({"choice": [1]}), BASE + 30).await.expect(200), BASE + 30);
    assert_eq!(tally(&t, &made).await, [0, 1, 0]);
    // What was made before arrives after: it is over. What stands, sent once more, is saved; other words for its number are not.
    outrun(
        change(&ada, &made, 0, json!({"choice": [2]}), BASE + 20).await.expect(200),
        BASE + 30,
        json!({"choice": [1]}),
    );
    saved(change(&ada, &made, 0, json!({"choice": [1]}), BASE + 30).await.expect(200), BASE + 30);
    outrun(
        change(&ada, &made, 0, json!({"choice": [3]}), BASE + 30).await.expect(200),
        BASE + 30,
        json!({"choice": [1]}),
    );
    outrun(change(&ada, &made, 0, clear(), BASE + 29).await.expect(200), BASE + 30, json!({"choice": [1]}));
    // Several options, and what is typed.
    saved(change(&ada, &made, 1, json!({"choice": [1, 0]}), BASE + 31).await.expect(200), BASE + 31);
    saved(change(&ada, &made, 1, json!({"choice": [0, 1]}), BASE + 31).await.expect(200), BASE + 31);
    saved(change(&ada, &made, 2, json!({"value": "9.80"}), BASE + 32).await.expect(200), BASE + 32);
    saved(change(&ada, &made, 2, json!({"value": "9.8"}), BASE + 32).await.expect(200), BASE + 32);
    assert_eq!(tally(&t, &made).await, [1, 2, 0]);
    saved(change(&ada, &made, 2, json!({"value": "9,81"}), BASE + 33).await.expect(200), BASE + 33);
    outrun(
        change(&ada, &made, 2, json!({"value": "1"}), BASE + 5).await.expect(200),
        BASE + 33,
        json!({"value": "9,81"}),
    );
    assert_eq!(tally(&t, &made).await, [2, 1, 0]);
    let told = attempt(&ada, &made).await;
    assert_eq!(told["answered"], json!({first: "0-B", second: "1-A; 1-B", third: "9,81"}));
    assert_eq!(told["choices"], json!({second: [0, 1]}));
    assert_eq!(told["seqs"], json!({first: BASE + 30, second: BASE + 31, third: BASE + 33}));
    // Cleared, it is as if it had never been answered, and its number stays.
    saved(change(&ada, &made, 0, clear(), BASE + 40).await.expect(200), BASE + 40);
    saved(change(&ada, &made, 0, clear(), BASE + 40).await.expect(200), BASE + 40);
    outrun(change(&ada, &made, 0, json!({"choice": [0]}), BASE + 39).await.expect(200), BASE + 40, Value::Null);
    outrun(change(&ada, &made, 0, json!({"choice": [0]}), BASE + 40).await.expect(200), BASE + 40, Value::Null);
    let told = attempt(&ada, &made).await;
    assert_eq!(told["answered"], json!({second: "1-A; 1-B", third: "9,81"}));
    assert_eq!(told["seqs"][first], BASE + 40);
    assert_eq!(tally(&t, &made).await, [2, 0, 0]);
    assert_eq!(ada.get(&format!("/contest/{}", made.id)).await.expect(200)["answered"], 2);
    saved(change(&ada, &made, 0, json!({"choice": [0]}), BASE + 41).await.expect(200), BASE + 41);
    assert_eq!((tally(&t, &made).await, count(&t, "answers").await), ([3, 0, 0], 3));
    assert_eq!(broken(&t).await, Vec::<String>::new());
    // Whoever says of which attempt it is hears so.
    let id = text(&told["attempt"]);
    let said = change(&ada, &made, 0, json!({"choice": [0], "attempt": id}), BASE + 1).await.expect(200);
    assert_eq!((&said["attempt"], &said["questionId"], &said["saved"]), (&json!(id), &json!(first), &json!(false)));
    change(&ada, &made, 0, json!({"choice": [0], "attempt": "999999"}), BASE + 99).await.refused(421, "misdirected");
}

async fn each_device_has_a_base_of_its_own(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan).await;
    let path = format!("/contests/{}/attempt", made.id);
    let before = ada.get(&path).await.expect(200);
    assert_eq!((before.get("seqBase"), before.get("seqs"), &before["changing"]), (None, None, &json!("until_hand_in")));
    let begun = join(&ada, &made).await;
    assert_eq!((&begun["seqBase"], &begun["seqs"]), (&json!(BASE), &json!({})));
    assert_eq!(begun["changing"], "until_hand_in");
    let base = async || attempt(&ada, &made).await["seqBase"].as_i64().expect("a number");
    let (second, third) = (base().await, base().await);
    assert_eq!((second, third), (1024 * 1001 + 2, 1024 * 1002 + 3), "a step on, and another remainder");
    t.pass(30);
    assert_eq!(base().await, 1024 * 31_000 + 4, "by the clock");
    // Many at once: no two devices share one.
    let mut all: Vec<i64> = join_all((0..12).map(|_| base())).await;
    all.sort_unstable();
    all.dedup_by_key(|base| *base % 1024);
    assert_eq!(all.len(), 12, "{all:?}");
    assert!(all.iter().all(|base| *base > 1024 * 31_000 + 4));
    // A device that asked often is not ahead of the clock, so that it would win over later changes of the others.
    t.pass(1);
    assert_eq!(base().await / 1024, 32_000);
    // Of an attempt that is complete none is handed out.
    hand_in(&ada, &made).await;
    assert_eq!(base().await, base().await);
}

async fn the_time_ends_with_the_last_answer_that_stands(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan).await;
    join(&ada, &made).await;
    let took = async || counted(&t, &made).await.took;
    assert_eq!(took().await, None);
    t.pass(5);
    change(&ada, &made, 0, json!({"choice": [0]}), BASE + 5).await.expect(200);
    t.pass(5);
    change(&ada, &made, 1, json!({"choice": [0]}), BASE + 10).await.expect(200);
    assert_eq!(took().await, Some(10_000));
    t.pass(5);
    change(&ada, &made, 0, json!({"choice": [0]}), BASE + 3).await.expect(200);
    assert_eq!(took().await, Some(10_000), "what is over moves nothing");
    change(&ada, &made, 0, json!({"choice": [2]}), BASE + 15).await.expect(200);
    assert_eq!(took().await, Some(15_000), "a change moves it");
    change(&ada, &made, 0, clear(), BASE + 16).await.expect(200);
    assert_eq!(took().await, Some(10_000), "cleared, the one before is the last");
    change(&ada, &made, 1, clear(), BASE + 17).await.expect(200);
    assert_eq!(
        counted(&t, &made).await,
        Counted { correct: 0, wrong: 0, partly: 0, extra_marks: 0, late: 0, took: None }
    );
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

async fn what_stood_at_the_end_counts(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan).await;
    join(&ada, &made).await;
    t.pass(20);
    change(&ada, &made, 0, json!({"choice": [1]}), BASE + 20).await.expect(200);
    change(&ada, &made, 1, json!({"choice": [2]}), BASE + 21).await.expect(200);
    change(&ada, &made, 0, json!({"choice": [0]}), BASE + 22).await.expect(200);
    change(&ada, &made, 1, clear(), BASE + 23).await.expect(200);
    change(&ada, &made, 2, json!({"value": "10"}), BASE + 24).await.expect(200);
    // Past the grace nothing moves, and what is stored is stored.
    t.pass(100);
    change(&ada, &made, 2, json!({"value": "9.81"}), BASE + 90).await.refused(403, "contest_ended");
    change(&ada, &made, 1, json!({"choice": [0, 1]}), BASE + 91).await.refused(403, "contest_ended");
    assert_eq!(change(&ada, &made, 2, json!({"value": "10.0"}), BASE + 24).await.expect(200)["saved"], true);
    let said = change(&ada, &made, 1, json!({"choice": [2]}), BASE + 21).await.expect(200);
    assert_eq!((&said["saved"], &said["seq"], &said["answer"]), (&json!(false), &json!(BASE + 23), &Value::Null));
    let board = rohan.results(&made).await.expect(200);
    let row = &list(&board["results"])[0];
    assert_eq!((&row["correctAnswerCount"], &row["wrongAnswerCount"]), (&json!(1), &json!(1)), "{row}");
    assert_eq!((&row["marks"], &row["durationMs"]), (&json!("3"), &json!(20_000)), "{row}");
    let review = ada.get(&format!("/contests/{}/review", made.id)).await.expect(200);
    let chosen: Vec<&Value> = list(&review["questions"]).iter().map(|one| &one["chosen"]).collect();
    assert_eq!(chosen, [&json!("0-A"), &Value::Null, &json!("10")]);
    // A correction counts what stands anew.
    let corrections = format!("/contests/{}/corrections", made.id);
    let marking = json!({"questionId": made.questions[0], "marking": "key", "accepted": ["0-B"]});
    let version = rohan.post(&format!("{corrections}/preview"), marking.clone()).await.expect(200)["version"].clone();
    let mut made_so = marking;
    (made_so["version"], made_so["reason"]) = (version, json!("The key was wrong"));
    rohan.post(&corrections, made_so).await.expect(201);
    assert_eq!(tally(&t, &made).await, [0, 2, 0]);
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

async fn an_answer_in_the_grace_is_late_until_it_is_cleared(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan).await;
    join(&ada, &made).await;
    t.pass(10);
    change(&ada, &made, 0, json!({"choice": [0]}), BASE + 10).await.expect(200);
    t.pass(51);
    let late = async || counted(&t, &made).await.late;
    change(&ada, &made, 1, json!({"choice": [0, 1]}), BASE + 61).await.expect(200);
    assert_eq!((late().await, tally(&t, &made).await), (1, [2, 0, 0]));
    change(&ada, &made, 0, json!({"choice": [1]}), BASE + 62).await.expect(200);
    change(&ada, &made, 0, json!({"choice": [2]}), BASE + 63).await.expect(200);
    assert_eq!((late().await, tally(&t, &made).await), (2, [1, 1, 0]));
    change(&ada, &made, 1, clear(), BASE + 64).await.expect(200);
    assert_eq!((late().await, tally(&t, &made).await), (1, [0, 1, 0]));
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

async fn an_attempt_handed_in_stays_as_it_is(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan).await;
    join(&ada, &made).await;
    change(&ada, &made, 0, json!({"choice": [0]}), BASE + 10).await.expect(200);
    hand_in(&ada, &made).await;
    change(&ada, &made, 0, json!({"choice": [1]}), BASE + 11).await.refused(409, "already_submitted");
    change(&ada, &made, 0, clear(), BASE + 11).await.refused(409, "already_submitted");
    change(&ada, &made, 1, json!({"choice": [1]}), BASE + 1).await.refused(409, "already_submitted");
    assert_eq!(change(&ada, &made, 0, json!({"choice": [0]}), BASE + 10).await.expect(200)["saved"], true);
    let said = change(&ada, &made, 0, clear(), BASE + 9).await.expect(200);
    assert_eq!((&said["saved"], &said["answer"]), (&json!(false), &json!({"choice": [0]})));
    let told = attempt(&ada, &made).await;
    assert_eq!((&told["submitted"], &told["answered"]), (&json!(true), &json!({made.questions[0].as_str(): "0-A"})));
    assert_eq!((tally(&t, &made).await, count(&t, "answer_changes").await), ([1, 0, 0], 1));
}

async fn other_devices_hear_of_a_change(t: TestApp) {
    let (rohan, ada, bo) = (t.organiser("rohan").await, t.person("ada").await, t.person("bo").await);
    let made = contest(&t, &rohan).await;
    join(&ada, &made).await;
    join(&bo, &made).await;
    let topic = format!("attempt:{}", made.id);
    let (mut phone, mut others) = (ada.follow(&[&topic]).await, bo.follow(&[&topic]).await);
    let part = json!({"topic": topic, "joined": true, "submitted": false});
    assert_eq!(phone.event_called("attempt").await, part, "nothing was changed yet");
    assert_eq!(others.event_called("attempt").await, part);
    let mut heard = vec![Value::Null];
    for (number, body, seq) in [
        (0, json!({"choice": [0]}), BASE + 100),
        (0, clear(), BASE + 101),
        // From a device that was offline: lower than the last one, and of another question.
        (1, json!({"choice": [1]}), BASE + 7),
    ] {
        assert_eq!(change(&ada, &made, number, body, seq).await.expect(200)["saved"], true);
        let said = phone.event_called("attempt").await["changed"].clone();
        assert!(said.is_string() && !heard.contains(&said), "{said} after {heard:?}");
        heard.push(said);
        // Whoever knows these numbers need not read.
        let seqs = attempt(&ada, &made).await["seqs"].clone();
        let sum: i64 = seqs.as_object().expect("numbers").values().filter_map(Value::as_i64).sum();
        assert_eq!(heard.last(), Some(&json!(sum.to_string())), "{seqs}");
    }
    assert_eq!(change(&ada, &made, 0, json!({"choice": [0]}), BASE + 100).await.expect(200)["saved"], false);
    assert!(phone.is_silent(Duration::from_millis(250)).await, "what is over is no news");
    assert!(others.is_silent(Duration::from_millis(250)).await, "another's part is nobody's business");
    // What is heard is there to be read.
    let told = attempt(&ada, &made).await;
    assert_eq!(told["answered"], json!({made.questions[1].as_str(): "1-B"}));
    hand_in(&ada, &made).await;
    assert_eq!(phone.event_called("attempt").await["submitted"], true);
}

async fn where_the_first_answer_counts_nothing_is_new(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = t.running(&rohan, 2).await;
    let begun = ada.join(&made).await["attempt"].clone();
    let topic = format!("attempt:{}", made.id);
    let mut window = ada.follow(&[&topic]).await;
    let keys = |said: &Value| said.as_object().expect("an object").keys().cloned().collect::<Vec<_>>();
    let usual = ["message", "saved", "serverNow", "success"];
    assert_eq!(keys(&put(&ada, &made, 0, json!({"choice": [0]})).await.expect(200)), usual);
    // A number is read over, whatever it is.
    for seq in [json!(7), json!(1), json!("seven"), Value::Null] {
        let said = put(&ada, &made, 0, json!({"choice": [0], "seq": seq})).await.expect(200);
        assert_eq!((keys(&said), &said["saved"]), (usual.map(str::to_owned).to_vec(), &json!(true)));
    }
    let said = put(&ada, &made, 0, json!({"choice": [1], "seq": 9_000_000})).await.refused(409, "already_answered");
    assert_eq!(said["stored"], "0-A");
    assert_eq!(put(&ada, &made, 0, json!({"clear": true, "seq": 8})).await.refused(400, "invalid")["field"], "clear");
    assert_eq!(put(&ada, &made, 1, clear()).await.refused(400, "invalid")["field"], "clear");
    put(&ada, &made, 1, json!({"choice": [3], "clear": false})).await.expect(200);
    let told = attempt(&ada, &made).await;
    for reply in [&begun, &told, &ada.get(&format!("/contest/{}", made.id)).await.expect(200)] {
        for name in ["changing", "seqBase", "seqs"] {
            assert_eq!(reply.get(name), None, "{reply}");
        }
    }
    assert_eq!(window.event_called("attempt").await, json!({"topic": topic, "joined": true, "submitted": false}));
    assert!(window.is_silent(Duration::from_millis(250)).await, "an answer is told nobody");
    assert_eq!((tally(&t, &made).await, count(&t, "answers").await), ([1, 1, 0], 2));
    assert_eq!(count(&t, "answer_changes").await, 0, "nothing more is written");
    assert_eq!(count(&t, &format!("attempts WHERE seq_base <> {BASE}")).await, 0, "no base is handed out");
}

async fn racing_changes_from_two_devices(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan).await;
    let begun = join(&ada, &made).await;
    let bases =
        [begun["seqBase"].as_i64(), attempt(&ada, &made).await["seqBase"].as_i64()].map(|one| one.expect("a base"));
    // Of one question, out of order and each twice; every fifth clears it. Beside it changes of another one.
    let sent: Vec<(i64, Value)> = (0..40_i64)
        .map(|number| {
            let at = number * 17 % 40;
            let body = if at % 5 == 0 { clear() } else { json!({"choice": [at % 4]}) };
            (bases[(at % 2) as usize] + 1024 * at, body)
        })
        .collect();
    let tries = sent.iter().chain(&sent).enumerate().map(|(number, (seq, body))| {
        let (ada, made) = (&ada, &made);
        async move {
            if number % 8 == 0 {
                let typed = json!({"value": number.to_string()});
                change(ada, made, 2, typed, 1 + number as i64).await.expect(200);
            }
            (*seq, change(ada, made, 0, body.clone(), *seq).await.expect(200))
        }
    });
    let answers = join_all(tries).await;
    let (highest, body) = sent.iter().max_by_key(|(seq, _)| *seq).expect("some");
    for (seq, said) in &answers {
        let stands = said["seq"].as_i64().expect("a number");
        // Whoever is told that it is saved was the highest so far; else a higher one is named.
        assert!(
            if said["saved"] == true { stands == *seq } else { stands > *seq && stands <= *highest },
            "{seq}: {said}"
        );
    }
    let last: Vec<&Value> = answers.iter().filter(|(seq, _)| seq == highest).map(|(_, said)| &said["saved"]).collect();
    assert_eq!(last, [true, true]);
    let told = attempt(&ada, &made).await;
    assert_eq!(told["seqs"][&made.questions[0]], *highest);
    let place = body["choice"][0].as_u64();
    assert_eq!(told["answered"][&made.questions[0]], json!(place.map(|place| options(0, 4)[place as usize].clone())));
    assert_eq!(told["answered"][&made.questions[2]], "72", "the highest there as well");
    let right = i32::from(place == Some(0));
    let wrong = i32::from(place.is_some()) - right;
    assert_eq!(tally(&t, &made).await, [right, wrong + 1, 0]);
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

async fn racing_changes_against_handing_in(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan).await;
    join(&ada, &made).await;
    let tries = (0..30_i64).map(|number| {
        let (ada, made) = (&ada, &made);
        async move {
            if number == 15 {
                hand_in(ada, made).await;
            }
            let body = json!({"choice": [number % 4]});
            (BASE + number, change(ada, made, 0, body, BASE + number).await)
        }
    });
    let (mut saved, mut highest) = (Vec::new(), 0);
    for (seq, said) in join_all(tries).await {
        if said.status.as_u16() == 409 {
            said.refused(409, "already_submitted");
            continue;
        }
        let said = said.expect(200);
        highest = highest.max(said["seq"].as_i64().expect("a number"));
        saved.extend((said["saved"] == true).then_some(seq));
    }
    let told = attempt(&ada, &made).await;
    assert_eq!(told["submitted"], true);
    let stands = told["seqs"][&made.questions[0]].as_i64().unwrap_or_default();
    assert_eq!((saved.iter().copied().max().unwrap_or_default(), highest), (stands, stands), "what was saved stands");
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

async fn the_data_of_an_account_has_the_changes(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan).await;
    join(&ada, &made).await;
    change(&ada, &made, 0, json!({"choice": [1]}), BASE + 10).await.expect(200);
    change(&ada, &made, 1, json!({"choice": [1]}), BASE + 11).await.expect(200);
    change(&ada, &made, 1, clear(), BASE + 12).await.expect(200);
    let kept = ada.get("/account/data").await.expect(200)["attempts"][0].clone();
    let changes = json!([
        {"question": "Question 0?", "seq": BASE + 10, "cleared": false},
        {"question": "Question 1?", "seq": BASE + 12, "cleared": true},
    ]);
    assert_eq!((&kept["changes"], list(&kept["answers"]).len()), (&changes, 1));
}

async fn a_broken_change_is_found_by_the_check(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan).await;
    join(&ada, &made).await;
    for (number, seq) in [(0, BASE), (1, BASE + 1)] {
        change(&ada, &made, number, json!({"choice": [0]}), seq).await.expect(200);
    }
    assert_eq!(broken(&t).await, Vec::<String>::new());
    for (breaks, mends) in [
        (
            "UPDATE answer_changes SET question_no = 900 WHERE question_no = 2",
            "UPDATE answer_changes SET question_no = 2 WHERE question_no = 900",
        ),
        (
            "DELETE FROM answer_changes WHERE question_no = 2",
            "INSERT INTO answer_changes SELECT attempt_id, 2, 7 FROM answer_changes",
        ),
    ] {
        run(&t, breaks).await;
        let found = broken(&t).await;
        assert!(found.len() == 1 && found[0].starts_with("changes-are-of-answers: attempt "), "{found:?}");
        run(&t, mends).await;
        assert_eq!(broken(&t).await, Vec::<String>::new());
    }
}
