//! *endpoints*: what Quad calls outside – mail, payment, AI – hangs, drips or lies. People at work do not notice, whoever
//! asked for it is told in time and in the right words, and no lie is believed: nobody has a credit that nobody paid for.
//! When the payment provider is honest again, what was really paid meanwhile is there, once.
//!
//! Push is a fault of its own (`push`): its addresses must be public and https, for which the binary must be another one.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};
use quad_db::Engine;
use quad_load::{Connection, Request};
use quad_pay::sign;
use quad_stage::campus::Person;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::Torture;
use crate::crowd::Crowd;
use crate::report::{Told, quickness};
use crate::stand::Stand;
use crate::store;

/// Whoever asks is told within this: drafting may take the longest, 90 s in all.
const TOLD_WITHIN: Duration = Duration::from_secs(100);
const QUICK: Duration = Duration::from_secs(1);
const HANG: u8 = 0;
const DRIP: u8 = 1;
const LIE: u8 = 2;
/// The payment provider does as the real one does; what is paid, `paid` says.
const HONEST: u8 = 3;

/// A lie that every API would like to hear: made, paid, drafted, and a mail server's welcome.
const LIES: &str = r#"{"id":"order_liar","entity":"order","status":"paid","amount":1,"amount_paid":900,"currency":"INR",
 "count":1,"items":[{"id":"pay_liar","order_id":"order_liar","status":"captured","captured":true,"amount":900,
 "currency":"INR"}],"choices":[{"message":{"content":"[{\"question\":\"?\",\"options\":[\"a\",\"a\",\"a\",\"a\"]}]"}}]}"#;

const SECRET: &str = "secret";
/// An order is asked about at most once in three seconds.
const A_TURN: Duration = Duration::from_millis(3100);
/// Until what was paid is there, once the provider is honest.
const CREDITED_WITHIN: Duration = Duration::from_mins(1);

/// What the outside does now, and which orders have been paid there.
#[derive(Default)]
struct Outside {
    mode: AtomicU8,
    orders: AtomicU64,
    paid: Mutex<BTreeSet<String>>,
}

pub async fn strike(torture: &mut Torture, engine: Engine) -> anyhow::Result<Told> {
    let (scale, seed) = (torture.scale, torture.seed);
    let mut stand = torture.stand(engine).await?;
    let outside = Arc::new(Outside { mode: AtomicU8::new(HONEST), ..Outside::default() });
    let (liar, server) = listen(Arc::clone(&outside)).await?;
    stand.settings = vec![
        ("QUAD_BILLING", "on".to_owned()),
        ("QUAD_PUBLIC_URL", format!("http://{}", stand.address)),
        ("QUAD_SMTP_URL", format!("smtp://{liar}?tls=none")),
        ("QUAD_RAZORPAY_KEY_ID", "rzptorture".to_owned()),
        ("QUAD_RAZORPAY_KEY_SECRET", SECRET.to_owned()),
        ("QUAD_RAZORPAY_WEBHOOK_SECRET", SECRET.to_owned()),
        ("QUAD_RAZORPAY_BASE_URL", format!("http://{liar}/v1")),
        ("QUAD_AI_BASE_URL", format!("http://{liar}/v1")),
        ("QUAD_AI_MODEL", "liar".to_owned()),
    ];
    stand.start()?;
    let crowd = Crowd::begin(&stand, scale.lanes, seed);
    sleep(scale.while_well).await;
    let mut notes = Vec::new();
    let mut wrong = Vec::new();
    let mut bought = Vec::new();
    for person in &stand.campus.people[..ROUNDS.len()] {
        bought.push(Bought::ordered(&stand, person).await?);
    }
    let began = stand.journal.now();
    for ((number, name), bought) in ROUNDS.iter().zip(&bought) {
        outside.mode.store(*number, Ordering::Relaxed);
        sleep(A_TURN).await;
        for (what, outcome) in ask_all(&stand, usize::from(*number), bought).await? {
            let Some((status, took)) = outcome else {
                wrong.push(format!("{name}: {} had no answer within {} s", what.name, TOLD_WITHIN.as_secs()));
                continue;
            };
            notes.push(format!("{name}: {} {status} after {} ms", what.name, took.as_millis()));
            if !what.answers.contains(&status) {
                wrong.push(format!("{name}: {} was answered with {status}, not {:?}", what.name, what.answers));
            }
        }
    }
    let over = stand.journal.now();
    // Nothing was paid so far.
    let db = stand.home.open().await?;
    let (credits, paid) = store::bought(&db).await?;
    db.close().await;
    // The buyers really pay, while the provider hangs; then it is well again.
    outside.mode.store(HANG, Ordering::Relaxed);
    outside
        .paid
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .extend(bought.iter().map(|one| one.at_provider.clone()));
    sleep(A_TURN).await;
    outside.mode.store(HONEST, Ordering::Relaxed);
    let well = Instant::now();
    for one in &bought {
        if !one.is_credited_soon(&stand, well).await {
            wrong.push(format!(
                "{} was paid, and not credited within {} s",
                one.at_provider,
                CREDITED_WITHIN.as_secs()
            ));
        }
    }
    let recovery = well.elapsed();
    crowd.end().await?;
    stand.stop()?;
    drop(server);
    let entries = stand.journal.entries()?;
    let (served, p99) = quickness(&entries, began, over);
    let mut told = Told::of(&entries, stand.check().await?);
    let db = stand.home.open().await?;
    let (credits_in_the_end, paid_in_the_end) = store::bought(&db).await?;
    db.close().await;
    told.wrong.extend(wrong);
    told.demand(credits == 0 && paid == 0, format!("lies were believed: {credits} credits, {paid} orders paid"));
    let all = ROUNDS.len() as i64;
    told.demand(
        credits_in_the_end == all && paid_in_the_end == all,
        format!("{all} were paid: {credits_in_the_end} credits, {paid_in_the_end} orders paid"),
    );
    told.demand(served > 0 && p99 < QUICK, format!("honest p99 {} ms", p99.as_millis()));
    told.recovery = Some(recovery);
    told.notes = notes;
    told.notes.push(format!("honest p99 {} ms meanwhile", p99.as_millis()));
    told.notes
        .push(format!("what was paid meanwhile was there {} ms after the provider was well", recovery.as_millis()));
    Ok(told)
}

