//! Explanations: why an answer is right, written with the question, and read with the answers after the end and nowhere else.

use serde_json::{Value, json};

use crate::harness::{Browser, Made, TestApp, question};
use crate::plain_stories;

plain_stories!(an_explanation_is_read_with_the_answers, an_explanation_is_changed_kept_and_removed);

const WHY: &str = "A zombie has ended.\nIts entry stays.";

async fn explained(t: &TestApp, owner: &Browser, why: &Value) -> Made {
    let mut made = t.contest(owner, 0, 60, true, 1, 0).await;
    let mut second = question(&made.id, 1, 0);
    second["explanation"] = why.clone();
    let said = owner.post("/post/addQuestion", second).await.expect(201);
    made.questions.push(said["question"]["_id"].as_str().expect("an id").to_owned());
    made
}

async fn keyed(owner: &Browser, made: &Made) -> Vec<Value> {
    let said = owner.get(&format!("/post/{}", made.id)).await.expect(200);
    let all = said["contest"]["QuestionSet"].as_array().expect("a list");
    all.iter().map(|question| question.get("explanation").cloned().unwrap_or(json!("absent"))).collect()
}

async fn an_explanation_is_read_with_the_answers(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = explained(&t, &rohan, &json!(format!("  {WHY} "))).await;
    assert_eq!(keyed(&rohan, &made).await, [json!("absent"), json!(WHY)], "as it was without the one, and tidied");
    ada.join(&made).await;
    let review = format!("/contests/{}/review", made.id);
    // Whoever takes the contest gets nothing of it, before and after the end.
    let taken = [
        format!("/contests/{}/paper", made.id),
        format!("/post/getContestById/{}", made.id),
        format!("/contests/{}/attempt", made.id),
        format!("/contest/{}", made.id),
    ];
    for seconds in [0, 80] {
        t.pass(seconds);
        for path in &taken {
            let said = String::from_utf8(ada.get(path).await.bytes).expect("text");
            assert!(!said.contains("zombie") && !said.contains("xplanation"), "{path}: {said}");
        }
        assert_eq!(ada.get(&review).await.status, 403);
    }
    let shown = json!({"title": "Friday Quiz", "description": "", "answersShown": true});
    rohan.put(&format!("/contests/{}", made.id), shown).await.expect(200);
    let questions = ada.get(&review).await.expect(200)["questions"].clone();
    assert_eq!((questions[0].get("explanation"), &questions[1]["explanation"]), (None, &json!(WHY)));
    // It belongs to whoever wrote it.
    let kept = rohan.get("/account/data").await.expect(200)["contests"][0]["questions"].clone();
    assert_eq!((kept[0].get("explanation"), &kept[1]["explanation"]), (None, &json!(WHY)));
}

async fn an_explanation_is_changed_kept_and_removed(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = explained(&t, &rohan, &json!(WHY)).await;
    let path = format!("/post/update/{}/{}", made.id, made.questions[1]);
    let rewritten = async |explanation: Option<Value>| {
        let mut body = question(&made.id, 1, 2);
        if let Some(explanation) = explanation {
            body["explanation"] = explanation;
        }
        rohan.put(&path, body).await
    };
    // A client that does not know of explanations keeps them.
    for (sent, kept) in [
        (None, json!(WHY)),
        (Some(json!(null)), json!(WHY)),
        (Some(json!("Because.")), json!("Because.")),
        (Some(json!(" \u{200b} ")), json!("absent")),
        (None, json!("absent")),
    ] {
        let said = rewritten(sent.clone()).await.expect(200);
        let told = said["question"].get("explanation").cloned().unwrap_or(json!("absent"));
        assert_eq!((&told, &keyed(&rohan, &made).await[1]), (&kept, &kept), "{sent:?}");
    }
    rewritten(Some(json!("x".repeat(2_000)))).await.expect(200);
    let said = rewritten(Some(json!("x".repeat(2_001)))).await.refused(400, "invalid");
    assert_eq!(said["field"], "explanation");
}
