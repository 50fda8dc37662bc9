//! A server in a few lines: it hands each request's bytes and number to the test, which answers raw bytes or nothing.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio_rustls::TlsAcceptor;

/// What is answered, and whether the connection is closed then.
pub struct Answer(pub String, pub bool);

/// A plain 200.
pub fn ok(body: &str) -> Answer {
    Answer(format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{body}", body.len()), false)
}

/// It stops when this is dropped.
pub struct Server {
    pub at: SocketAddr,
    _running: JoinSet<()>,
}

/// Serves; `answer` gets the number of the request over all connections, and its text.
pub async fn serve<F, A>(answer: F) -> Server
where
    F: Fn(usize, String) -> A + Send + Sync + 'static,
    A: Future<Output = Answer> + Send + 'static,
{
    serve_in(None, answer).await
}

/// The same in TLS, where that is given.
pub async fn serve_in<F, A>(tls: Option<TlsAcceptor>, answer: F) -> Server
where
    F: Fn(usize, String) -> A + Send + Sync + 'static,
    A: Future<Output = Answer> + Send + 'static,
{
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let at = listener.local_addr().unwrap();
    let shared = Arc::new((AtomicUsize::new(0), answer));
    let mut running = JoinSet::new();
    running.spawn(async move {
        let mut open = JoinSet::new();
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            let (shared, tls) = (Arc::clone(&shared), tls.clone());
            open.spawn(async move {
                match tls {
                    None => talk(stream, &shared).await,
                    // A guest who does not trust the certificate goes away.
                    Some(tls) => {
                        if let Ok(stream) = tls.accept(stream).await {
                            talk(stream, &shared).await;
                        }
                    }
                }
            });
        }
    });
    Server { at, _running: running }
}

async fn talk<F, A>(mut stream: impl AsyncRead + AsyncWrite + Unpin, shared: &(AtomicUsize, F))
where
    F: Fn(usize, String) -> A,
    A: Future<Output = Answer>,
{
    let mut seen = Vec::new();
    while stream.read_buf(&mut seen).await.is_ok_and(|read| read > 0) {
        // The tests' requests have no bodies, so a request ends with its head.
        while let Some(end) = seen.windows(4).position(|four| four == b"\r\n\r\n") {
            let request: Vec<u8> = seen.drain(..end + 4).collect();
            let number = shared.0.fetch_add(1, Ordering::SeqCst);
            let Answer(text, close) = (shared.1)(number, String::from_utf8(request).unwrap()).await;
            let written = async {
                stream.write_all(text.as_bytes()).await?;
                stream.flush().await?;
                if close { stream.shutdown().await } else { Ok(()) }
            };
            if written.await.is_err() || close {
                return;
            }
        }
    }
}
