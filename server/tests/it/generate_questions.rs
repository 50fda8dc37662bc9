//! Stories: drafting questions from a topic, by the built-in source and by a provider that misbehaves on demand.

use std::collections::{BTreeSet, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::stand_in::{Reply, StandIn, data, good, question};
use crate::harness::{Browser, PATIENCE, TestApp, question as written, until};
use crate::{on_both_engines, plain_stories};

on_both_engines!(racing_for_the_last_of_a_day, two_at_once_and_a_few_in_all,);

plain_stories!(
    the_built_in_source_drafts_for_a_contest,
    what_is_asked_for_is_checked,
    an_unknown_topic_names_the_nearest,
    a_slip_and_a_part_are_told,
    a_topic_is_used_up_some_time,
    notes_need_a_provider,
    drafts_are_for_ones_own_contests,
    what_stands_in_a_contest_to_come_is_kept_back,
    a_provider_repeats_no_contest_to_come,
    nobody_drafts_during_a_contest,
    a_provider_drafts_and_doubts,
    drafts_from_notes_name_their_sentence,
    kinds_are_drafted_and_can_be_saved_as_they_are,
    kinds_need_a_provider,
    the_work_can_be_watched,
    a_failure_is_one_clear_sentence,
    what_the_person_can_change_is_said,
    nothing_secret_or_asked_is_logged,
    a_day_has_its_limit,
    a_month_has_its_limit,
    going_away_ends_the_work,
    nothing_is_locked_during_a_call,
    days_go_with_the_account
);

/// One without generators.
const TOPIC: &str = "Operating systems";
const KEY: &str = "sk-hunter22-never-shown";

/// The same engine with a provider set up.
async fn with_provider(t: &TestApp, stand_in: &StandIn, more: &[(&str, &str)]) -> TestApp {
    let mut environment =
        vec![("QUAD_AI_BASE_URL", stand_in.base.as_str()), ("QUAD_AI_KEY", KEY), ("QUAD_AI_MODEL", "small-1")];
    environment.extend(more);
    t.another(&environment, 2).await
}

async fn drafts(who: &Browser, body: Value) -> Vec<Value> {
    who.post("/generate", body).await.expect(200).as_array().expect("a bare list").clone()
}

fn texts(drafts: &[Value]) -> Vec<&str> {
    drafts.iter().map(|draft| draft["Question"].as_str().expect("text")).collect()
}

async fn left_today(who: &Browser) -> i64 {
    who.get("/generate").await.expect(200)["leftToday"].as_i64().expect("a number")
}

/// Waits for something that happens soon after.
async fn soon(mut is_so: impl AsyncFnMut() -> bool) {
    until("it happens", async || is_so().await).await;
}

async fn the_built_in_source_drafts_for_a_contest(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let contest = t.contest(&rohan, 3600, 7200, true, 0, 0).await.id;
    let facts = rohan.get("/generate").await.expect(200);
    assert_eq!(
        (facts["source"].as_str(), &facts["model"], &facts["notes"]),
        (Some("built-in"), &Value::Null, &json!(false))
    );
    assert!(
        facts["topics"].as_array().is_some_and(|topics| topics.len() >= 30 && topics.contains(&json!("Probability")))
    );
    assert_eq!(facts["leftToday"], 200);
    let day_ends: &str = facts["dayEndsAt"].as_str().expect("a moment");
    assert!(day_ends.ends_with("T18:30:00.000Z"), "the institute's midnight: {day_ends}");
    assert_eq!((&facts["leftThisMonth"], &facts["monthEndsAt"]), (&Value::Null, &Value::Null));
    let holdings = facts["holdings"].as_array().expect("a list");
    let of = |name: &str| holdings.iter().find(|holding| holding["topic"] == name);
    assert_eq!(of("Probability"), None, "its generators do not end");
    let held = of("Operating systems").and_then(|held| held["hard"].as_u64()).expect("a number") as usize;
    let hard = json!({"topic": "Operating systems", "number": 20, "difficulty": "hard"});
    assert_eq!(drafts(&t.person("meera").await, hard).await.len(), held.min(20), "as many as were promised");

    let first = drafts(&rohan, json!({"number": 10, "topic": "operatng sistems", "contestId": contest})).await;
    assert_eq!(first.len(), 10);
    for draft in &first {
        let options: HashSet<&str> =
            draft["Options"].as_array().expect("options").iter().filter_map(Value::as_str).collect();
        assert_eq!(options.len(), 4, "{draft}");
        assert!(options.contains(draft["Answer"].as_str().expect("text")), "{draft}");
        assert!(["Easy", "Medium", "Hard"].contains(&draft["difficulty"].as_str().expect("a word")), "{draft}");
        assert_eq!((&draft["checkKey"], &draft["source"]), (&json!(false), &Value::Null));
        assert!(draft["why"].as_str().is_some_and(|why| !why.is_empty()), "{draft}");
        let mut new = draft.clone();
        new["contestId"] = json!(contest);
        rohan.post("/post/addQuestion", new).await.expect(201);
    }
    assert_eq!(left_today(&rohan).await, 190);

    // What is in the contest does not come again, nor does what is on the screen.
    let second = drafts(&rohan, json!({"number": 5, "topic": "Operating systems", "contestId": contest})).await;
    let avoid = texts(&second);
    let asked = json!({"number": 5, "topic": "os", "contestId": contest, "avoid": avoid});
    let third = drafts(&rohan, asked).await;
    let all: Vec<&str> = [texts(&first), texts(&second), texts(&third)].concat();
    assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len(), "{all:?}");

    // Programs, tables and formulas can be saved as they are.
    for topic in ["Python", "C programming", "JavaScript", "SQL", "Time complexity", "Linear algebra", "Chemistry"] {
        let found = drafts(&rohan, json!({"number": 20, "topic": topic})).await;
        let body = json!({ "questions": found });
        let said = rohan.post(&format!("/contests/{contest}/questions"), body).await.expect(201);
        let saved = said["questions"].as_array().expect("a list");
        assert_eq!(texts(saved), texts(&found), "{topic}");
    }
}

