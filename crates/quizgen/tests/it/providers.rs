//! Stories: what becomes of a provider's answers.

use std::sync::Mutex;

use quad_quizgen::{KnownQuestions, Order, Provider, ProviderError, Step, write};
use serde_json::json;

use crate::stand_in::{Reply, StandIn, data, question, questions};

fn order(number: usize) -> Order<'static> {
    Order {
        topic: "Sorting",
        number,
        difficulty: None,
        notes: None,
        known: Vec::new(),
        withheld: KnownQuestions::default(),
        seed: 1,
    }
}

fn provider(stand_in: &StandIn) -> Provider {
    Provider::new(&stand_in.base, "sk-very-secret", "model-1").expect("settings")
}

/// Answers the second look with the option that stands in the first place of the draft (`n-0`), as a stand-in cannot know
/// the shuffle beforehand: every number once is tried and the caller counts.
fn looks(number: i64, many: usize) -> Reply {
    Reply::Says(json!({ "answers": vec![number; many] }).to_string())
}

#[tokio::test]
async fn drafts_are_checked_and_topped_up() {
    let bad_key =
        json!({"question": "Bad?", "options": ["a", "b", "c", "d"], "answer": "e", "difficulty": "easy", "source": ""});
    let twins = json!({"question": "Twins?", "options": ["a", "A", "c", "d"], "answer": "a", "difficulty": "easy", "source": ""});
    let three =
        json!({"question": "Three?", "options": ["a", "b", "c"], "answer": "a", "difficulty": "easy", "source": ""});
    let stand_in = StandIn::with([
        questions(&[question(1, 0), bad_key, twins, three, question(1, 2)]),
        questions(&[question(2, 1), question(3, 3), question(4, 0)]),
        looks(0, 3),
    ])
    .await;
    let steps = Mutex::new(Vec::new());
    let told = |step| steps.lock().expect("unpoisoned").push(step);
    let found = write(&provider(&stand_in), &order(3), told).await.expect("drafts");
    let texts: Vec<&str> = found.iter().map(|looked| looked.draft.question.as_str()).collect();
    assert_eq!(texts, ["Question 1?", "Question 2?", "Question 3?"]);
    assert_eq!(found[0].draft.answer, "1-0", "the first of two alike stays as it was written");
    assert_eq!(*steps.lock().expect("unpoisoned"), [Step::Written(1), Step::Written(3), Step::Checking]);
    let asked = stand_in.asked();
    assert_eq!((data(&asked[0])["number"].clone(), data(&asked[1])["number"].clone()), (json!(5), json!(4)));
    assert_eq!(data(&asked[1])["not_again"], json!(["Question 1?"]));
    assert_eq!(asked[0]["model"], "model-1");
    assert_eq!(asked[0]["response_format"]["type"], "json_schema");
    let heard = stand_in.heard();
    assert_eq!(heard[0].path, "/v1/chat/completions");
    assert!(heard[0].authorization.as_deref().is_some_and(|line| line.ends_with("Bearer sk-very-secret")));
}

#[tokio::test]
async fn the_second_look_has_no_key_and_marks_what_it_doubts() {
    for said in 0..=4 {
        let stand_in = StandIn::with([questions(&[question(1, 2), question(2, 2)]), looks(said, 2)]).await;
        let found = write(&provider(&stand_in), &order(2), |_| ()).await.expect("drafts");
        let asked = stand_in.asked();
        let shown = data(&asked[1]);
        for (at, looked) in found.iter().enumerate() {
            let keys: Vec<&String> = shown["questions"][at].as_object().expect("a question").keys().collect();
            assert_eq!(keys, ["number", "options", "question"], "no key");
            let chosen =
                usize::try_from(said - 1).ok().map(|at_option| shown["questions"][at]["options"][at_option].clone());
            assert_eq!(looked.is_doubtful, chosen != Some(json!(looked.draft.answer)), "{said}");
        }
    }
}

#[tokio::test]
async fn a_second_look_that_fails_leaves_all_in_doubt() {
    for reply in [looks(1, 1), Reply::Says("no idea".into()), Reply::Status(500, "{}".into())] {
        let stand_in = StandIn::with([questions(&[question(1, 0), question(2, 0)]), reply]).await;
        let found = write(&provider(&stand_in), &order(2), |_| ()).await.expect("drafts");
        assert!(found.iter().all(|looked| looked.is_doubtful));
    }
}

#[tokio::test]
async fn a_wrong_key_is_told_without_the_key() {
    let stand_in = StandIn::with([Reply::Status(401, "bad key sk-very-secret\n".into())]).await;
    let said = write(&provider(&stand_in), &order(1), |_| ()).await.expect_err("refused");
    assert!(matches!(said, ProviderError::Refused { status: 401, .. }));
    assert!(!said.to_string().contains("very-secret") && !said.to_string().contains('\n'), "{said}");
    assert!(!format!("{:?}", provider(&stand_in)).contains("very-secret"));
    assert_eq!(stand_in.asked().len(), 1, "asking again changes nothing");
}

#[tokio::test]
async fn a_draft_from_notes_names_a_sentence_of_the_notes() {
    let notes = "Intro.  Sentence 1\nproves it. And more.";
    let stand_in = StandIn::with([
        questions(&[question(1, 0), question(2, 0)]),
        questions(&[]),
        questions(&[]),
        questions(&[]),
        looks(1, 1),
    ])
    .await;
    let asked = Order { notes: Some(notes), ..order(2) };
    let found = write(&provider(&stand_in), &asked, |_| ()).await.expect("drafts");
    assert_eq!(found.len(), 1, "a source that the notes do not hold is made up");
    assert_eq!(found[0].draft.why, "Sentence 1 proves it.");
}

#[tokio::test(start_paused = true)]
async fn a_provider_that_hangs_is_given_up() {
    let stand_in = StandIn::with([Reply::Hangs, Reply::Hangs]).await;
    let begun = tokio::time::Instant::now();
    let said = write(&provider(&stand_in), &order(1), |_| ()).await;
    assert!(matches!(said, Err(ProviderError::Away { .. })), "{said:?}");
    assert!(begun.elapsed() <= quad_quizgen::WHOLE, "{:?}", begun.elapsed());
}

#[test]
fn addresses_and_models_are_checked() {
    for (base, model) in [
        ("", "m"),
        ("ftp://x", "m"),
        ("http://a:b@x/v1", "m"),
        ("http://a@x/v1", "m"),
        ("https://x/v1#k", "m"),
        ("https://x/v1?k=1", "m"),
        ("https://x/v1", " "),
    ] {
        assert!(Provider::new(base, "k", model).is_err(), "{base} {model}");
    }
}
