//! Stories of questions with two to eight options: they are taken, answered by place or by text, graded, corrected, shown and counted
//! like those of four; a client that knows only the specification is told that it needs a newer one; and a contest of four options
//! is as it always was.

use futures::future::join_all;
use quad::integrity_check;
use quad_db::sql;
use serde_json::{Value, json};

use crate::harness::{Answer, Browser, Made, TestApp, question};
use crate::{on_both_engines, plain_stories};

on_both_engines!(
    two_to_eight_options_are_graded_and_shown,
    corrections_reach_the_eighth_option,
    racing_two_answers_to_eight_options,
    newer_questions_are_counted_as_they_come_and_go,
);
plain_stories!(
    two_to_eight_options_are_taken,
    a_question_of_a_strange_kind_is_refused_under_its_name,
    a_question_is_rewritten_with_more_options_and_with_fewer,
    the_calls_of_the_specification_take_four_options,
    a_client_of_the_specification_is_refused_kindly,
    whoever_may_not_know_of_a_contest_learns_nothing_of_its_questions,
    a_choice_is_one_of_the_options,
    the_first_choice_counts,
    a_contest_of_four_options_is_as_ever,
    a_choice_beyond_the_options_is_found_by_the_check,
);

/// The texts of so many options of question `number`: `n-A` to `n-H`.
pub fn options(number: usize, many: usize) -> Vec<String> {
    ('A'..='H').take(many).map(|letter| format!("{number}-{letter}")).collect()
}

/// Question `number` of so many options, the last of which is right.
fn sent(number: usize, many: usize) -> Value {
    json!({
        "kind": "single", "text": format!("Question {number}?"), "options": options(number, many), "right": [many - 1],
        "value": null, "tolerance": null, "accepted": [], "marks": null, "star": false, "explanation": null, "pictures": [],
        "difficulty": null, "category": null, "tags": [],
    })
}

/// Where the questions of a contest are.
pub fn questions_of(made: &Made) -> String {
    format!("/contests/{}/questions", made.id)
}

/// A contest of a minute with questions of so many options, whose last one is right.
async fn contest(t: &TestApp, owner: &Browser, many: &[usize]) -> Made {
    let mut made = t.contest(owner, 0, 60, true, 0, 0).await;
    let all: Vec<Value> = many.iter().enumerate().map(|(number, many)| sent(number, *many)).collect();
    let said = owner.post(&questions_of(&made), json!({"questions": all})).await.expect(201);
    made.questions = list(&said["questions"]).iter().map(|one| text(&one["_id"])).collect();
    owner.put(&format!("/contests/{}", made.id), json!({"answersShown": true})).await.expect(200);
    made
}

/// A list of a reply.
pub fn list(value: &Value) -> &Vec<Value> {
    value.as_array().expect("a list")
}

/// A text of a reply.
pub fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

/// Joins with a client that shows questions of two to eight options.
async fn join(who: &Browser, made: &Made) -> Value {
    who.post("/complete", json!({"contestId": made.id, "intent": "join", "kinds": 1})).await.expect(200)
}

/// Answers question `number` by the place of an option.
async fn choose(who: &Browser, made: &Made, number: usize, place: usize) -> Answer {
    let path = format!("/contests/{}/answers/{}", made.id, made.questions[number]);
    who.put(&path, json!({"choice": [place]})).await
}

/// The rules of the database that are broken.
pub async fn broken(t: &TestApp) -> Vec<String> {
    let findings = integrity_check::check(&t.app.db, None, false).await.expect("asked");
    let broken = findings.into_iter().filter(|finding| !finding.offenders.is_empty());
    broken.map(|finding| format!("{}: {}", finding.name, finding.offenders.join(", "))).collect()
}

