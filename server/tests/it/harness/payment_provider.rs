//! The two payment providers the stories run against: the bundled sandbox, and a fake of the real API that serves the
//! shapes Razorpay's documentation shows, reached through `QUAD_RAZORPAY_*` as the real one would be.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use quad_contests::sandbox;
use quad_pay::{Keys, sign};
use serde_json::{Value, json};

use super::{Answer, Browser, TestApp};

const KEY_ID: &str = "rzp_live_Meridian000001";
const KEY_SECRET: &str = "thistle-secret-of-the-key";
const WEBHOOK_SECRET: &str = "bramble-secret-of-the-hook";

/// An application and its provider.
pub struct Till {
    pub t: TestApp,
    pub keys: Keys,
    /// The fake, when it is not the sandbox.
    pub fake: Option<FakeRazorpay>,
    http: reqwest::Client,
}

impl Deref for Till {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.t
    }
}

/// An order as `POST /payment/order` answered it.
#[derive(Clone, Debug)]
pub struct Ordered {
    /// Our id.
    pub order: String,
    /// The provider's.
    pub provider: String,
    pub paise: i64,
}

/// What the checkout hands to the page.
#[derive(Clone, Debug)]
pub struct Told {
    pub payment: String,
    pub order: String,
    pub signature: String,
}

impl Told {
    /// The body of the verification.
    pub fn body(&self) -> Value {
        json!({"razorpay_payment_id": self.payment, "razorpay_order_id": self.order, "razorpay_signature": self.signature})
    }
}

impl Till {
    /// With the bundled sandbox.
    pub async fn sandbox(t: TestApp) -> Self {
        let keys = sandbox::shared_keys(&t.app).await.expect("keys");
        Self { t, keys, fake: None, http: http() }
    }

    /// With a fake of the real provider, and further settings.
    pub async fn razorpay_with(t: &TestApp, environment: &[(&str, &str)], beside: bool) -> Self {
        let fake = FakeRazorpay::start(t).await;
        let mut all = vec![
            ("QUAD_RAZORPAY_KEY_ID", KEY_ID),
            ("QUAD_RAZORPAY_KEY_SECRET", KEY_SECRET),
            ("QUAD_RAZORPAY_WEBHOOK_SECRET", WEBHOOK_SECRET),
            ("QUAD_RAZORPAY_BASE_URL", fake.base.as_str()),
        ];
        all.extend_from_slice(environment);
        let t = if beside { t.beside_with(&all, 7).await } else { t.another(&all, 7).await };
        Self { t, keys: fake_keys(), fake: Some(fake), http: http() }
    }

    /// With a fake of the real provider.
    pub async fn razorpay(t: TestApp) -> Self {
        Self::razorpay_with(&t, &[], false).await
    }

    /// Orders a plan by its price.
    pub async fn order(&self, who: &Browser, rupees: i64) -> Ordered {
        let said = who.post("/payment/order", json!({"amount": rupees})).await.expect(200);
        let text = |name: &str| said["response"][name].as_str().expect(name).to_owned();
        Ordered {
            order: text("order"),
            provider: text("id"),
            paise: said["response"]["amount"].as_i64().expect("paise"),
        }
    }

    /// What the provider shows its seller beside an order.
    pub async fn notes(&self, ordered: &Ordered) -> Value {
        if let Some(fake) = &self.fake {
            return fake.shelf.orders.lock().expect("orders")[&ordered.provider]["notes"].clone();
        }
        let request = self.http.get(format!("{}/sandbox/v1/orders/{}", self.t.base, ordered.provider));
        let request = request.basic_auth(&self.keys.key_id, Some(&self.keys.key_secret));
        Answer::of(request.send().await.expect("an answer")).await.expect(200)["notes"].clone()
    }

