//! Stories of questions that are answered by a number or a text: who may write them and how, what is one answer, that everything which
//! shows a result counts by them, how they are corrected, and that nothing of the key is told before the review. Totals are computed by
//! hand, with fractions.

use futures::future::join_all;
use quad_db::{FromRow, sql};
use quad_kernel::ids::ContestId;
use serde_json::{Value, json};

use crate::harness::{Answer, Browser, Made, TestApp, question};
use crate::kinds::{broken, list, options, questions_of, text};
use crate::marks::{board, rows, rules_of};
use crate::{on_both_engines, plain_stories};

on_both_engines!(
    totals_are_the_hand_computed_ones,
    a_correction_takes_another_key,
    what_was_typed_stands_in_clusters,
    racing_two_answers_that_are_typed,
    typed_questions_are_counted_as_they_come_and_go,
);
plain_stories!(
    typed_questions_are_taken,
    what_cannot_be_is_refused_under_its_name,
    rules_say_what_a_wrong_number_takes,
    only_a_client_that_shows_typed_ones_is_let_in,
    an_answer_is_typed_where_nothing_is_chosen,
    the_same_typed_otherwise_is_one_answer,
    a_paper_to_type_at_has_no_key,
    a_plain_contest_counts_what_is_typed,
    a_broken_row_of_what_is_typed_is_found_by_the_check,
);

fn number(value: &str, tolerance: Value, unit: Value, marks: Value) -> Value {
    let mut sent = json!({"kind": "number", "text": "How fast?", "options": [], "right": [], "value": value});
    (sent["tolerance"], sent["unit"], sent["marks"]) = (tolerance, unit, marks);
    sent
}

fn texts(accepted: &[&str]) -> Value {
    json!({"kind": "text", "text": "Which city?", "options": [], "accepted": accepted})
}

/// A single question, a number with a tolerance, a text, and a number of two marks.
fn four() -> [Value; 4] {
    [
        json!({"kind": "single", "text": "Question 0?", "options": options(0, 4), "right": [0]}),
        number("9.81", json!("0.05"), json!("m/s²"), Value::Null),
        texts(&["Mysuru", "Mysore"]),
        number("-3/4", Value::Null, Value::Null, json!({"right": "2"})),
    ]
}

/// A contest of a minute with such rules, or without marks, and such questions.
async fn contest(t: &TestApp, owner: &Browser, rules: Option<Value>, questions: &[Value]) -> Made {
    let mut made = t.contest(owner, 0, 60, true, 0, 0).await;
    if let Some(rules) = rules {
        owner.put(&rules_of(&made), rules).await.expect(200);
    }
    owner.put(&format!("/contests/{}", made.id), json!({"answersShown": true})).await.expect(200);
    if !questions.is_empty() {
        let said = owner.post(&questions_of(&made), json!({"questions": questions})).await.expect(201);
        made.questions = list(&said["questions"]).iter().map(|one| text(&one["_id"])).collect();
    }
    made
}

/// Joins with a client that shows questions whose answer is typed.
async fn join(who: &Browser, made: &Made) -> Value {
    who.post("/complete", json!({"contestId": made.id, "intent": "join", "kinds": 3})).await.expect(200)
}

/// Answers question `number` by what is typed.
async fn give(who: &Browser, made: &Made, number: usize, answer: &str) -> Answer {
    let path = format!("/contests/{}/answers/{}", made.id, made.questions[number]);
    who.put(&path, json!({"value": answer})).await
}

/// Answers question `number` by the place of an option.
async fn choose(who: &Browser, made: &Made, number: usize, place: usize) -> Answer {
    let path = format!("/contests/{}/answers/{}", made.id, made.questions[number]);
    who.put(&path, json!({"choice": [place]})).await
}

/// What four people answered at the questions of [`four`]: the place of an option, and what they typed; nothing leaves it open.
const SHEETS: [(&str, Option<usize>, [&str; 3]); 4] = [
    ("ada", Some(0), ["9.86", "MYSURU!", "-0.75"]),
    ("bo", Some(1), ["9.7", "Bengaluru", "3/4"]),
    ("cy", None, ["9,76", " mysore ", "0.75"]),
    ("dev", Some(0), ["1e1", "", ""]),
];

/// A contest of [`four`] that these four take.
async fn taken(t: &TestApp, owner: &Browser, rules: Value) -> (Made, Vec<Browser>) {
    let made = contest(t, owner, Some(rules), &four()).await;
    let mut people = Vec::new();
    for (name, place, typed) in SHEETS {
        let who = t.person(name).await;
        join(&who, &made).await;
        if let Some(place) = place {
            choose(&who, &made, 0, place).await.expect(200);
        }
        for (number, value) in (1..).zip(typed).filter(|(_, value)| !value.is_empty()) {
            give(&who, &made, number, value).await.expect(200);
        }
        people.push(who);
    }
    (made, people)
}

#[derive(Debug, FromRow)]
struct CountedRow {
    name: String,
    correct: i32,
    wrong: i32,
    extra_marks: i64,
}

