//! Stories of questions with several right options: who may write them and how, what a part of the right ones gives, that any order of
//! a choice is one answer, and that everything which shows a result counts by them. Totals are computed by hand, with fractions.

use futures::future::join_all;
use quad_db::{FromRow, sql};
use quad_kernel::ids::ContestId;
use serde_json::{Value, json};

use crate::harness::{Answer, Browser, Made, TestApp, question};
use crate::kinds::{broken, list, options, questions_of, text};
use crate::marks::{board, rows, rules_of};
use crate::{on_both_engines, plain_stories};

on_both_engines!(
    parts_are_counted_as_they_are_given_for,
    a_correction_names_the_whole_set,
    racing_two_sets,
    they_are_counted_as_they_come_and_go,
);
plain_stories!(
    several_right_options_are_taken,
    what_cannot_be_is_refused_under_its_name,
    a_part_that_is_not_exact_is_refused_wherever_it_would_come_to_be,
    rules_say_what_a_part_gives,
    the_rule_says_what_several_right_options_take_wherever_it_stands,
    only_a_client_that_shows_them_is_let_in,
    a_choice_is_a_set_of_the_options,
    the_same_set_in_any_order_is_one_answer,
    the_paper_has_no_key,
    a_plain_contest_is_all_or_nothing,
    a_wrong_counter_is_found_by_the_check,
);

const DIFFER: &str = "Some questions give other marks; each says what it gives.";
const OF_SEVERAL: &str = "A wrong answer to a question with several right options";

/// Question `number` of so many options, of which those at these places are right, with such marks.
fn sent(number: usize, many: usize, right: &[usize], marks: Value) -> Value {
    let mut sent = json!({"kind": "several", "text": format!("Question {number}?"), "options": options(number, many)});
    (sent["right"], sent["marks"]) = (json!(right), marks);
    sent
}

/// A contest of a minute with such rules, or without marks, and such questions.
async fn contest(t: &TestApp, owner: &Browser, rules: Option<Value>, questions: &[Value]) -> Made {
    let mut made = t.contest(owner, 0, 60, true, 0, 0).await;
    if let Some(rules) = rules {
        owner.put(&rules_of(&made), rules).await.expect(200);
    }
    if !questions.is_empty() {
        let said = owner.post(&questions_of(&made), json!({"questions": questions})).await.expect(201);
        made.questions = list(&said["questions"]).iter().map(|one| text(&one["_id"])).collect();
    }
    made
}

/// Five questions, the first of them single: by the contest's quarters, by shares, by shares less as much, and all or nothing.
fn five() -> [Value; 5] {
    let mut single = sent(0, 4, &[0], Value::Null);
    single["kind"] = json!("single");
    let mut shared = sent(2, 4, &[1, 0], json!({"right": "3", "wrong": null, "partial": "share"}));
    shared["star"] = json!(true);
    [
        single,
        sent(1, 4, &[0, 1, 2], Value::Null),
        shared,
        sent(3, 5, &[0, 1, 2, 3], json!({"partial": "minus"})),
        sent(4, 2, &[0, 1], json!({"right": "2", "wrong": "0", "partial": "none"})),
    ]
}

/// The rules of the contest of [`five`].
fn quarters() -> Value {
    json!({"preset": "own", "right": "4", "wrong": "-1", "partial": "jee", "answersShown": true})
}

/// Joins with a client that shows questions with several right options.
async fn join(who: &Browser, made: &Made) -> Value {
    who.post("/complete", json!({"contestId": made.id, "intent": "join", "kinds": 2})).await.expect(200)
}

/// Answers question `number` by the places of options.
async fn choose(who: &Browser, made: &Made, number: usize, places: &[usize]) -> Answer {
    let path = format!("/contests/{}/answers/{}", made.id, made.questions[number]);
    who.put(&path, json!({"choice": places})).await
}

/// Joins, and chooses at each question; nothing leaves it open.
async fn take(who: &Browser, made: &Made, sheet: &[&[usize]]) {
    join(who, made).await;
    for (number, places) in sheet.iter().enumerate().filter(|(_, places)| !places.is_empty()) {
        choose(who, made, number, places).await.expect(200);
    }
}

/// What four people chose at the questions of [`five`].
const SHEETS: [(&str, [&[usize]; 5]); 4] = [
    ("ada", [&[0], &[0, 1, 2], &[1, 0], &[3, 2, 1, 0], &[0, 1]]),
    ("bo", [&[1], &[2, 0], &[0], &[0, 1, 4], &[0]]),
    ("cy", [&[], &[0, 3], &[0, 2], &[4], &[]]),
    ("dev", [&[], &[2], &[2, 3], &[0, 1, 2], &[]]),
];

/// A contest of [`five`] that these four take.
async fn taken(t: &TestApp, owner: &Browser) -> (Made, Vec<Browser>) {
    let made = contest(t, owner, Some(quarters()), &five()).await;
    let mut people = Vec::new();
    for (name, sheet) in SHEETS {
        let who = t.person(name).await;
        take(&who, &made, &sheet).await;
        people.push(who);
    }
    (made, people)
}

#[derive(Debug, FromRow)]
struct CountedRow {
    name: String,
    correct: i32,
    wrong: i32,
    partly: i32,
    extra_marks: i64,
    starred: i32,
}

