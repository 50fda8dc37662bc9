//! Razorpay client: the one HTTP client that has the keys. An answer that is late, long, moved or garbled is *later*; a
//! clear no is *refused*; JSON of another shape is *unreadable*. What is in a list is read one by one.

use std::fmt;
use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Client, Method, RequestBuilder, Response, StatusCode, Url};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::error::{BadSetting, PayError, WebhookError};
use crate::signature::is_signed;
use crate::wire::{
    self, CaptureBody, Collection, ErrorReply, NewOrder, Order, OrderBody, Payment, Refund, RefundBody, Webhook,
};

const TO_CONNECT: Duration = Duration::from_secs(3);
const WHOLE: Duration = Duration::from_secs(10);
const LARGEST_ANSWER: usize = 1024 * 1024;
const LONGEST_WHY: usize = 200;

/// The seller's keys at the provider.
#[derive(Clone)]
pub struct Keys {
    /// `rzp_live_…` or `rzp_test_…`; browsers see it.
    pub key_id: String,
    /// Signs what the browser brings back, and opens the API.
    pub key_secret: String,
    /// Signs webhooks.
    pub webhook_secret: String,
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Keys").field("key_id", &self.key_id).finish_non_exhaustive()
    }
}

/// A seller's access to the provider; cheap to clone.
#[derive(Clone)]
pub struct Razorpay {
    http: Client,
    base: String,
    keys: Keys,
}

impl fmt::Debug for Razorpay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Razorpay").field("base", &self.base).field("keys", &self.keys).finish_non_exhaustive()
    }
}

impl Razorpay {
    /// Access by an address such as `https://api.razorpay.com/v1`. Nothing is sent yet.
    ///
    /// # Errors
    /// An address that is none, or has a password, a query or a fragment in it; an empty key.
    pub fn new(base_url: &str, keys: Keys) -> Result<Self, BadSetting> {
        Self::patient(base_url, keys, WHOLE)
    }

    fn patient(base_url: &str, keys: Keys, whole: Duration) -> Result<Self, BadSetting> {
        let base = Url::parse(base_url.trim())
            .map_err(|error| BadSetting(format!("the payment provider's address cannot be read: {error}")))?;
        let is_http = base.scheme() == "http";
        if !(is_http || base.scheme() == "https") || base.host_str().is_none() {
            return Err(BadSetting("the payment provider's address must start with https:// or http://".into()));
        }
        if !base.username().is_empty()
            || base.password().is_some()
            || base.query().is_some()
            || base.fragment().is_some()
        {
            return Err(BadSetting("the payment provider's address must be bare: no name, password, ? or #".into()));
        }
        if [&keys.key_id, &keys.key_secret, &keys.webhook_secret].iter().any(|key| key.trim().is_empty()) {
            return Err(BadSetting("the payment provider's keys must not be empty".into()));
        }
        // Fails only when a provider is installed already, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut http = Client::builder()
            .connect_timeout(TO_CONNECT)
            .timeout(whole)
            .redirect(Policy::none())
            .user_agent(concat!("quad-pay/", env!("CARGO_PKG_VERSION")));
        if is_http {
            // A stand-in in the house: no proxy lies between, and a machine without certificates must not fail here.
            http = http.no_proxy().tls_certs_only([]);
        }
        let http = http.build().map_err(|error| BadSetting(format!("no connection can be prepared: {error}")))?;
        Ok(Self { http, base: base.as_str().trim_end_matches('/').to_owned(), keys })
    }

    /// The key that browsers may see.
    pub fn key_id(&self) -> &str {
        &self.keys.key_id
    }

    /// Makes an order. Called twice it makes two.
    ///
    /// # Errors
    /// [`PayError`], also when the answer is about another order than the one asked for.
    pub async fn create_order(&self, asked: &NewOrder) -> Result<Order, PayError> {
        let order: Order = self.ask(self.to(Method::POST, "/orders").json(&OrderBody::of(asked))).await?;
        if !is_id(&order.id) || order.amount_paise != asked.amount_paise || order.currency != "INR" {
            return Err(later("the answer is about another order than the one asked for"));
        }
        Ok(order)
    }

