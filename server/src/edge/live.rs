//! A stream of server-sent events as a reply: its head, its heartbeat, and headers that keep proxies from collecting it.
//!
//! Nothing of it is compressed (router.rs) or kept. It ends when the frames end. What is sent is not decided here.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use futures::{Stream, StreamExt, stream};
use tokio::time::{Instant, MissedTickBehavior, interval_at};

/// A comment this often keeps proxies from closing a silent stream, and finds out who is gone.
pub const HEARTBEAT: Duration = Duration::from_secs(15);

const BEAT: Bytes = Bytes::from_static(b": still here\n\n");

/// Answers with a stream. A browser that loses it comes back after `retry`.
pub fn reply(frames: impl Stream<Item = Bytes> + Send + 'static, retry: Duration) -> Response {
    // Sent at once, so that the browser knows that the stream is open.
    let head = Bytes::from(format!("retry: {}\n\n", retry.as_millis()));
    let body = stream::once(async { head }).chain(with_heartbeat(frames, HEARTBEAT)).map(Ok::<_, Infallible>);
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store, no-transform")),
        // nginx collects answers unless told otherwise.
        (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no")),
    ];
    (headers, Body::from_stream(body)).into_response()
}

fn with_heartbeat(
    frames: impl Stream<Item = Bytes> + Send + 'static,
    every: Duration,
) -> impl Stream<Item = Bytes> + Send {
    let mut beat = interval_at(Instant::now() + every, every);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    stream::unfold((Box::pin(frames), beat), |(mut frames, mut beat)| async move {
        let next = tokio::select! {
            biased;
            frame = frames.next() => frame?,
            _ = beat.tick() => BEAT,
        };
        Some((next, (frames, beat)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_silent_stream_has_a_heartbeat_and_ends_with_its_frames() {
        let (sender, receiver) = tokio::sync::mpsc::channel::<Bytes>(4);
        let frames = stream::unfold(receiver, |mut from| async move { Some((from.recv().await?, from)) });
        let mut stream = Box::pin(with_heartbeat(frames, Duration::from_millis(20)));
        sender.send(Bytes::from_static(b"event: a\ndata: 1\n\n")).await.expect("sent");
        assert_eq!(stream.next().await.as_deref(), Some(&b"event: a\ndata: 1\n\n"[..]));
        for _ in 0..3 {
            assert_eq!(stream.next().await, Some(BEAT));
        }
        drop(sender);
        assert_eq!(stream.next().await, None);
    }
}
