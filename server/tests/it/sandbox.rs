//! Stories of the payment sandbox: a provider like the real one, misfortunes as chosen, and the policy of the pages that
//! open a checkout. What a payment does to somebody's creations is told in payments.rs.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use futures::future::join_all;
use quad::app::App;
use quad::{jobs, router};
use quad_contests::sandbox;
use quad_db::sql;
use quad_http::server;
use quad_kernel::ids::Random;
use quad_mail::Mailer;
use quad_pay::{Keys, NewOrder, PayError, PaymentStatus, Razorpay, Webhook};
use reqwest::{Client, Method};
use serde_json::{Value, json};

use crate::harness::{TestApp, until};
use crate::{on_both_engines, plain_stories};

on_both_engines!(racing_fifty_payments, two_processes_make_one_pair_of_keys,);

plain_stories!(
    it_speaks_razorpays_shapes,
    the_providers_client_is_at_home,
    wrong_keys_are_refused,
    errors_have_razorpays_shape,
    bad_input_is_refused,
    another_website_cannot_pay,
    a_declined_payment_takes_nothing,
    trying_has_an_end,
    a_payment_may_be_taken_later,
    other_amounts_are_charged_as_chosen,
    what_is_set_aside_is_captured_once,
    webhooks_go_as_chosen,
    an_unanswered_webhook_is_sent_again,
    a_restart_keeps_keys_and_state,
    with_real_keys_it_is_not_there,
    the_checkout_page_may_be_framed_by_us_alone,
    pricing_alone_may_load_the_providers_checkout,
    no_key_is_told_or_logged,
);

/// An answer of an address below the root.
struct Said {
    status: u16,
    headers: HeaderMap,
    text: String,
}

impl Said {
    #[track_caller]
    fn json(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        serde_json::from_str(&self.text).expect("JSON")
    }

    /// A no in Razorpay's shape; returns its sentence.
    #[track_caller]
    fn no(self, status: u16) -> String {
        let body = self.json(status);
        assert_eq!(body["error"]["code"], "BAD_REQUEST_ERROR", "{body}");
        body["error"]["description"].as_str().filter(|say| !say.is_empty()).expect("a sentence").to_owned()
    }

    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map(|value| value.to_str().expect("text")).unwrap_or_default()
    }
}

async fn send(request: reqwest::RequestBuilder) -> Said {
    let answer = request.send().await.expect("an answer");
    let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
    Said { status, headers, text: answer.text().await.expect("text") }
}

/// Without certificates, which take long to read.
fn client() -> Client {
    Client::builder().tls_certs_only([]).build().expect("a client")
}

fn to(t: &TestApp, method: Method, path: &str) -> reqwest::RequestBuilder {
    client().request(method, format!("{}{path}", t.base))
}

async fn keys_of(app: &App) -> Keys {
    let Ok(keys) = sandbox::shared_keys(app).await else { panic!("the keys") };
    keys
}

/// As the seller: with the keys.
async fn seller(t: &TestApp, method: Method, path: &str, body: Option<Value>) -> Said {
    let keys = keys_of(&t.app).await;
    let request = to(t, method, &format!("/sandbox/v1{path}")).basic_auth(keys.key_id, Some(keys.key_secret));
    send(if let Some(body) = body { request.json(&body) } else { request }).await
}

/// Makes an order of ₹9 and returns its id.
async fn order(t: &TestApp) -> String {
    let made = seller(t, Method::POST, "/orders", Some(json!({"amount": 900, "currency": "INR"}))).await.json(200);
    made["id"].as_str().expect("an id").to_owned()
}

/// As the checkout page: an order and what should happen.
async fn pay(t: &TestApp, order: &str, mut wish: Value) -> Said {
    wish["order"] = json!(order);
    if wish["outcome"].is_null() {
        wish["outcome"] = json!("pay");
    }
    send(to(t, Method::POST, "/sandbox/checkout/pay").json(&wish)).await
}

async fn payments(t: &TestApp, order: &str) -> Vec<Value> {
    let list = seller(t, Method::GET, &format!("/orders/{order}/payments"), None).await.json(200);
    assert_eq!(
        (&list["entity"], list["count"].as_u64()),
        (&json!("collection"), list["items"].as_array().map(|a| a.len() as u64))
    );
    list["items"].as_array().expect("a list").clone()
}

/// Headers and body of what came.
type Heard = Arc<Mutex<Vec<(HeaderMap, Vec<u8>)>>>;

/// A listener for webhooks, and an application on the same database whose webhooks go there: another process, as it were.
struct Ear {
    app: App,
    heard: Heard,
    answers: Arc<Mutex<StatusCode>>,
}

