//! The accept loop and the life of a connection.
//!
//! A campus that thinks keeps thousands of connections open and says nothing on them. hyper holds some 17 KiB for each; a
//! connection that has been quiet for a moment therefore leaves hyper and costs a socket and a small task until its next
//! byte. A live stream leaves hyper for good as soon as its head is known (`edge/live.rs`): it needs no parser and no
//! buffers, only a socket to write frames to. Nobody's silence holds up the others: heads have a deadline, and so have
//! connections that never say anything.
//!
//! A stop loses no request: whoever is heard within a moment after it is still answered, and told to come back on another
//! connection, which waits for the next process where a service manager keeps the listening socket (`edge/systemd.rs`).

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, Request};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use http_body::{Frame, SizeHint};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
#[cfg(target_os = "linux")]
use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpSocket, TcpStream, lookup_host};
use tokio::sync::Notify;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

use super::live::{self, Handover};

/// Connections that may wait to be accepted. A whole campus comes in one second.
const BACKLOG: u32 = 4096;
/// A connection on which nothing happens for this long leaves hyper: shorter than anybody thinks about a question, longer than
/// a page takes between two of its calls.
const QUIET: Duration = Duration::from_millis(100);
/// A head that has begun must be whole after this.
const HEAD: Duration = Duration::from_secs(30);
/// A connection that says nothing for this long is closed.
const IDLE: Duration = Duration::from_mins(10);
/// One that has never said anything goes after this: browsers open some in advance, and open them anew.
const FIRST_WORD: Duration = if cfg!(test) { Duration::from_secs(2) } else { Duration::from_secs(30) };
/// Where there is no room for newcomers, whoever has never said anything for this long goes, and so does whoever has been
/// silent for that long: a browser connects again when it has something to say.
const FIRST_WORD_CROWDED: Duration = if cfg!(test) { Duration::from_millis(100) } else { Duration::from_secs(1) };
const IDLE_CROWDED: Duration = if cfg!(test) { Duration::from_millis(600) } else { Duration::from_secs(10) };
/// A reply of which nothing more was taken for this long is given up, and its connection with it.
/// Its tests do not wait so long.
const STALLED: Duration = if cfg!(test) { Duration::from_secs(2) } else { Duration::from_secs(30) };
/// Of a connection's replies the system keeps so much beside what is on its way. It would keep some megabytes, and
/// whoever reads nothing would be given them all before anybody noticed.
const UNSENT: u32 = 128 * 1024;
/// What hyper keeps of a connection: the longest head, and what is read ahead of a body.
const READ_AHEAD: usize = 64 * 1024;
/// After the stop, whoever is connected and silent is closed after this: long enough for a request that was on its way.
const LAST_WORD: Duration = Duration::from_secs(1);
/// What is still in hand this long after that is given up.
const GOODBYE: Duration = Duration::from_secs(30);
/// After a failed accept (no descriptors left): others may have closed by then.
const BREATH: Duration = Duration::from_millis(50);

/// Listens at `host:port`.
///
/// # Errors
/// When the name leads nowhere or the port is taken.
pub async fn listen(address: &str) -> io::Result<TcpListener> {
    let mut last = io::Error::new(io::ErrorKind::AddrNotAvailable, "the name leads to no address");
    for address in lookup_host(address).await? {
        match listen_at(address) {
            Ok(listener) => return Ok(listener),
            Err(error) => last = error,
        }
    }
    Err(last)
}