async fn two_to_eight_options_are_taken(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = t.contest(&rohan, 60, 120, true, 0, 0).await;
    let mut all: Vec<Value> = (2..=8).map(|many| sent(many, many)).collect();
    all[0]["explanation"] = json!("Because.");
    all[0]["difficulty"] = json!("Hard");
    let said = rohan.post(&questions_of(&made), json!({"questions": all})).await.expect(201);
    let kept = rohan.get(&format!("/post/{}", made.id)).await.expect(200)["contest"]["QuestionSet"].clone();
    assert_eq!(said["questions"], kept);
    for (one, many) in list(&kept).iter().zip(2..=8) {
        let texts = options(many, many);
        assert_eq!((&one["Question"], &one["Options"]), (&json!(format!("Question {many}?")), &json!(texts)));
        assert_eq!((&one["Answer"], &one["accepted"]), (&json!(texts[many - 1]), &json!([texts[many - 1]])));
        // What the specification has is told in its words alone.
        assert_eq!(one.get("kind"), (many != 4).then_some(&json!("single")), "{many}");
    }
    assert_eq!((&kept[0]["explanation"], &kept[0]["difficulty"]), (&json!("Because."), &json!("Hard")));
    // Without the kind it is single, and with the specification's names it has four options.
    let bare = json!({"text": "Yes?", "options": ["yes", "no"], "right": [0]});
    let small = json!({"question": "Which?", "options": ["a", "b", "c", "d"], "answer": "c"});
    let mut usual = question(&made.id, 9, 1);
    usual["text"] = json!("What that shape does not have is read over.");
    let both = json!({"questions": [bare, small, usual]});
    let said = rohan.post(&questions_of(&made), both).await.expect(201);
    let answers: Vec<_> = list(&said["questions"]).iter().map(|one| text(&one["Answer"])).collect();
    assert_eq!(answers, ["yes", "c", "9-B"]);
    let data = rohan.get("/account/data").await.expect(200)["contests"][0]["questions"].clone();
    let lengths: Vec<usize> = list(&data).iter().map(|one| list(&one["options"]).len()).collect();
    assert_eq!(lengths, [2, 3, 4, 5, 6, 7, 8, 2, 4, 4]);
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

async fn a_question_of_a_strange_kind_is_refused_under_its_name(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = contest(&t, &rohan, &[3]).await;
    let one = format!("{}/{}", questions_of(&made), made.questions[0]);
    let with = |key: &str, value: Value| {
        let mut body = sent(0, 5);
        body[key] = value;
        body
    };
    for (key, value, say) in [
        ("kind", json!("essay"), "“essay” is no kind of question here. There are single, several, number, text."),
        ("kind", json!(""), "“” is no kind of question here. There are single, several, number, text."),
        ("text", json!(" "), "Please enter a question"),
        ("options", json!(["a"]), "A question has two to eight options"),
        ("options", json!(["a", "b", "c", "d", "e", "f", "g", "h", "i"]), "A question has two to eight options"),
        ("options", json!([]), "A question has two to eight options"),
        ("options", json!(["a", "b", "c", "d", ""]), "All options must have values"),
        ("options", json!(["a", "b", "c", "d", "a"]), "The options must be different from each other"),
        ("right", json!([]), "Name the one right option, counted from 0 (right)"),
        ("right", json!(null), "Name the one right option, counted from 0 (right)"),
        ("right", json!([0, 1]), "Name the one right option, counted from 0 (right)"),
        ("right", json!([5]), "The right option must be one of the options, counted from 0"),
        ("value", json!("1.5"), "A question of the kind single has no “value”. Leave it out, or empty."),
        ("accepted", json!(["Mysuru"]), "A question of the kind single has no “accepted”. Leave it out, or empty."),
        ("category", json!("physics"), "Questions have no “category” here. Leave it out, or empty."),
    ] {
        let refused = rohan.put(&one, with(key, value.clone())).await.refused(400, "invalid");
        assert_eq!((&refused["message"], &refused["field"]), (&json!(say), &json!(key)), "{key}: {value}");
        let two = json!({"questions": [sent(1, 2), with(key, value)]});
        let refused = rohan.post(&questions_of(&made), two).await.refused(400, "invalid");
        assert_eq!(refused["message"], json!(format!("Question 2 of those sent: {say}")));
    }
    // Misspelt, a tolerance would be none. What replies and drafts tell besides is sent on.
    for (name, inside) in [
        ("tolerence", ""),
        ("Explanation", ""),
        ("markz", ""),
        ("rihgt", "marks"),
        ("Wrong", "marks"),
        ("star", "marks"),
    ] {
        let mut body = sent(0, 5);
        let place = if inside.is_empty() {
            body[name] = json!("0.05");
            "in a question"
        } else {
            body[inside] = json!({"right": "2", name: "1"});
            "in the marks of a question"
        };
        let says = format!("“{name}” cannot be set {place}. You can set ");
        let refused = rohan.put(&one, body.clone()).await.refused(400, "invalid");
        assert!(refused["message"].as_str().is_some_and(|say| say.starts_with(&says)), "{refused}");
        let refused = rohan.post(&questions_of(&made), json!({"questions": [sent(1, 2), body]})).await;
        let refused = refused.refused(400, "invalid");
        let says = format!("Question 2 of those sent: {says}");
        assert!(refused["message"].as_str().is_some_and(|say| say.starts_with(&says)), "{refused}");
    }
    let mut read = rohan.get(&format!("/post/{}", made.id)).await.expect(200)["contest"]["QuestionSet"][0].clone();
    (read["kind"], read["text"], read["right"]) = (json!("single"), read["Question"].take(), json!([2]));
    (read["options"], read["accepted"]) = (read["Options"].take(), json!([]));
    read.as_object_mut().expect("an object").retain(|name, _| name != "Question" && name != "Options");
    rohan.put(&one, read).await.expect(200);
    for strange in [
        json!({"right": [-1]}),
        json!({"right": "1"}),
        json!({"options": "a"}),
        json!({"kind": 1}),
        json!({"pictures": ["a.webp"]}),
        json!([]),
    ] {
        let body = match strange.as_object() {
            Some(members) => members.iter().fold(sent(0, 5), |mut body, (key, value)| {
                body[key] = value.clone();
                body
            }),
            None => strange.clone(),
        };
        rohan.post(&questions_of(&made), json!({"questions": [body]})).await.refused(400, "invalid");
    }
    assert_eq!(rohan.get("/post/getcontest").await.expect(200)["contests"][0]["questionCount"], 1);
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

async fn a_question_is_rewritten_with_more_options_and_with_fewer(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan, &[4]).await;
    let one = format!("{}/{}", questions_of(&made), made.questions[0]);
    let mut first = sent(0, 4);
    (first["difficulty"], first["explanation"]) = (json!("Easy"), json!("As the book says."));
    rohan.put(&one, first).await.expect(200);
    for many in [8, 2, 4, 5, 3] {
        let mut body = json!({"kind": "single", "text": "Rewritten?", "options": options(0, many), "right": [1]});
        if many == 5 {
            body["difficulty"] = json!("Hard");
        }
        let said = rohan.put(&one, body).await.expect(200)["question"].clone();
        assert_eq!((&said["Options"], &said["Answer"]), (&json!(options(0, many)), &json!("0-B")), "{many}");
        // What is not named stays.
        let difficulty = if matches!(many, 5 | 3) { "Hard" } else { "Easy" };
        assert_eq!((&said["difficulty"], &said["explanation"]), (&json!(difficulty), &json!("As the book says.")));
        let kept = rohan.get(&format!("/post/{}", made.id)).await.expect(200)["contest"]["QuestionSet"][0].clone();
        assert_eq!(said, kept);
        assert_eq!(broken(&t).await, Vec::<String>::new(), "{many}");
    }
    // Null is nothing that is named, an empty one none, in each shape and of a new question.
    let kept = async || {
        let all = rohan.get(&format!("/post/{}", made.id)).await.expect(200)["contest"]["QuestionSet"].clone();
        list(&all).iter().map(|one| (one["difficulty"].clone(), one["explanation"].clone())).collect::<Vec<_>>()
    };
    let usual = format!("/post/update/{}/{}", made.id, made.questions[0]);
    let of_kind = json!({"kind": "single", "text": "Rewritten?", "options": options(0, 4), "right": [1]});
    let specified = json!({"Question": "Rewritten?", "Options": options(0, 4), "Answer": "0-B"});
    let besides = |shape: &Value, difficulty: Value, explanation: Value| {
        let mut body = shape.clone();
        (body["difficulty"], body["explanation"]) = (difficulty, explanation);
        body
    };
    for shape in [&of_kind, &specified] {
        let filled = besides(shape, json!("Easy"), json!("As the book says."));
        let [easy, none] = [json!("Easy"), Value::Null];
        for (body, after) in [
            (filled, (easy.clone(), json!("As the book says."))),
            (besides(shape, Value::Null, Value::Null), (easy.clone(), json!("As the book says."))),
            (besides(shape, Value::Null, json!("")), (easy, Value::Null)),
            (besides(shape, json!(" "), Value::Null), (none, Value::Null)),
        ] {
            let said = rohan.put(&one, body.clone()).await.expect(200)["question"].clone();
            assert_eq!((said["difficulty"].clone(), said["explanation"].clone()), after, "{body}");
            assert_eq!(kept().await, [after], "{body}");
        }
    }
    // The specification's own call takes the explanation alike, and leaves the difficulty.
    rohan.put(&one, besides(&of_kind, json!("Easy"), json!("As the book says."))).await.expect(200);
    rohan.put(&usual, besides(&specified, json!("Hard"), Value::Null)).await.expect(200);
    assert_eq!(kept().await, [(json!("Easy"), json!("As the book says."))]);
    rohan.put(&usual, besides(&specified, json!(""), json!(""))).await.expect(200);
    assert_eq!(kept().await, [(json!("Easy"), Value::Null)]);
    let second = besides(&of_kind, json!(""), json!(""));
    let said = rohan.post(&questions_of(&made), json!({"questions": [second]})).await.expect(201);
    assert_eq!(said["questions"][0]["difficulty"], Value::Null);
    assert_eq!(kept().await[1], (Value::Null, Value::Null));
    ada.put(&one, sent(0, 5)).await.refused(403, "not_owner");
    t.browser().put(&one, sent(0, 5)).await.refused(401, "logged_out");
    rohan.put(&format!("{}/nothing", questions_of(&made)), sent(0, 5)).await.refused(404, "missing");
    join(&ada, &made).await;
    rohan.put(&one, sent(0, 5)).await.refused(409, "contest_frozen");
}

/// The specification's calls keep its sentence for any other number of options, and rewrite no question that they do not know: what a
/// client of the specification shows of it is not all, and the rest would be lost when it saves.
async fn the_calls_of_the_specification_take_four_options(t: TestApp) {
    let (rohan, meera) = (t.organiser("rohan").await, t.organiser("meera").await);
    let made = contest(&t, &rohan, &[4]).await;
    let update = format!("/post/update/{}/{}", made.id, made.questions[0]);
    for many in [2, 3, 5, 8] {
        let mut body = question(&made.id, 0, 0);
        body["Options"] = json!(options(0, many));
        for said in [
            rohan.post("/post/addQuestion", body.clone()).await,
            rohan.put(&update, body.clone()).await,
            rohan.post(&questions_of(&made), json!({"questions": [body.clone()]})).await,
        ] {
            let said = said.refused(400, "invalid");
            assert!(text(&said["message"]).ends_with("A question has exactly four options"), "{said}");
            assert_eq!(said["field"], "Options");
        }
    }
    let said = rohan.put(&update, question(&made.id, 0, 2)).await.expect(200);
    assert_eq!((&said["question"]["Options"], &said["question"]["Answer"]), (&json!(options(0, 4)), &json!("0-C")));
    let mut several = sent(3, 4);
    (several["kind"], several["right"]) = (json!("several"), json!([0, 2]));
    let newer = json!({"questions": [sent(1, 2), sent(2, 8), several,
        {"kind": "number", "text": "How fast?", "value": "9.81", "tolerance": "0.05"},
        {"kind": "text", "text": "Which city?", "accepted": ["Mysuru", "Mysore"]}]});
    let said = rohan.post(&questions_of(&made), newer).await.expect(201);
    for one in list(&said["questions"]) {
        let path = format!("/post/update/{}/{}", made.id, text(&one["_id"]));
        // As it was shown, and with four options; what it is stays between it and its owner.
        let shown = json!({"Question": "Rewritten?", "Options": one["Options"], "Answer": one["Answer"]});
        for body in [shown, question(&made.id, 0, 0)] {
            let said = rohan.put(&path, body.clone()).await.refused(409, "needs_newer_client");
            let sentence = text(&said["message"]);
            assert!(sentence.starts_with("This app cannot show all of this question"), "{body}: {sentence}");
        }
        meera.put(&path, question(&made.id, 0, 0)).await.refused(403, "not_owner");
    }
    let kept = rohan.get(&format!("/post/{}", made.id)).await.expect(200)["contest"]["QuestionSet"].clone();
    assert_eq!(list(&kept)[1..], list(&said["questions"])[..], "nothing of them is lost");
    // What knows all of it may put a question of the specification in its place, and then it is one.
    let id = text(&kept[3]["_id"]);
    rohan.put(&format!("{}/{id}", questions_of(&made)), question(&made.id, 0, 0)).await.expect(200);
    rohan.put(&format!("/post/update/{}/{id}", made.id), question(&made.id, 0, 1)).await.expect(200);
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

async fn a_client_of_the_specification_is_refused_kindly(t: TestApp) {
    let (rohan, ada, bo) = (t.organiser("rohan").await, t.person("ada").await, t.person("bo").await);
    let made = contest(&t, &rohan, &[4, 5]).await;
    let taken = format!("/post/getContestById/{}", made.id);
    let refused = |said: Answer| {
        let said = said.refused(409, "needs_newer_client");
        assert!(text(&said["message"]).starts_with("This contest has questions that this app cannot show."), "{said}");
        for part in ["contest", "QuestionSet", "attempt"] {
            assert_eq!(said.get(part), None);
        }
    };
    for kinds in [Value::Null, json!(0)] {
        for intent in [Value::Null, json!("join"), json!("submit")] {
            let body = json!({"contestId": made.id, "userId": ada.id, "intent": intent, "kinds": kinds});
            refused(ada.post("/complete", body).await);
        }
    }
    refused(ada.get(&taken).await);
    refused(ada.get(&format!("{taken}?kinds=0")).await);
    // Nobody has joined by that, and what tells nothing of the questions answers as ever.
    let head = ada.get(&format!("/contest/{}", made.id)).await.expect(200);
    assert_eq!((&head["joined"], &head["participants"]), (&json!(false), &json!(0)));
    let said = ada.post("/checkcomplete", json!({"contestId": made.id, "userId": ada.id})).await.expect(200);
    assert_eq!(said["success"], false);
    // A newer client of the same person is let in; the older one is told the same still.
    let joined = join(&ada, &made).await;
    assert_eq!((&joined["success"], &joined["attempt"]["questionCount"]), (&json!(false), &json!(2)));
    refused(ada.get(&taken).await);
    refused(ada.post("/complete", json!({"contestId": made.id, "userId": ada.id})).await);
    let whole = ada.get(&format!("{taken}?kinds=1")).await.expect(200);
    let shown: Vec<usize> =
        list(&whole["contest"]["QuestionSet"]).iter().map(|one| list(&one["Options"]).len()).collect();
    assert_eq!(shown, [4, 5]);
    assert_eq!(ada.get(&format!("/contests/{}/attempt", made.id)).await.expect(200)["submitted"], false);
    let handed_in = json!({"contestId": made.id, "intent": "submit", "kinds": 1});
    assert_eq!(ada.post("/complete", handed_in).await.expect(200)["success"], true);
    // A later level says at least as much.
    bo.post("/complete", json!({"contestId": made.id, "intent": "join", "kinds": 7})).await.expect(200);
    for strange in [json!(-1), json!("1"), json!(1.5)] {
        let body = json!({"contestId": made.id, "intent": "join", "kinds": strange});
        bo.post("/complete", body).await.refused(400, "invalid");
    }
}

async fn whoever_may_not_know_of_a_contest_learns_nothing_of_its_questions(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan, &[5]).await;
    rohan.post("/post/makepublic", json!({"contestId": made.id, "isPublic": false})).await.expect(200);
    for kinds in [Value::Null, json!(1)] {
        let body = json!({"contestId": made.id, "intent": "join", "kinds": kinds});
        ada.post("/complete", body).await.refused(404, "missing");
    }
    for query in ["", "?kinds=1"] {
        ada.get(&format!("/post/getContestById/{}{query}", made.id)).await.refused(404, "missing");
    }
    choose(&ada, &made, 0, 0).await.refused(404, "missing");
}

async fn two_to_eight_options_are_graded_and_shown(t: TestApp) {
    let (rohan, ada, bo) = (t.organiser("rohan").await, t.person("ada").await, t.person("bo").await);
    let many = [2, 3, 5, 8, 4];
    let made = contest(&t, &rohan, &many).await;
    join(&ada, &made).await;
    let paper = ada.get(&format!("/contests/{}/paper", made.id)).await.expect(200);
    for (number, one) in list(&paper["QuestionSet"]).iter().enumerate() {
        let mut expected = json!({
            "_id": made.questions[number], "Question": format!("Question {number}?"), "Options": options(number, many[number]),
        });
        if many[number] != 4 {
            expected["kind"] = json!("single");
        }
        assert_eq!(one, &expected);
    }
    // By its place, by its text, and by its text as the specification's call has it.
    for (number, many) in many.iter().enumerate() {
        if number % 2 == 0 {
            let said = choose(&ada, &made, number, many - 1).await.expect(200);
            assert_eq!((&said["saved"], said["serverNow"].is_string()), (&json!(true), true));
        } else {
            let letter = ('A'..='H').nth(many - 1).expect("a letter").to_string();
            ada.answer(&made, number, &letter).await.expect(200);
        }
    }
    join(&bo, &made).await;
    for (number, place) in [(0, 0), (2, 4), (3, 6)] {
        choose(&bo, &made, number, place).await.expect(200);
    }
    let answered = bo.get(&format!("/contests/{}/attempt", made.id)).await.expect(200)["answered"].clone();
    let expected = json!({made.questions[0].as_str(): "0-A", made.questions[2].as_str(): "2-E", made.questions[3].as_str(): "3-G"});
    assert_eq!(answered, expected);
    assert_eq!(broken(&t).await, Vec::<String>::new());

    t.pass(73);
    let said = rohan.results(&made).await.expect(200);
    let rows: Vec<Value> =
        list(&said["results"]).iter().map(|row| json!([row["correctAnswerCount"], row["wrongAnswerCount"]])).collect();
    assert_eq!(rows, [json!([5, 0]), json!([1, 2])]);
    let review = bo.get(&format!("/contests/{}/review", made.id)).await.expect(200);
    let told: Vec<Value> = list(&review["questions"])
        .iter()
        .map(|one| json!([list(&one["Options"]).len(), one["chosen"], one["accepted"], one["correct"]]))
        .collect();
    assert_eq!(
        told,
        [
            json!([2, "0-A", ["0-B"], false]),
            json!([3, null, ["1-C"], false]),
            json!([5, "2-E", ["2-E"], true]),
            json!([8, "3-G", ["3-H"], false]),
            json!([4, null, ["4-D"], false]),
        ]
    );
    let analysis = rohan.get(&format!("/contests/{}/analysis", made.id)).await.expect(200);
    let counts: Vec<Vec<i64>> = list(&analysis["questions"])
        .iter()
        .map(|one| list(&one["Options"]).iter().map(|option| option["count"].as_i64().expect("a count")).collect())
        .collect();
    let expected: [&[i64]; 5] = [&[1, 1], &[0, 0, 1], &[0, 0, 0, 0, 2], &[0, 0, 0, 0, 0, 0, 1, 1], &[0, 0, 0, 1]];
    assert_eq!(counts, expected);
    let right: Vec<usize> = list(&analysis["questions"])
        .iter()
        .map(|one| list(&one["Options"]).iter().position(|option| option["correct"] == true).expect("a key"))
        .collect();
    assert_eq!(right, [1, 2, 4, 7, 3]);
    let kept = bo.get("/account/data").await.expect(200)["attempts"][0]["answers"].clone();
    let chosen: Vec<String> = list(&kept).iter().map(|one| text(&one["chosen"])).collect();
    assert_eq!(chosen, ["0-A", "2-E", "3-G"]);
}

async fn corrections_reach_the_eighth_option(t: TestApp) {
    let (rohan, ada, bo) = (t.organiser("rohan").await, t.person("ada").await, t.person("bo").await);
    let made = contest(&t, &rohan, &[8, 2]).await;
    for (who, choices) in [(&ada, [7, 1]), (&bo, [4, 1])] {
        join(who, &made).await;
        for (number, place) in choices.into_iter().enumerate() {
            choose(who, &made, number, place).await.expect(200);
        }
    }
    t.pass(73);
    let path = format!("/contests/{}/corrections", made.id);
    let score = async |who: &Browser| {
        let you = who.get(&format!("/contests/{}/standing", made.id)).await.expect(200)["you"].clone();
        (you["correctAnswerCount"].as_i64(), you["wrongAnswerCount"].as_i64())
    };
    let correct = async |marking: &str, accepted: &[&str]| {
        let mut wish = json!({"questionId": made.questions[0], "marking": marking, "accepted": accepted});
        wish["version"] = rohan.post(&format!("{path}/preview"), wish.clone()).await.expect(200)["version"].clone();
        wish["reason"] = json!("The book was wrong");
        rohan.post(&path, wish).await.expect(201)["correction"].clone()
    };
    assert_eq!((score(&ada).await, score(&bo).await), ((Some(2), Some(0)), (Some(1), Some(1))));
    let said = correct("key", &["0-E"]).await;
    assert_eq!((&said["before"]["accepted"], &said["after"]["accepted"]), (&json!(["0-H"]), &json!(["0-E"])));
    assert_eq!((score(&ada).await, score(&bo).await), ((Some(1), Some(1)), (Some(2), Some(0))));
    let all = ["0-A", "0-B", "0-C", "0-D", "0-E", "0-F", "0-G", "0-H"];
    assert_eq!(correct("key", &all).await["after"]["accepted"], json!(all));
    assert_eq!((score(&ada).await, score(&bo).await), ((Some(2), Some(0)), (Some(2), Some(0))));
    correct("void", &[]).await;
    assert_eq!((score(&ada).await, score(&bo).await), ((Some(1), Some(0)), (Some(1), Some(0))));
    correct("key", &["0-H"]).await;
    let beyond = json!({"questionId": made.questions[1], "marking": "key", "accepted": ["1-C"]});
    rohan.post(&format!("{path}/preview"), beyond).await.refused(400, "invalid");
    assert_eq!((score(&ada).await, score(&bo).await), ((Some(2), Some(0)), (Some(1), Some(1))));
    assert_eq!(list(&rohan.get(&path).await.expect(200)["corrections"]).len(), 4);
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

async fn racing_two_answers_to_eight_options(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan, &[8]).await;
    join(&ada, &made).await;
    let tries = (0..40).map(|number| {
        let (ada, made, place) = (&ada, &made, number % 8);
        async move {
            let letter = ('A'..='H').nth(place).expect("a letter");
            // Both calls come to the same writer.
            let said = if number < 20 {
                choose(ada, made, 0, place).await
            } else {
                ada.answer(made, 0, &letter.to_string()).await
            };
            (format!("0-{letter}"), said)
        }
    });
    let answers = join_all(tries).await;
    let stored = ada.get(&format!("/contests/{}/attempt", made.id)).await.expect(200)["answered"].clone();
    let winner = text(&stored[made.questions[0].as_str()]);
    for (chosen, said) in answers {
        if chosen == winner {
            assert_eq!(said.expect(200)["saved"], true);
        } else {
            assert_eq!(said.refused(409, "already_answered")["stored"], winner.as_str());
        }
    }
    t.pass(73);
    assert_eq!(ada.results(&made).await.expect(200)["results"][0]["totalAnswered"], 1, "counted once");
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

/// The count that the refusal is made by follows every change of the questions.
async fn newer_questions_are_counted_as_they_come_and_go(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan, &[4]).await;
    let needs_newer = async || {
        let said = ada.get(&format!("/post/getContestById/{}", made.id)).await;
        let is_refused = said.status.as_u16() == 409;
        assert!(is_refused || said.status.as_u16() == 200, "{}", said.status);
        assert_eq!(broken(&t).await, Vec::<String>::new());
        is_refused
    };
    assert!(!needs_newer().await);
    let two = json!({"questions": [sent(1, 2), sent(2, 6)]});
    let said = rohan.post(&questions_of(&made), two).await.expect(201);
    let [second, third] = [0, 1].map(|at| text(&said["questions"][at]["_id"]));
    assert!(needs_newer().await);
    rohan.put(&format!("{}/{second}", questions_of(&made)), question(&made.id, 1, 0)).await.expect(200);
    assert!(needs_newer().await);
    rohan.delete(&format!("/post/{}/{third}", made.id)).await.expect(200);
    assert!(!needs_newer().await);
    rohan.put(&format!("{}/{second}", questions_of(&made)), sent(1, 3)).await.expect(200);
    assert!(needs_newer().await);
    // From another number to another nothing has to be counted.
    rohan.put(&format!("{}/{second}", questions_of(&made)), sent(1, 7)).await.expect(200);
    assert!(needs_newer().await);
    rohan.put(&format!("{}/{second}", questions_of(&made)), sent(1, 4)).await.expect(200);
    assert!(!needs_newer().await);
    // Marks of questions are counted beside them, and neither count loses the other.
    rohan.put(&format!("/contests/{}/rules", made.id), json!({"preset": "jee_main"})).await.expect(200);
    let mut starred = sent(3, 5);
    (starred["star"], starred["marks"]) = (json!(true), json!({"right": "8", "wrong": null, "partial": null}));
    let said = rohan.post(&questions_of(&made), json!({"questions": [starred]})).await.expect(201);
    assert!(needs_newer().await);
    let last = text(&said["questions"][0]["_id"]);
    rohan.delete(&format!("/post/{}/{last}", made.id)).await.expect(200);
    assert!(!needs_newer().await);
}

async fn a_choice_is_one_of_the_options(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan, &[2, 8]).await;
    choose(&ada, &made, 0, 0).await.refused(403, "not_joined");
    t.browser()
        .put(&format!("/contests/{}/answers/{}", made.id, made.questions[0]), json!({"choice": [0]}))
        .await
        .refused(401, "logged_out");
    join(&ada, &made).await;
    for (number, place) in [(0, 2), (0, 3), (0, 7), (1, 8), (1, 255), (1, 256), (1, u32::MAX as usize)] {
        let said = choose(&ada, &made, number, place).await.refused(400, "invalid");
        assert_eq!(said["message"], "The answer must be one of the question's options.", "{number} {place}");
        assert_eq!(said["field"], "choice");
    }
    let path = format!("/contests/{}/answers/{}", made.id, made.questions[0]);
    for none in [json!({"choice": []}), json!({"choice": [0, 1]}), json!({"choice": null}), json!({})] {
        let said = ada.put(&path, none.clone()).await.refused(400, "invalid");
        assert_eq!(said["message"], "Name the one option that is chosen, counted from 0 (choice).", "{none}");
        assert_eq!(said["field"], "choice");
    }
    let typed = ada.put(&path, json!({"value": "0-A"})).await.refused(400, "invalid");
    assert_eq!(typed["message"], "This question is answered by its options (choice); nothing is typed here.");
    assert_eq!(typed["field"], "value");
    for strange in [json!({"choice": 0}), json!({"choice": ["A"]}), json!({"choice": [-1]}), json!({"choice": [0.5]})] {
        ada.put(&path, strange).await.refused(400, "invalid");
    }
    // The text of another question's option is none of this one's.
    for letter in ["C", "H"] {
        ada.answer(&made, 0, letter).await.refused(400, "invalid");
    }
    let elsewhere = contest(&t, &rohan, &[2]).await;
    for question in ["nothing", elsewhere.questions[0].as_str()] {
        let path = format!("/contests/{}/answers/{question}", made.id);
        ada.put(&path, json!({"choice": [0]})).await.refused(400, "invalid");
    }
    ada.put(&format!("/contests/nothing/answers/{}", made.questions[0]), json!({"choice": [0]}))
        .await
        .refused(404, "missing");
    let attempt = ada.get(&format!("/contests/{}/attempt", made.id)).await.expect(200);
    assert_eq!(attempt["answered"], json!({}));
}

