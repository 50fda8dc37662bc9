//! Branches of the writer: every way in which a provider can answer, and what becomes of it.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use quad_quizgen::{CheckedDraft, Difficulty, KnownQuestions, Order, Provider, ProviderError, Step, Tokens, write};
use serde_json::{Value, json};
use tokio::net::TcpListener;

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

fn content(list: &[Value]) -> String {
    json!({ "questions": list }).to_string()
}

/// The second look is of no interest here.
fn look() -> Reply {
    Reply::Status(500, "{}".into())
}

async fn drafts(replies: Vec<Reply>, number: usize) -> Result<Vec<CheckedDraft>, ProviderError> {
    let stand_in = StandIn::with(replies).await;
    let provider = Provider::new(&stand_in.base, "", "m").expect("settings");
    write(&provider, &order(number), |_| ()).await
}

fn texts(found: &[CheckedDraft]) -> Vec<&str> {
    found.iter().map(|looked| looked.draft.question.as_str()).collect()
}

#[track_caller]
fn is_away(said: &Result<Vec<CheckedDraft>, ProviderError>, part: &str) {
    match said {
        Err(ProviderError::Away { why }) => assert!(why.contains(part), "{why}"),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn good_fenced_and_in_prose_are_read() {
    let json = content(&[question(1, 0), question(2, 1)]);
    let dresses = [
        json.clone(),
        format!("```json\n{json}\n```"),
        format!("```\n{json}\n```\n"),
        format!("Sure! Here are your questions:\n\n{json}\n\nGood luck with the quiz."),
        format!("Sure!\n```json\n{json}\n```\nAnything else?"),
        format!("<think>Two questions {{maybe}} …</think>\n{json}"),
    ];
    for dress in dresses {
        let found = drafts(vec![Reply::Says(dress.clone()), look()], 2).await.expect(&dress);
        assert_eq!(texts(&found), ["Question 1?", "Question 2?"], "{dress}");
    }
}

#[tokio::test]
async fn what_fails_a_check_is_dropped_and_never_repaired() {
    let with = |change: fn(&mut Value)| {
        let mut bad = question(1, 0);
        change(&mut bad);
        bad
    };
    let bad = [
        ("three options", with(|q| q["options"] = json!(["1-0", "b", "c"]))),
        ("duplicate options", with(|q| q["options"] = json!(["1-0", "B", "b ", "d"]))),
        ("answer not in options", with(|q| q["answer"] = json!("A"))),
        ("an answer by its letter", with(|q| q["answer"] = json!("1"))),
        ("no question", with(|q| q["question"] = json!("   "))),
        ("a huge question", with(|q| q["question"] = json!("x".repeat(5000)))),
        ("text that is not plain", with(|q| q["question"] = json!("**Which** one?"))),
        ("an empty option", with(|q| q["options"][3] = json!(""))),
    ];
    for (what, bad) in bad {
        let replies = vec![questions(&[bad, question(2, 0)]), questions(&[question(3, 0)]), look()];
        let found = drafts(replies, 2).await.expect(what);
        assert_eq!(texts(&found), ["Question 2?", "Question 3?"], "{what}");
    }
}

#[tokio::test]
async fn twenty_one_items_are_no_more_than_asked_for() {
    let many: Vec<Value> = (1..=21).map(|number| question(number, 0)).collect();
    assert_eq!(drafts(vec![questions(&many), look()], 20).await.expect("drafts").len(), 20);
    assert_eq!(drafts(vec![questions(&many), look()], 5).await.expect("drafts").len(), 5);
}

#[tokio::test]
async fn fewer_than_asked_for_is_fine() {
    let few = || questions(&[question(1, 0)]);
    let found = drafts(vec![few(), few(), few(), few(), look()], 3).await.expect("drafts");
    assert_eq!(texts(&found), ["Question 1?"], "the same again is a repetition");
}

#[tokio::test]
async fn another_difficulty_than_asked_for_is_dropped() {
    let mut hard = question(2, 0);
    hard["difficulty"] = json!("HARD");
    let stand_in = StandIn::with([questions(&[question(1, 0), hard]), look()]).await;
    let provider = Provider::new(&stand_in.base, "", "m").expect("settings");
    let asked = Order { difficulty: Some(Difficulty::Hard), ..order(1) };
    let found = write(&provider, &asked, |_| ()).await.expect("drafts");
    assert_eq!(texts(&found), ["Question 2?"]);
    let asked = &stand_in.asked()[0];
    assert_eq!(data(asked)["difficulty"], json!(["hard"]));
}

#[tokio::test]
async fn html_and_other_nonsense_is_a_clear_failure() {
    let page = Reply::Page(200, "text/html", "<!doctype html><h1>Sign in to the campus network</h1>".into());
    is_away(&drafts(vec![page.clone(), page], 1).await, "no chat completion");
    for body in ["", "[]", "{}", "null", "{\"choices\":[]}", "\u{0}", "{\"choices\":[{\"message\":{}}]}"] {
        let reply = || Reply::Status(200, body.to_owned());
        is_away(&drafts(vec![reply(), reply()], 1).await, "");
    }
    is_away(&drafts(vec![Reply::Says(String::new()); 2], 1).await, "empty");
    for said in ["I cannot do that.", "{\"questions\":\"none\"}", "[1,2]", "}{"] {
        let reply = || Reply::Says(said.to_owned());
        is_away(&drafts(vec![reply(), reply()], 1).await, "shape");
    }
}

#[tokio::test]
async fn ten_megabytes_are_not_read_to_their_end() {
    let flood = || Reply::Floods(10 * 1024 * 1024);
    is_away(&drafts(vec![flood(), flood()], 1).await, "larger");
    let long = Reply::Says("x".repeat(2 * 1024 * 1024));
    is_away(&drafts(vec![long.clone(), long], 1).await, "larger");
}

#[tokio::test]
async fn dripping_and_hanging_end_with_their_time() {
    let one_call = Duration::from_millis(400);
    let drip = || Reply::Drips(Duration::from_millis(20), content(&[question(1, 0)]));
    for replies in [vec![drip(), drip()], vec![Reply::Hangs, Reply::Hangs]] {
        let stand_in = StandIn::with(replies).await;
        let provider = Provider::patient(&stand_in.base, "", "m", one_call).expect("settings");
        let order = order(1);
        let written = tokio::time::timeout(Duration::from_mins(1), write(&provider, &order, |_| ())).await;
        is_away(&written.expect("an end"), "in time");
        assert_eq!(stand_in.asked().len(), 2, "one retry");
    }
}

#[tokio::test]
async fn a_hang_and_then_an_answer_is_an_answer() {
    // The answer must come within what the silence lasts: with more of it where the machine is slow.
    let mut said = Vec::new();
    for patience in [Duration::from_millis(400), Duration::from_secs(4), Duration::from_secs(40)] {
        let stand_in = StandIn::with([Reply::Hangs, questions(&[question(1, 0)]), look()]).await;
        let provider = Provider::patient(&stand_in.base, "", "m", patience).expect("settings");
        match write(&provider, &order(1), |_| ()).await {
            Ok(drafts) => return assert_eq!(drafts.len(), 1),
            Err(error) => said.push(format!("{error:?}")),
        }
    }
    panic!("{said:?}");
}

#[tokio::test]
async fn dropping_the_work_ends_the_call() {
    let stand_in = StandIn::with([Reply::Hangs]).await;
    let provider = Provider::new(&stand_in.base, "", "m").expect("settings");
    let waited = tokio::time::timeout(Duration::from_millis(300), write(&provider, &order(1), |_| ())).await;
    assert!(waited.is_err());
    let begun = Instant::now();
    while stand_in.connections() > 0 {
        assert!(begun.elapsed() < Duration::from_mins(1), "the connection is closed");
        // Then it looks again.
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn busy_and_broken_are_tried_once_more() {
    for status in [408, 500, 502, 503, 529] {
        let busy = || Reply::Status(status, "{\"error\":{\"message\":\"slow down\"}}".into());
        let found = drafts(vec![busy(), questions(&[question(1, 0)]), look()], 1).await.expect("the second time");
        assert_eq!(found.len(), 1);
        is_away(&drafts(vec![busy(), busy(), questions(&[question(1, 0)])], 1).await, &status.to_string());
    }
}

#[tokio::test]
async fn a_busy_one_is_given_the_time_it_asks_for_or_left_alone() {
    let again = || vec![questions(&[question(1, 0)]), look()];
    let after = |busy: Reply| [vec![busy], again()].concat();
    for busy in [Reply::Status(429, "{}".into()), Reply::Busy(429, 1), Reply::Busy(503, 1)] {
        let begun = Instant::now();
        let is_timed = matches!(busy, Reply::Busy(..));
        assert_eq!(drafts(after(busy), 1).await.expect("the second time").len(), 1);
        assert!(!is_timed || begun.elapsed() >= Duration::from_secs(1), "the second it asked for");
    }
    for busy in [Reply::Busy(429, 3600), Reply::Busy(503, 3600)] {
        let said = drafts(after(busy), 1).await;
        let hour = Duration::from_hours(1);
        assert!(matches!(said, Err(ProviderError::Busy { wait: Some(wait), .. }) if wait == hour), "{said:?}");
    }
    let busy = || Reply::Status(429, "{}".into());
    let said = drafts(vec![busy(), busy()], 1).await;
    assert!(matches!(said, Err(ProviderError::Busy { wait: None, .. })), "{said:?}");
}

#[tokio::test]
async fn refusals_are_not_repeated() {
    for status in [400, 401, 403, 404, 422] {
        let stand_in = StandIn::with([Reply::Status(status, "no".into()), questions(&[question(1, 0)])]).await;
        let provider = Provider::new(&stand_in.base, "k", "m").expect("settings");
        let said = write(&provider, &order(1), |_| ()).await;
        assert!(matches!(said, Err(ProviderError::Refused { status: told, .. }) if told == status), "{said:?}");
        assert_eq!(stand_in.asked().len(), 1);
    }
}

/// An answer of status 200 with this message and this end.
fn completion(message: &Value, finish_reason: &str) -> Reply {
    let body = json!({"choices": [{"index": 0, "message": message, "finish_reason": finish_reason}]});
    Reply::Status(200, body.to_string())
}

/// What comes of one reply, and how often the provider was asked.
async fn one(reply: Reply) -> (Result<Vec<CheckedDraft>, ProviderError>, usize) {
    let stand_in = StandIn::with([reply, questions(&[question(1, 0)]), look()]).await;
    let provider = Provider::new(&stand_in.base, "k", "m").expect("settings");
    let said = write(&provider, &order(1), |_| ()).await;
    (said, stand_in.asked().len())
}

#[tokio::test]
async fn what_is_too_long_is_told_as_that_and_not_asked_again() {
    let error = |status, body: Value| Reply::Status(status, body.to_string());
    for reply in [
        error(
            400,
            json!({"error": {"message": "This model's maximum context length is 8192 tokens.", "code": "context_length_exceeded"}}),
        ),
        // llama.cpp, with the statuses it has been seen with, and vLLM as it was.
        error(
            400,
            json!({"error": {"code": 400, "message": "request (4390 tokens) exceeds the available context size (4096 tokens)", "type": "exceed_context_size_error"}}),
        ),
        error(
            500,
            json!({"error": {"code": 500, "message": "Context size has been exceeded.", "type": "server_error"}}),
        ),
        error(200, json!({"error": {"code": 400, "message": "no", "type": "exceed_context_size_error"}})),
        error(
            400,
            json!({"object": "error", "message": "This model's maximum context length is 16384 tokens.", "type": "BadRequestError"}),
        ),
        error(413, json!({"error": "Payload too large"})),
        Reply::Status(413, "<html>too large</html>".into()),
        // The answer was longer than it may be.
        completion(&json!({"role": "assistant", "content": "{\"questions\": [{\"question\": \"Wh"}), "length"),
    ] {
        let (said, asked) = one(reply).await;
        assert!(matches!(said, Err(ProviderError::TooLong { .. })), "{said:?}");
        assert_eq!(asked, 1);
    }
}

#[tokio::test]
async fn what_is_filtered_is_told_as_that_and_not_asked_again() {
    let error = |status, body: Value| Reply::Status(status, body.to_string());
    let text = content(&[question(1, 0)]);
    for reply in [
        error(
            400,
            json!({"error": {"message": "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.", "code": "content_filter", "innererror": {"code": "ResponsibleAIPolicyViolation"}}}),
        ),
        error(
            400,
            json!({"error": {"message": "no", "type": "invalid_request_error", "code": "content_policy_violation"}}),
        ),
        error(
            403,
            json!({"error": {"code": 403, "message": "This model requires moderation. Your input was flagged."}}),
        ),
        completion(&json!({"role": "assistant", "content": null}), "content_filter"),
        completion(&json!({"role": "assistant", "content": text}), "content_filter"),
        completion(&json!({"role": "assistant", "content": null, "refusal": "I can't help with that."}), "stop"),
        completion(&json!({"role": "assistant", "content": [{"type": "refusal", "refusal": "I can't."}]}), "stop"),
    ] {
        let (said, asked) = one(reply).await;
        assert!(matches!(said, Err(ProviderError::Declined { .. })), "{said:?}");
        assert_eq!(asked, 1);
    }
}

#[tokio::test]
async fn a_spent_quota_is_not_a_busy_provider() {
    let error = |status, body: Value| Reply::Status(status, body.to_string());
    for reply in [
        error(
            429,
            json!({"error": {"message": "You exceeded your current quota, please check your plan and billing details.", "type": "insufficient_quota", "code": "insufficient_quota"}}),
        ),
        error(402, json!({"error": {"message": "Insufficient Balance", "code": "invalid_request_error"}})),
        error(402, json!({"error": {"code": 402, "message": "no"}})),
        error(400, json!({"error": {"type": "invalid_request_error", "message": "Your credit balance is too low"}})),
    ] {
        let (said, asked) = one(reply).await;
        assert!(matches!(said, Err(ProviderError::Spent { .. })), "{said:?}");
        assert_eq!(asked, 1);
    }
    // Words of the topic that the provider repeats are no error of its own.
    let other = json!({"error": {"message": "no", "param": "insufficient_quota content_filter"}});
    let (said, _) = one(error(400, other)).await;
    assert!(matches!(said, Err(ProviderError::Refused { status: 400, .. })), "{said:?}");
}

#[tokio::test]
async fn an_answer_in_parts_is_read_and_an_empty_one_asked_for_again() {
    let text = content(&[question(1, 0)]);
    let (begin, end) = text.split_at(20);
    for parts in [
        json!([{"type": "text", "text": text}]),
        json!([{"type": "text", "text": begin}, {"type": "text", "text": end}]),
        json!([{"type": "reasoning", "text": "{Let me think}"}, {"type": "thinking"}, {"type": "text", "text": text}]),
    ] {
        let (said, asked) = one(completion(&json!({"role": "assistant", "content": parts}), "stop")).await;
        assert_eq!((said.expect("drafts").len(), asked), (1, 2), "the drafts and the second look");
    }
    for message in [
        json!({"role": "assistant", "content": null}),
        json!({"role": "assistant"}),
        json!({"role": "assistant", "content": []}),
        json!({"role": "assistant", "content": " "}),
        json!({"role": "assistant", "content": null, "tool_calls": [], "refusal": null}),
    ] {
        let empty = || completion(&message, "stop");
        let found = drafts(vec![empty(), questions(&[question(1, 0)]), look()], 1).await.expect("the second time");
        assert_eq!(found.len(), 1);
        is_away(&drafts(vec![empty(), empty()], 1).await, "the answer is empty");
    }
    is_away(&drafts(vec![Reply::Status(200, "{\"choices\":[]}".into()); 2], 1).await, "the answer is empty");
}

#[tokio::test]
async fn of_five_options_four_stay_and_the_key_with_them() {
    for right in 0..6 {
        let options: Vec<String> = (0..6).map(|at| format!("Option {at}")).collect();
        let mut asked = question(1, 0);
        asked["options"] = json!(options);
        asked["answer"] = json!(options[right]);
        let found = drafts(vec![questions(&[asked]), look()], 1).await.expect("a draft");
        let draft = &found[0].draft;
        assert_eq!(draft.answer, options[right]);
        assert_eq!(draft.options.iter().filter(|option| **option == draft.answer).count(), 1);
    }
    // Two that read like the answer: nobody knows which is right.
    let mut asked = question(1, 0);
    asked["options"] = json!(["a", "A\u{200b}", "a", "c", "d"]);
    asked["answer"] = json!("a");
    let four = || questions(std::slice::from_ref(&asked));
    is_away(&drafts(vec![four(), four(), four(), four()], 1).await, "none of its questions passed");
}

#[tokio::test]
async fn quotes_and_dashes_of_another_kind_lose_no_draft() {
    let notes = "It\u{2019}s called \u{201c}quick sort\u{201d} \u{2013} by Hoare.";
    let mut asked = question(1, 0);
    asked["options"] = json!(["Hoare\u{2019}s sort", "b", "c", "d"]);
    asked["answer"] = json!("Hoare's sort");
    asked["source"] = json!("It's called \"quick sort\" - by Hoare.");
    let stand_in = StandIn::with([questions(&[asked]), look()]).await;
    let provider = Provider::new(&stand_in.base, "k", "m").expect("settings");
    let found = write(&provider, &Order { notes: Some(notes), ..order(1) }, |_| ()).await.expect("a draft");
    assert_eq!(found[0].draft.answer, "Hoare\u{2019}s sort", "as its option has it");
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let canary = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = canary.local_addr().expect("an address");
    let heard = Arc::new(AtomicUsize::new(0));
    let counted = heard.clone();
    #[expect(clippy::disallowed_methods, reason = "a test has no application to spawn on")]
    tokio::spawn(async move {
        while canary.accept().await.is_ok() {
            counted.fetch_add(1, Ordering::SeqCst);
        }
    });
    for status in [301, 302, 303, 307, 308] {
        for place in [format!("http://{address}/latest/meta-data"), format!("//{address}/")] {
            let said = drafts(vec![Reply::Moved(status, place)], 1).await;
            assert!(matches!(said, Err(ProviderError::Refused { status: told, .. }) if told == status), "{said:?}");
        }
    }
    assert_eq!(heard.load(Ordering::SeqCst), 0, "the canary heard nothing");
}

#[tokio::test]
async fn an_error_repeats_neither_the_key_nor_what_was_asked() {
    let secret = "the minutes of the secret meeting of the senate";
    for status in [400, 500] {
        let said = format!("bad request with sk-very-secret: {{\"topic\":\"{secret}\"}}");
        let stand_in = StandIn::with([Reply::Status(status, said.clone()), Reply::Status(status, said)]).await;
        let provider = Provider::new(&stand_in.base, "sk-very-secret", "m").expect("settings");
        let said =
            write(&provider, &Order { topic: secret, ..order(1) }, |_| ()).await.expect_err("refused").to_string();
        assert!(!said.contains("secret"), "{said}");
        assert!(said.contains(&status.to_string()), "{said}");
    }
}

#[tokio::test]
async fn tokens_are_told_when_the_provider_counts() {
    let stand_in = StandIn::good(|number| number == 2).await;
    let provider = Provider::new(&stand_in.base, "", "m").expect("settings");
    let spent = Mutex::new(Vec::<Tokens>::new());
    let told = |step| {
        if let Step::Spent(tokens) = step {
            spent.lock().expect("unpoisoned").push(tokens);
        }
    };
    let found = write(&provider, &order(3), told).await.expect("drafts");
    let doubted: Vec<bool> = found.iter().map(|looked| looked.is_doubtful).collect();
    assert_eq!(doubted, [false, true, false]);
    let spent = spent.into_inner().expect("unpoisoned");
    let read: Vec<u64> = stand_in.heard().iter().map(|heard| (heard.body.len() as u64).div_ceil(4)).collect();
    assert_eq!(spent.iter().map(|tokens| tokens.read).collect::<Vec<_>>(), read, "writing and the second look");
    assert!(spent.iter().all(|tokens| tokens.written > 0));
}

/// What docs/ai.md says it costs, measured with questions of an ordinary length: the numbers are printed with
/// `--no-capture`, and hold as long as the prompts stay about as long as they are.
#[tokio::test]
async fn a_question_costs_about_what_the_documentation_says() {
    for (number, notes) in [(5, None), (10, None), (20, None), (10, Some("A long sentence about heaps. ".repeat(200)))]
    {
        let stand_in = StandIn::by(ordinary).await;
        let provider = Provider::new(&stand_in.base, "", "m").expect("settings");
        let total = Mutex::new((0, 0));
        let told = |step| {
            if let Step::Spent(tokens) = step {
                let mut total = total.lock().expect("unpoisoned");
                *total = (total.0 + tokens.read, total.1 + tokens.written);
            }
        };
        let asked = Order { notes: notes.as_deref(), ..order(number) };
        let found = write(&provider, &asked, told).await.expect("drafts");
        assert_eq!(found.len(), number);
        let (read, written) = total.into_inner().expect("unpoisoned");
        let each = |tokens: u64| tokens / number as u64;
        #[expect(clippy::disallowed_macros, reason = "read by hand for docs/ai.md")]
        {
            println!("{number} questions, notes {}: in {} out {}", notes.is_some(), each(read), each(written));
        }
        assert!(notes.is_some() || each(read) < 300, "{}", each(read));
        assert!(each(written) < 200, "{}", each(written));
    }
}

/// Questions as long as people's are.
fn ordinary(asked: &Value) -> Reply {
    let data = data(asked);
    if let Some(looked) = data["questions"].as_array() {
        return Reply::Counts(json!({"answers": vec![1; looked.len()]}).to_string());
    }
    let many = data["number"].as_u64().expect("a number");
    let list: Vec<Value> = (0..many)
        .map(|number| {
            json!({
                "question": format!("Which of these sorting algorithms needs the fewest comparisons on list number {number} that is sorted already?"),
                "options": [format!("Insertion sort of {number}"), "Selection sort of the list", "Heap sort of the list", "Merge sort without a check"],
                "answer": format!("Insertion sort of {number}"),
                "difficulty": "medium",
                "source": "A long sentence about heaps.",
            })
        })
        .collect();
    Reply::Counts(json!({ "questions": list }).to_string())
}
