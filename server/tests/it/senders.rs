//! Senders: a changing call that says whom it is from is carried out for that person alone, whatever between the browser and
//! Quad exchanges, cuts off or empties bodies. What does not match is refused before anything else (421), so that sending it
//! again is safe; what comes back says which answer it is about. Bodies that say nothing are taken as before.

use std::collections::HashMap;

use reqwest::Method;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::harness::{Browser, Form, Made, TestApp, made};
use crate::on_both_engines;

on_both_engines!(
    exchanged_bodies_are_stored_under_nobody,
    every_changing_call_knows_its_sender,
    the_header_of_every_changing_call_names_its_sender,
    a_form_knows_its_sender,
    an_answer_says_what_it_is_about,
    an_attempt_is_its_own,
    an_attempt_says_whose_it_is,
);

/// An answer as the web client sends it.
fn signed(who: &Browser, attempt: &str, contest: &Made, number: usize, letter: &str) -> Value {
    json!({
        "sentBy": who.id, "attempt": attempt, "UserId": who.id, "ContestId": contest.id,
        "QuestionId": contest.questions[number], "Answer": format!("{number}-{letter}"),
    })
}

/// Joins, and gives the attempt.
async fn joined(who: &Browser, contest: &Made) -> String {
    let said = who.join(contest).await;
    said["attempt"]["attempt"].as_str().expect("an id").to_owned()
}

async fn answered(who: &Browser, contest: &Made) -> Value {
    who.get(&format!("/contests/{}/attempt", contest.id)).await.expect(200)["answered"].clone()
}

async fn exchanged_bodies_are_stored_under_nobody(t: TestApp) {
    const PEOPLE: usize = 12;
    const QUESTIONS: usize = 4;
    const LETTERS: [&str; 4] = ["A", "B", "C", "D"];
    let owner = t.organiser("olga").await;
    let contest = t.running(&owner, QUESTIONS).await;
    let mut people = Vec::new();
    for number in 0..PEOPLE {
        let who = t.person(&format!("student{number}")).await;
        let attempt = joined(&who, &contest).await;
        people.push((who, attempt));
    }
    let body = |person: usize, question: usize| {
        let (who, attempt) = &people[person];
        signed(who, attempt, &contest, question, LETTERS[(person + question) % 4])
    };
    // Everybody's request arrives with the body of the next, of one further on, and so on; all at the same time.
    for shift in 1..=3 {
        let mut sent = JoinSet::new();
        for (person, (who, _)) in people.iter().enumerate() {
            for question in 0..QUESTIONS {
                let (who, body) = (who.clone(), body((person + shift) % PEOPLE, question));
                sent.spawn(async move { who.post("/post/answer", body).await });
            }
        }
        for said in sent.join_all().await {
            said.refused(421, "misdirected");
        }
    }
    for (who, _) in &people {
        assert_eq!(answered(who, &contest).await, json!({}), "nothing is stored under another");
    }
    // Without UserId, which is compared as well, the sender alone decides.
    let mut bare = body(1, 0);
    bare.as_object_mut().expect("an object").remove("UserId");
    people[0].0.post("/post/answer", bare).await.refused(421, "misdirected");
    // Sent again, each is stored where it belongs.
    for (person, (who, _)) in people.iter().enumerate() {
        for question in 0..QUESTIONS {
            assert_eq!(who.post("/post/answer", body(person, question)).await.expect(200)["saved"], true);
        }
    }
    for (person, (who, _)) in people.iter().enumerate() {
        let own: HashMap<_, _> = (0..QUESTIONS)
            .map(|question| {
                (contest.questions[question].clone(), format!("{question}-{}", LETTERS[(person + question) % 4]))
            })
            .collect();
        assert_eq!(answered(who, &contest).await, json!(own));
    }
}