/// Right and wrong answers, and units beyond the scheme, of everybody by name.
async fn counted(t: &TestApp, made: &Made) -> Vec<(String, [i32; 2], i64)> {
    let text = "SELECT u.full_name AS name, a.correct, a.wrong, a.extra_marks
         FROM attempts a JOIN users u ON u.id = a.user_id WHERE a.contest_id = $1 ORDER BY u.full_name";
    let id = ContestId::parse(&made.id).expect("an id");
    let rows: Vec<CountedRow> = sql(text).arg(id).all(&t.app.db).await.expect("read");
    let row = |row: CountedRow| {
        (row.name.trim_end_matches(" Test").to_lowercase(), [row.correct, row.wrong], row.extra_marks)
    };
    rows.into_iter().map(row).collect()
}

async fn run(t: &TestApp, statement: &'static str) {
    let mut tx = t.app.db.begin().await.expect("begun");
    sql(statement).run(&mut tx).await.expect("done");
    tx.commit().await.expect("committed");
}

async fn typed_questions_are_taken(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = contest(&t, &rohan, Some(json!({"preset": "jee_main"})), &four()).await;
    let keyed = async || rohan.get(&format!("/post/{}", made.id)).await.expect(200)["contest"]["QuestionSet"].clone();
    let kept = keyed().await;
    let members = ["kind", "Options", "value", "tolerance", "unit", "accepted", "Answer"];
    let told = |one: &Value| members.map(|member| one.get(member).cloned().unwrap_or(json!("-")));
    assert_eq!(
        told(&kept[1]),
        [json!("number"), json!([]), json!("9.81"), json!("0.05"), json!("m/s²"), json!([]), json!("9.81 ± 0.05 m/s²")]
    );
    let (none, empty) = (json!("-"), json!([]));
    let cities = json!(["Mysuru", "Mysore"]);
    let expected = [json!("text"), empty.clone(), none.clone(), none.clone(), none.clone(), cities, json!("Mysuru")];
    assert_eq!(told(&kept[2]), expected);
    assert_eq!((&kept[3]["Answer"], &kept[3]["marks"]["right"]), (&json!("-3/4"), &json!("2")));
    // A kind's own fields are always sent with it: what is absent is none any more.
    let path = format!("{}/{}", questions_of(&made), made.questions[1]);
    let body = json!({"kind": "number", "text": "How fast?", "value": " ९,८१ ", "tolerance": "2 %"});
    let said = rohan.put(&path, body).await.expect(200)["question"].clone();
    let expected =
        [json!("number"), empty.clone(), json!("९,८१"), json!("2%"), none.clone(), empty, json!("९,८१ ± 2 %")];
    assert_eq!((told(&said), &said), (expected, &keyed().await[1]));
    // Of two texts that are one answer the first is kept.
    let said = rohan.put(&path, texts(&["Mysuru", " MYSURU. ", "Mysore"])).await.expect(200)["question"].clone();
    assert_eq!(
        (&said["kind"], &said["accepted"], said.get("value")),
        (&json!("text"), &json!(["Mysuru", "Mysore"]), None)
    );
    // A question in the specification's shape takes the place of any.
    rohan.put(&format!("{}/{}", questions_of(&made), made.questions[1]), question(&made.id, 1, 2)).await.expect(200);
    assert_eq!((keyed().await[1].get("kind"), &keyed().await[1]["accepted"]), (None, &json!(["1-C"])));
    let data = rohan.get("/account/data").await.expect(200)["contests"][0]["questions"].clone();
    assert_eq!((&data[2]["kind"], &data[3]["accepted"]), (&json!("text"), &json!(["-3/4"])));
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

async fn what_cannot_be_is_refused_under_its_name(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = contest(&t, &rohan, Some(json!({"preset": "jee_main"})), &four()).await;
    let path = format!("{}/{}", questions_of(&made), made.questions[1]);
    let long = "x".repeat(201);
    let many = vec!["x"; 21];
    for (base, key, value, say) in [
        (1, "value", json!(null), "Please type a number."),
        (
            1,
            "value",
            json!("NaN"),
            "“NaN” cannot be read as a number. Write it alone, without a unit: 2.5, -4, 3/4 or 1e3.",
        ),
        (1, "value", json!("1,234"), "“1,234” is not clear. Write 1234 or 1.234, without a comma."),
        (1, "value", json!("1e999"), "A power of ten is between −30 and 30."),
        (1, "value", json!(9.81), "“value” is a text, such as \"2.5\"."),
        (1, "tolerance", json!("-1"), "How far an answer may be off is 0 or more, such as 0.05 or 2%."),
        (
            1,
            "tolerance",
            json!("wide"),
            "“wide” cannot be read as a number. Write it alone, without a unit: 2.5, -4, 3/4 or 1e3.",
        ),
        (1, "tolerance", json!(2), "“tolerance” is a text, such as \"0.05\" or \"2%\"."),
        (1, "tolerance", json!("0%"), "0% allows nothing. Leave it empty where only the exact number is right."),
        (
            1,
            "tolerance",
            json!("100 %"),
            "With 100% or more, 0 would be right too. Write less than 100%, or a number such as 0.05.",
        ),
        (1, "unit", json!(5), "“unit” is a text, such as \"m/s²\"."),
        (1, "unit", json!("metres per second squared"), "Unit may have at most 20 characters"),
        (1, "accepted", json!(["9.81"]), "A question of the kind number has no “accepted”. Leave it out, or empty."),
        (1, "options", json!(["a", "b"]), "A question of the kind number has no “options”. Leave it out, or empty."),
        (1, "right", json!([0]), "A question of the kind number has no “right”. Leave it out, or empty."),
        (2, "accepted", json!([]), "Write at least one answer that is right (accepted)"),
        (2, "accepted", json!(null), "Write at least one answer that is right (accepted)"),
        (
            2,
            "accepted",
            json!(["Mysuru", "\u{301}"]),
            "Each answer that is right needs a letter or another sign (accepted)",
        ),
        (2, "accepted", json!(many), "At most 20 answers are right (accepted)"),
        (2, "accepted", json!([long]), "Accepted answer may have at most 200 characters"),
        (2, "accepted", json!("Mysuru"), "“accepted” is a list of texts, such as [\"Mysuru\", \"Mysore\"]."),
        (2, "value", json!("1"), "A question of the kind text has no “value”. Leave it out, or empty."),
        (2, "tolerance", json!("1"), "A question of the kind text has no “tolerance”. Leave it out, or empty."),
        (2, "unit", json!("m"), "A question of the kind text has no “unit”. Leave it out, or empty."),
        (0, "unit", json!("m"), "A question of the kind single has no “unit”. Leave it out, or empty."),
        (2, "text", json!(" "), "Please enter a question"),
    ] {
        let mut body = four()[base].clone();
        body[key] = value.clone();
        let refused = rohan.put(&path, body.clone()).await.refused(400, "invalid");
        assert_eq!((&refused["message"], &refused["field"]), (&json!(say), &json!(key)), "{key}: {value}");
        let two = json!({"questions": [four()[0], body]});
        let refused = rohan.post(&questions_of(&made), two).await.refused(400, "invalid");
        assert_eq!(refused["message"], json!(format!("Question 2 of those sent: {say}")));
    }
    for base in [1, 2] {
        let mut parted = four()[base].clone();
        parted["marks"] = json!({"partial": "share"});
        assert_eq!(rohan.put(&path, parted).await.refused(400, "invalid")["field"], "marks.partial");
    }
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

async fn rules_say_what_a_wrong_number_takes(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan, None, &[number("1", Value::Null, Value::Null, Value::Null), texts(&["a"])]).await;
    let rules = async |asked: Value| rohan.put(&rules_of(&made), asked).await.expect(200)["rules"].clone();
    let differ = "Some questions give other marks; each says what it gives.";
    for (asked, wrong, differs) in [
        (json!({}), Value::Null, false),
        (json!({"preset": "jee_main"}), Value::Null, false),
        (json!({"preset": "jee_main", "numberWrong": "0"}), json!("0"), true),
        (json!({"preset": "jee_main", "numberWrong": "−1"}), json!("-1"), false),
        (json!({"preset": "jee_main", "numberWrong": null}), Value::Null, false),
        (json!({"preset": "own", "right": "2", "wrong": "0", "numberWrong": "-1/3"}), json!("-1/3"), true),
        (
            json!({"preset": "own", "right": "2", "wrong": "-1", "numberWrong": "-2", "floor": "question"}),
            json!("-2"),
            false,
        ),
        (json!({"preset": "gate"}), json!("0"), true),
        (json!({"preset": "gate", "numberWrong": "0"}), json!("0"), true),
        (json!({"preset": "plain", "numberWrong": "0"}), Value::Null, false),
    ] {
        let said = rules(asked.clone()).await;
        assert_eq!(said["numberWrong"], wrong, "{asked}");
        assert_eq!(said, ada.get(&rules_of(&made)).await.expect(200));
        assert_eq!(text(&said["marksShown"]).contains(differ), differs, "{asked}: {said}");
        assert_eq!(broken(&t).await, Vec::<String>::new(), "{asked}");
    }
    for strange in [
        json!({"preset": "gate", "numberWrong": "-1"}),
        json!({"preset": "plain", "numberWrong": "-1"}),
        json!({"preset": "jee_main", "numberWrong": "1"}),
        json!({"preset": "jee_main", "numberWrong": "0.33"}),
    ] {
        assert_eq!(rohan.put(&rules_of(&made), strange).await.refused(400, "invalid")["field"], "numberWrong");
    }
    // Beside other details what is not named stays, but a preset brings its own along; GATE's stays where only amounts change.
    let details = async |asked: Value| rohan.put(&format!("/contests/{}", made.id), asked).await.expect(200);
    let now = async || ada.get(&rules_of(&made)).await.expect(200)["numberWrong"].clone();
    rules(json!({"preset": "jee_main", "numberWrong": "0"})).await;
    details(json!({"floor": "total"})).await;
    assert_eq!(now().await, "0");
    details(json!({"preset": "cat"})).await;
    assert_eq!(now().await, Value::Null);
    details(json!({"preset": "gate"})).await;
    details(json!({"preset": "own"})).await;
    assert_eq!(now().await, "0");
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

async fn typed_questions_are_counted_as_they_come_and_go(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan, Some(json!({"preset": "gate"})), &four()[..1]).await;
    // The least that a client has to say.
    let needed = async || {
        let mut least = 0;
        for kinds in 0..4 {
            let said = ada.get(&format!("/post/getContestById/{}?kinds={kinds}", made.id)).await;
            if said.status.as_u16() == 409 {
                least = kinds + 1;
            }
        }
        assert_eq!(broken(&t).await, Vec::<String>::new());
        least
    };
    assert_eq!(needed().await, 0);
    let said = rohan.post(&questions_of(&made), json!({"questions": [four()[1]]})).await.expect(201);
    let id = text(&said["questions"][0]["_id"]);
    let path = format!("{}/{id}", questions_of(&made));
    assert_eq!(needed().await, 3);
    let mut several = four()[0].clone();
    several["kind"] = json!("several");
    // A number takes nothing off at GATE, and a text does: the kind alone makes it other marks.
    for (body, expected) in
        [(four()[2].clone(), 3), (four()[1].clone(), 3), (several, 2), (four()[2].clone(), 3), (four()[0].clone(), 0)]
    {
        rohan.put(&path, body).await.expect(200);
        assert_eq!(needed().await, expected);
    }
    rohan.put(&path, four()[1].clone()).await.expect(200);
    rohan.delete(&format!("/post/{}/{id}", made.id)).await.expect(200);
    assert_eq!(needed().await, 0);
}

async fn only_a_client_that_shows_typed_ones_is_let_in(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan, Some(json!({"preset": "jee_main"})), &four()).await;
    let path = format!("/post/getContestById/{}", made.id);
    for kinds in [Value::Null, json!(0), json!(1), json!(2)] {
        let body = json!({"contestId": made.id, "userId": ada.id, "intent": "join", "kinds": kinds});
        ada.post("/complete", body).await.refused(409, "needs_newer_client");
    }
    ada.get(&format!("{path}?kinds=2")).await.refused(409, "needs_newer_client");
    assert_eq!(ada.get(&format!("/contest/{}", made.id)).await.expect(200)["participants"], 0);
    let joined = join(&ada, &made).await;
    assert_eq!((&joined["attempt"]["answered"], joined["attempt"].get("choices")), (&json!({}), None));
    let whole = ada.get(&format!("{path}?kinds=3")).await.expect(200);
    assert_eq!((list(&whole["contest"]["QuestionSet"]).len(), whole.get("choices")), (4, None));
    // The specification's call answers single questions, here too.
    ada.answer(&made, 0, "A").await.expect(200);
    for letter in ["A", "nothing"] {
        ada.answer(&made, 1, letter).await.refused(409, "needs_newer_client");
        ada.answer(&made, 2, letter).await.refused(409, "needs_newer_client");
    }
}

