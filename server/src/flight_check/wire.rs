//! Requests of the flight check: what browsers send, in the wire's words, as bytes.

use quad_load::Request;
use serde_json::json;

use quad_contests::contests::{FeatureLevel, SHOWN_WIDTHS};
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

/// Joins or hands in as a client that shows all that there is. One that does not say so is refused both where a question is of a newer
/// kind.
pub fn complete_newest(cookie: &str, contest: ContestId, user: UserId, intent: &str) -> Vec<u8> {
    let kinds = FeatureLevel::NEWEST.number();
    let body = json!({"contestId": contest.to_string(), "userId": user.to_string(), "intent": intent, "kinds": kinds});
    post("/api/complete", cookie, &body)
}

/// The paper as it is, for whoever reads it here.
pub fn plain_paper(cookie: &str, contest: ContestId) -> Vec<u8> {
    Request::get(&format!("/api/contests/{contest}/paper")).cookie(cookie).bytes()
}

/// A picture of the paper as a phone asks for it.
pub fn picture(cookie: &str, contest: ContestId, key: &str) -> Vec<u8> {
    get(&format!("/api/contests/{contest}/pictures/{key}/{}", SHOWN_WIDTHS[0]), cookie)
}

/// An answer of any kind: options, or what is typed.
pub fn answer_of_any_kind(cookie: &str, contest: ContestId, question: &str, answer: &serde_json::Value) -> Vec<u8> {
    let request = Request::new("PUT", &format!("/api/contests/{contest}/answers/{question}"));
    request.cookie(cookie).json(answer.to_string()).bytes()
}

/// The board, for whoever reads it here.
pub fn plain_board(cookie: &str, contest: ContestId) -> Vec<u8> {
    let request = Request::post(&format!("/api/post/results?page=1&size={BOARD_SIZE}")).cookie(cookie);
    request.json(json!({"ContestId": contest.to_string()}).to_string()).bytes()
}

/// The owner's questions, in Quad's own shape.
pub fn add_questions(cookie: &str, contest: ContestId, questions: &serde_json::Value) -> Vec<u8> {
    let request = Request::post(&format!("/api/contests/{contest}/questions")).cookie(cookie);
    request.json(questions.to_string()).bytes()
}

/// A picture that the owner uploads for the contest.
pub fn upload(cookie: &str, contest: ContestId, png: &[u8]) -> Vec<u8> {
    const BORDER: &str = "quad-flight-check-2026";
    let head = format!(
        "--{BORDER}\r\ncontent-disposition: form-data; name=\"image\"; filename=\"figure.png\"\r\n\
         content-type: image/png\r\n\r\n"
    );
    let mut body = head.into_bytes();
    body.extend_from_slice(png);
    body.extend_from_slice(format!("\r\n--{BORDER}--\r\n").as_bytes());
    let request = Request::post(&format!("/api/contests/{contest}/pictures")).cookie(cookie);
    request.body(&format!("multipart/form-data; boundary={BORDER}"), body).bytes()
}

/// The questions of a paper as it was answered.
pub fn questions_of(paper: &serde_json::Value) -> Vec<serde_json::Value> {
    paper["QuestionSet"].as_array().cloned().unwrap_or_default()
}
