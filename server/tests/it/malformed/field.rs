//! Field in which malformed inputs are tried: one process with something in it, one person who may do everything, and
//! the tally.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use futures::StreamExt;
use serde_json::Value;

use super::raw::{self, Heard};
use crate::harness::TestApp;

/// Tried at the same time.
const AT_ONCE: usize = 8;

/// What an input has to be met with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// A refusal below 500, in words.
    Rejection,
    /// A refusal in words, or by the parser, or a closed connection; one answer at most.
    RefusalOrEnd,
    /// Some input is only unusual: whatever is below 500; what is refused is refused in words.
    NoFault,
    /// The same of something that is no call: refusals need not be JSON.
    NoFaultOfPage,
}

/// Something to send.
pub struct Case {
    pub name: String,
    pub bytes: Vec<u8>,
    /// Ends with a whole request that asks for the connection to be closed.
    pub whole: bool,
    pub want: Want,
}

impl Case {
    pub fn whole(name: impl Into<String>, bytes: Vec<u8>, want: Want) -> Self {
        Self { name: name.into(), bytes, whole: true, want }
    }

    pub fn open(name: impl Into<String>, bytes: Vec<u8>, want: Want) -> Self {
        Self { name: name.into(), bytes, whole: false, want }
    }
}

/// One operation of the document.
pub struct Call {
    pub method: String,
    /// With the names of its parameters in braces.
    pub path: String,
    pub parameters: Vec<Value>,
    /// What a JSON body may hold, with all references followed.
    pub json: Option<Value>,
    pub takes_files: bool,
}

/// The process, the person, and what was found.
pub struct Field {
    _app: TestApp,
    pub address: String,
    /// The header of a person who is ADMIN, organiser and administrator of HOBBY.
    pub cookie: String,
    pub contest: String,
    pub question: String,
    pub event: String,
    pub poll: String,
    pub person: String,
    pub document: Value,
    /// Of so many inputs one is tried.
    one_of: usize,
    made: AtomicUsize,
    tried: AtomicUsize,
    broken: AtomicUsize,
    wrong: Mutex<Vec<String>>,
}

impl Field {
    pub async fn of(t: &TestApp) -> Self {
        // What is on the line is one process' business, and a proxy would mend it.
        let app = t.alone(&[], 7).await;
        let all = app.admin("allmighty").await;
        let granted =
            quad_contests::payments::grant_by_operator(&app.app, "allmighty@meridian.example", 999, 999).await;
        assert!(granted.is_ok());
        let own = serde_json::json!({"email": "allmighty@meridian.example"});
        all.post("/clubs/HOBBY/administrators", own).await.expect(201);
        let contest = app.running(&all, 1).await;
        let event = app.event(&all, "Origami evening", None).await;
        let poll = app.poll(&all, &["Hills", "Lake"]).await;
        let login = serde_json::json!({"email": "allmighty@meridian.example", "passWord": crate::harness::PASSWORD});
        let answer = app.browser().post("/login", login).await;
        let cookies = answer.headers["set-cookie"].to_str().expect("text");
        let cookie = cookies.split(';').next().expect("a cookie").to_owned();
        Self {
            address: app.base.trim_start_matches("http://").to_owned(),
            cookie,
            question: contest.questions[0].clone(),
            contest: contest.id,
            event,
            poll,
            person: all.id.clone(),
            document: serde_json::to_value(quad::router::document()).expect("JSON"),
            one_of: 1,
            made: AtomicUsize::new(0),
            tried: AtomicUsize::new(0),
            broken: AtomicUsize::new(0),
            wrong: Mutex::default(),
            _app: app,
        }
    }

    /// Tries one of so many inputs.
    pub fn sampled(mut self, one_of: usize) -> Self {
        self.one_of = one_of;
        self
    }

    fn is_chosen(&self) -> bool {
        self.made.fetch_add(1, Ordering::Relaxed).is_multiple_of(self.one_of)
    }

    /// All calls but the stream, which has no end, and the end of the session.
    pub fn calls(&self) -> Vec<Call> {
        let mut calls = Vec::new();
        for (path, operations) in self.document["paths"].as_object().expect("paths") {
            for (method, operation) in operations.as_object().expect("operations") {
                if path == "/logout" {
                    continue;
                }
                let content = &operation["requestBody"]["content"];
                let json = content.get("application/json").map(|json| self.followed(&json["schema"], 0));
                calls.push(Call {
                    method: method.to_uppercase(),
                    path: path.clone(),
                    parameters: operation["parameters"].as_array().cloned().unwrap_or_default(),
                    json,
                    takes_files: content.get("multipart/form-data").is_some(),
                });
            }
        }
        assert!(calls.len() > 130);
        calls
    }

    fn followed(&self, schema: &Value, depth: usize) -> Value {
        if depth > 6 {
            return Value::Null;
        }
        match schema {
            Value::Object(members) => match members.get("$ref").and_then(Value::as_str) {
                Some(name) => {
                    let name = name.rsplit('/').next().unwrap_or_default();
                    self.followed(&self.document["components"]["schemas"][name], depth + 1)
                }
                None => members.iter().map(|(key, value)| (key.clone(), self.followed(value, depth))).collect(),
            },
            Value::Array(items) => items.iter().map(|item| self.followed(item, depth)).collect(),
            other => other.clone(),
        }
    }