async fn an_answer_is_typed_where_nothing_is_chosen(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan, Some(json!({"preset": "jee_main"})), &four()).await;
    give(&ada, &made, 1, "9.81").await.refused(403, "not_joined");
    join(&ada, &made).await;
    let typed_here = "The answer to this question is typed (value); it has no options.";
    let long = "x".repeat(201);
    for (number, body, field, say) in [
        (1, json!({"choice": [0]}), "choice", typed_here),
        (2, json!({"choice": []}), "value", typed_here),
        (1, json!({}), "value", typed_here),
        (2, json!({"choice": null, "value": null}), "value", typed_here),
        (
            0,
            json!({"value": "0-A"}),
            "value",
            "This question is answered by its options (choice); nothing is typed here.",
        ),
        (
            1,
            json!({"choice": [0], "value": "1"}),
            "value",
            "Send what is chosen (choice) or what is typed (value), not both.",
        ),
        (1, json!({"value": ""}), "value", "Please type a number."),
        (
            1,
            json!({"value": "inf"}),
            "value",
            "“inf” cannot be read as a number. Write it alone, without a unit: 2.5, -4, 3/4 or 1e3.",
        ),
        (1, json!({"value": "1,000"}), "value", "“1,000” is not clear. Write 1000 or 1.000, without a comma."),
        (1, json!({"value": "1e31"}), "value", "A power of ten is between −30 and 30."),
        (1, json!({"value": "1".repeat(41)}), "value", "A number has at most 40 characters."),
        (2, json!({"value": " \u{200b}"}), "value", "Please type an answer."),
        (2, json!({"value": long}), "value", "Answer may have at most 200 characters"),
    ] {
        let path = format!("/contests/{}/answers/{}", made.id, made.questions[number]);
        let said = ada.put(&path, body.clone()).await.refused(400, "invalid");
        assert_eq!((&said["message"], &said["field"]), (&json!(say), &json!(field)), "{number} {body}");
    }
    for strange in [json!({"value": 9.81}), json!({"value": ["a"]}), json!({"value": {}})] {
        let path = format!("/contests/{}/answers/{}", made.id, made.questions[1]);
        ada.put(&path, strange).await.refused(400, "invalid");
    }
    assert_eq!(counted(&t, &made).await, [("ada".to_owned(), [0, 0], 0)]);
    // A wrong answer is one, whatever it is; nothing else about it is told.
    let said = give(&ada, &made, 2, "I do not know").await.expect(200);
    assert_eq!((&said["saved"], said.get("correct")), (&json!(true), None));
    assert_eq!(counted(&t, &made).await, [("ada".to_owned(), [0, 1], 0)]);
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