fn listen_at(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // Otherwise a restart within a minute would find its own port taken.
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Serves until `stop`; then lets nobody new in and returns when everything in hand is done, or was given up.
pub async fn serve(listener: TcpListener, router: Router, stop: impl Future<Output = ()>) {
    let (tasks, signals) = (TaskTracker::new(), Signals::default());
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            biased;
            () = &mut stop => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, peer)) => {
                // Small answers are whole; waiting for more to send only costs time. A socket that refuses still works.
                let _ = stream.set_nodelay(true);
                let _ = bound(&stream);
                tasks.spawn(attend(stream, peer, router.clone(), signals.clone()));
            }
            Err(error) if is_the_callers(&error) => {}
            Err(error) => {
                tracing::error!(%error, "a connection could not be accepted");
                signals.crowded.notify_waiters();
                sleep(BREATH).await;
            }
        }
    }
    drop(listener);
    tasks.close();
    signals.begun.cancel();
    if timeout(LAST_WORD, tasks.wait()).await.is_ok() {
        return;
    }
    signals.silent_go.cancel();
    if timeout(GOODBYE, tasks.wait()).await.is_err() {
        tracing::warn!(connections = tasks.len(), "connections were given up at the stop");
    }
}

/// Bounds what the system keeps for a connection, and for how long where the other side takes nothing: also after it was
/// closed, when nobody here knows of it any more. Elsewhere than on Linux the system decides.
fn bound(stream: &TcpStream) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        let socket = SockRef::from(stream);
        socket.set_tcp_notsent_lowat(UNSENT)?;
        socket.set_tcp_user_timeout(Some(STALLED))?;
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (stream, UNSENT);
    Ok(())
}

/// What all connections hear.
#[derive(Clone, Default)]
struct Signals {
    /// There is no room for newcomers.
    crowded: Arc<Notify>,
    /// The stop has begun: each answer says that it is the connection's last.
    begun: CancellationToken,
    /// And later: who has nothing in hand is closed.
    silent_go: CancellationToken,
}