    /// Pays an order at the provider and tells nobody: no callback, no webhook.
    pub async fn pay(&self, ordered: &Ordered) -> Told {
        if let Some(fake) = &self.fake {
            let payment = fake.capture(&ordered.provider, ordered.paise, "INR");
            return self.signed(&ordered.provider, &payment);
        }
        let asked = json!({"order": ordered.provider, "outcome": "pay", "webhook": "never"});
        let said = self.at_the_checkout(asked).await.expect(200);
        let text = |name: &str| said[name].as_str().expect(name).to_owned();
        Told {
            payment: text("razorpay_payment_id"),
            order: text("razorpay_order_id"),
            signature: text("razorpay_signature"),
        }
    }

    /// Pays an order whose money is taken only after some seconds, at the fake when [`Till::take`] says so.
    pub async fn pay_later(&self, ordered: &Ordered, seconds: i64) -> Told {
        if let Some(fake) = &self.fake {
            let payment = fake.add(&ordered.provider, ordered.paise, "INR", "authorized");
            return self.signed(&ordered.provider, &payment);
        }
        let asked = json!({"order": ordered.provider, "outcome": "pay", "webhook": "never", "delaySeconds": seconds});
        let said = self.at_the_checkout(asked).await.expect(200);
        self.signed(&ordered.provider, said["razorpay_payment_id"].as_str().expect("an id"))
    }

    /// The time for [`Till::pay_later`]'s money has come.
    pub fn take(&self, told: &Told) {
        if let Some(fake) = &self.fake {
            fake.take(&told.order);
        }
    }

    /// A try that is declined.
    pub async fn decline(&self, ordered: &Ordered) {
        if let Some(fake) = &self.fake {
            return fake.fail(&ordered.provider, ordered.paise);
        }
        let asked = json!({"order": ordered.provider, "outcome": "decline", "webhook": "never"});
        self.at_the_checkout(asked).await.expect(400);
    }

    /// What the sandbox's checkout page asks.
    pub async fn at_the_checkout(&self, asked: Value) -> Answer {
        let request = self.http.post(format!("{}/sandbox/checkout/pay", self.t.base)).json(&asked);
        Answer::of(request.send().await.expect("an answer")).await
    }

    /// What the provider would sign for a payment of an order.
    pub fn signed(&self, provider_order: &str, payment: &str) -> Told {
        let signature = sign(&self.keys.key_secret, format!("{provider_order}|{payment}").as_bytes());
        Told { payment: payment.to_owned(), order: provider_order.to_owned(), signature }
    }

    /// Shows the server what the checkout said.
    pub async fn verify(&self, who: &Browser, told: &Told) -> Answer {
        let mut body = told.body();
        body["userId"] = json!(who.id);
        body["contestnumber"] = json!(1);
        who.post("/payment/verification", body).await
    }

    /// Sends a webhook with the right signature.
    pub async fn hook(&self, body: &Value) -> Answer {
        let bytes = body.to_string().into_bytes();
        let signature = sign(&self.keys.webhook_secret, &bytes);
        self.hook_raw(bytes, Some(&signature), "application/json").await
    }

    /// Sends anything to the webhook's address.
    pub async fn hook_raw(&self, body: Vec<u8>, signature: Option<&str>, content_type: &str) -> Answer {
        let mut request = self
            .http
            .post(format!("{}/api/payment/webhook", self.t.base))
            .header("content-type", content_type)
            .body(body);
        if let Some(signature) = signature {
            request = request.header("x-razorpay-signature", signature);
        }
        Answer::of(request.send().await.expect("an answer")).await
    }

    /// One request after another is due: the reconciler's rounds within some seconds.
    pub async fn reconcile_after(&self, seconds: i64) {
        self.t.run_jobs().await;
        self.t.pass(seconds);
        self.t.run_jobs().await;
    }

    /// Contest and poll creations a person has left.
    pub async fn credits(&self, who: &Browser) -> (i64, i64) {
        let user = who.get("/checklogged").await.expect(200)["user"].clone();
        (user["contestCredits"].as_i64().expect("a number"), user["pollCredits"].as_i64().expect("a number"))
    }

