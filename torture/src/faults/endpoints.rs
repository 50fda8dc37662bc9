//! *endpoints*: what Quad calls outside – mail, payment, AI – hangs, drips, lies or refuses. People at work do not notice;
//! whoever asked for it is told in time, and what is right to be told; no lie is believed: nobody has a credit that nobody paid
//! for. Once all are honest again, what was truly paid is credited once, and mails that were held back come once.
//!
//! Push is a fault of its own (`push`): its addresses must be public and https, for which the binary must be another one.

use std::time::{Duration, Instant};

use anyhow::Context;
use quad_db::Engine;
use quad_kernel::clock::Clock;
use quad_load::{Connection, Request};
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::Torture;
use crate::crowd::Crowd;
use crate::outside::{Mode, Outside, PAISE, payment_of};
use crate::report::{Told, quickness};
use crate::stand::Stand;
use crate::store;

/// Drafting may take the longest, 90 s in all; a payment provider is given up after ten.
const DRAFTED_WITHIN: Duration = Duration::from_secs(100);
const ASKED_WITHIN: Duration = Duration::from_secs(20);
/// What asks nobody outside waits for nobody; a password may be hashed.
const UNASKED_WITHIN: Duration = Duration::from_secs(5);
/// The queue has its own time.
const REFUSED_WITHIN: Duration = Duration::from_mins(1);
/// The pauses of the queue have grown by then.
const RECOVERED_WITHIN: Duration = Duration::from_mins(6);
const QUICK: Duration = Duration::from_secs(1);
const SECRET: &str = "secret";
const WEBHOOK_SECRET: &str = "another secret";
/// Lies first: what waited for long must not be thrown away by a mail server that says that it took it.
const ROUNDS: [Mode; 4] = [Mode::Lies, Mode::Refuses, Mode::Hangs, Mode::Drips];
/// People who ask for something in one round.
const A_ROUND: usize = 10;

