//! A story of a client that knows only the specification, beside contests of every newer kind: its own contest is byte for byte what it
//! was, what it cannot play refuses it with a sentence and never half a paper, what it can it plays, and lists and boards of all work.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, Browser, Form, Made, TestApp, made};
use crate::kinds::{broken, list, options, questions_of, text};
use crate::plain_stories;

plain_stories!(a_client_of_the_specification_lives_beside_every_newer_contest);

const TAKEN: &str = "/post/getContestById/";

/// Question `number` of four options, of which the first is right.
fn single(number: usize) -> Value {
    json!({"kind": "single", "text": format!("Question {number}?"), "options": options(number, 4), "right": [0]})
}

/// The same with something else.
fn with(number: usize, more: Value) -> Value {
    let mut question = single(number);
    let Value::Object(more) = more else { panic!("no object: {more}") };
    for (name, value) in more {
        question[name] = value;
    }
    question
}

/// A contest of a minute with these questions.
async fn contest(t: &TestApp, owner: &Browser, questions: &[Value]) -> Made {
    let mut made = t.contest(owner, 0, 60, true, 0, 0).await;
    let said = owner.post(&questions_of(&made), json!({"questions": questions})).await.expect(201);
    made.questions = list(&said["questions"]).iter().map(|one| text(&one["_id"])).collect();
    made
}

/// The same, with a setting of its own.
async fn set(t: &TestApp, owner: &Browser, part: &str, asked: Value) -> Made {
    let made = contest(t, owner, &[single(0), single(1), single(2)]).await;
    owner.put(&format!("/contests/{}{part}", made.id), asked).await.expect(200);
    made
}

async fn pictured(t: &TestApp, owner: &Browser) -> Made {
    let mut made = t.contest(owner, 0, 60, true, 0, 0).await;
    let path = format!("/contests/{}/pictures", made.id);
    let form = Form::new().file("image", "pulley.png", &made::png(&made::quadrants(600, 300)));
    let id = text(&owner.send_form(Method::POST, &path, form).await.expect(201)["picture"]["id"]);
    let shows = json!({"pictures": [{"id": id, "alt": "A pulley", "option": null}]});
    let asked = json!({"questions": [single(0), with(1, shows)]});
    let said = owner.post(&questions_of(&made), asked).await.expect(201);
    made.questions = list(&said["questions"]).iter().map(|one| text(&one["_id"])).collect();
    made
}

/// Contests that a client of the specification cannot play, by what is new in them, and the level of a client that can.
async fn unplayable(t: &TestApp, owner: &Browser) -> Vec<(&'static str, u32, Made)> {
    let of = async |question: Value| contest(t, owner, &[single(0), question]).await;
    let typed = json!({"kind": "number", "text": "How fast?", "options": [], "right": [], "value": "9.81"});
    let written = json!({"kind": "text", "text": "What is it?", "options": [], "right": [], "accepted": ["A pulley"]});
    let several = with(1, json!({"kind": "several", "right": [0, 1]}));
    let changing = json!({"preset": "plain", "changing": "until_hand_in"});
    vec![
        ("two options", 1, of(with(1, json!({"options": options(1, 2)}))).await),
        ("eight options", 1, of(with(1, json!({"options": options(1, 8)}))).await),
        ("several right", 2, of(several).await),
        ("a number", 3, of(typed).await),
        ("a text", 3, of(written).await),
        ("a picture", 4, pictured(t, owner).await),
        ("changing", 5, set(t, owner, "/rules", changing).await),
    ]
}

/// Contests that it can play, though something in them is new.
async fn playable(t: &TestApp, owner: &Browser) -> Vec<(&'static str, Made)> {
    let maths = contest(t, owner, &[with(0, json!({"text": "What is $x^2$ for $x = 3$?"})), single(1)]).await;
    let mixed = json!({"questionOrder": "shuffled", "optionOrder": "shuffled"});
    let part = json!({"difficulty": null, "category": null, "tags": [], "count": 2});
    vec![
        ("maths", maths),
        ("mixed", set(t, owner, "", mixed).await),
        ("drawn", set(t, owner, "/draw", json!({"parts": [part], "papers": 3})).await),
        ("marked", set(t, owner, "/rules", json!({"preset": "jee_main"})).await),
    ]
}