    /// Pays an order with something else than what was asked, at the checkout's word, and tells by webhook.
    pub async fn pay_otherwise(&self, ordered: &Ordered, amount: &str) -> Told {
        if let Some(fake) = &self.fake {
            let (paise, currency) = match amount {
                "with_fee" => (ordered.paise + 45, "INR"),
                "offer" => (ordered.paise - ordered.paise / 10, "INR"),
                _ => (11, "USD"),
            };
            let id = fake.add(&ordered.provider, paise, currency, "captured");
            let mut shown = payment(&id, &ordered.provider, paise, currency, "captured");
            match amount {
                "with_fee" => {
                    (shown["fee"], shown["tax"], shown["fee_bearer"]) = (json!(45), json!(7), json!("customer"));
                }
                "offer" => shown["offer_id"] = json!("offer_JTUADI4ZWBGWur"),
                _ => (shown["base_amount"], shown["base_currency"]) = (json!(ordered.paise), json!("INR")),
            }
            fake.put(shown.clone());
            self.hook(&event("payment.captured", &shown)).await.expect(200);
            return self.signed(&ordered.provider, &id);
        }
        let asked = json!({"order": ordered.provider, "outcome": "pay", "webhook": "once", "amount": amount});
        let said = self.at_the_checkout(asked).await.expect(200);
        self.run_jobs().await;
        self.signed(&ordered.provider, said["razorpay_payment_id"].as_str().expect("an id"))
    }

    /// Has the bank set money aside for an order, which nobody captures.
    pub async fn set_aside(&self, ordered: &Ordered) -> Told {
        if self.fake.is_some() {
            return self.pay_later(ordered, 0).await;
        }
        let asked = json!({"order": ordered.provider, "outcome": "authorize", "webhook": "once"});
        let said = self.at_the_checkout(asked).await.expect(200);
        self.run_jobs().await;
        self.signed(&ordered.provider, said["razorpay_payment_id"].as_str().expect("an id"))
    }

    /// The open cases, for an administrator.
    pub async fn cases(&self, root: &Browser) -> Vec<Value> {
        root.get("/payment/cases").await.expect(200)["cases"].as_array().expect("a list").clone()
    }

    /// One purchase.
    pub async fn purchase(&self, who: &Browser, ordered: &Ordered) -> Value {
        who.get(&format!("/payment/orders/{}", ordered.order)).await.expect(200)["order"].clone()
    }
}

/// A client for a local server.
pub fn http() -> reqwest::Client {
    reqwest::Client::builder().build().expect("a client")
}

fn fake_keys() -> Keys {
    Keys { key_id: KEY_ID.into(), key_secret: KEY_SECRET.into(), webhook_secret: WEBHOOK_SECRET.into() }
}

/// The body of a webhook about one payment, in the shape of Razorpay's samples.
pub fn event(name: &str, payment: &Value) -> Value {
    let order = json!({"id": payment["order_id"], "entity": "order", "amount": payment["amount"],
        "amount_paid": payment["amount"], "amount_due": 0, "currency": payment["currency"], "receipt": null,
        "offer_id": null, "status": "paid", "attempts": 1, "notes": [], "created_at": 1_789_000_000});
    let mut body = json!({"entity": "event", "account_id": "acc_BFQ7uQEaa7j2z7", "event": name,
        "contains": ["payment"], "payload": {"payment": {"entity": payment}}, "created_at": 1_789_000_001});
    if name == "order.paid" {
        body["contains"] = json!(["payment", "order"]);
        body["payload"]["order"] = json!({"entity": order});
    }
    body
}

