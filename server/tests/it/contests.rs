//! Stories of organisers: making, changing and deleting contests and questions.

use serde_json::{Value, json};

use crate::harness::{TestApp, question};
use crate::on_both_engines;

on_both_engines!(
    creating_and_listing_ones_own,
    creating_costs_one_credit,
    bad_contests_are_refused_and_cost_nothing,
    visibility_is_what_was_sent,
    time_changes_within_the_rules,
    only_the_owner_edits,
    private_contests_of_others_are_missing,
    an_administrator_reads_and_does_not_edit,
    questions_are_written_rewritten_and_removed,
    bad_questions_are_refused,
    many_questions_come_all_or_none,
    questions_freeze_with_the_first_join,
    deleting_gives_the_credit_back,
    a_foreign_user_id_is_refused,
    a_contest_holds_two_hundred_questions,
);

fn plain(t: &TestApp) -> Value {
    json!({
        "title": "Friday Quiz", "description": "Ten minutes", "isPublic": true, "QuestionSet": [],
        "startDate": t.moment(60), "endDate": t.moment(120),
    })
}

async fn creating_and_listing_ones_own(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let said = rohan.post("/post/createcontest", plain(&t)).await.expect(201);
    assert_eq!(said["message"], "Contest created successfully!");
    assert_eq!(said["success"], true);
    assert_eq!(said["contest"]["startDate"], "2026-11-20T12:31:00.000Z");
    t.pass(1);
    let second = rohan.post("/post/createcontest", plain(&t)).await.expect(201);
    let list = rohan.get("/post/getcontest").await.expect(200);
    let ids: Vec<_> = list["contests"].as_array().expect("a list").iter().map(|c| c["_id"].clone()).collect();
    assert_eq!(ids, [second["contest"]["_id"].clone(), said["contest"]["_id"].clone()], "newest first");
    assert_eq!(list["contests"][0]["QuestionSet"], json!([]));
    let ananya = t.person("ananya").await;
    assert_eq!(ananya.get("/post/getcontest").await.expect(200)["contests"], json!([]));
    t.browser().get("/post/getcontest").await.refused(401, "logged_out");
    t.browser().post("/post/createcontest", plain(&t)).await.refused(401, "logged_out");
}

async fn creating_costs_one_credit(t: TestApp) {
    let meera = t.person("meera").await;
    meera.post("/post/createcontest", plain(&t)).await.refused(403, "no_contest_credit");
    let granted = quad::features::payments::grant_by_operator(&t.app, "meera@meridian.example", 1, 0).await;
    assert!(granted.is_ok());
    meera.post("/post/createcontest", plain(&t)).await.expect(201);
    meera.post("/post/createcontest", plain(&t)).await.refused(403, "no_contest_credit");
}

async fn bad_contests_are_refused_and_cost_nothing(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let before = rohan.get("/checklogged").await.expect(200)["user"]["contestCredits"].clone();
    let with = |key: &str, value: Value| {
        let mut body = plain(&t);
        body[key] = value;
        body
    };
    for (body, say) in [
        (with("title", json!("  ")), "Title is required"),
        (with("title", json!("x".repeat(201))), "Title may have at most 200 characters"),
        (with("title", json!("a\u{0}b")), "Title contains characters that cannot be used"),
        (with("description", json!("x".repeat(5001))), "Description may have at most 5000 characters"),
        (with("startDate", json!("")), "Start date is required"),
        (
            with("endDate", json!("tomorrow")),
            "End date must be a date and time with a zone, like 2026-11-20T18:00:00+05:30",
        ),
        (with("endDate", json!(t.moment(60))), "End date must be after start date"),
        (with("endDate", json!(t.moment(59))), "End date must be after start date"),
        (with("startDate", json!(t.moment(200_000_000))), "End date must be after start date"),
        (with("endDate", json!(t.moment(200_000_000))), "A contest must lie within three years of today"),
    ] {
        assert_eq!(rohan.post("/post/createcontest", body).await.refused(400, "invalid")["message"], say);
    }
    let mut past = plain(&t);
    past["startDate"] = json!(t.moment(-120));
    past["endDate"] = json!(t.moment(-60));
    rohan.post("/post/createcontest", past).await.refused(400, "invalid");
    for wrong in [json!({"title": 5}), json!([]), json!("x"), json!(null), with("isPublic", json!("yes"))] {
        rohan.post("/post/createcontest", wrong).await.refused(400, "invalid");
    }
    rohan.send_raw("/post/createcontest", "application/json", vec![b'x'; 10_000_000]).await.refused(413, "too_large");
    rohan.send_raw("/post/createcontest", "text/plain", b"{}".to_vec()).await.refused(415, "unsupported_media_type");
    rohan.send_raw("/post/createcontest", "application/json", b"{\"title\":".to_vec()).await.refused(400, "invalid");
    assert_eq!(rohan.get("/post/getcontest").await.expect(200)["contests"], json!([]));
    assert_eq!(rohan.get("/checklogged").await.expect(200)["user"]["contestCredits"], before);
    // A start in the past is fine.
    let mut begun = plain(&t);
    begun["startDate"] = json!(t.moment(-60));
    rohan.post("/post/createcontest", begun).await.expect(201);
}