#[derive(Clone)]
struct EarState(Heard, Arc<Mutex<StatusCode>>);

async fn hear(State(EarState(heard, answers)): State<EarState>, headers: HeaderMap, body: Bytes) -> StatusCode {
    heard.lock().expect("heard").push((headers, body.to_vec()));
    *answers.lock().expect("answer")
}

fn another_process(t: &TestApp, seed: u64) -> App {
    let settings = t.app.settings.clone();
    App::build(settings, t.app.db.clone(), t.app.clock.clone(), Random::seeded(seed), Mailer::memory())
}

impl Ear {
    async fn of(t: &TestApp) -> Self {
        let app = another_process(t, 77);
        let (heard, answers) = (Arc::default(), Arc::new(Mutex::new(StatusCode::OK)));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        app.listens_on(listener.local_addr().expect("an address"));
        let state = EarState(Arc::clone(&heard), Arc::clone(&answers));
        let routes = Router::new().route("/api/payment/webhook", post(hear)).with_state(state);
        app.spawn(async move { axum::serve(listener, routes).await.expect("serving") });
        Self { app, heard, answers }
    }

    /// Runs what is due and returns the webhooks heard since: event names.
    async fn listen(&self) -> Vec<String> {
        self.hear_all()
            .await
            .into_iter()
            .map(|(_, event)| event["event"].as_str().expect("a name").to_owned())
            .collect()
    }

    /// The same with their headers and whole bodies; each is signed rightly.
    async fn hear_all(&self) -> Vec<(HeaderMap, Value)> {
        jobs::worker(&self.app).run_due().await.expect("the jobs run");
        let heard = std::mem::take(&mut *self.heard.lock().expect("heard"));
        let secret = keys_of(&self.app).await.webhook_secret;
        for (headers, body) in &heard {
            assert_eq!(headers["x-razorpay-signature"].to_str().expect("text"), quad_pay::sign(&secret, body));
            assert_eq!(headers["content-type"], "application/json");
        }
        heard.into_iter().map(|(headers, body)| (headers, serde_json::from_slice(&body).expect("JSON"))).collect()
    }
}

async fn it_speaks_razorpays_shapes(t: TestApp) {
    let asked = json!({"amount": 900, "currency": "INR", "receipt": "r-1", "notes": {"plan": "starter"}});
    let made = seller(&t, Method::POST, "/orders", Some(asked)).await.json(200);
    let id = made["id"].as_str().expect("an id");
    assert!(id.starts_with("order_") && id.len() == 20, "{id}");
    let seconds = t.app.clock.now().0 / 1000;
    let mut expected = json!({"id": id, "entity": "order", "amount": 900, "amount_paid": 0, "amount_due": 900,
        "currency": "INR", "receipt": "r-1", "offer_id": null, "status": "created", "attempts": 0,
        "notes": {"plan": "starter"}, "created_at": seconds});
    assert_eq!(made, expected);
    assert_eq!(seller(&t, Method::GET, &format!("/orders/{id}"), None).await.json(200), expected);
    assert!(payments(&t, id).await.is_empty());

    pay(&t, id, json!({"outcome": "decline"})).await.no(400);
    (expected["status"], expected["attempts"]) = (json!("attempted"), json!(1));
    assert_eq!(seller(&t, Method::GET, &format!("/orders/{id}"), None).await.json(200), expected);

    t.pass(1);
    let paid = pay(&t, id, json!({})).await.json(200);
    let payment = paid["razorpay_payment_id"].as_str().expect("an id");
    assert!(payment.starts_with("pay_") && payment.len() == 18, "{payment}");
    let signed = quad_pay::sign(&keys_of(&t.app).await.key_secret, format!("{id}|{payment}").as_bytes());
    assert_eq!(paid, json!({"razorpay_payment_id": payment, "razorpay_order_id": id, "razorpay_signature": signed}));
    for (key, value) in
        [("status", json!("paid")), ("attempts", json!(2)), ("amount_paid", json!(900)), ("amount_due", json!(0))]
    {
        expected[key] = value;
    }
    assert_eq!(seller(&t, Method::GET, &format!("/orders/{id}"), None).await.json(200), expected);

    let all = payments(&t, id).await;
    assert_eq!(all.iter().map(|one| one["status"].as_str().expect("text")).collect::<Vec<_>>(), ["captured", "failed"]);
    assert_eq!(all[0], seller(&t, Method::GET, &format!("/payments/{payment}"), None).await.json(200));
    for (key, value) in [
        ("id", json!(payment)),
        ("entity", json!("payment")),
        ("amount", json!(900)),
        ("currency", json!("INR")),
        ("order_id", json!(id)),
        ("captured", json!(true)),
        ("error_code", json!(null)),
        ("notes", json!({"plan": "starter"})),
        ("created_at", json!(seconds + 1)),
    ] {
        assert_eq!(all[0][key], value, "{key}");
    }
    assert_eq!((&all[1]["error_code"], &all[1]["captured"]), (&json!("BAD_REQUEST_ERROR"), &json!(false)));
    let plain = order(&t).await;
    assert_eq!(seller(&t, Method::GET, &format!("/orders/{plain}"), None).await.json(200)["notes"], json!([]));
}

