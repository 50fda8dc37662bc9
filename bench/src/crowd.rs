//! Crowd of phones: each person joins at a moment of their own, fetches the paper and then the pictures of its questions, as the contest
//! screen does, and afterwards changes answers.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use anyhow::Context;
use quad_kernel::ids::Random;
use quad_load::{Arrivals, Connection, Reply, Report, Request, Tally, Work};
use serde_json::{Value, json};
use tokio::sync::OnceCell;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::bench::PATIENCE;
use crate::campus::Campus;
use crate::mixed_contest::{change, joining};
use crate::requests;

/// The kinds of contests that the newest client plays.
const KINDS: u32 = 5;
/// Numbers of changes begin here: above all that a device counts from.
const FIRST_SEQ: usize = 1_000_000_000;

/// A question of a paper.
#[derive(Debug)]
struct PaperQuestion {
    id: String,
    kind: String,
    /// Addresses of its pictures in the small size.
    pictures: Vec<String>,
}

/// What is on a paper, read by the first who has it.
type Paper = Arc<OnceCell<Vec<PaperQuestion>>>;

/// All who join a contest.
#[derive(Debug)]
pub struct Crowd {
    campus: Arc<Campus>,
    contest: usize,
    /// The longest wait for the pictures of a next question.
    spread: Duration,
    /// From coming to having the paper.
    pub papers: Tally,
    /// From coming to having the pictures of the first question as well.
    pub first: Tally,
    /// From asking for a picture to having it.
    pub pictures: Tally,
    most_bytes: AtomicUsize,
    /// All papers, by their bytes as they are sent: nobody is told which of them is whose.
    known: Mutex<BTreeMap<u64, Paper>>,
    /// The paper of each person, by its bytes.
    dealt: Vec<OnceLock<u64>>,
}

impl Crowd {
    /// Nobody has come yet.
    pub fn new(campus: &Arc<Campus>, contest: usize, spread: Duration) -> Self {
        Self {
            campus: Arc::clone(campus),
            contest,
            spread,
            papers: Tally::new(),
            first: Tally::new(),
            pictures: Tally::new(),
            most_bytes: AtomicUsize::new(0),
            known: Mutex::default(),
            dealt: (0..joining(campus)).map(|_| OnceLock::new()).collect(),
        }
    }

    /// Everybody comes, leafs through the paper and goes.
    pub async fn come(self: &Arc<Self>, server: SocketAddr, arrivals: &Arrivals) -> Report {
        let started = Instant::now();
        let mut people = JoinSet::new();
        for (person, moment) in arrivals.moments().iter().enumerate() {
            let (crowd, intended) = (Arc::clone(self), started + *moment);
            people.spawn(async move {
                tokio::time::sleep_until(intended).await;
                let mut connection = Connection::new(server, PATIENCE);
                let bytes = crowd.phone(&mut connection, person, intended).await;
                crowd.most_bytes.fetch_max(bytes, Ordering::Relaxed);
            });
        }
        while people.join_next().await.is_some() {}
        Report { took: started.elapsed(), ..self.papers.report() }
    }

    /// One of them; returns how many bytes of bodies it got.
    async fn phone(&self, connection: &mut Connection, person: usize, intended: Instant) -> usize {
        let (who, contest) = (&self.campus.people[person], &self.campus.contests[self.contest]);
        let intended = intended.into_std();
        let body = json!({"contestId": contest.id.to_string(), "userId": who.name, "intent": "join", "kinds": KINDS});
        let join = Request::post("/api/complete").cookie(&who.cookie).json(body.to_string()).bytes();
        let joined = connection.send(&join).await;
        let Some(size) = joined.as_ref().ok().filter(|reply| reply.is_success()).map(|reply| reply.body.len()) else {
            self.papers.record(intended, &joined);
            return 0;
        };
        let paper = connection.send(&requests::paper(contest).cookie(&who.cookie).bytes()).await;
        self.papers.record(intended, &paper);
        let told = paper.ok().filter(Reply::is_success).map(|reply| (hash(reply.body), reply.body.len()));
        let Some((key, of_paper)) = told else { return size };
        let mut bytes = size + of_paper;
        let known = Arc::clone(self.papers_known().entry(key).or_default());
        // The first with a paper reads it once more, not compressed, for all who have it.
        let plain = requests::plain_paper(contest).cookie(&who.cookie).bytes();
        let Ok(paper) = known.get_or_try_init(|| read_paper(connection, &plain)).await else { return bytes };
        if let Some(dealt) = self.dealt.get(person) {
            let _ = dealt.set(key);
        }
        // Everybody has another order.
        let (dice, from) = (Random::seeded(person as u64), person % paper.len().max(1));
        for (at, question) in paper.iter().cycle().skip(from).take(paper.len()).enumerate() {
            if at > 0 && !question.pictures.is_empty() {
                tokio::time::sleep(self.spread.mul_f64(dice.below(1_000) as f64 / 1e3)).await;
            }
            for picture in &question.pictures {
                let asked = Instant::now().into_std();
                let reply = connection.send(&Request::get(picture).cookie(&who.cookie).bytes()).await;
                self.pictures.record(asked, &reply);
                bytes += reply.map_or(0, |reply| reply.body.len());
            }
            if at == 0 {
                self.first.done(intended);
            }
        }
        bytes
    }

