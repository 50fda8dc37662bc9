//! Stories of sending: what arrives, what each answer means, where nothing is sent to, and who waits for whom.
#![expect(clippy::expect_used, reason = "a test says what it expected by failing")]

// Some of what it can do is for the server's stories.
#[expect(dead_code, reason = "shared with another program")]
mod stand_in;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use quad_push::{Client, Device, Keys, Message, Options, Urgency, Verdict};
use serde_json::json;
use stand_in::{CROWD, NAME, OTHER_NAME, Phone, PushService, claims};
use tokio::net::TcpListener;
use tokio::task::JoinSet;

const NOW_MS: i64 = 1_795_177_800_000;
const CONTACT: &str = "mailto:office@meridian.example";

fn client(options: Options) -> Client {
    Client::new(Keys::from_secret(&[7; 32]).expect("a key"), Some(CONTACT), options).expect("a client")
}

fn message(body: &[u8]) -> Message<'_> {
    Message { body, keep: Duration::from_hours(1), urgency: Urgency::Normal, topic: None }
}

async fn send(client: &Client, endpoint: &str) -> Verdict {
    send_at(client, endpoint, NOW_MS).await
}

async fn send_at(client: &Client, endpoint: &str, now_ms: i64) -> Verdict {
    let phone = Phone::number(9);
    let device = Device { endpoint, p256dh: &phone.public(), auth: &phone.auth };
    client.send(&device, &message(b"hello"), now_ms).await
}

/// Longer than a machine stands still: whoever is not heard within this has said nothing.
const PATIENCE: Duration = Duration::from_mins(1);

/// Names are looked up where the rest of sending happens, too.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn sending_gives_way_to_other_work() {
    let service = PushService::start();
    let niceness = || rustix::process::getpriority_process(None).expect("known");
    let (own, theirs) = (niceness(), Arc::new(AtomicUsize::new(0)));
    let (address, seen) = (service.address, Arc::clone(&theirs));
    let options = patient(&service).looking_up(move |_| {
        seen.store(usize::try_from(niceness() - own).expect("not before others"), Ordering::Relaxed);
        vec![address]
    });
    assert_eq!(send(&client(options), &service.endpoint("ok/abc")).await, Verdict::Sent);
    assert_eq!(theirs.load(Ordering::Relaxed), 10.min(19 - usize::try_from(own).unwrap_or(0)));
    assert_eq!(niceness(), own, "nobody else does");
}

#[tokio::test]
async fn what_is_no_topic_is_left_out() {
    let service = PushService::start();
    let client = client(patient(&service));
    let (phone, endpoint) = (Phone::number(9), service.endpoint("ok/abc"));
    let device = Device { endpoint: &endpoint, p256dh: &phone.public(), auth: &phone.auth };
    let long = "a".repeat(33);
    for topic in [None, Some(""), Some(long.as_str()), Some("a b"), Some("a=="), Some("é")] {
        let message = Message { topic, ..message(b"hello") };
        assert_eq!(client.send(&device, &message, NOW_MS).await, Verdict::Sent, "{topic:?}");
    }
    assert!(service.heard().iter().all(|one| !one.headers.contains_key("topic")));
}

