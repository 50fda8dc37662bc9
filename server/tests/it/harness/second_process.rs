//! The second of two processes, as an operating system knows them: the program of the stories, started once more for one
//! story and told what to do line by line. So nothing is shared with the first but what two machines share: the database,
//! the store of pictures. The clock stands where the story says, and mails are handed over, when the story asks.
//!
//! It ends with its standard input, and so with the story, however that ends.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::{Duration, Instant};

use quad::app::App;
use quad::jobs;
use quad_db::scratch;
use quad_kernel::clock::{Clock, Time};
use quad_mail::{Headers, Message};
use quad_operations::operations;
use quad_push::Options;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::push_service::PushService;
use super::{Browser, EVENING, log, mailer, process, settings, time, waits};

/// Its entry, as the program of the stories calls it.
const ENTRY: &str = "harness::second_process::the_second_process";
/// Nothing that is asked of it takes longer: a story would rather fail than hang.
const PATIENCE: Duration = Duration::from_mins(5);

/// What it is to be.
#[derive(Serialize, Deserialize)]
pub struct Life {
    pub environment: Vec<(String, String)>,
    pub url: String,
    /// The clock's moment.
    pub now: i64,
    pub seed: u64,
    pub connections: u32,
    /// Where it logs to, if it does.
    pub log: Option<String>,
}

/// What it is told.
#[derive(Serialize, Deserialize)]
pub enum Word {
    /// Answered with its base.
    Begin(Life),
    Clock(i64),
    /// Answered with the mails this sent.
    RunJobs,
    HashesDone,
    PushBy(Reach),
    BeSeen(String, i64),
    Log(String),
    Stop,
    Close,
}

/// How pushes find a push service of the story's.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Reach {
    address: SocketAddr,
    authority: Vec<u8>,
    is_permitted: bool,
    patience: Option<Duration>,
}

impl Reach {
    /// Its authority is trusted, every name leads there, and there may be connected to.
    pub fn of(service: &PushService) -> Self {
        Self { address: service.address, authority: service.authority.clone(), is_permitted: true, patience: None }
    }

    /// Every name leads near us, as behind a resolver of ours that is not what it should be, and nothing near us is permitted.
    pub fn forbidden(service: &PushService) -> Self {
        Self { is_permitted: false, ..Self::of(service) }
    }

    #[must_use]
    pub fn patient_for(self, time: Duration) -> Self {
        Self { patience: Some(time), ..self }
    }

    pub fn options(&self) -> Options {
        let address = self.address;
        let mut options =
            Options::default().trusting(&self.authority).expect("a certificate").looking_up(move |_| vec![address]);
        if self.is_permitted {
            options = options.permitting(IpAddr::V4(Ipv4Addr::LOCALHOST));
        }
        match self.patience {
            Some(time) => options.patient_for(time),
            None => options,
        }
    }
}

/// A mail on its way from there.
#[derive(Serialize, Deserialize)]
struct Mail {
    to: String,
    subject: String,
    text: String,
    reply_to: Option<String>,
    unsubscribe: Option<String>,
}

impl Mail {
    fn of(message: Message) -> Self {
        let Message { to, subject, text, headers: Headers { reply_to, unsubscribe } } = message;
        Self { to, subject, text, reply_to, unsubscribe }
    }
}

/// A word and its answer carry the same number; what takes long holds up nothing else.
#[derive(Serialize, Deserialize)]
struct Numbered<T> {
    number: u64,
    what: T,
}

/// The process, seen from the story's own; killed when dropped.
pub struct Apart {
    child: Child,
    /// Until the story hangs up.
    input: Mutex<Option<ChildStdin>>,
    numbers: AtomicU64,
    /// Who waits for which answer; nothing any more when it has ended.
    asking: Arc<Mutex<Option<Asking>>>,
}

type Asking = HashMap<u64, mpsc::Sender<Value>>;

