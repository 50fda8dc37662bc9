//! Which settings are refused, and that no secret is shown by anything.

use quad_pay::{Keys, Razorpay};

fn keys() -> Keys {
    Keys { key_id: "rzp_test_1".into(), key_secret: "first-secret".into(), webhook_secret: "second-secret".into() }
}

#[test]
fn an_address_that_cannot_work_is_refused() {
    for address in [
        "",
        "api.razorpay.com/v1",
        "ftp://a.example",
        "https://",
        "https://u:p@a.example",
        "https://a.example?x",
        "https://a.example#x",
    ] {
        let said = Razorpay::new(address, keys()).expect_err(address).to_string();
        assert!(!said.contains("secret") && !said.is_empty(), "{said}");
    }
    for address in ["https://api.razorpay.com/v1", " https://api.razorpay.com/v1/ ", "http://127.0.0.1:8080/sandbox/v1"]
    {
        assert!(Razorpay::new(address, keys()).is_ok(), "{address}");
    }
}

#[test]
fn empty_keys_are_refused() {
    for empty in 0..3 {
        let mut keys = keys();
        *[&mut keys.key_id, &mut keys.key_secret, &mut keys.webhook_secret][empty] = " ".into();
        assert!(Razorpay::new("https://api.razorpay.com/v1", keys).is_err());
    }
}

#[test]
fn nothing_shows_a_secret() {
    let provider = Razorpay::new("https://api.razorpay.com/v1", keys()).expect("fine");
    assert_eq!(provider.key_id(), "rzp_test_1");
    for shown in [format!("{provider:?}"), format!("{:?}", keys()), format!("{:#?}", provider.clone())] {
        assert!(shown.contains("rzp_test_1") && !shown.contains("secret\""), "{shown}");
        assert!(!shown.contains("first-secret") && !shown.contains("second-secret"), "{shown}");
    }
}