async fn the_same_typed_otherwise_is_one_answer(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan, Some(json!({"preset": "jee_main"})), &four()).await;
    join(&ada, &made).await;
    for same in ["-1.5e3", "−1500", "-1 500", "-3000/2", "-1.5e3"] {
        assert_eq!(give(&ada, &made, 1, same).await.expect(200)["saved"], true, "{same}");
    }
    for other in ["1500", "-1500.0001", "9.81"] {
        assert_eq!(give(&ada, &made, 1, other).await.refused(409, "already_answered")["stored"], "-1.5e3", "{other}");
    }
    for same in [" New  Delhi ", "new delhi", "NEW-DELHI."] {
        give(&ada, &made, 2, same).await.expect(200);
    }
    assert_eq!(give(&ada, &made, 2, "Mysuru").await.refused(409, "already_answered")["stored"], "New  Delhi");
    choose(&ada, &made, 0, 3).await.expect(200);
    let texts = json!({made.questions[0].as_str(): "0-D", made.questions[1].as_str(): "-1.5e3", made.questions[2].as_str(): "New  Delhi"});
    let mine = ada.get(&format!("/contests/{}/attempt", made.id)).await.expect(200);
    let whole = ada.get(&format!("/post/getContestById/{}?kinds=3", made.id)).await.expect(200);
    for said in [mine, whole] {
        assert_eq!((&said["answered"], said.get("choices")), (&texts, None));
    }
    t.pass(63);
    // What is stored is stored, whenever it is asked; the rest came too late.
    give(&ada, &made, 1, "-1500").await.expect(200);
    give(&ada, &made, 1, "1500").await.refused(409, "already_answered");
    give(&ada, &made, 3, "1").await.refused(403, "contest_ended");
    assert_eq!(counted(&t, &made).await, [("ada".to_owned(), [0, 3], 0)]);
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

