//! A mail server of thirty lines that does as it is told and remembers what it heard.

use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

/// What the server does at one word of the conversation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Does {
    Accepts,
    /// Says this line instead of yes at the word that begins so.
    Says(&'static str, &'static str),
    /// Never answers the word that begins so.
    HangsAt(&'static str),
    /// Hangs up at the word that begins so.
    HangsUpAt(&'static str),
}

pub struct Server {
    pub url: String,
    heard: Arc<Mutex<String>>,
    _running: JoinSet<()>,
}

impl Server {
    pub async fn that(does: Does) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("smtp://{}", listener.local_addr().unwrap());
        let heard = Arc::<Mutex<String>>::default();
        let mut running = JoinSet::new();
        let ears = Arc::clone(&heard);
        running.spawn(async move {
            let mut talks = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                let ears = Arc::clone(&ears);
                talks.spawn(async move { drop(talk(stream, does, &ears).await) });
            }
        });
        Self { url, heard, _running: running }
    }

    pub fn heard(&self) -> String {
        self.heard.lock().unwrap().clone()
    }
}

async fn talk(stream: TcpStream, does: Does, ears: &Mutex<String>) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    let mut in_letter = false;
    let mut word = "CONNECT\r\n".to_owned();
    loop {
        let answer = match does {
            Does::Says(at, line) if word.starts_with(at) => Some(line),
            Does::HangsAt(at) if word.starts_with(at) => std::future::pending().await,
            Does::HangsUpAt(at) if word.starts_with(at) => return Ok(()),
            _ if in_letter && word != ".\r\n" => None,
            _ => Some(match word.split_whitespace().next().unwrap_or_default() {
                "CONNECT" => "220 here",
                "EHLO" => "250-here\r\n250-8BITMIME\r\n250 AUTH PLAIN LOGIN",
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