async fn what_is_asked_for_is_checked(t: TestApp) {
    let rohan = t.person("rohan").await;
    assert_eq!(drafts(&rohan, json!({"topic": "Probability"})).await.len(), 5, "five unless said");
    assert_eq!(drafts(&rohan, json!({"topic": "Probability", "number": "7"})).await.len(), 7, "digits are a number");
    let hard = drafts(&rohan, json!({"topic": "Probability", "number": 3, "difficulty": "Hard"})).await;
    assert!(hard.iter().all(|draft| draft["difficulty"] == "Hard"), "{hard:?}");
    let empty = json!({"topic": "Probability", "contestId": "", "difficulty": null, "notes": "  ", "avoid": []});
    assert_eq!(drafts(&rohan, empty).await.len(), 5, "nothing said is nothing asked for");

    let bad = [
        ("number", json!({"topic": "x", "number": 0})),
        ("number", json!({"topic": "x", "number": 21})),
        ("number", json!({"topic": "x", "number": -1})),
        ("number", json!({"topic": "x", "number": 2.5})),
        ("number", json!({"topic": "x", "number": "many"})),
        ("number", json!({"topic": "x", "number": [5]})),
        ("topic", json!({"number": 5})),
        ("topic", json!({"topic": " \t ", "number": 5})),
        ("topic", json!({"topic": "x".repeat(201)})),
        ("topic", json!({"topic": "two\nlines"})),
        ("difficulty", json!({"topic": "x", "difficulty": "brutal"})),
        ("notes", json!({"topic": "x", "notes": "x".repeat(60_001)})),
        ("avoid", json!({"topic": "x", "avoid": vec!["?"; 41]})),
        ("avoid", json!({"topic": "x", "avoid": ["x".repeat(2001)]})),
    ];
    for (field, body) in bad {
        let said = rohan.post("/generate", body).await.refused(400, "invalid");
        assert_eq!(said["field"], field, "{said}");
    }
    t.browser().post("/generate", json!({"topic": "Probability"})).await.refused(401, "logged_out");
    t.browser().get("/generate").await.refused(401, "logged_out");
}

async fn an_unknown_topic_names_the_nearest(t: TestApp) {
    let rohan = t.person("rohan").await;
    let said = rohan.post("/generate", json!({"topic": "quantum gravity"})).await.refused(404, "unknown_topic");
    let nearest: Vec<&str> = said["nearest"].as_array().expect("names").iter().filter_map(Value::as_str).collect();
    assert!((1..=5).contains(&nearest.len()), "{said}");
    let message = said["message"].as_str().expect("text");
    assert!(nearest.iter().all(|name| message.contains(name)), "{said}");
    for name in nearest {
        assert_eq!(drafts(&rohan, json!({"topic": name, "number": 1})).await.len(), 1, "{name}");
    }
    let said = rohan.post("/generate", json!({"topic": "probabilitu theroy of cats"})).await;
    said.refused(404, "unknown_topic");
    assert_eq!(left_today(&rohan).await, 195, "what was refused costs nothing");
}

async fn a_slip_and_a_part_are_told(t: TestApp) {
    let rohan = t.person("rohan").await;
    let told = |draft: &Value| (draft["topic"].clone(), draft["about"].clone(), draft["takenAs"].clone());
    for draft in drafts(&rohan, json!({"topic": "Operating systems", "number": 10})).await {
        assert_eq!(told(&draft), (json!("Operating systems"), json!(true), Value::Null));
    }
    for draft in drafts(&rohan, json!({"topic": "pythn", "number": 5})).await {
        assert_eq!(told(&draft), (json!("Python"), json!(true), json!("Python")));
    }
    // There are questions about deadlocks, but no shelf of them: they come first, and each says what it is.
    let found = drafts(&rohan, json!({"topic": "deadlok", "number": 20})).await;
    let about = found.iter().take_while(|draft| draft["about"] == true).count();
    assert!((4..20).contains(&about), "{about} of {}", found.len());
    for (at, draft) in found.iter().enumerate() {
        assert_eq!(told(draft), (json!("Operating systems"), json!(at < about), json!("deadlock")));
    }
    // Another one in the place of one is about it, too, as long as there are any.
    let avoid: Vec<&str> = texts(&found)[..about - 1].to_vec();
    let next = drafts(&rohan, json!({"topic": "deadlock", "number": 1, "avoid": avoid})).await;
    assert_eq!((&next[0]["about"], &next[0]["Question"]), (&json!(true), &found[about - 1]["Question"]));
    // What only looks like a slip is none.
    rohan.post("/generate", json!({"topic": "lust"})).await.refused(404, "unknown_topic");

    let stand_in = StandIn::good(|_| false).await;
    let t = with_provider(&t, &stand_in, &[]).await;
    let rohan = t.person("rohan").await;
    for draft in drafts(&rohan, json!({"topic": "deadlok", "number": 2})).await {
        assert_eq!(told(&draft), (Value::Null, json!(true), Value::Null), "a provider writes what it is asked for");
    }
}