async fn a_paper_to_type_at_has_no_key(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan, Some(json!({"preset": "gate"})), &four()).await;
    let mut others = four();
    others[0]["right"] = json!([3]);
    (others[1]["value"], others[1]["tolerance"]) = (json!("271828"), json!("31%"));
    others[2]["accepted"] = json!(["Hampi"]);
    others[3]["value"] = json!("5");
    let other = contest(&t, &rohan, Some(json!({"preset": "gate"})), &others).await;
    let mut papers = Vec::new();
    for made in [&made, &other] {
        join(&ada, made).await;
        let paper = ada.get(&format!("/contests/{}/paper", made.id)).await.expect(200);
        let names = made.questions.iter().enumerate().map(|(number, id)| (id.clone(), format!("q{number}")));
        let names = names.chain([(made.id.clone(), "contest".to_owned())]);
        papers.push(names.fold(paper.to_string(), |text, (id, name)| text.replace(&id, &name)));
        let whole = ada.get(&format!("/post/getContestById/{}?kinds=3", made.id)).await.expect(200);
        assert_eq!(whole["contest"]["QuestionSet"], paper["QuestionSet"]);
    }
    assert_eq!(papers[0], papers[1], "nothing hangs on what is right");
    let shown: Value = serde_json::from_str(&papers[0]).expect("JSON");
    let expected = json!([
        {"_id": "q0", "Question": "Question 0?", "Options": options(0, 4)},
        {"_id": "q1", "kind": "number", "Question": "How fast?", "Options": [], "unit": "m/s²", "marks": {"right": "1", "wrong": "0"}},
        {"_id": "q2", "kind": "text", "Question": "Which city?", "Options": []},
        {"_id": "q3", "kind": "number", "Question": "How fast?", "Options": [], "marks": {"right": "2", "wrong": "0"}},
    ]);
    assert_eq!(shown["QuestionSet"], expected);
    // Until the review, nothing that a participant gets has any of it.
    give(&ada, &other, 1, "271828").await.expect(200);
    give(&ada, &other, 3, "6").await.expect(200);
    t.pass(61);
    for path in ["attempt", "standing", "review", "corrections", "analysis", "paper"] {
        let said = ada.get(&format!("/contests/{}/{path}", other.id)).await;
        let said = String::from_utf8_lossy(&said.bytes).into_owned();
        assert!(!said.contains("Hampi") && !said.contains("31%") && !said.contains("tolerance"), "{path}: {said}");
    }
}