/// A payment in the shape of Razorpay's samples.
pub fn payment(id: &str, order: &str, paise: i64, currency: &str, status: &str) -> Value {
    let failed = status == "failed";
    json!({"id": id, "entity": "payment", "amount": paise, "currency": currency, "status": status, "order_id": order,
        "invoice_id": null, "international": false, "method": "card", "amount_refunded": 0, "refund_status": null,
        "captured": status == "captured", "description": "This is for paid subscription", "card_id": "card_DESlfW9H8K9uqM",
        "bank": null, "wallet": null, "vpa": null, "email": "gaurav.kumar@example.com", "contact": "+919000090000",
        "notes": [], "fee": if failed { Value::Null } else { json!(2) }, "tax": if failed { Value::Null } else { json!(0) },
        "error_code": failed.then_some("BAD_REQUEST_ERROR"),
        "error_description": failed.then_some("Payment failed because of the bank."),
        "error_source": failed.then_some("bank"), "error_step": failed.then_some("payment_authorization"),
        "error_reason": failed.then_some("payment_failed"),
        "acquirer_data": {"auth_code": "064381"}, "created_at": 1_789_000_000})
}

/// The body of a webhook about a refund of a payment, in the shape of Razorpay's samples.
pub fn refund_event(name: &str, payment: &Value, id: &str, paise: i64, status: &str) -> Value {
    let mut body = event(name, payment);
    body["contains"] = json!(["refund", "payment"]);
    body["payload"]["refund"] = json!({"entity": {"id": id, "entity": "refund", "amount": paise, "currency": "INR",
        "payment_id": payment["id"], "notes": {"comment": "Customer Notes for Webhooks."}, "receipt": null,
        "acquirer_data": {"arn": null}, "created_at": 1_789_000_002, "batch_id": null, "status": status,
        "speed_processed": "normal", "speed_requested": "optimum"}});
    body
}

/// The body of a webhook about a dispute, in the shape of Razorpay's samples.
pub fn dispute_event(name: &str, payment: &Value, id: &str, paise: i64, status: &str) -> Value {
    let mut body = event(&format!("payment.dispute.{name}"), payment);
    body["contains"] = json!(["payment", "dispute"]);
    let deducted = if status == "lost" { paise } else { 0 };
    body["payload"]["dispute"] = json!({"entity": {"id": id, "entity": "dispute", "payment_id": payment["id"],
        "amount": paise, "currency": "INR", "amount_deducted": deducted, "reason_code": "chargeback_authorization",
        "respond_by": 1_789_900_000, "status": status, "phase": "chargeback", "created_at": 1_789_000_002}});
    body
}

/// A small server that answers as Razorpay does.
#[derive(Clone)]
pub struct FakeRazorpay {
    pub base: String,
    shelf: Arc<Shelf>,
}

#[derive(Default)]
struct Shelf {
    orders: Mutex<HashMap<String, Value>>,
    payments: Mutex<HashMap<String, Vec<Value>>>,
    refunds: Mutex<HashMap<String, Vec<Value>>>,
    /// What it answers about the payments of an order, in place of the truth.
    odd_answers: Mutex<HashMap<String, Value>>,
    made: AtomicUsize,
    asked: AtomicUsize,
    is_away: AtomicBool,
    refuses: AtomicBool,
    captured: AtomicUsize,
    given_back: AtomicUsize,
}

impl FakeRazorpay {
    async fn start(t: &TestApp) -> Self {
        let shelf = Arc::new(Shelf::default());
        let service = Router::new()
            .route("/v1/orders", post(make))
            .route("/v1/orders/{id}/payments", get(payments_of))
            .route("/v1/payments/{id}", get(payment_by_id))
            .route("/v1/payments/{id}/capture", post(capture))
            .route("/v1/payments/{id}/refund", post(refund))
            .route("/v1/payments/{id}/refunds", get(refunds_of))
            .with_state(Arc::clone(&shelf));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let base = format!("http://{}/v1", listener.local_addr().expect("an address"));
        t.app.spawn(async move { axum::serve(listener, service).await.expect("serving") });
        Self { base, shelf }
    }

    /// Answers 503 to everything, or no longer.
    pub fn be_away(&self, is_away: bool) {
        self.shelf.is_away.store(is_away, Ordering::SeqCst);
    }

    /// Refuses captures and refunds, or no longer.
    pub fn refuse(&self, refuses: bool) {
        self.shelf.refuses.store(refuses, Ordering::SeqCst);
    }

