//! Stories: drafts of kinds that an organiser chose.

use quad_quizgen::{CheckedKindDraft, DraftKind, KnownQuestions, Order, Provider, ProviderError, write_kinds};
use serde_json::{Value, json};

use crate::stand_in::{Reply, StandIn, data, questions};

fn order(number: usize) -> Order<'static> {
    Order {
        topic: "Physics",
        number,
        difficulty: None,
        notes: None,
        known: Vec::new(),
        withheld: KnownQuestions::default(),
        seed: 1,
    }
}

fn several() -> Value {
    json!({"kind": "several", "question": "Which are prime?", "options": ["51", "53", "57", "59"], "answers": ["53", "59"],
        "tolerance": null, "unit": null, "difficulty": "easy", "source": "51 is 3 times 17."})
}

fn number() -> Value {
    json!({"kind": "number", "question": "How fast does a stone fall after a second?", "options": [], "answers": [9.81],
        "tolerance": "2%", "unit": "m/s", "difficulty": "medium", "source": "That is g."})
}

fn text() -> Value {
    json!({"kind": "text", "question": "Which city was called Mysore?", "options": null, "answers": ["Mysuru", "Mysore city"],
        "tolerance": "", "unit": null, "difficulty": "easy", "source": "It was renamed."})
}

fn answers(said: &Value) -> Reply {
    Reply::Says(json!({ "answers": said }).to_string())
}

async fn drafts(
    stand_in: &StandIn,
    number: usize,
    kinds: &[DraftKind],
) -> Result<Vec<CheckedKindDraft>, ProviderError> {
    let provider = Provider::new(&stand_in.base, "", "m").expect("settings");
    write_kinds(&provider, &order(number), kinds, |_| ()).await
}

#[tokio::test]
async fn each_kind_is_written_and_looked_at_by_its_kind() {
    let kinds = [DraftKind::Several, DraftKind::Number, DraftKind::Text];
    let stand_in =
        StandIn::with([questions(&[several(), number(), text()]), answers(&json!(["0", "9.8", "mysuru"]))]).await;
    let found = drafts(&stand_in, 3, &kinds).await.expect("drafts");
    assert_eq!(found.iter().map(|one| one.draft.kind).collect::<Vec<_>>(), kinds);
    assert_eq!(found.iter().map(|one| one.is_doubtful).collect::<Vec<_>>(), [true, false, false]);
    let right: Vec<&str> = found[0].draft.right().into_iter().map(|at| found[0].draft.options[at].as_str()).collect();
    assert_eq!(right.iter().filter(|option| ["53", "59"].contains(option)).count(), 2, "{right:?}");
    assert_eq!(found[1].draft.answers, ["9.81"], "a number may come as one");
    assert_eq!((found[1].draft.tolerance.as_deref(), found[1].draft.unit.as_deref()), (Some("2%"), Some("m/s")));
    assert_eq!(found[2].draft.answers, ["Mysuru", "Mysore city"]);
    assert_eq!((&found[2].draft.tolerance, found[2].draft.options.len()), (&None, 0));
    let asked = stand_in.asked();
    assert_eq!(data(&asked[0])["kinds"], json!(["several", "number", "text"]));
    let shown = data(&asked[1]);
    for question in shown["questions"].as_array().expect("a list") {
        let keys: Vec<&String> = question.as_object().expect("a question").keys().collect();
        assert_eq!(keys, ["kind", "number", "options", "question", "unit"], "no key");
    }
}

/// The second look finds several right ones in whatever order they are shown.
#[tokio::test]
async fn the_second_look_confirms_a_whole_set() {
    let stand_in = StandIn::by(|asked| {
        let Some(shown) = data(asked)["questions"].as_array().cloned() else { return questions(&[several()]) };
        let options = shown[0]["options"].as_array().expect("options").clone();
        let right = (1..).zip(&options).filter(|(_, option)| [json!("53"), json!("59")].contains(option));
        let numbers: Vec<String> = right.map(|(number, _): (i32, _)| number.to_string()).collect();
        answers(&json!([numbers.join(", ")]))
    })
    .await;
    let found = drafts(&stand_in, 1, &[DraftKind::Several]).await.expect("drafts");
    assert_eq!(found.len(), 1);
    assert!(!found[0].is_doubtful);
}

#[tokio::test]
async fn what_is_not_of_its_kind_is_dropped_and_never_repaired() {
    let with = |mut draft: Value, change: fn(&mut Value)| {
        change(&mut draft);
        draft
    };
    let bad = [
        ("one right option", with(several(), |q| q["answers"] = json!(["53"]))),
        ("all right", with(several(), |q| q["answers"] = json!(["51", "53", "57", "59"]))),
        ("an answer beside the options", with(several(), |q| q["answers"] = json!(["53", "61"]))),
        ("a unit in the number", with(number(), |q| q["answers"] = json!(["9.81 m/s"]))),
        ("two numbers", with(number(), |q| q["answers"] = json!(["9.81", "9.8"]))),
        ("a tolerance in words", with(number(), |q| q["tolerance"] = json!("a little"))),
        ("options at a number", with(number(), |q| q["options"] = json!(["9.81", "9.8"]))),
        ("nothing accepted", with(text(), |q| q["answers"] = json!([]))),
        ("the same twice", with(text(), |q| q["answers"] = json!(["Mysuru", "MYSURU"]))),
        ("a kind that is none", with(text(), |q| q["kind"] = json!("essay"))),
        ("a kind nobody asked for", with(several(), |q| q["kind"] = json!("single"))),
        ("markup", with(text(), |q| q["question"] = json!("**Which** city?"))),
    ];
    for (what, draft) in bad {
        let stand_in = StandIn::with([questions(&[draft]), questions(&[]), questions(&[]), questions(&[])]).await;
        let found = drafts(&stand_in, 1, &[DraftKind::Several, DraftKind::Number, DraftKind::Text]).await;
        assert!(matches!(found, Err(ProviderError::Away { .. })), "{what}: {found:?}");
    }
}

#[tokio::test]
async fn what_does_not_have_the_shape_is_no_answer() {
    for said in [json!({"questions": [{"kind": "number"}]}), json!({"questions": "none"}), json!([])] {
        let stand_in = StandIn::with([Reply::Says(said.to_string()), Reply::Says(said.to_string())]).await;
        let found = drafts(&stand_in, 1, &[DraftKind::Number]).await;
        assert!(matches!(found, Err(ProviderError::Away { .. })), "{said}: {found:?}");
    }
}

#[tokio::test]
async fn a_second_look_that_fails_leaves_all_kinds_in_doubt() {
    for reply in [answers(&json!(["9.8"])), Reply::Says("no idea".into()), Reply::Status(500, "{}".into())] {
        let stand_in = StandIn::with([questions(&[number(), text()]), reply]).await;
        let found = drafts(&stand_in, 2, &[DraftKind::Number, DraftKind::Text]).await.expect("drafts");
        assert!(found.iter().all(|looked| looked.is_doubtful), "{found:?}");
    }
}
