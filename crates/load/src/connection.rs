//! Connection that is kept open, for one request at a time. Buffers are used again; nothing is allocated per request
//! once they have grown to the largest reply.
//!
//! A connection that the server closed while it was idle is opened anew before sending, as a browser does. One that
//! breaks after the request went is a failure: whether the server did the work is not known, and it is not sent twice.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::pin::Pin;
use std::task::{Context, Waker};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt, ReadBuf};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_rustls::client::TlsStream;
use tokio_util::either::Either;

use crate::{Reply, Secure};

/// A longer reply is nonsense.
const LONGEST_REPLY: usize = 64 * 1024 * 1024;
/// More headers than this are nonsense.
const MOST_HEADERS: usize = 64;
/// Connections of one call from one address of this machine. It has about 28,000 ports, some connections are not ours, and
/// a port rests for a minute after its connection was closed.
const PER_SOURCE: usize = 8_000;

/// Why there is no reply.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// No connection.
    #[error("no connection: {0}")]
    Connect(#[source] io::Error),
    /// The connection broke.
    #[error("the connection broke: {0}")]
    Broken(#[source] io::Error),
    /// The server closed it before the reply was whole.
    #[error("the server closed the connection")]
    Closed,
    /// It took too long.
    #[error("no reply in time")]
    Timeout,
    /// What came is no HTTP.
    #[error("not a reply: {0}")]
    Nonsense(&'static str),
}

impl Failure {
    /// One word for tables.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Connect(_) => "no connection",
            Self::Broken(_) => "broken",
            Self::Closed => "closed",
            Self::Timeout => "timeout",
            Self::Nonsense(_) => "nonsense",
        }
    }
}

/// A connection to one server; opened when it is first needed, and again when it was closed.
#[derive(Debug)]
pub struct Connection {
    at: SocketAddr,
    source: Option<IpAddr>,
    within: Duration,
    secure: Option<Secure>,
    pub(crate) stream: Option<Stream>,
    pub(crate) buffer: Vec<u8>,
    opened: u64,
}

/// Plain, or in TLS.
pub(crate) type Stream = Either<TcpStream, Box<TlsStream<TcpStream>>>;

/// Where things lie in the buffer.
pub(crate) struct Shape {
    pub(crate) status: u16,
    pub(crate) head: usize,
    pub(crate) length: Length,
    close: bool,
}

#[derive(Clone, Copy)]
pub(crate) enum Length {
    Known(usize),
    Chunked,
    UntilTheEnd,
}

impl Connection {
    /// A connection to be. Opening it, and each request, may take `within`.
    pub fn new(at: SocketAddr, within: Duration) -> Self {
        Self { at, source: None, within, secure: None, stream: None, buffer: Vec::new(), opened: 0 }
    }

    /// Comes from this address of ours: one address has only so many ports.
    #[must_use]
    pub fn from_source(mut self, source: IpAddr) -> Self {
        self.source = Some(source);
        self
    }

    /// Speaks TLS.
    #[must_use]
    pub fn secured(mut self, secure: &Secure) -> Self {
        self.secure = Some(secure.clone());
        self
    }

    /// Opens it, unless it is open.
    ///
    /// # Errors
    /// [`Failure`] when there is no connection in time.
    pub async fn open(&mut self) -> Result<(), Failure> {
        timeout(self.within, self.ready()).await.unwrap_or(Err(Failure::Timeout))
    }

    /// How often it was opened.
    pub fn opened(&self) -> u64 {
        self.opened
    }

    /// Lets go of the connection and of its buffer; the next request opens another.
    pub fn close(&mut self) {
        self.stream = None;
        self.buffer = Vec::new();
    }