async fn the_providers_client_is_at_home(t: TestApp) {
    let provider = Razorpay::new(&format!("{}/sandbox/v1", t.base), keys_of(&t.app).await).expect("a provider");
    assert!(provider.key_id().starts_with("rzp_test_"));
    let notes = vec![("plan".to_owned(), "starter \u{0} ₹".to_owned())];
    let asked = NewOrder { amount_paise: 18_200, receipt: "0199".into(), notes };
    let order = provider.create_order(&asked).await.expect("an order");
    assert_eq!(
        (order.amount_paise, order.receipt.as_deref(), order.status.as_str()),
        (18_200, Some("0199"), "created")
    );
    assert!(provider.payments_of(&order.id).await.expect("none").is_empty());
    let paid = pay(&t, &order.id, json!({"delaySeconds": 5})).await.json(200);
    let (payment, signature) = (paid["razorpay_payment_id"].as_str(), paid["razorpay_signature"].as_str());
    assert!(provider.payment_signature_ok(&order.id, payment.expect("an id"), signature.expect("a signature")));
    assert_eq!(provider.payments_of(&order.id).await.expect("one")[0].status, PaymentStatus::Authorized);
    t.pass(5);
    let found = provider.payments_of(&order.id).await.expect("one");
    assert_eq!((found[0].status, found[0].order_id.as_ref()), (PaymentStatus::Captured, Some(&order.id)));
    let ear = Ear::of(&t).await;
    jobs::worker(&ear.app).run_due().await.expect("the jobs run");
    let (headers, body) = ear.heard.lock().expect("heard").remove(0);
    let signature = headers["x-razorpay-signature"].to_str().expect("text");
    assert_eq!(provider.read_webhook(&body, signature), Ok(Webhook::Payment(found[0].clone())));
}

async fn wrong_keys_are_refused(t: TestApp) {
    let keys = keys_of(&t.app).await;
    let id = order(&t).await;
    let basic = |id: &str, secret: &str| {
        let request = client().get("http://x.example").basic_auth(id, Some(secret)).build().expect("built");
        request.headers()["authorization"].to_str().expect("text").to_owned()
    };
    let right = basic(&keys.key_id, &keys.key_secret);
    let mut wrong = vec![
        String::new(),
        "Basic".into(),
        "Basic ".into(),
        "Basic !!!".into(),
        right.replace("Basic", "Bearer"),
        right.trim_end_matches('=').to_owned() + "AA",
        basic(&keys.key_id, ""),
        basic("", &keys.key_secret),
        basic(&keys.key_secret, &keys.key_id),
        basic(&keys.key_id, &keys.webhook_secret),
        basic(&keys.key_id, &keys.key_secret.to_lowercase()),
        basic(&keys.key_id, &format!("{}x", keys.key_secret)),
        basic(&keys.key_id, &keys.key_secret[1..]),
    ];
    wrong.dedup();
    for (method, path) in [
        (Method::POST, "/orders".to_owned()),
        (Method::GET, format!("/orders/{id}")),
        (Method::GET, format!("/orders/{id}/payments")),
        (Method::GET, "/payments/pay_1".to_owned()),
        (Method::POST, "/payments/pay_1/capture".to_owned()),
        (Method::POST, "/payments/pay_1/refund".to_owned()),
    ] {
        for header in &wrong {
            let request = to(&t, method.clone(), &format!("/sandbox/v1{path}")).body("{");
            let request = if header.is_empty() { request } else { request.header("authorization", header) };
            assert_eq!(send(request).await.no(401), "Authentication failed", "{method} {path} {header}");
        }
    }
    let request = to(&t, Method::GET, &format!("/sandbox/v1/orders/{id}")).header("authorization", right);
    send(request).await.json(200);
}

