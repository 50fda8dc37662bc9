//! Stories of draws: each person gets a part of the questions by a blueprint. Papers are dealt once for all, whatever comes at the same
//! time; everything that is counted, told and corrected is of the own paper; and a contest without a blueprint costs what it did.

use std::collections::{BTreeMap, BTreeSet};

use futures::future::join_all;
use quad_contests::attempts;
use quad_db::{FromRow, sql};
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Browser, Form, Made, TestApp, made, question};
use crate::kinds::{broken, list, options, questions_of, text};
use crate::{on_both_engines, plain_stories};

on_both_engines!(
    everybody_is_counted_by_the_own_paper,
    a_correction_touches_those_who_had_the_question,
    papers_are_dealt_a_minute_before_the_start,
    racing_first_joins_deal_one_set,
    racing_joins_against_another_blueprint,
    racing_the_clock_against_the_first_join,
);
plain_stories!(
    a_blueprint_is_set_told_and_taken_away,
    what_cannot_be_is_refused,
    what_would_break_the_blueprint_is_refused,
    numbers_of_a_question_are_of_those_who_had_it,
    a_client_of_the_specification_plays_it,
    a_picture_of_another_paper_does_not_exist,
    each_is_told_the_number_that_they_saw,
    what_is_told_of_the_contest_is_true_of_each_paper,
    a_contest_without_a_draw_costs_what_it_did,
);

/// Question `number`, whose first option is right.
fn sent(number: usize, difficulty: &str, tags: &[&str]) -> Value {
    json!({"kind": "single", "text": format!("Question {number}?"), "options": options(number, 4), "right": [0],
        "difficulty": difficulty, "tags": tags})
}

/// A contest of five easy questions, five hard ones about optics, and one that fits no part.
async fn contest(t: &TestApp, owner: &Browser, start: i64, end: i64) -> Made {
    let mut made = t.contest(owner, start, end, true, 0, 0).await;
    let mut all: Vec<Value> = (0..5).map(|number| sent(number, "Easy", &[])).collect();
    all.extend((5..10).map(|number| sent(number, "Hard", &["Optics", "waves"])));
    all.push(sent(10, "", &[]));
    let said = owner.post(&questions_of(&made), json!({"questions": all})).await.expect(201);
    made.questions = list(&said["questions"]).iter().map(|one| text(&one["_id"])).collect();
    made
}

fn draw_of(made: &Made) -> String {
    format!("/contests/{}/draw", made.id)
}

fn blueprint(easy: u32, hard: u32, papers: u32) -> Value {
    json!({"parts": [{"difficulty": "easy", "category": null, "tags": [], "count": easy},
        {"difficulty": null, "tags": ["optics"], "count": hard}], "papers": papers})
}

async fn set(owner: &Browser, made: &Made, asked: Value) -> Value {
    owner.put(&draw_of(made), asked).await.expect(200)
}

/// A paper as the places of its questions in the contest.
async fn paper(who: &Browser, made: &Made) -> Vec<usize> {
    let paper = who.get(&format!("/contests/{}/paper", made.id)).await.expect(200);
    let place = |one: &Value| made.questions.iter().position(|id| *id == text(&one["_id"])).expect("a question of it");
    list(&paper["QuestionSet"]).iter().map(place).collect()
}

async fn variant(who: &Browser, made: &Made) -> u64 {
    let attempt = who.get(&format!("/contests/{}/attempt", made.id)).await.expect(200);
    attempt["variant"].as_u64().expect("a paper")
}

async fn people(t: &TestApp, many: usize) -> Vec<Browser> {
    let mut people = Vec::new();
    for number in 0..many {
        people.push(t.person(&format!("student{number}")).await);
    }
    people
}

#[derive(FromRow)]
struct Dealt {
    variant: i32,
    question_no: i32,
}

/// The papers of all contests as they are stored.
async fn dealt(t: &TestApp) -> BTreeMap<i32, Vec<i32>> {
    let rows: Vec<Dealt> =
        sql("SELECT variant, question_no FROM contest_papers ORDER BY contest_id, variant, question_no")
            .all(&t.app.db)
            .await
            .expect("read");
    let mut papers: BTreeMap<i32, Vec<i32>> = BTreeMap::new();
    for row in rows {
        papers.entry(row.variant).or_default().push(row.question_no);
    }
    papers
}

