//! Campus: the made-up data that a scenario runs on (people with living sessions, contests, polls). It is made first,
//! from a seed, so that every server gets the very same one, and then written into each database.
//!
//! Nothing goes through the application: what is measured must not depend on how the campus came to be.

use anyhow::Context;
use quad_db::Db;
use quad_kernel::clock::{Clock, Time};
use quad_kernel::ids::{ContestId, PollId, QuestionId, Random, SessionId, UserId};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::store::{self, Kind};

/// What everybody's password is.
pub const PASSWORD: &str = "violet-harbour-42";
const MINUTE: i64 = 60_000;

/// Somebody with a session.
#[derive(Clone, Debug)]
pub struct Person {
    /// Who.
    pub id: UserId,
    /// The same as text.
    pub name: String,
    /// Address.
    pub email: String,
    /// `quad_session=…`.
    pub cookie: String,
}

/// A question with its four options, all of one length.
#[derive(Clone, Debug)]
pub struct Question {
    /// Its id.
    pub id: QuestionId,
    /// The same as text.
    pub name: String,
    /// What is asked.
    pub text: String,
    /// The options.
    pub options: [String; 4],
}

/// A contest.
#[derive(Clone, Debug)]
pub struct Contest {
    /// Its id.
    pub id: ContestId,
    /// Its questions.
    pub questions: Vec<Question>,
    /// How many of the people have joined, from the first on.
    pub joined: usize,
    /// It is over, and everybody who joined answered everything.
    pub is_over: bool,
}

/// What a campus shall have.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// People with sessions.
    pub people: usize,
    /// Their real password hash; without it nobody can log in.
    pub password_hash: Option<String>,
    /// Contests: questions, people who joined, over.
    pub contests: Vec<(usize, usize, bool)>,
    /// Polls everybody may vote in.
    pub polls: usize,
    /// Pages of filling, 4 KB each.
    pub filling: usize,
}

/// The campus.
#[derive(Clone, Debug)]
pub struct Campus {
    /// Everybody but the owner of all contests.
    pub people: Vec<Person>,
    /// The contests.
    pub contests: Vec<Contest>,
    /// The polls.
    pub polls: Vec<PollId>,
    owner: UserId,
    password_hash: String,
    filling: usize,
    now: Time,
}

impl Campus {
    /// Makes it up.
    pub fn new(plan: &Plan) -> Self {
        let random = Random::seeded(20_261_120);
        let now = Clock::System.now();
        let person = |number: usize| {
            let id = UserId::new(now, &random);
            let email = format!("student{number}@campus.example");
            let cookie = format!("quad_session={}", hex::encode(random.bytes::<32>()));
            Person { id, name: id.to_string(), email, cookie }
        };
        let people: Vec<Person> = (0..plan.people).map(person).collect();
        let contests = plan.contests.iter().map(|(questions, joined, is_over)| Contest {
            id: ContestId::new(now, &random),
            questions: (0..*questions).map(|number| question(&random, now, number)).collect(),
            joined: *joined,
            is_over: *is_over,
        });
        Self {
            contests: contests.collect(),
            polls: (0..plan.polls).map(|_| PollId::new(now, &random)).collect(),
            owner: UserId::new(now, &random),
            password_hash: plan.password_hash.clone().unwrap_or_else(|| "!".to_owned()),
            filling: plan.filling,
            people,
            now,
        }
    }

