//! Requests of the flight check: what browsers send, in the wire's words, as bytes.

use quad_load::Request;
use serde_json::json;

use quad_kernel::clock::Time;
use quad_kernel::ids::{ContestId, QuestionId, UserId};

/// What the results page asks for at first.
const BOARD_SIZE: u32 = 200;

fn get(path: &str, cookie: &str) -> Vec<u8> {
    Request::get(path).cookie(cookie).header("accept-encoding", "gzip, deflate, br").bytes()
}

fn post(path: &str, cookie: &str, body: &serde_json::Value) -> Vec<u8> {
    let request = Request::post(path).cookie(cookie).header("accept-encoding", "gzip, deflate, br");
    request.json(body.to_string()).bytes()
}

pub fn log_in(email: &str, password: &str) -> Vec<u8> {
    Request::post("/api/login").json(json!({"email": email, "passWord": password}).to_string()).bytes()
}

/// The contest as its waiting room asks for it.
pub fn head(cookie: &str, contest: ContestId) -> Vec<u8> {
    get(&format!("/api/contest/{contest}"), cookie)
}

/// The stream of the waiting room and of the results: what happens to the contest, and the bell.
pub fn live(cookie: &str, contest: ContestId) -> Vec<u8> {
    get(&format!("/api/live?topics=contest:{contest},inbox"), cookie)
}

/// The stream of the room, open as long as one answers.
pub fn live_in_room(cookie: &str, contest: ContestId) -> Vec<u8> {
    get(&format!("/api/live?topics=attempt:{contest},contest:{contest}"), cookie)
}

pub fn complete(cookie: &str, contest: ContestId, user: UserId, intent: &str) -> Vec<u8> {
    let body = json!({"contestId": contest.to_string(), "userId": user.to_string(), "intent": intent});
    post("/api/complete", cookie, &body)
}

pub fn paper(cookie: &str, contest: ContestId) -> Vec<u8> {
    get(&format!("/api/contests/{contest}/paper"), cookie)
}

pub fn attempt(cookie: &str, contest: ContestId) -> Vec<u8> {
    get(&format!("/api/contests/{contest}/attempt"), cookie)
}

pub fn answer(cookie: &str, contest: ContestId, user: UserId, question: QuestionId, choice: &str) -> Vec<u8> {
    let body = json!({
        "UserId": user.to_string(), "ContestId": contest.to_string(), "QuestionId": question.to_string(), "Answer": choice,
    });
    post("/api/post/answer", cookie, &body)
}

pub fn change_time(cookie: &str, contest: ContestId, starts_at: Time, ends_at: Time) -> Vec<u8> {
    let body = json!({
        "contestId": contest.to_string(), "startDate": starts_at.to_rfc3339(), "endDate": ends_at.to_rfc3339(),
    });
    post("/api/changetime", cookie, &body)
}

pub fn board(cookie: &str, contest: ContestId) -> Vec<u8> {
    let path = format!("/api/post/results?page=1&size={BOARD_SIZE}");
    post(&path, cookie, &json!({"ContestId": contest.to_string()}))
}

pub fn standing(cookie: &str, contest: ContestId) -> Vec<u8> {
    get(&format!("/api/contests/{contest}/standing"), cookie)
}
