//! An S3 server of a story's own: the crate s3s on a folder, at a port. It knows one key and checks signatures; it can be
//! away and come back at its address, take requests and say nothing, delete as slowly as a story says, lose its bucket,
//! answer what is asked for with something else ([`Instead`]), and say yes to what it does not keep ([`Keeps`]).

use std::collections::VecDeque;
use std::future::pending;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use hyper::Method;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use s3s::access::{S3Access, S3AccessContext};
use s3s::auth::SimpleAuth;
use s3s::service::{S3Service, S3ServiceBuilder};
use s3s::{S3Result, s3_error};
use tempfile::TempDir;
use tokio::net::{TcpListener, TcpSocket};
use tokio::task::JoinSet;

pub const BUCKET: &str = "campus";
pub const KEY_ID: &str = "campus-key";
pub const SECRET: &str = "campus-secret";

pub struct S3Server {
    folder: TempDir,
    pub at: SocketAddr,
    /// Bound to its address and never listening: nobody else is given the port while it is away.
    _place: TcpSocket,
    moods: Arc<Moods>,
    /// Dropped, its connections end.
    serving: JoinSet<()>,
}

#[derive(Default)]
struct Moods {
    silent: AtomicBool,
    /// How long the next deletions take before they happen; none after the last.
    delays: Mutex<VecDeque<Duration>>,
    instead: Mutex<Option<Instead>>,
    keeps: Mutex<Option<Keeps>>,
    listings: AtomicUsize,
}

/// What a store keeps of each object that is put into it, though it says 200.
#[derive(Clone, Copy, Debug)]
pub enum Keeps {
    Nothing,
    Half,
    /// All but the last byte, which is another.
    Changed,
    /// What was put first, whatever its name is.
    TheFirst,
}

/// What stands between Quad and its bucket and answers each GET of an object itself, a refusal also what else is done with one.
#[derive(Clone, Copy, Debug)]
pub enum Instead {
    /// A page, as a captive portal or a proxy hands out: a status and its text.
    Page(u16, &'static str),
    /// What the store says of every object, as of a bucket of another region: a status and its XML.
    Refusal(u16, &'static str),
    /// So many bytes of the object, said to be all of them.
    Beginning(usize),
    /// The object with its last byte changed.
    Changed,
    /// A part of the object, with 206.
    Part,
}

impl S3Server {
    /// With one empty bucket.
    pub async fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join(BUCKET)).expect("a bucket");
        let place = TcpSocket::new_v4().expect("a socket");
        place.set_reuseaddr(true).expect("shared with who listens");
        place.bind(SocketAddr::from(([127, 0, 0, 1], 0))).expect("a port");
        let at = place.local_addr().expect("an address");
        let listener = TcpListener::bind(at).await.expect("its port");
        let mut server = Self { folder, at, _place: place, moods: Arc::default(), serving: JoinSet::new() };
        server.serve(listener);
        server
    }

    fn serve(&mut self, listener: TcpListener) {
        let mut builder = S3ServiceBuilder::new(s3s_fs::FileSystem::new(self.folder.path()).expect("a folder"));
        builder.set_auth(SimpleAuth::from_single(KEY_ID, SECRET));
        builder.set_access(Access { folder: self.folder.path().to_owned() });
        let (service, moods) = (builder.build(), Arc::clone(&self.moods));
        let folder = self.folder.path().to_owned();
        self.serving.spawn(async move {
            let mut lines = JoinSet::new();
            while let Ok((line, _)) = listener.accept().await {
                lines.spawn(answer(TokioIo::new(line), service.clone(), Arc::clone(&moods), folder.clone()));
            }
        });
    }

    /// Refuses connections from now on, and breaks those there are.
    pub async fn go_away(&mut self) {
        self.serving.shutdown().await;
    }

    /// Is at its address again, with what it kept.
    pub async fn come_back(&mut self) {
        let listener = TcpListener::bind(self.at).await.expect("its port");
        self.serve(listener);
    }

    /// Takes requests and answers none of them, or answers again.
    pub fn be_silent(&self, silent: bool) {
        self.moods.silent.store(silent, Ordering::SeqCst);
    }

    /// The next deletions wait so long before they happen.
    pub fn delay_deletions(&self, delays: &[Duration]) {
        self.moods.delays.lock().expect("unharmed").extend(delays);
    }

    /// Deletions that are still to wait.
    pub fn delays_left(&self) -> usize {
        self.moods.delays.lock().expect("unharmed").len()
    }

    /// How often the names in it were asked for.
    pub fn listings(&self) -> usize {
        self.moods.listings.load(Ordering::SeqCst)
    }

    /// Its base address.
    pub fn endpoint(&self) -> String {
        format!("http://{}", self.at)
    }

    /// Answers each GET of an object with something else from now on, or as it should again.
    pub fn answer_instead(&self, instead: Option<Instead>) {
        *self.moods.instead.lock().expect("unharmed") = instead;
    }

    /// Keeps something else of each object that is put into it from now on, or as it should again.
    pub fn keep_instead(&self, keeps: Option<Keeps>) {
        *self.moods.keeps.lock().expect("unharmed") = keeps;
    }

    /// The bucket is gone, or is there again with what it held.
    pub fn lose_bucket(&self, lost: bool) {
        let (bucket, away) = (self.folder.path().join(BUCKET), self.folder.path().join("away"));
        let (from, to) = if lost { (bucket, away) } else { (away, bucket) };
        std::fs::rename(from, to).expect("it was there");
    }

    /// Puts something under a name behind everybody's back.
    pub fn plant(&self, bucket: &str, name: &str, bytes: &[u8]) {
        std::fs::write(self.folder.path().join(bucket).join(name), bytes).expect("planted");
    }

