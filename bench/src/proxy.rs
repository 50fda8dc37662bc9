//! Proxy before Quad: nginx, as Debian packages it and a campus would set it up. It holds the certificate, keeps
//! connections to Quad open, and logs no requests (Quad does). One port speaks TLS, another does not, so that the two
//! can be told apart.
//!
//! The certificate is made for the run (P-256, as the usual authorities give out now) and trusted by nobody else.

use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::Context;
use quad_load::{Process, Secure};

use crate::door::Door;

/// What the certificate is for.
const NAME: &str = "localhost";
/// How long it may take to listen.
const PATIENCE: Duration = Duration::from_secs(20);

/// A running nginx.
#[derive(Debug)]
pub struct Proxy {
    /// Without TLS.
    pub plain: Door,
    /// With it.
    pub secure: Door,
    child: Child,
    folder: tempfile::TempDir,
}

/// Where nginx is, if it is installed.
pub fn find() -> Option<PathBuf> {
    ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/bin/nginx"]
        .map(PathBuf::from)
        .into_iter()
        .find(|file| file.is_file())
}

impl Proxy {
    /// Starts it before a server; it may have that many files open.
    pub fn start(nginx: &Path, quad: SocketAddr, files: u64, within: &Path) -> anyhow::Result<Self> {
        let folder = tempfile::tempdir_in(within)?;
        let made = rcgen::generate_simple_self_signed(vec![NAME.to_owned()])?;
        std::fs::write(folder.path().join("cert.pem"), made.cert.pem())?;
        std::fs::write(folder.path().join("key.pem"), made.signing_key.serialize_pem())?;
        let (plain, secure) = free_ports()?;
        let settings = settings(folder.path(), quad, plain, secure, files);
        std::fs::write(folder.path().join("nginx.conf"), settings)?;
        let mut command = Command::new(nginx);
        command.arg("-p").arg(folder.path()).args(["-e", "error.log", "-c", "nginx.conf"]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let child = command.spawn().context("cannot start nginx")?;
        let trusted = Secure::trusting(made.cert.der(), NAME)?;
        let mut proxy = Self {
            plain: Door { address: plain, secure: None },
            secure: Door { address: secure, secure: Some(trusted) },
            child,
            folder,
        };
        let started = Instant::now();
        while TcpStream::connect(secure).is_err() {
            let said = || std::fs::read_to_string(proxy.folder.path().join("error.log")).unwrap_or_default();
            anyhow::ensure!(proxy.child.try_wait()?.is_none(), "nginx does not start: {}", said());
            anyhow::ensure!(started.elapsed() < PATIENCE, "nginx does not listen: {}", said());
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(proxy)
    }

    /// Processor time of all its processes.
    pub fn cpu(&self) -> anyhow::Result<Duration> {
        let mut spent = Process::of(self.child.id()).cpu()?;
        for worker in children(self.child.id())? {
            spent += Process::of(worker).cpu()?;
        }
        Ok(spent)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        // Its workers notice that it is gone, and are ended here in case they do not. Those that have ended cannot be.
        for worker in children(self.child.id()).unwrap_or_default() {
            if let Some(pid) = i32::try_from(worker).ok().and_then(rustix::process::Pid::from_raw) {
                let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
            }
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Two ports nobody listens on. nginx cannot say which it was given, so they are looked for beforehand.
fn free_ports() -> anyhow::Result<(SocketAddr, SocketAddr)> {
    let (one, two) = (TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?, TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?);
    Ok((one.local_addr()?, two.local_addr()?))
}

/// The processes that this one started.
fn children(parent: u32) -> anyhow::Result<Vec<u32>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc")? {
        let name = entry?.file_name();
        let Some(pid) = name.to_str().and_then(|name| name.parse::<u32>().ok()) else { continue };
        // One that has ended meanwhile is no child any more.
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let fields = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
        if fields.split_whitespace().nth(1) == Some(parent.to_string().as_str()) {
            found.push(pid);
        }
    }
    Ok(found)
}

fn settings(folder: &Path, quad: SocketAddr, plain: SocketAddr, secure: SocketAddr, files: u64) -> String {
    // A worker without a name to run under drops to `nobody`, who may not enter our folder.
    let user = if rustix::process::geteuid().is_root() { "user root;" } else { "" };
    let folder = folder.display();
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|kind| format!("    {kind}_temp_path {folder}/{kind};\n"))
        .concat();
    format!(
        "{user}
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log crit;
worker_processes auto;
worker_rlimit_nofile {files};
events {{
    worker_connections {connections};
}}
http {{
    access_log off;
{temporary}    upstream quad {{
        server {quad};
        keepalive 256;
    }}
    server {{
        listen {plain} backlog=4096;
        listen {secure} ssl backlog=4096;
        ssl_certificate {folder}/cert.pem;
        ssl_certificate_key {folder}/key.pem;
        ssl_protocols TLSv1.2 TLSv1.3;
        ssl_session_cache shared:tls:10m;
        location / {{
            proxy_pass http://quad;
            proxy_http_version 1.1;
            proxy_set_header Connection \"\";
            proxy_set_header Host $host;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
            proxy_set_header X-Forwarded-Proto $scheme;
        }}
    }}
}}
",
        connections = (files / 2).clamp(512, 32_768),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_doors_are_in_the_settings() {
        let at = |port: u16| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let text = settings(Path::new("/x"), at(1), at(2), at(3), 20_000);
        assert!(text.contains("server 127.0.0.1:1;") && text.contains("listen 127.0.0.1:2 backlog"), "{text}");
        assert!(text.contains("listen 127.0.0.1:3 ssl") && text.contains("worker_connections 10000;"), "{text}");
        assert_eq!(text.matches('{').count(), text.matches('}').count());
    }
}