/// What one call is to come to.
struct Call {
    what: &'static str,
    request: Request,
    within: Duration,
    status: u16,
    /// The code of a refusal, or a member of the answer and its value.
    says: (&'static str, Value),
}

/// Orders of one round, made while the provider was honest.
struct Orders {
    /// Paid in the middle of the round.
    paid: String,
    /// Never paid, whoever claims it.
    claimed: String,
    /// Never paid; its signature is wrong.
    forged: String,
    /// Never paid; the buyer asks.
    asked: String,
    /// Paid before.
    refunded: String,
}

pub async fn strike(torture: &mut Torture, engine: Engine) -> anyhow::Result<Told> {
    let (scale, seed) = (torture.scale, torture.seed);
    let mut stand = torture.stand(engine).await?;
    let outside = Outside::start().await?;
    stand.settings = vec![
        ("QUAD_BILLING", "on".to_owned()),
        ("QUAD_PUBLIC_URL", format!("http://{}", stand.address)),
        ("QUAD_SMTP_URL", format!("smtp://{}?tls=none", outside.smtp)),
        ("QUAD_RAZORPAY_KEY_ID", "rzptorture".to_owned()),
        ("QUAD_RAZORPAY_KEY_SECRET", SECRET.to_owned()),
        ("QUAD_RAZORPAY_WEBHOOK_SECRET", WEBHOOK_SECRET.to_owned()),
        ("QUAD_RAZORPAY_BASE_URL", format!("http://{}/v1", outside.http)),
        ("QUAD_AI_BASE_URL", format!("http://{}/v1", outside.http)),
        ("QUAD_AI_MODEL", "liar".to_owned()),
    ];
    let db = stand.home.open().await?;
    store::make_admin(&db, stand.campus.people[admin()].id, Clock::System.now()).await?;
    stand.start()?;
    let crowd = Crowd::begin(&stand, scale.lanes, seed);
    sleep(scale.while_well).await;
    let (mut notes, mut wrong, mut orders) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..ROUNDS.len() {
        orders.push(Orders::make(&stand, &outside, round).await?);
    }
    let began = stand.journal.now();
    for (round, mode) in ROUNDS.into_iter().enumerate() {
        outside.be(mode);
        outside.pay(&orders[round].paid);
        let calls = calls(&stand, &orders[round], round, mode, scale.waits_for_cuts);
        let (said, not_so) = ask_all(&stand, calls).await?;
        notes.push(format!("{}: {}", mode.word(), said.join(", ")));
        wrong.extend(not_so.into_iter().map(|what| format!("{}: {what}", mode.word())));
        until_refused(&outside, mode).await?;
        let bought = store::bought(&db).await?;
        let early =
            bought.iter().filter(|row| row.paid == 1 && !orders.iter().any(|of| of.refunded == row.provider_order_id));
        wrong.extend(early.map(|row| format!("{}: {} counts as paid", mode.word(), row.provider_order_id)));
    }
    let over = stand.journal.now();
    outside.be(Mode::Honest);
    let again = Instant::now();
    let (mut credited, mut arrived, mut missing) = (None, None, Vec::new());
    while again.elapsed() < RECOVERED_WITHIN && (credited.is_none() || arrived.is_none()) {
        let bought = store::bought(&db).await?;
        let is_paid = |id: &String| bought.iter().any(|row| row.provider_order_id == *id && row.paid == 1);
        if credited.is_none() && orders.iter().all(|of| is_paid(&of.paid)) {
            credited = Some(again.elapsed());
        }
        missing = held_back(&stand, &outside).into_iter().filter(|(.., is, least, _)| is < least).collect();
        if arrived.is_none() && missing.is_empty() {
            arrived = Some(again.elapsed());
        }
        sleep(Duration::from_millis(100)).await;
    }
    // What was credited is told once more by everybody who may, and asked for.
    for (round, of) in orders.iter().enumerate() {
        let (said, not_so) = ask_all(&stand, repeated(&stand, of, round)).await?;
        wrong.extend(not_so.into_iter().map(|what| format!("honest again: {what}")));
        anyhow::ensure!(!said.is_empty(), "nothing was repeated");
    }
    sleep(Duration::from_secs(1)).await;
    crowd.end().await?;
    stand.stop()?;
    let entries = stand.journal.entries()?;
    let (served, p99) = quickness(&entries, began, over);
    let mut told = Told::of(&entries, stand.check().await?);
    told.wrong.extend(wrong);
    let (bought, credits) = (store::bought(&db).await?, store::credits(&db).await?);
    db.close().await;
    for row in &bought {
        let is_paid = orders.iter().any(|of| [&of.paid, &of.refunded].contains(&&row.provider_order_id));
        let is_so = (row.paid == 1, row.credited) == (is_paid, i64::from(is_paid));
        let truly = if is_paid { "paid" } else { "not paid" };
        told.demand(
            is_so,
            format!(
                "{} is {truly}, counts as paid: {}, credited {} times",
                row.provider_order_id, row.paid, row.credited
            ),
        );
    }
    told.demand(credits == 2 * ROUNDS.len() as i64, format!("{credits} credits of {} payments", 2 * ROUNDS.len()));
    for (what, is, _, most) in held_back(&stand, &outside) {
        told.demand(is <= most, format!("{what} came {is} times"));
    }
    let late: Vec<&str> = missing.iter().map(|(what, ..)| what.as_str()).collect();
    told.demand(arrived.is_some(), format!("mails did not come: {}", late.join(", ")));
    told.recovery = None;
    told.recovers(credited.zip(arrived).map(|(one, other)| one.max(other)), "the providers were honest again");
    told.demand(served > 0 && p99 < QUICK, format!("honest p99 {} ms", p99.as_millis()));
    told.notes = notes;
    told.notes.push(format!("honest p99 {} ms meanwhile", p99.as_millis()));
    let millis = |time: Option<Duration>| time.unwrap_or_default().as_millis();
    told.notes.push(format!(
        "honest again: what was paid is credited after {} ms, the last mail came after {} ms",
        millis(credited),
        millis(arrived)
    ));
    Ok(told)
}

/// Whether the queue tries again is seen only by what it has tried, where mails are refused.
async fn until_refused(outside: &Outside, mode: Mode) -> anyhow::Result<()> {
    let asked = Instant::now();
    while mode == Mode::Refuses && outside.refused_mails() == 0 {
        anyhow::ensure!(asked.elapsed() < REFUSED_WITHIN, "no mail was brought to be refused");
        sleep(Duration::from_millis(20)).await;
    }
    Ok(())
}

/// Who asks for what in a round.
fn place(round: usize, number: usize) -> usize {
    round * A_ROUND + number
}

/// Whose place nobody else has.
fn admin() -> usize {
    place(ROUNDS.len(), 0)
}

impl Orders {
    async fn make(stand: &Stand<'_>, outside: &Outside, round: usize) -> anyhow::Result<Self> {
        let order = async |number: usize| {
            let said = ask(stand, ordering(stand, place(round, number)), ASKED_WITHIN).await.context("no order")?;
            let id = said.1["response"]["id"].as_str().with_context(|| format!("no order: {} {}", said.0, said.1))?;
            anyhow::Ok(id.to_owned())
        };
        let refunded = order(4).await?;
        outside.pay(&refunded);
        let heard = ask(stand, hook(&refunded, PAISE, WEBHOOK_SECRET), ASKED_WITHIN).await.context("no reply")?;
        anyhow::ensure!(heard.0 == 200, "an honest webhook: {}", heard.0);
        Ok(Self {
            paid: order(0).await?,
            claimed: order(1).await?,
            forged: order(2).await?,
            asked: order(3).await?,
            refunded,
        })
    }
}

fn ordering(stand: &Stand<'_>, who: usize) -> Request {
    let body = json!({"amount": PAISE / 100});
    Request::post("/api/payment/order").cookie(&stand.campus.people[who].cookie).json(body.to_string())
}

/// What a browser brings from the checkout, signed with this secret.
fn claim(stand: &Stand<'_>, who: usize, order: &str, secret: &str) -> Request {
    let payment = payment_of(order);
    let signature = quad_pay::sign(secret, format!("{order}|{payment}").as_bytes());
    let body = json!({"razorpay_order_id": order, "razorpay_payment_id": payment, "razorpay_signature": signature});
    Request::post("/api/payment/verification").cookie(&stand.campus.people[who].cookie).json(body.to_string())
}

/// The provider's word that an order was paid, signed with this secret.
fn hook(order: &str, paise: i64, secret: &str) -> Request {
    let payment =
        json!({"id": payment_of(order), "order_id": order, "amount": paise, "currency": "INR", "status": "captured"});
    let body = json!({"event": "payment.captured", "payload": {"payment": {"entity": payment}}}).to_string();
    let signature = quad_pay::sign(secret, body.as_bytes());
    Request::post("/api/payment/webhook").header("X-Razorpay-Signature", &signature).json(body)
}

fn checking(stand: &Stand<'_>, who: usize, order: &str) -> Request {
    Request::post(&format!("/api/payment/orders/{order}/check")).cookie(&stand.campus.people[who].cookie).json("{}")
}

/// Everything that needs somebody outside, at once or later, and what is right to be told.
fn calls(stand: &Stand<'_>, orders: &Orders, round: usize, mode: Mode, drafts: bool) -> Vec<Call> {
    let who = |number: usize| place(round, number);
    let cookie = |who: usize| stand.campus.people[who].cookie.as_str();
    let call = |what, request, within, status, says| Call { what, request, within, status, says };
    let newcomer = json!({"fullName": "Some Body", "email": format!("new{round}@campus.example"),
        "contact": "9000000001", "passWord": "violet-harbour-42", "Batch": 2026})
    .to_string();
    let forgot = json!({"email": stand.campus.people[who(7)].email, "newPassword": "amber-lantern-77"}).to_string();
    let enquiry = json!({"topic": "contact", "message": format!("This is enquiry number {round} of all.")}).to_string();
    let refund = |order: &str| {
        let body = json!({"amountPaise": 100, "contests": 0, "polls": 0, "reason": "Given back", "reference": "r1"});
        let path = format!("/api/payment/orders/{order}/refunds");
        Request::post(&path).cookie(cookie(admin())).json(body.to_string())
    };
    let yes = || ("success", json!(true));
    let code = |code: &str| ("code", json!(code));
    let checked = if mode == Mode::Lies { (200, yes()) } else { (503, code("payment_unavailable")) };
    let (now, asked) = (UNASKED_WITHIN, ASKED_WITHIN);
    let mut calls = vec![
        call("an order", ordering(stand, who(5)), asked, 503, code("payment_unavailable")),
        call("a paid order", claim(stand, who(0), &orders.paid, SECRET), asked, 200, ("credited", json!(false))),
        call("a claimed order", claim(stand, who(1), &orders.claimed, SECRET), asked, 200, ("credited", json!(false))),
        call("a wrong signature", claim(stand, who(2), &orders.forged, "guess"), now, 400, code("not_verified")),
        call("a check", checking(stand, who(3), &orders.asked), asked, checked.0, checked.1),
        call("a forged webhook", hook(&orders.forged, PAISE, "guess"), now, 400, code("not_verified")),
        call("a webhook of too little", hook(&orders.forged, 100, WEBHOOK_SECRET), now, 200, yes()),
        call("a webhook of no order", hook("order_nobodys", PAISE, WEBHOOK_SECRET), now, 200, yes()),
        call("a refund", refund(&orders.refunded), now, 201, yes()),
        call("a refund of nothing paid", refund(&orders.claimed), now, 409, code("conflict")),
        call("registering", Request::post("/api/register").json(newcomer.clone()), now, 201, yes()),
        call("registering again", Request::post("/api/register").json(newcomer), now, 201, yes()),
        call("a forgotten password", Request::post("/api/resetpassword").json(forgot), now, 202, yes()),
        call("an enquiry", Request::post("/api/enquiries").cookie(cookie(who(8))).json(enquiry), now, 201, yes()),
    ];
    if drafts {
        let body = json!({"topic": "Rivers", "number": 3, "difficulty": "easy"}).to_string();
        // The others are in the middle of contests, where nobody but ADMIN has questions drafted.
        let request = Request::post("/api/generate").cookie(cookie(admin())).json(body);
        calls.push(call("drafting", request, DRAFTED_WITHIN, 503, code("drafting_unavailable")));
    }
    calls
}

/// What is told and asked again when all is well.
fn repeated(stand: &Stand<'_>, orders: &Orders, round: usize) -> Vec<Call> {
    let who = |number: usize| place(round, number);
    let call = |what, request, says| Call { what, request, within: ASKED_WITHIN, status: 200, says };
    vec![
        call("an order", ordering(stand, who(9)), ("success", json!(true))),
        call("a paid order", claim(stand, who(0), &orders.paid, SECRET), ("credited", json!(true))),
        call("its webhook", hook(&orders.paid, PAISE, WEBHOOK_SECRET), ("success", json!(true))),
        call("its check", checking(stand, who(0), &orders.paid), ("success", json!(true))),
        call("a claimed order", claim(stand, who(1), &orders.claimed, SECRET), ("credited", json!(false))),
        call("a check", checking(stand, who(3), &orders.asked), ("success", json!(true))),
    ]
}

/// The mails that were asked for: which, how often each has come, and how often it must and may come. What a liar took
/// is gone.
fn held_back(stand: &Stand<'_>, outside: &Outside) -> Vec<(String, usize, usize, usize)> {
    let mut mails = Vec::new();
    for (round, mode) in ROUNDS.into_iter().enumerate() {
        let email = |number: usize| stand.campus.people[place(round, number)].email.as_str();
        let newcomer = format!("To: new{round}@campus.example");
        let to = |number: usize| format!("To: {}\r\n", email(number));
        let enquiry = format!("enquiry number {round} of");
        let least = |times: usize| if mode == Mode::Lies { 0 } else { times };
        let mut mail = |what: &str, words: &[&str], least: usize, most: usize| {
            mails.push((format!("{what} ({})", mode.word()), outside.mails_with(words), least, most));
        };
        mail("the links", &[&newcomer, "confirm your"], least(2), 2);
        mail("the code", &[&to(7), "your code"], least(1), 1);
        mail("the enquiry", &[&enquiry], least(1), 1);
        mail("the refund", &[&to(4), ": refund for"], least(1), 1);
        mail("the receipt", &[&to(0), ": receipt"], 1, 1);
    }
    mails
}

/// Asks all at the same time. Returns what was said, and what of it is wrong.
async fn ask_all(stand: &Stand<'_>, calls: Vec<Call>) -> anyhow::Result<(Vec<String>, Vec<String>)> {
    let mut asked = JoinSet::new();
    for Call { what, request, within, status, says } in calls {
        let (address, bytes) = (stand.address, request.bytes());
        asked.spawn(async move {
            let began = Instant::now();
            let answer = send(address, bytes, within).await;
            let millis = began.elapsed().as_millis();
            let Some((is, body)) = answer else {
                return (format!("{what} –"), Some(format!("{what} had no answer within {} s", within.as_secs())));
            };
            // A refusal has words for people, too.
            let has_words = is < 400 || body["message"].as_str().is_some_and(|words| !words.is_empty());
            let is_right = is == status && body[says.0] == says.1 && has_words;
            let told = format!("{what}: {is} {body}, not {status} with {} {}", says.0, says.1);
            (format!("{what} {is} after {millis} ms"), (!is_right).then_some(told))
        });
    }
    let (mut said, mut wrong) = (Vec::new(), Vec::new());
    while let Some(outcome) = asked.join_next().await {
        let (what, not_so) = outcome?;
        said.push(what);
        wrong.extend(not_so);
    }
    said.sort();
    Ok((said, wrong))
}

async fn ask(stand: &Stand<'_>, request: Request, within: Duration) -> Option<(u16, Value)> {
    send(stand.address, request.bytes(), within).await
}

/// The status and the body, if they come in time.
async fn send(address: std::net::SocketAddr, bytes: Vec<u8>, within: Duration) -> Option<(u16, Value)> {
    let mut line = Connection::new(address, within);
    let reply = line.send(&bytes).await.ok()?;
    Some((reply.status, serde_json::from_slice(reply.body).unwrap_or_default()))
}
