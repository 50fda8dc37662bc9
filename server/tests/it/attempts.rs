//! Stories of students: finding, joining, answering, submitting, results. And the races between them.

use std::io::Read;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use flate2::bufread::GzDecoder;
use quad_db::{Tx, sql};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::harness::{Answer, Browser, Made, PASSWORD, TestApp, listening, question, until};
use crate::{on_both_engines, plain_stories};

on_both_engines!(
    a_page_of_the_list_costs_one_statement,
    the_list_follows_what_another_process_does,
    a_join_costs_one_write_and_the_paper_none,
    what_another_process_writes_is_in_the_own_part,
    first_answer_wins,
    an_answer_counts_by_its_last_byte,
    two_servers_with_other_keys_send_the_same_bytes,
    racing_one_question,
    racing_one_join,
    racing_joins_against_a_contest_turning_private,
    racing_the_first_join_against_an_edit,
    answers_that_wait_share_a_transaction,
    many_students_answer_at_once,
    joining_reading_answering_submitting,
    the_end_submits,
    results_open_after_the_end,
    the_analysis_is_the_owners,
);
plain_stories!(
    the_list_says_what_matters,
    the_list_filters_and_pages,
    a_join_answers_the_empty_attempt,
    a_look_before_the_start_costs_nothing,
    the_own_part_is_remembered_as_it_grows,
    the_owner_does_not_take_part,
    whoever_may_read_the_key_stands_on_no_board,
    joining_needs_a_running_contest,
    the_end_is_decided_by_the_servers_clock,
    an_answer_lost_on_the_way_back_is_found_again,
    complete_without_an_intent_is_join_and_submit,
    ranks_are_shared_and_addresses_are_private,
    a_kept_page_of_the_board_shows_nobodys_address_and_tells_the_time,
    those_who_joined_stay_when_it_turns_private,
    nonsense_answers_are_refused,
    the_paper_comes_compressed_and_is_the_same_for_all,
    a_client_of_the_specification_does_the_whole_job,
);

async fn the_list_says_what_matters(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let ananya = t.person("ananya").await;
    let running = t.running(&rohan, 2).await;
    t.contest(&rohan, 600, 1200, true, 1, 0).await;
    t.contest(&rohan, 0, 1200, false, 1, 0).await;
    ananya.join(&running).await;
    ananya.answer(&running, 1, "B").await.expect(200);
    let list = ananya.get("/post/getallcontest").await.expect(200);
    assert_eq!(list["counts"], json!({"all": 2, "upcoming": 1, "active": 1, "completed": 0}));
    let card = list["contests"]
        .as_array()
        .expect("a list")
        .iter()
        .find(|card| card["_id"] == running.id.as_str())
        .expect("listed");
    let mut card = card.clone();
    card["_id"] = json!("id");
    assert_eq!(
        card,
        json!({
            "_id": "id", "title": "Friday Quiz", "description": "Ten minutes",
            "startDate": "2026-11-20T12:30:00.000Z", "endDate": "2026-11-20T13:30:00.000Z", "isPublic": true,
            "answersShown": false,
            "QuestionSet": running.questions, "questionCount": 2, "participants": 1, "joined": true,
            "completed": false, "answered": 1, "rank": null, "own": false, "invited": false,
        })
    );
    assert_eq!(rohan.get("/post/getallcontest").await.expect(200)["contests"][0]["own"], true);
    let mut whole = list["contests"].clone();
    for card in whole.as_array_mut().expect("a list") {
        card.as_object_mut().expect("a card").remove("QuestionSet").expect("ids of the questions");
    }
    let brief = ananya.get("/post/getallcontest?brief=true").await.expect(200);
    assert_eq!(brief["contests"], whole, "a brief list has all but the ids");
    let joined = ananya.get("/contest/my-contests").await.expect(200);
    assert_eq!((joined.as_array().map(Vec::len), joined[0]["joined"].as_bool()), (Some(1), Some(true)));
    assert_eq!(rohan.get("/contest/my-contests").await.expect(200), json!([]));
    t.browser().get("/post/getallcontest").await.refused(401, "logged_out");
    t.browser().get("/contest/my-contests").await.refused(401, "logged_out");
}

async fn the_list_filters_and_pages(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let mut ids = Vec::new();
    for (start, end) in [(-100, 50), (300, 400), (100, 200), (-50, 20)] {
        ids.push(t.contest(&rohan, start, end, true, 0, 0).await.id);
        t.pass(1);
    }
    let over = t.contest(&rohan, -50, 1, true, 0, 0).await.id;
    t.pass(5);
    rohan.put(&format!("/contests/{}", ids[1]), json!({"title": "50% off_Quiz", "description": ""})).await.expect(200);
    let asked = async |query: &str| -> Vec<Value> {
        let list = rohan.get(&format!("/post/getallcontest{query}")).await.expect(200);
        list["contests"].as_array().expect("a list").iter().map(|card| card["_id"].clone()).collect()
    };
    let newest: Vec<Value> = [&over, &ids[3], &ids[2], &ids[1], &ids[0]].map(|id| json!(id)).to_vec();
    assert_eq!(asked("").await, newest);
    assert_eq!(asked("?sort=now").await, [&ids[3], &ids[0], &ids[2], &ids[1], &over].map(|id| json!(id)));
    assert_eq!(asked("?status=upcoming").await.len(), 2);
    assert_eq!(asked("?status=active").await.len(), 2);
    assert_eq!(asked("?status=completed").await, [json!(over)]);
    assert_eq!(asked("?page=2&size=2").await, newest[2..4]);
    assert_eq!(asked("?page=9&size=2").await, Vec::<Value>::new());
    assert_eq!(asked("?q=OFF_").await, [json!(ids[1])]);
    assert_eq!(asked("?q=50%25").await, [json!(ids[1])]);
    assert_eq!(asked("?q=%25x").await, Vec::<Value>::new());
    for query in ["?status=x", "?page=0", "?size=501", "?page=-1", "?size=x", "?q=%00", "?sort=x"] {
        rohan.get(&format!("/post/getallcontest{query}")).await.expect(400);
    }
}

async fn a_page_of_the_list_costs_one_statement(t: TestApp) {
    const LOOKS: u64 = 40;
    let t = t.alone(&[], 2).await;
    let (rohan, ananya) = (t.organiser("rohan").await, t.person("ananya").await);
    for _ in 0..3 {
        t.running(&rohan, 2).await;
    }
    t.contest(&rohan, 0, 1200, false, 1, 0).await;
    ananya.get("/post/getallcontest?page=1&size=2").await.expect(200);
    let (before, began, mut least) = (t.app.db.count(), Instant::now(), u64::MAX);
    for _ in 0..LOOKS {
        let before = t.app.db.count();
        let list = ananya.get("/post/getallcontest?page=1&size=2&sort=now").await.expect(200);
        assert_eq!((list["total"].as_u64(), list["contests"].as_array().map(Vec::len)), (Some(3), Some(2)));
        least = least.min(t.app.db.count().since(before).reads);
    }
    let cost = t.app.db.count().since(before);
    // What the person has a part in; and each second, for all together, the contests and their questions, and twice what
    // has changed of people.
    let most = LOOKS + 4 * (began.elapsed().as_secs() + 2);
    assert!(cost.reads <= most && least == 1, "{cost:?}, at most {most} reads; {least} of a look");
}

async fn the_list_follows_what_another_process_does(t: TestApp) {
    let beside = t.beside(5).await;
    let (rohan, ananya) = (t.organiser("rohan").await, t.person("ananya").await);
    let there = ananya.at(&beside.base);
    let listed = async |who: &Browser| who.get("/post/getallcontest").await.expect(200)["total"].as_u64();
    assert_eq!((listed(&ananya).await, listed(&there).await), (Some(0), Some(0)));
    t.running(&rohan, 1).await;
    assert_eq!(listed(&ananya).await, Some(1), "at once where it was made");
    until("it is listed elsewhere, too", async || listed(&there).await == Some(1)).await;
}

