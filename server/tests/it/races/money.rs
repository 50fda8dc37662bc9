//! Races of creations and of money: the last credit, one payment, refunds, what a day or an hour allows.

use quad_contests::sandbox;
use quad_pay::sign;
use serde_json::{Value, json};

use super::polls;
use super::track::{Racer, Track, Verdict, field, race_at, request, same};
use crate::harness::{event, payment, refund_event};

const BALANCE: &str = "SELECT CAST(contests + polls AS BIGINT) AS value FROM credit_balances WHERE user_id = $1";
const LEDGER: &str =
    "SELECT CAST(COALESCE(SUM(contests + polls), 0) AS BIGINT) AS value FROM credit_entries WHERE user_id = $1";

async fn last_contest_credit(track: &Track, round: usize) -> Verdict {
    let who = track.somebody(&format!("spender{round}x")).await;
    track.grant(&who, 1, 0).await;
    let heard = track.race(same(&who.will_post("/post/createcontest", &track.contest_asked(false)))).await;
    heard
        .are(&[(201, "", 1), (403, "no_contest_credit", field() - 1)])
        .and("contests", track.count("contests WHERE owner_id = $1", &who.id).await, 1)
        .and("left", track.number(BALANCE, &who.id).await, 0)
        .and("by the ledger", track.number(LEDGER, &who.id).await, 0)
}

async fn last_poll_credit(track: &Track, round: usize) -> Verdict {
    let who = track.somebody(&format!("asker{round}x")).await;
    track.grant(&who, 0, 1).await;
    let heard = track.race(same(&who.will_post("/voting/create", &polls::asked(track, 60)))).await;
    heard
        .are(&[(201, "", 1), (403, "no_poll_credit", field() - 1)])
        .and("polls", track.count("polls WHERE owner_id = $1", &who.id).await, 1)
        .and("left", track.number(BALANCE, &who.id).await, 0)
        .and("by the ledger", track.number(LEDGER, &who.id).await, 0)
}

/// With billing off: seven a day.
async fn seven_a_day(track: &Track, round: usize) -> Verdict {
    let who = track.somebody(&format!("creator{round}x")).await;
    let settings = [("QUAD_BILLING", "off"), ("QUAD_CREATIONS_PER_DAY", "7")];
    let beside = track.t.beside_with(&settings, 100 + round as u64).await;
    beside.app.clock.set(track.t.app.clock.now());
    let asked = same(&who.will_post("/post/createcontest", &track.contest_asked(false)));
    let heard = race_at(&beside.base, asked).await;
    let verdict = heard.are(&[(201, "", 7), (429, "daily_limit", field() - 7)]).and(
        "contests",
        track.count("contests WHERE owner_id = $1", &who.id).await,
        7,
    );
    beside.close().await;
    verdict
}

/// What was not delivered goes back: the count is what was handed out.
async fn drafts_of_a_day(track: &Track, round: usize) -> Verdict {
    let who = track.somebody(&format!("drafter{round}x")).await;
    let beside = track.t.beside_with(&[("QUAD_AI_DRAFTS_PER_DAY", "7")], 200 + round as u64).await;
    beside.app.clock.set(track.t.app.clock.now());
    let asked = same(&who.will_post("/generate", &json!({"topic": "Probability", "number": 1})));
    let heard = race_at(&beside.base, asked).await;
    let got = heard.told(200) as i64;
    let counted = "SELECT CAST(drafts AS BIGINT) AS value FROM drafts_of_day WHERE user_id = $1";
    let verdict = heard
        .are_of(&[(200, ""), (409, "already_drafting"), (429, "draft_limit")])
        .and("counted", track.number(counted, &who.id).await, got)
        .and("within the limit", (1..=7).contains(&got), true);
    beside.close().await;
    verdict
}

/// Our id of an order, and the provider's.
async fn order(who: &Racer, rupees: i64) -> (String, String) {
    let said = who.post("/payment/order", json!({"amount": rupees})).await.expect(200);
    let text = |name: &str| said["response"][name].as_str().expect(name).to_owned();
    (text("order"), text("id"))
}

fn pays(order: &str) -> Vec<u8> {
    let asked = json!({"order": order, "outcome": "pay", "webhook": "never"});
    request("POST", "/sandbox/checkout/pay", None, &asked)
}

/// An order that was paid, and what the checkout said of it.
async fn paid(track: &Track, who: &Racer, rupees: i64) -> (String, Value) {
    let (id, provider) = order(who, rupees).await;
    let mut heard = track.race(vec![pays(&provider)]).await;
    (id, heard.0.remove(0).body)
}

