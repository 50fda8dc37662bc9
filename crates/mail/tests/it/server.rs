//! A mail server of thirty lines that does as it is told and remembers what it heard.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

/// What the server does at one word of the conversation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Does {
    Accepts,
    /// Says this line instead of yes at the word that begins so.
    Says(&'static str, &'static str),
    /// Says these bytes, line ends and all.
    SaysBytes(&'static str, &'static [u8]),
    /// Answers the word that begins so after this long.
    IsSlowAt(&'static str, Duration),
    /// Never answers the word that begins so.
    HangsAt(&'static str),
    /// Hangs up at the word that begins so.
    HangsUpAt(&'static str),
}

const EXTENSIONS: &str = "250-here\r\n250-8BITMIME\r\n250 AUTH PLAIN LOGIN";

pub struct Server {
    pub url: String,
    heard: Arc<Mutex<String>>,
    _running: JoinSet<()>,
}

impl Server {
    pub async fn that(does: Does) -> Self {
        Self::offering(EXTENSIONS, does).await
    }

    /// With this answer to the greeting.
    pub async fn offering(extensions: &'static str, does: Does) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("smtp://{}", listener.local_addr().unwrap());
        let heard = Arc::<Mutex<String>>::default();
        let mut running = JoinSet::new();
        let ears = Arc::clone(&heard);
        running.spawn(async move {
            let mut talks = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                let ears = Arc::clone(&ears);
                talks.spawn(async move { drop(talk(stream, extensions, does, &ears).await) });
            }
        });
        Self { url, heard, _running: running }
    }

    pub fn heard(&self) -> String {
        self.heard.lock().unwrap().clone()
    }
}

async fn talk(stream: TcpStream, extensions: &str, does: Does, ears: &Mutex<String>) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    let mut in_letter = false;
    let mut word = "CONNECT\r\n".to_owned();
    loop {
        if let Does::IsSlowAt(at, pause) = does
            && word.starts_with(at)
        {
            tokio::time::sleep(pause).await;
        }
        if let Does::SaysBytes(at, bytes) = does
            && word.starts_with(at)
        {
            stream.write_all(bytes).await?;
            in_letter = bytes.starts_with(b"354");
            word.clear();
            if stream.read_line(&mut word).await? == 0 {
                return Ok(());
            }
            ears.lock().unwrap().push_str(&word);
            continue;
        }
        let answer = match does {
            Does::Says(at, line) if word.starts_with(at) => Some(line),
            Does::HangsAt(at) if word.starts_with(at) => std::future::pending().await,
            Does::HangsUpAt(at) if word.starts_with(at) => return Ok(()),
            _ if in_letter && word != ".\r\n" => None,
            _ => Some(match word.split_whitespace().next().unwrap_or_default() {
                "CONNECT" => "220 here",
                "EHLO" => extensions,
                "STARTTLS" => "220 go on, though nothing will come of it",
                "AUTH" => "235 welcome",
                "DATA" => "354 go on",
                "QUIT" => "221 bye",
                _ => "250 yes",
            }),
        };
        in_letter = (in_letter && word != ".\r\n") || answer == Some("354 go on");
        if let Some(answer) = answer {
            stream.write_all(format!("{answer}\r\n").as_bytes()).await?;
        }
        word.clear();
        if stream.read_line(&mut word).await? == 0 {
            return Ok(());
        }
        ears.lock().unwrap().push_str(&word);
    }
}
