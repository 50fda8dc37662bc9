//! As little of an HTTP/1.1 client as the load needs: one kept connection, one request at a time, replies with a length.

use anyhow::{Context, bail};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A kept connection.
pub struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    pub async fn open(address: &str) -> anyhow::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: Vec::with_capacity(4096) })
    }

    /// Sends a request and reads its reply, which must be a 200.
    pub async fn send(&mut self, request: &[u8]) -> anyhow::Result<Vec<u8>> {
        self.stream.write_all(request).await?;
        self.buffer.clear();
        loop {
            let mut piece = [0; 4096];
            let read = self.stream.read(&mut piece).await?;
            if read == 0 {
                bail!("the server closed the connection");
            }
            self.buffer.extend_from_slice(&piece[..read]);
            if let Some(whole) = reply_length(&self.buffer)?
                && self.buffer.len() >= whole
            {
                if !self.buffer.starts_with(b"HTTP/1.1 200") && !self.buffer.starts_with(b"HTTP/1.1 201") {
                    bail!("refused: {}", String::from_utf8_lossy(&self.buffer));
                }
                return Ok(self.buffer.clone());
            }
        }
    }
}

/// Length of head and body once the head is complete.
fn reply_length(buffer: &[u8]) -> anyhow::Result<Option<usize>> {
    let Some(end) = buffer.windows(4).position(|four| four == b"\r\n\r\n") else { return Ok(None) };
    let head = std::str::from_utf8(&buffer[..end])?.to_ascii_lowercase();
    let length =
        head.lines().find_map(|line| line.strip_prefix("content-length:")).context("a reply without a length")?;
    Ok(Some(end + 4 + length.trim().parse::<usize>()?))
}

/// A POST with a JSON body and a cookie.
pub fn post(path: &str, cookie: &str, body: &serde_json::Value) -> Vec<u8> {
    let body = body.to_string();
    format!(
        "POST {path} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\ncookie: {cookie}\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}
