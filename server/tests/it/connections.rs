//! Stories of connections: quiet ones, slow ones, whoever sends in pieces, and the end of the server.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use crate::harness::{PATIENCE, TestApp};

/// Longer than a connection stays in hyper without a word.
const PAUSE: Duration = Duration::from_millis(2_200);
const ASK: &str = "GET /healthz HTTP/1.1\r\nhost: quad\r\n\r\n";

async fn line(t: &TestApp) -> TcpStream {
    TcpStream::connect(t.base.trim_start_matches("http://")).await.expect("a line")
}

/// Reads one reply of a known end.
async fn reply(line: &mut TcpStream, end: &str) -> String {
    let mut said = String::new();
    let mut piece = [0; 4096];
    while !said.ends_with(end) {
        let read = timeout(PATIENCE, line.read(&mut piece)).await.expect("in time").expect("read");
        assert!(read > 0, "closed after {said:?}");
        said.push_str(&String::from_utf8_lossy(&piece[..read]));
    }
    said
}

#[tokio::test]
async fn a_quiet_connection_goes_on_where_it_was() {
    let t = TestApp::on_sqlite().await;
    let mut line = line(&t).await;
    for _ in 0..3 {
        line.write_all(ASK.as_bytes()).await.expect("sent");
        assert!(reply(&mut line, "ok").await.starts_with("HTTP/1.1 200"));
        sleep(PAUSE).await;
    }
}

#[tokio::test]
async fn a_request_may_begin_in_a_pause_and_end_much_later() {
    let t = TestApp::on_sqlite().await;
    let mut line = line(&t).await;
    line.write_all(ASK.as_bytes()).await.expect("sent");
    reply(&mut line, "ok").await;
    // The beginning of a head, a pause, some more, a pause, the rest; the same with a body.
    let asked = "POST /api/login HTTP/1.1\r\nhost: quad\r\ncontent-type: application/json\r\ncontent-length: 30\r\n\r\n{\"email\":\"a@b.c\",\"passWord\":1}";
    for cut in [10, 60, asked.len() - 20, asked.len()].windows(2).map(|pair| (pair[0], pair[1])) {
        if cut.0 == 10 {
            line.write_all(&asked.as_bytes()[..10]).await.expect("sent");
            sleep(PAUSE).await;
        }
        line.write_all(&asked.as_bytes()[cut.0..cut.1]).await.expect("sent");
        sleep(PAUSE).await;
    }
    let said = reply(&mut line, "}").await;
    assert!(said.starts_with("HTTP/1.1 400"), "{said}");
    // And what follows is a request again.
    sleep(PAUSE).await;
    line.write_all(ASK.as_bytes()).await.expect("sent");
    assert!(reply(&mut line, "ok").await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn whoever_reads_slowly_gets_everything() {
    let t = TestApp::on_sqlite().await;
    let mut line = line(&t).await;
    // More replies than sockets hold; nothing is read while the connection would be quiet.
    let many = 2_000;
    let asked =
        "GET /api/site HTTP/1.1\r\nhost: quad\r\n\r\n".repeat(many) + ASK.trim_end() + "\r\nconnection: close\r\n\r\n";
    let (mut from, mut to) = line.split();
    let writing = async { to.write_all(asked.as_bytes()).await.expect("sent") };
    let reading = async {
        sleep(PAUSE).await;
        let mut said = String::new();
        let mut piece = vec![0; 64 * 1024];
        loop {
            let read = timeout(PATIENCE, from.read(&mut piece)).await.expect("in time").expect("read");
            if read == 0 {
                return said;
            }
            said.push_str(&String::from_utf8_lossy(&piece[..read]));
            sleep(Duration::from_millis(1)).await;
        }
    };
    let ((), said) = tokio::join!(writing, reading);
    assert_eq!(said.matches("HTTP/1.1 200 OK").count(), many + 1);
    assert!(said.ends_with("ok"));
}

#[tokio::test]
async fn a_stop_ends_what_is_quiet_and_finishes_what_is_in_hand() {
    let t = TestApp::on_sqlite().await;
    let (mut quiet, mut silent, mut busy) = (line(&t).await, line(&t).await, line(&t).await);
    quiet.write_all(ASK.as_bytes()).await.expect("sent");
    reply(&mut quiet, "ok").await;
    sleep(PAUSE).await;
    let head =
        "POST /api/login HTTP/1.1\r\nhost: quad\r\ncontent-type: application/json\r\ncontent-length: 30\r\n\r\n{";
    busy.write_all(head.as_bytes()).await.expect("sent");
    sleep(Duration::from_millis(100)).await;
    t.app.stop.cancel();
    let mut rest = Vec::new();
    for line in [&mut quiet, &mut silent] {
        let end = timeout(PATIENCE, line.read_to_end(&mut rest)).await.expect("in time");
        assert!(rest.is_empty() && end.is_ok());
    }
    busy.write_all(b"\"email\":\"a@b.c\",\"passWord\":1}").await.expect("sent");
    let said = reply(&mut busy, "}").await;
    assert!(said.starts_with("HTTP/1.1 400") && said.contains("connection: close"), "{said}");
}

/// A refusal that is known before a large body has come is read by whoever looks at answers only when all is sent, as some
/// proxies do: the connection ends in one direction alone until then.
#[tokio::test]
async fn whoever_sends_all_of_a_large_body_reads_the_refusal() {
    let t = TestApp::on_sqlite().await;
    let mut line = line(&t).await;
    // More than is read before the answer, and more than sockets hold.
    let (piece, pieces) = (vec![0; 1 << 20], 96);
    let length = piece.len() * pieces;
    let head = format!(
        "PUT /api/account/picture HTTP/1.1\r\nhost: quad\r\ncontent-length: {length}\r\n\
         content-type: multipart/form-data; boundary=x\r\n\r\n"
    );
    line.write_all(head.as_bytes()).await.expect("sent");
    for _ in 0..pieces {
        line.write_all(&piece).await.expect("it is still read");
    }
    let mut said = String::new();
    let read = timeout(PATIENCE, line.read_to_string(&mut said)).await.expect("in time");
    assert!(read.is_ok() && said.starts_with("HTTP/1.1 401"), "{read:?}: {said}");
    assert!(said.contains("\r\nconnection: close\r\n") && said.ends_with('}'), "{said}");
}
