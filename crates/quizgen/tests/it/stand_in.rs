//! A stand-in for a provider: answers each call with the next prepared reply, in order or by a script, and keeps what it was
//! asked, byte for byte. It counts a token for every four bytes, as a rule of thumb has it. The server's stories use it, too.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::AsyncReadExt;
use tokio::net::{TcpListener, TcpStream};

/// What one call gets.
#[derive(Clone)]
pub enum Reply {
    /// A completion with this content.
    Says(String),
    /// The same, and what it cost.
    Counts(String),
    /// A status and a body.
    Status(u16, String),
    /// A status, a kind of content and a body.
    Page(u16, &'static str, String),
    /// Not before this many seconds.
    Busy(u16, u64),
    /// To be looked for somewhere else.
    Moved(u16, String),
    /// Many bytes of a completion that never ends.
    Floods(usize),
    /// A completion, a byte at a time with this pause between.
    Drips(Duration, String),
    /// Nothing, for ever.
    Hangs,
}

/// A call as it came.
#[derive(Clone)]
pub struct Heard {
    pub path: String,
    pub authorization: Option<String>,
    pub body: Vec<u8>,
}

type Script = dyn Fn(&Value) -> Reply + Send + Sync;

/// A running stand-in.
pub struct StandIn {
    pub base: String,
    heard: Arc<Mutex<Vec<Heard>>>,
    /// Connections that are open.
    open: Arc<AtomicUsize>,
}

impl StandIn {
    /// One reply after the other; then 500.
    pub async fn with(replies: impl IntoIterator<Item = Reply>) -> Self {
        let replies: Mutex<VecDeque<Reply>> = Mutex::new(replies.into_iter().collect());
        let none = || Reply::Status(500, "no more replies".into());
        Self::by(move |_| replies.lock().expect("unpoisoned").pop_front().unwrap_or_else(none)).await
    }

    /// What the script says of what was asked.
    pub async fn by(script: impl Fn(&Value) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let base = format!("http://{}/v1", listener.local_addr().expect("an address"));
        let (heard, open) = (Arc::new(Mutex::new(Vec::new())), Arc::new(AtomicUsize::new(0)));
        let (kept, counted, script): (_, _, Arc<Script>) = (heard.clone(), open.clone(), Arc::new(script));
        #[expect(clippy::disallowed_methods, reason = "a test has no application to spawn on")]
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let (kept, counted, script) = (kept.clone(), counted.clone(), script.clone());
                tokio::spawn(async move {
                    counted.fetch_add(1, Ordering::SeqCst);
                    // Two small writes would wait for each other.
                    socket.set_nodelay(true).expect("a socket");
                    serve(socket, &kept, script.as_ref()).await;
                    counted.fetch_sub(1, Ordering::SeqCst);
                });
            }
        });
        Self { base, heard, open }
    }

    /// A good provider: writes numbered questions, as many as it is asked for, and confirms all but the doubtful ones.
    pub async fn good(doubted: fn(usize) -> bool) -> Self {
        let next = AtomicUsize::new(1);
        Self::by(move |asked| good(asked, &next, doubted)).await
    }

    /// The bodies received so far.
    pub fn asked(&self) -> Vec<Value> {
        self.heard().iter().map(|heard| serde_json::from_slice(&heard.body).expect("JSON")).collect()
    }

    /// All of what was received.
    pub fn heard(&self) -> Vec<Heard> {
        self.heard.lock().expect("unpoisoned").clone()
    }

    /// How many connections are open.
    pub fn connections(&self) -> usize {
        self.open.load(Ordering::SeqCst)
    }
}

/// What a good provider says: questions, or to the second look the options that end in the place of the answer.
pub fn good(asked: &Value, next: &AtomicUsize, doubted: fn(usize) -> bool) -> Reply {
    let data = data(asked);
    let Some(looked) = data["questions"].as_array() else {
        let many = data["number"].as_u64().expect("a number") as usize;
        let first = next.fetch_add(many, Ordering::SeqCst);
        let level = data["difficulty"][0].as_str().expect("a word").to_owned();
        let list: Vec<Value> = (first..first + many)
            .map(|number| {
                let mut one = question(number, number % 4);
                one["difficulty"] = json!(level);
                one
            })
            .collect();
        return Reply::Counts(json!({ "questions": list }).to_string());
    };
    let answers: Vec<usize> = looked
        .iter()
        .map(|one| {
            let text = one["question"].as_str().expect("text");
            let number: usize = text.trim_matches(|c: char| !c.is_ascii_digit()).parse().expect("a number");
            let right = format!("{number}-{}", number % 4);
            let options = one["options"].as_array().expect("options");
            let place = options.iter().position(|option| *option == right).expect("the answer is there");
            if doubted(number) { 0 } else { place + 1 }
        })
        .collect();
    Reply::Counts(json!({ "answers": answers }).to_string())
}

/// The data part of a call: what the user's message says.
pub fn data(asked: &Value) -> Value {
    serde_json::from_str(asked["messages"][1]["content"].as_str().expect("text")).expect("JSON")
}