    /// Sends a request and reads its reply.
    ///
    /// # Errors
    /// [`Failure`]: no connection, no whole reply in time, or a reply that is not HTTP. The connection is closed then.
    pub async fn send(&mut self, request: &[u8]) -> Result<Reply<'_>, Failure> {
        let outcome = timeout(self.within, self.exchange(request)).await.unwrap_or(Err(Failure::Timeout));
        match outcome {
            Ok((shape, end)) => {
                if shape.close {
                    self.stream = None;
                }
                Ok(Reply::new(shape.status, &self.buffer[..shape.head], &self.buffer[shape.head..end]))
            }
            Err(failure) => {
                self.stream = None;
                Err(failure)
            }
        }
    }

    /// Sends a request and reads the head of its reply; what has come of the body lies behind it in the buffer.
    pub(crate) async fn begin(&mut self, request: &[u8]) -> Result<Shape, Failure> {
        self.ready().await?;
        self.buffer.clear();
        let stream = self.stream.as_mut().ok_or(Failure::Closed)?;
        stream.write_all(request).await.map_err(Failure::Broken)?;
        stream.flush().await.map_err(Failure::Broken)?;
        self.read_head(request.starts_with(b"HEAD ")).await
    }

    /// The whole exchange: the shape, and where the body ends.
    async fn exchange(&mut self, request: &[u8]) -> Result<(Shape, usize), Failure> {
        let shape = self.begin(request).await?;
        let end = match shape.length {
            Length::Known(length) => {
                let end = shape.head + length;
                self.fill(end).await?;
                end
            }
            Length::Chunked => self.read_chunks(shape.head).await?,
            Length::UntilTheEnd => loop {
                match self.read_more().await {
                    Ok(()) => {}
                    Err(Failure::Closed) => break self.buffer.len(),
                    Err(failure) => return Err(failure),
                }
            },
        };
        Ok((shape, end))
    }

    /// An open connection without anything on it.
    async fn ready(&mut self) -> Result<(), Failure> {
        if let Some(stream) = &mut self.stream {
            if is_open(stream) {
                return Ok(());
            }
            self.stream = None;
        }
        let socket = if self.at.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() };
        let socket = socket.map_err(Failure::Connect)?;
        if let Some(source) = self.source {
            socket.bind(SocketAddr::new(source, 0)).map_err(Failure::Connect)?;
        }
        let stream = socket.connect(self.at).await.map_err(Failure::Connect)?;
        stream.set_nodelay(true).map_err(Failure::Connect)?;
        self.stream = Some(match &self.secure {
            Some(secure) => Either::Right(Box::new(secure.wrap(stream).await.map_err(Failure::Connect)?)),
            None => Either::Left(stream),
        });
        self.opened += 1;
        Ok(())
    }

    async fn read_head(&mut self, bodiless: bool) -> Result<Shape, Failure> {
        loop {
            self.read_more().await?;
            while let Some(shape) = shape_of(&self.buffer, bodiless)? {
                if !(100..200).contains(&shape.status) {
                    return Ok(shape);
                }
                // An interim reply: the real one follows.
                self.buffer.drain(..shape.head);
            }
        }
    }

    /// Takes the chunks apart in place, and says where the body ends.
    async fn read_chunks(&mut self, start: usize) -> Result<usize, Failure> {
        let (mut from, mut to) = (start, start);
        loop {
            let Some((line, size)) = chunk_size(&self.buffer[from..])? else {
                self.read_more().await?;
                continue;
            };
            from += line;
            if size == 0 {
                break;
            }
            self.fill(from + size + 2).await?;
            self.buffer.copy_within(from..from + size, to);
            to += size;
            from += size + 2;
        }
        // Trailers, up to an empty line.
        loop {
            match self.buffer[from..].windows(2).position(|two| two == b"\r\n") {
                Some(0) => return Ok(to),
                Some(line) => from += line + 2,
                None => self.read_more().await?,
            }
        }
    }

    async fn fill(&mut self, end: usize) -> Result<(), Failure> {
        if end > LONGEST_REPLY {
            return Err(Failure::Nonsense("too long"));
        }
        while self.buffer.len() < end {
            self.read_more().await?;
        }
        Ok(())
    }

    async fn read_more(&mut self) -> Result<(), Failure> {
        if self.buffer.len() > LONGEST_REPLY {
            return Err(Failure::Nonsense("too long"));
        }
        self.buffer.reserve(1024);
        let stream = self.stream.as_mut().ok_or(Failure::Closed)?;
        match stream.read_buf(&mut self.buffer).await {
            Ok(0) => Err(Failure::Closed),
            Ok(_) => Ok(()),
            Err(error) => Err(Failure::Broken(error)),
        }
    }
}

