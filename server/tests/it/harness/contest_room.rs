//! A room of students who join contests and answer without end, each on a kept connection of its own, and what they were told.
//! Nothing is sent again behind a story's back: each request is one outcome. What was refused is sent again as the next one,
//! as the browser's outbox does.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use quad_load::{Connection, Failure, Request};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::{Browser, Made, PASSWORD, question};

/// Nobody waits longer for an answer.
const PATIENCE: Duration = Duration::from_secs(40);
const LETTERS: [&str; 4] = ["A", "B", "C", "D"];

/// One student at one contest.
#[derive(Clone)]
pub struct Student {
    pub browser: Browser,
    pub cookie: String,
    number: usize,
}

/// Running contests: they sit in the first, and join the next when they are through.
pub struct Room {
    pub owner: Browser,
    pub contest: Arc<Made>,
    pub later: Arc<[Made]>,
    pub students: Vec<Student>,
}

/// How long a student thinks after a request that succeeded.
#[derive(Clone, Copy)]
enum Pause {
    /// As good as not at all.
    None,
    /// Up to so long.
    UpTo(Duration),
    /// Just so long.
    Steady(Duration),
}

/// What became of one request.
pub struct Result {
    /// 0 when there was no reply.
    pub status: u16,
    /// Why there was none, or the body.
    pub said: String,
    pub retry_after: Option<String>,
    pub took: Duration,
    pub at: Instant,
}

/// What the room was told in the end.
#[derive(Default)]
pub struct Heard {
    /// Student, question: acknowledged. Questions are counted through all contests.
    pub acknowledged: Vec<(usize, usize)>,
    /// When each answer was taken that had not been taken before.
    pub taken_at: Vec<Instant>,
    /// Student, contest: joined under way.
    pub joined: Vec<(usize, usize)>,
    pub outcomes: Vec<Result>,
    /// Requests sent once more because a connection that had been idle was closed unanswered, as browsers do.
    pub repeated: usize,
}

/// Students at work.
pub struct Load {
    over: Arc<AtomicBool>,
    acknowledged: Arc<AtomicUsize>,
    work: JoinSet<Heard>,
}

/// Which letter a student gives to a question, always the same.
fn letter(student: usize, question: usize) -> &'static str {
    LETTERS[(student + question) % 4]
}

impl Room {
    /// Registers an owner and the students, and lets them join a contest. The server must not charge for contests.
    pub async fn open(base: &str, students: usize, questions: usize) -> Self {
        Self::open_with(base, students, &[questions]).await
    }

    /// With contests of so many questions each.
    pub async fn open_with(base: &str, students: usize, contests: &[usize]) -> Self {
        // Fails only when there is one already, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut owner = Student::register(base, "olga", usize::MAX).await;
        let serve = owner.browser.get("/checklogged").await;
        let now = serve.headers["date"].to_str().expect("a date").to_owned();
        let now = httpdate::parse_http_date(&now).expect("a date");
        let moment = |seconds: u64| {
            let since = (now + Duration::from_secs(seconds)).duration_since(std::time::UNIX_EPOCH).expect("a moment");
            quad_kernel::clock::Time(since.as_millis() as i64).to_rfc3339()
        };
        let mut made = Vec::new();
        for (place, questions) in contests.iter().enumerate() {
            let asked = json!({"title": format!("Friday Quiz {place}"), "description": "", "isPublic": true,
                "QuestionSet": [], "startDate": moment(0), "endDate": moment(7200)});
            let said = owner.browser.post("/post/createcontest", asked).await.expect(201);
            let id = said["contest"]["_id"].as_str().expect("an id").to_owned();
            let mut ids = Vec::new();
            for number in 0..*questions {
                let said = owner.browser.post("/post/addQuestion", question(&id, number, 0)).await.expect(201);
                ids.push(said["question"]["_id"].as_str().expect("an id").to_owned());
            }
            made.push(Made { id, questions: ids });
        }
        owner.browser.come_once();
        let later = made.split_off(1);
        let contest = made.pop().expect("a contest");
        let mut seated = Vec::new();
        for number in 0..students {
            let mut student = Student::register(base, &format!("student{number}"), number).await;
            student.browser.join(&contest).await;
            student.browser.come_once();
            seated.push(student);
        }
        Self { owner: owner.browser, contest: Arc::new(contest), later: later.into(), students: seated }
    }