    /// What is under a name.
    pub fn bytes(&self, bucket: &str, name: &str) -> Vec<u8> {
        std::fs::read(self.folder.path().join(bucket).join(name)).expect("it is there")
    }

    /// Loses something behind everybody's back.
    pub fn lose(&self, bucket: &str, name: &str) {
        std::fs::remove_file(self.folder.path().join(bucket).join(name)).expect("it was there");
    }

    /// What a bucket holds, in order.
    pub fn names(&self, bucket: &str) -> Vec<String> {
        let bucket = self.folder.path().join(bucket);
        let mut found: Vec<String> = files(&bucket)
            .iter()
            .map(|file| file.strip_prefix(&bucket).expect("inside").display().to_string())
            .collect();
        found.sort();
        found
    }
}

fn files(folder: &std::path::Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// Who has the key may do everything in a bucket that is there. The file system alone would make one with the first object.
struct Access {
    folder: PathBuf,
}

#[async_trait::async_trait]
impl S3Access for Access {
    async fn check(&self, asked: &mut S3AccessContext<'_>) -> S3Result<()> {
        if asked.credentials().is_none() {
            return Err(s3_error!(AccessDenied));
        }
        let there = asked.s3_path().get_bucket_name().is_none_or(|bucket| self.folder.join(bucket).is_dir());
        if there { Ok(()) } else { Err(s3_error!(NoSuchBucket)) }
    }
}

async fn answer(line: TokioIo<tokio::net::TcpStream>, service: S3Service, moods: Arc<Moods>, folder: PathBuf) {
    let served = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
        let (service, moods, folder) = (service.clone(), Arc::clone(&moods), folder.clone());
        async move {
            if moods.silent.load(Ordering::SeqCst) {
                pending::<()>().await;
            }
            if request.uri().query().is_some_and(|query| query.contains("list-type=")) {
                moods.listings.fetch_add(1, Ordering::SeqCst);
            }
            // Many at once, as Quad's library asks for it.
            let deletes = *request.method() == Method::POST
                && request.uri().query().is_some_and(|query| query.split('&').any(|word| word.starts_with("delete")));
            if deletes {
                let delay = moods.delays.lock().expect("unharmed").pop_front();
                tokio::time::sleep(delay.unwrap_or_default()).await;
            }
            let keeps = *moods.keeps.lock().expect("unharmed");
            if let Some(keeps) = keeps.filter(|_| *request.method() == Method::PUT) {
                let object = folder.join(request.uri().path().trim_start_matches('/'));
                let said = Service::call(&service, request).await;
                keep(&object, keeps);
                return said;
            }
            let instead = *moods.instead.lock().expect("unharmed");
            let path = request.uri().path();
            let is_object = path.contains("/probe-") || path.rsplit_once('.').is_some_and(|(_, kind)| kind == "webp");
            let is_read = *request.method() == Method::GET;
            match instead.filter(|instead| is_object && (is_read || matches!(instead, Instead::Refusal(..)))) {
                Some(Instead::Refusal(status, text)) => Ok(refused(status, text)),
                Some(instead) => Ok::<_, s3s::HttpError>(interfered(&service, request, instead).await),
                None => Service::call(&service, request).await,
            }
        }
    });
    // A client that has gone is no failure.
    let _ = Builder::new(TokioExecutor::new()).serve_connection(line, served).await;
}

/// Spoils an object that has just been put.
fn keep(object: &std::path::Path, keeps: Keeps) {
    let Ok(mut bytes) = std::fs::read(object) else { return };
    match keeps {
        Keeps::Nothing => return std::fs::remove_file(object).expect("it was there"),
        Keeps::Half => bytes.truncate(bytes.len() / 2),
        Keeps::Changed => {
            if let Some(last) = bytes.last_mut() {
                *last ^= 1;
            }
        }
        Keeps::TheFirst => {
            let folder = object.parent().expect("a folder");
            let mut others = files(folder).into_iter().filter(|file| file.extension() == object.extension());
            let Some(first) = others.find(|file| file != object) else { return };
            bytes = std::fs::read(first).expect("it is there");
        }
    }
    std::fs::write(object, bytes).expect("written");
}

fn refused(status: u16, text: &'static str) -> hyper::Response<s3s::Body> {
    let mut said = hyper::Response::new(s3s::Body::from(text.as_bytes().to_vec()));
    *said.status_mut() = hyper::StatusCode::from_u16(status).expect("a status");
    said.headers_mut().insert("content-type", "application/xml".parse().expect("a type"));
    said
}

async fn interfered(
    service: &S3Service,
    request: hyper::Request<hyper::body::Incoming>,
    instead: Instead,
) -> hyper::Response<s3s::Body> {
    let said = Service::call(service, request).await.expect("an answer");
    let (mut head, mut body) = said.into_parts();
    let mut bytes = body.store_all_limited(64 << 20).await.expect("the object").to_vec();
    match instead {
        Instead::Page(status, text) | Instead::Refusal(status, text) => {
            bytes = text.as_bytes().to_vec();
            head.status = hyper::StatusCode::from_u16(status).expect("a status");
            head.headers.insert("content-type", "text/html".parse().expect("a type"));
        }
        Instead::Beginning(length) => bytes.truncate(length),
        Instead::Changed => {
            if let Some(last) = bytes.last_mut() {
                *last ^= 1;
            }
        }
        Instead::Part => {
            let whole = bytes.len();
            bytes.truncate(whole / 2);
            head.status = hyper::StatusCode::PARTIAL_CONTENT;
            let range = format!("bytes 0-{}/{whole}", whole / 2 - 1);
            head.headers.insert("content-range", range.parse().expect("a range"));
        }
    }
    head.headers.insert("content-length", bytes.len().into());
    hyper::Response::from_parts(head, s3s::Body::from(bytes))
}
