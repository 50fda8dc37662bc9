//! Streams of server-sent events, held open and counted: one task and two small buffers each. They end when they are
//! dropped.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::io::AsyncReadExt;
use tokio::sync::{Notify, Semaphore};
use tokio::task::{AbortHandle, JoinSet};

use crate::connection::Length;
use crate::{Connection, Failure, Latencies, connections};

/// So many are being opened at once.
const OPENING: usize = 64;
/// What is longer is cut off.
const LONGEST_FRAME: usize = 64 * 1024;

/// Is shown each event with the number of its stream, and may say how old it is.
pub type Watch = Arc<dyn Fn(usize, &str) -> Option<Duration> + Send + Sync>;

/// Streams that are open.
#[derive(Debug)]
pub struct Streams {
    running: JoinSet<()>,
    handles: Vec<AbortHandle>,
    /// What those wait for that begin later.
    begins: Vec<Arc<Notify>>,
    seen: Arc<Mutex<Frames>>,
}

/// What they brought so far.
#[derive(Debug, Clone, Default)]
pub struct Frames {
    /// Streams open now.
    pub open: usize,
    /// Streams that the server ended.
    pub ended: usize,
    /// Streams that were refused, by status.
    pub refused: BTreeMap<u16, u64>,
    /// Streams that did not come about or broke, by reason.
    pub failed: BTreeMap<&'static str, u64>,
    /// Events; what is only a comment is none.
    pub events: u64,
    /// Comments, with which a stream is kept alive.
    pub comments: u64,
    /// Bytes behind the heads.
    pub bytes: u64,
    /// How old the events were, where [`Watch`] said so.
    pub ages: Latencies,
    /// How long opening took, until the head of the reply.
    pub opening: Latencies,
}

impl Streams {
    /// Opens one stream per request, and returns when each is open or is not going to be.
    pub async fn open(at: SocketAddr, requests: Vec<Vec<u8>>, within: Duration, watch: Option<Watch>) -> Self {
        let seen = Arc::new(Mutex::new(Frames::default()));
        let (doors, settled) = (Arc::new(Semaphore::new(OPENING)), Arc::new(Semaphore::new(0)));
        let (mut running, mut handles) = (JoinSet::new(), Vec::with_capacity(requests.len()));
        let count = requests.len();
        for ((number, request), connection) in requests.into_iter().enumerate().zip(connections(at, count, within)) {
            let (seen, watch) = (Arc::clone(&seen), watch.clone());
            let (doors, settled) = (Arc::clone(&doors), Arc::clone(&settled));
            handles.push(running.spawn(async move {
                let opened = {
                    let _door = doors.acquire().await;
                    open_one(connection, &request, within, &seen).await
                };
                drop(request);
                let opened = opened.map(|(connection, chunked)| (connection, chunked, Open::new(seen)));
                settled.add_permits(1);
                if let Some((connection, chunked, open)) = opened {
                    follow(number, connection, chunked, open, watch).await;
                }
            }));
        }
        for _ in 0..count {
            if let Ok(one) = settled.acquire().await {
                one.forget();
            }
        }
        Self { running, handles, begins: Vec::new(), seen }
    }

    /// One stream per request, each opened when it is told to [`begin`](Self::begin).
    pub fn later(at: SocketAddr, requests: Vec<Vec<u8>>, within: Duration) -> Self {
        let seen = Arc::new(Mutex::new(Frames::default()));
        let (mut running, mut handles, mut begins) = (JoinSet::new(), Vec::new(), Vec::new());
        let count = requests.len();
        for ((number, request), connection) in requests.into_iter().enumerate().zip(connections(at, count, within)) {
            let (seen, begin) = (Arc::clone(&seen), Arc::new(Notify::new()));
            begins.push(Arc::clone(&begin));
            handles.push(running.spawn(async move {
                begin.notified().await;
                if let Some((connection, chunked)) = open_one(connection, &request, within, &seen).await {
                    follow(number, connection, chunked, Open::new(seen), None).await;
                }
            }));
        }
        Self { running, handles, begins, seen }
    }

    /// Opens the stream of the request with this number, of those that are opened [`later`](Self::later).
    pub fn begin(&self, number: usize) {
        if let Some(begin) = self.begins.get(number) {
            begin.notify_one();
        }
    }

    /// What they brought so far.
    pub fn frames(&self) -> Frames {
        lock(&self.seen).clone()
    }

    /// Closes the stream of the request with this number; the others go on.
    pub fn end(&self, number: usize) {
        if let Some(handle) = self.handles.get(number) {
            handle.abort();
        }
    }

    /// Closes them and says what they brought.
    pub async fn close(mut self) -> Frames {
        self.running.shutdown().await;
        self.frames()
    }
}

fn lock(seen: &Mutex<Frames>) -> MutexGuard<'_, Frames> {
    seen.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The connection behind its head, and whether what follows comes in chunks.
async fn open_one(
    mut connection: Connection,
    request: &[u8],
    within: Duration,
    seen: &Mutex<Frames>,
) -> Option<(Connection, bool)> {
    let started = Instant::now();
    let begun = tokio::time::timeout(within, connection.begin(request)).await.unwrap_or(Err(Failure::Timeout));
    let mut frames = lock(seen);
    match begun {
        Ok(shape) if shape.status == 200 => {
            frames.opening.record(started.elapsed());
            connection.buffer.drain(..shape.head);
            Some((connection, matches!(shape.length, Length::Chunked)))
        }
        Ok(shape) => {
            *frames.refused.entry(shape.status).or_default() += 1;
            None
        }
        Err(failure) => {
            *frames.failed.entry(failure.word()).or_default() += 1;
            None
        }
    }
}

