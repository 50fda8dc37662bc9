//! Stand-in for the services that Quad calls: a payment provider and an AI provider over HTTP, and a mail server. It is
//! honest, or does one of four wrong things; what it has heard and taken it remembers.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::sleep;

/// How it behaves. Who has connected before is served as it was then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Like the real ones.
    Honest,
    /// Takes the connection and never says a word.
    Hangs,
    /// Says a byte a second.
    Drips,
    /// Says yes to everything: of orders and payments that are not those asked about, and of mail that it throws away.
    Lies,
    /// Says that it cannot now.
    Refuses,
}

impl Mode {
    /// The word for reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Honest => "honest",
            Self::Hangs => "hangs",
            Self::Drips => "drips",
            Self::Lies => "lies",
            Self::Refuses => "refuses",
        }
    }

    fn of(number: u8) -> Self {
        [Self::Hangs, Self::Drips, Self::Lies, Self::Refuses]
            .into_iter()
            .find(|mode| *mode as u8 == number)
            .unwrap_or(Self::Honest)
    }
}

/// The price of every order made here, in paise.
pub const PAISE: i64 = 900;

/// The stand-in; it ends when it is dropped.
#[derive(Debug)]
pub struct Outside {
    /// Where the providers listen.
    pub http: SocketAddr,
    /// Where the mail server listens.
    pub smtp: SocketAddr,
    known: Arc<Known>,
    _running: JoinSet<()>,
}

#[derive(Debug, Default)]
struct Known {
    mode: AtomicU8,
    orders: AtomicUsize,
    paid: Mutex<BTreeSet<String>>,
    refused_mails: AtomicUsize,
    mails: Mutex<Vec<String>>,
}

impl Outside {
    /// Begins, honest.
    pub async fn start() -> anyhow::Result<Self> {
        let known = Arc::new(Known::default());
        let (over_http, over_smtp) = (TcpListener::bind("127.0.0.1:0").await?, TcpListener::bind("127.0.0.1:0").await?);
        let (http, smtp) = (over_http.local_addr()?, over_smtp.local_addr()?);
        let mut running = JoinSet::new();
        for (listener, is_mail) in [(over_http, false), (over_smtp, true)] {
            let known = Arc::clone(&known);
            running.spawn(async move {
                let mut guests = JoinSet::new();
                while let Ok((stream, _)) = listener.accept().await {
                    let known = Arc::clone(&known);
                    guests.spawn(async move {
                        // Whoever hangs up is right.
                        let _ = if is_mail { mail(stream, &known).await } else { answer(stream, &known).await };
                    });
                }
            });
        }
        Ok(Self { http, smtp, known, _running: running })
    }

    /// From now on it behaves like this.
    pub fn be(&self, mode: Mode) {
        self.known.mode.store(mode as u8, Ordering::Relaxed);
    }

    /// Somebody pays an order; returns the payment.
    pub fn pay(&self, order: &str) -> String {
        self.known.paid.lock().unwrap_or_else(PoisonError::into_inner).insert(order.to_owned());
        payment_of(order)
    }

    /// How many mails it took, while honest, that hold all these words.
    pub fn mails_with(&self, words: &[&str]) -> usize {
        let mails = self.known.mails.lock().unwrap_or_else(PoisonError::into_inner);
        mails.iter().filter(|mail| words.iter().all(|word| mail.contains(word))).count()
    }

    /// How many mails it refused.
    pub fn refused_mails(&self) -> usize {
        self.known.refused_mails.load(Ordering::Relaxed)
    }
}

/// The payment of an order, paid or claimed to be.
pub fn payment_of(order: &str) -> String {
    order.replacen("order", "pay", 1)
}

fn payment(order: &str, paise: i64, currency: &str, status: &str) -> Value {
    json!({"id": payment_of(order), "order_id": order, "amount": paise, "currency": currency, "status": status})
}

