//! Stories of the order in which each person sees a paper: questions are mixed by a seed of each person and stay as they were written for
//! everybody else, an author says which options keep their places, and the organiser sees what somebody saw and whether it mattered.

use serde_json::{Value, json};

use crate::harness::{Browser, Made, TestApp, question};
use crate::kinds::{broken, list, options, questions_of, text};
use crate::{on_both_engines, plain_stories};

on_both_engines!(
    questions_are_mixed_by_a_seed_of_each_person,
    an_author_says_which_options_stay,
    the_report_is_the_owners_after_the_end,
);
plain_stories!(
    a_contest_of_a_fixed_order_says_nothing_of_it,
    the_order_is_frozen_by_the_first_join,
    a_strange_order_is_refused_under_its_name,
    strange_places_are_refused_under_their_name,
    the_organiser_sees_what_somebody_answered,
    a_report_of_few_people_says_so,
);

async fn set(owner: &Browser, made: &Made, rules: Value) -> Value {
    owner.put(&format!("/contests/{}", made.id), rules).await.expect(200)["contest"].clone()
}

async fn part(who: &Browser, made: &Made, part: &str) -> Value {
    who.get(&format!("/contests/{}/{part}", made.id)).await.expect(200)
}

fn ids(questions: &Value) -> Vec<String> {
    list(questions).iter().map(|one| text(&one["_id"])).collect()
}

