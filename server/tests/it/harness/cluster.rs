//! A PostgreSQL cluster of a story's own, to be stopped, killed and started; and a wire to a server that can be cut. Commits are
//! durable as in life, except that the machine itself may not fail (`fsync=off`) unless the story asks for that as well.

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
    options: &'static str,
    /// Of its programs; goes last.
    copy: Option<tempfile::TempDir>,
}

/// For stories in which the machine goes on.
const MACHINE_GOES_ON: &str = "-c fsync=off -c full_page_writes=off";

impl Cluster {
    /// Nothing where PostgreSQL's programs are not installed.
    pub fn start() -> Option<Self> {
        Self::start_with(|_| String::new())
    }

    /// With lines of postgresql.conf that may name the cluster's folder.
    pub fn start_with(settings: impl FnOnce(&Path) -> String) -> Option<Self> {
        Some(Self::of(installed()?, MACHINE_GOES_ON, settings))
    }

    /// One that syncs to its disk, with lines of postgresql.conf.
    pub fn start_durable(lines: &str) -> Option<Self> {
        Some(Self::of(installed()?, "", |_| lines.to_owned()))
    }

    /// Of the PostgreSQL that stands in this folder, with `bin`, `lib` and `share` in it: of a copy, because its owner may not be
    /// allowed to go there.
    pub fn start_of(postgres: &Path) -> Self {
        let copy = tempfile::Builder::new().prefix("quad-postgres-").tempdir_in("/tmp").expect("a folder");
        std::fs::set_permissions(copy.path(), std::fs::Permissions::from_mode(0o755)).expect("opened");
        let copied = Command::new("cp").arg("-a").arg(postgres).arg(copy.path().join("postgres")).status();
        assert!(copied.is_ok_and(|done| done.success()), "a copy of {}", postgres.display());
        let mut cluster = Self::of(copy.path().join("postgres/bin"), MACHINE_GOES_ON, |_| String::new());
        cluster.copy = Some(copy);
        cluster
    }

    fn of(programs: PathBuf, options: &'static str, settings: impl FnOnce(&Path) -> String) -> Self {
        let folder = tempfile::Builder::new().prefix("quad-cluster-").tempdir_in("/tmp").expect("a folder");
        std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o700)).expect("a closed folder");
        if let Some((user, group)) = owner() {
            chown(folder.path(), Some(user), Some(group)).expect("given away");
        }
        let port = super::ports::free_port().port();
        let cluster = Self { folder, programs, port, options, copy: None };
        let made = ["-D", "data", "-U", "app", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"];
        assert!(cluster.run("initdb", &made), "a cluster");
        cluster.set(&settings(cluster.folder.path()));
        assert!(cluster.control(&["start"]), "it starts");
        cluster
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

    /// Kills all its processes: what they had only in memory is gone.
    pub fn kill(&self) {
        let file = std::fs::read_to_string(self.folder().join("data/postmaster.pid")).expect("its number");
        let first = file.lines().next().expect("a line").to_owned();
        let children = |of: &str| -> Vec<String> {
            let list = std::fs::read_to_string(format!("/proc/{of}/task/{of}/children")).unwrap_or_default();
            list.split_whitespace().map(str::to_owned).collect()
        };
        let kill = |pid: &str| drop(Command::new("kill").args(["-KILL", pid]).stderr(Stdio::null()).status());
        // Stopped first, so that it starts no other for one that is gone.
        drop(Command::new("kill").args(["-STOP", &first]).status());
        let all = children(&first);
        for pid in &all {
            kill(pid);
        }
        kill(&first);
        for pid in all.iter().chain([&first]) {
            let left = PathBuf::from(format!("/proc/{pid}/stat"));
            for _ in 0..200 {
                let state = std::fs::read_to_string(&left).unwrap_or_default();
                if state.is_empty() || state.contains(") Z ") {
                    break;
                }
                std::thread::sleep(Duration::from_millis(20));
            }
        }
        // A process that nobody has buried yet still has its number, and PostgreSQL would take it for a server at work.
        drop(std::fs::remove_file(self.folder().join("data/postmaster.pid")));
    }

    pub fn go_on(&self) {
        assert!(self.control(&["start"]), "it starts");
    }

    fn control(&self, words: &[&str]) -> bool {
        let options =
            format!("-p {} -c listen_addresses=127.0.0.1 -c unix_socket_directories= {}", self.port, self.options);
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

/// The newest that is installed.
fn installed() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?.flatten();
    versions.map(|version| version.path().join("bin")).max()
}

/// Whose a cluster is where we are root, by number: PostgreSQL and its pooler do not run as root.
pub fn owner() -> Option<(u32, u32)> {
    if !is_root() {
        return None;
    }
    let list = std::fs::read_to_string("/etc/passwd").expect("the list of users");
    let user = list.lines().find(|line| line.starts_with("postgres:")).expect("the user postgres");
    let ids: Vec<u32> = user.split(':').skip(2).take(2).map(|id| id.parse().expect("an id")).collect();
    Some((ids[0], ids[1]))
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