async fn joining_reading_answering_submitting(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let ananya = t.person("ananya").await;
    let made = t.running(&rohan, 3).await;
    let id = &made.id;
    let before = ananya.get(&format!("/post/getContestById/{id}")).await.expect(200);
    assert_eq!((before["contest"]["QuestionSet"].clone(), before["joined"].as_bool()), (json!([]), Some(false)));
    ananya.get(&format!("/contests/{id}/paper")).await.refused(403, "not_joined");
    let early = ananya.get(&format!("/contests/{id}/paper?early=true")).await;
    assert!(early.headers["cache-control"].to_str().is_ok_and(|kept| kept.contains("no-store")), "not for long");
    early.expect(204);
    ananya.answer(&made, 0, "A").await.refused(403, "not_joined");
    ananya.post("/complete", json!({"contestId": id, "intent": "submit"})).await.refused(403, "not_joined");
    let check = json!({"contestId": id, "userId": ananya.id});
    assert_eq!(ananya.post("/checkcomplete", check.clone()).await.expect(200)["success"], false);

    let joined = ananya.join(&made).await;
    assert_eq!(
        (joined["success"].as_bool(), joined["serverNow"].as_str()),
        (Some(false), Some("2026-11-20T12:30:00.000Z"))
    );
    assert_eq!(ananya.join(&made).await["success"], false, "joining again goes on");
    let shown = ananya.get(&format!("/post/getContestById/{id}")).await.expect(200);
    assert_eq!(
        shown["contest"]["QuestionSet"][0],
        json!({"_id": made.questions[0], "Question": "Question 0?", "Options": ["0-A", "0-B", "0-C", "0-D"]})
    );
    let said = ananya.answer(&made, 0, "A").await.expect(200);
    assert_eq!(
        said,
        json!({"success": true, "message": "Answer submitted successfully!", "saved": true, "serverNow": "2026-11-20T12:30:00.000Z"})
    );
    t.pass(30);
    ananya.answer(&made, 2, "D").await.expect(200);
    let attempt = ananya.get(&format!("/contests/{id}/attempt")).await.expect(200);
    assert_eq!(attempt["answered"], json!({made.questions[0].as_str(): "0-A", made.questions[2].as_str(): "2-D"}));
    assert_eq!((attempt["submitted"].as_bool(), attempt["graceSeconds"].as_i64()), (Some(false), Some(2)));
    // A second device sees the same.
    let phone = t.log_in("ananya").await;
    assert_eq!(phone.get(&format!("/contests/{id}/attempt")).await.expect(200)["answered"], attempt["answered"]);

    let said = ananya.submit(&made).await;
    assert_eq!(
        (said["success"].as_bool(), said["message"].as_str()),
        (Some(true), Some("Contest submitted successfully!"))
    );
    assert_eq!(ananya.submit(&made).await["success"], true);
    assert_eq!(ananya.join(&made).await["success"], true);
    assert_eq!(ananya.post("/checkcomplete", check).await.expect(200)["success"], true);
    phone.answer(&made, 1, "A").await.refused(409, "already_submitted");
    phone.answer(&made, 0, "A").await.expect(200);
    let list = ananya.get("/post/getallcontest").await.expect(200);
    assert_eq!(
        (list["contests"][0]["completed"].as_bool(), list["contests"][0]["answered"].as_i64()),
        (Some(true), Some(2))
    );
}

async fn a_join_answers_the_empty_attempt(t: TestApp) {
    let (rohan, ananya) = (t.organiser("rohan").await, t.person("ananya").await);
    let made = t.running(&rohan, 2).await;
    let joined = ananya.join(&made).await;
    let asked = ananya.get(&format!("/contests/{}/attempt", made.id)).await.expect(200);
    assert_eq!(joined["attempt"], asked, "what a call for the attempt would have said");
    assert_eq!((asked["joined"].as_bool(), asked["answered"].clone()), (Some(true), json!({})));
    // Whoever goes on has answers perhaps, and asks for them.
    assert_eq!(ananya.join(&made).await.get("attempt"), None);
    // So does somebody of whom this process remembers nothing.
    let restarted = t.beside(9).await;
    let said = ananya.at(&restarted.base).join(&made).await;
    assert_eq!((said["success"].as_bool(), said.get("attempt")), (Some(false), None));
    assert_eq!(ananya.submit(&made).await.get("attempt"), None);
    assert_eq!(rohan.results(&made).await.expect(200)["totalParticipants"], 1);
}

/// From now on nothing is written, until this is dropped.
async fn hold_writer(t: &TestApp) -> Tx {
    let mut tx = t.app.db.begin().await.expect("begun");
    if tx.engine() == quad_db::Engine::Postgres {
        sql("LOCK TABLE attempts, answers IN EXCLUSIVE MODE").run(&mut tx).await.expect("held");
    }
    tx
}

/// With sessions and the contest remembered, as they are in the minute a contest starts.
async fn a_join_costs_one_write_and_the_paper_none(t: TestApp) {
    const STUDENTS: u64 = 40;
    let t = t.alone(&[], 2).await;
    let rohan = t.organiser("rohan").await;
    let made = t.running(&rohan, 30).await;
    let topic = format!("attempt:{}", made.id);
    let mut students = Vec::new();
    for number in 0..STUDENTS {
        students.push(t.person(&format!("student{number}")).await);
    }
    // One is there already, whose join froze the questions and whose paper was made.
    let first = t.person("first").await;
    first.join(&made).await;
    first.get(&format!("/contests/{}/paper", made.id)).await.expect(200);
    futures::future::join_all(students.iter().map(|student| student.get("/checklogged"))).await;

    let (before, began, mut slow, mut least) = (t.app.db.count(), Instant::now(), 0, u64::MAX);
    for student in &students {
        let (begins, before) = (Instant::now(), t.app.db.count());
        let joined = student.join(&made).await;
        assert_eq!(joined["attempt"]["questionCount"], 30);
        let paper = student.get(&format!("/contests/{}/paper?early=true", made.id)).await.expect(200);
        assert_eq!(paper["QuestionSet"].as_array().map(Vec::len), Some(30));
        let attempt = student.get(&format!("/contests/{}/attempt", made.id)).await.expect(200);
        assert_eq!(joined["attempt"], attempt);
        let room = student.follow(&[&topic]).await.event_called("attempt").await;
        assert_eq!(room, json!({"topic": topic, "joined": true, "submitted": false}));
        // Where there may be other processes, the own part is remembered for a second; then it is two looks.
        slow += 2 * u64::from(begins.elapsed() > Duration::from_millis(900));
        least = least.min(t.app.db.count().since(before).reads);
    }
    let cost = t.app.db.count().since(before);
    // One transaction each, as nobody else was waiting: the attempt, and the contest's count.
    assert_eq!((cost.transactions, cost.statements), (STUDENTS, 2 * STUDENTS), "{cost:?}");
    // The contest is read anew each second, and twice what has changed of people, for all together: whoever comes between
    // two of these costs none.
    let most = 3 * (began.elapsed().as_secs() + 2) + slow;
    assert!(cost.reads <= most && least == 0, "{cost:?}, at most {most} reads; {least} of one student");

    // A hall that joins at once shares the transactions.
    let mut hall = Vec::new();
    for number in 0..STUDENTS {
        hall.push(t.person(&format!("hall{number}")).await);
    }
    futures::future::join_all(hall.iter().map(|student| student.get("/checklogged"))).await;
    // The writer takes what has come when it wakes, one of them or all; the rest waits for it.
    let (held, arrived) = (hold_writer(&t).await, t.entered());
    let before = t.app.db.count();
    let joining = futures::future::join_all(hall.iter().map(|student| student.join(&made)));
    let looking = async {
        until("all of them have arrived", async || t.entered() == arrived + hall.len()).await;
        drop(held);
    };
    tokio::join!(joining, looking);
    let cost = t.app.db.count().since(before);
    assert!(cost.transactions < STUDENTS / 4 && cost.statements == 2 * cost.transactions, "{cost:?}");
    assert_eq!(rohan.results(&made).await.expect(200)["totalParticipants"], 2 * STUDENTS + 1);
}