async fn errors_have_razorpays_shape(t: TestApp) {
    let said = seller(&t, Method::GET, "/orders/order_nobody", None).await.json(400);
    assert_eq!(said["error"]["description"], "The id provided does not exist");
    let said = seller(&t, Method::POST, "/orders", Some(json!({"amount": 1, "currency": "INR"}))).await.json(400);
    assert_eq!(said["error"]["field"], "amount");
    assert!(said["error"]["metadata"].is_object() && said["error"]["reason"].is_string());
    seller(&t, Method::GET, "/nowhere", None).await.no(404);
    seller(&t, Method::DELETE, "/orders", None).await.no(405);
    send(to(&t, Method::GET, "/sandbox/checkout/pay")).await.no(405);
    send(to(&t, Method::GET, "/sandbox/nowhere")).await.no(404);
}

/// Every address, each with everything that could upset it: always a 4xx, and nothing is made.
async fn bad_input_is_refused(t: TestApp) {
    let id = order(&t).await;
    let strange = [
        "null",
        "[]",
        "7",
        "\"x\"",
        "",
        "{",
        "{}",
        "\u{feff}{}",
        "{\"amount\":900}",
        "{\"amount\":\"900\",\"currency\":\"INR\"}",
        "{\"amount\":9.5,\"currency\":\"INR\"}",
        "{\"amount\":-900,\"currency\":\"INR\"}",
        "{\"amount\":99,\"currency\":\"INR\"}",
        "{\"amount\":99999999999999999999,\"currency\":\"INR\"}",
        "{\"amount\":900,\"currency\":\"USD\"}",
        "{\"amount\":900,\"currency\":\"INR\",\"receipt\":7}",
        "{\"amount\":900,\"currency\":\"INR\",\"receipt\":\"a\\u0000\"}",
        "{\"amount\":900,\"currency\":\"INR\",\"notes\":[1]}",
        "{\"amount\":900,\"currency\":\"INR\",\"notes\":{\"a\":{}}}",
        "{\"amount\":900,\"currency\":\"INR\",\"notes\":\"x\"}",
    ];
    let keys = keys_of(&t.app).await;
    for body in strange {
        let request = to(&t, Method::POST, "/sandbox/v1/orders").basic_auth(&keys.key_id, Some(&keys.key_secret));
        send(request.body(body)).await.no(400);
    }
    let large = format!("{{\"order\":\"{}\"}}", "x".repeat(70_000));
    let request = to(&t, Method::POST, "/sandbox/v1/orders").basic_auth(&keys.key_id, Some(&keys.key_secret));
    send(request.body(large.clone())).await.no(413);
    for wish in [
        json!({"outcome": "PAY"}),
        json!({"outcome": 7}),
        json!({"webhook": "thrice"}),
        json!({"webhook": 1}),
        json!({"delaySeconds": -1}),
        json!({"delaySeconds": 86_401}),
        json!({"delaySeconds": 1.5}),
        json!({"delaySeconds": "1"}),
        json!({"lateSeconds": i64::MAX}),
        json!({"dropCallback": "yes"}),
    ] {
        assert_eq!(pay(&t, &id, wish.clone()).await.status, 400, "{wish}");
    }
    for body in ["", "null", "{}", "[]", "{\"order\":null,\"outcome\":\"pay\"}"] {
        let request = to(&t, Method::POST, "/sandbox/checkout/pay").header("content-type", "application/json");
        send(request.body(body)).await.no(400);
    }
    let request = to(&t, Method::POST, "/sandbox/checkout/pay").header("content-type", "application/json");
    send(request.body(large)).await.no(413);
    let body = format!("{{\"order\":\"{id}\",\"outcome\":\"pay\"}}");
    send(to(&t, Method::POST, "/sandbox/checkout/pay").header("content-type", "text/plain").body(body.clone()))
        .await
        .no(415);
    send(to(&t, Method::POST, "/sandbox/checkout/pay").body(body)).await.no(415);
    let long = "x".repeat(5000);
    for strange in ["order_x", "%00", "order_%00", "..%2f..", "%F0%9F%92%A9", "order_1'--", "%ff", &long] {
        for path in [format!("orders/{strange}"), format!("orders/{strange}/payments"), format!("payments/{strange}")] {
            let request = to(&t, Method::GET, &format!("/sandbox/v1/{path}"));
            let said = send(request.basic_auth(&keys.key_id, Some(&keys.key_secret))).await;
            assert_eq!(said.status, 400, "{path}: {}", said.text);
        }
        let said = send(to(&t, Method::GET, &format!("/sandbox/checkout/orders/{strange}"))).await;
        assert_eq!(said.status, 400, "{strange}: {}", said.text);
        let said = send(to(&t, Method::GET, &format!("/sandbox/checkout?order={strange}"))).await;
        assert_eq!(said.status, 404, "{strange}");
        pay(&t, strange, json!({})).await.no(400);
    }
    for query in ["", "?order", "?order=", "?other=1", "?order=a&order=b"] {
        assert_eq!(send(to(&t, Method::GET, &format!("/sandbox/checkout{query}"))).await.status, 404, "{query}");
    }
    assert!(payments(&t, &id).await.is_empty());
    let orders: Option<i64> =
        sql("SELECT count(*) AS value FROM sandbox_orders").value(&t.app.db).await.expect("counted");
    assert_eq!(orders, Some(1));
}