const ROUNDS: [(u8, &str); 3] = [(HANG, "hangs"), (DRIP, "drips"), (LIE, "lies")];

/// An order made while the provider was honest.
struct Bought<'a> {
    by: &'a Person,
    /// Our id of it.
    id: String,
    at_provider: String,
}

impl<'a> Bought<'a> {
    async fn ordered(stand: &Stand<'_>, by: &'a Person) -> anyhow::Result<Self> {
        let request = Request::post("/api/payment/order").cookie(&by.cookie).json(json!({"amount": 9}).to_string());
        let mut line = Connection::new(stand.address, TOLD_WITHIN);
        let reply = line.send(&request.bytes()).await.map_err(|failure| anyhow!("no order: {failure}"))?;
        let said: Value = serde_json::from_slice(reply.body)?;
        let text = |key: &str| said["response"][key].as_str().map(str::to_owned);
        let (Some(id), Some(at_provider)) = (text("order"), text("id")) else { bail!("no order: {said}") };
        Ok(Self { by, id, at_provider })
    }

    /// What the buyer's browser sends when it comes back from the checkout.
    fn verification(&self, signature: &str) -> Request {
        let told = json!({"razorpay_order_id": self.at_provider, "razorpay_payment_id": PAYMENT,
            "razorpay_signature": signature});
        Request::post("/api/payment/verification").cookie(&self.by.cookie).json(told.to_string())
    }

    fn check(&self) -> Request {
        Request::post(&format!("/api/payment/orders/{}/check", self.id)).cookie(&self.by.cookie).json("{}")
    }

    /// Asks as the page does, until it is paid.
    async fn is_credited_soon(&self, stand: &Stand<'_>, since: Instant) -> bool {
        while since.elapsed() < CREDITED_WITHIN {
            let mut line = Connection::new(stand.address, TOLD_WITHIN);
            if let Ok(reply) = line.send(&self.check().bytes()).await
                && let Ok(said) = serde_json::from_slice::<Value>(reply.body)
                && said["order"]["state"] == "paid"
            {
                return true;
            }
            sleep(Duration::from_millis(500)).await;
        }
        false
    }
}

/// A payment that the provider knows nothing of.
const PAYMENT: &str = "pay_claimed0000001";

/// Something that is asked, and the statuses that are right whatever the outside does: nobody's work is lost by any.
struct What {
    name: &'static str,
    answers: &'static [u16],
}

type Outcome = (What, Option<(u16, Duration)>);