/// Everybody looks once more before the start, and nobody can have joined.
async fn a_look_before_the_start_costs_nothing(t: TestApp) {
    const LOOKS: u64 = 60;
    let t = t.alone(&[], 2).await;
    let (rohan, ananya) = (t.organiser("rohan").await, t.person("ananya").await);
    let made = t.contest(&rohan, 60, 3600, true, 2, 0).await;
    ananya.get("/checklogged").await.expect(200);
    let (before, began, mut least) = (t.app.db.count(), Instant::now(), u64::MAX);
    for _ in 0..LOOKS {
        let before = t.app.db.count();
        let head = ananya.get(&format!("/contest/{}", made.id)).await.expect(200);
        assert_eq!((head["joined"].as_bool(), head["questionCount"].as_u64()), (Some(false), Some(2)));
        least = least.min(t.app.db.count().since(before).reads);
    }
    let (cost, most) = (t.app.db.count().since(before), 3 * (began.elapsed().as_secs() + 2));
    assert!(cost.reads <= most && least == 0, "{cost:?}, at most {most} reads; {least} of a look");
}

/// What is remembered is what the database would say, whichever step came last.
async fn the_own_part_is_remembered_as_it_grows(t: TestApp) {
    const STUDENTS: u64 = 20;
    let is_sqlite = t.app.db.engine() == quad_db::Engine::Sqlite;
    let t = if is_sqlite { t.alone(&[], 2).await } else { t };
    let rohan = t.organiser("rohan").await;
    let made = t.running(&rohan, 3).await;
    let mut students = Vec::new();
    for number in 0..STUDENTS {
        students.push(t.person(&format!("student{number}")).await);
    }
    for student in &students {
        student.join(&made).await;
        student.get(&format!("/contests/{}/paper", made.id)).await.expect(200);
    }
    let own = async |student: &Browser| {
        let said = student.get(&format!("/contests/{}/attempt", made.id)).await.expect(200);
        (said["answered"].clone(), said["submitted"].as_bool())
    };
    let [first, second] = [0, 1].map(|number| made.questions[number].clone());
    let (before, began, mut least) = (t.app.db.count(), Instant::now(), u64::MAX);
    for student in &students {
        let before = t.app.db.count();
        student.answer(&made, 1, "B").await.expect(200);
        assert_eq!(own(student).await, (json!({&second: "1-B"}), Some(false)));
        student.answer(&made, 1, "A").await.refused(409, "already_answered");
        student.answer(&made, 0, "C").await.expect(200);
        let both = json!({&first: "0-C", &second: "1-B"});
        assert_eq!(own(student).await, (both.clone(), Some(false)));
        let head = student.get(&format!("/contest/{}", made.id)).await.expect(200);
        assert_eq!((head["answered"].as_u64(), head["completed"].as_bool()), (Some(2), Some(false)));
        assert_eq!(student.submit(&made).await["success"], true);
        assert_eq!(own(student).await, (both, Some(true)));
        student.answer(&made, 2, "A").await.refused(409, "already_submitted");
        least = least.min(t.app.db.count().since(before).reads);
    }
    let (cost, most) = (t.app.db.count().since(before), 3 * (began.elapsed().as_secs() + 2));
    // What is looked at once a second: the revisions, the window, the board of a contest somebody handed in.
    assert!(!is_sqlite || cost.reads <= most && least < 3, "{cost:?}, at most {most} reads; {least} of one student");
}

/// The process in which somebody joined remembers the attempt; what another one acknowledges is in it all the same.
async fn what_another_process_writes_is_in_the_own_part(t: TestApp) {
    if t.app.db.engine() == quad_db::Engine::Sqlite {
        return;
    }
    let here = t.alone(&[], 2).await;
    let there = here.beside(3).await;
    listening(&here.app, 2).await;
    let rohan = here.organiser("rohan").await;
    let made = here.running(&rohan, 2).await;
    let path = format!("/contests/{}/attempt", made.id);
    let look = async |student: &Browser| {
        let before = here.app.db.count();
        let said = student.get(&path).await.expect(200);
        (
            said["answered"].as_object().map(serde_json::Map::len),
            said["submitted"].as_bool(),
            here.app.db.count().since(before),
        )
    };
    // It is remembered for a second, so on a busy machine not always.
    let (mut remembered, mut number) = (0, 0);
    while remembered < 4 {
        number += 1;
        assert!(number < 400, "{remembered} were remembered");
        let student = here.person(&format!("student{number}")).await;
        let elsewhere = student.at(&there.base);
        elsewhere.get(&format!("/contest/{}", made.id)).await.expect(200);
        student.join(&made).await;
        let (answers, submitted, cost) = look(&student).await;
        assert_eq!((answers, submitted), (Some(0), Some(false)));
        remembered += u32::from(cost.reads == 0);
        if number % 2 == 0 {
            elsewhere.answer(&made, 0, "B").await.expect(200);
            let (answers, submitted, _) = look(&student).await;
            assert_eq!((answers, submitted), (Some(1), Some(false)), "student {number}");
            elsewhere.answer(&made, 1, "B").await.expect(200);
        } else {
            elsewhere.submit(&made).await;
            assert_eq!(look(&student).await.1, Some(true), "student {number}");
        }
        student.answer(&made, 0, "B").await;
        assert_eq!(look(&student).await.0, Some(if number % 2 == 0 { 2 } else { 0 }));
    }
}

async fn first_answer_wins(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let ananya = t.person("ananya").await;
    let made = t.running(&rohan, 1).await;
    ananya.join(&made).await;
    ananya.answer(&made, 0, "B").await.expect(200);
    ananya.answer(&made, 0, "B").await.expect(200);
    let refused = ananya.answer(&made, 0, "A").await.refused(409, "already_answered");
    assert_eq!(refused["stored"], "0-B");
    t.pass(4000);
    let row = ananya.results(&made).await.expect(200)["results"][0].clone();
    assert_eq!((row["correctAnswerCount"].as_i64(), row["wrongAnswerCount"].as_i64()), (Some(0), Some(1)));
}

/// One rule for every role that reads keys: the owner above, and ADMIN, of whatever contest. Who had joined before stays.
async fn whoever_may_read_the_key_stands_on_no_board(t: TestApp) {
    let (rohan, root, ada) = (t.organiser("rohan").await, t.admin("root").await, t.person("ada").await);
    let made = t.running(&rohan, 1).await;
    ada.join(&made).await;
    for wish in [json!({"contestId": made.id, "intent": "join"}), json!({"contestId": made.id})] {
        root.post("/complete", wish).await.refused(403, "reads_keys");
    }
    root.answer(&made, 0, "A").await.refused(403, "not_joined");
    ada.answer(&made, 0, "A").await.expect(200);
    let board = root.results(&made).await.expect(200);
    assert_eq!((&board["totalParticipants"], &board["results"][0]["fullName"]), (&json!(1), &json!("Ada Test")));
}

async fn the_owner_does_not_take_part(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = t.running(&rohan, 1).await;
    rohan.post("/complete", json!({"contestId": made.id, "intent": "join"})).await.refused(403, "own_contest");
    rohan.answer(&made, 0, "A").await.refused(403, "not_joined");
    assert_eq!(rohan.results(&made).await.expect(200)["totalParticipants"], 0);
}

async fn joining_needs_a_running_contest(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let ananya = t.person("ananya").await;
    let later = t.contest(&rohan, 60, 120, true, 1, 0).await;
    let empty = t.running(&rohan, 0).await;
    let join = async |made: &Made| ananya.post("/complete", json!({"contestId": made.id, "intent": "join"})).await;
    let said = join(&later).await.refused(403, "contest_not_active");
    assert_eq!(said["message"], "Contest is not currently active!");
    let paper = format!("/contests/{}/paper", later.id);
    ananya.get(&paper).await.refused(403, "not_joined");
    ananya.get(&format!("{paper}?early=true")).await.expect(204);
    let page = ananya.get(&format!("/post/getContestById/{}", later.id)).await.expect(200);
    assert_eq!(page["contest"]["QuestionSet"], json!([]), "no paper before the start");
    assert_eq!(join(&empty).await.refused(409, "no_questions")["message"], "No questions available for this contest.");
    ananya.post("/complete", json!({"contestId": later.id, "intent": "watch"})).await.refused(400, "invalid");
    t.pass(120);
    join(&later).await.refused(403, "contest_not_active");
    let page = ananya.get(&format!("/post/getContestById/{}", later.id)).await.expect(200);
    assert_eq!(page["contest"]["QuestionSet"], json!([]), "no paper for those who never joined");
}

