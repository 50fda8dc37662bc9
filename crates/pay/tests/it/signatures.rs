//! The two signatures: Razorpay's published examples, and every way of being nearly right.

use quad_pay::{
    Dispute, DisputeStatus, Keys, Payment, PaymentStatus, Razorpay, Refund, RefundStatus, Webhook, WebhookError, sign,
};
use serde_json::json;

/// From the "payment verification" page of Razorpay's documentation.
const ORDER: &str = "order_IEIaMR65cu6nz3";
const PAYMENT: &str = "pay_IH4NVgf4Dreq1l";
const SIGNATURE: &str = "0d4e745a1838664ad6c9c9902212a32d627d68e917290b0ad5f08ff4561bc50f";
const SECRET: &str = "EnLs21M47BllR3X8PSFtjtbd";

fn provider(key_secret: &str, webhook_secret: &str) -> Razorpay {
    let keys =
        Keys { key_id: "rzp_test_1".into(), key_secret: key_secret.into(), webhook_secret: webhook_secret.into() };
    Razorpay::new("https://api.razorpay.com/v1", keys).expect("fine")
}

#[test]
fn the_published_examples_verify() {
    assert!(provider(SECRET, "w").payment_signature_ok(ORDER, PAYMENT, SIGNATURE));
    // Of the tests of Razorpay's Python library.
    let python = "b2335e3b0801106b84a7faff035df56ecffde06918c9ddd1f0fafbb37a51cc89";
    assert!(provider("key_secret", "w").payment_signature_ok("fake_order_id", "fake_payment_id", python));
    // Of the tests of Razorpay's Node library: signed rightly, although it is no event.
    let node = "2fe04e22977002e6c7cb553adab8b460cb9e2a4970d5953cb27a8472752e3bbc";
    let body = br#"{"a":1,"b":2,"c":{"d":3}}"#;
    assert_eq!(provider("k", "123456").read_webhook(body, node), Err(WebhookError::Unreadable));
    assert_eq!(provider("k", "123457").read_webhook(body, node), Err(WebhookError::BadSignature));
    assert_eq!(sign("123456", body), node);
}

#[test]
fn each_changed_character_is_noticed() {
    let provider = provider(SECRET, "w");
    for at in 0..SIGNATURE.len() {
        for digit in "0123456789abcdef".chars().filter(|digit| *digit != char::from(SIGNATURE.as_bytes()[at])) {
            let mut tampered = SIGNATURE.to_owned();
            tampered.replace_range(at..=at, &digit.to_string());
            assert!(!provider.payment_signature_ok(ORDER, PAYMENT, &tampered), "{tampered}");
        }
        let shorter = format!("{}{}", &SIGNATURE[..at], &SIGNATURE[at + 1..]);
        assert!(!provider.payment_signature_ok(ORDER, PAYMENT, &shorter), "{shorter}");
    }
}

#[test]
fn other_spellings_are_refused() {
    let provider = provider(SECRET, "w");
    for spelt in [
        String::new(),
        SIGNATURE.to_uppercase(),
        format!("{SIGNATURE}0"),
        format!("{SIGNATURE}00"),
        format!(" {SIGNATURE}"),
        format!("{SIGNATURE}\n"),
        format!("0x{SIGNATURE}"),
        SIGNATURE.replace('0', "O"),
        SIGNATURE.replace('0', "０"),
        SIGNATURE.replace('0', "\0"),
        "g".repeat(64),
        "é".repeat(32),
        "undefined".into(),
    ] {
        assert!(!provider.payment_signature_ok(ORDER, PAYMENT, &spelt), "{spelt:?}");
        assert_eq!(provider.read_webhook(b"{}", &spelt), Err(WebhookError::BadSignature));
    }
}

#[test]
fn a_signature_is_good_for_its_order_and_payment_alone() {
    let provider = provider(SECRET, "w");
    for (order, payment) in [
        (PAYMENT, ORDER),
        (ORDER, "pay_IH4NVgf4Dreq1m"),
        ("order_IEIaMR65cu6nz4", PAYMENT),
        ("", ""),
        ("", PAYMENT),
        (ORDER, ""),
    ] {
        assert!(!provider.payment_signature_ok(order, payment, SIGNATURE), "{order} {payment}");
    }
    // The bar must not wander: "a|b" + "c" and "a" + "b|c" are signed alike.
    let signature = sign(SECRET, b"order_1|pay_2|pay_3");
    assert!(!provider.payment_signature_ok("order_1", "pay_2|pay_3", &signature));
    assert!(!provider.payment_signature_ok("order_1|pay_2", "pay_3", &signature));
}

