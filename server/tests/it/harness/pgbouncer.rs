//! PgBouncer in front of a story's PostgreSQL, in the mode the story asks for; ended when dropped. Its file is what
//! docs/operating/database.md says, less the log-in.

use std::net::SocketAddr;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::owner;

/// A running PgBouncer.
pub struct PgBouncer {
    child: Child,
    at: SocketAddr,
    folder: tempfile::TempDir,
}

impl PgBouncer {
    /// In front of a server, with a mode (`session`, `transaction`, `statement`) and further lines of its file; nothing where it is not
    /// installed.
    pub fn before(server: SocketAddr, mode: &str, lines: &str) -> Option<Self> {
        let program = program()?;
        let folder = tempfile::Builder::new().prefix("quad-pgbouncer-").tempdir_in("/tmp").expect("a folder");
        let port = super::ports::free_port().port();
        let users = folder.path().join("users");
        std::fs::write(&users, "\"app\" \"\"\n").expect("written");
        let file = folder.path().join("pgbouncer.ini");
        let text = format!(
            "[databases]\n* = host={} port={}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\n\
             auth_type = trust\nauth_file = {}\npool_mode = {mode}\n{lines}\n",
            server.ip(),
            server.port(),
            users.display()
        );
        std::fs::write(&file, text).expect("written");
        let mut command = Command::new(program);
        command.arg(&file).env_clear().stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        if let Some((user, group)) = owner() {
            for path in [folder.path(), &users, &file] {
                chown(path, Some(user), Some(group)).expect("given away");
            }
            command.uid(user).gid(group);
        }
        let child = command.spawn().expect("it runs");
        let at = ([127, 0, 0, 1], port).into();
        let began = Instant::now();
        while std::net::TcpStream::connect(at).is_err() {
            assert!(began.elapsed() < Duration::from_mins(1), "it listens");
            std::thread::sleep(Duration::from_millis(20));
        }
        Some(Self { child, at, folder })
    }

    /// Has it work in another mode from now on, as an operator does who edits its file and reloads it.
    pub fn become_mode(&self, mode: &str) {
        let file = self.folder.path().join("pgbouncer.ini");
        let text = std::fs::read_to_string(&file).expect("its file");
        let lines = text
            .lines()
            .map(|line| if line.starts_with("pool_mode") { format!("pool_mode = {mode}") } else { line.to_owned() });
        std::fs::write(&file, lines.collect::<Vec<_>>().join("\n") + "\n").expect("written");
        let told = Command::new("kill").args(["-HUP", &self.child.id().to_string()]).status().expect("told");
        assert!(told.success());
    }

    /// The address of a database behind it.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://app@{}/{database}", self.at)
    }
}

impl Drop for PgBouncer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Where Debian or another has it. `cargo xtask test --everything` installs it.
fn program() -> Option<PathBuf> {
    let places = ["/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin"];
    let found = places.iter().map(|place| Path::new(place).join("pgbouncer")).find(|program| program.is_file());
    if found.is_none() {
        #[expect(clippy::disallowed_methods, reason = "set by the gate and the parts, which install what is missing")]
        let is_whole = std::env::var_os("QUAD_TEST_WHOLE").is_some();
        assert!(!is_whole, "pgbouncer is not installed");
        let _ = std::io::Write::write_all(&mut std::io::stderr(), b"passed over: pgbouncer is not installed\n");
    }
    found
}
