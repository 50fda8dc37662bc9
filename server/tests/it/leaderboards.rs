//! Result boards: when they are final, how often they are built, and what makes them be built anew. And the writer that
//! everything on them came through, when it cannot keep up.

use std::time::{Duration, Instant};

use quad_db::{Engine, Tx, sql};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::harness::{Browser, Made, TestApp, until};
use crate::on_both_engines;

on_both_engines!(
    a_board_is_final_when_the_last_answer_is_in,
    a_final_board_is_built_once,
    lists_tell_the_ranks_of_boards_that_nobody_keeps,
    another_name_is_seen_though_nobody_was_told,
    what_is_written_too_late_is_on_the_board,
    what_is_written_after_a_correction_counts_by_the_new_key,
    a_full_queue_refuses_and_loses_nothing,
    a_long_board_is_sent_in_pieces_and_whole,
);

/// Long enough for everything that is looked for once a second, and shorter than a minute.
const SOON: Duration = Duration::from_secs(50);

/// Looks at a board until it is as wanted.
async fn becomes(who: &Browser, contest: &Made, what: &str, is_right: impl Fn(&Value) -> bool) {
    let looking = async {
        while !is_right(&who.results(contest).await.expect(200)) {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(SOON, looking).await.expect(what);
}

/// From now on nobody can write an answer, until this is given up.
async fn hold_answers(t: &TestApp) -> Tx {
    let mut tx = t.app.db.begin().await.expect("begun");
    if tx.engine() == Engine::Postgres {
        sql("LOCK TABLE answers IN EXCLUSIVE MODE").run(&mut tx).await.expect("held");
    }
    tx
}

async fn a_board_is_final_when_the_last_answer_is_in(t: TestApp) {
    let (rohan, ada, bo) = (t.organiser("rohan").await, t.person("ada").await, t.person("bo").await);
    let made = t.contest(&rohan, 0, 60, true, 1, 0).await;
    for who in [&ada, &bo] {
        who.join(&made).await;
        who.answer(&made, 0, "A").await.expect(200);
    }
    let finals = async || {
        let mut said = Vec::new();
        // Everybody's page, kept as text, with the own row on it and without; all rows; the standing.
        for (who, path) in [(&ada, "?page=1&size=1"), (&bo, "?page=1&size=1"), (&bo, "")] {
            let board = who.post(&format!("/post/results{path}"), json!({"ContestId": made.id})).await.expect(200);
            assert_eq!(board["totalParticipants"], 2);
            said.push(board["final"].as_bool().expect("said"));
        }
        let standing = ada.get(&format!("/contests/{}/standing", made.id)).await.expect(200);
        said.push(standing["final"].as_bool().expect("said"));
        said
    };
    t.pass(62);
    assert_eq!(finals().await, [false; 4], "it stands open, and one may still be on its way");
    t.pass(10);
    assert_eq!(finals().await, [false; 4]);
    t.pass(1);
    assert_eq!(finals().await, [true; 4]);
}

async fn a_final_board_is_built_once(t: TestApp) {
    const LOOKS: u64 = 40;
    let t = t.alone(&[], 2).await;
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = t.contest(&rohan, 0, 60, true, 1, 0).await;
    ada.join(&made).await;
    ada.answer(&made, 0, "A").await.expect(200);
    t.pass(73);
    ada.results(&made).await.expect(200);
    // What was changed of people to make this story has been looked at.
    tokio::time::sleep(Duration::from_millis(1_200)).await;
    t.pass(65);
    ada.results(&made).await.expect(200);
    let (before, began, mut least) = (t.app.db.count(), Instant::now(), u64::MAX);
    for _ in 0..LOOKS {
        let before = t.app.db.count();
        assert_eq!(ada.results(&made).await.expect(200)["final"], true);
        least = least.min(t.app.db.count().since(before).reads);
    }
    let cost = t.app.db.count().since(before);
    // The contest once a second, and whether somebody has another name twice: between two of them a look costs nothing.
    let most = 3 * (began.elapsed().as_secs() + 2);
    assert!(cost.reads <= most && least == 0, "{cost:?}, at most {most} reads; {least} of a look");
}

/// As when a process ends right after its commit, or the line to the others is broken.
/// The own rank in many contests that are over is counted by one statement, and is that of their boards.
async fn lists_tell_the_ranks_of_boards_that_nobody_keeps(t: TestApp) {
    const CONTESTS: usize = 30;
    let t = t.alone(&[], 2).await;
    let owners = [t.organiser("rohan").await, t.organiser("meera").await];
    let people = [t.person("ada").await, t.person("bo").await, t.person("cy").await];
    let mut contests = Vec::new();
    for number in 0..CONTESTS {
        let made = t.contest(&owners[number % 2], 0, 60, true, 2, 0).await;
        for (who, digit) in people.iter().zip([1, 3, 9]) {
            who.join(&made).await;
            // Every mixture of right, wrong and nothing; some who are equal in these, and some of them later.
            let choices = number / digit % 3;
            for question in 0..choices {
                let letter = if number % 5 < 2 + question { "A" } else { "B" };
                t.pass(i64::from(number % 7 == 0 && digit == 3));
                who.answer(&made, question, letter).await.expect(200);
            }
        }
        contests.push(made);
    }
    t.pass(90);
    let told = async |who: &Browser| {
        let mut ranks = Vec::new();
        for (path, part) in
            [("/contest/my-contests", ""), ("/post/getallcontest?page=1&size=30&brief=true", "/contests")]
        {
            let list = who.get(path).await.expect(200);
            let list = list.pointer(part).and_then(Value::as_array).expect("a list").clone();
            let rank_of =
                |made: &Made| list.iter().find(|card| card["_id"] == made.id.as_str()).map(|card| card["rank"].clone());
            ranks.push(contests.iter().map(|made| rank_of(made).expect("listed")).collect::<Vec<_>>());
        }
        assert_eq!(ranks[0], ranks[1]);
        ranks.remove(0)
    };
    told(&people[0]).await;
    let mut least = u64::MAX;
    for who in &people {
        let (before, began) = (t.app.db.count(), Instant::now());
        told(who).await;
        // And what is looked at once a second for all together.
        let (cost, looks) = (t.app.db.count().since(before), 4 * (began.elapsed().as_secs() + 1));
        assert!(cost.reads <= 2 * 4 + looks, "{cost:?}, {looks} of them looks");
        least = least.min(cost.reads);
    }
    assert!(least < CONTESTS as u64, "{least} reads");
    let mut all = Vec::new();
    for who in &people {
        let counted = told(who).await;
        let mut ranks = Vec::new();
        for made in &contests {
            let standing = who.get(&format!("/contests/{}/standing", made.id)).await.expect(200);
            ranks.push(standing["you"]["rank"].clone());
        }
        assert_eq!(counted, ranks);
        all.extend(ranks);
    }
    assert!((1..=3).all(|rank| all.contains(&json!(rank))), "{all:?}");
    // Where many took part it is the board's.
    let counted = told(&people[0]).await;
    let mut tx = t.app.db.begin().await.expect("begun");
    sql("UPDATE contests SET participants = 5000").run(&mut tx).await.expect("changed");
    tx.commit().await.expect("committed");
    assert_eq!(told(&people[0]).await, counted);
}

async fn another_name_is_seen_though_nobody_was_told(t: TestApp) {
    let (rohan, ada, bo) = (t.organiser("rohan").await, t.person("ada").await, t.person("bo").await);
    let made = t.contest(&rohan, 0, 60, true, 1, 0).await;
    for who in [&ada, &bo] {
        who.join(&made).await;
    }
    t.pass(73);
    let beside = t.beside(5).await;
    beside.pass(73);
    let names = |board: &Value| {
        let rows = board["results"].as_array().expect("rows").iter();
        let mut names: Vec<String> = rows.map(|row| row["fullName"].as_str().expect("a name").to_owned()).collect();
        names.sort();
        names
    };
    for who in [&bo, &bo.at(&beside.base)] {
        assert_eq!(names(&who.results(&made).await.expect(200)), ["Ada Test", "Bo Test"]);
    }
    let mut tx = t.app.db.begin().await.expect("begun");
    for text in [
        "UPDATE users SET full_name = 'Ada Byron' WHERE full_name = 'Ada Test'",
        "INSERT INTO person_changes (user_id) SELECT id FROM users WHERE full_name = 'Ada Byron'",
    ] {
        assert_eq!(sql(text).run(&mut tx).await.expect("changed"), 1);
    }
    tx.commit().await.expect("committed");
    for who in [&bo, &bo.at(&beside.base)] {
        becomes(who, &made, "the new name", |board| names(board) == ["Ada Byron", "Bo Test"]).await;
    }
}

/// The database takes no answers for longer than the board waits for the last one.
async fn what_is_written_too_late_is_on_the_board(t: TestApp) {
    let late = Late::answers(&t, &[]).await;
    late.are_on_the_board(3).await;
}

/// And when it does, another process has corrected the key by which they were graded.
async fn what_is_written_after_a_correction_counts_by_the_new_key(t: TestApp) {
    let meanwhile = ["UPDATE questions SET accepted = 2", "UPDATE contests SET corrections = corrections + 1"];
    let late = Late::answers(&t, &meanwhile).await;
    late.are_on_the_board(0).await;
}

/// A contest of one question that three answered right in its last second, and two processes that had its final board
/// before these answers were written.
struct Late {
    made: Made,
    lookers: [Browser; 2],
    _processes: [TestApp; 2],
}

impl Late {
    /// `meanwhile` is done before they are written.
    async fn answers(t: &TestApp, meanwhile: &[&str]) -> Self {
        let t = t.alone(&[], 2).await;
        let rohan = t.organiser("rohan").await;
        let mut people = Vec::new();
        for name in ["ada", "bo", "cy"] {
            people.push(t.person(name).await);
        }
        let made = t.contest(&rohan, 0, 60, true, 1, 0).await;
        for who in &people {
            who.join(&made).await;
        }
        let beside = t.beside(5).await;
        let lookers = [people[0].clone(), people[0].at(&beside.base)];
        t.pass(59);
        let (mut held, before) = (hold_answers(&t).await, t.entered());
        let answering = futures::future::join_all(people.iter().map(|who| who.answer(&made, 0, "A")));
        let looking = async {
            until("all of them have arrived", async || t.entered() == before + people.len()).await;
            t.pass(20);
            beside.pass(79);
            for who in &lookers {
                let board = who.results(&made).await.expect(200);
                assert_eq!((board["final"].as_bool(), sum(&board, "totalAnswered")), (Some(true), 0));
            }
            for text in meanwhile {
                assert_eq!(sql((*text).to_owned()).run(&mut held).await.expect("done"), 1);
            }
            held.commit().await.expect("given up");
        };
        let (answers, ()) = tokio::join!(answering, looking);
        for answer in answers {
            answer.expect(200);
        }
        Self { made, lookers, _processes: [t, beside] }
    }

    async fn are_on_the_board(&self, right: i64) {
        for who in &self.lookers {
            becomes(who, &self.made, "what was acknowledged", |board| sum(board, "totalAnswered") == 3).await;
            becomes(who, &self.made, "the key", |board| sum(board, "correctAnswerCount") == right).await;
        }
    }
}

fn sum(board: &Value, what: &str) -> i64 {
    let rows = board["results"].as_array().expect("rows").iter();
    rows.map(|row| row[what].as_i64().expect("a count")).sum()
}

async fn a_full_queue_refuses_and_loses_nothing(t: TestApp) {
    const STUDENTS: usize = 12;
    const ROOM: usize = 3;
    let t = t.alone(&[("QUAD_ANSWER_QUEUE", "3")], 2).await;
    let rohan = t.organiser("rohan").await;
    let mut students = Vec::new();
    for number in 0..STUDENTS {
        students.push(t.person(&format!("student{number}")).await);
    }
    let made = t.contest(&rohan, 0, 60, true, 1, 0).await;
    for student in &students {
        student.join(&made).await;
    }
    let held = hold_answers(&t).await;
    let mut answering = JoinSet::new();
    for student in students {
        let made = Made { id: made.id.clone(), questions: made.questions.clone() };
        answering.spawn(async move {
            let answer = student.answer(&made, 0, "A").await;
            (student, answer)
        });
    }
    let (mut refused, mut taken) = (Vec::new(), 0);
    // So many may be with the writer and as many may wait; each of the others is sent away at once.
    while refused.len() < STUDENTS - 2 * ROOM {
        let (student, answer) = answering.join_next().await.expect("one of them").expect("asked");
        assert_eq!(answer.headers["retry-after"], "1");
        answer.refused(503, "unavailable");
        refused.push(student);
    }
    assert!(t.app.attempt_log.waiting() as usize <= ROOM);
    held.commit().await.expect("given up");
    while let Some(done) = answering.join_next().await {
        let (student, answer) = done.expect("asked");
        if answer.status == 503 {
            refused.push(student);
        } else {
            answer.expect(200);
            taken += 1;
        }
    }
    let stored = async || {
        let stored = sql("SELECT COUNT(*) AS value FROM answers").value::<i64>(&t.app.db).await;
        stored.expect("asked").expect("a count") as usize
    };
    assert!(taken > 0 && stored().await == taken, "{taken} acknowledged, {} stored", stored().await);
    // As the browser's outbox does.
    for student in &refused {
        student.answer(&made, 0, "A").await.expect(200);
    }
    assert_eq!(stored().await, STUDENTS);
    t.pass(73);
    assert_eq!(sum(&rohan.results(&made).await.expect(200), "correctAnswerCount"), STUDENTS as i64);
}

/// As many as make it long, each with one right answer fewer than the one before.
async fn a_long_board_is_sent_in_pieces_and_whole(t: TestApp) {
    const PEOPLE: usize = 1_250;
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = t.contest(&rohan, 0, 60, true, 1, 0).await;
    ada.join(&made).await;
    let contest: uuid::Uuid = made.id.parse().expect("an id");
    let mut tx = t.app.db.begin().await.expect("begun");
    for number in 0..PEOPLE {
        let id = uuid::Uuid::from_u128(number as u128 + 1);
        sql("INSERT INTO users (id, email, full_name, contact, batch, password_hash, confirmed_at, created_at)
             VALUES ($1, $2, $3, '9000000000', 2026, '!', 1, 1)")
        .arg(id)
        .arg(format!("student{number}@meridian.example"))
        .arg(format!("Student {number} \"quoted\""))
        .run(&mut tx)
        .await
        .expect("a person");
        sql("INSERT INTO attempts (contest_id, user_id, joined_at, correct, wrong, last_answer_at) VALUES ($1, $2, 1, $3, 0, 2)")
            .arg(contest)
            .arg(id)
            .arg((PEOPLE - number) as i32)
            .run(&mut tx)
            .await
            .expect("an attempt");
    }
    tx.commit().await.expect("committed");
    t.pass(73);
    let answer = ada.post("/post/results", json!({"ContestId": made.id})).await;
    assert!(answer.headers.contains_key("transfer-encoding"), "it is sent while it is written: {:?}", answer.headers);
    let said = answer.expect(200);
    assert_eq!(said["totalParticipants"], PEOPLE + 1);
    assert_eq!(said["results"], said["data"]["results"]);
    let rows = said["results"].as_array().expect("a list");
    assert_eq!(rows.len(), PEOPLE + 1);
    for (number, row) in rows.iter().take(PEOPLE).enumerate() {
        assert_eq!(row["rank"], number + 1);
        assert_eq!(row["correctAnswerCount"], PEOPLE - number);
        assert_eq!(row["fullName"], format!("Student {number} \"quoted\""));
        assert_eq!(row.get("email").filter(|email| !email.is_null()), None, "another's address");
    }
    assert_eq!(rows[PEOPLE]["email"], "ada@meridian.example");
    // The owner is told the addresses, and a page is a part of the same list.
    let all = rohan.results(&made).await.expect(200);
    assert_eq!(all["results"][7]["email"], "student7@meridian.example");
    let page = ada.post("/post/results?page=3&size=500", json!({"ContestId": made.id})).await;
    assert!(!page.headers.contains_key("transfer-encoding"), "one this short has a length: {:?}", page.headers);
    let page = page.expect(200);
    assert_eq!(page["results"].as_array().expect("a list")[..], rows[1_000..]);
}
