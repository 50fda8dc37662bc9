//! The application with students who have logged in, a contest per round, and the bare framework beside it.

use std::net::SocketAddr;

use anyhow::{Context, anyhow};
use axum::Router;
use axum::body::Bytes;
use axum::routing::post as on_post;
use quad::app::App;
use quad::config::{Flags, load_from};
use quad::features::{accounts, contests};
use quad::kernel::clock::{Clock, Time};
use quad::kernel::fail::Fail;
use quad::kernel::ids::{Random, UserId};
use quad::migrations::Migrations;
use quad_db::{Db, OpenOptions};
use serde_json::json;

use crate::client::{Connection, post};

pub const STUDENTS: usize = 200;
const QUESTIONS: usize = 100;
const PASSWORD: &str = "violet-harbour-42";

/// Both servers and everything a round needs.
pub struct Campus {
    pub quad: String,
    pub bare: String,
    app: App,
    owner: UserId,
    students: Vec<(UserId, String)>,
    random: Random,
    _folder: tempfile::TempDir,
}

impl Campus {
    pub async fn build() -> anyhow::Result<Self> {
        let folder = tempfile::tempdir()?;
        let data_dir = folder.path().display().to_string();
        let settings = load_from(&Flags::default(), |name| match name {
            "QUAD_DATA_DIR" => Some(data_dir.clone()),
            "QUAD_LOGIN_SLOTS" => Some("2".to_owned()),
            _ => None,
        })?;
        let db = Db::open(&settings.database(), &OpenOptions::default()).await?;
        db.migrate::<Migrations>().await?;
        let random = Random::seeded(1);
        let app = App::build(settings, db, Clock::System, Random::System, quad_mail::Mailer::memory());
        let quad = serve(quad::router::build(&app)).await?;
        let bare = serve(bare()).await?;
        let owner = people(&app, &random).await?;
        let mut students = Vec::new();
        for number in 0..STUDENTS {
            students.push(log_in(&quad, number).await?);
        }
        Ok(Self { quad, bare, app, owner, students, random, _folder: folder })
    }

    /// A fresh contest that all students have joined, and each student's answers to it.
    pub async fn next_round(&mut self) -> anyhow::Result<Vec<Vec<Vec<u8>>>> {
        let now = self.app.clock.now();
        let new = contests::NewContest {
            details: contests::Details { title: "Bench".to_owned(), description: String::new() },
            window: contests::Window { starts_at: Time(now.0 - 60_000), ends_at: Time(now.0 + 3_600_000) },
            is_public: true,
            answers_shown: false,
        };
        let options = ["north", "east", "south", "west"].map(str::to_owned);
        let questions: Vec<contests::NewQuestion> = (0..QUESTIONS)
            .map(|number| contests::NewQuestion {
                text: format!("Question {number}?"),
                options: options.clone(),
                answer: number % 4,
                difficulty: None,
            })
            .collect();
        let mut tx = self.app.db.begin().await?;
        let contest =
            contests::insert_for_demo(&mut tx, &self.random, self.owner, &new, &questions, now).await.map_err(told)?;
        tx.commit().await?;
        let ids = contests::question_ids(&self.app.db, &[contest]).await?.remove(&contest).context("questions")?;
        let mut connection = Connection::open(&self.quad).await?;
        let mut requests = Vec::new();
        for (student, cookie) in &self.students {
            let join = json!({"contestId": contest.to_string(), "intent": "join"});
            connection.send(&post("/api/complete", cookie, &join)).await?;
            let answers = ids.iter().enumerate().map(|(number, question)| {
                let body = json!({
                    "UserId": student.to_string(), "ContestId": contest.to_string(),
                    "QuestionId": question.to_string(), "Answer": options[number % 3],
                });
                post("/api/post/answer", cookie, &body)
            });
            requests.push(answers.collect());
        }
        Ok(requests)
    }

    pub async fn close(self) {
        self.app.close().await;
    }
}

/// The framework alone: reads the body, sends as many bytes as an acknowledged answer has.
fn bare() -> Router {
    let reply = r#"{"success":true,"message":"Answer submitted successfully!","saved":true,"serverNow":"2026-11-20T12:30:00.000Z"}"#;
    Router::new().route(
        "/api/post/answer",
        on_post(move |_: Bytes| async move { ([("content-type", "application/json")], reply) }),
    )
}

async fn serve(router: Router) -> anyhow::Result<String> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?.to_string();
    let service = router.into_make_service_with_connect_info::<SocketAddr>();
    #[expect(clippy::disallowed_methods, reason = "ends with the program")]
    tokio::spawn(async move { axum::serve(listener, service).await });
    Ok(address)
}

async fn people(app: &App, random: &Random) -> anyhow::Result<UserId> {
    let now = app.clock.now();
    let hash = app.passwords.hash(PASSWORD.to_owned()).await.map_err(told)?;
    let people: Vec<accounts::NewPerson> = (0..=STUDENTS)
        .map(|number| accounts::NewPerson {
            id: UserId::new(now, random),
            email: format!("student{number}@campus.example"),
            full_name: format!("Student {number}"),
            contact: "9000000000".to_owned(),
            batch: 2026,
            password_hash: hash.clone(),
            created_at: now,
        })
        .collect();
    let mut tx = app.db.begin().await?;
    accounts::insert_many_for_demo(&mut tx, &people).await?;
    tx.commit().await?;
    Ok(people[STUDENTS].id)
}

async fn log_in(address: &str, number: usize) -> anyhow::Result<(UserId, String)> {
    let mut connection = Connection::open(address).await?;
    let body = json!({"email": format!("student{number}@campus.example"), "passWord": PASSWORD});
    let reply = String::from_utf8(connection.send(&post("/api/login", "none=1", &body)).await?)?;
    let cookie = reply
        .lines()
        .filter_map(|line| line.strip_prefix("set-cookie: "))
        .find(|cookie| cookie.starts_with("quad_session="))
        .and_then(|cookie| cookie.split(';').next())
        .context("no session cookie")?;
    let id = reply.split("\"_id\":\"").nth(1).and_then(|rest| rest.split('"').next()).context("no id")?;
    Ok((UserId::parse(id).context("an id")?, cookie.to_owned()))
}

fn told(fail: Fail) -> anyhow::Error {
    match fail {
        Fail::Refused(refusal) => anyhow!("{}", refusal.say),
        Fail::Broken(cause) => cause,
    }
}