    /// How many payments it captured, and how many it gave back, because it was asked to.
    pub fn moved(&self) -> (usize, usize) {
        (self.shelf.captured.load(Ordering::SeqCst), self.shelf.given_back.load(Ordering::SeqCst))
    }

    /// Puts a payment of an order in this shape, in place of one with its id.
    pub fn put(&self, payment: Value) {
        let mut payments = self.shelf.payments.lock().expect("payments");
        let of_order = payments.entry(payment["order_id"].as_str().expect("an order").to_owned()).or_default();
        of_order.retain(|known| known["id"] != payment["id"]);
        of_order.insert(0, payment);
    }

    /// Lists this, whatever it is, among the payments of an order.
    pub fn list(&self, order: &str, item: Value) {
        self.shelf.payments.lock().expect("payments").entry(order.to_owned()).or_default().insert(0, item);
    }

    /// Answers this, whatever it is, to questions about the payments of an order; or the truth again.
    pub fn answer_about(&self, order: &str, answer: Option<Value>) {
        let mut odd = self.shelf.odd_answers.lock().expect("answers");
        match answer {
            Some(answer) => odd.insert(order.to_owned(), answer),
            None => odd.remove(order),
        };
    }

    /// Lists this as a refund of a payment.
    pub fn list_refund(&self, payment: &str, item: Value) {
        self.shelf.refunds.lock().expect("refunds").entry(payment.to_owned()).or_default().push(item);
    }

    /// How often it was asked about payments.
    pub fn asked(&self) -> usize {
        self.shelf.asked.load(Ordering::SeqCst)
    }

    /// Takes money for an order and returns the payment's id.
    pub fn capture(&self, order: &str, paise: i64, currency: &str) -> String {
        self.add(order, paise, currency, "captured")
    }

    fn take(&self, order: &str) {
        let mut payments = self.shelf.payments.lock().expect("payments");
        for payment in payments.get_mut(order).expect("a payment") {
            payment["status"] = json!("captured");
            payment["captured"] = json!(true);
        }
    }

    fn fail(&self, order: &str, paise: i64) {
        self.add(order, paise, "INR", "failed");
    }

    /// Adds a payment of an order and returns its id.
    pub fn add(&self, order: &str, paise: i64, currency: &str, status: &str) -> String {
        let id = format!("pay_Fake{:010}", self.shelf.made.fetch_add(1, Ordering::SeqCst));
        let made = payment(&id, order, paise, currency, status);
        // The newest comes first.
        self.shelf.payments.lock().expect("payments").entry(order.to_owned()).or_default().insert(0, made);
        id
    }
}

fn refuse(shelf: &Shelf, headers: &HeaderMap) -> Option<Response> {
    let error = |status, code: &str, description: &str| {
        let error = json!({"error": {"code": code, "description": description, "source": "NA", "step": "NA",
            "reason": "NA", "metadata": {}}});
        Some((status, Json(error)).into_response())
    };
    if shelf.is_away.load(Ordering::SeqCst) {
        return error(StatusCode::SERVICE_UNAVAILABLE, "SERVER_ERROR", "The server is on a break");
    }
    let right = BASE64_STANDARD.encode(format!("{KEY_ID}:{KEY_SECRET}"));
    let sent = headers.get("authorization").and_then(|value| value.to_str().ok()).unwrap_or_default();
    if sent != format!("Basic {right}") {
        return error(StatusCode::UNAUTHORIZED, "BAD_REQUEST_ERROR", "Authentication failed");
    }
    None
}

async fn make(State(shelf): State<Arc<Shelf>>, headers: HeaderMap, Json(asked): Json<Value>) -> Response {
    if let Some(no) = refuse(&shelf, &headers) {
        return no;
    }
    let id = format!("order_Fake{:09}", shelf.made.fetch_add(1, Ordering::SeqCst));
    let order = json!({"id": id, "entity": "order", "amount": asked["amount"], "amount_paid": 0,
        "amount_due": asked["amount"], "currency": asked["currency"], "receipt": asked["receipt"], "offer_id": null,
        "status": "created", "attempts": 0, "notes": asked["notes"], "created_at": 1_789_000_000});
    shelf.orders.lock().expect("orders").insert(id, order.clone());
    Json(order).into_response()
}

