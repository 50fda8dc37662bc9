//! Track on which races are run: people with a session each, a connection for each request, and a barrier that lets
//! all requests go in the same moment. What came back is counted, and a verdict says what should not have been so.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use futures::future::BoxFuture;
use quad_contests::payments;
use quad_db::sql;
use quad_kernel::ids::UserId;
use quad_load::{Connection, Request};
use quad_people::accounts;
use quad_people::accounts::{NewPerson, insert_many_for_demo, log_in_for_rehearsal};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::sync::Barrier;
use tokio::task::JoinSet;
use tokio::time::sleep;
use uuid::Uuid;

use crate::harness::{Answer, Browser, Made, TestApp};

/// Requests in a race: of a part of `--everything`, and of the gate. Two are a race; of twenty places many are wanted more often
/// than they are there, and a link may be looked at thirty times.
pub const LARGE: usize = 100;
pub const SMALL: usize = 40;

tokio::task_local! {
    static FIELD: usize;
}

/// Requests in the race that runs, and people for those that need as many.
pub fn field() -> usize {
    FIELD.get()
}

/// Runs races of that size.
pub async fn with_field<F: Future>(size: usize, races: F) -> F::Output {
    FIELD.scope(size, races).await
}

/// More than this no request may take.
const PATIENCE: Duration = Duration::from_mins(1);
/// How often somebody who is told that there is too much to do comes back.
const BACK: usize = 60;

/// How often a race makes sense.
#[derive(Clone, Copy)]
pub enum Rounds {
    /// Only on an empty database, or with a hundred passwords to hash.
    One,
    Any,
}

/// A race by its name in rules.txt.
#[derive(Clone, Copy)]
pub struct Race {
    pub name: &'static str,
    pub rounds: Rounds,
    pub run: for<'a> fn(&'a Track, usize) -> BoxFuture<'a, Verdict>,
}

/// Races of a file: name, how often, function.
#[macro_export]
macro_rules! races {
    ($($name:literal $rounds:ident $run:ident),+ $(,)?) => {
        pub const RACES: &[$crate::races::track::Race] = &[$(
            $crate::races::track::Race {
                name: $name,
                rounds: $crate::races::track::Rounds::$rounds,
                run: |track, round| Box::pin($run(track, round)),
            }
        ),+];
    };
}

/// Somebody with a session.
#[derive(Clone)]
pub struct Racer {
    pub id: String,
    pub email: String,
    cookie: String,
    browser: Browser,
}

impl Racer {
    /// Asks alone, before or after a race.
    pub async fn ask(&self, method: Method, path: &str, body: Option<Value>) -> Answer {
        self.browser.ask(method, path, body, &[("cookie", &self.cookie)]).await
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.ask(Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.ask(Method::POST, path, Some(body)).await
    }

    /// A request to be made in a race.
    pub fn will(&self, method: &str, path: &str, body: &Value) -> Vec<u8> {
        request(method, &format!("/api{path}"), Some(&self.cookie), body)
    }

    /// The same for a post.
    pub fn will_post(&self, path: &str, body: &Value) -> Vec<u8> {
        self.will("POST", path, body)
    }
}

/// A request by anybody; `Null` is no body.
pub fn request(method: &str, path: &str, cookie: Option<&str>, body: &Value) -> Vec<u8> {
    let request = Request::new(method, path);
    let request = match cookie {
        Some(cookie) => request.cookie(cookie),
        None => request,
    };
    if body.is_null() { request.bytes() } else { request.json(body.to_string()).bytes() }
}

/// As often the same as the race has requests.
pub fn same(request: &[u8]) -> Vec<Vec<u8>> {
    vec![request.to_vec(); field()]
}

/// The application, and who is on it.
pub struct Track {
    pub t: TestApp,
    /// The platform's administrator.
    pub admin: Racer,
    /// Somebody with more creations than are ever spent here.
    pub olga: Racer,
    /// As many others as a race has requests, without anything.
    pub people: Vec<Racer>,
}

impl Track {
    /// On an empty database like that of `t`, with as many connections as make a race of it.
    pub async fn open(t: &TestApp) -> Self {
        let t = t.wide().await;
        let mut people = newcomers(&t, "racer", field() + 2, NOBODY_KNOWS).await;
        let (olga, admin) = (people.pop().expect("olga"), people.pop().expect("an administrator"));
        assert!(accounts::promote(&t.app, &admin.email).await.is_ok(), "promoted");
        assert!(payments::grant_by_operator(&t.app, &olga.email, 50_000, 50_000).await.is_ok(), "granted");
        Self { t, admin, olga, people }
    }

