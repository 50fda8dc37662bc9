//! Process: a server as a process of its own. It says on its standard output where it listens (`… is on http://ADDRESS`);
//! dropping a [`Server`] kills it.

use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, SocketAddr};
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
    pub fn start(mut command: Command, settings: &[(&str, &str)], shows_logs: bool) -> anyhow::Result<Self> {
        // Settings of whoever runs this are none of the stage's.
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

    /// Whether it has ended by itself.
    pub fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
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