    /// Writes it into a migrated, empty database.
    pub async fn write(&self, db: &Db) -> anyhow::Result<()> {
        let mut tx = db.begin().await?;
        let hex = |id: uuid::Uuid| id.simple().to_string();
        let now = self.now.0;
        let mut users: Vec<Value> = Vec::with_capacity(self.people.len() + 1);
        users.push(json!([hex(self.owner.0), "owner@campus.example", "Owner", "9000000000", 2026, "!", now, now]));
        users.extend(self.people.iter().enumerate().map(|(number, person)| {
            let name = format!("Student {number}");
            json!([hex(person.id.0), person.email, name, "9000000000", 2026, self.password_hash, now, now])
        }));
        store::insert(&mut tx, "users", USERS, &users).await.context("people")?;
        let random = Random::seeded(7);
        let mut sessions = Vec::with_capacity(self.people.len());
        for person in &self.people {
            let token =
                person.cookie.split_once('=').and_then(|(_, token)| hex::decode(token).ok()).unwrap_or_default();
            let id = hex(SessionId::new(self.now, &random).0);
            let until = now + 30 * 24 * 60 * MINUTE;
            let hash = hex::encode(Sha256::digest(token));
            sessions.push(json!([id, hash, hex(person.id.0), "bench", "127.0.0.1", now, now, until]));
        }
        store::insert(&mut tx, "sessions", SESSIONS, &sessions).await.context("sessions")?;
        self.write_contests(&mut tx).await?;
        let polls: Vec<Value> = self
            .polls
            .iter()
            .map(|poll| {
                json!([
                    hex(poll.0),
                    hex(self.owner.0),
                    "Which speaker?",
                    "Bench",
                    now - 60 * MINUTE,
                    now + 720 * MINUTE,
                    now
                ])
            })
            .collect();
        store::insert(&mut tx, "polls", POLLS, &polls).await.context("polls")?;
        let options: Vec<Value> = self
            .polls
            .iter()
            .flat_map(|poll| (0..4).map(|no| json!([hex(poll.0), no, format!("Speaker {no}"), 0])))
            .collect();
        store::insert(&mut tx, "poll_options", POLL_OPTIONS, &options).await.context("options")?;
        self.fill(&mut tx, &random).await?;
        store::analyse(&mut tx).await?;
        tx.commit().await?;
        Ok(())
    }

    async fn write_contests(&self, tx: &mut quad_db::Tx) -> anyhow::Result<()> {
        let hex = |id: uuid::Uuid| id.simple().to_string();
        let now = self.now.0;
        let rows: Vec<Value> = self
            .contests
            .iter()
            .enumerate()
            .map(|(number, contest)| {
                let (starts, ends) = if contest.is_over { (90, -30) } else { (90, 720) };
                let questions = contest.questions.len();
                let frozen = (contest.joined > 0).then_some(now - 90 * MINUTE);
                json!([
                    hex(contest.id.0),
                    hex(self.owner.0),
                    format!("Contest {number}"),
                    describe(number),
                    now - starts * MINUTE,
                    now + ends * MINUTE,
                    true,
                    frozen,
                    questions,
                    questions + 1,
                    contest.joined,
                    // Told already: the news of 100,000 results are not what is measured.
                    now,
                    now,
                    now
                ])
            })
            .collect();
        store::insert(tx, "contests", CONTESTS, &rows).await.context("contests")?;
        let mut questions = Vec::new();
        for contest in &self.contests {
            for (at, question) in contest.questions.iter().enumerate() {
                let [one, two, three, four] = &question.options;
                let accepted = 1 << (at % 4);
                let (id, of) = (hex(question.id.0), hex(contest.id.0));
                questions.push(json!([id, of, at + 1, question.text, one, two, three, four, accepted, now]));
            }
        }
        store::insert(tx, "questions", QUESTIONS, &questions).await.context("questions")?;
        for contest in &self.contests {
            let count = contest.questions.len();
            let attempts: Vec<Value> = self
                .people
                .iter()
                .take(contest.joined)
                .enumerate()
                .map(|(number, person)| {
                    let joined = now - 80 * MINUTE;
                    // Spread, so that ranks are worth sorting for.
                    let right = (number * 7919) % (count + 1);
                    let (correct, wrong) = if contest.is_over { (right, count - right) } else { (0, 0) };
                    let last =
                        contest.is_over.then(|| joined + 20 * MINUTE + (number as i64 * 104_729) % (20 * MINUTE));
                    json!([hex(contest.id.0), hex(person.id.0), joined, correct, wrong, last])
                })
                .collect();
            store::insert(tx, "attempts", ATTEMPTS, &attempts).await.context("attempts")?;
            if contest.is_over {
                store::answer_everything(tx, contest.id).await.context("answers")?;
            }
        }
        Ok(())
    }

    /// Rows that only take room; random, because PostgreSQL makes long texts small.
    async fn fill(&self, tx: &mut quad_db::Tx, random: &Random) -> anyhow::Result<()> {
        let mut left = self.filling;
        while left > 0 {
            let now = self.now;
            let rows: Vec<Value> = (0..left.min(5_000))
                .map(|number| {
                    let id = quad_kernel::ids::EnquiryId::new(now, random).0.simple().to_string();
                    json!([
                        id,
                        "contact",
                        "Somebody",
                        format!("somebody{number}@campus.example"),
                        hex::encode(random.bytes::<1950>()),
                        now.0
                    ])
                })
                .collect();
            store::insert(tx, "enquiries", ENQUIRIES, &rows).await.context("filling")?;
            left -= rows.len();
        }
        Ok(())
    }
}