/// Right, wrong, units beyond the scheme, and the marks: by GATE, by JEE Main, and by JEE Main where a wrong number takes nothing.
async fn totals_are_the_hand_computed_ones(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    for (rules, expected, ranked) in [
        (
            json!({"preset": "gate"}),
            // 1 + 1 + 1 + 2; −1/3 + 0 − 1/3 + 0; 1 + 1 + 0; 1 + 0
            [("ada", [4, 0], 10_080), ("bo", [0, 4], 6_720), ("cy", [2, 1], 3_360), ("dev", [1, 1], 3_360)],
            [("ada", 1, "5"), ("cy", 2, "2"), ("dev", 3, "1"), ("bo", 4, "-2/3")],
        ),
        (
            json!({"preset": "jee_main"}),
            // 4 + 4 + 4 + 2; −4; 4 + 4 − 1; 4 − 1
            [("ada", [4, 0], -20_160), ("bo", [0, 4], 0), ("cy", [2, 1], 0), ("dev", [1, 1], 0)],
            [("ada", 1, "14"), ("cy", 2, "7"), ("dev", 3, "3"), ("bo", 4, "-4")],
        ),
        (
            json!({"preset": "jee_main", "numberWrong": "0"}),
            // 4 + 4 + 4 + 2; −1 + 0 − 1 + 0; 4 + 4 + 0; 4 + 0
            [("ada", [4, 0], -20_160), ("bo", [0, 4], 20_160), ("cy", [2, 1], 10_080), ("dev", [1, 1], 10_080)],
            [("ada", 1, "14"), ("cy", 2, "8"), ("dev", 3, "4"), ("bo", 4, "-2")],
        ),
    ] {
        let t = t.alone(&[], 7).await;
        let rohan_here = t.organiser("rohan").await;
        let (made, people) = taken(&t, &rohan_here, rules.clone()).await;
        let stored = expected.map(|(name, counted, extra)| (name.to_owned(), counted, extra));
        assert_eq!(counted(&t, &made).await, stored, "{rules}");
        assert_eq!(broken(&t).await, Vec::<String>::new(), "{rules}");
        t.pass(80);
        assert_eq!(board(&people[0], &made).await, rows(&ranked), "{rules}");
        for (who, (name, [correct, wrong], _)) in people.iter().zip(expected) {
            let marks = ranked.iter().find(|(of, ..)| *of == name).map(|(.., marks)| *marks).expect("ranked");
            let standing = who.get(&format!("/contests/{}/standing", made.id)).await.expect(200)["you"].clone();
            let review = who.get(&format!("/contests/{}/review", made.id)).await.expect(200)["you"].clone();
            let kept = who.get("/account/data").await.expect(200)["attempts"][0].clone();
            for told in [standing, review, kept] {
                let told = ["correctAnswerCount", "wrongAnswerCount", "marks"].map(|member| told[member].clone());
                assert_eq!(told, [json!(correct), json!(wrong), json!(marks)], "{rules} {name}");
            }
        }
    }
    // As each person reads it.
    let (made, people) = taken(&t, &rohan, json!({"preset": "gate"})).await;
    t.pass(80);
    let review = people[1].get(&format!("/contests/{}/review", made.id)).await.expect(200)["questions"].clone();
    let members = ["kind", "chosen", "accepted", "correct", "marks"];
    let told = |at: usize| members.map(|member| review[at].get(member).cloned().unwrap_or(json!("-")));
    assert_eq!(told(0), [json!("-"), json!("0-B"), json!(["0-A"]), json!(false), json!("-1/3")]);
    assert_eq!(told(1), [json!("number"), json!("9.7"), json!(["9.81 ± 0.05 m/s²"]), json!(false), json!("0")]);
    assert_eq!(told(2), [json!("text"), json!("Bengaluru"), json!(["Mysuru", "Mysore"]), json!(false), json!("-1/3")]);
    assert_eq!(told(3), [json!("number"), json!("3/4"), json!(["-3/4"]), json!(false), json!("0")]);
    let open = people[3].get(&format!("/contests/{}/review", made.id)).await.expect(200)["questions"][2].clone();
    assert_eq!((&open["chosen"], &open["correct"]), (&Value::Null, &json!(false)));
    let kept = people[2].get("/account/data").await.expect(200)["attempts"][0]["answers"].clone();
    let told: Vec<(&Value, &Value)> = list(&kept).iter().map(|one| (&one["chosen"], &one["correct"])).collect();
    let (yes, no) = (json!(true), json!(false));
    assert_eq!(told, [(&json!("9,76"), &yes), (&json!("mysore"), &yes), (&json!("0.75"), &no)]);
}

