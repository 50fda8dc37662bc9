//! Crowd: people who join, answer, hand in and vote without end, some of them twice, with another option, in somebody
//! else's name or where they have no business. What they do is drawn from a seed; only how fast they are is not.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use quad_kernel::ids::Random;
use quad_load::{Connection, Request};
use quad_testbed::campus::{Campus, Person};
use serde_json::json;
use tokio::task::JoinSet;

use crate::journal::{Deed, Journal};
use crate::stand::Stand;

/// How long somebody waits for a reply.
pub const PATIENCE: Duration = Duration::from_secs(20);
/// How long before the next, after one that went well, at most.
const PAUSE_MS: u64 = 8;
/// And after one that did not.
const BREATH: Duration = Duration::from_millis(50);
/// How often something is sent that the server cannot take now.
const TRIES: u32 = 5;

/// People at work.
#[derive(Debug)]
pub struct Crowd {
    over: Arc<AtomicBool>,
    work: JoinSet<anyhow::Result<()>>,
}

impl Crowd {
    /// Everybody begins, each lane with people of its own.
    pub fn begin(stand: &Stand<'_>, lanes: usize, seed: u64) -> Self {
        let over = Arc::new(AtomicBool::new(false));
        let mut work = JoinSet::new();
        for lane in 0..lanes {
            let people = (lane..stand.campus.people.len()).step_by(lanes).map(Student::new).collect();
            let lane = Lane {
                campus: Arc::clone(&stand.campus),
                journal: Arc::clone(&stand.journal),
                address: stand.address,
                random: Random::seeded(seed.wrapping_mul(1_000).wrapping_add(lane as u64)),
                people,
            };
            work.spawn(lane.work(Arc::clone(&over)));
        }
        Self { over, work }
    }

    /// Lets everybody come to an end.
    pub async fn end(mut self) -> anyhow::Result<()> {
        self.over.store(true, Ordering::Relaxed);
        while let Some(done) = self.work.join_next().await {
            done??;
        }
        Ok(())
    }
}

struct Lane {
    campus: Arc<Campus>,
    journal: Arc<Journal>,
    address: SocketAddr,
    random: Random,
    people: Vec<Student>,
}

/// What somebody remembers of what they did.
struct Student {
    who: usize,
    joined: Vec<usize>,
    answered: Vec<(usize, usize, usize)>,
    next: usize,
}

impl Student {
    fn new(who: usize) -> Self {
        Self { who, joined: Vec::new(), answered: Vec::new(), next: 0 }
    }
}

impl Lane {
    async fn work(mut self, over: Arc<AtomicBool>) -> anyhow::Result<()> {
        let mut line = Connection::new(self.address, PATIENCE);
        while !over.load(Ordering::Relaxed) && !self.people.is_empty() {
            let place = self.random.below(self.people.len() as u64) as usize;
            let deed = self.next(place);
            let status = send(&mut line, &self.journal, &self.campus, self.people[place].who, deed).await?;
            if let (Deed::Join(contest), 200..=299) = (deed, status.unwrap_or_default())
                && !self.people[place].joined.contains(&contest)
            {
                self.people[place].joined.push(contest);
            }
            let is_well = status.is_some_and(|status| status < 500);
            tokio::time::sleep(if is_well { Duration::from_millis(self.random.below(PAUSE_MS)) } else { BREATH }).await;
        }
        Ok(())
    }

