//! Stories of questions with marks of their own and of stars: who may set them and where, what they give, what stars decide, and that
//! everything which shows a result counts by them. Totals are computed by hand, with fractions.

use quad::integrity_check;
use quad_db::{FromRow, sql};
use quad_kernel::ids::ContestId;
use serde_json::{Value, json};

use crate::harness::{Browser, Made, TestApp, question};
use crate::marks::{board, marked, rows, rules_of, take};
use crate::{on_both_engines, plain_stories};

on_both_engines!(
    counters_are_what_the_answers_give,
    corrections_count_by_own_marks,
    racing_plain_rules_against_marks_of_a_question,
    whoever_waits_hears_that_questions_differ,
);
plain_stories!(
    a_question_has_marks_of_its_own,
    a_rewritten_question_has_what_is_sent,
    what_a_rewrite_does_not_name_stays,
    amounts_that_are_the_contests_are_no_others,
    scores_of_a_preview_are_the_totals_that_change,
    what_cannot_be_is_refused_under_its_name,
    marks_of_questions_need_a_contest_with_marks,
    another_scheme_leaves_own_marks_as_they_are,
    stars_decide_between_equal_marks,
    a_floor_acts_on_each_question_or_on_the_total,
    own_marks_of_every_question_are_a_scheme,
    whoever_moves_is_told_the_own_marks,
    a_contest_without_them_says_nothing_of_them,
);

const STARS: &str = "Right answers to starred questions are counted and shown, but decide nothing.";
const DIFFER: &str = "Some questions give other marks; each says what it gives.";

/// The marks and the star of a question: right, wrong, star.
type Own<'a> = (Option<&'a str>, Option<&'a str>, bool);

/// No marks of its own and no star.
const USUAL: Own = (None, None, false);

/// Question `number`, whose first option is right, as somebody sends it.
fn sent(contest: &Made, number: usize, (right, wrong, star): Own) -> Value {
    let mut body = question(&contest.id, number, 0);
    if right.is_some() || wrong.is_some() {
        body["marks"] = json!({"right": right, "wrong": wrong});
    }
    if star {
        body["star"] = json!(true);
    }
    body
}

/// The same with everything named: what a question shall not have is null.
fn in_full(contest: &Made, number: usize, own: Own<'_>) -> Value {
    let mut body = sent(contest, number, own);
    for name in ["marks", "star"] {
        if body.get(name).is_none() {
            body[name] = Value::Null;
        }
    }
    body
}