#[tokio::test]
async fn a_message_arrives_encrypted_and_signed() {
    let service = PushService::start();
    let client = client(patient(&service));
    let (phone, other) = (Phone::number(9), Phone::number(8));
    let text = r#"{"title":"नमस्ते","body":"Results are ready","url":"/contest"}"#;
    let endpoint = service.endpoint("ok/abc?token=1");
    let device = Device { endpoint: &endpoint, p256dh: &phone.public(), auth: &phone.auth };
    let message = Message {
        body: text.as_bytes(),
        keep: Duration::from_hours(1),
        urgency: Urgency::High,
        topic: Some("event_1-a"),
    };
    assert_eq!(client.send(&device, &message, NOW_MS).await, Verdict::Sent);
    let heard = service.heard();
    let one = &heard[0];
    assert_eq!((heard.len(), one.path.as_str()), (1, "/ok/abc?token=1"));
    let header = |name: &str| one.headers[name].as_str();
    assert_eq!((header("ttl"), header("urgency"), header("content-encoding")), ("3600", "high", "aes128gcm"));
    assert_eq!(header("topic"), "event_1-a");
    assert_eq!(phone.read(&one.body).as_deref(), Some(text.as_bytes()));
    assert_eq!(other.read(&one.body), None, "nobody else can read it");
    assert!(!String::from_utf8_lossy(&one.body).contains("Results"));
    let (said, key) = claims(one);
    let origin = format!("https://{NAME}:{}", service.address.port());
    assert_eq!(said, json!({"aud": origin, "sub": CONTACT, "exp": NOW_MS / 1000 + 12 * 3600}));
    assert_eq!(key, client.keys().public());
}

#[tokio::test]
async fn without_a_contact_none_is_named() {
    let service = PushService::start();
    let keys = || Keys::from_secret(&[7; 32]).expect("a key");
    let nameless = Client::new(keys(), None, patient(&service)).expect("a client");
    assert_eq!(send(&nameless, &service.endpoint("ok/1")).await, Verdict::Sent);
    let origin = format!("https://{NAME}:{}", service.address.port());
    assert_eq!(claims(&service.heard()[0]).0, json!({"aud": origin, "exp": NOW_MS / 1000 + 12 * 3600}));
    for strange in ["", "office@meridian.example", "http://meridian.example"] {
        assert!(Client::new(keys(), Some(strange), patient(&service)).is_err(), "{strange:?}");
    }
}

#[tokio::test]
async fn a_token_is_for_one_service_and_is_made_anew_in_time() {
    let service = PushService::start();
    let client = client(patient(&service));
    let other = format!("https://{OTHER_NAME}:{}/ok/1", service.address.port());
    let hour = 3_600_000;
    for (endpoint, now) in
        [(&service.endpoint("ok/1"), NOW_MS), (&service.endpoint("ok/2"), NOW_MS + hour - 1), (&other, NOW_MS)]
    {
        assert_eq!(send_at(&client, endpoint, now).await, Verdict::Sent);
    }
    assert_eq!(send_at(&client, &service.endpoint("ok/3"), NOW_MS + hour).await, Verdict::Sent);
    let heard = service.heard();
    let (first, far, later) = (claims(&heard[0]).0, claims(&heard[2]).0, claims(&heard[3]).0);
    assert_eq!(heard[0].headers["authorization"], heard[1].headers["authorization"], "signed once an hour");
    assert_eq!(far["aud"], format!("https://{OTHER_NAME}:{}", service.address.port()));
    assert_ne!(first["aud"], far["aud"]);
    assert_eq!(later["exp"].as_i64(), Some((NOW_MS + hour) / 1000 + 12 * 3600));
}

#[tokio::test]
async fn each_answer_is_one_verdict() {
    let service = PushService::start();
    let (hasty, client) =
        (client(service.options().patient_for(Duration::from_millis(500))), client(patient(&service)));
    assert_eq!(send(&client, &service.endpoint("ok/1")).await, Verdict::Sent);
    assert_eq!(send(&client, &service.endpoint("gone/1")).await, Verdict::Gone);
    assert_eq!(send(&client, &service.endpoint("missing/1")).await, Verdict::Gone);
    let later = |after, why: &str| Verdict::Later { after, why: why.to_owned() };
    assert_eq!(
        send(&client, &service.endpoint("busy/1")).await,
        later(Some(Duration::from_secs(90)), "its push service answered 429")
    );
    assert_eq!(
        send(&client, &service.endpoint("dated/1")).await,
        later(Some(Duration::from_secs(90)), "its push service answered 503")
    );
    assert_eq!(send(&client, &service.endpoint("broken/1")).await, later(None, "its push service answered 503"));
    assert_eq!(send(&hasty, &service.endpoint("hang/1")).await, later(None, "its push service did not answer in time"));
    let refused = |why: &str| Verdict::Refused { why: why.to_owned() };
    assert_eq!(send(&client, &service.endpoint("bad/1")).await, refused("its push service answered 400"));
    // A move is not followed.
    let why = "its push service answered 307".to_owned();
    assert_eq!(send(&client, &service.endpoint("moved/1")).await, Verdict::Dropped { why });
    assert!(service.heard().iter().all(|one| !one.path.contains("elsewhere")));
    // An answer without end is left after a few kilobytes, not when its time is over.
    assert_eq!(send(&client, &service.endpoint("flood/1")).await, Verdict::Sent);
    let bytes = service.flooded().await;
    assert!(bytes < 100_000_000, "{bytes} of a thousand million bytes");
}