/// Whether the server has kept an idle connection. Nothing may come unasked: an end, or a reason for it, means that it let go.
fn is_open(stream: &mut Stream) -> bool {
    match stream {
        Either::Left(plain) => {
            matches!(plain.try_read(&mut [0]), Err(error) if error.kind() == io::ErrorKind::WouldBlock)
        }
        // Below the requests TLS has words of its own, as tickets for a later session; it has to read them to know.
        Either::Right(secure) => {
            let (mut byte, mut waker) = ([0], Context::from_waker(Waker::noop()));
            Pin::new(secure).poll_read(&mut waker, &mut ReadBuf::new(&mut byte)).is_pending()
        }
    }
}

/// The shape of a reply whose head is whole.
fn shape_of(buffer: &[u8], bodiless: bool) -> Result<Option<Shape>, Failure> {
    let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut parsed = httparse::Response::new(&mut headers);
    let head = match parsed.parse(buffer) {
        Ok(httparse::Status::Complete(head)) => head,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(_) => return Err(Failure::Nonsense("the head")),
    };
    let status = parsed.code.unwrap_or_default();
    let (mut length, mut close) = (Length::UntilTheEnd, parsed.version == Some(0));
    for header in parsed.headers.iter() {
        if header.name.eq_ignore_ascii_case("content-length") && !matches!(length, Length::Chunked) {
            let text = std::str::from_utf8(header.value).unwrap_or_default();
            length = Length::Known(text.trim().parse().map_err(|_| Failure::Nonsense("the length"))?);
        } else if header.name.eq_ignore_ascii_case("transfer-encoding") {
            length = Length::Chunked;
        } else if header.name.eq_ignore_ascii_case("connection") {
            close = header.value.eq_ignore_ascii_case(b"close");
        }
    }
    if bodiless || matches!(status, 100..=199 | 204 | 304) {
        length = Length::Known(0);
    }
    close |= matches!(length, Length::UntilTheEnd);
    Ok(Some(Shape { status, head, length, close }))
}

/// Length of the line with a chunk's size, and the size.
fn chunk_size(buffer: &[u8]) -> Result<Option<(usize, usize)>, Failure> {
    match httparse::parse_chunk_size(buffer) {
        Ok(httparse::Status::Complete((line, size))) if size <= LONGEST_REPLY as u64 => Ok(Some((line, size as usize))),
        Ok(httparse::Status::Partial) => Ok(None),
        _ => Err(Failure::Nonsense("a chunk")),
    }
}

/// That many connections to be. To this very machine they come from several of its addresses, because one address
/// has about 28,000 ports.
pub fn connections(at: SocketAddr, count: usize, within: Duration) -> Vec<Connection> {
    let one = |number: usize| match (at.ip(), u8::try_from(number / PER_SOURCE)) {
        (IpAddr::V4(host), Ok(source @ 1..)) if host.is_loopback() => {
            Connection::new(at, within).from_source(Ipv4Addr::new(127, 0, 1, source).into())
        }
        _ => Connection::new(at, within),
    };
    (0..count).map(one).collect()
}

/// Opens them one after the other, and fails at the first that cannot be.
pub async fn open_all(connections: &mut [Connection]) -> Result<(), Failure> {
    for connection in connections {
        connection.open().await?;
    }
    Ok(())
}
