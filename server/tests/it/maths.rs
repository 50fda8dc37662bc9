//! Stories of maths in questions: what is drawn comes beside the texts wherever they are read, an explanation's only where the
//! explanation is; what cannot be drawn is refused with its place in Quad's own shape, and taken as ever in the specification's.

use serde_json::{Value, json};

use crate::harness::{Browser, Made, TestApp, question};
use crate::kinds::{list, questions_of, text};
use crate::plain_stories;

plain_stories!(
    formulas_are_drawn_wherever_a_question_is_read,
    a_question_without_formulas_says_nothing_of_maths,
    a_formula_that_cannot_be_drawn_is_refused_with_its_place,
    what_stood_there_before_may_stay,
    a_preview_draws_and_names_what_it_cannot,
    a_preview_has_bounds,
    nothing_typed_as_maths_becomes_markup,
);

/// A question of two options; the first is right.
fn sent(text: &str, options: [&str; 2], explanation: Option<&str>) -> Value {
    json!({"kind": "single", "text": text, "options": options, "right": [0], "explanation": explanation})
}

/// A contest of a minute with these questions.
async fn contest(t: &TestApp, owner: &Browser, all: &[Value]) -> Made {
    let mut made = t.contest(owner, 0, 60, true, 0, 0).await;
    let said = owner.post(&questions_of(&made), json!({"questions": all})).await.expect(201);
    made.questions = list(&said["questions"]).iter().map(|one| text(&one["_id"])).collect();
    owner.put(&format!("/contests/{}", made.id), json!({"answersShown": true})).await.expect(200);
    made
}

/// What is drawn, by what stands in the text, of each question.
fn drawn(questions: &Value) -> Vec<Vec<String>> {
    let names = |question: &Value| question["maths"].as_object().map(|maths| maths.keys().cloned().collect());
    list(questions).iter().map(|question| names(question).unwrap_or_default()).collect()
}

async fn formulas_are_drawn_wherever_a_question_is_read(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let all = [
        sent("What is $x^2$ for \\$2?", ["$4$", "four"], Some("As $2^2$.")),
        sent("No formula for $5 and $10?", ["yes", "no"], Some("Only here: $1+1$.")),
    ];
    let made = contest(&t, &rohan, &all).await;
    let asked = vec!["$4$", "$x^2$", "\\$"];
    let explained = vec!["$2^2$", "$4$", "$x^2$", "\\$"];
    let none: Vec<&str> = Vec::new();

    let shown = rohan.get(&format!("/post/{}", made.id)).await.expect(200)["contest"]["QuestionSet"].clone();
    assert_eq!(drawn(&shown), [explained.clone(), vec!["$1+1$"]]);
    assert_eq!(shown[0]["maths"]["$x^2$"], json!(["math", ["msup", ["mi", "x"], ["mn", "2"]]]));
    assert_eq!(shown[0]["maths"]["\\$"], "$");
    assert_eq!(shown[0]["Question"], "What is $x^2$ for \\$2?", "the source stays beside it");

    ada.post("/complete", json!({"contestId": made.id, "intent": "join", "kinds": 1})).await.expect(200);
    let path = format!("/contests/{}/paper", made.id);
    let paper = ada.get(&path).await.expect(200)["QuestionSet"].clone();
    // What an explanation holds would tell what is right.
    assert_eq!(drawn(&paper), [asked.clone(), none.clone()]);
    assert_eq!(paper[0]["maths"]["$x^2$"], shown[0]["maths"]["$x^2$"]);
    assert_eq!((paper[1].get("maths"), &paper[0]["Options"]), (None, &json!(["$4$", "four"])));
    let taken = ada.get(&format!("/post/getContestById/{}?kinds=1", made.id)).await.expect(200);
    assert_eq!(list(&taken["contest"]["QuestionSet"]).len(), 2);
    assert!(!taken.to_string().contains("maths"), "the specification's call says nothing of it: {taken}");

    t.pass(80);
    let review = ada.get(&format!("/contests/{}/review", made.id)).await.expect(200)["questions"].clone();
    assert_eq!(drawn(&review), [explained, vec!["$1+1$"]]);
    let analysis = rohan.get(&format!("/contests/{}/analysis", made.id)).await.expect(200)["questions"].clone();
    assert_eq!(drawn(&analysis), [asked, none]);
}

