//! HTTP server: the accept loop and the life of a connection.
//!
//! A campus that thinks keeps thousands of connections open and says nothing on them. hyper holds some 17 KiB for each; a
//! connection that has been quiet for a moment therefore leaves hyper and costs a socket and a small task until its next
//! byte. A live stream leaves hyper for good as soon as its head is known (`http/live.rs`): it needs no parser and no
//! buffers, only a socket to write frames to. Nobody's silence holds up the others: heads have a deadline, and so have
//! connections that never say anything.
//!
//! A refusal may be sent before the whole body has arrived. Such a connection is closed in one direction and read for a
//! while more (a lingering close): closed at once, the system would reset it, and a proxy that still sends the body would
//! tell its own error instead of the refusal.
//!
//! A stop loses no request: whoever is heard within a moment after it is still answered, and told to come back on another
//! connection, which waits for the next process where a service manager keeps the listening socket (`http/systemd.rs`).

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
use socket2::{SockFilter, SockRef};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::{TcpListener, TcpSocket, TcpStream, lookup_host};
use tokio::sync::Notify;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

use super::live::{self, Endless, Handover};

/// Connections that may wait to be accepted. A whole campus comes in one second.
const BACKLOG: u32 = 4096;
/// A connection on which nothing happens for this long leaves hyper: shorter than anybody thinks about a question, longer than
/// a page takes between two of its calls.
const QUIET: Duration = Duration::from_millis(100);
/// A head that has begun must be whole after this.
const HEAD: Duration = Duration::from_secs(30);
/// Of a connection's replies the system keeps so much beside what is on its way. It would keep some megabytes, and
/// whoever reads nothing would be given them all before anybody noticed.
const UNSENT: u32 = 128 * 1024;
/// What hyper keeps of a connection: the longest head, and what is read ahead of a body.
const READ_AHEAD: usize = 64 * 1024;
/// At the stop, the listener stays until nobody has come for this long.
const BEFORE_CLOSING: Duration = Duration::from_millis(2);
/// After the stop, whoever is connected and silent is closed after this: long enough for a request that was on its way.
const LAST_WORD: Duration = Duration::from_secs(1);
/// What is still in hand this long after that is given up.
const GOODBYE: Duration = Duration::from_secs(30);
/// The lingering close takes so long at most.
const LINGER: Duration = Duration::from_mins(2);
/// In each of its spans so much must arrive, or the sender is given up: what a slow phone sends in that time.
const LINGER_LEAST: usize = 64 * 1024;
/// After a failed accept (no descriptors left): others may have closed by then.
const BREATH: Duration = Duration::from_millis(50);

/// How long a connection may be silent or slow, and what a lingering close takes from it.
#[derive(Clone, Copy, Debug)]
struct Limits {
    /// One that has never said anything goes after this: browsers open some in advance, and open them anew.
    first_word: Patience,
    /// One that says nothing more is closed after this.
    idle: Patience,
    /// A reply of which nothing more was taken for this long is given up, and its connection with it.
    stalled: Duration,
    /// The lingering close reads so many bytes at most.
    linger_bytes: usize,
    /// And in each span of this length at least [`LINGER_LEAST`].
    linger_span: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            first_word: Patience { usual: Duration::from_secs(30), crowded: Duration::from_secs(1) },
            idle: Patience { usual: Duration::from_mins(10), crowded: Duration::from_secs(10) },
            stalled: Duration::from_secs(30),
            // More than the largest upload that any call takes.
            linger_bytes: 640 * 1024 * 1024,
            linger_span: Duration::from_secs(10),
        }
    }
}

/// How long a silent connection is kept.
#[derive(Clone, Copy, Debug)]
struct Patience {
    usual: Duration,
    /// Where there is no room for newcomers: a browser connects again when it has something to say.
    crowded: Duration,
}

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

/// Whose the listening socket is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// It is closed at the stop.
    Quad,
    /// It stays open over restarts, and whoever waits in its queue waits for the next process.
    ServiceManager,
}

/// Serves until `stop`; then lets nobody new in and returns when everything in hand is done, or was given up.
pub async fn serve(listener: TcpListener, owner: Owner, router: Router, stop: impl Future<Output = ()>) {
    serve_within(Limits::default(), listener, owner, router, stop).await;
}