    fn next(&mut self, place: usize) -> Deed {
        let (contests, polls) = (self.campus.contests.len(), self.campus.polls.len());
        let below = |number: usize| self.random.below(number as u64) as usize;
        let (roll, option) = (below(100), below(4));
        let any = below(contests);
        let student = &mut self.people[place];
        let forgets = Deed::Join(any);
        match roll {
            0..6 => forgets,
            6..12 if polls > 0 => Deed::Vote(below(polls), option),
            12..14 => Deed::Answer(any, below(self.campus.contests[any].questions.len()), option),
            14..16 => {
                let of = (student.who + 1 + below(self.campus.people.len() - 1)) % self.campus.people.len();
                Deed::Forge(any, below(self.campus.contests[any].questions.len()), option, of)
            }
            16 if student.joined.len() > 2 => Deed::Submit(student.joined[below(student.joined.len())]),
            17..25 if !student.answered.is_empty() => {
                let (contest, question, given) = student.answered[below(student.answered.len())];
                // The same again, as a browser that heard nothing; or another option, as nobody should.
                Deed::Answer(contest, question, if roll < 22 { given } else { option })
            }
            _ if student.joined.is_empty() => forgets,
            _ => {
                let contest = student.joined[student.next % student.joined.len()];
                let questions = self.campus.contests[contest].questions.len();
                let question = (student.next / student.joined.len()) % questions;
                student.next += 1;
                student.answered.push((contest, question, option));
                Deed::Answer(contest, question, option)
            }
        }
    }
}

/// Does it, with a line in the journal before and after; nothing when there is no reply.
pub async fn send(
    line: &mut Connection,
    journal: &Journal,
    campus: &Campus,
    who: usize,
    deed: Deed,
) -> anyhow::Result<Option<u16>> {
    Ok(heard(line, journal, campus, who, deed).await?.map(|(status, _)| status))
}

/// The same, with the pause that the server asks for.
async fn heard(
    line: &mut Connection,
    journal: &Journal,
    campus: &Campus,
    who: usize,
    deed: Deed,
) -> anyhow::Result<Option<(u16, Duration)>> {
    let request = request(campus, who, deed);
    let number = journal.sending(who, deed)?;
    match line.send(&request).await {
        Ok(reply) => {
            let seconds = reply.head("retry-after").and_then(|seconds| seconds.parse().ok()).unwrap_or_default();
            journal.heard(number, reply.status)?;
            Ok(Some((reply.status, Duration::from_secs(seconds))))
        }
        Err(_) => Ok(None),
    }
}

/// Sends it until it is taken or refused for good, with the pauses that a browser makes (web/src/features/attempts/outbox.ts):
/// they double, and are as long as the server asks for.
pub async fn send_until_settled(
    line: &mut Connection,
    journal: &Journal,
    campus: &Campus,
    who: usize,
    deed: Deed,
    random: &Random,
) -> anyhow::Result<()> {
    for failures in 0..TRIES {
        let asked = match heard(line, journal, campus, who, deed).await? {
            Some((408 | 429 | 500.., asked)) => asked,
            None => Duration::ZERO,
            Some(_) => break,
        };
        let chance = random.below(1_000) as f64 / 1_000.0;
        let pause = Duration::from_secs(1 << failures).mul_f64(0.5 + chance / 2.0);
        tokio::time::sleep(pause.max(asked.mul_f64(1.0 + chance / 4.0))).await;
    }
    Ok(())
}

/// The bytes of what somebody does.
pub fn request(campus: &Campus, who: usize, deed: Deed) -> Vec<u8> {
    let person = &campus.people[who];
    let post = |path: &str, body: serde_json::Value| Request::post(path).cookie(&person.cookie).json(body.to_string());
    let complete = |contest: usize, intent: &str| {
        let id = campus.contests[contest].id.to_string();
        post("/api/complete", json!({"contestId": id, "userId": person.name, "intent": intent}))
    };
    let answer = |contest: usize, question: usize, option: usize, of: &Person| {
        let contest = &campus.contests[contest];
        let question = &contest.questions[question];
        let body = json!({"UserId": of.name, "ContestId": contest.id.to_string(), "QuestionId": question.name,
            "Answer": question.options[option]});
        post("/api/post/answer", body)
    };
    let request = match deed {
        Deed::Join(contest) => complete(contest, "join"),
        Deed::Submit(contest) => complete(contest, "submit"),
        Deed::Answer(contest, question, option) => answer(contest, question, option, person),
        Deed::Forge(contest, question, option, of) => answer(contest, question, option, &campus.people[of]),
        Deed::Vote(poll, option) => {
            post("/api/voting/vote", json!({"pollId": campus.polls[poll].to_string(), "index": option}))
        }
    };
    request.bytes()
}