    /// Lets all requests go at once.
    pub async fn race(&self, requests: Vec<Vec<u8>>) -> Heard {
        race_at(&self.t.base, requests).await
    }

    /// How many rows there are; `$1` is an id.
    pub async fn count(&self, from: &str, id: &str) -> i64 {
        let id = Uuid::parse_str(id).expect("an id");
        let asked = sql(format!("SELECT COUNT(*) AS value FROM {from}")).arg(id);
        asked.value(&self.t.app.db).await.expect("counted").expect("a number")
    }

    /// The same where `$1` is a text.
    pub async fn count_of(&self, from: &str, text: &str) -> i64 {
        let asked = sql(format!("SELECT COUNT(*) AS value FROM {from}")).arg(text);
        asked.value(&self.t.app.db).await.expect("counted").expect("a number")
    }

    /// Takes away what waits to be done.
    pub async fn forget_jobs(&self, kind: &str) {
        let mut tx = self.t.app.db.begin().await.expect("begun");
        sql("DELETE FROM jobs WHERE kind = $1").arg(kind).run(&mut tx).await.expect("deleted");
        tx.commit().await.expect("committed");
    }

    /// A number, by a statement that answers one `value`; `$1` is an id.
    pub async fn number(&self, statement: &str, id: &str) -> i64 {
        let id = Uuid::parse_str(id).expect("an id");
        sql(statement.to_owned()).arg(id).value(&self.t.app.db).await.expect("asked").unwrap_or_default()
    }

    /// Gives creations to somebody.
    pub async fn grant(&self, who: &Racer, contests: u32, polls: u32) {
        let given = payments::grant_by_operator(&self.t.app, &who.email, contests, polls).await;
        assert!(given.is_ok(), "granted");
    }

    /// People nobody else has dealt with.
    pub async fn fresh(&self, called: &str, count: usize) -> Vec<Racer> {
        newcomers(&self.t, called, count, NOBODY_KNOWS).await
    }

    /// Somebody nobody else has dealt with.
    pub async fn somebody(&self, called: &str) -> Racer {
        newcomers(&self.t, called, 1, NOBODY_KNOWS).await.remove(0)
    }

    /// A contest of olga's that runs from now for a minute.
    pub async fn contest(&self, is_public: bool, questions: usize) -> Made {
        let asked = self.contest_asked(is_public);
        let made = self.olga.post("/post/createcontest", asked).await.expect(201);
        let id = made["contest"]["_id"].as_str().expect("an id").to_owned();
        if questions == 0 {
            return Made { id, questions: Vec::new() };
        }
        let some: Vec<Value> = (0..questions).map(|number| crate::harness::question(&id, number, 0)).collect();
        let path = format!("/contests/{id}/questions");
        let said = self.olga.post(&path, json!({"questions": some})).await.expect(201);
        let ids = said["questions"].as_array().expect("a list").iter();
        let ids = ids.map(|one| one["_id"].as_str().expect("an id").to_owned()).collect();
        Made { id, questions: ids }
    }

