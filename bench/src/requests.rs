//! Requests that the people of the campus send to Quad, as bytes. A request is put together while it is sent, from
//! pieces that are there already: half a million of them kept ready would not leave the machine to the server.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use quad_load::{Request, Work};
use serde_json::json;

use crate::campus::{Campus, Contest, PASSWORD, Person};

/// Everybody's answers to one contest: the first question of all, then the second of all.
#[derive(Clone, Debug)]
pub struct Answers {
    campus: Arc<Campus>,
    contest: usize,
    /// From the first byte to the cookie, from there to the person, from there to the question, and to the option.
    pieces: [String; 4],
    taken: Arc<AtomicUsize>,
}

impl Answers {
    /// The answers to this contest of the campus.
    pub fn new(campus: &Arc<Campus>, contest: usize) -> Self {
        let of = &campus.contests[contest];
        // All options and ids are of one length.
        let length = campus.people.first().map_or(0, |person| body(person, of, 0).len());
        let pieces = [
            "POST /api/post/answer HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncookie: "
                .to_owned(),
            format!("\r\ncontent-length: {length}\r\n\r\n{{\"UserId\":\""),
            format!("\",\"ContestId\":\"{}\",\"QuestionId\":\"", of.id),
            "\",\"Answer\":\"".to_owned(),
        ];
        Self { campus: Arc::clone(campus), contest, pieces, taken: Arc::default() }
    }

    /// How many different answers there are.
    pub fn count(&self) -> usize {
        let contest = &self.campus.contests[self.contest];
        contest.joined * contest.questions.len()
    }

    /// Whose the answer with this number is: the person, the question, the option.
    pub fn of(&self, number: usize) -> (usize, usize, usize) {
        let contest = &self.campus.contests[self.contest];
        let at = (number / contest.joined) % contest.questions.len();
        (number % contest.joined, at, (number + at) % 4)
    }

    /// Whether more were sent than there are, so that some came twice.
    pub fn ran_out(&self) -> bool {
        self.taken.load(Ordering::Relaxed) > self.count()
    }
}

impl Work for Answers {
    fn write(&self, number: usize, request: &mut Vec<u8>) {
        self.taken.fetch_max(number + 1, Ordering::Relaxed);
        let contest = &self.campus.contests[self.contest];
        let (person, question, option) = self.of(number);
        let (person, question) = (&self.campus.people[person], &contest.questions[question]);
        let option = &question.options[option];
        let [one, two, three, four] = &self.pieces;
        for piece in [one, &person.cookie, two, &person.name, three, &question.name, four, option, "\"}"] {
            request.extend_from_slice(piece.as_bytes());
        }
    }
}

fn body(person: &Person, contest: &Contest, question: usize) -> String {
    let question = &contest.questions[question];
    format!(
        "{{\"UserId\":\"{}\",\"ContestId\":\"{}\",\"QuestionId\":\"{}\",\"Answer\":\"{}\"}}",
        person.name, contest.id, question.name, question.options[0]
    )
}

/// A call that everybody makes alike: the bytes before and after the cookie.
#[derive(Clone, Debug)]
pub struct Alike {
    campus: Arc<Campus>,
    /// The people who make it, in turns.
    people: usize,
    calls: Arc<[(Vec<u8>, Vec<u8>)]>,
}

/// Stands where the cookie will be.
const COOKIE: &str = "quad_session=?";

impl Alike {
    /// Made by the first `people`, each call in turns; `calls` are made with [`anybody`].
    pub fn new(campus: &Arc<Campus>, people: usize, calls: Vec<Request>) -> Self {
        let cut = |call: Request| {
            let bytes = call.bytes();
            let at = bytes.windows(COOKIE.len()).position(|piece| piece == COOKIE.as_bytes()).unwrap_or(bytes.len());
            (bytes[..at].to_vec(), bytes.get(at + COOKIE.len()..).unwrap_or_default().to_vec())
        };
        Self { campus: Arc::clone(campus), people: people.max(1), calls: calls.into_iter().map(cut).collect() }
    }
}

impl Work for Alike {
    fn write(&self, number: usize, request: &mut Vec<u8>) {
        let (before, after) = &self.calls[number % self.calls.len()];
        request.extend_from_slice(before);
        request.extend_from_slice(self.campus.people[number / self.calls.len() % self.people].cookie.as_bytes());
        request.extend_from_slice(after);
    }
}

