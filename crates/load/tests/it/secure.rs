//! Connections in TLS: the same replies, and no other certificate than the one that is trusted.

use std::sync::Arc;
use std::time::{Duration, Instant};

use quad_load::{Connection, Failure, Request, Secure};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;

use super::server::{Answer, ok, serve_in};

const WITHIN: Duration = Duration::from_mins(1);

/// A server's side, and a client's that trusts it.
fn both() -> (TlsAcceptor, Secure) {
    let made = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    let key = PrivateKeyDer::try_from(made.signing_key.serialize_der()).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![made.cert.der().clone()], key)
        .unwrap();
    (TlsAcceptor::from(Arc::new(config)), Secure::trusting(made.cert.der(), "localhost").unwrap())
}

#[tokio::test]
async fn replies_come_through_tls_on_one_connection() {
    let (acceptor, secure) = both();
    let server = serve_in(Some(acceptor), |number, _| async move {
        let Answer(text, _) = ok(&"x".repeat(100_000));
        if number == 3 { Answer(text, true) } else { Answer(text, false) }
    })
    .await;
    let mut connection = Connection::new(server.at, WITHIN).secured(&secure);
    for number in 0..4 {
        let reply = connection.send(&Request::get("/").bytes()).await.unwrap();
        assert_eq!((reply.status, reply.body.len()), (200, 100_000), "{number}");
        // Tickets for later sessions have come by now: they are no end.
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(connection.opened(), 1);
    let began = Instant::now();
    while connection.open().await.is_err() || connection.opened() != 2 {
        assert!(began.elapsed() < WITHIN, "the end does not arrive");
        // Then it looks again.
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    assert_eq!(connection.send(&Request::get("/").bytes()).await.unwrap().status, 200);
    assert_eq!(connection.opened(), 2, "the server closed it while it was idle");
}

#[tokio::test]
async fn another_certificate_is_refused() {
    let ((acceptor, _), (_, other)) = (both(), both());
    let server = serve_in(Some(acceptor), |_, _| async { ok("hello") }).await;
    let mut connection = Connection::new(server.at, WITHIN).secured(&other);
    let refused = connection.send(&Request::get("/").bytes()).await;
    assert!(matches!(refused, Err(Failure::Connect(_))), "{refused:?}");
}