    fn contests(&self) -> impl Iterator<Item = &Made> {
        std::iter::once(&*self.contest).chain(&*self.later)
    }

    /// Everybody begins to answer at `base`; every fourth student thinks for up to `longest_pause` in between, the others
    /// do not think at all.
    pub fn begin(&self, base: &str, longest_pause: Duration) -> Load {
        let thinks = |student: &Student| student.number.is_multiple_of(4) && !longest_pause.is_zero();
        self.work(base, |student| if thinks(student) { Pause::UpTo(longest_pause) } else { Pause::None })
    }

    /// Everybody begins, and thinks so long after each request: so that there are new answers as long as the story lasts.
    pub fn begin_steadily(&self, base: &str, pause: Duration) -> Load {
        self.work(base, |_| Pause::Steady(pause))
    }

    fn work(&self, base: &str, pause: impl Fn(&Student) -> Pause) -> Load {
        let over = Arc::new(AtomicBool::new(false));
        let acknowledged = Arc::new(AtomicUsize::new(0));
        let at: SocketAddr = base.trim_start_matches("http://").parse().expect("an address");
        let mut work = JoinSet::new();
        for student in self.students.clone() {
            let contests: Vec<Made> = self.contests().cloned().collect();
            let (pause, over, acknowledged) = (pause(&student), Arc::clone(&over), Arc::clone(&acknowledged));
            work.spawn(async move { student.work(at, &contests, &over, &acknowledged, pause).await });
        }
        Load { over, acknowledged, work }
    }

    /// Whatever was acknowledged is stored, as it was given.
    pub async fn nothing_is_lost(&self, base: &str, heard: &Heard) {
        for student in &self.students {
            let mut first = 0;
            for (place, contest) in self.contests().enumerate() {
                let path = format!("/contests/{}/attempt", contest.id);
                let attempt = student.browser.at(base).get(&path).await.expect(200);
                let own = |(number, _): &&(usize, usize)| *number == student.number;
                if heard.joined.iter().filter(own).any(|(_, joined)| *joined == place) {
                    assert_eq!(attempt["joined"], true, "student {}, contest {place}: {attempt}", student.number);
                }
                let here = first..first + contest.questions.len();
                for (_, number) in heard.acknowledged.iter().filter(own).filter(|(_, number)| here.contains(number)) {
                    let question = number - first;
                    let stored = &attempt["answered"][&contest.questions[question]];
                    let given = format!("{question}-{}", letter(student.number, question));
                    assert_eq!(stored, &Value::from(given), "student {}, question {number}: {attempt}", student.number);
                }
                first = here.end;
            }
        }
    }
}

impl Load {
    /// How many answers have been acknowledged so far.
    pub fn acknowledged(&self) -> usize {
        self.acknowledged.load(Ordering::Relaxed)
    }

    /// Lets everybody come to an end, and tells what they were told.
    pub async fn end(mut self) -> Heard {
        self.over.store(true, Ordering::Relaxed);
        let mut all = Heard::default();
        while let Some(heard) = self.work.join_next().await {
            let heard = heard.expect("a student came to the end");
            all.acknowledged.extend(heard.acknowledged);
            all.taken_at.extend(heard.taken_at);
            all.joined.extend(heard.joined);
            all.outcomes.extend(heard.outcomes);
            all.repeated += heard.repeated;
        }
        all
    }
}

