//! Fuzzing of requests to the real application in this process: which call, what stands in its path, its query, a
//! header and its body. Whatever they are, nothing breaks, and a refusal says why in our words.
//!
//! An input: a byte for the call, a byte of switches, then four parts with line ends between them (the last, the body, may
//! have some of its own): what stands in the path, the query, the value of a header.

use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderValue, Method, Request, StatusCode, header};
use quad::app::App;
use quad_db::{Db, OpenOptions};
use quad_kernel::clock::{Clock, Time};
use quad_kernel::ids::Random;
use quad_mail::Mailer;
use quad_migrations::Migrations;
use quad_services::config::{Flags, load_from};
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tower::ServiceExt;

/// Without one a request is refused before anything is read.
const HOST: &str = "quad";

/// More bytes only make a try slower.
const LONGEST: usize = 20_000;
/// Sessions end by the clock, which goes on a second with each try.
const NEW_SESSION_AFTER: i64 = 3_000;
const BEGIN: i64 = 1_795_000_000_000;

/// Tries one input.
pub fn try_one(data: &[u8]) {
    static STAGE: OnceLock<Mutex<Stage>> = OnceLock::new();
    if data.len() > LONGEST {
        return;
    }
    let mut stage = STAGE.get_or_init(|| Mutex::new(Stage::build())).lock().unwrap_or_else(PoisonError::into_inner);
    stage.play(data);
}

/// Those that something reads. New ones at the end: the corpus counts from the beginning.
const HEADERS: [&str; 16] = [
    "x-user-id",
    "origin",
    "cookie",
    "accept-encoding",
    "if-none-match",
    "content-type",
    "accept",
    "host",
    "x-forwarded-for",
    "user-agent",
    "range",
    "if-modified-since",
    "sec-fetch-site",
    "content-encoding",
    "last-event-id",
    "x-razorpay-signature",
];

struct Call {
    method: Method,
    path: String,
    takes_files: bool,
}

/// The application and one person who may do everything.
struct Stage {
    runtime: Runtime,
    app: App,
    router: Router,
    calls: Vec<Call>,
    cookie: String,
    tried: i64,
    _folder: tempfile::TempDir,
}

impl Stage {
    fn build() -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().display().to_string();
        let set = [
            ("QUAD_INSTITUTE_DOMAINS", "meridian.example"),
            ("QUAD_DATA_DIR", place.as_str()),
            ("QUAD_MEDIA_URL", "memory:"),
            ("QUAD_BEHIND_PROXY", "true"),
        ];
        let settings = load_from(&Flags::default(), |name| {
            set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        });
        let settings = settings.expect("settings");
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.expect("a runtime");
        let address = format!("sqlite://{place}/quad.db");
        let options = OpenOptions { connections: 2, patience: Duration::from_secs(30), ..OpenOptions::default() };
        let app = runtime.block_on(async {
            let db = Db::open(&address, &options).await.expect("the database opens");
            db.migrate::<Migrations>().await.expect("the schema is made");
            App::build(settings, db, Clock::fixed(Time(BEGIN)), Random::seeded(1), Mailer::memory())
        });
        let document = serde_json::to_value(quad::router::document()).expect("JSON");
        let mut calls = Vec::new();
        for (path, operations) in document["paths"].as_object().expect("paths") {
            // Logged out, the rest would be told as a guest.
            if path == "/logout" {
                continue;
            }
            for (method, operation) in operations.as_object().expect("operations") {
                let takes_files = operation["requestBody"]["content"].get("multipart/form-data").is_some();
                let method = method.to_uppercase().parse().expect("a method");
                calls.push(Call { method, path: path.clone(), takes_files });
            }
        }
        let router = runtime.block_on(async { quad::router::build(&app) });
        let mut stage = Self { runtime, app, router, calls, cookie: String::new(), tried: 0, _folder: folder };
        let own = json!({"fullName": "Ada", "email": "ada@meridian.example", "contact": "9000000001",
            "passWord": "violet-harbour-42", "Batch": 2026});
        assert_eq!(stage.post("/api/register", &own).0, StatusCode::CREATED);
        let promoted = stage.runtime.block_on(quad_people::accounts::promote(&stage.app, "ada@meridian.example"));
        assert!(promoted.is_ok());
        stage.log_in();
        stage
    }

    fn log_in(&mut self) {
        let own = json!({"email": "ada@meridian.example", "passWord": "violet-harbour-42"});
        let (status, cookie) = self.post("/api/login", &own);
        assert_eq!(status, StatusCode::OK);
        self.cookie = cookie;
    }

    fn post(&self, path: &str, body: &Value) -> (StatusCode, String) {
        let request = Request::post(path)
            .header(header::HOST, HOST)
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from(body.to_string()));
        let answer =
            self.runtime.block_on(self.router.clone().oneshot(request.expect("a request"))).expect("an answer");
        let cookie = answer.headers().get(header::SET_COOKIE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        (answer.status(), cookie.split(';').next().unwrap_or_default().to_owned())
    }

    fn play(&mut self, data: &[u8]) {
        let [which, switches, rest @ ..] = data else { return };
        let mut parts = rest.splitn(4, |byte| *byte == b'\n');
        let mut part = || parts.next().unwrap_or_default();
        let (in_path, query, value, body) = (part(), part(), part(), part());
        let call = &self.calls[usize::from(*which) % self.calls.len()];
        let (Ok(in_path), Ok(query)) = (std::str::from_utf8(in_path), std::str::from_utf8(query)) else { return };
        let parts = call.path.split('/').map(|part| if part.starts_with('{') { in_path } else { part });
        let mut address = format!("/api{}", parts.collect::<Vec<_>>().join("/"));
        if !query.is_empty() {
            address = format!("{address}?{query}");
        }
        let mut request = Request::builder().method(call.method.clone()).uri(&address).header(header::HOST, HOST);
        let kind = if call.takes_files { "multipart/form-data; boundary=x" } else { "application/json" };
        request = request.header(header::CONTENT_TYPE, kind);
        if switches & 1 == 0 {
            request = request.header(header::COOKIE, &self.cookie);
        }
        if let Ok(value) = HeaderValue::from_bytes(value) {
            request = request.header(HEADERS[usize::from(switches >> 1) % HEADERS.len()], value);
        }
        // An address that is none never gets past the parser of HTTP.
        let Ok(request) = request.body(Body::from(body.to_vec())) else { return };
        self.tried += 1;
        self.app.clock.set(Time(BEGIN + self.tried * 1000));
        let (status, kind, said) = self.runtime.block_on(async {
            let answer = self.router.clone().oneshot(request).await.expect("an answer");
            let (parts, body) = answer.into_parts();
            let kind = parts.headers.get(header::CONTENT_TYPE).cloned();
            (parts.status, kind, to_bytes(body, usize::MAX).await.expect("a body"))
        });
        assert!(
            !status.is_server_error() || status == StatusCode::SERVICE_UNAVAILABLE,
            "{address}: {status} {}",
            String::from_utf8_lossy(&said)
        );
        if status.is_client_error() {
            let body: Value = serde_json::from_slice(&said).unwrap_or_default();
            assert_eq!(
                kind.as_ref().map(HeaderValue::as_bytes),
                Some(&b"application/problem+json"[..]),
                "{address}: {status}"
            );
            assert!(body["message"].as_str().is_some_and(|text| !text.is_empty()), "{address}: {body}");
        }
        if self.tried % NEW_SESSION_AFTER == 0 {
            self.log_in();
        }
    }
}
