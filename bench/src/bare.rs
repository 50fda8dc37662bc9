//! Bare framework: a server that reads a request and sends bytes that were noted beforehand, as many as Quad's own
//! answer has. Nothing else happens, so it is the most any server on this framework could do.
//!
//! Three addresses do a part of the work, where they are asked to: `/from-sql/CONTEST` builds a paper from the database each
//! time, the way it is usually done; a log-in costs the hash of a password and nothing else (`password_hash.rs`); streams are told
//! a noted event whenever somebody votes.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{self, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, MethodRouter, get, on, post};
use futures::stream;
use quad_db::{Db, DbError, OpenOptions};
use quad_kernel::clock::{Clock, Time};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest, Sha256};
use tokio::sync::broadcast;

use crate::password_hashing::Hashing;
use crate::store;

/// A reply to repeat.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Noted {
    /// `GET` or `POST`.
    pub method: String,
    /// The path, without a query.
    pub path: String,
    /// Its content type.
    pub content_type: String,
    /// Its content encoding, if any.
    pub content_encoding: Option<String>,
    /// The file with its body.
    pub body: String,
}

const LIST: &str = "replies.json";

/// Writes replies down for a bare server to come.
pub fn note(folder: &Path, replies: &[(Noted, Vec<u8>)]) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder)?;
    for (noted, body) in replies {
        std::fs::write(folder.join(&noted.body), body)?;
    }
    let list: Vec<&Noted> = replies.iter().map(|(noted, _)| noted).collect();
    std::fs::write(folder.join(LIST), serde_json::to_vec(&list)?)?;
    Ok(())
}

/// What `bare` is told.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// Folder of the noted replies.
    #[arg(long)]
    replies: PathBuf,
    /// Database for the paper built from it.
    #[arg(long)]
    database: Option<String>,
    /// Replies to a log-in wait for the hash of its password
    #[arg(long)]
    hashes: bool,
    /// What streams are told when somebody votes.
    #[arg(long)]
    event: Option<String>,
}

const LOG_IN: &str = "/api/login";
/// Events that a slow stream may be behind.
const WAITING: usize = 16;

/// Serves until it is ended.
pub async fn serve(options: &Options) -> anyhow::Result<()> {
    let list = std::fs::read(options.replies.join(LIST)).context("no replies are noted there")?;
    let noted: Vec<Noted> = serde_json::from_slice(&list)?;
    let hashing = options.hashes.then(Hashing::new);
    let mut paths: BTreeMap<String, MethodRouter> = BTreeMap::new();
    for one in noted {
        let body = Bytes::from(std::fs::read(options.replies.join(&one.body))?);
        let kind = one.content_type.clone();
        let encoding = one.content_encoding.clone();
        let filter = if one.method == "POST" { MethodFilter::POST } else { MethodFilter::GET };
        let hashing = hashing.clone().filter(|_| one.path == LOG_IN);
        let reply = move |asked: Bytes| async move {
            if let Some(hashing) = hashing
                && !hashing.hash(asked).await
            {
                return StatusCode::INTERNAL_SERVER_ERROR.into_response();
            }
            let mut response = ([(header::CONTENT_TYPE, kind)], body).into_response();
            if let Some(value) = encoding.and_then(|encoding| encoding.parse().ok()) {
                response.headers_mut().insert(header::CONTENT_ENCODING, value);
            }
            response
        };
        let routes = paths.remove(&one.path).unwrap_or_default();
        paths.insert(one.path, routes.merge(on(filter, reply)));
    }
    let mut router = Router::new();
    for (path, routes) in paths {
        router = router.route(&path, routes);
    }
    if let Some(url) = &options.database {
        let db = Db::open(url, &OpenOptions::default()).await?;
        router = router.route("/from-sql/{contest}", get(from_sql).with_state(Arc::new(db)));
    }
    if let Some(event) = &options.event {
        router = router.merge(broadcasting(event.clone().into()));
    }
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    crate::say(&format!("The bare framework is on http://{}", listener.local_addr()?));
    axum::serve(listener, router).await?;
    Ok(())
}

/// Streams, and a call that tells each of them the event once more. It is one piece of memory, however many there are.
fn broadcasting(event: Bytes) -> Router {
    let (told, _) = broadcast::channel::<Bytes>(WAITING);
    let listening = told.clone();
    let open = move || async move {
        let events = stream::unfold(listening.subscribe(), |mut heard| async move {
            heard.recv().await.ok().map(|event| (Ok::<_, Infallible>(event), heard))
        });
        ([(header::CONTENT_TYPE, "text/event-stream")], Body::from_stream(events))
    };
    let vote = move |_: Bytes| async move {
        // Nobody may be listening.
        let _ = told.send(event);
        StatusCode::OK
    };
    Router::new().route("/api/live", get(open)).route("/api/voting/vote", post(vote))
}

async fn from_sql(
    State(db): State<Arc<Db>>,
    extract::Path(contest): extract::Path<String>,
    headers: HeaderMap,
) -> Response {
    match paper(&db, &contest, &headers, Clock::System.now()).await {
        Ok(Some(value)) => axum::Json(value).into_response(),
        Ok(None) => StatusCode::FORBIDDEN.into_response(),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}

async fn paper(db: &Db, contest: &str, headers: &HeaderMap, now: Time) -> Result<Option<serde_json::Value>, DbError> {
    let cookie = headers.get(header::COOKIE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let token = cookie.split_once("quad_session=").and_then(|(_, token)| hex::decode(token).ok());
    let (Some(token), Ok(id)) = (token, uuid::Uuid::try_parse(contest)) else { return Ok(None) };
    let Some(user) = store::session_user(db, Sha256::digest(token).to_vec()).await? else { return Ok(None) };
    if !store::has_joined(db, id, user, now).await? {
        return Ok(None);
    }
    let questions = store::questions(db, id).await?;
    let shown: Vec<_> = questions
        .into_iter()
        .map(|row| {
            let options = [row.option_1, row.option_2, row.option_3, row.option_4];
            json!({"_id": row.id.to_string(), "Question": row.text, "Options": options})
        })
        .collect();
    Ok(Some(json!({"_id": contest, "QuestionSet": shown})))
}
