//! A store of pictures that speaks as much of S3 as Quad asks for, keeps everything in memory and deletes as slowly as a
//! story says. What S3 itself would do with odd requests is told in crates/blobs, against a real implementation.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::TestApp;

#[derive(Clone, Default)]
pub struct SlowStore {
    kept: Arc<Mutex<HashMap<String, Bytes>>>,
    /// How long the next deletions take before they happen; none after the last.
    delays: Arc<Mutex<VecDeque<Duration>>>,
}

impl SlowStore {
    /// An application with its pictures in such a store.
    pub async fn start(t: &TestApp, delays: &[Duration]) -> (Self, TestApp) {
        let store = Self { delays: Arc::new(Mutex::new(delays.iter().copied().collect())), ..Self::default() };
        let router = Router::new()
            .route("/campus", get(list).post(delete))
            .route("/campus/{*name}", get(read).put(put))
            .with_state(store.clone());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let endpoint = format!("http://{}", listener.local_addr().expect("address"));
        t.app.spawn(async move { axum::serve(listener, router).await.expect("serving") });
        let settings = [
            ("QUAD_MEDIA_URL", "s3://campus"),
            ("QUAD_MEDIA_S3_ENDPOINT", endpoint.as_str()),
            ("QUAD_MEDIA_S3_KEY_ID", "key"),
            ("QUAD_MEDIA_S3_SECRET", "secret"),
        ];
        let t = t.another(&settings, 2).await;
        (store, t)
    }

    /// What is kept.
    pub fn names(&self) -> Vec<String> {
        self.kept.lock().expect("unharmed").keys().cloned().collect()
    }

    /// Deletions that have begun to wait.
    pub fn delays_left(&self) -> usize {
        self.delays.lock().expect("unharmed").len()
    }
}

async fn list() -> &'static str {
    "<ListBucketResult></ListBucketResult>"
}

async fn put(State(store): State<SlowStore>, Path(name): Path<String>, bytes: Bytes) -> Response {
    store.kept.lock().expect("unharmed").insert(name, bytes);
    [(header::ETAG, "\"x\"")].into_response()
}

async fn read(State(store): State<SlowStore>, Path(name): Path<String>) -> Response {
    let bytes = store.kept.lock().expect("unharmed").get(&name).cloned();
    let headers = [(header::ETAG, "\"x\""), (header::LAST_MODIFIED, "Fri, 20 Nov 2026 12:30:00 GMT")];
    bytes.map_or(StatusCode::NOT_FOUND.into_response(), |bytes| (headers, bytes).into_response())
}

/// Many at once, as Quad's library asks for it: `<Key>` after `<Key>`.
async fn delete(State(store): State<SlowStore>, asked: String) -> String {
    let delay = store.delays.lock().expect("unharmed").pop_front();
    tokio::time::sleep(delay.unwrap_or_default()).await;
    let names = asked.split("<Key>").skip(1).filter_map(|rest| rest.split("</Key>").next());
    let mut said = String::from("<DeleteResult>");
    for name in names {
        store.kept.lock().expect("unharmed").remove(name);
        said.push_str("<Deleted><Key>");
        said.push_str(name);
        said.push_str("</Key></Deleted>");
    }
    said.push_str("</DeleteResult>");
    said
}
