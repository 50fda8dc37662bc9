//! Push client: sends one message to one browser. What a push service does wrong costs us little: it gets ten seconds, a few
//! connections, eight kilobytes of our patience for its answer, and none of our redirects. One that is silent again and again
//! is left alone for a while, so that those who wait for it do not hold up the others.

use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use p256::PublicKey;
use quad_retry_after::retry_after;
use reqwest::dns::Resolve;
use reqwest::redirect::Policy;
use reqwest::{Certificate, Response, StatusCode};
use tokio::sync::Semaphore;
use tokio::time::Instant;
use web_push_native::{Auth, encrypt};

use crate::endpoint::Endpoint;
use crate::keys::Keys;
use crate::resolver::{Filtered, Fixed, NotPublic, Permitted, System, also, nothing_more};
use crate::sender::Sender;

/// Half of it to connect.
const WHOLE: Duration = Duration::from_secs(10);
const LARGEST_ANSWER: usize = 8 * 1024;
/// What RFC 8291 lets fit into one message: 4,096 bytes with its head, the mark and the seal.
const LARGEST_MESSAGE: usize = 3993;
/// Messages under way at once, and of them to one push service.
const AT_ONCE: usize = 96;
const AT_ONCE_PER_SERVICE: usize = 64;
/// After so many silences in a row a push service is left alone for so long.
const SILENCES: u32 = 64;
const LEFT_ALONE: Duration = Duration::from_mins(1);
/// Push services remembered; those nobody sends to go first.
const SERVICES: usize = 1000;
/// A token is used again for this long; it is good for longer.
const TOKEN_REUSED_MS: i64 = 3_600_000;

/// A browser to send to.
#[derive(Clone, Copy)]
pub struct Device<'a> {
    /// Its push service's address for it; checked again here.
    pub endpoint: &'a str,
    /// Its public key.
    pub p256dh: &'a [u8],
    /// The secret it shares with us.
    pub auth: &'a [u8],
}

/// Its parts are secrets.
impl fmt::Debug for Device<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Device(…)")
    }
}

/// How soon a device must be woken for it (RFC 8030, 5.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// May wait for Wi-Fi and power.
    Low,
    /// An ordinary message.
    Normal,
    /// Something that happens now.
    High,
}

impl Urgency {
    fn word(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Normal => "normal",
            Self::High => "high",
        }
    }
}

/// A message.
#[derive(Clone, Copy, Debug)]
pub struct Message<'a> {
    /// What the service worker is handed; at most 3,993 bytes.
    pub body: &'a [u8],
    /// How long the push service keeps it for a device that is off.
    pub keep: Duration,
    /// How soon.
    pub urgency: Urgency,
    /// Of messages of one topic that wait for a device that is off, the push service keeps the newest (RFC 8030, 5.4). At most
    /// 32 letters of base64url; any other is left out.
    pub topic: Option<&'a str>,
}

impl<'a> Message<'a> {
    fn sendable_topic(&self) -> Option<&'a str> {
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        self.topic.filter(|topic| (1..=32).contains(&topic.len()) && topic.bytes().all(is_letter))
    }
}

/// What became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The push service took it.
    Sent,
    /// There is no such subscription any more: forget it.
    Gone,
    /// Not now. Try again, not before `after` if the service said so.
    Later {
        /// What the service asked for.
        after: Option<Duration>,
        /// For the log; no secret in it.
        why: String,
    },
    /// The service does not want it: its own final word.
    Refused {
        /// For the log; no secret in it.
        why: String,
    },
    /// Never like this, though the service has not said so: the address leads astray, or the message does not fit.
    Dropped {
        /// For the log; no secret in it.
        why: String,
    },
}

/// Settings that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("web push: {0}")]
pub struct BadSetting(String);

/// How a [`Client`] reaches push services. The default is the internet; the rest is for tests and trials.
#[derive(Clone)]
pub struct Options {
    resolver: Arc<dyn Resolve>,
    permitted: Permitted,
    authorities: Vec<Certificate>,
    whole: Duration,
    per_service: usize,
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options").field("whole", &self.whole).finish_non_exhaustive()
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            resolver: Arc::new(System),
            permitted: nothing_more(),
            authorities: Vec::new(),
            whole: WHOLE,
            per_service: AT_ONCE_PER_SERVICE,
        }
    }
}

impl Options {
    /// Names lead where this says. What it says is judged like the answer of any other resolver.
    #[must_use]
    pub fn looking_up(mut self, names: impl Fn(&str) -> Vec<SocketAddr> + Send + Sync + 'static) -> Self {
        self.resolver = Arc::new(Fixed(Arc::new(names)));
        self
    }

