//! Raw requests: bytes over a socket, and what comes back: no client that would mend what it sends or be kind to what
//! it hears.

use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// Nothing takes longer, or it hangs.
const PATIENCE: Duration = Duration::from_mins(1);
/// After this long without a word a sender that has not finished gives up its half of the line.
const PAUSE: Duration = Duration::from_millis(250);

/// One answer as it stood on the line.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Reply {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (called, value) = line.split_once(':')?;
            called.eq_ignore_ascii_case(name).then_some(value.trim())
        })
    }

    /// What is wrong with it as an answer to something malformed below /api; the empty text when nothing is.
    pub fn fault(&self) -> String {
        if self.status >= 500 {
            return format!("{} {}", self.status, String::from_utf8_lossy(&self.body));
        }
        if self.status < 400 || self.is_of_the_parser() {
            return String::new();
        }
        let kind = self.header("content-type").unwrap_or_default();
        let body: Value = serde_json::from_slice(&self.body).unwrap_or_default();
        let says = |key: &str| body[key].as_str().is_some_and(|text| !text.is_empty());
        let is_ours = kind == "application/problem+json"
            && says("message")
            && says("code")
            && says("request_id")
            && body["success"] == false
            && body["status"] == self.status;
        if is_ours { String::new() } else { format!("{} not of our shape: {}", self.status, self.head) }
    }

    /// Said by the parser of HTTP, before anybody asked what for: without words, and the last on its connection.
    pub fn is_of_the_parser(&self) -> bool {
        let closes = self.header("connection").is_some_and(|value| value.eq_ignore_ascii_case("close"));
        matches!(self.status, 400 | 414 | 431) && self.body.is_empty() && closes
    }
}

/// What became of a connection.
#[derive(Debug)]
pub struct Heard {
    pub replies: Vec<Reply>,
    /// The server kept it open without a word.
    pub hangs: bool,
    /// What came and was no answer.
    pub noise: String,
}

/// Sends bytes as they are and hears what comes until the end. `whole`: they end with a request that asks for the connection
/// to be closed; otherwise the sender hangs up its half once nothing more comes.
pub async fn send(address: &str, bytes: &[u8], whole: bool) -> Heard {
    let stream = TcpStream::connect(address).await.expect("a connection");
    let (mut from, mut to) = stream.into_split();
    let mut said = Vec::new();
    let mut piece = vec![0; 16 * 1024];
    let talk = async {
        let mut left = bytes;
        let mut open = true;
        loop {
            tokio::select! {
                read = from.read(&mut piece) => match read {
                    Ok(0) | Err(_) => return,
                    Ok(read) => said.extend_from_slice(&piece[..read]),
                },
                written = to.write(left), if !left.is_empty() => match written {
                    Ok(written) => left = &left[written..],
                    // Whoever was refused early need not be listened to.
                    Err(_) => left = &[],
                },
                () = tokio::time::sleep(PAUSE), if left.is_empty() && open && !whole => {
                    open = false;
                    let _ = to.shutdown().await;
                }
            }
        }
    };
    let hangs = timeout(PATIENCE, talk).await.is_err();
    let (replies, noise) = parsed(&said);
    Heard { replies, hangs, noise }
}

/// Answers one after the other. Without a length an answer goes to the end.
fn parsed(mut said: &[u8]) -> (Vec<Reply>, String) {
    let mut replies = Vec::new();
    while !said.is_empty() {
        let Some(end) = said.windows(4).position(|four| four == b"\r\n\r\n") else { break };
        let head = String::from_utf8_lossy(&said[..end]).into_owned();
        let Some(status) = head.strip_prefix("HTTP/1.").and_then(|rest| rest.get(2..5)?.parse().ok()) else { break };
        said = &said[end + 4..];
        let mut reply = Reply { status, head, body: Vec::new() };
        if status >= 200 {
            let length = reply.header("content-length").and_then(|length| length.parse().ok()).unwrap_or(said.len());
            let (body, rest) = said.split_at(length.min(said.len()));
            reply.body = body.to_vec();
            said = rest;
            replies.push(reply);
        }
    }
    (replies, String::from_utf8_lossy(&said[..said.len().min(200)]).into_owned())
}

/// A request with a body, the last on its connection.
pub fn request(method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
    let mut out = format!("{method} {path} HTTP/1.1\r\nhost: quad\r\nconnection: close\r\n").into_bytes();
    for (name, value) in headers {
        out.extend(format!("{name}: {value}\r\n").as_bytes());
    }
    out.extend(format!("content-length: {}\r\n\r\n", body.len()).as_bytes());
    out.extend(body);
    out
}