async fn a_topic_is_used_up_some_time(t: TestApp) {
    let rohan = t.person("rohan").await;
    let mut avoid: Vec<String> = Vec::new();
    for _ in 0..6 {
        let body = json!({"topic": "Operating systems", "number": 20, "avoid": avoid});
        let answer = rohan.post("/generate", body).await;
        if answer.status.as_u16() == 200 {
            let found = answer.expect(200).as_array().expect("a list").clone();
            assert!(!found.is_empty());
            avoid.extend(texts(&found).into_iter().map(str::to_owned));
            continue;
        }
        let said = answer.refused(409, "used_up");
        assert!(said["message"].as_str().is_some_and(|say| say.contains("Operating systems")), "{said}");
        assert_eq!(left_today(&rohan).await, 200 - avoid.len() as i64);
        return;
    }
    panic!("{} questions and still more", avoid.len());
}

async fn notes_need_a_provider(t: TestApp) {
    let rohan = t.person("rohan").await;
    let asked = json!({"topic": "Probability", "notes": "A coin has two sides."});
    rohan.post("/generate", asked).await.refused(400, "notes_need_provider");
}

async fn drafts_are_for_ones_own_contests(t: TestApp) {
    let (rohan, priya, anil) = (t.organiser("rohan").await, t.organiser("priya").await, t.admin("anil").await);
    let open = t.contest(&rohan, 3600, 7200, true, 1, 0).await.id;
    let hidden = t.contest(&rohan, 3600, 7200, false, 1, 0).await.id;
    let ask = |id: &str| json!({"topic": "Probability", "number": 1, "contestId": id});
    priya.post("/generate", ask(&open)).await.refused(403, "not_owner");
    priya.post("/generate", ask(&hidden)).await.refused(404, "missing");
    for nobodys in ["01a1f8ef-6140-7277-9208-019e6cd572a8", "x", "null"] {
        rohan.post("/generate", ask(nobodys)).await.refused(404, "missing");
    }
    for who in [&rohan, &anil] {
        assert_eq!(drafts(who, ask(&hidden)).await.len(), 1);
    }
    let foreign = [("x-user-id", priya.id.as_str())];
    let answer = rohan.ask(Method::POST, "/generate", Some(ask(&open)), &foreign).await;
    answer.refused(403, "identity_mismatch");
    let own = [("x-user-id", rohan.id.as_str())];
    rohan.ask(Method::POST, "/generate", Some(ask(&open)), &own).await.expect(200);
}

/// All a person is given on a topic that ends some time.
async fn everything_on(who: &Browser, topic: &str) -> BTreeSet<String> {
    let mut found: BTreeSet<String> = BTreeSet::new();
    loop {
        let answer = who.post("/generate", json!({"topic": topic, "number": 20, "avoid": found})).await;
        if answer.status.as_u16() == 409 {
            answer.refused(409, "used_up");
            return found;
        }
        let more = answer.expect(200).as_array().expect("a bare list").clone();
        found.extend(texts(&more).into_iter().map(str::to_owned));
    }
}

async fn what_stands_in_a_contest_to_come_is_kept_back(t: TestApp) {
    let (rohan, priya, anil) = (t.organiser("rohan").await, t.organiser("priya").await, t.admin("anil").await);
    let all = everything_on(&priya, TOPIC).await;
    assert!(all.len() > 15, "{all:?}");

    // Public or not, and with the letters and spaces of whoever saved it.
    let kept: BTreeSet<String> = all.iter().take(8).cloned().collect();
    for (number, text) in kept.iter().enumerate() {
        let contest = t.contest(&rohan, 3600, 7200, number % 2 == 0, 0, 0).await.id;
        let mut new = written(&contest, number, 0);
        new["Question"] = json!(text.to_uppercase().replace(' ', "  ").trim_end_matches('?'));
        rohan.post("/post/addQuestion", new).await.expect(201);
    }
    let others: BTreeSet<String> = all.difference(&kept).cloned().collect();
    assert_eq!(everything_on(&priya, TOPIC).await, others, "before the start");
    assert_eq!(everything_on(&rohan, TOPIC).await, all, "whose contests they are");
    assert_eq!(everything_on(&anil, TOPIC).await, all, "ADMIN reads every contest");
    t.pass(7201);
    assert_eq!(everything_on(&priya, TOPIC).await, others, "answers still count");
    t.pass(1);
    assert_eq!(everything_on(&priya, TOPIC).await, all, "over");
}