/// The same, with other limits.
async fn serve_within(
    limits: Limits,
    listener: TcpListener,
    owner: Owner,
    router: Router,
    stop: impl Future<Output = ()>,
) {
    // A pointer for each connection: thousands wait.
    let limits = Arc::new(limits);
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
                let _ = bound(&stream, &limits);
                tasks.spawn(attend(stream, peer, router.clone(), signals.clone(), limits.clone()));
            }
            Err(error) if is_the_callers(&error) => {}
            Err(error) => {
                tracing::error!(%error, "a connection could not be accepted");
                signals.crowded.notify_waiters();
                sleep(BREATH).await;
            }
        }
    }
    // Where the system takes no filter, that moment stays.
    if owner == Owner::Quad {
        let _ = turn_newcomers_away(&listener);
    }
    // A listener that goes away resets whoever waits in its queue: they are let in first, and answered as their last.
    for _ in 0..BACKLOG {
        let Ok(Ok((stream, peer))) = timeout(BEFORE_CLOSING, listener.accept()).await else { break };
        let _ = stream.set_nodelay(true);
        let _ = bound(&stream, &limits);
        tasks.spawn(attend(stream, peer, router.clone(), signals.clone(), limits.clone()));
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

/// A socket filter for the time between the stop and the listener's end: the system drops who asks for a connection. A
/// refusal comes a second later, when they ask again, and a proxy goes to another process then. Without it somebody would be
/// connected in the moment after the last look into the queue, and reset with the request on its way, which no proxy may send
/// twice. Elsewhere than on Linux there is none.
fn turn_newcomers_away(listener: &TcpListener) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        // The kernel's classic BPF over a TCP segment: SYN is bit 2 of byte 13 (RFC 9293 section 3.1).
        SockRef::from(listener).attach_filter(&[
            SockFilter::new(0x30, 0, 0, 13),
            SockFilter::new(0x45, 0, 1, 0x02),
            SockFilter::new(0x06, 0, 0, 0),
            SockFilter::new(0x06, 0, 0, u32::MAX),
        ])?;
    }
    #[cfg(not(target_os = "linux"))]
    let _ = listener;
    Ok(())
}

