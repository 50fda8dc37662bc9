//! Live stream: server-sent events as a reply, with a heartbeat and with headers that keep proxies from buffering it.
//!
//! A handler answers with [`reply`]; the connection then leaves the HTTP machinery (`http/server.rs`) and [`send`] writes
//! frames to the bare socket, so that an open stream costs little more than its socket. Nothing of it is compressed
//! (router.rs) or kept. It ends when the frames end. What is sent is not decided here.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::Bytes;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use futures::stream::BoxStream;
use futures::{Stream, StreamExt};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout};

/// A comment this often keeps proxies from closing a silent stream, and finds out who is gone.
const HEARTBEAT: Duration = Duration::from_secs(15);
const BEAT: &[u8] = b": still here\n\n";
/// The first comment comes this soon: a proxy may hold the first piece of an answer until a second one arrives, as Varnish
/// does with what it reads together with the head.
const FIRST_BEAT: Duration = Duration::from_millis(250);
/// Who takes nothing for this long is gone.
const PATIENCE: Duration = Duration::from_secs(30);

/// What a stream sends, one after the other.
pub type Frames = BoxStream<'static, Bytes>;

/// The frames of a reply, on their way from the handler to its connection.
#[derive(Clone)]
pub struct Handover(Arc<Mutex<Option<Frames>>>);