async fn answer(stream: TcpStream, known: &Known) -> std::io::Result<()> {
    let mode = Mode::of(known.mode.load(Ordering::Relaxed));
    let mut stream = BufReader::new(stream);
    let (mut first, mut line, mut length) = (String::new(), String::new(), 0);
    stream.read_line(&mut first).await?;
    while stream.read_line(&mut line).await? > 2 {
        if let Some(number) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = number.trim().parse().unwrap_or_default();
        }
        line.clear();
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await?;
    let path = first.split(' ').nth(1).unwrap_or_default();
    let said = match mode {
        Mode::Hangs => std::future::pending().await,
        Mode::Refuses => json!({"error": {"code": "SERVER_ERROR", "description": "not now"}}),
        Mode::Honest | Mode::Drips => truth(known, path, &body),
        Mode::Lies => lie(path),
    };
    let (status, said) = (if mode == Mode::Refuses { "503 Not Now" } else { "200 OK" }, said.to_string());
    let head = format!("HTTP/1.1 {status}\r\ncontent-type: application/json\r\nconnection: close\r\n");
    say(&mut stream, mode, &format!("{head}content-length: {}\r\n\r\n{said}", said.len())).await
}

fn truth(known: &Known, path: &str, body: &[u8]) -> Value {
    if let Some(order) = path.strip_prefix("/v1/orders/").and_then(|rest| rest.strip_suffix("/payments")) {
        let is_paid = known.paid.lock().unwrap_or_else(PoisonError::into_inner).contains(order);
        let items: Vec<Value> = is_paid.then(|| payment(order, PAISE, "INR", "captured")).into_iter().collect();
        return json!({"entity": "collection", "count": items.len(), "items": items});
    }
    let asked: Value = serde_json::from_slice(body).unwrap_or_default();
    let id = format!("order_{}", known.orders.fetch_add(1, Ordering::Relaxed));
    json!({"id": id, "entity": "order", "status": "created", "amount": asked["amount"], "amount_paid": 0,
        "currency": "INR", "receipt": asked["receipt"]})
}

/// What every API would like to hear, and none of it holds when it is looked at: an order over another amount; payments of the
/// order too small, in other money, not taken or of another order; drafts with four options that are one.
fn lie(path: &str) -> Value {
    let order = path.split('/').nth(3).unwrap_or_default();
    let items = json!([
        payment(order, 100, "INR", "captured"),
        payment(order, PAISE, "USD", "captured"),
        payment(order, PAISE, "INR", "authorized"),
        payment("order_liar", PAISE, "INR", "captured"),
    ]);
    let drafts = r#"[{"question":"?","options":["a","a","a","a"]}]"#;
    json!({"id": "order_liar", "entity": "order", "status": "paid", "amount": 1, "amount_paid": PAISE, "currency": "INR",
        "count": 4, "items": items, "choices": [{"message": {"content": drafts}}]})
}

async fn mail(stream: TcpStream, known: &Known) -> std::io::Result<()> {
    let mode = Mode::of(known.mode.load(Ordering::Relaxed));
    let mut stream = BufReader::new(stream);
    match mode {
        Mode::Hangs => std::future::pending().await,
        Mode::Refuses => {
            known.refused_mails.fetch_add(1, Ordering::Relaxed);
            return say(&mut stream, mode, "421 not now\r\n").await;
        }
        Mode::Honest | Mode::Drips | Mode::Lies => say(&mut stream, mode, "220 here\r\n").await?,
    }
    let (mut letter, mut in_mail, mut line) = (String::new(), false, String::new());
    while stream.read_line(&mut line).await? > 0 {
        let word = line.split_whitespace().next().unwrap_or_default();
        let mut reply = None;
        if in_mail && line == ".\r\n" {
            in_mail = false;
            let whole = std::mem::take(&mut letter);
            if mode == Mode::Honest {
                known.mails.lock().unwrap_or_else(PoisonError::into_inner).push(whole);
            }
            reply = Some("250 taken\r\n");
        } else if in_mail {
            letter.push_str(&line);
        } else {
            in_mail = word == "DATA";
            reply = Some(match word {
                "DATA" => "354 go on\r\n",
                "QUIT" => "221 bye\r\n",
                _ => "250 yes\r\n",
            });
        }
        if let Some(reply) = reply {
            say(&mut stream, mode, reply).await?;
        }
        line.clear();
    }
    Ok(())
}

async fn say(stream: &mut BufReader<TcpStream>, mode: Mode, text: &str) -> std::io::Result<()> {
    if mode != Mode::Drips {
        return stream.write_all(text.as_bytes()).await;
    }
    for byte in text.bytes() {
        stream.write_all(&[byte]).await?;
        sleep(Duration::from_secs(1)).await;
    }
    Ok(())
}
