//! Draining of a body: reads what a refused request still had to say.
//!
//! A refusal may be ready before the body has arrived (nobody signed in, a foreign origin, a database that is away). Answering without reading
//! the rest makes the server close the connection under the sender, who then sees a broken pipe instead of the refusal.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::Request;
use futures::StreamExt;
use http_body::{Frame, SizeHint};

/// More than this is not read for politeness.
const MOST: usize = 32 * 1024 * 1024;
const PATIENCE: Duration = Duration::from_secs(10);

/// The request's body, shared between the handler and [`Rest`].
struct Shared(Arc<Mutex<Body>>);

/// What the handler may leave unread.
pub struct Rest(Arc<Mutex<Body>>);

/// Splits a request so that its unread rest can be drained after the answer is known.
pub fn watched(request: Request) -> (Request, Rest) {
    let (parts, body) = request.into_parts();
    let shared = Arc::new(Mutex::new(body));
    (Request::from_parts(parts, Body::new(Shared(shared.clone()))), Rest(shared))
}

impl Rest {
    /// Reads and drops what is left, within bounds.
    pub async fn drain(self) {
        let mut stream = Body::new(Shared(self.0)).into_data_stream();
        let mut total = 0;
        let reading = async {
            while let Some(Ok(chunk)) = stream.next().await {
                total += chunk.len();
                if total > MOST {
                    break;
                }
            }
        };
        // Whoever takes longer gets the answer on a connection that closes.
        let _ = tokio::time::timeout(PATIENCE, reading).await;
    }
}

impl http_body::Body for Shared {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner)).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).size_hint()
    }
}
