//! Idempotency keys: a changing call that arrives twice is made once (docs/decisions/024).
//!
//! Browsers send a POST again when a kept connection closes before the first byte of its reply, proxies do so too, and people
//! press again. A call with an `Idempotency-Key` claims it by one statement; the same call with the same key gets the kept answer.
//! The database decides, so it holds among all processes. Refused are a key that was used for something else, and one whose first
//! call ended without anybody knowing how. Calls without a key pass by: they cost one look for the header.
//!
//! Stored are digests made with the key, and the answer sealed with it; the key is the client's alone. So whoever reads the database
//! or a backup can neither try out a password that was sent nor read what somebody was told.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use futures::FutureExt;
use http_body::Body as _;
use quad_db::{Db, DbError, Tx};
use tokio::time::{Instant, sleep};
use tokio_util::task::TaskTracker;
use uuid::Uuid;

use crate::body::{self, Arrived, MAX_JSON};
use crate::idempotency_key::{Claim, Key};
use crate::store_idempotency as store;
use quad_kernel::clock::{Clock, Time};
use quad_kernel::error::{Error, Kind, Rejection, Result, UNAVAILABLE};
use quad_kernel::ids::Random;
use quad_kernel::problem::{self, REQUEST_ID, RequestId};
use quad_kernel::retry::retried;

/// The header.
pub const KEY: HeaderName = HeaderName::from_static("idempotency-key");

/// So long an answer is kept.
const KEPT: Duration = Duration::from_hours(1);
/// The largest answer that is kept.
const MOST: usize = 64 * 1024;
/// Answers kept of one session, and of all guests together; a further one takes the oldest one's place.
const OF_SESSION: i64 = 200;
const OF_GUESTS: i64 = 10_000;
/// Whoever comes while the first call is under way waits so long for its answer.
const PATIENCE: Duration = Duration::from_secs(8);
/// And looks this often, less often each time.
const LOOKS: (Duration, Duration) = (Duration::from_millis(20), Duration::from_millis(250));
/// A claim that has no answer after this has none any more: its process died in between.
const ANSWERED_WITHIN: Duration = Duration::from_mins(1);
/// Pauses between tries to write down how a call ended.
const AGAIN: [Duration; 3] = [Duration::from_millis(50), Duration::from_millis(250), Duration::from_secs(1)];

const NO_KEY: &str = "An Idempotency-Key is one UUID, and this one is not.";
const REUSED: Rejection =
    Rejection::new(Kind::Conflict, "key_reused", "The key of this request was used for another one. Nothing was done.");
const UNSURE: Rejection = Rejection::new(
    Kind::Conflict,
    "unsure",
    "This may have been done before the connection broke. Look before you do it again.",
);

/// Beside an answer that is not kept, as a log-in's, whose cookie is the session itself: the call is made again.
#[derive(Clone, Copy, Debug)]
pub struct NotKept;

/// Whether a call comes with a key, and is one that is made once: it changes something and has a JSON body of the usual size, or none.
pub fn is_asked_for(request: &Request) -> bool {
    let (headers, body) = (request.headers(), request.body());
    let has_kind = headers.contains_key(header::CONTENT_TYPE);
    headers.contains_key(KEY)
        && matches!(*request.method(), Method::POST | Method::PUT | Method::PATCH | Method::DELETE)
        && (body::is_json(headers) || (!has_kind && body.is_end_stream()))
        && body.size_hint().lower() <= MAX_JSON as u64
}

/// Idempotency: what calls with a key are claimed and kept with.
#[derive(Clone, Debug)]
pub struct Idempotency {
    /// Where keys and answers are kept.
    pub db: Db,
    /// Now.
    pub clock: Clock,
    /// Randomness.
    pub random: Random,
    /// Calls go on here when the connection breaks.
    pub tasks: TaskTracker,
}