    /// All payments and tries for an order, also those of which little can be read: see [`Payment::is_clear`].
    ///
    /// # Errors
    /// [`PayError`]; [`PayError::Refused`] without asking when this is no order's id.
    pub async fn payments_of(&self, order_id: &str) -> Result<Vec<Payment>, PayError> {
        if !is_id(order_id) {
            return Err(PayError::Refused { status: 400, why: "this is no order's id".into() });
        }
        let found: Collection = self.ask(self.to(Method::GET, &format!("/orders/{order_id}/payments"))).await?;
        Ok(found.items.iter().map(Payment::read).collect())
    }

    /// Takes the money of a payment that its bank has set aside: all of it, as the provider wants it. What was taken before
    /// is refused.
    ///
    /// # Errors
    /// [`PayError`]; [`PayError::Refused`] without asking when the amount or the currency cannot be read.
    pub async fn capture(&self, payment: &Payment) -> Result<Payment, PayError> {
        let path = format!("/payments/{}/capture", payments_id(&payment.id)?);
        let (Some(amount), Some(currency)) = (payment.amount_paise, payment.currency.as_deref()) else {
            return Err(PayError::Refused { status: 400, why: "this payment has no amount that can be read".into() });
        };
        let body = CaptureBody { amount, currency };
        let taken: Payment = self.ask(self.to(Method::POST, &path).json(&body)).await?;
        if taken.id != payment.id {
            return Err(later("the answer is about another payment than the one to be taken"));
        }
        Ok(taken)
    }

    /// One payment.
    ///
    /// # Errors
    /// [`PayError`], also when the answer is about another payment; [`PayError::Refused`] without asking when this is
    /// no payment's id.
    pub async fn payment(&self, id: &str) -> Result<Payment, PayError> {
        let path = format!("/payments/{}", payments_id(id)?);
        let found: Payment = self.ask(self.to(Method::GET, &path)).await?;
        if found.id != id {
            return Err(later("the answer is about another payment than the one asked for"));
        }
        Ok(found)
    }

    /// The refunds of a payment; nothing in place of one that cannot be read.
    ///
    /// # Errors
    /// [`PayError`]; [`PayError::Refused`] without asking when this is no payment's id.
    pub async fn refunds_of(&self, id: &str) -> Result<Vec<Option<Refund>>, PayError> {
        let path = format!("/payments/{}/refunds?count=100", payments_id(id)?);
        let found: Collection = self.ask(self.to(Method::GET, &path)).await?;
        // One of another payment would be the provider's mistake.
        let read = |told| Refund::read(told, None).filter(|refund| refund.payment_id == id);
        Ok(found.items.iter().map(read).collect())
    }

    /// Gives a payment back, all of it. The provider refuses to give back what was given back before.
    ///
    /// # Errors
    /// [`PayError`], also when the answer is about another payment.
    pub async fn refund(&self, id: &str, amount: i64) -> Result<Refund, PayError> {
        let path = format!("/payments/{}/refund", payments_id(id)?);
        let made: Refund = self.ask(self.to(Method::POST, &path).json(&RefundBody { amount })).await?;
        if made.payment_id != id {
            return Err(later("the answer is about another payment than the one to be given back"));
        }
        Ok(made)
    }

    /// Whether the provider answers and takes the keys: asks for one order and changes nothing.
    ///
    /// # Errors
    /// [`PayError`]; [`PayError::Refused`] with 401 when the keys are wrong.
    pub async fn probe(&self) -> Result<(), PayError> {
        let _: Collection = self.ask(self.to(Method::GET, "/orders?count=1")).await?;
        Ok(())
    }

    /// Whether the browser's answer was signed by the provider, for this order and this payment.
    pub fn payment_signature_ok(&self, order_id: &str, payment_id: &str, signature: &str) -> bool {
        // Without the check an id with a bar in it could move letters from one id to the other.
        is_id(order_id)
            && is_id(payment_id)
            && is_signed(&self.keys.key_secret, format!("{order_id}|{payment_id}").as_bytes(), signature)
    }

    /// Reads a webhook, if `signature` (the header `X-Razorpay-Signature`) is that of exactly these bytes.
    ///
    /// # Errors
    /// [`WebhookError::BadSignature`] for any other signature, [`WebhookError::Unreadable`] for an unknown shape.
    pub fn read_webhook(&self, body: &[u8], signature: &str) -> Result<Webhook, WebhookError> {
        if !is_signed(&self.keys.webhook_secret, body, signature) {
            return Err(WebhookError::BadSignature);
        }
        wire::webhook(body)
    }

    fn to(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.http.request(method, format!("{}{path}", self.base));
        request.basic_auth(&self.keys.key_id, Some(&self.keys.key_secret))
    }

