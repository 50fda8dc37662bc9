//! Fuzzing of outside input: addresses of push services, webhooks of the payment provider, answers of a provider of
//! questions, topics as people type them. The first byte chooses which.

use std::io::{Read, Write};
use std::net::{IpAddr, TcpListener};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use quad_pay::{Keys, Razorpay, sign};
use quad_push::{Endpoint, is_public};
use quad_quizgen::{DraftRequest, KnownQuestions, Library, LibraryRequest, Provider, check};

/// Tries one input.
pub fn try_one(data: &[u8]) {
    let Some((which, rest)) = data.split_first() else { return };
    match which % 4 {
        0 => endpoint(rest),
        1 => webhook(rest),
        2 => topic(rest),
        _ => drafts(rest),
    }
}

fn endpoint(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(endpoint) = Endpoint::parse(text) else { return };
    assert!(endpoint.as_str().starts_with("https://"), "{}", endpoint.as_str());
    assert_eq!(Endpoint::parse(endpoint.as_str()).expect("taken again").as_str(), endpoint.as_str());
    let host = endpoint.url().host_str().expect("a host").trim_end_matches('.');
    assert!(host.contains('.') && host.parse::<IpAddr>().is_err(), "{host} is a number or a name of this network");
    assert!(!is_public(IpAddr::from([127, 0, 0, 1])));
}

fn webhook(data: &[u8]) {
    static PROVIDER: OnceLock<Razorpay> = OnceLock::new();
    let provider = PROVIDER.get_or_init(|| {
        let [key_id, key_secret, webhook_secret] = ["rzp_test_1", "secret", "other"].map(str::to_owned);
        Razorpay::new("http://127.0.0.1:1/v1", Keys { key_id, key_secret, webhook_secret }).expect("settings")
    });
    let text = String::from_utf8_lossy(data);
    assert!(provider.read_webhook(data, &text).is_err(), "no signature is right by chance");
    assert!(!provider.payment_signature_ok("order_1", "pay_1", &text));
    // And one that was signed, whatever it says.
    let _ = provider.read_webhook(data, &sign("other", data));
}

fn topic(data: &[u8]) {
    let Ok(topic) = std::str::from_utf8(data) else { return };
    if topic.chars().count() > 200 {
        return;
    }
    let asked = LibraryRequest { topic, number: 2, difficulty: None, known: KnownQuestions::default(), seed: 7 };
    if let Ok(found) = Library.draft(&asked) {
        for given in found.drafts {
            assert_eq!(check(&given.draft, &KnownQuestions::default()), Ok(()), "{:?}", given.draft);
        }
    }
}

/// A provider whose every answer is the bytes at hand.
struct StandIn {
    says: Arc<Mutex<Vec<u8>>>,
    provider: Provider,
    runtime: tokio::runtime::Runtime,
}

impl StandIn {
    fn start() -> Self {
        let says: Arc<Mutex<Vec<u8>>> = Arc::default();
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let words = Arc::clone(&says);
        std::thread::spawn(move || {
            for mut line in listener.incoming().flatten() {
                let words = Arc::clone(&words);
                std::thread::spawn(move || {
                    let mut piece = vec![0; 64 * 1024];
                    // A question fits into one piece or two; each is answered once its end is there.
                    let mut heard = Vec::new();
                    while let Ok(read @ 1..) = line.read(&mut piece) {
                        heard.extend_from_slice(&piece[..read]);
                        if !is_whole(&heard) {
                            continue;
                        }
                        heard.clear();
                        let body = words.lock().unwrap_or_else(PoisonError::into_inner).clone();
                        let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n", body.len());
                        if line.write_all(&[head.as_bytes(), &body].concat()).is_err() {
                            return;
                        }
                    }
                });
            }
        });
        let _ = rustls::crypto::ring::default_provider().install_default();
        let wait = Duration::from_secs(5);
        let provider = Provider::patient(&format!("http://{address}/v1"), "", "model", wait).expect("settings");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        Self { says, provider, runtime }
    }
}

fn is_whole(heard: &[u8]) -> bool {
    let text = String::from_utf8_lossy(heard);
    let Some((head, body)) = text.split_once("\r\n\r\n") else { return false };
    let length =
        head.lines().find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length:")?.trim().parse().ok());
    body.len() >= length.unwrap_or(0)
}

/// The bytes as the words of a model, and as the whole answer around them.
fn drafts(data: &[u8]) {
    static STAND_IN: OnceLock<Mutex<StandIn>> = OnceLock::new();
    let stand_in = STAND_IN.get_or_init(|| Mutex::new(StandIn::start())).lock().unwrap_or_else(PoisonError::into_inner);
    let content = String::from_utf8_lossy(data);
    let around = serde_json::json!({"choices": [{"message": {"content": content}}]}).to_string().into_bytes();
    for answer in [around, data.to_vec()] {
        *stand_in.says.lock().unwrap_or_else(PoisonError::into_inner) = answer;
        let wanted = DraftRequest { topic: "Algebra", number: 3, difficulty: None, notes: None, not_again: Vec::new() };
        if let Ok(said) = stand_in.runtime.block_on(stand_in.provider.write(&wanted)) {
            for draft in said.answer {
                // Whatever the model said: who passes the checker may be shown.
                if check(&draft, &KnownQuestions::default()).is_ok() {
                    assert!(draft.options.contains(&draft.answer) && !draft.question.contains('<'), "{draft:?}");
                }
            }
        }
    }
}
