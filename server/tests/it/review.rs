//! Stories of looking at a contest again: own answers beside the right ones, after the end, if the owner shows them.

use serde_json::{Value, json};

use crate::harness::{Answer, Browser, Made, TestApp};
use crate::plain_stories;

plain_stories!(
    the_owner_decides_whether_answers_are_shown,
    nothing_is_told_before_the_end,
    only_those_who_joined,
    own_answers_beside_the_right_ones,
    closing_it_holds_at_once,
    lists_and_heads_say_what_can_be_done,
);

async fn shows_answers(owner: &Browser, contest: &Made, shown: bool) -> Value {
    let path = format!("/contests/{}", contest.id);
    owner
        .put(&path, json!({"title": "Friday Quiz", "description": "Ten minutes", "answersShown": shown}))
        .await
        .expect(200)
}

async fn review(who: &Browser, contest: &Made) -> Answer {
    who.get(&format!("/contests/{}/review", contest.id)).await
}

async fn the_owner_decides_whether_answers_are_shown(t: TestApp) {
    let (rohan, ananya) = (t.organiser("rohan").await, t.person("ananya").await);
    let made = t.running(&rohan, 1).await;
    let own = rohan.get("/post/getcontest").await.expect(200)["contests"][0]["answersShown"].clone();
    assert_eq!(own, false, "off until said");
    ananya.join(&made).await;
    t.pass(3602);
    let said = review(&ananya, &made).await.refused(403, "review_closed");
    assert_eq!(said["message"], "The person who created this contest has not released the right answers.");
    assert_eq!(shows_answers(&rohan, &made, true).await["contest"]["answersShown"], true);
    review(&ananya, &made).await.expect(200);
    // A client that does not know of it leaves it as it is.
    let plain = json!({"title": "Renamed", "description": ""});
    let said = rohan.put(&format!("/contests/{}", made.id), plain).await.expect(200);
    assert_eq!((&said["contest"]["answersShown"], &said["contest"]["title"]), (&json!(true), &json!("Renamed")));
    assert_eq!(rohan.get(&format!("/post/{}", made.id)).await.expect(200)["contest"]["answersShown"], true);
    let foreign = json!({"title": "Mine", "description": "", "answersShown": false});
    ananya.put(&format!("/contests/{}", made.id), foreign).await.refused(403, "not_owner");
    let strange = json!({"title": "T", "description": "", "answersShown": "yes"});
    rohan.put(&format!("/contests/{}", made.id), strange).await.refused(400, "invalid");
    let asked = json!({"title": "Open", "description": "", "isPublic": true, "QuestionSet": [], "answersShown": true,
        "startDate": t.moment(0), "endDate": t.moment(60)});
    let made = rohan.post("/post/createcontest", asked).await.expect(201);
    assert_eq!(made["contest"]["answersShown"], true);
}

async fn nothing_is_told_before_the_end(t: TestApp) {
    let (rohan, ananya) = (t.organiser("rohan").await, t.person("ananya").await);
    let made = t.contest(&rohan, 10, 70, true, 1, 0).await;
    shows_answers(&rohan, &made, true).await;
    review(&ananya, &made).await.refused(403, "not_joined");
    t.pass(10);
    ananya.join(&made).await;
    ananya.answer(&made, 0, "A").await.expect(200);
    ananya.submit(&made).await;
    for passed in [0, 59, 1, 1] {
        t.pass(passed);
        let said = review(&ananya, &made).await.refused(403, "results_too_early");
        assert_eq!(said.as_object().map(|body| body.contains_key("questions")), Some(false));
    }
    t.pass(1);
    review(&ananya, &made).await.expect(200);
}

async fn only_those_who_joined(t: TestApp) {
    let (rohan, ananya, meera) = (t.organiser("rohan").await, t.person("ananya").await, t.person("meera").await);
    let root = t.admin("root").await;
    let made = t.contest(&rohan, 0, 60, true, 1, 0).await;
    shows_answers(&rohan, &made, true).await;
    ananya.join(&made).await;
    t.pass(62);
    for who in [&meera, &rohan, &root] {
        review(who, &made).await.refused(403, "not_joined");
    }
    t.browser().get(&format!("/contests/{}/review", made.id)).await.refused(401, "logged_out");
    rohan.post("/post/makepublic", json!({"isPublic": false, "contestId": made.id})).await.expect(200);
    review(&meera, &made).await.refused(404, "missing");
    review(&ananya, &made).await.expect(200);
}