    /// What stands at a parameter of a path, or at an id in a body, of things that are there.
    pub fn there(&self, name: &str) -> Option<&str> {
        Some(match name.to_ascii_lowercase().as_str() {
            "contestid" => &self.contest,
            "questionid" => &self.question,
            "eventid" => &self.event,
            "pollid" => &self.poll,
            "userid" => &self.person,
            "club" => "HOBBY",
            "sendto" => "members",
            _ => return None,
        })
    }

    /// A path with things that are there, below /api.
    pub fn filled(&self, path: &str, otherwise: &str) -> String {
        let mut filled = format!("/api{path}");
        while let Some((from, to)) = filled.find('{').zip(filled.find('}')) {
            let value = self.there(&filled[from + 1..to]).unwrap_or(otherwise).to_owned();
            filled.replace_range(from..=to, &value);
        }
        filled
    }

    /// Tries all of them, some at the same time, and then whether the server still answers an honest request.
    pub async fn try_all(&self, cases: impl IntoIterator<Item = Case>) {
        let cases = cases.into_iter().filter(|_| self.is_chosen());
        futures::stream::iter(cases).for_each_concurrent(AT_ONCE, |case| async move { self.try_one(case).await }).await;
        self.is_well("a round").await;
    }

    /// The same with an honest request after each.
    pub async fn try_each(&self, cases: impl IntoIterator<Item = Case>) {
        let each = |case: Case| async move {
            let name = case.name.clone();
            self.try_one(case).await;
            self.is_well(&name).await;
        };
        let cases = cases.into_iter().filter(|_| self.is_chosen());
        futures::stream::iter(cases).for_each_concurrent(AT_ONCE, each).await;
    }

    /// Tries one.
    pub async fn try_one(&self, case: Case) {
        let began = Instant::now();
        let heard = raw::send(&self.address, &case.bytes, case.whole).await;
        self.tried.fetch_add(1, Ordering::Relaxed);
        self.broken.fetch_add(heard.replies.iter().filter(|one| one.status >= 500).count(), Ordering::Relaxed);
        let fault = verdict(&case, &heard);
        if !fault.is_empty() {
            self.found(format!("{}: {fault} after {:?}", case.name, began.elapsed()));
        }
    }

    /// Several requests on one line: these answers, or the first of them and a closed connection.
    pub async fn try_line(&self, name: &str, bytes: &[u8], statuses: &[u16]) {
        let heard = raw::send(&self.address, bytes, true).await;
        self.tried.fetch_add(1, Ordering::Relaxed);
        self.broken.fetch_add(heard.replies.iter().filter(|one| one.status >= 500).count(), Ordering::Relaxed);
        let said: Vec<u16> = heard.replies.iter().map(|reply| reply.status).collect();
        if heard.hangs || !(said == statuses || said.len() == 1 && said[0] == statuses[0]) {
            self.found(format!("{name}: answered with {said:?}, not {statuses:?}"));
        }
        self.is_well(name).await;
    }

    fn found(&self, what: String) {
        self.wrong.lock().unwrap_or_else(PoisonError::into_inner).push(what);
    }

    /// An honest request on a new connection.
    pub async fn is_well(&self, after: &str) {
        let heard = raw::send(&self.address, &raw::request("GET", "/api/site", &[], b""), true).await;
        if heard.replies.len() != 1 || heard.replies[0].status != 200 {
            self.found(format!("after {after} the server answers an honest request with {heard:?}"));
        }
    }

    /// Prints the tally and fails with all that was found.
    #[expect(clippy::disallowed_macros, reason = "the tally is for `cargo xtask trust`")]
    pub fn done(self, what: &str, least: usize) {
        let (tried, broken) = (self.tried.into_inner(), self.broken.into_inner());
        println!("{what}: {tried} inputs tried, {broken} answered 5xx");
        println!("trust: bad inputs: {tried} / {broken}");
        let wrong = self.wrong.into_inner().unwrap_or_else(PoisonError::into_inner);
        assert!(wrong.is_empty(), "{} of {tried}:\n{}", wrong.len(), wrong.join("\n"));
        assert!(tried >= least, "only {tried}");
    }
}

fn verdict(case: &Case, heard: &Heard) -> String {
    if heard.hangs {
        return "hangs".to_owned();
    }
    if !heard.noise.is_empty() {
        return format!("says {:?}, which is no answer", heard.noise);
    }
    if case.want != Want::NoFaultOfPage
        && let Some(fault) = heard.replies.iter().map(raw::Reply::fault).find(|fault| !fault.is_empty())
    {
        return fault;
    }
    let statuses: Vec<u16> = heard.replies.iter().map(|reply| reply.status).collect();
    let right = match case.want {
        Want::Rejection => {
            statuses.len() == 1 && (400..500).contains(&statuses[0]) && !heard.replies[0].is_of_the_parser()
        }
        Want::RefusalOrEnd => statuses.len() <= 1 && statuses.iter().all(|status| (400..500).contains(status)),
        Want::NoFault => case.whole.then_some(1).is_none_or(|least| statuses.len() >= least),
        Want::NoFaultOfPage => statuses.iter().all(|status| *status < 500),
    };
    if right { String::new() } else { format!("answered with {statuses:?}, not as {:?}", case.want) }
}
