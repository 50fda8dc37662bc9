//! nginx or Caddy in front of Quad, with the file that packaging/ has for them: only ports, certificate and places are
//! others. Ended when dropped.

use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use reqwest::{Certificate, Client};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;

use super::Browser;

/// The name in both files.
pub const NAME: &str = "quad.campus.example";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Nginx,
    Caddy,
}

pub struct Proxy {
    child: Child,
    folder: tempfile::TempDir,
    /// Where it speaks TLS.
    pub secure: SocketAddr,
    /// Where it sends people there.
    pub plain: SocketAddr,
}

/// A port that was free a moment ago.
pub fn free_port() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a port")
}

impl Proxy {
    /// Nothing where it is not installed.
    pub fn start(kind: Kind, quads: &[SocketAddr]) -> Option<Self> {
        let name = match kind {
            Kind::Nginx => "nginx",
            Kind::Caddy => "caddy",
        };
        let places = ["/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin"].iter();
        let Some(program) = places.map(|place| Path::new(place).join(name)).find(|program| program.exists()) else {
            let _ = std::io::Write::write_all(&mut std::io::stderr(), b"passed over: a proxy is not installed\n");
            return None;
        };
        let folder = tempfile::tempdir().expect("a folder");
        let made = rcgen::generate_simple_self_signed(vec![NAME.to_owned()]).expect("a certificate");
        std::fs::write(folder.path().join("certificate.pem"), made.cert.pem()).expect("written");
        std::fs::write(folder.path().join("key.pem"), made.signing_key.serialize_pem()).expect("written");
        let (secure, plain) = (free_port(), free_port());
        let config = match kind {
            Kind::Nginx => nginx(folder.path(), quads, secure, plain),
            Kind::Caddy => caddy(folder.path(), quads, secure, plain),
        };
        let file = folder.path().join("config");
        std::fs::write(&file, config).expect("written");
        let mut command = Command::new(program);
        match kind {
            Kind::Nginx => command.arg("-c").arg(&file).arg("-p").arg(folder.path()),
            Kind::Caddy => command.args(["run", "--adapter", "caddyfile", "--config"]).arg(&file),
        };
        let said = std::fs::File::create(folder.path().join("said")).expect("a file");
        command.env_clear().env("HOME", folder.path()).stdin(Stdio::null()).stdout(Stdio::null()).stderr(said);
        let proxy = Self { child: command.spawn().expect("it starts"), folder, secure, plain };
        let began = Instant::now();
        while TcpStream::connect(secure).is_err() {
            assert!(began.elapsed() < Duration::from_secs(20), "{}", proxy.said());
            std::thread::sleep(Duration::from_millis(20));
        }
        Some(proxy)
    }

    /// What it said of itself.
    pub fn said(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("said")).unwrap_or_default()
    }

    pub fn url(&self) -> String {
        format!("https://{NAME}:{}", self.secure.port())
    }

    /// What it shows to prove its name.
    pub fn certificate(&self) -> CertificateDer<'static> {
        CertificateDer::from_pem_file(self.folder.path().join("certificate.pem")).expect("the certificate")
    }

    /// A browser that trusts the certificate and has an address of its own in this machine.
    pub fn browser(&self, own: IpAddr) -> Browser {
        let authority = Certificate::from_der(&self.certificate()).expect("a certificate");
        let http = Client::builder().cookie_store(true).tls_certs_only([authority]).resolve(NAME, self.secure);
        Browser::over(http.local_address(own).build().expect("a client"), &self.url())
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        // In order, so that its workers end as well.
        let _ = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        let began = Instant::now();
        while began.elapsed() < Duration::from_secs(5) && matches!(self.child.try_wait(), Ok(None)) {
            std::thread::sleep(Duration::from_millis(10));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The file as it is in the tree.
pub fn packaged(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../packaging").join(name);
    std::fs::read_to_string(path).expect("the file")
}

/// With other words in the place of some, each of which is there.
pub fn with(mut text: String, others: &[(&str, String)]) -> String {
    for (word, other) in others {
        assert!(text.contains(word), "{word} is not in it");
        text = text.replace(word, other);
    }
    text
}

fn nginx(folder: &Path, quads: &[SocketAddr], secure: SocketAddr, plain: SocketAddr) -> String {
    let own = with(
        packaged("nginx/quad.conf"),
        &[
            ("    listen [::]:80;\n", String::new()),
            ("    listen [::]:443 ssl http2;\n", String::new()),
            ("listen 80;", format!("listen {plain};")),
            ("listen 443 ssl", format!("listen {secure} ssl")),
            ("/etc/letsencrypt/live/quad.campus.example/fullchain.pem", "certificate.pem".to_owned()),
            ("/etc/letsencrypt/live/quad.campus.example/privkey.pem", "key.pem".to_owned()),
        ],
    );
    let lines = quads.iter().map(|quad| format!("server {quad}")).collect::<Vec<_>>().join(" max_fails=0;\n    ");
    let upstream = with(packaged("nginx/quad-upstream.conf"), &[("server 127.0.0.1:8080", lines)]);
    let places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(|name| format!("{name}_temp_path {name};"));
    let places = places.concat();
    // What Debian has in nginx.conf, in a folder of ours; its workers must read there.
    let user = if std::fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0) {
        "user root;"
    } else {
        ""
    };
    let folder = folder.display();
    format!(
        "{user} daemon off; pid {folder}/pid; error_log {folder}/said; worker_processes 1; \
         events {{ worker_connections 256; }}\nhttp {{ access_log off; {places}\n{upstream}\n{own}\n}}\n"
    )
}

fn caddy(folder: &Path, quads: &[SocketAddr], secure: SocketAddr, plain: SocketAddr) -> String {
    let folder = folder.display();
    let all = quads.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let own = with(
        packaged("caddy/Caddyfile"),
        &[
            ("reverse_proxy 127.0.0.1:8080", format!("reverse_proxy {all}")),
            (
                "\nquad.campus.example {",
                format!("\n{NAME} {{\n\ttls {folder}/certificate.pem {folder}/key.pem\n\tbind 127.0.0.1"),
            ),
        ],
    );
    let (secure, plain) = (secure.port(), plain.port());
    format!(
        "{{\n\tadmin off\n\thttp_port {plain}\n\thttps_port {secure}\n\tstorage file_system {folder}/storage\n}}\n{own}"
    )
}