/// Makes a call with a key, or answers what the same call was answered. `session` is its cookie.
pub async fn once<F, Called>(app: &Idempotency, session: Option<&str>, request: Request, call: F) -> Response
where
    F: FnOnce(Request) -> Called + Send + 'static,
    Called: Future<Output = Response> + Send + 'static,
{
    let ready = async {
        let id = id(&request)?;
        let (parts, body) = request.into_parts();
        let body = body::read_any(Request::new(body)).await?;
        let arrived = Arrived(app.clock.now());
        let mut request = Request::from_parts(parts, Body::empty());
        let key = Key::new(id, session.unwrap_or_default(), &request, &body);
        *request.body_mut() = Body::from(body);
        request.extensions_mut().insert(arrived);
        Ok::<_, Error>((key, request))
    };
    let (key, request) = match ready.await {
        Ok(ready) => ready,
        Err(error) => return error.into_response(),
    };
    let (app, tasks) = (app.clone(), app.tasks.clone());
    let work = async move {
        match turn(&app, &key).await {
            Ok(Turn::First(claim)) => first(&app, &key, claim, call(request)).await,
            Ok(Turn::Kept(status, kept)) => {
                let (answer, cookies) = split_cookies(&kept);
                let cookies = AppendHeaders(cookies.map(|cookie| (header::SET_COOKIE, cookie)));
                let kind = [(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))];
                (status, kind, cookies, answer.to_vec()).into_response()
            }
            Err(error) => error.into_response(),
        }
    };
    // To its end, whether or not anybody waits for the answer any more: a connection that breaks would end it in between.
    tasks.spawn(REQUEST_ID.scope(RequestId::current(), work)).await.unwrap_or_else(|_| problem::broken())
}

fn id(request: &Request) -> Result<Uuid, Rejection> {
    let mut keys = request.headers().get_all(KEY).iter();
    let key = match (keys.next(), keys.next()) {
        (Some(key), None) => key.to_str().ok().filter(|text| text.len() == 36),
        _ => None,
    };
    key.and_then(|text| Uuid::try_parse(text).ok()).ok_or(Rejection::invalid("Idempotency-Key", NO_KEY))
}

/// Whose turn it is to make a call.
enum Turn {
    /// This one's.
    First(Claim),
    /// Nobody's: it was made, and answered so.
    Kept(StatusCode, Vec<u8>),
}

async fn turn(app: &Idempotency, key: &Key) -> Result<Turn> {
    let (began, mut pause) = (Instant::now(), LOOKS.0);
    let mut found = claimed(app, key).await?;
    loop {
        let now = app.clock.now();
        match found {
            Found::Ours(claim) => return Ok(Turn::First(claim)),
            Found::Theirs(there) if there.fingerprint != key.fingerprint => return Err(REUSED.into()),
            Found::Theirs(store::KeyRow { status: Some(status), claim, answer, .. }) => {
                let status = u16::try_from(status).ok().and_then(|status| StatusCode::from_u16(status).ok());
                let answer = answer.and_then(|answer| key.opened(&claim, answer));
                if let (Some(status), Some(answer)) = (status, answer) {
                    return Ok(Turn::Kept(status, answer));
                }
                return unsure(app, key, &claim).await;
            }
            Found::Theirs(there) if now >= there.claimed_at.plus(ANSWERED_WITHIN) => {
                return unsure(app, key, &there.claim).await;
            }
            Found::Theirs(_) => {}
        }
        if began.elapsed() >= PATIENCE {
            return Err(UNAVAILABLE.into());
        }
        sleep(pause).await;
        pause = (pause * 2).min(LOOKS.1);
        found = match store::find(&app.db, key, forgotten(app.clock.now())).await? {
            Some(there) => Found::Theirs(there),
            // The first was refused: the next may try.
            None => claimed(app, key).await?,
        };
    }
}

/// What became of a claim.
enum Found {
    Ours(Claim),
    Theirs(store::KeyRow),
}