/// Counts a stream as open for as long as it is followed, however that ends.
struct Open(Arc<Mutex<Frames>>);

impl Open {
    fn new(seen: Arc<Mutex<Frames>>) -> Self {
        lock(&seen).open += 1;
        Self(seen)
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        lock(&self.0).open -= 1;
    }
}

async fn follow(number: usize, connection: Connection, chunked: bool, open: Open, watch: Option<Watch>) {
    let Connection { stream: Some(mut stream), buffer, .. } = connection else { return };
    let seen = &open.0;
    let mut decoder = Decoder { chunked, ..Decoder::default() };
    let mut note = |piece: &[u8]| {
        let mut frames = lock(seen);
        frames.bytes += piece.len() as u64;
        decoder.push(piece, |event| {
            if event.lines().all(|line| line.starts_with(':')) {
                frames.comments += 1;
                return;
            }
            frames.events += 1;
            if let Some(age) = watch.as_ref().and_then(|watch| watch(number, event)) {
                frames.ages.record(age);
            }
        });
    };
    note(&buffer);
    drop(buffer);
    let mut piece = [0; 512];
    let broke = loop {
        match stream.read(&mut piece).await {
            Ok(0) => break None,
            Ok(read) => note(&piece[..read]),
            Err(error) => break Some(Failure::Broken(error)),
        }
    };
    let mut frames = lock(seen);
    match broke {
        None => frames.ended += 1,
        Some(failure) => *frames.failed.entry(failure.word()).or_default() += 1,
    }
}

/// Takes chunks apart and puts events together, piece by piece as they come.
#[derive(Default)]
struct Decoder {
    chunked: bool,
    place: Place,
    event: Vec<u8>,
}

#[derive(Default, Clone, Copy)]
enum Place {
    /// In the line with a chunk's size, so far this.
    #[default]
    Start,
    Size(usize),
    /// Behind the size, up to the line's end.
    Extension(usize),
    /// In the chunk, with so much of it left.
    Data(usize),
    /// Behind the chunk, up to the line's end.
    Behind,
}

impl Decoder {
    fn push(&mut self, piece: &[u8], mut each: impl FnMut(&str)) {
        if !self.chunked {
            return self.text(piece, &mut each);
        }
        let mut rest = piece;
        while let Some((&byte, behind)) = rest.split_first() {
            self.place = match self.place {
                Place::Data(left) => {
                    let (now, later) = rest.split_at(left.min(rest.len()));
                    self.text(now, &mut each);
                    rest = later;
                    if now.len() == left { Place::Behind } else { Place::Data(left - now.len()) }
                }
                place => {
                    rest = behind;
                    place.after(byte)
                }
            };
        }
    }

    fn text(&mut self, text: &[u8], each: &mut impl FnMut(&str)) {
        for &byte in text.iter().filter(|byte| **byte != b'\r') {
            if byte == b'\n' && self.event.last().is_none_or(|last| *last == b'\n') {
                if !self.event.is_empty() {
                    each(&String::from_utf8_lossy(&self.event));
                }
                self.event.clear();
            } else if self.event.len() < LONGEST_FRAME || byte == b'\n' {
                self.event.push(byte);
            }
        }
    }
}

impl Place {
    /// Where one is after this byte outside a chunk.
    fn after(self, byte: u8) -> Self {
        let digit = char::from(byte).to_digit(16).map(|digit| digit as usize);
        match (self, digit, byte) {
            (Self::Start, Some(digit), _) => Self::Size(digit),
            (Self::Size(size), Some(digit), _) => Self::Size(size.saturating_mul(16).saturating_add(digit)),
            (Self::Size(size) | Self::Extension(size), _, b'\n') if size > 0 => Self::Data(size),
            (Self::Size(_) | Self::Extension(_) | Self::Behind, _, b'\n') => Self::Start,
            (Self::Size(size) | Self::Extension(size), ..) => Self::Extension(size),
            (place, ..) => place,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(chunked: bool, text: &str, step: usize) -> Vec<String> {
        let mut decoder = Decoder { chunked, ..Decoder::default() };
        let mut events = Vec::new();
        for piece in text.as_bytes().chunks(step) {
            decoder.push(piece, |event| events.push(event.to_owned()));
        }
        events
    }

    #[test]
    fn events_are_whole_however_they_come() {
        let plain = ": hello\n\nevent: a\ndata: 1\n\ndata: 2\r\n\r\ndata: cut";
        let chunked =
            "9\r\n: hello\n\n\r\na;x=y\r\nevent: a\nd\r\nF\r\nata: 1\n\ndata: 2\r\n4\r\n\r\n\r\n\r\n0\r\n\r\n";
        for step in [1, 2, 3, 7, 1_000] {
            for (is_chunked, text) in [(false, plain), (true, chunked)] {
                assert_eq!(events(is_chunked, text, step), [": hello\n", "event: a\ndata: 1\n", "data: 2\n"], "{step}");
            }
        }
    }
}
