//! An S3 server of a story's own: the crate s3s on a folder, at a port. It knows one key and checks signatures; it can be
//! away and come back at its address, take requests and say nothing, and delete as slowly as a story says.

use std::collections::VecDeque;
use std::future::pending;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
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
use tokio::net::TcpListener;
use tokio::task::JoinSet;

pub const BUCKET: &str = "campus";
pub const KEY_ID: &str = "campus-key";
pub const SECRET: &str = "campus-secret";

pub struct S3Server {
    folder: TempDir,
    pub at: SocketAddr,
    moods: Arc<Moods>,
    /// Dropped, its connections end.
    serving: JoinSet<()>,
}

#[derive(Default)]
struct Moods {
    silent: AtomicBool,
    /// How long the next deletions take before they happen; none after the last.
    delays: Mutex<VecDeque<Duration>>,
}

impl S3Server {
    /// With one empty bucket.
    pub async fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join(BUCKET)).expect("a bucket");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let at = listener.local_addr().expect("an address");
        let mut server = Self { folder, at, moods: Arc::default(), serving: JoinSet::new() };
        server.serve(listener);
        server
    }

    fn serve(&mut self, listener: TcpListener) {
        let mut builder = S3ServiceBuilder::new(s3s_fs::FileSystem::new(self.folder.path()).expect("a folder"));
        builder.set_auth(SimpleAuth::from_single(KEY_ID, SECRET));
        builder.set_access(Access { folder: self.folder.path().to_owned() });
        let (service, moods) = (builder.build(), Arc::clone(&self.moods));
        self.serving.spawn(async move {
            let mut lines = JoinSet::new();
            while let Ok((line, _)) = listener.accept().await {
                lines.spawn(answer(TokioIo::new(line), service.clone(), Arc::clone(&moods)));
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

    /// Its base address.
    pub fn endpoint(&self) -> String {
        format!("http://{}", self.at)
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

async fn answer(line: TokioIo<tokio::net::TcpStream>, service: S3Service, moods: Arc<Moods>) {
    let served = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
        let (service, moods) = (service.clone(), Arc::clone(&moods));
        async move {
            if moods.silent.load(Ordering::SeqCst) {
                pending::<()>().await;
            }
            // Many at once, as Quad's library asks for it.
            let deletes = *request.method() == Method::POST
                && request.uri().query().is_some_and(|query| query.split('&').any(|word| word.starts_with("delete")));
            if deletes {
                let delay = moods.delays.lock().expect("unharmed").pop_front();
                tokio::time::sleep(delay.unwrap_or_default()).await;
            }
            Service::call(&service, request).await
        }
    });
    // A client that has gone is no failure.
    let _ = Builder::new(TokioExecutor::new()).serve_connection(line, served).await;
}