async fn visibility_is_what_was_sent(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = t.contest(&rohan, 60, 120, false, 0, 0).await;
    let set = |value: bool| json!({"isPublic": value, "contestId": made.id});
    for (value, say) in
        [(true, "Contest is now public"), (true, "Contest is now public"), (false, "Contest is now private")]
    {
        let said = rohan.post("/post/makepublic", set(value)).await.expect(200);
        assert_eq!((said["message"].as_str(), said["isPublic"].as_bool()), (Some(say), Some(value)));
        let list = rohan.get("/post/getallcontest").await.expect(200);
        assert_eq!(list["contests"].as_array().map(Vec::len), Some(usize::from(value)));
    }
}

async fn time_changes_within_the_rules(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let ananya = t.person("ananya").await;
    let made = t.contest(&rohan, 60, 120, true, 1, 0).await;
    let to =
        |start: i64, end: i64| json!({"contestId": made.id, "startDate": t.moment(start), "endDate": t.moment(end)});
    let said = rohan.post("/changetime", to(30, 90)).await.expect(200);
    assert_eq!(said["message"], "Contest time updated successfully!");
    assert_eq!(
        rohan.post("/changetime", to(30, 30)).await.refused(400, "invalid")["message"],
        "End date must be after start date"
    );
    rohan.post("/changetime", json!({"contestId": made.id, "startDate": t.moment(30)})).await.refused(400, "invalid");
    t.pass(40);
    ananya.join(&made).await;
    rohan.post("/changetime", to(-10, -1)).await.refused(400, "invalid");
    rohan.post("/changetime", to(10, 100)).await.refused(409, "contest_frozen");
    rohan.post("/changetime", to(-10, 200)).await.expect(200);
    t.pass(100);
    ananya.answer(&made, 0, "A").await.expect(200);
    rohan.post("/changetime", to(-110, 10)).await.expect(200);
    t.pass(10);
    rohan.post("/changetime", to(-110, 100)).await.refused(409, "contest_ended");
}

async fn only_the_owner_edits(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let other = t.organiser("meera").await;
    let made = t.contest(&rohan, 60, 120, true, 1, 0).await;
    let (id, question_id) = (&made.id, &made.questions[0]);
    other.get(&format!("/post/{id}")).await.refused(403, "not_owner");
    other.post("/post/makepublic", json!({"isPublic": false, "contestId": id})).await.refused(403, "not_owner");
    let times = json!({"contestId": id, "startDate": t.moment(1), "endDate": t.moment(2)});
    other.post("/changetime", times).await.refused(403, "not_owner");
    other.post("/post/addQuestion", question(id, 2, 0)).await.refused(403, "not_owner");
    other.put(&format!("/post/update/{id}/{question_id}"), question(id, 3, 1)).await.refused(403, "not_owner");
    other.delete(&format!("/post/{id}/{question_id}")).await.refused(403, "not_owner");
    other.put(&format!("/contests/{id}"), json!({"title": "Mine", "description": ""})).await.refused(403, "not_owner");
    other.delete(&format!("/contests/{id}")).await.refused(403, "not_owner");
    let shown = rohan.get(&format!("/post/{id}")).await.expect(200);
    assert_eq!(shown["contest"]["title"], "Friday Quiz");
    assert_eq!(shown["contest"]["QuestionSet"][0]["Answer"], "0-A");
    assert_eq!(shown["contest"]["QuestionSet"].as_array().map(Vec::len), Some(1));
}

