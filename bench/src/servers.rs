//! The servers that are measured, each a process of its own: Quad, the bare framework, Express.
//!
//! A server says on its standard output where it listens (`… is on http://ADDRESS`); dropping a [`Server`] ends it. What
//! they log goes nowhere, because a log file on the disk of the database would be measured with it.

use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use rustix::process::{Pid, Signal, kill_process};

/// How long a server may take to listen, and to end.
const PATIENCE: Duration = Duration::from_mins(1);

/// A running server.
#[derive(Debug)]
pub struct Server {
    /// Where it listens.
    pub address: SocketAddr,
    child: Child,
}

impl Server {
    /// Starts a program and waits until it says where it listens.
    fn start(mut command: Command, settings: &[(&str, &str)], shows_logs: bool) -> anyhow::Result<Self> {
        // Settings of whoever runs the benchmark are none of what is measured.
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("QUAD_") {
                command.env_remove(&name);
            }
        }
        command.envs(settings.iter().copied());
        let log = if shows_logs { Stdio::inherit() } else { Stdio::null() };
        let program = command.get_program().to_string_lossy().into_owned();
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(log);
        let mut child = command.spawn().with_context(|| format!("cannot start {program}"))?;
        let out = child.stdout.take().context("no output")?;
        let (say, said) = mpsc::channel();
        // Reads to the end, so that the server never writes into a closed pipe.
        std::thread::spawn(move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                if let Some((_, address)) = line.split_once(" is on http://") {
                    // Nobody waits for a second address.
                    let _ = address.trim().parse::<SocketAddr>().map(|address| say.send(address));
                }
            }
        });
        let mut server = Self { address: (Ipv4Addr::LOCALHOST, 0).into(), child };
        match said.recv_timeout(PATIENCE) {
            Ok(address) => server.address = address,
            Err(_) => bail!("{program} does not say where it listens; `--show-logs` shows why"),
        }
        Ok(server)
    }

    /// Its process.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Asks it to end, and waits until it has.
    pub fn stop(mut self) -> anyhow::Result<()> {
        let pid = i32::try_from(self.pid()).ok().and_then(Pid::from_raw).context("no process")?;
        kill_process(pid, Signal::TERM)?;
        let started = Instant::now();
        while self.child.try_wait()?.is_none() {
            anyhow::ensure!(started.elapsed() < PATIENCE, "a server does not end");
            std::thread::sleep(Duration::from_millis(10));
        }
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // One that has ended already cannot be ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How each kind of server is started.
#[derive(Clone, Debug)]
pub struct Programs {
    /// The binary `quad`; without it this program serves Quad itself, for the smoke test.
    pub quad: Option<PathBuf>,
    /// This program.
    pub own: PathBuf,
    /// The folder of the Express server, its packages installed.
    pub express: Option<PathBuf>,
    /// A library that makes every fsync five milliseconds slower.
    pub slow_disk: Option<PathBuf>,
    /// A library that writes down what is done to the files of a folder.
    pub recorder: Option<PathBuf>,
    /// Servers log to the terminal.
    pub shows_logs: bool,
}

impl Programs {
    /// Quad on a database. `is_slow`: each of its fsyncs takes five milliseconds longer.
    pub fn quad(&self, database: &str, data: &Path, is_slow: bool) -> anyhow::Result<Server> {
        self.begin(self.serve(data), &[("QUAD_DATABASE_URL", database)], is_slow)
    }

    /// Quad on a SQLite file in its data folder; what it does to the files there is written down in `log`.
    pub fn quad_recorded(&self, database: &str, data: &Path, log: &Path) -> anyhow::Result<Server> {
        let data = data.canonicalize()?;
        let mut command = self.serve(&data);
        command.env("LD_PRELOAD", self.recorder.as_ref().context("there is no recorder")?);
        command.env("RECORDED_FOLDER", &data).env("RECORDED_LOG", log);
        self.begin(command, &[("QUAD_DATABASE_URL", database)], false)
    }

    fn serve(&self, data: &Path) -> Command {
        let mut command = Command::new(self.quad.as_ref().unwrap_or(&self.own));
        command.arg("serve").arg("--data-dir").arg(data).args(["--listen", "127.0.0.1:0"]);
        command
    }

    /// The framework alone, with replies noted in a folder; `more` says what else it is to do (`bare::Options`).
    pub fn bare(&self, replies: &Path, more: &[&str]) -> anyhow::Result<Server> {
        let mut command = Command::new(&self.own);
        command.arg("bare").arg("--replies").arg(replies).args(more);
        self.begin(command, &[], false)
    }

    /// Express on a database; nothing where its packages are not installed.
    pub fn express(&self, database: &str, is_slow: bool) -> anyhow::Result<Option<Server>> {
        let Some(folder) = &self.express else { return Ok(None) };
        let mut command = Command::new("node");
        command.current_dir(folder).arg("server.js").arg(database);
        self.begin(command, &[("NODE_ENV", "production")], is_slow).map(Some)
    }

    fn begin(&self, mut command: Command, settings: &[(&str, &str)], is_slow: bool) -> anyhow::Result<Server> {
        if is_slow && let Some(library) = &self.slow_disk {
            command.env("LD_PRELOAD", library);
        }
        Server::start(command, settings, self.shows_logs)
    }
}