async fn a_question_without_formulas_says_nothing_of_maths(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let mut made = t.contest(&rohan, 0, 60, true, 1, 0).await;
    let mut priced = question(&made.id, 1, 0);
    priced["Question"] = json!("Is it $5, or \\$10?");
    let said = rohan.post("/post/addQuestion", priced).await.expect(201);
    made.questions.push(text(&said["question"]["_id"]));
    rohan.put(&format!("/contests/{}", made.id), json!({"answersShown": true})).await.expect(200);
    ada.join(&made).await;
    let silent = async |who: &Browser, path: &str| {
        let said = String::from_utf8(who.get(&path.replace("{}", &made.id)).await.bytes).expect("text");
        assert!(said.contains("\"Is it $5, or \\\\$10?\"") && !said.contains("maths"), "{path}: {said}");
    };
    silent(&rohan, "/post/{}").await;
    silent(&ada, "/contests/{}/paper").await;
    silent(&ada, "/post/getContestById/{}").await;
    t.pass(80);
    silent(&ada, "/contests/{}/review").await;
    silent(&rohan, "/contests/{}/analysis").await;
}

async fn a_formula_that_cannot_be_drawn_is_refused_with_its_place(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = contest(&t, &rohan, &[sent("What is $x$?", ["1", "2"], None)]).await;
    let path = questions_of(&made);
    for (one, field, place, option, say) in [
        (
            sent("What is $x + \\foo$?", ["1", "2"], None),
            "text",
            "13",
            None,
            "Formula, character 14: \\foo is not known here.",
        ),
        (
            sent("What?", ["1", "$50%$"], None),
            "options",
            "3",
            Some("1"),
            "Formula in option B, character 4: Write \\% for",
        ),
        (
            sent("What?", ["1", "2"], Some("$\\frac{1}{2$")),
            "explanation",
            "11",
            None,
            "Formula in the explanation, character",
        ),
    ] {
        let said = rohan.post(&path, json!({"questions": [one]})).await.refused(400, "invalid");
        assert_eq!((&said["field"], &said["place"]), (&json!(field), &json!(place)), "{said}");
        assert_eq!(said.get("option"), option.map(|option| json!(option)).as_ref(), "{said}");
        assert!(text(&said["message"]).starts_with(say), "{said}");
        let said = rohan.put(&format!("{path}/{}", made.questions[0]), one.clone()).await.refused(400, "invalid");
        assert_eq!(said["field"], field);
    }
    // Of several the number is said, and none is added.
    let both = [sent("What is $y$?", ["1", "2"], None), sent("$\\foo$", ["1", "2"], None)];
    let said = rohan.post(&path, json!({"questions": both})).await.refused(400, "invalid");
    assert!(text(&said["message"]).starts_with("Question 2 of those sent: Formula, character 2:"), "{said}");
    // Nobody else hears what is wrong with a question that they may not write.
    let said = t.person("ada").await.post(&path, json!({"questions": both})).await.refused(403, "not_owner");
    assert_eq!(said.get("place"), None);
    // The calls of the specification, and its shape, take what they always took; it stays as it stands.
    let mut usual = question(&made.id, 1, 0);
    usual["Question"] = json!("What is $x + \\foo$ and $x$?");
    let said = rohan.post("/post/addQuestion", usual.clone()).await.expect(201);
    let update = format!("/post/update/{}/{}", made.id, text(&said["question"]["_id"]));
    rohan.put(&update, usual.clone()).await.expect(200);
    rohan.post(&path, json!({"questions": [usual]})).await.expect(201);
    let shown = rohan.get(&format!("/post/{}", made.id)).await.expect(200)["contest"]["QuestionSet"].clone();
    assert_eq!(drawn(&shown), [["$x$"], ["$x$"], ["$x$"]]);
}

