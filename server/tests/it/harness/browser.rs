//! Browser of the stories: an HTTP client with a cookie jar, and answers that are easy to check.

use std::time::{Duration, Instant};

use reqwest::{Client, Method, StatusCode};
use serde_json::Value;

use super::PATIENCE;

/// One browser: its cookies, and the id of who is signed in.
#[derive(Clone)]
pub struct Browser {
    http: Client,
    base: String,
    /// Comes again when it is told to, as people's browsers do.
    comes_again: bool,
    /// Id of the signed-in person, or empty.
    pub id: String,
}

/// A status, headers and a body; JSON or null.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: reqwest::header::HeaderMap,
    pub bytes: Vec<u8>,
    pub body: Value,
}

impl Browser {
    pub fn new(base: &str) -> Self {
        // The first in the process takes it, whoever that is.
        let _ = rustls::crypto::ring::default_provider().install_default();
        Self::over(Client::builder().cookie_store(true).build().expect("a client"), base)
    }

    /// One for a server as it is in life, which gives up waiting for its database within two seconds and says so: where the
    /// machine stands still for longer, it comes again.
    pub fn coming_again(base: &str) -> Self {
        Self { comes_again: true, ..Self::new(base) }
    }

    /// Takes each answer as it is, from now on.
    pub fn come_once(&mut self) {
        self.comes_again = false;
    }

    /// With a client that a story made.
    pub fn over(http: Client, base: &str) -> Self {
        Self { http, base: base.to_owned(), comes_again: false, id: String::new() }
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.ask(Method::GET, path, None, &[]).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.ask(Method::DELETE, path, None, &[]).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.ask(Method::POST, path, Some(body), &[]).await
    }

    /// Nothing when nobody answers.
    pub async fn try_post(&self, path: &str, body: Value) -> Option<Answer> {
        let request = self.http.post(format!("{}/api{path}", self.base)).json(&body);
        Answer::read(request.send().await.ok()?).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Answer {
        self.ask(Method::PUT, path, Some(body), &[]).await
    }

    /// Anything else, with headers. `path` is below /api.
    pub async fn ask(&self, method: Method, path: &str, body: Option<Value>, headers: &[(&str, &str)]) -> Answer {
        let began = Instant::now();
        loop {
            let mut request = self.http.request(method.clone(), format!("{}/api{path}", self.base));
            for (name, value) in headers {
                request = request.header(*name, *value);
            }
            if let Some(body) = &body {
                request = request.json(body);
            }
            let answer = Answer::of(request.send().await.expect("an answer")).await;
            let is_put_off = answer.status == 503 && answer.headers.contains_key("retry-after");
            if !self.comes_again || !is_put_off || began.elapsed() > PATIENCE {
                return answer;
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    }

    /// Asks and reads nothing of the body yet.
    pub async fn open(&self, path: &str) -> reqwest::Response {
        self.http.get(format!("{}/api{path}", self.base)).send().await.expect("an answer")
    }

    /// Posts, asks for a stream of events and reads nothing of it yet.
    pub async fn open_by_post(&self, path: &str, body: &Value) -> reqwest::Response {
        let request = self.http.post(format!("{}/api{path}", self.base)).header("accept", "text/event-stream");
        request.json(body).send().await.expect("an answer")
    }

    /// The same browser, with its cookies, at another process.
    pub fn at(&self, base: &str) -> Self {
        Self { base: base.to_owned(), ..self.clone() }
    }

    /// A raw body with a content type, posted.
    pub async fn send_raw(&self, path: &str, content_type: &str, body: Vec<u8>) -> Answer {
        self.send_bytes(Method::POST, path, content_type, body).await
    }

    /// A raw body with a content type.
    pub async fn send_bytes(&self, method: Method, path: &str, content_type: &str, body: Vec<u8>) -> Answer {
        let request = self.http.request(method, format!("{}/api{path}", self.base));
        Answer::of(request.header("content-type", content_type).body(body).send().await.expect("an answer")).await
    }
}

impl Answer {
    pub async fn of(response: reqwest::Response) -> Self {
        Self::read(response).await.expect("a body")
    }

    async fn read(response: reqwest::Response) -> Option<Self> {
        let (status, headers) = (response.status(), response.headers().clone());
        let bytes = response.bytes().await.ok()?.to_vec();
        let body = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
        Some(Self { status, headers, bytes, body })
    }

    /// The body, when the status is as expected.
    #[track_caller]
    pub fn expect(self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", String::from_utf8_lossy(&self.bytes));
        self.body
    }

    /// Checks a refusal: its status, its code, and that it has a sentence and the members every refusal has.
    #[track_caller]
    pub fn refused(self, status: u16, code: &str) -> Value {
        let kind = self.headers.get("content-type").map(|value| value.to_str().unwrap_or_default().to_owned());
        let body = self.expect(status);
        assert_eq!(body["code"], code, "{body}");
        assert_eq!(kind.as_deref(), Some("application/problem+json"));
        assert_eq!(body["success"], false);
        assert!(body["message"].as_str().is_some_and(|say| !say.is_empty()), "{body}");
        assert!(body["request_id"].as_str().is_some_and(|id| !id.is_empty()), "{body}");
        body
    }
}
