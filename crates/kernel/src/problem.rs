//! Problem document: a failure as `application/problem+json` (RFC 9457) with `message` as a string besides, because clients
//! written against the specification read exactly that. A broken cause is logged here, once, with its whole chain; the client
//! sees one neutral sentence and the request id.

use std::fmt;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use crate::error::{Error, Kind, Rejection};

tokio::task_local! {
    /// The id of the request being answered; set by the middleware of `crates/http`.
    pub static REQUEST_ID: RequestId;
}

/// What finds a request in the log: sixteen hexadecimal digits, or none outside a request. Made for each, so it is small.
#[derive(Clone, Copy, Debug, Default)]
pub struct RequestId(Option<[u8; 16]>);

impl RequestId {
    /// The digits of eight random bytes.
    pub fn new(random: [u8; 8]) -> Self {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let mut digits = [0; 16];
        for (at, byte) in random.into_iter().enumerate() {
            digits[2 * at] = DIGITS[usize::from(byte >> 4)];
            digits[2 * at + 1] = DIGITS[usize::from(byte & 15)];
        }
        Self(Some(digits))
    }

    /// The id of the request being answered.
    pub fn current() -> Self {
        REQUEST_ID.try_with(|id| *id).unwrap_or_default()
    }

    /// As text.
    pub fn as_str(&self) -> &str {
        self.0.as_ref().and_then(|digits| std::str::from_utf8(digits).ok()).unwrap_or_default()
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The body of every failure. Some carry further members (`field`, `stored`).
#[derive(Debug, Serialize, ToSchema)]
pub struct Problem {
    /// Always `about:blank`: the code says what happened.
    pub r#type: String,
    /// The status in words.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// The same sentence as `message`.
    pub detail: String,
    /// For people.
    pub message: String,
    /// Always false.
    pub success: bool,
    /// Stable, for programs.
    pub code: String,
    /// Names the request in the server's log.
    pub request_id: String,
    /// The input this is about, when it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The answer that is stored, with `already_answered`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stored: Option<String>,
    /// The attempt that an answer said to be of, where it said so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attempt: Option<String>,
    /// The question of that answer.
    #[serde(rename = "questionId", skip_serializing_if = "Option::is_none")]
    pub question_id: Option<String>,
    /// Names of topics that are known, nearest first, with `unknown_topic`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<Vec<String>>,
    /// What is wrong with each field of an event's form, by the field's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fields: Option<std::collections::BTreeMap<String, String>>,
}

impl Kind {
    /// The HTTP status of this kind of no.
    pub fn status(self) -> StatusCode {
        match self {
            Self::Invalid => StatusCode::BAD_REQUEST,
            Self::LoggedOut => StatusCode::UNAUTHORIZED,
            Self::Forbidden => StatusCode::FORBIDDEN,
            Self::Missing => StatusCode::NOT_FOUND,
            Self::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            Self::Conflict => StatusCode::CONFLICT,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::WrongType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Misdirected => StatusCode::MISDIRECTED_REQUEST,
            Self::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Self::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

/// The code of a failure, beside its answer: for the line in the log (`middleware.rs`).
#[derive(Clone, Copy, Debug)]
pub struct Code(pub &'static str);

impl IntoResponse for Rejection {
    fn into_response(self) -> Response {
        let mut response = respond(self.kind.status(), refusal_body(&self));
        response.extensions_mut().insert(Code(self.code));
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        match self {
            Self::Rejected(refusal) => refusal.into_response(),
            Self::Internal(cause) => {
                log_broken(&cause);
                broken()
            }
        }
    }
}

/// The body of a failure, for a stream that has begun and can have no other status. Logs a broken cause.
pub fn problem_body(fail: &Error) -> Value {
    match fail {
        Error::Rejected(refusal) => refusal_body(refusal),
        Error::Internal(cause) => {
            log_broken(cause);
            broken_body()
        }
    }
}

fn log_broken(cause: &anyhow::Error) {
    let request_id = RequestId::current();
    tracing::error!(%request_id, cause = format!("{cause:#}"), "request broke");
}

/// The neutral answer to something that broke on our side.
pub fn broken() -> Response {
    let mut response = respond(StatusCode::INTERNAL_SERVER_ERROR, broken_body());
    response.extensions_mut().insert(Code(BROKEN));
    response
}

const BROKEN: &str = "broken";

fn broken_body() -> Value {
    let say = "Something went wrong on our side. It has been logged; please try again.";
    body(StatusCode::INTERNAL_SERVER_ERROR, BROKEN, say, Map::new())
}

fn refusal_body(refusal: &Rejection) -> Value {
    let texts = refusal.more.iter().map(|(key, value)| ((*key).to_owned(), json!(value)));
    let lists = refusal.lists.iter().map(|(key, values)| ((*key).to_owned(), json!(values)));
    let mut more: Map<String, Value> = texts.chain(lists).collect();
    if let Some(fields) = &refusal.fields {
        let fields = fields.iter().map(|(name, say)| (name.clone(), json!(say)));
        more.insert("fields".to_owned(), Value::Object(fields.collect()));
    }
    body(refusal.kind.status(), refusal.code, &refusal.say, more)
}

fn body(status: StatusCode, code: &str, say: &str, mut body: Map<String, Value>) -> Value {
    let fixed = json!({
        "type": "about:blank",
        "title": status.canonical_reason().unwrap_or("Error"),
        "status": status.as_u16(),
        "detail": say,
        "message": say,
        "success": false,
        "code": code,
        "request_id": RequestId::current().as_str(),
    });
    if let Value::Object(fixed) = fixed {
        body.extend(fixed);
    }
    Value::Object(body)
}

fn respond(status: StatusCode, body: Value) -> Response {
    let mut response = (status, Json(body)).into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
    response
}