/// Bounds what the system keeps for a connection, and for how long where the other side takes nothing: also after it was
/// closed, when nobody here knows of it any more. Elsewhere than on Linux the system decides.
fn bound(stream: &TcpStream, limits: &Limits) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        let socket = SockRef::from(stream);
        socket.set_tcp_notsent_lowat(UNSENT)?;
        socket.set_tcp_user_timeout(Some(limits.stalled))?;
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (stream, limits, UNSENT);
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
async fn attend(stream: TcpStream, peer: SocketAddr, router: Router, signals: Signals, limits: Arc<Limits>) {
    let mut line = Line { before: Bytes::new(), stream, outgoing: Arc::default() };
    let mut patience = limits.first_word;
    loop {
        if line.before.is_empty() && !speaks(&line.stream, &signals, patience).await {
            return;
        }
        patience = limits.idle;
        // In a box, so that a quiet connection does not hold the room of a speaking one.
        match Box::pin(speak(line, peer, &router, &signals, &limits)).await {
            Next::Quiet(quiet) => line = quiet,
            Next::Live(line, head, frames) => return live::send(line.stream, head, frames).await,
            Next::Over => return,
        }
    }
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
async fn speak(line: Line, peer: SocketAddr, router: &Router, signals: &Signals, limits: &Limits) -> Next {
    let state = Arc::new(ConnectionState::default());
    let outgoing = line.outgoing.clone();
    let service = service_fn(|request: hyper::Request<Incoming>| {
        reply(request, peer, router.clone(), state.clone(), &signals.begun)
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
            _ = &mut connection => {
                if state.spoiled.load(Ordering::Acquire) {
                    linger(connection.into_parts().io.into_inner().stream, signals, limits).await;
                }
                return Next::Over;
            }
            () = state.handed.notified() => {
                let handed = state.handover.lock().unwrap_or_else(PoisonError::into_inner).take();
                if let Some((head, frames)) = handed {
                    return Next::Live(connection.into_parts().io.into_inner(), head, frames);
                }
            }
            () = signals.silent_go.cancelled(), if !told_to_stop => {
                told_to_stop = true;
                Pin::new(&mut connection).graceful_shutdown();
            }
            _ = ticks.tick(), if !told_to_stop => {
                let so_far = state.requests.load(Ordering::Acquire);
                let paused = so_far > 0 && so_far == served && state.is_at_rest();
                served = so_far;
                let (before, waits) = (written, outgoing.waits.load(Ordering::Acquire));
                written = outgoing.written.load(Ordering::Acquire);
                stalled = if waits && written == before { stalled + QUIET } else { Duration::ZERO };
                if stalled >= limits.stalled {
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

/// Lingering close. Says that nothing more is sent, and reads what the sender of a refused body still sends, within bounds.
async fn linger(mut stream: TcpStream, signals: &Signals, limits: &Limits) {
    // A sender that is gone already needs nothing of this.
    if stream.shutdown().await.is_err() {
        return;
    }
    let reading = async {
        let mut piece = vec![0; 16 * 1024];
        let mut left = limits.linger_bytes;
        while let Ok(Some(read)) = timeout(limits.linger_span, read_some(&mut stream, &mut piece, left)).await {
            left -= read;
            if left == 0 {
                return;
            }
        }
    };
    tokio::select! {
        _ = timeout(LINGER, reading) => {}
        () = signals.silent_go.cancelled() => {}
        () = signals.crowded.notified() => {}
    }
}

/// Reads the least that a span must bring, or what is left of the bound; none at the end of what is sent.
async fn read_some(stream: &mut TcpStream, piece: &mut [u8], left: usize) -> Option<usize> {
    let wanted = LINGER_LEAST.min(left);
    let mut read = 0;
    while read < wanted {
        let room = piece.len().min(wanted - read);
        match stream.read(&mut piece[..room]).await {
            Ok(0) | Err(_) => return None,
            Ok(more) => read += more,
        }
    }
    Some(read)
}

/// What a quiet connection keeps of what was read ahead. An empty rest would hold the whole buffer it was cut from.
fn kept(rest: Bytes) -> Bytes {
    if rest.is_empty() { Bytes::new() } else { rest }
}

async fn reply(
    request: hyper::Request<Incoming>,
    peer: SocketAddr,
    router: Router,
    state: Arc<ConnectionState>,
    stop_begun: &CancellationToken,
) -> Result<hyper::Response<Sent>, Infallible> {
    state.requests.fetch_add(1, Ordering::AcqRel);
    state.open.fetch_add(1, Ordering::AcqRel);
    let (parts, body) = request.into_parts();
    let body = if http_body::Body::is_end_stream(&body) {
        Body::empty()
    } else {
        Body::new(Received { body, ended: false, state: state.clone() })
    };
    let mut request = Request::from_parts(parts, body);
    request.extensions_mut().insert(ConnectInfo(peer));
    let Ok(mut response) = router.oneshot(request).await;
    if let Some(frames) = response.extensions_mut().remove::<Handover>().and_then(|handover| handover.take()) {
        let handed = Some((live::head(&response), frames));
        *state.handover.lock().unwrap_or_else(PoisonError::into_inner) = handed;
        state.handed.notify_one();
        // The connection is taken away from under this.
        std::future::pending::<()>().await;
    }
    let (mut parts, body) = response.into_parts();
    if parts.extensions.get::<Endless>().is_some() {
        parts.headers.remove(header::CONTENT_LENGTH);
    }
    if stop_begun.is_cancelled() || state.spoiled.load(Ordering::Acquire) {
        // Nobody then sends the next request into a connection that is about to close.
        parts.headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    Ok(Response::from_parts(parts, Sent { body, state }))
}

/// What is going on on a connection.
#[derive(Default)]
struct ConnectionState {
    /// Begun so far.
    requests: AtomicU32,
    /// Requests whose reply is not sent, and request bodies not read.
    open: AtomicU32,
    /// A request's body was left unread: what follows on the line is not a head.
    spoiled: AtomicBool,
    handover: Mutex<Option<(Bytes, live::Frames)>>,
    handed: Notify,
}

impl ConnectionState {
    /// Whether the next byte on the line begins a head.
    fn is_at_rest(&self) -> bool {
        self.open.load(Ordering::Acquire) == 0 && !self.spoiled.load(Ordering::Acquire)
    }
}

/// A request's body, watched to its end.
struct Received {
    body: Incoming,
    ended: bool,
    state: Arc<ConnectionState>,
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
            self.state.spoiled.store(true, Ordering::Release);
        }
    }
}

/// A reply's body; hyper drops it when the last of it is in its buffer.
struct Sent {
    body: Body,
    state: Arc<ConnectionState>,
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
        self.state.open.fetch_sub(1, Ordering::AcqRel);
    }
}

/// The socket, and what was read from it ahead of time.
struct Line {
    before: Bytes,
    stream: TcpStream,
    outgoing: Arc<SendProgress>,
}

/// How sending goes.
#[derive(Default)]
struct SendProgress {
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

    /// Far longer than any of it takes, however slow the machine is.
    const PATIENCE: Duration = Duration::from_mins(1);
    /// Limits that a test reaches soon.
    const FIRST_WORD: Patience = Patience { usual: Duration::from_secs(30), crowded: Duration::from_millis(100) };
    const IDLE: Patience = Patience { usual: Duration::from_mins(10), crowded: Duration::from_millis(600) };
    const LINGER_BYTES: usize = 8 * 1024 * 1024;
    const LIMITS: Limits = Limits {
        first_word: FIRST_WORD,
        idle: IDLE,
        stalled: Duration::from_secs(2),
        linger_bytes: LINGER_BYTES,
        linger_span: Duration::from_millis(500),
    };

    fn attended(stream: TcpStream, peer: SocketAddr, router: Router, signals: Signals) -> impl Future<Output = ()> {
        attend(stream, peer, router, signals, Arc::new(LIMITS))
    }

    #[tokio::test]
    async fn a_reply_that_nobody_reads_is_given_up() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let router = Router::new().fallback(|| async { "a long reply ".repeat(4 * 1024 * 1024) });
        let client = TcpStream::connect(listener.local_addr().expect("an address")).await.expect("a line");
        client.try_write(b"GET / HTTP/1.1\r\nhost: quad\r\n\r\n").expect("sent");
        let (stream, peer) = listener.accept().await.expect("a client");
        let attended = attended(stream, peer, router, Signals::default());
        timeout(PATIENCE, attended).await.expect("given up before that");
        drop(client);
    }

    /// A connection, by both its ends.
    async fn line() -> (TcpStream, TcpStream, SocketAddr) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let client = TcpStream::connect(listener.local_addr().expect("an address")).await.expect("a line");
        let (stream, peer) = listener.accept().await.expect("a client");
        (client, stream, peer)
    }

    /// Nothing is on the line, so that only the clock goes on.
    #[tokio::test(start_paused = true)]
    async fn who_never_says_anything_is_not_kept_for_long() {
        let (_client, stream, peer) = line().await;
        let attended = attended(stream, peer, Router::new(), Signals::default());
        timeout(FIRST_WORD.usual * 2, attended).await.expect("closed before that");
    }

    #[tokio::test]
    async fn the_silent_make_room_for_newcomers() {
        let (signals, tasks) = (Signals::default(), TaskTracker::new());
        let (mut asking, stream, peer) = line().await;
        let asked = tasks.spawn(attended(stream, peer, Router::new(), signals.clone()));
        asking.write_all(b"GET / HTTP/1.1\r\nhost: quad\r\n\r\n").await.expect("sent");
        let answered = asking.read(&mut [0; 1024]).await.expect("an answer");
        assert!(answered > 0);
        let (_silent, stream, peer) = line().await;
        let silent = tasks.spawn(attended(stream, peer, Router::new(), signals.clone()));
        let crowded = async |task: &tokio::task::JoinHandle<()>| {
            while !task.is_finished() {
                signals.crowded.notify_waiters();
                // Then it looks again.
                sleep(Duration::from_millis(10)).await;
            }
        };
        let began = Instant::now();
        timeout(FIRST_WORD.usual / 2, crowded(&silent)).await.expect("room, long before it would have been closed");
        assert!(began.elapsed() >= FIRST_WORD.crowded / 2, "it had some time to speak");
        timeout(PATIENCE, crowded(&asked)).await.expect("room");
        assert!(began.elapsed() >= IDLE.crowded / 2, "who had spoken is kept longer");
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
        serving.spawn(serve_within(LIMITS, listener, Owner::Quad, router, std::future::pending()));
        (address, asked, serving)
    }

    /// Connects, asks and reads one answer: whether it came, and none where nobody was there to connect to. Answers are counted.
    fn asks_once(address: SocketAddr, answers: &AtomicU32) -> Option<bool> {
        use std::io::{Read, Write};
        let mut line = std::net::TcpStream::connect_timeout(&address, PATIENCE).ok()?;
        let _ = line.write_all(ASKED);
        let mut answer = Vec::new();
        let _ = line.take(12).read_to_end(&mut answer);
        let is_answered = answer == b"HTTP/1.1 200";
        answers.fetch_add(u32::from(is_answered), Ordering::SeqCst);
        Some(is_answered)
    }

    #[cfg(target_os = "linux")]
    #[tokio::test(flavor = "multi_thread")]
    async fn who_is_connected_at_the_stop_is_answered() {
        for _ in 0..10 {
            let listener = listen("127.0.0.1:0").await.expect("a port");
            let address = listener.local_addr().expect("an address");
            let (router, stop) = (Router::new().fallback(|| async { "here" }), CancellationToken::new());
            let mut serving = tokio::task::JoinSet::new();
            let stopped = stop.clone().cancelled_owned();
            serving.spawn(serve_within(LIMITS, listener, Owner::Quad, router, stopped));
            let (mut askers, answers) = (tokio::task::JoinSet::new(), Arc::new(AtomicU32::new(0)));
            for _ in 0..8 {
                let answers = Arc::clone(&answers);
                askers.spawn_blocking(move || std::iter::from_fn(|| asks_once(address, &answers)).collect::<Vec<_>>());
            }
            let load = async {
                while answers.load(Ordering::SeqCst) <= 16 {
                    // Then it looks again.
                    sleep(Duration::from_millis(1)).await;
                }
            };
            timeout(PATIENCE, load).await.expect("answers");
            stop.cancel();
            serving.join_all().await;
            let told = askers.join_all().await.concat();
            let left = told.iter().filter(|answered| !**answered).count();
            assert_eq!(left, 0, "of {} were connected and not answered", told.len());
        }
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
        let cut = timeout(PATIENCE, async {
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
                // Then it looks again.
                sleep(Duration::from_millis(100)).await;
            }
        };
        timeout(PATIENCE, gone).await.expect("gone before that");
        drop(client);
    }

    /// Served by a router that refuses a body without reading it.
    async fn refusing() -> (TcpStream, tokio::task::JoinHandle<()>) {
        let listener = listen("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let router = Router::new().fallback(|| async { (axum::http::StatusCode::UNAUTHORIZED, "refused") });
        let client = TcpStream::connect(address).await.expect("a line");
        let (stream, peer) = listener.accept().await.expect("a client");
        let attended = TaskTracker::new().spawn(attended(stream, peer, router, Signals::default()));
        (client, attended)
    }

    fn upload(length: usize) -> String {
        format!("POST / HTTP/1.1\r\nhost: quad\r\ncontent-length: {length}\r\n\r\n")
    }

    /// A proxy such as Apache looks at the answer when all is sent.
    #[tokio::test]
    async fn who_sends_all_before_reading_reads_the_refusal() {
        let (mut client, attended) = refusing().await;
        let length = LINGER_BYTES / 2;
        client.write_all(upload(length).as_bytes()).await.expect("sent");
        client.write_all(&vec![0; length]).await.expect("all of it is taken");
        let mut said = String::new();
        client.read_to_string(&mut said).await.expect("no reset");
        assert!(said.starts_with("HTTP/1.1 401") && said.ends_with("refused"), "{said}");
        assert!(said.contains("\r\nconnection: close\r\n"), "{said}");
        drop(client);
        timeout(LINGER / 2, attended).await.expect("closed with the sender").expect("no panic");
    }

    #[tokio::test]
    async fn who_sends_without_end_after_a_refusal_is_cut() {
        let (mut client, attended) = refusing().await;
        client.write_all(upload(usize::MAX / 2).as_bytes()).await.expect("sent");
        let (piece, mut sent) = (vec![0; 64 * 1024], 0);
        while client.write_all(&piece).await.is_ok() {
            sent += piece.len();
            assert!(sent < LINGER_BYTES * 4, "{sent} bytes were taken");
        }
        timeout(LINGER / 2, attended).await.expect("cut").expect("no panic");
    }

    #[tokio::test]
    async fn who_sends_next_to_nothing_after_a_refusal_is_cut() {
        let (mut client, attended) = refusing().await;
        client.write_all(upload(1_000_000).as_bytes()).await.expect("sent");
        let drip = async {
            while client.write_all(b"a").await.is_ok() {
                // A byte now and then, much less apart than is waited for one, is no sign of life.
                sleep(Duration::from_millis(50)).await;
            }
        };
        let (_, cut) = tokio::join!(timeout(LINGER / 2, drip), timeout(LINGER / 2, attended));
        cut.expect("cut before the whole time is over").expect("no panic");
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