async fn a_correction_takes_another_key(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let (made, people) = taken(&t, &rohan, json!({"preset": "jee_main"})).await;
    t.pass(80);
    let path = format!("/contests/{}/corrections", made.id);
    let wish = |number: usize, mut key: Value| {
        key["questionId"] = json!(made.questions[number]);
        key
    };
    let correct = async |number: usize, key: Value| {
        let mut wish = wish(number, key);
        let preview = rohan.post(&format!("{path}/preview"), wish.clone()).await.expect(200);
        wish["version"] = preview["version"].clone();
        wish["reason"] = json!("The book was wrong");
        let made = rohan.post(&path, wish).await.expect(201)["correction"].clone();
        assert_eq!(made["scores"], preview["changes"]["scores"]);
        assert_eq!(broken(&t).await, Vec::<String>::new());
        made
    };
    let numbers = async || -> Vec<[i32; 2]> { counted(&t, &made).await.into_iter().map(|(_, one, _)| one).collect() };
    let before = counted(&t, &made).await;
    let said = correct(2, json!({"marking": "key", "accepted": ["Bengaluru", "Mysuru"]})).await;
    assert_eq!(said["kind"], "text");
    assert_eq!(said["before"]["accepted"], json!(["Mysuru", "Mysore"]));
    assert_eq!(said["after"]["accepted"], json!(["Bengaluru", "Mysuru"]));
    assert_eq!(numbers().await, [[4, 0], [1, 3], [1, 2], [1, 1]]);
    let said = correct(1, json!({"marking": "key", "value": "10", "tolerance": "2%"})).await;
    assert_eq!(said["before"]["accepted"], json!(["9.81 ± 0.05 m/s²"]));
    assert_eq!(said["after"]["accepted"], json!(["10 m/s² ± 2 %"]));
    // 9.8 to 10.2: what ada typed is right still, and dev's is now.
    assert_eq!(numbers().await, [[4, 0], [1, 3], [0, 3], [2, 0]]);
    let ranked = [("ada", 1, "14"), ("dev", 2, "8"), ("bo", 3, "1"), ("cy", 4, "-3")];
    assert_eq!(board(&people[1], &made).await, rows(&ranked));
    for (marking, expected) in [
        ("everyone", [[4, 0], [2, 2], [1, 2], [2, 0]]),
        ("answered", [[4, 0], [2, 2], [1, 2], [2, 0]]),
        ("void", [[3, 0], [1, 2], [0, 2], [1, 0]]),
    ] {
        correct(1, json!({"marking": marking})).await;
        assert_eq!(numbers().await, expected, "{marking}");
    }
    correct(1, json!({"marking": "key", "value": "9.81", "tolerance": "0.05"})).await;
    correct(2, json!({"marking": "key", "accepted": ["Mysuru", "Mysore"]})).await;
    assert_eq!(counted(&t, &made).await, before);
    // What would change nothing, however it is written; and what no question may have either.
    for (number, same) in [
        (1, json!({"marking": "key", "value": "9,81", "tolerance": "1/20"})),
        (2, json!({"marking": "key", "accepted": ["MYSORE", "mysuru"]})),
    ] {
        let mut wish = wish(number, same);
        wish["version"] = rohan.post(&format!("{path}/preview"), wish.clone()).await.expect(200)["version"].clone();
        wish["reason"] = json!("The same");
        rohan.post(&path, wish).await.refused(400, "nothing_changes");
    }
    for (number, strange, field) in [
        (1, json!({"marking": "key"}), "value"),
        (1, json!({"marking": "key", "value": "x"}), "value"),
        (1, json!({"marking": "key", "value": "1", "tolerance": "-1"}), "tolerance"),
        (2, json!({"marking": "key"}), "accepted"),
        (2, json!({"marking": "key", "accepted": [" "]}), "accepted"),
    ] {
        let said = rohan.post(&format!("{path}/preview"), wish(number, strange)).await.refused(400, "invalid");
        assert_eq!(said["field"], field);
    }
    let log = people[0].get(&path).await.expect(200)["corrections"].clone();
    assert_eq!((list(&log).len(), &log[0]["after"]["accepted"]), (7, &json!(["Mysuru", "Mysore"])));
    rohan.put(&format!("/contests/{}", made.id), json!({"answersShown": false})).await.expect(200);
    let log = people[0].get(&path).await.expect(200).to_string();
    assert!(!log.contains("Mysore") && !log.contains("9.81"), "{log}");
}

async fn what_was_typed_stands_in_clusters(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = contest(&t, &rohan, Some(json!({"preset": "gate"})), &four()).await;
    let typed = ["Mysuru", "MYSURU", "mysuru", "MYSURU", "Hampi", "hampi!", "Goa"];
    for (at, city) in typed.into_iter().enumerate() {
        let who = t.person(&format!("student{at}")).await;
        join(&who, &made).await;
        give(&who, &made, 2, city).await.expect(200);
        give(&who, &made, 3, if at % 2 == 0 { "-0.75" } else { "-3/4" }).await.expect(200);
    }
    let path = format!("/contests/{}/analysis", made.id);
    t.pass(80);
    let said = rohan.get(&path).await.expect(200)["questions"].clone();
    assert_eq!((said[0].get("clusters"), said[0].get("otherAnswers"), said[0].get("kind")), (None, None, None));
    let cluster = |text: &str, spellings: &[&str], count: u32, accepted: bool| json!({"text": text, "spellings": spellings, "count": count, "accepted": accepted});
    let cities = json!([
        cluster("MYSURU", &["MYSURU", "Mysuru", "mysuru"], 4, true),
        cluster("Hampi", &["Hampi", "hampi!"], 2, false),
        cluster("Goa", &["Goa"], 1, false),
    ]);
    assert_eq!((&said[2]["clusters"], &said[2]["otherAnswers"]), (&cities, &json!(0)));
    assert_eq!((&said[2]["kind"], &said[2]["Options"], &said[2]["doubt"]), (&json!("text"), &json!([]), &Value::Null));
    assert_eq!((&said[2]["answered"], &said[2]["correctCount"]), (&json!(7), &json!(4)));
    assert_eq!(said[3]["clusters"], json!([cluster("-0.75", &["-0.75", "-3/4"], 7, true)]));
    assert_eq!(
        (&said[3]["answered"], &said[3]["correctCount"], &said[1]["clusters"]),
        (&json!(7), &json!(7), &json!([]))
    );
    t.person("ada").await.get(&path).await.refused(404, "missing");
}