/// Everything that takes JSON, with a body that is from somebody else, nobody, or is no text.
async fn every_changing_call_knows_its_sender(t: TestApp) {
    let (ananya, rohan) = (t.person("ananya").await, t.person("rohan").await);
    let document = serde_json::to_value(quad::router::document()).expect("JSON");
    let mut refused = 0;
    for (path, operations) in document["paths"].as_object().expect("paths") {
        for (method, operation) in operations.as_object().expect("operations") {
            if operation["requestBody"]["content"].get("application/json").is_none() {
                continue;
            }
            let mut filled = path.clone();
            while let Some((from, to)) = filled.find('{').zip(filled.find('}')) {
                filled.replace_range(from..=to, &rohan.id);
            }
            let method: Method = method.to_uppercase().parse().expect("a method");
            for by in [json!(rohan.id), json!("nobody"), json!(7), json!([ananya.id])] {
                let said = ananya.ask(method.clone(), &filled, Some(json!({"sentBy": by})), &[]).await;
                // What is not there for this person is said so before anybody looks at a body.
                if said.status != 404 {
                    said.refused(421, "misdirected");
                    refused += 1;
                }
            }
            // The own body goes further, to whatever is wrong with an empty one.
            let own = ananya.ask(method.clone(), &filled, Some(json!({"sentBy": ananya.id})), &[]).await;
            let plain = ananya.ask(method.clone(), &filled, Some(json!({})), &[]).await;
            assert_ne!(own.status, 421, "{method} {path}");
            assert_eq!((own.status, &own.body["message"]), (plain.status, &plain.body["message"]), "{method} {path}");
            // A guest's session is nobody's: a body of somebody's does not belong to it.
            let guest = Browser::new(&t.base);
            let said = guest.ask(method.clone(), &filled, Some(json!({"sentBy": rohan.id})), &[]).await;
            assert!([401, 404, 421].contains(&said.status.as_u16()), "{method} {path}: {}", said.status);
        }
    }
    assert!(refused > 100, "{refused}");
}

/// Everything that changes something, with a body or without: another tab may have logged somebody else in.
async fn the_header_of_every_changing_call_names_its_sender(t: TestApp) {
    let (ananya, rohan) = (t.person("ananya").await, t.person("rohan").await);
    let document = serde_json::to_value(quad::router::document()).expect("JSON");
    let mut bare = 0;
    for (path, operations) in document["paths"].as_object().expect("paths") {
        for (method, operation) in operations.as_object().expect("operations") {
            let mut filled = path.clone();
            while let Some((from, to)) = filled.find('{').zip(filled.find('}')) {
                filled.replace_range(from..=to, &rohan.id);
            }
            let method: Method = method.to_uppercase().parse().expect("a method");
            if method == Method::GET {
                continue;
            }
            let asked =
                async |who: &Browser, by: &str| who.ask(method.clone(), &filled, None, &[("x-quad-sender", by)]).await;
            for by in [rohan.id.as_str(), "nobody", ""] {
                asked(&ananya, by).await.refused(421, "misdirected");
            }
            bare += u32::from(operation.get("requestBody").is_none());
            // Whose session has ended hears that, not that something went astray.
            let guest = asked(&Browser::new(&t.base), &ananya.id).await;
            assert_ne!(guest.status, 421, "{method} {path}");
        }
    }
    assert!(bare > 20, "{bare} calls without a body");
    let join = async |by: &str| ananya.ask(Method::POST, "/member/join/HOBBY", None, &[("x-quad-sender", by)]).await;
    join(&rohan.id).await.refused(421, "misdirected");
    assert_eq!(join(&ananya.id).await.status.as_u16() / 100, 2);
    // A question changes nothing, and is answered to whoever asks.
    let asked = ananya.ask(Method::GET, "/checklogged", None, &[("x-quad-sender", &rohan.id)]).await.expect(200);
    assert_eq!(asked["user"]["_id"], ananya.id.as_str());
}

async fn a_form_knows_its_sender(t: TestApp) {
    let (ananya, rohan) = (t.person("ananya").await, t.person("rohan").await);
    let photo = made::png(&made::quadrants(64, 64));
    let picture = async |who: &Browser| who.get("/checklogged").await.expect(200)["user"]["picture"].clone();
    let form = |by: &str| Form::new().text("sentBy", by).file("image", "me.png", &photo);
    for by in [rohan.id.as_str(), "nobody", ""] {
        ananya.send_form(Method::PUT, "/account/picture", form(by)).await.refused(421, "misdirected");
    }
    // Also where it stands behind the file.
    let late = Form::new().file("image", "me.png", &photo).text("sentBy", &rohan.id);
    ananya.send_form(Method::PUT, "/account/picture", late).await.refused(421, "misdirected");
    assert_eq!(picture(&ananya).await, Value::Null);
    ananya.send_form(Method::PUT, "/account/picture", form(&ananya.id)).await.expect(200);
    assert_ne!(picture(&ananya).await, Value::Null);
    // A form that says nothing is taken as before.
    rohan.set_picture("me.png", &photo).await.expect(200);
}