/// A contest of a minute under such rules, with a question for each of these.
async fn contest(t: &TestApp, owner: &Browser, rules: Value, questions: &[Own<'_>]) -> Made {
    let mut made = marked(t, owner, 0, rules).await;
    let all: Vec<Value> = questions.iter().enumerate().map(|(number, own)| sent(&made, number, *own)).collect();
    let said = owner.post(&format!("/contests/{}/questions", made.id), json!({"questions": all})).await.expect(201);
    let ids = said["questions"].as_array().expect("a list").iter();
    made.questions = ids.map(|one| one["_id"].as_str().expect("an id").to_owned()).collect();
    made
}

/// What a reply says of a question's marks and star; null where it has no such name.
fn own(question: &Value) -> [Value; 2] {
    ["marks", "star"].map(|name| question.get(name).cloned().unwrap_or(Value::Null))
}

async fn keyed(owner: &Browser, made: &Made) -> Vec<[Value; 2]> {
    let said = owner.get(&format!("/post/{}", made.id)).await.expect(200);
    said["contest"]["QuestionSet"].as_array().expect("a list").iter().map(own).collect()
}

async fn rule(who: &Browser, made: &Made) -> String {
    who.get(&rules_of(made)).await.expect(200)["marksShown"].as_str().expect("a rule").to_owned()
}

/// The rules of the database that are broken.
async fn broken(t: &TestApp) -> Vec<String> {
    let findings = integrity_check::check(&t.app.db, None, false).await.expect("asked");
    let broken = findings.into_iter().filter(|finding| !finding.offenders.is_empty());
    broken.map(|finding| format!("{}: {}", finding.name, finding.offenders.join(", "))).collect()
}

async fn a_question_has_marks_of_its_own(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let questions = [USUAL, (Some("2"), Some("−2/3"), false), (Some("½"), None, true)];
    let made = contest(&t, &rohan, json!({"preset": "gate", "answersShown": true}), &questions).await;
    let two_marks = json!({"right": "2", "wrong": "-2/3"});
    let expected = [
        [Value::Null, Value::Null],
        [two_marks.clone(), Value::Null],
        [json!({"right": "0.5", "wrong": null}), json!(true)],
    ];
    assert_eq!(keyed(&rohan, &made).await, expected);
    let kept = rohan.get("/account/data").await.expect(200)["contests"][0]["questions"].clone();
    assert_eq!(kept.as_array().expect("a list").iter().map(own).collect::<Vec<_>>(), expected);
    let rule = rule(&ada, &made).await;
    let begins =
        format!("Each right answer gives +1, each wrong answer −⅓, an unanswered question 0. {DIFFER} If marks");
    assert!(rule.starts_with(&begins), "{rule}");
    for path in [format!("/contest/{}", made.id), format!("/contests/{}/attempt", made.id)] {
        let head = ada.get(&path).await.expect(200);
        assert_eq!((&head["marksShown"], &head["questionMarks"]), (&json!(rule), &json!("+1, −⅓")), "{path}");
    }
    ada.join(&made).await;
    // On the paper both amounts stand, whichever is the question's own; and nothing that depends on the key.
    let on_paper = [
        [Value::Null, Value::Null],
        [two_marks.clone(), Value::Null],
        [json!({"right": "0.5", "wrong": "-1/3"}), json!(true)],
    ];
    for (path, part) in [
        (format!("/contests/{}/paper", made.id), "/QuestionSet"),
        (format!("/post/getContestById/{}", made.id), "/contest/QuestionSet"),
    ] {
        let said = ada.get(&path).await.expect(200);
        let questions = said.pointer(part).expect("there").as_array().expect("a list");
        assert_eq!(questions.iter().map(own).collect::<Vec<_>>(), on_paper, "{path}");
    }
    for (number, letter) in ["B", "B", "A"].into_iter().enumerate() {
        ada.answer(&made, number, letter).await.expect(200);
    }
    t.pass(80);
    let review = ada.get(&format!("/contests/{}/review", made.id)).await.expect(200);
    let told: Vec<Value> = review["questions"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| json!([one["marks"], one["marksText"], one.get("star")]))
        .collect();
    assert_eq!(told, [json!(["-1/3", "−⅓", null]), json!(["-2/3", "−⅔", null]), json!(["0.5", "+0.5", true])]);
    // −⅓ −⅔ +½
    assert_eq!((&review["marks"], &review["you"]["marks"]), (&json!("-0.5"), &json!("-0.5")));
    let analysis = rohan.get(&format!("/contests/{}/analysis", made.id)).await.expect(200);
    let analysed: Vec<_> = analysis["questions"].as_array().expect("a list").iter().map(own).collect();
    assert_eq!(analysed, on_paper);
}

async fn a_rewritten_question_has_what_is_sent(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan, json!({"preset": "jee_main"}), &[USUAL, USUAL]).await;
    let plain_rule = rule(&ada, &made).await;
    assert!(!plain_rule.contains(DIFFER));
    let path = format!("/post/update/{}/{}", made.id, made.questions[1]);
    for (own_ones, shown) in [
        ((Some("8"), None, false), [json!({"right": "8", "wrong": null}), Value::Null]),
        ((None, Some("0"), true), [json!({"right": null, "wrong": "0"}), json!(true)]),
        ((None, None, true), [Value::Null, json!(true)]),
        ((Some("8"), Some("-2"), true), [json!({"right": "8", "wrong": "-2"}), json!(true)]),
        // What is null is as the contest has it.
        (USUAL, [Value::Null, Value::Null]),
    ] {
        let said = rohan.put(&path, in_full(&made, 1, own_ones)).await.expect(200);
        assert_eq!(own(&said["question"]), shown);
        assert_eq!(keyed(&rohan, &made).await, [[Value::Null, Value::Null], shown]);
        let differs = own_ones.0.is_some() || own_ones.1.is_some();
        assert_eq!(rule(&ada, &made).await.contains(DIFFER), differs, "{own_ones:?}");
        assert_eq!(broken(&t).await, Vec::<String>::new());
    }
    let nothing = json!({"right": null, "wrong": null, "partial": null});
    for empty in [Value::Null, json!({}), nothing] {
        let mut body = sent(&made, 1, USUAL);
        body["marks"] = empty.clone();
        body["star"] = json!(false);
        let said = rohan.put(&path, body).await.expect(200);
        assert_eq!(own(&said["question"]), [Value::Null, Value::Null], "{empty}");
    }
    // One by one, and taken away again.
    let said = rohan.post("/post/addQuestion", sent(&made, 2, (Some("1"), None, true))).await.expect(201);
    assert_eq!(own(&said["question"]), [json!({"right": "1", "wrong": null}), json!(true)]);
    assert!(rule(&ada, &made).await.contains(DIFFER));
    let id = said["question"]["_id"].as_str().expect("an id");
    rohan.delete(&format!("/post/{}/{id}", made.id)).await.expect(200);
    assert_eq!(rule(&ada, &made).await, plain_rule);
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

/// Whoever puts a typing error right, in a page opened before another set marks and star, takes neither away.
async fn what_a_rewrite_does_not_name_stays(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan, json!({"preset": "gate"}), &[USUAL, (Some("2"), Some("-2/3"), true)]).await;
    let path = format!("/post/update/{}/{}", made.id, made.questions[1]);
    let put = async |change: &dyn Fn(&mut Value)| {
        let mut body = sent(&made, 1, USUAL);
        body["Question"] = json!("Put right?");
        change(&mut body);
        let said = rohan.put(&path, body).await.expect(200)["question"].clone();
        assert_eq!(said["Question"], "Put right?");
        let told = own(&said);
        assert_eq!(keyed(&rohan, &made).await, [[Value::Null, Value::Null], told.clone()]);
        assert_eq!(broken(&t).await, Vec::<String>::new());
        told
    };
    let two_marks = json!({"right": "2", "wrong": "-2/3"});
    let explained = |body: &mut Value| body["explanation"] = json!("As the book says.");
    for named in [&(|_: &mut Value| {}) as &dyn Fn(&mut Value), &explained] {
        assert_eq!(put(named).await, [two_marks.clone(), json!(true)]);
        assert!(rule(&ada, &made).await.contains(DIFFER));
    }
    assert_eq!(put(&|body| body["star"] = json!(false)).await, [two_marks.clone(), Value::Null]);
    assert_eq!(put(&|body| body["star"] = json!(true)).await, [two_marks.clone(), json!(true)]);
    assert_eq!(put(&|body| body["star"] = Value::Null).await, [two_marks, Value::Null]);
    put(&|body| body["star"] = json!(true)).await;
    assert_eq!(
        put(&|body| body["marks"] = json!({"right": "3"})).await,
        [json!({"right": "3", "wrong": null}), json!(true)]
    );
    assert_eq!(put(&|body| body["marks"] = Value::Null).await, [Value::Null, json!(true)]);
    assert!(!rule(&ada, &made).await.contains(DIFFER));
    assert_eq!(put(&|_| {}).await, [Value::Null, json!(true)]);
    put(&|body| body["star"] = json!(false)).await;
    // In a contest without marks there is nothing to keep, and nothing to refuse.
    rohan.put(&rules_of(&made), json!({})).await.expect(200);
    assert_eq!(put(&|_| {}).await, [Value::Null, Value::Null]);
    let nothing = |body: &mut Value| (body["marks"], body["star"]) = (Value::Null, json!(false));
    assert_eq!(put(&nothing).await, [Value::Null, Value::Null]);
}