async fn the_first_choice_counts(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan, &[5, 3]).await;
    let attempt = text(&join(&ada, &made).await["attempt"]["attempt"]);
    let path = format!("/contests/{}/answers/{}", made.id, made.questions[0]);
    for _ in 0..2 {
        let said = choose(&ada, &made, 0, 4).await.expect(200);
        assert_eq!(said["saved"], true);
        assert_eq!((said.get("attempt"), said.get("questionId")), (None, None));
    }
    // The same by its text is the same.
    ada.answer(&made, 0, "E").await.expect(200);
    for said in [choose(&ada, &made, 0, 0).await, ada.answer(&made, 0, "A").await] {
        assert_eq!(said.refused(409, "already_answered")["stored"], "0-E");
    }
    // Who says which attempt it is of is told what it is about.
    let mine = json!({"choice": [4], "attempt": attempt});
    let said = ada.put(&path, mine).await.expect(200);
    assert_eq!((&said["attempt"], &said["questionId"]), (&json!(attempt), &json!(made.questions[0])));
    let said = ada.put(&path, json!({"choice": [1], "attempt": attempt})).await.refused(409, "already_answered");
    assert_eq!((&said["attempt"], &said["questionId"]), (&json!(attempt), &json!(made.questions[0])));
    let anothers = json!({"choice": [4], "attempt": "999999"});
    ada.put(&path, anothers).await.refused(421, "misdirected");
    t.pass(63);
    // What is stored is stored, whenever it is asked; the rest came too late.
    choose(&ada, &made, 0, 4).await.expect(200);
    choose(&ada, &made, 0, 3).await.refused(409, "already_answered");
    choose(&ada, &made, 1, 0).await.refused(403, "contest_ended");
}