async fn an_answer_says_what_it_is_about(t: TestApp) {
    let (owner, ananya) = (t.organiser("olga").await, t.person("ananya").await);
    let contest = t.running(&owner, 3).await;
    let attempt = joined(&ananya, &contest).await;
    let kept = ananya.get(&format!("/contests/{}/attempt", contest.id)).await.expect(200);
    assert_eq!(kept["attempt"], attempt.as_str(), "the attempt says its id");
    let first = ananya.post("/post/answer", signed(&ananya, &attempt, &contest, 0, "A")).await.expect(200);
    assert_eq!((&first["attempt"], &first["questionId"]), (&json!(attempt), &json!(contest.questions[0])));
    // Two bodies of one person that change places: each reply says which of them was stored.
    let (one, two) = (signed(&ananya, &attempt, &contest, 1, "B"), signed(&ananya, &attempt, &contest, 2, "C"));
    let (of_two, of_one) = tokio::join!(ananya.post("/post/answer", two), ananya.post("/post/answer", one));
    assert_eq!(of_one.expect(200)["questionId"], contest.questions[1].as_str());
    assert_eq!(of_two.expect(200)["questionId"], contest.questions[2].as_str());
    // So does a refusal, which would end the wrong answer otherwise.
    let other = ananya.post("/post/answer", signed(&ananya, &attempt, &contest, 0, "D")).await;
    let other = other.refused(409, "already_answered");
    assert_eq!((&other["attempt"], &other["questionId"]), (&json!(attempt), &json!(contest.questions[0])));
    assert_eq!(other["stored"], "0-A");
    // A client of the specification hears what it always heard.
    let plain = ananya.answer(&contest, 0, "A").await.expect(200);
    let mut keys: Vec<_> = plain.as_object().expect("an object").keys().cloned().collect();
    keys.sort();
    assert_eq!(keys, ["message", "saved", "serverNow", "success"]);
    let plain = ananya.answer(&contest, 0, "B").await.refused(409, "already_answered");
    assert_eq!((plain.get("attempt"), plain.get("questionId")), (None, None));
}

async fn an_attempt_is_its_own(t: TestApp) {
    let (owner, ananya, rohan) = (t.organiser("olga").await, t.person("ananya").await, t.person("rohan").await);
    let (quiz, other) = (t.running(&owner, 1).await, t.running(&owner, 1).await);
    let (mine, elsewhere, his) =
        (joined(&ananya, &quiz).await, joined(&ananya, &other).await, joined(&rohan, &quiz).await);
    assert!(mine != elsewhere && mine != his);
    for strange in [elsewhere.as_str(), his.as_str(), "", "x", "99999999999999999999999"] {
        ananya.post("/post/answer", signed(&ananya, strange, &quiz, 0, "A")).await.refused(421, "misdirected");
        for intent in ["join", "submit"] {
            let asked = json!({"contestId": quiz.id, "userId": ananya.id, "intent": intent, "attempt": strange});
            ananya.post("/complete", asked).await.refused(421, "misdirected");
        }
    }
    let kept = ananya.get(&format!("/contests/{}/attempt", quiz.id)).await.expect(200);
    assert_eq!((&kept["answered"], &kept["submitted"]), (&json!({}), &json!(false)));
    ananya.post("/post/answer", signed(&ananya, &mine, &quiz, 0, "A")).await.expect(200);
    let asked = json!({"contestId": quiz.id, "userId": ananya.id, "intent": "submit", "attempt": mine});
    let said = ananya.post("/complete", asked).await.expect(200);
    assert_eq!((&said["success"], &said["attemptId"]), (&json!(true), &json!(mine)));
    // Whoever has not joined cannot mean an attempt, and does not join by it.
    let third = t.person("mira").await;
    let asked = json!({"contestId": quiz.id, "userId": third.id, "intent": "join", "attempt": mine});
    third.post("/complete", asked).await.refused(421, "misdirected");
    assert_eq!(third.get(&format!("/contests/{}/attempt", quiz.id)).await.expect(200)["joined"], false);
}

async fn an_attempt_says_whose_it_is(t: TestApp) {
    let (owner, ananya, rohan) = (t.organiser("olga").await, t.person("ananya").await, t.person("rohan").await);
    let (quiz, other) = (t.running(&owner, 1).await, t.running(&owner, 1).await);
    for who in [&ananya, &rohan] {
        for contest in [&quiz, &other] {
            let own = (json!(who.id), json!(contest.id));
            let path = format!("/contests/{}/attempt", contest.id);
            let names = |said: &Value| (said["userId"].clone(), said["contestId"].clone());
            assert_eq!(names(&who.get(&path).await.expect(200)), own, "before the join");
            assert_eq!(names(&who.join(contest).await["attempt"]), own, "with the join");
            assert_eq!(names(&who.get(&path).await.expect(200)), own, "after it");
        }
    }
}