impl Student {
    async fn register(base: &str, name: &str, number: usize) -> Self {
        let mut browser = Browser::coming_again(base);
        let email = format!("{name}@meridian.example");
        let person = json!({"fullName": "Some Student", "email": email, "contact": "9000000001", "role": "USER",
            "passWord": PASSWORD, "contestgiven": [], "Batch": 2026});
        browser.post("/register", person).await.expect(201);
        let answer = browser.post("/login", json!({"email": email, "passWord": PASSWORD})).await;
        let cookies = answer.headers.get_all("set-cookie").iter().filter_map(|cookie| cookie.to_str().ok());
        let session = cookies.filter_map(|cookie| cookie.split(';').next()).find(|pair| pair.contains("session="));
        let cookie = session.expect("a session").to_owned();
        answer.expect(200)["_id"].as_str().expect("an id").clone_into(&mut browser.id);
        Self { browser, cookie, number }
    }

    fn answer(&self, contest: &Made, question: usize) -> Vec<u8> {
        let body = json!({"UserId": self.browser.id, "ContestId": contest.id, "QuestionId": contest.questions[question],
            "Answer": format!("{question}-{}", letter(self.number, question))});
        Request::post("/api/post/answer").cookie(&self.cookie).json(body.to_string()).bytes()
    }

    fn join(&self, contest: &Made) -> Vec<u8> {
        let body = json!({"contestId": contest.id, "userId": self.browser.id, "intent": "join"});
        Request::post("/api/complete").cookie(&self.cookie).json(body.to_string()).bytes()
    }

    async fn work(
        self,
        at: SocketAddr,
        contests: &[Made],
        over: &AtomicBool,
        acknowledged: &AtomicUsize,
        pause: Pause,
    ) -> Heard {
        let mut line = Connection::new(at, PATIENCE);
        let mut heard = Heard::default();
        // Of which contest, and where in it.
        let places = |contest: usize| (0..contests[contest].questions.len()).map(move |question| (contest, question));
        let all: Vec<(usize, usize)> = (0..contests.len()).flat_map(places).collect();
        let (mut answered, mut looks, mut joined) = (0, false, 0);
        for turn in 0_u32.. {
            if over.load(Ordering::Relaxed) {
                break;
            }
            // Again from the first when through: the same answer again is a success.
            let (place, question) = all[answered % all.len()];
            let (contest, joins) = (&contests[place], place > joined);
            let request = if joins {
                self.join(contest)
            } else if looks {
                Request::get(&format!("/api/contests/{}/attempt", contest.id)).cookie(&self.cookie).bytes()
            } else {
                self.answer(contest, question)
            };
            let mut outcome = exchange(&mut line, &request).await;
            if outcome.closed_while_idle && !matches!(pause, Pause::None) {
                heard.repeated += 1;
                outcome = exchange(&mut line, &request).await;
            }
            let Result { status, at, took, .. } = outcome.outcome;
            heard.outcomes.push(outcome.outcome);
            if status != 200 {
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
            if joins {
                joined = place;
                heard.joined.push((self.number, place));
            } else if looks {
                looks = false;
            } else {
                if answered < all.len() {
                    heard.taken_at.push(at + took);
                }
                heard.acknowledged.push((self.number, answered % all.len()));
                acknowledged.fetch_add(1, Ordering::Relaxed);
                answered += 1;
                looks = true;
            }
            tokio::time::sleep(match pause {
                Pause::None => Duration::from_millis(5),
                Pause::UpTo(longest) => longest * (turn % 5) / 4,
                Pause::Steady(pause) => pause,
            })
            .await;
        }
        heard
    }
}

struct Exchange {
    outcome: Result,
    closed_while_idle: bool,
}

async fn exchange(line: &mut Connection, request: &[u8]) -> Exchange {
    let (at, opened) = (Instant::now(), line.opened());
    let result = line.send(request).await;
    let took = at.elapsed();
    match result {
        Ok(reply) => {
            let retry_after = reply.head("retry-after").map(str::to_owned);
            let said = String::from_utf8_lossy(reply.body).into_owned();
            let outcome = Result { status: reply.status, said, retry_after, took, at };
            Exchange { outcome, closed_while_idle: false }
        }
        Err(failure) => {
            let broke = matches!(failure, Failure::Closed | Failure::Broken(_));
            let outcome = Result { status: 0, said: failure.to_string(), retry_after: None, took, at };
            Exchange { outcome, closed_while_idle: broke && line.opened() == opened }
        }
    }
}
