//! Server under rehearsal: this very binary as a process of its own, so that its processor time and memory are its own. It is
//! killed in the end, not stopped: what was acknowledged must be there all the same. When this program is killed itself, its
//! server hears that from its standard input, and ends.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, bail};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, ChildStdin, Command};
use tokio::task::JoinSet;

/// A first start makes the schema.
const PATIENCE: Duration = Duration::from_mins(1);
/// Lines of its log that are kept, in case it ends.
const KEPT: usize = 12;

/// A running server.
#[derive(Debug)]
pub struct Server {
    pub at: SocketAddr,
    pub pid: u32,
    process: Child,
    /// Open for as long as this program lives; nothing is ever written.
    _lives: Option<ChildStdin>,
    log: Arc<Mutex<VecDeque<String>>>,
    _reading: JoinSet<()>,
}

impl Server {
    /// Starts it in a folder, on a free port of this machine.
    pub async fn start(folder: &Path, settings: &Path) -> anyhow::Result<Self> {
        let binary = std::env::current_exe().context("where is this program?")?;
        // Without the environment: it may hold settings that lead to the real data.
        let mut process = Command::new(binary)
            .args(["serve", "--end-with-input", "--listen", "127.0.0.1:0", "--data-dir"])
            .arg(folder)
            .arg("--config")
            .arg(settings)
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .context("the server does not start")?;
        let log = Arc::new(Mutex::new(VecDeque::new()));
        let mut reading = JoinSet::new();
        if let Some(said) = process.stderr.take() {
            let log = Arc::clone(&log);
            // As a log daemon would: everything is read.
            reading.spawn(async move {
                let mut lines = BufReader::new(said).lines();
                while let Ok(Some(line)) = lines.next_line().await {
                    let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
                    if log.len() == KEPT {
                        log.pop_front();
                    }
                    log.push_back(line);
                }
            });
        }
        let pid = process.id().context("the server ended at once")?;
        let mut said = BufReader::new(process.stdout.take().context("its output")?).lines();
        let mut server =
            Self { at: ([127, 0, 0, 1], 0).into(), pid, _lives: process.stdin.take(), process, log, _reading: reading };
        let line = tokio::time::timeout(PATIENCE, said.next_line()).await;
        let line = line.ok().and_then(Result::ok).flatten().unwrap_or_default();
        let Some(at) = line.rsplit_once("http://").and_then(|(_, at)| at.trim().parse().ok()) else {
            // Let the rest of its words arrive.
            let _ = tokio::time::timeout(Duration::from_secs(1), server.process.wait()).await;
            bail!("the server did not start:\n{}", server.last_words());
        };
        server.at = at;
        Ok(server)
    }

    /// Fails when it has ended by itself.
    pub fn check(&mut self) -> anyhow::Result<()> {
        match self.process.try_wait()? {
            Some(status) => bail!("the server ended by itself ({status}):\n{}", self.last_words()),
            None => Ok(()),
        }
    }

    /// Ends it at once and waits until it is gone.
    pub async fn kill(&mut self) -> anyhow::Result<()> {
        self.process.kill().await.context("ending the server")
    }

    fn last_words(&self) -> String {
        let log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        log.iter().map(String::as_str).collect::<Vec<_>>().join("\n")
    }
}