/// Claims a key, or says who has.
async fn claimed(app: &Idempotency, key: &Key) -> Result<Found> {
    loop {
        let (claim, now) = (app.random.bytes(), app.clock.now());
        let claiming = async || {
            let mut tx = app.db.begin().await?;
            let is_ours = store::claim(&mut tx, key, &claim, now, forgotten(now)).await?;
            tx.commit().await?;
            Ok(is_ours)
        };
        if retried(claiming).await? {
            return Ok(Found::Ours(claim));
        }
        // None: given up meanwhile.
        if let Some(there) = store::find(&app.db, key, forgotten(now)).await? {
            return Ok(Found::Theirs(there));
        }
    }
}

/// Nobody knows how the first call ended. The key is given up, so that whoever has looked can do it again.
async fn unsure(app: &Idempotency, key: &Key, claim: &[u8]) -> Result<Turn> {
    retried(async || {
        let mut tx = app.db.begin().await?;
        store::release(&mut tx, key, claim).await?;
        Ok(tx.commit().await?)
    })
    .await?;
    Err(UNSURE.into())
}

async fn first(app: &Idempotency, key: &Key, claim: Claim, call: impl Future<Output = Response> + Send) -> Response {
    let response = AssertUnwindSafe(call).catch_unwind().await.unwrap_or_else(|_| problem::broken());
    let (response, end) = end(key, claim, response).await;
    note(app, key, claim, &end).await;
    response
}

/// How a call ended.
enum End {
    /// It was refused, or is not of the kind that is kept.
    Open,
    /// It was done, and answered so.
    Done(StatusCode, Option<Vec<u8>>),
}

async fn end(key: &Key, claim: Claim, response: Response) -> (Response, End) {
    let (status, headers) = (response.status(), response.headers());
    let kind = headers.get(header::CONTENT_TYPE).map(HeaderValue::as_bytes).unwrap_or_default();
    let is_json = kind.starts_with(b"application/json");
    if !status.is_success() || !is_json || response.extensions().get::<NotKept>().is_some() {
        return (response, End::Open);
    }
    let size = response.body().size_hint().exact();
    if size.is_none_or(|size| size > MOST as u64) || headers.contains_key(header::CONTENT_ENCODING) {
        return (response, End::Done(status, None));
    }
    let (parts, body) = response.into_parts();
    let Ok(answer) = to_bytes(body, MOST).await else { return (problem::broken(), End::Done(status, None)) };
    let sealed = key.sealed(claim, &with_cookies(&answer, &parts.headers));
    (Response::from_parts(parts, Body::from(answer)), End::Done(status, sealed))
}

/// A JSON answer, and below it the cookies that came with it, a line each: whoever confirms an address or sets a password with a code
/// has to be the browser that asked, and that is known by a cookie.
fn with_cookies(answer: &[u8], headers: &HeaderMap) -> Vec<u8> {
    let cookies = headers.get_all(header::SET_COOKIE).iter().flat_map(|cookie| [b"\n", cookie.as_bytes()].concat());
    answer.iter().copied().chain(cookies).collect()
}

/// The two again; JSON as it is written here has no line of its own inside.
fn split_cookies(kept: &[u8]) -> (&[u8], impl Iterator<Item = HeaderValue>) {
    let mut lines = kept.split(|byte| *byte == b'\n');
    (lines.next().unwrap_or_default(), lines.filter_map(|cookie| HeaderValue::from_bytes(cookie).ok()))
}

/// Writes down how a call ended. Where that fails the key stays claimed: whoever comes with it is told that nobody knows.
async fn note(app: &Idempotency, key: &Key, claim: Claim, end: &End) {
    let write = async || {
        let mut tx = app.db.begin().await?;
        match end {
            End::Open => store::release(&mut tx, key, &claim).await?,
            End::Done(status, answer) => {
                store::keep(&mut tx, key, &claim, status.as_u16(), answer.as_deref()).await?;
                let most = if key.owner.is_empty() { OF_GUESTS } else { OF_SESSION };
                store::bound(&mut tx, &key.owner, most).await?;
            }
        }
        tx.commit().await
    };
    let mut written = write().await;
    for pause in AGAIN {
        if written.is_ok() {
            return;
        }
        sleep(pause).await;
        written = write().await;
    }
    if let Err(error) = written
        && !error.is_told()
    {
        tracing::warn!(error = format!("{:#}", anyhow::Error::new(error)), "how a call with a key ended was not kept");
    }
}