impl Apart {
    /// Starts it; to begin is the first thing it is told.
    pub fn start() -> Self {
        let mut command = Command::new(std::env::current_exe().expect("this program"));
        command.args([ENTRY, "--exact", "--ignored", "--nocapture"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it runs");
        let input = Mutex::new(child.stdin.take());
        let output = BufReader::new(child.stdout.take().expect("its output"));
        let asking = Arc::new(Mutex::new(Some(Asking::new())));
        let told = Arc::clone(&asking);
        std::thread::spawn(move || {
            // Beside the answers there is what a test runner says.
            for line in output.lines().map_while(Result::ok).filter(|line| line.starts_with('{')) {
                let Numbered { number, what } = serde_json::from_str(&line).expect("an answer");
                if let Some(asker) = lock(&told).as_mut().and_then(|asking| asking.remove(&number)) {
                    // The story may be over.
                    let _ = asker.send(what);
                }
            }
            // Whoever waits hears that nobody answers.
            lock(&told).take();
        });
        Self { child, input, numbers: AtomicU64::new(0), asking }
    }

    /// Tells it something and waits until that is done, the caller's thread too: for what takes no time.
    pub fn ask<T: DeserializeOwned>(&self, word: Word) -> T {
        answer(&self.tell(word))
    }

    /// Tells it something and waits until that is done.
    pub async fn ask_and_wait<T: DeserializeOwned + Send + 'static>(&self, word: Word) -> T {
        let asked = self.tell(word);
        tokio::task::spawn_blocking(move || answer(&asked)).await.expect("the second process does what it is told")
    }

    /// Runs its due jobs; returns the mails they sent.
    pub async fn run_jobs(&self) -> Vec<Message> {
        let letters: Vec<Mail> = self.ask_and_wait(Word::RunJobs).await;
        let message = |Mail { to, subject, text, reply_to, unsubscribe }| Message {
            to,
            subject,
            text,
            headers: Headers { reply_to, unsubscribe },
        };
        letters.into_iter().map(message).collect()
    }

    fn tell(&self, word: Word) -> mpsc::Receiver<Value> {
        let number = self.numbers.fetch_add(1, Ordering::Relaxed);
        let (sender, receiver) = mpsc::channel();
        lock(&self.asking).as_mut().expect("the second process runs").insert(number, sender);
        let line = serde_json::to_string(&Numbered { number, what: word }).expect("JSON");
        let mut input = lock(&self.input);
        let told = input.as_mut().expect("a line").write_all(format!("{line}\n").as_bytes());
        told.expect("the second process listens");
        receiver
    }
}

impl Drop for Apart {
    fn drop(&mut self) {
        // Gone already is as good.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn answer<T: DeserializeOwned>(asked: &mpsc::Receiver<Value>) -> T {
    let said = asked.recv_timeout(PATIENCE).expect("the second process answers");
    serde_json::from_value(said).expect("its answer")
}

/// The process itself. Without a first word, as when somebody runs all ignored tests, there is nothing to do.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "the second process of a story, which starts it"]
async fn the_second_process() {
    let (sender, mut words) = tokio::sync::mpsc::unbounded_channel();
    std::thread::spawn(move || {
        for line in std::io::stdin().lines().map_while(Result::ok) {
            let word: Numbered<Word> = serde_json::from_str(&line).expect("a word");
            if sender.send(word).is_err() {
                return;
            }
        }
    });
    let Some(Numbered { number, what: Word::Begin(life) }) = words.recv().await else { return };
    let second = Arc::new(Served::begin(life).await);
    say(number, &second.base);
    let mut work = JoinSet::new();
    loop {
        tokio::select! {
            word = words.recv() => {
                let Some(Numbered { number, what }) = word else { return };
                let second = Arc::clone(&second);
                work.spawn(async move { say(number, &second.does(what).await) });
            }
            // Whatever breaks ends it: the story hears that nobody answers.
            Some(done) = work.join_next() => done.expect("it did what it was told"),
        }
    }
}

/// Nobody is left behind by a story that was killed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_ends_with_its_input() {
    let database = scratch::sqlite().expect("a folder for the database");
    let (mut apart, now) = (Apart::start(), time(EVENING).0);
    let life = Life { environment: Vec::new(), url: database.url.clone(), now, seed: 1, connections: 1, log: None };
    let base: String = apart.ask_and_wait(Word::Begin(life)).await;
    Browser::new(&base).get("/site").await.expect(200);
    lock(&apart.input).take();
    let began = Instant::now();
    while apart.child.try_wait().expect("a process").is_none() {
        assert!(began.elapsed() < Duration::from_mins(1), "it does not end");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

fn say(number: u64, what: &impl Serialize) {
    let line = serde_json::to_string(&Numbered { number, what }).expect("JSON");
    // One write, on a line of its own whatever the test runner is about to say.
    std::io::stdout().write_all(format!("\n{line}\n").as_bytes()).expect("the story listens");
}

/// The application in its own process.
struct Served {
    app: App,
    base: String,
    /// Mails handed over so far.
    handed: Mutex<usize>,
}

impl Served {
    async fn begin(life: Life) -> Self {
        if let Some(place) = &life.log {
            log::join(place);
        }
        let environment: Vec<(&str, &str)> = life.environment.iter().map(|(name, value)| (&**name, &**value)).collect();
        let settings = settings(&environment);
        let mail = mailer(&settings);
        let clock = Clock::fixed(Time(life.now));
        let (app, base) = process(settings, &life.url, clock, life.seed, mail, life.connections, waits()).await;
        Self { app, base, handed: Mutex::new(0) }
    }

    async fn does(&self, word: Word) -> Value {
        match word {
            Word::Begin(_) => unreachable!("it has begun"),
            Word::Clock(moment) => self.app.clock.set(Time(moment)),
            Word::RunJobs => {
                jobs::worker(&self.app).run_due().await.expect("the jobs run");
                let all = self.app.mail.kept();
                let mut handed = lock(&self.handed);
                let news: Vec<Mail> = all.into_iter().skip(*handed).map(Mail::of).collect();
                *handed += news.len();
                return json!(news);
            }
            Word::HashesDone => return json!(self.app.passwords.work_done()),
            Word::PushBy(reach) => self.app.push.reach_by(reach.options()),
            Word::BeSeen(does, began) => {
                operations::send_heartbeat(&self.app, does.leak(), Time(began)).await.expect("seen");
            }
            Word::Log(place) => log::join(&place),
            Word::Stop => self.app.stop.cancel(),
            Word::Close => self.app.close().await,
        }
        Value::Null
    }
}