/// The shape of Razorpay's documentation, shortened by fields nobody reads.
const CAPTURED: &str = r#"{"entity":"event","account_id":"acc_BFQ7uQEaa7j2z7","event":"payment.captured","contains":["payment"],
 "payload":{"payment":{"entity":{"id":"pay_DESlfW9H8K9uqM","entity":"payment","amount":900,"currency":"INR",
 "status":"captured","order_id":"order_DESlLckIVRkHWj","invoice_id":null,"international":false,"method":"netbanking",
 "amount_refunded":0,"refund_status":null,"captured":true,"description":null,"card_id":null,"bank":"HDFC","wallet":null,
 "vpa":null,"email":"gaurav.kumar@example.com","contact":"+919876543210","notes":[],"fee":2,"tax":0,"error_code":null,
 "error_description":null,"created_at":1567674599}}},"created_at":1567674606}"#;

fn captured() -> Payment {
    Payment {
        id: "pay_DESlfW9H8K9uqM".into(),
        order_id: Some("order_DESlLckIVRkHWj".into()),
        amount_paise: Some(900),
        currency: Some("INR".into()),
        status: PaymentStatus::Captured,
        captured: Some(true),
        fee: Some(2),
        tax: Some(0),
        fee_bearer: None,
        base_amount: None,
        base_currency: None,
        offer_id: None,
    }
}

#[test]
fn a_webhook_is_read_when_its_bytes_are_signed() {
    let provider = provider("k", "hook");
    let read = |body: &str| provider.read_webhook(body.as_bytes(), &sign("hook", body.as_bytes()));
    assert_eq!(read(CAPTURED), Ok(Webhook::Payment(captured())));
    let paid = CAPTURED.replace("\"event\":\"payment.captured\"", "\"event\":\"order.paid\"").replace(
        "\"payload\":{",
        r#""payload":{"order":{"entity":{"id":"order_DESlLckIVRkHWj","entity":"order","amount":900,"status":"paid"}},"#,
    );
    assert_eq!(read(&paid), Ok(Webhook::Payment(captured())));
    for name in ["payment.failed", "payment.authorized"] {
        let other = CAPTURED.replace("\"event\":\"payment.captured\"", &format!("\"event\":\"{name}\""));
        assert_eq!(read(&other), Ok(Webhook::Payment(captured())), "the payment says its state itself");
    }
    for name in ["payment.downtime.started", "something.new", "refund", "payment.dispute"] {
        let other = CAPTURED.replace("\"event\":\"payment.captured\"", &format!("\"event\":\"{name}\""));
        assert_eq!(read(&other), Ok(Webhook::Other(name.into())));
    }
    // The bytes count, not their meaning.
    let signature = sign("hook", CAPTURED.as_bytes());
    let same_meaning = CAPTURED.replace("\n ", "");
    assert_eq!(provider.read_webhook(same_meaning.as_bytes(), &signature), Err(WebhookError::BadSignature));
    let dearer = CAPTURED.replace(":900,", ":901,");
    assert_eq!(provider.read_webhook(dearer.as_bytes(), &signature), Err(WebhookError::BadSignature));
    // The key secret is not the webhook's.
    assert_eq!(
        provider.read_webhook(CAPTURED.as_bytes(), &sign("k", CAPTURED.as_bytes())),
        Err(WebhookError::BadSignature)
    );
}

