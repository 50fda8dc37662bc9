//! Stories of organisers: making, changing and deleting contests and questions.

use serde_json::{Value, json};

use crate::harness::{Browser, Made, TestApp, question};
use crate::{on_both_engines, plain_stories};

on_both_engines!(
    creating_costs_one_credit,
    racing_two_ends_now,
    racing_an_end_now_against_answers,
    a_running_contest_is_ended_now,
);
plain_stories!(
    creating_and_listing_ones_own,
    options_are_mixed_by_a_seed_of_each_person,
    details_that_are_not_named_stay,
    bad_contests_are_refused_and_cost_nothing,
    visibility_is_what_was_sent,
    time_changes_within_the_rules,
    another_start_leaves_the_end_and_another_end_the_start,
    only_the_owner_edits,
    a_question_is_reached_through_its_own_contest_only,
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
    let granted = quad_contests::payments::grant_by_operator(&t.app, "meera@meridian.example", 1, 0).await;
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
        (with("endDate", json!(t.moment(200_000_000))), "A contest must be within three years of today"),
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

/// Two screens of one owner change one of the two each, and neither takes back what the other set.
async fn another_start_leaves_the_end_and_another_end_the_start(t: TestApp) {
    let (rohan, ananya) = (t.organiser("rohan").await, t.person("ananya").await);
    let made = t.contest(&rohan, 60, 120, true, 1, 0).await;
    let path = format!("/contests/{}/time", made.id);
    let mut expected = (t.moment(60), t.moment(120));
    for (start, end) in [(Some(30), None), (None, Some(200)), (Some(40), None), (None, None), (Some(35), Some(210))] {
        let mut asked = json!({});
        if let Some(start) = start {
            (asked["startDate"], expected.0) = (json!(t.moment(start)), t.moment(start));
        }
        if let Some(end) = end {
            (asked["endDate"], expected.1) = (json!(t.moment(end)), t.moment(end));
        }
        let said = rohan.put(&path, asked).await.expect(200);
        assert_eq!(said["message"], "Contest time updated successfully!");
        assert_eq!(
            (&said["contest"]["startDate"], &said["contest"]["endDate"]),
            (&json!(expected.0), &json!(expected.1))
        );
    }
    let said = rohan.put(&path, json!({"startDate": null, "endDate": t.moment(35)})).await.refused(400, "invalid");
    assert_eq!((&said["field"], &said["message"]), (&json!("endDate"), &json!("End date must be after start date")));
    rohan.put(&path, json!({"startDate": ""})).await.refused(400, "invalid");
    for name in ["start", "startsAt", "enddate"] {
        let said =
            rohan.put(&path, json!({"endDate": t.moment(300), name: t.moment(50)})).await.refused(400, "invalid");
        assert_eq!(said["message"], format!("“{name}” cannot be set here. You can set startDate, endDate."));
    }
    // A start that is past stays, also once somebody has joined; what is changed keeps to the rules.
    t.pass(40);
    ananya.join(&made).await;
    rohan.put(&path, json!({"startDate": t.moment(10)})).await.refused(409, "contest_frozen");
    rohan.put(&path, json!({"endDate": t.moment(-1)})).await.refused(400, "invalid");
    let said = rohan.put(&path, json!({"endDate": t.moment(60)})).await.expect(200);
    assert_eq!(said["contest"]["startDate"], t.moment(-5));
    t.pass(60);
    rohan.put(&path, json!({"endDate": t.moment(60)})).await.refused(409, "contest_ended");
}

async fn a_running_contest_is_ended_now(t: TestApp) {
    let (rohan, meera, admin) = (t.organiser("rohan").await, t.organiser("meera").await, t.admin("sushma").await);
    let (ananya, bo) = (t.person("ananya").await, t.person("bo").await);
    let made = t.contest(&rohan, 60, 3600, true, 2, 0).await;
    let path = format!("/contests/{}/end", made.id);
    let end = async |who: &Browser| who.post(&path, json!({})).await;
    end(&rohan).await.refused(409, "contest_not_started");
    t.pass(120);
    for stranger in [&meera, &admin, &ananya] {
        end(stranger).await.refused(403, "not_owner");
    }
    t.browser().post(&path, json!({})).await.refused(401, "logged_out");
    ananya.join(&made).await;
    bo.join(&made).await;
    ananya.answer(&made, 0, "A").await.expect(200);
    let mut stream = ananya.follow(&[&format!("contest:{}", made.id)]).await;
    stream.until_contest("status", &json!("active")).await;
    let said = end(&rohan).await.expect(200);
    assert_eq!(said["contest"]["endDate"], t.moment(0));
    assert_eq!(stream.until_contest("status", &json!("ended")).await["endsAt"], t.moment(0), "told at once");
    // Everybody is handed in, nobody comes in, and what was on its way still counts, as at any end.
    for who in [&ananya, &bo] {
        assert_eq!(who.get(&format!("/contests/{}/attempt", made.id)).await.expect(200)["submitted"], true);
    }
    t.person("cy")
        .await
        .post("/complete", json!({"contestId": made.id, "intent": "join"}))
        .await
        .refused(403, "contest_not_active");
    bo.answer(&made, 0, "A").await.expect(200);
    t.pass(3);
    bo.answer(&made, 1, "A").await.refused(403, "contest_ended");
    t.pass(10);
    let board = bo.results(&made).await.expect(200);
    assert_eq!((board["totalParticipants"].as_i64(), board["final"].as_bool()), (Some(2), Some(true)));
    end(&rohan).await.refused(409, "contest_ended");
    let times = json!({"contestId": made.id, "startDate": t.moment(-60), "endDate": t.moment(60)});
    rohan.post("/changetime", times).await.refused(409, "contest_ended");
    rohan.post("/contests/01a1f8ef-6140-7277-9208-019e6cd572a8/end", json!({})).await.refused(404, "missing");
    // In its very first moment, too.
    let brief = t.contest(&rohan, 5, 60, true, 1, 0).await;
    t.pass(5);
    rohan.post(&format!("/contests/{}/end", brief.id), json!({})).await.expect(200);
}

async fn racing_two_ends_now(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    for _ in 0..5 {
        let made = t.running(&rohan, 1).await;
        t.pass(1);
        let path = format!("/contests/{}/end", made.id);
        let ends = futures::future::join_all((0..6).map(|_| rohan.post(&path, json!({})))).await;
        let (won, lost): (Vec<_>, Vec<_>) = ends.into_iter().partition(|end| end.status == 200);
        assert_eq!(won.len(), 1);
        for end in lost {
            end.refused(409, "contest_ended");
        }
    }
}

async fn racing_an_end_now_against_answers(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let mut people = Vec::new();
    for number in 0..12 {
        people.push(t.person(&format!("student{number}")).await);
    }
    for _ in 0..3 {
        let made = t.running(&rohan, 1).await;
        for who in &people {
            who.join(&made).await;
        }
        t.pass(1);
        let answers = futures::future::join_all(people.iter().map(|who| who.answer(&made, 0, "A")));
        let path = format!("/contests/{}/end", made.id);
        let (answers, end) = tokio::join!(answers, rohan.post(&path, json!({})));
        end.expect(200);
        // Sent before or within the grace: all of them were in time, and each that was acknowledged is on the board.
        let taken = answers.iter().filter(|answer| answer.status == 200).count();
        assert_eq!(taken, people.len());
        t.pass(13);
        let board = people[0].results(&made).await.expect(200);
        let rows = board["results"].as_array().expect("a list");
        let counted = rows.iter().filter(|row| row["correctAnswerCount"] == 1).count();
        assert_eq!((board["final"].as_bool(), counted), (Some(true), taken));
    }
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

async fn a_question_is_reached_through_its_own_contest_only(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let meera = t.organiser("meera").await;
    let (one, two) = (t.contest(&rohan, 60, 120, true, 1, 0).await, t.contest(&rohan, 60, 120, true, 1, 0).await);
    let hers = t.contest(&meera, 60, 120, true, 1, 0).await;
    for strange in [&two.questions[0], &hers.questions[0]] {
        rohan.put(&format!("/post/update/{}/{strange}", one.id), question(&one.id, 3, 1)).await.refused(404, "missing");
        rohan.delete(&format!("/post/{}/{strange}", one.id)).await.refused(404, "missing");
    }
    let own = &one.questions[0];
    rohan.put(&format!("/post/update/{}/{own}", hers.id), question(&hers.id, 3, 1)).await.refused(403, "not_owner");
    rohan.delete(&format!("/post/{}/{own}", hers.id)).await.refused(403, "not_owner");
    for (owner, made) in [(&rohan, &one), (&rohan, &two), (&meera, &hers)] {
        let shown = owner.get(&format!("/post/{}", made.id)).await.expect(200);
        let set = shown["contest"]["QuestionSet"].as_array().expect("questions");
        assert_eq!((set.len(), &set[0]["Answer"]), (1, &json!("0-A")));
    }
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

async fn details_that_are_not_named_stay(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let id = rohan.post("/post/createcontest", plain(&t)).await.expect(201)["contest"]["_id"]
        .as_str()
        .expect("an id")
        .to_owned();
    let path = format!("/contests/{id}");
    // A plain contest of a fixed order has neither name.
    let mut now = [json!("Friday Quiz"), json!("Ten minutes"), Value::Null, Value::Null];
    for (asked, changes) in [
        (json!({"title": "Saturday Quiz"}), [Some("Saturday Quiz"), None, None, None]),
        (json!({"description": "An hour"}), [None, Some("An hour"), None, None]),
        (json!({"preset": "gate"}), [None, None, Some("gate"), None]),
        (json!({"optionOrder": "shuffled"}), [None, None, None, Some("shuffled")]),
        (json!({"title": null, "description": null, "optionOrder": null}), [None; 4]),
        (json!({}), [None; 4]),
        (json!({"description": ""}), [None, Some(""), None, None]),
    ] {
        for (value, change) in now.iter_mut().zip(changes) {
            if let Some(text) = change {
                *value = json!(text);
            }
        }
        let said = rohan.put(&path, asked.clone()).await.expect(200);
        let kept = rohan.get(&format!("/post/{id}")).await.expect(200);
        for contest in [&said["contest"], &kept["contest"]] {
            let names = ["title", "description", "preset", "optionOrder"];
            assert_eq!(names.map(|name| contest[name].clone()), now, "{asked}");
        }
    }
    for strange in [json!({"title": ""}), json!({"title": " "}), json!({"title": 1}), json!({"description": ["x"]})] {
        rohan.put(&path, strange).await.refused(400, "invalid");
    }
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
    assert_eq!(said["message"], "Question 2 of those sent: The answer must match one of the options exactly");
    // One alone needs no number.
    let said = rohan.post(&path, json!({"questions": [three[1]]})).await.refused(400, "invalid");
    assert_eq!(said["message"], "The answer must match one of the options exactly");
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

async fn options_are_mixed_by_a_seed_of_each_person(t: TestApp) {
    let (rohan, ananya, ravi) = (t.organiser("rohan").await, t.person("ananya").await, t.person("ravi").await);
    let attempt =
        async |who: &Browser, made: &Made| who.get(&format!("/contests/{}/attempt", made.id)).await.expect(200);
    let rules = |more: Value| {
        let mut asked = json!({"title": "Friday Quiz", "description": "Ten minutes", "answersShown": true});
        asked.as_object_mut().expect("an object").append(more.as_object().cloned().as_mut().expect("rules"));
        asked
    };
    // A contest that says nothing of it is sent as ever.
    let plain = t.running(&rohan, 1).await;
    ananya.join(&plain).await;
    let head = ananya.get(&format!("/contest/{}", plain.id)).await.expect(200);
    for reply in [&attempt(&ananya, &plain).await, &head] {
        assert_eq!((reply.get("seed"), reply.get("optionOrder")), (None, None), "{reply}");
    }

    let made = t.running(&rohan, 1).await;
    let path = format!("/contests/{}", made.id);
    for (strange, why) in [
        (json!("random"), "optionOrder has to be `fixed` or `shuffled`."),
        (json!(1), "optionOrder"),
        (json!({}), "optionOrder"),
    ] {
        let said = rohan.put(&path, rules(json!({"optionOrder": strange}))).await.refused(400, "invalid");
        assert!(said["message"].as_str().expect("a sentence").contains(why), "{said}");
    }
    rohan.put(&path, rules(json!({"optionOrder": "shuffled", "unheardOf": [1]}))).await.refused(400, "invalid");
    let said = rohan.put(&path, rules(json!({"optionOrder": "shuffled"}))).await.expect(200);
    assert_eq!(said["contest"]["optionOrder"], "shuffled");
    ananya.join(&made).await;
    ravi.join(&made).await;
    let seeds = [attempt(&ananya, &made).await, attempt(&ravi, &made).await].map(|said| said["seed"].clone());
    assert!(seeds.iter().all(|seed| seed.as_str().is_some_and(|seed| seed.len() == 16)), "{seeds:?}");
    assert_ne!(seeds[0], seeds[1]);
    assert_eq!(attempt(&ananya, &made).await["seed"], seeds[0], "the same on every device");
    let paper = format!("/contests/{}/paper", made.id);
    let papers = [&ananya, &ravi].map(|who| who.get(&paper));
    let [first, second] = papers;
    assert_eq!(first.await.expect(200), second.await.expect(200), "one paper for everybody");

    // Whoever has begun keeps the order; what they do not see while they answer may still change.
    let again = json!({"optionOrder": "fixed"});
    let said = rohan.put(&path, rules(again)).await.refused(409, "contest_frozen");
    assert!(said["message"].as_str().is_some_and(|say| say.contains("the order of the options")), "{said}");
    rohan.put(&path, rules(json!({"optionOrder": "shuffled"}))).await.expect(200);
    rohan.put(&path, json!({"title": "Renamed", "description": ""})).await.expect(200);
    assert_eq!(attempt(&ananya, &made).await["seed"], seeds[0]);
    ananya.answer(&made, 0, "A").await.expect(200);
    t.pass(3602);
    let review = ananya.get(&format!("/contests/{}/review", made.id)).await.expect(200);
    assert_eq!(review["contest"]["seed"], seeds[0], "the review shows it as it was seen");
}