/// In either shape a contest of four options is the same, and asks nothing of a client.
async fn a_contest_of_four_options_is_as_ever(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let usual = t.contest(&rohan, 0, 60, true, 2, 3).await;
    let newer = contest(&t, &rohan, &[4, 4]).await;
    let without_ids = |value: &Value, made: &Made| {
        let names = made.questions.iter().enumerate().map(|(number, id)| (id.clone(), format!("q{number}")));
        let names = names.chain([(made.id.clone(), "contest".to_owned())]);
        names.fold(value.to_string(), |text, (id, name)| text.replace(&id, &name))
    };
    for made in [&usual, &newer] {
        let joined = ada.post("/complete", json!({"contestId": made.id, "userId": ada.id})).await.expect(200);
        assert_eq!(joined["message"], "You have joined the contest");
        ada.answer(made, 0, "D").await.expect(200);
    }
    for path in ["/contests/{}/paper", "/post/getContestById/{}", "/contests/{}/attempt"] {
        let both = [&usual, &newer].map(|made| (path.replace("{}", &made.id), made));
        let mut texts = Vec::new();
        for (path, made) in both {
            let mut said = ada.get(&path).await.expect(200);
            // Each is an attempt of its own.
            said.as_object_mut().expect("an object").remove("attempt");
            texts.push(without_ids(&said, made));
        }
        assert_eq!(texts[0], texts[1], "{path}");
        assert!(!texts[0].contains("kind"), "{}", texts[0]);
    }
    let paper = ada.get(&format!("/contests/{}/paper", usual.id)).await.expect(200);
    let first = json!({"_id": usual.questions[0], "Question": "Question 0?", "Options": ["0-A", "0-B", "0-C", "0-D"]});
    assert_eq!(paper["QuestionSet"][0], first);
    for made in [&usual, &newer] {
        let said = ada.post("/complete", json!({"contestId": made.id, "userId": ada.id})).await.expect(200);
        assert_eq!((&said["success"], &said["message"]), (&json!(true), &json!("Contest submitted successfully!")));
    }
    let keyed = async |made: &Made| {
        let shown = rohan.get(&format!("/post/{}", made.id)).await.expect(200)["contest"]["QuestionSet"].clone();
        without_ids(&shown, made)
    };
    assert_eq!(keyed(&usual).await, keyed(&newer).await);
}

