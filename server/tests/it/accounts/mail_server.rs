//! A mail server of the smallest kind, for the stories in which mail is configured: it takes everything and keeps it, unless it
//! is told to be busy.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// A letter that arrived: to whom, its text, and all of it as it came.
#[derive(Clone, Debug)]
pub struct Mail {
    pub to: String,
    pub text: String,
    pub raw: String,
}

/// Listens on a port of its own until the test ends.
pub struct PostOffice {
    pub url: String,
    letters: Arc<Mutex<Vec<Mail>>>,
    is_busy: Arc<AtomicBool>,
    is_silent: Arc<AtomicBool>,
}

impl PostOffice {
    pub async fn open() -> Self {
        Self::greeting("250 post office\r\n").await
    }

    /// With this answer to the greeting.
    pub async fn greeting(said: &'static str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("smtp://{}?tls=none", listener.local_addr().expect("address"));
        let letters = Arc::new(Mutex::new(Vec::new()));
        let is_busy = Arc::new(AtomicBool::new(false));
        let is_silent = Arc::new(AtomicBool::new(false));
        let (kept, busy, silent) = (Arc::clone(&letters), Arc::clone(&is_busy), Arc::clone(&is_silent));
        #[expect(clippy::disallowed_methods, reason = "ends with the test's runtime")]
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                if silent.load(Ordering::SeqCst) {
                    tokio::spawn(async move {
                        let _open = stream;
                        std::future::pending::<()>().await;
                    });
                    continue;
                }
                let (kept, busy) = (Arc::clone(&kept), Arc::clone(&busy));
                tokio::spawn(async move { serve(stream, said, &kept, &busy).await });
            }
        });
        Self { url, letters, is_busy, is_silent }
    }

    /// Asks whoever brings a letter to come again later, or takes them again.
    pub fn be_busy(&self, is_busy: bool) {
        self.is_busy.store(is_busy, Ordering::SeqCst);
    }

    /// Takes whoever calls from now on, and says nothing to them, or speaks again.
    pub fn be_silent(&self, is_silent: bool) {
        self.is_silent.store(is_silent, Ordering::SeqCst);
    }

    pub fn letters(&self) -> Vec<Mail> {
        self.letters.lock().expect("letters").clone()
    }
}

async fn serve(stream: TcpStream, greeting: &str, kept: &Mutex<Vec<Mail>>, is_busy: &AtomicBool) {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    let _ = write.write_all(b"220 post office\r\n").await;
    let mut to = String::new();
    while let Ok(Some(line)) = lines.next_line().await {
        let said = match line.get(..4).unwrap_or_default().to_ascii_uppercase().as_str() {
            "EHLO" => greeting,
            "RCPT" if is_busy.load(Ordering::SeqCst) => "451 later\r\n",
            "RCPT" => {
                to = line.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
                "250 ok\r\n"
            }
            "DATA" => {
                let _ = write.write_all(b"354 go on\r\n").await;
                let mut text = String::new();
                while let Ok(Some(line)) = lines.next_line().await {
                    if line == "." {
                        break;
                    }
                    text.push_str(&line);
                    text.push('\n');
                }
                // Quoted-printable, as far as these letters use it.
                let raw = text.clone();
                let text = text.replace("=\n", "").replace("=3D", "=");
                kept.lock().expect("letters").push(Mail { to: to.clone(), text, raw });
                "250 ok\r\n"
            }
            "QUIT" => "221 bye\r\n",
            _ => "250 ok\r\n",
        };
        if write.write_all(said.as_bytes()).await.is_err() {
            break;
        }
    }
}