async fn questions_are_mixed_by_a_seed_of_each_person(t: TestApp) {
    let (rohan, ada, bo) = (t.organiser("rohan").await, t.person("ada").await, t.person("bo").await);
    let made = t.running(&rohan, 3).await;
    let said = set(&rohan, &made, json!({"questionOrder": "shuffled", "answersShown": true})).await;
    assert_eq!((&said["questionOrder"], said.get("optionOrder")), (&json!("shuffled"), None));
    let rules = part(&rohan, &made, "rules").await;
    assert_eq!((&rules["questionOrder"], &rules["optionOrder"]), (&json!("shuffled"), &json!("fixed")));
    // A client that knows nothing of it plays the paper as it was written.
    for who in [&ada, &bo] {
        who.join(&made).await;
    }
    let attempts = [part(&ada, &made, "attempt").await, part(&bo, &made, "attempt").await];
    for said in &attempts {
        assert_eq!((text(&said["seed"]).len(), &said["questionOrder"]), (16, &json!("shuffled")), "{said}");
        assert_eq!(said.get("optionOrder"), None, "options are as they were written");
    }
    assert_ne!(attempts[0]["seed"], attempts[1]["seed"]);
    assert_eq!(part(&ada, &made, "attempt").await["seed"], attempts[0]["seed"], "the same on every device");
    let papers = [part(&ada, &made, "paper").await, part(&bo, &made, "paper").await];
    assert_eq!(papers[0], papers[1], "one paper for everybody");
    assert_eq!(ids(&papers[0]["QuestionSet"]), made.questions);
    ada.answer(&made, 0, "A").await.expect(200);
    ada.answer(&made, 2, "B").await.expect(200);
    t.pass(3602);
    // The browser shows the review as it was seen; all else is as it was written.
    let review = part(&ada, &made, "review").await;
    assert_eq!(review["contest"]["seed"], attempts[0]["seed"]);
    assert_eq!(
        (&review["contest"]["questionOrder"], ids(&review["questions"])),
        (&json!("shuffled"), made.questions.clone())
    );
    assert_eq!(ids(&part(&rohan, &made, "analysis").await["questions"]), made.questions);
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

async fn a_contest_of_a_fixed_order_says_nothing_of_it(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = t.running(&rohan, 1).await;
    ada.join(&made).await;
    set(&rohan, &made, json!({"answersShown": true})).await;
    ada.answer(&made, 0, "A").await.expect(200);
    t.pass(3602);
    let mut said = String::new();
    for (who, path) in [
        (&ada, format!("/contest/{}", made.id)),
        (&ada, format!("/contests/{}/attempt", made.id)),
        (&ada, format!("/contests/{}/paper", made.id)),
        (&ada, format!("/contests/{}/review", made.id)),
        (&ada, "/post/getallcontest".to_owned()),
        (&rohan, format!("/post/{}", made.id)),
        (&rohan, "/post/getcontest".to_owned()),
        (&rohan, "/account/data".to_owned()),
    ] {
        said.push_str(&who.get(&path).await.expect(200).to_string());
    }
    for name in ["questionOrder", "optionOrder", "fixedOptions", "\"seed\""] {
        assert!(!said.contains(name), "{name}: {said}");
    }
    let report = part(&rohan, &made, "fairness").await;
    assert_eq!(
        (&report["positions"], &report["options"], &report["tookPart"]),
        (&Value::Null, &Value::Null, &json!(1))
    );
}

async fn the_order_is_frozen_by_the_first_join(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = t.running(&rohan, 2).await;
    set(&rohan, &made, json!({"questionOrder": "shuffled"})).await;
    set(&rohan, &made, json!({"questionOrder": "fixed"})).await;
    set(&rohan, &made, json!({"questionOrder": "shuffled"})).await;
    ada.join(&made).await;
    for path in [format!("/contests/{}", made.id), format!("/contests/{}/rules", made.id)] {
        let said = rohan.put(&path, json!({"questionOrder": "fixed"})).await.refused(409, "contest_frozen");
        assert!(text(&said["message"]).contains("the order of the questions"), "{said}");
        assert_eq!(said["field"], "questionOrder");
    }
    set(&rohan, &made, json!({"questionOrder": "shuffled", "title": "Renamed"})).await;
}

async fn a_strange_order_is_refused_under_its_name(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = t.running(&rohan, 1).await;
    for strange in [json!("random"), json!(1), json!({}), json!(["shuffled"])] {
        let asked = json!({"questionOrder": strange});
        let said = rohan.put(&format!("/contests/{}", made.id), asked).await.refused(400, "invalid");
        assert!(text(&said["message"]).contains("questionOrder"), "{said}");
    }
    let asked = json!({"title": "Quiz", "description": "", "isPublic": true, "QuestionSet": [], "questionOrder": "shuffled",
        "startDate": t.moment(0), "endDate": t.moment(60)});
    let made = rohan.post("/post/createcontest", asked).await.expect(201);
    assert_eq!(made["contest"]["questionOrder"], "shuffled");
}

/// A question of four options, with what is said of the options that stay.
fn fixed(number: usize, places: Option<Value>) -> Value {
    let mut one =
        json!({"kind": "single", "text": format!("Question {number}?"), "options": options(number, 4), "right": [0]});
    if let Some(places) = places {
        one["fixedOptions"] = places;
    }
    one
}

async fn an_author_says_which_options_stay(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let mut made = t.contest(&rohan, 0, 60, true, 0, 0).await;
    set(&rohan, &made, json!({"optionOrder": "shuffled", "answersShown": true})).await;
    let asked = [None, Some(json!(null)), Some(json!([])), Some(json!([3, 0]))];
    let all: Vec<Value> = (0..).zip(asked).map(|(number, places)| fixed(number, places)).collect();
    let said = rohan.post(&questions_of(&made), json!({"questions": all})).await.expect(201);
    made.questions = ids(&said["questions"]);
    // In the specification's shape, too.
    let mut usual = question(&made.id, 4, 1);
    usual["fixedOptions"] = json!([1]);
    made.questions.push(text(&rohan.post("/post/addQuestion", usual).await.expect(201)["question"]["_id"]));
    let places = |questions: &Value| -> Vec<Value> {
        list(questions).iter().map(|one| one.get("fixedOptions").cloned().unwrap_or(json!("-"))).collect()
    };
    let kept = async || rohan.get(&format!("/post/{}", made.id)).await.expect(200)["contest"]["QuestionSet"].clone();
    assert_eq!(places(&kept().await), [json!("-"), json!("-"), json!([]), json!([0, 3]), json!([1])]);

    // What a rewrite does not name stays, of the options that are left.
    let one = |at: usize| format!("{}/{}", questions_of(&made), made.questions[at]);
    let mut three = fixed(3, None);
    three["options"] = json!(options(3, 3));
    rohan.put(&one(3), three).await.expect(200);
    rohan.put(&one(2), fixed(2, Some(json!(null)))).await.expect(200);
    let said = rohan.put(&one(0), fixed(0, Some(json!([2])))).await.expect(200);
    assert_eq!(said["question"]["fixedOptions"], json!([2]));
    let path = format!("/post/update/{}/{}", made.id, made.questions[4]);
    rohan.put(&path, json!({"Question": "New?", "Options": options(4, 4), "Answer": "4-A"})).await.expect(200);
    let now = [json!([2]), json!("-"), json!("-"), json!([0]), json!([1])];
    assert_eq!(places(&kept().await), now);
    rohan
        .put(&one(1), json!({"kind": "text", "text": "Where?", "accepted": ["here"], "fixedOptions": []}))
        .await
        .expect(200);
    assert_eq!(places(&kept().await), now, "what is typed has no places");

    // Whoever takes it is told of the places before they begin, and the owner takes them along.
    ada.post("/complete", json!({"contestId": made.id, "intent": "join", "kinds": 9})).await.expect(200);
    assert_eq!(places(&part(&ada, &made, "paper").await["QuestionSet"]), now);
    assert_eq!(places(&rohan.get("/account/data").await.expect(200)["contests"][0]["questions"]), now);
    t.pass(62);
    assert_eq!(places(&part(&ada, &made, "review").await["questions"]), now);
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

async fn strange_places_are_refused_under_their_name(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = t.contest(&rohan, 60, 120, true, 1, 0).await;
    let one = format!("{}/{}", questions_of(&made), made.questions[0]);
    for places in [json!([4]), json!([1, 1]), json!([4_294_967_295_u32])] {
        let said = rohan.put(&one, fixed(0, Some(places.clone()))).await.refused(400, "invalid");
        assert_eq!(said["field"], "fixedOptions", "{places}");
        let both = json!({"questions": [fixed(0, None), fixed(1, Some(places))]});
        let said = rohan.post(&questions_of(&made), both).await.refused(400, "invalid");
        assert!(text(&said["message"]).starts_with("Question 2 of those sent: "), "{said}");
    }
    for strange in [json!("0"), json!(1), json!([-1]), json!(["A"]), json!({"0": true})] {
        rohan.put(&one, fixed(0, Some(strange))).await.refused(400, "invalid");
    }
}

async fn the_organiser_sees_what_somebody_answered(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let [ada, bo] = [t.person("ada").await, t.person("bo").await];
    let made = t.running(&rohan, 3).await;
    set(&rohan, &made, json!({"questionOrder": "shuffled", "optionOrder": "shuffled"})).await;
    for who in [&ada, &bo] {
        who.join(&made).await;
    }
    ada.answer(&made, 2, "A").await.expect(200);
    t.pass(5);
    ada.answer(&made, 0, "B").await.expect(200);
    ada.submit(&made).await;
    let path = |who: &Browser| format!("/contests/{}/participants/{}", made.id, who.id);
    let said = rohan.get(&path(&ada)).await.expect(200);
    assert_eq!(
        (&said["userId"], &said["questionOrder"], &said["optionOrder"]),
        (&json!(ada.id), &json!("shuffled"), &json!("shuffled"))
    );
    assert_eq!(said["seed"], part(&ada, &made, "attempt").await["seed"], "as this person saw it");
    assert_eq!(ids(&said["questions"]), made.questions, "and as it was written");
    let answers: Vec<_> =
        list(&said["questions"]).iter().map(|one| (&one["chosen"], &one["correct"], &one["accepted"][0])).collect();
    let none = Value::Null;
    assert_eq!(
        answers,
        [
            (&json!("0-B"), &json!(false), &json!("0-A")),
            (&none, &json!(false), &json!("1-A")),
            (&json!("2-A"), &json!(true), &json!("2-A")),
        ]
    );
    let at = |number: usize| text(&said["questions"][number]["answeredAt"]);
    assert!(at(2) < at(0) && said["questions"][1]["answeredAt"].is_null(), "{said}");
    assert!(said["submittedAt"].is_string() && rohan.get(&path(&bo)).await.expect(200)["submittedAt"].is_null());
    // To everybody else, the person included, there is no such thing.
    for who in [&ada, &bo] {
        who.get(&path(&ada)).await.refused(404, "missing");
    }
    let dean = t.admin("dean").await;
    dean.get(&path(&ada)).await.expect(200);
    rohan.get(&path(&rohan)).await.refused(404, "missing");
    rohan.get(&format!("/contests/{}/participants/nobody", made.id)).await.refused(404, "missing");
}

async fn a_report_of_few_people_says_so(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = t.running(&rohan, 6).await;
    set(&rohan, &made, json!({"questionOrder": "shuffled", "optionOrder": "shuffled"})).await;
    ada.join(&made).await;
    for number in 0..6 {
        ada.answer(&made, number, if number < 4 { "A" } else { "B" }).await.expect(200);
    }
    rohan.get(&format!("/contests/{}/fairness", made.id)).await.refused(403, "results_too_early");
    t.pass(3602);
    let said = part(&rohan, &made, "fairness").await;
    let (positions, places) = (&said["positions"], &said["options"]);
    assert_eq!(
        (&positions["verdict"], &positions["thirdsVerdict"], &places["verdict"]),
        (&json!("few"), &json!("few"), &json!("few"))
    );
    assert_eq!((&positions["warning"], &places["warning"]), (&Value::Null, &Value::Null));
    let sum = |all: &Value, name: &str| list(all).iter().filter_map(|one| one[name].as_i64()).sum::<i64>();
    for parts in [&positions["thirds"], &positions["each"]] {
        assert_eq!((sum(parts, "asked"), sum(parts, "right")), (6, 4), "{said}");
    }
    let thirds: Vec<_> = list(&positions["thirds"]).iter().map(|one| (&one["from"], &one["to"])).collect();
    assert_eq!(thirds, [(&json!(1), &json!(2)), (&json!(3), &json!(4)), (&json!(5), &json!(6))]);
    assert_eq!((sum(&places["places"], "chosen"), &places["places"][0]["letter"]), (6, &json!("A")));
}

/// Whoever has a question in the last third leaves it to chance and takes what stands at B: both show, and only where it was mixed.
async fn the_report_is_the_owners_after_the_end(t: TestApp) {
    const QUESTIONS: usize = 6;
    const PEOPLE: usize = 24;
    let rohan = t.organiser("rohan").await;
    let made = t.running(&rohan, QUESTIONS).await;
    set(&rohan, &made, json!({"questionOrder": "shuffled"})).await;
    let mut people = Vec::new();
    for number in 0..PEOPLE {
        let who = t.person(&format!("person{number}")).await;
        who.join(&made).await;
        // By the order that the organiser is told of: nobody here mixes.
        let seed = text(&part(&who, &made, "attempt").await["seed"]);
        for (place, at) in quad_contests::attempts::order_of_questions(&seed, QUESTIONS).into_iter().enumerate() {
            let letter = if place < 4 { "A" } else { "B" };
            who.answer(&made, at, letter).await.expect(200);
        }
        people.push(who);
    }
    let path = format!("/contests/{}/fairness", made.id);
    rohan.get(&path).await.refused(403, "results_too_early");
    t.pass(3602);
    for who in &people[..2] {
        who.get(&path).await.refused(404, "missing");
    }
    let said = rohan.get(&path).await.expect(200);
    assert_eq!((&said["tookPart"], &said["options"]), (&json!(PEOPLE), &Value::Null));
    let positions = &said["positions"];
    assert_eq!(
        (&positions["thirdsVerdict"], &positions["verdict"]),
        (&json!("beyond_chance"), &json!("beyond_chance"))
    );
    let shares: Vec<f64> = list(&positions["thirds"]).iter().filter_map(|one| one["share"].as_f64()).collect();
    assert_eq!(shares, [1.0, 1.0, 0.0]);
    let warning = text(&positions["warning"]);
    assert!(warning.starts_with("Questions in the last third of the paper were right less often (0.0%)"), "{warning}");
    // A question that counts for nobody says nothing.
    let analysis = part(&rohan, &made, "analysis").await;
    assert_eq!(list(&analysis["questions"]).len(), QUESTIONS);
}