async fn one_payment(track: &Track, round: usize) -> Verdict {
    let who = track.somebody(&format!("buyer{round}x")).await;
    let (id, told) = paid(track, &who, 39).await;
    let (order, paid) = (told["razorpay_order_id"].as_str(), told["razorpay_payment_id"].as_str());
    let told_to_us = payment(paid.expect("an id"), order.expect("an id"), 3_900, "INR", "captured");
    let keys = sandbox::shared_keys(&track.t.app).await.expect("keys");
    let hooks: Vec<Vec<u8>> = ["payment.captured", "order.paid"]
        .iter()
        .map(|name| {
            let body = event(name, &told_to_us);
            let signature = sign(&keys.webhook_secret, body.to_string().as_bytes());
            hook(&body, &signature)
        })
        .collect();
    let verify = who.will_post("/payment/verification", &told);
    let requests = (0..field()).map(|at| if at % 2 == 0 { verify.clone() } else { hooks[at / 2 % 2].clone() });
    let heard = track.race(requests.collect()).await;
    let receipts = track.count("payment_receipts WHERE order_id = $1", &id).await;
    heard
        .are(&[(200, "", field())])
        .and("left", track.number(BALANCE, &who.id).await, 10)
        .and("by the ledger", track.number(LEDGER, &who.id).await, 10)
        .and("entries", track.count("credit_entries WHERE user_id = $1", &who.id).await, 1)
        .and("roles", track.count("roles WHERE role = 'ORGANISER' AND user_id = $1", &who.id).await, 1)
        .and("receipts", receipts, 1)
}

fn hook(body: &Value, signature: &str) -> Vec<u8> {
    let request = quad_load::Request::post("/api/payment/webhook").header("x-razorpay-signature", signature);
    request.json(body.to_string()).bytes()
}

/// At the sandbox itself.
async fn one_payment_of_an_order(track: &Track, round: usize) -> Verdict {
    let who = track.somebody(&format!("payer{round}x")).await;
    let (_, provider) = order(&who, 9).await;
    let heard = track.race(same(&pays(&provider))).await;
    let counted = track.count_of("sandbox_payments WHERE capture_at IS NOT NULL AND order_id = $1", &provider).await;
    let (paid, refused) = (heard.told(200), heard.told(400));
    Verdict::default().and("paid and refused", (paid, refused), (1, field() - 1)).and("payments", counted, 1)
}

async fn twenty_unpaid_orders(track: &Track, round: usize) -> Verdict {
    let who = track.somebody(&format!("hesitant{round}x")).await;
    let heard = track.race(same(&who.will_post("/payment/order", &json!({"amount": 9})))).await;
    heard.are(&[(200, "", 20), (429, "too_many", field() - 20)]).and(
        "orders",
        track.count("payment_orders WHERE user_id = $1", &who.id).await,
        20,
    )
}

/// The same refund a hundred times, by its number at the provider.
async fn one_refund(track: &Track, round: usize) -> Verdict {
    let who = track.somebody(&format!("refunded{round}x")).await;
    let (id, told) = paid(track, &who, 39).await;
    who.post("/payment/verification", told).await.expect(200);
    let path = format!("/payment/orders/{id}/refunds");
    let refund = json!({"amountPaise": 10, "contests": 0, "polls": 1, "reason": "Asked for", "reference": "rfnd_1"});
    let heard = track.race(same(&track.admin.will_post(&path, &refund))).await;
    heard
        .are_of(&[(201, ""), (400, "invalid"), (409, "conflict")])
        .and("refunds told", heard.told(201), 1)
        .and("refunds", track.count("payment_refunds WHERE order_id = $1", &id).await, 1)
        .and("left", track.number(BALANCE, &who.id).await, 9)
        .and("by the ledger", track.number(LEDGER, &who.id).await, 9)
}

/// A hundred different refunds of a fourth of the money.
async fn no_more_than_was_paid(track: &Track, round: usize) -> Verdict {
    let who = track.somebody(&format!("regretful{round}x")).await;
    let (id, told) = paid(track, &who, 39).await;
    who.post("/payment/verification", told).await.expect(200);
    let path = format!("/payment/orders/{id}/refunds");
    let refund = |at: usize| {
        let reference = format!("rfnd_{at}");
        let body =
            json!({"amountPaise": 975, "contests": 1, "polls": 1, "reason": "Asked for", "reference": reference});
        track.admin.will_post(&path, &body)
    };
    let heard = track.race((0..field()).map(refund).collect()).await;
    heard
        .are_of(&[(201, ""), (400, "invalid")])
        .and("refunds told", heard.told(201), 4)
        .and("refunds", track.count("payment_refunds WHERE order_id = $1", &id).await, 4)
        .and("left", track.number(BALANCE, &who.id).await, 2)
        .and("by the ledger", track.number(LEDGER, &who.id).await, 2)
}

