//! Races of contests and attempts: numbers of questions, one attempt, one answer, one end, one link, one correction.

use serde_json::{Value, json};

use super::track::{Racer, Track, Verdict, field, same};
use crate::harness::{Made, question};

/// As many questions as a contest may have.
const MOST: usize = 200;

async fn question_numbers(track: &Track, _: usize) -> Verdict {
    let made = track.contest(false, 0).await;
    // There is room for half of those that come.
    let there = MOST - field() / 2;
    let questions: Vec<Value> = (0..there).map(|number| question(&made.id, number, 0)).collect();
    for some in questions.chunks(75) {
        let path = format!("/contests/{}/questions", made.id);
        track.olga.post(&path, json!({"questions": some})).await.expect(201);
    }
    let ask = |number| track.olga.will_post("/post/addQuestion", &question(&made.id, there + number, 0));
    let heard = track.race((0..field()).map(ask).collect()).await;
    let counted = "SELECT CAST(question_count AS BIGINT) AS value FROM contests WHERE id = $1";
    let numbers = "SELECT COUNT(DISTINCT no) AS value FROM questions WHERE contest_id = $1";
    heard
        .are(&[(201, "", MOST - there), (409, "contest_full", field() + there - MOST)])
        .and("questions", track.count("questions WHERE contest_id = $1", &made.id).await, MOST as i64)
        .and("numbers", track.number(numbers, &made.id).await, MOST as i64)
        .and("counted", track.number(counted, &made.id).await, MOST as i64)
}

fn join(who: &Racer, made: &Made) -> Vec<u8> {
    who.will_post("/complete", &json!({"contestId": made.id, "intent": "join"}))
}

const PARTICIPANTS: &str = "SELECT CAST(participants AS BIGINT) AS value FROM contests WHERE id = $1";

async fn one_attempt(track: &Track, round: usize) -> Verdict {
    let made = track.contest(true, 1).await;
    let heard = track.race(same(&join(&track.people[round], &made))).await;
    heard
        .are(&[(200, "", field())])
        .and("attempts", track.count("attempts WHERE contest_id = $1", &made.id).await, 1)
        .and("participants", track.number(PARTICIPANTS, &made.id).await, 1)
}

async fn every_attempt(track: &Track, _: usize) -> Verdict {
    let made = track.contest(true, 1).await;
    let heard = track.race(track.people.iter().map(|who| join(who, &made)).collect()).await;
    heard
        .are(&[(200, "", field())])
        .and("attempts", track.count("attempts WHERE contest_id = $1", &made.id).await, field() as i64)
        .and("participants", track.number(PARTICIPANTS, &made.id).await, field() as i64)
}

fn answer(who: &Racer, made: &Made, number: usize, letter: &str) -> Vec<u8> {
    let (contest, question) = (&made.id, &made.questions[number]);
    let body = json!({"ContestId": contest, "QuestionId": question, "Answer": format!("{number}-{letter}")});
    who.will_post("/post/answer", &body)
}

/// A quarter of them for each option: those of the first are acknowledged, the others are told of it.
async fn one_answer(track: &Track, round: usize) -> Verdict {
    let (made, who) = (track.contest(true, 1).await, &track.people[round]);
    who.post("/complete", json!({"contestId": made.id, "intent": "join"})).await.expect(200);
    let answers = (0..field()).map(|at| answer(who, &made, 0, ["A", "B", "C", "D"][at % 4]));
    let heard = track.race(answers.collect()).await;
    let answers = "answers n JOIN attempts a ON a.id = n.attempt_id WHERE a.contest_id = $1";
    let counted = "SELECT CAST(correct + wrong AS BIGINT) AS value FROM attempts WHERE contest_id = $1";
    heard
        .are(&[(200, "", field() / 4), (409, "already_answered", field() * 3 / 4)])
        .and("answers", track.count(answers, &made.id).await, 1)
        .and("counted", track.number(counted, &made.id).await, 1)
}