/// A request of whoever's turn it is.
pub fn anybody(request: Request) -> Request {
    request.cookie(COOKIE)
}

/// What a browser takes.
const BROWSER: &str = "gzip, deflate, br";

/// The paper of a contest, as a browser asks for it.
pub fn paper(contest: &Contest) -> Request {
    as_browser(plain_paper(contest))
}

/// The same, not compressed.
pub fn plain_paper(contest: &Contest) -> Request {
    Request::get(&format!("/api/contests/{}/paper", contest.id))
}

/// The first page of a board.
pub fn board(contest: &Contest) -> Request {
    let body = json!({"ContestId": contest.id.to_string()}).to_string();
    Request::post("/api/post/results?page=1&size=30").json(body)
}

/// The own row and everybody's distribution.
pub fn standing(contest: &Contest) -> Request {
    Request::get(&format!("/api/contests/{}/standing", contest.id))
}

/// The first page of the contests, what matters now first.
pub fn contests() -> Request {
    Request::get("/api/post/getallcontest?page=1&size=30&sort=now&brief=true")
}

/// The same as a browser asks for it: compressed.
pub fn as_browser(request: Request) -> Request {
    request.header("accept-encoding", BROWSER)
}

/// Joining a contest.
pub fn join(person: &Person, contest: &Contest) -> Vec<u8> {
    let body = json!({"contestId": contest.id.to_string(), "userId": person.name, "intent": "join"}).to_string();
    Request::post("/api/complete").cookie(&person.cookie).json(body).bytes()
}

/// A log-in from a device nobody knows.
pub fn log_in(person: &Person) -> Vec<u8> {
    let body = json!({"email": person.email, "passWord": PASSWORD}).to_string();
    Request::post("/api/login").json(body).bytes()
}

/// A vote for the first option.
pub fn vote(person: &Person, poll: &str) -> Vec<u8> {
    let body = json!({"pollId": poll, "index": 0}).to_string();
    Request::post("/api/voting/vote").cookie(&person.cookie).json(body).bytes()
}

/// A stream of a poll's tally.
pub fn follow(person: &Person, poll: &str) -> Vec<u8> {
    let path = format!("/api/live?topics=poll:{poll}");
    Request::get(&path).cookie(&person.cookie).header("accept", "text/event-stream").bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campus::Plan;

    #[test]
    fn every_answer_is_another_and_has_the_length_it_says() {
        let plan = Plan { people: 3, contests: vec![(5, 3, false)], ..Plan::default() };
        let campus = Arc::new(Campus::new(&plan));
        let answers = Answers::new(&campus, 0);
        let mut all = std::collections::HashSet::new();
        for number in 0..answers.count() {
            let mut request = Vec::new();
            answers.write(number, &mut request);
            let text = String::from_utf8(request).expect("text");
            let (head, body) = text.split_once("\r\n\r\n").expect("a head");
            let length = head.rsplit_once(": ").expect("length").1;
            assert_eq!(length.parse::<usize>().expect("number"), body.len());
            let sent: serde_json::Value = serde_json::from_str(body).expect("JSON");
            all.insert((sent["UserId"].to_string(), sent["QuestionId"].to_string()));
        }
        assert_eq!(all.len(), 15);
        assert!(!answers.ran_out());
        answers.write(15, &mut Vec::new());
        assert!(answers.ran_out());
    }

    #[test]
    fn the_cookie_is_put_in_by_turns() {
        let campus = Arc::new(Campus::new(&Plan { people: 2, contests: vec![(1, 2, false)], ..Plan::default() }));
        let work = Alike::new(&campus, 2, vec![anybody(paper(&campus.contests[0])), anybody(contests())]);
        let text = |number| {
            let mut request = Vec::new();
            work.write(number, &mut request);
            String::from_utf8(request).expect("text")
        };
        for (number, person) in [(0, 0), (1, 0), (2, 1), (3, 1), (4, 0)] {
            assert!(text(number).contains(&campus.people[person].cookie), "{number}");
        }
        assert!(text(0).contains("/paper") && text(1).contains("getallcontest"));
    }
}