/// A payment that differs, told a hundred times, is one case, which a hundred clicks decide once.
async fn one_case(track: &Track, round: usize) -> Verdict {
    let who = track.somebody(&format!("odd{round}x")).await;
    let (id, provider) = order(&who, 39).await;
    let keys = sandbox::shared_keys(&track.t.app).await.expect("keys");
    let body = event("payment.captured", &payment(&format!("pay_Odd{round}"), &provider, 3_510, "INR", "captured"));
    let signature = sign(&keys.webhook_secret, body.to_string().as_bytes());
    let told = track.race(same(&hook(&body, &signature))).await;
    let cases = track.count("payment_cases WHERE order_id = $1", &id).await;
    let number = track.number("SELECT id AS value FROM payment_cases WHERE order_id = $1", &id).await;
    let path = format!("/payment/cases/{number}/decision");
    let decide = |decision: &str| track.admin.will_post(&path, &json!({"decision": decision, "reason": "Agreed"}));
    let (credit, refund) = (decide("credit"), decide("refund"));
    let requests = (0..field()).map(|at| if at % 2 == 0 { credit.clone() } else { refund.clone() });
    let heard = track.race(requests.collect()).await;
    let decided =
        "SELECT CAST(COUNT(*) AS BIGINT) AS value FROM payment_cases WHERE decision = 'credit' AND order_id = $1";
    let credited = track.number(decided, &id).await;
    heard
        .are(&[(200, "", 1), (409, "conflict", field() - 1)])
        .and("told", told.told(200), field())
        .and("cases", cases, 1)
        .and("left", track.number(LEDGER, &who.id).await, 10 * credited)
        .and("entries", track.count("credit_entries WHERE user_id = $1", &who.id).await, credited)
}

/// The same refund at the provider, told a hundred times, and as many attempts to enter it by hand.
async fn one_return(track: &Track, round: usize) -> Verdict {
    let who = track.somebody(&format!("returned{round}x")).await;
    let (id, told) = paid(track, &who, 39).await;
    who.post("/payment/verification", told.clone()).await.expect(200);
    let keys = sandbox::shared_keys(&track.t.app).await.expect("keys");
    let (order, paid) = (told["razorpay_order_id"].as_str(), told["razorpay_payment_id"].as_str());
    let shown = payment(paid.expect("an id"), order.expect("an id"), 3_900, "INR", "captured");
    let body = refund_event("refund.processed", &shown, "rfnd_1", 3_900, "processed");
    let hook = hook(&body, &sign(&keys.webhook_secret, body.to_string().as_bytes()));
    let by_hand =
        json!({"amountPaise": 3_900, "contests": 5, "polls": 5, "reason": "Asked for", "reference": "rfnd_1"});
    let by_hand = track.admin.will_post(&format!("/payment/orders/{id}/refunds"), &by_hand);
    let requests = (0..field()).map(|at| if at % 2 == 0 { hook.clone() } else { by_hand.clone() });
    let heard = track.race(requests.collect()).await;
    let back = "SELECT refunded_paise AS value FROM payment_orders WHERE id = $1";
    heard
        .are_of(&[(200, ""), (201, ""), (400, "invalid"), (409, "conflict")])
        .and("back", track.number(back, &id).await, 3_900)
        .and("left", track.number(BALANCE, &who.id).await, 0)
        .and("by the ledger", track.number(LEDGER, &who.id).await, 0)
}

crate::races!(
    "last-contest-credit" Any last_contest_credit,
    "last-poll-credit" Any last_poll_credit,
    "seven-a-day" One seven_a_day,
    "drafts-of-a-day" One drafts_of_a_day,
    "one-payment" Any one_payment,
    "one-payment-of-an-order" Any one_payment_of_an_order,
    "twenty-unpaid-orders" One twenty_unpaid_orders,
    "one-refund" Any one_refund,
    "no-more-than-was-paid" Any no_more_than_was_paid,
    "one-case" Any one_case,
    "one-return" Any one_return,
);