async fn private_contests_of_others_are_missing(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let other = t.organiser("meera").await;
    let made = t.contest(&rohan, 0, 120, false, 1, 0).await;
    for id in [made.id.as_str(), "00000000-0000-7000-8000-000000000000", "1", "%00", "x'--"] {
        other.get(&format!("/post/{id}")).await.refused(404, "missing");
        other.get(&format!("/contest/{id}")).await.refused(404, "missing");
        other.get(&format!("/post/getContestById/{id}")).await.refused(404, "missing");
        other.get(&format!("/contests/{id}/paper")).await.refused(404, "missing");
        other.get(&format!("/contests/{id}/attempt")).await.refused(404, "missing");
        other.get(&format!("/contests/{id}/standing")).await.refused(404, "missing");
        other.post("/complete", json!({"contestId": id})).await.refused(404, "missing");
        other.post("/post/results", json!({"ContestId": id})).await.refused(404, "missing");
        other.post("/post/makepublic", json!({"isPublic": true, "contestId": id})).await.refused(404, "missing");
    }
}

async fn an_administrator_reads_and_does_not_edit(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let admin = t.admin("sushma").await;
    let made = t.contest(&rohan, 60, 120, false, 1, 0).await;
    let shown = admin.get(&format!("/post/{}", made.id)).await.expect(200);
    assert_eq!(shown["contest"]["own"], false);
    admin.post("/post/makepublic", json!({"isPublic": true, "contestId": made.id})).await.refused(403, "not_owner");
    admin.post("/post/addQuestion", question(&made.id, 2, 0)).await.refused(403, "not_owner");
    // Own contests cost an administrator nothing.
    admin.post("/post/createcontest", plain(&t)).await.expect(201);
}

async fn questions_are_written_rewritten_and_removed(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = t.contest(&rohan, 60, 120, true, 2, 1).await;
    let (id, first) = (&made.id, &made.questions[0]);
    let small = json!({"contestId": id, "question": "Small keys?", "options": ["1", "2", "3", "4"], "answer": "4", "difficulty": "Easy"});
    let said = rohan.post("/post/addQuestion", small).await.expect(201);
    assert_eq!(said["message"], "Question added successfully!");
    let changed = json!({"Question": "New?", "Options": ["p", "q", "r", "s"], "Answer": "s"});
    let said = rohan.put(&format!("/post/update/{id}/{first}"), changed).await.expect(200);
    assert_eq!(said["question"]["Answer"], "s");
    rohan.delete(&format!("/post/{id}/{}", made.questions[1])).await.expect(200);
    rohan.delete(&format!("/post/{id}/{}", made.questions[1])).await.refused(404, "missing");
    let shown = rohan.get(&format!("/post/{id}")).await.expect(200);
    let set = shown["contest"]["QuestionSet"].as_array().expect("a list");
    let texts: Vec<_> = set.iter().filter_map(|q| q["Question"].as_str()).collect();
    assert_eq!(texts, ["New?", "Small keys?"]);
    assert_eq!(set[1]["difficulty"], "Easy");
    let list = rohan.get("/post/getcontest").await.expect(200);
    assert_eq!(list["contests"][0]["questionCount"], 2);
    assert_eq!(list["contests"][0]["QuestionSet"], json!([first, set[1]["_id"]]));
    // A question of one contest is not reachable through another.
    t.pass(1);
    let second = t.contest(&rohan, 60, 120, true, 0, 0).await;
    rohan.delete(&format!("/post/{}/{first}", second.id)).await.refused(404, "missing");
    assert_eq!(
        rohan.get("/post/getcontest").await.expect(200)["contests"][0]["questionCount"],
        0,
        "nothing was counted down"
    );
}

async fn bad_questions_are_refused(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = t.contest(&rohan, 60, 120, true, 0, 0).await;
    let with = |key: &str, value: Value| {
        let mut body = question(&made.id, 0, 0);
        body[key] = value;
        body
    };
    for (body, say) in [
        (with("Question", json!(" ")), "Please enter a question"),
        (with("Question", json!("x".repeat(2001))), "Question may have at most 2000 characters"),
        (with("Options", json!(["a", "b", "c"])), "A question has exactly four options"),
        (with("Options", json!(["a", "b", "c", "d", "e"])), "A question has exactly four options"),
        (with("Options", json!(["a", "b", "c", " "])), "All options must have values"),
        (with("Options", json!(["0-A", "b", "c", "b"])), "The four options must be different from each other"),
        (with("Options", json!(["0-A", "b", "c", "x".repeat(501)])), "Option may have at most 500 characters"),
        (with("Answer", json!("")), "Please select an answer"),
        (with("Answer", json!("0-E")), "The answer must match one of the options exactly"),
        (with("Question", json!("nul\u{0}")), "Question contains characters that cannot be used"),
    ] {
        assert_eq!(rohan.post("/post/addQuestion", body).await.refused(400, "invalid")["message"], say);
    }
    for body in
        [with("Options", json!("a")), with("Options", json!([1, 2, 3, 4])), with("Answer", json!(null)), json!({})]
    {
        rohan.post("/post/addQuestion", body).await.refused(400, "invalid");
    }
    rohan.post("/post/addQuestion", with("contestId", json!("nobody"))).await.refused(404, "missing");
    assert_eq!(rohan.get("/post/getcontest").await.expect(200)["contests"][0]["questionCount"], 0);
}