async fn a_blueprint_is_set_told_and_taken_away(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let ananya = t.person("ananya").await;
    let made = contest(&t, &rohan, 600, 1200).await;
    let nothing =
        json!({"success": true, "parts": [], "papers": null, "questionsEach": 11, "inNoPaper": 0, "frozen": false});
    assert_eq!(rohan.get(&draw_of(&made)).await.expect(200), nothing);
    let mut said = set(&rohan, &made, blueprint(3, 2, 4)).await;
    assert_eq!(said["message"], "Saved what each person gets");
    said.as_object_mut().expect("an object").remove("message");
    let expected = json!({"success": true, "papers": 4, "questionsEach": 5, "inNoPaper": 1, "frozen": false, "parts": [
        {"difficulty": "easy", "category": null, "tags": [], "count": 3, "pool": 5},
        {"difficulty": null, "category": null, "tags": ["optics"], "count": 2, "pool": 5},
    ]});
    assert_eq!(said, expected);
    // What is read can be sent back.
    assert_eq!(set(&rohan, &made, said.clone()).await["parts"], expected["parts"]);
    assert_eq!(rohan.get(&draw_of(&made)).await.expect(200), expected);
    // Whoever looks at the contest is told how many questions a person gets; its owner how many there are as well.
    assert_eq!(ananya.get(&format!("/contest/{}", made.id)).await.expect(200)["questionCount"], 5);
    assert_eq!(ananya.get("/post/getallcontest?brief=true").await.expect(200)["contests"][0]["questionCount"], 5);
    let own = rohan.get("/post/getcontest").await.expect(200)["contests"][0].clone();
    assert_eq!((&own["questionCount"], &own["questionsEach"]), (&json!(11), &json!(5)));
    let keyed = rohan.get(&format!("/post/{}", made.id)).await.expect(200)["contest"].clone();
    assert_eq!((&keyed["questionsEach"], &keyed["QuestionSet"][5]["tags"]), (&json!(5), &json!(["Optics", "waves"])));
    assert_eq!(keyed["QuestionSet"][0].get("tags"), None, "nothing is said of none");
    // It is the owner's.
    ananya.get(&draw_of(&made)).await.refused(403, "not_owner");
    ananya.put(&draw_of(&made), blueprint(1, 1, 1)).await.refused(403, "not_owner");
    set(&rohan, &made, json!({"parts": []})).await;
    assert_eq!(rohan.get(&draw_of(&made)).await.expect(200), nothing);
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

async fn what_cannot_be_is_refused(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = contest(&t, &rohan, 600, 1200).await;
    let part =
        |difficulty: &str, tags: Value, count: i64| json!({"difficulty": difficulty, "tags": tags, "count": count});
    let optics = json!(["optics"]);
    for (parts, papers, field, says) in [
        (json!([part("easy", json!([]), 6)]), json!(4), "parts", "5 questions are there for it"),
        (json!([part("medium", json!([]), 1)]), json!(4), "parts", "no question is left for it"),
        // The first part has them all.
        (json!([part("hard", json!([]), 1), part("", optics.clone(), 1)]), json!(4), "parts", "no question is left"),
        (json!([part("", json!(["b", "A"]), 1), part("", json!(["a", "B"]), 2)]), json!(4), "parts", "Parts 1 and 2"),
        (json!([part("easy", json!([]), 0)]), json!(4), "count", "1 to 200"),
        (json!([part("easy", json!([]), -1)]), json!(4), "count", "1 to 200"),
        (json!([part("easy", json!([]), 1)]), json!(17), "papers", "1 to 16"),
        (json!([part("easy", json!([]), 1)]), json!(0), "papers", "1 to 16"),
        (json!([{"category": "physics", "count": 1}]), json!(4), "category", "no category"),
        (json!([{"tag": "physics", "count": 1}]), json!(4), "body", "tag"),
    ] {
        let said = rohan.put(&draw_of(&made), json!({"parts": parts, "papers": papers})).await.refused(400, "invalid");
        assert_eq!(said["field"], field, "{said}");
        assert!(text(&said["message"]).contains(says), "{said}");
    }
    for nonsense in [json!({}), json!({"parts": {}}), json!({"parts": [[1]]}), json!({"parts": [], "paper": 4})] {
        rohan.put(&draw_of(&made), nonsense).await.refused(400, "invalid");
    }
    // Questions of a part that do not all give the same.
    rohan.put(&format!("/contests/{}/rules", made.id), json!({"preset": "jee_main"})).await.expect(200);
    let path = format!("/contests/{}/questions/{}", made.id, made.questions[0]);
    let mut dear = sent(0, "Easy", &[]);
    dear["marks"] = json!({"right": "8"});
    rohan.put(&path, dear).await.expect(200);
    let said = rohan.put(&draw_of(&made), blueprint(2, 2, 4)).await.refused(400, "invalid");
    assert!(text(&said["message"]).contains("the same marks"), "{said}");
    // Tags are texts, few and short.
    for tags in [json!("optics"), json!([1]), json!(["x".repeat(31)]), json!((0..9).collect::<Vec<_>>())] {
        let mut one = sent(0, "Easy", &[]);
        one["tags"] = tags;
        rohan.put(&path, one).await.refused(400, "invalid");
    }
    // Of two that are alike the first is kept, and what is not named stays.
    let mut one = sent(0, "Easy", &[" Optics ", "optics", "heat"]);
    one["marks"] = Value::Null;
    assert_eq!(rohan.put(&path, one.clone()).await.expect(200)["question"]["tags"], json!(["Optics", "heat"]));
    one.as_object_mut().expect("an object").remove("tags");
    assert_eq!(rohan.put(&path, one.clone()).await.expect(200)["question"]["tags"], json!(["Optics", "heat"]));
    one["tags"] = json!([]);
    assert_eq!(rohan.put(&path, one).await.expect(200)["question"].get("tags"), None);
}

async fn what_would_break_the_blueprint_is_refused(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = contest(&t, &rohan, 600, 1200).await;
    set(&rohan, &made, blueprint(5, 1, 4)).await;
    let first = format!("/contests/{}/questions/{}", made.id, made.questions[0]);
    // One easy question less than each person gets.
    rohan.delete(&format!("/post/{}/{}", made.id, made.questions[0])).await.refused(400, "invalid");
    let said = rohan.put(&first, sent(0, "Hard", &[])).await.refused(400, "invalid");
    assert!(text(&said["message"]).contains("4 questions are there for it"), "{said}");
    assert_eq!(
        rohan.get(&format!("/post/{}", made.id)).await.expect(200)["contest"]["QuestionSet"][0]["difficulty"],
        "Easy"
    );
    // Another easy one that is worth more.
    rohan.put(&format!("/contests/{}/rules", made.id), json!({"preset": "jee_main"})).await.expect(200);
    let mut dear = sent(11, "Easy", &[]);
    dear["marks"] = json!({"right": "8"});
    rohan.post(&questions_of(&made), json!({"questions": [dear.clone()]})).await.refused(400, "invalid");
    // One that is in nobody's paper may be.
    dear["difficulty"] = json!("");
    rohan.post(&questions_of(&made), json!({"questions": [dear]})).await.expect(201);
    // All easy ones say what the contest says by itself; other rules would part them from none.
    let mut usual = sent(0, "Easy", &[]);
    usual["marks"] = json!({"right": "4"});
    rohan.put(&first, usual).await.expect(200);
    rohan.put(&format!("/contests/{}/rules", made.id), json!({"preset": "gate"})).await.refused(400, "invalid");
    assert_eq!(rohan.get(&draw_of(&made)).await.expect(200)["inNoPaper"], 2);
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

async fn everybody_is_counted_by_the_own_paper(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = contest(&t, &rohan, 0, 60).await;
    rohan.put(&format!("/contests/{}", made.id), json!({"answersShown": true})).await.expect(200);
    set(&rohan, &made, blueprint(3, 2, 4)).await;
    let people = people(&t, 8).await;
    let mut of_variant: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (at, who) in people.iter().enumerate() {
        let joined = who.join(&made).await;
        assert_eq!(joined["attempt"]["questionCount"], 5);
        let (own, number) = (paper(who, &made).await, variant(who, &made).await);
        assert_eq!(joined["attempt"]["variant"], number, "the same on every device");
        assert!((1..=4).contains(&number));
        assert_eq!((own.len(), own.iter().filter(|place| **place < 5).count()), (5, 3));
        assert!(own.is_sorted() && !own.contains(&10), "{own:?}");
        assert_eq!(
            of_variant.entry(number).or_insert_with(|| own.clone()),
            &own,
            "a paper is the same for all who have it"
        );
        // Right as often as the person's place says, at most; the last is left open.
        for (nth, place) in own.iter().take(4).enumerate() {
            let letter = if nth < at % 5 { "A" } else { "B" };
            who.answer(&made, *place, letter).await.expect(200);
        }
        // A question of another paper does not exist.
        let strange = (0..11).find(|place| !own.contains(place)).expect("there are others");
        let missing = who.answer(&made, strange, "A").await;
        let nowhere = who
            .put(&format!("/contests/{}/answers/{}", made.id, made.questions[strange]), json!({"choice": [0]}))
            .await;
        let made_up = format!("/contests/{}/answers/01a1f8ef-6140-7277-9208-019e6cd572a8", made.id);
        let unknown = who.put(&made_up, json!({"choice": [0]})).await.refused(400, "invalid");
        assert_eq!(missing.refused(400, "invalid")["message"], unknown["message"]);
        assert_eq!(nowhere.refused(400, "invalid")["message"], unknown["message"]);
        let attempt = who.get(&format!("/contests/{}/attempt", made.id)).await.expect(200);
        assert_eq!(attempt["answered"].as_object().map(serde_json::Map::len), Some(4));
    }
    assert_eq!(broken(&t).await, Vec::<String>::new());
    t.pass(80);
    for (at, who) in people.iter().enumerate() {
        let standing = who.get(&format!("/contests/{}/standing", made.id)).await.expect(200);
        assert_eq!((&standing["questionCount"], &standing["you"]["correctAnswerCount"]), (&json!(5), &json!(at % 5)));
        assert_eq!(standing["histogram"].as_array().map(Vec::len), Some(6));
        let review = who.get(&format!("/contests/{}/review", made.id)).await.expect(200);
        let shown: Vec<String> = list(&review["questions"]).iter().map(|one| text(&one["_id"])).collect();
        let own: Vec<String> = paper(who, &made).await.iter().map(|place| made.questions[*place].clone()).collect();
        assert_eq!(shown, own);
        assert_eq!(list(&review["questions"]).iter().filter(|one| one["chosen"].is_null()).count(), 1);
    }
    // All papers beside each other: of so few people nothing can be said.
    let report = rohan.get(&format!("/contests/{}/fairness", made.id)).await.expect(200)["variants"].clone();
    let told: Vec<u64> = list(&report["papers"]).iter().filter_map(|one| one["people"].as_u64()).collect();
    assert_eq!((told.len(), told.iter().sum::<u64>(), &report["verdict"]), (4, 8, &json!("few")), "{report}");
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

async fn a_correction_touches_those_who_had_the_question(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = contest(&t, &rohan, 0, 60).await;
    rohan.put(&format!("/contests/{}/rules", made.id), json!({"preset": "jee_main"})).await.expect(200);
    set(&rohan, &made, blueprint(2, 1, 4)).await;
    let people = people(&t, 8).await;
    let mut papers = Vec::new();
    for who in &people {
        who.join(&made).await;
        let own = paper(who, &made).await;
        who.answer(&made, own[0], "B").await.expect(200);
        papers.push(own);
    }
    t.pass(80);
    // The first question of the first person, whom it was wrong for.
    let corrected = papers[0][0];
    let had = papers.iter().filter(|own| own.contains(&corrected)).count();
    let answered = papers.iter().filter(|own| own[0] == corrected).count();
    assert!(had < people.len(), "somebody has another paper");
    let rights = async || {
        let rows = rohan.results(&made).await.expect(200)["results"].clone();
        let of = |who: &Browser| list(&rows).iter().find(|row| row["userId"] == who.id.as_str()).cloned();
        people.iter().map(|who| of(who).expect("on the board")).collect::<Vec<Value>>()
    };
    let path = format!("/contests/{}/corrections", made.id);
    for (marking, scores) in [("everyone", had), ("void", had), ("answered", answered)] {
        let before = rights().await;
        let mut wish = json!({"questionId": made.questions[corrected], "marking": marking});
        let preview = rohan.post(&format!("{path}/preview"), wish.clone()).await.expect(200);
        assert_eq!(preview["changes"]["had"], had);
        wish["version"] = preview["version"].clone();
        wish["reason"] = json!("It was wrong");
        let said = rohan.post(&path, wish).await.expect(201)["correction"].clone();
        assert_eq!(said["scores"], preview["changes"]["scores"]);
        assert_eq!(said["scores"], scores, "{marking}");
        let after = rights().await;
        for ((own, before), after) in papers.iter().zip(before).zip(after) {
            if !own.contains(&corrected) {
                let score = |row: &Value| {
                    (row["correctAnswerCount"].clone(), row["wrongAnswerCount"].clone(), row["marks"].clone())
                };
                assert_eq!(score(&before), score(&after), "{marking}");
            }
        }
        assert_eq!(broken(&t).await, Vec::<String>::new());
        // The most there is to have is that of the own paper.
        for (who, own) in people.iter().zip(&papers) {
            let standing = who.get(&format!("/contests/{}/standing", made.id)).await.expect(200);
            let most = if marking == "void" && own.contains(&corrected) { "8" } else { "12" };
            assert_eq!(standing["mostMarks"], most, "{marking}");
        }
    }
}

async fn numbers_of_a_question_are_of_those_who_had_it(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = contest(&t, &rohan, 0, 60).await;
    set(&rohan, &made, blueprint(2, 1, 3)).await;
    let people = people(&t, 6).await;
    let (mut had, mut answered) = ([0; 11], [0; 11]);
    for who in &people {
        who.join(&made).await;
        for place in paper(who, &made).await {
            had[place] += 1;
            if place < 5 {
                who.answer(&made, place, "A").await.expect(200);
                answered[place] += 1;
            }
        }
    }
    // Who answered nothing is left out of all of it.
    for name in ["idle", "absent"] {
        t.person(name).await.join(&made).await;
    }
    let analysis = rohan.get(&format!("/contests/{}/analysis", made.id)).await.expect(200);
    let numbers =
        |name: &str| -> Vec<Value> { list(&analysis["questions"]).iter().map(|one| one[name].clone()).collect() };
    assert_eq!(numbers("had"), had.map(|many| json!(many)));
    assert_eq!(numbers("answered"), answered.map(|many| json!(many)));
    assert_eq!((&analysis["participants"], &analysis["tookPart"]), (&json!(8), &json!(6)));
    // Nothing is said of it where everybody has the same.
    let plain = t.running(&rohan, 1).await;
    people[0].join(&plain).await;
    let analysis = rohan.get(&format!("/contests/{}/analysis", plain.id)).await.expect(200);
    assert_eq!(analysis["questions"][0].get("had"), None);
}

async fn papers_are_dealt_a_minute_before_the_start(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = contest(&t, &rohan, 120, 600).await;
    set(&rohan, &made, blueprint(3, 2, 4)).await;
    t.pass(50);
    t.run_jobs().await;
    t.run_jobs().await;
    assert_eq!(dealt(&t).await, BTreeMap::new());
    // Moved, and moved back: it is dealt by when it starts then.
    let starts = |from_now: i64| json!({"startDate": t.moment(from_now)});
    rohan.put(&format!("/contests/{}/time", made.id), starts(300)).await.expect(200);
    t.pass(20);
    t.run_jobs().await;
    t.run_jobs().await;
    assert_eq!(dealt(&t).await, BTreeMap::new());
    t.pass(225);
    t.run_jobs().await;
    t.run_jobs().await;
    let papers = dealt(&t).await;
    assert_eq!(papers.values().map(Vec::len).collect::<Vec<_>>(), [5; 4]);
    assert_eq!(rohan.get(&draw_of(&made)).await.expect(200)["frozen"], true);
    // Nobody has joined, and none of the refusals says so.
    let rules = format!("/contests/{}/rules", made.id);
    for said in [
        rohan.put(&draw_of(&made), blueprint(1, 1, 2)).await,
        rohan.post("/post/addQuestion", question(&made.id, 11, 0)).await,
        rohan.delete(&format!("/post/{}/{}", made.id, made.questions[10])).await,
        rohan.put(&rules, json!({"preset": "jee_main"})).await,
        rohan.put(&rules, json!({"preset": "plain", "changing": "until_hand_in"})).await,
        rohan.put(&format!("/contests/{}", made.id), json!({"optionOrder": "shuffled"})).await,
        rohan.put(&format!("/contests/{}", made.id), json!({"questionOrder": "shuffled"})).await,
    ] {
        let said = said.refused(409, "contest_frozen");
        assert!(text(&said["message"]).starts_with("Papers have been dealt for this contest"), "{said}");
    }
    assert_eq!(broken(&t).await, Vec::<String>::new());
    // A start that stays within the minute, or comes sooner, takes nothing back.
    rohan.put(&format!("/contests/{}/time", made.id), starts(50)).await.expect(200);
    assert_eq!(dealt(&t).await, papers);
    // Put off, it is open again until a minute before, and dealt of what is in it then.
    let said = rohan.put(&format!("/contests/{}/time", made.id), starts(120)).await.expect(200);
    assert_eq!(said["contest"]["frozen"], false);
    assert_eq!(dealt(&t).await, BTreeMap::new());
    assert_eq!(rohan.get(&draw_of(&made)).await.expect(200)["frozen"], false);
    assert_eq!(broken(&t).await, Vec::<String>::new());
    rohan.delete(&format!("/post/{}/{}", made.id, made.questions[9])).await.expect(200);
    rohan.put(&format!("/contests/{}", made.id), json!({"optionOrder": "shuffled"})).await.expect(200);
    t.pass(61);
    t.run_jobs().await;
    t.run_jobs().await;
    let papers = dealt(&t).await;
    assert_eq!(papers.values().map(Vec::len).collect::<Vec<_>>(), [5; 4]);
    assert!(papers.values().flatten().all(|no| *no != 10), "{papers:?}");
    t.pass(60);
    let ananya = t.person("ananya").await;
    ananya.join(&made).await;
    assert_eq!(paper(&ananya, &made).await.len(), 5);
    // Somebody has joined: nothing is taken back any more, and it is what is said.
    rohan.put(&format!("/contests/{}/time", made.id), starts(100)).await.refused(409, "contest_frozen");
    let said = rohan.put(&draw_of(&made), blueprint(1, 1, 2)).await.refused(409, "contest_frozen");
    assert!(text(&said["message"]).starts_with("Somebody has joined"), "{said}");
    assert_eq!(dealt(&t).await, papers);
    assert_eq!(broken(&t).await, Vec::<String>::new());
    // And one that nobody has joined goes with its papers.
    let other = contest(&t, &rohan, 61, 600).await;
    set(&rohan, &other, blueprint(1, 1, 2)).await;
    t.pass(2);
    t.run_jobs().await;
    t.run_jobs().await;
    assert_eq!(rohan.get(&draw_of(&other)).await.expect(200)["frozen"], true);
    rohan.delete(&format!("/contests/{}", other.id)).await.expect(200);
    assert_eq!(dealt(&t).await, papers);
}

/// Many join at once, in two processes: one set of papers is dealt, and everybody has one of them.
async fn racing_first_joins_deal_one_set(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let people = people(&t, 8).await;
    for round in 0..4 {
        let made = contest(&t, &rohan, 0, 600).await;
        set(&rohan, &made, blueprint(3, 2, 4)).await;
        join_all(people.iter().map(|who| who.join(&made))).await;
        let mut papers: BTreeMap<u64, BTreeSet<Vec<usize>>> = BTreeMap::new();
        for who in &people {
            papers.entry(variant(who, &made).await).or_default().insert(paper(who, &made).await);
        }
        assert!(papers.values().all(|own| own.len() == 1), "round {round}: {papers:?}");
        assert!(papers.values().flatten().all(|own| own.len() == 5), "round {round}: {papers:?}");
        let rows: Option<i64> =
            sql("SELECT COUNT(*) AS value FROM contest_papers").value(&t.app.db).await.expect("counted");
        assert_eq!(rows, Some(20 * (round + 1)), "each paper once");
        assert_eq!(broken(&t).await, Vec::<String>::new());
    }
}

/// A blueprint that was acknowledged is the one by which everybody has a paper, and none comes after the first join.
async fn racing_joins_against_another_blueprint(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let people = people(&t, 4).await;
    for round in 0..6 {
        let made = contest(&t, &rohan, 0, 600).await;
        // Every second time it begins without one.
        if round % 2 == 0 {
            set(&rohan, &made, blueprint(3, 2, 16)).await;
        }
        let path = draw_of(&made);
        let other = rohan.put(&path, blueprint(1, 1, 2));
        let joins = join_all(people.iter().map(|who| who.join(&made)));
        let (changed, _) = tokio::join!(other, joins);
        let each = match (changed.status.as_u16(), round % 2) {
            (200, _) => 2,
            (409, 0) => 5,
            (409, _) => 11,
            (status, _) => panic!("round {round}: {status}"),
        };
        for who in &people {
            assert_eq!(paper(who, &made).await.len(), each, "round {round}");
        }
        assert_eq!(broken(&t).await, Vec::<String>::new());
    }
}

/// The job and the first join deal at the same moment.
async fn racing_the_clock_against_the_first_join(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let people = people(&t, 3).await;
    for round in 0..4 {
        let made = contest(&t, &rohan, 62, 6000).await;
        set(&rohan, &made, blueprint(3, 2, 4)).await;
        t.pass(63);
        let (_, ()) = tokio::join!(join_all(people.iter().map(|who| who.join(&made))), t.run_jobs());
        for who in &people {
            assert_eq!(paper(who, &made).await.len(), 5, "round {round}");
        }
        let rows: Option<i64> =
            sql("SELECT COUNT(*) AS value FROM contest_papers").value(&t.app.db).await.expect("counted");
        assert_eq!(rows, Some(20 * (round + 1)));
        assert_eq!(broken(&t).await, Vec::<String>::new());
    }
}

/// The calls of the specification are enough: a paper is a plain paper.
async fn a_client_of_the_specification_plays_it(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let ananya = t.person("ananya").await;
    let made = contest(&t, &rohan, 0, 60).await;
    set(&rohan, &made, blueprint(2, 1, 4)).await;
    ananya.post("/complete", json!({"contestId": made.id, "userId": ananya.id})).await.expect(200);
    let taken = ananya.get(&format!("/post/getContestById/{}", made.id)).await.expect(200);
    let questions = list(&taken["contest"]["QuestionSet"]);
    assert_eq!(questions.len(), 3);
    for question in questions {
        let answer = json!({"UserId": ananya.id, "ContestId": made.id, "QuestionId": question["_id"], "Answer": question["Options"][0]});
        ananya.post("/post/answer", answer).await.expect(200);
    }
    ananya.post("/complete", json!({"contestId": made.id, "userId": ananya.id})).await.expect(200);
    t.pass(80);
    assert_eq!(ananya.results(&made).await.expect(200)["results"][0]["correctAnswerCount"], 3);
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

/// Two contests of six questions: one of which each person gets a part, in an order of the own, and one that is only mixed.
async fn each_is_told_the_number_that_they_saw(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let (ada, stranger) = (t.person("ada").await, t.person("stranger").await);
    ada.put("/notifications/preferences", json!({"preferences": [{"about": "results", "push": true, "mail": true}]}))
        .await
        .expect(200);
    let made = contest(&t, &rohan, 0, 60).await;
    rohan.put(&format!("/contests/{}", made.id), json!({"questionOrder": "shuffled"})).await.expect(200);
    set(&rohan, &made, blueprint(3, 2, 4)).await;
    ada.join(&made).await;
    let own = paper(&ada, &made).await;
    for place in &own {
        ada.answer(&made, *place, "B").await.expect(200);
    }
    let attempt = ada.get(&format!("/contests/{}/attempt", made.id)).await.expect(200);
    let (seed, number) = (text(&attempt["seed"]), attempt["variant"].as_i64().expect("a paper"));
    t.pass(80);
    let path = format!("/contests/{}/corrections", made.id);
    let correct = async |place: usize| {
        let mut wish = json!({"questionId": made.questions[place], "marking": "everyone"});
        wish["version"] = rohan.post(&format!("{path}/preview"), wish.clone()).await.expect(200)["version"].clone();
        wish["reason"] = json!("The book was wrong");
        rohan.post(&path, wish).await.expect(201)["correction"].clone()
    };
    let others = (0..10).find(|place| !own.contains(place)).expect("there are others");
    let papers = dealt(&t).await;
    let having = |place: usize| {
        let has = papers.iter().filter(|(_, numbers)| numbers.contains(&(place as i32 + 1)));
        has.map(|(variant, _)| *variant).collect::<Vec<i32>>()
    };
    // The organiser counts through the contest, and is told which papers have it.
    for place in [own[1], others] {
        let said = correct(place).await;
        assert_eq!((&said["questionNumber"], &said["papers"]), (&json!(place + 1), &json!(having(place))), "{said}");
        assert_eq!((said.get("ownNumber"), said.get("unnumbered")), (None, None), "{said}");
        let log = rohan.get(&path).await.expect(200)["corrections"].clone();
        assert_eq!(log[0], said);
    }
    assert!(having(own[1]).contains(&(number as i32)));
    // Whoever had it counts the own paper as it was seen; what was not on it has no number, nor has any for whoever has no paper.
    let seen = attempts::order_of_questions(&seed, 5).iter().position(|from| *from == 1).expect("a place") + 1;
    let log = list(&ada.get(&path).await.expect(200)["corrections"]).clone();
    assert_eq!((&log[1]["ownNumber"], log[1].get("unnumbered")), (&json!(seen), None), "{log:?}");
    assert_eq!((log[0].get("ownNumber"), &log[0]["unnumbered"]), (None, &json!(true)), "{log:?}");
    assert!(log.iter().all(|one| one.get("papers").is_none()), "{log:?}");
    for one in list(&stranger.get(&path).await.expect(200)["corrections"]) {
        assert_eq!((one.get("ownNumber"), &one["unnumbered"]), (None, &json!(true)), "{one}");
    }
    // A mail is one person's; a notice goes to many, and begins with the question.
    t.run_jobs().await;
    t.run_jobs().await;
    let mails: Vec<String> =
        t.mails().await.into_iter().filter(|mail| mail.to.starts_with("ada@")).map(|mail| mail.text).collect();
    let wanted = format!("Question {seen}: Question {}?", own[1]);
    assert!(mails.iter().any(|mail| mail.contains(&wanted)), "{wanted}: {mails:?}");
    let inbox = ada.get("/notifications").await.expect(200)["notifications"].clone();
    let wanted = format!("“Question {}?”: The book was wrong", own[1]);
    assert!(list(&inbox).iter().any(|one| one["body"] == wanted.as_str()), "{inbox}");
    // What somebody answered stands with the numbers of the contest beside it.
    let answers = rohan.get(&format!("/contests/{}/participants/{}", made.id, ada.id)).await.expect(200);
    let numbers: Vec<u64> = list(&answers["questions"]).iter().filter_map(|one| one["number"].as_u64()).collect();
    assert_eq!(numbers, own.iter().map(|place| *place as u64 + 1).collect::<Vec<_>>());
    assert_eq!(answers["variant"], number);
    // And in the data of the account.
    let kept = ada.get("/account/data").await.expect(200)["attempts"][0].clone();
    assert_eq!(
        (&kept["variant"], &kept["seed"], &kept["questionOrder"], kept.get("optionOrder")),
        (&json!(number), &json!(seed), &json!("shuffled"), None)
    );
    assert_eq!(kept["answers"][1]["number"], seen, "{kept}");
    // Where everybody has the paper as it was written nothing of it is said.
    let plain = t.running(&rohan, 2).await;
    ada.join(&plain).await;
    ada.answer(&plain, 0, "A").await.expect(200);
    let data = ada.get("/account/data").await.expect(200)["attempts"].clone();
    let kept = list(&data).iter().find(|one| one["contestId"] == plain.id.as_str()).expect("kept").clone();
    for name in ["variant", "seed", "questionOrder"] {
        assert_eq!(kept.get(name), None, "{kept}");
    }
    assert_eq!(kept["answers"][0].get("number"), None);
}

/// A contest of eleven questions of which each person gets five. One that gives other marks is on no paper.
async fn what_is_told_of_the_contest_is_true_of_each_paper(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = contest(&t, &rohan, 60, 120).await;
    let (rules, head) = (format!("/contests/{}/rules", made.id), format!("/contest/{}", made.id));
    rohan.put(&rules, json!({"preset": "jee_main"})).await.expect(200);
    rohan.put(&format!("/contests/{}", made.id), json!({"answersShown": true})).await.expect(200);
    let mut dear = sent(10, "", &[]);
    dear["marks"] = json!({"right": "8"});
    rohan.put(&format!("/contests/{}/questions/{}", made.id, made.questions[10]), dear).await.expect(200);
    let ada = t.person("ada").await;
    let some = "Some questions give other marks";
    assert!(text(&ada.get(&head).await.expect(200)["marksShown"]).contains(some));
    set(&rohan, &made, blueprint(3, 2, 4)).await;
    // Lobby, card of the list, link, live: five questions, and no more of their marks than is true of each paper.
    let words = text(&ada.get(&head).await.expect(200)["marksShown"]);
    assert!(!words.contains(some) && words.contains("Questions may give other marks"), "{words}");
    let listed = ada.get("/post/getallcontest?brief=true").await.expect(200)["contests"][0].clone();
    let topic = format!("contest:{}", made.id);
    let followed = ada.follow(&[&topic]).await.event_called("contest").await;
    let invited = rohan.post(&format!("/contests/{}/invitation", made.id), json!({})).await.expect(201);
    let token = &invited["invitation"]["token"];
    let link = ada.post("/invitation/look", json!({"token": token})).await.expect(200)["contest"].clone();
    for said in [&followed, &link, &rohan.get(&rules).await.expect(200)] {
        assert_eq!(said["marksShown"], words.as_str(), "{said}");
    }
    for said in [&listed, &link, &ada.get(&head).await.expect(200)] {
        assert_eq!(said["questionCount"], 5, "{said}");
    }
    // Joined by the words that were shown; three of five answered.
    t.pass(60);
    let asked = json!({"contestId": made.id, "intent": "join", "marksShown": words});
    let joined = ada.post("/complete", asked).await.expect(200)["attempt"].clone();
    assert_eq!((&joined["questionCount"], &joined["marksShown"]), (&json!(5), &json!(words)));
    let own = paper(&ada, &made).await;
    for place in own.iter().take(3) {
        ada.answer(&made, *place, "A").await.expect(200);
    }
    let mine = ada.get("/post/getallcontest").await.expect(200)["contests"][0].clone();
    assert_eq!((&mine["questionCount"], &mine["answered"]), (&json!(5), &json!(3)), "{mine}");
    assert_eq!(list(&mine["QuestionSet"]).len(), 5, "clients of the specification count them");
    t.pass(90);
    // Board, standing, own part and review: of the own paper, 20 marks at most.
    let standing = ada.get(&format!("/contests/{}/standing", made.id)).await.expect(200);
    assert_eq!((&standing["questionCount"], &standing["mostMarks"]), (&json!(5), &json!("20")), "{standing}");
    assert_eq!((standing["histogram"].as_array().map(Vec::len), &standing["you"]["marks"]), (Some(6), &json!("12")));
    let board = ada.results(&made).await.expect(200);
    assert_eq!((&board["mostMarks"], &board["marksShown"]), (&json!("20"), &json!(words)), "{board}");
    let review = ada.get(&format!("/contests/{}/review", made.id)).await.expect(200);
    assert_eq!((list(&review["questions"]).len(), &review["contest"]["questionCount"]), (5, &json!(5)));
    // What counts for nobody on another paper takes nothing off here.
    let others = (0..10).find(|place| !own.contains(place)).expect("there are others");
    let path = format!("/contests/{}/corrections", made.id);
    let mut wish = json!({"questionId": made.questions[others], "marking": "void"});
    wish["version"] = rohan.post(&format!("{path}/preview"), wish.clone()).await.expect(200)["version"].clone();
    wish["reason"] = json!("The book was wrong");
    rohan.post(&path, wish).await.expect(201);
    let standing = ada.get(&format!("/contests/{}/standing", made.id)).await.expect(200);
    assert_eq!((&standing["questionCount"], &standing["mostMarks"]), (&json!(5), &json!("20")), "{standing}");
    assert_eq!(ada.get(&path).await.expect(200)["corrections"][0]["unnumbered"], true);
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

/// Addresses of pictures are no secret among friends. Where everybody has the same paper nothing is asked for it.
async fn a_picture_of_another_paper_does_not_exist(t: TestApp) {
    let t = t.alone(&[], 2).await;
    let rohan = t.organiser("rohan").await;
    let (drawn, mut drawn_pictures) = pictured(&t, &rohan).await;
    let (plain, plain_pictures) = pictured(&t, &rohan).await;
    let each = json!({"difficulty": null, "category": null, "tags": [], "count": 1});
    set(&rohan, &drawn, json!({"parts": [each], "papers": 4})).await;
    let people = people(&t, 8).await;
    for who in &people {
        join_pictured(who, &drawn).await;
    }
    let mut papers = BTreeSet::new();
    for who in &people {
        let own = paper(who, &drawn).await;
        assert_eq!(seen(who, &drawn_pictures).await, own, "while it runs");
        papers.insert(own);
    }
    assert!(papers.len() > 1, "there are others");
    assert_eq!(seen(&rohan, &drawn_pictures).await, [0, 1, 2, 3], "whoever wrote them");
    // Once both are known, one is as cheap as the other, and what nobody gets is cheaper.
    let ada = &people[0];
    join_pictured(ada, &plain).await;
    assert_eq!(seen(ada, &plain_pictures).await, [0, 1, 2, 3]);
    drawn_pictures.rotate_left(paper(ada, &drawn).await[0]);
    let mut costs = Vec::new();
    for path in [&plain_pictures[0], &drawn_pictures[0], &drawn_pictures[1]] {
        let before = t.app.db.count();
        ada.get(path).await;
        costs.push(t.app.db.count().since(before).statements);
    }
    assert_eq!(costs[0], costs[1], "{costs:?}");
    assert!(costs[2] <= costs[1], "{costs:?}");
    // Nor does it exist once the paper is handed in, or afterwards, where the review shows the own paper.
    ada.post("/complete", json!({"contestId": drawn.id, "intent": "submit", "kinds": 4})).await.expect(200);
    assert_eq!(seen(ada, &drawn_pictures).await, [0], "handed in");
    t.pass(680);
    assert_eq!(seen(ada, &drawn_pictures).await, [] as [usize; 0], "no review is shown");
    rohan.put(&format!("/contests/{}", drawn.id), json!({"answersShown": true})).await.expect(200);
    assert_eq!(seen(ada, &drawn_pictures).await, [0], "as the review is");
}

async fn join_pictured(who: &Browser, made: &Made) {
    who.post("/complete", json!({"contestId": made.id, "intent": "join", "kinds": 4})).await.expect(200);
}

/// The places of the pictures that somebody gets; the others do not exist.
async fn seen(who: &Browser, pictures: &[String]) -> Vec<usize> {
    let mut seen = Vec::new();
    for (place, path) in pictures.iter().enumerate() {
        match who.get(path).await.status.as_u16() {
            200 => seen.push(place),
            status => assert_eq!(status, 404),
        }
    }
    seen
}

/// A contest of four questions with a picture each, and where the pictures are.
async fn pictured(t: &TestApp, owner: &Browser) -> (Made, Vec<String>) {
    let mut made = t.contest(owner, 0, 600, true, 0, 0).await;
    let (mut all, mut paths) = (Vec::new(), Vec::new());
    for number in 0..4 {
        let file = made::png(&made::quadrants(600 + number as u32, 300));
        let form = Form::new().file("image", "pulley.png", &file);
        let path = format!("/contests/{}/pictures", made.id);
        let id = text(&owner.send_form(Method::POST, &path, form).await.expect(201)["picture"]["id"]);
        paths.push(format!("{path}/{id}/480"));
        let mut one = sent(number, "", &[]);
        one["pictures"] = json!([{"id": id, "alt": "A pulley", "option": null}]);
        all.push(one);
    }
    let said = owner.post(&questions_of(&made), json!({"questions": all})).await.expect(201);
    made.questions = list(&said["questions"]).iter().map(|one| text(&one["_id"])).collect();
    (made, paths)
}

/// Joining costs the attempt and the contest's count, an answer itself and the counters, and what is read is remembered.
async fn a_contest_without_a_draw_costs_what_it_did(t: TestApp) {
    let t = t.alone(&[], 2).await;
    let rohan = t.organiser("rohan").await;
    let (plain, drawn) = (contest(&t, &rohan, 0, 600).await, contest(&t, &rohan, 0, 600).await);
    set(&rohan, &drawn, blueprint(3, 2, 4)).await;
    let people = people(&t, 3).await;
    let first = &people[0];
    for made in [&plain, &drawn] {
        // Its join freezes, and its paper is made.
        first.join(made).await;
        paper(first, made).await;
    }
    // Where papers are dealt: whether they are, and whose is which.
    for (made, joins) in [(&plain, 2), (&drawn, 4)] {
        let mut least = u64::MAX;
        for who in &people[1..] {
            who.get("/checklogged").await.expect(200);
            let before = t.app.db.count();
            who.join(made).await;
            assert_eq!(t.app.db.count().since(before).statements, joins);
            let before = t.app.db.count();
            let own = paper(who, made).await;
            who.answer(made, own[0], "A").await.expect(200);
            let cost = t.app.db.count().since(before);
            assert_eq!(cost.statements, 2, "{cost:?}");
            least = least.min(cost.reads);
        }
        // Beside what is read anew each second.
        assert_eq!(least, 0);
    }
}