async fn payments_of(State(shelf): State<Arc<Shelf>>, headers: HeaderMap, Path(id): Path<String>) -> Response {
    if let Some(no) = refuse(&shelf, &headers) {
        return no;
    }
    shelf.asked.fetch_add(1, Ordering::SeqCst);
    if let Some(odd) = shelf.odd_answers.lock().expect("answers").get(&id) {
        return Json(odd.clone()).into_response();
    }
    let items = shelf.payments.lock().expect("payments").get(&id).cloned().unwrap_or_default();
    Json(json!({"entity": "collection", "count": items.len(), "items": items})).into_response()
}

async fn refunds_of(State(shelf): State<Arc<Shelf>>, headers: HeaderMap, Path(id): Path<String>) -> Response {
    if let Some(no) = refuse(&shelf, &headers) {
        return no;
    }
    let items = shelf.refunds.lock().expect("refunds").get(&id).cloned().unwrap_or_default();
    Json(json!({"entity": "collection", "count": items.len(), "items": items})).into_response()
}

async fn payment_by_id(State(shelf): State<Arc<Shelf>>, headers: HeaderMap, Path(id): Path<String>) -> Response {
    change(&shelf, &headers, &id, |_| Ok(()))
}

/// Takes what is authorized, all of it.
async fn capture(
    State(shelf): State<Arc<Shelf>>,
    headers: HeaderMap,
    Path(id): Path<String>,
    Json(asked): Json<Value>,
) -> Response {
    change(&shelf, &headers, &id, |payment| {
        let is_right = payment["status"] == "authorized"
            && (&asked["amount"], &asked["currency"]) == (&payment["amount"], &payment["currency"]);
        if !is_right || shelf.refuses.load(Ordering::SeqCst) {
            return Err("This payment cannot be captured");
        }
        shelf.captured.fetch_add(1, Ordering::SeqCst);
        payment["status"] = json!("captured");
        payment["captured"] = json!(true);
        Ok(())
    })
}

/// Gives back what was captured, all of it.
async fn refund(
    State(shelf): State<Arc<Shelf>>,
    headers: HeaderMap,
    Path(id): Path<String>,
    Json(asked): Json<Value>,
) -> Response {
    let said = change(&shelf, &headers, &id, |payment| {
        let is_right = payment["status"] == "captured" && asked["amount"] == payment["amount"];
        if !is_right || shelf.refuses.load(Ordering::SeqCst) {
            return Err("The payment has been fully refunded already");
        }
        shelf.given_back.fetch_add(1, Ordering::SeqCst);
        payment["status"] = json!("refunded");
        payment["amount_refunded"] = payment["amount"].clone();
        payment["refund_status"] = json!("full");
        Ok(())
    });
    if said.status() != StatusCode::OK {
        return said;
    }
    let made = json!({"id": id.replacen("pay_", "rfnd_", 1), "entity": "refund", "amount": asked["amount"],
        "currency": "INR", "payment_id": id, "status": "processed", "created_at": 1_789_000_003});
    Json(made).into_response()
}

fn change(
    shelf: &Shelf,
    headers: &HeaderMap,
    id: &str,
    act: impl FnOnce(&mut Value) -> Result<(), &'static str>,
) -> Response {
    if let Some(no) = refuse(shelf, headers) {
        return no;
    }
    let error = |description: &str| {
        let error = json!({"error": {"code": "BAD_REQUEST_ERROR", "description": description, "metadata": {}}});
        (StatusCode::BAD_REQUEST, Json(error)).into_response()
    };
    let mut payments = shelf.payments.lock().expect("payments");
    let Some(payment) = payments.values_mut().flatten().find(|payment| payment["id"] == id) else {
        return error("The id provided does not exist");
    };
    match act(payment) {
        Ok(()) => Json(payment.clone()).into_response(),
        Err(why) => error(why),
    }
}