#[tokio::test]
async fn what_cannot_be_sent_is_dropped_before() {
    let service = PushService::start();
    let client = client(patient(&service));
    let phone = Phone::number(9);
    let endpoint = service.endpoint("ok/1");
    let (public, long) = (phone.public(), vec![b'x'; 3994]);
    let good = Device { endpoint: &endpoint, p256dh: &public, auth: &phone.auth };
    let is_dropped = |verdict| matches!(verdict, Verdict::Dropped { .. });
    for strange in [
        Device { endpoint: "http://push.example.net/ok/1", ..good },
        Device { endpoint: "https://127.0.0.1/ok/1", ..good },
        Device { p256dh: &public[..64], ..good },
        Device { p256dh: &[4; 65], ..good },
        Device { auth: &[1; 15], ..good },
    ] {
        assert!(is_dropped(client.send(&strange, &message(b"hello"), NOW_MS).await));
    }
    assert!(is_dropped(client.send(&good, &message(&long), NOW_MS).await));
    assert!(service.heard().is_empty());
    assert_eq!(client.send(&good, &message(&long[..3993]), NOW_MS).await, Verdict::Sent);
    assert!(service.heard()[0].body.len() <= 4096, "as much as a push service must take");
}

fn patient(service: &PushService) -> Options {
    service.options().patient_for(PATIENCE)
}

/// A push service, and a count of those who knock at the same port of another address of this machine.
async fn beside_a_canary() -> (PushService, Arc<AtomicUsize>) {
    for _ in 0..20 {
        let service = PushService::start();
        let address = SocketAddr::from(([127, 0, 0, 2], service.address.port()));
        // Somebody else may have that one.
        let Ok(listener) = TcpListener::bind(address).await else { continue };
        let knocks = Arc::new(AtomicUsize::new(0));
        let counted = knocks.clone();
        #[expect(clippy::disallowed_methods, reason = "it ends with the test")]
        tokio::spawn(async move {
            while listener.accept().await.is_ok() {
                counted.fetch_add(1, Ordering::SeqCst);
            }
        });
        return (service, knocks);
    }
    panic!("no port that is free on both addresses");
}