    /// One address that is not on the internet may be connected to all the same.
    #[must_use]
    pub fn permitting(mut self, address: IpAddr) -> Self {
        self.permitted = also(address);
        self
    }

    /// An authority that is trusted besides the system's, as PEM.
    ///
    /// # Errors
    /// What is no certificate.
    pub fn trusting(mut self, pem: &[u8]) -> Result<Self, BadSetting> {
        self.authorities.push(Certificate::from_pem(pem).map_err(|error| BadSetting(error.to_string()))?);
        Ok(self)
    }

    /// Another patience than ten seconds.
    #[must_use]
    pub fn patient_for(mut self, whole: Duration) -> Self {
        self.whole = whole;
        self
    }

    /// Another bound on what is under way to one push service at once.
    #[must_use]
    pub fn per_service(mut self, most: usize) -> Self {
        self.per_service = most.max(1);
        self
    }
}

/// Sends with one key pair. Cheap to clone.
#[derive(Clone)]
pub struct Client(Arc<Inner>);

struct Inner {
    http: reqwest::Client,
    keys: Keys,
    contact: Option<String>,
    per_service: usize,
    slots: Semaphore,
    sender: Sender,
    services: Mutex<HashMap<String, Arc<Service>>>,
}

/// A push service, by its origin.
struct Service {
    slots: Semaphore,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The signed header and the moment it was made.
    token: Option<(String, i64)>,
    silences: u32,
    left_alone_until: Option<Instant>,
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").field("keys", &self.0.keys).finish_non_exhaustive()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Client {
    /// A client that signs with `keys` and can be asked about at `contact` (`mailto:` or `https:`). RFC 8292 lets a sender name
    /// none; some push services refuse it then.
    ///
    /// # Errors
    /// A contact that is neither; a machine without certificates.
    pub fn new(keys: Keys, contact: Option<&str>, options: Options) -> Result<Self, BadSetting> {
        if contact.is_some_and(|contact| !contact.starts_with("mailto:") && !contact.starts_with("https://")) {
            return Err(BadSetting("the contact must start with mailto: or https://".into()));
        }
        // Fails only when a provider is installed already, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut http = reqwest::Client::builder()
            .https_only(true)
            .redirect(Policy::none())
            .referer(false)
            // A proxy would look names up itself, past the filter.
            .no_proxy()
            .connect_timeout(options.whole / 2)
            .timeout(options.whole)
            .pool_idle_timeout(Duration::from_secs(30))
            .pool_max_idle_per_host(AT_ONCE_PER_SERVICE)
            .dns_resolver(Arc::new(Filtered { inner: options.resolver, permitted: options.permitted }));
        if !options.authorities.is_empty() {
            http = http.tls_certs_merge(options.authorities);
        }
        let http = http.build().map_err(|error| BadSetting(chain(&error)))?;
        let sender = Sender::start().map_err(|error| BadSetting(error.to_string()))?;
        Ok(Self(Arc::new(Inner {
            http,
            keys,
            contact: contact.map(str::to_owned),
            per_service: options.per_service,
            slots: Semaphore::new(AT_ONCE),
            sender,
            services: Mutex::default(),
        })))
    }

    /// The key pair it signs with.
    pub fn keys(&self) -> &Keys {
        &self.0.keys
    }

