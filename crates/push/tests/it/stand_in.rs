//! A push service of our own on a loopback address, with a certificate of its own authority, and a browser that can read
//! what it is sent. What the service answers is said by the first part of the path. The server's stories use it, too.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::SecretKey;
use p256::ecdsa::signature::Verifier;
use p256::ecdsa::{Signature, VerifyingKey};
use p256::elliptic_curve::sec1::ToEncodedPoint;
use quad_push::Options;
use rustls::ServerConfig;
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

/// Names the certificate is good for.
pub const NAME: &str = "push.example.net";
pub const OTHER_NAME: &str = "other.example.net";

/// As many as come together before a `crowd` is answered.
pub const CROWD: usize = 40;
/// Nobody waits longer for what is to come.
const LONGEST: Duration = Duration::from_mins(1);

/// A message as it came.
#[derive(Clone, Debug)]
pub struct Heard {
    pub path: String,
    pub headers: HashMap<String, String>,
    pub body: Vec<u8>,
}

/// A running push service.
pub struct PushService {
    pub address: SocketAddr,
    /// The certificate of the authority that stands behind it, as PEM.
    pub authority: Vec<u8>,
    heard: Arc<Mutex<Vec<Heard>>>,
    /// Requests in hand, and the most there ever were.
    open: Arc<AtomicUsize>,
    most: Arc<AtomicUsize>,
    /// Whatever its path says, the answer is `ok`.
    is_well: Arc<AtomicBool>,
    /// Whoever hangs is broken off.
    lets_go: Arc<AtomicBool>,
    /// Bytes of `flood` that were taken until its reader had left.
    flooded: Arc<AtomicU64>,
}

/// What a connection shares with the others.
#[derive(Clone)]
struct Shared {
    heard: Arc<Mutex<Vec<Heard>>>,
    open: Arc<AtomicUsize>,
    most: Arc<AtomicUsize>,
    is_well: Arc<AtomicBool>,
    lets_go: Arc<AtomicBool>,
    flooded: Arc<AtomicU64>,
}

