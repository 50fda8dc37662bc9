//! A load balancer in its simplest form: each request goes to the next of the servers behind it, whatever connection it
//! came on. Bodies pass as they come, in both directions. A server that takes no connection is skipped; a request that
//! was broken off is answered with 502, for it may have been carried out.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::body::Body;
use axum::http::{Request, Response, StatusCode, header};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

/// Serves until it is dropped.
pub struct Balancer {
    pub base: String,
    _serving: JoinSet<()>,
}

impl Balancer {
    /// In front of servers, named by their bases.
    pub async fn before(bases: &[&str]) -> Self {
        let address = |base: &&str| base.trim_start_matches("http://").parse().expect("an address");
        let servers: Arc<[SocketAddr]> = bases.iter().map(address).collect();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let base = format!("http://{}", listener.local_addr().expect("an address"));
        let turn = Arc::new(AtomicUsize::new(0));
        let mut serving = JoinSet::new();
        serving.spawn(async move {
            let mut lines = JoinSet::new();
            while let Ok((line, _)) = listener.accept().await {
                let _ = line.set_nodelay(true);
                let (servers, turn) = (Arc::clone(&servers), Arc::clone(&turn));
                let each = service_fn(move |request| {
                    let first = turn.fetch_add(1, Ordering::Relaxed);
                    pass_on(request, Arc::clone(&servers), first)
                });
                lines.spawn(async move {
                    // A client that goes away ends its line in any way.
                    let _ = hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(line), each).await;
                });
                // What is over is let go.
                while lines.try_join_next().is_some() {}
            }
        });
        Self { base, _serving: serving }
    }
}

async fn pass_on(
    mut request: Request<Incoming>,
    servers: Arc<[SocketAddr]>,
    first: usize,
) -> Result<Response<Body>, Infallible> {
    // A line to a server carries one request; what the client says of its own line stays here.
    request.headers_mut().remove(header::CONNECTION);
    for turn in 0..servers.len() {
        let Ok(line) = TcpStream::connect(servers[(first + turn) % servers.len()]).await else { continue };
        let _ = line.set_nodelay(true);
        let Ok((mut sender, carrying)) = hyper::client::conn::http1::handshake(TokioIo::new(line)).await else {
            continue;
        };
        carry(carrying);
        return Ok(match sender.send_request(request).await {
            Ok(mut response) => {
                response.headers_mut().remove(header::CONNECTION);
                response.map(Body::new)
            }
            Err(_) => said(StatusCode::BAD_GATEWAY),
        });
    }
    Ok(said(StatusCode::BAD_GATEWAY))
}

/// Carries a line until its answer is at an end, or the client is gone.
#[expect(clippy::disallowed_methods, reason = "it ends with the line, or with the story")]
fn carry(line: impl Future + Send + 'static) {
    tokio::spawn(async move {
        line.await;
    });
}

fn said(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response
}
