//! Reverse proxies before Quad, each with its own file of packaging/: only ports, certificate, places and the addresses of the
//! Quads are others. A proxy that is not installed takes no part. Ended when dropped.
//!
//! Connections to a proxy are kept and lent to one request after another, of whichever person: it mixes people up, if it can.

use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context;
use quad_load::{Connection, Secure};

/// The name in all files.
pub const NAME: &str = "quad.campus.example";
/// How long it may take to listen, and to end.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long a reply may take: longer than any client of ours waits.
const REPLY_WITHIN: Duration = Duration::from_secs(30);
const FIRST_PORT: u16 = 12_000;
const PORTS: u16 = 10_000;
const PACKAGING: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../packaging");

/// Which proxy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// nginx.
    Nginx,
    /// Caddy.
    Caddy,
    /// HAProxy.
    Haproxy,
    /// Apache.
    Apache,
}

/// All there are.
pub const ALL: [Kind; 4] = [Kind::Nginx, Kind::Caddy, Kind::Haproxy, Kind::Apache];

impl Kind {
    /// Its name for tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Nginx => "nginx",
            Self::Caddy => "Caddy",
            Self::Haproxy => "HAProxy",
            Self::Apache => "Apache",
        }
    }

    /// Its main file, below packaging/.
    fn file(self) -> &'static str {
        match self {
            Self::Nginx => "nginx/quad.conf",
            Self::Caddy => "caddy/Caddyfile",
            Self::Haproxy => "haproxy/haproxy.cfg",
            Self::Apache => "apache/quad.conf",
        }
    }

    /// Where it is installed; nothing where it is not, or where the tree has no file for it.
    pub fn program(self) -> Option<PathBuf> {
        let program = installed(match self {
            Self::Nginx => "nginx",
            Self::Caddy => "caddy",
            Self::Haproxy => "haproxy",
            Self::Apache => "apache2",
        })?;
        Path::new(PACKAGING).join(self.file()).is_file().then_some(program)
    }
}

/// Where a program is, if it is installed. Debian keeps some where only root's PATH looks.
pub fn installed(name: &str) -> Option<PathBuf> {
    let folders = ["/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin"].iter();
    folders.map(|folder| Path::new(folder).join(name)).find(|program| program.is_file())
}

/// A running proxy.
#[derive(Debug)]
pub struct Proxy {
    /// Which.
    pub kind: Kind,
    child: Child,
    address: SocketAddr,
    trusted: Secure,
    idle: Mutex<Vec<Connection>>,
    _folder: tempfile::TempDir,
}