/// Whoever hung up before being accepted is nobody's fault here.
fn is_the_callers(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// One connection, from its first byte to its end.
async fn attend(stream: TcpStream, peer: SocketAddr, router: Router, signals: Signals) {
    let mut line = Line { before: Bytes::new(), stream, outgoing: Arc::default() };
    let mut patience = Patience { usual: FIRST_WORD, crowded: FIRST_WORD_CROWDED };
    loop {
        if line.before.is_empty() && !speaks(&line.stream, &signals, patience).await {
            return;
        }
        patience = Patience { usual: IDLE, crowded: IDLE_CROWDED };
        // In a box, so that a quiet connection does not hold the room of a speaking one.
        match Box::pin(speak(line, peer, &router, &signals)).await {
            Next::Quiet(quiet) => line = quiet,
            Next::Live(line, head, frames) => return live::send(line.stream, head, frames).await,
            Next::Over => return,
        }
    }
}

/// How long a silent connection is kept.
#[derive(Clone, Copy)]
struct Patience {
    usual: Duration,
    crowded: Duration,
}

/// Waits for a byte; no when there will be none, or it is not waited for any longer.
async fn speaks(stream: &TcpStream, signals: &Signals, patience: Patience) -> bool {
    let began = Instant::now();
    let mut first = [0];
    let mut peeked = pin!(timeout(patience.usual, stream.peek(&mut first)));
    loop {
        tokio::select! {
            biased;
            peeked = &mut peeked => return matches!(peeked, Ok(Ok(1))),
            () = signals.silent_go.cancelled() => return false,
            () = signals.crowded.notified() => if began.elapsed() >= patience.crowded { return false },
        }
    }
}

/// What becomes of a connection after it has spoken.
enum Next {
    /// Nothing was said for a while.
    Quiet(Line),
    /// A live stream begins, with this head.
    Live(Line, Bytes, live::Frames),
    /// It is closed.
    Over,
}

/// Requests and replies, until there is a pause.
async fn speak(line: Line, peer: SocketAddr, router: &Router, signals: &Signals) -> Next {
    let pulse = Arc::new(Pulse::default());
    let outgoing = line.outgoing.clone();
    let service = service_fn(|request: hyper::Request<Incoming>| {
        reply(request, peer, router.clone(), pulse.clone(), &signals.begun)
    });
    let mut connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(READ_AHEAD)
        .serve_connection(TokioIo::new(line), service);
    let mut ticks = interval(QUIET);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks.reset();
    let mut served = 0;
    let mut told_to_stop = false;
    let (mut written, mut stalled) = (0, Duration::ZERO);
    loop {
        tokio::select! {
            biased;
            // However it ended, the caller has what was to be had.
            _ = &mut connection => return Next::Over,
            () = pulse.handed.notified() => {
                let handed = pulse.handover.lock().unwrap_or_else(PoisonError::into_inner).take();
                if let Some((head, frames)) = handed {
                    return Next::Live(connection.into_parts().io.into_inner(), head, frames);
                }
            }
            () = signals.silent_go.cancelled(), if !told_to_stop => {
                told_to_stop = true;
                Pin::new(&mut connection).graceful_shutdown();
            }
            _ = ticks.tick(), if !told_to_stop => {
                let so_far = pulse.requests.load(Ordering::Acquire);
                let paused = so_far > 0 && so_far == served && pulse.is_at_rest();
                served = so_far;
                let (before, waits) = (written, outgoing.waits.load(Ordering::Acquire));
                written = outgoing.written.load(Ordering::Acquire);
                stalled = if waits && written == before { stalled + QUIET } else { Duration::ZERO };
                if stalled >= STALLED {
                    // With a reset, so that the system forgets at once what it still held.
                    let _ = connection.into_parts().io.into_inner().stream.set_zero_linger();
                    return Next::Over;
                }
                if paused && !waits {
                    let parts = connection.into_parts();
                    let mut line = parts.io.into_inner();
                    // The beginning of the next head, if that is how far it has come.
                    line.before = kept(parts.read_buf);
                    return Next::Quiet(line);
                }
            }
        }
    }
}

/// What a quiet connection keeps of what was read ahead. An empty rest would hold the whole buffer it was cut from.
fn kept(rest: Bytes) -> Bytes {
    if rest.is_empty() { Bytes::new() } else { rest }
}

async fn reply(
    request: hyper::Request<Incoming>,
    peer: SocketAddr,
    router: Router,
    pulse: Arc<Pulse>,
    stop_begun: &CancellationToken,
) -> Result<hyper::Response<Sent>, Infallible> {
    pulse.requests.fetch_add(1, Ordering::AcqRel);
    pulse.open.fetch_add(1, Ordering::AcqRel);
    let (parts, body) = request.into_parts();
    let body = if http_body::Body::is_end_stream(&body) {
        Body::empty()
    } else {
        Body::new(Received { body, ended: false, pulse: pulse.clone() })
    };
    let mut request = Request::from_parts(parts, body);
    request.extensions_mut().insert(ConnectInfo(peer));
    let Ok(mut response) = router.oneshot(request).await;
    if let Some(frames) = response.extensions_mut().remove::<Handover>().and_then(|handover| handover.take()) {
        let handed = Some((live::head(&response), frames));
        *pulse.handover.lock().unwrap_or_else(PoisonError::into_inner) = handed;
        pulse.handed.notify_one();
        // The connection is taken away from under this.
        std::future::pending::<()>().await;
    }
    let (mut parts, body) = response.into_parts();
    if stop_begun.is_cancelled() {
        // Nobody then sends the next request into a connection that is about to close.
        parts.headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    Ok(Response::from_parts(parts, Sent { body, pulse }))
}

/// What is going on on a connection.
#[derive(Default)]
struct Pulse {
    /// Begun so far.
    requests: AtomicU32,
    /// Requests whose reply is not sent, and request bodies not read.
    open: AtomicU32,
    /// A request's body was left unread: what follows on the line is not a head.
    spoiled: AtomicBool,
    handover: Mutex<Option<(Bytes, live::Frames)>>,
    handed: Notify,
}

impl Pulse {
    /// Whether the next byte on the line begins a head.
    fn is_at_rest(&self) -> bool {
        self.open.load(Ordering::Acquire) == 0 && !self.spoiled.load(Ordering::Acquire)
    }
}

/// A request's body, watched to its end.
struct Received {
    body: Incoming,
    ended: bool,
    pulse: Arc<Pulse>,
}

impl http_body::Body for Received {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        self.ended |= matches!(frame, Poll::Ready(None));
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Received {
    fn drop(&mut self) {
        if !self.ended && !http_body::Body::is_end_stream(&self.body) {
            self.pulse.spoiled.store(true, Ordering::Release);
        }
    }
}

/// A reply's body; hyper drops it when the last of it is in its buffer.
struct Sent {
    body: Body,
    pulse: Arc<Pulse>,
}

impl http_body::Body for Sent {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Sent {
    fn drop(&mut self) {
        self.pulse.open.fetch_sub(1, Ordering::AcqRel);
    }
}

/// The socket, and what was read from it ahead of time.
struct Line {
    before: Bytes,
    stream: TcpStream,
    outgoing: Arc<Outgoing>,
}

/// How sending goes.
#[derive(Default)]
struct Outgoing {
    /// The last write found no room: hyper still has something to send.
    waits: AtomicBool,
    /// Writes that found room, so far.
    written: AtomicU32,
}

impl Line {
    fn note<T>(&self, written: Poll<T>) -> Poll<T> {
        self.outgoing.waits.store(written.is_pending(), Ordering::Release);
        if written.is_ready() {
            self.outgoing.written.fetch_add(1, Ordering::AcqRel);
        }
        written
    }
}

impl AsyncRead for Line {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        if self.before.is_empty() {
            return Pin::new(&mut self.stream).poll_read(context, into);
        }
        let fits = self.before.len().min(into.remaining());
        into.put_slice(&self.before.split_to(fits));
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Line {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.note(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.note(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    #[tokio::test]
    async fn a_reply_that_nobody_reads_is_given_up() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let router = Router::new().fallback(|| async { "a long reply ".repeat(4 * 1024 * 1024) });
        let client = TcpStream::connect(listener.local_addr().expect("an address")).await.expect("a line");
        client.try_write(b"GET / HTTP/1.1\r\nhost: quad\r\n\r\n").expect("sent");
        let (stream, peer) = listener.accept().await.expect("a client");
        let attended = attend(stream, peer, router, Signals::default());
        timeout(STALLED * 10, attended).await.expect("given up before that");
        drop(client);
    }

    /// A connection, by both its ends.
    async fn line() -> (TcpStream, TcpStream, SocketAddr) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let client = TcpStream::connect(listener.local_addr().expect("an address")).await.expect("a line");
        let (stream, peer) = listener.accept().await.expect("a client");
        (client, stream, peer)
    }

    #[tokio::test]
    async fn who_never_says_anything_is_not_kept_for_long() {
        let (_client, stream, peer) = line().await;
        let attended = attend(stream, peer, Router::new(), Signals::default());
        timeout(FIRST_WORD * 5, attended).await.expect("closed before that");
    }

    #[tokio::test]
    async fn the_silent_make_room_for_newcomers() {
        let (signals, tasks) = (Signals::default(), TaskTracker::new());
        let (mut asking, stream, peer) = line().await;
        let asked = tasks.spawn(attend(stream, peer, Router::new(), signals.clone()));
        asking.write_all(b"GET / HTTP/1.1\r\nhost: quad\r\n\r\n").await.expect("sent");
        let answered = asking.read(&mut [0; 1024]).await.expect("an answer");
        assert!(answered > 0);
        let (_silent, stream, peer) = line().await;
        let silent = tasks.spawn(attend(stream, peer, Router::new(), signals.clone()));
        let crowded = async |task: &tokio::task::JoinHandle<()>| {
            while !task.is_finished() {
                signals.crowded.notify_waiters();
                sleep(Duration::from_millis(10)).await;
            }
        };
        let began = Instant::now();
        timeout(FIRST_WORD / 2, crowded(&silent)).await.expect("room, long before it would have been closed");
        assert!(began.elapsed() >= FIRST_WORD_CROWDED / 2, "it had some time to speak");
        timeout(IDLE_CROWDED * 10, crowded(&asked)).await.expect("room");
        assert!(began.elapsed() >= IDLE_CROWDED / 2, "who had spoken is kept longer");
    }

    /// Served as people are; and how many requests came through.
    async fn served(reply: &'static str) -> (SocketAddr, Arc<AtomicU32>, tokio::task::JoinSet<()>) {
        let listener = listen("127.0.0.1:0").await.expect("a port");
        let (address, asked) = (listener.local_addr().expect("an address"), Arc::new(AtomicU32::new(0)));
        let counted = asked.clone();
        let router = Router::new().fallback(move || {
            counted.fetch_add(1, Ordering::SeqCst);
            async move { reply.repeat(512) }
        });
        let mut serving = tokio::task::JoinSet::new();
        serving.spawn(serve(listener, router, std::future::pending()));
        (address, asked, serving)
    }

    const ASKED: &[u8] = b"GET / HTTP/1.1\r\nhost: quad\r\n\r\n";

    /// Little room on the reading side, as there is where nobody reads.
    async fn narrow(address: SocketAddr) -> TcpStream {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.set_recv_buffer_size(4096).expect("set");
        socket.connect(address).await.expect("a line")
    }

    #[tokio::test]
    async fn who_asks_without_end_and_never_reads_is_given_little_and_cut() {
        // Half a megabyte of replies fits nowhere; 8 KiB each.
        let (address, asked, _serving) = served("sixteen letters.").await;
        let client = narrow(address).await;
        let cut = timeout(STALLED * 10, async {
            let mut at = 0;
            loop {
                client.writable().await.expect("a line");
                match client.try_write(&ASKED[at..]) {
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                    Err(_) => return,
                    Ok(sent) => at = (at + sent) % ASKED.len(),
                }
            }
        });
        cut.await.expect("cut before that");
        assert!(asked.load(Ordering::SeqCst) < 64, "{asked:?} replies were made and not read");
    }

    #[tokio::test]
    #[cfg(target_os = "linux")]
    async fn who_will_say_nothing_more_and_never_reads_leaves_nothing_behind() {
        let (address, _asked, _serving) = served("sixteen letters ".repeat(1024).leak()).await;
        let client = narrow(address).await;
        client.try_write(ASKED).expect("sent");
        SockRef::from(&client).shutdown(std::net::Shutdown::Write).expect("said all");
        let port = |address: io::Result<SocketAddr>| format!(":{:04X}", address.expect("an address").port());
        let (theirs, ours) = (port(client.local_addr()), port(client.peer_addr()));
        // The server's side, in whatever state.
        let is_held = || {
            let all = std::fs::read_to_string("/proc/net/tcp").expect("the system's list");
            all.lines().any(|line| {
                let ends: Vec<&str> = line.split_whitespace().skip(1).take(2).collect();
                matches!(ends[..], [own, other] if own.ends_with(&ours) && other.ends_with(&theirs))
            })
        };
        assert!(is_held());
        let gone = async {
            while is_held() {
                sleep(Duration::from_millis(100)).await;
            }
        };
        timeout(STALLED * 10, gone).await.expect("gone before that");
        drop(client);
    }

    #[test]
    fn a_quiet_connection_holds_no_buffer_but_what_was_read_ahead() {
        let buffer = Bytes::from(vec![b'a'; 8192]);
        // As hyper hands it out: cut off what was read, never what is empty on its own.
        let mut used_up = buffer.clone();
        hyper::body::Buf::advance(&mut used_up, 8192);
        let rest = kept(used_up);
        assert!(rest.is_empty());
        assert!(buffer.is_unique(), "the rest holds the buffer");
        assert_eq!(kept(buffer.slice(8000..)), buffer[8000..]);
    }
}
