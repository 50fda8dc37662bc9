//! The two signatures: Razorpay's published examples, and every way of being nearly right.

use quad_pay::{Keys, Payment, PaymentStatus, Razorpay, Webhook, WebhookError, sign};

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
        amount_paise: 900,
        currency: "INR".into(),
        status: PaymentStatus::Captured,
    }
}

#[test]
fn a_webhook_is_read_when_its_bytes_are_signed() {
    let provider = provider("k", "hook");
    let read = |body: &str| provider.read_webhook(body.as_bytes(), &sign("hook", body.as_bytes()));
    assert_eq!(read(CAPTURED), Ok(Webhook::Captured(captured())));
    let paid = CAPTURED.replace("\"event\":\"payment.captured\"", "\"event\":\"order.paid\"").replace(
        "\"payload\":{",
        r#""payload":{"order":{"entity":{"id":"order_DESlLckIVRkHWj","entity":"order","amount":900,"status":"paid"}},"#,
    );
    assert_eq!(read(&paid), Ok(Webhook::Captured(captured())));
    for name in ["payment.failed", "payment.authorized", "refund.created", "something.new"] {
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
        "{\"event\":\"order.paid\",\"payload\":{\"payment\":{\"entity\":{\"id\":\"pay_1\"}}}}",
        &CAPTURED.replace(":900,", ":9.5,"),
        &CAPTURED.replace(":900,", ":\"900\","),
        &CAPTURED.replace(":900,", ":99999999999999999999,"),
        &CAPTURED[..CAPTURED.len() - 1],
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
    assert_eq!(said, Ok(Webhook::Captured(expected)));
}