    /// What makes a contest of a minute.
    pub fn contest_asked(&self, is_public: bool) -> Value {
        json!({"title": "Friday Quiz", "description": "Ten minutes", "isPublic": is_public, "QuestionSet": [],
            "startDate": self.t.moment(0), "endDate": self.t.moment(60)})
    }
}

/// Lets all requests go at once, each on a connection of its own that is open already.
pub async fn race_at(base: &str, requests: Vec<Vec<u8>>) -> Heard {
    let at: SocketAddr = base.trim_start_matches("http://").parse().expect("an address");
    let barrier = Arc::new(Barrier::new(requests.len()));
    let mut field = JoinSet::new();
    for request in requests {
        let barrier = Arc::clone(&barrier);
        field.spawn(async move {
            let mut line = Connection::new(at, PATIENCE);
            line.open().await.expect("a connection");
            barrier.wait().await;
            for _ in 0..BACK {
                let said = match line.send(&request).await {
                    Ok(reply) => {
                        let body = serde_json::from_slice(reply.body).unwrap_or(Value::Null);
                        Said { status: reply.status, body }
                    }
                    Err(failure) => Said { status: 0, body: json!({"code": failure.to_string()}) },
                };
                // On a machine with too much to do: nothing was done, and whoever comes back is heard.
                if said.status != 503 {
                    return said;
                }
                sleep(Duration::from_secs(1)).await;
            }
            Said { status: 503, body: json!({"code": "never heard"}) }
        });
    }
    Heard(field.join_all().await)
}

/// The hash of no password.
const NOBODY_KNOWS: &str = "!";

/// People with sessions, without the hour it would take to hash a password for each: `hash` is that of all.
pub async fn newcomers(t: &TestApp, called: &str, count: usize, hash: &str) -> Vec<Racer> {
    let now = t.app.clock.now();
    let people: Vec<NewPerson> = (0..count)
        .map(|number| NewPerson {
            id: UserId::new(now, &t.app.random),
            email: format!("{called}{number}@meridian.example"),
            full_name: format!("{called} {number:03}"),
            contact: "9000000001".to_owned(),
            batch: 2026,
            password_hash: hash.to_owned(),
            created_at: now,
        })
        .collect();
    let ids: Vec<UserId> = people.iter().map(|person| person.id).collect();
    let mut tx = t.app.db.begin().await.expect("a transaction");
    insert_many_for_demo(&mut tx, &people).await.expect("people");
    let cookies = log_in_for_rehearsal(&mut tx, &t.app.random, &ids, now).await.expect("sessions");
    tx.commit().await.expect("committed");
    let browser = Browser::new(&t.base);
    let racer = |(person, cookie): (NewPerson, String)| Racer {
        id: person.id.to_string(),
        email: person.email,
        cookie,
        browser: browser.clone(),
    };
    people.into_iter().zip(cookies).map(racer).collect()
}

/// What one request was told.
pub struct Said {
    pub status: u16,
    pub body: Value,
}

/// What all of a race were told.
pub struct Heard(pub Vec<Said>);

impl Heard {
    /// By status and code.
    fn by_kind(&self) -> BTreeMap<(u16, &str), usize> {
        let mut kinds = BTreeMap::new();
        for said in &self.0 {
            *kinds.entry((said.status, said.body["code"].as_str().unwrap_or_default())).or_insert(0) += 1;
        }
        kinds
    }

    /// How many were told this.
    pub fn told(&self, status: u16) -> usize {
        self.0.iter().filter(|said| said.status == status).count()
    }

    /// Exactly so many of each status and code, and nothing else.
    pub fn are(&self, expected: &[(u16, &str, usize)]) -> Verdict {
        let expected: BTreeMap<(u16, &str), usize> = expected
            .iter()
            .filter(|(_, _, times)| *times > 0)
            .map(|(status, code, times)| ((*status, *code), *times))
            .collect();
        Verdict::default().and("answers", self.by_kind(), expected)
    }

    /// None but these.
    pub fn are_of(&self, allowed: &[(u16, &str)]) -> Verdict {
        let strange: Vec<_> = self.by_kind().into_iter().filter(|(kind, _)| !allowed.contains(kind)).collect();
        Verdict::default().and("answers that should not be", strange, Vec::new())
    }
}

/// What should not have been so.
#[derive(Default)]
pub struct Verdict {
    pub wrong: Vec<String>,
}

impl Verdict {
    /// Compares one thing more.
    pub fn and<T: PartialEq + Debug>(mut self, what: &str, found: T, expected: T) -> Self {
        match (found, expected) {
            (found, expected) if found == expected => {}
            (found, expected) => self.wrong.push(format!("{what}: {found:?}, not {expected:?}")),
        }
        self
    }
}