async fn a_provider_repeats_no_contest_to_come(t: TestApp) {
    let stand_in = StandIn::good(|_| false).await;
    let t = with_provider(&t, &stand_in, &[]).await;
    let (rohan, priya) = (t.organiser("rohan").await, t.person("priya").await);
    t.contest(&rohan, 3600, 7200, false, 9, 0).await;
    let ask = |number: u32| json!({"topic": "Heaps", "number": number});
    assert_eq!(texts(&drafts(&rohan, ask(2)).await), ["Question 1?", "Question 2?"], "they are his own");
    let found = drafts(&priya, ask(3)).await;
    assert_eq!(texts(&found), ["Question 9?", "Question 10?", "Question 11?"]);
    assert!(stand_in.asked().iter().all(|asked| !asked.to_string().contains("Question 5?")), "the provider hears none");
}

async fn nobody_drafts_during_a_contest(t: TestApp) {
    let (rohan, priya, meera) = (t.organiser("rohan").await, t.person("priya").await, t.person("meera").await);
    let anil = t.admin("anil").await;
    let contest = t.running(&rohan, 1).await;
    let asked = json!({"topic": "Probability", "number": 1});
    for who in [&priya, &meera] {
        who.join(&contest).await;
    }
    for who in [&priya, &meera] {
        who.post("/generate", asked.clone()).await.refused(409, "taking_a_contest");
        assert_eq!(left_today(who).await, 200, "and it costs nothing");
    }
    assert_eq!(priya.open_by_post("/generate", &asked).await.status().as_u16(), 409);
    for who in [&rohan, &anil, &t.person("sara").await] {
        assert_eq!(drafts(who, asked.clone()).await.len(), 1, "the owner, ADMIN, and who does not take part");
    }
    priya.answer(&contest, 0, "A").await.expect(200);
    priya.submit(&contest).await;
    assert_eq!(drafts(&priya, asked.clone()).await.len(), 1, "handed in");
    t.pass(3601);
    meera.post("/generate", asked.clone()).await.refused(409, "taking_a_contest");
    t.pass(1);
    assert_eq!(drafts(&meera, asked).await.len(), 1, "over");
}

async fn a_provider_drafts_and_doubts(t: TestApp) {
    let stand_in = StandIn::good(|number| number == 2).await;
    let t = with_provider(&t, &stand_in, &[]).await;
    let rohan = t.organiser("rohan").await;
    let facts = rohan.get("/generate").await.expect(200);
    assert_eq!(
        (&facts["source"], &facts["model"], &facts["notes"]),
        (&json!("provider"), &json!("small-1"), &json!(true))
    );
    assert!(!facts.to_string().contains(KEY));

    let contest = t.contest(&rohan, 3600, 7200, true, 2, 0).await.id;
    let asked = json!({"topic": "Anything at all", "number": 3, "contestId": contest, "avoid": ["On the screen?"],
        "difficulty": "medium"});
    let found = drafts(&rohan, asked).await;
    assert_eq!(texts(&found), ["Question 2?", "Question 3?", "Question 4?"], "1 is in the contest already");
    let doubted: Vec<&Value> = found.iter().map(|draft| &draft["checkKey"]).collect();
    assert_eq!(doubted, [true, false, false]);
    assert_eq!((&found[0]["source"], &found[0]["why"]), (&Value::Null, &json!("Sentence 2 proves it.")));
    assert!(found.iter().all(|draft| draft["difficulty"] == "Medium"), "{found:?}");
    assert_eq!(left_today(&rohan).await, 197);

    let asked = stand_in.asked();
    assert_eq!(asked.len(), 2, "writing, and the second look");
    assert_eq!(asked[0]["model"], "small-1");
    let sent = data(&asked[0]);
    assert_eq!((&sent["topic"], &sent["difficulty"]), (&json!("Anything at all"), &json!(["medium"])));
    assert_eq!(sent["not_again"], json!(["On the screen?", "Question 1?", "Question 0?"]));
    let authorization = stand_in.heard()[0].authorization.clone();
    assert_eq!(authorization.map(|line| line.ends_with(KEY)), Some(true));
}

async fn drafts_from_notes_name_their_sentence(t: TestApp) {
    let stand_in = StandIn::good(|_| false).await;
    let t = with_provider(&t, &stand_in, &[]).await;
    let rohan = t.person("rohan").await;
    let notes = "Sentence 2\r\nproves it.\u{c} Sentence 4 proves it. Nothing else is known.";
    let found = drafts(&rohan, json!({"topic": "Notes", "number": 2, "notes": notes})).await;
    assert_eq!(texts(&found), ["Question 2?", "Question 4?"], "the others name a sentence that is not there");
    assert_eq!((&found[0]["source"], &found[0]["why"]), (&json!("Sentence 2 proves it."), &Value::Null));
    let sent = data(&stand_in.asked()[0])["notes"].as_str().expect("text").to_owned();
    assert!(!sent.contains(['\r', '\u{c}']), "{sent:?}");
}

