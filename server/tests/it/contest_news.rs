//! Stories of what people are told of contests: when a public one is announced.

use serde_json::{Value, json};

use crate::harness::{Browser, Made, TestApp, question};
use crate::plain_stories;

plain_stories!(
    a_contest_without_a_question_is_announced_with_its_first,
    a_contest_nearly_over_is_announced_when_it_has_time,
);

const NEW: &str = "New contest: Friday Quiz";

async fn titles(who: &Browser) -> Vec<String> {
    let said = who.get("/notifications").await.expect(200);
    let word = |one: &Value| one["title"].as_str().expect("a text").to_owned();
    said["notifications"].as_array().expect("a list").iter().map(word).collect()
}

/// Moves a contest: seconds from now to start and end.
async fn reschedule(t: &TestApp, owner: &Browser, contest: &Made, start: i64, end: i64) {
    let window = json!({"contestId": contest.id, "startDate": t.moment(start), "endDate": t.moment(end)});
    owner.post("/changetime", window).await.expect(200);
}

async fn publish(owner: &Browser, contest: &Made, is_public: bool) {
    owner.post("/post/makepublic", json!({"contestId": contest.id, "isPublic": is_public})).await.expect(200);
}

/// A minute later, when whatever waits for second thoughts is done.
async fn a_minute_later(t: &TestApp) {
    t.pass(61);
    t.run_jobs().await;
}

async fn a_contest_without_a_question_is_announced_with_its_first(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let empty = t.contest(&rohan, 3600, 7200, true, 0, 0).await;
    a_minute_later(&t).await;
    assert!(titles(&ada).await.is_empty(), "there is nothing to answer");
    publish(&rohan, &empty, true).await;
    t.run_jobs().await;
    assert!(titles(&ada).await.is_empty(), "nor when it is made public");
    // Its first question, taken away again within the minute.
    let first = rohan.post("/post/addQuestion", question(&empty.id, 0, 0)).await.expect(201);
    let id = first["question"]["_id"].as_str().expect("an id");
    rohan.delete(&format!("/post/{}/{id}", empty.id)).await.expect(200);
    a_minute_later(&t).await;
    rohan.post("/post/addQuestion", question(&empty.id, 1, 0)).await.expect(201);
    t.run_jobs().await;
    assert!(titles(&ada).await.is_empty(), "its owner may still think better of it");
    a_minute_later(&t).await;
    assert_eq!(titles(&ada).await, [NEW]);
    rohan.post("/post/addQuestion", question(&empty.id, 2, 0)).await.expect(201);
    a_minute_later(&t).await;
    assert_eq!(titles(&ada).await, [NEW], "once");
    // A private one is not announced by its first question.
    let private = t.contest(&rohan, 3600, 7200, false, 1, 0).await;
    a_minute_later(&t).await;
    assert_eq!(titles(&ada).await, [NEW]);
    publish(&rohan, &private, true).await;
    t.run_jobs().await;
    assert_eq!(titles(&ada).await, [NEW, NEW], "at once when it has a question");
}

async fn a_contest_nearly_over_is_announced_when_it_has_time(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    // A minute left, after the minute of second thoughts.
    let short = t.contest(&rohan, 0, 120, true, 1, 0).await;
    a_minute_later(&t).await;
    publish(&rohan, &short, true).await;
    t.run_jobs().await;
    assert!(titles(&ada).await.is_empty(), "whoever came would be too late");
    reschedule(&t, &rohan, &short, 0, 3600).await;
    a_minute_later(&t).await;
    assert_eq!(titles(&ada).await, [NEW]);
    // A short one is announced as long as it is to come.
    t.contest(&rohan, 3600, 3660, true, 1, 0).await;
    a_minute_later(&t).await;
    assert_eq!(titles(&ada).await, [NEW, NEW]);
}