    /// Sends a message to a browser. Waits while too much is under way.
    pub async fn send(&self, device: &Device<'_>, message: &Message<'_>, now_ms: i64) -> Verdict {
        let endpoint = match Endpoint::parse(device.endpoint) {
            Ok(endpoint) => endpoint,
            Err(why) => return dropped(format!("its address cannot be used: {why}")),
        };
        if message.body.len() > LARGEST_MESSAGE {
            return dropped("the message is too long".to_owned());
        }
        let Ok(auth) = <[u8; 16]>::try_from(device.auth) else {
            return dropped("its secret has another length".to_owned());
        };
        let origin = endpoint.origin();
        let service = self.service(&origin);
        // Whoever waits for a slow service takes no place from the others.
        let _here = service.slots.acquire().await;
        if let Some(wait) = service.left_alone() {
            return Verdict::Later {
                after: Some(wait),
                why: "its push service has been silent for a while".to_owned(),
            };
        }
        let _place = self.0.slots.acquire().await;
        let mut request = self
            .0
            .http
            .post(endpoint.url().clone())
            .header("ttl", message.keep.as_secs())
            .header("urgency", message.urgency.word())
            .header("content-encoding", "aes128gcm")
            .header("content-type", "application/octet-stream");
        if let Some(topic) = message.sendable_topic() {
            request = request.header("topic", topic);
        }
        let (inner, service, public) = (Arc::clone(&self.0), Arc::clone(&service), device.p256dh.to_vec());
        let (secret, text) = (Auth::from(auth), message.body.to_vec());
        let sent = self.0.sender.run(async move {
            let Ok(public) = PublicKey::from_sec1_bytes(&public) else {
                return dropped("its public key is no key".to_owned());
            };
            let Ok(body) = encrypt(text, &public, &secret) else {
                return dropped("the message could not be encrypted".to_owned());
            };
            let signed = inner.authorization(&service, &origin, now_ms);
            match request.header("authorization", signed).body(body).send().await {
                Ok(answer) => {
                    service.spoke();
                    verdict(answer).await
                }
                Err(error) => {
                    if error.is_timeout() {
                        service.was_silent();
                    }
                    failure(&error)
                }
            }
        });
        sent.await.unwrap_or_else(|_| dropped("sending it failed".to_owned()))
    }

    fn service(&self, origin: &str) -> Arc<Service> {
        let mut services = lock(&self.0.services);
        if let Some(known) = services.get(origin) {
            return Arc::clone(known);
        }
        if services.len() >= SERVICES {
            services.retain(|_, service| Arc::strong_count(service) > 1);
        }
        let new = Arc::new(Service { slots: Semaphore::new(self.0.per_service), state: Mutex::default() });
        services.insert(origin.to_owned(), Arc::clone(&new));
        new
    }
}

impl Inner {
    fn authorization(&self, service: &Service, origin: &str, now_ms: i64) -> String {
        let mut state = lock(&service.state);
        match &state.token {
            Some((header, made)) if (0..TOKEN_REUSED_MS).contains(&(now_ms - made)) => header.clone(),
            _ => {
                let header = self.keys.authorization(origin, self.contact.as_deref(), now_ms);
                state.token = Some((header.clone(), now_ms));
                header
            }
        }
    }
}

impl Service {
    fn left_alone(&self) -> Option<Duration> {
        lock(&self.state).left_alone_until.and_then(|until| until.checked_duration_since(Instant::now()))
    }

    fn spoke(&self) {
        let mut state = lock(&self.state);
        (state.silences, state.left_alone_until) = (0, None);
    }

    fn was_silent(&self) {
        let mut state = lock(&self.state);
        state.silences += 1;
        if state.silences >= SILENCES {
            // One more silence after the pause is enough for the next.
            state.silences = SILENCES - 1;
            state.left_alone_until = Some(Instant::now() + LEFT_ALONE);
        }
    }
}

/// Reads what a push service says. A little of the body is read, so that the connection can be used again.
async fn verdict(mut answer: Response) -> Verdict {
    let status = answer.status();
    let after = retry_after(answer.headers());
    let mut read = 0;
    while let Ok(Some(chunk)) = answer.chunk().await {
        read += chunk.len();
        if read > LARGEST_ANSWER {
            break;
        }
    }
    let why = format!("its push service answered {}", status.as_u16());
    match status {
        _ if status.is_success() => Verdict::Sent,
        StatusCode::NOT_FOUND | StatusCode::GONE => Verdict::Gone,
        StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT => Verdict::Later { after, why },
        _ if status.is_server_error() => Verdict::Later { after, why },
        _ if status.is_client_error() => Verdict::Refused { why },
        _ => Verdict::Dropped { why },
    }
}

fn failure(error: &reqwest::Error) -> Verdict {
    if is_not_public(error) {
        return dropped(NotPublic.to_string());
    }
    let why = if error.is_timeout() {
        "its push service did not answer in time"
    } else if error.is_connect() {
        "its push service could not be reached"
    } else {
        "its push service broke off"
    };
    Verdict::Later { after: None, why: why.to_owned() }
}

fn is_not_public(error: &(dyn Error + 'static)) -> bool {
    let mut cause = Some(error);
    while let Some(one) = cause {
        if one.is::<NotPublic>() {
            return true;
        }
        cause = one.source();
    }
    false
}

fn dropped(why: String) -> Verdict {
    Verdict::Dropped { why }
}

fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        text.push_str(": ");
        text.push_str(&inner.to_string());
        cause = inner.source();
    }
    text
}