async fn a_choice_beyond_the_options_is_found_by_the_check(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan, &[3]).await;
    join(&ada, &made).await;
    choose(&ada, &made, 0, 0).await.expect(200);
    assert_eq!(broken(&t).await, Vec::<String>::new());
    for (statement, rule) in [
        ("UPDATE answers SET chosen = 32", "scores-are-the-answers"),
        ("UPDATE answers SET chosen = 3", "scores-are-the-answers"),
        ("UPDATE answers SET chosen = 1", ""),
        ("UPDATE questions SET option_2 = ''", "questions-have-a-key"),
        ("UPDATE questions SET option_2 = option_3", "questions-have-a-key"),
        ("UPDATE questions SET option_2 = '0-B', accepted = 12", "questions-have-a-key"),
        ("UPDATE questions SET accepted = 4, option_8 = 'H'", "questions-have-a-key"),
        ("UPDATE questions SET option_8 = ''", ""),
        ("UPDATE contests SET newer_questions = 0", "question-counts"),
    ] {
        let mut tx = t.app.db.begin().await.expect("begun");
        sql(statement).run(&mut tx).await.expect("done");
        tx.commit().await.expect("committed");
        let found = broken(&t).await;
        if rule.is_empty() {
            assert_eq!(found, Vec::<String>::new(), "{statement}");
        } else {
            assert!(found.iter().any(|one| one.starts_with(&format!("{rule}:"))), "{statement}: {found:?}");
        }
    }
    // A board and its numbers stand all the same.
    let mut tx = t.app.db.begin().await.expect("begun");
    sql("UPDATE answers SET chosen = 64").run(&mut tx).await.expect("done");
    tx.commit().await.expect("committed");
    t.pass(73);
    let said = rohan.get(&format!("/contests/{}/analysis", made.id)).await.expect(200);
    assert_eq!(list(&said["questions"][0]["Options"]).iter().map(|one| &one["count"]).collect::<Vec<_>>(), [0, 0, 0]);
}