async fn racing_two_answers_that_are_typed(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan, Some(json!({"preset": "gate"})), &four()).await;
    join(&ada, &made).await;
    // Two answers, each written in two ways, beside a choice elsewhere.
    let ways = ["9.81", "1e1", "9,81", "10"];
    let is_one = |one: &str, other: &str| {
        ways.iter().position(|way| *way == one).map(|at| at % 2)
            == ways.iter().position(|way| *way == other).map(|at| at % 2)
    };
    let tries = (0..40).map(|number| {
        let (ada, made, way) = (&ada, &made, ways[number % 4]);
        async move {
            if number % 10 == 0 {
                choose(ada, made, 0, 0).await.expect(200);
            }
            (way, give(ada, made, 1, way).await)
        }
    });
    let answers = join_all(tries).await;
    let stored = ada.get(&format!("/contests/{}/attempt", made.id)).await.expect(200)["answered"].clone();
    let winner = text(&stored[made.questions[1].as_str()]);
    assert!(ways.contains(&winner.as_str()), "{winner}");
    for (way, said) in answers {
        if is_one(way, &winner) {
            assert_eq!(said.expect(200)["saved"], true);
        } else {
            assert_eq!(said.refused(409, "already_answered")["stored"], winner.as_str());
        }
    }
    // Counted once.
    let expected = if is_one("9.81", &winner) { [2, 0] } else { [1, 1] };
    assert_eq!(counted(&t, &made).await.into_iter().map(|(_, one, _)| one).collect::<Vec<_>>(), [expected]);
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

async fn a_plain_contest_counts_what_is_typed(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let plain = [four()[1].clone(), four()[2].clone()].map(|mut one| {
        one["marks"] = Value::Null;
        one
    });
    let made = contest(&t, &rohan, None, &plain).await;
    join(&ada, &made).await;
    give(&ada, &made, 0, "9.80").await.expect(200);
    give(&ada, &made, 1, "Delhi").await.expect(200);
    assert_eq!(counted(&t, &made).await, [("ada".to_owned(), [1, 1], 0)]);
    t.pass(73);
    let said = rohan.results(&made).await.expect(200);
    let row = &said["results"][0];
    assert_eq!(
        (&row["correctAnswerCount"], &row["wrongAnswerCount"], &row["totalAnswered"]),
        (&json!(1), &json!(1), &json!(2))
    );
    let review = ada.get(&format!("/contests/{}/review", made.id)).await.expect(200);
    for reply in [said, review, ada.get(&format!("/contests/{}/paper", made.id)).await.expect(200)] {
        let text = reply.to_string();
        for word in ["marks", "Marks", "preset", "numberWrong", "partly"] {
            assert!(!text.contains(word), "{word} in {text}");
        }
    }
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

async fn a_broken_row_of_what_is_typed_is_found_by_the_check(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    taken(&t, &rohan, json!({"preset": "gate"})).await;
    assert_eq!(broken(&t).await, Vec::<String>::new());
    for (statement, rule) in [
        // As many answers, but more of them right.
        ("UPDATE attempts SET correct = correct + 1, wrong = wrong - 1 WHERE wrong = 4", "own-marks-are-the-answers"),
        ("UPDATE attempts SET correct = correct - 1, wrong = wrong + 1 WHERE wrong = 3", ""),
        ("UPDATE attempts SET wrong = wrong + 1", "scores-are-the-answers"),
        ("UPDATE attempts SET wrong = wrong - 1", ""),
        ("UPDATE contests SET typed_questions = 2", "question-counts"),
        ("UPDATE contests SET typed_questions = 3", ""),
        ("UPDATE answers SET typed = 'Goa' WHERE typed = 'MYSURU!'", "own-marks-are-the-answers"),
        ("UPDATE answers SET typed = 'Mysuru' WHERE typed = 'Goa'", ""),
        ("UPDATE answers SET typed = 'x' WHERE question_no = 1", "scores-are-the-answers"),
        ("UPDATE answers SET typed = NULL WHERE question_no = 1", ""),
        ("UPDATE answers SET chosen = 2 WHERE question_no = 2", "scores-are-the-answers"),
        ("UPDATE answers SET chosen = 1 WHERE question_no = 2", ""),
        ("UPDATE questions SET unit = 'm' WHERE no = 3", "questions-have-a-key"),
        ("UPDATE questions SET unit = NULL WHERE no = 3", ""),
        ("UPDATE questions SET option_1 = 'a' WHERE no = 3", "questions-have-a-key"),
        ("UPDATE questions SET option_1 = '' WHERE no = 3", ""),
        ("UPDATE questions SET right_texts = NULL WHERE no = 3", "questions-have-a-key"),
    ] {
        run(&t, statement).await;
        let found = broken(&t).await;
        if rule.is_empty() {
            assert_eq!(found, Vec::<String>::new(), "{statement}");
        } else {
            assert!(found.iter().any(|one| one.starts_with(&format!("{rule}:"))), "{statement}: {found:?}");
        }
    }
}