#[test]
fn a_signed_webhook_in_a_strange_shape_is_unreadable() {
    let provider = provider("k", "hook");
    let deep = format!("{}1{}", "[".repeat(5000), "]".repeat(5000));
    for body in [
        "",
        "null",
        "[]",
        "{}",
        "\u{0}",
        "{\"event\":7}",
        "{\"event\":\"payment.captured\"}",
        "{\"event\":\"payment.captured\",\"payload\":{}}",
        "{\"event\":\"order.paid\",\"payload\":{\"payment\":{\"entity\":{\"id\":7}}}}",
        "{\"event\":\"order.paid\",\"payload\":{\"payment\":{\"entity\":[\"pay_1\",\"order_1\",900,\"INR\",\"captured\"]}}}",
        "{\"event\":\"order.paid\",\"payload\":{\"payment\":[]}}",
        "{\"event\":[\"order.paid\"],\"payload\":{}}",
        &CAPTURED[..CAPTURED.len() - 1],
        &CAPTURED.replace("payment.captured", "refund.processed"),
        &CAPTURED.replace("payment.captured", "payment.dispute.lost"),
        &deep,
    ] {
        let said = provider.read_webhook(body.as_bytes(), &sign("hook", body.as_bytes()));
        assert_eq!(said, Err(WebhookError::Unreadable), "{body:.60}");
    }
    assert_eq!(provider.read_webhook(&[0xff, 0xfe], &sign("hook", &[0xff, 0xfe])), Err(WebhookError::Unreadable));
    // A payment without an order, and a state that is new, are read all the same.
    let loose = CAPTURED
        .replace("\"order_id\":\"order_DESlLckIVRkHWj\"", "\"order_id\":null")
        .replace("\"status\":\"captured\"", "\"status\":\"disputed\"");
    let expected = Payment { order_id: None, status: PaymentStatus::Other, ..captured() };
    let said = provider.read_webhook(loose.as_bytes(), &sign("hook", loose.as_bytes()));
    assert_eq!(said, Ok(Webhook::Payment(expected)));
}

