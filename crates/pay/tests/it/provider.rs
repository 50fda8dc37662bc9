//! A provider that answers in shapes recorded from the real one's documentation, well and badly.

use quad_pay::{Keys, NewOrder, Order, PayError, PaymentStatus, Razorpay, RefundStatus};
use wiremock::matchers::{body_json, header, method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

/// `rzp_test_1:first-secret`
const BASIC: &str = "Basic cnpwX3Rlc3RfMTpmaXJzdC1zZWNyZXQ=";

fn client(base: &str) -> Razorpay {
    let keys =
        Keys { key_id: "rzp_test_1".into(), key_secret: "first-secret".into(), webhook_secret: "second-secret".into() };
    Razorpay::new(base, keys).expect("fine")
}

fn asked() -> NewOrder {
    NewOrder { amount_paise: 900, receipt: "0199-order".into(), notes: vec![("plan".into(), "starter".into())] }
}

const ORDER: &str = r#"{"id":"order_DBJOWzybf0sJbb","entity":"order","amount":900,"amount_paid":0,"amount_due":900,
 "currency":"INR","receipt":"0199-order","offer_id":null,"status":"created","attempts":0,"notes":[],"created_at":1566986570}"#;

const PAYMENTS: &str = r#"{"entity":"collection","count":2,"items":[
 {"id":"pay_DaaBCIH1rZXZg5","entity":"payment","amount":900,"currency":"INR","status":"captured",
  "order_id":"order_DaZlswtdcn9UNV","method":"netbanking","captured":true,"notes":[],"created_at":1572505160},
 {"id":"pay_DaaSOvhgcOfzgR","entity":"payment","amount":900,"currency":"INR","status":"failed","order_id":null,
  "error_code":"BAD_REQUEST_ERROR","error_description":"Payment failed","notes":{"a":"b"},"created_at":1572506136},
 {"id":"pay_3","amount":900,"currency":"INR","status":"authorized"},
 {"id":"pay_4","amount":900,"currency":"INR","status":"something new"}]}"#;

async fn answering(answer: ResponseTemplate) -> MockServer {
    let server = MockServer::start().await;
    Mock::given(wiremock::matchers::any()).respond_with(answer).mount(&server).await;
    server
}

fn json(status: u16, text: &str) -> ResponseTemplate {
    ResponseTemplate::new(status).set_body_raw(text.as_bytes().to_vec(), "application/json")
}

#[tokio::test]
async fn an_order_is_made() {
    let server = MockServer::start().await;
    let body =
        serde_json::json!({"amount": 900, "currency": "INR", "receipt": "0199-order", "notes": {"plan": "starter"}});
    Mock::given(method("POST"))
        .and(path("/v1/orders"))
        .and(header("authorization", BASIC))
        .and(header("content-type", "application/json"))
        .and(body_json(body))
        .respond_with(json(200, ORDER))
        .expect(2)
        .mount(&server)
        .await;
    for base in [format!("{}/v1", server.uri()), format!("{}/v1/", server.uri())] {
        let order = client(&base).create_order(&asked()).await.expect("made");
        let expected = Order {
            id: "order_DBJOWzybf0sJbb".into(),
            amount_paise: 900,
            currency: "INR".into(),
            receipt: Some("0199-order".into()),
            status: "created".into(),
        };
        assert_eq!(order, expected);
    }
}

#[tokio::test]
async fn an_answer_about_another_order_is_not_believed() {
    for text in [
        ORDER.replace(":900,", ":901,"),
        ORDER.replace("INR", "USD"),
        ORDER.replace("order_DBJOWzybf0sJbb", ""),
        ORDER.replace("order_DBJOWzybf0sJbb", "../../payments"),
    ] {
        let server = answering(json(200, &text)).await;
        let said = client(&server.uri()).create_order(&asked()).await;
        assert!(matches!(said, Err(PayError::Later { .. } | PayError::Unreadable { .. })), "{text}: {said:?}");
    }
}

#[tokio::test]
async fn payments_of_an_order_are_read() {
    let server = MockServer::start().await;
    Mock::given(method("GET"))
        .and(path("/v1/orders/order_DaZlswtdcn9UNV/payments"))
        .and(header("authorization", BASIC))
        .respond_with(json(200, PAYMENTS))
        .expect(1)
        .mount(&server)
        .await;
    let found = client(&format!("{}/v1", server.uri())).payments_of("order_DaZlswtdcn9UNV").await.expect("found");
    let states: Vec<_> = found.iter().map(|payment| (payment.status, payment.order_id.as_deref())).collect();
    assert_eq!(
        states,
        [
            (PaymentStatus::Captured, Some("order_DaZlswtdcn9UNV")),
            (PaymentStatus::Failed, None),
            (PaymentStatus::Authorized, None),
            (PaymentStatus::Other, None)
        ]
    );
    assert_eq!((found[0].id.as_str(), found[0].amount_paise), ("pay_DaaBCIH1rZXZg5", Some(900)));
}

