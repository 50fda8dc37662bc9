//! Stories of two servers on one PostgreSQL behind a proxy that sends each request to the next of them: one is killed under
//! load, and nothing acknowledged is lost or doubled; one that hangs is waited for once. That all other stories hold before
//! two such servers is the harness's doing (`TestApp`).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use quad_contests::attempts::AnswerInput;
use quad_db::{Db, scratch};
use quad_kernel::clock::Clock;
use quad_kernel::ids::{ContestId, QuestionId};
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::harness::{
    Answer, Balancer, Browser, PASSWORD, PATIENCE, Process, Room, TestApp, listening, postgres_server, until,
};
use crate::on_both_engines;

const STUDENTS: usize = 12;
const NEWCOMERS: usize = 3;
/// Between what the story takes for the moment of the kill and what a request sees of it.
const BLURRED: Duration = Duration::from_millis(200);

/// What somebody was told who asked again whenever there was no proper reply.
#[derive(Default)]
struct Asked {
    /// When a request began and when it was broken off.
    broken: Vec<(Instant, Instant)>,
}

impl Asked {
    /// Posts until there is a reply that is the server's own.
    async fn post(&mut self, who: &Browser, path: &str, body: Value) -> (u16, Value) {
        loop {
            let began = Instant::now();
            match who.try_post(path, body.clone()).await {
                Some(answer) if answer.status.as_u16() != 502 => return (answer.status.as_u16(), answer.body),
                _ => self.broken.push((began, Instant::now())),
            }
            sleep(Duration::from_millis(20)).await;
        }
    }
}

/// People who come without end: each registers, logs in, joins the contest and votes in the poll. Returns how many voted.
async fn come(line: usize, base: String, contest: String, poll: String, over: Arc<AtomicBool>) -> (usize, Asked) {
    let (mut people, mut asked) = (0, Asked::default());
    while !over.load(Ordering::Relaxed) {
        let mut who = Browser::new(&base);
        let email = format!("new{line}x{people}@meridian.example");
        let person = json!({"fullName": "New Comer", "email": email, "contact": "9000000001", "role": "USER",
            "passWord": PASSWORD, "contestgiven": [], "Batch": 2026});
        // The broken one may have been carried out.
        let (status, said) = asked.post(&who, "/register", person).await;
        assert!(status == 201 || status == 409 && said["code"] == "email_taken", "{status} {said}");
        let (status, said) = asked.post(&who, "/login", json!({"email": email, "passWord": PASSWORD})).await;
        assert_eq!(status, 200, "{said}");
        said["_id"].as_str().expect("an id").clone_into(&mut who.id);
        let joined = json!({"contestId": contest, "userId": who.id, "intent": "join"});
        let (status, said) = asked.post(&who, "/complete", joined).await;
        assert_eq!(status, 200, "{said}");
        let vote = json!({"pollId": poll, "userId": who.id, "index": people % 2});
        let (status, said) = asked.post(&who, "/voting/vote", vote).await;
        assert!(status == 200 || status == 409 && said["code"] == "already_voted", "{status} {said}");
        people += 1;
    }
    (people, asked)
}