/// As a provider counts, by a rule of thumb.
fn tokens(bytes: usize) -> usize {
    bytes.div_ceil(4)
}

async fn serve(mut socket: TcpStream, kept: &Mutex<Vec<Heard>>, script: &Script) {
    loop {
        let Some((head, body)) = request(&mut socket).await else { return };
        let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
        let authorization = head.lines().find(|line| line.to_lowercase().starts_with("authorization:"));
        let heard = Heard { path, authorization: authorization.map(str::to_owned), body };
        let asked: Value = serde_json::from_slice(&heard.body).expect("JSON");
        let reply = script(&asked);
        let size = heard.body.len();
        kept.lock().expect("unpoisoned").push(heard);
        // A caller who goes away is noticed while the reply is being prepared.
        let mut writer = Writer(&socket);
        let done = tokio::select! {
            done = answer(&mut writer, reply, size) => done,
            () = gone(&socket) => return,
        };
        if done.is_err() {
            return;
        }
    }
}

/// Waits until the caller has closed the connection.
async fn gone(socket: &TcpStream) {
    let mut byte = [0; 1];
    loop {
        if socket.readable().await.is_err() {
            return;
        }
        match socket.try_read(&mut byte) {
            Ok(0) => return,
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
            Ok(_) => panic!("a caller waits for its answer"),
            Err(_) => return,
        }
    }
}

/// Writing to a socket that somebody else looks at.
struct Writer<'a>(&'a TcpStream);

impl Writer<'_> {
    async fn all(&mut self, mut bytes: &[u8]) -> std::io::Result<()> {
        while !bytes.is_empty() {
            self.0.writable().await?;
            match self.0.try_write(bytes) {
                Ok(written) => bytes = &bytes[written..],
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    async fn page(&mut self, status: u16, head: &str, body: &str) -> std::io::Result<()> {
        let page = format!("HTTP/1.1 {status} X\r\n{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len());
        self.all(page.as_bytes()).await
    }
}

const JSON: &str = "content-type: application/json";

async fn answer(to: &mut Writer<'_>, reply: Reply, asked: usize) -> std::io::Result<()> {
    match reply {
        Reply::Says(content) => to.page(200, JSON, &completion(&content).to_string()).await,
        Reply::Counts(content) => {
            let mut body = completion(&content);
            let (read, written) = (tokens(asked), tokens(content.len()));
            body["usage"] =
                json!({"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written});
            to.page(200, JSON, &body.to_string()).await
        }
        Reply::Status(status, body) => to.page(status, JSON, &body).await,
        Reply::Page(status, kind, body) => to.page(status, &format!("content-type: {kind}"), &body).await,
        Reply::Busy(status, seconds) => to.page(status, &format!("retry-after: {seconds}"), "{}").await,
        Reply::Moved(status, place) => to.page(status, &format!("location: {place}"), "").await,
        Reply::Floods(bytes) => {
            to.all(b"HTTP/1.1 200 X\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n").await?;
            let chunk = vec![b' '; 64 * 1024];
            for _ in 0..bytes.div_ceil(chunk.len()) {
                to.all(format!("{:x}\r\n", chunk.len()).as_bytes()).await?;
                to.all(&chunk).await?;
                to.all(b"\r\n").await?;
            }
            to.all(b"0\r\n\r\n").await
        }
        Reply::Drips(pause, content) => {
            let body = completion(&content).to_string();
            to.all(format!("HTTP/1.1 200 X\r\n{JSON}\r\ncontent-length: {}\r\n\r\n", body.len()).as_bytes()).await?;
            for byte in body.as_bytes() {
                tokio::time::sleep(pause).await;
                to.all(std::slice::from_ref(byte)).await?;
            }
            Ok(())
        }
        Reply::Hangs => std::future::pending().await,
    }
}

fn completion(content: &str) -> Value {
    json!({"choices": [{"message": {"role": "assistant", "content": content}}]})
}

async fn request(socket: &mut TcpStream) -> Option<(String, Vec<u8>)> {
    let mut bytes = Vec::new();
    let mut chunk = vec![0; 16 * 1024];
    loop {
        let read = socket.read(&mut chunk).await.ok().filter(|read| *read > 0)?;
        bytes.extend_from_slice(&chunk[..read]);
        let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else { continue };
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let length = head
            .lines()
            .find_map(|line| line.to_lowercase().strip_prefix("content-length:").map(|text| text.trim().to_owned()))
            .and_then(|text| text.parse::<usize>().ok())
            .unwrap_or(0);
        if bytes.len() >= end + 4 + length {
            return Some((head, bytes[end + 4..end + 4 + length].to_vec()));
        }
    }
}

/// A question as a provider writes it; `right` is the place of the answer.
pub fn question(number: usize, right: usize) -> Value {
    let options: Vec<String> = (0..4).map(|at| format!("{number}-{at}")).collect();
    json!({
        "question": format!("Question {number}?"), "options": options, "answer": options[right],
        "difficulty": "easy", "source": format!("Sentence {number} proves it."),
    })
}

/// The content of a completion.
pub fn questions(list: &[Value]) -> Reply {
    Reply::Says(json!({ "questions": list }).to_string())
}