async fn another_website_cannot_pay(t: TestApp) {
    let id = order(&t).await;
    for (name, value) in [("origin", "https://evil.example"), ("sec-fetch-site", "cross-site")] {
        let request = to(&t, Method::POST, "/sandbox/checkout/pay").header(name, value);
        let said = send(request.json(&json!({"order": id, "outcome": "pay"}))).await;
        assert_eq!((said.status, said.text.contains("cross_site")), (403, true), "{}", said.text);
    }
    assert!(payments(&t, &id).await.is_empty());
}

async fn racing_fifty_payments(t: TestApp) {
    let (t, id) = (&t, &order(&t).await);
    let fates = ["once", "twice", "late", "never", "out_of_order"];
    let answers = join_all((0..50).map(|at| pay(t, id, json!({"webhook": fates[at % fates.len()]})))).await;
    let (paid, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(|said| said.status == 200);
    assert_eq!((paid.len(), refused.len()), (1, 49));
    for said in refused {
        assert!(said.no(400).contains("already been paid"));
    }
    let count = payments(t, id).await.iter().filter(|payment| payment["status"] == "captured").count();
    assert_eq!(count, 1);
    let shown = seller(t, Method::GET, &format!("/orders/{id}"), None).await.json(200);
    assert_eq!((&shown["attempts"], &shown["amount_paid"]), (&json!(1), &json!(900)));
}

async fn a_declined_payment_takes_nothing(t: TestApp) {
    let ear = Ear::of(&t).await;
    let id = order(&t).await;
    let said = pay(&t, &id, json!({"outcome": "decline"})).await.json(400);
    assert_eq!(said["error"]["metadata"]["order_id"], id);
    assert_eq!(said["error"]["reason"], "payment_failed");
    let all = payments(&t, &id).await;
    assert_eq!(
        (all.len(), &all[0]["status"], &all[0]["id"]),
        (1, &json!("failed"), &said["error"]["metadata"]["payment_id"])
    );
    assert_eq!(ear.listen().await, ["payment.failed"]);
    assert_eq!(seller(&t, Method::GET, &format!("/orders/{id}"), None).await.json(200)["amount_paid"], 0);
    // It can still be paid, and then no more be declined.
    pay(&t, &id, json!({})).await.json(200);
    assert!(pay(&t, &id, json!({"outcome": "decline"})).await.no(400).contains("already been paid"));
    assert_eq!(payments(&t, &id).await.len(), 2);
}

async fn trying_has_an_end(t: TestApp) {
    let id = order(&t).await;
    for _ in 0..30 {
        pay(&t, &id, json!({"outcome": "decline", "webhook": "never"})).await.no(400);
    }
    assert!(pay(&t, &id, json!({})).await.no(429).contains("too often"));
    assert_eq!(payments(&t, &id).await.len(), 30);
}

async fn a_payment_may_be_taken_later(t: TestApp) {
    let ear = Ear::of(&t).await;
    let id = order(&t).await;
    pay(&t, &id, json!({"delaySeconds": 60})).await.json(200);
    let state = async || {
        let shown = seller(&t, Method::GET, &format!("/orders/{id}"), None).await.json(200);
        (payments(&t, &id).await[0]["status"].clone(), shown["status"].clone(), ear.listen().await.len())
    };
    assert_eq!(state().await, (json!("authorized"), json!("attempted"), 0));
    t.pass(59);
    assert_eq!(state().await, (json!("authorized"), json!("attempted"), 0));
    // Promised is promised: nobody pays it a second time meanwhile.
    pay(&t, &id, json!({})).await.no(400);
    t.pass(1);
    assert_eq!(state().await, (json!("captured"), json!("paid"), 1));
}

async fn webhooks_go_as_chosen(t: TestApp) {
    let ear = Ear::of(&t).await;
    let id = order(&t).await;
    let paid = pay(&t, &id, json!({"webhook": "once", "dropCallback": true})).await.json(200);
    let heard = ear.hear_all().await;
    assert_eq!(heard.len(), 1);
    let (headers, event) = &heard[0];
    assert!(headers["user-agent"].to_str().is_ok_and(|agent| agent.starts_with("Razorpay-Webhook")));
    assert_eq!(
        (&event["entity"], &event["event"], &event["contains"]),
        (&json!("event"), &json!("payment.captured"), &json!(["payment"]))
    );
    let payment = &event["payload"]["payment"]["entity"];
    assert_eq!((&payment["id"], &payment["order_id"]), (&paid["razorpay_payment_id"], &json!(id)));
    assert_eq!((&payment["status"], &payment["amount"]), (&json!("captured"), &json!(900)));
    assert!(ear.listen().await.is_empty(), "once is once");

    pay(&t, &order(&t).await, json!({"webhook": "twice"})).await.json(200);
    let heard = ear.hear_all().await;
    assert_eq!(heard.len(), 2);
    assert_eq!(heard[0].0["x-razorpay-event-id"], heard[1].0["x-razorpay-event-id"]);
    assert_eq!(heard[0].1["payload"], heard[1].1["payload"]);

    pay(&t, &order(&t).await, json!({"webhook": "late", "lateSeconds": 90, "delaySeconds": 10})).await.json(200);
    t.pass(99);
    assert!(ear.listen().await.is_empty());
    t.pass(1);
    assert_eq!(ear.listen().await, ["payment.captured"]);

    let id = order(&t).await;
    pay(&t, &id, json!({"webhook": "out_of_order"})).await.json(200);
    let heard = ear.hear_all().await;
    let names: Vec<_> = heard.iter().map(|(_, event)| event["event"].as_str().expect("a name")).collect();
    assert_eq!(names, ["order.paid", "payment.captured", "payment.failed"]);
    assert_eq!(heard[0].1["contains"], json!(["payment", "order"]));
    assert_eq!(heard[0].1["payload"]["order"]["entity"]["status"], "paid");
    let about = |at: usize| &heard[at].1["payload"]["payment"]["entity"];
    assert_eq!(about(0), about(1));
    assert!(about(2)["id"] != about(1)["id"] && about(2)["created_at"].as_i64() < about(1)["created_at"].as_i64());
    assert_eq!((&about(2)["status"], &about(2)["order_id"]), (&json!("failed"), &json!(id)));
    assert_eq!(payments(&t, &id).await.len(), 2);

    pay(&t, &order(&t).await, json!({"webhook": "never"})).await.json(200);
    t.pass(7 * 86_400);
    assert!(ear.listen().await.is_empty());
}

async fn an_unanswered_webhook_is_sent_again(t: TestApp) {
    let ear = Ear::of(&t).await;
    *ear.answers.lock().expect("answer") = StatusCode::SERVICE_UNAVAILABLE;
    pay(&t, &order(&t).await, json!({"webhook": "out_of_order"})).await.json(200);
    // The first is not answered, so the others wait behind it.
    assert_eq!(ear.listen().await, ["order.paid"]);
    assert!(ear.listen().await.is_empty(), "after a pause");
    t.pass(10);
    assert_eq!(ear.listen().await, ["order.paid"]);
    *ear.answers.lock().expect("answer") = StatusCode::OK;
    t.pass(20);
    assert_eq!(ear.listen().await, ["order.paid", "payment.captured", "payment.failed"]);
    t.pass(86_400);
    assert!(ear.listen().await.is_empty());
}

async fn a_restart_keeps_keys_and_state(t: TestApp) {
    let keys = keys_of(&t.app).await;
    let id = order(&t).await;
    pay(&t, &id, json!({"webhook": "late", "lateSeconds": 30})).await.json(200);
    // Another process on the same database, with other randomness.
    let ear = Ear::of(&t).await;
    let again = keys_of(&ear.app).await;
    assert_eq!(
        (&again.key_id, &again.key_secret, &again.webhook_secret),
        (&keys.key_id, &keys.key_secret, &keys.webhook_secret)
    );
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    ear.app.spawn(server::serve(
        listener,
        server::Owner::Quad,
        router::build(&ear.app),
        ear.app.stop.clone().cancelled_owned(),
    ));
    let provider = Razorpay::new(&format!("http://{address}/sandbox/v1"), again).expect("a provider");
    assert_eq!(provider.payments_of(&id).await.expect("one")[0].status, PaymentStatus::Captured);
    t.pass(30);
    assert_eq!(ear.listen().await, ["payment.captured"]);
}

async fn two_processes_make_one_pair_of_keys(t: TestApp) {
    let processes: Vec<App> = (10..18).map(|seed| another_process(&t, seed)).collect();
    let all = join_all(processes.iter().map(keys_of)).await;
    assert!(all.iter().all(|keys| keys.key_secret == all[0].key_secret && keys.key_id == all[0].key_id));
    assert!(
        all[0].key_id.starts_with("rzp_test_") && all[0].key_secret.len() == 24 && all[0].webhook_secret.len() == 24
    );
    assert_ne!(all[0].key_secret, all[0].webhook_secret);
}

const REAL: [(&str, &str); 5] = [
    ("QUAD_RAZORPAY_KEY_ID", "rzp_live_1"),
    ("QUAD_RAZORPAY_KEY_SECRET", "a-secret"),
    ("QUAD_RAZORPAY_WEBHOOK_SECRET", "another-secret"),
    ("QUAD_RAZORPAY_BASE_URL", "http://127.0.0.1:1/v1"),
    ("QUAD_RAZORPAY_CHECKOUT_URL", "https://pay.example:8443/v1/checkout.js"),
];

async fn with_real_keys_it_is_not_there(t: TestApp) {
    let t = t.another(&REAL, 3).await;
    let keys = keys_of(&t.app).await;
    for (method, path) in [
        (Method::POST, "/v1/orders"),
        (Method::GET, "/v1/orders/order_1"),
        (Method::GET, "/v1/orders/order_1/payments"),
        (Method::GET, "/v1/payments/pay_1"),
        (Method::GET, "/checkout/orders/order_1"),
        (Method::POST, "/checkout/pay"),
        (Method::GET, "/checkout"),
        (Method::GET, "/checkout.js"),
        (Method::GET, "/frame.js"),
        (Method::GET, "/frame.css"),
        (Method::GET, "/"),
        (Method::GET, ""),
    ] {
        let request =
            to(&t, method.clone(), &format!("/sandbox{path}")).basic_auth(&keys.key_id, Some(&keys.key_secret));
        let said = send(request.json(&json!({"amount": 900, "currency": "INR"}))).await;
        assert_eq!(said.status, 404, "{method} {path}");
    }
}

async fn the_checkout_page_may_be_framed_by_us_alone(t: TestApp) {
    let id = order(&t).await;
    let page = send(to(&t, Method::GET, &format!("/sandbox/checkout?order={id}"))).await;
    assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
    let policy = page.header("content-security-policy");
    assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'self'"), "{policy}");
    assert!(!policy.contains("unsafe") && !policy.contains("http"), "{policy}");
    assert!(page.text.contains("Test payment – no money moves"));
    // Nothing inline, which that policy would forbid anyway.
    for inline in ["<style", "style=", "onclick=", "<script>"] {
        assert!(!page.text.contains(inline), "{inline}");
    }
    for (path, kind) in [
        ("/sandbox/checkout.js", "text/javascript; charset=utf-8"),
        ("/sandbox/frame.js", "text/javascript; charset=utf-8"),
        ("/sandbox/frame.css", "text/css; charset=utf-8"),
    ] {
        let file = send(to(&t, Method::GET, path)).await;
        assert_eq!(
            (file.status, file.header("content-type"), file.header("x-content-type-options")),
            (200, kind, "nosniff")
        );
        assert!(file.text.starts_with("/**") && !file.text.contains("http://"));
    }
    let shown = send(to(&t, Method::GET, &format!("/sandbox/checkout/orders/{id}"))).await.json(200);
    assert_eq!(shown, json!({"id": id, "amount": 900, "currency": "INR", "paid": false}));
}

async fn pricing_alone_may_load_the_providers_checkout(t: TestApp) {
    let real = t.another(&REAL, 3).await;
    let policy = async |t: &TestApp, path: &str| {
        let said = send(to(t, Method::GET, path)).await;
        (said.header("content-security-policy").to_owned(), said.header("cross-origin-opener-policy").to_owned())
    };
    let plain = policy(&t, "/contest").await;
    assert!(!plain.0.contains("frame-src") && plain.0.contains("frame-ancestors 'none'") && plain.1 == "same-origin");
    let sandbox = policy(&t, "/pricing").await;
    let (before, typed) =
        plain.0.split_at(plain.0.find("; require-trusted-types-for 'script'").expect("trusted types"));
    assert_eq!(sandbox, (format!("{before}; frame-src 'self'{typed}"), "same-origin".to_owned()));
    let (text, opener) = policy(&real, "/pricing").await;
    assert_eq!(opener, "same-origin-allow-popups");
    // Beside the document's own script, which is known by its hash.
    let scripts = text.split("; ").find(|one| one.starts_with("script-src ")).expect("scripts");
    let known: Vec<&str> = scripts.split(' ').filter(|one| !one.starts_with("'sha256-")).collect();
    assert_eq!(known, ["script-src", "'self'", "https://pay.example:8443"], "{text}");
    for path in ["/", "/contest", "/payment/success", "/purchases"] {
        assert_eq!(policy(&real, path).await, plain, "{path}");
    }
}

async fn no_key_is_told_or_logged(t: TestApp) {
    let log = t.log();
    let keys = keys_of(&t.app).await;
    let id = order(&t).await;
    let mut told = String::new();
    for path in ["/sandbox/checkout.js", "/sandbox/frame.js", "/sandbox/frame.css", "/sandbox/v1/orders"] {
        told += &send(to(&t, Method::GET, path)).await.text;
    }
    told += &send(to(&t, Method::GET, &format!("/sandbox/checkout?order={id}"))).await.text;
    told += &pay(&t, &id, json!({"webhook": "twice"})).await.text;
    told += &seller(&t, Method::GET, &format!("/orders/{id}/payments"), None).await.text;
    let wrong =
        to(&t, Method::GET, &format!("/sandbox/v1/orders/{id}")).basic_auth(&keys.key_id, Some("mistaken-9041"));
    told += &send(wrong).await.text;
    let ear = Ear::of(&t).await;
    *ear.answers.lock().expect("answer") = StatusCode::BAD_REQUEST;
    ear.listen().await;
    told.extend([format!("{:?}", t.app), format!("{keys:?}"), format!("{:?}", ear.app.sandbox)]);
    until("the refusal is logged", async || log.text().contains("was answered with 400")).await;
    let logged = log.text();
    assert!(logged.contains("/sandbox/checkout/pay"), "the log is read");
    for secret in [&keys.key_secret, &keys.webhook_secret, "mistaken-9041"] {
        assert!(!told.contains(secret), "a secret was told");
        let line = logged.lines().find(|line| line.contains(secret));
        assert!(line.is_none(), "a secret is in the log: {line:?}");
    }
}

async fn other_amounts_are_charged_as_chosen(t: TestApp) {
    let provider = Razorpay::new(&format!("{}/sandbox/v1", t.base), keys_of(&t.app).await).expect("a provider");
    for (amount, charged, currency) in
        [("asked", 900, "INR"), ("with_fee", 921, "INR"), ("offer", 810, "INR"), ("foreign", 11, "USD")]
    {
        let asked = NewOrder { amount_paise: 900, receipt: "0199".into(), notes: Vec::new() };
        let order = provider.create_order(&asked).await.expect("an order").id;
        pay(&t, &order, json!({"amount": amount, "webhook": "never"})).await.json(200);
        let found = provider.payments_of(&order).await.expect("one").remove(0);
        assert_eq!((found.amount_paise, found.currency.as_deref()), (Some(charged), Some(currency)), "{amount}");
        assert_eq!(found.fee_bearer.as_deref(), (amount == "with_fee").then_some("customer"));
        assert_eq!(
            (found.base_amount, found.offer_id.is_some()),
            ((amount == "foreign").then_some(900), amount == "offer")
        );
        assert_eq!(found.status, PaymentStatus::Captured);
    }
    let plain = order(&t).await;
    assert_eq!(pay(&t, &plain, json!({"amount": "half"})).await.json(400)["error"]["field"], "amount");
}

async fn what_is_set_aside_is_captured_once(t: TestApp) {
    let provider = Razorpay::new(&format!("{}/sandbox/v1", t.base), keys_of(&t.app).await).expect("a provider");
    let asked = NewOrder { amount_paise: 900, receipt: "0199".into(), notes: Vec::new() };
    let order = provider.create_order(&asked).await.expect("an order").id;
    pay(&t, &order, json!({"outcome": "authorize", "webhook": "never"})).await.json(200);
    t.pass(6 * 86_400);
    let found = provider.payments_of(&order).await.expect("one").remove(0);
    assert_eq!(found.status, PaymentStatus::Authorized, "nobody takes it");
    let refused =
        |said: Result<(), PayError>| assert!(matches!(said, Err(PayError::Refused { status: 400, .. })), "{said:?}");
    refused(provider.refund(&found.id, 900).await.map(|_| ()));
    let other = quad_pay::Payment { amount_paise: Some(901), ..found.clone() };
    refused(provider.capture(&other).await.map(|_| ()));
    let racers = join_all((0..10).map(|_| provider.capture(&found))).await;
    assert_eq!(racers.iter().filter(|said| said.is_ok()).count(), 1);
    assert_eq!(provider.payment(&found.id).await.expect("found").status, PaymentStatus::Captured);
    refused(provider.refund(&found.id, 1).await.map(|_| ()));
    let racers = join_all((0..10).map(|_| provider.refund(&found.id, 900))).await;
    assert_eq!(racers.iter().filter(|said| said.is_ok()).count(), 1);
    let back = provider.payment(&found.id).await.expect("found");
    assert_eq!((back.status, back.captured), (PaymentStatus::Refunded, Some(true)));
    refused(provider.refund("pay_nobody", 900).await.map(|_| ()));
}