/// Right, wrong and right in part, own marks in units, and right at starred ones, of everybody by name.
async fn counted(t: &TestApp, made: &Made) -> Vec<(String, [i32; 3], i64, i32)> {
    let text = "SELECT u.full_name AS name, a.correct, a.wrong, a.partly, a.extra_marks, a.starred
         FROM attempts a JOIN users u ON u.id = a.user_id WHERE a.contest_id = $1 ORDER BY u.full_name";
    let id = ContestId::parse(&made.id).expect("an id");
    let rows: Vec<CountedRow> = sql(text).arg(id).all(&t.app.db).await.expect("read");
    let row = |row: CountedRow| {
        let name = row.name.trim_end_matches(" Test").to_lowercase();
        (name, [row.correct, row.wrong, row.partly], row.extra_marks, row.starred)
    };
    rows.into_iter().map(row).collect()
}

async fn run(t: &TestApp, statement: &'static str) {
    let mut tx = t.app.db.begin().await.expect("begun");
    sql(statement).run(&mut tx).await.expect("done");
    tx.commit().await.expect("committed");
}

async fn several_right_options_are_taken(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = contest(&t, &rohan, Some(quarters()), &five()).await;
    let keyed = async || rohan.get(&format!("/post/{}", made.id)).await.expect(200)["contest"]["QuestionSet"].clone();
    let kept = keyed().await;
    let [single, usual, shared, less, all] = [0, 1, 2, 3, 4].map(|at| kept[at].clone());
    assert_eq!((single.get("kind"), single.get("marks")), (None, None), "four options, one right");
    assert_eq!((&usual["kind"], &usual["Answer"], usual.get("marks")), (&json!("several"), &json!("1-A"), None));
    assert_eq!(usual["accepted"], json!(["1-A", "1-B", "1-C"]));
    let own = json!({"right": "3", "wrong": null, "partial": "share"});
    assert_eq!((&shared["marks"], &shared["star"], &shared["accepted"]), (&own, &json!(true), &json!(["2-A", "2-B"])));
    assert_eq!(less["marks"], json!({"right": null, "wrong": null, "partial": "minus"}));
    assert_eq!(all["marks"], json!({"right": "2", "wrong": "0", "partial": "none"}));
    // All eight may be right, and one alone.
    for right in [&[7_usize][..], &[0, 1, 2, 3, 4, 5, 6, 7]] {
        rohan.post(&questions_of(&made), json!({"questions": [sent(9, 8, right, Value::Null)]})).await.expect(201);
    }
    let path = format!("{}/{}", questions_of(&made), made.questions[2]);
    // What is not named stays; as a single question it has no part any more, and as several again as the contest has it.
    let mut bare = sent(2, 4, &[3, 1], Value::Null);
    bare.as_object_mut().expect("an object").remove("marks");
    let said = rohan.put(&path, bare.clone()).await.expect(200)["question"].clone();
    assert_eq!((&said["marks"], &said["accepted"]), (&own, &json!(["2-B", "2-D"])));
    (bare["kind"], bare["right"]) = (json!("single"), json!([3]));
    let said = rohan.put(&path, bare.clone()).await.expect(200)["question"].clone();
    assert_eq!((said.get("kind"), &said["marks"]), (None, &json!({"right": "3", "wrong": null})));
    assert_eq!(said, keyed().await[2]);
    bare["kind"] = json!("several");
    let said = rohan.put(&path, bare).await.expect(200)["question"].clone();
    assert_eq!((&said["kind"], &said["marks"]), (&json!("several"), &json!({"right": "3", "wrong": null})));
    assert_eq!(broken(&t).await, Vec::<String>::new());
    // A question in the specification's shape takes the place of any.
    rohan.put(&format!("{}/{}", questions_of(&made), made.questions[1]), question(&made.id, 1, 2)).await.expect(200);
    assert_eq!((keyed().await[1].get("kind"), &keyed().await[1]["accepted"]), (None, &json!(["1-C"])));
    let data = rohan.get("/account/data").await.expect(200)["contests"][0]["questions"].clone();
    assert_eq!((data[0].get("kind"), &data[3]["kind"]), (None, &json!("several")));
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

async fn what_cannot_be_is_refused_under_its_name(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = contest(&t, &rohan, Some(quarters()), &five()).await;
    let one = format!("{}/{}", questions_of(&made), made.questions[1]);
    let with = |key: &str, value: Value| {
        let mut body = sent(1, 4, &[0, 1], Value::Null);
        body[key] = value;
        body
    };
    for (key, value, field, say) in [
        ("right", json!([]), "right", "Name the right options, counted from 0 (right); at least one"),
        ("right", json!(null), "right", "Name the right options, counted from 0 (right); at least one"),
        ("right", json!([0, 1, 0]), "right", "Each right option is named once (right)"),
        ("right", json!([0, 4]), "right", "The right option must be one of the options, counted from 0"),
        ("options", json!(["a"]), "options", "A question has two to eight options"),
        ("options", json!(["a", "b", "a"]), "options", "The options must be different from each other"),
        (
            "marks",
            json!({"partial": "half"}),
            "marks.partial",
            "What a part of the right options gives is none, share, minus or jee (partial).",
        ),
        (
            "accepted",
            json!(["1-A"]),
            "accepted",
            "A question of the kind several has no “accepted”. Leave it out, or empty.",
        ),
    ] {
        let refused = rohan.put(&one, with(key, value.clone())).await.refused(400, "invalid");
        assert_eq!((&refused["message"], &refused["field"]), (&json!(say), &json!(field)), "{key}: {value}");
        let two = json!({"questions": [with("right", json!([0])), with(key, value)]});
        let refused = rohan.post(&questions_of(&made), two).await.refused(400, "invalid");
        assert_eq!(refused["message"], json!(format!("Question 2 of those sent: {say}")));
    }
    for strange in [json!([-1]), json!("0"), json!([0.5])] {
        rohan.put(&one, with("right", strange)).await.refused(400, "invalid");
    }
    rohan.put(&one, with("marks", json!({"partial": 1}))).await.refused(400, "invalid");
    // One right answer has no part, whatever the way.
    for way in ["none", "share", "minus", "jee", "half"] {
        let mut single = with("marks", json!({"right": "4", "partial": way}));
        (single["kind"], single["right"]) = (json!("single"), json!([0]));
        let refused = rohan.put(&one, single).await.refused(400, "invalid");
        assert_eq!(refused["field"], "marks.partial");
        assert!(text(&refused["message"]).contains("no marks for a part of it"), "{refused}");
    }
    let plain = contest(&t, &rohan, None, &[]).await;
    let own = json!({"questions": [sent(0, 4, &[0], json!({"partial": "share"}))]});
    assert_eq!(rohan.post(&questions_of(&plain), own).await.refused(400, "invalid")["field"], "marks");
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

/// A tenth of a mark has 1,008 units, which do not part into five.
async fn a_part_that_is_not_exact_is_refused_wherever_it_would_come_to_be(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let five_right = |number, marks| sent(number, 8, &[0, 1, 2, 3, 4], marks);
    let tenth = |way: &str| json!({"preset": "own", "right": "0.1", "wrong": "0", "partial": way});
    let made = contest(&t, &rohan, Some(tenth("none")), &[five_right(0, Value::Null)]).await;
    let inexact = |said: Answer, which: &str, field: &str| {
        let said = said.refused(400, "invalid");
        let begins = format!("{which}The marks +0.1 cannot be divided exactly into 5 parts. ");
        assert!(text(&said["message"]).starts_with(&begins), "{said}");
        assert_eq!(said["field"], field);
    };
    let rules = async |way: &str| rohan.put(&rules_of(&made), tenth(way)).await;
    for way in ["share", "minus"] {
        inexact(rules(way).await, "Question 1: ", "partial");
    }
    rules("jee").await.expect(200);
    let shared = json!({"partial": "share"});
    let add = async |all: &[Value]| rohan.post(&questions_of(&made), json!({"questions": all})).await;
    inexact(add(&[five_right(1, shared.clone())]).await, "", "marks");
    // Of several that are sent, which of them; three of eight are right, and five are not.
    let three_right = sent(2, 8, &[5, 6, 7], shared.clone());
    inexact(
        add(&[five_right(1, Value::Null), five_right(2, Value::Null), three_right]).await,
        "Question 3 of those sent: ",
        "marks",
    );
    let path = format!("{}/{}", questions_of(&made), made.questions[0]);
    inexact(rohan.put(&path, five_right(0, json!({"partial": "minus"}))).await, "", "marks");
    // Half a mark parts into five and into three.
    let half = json!({"right": "0.5", "partial": "share"});
    add(&[five_right(1, half)]).await.expect(201);
    let four_right = sent(2, 8, &[0, 1, 2, 3], shared);
    let said = add(&[four_right]).await.expect(201);
    assert_eq!(broken(&t).await, Vec::<String>::new());
    // A key that is put right later would have to be rounded as well.
    take(&ada, &made, &[&[0]]).await;
    t.pass(73);
    let last = text(&said["questions"][0]["_id"]);
    let path = format!("/contests/{}/corrections", made.id);
    let mut wish = json!({"questionId": last, "marking": "key", "accepted": ["2-A", "2-B", "2-C", "2-D", "2-E"]});
    let refused = rohan.post(&format!("{path}/preview"), wish.clone()).await.refused(400, "invalid");
    assert_eq!(refused["field"], "accepted");
    assert!(
        text(&refused["message"]).starts_with("The marks +0.1 cannot be divided exactly into 5 parts. "),
        "{refused}"
    );
    (wish["version"], wish["reason"]) = (json!("0"), json!("The book was wrong"));
    rohan.post(&path, wish).await.refused(400, "invalid");
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

async fn rules_say_what_a_part_gives(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan, None, &[]).await;
    let rules = async |asked: Value| rohan.put(&rules_of(&made), asked).await.expect(200)["rules"].clone();
    assert_eq!(ada.get(&rules_of(&made)).await.expect(200)["partial"], "none");
    for (asked, partial, says) in [
        (json!({"preset": "jee_advanced"}), "jee", "a part of them gives +1, +2 or +3, if nothing chosen is wrong."),
        (
            json!({"preset": "jee_main", "partial": "share"}),
            "share",
            "each wrong one takes its share off, never below 0.",
        ),
        (json!({"right": "2", "partial": "minus"}), "minus", "each wrong one takes as much off."),
        (json!({"preset": "gate"}), "none", ""),
        (json!({}), "none", ""),
    ] {
        let said = rules(asked.clone()).await;
        assert_eq!(said["partial"], partial, "{asked}");
        assert_eq!(said, ada.get(&rules_of(&made)).await.expect(200));
        let rule = text(&said["marksShown"]);
        assert_eq!(rule.contains("Where several options are right,"), partial != "none", "{rule}");
        assert!(rule.contains(says), "{rule}");
    }
    // Beside other details what is not named stays, but a preset brings its own along.
    let details =
        async |asked: Value| rohan.put(&format!("/contests/{}", made.id), asked).await.expect(200)["contest"].clone();
    rules(json!({"preset": "cat", "partial": "share"})).await;
    assert_eq!(details(json!({"floor": "total"})).await["partial"], "share");
    assert_eq!(details(json!({"preset": "jee_main"})).await.get("partial"), None);
    for strange in [json!({"partial": "half"}), json!({"preset": "gate", "partial": "jee"})] {
        let said = rohan.put(&rules_of(&made), strange).await.refused(400, "invalid");
        assert_eq!(said["field"], "partial");
    }
    // GATE takes nothing off where several are right, and JEE Advanced two marks.
    let said =
        rohan.post(&questions_of(&made), json!({"questions": [sent(0, 4, &[0, 1], Value::Null)]})).await.expect(201);
    let id = text(&said["questions"][0]["_id"]);
    for (preset, differs) in [("gate", true), ("jee_main", false), ("jee_advanced", true), ("gate", true)] {
        let rule = text(&rules(json!({"preset": preset})).await["marksShown"]);
        assert_eq!(rule.contains(OF_SEVERAL), differs, "{preset}: {rule}");
        assert!(!rule.contains(DIFFER), "{preset}: {rule}");
        assert_eq!(broken(&t).await, Vec::<String>::new(), "{preset}");
    }
    rohan.delete(&format!("/post/{}/{id}", made.id)).await.expect(200);
    assert!(!text(&ada.get(&rules_of(&made)).await.expect(200)["marksShown"]).contains(OF_SEVERAL));
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

async fn the_rule_says_what_several_right_options_take_wherever_it_stands(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    for (preset, gives) in [("jee_advanced", "gives −2."), ("gate", "takes nothing off.")] {
        let made = contest(&t, &rohan, Some(json!({"preset": preset})), &five()[..1]).await;
        let mut stream = ada.follow(&[&format!("contest:{}", made.id)]).await;
        let rule = async || text(&ada.get(&rules_of(&made)).await.expect(200)["marksShown"]);
        let before = rule().await;
        stream.until_contest("marksShown", &json!(before)).await;
        let mut asked = sent(1, 4, &[0, 1], Value::Null);
        let said = rohan.post(&questions_of(&made), json!({"questions": [asked.clone()]})).await.expect(201);
        let path = format!("{}/{}", questions_of(&made), text(&said["questions"][0]["_id"]));
        let after = rule().await;
        let says = format!("{OF_SEVERAL} {gives} Each question says what it gives.");
        assert!(after.contains(&says) && !before.contains(OF_SEVERAL), "{after}");
        stream.until_contest("marksShown", &json!(after)).await;
        for head in [format!("/contest/{}", made.id), format!("/contests/{}/attempt", made.id)] {
            assert_eq!(ada.get(&head).await.expect(200)["marksShown"], json!(after), "{head}");
        }
        let invited = rohan.post(&format!("/contests/{}/invitation", made.id), json!({})).await.expect(201);
        let look = ada.post("/invitation/look", json!({"token": invited["invitation"]["token"]})).await.expect(200);
        assert_eq!(look["contest"]["marksShown"], json!(after));
        let shown = json!({"contestId": made.id, "intent": "join", "kinds": 2, "marksShown": before});
        ada.post("/complete", shown).await.refused(409, "rules_changed");
        // Written as a question of one right option, and back.
        (asked["kind"], asked["right"]) = (json!("single"), json!([0]));
        rohan.put(&path, asked.clone()).await.expect(200);
        stream.until_contest("marksShown", &json!(before)).await;
        (asked["kind"], asked["marks"]) = (json!("several"), json!({"right": "5"}));
        rohan.put(&path, asked.clone()).await.expect(200);
        stream.until_contest("marksShown", &json!(after)).await;
        // One of another kind that differs as well is one more than those.
        let mut other = sent(2, 4, &[0], json!({"right": "2"}));
        other["kind"] = json!("single");
        rohan.post(&questions_of(&made), json!({"questions": [other]})).await.expect(201);
        let both = rule().await;
        assert!(both.contains(&format!("{OF_SEVERAL} {gives} {DIFFER}")), "{both}");
        take(&ada, &made, &[]).await;
        t.pass(80);
        assert_eq!(ada.results(&made).await.expect(200)["marksShown"], json!(both));
    }
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

async fn they_are_counted_as_they_come_and_go(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan, Some(quarters()), &five()[..1]).await;
    // The least that a client has to say.
    let needed = async || {
        let mut least = 0;
        for kinds in 0..3 {
            let said = ada.get(&format!("/post/getContestById/{}?kinds={kinds}", made.id)).await;
            if said.status.as_u16() == 409 {
                least = kinds + 1;
            }
        }
        assert_eq!(broken(&t).await, Vec::<String>::new());
        least
    };
    assert_eq!(needed().await, 0);
    let said = rohan.post(&questions_of(&made), json!({"questions": five()[1..3]})).await.expect(201);
    let [second, third] = [0, 1].map(|at| format!("{}/{}", questions_of(&made), text(&said["questions"][at]["_id"])));
    assert_eq!(needed().await, 2);
    rohan.delete(&format!("/post/{}/{}", made.id, text(&said["questions"][1]["_id"]))).await.expect(200);
    assert_eq!(needed().await, 2);
    rohan.put(&third, five()[2].clone()).await.refused(404, "missing");
    for (kind, many, expected) in
        [("single", 5, 1), ("several", 5, 2), ("single", 4, 0), ("several", 4, 2), ("several", 2, 2), ("single", 2, 1)]
    {
        let body = json!({"kind": kind, "text": "Which?", "options": options(1, many), "right": [1]});
        rohan.put(&second, body).await.expect(200);
        assert_eq!(needed().await, expected, "{kind} {many}");
    }
}

async fn only_a_client_that_shows_them_is_let_in(t: TestApp) {
    let (rohan, ada, bo) = (t.organiser("rohan").await, t.person("ada").await, t.person("bo").await);
    let made = contest(&t, &rohan, Some(quarters()), &five()).await;
    let path = format!("/post/getContestById/{}", made.id);
    for kinds in [Value::Null, json!(0), json!(1)] {
        for intent in [Value::Null, json!("join")] {
            let body = json!({"contestId": made.id, "userId": ada.id, "intent": intent, "kinds": kinds});
            ada.post("/complete", body).await.refused(409, "needs_newer_client");
        }
    }
    for query in ["", "?kinds=0", "?kinds=1"] {
        let said = ada.get(&format!("{path}{query}")).await.refused(409, "needs_newer_client");
        assert_eq!(said.get("contest"), None);
    }
    assert_eq!(ada.get(&format!("/contest/{}", made.id)).await.expect(200)["participants"], 0);
    let joined = join(&ada, &made).await;
    assert_eq!((&joined["attempt"]["answered"], &joined["attempt"]["choices"]), (&json!({}), &json!({})));
    bo.post("/complete", json!({"contestId": made.id, "intent": "join", "kinds": 7})).await.expect(200);
    ada.get(&format!("{path}?kinds=1")).await.refused(409, "needs_newer_client");
    let whole = ada.get(&format!("{path}?kinds=2")).await.expect(200);
    assert_eq!((list(&whole["contest"]["QuestionSet"]).len(), &whole["choices"]), (5, &json!({})));
    // The specification's call answers single questions, here too.
    ada.answer(&made, 0, "A").await.expect(200);
    for letter in ["A", "nothing"] {
        ada.answer(&made, 1, letter).await.refused(409, "needs_newer_client");
    }
    let attempt = ada.get(&format!("/contests/{}/attempt", made.id)).await.expect(200);
    let answered = json!({made.questions[0].as_str(): "0-A"});
    assert_eq!((&attempt["answered"], &attempt["choices"]), (&answered, &json!({})));
    // Where no question has several right options nothing is said of choices.
    let single = contest(&t, &rohan, None, &five()[..1]).await;
    let joined = bo.post("/complete", json!({"contestId": single.id, "intent": "join"})).await.expect(200);
    assert_eq!(joined["attempt"].get("choices"), None);
    bo.answer(&single, 0, "A").await.expect(200);
    assert_eq!(bo.get(&format!("/contests/{}/attempt", single.id)).await.expect(200).get("choices"), None);
    assert_eq!(bo.get(&format!("/post/getContestById/{}", single.id)).await.expect(200).get("choices"), None);
}

async fn a_choice_is_a_set_of_the_options(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan, Some(quarters()), &five()).await;
    choose(&ada, &made, 1, &[0]).await.refused(403, "not_joined");
    join(&ada, &made).await;
    for (number, choice, say) in [
        (1, json!([]), "Name the options that are chosen, counted from 0 (choice); at least one."),
        (1, json!(null), "Name the options that are chosen, counted from 0 (choice); at least one."),
        (1, json!([0, 0]), "Each chosen option is named once (choice)."),
        (1, json!([4]), "The answer must be one of the question's options."),
        (1, json!([0, 256]), "The answer must be one of the question's options."),
        (4, json!([0, 1, 2]), "The answer must be one of the question's options."),
        (0, json!([0, 1]), "Name the one option that is chosen, counted from 0 (choice)."),
        (0, json!([]), "Name the one option that is chosen, counted from 0 (choice)."),
    ] {
        let path = format!("/contests/{}/answers/{}", made.id, made.questions[number]);
        let said = ada.put(&path, json!({"choice": choice})).await.refused(400, "invalid");
        assert_eq!((&said["message"], &said["field"]), (&json!(say), &json!("choice")), "{number} {choice}");
    }
    let attempt = ada.get(&format!("/contests/{}/attempt", made.id)).await.expect(200);
    assert_eq!((&attempt["answered"], &attempt["choices"]), (&json!({}), &json!({})));
    // All of them is a choice, though none of them is wrong.
    choose(&ada, &made, 4, &[1, 0]).await.expect(200);
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

async fn the_same_set_in_any_order_is_one_answer(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan, Some(quarters()), &five()).await;
    join(&ada, &made).await;
    for places in [[2, 0], [0, 2], [2, 0]] {
        assert_eq!(choose(&ada, &made, 1, &places).await.expect(200)["saved"], true);
    }
    for other in [&[0][..], &[2], &[0, 1, 2], &[1, 3]] {
        let said = choose(&ada, &made, 1, other).await.refused(409, "already_answered");
        assert_eq!(said["stored"], "1-A; 1-C", "{other:?}");
    }
    choose(&ada, &made, 0, &[3]).await.expect(200);
    let mine = ada.get(&format!("/contests/{}/attempt", made.id)).await.expect(200);
    let whole = ada.get(&format!("/post/getContestById/{}?kinds=2", made.id)).await.expect(200);
    for said in [mine, whole] {
        let texts = json!({made.questions[0].as_str(): "0-D", made.questions[1].as_str(): "1-A; 1-C"});
        assert_eq!(said["answered"], texts);
        assert_eq!(said["choices"], json!({made.questions[1].as_str(): [0, 2]}));
    }
    t.pass(63);
    // What is stored is stored, whenever it is asked; the rest came too late.
    choose(&ada, &made, 1, &[2, 0]).await.expect(200);
    choose(&ada, &made, 1, &[1]).await.refused(409, "already_answered");
    choose(&ada, &made, 2, &[1]).await.refused(403, "contest_ended");
    assert_eq!(counted(&t, &made).await, [("ada".to_owned(), [0, 1, 1], 20_160, 0)]);
}

async fn the_paper_has_no_key(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan, Some(quarters()), &five()).await;
    let mut others = five();
    for (number, right) in [[1].as_slice(), &[1, 2, 3], &[2, 3], &[1, 2, 3, 4], &[0]].into_iter().enumerate() {
        others[number]["right"] = json!(right);
    }
    let other = contest(&t, &rohan, Some(quarters()), &others).await;
    let mut papers = Vec::new();
    for made in [&made, &other] {
        join(&ada, made).await;
        let paper = ada.get(&format!("/contests/{}/paper", made.id)).await.expect(200);
        let names = made.questions.iter().enumerate().map(|(number, id)| (id.clone(), format!("q{number}")));
        let names = names.chain([(made.id.clone(), "contest".to_owned())]);
        papers.push(names.fold(paper.to_string(), |text, (id, name)| text.replace(&id, &name)));
        assert_eq!(
            ada.get(&format!("/post/getContestById/{}?kinds=2", made.id)).await.expect(200)["contest"]["QuestionSet"],
            paper["QuestionSet"]
        );
    }
    assert_eq!(papers[0], papers[1], "nothing hangs on which options are right");
    let shown: Value = serde_json::from_str(&papers[0]).expect("JSON");
    let question = |number: usize, many: usize, more: Value| {
        let mut one = json!({"_id": format!("q{number}"), "Question": format!("Question {number}?"), "Options": options(number, many)});
        one.as_object_mut().expect("an object").append(&mut more.as_object().expect("an object").clone());
        one
    };
    let marks = json!({"kind": "several", "marks": {"right": "3", "wrong": "-1", "partial": "share"}, "star": true});
    let expected = json!([
        question(0, 4, json!({})),
        question(1, 4, json!({"kind": "several"})),
        question(2, 4, marks),
        question(3, 5, json!({"kind": "several", "marks": {"right": "4", "wrong": "-1", "partial": "minus"}})),
        question(4, 2, json!({"kind": "several", "marks": {"right": "2", "wrong": "0"}})),
    ]);
    assert_eq!(shown["QuestionSet"], expected);
}

async fn parts_are_counted_as_they_are_given_for(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let (made, people) = taken(&t, &rohan).await;
    let expected = [
        // 4 + 4 + 3 + 4 + 2 = 17, and 20 by the scheme
        ("ada", [5, 0, 0], -30_240, 1, "17"),
        // −1 + 2 of 4 + 1½ of 3 + (2 − 1) + 0 = 3½, and −2 by the scheme
        ("bo", [0, 2, 3], 55_440, 0, "3.5"),
        // −1 + (1½ − 1½) − 1 = −2, and −3 by the scheme
        ("cy", [0, 3, 0], 10_080, 0, "-2"),
        // 1 of 4 + 0 of 3 + 3 of 4 = 4, and −1 by the scheme
        ("dev", [0, 1, 2], 50_400, 0, "4"),
    ];
    let stored: Vec<_> =
        expected.iter().map(|(name, c, extra, starred, _)| ((*name).to_owned(), *c, *extra, *starred)).collect();
    assert_eq!(counted(&t, &made).await, stored);
    assert_eq!(broken(&t).await, Vec::<String>::new());
    t.pass(80);
    let ranked = [("ada", 1, "17"), ("dev", 2, "4"), ("bo", 3, "3.5"), ("cy", 4, "-2")];
    assert_eq!(board(&people[0], &made).await, rows(&ranked));
    let said = people[0].results(&made).await.expect(200);
    assert_eq!(said["mostMarks"], "17");
    assert!(text(&said["marksShown"]).contains(DIFFER), "{said}");
    for (who, (name, [correct, wrong, partly], _, _, marks)) in people.iter().zip(expected) {
        let standing = who.get(&format!("/contests/{}/standing", made.id)).await.expect(200);
        let review = who.get(&format!("/contests/{}/review", made.id)).await.expect(200);
        let kept = who.get("/account/data").await.expect(200)["attempts"][0].clone();
        let row = list(&said["results"]).iter().find(|row| row["userId"] == who.id.as_str()).expect("on the board");
        for told in [row, &standing["you"], &review["you"], &kept] {
            let told = ["correctAnswerCount", "wrongAnswerCount", "partlyAnswerCount", "marks"]
                .map(|member| told[member].clone());
            assert_eq!(told, [json!(correct), json!(wrong), json!(partly), json!(marks)], "{name}");
        }
        assert_eq!(row["totalAnswered"], json!(correct + wrong + partly));
        let list = who.get("/contest/my-contests").await.expect(200);
        assert_eq!(list[0]["rank"], standing["you"]["rank"], "{name}");
    }
    let review = people[1].get(&format!("/contests/{}/review", made.id)).await.expect(200)["questions"].clone();
    let members = ["kind", "chosen", "accepted", "choice", "right", "correct", "partly", "marks"];
    let told: Vec<[Value; 8]> =
        list(&review).iter().map(|one| members.map(|member| one.get(member).cloned().unwrap_or(json!("-")))).collect();
    let line = |line: Value| -> [Value; 8] { list(&line).clone().try_into().expect("eight") };
    assert_eq!(told[0], line(json!(["-", "0-B", ["0-A"], "-", "-", false, "-", "-1"])));
    assert_eq!(
        told[1],
        line(json!(["several", "1-A; 1-C", ["1-A", "1-B", "1-C"], [0, 2], [0, 1, 2], false, true, "2"]))
    );
    assert_eq!(told[2], line(json!(["several", "2-A", ["2-A", "2-B"], [0], [0, 1], false, true, "1.5"])));
    assert_eq!(told[4], line(json!(["several", "4-A", ["4-A", "4-B"], [0], [0, 1], false, "-", "0"])));
    let open = people[2].get(&format!("/contests/{}/review", made.id)).await.expect(200)["questions"][4].clone();
    assert_eq!((&open["chosen"], &open["choice"], &open["correct"]), (&Value::Null, &json!([]), &json!(false)));
    let kept = people[1].get("/account/data").await.expect(200)["attempts"][0]["answers"].clone();
    let told = ["chosen", "correct", "partly"].map(|member| kept[1][member].clone());
    assert_eq!((told, kept[0].get("partly")), ([json!("1-A; 1-C"), json!(false), json!(true)], None));
    let analysis = rohan.get(&format!("/contests/{}/analysis", made.id)).await.expect(200)["questions"].clone();
    let members = ["kind", "answered", "correctCount", "partlyCount"];
    let told = |at: usize| members.map(|member| analysis[at].get(member).cloned().unwrap_or(json!("-")));
    assert_eq!(told(0), [json!("-"), json!(2), json!(1), json!("-")]);
    assert_eq!(told(1), [json!("several"), json!(4), json!(1), json!(2)]);
    let options: Vec<(&Value, &Value)> =
        list(&analysis[1]["Options"]).iter().map(|option| (&option["count"], &option["correct"])).collect();
    let (yes, no) = (json!(true), json!(false));
    assert_eq!(options, [(&json!(3), &yes), (&json!(1), &yes), (&json!(3), &yes), (&json!(1), &no)]);
    assert_eq!(analysis[1]["doubt"], Value::Null);
}

async fn a_correction_names_the_whole_set(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let (made, people) = taken(&t, &rohan).await;
    t.pass(80);
    let path = format!("/contests/{}/corrections", made.id);
    let wish = |marking: &str, accepted: &[&str]| json!({"questionId": made.questions[1], "marking": marking, "accepted": accepted});
    let correct = async |marking: &str, accepted: &[&str]| {
        let mut wish = wish(marking, accepted);
        let preview = rohan.post(&format!("{path}/preview"), wish.clone()).await.expect(200);
        wish["version"] = preview["version"].clone();
        wish["reason"] = json!("The book was wrong");
        let made = rohan.post(&path, wish).await.expect(201)["correction"].clone();
        assert_eq!(made["scores"], preview["changes"]["scores"]);
        assert_eq!(made["ranks"], preview["changes"]["ranks"]);
        (preview, made)
    };
    let numbers = async || -> Vec<[i32; 3]> {
        assert_eq!(broken(&t).await, Vec::<String>::new());
        counted(&t, &made).await.into_iter().map(|(_, counted, ..)| counted).collect()
    };
    let before = counted(&t, &made).await;
    // C was not right, and D was: two of three for whoever chose A and D, and minus one for whoever chose C.
    let (preview, said) = correct("key", &["1-D", "1-A", "1-B"]).await;
    assert_eq!(preview["changes"]["scores"], 4);
    assert_eq!(said["before"]["accepted"], json!(["1-A", "1-B", "1-C"]));
    assert_eq!(said["after"]["accepted"], json!(["1-A", "1-B", "1-D"]));
    let cy =
        list(&preview["moved"]).iter().find(|one| one["userId"] == people[2].id.as_str()).expect("cy moves").clone();
    assert_eq!((&cy["before"]["partly"], &cy["after"]["partly"]), (&json!(0), &json!(1)));
    assert_eq!((&cy["before"]["marks"], &cy["after"]["marks"]), (&json!("-2"), &json!("1")));
    assert_eq!(numbers().await, [[4, 1, 0], [0, 3, 2], [0, 2, 1], [0, 2, 1]]);
    let ranked = [("ada", 1, "12"), ("dev", 2, "2"), ("cy", 3, "1"), ("bo", 4, "0.5")];
    assert_eq!(board(&rohan, &made).await, rows(&ranked));
    correct("key", &["1-A", "1-C"]).await;
    assert_eq!(numbers().await, [[4, 1, 0], [1, 2, 2], [0, 3, 0], [0, 1, 2]]);
    for marking in ["everyone", "answered"] {
        correct(marking, &[]).await;
        assert_eq!(numbers().await, [[5, 0, 0], [1, 2, 2], [1, 2, 0], [1, 1, 1]], "{marking}");
    }
    correct("void", &[]).await;
    assert_eq!(numbers().await, [[4, 0, 0], [0, 2, 2], [0, 2, 0], [0, 1, 1]]);
    correct("key", &["1-A", "1-B", "1-C"]).await;
    assert_eq!(counted(&t, &made).await, before);
    for none in [&[][..], &["1-A", "1-A"], &["1-E"], &["1-A; 1-B"]] {
        rohan.post(&format!("{path}/preview"), wish("key", none)).await.refused(400, "invalid");
    }
    let log = rohan.get(&path).await.expect(200)["corrections"].clone();
    assert_eq!(log[0]["kind"], "several");
    assert_eq!((list(&log).len(), &log[0]["after"]["accepted"]), (6, &json!(["1-A", "1-B", "1-C"])));
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

async fn racing_two_sets(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan, Some(quarters()), &five()).await;
    join(&ada, &made).await;
    // Two sets, each in two orders.
    let sets: [(&[usize], &str); 4] =
        [(&[0, 1], "1-A; 1-B"), (&[2, 3], "1-C; 1-D"), (&[1, 0], "1-A; 1-B"), (&[3, 2], "1-C; 1-D")];
    let tries = (0..40).map(|number| {
        let (ada, made, (places, text)) = (&ada, &made, sets[number % 4]);
        async move { (text, choose(ada, made, 1, places).await) }
    });
    let answers = join_all(tries).await;
    let stored = ada.get(&format!("/contests/{}/attempt", made.id)).await.expect(200)["answered"].clone();
    let winner = text(&stored[made.questions[1].as_str()]);
    assert!(sets.iter().any(|(_, text)| *text == winner), "{winner}");
    for (chosen, said) in answers {
        if chosen == winner {
            assert_eq!(said.expect(200)["saved"], true);
        } else {
            assert_eq!(said.refused(409, "already_answered")["stored"], winner.as_str());
        }
    }
    // Counted once: two of three right ones, or one with a wrong one.
    let expected = if winner == "1-A; 1-B" { [0, 0, 1] } else { [0, 1, 0] };
    assert_eq!(counted(&t, &made).await.into_iter().map(|(_, counted, ..)| counted).collect::<Vec<_>>(), [expected]);
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

async fn a_plain_contest_is_all_or_nothing(t: TestApp) {
    let (rohan, ada, bo) = (t.organiser("rohan").await, t.person("ada").await, t.person("bo").await);
    let several = [sent(0, 4, &[0, 2], Value::Null), sent(1, 5, &[4], Value::Null)];
    let made = contest(&t, &rohan, None, &several).await;
    rohan.put(&format!("/contests/{}", made.id), json!({"answersShown": true})).await.expect(200);
    take(&ada, &made, &[&[2, 0], &[4]]).await;
    take(&bo, &made, &[&[0], &[3, 4]]).await;
    assert_eq!(counted(&t, &made).await, [("ada".to_owned(), [2, 0, 0], 0, 0), ("bo".to_owned(), [0, 2, 0], 0, 0)]);
    t.pass(73);
    let said = rohan.results(&made).await.expect(200);
    let rows: Vec<Value> = list(&said["results"])
        .iter()
        .map(|row| {
            json!([row["correctAnswerCount"], row["wrongAnswerCount"], row["partlyAnswerCount"], row["totalAnswered"]])
        })
        .collect();
    assert_eq!(rows, [json!([2, 0, 0, 2]), json!([0, 2, 0, 2])]);
    let review = bo.get(&format!("/contests/{}/review", made.id)).await.expect(200);
    for reply in [said, review, bo.get(&format!("/contests/{}/paper", made.id)).await.expect(200)] {
        let text = reply.to_string();
        for word in ["marks", "Marks", "preset", "partial\"", "\"partly\""] {
            assert!(!text.contains(word), "{word} in {text}");
        }
    }
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

async fn a_wrong_counter_is_found_by_the_check(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    taken(&t, &rohan).await;
    assert_eq!(broken(&t).await, Vec::<String>::new());
    for (statement, rule) in [
        ("UPDATE attempts SET partly = partly + 1", "scores-are-the-answers"),
        // As many that are not right, but more of them in part.
        ("UPDATE attempts SET wrong = wrong - 1", "own-marks-are-the-answers"),
        ("UPDATE attempts SET partly = partly - 1, wrong = wrong + 1", ""),
        ("UPDATE attempts SET extra_marks = extra_marks + 1", "own-marks-are-the-answers"),
        ("UPDATE attempts SET extra_marks = extra_marks - 1", ""),
        ("UPDATE contests SET several_questions = 3", "question-counts"),
        ("UPDATE contests SET several_questions = 4, newer_questions = 3", "question-counts"),
        ("UPDATE contests SET newer_questions = 4, own_marks = 4", "own-marks-are-the-answers"),
        ("UPDATE contests SET own_marks = 3", ""),
        ("UPDATE answers SET chosen = 23 WHERE question_no = 2 AND chosen = 7", "scores-are-the-answers"),
        ("UPDATE answers SET chosen = 7 WHERE question_no = 2 AND chosen = 23", ""),
        ("UPDATE answers SET chosen = 3 WHERE question_no = 1 AND chosen = 1", "scores-are-the-answers"),
        ("UPDATE answers SET chosen = 1 WHERE question_no = 1 AND chosen = 3", ""),
        ("UPDATE questions SET own_partial = 'jee' WHERE no = 1", "questions-have-a-key"),
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