/// One of each kind that was chosen, and a second look that confirms the typed ones.
fn of_kinds(asked: &Value) -> Reply {
    if data(asked)["questions"].is_array() {
        return Reply::Says(json!({"answers": ["0", "9.8", "mysuru"]}).to_string());
    }
    let rest = json!({"tolerance": null, "unit": null, "difficulty": "easy", "source": "So it is."});
    let with = |mut own: Value| {
        for (name, value) in rest.as_object().expect("fields") {
            own.as_object_mut().expect("fields").entry(name).or_insert(value.clone());
        }
        own
    };
    let questions = [
        with(
            json!({"kind": "several", "question": "Which are prime?", "options": ["51", "53", "57", "59"], "answers": ["53", "59"]}),
        ),
        with(
            json!({"kind": "number", "question": "How fast?", "options": [], "answers": ["9.81"], "tolerance": "2%", "unit": "m/s"}),
        ),
        with(json!({"kind": "text", "question": "Which city?", "options": [], "answers": ["Mysuru"]})),
    ];
    Reply::Says(json!({ "questions": questions }).to_string())
}

/// Without kinds all is as it was; with them the drafts are questions in the shape in which they are saved.
async fn kinds_are_drafted_and_can_be_saved_as_they_are(t: TestApp) {
    let stand_in = StandIn::by(of_kinds).await;
    let t = with_provider(&t, &stand_in, &[]).await;
    let rohan = t.organiser("rohan").await;
    let contest = t.contest(&rohan, 3600, 7200, true, 0, 0).await.id;
    let asked = json!({"topic": "Anything", "number": 3, "contestId": contest, "kinds": ["several", "number", "text", "number"]});
    let found = drafts(&rohan, asked).await;
    let kinds: Vec<&Value> = found.iter().map(|draft| &draft["kind"]).collect();
    assert_eq!(kinds, ["several", "number", "text"]);
    assert_eq!(data(&stand_in.asked()[0])["kinds"], json!(["several", "number", "text"]), "each once");
    assert_eq!(found.iter().map(|draft| &draft["checkKey"]).collect::<Vec<_>>(), [true, false, false]);
    assert_eq!(
        (&found[1]["value"], &found[1]["tolerance"], &found[1]["unit"]),
        (&json!("9.81"), &json!("2%"), &json!("m/s"))
    );
    assert_eq!((&found[2]["accepted"], &found[2]["right"]), (&json!(["Mysuru"]), &Value::Null));
    assert_eq!(left_today(&rohan).await, 197);
    let saved: Vec<Value> = found
        .iter()
        .map(|draft| {
            let mut question = json!({"kind": draft["kind"], "text": draft["Question"], "options": draft["Options"]});
            for name in ["right", "value", "tolerance", "unit", "accepted"] {
                if !draft[name].is_null() {
                    question[name] = draft[name].clone();
                }
            }
            question
        })
        .collect();
    let said = rohan.post(&format!("/contests/{contest}/questions"), json!({ "questions": saved })).await.expect(201);
    assert_eq!(said["questions"].as_array().map(Vec::len), Some(3), "{said}");
}

async fn kinds_need_a_provider(t: TestApp) {
    let rohan = t.person("rohan").await;
    let single = drafts(&rohan, json!({"topic": "Probability", "kinds": ["single"]})).await;
    assert!(single.len() == 5 && single.iter().all(|draft| draft["kind"].is_null()), "{single:?}");
    let said = rohan.post("/generate", json!({"topic": "Probability", "kinds": ["single", "text"]})).await.expect(400);
    assert_eq!(said["code"], "kinds_need_provider");
    let said = rohan.post("/generate", json!({"topic": "Probability", "kinds": ["essay"]})).await.expect(400);
    assert_eq!(said["field"], "kinds");
    assert_eq!(left_today(&rohan).await, 195);
}

async fn the_work_can_be_watched(t: TestApp) {
    // The built-in source is done at once.
    let rohan = t.person("rohan").await;
    let asked = json!({"topic": "Probability", "number": 4});
    let mut stream = rohan.watch("/generate", &asked).await;
    assert_eq!(stream.headers()["content-type"], "text/event-stream");
    assert_eq!(stream.event().await, Some(("progress".into(), json!({"written": 4, "of": 4, "step": "writing"}))));
    let (name, found) = stream.event().await.expect("an event");
    assert_eq!((name.as_str(), found.as_array().map(Vec::len)), ("drafts", Some(4)));
    assert_eq!(stream.event().await, None, "and that is all");
    // What is refused beforehand has its status.
    let refused = rohan.open_by_post("/generate", &json!({"topic": "quantum gravity"})).await;
    assert_eq!(refused.status().as_u16(), 404);

    // A provider needs a second round here, because its first has one question twice.
    let next = AtomicUsize::new(1);
    let first = AtomicUsize::new(0);
    let stand_in = StandIn::by(move |asked| {
        if first.fetch_add(1, Ordering::SeqCst) == 0 {
            let twice = json!({"questions": [question(90, 0), question(90, 0), question(91, 0)]});
            return Reply::Counts(twice.to_string());
        }
        good(asked, &next, |_| false)
    })
    .await;
    let t = with_provider(&t, &stand_in, &[]).await;
    let rohan = t.person("rohan").await;
    let mut stream = rohan.watch("/generate", &json!({"topic": "Heaps", "number": 3})).await;
    let step = |written: usize, step: &str| ("progress".to_owned(), json!({"written": written, "of": 3, "step": step}));
    for expected in [step(0, "writing"), step(2, "writing"), step(3, "writing"), step(3, "checking")] {
        assert_eq!(stream.event().await, Some(expected));
    }
    let (name, found) = stream.event().await.expect("an event");
    assert_eq!(name, "drafts");
    assert_eq!(texts(found.as_array().expect("a list")), ["Question 90?", "Question 91?", "Question 1?"]);
    assert_eq!(stream.event().await, None);

    let stand_in = StandIn::with([]).await;
    let t = with_provider(&t, &stand_in, &[]).await;
    let rohan = t.person("rohan").await;
    let mut stream = rohan.watch("/generate", &json!({"topic": "Heaps"})).await;
    let said = stream.event_called("failed").await;
    assert_eq!((&said["status"], &said["code"]), (&json!(503), &json!("drafting_unavailable")));
    assert_eq!(said["message"], "Failed to generate questions. Please try again.");
    assert!(said["request_id"].as_str().is_some_and(|id| !id.is_empty()), "{said}");
    assert_eq!(stream.event().await, None);
    soon(async || left_today(&rohan).await == 200).await;

    // A server that is going away does not wait for a provider.
    let stand_in = StandIn::by(|_| Reply::Hangs).await;
    let t = with_provider(&t, &stand_in, &[]).await;
    let rohan = t.person("rohan").await;
    let mut stream = rohan.watch("/generate", &json!({"topic": "Heaps"})).await;
    soon(async || stand_in.asked().len() == 1).await;
    t.stop();
    assert_eq!(stream.event_called("failed").await["code"], "unavailable");
    assert_eq!(stream.event().await, None);
}