#[tokio::test]
async fn a_name_that_leads_near_us_is_refused_when_connecting() {
    let (service, knocks) = beside_a_canary().await;
    let port = service.address.port();
    for near in
        ["127.0.0.2", "127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "::ffff:127.0.0.2", "fd00::1", "0.0.0.0"]
    {
        let address = SocketAddr::new(near.parse().expect("an address"), port);
        let client = client(service.trusted().looking_up(move |_| vec![address]));
        let verdict = send(&client, &service.endpoint("ok/1")).await;
        let why = "its name leads to an address that is not on the internet".to_owned();
        assert_eq!(verdict, Verdict::Dropped { why }, "{near}");
    }
    assert!(service.heard().is_empty());
    assert_eq!(knocks.load(Ordering::SeqCst), 0, "nobody knocked");
}

#[tokio::test]
async fn a_name_that_moves_after_the_first_look_is_refused() {
    let (service, knocks) = beside_a_canary().await;
    let port = service.address.port();
    let (looks, here) = (Arc::new(AtomicUsize::new(0)), service.address);
    let there = SocketAddr::from(([127, 0, 0, 2], port));
    let counted = looks.clone();
    let client = client(
        patient(&service)
            .looking_up(move |_| vec![if counted.fetch_add(1, Ordering::SeqCst) == 0 { here } else { there }]),
    );
    // The connection is closed after the first message, so that the second needs another look at the name.
    assert_eq!(send(&client, &service.endpoint("last/1")).await, Verdict::Sent);
    // Both ends have closed it by then, as the answer said.
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert!(matches!(send(&client, &service.endpoint("ok/2")).await, Verdict::Dropped { .. }));
    assert_eq!((looks.load(Ordering::SeqCst), knocks.load(Ordering::SeqCst)), (2, 0));
    assert_eq!(service.heard().len(), 1);
}

#[tokio::test]
async fn of_several_addresses_only_the_public_are_tried() {
    let (service, knocks) = beside_a_canary().await;
    let port = service.address.port();
    let both = vec![SocketAddr::from(([127, 0, 0, 2], port)), service.address];
    let client = client(patient(&service).looking_up(move |_| both.clone()));
    assert_eq!(send(&client, &service.endpoint("ok/1")).await, Verdict::Sent);
    assert_eq!(knocks.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn a_certificate_nobody_stands_behind_is_not_taken() {
    let service = PushService::start();
    let address = service.address;
    let options =
        Options::default().looking_up(move |_| vec![address]).permitting("127.0.0.1".parse().expect("an address"));
    let verdict = send(&client(options), &service.endpoint("ok/1")).await;
    assert!(matches!(verdict, Verdict::Later { after: None, .. }), "{verdict:?}");
    assert!(service.heard().is_empty());
}

async fn send_all(client: &Client, endpoints: Vec<String>) -> Vec<Verdict> {
    let mut all = JoinSet::new();
    for endpoint in endpoints {
        let client = client.clone();
        all.spawn(async move { send(&client, &endpoint).await });
    }
    all.join_all().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_are_sent_at_once_and_not_too_many() {
    let service = PushService::start();
    let client = client(patient(&service).per_service(CROWD));
    let all = (0..200).map(|number| service.endpoint(&format!("crowd/{number}"))).collect();
    let verdicts = send_all(&client, all).await;
    assert!(verdicts.iter().all(|verdict| *verdict == Verdict::Sent), "{verdicts:?}");
    assert_eq!(service.most_at_once(), CROWD);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_waits_for_a_silent_service_holds_up_nobody_else() {
    let service = PushService::start();
    let others = client(patient(&service).per_service(20));
    let silent = format!("https://{OTHER_NAME}:{}/hang/1", service.address.port());
    let mut hanging = JoinSet::new();
    for _ in 0..120 {
        let (client, silent) = (others.clone(), silent.clone());
        hanging.spawn(async move { send(&client, &silent).await });
    }
    let began = Instant::now();
    while service.heard().len() < 20 {
        assert!(began.elapsed() < PATIENCE, "{} are waited for", service.heard().len());
        // Then it looks again.
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let verdicts = send_all(&others, (0..50).map(|number| service.endpoint(&format!("ok/{number}"))).collect()).await;
    assert!(verdicts.iter().all(|verdict| *verdict == Verdict::Sent), "{verdicts:?}");
    assert!(hanging.try_join_next().is_none(), "they waited for the silent ones");
    hanging.abort_all();
    // After 64 silences nobody else is let wait.
    let hasty = client(service.options().per_service(20).patient_for(Duration::from_millis(300)));
    let verdicts = send_all(&hasty, vec![silent; 120]).await;
    assert!(verdicts.iter().all(|verdict| matches!(verdict, Verdict::Later { .. })));
    let told = verdicts.iter().any(|verdict| matches!(verdict, Verdict::Later { after: Some(_), .. }));
    assert!(told, "those left alone are told when to come back");
}
