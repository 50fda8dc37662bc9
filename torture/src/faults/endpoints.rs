//! *endpoints*: what Quad calls outside – mail, payment, AI – hangs, drips or lies. People at work do not notice, whoever
//! asked for it is told in time, and no lie is believed: nobody has a credit that nobody paid for.
//!
//! Push is a fault of its own (`push`): its addresses must be public and https, for which the binary must be another one.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};

use quad_db::Engine;
use quad_load::{Connection, Request};
use serde_json::json;
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
/// One that is asked while nothing but hanging is done.
const HANG: u8 = 0;
const DRIP: u8 = 1;
const LIE: u8 = 2;

/// A lie that every API would like to hear: made, paid, drafted, and a mail server's welcome.
const LIES: &str = r#"{"id":"order_liar","entity":"order","status":"paid","amount":1,"amount_paid":900,"currency":"INR",
 "count":1,"items":[{"id":"pay_liar","order_id":"order_liar","status":"captured","captured":true,"amount":900,
 "currency":"INR"}],"choices":[{"message":{"content":"[{\"question\":\"?\",\"options\":[\"a\",\"a\",\"a\",\"a\"]}]"}}]}"#;

pub async fn strike(torture: &mut Torture, engine: Engine) -> anyhow::Result<Told> {
    let (scale, seed) = (torture.scale, torture.seed);
    let mut stand = torture.stand(engine).await?;
    let mode = Arc::new(AtomicU8::new(HANG));
    let (liar, server) = listen(Arc::clone(&mode)).await?;
    stand.settings = vec![
        ("QUAD_BILLING", "on".to_owned()),
        ("QUAD_PUBLIC_URL", format!("http://{}", stand.address)),
        ("QUAD_SMTP_URL", format!("smtp://{liar}?tls=none")),
        ("QUAD_RAZORPAY_KEY_ID", "rzptorture".to_owned()),
        ("QUAD_RAZORPAY_KEY_SECRET", "secret".to_owned()),
        ("QUAD_RAZORPAY_WEBHOOK_SECRET", "secret".to_owned()),
        ("QUAD_RAZORPAY_BASE_URL", format!("http://{liar}/v1")),
        ("QUAD_AI_BASE_URL", format!("http://{liar}/v1")),
        ("QUAD_AI_MODEL", "liar".to_owned()),
    ];
    stand.start()?;
    let crowd = Crowd::begin(&stand, scale.lanes, seed);
    sleep(scale.while_well).await;
    let mut notes = Vec::new();
    let mut wrong = Vec::new();
    let began = stand.journal.now();
    for (number, name) in [(HANG, "hangs"), (DRIP, "drips"), (LIE, "lies")] {
        mode.store(number, Ordering::Relaxed);
        for (what, outcome) in ask_all(&stand, usize::from(number)).await? {
            match outcome {
                Some((status, took)) => notes.push(format!("{name}: {what} {status} after {} ms", took.as_millis())),
                None => wrong.push(format!("{name}: {what} had no answer within {} s", TOLD_WITHIN.as_secs())),
            }
        }
    }
    let over = stand.journal.now();
    crowd.end().await?;
    stand.stop()?;
    drop(server);
    let entries = stand.journal.entries()?;
    let (served, p99) = quickness(&entries, began, over);
    let mut told = Told::of(&entries, stand.check().await?);
    let db = stand.home.open().await?;
    let (credits, paid) = store::bought(&db).await?;
    db.close().await;
    told.wrong.extend(wrong);
    told.demand(credits == 0 && paid == 0, format!("lies were believed: {credits} credits, {paid} orders paid"));
    told.demand(served > 0 && p99 < QUICK, format!("honest p99 {} ms", p99.as_millis()));
    told.notes = notes;
    told.notes.push(format!("honest p99 {} ms meanwhile", p99.as_millis()));
    Ok(told)
}

/// Asks everything that needs somebody outside, at the same time: what, and its status and how long it took.
async fn ask_all(stand: &Stand<'_>, round: usize) -> anyhow::Result<Vec<(&'static str, Option<(u16, Duration)>)>> {
    let person = |number: usize| &stand.campus.people[(round * 4 + number) % stand.campus.people.len()];
    let somebody = json!({"fullName": "Some Body", "email": format!("new{round}@campus.example"),
        "contact": "9000000001", "passWord": "violet-harbour-42", "Batch": 2026});
    let requests = [
        (
            "an order",
            Request::post("/api/payment/order").cookie(&person(0).cookie).json(json!({"amount": 9}).to_string()),
        ),
        (
            "drafting",
            Request::post("/api/generate")
                .cookie(&person(1).cookie)
                .json(json!({"topic": "Rivers", "number": 3, "difficulty": "easy"}).to_string()),
        ),
        ("registering", Request::post("/api/register").json(somebody.to_string())),
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
    outcomes.sort_by_key(|(what, _)| *what);
    Ok(outcomes)
}

/// A server that hangs, drips or lies, as the mode says; it ends when the set is dropped.
async fn listen(mode: Arc<AtomicU8>) -> anyhow::Result<(SocketAddr, JoinSet<()>)> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let mut server = JoinSet::new();
    server.spawn(async move {
        let mut guests = JoinSet::new();
        while let Ok((stream, _)) = listener.accept().await {
            let mode = Arc::clone(&mode);
            guests.spawn(async move { attend(stream, mode.load(Ordering::Relaxed)).await });
        }
    });
    Ok((address, server))
}

async fn attend(mut stream: TcpStream, mode: u8) {
    // Who speaks first is a client of HTTP; a client of mail waits to be greeted.
    let is_http = matches!(timeout(Duration::from_millis(200), stream.read(&mut [0; 4096])).await, Ok(Ok(1..)));
    let head = format!("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n", LIES.len());
    let lie = if is_http { format!("{head}{LIES}") } else { "250 whatever you say\r\n".repeat(20) };
    match mode {
        HANG => std::future::pending().await,
        DRIP => {
            for byte in lie.bytes() {
                if stream.write_all(&[byte]).await.is_err() {
                    return;
                }
                sleep(Duration::from_secs(1)).await;
            }
        }
        _ => {
            // Whoever hangs up on a liar is right.
            let _ = stream.write_all(lie.as_bytes()).await;
            sleep(Duration::from_secs(1)).await;
        }
    }
}