    /// The most bytes that one phone got.
    pub fn most_bytes(&self) -> usize {
        self.most_bytes.load(Ordering::Relaxed)
    }

    /// How many papers somebody has.
    pub fn variants(&self) -> usize {
        self.papers_known().len()
    }

    /// The address of a picture that somebody has on the paper.
    pub fn any_picture(&self) -> anyhow::Result<String> {
        let known = self.papers_known();
        let mut questions = known.values().filter_map(|paper| paper.get()).flatten();
        questions.find_map(|question| question.pictures.first().cloned()).context("no paper has a picture")
    }

    fn papers_known(&self) -> MutexGuard<'_, BTreeMap<u64, Paper>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

async fn read_paper(connection: &mut Connection, request: &[u8]) -> anyhow::Result<Vec<PaperQuestion>> {
    let reply = connection.send(request).await?;
    let said: Value = serde_json::from_slice(reply.body)?;
    let questions = said["QuestionSet"].as_array().context("a paper has questions")?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let shown = |one: &Value| {
        let pictures = one["pictures"].as_array().map(|all| all.iter().map(|picture| text(&picture["urls"]["480"])));
        PaperQuestion {
            id: text(&one["_id"]),
            kind: text(&one["kind"]),
            pictures: pictures.map(Iterator::collect).unwrap_or_default(),
        }
    };
    Ok(questions.iter().map(shown).collect())
}

/// Path and kind of each question on a paper.
type Addresses = Arc<[(String, String)]>;

/// Changes of everybody's answers: the first question of all on their papers, then the second of all, and again from the first.
#[derive(Clone, Debug)]
pub struct Changes {
    campus: Arc<Campus>,
    /// By person.
    papers: Arc<[Addresses]>,
}

impl Changes {
    /// Of all who have come, which has to be everybody.
    pub fn new(campus: &Arc<Campus>, contest: usize, crowd: &Crowd) -> anyhow::Result<Self> {
        let at = format!("/api/contests/{}/answers", campus.contests[contest].id);
        let of = |shown: &PaperQuestion| (format!("{at}/{}", shown.id), shown.kind.clone());
        let known = crowd.papers_known();
        let lists: BTreeMap<u64, Addresses> =
            known.iter().map(|(key, paper)| (*key, paper.get().into_iter().flatten().map(of).collect())).collect();
        let of_person = |dealt: &OnceLock<u64>| dealt.get().and_then(|key| lists.get(key)).cloned();
        let papers: Option<Vec<_>> = crowd.dealt.iter().map(of_person).collect();
        let papers = papers.context("not everybody has a paper")?;
        anyhow::ensure!(papers.iter().all(|paper| !paper.is_empty()), "a paper has no question");
        Ok(Self { campus: Arc::clone(campus), papers: papers.into() })
    }

    /// How many answers there are to change.
    pub fn different(&self) -> u64 {
        self.papers.iter().map(|paper| paper.len() as u64).sum()
    }
}

impl Work for Changes {
    fn write(&self, number: usize, request: &mut Vec<u8>) {
        let (person, turn) = (number % self.papers.len(), number / self.papers.len());
        let paper = &self.papers[person];
        let (path, kind) = &paper[turn % paper.len()];
        let body = change(kind, number + turn, FIRST_SEQ + number);
        let cookie = &self.campus.people[person].cookie;
        for piece in
            ["PUT ", path, " HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncookie: ", cookie]
        {
            request.extend_from_slice(piece.as_bytes());
        }
        request.extend_from_slice(format!("\r\ncontent-length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    /// Its number is the highest, so it has to stand.
    fn accept(&self, _: usize, reply: &Reply<'_>) -> bool {
        const STANDS: &[u8] = b"\"saved\":true";
        reply.is_success() && reply.body.windows(STANDS.len()).any(|piece| piece == STANDS)
    }
}