    async fn ask<T: DeserializeOwned>(&self, request: RequestBuilder) -> Result<T, PayError> {
        let answer = request.send().await.map_err(away)?;
        let status = answer.status();
        let bytes = read(answer).await?;
        if status.is_success() {
            let told: Value =
                serde_json::from_slice(&bytes).map_err(|error| later(format!("the answer cannot be read: {error}")))?;
            return serde_json::from_value(told).map_err(|error| PayError::Unreadable { why: error.to_string() });
        }
        let said = serde_json::from_slice(&bytes).ok().and_then(|trouble: ErrorReply| trouble.error.description);
        let why = self.without_secrets(said.as_deref().unwrap_or(status.canonical_reason().unwrap_or("no reason")));
        let busy = matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT);
        if busy || status.is_server_error() {
            Err(later(format!("{}: {why}", status.as_u16())))
        } else {
            Err(PayError::Refused { status: status.as_u16(), why })
        }
    }

    /// The provider's words, fit for a log line: no secret that it repeats, no line breaks, not long.
    fn without_secrets(&self, said: &str) -> String {
        let mut said = said.to_owned();
        for secret in [&self.keys.key_secret, &self.keys.webhook_secret] {
            said = said.replace(secret.as_str(), "***");
        }
        said.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).take(LONGEST_WHY).collect()
    }
}

/// The provider's ids are letters, digits and underscores; anything else could lead to another address.
fn is_id(id: &str) -> bool {
    (1..=64).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn payments_id(id: &str) -> Result<&str, PayError> {
    if is_id(id) { Ok(id) } else { Err(PayError::Refused { status: 400, why: "this is no payment's id".into() }) }
}

fn later(why: impl Into<String>) -> PayError {
    PayError::Later { why: why.into() }
}

fn away(error: reqwest::Error) -> PayError {
    let why = if error.is_timeout() {
        "no answer in time"
    } else if error.is_connect() {
        "no connection"
    } else {
        "the connection broke"
    };
    // The cause is at the end of the chain; the address is known to whoever reads the log.
    let error = error.without_url();
    let mut cause: &dyn std::error::Error = &error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    later(format!("{why}: {cause}"))
}

async fn read(mut answer: Response) -> Result<Vec<u8>, PayError> {
    let mut bytes = Vec::new();
    while let Some(chunk) = answer.chunk().await.map_err(away)? {
        if bytes.len() + chunk.len() > LARGEST_ANSWER {
            return Err(later("the answer is larger than any real one"));
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;

    fn keys() -> Keys {
        Keys { key_id: "rzp_test_1".into(), key_secret: "first-secret".into(), webhook_secret: "second-secret".into() }
    }

    /// A server that says `head` and then nothing more.
    async fn stalls_after(head: &'static str) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        #[expect(clippy::disallowed_methods, reason = "a test has no application to spawn on")]
        tokio::spawn(async move {
            while let Ok((mut socket, _)) = listener.accept().await {
                let mut asked = [0; 1024];
                let _ = socket.read(&mut asked).await;
                let _ = socket.write_all(head.as_bytes()).await;
                std::mem::forget(socket);
            }
        });
        format!("http://{address}/v1")
    }

    #[tokio::test]
    async fn a_silent_or_stalling_provider_is_later() {
        for head in ["", "HTTP/1.1 200 OK\r\ncontent-length: 90\r\n\r\n{\"items\":"] {
            let base = stalls_after(head).await;
            let provider = Razorpay::patient(&base, keys(), Duration::from_millis(200)).expect("fine");
            let said = provider.payments_of("order_1").await;
            assert!(matches!(&said, Err(PayError::Later { why }) if why.starts_with("no answer in time")), "{said:?}");
        }
    }

    #[test]
    fn the_limits_are_as_promised() {
        assert_eq!((TO_CONNECT, WHOLE, LARGEST_ANSWER), (Duration::from_secs(3), Duration::from_secs(10), 1 << 20));
    }

    #[test]
    fn a_providers_words_are_made_fit_for_the_log() {
        let provider = Razorpay::new("https://api.razorpay.com/v1/", keys()).expect("fine");
        let said = provider.without_secrets("key first-secret,\nhook second-secret");
        assert_eq!(said, "key ***, hook ***");
        assert_eq!(provider.without_secrets(&"x".repeat(5000)).len(), LONGEST_WHY);
    }
}