async fn killing_loses_nothing(victim: usize) {
    let Some(server) = postgres_server() else { return };
    let database = scratch::postgres(&server).await.expect("a fresh database");
    let base = tempfile::tempdir().expect("a folder");
    let folder = |name: &str| base.path().join(name);
    let environment = [("QUAD_DATABASE_URL", database.url.as_str()), ("QUAD_BILLING", "off")];
    let serve = || {
        let mut two = [Process::start(&folder("a"), &environment), Process::start(&folder("b"), &environment)];
        two.rotate_left(victim);
        two
    };
    let _ = rustls::crypto::ring::default_provider().install_default();
    let [killed, left] = serve();
    let proxy = Balancer::before(&[&killed.base, &left.base]).await;
    let room = Room::open(&proxy.base, STUDENTS, 40).await;
    let (olga, now) = (&room.owner, Clock::System.now());
    let moment = |seconds: u64| now.plus(Duration::from_secs(seconds)).to_rfc3339();
    let options = json!([{"name": "Tea", "count": []}, {"name": "Coffee", "count": []}]);
    let poll = json!({"Title": "What to drink?", "Organization": "Hobby Club", "Optionsize": 2, "Participate": options,
        "Totalvoter": [], "Starttime": moment(0), "Endtime": moment(3600)});
    let poll = olga.post("/voting/create", poll).await.expect(201)["poll"]["id"].as_str().expect("an id").to_owned();
    let over = Arc::new(AtomicBool::new(false));
    let mut newcomers = JoinSet::new();
    for line in 0..NEWCOMERS {
        let (contest, poll) = (room.contest.id.clone(), poll.clone());
        newcomers.spawn(come(line, proxy.base.clone(), contest, poll, Arc::clone(&over)));
    }
    let load = room.begin(&proxy.base, Duration::ZERO);
    sleep(Duration::from_secs(2)).await;
    let kill = Instant::now();
    drop(killed);
    let gone = Instant::now();
    sleep(Duration::from_secs(3)).await;
    over.store(true, Ordering::Relaxed);
    let heard = load.end().await;
    let (mut voters, mut broken) = (0, Vec::new());
    while let Some(newcomer) = newcomers.join_next().await {
        let (people, asked) = newcomer.expect("a newcomer came to the end");
        voters += people;
        broken.extend(asked.broken);
    }
    for outcome in &heard.outcomes {
        match outcome.status {
            200 => {}
            502 => broken.push((outcome.at, outcome.at + outcome.took)),
            status => panic!("{status} after {:?}: {}", outcome.took, outcome.said),
        }
    }
    // What was in hand there when it was killed, and nothing else: one request of each at most.
    assert!(broken.len() <= STUDENTS + NEWCOMERS, "{} requests were broken off", broken.len());
    for (began, ended) in &broken {
        assert!(*began <= gone + BLURRED && *ended + BLURRED >= kill, "broken off {:?} after the kill", *began - kill);
    }
    let after = heard.outcomes.iter().filter(|outcome| outcome.at > gone + BLURRED).count();
    assert!(heard.acknowledged.len() > STUDENTS * 4 && after > STUDENTS * 4 && voters > 0, "that is no load");
    room.nothing_is_lost(&proxy.base, &heard).await;
    let board = olga.results(&room.contest).await.expect(200);
    assert_eq!(board["totalParticipants"], STUDENTS + voters);
    let (votes, voted) = olga.tally(&poll).await;
    assert_eq!((votes.iter().sum::<i64>(), voted), (voters as i64, voters as i64));
    // Nor does the database say otherwise.
    let check = std::process::Command::new(env!("CARGO_BIN_EXE_quad"))
        .args(["check", "--data-dir"])
        .arg(folder("check"))
        .env_clear()
        .envs(environment)
        .output()
        .expect("the binary runs");
    assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stdout));
    assert!(left.stop().await.success());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killing_the_first_loses_nothing() {
    killing_loses_nothing(0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killing_the_second_loses_nothing() {
    killing_loses_nothing(1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_hangs_is_waited_for_once() {
    let Some(server) = postgres_server() else { return };
    let _ = rustls::crypto::ring::default_provider().install_default();
    let database = scratch::postgres(&server).await.expect("a fresh database");
    let base = tempfile::tempdir().expect("a folder");
    let environment = [("QUAD_DATABASE_URL", database.url.as_str())];
    let here = Process::start(&base.path().join("a"), &environment);
    let there = Process::start(&base.path().join("b"), &environment);
    let ada = Browser::coming_again(&here.base);
    let person = json!({"fullName": "Ada", "email": "ada@meridian.example", "contact": "9000000001", "role": "USER",
        "passWord": PASSWORD, "contestgiven": [], "Batch": 2026});
    ada.post("/register", person).await.expect(201);
    ada.post("/login", json!({"email": "ada@meridian.example", "passWord": PASSWORD})).await.expect(200);
    let elsewhere = ada.at(&there.base);
    let seen = async || elsewhere.get("/checklogged").await.expect(200)["user"]["fullName"].clone();
    let rename = async |name: String| {
        let began = Instant::now();
        ada.put("/account", json!({"fullName": name})).await.expect(200);
        began.elapsed()
    };
    // Until both listen nobody is waited for.
    let db = Db::open(&database.url, &scratch::options()).await.expect("the database");
    until("both listen", async || db.listeners("quad-").await.expect("asked").len() == 2).await;
    let agree = async |name: &str| {
        for number in 0..20 {
            let name = format!("{name} {number}");
            rename(name.clone()).await;
            assert_eq!(seen().await, name, "at once, wherever it is asked");
        }
    };
    agree("Ada before").await;
    there.signal("STOP");
    let first = rename("Ada meanwhile".to_owned()).await;
    assert!(first >= Duration::from_millis(900) && first < PATIENCE, "{first:?}");
    let mut next = Vec::new();
    for number in 0..5 {
        next.push(rename(format!("Ada meanwhile {number}")).await);
    }
    // Waiting would take a second each time.
    assert!(next.iter().any(|took| *took < Duration::from_millis(900)), "{next:?}");
    there.signal("CONT");
    // It catches up, says so, and is waited for again.
    until("it catches up", async || seen().await == "Ada meanwhile 4").await;
    agree("Ada afterwards").await;
    for process in [here, there] {
        assert!(process.stop().await.success());
    }
}

/// An answer's text. Each process numbers the editions of its lists by itself.
fn without_edition(answer: Answer) -> String {
    let text = String::from_utf8(answer.bytes).expect("text");
    match text.split_once(r#""edition":""#) {
        Some((before, after)) => format!("{before}{}", after.split_once('"').expect("its end").1),
        None => text,
    }
}

/// What a process keeps in memory is what the other reads from the database.
async fn both_say_the_same_to_the_byte(t: TestApp) {
    quad::demo::seed(&t.app).await.expect("filled").expect("log-ins");
    t.run_jobs().await;
    let (here, there) = (t.beside(2).await, t.beside(3).await);
    for address in ["ananya", "rohan", "meera", "admin"] {
        let who = Browser::new(&here.base);
        let email = format!("{address}@meridian.example");
        who.post("/login", json!({"email": email, "passWord": "lawn-and-brick"})).await.expect(200);
        let elsewhere = who.at(&there.base);
        let mut calls = Vec::new();
        for list in ["/contest/my-contests", "/post/getcontest", "/post/getallcontest?brief=true"] {
            let contests = who.get(list).await.expect(200);
            let contests = contests.as_array().or_else(|| contests["contests"].as_array()).cloned().unwrap_or_default();
            calls.push(list.to_owned());
            for id in contests.iter().filter_map(|contest| contest["_id"].as_str()) {
                calls.extend([format!("/contest/{id}"), format!("/post/getContestById/{id}")]);
                let parts = ["analysis", "attempt", "corrections", "paper", "review", "standing"];
                calls.extend(parts.map(|part| format!("/contests/{id}/{part}")));
                calls.push(format!("POST {id}"));
            }
        }
        for club in ["HOBBY", "TECH"] {
            let parts = ["", "/announcements", "/feedback", "/members", "/members.csv", "/questions"];
            calls.extend(parts.map(|part| format!("/clubs/{club}{part}")));
            calls.extend(["allevent", "gallery"].map(|part| format!("/event/{part}/{club}")));
        }
        calls.extend(
            ["/clubs", "/events", "/polls", "/notifications", "/voting/getpolls", "/account/data"].map(str::to_owned),
        );
        let mut served = 0;
        for call in calls {
            let asked = async |who: &Browser| match call.strip_prefix("POST ") {
                Some(contest) => who.post("/post/results", json!({"contestId": contest})).await,
                None => who.get(&call).await,
            };
            let (one, other) = (asked(&who).await, asked(&elsewhere).await);
            assert_eq!((one.status, &one.body["code"]), (other.status, &other.body["code"]), "{address}: {call}");
            if one.status.is_success() {
                let [one, other] = [one, other].map(without_edition);
                assert!(one == other, "{address}: {call}\n{one}\n{other}");
                served += 1;
            }
        }
        assert!(served > 20, "{address} was served {served} times");
    }
}

on_both_engines!(both_say_the_same_to_the_byte);

/// What a process caches is dropped when another one changes it, and before that is answered: each tag that is registered has its
/// change here. A cache with a new tag fails this until it has one, too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_is_cached_is_dropped_by_the_change_of_another_process() {
    let Some(t) = TestApp::on_postgres().await else { return };
    let other = t.beside(2).await;
    listening(&t.app, 3).await;
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let elsewhere = ada.at(&other.base);
    let made = t.contest(&rohan, 0, 60, true, 2, 0).await;
    let (id, question) =
        (ContestId::parse(&made.id).expect("an id"), QuestionId::parse(&made.questions[0]).expect("an id"));
    let mut proven = Vec::new();

    let title = async || other.app.contest_cache.get(&other.app, id).await.expect("a contest").title.clone();
    assert_eq!(title().await, "Friday Quiz");
    rohan.put(&format!("/contests/{}", made.id), json!({"title": "Better", "description": ""})).await.expect(200);
    assert_eq!(title().await, "Better");
    proven.push("contest");

    let name = async || elsewhere.get("/checklogged").await.expect(200)["user"]["fullName"].clone();
    assert_eq!(name().await, "Ada Test");
    ada.put("/account", json!({"fullName": "Ada Two"})).await.expect(200);
    assert_eq!(name().await, "Ada Two");
    proven.push("person");

    let answered =
        async || elsewhere.get(&format!("/contests/{}/attempt", made.id)).await.expect(200)["answered"].clone();
    elsewhere.join(&made).await;
    assert_eq!(answered().await, json!({}));
    ada.answer(&made, 0, "B").await.expect(200);
    assert_eq!(answered().await, json!({&made.questions[0]: "0-B"}));
    proven.push("part");

    let is_right = async || {
        let contest = other.app.contest_cache.get(&other.app, id).await.expect("a contest");
        let paper = other.app.paper_cache.paper(&other.app, &contest, 0).await.expect("a paper");
        paper.grade(question, &AnswerInput::OptionText("0-B".to_owned())).expect("on the paper").counted.correct == 1
    };
    assert!(!is_right().await);
    let board = async || {
        let said = elsewhere.results(&made).await.expect(200);
        let row = &said["results"][0];
        (row["fullName"].clone(), row["correctAnswerCount"].clone())
    };
    t.pass(80);
    other.pass(80);
    assert_eq!(board().await, (json!("Ada Two"), json!(0)));
    ada.put("/account", json!({"fullName": "Ada Three"})).await.expect(200);
    assert_eq!(board().await, (json!("Ada Three"), json!(0)));
    proven.push("board");

    let mut wish = json!({"questionId": made.questions[0], "marking": "key", "accepted": ["0-B"]});
    let corrections = format!("/contests/{}/corrections", made.id);
    let version = rohan.post(&format!("{corrections}/preview"), wish.clone()).await.expect(200)["version"].clone();
    wish["version"] = version;
    wish["reason"] = json!("The book was wrong");
    rohan.post(&corrections, wish).await.expect(201);
    assert!(is_right().await);
    assert_eq!(board().await, (json!("Ada Three"), json!(1)));
    proven.push("paper");

    proven.sort_unstable();
    assert_eq!(other.app.peers.tags(), proven, "whatever is cached is dropped, and shown to be");
}