async fn a_failure_is_one_clear_sentence(t: TestApp) {
    let html = || Reply::Page(200, "text/html", "<h1>Sign in</h1>".into());
    let bad = || {
        let mut list = vec![question(1, 0), question(2, 0), question(3, 0)];
        list[0]["answer"] = json!("none of them");
        list[1]["options"] = json!(["2-0", "b", "c"]);
        list[2]["options"] = json!(["3-0", "b", "B", "c"]);
        Reply::Says(json!({ "questions": list }).to_string())
    };
    let ways = [
        ("away", vec![Reply::Status(500, "{}".into()), Reply::Status(503, "{}".into())]),
        ("a web page", vec![html(), html()]),
        ("too much", vec![Reply::Floods(10 * 1024 * 1024), Reply::Floods(10 * 1024 * 1024)]),
        ("nothing good", vec![bad(), bad(), bad(), bad()]),
    ];
    let again = ("drafting_unavailable", "Please try again.");
    let settings = ("drafting_refused", "an administrator has to look at them");
    let spent =
        ("drafting_refused", "has used up its allowance at the AI provider; an administrator has to see to that");
    let busy = ("drafting_unavailable", "The AI provider is busy; please try again");
    let others = [
        ("busy", vec![Reply::Status(429, "{}".into()), Reply::Status(429, "{}".into())], busy),
        ("busy for an hour", vec![Reply::Busy(429, 3600)], busy),
        ("a wrong key", vec![Reply::Status(401, format!("{{\"error\":\"bad key {KEY}\"}}"))], settings),
        ("a wrong model", vec![Reply::Status(404, "{}".into())], settings),
        ("a spent quota", vec![Reply::Status(429, r#"{"error":{"code":"insufficient_quota"}}"#.into())], spent),
        ("somewhere else", vec![Reply::Moved(302, "http://169.254.169.254/".into())], settings),
    ];
    let ways = ways.into_iter().map(|(way, replies)| (way, replies, again)).chain(others);
    for (way, replies, (code, why)) in ways {
        let stand_in = StandIn::with(replies).await;
        let t = with_provider(&t, &stand_in, &[]).await;
        let rohan = t.person("rohan").await;
        let answer = rohan.post("/generate", json!({"topic": "Heaps", "number": 3})).await;
        let waits = answer.headers.get("retry-after").map(|value| value.to_str().expect("text").to_owned());
        let wait = if way == "busy for an hour" { Some("3600") } else { waits.as_deref() };
        assert_eq!(waits.as_deref(), wait, "{way}");
        assert_eq!(waits.is_some(), code == "drafting_unavailable", "{way}");
        let said = answer.refused(503, code);
        let message = said["message"].as_str().expect("a message");
        assert!(message.starts_with("Failed to generate questions.") && message.contains(why), "{way}: {message}");
        assert!(!said.to_string().contains(KEY), "{way}");
        assert_eq!(left_today(&rohan).await, 200, "{way}: what was not delivered is given back");
    }
}

async fn what_the_person_can_change_is_said(t: TestApp) {
    let error = |text: &str| Reply::Status(400, format!(r#"{{"error":{{"message":"no","code":"{text}"}}}}"#));
    for (reply, code, why) in [
        (error("context_length_exceeded"), "drafting_too_long", "Shorten the notes, or ask for fewer questions."),
        (error("content_filter"), "drafting_declined", "Choose another topic or other notes"),
    ] {
        let stand_in = StandIn::with([reply]).await;
        let t = with_provider(&t, &stand_in, &[]).await;
        let rohan = t.person("rohan").await;
        let answer = rohan.post("/generate", json!({"topic": "Heaps", "number": 3})).await;
        assert!(!answer.headers.contains_key("retry-after"), "waiting does not help");
        let said = answer.refused(400, code);
        let message = said["message"].as_str().expect("a message");
        assert!(message.starts_with("Failed to generate questions.") && message.contains(why), "{message}");
        assert_eq!(left_today(&rohan).await, 200, "what was not delivered is given back");
        assert_eq!(stand_in.asked().len(), 1, "and it is not asked again");
    }
}

async fn nothing_secret_or_asked_is_logged(t: TestApp) {
    let log = t.log();
    let (topic, sentence) = ("The succession of Vikramaditya", "Sentence 1 proves it. The senate met in secret.");
    let next = AtomicUsize::new(1);
    let calls = AtomicUsize::new(0);
    let stand_in = StandIn::by(move |asked| {
        // First it works, then it refuses and repeats all it was told.
        if calls.fetch_add(1, Ordering::SeqCst) < 2 {
            return good(asked, &next, |_| false);
        }
        Reply::Status(400, format!("{KEY} cannot ask about {}", data(asked)))
    })
    .await;
    let t = with_provider(&t, &stand_in, &[]).await;
    let rohan = t.person("rohan").await;
    let asked = json!({"topic": topic, "number": 1, "notes": sentence});
    assert_eq!(texts(&drafts(&rohan, asked.clone()).await), ["Question 1?"]);
    rohan.post("/generate", asked).await.refused(503, "drafting_refused");
    let said = log.text();
    let drafted: Vec<&str> = said.lines().filter(|line| line.contains("questions drafted")).collect();
    // Other stories may write into the same log.
    let parts = ["drafts=1", "source=\"provider\"", "asked=1", "tokens_in=", "tokens_out=", "took_ms="];
    let good = drafted.iter().find(|line| parts.iter().all(|part| line.contains(part))).expect("a line for the work");
    assert!(!good.contains("tokens_in=0 "), "{good}");
    assert!(said.lines().any(|line| line.contains("ERROR") && line.contains("the AI provider refused")), "{said}");
    for secret in [KEY, topic, "Vikramaditya", "senate met", "Question 1?"] {
        assert!(!said.contains(secret), "{secret} is in the log");
    }
    // An option, as a word of its own: ids of other stories may have the same signs in them.
    let belongs = |sign: Option<char>| sign.is_some_and(|sign| sign.is_alphanumeric() || sign == '-');
    let option = said.match_indices("1-0").find(|(at, text)| {
        !belongs(said[..*at].chars().next_back()) && !belongs(said[at + text.len()..].chars().next())
    });
    assert_eq!(option, None, "an option is in the log");
}

async fn a_day_has_its_limit(t: TestApp) {
    let t = t.another(&[("QUAD_AI_DRAFTS_PER_DAY", "12")], 2).await;
    let (rohan, priya) = (t.person("rohan").await, t.person("priya").await);
    let ask = |number: u32| json!({"topic": "Probability", "number": number});
    drafts(&rohan, ask(5)).await;
    drafts(&rohan, ask(5)).await;
    let answer = rohan.post("/generate", ask(5)).await;
    assert!(answer.headers.contains_key("retry-after"));
    let said = answer.refused(429, "draft_limit");
    let message = said["message"].as_str().expect("text");
    assert!(message.contains("2 more") && message.contains("21 November 2026, 00:00 (Asia/Kolkata)"), "{message}");
    assert_eq!(drafts(&rohan, ask(2)).await.len(), 2, "what is left can be had");
    rohan.post("/generate", ask(1)).await.refused(429, "draft_limit");
    assert_eq!(left_today(&rohan).await, 0);
    assert_eq!(drafts(&priya, ask(12)).await.len(), 12, "each person has a day of their own");
    // The institute's midnight is 18:30 UTC.
    t.at("2026-11-20T18:29:59.999Z");
    rohan.post("/generate", ask(1)).await.refused(429, "draft_limit");
    t.at("2026-11-20T18:30:00.000Z");
    assert_eq!(left_today(&rohan).await, 12);
    assert_eq!(drafts(&rohan, ask(12)).await.len(), 12);
}

async fn racing_for_the_last_of_a_day(t: TestApp) {
    let t = t.another(&[("QUAD_AI_DRAFTS_PER_DAY", "23")], 2).await;
    let rohan = t.person("rohan").await;
    let all = (0..20).map(|_| rohan.post("/generate", json!({"topic": "Probability", "number": 5})));
    let answers = futures::future::join_all(all).await;
    let good = answers.iter().filter(|answer| answer.status.as_u16() == 200).count();
    assert_eq!(good, 4, "four times five fit into 23");
    assert!(answers.iter().all(|answer| matches!(answer.status.as_u16(), 200 | 429)));
    assert_eq!(left_today(&rohan).await, 3);
}

async fn a_month_has_its_limit(t: TestApp) {
    let stand_in = StandIn::good(|_| false).await;
    let t = with_provider(&t, &stand_in, &[("QUAD_AI_DRAFTS_PER_MONTH", "7")]).await;
    let (rohan, priya) = (t.person("rohan").await, t.person("priya").await);
    let ask = |number: u32| json!({"topic": "Heaps", "number": number});
    assert_eq!(drafts(&rohan, ask(5)).await.len(), 5);
    let facts = priya.get("/generate").await.expect(200);
    assert_eq!((&facts["leftToday"], &facts["leftThisMonth"]), (&json!(200), &json!(2)));
    assert_eq!((&facts["monthEndsAt"], &facts["holdings"]), (&json!("2026-11-30T18:30:00.000Z"), &json!([])));
    let said = priya.post("/generate", ask(3)).await.refused(429, "draft_limit");
    assert!(said["message"].as_str().is_some_and(|say| say.contains("1 December 2026, 00:00")), "{said}");
    assert_eq!(left_today(&priya).await, 200, "neither or both");
    assert_eq!(drafts(&priya, ask(2)).await.len(), 2);
    let calls = stand_in.asked().len();
    rohan.post("/generate", ask(1)).await.refused(429, "draft_limit");
    assert_eq!(stand_in.asked().len(), calls, "nobody is asked");
    t.at("2026-11-30T18:30:00.000Z");
    // The session is ten days older; a new one is as good.
    assert_eq!(drafts(&t.log_in("rohan").await, ask(1)).await.len(), 1);
}

async fn two_at_once_and_a_few_in_all(t: TestApp) {
    let stand_in = StandIn::by(|_| Reply::Hangs).await;
    // These are bounds of a process.
    let environment =
        [("QUAD_AI_BASE_URL", stand_in.base.as_str()), ("QUAD_AI_MODEL", "small-1"), ("QUAD_AI_PARALLEL", "3")];
    let t = t.alone(&environment, 2).await;
    let (rohan, priya) = (t.person("rohan").await, t.person("priya").await);
    let asked = json!({"topic": "Heaps"});
    let first = rohan.watch("/generate", &asked).await;
    let second = rohan.watch("/generate", &asked).await;
    rohan.post("/generate", asked.clone()).await.refused(409, "already_drafting");
    let third = priya.watch("/generate", &asked).await;
    let answer = priya.post("/generate", asked.clone()).await;
    assert!(answer.headers.contains_key("retry-after"));
    answer.refused(503, "drafting_unavailable");
    drop(first);
    // A place is free when the server has noticed.
    soon(async || left_today(&rohan).await == 195).await;
    let again = rohan.watch("/generate", &asked).await;
    drop((second, third, again));
    soon(async || left_today(&rohan).await == 200 && left_today(&priya).await == 200).await;
}

async fn going_away_ends_the_work(t: TestApp) {
    let next = AtomicUsize::new(1);
    let calls = AtomicUsize::new(0);
    // Two good drafts, then silence.
    let stand_in = StandIn::by(move |_| {
        if calls.fetch_add(1, Ordering::SeqCst) > 0 {
            return Reply::Hangs;
        }
        let first = next.fetch_add(2, Ordering::SeqCst);
        Reply::Counts(json!({"questions": [question(first, 0), question(first + 1, 0)]}).to_string())
    })
    .await;
    let t = with_provider(&t, &stand_in, &[]).await;
    let rohan = t.person("rohan").await;
    let mut stream = rohan.watch("/generate", &json!({"topic": "Heaps", "number": 5})).await;
    while stream.event_called("progress").await["written"] != 2 {}
    soon(async || stand_in.asked().len() == 2).await;
    assert_eq!(left_today(&rohan).await, 195, "reserved before the call");
    drop(stream);
    soon(async || stand_in.connections() == 0).await;
    soon(async || left_today(&rohan).await == 198).await;
    assert_eq!(stand_in.asked().len(), 2, "what the provider had written is counted, and nobody is asked again");

    // The same without a stream: the provider hangs from the beginning, and nothing was written.
    let calls = stand_in.asked().len();
    let asking = rohan.clone();
    let ask = async move { asking.post("/generate", json!({"topic": "Heaps"})).await };
    tokio::select! {
        answer = ask => panic!("it hangs: {answer:?}"),
        () = soon(async || stand_in.asked().len() == calls + 1) => {}
    }
    soon(async || stand_in.connections() == 0 && left_today(&rohan).await == 198).await;
    assert_eq!(stand_in.asked().len(), calls + 1);
}

async fn nothing_is_locked_during_a_call(t: TestApp) {
    let stand_in = StandIn::by(|_| Reply::Hangs).await;
    let t = with_provider(&t, &stand_in, &[]).await;
    let rohan = t.organiser("rohan").await;
    let stream = rohan.watch("/generate", &json!({"topic": "Heaps"})).await;
    soon(async || stand_in.asked().len() == 1).await;
    let writes = async { t.contest(&rohan, 3600, 7200, true, 3, 0).await };
    tokio::time::timeout(PATIENCE, writes).await.expect("others write while the provider is asked");
    drop(stream);
}

async fn days_go_with_the_account(t: TestApp) {
    let rohan = t.person("rohan").await;
    drafts(&rohan, json!({"topic": "Probability", "number": 2})).await;
    let kept = async || {
        let count = quad_db::sql("SELECT count(*) AS value FROM drafts_of_day").value::<i64>(&t.app.db).await;
        count.expect("a number").unwrap_or_default()
    };
    assert_eq!(kept().await, 1);
    let password = json!({"password": crate::harness::PASSWORD});
    rohan.ask(Method::DELETE, "/account", Some(password), &[]).await.expect(200);
    assert_eq!(kept().await, 0);
}