#[tokio::test]
async fn a_payment_is_captured_and_given_back() {
    let server = MockServer::start().await;
    let payment = |status: &str| {
        json(
            200,
            &format!(r#"{{"id":"pay_3","amount":900,"currency":"INR","status":"{status}","order_id":"order_1"}}"#),
        )
    };
    let asked = |verb: &str, at: &str| Mock::given(method(verb)).and(path(at)).and(header("authorization", BASIC));
    asked("GET", "/v1/payments/pay_3").respond_with(payment("authorized")).expect(1).mount(&server).await;
    asked("POST", "/v1/payments/pay_3/capture")
        .and(body_json(serde_json::json!({"amount": 900, "currency": "INR"})))
        .respond_with(payment("captured"))
        .expect(1)
        .mount(&server)
        .await;
    asked("POST", "/v1/payments/pay_3/refund")
        .and(body_json(serde_json::json!({"amount": 900})))
        .respond_with(json(
            200,
            r#"{"id":"rfnd_1","amount":900,"currency":"INR","payment_id":"pay_3","status":"processed"}"#,
        ))
        .expect(1)
        .mount(&server)
        .await;
    let client = client(&format!("{}/v1", server.uri()));
    let found = client.payment("pay_3").await.expect("found");
    assert_eq!(found.status, PaymentStatus::Authorized);
    assert_eq!(client.capture(&found).await.expect("taken").status, PaymentStatus::Captured);
    let made = client.refund("pay_3", 900).await.expect("given back");
    assert_eq!((made.id.as_str(), made.amount_paise, made.status), ("rfnd_1", Some(900), RefundStatus::Processed));
}

#[tokio::test]
async fn an_answer_about_another_payment_is_not_believed() {
    let text = r#"{"id":"pay_9","amount":900,"currency":"INR","status":"captured","payment_id":"pay_9"}"#;
    let server = answering(json(200, text)).await;
    let client = client(&server.uri());
    assert!(matches!(client.payment("pay_3").await, Err(PayError::Later { .. })));
    assert!(matches!(client.refund("pay_3", 900).await, Err(PayError::Later { .. })));
    let found = client.payment("pay_9").await.expect("found");
    let other = quad_pay::Payment { id: "pay_3".into(), ..found };
    assert!(matches!(client.capture(&other).await, Err(PayError::Later { .. })));
}

#[tokio::test]
async fn an_id_that_is_none_is_never_sent() {
    let server = MockServer::start().await;
    Mock::given(wiremock::matchers::any()).respond_with(json(200, PAYMENTS)).expect(0).mount(&server).await;
    for id in ["", "../payments", "order_1/../..", "order 1", "order_1?x=1", "order_1#", "%2e%2e", "é", &"x".repeat(65)]
    {
        let said = client(&server.uri()).payments_of(id).await;
        assert!(matches!(said, Err(PayError::Refused { status: 400, .. })), "{id}: {said:?}");
        let said = client(&server.uri()).refund(id, 900).await;
        assert!(matches!(said, Err(PayError::Refused { status: 400, .. })), "{id}: {said:?}");
    }
}

#[tokio::test]
async fn a_no_and_a_later_are_told_apart() {
    let error =
        |text: &str| format!(r#"{{"error":{{"code":"BAD_REQUEST_ERROR","description":"{text}","metadata":{{}}}}}}"#);
    for (status, body, refused) in [
        (400, error("The id provided does not exist"), true),
        (401, error("Authentication failed"), true),
        (403, "<h1>Forbidden</h1>".to_owned(), true),
        (404, String::new(), true),
        (409, "[]".to_owned(), true),
        (408, error("slow"), false),
        (429, error("Too many requests"), false),
        (500, error("We are facing some trouble"), false),
        (502, "<html>Bad gateway</html>".to_owned(), false),
        (503, String::new(), false),
    ] {
        let server = answering(json(status, &body)).await;
        let client = client(&server.uri());
        for said in [client.create_order(&asked()).await.map(|_| ()), client.payments_of("order_1").await.map(|_| ())] {
            match said.expect_err("no") {
                PayError::Refused { status: told, why } => {
                    assert!(refused && told == status && !why.is_empty(), "{status}: {why}");
                    assert!(!body.contains("description") || body.contains(&why), "{why}");
                }
                PayError::Later { why } => assert!(!refused && why.starts_with(&status.to_string()), "{status}: {why}"),
                PayError::Unreadable { why } => panic!("{status}: {why}"),
            }
        }
    }
}

#[tokio::test]
async fn garbage_is_later_and_another_shape_is_unreadable() {
    for (body, is_json) in [
        ("", false),
        ("<html>", false),
        ("{\"id\":", false),
        ("null", true),
        ("[]", true),
        ("7", true),
        ("{}", true),
        ("{\"items\":null}", true),
        ("{\"items\":{\"id\":\"pay_1\"}}", true),
        ("{\"id\":\"order_1\",\"amount\":\"900\"}", true),
        ("{\"id\":7,\"amount\":900,\"currency\":\"INR\"}", true),
        ("[\"order_1\",900,\"INR\",null,\"created\"]", true),
    ] {
        let server = answering(json(200, body)).await;
        let client = client(&server.uri());
        for said in [client.create_order(&asked()).await.map(|_| ()), client.payments_of("order_1").await.map(|_| ())] {
            match said.expect_err("no answer") {
                PayError::Later { .. } => assert!(!is_json, "{body}"),
                PayError::Unreadable { why } => assert!(is_json && !why.is_empty(), "{body}"),
                PayError::Refused { .. } => panic!("{body}"),
            }
        }
    }
}

#[tokio::test]
async fn an_order_is_read_by_what_matters_of_it() {
    for text in [
        ORDER.replace(":900,", ":900.0,"),
        ORDER.replace(":900,", ":\"900\","),
        ORDER.replace("\"receipt\":\"0199-order\",", "\"receipt\":[7],"),
        ORDER.replace("\"status\":\"created\",", ""),
    ] {
        let server = answering(json(200, &text)).await;
        let made = client(&server.uri()).create_order(&asked()).await.expect(&text);
        assert_eq!((made.id.as_str(), made.amount_paise), ("order_DBJOWzybf0sJbb", 900));
    }
}

#[tokio::test]
async fn what_cannot_be_read_in_a_list_hides_nothing_else() {
    let good = r#"{"id":"pay_1","amount":900,"currency":"INR","status":"captured","order_id":"order_1"}"#;
    for odd in [
        "null",
        "7",
        "[]",
        "{}",
        r#""pay_2""#,
        r#"["pay_2","order_1",900,"INR","captured",true]"#,
        r#"{"id":7}"#,
        r#"{"id":"pay_2","amount":900,"currency":null,"status":"created"}"#,
        r#"{"id":"pay_2","amount":"lots","currency":"INR","status":"captured","order_id":"order_1"}"#,
        r#"{"id":"pay_2","amount":900,"currency":"INR","status":null,"captured":true,"order_id":"order_1"}"#,
        r#"{"id":"pay_2","amount":900,"currency":"INR","status":"something new","order_id":7}"#,
    ] {
        for items in [format!("{good},{odd}"), format!("{odd},{good}")] {
            let server = answering(json(200, &format!(r#"{{"entity":"collection","items":[{items}]}}"#))).await;
            let found = client(&server.uri()).payments_of("order_1").await.expect("read");
            let clear: Vec<&str> = found.iter().filter(|one| one.is_clear()).map(|one| one.id.as_str()).collect();
            assert_eq!((found.len(), clear), (2, vec!["pay_1"]), "{odd}");
            let taken = found.iter().filter(|one| one.is_taken()).count();
            let is_taken =
                odd.starts_with('{') && (odd.contains(r#":"captured""#) || odd.contains(r#""captured":true"#));
            assert_eq!(taken, 1 + usize::from(is_taken), "{odd}");
        }
    }
    let server = answering(json(200, &format!(r#"{{"items":[{}]}}"#, good.replace(":900,", ":900.0,")))).await;
    let client = client(&server.uri());
    let found = client.payments_of("order_1").await.expect("read").remove(0);
    assert_eq!((found.amount_paise, found.is_clear()), (Some(900), true));
    // Nothing is asked for where it is not known how much.
    for unclear in [
        quad_pay::Payment { amount_paise: None, ..found.clone() },
        quad_pay::Payment { currency: None, ..found.clone() },
    ] {
        assert!(matches!(client.capture(&unclear).await, Err(PayError::Refused { status: 400, .. })));
    }
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let other = MockServer::start().await;
    Mock::given(wiremock::matchers::any()).respond_with(json(200, ORDER)).expect(0).mount(&other).await;
    for status in [301, 302, 307, 308] {
        let answer = ResponseTemplate::new(status).insert_header("location", format!("{}/orders", other.uri()));
        let server = answering(answer).await;
        let said = client(&server.uri()).create_order(&asked()).await;
        assert!(matches!(said, Err(PayError::Refused { status: told, .. }) if told == status), "{said:?}");
    }
}

#[tokio::test]
async fn a_huge_answer_is_not_read_to_its_end() {
    let huge = format!("{{\"items\":[],\"x\":\"{}\"}}", "x".repeat(1 << 20));
    let server = answering(json(200, &huge)).await;
    let said = client(&server.uri()).payments_of("order_1").await;
    assert!(matches!(&said, Err(PayError::Later { why }) if why.contains("larger")), "{said:?}");
    let large = format!("{{\"items\":[],\"x\":\"{}\"}}", "x".repeat(1_000_000));
    let server = answering(json(200, &large)).await;
    assert_eq!(client(&server.uri()).payments_of("order_1").await.expect("read"), []);
}

#[tokio::test]
async fn nobody_there_is_later_and_says_no_secret() {
    let said = client("http://127.0.0.1:1/v1").create_order(&asked()).await.expect_err("nobody");
    assert!(matches!(&said, PayError::Later { why } if why.starts_with("no connection")), "{said:?}");
    let body = r#"{"error":{"description":"rzp_test_1:first-secret / second-secret is wrong"}}"#;
    let server = answering(json(400, body)).await;
    let said = client(&server.uri()).create_order(&asked()).await.expect_err("no");
    let shown = format!("{said} {said:?}");
    assert!(!shown.contains("first-secret") && !shown.contains("second-secret"), "{shown}");
}