#[test]
fn refunds_and_disputes_are_read_with_their_payment() {
    let provider = provider("k", "hook");
    let read = |name: &str, more: &str| {
        let body = CAPTURED
            .replace("\"event\":\"payment.captured\"", &format!("\"event\":\"{name}\""))
            .replace("\"payload\":{", &format!("\"payload\":{{{more},"));
        provider.read_webhook(body.as_bytes(), &sign("hook", body.as_bytes()))
    };
    let refund = |status: &str| {
        let id = r#""id":"rfnd_FS8SquX2qFtlDg","entity":"refund","amount":400,"currency":"INR""#;
        format!(r#""refund":{{"entity":{{{id},"payment_id":"pay_DESlfW9H8K9uqM"{status}}}}}"#)
    };
    for (name, said, status) in [
        ("refund.created", r#","status":"processed""#, RefundStatus::Processed),
        ("refund.created", r#","status":"pending""#, RefundStatus::Pending),
        ("refund.created", "", RefundStatus::Pending),
        ("refund.processed", "", RefundStatus::Processed),
        ("refund.failed", "", RefundStatus::Failed),
        ("refund.failed", r#","status":"failed""#, RefundStatus::Failed),
        ("refund.speed_changed", r#","status":"processed""#, RefundStatus::Processed),
        ("refund.processed", r#","status":"something new""#, RefundStatus::Processed),
    ] {
        let expected = Refund {
            id: "rfnd_FS8SquX2qFtlDg".into(),
            payment_id: "pay_DESlfW9H8K9uqM".into(),
            amount_paise: Some(400),
            status,
        };
        assert_eq!(read(name, &refund(said)), Ok(Webhook::Refund(expected, Some(captured()))), "{name} {said}");
    }
    for (name, said, status) in [
        ("created", "open", DisputeStatus::Open),
        ("under_review", "under_review", DisputeStatus::UnderReview),
        ("won", "won", DisputeStatus::Won),
        ("lost", "lost", DisputeStatus::Lost),
        ("closed", "closed", DisputeStatus::Closed),
        ("action_required", "something new", DisputeStatus::Other),
    ] {
        let id = r#""id":"disp_EtkqYGhVeJMZBG","entity":"dispute","amount":900,"currency":"INR""#;
        let more = format!(r#""dispute":{{"entity":{{{id},"payment_id":"pay_DESlfW9H8K9uqM","status":"{said}"}}}}"#);
        let expected = Dispute {
            id: "disp_EtkqYGhVeJMZBG".into(),
            payment_id: "pay_DESlfW9H8K9uqM".into(),
            amount_paise: Some(900),
            status,
        };
        let name = format!("payment.dispute.{name}");
        assert_eq!(read(&name, &more), Ok(Webhook::Dispute(expected, Some(captured()))), "{name}");
    }
}

#[test]
fn what_is_beside_the_point_makes_no_payment_unreadable() {
    let provider = provider("k", "hook");
    let read = |body: &str| provider.read_webhook(body.as_bytes(), &sign("hook", body.as_bytes()));
    let borne = CAPTURED.replace("\"fee\":2", "\"fee\":21,\"fee_bearer\":\"customer\"");
    let expected = Payment { fee: Some(21), fee_bearer: Some("customer".into()), ..captured() };
    assert_eq!(read(&borne), Ok(Webhook::Payment(expected)));
    let strange =
        CAPTURED.replace("\"fee\":2,\"tax\":0", "\"fee\":\"2\",\"tax\":[],\"fee_bearer\":7,\"base_amount\":{}");
    let expected = Payment { fee: None, tax: None, ..captured() };
    assert_eq!(read(&strange), Ok(Webhook::Payment(expected)));
}

/// A webhook with other fields of its payment; `null` in `fields` takes one away.
fn heard(name: &str, fields: &serde_json::Value, more: &serde_json::Value) -> Result<Webhook, WebhookError> {
    let mut body: serde_json::Value = serde_json::from_str(CAPTURED).expect("JSON");
    body["event"] = name.into();
    let entity = body["payload"]["payment"]["entity"].as_object_mut().expect("an object");
    for (field, value) in fields.as_object().expect("an object") {
        if value == "gone" {
            entity.remove(field);
        } else {
            entity.insert(field.clone(), value.clone());
        }
    }
    for (what, entity) in more.as_object().expect("an object") {
        body["payload"][what] = entity.clone();
    }
    let bytes = body.to_string().into_bytes();
    provider("k", "hook").read_webhook(&bytes, &sign("hook", &bytes))
}

#[test]
fn each_field_is_read_by_itself() {
    let none = json!({});
    for (told, read) in [
        (json!(900), Some(900)),
        (json!(900.0), Some(900)),
        (json!("900"), Some(900)),
        (json!(9e2), Some(900)),
        (json!(0), Some(0)),
        (json!(-900), Some(-900)),
        (json!(9.5), None),
        (json!("9.00"), None),
        (json!("-900"), None),
        (json!(" 900"), None),
        (json!("९००"), None),
        (json!(""), None),
        (json!("lots"), None),
        (json!(1e20), None),
        (json!(u64::MAX), None),
        (json!("99999999999999999999"), None),
        (json!(null), None),
        (json!(true), None),
        (json!([900]), None),
        (json!({"value": 900}), None),
        (json!("gone"), None),
    ] {
        let said = heard("payment.captured", &json!({"amount": told}), &none);
        let expected = Payment { amount_paise: read, ..captured() };
        assert_eq!(expected.is_clear(), read.is_some());
        assert_eq!(said, Ok(Webhook::Payment(expected)), "{told}");
    }
    for odd in [json!(null), json!(7), json!(""), json!(["INR"]), json!({}), json!("gone")] {
        let said = heard("payment.captured", &json!({"currency": odd}), &none);
        let expected = Payment { currency: None, ..captured() };
        assert!(!expected.is_clear() && expected.is_taken());
        assert_eq!(said, Ok(Webhook::Payment(expected)), "{odd}");
        // The event is named after the state that the payment does not tell.
        for (name, status) in [
            ("payment.captured", PaymentStatus::Captured),
            ("order.paid", PaymentStatus::Captured),
            ("payment.authorized", PaymentStatus::Authorized),
            ("payment.failed", PaymentStatus::Failed),
        ] {
            if odd != "" {
                let said = heard(name, &json!({"status": odd}), &none);
                assert_eq!(said, Ok(Webhook::Payment(Payment { status, ..captured() })), "{name} {odd}");
            }
        }
        let said = heard("payment.captured", &json!({"id": odd}), &none);
        let nameless = Payment { id: String::new(), ..captured() };
        assert!(!nameless.is_clear());
        assert_eq!(said, Ok(Webhook::Payment(nameless)), "its order is known");
        let said = heard("payment.captured", &json!({"id": odd, "order_id": odd}), &none);
        assert_eq!(said, Err(WebhookError::Unreadable), "{odd}");
    }
    // A word that is not known is no state, and the money was taken all the same.
    let said = heard("payment.captured", &json!({"status": "disputed"}), &none);
    let expected = Payment { status: PaymentStatus::Other, ..captured() };
    assert!(!expected.is_clear() && expected.is_taken());
    assert_eq!(said, Ok(Webhook::Payment(expected)));
    for (told, read) in [(json!(1), Some(true)), (json!("false"), Some(false)), (json!(2), None), (json!("yes"), None)]
    {
        let said = heard("payment.captured", &json!({"captured": told}), &none);
        assert_eq!(said, Ok(Webhook::Payment(Payment { captured: read, ..captured() })), "{told}");
    }
    // Other entities, twice the same name, and what else may be added.
    let more = json!({"order": {"entity": null}, "card": {"entity": {"id": 7}}, "token": []});
    assert_eq!(heard("order.paid", &json!({"amount_breakdown": [1]}), &more), Ok(Webhook::Payment(captured())));
    let twice = CAPTURED.replace("\"currency\":\"INR\"", "\"currency\":null,\"currency\":\"INR\"");
    let said = provider("k", "hook").read_webhook(twice.as_bytes(), &sign("hook", twice.as_bytes()));
    assert_eq!(said, Ok(Webhook::Payment(captured())));
}

#[test]
fn a_refund_and_a_dispute_need_their_name_and_no_more() {
    let refund = |fields: serde_json::Value| {
        let mut entity =
            json!({"id": "rfnd_1", "payment_id": "pay_DESlfW9H8K9uqM", "amount": 400, "status": "processed"});
        entity.as_object_mut().expect("an object").extend(fields.as_object().expect("an object").clone());
        json!({"refund": {"entity": entity}, "dispute": {"entity": entity}})
    };
    let expected = |amount_paise, status| {
        let (id, payment_id) = ("rfnd_1".into(), "pay_DESlfW9H8K9uqM".into());
        Refund { id, payment_id, amount_paise, status }
    };
    for (fields, amount, status) in [
        (json!({"amount": 400.0}), Some(400), RefundStatus::Processed),
        (json!({"amount": "400"}), Some(400), RefundStatus::Processed),
        (json!({"amount": null}), None, RefundStatus::Processed),
        (json!({"amount": "some", "status": null}), None, RefundStatus::Failed),
        (json!({"status": 7}), Some(400), RefundStatus::Failed),
        (json!({"status": "reversed"}), Some(400), RefundStatus::Failed),
        (json!({"payment_id": null}), Some(400), RefundStatus::Processed),
    ] {
        let said = heard("refund.failed", &json!({}), &refund(fields.clone()));
        assert_eq!(said, Ok(Webhook::Refund(expected(amount, status), Some(captured()))), "{fields}");
    }
    // Of a payment that cannot be read, the refund says which it is.
    let said = heard("refund.processed", &json!({"id": null}), &refund(json!({})));
    assert_eq!(said, Ok(Webhook::Refund(expected(Some(400), RefundStatus::Processed), None)));
    let dispute = heard("payment.dispute.lost", &json!({"id": null}), &refund(json!({"status": null, "amount": null})));
    let (id, payment_id) = ("rfnd_1".into(), "pay_DESlfW9H8K9uqM".into());
    let lost = Dispute { id, payment_id, amount_paise: None, status: DisputeStatus::Lost };
    assert_eq!(dispute, Ok(Webhook::Dispute(lost, None)));
    for fields in [json!({"id": null}), json!({"id": ""}), json!({"id": 7})] {
        assert_eq!(heard("refund.failed", &json!({}), &refund(fields.clone())), Err(WebhookError::Unreadable));
        assert_eq!(heard("payment.dispute.won", &json!({}), &refund(fields)), Err(WebhookError::Unreadable));
    }
    let said = heard("refund.failed", &json!({"id": null}), &refund(json!({"payment_id": null})));
    assert_eq!(said, Err(WebhookError::Unreadable), "of no payment");
}