async fn own_answers_beside_the_right_ones(t: TestApp) {
    let (rohan, ananya, meera) = (t.organiser("rohan").await, t.person("ananya").await, t.person("meera").await);
    let made = t.contest(&rohan, 0, 60, true, 3, 1).await;
    shows_answers(&rohan, &made, true).await;
    ananya.join(&made).await;
    meera.join(&made).await;
    t.pass(5);
    ananya.answer(&made, 0, "B").await.expect(200);
    ananya.answer(&made, 2, "D").await.expect(200);
    meera.answer(&made, 0, "C").await.expect(200);
    t.pass(60);
    let said = review(&ananya, &made).await.expect(200);
    let question = |number: usize, chosen: Value, correct: bool| {
        let options: Vec<String> = ["A", "B", "C", "D"].map(|letter| format!("{number}-{letter}")).to_vec();
        json!({"_id": made.questions[number], "Question": format!("Question {number}?"), "Options": options,
            "chosen": chosen, "accepted": [format!("{number}-B")], "marking": "key", "correct": correct})
    };
    let expected = [question(0, json!("0-B"), true), question(1, json!(null), false), question(2, json!("2-D"), false)];
    assert_eq!(said["questions"], json!(expected));
    assert_eq!(
        said["you"],
        json!({"rank": 1, "fullName": "Ananya Test", "email": "ananya@meridian.example", "profileImage": null,
            "correctAnswerCount": 1, "wrongAnswerCount": 1, "totalAnswered": 2, "userId": ananya.id, "durationMs": 5000})
    );
    assert_eq!(said["contest"]["title"], "Friday Quiz");
    let keys: Vec<&str> = said.as_object().expect("an object").keys().map(String::as_str).collect();
    assert_eq!(keys, ["contest", "questions", "serverNow", "success", "you"]);
    assert_eq!(review(&meera, &made).await.expect(200)["questions"][0]["chosen"], "0-C");
}

async fn closing_it_holds_at_once(t: TestApp) {
    let (rohan, ananya) = (t.organiser("rohan").await, t.person("ananya").await);
    let made = t.contest(&rohan, 0, 60, true, 1, 0).await;
    shows_answers(&rohan, &made, true).await;
    ananya.join(&made).await;
    t.pass(62);
    review(&ananya, &made).await.expect(200);
    // As another process would: this one's memory is not told.
    let mut tx = t.app.db.begin().await.expect("begun");
    quad_db::sql("UPDATE contests SET rules = '{}'").run(&mut tx).await.expect("closed");
    tx.commit().await.expect("committed");
    review(&ananya, &made).await.refused(403, "review_closed");
}

async fn lists_and_heads_say_what_can_be_done(t: TestApp) {
    let (rohan, ananya) = (t.organiser("rohan").await, t.person("ananya").await);
    let made = t.contest(&rohan, 0, 60, true, 1, 0).await;
    shows_answers(&rohan, &made, true).await;
    ananya.join(&made).await;
    ananya.answer(&made, 0, "A").await.expect(200);
    let head = ananya.get(&format!("/contest/{}", made.id)).await.expect(200);
    assert_eq!(
        head,
        json!({"_id": made.id, "title": "Friday Quiz", "date": t.moment(0), "description": "Ten minutes",
            "startDate": t.moment(0), "endDate": t.moment(60), "isPublic": true, "answersShown": true, "questionCount": 1,
            "participants": 1, "joined": true, "completed": false, "answered": 1, "resultsOpen": false, "own": false,
            "serverNow": t.moment(0)})
    );
    let listed = ananya.get("/contest/my-contests").await.expect(200)[0].clone();
    assert_eq!(
        (&listed["answersShown"], &listed["participants"], &listed["own"]),
        (&json!(true), &json!(1), &json!(false))
    );
    t.pass(62);
    assert_eq!(ananya.get(&format!("/contest/{}", made.id)).await.expect(200)["resultsOpen"], true);
}