/// An amount of a question's own may be that of the contest, from the beginning or once the rules are others: the rule then says of
/// no question that it differs, and neither paper nor analysis names its amounts. Its owner still reads what was set.
async fn amounts_that_are_the_contests_are_no_others(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let as_gate = (Some("1"), Some("-1/3"), false);
    let made = contest(&t, &rohan, json!({"preset": "gate"}), &[as_gate, USUAL]).await;
    let differs = async || rule(&ada, &made).await.contains(DIFFER);
    let kept = [[json!({"right": "1", "wrong": "-1/3"}), Value::Null], [Value::Null, Value::Null]];
    for (rules, differ) in [
        (json!({"preset": "gate"}), false),
        (json!({"preset": "jee_main"}), true),
        (json!({"right": "1", "wrong": "-1/3"}), false),
        (json!({"right": "1", "wrong": "-1/4"}), true),
        // No question takes anything, so all give the same.
        (json!({"right": "1", "wrong": "-1/4", "floor": "question"}), false),
        (json!({"right": "1", "wrong": "-1/4", "floor": "total"}), true),
        (json!({"preset": "gate", "floor": "total"}), false),
    ] {
        let said = rohan.put(&rules_of(&made), rules.clone()).await.expect(200);
        let told = said["rules"]["marksShown"].as_str().expect("a rule").contains(DIFFER);
        assert_eq!((told, differs().await), (differ, differ), "{rules}");
        assert_eq!(keyed(&rohan, &made).await, kept);
        assert_eq!(broken(&t).await, Vec::<String>::new(), "{rules}");
    }
    // Beside the words of a contest, too.
    let details = json!({"title": "Renamed", "description": "", "preset": "cat"});
    rohan.put(&format!("/contests/{}", made.id), details).await.expect(200);
    assert!(differs().await);
    // While a question has amounts, be they the contest's or not, the contest keeps marks.
    rohan.put(&rules_of(&made), json!({"preset": "gate"})).await.expect(200);
    let said = rohan.put(&rules_of(&made), json!({})).await.refused(409, "questions_have_marks");
    assert!(said["message"].as_str().is_some_and(|say| say.starts_with("1 question has marks of its own.")), "{said}");
    // Added, rewritten, removed.
    let body = sent(&made, 2, (None, Some("−⅓"), false));
    let added = rohan.post("/post/addQuestion", body).await.expect(201);
    assert!(!differs().await);
    let id = added["question"]["_id"].as_str().expect("an id");
    let path = format!("/post/update/{}/{id}", made.id);
    for (own_ones, differ) in [((None, Some("0"), false), true), ((Some("1.0"), Some("-1/3"), false), false)] {
        rohan.put(&path, in_full(&made, 2, own_ones)).await.expect(200);
        assert_eq!(differs().await, differ, "{own_ones:?}");
    }
    rohan.put(&path, in_full(&made, 2, (Some("2"), None, false))).await.expect(200);
    assert!(differs().await);
    rohan.delete(&format!("/post/{}/{id}", made.id)).await.expect(200);
    assert!(!differs().await);
    assert_eq!(broken(&t).await, Vec::<String>::new());
    take(&ada, &made, "AB").await;
    let paper = ada.get(&format!("/contests/{}/paper", made.id)).await.expect(200);
    assert!(!paper.to_string().contains("arks\""), "{paper}");
    t.pass(80);
    // 1 − ⅓
    assert_eq!(board(&ada, &made).await, rows(&[("ada", 1, "2/3")]));
    let analysis = rohan.get(&format!("/contests/{}/analysis", made.id)).await.expect(200);
    assert!(analysis["questions"].as_array().expect("a list").iter().all(|one| one.get("marks").is_none()));
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

/// Where no total is below 0, right and wrong may change and the total not: that is no other score.
async fn scores_of_a_preview_are_the_totals_that_change(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let [ada, bo, cy] = [t.person("ada").await, t.person("bo").await, t.person("cy").await];
    for (floor, scores) in [("none", 3), ("total", 1), ("question", 0)] {
        let made = contest(&t, &rohan, json!({"preset": "jee_main", "floor": floor}), &[USUAL; 3]).await;
        // With the first question void: 8 from 7, −2 from −3, 0 from −1; each with one wrong answer less.
        for (who, letters) in [(&ada, "BAA"), (&bo, "BBB"), (&cy, "B--")] {
            take(who, &made, letters).await;
        }
        t.pass(80);
        let totals = async || {
            let mut all = board(&rohan, &made).await;
            all.sort();
            all.into_iter().map(|(_, _, marks)| marks).collect::<Vec<_>>()
        };
        let before = totals().await;
        let path = format!("/contests/{}/corrections", made.id);
        let mut wish = json!({"questionId": made.questions[0], "marking": "void", "accepted": []});
        let looked = rohan.post(&format!("{path}/preview"), wish.clone()).await.expect(200);
        assert_eq!(
            (&looked["changes"]["scores"], &looked["moved"].as_array().map(Vec::len)),
            (&json!(scores), &Some(3))
        );
        (wish["version"], wish["reason"]) = (looked["version"].clone(), json!("It was unclear"));
        let made_one = rohan.post(&path, wish).await.expect(201);
        assert_eq!(made_one["correction"]["scores"], scores, "{floor}");
        let changed = before.iter().zip(totals().await).filter(|(one, other)| *one != other).count();
        assert_eq!(changed, scores, "{floor}");
    }
}

async fn what_cannot_be_is_refused_under_its_name(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = contest(&t, &rohan, json!({"preset": "jee_main"}), &[USUAL]).await;
    for (marks, field, says) in [
        (json!({"right": "0"}), "marks.right", "A right answer gives more than 0."),
        (json!({"right": "-1"}), "marks.right", "A right answer gives more than 0."),
        (json!({"right": "many"}), "marks.right", "cannot be read as marks"),
        (json!({"right": "1001"}), "marks.right", "Marks are between"),
        (json!({"right": "0.33"}), "marks.right", "Write 1/3 (a third) or 0.35."),
        (json!({"wrong": "0.33"}), "marks.wrong", "Write -1/3 (a third) or -0.35."),
        (json!({"wrong": "1"}), "marks.wrong", "To take marks off, write -1."),
        (json!({"right": "2", "partial": "share"}), "marks.partial", "no marks for a part of it"),
        (json!({"partial": "none"}), "marks.partial", "no marks for a part of it"),
    ] {
        let mut body = sent(&made, 0, USUAL);
        body["marks"] = marks.clone();
        let path = format!("/post/update/{}/{}", made.id, made.questions[0]);
        let all = json!({"questions": [question(&made.id, 7, 0), body]});
        for (said, begins) in [
            (rohan.post("/post/addQuestion", body.clone()).await, ""),
            (rohan.put(&path, body.clone()).await, ""),
            (rohan.post(&format!("/contests/{}/questions", made.id), all).await, "Question 2 of those sent: "),
        ] {
            let said = said.refused(400, "invalid");
            assert_eq!(said["field"], field, "{marks}: {said}");
            let say = said["message"].as_str().expect("a sentence");
            assert!(say.starts_with(begins) && say.contains(says), "{marks}: {say}");
        }
    }
    for (name, value) in [
        ("marks", json!("2")),
        ("marks", json!([])),
        ("marks", json!(["2", "-1"])),
        ("marks", json!([null])),
        ("marks", json!({"right": 2})),
        ("star", json!("yes")),
        ("star", json!([])),
    ] {
        let mut body = sent(&made, 0, USUAL);
        body[name] = value;
        rohan.post("/post/addQuestion", body.clone()).await.refused(400, "invalid");
        rohan
            .put(&format!("/post/update/{}/{}", made.id, made.questions[0]), body.clone())
            .await
            .refused(400, "invalid");
        let all = json!({"questions": [body]});
        rohan.post(&format!("/contests/{}/questions", made.id), all).await.refused(400, "invalid");
    }
    let listed = json!({"questions": [["Why?", ["a", "b", "c", "d"], "a"]]});
    rohan.post(&format!("/contests/{}/questions", made.id), listed).await.refused(400, "invalid");
    assert_eq!(keyed(&rohan, &made).await, [[Value::Null, Value::Null]], "nothing of it was kept");
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

async fn marks_of_questions_need_a_contest_with_marks(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let plain = t.running(&rohan, 1).await;
    let path = format!("/post/update/{}/{}", plain.id, plain.questions[0]);
    for (own_ones, field) in
        [((Some("2"), None, false), "marks"), ((None, Some("0"), true), "marks"), ((None, None, true), "star")]
    {
        let body = sent(&plain, 1, own_ones);
        let all = json!({"questions": [question(&plain.id, 7, 0), body]});
        for (said, begins) in [
            (rohan.post("/post/addQuestion", body.clone()).await, "This contest has no marks"),
            (rohan.put(&path, body.clone()).await, "This contest has no marks"),
            (
                rohan.post(&format!("/contests/{}/questions", plain.id), all).await,
                "Question 2 of those sent: This contest has no marks",
            ),
        ] {
            let said = said.refused(400, "invalid");
            assert_eq!(said["field"], field);
            assert!(
                said["message"].as_str().is_some_and(|say| say.starts_with(begins) && say.contains("Rules")),
                "{said}"
            );
        }
    }
    let said = rohan.get(&format!("/post/{}", plain.id)).await.expect(200);
    assert_eq!(said["contest"]["QuestionSet"].as_array().map(Vec::len), Some(1), "none of them was added");
    // The other way round: while questions have them, the contest keeps marks.
    let two_marks = (Some("2"), None, false);
    let star = (None, None, true);
    for (questions, says) in [
        (&[USUAL, two_marks][..], "1 question has marks of its own."),
        (&[two_marks, two_marks], "2 questions have marks of their own."),
        (&[star], "1 question is starred."),
        (&[star, star, star], "3 questions are starred."),
        (&[two_marks, star], "1 question has marks of its own, 1 is starred."),
        (&[two_marks, two_marks, star, star], "2 questions have marks of their own, 2 are starred."),
    ] {
        let made = contest(&t, &rohan, json!({"preset": "cat"}), questions).await;
        let details = json!({"title": "Renamed", "description": "", "preset": "plain"});
        for said in [
            rohan.put(&rules_of(&made), json!({"preset": "plain"})).await,
            rohan.put(&rules_of(&made), json!({})).await,
            rohan.put(&format!("/contests/{}", made.id), details).await,
        ] {
            let said = said.refused(409, "questions_have_marks");
            assert!(said["message"].as_str().is_some_and(|say| say.starts_with(says)), "{said}");
        }
        assert_eq!(ada.get(&rules_of(&made)).await.expect(200)["preset"], "cat");
        for (number, id) in made.questions.iter().enumerate() {
            rohan.put(&format!("/post/update/{}/{id}", made.id), in_full(&made, number, USUAL)).await.expect(200);
        }
        rohan.put(&rules_of(&made), json!({"preset": "plain"})).await.expect(200);
    }
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

async fn another_scheme_leaves_own_marks_as_they_are(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let questions = [USUAL, (Some("2"), None, true), (None, Some("-2"), false)];
    let made = contest(&t, &rohan, json!({"preset": "jee_main"}), &questions).await;
    let before = keyed(&rohan, &made).await;
    let said = rohan.put(&rules_of(&made), json!({"preset": "gate", "floor": "total"})).await.expect(200);
    assert!(said["rules"]["marksShown"].as_str().is_some_and(|rule| rule.contains(DIFFER)), "{said}");
    assert_eq!(keyed(&rohan, &made).await, before);
    take(&ada, &made, "AAB").await;
    t.pass(80);
    // 1 + 2 − 2
    assert_eq!(board(&ada, &made).await, rows(&[("ada", 1, "1")]));
    // What is the question's own, and what the contest's, is frozen together.
    let path = format!("/post/update/{}/{}", made.id, made.questions[0]);
    rohan.put(&path, sent(&made, 0, (Some("3"), None, false))).await.refused(409, "contest_frozen");
    rohan.put(&rules_of(&made), json!({})).await.refused(409, "contest_frozen");
}

#[derive(Debug, FromRow, PartialEq)]
struct Counted {
    name: String,
    correct: i32,
    wrong: i32,
    extra_marks: i64,
    starred: i32,
}

async fn counted(t: &TestApp, made: &Made) -> Vec<(String, i32, i32, i64, i32)> {
    let id = ContestId::parse(&made.id).expect("an id");
    let text = "SELECT u.full_name AS name, a.correct, a.wrong, a.extra_marks, a.starred
         FROM attempts a JOIN users u ON u.id = a.user_id WHERE a.contest_id = $1 ORDER BY u.full_name";
    let rows: Vec<Counted> = sql(text).arg(id).all(&t.app.db).await.expect("read");
    let row = |row: Counted| {
        (row.name.trim_end_matches(" Test").to_lowercase(), row.correct, row.wrong, row.extra_marks, row.starred)
    };
    rows.into_iter().map(row).collect()
}

/// GATE's +1 and −1/3, with questions of two marks, of half a mark, without minus marks, and of its own minus.
async fn counters_are_what_the_answers_give(t: TestApp) {
    const SHEETS: [(&str, &str); 6] =
        [("ada", "AAAAA"), ("bo", "ABAB-"), ("cy", "BABAB"), ("dev", "-B--A"), ("eve", "BBBBB"), ("fay", "A--B-")];
    let rohan = t.organiser("rohan").await;
    let questions = [
        USUAL,
        (Some("2"), Some("-2/3"), false),
        (Some("0.5"), None, false),
        (None, Some("0"), true),
        (Some("2"), Some("-2"), true),
    ];
    let made = contest(&t, &rohan, json!({"preset": "gate", "answersShown": true}), &questions).await;
    let mut people = Vec::new();
    for (name, letters) in SHEETS {
        let who = t.person(name).await;
        take(&who, &made, letters).await;
        people.push(who);
    }
    // The same answer again counts once, another is refused and counts for nothing.
    people[1].answer(&made, 1, "B").await.expect(200);
    people[1].answer(&made, 1, "A").await.refused(409, "already_answered");
    let expected = [
        // 1 + 2 + ½ + 1 + 2 = 6½, and 5 by the scheme
        ("ada", 5, 0, 15_120, 2, "6.5"),
        // 1 − ⅔ + ½ + 0 = ⅚, and 1⅓ by the scheme
        ("bo", 2, 2, -5_040, 0, "5/6"),
        // −⅓ + 2 − ⅓ + 1 − 2 = ⅓, and 1 by the scheme
        ("cy", 2, 3, -6_720, 1, "1/3"),
        // −⅔ + 2 = 1⅓, and ⅔ by the scheme
        ("dev", 1, 1, 6_720, 1, "4/3"),
        // −⅓ − ⅔ − ⅓ + 0 − 2 = −3⅓, and −1⅔ by the scheme
        ("eve", 0, 5, -16_800, 0, "-10/3"),
        // 1 + 0, and ⅔ by the scheme
        ("fay", 1, 1, 3_360, 0, "1"),
    ];
    let stored: Vec<_> =
        expected.iter().map(|(name, c, w, extra, starred, _)| ((*name).to_owned(), *c, *w, *extra, *starred)).collect();
    assert_eq!(counted(&t, &made).await, stored);
    assert_eq!(broken(&t).await, Vec::<String>::new());
    t.pass(80);
    let ranked = [
        ("ada", 1, "6.5"),
        ("dev", 2, "4/3"),
        ("fay", 3, "1"),
        ("bo", 4, "5/6"),
        ("cy", 5, "1/3"),
        ("eve", 6, "-10/3"),
    ];
    assert_eq!(board(&people[0], &made).await, rows(&ranked));
    let said = people[0].results(&made).await.expect(200);
    assert_eq!(said["mostMarks"], "6.5");
    assert!(said["marksShown"].as_str().is_some_and(|rule| rule.contains(DIFFER)), "{said}");
    for (who, (name, correct, wrong, _, starred, marks)) in people.iter().zip(expected) {
        let standing = who.get(&format!("/contests/{}/standing", made.id)).await.expect(200);
        let review = who.get(&format!("/contests/{}/review", made.id)).await.expect(200);
        let kept = who.get("/account/data").await.expect(200)["attempts"][0].clone();
        let row = said["results"].as_array().expect("rows").iter().find(|row| row["userId"] == who.id.as_str());
        for told in [row.expect("on the board"), &standing["you"], &review["you"], &kept] {
            let told =
                ["correctAnswerCount", "wrongAnswerCount", "marks", "starred"].map(|member| told[member].clone());
            assert_eq!(told, [json!(correct), json!(wrong), json!(marks), json!(starred)], "{name}");
        }
        let list = who.get("/contest/my-contests").await.expect(200);
        assert_eq!(list[0]["rank"], standing["you"]["rank"], "{name}");
    }
}

/// What is looked at is what happens, to the marks and the stars.
async fn corrections_count_by_own_marks(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let [ada, bo, cy, dev] = [t.person("ada").await, t.person("bo").await, t.person("cy").await, t.person("dev").await];
    let questions = [USUAL, (Some("2"), Some("-2/3"), true), USUAL];
    let made = contest(&t, &rohan, json!({"preset": "gate"}), &questions).await;
    for (who, letters) in [(&ada, "AA-"), (&bo, "BBA"), (&cy, "-B-"), (&dev, "---")] {
        take(who, &made, letters).await;
    }
    t.pass(80);
    // 1 + 2; −⅓ − ⅔ + 1; −⅔; nothing.
    let all = async || {
        let said = rohan.results(&made).await.expect(200);
        let place = |row: &Value| {
            json!({"rank": row["rank"], "correct": row["correctAnswerCount"], "wrong": row["wrongAnswerCount"],
                "durationMs": row["durationMs"], "marks": row["marks"], "marksDecimal": row["marksDecimal"],
                "marks10080": row["marks10080"], "marksText": row["marksText"], "starred": row["starred"]})
        };
        let rows = said["results"].as_array().expect("rows").iter();
        rows.map(|row| (row["fullName"].as_str().expect("a name").to_owned(), place(row))).collect::<Vec<_>>()
    };
    let ranked = async || {
        let mut found = board(&ada, &made).await;
        found.sort_by(|one, other| (one.1, &one.0).cmp(&(other.1, &other.0)));
        let mut with_stars = Vec::new();
        for (name, rank, marks) in found {
            let stars = counted(&t, &made).await.into_iter().find(|row| row.0 == name).map_or(9, |row| row.4);
            with_stars.push((name, rank, marks, stars));
        }
        with_stars
    };
    let expect = |expected: [(&str, i64, &str, i32); 4]| {
        expected.map(|(name, rank, marks, stars)| (name.to_owned(), rank, marks.to_owned(), stars)).to_vec()
    };
    assert_eq!(
        ranked().await,
        expect([("ada", 1, "3", 1), ("dev", 2, "0", 0), ("bo", 3, "0", 0), ("cy", 4, "-2/3", 0)]),
        "bo has more wrong answers than dev"
    );
    let path = format!("/contests/{}/corrections", made.id);
    for (marking, accepted, expected, most) in [
        (
            "key",
            json!(["1-B"]),
            // 1 − ⅔; −⅓ + 2 + 1; 2; nothing.
            [("bo", 1, "8/3", 1), ("cy", 2, "2", 1), ("ada", 3, "1/3", 0), ("dev", 4, "0", 0)],
            "4",
        ),
        (
            "key",
            json!(["1-A", "1-B"]),
            [("ada", 1, "3", 1), ("bo", 2, "8/3", 1), ("cy", 3, "2", 1), ("dev", 4, "0", 0)],
            "4",
        ),
        ("everyone", json!([]), [("ada", 1, "3", 1), ("bo", 2, "8/3", 1), ("cy", 3, "2", 1), ("dev", 3, "2", 1)], "4"),
        ("answered", json!([]), [("ada", 1, "3", 1), ("bo", 2, "8/3", 1), ("cy", 3, "2", 1), ("dev", 4, "0", 0)], "4"),
        // 1; −⅓ + 1; nothing.
        ("void", json!([]), [("ada", 1, "1", 0), ("bo", 2, "2/3", 0), ("cy", 3, "0", 0), ("dev", 3, "0", 0)], "2"),
    ] {
        let wish = json!({"questionId": made.questions[1], "marking": marking, "accepted": accepted});
        let before = all().await;
        let looked = rohan.post(&format!("{path}/preview"), wish.clone()).await.expect(200);
        let mut asked = wish;
        asked["reason"] = json!("The book was wrong");
        asked["version"] = looked["version"].clone();
        let correction = rohan.post(&path, asked).await.expect(201)["correction"].clone();
        assert_eq!(correction["scores"], looked["changes"]["scores"]);
        assert_eq!(ranked().await, expect(expected), "{marking}");
        assert_eq!(ada.results(&made).await.expect(200)["mostMarks"], most, "{marking}");
        assert_eq!(broken(&t).await, Vec::<String>::new(), "{marking}");
        let after = all().await;
        let moved = looked["moved"].as_array().expect("a list");
        assert_eq!(moved.len(), after.iter().filter(|place| !before.contains(place)).count(), "{marking}");
        for one in moved {
            let of = |places: &[(String, Value)]| {
                places.iter().find(|place| one["fullName"] == place.0.as_str()).expect("on the board").1.clone()
            };
            let mut told = [one["before"].clone(), one["after"].clone()];
            let mut shown = [of(&before), of(&after)];
            // Texts depend on what stands beside them.
            told.iter_mut().chain(&mut shown).for_each(|place| place["marksText"] = Value::Null);
            assert_eq!(told, shown, "{marking}");
        }
    }
}

/// Whichever of two is first: a contest without marks has no question with marks of its own or a star.
async fn racing_plain_rules_against_marks_of_a_question(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let mut plain_won = 0;
    for round in 0..12 {
        let made = contest(&t, &rohan, json!({"preset": "jee_main"}), &[USUAL]).await;
        let own_ones = if round % 2 == 0 { (Some("2"), None, false) } else { (None, None, true) };
        let rules = rules_of(&made);
        let plain = rohan.put(&rules, json!({"preset": "plain"}));
        let path = format!("/post/update/{}/{}", made.id, made.questions[0]);
        let written = async {
            if round % 3 == 0 {
                rohan.put(&path, sent(&made, 0, own_ones)).await
            } else {
                rohan.post("/post/addQuestion", sent(&made, 1, own_ones)).await
            }
        };
        let (plain, written) = tokio::join!(plain, written);
        let is_plain = rohan.get(&rules_of(&made)).await.expect(200)["preset"] == "plain";
        if is_plain {
            plain.expect(200);
            written.refused(400, "invalid");
            plain_won += 1;
        } else {
            plain.refused(409, "questions_have_marks");
            assert!(written.status == 200 || written.status == 201, "{}", written.status);
        }
        let any = keyed(&rohan, &made).await.iter().any(|one| *one != [Value::Null, Value::Null]);
        assert_eq!(any, !is_plain, "round {round}, {plain_won} before");
    }
    assert_eq!(broken(&t).await, Vec::<String>::new());
}

async fn whoever_waits_hears_that_questions_differ(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan, json!({"preset": "jee_main"}), &[USUAL]).await;
    let mut stream = ada.follow(&[&format!("contest:{}", made.id)]).await;
    let same = rule(&ada, &made).await;
    stream.until_contest("marksShown", &json!(same)).await;
    let join = async |shown: &str| {
        ada.post("/complete", json!({"contestId": made.id, "intent": "join", "marksShown": shown})).await
    };
    let path = format!("/post/update/{}/{}", made.id, made.questions[0]);
    rohan.put(&path, sent(&made, 0, (Some("8"), None, false))).await.expect(200);
    let differs = rule(&rohan, &made).await;
    assert!(differs.contains(DIFFER) && !same.contains(DIFFER), "{differs}");
    stream.until_contest("marksShown", &json!(differs)).await;
    join(&same).await.refused(409, "rules_changed");
    rohan.put(&path, in_full(&made, 0, USUAL)).await.expect(200);
    stream.until_contest("marksShown", &json!(same)).await;
    // A star is counted and shown without deciding anything, and the rule says so.
    rohan.put(&path, in_full(&made, 0, (None, None, true))).await.expect(200);
    let starred = rule(&rohan, &made).await;
    assert!(starred.contains(STARS) && !same.contains(STARS), "{starred}");
    stream.until_contest("marksShown", &json!(starred)).await;
    join(&same).await.refused(409, "rules_changed");
    let invited = rohan.post(&format!("/contests/{}/invitation", made.id), json!({})).await.expect(201);
    let look = ada.post("/invitation/look", json!({"token": invited["invitation"]["token"]})).await.expect(200);
    assert_eq!(look["contest"]["marksShown"], json!(starred));
    rohan.put(&path, in_full(&made, 0, USUAL)).await.expect(200);
    stream.until_contest("marksShown", &json!(same)).await;
    let added = rohan.post("/post/addQuestion", sent(&made, 1, (None, Some("0"), false))).await.expect(201);
    stream.until_contest("marksShown", &json!(differs)).await;
    join(&same).await.refused(409, "rules_changed");
    let id = added["question"]["_id"].as_str().expect("an id");
    rohan.delete(&format!("/post/{}/{id}", made.id)).await.expect(200);
    stream.until_contest("marksShown", &json!(same)).await;
    join(&differs).await.refused(409, "rules_changed");
    join(&same).await.expect(200);
    let invited = rohan.post(&format!("/contests/{}/invitation", made.id), json!({})).await.expect(201);
    let look = ada.post("/invitation/look", json!({"token": invited["invitation"]["token"]})).await.expect(200);
    assert_eq!(look["contest"]["marksShown"], json!(same));
}

async fn stars_decide_between_equal_marks(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let [ada, bo, cy] = [t.person("ada").await, t.person("bo").await, t.person("cy").await];
    let questions = [USUAL, (None, None, true), (None, None, true), USUAL];
    // All have 7 marks: two right, one wrong. Stars: 0, 1, 2.
    let sheets = [(&ada, "AB-A"), (&bo, "AA-B"), (&cy, "-AAB")];
    for (ties, expected) in [
        (json!(["starred", "less_time"]), [3, 2, 1]),
        (json!(["fewer_wrong", "starred"]), [3, 2, 1]),
        (json!(["fewer_wrong"]), [1, 1, 1]),
        (json!(["less_time", "starred"]), [3, 2, 1]),
    ] {
        let made = contest(&t, &rohan, json!({"preset": "jee_main", "tieBreak": ties}), &questions).await;
        for (who, letters) in sheets {
            take(who, &made, letters).await;
        }
        t.pass(80);
        let said = rohan.results(&made).await.expect(200);
        let rows = said["results"].as_array().expect("rows");
        for (((who, _), rank), stars) in sheets.iter().zip(expected).zip(0..) {
            let row = rows.iter().find(|row| row["userId"] == who.id.as_str()).expect("on the board");
            assert_eq!(
                (&row["rank"], &row["starred"], &row["marks"]),
                (&json!(rank), &json!(stars), &json!("7")),
                "{ties}"
            );
            let list = who.get("/contest/my-contests").await.expect(200);
            let card = list.as_array().expect("a list").iter().find(|card| card["_id"] == made.id.as_str());
            assert_eq!(card.expect("listed")["rank"], json!(rank), "{ties}");
        }
        let rule = said["marksShown"].as_str().expect("a rule");
        assert!(!rule.contains(DIFFER), "a star gives no other marks: {rule}");
        let decide = ties.to_string().contains("starred");
        assert_eq!(rule.contains("more right answers among the starred questions"), decide);
        assert_eq!(rule.contains(STARS), !decide, "{rule}");
    }
}

async fn a_floor_acts_on_each_question_or_on_the_total(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let [ada, bo] = [t.person("ada").await, t.person("bo").await];
    let questions = [USUAL, (Some("8"), Some("-20"), false), (None, Some("0"), false)];
    for (floor, expected, shown) in [
        // −1 − 20 + 0 and 4 − 20 + 4.
        ("none", [("bo", 1, "-12"), ("ada", 2, "-21")], "-20"),
        // Each wrong one 0.
        ("question", [("bo", 1, "8"), ("ada", 2, "0")], "0"),
        ("total", [("ada", 1, "0"), ("bo", 1, "0")], "-20"),
    ] {
        let rules = json!({"preset": "jee_main", "floor": floor, "tieBreak": []});
        let made = contest(&t, &rohan, rules, &questions).await;
        take(&ada, &made, "BBB").await;
        take(&bo, &made, "ABA").await;
        let paper = ada.get(&format!("/contests/{}/paper", made.id)).await.expect(200);
        assert_eq!(paper["QuestionSet"][1]["marks"], json!({"right": "8", "wrong": shown}), "{floor}");
        t.pass(80);
        let mut found = board(&ada, &made).await;
        found.sort_by(|one, other| (one.1, &one.0).cmp(&(other.1, &other.0)));
        assert_eq!(found, rows(&expected), "{floor}");
        assert_eq!(broken(&t).await, Vec::<String>::new());
    }
}

/// Where every question has the same marks of its own, all is as if they were the contest's.
async fn own_marks_of_every_question_are_a_scheme(t: TestApp) {
    const SHEETS: [&str; 12] =
        ["AAAAB", "AABA-", "AAAB-", "ABAA-", "AA-BA", "A-BAB", "BAA-B", "AB-BB", "-AB-B", "BBBA-", "B-ABB", "BBB-B"];
    let rohan = t.organiser("rohan").await;
    let as_scheme = contest(&t, &rohan, json!({"right": "2", "wrong": "-2/3"}), &[USUAL; 5]).await;
    let as_own = contest(&t, &rohan, json!({"preset": "cat"}), &[(Some("2"), Some("-2/3"), false); 5]).await;
    let mixed = [(None, Some("-2/3"), false), (Some("2"), Some("-2/3"), true), (Some("2"), None, false)];
    let mixed = [mixed[0], mixed[1], mixed[0], mixed[1], mixed[0]];
    let as_some = contest(&t, &rohan, json!({"right": "2", "wrong": "-1"}), &mixed).await;
    let all = [&as_scheme, &as_own, &as_some];
    for (number, letters) in SHEETS.into_iter().enumerate() {
        let who = t.person(&format!("p{number}")).await;
        for made in all {
            take(&who, made, letters).await;
        }
    }
    t.pass(80);
    let told = async |made: &Made| {
        let mut said = rohan.results(made).await.expect(200);
        let rows = said["results"].as_array_mut().expect("rows");
        // Times are as many answers apart.
        for row in rows.iter_mut() {
            let row = row.as_object_mut().expect("a row");
            row.remove("starred");
            row.remove("durationMs");
        }
        let analysis = rohan.get(&format!("/contests/{}/analysis", made.id)).await.expect(200);
        let numbers: Vec<Value> = analysis["questions"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|one| json!([one["discrimination"], one["finding"], one["correctCount"]]))
            .collect();
        let wish = json!({"questionId": made.questions[2], "marking": "key", "accepted": ["2-B"]});
        let looked = rohan.post(&format!("/contests/{}/corrections/preview", made.id), wish).await.expect(200);
        let mut moved: Vec<Value> = looked["moved"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|one| json!([one["fullName"], one["before"]["marks"], one["after"]["marks"]]))
            .collect();
        moved.sort_by_key(ToString::to_string);
        json!([
            said["results"],
            said["mostMarks"],
            analysis["reliability"],
            numbers,
            looked["changes"]["scores"],
            moved
        ])
    };
    let expected = told(&as_scheme).await;
    assert_eq!(told(&as_own).await, expected);
    assert_eq!(told(&as_some).await, expected);
}

async fn whoever_moves_is_told_the_own_marks(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let [ada, bo] = [t.person("ada").await, t.person("bo").await];
    let on = json!({"preferences": [{"about": "results", "push": true, "mail": true}]});
    ada.put("/notifications/preferences", on).await.expect(200);
    let correct = async |made: &Made| {
        let path = format!("/contests/{}/corrections", made.id);
        let mut asked = json!({"questionId": made.questions[1], "marking": "key", "accepted": ["1-B"]});
        asked["version"] = rohan.post(&format!("{path}/preview"), asked.clone()).await.expect(200)["version"].clone();
        asked["reason"] = json!("The book was wrong");
        rohan.post(&path, asked).await.expect(201);
    };
    let told = async || {
        t.run_jobs().await;
        let mails = t.mails().await;
        mails.iter().rfind(|mail| mail.subject.ends_with("was corrected")).expect("a mail").text.clone()
    };
    let made = contest(&t, &rohan, json!({"preset": "gate"}), &[USUAL, (Some("2"), Some("-2/3"), false)]).await;
    take(&ada, &made, "BA").await;
    take(&bo, &made, "AB").await;
    t.pass(80);
    correct(&made).await;
    let mail = told().await;
    // −⅓ + 2, then −⅓ − ⅔.
    for line in ["Before: marks: 1⅔, 1 right, 1 wrong, rank 1", "Now: marks: −1, 0 right, 2 wrong, rank 2"] {
        assert!(mail.contains(line), "{line} in {mail}");
    }
    // A row of an earlier release has no marks: they follow from right and wrong.
    let made = contest(&t, &rohan, json!({"preset": "gate"}), &[USUAL, USUAL]).await;
    take(&ada, &made, "BA").await;
    take(&bo, &made, "AB").await;
    t.pass(80);
    correct(&made).await;
    let mut tx = t.app.db.begin().await.expect("begun");
    sql("UPDATE correction_moves SET marks_before = NULL, marks_after = NULL").run(&mut tx).await.expect("written");
    tx.commit().await.expect("committed");
    let mail = told().await;
    for line in ["Before: marks: ⅔, 1 right, 1 wrong, rank 1", "Now: marks: −⅔, 0 right, 2 wrong, rank 2"] {
        assert!(mail.contains(line), "{line} in {mail}");
    }
}

async fn a_contest_without_them_says_nothing_of_them(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = contest(&t, &rohan, json!({"preset": "jee_main", "answersShown": true}), &[USUAL, USUAL]).await;
    take(&ada, &made, "AB").await;
    let mut said = vec![
        rohan.get(&format!("/post/{}", made.id)).await.expect(200),
        ada.get(&format!("/contests/{}/paper", made.id)).await.expect(200),
        ada.get(&format!("/contests/{}/attempt", made.id)).await.expect(200),
    ];
    assert!(!said[1].to_string().contains("arks"), "{}", said[1]);
    t.pass(80);
    for path in ["standing", "review"] {
        said.push(ada.get(&format!("/contests/{}/{path}", made.id)).await.expect(200));
    }
    said.push(rohan.get(&format!("/contests/{}/analysis", made.id)).await.expect(200));
    said.push(ada.results(&made).await.expect(200));
    for who in [&rohan, &ada] {
        said.push(who.get("/account/data").await.expect(200));
    }
    for reply in said {
        let text = reply.to_string();
        for word in ["star\"", "starred", DIFFER] {
            assert!(!text.contains(word), "{word} in {text}");
        }
    }
}
