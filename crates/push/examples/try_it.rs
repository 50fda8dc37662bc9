//! Push example, by hand: sends one real message to a real browser. First run it without words, for a key pair;
//! subscribe a browser with the public half, then:
//! `cargo run -p quad-push --example try_push -- SECRET ENDPOINT P256DH AUTH`.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use quad_push::{Client, Device, Keys, Message, Options, Urgency};

#[tokio::main]
#[expect(clippy::disallowed_macros, clippy::disallowed_methods, reason = "a tool for a terminal")]
async fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [secret, endpoint, p256dh, auth] = words.as_slice() else {
        let keys = Keys::generate();
        println!("secret: {}\npublic: {}", URL_SAFE_NO_PAD.encode(keys.secret()), keys.public());
        return;
    };
    let decoded = |text: &str| URL_SAFE_NO_PAD.decode(text).unwrap_or_default();
    let Some(keys) = Keys::from_secret(&decoded(secret)) else { return println!("the secret is no key") };
    let client = match Client::new(keys, Some("mailto:try@quad.example"), Options::default()) {
        Ok(client) => client,
        Err(error) => return println!("{error}"),
    };
    let (p256dh, auth) = (decoded(p256dh), decoded(auth));
    let device = Device { endpoint, p256dh: &p256dh, auth: &auth };
    let body = br#"{"title":"Quad","body":"It works.","url":"/"}"#;
    let message = Message { body, keep: Duration::from_mins(1), urgency: Urgency::High, topic: None };
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    println!("{:?}", client.send(&device, &message, now.as_millis() as i64).await);
}