/// The last answers against handing in: what was acknowledged counts, and nothing after it.
async fn answers_and_submission(track: &Track, round: usize) -> Verdict {
    let (made, who) = (track.contest(true, 40).await, &track.people[round]);
    who.post("/complete", json!({"contestId": made.id, "intent": "join"})).await.expect(200);
    let submit = who.will_post("/complete", &json!({"contestId": made.id, "intent": "submit"}));
    let requests =
        (0..field()).map(|at| if at % 5 < 2 { answer(who, &made, at / 5 * 2 + at % 5, "A") } else { submit.clone() });
    let heard = track.race(requests.collect()).await;
    let acknowledged = heard.told(200) as i64 - field() as i64 * 3 / 5;
    let counted = "SELECT CAST(correct + wrong AS BIGINT) AS value FROM attempts WHERE contest_id = $1";
    let answers = "answers n JOIN attempts a ON a.id = n.attempt_id WHERE a.contest_id = $1";
    heard
        .are_of(&[(200, ""), (409, "already_submitted")])
        .and("answers", track.count(answers, &made.id).await, acknowledged)
        .and("counted", track.number(counted, &made.id).await, acknowledged)
}

async fn one_end(track: &Track, _: usize) -> Verdict {
    let made = track.contest(false, 1).await;
    track.t.pass(1);
    let heard = track.race(same(&track.olga.will_post(&format!("/contests/{}/end", made.id), &json!({})))).await;
    heard.are(&[(200, "", 1), (409, "contest_ended", field() - 1)])
}

async fn one_contest_deletion(track: &Track, round: usize) -> Verdict {
    let owner = track.somebody(&format!("quizzer{round}x")).await;
    track.grant(&owner, 2, 0).await;
    let made = owner.post("/post/createcontest", track.contest_asked(false)).await.expect(201);
    let id = made["contest"]["_id"].as_str().expect("an id").to_owned();
    let heard = track.race(same(&owner.will("DELETE", &format!("/contests/{id}"), &Value::Null))).await;
    let left = "SELECT CAST(contests AS BIGINT) AS value FROM credit_balances WHERE user_id = $1";
    heard
        .are(&[(200, "", 1), (404, "missing", field() - 1)])
        .and("contests", track.count("contests WHERE id = $1", &id).await, 0)
        .and("creations left", track.number(left, &owner.id).await, 2)
}

async fn one_invitation(track: &Track, _: usize) -> Verdict {
    let made = track.contest(false, 1).await;
    let path = format!("/contests/{}/invitation", made.id);
    let heard = track.race(same(&track.olga.will_post(&path, &json!({})))).await;
    let living = track.olga.get(&path).await.expect(200)["invitation"]["token"].clone();
    let told = heard.0.iter().filter(|said| said.body["invitation"]["token"] == living).count();
    heard
        .are(&[(201, "", field())])
        .and("links", track.count("contest_invitations WHERE contest_id = $1", &made.id).await, 1)
        .and("who was told the living one", told, 1)
}

/// A contest, and what shows its invitation.
async fn invited(track: &Track) -> (Made, Value) {
    let made = track.contest(false, 1).await;
    let said = track.olga.post(&format!("/contests/{}/invitation", made.id), json!({})).await.expect(201);
    (made, json!({"token": said["invitation"]["token"]}))
}

/// Twenty times each of five: more would be too many looks at links.
async fn one_guest(track: &Track, round: usize) -> Verdict {
    let (made, shown) = invited(track).await;
    let who = track.fresh(&format!("guest{round}x"), 5).await;
    let heard = track.race((0..field()).map(|at| who[at % 5].will_post("/invitation/accept", &shown)).collect()).await;
    heard.are(&[(200, "", field())]).and(
        "guests",
        track.count("contest_guests WHERE contest_id = $1", &made.id).await,
        5,
    )
}

async fn thirty_looks(track: &Track, round: usize) -> Verdict {
    let (_, shown) = invited(track).await;
    let who = track.somebody(&format!("looker{round}x")).await;
    let heard = track.race(same(&who.will_post("/invitation/look", &shown))).await;
    let looked = "SELECT CAST(looked AS BIGINT) AS value FROM invitation_looks WHERE user_id = $1";
    heard.are(&[(200, "", 30), (429, "too_many", field() - 30)]).and("looks", track.number(looked, &who.id).await, 30)
}