async fn what_stood_there_before_may_stay(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = t.contest(&rohan, 60, 120, true, 0, 0).await;
    let mut usual = question(&made.id, 1, 0);
    usual["Question"] = json!("What is $\\foo$?");
    let said = rohan.post("/post/addQuestion", usual).await.expect(201);
    let path = format!("{}/{}", questions_of(&made), text(&said["question"]["_id"]));
    rohan.put(&path, sent("What is $\\foo$?", ["1", "2"], None)).await.expect(200);
    let said = rohan.put(&path, sent("What is $\\foo$?", ["1", "$\\bar$"], None)).await.refused(400, "invalid");
    assert_eq!((&said["field"], &said["option"]), (&json!("options"), &json!("1")));
    let said = rohan.put(&path, sent("What was $\\foo$?", ["1", "2"], None)).await.refused(400, "invalid");
    assert_eq!(said["field"], "text");
}

async fn a_preview_draws_and_names_what_it_cannot(t: TestApp) {
    let ada = t.person("ada").await;
    let texts = json!(["Find $x$ in `$y$`.", "$$\\frac12$$", "plain $5", "$\\foo$ and $\\bar$ and $x$"]);
    let said = ada.post("/maths/preview", json!({"texts": texts})).await.expect(200);
    let keys: Vec<&String> = said["maths"].as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["$$\\frac12$$", "$x$"]);
    let fraction = json!(["math", {"display": "block"}, ["mfrac", ["mn", "1"], ["mn", "2"]]]);
    assert_eq!(said["maths"]["$$\\frac12$$"], fraction);
    let problems = list(&said["problems"]);
    assert_eq!(problems[0], json!({"text": 3, "place": 1, "reason": "\\foo is not known here."}));
    assert_eq!((problems.len(), &problems[1]["text"]), (2, &json!(3)));
    // As when it is written.
    let empty = ada.post("/maths/preview", json!({"texts": []})).await.expect(200);
    assert_eq!(empty, json!({"success": true, "maths": {}, "problems": []}));
}

async fn a_preview_has_bounds(t: TestApp) {
    let ada = t.person("ada").await;
    let preview = async |texts: Vec<String>| ada.post("/maths/preview", json!({"texts": texts})).await;
    preview(vec!["$x$".to_owned(); 300]).await.expect(200);
    let said = preview(vec!["$x$".to_owned(); 301]).await.refused(400, "invalid");
    assert_eq!(said["field"], "texts");
    preview(vec!["$".repeat(30_000)]).await.expect(200);
    preview(vec!["$".repeat(30_000), "$".to_owned()]).await.refused(400, "invalid");
    // What nests as deep as it may, as often as it fits.
    let deep = format!("${}x{}$ ", "\\sqrt{".repeat(16), "}".repeat(16));
    let said = preview(vec![deep.repeat(200)]).await.expect(200);
    assert_eq!((said["maths"].as_object().map(serde_json::Map::len), &said["problems"]), (Some(1), &json!([])));
    t.browser().post("/maths/preview", json!({"texts": ["$x$"]})).await.refused(401, "logged_out");
}

async fn nothing_typed_as_maths_becomes_markup(t: TestApp) {
    let ada = t.person("ada").await;
    let texts = [
        "$\\text{<script>alert(1)</script>}$",
        "$\\href{javascript:alert(1)}{x}$",
        "$\\operatorname{<img src=x onerror=alert(1)>}$",
        "$x <b> y$",
    ];
    let said = ada.post("/maths/preview", json!({"texts": texts})).await.expect(200);
    check_names(&said["maths"]["$\\text{<script>alert(1)</script>}$"]);
    for (_, tree) in said["maths"].as_object().expect("an object") {
        check_names(tree);
    }
    assert!(list(&said["problems"]).iter().any(|one| one["text"] == 1), "a link is refused: {said}");
}

/// Elements begin by a name of MathML, and their attributes are words.
fn check_names(tree: &Value) {
    let mut parts = list(tree).iter();
    let name = text(parts.next().expect("a name"));
    assert!(quad_maths::ELEMENTS.iter().any(|(known, _)| *known == name), "{name}");
    for part in parts {
        match part {
            Value::Object(attributes) => {
                assert!(
                    attributes.keys().all(|key| !key.starts_with("on") && key != "style" && key != "href"),
                    "{part}"
                );
            }
            Value::Array(_) => check_names(part),
            other => assert!(other.is_string(), "{other}"),
        }
    }
}