fn question(random: &Random, now: Time, number: usize) -> Question {
    // All of one length, so that all requests of a contest are.
    let options = ["a", "b", "c", "d"].map(|letter| format!("{:.26} {letter}", words(random, 6).replace(' ', "-")));
    let id = QuestionId::new(now, random);
    Question { id, name: id.to_string(), text: format!("{}. {}?", number + 1, words(random, 28)), options }
}

const WORDS: [&str; 32] = [
    "matrix",
    "river",
    "enzyme",
    "vector",
    "tariff",
    "monsoon",
    "lattice",
    "quorum",
    "isotope",
    "ledger",
    "tensor",
    "harbour",
    "syntax",
    "glacier",
    "voltage",
    "novel",
    "axiom",
    "estuary",
    "catalyst",
    "pointer",
    "treaty",
    "orbit",
    "kernel",
    "plateau",
    "resonance",
    "census",
    "polymer",
    "delta",
    "cipher",
    "mantle",
    "integral",
    "archive",
];

fn words(random: &Random, count: usize) -> String {
    let picked: Vec<&str> = (0..count).map(|_| WORDS[random.below(WORDS.len() as u64) as usize]).collect();
    picked.join(" ")
}

fn describe(number: usize) -> String {
    format!("The {} round {number} of the season, open to everybody on the campus.", WORDS[number % WORDS.len()])
}

const USERS: &[(&str, Kind)] = &[
    ("id", Kind::Uuid),
    ("email", Kind::Text),
    ("full_name", Kind::Text),
    ("contact", Kind::Text),
    ("batch", Kind::Int),
    ("password_hash", Kind::Text),
    ("confirmed_at", Kind::Int),
    ("created_at", Kind::Int),
];
const SESSIONS: &[(&str, Kind)] = &[
    ("id", Kind::Uuid),
    ("token_hash", Kind::Bytes),
    ("user_id", Kind::Uuid),
    ("device", Kind::Text),
    ("address", Kind::Text),
    ("created_at", Kind::Int),
    ("last_seen_at", Kind::Int),
    ("expires_at", Kind::Int),
];
const CONTESTS: &[(&str, Kind)] = &[
    ("id", Kind::Uuid),
    ("owner_id", Kind::Uuid),
    ("title", Kind::Text),
    ("description", Kind::Text),
    ("starts_at", Kind::Int),
    ("ends_at", Kind::Int),
    ("is_public", Kind::Bool),
    ("frozen_at", Kind::Int),
    ("question_count", Kind::Int),
    ("next_question_no", Kind::Int),
    ("participants", Kind::Int),
    ("created_at", Kind::Int),
    ("announced_at", Kind::Int),
    ("results_told_at", Kind::Int),
];
const QUESTIONS: &[(&str, Kind)] = &[
    ("id", Kind::Uuid),
    ("contest_id", Kind::Uuid),
    ("no", Kind::Int),
    ("text", Kind::Text),
    ("option_1", Kind::Text),
    ("option_2", Kind::Text),
    ("option_3", Kind::Text),
    ("option_4", Kind::Text),
    ("accepted", Kind::Int),
    ("created_at", Kind::Int),
];
const ATTEMPTS: &[(&str, Kind)] = &[
    ("contest_id", Kind::Uuid),
    ("user_id", Kind::Uuid),
    ("joined_at", Kind::Int),
    ("correct", Kind::Int),
    ("wrong", Kind::Int),
    ("last_answer_at", Kind::Int),
];
const POLLS: &[(&str, Kind)] = &[
    ("id", Kind::Uuid),
    ("owner_id", Kind::Uuid),
    ("title", Kind::Text),
    ("organization", Kind::Text),
    ("starts_at", Kind::Int),
    ("ends_at", Kind::Int),
    ("created_at", Kind::Int),
];
const POLL_OPTIONS: &[(&str, Kind)] =
    &[("poll_id", Kind::Uuid), ("no", Kind::Int), ("text", Kind::Text), ("votes", Kind::Int)];
const ENQUIRIES: &[(&str, Kind)] = &[
    ("id", Kind::Uuid),
    ("topic", Kind::Text),
    ("name", Kind::Text),
    ("email", Kind::Text),
    ("message", Kind::Text),
    ("created_at", Kind::Int),
];