/// What was claimed by then is forgotten.
fn forgotten(now: Time) -> Time {
    now.minus(KEPT)
}

/// Deletes what is forgotten.
///
/// # Errors
/// When the database fails.
pub async fn sweep(tx: &mut Tx, now: Time) -> Result<(), DbError> {
    store::sweep(tx, forgotten(now)).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(id: &str, session: &str, method: &str, path: &str, body: &str) -> Key {
        let request = Request::builder().method(method).uri(path).body(Body::empty()).expect("a request");
        Key::new(Uuid::try_parse(id).expect("a UUID"), session, &request, body.as_bytes())
    }

    const ONE: &str = "0b0f4a5e-6b7c-4d8e-9f00-112233445566";
    const TWO: &str = "0b0f4a5e-6b7c-4d8e-9f00-112233445567";

    #[test]
    fn each_part_of_a_call_makes_another_fingerprint() {
        let first = key(ONE, "a", "POST", "/x?y=1", "{}");
        assert_eq!(first.fingerprint, key(&ONE.to_uppercase(), "a", "POST", "/x?y=1", "{}").fingerprint);
        for other in [
            key(TWO, "a", "POST", "/x?y=1", "{}"),
            key(ONE, "b", "POST", "/x?y=1", "{}"),
            key(ONE, "", "POST", "/x?y=1", "{}"),
            key(ONE, "a", "PUT", "/x?y=1", "{}"),
            key(ONE, "a", "POST", "/x?y=2", "{}"),
            key(ONE, "a", "POST", "/x", "{}"),
            key(ONE, "a", "POST", "/x?y=1", "{} "),
            key(ONE, "a", "POST", "/x?y=1{}", ""),
        ] {
            assert_ne!(first.fingerprint, other.fingerprint);
        }
    }

    #[test]
    fn an_answer_opens_with_its_key_alone() {
        let (first, claim) = (key(ONE, "a", "POST", "/x", "{}"), [7; ring::aead::NONCE_LEN]);
        let sealed = first.sealed(claim, b"{\"name\":\"Ada\"}").expect("sealed");
        assert!(!sealed.windows(3).any(|part| part == b"Ada"));
        assert_eq!(first.opened(&claim, sealed.clone()).as_deref(), Some(b"{\"name\":\"Ada\"}".as_slice()));
        assert_eq!(key(TWO, "a", "POST", "/x", "{}").opened(&claim, sealed.clone()), None);
        assert_eq!(key(ONE, "b", "POST", "/x", "{}").opened(&claim, sealed.clone()), None);
        assert_eq!(first.opened(&[8; ring::aead::NONCE_LEN], sealed), None);
    }

    #[test]
    fn a_call_is_asked_for_once_where_that_can_be() {
        let is = |method: &str, kind: Option<&str>, body: &'static str, key: bool| {
            let request = Request::builder().method(method).uri("/x");
            let request = kind.into_iter().fold(request, |request, kind| request.header(header::CONTENT_TYPE, kind));
            let request = if key { request.header(KEY, ONE) } else { request };
            is_asked_for(&request.body(Body::from(body)).expect("a request"))
        };
        for method in ["POST", "PUT", "PATCH", "DELETE"] {
            assert!(is(method, Some("application/json; charset=utf-8"), "{}", true));
            assert!(is(method, None, "", true));
            assert!(!is(method, Some("application/json"), "{}", false));
            assert!(!is(method, None, "{}", true));
            assert!(!is(method, Some("multipart/form-data; boundary=x"), "x", true));
        }
        assert!(!is("GET", None, "", true));
        let large = Body::from(vec![b' '; MAX_JSON + 1]);
        let large = Request::post("/x").header(KEY, ONE).header(header::CONTENT_TYPE, "application/json").body(large);
        assert!(!is_asked_for(&large.expect("a request")));
    }
}