impl Proxy {
    /// Starts it before these Quads.
    pub fn start(kind: Kind, program: &Path, quads: &[SocketAddr]) -> anyhow::Result<Self> {
        // A worker that serves under another name has to enter it.
        let open = std::fs::Permissions::from_mode(0o755);
        let own = tempfile::Builder::new().prefix("quad-proxy-").permissions(open).tempdir()?;
        let folder = own.path();
        let made = rcgen::generate_simple_self_signed(vec![NAME.to_owned()])?;
        let (certificate, key) = (made.cert.pem(), made.signing_key.serialize_pem());
        std::fs::write(folder.join("certificate.pem"), &certificate)?;
        std::fs::write(folder.join("key.pem"), &key)?;
        std::fs::write(folder.join("both.pem"), certificate + &key)?;
        lay_replies(kind, folder)?;
        let site = Site { folder, quads, secure: free_port()?, plain: free_port()? };
        let file = folder.join("config");
        let mut command = Command::new(program);
        let config = match kind {
            Kind::Nginx => {
                command.arg("-c").arg(&file).arg("-p").arg(folder);
                site.nginx()?
            }
            Kind::Caddy => {
                command.args(["run", "--adapter", "caddyfile", "--config"]).arg(&file);
                site.caddy()?
            }
            Kind::Haproxy => {
                command.arg("-db").arg("-f").arg(&file);
                site.haproxy()?
            }
            Kind::Apache => {
                command.arg("-DFOREGROUND").arg("-f").arg(&file);
                site.apache()?
            }
        };
        std::fs::write(&file, config)?;
        let said = folder.join("said");
        let log = std::fs::File::create(&said)?;
        command.env_clear().env("HOME", folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        let child = command.spawn().with_context(|| format!("cannot start {}", kind.name()))?;
        let trusted = Secure::trusting(made.cert.der(), NAME)?;
        let mut proxy = Self { kind, child, address: site.secure, trusted, idle: Mutex::default(), _folder: own };
        let began = Instant::now();
        while TcpStream::connect(proxy.address).is_err() {
            let is_on = proxy.child.try_wait()?.is_none() && began.elapsed() < PATIENCE;
            anyhow::ensure!(is_on, "{} does not listen: {}", kind.name(), std::fs::read_to_string(&said)?);
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(proxy)
    }

    /// A connection to it, kept from before if there is one.
    pub fn connection(&self) -> Connection {
        let kept = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        kept.unwrap_or_else(|| Connection::new(self.address, REPLY_WITHIN).secured(&self.trusted))
    }

    /// Gives one back that is fit for the next request.
    pub fn keep(&self, connection: Connection) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        // In order, so that its workers end as well.
        let pid = i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw);
        let _ = pid.map(|pid| rustix::process::kill_process(pid, rustix::process::Signal::TERM));
        let began = Instant::now();
        while began.elapsed() < PATIENCE && matches!(self.child.try_wait(), Ok(None)) {
            std::thread::sleep(Duration::from_millis(10));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Lays the ready replies that a proxy sends by itself, all there are beside its main file, into its folder.
fn lay_replies(kind: Kind, folder: &Path) -> anyhow::Result<()> {
    let own = Path::new(PACKAGING).join(kind.file());
    for found in own.parent().context("no folder")?.read_dir()? {
        let found = found?;
        let name = found.file_name();
        if name.to_string_lossy().starts_with("quad-away") {
            std::fs::copy(found.path(), folder.join(name))?;
        }
    }
    Ok(())
}

/// A port that was free a moment ago, below those that the system gives to outgoing connections: a proxy that tries a server
/// which is away would sooner or later be given the server's own port, be connected with itself, and keep the server from
/// starting there again.
pub fn free_port() -> anyhow::Result<SocketAddr> {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    // Two programs at once begin at different places.
    let first = (std::process::id() % u32::from(PORTS)) as u16;
    for _ in 0..PORTS {
        let port = FIRST_PORT + (first + NEXT.fetch_add(1, Ordering::Relaxed)) % PORTS;
        if let Ok(free) = TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
            return Ok(free.local_addr()?);
        }
    }
    anyhow::bail!("no port is free")
}

/// What differs from the packaged files.
struct Site<'a> {
    folder: &'a Path,
    quads: &'a [SocketAddr],
    secure: SocketAddr,
    plain: SocketAddr,
}

impl Site<'_> {
    fn nginx(&self) -> anyhow::Result<String> {
        let (folder, secure, plain) = (self.folder.display(), self.secure, self.plain);
        let own = with(
            packaged(Kind::Nginx.file())?,
            &[
                ("    listen [::]:80;\n", String::new()),
                ("    listen [::]:443 ssl http2;\n", String::new()),
                ("listen 80;", format!("listen {plain};")),
                ("listen 443 ssl", format!("listen {secure} ssl")),
                ("/etc/letsencrypt/live/quad.campus.example/fullchain.pem", format!("{folder}/certificate.pem")),
                ("/etc/letsencrypt/live/quad.campus.example/privkey.pem", format!("{folder}/key.pem")),
            ],
        )?;
        let quads: Vec<String> = self.quads.iter().map(|quad| format!("server {quad} max_fails=0;")).collect();
        let upstream = with(
            packaged("nginx/quad-upstream.conf")?,
            &[("server 127.0.0.1:8080 max_fails=0;", quads.join("\n    "))],
        )?;
        let places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|name| format!("{name}_temp_path {folder}/{name};"))
            .concat();
        // What Debian has in nginx.conf, in a folder of ours; a worker without a name to run under may not enter it.
        let user = if rustix::process::geteuid().is_root() { "user root;" } else { "" };
        Ok(format!(
            "{user} daemon off; pid {folder}/pid; error_log {folder}/said crit; worker_processes auto; \
             events {{ worker_connections 4096; }}\nhttp {{ access_log off; {places}\n{upstream}\n{own}\n}}\n"
        ))
    }

    fn haproxy(&self) -> anyhow::Result<String> {
        let quads = self.quads.iter().zip(1..).map(|(quad, number)| format!("server quad{number} {quad}"));
        with(
            packaged(Kind::Haproxy.file())?,
            &[
                ("log /dev/log local0", "log stderr format raw local0".to_owned()),
                ("/etc/haproxy/quad.pem", format!("{}/both.pem", self.folder.display())),
                ("/etc/haproxy/", format!("{}/", self.folder.display())),
                ("bind :80\n", format!("bind {}\n", self.plain)),
                ("bind :443 ", format!("bind {} ", self.secure)),
                ("server quad1 127.0.0.1:8080", quads.collect::<Vec<_>>().join("\n    ")),
            ],
        )
    }

    fn apache(&self) -> anyhow::Result<String> {
        let (folder, secure, plain) = (self.folder.display(), self.secure, self.plain);
        let site = packaged(Kind::Apache.file())?;
        let member =
            site.lines().find(|line| line.contains("BalancerMember")).context("Apache's file has no member")?;
        let members: Vec<String> =
            self.quads.iter().map(|quad| member.replace("127.0.0.1:8080", &quad.to_string())).collect();
        let own = with(
            site.clone(),
            &[
                (member, members.join("\n")),
                ("*:80", plain.to_string()),
                ("*:443", secure.to_string()),
                ("/etc/letsencrypt/live/quad.campus.example/fullchain.pem", format!("{folder}/certificate.pem")),
                ("/etc/letsencrypt/live/quad.campus.example/privkey.pem", format!("{folder}/key.pem")),
                ("/etc/apache2/quad-away", format!("{folder}/quad-away")),
            ],
        )?;
        let modules = APACHE_MODULES.map(|name| format!("LoadModule {name}_module modules/mod_{name}.so\n")).concat();
        // Apache refuses to serve as root.
        let user = if rustix::process::geteuid().is_root() { "User www-data\nGroup www-data\n" } else { "" };
        Ok(format!(
            "ServerRoot /usr/lib/apache2\n{modules}{user}ServerName {NAME}\nPidFile {folder}/pid\nErrorLog {folder}/said\n\
             DefaultRuntimeDir {folder}\nListen {plain}\nListen {secure}\n{mpm}\n{own}\n",
            mpm = packaged("apache/quad-mpm.conf")?
        ))
    }

    fn caddy(&self) -> anyhow::Result<String> {
        let (folder, secure, plain) = (self.folder.display(), self.secure.port(), self.plain.port());
        let quads: Vec<String> = self.quads.iter().map(ToString::to_string).collect();
        let own = with(
            packaged(Kind::Caddy.file())?,
            &[
                ("reverse_proxy 127.0.0.1:8080", format!("reverse_proxy {}", quads.join(" "))),
                (
                    "\nquad.campus.example {",
                    format!("\n{NAME} {{\n\ttls {folder}/certificate.pem {folder}/key.pem\n\tbind 127.0.0.1"),
                ),
            ],
        )?;
        Ok(format!(
            "{{\n\tadmin off\n\thttp_port {plain}\n\thttps_port {secure}\n\tstorage file_system {folder}/storage\n}}\n{own}"
        ))
    }
}

