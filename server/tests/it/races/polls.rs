//! Races of polls: one vote each, none after the end, one deletion.

use serde_json::{Value, json};

use super::track::{Track, Verdict, field, same};
use crate::harness::stagger;

/// What makes a poll of an hour.
pub fn asked(track: &Track, seconds: i64) -> Value {
    track.t.poll_asked("Where to?", 0, seconds, &["North", "South", "West"])
}

async fn poll(track: &Track, seconds: i64) -> String {
    let made = track.olga.post("/voting/create", asked(track, seconds)).await.expect(201);
    made["poll"]["id"].as_str().expect("an id").to_owned()
}

const VOTES: &str = "SELECT CAST(COALESCE(SUM(votes), 0) AS BIGINT) AS value FROM poll_options WHERE poll_id = $1";

async fn one_vote(track: &Track, round: usize) -> Verdict {
    let (poll, voter) = (poll(track, 3600).await, &track.people[round]);
    let votes = (0..field()).map(|at| voter.will_post("/voting/vote", &json!({"pollId": poll, "index": at % 3})));
    let heard = track.race(votes.collect()).await;
    heard
        .are(&[(200, "", 1), (409, "already_voted", field() - 1)])
        .and("voters", track.count("poll_votes WHERE poll_id = $1", &poll).await, 1)
        .and("votes", track.number(VOTES, &poll).await, 1)
}

async fn every_vote(track: &Track, _: usize) -> Verdict {
    let poll = poll(track, 3600).await;
    let vote = |(at, voter): (usize, &super::track::Racer)| {
        voter.will_post("/voting/vote", &json!({"pollId": poll, "index": at % 3}))
    };
    let heard = track.race(track.people.iter().enumerate().map(vote).collect()).await;
    heard
        .are(&[(200, "", field())])
        .and("voters", track.count("poll_votes WHERE poll_id = $1", &poll).await, field() as i64)
        .and("votes", track.number(VOTES, &poll).await, field() as i64)
}

/// The clock passes the end while they vote.
async fn closing(track: &Track, round: usize) -> Verdict {
    let poll = poll(track, 10).await;
    let votes = track.people.iter().map(|voter| voter.will_post("/voting/vote", &json!({"pollId": poll, "index": 0})));
    let end = async {
        stagger(20 + 25 * (round as u64 % 4)).await;
        track.t.pass(10);
    };
    let (heard, ()) = tokio::join!(track.race(votes.collect()), end);
    let taken = heard.told(200) as i64;
    heard
        .are_of(&[(200, ""), (403, "poll_not_active")])
        .and("voters", track.count("poll_votes WHERE poll_id = $1", &poll).await, taken)
        .and("votes", track.number(VOTES, &poll).await, taken)
}

async fn one_deletion(track: &Track, round: usize) -> Verdict {
    let owner = track.somebody(&format!("pollster{round}x")).await;
    track.grant(&owner, 0, 2).await;
    let made = owner.post("/voting/create", asked(track, 3600)).await.expect(201);
    let poll = made["poll"]["id"].as_str().expect("an id").to_owned();
    let heard = track.race(same(&owner.will("DELETE", &format!("/polls/{poll}"), &Value::Null))).await;
    let left = "SELECT CAST(polls AS BIGINT) AS value FROM credit_balances WHERE user_id = $1";
    heard
        .are(&[(200, "", 1), (404, "missing", field() - 1)])
        .and("polls", track.count("polls WHERE id = $1", &poll).await, 0)
        .and("creations left", track.number(left, &owner.id).await, 2)
}

crate::races!(
    "one-vote" Any one_vote,
    "every-vote" Any every_vote,
    "poll-closing" Any closing,
    "one-poll-deletion" Any one_deletion,
);