async fn the_end_is_decided_by_the_servers_clock(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let ananya = t.person("ananya").await;
    let made = t.contest(&rohan, 0, 60, true, 4, 0).await;
    ananya.join(&made).await;
    t.pass(59);
    ananya.answer(&made, 0, "A").await.expect(200);
    t.pass(1);
    ananya.answer(&made, 1, "A").await.expect(200);
    rohan.results(&made).await.expect(200);
    ananya.results(&made).await.refused(403, "results_too_early");
    t.pass(2);
    let refused = ananya.answer(&made, 2, "A").await.refused(403, "contest_ended");
    assert_eq!(refused["message"], "Contest has already ended!");
    let row = ananya.results(&made).await.expect(200)["results"][0].clone();
    assert_eq!(row["correctAnswerCount"], 2, "the answer within the grace counts");
    let analysis = rohan.get(&format!("/contests/{}/analysis", made.id)).await.expect(200);
    assert_eq!(analysis["lateAnswers"], 1, "and the owner sees that it was late");
}

/// Half of it comes before the end, the rest after the grace: it is too late, whenever it began.
async fn an_answer_counts_by_its_last_byte(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let ananya = t.person("ananya").await;
    let made = t.contest(&rohan, 0, 60, true, 1, 0).await;
    ananya.join(&made).await;
    t.pass(59);
    let log_in = json!({"email": "ananya@meridian.example", "passWord": PASSWORD});
    let cookies = ananya.post("/login", log_in).await.headers;
    let mut cookies = cookies.get_all("set-cookie").iter().filter_map(|cookie| cookie.to_str().ok()?.split(';').next());
    let cookie = cookies.find(|pair| pair.contains("session=")).expect("a session");
    let body = json!({"UserId": ananya.id, "ContestId": made.id, "QuestionId": made.questions[0], "Answer": "0-A"});
    let request = quad_load::Request::post("/api/post/answer").cookie(cookie).json(body.to_string()).bytes();
    // Who asks first is told to go on when the body is read.
    let first = request.iter().position(|byte| *byte == b'\n').expect("a line") + 1;
    let request = [&request[..first], b"expect: 100-continue\r\n", &request[first..]].concat();
    let (begin, rest) = request.split_at(request.len() - 10);
    let mut line = TcpStream::connect(t.base.trim_start_matches("http://")).await.expect("a line");
    line.write_all(begin).await.expect("sent");
    let mut said = vec![0; 8192];
    let length = line.read(&mut said).await.expect("a reply");
    assert_eq!(String::from_utf8_lossy(&said[..length]), "HTTP/1.1 100 Continue\r\n\r\n");
    t.pass(10);
    line.write_all(rest).await.expect("sent");
    let length = line.read(&mut said).await.expect("a reply");
    let said = String::from_utf8_lossy(&said[..length]);
    assert!(said.starts_with("HTTP/1.1 403") && said.contains("contest_ended"), "{said}");
}

async fn an_answer_lost_on_the_way_back_is_found_again(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let ananya = t.person("ananya").await;
    let made = t.contest(&rohan, 0, 60, true, 2, 0).await;
    ananya.join(&made).await;
    ananya.answer(&made, 0, "C").await.expect(200);
    t.pass(3600);
    ananya.answer(&made, 0, "C").await.expect(200);
    ananya.answer(&made, 0, "A").await.refused(409, "already_answered");
    ananya.answer(&made, 1, "A").await.refused(403, "contest_ended");
}

async fn the_end_submits(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let ananya = t.person("ananya").await;
    let meera = t.person("meera").await;
    let made = t.contest(&rohan, 0, 60, true, 1, 0).await;
    ananya.join(&made).await;
    meera.join(&made).await;
    t.pass(69);
    let submit = |who: &Browser| json!({"contestId": made.id, "userId": who.id, "intent": "submit"});
    meera.post("/complete", submit(&meera)).await.expect(200);
    t.pass(1);
    ananya.post("/complete", submit(&ananya)).await.refused(403, "contest_ended");
    let check = json!({"contestId": made.id, "userId": ananya.id});
    assert_eq!(ananya.post("/checkcomplete", check).await.expect(200)["success"], true, "nobody had to do anything");
    let said = ananya.results(&made).await.expect(200);
    assert_eq!((said["totalParticipants"].as_i64(), said["results"][0]["totalAnswered"].as_i64()), (Some(2), Some(0)));
}

async fn complete_without_an_intent_is_join_and_submit(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let ananya = t.person("ananya").await;
    let made = t.running(&rohan, 2).await;
    let complete = async || {
        let said = ananya.post("/complete", json!({"contestId": made.id, "userId": ananya.id})).await.expect(200);
        said["success"].as_bool()
    };
    assert_eq!(complete().await, Some(false), "joins");
    assert_eq!(complete().await, Some(false), "a double click does not submit");
    ananya.answer(&made, 0, "A").await.expect(200);
    assert_eq!(complete().await, Some(true), "submits");
    assert_eq!(complete().await, Some(true), "is complete");
    ananya.answer(&made, 1, "A").await.refused(409, "already_submitted");
}

async fn results_open_after_the_end(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let admin = t.admin("sushma").await;
    let ananya = t.person("ananya").await;
    let meera = t.person("meera").await;
    let made = t.contest(&rohan, 0, 60, true, 2, 0).await;
    ananya.join(&made).await;
    ananya.answer(&made, 0, "A").await.expect(200);
    let say = ananya.results(&made).await.refused(403, "results_too_early")["message"].clone();
    assert_eq!(say, "Results are only available after the contest ends!");
    ananya.get(&format!("/contests/{}/standing", made.id)).await.refused(403, "results_too_early");
    for live in [&rohan, &admin] {
        let said = live.results(&made).await.expect(200);
        assert_eq!(
            (said["final"].as_bool(), said["results"][0]["correctAnswerCount"].as_i64()),
            (Some(false), Some(1))
        );
    }
    t.pass(62);
    let said = meera.results(&made).await.expect(200);
    assert_eq!((said["final"].as_bool(), said["totalParticipants"].as_i64()), (Some(false), Some(1)));
    assert_eq!(said["data"], json!({"results": said["results"], "totalParticipants": 1}));
    let standing = ananya.get(&format!("/contests/{}/standing", made.id)).await.expect(200);
    assert_eq!((standing["histogram"].clone(), standing["you"]["rank"].as_i64()), (json!([0, 1, 0]), Some(1)));
    assert_eq!(meera.get(&format!("/contests/{}/standing", made.id)).await.expect(200)["you"], json!(null));
    assert_eq!(ananya.get("/contest/my-contests").await.expect(200)[0]["rank"], 1);
    t.browser().post("/post/results", json!({"ContestId": made.id})).await.refused(401, "logged_out");
}

async fn ranks_are_shared_and_addresses_are_private(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = t.contest(&rohan, 0, 600, true, 3, 0).await;
    let mut people = Vec::new();
    for name in ["ada", "bela", "chitra", "dev", "esha"] {
        people.push(t.person(name).await);
    }
    for who in &people {
        who.join(&made).await;
    }
    t.pass(10);
    people[1].answer(&made, 0, "A").await.expect(200);
    people[2].answer(&made, 0, "A").await.expect(200);
    people[0].answer(&made, 0, "A").await.expect(200);
    people[3].answer(&made, 0, "B").await.expect(200);
    t.pass(10);
    people[0].answer(&made, 1, "A").await.expect(200);
    people[3].answer(&made, 1, "A").await.expect(200);
    t.pass(600);
    let said = people[1].results(&made).await.expect(200);
    let rows: Vec<(i64, String, i64, i64, i64)> = said["results"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| {
            let number = |key: &str| row[key].as_i64().expect("a number");
            let name = row["fullName"].as_str().expect("a name").to_owned();
            (number("rank"), name, number("correctAnswerCount"), number("wrongAnswerCount"), number("durationMs"))
        })
        .collect();
    assert_eq!((rows[0].0, rows[0].1.as_str(), rows[0].2, rows[0].4), (1, "Ada Test", 2, 20_000));
    assert_eq!((rows[1].0, rows[2].0), (2, 2), "equal scores share a rank");
    assert_eq!((rows[3].0, rows[3].1.as_str(), rows[3].3), (4, "Dev Test", 1));
    assert_eq!((rows[4].0, rows[4].1.as_str(), rows[4].2), (5, "Esha Test", 0));
    let emails: Vec<_> =
        said["results"].as_array().expect("rows").iter().filter_map(|row| row["email"].as_str()).collect();
    assert_eq!(emails, ["bela@meridian.example"], "only the own address");
    let all = rohan.results(&made).await.expect(200);
    assert!(all["results"].as_array().expect("rows").iter().all(|row| row["email"].is_string()));
    let page = rohan.post("/post/results?page=2&size=2", json!({"ContestId": made.id})).await.expect(200);
    assert_eq!(page["results"].as_array().map(Vec::len), Some(2));
    assert_eq!(page["results"][0], all["results"][2]);
    assert_eq!(page["totalParticipants"], 5);
    let standing = people[0].get(&format!("/contests/{}/standing", made.id)).await.expect(200);
    assert_eq!(
        (standing["betterThanPercent"].as_i64(), standing["histogram"].clone()),
        (Some(100), json!([1, 3, 1, 0]))
    );
}