async fn many_questions_come_all_or_none(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = t.contest(&rohan, 60, 120, true, 0, 0).await;
    let path = format!("/contests/{}/questions", made.id);
    let mut three: Vec<Value> = (0..3).map(|number| question(&made.id, number, 2)).collect();
    let said = rohan.post(&path, json!({"questions": three})).await.expect(201);
    assert_eq!(said["questions"].as_array().map(Vec::len), Some(3));
    three[1]["Answer"] = json!("none of these");
    let said = rohan.post(&path, json!({"questions": three})).await.refused(400, "invalid");
    assert_eq!(said["message"], "Question 2: The answer must match one of the options exactly");
    rohan.post(&path, json!({"questions": []})).await.refused(400, "invalid");
    let many: Vec<Value> = (0..101).map(|number| question(&made.id, number, 0)).collect();
    rohan.post(&path, json!({"questions": many})).await.refused(400, "invalid");
    assert_eq!(rohan.get("/post/getcontest").await.expect(200)["contests"][0]["questionCount"], 3);
}

async fn questions_freeze_with_the_first_join(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let ananya = t.person("ananya").await;
    let made = t.running(&rohan, 2).await;
    let (id, first) = (&made.id, &made.questions[0]);
    ananya.join(&made).await;
    rohan.post("/post/addQuestion", question(id, 5, 0)).await.refused(409, "contest_frozen");
    rohan.put(&format!("/post/update/{id}/{first}"), question(id, 5, 0)).await.refused(409, "contest_frozen");
    rohan.delete(&format!("/post/{id}/{first}")).await.refused(409, "contest_frozen");
    rohan.delete(&format!("/contests/{id}")).await.refused(409, "contest_frozen");
    // Its words may still be mended.
    rohan.put(&format!("/contests/{id}"), json!({"title": "Better", "description": ""})).await.expect(200);
    let shown = rohan.get(&format!("/post/{id}")).await.expect(200);
    assert_eq!(
        (shown["contest"]["frozen"].as_bool(), shown["contest"]["title"].as_str()),
        (Some(true), Some("Better"))
    );
}

async fn deleting_gives_the_credit_back(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let credits = async || rohan.get("/checklogged").await.expect(200)["user"]["contestCredits"].as_i64();
    let before = credits().await;
    let made = t.contest(&rohan, 60, 120, true, 1, 0).await;
    assert_eq!(credits().await, before.map(|n| n - 1));
    rohan.delete(&format!("/contests/{}", made.id)).await.expect(200);
    rohan.delete(&format!("/contests/{}", made.id)).await.refused(404, "missing");
    assert_eq!(credits().await, before);
}

async fn a_foreign_user_id_is_refused(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let meera = t.organiser("meera").await;
    let ask = async |id: &str| rohan.ask(reqwest::Method::GET, "/post/getcontest", None, &[("x-user-id", id)]).await;
    ask(&rohan.id).await.expect(200);
    ask("").await.expect(200);
    ask("null").await.expect(200);
    ask(&meera.id).await.refused(403, "identity_mismatch");
    ask("1").await.refused(403, "identity_mismatch");
    let made = t.running(&rohan, 1).await;
    let body = json!({"contestId": made.id, "userId": rohan.id});
    meera.post("/complete", body.clone()).await.refused(403, "identity_mismatch");
    meera.post("/checkcomplete", body).await.refused(403, "identity_mismatch");
    meera.join(&made).await;
    let answer = json!({"UserId": rohan.id, "ContestId": made.id, "QuestionId": made.questions[0], "Answer": "0-A"});
    meera.post("/post/answer", answer).await.refused(403, "identity_mismatch");
}

async fn a_contest_holds_two_hundred_questions(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = t.contest(&rohan, 60, 120, true, 0, 0).await;
    for _ in 0..2 {
        let many: Vec<Value> = (0..100).map(|number| question(&made.id, number, 0)).collect();
        rohan.post(&format!("/contests/{}/questions", made.id), json!({"questions": many})).await.expect(201);
    }
    rohan.post("/post/addQuestion", question(&made.id, 1, 0)).await.refused(409, "contest_full");
}