impl PushService {
    /// On any port of 127.0.0.1.
    pub fn start() -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let made = rcgen::generate_simple_self_signed(vec![NAME.to_owned(), OTHER_NAME.to_owned()]).expect("made");
        let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(made.signing_key.serialize_der()));
        let config = ServerConfig::builder()
            .with_no_client_auth()
            .with_single_cert(vec![made.cert.der().clone()], key)
            .expect("a server's settings");
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        listener.set_nonblocking(true).expect("set");
        let service = Self {
            address: listener.local_addr().expect("an address"),
            authority: made.cert.pem().into_bytes(),
            heard: Arc::default(),
            open: Arc::default(),
            most: Arc::default(),
            is_well: Arc::default(),
            lets_go: Arc::default(),
            flooded: Arc::default(),
        };
        let shared = Shared {
            heard: service.heard.clone(),
            open: service.open.clone(),
            most: service.most.clone(),
            is_well: service.is_well.clone(),
            lets_go: service.lets_go.clone(),
            flooded: service.flooded.clone(),
        };
        // A thread of its own, as it is a machine of its own in life. It ends with the program.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        std::thread::spawn(move || {
            runtime.block_on(async move {
                let listener = TcpListener::from_std(listener).expect("a port");
                while let Ok((stream, _)) = listener.accept().await {
                    let (acceptor, shared) = (acceptor.clone(), shared.clone());
                    #[expect(clippy::disallowed_methods, reason = "it ends with the test")]
                    tokio::spawn(async move { serve(stream, acceptor, &shared).await });
                }
            });
        });
        service
    }

    /// Every name leads here, and here may be connected to.
    pub fn options(&self) -> Options {
        let address = self.address;
        self.trusted().looking_up(move |_| vec![address]).permitting(IpAddr::V4(Ipv4Addr::LOCALHOST))
    }

    /// Its authority is trusted; names and addresses are as everywhere.
    pub fn trusted(&self) -> Options {
        Options::default().trusting(&self.authority).expect("a certificate")
    }

    /// An address whose first part says what the answer is: `ok`, `gone`, `missing`, `busy`, `dated` (busy, until a date), `broken`, `moved`,
    /// `flood`, `bad`, `slow`, `drip`, `hang`, `torn` (the connection is closed without an answer), `crowd` (good, when [`CROWD`] are in
    /// hand at once), `last` (good, and the connection is closed).
    pub fn endpoint(&self, path: &str) -> String {
        format!("https://{NAME}:{}/{path}", self.address.port())
    }

    /// What came so far.
    pub fn heard(&self) -> Vec<Heard> {
        self.heard.lock().expect("unpoisoned").clone()
    }

    /// Is well from now on, whatever the paths say; and what had come until then.
    pub fn get_well(&self) -> usize {
        let heard = self.heard.lock().expect("unpoisoned");
        self.is_well.store(true, Ordering::SeqCst);
        heard.len()
    }

    /// Breaks off whoever hangs, now and later.
    pub fn let_go(&self) {
        self.lets_go.store(true, Ordering::SeqCst);
    }

    /// Bytes of a `flood` that its reader let come, beside what the system kept of it.
    pub async fn flooded(&self) -> u64 {
        let began = std::time::Instant::now();
        loop {
            match self.flooded.load(Ordering::SeqCst) {
                0 => assert!(began.elapsed() < LONGEST, "nobody has left a flood"),
                bytes => return bytes,
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// The most requests there were at once.
    pub fn most_at_once(&self) -> usize {
        self.most.load(Ordering::SeqCst)
    }
}

async fn serve(stream: TcpStream, acceptor: TlsAcceptor, shared: &Shared) {
    let Shared { heard, open, most, is_well, .. } = shared;
    let Ok(mut stream) = acceptor.accept(stream).await else { return };
    let mut read = Vec::new();
    while let Some(message) = one(&mut stream, &mut read).await {
        let kind = {
            let mut heard = heard.lock().expect("unpoisoned");
            let kind = message.path.split('/').nth(1).unwrap_or_default().to_owned();
            heard.push(message);
            if is_well.load(Ordering::SeqCst) { "ok".to_owned() } else { kind }
        };
        most.fetch_max(open.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        let goes_on = answer(&mut stream, &kind, shared).await;
        open.fetch_sub(1, Ordering::SeqCst);
        if !goes_on {
            return;
        }
    }
}

async fn answer(stream: &mut (impl AsyncWriteExt + Unpin), kind: &str, shared: &Shared) -> bool {
    let head = match kind {
        "ok" | "last" => "201 Created\r\ncontent-length: 0\r\n",
        "gone" => "410 Gone\r\ncontent-length: 4\r\n",
        "missing" => "404 Not Found\r\ncontent-length: 0\r\n",
        "dated" => {
            "503 Service Unavailable\r\ndate: Sun, 06 Nov 1994 12:00:00 GMT\r\n\
             retry-after: Sun, 06 Nov 1994 12:01:30 GMT\r\ncontent-length: 0\r\n"
        }
        "busy" => "429 Too Many Requests\r\nretry-after: 90\r\ncontent-length: 0\r\n",
        "broken" => "503 Service Unavailable\r\ncontent-length: 0\r\n",
        "moved" => "307 Temporary Redirect\r\nlocation: /ok/elsewhere\r\ncontent-length: 0\r\n",
        "flood" => "201 Created\r\ncontent-length: 1000000000\r\n",
        "bad" => "400 Bad Request\r\ncontent-length: 0\r\n",
        "slow" => {
            tokio::time::sleep(Duration::from_millis(100)).await;
            "201 Created\r\ncontent-length: 0\r\n"
        }
        "drip" => {
            for byte in "HTTP/1.1 201 Created\r\ncontent-length: 0\r\n".repeat(100).bytes() {
                if stream.write_all(&[byte]).await.is_err() || stream.flush().await.is_err() {
                    return false;
                }
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
            return false;
        }
        "crowd" => {
            let began = std::time::Instant::now();
            while shared.most.load(Ordering::SeqCst) < CROWD && began.elapsed() < LONGEST {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            // One too many would come now.
            tokio::time::sleep(Duration::from_millis(100)).await;
            "201 Created\r\ncontent-length: 0\r\n"
        }
        "torn" => return false,
        _ => {
            while !shared.lets_go.load(Ordering::SeqCst) {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            return false;
        }
    };
    let close = if kind == "last" { "connection: close\r\n" } else { "" };
    if stream.write_all(format!("HTTP/1.1 {head}{close}\r\n").as_bytes()).await.is_err() {
        return false;
    }
    if kind == "gone" {
        return stream.write_all(b"gone").await.is_ok();
    }
    if kind == "flood" {
        let mut written = 0;
        while stream.write_all(&[b'x'; 4096]).await.is_ok() {
            written += 4096;
        }
        shared.flooded.store(written.max(1), Ordering::SeqCst);
        return false;
    }
    let _ = stream.flush().await;
    kind != "last"
}

/// One request with its body.
async fn one(stream: &mut (impl AsyncReadExt + Unpin), read: &mut Vec<u8>) -> Option<Heard> {
    let end = loop {
        if let Some(at) = read.windows(4).position(|four| four == b"\r\n\r\n") {
            break at;
        }
        let mut part = [0; 4096];
        let count = stream.read(&mut part).await.ok().filter(|count| *count > 0)?;
        read.extend_from_slice(&part[..count]);
    };
    let head = String::from_utf8_lossy(&read[..end]).into_owned();
    let mut lines = head.lines();
    let path = lines.next()?.split(' ').nth(1)?.to_owned();
    let headers: HashMap<String, String> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_lowercase(), value.trim().to_owned()))
        .collect();
    let length: usize = headers.get("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    read.drain(..end + 4);
    while read.len() < length {
        let mut part = [0; 4096];
        let count = stream.read(&mut part).await.ok().filter(|count| *count > 0)?;
        read.extend_from_slice(&part[..count]);
    }
    let body = read.drain(..length).collect();
    Some(Heard { path, headers, body })
}

/// A browser: its key pair, and the secret it shares with whoever may push to it.
pub struct Phone {
    secret: SecretKey,
    pub auth: [u8; 16],
}

impl Phone {
    /// The same number, the same phone.
    pub fn number(number: u8) -> Self {
        let secret = SecretKey::from_slice(&[number.max(1); 32]).expect("a number on the curve");
        Self { secret, auth: [number; 16] }
    }

    /// Its public key, 65 bytes.
    pub fn public(&self) -> Vec<u8> {
        self.secret.public_key().to_encoded_point(false).as_bytes().to_vec()
    }

    /// Its public key as it travels.
    pub fn p256dh(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.public())
    }

    /// Its secret as it travels.
    pub fn auth_text(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.auth)
    }

    /// What a message says, if it was meant for this phone.
    pub fn read(&self, body: &[u8]) -> Option<Vec<u8>> {
        web_push_native::decrypt(body.to_vec(), &self.secret, &self.auth.into()).ok()
    }
}

/// The claims of a message's token, after checking that it was signed by the key that stands beside it; and that key.
pub fn claims(heard: &Heard) -> (Value, String) {
    let header = heard.headers["authorization"].strip_prefix("vapid ").expect("vapid");
    let (mut token, mut key) = ("", "");
    for part in header.split(',').map(str::trim) {
        if let Some(value) = part.strip_prefix("t=") {
            token = value;
        } else if let Some(value) = part.strip_prefix("k=") {
            key = value;
        }
    }
    let (text, signature) = token.rsplit_once('.').expect("three parts");
    let verifier = VerifyingKey::from_sec1_bytes(&URL_SAFE_NO_PAD.decode(key).expect("base64url")).expect("a key");
    let signature = Signature::from_slice(&URL_SAFE_NO_PAD.decode(signature).expect("base64url")).expect("a signature");
    verifier.verify(text.as_bytes(), &signature).expect("signed by that key");
    let (head, body) = text.split_once('.').expect("two parts");
    let read = |part: &str| -> Value {
        serde_json::from_slice(&URL_SAFE_NO_PAD.decode(part).expect("base64url")).expect("JSON")
    };
    assert_eq!(read(head)["alg"], "ES256");
    (read(body), key.to_owned())
}