/// What the head of Apache's file switches on, and what Debian has switched on already.
const APACHE_MODULES: [&str; 13] = [
    "mpm_event",
    "authz_core",
    "alias",
    "reqtimeout",
    "ssl",
    "http2",
    "headers",
    "proxy",
    "proxy_http",
    "proxy_balancer",
    "lbmethod_byrequests",
    "slotmem_shm",
    "asis",
];

/// The file as it is in the tree.
fn packaged(name: &str) -> anyhow::Result<String> {
    let path = Path::new(PACKAGING).join(name);
    std::fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))
}

/// With other words in the place of some, each of which is there.
fn with(mut text: String, others: &[(&str, String)]) -> anyhow::Result<String> {
    for (word, other) in others {
        anyhow::ensure!(text.contains(word), "a packaged file has no {word:?} any more");
        text = text.replace(word, other);
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each file that the tree has; `with` fails where a word is not in it.
    #[test]
    fn the_packaged_files_take_our_addresses() {
        let at = |port: u16| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let quads = [at(5001), at(5002)];
        let site = Site { folder: Path::new("/x"), quads: &quads, secure: at(5003), plain: at(5004) };
        for kind in ALL.into_iter().filter(|kind| Path::new(PACKAGING).join(kind.file()).is_file()) {
            let text = match kind {
                Kind::Nginx => site.nginx(),
                Kind::Caddy => site.caddy(),
                Kind::Haproxy => site.haproxy(),
                Kind::Apache => site.apache(),
            };
            let text = text.unwrap_or_else(|error| panic!("{}: {error:?}", kind.name()));
            assert!(["5001", "5002", "5003", "5004"].iter().all(|port| text.contains(port)), "{text}");
            assert!(!text.contains(":8080") && !text.contains("/etc/letsencrypt"), "{text}");
        }
    }
}
