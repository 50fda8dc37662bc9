//! Payment example, by hand: makes one real order with real (test) keys and asks for its payments; nothing is paid.
//! `cargo run -p quad-pay --example try_pay -- rzp_test_… KEY_SECRET [base address]`.

use quad_pay::{Keys, NewOrder, Razorpay};

#[tokio::main]
#[expect(clippy::disallowed_macros, reason = "a tool for a terminal")]
async fn main() {
    let mut words = std::env::args().skip(1);
    let (Some(key_id), Some(key_secret)) = (words.next(), words.next()) else {
        println!("usage: try_pay <key id> <key secret> [base address]");
        return;
    };
    let base = words.next().unwrap_or_else(|| "https://api.razorpay.com/v1".into());
    let provider = match Razorpay::new(&base, Keys { key_id, key_secret, webhook_secret: "not used here".into() }) {
        Ok(provider) => provider,
        Err(error) => return println!("the setting: {error}"),
    };
    let asked = NewOrder {
        amount_paise: 900,
        receipt: "a try".into(),
        notes: vec![("why".into(), "a try of quad-pay".into())],
    };
    match provider.create_order(&asked).await {
        Err(error) => println!("{error}"),
        Ok(order) => {
            println!("made: {order:?}");
            println!("payments: {:?}", provider.payments_of(&order.id).await);
        }
    }
}