/// Plays a contest with the calls of the specification alone: joins, reads the paper, answers by the texts of options, looks whether it is
/// complete, and hands in. Gives each reply as it came, without what names this contest, this person and this attempt.
async fn play(who: &Browser, made: &Made) -> Vec<String> {
    let intent = json!({"contestId": made.id, "userId": who.id});
    let mut said = vec![who.post("/complete", intent.clone()).await];
    let paper = who.get(&format!("{TAKEN}{}", made.id)).await;
    for question in list(&paper.body["contest"]["QuestionSet"]) {
        let answer = json!({"UserId": who.id, "ContestId": made.id, "QuestionId": question["_id"], "Answer": question["Options"][0]});
        // The same again is fine, too.
        said.push(who.post("/post/answer", answer.clone()).await);
        said.push(who.post("/post/answer", answer).await);
    }
    said.push(paper);
    said.push(who.post("/checkcomplete", intent.clone()).await);
    said.push(who.post("/complete", intent.clone()).await);
    said.push(who.post("/checkcomplete", intent).await);
    said.iter().map(|one| nameless(who, made, one)).collect()
}

fn nameless(who: &Browser, made: &Made, said: &Answer) -> String {
    assert!(said.status.is_success(), "{} {}", said.status, said.body);
    let mut plain = String::from_utf8(said.bytes.clone()).expect("text");
    let ids = made.questions.iter().enumerate().map(|(number, id)| (id.clone(), format!("question {number}")));
    let attempt = [&said.body["attempt"], &said.body["attempt"]["attempt"]].into_iter().find_map(Value::as_str);
    let attempt = attempt.map(|id| (format!("\"attempt\":\"{id}\""), "\"attempt\":\"\"".to_owned()));
    let person = [(made.id.clone(), "contest".to_owned()), (who.id.clone(), "person".to_owned())];
    for (id, name) in ids.chain(person).chain(attempt) {
        plain = plain.replace(&id, &name);
    }
    plain
}

