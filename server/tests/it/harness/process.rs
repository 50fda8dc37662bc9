//! Quad as a process of its own: started as an operator does or as a service manager does, stopped, killed.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// A process gives descriptor 3 and its own number as a service manager does, and becomes the program.
const HAND_OVER: &str = "exec 3<&0 0</dev/null; export LISTEN_PID=$$; exec \"$@\"";

/// It opens its database and brings it up to date, which is at most large.
const TO_BEGIN: Duration = Duration::from_mins(2);

/// The binary: that of this build, unless the runner has put the one with planted bugs elsewhere.
#[expect(clippy::disallowed_methods, reason = "the test runner says where it is")]
pub fn program() -> String {
    std::env::var("CARGO_BIN_EXE_quad").unwrap_or_else(|_| env!("CARGO_BIN_EXE_quad").to_owned())
}

/// A served installation; killed, not stopped, when dropped.
pub struct Process {
    child: Child,
    pub base: String,
}

impl Process {
    /// On a port of its own choice.
    pub fn start(folder: &Path, environment: &[(&str, &str)]) -> Self {
        let mut command = Command::new(program());
        command.args(["serve", "--listen", "127.0.0.1:0", "--data-dir"]).arg(folder);
        Self::served(command, environment)
    }

    /// Tries to serve a folder that others may have; what it says when it is refused.
    pub fn tried(folder: &Path, environment: &[(&str, &str)]) -> Result<Self, String> {
        let mut command = Command::new(program());
        command.args(["serve", "--listen", "127.0.0.1:0", "--data-dir"]).arg(folder);
        command.env_clear().envs(environment.iter().copied());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary runs");
        if let Some(said) = first_line(&mut child, |line| line.starts_with("Quad is on ")) {
            return Ok(Self { child, base: said.trim_start_matches("Quad is on ").to_owned() });
        }
        let ended = child.wait_with_output().expect("its end");
        assert!(!ended.status.success(), "it ended before it served");
        Err(String::from_utf8_lossy(&ended.stderr).into_owned())
    }

    /// The same, and its log goes into a file.
    pub fn logged(folder: &Path, environment: &[(&str, &str)], log: &Path) -> Self {
        let mut command = Command::new(program());
        command.args(["serve", "--listen", "127.0.0.1:0", "--data-dir"]).arg(folder);
        Self::served_into(command, environment, std::fs::File::create(log).expect("a file").into())
    }

    /// With other words than `serve`, until it says that it has begun.
    pub fn started(words: &[&str], folder: &Path, environment: &[(&str, &str)]) -> Self {
        let mut command = Command::new(program());
        command.args(words).arg("--data-dir").arg(folder);
        Self::served(command, environment)
    }

    /// With the words as they are typed, until it says that it has begun.
    pub fn typed(words: &[String], environment: &[(&str, &str)]) -> Self {
        let mut command = Command::new(program());
        command.args(words);
        Self::served(command, environment)
    }

    /// On a listening socket that is handed over, as systemd does; it stays open here.
    pub fn activated(socket: &TcpListener, folder: &Path, environment: &[(&str, &str)]) -> Self {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", HAND_OVER, "sh", &program(), "serve", "--data-dir"]).arg(folder);
        command.stdin(Stdio::from(OwnedFd::from(socket.try_clone().expect("the socket"))));
        let handed = [environment, &[("LISTEN_FDS", "1")]].concat();
        Self::served(command, &handed)
    }

    fn served(command: Command, environment: &[(&str, &str)]) -> Self {
        Self::served_into(command, environment, Stdio::null())
    }

    fn served_into(mut command: Command, environment: &[(&str, &str)], log: Stdio) -> Self {
        command.env_clear().envs(environment.iter().copied()).stdout(Stdio::piped()).stderr(log);
        let mut child = command.spawn().expect("the binary runs");
        let begun = |line: &str| line.starts_with("Quad is on ") || line == "Quad runs background jobs";
        let said = first_line(&mut child, begun).expect("it begins");
        Self { child, base: said.trim_start_matches("Quad is on ").to_owned() }
    }

    /// Asks it to stop and waits until it has.
    pub async fn stop(mut self) -> ExitStatus {
        self.signal("TERM");
        let began = Instant::now();
        loop {
            if let Some(ended) = self.child.try_wait().expect("a process") {
                return ended;
            }
            assert!(began.elapsed() < Duration::from_mins(1), "it does not end");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// The most memory it has held so far, as Linux counts it.
    pub fn highest_memory_mib(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("its status");
        let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("a line");
        line.split_whitespace().nth(1).and_then(|kib| kib.parse::<u64>().ok()).expect("a number") / 1024
    }

    /// Sends a signal by its name: `STOP` and `CONT` let it hang and go on.
    pub fn signal(&self, name: &str) {
        let told = Command::new("kill").args([&format!("-{name}"), &self.child.id().to_string()]).status();
        assert!(told.expect("a signal").success());
    }
}

/// The first such line of its output; none when it ends without.
fn first_line(child: &mut Child, is_it: impl Fn(&str) -> bool + Send + 'static) -> Option<String> {
    let output = child.stdout.take().expect("its output");
    let (sender, said) = mpsc::channel();
    std::thread::spawn(move || {
        // Nobody waits any more, at worst.
        let _ = sender.send(BufReader::new(output).lines().map_while(Result::ok).find(|line| is_it(line)));
    });
    let line = said.recv_timeout(TO_BEGIN);
    if line.is_err() {
        let _ = child.kill();
    }
    line.expect("it begins or ends within two minutes")
}

impl Drop for Process {
    fn drop(&mut self) {
        // Gone already is as good.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