impl Handover {
    /// The frames, for who comes first.
    pub fn take(&self) -> Option<Frames> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Answers with a stream. A browser that loses it comes back after `retry`.
pub fn reply(frames: impl Stream<Item = Bytes> + Send + 'static, retry: Duration) -> Response {
    // Sent at once, so that the browser knows that the stream is open.
    let first = Bytes::from(format!("retry: {}\n\n", retry.as_millis()));
    let frames = futures::stream::once(async { first }).chain(frames).boxed();
    let mut response = headers().into_response();
    response.extensions_mut().insert(Handover(Arc::new(Mutex::new(Some(frames)))));
    response
}

/// Answers HEAD: what a stream would begin with, and no stream.
pub fn headers_alone() -> Response {
    let mut response = headers().into_response();
    response.extensions_mut().insert(Endless);
    response
}

/// Marks the answer to HEAD of what has no length. Each router of the framework says that of the empty body, 0; the server,
/// outside of all of them, takes it away (`server.rs`).
#[derive(Clone, Copy)]
pub struct Endless;

fn headers() -> [(HeaderName, HeaderValue); 4] {
    [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store, no-transform")),
        // The end of the stream is the end of the connection.
        (header::CONNECTION, HeaderValue::from_static("close")),
        // nginx collects answers unless told otherwise.
        (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no")),
    ]
}

/// The head of a reply as it goes over the wire. Its body ends with the connection.
pub fn head(response: &Response) -> Bytes {
    let status = response.status();
    let mut out =
        format!("HTTP/1.1 {} {}\r\n", status.as_u16(), status.canonical_reason().unwrap_or_default()).into_bytes();
    #[expect(clippy::disallowed_methods, reason = "the date of a head is the machine's, as hyper writes it")]
    let now = httpdate::fmt_http_date(std::time::SystemTime::now());
    let headers = response.headers().iter().filter(|(name, _)| *name != header::CONTENT_LENGTH);
    let headers = headers.map(|(name, value)| (name.as_str(), value.as_bytes()));
    for (name, value) in headers.chain([("date", now.as_bytes())]) {
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(b": ");
        out.extend_from_slice(value);
        out.extend_from_slice(b"\r\n");
    }
    out.extend_from_slice(b"\r\n");
    out.into()
}

/// Sends the head and then the frames, until they or the reader are at an end.
pub async fn send(socket: TcpStream, head: Bytes, frames: Frames) {
    send_with(socket, head, frames, FIRST_BEAT, HEARTBEAT).await;
}

async fn send_with(mut socket: TcpStream, head: Bytes, mut frames: Frames, first: Duration, every: Duration) {
    if write(&mut socket, &head).await.is_err() {
        return;
    }
    drop(head);
    let mut beat = interval_at(Instant::now() + first, every);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let written = tokio::select! {
            biased;
            frame = frames.next() => match frame {
                Some(frame) => write(&mut socket, &frame).await,
                None => break,
            },
            () = hung_up(&socket) => return,
            _ = beat.tick() => write(&mut socket, BEAT).await,
        };
        if written.is_err() {
            return;
        }
    }
    // Who does not hear the end finds it out by the silence.
    let _ = timeout(PATIENCE, socket.shutdown()).await;
}

async fn write(socket: &mut TcpStream, bytes: &[u8]) -> io::Result<()> {
    timeout(PATIENCE, socket.write_all(bytes)).await?
}

/// Returns when the reader has closed the line. What else it may say means nothing on a stream.
async fn hung_up(socket: &TcpStream) {
    let mut said = [0; 64];
    while socket.readable().await.is_ok() {
        match socket.try_read(&mut said) {
            Ok(0) => return,
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(_) => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt;
    use tokio::net::TcpListener;

    use super::*;

    async fn line() -> (TcpStream, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let reader = TcpStream::connect(listener.local_addr().expect("address")).await.expect("a line");
        (listener.accept().await.expect("accepted").0, reader)
    }

    #[tokio::test]
    async fn a_silent_stream_has_a_heartbeat_and_ends_with_its_frames() {
        let (sender, receiver) = tokio::sync::mpsc::channel::<Bytes>(4);
        let frames = futures::stream::unfold(receiver, |mut from| async move { Some((from.recv().await?, from)) });
        let response = reply(frames, Duration::from_secs(2));
        let frames = response.extensions().get::<Handover>().and_then(Handover::take).expect("frames");
        let (socket, mut reader) = line().await;
        let beat = Duration::from_millis(20);
        let sending = send_with(socket, head(&response), frames, beat, beat);
        let reading = async {
            let mut said = String::new();
            let mut piece = [0; 1024];
            while said.matches(": still here\n\n").count() < 2 {
                let read = reader.read(&mut piece).await.expect("read");
                assert!(read > 0, "{said}");
                said.push_str(&String::from_utf8_lossy(&piece[..read]));
            }
            sender.send(Bytes::from_static(b"event: a\ndata: 1\n\n")).await.expect("sent");
            drop(sender);
            reader.read_to_string(&mut said).await.expect("the end");
            said
        };
        let ((), said) = tokio::join!(sending, reading);
        let (head, body) = said.split_once("\r\n\r\n").expect("a head");
        assert!(head.starts_with("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n"), "{head}");
        assert!(head.contains("\r\nconnection: close") && head.contains("\r\ndate: "), "{head}");
        assert_eq!(body.replace(": still here\n\n", ""), "retry: 2000\n\nevent: a\ndata: 1\n\n");
        assert!(body.starts_with("retry: 2000\n\n: still here\n\n: still here\n\n"), "{body}");
    }

    #[tokio::test]
    async fn a_second_piece_follows_the_first_at_once() {
        let (socket, mut reader) = line().await;
        let first = futures::stream::once(async { Bytes::from_static(b"event: a\ndata: 1\n\n") });
        let frames = first.chain(futures::stream::pending()).boxed();
        let reading = async {
            let (mut said, mut piece) = (String::new(), [0; 1024]);
            while !said.ends_with(": still here\n\n") {
                let read = reader.read(&mut piece).await.expect("read");
                assert!(read > 0, "{said}");
                said.push_str(&String::from_utf8_lossy(&piece[..read]));
            }
            assert_eq!(said, "head\r\n\r\nevent: a\ndata: 1\n\n: still here\n\n");
        };
        tokio::select! {
            () = send(socket, Bytes::from_static(b"head\r\n\r\n"), frames) => panic!("the stream has no end"),
            read = timeout(HEARTBEAT / 2, reading) => read.expect("long before the second sign of life"),
        }
    }

    #[tokio::test]
    async fn a_reader_that_hangs_up_ends_the_stream() {
        let (socket, reader) = line().await;
        drop(reader);
        let frames = futures::stream::pending().boxed();
        timeout(Duration::from_mins(1), send(socket, Bytes::from_static(b"head"), frames)).await.expect("an end");
    }
}
