//! A PostgreSQL cluster of a story's own, to be stopped and started; and a wire to a server that can be cut. Commits are
//! durable as in life, except that the machine itself may not fail (`fsync=off`).

use std::net::SocketAddr;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;

/// A cluster in a folder below /tmp; ended and removed when dropped.
pub struct Cluster {
    folder: tempfile::TempDir,
    programs: PathBuf,
    port: u16,
}

impl Cluster {
    /// Nothing where PostgreSQL's programs are not installed.
    pub fn start() -> Option<Self> {
        Self::start_with(|_| String::new())
    }

    /// With lines of postgresql.conf that may name the cluster's folder.
    pub fn start_with(settings: impl FnOnce(&Path) -> String) -> Option<Self> {
        let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?.flatten();
        let programs = versions.map(|version| version.path().join("bin")).max()?;
        let folder = tempfile::Builder::new().prefix("quad-cluster-").tempdir_in("/tmp").expect("a folder");
        std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o700)).expect("a closed folder");
        if is_root() {
            // Its owner is known by the number in the system's list.
            let list = std::fs::read_to_string("/etc/passwd").expect("the list of users");
            let user = list.lines().find(|line| line.starts_with("postgres:")).expect("the user postgres");
            let ids: Vec<u32> = user.split(':').skip(2).take(2).map(|id| id.parse().expect("an id")).collect();
            chown(folder.path(), Some(ids[0]), Some(ids[1])).expect("given away");
        }
        let port =
            std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a port").port();
        let cluster = Self { folder, programs, port };
        let made = ["-D", "data", "-U", "app", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"];
        assert!(cluster.run("initdb", &made), "a cluster");
        cluster.set(&settings(cluster.folder.path()));
        assert!(cluster.control(&["start"]), "it starts");
        Some(cluster)
    }

    /// Adds lines to postgresql.conf.
    pub fn set(&self, lines: &str) {
        let file = std::fs::OpenOptions::new().append(true).open(self.folder().join("data/postgresql.conf"));
        file.and_then(|mut file| std::io::Write::write_all(&mut file, lines.as_bytes())).expect("written");
    }

    /// The folder, in which `data` is the cluster.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// One of PostgreSQL's programs, or another by its path, with the cluster's folder as its own and as its user; at this
    /// cluster when it asks one.
    pub fn program(&self, program: &str, words: &[&str]) {
        assert!(self.run(program, words), "{program} {words:?}");
    }

    pub fn url(&self) -> String {
        format!("postgres://app@127.0.0.1:{}/postgres", self.port)
    }

    pub fn at(&self) -> SocketAddr {
        ([127, 0, 0, 1], self.port).into()
    }

    /// Stops it: `fast` ends connections in order, `immediate` is a crash.
    pub fn stop(&self, how: &str) {
        assert!(self.control(&["stop", "-m", how]), "it stops");
    }

    pub fn go_on(&self) {
        assert!(self.control(&["start"]), "it starts");
    }

    fn control(&self, words: &[&str]) -> bool {
        let options = format!(
            "-p {} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c full_page_writes=off",
            self.port
        );
        self.run("pg_ctl", &[&["-D", "data", "-w", "-s", "-l", "pg.log", "-o", &options], words].concat())
    }

    fn run(&self, program: &str, words: &[&str]) -> bool {
        let program = self.programs.join(program);
        let mut command = if is_root() {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        command.args(words).current_dir(self.folder.path()).env_clear().env("PATH", "/usr/bin:/bin:/usr/sbin:/sbin");
        command.env("PGHOST", "127.0.0.1").env("PGPORT", self.port.to_string()).env("PGUSER", "app");
        command.stdin(Stdio::null()).stdout(Stdio::null()).status().is_ok_and(|ended| ended.success())
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if self.folder.path().join("data/postmaster.pid").exists() {
            self.control(&["stop", "-m", "immediate"]);
        }
    }
}

pub fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    Path::new("/proc/self").metadata().is_ok_and(|own| own.uid() == 0)
}

/// A wire to a server. While it is cut it takes bytes and connections and says nothing, and what was connected when it
/// was cut stays dead: as a network that forgot its connections.
pub struct Wire {
    pub at: SocketAddr,
    cut: watch::Sender<bool>,
    _carrying: JoinSet<()>,
}

impl Wire {
    pub async fn to(server: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let at = listener.local_addr().expect("an address");
        let cut = watch::Sender::new(false);
        let state = cut.clone();
        let mut carrying = JoinSet::new();
        carrying.spawn(async move {
            let mut lines = JoinSet::new();
            while let Ok((line, _)) = listener.accept().await {
                lines.spawn(carry(line, server, state.subscribe()));
            }
        });
        Self { at, cut, _carrying: carrying }
    }

    pub fn cut(&self) {
        self.cut.send_replace(true);
    }

    pub fn mend(&self) {
        self.cut.send_replace(false);
    }
}

async fn carry(mut line: TcpStream, server: SocketAddr, mut cut: watch::Receiver<bool>) {
    let born_dead = *cut.borrow();
    if !born_dead {
        let Ok(mut there) = TcpStream::connect(server).await else { return };
        tokio::select! {
            biased;
            _ = cut.wait_for(|cut| *cut) => {}
            _ = copy_bidirectional(&mut line, &mut there) => return,
        }
        // Neither side hears that the other is gone.
        tokio::time::sleep(Duration::from_mins(10)).await;
        drop(there);
    }
    tokio::time::sleep(Duration::from_mins(10)).await;
}