async fn a_kept_page_of_the_board_shows_nobodys_address_and_tells_the_time(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = t.contest(&rohan, 0, 60, true, 1, 0).await;
    let mut people = Vec::new();
    for name in ["ada", "bela", "chitra"] {
        let who = t.person(name).await;
        who.join(&made).await;
        t.pass(1);
        who.answer(&made, 0, if name == "chitra" { "B" } else { "A" }).await.expect(200);
        people.push(who);
    }
    t.pass(70);
    let path = "/post/results?page=1&size=2";
    let ask = async |who: &Browser, encoding: &str| {
        let body = Some(json!({"ContestId": made.id}));
        let answer = who.ask(reqwest::Method::POST, path, body, &[("accept-encoding", encoding)]).await;
        let is_packed = answer.headers.get("content-encoding").is_some_and(|value| value == "gzip");
        assert_eq!((answer.status.as_u16(), is_packed), (200, encoding == "gzip"));
        let mut text = String::new();
        let read: &mut dyn Read =
            if is_packed { &mut GzDecoder::new(&answer.bytes[..]) } else { &mut &answer.bytes[..] };
        read.read_to_string(&mut text).expect("text");
        serde_json::from_str::<Value>(&text).expect("JSON")
    };
    let addresses = |page: &Value| {
        let rows = page["results"].as_array().expect("rows").iter();
        rows.map(|row| row["email"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    // Chitra is third, on no page of the first two.
    let packed = ask(&people[2], "gzip").await;
    assert_eq!(addresses(&packed), ["", ""]);
    assert_eq!((packed["totalParticipants"].as_i64(), packed["final"].as_bool()), (Some(3), Some(true)));
    assert_eq!(packed["data"], json!({"results": packed["results"], "totalParticipants": 3}));
    assert_eq!(ask(&people[2], "identity").await, packed);
    t.pass(5);
    let later = ask(&people[2], "gzip").await;
    assert_ne!(later["serverNow"], packed["serverNow"], "the time of the answer, not of the page");
    assert_eq!(later["results"], packed["results"]);
    // Those on it see their own address, and nobody after them does.
    assert_eq!(addresses(&ask(&people[1], "identity").await), ["", "bela@meridian.example"]);
    assert_eq!(addresses(&ask(&rohan, "identity").await), ["ada@meridian.example", "bela@meridian.example"]);
    assert_eq!(addresses(&ask(&people[2], "gzip").await), ["", ""]);
}

async fn those_who_joined_stay_when_it_turns_private(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let ananya = t.person("ananya").await;
    let meera = t.person("meera").await;
    let made = t.contest(&rohan, 0, 60, true, 1, 0).await;
    ananya.join(&made).await;
    rohan.post("/post/makepublic", json!({"isPublic": false, "contestId": made.id})).await.expect(200);
    ananya.answer(&made, 0, "A").await.expect(200);
    meera.post("/complete", json!({"contestId": made.id, "intent": "join"})).await.refused(404, "missing");
    t.pass(62);
    ananya.results(&made).await.expect(200);
    assert_eq!(ananya.get(&format!("/contest/{}", made.id)).await.expect(200)["title"], "Friday Quiz");
    meera.results(&made).await.refused(404, "missing");
}

async fn nonsense_answers_are_refused(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let ananya = t.person("ananya").await;
    let made = t.running(&rohan, 1).await;
    let other = t.running(&rohan, 1).await;
    ananya.join(&made).await;
    let with = |key: &str, value: Value| {
        let mut body =
            json!({"UserId": ananya.id, "ContestId": made.id, "QuestionId": made.questions[0], "Answer": "0-A"});
        body[key] = value;
        body
    };
    let send = async |body: Value| ananya.post("/post/answer", body).await;
    send(with("Answer", json!("0-E"))).await.refused(400, "invalid");
    send(with("Answer", json!("0-A\u{0}"))).await.refused(400, "invalid");
    send(with("Answer", json!("x".repeat(100_000)))).await.refused(400, "invalid");
    send(with("Answer", json!(0))).await.refused(400, "invalid");
    send(with("QuestionId", json!(other.questions[0]))).await.refused(400, "invalid");
    send(with("QuestionId", json!("0"))).await.refused(400, "invalid");
    send(with("ContestId", json!("0"))).await.refused(404, "missing");
    send(with("ContestId", json!(other.id))).await.refused(403, "not_joined");
    send(json!({"ContestId": made.id})).await.refused(400, "invalid");
    let attempt = ananya.get(&format!("/contests/{}/attempt", made.id)).await.expect(200);
    assert_eq!(attempt["answered"], json!({}));
}

/// The same life on two servers that differ only in which option is right. `Date` headers and session cookies aside,
/// every byte and header a participant gets before the end must be the same: of every call that reads, of what is sent when
/// joining, answering and handing in, and of everything that is followed. Before the start there are no questions in it.
async fn two_servers_with_other_keys_send_the_same_bytes(t: TestApp) {
    let (one, two) = (t.alone(&[], 77).await, t.alone(&[], 77).await);
    let (first, second) = (live(&one, 0).await, live(&two, 3).await);
    assert_eq!(first.len(), second.len());
    for (left, right) in first.iter().zip(&second) {
        assert_eq!(left, right);
    }
    // The story would say the same if nothing were answered.
    let answers = |of: &str| first.iter().filter(|(name, ..)| name.contains(of) && name.ends_with(": 200 OK")).count();
    assert!(answers(" GET ") > 120 && answers(" POST ") > 10, "{} {}", answers(" GET "), answers(" POST "));
    let is_questions = |text: &str| text.contains("Question 0?") || text.contains("\"0-A\"");
    for (name, _, body) in &first {
        assert!(!name.starts_with("1 before the start") || !is_questions(body), "{name}: {body}");
    }
    assert!(first.iter().any(|(_, _, body)| is_questions(body)), "they look like this");
}

/// Whatever reads: all such calls of the document, about the contest and the person. What is about polls, events, pictures
/// and purchases is about none here; the stream is read apart, and the log-out would end the session.
fn reading(contest: &str, person: &str) -> Vec<String> {
    let document = serde_json::to_value(quad::router::document()).expect("JSON");
    let mut all = Vec::new();
    for (path, operations) in document["paths"].as_object().expect("paths") {
        if operations.get("get").is_none() || matches!(path.as_str(), "/logout" | "/live") {
            continue;
        }
        let filled = path.replace("{contestId}", contest).replace("{userId}", person).replace("{club}", "HOBBY");
        let is_apart =
            ["{eventId}", "{galleryId}", "{id}", "{key}", "{pollId}", "{token}"].iter().any(|of| filled.contains(of));
        if !is_apart {
            assert!(!filled.contains('{'), "{filled}: what stands there?");
            all.push(filled);
        }
    }
    all.push(format!("/contests/{contest}/paper?early=true"));
    all.push(format!("/post/getContestById/{contest}?kinds=3"));
    all.push("/post/getallcontest?brief=true".to_owned());
    assert!(all.len() > 45, "{}", all.len());
    all
}

async fn live(t: &TestApp, right: usize) -> Vec<(String, Vec<(String, String)>, String)> {
    let rohan = t.organiser("rohan").await;
    let ananya = t.person("ananya").await;
    let mut made = t.contest(&rohan, 10, 100, true, 3, right).await;
    // And what is typed: with another number, another tolerance and other texts.
    let typed = json!({"questions": [
        {"kind": "number", "text": "How fast?", "value": format!("7{right}.25"), "tolerance": format!("{right}.5%"), "unit": "m/s"},
        {"kind": "text", "text": "Where?", "accepted": [format!("Town {right}"), "Hampi"]},
    ]});
    let said = rohan.post(&format!("/contests/{}/questions", made.id), typed).await.expect(201);
    made.questions.extend((0..2).map(|at| said["questions"][at]["_id"].as_str().expect("an id").to_owned()));
    let mut seen = Vec::new();
    let id = made.id.clone();
    let mut step = 0;
    let mut look = async |name: &str, ananya: &Browser| {
        step += 1;
        for path in reading(&id, &ananya.id) {
            seen.push(recorded(&format!("{step} {name} GET {path}"), &ananya.get(&path).await));
        }
        for (path, body) in [("/checkcomplete", json!({"contestId": id})), ("/post/results", json!({"ContestId": id}))]
        {
            seen.push(recorded(&format!("{step} {name} POST {path}"), &ananya.post(path, body).await));
        }
        // Each topic says at once how it stands, but for the hints that a list has changed.
        for topic in [format!("contest:{id}"), format!("attempt:{id}"), "inbox".to_owned()] {
            let (called, data) = ananya.follow(&[&topic]).await.event().await.expect("an event");
            seen.push((format!("{step} {name} live {topic} {called}"), Vec::new(), data.to_string()));
        }
    };
    look("before the start", &ananya).await;
    t.pass(10);
    let mut answers = Vec::new();
    let complete = async |intent: &str| {
        let answer = ananya.post("/complete", json!({"contestId": made.id, "intent": intent, "kinds": 3})).await;
        assert_eq!(answer.status, 200, "{intent}");
        recorded(&format!("{intent} POST /complete"), &answer)
    };
    answers.push(complete("join").await);
    look("joined", &ananya).await;
    for (number, letter) in [(0, "A"), (0, "A"), (0, "D"), (1, "D"), (2, "B")] {
        t.pass(1);
        answers.push(recorded(
            &format!("{number}{letter} POST /post/answer"),
            &ananya.answer(&made, number, letter).await,
        ));
    }
    for (number, value) in [(3, "70.25"), (3, "70.250"), (3, "73.25"), (4, "Town 0"), (4, "Town 3"), (4, "x"), (0, "x")]
    {
        t.pass(1);
        let path = format!("/contests/{}/answers/{}", made.id, made.questions[number]);
        answers.push(recorded(&format!("{number} {value} PUT"), &ananya.put(&path, json!({"value": value})).await));
    }
    look("answered", &ananya).await;
    answers.push(complete("submit").await);
    look("submitted", &ananya).await;
    t.pass(79);
    look("the last moment", &ananya).await;
    seen.extend(answers);
    seen
}

fn recorded(name: &str, answer: &Answer) -> (String, Vec<(String, String)>, String) {
    let mut headers: Vec<(String, String)> = answer
        .headers
        .iter()
        .filter(|(name, _)| !["date", "x-request-id"].contains(&name.as_str()))
        .map(|(name, value)| (name.to_string(), value.to_str().unwrap_or_default().to_owned()))
        .collect();
    headers.sort();
    let mut body = String::from_utf8_lossy(&answer.bytes).into_owned();
    // A refusal names its request; that number comes from the shared random source and says nothing.
    if let Some(at) = body.find("\"request_id\":\"") {
        body.replace_range(at + 14..at + 30, "-");
    }
    (format!("{name}: {}", answer.status), headers, body)
}

async fn the_paper_comes_compressed_and_is_the_same_for_all(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = t.running(&rohan, 30).await;
    let mut papers = Vec::new();
    for name in ["ananya", "meera"] {
        let who = t.person(name).await;
        who.join(&made).await;
        let path = format!("/contests/{}/paper", made.id);
        for encoding in ["br", "gzip", "identity", "gzip;q=0, br;q=1.0"] {
            let answer = who.ask(reqwest::Method::GET, &path, None, &[("accept-encoding", encoding)]).await;
            let told = answer.headers.get("content-encoding").map(|value| value.to_str().expect("text").to_owned());
            let expected = match encoding {
                "gzip" => Some("gzip"),
                "identity" => None,
                _ => Some("br"),
            };
            assert_eq!(told.as_deref(), expected);
            assert!(answer.headers["cache-control"].to_str().expect("text").contains("immutable"));
            papers.push((encoding, answer.bytes));
        }
    }
    assert_eq!(papers[..4], papers[4..]);
    let plain: Value = serde_json::from_slice(&papers[2].1).expect("JSON");
    assert_eq!(plain["QuestionSet"].as_array().map(Vec::len), Some(30));
    assert!(papers[0].1.len() * 3 < papers[2].1.len(), "compressed");
    assert!(!String::from_utf8_lossy(&papers[2].1).contains("Answer"));
}

async fn the_analysis_is_the_owners(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = t.contest(&rohan, 0, 60, true, 4, 0).await;
    let answer = async |who: &Browser, letters: &str| {
        who.join(&made).await;
        for (number, letter) in letters.chars().enumerate().filter(|(_, letter)| *letter != '-') {
            who.answer(&made, number, &letter.to_string()).await.expect(200);
        }
    };
    // Six know everything, and agree on C where the key says A. The others guess; one leaves that question open.
    let mut student = None;
    for number in 0..20 {
        let who = t.person(&format!("student{number}")).await;
        let guess = |often: i32| if number % often == 0 { "A" } else { "B" };
        let last = ["B", "A"][usize::from(number % 4 != 2)];
        let guesses = [guess(7), guess(5), guess(3), if number == 19 { "-" } else { last }].concat();
        answer(&who, if number < 6 { "AAAC" } else { &guesses }).await;
        student = Some(who);
    }
    for number in 0..10 {
        answer(&t.person(&format!("absent{number}")).await, "----").await;
    }
    t.pass(73);
    let path = format!("/contests/{}/analysis", made.id);
    student.expect("some").get(&path).await.refused(404, "missing");
    let said = rohan.get(&path).await.expect(200);
    assert_eq!((&said["participants"], &said["tookPart"]), (&json!(30), &json!(20)));
    let is_near = |found: &Value, expected: f64| found.as_f64().is_some_and(|found| (found - expected).abs() < 1e-9);
    let found = |said: &Value| -> Vec<Value> {
        said["questions"].as_array().expect("a list").iter().map(|one| one["finding"].clone()).collect()
    };
    assert_eq!(
        found(&said),
        ["close", "close", "close", "doubtful"],
        "whoever answered nothing is not the weakest quarter"
    );
    let last = &said["questions"][3];
    let counts: Vec<&Value> = last["Options"].as_array().expect("options").iter().map(|one| &one["count"]).collect();
    assert_eq!(json!(counts), json!([9, 4, 6, 0]));
    assert_eq!((&last["answered"], &last["correctCount"]), (&json!(19), &json!(9)));
    assert_eq!(last["doubt"], json!({"option": 2, "strongest": 6, "chose": 6, "choseKey": 0}));
    assert!(is_near(&last["discrimination"], -0.693_529_920_442), "{last}");
    assert!(is_near(&said["reliability"], -0.020_833_333_333), "{said}");
    // What was doubted is put right.
    let mut wish = json!({"questionId": made.questions[3], "marking": "key", "accepted": ["3-C"]});
    let preview = rohan.post(&format!("/contests/{}/corrections/preview", made.id), wish.clone()).await.expect(200);
    wish["version"] = preview["version"].clone();
    wish["reason"] = json!("The key was wrong");
    rohan.post(&format!("/contests/{}/corrections", made.id), wish).await.expect(201);
    let said = rohan.get(&path).await.expect(200);
    assert_eq!(found(&said), ["told"; 4]);
    assert_eq!(said["questions"][3]["doubt"], Value::Null);
    assert!(is_near(&said["questions"][3]["discrimination"], 0.906_045_369_848), "{said}");
}

async fn racing_one_question(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let ananya = t.person("ananya").await;
    let made = t.running(&rohan, 1).await;
    ananya.join(&made).await;
    let tries = (0..100).map(|number| {
        let letter = ["A", "B", "C", "D"][number % 4];
        let (ananya, made) = (&ananya, &made);
        async move { (letter, ananya.answer(made, 0, letter).await) }
    });
    let answers = futures::future::join_all(tries).await;
    let stored = ananya.get(&format!("/contests/{}/attempt", made.id)).await.expect(200)["answered"].clone();
    let winner = stored[made.questions[0].as_str()].as_str().expect("stored").to_owned();
    for (letter, answer) in answers {
        if winner.ends_with(letter) {
            answer.expect(200);
        } else {
            assert_eq!(answer.refused(409, "already_answered")["stored"], winner.as_str());
        }
    }
    t.pass(3700);
    assert_eq!(ananya.results(&made).await.expect(200)["results"][0]["totalAnswered"], 1, "counted once");
}

async fn racing_one_join(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let ananya = t.person("ananya").await;
    let made = t.running(&rohan, 1).await;
    let joins = futures::future::join_all((0..50).map(|_| ananya.join(&made))).await;
    assert!(joins.iter().all(|said| said["success"] == false));
    let list = rohan.get("/post/getallcontest").await.expect(200);
    assert_eq!(list["contests"][0]["participants"], 1);
    assert_eq!(rohan.results(&made).await.expect(200)["totalParticipants"], 1);
}

async fn racing_joins_against_a_contest_turning_private(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let mut people = Vec::new();
    for number in 0..8 {
        people.push(t.person(&format!("student{number}")).await);
    }
    for _ in 0..5 {
        let made = t.running(&rohan, 1).await;
        let asked = json!({"contestId": made.id, "intent": "join"});
        let joins = futures::future::join_all(people.iter().map(|who| who.post("/complete", asked.clone())));
        let hidden = rohan.post("/post/makepublic", json!({"contestId": made.id, "isPublic": false}));
        let (joins, hidden) = tokio::join!(joins, hidden);
        hidden.expect(200);
        let mut inside = 0;
        for (who, join) in people.iter().zip(joins) {
            let sees = who.get(&format!("/contest/{}", made.id)).await.status == 200;
            assert_eq!(join.status == 200, sees, "who was let in stays, nobody else is in");
            inside += u64::from(sees);
        }
        assert_eq!(rohan.results(&made).await.expect(200)["totalParticipants"], inside);
    }
}

async fn racing_the_first_join_against_an_edit(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    for round in 0..10 {
        let made = t.running(&rohan, 1).await;
        let ananya = t.person(&format!("student{round}")).await;
        let path = format!("/post/update/{}/{}", made.id, made.questions[0]);
        let edit = rohan.put(&path, json!({"Question": "Edited?", "Options": ["p", "q", "r", "s"], "Answer": "s"}));
        let (edited, _) = tokio::join!(edit, ananya.join(&made));
        let paper = ananya.get(&format!("/contests/{}/paper", made.id)).await.expect(200);
        let shown = paper["QuestionSet"][0]["Question"].as_str() == Some("Edited?");
        let won = edited.status == 200;
        assert_eq!(shown, won, "round {round}: what was acknowledged is what is on the paper");
        // And the paper never changes again.
        rohan.put(&path, question(&made.id, 9, 0)).await.refused(409, "contest_frozen");
    }
}

/// One transaction for all that wait, and one statement for each table in it: what makes a durable answer cheap.
async fn answers_that_wait_share_a_transaction(t: TestApp) {
    const STUDENTS: u64 = 20;
    const QUESTIONS: usize = 10;
    let t = t.alone(&[], 2).await;
    let rohan = t.organiser("rohan").await;
    let made = t.running(&rohan, QUESTIONS).await;
    let mut students = Vec::new();
    for number in 0..STUDENTS {
        let student = t.person(&format!("student{number}")).await;
        student.join(&made).await;
        students.push(student);
    }
    // They come while nothing is written.
    let (held, arrived) = (hold_writer(&t).await, t.entered());
    let before = t.app.db.count();
    let answers = students.iter().flat_map(|student| (0..QUESTIONS).map(|number| student.answer(&made, number, "A")));
    let looking = async {
        let all = arrived + STUDENTS as usize * QUESTIONS;
        until("all of them have arrived", async || t.entered() == all).await;
        drop(held);
    };
    let (answers, ()) = tokio::join!(futures::future::join_all(answers), looking);
    for answer in answers {
        answer.expect(200);
    }
    let cost = t.app.db.count().since(before);
    assert!(cost.transactions < STUDENTS * QUESTIONS as u64 / 4, "{cost:?}");
    assert_eq!(cost.statements, 2 * cost.transactions, "the answers, and the counts of the attempts: {cost:?}");
    t.pass(3700);
    let board = rohan.results(&made).await.expect(200);
    let rows = board["results"].as_array().expect("rows");
    assert_eq!(rows.len() as u64, STUDENTS);
    assert!(rows.iter().all(|row| row["correctAnswerCount"] == QUESTIONS), "{rows:?}");
}

async fn many_students_answer_at_once(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = t.running(&rohan, 10).await;
    let mut students = Vec::new();
    for number in 0..12 {
        students.push(t.person(&format!("student{number}")).await);
    }
    futures::future::join_all(students.iter().map(|student| student.join(&made))).await;
    let answers = students.iter().enumerate().flat_map(|(place, student)| {
        let made = &made;
        (0..10).map(move |number| async move {
            let letter = if number <= place % 10 { "A" } else { "B" };
            student.answer(made, number, letter).await.expect(200)
        })
    });
    futures::future::join_all(answers).await;
    t.pass(3700);
    let said = rohan.results(&made).await.expect(200);
    for row in said["results"].as_array().expect("rows") {
        let place: i64 = row["fullName"]
            .as_str()
            .and_then(|name| name.strip_prefix("Student")?.split(' ').next()?.parse().ok())
            .expect("number");
        assert_eq!(row["correctAnswerCount"], place % 10 + 1);
        assert_eq!(row["totalAnswered"], 10);
    }
}

/// Exactly the specification's names, from another origin, cookies and preflight included.
async fn a_client_of_the_specification_does_the_whole_job(t: TestApp) {
    const ORIGIN: &str = "http://127.0.0.1:5999";
    let t = t.another(&[("QUAD_CORS_ORIGINS", ORIGIN)], 3).await;
    let call = async |who: &Browser, method: &str, path: &str, body: Option<Value>| {
        let method: reqwest::Method = method.parse().expect("a method");
        let headers = [("origin", ORIGIN), ("sec-fetch-site", "same-site"), ("x-user-id", who.id.as_str())];
        let answer = who.ask(method, path, body, &headers).await;
        assert_eq!(answer.headers["access-control-allow-origin"], ORIGIN);
        assert_eq!(answer.headers["access-control-allow-credentials"], "true");
        answer
    };
    let asks = [
        ("origin", ORIGIN),
        ("access-control-request-method", "PUT"),
        ("access-control-request-headers", "content-type,x-user-id"),
    ];
    let preflight = t.browser().ask(reqwest::Method::OPTIONS, "/post/update/a/b", None, &asks).await;
    assert!(preflight.status.is_success());
    let allowed = preflight.headers["access-control-allow-headers"].to_str().expect("text").to_lowercase();
    assert!(allowed.contains("content-type") && allowed.contains("x-user-id"));
    assert!(
        preflight
            .headers
            .get_all("vary")
            .iter()
            .any(|value| value.to_str().is_ok_and(|v| v.to_lowercase().contains("origin")))
    );

    let mut people = Vec::new();
    for (name, contact) in [("Olga Iyer", json!(9_876_543_210_i64)), ("Student One", json!("9876543211"))] {
        let email = format!("{}@meridian.example", name.split(' ').next().expect("name").to_lowercase());
        let mut who = t.browser();
        let register = json!({
            "fullName": name, "email": email, "contact": contact, "role": "ADMIN", "passWord": "violet-harbour-42",
            "contestgiven": [], "Batch": 2025,
        });
        let said = call(&who, "POST", "/register", Some(register)).await.expect(201);
        assert!(said["message"].is_string());
        let login = json!({"email": email, "passWord": "violet-harbour-42", "pushsubscription": {"endpoint": 1}});
        let said = call(&who, "POST", "/login", Some(login)).await.expect(200);
        who.id = said["_id"].as_str().expect("an id").to_owned();
        assert_eq!(call(&who, "GET", "/isadmin", None).await.expect(200)["role"], "USER", "a role is not asked for");
        people.push(who);
    }
    let (owner, student) = (&people[0], &people[1]);
    assert!(quad_contests::payments::grant_by_operator(&t.app, "olga@meridian.example", 1, 0).await.is_ok());
    assert_eq!(call(owner, "GET", "/checklogged", None).await.expect(200)["user"]["fullName"], "Olga Iyer");
    let create = json!({
        "title": "Drop-in", "description": "", "startDate": t.moment(0), "endDate": t.moment(600), "isPublic": false, "QuestionSet": [],
    });
    let id = call(owner, "POST", "/post/createcontest", Some(create)).await.expect(201)["contest"]["_id"]
        .as_str()
        .expect("id")
        .to_owned();
    for number in 0..2 {
        call(owner, "POST", "/post/addQuestion", Some(question(&id, number, 1))).await.expect(201);
    }
    let set = call(owner, "GET", &format!("/post/{id}"), None).await.expect(200)["contest"]["QuestionSet"].clone();
    let update = json!({"Question": "Changed?", "Options": ["1-A", "1-B", "1-C", "1-D"], "Answer": "1-B"});
    let path = format!("/post/update/{id}/{}", set[1]["_id"].as_str().expect("id"));
    assert!(call(owner, "PUT", &path, Some(update)).await.expect(200)["message"].is_string());
    call(owner, "POST", "/post/makepublic", Some(json!({"isPublic": true, "contestId": id}))).await.expect(200);

    let listed = call(student, "GET", "/post/getallcontest", None).await.expect(200);
    assert_eq!(listed["contests"][0]["QuestionSet"].as_array().map(Vec::len), Some(2));
    let who = json!({"contestId": id, "userId": student.id});
    assert_eq!(call(student, "POST", "/checkcomplete", Some(who.clone())).await.expect(200)["success"], false);
    assert_eq!(call(student, "POST", "/complete", Some(who.clone())).await.expect(200)["success"], false);
    let paper = call(student, "GET", &format!("/post/getContestById/{id}"), None).await.expect(200);
    for asked in paper["contest"]["QuestionSet"].as_array().expect("questions") {
        let answer =
            json!({"UserId": student.id, "ContestId": id, "QuestionId": asked["_id"], "Answer": asked["Options"][1]});
        call(student, "POST", "/post/answer", Some(answer)).await.expect(200);
    }
    assert_eq!(call(student, "POST", "/complete", Some(who)).await.expect(200)["success"], true);
    let earlier = json!({"contestId": id, "startDate": t.moment(-5), "endDate": t.moment(5)});
    assert!(call(owner, "POST", "/changetime", Some(earlier)).await.expect(200)["message"].is_string());
    t.pass(10);
    let said = call(student, "POST", "/post/results", Some(json!({"ContestId": id}))).await.expect(200);
    assert_eq!(said["data"]["results"][0]["correctAnswerCount"], 2);
    let head = call(student, "GET", &format!("/contest/{id}"), None).await.expect(200);
    assert_eq!((head["title"].as_str(), head["date"].is_string()), (Some("Drop-in"), true));
    call(student, "GET", "/logout", None).await.expect(200);
    assert_eq!(call(student, "GET", "/checklogged", None).await.expect(200)["success"], false);
    // An origin that is not listed gets nothing.
    let foreign = [("origin", "http://127.0.0.1:6000"), ("sec-fetch-site", "same-site")];
    let refused = owner
        .ask(reqwest::Method::POST, "/post/makepublic", Some(json!({"isPublic": false, "contestId": id})), &foreign)
        .await;
    assert!(refused.headers.get("access-control-allow-origin").is_none());
    refused.refused(403, "cross_site");
}

/// Asks until it is taken: whoever waits for long for what somebody else has locked is told to come again.
async fn until_taken(ask: impl AsyncFn() -> Answer) -> Answer {
    for _ in 0..100 {
        let said = ask().await;
        if said.status != 503 {
            return said;
        }
        assert!(said.headers.contains_key("retry-after"), "{said:?}");
    }
    panic!("never taken");
}

/// Another program has the row of one attempt, and the one of another contest: those alone wait, whatever comes beside them in the same
/// batch.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_locked_holds_up_nobody_else() {
    let Some(t) = TestApp::on_postgres().await else { return };
    let rohan = t.organiser("rohan").await;
    let (contest, other) = (t.running(&rohan, 8).await, t.running(&rohan, 1).await);
    // Each round has its own: what is remembered of an answer is not written.
    let crowd = t.crowd(7).await;
    for who in &crowd {
        who.join(&contest).await;
    }
    let ada = &crowd[0];
    let mine = format!("FROM attempts WHERE user_id = '{}'", ada.id);
    let rows = [
        // As somebody at a prompt has it, and as one who has written there; neither ends.
        format!("SELECT 1 {mine} FOR UPDATE"),
        format!("INSERT INTO answers (attempt_id, question_no, chosen, answered_at) SELECT id, 8, 8, 1 {mine}"),
        format!("INSERT INTO answers (attempt_id, question_no, chosen, answered_at) SELECT id, 3, 8, 1 {mine}"),
    ];
    for (number, row) in rows.iter().enumerate() {
        let mut keeper = PgConnection::connect(t.url()).await.expect("connected");
        let kept = format!("BEGIN; {row}; SELECT 1 FROM contests WHERE id = '{}' FOR UPDATE", other.id);
        keeper.execute(AssertSqlSafe(kept)).await.expect("locked");
        let waits = async { until_taken(async || ada.answer(&contest, number, "A").await).await };
        let joins = async {
            let who = &crowd[4 + number];
            let asked = json!({"contestId": other.id, "userId": who.id, "intent": "join"});
            until_taken(async || who.post("/complete", asked.clone()).await).await
        };
        let goes_on = async {
            let mut taken = Vec::new();
            for question in 0..8 {
                taken.push(crowd[1 + number].answer(&contest, question, "B").await.status.as_u16());
            }
            keeper.execute("ROLLBACK").await.expect("let go");
            taken
        };
        let (waited, joined, taken) = tokio::join!(waits, joins, goes_on);
        assert_eq!(taken, [200; 8], "{row}");
        assert_eq!((waited.status.as_u16(), joined.status.as_u16()), (200, 200), "{row}: {waited:?}, {joined:?}");
        keeper.close().await.expect("closed");
    }
    // Who hands in while it is locked has handed in once it is not; and an answer that came before counts.
    let mut keeper = PgConnection::connect(t.url()).await.expect("connected");
    keeper.execute(AssertSqlSafe(format!("BEGIN; {}", rows[0]))).await.expect("locked");
    let hands_in = async {
        let asked = json!({"contestId": contest.id, "userId": ada.id, "intent": "submit"});
        until_taken(async || ada.post("/complete", asked.clone()).await).await
    };
    let goes_on = async {
        for question in 0..3 {
            crowd[4].answer(&contest, question, "B").await.expect(200);
        }
        keeper.execute("ROLLBACK").await.expect("let go");
    };
    let (handed_in, ()) = tokio::join!(hands_in, goes_on);
    handed_in.expect(200);
    assert_eq!(ada.answer(&contest, 7, "A").await.status, 409);
    keeper.close().await.expect("closed");
}

/// What waits for a lock is tried with each further batch, and counted with the one that it came in.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_waits_for_a_lock_is_counted_once() {
    let Some(t) = TestApp::on_postgres().await else { return };
    let t = t.beside_with(&[], 4).await;
    let rohan = t.organiser("rohan").await;
    let contest = t.running(&rohan, 8).await;
    let crowd = t.crowd(2).await;
    for who in &crowd {
        who.join(&contest).await;
    }
    let [ada, ben] = &crowd[..] else { panic!("two") };
    let mut keeper = PgConnection::connect(t.url()).await.expect("connected");
    let kept = format!("BEGIN; SELECT 1 FROM attempts WHERE user_id = '{}' FOR UPDATE", ada.id);
    keeper.execute(AssertSqlSafe(kept)).await.expect("locked");
    let (before, asked) = (t.batch_entries(), AtomicUsize::new(8));
    let answers = async || {
        asked.fetch_add(1, Ordering::Relaxed);
        ada.answer(&contest, 0, "A").await
    };
    let goes_on = async {
        for question in 0..8 {
            ben.answer(&contest, question, "B").await.expect(200);
        }
        keeper.execute("ROLLBACK").await.expect("let go");
    };
    let (waited, ()) = tokio::join!(until_taken(answers), goes_on);
    waited.expect(200);
    assert_eq!(t.batch_entries() - before, asked.load(Ordering::Relaxed));
    keeper.close().await.expect("closed");
}