async fn a_client_of_the_specification_lives_beside_every_newer_contest(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let (ada, bo, dev) = (t.person("ada").await, t.person("bo").await, t.person("dev").await);
    // Alone in the world, and beside all others: the same bytes.
    let alone = t.contest(&rohan, 0, 60, true, 3, 0).await;
    let before = play(&ada, &alone).await;
    let (new, known) = (unplayable(&t, &rohan).await, playable(&t, &rohan).await);
    let beside = t.contest(&rohan, 0, 60, true, 3, 0).await;
    assert_eq!(play(&bo, &beside).await, before);
    let paper = bo.get(&format!("{TAKEN}{}", beside.id)).await.expect(200)["contest"]["QuestionSet"].clone();
    let first = json!({"_id": beside.questions[0], "Question": "Question 0?", "Options": options(0, 4)});
    assert_eq!((&paper[0], list(&paper).len()), (&first, 3));
    // What it cannot play refuses it in a sentence, whatever it calls.
    for (what, kinds, made) in &new {
        let intent = json!({"contestId": made.id, "userId": bo.id});
        let answer = json!({"UserId": bo.id, "ContestId": made.id, "QuestionId": made.questions[0], "Answer": "0-A"});
        let said = [
            bo.get(&format!("{TAKEN}{}", made.id)).await,
            bo.post("/complete", intent.clone()).await,
            bo.get(&format!("{TAKEN}{}?kinds={}", made.id, kinds - 1)).await,
            bo.post("/complete", json!({"contestId": made.id, "intent": "join", "kinds": kinds - 1})).await,
        ];
        for said in said {
            let said = said.refused(409, "needs_newer_client");
            let sentence = text(&said["message"]);
            assert!(sentence.contains("this app cannot") && sentence.ends_with('.'), "{what}: {sentence}");
            for part in ["contest", "QuestionSet", "attempt"] {
                assert_eq!(said.get(part), None, "{what}: {said}");
            }
        }
        bo.post("/post/answer", answer).await.refused(403, "not_joined");
        assert_eq!(bo.post("/checkcomplete", intent).await.expect(200)["success"], false, "{what}");
        // Nobody has joined by that; a newer client is let in and answers.
        let head = bo.get(&format!("/contest/{}", made.id)).await.expect(200);
        assert_eq!((&head["joined"], &head["participants"]), (&json!(false), &json!(0)), "{what}");
        dev.post("/complete", json!({"contestId": made.id, "intent": "join", "kinds": kinds})).await.expect(200);
        let (path, mut choice) =
            (format!("/contests/{}/answers/{}", made.id, made.questions[0]), json!({"choice": [0]}));
        if *kinds == 5 {
            choice["seq"] = json!(2_000_000);
        }
        dev.put(&path, choice).await.expect(200);
    }
    // What it can play it plays, and each of its answers is the right one, as each first option is.
    for (what, made) in &known {
        play(&bo, made).await;
        let head = bo.get(&format!("/contest/{}", made.id)).await.expect(200);
        assert_eq!((&head["joined"], &head["completed"]), (&json!(true), &json!(true)), "{what}");
    }
    // Marks are no reason to refuse it, though it cannot show them: nothing that it sends means something else there (docs/departures.md).
    let minus = contest(&t, &rohan, &[single(0), single(1), single(2)]).await;
    rohan.put(&format!("/contests/{}/rules", minus.id), json!({"preset": "jee_main"})).await.expect(200);
    bo.post("/complete", json!({"contestId": minus.id, "userId": bo.id})).await.expect(200);
    for (number, option) in ["0-A", "1-B"].into_iter().enumerate() {
        let answer =
            json!({"UserId": bo.id, "ContestId": minus.id, "QuestionId": minus.questions[number], "Answer": option});
        bo.post("/post/answer", answer).await.expect(200);
    }
    bo.post("/complete", json!({"contestId": minus.id, "userId": bo.id})).await.expect(200);
    // The list has all of them, with as many questions as a person gets.
    let all = bo.get("/post/getallcontest").await.expect(200);
    let cards = list(&all["contests"]);
    assert_eq!(cards.len(), 3 + new.len() + known.len());
    for card in cards {
        assert_eq!(
            list(&card["QuestionSet"]).len() as u64,
            card["questionCount"].as_u64().expect("a number"),
            "{card}"
        );
    }
    assert_eq!(broken(&t).await, Vec::<String>::new());
    t.pass(80);
    // And every board reads as the specification's, with nothing of it missing.
    let boards = new.iter().map(|(what, _, made)| (*what, made)).chain(known.iter().map(|(what, made)| (*what, made)));
    for (what, made) in boards.chain([("of the specification", &alone), ("of the specification", &beside)]) {
        let said = bo.results(made).await.expect(200);
        assert_eq!(
            (&said["totalParticipants"], said["results"] == said["data"]["results"]),
            (&json!(1), true),
            "{what}"
        );
        let row = &said["results"][0];
        for name in ["rank", "fullName", "correctAnswerCount", "wrongAnswerCount", "totalAnswered", "userId"] {
            assert!(!row[name].is_null(), "{what}: {name} of {row}");
        }
        let right = if row["userId"] == dev.id.as_str() { 1 } else { row["totalAnswered"].as_u64().expect("a number") };
        assert_eq!((&row["rank"], &row["correctAnswerCount"]), (&json!(1), &json!(right)), "{what}: {row}");
    }
    let row = bo.results(&minus).await.expect(200)["results"][0].clone();
    assert_eq!(
        (&row["correctAnswerCount"], &row["wrongAnswerCount"], &row["marks"]),
        (&json!(1), &json!(1), &json!("3"))
    );
    let names = |said: &Value| said["results"][0].as_object().expect("a row").keys().cloned().collect::<Vec<_>>();
    let (first, second) = (bo.results(&alone).await.expect(200), bo.results(&beside).await.expect(200));
    assert_eq!(names(&first), names(&second));
    for newer in ["marks", "starred", "partlyAnswerCount"] {
        assert!(!names(&second).contains(&newer.to_owned()), "{newer}");
    }
}