/// Asks everything that needs somebody outside, at the same time: what, and its status and how long it took.
async fn ask_all(stand: &Stand<'_>, round: usize, bought: &Bought<'_>) -> anyhow::Result<Vec<Outcome>> {
    let people = &stand.campus.people;
    let person = |number: usize| &people[(ROUNDS.len() + round * 4 + number) % people.len()];
    let somebody = json!({"fullName": "Some Body", "email": format!("new{round}@campus.example"),
        "contact": "9000000001", "passWord": "violet-harbour-42", "Batch": 2026});
    let right = sign(SECRET, format!("{}|{PAYMENT}", bought.at_provider).as_bytes());
    let event = json!({"event": "payment.captured", "payload": {"payment": {"entity": {"id": PAYMENT,
        "order_id": "order_nobodys0001", "amount": 900, "currency": "INR", "status": "captured"}}}})
    .to_string();
    let webhook = |signature: &str| {
        Request::post("/api/payment/webhook").header("x-razorpay-signature", signature).json(event.clone())
    };
    let what = |name, answers| What { name, answers };
    let requests = [
        (
            what("an order", &[502, 503]),
            Request::post("/api/payment/order").cookie(&person(0).cookie).json(json!({"amount": 9}).to_string()),
        ),
        (
            what("drafting", &[502, 503]),
            Request::post("/api/generate")
                .cookie(&person(1).cookie)
                .json(json!({"topic": "Rivers", "number": 3, "difficulty": "easy"}).to_string()),
        ),
        (what("registering", &[201]), Request::post("/api/register").json(somebody.to_string())),
        (
            what("an enquiry", &[201]),
            Request::post("/api/enquiries")
                .cookie(&person(2).cookie)
                .json(json!({"topic": "contact", "message": "When does the library open?"}).to_string()),
        ),
        (what("a payment with a wrong signature", &[400]), bought.verification(&"0".repeat(64))),
        // The signature says that the buyer paid; that the money was taken says the provider alone.
        (what("a payment with a right signature", &[200]), bought.verification(&right)),
        (what("asking for a payment", &[200, 502, 503]), bought.check()),
        (what("a forged webhook", &[400]), webhook(&"0".repeat(64))),
        (what("a webhook for nobody's order", &[200]), webhook(&sign(SECRET, event.as_bytes()))),
    ];
    let mut asked = JoinSet::new();
    for (what, request) in requests {
        let (address, bytes) = (stand.address, request.bytes());
        asked.spawn(async move {
            let began = Instant::now();
            let mut line = Connection::new(address, TOLD_WITHIN);
            let status = line.send(&bytes).await.ok().map(|reply| reply.status);
            (what, status.map(|status| (status, began.elapsed())))
        });
    }
    let mut outcomes = Vec::new();
    while let Some(outcome) = asked.join_next().await {
        outcomes.push(outcome?);
    }
    outcomes.sort_by_key(|(what, _)| what.name);
    Ok(outcomes)
}

/// A server that hangs, drips or lies, or is an honest payment provider; it ends when the set is dropped.
async fn listen(outside: Arc<Outside>) -> anyhow::Result<(SocketAddr, JoinSet<()>)> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let mut server = JoinSet::new();
    server.spawn(async move {
        let mut guests = JoinSet::new();
        while let Ok((stream, _)) = listener.accept().await {
            let outside = Arc::clone(&outside);
            guests.spawn(async move { attend(stream, &outside).await });
        }
    });
    Ok((address, server))
}

async fn attend(mut stream: TcpStream, outside: &Outside) {
    // Who speaks first is a client of HTTP; a client of mail waits to be greeted.
    let mut asked = [0; 4096];
    let heard = match timeout(Duration::from_millis(200), stream.read(&mut asked)).await {
        Ok(Ok(heard)) => heard,
        _ => 0,
    };
    let mode = outside.mode.load(Ordering::Relaxed);
    let said = match (heard, mode) {
        (0, _) => "250 whatever you say\r\n".repeat(20),
        (_, HONEST) => answer(&outside.honest(&String::from_utf8_lossy(&asked[..heard]))),
        _ => answer(LIES),
    };
    match mode {
        HANG => std::future::pending().await,
        DRIP => {
            for byte in said.bytes() {
                if stream.write_all(&[byte]).await.is_err() {
                    return;
                }
                sleep(Duration::from_secs(1)).await;
            }
        }
        _ => {
            // Whoever hangs up on a liar is right.
            let _ = stream.write_all(said.as_bytes()).await;
            sleep(Duration::from_secs(1)).await;
        }
    }
}

fn answer(body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    )
}

impl Outside {
    /// What Razorpay says: an order for ₹9, or the payments of one.
    fn honest(&self, asked: &str) -> String {
        let path = asked.split(' ').nth(1).unwrap_or_default();
        let Some(order) = path.strip_prefix("/v1/orders/").and_then(|rest| rest.strip_suffix("/payments")) else {
            let number = self.orders.fetch_add(1, Ordering::Relaxed);
            let id = format!("order_honest{number:08}");
            return json!({"id": id, "entity": "order", "amount": 900, "currency": "INR", "status": "created"})
                .to_string();
        };
        let is_paid = self.paid.lock().unwrap_or_else(PoisonError::into_inner).contains(order);
        let payment = json!({"id": order.replace("order_", "pay_"), "order_id": order, "amount": 900,
            "currency": "INR", "status": "captured"});
        let items = if is_paid { vec![payment] } else { Vec::new() };
        json!({"entity": "collection", "count": items.len(), "items": items}).to_string()
    }
}