/// Of a hundred corrections that were previewed alike, one is made; who moved is noted once.
async fn one_correction(track: &Track, _: usize) -> Verdict {
    let made = track.contest(true, 2).await;
    for (at, who) in track.people[..3].iter().enumerate() {
        who.post("/complete", json!({"contestId": made.id, "intent": "join"})).await.expect(200);
        let (question, letter) = (&made.questions[0], ["A", "B", "C"][at]);
        let body = json!({"ContestId": made.id, "QuestionId": question, "Answer": format!("0-{letter}")});
        who.post("/post/answer", body).await.expect(200);
    }
    track.t.pass(60 + 13);
    let path = format!("/contests/{}/corrections", made.id);
    let mut wish = json!({"questionId": made.questions[0], "marking": "key", "accepted": ["0-B"]});
    let seen = track.olga.post(&format!("{path}/preview"), wish.clone()).await.expect(200);
    wish["version"] = seen["version"].clone();
    wish["reason"] = json!("The book was wrong");
    let heard = track.race(same(&track.olga.will_post(&path, &wish))).await;
    let moves = "correction_moves m JOIN corrections c ON c.id = m.correction_id WHERE c.contest_id = $1";
    heard
        .are(&[(201, "", 1), (409, "preview_stale", field() - 1)])
        .and("corrections", track.count("corrections WHERE contest_id = $1", &made.id).await, 1)
        .and("moves", track.count(moves, &made.id).await, 2)
}

/// A contest of an hour: one of a minute would be nearly over, and nobody would be told of it.
async fn long_contest(track: &Track) -> Made {
    let mut asked = track.contest_asked(false);
    asked["endDate"] = json!(track.t.moment(3600));
    let made = track.olga.post("/post/createcontest", asked).await.expect(201);
    let id = made["contest"]["_id"].as_str().expect("an id").to_owned();
    track.olga.post("/post/addQuestion", question(&id, 0, 0)).await.expect(201);
    Made { id, questions: Vec::new() }
}

async fn announced_once(track: &Track, _: usize) -> Verdict {
    let made = long_contest(track).await;
    let notices = format!("notifications WHERE user_id = $1 AND once = 'contest:{}'", made.id);
    let heard = track
        .race(same(&track.olga.will_post("/post/makepublic", &json!({"contestId": made.id, "isPublic": true}))))
        .await;
    let key = format!("{} ", made.id);
    let waiting = track.count_of("jobs WHERE state = 0 AND kind = 'contests.announce' AND dedupe_key = $1", &key).await;
    track.t.pass(61);
    for _ in 0..2 {
        track.t.run_jobs().await;
    }
    heard.are(&[(200, "", field())]).and("announcements that wait", waiting, 1).and(
        "notices of one person",
        track.count(&notices, &track.people[0].id).await,
        1,
    )
}

/// Everybody hears once of forty changes, of the last; the line of before says the same.
async fn moved_once(track: &Track, _: usize) -> Verdict {
    let made = long_contest(track).await;
    track.olga.post("/post/makepublic", json!({"contestId": made.id, "isPublic": true})).await.expect(200);
    track.t.pass(61);
    track.t.run_jobs().await;
    let to = |at: usize| {
        let start = track.t.moment(60 * at as i64);
        json!({"contestId": made.id, "startDate": start, "endDate": track.t.moment(7200)})
    };
    let heard = track.race((1..=field()).map(|at| track.olga.will_post("/changetime", &to(at))).collect()).await;
    let key = format!("{} ", made.id);
    let waiting =
        track.count_of("jobs WHERE state = 0 AND kind = 'contests.tell_moved' AND dedupe_key = $1", &key).await;
    track.t.pass(61);
    for _ in 0..2 {
        track.t.run_jobs().await;
    }
    let told = format!("notifications n WHERE n.user_id = $1 AND n.once = 'contest:{}'", made.id);
    let news = "JOIN notifications c ON c.user_id = n.user_id AND c.once = n.once || ':changed'
        AND c.body = 'It now runs f' || substr(n.body, 2)";
    let user = &track.people[0].id;
    heard
        .are(&[(200, "", field())])
        .and("messages that wait", waiting, 1)
        .and("notices of one person", track.count(&told, user).await, 1)
        .and("news of the same time", track.count(&told.replace("n WHERE", &format!("n {news} WHERE")), user).await, 1)
}

crate::races!(
    "question-numbers" Any question_numbers,
    "one-attempt" Any one_attempt,
    "every-attempt" Any every_attempt,
    "one-answer" Any one_answer,
    "answers-and-submission" Any answers_and_submission,
    "one-end" Any one_end,
    "one-contest-deletion" Any one_contest_deletion,
    "one-invitation" Any one_invitation,
    "one-guest" Any one_guest,
    "thirty-looks" Any thirty_looks,
    "one-correction" Any one_correction,
    "announced-once" Any announced_once,
    "moved-once" Any moved_once,
);
